(** The checker as a whole, and the theorem: what it accepts is true. *)

From Coq Require Import NArith ZArith List.
From Grundy Require Import Vectors Automatic Statements Period Mask Windows WindowsAgain Growth Claims Positions Sets Strategy Symmetry Tables.
Import ListNotations.
Open Scope N_scope.

(** How a rule is played, where what is listed of it is as it must be, so that play ends. *)
Definition play_of (r : rule) (forms : list form) : option play :=
  match r with
  | Heaps code => if ends_listed code then Some (heap_play code) else None
  | Nodes nodes => if all_below 0 nodes then Some (node_play nodes) else None
  | Sets moves => if forallb shrinks moves then Some (set_play moves forms) else None
  | AllBut _ | Riders _ _ => None
  end.

Lemma plays_of r forms game : play_of r forms = Some game -> plays (leaves r) N.lt game.
Proof.
  destruct r; cbn.
  - destruct (ends_listed code) eqn:E; [|discriminate]. intros F. injection F as <-. now apply heap_plays.
  - discriminate.
  - destruct (all_below 0 nodes) eqn:E; [|discriminate]. intros F. injection F as <-. now apply node_plays.
  - destruct (forallb shrinks moves) eqn:E; [|discriminate]. intros F. injection F as <-. now apply set_plays.
  - discriminate.
Qed.

(** A certificate: what is claimed, and what shows it. *)
Inductive certificate :=
| ByPairs (code : list (N * N)) (p e : N) (values : list N)
| ByMask (code : list (N * N)) (p e mask : N) (twist rare : bool) (tries values : list N)
| ByWindows (code : list (N * N)) (p e length mask : N) (twist rare : bool) (reach : N) (tries values : list N)
    (more : list (unit -> list N))
| ByGrowth (spared : list N) (p e s : N) (values : list N)
| ByClaims (r : rule) (forms : list form) (position : list N) (v : N) (claims : list (N * N))
| ByReplies (r : rule) (forms : list form) (position : list N) (misere first : bool) (claims : list (list N))
| ByTable (r : rule) (mask : option (N * bool * bool * list N)) (values : list N)
| ByOutcomes (r : rule) (misere : bool) (losing : list bool)
| BySymmetry (moves : list set_move) (start : N) (opening : option set_move) (images : list N)
| ByAutomaton (moves : list linear_move) (lines : list (list (list Z))) (outcomes : option bool) (numbers : nat) (sys : system)
    (rows : list (option N * list N)).

Definition claim_of (c : certificate) : claim :=
  match c with
  | ByPairs code p e _ => Period (Heaps code) p e 0
  | ByMask code p e _ _ _ _ _ => Period (Heaps code) p e 0
  | ByWindows code p e _ _ _ _ _ _ _ _ => Period (Heaps code) p e 0
  | ByGrowth spared p e s _ => Period (AllBut spared) p e s
  | ByClaims r _ position v _ => Nimber r position v
  | ByReplies r _ position misere first _ => Winner r position misere first
  | ByTable r _ values => Values r values
  | ByOutcomes r misere losing => Outcomes r misere losing
  | BySymmetry moves start opening _ =>
      Winner (Sets moves) [start] false (match opening with Some _ => true | None => false end)
  | ByAutomaton moves _ None numbers sys rows => AllValues moves numbers sys rows
  | ByAutomaton moves _ (Some misere) numbers sys rows => AllOutcomes moves misere numbers sys rows
  end.

Definition check (c : certificate) : bool :=
  match c with
  | ByPairs code p e values => check_period code p e values
  | ByMask code p e mask twist rare tries values => check_mask code p e mask twist rare tries values
  | ByWindows code p e length mask twist rare reach tries values more =>
      check_windows code p e length mask twist rare reach tries values more
  | ByGrowth spared p e s values => check_growth spared p e s values
  | ByClaims r forms position v claims =>
      match play_of r forms with Some game => check_value game claims position v | None => false end
  | ByReplies r forms position misere first claims =>
      match play_of r forms with Some game => check_strategy game misere claims position first | None => false end
  | ByTable r mask values => check_table r mask values
  | ByOutcomes r misere losing => check_winners r misere losing
  | BySymmetry moves start opening images => check_symmetry moves start opening images
  | ByAutomaton moves lines None numbers sys rows => check_all_values sys numbers rows moves lines
  | ByAutomaton moves lines (Some misere) numbers sys rows => check_all_winners sys numbers rows misere moves lines
  end.

Theorem sound c : check c = true -> holds (claim_of c).
Proof.
  destruct c; cbn [check claim_of holds].
  - apply check_period_sound.
  - apply check_mask_sound.
  - apply check_windows_sound.
  - apply check_growth_sound.
  - destruct (play_of r forms) eqn:E; [|discriminate]. apply plays_of in E. now apply (check_value_sound _ N.lt).
  - destruct (play_of r forms) eqn:E; [|discriminate]. apply plays_of in E. now apply (check_strategy_sound _ N.lt).
  - apply check_table_sound.
  - apply check_winners_sound.
  - apply check_symmetry_sound.
  - destruct outcomes; intros C n v F; [eapply check_all_winners_sound | eapply check_all_values_sound]; eassumption.
Qed.
