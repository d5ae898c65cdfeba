
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

module Coq__1 = struct
 (** val add : int -> int -> int **)
 let rec add n0 m =
   (fun zero next n -> if n = 0 then zero () else next (n - 1))
     (fun _ -> m)
     (fun p -> Stdlib.succ (add p m))
     n0
end
include Coq__1

module Pos =
 struct
  type mask =
  | IsNul
  | IsPos of int
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : int -> int **)

  let rec succ x =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p -> (fun p -> 2 * p) (succ p))
      (fun p -> (fun p -> 2 * p + 1) p)
      (fun _ -> (fun p -> 2 * p) 1)
      x

  (** val add : int -> int -> int **)

  let rec add x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> (fun p -> 2 * p) (add_carry p q))
        (fun q -> (fun p -> 2 * p + 1) (add p q))
        (fun _ -> (fun p -> 2 * p) (succ p))
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> (fun p -> 2 * p + 1) (add p q))
        (fun q -> (fun p -> 2 * p) (add p q))
        (fun _ -> (fun p -> 2 * p + 1) p)
        y)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> (fun p -> 2 * p) (succ q))
        (fun q -> (fun p -> 2 * p + 1) q)
        (fun _ -> (fun p -> 2 * p) 1)
        y)
      x

  (** val add_carry : int -> int -> int **)

  and add_carry x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> (fun p -> 2 * p + 1) (add_carry p q))
        (fun q -> (fun p -> 2 * p) (add_carry p q))
        (fun _ -> (fun p -> 2 * p + 1) (succ p))
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> (fun p -> 2 * p) (add_carry p q))
        (fun q -> (fun p -> 2 * p + 1) (add p q))
        (fun _ -> (fun p -> 2 * p) (succ p))
        y)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> (fun p -> 2 * p + 1) (succ q))
        (fun q -> (fun p -> 2 * p) (succ q))
        (fun _ -> (fun p -> 2 * p + 1) 1)
        y)
      x

  (** val pred_double : int -> int **)

  let rec pred_double x =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p -> (fun p -> 2 * p + 1) ((fun p -> 2 * p) p))
      (fun p -> (fun p -> 2 * p + 1) (pred_double p))
      (fun _ -> 1)
      x

  (** val pred_N : int -> int **)

  let pred_N x =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p -> ((fun p -> 2 * p) p))
      (fun p -> (pred_double p))
      (fun _ -> 0)
      x

  type mask = Pos.mask =
  | IsNul
  | IsPos of int
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos 1
  | IsPos p -> IsPos ((fun p -> 2 * p + 1) p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos ((fun p -> 2 * p) p)
  | x0 -> x0

  (** val double_pred_mask : int -> mask **)

  let double_pred_mask x =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p -> IsPos ((fun p -> 2 * p) ((fun p -> 2 * p) p)))
      (fun p -> IsPos ((fun p -> 2 * p) (pred_double p)))
      (fun _ -> IsNul)
      x

  (** val sub_mask : int -> int -> mask **)

  let rec sub_mask x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> double_mask (sub_mask p q))
        (fun q -> succ_double_mask (sub_mask p q))
        (fun _ -> IsPos ((fun p -> 2 * p) p))
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun q -> double_mask (sub_mask p q))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun _ -> IsNeg)
        (fun _ -> IsNeg)
        (fun _ -> IsNul)
        y)
      x

  (** val sub_mask_carry : int -> int -> mask **)

  and sub_mask_carry x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun q -> double_mask (sub_mask p q))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> double_mask (sub_mask_carry p q))
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun _ -> double_pred_mask p)
        y)
      (fun _ -> IsNeg)
      x

  (** val mul : int -> int -> int **)

  let rec mul x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p -> add y ((fun p -> 2 * p) (mul p y)))
      (fun p -> (fun p -> 2 * p) (mul p y))
      (fun _ -> y)
      x

  (** val size : int -> int **)

  let rec size p =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p0 -> succ (size p0))
      (fun p0 -> succ (size p0))
      (fun _ -> 1)
      p

  (** val compare_cont : comparison -> int -> int -> comparison **)

  let rec compare_cont r x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> compare_cont r p q)
        (fun q -> compare_cont Gt p q)
        (fun _ -> Gt)
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> compare_cont Lt p q)
        (fun q -> compare_cont r p q)
        (fun _ -> Gt)
        y)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun _ -> Lt)
        (fun _ -> Lt)
        (fun _ -> r)
        y)
      x

  (** val compare : int -> int -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : int -> int -> bool **)

  let rec eqb p q =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q0 -> eqb p0 q0)
        (fun _ -> false)
        (fun _ -> false)
        q)
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun _ -> false)
        (fun q0 -> eqb p0 q0)
        (fun _ -> false)
        q)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun _ -> false)
        (fun _ -> false)
        (fun _ -> true)
        q)
      p

  (** val coq_Nsucc_double : int -> int **)

  let coq_Nsucc_double x =
    (fun zero more n -> if n = 0 then zero () else more n)
      (fun _ -> 1)
      (fun p -> ((fun p -> 2 * p + 1) p))
      x

  (** val coq_Ndouble : int -> int **)

  let coq_Ndouble n0 =
    (fun zero more n -> if n = 0 then zero () else more n)
      (fun _ -> 0)
      (fun p -> ((fun p -> 2 * p) p))
      n0

  (** val coq_lxor : int -> int -> int **)

  let rec coq_lxor p q =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q0 -> coq_Ndouble (coq_lxor p0 q0))
        (fun q0 -> coq_Nsucc_double (coq_lxor p0 q0))
        (fun _ -> ((fun p -> 2 * p) p0))
        q)
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q0 -> coq_Nsucc_double (coq_lxor p0 q0))
        (fun q0 -> coq_Ndouble (coq_lxor p0 q0))
        (fun _ -> ((fun p -> 2 * p + 1) p0))
        q)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q0 -> ((fun p -> 2 * p) q0))
        (fun q0 -> ((fun p -> 2 * p + 1) q0))
        (fun _ -> 0)
        q)
      p

  (** val testbit : int -> int -> bool **)

  let rec testbit p n0 =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p0 ->
      (fun zero more n -> if n = 0 then zero () else more n)
        (fun _ -> true)
        (fun n1 -> testbit p0 (pred_N n1))
        n0)
      (fun p0 ->
      (fun zero more n -> if n = 0 then zero () else more n)
        (fun _ -> false)
        (fun n1 -> testbit p0 (pred_N n1))
        n0)
      (fun _ ->
      (fun zero more n -> if n = 0 then zero () else more n)
        (fun _ -> true)
        (fun _ -> false)
        n0)
      p

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> int -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p0 -> op a (iter_op op p0 (op a a)))
      (fun p0 -> iter_op op p0 (op a a))
      (fun _ -> a)
      p

  (** val to_nat : int -> int **)

  let to_nat x =
    iter_op Coq__1.add x (Stdlib.succ 0)

  (** val of_succ_nat : int -> int **)

  let rec of_succ_nat n0 =
    (fun zero next n -> if n = 0 then zero () else next (n - 1))
      (fun _ -> 1)
      (fun x -> succ (of_succ_nat x))
      n0
 end

module N =
 struct
  (** val succ_double : int -> int **)

  let succ_double x =
    (fun zero more n -> if n = 0 then zero () else more n)
      (fun _ -> 1)
      (fun p -> ((fun p -> 2 * p + 1) p))
      x

  (** val double : int -> int **)

  let double n0 =
    (fun zero more n -> if n = 0 then zero () else more n)
      (fun _ -> 0)
      (fun p -> ((fun p -> 2 * p) p))
      n0

  (** val compare : int -> int -> comparison **)

  let compare n0 m =
    (fun zero more n -> if n = 0 then zero () else more n)
      (fun _ ->
      (fun zero more n -> if n = 0 then zero () else more n)
        (fun _ -> Eq)
        (fun _ -> Lt)
        m)
      (fun n' ->
      (fun zero more n -> if n = 0 then zero () else more n)
        (fun _ -> Gt)
        (fun m' -> Coq_Pos.compare n' m')
        m)
      n0

  (** val pos_div_eucl : int -> int -> int * int **)

  let rec pos_div_eucl a b =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = succ_double r in
      if ((<=) : int -> int -> bool) b r'
      then ((succ_double q), ((fun a b -> if a <= b then 0 else a - b) r' b))
      else ((double q), r'))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = double r in
      if ((<=) : int -> int -> bool) b r'
      then ((succ_double q), ((fun a b -> if a <= b then 0 else a - b) r' b))
      else ((double q), r'))
      (fun _ ->
      (fun zero more n -> if n = 0 then zero () else more n)
        (fun _ -> (0, 1))
        (fun p ->
        (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
          (fun _ -> (0, 1))
          (fun _ -> (0, 1))
          (fun _ -> (1, 0))
          p)
        b)
      a

  (** val div_eucl : int -> int -> int * int **)

  let div_eucl a b =
    (fun zero more n -> if n = 0 then zero () else more n)
      (fun _ -> (0, 0))
      (fun na ->
      (fun zero more n -> if n = 0 then zero () else more n)
        (fun _ -> (0, a))
        (fun _ -> pos_div_eucl na b)
        b)
      a
 end

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t -> app (f x) (flat_map f t)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b :: t -> fold_left f t (f a0 b)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t -> f b (fold_right f a0 t)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val seq : int -> int -> int list **)

let rec seq start len =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> [])
    (fun len0 -> start :: (seq (Stdlib.succ start) len0))
    len

type rule =
| Heaps of (int * int) list
| Nodes of int list list list

type claim =
| Period of (int * int) list * int * int
| Nimber of rule * int list * int

type 'a trie =
| Empty
| Fork of 'a option * 'a trie * 'a trie

(** val find_pos : int -> 'a1 trie -> 'a1 option **)

let rec find_pos p = function
| Empty -> None
| Fork (here, zero, one) ->
  ((fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
     (fun q -> find_pos q one)
     (fun q -> find_pos q zero)
     (fun _ -> here)
     p)

(** val add_pos : int -> 'a1 -> 'a1 trie -> 'a1 trie **)

let rec add_pos p a = function
| Empty ->
  let p0 = (None, Empty) in
  let one = Empty in
  let (here, zero) = p0 in
  ((fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
     (fun q -> Fork (here, zero, (add_pos q a one)))
     (fun q -> Fork (here, (add_pos q a zero), one))
     (fun _ -> Fork ((Some a), zero, one))
     p)
| Fork (h, z, o) ->
  let p0 = (h, z) in
  let (here, zero) = p0 in
  ((fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
     (fun q -> Fork (here, zero, (add_pos q a o)))
     (fun q -> Fork (here, (add_pos q a zero), o))
     (fun _ -> Fork ((Some a), zero, o))
     p)

(** val find : int -> 'a1 trie -> 'a1 option **)

let find n0 m =
  find_pos (Stdlib.succ n0) m

(** val add0 : int -> 'a1 -> 'a1 trie -> 'a1 trie **)

let add0 n0 a m =
  add_pos (Stdlib.succ n0) a m

type numbers = unit trie

(** val mem : int -> numbers -> bool **)

let mem n0 s =
  match find n0 s with
  | Some _ -> true
  | None -> false

(** val insert : int -> numbers -> numbers **)

let insert n0 s =
  if mem n0 s then s else add0 n0 () s

(** val pairs :
    int list -> int list -> int list -> int -> numbers -> numbers **)

let rec pairs up down fast x s =
  match up with
  | [] -> s
  | g :: up' ->
    (match down with
     | [] -> s
     | _ :: down' ->
       (match down' with
        | [] -> s
        | h :: _ ->
          (match fast with
           | [] -> s
           | _ :: l0 ->
             (match l0 with
              | [] -> s
              | _ :: fast' ->
                pairs up' down' fast' x (insert ((lxor) x ((lxor) g h)) s)))))

(** val firsts :
    (int -> int list -> numbers -> numbers) -> int list -> int list ->
    numbers -> numbers **)

let rec firsts others up down s =
  match up with
  | [] -> s
  | g :: up' ->
    (match down with
     | [] -> s
     | _ :: down' -> firsts others up' down' (others g down' s))

(** val splits : int -> int list -> int list -> int -> numbers -> numbers **)

let rec splits j up down x s =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> match down with
              | [] -> insert x s
              | _ :: _ -> s)
    (fun i ->
    (fun zero next n -> if n = 0 then zero () else next (n - 1))
      (fun _ ->
      match down with
      | [] -> s
      | g :: _ -> insert ((lxor) x g) s)
      (fun n0 ->
      (fun zero next n -> if n = 0 then zero () else next (n - 1))
        (fun _ -> pairs up down down x s)
        (fun _ ->
        firsts (fun g rest -> splits i up rest ((lxor) x g)) up down s)
        n0)
      i)
    j

(** val drop : int list -> int -> int list option **)

let rec drop l c =
  if ((=) : int -> int -> bool) c 0
  then Some l
  else (match l with
        | [] -> None
        | _ :: l' -> drop l' ((fun n -> if n = 0 then 0 else n - 1) c))

type moves = (int * int list) list

(** val bits : int -> int list **)

let bits d =
  filter (fun j -> (fun a i -> i < 63 && (a lsr i) land 1 = 1) d ( j))
    (seq 0
      (
        ((fun n -> let rec size n = if n = 0 then 0 else 1 + size (n lsr 1) in size n)
          d)))

(** val moves_of : (int * int) list -> moves **)

let moves_of code =
  map (fun pat -> let (t, d) = pat in (t, (bits d))) code

(** val walk : moves -> int -> int list -> int list -> numbers -> numbers **)

let rec walk m at_ up down s =
  match m with
  | [] -> s
  | p :: m' ->
    let (t, js) = p in
    (match drop down ((fun a b -> if a <= b then 0 else a - b) t at_) with
     | Some down' ->
       walk m' t up down'
         (fold_left (fun s0 j -> splits j up down' 0 s0) js s)
     | None -> s)

(** val all_from : int -> int -> numbers -> bool **)

let rec all_from count w s =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> true)
    (fun i -> if mem w s then all_from i (Stdlib.succ w) s else false)
    count

(** val check_values : moves -> int list -> int list -> int list -> bool **)

let rec check_values m up down = function
| [] -> true
| g :: rest' ->
  let down' = g :: down in
  let s = walk m 0 up down' Empty in
  if mem g s
  then false
  else if all_from ( g) 0 s then check_values m up down' rest' else false

(** val increasing : int -> (int * 'a1) list -> bool **)

let rec increasing least0 = function
| [] -> true
| p :: l' ->
  let (t, _) = p in
  if ((<=) : int -> int -> bool) least0 t then increasing t l' else false

(** val alike : int list -> int list -> bool **)

let rec alike l m =
  match l with
  | [] -> true
  | a :: l' ->
    (match m with
     | [] -> true
     | b :: m' ->
       if ((=) : int -> int -> bool) a b then alike l' m' else false)

(** val repeats_listed : int list -> int -> int -> bool **)

let repeats_listed values p e =
  match drop values e with
  | Some l -> (match drop l p with
               | Some m -> alike l m
               | None -> true)
  | None -> true

(** val least : int -> int -> int list -> int -> int -> bool **)

let rec least count d values p e =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> true)
    (fun i ->
    if if ((=) : int -> int -> bool)
            ((fun a b -> if b = 0 then a else a mod b) p d) 0
       then repeats_listed values d e
       else false
    then false
    else least i (Stdlib.succ d) values p e)
    count

(** val most_taken : (int * int) list -> int **)

let most_taken code =
  fold_right (fun pat ->
    let (t, _) = pat in (fun (a : int) b -> if a <= b then b else a) t) 0 code

(** val most_left : (int * int) list -> int **)

let most_left code =
  fold_right (fun pat ->
    let (_, d) = pat in
    (fun (a : int) b -> if a <= b then b else a)
      ((fun n -> if n = 0 then 0 else n - 1)
        ((fun n -> let rec size n = if n = 0 then 0 else 1 + size (n lsr 1) in size n)
          d))) 1 code

(** val check_period : (int * int) list -> int -> int -> int list -> bool **)

let check_period code p e values =
  let j = most_left code in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&) (increasing 0 code)
                (forallb (fun pat ->
                  let (t, d) = pat in
                  (||) (negb (((=) : int -> int -> bool) t 0))
                    ((&&)
                      (negb ((fun a i -> i < 63 && (a lsr i) land 1 = 1) d 0))
                      (negb ((fun a i -> i < 63 && (a lsr i) land 1 = 1) d 1))))
                  code)) (((<) : int -> int -> bool) 0 p))
            (((<=) : int -> int -> bool)
              ((+)
                ((+)
                  (( * ) j ((fun (a : int) b -> if a <= b then b else a) e 1))
                  (( * ) j p)) (most_taken code)) ( (List.length values))))
          (repeats_listed values p e))
        ((||) (((=) : int -> int -> bool) e 0)
          (negb
            (repeats_listed values p
              ((fun n -> if n = 0 then 0 else n - 1) e)))))
      (least ( ((fun n -> if n = 0 then 0 else n - 1) p)) 1 values p e))
    (match values with
     | [] -> false
     | g :: up ->
       (&&) (((=) : int -> int -> bool) g 0)
         (check_values (moves_of code) up [] up))

(** val replies : (int -> int list list) -> int list -> int list list **)

let rec replies options = function
| [] -> []
| a :: s' ->
  app (map (fun ps -> app ps s') (options a))
    (map (fun x -> a :: x) (replies options s'))

(** val toggle : int -> int list -> int list **)

let rec toggle a = function
| [] -> a :: []
| b :: l' -> if ((=) : int -> int -> bool) a b then l' else b :: (toggle a l')

(** val without_pairs : int list -> int list **)

let without_pairs s =
  fold_right toggle [] s

(** val total : (int -> bool) -> int trie -> int list -> int option **)

let rec total ended claims = function
| [] -> Some 0
| a :: s' ->
  (match find a claims with
   | Some v ->
     (match total ended claims s' with
      | Some w -> Some ((lxor) v w)
      | None -> None)
   | None -> if ended a then total ended claims s' else None)

(** val known : (int -> bool) -> int trie -> int list -> int option **)

let known ended claims s =
  total ended claims (without_pairs s)

(** val is_known : (int -> bool) -> int trie -> int -> int list -> bool **)

let is_known ended claims v s =
  match known ended claims s with
  | Some w -> ((=) : int -> int -> bool) v w
  | None -> false

(** val is_not :
    (int -> int list list) -> (int -> bool) -> int trie -> int -> int list ->
    bool **)

let is_not options ended claims v s =
  match known ended claims s with
  | Some w -> negb (((=) : int -> int -> bool) v w)
  | None -> existsb (is_known ended claims v) (replies options s)

(** val all_reached : int -> int -> numbers -> bool **)

let rec all_reached count w reached =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> true)
    (fun i ->
    if mem w reached then all_reached i (Stdlib.succ w) reached else false)
    count

(** val values_reached :
    (int -> bool) -> int trie -> int list list -> numbers **)

let values_reached ended claims l =
  fold_left (fun s t ->
    match known ended claims t with
    | Some w -> insert w s
    | None -> s) l Empty

(** val check_claim :
    (int -> int list list) -> (int -> bool) -> int trie -> int -> int -> bool **)

let check_claim options ended claims a v =
  (&&)
    ((&&)
      ((&&) (match find a claims with
             | Some _ -> false
             | None -> true) (negb (ended a)))
      (forallb (is_not options ended claims v) (options a)))
    (all_reached ( v) 0 (values_reached ended claims (options a)))

(** val check_claims :
    (int -> int list list) -> (int -> bool) -> (int * int) list -> int trie
    -> int trie option **)

let rec check_claims options ended l claims =
  match l with
  | [] -> Some claims
  | p :: l' ->
    let (a, v) = p in
    if check_claim options ended claims a v
    then check_claims options ended l' (add0 a v claims)
    else None

(** val check_value :
    (int -> int list list) -> (int -> bool) -> (int * int) list -> int list
    -> int -> bool **)

let check_value options ended l position v =
  match check_claims options ended l Empty with
  | Some claims -> is_known ended claims v position
  | None -> false

(** val index : int -> 'a1 list -> 'a1 trie -> 'a1 trie **)

let rec index i l m =
  match l with
  | [] -> m
  | a :: l' -> index (Stdlib.succ i) l' (add0 i a m)

(** val node_options : int list list trie -> int -> int list list **)

let node_options m n0 =
  match find n0 m with
  | Some l -> l
  | None -> []

(** val node_ended : int list list trie -> int -> bool **)

let node_ended m n0 =
  match node_options m n0 with
  | [] -> true
  | _ :: _ -> false

(** val all_below : int -> int list list list -> bool **)

let rec all_below n0 = function
| [] -> true
| options :: nodes' ->
  (&&) (forallb (forallb (fun b -> ((<) : int -> int -> bool) b n0)) options)
    (all_below (Stdlib.succ n0) nodes')

(** val check_nodes :
    int list list list -> (int * int) list -> int list -> int -> bool **)

let check_nodes nodes claims position v =
  (&&) (all_below 0 nodes)
    (check_value (node_options (index 0 nodes Empty))
      (node_ended (index 0 nodes Empty)) claims position v)

(** val range : int -> int -> int list **)

let rec range count from =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> [])
    (fun i -> from :: (range i (Stdlib.succ from)))
    count

(** val piles : int -> int -> int list list **)

let rec piles j m =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ ->
    if ((=) : int -> int -> bool) m 0 then [] :: [] else [])
    (fun i ->
    (fun zero next n -> if n = 0 then zero () else next (n - 1))
      (fun _ ->
      if ((=) : int -> int -> bool) m 0 then [] else (m :: []) :: [])
      (fun _ ->
      flat_map (fun a ->
        map (fun x -> a :: x)
          (piles i ((fun a b -> if a <= b then 0 else a - b) m a)))
        (range ( m) 1))
      i)
    j

(** val heap_options : moves -> int -> int list list **)

let heap_options code n0 =
  flat_map (fun pat ->
    let (t, js) = pat in
    if ((<=) : int -> int -> bool) t n0
    then flat_map (fun j ->
           piles j ((fun a b -> if a <= b then 0 else a - b) n0 t)) js
    else []) code

(** val heap_ended : moves -> int -> bool **)

let heap_ended code n0 =
  forallb (fun pat ->
    let (t, js) = pat in
    forallb (fun j ->
      if ((=) : int -> int -> bool) ( j) 0
      then negb (((=) : int -> int -> bool) t n0)
      else ((<) : int -> int -> bool) n0 ((+) t ( j))) js) code

(** val ends_listed : (int * int) list -> bool **)

let ends_listed code =
  forallb (fun pat ->
    let (t, d) = pat in
    (||) (negb (((=) : int -> int -> bool) t 0))
      ((&&) (negb ((fun a i -> i < 63 && (a lsr i) land 1 = 1) d 0))
        (negb ((fun a i -> i < 63 && (a lsr i) land 1 = 1) d 1)))) code

(** val check_heaps :
    (int * int) list -> (int * int) list -> int list -> int -> bool **)

let check_heaps code claims position v =
  (&&) (ends_listed code)
    (check_value (heap_options (moves_of code)) (heap_ended (moves_of code))
      claims position v)

type certificate =
| ByPairs of (int * int) list * int * int * int list
| ByClaims of rule * int list * int * (int * int) list

(** val claim_of : certificate -> claim **)

let claim_of = function
| ByPairs (code, p, e, _) -> Period (code, p, e)
| ByClaims (r, position, v, _) -> Nimber (r, position, v)

(** val check : certificate -> bool **)

let check = function
| ByPairs (code, p, e, values) -> check_period code p e values
| ByClaims (r, position, v, claims) ->
  (match r with
   | Heaps code -> check_heaps code claims position v
   | Nodes nodes -> check_nodes nodes claims position v)
