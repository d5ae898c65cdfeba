(** The checker of further kinds, and the theorem: what it accepts is true. *)

From Coq Require Import NArith List.
From Grundy Require Import Statements Further Matching.
Import ListNotations.
Open Scope N_scope.

(** What is claimed, and what shows it. *)
Inductive further_certificate :=
| ByMatching (edges : list (N * N)) (start : N) (first : bool) (mates barrier : list N) (parts : list (list N)).

Definition further_claim_of (c : further_certificate) : further :=
  match c with
  | ByMatching edges start first _ _ _ => Walk edges start first
  end.

Definition check_further (c : further_certificate) : bool :=
  match c with
  | ByMatching edges start first mates barrier parts => check_matching edges start first mates barrier parts
  end.

Theorem further_sound c : check_further c = true -> holds_further (further_claim_of c).
Proof.
  destruct c; cbn [check_further further_claim_of].
  - apply check_matching_sound.
Qed.
