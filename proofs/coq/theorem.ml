(* A certificate as a file for Coq: the theorem about its game, computed in the kernel. *)

let list one found = "[" ^ String.concat "; " (List.map one found) ^ "]"
let number = string_of_int
let pair (a, b) = Printf.sprintf "(%d, %d)" a b

let move (((need, off), clear), flip) = Printf.sprintf "(%d, %d, %d, %d)" need off clear flip

let rule (rule : Checker.rule) =
  match rule with
  | Heaps code -> "Heaps " ^ list pair code
  | AllBut spared -> "AllBut " ^ list number spared
  | Nodes nodes -> "Nodes " ^ list (list (list number)) nodes
  | Sets moves -> "Sets " ^ list move moves
  | Riders (width, vectors) -> Printf.sprintf "Riders %d %s" width (list pair vectors)

let form ((part, other), names) = Printf.sprintf "(%d, %d, %s)" part other (list pair names)

(* Sums are of whole numbers, and how many there are of something is said in Coq's other numbers. *)
let sum (constant, times) = Printf.sprintf "(%d, %s)%%Z" constant (list number times)

let rec condition (it : Checker.condition) =
  match it with
  | AtMost it -> "AtMost " ^ sum it
  | IsZero it -> "IsZero " ^ sum it
  | Multiple (modulus, it) -> Printf.sprintf "Multiple %d%%Z %s" modulus (sum it)
  | Never (k, l) -> Printf.sprintf "Never %d%%nat %s" k (list condition l)

let linear_move ((bound, conditions), parts) =
  Printf.sprintf "(%d%%nat, %s, %s)" bound (list condition conditions) (list (list sum) parts)

let row (output, after) =
  Printf.sprintf "(%s, %s)" (Option.fold ~none:"None" ~some:(Printf.sprintf "Some %d") output) (list number after)

let period_claim moves period preperiod saltus =
  Printf.sprintf "Period (%s) %d %d %d" (rule moves) period preperiod saltus

(* The claim, and the certificate. *)
let terms (certificate : Checker.certificate) =
  match certificate with
  | ByPairs (code, period, preperiod, values) ->
      let claimed = Printf.sprintf "%s %d %d" (list pair code) period preperiod in
      period_claim (Checker.Heaps code) period preperiod 0, Printf.sprintf "ByPairs %s\n  %s" claimed (list number values)
  | ByMask (code, period, preperiod, mask, twist, rare, tries, values) ->
      let claimed = Printf.sprintf "%s %d %d" (list pair code) period preperiod in
      ( period_claim (Checker.Heaps code) period preperiod 0,
        Printf.sprintf "ByMask %s %d %b %b\n  %s\n  %s" claimed mask twist rare (list number tries) (list number values) )
  | ByWindows (code, period, preperiod, length, mask, twist, rare, reach, tries, values, more) ->
      let claimed = Printf.sprintf "%s %d %d" (list pair code) period preperiod in
      let piece values = "(fun _ => " ^ list number (values ()) ^ ")" in
      ( period_claim (Checker.Heaps code) period preperiod 0,
        Printf.sprintf "ByWindows %s %d %d %b %b %d\n  %s\n  %s\n  %s" claimed length mask twist rare reach (list number tries)
          (list number values) (list piece more) )
  | ByGrowth (spared, period, preperiod, saltus, values) ->
      ( period_claim (AllBut spared) period preperiod saltus,
        Printf.sprintf "ByGrowth %s %d %d %d\n  %s" (list number spared) period preperiod saltus (list number values) )
  | ByClaims (moves, forms, position, value, claims) ->
      let rule, position = "(" ^ rule moves ^ ")", list number position in
      Printf.sprintf "Nimber %s %s %d" rule position value,
      Printf.sprintf "ByClaims %s\n  %s\n  %s %d\n  %s" rule (list form forms) position value (list pair claims)
  | ByReplies (moves, forms, position, misere, first, lost) ->
      let rule, position = "(" ^ rule moves ^ ")", list number position in
      Printf.sprintf "Winner %s %s %b %b" rule position misere first,
      Printf.sprintf "ByReplies %s\n  %s\n  %s %b %b\n  %s" rule (list form forms) position misere first
        (list (list number) lost)
  | ByTable (moves, mask, values) ->
      let rule, values = "(" ^ rule moves ^ ")", list number values in
      let by (((mask, twist), rare), tries) = Printf.sprintf "(Some (%d, %b, %b, %s))" mask twist rare (list number tries) in
      Printf.sprintf "Values %s %s" rule values,
      Printf.sprintf "ByTable %s\n  %s\n  %s" rule (Option.fold ~none:"None" ~some:by mask) values
  | ByOutcomes (moves, misere, losing) ->
      let claimed = Printf.sprintf "(%s) %b %s" (rule moves) misere (list string_of_bool losing) in
      "Outcomes " ^ claimed, "ByOutcomes " ^ claimed
  | BySymmetry (moves, start, opening, images) ->
      let opened = Option.fold ~none:"None" ~some:(fun it -> "(Some " ^ move it ^ ")") opening in
      Printf.sprintf "Winner (%s) [%d] false %b" (rule (Sets moves)) start (opening <> None),
      Printf.sprintf "BySymmetry %s %d %s\n  %s" (list move moves) start opened (list number images)
  | ByAutomaton (moves, lines, outcomes, numbers, (base, second), rows) ->
      let moves = list linear_move moves in
      let automaton = Printf.sprintf "%d%%nat (%d, (%d)%%Z)\n  %s" numbers base second (list row rows) in
      let play = Option.fold ~none:"None" ~some:(Printf.sprintf "(Some %b)") outcomes in
      let measure = list (list (fun times -> list number times ^ "%Z")) lines in
      ( (match outcomes with
        | None -> Printf.sprintf "AllValues %s %s" moves automaton
        | Some misere -> Printf.sprintf "AllOutcomes %s %b %s" moves misere automaton),
        Printf.sprintf "ByAutomaton %s\n  %s %s %s" moves measure play automaton )

let further_terms (certificate : Checker.further_certificate) =
  let numbers = list number in
  let won opening = opening <> None in
  let taking (need, gone) = Printf.sprintf "(%s, %s)" (numbers need) (numbers gone) in
  let optional one opening = Option.fold ~none:"None" ~some:(fun it -> "(Some " ^ one it ^ ")") opening in
  let quotient lost product elements =
    Printf.sprintf " %s\n  %s\n  %s" (numbers lost) (list numbers product) (numbers elements)
  in
  let kinds = list (fun (x, l) -> Printf.sprintf "(%d, %s)" x (numbers l)) in
  let witness (it : Checker.witness) =
    Printf.sprintf "\n  (Build_witness %s %s\n  %s\n  %s)" (numbers it.generators) (list pair it.making)
      (kinds it.part_kinds) (kinds it.sum_kinds)
  in
  match certificate with
  | ByMatching (edges, token, first, mates, barrier, parts) ->
      let edges = list pair edges in
      Printf.sprintf "Walk %s %d %b" edges token first,
      Printf.sprintf "ByMatching %s %d %b\n  %s\n  %s\n  %s" edges token first (numbers mates) (numbers barrier)
        (list numbers parts)
  | ByQuotient (moves, lost, product, elements, it) ->
      let claimed = quotient lost product elements in
      "Quotient (" ^ rule moves ^ ")" ^ claimed, "ByQuotient (" ^ rule moves ^ ")" ^ claimed ^ witness it
  | ByQuotientForEver (code, lost, product, elements, period, preperiod, it) ->
      let claimed = quotient lost product elements ^ Printf.sprintf " %d %d" period preperiod in
      "QuotientForEver (" ^ rule (Heaps code) ^ ")" ^ claimed, "ByQuotientForEver " ^ list pair code ^ claimed ^ witness it
  | ByTaking (moves, start, opening, images) ->
      let claimed = Printf.sprintf "%s %s" (list taking moves) (numbers start) in
      Printf.sprintf "Taking %s %b" claimed (won opening),
      Printf.sprintf "ByTaking %s %s\n  %s" claimed (optional taking opening) (numbers images)
  | ByPieces (columns, pieces, free, opening, images) ->
      let cells l = list pair l ^ "%Z" in
      let pieces = list (fun (covered, along) -> Printf.sprintf "(%s, %s)" (cells covered) (cells along)) pieces in
      Printf.sprintf "Board %s %s %b" pieces (cells (List.map (fun x -> x / columns, x mod columns) free)) (won opening),
      Printf.sprintf "ByPieces %d %s\n  %s %s\n  %s" columns pieces (numbers free) (optional pair opening) (numbers images)

let text rule (certificate : Certificate.checked) =
  let (claimed, shown), holds, sound, check, further =
    match certificate with
    | Beside it -> terms (Certificate.with_entries rule it), "holds", "sound", "check", ""
    | Basic it -> terms it, "holds", "sound", "check", ""
    | Further it -> further_terms it, "holds_further", "further_sound", "check_further", " Further Quotients FurtherSound"
  in
  String.concat "\n"
    [ "(* In proofs/coq of grundy, after make proved: coqc -Q . Grundy THIS FILE *)";
      "From Coq Require Import NArith ZArith List.";
      "From Grundy Require Import Vectors Statements Sound" ^ further ^ ".";
      "Import ListNotations.";
      "Open Scope N_scope.";
      "";
      "Definition certificate := " ^ shown ^ ".";
      "";
      Printf.sprintf "Theorem proved : %s (%s)." holds claimed;
      Printf.sprintf "Proof. exact (%s certificate (@eq_refl bool true <: %s certificate = true)). Qed." sound check;
      "";
      "Print Assumptions proved." ]
