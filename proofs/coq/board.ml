(* Pieces on a board. *)

open Read

let read lines =
  let rows, columns =
    match take_move lines "board" with
    | line, [ rows; columns ] ->
        let rows = number line rows and columns = number line columns in
        if rows < 1 || columns < 1 || rows > 1_000_000 / columns then
          refuse "line %d: expected a board of 1 to 1000000 cells" line;
        rows, columns
    | line, _ -> refuse "line %d: expected rows and columns" line
  in
  let row _ =
    match take_move lines "row" with
    | _, [ word ] when String.length word = columns && String.for_all (fun c -> c = '.' || c = '#') word -> word
    | line, _ -> refuse "line %d: expected %d signs . or #" line columns
  in
  let rows = List.init rows row in
  let piece () =
    match take_move lines "piece" with
    | _, [ word ]
      when String.length word <= 1_000 && String.contains word 'o'
           && String.for_all (String.contains "ox./") word
           && not (List.mem "" (String.split_on_char '/' word)) ->
        word
    | line, _ -> refuse "line %d: expected at most 1000 signs o, x, . and /, with an o" line
  in
  let rec pieces found =
    if peek lines <> "piece" && found <> [] then List.rev found
    else if List.length found = 100 then refuse "more than 100 pieces"
    else pieces (piece () :: found)
  in
  columns, rows, pieces []

(* The cells that a piece covers and those that it takes along, from the first one that it covers. *)
let cells piece =
  let signs = List.concat (List.mapi (fun r row -> List.mapi (fun c sign -> sign, (r, c)) (List.of_seq (String.to_seq row)))
      (String.split_on_char '/' piece)) in
  let of_sign wanted = List.filter_map (fun (sign, cell) -> if sign = wanted then Some cell else None) signs in
  let down, right = List.hd (of_sign 'o') in
  let from_there = List.map (fun (r, c) -> r - down, c - right) in
  from_there (of_sign 'o'), from_there (of_sign 'x')

let free rows =
  let found = ref [] in
  String.iteri (fun place sign -> if sign = '.' then found := place :: !found) (String.concat "" rows);
  List.rev !found
