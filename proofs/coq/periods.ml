(* Periods of heaps, by pairs, by a mask or by windows. *)

open Read

(* Of windows: how many heaps each has, what makes heaps rare, if there are splits, and within which reach pairs are
   looked for. *)
type windows = { length : int; mask : int; twist : bool; tag : bool; splits : bool; reach : int }
type method_ = Listed of by | Windows of windows

let windows heaps line words =
  let code = code heaps in
  match List.map (number line) words, words with
  | [ length; mask; twist; reach ], [ _; masked; twisted; _ ] ->
      let most = 20_000_000 in
      if length > most || reach > most then refuse "line %d: expected lengths up to %d" line most;
      if List.exists (fun (_, digit) -> digit > 7) code then refuse "line %d: expected digits below 8" line;
      if List.exists (fun (_, digit) -> digit > 3) code then
        match Read.masked heaps line masked twisted with
        | Mask (mask, twist, tag) when reach > 0 -> { length; mask; twist; tag; splits = true; reach }
        | _ -> refuse "line %d: expected a reach of at least 1" line
      else if mask > 0 || twist > 0 || reach > 0 then refuse "line %d: expected no mask, twist or reach without splits" line
      else { length; mask; twist = false; tag = true; splits = false; reach }
  | _ -> refuse "line %d: expected four numbers after 'window'" line

let method_ lines heaps =
  match take lines "method" with
  | _, [ "pairs" ] -> Listed Pairs
  | line, [ "mask"; mask; twist ] -> Listed (masked heaps line mask twist)
  | line, "window" :: words -> Windows (windows heaps line words)
  | line, _ -> refuse "line %d: expected 'pairs', 'mask' with two numbers or 'window' with four" line

let rare lines =
  let line, words = take lines "rare" in
  let found = List.map (number line) words in
  if not (increasing 1 found) then refuse "line %d: expected heaps of at least 1 in increasing order" line;
  found

(* Heaps to look at first, of which nothing is believed. *)
let tries most lines =
  if peek lines = "tries" then begin
    let line, words = take lines "tries" in
    let found = List.map (number line) words in
    let count = List.length found in
    if count < 1 || count > 10_000 || List.mem 0 found || List.length (List.sort_uniq compare found) < count then
      refuse "line %d: expected from 1 to 10000 different heaps of at least 1" line;
    if List.exists (fun heap -> heap > most) found then refuse "line %d: expected heaps within the reach" line
  end

(* The windows that are listed, each with the heap behind it. *)
let states lines size length =
  let rec from last count found =
    if peek lines <> "state" then List.rev found
    else begin
      let heap = one lines "state" 1 1_000_000_000_000_000 in
      if heap <= last || heap < length then refuse "state %d: expected states in increasing order, beyond the values" heap;
      if (count + 1) * length > 20_000_000 then refuse "state %d: more than 20000000 values in states" heap;
      let values = values ~first:(heap - length) lines heap in
      from heap (count + 1) ((heap, values) :: found)
    end
  in
  from size 0 []

let most_heaps = 10_000_000_000 (* that are looked at one by one, in some hours *)

(* The values of the heaps from [size] on, piece by piece, each found from those before it when it is asked for. Where
   they do not lead to a state as it is listed there are no more. Nothing of this is believed. *)
let found code it rare values states =
  let g = Array.of_list values in
  let size = Array.length g in
  let taking heaps = List.filter_map (fun (take, digit) -> if (digit lsr heaps) land 1 = 1 then Some take else None) code in
  let beside take = List.map (fun r -> take + r, g.(r)) rare in
  let lags = Array.of_list (List.map (fun take -> take, 0) (taking 1) @ List.concat_map beside (taking 2)) in
  let window = ref (if it.length > size then [||] else Array.sub g (size - it.length) it.length) in
  let going = ref (Array.for_all (fun (lag, _) -> lag <= Array.length !window) lags) in
  let left = Array.make (1 lsl 20) (-1) in
  let rec least n v =
    if v = Array.length left then begin going := false; 0 end
    else if left.(v) = n || (it.splits && Checker.tag it.mask it.twist n v = it.tag) then least n (v + 1)
    else v
  in
  let piece start stop state () =
    if not !going then []
    else begin
      let line = Array.append !window (Array.make (stop - start) 0) in
      for n = start to stop - 1 do
        let at = it.length + n - start in
        Array.iter (fun (lag, x) -> left.(line.(at - lag) lxor x) <- n) lags;
        line.(at) <- least n 0
      done;
      window := Array.sub line (stop - start) it.length;
      if Option.fold ~none:false ~some:(( <> ) !window) state then going := false;
      if !going then Array.to_list (Array.sub line it.length (stop - start)) else []
    end
  in
  let most = max 100_000 (2 * it.length) in
  let rec stretch start (stop, state) pieces =
    if stop - start <= most then piece start stop (Some (Array.of_list state)) :: pieces
    else stretch (start + most) (stop, state) (piece start (start + most) None :: pieces)
  in
  let _, pieces = List.fold_left (fun (start, pieces) state -> fst state, stretch start state pieces) (size, []) states in
  List.rev pieces

let read lines =
  let heaps = heaps lines in
  let period = one lines "period" 1 1_000_000_000_000_000 in
  let preperiod = one lines "preperiod" 0 1_000_000_000_000_000 in
  let by = method_ lines heaps in
  let masked = match by with Listed Pairs | Windows { splits = false; _ } -> false | _ -> true in
  let listed = if masked then rare lines else [] in
  if masked then tries (match by with Windows it -> it.reach | Listed _ -> max_int) lines;
  let size = one lines "values" 1 20_000_000 in
  let values = values lines size in
  let code = code heaps in
  let rare_and_tries mask twist tag =
    let is_rare = is_rare values mask twist tag in
    if List.filter is_rare (List.init (size - 1) (( + ) 1)) <> listed then
      refuse "the rare heaps are not those that are listed";
    Tries.found code ~is_rare values
  in
  match by with
  | Listed Pairs -> Heaps heaps, Checker.ByPairs (code, period, preperiod, values)
  | Listed (Mask (mask, twist, tag)) ->
      Heaps heaps, Checker.ByMask (code, period, preperiod, mask, twist, tag, rare_and_tries mask twist tag, values)
  | Windows it ->
      let tries = if masked then List.filter (fun heap -> heap <= it.reach) (rare_and_tries it.mask it.twist it.tag) else [] in
      let states = states lines size it.length in
      let last = preperiod - 1 + it.length + period in
      if fst (List.fold_left (fun _ state -> state) (size, []) states) <> last then refuse "expected the state %d as the last" last;
      if last > most_heaps then raise (Uncovered (Printf.sprintf "windows beyond heap %d" most_heaps));
      let more = found code it listed values states in
      ( Heaps heaps,
        Checker.ByWindows (code, period, preperiod, it.length, it.mask, it.twist, it.tag, it.reach, tries, values, more) )
