(** What must be believed of the certificate of a table, as of others in [Print.v]: which statement it makes, line by
    line. The entries are in a file of their own, which is not read here: [says] is about both. *)

From Coq Require Import NArith Bool Ascii String List.
From Grundy Require Import Statements Print.
Import ListNotations. Open Scope string_scope. Open Scope list_scope. Open Scope N_scope.

(** Of outcomes, whether the play is misère; nim-values are of normal play. *)
Inductive table_moves := Known (m : moves) | Ridden (vectors : list (N * N)).
Inductive tabulated :=
| Tabulates (outcomes : option bool) (m : table_moves) (shape : list N) (bytes : N) (name digest : string).

Inductive entries := OfValues (values : list N) | OfOutcomes (losing : list bool).

(** A table of pairs has two sides, and the second says how many pairs begin with the same number. *)
Definition table_rule (m : table_moves) (shape : list N) : rule :=
  match m with
  | Known m => rule_of m | Ridden vectors => Riders (match shape with [_; width] => width | _ => 0 end) vectors
  end.

Definition states (shape : list N) : N := fold_right N.mul 1 shape.

(** What a statement says of the entries: there is one for each state, and each is right. *)
Definition says (t : tabulated) (e : entries) : Prop :=
  let '(Tabulates outcomes m shape _ _ _) := t in
  match outcomes, e with
  | None, OfValues values => N.of_nat (length values) = states shape /\ holds (Values (table_rule m shape) values)
  | Some misere, OfOutcomes losing =>
      N.of_nat (length losing) = states shape /\ holds (Outcomes (table_rule m shape) misere losing)
  | _, _ => False
  end.

Definition table_move_block (m : table_moves) : block :=
  match m with
  | Known m => Moves m | Ridden vectors => Lines [Word "riders" :: map Number (flat_map (fun '(x, y) => [x; y]) vectors)]
  end.

Definition table_blocks (t : tabulated) : list block :=
  let '(Tabulates outcomes m shape bytes name digest) := t in
  let misere := match outcomes with Some misere => misere | None => false end in
  let values := match outcomes with Some _ => false | None => true end in
  [Lines [[Word "grundy-certificate"; Number 1]; [Word "kind"; Word "table"];
          [Word "play"; Word (if misere then "misere" else "normal")];
          [Word "holds"; Word (if values then "values" else "outcomes")]];
   table_move_block m;
   Lines [Word "shape" :: map Number shape; [Word "bytes"; Number bytes]; [Word "file"; Word name];
          [Word "sha256"; Word digest]; [Word "end"]]].

Definition table_lines (t : tabulated) : list (list word) := flat_map block_lines (table_blocks t).
Definition print_table (t : tabulated) : list string := map written (table_lines t).

(** Names are of these signs, and so are digests. *)
Definition in_names : list ascii :=
  list_ascii_of_string "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-".
Definition is_name (s : string) : bool := forallb (fun c => existsb (Ascii.eqb c) in_names) (list_ascii_of_string s).
Definition plain (t : tabulated) : bool := let '(Tabulates _ _ _ _ name digest) := t in is_name name && is_name digest.
