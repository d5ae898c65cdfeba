(** The checker of tables, from the certificate to the theorem, as [Accept.v] is for what has no file beside it. *)

From Coq Require Import NArith Bool Ascii String List Lia.
From Grundy Require Import Statements Sound Print PrintTable Npy ReadNpy Text Pages Parse Accept.
Import ListNotations. Open Scope string_scope. Open Scope list_scope. Open Scope N_scope.

(** * Reading *)
Fixpoint pairs_of (l : list N) : list (N * N) :=
  match l with x :: y :: l' => (x, y) :: pairs_of l' | _ => [] end.

Lemma pairs_of_flat l : pairs_of (flat_map (fun '(x, y) => [x; y]) l) = l.
Proof. induction l as [|[x y] l IH]; trivial. cbn. now rewrite IH. Qed.

Definition table_moves_of (l : page) : option (table_moves * page) :=
  match keyed "riders" l with
  | Some (words, rest) => Some (Ridden (pairs_of (map ten words)), rest)
  | None => let* (m, rest) := moves_of l in Some (Known m, rest)
  end.

Definition table_of (l : page) : option tabulated :=
  let* (_, l) := one "grundy-certificate" l in
  let* (kind, l) := keyed "kind" l in
  let* (misere, l) := either "play" "misere" l in
  let* (values, l) := either "holds" "values" l in
  let* (m, l) := table_moves_of l in
  let* (shape, l) := keyed "shape" l in
  let* (bytes, l) := one "bytes" l in
  let* (name, l) := keyed "file" l in
  let* (digest, _) := keyed "sha256" l in
  Some (Tabulates (if values then None else Some misere) m (map ten shape) bytes (nth 0 name "") (nth 0 digest "")).

Definition parse_table (lines : list string) : option tabulated :=
  let* t := table_of (map (split " ") lines) in
  if list_eq_dec string_dec (print_table t) lines then if plain t then Some t else None else None.

(** * What is printed is read *)
Lemma table_moves_of_lines m l : after_moves l ->
  table_moves_of (page_of (block_lines (table_move_block m)) ++ l) = Some (m, l).
Proof.
  intros A. unfold table_moves_of. destruct m as [m|vectors]; cbn [table_move_block block_lines].
  - assert (keyed "riders" (page_of (move_lines m) ++ l) = None) as -> by now destruct m.
    now rewrite moves_of_lines.
  - cbn [page_of map app shown]. rewrite keyed_line, map_ten. now rewrite pairs_of_flat.
Qed.

Lemma table_of_page t : table_of (page_of (table_lines t)) = Some t.
Proof.
  destruct t as [outcomes m shape bytes name digest]. unfold table_lines, table_blocks. cbn [flat_map]. unfold page_of.
  rewrite !map_app. fold page_of. change (map (map shown) (block_lines (table_move_block m))) with
    (page_of (block_lines (table_move_block m))). cbn [block_lines map app]. rewrite !shown_either. cbn [shown].
  unfold table_of. rewrite one_line, keyed_line, either_line by easy. rewrite either_line by easy.
  rewrite table_moves_of_lines by easy. rewrite keyed_line, one_line, !keyed_line. cbn [nth]. rewrite map_ten.
  now destruct outcomes.
Qed.

Lemma name_bare s : is_name s = true -> every (bare " ") s = true.
Proof.
  assert (forallb (bare " ") in_names = true) as B by now vm_compute.
  unfold is_name. induction s as [|c s IH]; trivial. cbn [list_ascii_of_string forallb every]. rewrite !andb_true_iff.
  intros [C E]. split; [|now apply IH]. apply existsb_exists in C. destruct C as (d & I & D). apply Ascii.eqb_eq in D. subst d.
  now apply (proj1 (forallb_forall _ _) B).
Qed.

Lemma sound_table t : plain t = true -> Forall sound_line (table_lines t).
Proof.
  destruct t as [outcomes m shape bytes name digest]. cbn [plain]. intros P. apply andb_true_iff in P. destruct P as [N D].
  apply name_bare in N. apply name_bare in D. unfold table_lines, table_blocks. cbn [flat_map]. rewrite !Forall_app.
  repeat split; cbn [block_lines].
  - repeat (apply Forall_cons; [apply sound_more; trivial; repeat constructor; trivial|]); try apply Forall_nil.
    + now destruct outcomes as [[]|].
    + now destruct outcomes.
  - destruct m as [m|vectors]; cbn [table_move_block block_lines]; [apply sound_move_lines|].
    repeat constructor; [discriminate | apply sound_numbers].
  - repeat (apply Forall_cons; [apply sound_more; trivial; try apply sound_numbers; repeat constructor; trivial|]); apply Forall_nil.
  - apply Forall_nil.
Qed.

Lemma pages_of_table t : plain t = true -> map (split " ") (print_table t) = page_of (table_lines t).
Proof.
  intros P. unfold print_table, page_of. rewrite map_map. apply map_ext_in. intros line I.
  apply split_written; now apply (proj1 (Forall_forall _ _) (sound_table t P) line).
Qed.

Theorem parse_print_table t : plain t = true -> parse_table (print_table t) = Some t.
Proof.
  intros P. unfold parse_table. rewrite pages_of_table, table_of_page, P by trivial.
  now destruct (list_eq_dec string_dec (print_table t) (print_table t)).
Qed.

Corollary print_table_injective t u : plain t = true -> plain u = true -> print_table t = print_table u -> t = u.
Proof.
  intros P Q E. apply parse_print_table in P, Q. rewrite E, Q in P. now injection P.
Qed.

(** What says something of a table says nothing else. *)
Theorem no_other_statement t : plain t = true -> parse (print_table t) = None.
Proof.
  intros P. unfold parse. rewrite pages_of_table by trivial. destruct t as [outcomes m shape bytes name digest].
  unfold table_lines, table_blocks. cbn [flat_map block_lines app page_of map shown]. unfold statement_of.
  rewrite one_line, keyed_line. words_are_known. trivial.
Qed.

(** * The verdict
    Sides are divided by, so that no product becomes too large. *)
Fixpoint fills (count : N) (shape : list N) : bool :=
  match shape with [] => count =? 1 | side :: shape' => (count mod side =? 0) && fills (count / side) shape' end.

Lemma fills_is count shape : fills count shape = true -> Forall (fun side => 0 < side) shape -> count = states shape.
Proof.
  revert count. induction shape as [|side shape IH]; intros count; cbn [fills states fold_right].
  - intros E _. now apply N.eqb_eq in E.
  - intros E F. inversion_clear F. apply andb_true_iff in E. destruct E as [M E]. apply N.eqb_eq in M.
    apply IH in E; trivial. fold (states shape). rewrite <- E, (N.div_mod count side) at 1 by lia. lia.
Qed.

Definition full {A} (l : list A) (shape : list N) : bool :=
  forallb (N.ltb 0) shape && fills (N.of_nat (length l)) shape.

Lemma full_is {A} (l : list A) shape : full l shape = true -> N.of_nat (length l) = states shape.
Proof.
  unfold full. intros E. apply andb_true_iff in E. destruct E as [P E]. apply fills_is; trivial.
  apply Forall_forall. intros side I. apply N.ltb_lt. now apply (proj1 (forallb_forall _ _) P).
Qed.

Definition the_table_rule (m : table_moves) (shape : list N) : rule :=
  match m with Known m => the_rule m | _ => table_rule m shape end.

Lemma the_table_rule_is m shape : the_table_rule m shape = table_rule m shape.
Proof. destruct m; trivial. apply the_rule_is. Qed.

Definition right (t : tabulated) (mask : option (N * bool * bool * list N)) (e : entries) : bool :=
  let '(Tabulates outcomes m shape _ _ _) := t in
  match outcomes, e with
  | None, OfValues values => full values shape && check (ByTable (the_table_rule m shape) mask values)
  | Some misere, OfOutcomes losing => full losing shape && check (ByOutcomes (the_table_rule m shape) misere losing)
  | _, _ => false
  end.

Lemma right_is t mask e : right t mask e = true -> says t e.
Proof.
  destruct t as [[misere|] m shape bytes name digest], e as [values|losing]; cbn [right says]; try discriminate;
    rewrite the_table_rule_is; intros R; apply andb_true_iff in R; destruct R as [F R]; (split; [now apply full_is|]);
    exact (sound _ R).
Qed.

(** What shows that values are right is guessed from them. *)
Inductive table_verdict := OtherEntries | Judged (v : verdict).

Definition judge_table (f data : file) (t : tabulated) (guess : entries -> option (N * bool * bool * list N)) : table_verdict :=
  match entries_of t data with
  | None => OtherEntries
  | Some e =>
      Judged match compare_blocks (table_blocks t) (kept f) with
             | Agree [] => if plain t && right t (guess e) e then Proved else Unproved
             | Agree ((n, _) :: _) | Differ ((n, _) :: _) => Unlike n
             | Differ [] => Unlike 0
             end
  end.

Theorem accepted_table f data t guess :
  judge_table f data t guess = Judged Proved ->
  parse_table (told f) = Some t /\ print_table t = told f /\ exists e, lie_in data t e /\ says t e.
Proof.
  unfold judge_table. destruct (entries_of t data) as [e|] eqn:E; [|discriminate].
  destruct (compare_blocks _ _) as [[|[n g] rest]|[|[n g] rest]] eqn:C; try discriminate.
  destruct (plain t) eqn:L; [|discriminate]. destruct (right t (guess e) e) eqn:R; [|discriminate]. intros _.
  apply compare_blocks_is in C; [|now apply sound_table].
  assert (print_table t = told f) as P. { unfold told. fold (texts (kept f)). rewrite C. cbn. now rewrite app_nil_r. }
  split; [rewrite <- P; now apply parse_print_table|]. split; trivial. exists e. split; [now apply entries_lie|].
  now apply (right_is t (guess e)).
Qed.
