(* Small heaps whose pairs show most values of the options of large ones. It is a guess, which saves time alone: what
   these heaps do not show is looked for among all pairs. *)

let most = 1_000 (* the largest heap tried *)
let samples = 500
let enough = 250

let found code ~is_rare values =
  let g = Array.of_list values in
  let size = Array.length g in
  let taking heaps = List.filter_map (fun (take, digit) -> if (digit lsr heaps) land 1 = 1 then Some take else None) code in
  let ones = taking 1 and splits = taking 2 in
  let rare = List.filter is_rare (List.init (size - 1) (( + ) 1)) in
  (* The values below that of heap n which neither one heap nor a pair with a rare one shows. *)
  let missing n =
    let left = Array.make (g.(n) + 1) true in
    let count = ref g.(n) in
    let show v =
      if v < g.(n) && left.(v) then begin
        left.(v) <- false;
        decr count
      end
    in
    List.iter (fun take -> if take < n then show g.(n - take)) ones;
    List.iter (fun take -> List.iter (fun r -> if take + r < n then show (g.(r) lxor g.(n - take - r))) rare) splits;
    n, left, count
  in
  let step = max 1 (size / samples) in
  let open_ = List.init (min samples ((size - 1) / step)) (fun i -> missing (size - 1 - (i * step))) in
  let each heap f (n, left, count) =
    List.iter
      (fun take ->
        let other = n - take - heap in
        if other > 0 then
          let v = g.(heap) lxor g.(other) in
          if v < g.(n) && left.(v) then f left v count)
      splits
  in
  let gain heap =
    let sum = ref 0 in
    List.iter (fun sample -> if let _, _, count = sample in !count > 0 then each heap (fun _ _ _ -> incr sum) sample) open_;
    !sum
  in
  let take heap = List.iter (each heap (fun left v count -> left.(v) <- false; decr count)) open_ in
  let bound = Array.init (min most size) (fun heap -> if heap = 0 then 0 else max_int) in
  (* What a heap would show only becomes less, so the best by old numbers is the best if its number still is the same. *)
  let rec choose found =
    let best = ref 0 in
    Array.iteri (fun heap most -> if most > bound.(!best) then best := heap) bound;
    let now = if bound.(!best) = 0 then 0 else gain !best in
    if bound.(!best) = 0 || List.length found = enough then found
    else if now < bound.(!best) then begin
      bound.(!best) <- now;
      choose found
    end
    else begin
      take !best;
      bound.(!best) <- 0;
      choose (!best :: found)
    end
  in
  choose []
