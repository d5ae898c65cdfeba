(** What a reader must believe of further claims, besides [Statements.v]: a token on a graph, pieces on a board, large
    sets, and misère quotients. *)

From Coq Require Import NArith ZArith List.
From Grundy Require Import Statements.
Import ListNotations.
Open Scope N_scope.

(** A token on a graph whose edges have no direction. The nodes where it has been are listed, the last one first; it goes
    along an edge to a node where it has not been. *)
Definition walk_leaves (edges : list (N * N)) (been : list N) (ps : list (list N)) : Prop :=
  exists x y before, been = x :: before /\ (In (x, y) edges \/ In (y, x) edges) /\ ~ In y been /\ ps = [y :: been].

(** A move needs some places of a set, and some are gone then. *)
Definition takes {place} (same : place -> place -> bool) (need gone s : list place) (ps : list (list place)) : Prop :=
  incl need s /\ ps = [filter (fun x => negb (existsb (same x) gone)) s].

(** Sets of places, as lists. *)
Definition taking_leaves (moves : list (list N * list N)) (s : list N) (ps : list (list N)) : Prop :=
  exists need gone, In (need, gone) moves /\ takes N.eqb need gone s ps.

(** Pieces on a board, whose free cells are listed by row and column. A piece is put on free cells, and takes others along
    that lie about it, free or not. *)
Definition same_cell (x y : Z * Z) : bool := ((fst x =? fst y) && (snd x =? snd y))%Z%bool.
Definition shift (r c : Z) (cells : list (Z * Z)) : list (Z * Z) := map (fun '(i, j) => (r + i, c + j)%Z) cells.

Definition piece_leaves (pieces : list (list (Z * Z) * list (Z * Z))) (free : list (Z * Z)) (ps : list (list (Z * Z))) :=
  exists covered along r c, In (covered, along) pieces /\
    takes same_cell (shift r c covered) (shift r c (covered ++ along)) free ps.

(** The elements of a monoid, whose product is a table, and the element of a sum of heaps or nodes, each having one. *)
Definition times (product : list (list N)) (x y : N) : N := nth (N.to_nat y) (nth (N.to_nat x) product []) 0.

Definition element (product : list (list N)) (of : N -> N) (s : list N) : N :=
  fold_right (fun n x => times product (of n) x) 0 s.

Definition decides (r : rule) (some : N -> Prop) (lost : list N) (product : list (list N)) (of : N -> N) : Prop :=
  forall s, Forall some s -> outcome (leaves r) true (negb (existsb (N.eqb (element product of s)) lost)) s.

(** No monoid with fewer elements says who loses. *)
Definition least (r : rule) (some : N -> Prop) (order : nat) : Prop :=
  forall (M : Type) (one : M) (mul : M -> M -> M) (of : N -> M) (lost : M -> Prop) (all : list M),
    (forall a b c, mul a (mul b c) = mul (mul a b) c) -> (forall a, mul one a = a) ->
    (forall s, Forall some s -> let x := fold_right (fun n x => mul (of n) x) one s in
      In x all /\ (lost x <-> MisereLost (leaves r) s)) -> (order <= length all)%nat.

Inductive further :=
| Walk (edges : list (N * N)) (start : N) (first : bool)
| Taking (moves : list (list N * list N)) (start : list N) (first : bool)
| Board (pieces : list (list (Z * Z) * list (Z * Z))) (free : list (Z * Z)) (first : bool)
| Quotient (r : rule) (p : list N) (product : list (list N)) (elements : list N)
| QuotientForEver (r : rule) (p : list N) (product : list (list N)) (elements : list N) (period preperiod : N).

Definition holds_further (c : further) : Prop :=
  match c with
  | Walk edges start first => outcome (walk_leaves edges) false first [[start]]
  | Taking moves start first => outcome (taking_leaves moves) false first [start]
  | Board pieces free first => outcome (piece_leaves pieces) false first [free]
  | Quotient r p product elements =>
      let some n := n < N.of_nat (length elements) in
      decides r some p product (fun n => nth (N.to_nat n) elements 0) /\ least r some (length product)
  | QuotientForEver r p product elements period preperiod =>
      let some n := True in
      exists of, (forall n x, nth_error elements n = Some x -> of (N.of_nat n) = x) /\
        repeats of period preperiod 0 /\ (forall f, repeats of period f 0 -> preperiod <= f) /\
        (forall q f, 0 < q -> repeats of q f 0 -> period <= q) /\
        decides r some p product of /\ least r some (length product)
  end.
