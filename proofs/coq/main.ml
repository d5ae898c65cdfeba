(* grundy-proved FILE...: check certificates with the program that is proved (Sound.v), and print what they claim.
   grundy-proved --coq FILE: print a file with which Coq checks it in its kernel.

   The exit status is 0 if it is proved, 1 if it is refused, 2 if it cannot be read or its kind is not covered; of several
   files the largest. Then each line begins with the name of its file. *)

let numbers = List.map string_of_int

(* So many moves: all, or the first ones with their number and the digest of their lines. *)
let shown moves between digest =
  let count = List.length moves in
  let rec first = function
    | _, _, [] -> []
    | 0, _, _ -> []
    | some, letters, move :: rest ->
        let letters = letters - String.length move in
        if letters < 0 then [] else move :: first (some - 1, letters, rest)
  in
  let first = first (20, 2_000, moves) in
  if List.length first = count then String.concat between moves
  else Printf.sprintf "%s (%d in all; SHA-256 of the moves: %s)" (String.concat between (first @ [ "..." ])) count digest

let bits digit = List.filter (fun j -> (digit lsr j) land 1 = 1) [ 0; 1; 2; 3; 4; 5 ]

let rule_in_words (rule : Read.rule) digest =
  match rule with
  | Heaps (Amounts amounts) -> "take " ^ shown (numbers amounts) " or " digest
  | Heaps (Digits _ as digits) -> (
      let one (take, digit) =
        Printf.sprintf "take %d and leave %s heaps" take (String.concat " or " (numbers (bits digit)))
      in
      match Read.code digits with [] -> "no moves" | code -> shown (List.map one code) "; " digest)
  | All_but spared ->
      if spared = [] then "take any number" else "take any number but " ^ shown (numbers spared) " and " digest
  | Nodes nodes ->
      let joined parts = if parts = [] then "the end" else String.concat "+" (numbers parts) in
      let options node = List.map (fun parts -> Printf.sprintf "%d to %s" node (joined parts)) in
      let each = List.rev (snd (List.fold_left (fun (n, found) node -> n + 1, List.rev_append (options n node) found) (0, []) nodes)) in
      Printf.sprintf "%d nodes with %d moves%s" (List.length nodes) (List.length each)
        (if each = [] then "" else ": " ^ shown each "; " digest)
  | Riders vectors ->
      let pair (x, y) = Printf.sprintf "(%d, %d)" x y in
      "from a pair take a multiple of " ^ shown (List.map pair vectors) " or " digest
  | Vectors (numbers, moves) ->
      let position = Vectors.state_in_words (Vectors.named "x" numbers) in
      if moves = [] then position ^ ": no moves" else shown (List.map (Vectors.move_in_words numbers) moves) "; " digest
  | Graph (size, edges) ->
      let each = List.rev (List.rev_map (fun (a, b) -> Printf.sprintf "%d-%d" a b) edges) in
      Printf.sprintf "move a token along an edge to a node where it has not been; nodes: %d; edges: %s" size
        (if each = [] then "none" else shown each ", " digest)
  | Large (places, moves) ->
      let each = List.map (fun (need, clear) -> Printf.sprintf "%s 0 %s 0" (Large.hex need) (Large.hex clear)) moves in
      Printf.sprintf "%d moves on sets of %d places%s" (List.length each) places
        (if each = [] then "" else ": " ^ shown each "; " digest)
  | Pieces (rows, pieces) ->
      let blocked = List.exists (fun row -> String.contains row '#') rows in
      Printf.sprintf "put %s, o on free cells, x taken away with it, on %dx%d cells: %s" (shown pieces " or " digest)
        (List.length rows)
        (String.length (List.hd rows))
        (if blocked then shown rows "/" digest else "all cells free")
  | Sets { places; moves; _ } ->
      let each = List.map (fun (((need, off), clear), flip) -> Printf.sprintf "%x %x %x %x" need off clear flip) moves in
      Printf.sprintf "%d moves on sets of %d places%s" (List.length each) places
        (if each = [] then "" else ": " ^ shown each "; " digest)

let position_in_words (rule : Checker.rule) position =
  let parts name =
    if position = [] then "no " ^ name else Printf.sprintf "the %s %s" name (String.concat " " (numbers position))
  in
  match rule with
  | Heaps _ | AllBut _ -> parts "heaps"
  | Nodes _ -> parts "nodes"
  | Riders _ -> parts "pairs"
  | Sets _ -> Printf.sprintf "the set %x" (List.hd position)

let basic_in_words (checked : Checker.certificate) =
  match checked with
  | ByPairs (_, period, preperiod, values) ->
      Printf.sprintf "least period %d, least pre-period %d, by all pairs in %d heaps" period preperiod (List.length values)
  | ByMask (_, period, preperiod, mask, _, _, _, values) ->
      Printf.sprintf "least period %d, least pre-period %d, by mask %d in %d heaps" period preperiod mask
        (List.length values)
  | ByWindows (_, period, preperiod, length, _, _, _, _, _, _, _) ->
      Printf.sprintf "least period %d, least pre-period %d, by windows of %d heaps in %d heaps" period preperiod length
        (preperiod - 1 + length + period)
  | ByGrowth (_, period, preperiod, saltus, values) ->
      Printf.sprintf "least period %d, least pre-period %d, saltus %d, in %d heaps" period preperiod saltus
        (List.length values)
  | ByClaims (rule, _, position, value, claims) ->
      Printf.sprintf "nim-value %d of %s, so the %s player wins, by %d smaller claims" value
        (position_in_words rule position)
        (if value > 0 then "first" else "second")
        (List.length claims)
  | ByReplies (rule, _, position, misere, first, lost) ->
      Printf.sprintf "the %s player wins %s play from %s, by %d positions that are lost"
        (if first then "first" else "second")
        (if misere then "misere" else "normal")
        (position_in_words rule position) (List.length lost)
  | BySymmetry (moves, start, opening, _) -> Symmetry.words (position_in_words (Sets moves) [ start ]) opening
  | ByAutomaton (_, _, outcomes, _, system, rows) -> Vectors.words outcomes system rows
  | ByTable _ | ByOutcomes _ -> assert false (* read as [Beside] *)

let claim_in_words (certificate : Certificate.t) =
  match certificate.checked with
  | Beside { table; _ } -> Table.words table
  | Basic checked -> basic_in_words checked
  | Further (ByQuotient (_, lost, product, elements, _)) -> Quotient.words_of_some lost product elements
  | Further (ByQuotientForEver (_, lost, product, elements, period, preperiod, _)) ->
      Quotient.words_of_all lost product elements period preperiod
  | Further (ByTaking (_, start, opening, _)) -> Symmetry.words_of_large start opening
  | Further (ByPieces (columns, pieces, free, opening, _)) -> Symmetry.words_of_pieces columns pieces free opening
  | Further (ByMatching (_, token, first, mates, barrier, _)) -> Graph.words token first mates barrier

let contents file =
  let channel = open_in_bin file in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

let judged (certificate : Certificate.t) said print =
  if said = `Coq then begin
    print (Theorem.text certificate.rule certificate.checked);
    0
  end
  else begin
    print (rule_in_words certificate.rule certificate.moves);
    print ("claims " ^ claim_in_words certificate);
    if not certificate.sealed then print "no digest: whether it is still as it was written cannot be seen";
    match Certificate.verdict certificate with
    | Proved ->
        print "proved, by the checker that is proved";
        0
    | Unproved ->
        print "refused: what it lists does not prove what it claims";
        1
    | Unlike line ->
        print (Printf.sprintf "refused: line %d: not as the claim and the moves that were read are written" line);
        1
  end

let run file said print =
  match contents file with
  | exception Sys_error reason ->
      prerr_endline reason;
      2
  | text -> (
      try judged (Certificate.read (Filename.dirname file) text) said print with
      | Read.Refused reason ->
          print ("refused: " ^ reason);
          1
      | Read.Uncovered kind ->
          print ("kind not covered: " ^ kind);
          2)

let () =
  (* what is made for one heap is dropped at the next, and never moved *)
  Gc.set { (Gc.get ()) with minor_heap_size = 4_000_000 };
  match List.tl (Array.to_list Sys.argv) with
  | [ "--coq"; file ] -> exit (run file `Coq print_endline)
  | [ file ] -> exit (run file `Words print_endline)
  | _ :: _ :: _ as files ->
      let one status file = max status (run file `Words (fun line -> print_endline (file ^ ": " ^ line))) in
      exit (List.fold_left one 0 files)
  | [] ->
      prerr_endline "usage: grundy-proved FILE...; grundy-proved --coq FILE";
      exit 2
