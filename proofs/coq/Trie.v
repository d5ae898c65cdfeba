(** Finite maps from numbers, and sets of numbers: a branch for each binary digit. *)

From Coq Require Import NArith Bool Lia.
Open Scope N_scope.

Inductive trie (A : Type) :=
| Empty
| Fork (here : option A) (zero one : trie A).
Arguments Empty {A}.
Arguments Fork {A}.

Fixpoint find_pos {A} (p : positive) (m : trie A) : option A :=
  match m with
  | Empty => None
  | Fork here zero one =>
      match p with
      | xH => here
      | xO q => find_pos q zero
      | xI q => find_pos q one
      end
  end.

Fixpoint add_pos {A} (p : positive) (a : A) (m : trie A) : trie A :=
  let '(here, zero, one) := match m with Empty => (None, Empty, Empty) | Fork h z o => (h, z, o) end in
  match p with
  | xH => Fork (Some a) zero one
  | xO q => Fork here (add_pos q a zero) one
  | xI q => Fork here zero (add_pos q a one)
  end.

Definition find {A} (n : N) (m : trie A) : option A := find_pos (N.succ_pos n) m.
Definition add {A} (n : N) (a : A) (m : trie A) : trie A := add_pos (N.succ_pos n) a m.

Lemma find_empty {A} p : find_pos p (@Empty A) = None.
Proof. now destruct p. Qed.

Lemma find_pos_add {A} (p q : positive) (a : A) m :
  find_pos q (add_pos p a m) = if Pos.eqb q p then Some a else find_pos q m.
Proof.
  revert q m. induction p as [p IH | p IH |]; intros q [|here zero one]; destruct q; cbn;
    rewrite ?IH, ?find_empty; trivial; now destruct (Pos.eqb q p).
Qed.

Lemma find_add {A} n i (a : A) m : find i (add n a m) = if i =? n then Some a else find i m.
Proof.
  unfold find, add. rewrite find_pos_add. replace (Pos.eqb _ _) with (i =? n); trivial.
  destruct (N.eqb_spec i n) as [-> | D]; symmetry; [apply Pos.eqb_refl|].
  apply Pos.eqb_neq. intros E. apply D. rewrite <- (N.pred_succ i), <- (N.pred_succ n).
  rewrite <- !N.succ_pos_spec. now rewrite E.
Qed.

(** Sets. *)
Definition numbers := trie unit.
Definition mem (n : N) (s : numbers) : bool := match find n s with Some _ => true | None => false end.
Definition insert (n : N) (s : numbers) : numbers := if mem n s then s else add n tt s.

(** [count] numbers from [w] on. *)
Fixpoint all_from (count : nat) (w : N) (s : numbers) : bool :=
  match count with
  | 0%nat => true
  | S i => if mem w s then all_from i (N.succ w) s else false
  end.

Lemma mem_insert i n s : mem i (insert n s) = (i =? n) || mem i s.
Proof.
  unfold insert. destruct (mem n s) eqn:M.
  - destruct (N.eqb_spec i n) as [-> | _]; now rewrite ?M.
  - unfold mem. rewrite find_add. now destruct (i =? n).
Qed.

Lemma all_from_spec s c w : all_from c w s = true -> forall v, w <= v -> v < w + N.of_nat c -> mem v s = true.
Proof.
  revert w. induction c as [|c IH]; intros w A v L U; [lia|]. cbn [all_from] in A.
  destruct (mem w s) eqn:M; [|discriminate]. destruct (N.eq_dec v w) as [-> | D]; trivial.
  apply (IH (N.succ w)); trivial; lia.
Qed.
