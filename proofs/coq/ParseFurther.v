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

Fixpoint untext {A} (of : ascii -> A) (s : string) : list A :=
  match s with EmptyString => [] | String c s' => of c :: untext of s' end.

Definition free_cell (c : ascii) : bool := Ascii.eqb c ".".
Definition mark_of (c : ascii) : mark :=
  if Ascii.eqb c "o" then Covers else if Ascii.eqb c "x" then Takes else if Ascii.eqb c "." then Apart else Below.
Definition nibble_of (c : ascii) : nibble :=
  let n := digit c in (N.testbit n 3, N.testbit n 2, N.testbit n 1, N.testbit n 0).

(** The second words of lines that begin with the same one. *)
Fixpoint seconds (key : string) (l : page) : list string * page :=
  match l with
  | [w; s] :: rest => if String.eqb w key then let (more, rest) := seconds key rest in (s :: more, rest) else ([], l)
  | _ => ([], l)
  end.

Fixpoint clears_of (l : page) : list (list nibble * list nibble) * page :=
  match l with
  | [w; need; _; clear; _] :: rest =>
      if String.eqb w "move" then
        let (more, rest) := clears_of rest in ((untext nibble_of need, untext nibble_of clear) :: more, rest)
      else ([], l)
  | _ => ([], l)
  end.

(** What follows in lines that begin with the same word. *)
Fixpoint alike (key : string) (l : page) : list (list string) * page :=
  match l with
  | (w :: words) :: rest => if String.eqb w key then let (more, rest) := alike key rest in (words :: more, rest) else ([], l)
  | _ => ([], l)
  end.

Definition further_of (l : page) : option further_statement :=
  let* (_, l) := one "grundy-certificate" l in
  match keyed "kind" l with
  | Some ([kind], l) =>
      if String.eqb kind "matching" then
        let* (size, l) := one "graph" l in let* (_, l) := one "edges" l in let (edges, l) := edges_of l in
        let* (token, l) := one "token" l in let* (first, _) := either "wins" "first" l in Some (Joined size edges token first)
      else if String.eqb kind "symmetry" then
        match keyed "board" l with
        | Some (sides, l) =>
            let (rows, l) := seconds "row" l in let (pieces, l) := seconds "piece" l in let* (first, _) := either "wins" "first" l in
            Some (Laid (ten (nth 1 sides "")) (map (untext free_cell) rows) (map (untext mark_of) pieces) first)
        | None =>
            let* (places, l) := one "places" l in let* (_, l) := one "moves" l in let (moves, l) := clears_of l in
            let* (position, l) := keyed "position" l in let* (first, _) := either "wins" "first" l in
            Some (Cleared places moves (untext nibble_of (nth 0 position "")) first)
        end
      else if String.eqb kind "quotient" then
        let* (m, l) := moves_of l in let* (p, l) := one "period" l in let* (e, l) := one "preperiod" l in
        let* (_, l) := one "elements" l in let* (losing, l) := keyed "p" l in let (product, l) := alike "product" l in
        let* (_, l) := one "values" l in
        Some (Divides m p e (map ten losing) (map (map ten) product) (map (fun words => map ten (tl words)) (removelast l)))
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

Lemma untext_text {A} (sign_of : A -> ascii) of l : (forall a, of (sign_of a) = a) -> untext of (text sign_of l) = l.
Proof. intros O. induction l as [|a l IH]; cbn [text untext]; trivial. now rewrite O, IH. Qed.

Lemma free_cell_sign free : free_cell (cell_sign free) = free.
Proof. now destruct free. Qed.

Lemma mark_of_sign m : mark_of (mark_sign m) = m.
Proof. now destruct m. Qed.

Lemma nibble_of_sign n : nibble_of (nibble_sign n) = n.
Proof. now destruct n as [[[[] []] []] []]. Qed.

Lemma bare_text {A} (sign_of : A -> ascii) l : (forall a, bare " " (sign_of a) = true) -> every (bare " ") (text sign_of l) = true.
Proof. intros B. induction l as [|a l IH]; cbn [text every]; trivial. now rewrite B, IH. Qed.

Lemma bare_cell free : bare " " (cell_sign free) = true.
Proof. now destruct free. Qed.

Lemma bare_mark m : bare " " (mark_sign m) = true.
Proof. now destruct m. Qed.

Lemma bare_nibble n : bare " " (nibble_sign n) = true.
Proof. now destruct n as [[[[] []] []] []]. Qed.

Lemma seconds_lines {A} (key : string) (f : A -> string) (all : list A) l : begins_otherwise key l ->
  seconds key (page_of (map (fun a => [Word key; Word (f a)]) all) ++ l) = (map f all, l).
Proof.
  intros B. induction all as [|a all IH].
  - destruct l as [|[|w words] rest]; try easy. cbn in *. rewrite B. now destruct words as [|? [|? ?]].
  - cbn [map page_of shown app seconds]. rewrite String.eqb_refl. unfold page_of in IH. now rewrite IH.
Qed.

Lemma rows_are_read rows l : begins_otherwise "row" l ->
  seconds "row" (page_of (map row_of_board rows) ++ l) = (map (text cell_sign) rows, l).
Proof. apply (seconds_lines "row" (text cell_sign)). Qed.

Lemma pieces_are_read pieces l : begins_otherwise "piece" l ->
  seconds "piece" (page_of (map piece_line pieces) ++ l) = (map (text mark_sign) pieces, l).
Proof. apply (seconds_lines "piece" (text mark_sign)). Qed.

Lemma untext_all {A} (sign_of : A -> ascii) of l : (forall a, of (sign_of a) = a) -> map (untext of) (map (text sign_of) l) = l.
Proof. intros O. induction l as [|a l IH]; cbn [map]; trivial. now rewrite untext_text, IH. Qed.

Lemma clears_of_lines moves l : begins_otherwise "move" l -> clears_of (page_of (map clear_line moves) ++ l) = (moves, l).
Proof.
  intros A. induction moves as [|[need clear] moves IH].
  - destruct l as [|[|w words] rest]; try easy. cbn in *. rewrite A. now destruct words as [|? [|? [|? [|? [|? ?]]]]].
  - cbn [map page_of clear_line fst snd shown app clears_of]. change (String.eqb "move" "move") with true. cbv iota.
    unfold page_of in IH. rewrite IH, !untext_text; trivial; apply nibble_of_sign.
Qed.

Lemma products_are_read rows l : begins_otherwise "product" l ->
  alike "product" (page_of (map product_line rows) ++ l) = (page_of (map (map Number) rows), l).
Proof.
  intros B. induction rows as [|row rows IH].
  - destruct l as [|[|w words] rest]; try easy. cbn in *. now rewrite B.
  - cbn [map page_of product_line shown app alike]. rewrite String.eqb_refl. unfold page_of in IH. now rewrite IH.
Qed.

Lemma product_read rows : map (map ten) (page_of (map (map Number) rows)) = rows.
Proof. induction rows as [|row rows IH]; cbn [map page_of]; trivial. unfold page_of in IH. now rewrite map_ten, IH. Qed.

Lemma elements_are_read lines last : forall n,
  map (fun words => map ten (tl words)) (removelast (page_of (element_lines n lines) ++ [last])) = lines.
Proof.
  intros n. rewrite removelast_last. revert n. induction lines as [|line lines IH]; intros n; trivial.
  cbn [element_lines page_of map element_line tl]. unfold page_of in IH. now rewrite IH, map_ten.
Qed.

Lemma before_pieces pieces l : begins_otherwise "row" l -> begins_otherwise "row" (page_of (map piece_line pieces) ++ l).
Proof. now destruct pieces. Qed.

Ltac further_are_read :=
  repeat first
    [ progress lines_are_read | rewrite edges_of_lines by easy | rewrite rows_are_read by now apply before_pieces
    | rewrite pieces_are_read by easy | rewrite clears_of_lines by easy
    | rewrite products_are_read by easy | rewrite product_read | rewrite elements_are_read ].

Lemma further_of_page s : further_of (page_of (further_lines s)) = Some s.
Proof.
  destruct s; unfold further_lines, further_blocks, further_of, page_of; rewrite flat_map_app, map_app;
    cbn [flat_map further_block_lines block_lines map]; rewrite ?map_app; cbn [map]; rewrite <- ?app_assoc; cbn [app];
    repeat change (map (map shown) ?x) with (page_of x); cbn [shown]; fold page_of; unfold counted; cbn [shown];
    further_are_read; words_are_known; further_are_read; trivial.
  - cbn [nth]. rewrite ten_shown, !untext_all; trivial; [apply mark_of_sign | apply free_cell_sign].
  - unfold keyed at 1. words_are_known. further_are_read. cbn [nth]. rewrite untext_text; trivial. apply nibble_of_sign.
  - now rewrite map_ten.
Qed.

Lemma sound_products rows : Forall sound_line (map product_line rows).
Proof. apply Forall_map, Forall_forall. intros row _. apply sound_more; trivial. apply sound_numbers. Qed.

Lemma sound_elements lines : forall n, Forall sound_line (element_lines n lines).
Proof.
  induction lines as [|elements lines IH]; intros n; constructor; trivial. split; [discriminate|].
  constructor; [easy | apply sound_numbers].
Qed.

Lemma sound_further s : Forall sound_line (further_lines s).
Proof.
  destruct s; unfold further_lines, further_blocks; rewrite flat_map_app; cbn [flat_map further_block_lines block_lines];
    rewrite ?Forall_app; repeat split; try apply sound_move_lines; try apply sound_products; try apply sound_elements;
    try (apply Forall_map, Forall_forall; intros line _; apply sound_more; trivial; repeat constructor; trivial;
      apply bare_text; auto using bare_cell, bare_mark, bare_nibble);
    repeat match goal with
    | |- Forall _ [] => constructor
    | |- Forall sound_line _ => constructor
    | |- sound_line _ => apply sound_more; trivial
    | |- Forall sound_word (map Number _) => apply sound_numbers
    | |- Forall sound_word _ => constructor
    | |- sound_word (Word (if ?b then _ else _)) => now destruct b
    | |- sound_word (Word (text _ _)) => apply bare_text, bare_nibble
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
