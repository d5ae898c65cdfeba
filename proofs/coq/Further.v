(** What a reader must believe of further claims, besides [Statements.v]: a token on a graph. *)

From Coq Require Import NArith List.
From Grundy Require Import Statements.
Import ListNotations.
Open Scope N_scope.

(** A token on a graph whose edges have no direction. The nodes where it has been are listed, the last one first; it goes
    along an edge to a node where it has not been. *)
Definition walk_leaves (edges : list (N * N)) (been : list N) (ps : list (list N)) : Prop :=
  exists x y before, been = x :: before /\ (In (x, y) edges \/ In (y, x) edges) /\ ~ In y been /\ ps = [y :: been].

Inductive further := Walk (edges : list (N * N)) (start : N) (first : bool).

Definition holds_further (c : further) : Prop :=
  match c with
  | Walk edges start first => outcome (walk_leaves edges) false first [[start]]
  end.
