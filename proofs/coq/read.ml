(* Read a certificate as FORMAT.md has it. What is printed of it is made from what was read here, so that whoever
   compares sees what was checked. *)

exception Refused of string
exception Uncovered of string

let refuse form = Printf.ksprintf (fun reason -> raise (Refused reason)) form

(* The lines without remarks: the words of each, and where it starts. *)
type lines = { text : string; mutable rest : (int * int * string list) list; moves : Buffer.t }

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
  { text; rest = from 0 1 []; moves = Buffer.create 1000 }

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

let one lines keyword least most =
  match take lines keyword with
  | line, [ word ] ->
      let found = number line word in
      if found < least || found > most then
        refuse "line %d: expected a number from %d to %d after '%s', found %d" line least most keyword found;
      found
  | line, _ -> refuse "line %d: expected one number after '%s'" line keyword

let rec sorted = function a :: (b :: _ as rest) -> a <= b && sorted rest | _ -> true
let rec increasing least = function [] -> true | a :: l -> a >= least && increasing (a + 1) l

(* The values of the heaps 0..size - 1. *)
let values lines size =
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
          from next (List.rev_append listed found)
  in
  from 0 []

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

(* What was read: how the moves are said, the certificate, and whether it has a digest. *)
type rule = Heaps of heaps | Nodes of int list list list

let period lines =
  let heaps = heaps lines in
  let period = one lines "period" 1 1_000_000_000_000_000 in
  let preperiod = one lines "preperiod" 0 1_000_000_000_000_000 in
  (match take lines "method" with
  | _, [ "pairs" ] -> ()
  | line, words when List.mem (List.length words) [ 3; 5 ] && List.mem (List.hd words) [ "mask"; "window" ] ->
      ignore (List.map (number line) (List.tl words));
      raise (Uncovered (Printf.sprintf "periods by '%s'" (List.hd words)))
  | line, _ -> refuse "line %d: expected 'pairs', 'mask' with two numbers or 'window' with four" line);
  let size = one lines "values" 1 20_000_000 in
  let values = values lines size in
  Heaps heaps, Checker.ByPairs (code heaps, period, preperiod, values)

(* The options of each node, which may be on several lines. *)
let nodes lines =
  let count =
    let line, words = take_move lines "nodes" in
    let found = match words with [ word ] -> number line word | _ -> refuse "line %d: expected one number" line in
    if found > 1_000_000 then refuse "line %d: expected at most 1000000 nodes" line;
    found
  in
  let options = ref 0 in
  let rec from found =
    if peek lines <> "node" then found
    else begin
      let line, words = take_move lines "node" in
      let size = List.length found in
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
      | last :: before when node = size - 1 -> from (List.rev_append (List.rev more) last :: before)
      | _ -> from (more :: found)
    end
  in
  let found = from [] in
  if List.length found < count then refuse "expected 'node %d'" (List.length found);
  List.rev_map List.rev found

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

let value_of_position lines =
  let rule =
    match peek lines with
    | "places" -> raise (Uncovered "positions of sets")
    | "nodes" -> Nodes (nodes lines)
    | _ -> Heaps (heaps lines)
  in
  let most, checked =
    match rule with
    | Nodes nodes -> List.length nodes - 1, Checker.Nodes nodes
    | Heaps heaps -> largest heaps, Checker.Heaps (code heaps)
  in
  let line, words = take lines "position" in
  let position_claimed = position most line words in
  let value = one lines "value" 0 ((1 lsl 20) - 1) in
  let count = one lines "claims" 0 1_000_000 in
  let claim _ =
    match take lines "set" with
    | line, [ part; value ] ->
        let value = number line value in
        if value >= 1 lsl 20 then refuse "line %d: expected a value below %d" line (1 lsl 20);
        List.hd (position most line [ part ]), value
    | line, _ -> refuse "line %d: expected a set and its value after 'set'" line
  in
  let rec claims left found = if left = 0 then List.rev found else claims (left - 1) (claim () :: found) in
  rule, Checker.ByClaims (checked, position_claimed, value, claims count [])

let certificate text =
  let lines = lines text in
  (match take lines "grundy-certificate" with
  | _, [ "1" ] -> ()
  | line, _ -> refuse "line %d: expected format 1: another version needs another checker" line);
  let rule, found =
    match take lines "kind" with
    | _, [ "period" ] -> period lines
    | _, [ "position" ] -> value_of_position lines
    | _, [ ("growth" | "strategy" | "table" | "theorem") as kind ] -> raise (Uncovered (Printf.sprintf "'%s'" kind))
    | line, _ -> refuse "line %d: expected a kind" line
  in
  let sealed = finish lines in
  rule, found, sealed, Sha256.hex (Buffer.contents lines.moves)
