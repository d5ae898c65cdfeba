(** Positions of sets of places: parts of a set, and parts of the same form. *)

From Coq Require Import NArith List Lia Bool Permutation Mergesort Orders.
From Grundy Require Import Statements Games Equal Trie Claims.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

Definition set_move : Type := N * N * N * N.

Definition subset (s t : N) : bool := N.ldiff s t =? 0.

Definition possible (s : N) (m : set_move) : bool :=
  let '(need, off, _, _) := m in subset need s && (N.land s off =? 0).

Definition result (s : N) (m : set_move) : N := let '(_, _, clear, flip) := m in N.lxor (N.ldiff s clear) flip.

Definition set_options (moves : list set_move) (s : N) : list (list N) :=
  map (fun m => [result s m]) (filter (possible s) moves).

(** The highest place that changes, of those that must be there, goes off, and none above it goes on. *)
Definition shrinks (m : set_move) : bool :=
  let '(need, _, clear, flip) := m in N.size (N.ldiff flip need) <? N.size (N.land need (N.lxor clear flip)).

(** Moves that only clear: what they need and what they clear. *)
Definition clears (m : set_move) : bool := let '(_, off, _, flip) := m in (off =? 0) && (flip =? 0).

Definition within (s : N) (moves : list set_move) : list (N * N) :=
  flat_map (fun '(need, _, clear, _) => if subset need s then [(need, clear)] else []) moves.

(** Take a set apart. How is a guess, and [falls_apart] looks at it: no move has to do with two parts. *)
Definition join (one : N) (parts : list N) : list N :=
  if existsb (subset one) parts then parts
  else
    let '(one, rest) :=
      fold_left (fun '(one, rest) part => if N.land part one =? 0 then (one, part :: rest) else (N.lor one part, rest))
        parts (one, []) in
    one :: rest.

Definition unite (l : list N) : N := fold_left N.lor l 0.

Definition guess (inner : list (N * N)) : list N :=
  let live := unite (map fst inner) in
  fold_left (fun parts '(need, clear) => join (N.lor need (N.land clear live)) parts) inner [].

Fixpoint disjoint (l : list N) : bool :=
  match l with [] => true | a :: l' => forallb (fun b => N.land a b =? 0) l' && disjoint l' end.

Definition falls_apart (inner : list (N * N)) (parts : list N) : bool :=
  let all := unite parts in
  forallb (fun '(need, clear) =>
             let touched := N.lor need (N.land clear all) in existsb (subset touched) parts) inner && disjoint parts.

Definition split (moves : list set_move) (s : N) : list N :=
  let inner := within s moves in
  let parts := guess inner in
  if falls_apart inner parts then map (N.land s) parts else [s].

(** The places of a part under other names. *)
Definition renamed (names : list (N * N)) (s : N) : N :=
  fold_left (fun t '(place, name) => if N.testbit s place then N.setbit t name else t) names 0.

Module PairOrder <: TotalLeBool.
  Definition t : Type := N * N.
  Definition leb (a b : t) : bool := if fst a =? fst b then snd a <=? snd b else fst a <? fst b.
  Theorem leb_total a b : leb a b = true \/ leb b a = true.
  Proof.
    unfold leb. rewrite (N.eqb_sym (fst b)). destruct (N.eqb_spec (fst a) (fst b)); rewrite ?N.leb_le, ?N.ltb_lt; lia.
  Qed.
End PairOrder.
Module PairSort := Sort PairOrder.

(** The moves in a part, under other names, in order. *)
Definition inner_moves (moves : list set_move) (s : N) (rename : N -> N) : list (N * N) :=
  PairSort.sort (map (fun '(need, clear) => (rename need, rename (N.land clear s))) (within s moves)).

Fixpoint equal_lists (l m : list (N * N)) : bool :=
  match l, m with
  | [], [] => true
  | (a, b) :: l', (c, d) :: m' => (a =? c) && (b =? d) && equal_lists l' m'
  | _, _ => false
  end.

Fixpoint distinct (names : list N) (seen : N) : bool :=
  match names with [] => true | a :: l => negb (N.testbit seen a) && distinct l (N.setbit seen a) end.

(** Part [s] is part [t] if its places are so renamed. *)
Definition same_form (moves : list set_move) (s t : N) (names : list (N * N)) : bool :=
  distinct (map snd names) 0 &&
  subset s (unite (map (fun '(place, _) => N.setbit 0 place) names)) &&
  (renamed names s =? t) &&
  equal_lists (inner_moves moves s (renamed names)) (inner_moves moves t (fun n => n)).

(** What is listed of parts: that one is another with its places renamed. *)
Definition form : Type := N * N * list (N * N).

Definition checked_forms (moves : list set_move) (forms : list form) : trie N :=
  fold_left (fun found '(s, t, names) => if same_form moves s t names then add s t found else found) forms Empty.

Definition set_play (moves : list set_move) (forms : list form) : play :=
  if forallb clears moves then
    let named := checked_forms moves forms in
    let name s := match find s named with Some t => t | None => s end in
    {| options := set_options moves; simplify := flat_map (fun s => map name (split moves s)) |}
  else {| options := set_options moves; simplify := filter (fun s => existsb (possible s) moves) |}.

(** * Sets of places *)

Lemma subset_spec s t : subset s t = true <-> forall i, N.testbit s i = true -> N.testbit t i = true.
Proof.
  unfold subset. rewrite N.eqb_eq. split.
  - intros E i B. assert (N.testbit (N.ldiff s t) i = false) as H by now rewrite E, N.bits_0.
    rewrite N.ldiff_spec, B in H. now destruct (N.testbit t i).
  - intros H. apply N.bits_inj_0. intros i. rewrite N.ldiff_spec. specialize (H i).
    destruct (N.testbit s i); trivial. now rewrite H.
Qed.

Lemma subset_land s t : subset s t = true <-> N.land t s = s.
Proof.
  rewrite subset_spec. split.
  - intros H. apply N.bits_inj. intros i. rewrite N.land_spec. specialize (H i).
    destruct (N.testbit s i); [now rewrite H | apply andb_false_r].
  - intros E i B. rewrite <- E, N.land_spec in B. now destruct (N.testbit t i).
Qed.

Lemma subset_refl s : subset s s = true.
Proof. now apply subset_spec. Qed.

Lemma in_set_options moves s ps : In ps (set_options moves s) <-> set_leaves moves s ps.
Proof.
  unfold set_options. rewrite in_map_iff. split.
  - intros ([[[need off] clear] flip] & <- & I). apply filter_In in I. destruct I as [I P]. cbn in P.
    rewrite andb_true_iff, subset_land, N.eqb_eq in P. destruct P. now exists need, off, clear, flip.
  - intros (need & off & clear & flip & I & A & B & ->). exists (need, off, clear, flip). split; trivial.
    apply filter_In. split; trivial. cbn. now rewrite andb_true_iff, subset_land, N.eqb_eq.
Qed.

Lemma smaller_below k s t : (forall i, k < i -> N.testbit t i = true -> N.testbit s i = true) ->
  N.testbit t k = false -> N.testbit s k = true -> t < s.
Proof.
  intros above T S. set (d := N.lxor t s).
  assert (N.testbit d k = true) as K by (unfold d; now rewrite N.lxor_spec, T, S).
  assert (d <> 0) as D by (intros E; rewrite E, N.bits_0 in K; discriminate).
  assert (k <= N.log2 d) as L.
  { destruct (N.leb_spec k (N.log2 d)); trivial. now rewrite N.bits_above_log2 in K. }
  pose proof (N.bit_log2 d D) as top. unfold d in top at 1. rewrite N.lxor_spec in top.
  assert (N.testbit t (N.log2 d) = false /\ N.testbit s (N.log2 d) = true) as [T' S'].
  { destruct (N.eq_dec k (N.log2 d)) as [<- | N]; [now split|]. specialize (above (N.log2 d) ltac:(lia)).
    destruct (N.testbit t (N.log2 d)), (N.testbit s (N.log2 d)); try discriminate; auto. now specialize (above eq_refl). }
  apply (bit_decides (N.log2 d)); trivial. intros i I. pose proof (N.bits_above_log2 d i I) as H. unfold d in H.
  rewrite N.lxor_spec in H. now destruct (N.testbit t i), (N.testbit s i).
Qed.

Lemma size_bit n i : N.testbit n i = true -> i < N.size n.
Proof.
  intros B. destruct (N.eq_dec n 0) as [-> | D]; [now rewrite N.bits_0 in B|]. rewrite N.size_log2 by trivial.
  destruct (N.leb_spec i (N.log2 n)); [lia|]. now rewrite N.bits_above_log2 in B.
Qed.

Lemma shrinks_spec moves s ps : forallb shrinks moves = true -> set_leaves moves s ps -> forall t, In t ps -> t < s.
Proof.
  intros A (need & off & clear & flip & I & N & _ & ->) t [<- | []]. rewrite forallb_forall in A. specialize (A _ I).
  cbn in A. apply N.ltb_lt in A. set (d := N.land need (N.lxor clear flip)) in *.
  assert (d <> 0) as D by (intros E; rewrite E in A; cbn in A; lia).
  rewrite (N.size_log2 d D) in A. apply subset_land in N. rewrite subset_spec in N.
  pose proof (N.bit_log2 d D) as top. unfold d in top at 1. rewrite N.land_spec, N.lxor_spec in top.
  apply andb_true_iff in top. destruct top as [top change].
  apply (smaller_below (N.log2 d)).
  - intros i L B. rewrite N.lxor_spec, N.ldiff_spec in B. pose proof (N.bits_above_log2 d i L) as H. unfold d in H.
    rewrite N.land_spec, N.lxor_spec in H. destruct (N.testbit need i) eqn:E; [now apply N|].
    assert (N.testbit flip i = false) as F.
    { destruct (N.testbit flip i) eqn:F; trivial. assert (N.testbit (N.ldiff flip need) i = true) as G
        by now rewrite N.ldiff_spec, F, E. apply size_bit in G. lia. }
    rewrite F in B. now destruct (N.testbit s i).
  - rewrite N.lxor_spec, N.ldiff_spec, (N _ top). now destruct (N.testbit clear (N.log2 d)), (N.testbit flip (N.log2 d)).
  - now apply N.
Qed.

(** * Parts *)

Section Clearing.
  Variable moves : list set_move.
  Hypothesis clearing : forallb clears moves = true.
  Hypothesis shrinking : forallb shrinks moves = true.
  Local Notation leaves := (set_leaves moves).

  Definition clear_move (need clear : N) : Prop := In (need, 0, clear, 0) moves.

  Lemma clear_leaves s ps :
    leaves s ps <-> exists need clear, clear_move need clear /\ subset need s = true /\ ps = [N.ldiff s clear].
  Proof.
    split.
    - intros (need & off & clear & flip & I & A & B & ->). rewrite forallb_forall in clearing.
      pose proof (clearing _ I) as C. cbn in C. rewrite andb_true_iff, !N.eqb_eq in C. destruct C as [-> ->].
      exists need, clear. rewrite subset_land, N.lxor_0_r. now repeat split.
    - intros (need & clear & I & S & ->). exists need, 0, clear, 0. rewrite <- subset_land, N.land_0_r, N.lxor_0_r.
      now repeat split.
  Qed.

  Lemma in_within s need clear : In (need, clear) (within s moves) <-> clear_move need clear /\ subset need s = true.
  Proof.
    unfold within. rewrite in_flat_map. split.
    - intros ([[[n o] c] f] & I & J). destruct (subset n s) eqn:E; [|easy]. destruct J as [J | []]. injection J as <- <-.
      rewrite forallb_forall in clearing. pose proof (clearing _ I) as C. cbn in C. rewrite andb_true_iff, !N.eqb_eq in C.
      now destruct C as [-> ->].
    - intros [I E]. exists (need, 0, clear, 0). split; trivial. rewrite E. now left.
  Qed.

  Lemma needs_some need clear : clear_move need clear -> exists i, N.testbit need i = true.
  Proof.
    intros I. rewrite forallb_forall in shrinking. specialize (shrinking _ I). cbn in shrinking. apply N.ltb_lt in shrinking.
    rewrite N.lxor_0_r in shrinking. exists (N.log2 (N.land need clear)).
    assert (N.land need clear <> 0) as D by (intros E; rewrite E in shrinking; cbn in shrinking; lia).
    pose proof (N.bit_log2 _ D) as B. rewrite N.land_spec in B. now apply andb_true_iff in B.
  Qed.

  Lemma unite_spec l i : N.testbit (unite l) i = true <-> exists a, In a l /\ N.testbit a i = true.
  Proof.
    unfold unite. enough (forall b, N.testbit (fold_left N.lor l b) i = true <->
      N.testbit b i = true \/ exists a, In a l /\ N.testbit a i = true) as H.
    { rewrite H, N.bits_0. split; [now intros [|] | auto]. }
    induction l as [|a l IH]; intros b; cbn [fold_left In].
    - split; [auto | intros [|(? & [] & _)]; trivial].
    - rewrite IH, N.lor_spec, orb_true_iff. split.
      + intros [[B | A] | (c & I & C)]; [now left | right; exists a; auto | right; exists c; auto].
      + intros [B | (c & [<- | I] & C)]; [auto | auto | right; now exists c].
  Qed.

  Lemma disjoint_spec l1 a l2 b l3 i : disjoint (l1 ++ a :: l2 ++ b :: l3) = true ->
    N.testbit a i = true -> N.testbit b i = true -> False.
  Proof.
    induction l1 as [|c l1 IH]; cbn [app disjoint]; rewrite andb_true_iff; intros [D R] A B; [|now apply IH].
    rewrite forallb_forall in D. specialize (D b ltac:(apply in_elt)). apply N.eqb_eq in D.
    assert (N.testbit (N.land a b) i = false) as H by now rewrite D, N.bits_0. now rewrite N.land_spec, A, B in H.
  Qed.

  Lemma ldiff_land s clear part : N.land (N.ldiff s clear) part = N.ldiff (N.land s part) clear.
  Proof.
    apply N.bits_inj. intros i. rewrite N.land_spec, !N.ldiff_spec, N.land_spec.
    now destruct (N.testbit s i), (N.testbit clear i), (N.testbit part i).
  Qed.

  (** A move has to do with one part alone: the others stay as they are. *)
  Lemma others_stay parts part rest x clear : parts = part ++ rest -> (forall b, In b parts -> N.land clear b = 0) ->
    map (N.land (N.ldiff x clear)) parts = map (N.land x) parts.
  Proof.
    intros _ D. apply map_ext_in. intros b I. specialize (D b I). apply N.bits_inj. intros i.
    rewrite !N.land_spec, N.ldiff_spec. assert (N.testbit (N.land clear b) i = false) as H by now rewrite D, N.bits_0.
    rewrite N.land_spec in H. now destruct (N.testbit x i), (N.testbit clear i), (N.testbit b i).
  Qed.

  Lemma split_equal s : equal leaves [s] (split moves s).
  Proof.
    unfold split. destruct (falls_apart _ _) eqn:F; [|apply equal_refl]. set (parts := guess _) in *. clearbody parts.
    unfold falls_apart in F. rewrite andb_true_iff, forallb_forall in F. destruct F as [one apart].
    assert (forall need clear, clear_move need clear -> subset need s = true -> exists l part r, parts = l ++ part :: r /\
      subset need part = true /\ (forall b, In b l \/ In b r -> N.land clear b = 0)) as alone.
    { intros need clear I S. specialize (one (need, clear) (proj2 (in_within s need clear) (conj I S))). cbn in one.
      apply existsb_exists in one. destruct one as (part & J & E). rewrite subset_spec in E.
      apply in_split in J. destruct J as (l & r & J). exists l, part, r. split; trivial. split.
      - apply subset_spec. intros i B. apply E. now rewrite N.lor_spec, B.
      - intros b B. apply N.bits_inj_0. intros i. rewrite N.land_spec. destruct (N.testbit clear i) eqn:C; trivial.
        destruct (N.testbit b i) eqn:Bi; trivial. exfalso.
        assert (N.testbit part i = true) as P.
        { apply E. rewrite N.lor_spec, N.land_spec, C. apply orb_true_iff. right. cbn. apply unite_spec. exists b.
          split; trivial. rewrite J. apply in_or_app. destruct B; [now left | right; now right]. }
        rewrite J in apart. destruct B as [B | B]; apply in_split in B; destruct B as (u & v & ->).
        + rewrite <- app_assoc in apart. now apply (disjoint_spec u b v part r i).
        + now apply (disjoint_spec l part u b v i). }
    assert (forall l part r x clear, (forall b, In b l \/ In b r -> N.land clear b = 0) ->
      map (N.land (N.ldiff x clear)) (l ++ part :: r) =
      map (N.land x) l ++ N.ldiff (N.land x part) clear :: map (N.land x) r) as step.
    { intros l part r x clear D. rewrite map_app. cbn [map]. rewrite ldiff_land.
      now rewrite (others_stay l [] l), (others_stay r [] r) by auto. }
    apply (equal_by leaves (fun u w => exists x, subset x s = true /\ u = [x] /\ w = map (N.land x) parts));
      [| |exists s; split; [apply subset_refl | now split]].
    - intros ? ? u (x & X & -> & ->) M. apply move_one, clear_leaves in M. destruct M as (need & clear & I & S & ->).
      rewrite subset_spec in X, S. destruct (alone need clear I) as (l & part & r & E & P & D).
      { apply subset_spec. auto. }
      exists (map (N.land (N.ldiff x clear)) parts). split.
      + rewrite E, step, map_app by trivial. cbn [map]. apply move_app_r.
        apply (move_here leaves (N.land x part) [N.ldiff (N.land x part) clear]). apply clear_leaves.
        exists need, clear. split; trivial. split; trivial. rewrite subset_spec in P |- *. intros i B.
        now rewrite N.land_spec, S, P.
      + exists (N.ldiff x clear). split; [|now split]. apply subset_spec. intros i B. rewrite N.ldiff_spec in B.
        apply X. now destruct (N.testbit x i).
    - intros ? ? w (x & X & -> & ->) M. apply move_split in M. destruct M as (l' & a & r' & ps & E & L & ->).
      apply clear_leaves in L. destruct L as (need & clear & I & S & ->). rewrite subset_spec in X, S.
      apply map_eq_app in E. destruct E as (l & ar & E & <- & F). apply map_eq_cons in F.
      destruct F as (part & r & -> & <- & <-).
      destruct (alone need clear I) as (l2 & part2 & r2 & E2 & P & D).
      { apply subset_spec. intros i B. apply X. specialize (S i B). rewrite N.land_spec in S. now destruct (N.testbit x i). }
      destruct (needs_some need clear I) as [i B]. rewrite subset_spec in P. pose proof (P i B) as B2.
      pose proof (S i B) as B1. rewrite N.land_spec, andb_true_iff in B1. destruct B1 as [_ B1].
      assert (l = l2 /\ part = part2 /\ r = r2) as (-> & -> & ->).
      { rewrite E in E2, apart. clear - E2 apart B1 B2. revert l2 E2. induction l as [|c l IH]; intros [|c2 l2] E2; cbn in E2.
        - injection E2 as -> ->. auto.
        - injection E2 as -> ->. destruct (disjoint_spec [] c2 l2 part2 r2 i apart B1 B2).
        - injection E2 as -> <-. exfalso. now apply (disjoint_spec [] part2 l part r i).
        - injection E2 as -> E2. cbn [app disjoint] in apart. apply andb_true_iff in apart.
          destruct (IH (proj2 apart) _ E2) as (-> & -> & ->). auto. }
      exists [N.ldiff x clear]. split.
      + apply move_one, clear_leaves. exists need, clear. split; trivial. split; trivial. apply subset_spec. intros j J.
        specialize (S j J). rewrite N.land_spec in S. now destruct (N.testbit x j).
      + exists (N.ldiff x clear). split; [|split; trivial].
        * apply subset_spec. intros j J. rewrite N.ldiff_spec in J. apply X. now destruct (N.testbit x j).
        * now rewrite E, step.
  Qed.

  (** * Forms *)

  Lemma renamed_spec names s j :
    N.testbit (renamed names s) j = true <-> exists i, In (i, j) names /\ N.testbit s i = true.
  Proof.
    unfold renamed. enough (forall b, N.testbit (fold_left (fun t '(place, name) =>
      if N.testbit s place then N.setbit t name else t) names b) j = true <->
      N.testbit b j = true \/ exists i, In (i, j) names /\ N.testbit s i = true) as H.
    { rewrite H, N.bits_0. split; [now intros [|] | auto]. }
    induction names as [|[i k] names IH]; intros b; cbn [fold_left In].
    - split; [auto | intros [|(? & [] & _)]; trivial].
    - rewrite IH. clear IH. destruct (N.testbit s i) eqn:S.
      + rewrite N.setbit_iff. split.
        * intros [[-> | B] | (i' & I & S')]; [right; exists i; auto | now left | right; exists i'; auto].
        * intros [B | (i' & [E | I] & S')]; [auto | injection E as -> ->; auto | right; now exists i'].
      + split.
        * intros [B | (i' & I & S')]; [auto | right; exists i'; auto].
        * intros [B | (i' & [E | I] & S')]; [auto | injection E as -> ->; congruence | right; now exists i'].
  Qed.

  Lemma distinct_spec names seen : distinct names seen = true ->
    NoDup names /\ forall a, In a names -> N.testbit seen a = false.
  Proof.
    revert seen. induction names as [|a l IH]; intros seen D; cbn in D; [split; [constructor | easy]|].
    apply andb_true_iff in D. destruct D as [A D]. apply IH in D. destruct D as [U F]. split.
    - constructor; trivial. intros I. specialize (F a I). now rewrite N.setbit_eq in F.
    - intros b [<- | I]; [now apply negb_true_iff|]. specialize (F b I). destruct (N.testbit seen b) eqn:E; trivial.
      assert (N.testbit (N.setbit seen a) b = true) by (apply N.setbit_iff; now right). congruence.
  Qed.

  Lemma equal_lists_spec l m : equal_lists l m = true -> l = m.
  Proof.
    revert m. induction l as [|[a b] l IH]; intros [|[c d] m] E; cbn in E; trivial; try discriminate.
    rewrite !andb_true_iff, !N.eqb_eq in E. destruct E as [[-> ->] E]. f_equal. auto.
  Qed.

  Lemma in_inner_moves s rename n c : In (n, c) (inner_moves moves s rename) <->
    exists need clear, clear_move need clear /\ subset need s = true /\ n = rename need /\ c = rename (N.land clear s).
  Proof.
    unfold inner_moves. split.
    - intros I. apply (Permutation_in _ (Permutation_sym (PairSort.Permuted_sort _))), in_map_iff in I.
      destruct I as ([need clear] & E & I). injection E as <- <-. apply in_within in I. exists need, clear. tauto.
    - intros (need & clear & I & S & -> & ->). apply (Permutation_in _ (PairSort.Permuted_sort _)), in_map_iff.
      exists (need, clear). split; trivial. now apply in_within.
  Qed.

  Lemma same_form_equal s t names : same_form moves s t names = true -> equal leaves [s] [t].
  Proof.
    unfold same_form. rewrite !andb_true_iff. intros [[[D P] T] E]. apply distinct_spec in D. destruct D as [D _].
    apply N.eqb_eq in T. apply equal_lists_spec in E. rewrite subset_spec in P.
    assert (forall i, N.testbit s i = true -> exists j, In (i, j) names) as named.
    { intros i B. specialize (P i B). apply unite_spec in P. destruct P as (a & I & A). apply in_map_iff in I.
      destruct I as ([k j] & <- & I). apply N.setbit_iff in A. rewrite N.bits_0 in A. destruct A as [-> | A]; [|discriminate].
      now exists j. }
    assert (forall i k j, In (i, j) names -> In (k, j) names -> i = k) as once.
    { clear - D. induction names as [|[a b] l IH]; intros i k j I K; [easy|]. cbn in D. inversion D; subst.
      assert (forall x, In (x, b) l -> False) as no by (intros x X; apply H1; apply in_map_iff; now exists (x, b)).
      destruct I as [I | I], K as [K | K].
      - congruence.
      - injection I as -> ->. now apply no in K.
      - injection K as -> ->. now apply no in I.
      - now apply (IH H2 i k j). }
    assert (forall a b, subset a s = true -> subset (renamed names a) (renamed names b) = true -> subset a b = true) as back.
    { intros a b A R. rewrite subset_spec in *. intros i B. destruct (named i (A i B)) as [j J].
      assert (N.testbit (renamed names b) j = true) as Q by (apply R, renamed_spec; now exists i).
      apply renamed_spec in Q. destruct Q as (k & K & Q). now rewrite (once i k j J K). }
    assert (forall a b, subset a b = true -> subset (renamed names a) (renamed names b) = true) as forth.
    { intros a b A. rewrite subset_spec in *. intros j J. apply renamed_spec in J. destruct J as (i & I & J).
      apply renamed_spec. exists i. auto. }
    assert (forall x clear, subset x s = true ->
      N.ldiff (renamed names x) (renamed names (N.land clear s)) = renamed names (N.ldiff x clear)) as step.
    { intros x clear X. rewrite subset_spec in X. apply N.bits_inj. intros j. apply eq_true_iff_eq. rewrite N.ldiff_spec.
      rewrite andb_true_iff, negb_true_iff, !renamed_spec. split.
      - intros [(i & I & B) C]. exists i. split; trivial. rewrite N.ldiff_spec, B. apply negb_true_iff.
        destruct (N.testbit clear i) eqn:F; trivial. rewrite <- C. symmetry. apply renamed_spec. exists i.
        split; trivial. now rewrite N.land_spec, F, X.
      - intros (i & I & B). rewrite N.ldiff_spec in B. apply andb_true_iff in B. destruct B as [B C].
        apply negb_true_iff in C. split; [now exists i|]. apply not_true_iff_false. intros F. apply renamed_spec in F.
        destruct F as (k & K & F). rewrite <- (once i k j I K), N.land_spec, C in F. discriminate. }
    assert (forall y clear, subset y t = true -> N.ldiff y clear = N.ldiff y (N.land clear t)) as local.
    { intros y clear Y. rewrite subset_spec in Y. apply N.bits_inj. intros i. rewrite !N.ldiff_spec, N.land_spec.
      specialize (Y i). destruct (N.testbit y i); trivial. rewrite Y by trivial. now rewrite andb_true_r. }
    assert (forall a b, subset a b = true -> forall c, subset b c = true -> subset a c = true) as trans.
    { intros a b A c B. rewrite subset_spec in *. auto. }
    assert (forall x clear, subset x s = true -> subset (N.ldiff x clear) s = true) as stays.
    { intros x clear X. rewrite subset_spec in *. intros i B. rewrite N.ldiff_spec in B. apply X.
      now destruct (N.testbit x i). }
    apply (equal_by leaves (fun u w => exists x, subset x s = true /\ u = [x] /\ w = [renamed names x]));
      [| |exists s; split; [apply subset_refl | now rewrite T]].
    - intros ? ? u (x & X & -> & ->) M. apply move_one, clear_leaves in M. destruct M as (need & clear & I & S & ->).
      assert (In (renamed names need, renamed names (N.land clear s)) (inner_moves moves t (fun n => n))) as J.
      { rewrite <- E. apply in_inner_moves. exists need, clear. repeat split; trivial. now apply (trans _ x). }
      apply in_inner_moves in J. destruct J as (n & c & J & Q & En & Ec).
      exists [renamed names (N.ldiff x clear)]. split; [|exists (N.ldiff x clear); auto].
      apply move_one, clear_leaves. exists n, c. split; trivial. rewrite <- En. split; [now apply forth|].
      rewrite (local (renamed names x) c), <- Ec, step; trivial. rewrite <- T. now apply forth.
    - intros ? ? w (x & X & -> & ->) M. apply move_one, clear_leaves in M. destruct M as (n & c & I & S & ->).
      assert (subset (renamed names x) t = true) as Y by (rewrite <- T; now apply forth).
      assert (In (n, N.land c t) (inner_moves moves t (fun n => n))) as J.
      { apply in_inner_moves. exists n, c. repeat split; trivial. now apply (trans _ (renamed names x)). }
      rewrite <- E in J. apply in_inner_moves in J. destruct J as (need & clear & J & Q & En & Ec). subst n.
      exists [N.ldiff x clear]. split.
      + apply move_one, clear_leaves. exists need, clear. split; trivial. split; trivial. now apply back.
      + exists (N.ldiff x clear). split; [auto|]. split; trivial. now rewrite (local _ c Y), Ec, step.
  Qed.

  Lemma checked_forms_equal forms s t : find s (checked_forms moves forms) = Some t -> equal leaves [s] [t].
  Proof.
    unfold checked_forms. enough (forall found, (forall s t, find s found = Some t -> equal leaves [s] [t]) ->
      find s (fold_left (fun found '(s, t, names) =>
        if same_form moves s t names then add s t found else found) forms found) = Some t -> equal leaves [s] [t]) as H.
    { apply H. intros a b F. unfold find in F. now rewrite find_empty in F. }
    induction forms as [|[[a b] names] l IH]; intros found A F; cbn in F; [now apply A|].
    destruct (same_form moves a b names) eqn:E; apply IH in F; trivial. intros c d G. rewrite find_add in G.
    destruct (N.eqb_spec c a) as [-> | _]; [|now apply A]. injection G as <-. now apply (same_form_equal a b names).
  Qed.
End Clearing.

Lemma set_plays moves forms : forallb shrinks moves = true -> plays (set_leaves moves) N.lt (set_play moves forms).
Proof.
  intros shrinking. constructor.
  - intros a ps I. apply in_set_options. revert I. unfold set_play. now destruct (forallb clears moves).
  - intros a ps L. exists ps. split; [|apply Permutation_refl]. apply in_set_options in L. revert L. unfold set_play.
    now destruct (forallb clears moves).
  - intros s. unfold set_play. destruct (forallb clears moves) eqn:C; cbn [simplify].
    + apply equal_each. intros a. apply equal_trans with (split moves a); [now apply split_equal|].
      induction (split moves a) as [|b l IH]; [apply equal_refl|]. apply (equal_app _ [b] [_]); [|exact IH].
      destruct (find b (checked_forms moves forms)) eqn:F; [|apply equal_refl]. now apply (checked_forms_equal moves C forms).
    + apply equal_filter. intros a ps K L. apply in_set_options in L. unfold set_options in L. apply in_map_iff in L.
      destruct L as (m & _ & I). apply filter_In in I. apply not_true_iff_false in K. apply K, existsb_exists. now exists m.
  - intros a ps b L. now apply (shrinks_spec moves).
  - exact N.lt_wf_0.
Qed.
