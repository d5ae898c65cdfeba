(** The reader of further statements: it reads what is printed, and nothing else. *)

From Coq Require Import NArith ZArith Bool Ascii String List Lia.
From Grundy Require Import Statements Further Print Text Pages Parse PrintFurther.
Import ListNotations. Open Scope string_scope. Open Scope list_scope. Open Scope N_scope.

Fixpoint edges_of (l : page) : list (N * N) * page :=
  match l with
  | [w; a; b] :: rest =>
      if String.eqb w "edge" then let (more, rest) := edges_of rest in ((ten a, ten b) :: more, rest) else ([], l)
  | _ => ([], l)
  end.

Definition further_of (l : page) : option further_statement :=
  let* (_, l) := one "grundy-certificate" l in
  match keyed "kind" l with
  | Some ([kind], l) =>
      if String.eqb kind "matching" then
        let* (size, l) := one "graph" l in let* (_, l) := one "edges" l in let (edges, l) := edges_of l in
        let* (token, l) := one "token" l in let* (first, _) := either "wins" "first" l in Some (Joined size edges token first)
      else None
  | _ => None
  end.

Definition parse_further (lines : list string) : option further_statement :=
  let* s := further_of (map (split " ") lines) in if list_eq_dec string_dec (print_further s) lines then Some s else None.

(** * What is printed is read *)
Definition begins_otherwise (s : string) (l : page) : Prop := match l with (w :: _) :: _ => String.eqb w s = false | _ => False end.

Lemma edges_of_lines edges l : begins_otherwise "edge" l -> edges_of (page_of (map edge_line edges) ++ l) = (edges, l).
Proof.
  intros A. induction edges as [|[a b] edges IH].
  - destruct l as [|[|w words] rest]; try easy. cbn in *. rewrite A. now destruct words as [|? [|? [|? ?]]].
  - cbn [map page_of edge_line fst snd shown app edges_of]. change (String.eqb "edge" "edge") with true. cbv iota.
    unfold page_of in IH. now rewrite IH, !ten_shown.
Qed.

Ltac further_are_read :=
  repeat first [ progress lines_are_read | rewrite edges_of_lines by easy ].

Lemma further_of_page s : further_of (page_of (further_lines s)) = Some s.
Proof.
  destruct s; unfold further_lines, further_blocks, further_of, page_of; rewrite flat_map_app, map_app;
    cbn [flat_map further_block_lines block_lines map]; rewrite ?map_app; cbn [map]; rewrite <- ?app_assoc; cbn [app];
    repeat change (map (map shown) ?x) with (page_of x); cbn [shown]; fold page_of; unfold counted; cbn [shown];
    further_are_read; words_are_known; further_are_read; trivial.
Qed.

Lemma sound_further s : Forall sound_line (further_lines s).
Proof.
  destruct s; unfold further_lines, further_blocks; rewrite flat_map_app; cbn [flat_map further_block_lines block_lines];
    rewrite ?Forall_app; repeat split;
    try (apply Forall_map, Forall_forall; intros line _; apply sound_more; trivial; now repeat constructor);
    repeat match goal with
    | |- Forall _ [] => constructor
    | |- Forall sound_line _ => constructor
    | |- sound_line _ => apply sound_more; trivial
    | |- Forall sound_word _ => constructor
    | |- sound_word (Word (if ?b then _ else _)) => now destruct b
    | |- sound_word _ => easy
    end.
Qed.

Theorem parse_print_further s : parse_further (print_further s) = Some s.
Proof.
  unfold parse_further. replace (map (split " ") (print_further s)) with (page_of (further_lines s)).
  - rewrite further_of_page. now destruct (list_eq_dec string_dec (print_further s) (print_further s)).
  - unfold print_further, page_of. rewrite map_map. apply map_ext_in. intros line I. symmetry.
    apply split_written; now apply (proj1 (Forall_forall _ _) (sound_further s) line).
Qed.

(** Nothing else is read. *)
Theorem parse_only_further lines s : parse_further lines = Some s -> print_further s = lines.
Proof.
  unfold parse_further. destruct (further_of _) as [t|]; [|discriminate].
  destruct (list_eq_dec string_dec (print_further t) lines); [|discriminate]. intros E. now injection E as <-.
Qed.

Corollary print_further_injective s t : print_further s = print_further t -> s = t.
Proof. intros E. pose proof (parse_print_further s) as P. rewrite E, parse_print_further in P. now injection P. Qed.
