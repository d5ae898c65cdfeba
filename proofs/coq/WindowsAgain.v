(** A window that comes again: by good steps ([Windows.v]) the values behind what is listed are right, and repeat for ever. *)

From Coq Require Import NArith List Lia Bool Arith.
From Grundy Require Import Statements Games Heaps Trie Words Period Mask Windows.
Import ListNotations.
Open Scope N_scope.

(** * Values *)

Lemma two_at_most (code : list (N * N)) t d j : forallb (fun '(_, d) => d <? 8) code = true -> In (t, d) code ->
  N.testbit d (N.of_nat j) = true -> (j < 3)%nat.
Proof.
  intros small I B. rewrite forallb_forall in small. specialize (small _ I). cbn in small. apply N.ltb_lt in small.
  destruct (Nat.ltb_spec j 3) as [|J]; trivial. destruct (N.eq_dec d 0) as [-> | D]; [now rewrite N.bits_0 in B|].
  rewrite N.bits_above_log2 in B; [discriminate|]. apply N.log2_lt_pow2; [lia|].
  apply N.lt_le_trans with (2 ^ 3); [exact small | apply N.pow_le_mono_r; lia].
Qed.

Section Values.
  Variables (code : list (N * N)) (mask : N) (twist rare split : bool) (tries : numbers) (reach window size : nat).
  Variable G : N -> N.
  Let up := from G 1 size.
  Let others := near mask twist rare tries up.
  Let ls := lags code others.
  Local Notation left := (left_by G (moves_of code)).
  Hypothesis small : forallb (fun '(_, d) => d <? 8) code = true.
  Hypothesis splits_ : forall t d, In (t, d) code -> N.testbit d 2 = true -> split = true /\ rare = twist && N.odd t.
  Hypothesis reach_enough : forall t d, In (t, d) code -> t + N.of_nat reach < N.of_nat window.
  Hypothesis rare_near : forall t d r x, In (t, d) code -> In (r, x) others -> t + r < N.of_nat window.
  Hypothesis long : (window <= S size)%nat.
  Hypothesis goods : forall n, N.of_nat (S size) <= n -> good code mask twist rare split reach ls G n.

  (** Behind the listed heaps none is rare. *)
  Lemma rare_listed t d a : In (t, d) code -> N.testbit d 2 = true -> tag mask twist a (G a) = rare -> a <= N.of_nat size.
  Proof.
    intros I B T. destruct (N.le_gt_cases a (N.of_nat size)) as [|L]; trivial. exfalso.
    destruct (goods a ltac:(lia)) as (C & _). unfold common in C. destruct (splits_ t d I B) as [-> _].
    rewrite T, eqb_reflx in C. discriminate.
  Qed.

  Lemma tag_taken n t g : t <= n -> tag mask twist (n - t) g = xorb (tag mask twist n g) (twist && N.odd t).
  Proof.
    intros L. unfold tag. rewrite N.odd_sub by trivial.
    now destruct (parity (N.land g mask)), twist, (N.odd n), (N.odd t).
  Qed.

  Lemma in_others t d a : In (t, d) code -> N.testbit d 2 = true -> 0 < a -> tag mask twist a (G a) = rare ->
    In (t + a, G a) ls.
  Proof.
    intros I B P T. apply in_lags. right. exists t, d, a. repeat split; trivial. apply near_all; trivial.
    now apply (rare_listed t d).
  Qed.

  Lemma good_step n : N.of_nat (S size) <= n -> ~ left n (G n) /\ forall w, w < G n -> left n w.
  Proof.
    intros L. destruct (goods n L) as (C & own & below). split.
    - intros H. apply left_code in H. destruct H as (t & d & j & I & B & T & W).
      pose proof (two_at_most code t d j small I B) as J. pose proof (reach_enough t d I) as Q.
      destruct j as [|[|[|]]]; [| | |lia].
      + destruct W as ([|] & E & _ & S & _); [|discriminate]. cbn in S. lia.
      + destruct W as ([|a [|]] & E & F & S & V); try discriminate. cbn in S, V.
        apply (own t 0); [apply in_lags; left; now exists d|]. rewrite V, N.lxor_0_l, N.lxor_0_r. f_equal. lia.
      + apply worth_two in W. destruct W as (a & b & A & A' & S & V).
        unfold common in C. destruct (splits_ t d I B) as [Sp R]. rewrite Sp in C. cbn [negb orb] in C.
        assert (tag mask twist (n - t) (G n) = true) as M.
        { rewrite tag_taken, <- R by trivial. destruct (tag mask twist n (G n)), rare; easy. }
        rewrite V, <- S, tag_pair in M.
        assert (tag mask twist a (G a) = rare \/ tag mask twist b (G b) = rare) as [Q' | Q'].
        { destruct (tag mask twist a (G a)), (tag mask twist b (G b)), rare; cbn in M; auto; discriminate. }
        * apply (own (t + a) (G a)); [apply (in_others t d); trivial|]. rewrite V. do 2 f_equal. lia.
        * apply (own (t + b) (G b)); [apply (in_others t d); trivial; lia|]. rewrite V, N.lxor_comm. do 2 f_equal. lia.
    - intros w W. apply left_code. destruct (below w W) as [(t & x & I & ->) | (t & d & a & I & B & P & R & S & ->)].
      + apply in_lags in I. destruct I as [(d & I & B & ->) | (u & d & r & I & B & J & ->)].
        * pose proof (reach_enough t d I) as Q. exists t, d, 1%nat. repeat split; trivial; [lia|]. exists [n - t].
          split; [easy|]. split; [constructor; [lia | constructor]|]. split; [cbn; lia|].
          cbn. now rewrite N.lxor_0_r.
        * pose proof (rare_near u d r x I J) as Q. apply near_spec in J. destruct J as [P ->].
          exists u, d, 2%nat. repeat split; trivial; [lia|].
          exists [r; n - (u + r)]. split; [easy|]. split; [repeat constructor; lia|]. split; [cbn; lia|].
          cbn. now rewrite N.lxor_0_r.
      + exists t, d, 2%nat. repeat split; trivial; [lia|]. exists [a; n - t - a]. split; [easy|].
        split; [repeat constructor; lia|]. split; [cbn; lia|]. cbn. now rewrite N.lxor_0_r.
  Qed.
End Values.

(** * Parts of the period *)

Lemma factors_spec : forall count q m l, factors count q m = Some l -> 2 <= q -> 0 < m ->
  (forall x, 2 <= x -> x < q -> ~ N.divide x m) ->
  forall x, 2 <= x -> N.divide x m -> exists r, In r l /\ 2 <= r /\ N.divide r x.
Proof.
  induction count as [|count IH]; intros q m l F Q M none x X D; [discriminate|]. cbn [factors] in F.
  destruct (N.eqb_spec m 1) as [-> | One]; [apply N.divide_1_r in D; lia|].
  destruct (N.ltb_spec m (q * q)) as [S | S].
  - injection F as <-. exists m. destruct D as [z D]. split; [now left|]. split; [lia|].
    destruct (N.eq_dec z 1) as [-> | Z]; [exists 1; lia|]. exfalso.
    destruct (N.lt_ge_cases z q) as [U | U]; [apply (none z); [|trivial | exists x; lia]; destruct (N.eq_dec z 0); [subst; lia | lia]|].
    destruct (N.lt_ge_cases x q) as [V | V]; [apply (none x); trivial; now exists z|]. nia.
  - destruct (N.eqb_spec (m mod q) 0) as [Z | Z].
    + destruct (factors count q (m / q)) as [l'|] eqn:R; [|discriminate]. injection F as <-.
      apply N.mod_divide in Z; [|lia].
      destruct (N.eq_dec (N.gcd x q) 1) as [C | C].
      * assert (m = q * (m / q)) as E by (apply N.div_exact; [lia | apply N.mod_divide; [lia | trivial]]).
        assert (N.divide (m / q) m) as V by (exists q; lia).
        destruct (IH q (m / q) l' R Q) with (x := x) as (r & I & P & G); trivial.
        -- destruct (N.eq_dec (m / q) 0) as [W | W]; [rewrite W in E|]; lia.
        -- intros y Y U W. apply (none y Y U). now apply N.divide_trans with (m / q).
        -- apply N.gauss with q; trivial. now rewrite <- E.
        -- exists r. split; [now right | auto].
      * exists q. split; [now left|]. split; [trivial|]. pose proof (N.gcd_divide_l x q) as A. pose proof (N.gcd_divide_r x q) as B.
        destruct (N.eq_dec (N.gcd x q) q) as [E | E]; [now rewrite E in A|]. exfalso.
        assert (N.gcd x q <> 0) by (intros W; apply N.gcd_eq_0_l in W; lia).
        apply (none (N.gcd x q)); [lia | apply N.divide_pos_le in B; lia | now apply N.divide_trans with q].
    + apply (IH (N.succ q) m l F); trivial; [lia|]. intros y Y U W. destruct (N.eq_dec y q) as [-> | V].
      * apply N.mod_divide in W; [easy | lia].
      * apply (none y); trivial. lia.
Qed.

Lemma window_at_spec n found x l : window_at n found = x :: l -> In (n, x :: l) found.
Proof.
  unfold window_at. destruct (List.find _ found) as [[m w]|] eqn:F; [|discriminate]. intros ->.
  apply find_some in F. destruct F as [I E]. cbn in E. apply N.eqb_eq in E. now subst m.
Qed.

(** * The claim *)

Lemma turned_from G c m : turned c (rev (from G 0 (c + m))) [] = from G (N.of_nat m) c.
Proof.
  replace (from G 0 (c + m)) with (from (moved G 0) 1 (c + m)) by (rewrite from_moved by lia; f_equal; lia).
  rewrite rev_from, turned_down, app_nil_r, from_moved by lia. f_equal. lia.
Qed.

Theorem check_windows_sound code p e length_ mask twist rare reach tries values more :
  check_windows code p e length_ mask twist rare reach tries values more = true -> holds (Period (Heaps code) p e 0).
Proof.
  unfold check_windows. destruct values as [|g up]; [discriminate|]. set (L := length_).
  set (split := existsb _ code). set (others := near _ _ _ _ up). set (start := e - 1 + L).
  set (count := N.of_nat (length (g :: up))). rewrite !andb_true_iff.
  intros [[[[[[[[[[[[order two] sides] zero] P] even] E1] L1] L2] L3] near_] listed_ok] again].
  apply N.eqb_eq in zero. subst g. apply N.ltb_lt in P, E1, L3. apply N.leb_le in L1, L2.
  destruct (factors _ 2 p) as [qs|] eqn:Q; [|discriminate].
  set (wanted := start :: _) in again.
  destruct (stretches _ _ _ _ _ _ _ _ _ _ _ _ _ _) as [found|] eqn:S in again; [|discriminate].
  set (g0 := listed ((0 :: up) ++ given more)).
  set (size := length up) in *. set (l := N.to_nat L).
  assert (count = N.of_nat (Datatypes.S size)) as Count by easy.
  assert (up = from g0 1 size) as U.
  { apply from_nth. intros i I. unfold g0, listed. rewrite app_nth1 by (cbn [length]; fold size; lia).
    now replace (N.to_nat (1 + N.of_nat i)) with (Datatypes.S i) by lia. }
  assert (given more = from g0 count (length (given more))) as M.
  { apply from_nth. intros i I. unfold g0, listed. rewrite app_nth2 by (cbn [length]; fold size; lia). f_equal.
    cbn [length]. fold size. lia. }
  assert (0 :: up = from g0 0 (Datatypes.S size)) as V by (cbn [from]; change (N.succ 0) with 1; rewrite <- U; easy).
  assert (turned l (rev_append (0 :: up) []) [] = from g0 (count - L) l) as W.
  { rewrite rev_append_rev, app_nil_r, V. replace (Datatypes.S size) with (l + (Datatypes.S size - l))%nat by lia.
    rewrite turned_from. f_equal. lia. }
  assert (ends code) as Ends.
  { intros d I. rewrite forallb_forall in two. specialize (two _ I). cbn in two.
    destruct (N.testbit d 0), (N.testbit d 1); auto; discriminate. }
  assert (forall t d, In (t, d) code -> N.testbit d 2 = true -> split = true /\ rare = twist && N.odd t) as side.
  { intros t d I B. split.
    - apply existsb_exists. now exists (t, d).
    - rewrite forallb_forall in sides. specialize (sides _ I). cbn in sides. rewrite B in sides. now apply eqb_prop. }
  assert (forall t d, In (t, d) code -> t + N.of_nat (N.to_nat reach) < N.of_nat l) as within.
  { intros t d I. apply most_taken_spec in I. lia. }
  assert (forall t d r x, In (t, d) code -> In (r, x) others -> t + r < N.of_nat l) as rare_near.
  { intros t d r x I J. apply most_taken_spec in I. rewrite forallb_forall in near_. specialize (near_ _ J).
    cbn in near_. apply N.ltb_lt in near_. lia. }
  assert (forall t x, In (t, x) (lags code others) -> t < N.of_nat l) as lag_near.
  { intros t x I. unfold others in I. rewrite U in I. apply in_lags in I. rewrite <- U in I. destruct I as [(d & I & _) | (u & d & r & I & _ & J & ->)].
    - specialize (within t d I). lia.
    - now apply (rare_near u d r x). }
  (* the windows that were found *)
  assert (S' : stretches code mask twist rare split (N.to_nat reach) l (from g0 1 size) (lags code others) wanted
    (count - L + N.of_nat l) (from g0 (count - L) l) (if existsb (N.eqb count) wanted then [(count, from g0 (count - L) l)] else [])
    more = Some found).
  { rewrite <- U, <- W. now replace (count - L + N.of_nat l) with count by lia. }
  clear S. apply stretches_spec in S'; trivial; [|now replace (count - L + N.of_nat l) with count by lia].
  set (len := length (given more)) in *. replace (count - L + N.of_nat l) with count in S' by lia.
  replace (count - L + N.of_nat (l + len)) with (count + N.of_nat len) in S' by lia.
  destruct S' as [goods windows].
  assert (forall n x w, window_at n found = x :: w ->
    n <= count + N.of_nat len /\ L <= n /\ x = g0 (n - L) /\ w = from g0 (n - L + 1) (l - 1)) as seen.
  { intros n x w H. apply window_at_spec, windows in H.
    assert (n <= count + N.of_nat len /\ L <= n /\ x :: w = from g0 (n - L) l) as (A & B & H').
    { destruct H as [H | (A & B & H)]; [|rewrite H; repeat split; [trivial | lia | f_equal; lia]].
      destruct (existsb _ wanted); [|easy]. destruct H as [H | []]. injection H as <- H. rewrite <- H.
      repeat split; lia. }
    repeat split; trivial; replace l with (Datatypes.S (l - 1)) in H' by lia; cbn [from] in H'; injection H' as -> ->; trivial.
    f_equal; lia. }
  unfold comes_again in again.
  destruct (window_at start found) as [|x once] eqn:Once; [discriminate|].
  destruct (window_at (start + p) found) as [|y again_] eqn:Again; [discriminate|].
  rewrite !andb_true_iff in again. destruct again as [[first same] parts].
  apply alike_spec in same. apply seen in Once, Again. destruct Once as (_ & _ & X & Once), Again as (A1 & _ & Y & Again).
  replace (start - L) with (e - 1) in * by lia. replace (start + p - L) with (e - 1 + p) in * by lia.
  replace (e - 1 + 1) with e in * by lia. replace (e - 1 + p + 1) with (e + p) in * by lia.
  (* the values for ever *)
  destruct (continue g0 (start + p) p e 0) as (G & G_listed & G_again); [trivial | lia | |].
  { intros n B D. rewrite N.add_0_r. rewrite Once, Again in same.
    pose proof (from_alike g0 e (e + p) _ same (n - e) ltac:(lia)) as H.
    replace (e + (n - e)) with n in H by lia. now replace (e + p + (n - e)) with (n + p) in H by lia. }
  assert (forall n, count <= n -> good code mask twist rare split (N.to_nat reach) (lags code others) G n) as all_good.
  { intros n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intros B.
    destruct (N.lt_ge_cases n (start + p)) as [D | D].
    - apply (good_like code mask twist rare split (N.to_nat reach) l (lags code others) lag_near within G g0 n n); trivial; try lia.
      + intros t T. apply G_listed. lia.
      + intros a T. apply G_listed. lia.
      + apply goods; lia.
    - apply (good_like code mask twist rare split (N.to_nat reach) l (lags code others) lag_near within G G n (n - p)); trivial; try lia.
      + intros T. rewrite N.odd_sub by lia. rewrite T in even. cbn in even. destruct (N.odd p); [discriminate | now rewrite xorb_false_r].
      + intros t T. replace (n - t) with (n - p - t + p) by lia. rewrite G_again by lia. apply N.add_0_r.
      + apply IH; lia. }
  assert (forallb (fun '(_, d) => d <? 8) code = true) as small.
  { unfold check_listed in listed_ok. apply andb_true_iff in listed_ok. apply listed_ok. }
  assert (up = from G 1 size) as U'.
  { rewrite U. apply from_ext. intros n B D. symmetry. apply G_listed. lia. }
  assert (forall n, is_mex code G n) as mex.
  { intros n.
    assert (n <> 0 -> ~ left_by G (moves_of code) n (G n) /\ forall w, w < G n -> left_by G (moves_of code) n w) as steps.
    { intros Z. destruct (N.lt_ge_cases n count) as [B | B].
      - apply (check_listed_steps code mask twist rare tries up order listed_ok G); trivial; lia.
      - apply (good_step code mask twist rare split (fold_right insert Empty tries) (N.to_nat reach) l size G); trivial; try lia.
        + unfold others in rare_near. intros t d r z I J. apply (rare_near t d r z I). now rewrite U'.
        + rewrite <- U'. exact all_good. }
    destruct (N.eq_dec n 0) as [-> | Z].
    - assert (G 0 = 0) as zero by (rewrite G_listed by lia; easy). split; [|lia]. rewrite zero.
      intros ps (t & d & I & B & S & F). destruct ps as [|h ps].
      + assert (t = 0) as -> by (cbn in S; lia). destruct (Ends d I) as [B0 _]. cbn in B. congruence.
      + inversion_clear F as [|? ? H _]. cbn in S. lia.
    - destruct (steps Z) as [own below]. split.
      + intros ps I H. apply own. apply left_by_leaves. now exists ps.
      + intros w B. apply left_by_leaves. now apply below. }
  exists G. split; [now apply values_of_heaps|]. split; trivial. split.
  - intros f F. destruct (N.lt_ge_cases f e) as [B|]; trivial. exfalso.
    apply negb_true_iff, N.eqb_neq in first. apply first. rewrite X, Y, <- !G_listed by lia.
    rewrite (F (e - 1)) by lia. now rewrite N.add_0_r.
  - apply (least_period G p e 0 P G_again). intros d u D D' V' R F.
    destruct V' as [z V'].
    assert (p / d = z) as Z by (rewrite V'; apply N.div_mul; lia). rewrite Z in R.
    assert (u = 0) as -> by (destruct (N.eq_dec z 0) as [-> |]; lia).
    destruct (factors_spec _ 2 p qs Q ltac:(lia) P ltac:(lia) z) as (r & I & R2 & (i & Ri)); [nia | exists d; lia|].
    assert (p / r = i * d) as Part by (rewrite V', Ri; replace (i * r * d) with (i * d * r) by lia; apply N.div_mul; lia).
    rewrite forallb_forall in parts. specialize (parts r I). cbn beta in parts. rewrite Part in parts.
    destruct (window_at (start + i * d) found) as [|o other] eqn:Other; [discriminate|].
    apply seen in Other. destruct Other as (_ & _ & _ & Other).
    apply negb_true_iff in parts. enough (alike once other = true) by congruence. apply alike_spec.
    replace (start + i * d - L + 1) with (e + i * d) in Other by lia. rewrite Once, Other.
    assert (i * d <= p) by (rewrite <- Part; apply N.div_le_upper_bound; nia).
    apply (repeats_times G d e 0 i) in F.
    assert (forall c n, e <= n -> n + i * d + N.of_nat c <= start + p -> from g0 n c = from g0 (n + i * d) c) as H'.
    { induction c as [|c IH]; intros n B T; cbn [from]; [easy|]. f_equal.
      - rewrite <- !G_listed by lia. rewrite (F n B). lia.
      - rewrite (IH (N.succ n)) by lia. f_equal. lia. }
    apply H'; lia.
Qed.
