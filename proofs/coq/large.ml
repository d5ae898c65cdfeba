(* Sets of more places than a number of OCaml has bits, as lists of places; of moves that only clear. *)

open Read

let digits = "0123456789abcdef"

(* The places of a set that a hexadecimal number says, the least first. *)
let set places line word =
  let size = String.length word in
  let plain = word <> "" && (word = "0" || word.[0] <> '0') && String.for_all (String.contains digits) word in
  let value at = String.index digits word.[size - 1 - (at / 4)] in
  let found = if plain then List.filter (fun at -> (value at lsr (at mod 4)) land 1 = 1) (List.init (4 * size) Fun.id) else [] in
  if (not plain) || List.exists (fun at -> at >= places) found then
    refuse "line %d: expected a set of the %d places, found '%s'" line places word;
  found

let hex set =
  let top = List.fold_left max 0 set / 4 in
  let digit at = digits.[List.fold_left (fun sum place -> if place / 4 = at then sum + (1 lsl (place mod 4)) else sum) 0 set] in
  String.init (top + 1) (fun i -> digit (top - i))

(* How many places there are, and the moves: what each needs and clears. *)
let sets lines =
  let places = one ~take:take_move lines "places" 1 1024 in
  ignore (squares lines places);
  let count = one ~take:take_move lines "moves" 0 20_000 in
  let seen = Hashtbl.create 100 in
  let move _ =
    match take_move lines "move" with
    | line, ([ need; off; clear; flip ] as words) ->
        let set = set places line in
        let need, off, clear, flip = set need, set off, set clear, set flip in
        if off <> [] || flip <> [] then raise (Uncovered (Printf.sprintf "sets of more than %d places with other moves" most_places));
        if not (List.exists (fun place -> List.mem place clear) need) then
          refuse "line %d: expected a move that always leads to a smaller number" line;
        if Hashtbl.mem seen words then refuse "line %d: expected each move once" line;
        Hashtbl.add seen words ();
        need, clear
    | line, _ -> refuse "line %d: expected 4 sets" line
  in
  places, List.init count move
