(** Misère quotients: the finite check that a monoid says who loses each sum. *)

From Coq Require Import Arith NArith List Lia Bool Permutation.
From Grundy Require Import Statements Further Games Trie Claims Positions Mirrors Monoids.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

Definition table := trie (trie N).

Definition table_of (product : list (list N)) : table := index 0 (map (fun row => index 0 row Empty) product) Empty.

Definition entry (x : N) (row : trie N) : N := match find x row with Some y => y | None => 0 end.

(** In the program the row of [x] is looked up once for all [y]: so no branch says what is done with [y]. *)
Definition in_row (row : trie N) (y : N) : N := entry y row.
Definition multiply (t : table) (x : N) : N -> N := match find x t with Some row => in_row row | None => in_row Empty end.

(** A kind of sums: their element, and elements beside which they have a move to a lost sum. *)
Definition kind := (N * list N)%type.

(** What shows a quotient. [generators] are some parts; by the steps [(n, y)] of [making] each element is the product of an
    earlier one, [y], and that of a generator, [n]; then there are kinds of parts, and of sums. *)
Record witness := { generators : list N; making : list (N * N); part_kinds : list kind; sum_kinds : list kind }.

Section Program.
  Variables (parts_of : N -> list (list N)) (mul : N -> N -> N) (of : N -> N) (lost : N -> bool) (all : list N).

  Definition product_of (s : list N) : N := fold_left (fun x n => mul (of n) x) (rev s) 0.

  Definition monoid_fits (letters : list N) : bool :=
    forallb (fun x => let by_x := mul x in forallb (fun y => by_x y =? mul y x) all && (mul 0 x =? x)) all &&
    forallb (fun n => let g := of n in let by_g := mul g in
      forallb (fun x => let by_x := mul x in let by_xg := mul (by_x g) in
        forallb (fun y => by_xg y =? by_x (by_g y)) all) all) letters.

  Fixpoint make (letters : numbers) (steps : list (N * N)) (done : numbers) : option numbers :=
    match steps with
    | [] => Some done
    | (n, y) :: steps' =>
        if mem n letters && mem y done then make letters steps' (insert (mul (of n) y) done) else None
    end.

  Definition told_apart : bool :=
    forallb (fun x => let by_x := mul x in
      forallb (fun y => (y =? x) || let by_y := mul y in existsb (fun z => xorb (lost (by_x z)) (lost (by_y z))) all) all)
      all.

  (** A kind that is kept is a part of this one. *)
  Definition covered_by (kinds : trie (list (list N))) (x : N) (beside : N -> bool) : bool :=
    match find x kinds with Some l => existsb (forallb beside) l | None => false end.

  Definition part_fits (first : trie (list (list N))) (n : N) : bool :=
    match parts_of n with
    | [] => of n =? 0
    | leads =>
        let elements := set_of (map product_of leads) in
        let distinct := filter (fun e => mem e elements) all in
        let winning := set_of (filter (fun z => existsb (fun e => lost (mul e z)) distinct) all) in
        let x := of n in
        forallb (fun z => negb (mem z winning && lost (mul x z))) all && covered_by first x (fun z => mem z winning)
    end.

  Definition by_element (kinds : list kind) : trie (list (list N)) :=
    fold_right (fun '(x, l) t => add x (l :: match find x t with Some ls => ls | None => [] end) t) Empty kinds.

  Definition sums_fit (first kept : list kind) : bool :=
    let by_kept := by_element kept in
    let as_sets := map (fun '(x, l) => (x, set_of l)) in
    let kept_sets := as_sets kept in
    forallb (fun '(x, u) => let by_x := mul x in
      covered_by by_kept x (fun z => mem z u) &&
      forallb (fun '(y, v) => let by_y := mul y in
        covered_by by_kept (by_x y) (fun z => mem (by_y z) u || mem (by_x z) v)) kept_sets) (as_sets first) &&
    forallb (fun '(x, v) => lost x || mem 0 v) kept_sets.

  Definition check_monoid (count : nat) (w : witness) : bool :=
    monoid_fits (generators w) && negb (lost 0) && forallb (fun n => n <? N.of_nat count) (generators w) &&
    match make (set_of (generators w)) (making w) (insert 0 Empty) with Some done => forallb (fun x => mem x done) all | None => false end &&
    told_apart && (let first := by_element (part_kinds w) in forallb (part_fits first) (range count 0)) && sums_fit (part_kinds w) (sum_kinds w).
End Program.

Definition check_quotient (game : play) (p : list N) (product : list (list N)) (elements : list N) (w : witness) : bool :=
  let t := table_of product in
  let of := index 0 elements Empty in
  let lost := set_of p in
  let order := N.of_nat (length product) in
  (0 <? order) && forallb (forallb (fun z => z <? order)) product && forallb (fun z => z <? order) elements &&
  check_monoid (options game) (multiply t) (fun n => entry n of) (fun x => mem x lost) (range (length product) 0)
    (length elements) w.

(** * Soundness *)

Lemma entry_nth l x : entry x (index 0 l Empty) = nth (N.to_nat x) l 0.
Proof.
  unfold entry. rewrite find_index, N.sub_0_r. destruct (N.leb_spec 0 x); [|lia]. cbn [andb].
  destruct (N.ltb_spec x (0 + N.of_nat (length l))).
  - destruct (nth_error l (N.to_nat x)) eqn:E; [now apply (nth_error_nth l _ 0) in E|]. apply nth_error_None in E. lia.
  - unfold find. rewrite find_empty. now rewrite nth_overflow by lia.
Qed.

Lemma multiply_times product x y : multiply (table_of product) x y = times product x y.
Proof.
  unfold multiply, in_row, table_of, times. rewrite find_index, N.sub_0_r, map_length. destruct (N.leb_spec 0 x); [|lia]. cbn [andb].
  destruct (N.ltb_spec x (0 + N.of_nat (length product))).
  - destruct (nth_error (map (fun row => index 0 row Empty) product) (N.to_nat x)) eqn:E.
    + rewrite nth_error_map in E. destruct (nth_error product (N.to_nat x)) as [row|] eqn:F; [|discriminate].
      injection E as <-. apply (nth_error_nth product _ []) in F. rewrite F. apply entry_nth.
    + apply nth_error_None in E. rewrite map_length in E. lia.
  - unfold find. rewrite find_empty, (nth_overflow product) by lia. unfold entry, find. rewrite find_empty.
    now destruct (N.to_nat y).
Qed.

Section Soundness.
  Variables (leaves : N -> list N -> Prop) (game : play).
  Hypothesis playing : plays leaves N.lt game.
  Variables (mul : N -> N -> N) (of : N -> N) (lost : N -> bool) (order count : nat) (w : witness).
  Local Notation all := (range order 0).
  Hypothesis some_element : (0 < order)%nat.
  Hypothesis mul_below : forall x y, mul x y < N.of_nat order.
  Hypothesis of_below : forall n, of n < N.of_nat order.
  Hypothesis checked : check_monoid (options game) mul of lost all count w = true.

  Local Notation size := (N.of_nat order).
  Local Notation total := (total of mul).
  Definition listed (n : N) : Prop := n < N.of_nat count.

  Lemma in_all x : In x all <-> x < size.
  Proof. rewrite in_range. lia. Qed.

  Lemma over_all (f : N -> bool) : forallb f all = true -> forall x, x < size -> f x = true.
  Proof. intros F x L. rewrite forallb_forall in F. now apply F, in_all. Qed.

  Lemma product_total s : product_of mul of s = total s.
  Proof. unfold product_of, Monoids.total. now rewrite <- fold_left_rev_right, rev_involutive. Qed.

  Lemma parts_checked :
    (forall x, x < size -> (forall y, y < size -> mul x y = mul y x) /\ mul 0 x = x) /\
    (forall n, In n (generators w) -> listed n /\
      forall x y, x < size -> y < size -> mul (mul x (of n)) y = mul x (mul (of n) y)) /\
    lost 0 = false.
  Proof.
    unfold check_monoid, monoid_fits in checked. rewrite !andb_true_iff in checked.
    destruct checked as [[[[[[[A B] C] D] _] _] _] _]. split; [|split].
    - intros x X. pose proof (over_all _ A x X) as H. cbv beta in H. apply andb_true_iff in H. destruct H as [H E].
      split; [|now apply N.eqb_eq]. intros y Y. now apply N.eqb_eq, (over_all _ H y Y).
    - intros n I. rewrite forallb_forall in B, D. split; [now apply N.ltb_lt, D|]. intros x y X Y. apply B in I.
      cbv zeta in I. pose proof (over_all _ I x X) as H. cbv beta zeta in H. now apply N.eqb_eq, (over_all _ H y Y).
    - now apply negb_true_iff.
  Qed.

  Definition fits_between (g : N) : Prop := forall x y, x < size -> y < size -> mul (mul x g) y = mul x (mul g y).

  Lemma made_spec steps : forall before done,
    (forall x, mem x before = true -> x < size /\ fits_between x /\ exists s, Forall listed s /\ total s = x) ->
    make mul of (set_of (generators w)) steps before = Some done ->
    forall x, mem x done = true -> x < size /\ fits_between x /\ exists s, Forall listed s /\ total s = x.
  Proof.
    destruct parts_checked as (A & B & _).
    induction steps as [|[n y] steps IH]; intros before done I E; cbn [make] in E; [injection E as <-; exact I|].
    destruct (mem n _) eqn:N'; [|discriminate]. destruct (mem y before) eqn:Y; [|discriminate]. cbn [andb] in E.
    apply (IH (insert (mul (of n) y) before) done); trivial. clear IH E. intros x X. rewrite mem_insert, orb_true_iff, N.eqb_eq in X. destruct X as [-> | X]; [|now apply I].
    apply in_set_of in N'. destruct (B n N') as [L G]. destruct (I y Y) as (Ly & H & s & S & T). repeat split; auto.
    - intros x z X Z. rewrite <- (G x y X Ly), (H (mul x (of n)) z), (G x (mul y z)), <- (H (of n) z); auto.
    - exists (n :: s). split; [now constructor|]. change (mul (of n) (total s) = mul (of n) y). now rewrite T.
  Qed.

  Lemma each_made x : x < size -> fits_between x /\ exists s, Forall listed s /\ total s = x.
  Proof.
    pose proof checked as C. unfold check_monoid in C. rewrite !andb_true_iff in C. destruct C as [[[[_ M] _] _] _].
    destruct (make _ _ _ _ _) as [done|] eqn:E; [|discriminate]. intros L. destruct parts_checked as (A & _ & _).
    apply (made_spec _ _ _) with (x := x) in E; [tauto | | now apply (over_all _ M)].
    intros y Y. rewrite mem_insert in Y. unfold mem at 1, find in Y. rewrite find_empty, orb_false_r in Y.
    apply N.eqb_eq in Y. subst y. assert (0 < size) as Z by lia. repeat split; trivial; [|now exists []].
    intros a b X Y. destruct (A a X) as [H _]. rewrite (H 0 Z). destruct (A a X) as [_ ->], (A b Y) as [_ ->]. easy.
  Qed.

  Definition of_kinds (kinds : list kind) (x : N) (V : N -> Prop) : Prop := exists l, In (x, l) kinds /\ forall z, V z <-> In z l.

  Lemma covered_spec kinds x beside : covered_by (by_element kinds) x beside = true ->
    exists l, In (x, l) kinds /\ forall z, In z l -> beside z = true.
  Proof.
    unfold covered_by. destruct (find x (by_element kinds)) as [ls|] eqn:E; [|discriminate]. intros H.
    apply existsb_exists in H. destruct H as (l & I & F). rewrite forallb_forall in F. exists l. split; trivial.
    clear F. revert ls E I. induction kinds as [|[y k] kinds IH]; cbn [by_element fold_right]; intros ls E I.
    - unfold find in E. now rewrite find_empty in E.
    - change (fold_right _ Empty kinds) with (by_element kinds) in E. rewrite find_add in E.
      destruct (N.eqb_spec x y) as [-> | D]; [|right; now apply (IH ls)]. injection E as <-. destruct I as [<- | I]; [now left|].
      right. destruct (find y (by_element kinds)) as [ls|] eqn:F; [now apply (IH ls) | easy].
  Qed.

  Lemma total_permuted s t : Forall listed s -> Permutation s t -> total s = total t.
  Proof.
    intros S P. destruct parts_checked as (A & _ & _). induction P as [| n s t P IH | n m s | s t u P IH Q IH'].
    - easy.
    - inversion S; subst. cbn. f_equal. now apply IH.
    - inversion S as [|? ? _ S']; subst. inversion S' as [|? ? _ S'']; subst. cbn. fold (total s).
      assert (forall s, total s < size) as B by (intros [|]; cbn; [lia | apply mul_below]).
      destruct (each_made (of n) (of_below n)) as [F _]. destruct (each_made (of m) (of_below m)) as [G _].
      rewrite <- (F (of m)), <- (G (of n)) by auto. f_equal. now apply A.
    - rewrite IH by trivial. apply IH'. now apply (Permutation_Forall P).
  Qed.

  Lemma inside n ps b : listed n -> leaves n ps -> In b ps -> listed b.
  Proof. unfold listed. intros L M I. pose proof (smaller _ _ _ playing n ps b M I). lia. Qed.

  Lemma part_spec n : listed n ->
    ((forall ps, ~ leaves n ps) -> of n = 0) /\
    (forall ps z, leaves n ps -> z < size -> lost (mul (of n) z) = true -> lost (mul (total ps) z) = false) /\
    (forall ps, leaves n ps -> exists U, of_kinds (part_kinds w) (of n) U /\
      forall z, U z -> z < size -> exists qs, leaves n qs /\ lost (mul (total qs) z) = true).
  Proof.
    intros L. pose proof checked as C. unfold check_monoid in C. rewrite !andb_true_iff in C. destruct C as [[_ C] _].
    rewrite forallb_forall in C. specialize (C n ltac:(apply in_range; unfold listed in L; lia)). unfold part_fits in C.
    destruct (options game n) as [|one more] eqn:O.
    - apply N.eqb_eq in C. repeat split; trivial; intros ps; intros; exfalso;
        destruct (all_options _ _ _ playing n ps ltac:(eassumption)) as (qs & I & _); now rewrite O in I.
    - set (leads := one :: more) in *. assert (forall z, z < size ->
        (mem z (set_of (filter (fun z => existsb (fun e => lost (mul e z))
          (filter (fun e => mem e (set_of (map (product_of mul of) leads))) all)) all)) = true <->
        exists qs, leaves n qs /\ lost (mul (total qs) z) = true)) as W.
      { intros z Z. rewrite in_set_of, filter_In, in_all, existsb_exists. split.
        - intros [_ (e & E & T)]. rewrite filter_In, in_set_of in E. destruct E as [_ E]. apply in_map_iff in E.
          destruct E as (qs & <- & I). exists qs. rewrite <- product_total. split; trivial.
          apply (options_are _ _ _ playing). now rewrite O.
        - intros (qs & M & T). split; trivial. destruct (all_options _ _ _ playing n qs M) as (us & I & P). rewrite O in I.
          rewrite (total_permuted qs us) in T; trivial.
          + exists (total us). split; trivial. rewrite filter_In, in_all, in_set_of, <- product_total. split.
            * rewrite product_total. destruct us; cbn; [lia | apply mul_below].
            * now apply in_map.
          + apply Forall_forall. intros b B. now apply (inside n qs). }
      apply andb_true_iff in C. destruct C as [C D]. repeat split.
      + intros none. exfalso. apply (none one), (options_are _ _ _ playing). rewrite O. now left.
      + intros ps z M Z T. apply (fun C => over_all _ C z Z) in C. cbv beta in C. rewrite T, andb_true_r in C. apply negb_true_iff in C.
        destruct (lost (mul (total ps) z)) eqn:E; trivial. rewrite <- C. symmetry. apply W; trivial. now exists ps.
      + intros ps _. apply covered_spec in D. destruct D as (l & I & D). exists (fun z => In z l).
        split; [now exists l|]. intros z H Z. now apply W, D.
  Qed.

  Lemma sums_spec :
    (forall x U, of_kinds (part_kinds w) x U -> exists V, of_kinds (sum_kinds w) x V /\ forall z, V z -> z < size -> U z) /\
    (forall x U y V, of_kinds (part_kinds w) x U -> of_kinds (sum_kinds w) y V ->
      exists W, of_kinds (sum_kinds w) (mul x y) W /\ forall z, W z -> z < size -> U (mul y z) \/ V (mul x z)) /\
    (forall x V, of_kinds (sum_kinds w) x V -> lost x = false -> V 0).
  Proof.
    pose proof checked as C. unfold check_monoid in C. rewrite !andb_true_iff in C. destruct C as [_ C]. unfold sums_fit in C.
    apply andb_true_iff in C. destruct C as [C G]. rewrite forallb_forall in C, G.
    assert (forall (x : N) (l : list N) kinds, In (x, l) kinds -> In (x, set_of l) (map (fun '(x, l) => (x, set_of l)) kinds)) as sets.
    { intros x l kinds I. apply in_map_iff. now exists (x, l). }
    split; [|split].
    - intros x U (l & I & E). apply sets, C in I. cbv beta iota in I. apply andb_true_iff in I. destruct I as [I _].
      apply covered_spec in I. destruct I as (k & J & F). exists (fun z => In z k). split; [now exists k|].
      intros z Z _. now apply E, in_set_of, F.
    - intros x U y V (l & I & E) (k & J & F). apply sets, C in I. cbv beta iota in I. apply andb_true_iff in I.
      destruct I as [_ I]. rewrite forallb_forall in I. apply sets, I in J. cbv beta iota in J. apply covered_spec in J.
      destruct J as (m & K & H). exists (fun z => In z m). split; [now exists m|]. intros z Z _. apply H in Z.
      rewrite orb_true_iff, !in_set_of in Z. now rewrite E, F.
    - intros x V (k & J & F) L. apply sets, G in J. cbv beta iota in J. rewrite L in J. now apply F, in_set_of.
  Qed.

  Lemma elements_apart x y : x < size -> y < size -> x <> y -> exists z, z < size /\ lost (mul x z) <> lost (mul y z).
  Proof.
    intros X Y N'. pose proof checked as C. unfold check_monoid in C. rewrite !andb_true_iff in C.
    destruct C as [[[_ C] _] _]. unfold told_apart in C. pose proof (over_all _ C x X) as H. cbv beta in H.
    pose proof (over_all _ H y Y) as H'. cbv beta in H'. apply orb_true_iff in H'. destruct H' as [H' | H'].
    - apply N.eqb_eq in H'. congruence.
    - apply existsb_exists in H'. destruct H' as (z & I & D'). exists z. split; [now apply in_all|].
      intros E. rewrite E, xorb_nilpotent in D'. discriminate.
  Qed.

  Theorem monoid_sound : (forall s, Forall listed s -> outcome leaves true (negb (lost (total s))) s) /\
    forall (M : Type) (unit : M) (op : M -> M -> M) (f : N -> M) (loses : M -> Prop) (all : list M),
      (forall a b c, op a (op b c) = op (op a b) c) -> (forall a, op unit a = a) ->
      (forall s, Forall listed s -> let x := fold_right (fun n x => op (f n) x) unit s in
        In x all /\ (loses x <-> MisereLost leaves s)) -> (order <= length all)%nat.
  Proof.
    destruct parts_checked as (A & _ & Z). destruct sums_spec as (S1 & S2 & S3).
    assert (forall x y z, x < size -> y < size -> z < size -> mul (mul x y) z = mul x (mul y z)) as assoc.
    { intros x y z X Y Zb. now apply each_made. }
    assert (forall s, Forall listed s -> outcome leaves true (negb (lost (total s))) s) as D.
    { apply (monoid_decides leaves N.lt game playing listed of size mul lost inside) with
        (first := of_kinds (part_kinds w)) (kept := of_kinds (sum_kinds w)); auto; try lia;
        try (intros; now apply A); intros; try (now apply (part_spec n)); try (now apply (part_spec n) with ps). }
    split; trivial.
    pose proof elements_apart as apart.
    intros M unit op f loses many E F says. rewrite <- (Nnat.Nat2N.id order).
    apply (monoid_least leaves N.lt game playing listed of size mul lost inside) with
      (first := of_kinds (part_kinds w)) (kept := of_kinds (sum_kinds w)) (unit := unit) (op := op) (f := f) (loses := loses);
      auto; try lia; try (intros; now apply A); intros; try (now apply (part_spec n)); try (now apply (part_spec n) with ps).
    now apply each_made.
  Qed.
End Soundness.

Theorem check_quotient_sound r game p product elements w : plays (leaves r) N.lt game ->
  check_quotient game p product elements w = true -> holds_further (Quotient r p product elements).
Proof.
  intros playing. unfold check_quotient. rewrite !andb_true_iff. intros [[[O R] E] C]. apply N.ltb_lt in O.
  rewrite forallb_forall in R, E.
  assert (forall l x, (forall y, In y l -> y < N.of_nat (length product)) -> nth x l 0 < N.of_nat (length product)) as B.
  { intros l x H. destruct (Nat.lt_ge_cases x (length l)) as [L | L]; [now apply H, nth_In | now rewrite nth_overflow]. }
  pose proof (monoid_sound (leaves r) game playing (multiply (table_of product)) (fun n => entry n (index 0 elements Empty))
    (fun x => mem x (set_of p)) (length product) (length elements) w ltac:(lia)) as S.
  destruct S as [S S']; trivial.
  - intros x y. rewrite multiply_times. unfold times. apply B. intros z I.
    destruct (Nat.lt_ge_cases (N.to_nat x) (length product)) as [L | L]; [|rewrite nth_overflow in I by trivial; easy].
    specialize (R _ (nth_In product [] L)). rewrite forallb_forall in R. now apply N.ltb_lt, R.
  - intros n. rewrite entry_nth. apply B. intros z I. now apply N.ltb_lt, E.
  - cbn [holds_further]. split.
    + intros s H. specialize (S s H).
      assert (total (fun n => entry n (index 0 elements Empty)) (multiply (table_of product)) s =
        element product (fun n => nth (N.to_nat n) elements 0) s) as F.
      { unfold total, element. clear. induction s as [|n s IH]; cbn [fold_right]; trivial.
        now rewrite IH, multiply_times, entry_nth. }
      rewrite F in S. assert (forall x, mem x (set_of p) = existsb (N.eqb x) p) as G.
      { intros x. apply eq_true_iff_eq. rewrite in_set_of, existsb_exists. split.
        - intros I. exists x. now rewrite N.eqb_refl.
        - intros (y & I & Q). apply N.eqb_eq in Q. now subst y. }
      now rewrite G in S.
    + exact S'.
Qed.
