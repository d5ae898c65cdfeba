(* What a certificate says, as the checker writes it down again (Print.v) to compare it with the file. *)

open Read

(* The options of each node in the lines in which they stand; [broken] has the last break first. *)
let in_lines nodes broken =
  let cut options at = List.filteri (fun i _ -> i < at) options, List.filteri (fun i _ -> i >= at) options in
  let rec one node options lines = function
    | (other, at) :: rest when other = node ->
        let before, last = cut options at in
        one node before (last :: lines) rest
    | rest -> options :: lines, rest
  in
  let rec from node found broken = function
    | [] -> found
    | options :: before ->
        let lines, broken = one node options [] broken in
        from (node - 1) (lines :: found) broken before
  in
  from (List.length nodes - 1) [] broken (List.rev nodes)

let moves (lines : lines) = function
  | Heaps (Digits digits) -> Checker.OfDigits digits
  | Heaps (Amounts amounts) -> OfAmounts amounts
  | Nodes nodes -> OfNodes (in_lines nodes lines.broken)
  | Sets { places; moves; _ } -> OfSets (places, moves)
  | All_but _ | Riders _ | Vectors _ -> assert false

(* What the certificate of a table says of the entries, which are in a file of their own. *)
let of_table lines rule (table : Table.table) =
  let signs word = List.of_seq (String.to_seq word) in
  let moves = match rule with Riders vectors -> Checker.Ridden vectors | _ -> Known (moves lines rule) in
  let outcomes = if table.outcomes then Some table.misere else None in
  Checker.Tabulates (outcomes, moves, table.shape, table.bytes, signs table.file, signs table.digest)

(* None of tables, whose statement is another. *)
let found lines rule (certificate : Checker.certificate) =
  match certificate with
  | ByPairs (_, period, preperiod, _) | ByMask (_, period, preperiod, _, _, _, _, _)
  | ByWindows (_, period, preperiod, _, _, _, _, _, _, _, _) ->
      Some (Checker.Repeats (moves lines rule, period, preperiod))
  | ByGrowth (spared, period, preperiod, saltus, _) -> Some (Grows (spared, period, preperiod, saltus))
  | ByClaims (_, _, position, value, _) -> Some (HasValue (moves lines rule, position, value))
  | ByReplies (_, _, position, misere, first, _) -> Some (IsWon (misere, moves lines rule, position, first))
  | BySymmetry (_, start, opening, _) -> Some (IsMirrored (moves lines rule, start, opening <> None))
  | ByAutomaton (moves, _, outcomes, numbers, system, rows) ->
      let flat parts = List.map (List.concat_map (fun (constant, times) -> times @ [ constant ])) parts in
      let moves = List.map (fun (bound, parts) -> bound, flat parts) moves in
      Some (Everywhere (outcomes = Some true, numbers, moves, system, outcomes = None, rows))
  | ByTable _ | ByOutcomes _ -> None

let mark = function 'o' -> Checker.Covers | 'x' -> Takes | '.' -> Apart | _ -> Below
let signs one text = List.init (String.length text) (fun at -> one text.[at])

(* A set as its hexadecimal digits, each four bits. *)
let nibbles set =
  let top = List.fold_left max 0 set / 4 in
  let bits = Array.make (4 * (top + 1)) false in
  List.iter (fun place -> bits.(place) <- true) set;
  let bit at more = bits.((4 * at) + more) in
  List.init (top + 1) (fun i -> let at = top - i in ((bit at 3, bit at 2), bit at 1), bit at 0)

(* Values in the lines in which they stand; of [counts] the last comes first. *)
let values_in_lines values counts =
  let rest = ref values in
  let next _ =
    let value = List.hd !rest in
    rest := List.tl !rest;
    value
  in
  List.map (fun count -> List.init count next) (List.rev counts)

let further (lines : lines) rule (certificate : Checker.further_certificate) =
  match rule, certificate with
  | Graph (size, _), ByMatching (edges, token, first, _, _, _) -> Some (Checker.Joined (size, edges, token, first))
  | Pieces (rows, pieces), ByPieces (columns, _, _, opening, _) ->
      let rows = List.rev (List.rev_map (signs (( = ) '.')) rows) in
      Some (Laid (columns, rows, List.map (signs mark) pieces, opening <> None))
  | Large (places, moves), ByTaking (_, start, opening, _) ->
      let moves = List.map (fun (need, clear) -> nibbles need, nibbles clear) moves in
      Some (Cleared (places, moves, nibbles start, opening <> None))
  | _, ByQuotient (_, lost, product, elements, _) ->
      Some (Divides (moves lines rule, 0, 0, lost, product, values_in_lines elements lines.counts))
  | _, ByQuotientForEver (_, lost, product, elements, period, preperiod, _) ->
      Some (Divides (moves lines rule, period, preperiod, lost, product, values_in_lines elements lines.counts))
  | _ -> None
