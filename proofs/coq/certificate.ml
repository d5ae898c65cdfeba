(* A certificate of any kind that is covered. *)

(* By which of the two theorems it is checked, [sound] or [further_sound]. *)
type checked = Basic of Checker.certificate | Further of Checker.further_certificate

(* [table]: what is claimed of a table that lies beside it, if that is the kind; [sealed]: whether it has a digest, and
   [moves]: that of the lines of its moves; [text] is the file, and [statement], [tabulated] or [further] what is said in
   it. *)
type t = {
  rule : Read.rule;
  table : Table.table option;
  checked : checked;
  sealed : bool;
  moves : string;
  text : string;
  statement : Checker.statement option;
  further : Checker.further_statement option;
  tabulated : Checker.tabulated option;
}

let read folder text =
  let lines = Read.lines text in
  (match Read.take lines "grundy-certificate" with
  | _, [ "1" ] -> ()
  | line, _ -> Read.refuse "line %d: expected format 1: another version needs another checker" line);
  let alone (rule, checked) = rule, None, fun () -> Basic checked in
  let further (rule, checked) = rule, None, fun () -> Further checked in
  let rule, table, checked =
    match Read.take lines "kind" with
    | _, [ "period" ] -> alone (Periods.read lines)
    | _, [ "growth" ] -> alone (Read.growth lines)
    | _, [ "position" ] -> alone (Read.value_of_position lines)
    | _, [ "strategy" ] -> alone (Read.strategy lines)
    | _, [ "symmetry" ] -> (
        match Symmetry.read lines with
        | rule, `Basic checked -> alone (rule, checked)
        | rule, `Further checked -> further (rule, checked))
    | _, [ "quotient" ] ->
        let it = Quotient.read lines in
        it.rule, None, fun () -> Further (Quotient.certificate it)
    | _, [ "matching" ] -> further (Graph.read lines)
    | _, [ "theorem" ] -> alone (Vectors.read lines)
    | _, [ "table" ] ->
        let rule, table, by = Table.read lines in
        rule, Some table, fun () -> Basic (Table.checked folder rule table by)
    | _, [ kind ] when kind <> "" ->
        raise (Read.Uncovered ("'" ^ String.sub kind 0 (min 30 (String.length kind)) ^ "'"))
    | line, _ -> Read.refuse "line %d: expected a kind" line
  in
  let sealed = Read.finish lines in
  let checked = checked () in
  let moves = Sha256.hex (Buffer.contents lines.moves) in
  let statement = match checked with Basic checked -> Statement.found lines rule checked | Further _ -> None in
  let tabulated = Option.map (Statement.of_table lines rule) table in
  let further = match checked with Basic _ -> None | Further checked -> Statement.further lines rule checked in
  { rule; table; checked; sealed; moves; text; statement; tabulated; further }

(* Whether it is proved; of kinds that are written down again, what is proved is what the lines of the file say. *)
let verdict { text; statement; tabulated; further; checked; _ } : Checker.verdict =
  match checked with
  | Basic checked -> (
      match tabulated, checked, statement with
      | Some tabulated, ByTable (_, mask, values), _ -> Checker.judge_table (text, 0) tabulated mask (OfValues values)
      | Some tabulated, ByOutcomes (_, _, losing), _ -> Checker.judge_table (text, 0) tabulated None (OfOutcomes losing)
      | _, _, Some statement -> Checker.judge (text, 0) statement checked
      | _, _, None -> Unproved)
  | Further checked -> (
      match further with
      | Some statement -> Checker.judge_further (text, 0) statement checked
      | None -> Unproved)
