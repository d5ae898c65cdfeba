(** Sets of small numbers, as words of 60 bits: quick to look into, and to see whether all numbers below one are there. *)

From Coq Require Import NArith List Lia Bool.
Import ListNotations.
Open Scope N_scope.

Definition words := list N.

Fixpoint has (n : N) (s : words) : bool :=
  match s with
  | [] => false
  | w :: s' => if n <? 60 then N.testbit w n else has (n - 60) s'
  end.

Definition alone (n : N) : words := repeat 0 (N.to_nat (n / 60)) ++ [N.setbit 0 (n mod 60)].

Fixpoint added (n : N) (s : words) : words :=
  match s with
  | [] => alone n
  | w :: s' => if n <? 60 then N.setbit w n :: s' else w :: added (n - 60) s'
  end.

Definition put (n : N) (s : words) : words := if has n s then s else added n s.

(** All that is in one of two sets. *)
Fixpoint joined (s t : words) : words :=
  match s, t with
  | a :: s', b :: t' => N.lor a b :: joined s' t'
  | [], _ => t
  | _, [] => s
  end.

(** Whether all numbers below [n] are there. *)
Fixpoint no_gap (n : N) (s : words) : bool :=
  match s with
  | [] => n =? 0
  | w :: s' =>
      if n <? 60 then N.ldiff (N.pred (N.setbit 0 n)) w =? 0
      else if N.ldiff (N.pred (N.setbit 0 60)) w =? 0 then no_gap (n - 60) s' else false
  end.

Lemma has_alone i n : has i (alone n) = (i =? n).
Proof.
  unfold alone. assert (n = n / 60 * 60 + n mod 60) as E by (pose proof (N.div_mod n 60 ltac:(lia)); lia).
  pose proof (N.mod_lt n 60 ltac:(lia)) as L. set (r := n mod 60) in *. set (q := n / 60) in *. clearbody q r. subst n.
  rewrite <- (N2Nat.id q) at 2. generalize (N.to_nat q) as k. clear q. intros k. revert i.
  induction k as [|k IH]; intros i; cbn [repeat app has].
  - replace (N.of_nat 0 * 60 + r) with r by lia. destruct (N.ltb_spec i 60) as [A | A].
    + rewrite N.setbit_eqb, N.bits_0, orb_false_r. apply N.eqb_sym.
    + symmetry. apply N.eqb_neq. lia.
  - destruct (N.ltb_spec i 60) as [A | A].
    + rewrite N.bits_0. symmetry. apply N.eqb_neq. lia.
    + rewrite IH. destruct (N.eqb_spec (i - 60) (N.of_nat k * 60 + r)) as [B | B]; symmetry; [apply N.eqb_eq | apply N.eqb_neq]; lia.
Qed.

Lemma has_added i n s : has i (added n s) = (i =? n) || has i s.
Proof.
  revert i n. induction s as [|w s IH]; intros i n; cbn [added].
  - rewrite has_alone. cbn. now rewrite orb_false_r.
  - destruct (N.ltb_spec n 60) as [A | A]; cbn [has]; destruct (N.ltb_spec i 60) as [B | B].
    + now rewrite N.setbit_eqb, N.eqb_sym.
    + replace (i =? n) with false; [easy|]. symmetry. apply N.eqb_neq. lia.
    + replace (i =? n) with false; [easy|]. symmetry. apply N.eqb_neq. lia.
    + rewrite IH. f_equal. destruct (N.eqb_spec (i - 60) (n - 60)) as [C | C]; symmetry; [apply N.eqb_eq | apply N.eqb_neq]; lia.
Qed.

Lemma has_put i n s : has i (put n s) = (i =? n) || has i s.
Proof.
  unfold put. destruct (has n s) eqn:H; [|apply has_added]. destruct (N.eqb_spec i n) as [-> | _]; now rewrite ?H.
Qed.

Lemma has_joined i s t : has i (joined s t) = has i s || has i t.
Proof.
  revert i t. induction s as [|a s IH]; intros i t; [easy|]. destruct t as [|b t]; cbn [joined has].
  - now rewrite orb_false_r.
  - destruct (i <? 60); [apply N.lor_spec | apply IH].
Qed.

Lemma no_gap_spec n s : no_gap n s = true -> forall i, i < n -> has i s = true.
Proof.
  assert (forall k w i, N.ldiff (N.pred (N.setbit 0 k)) w = 0 -> i < k -> N.testbit w i = true) as one.
  { intros k w i Z L. assert (N.testbit (N.ldiff (N.pred (N.setbit 0 k)) w) i = false) as F by (rewrite Z; apply N.bits_0).
    rewrite N.ldiff_spec in F. rewrite N.setbit_spec', N.lor_0_l in F. rewrite <- N.ones_equiv, N.ones_spec_low in F by trivial.
    now destruct (N.testbit w i). }
  revert n. induction s as [|w s IH]; intros n A i L; cbn [no_gap has] in *.
  - apply N.eqb_eq in A. lia.
  - destruct (N.ltb_spec n 60) as [B | B].
    + apply N.eqb_eq in A. destruct (N.ltb_spec i 60); [apply (one n); trivial | lia].
    + destruct (N.eqb_spec (N.ldiff (N.pred (N.setbit 0 60)) w) 0) as [C|]; [|discriminate].
      destruct (N.ltb_spec i 60); [now apply (one 60) | apply (IH (n - 60)); trivial; lia].
Qed.
