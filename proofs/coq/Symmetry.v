(** Symmetries: the second player answers each move with its image. *)

From Coq Require Import NArith List Lia Bool.
From Grundy Require Import Statements Games Trie Claims Sets.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

(** The places, from [x] on, whose images are in the set. *)
Fixpoint turned (x : N) (images : list N) (s : N) : N :=
  match images with
  | [] => 0
  | y :: images' =>
      let others := turned (N.succ x) images' s in if N.testbit s y then N.setbit others x else others
  end.

(** The image of each image is the place itself. *)
Fixpoint involution (all : list N) (x : N) (images : list N) : bool :=
  match images with
  | [] => true
  | y :: images' =>
      match nth_error all (N.to_nat y) with
      | Some z => if z =? x then involution all (N.succ x) images' else false
      | None => false
      end
  end.

Definition answer (images : list N) (m : set_move) : set_move :=
  let '(need, off, clear, flip) := m in
  (turned 0 images need, turned 0 images off, turned 0 images clear, turned 0 images flip).

(** A move touches nothing that its answer needs, has off or flips. *)
Definition apart (m a : set_move) : bool :=
  let '(_, _, clear, flip) := m in
  let '(need, off, _, other) := a in N.land (N.lor clear flip) (N.lor need (N.lor off other)) =? 0.

Definition same_move (m a : set_move) : bool :=
  let '(need, off, clear, flip) := m in
  let '(need', off', clear', flip') := a in (need =? need') && (off =? off') && (clear =? clear') && (flip =? flip').

(** The moves that are possible from a set or later, with what they clear of it, if places only go off; else all. *)
Definition relevant (moves : list set_move) (s : N) : list set_move :=
  if forallb clears moves
  then map (fun '(need, _, clear, _) => (need, 0, N.land clear s, 0)) (filter (fun '(need, _, _, _) => subset need s) moves)
  else moves.

Definition needing (need : N) (table : trie (list set_move)) : list set_move :=
  match find need table with Some l => l | None => [] end.

Definition by_need (moves : list set_move) : trie (list set_move) :=
  fold_right (fun m table => let '(need, _, _, _) := m in add need (m :: needing need table) table) Empty moves.

Definition mirrored (moves : list set_move) (images : list N) (s : N) : bool :=
  let those := relevant moves s in
  let table := by_need those in
  (turned 0 images s =? s) &&
  forallb (fun m =>
    let '(need, _, _, flip) := answer images m in
    let '(_, _, _, own) := m in
    (N.size own <=? N.of_nat (length images)) && apart m (answer images m) &&
    existsb (same_move (answer images m)) (needing need table)) those.

Definition check_symmetry (moves : list set_move) (start : N) (opening : option set_move) (images : list N) : bool :=
  forallb shrinks moves && involution images 0 images &&
  match opening with
  | None => mirrored moves images start
  | Some m => existsb (same_move m) moves && possible start m && mirrored moves images (result start m)
  end.

(** * Soundness *)

Definition image (images : list N) (x : N) : N := nth (N.to_nat x) images 0.

Lemma turned_bits images s : forall x i, N.testbit (turned x images s) i =
  (x <=? i) && (i <? x + N.of_nat (length images)) && N.testbit s (image images (i - x)).
Proof.
  unfold image. induction images as [|y images IH]; intros x i; cbn [turned length].
  - rewrite N.bits_0. destruct (N.leb_spec x i), (N.ltb_spec i (x + N.of_nat 0)); trivial; lia.
  - assert (N.testbit (turned (N.succ x) images s) i =
      (N.succ x <=? i) && (i <? N.succ x + N.of_nat (length images)) &&
      N.testbit s (nth (N.to_nat (i - N.succ x)) images 0)) as E by apply IH.
    destruct (N.eq_dec i x) as [-> | D].
    + rewrite N.leb_refl, N.sub_diag. cbn [N.to_nat nth].
      destruct (N.ltb_spec x (x + N.of_nat (S (length images)))) as [_ | L]; [|lia]. cbn [andb].
      destruct (N.testbit s y); [now rewrite N.setbit_eq|]. rewrite E.
      destruct (N.leb_spec (N.succ x) x); [lia | easy].
    + assert (N.testbit (if N.testbit s y then N.setbit (turned (N.succ x) images s) x else turned (N.succ x) images s) i
        = N.testbit (turned (N.succ x) images s) i) as F.
      { destruct (N.testbit s y); trivial. apply N.setbit_neq. lia. }
      rewrite F, E. destruct (N.leb_spec (N.succ x) i), (N.leb_spec x i); cbn [andb]; try lia; trivial.
      replace (N.to_nat (i - x)) with (S (N.to_nat (i - N.succ x))) by lia. cbn [nth].
      destruct (N.ltb_spec i (N.succ x + N.of_nat (length images))),
        (N.ltb_spec i (x + N.of_nat (S (length images)))); trivial; lia.
Qed.

Lemma involution_spec all images : forall x, involution all x images = true ->
  forall i, (i < length images)%nat ->
  (N.to_nat (nth i images 0%N) < length all)%nat /\ nth (N.to_nat (nth i images 0)) all 0 = x + N.of_nat i.
Proof.
  induction images as [|y images IH]; intros x I i L; cbn [length] in L; [lia|]. cbn [involution] in I.
  destruct (nth_error all (N.to_nat y)) as [z|] eqn:E; [|discriminate].
  destruct (N.eqb_spec z x) as [-> | D]; [|discriminate]. destruct i as [|i]; cbn [nth].
  - split; [apply nth_error_Some; congruence|]. rewrite (nth_error_nth _ _ _ E). lia.
  - destruct (IH (N.succ x) I i ltac:(lia)) as [A B]. split; trivial. rewrite B. lia.
Qed.

Lemma same_move_spec m a : same_move m a = true -> m = a.
Proof.
  destruct m as [[[n o] c] f], a as [[[n' o'] c'] f']. cbn. rewrite !andb_true_iff, !N.eqb_eq.
  now intros [[[-> ->] ->] ->].
Qed.

Lemma needing_spec moves n m : In m (needing n (by_need moves)) -> In m moves.
Proof.
  induction moves as [|[[[k o] c] f] moves IH]; cbn [by_need fold_right].
  - unfold needing, find. now rewrite find_empty.
  - change (fold_right _ Empty moves) with (by_need moves). unfold needing at 1. rewrite find_add.
    destruct (N.eqb_spec n k) as [-> | D]; [intros [<- | I]; [now left | right; now apply IH]|].
    intros I. right. now apply IH.
Qed.

Section Mirror.
  Variables (moves : list set_move) (images : list N) (s : N).
  Hypothesis shrinking : forallb shrinks moves = true.
  Hypothesis involutive : involution images 0 images = true.
  Hypothesis mirror : mirrored moves images s = true.

  Local Notation size := (N.of_nat (length images)).
  Local Notation turn := (turned 0 images).
  Local Notation at_ := N.testbit.

  Lemma turn_bits t x : at_ (turn t) x = (x <? size) && at_ t (image images x).
  Proof. rewrite turned_bits, N.sub_0_r, N.add_0_l. now destruct x. Qed.

  Lemma image_spec x : x < size -> image images x < size /\ image images (image images x) = x.
  Proof.
    intros L. destruct (involution_spec images images 0 involutive (N.to_nat x) ltac:(lia)) as [A B].
    unfold image. split; lia.
  Qed.

  (** Where places only go off, all sets are parts of the first one. *)
  Definition inside (t : N) : Prop := forallb clears moves = true -> subset t s = true.

  Lemma relevant_moves t ps : inside t -> set_leaves moves t ps <-> set_leaves (relevant moves s) t ps.
  Proof.
    unfold inside, relevant. destruct (forallb clears moves) eqn:C; [|easy]. intros T. specialize (T eq_refl).
    rewrite subset_spec in T. rewrite forallb_forall in C.
    assert (forall c, N.ldiff t (N.land c s) = N.ldiff t c) as D.
    { intros c. apply N.bits_inj. intros i. rewrite !N.ldiff_spec, N.land_spec. specialize (T i).
      destruct (at_ t i); trivial. now rewrite T, andb_true_r. }
    split.
    - intros (n & o & c & f & I & A & B & ->). pose proof (C _ I) as E. cbn in E.
      rewrite andb_true_iff, !N.eqb_eq in E. destruct E as [-> ->]. exists n, 0, (N.land c s), 0.
      rewrite D. repeat split; trivial. apply in_map_iff. exists (n, 0, c, 0). split; trivial. apply filter_In.
      split; trivial. apply subset_land in A. rewrite subset_spec in *. auto.
    - intros (n & o & c & f & I & A & B & ->). apply in_map_iff in I. destruct I as ([[[n' o'] c'] f'] & E & I).
      injection E as -> <- <- <-. apply filter_In in I. destruct I as [I _]. pose proof (C _ I) as E. cbn in E.
      rewrite andb_true_iff, !N.eqb_eq in E. destruct E as [-> ->]. exists n, 0, c', 0. now rewrite D.
  Qed.

  Lemma inside_later t u : inside t -> set_leaves moves t [u] -> inside u.
  Proof.
    intros T (n & o & c & f & I & _ & _ & E) C. specialize (T C). injection E as ->.
    rewrite forallb_forall in C. specialize (C _ I). cbn in C. rewrite andb_true_iff, !N.eqb_eq in C. destruct C as [_ ->].
    rewrite subset_spec in *. intros i. rewrite N.lxor_0_r, N.ldiff_spec. intros X. apply T. now destruct (at_ t i).
  Qed.

  Lemma answers t u : inside t -> turn t = t -> set_leaves moves t [u] ->
    exists v, set_leaves moves u [v] /\ turn v = v.
  Proof.
    intros T same M. pose proof (inside_later t u T M) as U. apply relevant_moves in M; trivial.
    destruct M as (n & o & c & f & I & A & B & E). injection E as ->. set (u := N.lxor (N.ldiff t c) f) in *.
    unfold mirrored in mirror. apply andb_true_iff in mirror. destruct mirror as [_ each].
    rewrite forallb_forall in each. specialize (each _ I). cbn in each. rewrite !andb_true_iff in each.
    destruct each as [[F P] H]. apply N.leb_le in F. apply N.eqb_eq in P.
    apply existsb_exists in H. destruct H as (a & H & S). apply same_move_spec in S. subst a. apply needing_spec in H.
    assert (forall x, at_ c x || at_ f x = true -> at_ (turn n) x = false /\ at_ (turn o) x = false /\ at_ (turn f) x = false)
      as touch.
    { intros x X. assert (at_ (N.land (N.lor c f) (N.lor (turn n) (N.lor (turn o) (turn f)))) x = false) as Z
        by now rewrite P, N.bits_0.
      rewrite N.land_spec, !N.lor_spec, X in Z. cbn [andb] in Z. now rewrite !orb_false_iff in Z. }
    assert (forall x, at_ t x = (x <? size) && at_ t (image images x)) as t_same.
    { intros x. rewrite <- same at 1. apply turn_bits. }
    apply subset_land in A. rewrite subset_spec in A.
    assert (forall x, at_ u x = xorb (at_ t x && negb (at_ c x)) (at_ f x)) as u_bits.
    { intros x. unfold u. now rewrite N.lxor_spec, N.ldiff_spec. }
    exists (N.lxor (N.ldiff u (turn c)) (turn f)). split.
    - apply relevant_moves; trivial. exists (turn n), (turn o), (turn c), (turn f). repeat split; trivial.
      + apply subset_land, subset_spec. intros x X. rewrite u_bits. pose proof (touch x) as W. rewrite X in W.
        rewrite turn_bits in X. apply andb_true_iff in X. destruct X as [L X].
        rewrite t_same, L, (A _ X). cbn [andb].
        destruct (at_ c x), (at_ f x); cbn in *; trivial; now destruct (W eq_refl).
      + apply N.bits_inj_0. intros x. rewrite N.land_spec, u_bits. destruct (at_ (turn o) x) eqn:X; [|apply andb_false_r].
        pose proof (touch x) as W. rewrite X in W. rewrite turn_bits in X. apply andb_true_iff in X. destruct X as [L X].
        assert (at_ t (image images x) = false) as Y.
        { assert (at_ (N.land t o) (image images x) = false) as Z by now rewrite B, N.bits_0.
          rewrite N.land_spec, X in Z. now destruct (at_ t (image images x)). }
        rewrite t_same, Y, andb_false_r. destruct (at_ c x), (at_ f x); cbn in *; trivial; now destruct (W eq_refl) as (_ & ? & _).
    - apply N.bits_inj. intros x. rewrite turn_bits, !N.lxor_spec, !N.ldiff_spec, !u_bits, !turn_bits.
      destruct (N.ltb_spec x size) as [L | L]; cbn [andb].
      + destruct (image_spec x L) as [L' back]. rewrite back. destruct (N.ltb_spec (image images x) size); [|lia]. cbn [andb].
        pose proof (touch x) as W. pose proof (touch (image images x)) as W'. rewrite !turn_bits, back in W'. rewrite !turn_bits in W.
        destruct (N.ltb_spec x size); [|lia]. destruct (N.ltb_spec (image images x) size); [|lia]. cbn [andb] in W, W'.
        assert (at_ t (image images x) = at_ t x) as Q.
        { rewrite (t_same x). destruct (N.ltb_spec x size); [easy | lia]. }
        rewrite Q. destruct (at_ t x), (at_ c x), (at_ f x), (at_ c (image images x)), (at_ f (image images x)); cbn in *; trivial;
          try (destruct (W eq_refl) as (_ & _ & ?); discriminate); try (destruct (W' eq_refl) as (_ & _ & ?); discriminate).
      + assert (at_ t x = false) as Z by (rewrite t_same; destruct (N.ltb_spec x size); [lia | easy]).
        assert (at_ f x = false) as Y by (destruct (at_ f x) eqn:Y; trivial; apply size_bit in Y; lia).
        now rewrite Z, Y.
  Qed.

  Lemma mirrored_lost : Lost (set_leaves moves) [s].
  Proof.
    assert (forall t, inside t -> turn t = t -> Lost (set_leaves moves) [t]) as all.
    { intros t. induction t as [t IH] using (well_founded_ind N.lt_wf_0). intros T same. constructor. intros ps M.
      apply move_one in M. assert (exists u, ps = [u]) as [u ->].
      { destruct M as (n & o & c & f & _ & _ & _ & ->). eauto. }
      destruct (answers t u T same M) as (v & V & again). apply (won _ _ [v]); [now apply move_one|].
      pose proof (shrinks_spec moves t [u] shrinking M u ltac:(now left)).
      pose proof (shrinks_spec moves u [v] shrinking V v ltac:(now left)).
      apply IH; trivial; [lia|]. apply (inside_later u); trivial. now apply (inside_later t). }
    apply all.
    - intros _. apply subset_refl.
    - unfold mirrored in mirror. apply andb_true_iff in mirror. now apply N.eqb_eq.
  Qed.
End Mirror.

Theorem check_symmetry_sound moves start opening images : check_symmetry moves start opening images = true ->
  holds (Winner (Sets moves) [start] false (match opening with Some _ => true | None => false end)).
Proof.
  unfold check_symmetry. rewrite !andb_true_iff. intros [[S I] C]. cbn. destruct opening as [m|].
  - rewrite !andb_true_iff in C. destruct C as [[H P] C]. apply existsb_exists in H. destruct H as (a & H & E).
    apply same_move_spec in E. subst a. apply (won _ _ [result start m]).
    + apply move_one, in_set_options. unfold set_options. apply in_map_iff. exists m. split; trivial. now apply filter_In.
    + now apply (mirrored_lost moves images).
  - now apply (mirrored_lost moves images).
Qed.
