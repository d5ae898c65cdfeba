(* A certificate of any kind that is covered. *)

(* A table: how its values are seen to be right, and the bytes of the file beside the certificate. *)
type beside = { table : Table.table; by : Read.by; stated : Checker.tabulated; data : string }

(* By which of the two theorems it is checked, [sound] or [further_sound]. *)
type checked = Basic of Checker.certificate | Further of Checker.further_certificate | Beside of beside

(* [sealed]: whether it has a digest, and [moves]: that of the lines of its moves; [text] is the file, and [statement] or
   [further] what is said in it. *)
type t = {
  rule : Read.rule;
  checked : checked;
  sealed : bool;
  moves : string;
  text : string;
  statement : Checker.statement option;
  further : Checker.further_statement option;
}

let read folder text =
  let lines = Read.lines text in
  (match Read.take lines "grundy-certificate" with
  | _, [ "1" ] -> ()
  | line, _ -> Read.refuse "line %d: expected format 1: another version needs another checker" line);
  let alone (rule, checked) = rule, fun () -> Basic checked in
  let further (rule, checked) = rule, fun () -> Further checked in
  let rule, checked =
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
        it.rule, fun () -> Further (Quotient.certificate it)
    | _, [ "matching" ] -> further (Graph.read lines)
    | _, [ "theorem" ] -> alone (Vectors.read lines)
    | _, [ "table" ] ->
        let rule, table, by = Table.read lines in
        rule, fun () -> Beside { table; by; stated = Statement.of_table lines rule table; data = Table.contents folder table }
    | _, [ kind ] when kind <> "" ->
        raise (Read.Uncovered ("'" ^ String.sub kind 0 (min 30 (String.length kind)) ^ "'"))
    | line, _ -> Read.refuse "line %d: expected a kind" line
  in
  let sealed = Read.finish lines in
  let checked = checked () in
  let moves = Sha256.hex (Buffer.contents lines.moves) in
  let statement = match checked with Basic checked -> Statement.found lines rule checked | _ -> None in
  let further = match checked with Further checked -> Statement.further lines rule checked | _ -> None in
  { rule; checked; sealed; moves; text; statement; further }

(* The entries of a table as the checker takes them. *)
let with_entries rule { table; by; stated; data } =
  match Checker.entries_of stated (data, 0) with
  | Some entries -> Table.checked rule table by entries
  | None -> Table.other table

(* Whether it is proved; of kinds that are written down again, what is proved is what the lines of the file say. *)
let verdict { rule; text; statement; further; checked; _ } : Checker.verdict =
  match checked with
  | Beside { table; by; stated; data } -> (
      match Checker.judge_table (text, 0) (data, 0) stated (Table.guess rule table by) with
      | Judged verdict -> verdict
      | OtherEntries -> Table.other table)
  | Basic checked -> (
      match statement with Some statement -> Checker.judge (text, 0) statement checked | None -> Unproved)
  | Further checked -> (
      match further with
      | Some statement -> Checker.judge_further (text, 0) statement checked
      | None -> Unproved)
