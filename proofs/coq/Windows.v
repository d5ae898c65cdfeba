(** The checker of periods by windows: far beyond what is listed each value follows from those shortly before it and from
    the rare heaps, and the values repeat because a window of them comes again. *)

From Coq Require Import NArith List Lia Bool Arith.
From Grundy Require Import Statements Games Heaps Trie Words Period Mask.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

(** Pairs with one of the first heaps, until no value below [g] is missing. *)
Fixpoint shown (count : nat) (g : N) (up down : list N) (s : words) : words :=
  match count, up, down with
  | S i, x :: up', _ :: (y :: _) as down' =>
      let v := N.lxor x y in
      if has v s then shown i g up' down' s
      else let s := added v s in if no_gap g s then s else shown i g up' down' s
  | _, _, _ => s
  end.

(** The first [count] of a list, turned round. *)
Fixpoint turned (count : nat) (l found : list N) : list N :=
  match count, l with S i, a :: l' => turned i l' (a :: found) | _, _ => found end.

Fixpoint alike (l m : list N) : bool :=
  match l, m with [], [] => true | a :: l', b :: m' => if a =? b then alike l' m' else false | _, _ => false end.

Section Program.
  Variables (code : list (N * N)) (mask : N) (twist rare split : bool) (reach size : nat) (up : list N).

  (** Of any two heaps that a move from [n] leaves with the value [g], just one is rare; and the heap itself is not. *)
  Definition common (n g : N) : bool := negb split || negb (eqb (tag mask twist n g) rare).

  Definition within_reach (g : N) (down : list N) (s : words) : words :=
    fold_left (fun s '(t, d) =>
      if N.testbit d 2 then
        if no_gap g s then s else match drop down t with Some l => shown reach g up l s | None => s end
      else s) code s.

  (** Good steps from the heap [n] on: the heap behind them, and all values before it, the last one first. *)
  Fixpoint good_steps (c : cursors) (n : N) (down rest : list N) : option (N * list N) :=
    match rest with
    | [] => Some (n, down)
    | g :: rest' =>
        let '(s, c') := read c [] Done in
        let down' := g :: down in
        if common n g then
          if has g s then None
          else if (if no_gap g s then true else no_gap g (within_reach g down' s)) then good_steps c' (N.succ n) down' rest'
          else None
        else None
    end.

  (** Stretch by stretch, each from the window before it, of which [size] heaps are kept. What is found are the windows
      at the heaps that are wanted. *)
  Fixpoint stretches (lags : list (N * N)) (wanted : list N) (n : N) (window : list N) (found : list (N * list N))
      (more : list (unit -> list N)) : option (list (N * list N)) :=
    match more with
    | [] => Some found
    | values :: more' =>
        let rest := values tt in
        let before := rev_append window [] in
        let line := rev_append before rest in
        match good_steps (cursors_at line (N.of_nat (S size)) lags) n before rest with
        | Some (n', down) =>
            let window' := turned size down [] in
            stretches lags wanted n' window' (if existsb (N.eqb n') wanted then (n', window') :: found else found) more'
        | None => None
        end
    end.
End Program.

(** The factors of [m], which has none below [q]. *)
Fixpoint factors (count : nat) (q m : N) : option (list N) :=
  match count with
  | O => None
  | S i =>
      if m =? 1 then Some []
      else if m <? q * q then Some [m]
      else if m mod q =? 0 then match factors i q (m / q) with Some l => Some (q :: l) | None => None end
      else factors i (N.succ q) m
  end.

Definition window_at (n : N) (found : list (N * list N)) : list N :=
  match List.find (fun at_ => fst at_ =? n) found with Some (_, window) => window | None => [] end.

(** The window comes again but for its first value, and not at any part of the period. *)
Definition comes_again (found : list (N * list N)) (start p : N) (qs : list N) : bool :=
  match window_at start found, window_at (start + p) found with
  | x :: once, y :: again =>
      negb (x =? y) && alike once again &&
      forallb (fun q => match window_at (start + p / q) found with _ :: other => negb (alike once other) | [] => false end) qs
  | _, _ => false
  end.

Definition check_windows (code : list (N * N)) (p e length : N) (mask : N) (twist rare : bool) (reach : N)
    (tries values : list N) (more : list (unit -> list N)) : bool :=
  match values with
  | [] => false
  | g :: up =>
      let count := N.of_nat (List.length values) in
      let split := existsb (fun '(_, d) => N.testbit d 2) code in
      let others := near mask twist rare (fold_right insert Empty tries) up in
      let k := most_taken code in
      let start := e - 1 + length in
      let size := N.to_nat length in
      increasing 0 code &&
      forallb (fun '(t, d) => negb (t =? 0) || negb (N.testbit d 0) && negb (N.testbit d 1)) code &&
      forallb (fun '(t, d) => negb (N.testbit d 2) || eqb rare (twist && N.odd t)) code &&
      (g =? 0) && (0 <? p) && negb (twist && N.odd p) && (0 <? e) &&
      (length <=? count) && (count <=? start) &&
      (k + reach <? length) && forallb (fun '(r, _) => k + r <? length) others &&
      check_listed code mask twist rare tries up &&
      match factors (N.to_nat (N.sqrt p + 64)) 2 p with
      | None => false
      | Some qs =>
          let wanted := start :: start + p :: map (fun q => start + p / q) qs in
          let window := turned size (rev_append values []) [] in
          let found := if existsb (N.eqb count) wanted then [(count, window)] else [] in
          match stretches code mask twist rare split (N.to_nat reach) size up (lags code others) wanted count window found more with
          | Some found => comes_again found start p qs
          | None => false
          end
      end
  end.

(** * Lists *)

Lemma alike_spec l m : alike l m = true <-> l = m.
Proof.
  revert m. induction l as [|a l IH]; intros [|b m]; cbn [alike]; try easy.
  destruct (N.eqb_spec a b) as [-> | D]; [rewrite IH; split; congruence | split; [easy | congruence]].
Qed.

Lemma from_length G i c : length (from G i c) = c.
Proof. revert i. induction c as [|c IH]; intros i; cbn [from length]; [easy | now rewrite IH]. Qed.

Lemma from_ext G H i c : (forall n, i <= n -> n < i + N.of_nat c -> G n = H n) -> from G i c = from H i c.
Proof.
  revert i. induction c as [|c IH]; intros i E; cbn [from]; [easy|]. rewrite (E i) by lia. f_equal. apply IH.
  intros n L U. apply E; lia.
Qed.

Lemma from_split G i c d : from G i (c + d) = from G i c ++ from G (i + N.of_nat c) d.
Proof.
  revert i. induction c as [|c IH]; intros i; cbn [from app plus]; [f_equal; lia|]. rewrite IH.
  do 3 f_equal. lia.
Qed.

(** Counted from another heap on. *)
Definition moved (G : N -> N) (b i : N) : N := G (b + i - 1).

Lemma from_moved G b i c : 0 < i -> from (moved G b) i c = from G (b + i - 1) c.
Proof.
  revert i. induction c as [|c IH]; intros i P; cbn [from]; [easy|]. unfold moved at 1. f_equal.
  rewrite IH by lia. f_equal. lia.
Qed.

Lemma rev_from G c : rev (from G 1 c) = down G c.
Proof.
  induction c as [|c IH]; [easy|]. replace (S c) with (c + 1)%nat by lia. rewrite from_split, rev_app_distr, IH.
  replace (c + 1)%nat with (S c) by lia. cbn [from rev app down]. do 2 f_equal. lia.
Qed.

Lemma turned_down G c : forall m found, turned c (down G (c + m)) found = from G (N.of_nat (S m)) c ++ found.
Proof.
  induction c as [|c IH]; intros m found; [now destruct (down G (0 + m)%nat)|]. cbn [plus down turned].
  rewrite IH. replace (S c) with (c + 1)%nat by lia. rewrite from_split, <- app_assoc. cbn [from app]. do 3 f_equal. lia.
Qed.

Lemma app_alike {A} (a c b d : list A) : length a = length c -> a ++ b = c ++ d -> a = c /\ b = d.
Proof.
  revert c. induction a as [|x a IH]; intros [|y c] L E; try discriminate; [easy|]. injection E as -> E.
  destruct (IH c) as [-> ->]; auto.
Qed.

Lemma from_alike G i j c : from G i c = from G j c -> forall n, n < N.of_nat c -> G (i + n) = G (j + n).
Proof.
  revert i j. induction c as [|c IH]; intros i j E n L; [lia|]. injection E as E F.
  destruct (N.eq_dec n 0) as [-> | Z]; [now rewrite !N.add_0_r|].
  replace (i + n) with (N.succ i + N.pred n) by lia. replace (j + n) with (N.succ j + N.pred n) by lia. apply IH; [exact F | lia].
Qed.

(** * Steps *)

Section Steps.
  Variables (code : list (N * N)) (mask : N) (twist rare split : bool) (reach size : nat) (listed_ : nat) (ls : list (N * N)).
  Hypothesis near_enough : forall t x, In (t, x) ls -> t < N.of_nat size.
  Hypothesis reach_enough : forall t d, In (t, d) code -> t + N.of_nat reach < N.of_nat size.

  (** What makes a step good. *)
  Definition good (G : N -> N) (n : N) : Prop :=
    common mask twist rare split n (G n) = true /\
    (forall t x, In (t, x) ls -> N.lxor x (G (n - t)) <> G n) /\
    (forall w, w < G n ->
      (exists t x, In (t, x) ls /\ w = N.lxor x (G (n - t))) \/
      (exists t d a, In (t, d) code /\ N.testbit d 2 = true /\ 0 < a /\ a <= N.of_nat reach /\
                     t + a < n /\ w = N.lxor (G a) (G (n - t - a)))).

  Lemma shown_spec G H v g n : forall c k i s, 0 < i -> has v (shown c g (from G i k) (down H n) s) = true ->
    has v s = true \/
    exists a b, i <= a /\ a < i + N.of_nat c /\ 0 < b /\ a + b + 1 = N.of_nat n + i /\ v = N.lxor (G a) (H b).
  Proof.
    intros c. revert n. induction c as [|c IH]; intros n k i s P M; [now left|]. destruct k as [|k]; [now left|].
    destruct n as [|[|n]]; [now left | now left|]. cbn [shown from down] in M.
    change (H (N.of_nat (S n)) :: down H n) with (down H (S n)) in M.
    set (u := N.lxor (G i) (H (N.of_nat (S n)))) in *.
    assert (forall s, has v (shown c g (from G (N.succ i) k) (down H (S n)) s) = true ->
      has v s = true \/
      exists a b, i <= a /\ a < i + N.of_nat (S c) /\ 0 < b /\ a + b + 1 = N.of_nat (S (S n)) + i /\ v = N.lxor (G a) (H b)) as later.
    { intros s' M'. apply IH in M'; [|lia]. destruct M' as [M' | (a & b & A & A' & B & S & E)]; [now left|].
      right. exists a, b. repeat split; trivial; lia. }
    destruct (has u s) eqn:Z; [now apply later|].
    assert (has v (added u s) = true -> has v s = true \/
      exists a b, i <= a /\ a < i + N.of_nat (S c) /\ 0 < b /\ a + b + 1 = N.of_nat (S (S n)) + i /\ v = N.lxor (G a) (H b)) as now_.
    { rewrite has_added, orb_true_iff, N.eqb_eq. intros [-> | M']; [|now left]. right. exists i, (N.of_nat (S n)).
      repeat split; lia. }
    destruct (no_gap g (added u s)); [now apply now_|]. apply later in M. destruct M as [M | M]; [now apply now_ | now right].
  Qed.

  Lemma within_reach_spec G H g m s v : has v (within_reach code reach (from G 1 listed_) g (down H m) s) = true ->
    has v s = true \/ exists t d a b, In (t, d) code /\ N.testbit d 2 = true /\ 0 < a /\ a <= N.of_nat reach /\ 0 < b /\
                                      t + a + b = N.of_nat m /\ v = N.lxor (G a) (H b).
  Proof.
    unfold within_reach.
    assert (forall l, (forall c, In c l -> In c code) -> forall s, has v (fold_left (fun s '(t, d) =>
        if N.testbit d 2 then
          if no_gap g s then s else match drop (down H m) t with Some l => shown reach g (from G 1 listed_) l s | None => s end
        else s) l s) = true ->
      has v s = true \/ exists t d a b, In (t, d) code /\ N.testbit d 2 = true /\ 0 < a /\ a <= N.of_nat reach /\ 0 < b /\
                                        t + a + b = N.of_nat m /\ v = N.lxor (G a) (H b)) as all; [|apply all; auto].
    induction l as [|[t d] l IH]; intros within r M; [now left|]. cbn [fold_left] in M.
    apply IH in M; [|intros; apply within; now right]. destruct M as [M | M]; [|now right].
    destruct (N.testbit d 2) eqn:B; [|now left]. destruct (no_gap g r); [now left|]. rewrite drop_down in M.
    destruct (N.leb_spec t (N.of_nat m)) as [T|]; [|now left]. apply shown_spec in M; [|lia].
    destruct M as [M | (a & b & A & A' & C & S & E)]; [now left|]. right. exists t, d, a, b.
    repeat split; trivial; try lia. apply within. now left.
  Qed.

  Lemma good_steps_spec G b : forall c m k l n d, (m + c <= k)%nat -> (size <= m)%nat ->
    (forall t x, In (t, x) l <-> In (t, x) ls) ->
    good_steps code mask twist rare split reach (from G 1 listed_)
      (cursors_at (from (moved G b) 1 k) (N.of_nat (S m)) l) (b + N.of_nat m) (down (moved G b) m)
      (from (moved G b) (N.of_nat (S m)) c) = Some (n, d) ->
    n = b + N.of_nat (m + c) /\ d = down (moved G b) (m + c) /\
    forall i, b + N.of_nat m <= i -> i < b + N.of_nat (m + c) -> good G i.
  Proof.
    induction c as [|c IH]; intros m k l n d C Z same K; cbn [from good_steps] in K.
    { injection K as <- <-. rewrite Nat.add_0_r. repeat split; lia. }
    set (H := moved G b) in *. set (g := H (N.of_nat (S m))) in *.
    pose proof (fun v => read_spec H k (N.of_nat (S m)) l v ltac:(lia) ltac:(lia) [] Done) as seen.
    pose proof (read_advances (from H 1 k) (N.of_nat (S m)) l ltac:(lia) [] []) as there. cbn [cursors_at fold_right] in there.
    destruct (read _ [] Done) as [s later] in *. cbn [fst snd] in *. subst later.
    change (g :: down H m) with (down H (S m)) in K.
    destruct (common _ _ _ _ _ g) eqn:Own in K; [|discriminate]. destruct (has g s) eqn:M in K; [discriminate|].
    destruct (if no_gap g s then true else _) eqn:F in K; [|discriminate].
    assert (g = G (b + N.of_nat m)) as at_ by (unfold g, H, moved; f_equal; lia).
    assert (forall v, has v s = true <-> exists t x, In (t, x) ls /\ v = N.lxor x (G (b + N.of_nat m - t))) as each.
    { intros v. rewrite seen. cbn [has]. split.
      - intros [I | (t & x & I & L & ->)]; [easy|]. exists t, x. split; [now apply same|]. unfold H, moved. do 2 f_equal. lia.
      - intros (t & x & I & ->). right. exists t, x. pose proof (near_enough t x I). repeat split; [now apply same | lia|].
        unfold H, moved. do 2 f_equal. lia. }
    assert (good G (b + N.of_nat m)) as here.
    { unfold good. rewrite <- at_. split; [exact Own|]. split.
      - intros t x I E. enough (has g s = true) by congruence. apply each. now exists t, x.
      - intros w W. destruct (no_gap g s) eqn:A in F; [left; now apply each, (no_gap_spec _ _ A)|].
        pose proof (no_gap_spec _ _ F w W) as B. apply within_reach_spec in B.
        destruct B as [B | (t & e & a & j & I & D & P & R & J & T & E)]; [left; now apply each|].
        right. exists t, e, a. repeat split; trivial; [|].
        + specialize (reach_enough t e I). lia.
        + rewrite E. f_equal. unfold H, moved. f_equal. lia. }
    rewrite <- Nat2N.inj_succ in K. replace (N.succ (b + N.of_nat m)) with (b + N.of_nat (S m)) in K by lia.
    apply IH in K; [|lia | lia|].
    - destruct K as (-> & -> & K). replace (S m + c)%nat with (m + S c)%nat in * by lia. split; [|split]; trivial.
      intros i L U. destruct (N.eq_dec i (b + N.of_nat m)) as [-> | D]; [exact here|]. apply K; lia.
    - intros t x. rewrite <- same, rev_append_rev, app_nil_r. symmetry. apply in_rev.
  Qed.

  Definition given (more : list (unit -> list N)) : list N := flat_map (fun values => values tt) more.

  Lemma stretches_spec G wanted : forall more b found all,
    given more = from G (b + N.of_nat size) (length (given more)) ->
    stretches code mask twist rare split reach size (from G 1 listed_) ls wanted (b + N.of_nat size) (from G b size) found more =
      Some all ->
    (forall i, b + N.of_nat size <= i -> i < b + N.of_nat (size + length (given more)) -> good G i) /\
    (forall n window, In (n, window) all -> In (n, window) found \/
      n <= b + N.of_nat (size + length (given more)) /\ N.of_nat size <= n /\ window = from G (n - N.of_nat size) size).
  Proof.
    induction more as [|values more IH]; intros b found all E K; cbn [stretches] in K.
    { injection K as <-. cbn [given flat_map length]. split; [lia | auto]. }
    cbn [given flat_map] in *. fold (given more) in *. rewrite app_length in *.
    rewrite from_split in E. set (c := length (values tt)) in *.
    assert (values tt = from G (b + N.of_nat size) c /\
            given more = from G (b + N.of_nat size + N.of_nat c) (length (given more))) as [V E'].
    { apply app_alike; [now rewrite from_length | exact E]. }
    rewrite !rev_append_rev, app_nil_r, rev_involutive in K.
    rewrite V in K at 1. rewrite V in K at 1. rewrite <- from_split in K.
    replace (from G b (size + c)) with (from (moved G b) 1 (size + c)) in K
      by (rewrite from_moved by lia; f_equal; lia).
    replace (rev (from G b size)) with (down (moved G b) size) in K
      by (rewrite <- rev_from, from_moved by lia; do 2 f_equal; lia).
    replace (from G (b + N.of_nat size) c) with (from (moved G b) (N.of_nat (S size)) c) in K
      by (rewrite from_moved by lia; f_equal; lia).
    destruct (good_steps _ _ _ _ _ _ _ _ _ _ _) as [[n d]|] eqn:S in K; [|discriminate].
    apply good_steps_spec in S; [|lia | lia | easy]. destruct S as (-> & -> & goods).
    rewrite turned_down, app_nil_r in K. rewrite from_moved in K by lia.
    replace (b + N.of_nat (S c) - 1) with (b + N.of_nat c) in K by lia.
    replace (b + N.of_nat (size + c)) with (b + N.of_nat c + N.of_nat size) in K by lia.
    apply IH in K; [|rewrite E' at 1; f_equal; lia]. destruct K as [later windows]. split.
    - intros i L U. destruct (N.lt_ge_cases i (b + N.of_nat (size + c))) as [Q | Q]; [now apply goods | apply later; lia].
    - intros n window I. apply windows in I. destruct I as [I | (A & B & I)]; [|right; repeat split; trivial; lia].
      destruct (existsb _ wanted); [|now left]. destruct I as [I | I]; [|now left]. injection I as <- <-. right.
      repeat split; [lia | lia|]. f_equal. lia.
  Qed.

  (** Whether a step is good depends on what is near, and on the beginning. *)
  Lemma good_like G H n m : (twist = true -> N.odd n = N.odd m) -> N.of_nat size <= n ->
    (forall t, t < N.of_nat size -> G (n - t) = H (m - t)) -> (forall a, a <= N.of_nat reach -> G a = H a) ->
    0 < N.of_nat size -> good H m -> good G n.
  Proof.
    intros O L E A P (C & own & below). assert (G n = H m) as Z by (specialize (E 0 P); now rewrite !N.sub_0_r in E).
    unfold good. rewrite Z. split; [|split].
    - rewrite <- C. unfold common, tag. destruct twist; [now rewrite O | reflexivity].
    - intros t x I. rewrite E by now apply (near_enough t x). now apply own.
    - intros w W. destruct (below w W) as [(t & x & I & ->) | (t & d & a & I & B & Q & R & S & ->)]; [left | right].
      + exists t, x. split; trivial. now rewrite E by now apply (near_enough t x).
      + specialize (reach_enough t d I). exists t, d, a. repeat split; trivial; [lia|].
        rewrite A by trivial. f_equal. replace (n - t - a) with (n - (t + a)) by lia.
        replace (m - t - a) with (m - (t + a)) by lia. symmetry. apply E. lia.
  Qed.
End Steps.
