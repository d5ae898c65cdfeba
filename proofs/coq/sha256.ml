(* SHA-256 (FIPS 180-4) of a text, as 64 hexadecimal digits. *)

let word n = n land 0xffffffff
let turned n by = word ((n lsr by) lor (n lsl (32 - by)))

let primes =
  let rec from n found =
    if List.length found = 64 then List.rev found
    else from (n + 1) (if List.exists (fun p -> n mod p = 0) found then found else n :: found)
  in
  from 2 []

(* The first 32 bits behind the point of the root of a prime: the largest r with r^power <= prime * 2^(32 power), by
   bisection on numbers of 16 bits a digit, as the powers do not fit in 63 bits. *)
let fraction power prime =
  let times a b =
    let product = Array.make (Array.length a + Array.length b) 0 in
    Array.iteri (fun i x -> Array.iteri (fun j y ->
      let rec carry k n =
        if n > 0 then begin
          let sum = product.(k) + n in
          product.(k) <- sum land 0xffff;
          carry (k + 1) (sum lsr 16)
        end
      in
      carry (i + j) (x * y)) b) a;
    product
  in
  let digits n = Array.init 4 (fun i -> (n lsr (16 * i)) land 0xffff) in
  let bound = Array.make 16 0 in
  bound.(2 * power) <- prime;
  let fits r =
    let d = digits r in
    let p = if power = 2 then times d d else times d (times d d) in
    let rec compared i =
      if i < 0 then true
      else
        let x = if i < Array.length p then p.(i) else 0 and y = bound.(i) in
        if x = y then compared (i - 1) else x < y
    in
    compared 15
  in
  let rec bisect low high =
    if high - low = 1 then low
    else
      let middle = (low + high) / 2 in
      if fits middle then bisect middle high else bisect low middle
  in
  word (bisect 0 (1 lsl 40))

let start = List.filteri (fun i _ -> i < 8) primes |> List.map (fraction 2) |> Array.of_list
let added = List.map (fraction 3) primes |> Array.of_list

let hex text =
  let size = String.length text in
  let whole = (size + 9 + 63) / 64 * 64 in
  let byte i =
    if i < size then Char.code text.[i]
    else if i = size then 0x80
    else if i >= whole - 8 then ((8 * size) lsr (8 * (whole - 1 - i))) land 0xff
    else 0
  in
  let h = Array.copy start and w = Array.make 64 0 in
  for block = 0 to (whole / 64) - 1 do
    for i = 0 to 15 do
      let at = (64 * block) + (4 * i) in
      w.(i) <- (byte at lsl 24) lor (byte (at + 1) lsl 16) lor (byte (at + 2) lsl 8) lor byte (at + 3)
    done;
    for i = 16 to 63 do
      let a = w.(i - 15) and b = w.(i - 2) in
      w.(i) <- word (w.(i - 16) + (turned a 7 lxor turned a 18 lxor (a lsr 3))
                     + w.(i - 7) + (turned b 17 lxor turned b 19 lxor (b lsr 10)))
    done;
    let s = Array.copy h in
    for i = 0 to 63 do
      let a = s.(0) and e = s.(4) in
      let chosen = (e land s.(5)) lxor (word (lnot e) land s.(6)) in
      let most = (a land s.(1)) lxor (a land s.(2)) lxor (s.(1) land s.(2)) in
      let one = s.(7) + (turned e 6 lxor turned e 11 lxor turned e 25) + chosen + added.(i) + w.(i) in
      let two = (turned a 2 lxor turned a 13 lxor turned a 22) + most in
      Array.blit s 0 s 1 7;
      s.(4) <- word (s.(4) + one);
      s.(0) <- word (one + two)
    done;
    Array.iteri (fun i x -> h.(i) <- word (h.(i) + x)) s
  done;
  String.concat "" (Array.to_list (Array.map (Printf.sprintf "%08x") h))
