(** A matching and a barrier decide who wins with a token on a graph: the barrier shows that the matching is a largest
    one (Tutte 1947, Berge 1958). *)

From Coq Require Import Arith NArith List Lia Bool.
From Grundy Require Import Statements Further Games Trie Positions Walks.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

(** Nodes get a number, and none has one before. *)
Fixpoint number_all (mates : trie N) (number : N) (nodes : list N) (numbers : trie N) : option (trie N) :=
  match nodes with
  | [] => Some numbers
  | x :: nodes' =>
      match find x mates, find x numbers with
      | Some _, None => number_all mates number nodes' (add x number numbers)
      | _, _ => None
      end
  end.

(** The parts are numbered from [number] on, and each has an odd number of nodes. *)
Fixpoint number_parts (mates : trie N) (number : N) (parts : list (list N)) (numbers : trie N) : option (trie N) :=
  match parts with
  | [] => Some numbers
  | part :: parts' =>
      if N.odd (N.of_nat (length part)) then
        match number_all mates number part numbers with
        | Some more => number_parts mates (N.succ number) parts' more
        | None => None
        end
      else None
  end.

(** What is without a number is in no part that is listed, and what has the number 0 is gone. *)
Definition number_of (numbers : trie N) (x : N) : option N := find x numbers.

Definition kept_apart (a b : option N) : bool :=
  match a, b with
  | Some 0, _ | _, Some 0 => true
  | Some i, Some j => i =? j
  | None, None => true
  | _, _ => false
  end.

(** All ends of edges are nodes, and no edge leaves a part but to what is gone. *)
Definition edge_fits (mates numbers : trie N) (edge : N * N) : bool :=
  let '(a, b) := edge in
  match find a mates, find b mates with
  | Some _, Some _ => kept_apart (number_of numbers a) (number_of numbers b)
  | _, _ => false
  end.

Definition matched (mates : trie N) (edges : list (N * N)) : Trie.numbers :=
  fold_left (fun joined '(a, b) =>
    match find a mates with
    | Some c => if b =? c then insert a (insert b joined) else joined
    | None => joined
    end) edges Empty.

(** The mate of the mate of each is the node itself; how many nodes have none but themselves. *)
Fixpoint involved (mates : trie N) (joined : Trie.numbers) (x : N) (l : list N) (alone : N) : option N :=
  match l with
  | [] => Some alone
  | y :: l' =>
      if x =? y then involved mates joined (N.succ x) l' (N.succ alone)
      else match find y mates with
           | Some z => if (z =? x) && mem x joined then involved mates joined (N.succ x) l' alone else None
           | None => None
           end
  end.

Definition mate (mates : trie N) (x : N) : N := match find x mates with Some y => y | None => x end.

(** [parts]: those with an odd number of nodes, without the barrier and, if the first player is said to win, without the
    node of the token. *)
Definition check_matching (edges : list (N * N)) (start : N) (first : bool) (l barrier : list N) (parts : list (list N))
    : bool :=
  let mates := index 0 l Empty in
  let gone := if first then start :: barrier else barrier in
  match involved mates (matched mates edges) 0 l 0, number_all mates 0 gone Empty with
  | Some alone, Some zeros =>
      match number_parts mates 1 parts zeros with
      | Some numbers =>
          forallb (edge_fits mates numbers) edges && (start <? N.of_nat (length l)) &&
          (first || (mate mates start =? start)) &&
          (alone + N.of_nat (length gone) <=? N.of_nat (length parts))
      | None => false
      end
  | _, _ => false
  end.

(** * The barrier *)

(** An odd number of things is not all pairs. *)
Lemma pairs_even (m : N -> N) : forall k l, (length l <= k)%nat -> NoDup l ->
  (forall x, In x l -> In (m x) l /\ m x <> x /\ m (m x) = x) -> N.odd (N.of_nat (length l)) = false.
Proof.
  induction k as [|k IH]; intros l K D P; (destruct l as [|x l]; [easy|]); [cbn in K; lia|].
  destruct (P x) as (I & X & back); [now left|]. destruct I as [I | I]; [congruence|].
  apply in_split in I. destruct I as (a & b & ->). inversion D as [|? ? N' D']; subst.
  pose proof (NoDup_remove_1 _ _ _ D') as D''. pose proof (NoDup_remove_2 _ _ _ D') as N''.
  cbn [length] in *. rewrite app_length in *. cbn [length] in *.
  replace (N.of_nat (S (length a + S (length b)))) with (N.of_nat (length (a ++ b)) + 2 * 1).
  - rewrite N.odd_add_mul_2. apply IH; trivial; [rewrite app_length; lia|].
    intros y I. destruct (P y) as (I' & Y & back').
    { cbn [In]. rewrite in_app_iff in I |- *. cbn [In]. tauto. }
    repeat split; trivial. destruct I' as [E | I'].
    + exfalso. apply N''. now replace (m x) with y by congruence.
    + rewrite in_app_iff in I' |- *. cbn [In] in I'. destruct I' as [I' | [E | I']]; auto. exfalso.
      apply N'. rewrite in_app_iff in I |- *. cbn [In]. replace x with y by congruence. tauto.
  - rewrite app_length. lia.
Qed.

(** An odd list, not all of which is paired within it. *)
Lemma odd_one_out (m : N -> N) l : NoDup l -> (forall x, m (m x) = x) -> N.odd (N.of_nat (length l)) = true ->
  exists x, In x l /\ (m x = x \/ ~ In (m x) l).
Proof.
  intros D M O. destruct (existsb (fun x => (m x =? x) || negb (existsb (N.eqb (m x)) l)) l) eqn:E.
  - apply existsb_exists in E. destruct E as (x & I & E). exists x. split; trivial.
    apply orb_true_iff in E. destruct E as [E | E]; [left; now apply N.eqb_eq|]. right. intros J.
    apply negb_true_iff in E. enough (existsb (N.eqb (m x)) l = true) by congruence.
    apply existsb_exists. exists (m x). now rewrite N.eqb_refl.
  - exfalso. rewrite (pairs_even m (length l) l) in O; trivial; [discriminate|]. intros x I.
    assert ((m x =? x) || negb (existsb (N.eqb (m x)) l) = false) as X.
    { destruct ((m x =? x) || negb (existsb (N.eqb (m x)) l)) eqn:X; trivial. enough (false = true) by discriminate.
      rewrite <- E. apply existsb_exists. now exists x. }
    apply orb_false_iff in X. destruct X as [A B]. apply N.eqb_neq in A. apply negb_false_iff, existsb_exists in B.
    destruct B as (y & J & B). apply N.eqb_eq in B. subst y. auto.
Qed.

(** What numbering has done. *)
Lemma number_all_spec mates i l : forall numbers more, number_all mates i l numbers = Some more ->
  NoDup l /\ (forall x, In x l -> find x more = Some i /\ find x mates <> None) /\
  (forall x j, find x numbers = Some j -> find x more = Some j /\ ~ In x l) /\
  (forall x j, find x more = Some j -> find x numbers = Some j \/ In x l /\ j = i).
Proof.
  induction l as [|y l IH]; intros numbers more H; cbn in H.
  - injection H as <-. repeat split; auto; [constructor | easy..].
  - destruct (find y mates) eqn:K; [|discriminate]. destruct (find y numbers) eqn:Y; [discriminate|].
    destruct (IH _ _ H) as (D & A & B & C). clear IH H.
    assert (find y more = Some i /\ ~ In y l) as [E N'] by (apply B; rewrite find_add; now rewrite N.eqb_refl).
    repeat split.
    + now constructor.
    + destruct H as [<- | I]; [easy | now apply A].
    + destruct H as [<- | I]; [congruence | now apply A].
    + apply B. rewrite find_add. destruct (N.eqb_spec x y) as [-> | _]; congruence.
    + intros [<- | I]; [congruence|]. destruct (B x j) as [_ X]; [|easy]. rewrite find_add.
      destruct (N.eqb_spec x y) as [-> | _]; congruence.
    + intros x j F. destruct (C x j F) as [G | [I ->]]; [|right; split; [now right | easy]].
      rewrite find_add in G. destruct (N.eqb_spec x y) as [-> | _]; [|now left]. right. split; [now left | congruence].
Qed.

Lemma number_parts_spec mates parts : forall i numbers more, number_parts mates i parts numbers = Some more ->
  (forall x j, find x numbers = Some j -> find x more = Some j) /\
  (forall x j, find x more = Some j -> j < i -> find x numbers = Some j) /\
  forall j, (j < length parts)%nat -> exists part, NoDup part /\ N.odd (N.of_nat (length part)) = true /\
    (forall x, In x part -> find x mates <> None) /\ ((forall x k, find x numbers = Some k -> k < i) ->
      forall x, In x part <-> find x more = Some (i + N.of_nat j)).
Proof.
  induction parts as [|part parts IH]; intros i numbers more H; cbn in H.
  - injection H as <-. repeat split; auto. cbn. lia.
  - destruct (N.odd _) eqn:O; [|discriminate].
    destruct (number_all mates i part numbers) as [some|] eqn:E; [|discriminate].
    destruct (number_all_spec _ _ _ _ _ E) as (D & A & B & C). destruct (IH _ _ _ H) as (P & Q & R).
    repeat split.
    + intros x j F. apply P, B, F.
    + intros x j F L. apply Q in F; [|lia]. apply C in F. destruct F as [F | [_ ->]]; [easy | lia].
    + intros j J. destruct j as [|j].
      * exists part. repeat split; trivial; rewrite ?N.add_0_r; [intros x I; now apply A | | ].
        -- intros I. now apply P, A.
        -- intros F. apply Q in F; [|lia]. apply C in F. destruct F as [F | [I _]]; trivial. apply H0 in F. lia.
      * destruct (R j) as (other & D' & O' & K & W); [cbn in J; lia|]. exists other. repeat split; trivial.
        -- intros I. replace (i + N.of_nat (S j)) with (N.succ i + N.of_nat j) by lia. apply W; trivial.
           intros y k F. apply C in F. destruct F as [F | [_ ->]]; [apply H0 in F|]; lia.
        -- intros F. apply W; [|replace (N.succ i + N.of_nat j) with (i + N.of_nat (S j)) by lia; trivial].
           intros y k G. apply C in G. destruct G as [G | [_ ->]]; [apply H0 in G|]; lia.
Qed.

(** * Soundness *)

Lemma matched_spec mates edges joined x : mem x (fold_left (fun joined '(a, b) =>
    match find a mates with
    | Some c => if b =? c then insert a (insert b joined) else joined
    | None => joined
    end) edges joined) = true ->
  mem x joined = true \/ exists a b, In (a, b) edges /\ find a mates = Some b /\ (x = a \/ x = b).
Proof.
  revert joined. induction edges as [|[a b] edges IH]; intros joined H; [now left|]. cbn [fold_left] in H. apply IH in H.
  destruct H as [H | (c & d & I & H)]; [|right; exists c, d; split; [now right | easy]].
  destruct (find a mates) as [c|] eqn:F; [|now left]. destruct (N.eqb_spec b c) as [-> | _]; [|now left].
  rewrite !mem_insert, !orb_true_iff, !N.eqb_eq in H. destruct H as [-> | [-> | H]]; [| |now left];
    right; exists a, c; (split; [now left|]); auto.
Qed.

Lemma involved_spec mates joined l : forall x alone count,
  (forall i, (i < length l)%nat -> find (x + N.of_nat i) mates = nth_error l i) ->
  involved mates joined x l alone = Some count ->
  count = alone + N.of_nat (length (filter (fun y => mate mates y =? y) (range (length l) x))) /\
  forall y, x <= y -> y < x + N.of_nat (length l) ->
    mate mates y = y \/ mem y joined = true /\ mate mates (mate mates y) = y.
Proof.
  induction l as [|z l IH]; intros x alone count T H; cbn in H.
  - injection H as <-. cbn. split; [lia|]. intros y. cbn. lia.
  - pose proof (T 0%nat ltac:(cbn; lia)) as X. cbn in X. rewrite N.add_0_r in X.
    assert (forall i, (i < length l)%nat -> find (N.succ x + N.of_nat i) mates = nth_error l i) as T'.
    { intros i I. replace (N.succ x + N.of_nat i) with (x + N.of_nat (S i)) by lia. apply (T (S i)). cbn. lia. }
    cbn [length range filter]. assert (mate mates x = z) as XZ by (unfold mate; now rewrite X). rewrite XZ.
    rewrite (N.eqb_sym z x). destruct (N.eqb_spec x z) as [E | D].
    + apply IH in H; trivial. destruct H as [-> H]. cbn [length]. split; [lia|]. intros y L U.
      destruct (N.eq_dec y x) as [-> | N']; [left; congruence | apply H; lia].
    + destruct (find z mates) as [u|] eqn:Z; [|discriminate]. destruct (N.eqb_spec u x) as [-> | _]; [|discriminate].
      destruct (mem x joined) eqn:J; [|discriminate]. cbn [andb] in H. apply IH in H; trivial. destruct H as [-> H].
      split; [easy|]. intros y L U. destruct (N.eq_dec y x) as [-> | N']; [|apply H; lia].
      right. split; trivial. rewrite XZ. unfold mate. now rewrite Z.
Qed.

Theorem check_matching_sound edges start first l barrier parts :
  check_matching edges start first l barrier parts = true -> holds_further (Walk edges start first).
Proof.
  unfold check_matching. set (mates := index 0 l Empty). set (gone := if first then start :: barrier else barrier).
  destruct (involved mates (matched mates edges) 0 l 0) as [count|] eqn:I; [|discriminate].
  destruct (number_all mates 0 gone Empty) as [zeros|] eqn:Z; [|discriminate].
  destruct (number_parts mates 1 parts zeros) as [numbers|] eqn:P; [|discriminate].
  rewrite !andb_true_iff. intros [[[E S] O] C]. apply N.ltb_lt in S. apply N.leb_le in C. rewrite forallb_forall in E.
  set (size := N.of_nat (length l)) in *.
  assert (forall x, find x mates = nth_error l (N.to_nat x)) as T.
  { intros x. unfold mates. rewrite find_index, N.sub_0_r. destruct (N.leb_spec 0 x); [|lia]. cbn [andb].
    destruct (N.ltb_spec x (0 + N.of_nat (length l))); trivial.
    unfold find. rewrite find_empty. symmetry. apply nth_error_None. lia. }
  assert (forall x, size <= x -> mate mates x = x) as Out.
  { intros x L. unfold mate. rewrite T. destruct (nth_error l (N.to_nat x)) eqn:F; trivial.
    assert (N.to_nat x < length l)%nat by (apply nth_error_Some; congruence). lia. }
  apply involved_spec in I; [|intros i L; rewrite T, N.add_0_l; now rewrite Nnat.Nat2N.id]. destruct I as [-> I].
  rewrite N.add_0_l in C. assert (forall y, mate mates y = y \/ mem y (matched mates edges) = true /\ mate mates (mate mates y) = y) as I'.
  { intros y. destruct (N.lt_ge_cases y size); [apply I; lia | left; now apply Out]. }
  clear I. assert (forall x, mate mates (mate mates x) = x) as Twice.
  { intros x. destruct (I' x) as [F | [_ F]]; [now rewrite F | easy]. }
  assert (matching edges (mate mates)) as M.
  { intros x. split; [apply Twice|]. intros D. destruct (I' x) as [F | [F _]]; [easy|]. unfold matched in F.
    apply matched_spec in F. destruct F as [F | (a & b & J & F & X)]; [unfold mem, find in F; now rewrite find_empty in F|].
    assert (mate mates a = b) as G by (unfold mate; now rewrite F). destruct X as [-> | ->]; [left; now rewrite G|].
    right. assert (mate mates b = a) as -> by (rewrite <- G; apply Twice). exact J. }
  assert (forall x y, joined edges x y -> x < size /\ y < size) as inside.
  { assert (forall a b, In (a, b) edges -> a < size /\ b < size) as W.
    { intros a b J. specialize (E _ J). cbn in E. rewrite !T in E.
      destruct (nth_error l (N.to_nat a)) eqn:A; [|discriminate]. destruct (nth_error l (N.to_nat b)) eqn:B; [|discriminate].
      assert (N.to_nat a < length l)%nat by (apply nth_error_Some; congruence).
      assert (N.to_nat b < length l)%nat by (apply nth_error_Some; congruence). lia. }
    intros x y [J | J]; apply W in J; tauto. }
  assert (forall x y, joined edges x y -> kept_apart (find x numbers) (find y numbers) = true) as apart.
  { assert (forall a b, In (a, b) edges -> kept_apart (find a numbers) (find b numbers) = true) as W.
    { intros a b J. specialize (E _ J). cbn in E.
      destruct (find a mates); [|discriminate]. now destruct (find b mates). }
    intros x y [J | J]; apply W in J; trivial. revert J. unfold kept_apart.
    destruct (find x numbers) as [[|p]|], (find y numbers) as [[|q]|]; trivial. now rewrite N.eqb_sym. }
  clear E. destruct (number_all_spec _ _ _ _ _ Z) as (Dg & A & _ & B). destruct (number_parts_spec _ _ _ _ _ P) as (P1 & P2 & P3).
  assert (forall x j, find x zeros = Some j -> j < 1) as Low.
  { intros x j F. apply B in F. destruct F as [F | [_ ->]]; [unfold find in F; now rewrite find_empty in F | lia]. }
  assert (forall x, find x numbers = Some 0 <-> In x gone) as Zero.
  { intros x. split.
    - intros F. apply P2 in F; [|lia]. apply B in F. destruct F as [F | [F _]]; trivial. unfold find in F. now rewrite find_empty in F.
    - intros J. now apply P1, A. }
  set (fixed := fun x => first = true /\ x = start).
  (* every matching that leaves out what is fixed leaves out as many *)
  assert (forall m, matching edges m -> (forall x, fixed x -> m x = x) ->
    (length (exposed size (mate mates)) + (if first then 2 else 0) <= length (exposed size m))%nat) as largest.
  { intros m Mm Fm.
    set (free := filter (fun x => negb (existsb (N.eqb x) gone)) (exposed size m)).
    assert (length parts <= length (free ++ barrier))%nat as Q.
    { assert (incl (range (length parts) 1) (map (fun x => match find (m x) numbers with Some i => i | None => 0 end) (free ++ barrier))) as J.
      { intros i R. apply in_range in R. destruct (P3 (N.to_nat (i - 1)) ltac:(lia)) as (part & D & Od & Known & In_part).
        specialize (In_part Low). replace (1 + N.of_nat (N.to_nat (i - 1))) with i in In_part by lia.
        destruct (odd_one_out m part D (fun x => proj1 (Mm x)) Od) as (x & X & Y). apply in_map_iff.
        assert (find x numbers = Some i) as Fx by now apply In_part.
        assert (~ In x gone) as G by (intros G; apply Zero in G; rewrite G in Fx; injection Fx as <-; lia).
        destruct (N.eq_dec (m x) x) as [F | F].
        - exists x. rewrite F, Fx. split; trivial. apply in_app_iff. left. unfold free. apply filter_In. split.
          + apply in_exposed. split; trivial. destruct (N.lt_ge_cases x size) as [L | L]; trivial.
            exfalso. apply (Known x X). rewrite T. apply nth_error_None. lia.
          + apply negb_true_iff. destruct (existsb (N.eqb x) gone) eqn:Ex; trivial. apply existsb_exists in Ex.
            destruct Ex as (y & Ey & Eq). apply N.eqb_eq in Eq. now subst y.
        - destruct Y as [Y | Y]; [easy|]. exists (m x). rewrite (proj1 (Mm x)), Fx. split; trivial.
          apply in_app_iff. right. specialize (apart x (m x) (proj2 (Mm x) F)). rewrite Fx in apart.
          rewrite In_part in Y. assert (In (m x) gone) as H.
          { apply Zero. unfold kept_apart in apart. destruct i as [|p]; [lia|].
            destruct (find (m x) numbers) as [[|q]|]; trivial; [|discriminate]. apply N.eqb_eq in apart. congruence. }
          unfold gone in H. destruct first eqn:Fi; trivial. destruct H as [H | H]; trivial. exfalso. apply F.
          assert (m (m x) = m x) as W by (rewrite <- H; now apply Fm). rewrite (proj1 (Mm x)) in W. congruence. }
      apply NoDup_incl_length in J; [|apply range_distinct]. rewrite map_length in J.
      assert (forall c i, length (range c i) = c) as R by (induction c; intros; cbn; auto). now rewrite R in J. }
    assert (length free + (if first then 1 else 0) <= length (exposed size m))%nat as U.
    { destruct first eqn:Fi.
      - assert (length (start :: free) <= length (exposed size m))%nat as W; [|cbn in W; lia].
        apply NoDup_incl_length.
        + constructor; [|apply NoDup_filter, exposed_distinct]. intros J. apply filter_In in J. destruct J as [_ J].
          cbn in J. now rewrite N.eqb_refl in J.
        + intros x [<- | J]; [|now apply filter_In in J]. apply in_exposed. split; trivial. now apply Fm.
      - rewrite Nat.add_0_r. apply NoDup_incl_length; [apply NoDup_filter, exposed_distinct|].
        intros x J. now apply filter_In in J. }
    rewrite app_length in Q. unfold gone in C. clear - C Q U. unfold exposed at 1. unfold nodes, size in *.
    rewrite Nnat.Nat2N.id in *. destruct first; cbn [length] in C; lia. }
  cbn [holds_further]. destruct first.
  - set (m := mate mates) in *. set (w := m start).
    assert (w <> start) as D.
    { intros D. enough (length (exposed size m) + 2 <= length (exposed size m))%nat by lia. apply largest; trivial.
      intros x [_ ->]. exact D. }
    assert (m w = start) as back by apply Twice.
    assert (joined edges start w) as J by now apply M.
    apply (won _ _ [[w; start]]).
    + apply move_one. exists start, w, []. repeat split; trivial. intros [F | []]. congruence.
    + assert (forall x, alone m start x <> m x -> x = start \/ x = w) as Same.
      { intros x. unfold alone. destruct (N.eqb_spec x start); [auto|]. destruct (N.eqb_spec x (m start)); [auto | easy]. }
      assert (alone m start start = start) as A1 by (unfold alone; now rewrite N.eqb_refl).
      assert (alone m start w = w) as A2 by (unfold alone; fold w; now rewrite N.eqb_refl, orb_true_r).
      apply (lost_walk edges size inside fixed _ largest (N.to_nat size) w [start] (alone m start)).
      * cbn. lia.
      * constructor; [intros [F | []]; congruence|]. constructor; [easy | constructor].
      * intros x [<- | [<- | []]]; [now apply (inside start w) | exact S].
      * intros x [_ ->]. right. now left.
      * intros [_ F]. now apply D.
      * now apply alone_matching.
      * now intros x [_ ->].
      * exact A2.
      * intros x [<- | [<- | []]]; [rewrite A2; now left | rewrite A1; right; now left].
      * assert (length (exposed size (alone m start)) <= length (start :: w :: exposed size m))%nat as Q; [|cbn in Q; lia].
        apply NoDup_incl_length; [apply exposed_distinct|]. intros x F. apply in_exposed in F. destruct F as [L F].
        destruct (N.eq_dec (alone m start x) (m x)) as [Q | Q].
        -- right. right. apply in_exposed. split; congruence.
        -- apply Same in Q. destruct Q as [-> | ->]; [now left | right; now left].
  - apply (lost_walk edges size inside fixed _ largest (N.to_nat size) start [] (mate mates)).
    + cbn. lia.
    + constructor; [easy | constructor].
    + intros x [<- | []]. exact S.
    + intros x [? _]. discriminate.
    + intros [? _]. discriminate.
    + exact M.
    + intros x [? _]. discriminate.
    + now apply N.eqb_eq.
    + intros x [<- | []]. left. symmetry. now apply N.eqb_eq.
    + lia.
Qed.
