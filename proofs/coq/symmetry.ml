(* A certificate of a symmetry: of sets of places, or of pieces on a board. *)

open Read

(* How the first player wins, if it is that one: what [opening] makes of the line. *)
let opened lines opening =
  if not (either lines "wins" "second" "first") then None
  else
    let line, words = take lines "opening" in
    match opening (List.map (number line) words) with
    | Some found -> Some found
    | None -> refuse "line %d: expected a move that is possible" line

let images lines places =
  ignore (one lines "images" places places);
  values lines places

let numbered moves = function [ move ] -> List.nth_opt moves move | _ -> None

(* The places of a set. *)
let places set = List.filter (fun place -> (set lsr place) land 1 = 1) (List.init most_places Fun.id)

let told position need =
  match need with
  | None -> Printf.sprintf "the second player wins normal play from %s, answering each move with its image" position
  | Some need ->
      let need = String.concat " " (List.map string_of_int need) in
      Printf.sprintf
        "the first player wins normal play from %s, beginning with the move that needs %s, then answering each move with \
         its image"
        position need

let words position opening = told position (Option.map (fun (((need, _), _), _) -> places need) opening)
let words_of_large start opening = told ("the set " ^ Large.hex start) (Option.map fst opening)

(* What a piece does, the first cell that it covers being this one. *)
let put columns pieces free (piece, first) = Checker.put_piece columns (Checker.set_of free) first (List.nth pieces piece)

let words_of_pieces columns pieces free opening =
  let need opening = fst (Option.get (put columns pieces free opening)) in
  told (Printf.sprintf "the %d free cells" (List.length free)) (Option.map need opening)

let of_sets lines =
  let sets = sets lines in
  let start =
    match take lines "position" with
    | line, [ word ] -> set sets.places line word
    | line, _ -> refuse "line %d: expected one set" line
  in
  let opening = opened lines (numbered sets.moves) in
  let images = images lines sets.places in
  Sets sets, `Basic (Checker.BySymmetry (sets.moves, start, opening, images))

let of_large lines =
  let places, moves = Large.sets lines in
  let start =
    match take lines "position" with
    | line, [ word ] -> Large.set places line word
    | line, _ -> refuse "line %d: expected one set" line
  in
  let opening = opened lines (numbered moves) in
  let images = images lines places in
  Large (places, moves), `Further (Checker.ByTaking (moves, start, opening, images))

let of_pieces lines =
  let columns, rows, pieces = Board.read lines in
  let cells = List.map Board.cells pieces in
  let free = Board.free rows in
  let possible = function
    | [ piece; first ] when piece < List.length cells && put columns cells free (piece, first) <> None -> Some (piece, first)
    | _ -> None
  in
  let opening = opened lines possible in
  let images = images lines (List.length rows * columns) in
  Pieces (rows, pieces), `Further (Checker.ByPieces (columns, cells, free, opening, images))

let read lines =
  match lines.rest with
  | (_, _, [ "places"; count ]) :: _ when String.length count < 5 && Option.value ~default:0 (int_of_string_opt count) > most_places ->
      of_large lines
  | (_, _, "places" :: _) :: _ -> of_sets lines
  | _ -> of_pieces lines
