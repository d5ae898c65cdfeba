(** Misère quotients of heaps of every size: by the argument of the octal periodicity theorem, with elements of a monoid
    in place of nim-values. *)

From Coq Require Import Arith NArith List Lia Bool.
From Grundy Require Import Statements Further Games Heaps Trie Period Claims Positions Mirrors Monoids Quotients.
Import ListNotations.
Open Scope N_scope.

Definition check_forever (code : list (N * N)) (p e : N) (lost : list N) (product : list (list N)) (elements : list N)
    (w : witness) : bool :=
  check_repetition code p e elements && check_quotient (heap_play code) lost product elements w.

(** A move from [n + p] is a move from [n] with [p] counters less in one heap, and the other way round. *)
Section Moves.
  Variables (code : list (N * N)) (p e k j : N).
  Hypothesis some_heap : 0 < j.
  Hypothesis most : forall t d, In (t, d) code -> t <= k.
  Hypothesis parts : forall t d i, In (t, d) code -> N.testbit d i = true -> i <= j.

  Lemma move_smaller n ps : j * (N.max e 1 + p) + k <= n + p -> heap_leaves code (n + p) ps ->
    exists l h r, ps = l ++ (h + p) :: r /\ e <= h /\ heap_leaves code n (l ++ h :: r).
  Proof.
    intros L (t & d & I & bit & E & F).
    destruct (a_large_heap (N.max e 1 + p) j ps) as (l & h & r & -> & H);
      [lia | trivial | now apply (parts t d) | apply most in I; lia |].
    exists l, (h - p), r. split; [do 2 f_equal; lia|]. split; [lia|]. exists t, d. repeat split; trivial.
    - rewrite app_length in *. exact bit.
    - rewrite sum_app in *. cbn in *. lia.
    - apply (positive_replace l h); [lia | trivial].
  Qed.

  Lemma move_larger n qs : j * N.max e 1 + k <= n -> heap_leaves code n qs ->
    exists l h r, qs = l ++ h :: r /\ e <= h /\ heap_leaves code (n + p) (l ++ (h + p) :: r).
  Proof.
    intros L (t & d & I & bit & E & F).
    destruct (a_large_heap (N.max e 1) j qs) as (l & h & r & -> & H);
      [lia | trivial | now apply (parts t d) | apply most in I; lia |].
    exists l, h, r. split; trivial. split; [lia|]. exists t, d. repeat split; trivial.
    - rewrite app_length in *. exact bit.
    - rewrite sum_app in *. cbn in *. lia.
    - apply (positive_replace l h); [lia | trivial].
  Qed.
End Moves.

Lemma total_alike (of G : N -> N) mul s : (forall n, In n s -> of n = G n) -> total of mul s = total G mul s.
Proof.
  induction s as [|n s IH]; intros E; cbn; trivial. rewrite E by now left. f_equal. apply IH. intros m I. apply E. now right.
Qed.

Lemma total_replaced (G : N -> N) mul l h h' r : G h = G h' -> total G mul (l ++ h :: r) = total G mul (l ++ h' :: r).
Proof. intros E. induction l as [|n l IH]; cbn; [now rewrite E | unfold total in IH; now rewrite IH]. Qed.

Section Forever.
  Variables (code : list (N * N)) (mul : N -> N -> N) (of G : N -> N) (lost : N -> bool) (order count : nat) (w : witness).
  Local Notation leaves := (heap_leaves code).
  Local Notation size := (N.of_nat order).
  Hypothesis ending : ends_listed code = true.
  Hypothesis some_element : (0 < order)%nat.
  Hypothesis mul_below : forall x y, mul x y < size.
  Hypothesis of_below : forall n, of n < size.
  Hypothesis checked : check_monoid (options (heap_play code)) mul of lost (range order 0) count w = true.

  Variables (p e : N).
  Hypothesis some_period : 0 < p.
  Hypothesis again : repeats G p e 0.
  Hypothesis as_listed : forall n, n < N.of_nat count -> G n = of n.
  Hypothesis enough : most_left code * N.max e 1 + most_left code * p + most_taken code <= N.of_nat count.

  Let playing : plays leaves N.lt (heap_play code) := heap_plays code ending.

  Definition part_right (n : N) : Prop :=
    ((forall ps, ~ leaves n ps) -> G n = 0) /\
    (forall ps z, leaves n ps -> z < size -> lost (mul (G n) z) = true -> lost (mul (total G mul ps) z) = false) /\
    (forall ps, leaves n ps -> exists U, of_kinds (part_kinds w) (G n) U /\
      forall z, U z -> z < size -> exists qs, leaves n qs /\ lost (mul (total G mul qs) z) = true).

  Lemma listed_right n : n < N.of_nat count -> part_right n.
  Proof.
    intros L. destruct (part_spec leaves (heap_play code) playing mul of lost order count w some_element mul_below of_below
      checked n L) as (A & B & C).
    assert (forall ps, leaves n ps -> total of mul ps = total G mul ps) as T.
    { intros ps M. apply total_alike. intros b I. symmetry. apply as_listed.
      pose proof (smaller _ _ _ playing n ps b M I). cbn in *. lia. }
    unfold part_right. rewrite (as_listed n L). split; [exact A|]. split.
    - intros ps z M Z H. rewrite <- T by trivial. now apply B.
    - intros ps M. destruct (C ps M) as (U & K & H). exists U. split; trivial. intros z Uz Z.
      destruct (H z Uz Z) as (qs & Q & E). exists qs. now rewrite <- T.
  Qed.

  Lemma all_right n : part_right n.
  Proof.
    induction n as [n IH] using (well_founded_ind N.lt_wf_0).
    destruct (N.lt_ge_cases n (N.of_nat count)) as [L | L]; [now apply listed_right|].
    pose proof (most_left_some code) as some. assert (exists m, n = m + p) as [m ->] by (exists (n - p); nia).
    destruct (IH m ltac:(lia)) as (A & B & C).
    assert (G (m + p) = G m) as E by (rewrite again by nia; apply N.add_0_r).
    assert (forall h, e <= h -> G (h + p) = G h) as same by (intros h H; rewrite again by trivial; apply N.add_0_r).
    assert (forall ps, leaves (m + p) ps -> exists qs, leaves m qs /\ total G mul qs = total G mul ps) as down.
    { intros ps M. destruct (move_smaller code p e (most_taken code) (most_left code) some (most_taken_spec code)
        (most_left_spec code) m ps ltac:(nia) M) as (l & h & r & -> & H & Q).
      exists (l ++ h :: r). split; trivial. apply total_replaced. symmetry. now apply same. }
    assert (forall qs, leaves m qs -> exists ps, leaves (m + p) ps /\ total G mul ps = total G mul qs) as up.
    { intros qs M. destruct (move_larger code p e (most_taken code) (most_left code) some (most_taken_spec code)
        (most_left_spec code) m qs ltac:(nia) M) as (l & h & r & -> & H & Q).
      exists (l ++ (h + p) :: r). split; trivial. apply total_replaced. now apply same. }
    unfold part_right. rewrite E. split; [|split].
    - intros none. apply A. intros qs M. destruct (up qs M) as (ps & P & _). now apply (none ps).
    - intros ps z M Z H. destruct (down ps M) as (qs & Q & <-). now apply B.
    - intros ps M. destruct (down ps M) as (qs & Q & _). destruct (C qs Q) as (U & K & H). exists U. split; trivial.
      intros z Uz Z. destruct (H z Uz Z) as (us & V & F). destruct (up us V) as (vs & W & D). exists vs. now rewrite D.
  Qed.

  Lemma all_below n : G n < size.
  Proof.
    induction n as [n IH] using (well_founded_ind N.lt_wf_0).
    destruct (N.lt_ge_cases n (N.of_nat count)) as [L | L]; [now rewrite as_listed|].
    pose proof (most_left_some code). replace n with (n - p + p) by nia. rewrite again, N.add_0_r by nia. apply IH. nia.
  Qed.

  Theorem forever_sound :
    (forall s, Forall (fun _ => True) s -> outcome leaves true (negb (lost (total G mul s))) s) /\
    forall (M : Type) (unit : M) (op : M -> M -> M) (f : N -> M) (loses : M -> Prop) (all : list M),
      (forall a b c, op a (op b c) = op (op a b) c) -> (forall a, op unit a = a) ->
      (forall s, Forall (fun _ => True) s -> let x := fold_right (fun n x => op (f n) x) unit s in
        In x all /\ (loses x <-> MisereLost leaves s)) -> (order <= length all)%nat.
  Proof.
    destruct (parts_checked (heap_play code) mul of lost order count w some_element checked) as (A & _ & Z).
    destruct (sums_spec (heap_play code) mul of lost order count w checked) as (S1 & S2 & S3).
    pose proof (each_made (heap_play code) mul of lost order count w some_element mul_below of_below checked) as made.
    pose proof (elements_apart (heap_play code) mul of lost order count w some_element checked) as apart.
    assert (forall x y z, x < size -> y < size -> z < size -> mul (mul x y) z = mul x (mul y z)) as assoc.
    { intros x y z X Y Zb. now apply made. }
    assert (forall n (ps : list N) b, True -> leaves n ps -> In b ps -> True) as inside by trivial.
    split.
    - apply (monoid_decides leaves N.lt (heap_play code) playing (fun _ => True) G size mul lost inside) with
        (first := of_kinds (part_kinds w)) (kept := of_kinds (sum_kinds w)); auto; try lia;
        try (intros; now apply A); intros; try apply all_below; try (now apply (all_right n));
        try (now apply (all_right n) with ps).
    - intros M unit op f loses many E F says. rewrite <- (Nnat.Nat2N.id order).
      apply (monoid_least leaves N.lt (heap_play code) playing (fun _ => True) G size mul lost inside) with
        (first := of_kinds (part_kinds w)) (kept := of_kinds (sum_kinds w)) (unit := unit) (op := op) (f := f)
        (loses := loses); auto; try lia; try (intros; now apply A); intros; try apply all_below;
        try (now apply (all_right n)); try (now apply (all_right n) with ps).
      destruct (made x H) as [_ (s & S & T)]. exists s. split; [now apply Forall_forall|]. rewrite <- T. symmetry.
      apply total_alike. intros n I. symmetry. apply as_listed. now apply (proj1 (Forall_forall _ _) S).
  Qed.
End Forever.

Theorem check_forever_sound code p e lost product elements w :
  check_forever code p e lost product elements w = true ->
  holds_further (QuotientForEver (Heaps code) lost product elements p e).
Proof.
  unfold check_forever, check_quotient, check_repetition. rewrite !andb_true_iff.
  intros [[[[[order two] P] enough] claimed] [[[O R] E] C]]. apply N.ltb_lt in P, O. apply N.leb_le in enough.
  rewrite forallb_forall in R, E. set (size := N.of_nat (length product)) in *.
  pose proof (most_left_some code) as some.
  assert (repeats_listed elements p e 0 = true) as again.
  { unfold check_claim_listed in claimed. rewrite !andb_true_iff in claimed. apply claimed. }
  pose proof (proj1 (repeats_listed_spec _ _ _ _) again) as Q.
  destruct (continue (Period.listed elements) (N.of_nat (length elements)) p e 0) as (G & as_listed & forever); trivial; [nia|].
  destruct (claim_by_listed G elements p e 0 as_listed P ltac:(nia) forever claimed) as [least_e least_p].
  assert (forall l x, (forall y, In y l -> y < size) -> nth x l 0 < size) as B.
  { intros l x H. destruct (Nat.lt_ge_cases x (length l)) as [L | L]; [now apply H, nth_In | now rewrite nth_overflow]. }
  destruct (forever_sound code (multiply (table_of product)) (fun n => entry n (index 0 elements Empty)) G
    (fun x => mem x (set_of lost)) (length product) (length elements) w) with (p := p) (e := e) as [S S']; trivial.
  - lia.
  - intros x y. rewrite multiply_times. unfold times. apply B. intros z I.
    destruct (Nat.lt_ge_cases (N.to_nat x) (length product)) as [L | L]; [|rewrite nth_overflow in I by trivial; easy].
    specialize (R _ (nth_In product [] L)). rewrite forallb_forall in R. now apply N.ltb_lt, R.
  - intros n. rewrite entry_nth. apply B. intros z I. now apply N.ltb_lt, E.
  - intros n L. rewrite entry_nth. now apply as_listed.
  - cbn [holds_further]. exists G. split; [|split; [|split; [|split; [|split]]]]; trivial.
    + intros n x H. apply (nth_error_nth _ _ 0) in H as H'. rewrite as_listed.
      * unfold Period.listed. now rewrite Nnat.Nat2N.id.
      * assert (n < length elements)%nat by (apply nth_error_Some; congruence). lia.
    + intros q f Z F. now apply (least_p q f 0).
    + intros s H. specialize (S s H).
      assert (total G (multiply (table_of product)) s = element product G s) as F.
      { unfold total, element. clear. induction s as [|n s IH]; cbn [fold_right]; trivial. now rewrite IH, multiply_times. }
      rewrite F in S. assert (forall x, mem x (set_of lost) = existsb (N.eqb x) lost) as K.
      { intros x. apply eq_true_iff_eq. rewrite in_set_of, existsb_exists. split.
        - intros I. exists x. now rewrite N.eqb_refl.
        - intros (y & I & D). apply N.eqb_eq in D. now subst y. }
      now rewrite K in S.
Qed.
