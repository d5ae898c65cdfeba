(* Which parts of sets are the same but for the names of their places. This is a guess, for a certificate to hold:
   the checker compares the moves of each two. *)

(* The places of a set, from the first one on. *)
let places set =
  let rec from i set = if set = 0 then [] else if set land 1 = 1 then i :: from (i + 1) (set lsr 1) else from (i + 1) (set lsr 1) in
  from 0 set

(* The eight ways to lay squares on a grid: row and column of each place. *)
let ways squares =
  let turned (top, left, swap) =
    Array.map
      (fun (row, column) ->
        let row = if top then -row else row and column = if left then -column else column in
        if swap then column, row else row, column)
      squares
  in
  let both f = [ f false; f true ] in
  List.map turned (List.concat (List.concat (both (fun top -> both (fun left -> both (fun swap -> top, left, swap))))))

(* A part in the corner of the grid: its squares in order, as text, and the place of each. *)
let laid part way =
  let cells = List.map (fun place -> way.(place), place) part in
  let least f = List.fold_left (fun least (at, _) -> min least (f at)) max_int cells in
  let row = least fst and column = least snd in
  let cells = List.sort compare (List.map (fun ((r, c), place) -> (1024 * (r - row)) + c - column, place) cells) in
  let text = Buffer.create 100 in
  List.iter (fun (cell, _) -> Buffer.add_int32_be text (Int32.of_int cell)) cells;
  Buffer.contents text, List.map snd cells

let renamed names set = List.fold_left (fun t (place, name) -> if (set lsr place) land 1 = 1 then t lor (1 lsl name) else t) 0 names

(* The same for all turns of a part and just these: its least shape, and the least of its moves in that. With it the
   places in this order. *)
let form moves ways part =
  let laid = List.map (laid (places part)) ways in
  let shape = List.fold_left (fun least (shape, _) -> min least shape) (fst (List.hd laid)) laid in
  let inner = Checker.within part moves in
  let named order =
    let names = List.mapi (fun name place -> place, name) order in
    List.sort compare (List.map (fun (need, clear) -> renamed names need, renamed names (clear land part)) inner), order
  in
  let least = List.fold_left min in
  match List.filter_map (fun (other, order) -> if other = shape then Some (named order) else None) laid with
  | [] -> assert false
  | first :: rest ->
      let inner, order = least first rest in
      (shape, inner), order

(* The parts that come up in a check, with the part that each is. *)
let found moves squares check =
  if squares = [||] || not (List.for_all Checker.clears moves) then []
  else
    match Checker.play_of (Sets moves) [] with
    | None -> []
    | Some game ->
        let ways = ways squares in
        let parts = Hashtbl.create 1000 and first = Hashtbl.create 1000 and simple = Hashtbl.create 1000 in
        let forms = ref [] in
        let name part =
          match Hashtbl.find_opt parts part with
          | Some other -> other
          | None ->
              let form, order = form moves ways part in
              let other =
                match Hashtbl.find_opt first form with
                | None ->
                    Hashtbl.add first form (part, order);
                    part
                | Some (other, names) ->
                    forms := ((part, other), List.combine order names) :: !forms;
                    other
              in
              Hashtbl.add parts part other;
              other
        in
        let one set =
          match Hashtbl.find_opt simple set with
          | Some parts -> parts
          | None ->
              let parts = List.map name (Checker.split moves set) in
              Hashtbl.add simple set parts;
              parts
        in
        ignore (check { game with simplify = List.concat_map one });
        List.rev !forms
