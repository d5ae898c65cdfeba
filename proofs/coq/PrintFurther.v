(** As [Print.v], for the claims of [Further.v]: which statement a file makes, line by line. [print_further] writes it as
    FORMAT.md has it, [claimed_further] says what it claims, and [told_further] has the lines in which something is said. *)

From Coq Require Import NArith ZArith Bool Ascii String List.
From Grundy Require Import Statements Further Print.
Import ListNotations. Open Scope string_scope. Open Scope list_scope. Open Scope N_scope.

(** * Statements *)
Inductive further_statement :=
| Joined (size : N) (edges : list (N * N)) (token : N) (first : bool).

Definition claimed_further (s : further_statement) : further :=
  match s with
  | Joined _ edges token first => Walk edges token first
  end.

(** * Lines *)
Inductive further_block := Block (b : block) | Edges (edges : list (N * N)).

Definition edge_line (edge : N * N) : list word := [Word "edge"; Number (fst edge); Number (snd edge)].

Definition further_block_lines (b : further_block) : list (list word) :=
  match b with Block b => block_lines b | Edges edges => map edge_line edges end.

Definition further_blocks (s : further_statement) : list further_block :=
  let some lines := Block (Lines lines) in
  let head kind := some [[Word "grundy-certificate"; Number 1]; [Word "kind"; Word kind]] in
  let wins (first : bool) := [Word "wins"; Word (if first then "first" else "second")] in
  match s with
  | Joined size edges token first =>
      [head "matching"; some [[Word "graph"; Number size]; [Word "edges"; counted edges]]; Edges edges;
       some [[Word "token"; Number token]; wins first]]
  end ++ [some [[Word "end"]]].

Definition further_lines (s : further_statement) : list (list word) := flat_map further_block_lines (further_blocks s).
Definition print_further (s : further_statement) : list string := map written (further_lines s).

(** * Files
    What lines only help, by the line that says the kind: those that begin with one of these words. *)
Definition helps_further (kind : file) : list string := ["mates"; "barrier"; "sha256"].

Definition kept_further (f : file) : list (N * file) :=
  let all := starts unsaid f 1 true [] in
  let helps := match rev' all with _ :: (_, kind) :: _ => helps_further kind | _ => [] end in
  fold_left (fun found at_ => if existsb (fun s => begins s (snd at_)) helps then found else at_ :: found) all [].

Definition told_further (f : file) : list string := map (fun at_ => line_at (snd at_)) (kept_further f).
