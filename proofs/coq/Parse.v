(** The reader of statements: it reads what is printed, and nothing else. So no two statements are printed the same. *)

From Coq Require Import NArith ZArith Bool Ascii String List Lia.
From Grundy Require Import Statements Print Text Pages.
Import ListNotations. Open Scope string_scope. Open Scope list_scope. Open Scope N_scope.

(** * Moves
    The lines of a node. *)
Fixpoint node_of (n : N) (l : page) : list (list (list N)) * page :=
  match l with
  | (w :: i :: words) :: rest =>
      if String.eqb w "node" && (ten i =? n) then let (more, rest) := node_of n rest in (map parts words :: more, rest) else ([], l)
  | _ => ([], l)
  end.

Fixpoint nodes_of (count : nat) (n : N) (l : page) : list (list (list (list N))) * page :=
  match count with
  | O => ([], l)
  | S count => let (lines, rest) := node_of n l in let (more, rest) := nodes_of count (n + 1) rest in (lines :: more, rest)
  end.

Fixpoint sets_of (l : page) : list (N * N * N * N) * page :=
  match l with
  | [w; a; b; c; d] :: rest =>
      if String.eqb w "move" then let (more, rest) := sets_of rest in ((sixteen a, sixteen b, sixteen c, sixteen d) :: more, rest)
      else ([], l)
  | _ => ([], l)
  end.

Definition moves_of (l : page) : option (moves * page) :=
  match keyed "digits" l, keyed "amounts" l, one "nodes" l, one "places" l with
  | Some (words, rest), _, _, _ => Some (OfDigits (map ten words), rest)
  | _, Some (words, rest), _, _ => Some (OfAmounts (map ten words), rest)
  | _, _, Some (count, rest), _ => let (nodes, rest) := nodes_of (N.to_nat count) 0 rest in Some (OfNodes nodes, rest)
  | _, _, _, Some (places, rest) =>
      let* (_, rest) := one "moves" rest in let (moves, rest) := sets_of rest in Some (OfSets places moves, rest)
  | _, _, _, _ => None
  end.

Definition position_of (m : moves) (l : page) : option (list N * page) :=
  let* (words, rest) := keyed "position" l in Some (map (match m with OfSets _ _ => sixteen | _ => ten end) words, rest).

(** Which of two words follows. *)
Definition either (s yes : string) (l : page) : option (bool * page) :=
  match keyed s l with Some ([w], rest) => Some (String.eqb w yes, rest) | _ => None end.

Definition statement_of (l : page) : option statement :=
  let* (_, l) := one "grundy-certificate" l in
  match keyed "kind" l with
  | Some ([kind], l) =>
      if String.eqb kind "period" then
        let* (m, l) := moves_of l in let* (p, l) := one "period" l in let* (e, _) := one "preperiod" l in Some (Repeats m p e)
      else if String.eqb kind "growth" then
        let* (spared, l) := keyed "all-but" l in let* (p, l) := one "period" l in let* (e, l) := one "preperiod" l in
        let* (s, _) := one "saltus" l in Some (Grows (map ten spared) p e s)
      else if String.eqb kind "position" then
        let* (m, l) := moves_of l in let* (position, l) := position_of m l in let* (v, _) := one "value" l in
        Some (HasValue m position v)
      else if String.eqb kind "strategy" then
        let* (misere, l) := either "play" "misere" l in let* (m, l) := moves_of l in let* (position, l) := position_of m l in
        let* (first, _) := either "wins" "first" l in Some (IsWon misere m position first)
      else if String.eqb kind "symmetry" then
        let* (m, l) := moves_of l in let* (position, l) := position_of m l in let* (first, _) := either "wins" "first" l in
        Some (IsMirrored m (nth 0 position 0) first)
      else if String.eqb kind "theorem" then
        let* (misere, l) := either "play" "misere" l in let* (numbers, l) := one "numbers" l in
        let* (count, l) := one "moves" l in let (moves, l) := linear_moves (N.to_nat count) l in
        let* (sys, l) := keyed "system" l in let* (values, l) := either "claims" "values" l in let* (_, l) := one "states" l in
        Some (Everywhere misere (N.to_nat numbers) moves (ten (nth 0 sys ""), integer (nth 1 sys "")) values (rows_of l))
      else None
  | _ => None
  end.

Definition parse (lines : list string) : option statement :=
  let* s := statement_of (map (split " ") lines) in if list_eq_dec string_dec (print s) lines then Some s else None.

(** * What is printed is read *)
(** Lines with which the moves have ended. *)
Definition after_moves (l : page) : Prop :=
  match l with (w :: _) :: _ => String.eqb w "node" = false /\ String.eqb w "move" = false | _ => False end.

Definition other_node (n : N) (l : page) : Prop := forall m, m < n -> node_of m l = ([], l).

Lemma after_other n l : after_moves l -> other_node n l.
Proof. intros A m _. destruct l as [|[|w [|i words]] rest]; trivial. cbn in *. destruct A as [E _]. now rewrite E. Qed.

Lemma lines_other n lines l : other_node n l ->
  other_node n (page_of (map (fun options => Word "node" :: Number n :: map Parts options) lines) ++ l).
Proof.
  intros O m L. destruct lines as [|options lines]; [now apply O|]. cbn [page_of map shown app node_of].
  rewrite ten_shown. destruct (N.eqb_spec n m); [lia|]. now rewrite andb_false_r.
Qed.

Lemma nodes_other nodes l : after_moves l -> forall n, other_node n (page_of (node_lines n nodes) ++ l).
Proof.
  intros A. induction nodes as [|lines nodes IH]; intros n; [now apply after_other|]. cbn [node_lines].
  unfold page_of at 1. rewrite map_app, <- app_assoc. apply lines_other. intros m L. apply IH. lia.
Qed.

Lemma node_of_lines n lines l : node_of n l = ([], l) ->
  node_of n (page_of (map (fun options => Word "node" :: Number n :: map Parts options) lines) ++ l) = (lines, l).
Proof.
  intros O. induction lines as [|options lines IH]; [exact O|]. cbn [page_of map shown app node_of] in *.
  rewrite ten_shown, N.eqb_refl. cbn [andb String.eqb]. change (String.eqb "node" "node") with true. cbn [andb].
  unfold page_of in IH. rewrite IH. now rewrite map_parts.
Qed.

Lemma nodes_of_lines nodes l : after_moves l -> forall n,
  nodes_of (length nodes) n (page_of (node_lines n nodes) ++ l) = (nodes, l).
Proof.
  intros A. induction nodes as [|lines nodes IH]; intros n; [easy|]. cbn [length nodes_of node_lines].
  unfold page_of at 1. rewrite map_app, <- app_assoc. rewrite node_of_lines.
  - change (map (map shown) (node_lines (n + 1) nodes)) with (page_of (node_lines (n + 1) nodes)). now rewrite IH.
  - apply (nodes_other nodes l A (n + 1)). lia.
Qed.

Lemma sets_of_lines moves l : after_moves l ->
  sets_of (page_of (map (fun '(need, off, clear, flip) => [Word "move"; Set_ need; Set_ off; Set_ clear; Set_ flip]) moves) ++ l) =
  (moves, l).
Proof.
  intros A. induction moves as [|[[[need off] clear] flip] moves IH].
  - cbn. destruct l as [|[|w words] rest]; trivial. destruct A as [_ E]. cbn. rewrite E.
    now destruct words as [|? [|? [|? [|? [|? ?]]]]].
  - cbn [page_of map shown app sets_of]. change (String.eqb "move" "move") with true. cbv iota.
    unfold page_of in IH. now rewrite IH, !sixteen_shown.
Qed.

Lemma moves_of_lines m l : after_moves l -> moves_of (page_of (move_lines m) ++ l) = Some (m, l).
Proof.
  intros A. unfold page_of. destruct m; cbn [move_lines map app shown]; unfold moves_of, one, keyed, counted; cbn [String.eqb Ascii.eqb Bool.eqb shown map app].
  - now rewrite map_ten.
  - now rewrite map_ten.
  - rewrite ten_shown, Nnat.Nat2N.id. fold (page_of (node_lines 0 nodes)). now rewrite nodes_of_lines.
  - rewrite ten_shown. match goal with |- context [sets_of ?x] => replace (sets_of x) with (moves, l) end; trivial.
    symmetry. now apply (sets_of_lines moves l).
Qed.

Lemma position_of_line m position l : position_of m (map shown (position_line m position) :: l) = Some (position, l).
Proof.
  unfold position_of, position_line, keyed. cbn [map shown]. change (String.eqb "position" "position") with true. cbv iota.
  destruct m; now rewrite ?map_ten, ?map_sixteen.
Qed.

Lemma either_line s (b : bool) yes no l : String.eqb no yes = false ->
  either s yes ([s; if b then yes else no] :: l) = Some (b, l).
Proof. intros D. unfold either. rewrite keyed_line. destruct b; now rewrite ?String.eqb_refl, ?D. Qed.

Lemma shown_either (b : bool) yes no : shown (Word (if b then yes else no)) = if b then yes else no.
Proof. now destruct b. Qed.

Ltac words_are_known :=
  repeat match goal with
  | |- context [String.eqb ?a ?b] =>
      let known := eval vm_compute in (String.eqb a b) in
      match known with true => idtac | false => idtac end; change (String.eqb a b) with known; cbv iota
  end.

Ltac lines_are_read :=
  repeat first
    [ rewrite one_line | rewrite keyed_line | rewrite either_line by easy | rewrite position_of_line
    | rewrite moves_of_lines by easy | rewrite Nnat.Nat2N.id | rewrite linear_moves_lines by (cbn; now repeat constructor)
    | rewrite rows_of_lines by easy ].

Lemma statement_of_page s : statement_of (page_of (lines s)) = Some s.
Proof.
  destruct s; unfold lines, blocks, statement_of, page_of; rewrite flat_map_app, map_app; cbn [flat_map block_lines map];
    rewrite ?map_app; cbn [map]; rewrite <- ?app_assoc; cbn [app]; repeat change (map (map shown) ?x) with (page_of x); cbn [shown];
    fold page_of; unfold counted; cbn [shown]; lines_are_read; words_are_known; lines_are_read; trivial.
  - now rewrite map_ten.
  - cbn [nth]. rewrite ten_shown, integer_shown. now destruct sys.
Qed.

Definition sound_line (line : list word) : Prop := line <> [] /\ Forall sound_word line.

Lemma sound_more s words : every (bare " ") s = true -> Forall sound_word words -> sound_line (Word s :: words).
Proof. intros E F. split; [discriminate | now constructor]. Qed.

Lemma sound_numbers l : Forall sound_word (map Number l).
Proof. now apply Forall_map, Forall_forall. Qed.

Lemma sound_move_lines m : Forall sound_line (move_lines m).
Proof.
  destruct m; cbn [move_lines]; repeat constructor; try discriminate; try apply sound_numbers.
  - generalize 0. induction nodes as [|lines nodes IH]; intros n; cbn [node_lines]; [constructor|].
    apply Forall_app. split; trivial. apply Forall_map, Forall_forall. intros options _.
    apply sound_more; trivial. constructor; [easy|]. now apply Forall_map, Forall_forall.
  - apply Forall_map, Forall_forall. intros [[[need off] clear] flip] _. apply sound_more; trivial. now repeat constructor.
Qed.

Lemma sound_sum s : Forall sound_word (sum_words s).
Proof. apply Forall_app. split; [now apply Forall_map, Forall_forall | now repeat constructor]. Qed.

Lemma sound_conditions fuel : forall cs, (length (flat_map condition_lines cs) < fuel)%nat ->
  Forall sound_line (flat_map condition_lines cs).
Proof.
  induction fuel as [|fuel IH]; intros cs F; [lia|]. destruct cs as [|c cs]; [constructor|]. cbn [flat_map] in *.
  rewrite app_length in F. apply Forall_app. split.
  - destruct c; cbn [condition_lines length] in *; (apply Forall_cons; [apply sound_more; trivial |]);
      try apply sound_sum; try apply Forall_nil.
    + apply Forall_cons; [easy | apply sound_sum].
    + now repeat constructor.
    + apply IH. lia.
  - apply IH. destruct c; cbn [condition_lines length] in F; lia.
Qed.

Lemma sound_linear moves : Forall sound_line (flat_map linear_lines moves).
Proof.
  apply Forall_flat_map, Forall_forall. intros [[k cs] parts] _. unfold linear_lines. apply Forall_cons; [|apply Forall_app; split].
  - apply sound_more; trivial. now repeat constructor.
  - apply (sound_conditions (S (length (flat_map condition_lines cs)))). lia.
  - apply Forall_map, Forall_forall. intros p _. apply sound_more; trivial. now apply Forall_map, Forall_forall.
Qed.

Lemma sound_rows rows n : Forall sound_line (row_lines n rows).
Proof.
  revert n. induction rows as [|[output after] rows IH]; intros n; [constructor|]. cbn [row_lines]. constructor; trivial.
  unfold row_line. apply sound_more; trivial. constructor; [easy|]. constructor; [now destruct output | apply sound_numbers].
Qed.

Lemma sound_lines s : Forall sound_line (lines s).
Proof.
  destruct s; unfold lines, blocks; rewrite flat_map_app; cbn [flat_map block_lines]; rewrite ?Forall_app; repeat split; try apply sound_move_lines; try apply sound_linear; try apply sound_rows;
    repeat match goal with
    | |- Forall _ [] => constructor
    | |- Forall sound_word (map Number _) => apply sound_numbers
    | |- Forall sound_line _ => constructor
    | |- sound_line (position_line _ _) => unfold position_line
    | |- sound_line _ => apply sound_more; trivial
    | |- Forall sound_word (map _ _) => now destruct m; apply Forall_map, Forall_forall
    | |- Forall sound_word _ => constructor
    | |- sound_word (Word (if ?b then _ else _)) => now destruct b
    | |- sound_word _ => easy
    end.
Qed.

Theorem parse_print s : parse (print s) = Some s.
Proof.
  unfold parse. replace (map (split " ") (print s)) with (page_of (lines s)).
  - rewrite statement_of_page. now destruct (list_eq_dec string_dec (print s) (print s)).
  - unfold print, page_of. rewrite map_map. apply map_ext_in. intros line I. symmetry.
    apply split_written; now apply (proj1 (Forall_forall _ _) (sound_lines s) line).
Qed.

(** Nothing else is read. *)
Theorem parse_only lines s : parse lines = Some s -> print s = lines.
Proof.
  unfold parse. destruct (statement_of _) as [t|]; [|discriminate]. destruct (list_eq_dec string_dec (print t) lines); [|discriminate].
  intros E. now injection E as <-.
Qed.

Corollary print_injective s t : print s = print t -> s = t.
Proof. intros E. pose proof (parse_print s) as P. rewrite E, parse_print in P. now injection P. Qed.
