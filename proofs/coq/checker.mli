
val negb : bool -> bool

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val add : int -> int -> int

module Pos :
 sig
  type mask =
  | IsNul
  | IsPos of int
  | IsNeg
 end

module Coq_Pos :
 sig
  val succ : int -> int

  val add : int -> int -> int

  val add_carry : int -> int -> int

  val pred_double : int -> int

  val pred_N : int -> int

  type mask = Pos.mask =
  | IsNul
  | IsPos of int
  | IsNeg

  val succ_double_mask : mask -> mask

  val double_mask : mask -> mask

  val double_pred_mask : int -> mask

  val sub_mask : int -> int -> mask

  val sub_mask_carry : int -> int -> mask

  val mul : int -> int -> int

  val size : int -> int

  val compare_cont : comparison -> int -> int -> comparison

  val compare : int -> int -> comparison

  val eqb : int -> int -> bool

  val coq_Nsucc_double : int -> int

  val coq_Ndouble : int -> int

  val coq_lxor : int -> int -> int

  val testbit : int -> int -> bool

  val iter_op : ('a1 -> 'a1 -> 'a1) -> int -> 'a1 -> 'a1

  val to_nat : int -> int

  val of_succ_nat : int -> int
 end

module N :
 sig
  val succ_double : int -> int

  val double : int -> int

  val compare : int -> int -> comparison

  val pos_div_eucl : int -> int -> int * int

  val div_eucl : int -> int -> int * int
 end

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val seq : int -> int -> int list

type rule =
| Heaps of (int * int) list
| Nodes of int list list list

type claim =
| Period of (int * int) list * int * int
| Nimber of rule * int list * int

type 'a trie =
| Empty
| Fork of 'a option * 'a trie * 'a trie

val find_pos : int -> 'a1 trie -> 'a1 option

val add_pos : int -> 'a1 -> 'a1 trie -> 'a1 trie

val find : int -> 'a1 trie -> 'a1 option

val add0 : int -> 'a1 -> 'a1 trie -> 'a1 trie

type numbers = unit trie

val mem : int -> numbers -> bool

val insert : int -> numbers -> numbers

val pairs : int list -> int list -> int list -> int -> numbers -> numbers

val firsts :
  (int -> int list -> numbers -> numbers) -> int list -> int list -> numbers
  -> numbers

val splits : int -> int list -> int list -> int -> numbers -> numbers

val drop : int list -> int -> int list option

type moves = (int * int list) list

val bits : int -> int list

val moves_of : (int * int) list -> moves

val walk : moves -> int -> int list -> int list -> numbers -> numbers

val all_from : int -> int -> numbers -> bool

val check_values : moves -> int list -> int list -> int list -> bool

val increasing : int -> (int * 'a1) list -> bool

val alike : int list -> int list -> bool

val repeats_listed : int list -> int -> int -> bool

val least : int -> int -> int list -> int -> int -> bool

val most_taken : (int * int) list -> int

val most_left : (int * int) list -> int

val check_period : (int * int) list -> int -> int -> int list -> bool

val replies : (int -> int list list) -> int list -> int list list

val toggle : int -> int list -> int list

val without_pairs : int list -> int list

val total : (int -> bool) -> int trie -> int list -> int option

val known : (int -> bool) -> int trie -> int list -> int option

val is_known : (int -> bool) -> int trie -> int -> int list -> bool

val is_not :
  (int -> int list list) -> (int -> bool) -> int trie -> int -> int list ->
  bool

val all_reached : int -> int -> numbers -> bool

val values_reached : (int -> bool) -> int trie -> int list list -> numbers

val check_claim :
  (int -> int list list) -> (int -> bool) -> int trie -> int -> int -> bool

val check_claims :
  (int -> int list list) -> (int -> bool) -> (int * int) list -> int trie ->
  int trie option

val check_value :
  (int -> int list list) -> (int -> bool) -> (int * int) list -> int list ->
  int -> bool

val index : int -> 'a1 list -> 'a1 trie -> 'a1 trie

val node_options : int list list trie -> int -> int list list

val node_ended : int list list trie -> int -> bool

val all_below : int -> int list list list -> bool

val check_nodes :
  int list list list -> (int * int) list -> int list -> int -> bool

val range : int -> int -> int list

val piles : int -> int -> int list list

val heap_options : moves -> int -> int list list

val heap_ended : moves -> int -> bool

val ends_listed : (int * int) list -> bool

val check_heaps :
  (int * int) list -> (int * int) list -> int list -> int -> bool

type certificate =
| ByPairs of (int * int) list * int * int * int list
| ByClaims of rule * int list * int * (int * int) list

val claim_of : certificate -> claim

val check : certificate -> bool
