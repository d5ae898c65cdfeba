(** All that a reader must believe: what a game, a nim-value and a claim are; theorems about all positions of a rule
    need [Vectors.v] besides. [Sound.v] proves that whatever the checker accepts is true in the sense of this page.
    Read here what the words mean; nothing in the proofs can change it. *)

From Coq Require Import NArith List.
From Grundy Require Import Vectors.
Import ListNotations. Open Scope N_scope.

(** A position is a list of parts, side by side. [leaves a ps] says that a move in part [a] leaves the parts [ps]
    in its place. A move is made in one part and leaves the others as they are. *)
Section Games.
  Context {part : Type} (leaves : part -> list part -> Prop).

  Inductive move : list part -> list part -> Prop :=
  | move_here a ps s : leaves a ps -> move (a :: s) (ps ++ s)
  | move_later a s t : move s t -> move (a :: s) (a :: t).

  (** The nim-value of a position is the least number that no option has as its value. *)
  Inductive Value : list part -> N -> Prop :=
  | mex s v :
      (forall t, move s t -> exists w, Value t w /\ w <> v) ->
      (forall w, w < v -> exists t, move s t /\ Value t w) -> Value s v.

  (** Normal play: whoever cannot move loses. *)
  Inductive Lost : list part -> Prop := lost s : (forall t, move s t -> Won t) -> Lost s
  with Won : list part -> Prop := won s t : move s t -> Lost t -> Won s.

  (** Misère play: whoever cannot move wins. *)
  Inductive MisereLost : list part -> Prop :=
  | misere_lost s t : move s t -> (forall t, move s t -> MisereWon t) -> MisereLost s
  with MisereWon : list part -> Prop :=
  | misere_end s : (forall t, ~ move s t) -> MisereWon s | misere_won s t : move s t -> MisereLost t -> MisereWon s.

  Definition outcome (misere first : bool) : list part -> Prop :=
    if misere then if first then MisereWon else MisereLost else if first then Won else Lost.
End Games.
Definition sum (l : list N) : N := fold_right N.add 0 l.

(** * Rules
    Heaps of counters. [(t, d)] in the code: a move may take [t] counters from a heap and leave the others as exactly
    [j] non-empty heaps, if bit [j] of [d] is set. *)
Definition heap_leaves (code : list (N * N)) (n : N) (ps : list N) : Prop :=
  exists t d, In (t, d) code /\ N.testbit d (N.of_nat (length ps)) = true /\
              n = t + sum ps /\ Forall (fun heap => 0 < heap) ps.

(** Heaps from which any number of counters may be taken but those [spared]. *)
Definition all_but_leaves (spared : list N) (n : N) (ps : list N) : Prop :=
  exists t, 0 < t /\ t <= n /\ ~ In t spared /\ ps = [n - t].

(** Nodes: each with the list of its options. *)
Definition node_leaves (nodes : list (list (list N))) (n : N) (ps : list N) : Prop :=
  In ps (nth (N.to_nat n) nodes []).

(** Sets of places: a number has the place [i] if its bit [i] is set. A move needs some places and none of some others,
    and clears some and changes some. *)
Definition set_leaves (moves : list (N * N * N * N)) (s : N) (ps : list N) : Prop :=
  exists need off clear flip, In (need, off, clear, flip) moves /\ N.land s need = need /\ N.land s off = 0 /\
                              ps = [N.lxor (N.ldiff s clear) flip].

(** Pairs of numbers, [a] and [b] being [a * width + b]. A move takes a positive multiple of one of the vectors. *)
Definition rider_leaves (width : N) (vectors : list (N * N)) (n : N) (ps : list N) : Prop :=
  exists x y k, In (x, y) vectors /\ 0 < k /\ k * x <= n / width /\ k * y <= n mod width /\
                ps = [(n / width - k * x) * width + (n mod width - k * y)].

Inductive rule :=
| Heaps (code : list (N * N)) | AllBut (spared : list N) | Nodes (nodes : list (list (list N)))
| Sets (moves : list (N * N * N * N)) | Riders (width : N) (vectors : list (N * N)).

Definition leaves (r : rule) : N -> list N -> Prop :=
  match r with
  | Heaps code => heap_leaves code | AllBut spared => all_but_leaves spared | Nodes nodes => node_leaves nodes
  | Sets moves => set_leaves moves | Riders width vectors => rider_leaves width vectors
  end.

(** * Claims
    With a saltus [s] of 0 the values repeat; with another they grow. *)
Definition repeats (G : N -> N) (p e s : N) : Prop := forall n, e <= n -> G (n + p) = G n + s.

Inductive claim :=
| Period (r : rule) (p e s : N) | Nimber (r : rule) (position : list N) (v : N)
| Winner (r : rule) (position : list N) (misere first : bool)
| Values (r : rule) (values : list N) | Outcomes (r : rule) (misere : bool) (losing : list bool)
| AllValues (moves : list linear_move) (numbers : nat) (sys : system) (rows : list (option N * list N))
| AllOutcomes (moves : list linear_move) (misere : bool) (numbers : nat) (sys : system) (rows : list (option N * list N)).

Definition holds (c : claim) : Prop :=
  match c with
  | Period r p e s =>
      exists G, (forall n, Value (leaves r) [n] (G n)) /\ repeats G p e s /\
                (forall f, repeats G p f s -> e <= f) /\ (forall q f t, 0 < q -> repeats G q f t -> p <= q)
  | Nimber r position v => Value (leaves r) position v
  | Winner r position misere first => outcome (leaves r) misere first position
  | Values r values => forall n v, nth_error values n = Some v -> Value (leaves r) [N.of_nat n] v
  | Outcomes r misere losing =>
      forall n l, nth_error losing n = Some l -> outcome (leaves r) misere (negb l) [N.of_nat n]
  | AllValues moves numbers sys rows =>
      forall n v, fits sys numbers n v -> exists x, said sys rows n v = Some x /\ Value (linear_leaves moves) [v] x
  | AllOutcomes moves misere numbers sys rows =>
      forall n v, fits sys numbers n v -> outcome (linear_leaves moves) misere (negb (says_lost (said sys rows n v))) [v]
  end.
