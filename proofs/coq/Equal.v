(** Equal positions: whatever can be done in one can be done in the other, and so on. All that is said of one is true of
    the other. *)

From Coq Require Import NArith List Lia Permutation.
From Grundy Require Import Statements Games.
Import ListNotations.
Open Scope N_scope.

Section Equal.
  Variable leaves : N -> list N -> Prop.
  Local Notation move := (move leaves).
  Local Notation Value := (Value leaves).

  Definition follows (R : list N -> list N -> Prop) : Prop :=
    forall s t s', R s t -> move s s' -> exists t', move t t' /\ R s' t'.

  Definition equal (s t : list N) : Prop := exists R, follows R /\ follows (fun t s => R s t) /\ R s t.

  Lemma equal_refl s : equal s s.
  Proof. exists eq. repeat split; intros a b a' <- M; now exists a'. Qed.

  Lemma equal_sym s t : equal s t -> equal t s.
  Proof. intros (R & F & B & I). now exists (fun t s => R s t). Qed.

  Lemma equal_step s t s' : equal s t -> move s s' -> exists t', move t t' /\ equal s' t'.
  Proof.
    intros (R & F & B & I) M. destruct (F s t s' I M) as (t' & M' & I'). exists t'. split; trivial. now exists R.
  Qed.

  (** It is enough that all steps can be followed, in both directions. *)
  Lemma equal_by (R : list N -> list N -> Prop) s t :
    (forall s t s', R s t -> move s s' -> exists t', move t t' /\ R s' t') ->
    (forall s t t', R s t -> move t t' -> exists s', move s s' /\ R s' t') -> R s t -> equal s t.
  Proof. intros F B I. exists R. split; [exact F|]. split; trivial. intros a b a' J M. now apply (B b a). Qed.

  Lemma equal_trans s t u : equal s t -> equal t u -> equal s u.
  Proof.
    intros E F. apply (equal_by (fun s u => exists t, equal s t /\ equal t u)); [| |now exists t]; clear s t u E F.
    - intros s u s' (t & E & F) M. destruct (equal_step _ _ _ E M) as (t' & M' & E').
      destruct (equal_step _ _ _ F M') as (u' & M'' & F'). exists u'. split; trivial. now exists t'.
    - intros s u u' (t & E & F) M. destruct (equal_step _ _ _ (equal_sym _ _ F) M) as (t' & M' & F').
      destruct (equal_step _ _ _ (equal_sym _ _ E) M') as (s' & M'' & E'). exists s'. split; trivial. exists t'.
      split; now apply equal_sym.
  Qed.

  Lemma equal_app s s' t t' : equal s s' -> equal t t' -> equal (s ++ t) (s' ++ t').
  Proof.
    intros E F. apply (equal_by (fun u w => exists a b c d, u = a ++ b /\ w = c ++ d /\ equal a c /\ equal b d));
      [| |exists s, t, s', t'; auto]; clear s s' t t' E F.
    - intros ? ? u (a & b & c & d & -> & -> & E & F) M. apply move_app in M.
      destruct M as [(a' & M & ->) | (b' & M & ->)].
      + destruct (equal_step _ _ _ E M) as (c' & M' & E'). exists (c' ++ d). split; [now apply move_app_l|].
        now exists a', b, c', d.
      + destruct (equal_step _ _ _ F M) as (d' & M' & F'). exists (c ++ d'). split; [now apply move_app_r|].
        now exists a, b', c, d'.
    - intros ? ? u (a & b & c & d & -> & -> & E & F) M. apply move_app in M.
      destruct M as [(c' & M & ->) | (d' & M & ->)].
      + destruct (equal_step _ _ _ (equal_sym _ _ E) M) as (a' & M' & E'). exists (a' ++ b).
        split; [now apply move_app_l|]. exists a', b, c', d. repeat split; trivial. now apply equal_sym.
      + destruct (equal_step _ _ _ (equal_sym _ _ F) M) as (b' & M' & F'). exists (a ++ b').
        split; [now apply move_app_r|]. exists a, b', c, d'. repeat split; trivial. now apply equal_sym.
  Qed.

  Lemma move_split s u : move s u <-> exists l a r ps, s = l ++ a :: r /\ leaves a ps /\ u = l ++ ps ++ r.
  Proof.
    split.
    - induction 1 as [a ps s L | a s t _ (l & b & r & ps & -> & L & ->)].
      + now exists [], a, s, ps.
      + now exists (a :: l), b, r, ps.
    - intros (l & a & r & ps & -> & L & ->). apply move_app_r. now constructor.
  Qed.

  Lemma move_permuted s t u : Permutation s t -> move s u -> exists v, move t v /\ Permutation u v.
  Proof.
    intros P M. apply move_split in M. destruct M as (l & a & r & ps & -> & L & ->).
    assert (In a t) as I by (apply (Permutation_in _ P), in_elt). apply in_split in I. destruct I as (l' & r' & ->).
    exists (l' ++ ps ++ r'). split.
    - apply move_split. now exists l', a, r', ps.
    - apply Permutation_app_inv in P. apply (Permutation_trans (Permutation_app_swap_app l ps r)).
      apply Permutation_trans with (ps ++ l' ++ r'); [now apply Permutation_app_head|].
      apply Permutation_sym, Permutation_app_swap_app.
  Qed.

  Lemma equal_permuted s t : Permutation s t -> equal s t.
  Proof.
    intros Q. apply (equal_by (@Permutation N)); trivial; clear s t Q; intros s t u P M.
    - exact (move_permuted s t u P M).
    - destruct (move_permuted t s u (Permutation_sym P) M) as (s' & M' & Q). exists s'. split; trivial.
      now apply Permutation_sym.
  Qed.

  (** A part without a move is as if it were not there. *)
  Lemma equal_ended a : (forall ps, ~ leaves a ps) -> equal [a] [].
  Proof.
    intros E. apply (equal_by (fun s t => s = [a] /\ t = [])); [| |now split].
    - intros s t s' [-> ->] M. apply move_one in M. now apply E in M.
    - intros s t s' [-> ->] M. now apply no_move_nil in M.
  Qed.

  Lemma equal_each (f : N -> list N) : (forall a, equal [a] (f a)) -> forall s, equal s (flat_map f s).
  Proof.
    intros E s. induction s as [|a s IH]; [apply equal_refl|]. now apply (equal_app [a] _ s).
  Qed.

  Lemma equal_filter keep : (forall a ps, keep a = false -> ~ leaves a ps) -> forall s, equal s (filter keep s).
  Proof.
    intros E s. induction s as [|a s IH]; cbn; [apply equal_refl|]. destruct (keep a) eqn:K.
    - apply (equal_app [a] [a]); [apply equal_refl | exact IH].
    - apply (equal_app [a] []); [apply equal_ended; intros ps; now apply E | exact IH].
  Qed.

  (** * What is the same *)

  Lemma equal_value s t v : equal s t -> Value s v -> Value t v.
  Proof.
    intros E V. revert t E. revert s v V.
    apply (value_induction leaves (fun s v => forall t, equal s t -> Value t v)).
    intros s v not reached t E. constructor.
    - intros u M. destruct (equal_step _ _ _ (equal_sym _ _ E) M) as (u' & M' & F).
      destruct (not u' M') as (w & _ & V & D). exists w. split; trivial. now apply V, equal_sym.
    - intros w L. destruct (reached w L) as (u & M & _ & V). destruct (equal_step _ _ _ E M) as (u' & M' & F).
      exists u'. split; trivial. now apply V.
  Qed.
End Equal.
