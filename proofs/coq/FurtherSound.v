(** The checker of further kinds, and the theorem: what it accepts is true. *)

From Coq Require Import NArith List.
From Grundy Require Import Statements Sound Further Matching Mirrors Boards Quotients QuotientsForever.
Import ListNotations.
Open Scope N_scope.

(** What is claimed, and what shows it. *)
Inductive further_certificate :=
| ByMatching (edges : list (N * N)) (start : N) (first : bool) (mates barrier : list N) (parts : list (list N))
| ByTaking (moves : list change) (start : list N) (opening : option change) (images : list N)
| ByPieces (columns : N) (pieces : list piece) (free : list N) (opening : option (N * N)) (images : list N)
| ByQuotient (r : rule) (p : list N) (product : list (list N)) (elements : list N) (w : witness)
| ByQuotientForEver (code : list (N * N)) (p : list N) (product : list (list N)) (elements : list N) (period preperiod : N)
    (w : witness).

Definition further_claim_of (c : further_certificate) : further :=
  match c with
  | ByMatching edges start first _ _ _ => Walk edges start first
  | ByTaking moves start opening _ => Taking moves start (match opening with Some _ => true | None => false end)
  | ByPieces columns pieces free opening _ =>
      Board pieces (map (cell columns) free) (match opening with Some _ => true | None => false end)
  | ByQuotient r p product elements _ => Quotient r p product elements
  | ByQuotientForEver code p product elements period preperiod _ =>
      QuotientForEver (Heaps code) p product elements period preperiod
  end.

Definition check_further (c : further_certificate) : bool :=
  match c with
  | ByMatching edges start first mates barrier parts => check_matching edges start first mates barrier parts
  | ByTaking moves start opening images => check_taking moves start opening images
  | ByPieces columns pieces free opening images => check_board columns pieces free opening images
  | ByQuotient r p product elements w =>
      match play_of r [] with Some game => check_quotient game p product elements w | None => false end
  | ByQuotientForEver code p product elements period preperiod w => check_forever code period preperiod p product elements w
  end.

Theorem further_sound c : check_further c = true -> holds_further (further_claim_of c).
Proof.
  destruct c; cbn [check_further further_claim_of].
  - apply check_matching_sound.
  - apply check_taking_sound.
  - apply check_board_sound.
  - destruct (play_of r []) eqn:E; [|discriminate]. apply plays_of in E. now apply check_quotient_sound.
  - apply check_forever_sound.
Qed.
