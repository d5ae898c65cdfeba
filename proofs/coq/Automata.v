(** Automata that read the digits of numbers, one for each linear condition. *)

From Coq Require Import NArith ZArith List Lia Bool.
From Grundy Require Import Statements Vectors States Systems.
Import ListNotations.
Open Scope N_scope.

(** [next] has no state where nothing that follows is accepted. *)
Record automaton := { start : state; next : state -> list N -> option state; accepts : state -> bool }.

Section Base.
  Variable sys : system.

  (** * Program *)

  (** A sum of digits so far is [p] times the weight of the last place, and [q] times what [b] of the place below it are
      worth. *)
  Definition later (p q : Z) (ts : list Z) (letter : list N) : Z := (Z.of_N (fst sys) * p + snd sys * q + dot ts letter)%Z.
  Definition before (p : Z) : Z := if (snd sys =? 0)%Z then 0%Z else p.
  Definition ended (p q : Z) (s : linear) : Z := (p + tail sys * q + fst s)%Z.

  (** Whether a sum is above 0, whatever follows, or below 0 if [sign] is -1; [most] are all its coefficients together. *)
  Definition settled (most sign : Z) (s : linear) (p q : Z) : bool :=
    let now := (sign * (p + tail sys * q) - most)%Z in
    let then_ := (sign * (p * Z.of_N (radix sys) + snd sys * q) - most * Z.of_N (radix sys))%Z in
    ((0 <=? now) && (now <=? then_) && (0 <? now + most + sign * fst s))%Z.

  (** Whether a sum is at most 0, or, [exact], is 0. *)
  Definition compares (exact : bool) (s : linear) : automaton :=
    let most := total (snd s) in
    {| start := Two 0 0;
       next := fun now letter =>
         match now with
         | Two p q =>
             let p' := later p q (snd s) letter in
             let q' := before p in
             if settled most 1 s p' q' then None
             else if settled most (-1) s p' q' then if exact then None else Some (Many [])
             else Some (Two p' q')
         | _ => Some now
         end;
       accepts := fun now =>
         match now with
         | Two p q => if exact then (ended p q s =? 0)%Z else (ended p q s <=? 0)%Z
         | _ => true
         end |}.

  Definition multiple (m : Z) (s : linear) : automaton :=
    {| start := Two 0 0;
       next := fun now letter =>
         match now with Two p q => Some (Two (later p q (snd s) letter mod m)%Z (before p)) | _ => None end;
       accepts := fun now => match now with Two p q => (ended p q s mod m =? 0)%Z | _ => false end |}.

  (** What all accept. *)
  Fixpoint nexts (As : list automaton) (now : list state) (letter : list N) : option (list state) :=
    match As, now with
    | A :: As', s :: now' =>
        match next A s letter with
        | Some t => match nexts As' now' letter with Some ts => Some (t :: ts) | None => None end
        | None => None
        end
    | _, _ => Some []
    end.

  Fixpoint accept (As : list automaton) (now : list state) : bool :=
    match As, now with A :: As', s :: now' => accepts A s && accept As' now' | _, _ => true end.

  Definition all (As : list automaton) : automaton :=
    {| start := Many (map start As);
       next := fun now letter => match now with Many l => option_map Many (nexts As l letter) | _ => None end;
       accepts := fun now => match now with Many l => accept As l | _ => false end |}.

  (** * What an automaton decides *)

  Hypothesis proper : unique_digits sys = true.

  Local Notation U := (weight sys).
  Local Notation below := (below sys).

  Fixpoint reads (A : automaton) (s : state) (n : nat) (v : list N) : option state :=
    match n with
    | O => Some s
    | S m => match next A s (tops sys m v) with Some t => reads A t m (rests sys m v) | None => None end
    end.

  Definition run (A : automaton) : nat -> list N -> option state := reads A (start A).

  Definition says (A : automaton) (n : nat) (v : list N) : Prop :=
    exists s, run A n v = Some s /\ accepts A s = true.

  Definition decides (w : nat) (A : automaton) (P : list N -> Prop) : Prop :=
    forall n v, length v = w -> below n v -> says A n v <-> P v.

  (** What is read, and [v] still to come. *)
  Definition worth_of (s : linear) (p q : Z) (n : nat) (v : list N) : Z := (p * U n + q * low sys n + worth s v)%Z.

  Lemma worth_of_S s p q n v :
    worth_of s p q (S n) v = worth_of s (later p q (snd s) (tops sys n v)) (before p) n (rests sys n v).
  Proof.
    unfold worth_of, later, worth, before. rewrite (dot_split sys proper n (snd s) v), weight_S. rewrite low_next by trivial.
    destruct (Z.eqb_spec (snd sys) 0) as [E | E]; [rewrite low_0 by trivial|]; ring.
  Qed.

  Lemma worth_of_0 s p q v : below 0 v -> worth_of s p q 0 v = ended p q s.
  Proof. intros B. unfold worth_of, worth, ended. rewrite (dot_zeros sys) by trivial. cbn [weight low]. ring. Qed.

  (** It grows by the recurrence, or not at all. *)
  Lemma settled_spec sign s p q n v : (sign = 1 \/ sign = -1)%Z -> below n v ->
    settled (total (snd s)) sign s p q = true -> (0 < sign * worth_of s p q n v)%Z.
  Proof.
    intros G B. unfold settled. rewrite !andb_true_iff, !Z.leb_le, Z.ltb_lt. intros [[P I] C].
    pose proof (dot_small sys proper n (snd s) v B) as D. set (most := total (snd s)) in *.
    set (V := fun i => (sign * (p * U i + q * low sys i) - most * U i)%Z).
    assert (forall i, V (S (S i)) = Z.of_N (fst sys) * V (S i) + snd sys * V i)%Z as step.
    { intros i. unfold V. rewrite !(weight_S sys), !low_next, (weight_S sys). ring. }
    assert (forall i, 0 <= V i <= V (S i))%Z as grows.
    { assert (V 0%nat = sign * (p + tail sys * q) - most)%Z as V0 by (unfold V; cbn [weight low]; ring).
      assert (V 1%nat = sign * (p * Z.of_N (radix sys) + snd sys * q) - most * Z.of_N (radix sys))%Z as V1.
      { unfold V. cbn [weight low]. ring. }
      induction i as [|i IH]; [lia|]. rewrite step.
      assert (forall a b x y, b = 0 /\ 2 <= a \/ 1 <= b <= a \/ b <= -1 /\ 2 <= a + b -> 0 <= x <= y -> y <= a * y + b * x)%Z
        as up by (clear; intros; nia).
      specialize (up _ _ _ _ (cases sys proper) IH). lia. }
    assert (V 0%nat <= V n)%Z as more by (clear - grows; induction n as [|n IH]; [lia | pose proof (grows n); lia]).
    unfold worth_of, worth. unfold V in more at 1 2. cbn [weight low] in more. destruct G as [-> | ->]; lia.
  Qed.

  Definition compared (exact : bool) (x : Z) : Prop := if exact then x = 0%Z else (x <= 0)%Z.

  Lemma compares_from exact s n : forall p q v, below n v ->
    (exists t, reads (compares exact s) (Two p q) n v = Some t /\ accepts (compares exact s) t = true) <->
    compared exact (worth_of s p q n v).
  Proof.
    induction n as [|n IH]; intros p q v B.
    - rewrite worth_of_0 by trivial. cbn. unfold compared. split.
      + intros (t & E & A). injection E as <-. destruct exact; [now apply Z.eqb_eq | now apply Z.leb_le].
      + intros C. eexists. split; [reflexivity|]. cbn. destruct exact; [now apply Z.eqb_eq | now apply Z.leb_le].
    - rewrite worth_of_S. cbn [reads]. cbn [compares next].
      pose proof (below_rests sys proper n v) as R.
      set (p' := later p q _ _). set (q' := before p).
      pose proof (settled_spec 1 s p' q' n _ ltac:(now left) R) as high.
      pose proof (settled_spec (-1) s p' q' n _ ltac:(now right) R) as low.
      destruct (settled _ 1 s p' q').
      { specialize (high eq_refl). split; [now intros (t & E & _)|]. unfold compared. destruct exact; lia. }
      destruct (settled _ (-1) s p' q').
      { specialize (low eq_refl). unfold compared. destruct exact.
        - split; [now intros (t & E & _) | lia].
        - split; [lia|]. intros _. exists (Many []). split; [|reflexivity].
          clear. generalize (rests sys n v) as u. induction n as [|n IH]; intros u; [reflexivity | exact (IH _)]. }
      apply IH. trivial.
  Qed.

  Lemma compares_decides w exact s : decides w (compares exact s) (fun v => compared exact (worth s v)).
  Proof.
    intros n v _ B. unfold says, run. change (start (compares exact s)) with (Two 0 0). rewrite compares_from by trivial.
    unfold worth_of. rewrite !Z.mul_0_l. reflexivity.
  Qed.

  Lemma multiple_from m s n : (0 < m)%Z -> forall p q v, below n v ->
    (exists t, reads (multiple m s) (Two p q) n v = Some t /\ accepts (multiple m s) t = true) <->
    (m | worth_of s p q n v)%Z.
  Proof.
    intros M. induction n as [|n IH]; intros p q v B.
    - rewrite worth_of_0 by trivial. cbn. rewrite <- Z.mod_divide by lia. split.
      + intros (t & E & A). injection E as <-. now apply Z.eqb_eq.
      + intros C. eexists. split; [reflexivity|]. now apply Z.eqb_eq.
    - rewrite worth_of_S. cbn [reads]. cbn [multiple next]. rewrite IH by now apply below_rests.
      set (p' := later p q _ _). unfold worth_of.
      pose proof (Z.div_mod p' m ltac:(lia)) as D.
      set (rest := worth s (rests sys n v)). set (r := (p' mod m)%Z) in *.
      assert (p' * U n + before p * low sys n + rest =
        (r * U n + before p * low sys n + rest) + m * (p' / m * U n))%Z as -> by (rewrite D at 1; ring).
      split; intros E; [apply Z.divide_add_r; [trivial | apply Z.divide_factor_l]|].
      apply (Z.divide_add_cancel_r _ (m * (p' / m * U n))); [apply Z.divide_factor_l | now rewrite Z.add_comm].
  Qed.

  Lemma multiple_decides w m s : (0 < m)%Z -> decides w (multiple m s) (satisfied (Multiple m s)).
  Proof.
    intros M n v _ B. unfold says, run. change (start (multiple m s)) with (Two 0 0). rewrite multiple_from by trivial.
    unfold worth_of. rewrite !Z.mul_0_l. reflexivity.
  Qed.

  (** * What several decide *)

  Fixpoint runs_from (As : list automaton) (now : list state) (n : nat) (v : list N) : option (list state) :=
    match As, now with
    | A :: As', s :: now' =>
        match reads A s n v with
        | Some t => match runs_from As' now' n v with Some l => Some (t :: l) | None => None end
        | None => None
        end
    | _, _ => Some []
    end.

  Definition runs (As : list automaton) : nat -> list N -> option (list state) := runs_from As (map start As).

  Lemma runs_cons A As n v : runs (A :: As) n v =
    match run A n v with Some s => match runs As n v with Some l => Some (s :: l) | None => None end | None => None end.
  Proof. reflexivity. Qed.

  Lemma run_all As n v : run (all As) n v = option_map Many (runs As n v).
  Proof.
    unfold run, runs. change (start (all As)) with (Many (map start As)).
    assert (length (map start As) = length As) as L by apply map_length. revert L.
    generalize (map start As) as l. revert v. induction n as [|n IH]; intros v l L.
    - cbn [reads]. assert (runs_from As l 0 v = Some l) as ->; [|reflexivity].
      revert l L. induction As as [|A As IHA]; intros [|s l] L; try discriminate; trivial. cbn.
      rewrite IHA; [trivial | now injection L].
    - cbn [reads all next].
      assert (forall l, length l = length As -> forall k, nexts As l (tops sys n v) = Some k -> length k = length As) as K.
      { clear. induction As as [|A As IH]; intros [|s l] L k E; try discriminate; cbn in E; [now injection E as <-|].
        destruct (next A s _); [|discriminate]. destruct (nexts As l _) eqn:F; [|discriminate]. injection E as <-.
        cbn. f_equal. apply (IH l); [now injection L | trivial]. }
      specialize (K l L).
      assert (runs_from As l (S n) v =
        match nexts As l (tops sys n v) with Some k => runs_from As k n (rests sys n v) | None => None end) as E.
      { clear. revert l. induction As as [|A As IH]; intros [|s l]; trivial. cbn [runs_from reads nexts].
        rewrite IH. clear IH. destruct (next A s _) as [t|]; trivial. destruct (nexts As l _) as [k|]; trivial.
        now destruct (reads A t _ _). }
      rewrite E. destruct (nexts As l _) as [k|]; [|reflexivity]. cbn [option_map]. apply IH. now apply K.
  Qed.

  Lemma says_all As n v : says (all As) n v <-> Forall (fun A => says A n v) As.
  Proof.
    unfold says at 1. rewrite run_all. induction As as [|A As IH].
    - split; [constructor | intros _; now exists (Many [])].
    - rewrite runs_cons, Forall_cons_iff, <- IH. unfold says. clear IH.
      destruct (run A n v) as [s|]; [|split; [now intros (? & ? & _) | now intros [(? & ? & _) _]]].
      destruct (runs As n v) as [l|]; [|split; [now intros (? & ? & _) | now intros [_ (? & ? & _)]]].
      cbn. split.
      + intros (t & E & T). injection E as <-. cbn in T. apply andb_true_iff in T. destruct T as [T U].
        split; eexists; (split; [reflexivity | assumption]).
      + intros [(t & E & T) (u & F & U)]. injection E as <-. injection F as <-. eexists. split; [reflexivity|].
        cbn. now rewrite T.
  Qed.
End Base.
