(** What must be believed of a file: which statement it makes, line by line. [print] writes a statement as FORMAT.md has
    it, [claimed] says what it claims in the sense of [Statements.v], and [told] has the lines of a file in which
    something is said: all but remarks and what only helps to prove. *)

From Coq Require Import NArith ZArith Bool Ascii String List.
From Grundy Require Import Vectors Statements.
Import ListNotations. Open Scope string_scope. Open Scope list_scope. Open Scope N_scope.

(** * Words and lines *)
Inductive word := Word (s : string) | Number (n : N) | Set_ (n : N) | Parts (l : list N) | Integer (z : Z).

Definition signs : list ascii := list_ascii_of_string "0123456789abcdef".
Definition sign (n : N) : ascii := nth (N.to_nat n) signs "0"%char.

Fixpoint spell (fuel : nat) (base n : N) (after : string) : string :=
  match fuel with
  | O => after
  | S more => let after := String (sign (n mod base)) after in if n <? base then after else spell more base (n / base) after
  end.
Definition spelled (base n : N) : string := spell (S (N.to_nat (N.size n))) base n "".

Definition signed (z : Z) : string := if (z <? 0)%Z then String "-" (spelled 10 (Z.to_N (- z))) else spelled 10 (Z.to_N z).

Fixpoint join (between : ascii) (l : list string) : string :=
  match l with [] => "" | [s] => s | s :: l' => (s ++ String between (join between l'))%string end.

Definition shown (w : word) : string :=
  match w with
  | Word s => s | Number n => spelled 10 n | Set_ n => spelled 16 n
  | Parts l => match l with [] => "-" | _ => join "+" (map (spelled 10) l) end
  | Integer z => signed z
  end.

Definition feed : ascii := "010".
Definition written (line : list word) : string := (join " " (map shown line) ++ String feed "")%string.

(** * Statements
    The options of a node stand in several lines, perhaps: each of [nodes] is a list of these. Of a move on vectors the
    numbers of each part stand in one line, which is [cut] into sums with the constant at the end. *)
Inductive moves :=
| OfDigits (digits : list N) | OfAmounts (amounts : list N) | OfNodes (nodes : list (list (list (list N))))
| OfSets (places : N) (moves : list (N * N * N * N)).

Definition line_move := (nat * list condition * list (list Z))%type.

Inductive statement :=
| Repeats (m : moves) (p e : N) | Grows (spared : list N) (p e s : N) | HasValue (m : moves) (position : list N) (v : N)
| IsWon (misere : bool) (m : moves) (position : list N) (first : bool)
| IsMirrored (m : moves) (start : N) (first : bool)
| Everywhere (misere : bool) (numbers : nat) (moves : list line_move) (sys : system) (values : bool)
    (rows : list (option N * list N)).

Definition sum_of (l : list Z) : linear := (last l 0%Z, removelast l).

Fixpoint cut (fuel size : nat) (l : list Z) : list linear :=
  match fuel, l with S more, _ :: _ => sum_of (firstn size l) :: cut more size (skipn size l) | _, _ => [] end.

Definition linear_of (numbers : nat) (m : line_move) : linear_move :=
  let '(k, conditions, parts) := m in (k, conditions, map (fun l => cut (length l) (S (numbers + k)) l) parts).

Fixpoint coded (t : N) (digits : list N) : list (N * N) :=
  match digits with [] => [] | d :: digits' => if d =? 0 then coded (t + 1) digits' else (t, d) :: coded (t + 1) digits' end.

Definition rule_of (m : moves) : rule :=
  match m with
  | OfDigits digits => Heaps (coded 0 digits) | OfAmounts amounts => Heaps (map (fun t => (t, 3)) amounts)
  | OfNodes nodes => Nodes (map (@concat (list N)) nodes)
  | OfSets _ moves => Sets moves
  end.

Definition claimed (s : statement) : claim :=
  match s with
  | Repeats m p e => Period (rule_of m) p e 0 | Grows spared p e s => Period (AllBut spared) p e s
  | HasValue m position v => Nimber (rule_of m) position v
  | IsWon misere m position first => Winner (rule_of m) position misere first
  | IsMirrored m start first => Winner (rule_of m) [start] false first
  | Everywhere misere numbers moves sys values rows =>
      let moves := map (linear_of numbers) moves in
      if values then AllValues moves numbers sys rows else AllOutcomes moves misere numbers sys rows
  end.

Fixpoint node_lines (n : N) (nodes : list (list (list (list N)))) : list (list word) :=
  match nodes with
  | [] => []
  | lines :: nodes' => map (fun options => Word "node" :: Number n :: map Parts options) lines ++ node_lines (n + 1) nodes'
  end.

Definition counted {A} (l : list A) : word := Number (N.of_nat (length l)).

Definition move_lines (m : moves) : list (list word) :=
  match m with
  | OfDigits digits => [Word "digits" :: map Number digits] | OfAmounts amounts => [Word "amounts" :: map Number amounts]
  | OfNodes nodes => [Word "nodes"; counted nodes] :: node_lines 0 nodes
  | OfSets places moves =>
      [Word "places"; Number places] :: [Word "moves"; counted moves] ::
      map (fun '(need, off, clear, flip) => [Word "move"; Set_ need; Set_ off; Set_ clear; Set_ flip]) moves
  end.

Definition position_line (m : moves) (position : list N) : list word :=
  Word "position" :: map (match m with OfSets _ _ => Set_ | _ => Number end) position.

Definition sum_words (s : linear) : list word := map Integer (snd s) ++ [Integer (fst s)].

Fixpoint condition_lines (c : condition) : list (list word) :=
  match c with
  | AtMost s => [Word "at-most" :: sum_words s] | IsZero s => [Word "is-zero" :: sum_words s]
  | Multiple m s => [Word "multiple" :: Integer m :: sum_words s]
  | Never k l => [Word "none"; Number (N.of_nat k); counted l] :: flat_map condition_lines l
  end.

Definition linear_lines (m : line_move) : list (list word) :=
  let '(k, conditions, parts) := m in
  [Word "move"; Number (N.of_nat k)] :: flat_map condition_lines conditions ++ map (fun l => Word "part" :: map Integer l) parts.

Definition row_line (n : N) (row : option N * list N) : list word :=
  Word "state" :: Number n :: match fst row with Some x => Number x | None => Word "-" end :: map Number (snd row).

Fixpoint row_lines (n : N) (rows : list (option N * list N)) : list (list word) :=
  match rows with [] => [] | row :: rows' => row_line n row :: row_lines (n + 1) rows' end.

(** A certificate is written in blocks: the moves, and what stands before and after them. *)
Inductive block := Lines (lines : list (list word)) | Moves (m : moves) | Rows (rows : list (option N * list N)).

Definition block_lines (b : block) : list (list word) :=
  match b with Lines lines => lines | Moves m => move_lines m | Rows rows => row_lines 0 rows end.

Definition blocks (s : statement) : list block :=
  let head kind := Lines [[Word "grundy-certificate"; Number 1]; [Word "kind"; Word kind]] in
  let play (misere : bool) := Lines [[Word "play"; Word (if misere then "misere" else "normal")]] in
  let wins (first : bool) := [Word "wins"; Word (if first then "first" else "second")] in
  let period p e := Lines [[Word "period"; Number p]; [Word "preperiod"; Number e]] in
  match s with
  | Repeats m p e => [head "period"; Moves m; period p e]
  | Grows spared p e s => [head "growth"; Lines [Word "all-but" :: map Number spared]; period p e; Lines [[Word "saltus"; Number s]]]
  | HasValue m position v => [head "position"; Moves m; Lines [position_line m position; [Word "value"; Number v]]]
  | IsWon misere m position first => [head "strategy"; play misere; Moves m; Lines [position_line m position; wins first]]
  | IsMirrored m start first => [head "symmetry"; Moves m; Lines [position_line m [start]; wins first]]
  | Everywhere misere numbers moves sys values rows =>
      [head "theorem"; play misere; Lines [[Word "numbers"; Number (N.of_nat numbers)]; [Word "moves"; counted moves]];
       Lines (flat_map linear_lines moves);
       Lines [[Word "system"; Number (fst sys); Integer (snd sys)]; [Word "claims"; Word (if values then "values" else "p-positions")];
              [Word "states"; counted rows]]; Rows rows]
  end ++ [Lines [[Word "end"]]].

Definition lines (s : statement) : list (list word) := flat_map block_lines (blocks s).
Definition print (s : statement) : list string := map written (lines s).

(** * Files
    A file is a string; [starts] has the lines as what is left from their start on, without those that begin with a sign
    of [unsaid], remarks and numbers, and with the number of each, the last one first. *)
Inductive file := Ends | Byte (c : ascii) (rest : file).

Definition unsaid : list ascii := list_ascii_of_string "#0123456789".

Fixpoint starts (unsaid : list ascii) (f : file) (number : N) (fresh : bool) (found : list (N * file)) : list (N * file) :=
  match f with
  | Ends => found
  | Byte c rest =>
      let found := if fresh && negb (existsb (Ascii.eqb c) unsaid) then (number, f) :: found else found in
      let ended := Ascii.eqb c feed in starts unsaid rest (if ended then N.succ number else number) ended found
  end.

Fixpoint line_at (f : file) : string :=
  match f with Ends => "" | Byte c rest => String c (if Ascii.eqb c feed then "" else line_at rest) end.

Fixpoint begins (s : string) (f : file) : bool :=
  match s, f with
  | String c s', Byte d rest => Ascii.eqb c d && begins s' rest
  | EmptyString, Byte d _ => Ascii.eqb d " " || Ascii.eqb d feed
  | _, Ends => false
  end%bool.

(** The first words of lines that only help, by the line that says the kind. *)
Definition helps (kind : file) : list string :=
  if begins "kind theorem" kind then ["measure"; "sha256"]
  else if begins "kind table" kind then ["mask"; "squares"]
  else ["method"; "rare"; "tries"; "values"; "state"; "squares"; "claims"; "lost"; "set"; "opening"; "images"; "sha256"].

(** Without the digest of the whole in the line after [end], if it is there; that of a table stands before. *)
Definition unsealed (all : list (N * file)) : list (N * file) :=
  match all with
  | (_, last) :: (_, before) :: _ => if begins "sha256" last && begins "end" before then tl all else all
  | _ => all
  end%bool.

Definition kept (f : file) : list (N * file) :=
  let all := starts unsaid f 1 true [] in
  let helps := match rev' all with _ :: (_, kind) :: _ => helps kind | _ => [] end in
  let all := unsealed all in
  fold_left (fun found at_ => if existsb (fun s => begins s (snd at_)) helps then found else at_ :: found) all [].

Definition told (f : file) : list string := map (fun at_ => line_at (snd at_)) (kept f).
