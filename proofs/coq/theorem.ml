(* A certificate as a file for Coq: the theorem about its game, computed in the kernel. *)

let list one found = "[" ^ String.concat "; " (List.map one found) ^ "]"
let number = string_of_int
let pair (a, b) = Printf.sprintf "(%d, %d)" a b

let rule (rule : Checker.rule) =
  match rule with
  | Heaps code -> "Heaps " ^ list pair code
  | Nodes nodes -> "Nodes " ^ list (list (list number)) nodes

(* The claim, and the certificate. *)
let terms (certificate : Checker.certificate) =
  match certificate with
  | ByPairs (code, period, preperiod, values) ->
      let claimed = Printf.sprintf "%s %d %d" (list pair code) period preperiod in
      "Period " ^ claimed, Printf.sprintf "ByPairs %s\n  %s" claimed (list number values)
  | ByClaims (moves, position, value, claims) ->
      let claimed = Printf.sprintf "(%s) %s %d" (rule moves) (list number position) value in
      "Nimber " ^ claimed, Printf.sprintf "ByClaims %s\n  %s" claimed (list pair claims)

let text certificate =
  let claimed, shown = terms certificate in
  String.concat "\n"
    [ "(* In proofs/coq of grundy, after make proved: coqc -Q . Grundy THIS FILE *)";
      "From Coq Require Import NArith List.";
      "From Grundy Require Import Statements Sound.";
      "Import ListNotations.";
      "Open Scope N_scope.";
      "";
      "Definition certificate := " ^ shown ^ ".";
      "";
      "Theorem proved : holds (" ^ claimed ^ ").";
      "Proof. exact (sound certificate (@eq_refl bool true <: check certificate = true)). Qed.";
      "";
      "Print Assumptions proved." ]
