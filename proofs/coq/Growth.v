(** Where any number of counters may be taken but some, the nim-values grow for ever, and in equal stretches. *)

From Coq Require Import NArith List Lia Bool Arith.
From Grundy Require Import Statements Games Heaps Trie Period.
Import ListNotations.
Open Scope N_scope.

(** * The theorem *)

Section Growth.
  Variables (spared : list N) (G : N -> N) (k p s : N).
  Hypothesis reach : forall t, In t spared -> t <= k.

  (** What makes [G n] the nim-value of a heap of [n]. *)
  Definition option_worth (n v : N) : Prop := exists t, 0 < t /\ t <= n /\ ~ In t spared /\ G (n - t) = v.
  Definition is_mex (n : N) : Prop := ~ option_worth n (G n) /\ forall w, w < G n -> option_worth n w.

  Theorem values_all_but : (forall n, is_mex n) -> forall n, Value (all_but_leaves spared) [n] (G n).
  Proof.
    intros M. apply (value_by_mex _ G N.lt); [exact N.lt_wf_0 | | |].
    - intros n ps b (t & Z & L & _ & ->) [<- | []]. lia.
    - intros n ps (t & Z & L & I & ->) E. apply (M n). exists t. repeat split; trivial.
      cbn in E. now rewrite N.lxor_0_r in E.
    - intros n w W. destruct (M n) as [_ reached]. destruct (reached w W) as (t & Z & L & I & <-).
      exists [n - t]. split; [now exists t | cbn; now rewrite N.lxor_0_r].
  Qed.

  (** The values of the heaps that are left whatever is spared. *)
  Definition far (n v : N) : Prop := exists m, m + k < n /\ G m = v.

  Lemma far_grows n v : far (N.succ n) v <-> far n v \/ k <= n /\ G (n - k) = v.
  Proof.
    split.
    - intros (m & L & E). destruct (N.lt_ge_cases (m + k) n) as [S | S]; [left; now exists m|].
      right. split; [lia|]. rewrite <- E. f_equal. lia.
    - intros [(m & L & E) | [L E]]; [exists m; split; trivial; lia | exists (n - k); split; trivial; lia].
  Qed.

  Lemma far_later n m v : n <= m -> far n v -> far m v.
  Proof. intros L (i & I & E). exists i. split; trivial. lia. Qed.

  Lemma far_option n v : far n v -> option_worth n v.
  Proof.
    intros (m & L & E). exists (n - m). repeat split; [lia | lia | | now replace (n - (n - m)) with m by lia].
    intros I. apply reach in I. lia.
  Qed.

  (** Up to some number both have all values, and above it the same ones, [s] higher. *)
  Variables (first b : N).
  Hypothesis near : k <= first.
  Hypothesis higher : forall m, first <= m + k -> G (m + p) = G m + s.
  Hypothesis all_below : forall v, v < b -> far first v.
  Hypothesis all_below_later : forall v, v < b + s -> far (first + p) v.
  Hypothesis alike : forall v, b <= v -> far first v <-> far (first + p) (v + s).

  Lemma far_alike n v : first <= n -> b <= v -> far n v <-> far (n + p) (v + s).
  Proof.
    revert v. induction n as [|n IH] using N.peano_ind; intros v L B.
    - replace first with 0 in alike by lia. now apply alike.
    - destruct (N.eq_dec first (N.succ n)) as [<- | D]; [now apply alike|].
      replace (N.succ n + p) with (N.succ (n + p)) by lia. rewrite !far_grows, IH by lia.
      replace (n + p - k) with (n - k + p) by lia. rewrite higher by lia. split.
      + intros [F | [K <-]]; [now left | right; split; [lia | trivial]].
      + intros [F | [K E]]; [now left | right; split; [lia|]]. lia.
  Qed.

  Theorem growth : 0 < p -> (forall n, n < first + p -> is_mex n) -> forall n, is_mex n.
  Proof.
    intros P listed n. induction n as [n IH] using (well_founded_ind N.lt_wf_0).
    destruct (N.lt_ge_cases n (first + p)) as [L | L]; [now apply listed|].
    assert (exists m, n = m + p) as [m ->] by (exists (n - p); lia).
    destruct (IH m) as [not reached]; [lia|].
    assert (b <= G m) as B.
    { apply N.nlt_ge. intros V. apply not, far_option, (far_later first); [lia | now apply all_below]. }
    assert (forall v, b <= v -> option_worth m v <-> option_worth (m + p) (v + s)) as same.
    { intros v V. split.
      - intros (t & Z & T & I & E). destruct (N.le_gt_cases t k) as [K | K].
        + exists t. repeat split; trivial; [lia|].
          replace (m + p - t) with (m - t + p) by lia. rewrite higher by lia. lia.
        + apply far_option, (far_alike m v); trivial; [lia|]. exists (m - t). split; trivial. lia.
      - intros (t & Z & T & I & E). destruct (N.le_gt_cases t k) as [K | K].
        + exists t. repeat split; trivial; [lia|]. replace (m + p - t) with (m - t + p) in E by lia.
          rewrite higher in E by lia. lia.
        + apply far_option, (far_alike m v); trivial; [lia|]. exists (m + p - t). split; trivial. lia. }
    unfold is_mex. rewrite (higher m) by lia. split; [now rewrite <- same|].
    intros w W. destruct (N.lt_ge_cases w (b + s)) as [S | S].
    - apply far_option, (far_later (first + p)); [lia | now apply all_below_later].
    - replace w with (w - s + s) by lia. apply same; [lia|]. apply reached. lia.
  Qed.
End Growth.

(** * Program

    Before the heap of [n], [done] has the values of the heaps n - 1, ..., 0, and [below] those of the heaps that can be
    left whatever is spared: 0, ..., n - k - 1. All numbers less than [bottom] are in [below]. Once [wait] is 0, n is at
    least k, and [late] has the values from the heap of n - k on: the first one joins [below] at the next heap. *)

Record state := { wait : nat; late : list N; done : list N; below : numbers; bottom : N }.

(** The values of the nearest heaps that may be left. *)
Fixpoint add_near (near : list bool) (done : list N) (s : numbers) : numbers :=
  match near, done with
  | may :: near', g :: done' => add_near near' done' (if may then insert g s else s)
  | _, _ => s
  end.

(** The least number from [b] on that is not in [s]; it takes no more steps than there are values. *)
Fixpoint rise (values : list N) (b : N) (s : numbers) : N :=
  match values with
  | [] => b
  | _ :: l => if mem b s then rise l (N.succ b) s else b
  end.

Section Program.
  Variables (near : list bool) (values : list N).

  Definition step (g : N) (now : state) : option state :=
    let seen := add_near near (done now) (below now) in
    if mem g seen then None
    else if all_from (N.to_nat (g - bottom now)) (bottom now) seen then
      match wait now, late now with
      | S w, l => Some {| wait := w; late := l; done := g :: done now; below := below now; bottom := bottom now |}
      | 0%nat, v :: l =>
          let s := insert v (below now) in
          Some {| wait := 0; late := l; done := g :: done now; below := s; bottom := rise values (bottom now) s |}
      | 0%nat, [] => None
      end
    else None.

  Fixpoint run (count : nat) (rest : list N) (now : state) : option (list N * state) :=
    match count, rest with
    | 0%nat, _ => Some (rest, now)
    | S c, g :: rest' => match step g now with Some next => run c rest' next | None => None end
    | S _, [] => None
    end.
End Program.

Definition allowed (spared : list N) (t : nat) : bool := negb (existsb (N.eqb (N.of_nat t)) spared).

Definition check_growth (spared : list N) (p e s : N) (values : list N) : bool :=
  let k := fold_right N.max 0 spared in
  let size := N.of_nat (length values) in
  (0 <? p) && (e + 2 * p <=? size) && (p + k <=? size) &&
  check_claim_listed values p e s &&
  repeats_listed values p (size - p - k) s &&
  let near := map (allowed spared) (seq 1 (N.to_nat k)) in
  let start := {| wait := N.to_nat k; late := values; done := []; below := Empty; bottom := 0 |} in
  match run near values (N.to_nat (size - p)) values start with
  | None => false
  | Some (rest, one) =>
      match run near values (N.to_nat p) rest one with
      | None => false
      | Some (_, two) =>
          (bottom two =? bottom one + s) &&
          forallb (fun v => (v <? bottom one) || mem (v + s) (below two)) (skipn (N.to_nat k) (done one)) &&
          forallb (fun v => (v <? bottom two) || mem (v - s) (below one)) (skipn (N.to_nat k) (done two))
      end
  end.

(** * Soundness *)

Lemma skipn_cons {A} n (l : list A) a l' d : skipn n l = a :: l' ->
  (n < length l)%nat /\ nth n l d = a /\ skipn (S n) l = l'.
Proof.
  revert l. induction n as [|n IH]; intros [|b l]; cbn [skipn]; try discriminate.
  - intros E. injection E as -> ->. cbn. repeat split; lia.
  - intros E. destruct (IH l E) as (L & N & S). cbn. repeat split; trivial. lia.
Qed.

Lemma rise_spec values b s : (forall v, v < b -> mem v s = true) -> forall v, v < rise values b s -> mem v s = true.
Proof.
  revert b. induction values as [|g values IH]; intros b all; cbn [rise]; trivial.
  destruct (mem b s) eqn:M; trivial. apply IH. intros v L.
  destruct (N.eq_dec v b) as [-> | D]; trivial. apply all. lia.
Qed.

Section Soundness.
  Variables (spared values : list N) (G : N -> N) (k : nat).
  Hypothesis reach : forall t, In t spared -> t <= N.of_nat k.
  Hypothesis listed_ok : forall n, n < N.of_nat (length values) -> G n = listed values n.
  Let near := map (allowed spared) (seq 1 k).

  Fixpoint before (n : nat) : list N := match n with 0%nat => [] | S i => G (N.of_nat i) :: before i end.

  Lemma before_skip n c : skipn c (before n) = before (n - c).
  Proof. revert n. induction c as [|c IH]; intros [|n]; cbn [before skipn Nat.sub]; trivial. Qed.

  Lemma in_before n v : In v (before n) <-> exists m, (m < n)%nat /\ G (N.of_nat m) = v.
  Proof.
    induction n as [|n IH]; cbn [before In].
    - split; [easy | intros (m & L & _); lia].
    - rewrite IH. split.
      + intros [<- | (m & L & E)]; [exists n | exists m]; split; trivial; lia.
      + intros (m & L & E). destruct (Nat.eq_dec m n) as [-> | D]; [now left | right; exists m; split; trivial; lia].
  Qed.

  Lemma far_before n v : far G (N.of_nat k) (N.of_nat n) v <-> In v (skipn k (before n)).
  Proof.
    rewrite before_skip, in_before. split.
    - intros (m & L & E). exists (N.to_nat m). split; [lia|]. now rewrite N2Nat.id.
    - intros (m & L & E). exists (N.of_nat m). split; trivial. lia.
  Qed.

  Lemma mem_near v l n s : mem v (add_near l (before n) s) = true <->
    mem v s = true \/ exists i, nth_error l i = Some true /\ (i < n)%nat /\ G (N.of_nat (n - S i)) = v.
  Proof.
    revert n s. induction l as [|may l IH]; intros n s; cbn [add_near].
    - split; [now left | intros [M | ([|i] & E & _)]; [trivial | discriminate ..]].
    - destruct n as [|n]; cbn [before].
      + split; [now left | intros [M | (i & _ & L & _)]; [trivial | lia]].
      + rewrite IH. split.
        * intros [M | (i & E & L & Q)].
          -- destruct may; [|now left]. rewrite mem_insert, orb_true_iff, N.eqb_eq in M.
             destruct M as [-> | M]; [|now left]. right. exists 0%nat. repeat split; [lia|]. do 2 f_equal. lia.
          -- right. exists (S i). repeat split; trivial. lia.
        * intros [M | ([|i] & E & L & Q)].
          -- left. destruct may; trivial. now rewrite mem_insert, M, orb_true_r.
          -- left. injection E as ->. rewrite mem_insert, orb_true_iff, N.eqb_eq. left. rewrite <- Q. do 2 f_equal. lia.
          -- right. exists i. repeat split; trivial. lia.
  Qed.

  Lemma may_leave t : (0 < t)%nat -> (t <= k)%nat -> nth_error near (pred t) = Some true <-> ~ In (N.of_nat t) spared.
  Proof.
    intros Z L. unfold near. rewrite nth_error_map.
    rewrite (nth_error_nth' (seq 1 k) 0%nat) by (rewrite seq_length; lia). rewrite seq_nth by lia. cbn [option_map].
    replace (1 + pred t)%nat with t by lia. unfold allowed.
    assert (existsb (N.eqb (N.of_nat t)) spared = true <-> In (N.of_nat t) spared) as H.
    { rewrite existsb_exists. split; [intros (i & I & E); apply N.eqb_eq in E; now subst|].
      intros I. exists (N.of_nat t). now rewrite N.eqb_refl. }
    destruct (existsb _ spared); cbn [negb]; intuition congruence.
  Qed.

  Lemma seen_spec n s v : (forall v, mem v s = true <-> far G (N.of_nat k) (N.of_nat n) v) ->
    mem v (add_near near (before n) s) = true <-> option_worth spared G (N.of_nat n) v.
  Proof.
    intros F. rewrite mem_near, F. split.
    - intros [M | (i & E & L & Q)]; [now apply (far_option spared G (N.of_nat k))|].
      assert (i < k)%nat as K.
      { assert (nth_error near i <> None) as S by congruence. apply nth_error_Some in S.
        unfold near in S. now rewrite map_length, seq_length in S. }
      exists (N.of_nat (S i)). split; [lia|]. split; [lia|]. split.
      + apply may_leave; [lia | lia | exact E].
      + rewrite <- Q. f_equal. lia.
    - intros (t & Z & L & I & Q). destruct (N.le_gt_cases t (N.of_nat k)) as [K | K].
      + right. exists (pred (N.to_nat t)). repeat split.
        * apply may_leave; [lia | lia |]. now rewrite N2Nat.id.
        * lia.
        * rewrite <- Q. f_equal. lia.
      + left. exists (N.of_nat n - t). split; trivial. lia.
  Qed.

  (** What is known before the heap of [n]. *)
  Definition known (n : nat) (now : state) : Prop :=
    wait now = (k - n)%nat /\ late now = skipn (n - k) values /\ done now = before n /\
    (forall v, mem v (below now) = true <-> far G (N.of_nat k) (N.of_nat n) v) /\
    (forall v, v < bottom now -> mem v (below now) = true).

  Lemma step_sound n now next : known n now -> (n < length values)%nat ->
    step near values (G (N.of_nat n)) now = Some next -> is_mex spared G (N.of_nat n) /\ known (S n) next.
  Proof.
    intros (W & L & D & F & B) I. unfold step. rewrite D.
    destruct (mem _ (add_near _ _ _)) eqn:M; [discriminate|].
    destruct (all_from _ _ _) eqn:A; [|discriminate]. intros E. split.
    - split; [intros O; apply (seen_spec n (below now) _ F) in O; congruence|].
      intros w Q. apply (seen_spec n (below now) _ F). destruct (N.lt_ge_cases w (bottom now)) as [U | U].
      + apply mem_near. left. now apply B.
      + apply (all_from_spec _ _ _ A); lia.
    - assert (forall v, far G (N.of_nat k) (N.of_nat (S n)) v <->
        far G (N.of_nat k) (N.of_nat n) v \/ (k <= n)%nat /\ G (N.of_nat (n - k)) = v) as grows.
      { intros v. rewrite Nat2N.inj_succ, far_grows. replace (N.of_nat n - N.of_nat k) with (N.of_nat (n - k)) by lia.
        intuition lia. }
      destruct (wait now) as [|w] eqn:X.
      + destruct (late now) as [|v l] eqn:Y; [discriminate|]. injection E as <-.
        symmetry in L. apply skipn_cons with (d := 0) in L. destruct L as (L & V & <-).
        assert (G (N.of_nat (n - k)) = v) as V' by (rewrite listed_ok by lia; unfold listed; now rewrite Nat2N.id).
        assert (forall i, mem i (insert v (below now)) = true <-> far G (N.of_nat k) (N.of_nat (S n)) i) as F'.
        { intros i. rewrite mem_insert, orb_true_iff, N.eqb_eq, F, grows, V'. intuition (try congruence; lia). }
        split; [cbn; lia|]. split; [cbn [late]; f_equal; lia|]. split; [reflexivity|]. split; [exact F'|].
        cbn [below bottom]. apply rise_spec. intros i Q. rewrite mem_insert, (B i Q). apply orb_true_r.
      + injection E as <-. split; [cbn; lia|]. split; [cbn [late]; rewrite L; f_equal; lia|].
        split; [reflexivity|]. split; [|exact B]. cbn [below]. intros v. rewrite F, grows. intuition lia.
  Qed.

  Lemma run_sound count : forall n now rest next, known n now -> (n + count <= length values)%nat ->
    run near values count (skipn n values) now = Some (rest, next) ->
    rest = skipn (n + count) values /\ known (n + count) next /\
    forall i, (n <= i)%nat -> (i < n + count)%nat -> is_mex spared G (N.of_nat i).
  Proof.
    induction count as [|count IH]; intros n now rest next K C E; cbn [run] in E.
    - injection E as <- <-. rewrite Nat.add_0_r. repeat split; try apply K; lia.
    - destruct (skipn n values) as [|g l] eqn:S; [discriminate|]. apply skipn_cons with (d := 0) in S.
      destruct S as (L & V & <-).
      assert (G (N.of_nat n) = g) as <- by (rewrite listed_ok by lia; unfold listed; now rewrite Nat2N.id).
      destruct (step _ _ _ now) as [now'|] eqn:T; [|discriminate].
      apply (step_sound n) in T; trivial. destruct T as [M K'].
      destruct (IH (S n) now' rest next K') as (R & K'' & each); trivial; [lia|].
      replace (n + S count)%nat with (S n + count)%nat by lia. repeat split; trivial; try apply K''.
      + intros O. destruct (Nat.eq_dec i n) as [-> | D]; [now apply M | apply (each i) in O; trivial; lia].
      + intros w W. destruct (Nat.eq_dec i n) as [-> | D]; [now apply M | apply (each i); trivial; lia].
  Qed.
End Soundness.

Theorem check_growth_sound spared p e s values :
  check_growth spared p e s values = true -> holds (Period (AllBut spared) p e s).
Proof.
  unfold check_growth. set (k := fold_right N.max 0 spared). set (size := N.of_nat (length values)).
  rewrite !andb_true_iff. intros [[[[[P enough] reached] claimed] near] found].
  apply N.ltb_lt in P. apply N.leb_le in enough, reached.
  assert (repeats_listed values p e s = true) as again.
  { unfold check_claim_listed in claimed. rewrite !andb_true_iff in claimed. apply claimed. }
  destruct (continue (listed values) size p e s) as (G & listed_ok & G_again);
    [trivial | lia | now apply repeats_listed_spec |].
  assert (forall t, In t spared -> t <= k) as reach.
  { clear. subst k. induction spared as [|u l IH]; cbn; [easy|]. intros t [-> | I]; [lia|]. apply IH in I. lia. }
  assert (forall t, In t spared -> t <= N.of_nat (N.to_nat k)) as reach' by (intros t I; apply reach in I; lia).
  set (start := {| wait := N.to_nat k; late := values; done := []; below := Empty; bottom := 0 |}) in found.
  assert (known values G (N.to_nat k) 0 start) as K.
  { repeat split; cbn; try lia.
    - unfold mem, find. now rewrite find_empty.
    - intros (m & L & _). lia. }
  destruct (run _ _ _ values start) as [[rest one]|] eqn:one_run; [|discriminate].
  destruct (run _ _ _ rest one) as [[rest' two]|] eqn:two_run; [|discriminate].
  apply (run_sound spared values G (N.to_nat k) reach' listed_ok _ 0 start) in one_run; trivial; [|lia].
  destruct one_run as (-> & K1 & each1). cbn [Nat.add] in *.
  apply (run_sound spared values G (N.to_nat k) reach' listed_ok _ _ one) in two_run; trivial; [|lia].
  destruct two_run as (_ & K2 & each2).
  rewrite !andb_true_iff, !forallb_forall in found. destruct found as [[bottoms up] back]. apply N.eqb_eq in bottoms.
  destruct K1 as (_ & _ & D1 & F1 & B1), K2 as (_ & _ & D2 & F2 & B2).
  setoid_rewrite N2Nat.id in F1. setoid_rewrite Nat2N.inj_add in F2. setoid_rewrite N2Nat.id in F2.
  rewrite D1 in up. rewrite D2 in back.
  assert (forall n, is_mex spared G n) as M.
  { apply (growth spared G k p s reach (size - p) (bottom one)); trivial; [lia | | | | |].
    - intros m L. destruct (N.lt_ge_cases (m + p) size) as [S | S]; [|apply G_again; lia].
      rewrite !listed_ok by lia. apply (proj1 (repeats_listed_spec _ _ _ _) near); trivial. lia.
    - intros v L. apply F1. now apply B1.
    - intros v L. apply F2, B2. lia.
    - intros v L. split; intros F.
      + apply F2. pose proof (proj1 (far_before G (N.to_nat k) _ v) ltac:(rewrite !N2Nat.id; exact F)) as I.
        apply up, orb_true_iff in I. destruct I as [I|]; trivial. apply N.ltb_lt in I. lia.
      + apply F1. pose proof (proj1 (far_before G (N.to_nat k) (N.to_nat (size - p) + N.to_nat p) (v + s))) as I.
        rewrite Nat2N.inj_add, !N2Nat.id in I. apply I, back, orb_true_iff in F.
        destruct F as [F | F]; [apply N.ltb_lt in F; lia|]. now replace (v + s - s) with v in F by lia.
    - intros n L. replace n with (N.of_nat (N.to_nat n)) by lia.
      destruct (N.lt_ge_cases n (size - p)); [apply each1 | apply each2]; lia. }
  exists G. split; [now apply values_all_but|]. split; trivial.
  apply (claim_by_listed G values p e s); trivial. lia.
Qed.
