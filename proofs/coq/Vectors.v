(** What a reader of theorems about all positions must believe, besides [Statements.v]: what moves on vectors of numbers
    are, and what an automaton says of a vector. *)

From Coq Require Import NArith ZArith List.
Import ListNotations. Open Scope N_scope.

(** A sum: a constant, and a coefficient for each number. *)
Definition linear := (Z * list Z)%type.

Fixpoint dot (ts : list Z) (v : list N) : Z :=
  match ts, v with t :: ts', a :: v' => t * Z.of_N a + dot ts' v' | _, _ => 0 end%Z.

Definition worth (s : linear) (v : list N) : Z := (fst s + dot (snd s) v)%Z.

(** Conditions are about sums. [Never k l]: for no [k] further numbers all of [l] are satisfied. *)
Inductive condition :=
| AtMost (s : linear) | IsZero (s : linear) | Multiple (m : Z) (s : linear) | Never (k : nat) (l : list condition).

Fixpoint satisfied (c : condition) (v : list N) : Prop :=
  match c with
  | AtMost s => (worth s v <= 0)%Z | IsZero s => worth s v = 0%Z | Multiple m s => (m | worth s v)%Z
  | Never k l => ~ exists u, length u = k /\ fold_right and True (map (fun d => satisfied d (v ++ u)) l)
  end.

(** A move [(k, conditions, parts)] may be made with any [k] further numbers that satisfy the conditions. Each number of
    the parts that it leaves is a sum. *)
Definition linear_move := (nat * list condition * list (list linear))%type.

Definition linear_leaves (moves : list linear_move) (v : list N) (ps : list (list N)) : Prop :=
  exists k conditions parts u, In (k, conditions, parts) moves /\ length u = k /\
    Forall (fun c => satisfied c (v ++ u)) conditions /\
    map (map Z.of_N) ps = map (map (fun s => worth s (v ++ u))) parts.

(** A system of numbers [(a, b)]: each place weighs [a] times the next one and [b] times the one after that. The base 10
    is [(10, 0)]; the Fibonacci numbers are [(1, 1)]. *)
Definition system := (N * Z)%type.

Definition radix (sys : system) : N := if (0 <? snd sys)%Z then fst sys + 1 else fst sys.

Fixpoint weight (sys : system) (n : nat) : Z :=
  match n with
  | O => 1 | S O => Z.of_N (radix sys) | S (S k as m) => Z.of_N (fst sys) * weight sys m + snd sys * weight sys k
  end%Z.

(** The state of an automaton after [n] digits of each number, each the most that there is in it of the heaviest place,
    from the state [q]. A row has what is put out in its state, and the state after each letter. The number of a letter
    has the digits of the vector as its own. *)
Fixpoint after (sys : system) (rows : list (option N * list N)) (n : nat) (q : N) (v : list N) : N :=
  match n with
  | O => q
  | S m => let place := Z.to_N (weight sys m) in
           let letter := fold_left (fun i d => i * radix sys + d) (map (fun a => a / place) v) 0 in
           let next := nth (N.to_nat letter) (snd (nth (N.to_nat q) rows (None, []))) 0 in
           after sys rows m next (map (fun a => a mod place) v)
  end.

(** What is put out in the end. *)
Definition said (sys : system) (rows : list (option N * list N)) (n : nat) (v : list N) : option N :=
  fst (nth (N.to_nat (after sys rows n 0 v)) rows (None, [])).

Definition says_lost (output : option N) : bool := match output with Some x => x =? 1 | None => false end.

(** So many numbers, with [n] digits each. *)
Definition fits (sys : system) (numbers n : nat) (v : list N) : Prop :=
  length v = numbers /\ Forall (fun a => (Z.of_N a < weight sys n)%Z) v.
