(** Nim-values of games: they are unique, they add by XOR (Sprague 1935, Grundy 1939), and 0 is lost. *)

From Coq Require Import NArith List Lia Wf_nat.
From Grundy Require Import Statements.
Import ListNotations.
Open Scope N_scope.

Definition xors {part} (G : part -> N) (s : list part) : N := fold_right (fun a v => N.lxor (G a) v) 0 s.

(** The XOR of the numbers [v] and [w] is the mex of what one of them made smaller gives. *)
Lemma lxor_other a b c : N.lxor a b = c -> a = N.lxor c b.
Proof. intros <-. now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. Qed.

Lemma lxor_inj a b c : N.lxor a b = N.lxor a c -> b = c.
Proof.
  intros E. assert (N.lxor a (N.lxor a b) = N.lxor a (N.lxor a c)) as F by now rewrite E.
  now rewrite <- !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_l in F.
Qed.

(** The number with a bit cleared, and lower bits changed at will, is smaller. *)
Lemma bit_decides k : forall a b,
  (forall i, k < i -> N.testbit a i = N.testbit b i) ->
  N.testbit a k = false -> N.testbit b k = true -> a < b.
Proof.
  intros a b above ak bk.
  assert (a / 2 ^ N.succ k = b / 2 ^ N.succ k) as E.
  { rewrite <- !N.shiftr_div_pow2. apply N.bits_inj. intros i. rewrite !N.shiftr_spec'. apply above. lia. }
  assert (N.b2n (N.testbit a k) = (a / 2 ^ k) mod 2) as A by apply N.testbit_spec'.
  assert (N.b2n (N.testbit b k) = (b / 2 ^ k) mod 2) as B by apply N.testbit_spec'.
  rewrite ak in A. rewrite bk in B. cbn in A, B.
  rewrite N.pow_succ_r' in E. rewrite (N.mul_comm 2) in E.
  assert (2 ^ k <> 0) as P by (apply N.pow_nonzero; lia).
  rewrite <- !N.div_div in E by lia.
  assert (a / 2 ^ k < b / 2 ^ k) as L.
  { rewrite (N.div_mod (a / 2 ^ k) 2), (N.div_mod (b / 2 ^ k) 2) by lia. lia. }
  pose proof (N.div_mod a (2 ^ k) P). pose proof (N.div_mod b (2 ^ k) P).
  pose proof (N.mod_lt a (2 ^ k) P).
  assert (2 ^ k * (a / 2 ^ k + 1) <= 2 ^ k * (b / 2 ^ k)) by (apply N.mul_le_mono_l; lia).
  clear - H H0 H1 H2. generalize dependent (a / 2 ^ k). generalize dependent (b / 2 ^ k).
  generalize dependent (a mod 2 ^ k). generalize dependent (b mod 2 ^ k). intros. nia.
Qed.

Lemma lxor_smaller w a b : w < N.lxor a b -> N.lxor w b < a \/ N.lxor w a < b.
Proof.
  intros L. set (d := N.lxor w (N.lxor a b)).
  assert (d <> 0) as D. { intros E. apply N.lxor_eq in E. lia. }
  set (k := N.log2 d).
  assert (N.testbit d k = true) as top by now apply N.bit_log2.
  assert (forall i, k < i -> N.testbit d i = false) as above by (intros; now apply N.bits_above_log2).
  assert (N.testbit w k = false) as W.
  { destruct (N.testbit w k) eqn:W; trivial. exfalso. enough (N.lxor a b < w) by lia.
    apply (bit_decides k); trivial.
    - intros i I. specialize (above i I). unfold d in above. rewrite N.lxor_spec in above.
      destruct (N.testbit w i), (N.testbit (N.lxor a b) i); trivial; discriminate.
    - unfold d in top. rewrite N.lxor_spec, W in top. now destruct (N.testbit (N.lxor a b) k). }
  unfold d in top, above. setoid_rewrite N.lxor_spec in above. setoid_rewrite N.lxor_spec in above.
  rewrite !N.lxor_spec, W in top.
  destruct (N.testbit a k) eqn:A; destruct (N.testbit b k) eqn:B; try discriminate; [left | right];
    apply (bit_decides k); rewrite ?N.lxor_spec, ?A, ?B, ?W; trivial; intros i I; specialize (above i I);
    rewrite N.lxor_spec; destruct (N.testbit w i), (N.testbit a i), (N.testbit b i); trivial; discriminate.
Qed.

Section Games.
  Context {part : Type} (leaves : part -> list part -> Prop).
  Local Notation move := (move leaves).
  Local Notation Value := (Value leaves).
  Local Notation Lost := (Lost leaves).
  Local Notation Won := (Won leaves).

  Lemma move_app_l s s' t : move s s' -> move (s ++ t) (s' ++ t).
  Proof.
    induction 1 as [a ps s O | a s s' _ IH]; cbn.
    - rewrite <- app_assoc. now constructor.
    - now constructor.
  Qed.

  Lemma move_app_r s t t' : move t t' -> move (s ++ t) (s ++ t').
  Proof. intros M. induction s; cbn; [trivial | now constructor]. Qed.

  Lemma move_app s t u : move (s ++ t) u ->
    (exists s', move s s' /\ u = s' ++ t) \/ (exists t', move t t' /\ u = s ++ t').
  Proof.
    revert u. induction s as [|a s IH]; cbn; intros u M.
    - right. now exists u.
    - inversion M; subst.
      + left. exists (ps ++ s). split; [now constructor | apply app_assoc].
      + destruct (IH t0) as [(s' & S & ->) | (t' & T & ->)]; trivial.
        * left. exists (a :: s'). split; trivial. now constructor.
        * right. now exists t'.
  Qed.

  Lemma no_move_nil u : ~ move [] u.
  Proof. inversion 1. Qed.

  (** Induction on how a value is found; Coq's own principle does not look below [exists]. *)
  Lemma value_induction (Q : list part -> N -> Prop) :
    (forall s v,
      (forall t, move s t -> exists w, Value t w /\ Q t w /\ w <> v) ->
      (forall w, w < v -> exists t, move s t /\ Value t w /\ Q t w) -> Q s v) ->
    forall s v, Value s v -> Q s v.
  Proof.
    intros step. fix F 3. intros s v [s' v' not reached]. apply step.
    - intros t M. destruct (not t M) as (w & V & D). exists w. auto.
    - intros w L. destruct (reached w L) as (t & M & V). exists t. auto.
  Qed.

  Lemma value_unique s v w : Value s v -> Value s w -> v = w.
  Proof.
    intros V. revert w. revert s v V. apply (value_induction (fun s v => forall w, Value s w -> v = w)).
    intros s v not reached w W. inversion W as [s' w' not' reached']; subst.
    destruct (N.lt_trichotomy v w) as [L | [L | L]]; trivial.
    - destruct (reached' v L) as (t & M & T). destruct (not t M) as (x & _ & U & D). now destruct (D (U v T)).
    - destruct (reached w L) as (t & M & _ & U). destruct (not' t M) as (x & X & D). now destruct (D (eq_sym (U x X))).
  Qed.

  Theorem sprague_grundy s t v w : Value s v -> Value t w -> Value (s ++ t) (N.lxor v w).
  Proof.
    intros V. revert t w. revert s v V.
    apply (value_induction (fun s v => forall t w, Value t w -> Value (s ++ t) (N.lxor v w))).
    intros s v not reached. apply (value_induction (fun t w => Value (s ++ t) (N.lxor v w))).
    intros t w not' reached'.
    assert (Value s v) as V.
    { constructor; intros u M.
      - destruct (not u M) as (x & ? & ? & ?). eauto.
      - destruct (reached u M) as (x & ? & ? & ?). eauto. }
    assert (Value t w) as W.
    { constructor; intros u M.
      - destruct (not' u M) as (x & ? & ? & ?). eauto.
      - destruct (reached' u M) as (x & ? & ? & ?). eauto. }
    constructor.
    - intros u M. apply move_app in M. destruct M as [(s' & M & ->) | (t' & M & ->)].
      + destruct (not s' M) as (x & _ & S & D). exists (N.lxor x w). split; [now apply S|].
        intros E. rewrite !(N.lxor_comm _ w) in E. now apply lxor_inj in E.
      + destruct (not' t' M) as (x & _ & T & D). exists (N.lxor v x). split; [exact T|].
        intros E. now apply lxor_inj in E.
    - intros u L. destruct (lxor_smaller u v w L) as [S | S].
      + destruct (reached _ S) as (s' & M & _ & Q). exists (s' ++ t). split; [now apply move_app_l|].
        specialize (Q t w W). now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r in Q.
      + destruct (reached' _ S) as (t' & M & _ & Q). exists (s ++ t'). split; [now apply move_app_r|].
        now rewrite N.lxor_comm, N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r in Q.
  Qed.

  Lemma value_nil : Value [] 0.
  Proof. constructor; [intros t M; now apply no_move_nil in M | lia]. Qed.

  Lemma value_parts G s : (forall a, In a s -> Value [a] (G a)) -> Value s (xors G s).
  Proof.
    induction s as [|a s IH]; intros each; [exact value_nil|].
    apply (sprague_grundy [a]); [apply each; now left | apply IH; intros b B; apply each; now right].
  Qed.

  Lemma move_one a u : move [a] u <-> leaves a u.
  Proof.
    split.
    - inversion 1 as [? ps ? O|]; subst; [now rewrite app_nil_r|]. exfalso; eapply no_move_nil; eassumption.
    - intros O. rewrite <- (app_nil_r u). now constructor.
  Qed.

  (** A function that is the mex of its options everywhere is the nim-value of each part. *)
  Theorem value_by_mex G (child : part -> part -> Prop) : well_founded child ->
    (forall a ps b, leaves a ps -> In b ps -> child b a) ->
    (forall a ps, leaves a ps -> xors G ps <> G a) ->
    (forall a w, w < G a -> exists ps, leaves a ps /\ xors G ps = w) ->
    forall a, Value [a] (G a).
  Proof.
    intros wf below not reached a. induction a as [a IH] using (well_founded_ind wf).
    assert (forall ps, leaves a ps -> Value ps (xors G ps)) as options.
    { intros ps O. apply value_parts. intros b B. apply IH. now apply (below a ps). }
    constructor.
    - intros t M. apply move_one in M. exists (xors G t). auto.
    - intros w L. destruct (reached a w L) as (ps & O & <-). exists ps. split; [now apply move_one | auto].
  Qed.

  (** The value decides who wins. *)
  Theorem value_decides s v : Value s v -> (v = 0 -> Lost s) /\ (v <> 0 -> Won s).
  Proof.
    revert s v. apply (value_induction (fun s v => (v = 0 -> Lost s) /\ (v <> 0 -> Won s))).
    intros s v not reached. split.
    - intros ->. constructor. intros t M. destruct (not t M) as (w & _ & (_ & won) & D). now apply won.
    - intros P. destruct (reached 0) as (t & M & _ & (lost & _)); [lia|]. econstructor; eauto.
  Qed.
End Games.
