(** As [Print.v], for the claims of [Further.v]: which statement a file makes, line by line. [print_further] writes it as
    FORMAT.md has it, [claimed_further] says what it claims, and [told_further] has the lines in which something is said. *)

From Coq Require Import NArith ZArith Bool Ascii String List.
From Grundy Require Import Statements Further Print.
Import ListNotations. Open Scope string_scope. Open Scope list_scope. Open Scope N_scope.

(** * Statements
    A row of a board says of each cell whether it is free; the rows of a piece stand one [Below] the other. Of a set that
    may be large each hexadecimal digit is four bits, the highest first. Of a quotient there is a list of [elements] for
    each line that they stand in. *)
Inductive mark := Covers | Takes | Apart | Below.
Definition nibble := (bool * bool * bool * bool)%type.

Inductive further_statement :=
| Joined (size : N) (edges : list (N * N)) (token : N) (first : bool)
| Laid (columns : N) (rows : list (list bool)) (pieces : list (list mark)) (first : bool)
| Cleared (places : N) (moves : list (list nibble * list nibble)) (position : list nibble) (first : bool)
| Divides (m : moves) (p e : N) (losing : list N) (product elements : list (list N)).

(** The free cells, of all numbered row by row. *)
Definition free_of (rows : list (list bool)) : list N :=
  let cell '(x, found) (free : bool) := (N.succ x, if free then x :: found else found) in
  rev' (snd (fold_left (fun found row => fold_left cell row found) rows (0, []))).

(** The cells of a piece with some mark, by row and column, from row [r] and column [c] on. *)
Fixpoint marked (wanted : mark -> bool) (r c : Z) (piece : list mark) : list (Z * Z) :=
  match piece with
  | [] => []
  | Below :: piece' => marked wanted (r + 1) 0 piece'
  | m :: piece' => if wanted m then (r, c) :: marked wanted r (c + 1) piece' else marked wanted r (c + 1) piece'
  end.

(** What a piece covers and what it takes, from the first cell that it covers. *)
Definition piece_of (piece : list mark) : list (Z * Z) * list (Z * Z) :=
  let covered := marked (fun m => match m with Covers => true | _ => false end) 0 0 piece in
  let along := marked (fun m => match m with Takes => true | _ => false end) 0 0 piece in
  let (r, c) := hd (0, 0)%Z covered in (shift (- r) (- c) covered, shift (- r) (- c) along).

Fixpoint from_lowest (x : N) (l : list nibble) : list N :=
  match l with
  | [] => []
  | (a, b, c, d) :: l' =>
      (if d then [x] else []) ++ (if c then [x + 1] else []) ++ (if b then [x + 2] else []) ++ (if a then [x + 3] else []) ++
      from_lowest (x + 4) l'
  end.
Definition places_of (l : list nibble) : list N := from_lowest 0 (rev' l).
Definition change_of (move : list nibble * list nibble) : list N * list N := (places_of (fst move), places_of (snd move)).

Definition claimed_further (s : further_statement) : further :=
  match s with
  | Joined _ edges token first => Walk edges token first
  | Laid columns rows pieces first =>
      Board (map piece_of pieces) (map (fun x => (Z.of_N (x / columns), Z.of_N (x mod columns))) (free_of rows)) first
  | Cleared _ moves position first => Taking (map change_of moves) (places_of position) first
  | Divides m p e losing product elements =>
      if p =? 0 then Quotient (rule_of m) losing product (concat elements)
      else QuotientForEver (rule_of m) losing product (concat elements) p e
  end.

(** * Lines *)
Inductive further_block := Block (b : block) | Edges (edges : list (N * N)) | Board_rows (rows : list (list bool))
| Products (rows : list (list N)) | Elements (lines : list (list N)).

Fixpoint text {A} (sign_of : A -> ascii) (l : list A) : string :=
  match l with [] => "" | a :: l' => String (sign_of a) (text sign_of l') end.

Definition cell_sign (free : bool) : ascii := if free then "." else "#".
Definition mark_sign (m : mark) : ascii := match m with Covers => "o" | Takes => "x" | Apart => "." | Below => "/" end.
Definition nibble_sign (n : nibble) : ascii :=
  let '(a, b, c, d) := n in let bit (b : bool) := if b then 1 else 0 in sign (8 * bit a + 4 * bit b + 2 * bit c + bit d).

Definition row_of_board (row : list bool) : list word := [Word "row"; Word (text cell_sign row)].
Definition piece_line (piece : list mark) : list word := [Word "piece"; Word (text mark_sign piece)].
Definition clear_line (move : list nibble * list nibble) : list word :=
  [Word "move"; Word (text nibble_sign (fst move)); Number 0; Word (text nibble_sign (snd move)); Number 0].
Definition edge_line (edge : N * N) : list word := [Word "edge"; Number (fst edge); Number (snd edge)].

Definition product_line (row : list N) : list word := Word "product" :: map Number row.

(** In front of the elements the heap of the first of them. *)
Definition element_line (n : N) (elements : list N) : list word := Number n :: map Number elements.

Fixpoint element_lines (n : N) (l : list (list N)) : list (list word) :=
  match l with
  | [] => [] | elements :: l' => element_line n elements :: element_lines (n + N.of_nat (length elements)) l'
  end.

Definition further_block_lines (b : further_block) : list (list word) :=
  match b with
  | Block b => block_lines b | Edges edges => map edge_line edges | Board_rows rows => map row_of_board rows
  | Products rows => map product_line rows | Elements lines => element_lines 0 lines
  end.

Definition further_blocks (s : further_statement) : list further_block :=
  let some lines := Block (Lines lines) in
  let head kind := some [[Word "grundy-certificate"; Number 1]; [Word "kind"; Word kind]] in
  let wins (first : bool) := [Word "wins"; Word (if first then "first" else "second")] in
  match s with
  | Joined size edges token first =>
      [head "matching"; some [[Word "graph"; Number size]; [Word "edges"; counted edges]]; Edges edges;
       some [[Word "token"; Number token]; wins first]]
  | Laid columns rows pieces first =>
      [head "symmetry"; some [[Word "board"; counted rows; Number columns]]; Board_rows rows; some (map piece_line pieces);
       some [wins first]]
  | Cleared places moves position first =>
      [head "symmetry"; some [[Word "places"; Number places]; [Word "moves"; counted moves]]; some (map clear_line moves);
       some [[Word "position"; Word (text nibble_sign position)]; wins first]]
  | Divides m p e losing product elements =>
      [head "quotient"; Block (Moves m);
       some [[Word "period"; Number p]; [Word "preperiod"; Number e]; [Word "elements"; counted product];
             Word "p" :: map Number losing];
       Products product; some [[Word "values"; counted (concat elements)]]; Elements elements]
  end ++ [some [[Word "end"]]].

Definition further_lines (s : further_statement) : list (list word) := flat_map further_block_lines (further_blocks s).
Definition print_further (s : further_statement) : list string := map written (further_lines s).

(** * Files
    What lines only help, by the line that says the kind: those that begin with a number or with one of these words. Of a
    quotient all lines say something, but remarks and the digest. *)
Definition helps_further (kind : file) : list string :=
  if begins "kind matching" kind then ["mates"; "barrier"] else ["squares"; "opening"; "images"].

Definition numbered (f : file) : bool := match f with Byte c _ => existsb (Ascii.eqb c) unsaid | Ends => false end.

Definition only_helps (kind f : file) : bool :=
  (negb (begins "kind quotient" kind) && (numbered f || existsb (fun s => begins s f) (helps_further kind)))%bool.

Definition kept_further (f : file) : list (N * file) :=
  let all := starts ["#"%char] f 1 true [] in
  match rev' all with
  | _ :: (_, kind) :: _ =>
      fold_left (fun found at_ => if only_helps kind (snd at_) then found else at_ :: found) (unsealed all) []
  | few => few
  end.

Definition told_further (f : file) : list string := map (fun at_ => line_at (snd at_)) (kept_further f).
