(* A certificate of a matching that answers every move of a token on a graph. *)

open Read

(* The parts with an odd number of nodes, without those that are gone. That these are the parts is not believed: the
   checker looks at each edge. *)
let odd_parts size edges gone =
  let above = Array.init size Fun.id in
  let rec top node =
    if above.(node) = node then node
    else begin
      above.(node) <- above.(above.(node));
      top above.(node)
    end
  in
  List.iter (fun (a, b) -> if not (gone.(a) || gone.(b)) then above.(top a) <- top b) edges;
  let parts = Array.make size [] in
  for node = size - 1 downto 0 do
    if not gone.(node) then begin
      let top = top node in
      parts.(top) <- node :: parts.(top)
    end
  done;
  List.filter (fun part -> List.length part land 1 = 1) (Array.to_list parts)

let read lines =
  let size = one ~take:take_move lines "graph" 1 (1 lsl 20) in
  let count = one ~take:take_move lines "edges" 0 4_000_000 in
  let before = ref (0, 0) in
  let edge _ =
    match take_move lines "edge" with
    | line, [ a; b ] ->
        let a = number line a and b = number line b in
        if not (a < b && b < size && compare !before (a, b) < 0) then
          refuse "line %d: expected two nodes below %d, the smaller first, and edges in increasing order" line size;
        before := a, b;
        a, b
    | line, _ -> refuse "line %d: expected two nodes after 'edge'" line
  in
  let edges = List.init count edge in
  let token = one lines "token" 0 (size - 1) in
  let first = either lines "wins" "second" "first" in
  ignore (one lines "mates" size size);
  let mates = values lines size in
  let barrier = values lines (one lines "barrier" 0 size) in
  let gone = Array.make size false in
  List.iter (fun node -> if node < size then gone.(node) <- true) (if first then token :: barrier else barrier);
  Graph (size, edges), Checker.ByMatching (edges, token, first, mates, barrier, odd_parts size edges gone)

let words token first mates barrier =
  let matched (node, found) mate = node + 1, if mate = node then found else found + 1 in
  let size = snd (List.fold_left matched (0, 0) mates) / 2 in
  Printf.sprintf "the %s player wins normal play from node %d: a matching of size %d %s, as the barrier of size %d shows"
    (if first then "first" else "second")
    token size
    (if first then "there is, and none as large without that node" else "leaves that node out, and none is larger")
    (List.length barrier)
