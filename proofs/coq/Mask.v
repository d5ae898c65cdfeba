(** The checker of periods by a mask: few pairs of heaps are all the pairs that can give most values. *)

From Coq Require Import NArith List Lia Bool Arith.
From Grundy Require Import Statements Games Heaps Trie Words Period.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

Fixpoint parity_pos (p : positive) : bool :=
  match p with xH => true | xO q => parity_pos q | xI q => negb (parity_pos q) end.
Definition parity (n : N) : bool := match n with 0 => false | Npos p => parity_pos p end.

(** What moves leave is read from cursors: one for each number [s] that is taken together with a heap of the value [x]
    beside what is left. It waits for heaps larger than [s], and is then at the value of the heap that is left. *)
Inductive cursors :=
| Done
| Cursor (x wait : N) (rest : list N) (more : cursors).

(** What they say of one heap, and where they are at the next one, in the order turned round; [before] come first. *)
Fixpoint read (c : cursors) (s : words) (before : cursors) : words * cursors :=
  match c with
  | Done => (s, before)
  | Cursor x wait rest more =>
      if wait =? 0 then
        match rest with
        | g :: rest' => read more (put (N.lxor x g) s) (Cursor x 0 rest' before)
        | [] => read more s (Cursor x 0 [] before)
        end
      else read more s (Cursor x (N.pred wait) rest before)
  end.

(** The heaps from [n] on that are kept, with their values. *)
Fixpoint kept (keep : N -> N -> bool) (n : N) (l : list N) (found : list (N * N)) : list (N * N) :=
  match l with
  | [] => found
  | g :: l' => kept keep (N.succ n) l' (if keep n g then (n, g) :: found else found)
  end.

(** What is taken and what stands beside, for the moves that leave one heap, or two with one of [near]. *)
Definition lags (code near : list (N * N)) : list (N * N) :=
  flat_map (fun '(t, d) =>
    (if N.testbit d 1 then [(t, 0)] else []) ++
    (if N.testbit d 2 then map (fun '(r, g) => (t + r, g)) near else [])) code.

(** Pairs with one of the first heaps. *)
Fixpoint first_pairs (count : nat) (up down : list N) (s : words) : words :=
  match count, up, down with
  | S i, g :: up', _ :: (h :: _) as down' => first_pairs i up' down' (put (N.lxor g h) s)
  | _, _, _ => s
  end.

Definition all_first_pairs (code : list (N * N)) (up down : list N) (s : words) : words :=
  fold_left (fun s '(t, d) =>
    if N.testbit d 2 then match drop down t with Some l => first_pairs (N.to_nat 2000) up l s | None => s end else s) code s.

Section Program.
  Variables (code : list (N * N)) (mask : N) (twist : bool).

  Definition tag (n g : N) : bool := xorb (parity (N.land g mask)) (twist && N.odd n).

  (** Of any two heaps that a move from [n] leaves with this value, just one has the tag [true]. *)
  Definition mixed (n v : N) : bool :=
    forallb (fun '(t, d) => negb (N.testbit d 2) || tag (n - t) v) code.

  Definition leaves_none (n : N) : bool := existsb (fun '(t, d) => (t =? n) && N.testbit d 0) code.

  Definition full (m : moves) (g : N) (up down : list N) : bool :=
    let s := walk m 0 up down [] in if has g s then false else no_gap g s.

  Fixpoint check_masked (m : moves) (c : cursors) (n : N) (up down rest : list N) : bool :=
    match rest with
    | [] => true
    | g :: rest' =>
        let down' := g :: down in
        let '(s, c') := read c (if leaves_none n then put 0 [] else []) Done in
        let fine :=
          if mixed n g then
            if has g s then false
            else if no_gap g s then true
            else if no_gap g (all_first_pairs code up down' s) then true
            else full m g up down'
          else full m g up down' in
        if fine then check_masked m c' (N.succ n) up down' rest' else false
    end.

  (** The rare heaps, with this tag, and others that are near at hand. *)
  Definition near (rare : bool) (tries : numbers) (up : list N) : list (N * N) :=
    kept (fun n g => eqb (tag n g) rare || mem n tries) 1 up [].
End Program.

(** The values of the heaps 1, 2, ... *)
Definition check_listed (code : list (N * N)) (mask : N) (twist rare : bool) (tries up : list N) : bool :=
  forallb (fun '(_, d) => d <? 8) code &&
  let others := near mask twist rare (fold_right insert Empty tries) up in
  let c := fold_right (fun '(s, x) => Cursor x s up) Done (lags code others) in
  check_masked code mask twist (moves_of code) c 1 up [] up.

Definition check_mask (code : list (N * N)) (p e mask : N) (twist rare : bool) (tries : list N) (values : list N) : bool :=
  check_repetition code p e values &&
  match values with
  | g :: up => (g =? 0) && check_listed code mask twist rare tries up
  | [] => false
  end.

(** * Parity *)

Lemma parity_pos_lxor p : forall q, parity (Pos.lxor p q) = xorb (parity_pos p) (parity_pos q).
Proof.
  assert (forall n, parity (Pos.Ndouble n) = parity n) as D by now destruct n.
  assert (forall n, parity (Pos.Nsucc_double n) = negb (parity n)) as S by now destruct n.
  induction p as [p IH | p IH |]; destruct q as [q | q |]; cbn [Pos.lxor parity_pos]; rewrite ?D, ?S, ?IH; cbn [parity parity_pos];
    repeat match goal with |- context [parity_pos ?r] => destruct (parity_pos r) end; reflexivity.
Qed.

Lemma parity_lxor a b : parity (N.lxor a b) = xorb (parity a) (parity b).
Proof. destruct a as [|p], b as [|q]; [easy | cbn; now destruct (parity_pos q) | cbn; now destruct (parity_pos p) | apply parity_pos_lxor]. Qed.

Lemma land_lxor a b m : N.land (N.lxor a b) m = N.lxor (N.land a m) (N.land b m).
Proof.
  apply N.bits_inj. intros i. rewrite N.land_spec, !N.lxor_spec, !N.land_spec.
  now destruct (N.testbit a i), (N.testbit b i), (N.testbit m i).
Qed.

Lemma tag_pair mask twist a b g h :
  tag mask twist (a + b) (N.lxor g h) = xorb (tag mask twist a g) (tag mask twist b h).
Proof.
  unfold tag. rewrite land_lxor, parity_lxor, N.odd_add.
  now destruct (parity (N.land g mask)), (parity (N.land h mask)), twist, (N.odd a), (N.odd b).
Qed.

(** * Cursors *)

Definition cursors_at (up : list N) (n : N) (lags : list (N * N)) : cursors :=
  fold_right (fun '(s, x) => Cursor x (s + 1 - n) (skipn (N.to_nat (n - 1 - s)) up)) Done lags.

Lemma from_at G i c k : (k < c)%nat -> nth k (from G i c) 0 = G (i + N.of_nat k).
Proof.
  revert i k. induction c as [|c IH]; intros i k L; [lia|]. destruct k as [|k]; cbn [from nth].
  - f_equal. lia.
  - rewrite IH by lia. f_equal. lia.
Qed.

Lemma skip_at (l : list N) k : (k < length l)%nat -> skipn k l = nth k l 0 :: skipn (S k) l.
Proof.
  revert l. induction k as [|k IH]; intros [|a l] L; cbn [length] in L; try lia; [easy|]. cbn [skipn nth]. now rewrite IH by lia.
Qed.

Lemma tl_skip (l : list N) k : tl (skipn k l) = skipn (S k) l.
Proof. revert l. induction k as [|k IH]; intros [|a l]; trivial. apply IH. Qed.

Lemma starting up ls : fold_right (fun '(s, x) => Cursor x s up) Done ls = cursors_at up 1 ls.
Proof.
  induction ls as [|[t x] ls IH]; [easy|]. cbn [cursors_at fold_right]. fold (cursors_at up 1 ls). rewrite IH.
  replace (t + 1 - 1) with t by lia. now replace (N.to_nat (1 - 1 - t)) with 0%nat by lia.
Qed.

Lemma read_advances up n ls : 0 < n -> forall s before,
  snd (read (cursors_at up n ls) s (cursors_at up (N.succ n) before)) = cursors_at up (N.succ n) (rev_append ls before).
Proof.
  intros P. induction ls as [|[t x] ls IH]; intros s before; [easy|]. cbn [rev_append]. rewrite <- (IH s ((t, x) :: before)).
  cbn [cursors_at fold_right read]. fold (cursors_at up n ls) (cursors_at up (N.succ n) before).
  assert (forall s s' c, snd (read (cursors_at up n ls) s c) = snd (read (cursors_at up n ls) s' c)) as any.
  { clear. induction ls as [|[t x] ls IH]; intros s s' c; [easy|]. cbn [cursors_at fold_right read].
    fold (cursors_at up n ls). destruct (_ =? 0); [destruct (skipn _ _)|]; apply IH. }
  destruct (N.eqb_spec (t + 1 - n) 0) as [Z | Z].
  - replace (t + 1 - N.succ n) with 0 by lia. replace (N.to_nat (N.succ n - 1 - t)) with (S (N.to_nat (n - 1 - t))) by lia.
    rewrite <- tl_skip. destruct (skipn _ up); apply any.
  - replace (t + 1 - N.succ n) with (N.pred (t + 1 - n)) by lia.
    now replace (N.to_nat (N.succ n - 1 - t)) with (N.to_nat (n - 1 - t)) by lia.
Qed.

Lemma read_spec G size n (ls : list (N * N)) v : 0 < n -> n <= N.of_nat size -> forall s before,
  has v (fst (read (cursors_at (from G 1 size) n ls) s before)) = true <->
  has v s = true \/ exists t x, In (t, x) ls /\ t < n /\ v = N.lxor x (G (n - t)).
Proof.
  intros P L. assert (length (from G 1 size) = size) as U.
  { clear. generalize 1. induction size; intros i; cbn [from length]; [easy | now rewrite IHsize]. }
  induction ls as [|[t x] ls IH]; intros s before; cbn [cursors_at fold_right read].
  - split; [auto | intros [M | (? & ? & [] & _)]; trivial].
  - fold (cursors_at (from G 1 size) n ls). destruct (N.eqb_spec (t + 1 - n) 0) as [Z | Z].
    + rewrite skip_at by (rewrite U; lia). rewrite IH, has_put, orb_true_iff, N.eqb_eq, from_at by lia.
      replace (1 + N.of_nat (N.to_nat (n - 1 - t))) with (n - t) by lia. split.
      * intros [[-> | I] | (u & y & I & H)]; [right; exists t, x; repeat split; [now left | lia] | now left |].
        right. exists u, y. split; [now right | exact H].
      * intros [I | (u & y & [E | I] & H & ->)]; [auto | injection E as -> ->; auto | right; now exists u, y].
    + rewrite IH. split.
      * intros [I | (u & y & I & H)]; [auto | right; exists u, y; split; [now right | exact H]].
      * intros [I | (u & y & [E | I] & H & ->)]; [auto | injection E as -> ->; lia | right; now exists u, y].
Qed.

Lemma in_kept keep l : forall i found n g, In (n, g) (kept keep i l found) <->
  In (n, g) found \/ i <= n /\ n < i + N.of_nat (length l) /\ g = nth (N.to_nat (n - i)) l 0 /\ keep n g = true.
Proof.
  induction l as [|a l IH]; intros i found n g; cbn [kept length]; [split; [now left | intros [|]; [trivial | lia]]|].
  rewrite IH. split.
  - intros [I | (A & B & -> & K)].
    + destruct (keep i a) eqn:K; [|now left]. destruct I as [E | I]; [|now left]. injection E as <- <-. right.
      rewrite N.sub_diag. repeat split; trivial; lia.
    + right. replace (N.to_nat (n - i)) with (S (N.to_nat (n - N.succ i))) by lia. repeat split; trivial; lia.
  - intros [I | (A & B & E & K)]; [left; destruct (keep i a); [now right | trivial]|].
    destruct (N.eq_dec n i) as [-> | D].
    + left. rewrite N.sub_diag in E. cbn in E. subst g. rewrite K. now left.
    + right. replace (N.to_nat (n - i)) with (S (N.to_nat (n - N.succ i))) in E by lia. repeat split; trivial; lia.
Qed.

(** * One heap *)

Section Heap.
  Variables (code : list (N * N)) (mask : N) (twist rare : bool) (tries : numbers) (G : N -> N) (size : nat).
  Let up := from G 1 size.
  Let others := near mask twist rare tries up.
  Hypothesis small : forallb (fun '(_, d) => d <? 8) code = true.
  Hypothesis order : increasing 0 code = true.
  Local Notation left := (left_by G (moves_of code)).

  Lemma up_length : length up = size.
  Proof. unfold up. generalize 1. induction size; intros i; cbn [from length]; [easy | now rewrite IHn]. Qed.

  Lemma near_spec n g : In (n, g) others -> 0 < n /\ g = G n.
  Proof.
    unfold others, near. rewrite in_kept, up_length. intros [[] | (A & B & -> & _)]. split; [lia|].
    unfold up. rewrite from_at by lia. f_equal. lia.
  Qed.

  Lemma near_all n : 0 < n -> n <= N.of_nat size -> tag mask twist n (G n) = rare -> In (n, G n) others.
  Proof.
    intros P L T. unfold others, near. rewrite in_kept, up_length, T, eqb_reflx. right. repeat split; try lia.
    unfold up. rewrite from_at by lia. f_equal. lia.
  Qed.

  Lemma left_code n v : left n v <-> exists t d j, In (t, d) code /\ N.testbit d (N.of_nat j) = true /\ t <= n /\ worth G j (n - t) v.
  Proof.
    unfold left_by, moves_of. split.
    - intros (t & js & j & M & J & T & W). apply in_map_iff in M. destruct M as ([u d] & E & I). injection E as -> <-.
      exists t, d, j. apply in_bits in J. auto.
    - intros (t & d & j & I & B & T & W). exists t, (bits d), j. split; [apply in_map_iff; now exists (t, d)|].
      split; [now apply in_bits | auto].
  Qed.

  Lemma in_lags t x : In (t, x) (lags code others) <->
    (exists d, In (t, d) code /\ N.testbit d 1 = true /\ x = 0) \/
    (exists u d r, In (u, d) code /\ N.testbit d 2 = true /\ In (r, x) others /\ t = u + r).
  Proof.
    unfold lags. rewrite in_flat_map. split.
    - intros ([u d] & I & J). apply in_app_or in J. destruct J as [J | J].
      + destruct (N.testbit d 1) eqn:B; [|easy]. destruct J as [J | []]. injection J as -> <-. left. now exists d.
      + destruct (N.testbit d 2) eqn:B; [|easy]. apply in_map_iff in J. destruct J as ([r g] & E & J). injection E as <- ->.
        right. now exists u, d, r.
    - intros [(d & I & B & ->) | (u & d & r & I & B & J & ->)].
      + exists (t, d). split; trivial. apply in_or_app. left. rewrite B. now left.
      + exists (u, d). split; trivial. apply in_or_app. right. rewrite B. apply in_map_iff. now exists (r, x).
  Qed.

  (** What the cursors say. *)
  Definition reached (n v : N) : Prop :=
    (leaves_none code n = true /\ v = 0) \/ exists t x, In (t, x) (lags code others) /\ t < n /\ v = N.lxor x (G (n - t)).

  Lemma leaves_none_spec n : leaves_none code n = true <-> exists d, In (n, d) code /\ N.testbit d 0 = true.
  Proof.
    unfold leaves_none. rewrite existsb_exists. split.
    - intros ([t d] & I & E). rewrite andb_true_iff, N.eqb_eq in E. destruct E as [-> E]. now exists d.
    - intros (d & I & E). exists (n, d). split; trivial. now rewrite N.eqb_refl.
  Qed.

  Lemma reached_left n v : reached n v -> left n v.
  Proof.
    intros [[Z ->] | (t & x & I & L & ->)]; apply left_code.
    - apply leaves_none_spec in Z. destruct Z as (d & I & B). exists n, d, 0%nat. repeat split; trivial; [lia|].
      exists []. repeat split; trivial. cbn. lia.
    - apply in_lags in I. destruct I as [(d & I & B & ->) | (u & d & r & I & B & J & ->)].
      + exists t, d, 1%nat. repeat split; trivial; [lia|]. exists [n - t]. split; [easy|]. split; [constructor; [lia | constructor]|].
        split; [cbn; lia | cbn; now rewrite N.lxor_0_r].
      + apply near_spec in J. destruct J as [P ->]. exists u, d, 2%nat. repeat split; trivial; [lia|].
        exists [r; n - (u + r)]. split; [easy|]. split; [repeat constructor; lia|]. split; [cbn; lia|].
        cbn. now rewrite N.lxor_0_r.
  Qed.

  (** A value that is mixed is given by pairs with a rare heap alone. *)
  Lemma mixed_reached n v : n <= N.of_nat size -> mixed code mask twist n v = true -> left n v -> reached n v.
  Proof.
    intros N M L. apply left_code in L. destruct L as (t & d & j & I & B & T & W).
    assert (j < 3)%nat as J.
    { rewrite forallb_forall in small. specialize (small _ I). cbn in small. apply N.ltb_lt in small.
      destruct (Nat.ltb_spec j 3) as [|J]; trivial. destruct (N.eq_dec d 0) as [-> | D]; [now rewrite N.bits_0 in B|].
      rewrite N.bits_above_log2 in B; [discriminate|]. apply N.log2_lt_pow2; [lia|].
      apply N.lt_le_trans with (2 ^ 3); [exact small | apply N.pow_le_mono_r; lia]. }
    destruct j as [|[|[|]]]; [| | |lia].
    - destruct W as ([|] & E & _ & S & ->); [|discriminate]. cbn in S. left. split; trivial. apply leaves_none_spec.
      exists d. split; trivial. now replace n with t by lia.
    - destruct W as ([|a [|]] & E & F & S & ->); try discriminate. inversion F; subst. cbn in S. right. exists t, 0.
      split; [apply in_lags; left; now exists d|]. split; [lia|]. cbn. rewrite N.lxor_0_r. f_equal. lia.
    - apply worth_two in W. destruct W as (a & b & A & C & S & ->). right.
      unfold mixed in M. rewrite forallb_forall in M. specialize (M _ I). cbn in M. cbn in B. rewrite B in M. cbn in M.
      rewrite <- S, tag_pair in M.
      assert (tag mask twist a (G a) = rare \/ tag mask twist b (G b) = rare) as [R | R].
      { destruct (tag mask twist a (G a)), (tag mask twist b (G b)), rare; cbn in M; auto; discriminate. }
      + exists (t + a), (G a). split; [|split; [lia | f_equal; f_equal; lia]].
        apply in_lags. right. exists t, d, a. repeat split; trivial. apply near_all; trivial; lia.
      + exists (t + b), (G b). split; [|split; [lia | rewrite N.lxor_comm; f_equal; f_equal; lia]].
        apply in_lags. right. exists t, d, b. repeat split; trivial. apply near_all; trivial; lia.
  Qed.

  Lemma first_pairs_spec v n : forall c k i s, 0 < i ->
    has v (first_pairs c (from G i k) (down G n) s) = true ->
    has v s = true \/ exists a b, 0 < a /\ 0 < b /\ a + b + 1 = N.of_nat n + i /\ v = N.lxor (G a) (G b).
  Proof.
    intros c. revert n. induction c as [|c IH]; intros n k i s P M; [now left|]. destruct k as [|k]; [now left|].
    destruct n as [|[|n]]; [now left | now left|]. cbn [first_pairs from down] in M.
    change (G (N.of_nat (S n)) :: down G n) with (down G (S n)) in M. apply IH in M; [|lia].
    destruct M as [M | (a & b & A & B & S & ->)].
    - rewrite has_put, orb_true_iff, N.eqb_eq in M. destruct M as [-> | M]; [|now left]. right.
      exists i, (N.of_nat (S n)). repeat split; lia.
    - right. exists a, b. repeat split; lia.
  Qed.

  Lemma all_first_pairs_spec n v s : (n <= size)%nat -> has v (all_first_pairs code up (down G n) s) = true ->
    has v s = true \/ left (N.of_nat n) v.
  Proof.
    intros L. unfold all_first_pairs.
    assert (forall l, (forall c, In c l -> In c code) -> forall s,
      has v (fold_left (fun s '(t, d) => if N.testbit d 2 then
        match drop (down G n) t with Some l => first_pairs (N.to_nat 2000) up l s | None => s end else s) l s) = true ->
      has v s = true \/ left (N.of_nat n) v) as H; [|apply H; auto].
    induction l as [|[t d] l IH]; intros all r M; [now left|]. cbn [fold_left] in M. apply IH in M; [|intros; apply all; now right].
    destruct M as [M | M]; [|now right]. destruct (N.testbit d 2) eqn:B; [|now left]. rewrite drop_down in M.
    destruct (N.leb_spec t (N.of_nat n)) as [T|]; [|now left]. apply first_pairs_spec in M; [|lia].
    destruct M as [M | (a & b & A & C & S & ->)]; [now left|]. right. apply left_code. exists t, d, 2%nat.
    split; [apply all; now left|]. repeat split; trivial. exists [a; b]. split; [easy|].
    split; [repeat constructor; lia|]. split; [cbn; lia | cbn; now rewrite N.lxor_0_r].
  Qed.

  Lemma full_spec n g : (n <= size)%nat -> full (moves_of code) g up (down G n) = true ->
    ~ left (N.of_nat n) g /\ forall w, w < g -> left (N.of_nat n) w.
  Proof.
    intros L F. unfold full in F. set (s := walk _ _ _ _ _) in F.
    assert (forall v, has v s = true <-> left (N.of_nat n) v) as each.
    { intros v. pose proof (has_walk G size v n L _ 0 [] (increasing_moves code 0 order) ltac:(lia)) as H.
      rewrite Nat.sub_0_r in H. unfold s. fold up in H. rewrite H. cbn [has]. intuition discriminate. }
    destruct (has g s) eqn:M; [discriminate|]. split; [rewrite <- each; congruence|].
    intros w W. apply each. now apply (no_gap_spec _ _ F).
  Qed.

  Lemma check_masked_spec : forall c n ls, (n + c <= size)%nat ->
    (forall t x, In (t, x) ls <-> In (t, x) (lags code others)) ->
    check_masked code mask twist (moves_of code) (cursors_at up (N.of_nat (S n)) ls) (N.of_nat (S n)) up
      (down G n) (from G (N.of_nat (S n)) c) = true ->
    forall i, N.of_nat n < i -> i <= N.of_nat (n + c) -> ~ left i (G i) /\ forall w, w < G i -> left i w.
  Proof.
    induction c as [|c IH]; intros n ls C same K i L U; [lia|]. cbn [from check_masked] in K.
    set (g := G (N.of_nat (S n))) in *.
    set (s0 := if leaves_none code _ then _ else _) in K.
    pose proof (fun v => read_spec G size (N.of_nat (S n)) ls v ltac:(lia) ltac:(lia) s0 Done) as seen.
    pose proof (read_advances up (N.of_nat (S n)) ls ltac:(lia) s0 []) as there. cbn [cursors_at fold_right] in there.
    fold up in seen. destruct (read _ s0 Done) as [s later] in *. cbn [fst snd] in *. subst later.
    change (g :: down G n) with (down G (S n)) in K.
    assert (forall v, has v s = true <-> reached (N.of_nat (S n)) v) as each.
    { intros v. rewrite seen. unfold reached. split; (intros [A | (t & x & I & A)]; [left | right; exists t, x; split; [now apply same | exact A]]).
      - unfold s0 in A. destruct (leaves_none _ _); [|easy]. rewrite has_put, orb_false_r in A. apply N.eqb_eq in A. auto.
      - destruct A as [A ->]. unfold s0. now rewrite A, has_put. }
    destruct (if mixed code mask twist (N.of_nat (S n)) g then _ else _) eqn:F in K; [|discriminate].
    destruct (N.eq_dec i (N.of_nat (S n))) as [-> | D].
    - fold g. destruct (mixed _ _ _ _ _) eqn:X in F; [|apply (full_spec (S n)); [lia | exact F]].
      destruct (has g s) eqn:Own; [discriminate|].
      assert (~ left (N.of_nat (S n)) g) as own.
      { intros H. apply mixed_reached in H; trivial; [|lia]. apply each in H. congruence. }
      destruct (no_gap _ s) eqn:A in F.
      { split; trivial. intros w W. apply reached_left, each. now apply (no_gap_spec _ _ A). }
      destruct (no_gap _ (all_first_pairs _ _ _ _)) eqn:A2 in F; [|apply (full_spec (S n)); [lia | exact F]].
      split; trivial. intros w W. pose proof (no_gap_spec _ _ A2 w W) as B.
      apply all_first_pairs_spec in B; [|lia]. destruct B as [B | B]; trivial. now apply reached_left, each.
    - rewrite <- Nat2N.inj_succ in K. apply (IH (S n) (rev_append ls [])); trivial; try lia.
      intros t x. rewrite <- same, rev_append_rev, app_nil_r. symmetry. apply in_rev.
  Qed.
End Heap.

Lemma check_listed_steps code mask twist rare tries up : increasing 0 code = true ->
  check_listed code mask twist rare tries up = true -> steps (moves_of code) up.
Proof.
  unfold check_listed. intros order. rewrite andb_true_iff. intros [small C] G U n P L. rewrite starting, U in C.
  set (all := lags code _) in C.
  apply (check_masked_spec code mask twist rare (fold_right insert Empty tries) G (length up) small order (length up) 0 all);
    easy.
Qed.

Theorem check_mask_sound code p e mask twist rare tries values :
  check_mask code p e mask twist rare tries values = true -> holds (Period (Heaps code) p e 0).
Proof.
  unfold check_mask. rewrite andb_true_iff. intros [R C]. destruct values as [|g up]; [discriminate|].
  apply andb_true_iff in C. destruct C as [zero C]. apply N.eqb_eq in zero. subst g.
  apply (period_by_steps code p e up R). apply (check_listed_steps code mask twist rare tries); trivial.
  unfold check_repetition in R. rewrite !andb_true_iff in R. apply R.
Qed.
