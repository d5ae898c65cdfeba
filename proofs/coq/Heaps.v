(** Take-and-break games: play ends, and the octal periodicity theorem (Guy & Smith 1956) for any number of heaps. *)

From Coq Require Import NArith List Lia.
From Grundy Require Import Statements Games.
Import ListNotations.
Open Scope N_scope.

(** A move takes a counter at least, or leaves two heaps at least. *)
Definition ends (code : list (N * N)) : Prop :=
  forall d, In (0, d) code -> N.testbit d 0 = false /\ N.testbit d 1 = false.

Lemma in_sum a l : In a l -> a <= sum l.
Proof. induction l as [|b l IH]; cbn; [easy|]. intros [-> | I]; [lia|]. apply IH in I. unfold sum in I. lia. Qed.

Lemma in_sum_smaller a l : (2 <= length l)%nat -> Forall (fun h => 0 < h) l -> In a l -> a < sum l.
Proof.
  destruct l as [|b [|c l]]; cbn [length]; [lia | lia |]. intros _ F I.
  inversion F as [|? ? B F1]. inversion F1 as [|? ? C F2]. subst. cbn in *.
  destruct I as [-> | [-> | I]]; [lia | lia |]. apply in_sum in I. unfold sum in I. lia.
Qed.

Lemma heaps_shrink code n ps b : ends code -> heap_leaves code n ps -> In b ps -> b < n.
Proof.
  intros E (t & d & I & bit & -> & F) B. destruct (N.eq_dec t 0) as [-> | P].
  - destruct (E d I) as [zero one]. apply in_sum_smaller in B; trivial.
    destruct ps as [|x [|y ps]]; cbn in *; try congruence; lia.
  - apply in_sum in B. lia.
Qed.

Section Periodicity.
  Variables (code : list (N * N)) (G : N -> N).

  (** What makes [G n] the nim-value of a heap of [n]. *)
  Definition is_mex (n : N) : Prop :=
    (forall ps, heap_leaves code n ps -> xors G ps <> G n) /\
    (forall w, w < G n -> exists ps, heap_leaves code n ps /\ xors G ps = w).

  Theorem values_of_heaps : ends code -> (forall n, is_mex n) -> forall n, Value (heap_leaves code) [n] (G n).
  Proof.
    intros E M. apply (value_by_mex _ G N.lt); [exact N.lt_wf_0 | | apply M | apply M].
    intros n ps b. now apply heaps_shrink.
  Qed.

  (** Of at most [j] heaps with [j * x] counters one has [x] at least. *)
  Lemma a_large_heap x j ps : 0 < x -> 0 < j -> N.of_nat (length ps) <= j -> j * x <= sum ps ->
    exists l h r, ps = l ++ h :: r /\ x <= h.
  Proof.
    intros X J. revert j J. induction ps as [|h ps IH]; cbn [length sum fold_right]; intros j J L S; [nia|].
    destruct (N.le_gt_cases x h) as [H | H]; [now exists [], h, ps|].
    destruct (N.eq_dec j 1) as [-> | D].
    - destruct ps; cbn [length fold_right] in *; lia.
    - destruct (IH (j - 1)) as (l & b & r & -> & B); [lia | lia | change (fold_right N.add 0 ps) with (sum ps) in S; nia |]. now exists (h :: l), b, r.
  Qed.

  Lemma xors_alike l h h' r : G h = G h' -> xors G (l ++ h :: r) = xors G (l ++ h' :: r).
  Proof. intros E. induction l as [|b l IH]; cbn; [now rewrite E | unfold xors in IH; now rewrite IH]. Qed.

  Lemma sum_app l r : sum (l ++ r) = sum l + sum r.
  Proof. induction l as [|a l IH]; cbn; [trivial | unfold sum in *; lia]. Qed.

  Lemma positive_replace l h h' r : 0 < h' ->
    Forall (fun a => 0 < a) (l ++ h :: r) -> Forall (fun a => 0 < a) (l ++ h' :: r).
  Proof. rewrite !Forall_app. intros P [L R]. inversion R. auto. Qed.

  Variables p e k j : N.
  Hypothesis some_heap : 0 < j.
  Hypothesis taken : forall t d, In (t, d) code -> t <= k.
  Hypothesis left : forall t d i, In (t, d) code -> N.testbit d i = true -> i <= j.
  Hypothesis again : repeats G p e 0.

  (** A move from [n + p] is a move from [n] with [p] counters less in the largest heap, and the other way round. *)
  Lemma made_smaller n ps : j * (N.max e 1 + p) + k <= n + p -> heap_leaves code (n + p) ps ->
    exists qs, heap_leaves code n qs /\ xors G qs = xors G ps.
  Proof.
    intros L (t & d & I & bit & E & F).
    destruct (a_large_heap (N.max e 1 + p) j ps) as (l & h & r & -> & H);
      [lia | trivial | now apply (left t d) | apply taken in I; lia |].
    exists (l ++ (h - p) :: r). split.
    - exists t, d. repeat split; trivial.
      + rewrite app_length in *. exact bit.
      + rewrite sum_app in *. cbn in *. lia.
      + apply (positive_replace l h); [lia | trivial].
    - apply xors_alike. rewrite <- (N.add_0_r (G (h - p))), <- (again (h - p)) by lia. f_equal. lia.
  Qed.

  Lemma made_larger n qs : j * N.max e 1 + k <= n -> heap_leaves code n qs ->
    exists ps, heap_leaves code (n + p) ps /\ xors G ps = xors G qs.
  Proof.
    intros L (t & d & I & bit & E & F).
    destruct (a_large_heap (N.max e 1) j qs) as (l & h & r & -> & H);
      [lia | trivial | now apply (left t d) | apply taken in I; lia |].
    exists (l ++ (h + p) :: r). split.
    - exists t, d. repeat split; trivial.
      + rewrite app_length in *. exact bit.
      + rewrite sum_app in *. cbn in *. lia.
      + apply (positive_replace l h); [lia | trivial].
    - apply xors_alike. rewrite (again h) by lia. apply N.add_0_r.
  Qed.

  Theorem periodicity N : 0 < p -> j * N.max e 1 + j * p + k <= N -> (forall n, n < N -> is_mex n) -> forall n, is_mex n.
  Proof.
    intros P enough listed n. induction n as [n IH] using (well_founded_ind N.lt_wf_0).
    destruct (N.lt_ge_cases n N) as [L | L]; [now apply listed|].
    assert (exists m, n = m + p) as [m ->] by (exists (n - p); nia).
    destruct (IH m) as [not reached]; [lia|]. unfold is_mex. rewrite (again m), N.add_0_r by nia. split.
    - intros ps M. destruct (made_smaller m ps) as (qs & O & <-); [nia | trivial |]. now apply not.
    - intros w W. destruct (reached w W) as (qs & O & <-).
      destruct (made_larger m qs) as (ps & O' & E); [nia | trivial |]. now exists ps.
  Qed.
End Periodicity.

(** * Values that repeat, or grow by a saltus *)

(** As far as they are listed, continued for ever. *)
Lemma continue g N p e s : 0 < p -> e + p <= N -> (forall n, e <= n -> n + p < N -> g (n + p) = g n + s) ->
  exists G, (forall n, n < N -> G n = g n) /\ repeats G p e s.
Proof.
  intros P L R. exists (fun n => if n <? e then g n else g (e + (n - e) mod p) + (n - e) / p * s). split.
  - intros n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intros I.
    destruct (N.ltb_spec n e) as [|E]; trivial.
    destruct (N.lt_ge_cases n (e + p)) as [S | S].
    + rewrite N.mod_small, N.div_small by lia. rewrite N.add_0_r. f_equal. lia.
    + specialize (IH (n - p)). destruct (N.ltb_spec (n - p) e) as [|_]; [lia|].
      replace (n - e) with (n - p - e + 1 * p) by lia. rewrite N.mod_add, N.div_add by lia.
      replace n with (n - p + p) at 3 by lia. rewrite R, <- IH by lia. lia.
  - intros n E. destruct (N.ltb_spec (n + p) e) as [|_], (N.ltb_spec n e) as [|_]; try lia.
    replace (n + p - e) with (n - e + 1 * p) by lia. rewrite N.mod_add, N.div_add by lia. lia.
Qed.

Lemma repeats_times G p e s i : repeats G p e s -> repeats G (i * p) e (i * s).
Proof.
  intros R. induction i as [|i IH] using N.peano_ind; intros n E; [rewrite N.add_0_r; f_equal; lia|].
  replace (n + N.succ i * p) with (n + i * p + p) by lia. rewrite (R (n + i * p)), (IH n E) by lia. lia.
Qed.

(** Any other period has a common divisor with [p] for a period, and from [e] on. *)
Lemma common_period G p e s q f t : 0 < p -> repeats G p e s -> repeats G q f t ->
  exists u, p / N.gcd p q * u = s /\ repeats G (N.gcd p q) e u.
Proof.
  intros P R Q. destruct (N.gcd_bezout_pos p q P) as (a & b & B). set (d := N.gcd p q) in *.
  assert (p = d * (p / d)) as C.
  { apply N.div_exact; [|apply N.mod_divide; [|apply N.gcd_divide_l]]; intros Z; apply N.gcd_eq_0_l in Z; lia. }
  set (c := p / d) in *.
  assert (forall n, N.max e f <= n -> G (n + d) + b * t = G n + a * s) as late.
  { intros n L. rewrite <- (repeats_times G p e s a R n), <- (repeats_times G q f t b Q (n + d)) by lia. f_equal. lia. }
  assert (forall i n, N.max e f <= n -> G (n + i * d) + i * (b * t) = G n + i * (a * s)) as later.
  { induction i as [|i IH] using N.peano_ind; intros n L; [f_equal; f_equal; lia|].
    specialize (IH n L). specialize (late (n + i * d) ltac:(lia)).
    replace (n + N.succ i * d) with (n + i * d + d) by lia. lia. }
  specialize (later c (N.max e f) (N.le_refl _)). replace (c * d) with p in later by lia.
  rewrite (R (N.max e f)) in later by lia.
  assert (0 < c) by (destruct (N.eq_dec c 0) as [Z | Z]; [rewrite Z in C; lia | lia]).
  assert (b * t <= a * s) as U by nia.
  exists (a * s - b * t). split; [rewrite N.mul_sub_distr_l; lia|].
  intros n L. specialize (late (n + f * p) ltac:(nia)).
  replace (n + f * p + d) with (n + d + f * p) in late by lia.
  rewrite (repeats_times G p e s f R n), (repeats_times G p e s f R (n + d)) in late by lia. lia.
Qed.

Theorem least_period G p e s : 0 < p -> repeats G p e s ->
  (forall d u, 0 < d -> d < p -> N.divide d p -> p / d * u = s -> ~ repeats G d e u) ->
  forall q f t, 0 < q -> repeats G q f t -> p <= q.
Proof.
  intros P R least q f t Q F. destruct (common_period G p e s q f t P R F) as (u & U & C).
  assert (N.gcd p q <> 0) as Z by (intros Z; apply N.gcd_eq_0_l in Z; lia).
  destruct (N.lt_ge_cases (N.gcd p q) p) as [L | L].
  - exfalso. apply (least (N.gcd p q) u); trivial; [lia | apply N.gcd_divide_l].
  - apply N.divide_pos_le; trivial. replace p with (N.gcd p q); [apply N.gcd_divide_r|].
    apply N.le_antisymm; trivial. apply N.divide_pos_le; trivial. apply N.gcd_divide_l.
Qed.
