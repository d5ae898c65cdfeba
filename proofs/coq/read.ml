(* Read a certificate as FORMAT.md has it. What is printed of it is made from what was read here, so that whoever
   compares sees what was checked. *)

exception Refused of string
exception Uncovered of string

let refuse form = Printf.ksprintf (fun reason -> raise (Refused reason)) form

(* The lines without remarks: the words of each, and where it starts. Of nodes, which have gone on in another line after
   how many options; of values, how many stand in each line. *)
type lines = {
  text : string;
  mutable rest : (int * int * string list) list;
  moves : Buffer.t;
  mutable broken : (int * int) list;
  mutable counts : int list;
}

let lines text =
  let size = String.length text in
  let rec from at number found =
    if at = size then List.rev found
    else
      let stop =
        match String.index_from_opt text at '\n' with
        | Some stop when stop - at <= 100_000 -> stop
        | _ -> refuse "line %d: a line without its end, or too long" number
      in
      let line = String.sub text at (stop - at) in
      String.iter (fun c -> if c < ' ' || c > '~' then refuse "line %d: a character that is not printable ASCII" number)
        line;
      let sealed = match found with (_, _, "sha256" :: _) :: (_, _, [ "end" ]) :: _ -> true | _ -> false in
      if sealed then refuse "line %d: expected the end of the file after 'sha256'" number;
      let remark = line <> "" && line.[0] = '#' in
      from (stop + 1) (number + 1) (if remark then found else (at, number, String.split_on_char ' ' line) :: found)
  in
  { text; rest = from 0 1 []; moves = Buffer.create 1000; broken = []; counts = [] }

let number line word =
  let digits = String.length word in
  if digits < 1 || digits > 18 || (word.[0] = '0' && digits > 1) || not (String.for_all (fun c -> '0' <= c && c <= '9') word)
  then refuse "line %d: expected a number, found '%s'" line word;
  int_of_string word

let peek lines = match lines.rest with (_, _, word :: _) :: _ -> word | _ -> ""

let take lines keyword =
  match lines.rest with
  | (_, line, word :: words) :: rest when word = keyword ->
      lines.rest <- rest;
      line, words
  | (_, line, word :: _) :: _ -> refuse "line %d: expected '%s', found '%s'" line keyword word
  | _ -> refuse "expected '%s', found the end of the file" keyword

(* The same for a line of the moves: the digest of these is printed where they are many. *)
let take_move lines keyword =
  let line, words = take lines keyword in
  Buffer.add_string lines.moves (String.concat " " (keyword :: words) ^ "\n");
  line, words

let one ?(take = take) lines keyword least most =
  match take lines keyword with
  | line, [ word ] ->
      let found = number line word in
      if found < least || found > most then
        refuse "line %d: expected a number from %d to %d after '%s', found %d" line least most keyword found;
      found
  | line, _ -> refuse "line %d: expected one number after '%s'" line keyword

let rec sorted = function a :: (b :: _ as rest) -> a <= b && sorted rest | _ -> true
let rec increasing least = function [] -> true | a :: l -> a >= least && increasing (a + 1) l

(* The values of the heaps first..size - 1. *)
let values ?(first = 0) lines size =
  let rec from heap found =
    if heap = size then List.rev found
    else
      match lines.rest with
      | [] -> refuse "expected the value of heap %d, found the end of the file" heap
      | (_, line, words) :: rest ->
          let first, listed = match List.map (number line) words with first :: listed -> first, listed | [] -> -1, [] in
          let next = heap + List.length listed in
          if first <> heap || listed = [] then refuse "line %d: expected the values from heap %d on" line heap;
          if List.exists (fun v -> v >= 1 lsl 20) listed then refuse "line %d: expected values below %d" line (1 lsl 20);
          if next > size then refuse "line %d: expected the values up to heap %d" line (size - 1);
          lines.rest <- rest;
          lines.counts <- (next - heap) :: lines.counts;
          from next (List.rev_append listed found)
  in
  from first []

(* Nothing more but the digest; whether there is one. *)
let finish lines =
  let line, words = take lines "end" in
  if words <> [] then refuse "line %d: expected nothing after 'end'" line;
  match lines.rest with
  | [] -> false
  | [ (at, line, [ "sha256"; digest ]) ] ->
      if Sha256.hex (String.sub lines.text 0 at) <> digest then
        refuse "line %d: not the SHA-256 of the lines before it, so that one of them was changed" line;
      true
  | (_, line, _) :: _ -> refuse "line %d: expected the end of the file after 'end', or 'sha256'" line

(* Moves on heaps: what may be taken, and in bits how many heaps may be left. *)
type heaps = Digits of int list | Amounts of int list

let heaps lines =
  if peek lines = "sprouts" then raise (Uncovered "regions of Sprouts");
  if peek lines = "amounts" then begin
    let line, words = take_move lines "amounts" in
    let found = List.map (number line) words in
    if found = [] || not (increasing 1 found) || List.exists (fun a -> a > 20_000_000) found then
      refuse "line %d: expected amounts from 1 to 20000000 in increasing order" line;
    Amounts found
  end
  else
    let line, words = take_move lines "digits" in
    let found = List.map (number line) words in
    let size = List.length found in
    if size < 1 || size > 1_001 then refuse "line %d: expected from 1 to 1001 digits" line;
    if List.exists (fun d -> d > 63) found || List.hd found mod 4 > 0 || (size > 1 && List.nth found (size - 1) = 0) then
      refuse "line %d: expected digits below 64, the first a multiple of 4, the last not 0" line;
    Digits found

let code = function
  | Amounts amounts -> List.map (fun take -> take, 3) amounts
  | Digits digits -> List.filter (fun (_, digit) -> digit > 0) (List.mapi (fun take digit -> take, digit) digits)

(* Moves on sets of places; where these lie, perhaps. *)
type sets = { places : int; squares : (int * int) array; moves : Checker.set_move list }

(* How the moves are said. *)
type rule =
  | Heaps of heaps
  | All_but of int list
  | Nodes of int list list list
  | Sets of sets
  | Riders of (int * int) list
  | Vectors of int * Checker.linear_move list
  | Graph of int * (int * int) list
  | Large of int * (int list * int list) list
  | Pieces of string list * string list

(* How values are seen to be right: by all pairs; or by a mask, a twist, and the tag that makes heaps rare. *)
type by = Pairs | Mask of int * bool * bool

let masked heaps line mask twist =
  let mask = number line mask and twist = number line twist in
  let code = code heaps in
  let splits = List.filter (fun (_, digit) -> digit > 3) code in
  let parities = List.sort_uniq compare (List.map (fun (take, _) -> take land 1) splits) in
  if splits = [] || List.exists (fun (_, digit) -> digit > 7) code then
    refuse "line %d: expected digits below 8, and splits" line;
  if mask < 1 || mask >= 1 lsl 20 || twist > 1 || (twist = 1 && List.length parities > 1) then
    refuse "line %d: expected a mask from 1 to below %d and a twist that fits the digits" line (1 lsl 20);
  Mask (mask, twist = 1, twist = 1 && parities = [ 1 ])

(* Whether a heap is rare. *)
let is_rare values mask twist tag =
  let g = Array.of_list values in
  fun n -> Checker.tag mask twist n g.(n) = tag

let growth lines =
  let line, spared = take_move lines "all-but" in
  let spared = List.map (number line) spared in
  if not (increasing 1 spared) || List.exists (fun take -> take > 1_000) spared then
    refuse "line %d: expected numbers from 1 to 1000 in increasing order" line;
  let period = one lines "period" 1 1_000_000_000_000_000 in
  let preperiod = one lines "preperiod" 0 1_000_000_000_000_000 in
  let saltus = one lines "saltus" 1 1_000_000_000_000_000 in
  let values = values lines (one lines "values" 1 20_000_000) in
  All_but spared, Checker.ByGrowth (spared, period, preperiod, saltus, values)

(* The options of each node, which may be on several lines. *)
let nodes lines =
  let count =
    let line, words = take_move lines "nodes" in
    let found = match words with [ word ] -> number line word | _ -> refuse "line %d: expected one number" line in
    if found > 1_000_000 then refuse "line %d: expected at most 1000000 nodes" line;
    found
  in
  let options = ref 0 in
  let rec from size found =
    if peek lines <> "node" then found
    else begin
      let line, words = take_move lines "node" in
      let node = match words with [] -> -1 | word :: _ -> number line word in
      if (node <> size && node <> size - 1) || node < 0 || node >= count then refuse "line %d: expected 'node %d'" line size;
      let option word =
        let parts = if word = "-" then [] else List.map (number line) (String.split_on_char '+' word) in
        if List.exists (fun part -> part >= node) parts then
          refuse "line %d: expected options of node %d among the nodes before it" line node;
        if not (sorted parts) || List.length parts > 1_000 then refuse "line %d: expected nodes in increasing order" line;
        parts
      in
      let more = List.rev_map option (List.tl words) in
      options := !options + List.length more;
      if !options > 4_000_000 then refuse "line %d: more than 4000000 options" line;
      match found with
      | last :: before when node = size - 1 ->
          lines.broken <- (node, List.length last) :: lines.broken;
          from size (List.rev_append (List.rev more) last :: before)
      | _ -> from (size + 1) (more :: found)
    end
  in
  let found = from 0 [] in
  if List.length found < count then refuse "expected 'node %d'" (List.length found);
  List.rev_map List.rev found

(* A set of places as a hexadecimal number. *)
let set places line word =
  let digit c = ('0' <= c && c <= '9') || ('a' <= c && c <= 'f') in
  let plain = word <> "" && (word = "0" || word.[0] <> '0') && String.for_all digit word in
  if (not plain) || String.length word > 16 || Int64.shift_right_logical (Int64.of_string ("0x" ^ word)) places <> 0L then
    refuse "line %d: expected a set of the %d places, found '%s'" line places word;
  int_of_string ("0x" ^ word)

let most_places = 62 (* a set is one number of OCaml's *)

(* Where the places lie, perhaps. *)
let squares lines places =
  if peek lines <> "squares" then [||]
  else begin
    let line, words = take_move lines "squares" in
    let rec pairs = function
      | row :: column :: rest -> (row, column) :: pairs rest
      | [] -> []
      | [ _ ] -> refuse "line %d: expected a row and a column of each place" line
    in
    let found = pairs (List.map (number line) words) in
    let within (row, column) = row < 1024 && column < 1024 in
    if List.length (List.sort_uniq compare found) <> places || List.length found <> places || not (List.for_all within found)
    then refuse "line %d: expected %d different squares, row and column of each below 1024" line places;
    Array.of_list found
  end

let sets lines =
  let places = one ~take:take_move lines "places" 1 1024 in
  if places > most_places then raise (Uncovered (Printf.sprintf "sets of more than %d places" most_places));
  let squares = squares lines places in
  let count = one ~take:take_move lines "moves" 0 20_000 in
  let seen = Hashtbl.create 100 in
  let move _ =
    match take_move lines "move" with
    | line, [ need; off; clear; flip ] ->
        let set = set places line in
        let need, off, clear, flip = set need, set off, set clear, set flip in
        let move = ((need, off), clear), flip in
        if need land off <> 0 then refuse "line %d: expected a move that is possible: it needs a place that must be off" line;
        if not (Checker.shrinks move) then refuse "line %d: expected a move that always leads to a smaller number" line;
        if Hashtbl.mem seen move then refuse "line %d: expected each move once" line;
        Hashtbl.add seen move ();
        move
    | line, _ -> refuse "line %d: expected 4 sets" line
  in
  let moves = List.init count move in
  { places; squares; moves }

(* The largest heap of a position, by how many heaps a move may leave. *)
let largest = function
  | Amounts _ -> 1_000_000
  | Digits digits -> (
      match List.fold_left max 0 digits with
      | 0 | 1 -> 1_000_000
      | digit when digit < 8 -> 10_000
      | digit when digit < 16 -> 500
      | _ -> 100)

(* Nodes or heaps side by side. *)
let position most line words =
  let found = List.map (number line) words in
  if List.length found > 1_000 || not (sorted found) || List.exists (fun part -> part > most) found then
    refuse "line %d: expected at most 1000 numbers up to %d, none smaller than one before it" line most;
  found

(* The moves of a position, as a rule of the checker, and how a position is read. *)
let rule lines =
  match peek lines with
  | "nodes" ->
      let nodes = nodes lines in
      Nodes nodes, Checker.Nodes nodes, position (List.length nodes - 1)
  | "places" ->
      let sets = sets lines in
      let position line = function
        | [ word ] -> [ set sets.places line word ]
        | _ -> refuse "line %d: expected one set" line
      in
      Sets sets, Checker.Sets sets.moves, position
  | _ ->
      let heaps = heaps lines in
      Heaps heaps, Checker.Heaps (code heaps), position (largest heaps)

(* Parts of sets that are the same, as far as the check needs them. *)
let forms rule check =
  match rule with
  | Sets { squares; moves; _ } -> Forms.found moves squares check
  | Heaps _ | All_but _ | Nodes _ | Riders _ | Vectors _ | Graph _ | Large _ | Pieces _ -> []

let value_of_position lines =
  let rule, checked, position = rule lines in
  let line, words = take lines "position" in
  let claimed = position line words in
  let value = one lines "value" 0 ((1 lsl 20) - 1) in
  let count = one lines "claims" 0 20_000_000 in
  let claim _ =
    match take lines "set" with
    | line, [ part; value ] ->
        let value = number line value in
        if value >= 1 lsl 20 then refuse "line %d: expected a value below %d" line (1 lsl 20);
        let part = List.hd (position line [ part ]) in
        (match checked with
        | Sets moves when List.for_all Checker.clears moves && Checker.split moves part <> [ part ] ->
            refuse "line %d: expected a set that is one part" line
        | _ -> ());
        part, value
    | line, _ -> refuse "line %d: expected a set and its value after 'set'" line
  in
  let claims = List.init count claim in
  let forms = forms rule (fun game -> Checker.check_value game claims claimed value) in
  rule, Checker.ByClaims (checked, forms, claimed, value, claims)

(* Whether it is the other of two words. *)
let either lines keyword one other =
  match take lines keyword with
  | _, [ word ] when word = one || word = other -> word = other
  | line, _ -> refuse "line %d: expected '%s' or '%s' after '%s'" line one other keyword

let strategy lines =
  let misere = either lines "play" "normal" "misere" in
  let rule, checked, position = rule lines in
  let line, words = take lines "position" in
  let claimed = position line words in
  let first = either lines "wins" "second" "first" in
  let count = one lines "lost" 0 1_000_000 in
  let lost =
    List.init count (fun _ ->
        let line, words = take lines "set" in
        position line words)
  in
  let forms = forms rule (fun game -> Checker.check_strategy game misere lost claimed first) in
  rule, Checker.ByReplies (checked, forms, claimed, misere, first, lost)
