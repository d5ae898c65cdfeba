(* A table of all states below a bound: its certificate, and NumPy's file beside it. *)

open Read

(* What a certificate of a table says beside the moves: of outcomes, whether the play is misere. *)
type table = { misere : bool; outcomes : bool; shape : int list; bytes : int; file : string; digest : string }

let size table = List.fold_left ( * ) 1 table.shape

let words table =
  Printf.sprintf "%s, SHA-256 %s, holds %s in %s play, for %s states" table.file table.digest
    (if table.outcomes then "who is lost" else "the nim-values")
    (if table.misere then "misere" else "normal")
    (String.concat "x" (List.map string_of_int table.shape))

(* The file as it has to begin. *)
let head table =
  let types = [ 1, "|u1"; 2, "<u2"; 4, "<u4" ] in
  let sides = if table.outcomes then [ (size table + 7) / 8 ] else table.shape in
  let shape = match sides with [ side ] -> Printf.sprintf "(%d,)" side | _ -> "(" ^ String.concat ", " (List.map string_of_int sides) ^ ")" in
  let text = Printf.sprintf "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" (List.assoc table.bytes types) shape in
  Printf.sprintf "\x93NUMPY\x01\x00\x76\x00%-117s\n" text, List.fold_left ( * ) table.bytes sides

(* The entries as bytes. *)
let contents folder table =
  let head, bytes = head table in
  let whole channel =
    if in_channel_length channel <> String.length head + bytes then "" else really_input_string channel (in_channel_length channel)
  in
  let read () =
    let channel = open_in_bin (Filename.concat folder table.file) in
    Fun.protect ~finally:(fun () -> close_in channel) (fun () -> whole channel)
  in
  let data = try read () with Sys_error reason -> refuse "%s: cannot be read: %s" table.file reason in
  if not (String.starts_with ~prefix:head data) then
    refuse "%s: expected a table of the shape and type that the certificate says" table.file;
  if Sha256.hex data <> table.digest then refuse "%s: its SHA-256 is another than the certificate says" table.file;
  String.sub data (String.length head) bytes

let values folder table =
  let data = contents folder table in
  let value n =
    match table.bytes with
    | 1 -> String.get_uint8 data n
    | 2 -> String.get_uint16_le data (2 * n)
    | _ -> Int32.to_int (String.get_int32_le data (4 * n)) land 0xffffffff
  in
  List.init (size table) value

let lost folder table =
  let data = contents folder table in
  let bit n = (Char.code data.[n / 8] lsr (n mod 8)) land 1 = 1 in
  let size = size table in
  if List.exists bit (List.init (-size land 7) (( + ) size)) then refuse "%s: bits beyond the last entry are set" table.file;
  List.init size bit

let most_entries = 20_000_000

let riders lines =
  let line, words = take_move lines "riders" in
  let rec pairs = function
    | 0 :: 0 :: _ | [ _ ] -> refuse "line %d: expected pairs of numbers, none 0 0" line
    | x :: y :: rest -> (x, y) :: pairs rest
    | [] -> []
  in
  let found = pairs (List.map (number line) words) in
  if found = [] || List.length found > 100 then refuse "line %d: expected from 1 to 100 pairs of numbers" line;
  found

(* The moves, and the most states and the numbers of sides that a table of them may have. *)
let moves lines =
  match peek lines with
  | "nodes" ->
      let nodes = nodes lines in
      Nodes nodes, List.length nodes, [ 1; 2; 3; 4 ]
  | "places" ->
      let sets = sets lines in
      Sets sets, (if sets.places < 25 then 1 lsl sets.places else most_entries), [ 1 ]
  | "riders" -> Riders (riders lines), most_entries, [ 2 ]
  | _ -> Heaps (heaps lines), most_entries, [ 1 ]

(* Whether some move leaves several parts. *)
let splits = function
  | Heaps heaps -> List.exists (fun (_, digit) -> digit > 3) (code heaps)
  | Nodes nodes -> List.exists (List.exists (fun parts -> List.length parts > 1)) nodes
  | All_but _ | Sets _ | Riders _ | Vectors _ -> false

let mask lines rule =
  if peek lines <> "mask" then Pairs
  else
    match rule, take lines "mask" with
    | Heaps heaps, (line, [ mask; twist ]) -> masked heaps line mask twist
    | _, (line, _) -> refuse "line %d: expected a mask and a twist, for heaps that are split" line

(* Whether there are at least 1 and at most so many entries. *)
let bounded most shape =
  List.for_all (( < ) 0) shape && List.fold_left (fun all side -> if all > most then all else all * min side (most + 1)) 1 shape <= most

let word lines keyword fits what =
  match take lines keyword with
  | _, [ word ] when word <> "" && fits word -> word
  | line, _ -> refuse "line %d: expected %s after '%s'" line what keyword

let is_name word =
  let letter c = ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c = '_' in
  String.length word <= 200 && letter word.[0] && String.for_all (fun c -> letter c || String.contains ".+-" c) word

let is_digest word =
  String.length word = 64 && String.for_all (fun c -> ('a' <= c && c <= 'f') || ('0' <= c && c <= '9')) word

(* The moves, what is claimed, and by what values are seen to be right. *)
let read lines =
  let misere = either lines "play" "normal" "misere" in
  let outcomes = either lines "holds" "values" "outcomes" in
  if misere && not outcomes then refuse "expected outcomes in misere play";
  let rule, most, sides = moves lines in
  if outcomes && splits rule then refuse "expected values, for of two parts together the outcomes do not say who wins";
  let by = mask lines rule in
  let line, words = take lines "shape" in
  let shape = List.map (number line) words in
  if not (List.mem (List.length shape) sides && bounded (min most most_entries) shape) then
    refuse "line %d: expected the sides of a table of at most %d entries" line (min most most_entries);
  let bytes = one lines "bytes" 1 (if outcomes then 1 else 4) in
  if bytes = 3 then refuse "line %d: expected 1, 2 or 4 bytes an entry" (line + 1);
  let file = word lines "file" is_name "a name without folders" in
  let digest = word lines "sha256" is_digest "64 digits 0-9a-f" in
  rule, { misere; outcomes; shape; bytes; file; digest }, by

let checked folder rule table by =
  let checked =
    match rule with
    | Heaps heaps -> Checker.Heaps (code heaps)
    | All_but spared -> Checker.AllBut spared
    | Nodes nodes -> Checker.Nodes nodes
    | Sets sets -> Checker.Sets sets.moves
    | Riders vectors -> Checker.Riders (List.nth table.shape 1, vectors)
    | Vectors _ -> raise (Uncovered "tables of vectors")
  in
  if table.outcomes then Checker.ByOutcomes (checked, table.misere, lost folder table)
  else
    let values = values folder table in
    let largest = List.fold_left max 0 values in
    match rule, by with
    | Heaps _, _ when largest >= 1 lsl 20 -> refuse "%s: expected values below %d, found %d" table.file (1 lsl 20) largest
    | Heaps heaps, Mask (mask, twist, tag) ->
        let tries = Tries.found (code heaps) ~is_rare:(is_rare values mask twist tag) values in
        Checker.ByTable (checked, Some (((mask, twist), tag), tries), values)
    | _ -> Checker.ByTable (checked, None, values)
