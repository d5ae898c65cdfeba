(** The values of all that moves in one heap can leave, from lists of those of smaller heaps. *)

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
