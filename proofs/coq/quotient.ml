(* A certificate of a misère quotient. *)

open Read

type read = { rule : rule; checked : Checker.rule; repeats : (int * int) option; lost : int list; product : int list list; elements : int list }

let read lines =
  let rule, checked =
    if peek lines = "nodes" then
      let nodes = nodes lines in
      Nodes nodes, Checker.Nodes nodes
    else
      let heaps = heaps lines in
      Heaps heaps, Checker.Heaps (code heaps)
  in
  let period = one lines "period" 0 20_000_000 in
  let preperiod = one lines "preperiod" 0 (if period > 0 then 20_000_000 else 0) in
  let order = one lines "elements" 1 4_000 in
  let line, words = take lines "p" in
  let lost = List.map (number line) words in
  if not (increasing 0 lost && List.for_all (fun x -> x < order) lost) then
    refuse "line %d: expected elements in increasing order" line;
  let row _ =
    let line, words = take lines "product" in
    let row = List.map (number line) words in
    if List.length row <> order || List.exists (fun x -> x >= order) row then refuse "line %d: expected %d elements" line order;
    row
  in
  let product = List.init order row in
  let size = one lines "values" 1 20_000 in
  let elements = values lines size in
  if List.exists (fun x -> x >= order) elements then refuse "expected elements below %d" order;
  (match rule with
  | Nodes nodes when period > 0 || List.length nodes <> size -> refuse "expected an element for each node, and no period"
  | _ -> ());
  { rule; checked; repeats = (if period > 0 then Some (period, preperiod) else None); lost; product; elements }

(* What shows it. None of it is believed: if it is wrong, the check fails. *)

(* For each element a part that has it, and how all are products of these. *)
let made product of_part =
  let part = Hashtbl.create 100 in
  Array.iteri (fun n x -> if not (Hashtbl.mem part x) then Hashtbl.add part x n) of_part;
  let letters = List.sort compare (Hashtbl.fold (fun x n l -> (n, x) :: l) part []) in
  let done_ = Array.make (Array.length product) false and steps = ref [] and waiting = Queue.create () in
  let reach x =
    done_.(x) <- true;
    Queue.add x waiting
  in
  reach 0;
  while not (Queue.is_empty waiting) do
    let y = Queue.pop waiting in
    let step (n, g) =
      let x = product.(g).(y) in
      if not done_.(x) then begin
        steps := (n, y) :: !steps;
        reach x
      end
    in
    List.iter step letters
  done;
  let steps = List.rev !steps in
  List.sort_uniq compare (List.map fst steps), steps

let within a b =
  let rec from i = i = Bytes.length a || ((Bytes.get a i = '0' || Bytes.get b i = '1') && from (i + 1)) in
  from 0

(* Put a set among those that are kept with an element, unless a part of it is there; those that it is a part of leave. *)
let add least x beside =
  let found = Option.value ~default:[] (Hashtbl.find_opt least x) in
  let new_ = not (List.exists (fun other -> within other beside) found) in
  if new_ then Hashtbl.replace least x (beside :: List.filter (fun other -> not (within beside other)) found);
  new_

let listed least =
  let places set = List.filter (fun z -> Bytes.get set z = '1') (List.init (Bytes.length set) Fun.id) in
  Hashtbl.fold (fun x sets l -> List.map (fun set -> x, set) sets @ l) least []
  |> List.map (fun (x, set) -> x, places set)
  |> List.sort compare

let kinds (game : Checker.play) product of_part is_lost =
  let order = Array.length product in
  let set f = Bytes.init order (fun z -> if f z then '1' else '0') in
  let has set z = Bytes.get set z = '1' in
  let first = Hashtbl.create 100 in
  let part n x =
    let options = List.map (List.fold_left (fun y part -> product.(y).(of_part.(part))) 0) (game.options n) in
    let options = List.sort_uniq compare options in
    if options <> [] then
      ignore (add first x (set (fun z -> List.exists (fun e -> is_lost.(product.(e).(z))) options)))
  in
  Array.iteri part of_part;
  let parts = Hashtbl.fold (fun x sets l -> List.map (fun set -> x, set) sets @ l) first [] in
  let kept = Hashtbl.create 100 in
  let rec close = function
    | [] -> ()
    | (x, beside) :: waiting ->
        if not (add kept x beside) then close waiting
        else if (not is_lost.(x)) && not (has beside 0) then () (* the check will fail here *)
        else
          let sum (y, other) = product.(x).(y), set (fun z -> has beside product.(y).(z) || has other product.(x).(z)) in
          close (List.rev_append (List.rev_map sum parts) waiting)
  in
  close parts;
  listed first, listed kept

let witness { checked; lost; product; elements; _ } =
  let product = Array.of_list (List.map Array.of_list product) and of_part = Array.of_list elements in
  let is_lost = Array.make (Array.length product) false in
  List.iter (fun x -> is_lost.(x) <- true) lost;
  let generators, making = made product of_part in
  let part_kinds, sum_kinds =
    match Checker.play_of checked [] with Some game -> kinds game product of_part is_lost | None -> [], []
  in
  { Checker.generators; making; part_kinds; sum_kinds }

let certificate it =
  match it.checked, it.repeats with
  | Checker.Heaps code, Some (period, preperiod) ->
      Checker.ByQuotientForEver (code, it.lost, it.product, it.elements, period, preperiod, witness it)
  | _ -> Checker.ByQuotient (it.checked, it.lost, it.product, it.elements, witness it)

let words lost product heaps =
  Printf.sprintf "the misere quotient has %d elements, %d in P, for %s" (List.length product) (List.length lost) heaps

let words_of_some lost product elements = words lost product (Printf.sprintf "%d heaps" (List.length elements))

let words_of_all lost product elements period preperiod =
  words lost product
    (Printf.sprintf "all heaps: those below %d repeat with period %d from %d on" (List.length elements) period preperiod)
