
(** val xorb : bool -> bool -> bool **)

let xorb b1 b2 =
  if b1 then if b2 then false else true else b2

(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

(** val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option **)

let option_map f = function
| Some a -> Some (f a)
| None -> None

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

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

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

module type TotalLeBool' =
 sig
  type t

  val leb : t -> t -> bool
 end

module Nat =
 struct
  (** val pred : int -> int **)

  let pred n0 =
    (fun zero next n -> if n = 0 then zero () else next (n - 1))
      (fun _ -> n0)
      (fun u -> u)
      n0

  (** val eqb : int -> int -> bool **)

  let rec eqb n0 m =
    (fun zero next n -> if n = 0 then zero () else next (n - 1))
      (fun _ ->
      (fun zero next n -> if n = 0 then zero () else next (n - 1))
        (fun _ -> true)
        (fun _ -> false)
        m)
      (fun n' ->
      (fun zero next n -> if n = 0 then zero () else next (n - 1))
        (fun _ -> false)
        (fun m' -> eqb n' m')
        m)
      n0

  (** val leb : int -> int -> bool **)

  let rec leb n0 m =
    (fun zero next n -> if n = 0 then zero () else next (n - 1))
      (fun _ -> true)
      (fun n' ->
      (fun zero next n -> if n = 0 then zero () else next (n - 1))
        (fun _ -> false)
        (fun m' -> leb n' m')
        m)
      n0

  (** val ltb : int -> int -> bool **)

  let ltb n0 m =
    leb (Stdlib.succ n0) m

  (** val div2 : int -> int **)

  let rec div2 n0 =
    (fun zero next n -> if n = 0 then zero () else next (n - 1))
      (fun _ -> 0)
      (fun n1 ->
      (fun zero next n -> if n = 0 then zero () else next (n - 1))
        (fun _ -> 0)
        (fun n' -> Stdlib.succ (div2 n'))
        n1)
      n0
 end

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

  (** val iter : ('a1 -> 'a1) -> 'a1 -> int -> 'a1 **)

  let rec iter f x n0 =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun n' -> f (iter f (iter f x n') n'))
      (fun n' -> iter f (iter f x n') n')
      (fun _ -> f x)
      n0

  (** val pow : int -> int -> int **)

  let pow x =
    iter (mul x) 1

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

  (** val leb : int -> int -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val sqrtrem_step :
      (int -> int) -> (int -> int) -> (int * mask) -> int * mask **)

  let sqrtrem_step f g = function
  | (s, y) ->
    (match y with
     | IsPos r ->
       let s' = (fun p -> 2 * p + 1) ((fun p -> 2 * p) s) in
       let r' = g (f r) in
       if leb s' r'
       then (((fun p -> 2 * p + 1) s), (sub_mask r' s'))
       else (((fun p -> 2 * p) s), (IsPos r'))
     | _ ->
       (((fun p -> 2 * p) s),
         (sub_mask (g (f 1)) ((fun p -> 2 * p) ((fun p -> 2 * p) 1)))))

  (** val sqrtrem : int -> int * mask **)

  let rec sqrtrem p =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun p1 ->
        sqrtrem_step (fun x -> (fun p -> 2 * p + 1) x) (fun x ->
          (fun p -> 2 * p + 1) x) (sqrtrem p1))
        (fun p1 ->
        sqrtrem_step (fun x -> (fun p -> 2 * p) x) (fun x ->
          (fun p -> 2 * p + 1) x) (sqrtrem p1))
        (fun _ -> (1, (IsPos ((fun p -> 2 * p) 1))))
        p0)
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun p1 ->
        sqrtrem_step (fun x -> (fun p -> 2 * p + 1) x) (fun x ->
          (fun p -> 2 * p) x) (sqrtrem p1))
        (fun p1 ->
        sqrtrem_step (fun x -> (fun p -> 2 * p) x) (fun x -> (fun p -> 2 * p)
          x) (sqrtrem p1))
        (fun _ -> (1, (IsPos 1)))
        p0)
      (fun _ -> (1, IsNul))
      p

  (** val sqrt : int -> int **)

  let sqrt p =
    fst (sqrtrem p)

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

  (** val coq_lor : int -> int -> int **)

  let rec coq_lor p q =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q0 -> (fun p -> 2 * p + 1) (coq_lor p0 q0))
        (fun q0 -> (fun p -> 2 * p + 1) (coq_lor p0 q0))
        (fun _ -> p)
        q)
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q0 -> (fun p -> 2 * p + 1) (coq_lor p0 q0))
        (fun q0 -> (fun p -> 2 * p) (coq_lor p0 q0))
        (fun _ -> (fun p -> 2 * p + 1) p0)
        q)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun _ -> q)
        (fun q0 -> (fun p -> 2 * p + 1) q0)
        (fun _ -> q)
        q)
      p

  (** val coq_land : int -> int -> int **)

  let rec coq_land p q =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q0 -> coq_Nsucc_double (coq_land p0 q0))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun _ -> 1)
        q)
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun _ -> 0)
        q)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun _ -> 1)
        (fun _ -> 0)
        (fun _ -> 1)
        q)
      p

  (** val ldiff : int -> int -> int **)

  let rec ldiff p q =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun q0 -> coq_Nsucc_double (ldiff p0 q0))
        (fun _ -> ((fun p -> 2 * p) p0))
        q)
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun _ -> p)
        q)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun _ -> 0)
        (fun _ -> 1)
        (fun _ -> 0)
        q)
      p

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

  (** val shiftl : int -> int -> int **)

  let shiftl p n0 =
    (fun zero more n -> if n = 0 then zero () else more n)
      (fun _ -> p)
      (fun n1 -> iter (fun x -> (fun p -> 2 * p) x) p n1)
      n0

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

  (** val even : int -> bool **)

  let even n0 =
    (fun zero more n -> if n = 0 then zero () else more n)
      (fun _ -> true)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun _ -> false)
        (fun _ -> true)
        (fun _ -> false)
        p)
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

  (** val sqrt : int -> int **)

  let sqrt n0 =
    (fun zero more n -> if n = 0 then zero () else more n)
      (fun _ -> 0)
      (fun p -> (Coq_Pos.sqrt p))
      n0

  (** val shiftl : int -> int -> int **)

  let shiftl a n0 =
    (fun zero more n -> if n = 0 then zero () else more n)
      (fun _ -> 0)
      (fun a0 -> (Coq_Pos.shiftl a0 n0))
      a
 end

(** val hd : 'a1 -> 'a1 list -> 'a1 **)

let hd default = function
| [] -> default
| x :: _ -> x

(** val tl : 'a1 list -> 'a1 list **)

let tl = function
| [] -> []
| _ :: m -> m

(** val nth : int -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n0 l default =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> match l with
              | [] -> default
              | x :: _ -> x)
    (fun m -> match l with
              | [] -> default
              | _ :: t0 -> nth m t0 default)
    n0

(** val nth_error : 'a1 list -> int -> 'a1 option **)

let rec nth_error l n0 =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> match l with
              | [] -> None
              | x :: _ -> Some x)
    (fun n1 -> match l with
               | [] -> None
               | _ :: l0 -> nth_error l0 n1)
    n0

(** val last : 'a1 list -> 'a1 -> 'a1 **)

let rec last l d =
  match l with
  | [] -> d
  | a :: l0 -> (match l0 with
                | [] -> a
                | _ :: _ -> last l0 d)

(** val removelast : 'a1 list -> 'a1 list **)

let rec removelast = function
| [] -> []
| a :: l0 -> (match l0 with
              | [] -> []
              | _ :: _ -> a :: (removelast l0))

(** val rev : 'a1 list -> 'a1 list **)

let rec rev = function
| [] -> []
| x :: l' -> app (rev l') (x :: [])

(** val rev_append : 'a1 list -> 'a1 list -> 'a1 list **)

let rec rev_append l l' =
  match l with
  | [] -> l'
  | a :: l0 -> rev_append l0 (a :: l')

(** val rev' : 'a1 list -> 'a1 list **)

let rev' l =
  rev_append l []

(** val concat : 'a1 list list -> 'a1 list **)

let rec concat = function
| [] -> []
| x :: l0 -> app x (concat l0)

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t0 -> (f a) :: (map f t0)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t0 -> app (f x) (flat_map f t0)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b :: t0 -> fold_left f t0 (f a0 b)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t0 -> f b (fold_right f a0 t0)

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

(** val find : ('a1 -> bool) -> 'a1 list -> 'a1 option **)

let rec find f = function
| [] -> None
| x :: tl0 -> if f x then Some x else find f tl0

(** val firstn : int -> 'a1 list -> 'a1 list **)

let rec firstn n0 l =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> [])
    (fun n1 -> match l with
               | [] -> []
               | a :: l0 -> a :: (firstn n1 l0))
    n0

(** val skipn : int -> 'a1 list -> 'a1 list **)

let rec skipn n0 l =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> l)
    (fun n1 -> match l with
               | [] -> []
               | _ :: l0 -> skipn n1 l0)
    n0

(** val seq : int -> int -> int list **)

let rec seq start0 len =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> [])
    (fun len0 -> start0 :: (seq (Stdlib.succ start0) len0))
    len

(** val repeat : 'a1 -> int -> 'a1 list **)

let rec repeat x n0 =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> [])
    (fun k -> x :: (repeat x k))
    n0

module Z =
 struct
  (** val double : int -> int **)

  let double x =
    (fun zero more less z -> if z = 0 then zero () else if z > 0 then more z else less (-z))
      (fun _ -> 0)
      (fun p -> ((fun p -> 2 * p) p))
      (fun p -> (~-) ((fun p -> 2 * p) p))
      x

  (** val succ_double : int -> int **)

  let succ_double x =
    (fun zero more less z -> if z = 0 then zero () else if z > 0 then more z else less (-z))
      (fun _ -> 1)
      (fun p -> ((fun p -> 2 * p + 1) p))
      (fun p -> (~-) (Coq_Pos.pred_double p))
      x

  (** val pred_double : int -> int **)

  let pred_double x =
    (fun zero more less z -> if z = 0 then zero () else if z > 0 then more z else less (-z))
      (fun _ -> (~-) 1)
      (fun p -> (Coq_Pos.pred_double p))
      (fun p -> (~-) ((fun p -> 2 * p + 1) p))
      x

  (** val pos_sub : int -> int -> int **)

  let rec pos_sub x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> double (pos_sub p q))
        (fun q -> succ_double (pos_sub p q))
        (fun _ -> ((fun p -> 2 * p) p))
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> pred_double (pos_sub p q))
        (fun q -> double (pos_sub p q))
        (fun _ -> (Coq_Pos.pred_double p))
        y)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> (~-) ((fun p -> 2 * p) q))
        (fun q -> (~-) (Coq_Pos.pred_double q))
        (fun _ -> 0)
        y)
      x

  (** val pos_div_eucl : int -> int -> int * int **)

  let rec pos_div_eucl a b =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = (+) (( * ) ((fun p -> 2 * p) 1) r) 1 in
      if ((<) : int -> int -> bool) r' b
      then ((( * ) ((fun p -> 2 * p) 1) q), r')
      else (((+) (( * ) ((fun p -> 2 * p) 1) q) 1), ((-) r' b)))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = ( * ) ((fun p -> 2 * p) 1) r in
      if ((<) : int -> int -> bool) r' b
      then ((( * ) ((fun p -> 2 * p) 1) q), r')
      else (((+) (( * ) ((fun p -> 2 * p) 1) q) 1), ((-) r' b)))
      (fun _ ->
      if ((<=) : int -> int -> bool) ((fun p -> 2 * p) 1) b
      then (0, 1)
      else (1, 0))
      a

  (** val div_eucl : int -> int -> int * int **)

  let div_eucl a b =
    (fun zero more less z -> if z = 0 then zero () else if z > 0 then more z else less (-z))
      (fun _ -> (0, 0))
      (fun a' ->
      (fun zero more less z -> if z = 0 then zero () else if z > 0 then more z else less (-z))
        (fun _ -> (0, a))
        (fun _ -> pos_div_eucl a' b)
        (fun b' ->
        let (q, r) = pos_div_eucl a' b' in
        ((fun zero more less z -> if z = 0 then zero () else if z > 0 then more z else less (-z))
           (fun _ -> (((~-) q), 0))
           (fun _ -> (((~-) ((+) q 1)), ((+) b r)))
           (fun _ -> (((~-) ((+) q 1)), ((+) b r)))
           r))
        b)
      (fun a' ->
      (fun zero more less z -> if z = 0 then zero () else if z > 0 then more z else less (-z))
        (fun _ -> (0, a))
        (fun _ ->
        let (q, r) = pos_div_eucl a' b in
        ((fun zero more less z -> if z = 0 then zero () else if z > 0 then more z else less (-z))
           (fun _ -> (((~-) q), 0))
           (fun _ -> (((~-) ((+) q 1)), ((-) b r)))
           (fun _ -> (((~-) ((+) q 1)), ((-) b r)))
           r))
        (fun b' -> let (q, r) = pos_div_eucl a' b' in (q, ((~-) r)))
        b)
      a
 end

(** val append : char list -> char list -> char list **)

let rec append s1 s2 =
  match s1 with
  | [] -> s2
  | c::s1' -> c::(append s1' s2)

(** val concat0 : char list -> char list list -> char list **)

let rec concat0 sep = function
| [] -> []
| x :: xs ->
  (match xs with
   | [] -> x
   | _ :: _ -> append x (append sep (concat0 sep xs)))

(** val list_ascii_of_string : char list -> char list **)

let rec list_ascii_of_string = function
| [] -> []
| ch::s0 -> ch :: (list_ascii_of_string s0)

type linear = int * int list

(** val dot : int list -> int list -> int **)

let rec dot ts v =
  match ts with
  | [] -> 0
  | t0 :: ts' ->
    (match v with
     | [] -> 0
     | a :: v' -> (+) (( * ) t0 ( a)) (dot ts' v'))

type condition =
| AtMost of linear
| IsZero of linear
| Multiple of int * linear
| Never of int * condition list

type linear_move = (int * condition list) * linear list list

type system = int * int

(** val radix : system -> int **)

let radix sys =
  if ((<) : int -> int -> bool) 0 (snd sys) then (+) (fst sys) 1 else fst sys

(** val says_lost : int option -> bool **)

let says_lost = function
| Some x -> ((=) : int -> int -> bool) x 1
| None -> false

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
| Fork (h, z0, o) ->
  let p0 = (h, z0) in
  let (here, zero) = p0 in
  ((fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
     (fun q -> Fork (here, zero, (add_pos q a o)))
     (fun q -> Fork (here, (add_pos q a zero), o))
     (fun _ -> Fork ((Some a), zero, o))
     p)

(** val find0 : int -> 'a1 trie -> 'a1 option **)

let find0 n0 m =
  find_pos (Stdlib.succ n0) m

(** val add0 : int -> 'a1 -> 'a1 trie -> 'a1 trie **)

let add0 n0 a m =
  add_pos (Stdlib.succ n0) a m

type numbers = unit trie

(** val mem : int -> numbers -> bool **)

let mem n0 s =
  match find0 n0 s with
  | Some _ -> true
  | None -> false

(** val insert : int -> numbers -> numbers **)

let insert n0 s =
  if mem n0 s then s else add0 n0 () s

(** val all_from : int -> int -> numbers -> bool **)

let rec all_from count w s =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> true)
    (fun i -> if mem w s then all_from i (Stdlib.succ w) s else false)
    count

type words = int list

(** val has : int -> words -> bool **)

let rec has n0 = function
| [] -> false
| w :: s' ->
  if ((<) : int -> int -> bool) n0 ((fun p -> 2 * p) ((fun p -> 2 * p)
       ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
       1)))))
  then (fun a i -> i < 63 && (a lsr i) land 1 = 1) w n0
  else has
         ((fun a b -> if a <= b then 0 else a - b) n0 ((fun p -> 2 * p)
           ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
           ((fun p -> 2 * p + 1) 1)))))) s'

(** val alone : int -> words **)

let alone n0 =
  app
    (repeat 0
      (
        ((fun a b -> if b = 0 then 0 else a / b) n0 ((fun p -> 2 * p)
          ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
          ((fun p -> 2 * p + 1) 1))))))))
    (((fun a i -> a lor (1 lsl i)) 0
       ((fun a b -> if b = 0 then a else a mod b) n0 ((fun p -> 2 * p)
         ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
         ((fun p -> 2 * p + 1) 1))))))) :: [])

(** val added : int -> words -> words **)

let rec added n0 = function
| [] -> alone n0
| w :: s' ->
  if ((<) : int -> int -> bool) n0 ((fun p -> 2 * p) ((fun p -> 2 * p)
       ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
       1)))))
  then ((fun a i -> a lor (1 lsl i)) w n0) :: s'
  else w :: (added
              ((fun a b -> if a <= b then 0 else a - b) n0 ((fun p -> 2 * p)
                ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
                ((fun p -> 2 * p + 1) 1)))))) s')

(** val put : int -> words -> words **)

let put n0 s =
  if has n0 s then s else added n0 s

(** val joined : words -> words -> words **)

let rec joined s t0 =
  match s with
  | [] -> t0
  | a :: s' ->
    (match t0 with
     | [] -> s
     | b :: t' -> ((lor) a b) :: (joined s' t'))

(** val no_gap : int -> words -> bool **)

let rec no_gap n0 = function
| [] -> ((=) : int -> int -> bool) n0 0
| w :: s' ->
  if ((<) : int -> int -> bool) n0 ((fun p -> 2 * p) ((fun p -> 2 * p)
       ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
       1)))))
  then ((=) : int -> int -> bool)
         ((fun a b -> a land lnot b)
           ((fun n -> if n = 0 then 0 else n - 1)
             ((fun a i -> a lor (1 lsl i)) 0 n0)) w) 0
  else if ((=) : int -> int -> bool)
            ((fun a b -> a land lnot b)
              ((fun n -> if n = 0 then 0 else n - 1)
                ((fun a i -> a lor (1 lsl i)) 0 ((fun p -> 2 * p)
                  ((fun p -> 2 * p) ((fun p -> 2 * p + 1)
                  ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) 1))))))) w) 0
       then no_gap
              ((fun a b -> if a <= b then 0 else a - b) n0 ((fun p -> 2 * p)
                ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
                ((fun p -> 2 * p + 1) 1)))))) s'
       else false

(** val pairs : int list -> int list -> int list -> int -> words -> words **)

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
                pairs up' down' fast' x (put ((lxor) x ((lxor) g h)) s)))))

(** val firsts :
    (int -> int list -> words -> words) -> int list -> int list -> words ->
    words **)

let rec firsts others up down s =
  match up with
  | [] -> s
  | g :: up' ->
    (match down with
     | [] -> s
     | _ :: down' -> firsts others up' down' (others g down' s))

(** val splits : int -> int list -> int list -> int -> words -> words **)

let rec splits j up down x s =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> match down with
              | [] -> put x s
              | _ :: _ -> s)
    (fun i ->
    (fun zero next n -> if n = 0 then zero () else next (n - 1))
      (fun _ ->
      match down with
      | [] -> s
      | g :: _ -> put ((lxor) x g) s)
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
  map (fun pat -> let (t0, d) = pat in (t0, (bits d))) code

(** val walk : moves -> int -> int list -> int list -> words -> words **)

let rec walk m at_ up down s =
  match m with
  | [] -> s
  | p :: m' ->
    let (t0, js) = p in
    (match drop down ((fun a b -> if a <= b then 0 else a - b) t0 at_) with
     | Some down' ->
       walk m' t0 up down'
         (fold_left (fun s0 j -> splits j up down' 0 s0) js s)
     | None -> s)

(** val check_values : moves -> int list -> int list -> int list -> bool **)

let rec check_values m up down = function
| [] -> true
| g :: rest' ->
  let down' = g :: down in
  let s = walk m 0 up down' [] in
  if has g s
  then false
  else if no_gap g s then check_values m up down' rest' else false

(** val increasing : int -> (int * 'a1) list -> bool **)

let rec increasing least1 = function
| [] -> true
| p :: l' ->
  let (t0, _) = p in
  if ((<=) : int -> int -> bool) least1 t0 then increasing t0 l' else false

(** val higher : int -> int list -> int list -> bool **)

let rec higher s l m =
  match l with
  | [] -> true
  | a :: l' ->
    (match m with
     | [] -> true
     | b :: m' ->
       if ((=) : int -> int -> bool) ((+) a s) b
       then higher s l' m'
       else false)

(** val repeats_listed : int list -> int -> int -> int -> bool **)

let repeats_listed values p e s =
  match drop values e with
  | Some l -> (match drop l p with
               | Some m -> higher s l m
               | None -> true)
  | None -> true

(** val least : int -> int -> int list -> int -> int -> int -> bool **)

let rec least count d values p e s =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> true)
    (fun i ->
    if if ((=) : int -> int -> bool)
            ((fun a b -> if b = 0 then a else a mod b) p d) 0
       then let parts = (fun a b -> if b = 0 then 0 else a / b) p d in
            if ((=) : int -> int -> bool)
                 ((fun a b -> if b = 0 then a else a mod b) s parts) 0
            then repeats_listed values d e
                   ((fun a b -> if b = 0 then 0 else a / b) s parts)
            else false
       else false
    then false
    else least i (Stdlib.succ d) values p e s)
    count

(** val check_claim_listed : int list -> int -> int -> int -> bool **)

let check_claim_listed values p e s =
  (&&)
    ((&&) (repeats_listed values p e s)
      ((||) (((=) : int -> int -> bool) e 0)
        (negb
          (repeats_listed values p ((fun n -> if n = 0 then 0 else n - 1) e)
            s))))
    (least ( ((fun n -> if n = 0 then 0 else n - 1) p)) 1 values p e s)

(** val most_taken : (int * int) list -> int **)

let most_taken code =
  fold_right (fun pat ->
    let (t0, _) = pat in (fun (a : int) b -> if a <= b then b else a) t0) 0
    code

(** val most_left : (int * int) list -> int **)

let most_left code =
  fold_right (fun pat ->
    let (_, d) = pat in
    (fun (a : int) b -> if a <= b then b else a)
      ((fun n -> if n = 0 then 0 else n - 1)
        ((fun n -> let rec size n = if n = 0 then 0 else 1 + size (n lsr 1) in size n)
          d))) 1 code

(** val check_repetition :
    (int * int) list -> int -> int -> int list -> bool **)

let check_repetition code p e values =
  let j = most_left code in
  (&&)
    ((&&)
      ((&&)
        ((&&) (increasing 0 code)
          (forallb (fun pat ->
            let (t0, d) = pat in
            (||) (negb (((=) : int -> int -> bool) t0 0))
              ((&&) (negb ((fun a i -> i < 63 && (a lsr i) land 1 = 1) d 0))
                (negb ((fun a i -> i < 63 && (a lsr i) land 1 = 1) d 1))))
            code)) (((<) : int -> int -> bool) 0 p))
      (((<=) : int -> int -> bool)
        ((+)
          ((+) (( * ) j ((fun (a : int) b -> if a <= b then b else a) e 1))
            (( * ) j p)) (most_taken code)) ( (List.length values))))
    (check_claim_listed values p e 0)

(** val check_period : (int * int) list -> int -> int -> int list -> bool **)

let check_period code p e values =
  (&&) (check_repetition code p e values)
    (match values with
     | [] -> false
     | g :: up ->
       (&&) (((=) : int -> int -> bool) g 0)
         (check_values (moves_of code) up [] up))

type play = { options : (int -> int list list);
              simplify : (int list -> int list) }

(** val some_move :
    play -> (int list -> bool) -> int list -> int list -> bool **)

let rec some_move game f before0 = function
| [] -> false
| a :: s' ->
  (||)
    (existsb (fun ps -> f (app (game.simplify ps) (app before0 s')))
      (game.options a)) (some_move game f (a :: before0) s')

(** val toggle : int -> int list -> int list **)

let rec toggle a = function
| [] -> a :: []
| b :: l' -> if ((=) : int -> int -> bool) a b then l' else b :: (toggle a l')

(** val without_pairs : int list -> int list **)

let without_pairs s =
  fold_right toggle [] s

(** val total : int trie -> int list -> int option **)

let rec total claims = function
| [] -> Some 0
| a :: s' ->
  (match find0 a claims with
   | Some v ->
     (match total claims s' with
      | Some w -> Some ((lxor) v w)
      | None -> None)
   | None -> None)

(** val known : int trie -> int list -> int option **)

let known claims s =
  total claims (without_pairs s)

(** val is_known : int trie -> int -> int list -> bool **)

let is_known claims v s =
  match known claims s with
  | Some w -> ((=) : int -> int -> bool) v w
  | None -> false

(** val is_not : play -> int trie -> int -> int list -> bool **)

let is_not game claims v s =
  match known claims s with
  | Some w -> negb (((=) : int -> int -> bool) v w)
  | None -> some_move game (is_known claims v) [] s

(** val all_reached : int -> int -> numbers -> bool **)

let rec all_reached count w reached0 =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> true)
    (fun i ->
    if mem w reached0 then all_reached i (Stdlib.succ w) reached0 else false)
    count

(** val values_reached : int trie -> int list list -> numbers **)

let values_reached claims l =
  fold_left (fun s t0 ->
    match known claims t0 with
    | Some w -> insert w s
    | None -> s) l Empty

(** val check_claim : play -> int trie -> int -> int -> bool **)

let check_claim game claims a v =
  (&&) (match find0 a claims with
        | Some _ -> false
        | None -> true)
    (let left = map game.simplify (game.options a) in
     (&&) (forallb (is_not game claims v) left)
       (all_reached ( v) 0 (values_reached claims left)))

(** val check_claims :
    play -> (int * int) list -> int trie -> int trie option **)

let rec check_claims game l claims =
  match l with
  | [] -> Some claims
  | p :: l' ->
    let (a, v) = p in
    (match game.simplify (a :: []) with
     | [] -> None
     | b :: l0 ->
       (match l0 with
        | [] ->
          if check_claim game claims b v
          then check_claims game l' (add0 b v claims)
          else None
        | _ :: _ -> None))

(** val check_value : play -> (int * int) list -> int list -> int -> bool **)

let check_value game l position v =
  match check_claims game l Empty with
  | Some claims -> is_known claims v (game.simplify position)
  | None -> false

(** val index : int -> 'a1 list -> 'a1 trie -> 'a1 trie **)

let rec index i l m =
  match l with
  | [] -> m
  | a :: l' -> index (Stdlib.succ i) l' (add0 i a m)

(** val node_options : int list list trie -> int -> int list list **)

let node_options m n0 =
  match find0 n0 m with
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
| options0 :: nodes' ->
  (&&)
    (forallb (forallb (fun b -> ((<) : int -> int -> bool) b n0)) options0)
    (all_below (Stdlib.succ n0) nodes')

(** val node_play : int list list list -> play **)

let node_play nodes =
  let m = index 0 nodes Empty in
  { options = (node_options m); simplify =
  (filter (fun n0 -> negb (node_ended m n0))) }

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
    let (t0, js) = pat in
    if ((<=) : int -> int -> bool) t0 n0
    then flat_map (fun j ->
           piles j ((fun a b -> if a <= b then 0 else a - b) n0 t0)) js
    else []) code

(** val heap_ended : moves -> int -> bool **)

let heap_ended code n0 =
  forallb (fun pat ->
    let (t0, js) = pat in
    forallb (fun j ->
      if ((=) : int -> int -> bool) ( j) 0
      then negb (((=) : int -> int -> bool) t0 n0)
      else ((<) : int -> int -> bool) n0 ((+) t0 ( j))) js) code

(** val ends_listed : (int * int) list -> bool **)

let ends_listed code =
  forallb (fun pat ->
    let (t0, d) = pat in
    (||) (negb (((=) : int -> int -> bool) t0 0))
      ((&&) (negb ((fun a i -> i < 63 && (a lsr i) land 1 = 1) d 0))
        (negb ((fun a i -> i < 63 && (a lsr i) land 1 = 1) d 1)))) code

(** val heap_play : (int * int) list -> play **)

let heap_play code =
  let code0 = moves_of code in
  { options = (heap_options code0); simplify =
  (filter (fun n0 -> negb (heap_ended code0 n0))) }

type state =
| Num of int
| Two of int * int
| Many of state list

(** val compare0 : state -> state -> comparison **)

let rec compare0 a b =
  match a with
  | Num x ->
    (match b with
     | Num y ->
       (fun (a : int) b -> if a < b then Lt else if a = b then Eq else Gt) x y
     | _ -> Lt)
  | Two (p, q) ->
    (match b with
     | Num _ -> Gt
     | Two (r, s) ->
       (match (fun (a : int) b -> if a < b then Lt else if a = b then Eq else Gt)
                p r with
        | Eq ->
          (fun (a : int) b -> if a < b then Lt else if a = b then Eq else Gt)
            q s
        | x -> x)
     | Many _ -> Lt)
  | Many l ->
    (match b with
     | Many k ->
       let rec each0 l0 k0 =
         match l0 with
         | [] -> (match k0 with
                  | [] -> Eq
                  | _ :: _ -> Lt)
         | x :: l' ->
           (match k0 with
            | [] -> Gt
            | y :: k' ->
              (match compare0 x y with
               | Eq -> each0 l' k'
               | x0 -> x0))
       in each0 l k
     | _ -> Gt)

type tree =
| Bare
| Node of tree * state * tree

(** val has0 : state -> tree -> bool **)

let rec has0 s = function
| Bare -> false
| Node (l, x, r) ->
  (match compare0 s x with
   | Eq -> true
   | Lt -> has0 s l
   | Gt -> has0 s r)

(** val put0 : state -> tree -> tree **)

let rec put0 s t0 = match t0 with
| Bare -> Node (Bare, s, Bare)
| Node (l, x, r) ->
  (match compare0 s x with
   | Eq -> t0
   | Lt -> Node ((put0 s l), x, r)
   | Gt -> Node (l, x, (put0 s r)))

(** val in_order : tree -> state list -> state list **)

let rec in_order t0 more =
  match t0 with
  | Bare -> more
  | Node (l, x, r) -> in_order l (x :: (in_order r more))

(** val as_set : state list -> state list **)

let as_set l =
  in_order (fold_left (fun t0 s -> put0 s t0) l Bare) []

(** val meet : state list -> state list -> tree -> state list * tree **)

let rec meet l new0 seen =
  match l with
  | [] -> (new0, seen)
  | s :: l' ->
    if has0 s seen
    then meet l' new0 seen
    else meet l' (s :: new0) (put0 s seen)

(** val explore :
    (state -> state list) -> int -> state list -> tree -> tree option **)

let rec explore next0 rounds new0 seen =
  match new0 with
  | [] -> Some seen
  | _ :: _ ->
    ((fun zero next n -> if n = 0 then zero () else next (n - 1))
       (fun _ -> None)
       (fun r ->
       let (new', seen') = meet (flat_map next0 new0) [] seen in
       explore next0 r new' seen')
       rounds)

(** val most_rounds : int **)

let most_rounds =
   ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
    ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p) ((fun p -> 2 * p)
    ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p + 1)
    1))))))))))))))))

(** val reached : (state -> state list) -> state -> state list option **)

let reached next0 start0 =
  option_map (fun t0 -> in_order t0 [])
    (explore next0 most_rounds (start0 :: []) (put0 start0 Bare))

(** val unique_digits : system -> bool **)

let unique_digits sys =
  let a =  (fst sys) in
  let b = snd sys in
  (||)
    ((||)
      ((&&) (((=) : int -> int -> bool) b 0)
        (((<=) : int -> int -> bool) ((fun p -> 2 * p) 1) a))
      ((&&) (((<=) : int -> int -> bool) 1 b)
        (((<=) : int -> int -> bool) b a)))
    ((&&) (((<=) : int -> int -> bool) b ((~-) 1))
      (((<=) : int -> int -> bool) ((fun p -> 2 * p) 1) ((+) a b)))

(** val any : state **)

let any =
  Num 0

(** val less : state **)

let less =
  Num 1

(** val tight : state -> bool **)

let tight = function
| Num z0 ->
  ((fun zero more less z -> if z = 0 then zero () else if z > 0 then more z else less (-z))
     (fun _ -> false)
     (fun _ -> true)
     (fun _ -> true)
     z0)
| _ -> true

(** val limit : system -> bool -> int * bool **)

let limit sys f =
  let a =  (fst sys) in
  let b = snd sys in
  if ((<) : int -> int -> bool) 0 b
  then if f then (b, false) else (a, true)
  else if ((<) : int -> int -> bool) b 0
       then if f then (((-) ((+) a b) 1), true) else (((-) a 1), true)
       else if f then (0, false) else (a, false)

(** val choices : system -> state -> (int * state) list **)

let choices sys f =
  let (k, more) = limit sys (tight f) in
  app
    (map (fun d -> (d, any))
      (range ((fun (a : int) -> if a < 0 then 0 else a) k) 0))
    (if more
     then (((fun (z : int) -> if z < 0 then 0 else z) k), less) :: []
     else [])

(** val letters : system -> state list -> (int list * state list) list **)

let rec letters sys = function
| [] -> ([], []) :: []
| f :: fs' ->
  let rest = letters sys fs' in
  flat_map (fun pat ->
    let (d, g) = pat in
    map (fun pat0 -> let (l, gs) = pat0 in ((d :: l), (g :: gs))) rest)
    (choices sys f)

(** val tail : system -> int **)

let tail sys =
  if ((<) : int -> int -> bool) 0 (snd sys) then 1 else 0

(** val total0 : int list -> int **)

let total0 ts =
  fold_right (fun t0 m -> (+) (Stdlib.abs t0) m) 0 ts

type automaton = { start : state; next : (state -> int list -> state option);
                   accepts : (state -> bool) }

(** val later : system -> int -> int -> int list -> int list -> int **)

let later sys p q ts letter =
  (+) ((+) (( * ) ( (fst sys)) p) (( * ) (snd sys) q)) (dot ts letter)

(** val before : system -> int -> int **)

let before sys p =
  if ((=) : int -> int -> bool) (snd sys) 0 then 0 else p

(** val ended : system -> int -> int -> linear -> int **)

let ended sys p q s =
  (+) ((+) p (( * ) (tail sys) q)) (fst s)

(** val settled : system -> int -> int -> linear -> int -> int -> bool **)

let settled sys most sign0 s p q =
  let now = (-) (( * ) sign0 ((+) p (( * ) (tail sys) q))) most in
  let then_ =
    (-) (( * ) sign0 ((+) (( * ) p ( (radix sys))) (( * ) (snd sys) q)))
      (( * ) most ( (radix sys)))
  in
  (&&)
    ((&&) (((<=) : int -> int -> bool) 0 now)
      (((<=) : int -> int -> bool) now then_))
    (((<) : int -> int -> bool) 0 ((+) ((+) now most) (( * ) sign0 (fst s))))

(** val compares : system -> bool -> linear -> automaton **)

let compares sys exact s =
  let most = total0 (snd s) in
  { start = (Two (0, 0)); next = (fun now letter ->
  match now with
  | Two (p, q) ->
    let p' = later sys p q (snd s) letter in
    let q' = before sys p in
    if settled sys most 1 s p' q'
    then None
    else if settled sys most ((~-) 1) s p' q'
         then if exact then None else Some (Many [])
         else Some (Two (p', q'))
  | _ -> Some now); accepts = (fun now ->
  match now with
  | Two (p, q) ->
    if exact
    then ((=) : int -> int -> bool) (ended sys p q s) 0
    else ((<=) : int -> int -> bool) (ended sys p q s) 0
  | _ -> true) }

(** val multiple : system -> int -> linear -> automaton **)

let multiple sys m s =
  { start = (Two (0, 0)); next = (fun now letter ->
    match now with
    | Two (p, q) ->
      Some (Two
        (((fun a m -> let r = a mod m in if r < 0 then r + m else r)
           (later sys p q (snd s) letter) m), (before sys p)))
    | _ -> None); accepts = (fun now ->
    match now with
    | Two (p, q) ->
      ((=) : int -> int -> bool)
        ((fun a m -> let r = a mod m in if r < 0 then r + m else r)
          (ended sys p q s) m) 0
    | _ -> false) }

(** val nexts :
    automaton list -> state list -> int list -> state list option **)

let rec nexts as0 now letter =
  match as0 with
  | [] -> Some []
  | a :: as' ->
    (match now with
     | [] -> Some []
     | s :: now' ->
       (match a.next s letter with
        | Some t0 ->
          (match nexts as' now' letter with
           | Some ts -> Some (t0 :: ts)
           | None -> None)
        | None -> None))

(** val accept : automaton list -> state list -> bool **)

let rec accept as0 now =
  match as0 with
  | [] -> true
  | a :: as' ->
    (match now with
     | [] -> true
     | s :: now' -> (&&) (a.accepts s) (accept as' now'))

(** val all : automaton list -> automaton **)

let all as0 =
  { start = (Many (map (fun a -> a.start) as0)); next = (fun now letter ->
    match now with
    | Many l -> option_map (fun x -> Many x) (nexts as0 l letter)
    | _ -> None); accepts = (fun now ->
    match now with
    | Many l -> accept as0 l
    | _ -> false) }

(** val possible : system -> automaton -> int list -> state -> state list **)

let possible sys a letter = function
| Many l ->
  (match l with
   | [] -> []
   | s :: fs ->
     flat_map (fun pat ->
       let (l0, gs) = pat in
       (match a.next s (app letter l0) with
        | Some t0 -> (Many (t0 :: gs)) :: []
        | None -> [])) (letters sys fs))
| _ -> []

(** val bare : state list -> state list **)

let bare l =
  map (fun s ->
    match s with
    | Many l0 -> (match l0 with
                  | [] -> s
                  | t0 :: _ -> t0)
    | _ -> s) l

(** val first : system -> automaton -> int -> int -> state list option **)

let first sys a w k =
  option_map as_set
    (reached (possible sys a (repeat 0 w)) (Many (a.start :: (repeat any k))))

(** val sets :
    system -> automaton -> state list -> (state list -> bool) -> automaton **)

let sets sys a from accepts0 =
  { start = (Many from); next = (fun now letter ->
    match now with
    | Many l -> Some (Many (as_set (flat_map (possible sys a letter) l)))
    | _ -> None); accepts = (fun now ->
    match now with
    | Many l -> accepts0 l
    | _ -> false) }

(** val never : system -> int -> int -> automaton -> automaton option **)

let never sys w k a =
  option_map (fun from ->
    sets sys a from (fun l -> negb (existsb a.accepts (bare l))))
    (first sys a w k)

type dictionary =
| Nowhere
| At of dictionary * state * int * dictionary

(** val numbered : int -> state list -> int -> dictionary **)

let rec numbered depth l i =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> Nowhere)
    (fun d ->
    let half = Nat.div2 (List.length l) in
    (match skipn half l with
     | [] -> Nowhere
     | s :: above0 ->
       let m = (+) i ( half) in
       At ((numbered d (firstn half l) i), s, m,
       (numbered d above0 (Stdlib.succ m)))))
    depth

(** val look_up : state -> dictionary -> int option **)

let rec look_up s = function
| Nowhere -> None
| At (l, x, i, r) ->
  (match compare0 s x with
   | Eq -> Some i
   | Lt -> look_up s l
   | Gt -> look_up s r)

(** val found_at : int -> 'a1 list trie -> 'a1 list **)

let found_at n0 m =
  match find0 n0 m with
  | Some l -> l
  | None -> []

(** val backwards : int -> int list trie -> int list -> numbers -> numbers **)

let rec backwards rounds before0 new0 live =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> live)
    (fun r ->
    match new0 with
    | [] -> live
    | _ :: _ ->
      let (new1, live0) =
        fold_left (fun pat j ->
          fold_left (fun pat0 i ->
            let (new1, live0) = pat0 in
            if mem i live0
            then (new1, live0)
            else ((i :: new1), (insert i live0))) (found_at j before0) pat)
          new0 ([], live)
      in
      backwards r before0 new1 live0)
    rounds

(** val mixed : int -> int -> int **)

let mixed key more =
  (fun a b -> if b = 0 then a else a mod b)
    ((+)
      (( * ) key ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
        ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
        ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p)
        ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p)
        ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
        ((fun p -> 2 * p + 1) ((fun p -> 2 * p) ((fun p -> 2 * p + 1)
        ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) 1))))))))))))))))))))
      more) ((fun p -> 2 * p + 1) ((fun p -> 2 * p) ((fun p -> 2 * p)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    1)))))))))))))))))))))))))))))))))))))))

(** val refined :
    int -> (int * (int * int) list) list -> int trie -> int -> int trie **)

let rec refined rounds states class0 count =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> class0)
    (fun r ->
    let of0 = fun i -> match find0 i class0 with
                       | Some k -> k
                       | None -> 0 in
    let (p, found) =
      fold_left (fun pat pat0 ->
        let (y, found) = pat in
        let (names, finer) = y in
        let (i, arrows) = pat0 in
        let key =
          fold_left (fun key pat1 ->
            let (l, j) = pat1 in mixed (mixed key l) (of0 j)) arrows 
            (of0 i)
        in
        (match find0 key names with
         | Some k -> ((names, (add0 i k finer)), found)
         | None ->
           (((add0 key found names), (add0 i found finer)),
             (Stdlib.succ found)))) states ((Empty, Empty), 0)
    in
    let (_, finer) = p in
    if ((<=) : int -> int -> bool) found count
    then finer
    else refined r states finer found)
    rounds

(** val nothing : state **)

let nothing =
  Num 0

(** val number : system -> int list -> int **)

let number sys l =
  fold_left (fun i d -> (+) (( * ) i (radix sys)) d) l 0

(** val guess :
    system -> automaton -> (state -> state) -> state list -> ((state -> state
    option) * (int -> automaton)) * (state -> state) **)

let guess sys a out states =
  let names =
    numbered (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      0))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
      states 0
  in
  let arrows =
    map (fun c ->
      match look_up c names with
      | Some i ->
        (match c with
         | Num _ -> ((0, nothing), [])
         | Two (_, _) -> ((0, nothing), [])
         | Many l ->
           (match l with
            | [] -> ((0, nothing), [])
            | s :: fs ->
              ((i, (out s)),
                (flat_map (fun pat ->
                  let (l0, gs) = pat in
                  (match a.next s l0 with
                   | Some t0 ->
                     (match look_up (Many (t0 :: gs)) names with
                      | Some j -> ((number sys l0), j) :: []
                      | None -> [])
                   | None -> [])) (letters sys fs)))))
      | None -> ((0, nothing), [])) states
  in
  let before0 =
    fold_left (fun m pat ->
      let (y, l) = pat in
      let (i, _) = y in
      fold_left (fun m0 pat0 ->
        let (_, j) = pat0 in add0 j (i :: (found_at j m0)) m0) l m) arrows
      Empty
  in
  let ends =
    filter (fun pat ->
      let (y, _) = pat in
      let (_, a0) = y in
      (match compare0 a0 nothing with
       | Eq -> false
       | _ -> true)) arrows
  in
  let ended0 = map (fun pat -> let (y, _) = pat in let (i, _) = y in i) ends
  in
  let live =
    backwards most_rounds before0 ended0
      (fold_left (fun m i -> insert i m) ended0 Empty)
  in
  let outs =
    numbered (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      0))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
      (as_set
        (map (fun pat -> let (y, _) = pat in let (_, a0) = y in a0) ends)) 1
  in
  let kept2 =
    flat_map (fun pat ->
      let (y, l) = pat in
      let (i, _) = y in
      if mem i live
      then (i, (filter (fun pat0 -> let (_, j) = pat0 in mem j live) l)) :: []
      else []) arrows
  in
  let class0 =
    refined most_rounds kept2
      (fold_left (fun m pat ->
        let (y, _) = pat in
        let (i, a0) = y in
        (match look_up a0 outs with
         | Some k -> add0 i k m
         | None -> m)) ends Empty) 0
  in
  let of0 = fun i -> match find0 i class0 with
                     | Some k -> k
                     | None -> 0 in
  let rows =
    fold_left (fun m pat ->
      let (i, l) = pat in
      (match find0 (of0 i) m with
       | Some _ -> m
       | None ->
         add0 (of0 i)
           (fold_left (fun row pat0 ->
             let (d, j) = pat0 in add0 d (of0 j) row) l Empty) m)) kept2 Empty
  in
  let shown1 =
    fold_left (fun m pat ->
      let (y, _) = pat in let (i, a0) = y in add0 (of0 i) a0 m) ends Empty
  in
  (((fun c ->
  match look_up c names with
  | Some i -> if mem i live then Some (Num ( (of0 i))) else None
  | None -> None), (fun from -> { start = (Num ( from)); next =
  (fun now letter ->
  match now with
  | Num k ->
    (match find0 ((fun (z : int) -> if z < 0 then 0 else z) k) rows with
     | Some row ->
       option_map (fun j -> Num ( j)) (find0 (number sys letter) row)
     | None -> None)
  | _ -> None); accepts = (fun _ -> false) })), (fun now ->
  match now with
  | Num k ->
    (match find0 ((fun (z : int) -> if z < 0 then 0 else z) k) shown1 with
     | Some a0 -> a0
     | None -> nothing)
  | _ -> nothing))

(** val same : state option -> state option -> bool **)

let same a b =
  match a with
  | Some x ->
    (match b with
     | Some y -> (match compare0 x y with
                  | Eq -> true
                  | _ -> false)
     | None -> false)
  | None -> (match b with
             | Some _ -> false
             | None -> true)

(** val agrees :
    system -> automaton -> automaton -> (state -> state) -> (state -> state)
    -> (state -> state option) -> state -> bool **)

let agrees sys a b out shown1 class0 c = match c with
| Many l ->
  (match l with
   | [] -> false
   | s :: fs ->
     let own = class0 c in
     (&&)
       (same (Some (out s)) (Some
         (match own with
          | Some x -> shown1 x
          | None -> nothing)))
       (forallb (fun pat ->
         let (l0, gs) = pat in
         same (match own with
               | Some x -> b.next x l0
               | None -> None)
           (match a.next s l0 with
            | Some t0 -> class0 (Many (t0 :: gs))
            | None -> None)) (letters sys fs)))
| _ -> false

(** val least_with :
    system -> int -> automaton -> (state -> state) -> (automaton * (state ->
    state)) option **)

let least_with sys w a out =
  let c = Many (a.start :: (repeat any w)) in
  (match reached (possible sys a []) c with
   | Some states ->
     let (p, shown1) = guess sys a out states in
     let (class0, others) = p in
     (match class0 c with
      | Some s ->
        (match s with
         | Num k ->
           let b = others ((fun (z : int) -> if z < 0 then 0 else z) k) in
           if (&&) (same (Some b.start) (class0 c))
                (forallb (agrees sys a b out shown1 class0) states)
           then Some (b, shown1)
           else None
         | _ -> None)
      | None -> None)
   | None -> None)

(** val truth : bool -> state **)

let truth = function
| true -> Num 1
| false -> nothing

(** val least0 : system -> int -> automaton -> automaton **)

let least0 sys w a =
  match least_with sys w a (fun s -> truth (a.accepts s)) with
  | Some p ->
    let (b, shown1) = p in
    { start = b.start; next = b.next; accepts = (fun s ->
    match shown1 s with
    | Num z0 -> negb (((=) : int -> int -> bool) z0 0)
    | _ -> false) }
  | None -> a

(** val few : system -> int -> int -> bool **)

let rec few sys w limit0 =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> true)
    (fun k ->
    (&&) (((<=) : int -> int -> bool) (radix sys) limit0)
      (few sys k ((fun a b -> if b = 0 then 0 else a / b) limit0 (radix sys))))
    w

(** val smaller : system -> int -> automaton -> automaton **)

let smaller sys w a =
  if few sys w ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
       ((fun p -> 2 * p + 1) ((fun p -> 2 * p) ((fun p -> 2 * p + 1)
       ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
       1)))))))))
  then least0 sys w a
  else a

(** val pick : int list -> automaton -> automaton **)

let pick tracks a =
  { start = a.start; next = (fun now letter ->
    a.next now (map (fun i -> nth i letter 0) tracks)); accepts = a.accepts }

(** val nonzero : int -> int list -> int list **)

let rec nonzero i = function
| [] -> []
| t0 :: ts' ->
  if ((=) : int -> int -> bool) t0 0
  then nonzero (Stdlib.succ i) ts'
  else i :: (nonzero (Stdlib.succ i) ts')

(** val shorter : linear -> linear **)

let shorter s =
  ((fst s),
    (filter (fun t0 -> negb (((=) : int -> int -> bool) t0 0)) (snd s)))

(** val about : system -> (linear -> automaton) -> linear -> automaton **)

let about sys make0 s =
  let tracks = nonzero 0 (snd s) in
  pick tracks (smaller sys (List.length tracks) (make0 (shorter s)))

(** val each : 'a1 option list -> 'a1 list option **)

let rec each = function
| [] -> Some []
| o :: l' ->
  (match o with
   | Some a -> (match each l' with
                | Some k -> Some (a :: k)
                | None -> None)
   | None -> None)

(** val of_condition : system -> int -> condition -> automaton option **)

let rec of_condition sys w = function
| AtMost s -> Some (about sys (compares sys false) s)
| IsZero s -> Some (about sys (compares sys true) s)
| Multiple (m, s) ->
  if ((<) : int -> int -> bool) 0 m
  then Some (about sys (multiple sys m) s)
  else None
| Never (k, l) ->
  (match each (map (fun d -> of_condition sys (add w k) d) l) with
   | Some as0 -> option_map (smaller sys w) (never sys w k (all as0))
   | None -> None)

(** val of_conditions :
    system -> int -> condition list -> automaton option **)

let of_conditions sys w l =
  option_map all (each (map (of_condition sys w) l))

(** val impossible : system -> int -> condition list -> bool **)

let impossible sys w l =
  match of_conditions sys w l with
  | Some a ->
    (match first sys a 0 w with
     | Some l0 -> negb (existsb a.accepts (bare l0))
     | None -> false)
  | None -> false

(** val binary : system **)

let binary =
  (((fun p -> 2 * p) 1), 0)

(** val plus : int list -> int list -> int list **)

let rec plus a b =
  match a with
  | [] -> b
  | x :: a' -> (match b with
                | [] -> a
                | y :: b' -> ((+) x y) :: (plus a' b'))

(** val add1 : linear -> linear -> linear **)

let add1 s u =
  (((+) (fst s) (fst u)), (plus (snd s) (snd u)))

(** val times : int -> linear -> linear **)

let times t0 s =
  ((( * ) t0 (fst s)), (map (( * ) t0) (snd s)))

(** val above : linear -> linear -> int -> condition **)

let above s u least1 =
  AtMost (add1 (add1 u (times ((~-) 1) s)) (least1, []))

(** val equal : linear -> linear -> condition **)

let equal s u =
  IsZero (add1 s (times ((~-) 1) u))

(** val carried : int list -> linear list -> linear **)

let rec carried ts part =
  match ts with
  | [] -> (0, [])
  | t0 :: ts' ->
    (match part with
     | [] -> (0, [])
     | s :: part' -> add1 (times t0 s) (carried ts' part'))

(** val lowers :
    int -> linear list -> int list list list -> condition list -> bool **)

let rec lowers w part lines given =
  match lines with
  | [] -> impossible binary w given
  | line :: rest ->
    let before0 = map (fun x -> (0, x)) line in
    let later0 = map (fun ts -> carried ts part) line in
    (&&)
      ((&&) (negb (match line with
                   | [] -> true
                   | _ :: _ -> false))
        (forallb (fun s ->
          impossible binary w (app (map (fun u -> above s u 1) before0) given))
          later0))
      (forallb (fun s ->
        forallb (fun u ->
          let case =
            app (map (fun b -> above s b 0) before0)
              (app (map (fun b -> above u b 0) later0) ((equal s u) :: given))
          in
          (||) (impossible binary w case) (lowers w part rest case)) later0)
        before0)

(** val proper_move :
    int -> int list list list -> ((int * condition list) * linear list list)
    -> bool **)

let proper_move numbers0 lines = function
| (p, parts) ->
  let (k, conditions) = p in
  forallb (fun part ->
    (&&)
      ((&&) (Nat.eqb (List.length part) numbers0)
        (forallb (fun s ->
          impossible binary (add numbers0 k)
            ((above (0, []) s 1) :: conditions)) part))
      (lowers (add numbers0 k) part lines conditions)) parts

type relation = (int * condition list) * int list list

(** val wide : int -> int -> linear -> linear **)

let wide w j s =
  ((fst s),
    (app (firstn w (app (snd s) (repeat 0 w)))
      (app (repeat 0 j) (skipn w (snd s)))))

(** val widen : int -> int -> condition -> condition **)

let rec widen w j = function
| AtMost s -> AtMost (wide w j s)
| IsZero s -> IsZero (wide w j s)
| Multiple (m, s) -> Multiple (m, (wide w j s))
| Never (k, l) -> Never (k, (map (widen w j) l))

(** val equations : int -> int -> linear list -> condition list **)

let rec equations w i = function
| [] -> []
| s :: l ->
  (IsZero ((fst s),
    (app (firstn w (app (snd s) (repeat 0 w)))
      (app (repeat 0 i) (((~-) 1) :: []))))) :: (equations w (Stdlib.succ i)
                                                  l)

(** val tracks_of : int -> linear list list -> int list list **)

let rec tracks_of from = function
| [] -> []
| p :: l ->
  (seq from (List.length p)) :: (tracks_of (add from (List.length p)) l)

(** val relation_of : int -> linear_move -> relation **)

let relation_of numbers0 = function
| (p, parts) ->
  let (k, conditions) = p in
  let w = add numbers0 k in
  let sums = concat parts in
  (((add k (List.length sums)),
  (app (map (widen w (List.length sums)) conditions) (equations w 0 sums))),
  (tracks_of w parts))

(** val drop0 : int -> 'a1 list -> 'a1 list **)

let drop0 i l =
  app (firstn i l) (skipn (Stdlib.succ i) l)

(** val put_sum : int -> linear -> linear -> linear **)

let put_sum i s r =
  let t0 = nth i (snd r) 0 in
  (((+) (fst r) (( * ) t0 (fst s))),
  (plus (drop0 i (snd r)) (map (( * ) t0) (snd s))))

(** val put_in : int -> linear -> condition -> condition **)

let rec put_in i s = function
| AtMost r -> AtMost (put_sum i s r)
| IsZero r -> IsZero (put_sum i s r)
| Multiple (m, r) -> Multiple (m, (put_sum i s r))
| Never (k, l) -> Never (k, (map (put_in i s) l))

(** val solved : int -> int -> condition -> linear option **)

let solved w i = function
| IsZero s ->
  let (constant, ts) = s in
  let t0 = nth i ts 0 in
  if (&&)
       ((||) (((=) : int -> int -> bool) t0 1)
         (((=) : int -> int -> bool) t0 ((~-) 1)))
       (Nat.leb (List.length ts) w)
  then Some ((( * ) ((~-) t0) constant), (map (( * ) ((~-) t0)) (drop0 i ts)))
  else None
| _ -> None

(** val single : linear -> int option **)

let single s =
  (fun zero more less z -> if z = 0 then zero () else if z > 0 then more z else less (-z))
    (fun _ ->
    match filter (fun t0 -> negb (((=) : int -> int -> bool) t0 0)) (snd s) with
    | [] -> None
    | z0 :: l ->
      ((fun zero more less z -> if z = 0 then zero () else if z > 0 then more z else less (-z))
         (fun _ -> None)
         (fun p ->
         (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
           (fun _ -> None)
           (fun _ -> None)
           (fun _ ->
           match l with
           | [] ->
             (match nonzero 0 (snd s) with
              | [] -> None
              | j :: l0 -> (match l0 with
                            | [] -> Some j
                            | _ :: _ -> None))
           | _ :: _ -> None)
           p)
         (fun _ -> None)
         z0))
    (fun _ -> None)
    (fun _ -> None)
    (fst s)

(** val renamed : int -> int option -> int -> int **)

let renamed i j t0 =
  if Nat.eqb t0 i
  then (match j with
        | Some j0 -> j0
        | None -> 0)
  else if Nat.ltb i t0 then Nat.pred t0 else t0

(** val without : int -> int -> relation -> relation **)

let without numbers0 i r = match r with
| (p, tracks) ->
  let (m, conditions) = p in
  let w = add numbers0 m in
  let used = existsb (existsb (Nat.eqb i)) tracks in
  let fit = fun c ->
    match solved w i c with
    | Some s ->
      (||) (negb used) (match single s with
                        | Some _ -> true
                        | None -> false)
    | None -> false
  in
  (match find fit conditions with
   | Some c ->
     (match solved w i c with
      | Some s ->
        if (&&) (Nat.leb numbers0 i) (Nat.ltb i w)
        then (((Nat.pred m), ((AtMost
               (times ((~-) 1) s)) :: (map (put_in i s) conditions))),
               (map (map (renamed i (single s))) tracks))
        else r
      | None -> r)
   | None -> r)

(** val short : int -> int -> relation -> relation **)

let rec short numbers0 count r =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> r)
    (fun c -> short numbers0 c (without numbers0 (add numbers0 c) r))
    count

(** val reader : system -> (int option * int list) list -> automaton **)

let reader sys rows =
  { start = (Num 0); next = (fun now letter ->
    match now with
    | Num q ->
      Some (Num
        (
          (nth
            ( (fold_left (fun i d -> (+) (( * ) i (radix sys)) d) letter 0))
            (snd
              (nth ((fun (a : int) -> if a < 0 then 0 else a) q) rows (None,
                []))) 0)))
    | _ -> None); accepts = (fun _ -> true) }

(** val moving :
    system -> (int option * int list) list -> automaton -> int list list ->
    automaton **)

let moving sys rows guard tracks =
  all
    (guard :: ((all (map (fun track -> pick track (reader sys rows)) tracks)) :: []))

type giving = automaton * (state -> state)

(** val option_at : automaton -> state -> state **)

let option_at guard = function
| Many l ->
  (match l with
   | [] -> nothing
   | t0 :: l0 ->
     (match l0 with
      | [] -> nothing
      | s :: l1 ->
        (match s with
         | Many qs ->
           (match l1 with
            | [] ->
              if guard.accepts t0 then Many ((Many qs) :: []) else nothing
            | _ :: _ -> nothing)
         | _ -> nothing)))
| _ -> nothing

(** val listed : state -> state list list **)

let listed = function
| Many l -> map (fun q -> match q with
                          | Many qs -> qs
                          | _ -> []) l
| _ -> []

(** val joined0 : (state -> state) -> state -> state **)

let joined0 out = function
| Many set ->
  Many
    (as_set
      (map (fun x -> Many x) (flat_map (fun s -> listed (out s)) (bare set))))
| _ -> nothing

(** val fewer : system -> int -> giving -> giving **)

let fewer sys w m =
  if few sys w ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
       ((fun p -> 2 * p + 1) ((fun p -> 2 * p) ((fun p -> 2 * p + 1)
       ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
       1)))))))))
  then (match least_with sys w (fst m) (snd m) with
        | Some b -> b
        | None -> m)
  else m

(** val for_some : system -> int -> int -> giving -> giving option **)

let for_some sys w p m =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> Some m)
    (fun _ ->
    option_map (fun from ->
      fewer sys w ((sets sys (fst m) from (fun _ -> true)), (joined0 (snd m))))
      (first sys (fst m) w p))
    p

(** val for_some_few :
    system -> int -> int -> int -> giving -> giving option **)

let rec for_some_few sys numbers0 k p m =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> for_some sys numbers0 p m)
    (fun i ->
    if few sys (add numbers0 k) ((fun p -> 2 * p) ((fun p -> 2 * p)
         ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p)
         ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
         ((fun p -> 2 * p + 1) 1)))))))))
    then (match for_some sys (add numbers0 k) p m with
          | Some m' -> for_some_few sys numbers0 i (Stdlib.succ 0) m'
          | None -> None)
    else for_some_few sys numbers0 i (Stdlib.succ p) m)
    k

(** val whole : giving -> (state -> state) * automaton **)

let whole m =
  ((fun now ->
    match now with
    | Many l ->
      (match l with
       | [] -> nothing
       | s :: l0 -> (match l0 with
                     | [] -> snd m s
                     | _ :: _ -> nothing))
    | _ -> nothing), { start = (Many ((fst m).start :: [])); next =
    (fun now letter ->
    match now with
    | Many l ->
      (match l with
       | [] -> Some (Many [])
       | s :: l0 ->
         (match l0 with
          | [] ->
            (match (fst m).next s letter with
             | Some t0 -> Some (Many (t0 :: []))
             | None -> Some (Many []))
          | _ :: _ -> Some (Many [])))
    | _ -> Some (Many [])); accepts = (fun _ -> true) })

(** val machine :
    system -> int -> (int option * int list) list -> linear_move -> ((state
    -> state) * automaton) option **)

let machine sys numbers0 rows move =
  let relation0 = relation_of numbers0 move in
  let (p, tracks) = short numbers0 (fst (fst relation0)) relation0 in
  let (m, conditions) = p in
  (match of_conditions sys (add numbers0 m) conditions with
   | Some a ->
     let guard = smaller sys (add numbers0 m) a in
     option_map whole
       (for_some_few sys numbers0 m 0 ((moving sys rows guard tracks),
         (option_at guard)))
   | None -> None)

(** val all_found :
    ((state -> state) * automaton) list -> state list -> state list list **)

let rec all_found machines now =
  match machines with
  | [] -> []
  | p :: machines' ->
    let (out, _) = p in
    (match now with
     | [] -> []
     | s :: now' -> app (listed (out s)) (all_found machines' now'))

(** val output : (int option * int list) list -> state -> int option **)

let output rows = function
| Num z0 ->
  fst (nth ((fun (a : int) -> if a < 0 then 0 else a) z0) rows (None, []))
| _ -> None

(** val total_output :
    (int option * int list) list -> state list -> int option **)

let rec total_output rows = function
| [] -> Some 0
| q :: l ->
  (match output rows q with
   | Some v ->
     (match total_output rows l with
      | Some u -> Some ((lxor) v u)
      | None -> None)
   | None -> None)

(** val fine_value :
    (int option * int list) list -> state -> state list list -> bool **)

let fine_value rows q options0 =
  match output rows q with
  | Some v ->
    let there =
      fold_right (fun qs s ->
        match total_output rows qs with
        | Some u -> insert u s
        | None -> s) Empty options0
    in
    (&&) (negb (mem v there)) (all_from ( v) 0 there)
  | None -> false

(** val lost_at : (int option * int list) list -> state -> bool **)

let lost_at rows q =
  says_lost (output rows q)

(** val fine_outcome :
    (int option * int list) list -> bool -> state -> state list list -> bool **)

let fine_outcome rows misere q options0 =
  let lost =
    existsb (fun qs ->
      match qs with
      | [] -> negb misere
      | p :: _ -> lost_at rows p) options0
  in
  let over = (&&) misere (match options0 with
                          | [] -> true
                          | _ :: _ -> false) in
  eqb (lost_at rows q) ((&&) (negb lost) (negb over))

(** val check_automaton :
    system -> int -> (int option * int list) list -> linear_move list -> int
    list list list -> (state -> state list list -> bool) -> bool **)

let check_automaton sys numbers0 rows moves1 lines fine =
  (&&)
    ((&&)
      ((&&)
        ((&&) (unique_digits sys)
          (((=) : int -> int -> bool) (nth 0 (snd (nth 0 rows (None, []))) 0)
            0))
        (forallb
          (forallb (fun ts ->
            (&&) (Nat.eqb (List.length ts) numbers0)
              (forallb (((<=) : int -> int -> bool) 0) ts))) lines))
      (forallb (proper_move numbers0 lines) moves1))
    (match each (map (machine sys numbers0 rows) moves1) with
     | Some machines ->
       (match first sys (all ((reader sys rows) :: (map snd machines))) 0
                numbers0 with
        | Some states ->
          forallb (fun s ->
            match s with
            | Many l0 ->
              (match l0 with
               | [] -> false
               | q :: l -> fine q (all_found machines l))
            | _ -> false) (bare states)
        | None -> false)
     | None -> false)

(** val check_all_values :
    system -> int -> (int option * int list) list -> linear_move list -> int
    list list list -> bool **)

let check_all_values sys numbers0 rows moves1 lines =
  check_automaton sys numbers0 rows moves1 lines (fine_value rows)

(** val check_all_winners :
    system -> int -> (int option * int list) list -> bool -> linear_move list
    -> int list list list -> bool **)

let check_all_winners sys numbers0 rows misere moves1 lines =
  (&&)
    (forallb (fun move -> Nat.leb (List.length (snd move)) (Stdlib.succ 0))
      moves1)
    (check_automaton sys numbers0 rows moves1 lines
      (fine_outcome rows misere))

(** val parity_pos : int -> bool **)

let rec parity_pos p =
  (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
    (fun q -> negb (parity_pos q))
    (fun q -> parity_pos q)
    (fun _ -> true)
    p

(** val parity : int -> bool **)

let parity n0 =
  (fun zero more n -> if n = 0 then zero () else more n)
    (fun _ -> false)
    (fun p -> parity_pos p)
    n0

type cursors =
| Done
| Cursor of int * int * int list * cursors

(** val read : cursors -> words -> cursors -> words * cursors **)

let rec read c s before0 =
  match c with
  | Done -> (s, before0)
  | Cursor (x, wait0, rest, more) ->
    if ((=) : int -> int -> bool) wait0 0
    then (match rest with
          | [] -> read more s (Cursor (x, 0, [], before0))
          | g :: rest' ->
            read more (put ((lxor) x g) s) (Cursor (x, 0, rest', before0)))
    else read more s (Cursor (x,
           ((fun n -> if n = 0 then 0 else n - 1) wait0), rest, before0))

(** val kept :
    (int -> int -> bool) -> int -> int list -> (int * int) list ->
    (int * int) list **)

let rec kept keep n0 l found =
  match l with
  | [] -> found
  | g :: l' ->
    kept keep (Stdlib.succ n0) l'
      (if keep n0 g then (n0, g) :: found else found)

(** val lags : (int * int) list -> (int * int) list -> (int * int) list **)

let lags code near0 =
  flat_map (fun pat ->
    let (t0, d) = pat in
    app
      (if (fun a i -> i < 63 && (a lsr i) land 1 = 1) d 1
       then (t0, 0) :: []
       else [])
      (if (fun a i -> i < 63 && (a lsr i) land 1 = 1) d ((fun p -> 2 * p) 1)
       then map (fun pat0 -> let (r, g) = pat0 in (((+) t0 r), g)) near0
       else [])) code

(** val first_pairs : int -> int list -> int list -> words -> words **)

let rec first_pairs count up down s =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> s)
    (fun i ->
    match up with
    | [] -> s
    | g :: up' ->
      (match down with
       | [] -> s
       | _ :: down' ->
         (match down' with
          | [] -> s
          | h :: _ -> first_pairs i up' down' (put ((lxor) g h) s))))
    count

(** val all_first_pairs :
    (int * int) list -> int list -> int list -> words -> words **)

let all_first_pairs code up down s =
  fold_left (fun s0 pat ->
    let (t0, d) = pat in
    if (fun a i -> i < 63 && (a lsr i) land 1 = 1) d ((fun p -> 2 * p) 1)
    then (match drop down t0 with
          | Some l ->
            first_pairs
              ( ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
                ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p)
                ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
                ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) 1))))))))))) up l
              s0
          | None -> s0)
    else s0) code s

(** val tag : int -> bool -> int -> int -> bool **)

let tag mask0 twist n0 g =
  xorb (parity ((land) g mask0)) ((&&) twist ((fun n -> n land 1 = 1) n0))

(** val mixed0 : (int * int) list -> int -> bool -> int -> int -> bool **)

let mixed0 code mask0 twist n0 v =
  forallb (fun pat ->
    let (t0, d) = pat in
    (||)
      (negb
        ((fun a i -> i < 63 && (a lsr i) land 1 = 1) d ((fun p -> 2 * p) 1)))
      (tag mask0 twist ((fun a b -> if a <= b then 0 else a - b) n0 t0) v))
    code

(** val leaves_none : (int * int) list -> int -> bool **)

let leaves_none code n0 =
  existsb (fun pat ->
    let (t0, d) = pat in
    (&&) (((=) : int -> int -> bool) t0 n0)
      ((fun a i -> i < 63 && (a lsr i) land 1 = 1) d 0)) code

(** val full : moves -> int -> int list -> int list -> bool **)

let full m g up down =
  let s = walk m 0 up down [] in if has g s then false else no_gap g s

(** val check_masked :
    (int * int) list -> int -> bool -> moves -> cursors -> int -> int list ->
    int list -> int list -> bool **)

let rec check_masked code mask0 twist m c n0 up down = function
| [] -> true
| g :: rest' ->
  let down' = g :: down in
  let (s, c') = read c (if leaves_none code n0 then put 0 [] else []) Done in
  let fine =
    if mixed0 code mask0 twist n0 g
    then if has g s
         then false
         else if no_gap g s
              then true
              else if no_gap g (all_first_pairs code up down' s)
                   then true
                   else full m g up down'
    else full m g up down'
  in
  if fine
  then check_masked code mask0 twist m c' (Stdlib.succ n0) up down' rest'
  else false

(** val near :
    int -> bool -> bool -> numbers -> int list -> (int * int) list **)

let near mask0 twist rare tries up =
  kept (fun n0 g -> (||) (eqb (tag mask0 twist n0 g) rare) (mem n0 tries)) 1
    up []

(** val check_listed :
    (int * int) list -> int -> bool -> bool -> int list -> int list -> bool **)

let check_listed code mask0 twist rare tries up =
  (&&)
    (forallb (fun pat ->
      let (_, d) = pat in
      ((<) : int -> int -> bool) d ((fun p -> 2 * p) ((fun p -> 2 * p)
        ((fun p -> 2 * p) 1)))) code)
    (let others = near mask0 twist rare (fold_right insert Empty tries) up in
     let c =
       fold_right (fun pat x -> let (s, x0) = pat in Cursor (x0, s, up, x))
         Done (lags code others)
     in
     check_masked code mask0 twist (moves_of code) c 1 up [] up)

(** val check_mask :
    (int * int) list -> int -> int -> int -> bool -> bool -> int list -> int
    list -> bool **)

let check_mask code p e mask0 twist rare tries values =
  (&&) (check_repetition code p e values)
    (match values with
     | [] -> false
     | g :: up ->
       (&&) (((=) : int -> int -> bool) g 0)
         (check_listed code mask0 twist rare tries up))

(** val cursors_at : int list -> int -> (int * int) list -> cursors **)

let cursors_at up n0 lags0 =
  fold_right (fun pat x ->
    let (s, x0) = pat in
    Cursor (x0, ((fun a b -> if a <= b then 0 else a - b) ((+) s 1) n0),
    (skipn
      (
        ((fun a b -> if a <= b then 0 else a - b)
          ((fun a b -> if a <= b then 0 else a - b) n0 1) s)) up), x)) Done
    lags0

(** val shown : int -> int -> int list -> int list -> words -> words **)

let rec shown count g up down s =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> s)
    (fun i ->
    match up with
    | [] -> s
    | x :: up' ->
      (match down with
       | [] -> s
       | _ :: down' ->
         (match down' with
          | [] -> s
          | y :: _ ->
            let v = (lxor) x y in
            if has v s
            then shown i g up' down' s
            else let s0 = added v s in
                 if no_gap g s0 then s0 else shown i g up' down' s0)))
    count

(** val turned : int -> int list -> int list -> int list **)

let rec turned count l found =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> found)
    (fun i ->
    match l with
    | [] -> found
    | a :: l' -> turned i l' (a :: found))
    count

(** val alike : int list -> int list -> bool **)

let rec alike l m =
  match l with
  | [] -> (match m with
           | [] -> true
           | _ :: _ -> false)
  | a :: l' ->
    (match m with
     | [] -> false
     | b :: m' ->
       if ((=) : int -> int -> bool) a b then alike l' m' else false)

(** val common : int -> bool -> bool -> bool -> int -> int -> bool **)

let common mask0 twist rare split0 n0 g =
  (||) (negb split0) (negb (eqb (tag mask0 twist n0 g) rare))

(** val within_reach :
    (int * int) list -> int -> int list -> int -> int list -> words -> words **)

let within_reach code reach up g down s =
  fold_left (fun s0 pat ->
    let (t0, d) = pat in
    if (fun a i -> i < 63 && (a lsr i) land 1 = 1) d ((fun p -> 2 * p) 1)
    then if no_gap g s0
         then s0
         else (match drop down t0 with
               | Some l -> shown reach g up l s0
               | None -> s0)
    else s0) code s

(** val good_steps :
    (int * int) list -> int -> bool -> bool -> bool -> int -> int list ->
    cursors -> int -> int list -> int list -> (int * int list) option **)

let rec good_steps code mask0 twist rare split0 reach up c n0 down = function
| [] -> Some (n0, down)
| g :: rest' ->
  let (s, c') = read c [] Done in
  let down' = g :: down in
  if common mask0 twist rare split0 n0 g
  then if has g s
       then None
       else if if no_gap g s
               then true
               else no_gap g (within_reach code reach up g down' s)
            then good_steps code mask0 twist rare split0 reach up c'
                   (Stdlib.succ n0) down' rest'
            else None
  else None

(** val stretches :
    (int * int) list -> int -> bool -> bool -> bool -> int -> int -> int list
    -> (int * int) list -> int list -> int -> int list -> (int * int list)
    list -> (unit -> int list) list -> (int * int list) list option **)

let rec stretches code mask0 twist rare split0 reach size0 up lags0 wanted n0 window found = function
| [] -> Some found
| values :: more' ->
  let rest = values () in
  let before0 = rev_append window [] in
  let line = rev_append before0 rest in
  (match good_steps code mask0 twist rare split0 reach up
           (cursors_at line ( (Stdlib.succ size0)) lags0) n0 before0 rest with
   | Some p ->
     let (n', down) = p in
     let window' = turned size0 down [] in
     stretches code mask0 twist rare split0 reach size0 up lags0 wanted n'
       window'
       (if existsb (((=) : int -> int -> bool) n') wanted
        then (n', window') :: found
        else found) more'
   | None -> None)

(** val factors : int -> int -> int -> int list option **)

let rec factors count q m =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> None)
    (fun i ->
    if ((=) : int -> int -> bool) m 1
    then Some []
    else if ((<) : int -> int -> bool) m (( * ) q q)
         then Some (m :: [])
         else if ((=) : int -> int -> bool)
                   ((fun a b -> if b = 0 then a else a mod b) m q) 0
              then (match factors i q
                            ((fun a b -> if b = 0 then 0 else a / b) m q) with
                    | Some l -> Some (q :: l)
                    | None -> None)
              else factors i (Stdlib.succ q) m)
    count

(** val window_at : int -> (int * int list) list -> int list **)

let window_at n0 found =
  match find (fun at_ -> ((=) : int -> int -> bool) (fst at_) n0) found with
  | Some p -> let (_, window) = p in window
  | None -> []

(** val comes_again :
    (int * int list) list -> int -> int -> int list -> bool **)

let comes_again found start0 p qs =
  match window_at start0 found with
  | [] -> false
  | x :: once ->
    (match window_at ((+) start0 p) found with
     | [] -> false
     | y :: again ->
       (&&) ((&&) (negb (((=) : int -> int -> bool) x y)) (alike once again))
         (forallb (fun q ->
           match window_at
                   ((+) start0 ((fun a b -> if b = 0 then 0 else a / b) p q))
                   found with
           | [] -> false
           | _ :: other -> negb (alike once other)) qs))

(** val check_windows :
    (int * int) list -> int -> int -> int -> int -> bool -> bool -> int ->
    int list -> int list -> (unit -> int list) list -> bool **)

let check_windows code p e length mask0 twist rare reach tries values more =
  match values with
  | [] -> false
  | g :: up ->
    let count =  (List.length values) in
    let split0 =
      existsb (fun pat ->
        let (_, d) = pat in
        (fun a i -> i < 63 && (a lsr i) land 1 = 1) d ((fun p -> 2 * p) 1))
        code
    in
    let others = near mask0 twist rare (fold_right insert Empty tries) up in
    let k = most_taken code in
    let start0 = (+) ((fun a b -> if a <= b then 0 else a - b) e 1) length in
    let size0 =  length in
    (&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&)
                ((&&)
                  ((&&)
                    ((&&)
                      ((&&)
                        ((&&)
                          ((&&) (increasing 0 code)
                            (forallb (fun pat ->
                              let (t0, d) = pat in
                              (||) (negb (((=) : int -> int -> bool) t0 0))
                                ((&&)
                                  (negb
                                    ((fun a i -> i < 63 && (a lsr i) land 1 = 1)
                                      d 0))
                                  (negb
                                    ((fun a i -> i < 63 && (a lsr i) land 1 = 1)
                                      d 1)))) code))
                          (forallb (fun pat ->
                            let (t0, d) = pat in
                            (||)
                              (negb
                                ((fun a i -> i < 63 && (a lsr i) land 1 = 1)
                                  d ((fun p -> 2 * p) 1)))
                              (eqb rare
                                ((&&) twist ((fun n -> n land 1 = 1) t0))))
                            code)) (((=) : int -> int -> bool) g 0))
                      (((<) : int -> int -> bool) 0 p))
                    (negb ((&&) twist ((fun n -> n land 1 = 1) p))))
                  (((<) : int -> int -> bool) 0 e))
                (((<=) : int -> int -> bool) length count))
              (((<=) : int -> int -> bool) count start0))
            (((<) : int -> int -> bool) ((+) k reach) length))
          (forallb (fun pat ->
            let (r, _) = pat in ((<) : int -> int -> bool) ((+) k r) length)
            others)) (check_listed code mask0 twist rare tries up))
      (match factors
               (
                 ((+) (N.sqrt p) ((fun p -> 2 * p) ((fun p -> 2 * p)
                   ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
                   ((fun p -> 2 * p) 1)))))))) ((fun p -> 2 * p) 1) p with
       | Some qs ->
         let wanted =
           start0 :: (((+) start0 p) :: (map (fun q ->
                                          (+) start0
                                            ((fun a b -> if b = 0 then 0 else a / b)
                                              p q)) qs))
         in
         let window = turned size0 (rev_append values []) [] in
         let found =
           if existsb (((=) : int -> int -> bool) count) wanted
           then (count, window) :: []
           else []
         in
         (match stretches code mask0 twist rare split0 ( reach) size0 up
                  (lags code others) wanted count window found more with
          | Some found0 -> comes_again found0 start0 p qs
          | None -> false)
       | None -> false)

type state0 = { wait : int; late : int list; done0 : int list;
                below : numbers; bottom : int }

(** val add_near : bool list -> int list -> numbers -> numbers **)

let rec add_near near0 done1 s =
  match near0 with
  | [] -> s
  | may :: near' ->
    (match done1 with
     | [] -> s
     | g :: done' -> add_near near' done' (if may then insert g s else s))

(** val rise : int list -> int -> numbers -> int **)

let rec rise values b s =
  match values with
  | [] -> b
  | _ :: l -> if mem b s then rise l (Stdlib.succ b) s else b

(** val step : bool list -> int list -> int -> state0 -> state0 option **)

let step near0 values g now =
  let seen = add_near near0 now.done0 now.below in
  if mem g seen
  then None
  else if all_from ( ((fun a b -> if a <= b then 0 else a - b) g now.bottom))
            now.bottom seen
       then ((fun zero next n -> if n = 0 then zero () else next (n - 1))
               (fun _ ->
               match now.late with
               | [] -> None
               | v :: l ->
                 let s = insert v now.below in
                 Some { wait = 0; late = l; done0 = (g :: now.done0); below =
                 s; bottom = (rise values now.bottom s) })
               (fun w -> Some { wait = w; late = now.late; done0 =
               (g :: now.done0); below = now.below; bottom =
               now.bottom })
               now.wait)
       else None

(** val run :
    bool list -> int list -> int -> int list -> state0 -> (int list * state0)
    option **)

let rec run near0 values count rest now =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> Some (rest, now))
    (fun c ->
    match rest with
    | [] -> None
    | g :: rest' ->
      (match step near0 values g now with
       | Some next0 -> run near0 values c rest' next0
       | None -> None))
    count

(** val allowed : int list -> int -> bool **)

let allowed spared t0 =
  negb (existsb (((=) : int -> int -> bool) ( t0)) spared)

(** val check_growth : int list -> int -> int -> int -> int list -> bool **)

let check_growth spared p e s values =
  let k = fold_right (fun (a : int) b -> if a <= b then b else a) 0 spared in
  let size0 =  (List.length values) in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&) (((<) : int -> int -> bool) 0 p)
            (((<=) : int -> int -> bool)
              ((+) e (( * ) ((fun p -> 2 * p) 1) p)) size0))
          (((<=) : int -> int -> bool) ((+) p k) size0))
        (check_claim_listed values p e s))
      (repeats_listed values p
        ((fun a b -> if a <= b then 0 else a - b)
          ((fun a b -> if a <= b then 0 else a - b) size0 p) k) s))
    (let near0 = map (allowed spared) (seq (Stdlib.succ 0) ( k)) in
     let start0 = { wait = ( k); late = values; done0 = []; below = Empty;
       bottom = 0 }
     in
     (match run near0 values
              ( ((fun a b -> if a <= b then 0 else a - b) size0 p)) values
              start0 with
      | Some p0 ->
        let (rest, one) = p0 in
        (match run near0 values ( p) rest one with
         | Some p1 ->
           let (_, two) = p1 in
           (&&)
             ((&&) (((=) : int -> int -> bool) two.bottom ((+) one.bottom s))
               (forallb (fun v ->
                 (||) (((<) : int -> int -> bool) v one.bottom)
                   (mem ((+) v s) two.below)) (skipn ( k) one.done0)))
             (forallb (fun v ->
               (||) (((<) : int -> int -> bool) v two.bottom)
                 (mem ((fun a b -> if a <= b then 0 else a - b) v s)
                   one.below)) (skipn ( k) two.done0))
         | None -> false)
      | None -> false))

module Sort =
 functor (X:TotalLeBool') ->
 struct
  (** val merge : X.t list -> X.t list -> X.t list **)

  let rec merge l1 l2 =
    let rec merge_aux l3 =
      match l1 with
      | [] -> l3
      | a1 :: l1' ->
        (match l3 with
         | [] -> l1
         | a2 :: l2' ->
           if X.leb a1 a2 then a1 :: (merge l1' l3) else a2 :: (merge_aux l2'))
    in merge_aux l2

  (** val merge_list_to_stack :
      X.t list option list -> X.t list -> X.t list option list **)

  let rec merge_list_to_stack stack l =
    match stack with
    | [] -> (Some l) :: []
    | y :: stack' ->
      (match y with
       | Some l' -> None :: (merge_list_to_stack stack' (merge l' l))
       | None -> (Some l) :: stack')

  (** val merge_stack : X.t list option list -> X.t list **)

  let rec merge_stack = function
  | [] -> []
  | y :: stack' ->
    (match y with
     | Some l -> merge l (merge_stack stack')
     | None -> merge_stack stack')

  (** val iter_merge : X.t list option list -> X.t list -> X.t list **)

  let rec iter_merge stack = function
  | [] -> merge_stack stack
  | a :: l' -> iter_merge (merge_list_to_stack stack (a :: [])) l'

  (** val sort : X.t list -> X.t list **)

  let sort =
    iter_merge []

  (** val flatten_stack : X.t list option list -> X.t list **)

  let rec flatten_stack = function
  | [] -> []
  | o :: stack' ->
    (match o with
     | Some l -> app l (flatten_stack stack')
     | None -> flatten_stack stack')
 end

type set_move = ((int * int) * int) * int

(** val subset : int -> int -> bool **)

let subset s t0 =
  ((=) : int -> int -> bool) ((fun a b -> a land lnot b) s t0) 0

(** val possible0 : int -> set_move -> bool **)

let possible0 s = function
| (p, _) ->
  let (p0, _) = p in
  let (need, off) = p0 in
  (&&) (subset need s) (((=) : int -> int -> bool) ((land) s off) 0)

(** val result : int -> set_move -> int **)

let result s = function
| (p, flip) ->
  let (_, clear) = p in (lxor) ((fun a b -> a land lnot b) s clear) flip

(** val set_options : set_move list -> int -> int list list **)

let set_options moves1 s =
  map (fun m -> (result s m) :: []) (filter (possible0 s) moves1)

(** val shrinks : set_move -> bool **)

let shrinks = function
| (p, flip) ->
  let (p0, clear) = p in
  let (need, _) = p0 in
  ((<) : int -> int -> bool)
    ((fun n -> let rec size n = if n = 0 then 0 else 1 + size (n lsr 1) in size n)
      ((fun a b -> a land lnot b) flip need))
    ((fun n -> let rec size n = if n = 0 then 0 else 1 + size (n lsr 1) in size n)
      ((land) need ((lxor) clear flip)))

(** val clears : set_move -> bool **)

let clears = function
| (p, flip) ->
  let (p0, _) = p in
  let (_, off) = p0 in
  (&&) (((=) : int -> int -> bool) off 0) (((=) : int -> int -> bool) flip 0)

(** val within : int -> set_move list -> (int * int) list **)

let within s moves1 =
  flat_map (fun pat ->
    let (y, _) = pat in
    let (y1, clear) = y in
    let (need, _) = y1 in if subset need s then (need, clear) :: [] else [])
    moves1

(** val join : int -> int list -> int list **)

let join one parts =
  if existsb (subset one) parts
  then parts
  else let (one0, rest) =
         fold_left (fun pat part ->
           let (one0, rest) = pat in
           if ((=) : int -> int -> bool) ((land) part one0) 0
           then (one0, (part :: rest))
           else (((lor) one0 part), rest)) parts (one, [])
       in
       one0 :: rest

(** val unite : int list -> int **)

let unite l =
  fold_left (lor) l 0

(** val guess0 : (int * int) list -> int list **)

let guess0 inner =
  let live = unite (map fst inner) in
  fold_left (fun parts pat ->
    let (need, clear) = pat in join ((lor) need ((land) clear live)) parts)
    inner []

(** val disjoint : int list -> bool **)

let rec disjoint = function
| [] -> true
| a :: l' ->
  (&&) (forallb (fun b -> ((=) : int -> int -> bool) ((land) a b) 0) l')
    (disjoint l')

(** val falls_apart : (int * int) list -> int list -> bool **)

let falls_apart inner parts =
  let all0 = unite parts in
  (&&)
    (forallb (fun pat ->
      let (need, clear) = pat in
      let touched = (lor) need ((land) clear all0) in
      existsb (subset touched) parts) inner) (disjoint parts)

(** val split : set_move list -> int -> int list **)

let split moves1 s =
  let inner = within s moves1 in
  let parts = guess0 inner in
  if falls_apart inner parts then map ((land) s) parts else s :: []

(** val renamed0 : (int * int) list -> int -> int **)

let renamed0 names s =
  fold_left (fun t0 pat ->
    let (place0, name) = pat in
    if (fun a i -> i < 63 && (a lsr i) land 1 = 1) s place0
    then (fun a i -> a lor (1 lsl i)) t0 name
    else t0) names 0

module PairOrder =
 struct
  type t = int * int

  (** val leb : t -> t -> bool **)

  let leb a b =
    if ((=) : int -> int -> bool) (fst a) (fst b)
    then ((<=) : int -> int -> bool) (snd a) (snd b)
    else ((<) : int -> int -> bool) (fst a) (fst b)
 end

module PairSort = Sort(PairOrder)

(** val inner_moves :
    set_move list -> int -> (int -> int) -> (int * int) list **)

let inner_moves moves1 s rename =
  PairSort.sort
    (map (fun pat ->
      let (need, clear) = pat in ((rename need), (rename ((land) clear s))))
      (within s moves1))

(** val equal_lists : (int * int) list -> (int * int) list -> bool **)

let rec equal_lists l m =
  match l with
  | [] -> (match m with
           | [] -> true
           | _ :: _ -> false)
  | p :: l' ->
    let (a, b) = p in
    (match m with
     | [] -> false
     | p0 :: m' ->
       let (c, d) = p0 in
       (&&)
         ((&&) (((=) : int -> int -> bool) a c)
           (((=) : int -> int -> bool) b d)) (equal_lists l' m'))

(** val distinct : int list -> int -> bool **)

let rec distinct names seen =
  match names with
  | [] -> true
  | a :: l ->
    (&&) (negb ((fun a i -> i < 63 && (a lsr i) land 1 = 1) seen a))
      (distinct l ((fun a i -> a lor (1 lsl i)) seen a))

(** val same_form :
    set_move list -> int -> int -> (int * int) list -> bool **)

let same_form moves1 s t0 names =
  (&&)
    ((&&)
      ((&&) (distinct (map snd names) 0)
        (subset s
          (unite
            (map (fun pat ->
              let (place0, _) = pat in (fun a i -> a lor (1 lsl i)) 0 place0)
              names)))) (((=) : int -> int -> bool) (renamed0 names s) t0))
    (equal_lists (inner_moves moves1 s (renamed0 names))
      (inner_moves moves1 t0 (fun n0 -> n0)))

type form = (int * int) * (int * int) list

(** val checked_forms : set_move list -> form list -> int trie **)

let checked_forms moves1 forms =
  fold_left (fun found pat ->
    let (y, names) = pat in
    let (s, t0) = y in
    if same_form moves1 s t0 names then add0 s t0 found else found) forms
    Empty

(** val set_play : set_move list -> form list -> play **)

let set_play moves1 forms =
  if forallb clears moves1
  then let named = checked_forms moves1 forms in
       let name = fun s -> match find0 s named with
                           | Some t0 -> t0
                           | None -> s
       in
       { options = (set_options moves1); simplify =
       (flat_map (fun s -> map name (split moves1 s))) }
  else { options = (set_options moves1); simplify =
         (filter (fun s -> existsb (possible0 s) moves1)) }

(** val buckets : int **)

let buckets =
  ((fun p -> 2 * p + 1) ((fun p -> 2 * p) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
    ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) 1)))))))))))))))))))))))

(** val hash : int list -> int **)

let hash l =
  fold_left (fun h a ->
    (fun a b -> if b = 0 then a else a mod b)
      ((+)
        (( * ) h ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
          ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) 1)))))
        ((fun a b -> if b = 0 then a else a mod b) a buckets)) buckets) l 0

type lists = int list list trie

(** val alike0 : int -> lists -> int list list **)

let alike0 h s =
  match find0 h s with
  | Some l -> l
  | None -> []

(** val same_list : int list -> int list -> bool **)

let rec same_list l m =
  match l with
  | [] -> (match m with
           | [] -> true
           | _ :: _ -> false)
  | a :: l' ->
    (match m with
     | [] -> false
     | b :: m' -> (&&) (((=) : int -> int -> bool) a b) (same_list l' m'))

(** val has_list : int list -> lists -> bool **)

let has_list l s =
  existsb (same_list l) (alike0 (hash l) s)

(** val add_list : lists -> int list -> lists **)

let add_list s l =
  let h = hash l in add0 h (l :: (alike0 h s)) s

(** val place : int -> int list -> int list **)

let rec place a l = match l with
| [] -> a :: []
| b :: l' ->
  if ((<=) : int -> int -> bool) a b then a :: l else b :: (place a l')

(** val reduced : bool -> int list -> int list **)

let reduced misere s =
  fold_right place [] (if misere then s else without_pairs s)

(** val known_lost : bool -> lists -> int list -> bool **)

let known_lost misere claims s =
  match reduced misere s with
  | [] -> negb misere
  | n0 :: l0 -> has_list (n0 :: l0) claims

(** val has_move : play -> int list -> bool **)

let has_move game s =
  existsb (fun a -> match game.options a with
                    | [] -> false
                    | _ :: _ -> true) s

(** val answered : play -> bool -> lists -> int list -> bool **)

let answered game misere claims s =
  (||) (some_move game (known_lost misere claims) [] s)
    ((&&) misere (negb (has_move game s)))

(** val check_lost : play -> bool -> lists -> int list -> bool **)

let check_lost game misere claims s =
  (&&) ((||) (negb misere) (has_move game s))
    (negb
      (some_move game (fun t0 -> negb (answered game misere claims t0)) [] s))

(** val check_strategy :
    play -> bool -> int list list -> int list -> bool -> bool **)

let check_strategy game misere l position first0 =
  let l0 = map (fun s -> reduced misere (game.simplify s)) l in
  let claims = fold_left add_list l0 Empty in
  let position0 = game.simplify position in
  (&&) (forallb (check_lost game misere claims) l0)
    (if first0
     then answered game misere claims position0
     else known_lost misere claims position0)

(** val turned0 : int -> int list -> int -> int **)

let rec turned0 x images s =
  match images with
  | [] -> 0
  | y :: images' ->
    let others = turned0 (Stdlib.succ x) images' s in
    if (fun a i -> i < 63 && (a lsr i) land 1 = 1) s y
    then (fun a i -> a lor (1 lsl i)) others x
    else others

(** val involution : int list -> int -> int list -> bool **)

let rec involution all0 x = function
| [] -> true
| y :: images' ->
  (match nth_error all0 ( y) with
   | Some z0 ->
     if ((=) : int -> int -> bool) z0 x
     then involution all0 (Stdlib.succ x) images'
     else false
   | None -> false)

(** val answer : int list -> set_move -> set_move **)

let answer images = function
| (p, flip) ->
  let (p0, clear) = p in
  let (need, off) = p0 in
  ((((turned0 0 images need), (turned0 0 images off)),
  (turned0 0 images clear)), (turned0 0 images flip))

(** val apart : set_move -> set_move -> bool **)

let apart m a =
  let (p, flip) = m in
  let (_, clear) = p in
  let (p0, other) = a in
  let (p1, _) = p0 in
  let (need, off) = p1 in
  ((=) : int -> int -> bool)
    ((land) ((lor) clear flip) ((lor) need ((lor) off other))) 0

(** val same_move : set_move -> set_move -> bool **)

let same_move m a =
  let (p, flip) = m in
  let (p0, clear) = p in
  let (need, off) = p0 in
  let (p1, flip') = a in
  let (p2, clear') = p1 in
  let (need', off') = p2 in
  (&&)
    ((&&)
      ((&&) (((=) : int -> int -> bool) need need')
        (((=) : int -> int -> bool) off off'))
      (((=) : int -> int -> bool) clear clear'))
    (((=) : int -> int -> bool) flip flip')

(** val relevant : set_move list -> int -> set_move list **)

let relevant moves1 s =
  if forallb clears moves1
  then map (fun pat ->
         let (y, _) = pat in
         let (y1, clear) = y in
         let (need, _) = y1 in (((need, 0), ((land) clear s)), 0))
         (filter (fun pat ->
           let (y, _) = pat in
           let (y1, _) = y in let (need, _) = y1 in subset need s) moves1)
  else moves1

(** val needing : int -> set_move list trie -> set_move list **)

let needing need table0 =
  match find0 need table0 with
  | Some l -> l
  | None -> []

(** val by_need : set_move list -> set_move list trie **)

let by_need moves1 =
  fold_right (fun m table0 ->
    let (y, _) = m in
    let (y1, _) = y in
    let (need, _) = y1 in add0 need (m :: (needing need table0)) table0)
    Empty moves1

(** val mirrored : set_move list -> int list -> int -> bool **)

let mirrored moves1 images s =
  let those = relevant moves1 s in
  let table0 = by_need those in
  (&&) (((=) : int -> int -> bool) (turned0 0 images s) s)
    (forallb (fun m ->
      let (p, _) = answer images m in
      let (p0, _) = p in
      let (need, _) = p0 in
      let (_, own) = m in
      (&&)
        ((&&)
          (((<=) : int -> int -> bool)
            ((fun n -> let rec size n = if n = 0 then 0 else 1 + size (n lsr 1) in size n)
              own) ( (List.length images))) (apart m (answer images m)))
        (existsb (same_move (answer images m)) (needing need table0))) those)

(** val check_symmetry :
    set_move list -> int -> set_move option -> int list -> bool **)

let check_symmetry moves1 start0 opening images =
  (&&) ((&&) (forallb shrinks moves1) (involution images 0 images))
    (match opening with
     | Some m ->
       (&&) ((&&) (existsb (same_move m) moves1) (possible0 start0 m))
         (mirrored moves1 images (result start0 m))
     | None -> mirrored moves1 images start0)

type passed = { state1 : int; entry : int; along : words list }

(** val rays :
    int -> int -> passed trie -> int -> int -> int -> (int * int) list ->
    words list option **)

let rec rays width back seen a b i = function
| [] -> Some []
| p :: l' ->
  let (x, y) = p in
  let here =
    if (&&) (((<=) : int -> int -> bool) x a)
         (((<=) : int -> int -> bool) y b)
    then let m =
           (+) (( * ) ((fun a b -> if a <= b then 0 else a - b) a x) width)
             ((fun a b -> if a <= b then 0 else a - b) b y)
         in
         (match find0 ((fun a b -> if b = 0 then a else a mod b) m back) seen with
          | Some e ->
            if ((=) : int -> int -> bool) e.state1 m
            then (match nth_error e.along i with
                  | Some s -> Some (put e.entry s)
                  | None -> None)
            else None
          | None -> None)
    else Some []
  in
  (match here with
   | Some s ->
     (match rays width back seen a b (Stdlib.succ i) l' with
      | Some r -> Some (s :: r)
      | None -> None)
   | None -> None)

(** val check_along :
    int -> (int * int) list -> (int -> words -> bool) -> int -> int -> passed
    trie -> int list -> bool **)

let rec check_along width vectors fine back n0 seen = function
| [] -> true
| v :: entries' ->
  (match rays width back seen
           ((fun a b -> if b = 0 then 0 else a / b) n0 width)
           ((fun a b -> if b = 0 then a else a mod b) n0 width) 0 vectors with
   | Some found ->
     if fine v (fold_right joined [] found)
     then check_along width vectors fine back (Stdlib.succ n0)
            (add0 ((fun a b -> if b = 0 then a else a mod b) n0 back)
              { state1 = n0; entry = v; along = found } seen) entries'
     else false
   | None -> false)

(** val longest : int -> (int * int) list -> int -> int **)

let longest width vectors size0 =
  fold_right (fun pat ->
    let (x, y) = pat in
    (fun (a : int) b -> if a <= b then b else a)
      (if (&&) (((<=) : int -> int -> bool) x size0)
            (((<=) : int -> int -> bool) y width)
       then (+) (( * ) x width) y
       else 0)) 1 vectors

(** val check_riders :
    int -> (int * int) list -> (int -> words -> bool) -> int list -> bool **)

let check_riders width vectors fine entries0 =
  (&&)
    ((&&) (((<) : int -> int -> bool) 0 width)
      (forallb (fun pat ->
        let (x, y) = pat in
        negb
          ((&&) (((=) : int -> int -> bool) x 0)
            (((=) : int -> int -> bool) y 0))) vectors))
    (check_along width vectors fine
      (longest width vectors ( (List.length entries0))) 0 Empty entries0)

(** val fine_value0 : int -> words -> bool **)

let fine_value0 v s =
  (&&) (negb (has v s)) (no_gap v s)

(** val fine_outcome0 : bool -> int -> words -> bool **)

let fine_outcome0 misere l s =
  eqb (((=) : int -> int -> bool) l 0)
    ((&&) (negb (has 0 s))
      (negb ((&&) ((&&) misere (negb (has 0 s))) (negb (has 1 s)))))

(** val options_of : rule -> int -> int list list **)

let options_of = function
| Heaps code -> heap_options (moves_of code)
| Nodes nodes -> node_options (index 0 nodes Empty)
| Sets moves1 -> set_options moves1
| _ -> (fun _ -> [])

(** val proper : rule -> bool **)

let proper = function
| AllBut _ -> false
| Riders (_, _) -> false
| _ -> true

(** val values_of : int trie -> int list list -> numbers -> numbers option **)

let rec values_of seen l found =
  match l with
  | [] -> Some found
  | ps :: l' ->
    (match total seen ps with
     | Some v -> values_of seen l' (insert v found)
     | None -> None)

(** val check_entries :
    (int -> int list list) -> int -> int trie -> int list -> bool **)

let rec check_entries options0 n0 seen = function
| [] -> true
| v :: values' ->
  (match values_of seen (options0 n0) Empty with
   | Some found ->
     if mem v found
     then false
     else if all_from ( v) 0 found
          then check_entries options0 (Stdlib.succ n0) (add0 n0 v seen)
                 values'
          else false
   | None -> false)

(** val some_lost : bool -> bool trie -> int list list -> bool option **)

let rec some_lost misere seen = function
| [] -> Some false
| ps :: l' ->
  let here =
    match ps with
    | [] -> Some (negb misere)
    | m :: l0 -> (match l0 with
                  | [] -> find0 m seen
                  | _ :: _ -> None)
  in
  (match here with
   | Some one ->
     (match some_lost misere seen l' with
      | Some other -> Some ((||) one other)
      | None -> None)
   | None -> None)

(** val check_outcomes :
    (int -> int list list) -> bool -> int -> bool trie -> bool list -> bool **)

let rec check_outcomes options0 misere n0 seen = function
| [] -> true
| l :: losing' ->
  let left = options0 n0 in
  (match some_lost misere seen left with
   | Some wins ->
     let over = (&&) misere (match left with
                             | [] -> true
                             | _ :: _ -> false) in
     if eqb l ((&&) (negb wins) (negb over))
     then check_outcomes options0 misere (Stdlib.succ n0) (add0 n0 l seen)
            losing'
     else false
   | None -> false)

(** val check_heap_values :
    (int * int) list -> (((int * bool) * bool) * int list) option -> int list
    -> bool **)

let check_heap_values code mask0 values =
  (&&) ((&&) (increasing 0 code) (ends_listed code))
    (match values with
     | [] -> true
     | g :: up ->
       (&&) (((=) : int -> int -> bool) g 0)
         (match mask0 with
          | Some p ->
            let (p0, tries) = p in
            let (p1, rare) = p0 in
            let (m, twist) = p1 in check_listed code m twist rare tries up
          | None -> check_values (moves_of code) up [] up))

(** val check_table :
    rule -> (((int * bool) * bool) * int list) option -> int list -> bool **)

let check_table r mask0 values =
  match r with
  | Heaps code -> check_heap_values code mask0 values
  | Riders (width, vectors) -> check_riders width vectors fine_value0 values
  | _ -> (&&) (proper r) (check_entries (options_of r) 0 Empty values)

(** val label : bool -> int **)

let label = function
| true -> 0
| false -> 1

(** val check_winners : rule -> bool -> bool list -> bool **)

let check_winners r misere losing =
  match r with
  | Riders (width, vectors) ->
    check_riders width vectors (fine_outcome0 misere) (map label losing)
  | _ -> (&&) (proper r) (check_outcomes (options_of r) misere 0 Empty losing)

(** val play_of : rule -> form list -> play option **)

let play_of r forms =
  match r with
  | Heaps code -> if ends_listed code then Some (heap_play code) else None
  | Nodes nodes -> if all_below 0 nodes then Some (node_play nodes) else None
  | Sets moves1 ->
    if forallb shrinks moves1 then Some (set_play moves1 forms) else None
  | _ -> None

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

(** val claim_of : certificate -> claim **)

let claim_of = function
| ByPairs (code, p, e, _) -> Period ((Heaps code), p, e, 0)
| ByMask (code, p, e, _, _, _, _, _) -> Period ((Heaps code), p, e, 0)
| ByWindows (code, p, e, _, _, _, _, _, _, _, _) ->
  Period ((Heaps code), p, e, 0)
| ByGrowth (spared, p, e, s, _) -> Period ((AllBut spared), p, e, s)
| ByClaims (r, _, position, v, _) -> Nimber (r, position, v)
| ByReplies (r, _, position, misere, first0, _) ->
  Winner (r, position, misere, first0)
| ByTable (r, _, values) -> Values (r, values)
| ByOutcomes (r, misere, losing) -> Outcomes (r, misere, losing)
| BySymmetry (moves1, start0, opening, _) ->
  Winner ((Sets moves1), (start0 :: []), false,
    (match opening with
     | Some _ -> true
     | None -> false))
| ByAutomaton (moves1, _, outcomes, numbers0, sys, rows) ->
  (match outcomes with
   | Some misere -> AllOutcomes (moves1, misere, numbers0, sys, rows)
   | None -> AllValues (moves1, numbers0, sys, rows))

(** val check : certificate -> bool **)

let check = function
| ByPairs (code, p, e, values) -> check_period code p e values
| ByMask (code, p, e, mask0, twist, rare, tries, values) ->
  check_mask code p e mask0 twist rare tries values
| ByWindows (code, p, e, length, mask0, twist, rare, reach, tries, values,
             more) ->
  check_windows code p e length mask0 twist rare reach tries values more
| ByGrowth (spared, p, e, s, values) -> check_growth spared p e s values
| ByClaims (r, forms, position, v, claims) ->
  (match play_of r forms with
   | Some game -> check_value game claims position v
   | None -> false)
| ByReplies (r, forms, position, misere, first0, claims) ->
  (match play_of r forms with
   | Some game -> check_strategy game misere claims position first0
   | None -> false)
| ByTable (r, mask0, values) -> check_table r mask0 values
| ByOutcomes (r, misere, losing) -> check_winners r misere losing
| BySymmetry (moves1, start0, opening, images) ->
  check_symmetry moves1 start0 opening images
| ByAutomaton (moves1, lines, outcomes, numbers0, sys, rows) ->
  (match outcomes with
   | Some misere -> check_all_winners sys numbers0 rows misere moves1 lines
   | None -> check_all_values sys numbers0 rows moves1 lines)

(** val shift : int -> int -> (int * int) list -> (int * int) list **)

let shift r c cells =
  map (fun pat -> let (i, j) = pat in (((+) r i), ((+) c j))) cells

(** val number_all :
    int trie -> int -> int list -> int trie -> int trie option **)

let rec number_all mates number0 nodes numbers0 =
  match nodes with
  | [] -> Some numbers0
  | x :: nodes' ->
    (match find0 x mates with
     | Some _ ->
       (match find0 x numbers0 with
        | Some _ -> None
        | None -> number_all mates number0 nodes' (add0 x number0 numbers0))
     | None -> None)

(** val number_parts :
    int trie -> int -> int list list -> int trie -> int trie option **)

let rec number_parts mates number0 parts numbers0 =
  match parts with
  | [] -> Some numbers0
  | part :: parts' ->
    if (fun n -> n land 1 = 1) ( (List.length part))
    then (match number_all mates number0 part numbers0 with
          | Some more -> number_parts mates (Stdlib.succ number0) parts' more
          | None -> None)
    else None

(** val number_of : int trie -> int -> int option **)

let number_of numbers0 x =
  find0 x numbers0

(** val kept_apart : int option -> int option -> bool **)

let kept_apart a b =
  match a with
  | Some i ->
    ((fun zero more n -> if n = 0 then zero () else more n)
       (fun _ -> true)
       (fun _ ->
       match b with
       | Some j ->
         ((fun zero more n -> if n = 0 then zero () else more n)
            (fun _ -> true)
            (fun _ -> ((=) : int -> int -> bool) i j)
            j)
       | None -> false)
       i)
  | None ->
    (match b with
     | Some n0 ->
       ((fun zero more n -> if n = 0 then zero () else more n)
          (fun _ -> true)
          (fun _ -> false)
          n0)
     | None -> true)

(** val edge_fits : int trie -> int trie -> (int * int) -> bool **)

let edge_fits mates numbers0 = function
| (a, b) ->
  (match find0 a mates with
   | Some _ ->
     (match find0 b mates with
      | Some _ -> kept_apart (number_of numbers0 a) (number_of numbers0 b)
      | None -> false)
   | None -> false)

(** val matched : int trie -> (int * int) list -> numbers **)

let matched mates edges =
  fold_left (fun joined1 pat ->
    let (a, b) = pat in
    (match find0 a mates with
     | Some c ->
       if ((=) : int -> int -> bool) b c
       then insert a (insert b joined1)
       else joined1
     | None -> joined1)) edges Empty

(** val involved :
    int trie -> numbers -> int -> int list -> int -> int option **)

let rec involved mates joined1 x l alone0 =
  match l with
  | [] -> Some alone0
  | y :: l' ->
    if ((=) : int -> int -> bool) x y
    then involved mates joined1 (Stdlib.succ x) l' (Stdlib.succ alone0)
    else (match find0 y mates with
          | Some z0 ->
            if (&&) (((=) : int -> int -> bool) z0 x) (mem x joined1)
            then involved mates joined1 (Stdlib.succ x) l' alone0
            else None
          | None -> None)

(** val mate : int trie -> int -> int **)

let mate mates x =
  match find0 x mates with
  | Some y -> y
  | None -> x

(** val check_matching :
    (int * int) list -> int -> bool -> int list -> int list -> int list list
    -> bool **)

let check_matching edges start0 first0 l barrier parts =
  let mates = index 0 l Empty in
  let gone = if first0 then start0 :: barrier else barrier in
  (match involved mates (matched mates edges) 0 l 0 with
   | Some alone0 ->
     (match number_all mates 0 gone Empty with
      | Some zeros ->
        (match number_parts mates 1 parts zeros with
         | Some numbers0 ->
           (&&)
             ((&&)
               ((&&) (forallb (edge_fits mates numbers0) edges)
                 (((<) : int -> int -> bool) start0 ( (List.length l))))
               ((||) first0
                 (((=) : int -> int -> bool) (mate mates start0) start0)))
             (((<=) : int -> int -> bool) ((+) alone0 ( (List.length gone)))
               ( (List.length parts)))
         | None -> false)
      | None -> false)
   | None -> false)

module Order =
 struct
  type t = int

  (** val leb : int -> int -> bool **)

  let leb =
    ((<=) : int -> int -> bool)
 end

module Sorted = Sort(Order)

(** val sorted : int list -> int list **)

let sorted =
  Sorted.sort

(** val set_of : int list -> numbers **)

let set_of l =
  fold_left (fun s x -> insert x s) l Empty

(** val same0 : int list -> int list -> bool **)

let rec same0 a b =
  match a with
  | [] -> (match b with
           | [] -> true
           | _ :: _ -> false)
  | x :: a' ->
    (match b with
     | [] -> false
     | y :: b' -> (&&) (((=) : int -> int -> bool) x y) (same0 a' b'))

type change = int list * int list

(** val beginning : int -> change list trie -> change list **)

let beginning x table0 =
  match find0 x table0 with
  | Some l -> l
  | None -> []

(** val by_first : change list -> change list trie **)

let by_first changes =
  fold_left (fun table0 c ->
    match fst c with
    | [] -> table0
    | x :: _ -> add0 x (c :: (beginning x table0)) table0) changes Empty

(** val image_of : int trie -> int -> int **)

let image_of images x =
  match find0 x images with
  | Some y -> y
  | None -> x

(** val answered0 : int trie -> change list trie -> change -> bool **)

let answered0 images table0 = function
| (need, gone) ->
  let need' = sorted (map (image_of images) need) in
  let gone' = sorted (map (image_of images) gone) in
  let taken0 = set_of gone in
  (&&)
    ((&&) (existsb (fun x -> mem x taken0) need)
      (forallb (fun x -> negb (mem x taken0)) need'))
    (existsb (fun pat ->
      let (n0, g) = pat in (&&) (same0 n0 need') (same0 g gone'))
      (beginning (hd 0 need') table0))

(** val involutive : int trie -> int -> int list -> bool **)

let rec involutive images x = function
| [] -> true
| y :: l' ->
  (match find0 y images with
   | Some z0 ->
     if ((=) : int -> int -> bool) z0 x
     then involutive images (Stdlib.succ x) l'
     else false
   | None -> false)

(** val mirrored_by : change list -> int list -> int list -> bool **)

let mirrored_by changes s images =
  let m = index 0 images Empty in
  let places = set_of s in
  let table0 = by_first changes in
  (&&)
    ((&&) (involutive m 0 images)
      (forallb (fun x -> mem (image_of m x) places) s))
    (forallb (answered0 m table0) changes)

(** val possible_takes : change list -> int list -> change list **)

let possible_takes moves1 s =
  let places = set_of s in
  flat_map (fun pat ->
    let (need, gone) = pat in
    if forallb (fun x -> mem x places) need
    then (need, (filter (fun x -> mem x places) gone)) :: []
    else []) moves1

(** val kept0 : (int -> bool) -> int list -> int list **)

let kept0 f s =
  rev' (fold_left (fun l x -> if f x then x :: l else l) s [])

(** val taken : int list -> int list -> int list **)

let taken gone s =
  let gone0 = set_of gone in kept0 (fun x -> negb (mem x gone0)) s

(** val check_taking :
    change list -> int list -> change option -> int list -> bool **)

let check_taking moves1 s opening images =
  match opening with
  | Some c ->
    let (need, gone) = c in
    let places = set_of s in
    let later0 = taken gone s in
    (&&)
      ((&&)
        (existsb (fun pat ->
          let (n0, g) = pat in (&&) (same0 n0 need) (same0 g gone)) moves1)
        (forallb (fun x -> mem x places) need))
      (mirrored_by (possible_takes moves1 later0) later0 images)
  | None -> mirrored_by (possible_takes moves1 s) s images

type piece = (int * int) list * (int * int) list

(** val locate : int -> numbers -> int -> (int * int) -> int option **)

let locate columns places f d =
  let r = (+) ( ((fun a b -> if b = 0 then 0 else a / b) f columns)) (fst d)
  in
  let c = (+) ( ((fun a b -> if b = 0 then a else a mod b) f columns)) (snd d)
  in
  if (&&)
       ((&&) (((<=) : int -> int -> bool) 0 r)
         (((<=) : int -> int -> bool) 0 c))
       (((<) : int -> int -> bool) c ( columns))
  then let x =
         (+) (( * ) ((fun (z : int) -> if z < 0 then 0 else z) r) columns)
           ((fun (z : int) -> if z < 0 then 0 else z) c)
       in
       if mem x places then Some x else None
  else None

(** val locate_all :
    int -> numbers -> int -> (int * int) list -> int list option **)

let rec locate_all columns places f = function
| [] -> Some []
| d :: l' ->
  (match locate columns places f d with
   | Some x ->
     (match locate_all columns places f l' with
      | Some need -> Some (x :: need)
      | None -> None)
   | None -> None)

(** val located : int -> numbers -> int -> (int * int) list -> int list **)

let located columns places f l =
  flat_map (fun d ->
    match locate columns places f d with
    | Some x -> x :: []
    | None -> []) l

(** val put_piece : int -> numbers -> int -> piece -> change option **)

let put_piece columns places f it =
  match locate_all columns places f (fst it) with
  | Some need ->
    Some (need, (sorted (app need (located columns places f (snd it)))))
  | None -> None

(** val begins_covered : piece -> bool **)

let begins_covered it =
  match fst it with
  | [] -> false
  | p :: _ ->
    let (r, c) = p in
    (&&) (((=) : int -> int -> bool) r 0) (((=) : int -> int -> bool) c 0)

(** val possible_puts : int -> piece list -> int list -> change list **)

let possible_puts columns pieces s =
  let places = set_of s in
  fold_left (fun found f ->
    fold_left (fun found0 it ->
      match put_piece columns places f it with
      | Some c -> c :: found0
      | None -> found0) pieces found) s []

(** val check_board :
    int -> piece list -> int list -> (int * int) option -> int list -> bool **)

let check_board columns pieces s opening images =
  (&&)
    ((&&) (((<) : int -> int -> bool) 0 columns)
      (forallb begins_covered pieces))
    (match opening with
     | Some p ->
       let (i, f) = p in
       (match nth_error pieces ( i) with
        | Some it ->
          (match put_piece columns (set_of s) f it with
           | Some c ->
             let (_, gone) = c in
             let later0 = taken gone s in
             mirrored_by (possible_puts columns pieces later0) later0 images
           | None -> false)
        | None -> false)
     | None -> mirrored_by (possible_puts columns pieces s) s images)

type table = int trie trie

(** val table_of : int list list -> table **)

let table_of product0 =
  index 0 (map (fun row -> index 0 row Empty) product0) Empty

(** val entry0 : int -> int trie -> int **)

let entry0 x row =
  match find0 x row with
  | Some y -> y
  | None -> 0

(** val in_row : int trie -> int -> int **)

let in_row row y =
  entry0 y row

(** val multiply : table -> int -> int -> int **)

let multiply t0 x =
  match find0 x t0 with
  | Some row -> in_row row
  | None -> in_row Empty

type kind = int * int list

type witness = { generators : int list; making : (int * int) list;
                 part_kinds : kind list; sum_kinds : kind list }

(** val product_of :
    (int -> int -> int) -> (int -> int) -> int list -> int **)

let product_of mul0 of0 s =
  fold_left (fun x n0 -> mul0 (of0 n0) x) (rev s) 0

(** val monoid_fits :
    (int -> int -> int) -> (int -> int) -> int list -> int list -> bool **)

let monoid_fits mul0 of0 all0 letters0 =
  (&&)
    (forallb (fun x ->
      let by_x = mul0 x in
      (&&)
        (forallb (fun y -> ((=) : int -> int -> bool) (by_x y) (mul0 y x))
          all0) (((=) : int -> int -> bool) (mul0 0 x) x)) all0)
    (forallb (fun n0 ->
      let g = of0 n0 in
      let by_g = mul0 g in
      forallb (fun x ->
        let by_x = mul0 x in
        let by_xg = mul0 (by_x g) in
        forallb (fun y ->
          ((=) : int -> int -> bool) (by_xg y) (by_x (by_g y))) all0) all0)
      letters0)

(** val make :
    (int -> int -> int) -> (int -> int) -> numbers -> (int * int) list ->
    numbers -> numbers option **)

let rec make mul0 of0 letters0 steps done1 =
  match steps with
  | [] -> Some done1
  | p :: steps' ->
    let (n0, y) = p in
    if (&&) (mem n0 letters0) (mem y done1)
    then make mul0 of0 letters0 steps' (insert (mul0 (of0 n0) y) done1)
    else None

(** val told_apart :
    (int -> int -> int) -> (int -> bool) -> int list -> bool **)

let told_apart mul0 lost all0 =
  forallb (fun x ->
    let by_x = mul0 x in
    forallb (fun y ->
      (||) (((=) : int -> int -> bool) y x)
        (let by_y = mul0 y in
         existsb (fun z0 -> xorb (lost (by_x z0)) (lost (by_y z0))) all0))
      all0) all0

(** val covered_by : int list list trie -> int -> (int -> bool) -> bool **)

let covered_by kinds x beside =
  match find0 x kinds with
  | Some l -> existsb (forallb beside) l
  | None -> false

(** val part_fits :
    (int -> int list list) -> (int -> int -> int) -> (int -> int) -> (int ->
    bool) -> int list -> int list list trie -> int -> bool **)

let part_fits parts_of mul0 of0 lost all0 first0 n0 =
  match parts_of n0 with
  | [] -> ((=) : int -> int -> bool) (of0 n0) 0
  | l :: l0 ->
    let elements = set_of (map (product_of mul0 of0) (l :: l0)) in
    let distinct0 = filter (fun e -> mem e elements) all0 in
    let winning =
      set_of
        (filter (fun z0 -> existsb (fun e -> lost (mul0 e z0)) distinct0)
          all0)
    in
    let x = of0 n0 in
    (&&)
      (forallb (fun z0 -> negb ((&&) (mem z0 winning) (lost (mul0 x z0))))
        all0) (covered_by first0 x (fun z0 -> mem z0 winning))

(** val by_element : kind list -> int list list trie **)

let by_element kinds =
  fold_right (fun pat t0 ->
    let (x, l) = pat in
    add0 x (l :: (match find0 x t0 with
                  | Some ls -> ls
                  | None -> [])) t0) Empty kinds

(** val sums_fit :
    (int -> int -> int) -> (int -> bool) -> kind list -> kind list -> bool **)

let sums_fit mul0 lost first0 kept2 =
  let by_kept = by_element kept2 in
  let as_sets = map (fun pat -> let (x, l) = pat in (x, (set_of l))) in
  let kept_sets = as_sets kept2 in
  (&&)
    (forallb (fun pat ->
      let (x, u) = pat in
      let by_x = mul0 x in
      (&&) (covered_by by_kept x (fun z0 -> mem z0 u))
        (forallb (fun pat0 ->
          let (y, v) = pat0 in
          let by_y = mul0 y in
          covered_by by_kept (by_x y) (fun z0 ->
            (||) (mem (by_y z0) u) (mem (by_x z0) v))) kept_sets))
      (as_sets first0))
    (forallb (fun pat -> let (x, v) = pat in (||) (lost x) (mem 0 v))
      kept_sets)

(** val check_monoid :
    (int -> int list list) -> (int -> int -> int) -> (int -> int) -> (int ->
    bool) -> int list -> int -> witness -> bool **)

let check_monoid parts_of mul0 of0 lost all0 count w =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&) (monoid_fits mul0 of0 all0 w.generators) (negb (lost 0)))
            (forallb (fun n0 -> ((<) : int -> int -> bool) n0 ( count))
              w.generators))
          (match make mul0 of0 (set_of w.generators) w.making (insert 0 Empty) with
           | Some done1 -> forallb (fun x -> mem x done1) all0
           | None -> false)) (told_apart mul0 lost all0))
      (let first0 = by_element w.part_kinds in
       forallb (part_fits parts_of mul0 of0 lost all0 first0) (range count 0)))
    (sums_fit mul0 lost w.part_kinds w.sum_kinds)

(** val check_quotient :
    play -> int list -> int list list -> int list -> witness -> bool **)

let check_quotient game p product0 elements w =
  let t0 = table_of product0 in
  let of0 = index 0 elements Empty in
  let lost = set_of p in
  let order =  (List.length product0) in
  (&&)
    ((&&)
      ((&&) (((<) : int -> int -> bool) 0 order)
        (forallb (forallb (fun z0 -> ((<) : int -> int -> bool) z0 order))
          product0))
      (forallb (fun z0 -> ((<) : int -> int -> bool) z0 order) elements))
    (check_monoid game.options (multiply t0) (fun n0 -> entry0 n0 of0)
      (fun x -> mem x lost) (range (List.length product0) 0)
      (List.length elements) w)

(** val check_forever :
    (int * int) list -> int -> int -> int list -> int list list -> int list
    -> witness -> bool **)

let check_forever code p e lost product0 elements w =
  (&&) (check_repetition code p e elements)
    (check_quotient (heap_play code) lost product0 elements w)

type further_certificate =
| ByMatching of (int * int) list * int * bool * int list * int list
   * int list list
| ByTaking of change list * int list * change option * int list
| ByPieces of int * piece list * int list * (int * int) option * int list
| ByQuotient of rule * int list * int list list * int list * witness
| ByQuotientForEver of (int * int) list * int list * int list list * 
   int list * int * int * witness

(** val check_further : further_certificate -> bool **)

let check_further = function
| ByMatching (edges, start0, first0, mates, barrier, parts) ->
  check_matching edges start0 first0 mates barrier parts
| ByTaking (moves1, start0, opening, images) ->
  check_taking moves1 start0 opening images
| ByPieces (columns, pieces, free, opening, images) ->
  check_board columns pieces free opening images
| ByQuotient (r, p, product0, elements, w) ->
  (match play_of r [] with
   | Some game -> check_quotient game p product0 elements w
   | None -> false)
| ByQuotientForEver (code, p, product0, elements, period, preperiod, w) ->
  check_forever code period preperiod p product0 elements w

type word =
| Word of char list
| Number of int
| Set_ of int
| Parts of int list
| Integer of int

(** val signs : char list **)

let signs =
  list_ascii_of_string
    ('0'::('1'::('2'::('3'::('4'::('5'::('6'::('7'::('8'::('9'::('a'::('b'::('c'::('d'::('e'::('f'::[]))))))))))))))))

(** val sign : int -> char **)

let sign n0 =
  nth ( n0) signs '0'

(** val spell : int -> int -> int -> char list -> char list **)

let rec spell fuel base n0 after0 =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> after0)
    (fun more ->
    let after1 =
      (sign ((fun a b -> if b = 0 then a else a mod b) n0 base))::after0
    in
    if ((<) : int -> int -> bool) n0 base
    then after1
    else spell more base ((fun a b -> if b = 0 then 0 else a / b) n0 base)
           after1)
    fuel

(** val spelled : int -> int -> char list **)

let spelled base n0 =
  spell (Stdlib.succ
    (
      ((fun n -> let rec size n = if n = 0 then 0 else 1 + size (n lsr 1) in size n)
        n0))) base n0 []

(** val signed : int -> char list **)

let signed z0 =
  if ((<) : int -> int -> bool) z0 0
  then '-'::(spelled ((fun p -> 2 * p) ((fun p -> 2 * p + 1)
              ((fun p -> 2 * p) 1)))
              ((fun (z : int) -> if z < 0 then 0 else z) ((~-) z0)))
  else spelled ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p) 1)))
         ((fun (z : int) -> if z < 0 then 0 else z) z0)

(** val join0 : char -> char list list -> char list **)

let rec join0 between = function
| [] -> []
| s :: l' ->
  (match l' with
   | [] -> s
   | _ :: _ -> append s (between::(join0 between l')))

(** val shown0 : word -> char list **)

let shown0 = function
| Word s -> s
| Number n0 ->
  spelled ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p) 1))) n0
| Set_ n0 ->
  spelled ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
    ((fun p -> 2 * p) 1)))) n0
| Parts l ->
  (match l with
   | [] -> '-'::[]
   | _ :: _ ->
     join0 '+'
       (map
         (spelled ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p)
           1)))) l))
| Integer z0 -> signed z0

(** val feed : char **)

let feed =
  '\n'

(** val written : word list -> char list **)

let written line =
  append (join0 ' ' (map shown0 line)) (feed::[])

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

(** val sum_of : int list -> linear **)

let sum_of l =
  ((last l 0), (removelast l))

(** val cut : int -> int -> int list -> linear list **)

let rec cut fuel size0 l =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> [])
    (fun more ->
    match l with
    | [] -> []
    | _ :: _ -> (sum_of (firstn size0 l)) :: (cut more size0 (skipn size0 l)))
    fuel

(** val linear_of : int -> line_move -> linear_move **)

let linear_of numbers0 = function
| (p, parts) ->
  let (k, conditions) = p in
  ((k, conditions),
  (map (fun l -> cut (List.length l) (Stdlib.succ (add numbers0 k)) l) parts))

(** val coded : int -> int list -> (int * int) list **)

let rec coded t0 = function
| [] -> []
| d :: digits' ->
  if ((=) : int -> int -> bool) d 0
  then coded ((+) t0 1) digits'
  else (t0, d) :: (coded ((+) t0 1) digits')

(** val rule_of : moves0 -> rule **)

let rule_of = function
| OfDigits digits -> Heaps (coded 0 digits)
| OfAmounts amounts ->
  Heaps (map (fun t0 -> (t0, ((fun p -> 2 * p + 1) 1))) amounts)
| OfNodes nodes -> Nodes (map concat nodes)
| OfSets (_, moves1) -> Sets moves1

(** val node_lines : int -> int list list list list -> word list list **)

let rec node_lines n0 = function
| [] -> []
| lines :: nodes' ->
  app
    (map (fun options0 -> (Word ('n'::('o'::('d'::('e'::[]))))) :: ((Number
      n0) :: (map (fun x -> Parts x) options0))) lines)
    (node_lines ((+) n0 1) nodes')

(** val counted : 'a1 list -> word **)

let counted l =
  Number ( (List.length l))

(** val move_lines : moves0 -> word list list **)

let move_lines = function
| OfDigits digits ->
  ((Word
    ('d'::('i'::('g'::('i'::('t'::('s'::[]))))))) :: (map (fun x -> Number x)
                                                       digits)) :: []
| OfAmounts amounts ->
  ((Word
    ('a'::('m'::('o'::('u'::('n'::('t'::('s'::[])))))))) :: (map (fun x ->
                                                              Number x)
                                                              amounts)) :: []
| OfNodes nodes ->
  ((Word
    ('n'::('o'::('d'::('e'::('s'::[])))))) :: ((counted nodes) :: [])) :: 
    (node_lines 0 nodes)
| OfSets (places, moves1) ->
  ((Word ('p'::('l'::('a'::('c'::('e'::('s'::[]))))))) :: ((Number
    places) :: [])) :: (((Word
    ('m'::('o'::('v'::('e'::('s'::[])))))) :: ((counted moves1) :: [])) :: 
    (map (fun pat ->
      let (y, flip) = pat in
      let (y0, clear) = y in
      let (need, off) = y0 in
      (Word ('m'::('o'::('v'::('e'::[]))))) :: ((Set_ need) :: ((Set_
      off) :: ((Set_ clear) :: ((Set_ flip) :: []))))) moves1))

(** val position_line : moves0 -> int list -> word list **)

let position_line m position =
  (Word
    ('p'::('o'::('s'::('i'::('t'::('i'::('o'::('n'::[]))))))))) :: (map
                                                                    (fun x ->
                                                                    match m with
                                                                    | OfSets (
                                                                    _, _) ->
                                                                    Set_ x
                                                                    | _ ->
                                                                    Number x)
                                                                    position)

(** val sum_words : linear -> word list **)

let sum_words s =
  app (map (fun x -> Integer x) (snd s)) ((Integer (fst s)) :: [])

(** val condition_lines : condition -> word list list **)

let rec condition_lines = function
| AtMost s ->
  ((Word
    ('a'::('t'::('-'::('m'::('o'::('s'::('t'::[])))))))) :: (sum_words s)) :: []
| IsZero s ->
  ((Word
    ('i'::('s'::('-'::('z'::('e'::('r'::('o'::[])))))))) :: (sum_words s)) :: []
| Multiple (m, s) ->
  ((Word
    ('m'::('u'::('l'::('t'::('i'::('p'::('l'::('e'::[]))))))))) :: ((Integer
    m) :: (sum_words s))) :: []
| Never (k, l) ->
  ((Word ('n'::('o'::('n'::('e'::[]))))) :: ((Number
    ( k)) :: ((counted l) :: []))) :: (flat_map condition_lines l)

(** val linear_lines : line_move -> word list list **)

let linear_lines = function
| (p, parts) ->
  let (k, conditions) = p in
  ((Word ('m'::('o'::('v'::('e'::[]))))) :: ((Number
  ( k)) :: [])) :: (app (flat_map condition_lines conditions)
                     (map (fun l -> (Word
                       ('p'::('a'::('r'::('t'::[]))))) :: (map (fun x ->
                                                            Integer x) l))
                       parts))

(** val row_line : int -> (int option * int list) -> word list **)

let row_line n0 row =
  (Word ('s'::('t'::('a'::('t'::('e'::[])))))) :: ((Number
    n0) :: ((match fst row with
             | Some x -> Number x
             | None -> Word ('-'::[])) :: (map (fun x -> Number x) (snd row))))

(** val row_lines : int -> (int option * int list) list -> word list list **)

let rec row_lines n0 = function
| [] -> []
| row :: rows' -> (row_line n0 row) :: (row_lines ((+) n0 1) rows')

type block =
| Lines of word list list
| Moves of moves0
| Rows of (int option * int list) list

(** val block_lines : block -> word list list **)

let block_lines = function
| Lines lines -> lines
| Moves m -> move_lines m
| Rows rows -> row_lines 0 rows

(** val blocks : statement -> block list **)

let blocks s =
  let head = fun kind0 -> Lines (((Word
    ('g'::('r'::('u'::('n'::('d'::('y'::('-'::('c'::('e'::('r'::('t'::('i'::('f'::('i'::('c'::('a'::('t'::('e'::[]))))))))))))))))))) :: ((Number
    1) :: [])) :: (((Word ('k'::('i'::('n'::('d'::[]))))) :: ((Word
    kind0) :: [])) :: []))
  in
  let play0 = fun misere -> Lines (((Word
    ('p'::('l'::('a'::('y'::[]))))) :: ((Word
    (if misere
     then 'm'::('i'::('s'::('e'::('r'::('e'::[])))))
     else 'n'::('o'::('r'::('m'::('a'::('l'::[]))))))) :: [])) :: [])
  in
  let wins = fun first0 -> (Word ('w'::('i'::('n'::('s'::[]))))) :: ((Word
    (if first0
     then 'f'::('i'::('r'::('s'::('t'::[]))))
     else 's'::('e'::('c'::('o'::('n'::('d'::[]))))))) :: [])
  in
  let period = fun p e -> Lines (((Word
    ('p'::('e'::('r'::('i'::('o'::('d'::[]))))))) :: ((Number
    p) :: [])) :: (((Word
    ('p'::('r'::('e'::('p'::('e'::('r'::('i'::('o'::('d'::[])))))))))) :: ((Number
    e) :: [])) :: []))
  in
  app
    (match s with
     | Repeats (m, p, e) ->
       (head ('p'::('e'::('r'::('i'::('o'::('d'::[]))))))) :: ((Moves
         m) :: ((period p e) :: []))
     | Grows (spared, p, e, s0) ->
       (head ('g'::('r'::('o'::('w'::('t'::('h'::[]))))))) :: ((Lines (((Word
         ('a'::('l'::('l'::('-'::('b'::('u'::('t'::[])))))))) :: (map
                                                                   (fun x ->
                                                                   Number x)
                                                                   spared)) :: [])) :: (
         (period p e) :: ((Lines (((Word
         ('s'::('a'::('l'::('t'::('u'::('s'::[]))))))) :: ((Number
         s0) :: [])) :: [])) :: [])))
     | HasValue (m, position, v) ->
       (head ('p'::('o'::('s'::('i'::('t'::('i'::('o'::('n'::[]))))))))) :: ((Moves
         m) :: ((Lines ((position_line m position) :: (((Word
         ('v'::('a'::('l'::('u'::('e'::[])))))) :: ((Number
         v) :: [])) :: []))) :: []))
     | IsWon (misere, m, position, first0) ->
       (head ('s'::('t'::('r'::('a'::('t'::('e'::('g'::('y'::[]))))))))) :: (
         (play0 misere) :: ((Moves m) :: ((Lines
         ((position_line m position) :: ((wins first0) :: []))) :: [])))
     | IsMirrored (m, start0, first0) ->
       (head ('s'::('y'::('m'::('m'::('e'::('t'::('r'::('y'::[]))))))))) :: ((Moves
         m) :: ((Lines
         ((position_line m (start0 :: [])) :: ((wins first0) :: []))) :: []))
     | Everywhere (misere, numbers0, moves1, sys, values, rows) ->
       (head ('t'::('h'::('e'::('o'::('r'::('e'::('m'::[])))))))) :: (
         (play0 misere) :: ((Lines (((Word
         ('n'::('u'::('m'::('b'::('e'::('r'::('s'::[])))))))) :: ((Number
         ( numbers0)) :: [])) :: (((Word
         ('m'::('o'::('v'::('e'::('s'::[])))))) :: ((counted moves1) :: [])) :: []))) :: ((Lines
         (flat_map linear_lines moves1)) :: ((Lines (((Word
         ('s'::('y'::('s'::('t'::('e'::('m'::[]))))))) :: ((Number
         (fst sys)) :: ((Integer (snd sys)) :: []))) :: (((Word
         ('c'::('l'::('a'::('i'::('m'::('s'::[]))))))) :: ((Word
         (if values
          then 'v'::('a'::('l'::('u'::('e'::('s'::[])))))
          else 'p'::('-'::('p'::('o'::('s'::('i'::('t'::('i'::('o'::('n'::('s'::[])))))))))))) :: [])) :: (((Word
         ('s'::('t'::('a'::('t'::('e'::('s'::[]))))))) :: ((counted rows) :: [])) :: [])))) :: ((Rows
         rows) :: [])))))) ((Lines (((Word
    ('e'::('n'::('d'::[])))) :: []) :: [])) :: [])

(** val unsaid : char list **)

let unsaid =
  list_ascii_of_string
    ('#'::('0'::('1'::('2'::('3'::('4'::('5'::('6'::('7'::('8'::('9'::[])))))))))))

(** val starts :
    char list -> (string * int) -> int -> bool -> (int * (string * int)) list
    -> (int * (string * int)) list **)

let rec starts unsaid0 f number0 fresh found =
  (fun ends byte (text, at) -> if at = String.length text then ends () else byte text.[at] (text, at + 1))
    (fun _ -> found)
    (fun c rest ->
    let found0 =
      if (&&) fresh (negb (existsb ((=) c) unsaid0))
      then (number0, f) :: found
      else found
    in
    let ended0 = (=) c feed in
    starts unsaid0 rest (if ended0 then Stdlib.succ number0 else number0)
      ended0 found0)
    f

(** val begins : char list -> (string * int) -> bool **)

let rec begins s f =
  match s with
  | [] ->
    ((fun ends byte (text, at) -> if at = String.length text then ends () else byte text.[at] (text, at + 1))
       (fun _ -> false)
       (fun d _ -> (||) ((=) d ' ') ((=) d feed))
       f)
  | c::s' ->
    ((fun ends byte (text, at) -> if at = String.length text then ends () else byte text.[at] (text, at + 1))
       (fun _ -> false)
       (fun d rest -> (&&) ((=) c d) (begins s' rest))
       f)

(** val helps : (string * int) -> char list list **)

let helps kind0 =
  if begins
       ('k'::('i'::('n'::('d'::(' '::('t'::('h'::('e'::('o'::('r'::('e'::('m'::[]))))))))))))
       kind0
  then ('m'::('e'::('a'::('s'::('u'::('r'::('e'::[]))))))) :: (('s'::('h'::('a'::('2'::('5'::('6'::[])))))) :: [])
  else if begins
            ('k'::('i'::('n'::('d'::(' '::('t'::('a'::('b'::('l'::('e'::[]))))))))))
            kind0
       then ('m'::('a'::('s'::('k'::[])))) :: (('s'::('q'::('u'::('a'::('r'::('e'::('s'::[]))))))) :: [])
       else ('m'::('e'::('t'::('h'::('o'::('d'::[])))))) :: (('r'::('a'::('r'::('e'::[])))) :: (('t'::('r'::('i'::('e'::('s'::[]))))) :: (('v'::('a'::('l'::('u'::('e'::('s'::[])))))) :: (('s'::('t'::('a'::('t'::('e'::[]))))) :: (('s'::('q'::('u'::('a'::('r'::('e'::('s'::[]))))))) :: (('c'::('l'::('a'::('i'::('m'::('s'::[])))))) :: (('l'::('o'::('s'::('t'::[])))) :: (('s'::('e'::('t'::[]))) :: (('o'::('p'::('e'::('n'::('i'::('n'::('g'::[]))))))) :: (('i'::('m'::('a'::('g'::('e'::('s'::[])))))) :: (('s'::('h'::('a'::('2'::('5'::('6'::[])))))) :: [])))))))))))

(** val unsealed :
    (int * (string * int)) list -> (int * (string * int)) list **)

let unsealed all0 = match all0 with
| [] -> all0
| p :: l ->
  let (_, last0) = p in
  (match l with
   | [] -> all0
   | p0 :: _ ->
     let (_, before0) = p0 in
     if (&&) (begins ('s'::('h'::('a'::('2'::('5'::('6'::[])))))) last0)
          (begins ('e'::('n'::('d'::[]))) before0)
     then tl all0
     else all0)

(** val kept1 : (string * int) -> (int * (string * int)) list **)

let kept1 f =
  let all0 = starts unsaid f 1 true [] in
  let helps0 =
    match rev' all0 with
    | [] -> []
    | _ :: l ->
      (match l with
       | [] -> []
       | p0 :: _ -> let (_, kind0) = p0 in helps kind0)
  in
  let all1 = unsealed all0 in
  fold_left (fun found at_ ->
    if existsb (fun s -> begins s (snd at_)) helps0
    then found
    else at_ :: found) all1 []

(** val same1 : char list -> (string * int) -> bool **)

let rec same1 s f =
  match s with
  | [] -> true
  | c::s' ->
    ((fun ends byte (text, at) -> if at = String.length text then ends () else byte text.[at] (text, at + 1))
       (fun _ -> false)
       (fun d rest -> (&&) ((=) c d) (same1 s' rest))
       f)

type progress =
| Agree of (int * (string * int)) list
| Differ of (int * (string * int)) list

(** val compare1 :
    word list list -> (int * (string * int)) list -> progress **)

let rec compare1 expected found =
  match expected with
  | [] -> Agree found
  | line :: expected' ->
    (match found with
     | [] -> Differ []
     | p :: found' ->
       let (_, f) = p in
       if same1 (written line) f
       then compare1 expected' found'
       else Differ found)

(** val compare_nodes :
    int -> int list list list list -> (int * (string * int)) list -> progress **)

let rec compare_nodes n0 nodes found =
  match nodes with
  | [] -> Agree found
  | lines :: nodes' ->
    (match compare1
             (map (fun options0 -> (Word
               ('n'::('o'::('d'::('e'::[]))))) :: ((Number
               n0) :: (map (fun x -> Parts x) options0))) lines) found with
     | Agree rest -> compare_nodes ((+) n0 1) nodes' rest
     | Differ rest -> Differ rest)

(** val compare_rows :
    int -> (int option * int list) list -> (int * (string * int)) list ->
    progress **)

let rec compare_rows n0 rows found =
  match rows with
  | [] -> Agree found
  | row :: rows' ->
    (match compare1 ((row_line n0 row) :: []) found with
     | Agree rest -> compare_rows ((+) n0 1) rows' rest
     | Differ rest -> Differ rest)

(** val compare_block : block -> (int * (string * int)) list -> progress **)

let compare_block b found =
  match b with
  | Lines _ -> compare1 (block_lines b) found
  | Moves m ->
    (match m with
     | OfNodes nodes ->
       (match compare1 (((Word
                ('n'::('o'::('d'::('e'::('s'::[])))))) :: ((counted nodes) :: [])) :: [])
                found with
        | Agree rest -> compare_nodes 0 nodes rest
        | Differ rest -> Differ rest)
     | _ -> compare1 (block_lines b) found)
  | Rows rows -> compare_rows 0 rows found

(** val compare_blocks :
    block list -> (int * (string * int)) list -> progress **)

let rec compare_blocks l found =
  match l with
  | [] -> Agree found
  | b :: l' ->
    (match compare_block b found with
     | Agree rest -> compare_blocks l' rest
     | Differ rest -> Differ rest)

(** val mapped : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let mapped f l =
  rev' (fold_left (fun found a -> (f a) :: found) l [])

(** val the_rule : moves0 -> rule **)

let the_rule m = match m with
| OfNodes nodes -> Nodes (mapped concat nodes)
| _ -> rule_of m

(** val with_claim : statement -> certificate -> certificate option **)

let with_claim s c =
  match s with
  | Repeats (m, p, e) ->
    (match c with
     | ByPairs (_, _, _, values) ->
       (match rule_of m with
        | Heaps code -> Some (ByPairs (code, p, e, values))
        | _ -> None)
     | ByMask (_, _, _, mask0, twist, rare, tries, values) ->
       (match rule_of m with
        | Heaps code ->
          Some (ByMask (code, p, e, mask0, twist, rare, tries, values))
        | _ -> None)
     | ByWindows (_, _, _, length, mask0, twist, rare, reach, tries, values,
                  more) ->
       (match rule_of m with
        | Heaps code ->
          Some (ByWindows (code, p, e, length, mask0, twist, rare, reach,
            tries, values, more))
        | _ -> None)
     | _ -> None)
  | Grows (spared, p, e, s0) ->
    (match c with
     | ByGrowth (_, _, _, _, values) ->
       Some (ByGrowth (spared, p, e, s0, values))
     | _ -> None)
  | HasValue (m, position, v) ->
    (match c with
     | ByClaims (_, forms, _, _, claims) ->
       Some (ByClaims ((the_rule m), forms, position, v, claims))
     | _ -> None)
  | IsWon (misere, m, position, first0) ->
    (match c with
     | ByReplies (_, forms, _, _, _, claims) ->
       Some (ByReplies ((the_rule m), forms, position, misere, first0,
         claims))
     | _ -> None)
  | IsMirrored (m, start0, first0) ->
    (match m with
     | OfSets (_, moves1) ->
       (match c with
        | BySymmetry (_, _, opening, images) ->
          if eqb first0 (match opening with
                         | Some _ -> true
                         | None -> false)
          then Some (BySymmetry (moves1, start0, opening, images))
          else None
        | _ -> None)
     | _ -> None)
  | Everywhere (misere, numbers0, moves1, sys, values, rows) ->
    (match c with
     | ByAutomaton (_, measure, _, _, _, _) ->
       Some (ByAutomaton ((map (linear_of numbers0) moves1), measure,
         (if values then None else Some misere), numbers0, sys, rows))
     | _ -> None)

type verdict =
| Proved
| Unproved
| Unlike of int

(** val judge : (string * int) -> statement -> certificate -> verdict **)

let judge f s c =
  match compare_blocks (blocks s) (kept1 f) with
  | Agree rest ->
    (match rest with
     | [] ->
       (match with_claim s c with
        | Some d -> if check d then Proved else Unproved
        | None -> Unproved)
     | p :: _ -> let (n0, _) = p in Unlike n0)
  | Differ rest ->
    (match rest with
     | [] -> Unlike 0
     | p :: _ -> let (n0, _) = p in Unlike n0)

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

(** val free_of : bool list list -> int list **)

let free_of rows =
  let cell = fun pat free ->
    let (x, found) = pat in
    ((Stdlib.succ x), (if free then x :: found else found))
  in
  rev'
    (snd (fold_left (fun found row -> fold_left cell row found) rows (0, [])))

(** val marked :
    (mark -> bool) -> int -> int -> mark list -> (int * int) list **)

let rec marked wanted r c = function
| [] -> []
| m :: piece' ->
  (match m with
   | Below -> marked wanted ((+) r 1) 0 piece'
   | _ ->
     if wanted m
     then (r, c) :: (marked wanted r ((+) c 1) piece')
     else marked wanted r ((+) c 1) piece')

(** val piece_of : mark list -> (int * int) list * (int * int) list **)

let piece_of piece0 =
  let covered =
    marked (fun m -> match m with
                     | Covers -> true
                     | _ -> false) 0 0 piece0
  in
  let along0 =
    marked (fun m -> match m with
                     | Takes -> true
                     | _ -> false) 0 0 piece0
  in
  let (r, c) = hd (0, 0) covered in
  ((shift ((~-) r) ((~-) c) covered), (shift ((~-) r) ((~-) c) along0))

(** val from_lowest : int -> nibble list -> int list **)

let rec from_lowest x = function
| [] -> []
| n0 :: l' ->
  let (p, d) = n0 in
  let (p0, c) = p in
  let (a, b) = p0 in
  app (if d then x :: [] else [])
    (app (if c then ((+) x 1) :: [] else [])
      (app (if b then ((+) x ((fun p -> 2 * p) 1)) :: [] else [])
        (app (if a then ((+) x ((fun p -> 2 * p + 1) 1)) :: [] else [])
          (from_lowest ((+) x ((fun p -> 2 * p) ((fun p -> 2 * p) 1))) l'))))

(** val places_of : nibble list -> int list **)

let places_of l =
  from_lowest 0 (rev' l)

(** val change_of : (nibble list * nibble list) -> int list * int list **)

let change_of move =
  ((places_of (fst move)), (places_of (snd move)))

type further_block =
| Block of block
| Edges of (int * int) list
| Board_rows of bool list list
| Products of int list list
| Elements of int list list

(** val text : ('a1 -> char) -> 'a1 list -> char list **)

let rec text sign_of = function
| [] -> []
| a :: l' -> (sign_of a)::(text sign_of l')

(** val cell_sign : bool -> char **)

let cell_sign = function
| true -> '.'
| false -> '#'

(** val mark_sign : mark -> char **)

let mark_sign = function
| Covers -> 'o'
| Takes -> 'x'
| Apart -> '.'
| Below -> '/'

(** val nibble_sign : nibble -> char **)

let nibble_sign = function
| (p, d) ->
  let (p0, c) = p in
  let (a, b) = p0 in
  let bit = fun b0 -> if b0 then 1 else 0 in
  sign
    ((+)
      ((+)
        ((+)
          (( * ) ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p) 1)))
            (bit a)) (( * ) ((fun p -> 2 * p) ((fun p -> 2 * p) 1)) (bit b)))
        (( * ) ((fun p -> 2 * p) 1) (bit c))) (bit d))

(** val row_of_board : bool list -> word list **)

let row_of_board row =
  (Word ('r'::('o'::('w'::[])))) :: ((Word (text cell_sign row)) :: [])

(** val piece_line : mark list -> word list **)

let piece_line piece0 =
  (Word ('p'::('i'::('e'::('c'::('e'::[])))))) :: ((Word
    (text mark_sign piece0)) :: [])

(** val clear_line : (nibble list * nibble list) -> word list **)

let clear_line move =
  (Word ('m'::('o'::('v'::('e'::[]))))) :: ((Word
    (text nibble_sign (fst move))) :: ((Number 0) :: ((Word
    (text nibble_sign (snd move))) :: ((Number 0) :: []))))

(** val edge_line : (int * int) -> word list **)

let edge_line edge =
  (Word ('e'::('d'::('g'::('e'::[]))))) :: ((Number (fst edge)) :: ((Number
    (snd edge)) :: []))

(** val product_line : int list -> word list **)

let product_line row =
  (Word
    ('p'::('r'::('o'::('d'::('u'::('c'::('t'::[])))))))) :: (map (fun x ->
                                                              Number x) row)

(** val element_line : int -> int list -> word list **)

let element_line n0 elements =
  (Number n0) :: (map (fun x -> Number x) elements)

(** val further_blocks : further_statement -> further_block list **)

let further_blocks s =
  let some = fun lines -> Block (Lines lines) in
  let head = fun kind0 ->
    some (((Word
      ('g'::('r'::('u'::('n'::('d'::('y'::('-'::('c'::('e'::('r'::('t'::('i'::('f'::('i'::('c'::('a'::('t'::('e'::[]))))))))))))))))))) :: ((Number
      1) :: [])) :: (((Word ('k'::('i'::('n'::('d'::[]))))) :: ((Word
      kind0) :: [])) :: []))
  in
  let wins = fun first0 -> (Word ('w'::('i'::('n'::('s'::[]))))) :: ((Word
    (if first0
     then 'f'::('i'::('r'::('s'::('t'::[]))))
     else 's'::('e'::('c'::('o'::('n'::('d'::[]))))))) :: [])
  in
  app
    (match s with
     | Joined (size0, edges, token, first0) ->
       (head ('m'::('a'::('t'::('c'::('h'::('i'::('n'::('g'::[]))))))))) :: (
         (some (((Word ('g'::('r'::('a'::('p'::('h'::[])))))) :: ((Number
           size0) :: [])) :: (((Word
           ('e'::('d'::('g'::('e'::('s'::[])))))) :: ((counted edges) :: [])) :: []))) :: ((Edges
         edges) :: ((some (((Word
                      ('t'::('o'::('k'::('e'::('n'::[])))))) :: ((Number
                      token) :: [])) :: ((wins first0) :: []))) :: [])))
     | Laid (columns, rows, pieces, first0) ->
       (head ('s'::('y'::('m'::('m'::('e'::('t'::('r'::('y'::[]))))))))) :: (
         (some (((Word
           ('b'::('o'::('a'::('r'::('d'::[])))))) :: ((counted rows) :: ((Number
           columns) :: []))) :: [])) :: ((Board_rows
         rows) :: ((some (map piece_line pieces)) :: ((some
                                                        ((wins first0) :: [])) :: []))))
     | Cleared (places, moves1, position, first0) ->
       (head ('s'::('y'::('m'::('m'::('e'::('t'::('r'::('y'::[]))))))))) :: (
         (some (((Word
           ('p'::('l'::('a'::('c'::('e'::('s'::[]))))))) :: ((Number
           places) :: [])) :: (((Word
           ('m'::('o'::('v'::('e'::('s'::[])))))) :: ((counted moves1) :: [])) :: []))) :: (
         (some (map clear_line moves1)) :: ((some (((Word
                                              ('p'::('o'::('s'::('i'::('t'::('i'::('o'::('n'::[]))))))))) :: ((Word
                                              (text nibble_sign position)) :: [])) :: (
                                              (wins first0) :: []))) :: [])))
     | Divides (m, p, e, losing, product0, elements) ->
       (head ('q'::('u'::('o'::('t'::('i'::('e'::('n'::('t'::[]))))))))) :: ((Block
         (Moves
         m)) :: ((some (((Word
                   ('p'::('e'::('r'::('i'::('o'::('d'::[]))))))) :: ((Number
                   p) :: [])) :: (((Word
                   ('p'::('r'::('e'::('p'::('e'::('r'::('i'::('o'::('d'::[])))))))))) :: ((Number
                   e) :: [])) :: (((Word
                   ('e'::('l'::('e'::('m'::('e'::('n'::('t'::('s'::[]))))))))) :: (
                   (counted product0) :: [])) :: (((Word
                   ('p'::[])) :: (map (fun x -> Number x) losing)) :: []))))) :: ((Products
         product0) :: ((some (((Word
                         ('v'::('a'::('l'::('u'::('e'::('s'::[]))))))) :: (
                         (counted (concat elements)) :: [])) :: [])) :: ((Elements
         elements) :: []))))))
    ((some (((Word ('e'::('n'::('d'::[])))) :: []) :: [])) :: [])

(** val helps_further : (string * int) -> char list list **)

let helps_further kind0 =
  if begins
       ('k'::('i'::('n'::('d'::(' '::('m'::('a'::('t'::('c'::('h'::('i'::('n'::('g'::[])))))))))))))
       kind0
  then ('m'::('a'::('t'::('e'::('s'::[]))))) :: (('b'::('a'::('r'::('r'::('i'::('e'::('r'::[]))))))) :: [])
  else ('s'::('q'::('u'::('a'::('r'::('e'::('s'::[]))))))) :: (('o'::('p'::('e'::('n'::('i'::('n'::('g'::[]))))))) :: (('i'::('m'::('a'::('g'::('e'::('s'::[])))))) :: []))

(** val numbered0 : (string * int) -> bool **)

let numbered0 f =
  (fun ends byte (text, at) -> if at = String.length text then ends () else byte text.[at] (text, at + 1))
    (fun _ -> false)
    (fun c _ -> existsb ((=) c) unsaid)
    f

(** val only_helps : (string * int) -> (string * int) -> bool **)

let only_helps kind0 f =
  (&&)
    (negb
      (begins
        ('k'::('i'::('n'::('d'::(' '::('q'::('u'::('o'::('t'::('i'::('e'::('n'::('t'::[])))))))))))))
        kind0))
    ((||) (numbered0 f) (existsb (fun s -> begins s f) (helps_further kind0)))

(** val kept_further : (string * int) -> (int * (string * int)) list **)

let kept_further f =
  let all0 = starts ('#' :: []) f 1 true [] in
  (match rev' all0 with
   | [] -> []
   | p :: l ->
     (match l with
      | [] -> p :: []
      | p0 :: _ ->
        let (_, kind0) = p0 in
        fold_left (fun found at_ ->
          if only_helps kind0 (snd at_) then found else at_ :: found)
          (unsealed all0) []))

(** val compare_each :
    ('a1 -> word list) -> 'a1 list -> (int * (string * int)) list -> progress **)

let rec compare_each line l found =
  match l with
  | [] -> Agree found
  | a :: l' ->
    (match compare1 ((line a) :: []) found with
     | Agree rest -> compare_each line l' rest
     | Differ rest -> Differ rest)

(** val compare_elements :
    int -> int list list -> (int * (string * int)) list -> progress **)

let rec compare_elements n0 l found =
  match l with
  | [] -> Agree found
  | elements :: l' ->
    (match compare1 ((element_line n0 elements) :: []) found with
     | Agree rest ->
       compare_elements ((+) n0 ( (List.length elements))) l' rest
     | Differ rest -> Differ rest)

(** val compare_further_block :
    further_block -> (int * (string * int)) list -> progress **)

let compare_further_block b found =
  match b with
  | Block b0 -> compare_block b0 found
  | Edges edges -> compare_each edge_line edges found
  | Board_rows rows -> compare_each row_of_board rows found
  | Products rows -> compare_each product_line rows found
  | Elements lines -> compare_elements 0 lines found

(** val compare_further :
    further_block list -> (int * (string * int)) list -> progress **)

let rec compare_further l found =
  match l with
  | [] -> Agree found
  | b :: l' ->
    (match compare_further_block b found with
     | Agree rest -> compare_further l' rest
     | Differ rest -> Differ rest)

(** val opens : 'a1 option -> bool **)

let opens = function
| Some _ -> true
| None -> false

(** val with_further :
    further_statement -> further_certificate -> further_certificate option **)

let with_further s c =
  match s with
  | Joined (_, edges, token, first0) ->
    (match c with
     | ByMatching (_, _, _, mates, barrier, parts) ->
       Some (ByMatching (edges, token, first0, mates, barrier, parts))
     | _ -> None)
  | Laid (columns, rows, pieces, first0) ->
    (match c with
     | ByPieces (_, _, _, opening, images) ->
       if (&&) (eqb first0 (opens opening))
            (forallb (fun row ->
              ((=) : int -> int -> bool) ( (List.length row)) columns) rows)
       then Some (ByPieces (columns, (map piece_of pieces), (free_of rows),
              opening, images))
       else None
     | _ -> None)
  | Cleared (_, moves1, position, first0) ->
    (match c with
     | ByTaking (_, _, opening, images) ->
       if eqb first0 (opens opening)
       then Some (ByTaking ((map change_of moves1), (places_of position),
              opening, images))
       else None
     | _ -> None)
  | Divides (m, p, e, losing, product0, elements) ->
    (match c with
     | ByQuotient (_, _, _, _, w) ->
       if ((=) : int -> int -> bool) p 0
       then Some (ByQuotient ((the_rule m), losing, product0,
              (concat elements), w))
       else None
     | ByQuotientForEver (_, _, _, _, _, _, w) ->
       (match rule_of m with
        | Heaps code ->
          if ((=) : int -> int -> bool) p 0
          then None
          else Some (ByQuotientForEver (code, losing, product0,
                 (concat elements), p, e, w))
        | _ -> None)
     | _ -> None)

(** val judge_further :
    (string * int) -> further_statement -> further_certificate -> verdict **)

let judge_further f s c =
  match compare_further (further_blocks s) (kept_further f) with
  | Agree rest ->
    (match rest with
     | [] ->
       (match with_further s c with
        | Some d -> if check_further d then Proved else Unproved
        | None -> Unproved)
     | p :: _ -> let (n0, _) = p in Unlike n0)
  | Differ rest ->
    (match rest with
     | [] -> Unlike 0
     | p :: _ -> let (n0, _) = p in Unlike n0)

type table_moves =
| Known of moves0
| Ridden of (int * int) list

type tabulated =
| Tabulates of bool option * table_moves * int list * int * char list
   * char list

type entries =
| OfValues of int list
| OfOutcomes of bool list

(** val table_rule : table_moves -> int list -> rule **)

let table_rule m shape =
  match m with
  | Known m0 -> rule_of m0
  | Ridden vectors ->
    Riders
      ((match shape with
        | [] -> 0
        | _ :: l ->
          (match l with
           | [] -> 0
           | width :: l0 -> (match l0 with
                             | [] -> width
                             | _ :: _ -> 0))), vectors)

(** val table_move_block : table_moves -> block **)

let table_move_block = function
| Known m0 -> Moves m0
| Ridden vectors ->
  Lines (((Word
    ('r'::('i'::('d'::('e'::('r'::('s'::[]))))))) :: (map (fun x -> Number x)
                                                       (flat_map (fun pat ->
                                                         let (x, y) = pat in
                                                         x :: (y :: []))
                                                         vectors))) :: [])

(** val table_blocks : tabulated -> block list **)

let table_blocks = function
| Tabulates (outcomes, m, shape, bytes, name, digest) ->
  let misere = match outcomes with
               | Some misere -> misere
               | None -> false in
  let values = match outcomes with
               | Some _ -> false
               | None -> true in
  (Lines (((Word
  ('g'::('r'::('u'::('n'::('d'::('y'::('-'::('c'::('e'::('r'::('t'::('i'::('f'::('i'::('c'::('a'::('t'::('e'::[]))))))))))))))))))) :: ((Number
  1) :: [])) :: (((Word ('k'::('i'::('n'::('d'::[]))))) :: ((Word
  ('t'::('a'::('b'::('l'::('e'::[])))))) :: [])) :: (((Word
  ('p'::('l'::('a'::('y'::[]))))) :: ((Word
  (if misere
   then 'm'::('i'::('s'::('e'::('r'::('e'::[])))))
   else 'n'::('o'::('r'::('m'::('a'::('l'::[]))))))) :: [])) :: (((Word
  ('h'::('o'::('l'::('d'::('s'::[])))))) :: ((Word
  (if values
   then 'v'::('a'::('l'::('u'::('e'::('s'::[])))))
   else 'o'::('u'::('t'::('c'::('o'::('m'::('e'::('s'::[]))))))))) :: [])) :: []))))) :: (
  (table_move_block m) :: ((Lines (((Word
  ('s'::('h'::('a'::('p'::('e'::[])))))) :: (map (fun x -> Number x) shape)) :: (((Word
  ('b'::('y'::('t'::('e'::('s'::[])))))) :: ((Number
  bytes) :: [])) :: (((Word ('f'::('i'::('l'::('e'::[]))))) :: ((Word
  name) :: [])) :: (((Word
  ('s'::('h'::('a'::('2'::('5'::('6'::[]))))))) :: ((Word
  digest) :: [])) :: (((Word
  ('e'::('n'::('d'::[])))) :: []) :: [])))))) :: []))

(** val in_names : char list **)

let in_names =
  list_ascii_of_string
    ('a'::('b'::('c'::('d'::('e'::('f'::('g'::('h'::('i'::('j'::('k'::('l'::('m'::('n'::('o'::('p'::('q'::('r'::('s'::('t'::('u'::('v'::('w'::('x'::('y'::('z'::('A'::('B'::('C'::('D'::('E'::('F'::('G'::('H'::('I'::('J'::('K'::('L'::('M'::('N'::('O'::('P'::('Q'::('R'::('S'::('T'::('U'::('V'::('W'::('X'::('Y'::('Z'::('0'::('1'::('2'::('3'::('4'::('5'::('6'::('7'::('8'::('9'::('_'::('.'::('+'::('-'::[]))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val is_name : char list -> bool **)

let is_name s =
  forallb (fun c -> existsb ((=) c) in_names) (list_ascii_of_string s)

(** val plain : tabulated -> bool **)

let plain = function
| Tabulates (_, _, _, _, name, digest) -> (&&) (is_name name) (is_name digest)

(** val little : int -> int -> char list **)

let rec little count n0 =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> [])
    (fun more ->
    ((fun n -> Char.chr (n land 255))
      ((fun a b -> if b = 0 then a else a mod b) n0 ((fun p -> 2 * p)
        ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
        ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
        ((fun p -> 2 * p) 1))))))))))::(little more
                                         ((fun a b -> if b = 0 then 0 else a / b)
                                           n0 ((fun p -> 2 * p)
                                           ((fun p -> 2 * p)
                                           ((fun p -> 2 * p)
                                           ((fun p -> 2 * p)
                                           ((fun p -> 2 * p)
                                           ((fun p -> 2 * p)
                                           ((fun p -> 2 * p)
                                           ((fun p -> 2 * p) 1)))))))))))
    count

(** val type_of : int -> char list **)

let type_of bytes =
  append
    (if ((=) : int -> int -> bool) bytes 1
     then '|'::('u'::[])
     else '<'::('u'::[]))
    (spelled ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p) 1)))
      bytes)

(** val tuple : int list -> char list **)

let tuple sides = match sides with
| [] ->
  append ('('::[])
    (append
      (concat0 (','::(' '::[]))
        (map
          (spelled ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p)
            1)))) sides)) (')'::[]))
| side :: l ->
  (match l with
   | [] ->
     append ('('::[])
       (append
         (spelled ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p)
           1))) side) (','::(')'::[])))
   | _ :: _ ->
     append ('('::[])
       (append
         (concat0 (','::(' '::[]))
           (map
             (spelled ((fun p -> 2 * p) ((fun p -> 2 * p + 1)
               ((fun p -> 2 * p) 1)))) sides)) (')'::[])))

(** val filled : int -> char list -> char list **)

let rec filled size0 s =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> s)
    (fun more ->
    match s with
    | [] -> ' '::(filled more s)
    | c::s' -> c::(filled more s'))
    size0

(** val header : int -> int list -> char list **)

let header bytes sides =
  append ('\147'::('N'::('U'::('M'::('P'::('Y'::[]))))))
    (append (little (Stdlib.succ 0) 1)
      (append (little (Stdlib.succ 0) 0)
        (append
          (little (Stdlib.succ (Stdlib.succ 0)) ((fun p -> 2 * p)
            ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) ((fun p -> 2 * p)
            ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1) 1)))))))
          (append
            (filled
              ( ((fun p -> 2 * p + 1) ((fun p -> 2 * p) ((fun p -> 2 * p + 1)
                ((fun p -> 2 * p) ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
                1)))))))
              (append
                ('{'::('\''::('d'::('e'::('s'::('c'::('r'::('\''::(':'::(' '::('\''::[])))))))))))
                (append (type_of bytes)
                  (append
                    ('\''::(','::(' '::('\''::('f'::('o'::('r'::('t'::('r'::('a'::('n'::('_'::('o'::('r'::('d'::('e'::('r'::('\''::(':'::(' '::('F'::('a'::('l'::('s'::('e'::(','::(' '::('\''::('s'::('h'::('a'::('p'::('e'::('\''::(':'::(' '::[]))))))))))))))))))))))))))))))))))))
                    (append (tuple sides) (','::(' '::('}'::[]))))))))
            (feed::[])))))

(** val after : char list -> (string * int) -> (string * int) option **)

let rec after s f =
  match s with
  | [] -> Some f
  | c::s' ->
    ((fun ends byte (text, at) -> if at = String.length text then ends () else byte text.[at] (text, at + 1))
       (fun _ -> None)
       (fun d rest -> if (=) c d then after s' rest else None)
       f)

(** val numbers_in :
    int -> (string * int) -> int -> int -> int -> int list -> int list option **)

let rec numbers_in count f left weight v found =
  (fun ends byte (text, at) -> if at = String.length text then ends () else byte text.[at] (text, at + 1))
    (fun _ ->
    if ((=) : int -> int -> bool) left count then Some (rev' found) else None)
    (fun c rest ->
    let v0 = (+) v (( * ) weight (Char.code c)) in
    if ((=) : int -> int -> bool) left 1
    then numbers_in count rest count 1 0 (v0 :: found)
    else numbers_in count rest ((fun n -> if n = 0 then 0 else n - 1) left)
           (( * ) ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) 1)))))))) weight) v0 found)
    f

(** val bits0 : int -> int -> bool list -> bool list **)

let rec bits0 count n0 found =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> found)
    (fun more ->
    bits0 more
      ((fun a b -> if b = 0 then 0 else a / b) n0 ((fun p -> 2 * p) 1))
      (((fun n -> n land 1 = 1) n0) :: found))
    count

(** val bits_in : (string * int) -> int -> bool list -> bool list option **)

let rec bits_in f left found =
  (fun ends byte (text, at) -> if at = String.length text then ends () else byte text.[at] (text, at + 1))
    (fun _ ->
    if ((=) : int -> int -> bool) left 0 then Some (rev' found) else None)
    (fun c rest ->
    let n0 = Char.code c in
    if ((<=) : int -> int -> bool) ((fun p -> 2 * p) ((fun p -> 2 * p)
         ((fun p -> 2 * p) 1))) left
    then bits_in rest
           ((fun a b -> if a <= b then 0 else a - b) left ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) 1))))
           (bits0 (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
             (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ 0)))))))) n0
             found)
    else if (&&) (((<) : int -> int -> bool) 0 left)
              (((<) : int -> int -> bool) n0
                ((fun a n -> let rec pow n = if n = 0 then 1 else a * pow (n - 1) in pow n)
                  ((fun p -> 2 * p) 1) left))
         then bits_in rest 0 (bits0 ( left) n0 found)
         else None)
    f

(** val product : int list -> int -> int option **)

let rec product shape found =
  match shape with
  | [] -> Some found
  | side :: shape' ->
    if (&&) (((<) : int -> int -> bool) 0 side)
         (((<=) : int -> int -> bool) found
           ((fun a b -> if b = 0 then 0 else a / b) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             ((fun p -> 2 * p) ((fun p -> 2 * p) ((fun p -> 2 * p)
             1)))))))))))))))))))))))))))))))))))))))) side))
    then product shape' (( * ) found side)
    else None

(** val entries_of : tabulated -> (string * int) -> entries option **)

let entries_of t0 data =
  let Tabulates (outcomes, _, shape, bytes, _, _) = t0 in
  (match product shape 1 with
   | Some count ->
     (match outcomes with
      | Some _ ->
        (match after
                 (header bytes
                   (((fun a b -> if b = 0 then 0 else a / b)
                      ((+) count ((fun p -> 2 * p + 1) ((fun p -> 2 * p + 1)
                        1))) ((fun p -> 2 * p) ((fun p -> 2 * p)
                      ((fun p -> 2 * p) 1)))) :: [])) data with
         | Some rest ->
           if ((=) : int -> int -> bool) bytes 1
           then (match bits_in rest count [] with
                 | Some losing -> Some (OfOutcomes losing)
                 | None -> None)
           else None
         | None -> None)
      | None ->
        (match after (header bytes shape) data with
         | Some rest ->
           if (||)
                ((||) (((=) : int -> int -> bool) bytes 1)
                  (((=) : int -> int -> bool) bytes ((fun p -> 2 * p) 1)))
                (((=) : int -> int -> bool) bytes ((fun p -> 2 * p)
                  ((fun p -> 2 * p) 1)))
           then (match numbers_in bytes rest bytes 1 0 [] with
                 | Some values ->
                   if ((=) : int -> int -> bool) ( (List.length values)) count
                   then Some (OfValues values)
                   else None
                 | None -> None)
           else None
         | None -> None))
   | None -> None)

(** val fills : int -> int list -> bool **)

let rec fills count = function
| [] -> ((=) : int -> int -> bool) count 1
| side :: shape' ->
  (&&)
    (((=) : int -> int -> bool)
      ((fun a b -> if b = 0 then a else a mod b) count side) 0)
    (fills ((fun a b -> if b = 0 then 0 else a / b) count side) shape')

(** val full0 : 'a1 list -> int list -> bool **)

let full0 l shape =
  (&&) (forallb (((<) : int -> int -> bool) 0) shape)
    (fills ( (List.length l)) shape)

(** val the_table_rule : table_moves -> int list -> rule **)

let the_table_rule m shape =
  match m with
  | Known m0 -> the_rule m0
  | Ridden _ -> table_rule m shape

(** val right :
    tabulated -> (((int * bool) * bool) * int list) option -> entries -> bool **)

let right t0 mask0 e =
  let Tabulates (outcomes, m, shape, _, _, _) = t0 in
  (match outcomes with
   | Some misere ->
     (match e with
      | OfValues _ -> false
      | OfOutcomes losing ->
        (&&) (full0 losing shape)
          (check (ByOutcomes ((the_table_rule m shape), misere, losing))))
   | None ->
     (match e with
      | OfValues values ->
        (&&) (full0 values shape)
          (check (ByTable ((the_table_rule m shape), mask0, values)))
      | OfOutcomes _ -> false))

type table_verdict =
| OtherEntries
| Judged of verdict

(** val judge_table :
    (string * int) -> (string * int) -> tabulated -> (entries ->
    (((int * bool) * bool) * int list) option) -> table_verdict **)

let judge_table f data t0 guess1 =
  match entries_of t0 data with
  | Some e ->
    Judged
      (match compare_blocks (table_blocks t0) (kept1 f) with
       | Agree rest ->
         (match rest with
          | [] ->
            if (&&) (plain t0) (right t0 (guess1 e) e)
            then Proved
            else Unproved
          | p :: _ -> let (n0, _) = p in Unlike n0)
       | Differ rest ->
         (match rest with
          | [] -> Unlike 0
          | p :: _ -> let (n0, _) = p in Unlike n0))
  | None -> OtherEntries
