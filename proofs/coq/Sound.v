(** The checker as a whole, and the theorem: what it accepts is true. *)

From Coq Require Import NArith List.
From Grundy Require Import Statements Period.
Open Scope N_scope.

(** A certificate: what is claimed, and what shows it. *)
Inductive certificate :=
| ByPairs (code : list (N * N)) (p e : N) (values : list N).

Definition claim_of (c : certificate) : claim :=
  match c with
  | ByPairs code p e _ => Period code p e
  end.

Definition check (c : certificate) : bool :=
  match c with
  | ByPairs code p e values => check_period code p e values
  end.

Theorem sound c : check c = true -> holds (claim_of c).
Proof.
  destruct c.
  - apply check_period_sound.
Qed.
