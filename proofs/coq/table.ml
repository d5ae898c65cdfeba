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

let most_entries = 20_000_000

(* The bytes of the file, none of one that is too long. *)
let contents folder table =
  let whole channel =
    let size = in_channel_length channel in
    if size > 128 + (4 * most_entries) then "" else really_input_string channel size
  in
  let read () =
    let channel = open_in_bin (Filename.concat folder table.file) in
    Fun.protect ~finally:(fun () -> close_in channel) (fun () -> whole channel)
  in
  let data = try read () with Sys_error reason -> refuse "%s: cannot be read: %s" table.file reason in
  if Sha256.hex data <> table.digest then refuse "%s: its SHA-256 is another than the certificate says" table.file;
  data

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

let checked_rule rule table : Checker.rule =
  match rule with
  | Heaps heaps -> Heaps (code heaps)
  | All_but spared -> AllBut spared
  | Nodes nodes -> Nodes nodes
  | Sets sets -> Sets sets.moves
  | Riders vectors -> Riders (List.nth table.shape 1, vectors)
  | Vectors _ | Graph _ | Large _ | Pieces _ -> raise (Uncovered "tables of other moves")

(* What shows that the values are right: of a mask, the heaps to try. *)
let guess rule table by (entries : Checker.entries) =
  match rule, entries with
  | Heaps heaps, OfValues values -> (
      let largest = List.fold_left max 0 values in
      if largest >= 1 lsl 20 then refuse "%s: expected values below %d, found %d" table.file (1 lsl 20) largest;
      match by with
      | Mask (mask, twist, tag) ->
          Some (((mask, twist), tag), Tries.found (code heaps) ~is_rare:(is_rare values mask twist tag) values)
      | Pairs -> None)
  | _ -> None

let other table = refuse "%s: expected a table of the shape and type that the certificate says" table.file

let checked rule table by : Checker.entries -> Checker.certificate = function
  | OfValues values as entries -> ByTable (checked_rule rule table, guess rule table by entries, values)
  | OfOutcomes losing -> ByOutcomes (checked_rule rule table, table.misere, losing)
