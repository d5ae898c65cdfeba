(** The checker as a whole, and the theorem: what it accepts is true. *)

From Coq Require Import NArith List.
From Grundy Require Import Statements Period Positions.
Open Scope N_scope.

(** A certificate: what is claimed, and what shows it. *)
Inductive certificate :=
| ByPairs (code : list (N * N)) (p e : N) (values : list N)
| ByClaims (r : rule) (position : list N) (v : N) (claims : list (N * N)).

Definition claim_of (c : certificate) : claim :=
  match c with
  | ByPairs code p e _ => Period code p e
  | ByClaims r position v _ => Nimber r position v
  end.

Definition check (c : certificate) : bool :=
  match c with
  | ByPairs code p e values => check_period code p e values
  | ByClaims (Heaps code) position v claims => check_heaps code claims position v
  | ByClaims (Nodes nodes) position v claims => check_nodes nodes claims position v
  end.

Theorem sound c : check c = true -> holds (claim_of c).
Proof.
  destruct c.
  - apply check_period_sound.
  - destruct r; [apply check_heaps_sound | apply check_nodes_sound].
Qed.
