(* A certificate of a theorem about all positions: vectors of numbers, their moves, and an automaton that reads digits. *)

open Read

let most_numbers, most_bound, most_conditions = 6, 8, 100
let largest = 1_000 (* of the numbers in conditions, parts and measures: with larger ones there are too many states *)
let most_letters = 300_000 (* of a position with all numbers that a move speaks of *)

let integer line word =
  let digits = if String.starts_with ~prefix:"-" word && word <> "-0" then String.sub word 1 (String.length word - 1) else word in
  if String.length digits > 9 then refuse "line %d: expected a whole number, found '%s'" line word;
  let found = number line digits in
  if digits == word then found else -found

let integers line words count =
  if List.length words <> count then refuse "line %d: expected %d whole numbers, found %d" line count (List.length words);
  List.map (integer line) words

(* Coefficients and then a constant, as a sum. *)
let sum numbers =
  match List.rev numbers with constant :: times -> constant, List.rev times | [] -> 0, []

let rec part_of size = function
  | [] -> []
  | numbers ->
      let first = List.filteri (fun i _ -> i < size) numbers and rest = List.filteri (fun i _ -> i >= size) numbers in
      first :: part_of size rest

let is_condition word = List.mem word [ "at-most"; "is-zero"; "multiple"; "none" ]

(* A condition about so many variables, [inner] of which are those of [none]; [left] more of them may follow. *)
let rec condition lines left width inner =
  let word = peek lines in
  let line, words = take_move lines word in
  decr left;
  if !left < 0 then refuse "line %d: more than %d conditions" line most_conditions;
  let about words = sum (integers line words (width + 1)) in
  match word, words with
  | "none", _ ->
      let bound, count = match integers line words 2 with [ bound; count ] -> bound, count | _ -> 0, 0 in
      if bound < 1 || inner + bound > most_bound || count < 1 || count > most_conditions then
        refuse "line %d: expected 1 to %d variables, and 1 to %d conditions" line most_bound most_conditions;
      let one _ =
        if not (is_condition (peek lines)) then refuse "line %d: expected %d conditions after 'none'" line count;
        condition lines left (width + bound) (inner + bound)
      in
      Checker.Never (bound, List.init count one)
  | "multiple", modulus :: words ->
      let modulus = integer line modulus in
      if modulus < 1 then refuse "line %d: expected a modulus of at least 1" line;
      Checker.Multiple (modulus, about words)
  | "multiple", [] -> refuse "line %d: expected a modulus" line
  | "is-zero", _ -> Checker.IsZero (about words)
  | _ -> Checker.AtMost (about words)

let move lines numbers =
  let bound = one ~take:take_move lines "move" 0 most_bound in
  let width = numbers + bound in
  let left = ref most_conditions in
  let rec conditions found =
    if is_condition (peek lines) then conditions (condition lines left width 0 :: found) else List.rev found
  in
  let conditions = conditions [] in
  let rec parts found =
    if peek lines <> "part" then List.rev found
    else
      let line, words = take_move lines "part" in
      parts (List.map sum (part_of (width + 1) (integers line words ((width + 1) * numbers))) :: found)
  in
  let parts = parts [] in
  if List.length parts > most_bound then refuse "more than %d parts" most_bound;
  (bound, conditions), parts

let measure lines numbers =
  let rec from found =
    if peek lines <> "measure" && found <> [] then List.rev found
    else begin
      let line, words = take lines "measure" in
      let sums = min (max (List.length words / numbers) 1) most_numbers in
      let coefficients = integers line words (sums * numbers) in
      if List.exists (fun t -> t < 0) coefficients || List.length found >= most_numbers then
        refuse "line %d: expected numbers from 0 on, in at most %d lines" line most_numbers;
      from (part_of numbers coefficients :: found)
    end
  in
  from []

let power base k = List.fold_left (fun found _ -> found * base) 1 (List.init k Fun.id)

let states lines letters largest =
  let count = one lines "states" 1 200_000 in
  if count * letters > 20_000_000 then refuse "more than 20000000 arrows";
  let state place =
    match take lines "state" with
    | line, own :: output :: after ->
        let after = List.map (number line) after in
        let output = if output = "-" then None else Some (number line output) in
        let beyond = match output with Some output -> output > largest | None -> false in
        if number line own <> place || beyond || List.length after <> letters || List.exists (fun s -> s >= count) after then
          refuse "line %d: expected the number %d, an output and %d states" line place letters;
        output, after
    | line, _ -> refuse "line %d: expected the number %d, an output and %d states" line place letters
  in
  List.init count state

let rec numbers_of (condition : Checker.condition) =
  match condition with
  | AtMost (constant, times) | IsZero (constant, times) -> constant :: times
  | Multiple (modulus, (constant, times)) -> modulus :: constant :: times
  | Never (_, l) -> List.concat_map numbers_of l

(* The most numbers that one of these conditions speaks of. *)
let rec variables width (condition : Checker.condition) =
  match condition with
  | AtMost _ | IsZero _ | Multiple _ -> width
  | Never (k, l) -> List.fold_left max 0 (List.map (variables (width + k)) l)

let read lines =
  let misere = either lines "play" "normal" "misere" in
  let numbers = one ~take:take_move lines "numbers" 1 most_numbers in
  let count = one ~take:take_move lines "moves" 0 1_000 in
  let moves = List.init count (fun _ -> move lines numbers) in
  let measure = measure lines numbers in
  let line, words = take lines "system" in
  let base, second = match integers line words 2 with [ a; b ] -> a, b | _ -> 0, 0 in
  let unique = (second = 0 && base >= 2) || (base >= second && second >= 1) || (second <= -1 && base >= 2 - second) in
  if (not unique) || base > 32 then refuse "line %d: expected a and b of a system with unique digits" line;
  let line, words = take lines "claims" in
  let several = List.exists (fun (_, parts) -> List.length parts > 1) moves in
  let outcomes =
    match words with
    | [ "p-positions" ] -> Some misere
    | [ "values" ] -> None
    | [ "graph" ] -> raise (Uncovered "theorems about values of any size")
    | _ -> refuse "line %d: expected 'p-positions', 'values' or 'graph' after 'claims'" line
  in
  if if outcomes <> None then several else misere then
    refuse "line %d: expected a claim about values for sums, and about P-positions in misere play" line;
  let radix = if second > 0 then base + 1 else base in
  let rows = states lines (power radix numbers) (if outcomes = None then 1_000 else 1) in
  let all = List.concat measure @ List.concat_map (fun ((_, conditions), parts) ->
    List.map numbers_of conditions @ List.map (fun (constant, times) -> constant :: times) (List.concat parts)) moves in
  if List.exists (List.exists (fun t -> abs t > largest)) all then
    raise (Uncovered (Printf.sprintf "theorems with numbers above %d" largest));
  let most ((bound, conditions), parts) =
    let parts = numbers + bound + List.length (List.concat parts) in
    List.fold_left max parts (List.map (variables (numbers + bound)) conditions)
  in
  if List.exists (fun move -> power radix (min 20 (most move)) > most_letters) moves then
    raise (Uncovered "theorems with moves of so many numbers");
  Vectors (numbers, moves), Checker.ByAutomaton (moves, measure, outcomes, numbers, (base, second), rows)

(* What check.py says of a sum, of a condition and of a move. *)
let sum_in_words names (constant, times) =
  let one name t = t, if abs t = 1 then name else Printf.sprintf "%d*%s" (abs t) name in
  let terms = List.filter (fun (t, _) -> t <> 0) (List.map2 one names times) in
  let terms = if constant <> 0 || terms = [] then terms @ [ constant, string_of_int (abs constant) ] else terms in
  let signed first (t, word) = if first then (if t < 0 then "-" else "") ^ word else (if t < 0 then " - " else " + ") ^ word in
  String.concat "" (List.mapi (fun place term -> signed (place = 0) term) terms)

let rec condition_in_words names inner (condition : Checker.condition) =
  let related relation (constant, times) =
    let side sign = sum_in_words names (max (sign * constant) 0, List.map (fun t -> max (sign * t) 0) times) in
    Printf.sprintf "%s %s %s" (side 1) relation (side (-1))
  in
  match condition with
  | AtMost sum -> related "<=" sum
  | IsZero sum -> related "==" sum
  | Multiple (modulus, sum) -> Printf.sprintf "%s is a multiple of %d" (sum_in_words names sum) modulus
  | Never (k, l) ->
      let fresh = List.init k (fun place -> Printf.sprintf "j%d" (inner + place + 1)) in
      let within = List.map (condition_in_words (names @ fresh) (inner + k)) l in
      Printf.sprintf "for no %s >= 0 (%s)" (String.concat ", " fresh) (String.concat " and " within)

let named letter count = List.init count (fun place -> Printf.sprintf "%s%d" letter (place + 1))
let state_in_words = function [ one ] -> one | numbers -> "(" ^ String.concat ", " numbers ^ ")"

let move_in_words numbers ((bound, conditions), parts) =
  let bound = named "k" bound in
  let names = named "x" numbers @ bound in
  let parts = List.map (fun part -> state_in_words (List.map (sum_in_words names) part)) parts in
  let bound = if bound = [] then "" else Printf.sprintf " for all %s >= 0" (String.concat ", " bound) in
  let conditions = String.concat " and " (List.map (condition_in_words names 0) conditions) in
  Printf.sprintf "%s -> %s%s%s%s"
    (state_in_words (named "x" numbers))
    (if parts = [] then "nothing" else String.concat " & " parts)
    bound
    (if conditions = "" then "" else if bound = "" then " if " else " with ")
    conditions

let words outcomes (base, second) rows =
  Printf.sprintf "an automaton of %d states in the system %d %d gives %s, in %s play, for all positions" (List.length rows)
    base second
    (if outcomes = None then "the nim-values" else "which positions are lost for who is to move")
    (if outcomes = Some true then "misere" else "normal")
