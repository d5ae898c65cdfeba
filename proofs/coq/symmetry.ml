(* A certificate of a symmetry of sets of places. Pieces on a board have too many cells for one number. *)

open Read

let read lines =
  if peek lines <> "places" then raise (Uncovered "symmetries of pieces on a board");
  let sets = sets lines in
  let start =
    match take lines "position" with
    | line, [ word ] -> set sets.places line word
    | line, _ -> refuse "line %d: expected one set" line
  in
  let opening =
    if not (either lines "wins" "second" "first") then None
    else
      let line, words = take lines "opening" in
      match List.map (number line) words with
      | [ move ] when move < List.length sets.moves -> Some (List.nth sets.moves move)
      | _ -> refuse "line %d: expected a move that is possible" line
  in
  ignore (one lines "images" sets.places sets.places);
  let images = values lines sets.places in
  Sets sets, Checker.BySymmetry (sets.moves, start, opening, images)

(* The places of a set. *)
let places set = List.filter (fun place -> (set lsr place) land 1 = 1) (List.init most_places Fun.id)

let words position opening =
  let winner, by =
    match opening with
    | None -> "second", "answering each move with its image"
    | Some (((need, _), _), _) ->
        let need = String.concat " " (List.map string_of_int (places need)) in
        "first", Printf.sprintf "beginning with the move that needs %s, then answering each move with its image" need
  in
  Printf.sprintf "the %s player wins normal play from %s, %s" winner position by
