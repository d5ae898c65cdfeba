(** The checker as OCaml. Numbers become OCaml's integers of 63 bits: the driver reads none of 10^18 or more, and the
    checker adds and multiplies within that. *)

From Coq Require Import NArith ZArith Ascii List Extraction ExtrOcamlBasic ExtrOcamlString.
From Grundy Require Import Sound FurtherSound Mirrors Boards Print Accept PrintFurther AcceptFurther PrintTable ReadNpy AcceptTable Mask Claims Sets Strategy.

Extract Inductive nat => int ["0" "Stdlib.succ"] "(fun zero next n -> if n = 0 then zero () else next (n - 1))".
Extract Inductive positive => int ["(fun p -> 2 * p + 1)" "(fun p -> 2 * p)" "1"]
  "(fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))".
Extract Inductive N => int ["0" ""] "(fun zero more n -> if n = 0 then zero () else more n)".

Extract Inductive Z => int ["0" "" "(~-)"]
  "(fun zero more less z -> if z = 0 then zero () else if z > 0 then more z else less (-z))".

Extract Inlined Constant N.succ => "Stdlib.succ".
Extract Inlined Constant N.succ_pos => "Stdlib.succ".
Extract Inlined Constant N.pred => "(fun n -> if n = 0 then 0 else n - 1)".
Extract Inlined Constant N.add => "(+)".
Extract Inlined Constant N.sub => "(fun a b -> if a <= b then 0 else a - b)".
Extract Inlined Constant N.mul => "( * )".
Extract Inlined Constant N.div => "(fun a b -> if b = 0 then 0 else a / b)".
Extract Inlined Constant N.modulo => "(fun a b -> if b = 0 then a else a mod b)".
Extract Inlined Constant N.div => "(fun a b -> if b = 0 then 0 else a / b)".
Extract Inlined Constant N.min => "(fun (a : int) b -> if a <= b then a else b)".
Extract Inlined Constant N.max => "(fun (a : int) b -> if a <= b then b else a)".
Extract Inlined Constant N.eqb => "((=) : int -> int -> bool)".
Extract Inlined Constant N.leb => "((<=) : int -> int -> bool)".
Extract Inlined Constant N.ltb => "((<) : int -> int -> bool)".
Extract Inlined Constant N.lxor => "(lxor)".
Extract Inlined Constant N.land => "(land)".
Extract Inlined Constant N.lor => "(lor)".
Extract Inlined Constant N.ldiff => "(fun a b -> a land lnot b)".
Extract Inlined Constant N.testbit => "(fun a i -> i < 63 && (a lsr i) land 1 = 1)".
Extract Inlined Constant N.setbit => "(fun a i -> a lor (1 lsl i))".
Extract Inlined Constant N.odd => "(fun n -> n land 1 = 1)".
Extract Inlined Constant N.size => "(fun n -> let rec size n = if n = 0 then 0 else 1 + size (n lsr 1) in size n)".
Extract Inlined Constant N.to_nat => "".
Extract Inlined Constant N.of_nat => "".
Extract Inlined Constant Z.of_N => "".
Extract Inlined Constant Z.to_N => "(fun (z : int) -> if z < 0 then 0 else z)".
Extract Inlined Constant Z.to_nat => "(fun (a : int) -> if a < 0 then 0 else a)".
Extract Inlined Constant Z.add => "(+)".
Extract Inlined Constant Z.sub => "(-)".
Extract Inlined Constant Z.mul => "( * )".
Extract Inlined Constant Z.opp => "(~-)".
Extract Inlined Constant Z.abs => "Stdlib.abs".
Extract Inlined Constant Z.max => "(fun (a : int) b -> if a <= b then b else a)".
Extract Inlined Constant Z.modulo => "(fun a m -> let r = a mod m in if r < 0 then r + m else r)".
Extract Inlined Constant Z.eqb => "((=) : int -> int -> bool)".
Extract Inlined Constant Z.leb => "((<=) : int -> int -> bool)".
Extract Inlined Constant Z.ltb => "((<) : int -> int -> bool)".
Extract Inlined Constant Z.compare => "(fun (a : int) b -> if a < b then Lt else if a = b then Eq else Gt)".
Extract Inlined Constant N.pow => "(fun a n -> let rec pow n = if n = 0 then 1 else a * pow (n - 1) in pow n)".
Extract Inlined Constant N_of_ascii => "Char.code".
Extract Inlined Constant ascii_of_N => "(fun n -> Char.chr (n land 255))".
Extract Inlined Constant List.length => "List.length".

(* A file is OCaml's string, from some place on; the checker makes none. *)
Extract Inductive file => "(string * int)" ["(assert false)" "(fun _ -> assert false)"]
  "(fun ends byte (text, at) -> if at = String.length text then ends () else byte text.[at] (text, at + 1))".

Extraction "checker.ml" judge check judge_further judge_table entries_of claim_of tag play_of check_value check_strategy split within clears shrinks check_further set_of put_piece.
