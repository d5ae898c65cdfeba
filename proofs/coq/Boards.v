(** Symmetries of large sets of places that only go off, and of pieces on a board. *)

From Coq Require Import NArith ZArith List Lia Bool.
From Grundy Require Import Statements Further Games Trie Mirrors.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

(** The moves that are possible on a set, with what they take of it. *)
Definition possible_takes (moves : list change) (s : list N) : list change :=
  let places := set_of s in
  flat_map (fun '(need, gone) =>
    if forallb (fun x => mem x places) need then [(need, filter (fun x => mem x places) gone)] else []) moves.

(** As [filter], for long lists. *)
Definition kept (f : N -> bool) (s : list N) : list N := rev' (fold_left (fun l x => if f x then x :: l else l) s []).

Definition taken (gone s : list N) : list N := let gone := set_of gone in kept (fun x => negb (mem x gone)) s.

Definition check_taking (moves : list change) (s : list N) (opening : option change) (images : list N) : bool :=
  match opening with
  | None => mirrored_by (possible_takes moves s) s images
  | Some (need, gone) =>
      let places := set_of s in
      let later := taken gone s in
      existsb (fun '(n, g) => same n need && same g gone) moves && forallb (fun x => mem x places) need &&
      mirrored_by (possible_takes moves later) later images
  end.

Definition piece := (list (Z * Z) * list (Z * Z))%type.

(** The number of the place that lies so far from place [f], if there is one. *)
Definition locate (columns : N) (places : numbers) (f : N) (d : Z * Z) : option N :=
  let r := (Z.of_N (f / columns) + fst d)%Z in
  let c := (Z.of_N (f mod columns) + snd d)%Z in
  if (0 <=? r)%Z && (0 <=? c)%Z && (c <? Z.of_N columns)%Z then
    let x := Z.to_N r * columns + Z.to_N c in if mem x places then Some x else None
  else None.

Fixpoint locate_all (columns : N) (places : numbers) (f : N) (l : list (Z * Z)) : option (list N) :=
  match l with
  | [] => Some []
  | d :: l' =>
      match locate columns places f d with
      | Some x => match locate_all columns places f l' with Some need => Some (x :: need) | None => None end
      | None => None
      end
  end.

Definition located (columns : N) (places : numbers) (f : N) (l : list (Z * Z)) : list N :=
  flat_map (fun d => match locate columns places f d with Some x => [x] | None => [] end) l.

Definition put_piece (columns : N) (places : numbers) (f : N) (it : piece) : option change :=
  match locate_all columns places f (fst it) with
  | Some need => Some (need, sorted (need ++ located columns places f (snd it)))
  | None => None
  end.

(** Pieces begin with a cell that they cover, which is their own. *)
Definition begins_covered (it : piece) : bool :=
  match fst it with (r, c) :: _ => (r =? 0)%Z && (c =? 0)%Z | [] => false end.

Definition possible_puts (columns : N) (pieces : list piece) (s : list N) : list change :=
  let places := set_of s in
  fold_left (fun found f =>
    fold_left (fun found it => match put_piece columns places f it with Some c => c :: found | None => found end)
      pieces found) s [].

Definition check_board (columns : N) (pieces : list piece) (s : list N) (opening : option (N * N)) (images : list N) : bool :=
  (0 <? columns) && forallb begins_covered pieces &&
  match opening with
  | None => mirrored_by (possible_puts columns pieces s) s images
  | Some (i, f) =>
      match nth_error pieces (N.to_nat i) with
      | Some it =>
          match put_piece columns (set_of s) f it with
          | Some (_, gone) => let later := taken gone s in mirrored_by (possible_puts columns pieces later) later images
          | None => false
          end
      | None => false
      end
  end.

Definition cell (columns x : N) : Z * Z := (Z.of_N (x / columns), Z.of_N (x mod columns)).

(** * Soundness *)

Lemma kept_filter f s : kept f s = filter f s.
Proof.
  unfold kept, rev'. rewrite <- rev_alt.
  assert (forall l, fold_left (fun l x => if f x then x :: l else l) s l = rev (filter f s) ++ l) as H.
  { induction s as [|x s IH]; intros l; cbn [fold_left filter]; trivial. rewrite IH. destruct (f x); trivial. cbn [rev].
    now rewrite <- app_assoc. }
  now rewrite H, app_nil_r, rev_involutive.
Qed.

Lemma in_puts columns pieces s c : In c (possible_puts columns pieces s) <->
  exists f it, In f s /\ In it pieces /\ put_piece columns (set_of s) f it = Some c.
Proof.
  unfold possible_puts. set (places := set_of s). clearbody places.
  assert (forall f pieces found, In c (fold_left (fun found it =>
    match put_piece columns places f it with Some c => c :: found | None => found end) pieces found) <->
    In c found \/ exists it, In it pieces /\ put_piece columns places f it = Some c) as H.
  { intros f l. induction l as [|it l IH]; intros found; cbn [fold_left].
    - split; [now left | intros [I | (it & [] & _)]; trivial].
    - rewrite IH. clear IH. destruct (put_piece columns places f it) as [d|] eqn:E; cbn [In]; split.
      + intros [[-> | I] | (o & I & F)]; [right; exists it; auto | now left | right; exists o; auto].
      + intros [I | (o & [-> | I] & F)]; [auto | left; left; congruence | right; now exists o].
      + intros [I | (o & I & F)]; [now left | right; exists o; auto].
      + intros [I | (o & [-> | I] & F)]; [auto | congruence | right; now exists o]. }
  assert (forall found, In c (fold_left (fun found f => fold_left (fun found it =>
    match put_piece columns places f it with Some c => c :: found | None => found end) pieces found) s found) <->
    In c found \/ exists f it, In f s /\ In it pieces /\ put_piece columns places f it = Some c) as H'.
  { induction s as [|f s IH]; intros found; cbn [fold_left In].
    - split; [now left | intros [I | (f & it & [] & _)]; trivial].
    - rewrite IH, H. split.
      + intros [[I | (it & I & F)] | (g & it & I & J & F)]; [now left | right; exists f, it; auto | right; exists g, it; auto].
      + intros [I | (g & it & [-> | I] & J & F)]; [auto | left; right; now exists it | right; now exists g, it]. }
  rewrite H'. cbn [In]. intuition auto.
Qed.

Lemma taken_without {place} (alike : place -> place -> bool) (name : N -> place) (all : list place) gone s :
  (forall x y, alike x y = true <-> x = y) -> (forall x y, name x = name y -> x = y) ->
  (forall x, In x s -> (In (name x) all <-> In x gone)) ->
  map name (taken gone s) = without alike all (map name s).
Proof.
  intros A I E. unfold taken, without. rewrite kept_filter. induction s as [|x s IH]; [easy|]. cbn [filter map].
  assert (mem x (set_of gone) = existsb (alike (name x)) all) as ->.
  { apply eq_true_iff_eq. rewrite in_set_of, <- E by now left. rewrite existsb_exists. split.
    - intros J. exists (name x). split; trivial. now apply A.
    - intros (y & J & F). apply A in F. now subst y. }
  destruct (negb _); cbn [map]; rewrite IH; trivial; intros y Y; apply E; now right.
Qed.

(** What is gone of a set and what is gone of it and others is the same. *)
Lemma without_same {place} (alike : place -> place -> bool) (some all s : list place) :
  (forall x y, alike x y = true <-> x = y) -> (forall x, In x s -> (In x some <-> In x all)) ->
  without alike some s = without alike all s.
Proof.
  intros A E. unfold without. apply filter_ext_in. intros x X. f_equal. apply eq_true_iff_eq. rewrite !existsb_exists.
  split; intros (y & J & F); apply A in F; subst y; exists x; (split; [now apply E | now apply A]).
Qed.

Lemma takes_possible moves s t ps : incl t (map (fun x => x) s) -> taking_leaves moves t ps <->
  exists need gone, In (need, gone) (possible_takes moves s) /\ incl (map (fun x => x) need) t /\
    ps = [without N.eqb (map (fun x => x) gone) t].
Proof.
  rewrite map_id. intros T. unfold taking_leaves, takes, possible_takes. fold (@without N N.eqb). split.
  - intros (need & gone & I & N' & ->). exists need, (filter (fun x => mem x (set_of s)) gone). split; [|split].
    + apply in_flat_map. exists (need, gone). split; trivial.
      assert (forallb (fun x => mem x (set_of s)) need = true) as ->; [|now left].
      apply forallb_forall. intros x X. apply in_set_of. auto.
    + now rewrite map_id.
    + rewrite map_id. f_equal. apply without_same; [apply N.eqb_eq|]. intros x X. rewrite filter_In, in_set_of.
      intuition auto.
  - intros (need & gone & I & N' & ->). rewrite map_id in *. apply in_flat_map in I. destruct I as ([n g] & I & J).
    destruct (forallb _ n); [|easy]. destruct J as [J | []]. injection J as -> <-. exists need, g. repeat split; trivial.
    f_equal. apply without_same; [apply N.eqb_eq|]. intros x X. rewrite filter_In, in_set_of. intuition auto.
Qed.

Theorem check_taking_sound moves s opening images : check_taking moves s opening images = true ->
  holds_further (Taking moves s (match opening with Some _ => true | None => false end)).
Proof.
  assert (forall s, mirrored_by (possible_takes moves s) s images = true -> Lost (taking_leaves moves) [s]) as L.
  { intros s' M. rewrite <- (map_id s'). apply (mirror_lost N.eqb (fun x => x) N.eqb_eq (fun x y E => E)
      (taking_leaves moves) (possible_takes moves s') s' images); trivial. intros t ps. apply takes_possible. }
  unfold check_taking. destruct opening as [[need gone]|]; [|apply L].
  rewrite !andb_true_iff. intros [[E F] M]. apply L in M. apply existsb_exists in E. destruct E as ([n g] & I & E).
  apply andb_true_iff in E. destruct E as [N' G]. apply same_spec in N', G. subst n g.
  apply (won _ _ [taken gone s]); trivial. apply move_one. exists need, gone. repeat split; trivial.
  - intros x X. rewrite forallb_forall in F. now apply in_set_of, F.
  - f_equal. pose proof (taken_without N.eqb (fun x => x) gone gone s N.eqb_eq (fun x y E => E)) as W.
    rewrite !map_id in W. now apply W.
Qed.

Section Pieces.
  Variables (columns : N) (pieces : list piece).
  Hypothesis some_columns : 0 < columns.
  Local Notation cell := (cell columns).

  Lemma same_cell_spec x y : same_cell x y = true <-> x = y.
  Proof.
    destruct x, y. unfold same_cell. cbn. rewrite andb_true_iff, !Z.eqb_eq. split; [now intros [-> ->]|].
    intros E. now injection E.
  Qed.

  Lemma cell_inj x y : cell x = cell y -> x = y.
  Proof.
    unfold Boards.cell. intros E. injection E as D M. rewrite (N.div_mod x columns), (N.div_mod y columns) by lia. nia.
  Qed.

  Lemma locate_spec places f d x : locate columns places f d = Some x <->
    mem x places = true /\ cell x = (fst (cell f) + fst d, snd (cell f) + snd d)%Z.
  Proof.
    unfold locate, Boards.cell. cbn [fst snd]. set (r := (Z.of_N (f / columns) + fst d)%Z).
    set (c := (Z.of_N (f mod columns) + snd d)%Z).
    destruct (Z.leb_spec 0 r), (Z.leb_spec 0 c), (Z.ltb_spec c (Z.of_N columns)); cbn [andb];
      try (split; [discriminate|]; intros [_ E]; exfalso; injection E as D M; pose proof (N.mod_lt x columns ltac:(lia)) as Lx;
        generalize dependent (x mod columns); generalize dependent (x / columns); intros; lia).
    assert (Z.to_N c < columns) as L by lia. split.
    - destruct (mem _ places) eqn:P; [|discriminate]. intros E. injection E as <-. split; trivial.
      rewrite N.div_add_l, N.div_small, (N.add_comm (Z.to_N r * columns)), N.mod_add, N.mod_small by lia. f_equal; lia.
    - intros [P E]. injection E as D M. rewrite <- D, <- M, !N2Z.id, N.mul_comm, <- N.div_mod by lia. now rewrite P.
  Qed.

  Lemma locate_all_spec places f l need : locate_all columns places f l = Some need ->
    map cell need = shift (fst (cell f)) (snd (cell f)) l /\ forall x, In x need -> mem x places = true.
  Proof.
    revert need. induction l as [|d l IH]; cbn [locate_all]; intros need E; [now injection E as <-|].
    destruct (locate columns places f d) as [x|] eqn:X; [|discriminate].
    destruct (locate_all columns places f l) as [some|]; [|discriminate]. injection E as <-.
    apply locate_spec in X. destruct X as [P X]. destruct (IH some eq_refl) as [R Q].
    split; [unfold shift in *; cbn [map]; rewrite X, R; now destruct d|]. intros y [<- | Y]; auto.
  Qed.

  Lemma locate_all_some s f l : incl (shift (fst (cell f)) (snd (cell f)) l) (map cell s) ->
    exists need, locate_all columns (set_of s) f l = Some need.
  Proof.
    induction l as [|d l IH]; intros I; [now exists []|]. cbn [locate_all].
    destruct IH as [need ->]; [intros x X; apply I; now right|].
    assert (In (fst (cell f) + fst d, snd (cell f) + snd d)%Z (map cell s)) as J by (apply I; left; now destruct d).
    apply in_map_iff in J. destruct J as (x & E & J).
    assert (locate columns (set_of s) f d = Some x) as ->; [|now exists (x :: need)].
    apply locate_spec. split; trivial. now apply in_set_of.
  Qed.

  Lemma in_located s f l x : In x (located columns (set_of s) f l) <->
    In x s /\ In (cell x) (shift (fst (cell f)) (snd (cell f)) l).
  Proof.
    unfold located, shift. rewrite in_flat_map, in_map_iff. split.
    - intros (d & I & X). destruct (locate columns (set_of s) f d) as [y|] eqn:E; [|easy]. destruct X as [-> | []].
      apply locate_spec in E. destruct E as [P E]. split; [now apply in_set_of|]. exists d. rewrite E. now destruct d.
    - intros (P & [i j] & E & I). exists (i, j). split; trivial.
      assert (locate columns (set_of s) f (i, j) = Some x) as ->; [|now left].
      apply locate_spec. split; [now apply in_set_of | now rewrite <- E].
  Qed.

  Lemma put_spec s f it need gone : put_piece columns (set_of s) f it = Some (need, gone) ->
    map cell need = shift (fst (cell f)) (snd (cell f)) (fst it) /\ incl need s /\
    forall x, In x s -> (In (cell x) (shift (fst (cell f)) (snd (cell f)) (fst it ++ snd it)) <-> In x gone).
  Proof.
    unfold put_piece. destruct (locate_all _ _ f (fst it)) as [some|] eqn:E; [|discriminate]. intros H. injection H as -> <-.
    apply locate_all_spec in E. destruct E as [E F]. repeat split; trivial.
    - intros x X. now apply in_set_of, F.
    - unfold shift. rewrite map_app, in_app_iff. fold (shift (fst (cell f)) (snd (cell f)) (fst it)).
      fold (shift (fst (cell f)) (snd (cell f)) (snd it)). rewrite in_sorted, in_app_iff, in_located, <- E.
      intros [I | I]; [left; now apply (in_cells cell cell_inj) in I | now right].
    - unfold shift. rewrite map_app, in_app_iff. fold (shift (fst (cell f)) (snd (cell f)) (fst it)).
      fold (shift (fst (cell f)) (snd (cell f)) (snd it)). rewrite in_sorted, in_app_iff, in_located, <- E.
      intros [I | I]; [left; now apply in_map | right; easy].
  Qed.

  Hypothesis covered : forallb begins_covered pieces = true.

  Lemma puts_possible s t ps : incl t (map cell s) -> piece_leaves pieces t ps <->
    exists need gone, In (need, gone) (possible_puts columns pieces s) /\ incl (map cell need) t /\
      ps = [without same_cell (map cell gone) t].
  Proof.
    intros T. unfold piece_leaves, takes, possible_puts. split.
    - intros (own & along & r & c & I & N' & ->). rewrite forallb_forall in covered. pose proof (covered _ I) as B.
      unfold begins_covered in B. cbn [fst] in B. destruct own as [|[i j] own]; [discriminate|].
      rewrite andb_true_iff, !Z.eqb_eq in B. destruct B as [-> ->].
      assert (In (r, c) (map cell s)) as J by (apply T, N'; left; rewrite !Z.add_0_r; trivial).
      apply in_map_iff in J. destruct J as (f & E & J). set (it := ((0%Z, 0%Z) :: own, along)) in *.
      destruct (locate_all_some s f (fst it)) as [need F]; [rewrite E; intros x X; now apply T, N'|].
      assert (put_piece columns (set_of s) f it = Some (need, sorted (need ++ located columns (set_of s) f (snd it)))) as P
        by (unfold put_piece; now rewrite F).
      exists need, (sorted (need ++ located columns (set_of s) f (snd it))). split; [|split].
      + apply in_puts. now exists f, it.
      + apply locate_all_spec in F. destruct F as [-> _]. now rewrite E.
      + f_equal. apply without_same; [apply same_cell_spec|]. intros x X. apply T in X. apply in_map_iff in X.
        destruct X as (y & <- & Y). apply put_spec in P. destruct P as (_ & _ & P). rewrite (in_cells cell cell_inj), <- P by easy.
        now rewrite E.
    - intros (need & gone & I & N' & ->). apply in_puts in I. destruct I as (f & [own along] & _ & I & E).
      apply put_spec in E. destruct E as (E & _ & F). cbn [fst snd] in *.
      exists own, along, (fst (cell f)), (snd (cell f)). split; trivial. split; [now rewrite <- E|]. f_equal.
      apply without_same; [apply same_cell_spec|]. intros x X. apply T in X. apply in_map_iff in X.
      destruct X as (y & <- & Y). now rewrite (in_cells cell cell_inj), <- F.
  Qed.

  Lemma board_lost s images : mirrored_by (possible_puts columns pieces s) s images = true ->
    Lost (piece_leaves pieces) [map cell s].
  Proof.
    intros M. apply (mirror_lost same_cell cell same_cell_spec cell_inj (piece_leaves pieces)
      (possible_puts columns pieces s) s images); trivial. intros t ps. apply puts_possible.
  Qed.
End Pieces.

Theorem check_board_sound columns pieces s opening images : check_board columns pieces s opening images = true ->
  holds_further (Board pieces (map (cell columns) s) (match opening with Some _ => true | None => false end)).
Proof.
  unfold check_board. rewrite !andb_true_iff. intros [[C B] M]. apply N.ltb_lt in C.
  destruct opening as [[i f]|]; [|now apply (board_lost columns pieces C B s images)].
  destruct (nth_error pieces (N.to_nat i)) as [[own along]|] eqn:P; [|discriminate]. apply nth_error_In in P.
  destruct (put_piece columns (set_of s) f (own, along)) as [[need gone]|] eqn:E; [|discriminate].
  apply (board_lost columns pieces C B) in M. apply put_spec in E; trivial. destruct E as (E & I & F). cbn [fst snd] in *.
  apply (won _ _ [map (cell columns) (taken gone s)]); trivial. apply move_one.
  exists own, along, (fst (cell columns f)), (snd (cell columns f)). split; trivial. split.
  - rewrite <- E. intros x X. apply in_map_iff in X. destruct X as (y & <- & Y). apply in_map, I, Y.
  - f_equal. apply taken_without; trivial; [apply same_cell_spec | now apply cell_inj].
Qed.
