(** The checker of periods: every listed value is the mex of its options ([Splits.v]), and the list is long enough for
    the theorem. *)

From Coq Require Import NArith List Lia Bool Arith.
From Grundy Require Import Statements Games Heaps.
From Grundy Require Export Splits.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

Fixpoint higher (s : N) (l m : list N) : bool :=
  match l, m with
  | a :: l', b :: m' => if a + s =? b then higher s l' m' else false
  | _, _ => true
  end.

Definition repeats_listed (values : list N) (p e s : N) : bool :=
  match drop values e with
  | Some l => match drop l p with Some m => higher s l m | None => true end
  | None => true
  end.

(** No proper divisor of the period is one, with its part of the saltus; [d] goes from 1 up. *)
Fixpoint least (count : nat) (d : N) (values : list N) (p e s : N) : bool :=
  match count with
  | 0%nat => true
  | S i =>
      if (if p mod d =? 0 then
            let parts := p / d in if s mod parts =? 0 then repeats_listed values d e (s / parts) else false
          else false)
      then false else least i (N.succ d) values p e s
  end.

(** The least period and pre-period, if it is a period of all values and not of those listed alone. *)
Definition check_claim_listed (values : list N) (p e s : N) : bool :=
  repeats_listed values p e s &&
  ((e =? 0) || negb (repeats_listed values p (N.pred e) s)) &&
  least (N.to_nat (N.pred p)) 1 values p e s.

Definition most_taken (code : list (N * N)) : N := fold_right (fun '(t, _) => N.max t) 0 code.
Definition most_left (code : list (N * N)) : N := fold_right (fun '(_, d) => N.max (N.pred (N.size d))) 1 code.

(** What is claimed of the values, and that the list is long enough. *)
Definition check_repetition (code : list (N * N)) (p e : N) (values : list N) : bool :=
  let j := most_left code in
  increasing 0 code &&
  forallb (fun '(t, d) => negb (t =? 0) || negb (N.testbit d 0) && negb (N.testbit d 1)) code &&
  (0 <? p) &&
  (j * N.max e 1 + j * p + most_taken code <=? N.of_nat (length values)) &&
  check_claim_listed values p e 0.

Definition check_period (code : list (N * N)) (p e : N) (values : list N) : bool :=
  check_repetition code p e values &&
  match values with
  | g :: up => (g =? 0) && check_values (moves_of code) up [] up
  | [] => false
  end.

(** * Soundness *)

Lemma nth_skip {A} i n (l : list A) d : nth i (skipn n l) d = nth (n + i) l d.
Proof. revert l. induction n as [|n IH]; intros [|a l]; cbn; trivial. now destruct i. Qed.

Lemma higher_spec s l m : higher s l m = true <->
  forall i, (i < length l)%nat -> (i < length m)%nat -> nth i m 0 = nth i l 0 + s.
Proof.
  revert m. induction l as [|a l IH]; intros [|b m]; cbn [higher length]; try (split; [lia | easy]).
  destruct (N.eqb_spec (a + s) b) as [<- | D].
  - rewrite IH. split.
    + intros H [|i] I J; cbn; [trivial | apply H; lia].
    + intros H i I J. apply (H (S i)); lia.
  - split; [easy|]. intros H. destruct D. symmetry. apply (H 0%nat); lia.
Qed.

Definition listed (values : list N) (n : N) : N := nth (N.to_nat n) values 0.

Lemma repeats_listed_spec values p e s : repeats_listed values p e s = true <->
  forall n, e <= n -> n + p < N.of_nat (length values) -> listed values (n + p) = listed values n + s.
Proof.
  unfold repeats_listed. rewrite drop_spec. destruct (N.leb_spec e (N.of_nat (length values))); [|split; [lia | easy]].
  rewrite drop_spec, skipn_length.
  destruct (N.leb_spec p (N.of_nat (length values - N.to_nat e))); [|split; [lia | easy]].
  rewrite higher_spec. rewrite !skipn_length. unfold listed. split.
  - intros A n E L. specialize (A (N.to_nat (n - e)) ltac:(lia) ltac:(lia)). rewrite !nth_skip in A.
    replace (N.to_nat (n + p)) with (N.to_nat e + (N.to_nat p + N.to_nat (n - e)))%nat by lia.
    rewrite A. do 2 f_equal. lia.
  - intros R i I J. rewrite !nth_skip. specialize (R (e + N.of_nat i) ltac:(lia) ltac:(lia)).
    replace (N.to_nat (e + N.of_nat i + p)) with (N.to_nat e + (N.to_nat p + i))%nat in R by lia.
    rewrite R. do 2 f_equal. lia.
Qed.

Lemma least_spec values p e s c d : least c d values p e s = true ->
  forall q u, d <= q -> q < d + N.of_nat c -> 0 < q -> q < p -> N.divide q p -> p / q * u = s ->
  repeats_listed values q e u = false.
Proof.
  revert d. induction c as [|c IH]; intros d K q u L U Z B D S; [lia|]. cbn [least] in K.
  destruct (N.eq_dec q d) as [-> | Q]; [|destruct (if p mod d =? 0 then _ else _); [discriminate|]; apply (IH (N.succ d)); trivial; lia].
  rewrite (proj2 (N.mod_divide p d ltac:(lia)) D) in K. cbn in K.
  assert (p / d <> 0) as P by (intros P; apply N.div_small_iff in P; lia).
  rewrite <- S, N.mul_comm, N.mod_mul, N.div_mul in K by trivial. cbn in K.
  now destruct (repeats_listed values d e u).
Qed.

(** What holds of the values for ever can be seen in the list, if that is long enough. *)
Lemma claim_by_listed G values p e s : (forall n, n < N.of_nat (length values) -> G n = listed values n) ->
  0 < p -> e + p <= N.of_nat (length values) -> repeats G p e s -> check_claim_listed values p e s = true ->
  (forall f, repeats G p f s -> e <= f) /\ (forall q f t, 0 < q -> repeats G q f t -> p <= q).
Proof.
  intros listed_ok P long again K. unfold check_claim_listed in K. rewrite !andb_true_iff in K. destruct K as [[_ first] small].
  assert (forall q f t, repeats G q f t -> repeats_listed values q f t = true) as agree.
  { intros q f t R. apply repeats_listed_spec. intros n F L. rewrite <- !listed_ok by lia. now apply R. }
  split.
  - intros f F. destruct (N.lt_ge_cases f e) as [L|]; trivial. exfalso.
    apply orb_true_iff in first. destruct first as [Z | D]; [apply N.eqb_eq in Z; lia|].
    rewrite agree in D; [discriminate|]. intros n B. apply F. lia.
  - apply (least_period G p e s P again). intros d u Z L V U Q. apply agree in Q.
    rewrite (least_spec _ _ _ _ _ _ small) in Q; trivial; [discriminate | lia | lia].
Qed.

Lemma most_taken_spec code t d : In (t, d) code -> t <= most_taken code.
Proof. induction code as [|[u c] code IH]; cbn; [easy|]. intros [E | I]; [injection E as -> ->; lia|]. apply IH in I. unfold most_taken in I. lia. Qed.

Lemma most_left_spec code t d i : In (t, d) code -> N.testbit d i = true -> i <= most_left code.
Proof.
  intros I B. assert (i <= N.pred (N.size d)) as S.
  { destruct (N.eq_dec d 0) as [-> | D]; [now rewrite N.bits_0 in B|]. rewrite N.size_log2 by trivial.
    destruct (N.lt_ge_cases (N.log2 d) i) as [L | L]; [|lia]. now rewrite N.bits_above_log2 in B. }
  induction code as [|[u c] code IH]; cbn; [easy|]. destruct I as [E | I]; [injection E as -> ->; lia|].
  apply IH in I. unfold most_left in I. lia.
Qed.

Lemma most_left_some code : 0 < most_left code.
Proof. induction code as [|[u c] code IH]; cbn; [lia | unfold most_left in IH; lia]. Qed.

Lemma increasing_moves code least : increasing least code = true -> increasing least (moves_of code) = true.
Proof.
  revert least. induction code as [|[t d] code IH]; intros l; cbn; trivial. destruct (l <=? t); trivial. apply IH.
Qed.

(** Each listed value is the mex of its options, however that is seen. *)
Definition steps (m : moves) (up : list N) : Prop :=
  forall G, up = from G 1 (length up) -> forall n, 0 < n -> n <= N.of_nat (length up) ->
  ~ left_by G m n (G n) /\ forall w, w < G n -> left_by G m n w.

Lemma check_values_steps code up : increasing 0 code = true -> check_values (moves_of code) up [] up = true ->
  steps (moves_of code) up.
Proof.
  intros order K G U n Z L.
  assert (check_values (moves_of code) (from G 1 (length up)) (down G 0) (from G 1 (length up)) = true) as C
    by now rewrite <- U.
  apply (check_values_spec G (length up) _ (increasing_moves code 0 order) (length up) 0 (le_n _) C n); cbn; lia.
Qed.

Lemma period_by_steps code p e up : check_repetition code p e (0 :: up) = true -> steps (moves_of code) up ->
  holds (Period (Heaps code) p e 0).
Proof.
  unfold check_repetition. rewrite !andb_true_iff. set (values := 0 :: up).
  intros [[[[order two] P] enough] claimed] each.
  apply N.ltb_lt in P. apply N.leb_le in enough. pose proof (most_left_some code) as some.
  assert (ends code) as E.
  { intros d I. rewrite forallb_forall in two. specialize (two _ I). cbn in two.
    destruct (N.testbit d 0), (N.testbit d 1); auto; discriminate. }
  assert (repeats_listed values p e 0 = true) as again.
  { unfold check_claim_listed in claimed. rewrite !andb_true_iff in claimed. apply claimed. }
  pose proof (proj1 (repeats_listed_spec _ _ _ _) again) as R.
  destruct (continue (listed values) (N.of_nat (length values)) p e 0) as (G & listed_ok & G_again); trivial; [nia|].
  assert (forall n, is_mex code G n) as M.
  { apply (periodicity code G p e (most_taken code) (most_left code)) with (N := N.of_nat (length values)); trivial.
    - intros t d. apply most_taken_spec.
    - intros t d i. apply most_left_spec.
    - intros n L.
      assert (up = from G 1 (length up)) as U.
      { apply from_nth. intros i I. rewrite listed_ok by (unfold values; cbn [length]; lia). unfold listed, values.
        replace (N.to_nat (1 + N.of_nat i)) with (S i) by lia. easy. }
      assert (G 0 = 0) as zero by (rewrite listed_ok; [easy | unfold values; cbn [length]; lia]).
      destruct (N.eq_dec n 0) as [-> | Z].
      + split; [|lia]. rewrite zero. intros ps (t & d & I & B & S & F). destruct ps as [|h ps].
        * assert (t = 0) as -> by (cbn in S; lia). destruct (E d I) as [B0 _]. cbn in B. congruence.
        * inversion F; subst. cbn in S. lia.
      + destruct (each G U n) as [own below]; [lia | unfold values in L; cbn [length] in L; lia |].
        split.
        * intros ps I X. apply own. apply left_by_leaves. now exists ps.
        * intros w W. apply left_by_leaves. now apply below. }
  exists G. split; [now apply values_of_heaps|]. split; trivial.
  apply (claim_by_listed G values p e 0); trivial. nia.
Qed.

Theorem check_period_sound code p e values : check_period code p e values = true -> holds (Period (Heaps code) p e 0).
Proof.
  unfold check_period. rewrite andb_true_iff. intros [R C]. destruct values as [|g up]; [discriminate|].
  apply andb_true_iff in C. destruct C as [zero C]. apply N.eqb_eq in zero. subst g.
  apply (period_by_steps code p e up R), check_values_steps; trivial. unfold check_repetition in R.
  rewrite !andb_true_iff in R. apply R.
Qed.
