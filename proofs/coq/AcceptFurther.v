(** As [Accept.v], for further kinds: what is said in the file is read in one way only, and is true if it is accepted. *)

From Coq Require Import NArith Bool Ascii String List.
From Grundy Require Import Statements Further FurtherSound Print Text Parse Accept PrintFurther ParseFurther.
Import ListNotations. Open Scope string_scope. Open Scope list_scope. Open Scope N_scope.

(** * Comparing
    Lines of which there may be millions are made one by one. *)
Fixpoint compare_each {A} (line : A -> list word) (l : list A) (found : list (N * file)) : progress :=
  match l with
  | [] => Agree found
  | a :: l' => match compare [line a] found with Agree rest => compare_each line l' rest | differ => differ end
  end.

Fixpoint compare_elements (n : N) (l : list (list N)) (found : list (N * file)) : progress :=
  match l with
  | [] => Agree found
  | elements :: l' =>
      match compare [element_line n elements] found with
      | Agree rest => compare_elements (n + N.of_nat (length elements)) l' rest
      | differ => differ
      end
  end.

Definition compare_further_block (b : further_block) (found : list (N * file)) : progress :=
  match b with
  | Block b => compare_block b found | Edges edges => compare_each edge_line edges found
  | Board_rows rows => compare_each row_of_board rows found | Products rows => compare_each product_line rows found
  | Elements lines => compare_elements 0 lines found
  end.

Fixpoint compare_further (l : list further_block) (found : list (N * file)) : progress :=
  match l with
  | [] => Agree found
  | b :: l' => match compare_further_block b found with Agree rest => compare_further l' rest | differ => differ end
  end.

Lemma compare_each_is {A} (line : A -> list word) l found rest : Forall sound_line (map line l) ->
  compare_each line l found = Agree rest -> texts found = map written (map line l) ++ texts rest.
Proof.
  revert found. induction l as [|a l IH]; intros found F C; [now injection C as ->|].
  cbn [compare_each map] in *. inversion_clear F.
  destruct (compare _ found) as [more|] eqn:E; [|discriminate]. apply compare_is in E; [|now apply Forall_cons].
  now rewrite E, (IH more).
Qed.

Lemma compare_elements_is l n found rest : Forall sound_line (element_lines n l) ->
  compare_elements n l found = Agree rest -> texts found = map written (element_lines n l) ++ texts rest.
Proof.
  revert n found. induction l as [|elements l IH]; intros n found F C; [now injection C as ->|].
  cbn [compare_elements element_lines map] in *. inversion_clear F.
  destruct (compare _ found) as [more|] eqn:E; [|discriminate]. apply compare_is in E; [|now apply Forall_cons].
  now rewrite E, (IH (n + N.of_nat (length elements)) more).
Qed.

Lemma compare_further_is l found rest : Forall sound_line (flat_map further_block_lines l) ->
  compare_further l found = Agree rest -> texts found = map written (flat_map further_block_lines l) ++ texts rest.
Proof.
  revert found. induction l as [|b l IH]; intros found F C; [now injection C as ->|].
  cbn [compare_further flat_map] in *. apply Forall_app in F. destruct F as [F F'].
  destruct (compare_further_block b found) as [more|] eqn:E; [|discriminate].
  assert (texts found = map written (further_block_lines b) ++ texts more) as T.
  { destruct b; [now apply compare_block_is | | | | now apply compare_elements_is]; now apply compare_each_is. }
  rewrite T, (IH _ F' C), map_app. now rewrite app_assoc.
Qed.

(** * What is said, with what shows it *)
Definition opens {A} (opening : option A) : bool := match opening with Some _ => true | None => false end.

Definition with_further (s : further_statement) (c : further_certificate) : option further_certificate :=
  match s, c with
  | Joined _ edges token first, ByMatching _ _ _ mates barrier parts => Some (ByMatching edges token first mates barrier parts)
  | Laid columns rows pieces first, ByPieces _ _ _ opening images =>
      if Bool.eqb first (opens opening) && forallb (fun row => N.of_nat (length row) =? columns) rows then
        Some (ByPieces columns (map piece_of pieces) (free_of rows) opening images)
      else None
  | Cleared _ moves position first, ByTaking _ _ opening images =>
      if Bool.eqb first (opens opening) then Some (ByTaking (map change_of moves) (places_of position) opening images) else None
  | Divides m p e losing product elements, ByQuotient _ _ _ _ w =>
      if p =? 0 then Some (ByQuotient (the_rule m) losing product (concat elements) w) else None
  | Divides m p e losing product elements, ByQuotientForEver _ _ _ _ _ _ w =>
      match rule_of m with
      | Heaps code => if p =? 0 then None else Some (ByQuotientForEver code losing product (concat elements) p e w) | _ => None
      end
  | _, _ => None
  end.

Lemma with_further_is s c d : with_further s c = Some d -> further_claim_of d = claimed_further s.
Proof.
  destruct s, c; cbn [with_further]; try discriminate.
  - intros S. now injection S as <-.
  - destruct (Bool.eqb first (opens opening)) eqn:E; [|discriminate]. apply eqb_prop in E. subst first.
    destruct (forallb _ rows); [|discriminate]. intros S. now injection S as <-.
  - destruct (Bool.eqb first (opens opening)) eqn:E; [|discriminate]. apply eqb_prop in E. subst first.
    intros S. now injection S as <-.
  - cbn [claimed_further]. destruct (p =? 0); [|discriminate]. intros S. injection S as <-. cbn [further_claim_of].
    now rewrite the_rule_is.
  - cbn [claimed_further]. destruct (rule_of m) eqn:R; try discriminate. destruct (p =? 0); [discriminate|].
    intros S. now injection S as <-.
Qed.

(** * The verdict *)
Definition judge_further (f : file) (s : further_statement) (c : further_certificate) : verdict :=
  match compare_further (further_blocks s) (kept_further f) with
  | Agree [] => match with_further s c with Some d => if check_further d then Proved else Unproved | None => Unproved end
  | Agree ((n, _) :: _) | Differ ((n, _) :: _) => Unlike n
  | Differ [] => Unlike 0
  end.

Theorem accepted_further f s c : judge_further f s c = Proved ->
  parse_further (told_further f) = Some s /\ print_further s = told_further f /\ holds_further (claimed_further s).
Proof.
  unfold judge_further. destruct (compare_further _ _) as [[|[n g] rest]|[|[n g] rest]] eqn:C; try discriminate.
  destruct (with_further s c) as [d|] eqn:S; [|discriminate]. destruct (check_further d) eqn:K; [|discriminate]. intros _.
  apply compare_further_is in C; [|apply sound_further].
  assert (print_further s = told_further f) as P.
  { unfold told_further. fold (texts (kept_further f)). rewrite C. cbn. now rewrite app_nil_r. }
  split; [rewrite <- P; apply parse_print_further|]. split; trivial. rewrite <- (with_further_is _ _ _ S). now apply further_sound.
Qed.
