(** The checker, from the file to the theorem: what is said in the file is read in one way only, and is true if it is
    accepted. The statement and what shows it come from a reader that is not proved; the statement is then written down
    and compared with the file. *)

From Coq Require Import NArith Bool Ascii String List.
From Grundy Require Import Statements Sound Print Text Parse.
Import ListNotations. Open Scope string_scope. Open Scope list_scope. Open Scope N_scope.

(** * Comparing *)
Fixpoint same (s : string) (f : file) : bool :=
  match s, f with
  | EmptyString, _ => true | String c s', Byte d rest => Ascii.eqb c d && same s' rest | String _ _, Ends => false
  end.

(** Whether lines begin as expected, and those that were not compared, the first that differs in front. *)
Inductive progress := Agree (rest : list (N * file)) | Differ (rest : list (N * file)).

Fixpoint compare (expected : list (list word)) (found : list (N * file)) : progress :=
  match expected, found with
  | [], _ => Agree found
  | line :: expected', (_, f) :: found' => if same (written line) f then compare expected' found' else Differ found
  | _, [] => Differ []
  end.

Fixpoint compare_nodes (n : N) (nodes : list (list (list (list N)))) (found : list (N * file)) : progress :=
  match nodes with
  | [] => Agree found
  | lines :: nodes' =>
      match compare (map (fun options => Word "node" :: Number n :: map Parts options) lines) found with
      | Agree rest => compare_nodes (n + 1) nodes' rest
      | differ => differ
      end
  end.

Fixpoint compare_rows (n : N) (rows : list (option N * list N)) (found : list (N * file)) : progress :=
  match rows with
  | [] => Agree found
  | row :: rows' =>
      match compare [row_line n row] found with Agree rest => compare_rows (n + 1) rows' rest | differ => differ end
  end.

Definition compare_block (b : block) (found : list (N * file)) : progress :=
  match b with
  | Moves (OfNodes nodes) =>
      match compare [[Word "nodes"; counted nodes]] found with Agree rest => compare_nodes 0 nodes rest | differ => differ end
  | Rows rows => compare_rows 0 rows found
  | _ => compare (block_lines b) found
  end.

Fixpoint compare_blocks (l : list block) (found : list (N * file)) : progress :=
  match l with
  | [] => Agree found
  | b :: l' => match compare_block b found with Agree rest => compare_blocks l' rest | differ => differ end
  end.

Definition texts (found : list (N * file)) : list string := map (fun at_ => line_at (snd at_)) found.

Definition no_feed (c : ascii) : bool := negb (Ascii.eqb c feed).

Lemma same_is s f : every no_feed s = true -> same (s ++ String feed "") f = true -> line_at f = (s ++ String feed "")%string.
Proof.
  revert f. induction s as [|c s IH]; intros [|d f] E S; try discriminate; cbn [append same line_at every] in *;
    apply andb_true_iff in S; destruct S as [S S']; apply Ascii.eqb_eq in S; subst d.
  - now rewrite Ascii.eqb_refl.
  - apply andb_true_iff in E. destruct E as [D E]. unfold no_feed in D. destruct (Ascii.eqb c feed); [discriminate|].
    now rewrite (IH f E S').
Qed.

Lemma no_feed_within line : Forall sound_word line -> every no_feed (join " " (map shown line)) = true.
Proof.
  intros F. induction F as [|w line S F IH]; trivial.
  assert (every no_feed (shown w) = true) as W.
  { apply bare_shown in S. revert S. apply every_more. intros c. unfold bare, no_feed. rewrite andb_true_iff. tauto. }
  destruct line as [|v line]; [exact W|]. cbn [map join] in *. rewrite every_app, W. exact IH.
Qed.

Lemma compare_is expected found rest : Forall sound_line expected -> compare expected found = Agree rest ->
  texts found = map written expected ++ texts rest.
Proof.
  revert found. induction expected as [|line expected IH]; intros found F C; [now injection C as ->|].
  inversion_clear F as [|? ? [_ S] F']. destruct found as [|[n f] found]; [discriminate|]. cbn [compare] in C.
  destruct (same (written line) f) eqn:E; [|discriminate]. cbn [texts map snd app]. f_equal; [|now apply IH].
  apply same_is; trivial. now apply no_feed_within.
Qed.

Lemma compare_nodes_is nodes n found rest : Forall sound_line (node_lines n nodes) -> compare_nodes n nodes found = Agree rest ->
  texts found = map written (node_lines n nodes) ++ texts rest.
Proof.
  revert n found. induction nodes as [|lines nodes IH]; intros n found F C; [now injection C as ->|].
  cbn [compare_nodes node_lines] in *. apply Forall_app in F. destruct F as [F F'].
  destruct (compare _ found) as [more|] eqn:E; [|discriminate]. apply compare_is in E; trivial.
  rewrite E, (IH _ _ F' C), map_app. now rewrite app_assoc.
Qed.

Lemma compare_rows_is rows n found rest : Forall sound_line (row_lines n rows) -> compare_rows n rows found = Agree rest ->
  texts found = map written (row_lines n rows) ++ texts rest.
Proof.
  revert n found. induction rows as [|row rows IH]; intros n found F C; [now injection C as ->|].
  cbn [compare_rows row_lines] in *. inversion_clear F.
  destruct (compare _ found) as [more|] eqn:E; [|discriminate]. apply compare_is in E; [|now apply Forall_cons].
  now rewrite E, (IH (n + 1) more).
Qed.

Lemma compare_block_is b found rest : Forall sound_line (block_lines b) -> compare_block b found = Agree rest ->
  texts found = map written (block_lines b) ++ texts rest.
Proof.
  destruct b as [lines|[]|rows]; try apply compare_is; [|apply compare_rows_is]. cbn [compare_block block_lines move_lines]. intros F C.
  inversion_clear F. destruct (compare _ found) as [more|] eqn:E; [|discriminate].
  apply compare_is in E; [|now repeat constructor]. apply compare_nodes_is in C; trivial. now rewrite E, C.
Qed.

Lemma compare_blocks_is l found rest : Forall sound_line (flat_map block_lines l) -> compare_blocks l found = Agree rest ->
  texts found = map written (flat_map block_lines l) ++ texts rest.
Proof.
  revert found. induction l as [|b l IH]; intros found F C; [now injection C as ->|].
  cbn [compare_blocks flat_map] in *. apply Forall_app in F. destruct F as [F F'].
  destruct (compare_block b found) as [more|] eqn:E; [|discriminate]. apply compare_block_is in E; trivial.
  rewrite E, (IH _ F' C), map_app. now rewrite app_assoc.
Qed.

(** * What is said, with what shows it *)
Definition mapped {A B} (f : A -> B) (l : list A) : list B := rev' (fold_left (fun found a => f a :: found) l []).

Lemma mapped_is {A B} (f : A -> B) l : mapped f l = map f l.
Proof.
  unfold mapped, rev'. assert (forall found, rev_append (fold_left (fun found a => f a :: found) l found) [] = rev found ++ map f l) as E.
  { induction l as [|a l IH]; intros found; cbn; [now rewrite rev_append_rev, !app_nil_r|]. rewrite IH. cbn. now rewrite <- app_assoc. }
  apply E.
Qed.

(** The rule as the checker has it: of a million nodes, too. *)
Definition the_rule (m : moves) : rule := match m with OfNodes nodes => Nodes (mapped (@concat (list N)) nodes) | _ => rule_of m end.

Lemma the_rule_is m : the_rule m = rule_of m.
Proof. destruct m; trivial. cbn [the_rule]. now rewrite mapped_is. Qed.

Definition with_claim (s : statement) (c : certificate) : option certificate :=
  match s, c with
  | Repeats m p e, ByPairs _ _ _ values => match rule_of m with Heaps code => Some (ByPairs code p e values) | _ => None end
  | Repeats m p e, ByMask _ _ _ mask twist rare tries values =>
      match rule_of m with Heaps code => Some (ByMask code p e mask twist rare tries values) | _ => None end
  | Repeats m p e, ByWindows _ _ _ length mask twist rare reach tries values more =>
      match rule_of m with Heaps code => Some (ByWindows code p e length mask twist rare reach tries values more) | _ => None end
  | Grows spared p e s, ByGrowth _ _ _ _ values => Some (ByGrowth spared p e s values)
  | HasValue m position v, ByClaims _ forms _ _ claims => Some (ByClaims (the_rule m) forms position v claims)
  | IsWon misere m position first, ByReplies _ forms _ _ _ claims => Some (ByReplies (the_rule m) forms position misere first claims)
  | IsMirrored (OfSets _ moves) start first, BySymmetry _ _ opening images =>
      if Bool.eqb first (match opening with Some _ => true | None => false end) then Some (BySymmetry moves start opening images) else None
  | Everywhere misere numbers moves sys values rows, ByAutomaton _ measure _ _ _ _ =>
      Some (ByAutomaton (map (linear_of numbers) moves) measure (if values then None else Some misere) numbers sys rows)
  | _, _ => None
  end.

Lemma with_claim_is s c d : with_claim s c = Some d -> claim_of d = claimed s.
Proof.
  destruct s as [m p e|spared p e s|m position v|misere m position first|m start first|misere numbers moves sys values rows], c;
    cbn [with_claim]; try discriminate; try now destruct m.
  - destruct (rule_of m) eqn:E; try discriminate. intros S. injection S as <-. cbn [claim_of claimed]. now rewrite E.
  - destruct (rule_of m) eqn:E; try discriminate. intros S. injection S as <-. cbn [claim_of claimed]. now rewrite E.
  - destruct (rule_of m) eqn:E; try discriminate. intros S. injection S as <-. cbn [claim_of claimed]. now rewrite E.
  - intros S. now injection S as <-.
  - intros S. injection S as <-. cbn [claim_of claimed]. now rewrite the_rule_is.
  - intros S. injection S as <-. cbn [claim_of claimed]. now rewrite the_rule_is.
  - destruct m; try discriminate. destruct first, opening; try discriminate; intros S; now injection S as <-.
  - intros S. injection S as <-. cbn [claim_of claimed]. now destruct values.
Qed.

(** * The verdict *)
Inductive verdict := Proved | Unproved | Unlike (line : N).

Definition judge (f : file) (s : statement) (c : certificate) : verdict :=
  match compare_blocks (blocks s) (kept f) with
  | Agree [] => match with_claim s c with Some d => if check d then Proved else Unproved | None => Unproved end
  | Agree ((n, _) :: _) | Differ ((n, _) :: _) => Unlike n
  | Differ [] => Unlike 0
  end.

Theorem accepted f s c : judge f s c = Proved -> parse (told f) = Some s /\ print s = told f /\ holds (claimed s).
Proof.
  unfold judge. destruct (compare_blocks _ _) as [[|[n g] rest]|[|[n g] rest]] eqn:C; try discriminate.
  destruct (with_claim s c) as [d|] eqn:S; [|discriminate]. destruct (check d) eqn:K; [|discriminate]. intros _.
  apply compare_blocks_is in C; [|apply sound_lines].
  assert (print s = told f) as P. { unfold told. fold (texts (kept f)). rewrite C. cbn. now rewrite app_nil_r. }
  split; [rewrite <- P; apply parse_print|]. split; trivial. rewrite <- (with_claim_is _ _ _ S). now apply sound.
Qed.
