(** All that a reader must believe: what a game, a nim-value and a claim are.
    [Sound.v] proves that whatever the checker accepts is true in the sense of this page.
    Read here what the words mean; nothing in the proofs can change it. *)

From Coq Require Import NArith List.
Import ListNotations.
Open Scope N_scope.

(** * Games

    A position is a list of parts, side by side. [leaves a ps] says that a move in part [a] leaves the parts [ps]
    in its place. A move is made in one part and leaves the others as they are. *)

Section Games.
  Variable leaves : N -> list N -> Prop.

  Inductive move : list N -> list N -> Prop :=
  | move_here a ps s : leaves a ps -> move (a :: s) (ps ++ s)
  | move_later a s t : move s t -> move (a :: s) (a :: t).

  (** The nim-value of a position is the least number that no option has as its value. *)
  Inductive Value : list N -> N -> Prop :=
  | mex s v :
      (forall t, move s t -> exists w, Value t w /\ w <> v) ->
      (forall w, w < v -> exists t, move s t /\ Value t w) ->
      Value s v.

  (** Normal play: whoever cannot move loses. *)
  Inductive Lost : list N -> Prop :=
  | lost s : (forall t, move s t -> Won t) -> Lost s
  with Won : list N -> Prop :=
  | won s t : move s t -> Lost t -> Won s.

  (** Misère play: whoever cannot move wins. *)
  Inductive MisereLost : list N -> Prop :=
  | misere_lost s t : move s t -> (forall t, move s t -> MisereWon t) -> MisereLost s
  with MisereWon : list N -> Prop :=
  | misere_end s : (forall t, ~ move s t) -> MisereWon s
  | misere_won s t : move s t -> MisereLost t -> MisereWon s.
End Games.

(** * Rules *)

Definition sum (l : list N) : N := fold_right N.add 0 l.

(** Heaps of counters. [(t, d)] in the code: a move may take [t] counters from a heap and leave the others as exactly
    [j] non-empty heaps, if bit [j] of [d] is set. *)
Definition heap_leaves (code : list (N * N)) (n : N) (ps : list N) : Prop :=
  exists t d, In (t, d) code /\ N.testbit d (N.of_nat (length ps)) = true /\
              n = t + sum ps /\ Forall (fun heap => 0 < heap) ps.

(** Nodes: each with the list of its options. *)
Definition node_leaves (nodes : list (list (list N))) (n : N) (ps : list N) : Prop :=
  In ps (nth (N.to_nat n) nodes []).

Inductive rule :=
| Heaps (code : list (N * N))
| Nodes (nodes : list (list (list N))).

Definition leaves (r : rule) : N -> list N -> Prop :=
  match r with
  | Heaps code => heap_leaves code
  | Nodes nodes => node_leaves nodes
  end.

(** * Claims *)

Definition repeats (G : N -> N) (p e : N) : Prop := forall n, e <= n -> G (n + p) = G n.

Inductive claim :=
| Period (code : list (N * N)) (p e : N)
| Nimber (r : rule) (position : list N) (v : N).

Definition holds (c : claim) : Prop :=
  match c with
  | Period code p e =>
      exists G, (forall n, Value (heap_leaves code) [n] (G n)) /\
                repeats G p e /\
                (forall f, repeats G p f -> e <= f) /\
                (forall q f, 0 < q -> repeats G q f -> p <= q)
  | Nimber r position v => Value (leaves r) position v
  end.
