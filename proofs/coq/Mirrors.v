(** Symmetries of lists of places, of any size: the second player answers each move with its image. *)

From Coq Require Import NArith List Lia Bool Permutation Orders Mergesort.
From Grundy Require Import Statements Further Games Trie Positions.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

Module Order <: TotalLeBool.
  Definition t := N.
  Definition leb := N.leb.
  Theorem leb_total a b : leb a b = true \/ leb b a = true.
  Proof. unfold leb. rewrite !N.leb_le. lia. Qed.
End Order.
Module Sorted := Sort Order.
Definition sorted : list N -> list N := Sorted.sort.

Definition set_of (l : list N) : numbers := fold_left (fun s x => insert x s) l Empty.

Fixpoint same (a b : list N) : bool :=
  match a, b with [], [] => true | x :: a', y :: b' => (x =? y) && same a' b' | _, _ => false end.

(** What a move needs, and what is gone then, of the places that there are. *)
Definition change := (list N * list N)%type.

(** The changes by the least place that they need. *)
Definition beginning (x : N) (table : trie (list change)) : list change :=
  match find x table with Some l => l | None => [] end.

Definition by_first (changes : list change) : trie (list change) :=
  fold_left (fun table c => match fst c with x :: _ => add x (c :: beginning x table) table | [] => table end)
    changes Empty.

Definition image_of (images : trie N) (x : N) : N := match find x images with Some y => y | None => x end.

(** The image of a move is a move, and it needs nothing that is gone after the move. *)
Definition answered (images : trie N) (table : trie (list change)) (c : change) : bool :=
  let '(need, gone) := c in
  let need' := sorted (map (image_of images) need) in
  let gone' := sorted (map (image_of images) gone) in
  let taken := set_of gone in
  existsb (fun x => mem x taken) need && forallb (fun x => negb (mem x taken)) need' &&
  existsb (fun '(n, g) => same n need' && same g gone') (beginning (hd 0 need') table).

(** The image of each image is the place itself. *)
Fixpoint involutive (images : trie N) (x : N) (l : list N) : bool :=
  match l with
  | [] => true
  | y :: l' => match find y images with Some z => if z =? x then involutive images (N.succ x) l' else false | None => false end
  end.

Definition mirrored_by (changes : list change) (s images : list N) : bool :=
  let m := index 0 images Empty in
  let places := set_of s in
  let table := by_first changes in
  involutive m 0 images && forallb (fun x => mem (image_of m x) places) s && forallb (answered m table) changes.

(** * Soundness *)

Lemma in_set_of x l : mem x (set_of l) = true <-> In x l.
Proof.
  assert (forall s, mem x (fold_left (fun s x => insert x s) l s) = true <-> In x l \/ mem x s = true) as H.
  { induction l as [|y l IH]; intros s; cbn [fold_left In]; [tauto|].
    rewrite IH, mem_insert, orb_true_iff, N.eqb_eq. intuition congruence. }
  unfold set_of. rewrite H. unfold mem at 1, find. rewrite find_empty. intuition discriminate.
Qed.

Lemma same_spec a b : same a b = true -> a = b.
Proof.
  revert b. induction a as [|x a IH]; intros [|y b]; cbn; try discriminate; trivial.
  rewrite andb_true_iff, N.eqb_eq. intros [-> E]. f_equal. now apply IH.
Qed.

Lemma in_sorted x l : In x (sorted l) <-> In x l.
Proof.
  pose proof (Sorted.Permuted_sort l) as P. split; intros I; [eapply Permutation_in; [apply Permutation_sym|]|
    eapply Permutation_in]; eassumption.
Qed.

Lemma in_beginning changes x c : In c (beginning x (by_first changes)) -> In c changes.
Proof.
  assert (forall table, In c (beginning x (fold_left
    (fun table c => match fst c with x :: _ => add x (c :: beginning x table) table | [] => table end) changes table)) ->
    In c changes \/ In c (beginning x table)) as H.
  { induction changes as [|d changes IH]; intros table I; [now right|]. cbn [fold_left] in I. apply IH in I.
    destruct I as [I | I]; [left; now right|]. destruct (fst d) as [|y n]; [now right|].
    unfold beginning at 1 in I. rewrite find_add in I. destruct (N.eqb_spec x y) as [-> | _]; [|now right].
    destruct I as [<- | I]; [left; now left | now right]. }
  intros I. apply H in I. destruct I as [I | I]; trivial. unfold beginning, find in I. now rewrite find_empty in I.
Qed.

Lemma involutive_spec images l : forall x, involutive images x l = true ->
  (forall i, (i < length l)%nat -> find (x + N.of_nat i) images = nth_error l i) ->
  forall y, x <= y -> y < x + N.of_nat (length l) -> image_of images (image_of images y) = y.
Proof.
  induction l as [|z l IH]; intros x V T y L U; cbn [length] in U; [lia|]. cbn [involutive] in V.
  destruct (find z images) as [u|] eqn:Z; [|discriminate]. destruct (N.eqb_spec u x) as [-> | _]; [|discriminate].
  destruct (N.eq_dec y x) as [-> | D].
  - pose proof (T 0%nat ltac:(cbn; lia)) as X. rewrite N.add_0_r in X. cbn in X.
    unfold image_of at 2. rewrite X. unfold image_of. now rewrite Z.
  - apply (IH (N.succ x)); trivial; try lia. intros i I.
    replace (N.succ x + N.of_nat i) with (x + N.of_nat (S i)) by lia. apply (T (S i)). cbn. lia.
Qed.

Lemma image_twice images y : involutive (index 0 images Empty) 0 images = true ->
  image_of (index 0 images Empty) (image_of (index 0 images Empty) y) = y.
Proof.
  intros V. assert (forall x, find x (index 0 images Empty) = nth_error images (N.to_nat x)) as T.
  { intros x. rewrite find_index, N.sub_0_r. destruct (N.leb_spec 0 x); [|lia]. cbn [andb].
    destruct (N.ltb_spec x (0 + N.of_nat (length images))); trivial.
    unfold find. rewrite find_empty. symmetry. apply nth_error_None. lia. }
  destruct (N.lt_ge_cases y (N.of_nat (length images))) as [L | L].
  - apply (involutive_spec _ images 0 V); try lia. intros i I. rewrite T, N.add_0_l. now rewrite Nnat.Nat2N.id.
  - assert (image_of (index 0 images Empty) y = y) as E; [|now rewrite !E].
    unfold image_of. rewrite T. destruct (nth_error images (N.to_nat y)) eqn:F; trivial.
    assert (N.to_nat y < length images)%nat by (apply nth_error_Some; congruence). lia.
Qed.

Lemma filter_shorter {A} (f : A -> bool) l : (length (filter f l) <= length l)%nat.
Proof. induction l as [|x l IH]; cbn; trivial. destruct (f x); cbn; lia. Qed.

Lemma filter_less {A} (f : A -> bool) l x : In x l -> f x = false -> (length (filter f l) < length l)%nat.
Proof.
  induction l as [|y l IH]; [easy|]. intros I E. cbn. pose proof (filter_shorter f l). destruct I as [-> | I].
  - rewrite E. lia.
  - specialize (IH I E). destruct (f y); cbn; lia.
Qed.

(** Places are said by numbers; the game may have other names for them. *)
Section Mirror.
  Context {place : Type} (alike : place -> place -> bool) (cell : N -> place).
  Hypothesis alike_spec : forall x y, alike x y = true <-> x = y.
  Hypothesis cell_inj : forall x y, cell x = cell y -> x = y.

  Definition without (gone s : list place) : list place := filter (fun x => negb (existsb (alike x) gone)) s.

  Lemma in_without gone s x : In x (without gone s) <-> In x s /\ ~ In x gone.
  Proof.
    unfold without. rewrite filter_In, negb_true_iff. split; intros [I E]; split; trivial.
    - intros J. enough (existsb (alike x) gone = true) by congruence. apply existsb_exists. exists x. split; trivial.
      now apply alike_spec.
    - destruct (existsb (alike x) gone) eqn:F; trivial. apply existsb_exists in F. destruct F as (y & J & F).
      apply alike_spec in F. now subst y.
  Qed.

  Lemma in_cells x l : In (cell x) (map cell l) <-> In x l.
  Proof.
    split; [|apply in_map]. intros I. apply in_map_iff in I. destruct I as (y & E & I). apply cell_inj in E. now subst y.
  Qed.

  Variables (leaves : list place -> list (list place) -> Prop) (changes : list change) (s images : list N).
  Hypothesis moves : forall t ps, incl t (map cell s) -> leaves t ps <->
    exists need gone, In (need, gone) changes /\ incl (map cell need) t /\ ps = [without (map cell gone) t].
  Hypothesis mirror : mirrored_by changes s images = true.

  Local Notation turn := (image_of (index 0 images Empty)).

  Lemma twice x : turn (turn x) = x.
  Proof. unfold mirrored_by in mirror. rewrite !andb_true_iff in mirror. now apply image_twice. Qed.

  Lemma turned_in l x : In x (map turn l) <-> In (turn x) l.
  Proof.
    split; intros I.
    - apply in_map_iff in I. destruct I as (y & <- & I). now rewrite twice.
    - apply in_map_iff. exists (turn x). split; trivial. apply twice.
  Qed.

  Lemma answers need gone : In (need, gone) changes -> (exists x, In x need /\ In x gone) /\
    exists need' gone', In (need', gone') changes /\ (forall x, In x need' <-> In (turn x) need) /\
      (forall x, In x gone' <-> In (turn x) gone) /\ forall x, In x need' -> ~ In x gone.
  Proof.
    intros I. pose proof mirror as A. unfold mirrored_by in A. rewrite !andb_true_iff in A. destruct A as [_ A].
    rewrite forallb_forall in A. apply A in I. clear A. unfold answered in I. rewrite !andb_true_iff in I.
    destruct I as [[E F] G]. apply existsb_exists in E. destruct E as (x & X & Y). apply in_set_of in Y.
    split; [now exists x|]. apply existsb_exists in G. destruct G as ([n g] & I & G). apply in_beginning in I.
    apply andb_true_iff in G. destruct G as [N' G']. apply same_spec in N', G'. subst n g.
    exists (sorted (map turn need)), (sorted (map turn gone)). split; trivial.
    repeat split; try (intros H; apply in_sorted, turned_in; exact H);
      try (intros H; apply turned_in, in_sorted; exact H).
    - intros z Z J. rewrite forallb_forall in F. apply F in Z. apply negb_true_iff in Z. apply in_set_of in J. congruence.
  Qed.

  Lemma mirror_lost : Lost leaves [map cell s].
  Proof.
    assert (forall k t, (length t < k)%nat -> incl t (map cell s) -> (forall x, In (cell x) t -> In (cell (turn x)) t) ->
      Lost leaves [t]) as all.
    { induction k as [|k IH]; intros t K T C; [lia|]. constructor. intros u M. apply move_one in M.
      apply moves in M; trivial. destruct M as (need & gone & I & A & ->).
      destruct (answers need gone I) as ((z & Z & Z') & need' & gone' & I' & N' & G' & D).
      set (u := without (map cell gone) t).
      assert (incl u (map cell s)) as U by (intros x X; apply in_without in X; now apply T).
      apply (won _ _ [without (map cell gone') u]).
      - apply move_one, moves; trivial. exists need', gone'. repeat split; trivial.
        intros x X. apply in_map_iff in X. destruct X as (y & <- & Y). apply in_without. split.
        + rewrite <- (twice y). apply C, A, in_map. now apply N'.
        + rewrite in_cells. now apply D.
      - apply IH.
        + enough (length u < length t)%nat by (pose proof (filter_shorter (fun x => negb (existsb (alike x) (map cell gone'))) u); unfold without at 1; lia).
          apply (filter_less _ t (cell z)); [now apply A, in_map|]. apply negb_false_iff, existsb_exists.
          exists (cell z). split; [now apply in_map | now apply alike_spec].
        + intros x X. apply in_without in X. now apply U.
        + intros x X. apply in_without in X. destruct X as [X X']. apply in_without in X. destruct X as [X X''].
          rewrite in_cells in X', X''. apply in_without. rewrite in_cells. split.
          * apply in_without. rewrite in_cells. split; [now apply C|]. intros H. apply X'. now apply G'.
          * intros H. apply G' in H. now rewrite twice in H. }
    apply (all (S (length (map cell s)))); [lia | apply incl_refl|].
    intros x. rewrite !in_cells. intros I. pose proof mirror as E. unfold mirrored_by in E. rewrite !andb_true_iff in E.
    destruct E as [[_ E] _]. rewrite forallb_forall in E. apply in_set_of. now apply E.
  Qed.
End Mirror.
