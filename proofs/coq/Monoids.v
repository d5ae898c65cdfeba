(** Misère play of sums, by a finite commutative monoid (Plambeck & Siegel 2008). *)

From Coq Require Import NArith List Lia Bool Permutation.
From Grundy Require Import Statements Games Claims Strategy.
Import ListNotations.
Open Scope N_scope.

Section Monoid.
  Variables (leaves : N -> list N -> Prop) (child : N -> N -> Prop) (game : play).
  Hypothesis playing : plays leaves child game.
  Local Notation move := (move leaves).

  (** The parts that are looked at, and the element of each; the elements are the numbers below [order]. *)
  Variables (some : N -> Prop) (of : N -> N) (order : N) (mul : N -> N -> N) (lost : N -> bool).

  Definition total (s : list N) : N := fold_right (fun n x => mul (of n) x) 0 s.

  Hypothesis inside : forall n ps b, some n -> leaves n ps -> In b ps -> some b.
  Hypothesis of_below : forall n, some n -> of n < order.
  Hypothesis zero_below : 0 < order.
  Hypothesis mul_below : forall x y, x < order -> y < order -> mul x y < order.
  Hypothesis commutative : forall x y, x < order -> y < order -> mul x y = mul y x.
  Hypothesis associative : forall x y z, x < order -> y < order -> z < order -> mul (mul x y) z = mul x (mul y z).
  Hypothesis one : forall x, x < order -> mul 0 x = x.
  Hypothesis over : lost 0 = false.
  Hypothesis ended : forall n, some n -> (forall ps, ~ leaves n ps) -> of n = 0.

  (** No move leads from the lost elements to one. *)
  Hypothesis not_lost : forall n ps z, some n -> leaves n ps -> z < order ->
    lost (mul (of n) z) = true -> lost (mul (total ps) z) = false.

  (** Kinds of sums: [kept x V] says that sums of the element [x] have, beside each [z] in [V], a move to a lost one. *)
  Variables first kept : N -> (N -> Prop) -> Prop.
  Hypothesis first_parts : forall n ps, some n -> leaves n ps -> exists U, first (of n) U /\
    forall z, U z -> z < order -> exists qs, leaves n qs /\ lost (mul (total qs) z) = true.
  Hypothesis kept_first : forall x U, first x U -> exists V, kept x V /\ forall z, V z -> z < order -> U z.
  Hypothesis kept_sums : forall x U y V, first x U -> kept y V ->
    exists W, kept (mul x y) W /\ forall z, W z -> z < order -> U (mul y z) \/ V (mul x z).
  Hypothesis kept_good : forall x V, kept x V -> lost x = false -> V 0.

  Lemma total_below s : Forall some s -> total s < order.
  Proof. induction 1; cbn; trivial. apply mul_below; auto. Qed.

  Lemma total_app s t : Forall some s -> Forall some t -> total (s ++ t) = mul (total s) (total t).
  Proof.
    intros S T. induction S as [|n s H S IH]; cbn; [now rewrite one by now apply total_below|].
    change (mul (of n) (total (s ++ t)) = mul (mul (of n) (total s)) (total t)). rewrite IH, associative; trivial.
    - now apply of_below.
    - now apply total_below.
    - now apply total_below.
  Qed.

  Lemma moved s t : move s t -> Forall some s -> Forall some t /\ exists n ps z, some n /\ leaves n ps /\ z < order /\
    total s = mul (of n) z /\ total t = mul (total ps) z.
  Proof.
    induction 1 as [n ps s L | n s t M IH]; intros S; inversion S as [|? ? H S']; subst.
    - assert (Forall some ps) as P by (apply Forall_forall; intros b B; now apply (inside n ps)).
      split; [now apply Forall_app|]. exists n, ps, (total s). repeat split; trivial; [now apply total_below|].
      now apply total_app.
    - destruct (IH S') as (T & m & ps & z & X & L & Z & E & F). split; [now constructor|].
      assert (Forall some ps) as P by (apply Forall_forall; intros b B; now apply (inside m ps)).
      assert (forall x, x < order -> mul (of n) (mul x z) = mul x (mul (of n) z)) as swap.
      { intros x K. rewrite <- !associative by auto. f_equal. apply commutative; auto. }
      exists m, ps, (mul (of n) z). repeat split; auto; cbn.
      + fold (total s). rewrite E. apply swap. auto.
      + fold (total t). rewrite F. apply swap. now apply total_below.
  Qed.

  Lemma alive n : (exists ps, leaves n ps) \/ forall ps, ~ leaves n ps.
  Proof.
    destruct (options game n) as [|ps l] eqn:E.
    - right. intros ps L. destruct (all_options _ _ _ playing n ps L) as (qs & I & _). now rewrite E in I.
    - left. exists ps. apply (options_are _ _ _ playing). rewrite E. now left.
  Qed.

  (** Whether a sum is over, or of a kind that is kept. *)
  Lemma kind_of s : Forall some s -> (forall t, ~ move s t) /\ total s = 0 \/
    exists V, kept (total s) V /\ (exists t, move s t) /\
      forall z, V z -> z < order -> exists t, move s t /\ lost (mul (total t) z) = true.
  Proof.
    induction 1 as [|n s H S IH]; [left; split; trivial; apply no_move_nil|].
    pose proof (total_below s S) as B. pose proof (of_below n H) as B'. cbn [total fold_right]. fold (total s).
    destruct (alive n) as [[ps L] | D].
    - assert (forall z, z < order -> forall qs, leaves n qs -> lost (mul (total qs) (mul (total s) z)) = true ->
        exists t, move (n :: s) t /\ lost (mul (total t) z) = true) as here.
      { intros z Z qs Q E. exists (qs ++ s). split; [now constructor|].
        assert (Forall some qs) as P by (apply Forall_forall; intros b I; now apply (inside n qs)).
        rewrite total_app, associative; trivial. now apply total_below. }
      assert (exists t, move (n :: s) t) as some_move by (exists (ps ++ s); now constructor).
      destruct (first_parts n ps H L) as (U & F & A). destruct IH as [[D E] | (V & K & (t & M) & A')].
      + right. destruct (kept_first _ _ F) as (V & K & I). exists V. rewrite E, (commutative (of n) 0), one by auto.
        repeat split; trivial. intros z Vz Z. destruct (A z (I z Vz Z) Z) as (qs & Q & T). apply (here z Z qs Q).
        now rewrite E, one.
      + right. destruct (kept_sums _ _ _ _ F K) as (W & K' & I). exists W. repeat split; trivial. intros z Wz Z.
        destruct (I z Wz Z) as [Uz | Vz].
        * destruct (A _ Uz) as (qs & Q & T); [auto|]. now apply (here z Z qs Q).
        * destruct (A' _ Vz) as (u & M' & T); [auto|]. exists (n :: u). split; [now constructor|].
          destruct (moved s u M' S) as [S' _]. pose proof (total_below u S') as Bu. cbn [total fold_right]. fold (total u).
          rewrite (commutative (of n)), associative by auto. exact T.
    - assert (of n = 0) as -> by now apply ended. rewrite one by trivial.
      destruct IH as [[D' E] | (V & K & (t & M) & A)].
      + left. split; trivial. intros t M. inversion M; subst; [now apply (D ps) | now apply (D' t0)].
      + right. exists V. repeat split; trivial; [exists (n :: t); now constructor|]. intros z Vz Z.
        destruct (A z Vz Z) as (u & M' & T). exists (n :: u). split; [now constructor|].
        destruct (moved s u M' S) as [S' _]. cbn [total fold_right]. fold (total u).
        rewrite (ended n), one by (trivial; now apply total_below). exact T.
  Qed.

  Theorem monoid_decides s : Forall some s -> outcome leaves true (negb (lost (total s))) s.
  Proof.
    intros S. destruct (lasts_some leaves child game playing s) as [k K]. revert s S K.
    induction k as [k IH] using (well_founded_ind Wf_nat.lt_wf). intros s S K.
    assert (forall t, move s t -> Forall some t /\ outcome leaves true (negb (lost (total t))) t) as later.
    { intros t M. destruct (moved s t M S) as [T _]. split; trivial. destruct k as [|k]; [now apply K in M|].
      apply (IH k); trivial; [lia|]. now apply K. }
    destruct (kind_of s S) as [[E Z] | (V & kind & (t & M) & A)].
    - rewrite Z, over. cbn. now apply misere_end.
    - destruct (lost (total s)) eqn:L; cbn.
      + apply (misere_lost _ s t M). intros u M'. destruct (later u M') as [_ O].
        destruct (moved s u M' S) as (_ & n & ps & z & X & Q & Zb & E & F). rewrite E in L.
        pose proof (not_lost n ps z X Q Zb L) as N'. rewrite <- F in N'. now rewrite N' in O.
      + destruct (A 0 (kept_good _ _ kind L) zero_below) as (u & M' & T). destruct (later u M') as [U O].
        rewrite commutative, one in T by (trivial; now apply total_below). rewrite T in O. now apply (misere_won _ s u).
  Qed.

  Lemma lost_or_won s : MisereLost leaves s -> MisereWon leaves s -> False.
  Proof.
    destruct (lasts_some leaves child game playing s) as [k K]. revert s K.
    induction k as [k IH] using (well_founded_ind Wf_nat.lt_wf). intros s K L W.
    destruct L as [s t M A]. destruct W as [s E | s u M' L]; [now apply (E t)|].
    destruct k as [|k]; [now apply K in M|]. apply (IH k ltac:(lia) u); auto.
  Qed.

  (** * No monoid is smaller *)

  Hypothesis made : forall x, x < order -> exists s, Forall some s /\ total s = x.
  Hypothesis apart : forall x y, x < order -> y < order -> x <> y ->
    exists z, z < order /\ lost (mul x z) <> lost (mul y z).

  Theorem monoid_least (M : Type) (unit : M) (op : M -> M -> M) (f : N -> M) (loses : M -> Prop) (all : list M) :
    (forall a b c, op a (op b c) = op (op a b) c) -> (forall a, op unit a = a) ->
    (forall s, Forall some s -> let x := fold_right (fun n x => op (f n) x) unit s in
      In x all /\ (loses x <-> MisereLost leaves s)) -> (N.to_nat order <= length all)%nat.
  Proof.
    intros assoc left_one says. set (sum_of := fold_right (fun n x => op (f n) x) unit).
    assert (forall s t, sum_of (s ++ t) = op (sum_of s) (sum_of t)) as app.
    { intros s t. induction s as [|n s IH]; cbn; [now rewrite left_one|]. fold sum_of. now rewrite IH, assoc. }
    assert (forall s t, Forall some s -> Forall some t -> sum_of s = sum_of t -> total s = total t) as inj.
    { intros s t S T E. destruct (N.eq_dec (total s) (total t)) as [|D]; trivial. exfalso.
      destruct (apart _ _ (total_below s S) (total_below t T) D) as (z & Z & N'). destruct (made z Z) as (u & U & <-).
      rewrite <- !total_app in N' by trivial. apply N'.
      assert (Forall some (s ++ u)) as SU by now apply Forall_app. assert (Forall some (t ++ u)) as TU by now apply Forall_app.
      pose proof (says _ SU) as [_ A]. pose proof (says _ TU) as [_ B]. fold sum_of in A, B. rewrite app, E, <- app in A.
      pose proof (monoid_decides _ SU) as O. pose proof (monoid_decides _ TU) as O'.
      destruct (lost (total (s ++ u))), (lost (total (t ++ u))); trivial; cbn in O, O'; exfalso.
      - apply A, B in O. now apply (lost_or_won (t ++ u)).
      - apply B, A in O'. now apply (lost_or_won (s ++ u)). }
    assert (forall l, (forall x, In x l -> x < order) -> NoDup l ->
      exists ms, length ms = length l /\ NoDup ms /\ forall m, In m ms -> exists s, Forall some s /\ m = sum_of s /\ In (total s) l)
      as images.
    { induction l as [|x l IH]; intros B D.
      - exists []. repeat split; [constructor | easy].
      - inversion D as [|? ? N' D']; subst. destruct IH as (ms & L & D'' & I); [intros; apply B; now right | trivial|].
        destruct (made x (B x (or_introl eq_refl))) as (s & S & E). exists (sum_of s :: ms). split; [cbn; now rewrite L|]. split.
        + constructor; trivial. intros J. apply I in J. destruct J as (t & T & F & G). apply N'.
          now rewrite <- E, (inj s t).
        + intros m [<- | J]; [exists s; rewrite E; repeat split; trivial; now left|].
          destruct (I m J) as (t & T & F & G). exists t. repeat split; trivial. now right. }
    destruct (images (map N.of_nat (seq 0 (N.to_nat order)))) as (ms & L & D & I).
    - intros x X. apply in_map_iff in X. destruct X as (i & <- & J). apply in_seq in J. lia.
    - apply FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros a b E. lia.
    - rewrite map_length, seq_length in L. rewrite <- L. apply NoDup_incl_length; trivial.
      intros m J. destruct (I m J) as (s & S & -> & _). now apply says.
  Qed.
End Monoid.
