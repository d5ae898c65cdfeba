(** The checker of periods: every listed value is the mex of its options, and the list is long enough for the theorem. *)

From Coq Require Import NArith List Lia Bool Arith.
From Grundy Require Import Statements Games Heaps Words.
Import ListNotations.
Open Scope N_scope.

(** * Program

    At the heap of [n] the lists are [up], the values of the heaps 1, 2, ..., and [down], those of the heaps n, n - 1,
    ..., 1. All that a move can leave is then found by walking along both, without looking anything up. *)

(** The values of two heaps, [down] being as long as they have counters in all; the smaller one first, so half of the
    pairs. [fast] walks along [down] twice as fast and ends in the middle. *)
Fixpoint pairs (up down fast : list N) (x : N) (s : words) : words :=
  match up, down, fast with
  | g :: up', _ :: (h :: _) as down', _ :: _ :: fast' => pairs up' down' fast' x (put (N.lxor x (N.lxor g h)) s)
  | _, _, _ => s
  end.

(** Each number of counters for a first heap, of the value [g], and what is left for the others. *)
Fixpoint firsts (others : N -> list N -> words -> words) (up down : list N) (s : words) : words :=
  match up, down with
  | g :: up', _ :: down' => firsts others up' down' (others g down' s)
  | _, _ => s
  end.

(** The values of [j] heaps, XOR [x]. *)
Fixpoint splits (j : nat) (up down : list N) (x : N) (s : words) : words :=
  match j with
  | 0%nat => match down with [] => put x s | _ => s end
  | 1%nat => match down with g :: _ => put (N.lxor x g) s | [] => s end
  | 2%nat => pairs up down down x s
  | S i => firsts (fun g rest => splits i up rest (N.lxor x g)) up down s
  end.

Fixpoint drop (l : list N) (c : N) : option (list N) :=
  if c =? 0 then Some l else match l with [] => None | _ :: l' => drop l' (N.pred c) end.

(** For each number that may be taken how many heaps may be left. *)
Definition moves := list (N * list nat).

Definition bits (d : N) : list nat := filter (fun j => N.testbit d (N.of_nat j)) (seq 0 (N.to_nat (N.size d))).
Definition moves_of (code : list (N * N)) : moves := map (fun '(t, d) => (t, bits d)) code.

(** The values of the options; [at] counters are taken so far. *)
Fixpoint walk (m : moves) (at_ : N) (up down : list N) (s : words) : words :=
  match m with
  | [] => s
  | (t, js) :: m' =>
      match drop down (t - at_) with
      | Some down' => walk m' t up down' (fold_left (fun s j => splits j up down' 0 s) js s)
      | None => s
      end
  end.

Fixpoint check_values (m : moves) (up down rest : list N) : bool :=
  match rest with
  | [] => true
  | g :: rest' =>
      let down' := g :: down in
      let s := walk m 0 up down' [] in
      if has g s then false else if no_gap g s then check_values m up down' rest' else false
  end.

Fixpoint increasing {A} (least : N) (l : list (N * A)) : bool :=
  match l with
  | [] => true
  | (t, _) :: l' => if least <=? t then increasing t l' else false
  end.

Fixpoint higher (s : N) (l m : list N) : bool :=
  match l, m with
  | a :: l', b :: m' => if a + s =? b then higher s l' m' else false
  | _, _ => true
  end.

Definition repeats_listed (values : list N) (p e s : N) : bool :=
  match drop values e with
  | Some l => match drop l p with Some m => higher s l m | None => true end
  | None => true
  end.

(** No proper divisor of the period is one, with its part of the saltus; [d] goes from 1 up. *)
Fixpoint least (count : nat) (d : N) (values : list N) (p e s : N) : bool :=
  match count with
  | 0%nat => true
  | S i =>
      if (if p mod d =? 0 then
            let parts := p / d in if s mod parts =? 0 then repeats_listed values d e (s / parts) else false
          else false)
      then false else least i (N.succ d) values p e s
  end.

(** The least period and pre-period, if it is a period of all values and not of those listed alone. *)
Definition check_claim_listed (values : list N) (p e s : N) : bool :=
  repeats_listed values p e s &&
  ((e =? 0) || negb (repeats_listed values p (N.pred e) s)) &&
  least (N.to_nat (N.pred p)) 1 values p e s.

Definition most_taken (code : list (N * N)) : N := fold_right (fun '(t, _) => N.max t) 0 code.
Definition most_left (code : list (N * N)) : N := fold_right (fun '(_, d) => N.max (N.pred (N.size d))) 1 code.

(** What is claimed of the values, and that the list is long enough. *)
Definition check_repetition (code : list (N * N)) (p e : N) (values : list N) : bool :=
  let j := most_left code in
  increasing 0 code &&
  forallb (fun '(t, d) => negb (t =? 0) || negb (N.testbit d 0) && negb (N.testbit d 1)) code &&
  (0 <? p) &&
  (j * N.max e 1 + j * p + most_taken code <=? N.of_nat (length values)) &&
  check_claim_listed values p e 0.

Definition check_period (code : list (N * N)) (p e : N) (values : list N) : bool :=
  check_repetition code p e values &&
  match values with
  | g :: up => (g =? 0) && check_values (moves_of code) up [] up
  | [] => false
  end.

(** * Soundness *)

(** [from G i c]: the values of [c] heaps from [i] on; [down G n]: those of the heaps n, ..., 1. *)
Fixpoint from (G : N -> N) (i : N) (c : nat) : list N :=
  match c with 0%nat => [] | S c' => G i :: from G (N.succ i) c' end.
Fixpoint down (G : N -> N) (n : nat) : list N :=
  match n with 0%nat => [] | S i => G (N.of_nat n) :: down G i end.

Lemma down_length G n : length (down G n) = n.
Proof. induction n; cbn [down length]; congruence. Qed.

Lemma from_nth G l i : (forall n, (n < length l)%nat -> G (i + N.of_nat n) = nth n l 0) -> l = from G i (length l).
Proof.
  revert i. induction l as [|a l IH]; intros i E; cbn [length from]; [easy|]. f_equal.
  - specialize (E 0%nat). cbn in E. rewrite <- E by lia. f_equal. lia.
  - apply IH. intros n L. specialize (E (S n)). cbn in E. rewrite <- E by lia. f_equal. lia.
Qed.

Lemma drop_spec l c : drop l c = if c <=? N.of_nat (length l) then Some (skipn (N.to_nat c) l) else None.
Proof.
  revert c. induction l as [|a l IH]; intros c; cbn [drop].
  - destruct (N.eqb_spec c 0) as [-> | D]; [easy|]. now destruct (N.leb_spec c (N.of_nat (length (@nil N)))); cbn in *; [lia|].
  - destruct (N.eqb_spec c 0) as [-> | D]; [easy|]. rewrite IH. cbn [length].
    replace (N.to_nat c) with (S (N.to_nat (N.pred c))) by lia. cbn [skipn].
    destruct (N.leb_spec (N.pred c) (N.of_nat (length l))), (N.leb_spec c (N.of_nat (S (length l)))); trivial; lia.
Qed.

Lemma down_skip G n c : skipn c (down G n) = down G (n - c).
Proof.
  revert n. induction c as [|c IH]; intros n; [now rewrite Nat.sub_0_r|].
  destruct n as [|n]; [easy|]. cbn [down skipn]. now rewrite IH.
Qed.

Section Splits.
  Variables (G : N -> N) (size : nat).
  Let up := from G 1 size.

  (** What [j] non-empty heaps of [m] counters in all can be worth. *)
  Definition worth (j : nat) (m : N) (v : N) : Prop :=
    exists ps, length ps = j /\ Forall (fun h => 0 < h) ps /\ sum ps = m /\ v = xors G ps.

  Lemma worth_two m v : worth 2 m v <-> exists a b, 0 < a /\ a <= b /\ a + b = m /\ v = N.lxor (G a) (G b).
  Proof.
    split.
    - intros ([|a [|b [|]]] & L & F & S & ->); try discriminate. cbn in S.
      inversion F as [|? ? A F1]. inversion F1 as [|? ? B _]. subst.
      destruct (N.le_ge_cases a b).
      + exists a, b. repeat split; trivial; [lia|]. cbn. now rewrite N.lxor_0_r.
      + exists b, a. repeat split; trivial; [lia|]. cbn. now rewrite N.lxor_0_r, N.lxor_comm.
    - intros (a & b & A & L & S & ->). exists [a; b]. repeat split.
      + repeat constructor; lia.
      + cbn. lia.
      + cbn. now rewrite N.lxor_0_r.
  Qed.

  Local Ltac none_more := split; [now left | intros [M | (a & b & A & B & E)]; [trivial | lia]].

  Lemma has_pairs v x : forall (c n f : nat) (i : N) s,
    (n <= c)%nat -> N.of_nat f + i = N.of_nat n + 1 -> 0 < i ->
    has v (pairs (from G i c) (down G n) (down G f) x s) = true <->
    has v s = true \/
    exists a b, i <= a /\ a <= b /\ a + b + 1 = N.of_nat n + i /\ v = N.lxor x (N.lxor (G a) (G b)).
  Proof.
    induction c as [|c IH]; intros n f i s C F I.
    - cbn [from pairs]. none_more.
    - destruct n as [|[|n]]; [cbn [from down pairs]; none_more .. |].
      destruct f as [|[|f]]; [cbn [from down pairs]; none_more .. |].
      cbn [from down pairs].
      change (G (N.of_nat (S n)) :: down G n) with (down G (S n)).
      rewrite IH by lia. rewrite has_put, orb_true_iff, N.eqb_eq. split.
      + intros [[-> | M] | (a & b & ?)]; auto; right.
        * exists i, (N.of_nat (S n)). repeat split; lia.
        * exists a, b. repeat split; try apply H; lia.
      + intros [M | (a & b & L & A & S & ->)]; auto. destruct (N.eq_dec a i) as [-> | D].
        * left. left. do 3 f_equal. lia.
        * right. exists a, b. repeat split; lia.
  Qed.

  Lemma worth_more j m v : worth (S j) m v <->
    exists a b w, 0 < a /\ a + b = m /\ worth j b w /\ v = N.lxor (G a) w.
  Proof.
    split.
    - intros ([|a ps] & L & F & S & ->); [discriminate|]. inversion F; subst. cbn in L.
      exists a, (sum ps), (xors G ps). repeat split; trivial. exists ps. repeat split; trivial. congruence.
    - intros (a & b & w & A & S & (ps & L & F & E & ->) & ->). exists (a :: ps). repeat split.
      + cbn. congruence.
      + now constructor.
      + cbn. unfold sum in E. lia.
  Qed.

  Lemma has_splits v : forall j n x s, (n <= size)%nat ->
    has v (splits j up (down G n) x s) = true <->
    has v s = true \/ exists w, worth j (N.of_nat n) w /\ v = N.lxor x w.
  Proof.
    unfold up. induction j as [|j IH]; intros n x s C; [|destruct j as [|[|j]]].
    - destruct n as [|n]; cbn [splits down].
      + rewrite has_put, orb_true_iff, N.eqb_eq. split.
        * intros [-> | M]; auto. right. exists 0. split; [now exists [] | now rewrite N.lxor_0_r].
        * intros [M | (w & ([|] & L & _ & _ & ->) & ->)]; auto; [|discriminate]. left. apply N.lxor_0_r.
      + split; auto. intros [M | (w & ([|] & L & _ & E & _) & _)]; trivial; discriminate.
    - destruct n as [|n]; cbn [splits down].
      + split; auto. intros [M | (w & ([|a [|]] & L & F & E & _) & _)]; trivial; try discriminate.
        inversion F; subst. cbn in E. lia.
      + rewrite has_put, orb_true_iff, N.eqb_eq. split.
        * intros [-> | M]; auto. right. exists (G (N.of_nat (S n))). split; trivial.
          exists [N.of_nat (S n)]. split; [easy|]. split; [constructor; [lia | constructor]|].
          split; [cbn [sum fold_right]; lia | cbn [xors fold_right]; now rewrite N.lxor_0_r].
        * intros [M | (w & ([|a [|]] & L & F & E & ->) & ->)]; auto; try discriminate. left. cbn in E |- *.
          rewrite N.lxor_0_r. do 2 f_equal. lia.
    - cbn [splits]. rewrite (has_pairs v x size n n 1 s) by lia. split; (intros [M | Q]; [now left | right]).
      + destruct Q as (a & b & A & L & E & ->). exists (N.lxor (G a) (G b)). split; trivial.
        apply worth_two. exists a, b. repeat split; lia.
      + destruct Q as (w & Q & ->). apply worth_two in Q. destruct Q as (a & b & A & L & E & ->).
        exists a, b. repeat split; lia.
    - change (splits (S (S (S j))) (from G 1 size) (down G n) x s) with
        (firsts (fun g rest => splits (S (S j)) (from G 1 size) rest (N.lxor x g)) (from G 1 size) (down G n) s).
      set (P := fun g b v => exists w, worth (S (S j)) b w /\ v = N.lxor (N.lxor x g) w).
      enough (forall c n i s, (n <= c)%nat -> (n <= size)%nat ->
        has v (firsts (fun g rest => splits (S (S j)) (from G 1 size) rest (N.lxor x g)) (from G i c) (down G n) s) = true <->
        has v s = true \/ exists a b, i <= a /\ a + b + 1 = N.of_nat n + i /\ P (G a) b v) as H.
      { rewrite H by lia. split; (intros [M | Q]; [now left | right]).
        - destruct Q as (a & b & A & E & (w & W & ->)). exists (N.lxor (G a) w). split; [|apply N.lxor_assoc].
          apply worth_more. exists a, b, w. repeat split; trivial; lia.
        - destruct Q as (w & W & ->). apply worth_more in W. destruct W as (a & b & u & A & E & W & ->).
          exists a, b. repeat split; [lia | lia |]. exists u. split; trivial. now rewrite N.lxor_assoc. }
      clear n C s. induction c as [|c IHc]; intros n i s C D.
      + destruct n; [|lia]. cbn [from firsts]. none_more.
      + destruct n as [|n]; [cbn [from down firsts]; none_more |].
        cbn [from down firsts]. rewrite IHc by lia. rewrite IH by lia. split.
        * intros [[M | Q] | (a & b & L & E & Q)]; auto; right.
          -- exists i, (N.of_nat n). repeat split; trivial; lia.
          -- exists a, b. repeat split; trivial; lia.
        * intros [M | (a & b & L & E & Q)]; auto. destruct (N.eq_dec a i) as [-> | U].
          -- left. right. now replace (N.of_nat n) with b by lia.
          -- right. exists a, b. repeat split; trivial; lia.
  Qed.

  (** * One heap *)

  Lemma drop_down n c : drop (down G n) c = if c <=? N.of_nat n then Some (down G (n - N.to_nat c)) else None.
  Proof. now rewrite drop_spec, down_length, down_skip. Qed.

  Lemma has_fold v n js s : (n <= size)%nat ->
    has v (fold_left (fun s j => splits j up (down G n) 0 s) js s) = true <->
    has v s = true \/ exists j, In j js /\ worth j (N.of_nat n) v.
  Proof.
    intros C. revert s. induction js as [|j js IH]; intros s; cbn [fold_left].
    - split; [now left | intros [M | (j & [] & _)]; trivial].
    - rewrite IH, has_splits by trivial. setoid_rewrite N.lxor_0_l. split.
      + intros [[M | (w & W & ->)] | (i & I & W)]; auto; right.
        * exists j. split; [now left | trivial].
        * exists i. split; [now right | trivial].
      + intros [M | (i & [-> | I] & W)]; auto.
        * left. right. now exists v.
        * right. now exists i.
  Qed.

  (** [v] is the value of an option of a heap of [n]. *)
  Definition left_by (m : moves) (n v : N) : Prop :=
    exists t js j, In (t, js) m /\ In j js /\ t <= n /\ worth j (n - t) v.

  Lemma increasing_least {A} l (a : A) t least : increasing least l = true -> In (t, a) l -> least <= t.
  Proof.
    revert least. induction l as [|[u b] l IH]; intros least I; [easy|]. cbn in I.
    destruct (N.leb_spec least u) as [L|]; [|discriminate]. intros [E | J]; [congruence|].
    specialize (IH u I J). lia.
  Qed.

  Lemma has_walk v n : (n <= size)%nat -> forall m taken s, increasing taken m = true -> taken <= N.of_nat n ->
    has v (walk m taken up (down G (n - N.to_nat taken)) s) = true <-> has v s = true \/ left_by m (N.of_nat n) v.
  Proof.
    intros C. induction m as [|[t js] m IH]; intros taken s I T; cbn [walk].
    - split; [now left | intros [M | (? & ? & ? & [] & _)]; trivial].
    - cbn in I. destruct (N.leb_spec taken t) as [L|]; [|discriminate]. rewrite drop_down.
      destruct (N.leb_spec (t - taken) (N.of_nat (n - N.to_nat taken))) as [D | D].
      + replace (n - N.to_nat taken - N.to_nat (t - taken))%nat with (n - N.to_nat t)%nat by lia.
        rewrite IH, has_fold by (trivial; lia).
        replace (N.of_nat (n - N.to_nat t)) with (N.of_nat n - t) by lia. split.
        * intros [[M | (j & J & W)] | (u & ks & j & M & J & U & W)]; auto; right.
          -- exists t, js, j. repeat split; trivial; [now left | lia].
          -- exists u, ks, j. repeat split; trivial. now right.
        * intros [M | (u & ks & j & [E | M] & J & U & W)]; auto.
          -- injection E as -> ->. left. right. now exists j.
          -- right. now exists u, ks, j.
      + split; [now left|]. intros [M | (u & ks & j & [E | M] & J & U & W)]; trivial.
        * injection E as -> ->. lia.
        * apply (increasing_least _ _ _ _ I) in M. lia.
  Qed.

  Lemma check_values_spec m : increasing 0 m = true -> forall c n, (n + c <= size)%nat ->
    check_values m up (down G n) (from G (N.of_nat (S n)) c) = true ->
    forall i, N.of_nat n < i -> i <= N.of_nat (n + c) ->
    ~ left_by m i (G i) /\ forall w, w < G i -> left_by m i w.
  Proof.
    intros I. induction c as [|c IH]; intros n C K i L U; [lia|]. cbn [from check_values] in K.
    change (G (N.of_nat (S n)) :: down G n) with (down G (S n)) in K.
    set (s := walk m 0 up (down G (S n)) []) in *.
    assert (forall v, has v s = true <-> left_by m (N.of_nat (S n)) v) as each.
    { intros v. pose proof (has_walk v (S n) ltac:(lia) m 0 [] I ltac:(lia)) as H.
      rewrite Nat.sub_0_r in H. unfold s. rewrite H. cbn [has]. intuition discriminate. }
    destruct (has _ s) eqn:M in K; [discriminate|]. destruct (no_gap _ s) eqn:A in K; [|discriminate].
    destruct (N.eq_dec i (N.of_nat (S n))) as [-> | D].
    - split; [rewrite <- each; congruence|]. intros w W. apply each. now apply (no_gap_spec _ _ A).
    - rewrite <- Nat2N.inj_succ in K. apply (IH (S n)); trivial; lia.
  Qed.
End Splits.

Lemma in_bits d j : In j (bits d) <-> N.testbit d (N.of_nat j) = true.
Proof.
  unfold bits. rewrite filter_In, in_seq. split; [easy|]. intros B. split; trivial. split; [lia|].
  destruct (N.eq_dec d 0) as [-> | D]; [now rewrite N.bits_0 in B|]. rewrite N.size_log2 by trivial.
  destruct (N.lt_ge_cases (N.log2 d) (N.of_nat j)) as [L | L]; [|lia].
  rewrite N.bits_above_log2 in B by trivial. discriminate.
Qed.

Lemma left_by_leaves G code n v : left_by G (moves_of code) n v <-> exists ps, heap_leaves code n ps /\ xors G ps = v.
Proof.
  unfold left_by, moves_of. split.
  - intros (t & js & j & M & J & T & (ps & L & F & E & ->)). exists ps. split; trivial.
    apply in_map_iff in M. destruct M as ([u d] & M & I). injection M as -> <-. apply in_bits in J.
    exists t, d. rewrite L. repeat split; trivial. lia.
  - intros (ps & (t & d & I & B & E & F) & <-). exists t, (bits d), (length ps). repeat split.
    + apply in_map_iff. now exists (t, d).
    + now apply in_bits.
    + lia.
    + exists ps. repeat split; trivial. lia.
Qed.

(** * The list as a whole *)

Lemma nth_skip {A} i n (l : list A) d : nth i (skipn n l) d = nth (n + i) l d.
Proof. revert l. induction n as [|n IH]; intros [|a l]; cbn; trivial. now destruct i. Qed.

Lemma higher_spec s l m : higher s l m = true <->
  forall i, (i < length l)%nat -> (i < length m)%nat -> nth i m 0 = nth i l 0 + s.
Proof.
  revert m. induction l as [|a l IH]; intros [|b m]; cbn [higher length]; try (split; [lia | easy]).
  destruct (N.eqb_spec (a + s) b) as [<- | D].
  - rewrite IH. split.
    + intros H [|i] I J; cbn; [trivial | apply H; lia].
    + intros H i I J. apply (H (S i)); lia.
  - split; [easy|]. intros H. destruct D. symmetry. apply (H 0%nat); lia.
Qed.

Definition listed (values : list N) (n : N) : N := nth (N.to_nat n) values 0.

Lemma repeats_listed_spec values p e s : repeats_listed values p e s = true <->
  forall n, e <= n -> n + p < N.of_nat (length values) -> listed values (n + p) = listed values n + s.
Proof.
  unfold repeats_listed. rewrite drop_spec. destruct (N.leb_spec e (N.of_nat (length values))); [|split; [lia | easy]].
  rewrite drop_spec, skipn_length.
  destruct (N.leb_spec p (N.of_nat (length values - N.to_nat e))); [|split; [lia | easy]].
  rewrite higher_spec. rewrite !skipn_length. unfold listed. split.
  - intros A n E L. specialize (A (N.to_nat (n - e)) ltac:(lia) ltac:(lia)). rewrite !nth_skip in A.
    replace (N.to_nat (n + p)) with (N.to_nat e + (N.to_nat p + N.to_nat (n - e)))%nat by lia.
    rewrite A. do 2 f_equal. lia.
  - intros R i I J. rewrite !nth_skip. specialize (R (e + N.of_nat i) ltac:(lia) ltac:(lia)).
    replace (N.to_nat (e + N.of_nat i + p)) with (N.to_nat e + (N.to_nat p + i))%nat in R by lia.
    rewrite R. do 2 f_equal. lia.
Qed.

Lemma least_spec values p e s c d : least c d values p e s = true ->
  forall q u, d <= q -> q < d + N.of_nat c -> 0 < q -> q < p -> N.divide q p -> p / q * u = s ->
  repeats_listed values q e u = false.
Proof.
  revert d. induction c as [|c IH]; intros d K q u L U Z B D S; [lia|]. cbn [least] in K.
  destruct (N.eq_dec q d) as [-> | Q]; [|destruct (if p mod d =? 0 then _ else _); [discriminate|]; apply (IH (N.succ d)); trivial; lia].
  rewrite (proj2 (N.mod_divide p d ltac:(lia)) D) in K. cbn in K.
  assert (p / d <> 0) as P by (intros P; apply N.div_small_iff in P; lia).
  rewrite <- S, N.mul_comm, N.mod_mul, N.div_mul in K by trivial. cbn in K.
  now destruct (repeats_listed values d e u).
Qed.

(** What holds of the values for ever can be seen in the list, if that is long enough. *)
Lemma claim_by_listed G values p e s : (forall n, n < N.of_nat (length values) -> G n = listed values n) ->
  0 < p -> e + p <= N.of_nat (length values) -> repeats G p e s -> check_claim_listed values p e s = true ->
  (forall f, repeats G p f s -> e <= f) /\ (forall q f t, 0 < q -> repeats G q f t -> p <= q).
Proof.
  intros listed_ok P long again K. unfold check_claim_listed in K. rewrite !andb_true_iff in K. destruct K as [[_ first] small].
  assert (forall q f t, repeats G q f t -> repeats_listed values q f t = true) as agree.
  { intros q f t R. apply repeats_listed_spec. intros n F L. rewrite <- !listed_ok by lia. now apply R. }
  split.
  - intros f F. destruct (N.lt_ge_cases f e) as [L|]; trivial. exfalso.
    apply orb_true_iff in first. destruct first as [Z | D]; [apply N.eqb_eq in Z; lia|].
    rewrite agree in D; [discriminate|]. intros n B. apply F. lia.
  - apply (least_period G p e s P again). intros d u Z L V U Q. apply agree in Q.
    rewrite (least_spec _ _ _ _ _ _ small) in Q; trivial; [discriminate | lia | lia].
Qed.

Lemma most_taken_spec code t d : In (t, d) code -> t <= most_taken code.
Proof. induction code as [|[u c] code IH]; cbn; [easy|]. intros [E | I]; [injection E as -> ->; lia|]. apply IH in I. unfold most_taken in I. lia. Qed.

Lemma most_left_spec code t d i : In (t, d) code -> N.testbit d i = true -> i <= most_left code.
Proof.
  intros I B. assert (i <= N.pred (N.size d)) as S.
  { destruct (N.eq_dec d 0) as [-> | D]; [now rewrite N.bits_0 in B|]. rewrite N.size_log2 by trivial.
    destruct (N.lt_ge_cases (N.log2 d) i) as [L | L]; [|lia]. now rewrite N.bits_above_log2 in B. }
  induction code as [|[u c] code IH]; cbn; [easy|]. destruct I as [E | I]; [injection E as -> ->; lia|].
  apply IH in I. unfold most_left in I. lia.
Qed.

Lemma most_left_some code : 0 < most_left code.
Proof. induction code as [|[u c] code IH]; cbn; [lia | unfold most_left in IH; lia]. Qed.

Lemma increasing_moves code least : increasing least code = true -> increasing least (moves_of code) = true.
Proof.
  revert least. induction code as [|[t d] code IH]; intros l; cbn; trivial. destruct (l <=? t); trivial. apply IH.
Qed.

(** Each listed value is the mex of its options, however that is seen. *)
Definition steps (m : moves) (up : list N) : Prop :=
  forall G, up = from G 1 (length up) -> forall n, 0 < n -> n <= N.of_nat (length up) ->
  ~ left_by G m n (G n) /\ forall w, w < G n -> left_by G m n w.

Lemma check_values_steps code up : increasing 0 code = true -> check_values (moves_of code) up [] up = true ->
  steps (moves_of code) up.
Proof.
  intros order K G U n Z L.
  assert (check_values (moves_of code) (from G 1 (length up)) (down G 0) (from G 1 (length up)) = true) as C
    by now rewrite <- U.
  apply (check_values_spec G (length up) _ (increasing_moves code 0 order) (length up) 0 (le_n _) C n); cbn; lia.
Qed.

Lemma period_by_steps code p e up : check_repetition code p e (0 :: up) = true -> steps (moves_of code) up ->
  holds (Period (Heaps code) p e 0).
Proof.
  unfold check_repetition. rewrite !andb_true_iff. set (values := 0 :: up).
  intros [[[[order two] P] enough] claimed] each.
  apply N.ltb_lt in P. apply N.leb_le in enough. pose proof (most_left_some code) as some.
  assert (ends code) as E.
  { intros d I. rewrite forallb_forall in two. specialize (two _ I). cbn in two.
    destruct (N.testbit d 0), (N.testbit d 1); auto; discriminate. }
  assert (repeats_listed values p e 0 = true) as again.
  { unfold check_claim_listed in claimed. rewrite !andb_true_iff in claimed. apply claimed. }
  pose proof (proj1 (repeats_listed_spec _ _ _ _) again) as R.
  destruct (continue (listed values) (N.of_nat (length values)) p e 0) as (G & listed_ok & G_again); trivial; [nia|].
  assert (forall n, is_mex code G n) as M.
  { apply (periodicity code G p e (most_taken code) (most_left code)) with (N := N.of_nat (length values)); trivial.
    - intros t d. apply most_taken_spec.
    - intros t d i. apply most_left_spec.
    - intros n L.
      assert (up = from G 1 (length up)) as U.
      { apply from_nth. intros i I. rewrite listed_ok by (unfold values; cbn [length]; lia). unfold listed, values.
        replace (N.to_nat (1 + N.of_nat i)) with (S i) by lia. easy. }
      assert (G 0 = 0) as zero by (rewrite listed_ok; [easy | unfold values; cbn [length]; lia]).
      destruct (N.eq_dec n 0) as [-> | Z].
      + split; [|lia]. rewrite zero. intros ps (t & d & I & B & S & F). destruct ps as [|h ps].
        * assert (t = 0) as -> by (cbn in S; lia). destruct (E d I) as [B0 _]. cbn in B. congruence.
        * inversion F; subst. cbn in S. lia.
      + destruct (each G U n) as [own below]; [lia | unfold values in L; cbn [length] in L; lia |].
        split.
        * intros ps I X. apply own. apply left_by_leaves. now exists ps.
        * intros w W. apply left_by_leaves. now apply below. }
  exists G. split; [now apply values_of_heaps|]. split; trivial.
  apply (claim_by_listed G values p e 0); trivial. nia.
Qed.

Theorem check_period_sound code p e values : check_period code p e values = true -> holds (Period (Heaps code) p e 0).
Proof.
  unfold check_period. rewrite andb_true_iff. intros [R C]. destruct values as [|g up]; [discriminate|].
  apply andb_true_iff in C. destruct C as [zero C]. apply N.eqb_eq in zero. subst g.
  apply (period_by_steps code p e up R), check_values_steps; trivial. unfold check_repetition in R.
  rewrite !andb_true_iff in R. apply R.
Qed.
