
val xorb : bool -> bool -> bool

val negb : bool -> bool

val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val add : int -> int -> int

val eqb : bool -> bool -> bool

module type TotalLeBool' =
 sig
  type t

  val leb : t -> t -> bool
 end

module Nat :
 sig
  val pred : int -> int

  val eqb : int -> int -> bool

  val leb : int -> int -> bool

  val ltb : int -> int -> bool

  val div2 : int -> int
 end

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

  val iter : ('a1 -> 'a1) -> 'a1 -> int -> 'a1

  val pow : int -> int -> int

  val size : int -> int

  val compare_cont : comparison -> int -> int -> comparison

  val compare : int -> int -> comparison

  val eqb : int -> int -> bool

  val leb : int -> int -> bool

  val sqrtrem_step :
    (int -> int) -> (int -> int) -> (int * mask) -> int * mask

  val sqrtrem : int -> int * mask

  val sqrt : int -> int

  val coq_Nsucc_double : int -> int

  val coq_Ndouble : int -> int

  val coq_lor : int -> int -> int

  val coq_land : int -> int -> int

  val ldiff : int -> int -> int

  val coq_lxor : int -> int -> int

  val shiftl : int -> int -> int

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

  val even : int -> bool

  val pos_div_eucl : int -> int -> int * int

  val div_eucl : int -> int -> int * int

  val sqrt : int -> int

  val shiftl : int -> int -> int
 end

val hd : 'a1 -> 'a1 list -> 'a1

val tl : 'a1 list -> 'a1 list

val nth : int -> 'a1 list -> 'a1 -> 'a1

val nth_error : 'a1 list -> int -> 'a1 option

val last : 'a1 list -> 'a1 -> 'a1

val removelast : 'a1 list -> 'a1 list

val rev : 'a1 list -> 'a1 list

val rev_append : 'a1 list -> 'a1 list -> 'a1 list

val rev' : 'a1 list -> 'a1 list

val concat : 'a1 list list -> 'a1 list

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val find : ('a1 -> bool) -> 'a1 list -> 'a1 option

val firstn : int -> 'a1 list -> 'a1 list

val skipn : int -> 'a1 list -> 'a1 list

val seq : int -> int -> int list

val repeat : 'a1 -> int -> 'a1 list

module Z :
 sig
  val double : int -> int

  val succ_double : int -> int

  val pred_double : int -> int

  val pos_sub : int -> int -> int

  val pos_div_eucl : int -> int -> int * int

  val div_eucl : int -> int -> int * int
 end

val append : char list -> char list -> char list

val concat0 : char list -> char list list -> char list

val list_ascii_of_string : char list -> char list

type linear = int * int list

val dot : int list -> int list -> int

type condition =
| AtMost of linear
| IsZero of linear
| Multiple of int * linear
| Never of int * condition list

type linear_move = (int * condition list) * linear list list

type system = int * int

val radix : system -> int

val says_lost : int option -> bool

type rule =
| Heaps of (int * int) list
| AllBut of int list
| Nodes of int list list list
| Sets of (((int * int) * int) * int) list
| Riders of int * (int * int) list

type claim =
| Period of rule * int * int * int
| Nimber of rule * int list * int
| Winner of rule * int list * bool * bool
| Values of rule * int list
| Outcomes of rule * bool * bool list
| AllValues of linear_move list * int * system * (int option * int list) list
| AllOutcomes of linear_move list * bool * int * system
   * (int option * int list) list

type 'a trie =
| Empty
| Fork of 'a option * 'a trie * 'a trie

val find_pos : int -> 'a1 trie -> 'a1 option

val add_pos : int -> 'a1 -> 'a1 trie -> 'a1 trie

val find0 : int -> 'a1 trie -> 'a1 option

val add0 : int -> 'a1 -> 'a1 trie -> 'a1 trie

type numbers = unit trie

val mem : int -> numbers -> bool

val insert : int -> numbers -> numbers

val all_from : int -> int -> numbers -> bool

type words = int list

val has : int -> words -> bool

val alone : int -> words

val added : int -> words -> words

val put : int -> words -> words

val joined : words -> words -> words

val no_gap : int -> words -> bool

val pairs : int list -> int list -> int list -> int -> words -> words

val firsts :
  (int -> int list -> words -> words) -> int list -> int list -> words ->
  words

val splits : int -> int list -> int list -> int -> words -> words

val drop : int list -> int -> int list option

type moves = (int * int list) list

val bits : int -> int list

val moves_of : (int * int) list -> moves

val walk : moves -> int -> int list -> int list -> words -> words

val check_values : moves -> int list -> int list -> int list -> bool

val increasing : int -> (int * 'a1) list -> bool

val higher : int -> int list -> int list -> bool

val repeats_listed : int list -> int -> int -> int -> bool

val least : int -> int -> int list -> int -> int -> int -> bool

val check_claim_listed : int list -> int -> int -> int -> bool

val most_taken : (int * int) list -> int

val most_left : (int * int) list -> int

val check_repetition : (int * int) list -> int -> int -> int list -> bool

val check_period : (int * int) list -> int -> int -> int list -> bool

type play = { options : (int -> int list list);
              simplify : (int list -> int list) }

val some_move : play -> (int list -> bool) -> int list -> int list -> bool

val toggle : int -> int list -> int list

val without_pairs : int list -> int list

val total : int trie -> int list -> int option

val known : int trie -> int list -> int option

val is_known : int trie -> int -> int list -> bool

val is_not : play -> int trie -> int -> int list -> bool

val all_reached : int -> int -> numbers -> bool

val values_reached : int trie -> int list list -> numbers

val check_claim : play -> int trie -> int -> int -> bool

val check_claims : play -> (int * int) list -> int trie -> int trie option

val check_value : play -> (int * int) list -> int list -> int -> bool

val index : int -> 'a1 list -> 'a1 trie -> 'a1 trie

val node_options : int list list trie -> int -> int list list

val node_ended : int list list trie -> int -> bool

val all_below : int -> int list list list -> bool

val node_play : int list list list -> play

val range : int -> int -> int list

val piles : int -> int -> int list list

val heap_options : moves -> int -> int list list

val heap_ended : moves -> int -> bool

val ends_listed : (int * int) list -> bool

val heap_play : (int * int) list -> play

type state =
| Num of int
| Two of int * int
| Many of state list

val compare0 : state -> state -> comparison

type tree =
| Bare
| Node of tree * state * tree

val has0 : state -> tree -> bool

val put0 : state -> tree -> tree

val in_order : tree -> state list -> state list

val as_set : state list -> state list

val meet : state list -> state list -> tree -> state list * tree

val explore :
  (state -> state list) -> int -> state list -> tree -> tree option

val most_rounds : int

val reached : (state -> state list) -> state -> state list option

val unique_digits : system -> bool

val any : state

val less : state

val tight : state -> bool

val limit : system -> bool -> int * bool

val choices : system -> state -> (int * state) list

val letters : system -> state list -> (int list * state list) list

val tail : system -> int

val total0 : int list -> int

type automaton = { start : state; next : (state -> int list -> state option);
                   accepts : (state -> bool) }

val later : system -> int -> int -> int list -> int list -> int

val before : system -> int -> int

val ended : system -> int -> int -> linear -> int

val settled : system -> int -> int -> linear -> int -> int -> bool

val compares : system -> bool -> linear -> automaton

val multiple : system -> int -> linear -> automaton

val nexts : automaton list -> state list -> int list -> state list option

val accept : automaton list -> state list -> bool

val all : automaton list -> automaton

val possible : system -> automaton -> int list -> state -> state list

val bare : state list -> state list

val first : system -> automaton -> int -> int -> state list option

val sets :
  system -> automaton -> state list -> (state list -> bool) -> automaton

val never : system -> int -> int -> automaton -> automaton option

type dictionary =
| Nowhere
| At of dictionary * state * int * dictionary

val numbered : int -> state list -> int -> dictionary

val look_up : state -> dictionary -> int option

val found_at : int -> 'a1 list trie -> 'a1 list

val backwards : int -> int list trie -> int list -> numbers -> numbers

val mixed : int -> int -> int

val refined :
  int -> (int * (int * int) list) list -> int trie -> int -> int trie

val nothing : state

val number : system -> int list -> int

val guess :
  system -> automaton -> (state -> state) -> state list -> ((state -> state
  option) * (int -> automaton)) * (state -> state)

val same : state option -> state option -> bool

val agrees :
  system -> automaton -> automaton -> (state -> state) -> (state -> state) ->
  (state -> state option) -> state -> bool

val least_with :
  system -> int -> automaton -> (state -> state) -> (automaton * (state ->
  state)) option

val truth : bool -> state

val least0 : system -> int -> automaton -> automaton

val few : system -> int -> int -> bool

val smaller : system -> int -> automaton -> automaton

val pick : int list -> automaton -> automaton

val nonzero : int -> int list -> int list

val shorter : linear -> linear

val about : system -> (linear -> automaton) -> linear -> automaton

val each : 'a1 option list -> 'a1 list option

val of_condition : system -> int -> condition -> automaton option

val of_conditions : system -> int -> condition list -> automaton option

val impossible : system -> int -> condition list -> bool

val binary : system

val plus : int list -> int list -> int list

val add1 : linear -> linear -> linear

val times : int -> linear -> linear

val above : linear -> linear -> int -> condition

val equal : linear -> linear -> condition

val carried : int list -> linear list -> linear

val lowers :
  int -> linear list -> int list list list -> condition list -> bool

val proper_move :
  int -> int list list list -> ((int * condition list) * linear list list) ->
  bool

type relation = (int * condition list) * int list list

val wide : int -> int -> linear -> linear

val widen : int -> int -> condition -> condition

val equations : int -> int -> linear list -> condition list

val tracks_of : int -> linear list list -> int list list

val relation_of : int -> linear_move -> relation

val drop0 : int -> 'a1 list -> 'a1 list

val put_sum : int -> linear -> linear -> linear

val put_in : int -> linear -> condition -> condition

val solved : int -> int -> condition -> linear option

val single : linear -> int option

val renamed : int -> int option -> int -> int

val without : int -> int -> relation -> relation

val short : int -> int -> relation -> relation

val reader : system -> (int option * int list) list -> automaton

val moving :
  system -> (int option * int list) list -> automaton -> int list list ->
  automaton

type giving = automaton * (state -> state)

val option_at : automaton -> state -> state

val listed : state -> state list list

val joined0 : (state -> state) -> state -> state

val fewer : system -> int -> giving -> giving

val for_some : system -> int -> int -> giving -> giving option

val for_some_few : system -> int -> int -> int -> giving -> giving option

val whole : giving -> (state -> state) * automaton

val machine :
  system -> int -> (int option * int list) list -> linear_move -> ((state ->
  state) * automaton) option

val all_found :
  ((state -> state) * automaton) list -> state list -> state list list

val output : (int option * int list) list -> state -> int option

val total_output : (int option * int list) list -> state list -> int option

val fine_value :
  (int option * int list) list -> state -> state list list -> bool

val lost_at : (int option * int list) list -> state -> bool

val fine_outcome :
  (int option * int list) list -> bool -> state -> state list list -> bool

val check_automaton :
  system -> int -> (int option * int list) list -> linear_move list -> int
  list list list -> (state -> state list list -> bool) -> bool

val check_all_values :
  system -> int -> (int option * int list) list -> linear_move list -> int
  list list list -> bool

val check_all_winners :
  system -> int -> (int option * int list) list -> bool -> linear_move list
  -> int list list list -> bool

val parity_pos : int -> bool

val parity : int -> bool

type cursors =
| Done
| Cursor of int * int * int list * cursors

val read : cursors -> words -> cursors -> words * cursors

val kept :
  (int -> int -> bool) -> int -> int list -> (int * int) list -> (int * int)
  list

val lags : (int * int) list -> (int * int) list -> (int * int) list

val first_pairs : int -> int list -> int list -> words -> words

val all_first_pairs :
  (int * int) list -> int list -> int list -> words -> words

val tag : int -> bool -> int -> int -> bool

val mixed0 : (int * int) list -> int -> bool -> int -> int -> bool

val leaves_none : (int * int) list -> int -> bool

val full : moves -> int -> int list -> int list -> bool

val check_masked :
  (int * int) list -> int -> bool -> moves -> cursors -> int -> int list ->
  int list -> int list -> bool

val near : int -> bool -> bool -> numbers -> int list -> (int * int) list

val check_listed :
  (int * int) list -> int -> bool -> bool -> int list -> int list -> bool

val check_mask :
  (int * int) list -> int -> int -> int -> bool -> bool -> int list -> int
  list -> bool

val cursors_at : int list -> int -> (int * int) list -> cursors

val shown : int -> int -> int list -> int list -> words -> words

val turned : int -> int list -> int list -> int list

val alike : int list -> int list -> bool

val common : int -> bool -> bool -> bool -> int -> int -> bool

val within_reach :
  (int * int) list -> int -> int list -> int -> int list -> words -> words

val good_steps :
  (int * int) list -> int -> bool -> bool -> bool -> int -> int list ->
  cursors -> int -> int list -> int list -> (int * int list) option

val stretches :
  (int * int) list -> int -> bool -> bool -> bool -> int -> int -> int list
  -> (int * int) list -> int list -> int -> int list -> (int * int list) list
  -> (unit -> int list) list -> (int * int list) list option

val factors : int -> int -> int -> int list option

val window_at : int -> (int * int list) list -> int list

val comes_again : (int * int list) list -> int -> int -> int list -> bool

val check_windows :
  (int * int) list -> int -> int -> int -> int -> bool -> bool -> int -> int
  list -> int list -> (unit -> int list) list -> bool

type state0 = { wait : int; late : int list; done0 : int list;
                below : numbers; bottom : int }

val add_near : bool list -> int list -> numbers -> numbers

val rise : int list -> int -> numbers -> int

val step : bool list -> int list -> int -> state0 -> state0 option

val run :
  bool list -> int list -> int -> int list -> state0 -> (int list * state0)
  option

val allowed : int list -> int -> bool

val check_growth : int list -> int -> int -> int -> int list -> bool

module Sort :
 functor (X:TotalLeBool') ->
 sig
  val merge : X.t list -> X.t list -> X.t list

  val merge_list_to_stack :
    X.t list option list -> X.t list -> X.t list option list

  val merge_stack : X.t list option list -> X.t list

  val iter_merge : X.t list option list -> X.t list -> X.t list

  val sort : X.t list -> X.t list

  val flatten_stack : X.t list option list -> X.t list
 end

type set_move = ((int * int) * int) * int

val subset : int -> int -> bool

val possible0 : int -> set_move -> bool

val result : int -> set_move -> int

val set_options : set_move list -> int -> int list list

val shrinks : set_move -> bool

val clears : set_move -> bool

val within : int -> set_move list -> (int * int) list

val join : int -> int list -> int list

val unite : int list -> int

val guess0 : (int * int) list -> int list

val disjoint : int list -> bool

val falls_apart : (int * int) list -> int list -> bool

val split : set_move list -> int -> int list

val renamed0 : (int * int) list -> int -> int

module PairOrder :
 sig
  type t = int * int

  val leb : t -> t -> bool
 end

module PairSort :
 sig
  val merge : (int * int) list -> (int * int) list -> (int * int) list

  val merge_list_to_stack :
    (int * int) list option list -> (int * int) list -> (int * int) list
    option list

  val merge_stack : (int * int) list option list -> (int * int) list

  val iter_merge :
    (int * int) list option list -> (int * int) list -> (int * int) list

  val sort : (int * int) list -> (int * int) list

  val flatten_stack : (int * int) list option list -> (int * int) list
 end

val inner_moves : set_move list -> int -> (int -> int) -> (int * int) list

val equal_lists : (int * int) list -> (int * int) list -> bool

val distinct : int list -> int -> bool

val same_form : set_move list -> int -> int -> (int * int) list -> bool

type form = (int * int) * (int * int) list

val checked_forms : set_move list -> form list -> int trie

val set_play : set_move list -> form list -> play

val buckets : int

val hash : int list -> int

type lists = int list list trie

val alike0 : int -> lists -> int list list

val same_list : int list -> int list -> bool

val has_list : int list -> lists -> bool

val add_list : lists -> int list -> lists

val place : int -> int list -> int list

val reduced : bool -> int list -> int list

val known_lost : bool -> lists -> int list -> bool

val has_move : play -> int list -> bool

val answered : play -> bool -> lists -> int list -> bool

val check_lost : play -> bool -> lists -> int list -> bool

val check_strategy : play -> bool -> int list list -> int list -> bool -> bool

val turned0 : int -> int list -> int -> int

val involution : int list -> int -> int list -> bool

val answer : int list -> set_move -> set_move

val apart : set_move -> set_move -> bool

val same_move : set_move -> set_move -> bool

val relevant : set_move list -> int -> set_move list

val needing : int -> set_move list trie -> set_move list

val by_need : set_move list -> set_move list trie

val mirrored : set_move list -> int list -> int -> bool

val check_symmetry :
  set_move list -> int -> set_move option -> int list -> bool

type passed = { state1 : int; entry : int; along : words list }

val rays :
  int -> int -> passed trie -> int -> int -> int -> (int * int) list -> words
  list option

val check_along :
  int -> (int * int) list -> (int -> words -> bool) -> int -> int -> passed
  trie -> int list -> bool

val longest : int -> (int * int) list -> int -> int

val check_riders :
  int -> (int * int) list -> (int -> words -> bool) -> int list -> bool

val fine_value0 : int -> words -> bool

val fine_outcome0 : bool -> int -> words -> bool

val options_of : rule -> int -> int list list

val proper : rule -> bool

val values_of : int trie -> int list list -> numbers -> numbers option

val check_entries :
  (int -> int list list) -> int -> int trie -> int list -> bool

val some_lost : bool -> bool trie -> int list list -> bool option

val check_outcomes :
  (int -> int list list) -> bool -> int -> bool trie -> bool list -> bool

val check_heap_values :
  (int * int) list -> (((int * bool) * bool) * int list) option -> int list
  -> bool

val check_table :
  rule -> (((int * bool) * bool) * int list) option -> int list -> bool

val label : bool -> int

val check_winners : rule -> bool -> bool list -> bool

val play_of : rule -> form list -> play option

type certificate =
| ByPairs of (int * int) list * int * int * int list
| ByMask of (int * int) list * int * int * int * bool * bool * int list
   * int list
| ByWindows of (int * int) list * int * int * int * int * bool * bool * 
   int * int list * int list * (unit -> int list) list
| ByGrowth of int list * int * int * int * int list
| ByClaims of rule * form list * int list * int * (int * int) list
| ByReplies of rule * form list * int list * bool * bool * int list list
| ByTable of rule * (((int * bool) * bool) * int list) option * int list
| ByOutcomes of rule * bool * bool list
| BySymmetry of set_move list * int * set_move option * int list
| ByAutomaton of linear_move list * int list list list * bool option * 
   int * system * (int option * int list) list

val claim_of : certificate -> claim

val check : certificate -> bool

val shift : int -> int -> (int * int) list -> (int * int) list

val number_all : int trie -> int -> int list -> int trie -> int trie option

val number_parts :
  int trie -> int -> int list list -> int trie -> int trie option

val number_of : int trie -> int -> int option

val kept_apart : int option -> int option -> bool

val edge_fits : int trie -> int trie -> (int * int) -> bool

val matched : int trie -> (int * int) list -> numbers

val involved : int trie -> numbers -> int -> int list -> int -> int option

val mate : int trie -> int -> int

val check_matching :
  (int * int) list -> int -> bool -> int list -> int list -> int list list ->
  bool

module Order :
 sig
  type t = int

  val leb : int -> int -> bool
 end

module Sorted :
 sig
  val merge : int list -> int list -> int list

  val merge_list_to_stack :
    int list option list -> int list -> int list option list

  val merge_stack : int list option list -> int list

  val iter_merge : int list option list -> int list -> int list

  val sort : int list -> int list

  val flatten_stack : int list option list -> int list
 end

val sorted : int list -> int list

val set_of : int list -> numbers

val same0 : int list -> int list -> bool

type change = int list * int list

val beginning : int -> change list trie -> change list

val by_first : change list -> change list trie

val image_of : int trie -> int -> int

val answered0 : int trie -> change list trie -> change -> bool

val involutive : int trie -> int -> int list -> bool

val mirrored_by : change list -> int list -> int list -> bool

val possible_takes : change list -> int list -> change list

val kept0 : (int -> bool) -> int list -> int list

val taken : int list -> int list -> int list

val check_taking :
  change list -> int list -> change option -> int list -> bool

type piece = (int * int) list * (int * int) list

val locate : int -> numbers -> int -> (int * int) -> int option

val locate_all : int -> numbers -> int -> (int * int) list -> int list option

val located : int -> numbers -> int -> (int * int) list -> int list

val put_piece : int -> numbers -> int -> piece -> change option

val begins_covered : piece -> bool

val possible_puts : int -> piece list -> int list -> change list

val check_board :
  int -> piece list -> int list -> (int * int) option -> int list -> bool

type table = int trie trie

val table_of : int list list -> table

val entry0 : int -> int trie -> int

val in_row : int trie -> int -> int

val multiply : table -> int -> int -> int

type kind = int * int list

type witness = { generators : int list; making : (int * int) list;
                 part_kinds : kind list; sum_kinds : kind list }

val product_of : (int -> int -> int) -> (int -> int) -> int list -> int

val monoid_fits :
  (int -> int -> int) -> (int -> int) -> int list -> int list -> bool

val make :
  (int -> int -> int) -> (int -> int) -> numbers -> (int * int) list ->
  numbers -> numbers option

val told_apart : (int -> int -> int) -> (int -> bool) -> int list -> bool

val covered_by : int list list trie -> int -> (int -> bool) -> bool

val part_fits :
  (int -> int list list) -> (int -> int -> int) -> (int -> int) -> (int ->
  bool) -> int list -> int list list trie -> int -> bool

val by_element : kind list -> int list list trie

val sums_fit :
  (int -> int -> int) -> (int -> bool) -> kind list -> kind list -> bool

val check_monoid :
  (int -> int list list) -> (int -> int -> int) -> (int -> int) -> (int ->
  bool) -> int list -> int -> witness -> bool

val check_quotient :
  play -> int list -> int list list -> int list -> witness -> bool

val check_forever :
  (int * int) list -> int -> int -> int list -> int list list -> int list ->
  witness -> bool

type further_certificate =
| ByMatching of (int * int) list * int * bool * int list * int list
   * int list list
| ByTaking of change list * int list * change option * int list
| ByPieces of int * piece list * int list * (int * int) option * int list
| ByQuotient of rule * int list * int list list * int list * witness
| ByQuotientForEver of (int * int) list * int list * int list list * 
   int list * int * int * witness

val check_further : further_certificate -> bool

type word =
| Word of char list
| Number of int
| Set_ of int
| Parts of int list
| Integer of int

val signs : char list

val sign : int -> char

val spell : int -> int -> int -> char list -> char list

val spelled : int -> int -> char list

val signed : int -> char list

val join0 : char -> char list list -> char list

val shown0 : word -> char list

val feed : char

val written : word list -> char list

type moves0 =
| OfDigits of int list
| OfAmounts of int list
| OfNodes of int list list list list
| OfSets of int * (((int * int) * int) * int) list

type line_move = (int * condition list) * int list list

type statement =
| Repeats of moves0 * int * int
| Grows of int list * int * int * int
| HasValue of moves0 * int list * int
| IsWon of bool * moves0 * int list * bool
| IsMirrored of moves0 * int * bool
| Everywhere of bool * int * line_move list * system * bool
   * (int option * int list) list

val sum_of : int list -> linear

val cut : int -> int -> int list -> linear list

val linear_of : int -> line_move -> linear_move

val coded : int -> int list -> (int * int) list

val rule_of : moves0 -> rule

val node_lines : int -> int list list list list -> word list list

val counted : 'a1 list -> word

val move_lines : moves0 -> word list list

val position_line : moves0 -> int list -> word list

val sum_words : linear -> word list

val condition_lines : condition -> word list list

val linear_lines : line_move -> word list list

val row_line : int -> (int option * int list) -> word list

val row_lines : int -> (int option * int list) list -> word list list

type block =
| Lines of word list list
| Moves of moves0
| Rows of (int option * int list) list

val block_lines : block -> word list list

val blocks : statement -> block list

val unsaid : char list

val starts :
  char list -> (string * int) -> int -> bool -> (int * (string * int)) list
  -> (int * (string * int)) list

val begins : char list -> (string * int) -> bool

val helps : (string * int) -> char list list

val unsealed : (int * (string * int)) list -> (int * (string * int)) list

val kept1 : (string * int) -> (int * (string * int)) list

val same1 : char list -> (string * int) -> bool

type progress =
| Agree of (int * (string * int)) list
| Differ of (int * (string * int)) list

val compare1 : word list list -> (int * (string * int)) list -> progress

val compare_nodes :
  int -> int list list list list -> (int * (string * int)) list -> progress

val compare_rows :
  int -> (int option * int list) list -> (int * (string * int)) list ->
  progress

val compare_block : block -> (int * (string * int)) list -> progress

val compare_blocks : block list -> (int * (string * int)) list -> progress

val mapped : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val the_rule : moves0 -> rule

val with_claim : statement -> certificate -> certificate option

type verdict =
| Proved
| Unproved
| Unlike of int

val judge : (string * int) -> statement -> certificate -> verdict

type mark =
| Covers
| Takes
| Apart
| Below

type nibble = ((bool * bool) * bool) * bool

type further_statement =
| Joined of int * (int * int) list * int * bool
| Laid of int * bool list list * mark list list * bool
| Cleared of int * (nibble list * nibble list) list * nibble list * bool
| Divides of moves0 * int * int * int list * int list list * int list list

val free_of : bool list list -> int list

val marked : (mark -> bool) -> int -> int -> mark list -> (int * int) list

val piece_of : mark list -> (int * int) list * (int * int) list

val from_lowest : int -> nibble list -> int list

val places_of : nibble list -> int list

val change_of : (nibble list * nibble list) -> int list * int list

type further_block =
| Block of block
| Edges of (int * int) list
| Board_rows of bool list list
| Products of int list list
| Elements of int list list

val text : ('a1 -> char) -> 'a1 list -> char list

val cell_sign : bool -> char

val mark_sign : mark -> char

val nibble_sign : nibble -> char

val row_of_board : bool list -> word list

val piece_line : mark list -> word list

val clear_line : (nibble list * nibble list) -> word list

val edge_line : (int * int) -> word list

val product_line : int list -> word list

val element_line : int -> int list -> word list

val further_blocks : further_statement -> further_block list

val helps_further : (string * int) -> char list list

val numbered0 : (string * int) -> bool

val only_helps : (string * int) -> (string * int) -> bool

val kept_further : (string * int) -> (int * (string * int)) list

val compare_each :
  ('a1 -> word list) -> 'a1 list -> (int * (string * int)) list -> progress

val compare_elements :
  int -> int list list -> (int * (string * int)) list -> progress

val compare_further_block :
  further_block -> (int * (string * int)) list -> progress

val compare_further :
  further_block list -> (int * (string * int)) list -> progress

val opens : 'a1 option -> bool

val with_further :
  further_statement -> further_certificate -> further_certificate option

val judge_further :
  (string * int) -> further_statement -> further_certificate -> verdict

type table_moves =
| Known of moves0
| Ridden of (int * int) list

type tabulated =
| Tabulates of bool option * table_moves * int list * int * char list
   * char list

type entries =
| OfValues of int list
| OfOutcomes of bool list

val table_rule : table_moves -> int list -> rule

val table_move_block : table_moves -> block

val table_blocks : tabulated -> block list

val in_names : char list

val is_name : char list -> bool

val plain : tabulated -> bool

val little : int -> int -> char list

val type_of : int -> char list

val tuple : int list -> char list

val filled : int -> char list -> char list

val header : int -> int list -> char list

val after : char list -> (string * int) -> (string * int) option

val numbers_in :
  int -> (string * int) -> int -> int -> int -> int list -> int list option

val bits0 : int -> int -> bool list -> bool list

val bits_in : (string * int) -> int -> bool list -> bool list option

val product : int list -> int -> int option

val entries_of : tabulated -> (string * int) -> entries option

val fills : int -> int list -> bool

val full0 : 'a1 list -> int list -> bool

val the_table_rule : table_moves -> int list -> rule

val right :
  tabulated -> (((int * bool) * bool) * int list) option -> entries -> bool

type table_verdict =
| OtherEntries
| Judged of verdict

val judge_table :
  (string * int) -> (string * int) -> tabulated -> (entries ->
  (((int * bool) * bool) * int list) option) -> table_verdict
