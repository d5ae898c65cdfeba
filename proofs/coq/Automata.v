(** Automata that read the digits of numbers, one for each linear condition. *)

From Coq Require Import NArith ZArith List Lia Bool.
From Grundy Require Import Statements Vectors States Positions.
Import ListNotations.
Open Scope N_scope.

(** [next] has no state where nothing that follows is accepted. *)
Record automaton := { start : state; next : state -> list N -> option state; accepts : state -> bool }.

Section Base.
  Variable base : N.

  (** * Program *)

  (** All letters of [k] digits. *)
  Fixpoint letters (k : nat) : list (list N) :=
    match k with O => [[]] | S j => flat_map (fun d => map (cons d) (letters j)) (range (N.to_nat base) 0) end.

  Definition shifted (p : Z) (ts : list Z) (letter : list N) : Z := (Z.of_N base * p + dot ts letter)%Z.

  (** A sum of digits so far that is [most] or more stays so, and decides, whatever follows. *)
  Definition most (s : linear) : Z := Z.max (fold_right (fun t m => Z.abs t + m) 0 (snd s))%Z (Z.abs (fst s) + 1).

  Definition at_most (s : linear) : automaton :=
    let m := most s in
    {| start := Num 0;
       next := fun now letter =>
         match now with
         | Num p => let q := shifted p (snd s) letter in if (m <=? q)%Z then None else Some (Num (Z.max (-m) q))
         | Many _ => None
         end;
       accepts := fun now => match now with Num p => (p + fst s <=? 0)%Z | Many _ => false end |}.

  Definition is_zero (s : linear) : automaton :=
    let m := most s in
    {| start := Num 0;
       next := fun now letter =>
         match now with
         | Num p => let q := shifted p (snd s) letter in if (m <=? Z.abs q)%Z then None else Some (Num q)
         | Many _ => None
         end;
       accepts := fun now => match now with Num p => (p + fst s =? 0)%Z | Many _ => false end |}.

  Definition multiple (m : Z) (s : linear) : automaton :=
    {| start := Num 0;
       next := fun now letter =>
         match now with Num p => Some (Num (shifted p (snd s) letter mod m)%Z) | Many _ => None end;
       accepts := fun now => match now with Num p => ((p + fst s) mod m =? 0)%Z | Many _ => false end |}.

  (** The same about [w] of the numbers, from one on. *)
  Definition look (from w : nat) (A : automaton) : automaton :=
    {| start := start A; accepts := accepts A; next := fun now letter => next A now (firstn w (skipn from letter)) |}.

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
       next := fun now letter => match now with Many l => option_map Many (nexts As l letter) | Num _ => None end;
       accepts := fun now => match now with Many l => accept As l | Num _ => false end |}.

  (** The states of [A] that are possible where the last [k] numbers are not known. *)
  Definition possible (A : automaton) (k : nat) (letter : list N) (now : state) : list state :=
    flat_map (fun l => match next A now (letter ++ l) with Some s => [s] | None => [] end) (letters k).

  Definition first (A : automaton) (w k : nat) : option (list state) :=
    option_map as_set (reached (possible A k (repeat 0 w)) (start A)).

  Definition sets (A : automaton) (k : nat) (from : list state) (accepts : list state -> bool) : automaton :=
    {| start := Many from;
       next := fun now letter =>
         match now with Many l => Some (Many (as_set (flat_map (possible A k letter) l))) | Num _ => None end;
       accepts := fun now => match now with Many l => accepts l | Num _ => false end |}.

  Definition never (w k : nat) (A : automaton) : option automaton :=
    option_map (fun from => sets A k from (fun l => negb (existsb (accepts A) l))) (first A w k).

  Fixpoint each {A} (l : list (option A)) : option (list A) :=
    match l with
    | [] => Some []
    | Some a :: l' => match each l' with Some k => Some (a :: k) | None => None end
    | None :: _ => None
    end.

  (** The automaton of a condition about [w] numbers. *)
  Fixpoint of_condition (w : nat) (c : condition) : option automaton :=
    match c with
    | AtMost s => Some (at_most s)
    | IsZero s => Some (is_zero s)
    | Multiple m s => if (0 <? m)%Z then Some (multiple m s) else None
    | Never k l =>
        match each (map (fun d => of_condition (w + k) d) l) with Some As => never w k (all As) | None => None end
    end.

  Definition of_conditions (w : nat) (l : list condition) : option automaton :=
    option_map all (each (map (of_condition w) l)).

  (** Whether no numbers satisfy all these conditions. *)
  Definition impossible (w : nat) (l : list condition) : bool :=
    match of_conditions w l with
    | Some A => match first A 0 w with Some l => negb (existsb (accepts A) l) | None => false end
    | None => false
    end.

  (** * Digits *)

  Hypothesis base_large : 1 < base.

  Definition heads (v : list N) : list N := map (fun a => a / base) v.
  Definition last_digits (v : list N) : list N := map (fun a => a mod base) v.
  Definition below (n : nat) (v : list N) : Prop := Forall (fun a => a < base ^ N.of_nat n) v.

  Lemma below_heads n v : below (S n) v -> below n (heads v).
  Proof.
    unfold below, heads. rewrite Forall_map. apply Forall_impl. intros a L.
    apply N.div_lt_upper_bound; [lia|]. now rewrite <- N.pow_succ_r', <- Nat2N.inj_succ.
  Qed.

  Lemma below_app n v u : below n (v ++ u) <-> below n v /\ below n u.
  Proof. apply Forall_app. Qed.

  Lemma below_0 v : below 0 v -> v = repeat 0 (length v).
  Proof.
    induction 1 as [|a v L _ IH]; cbn [repeat length]; trivial. rewrite N.pow_0_r in L.
    f_equal; [apply N.lt_1_r, L | exact IH].
  Qed.

  Lemma below_more n k v : (n <= k)%nat -> below n v -> below k v.
  Proof.
    intros L. apply Forall_impl. intros a A. apply (N.lt_le_trans _ _ _ A). apply N.pow_le_mono_r; lia.
  Qed.

  Definition height (v : list N) : nat := fold_right (fun a n => Nat.max (N.to_nat a) n) 0%nat v.

  Lemma below_height v : below (height v) v.
  Proof.
    induction v as [|a v IH]; cbn; [constructor|]. fold (height v). set (n := height v) in *. constructor.
    - apply (N.lt_le_trans _ (base ^ a)); [now apply N.pow_gt_lin_r|]. apply N.pow_le_mono_r; lia.
    - apply (below_more n); [lia | trivial].
  Qed.

  Lemma dot_heads ts v : dot ts v = shifted (dot ts (heads v)) ts (last_digits v).
  Proof.
    unfold shifted. revert v. induction ts as [|t ts IH]; intros [|a v]; cbn [dot heads last_digits map]; try lia.
    fold (heads v) (last_digits v). rewrite IH. pose proof (N.div_mod a base ltac:(lia)).
    replace (Z.of_N a) with (Z.of_N base * Z.of_N (a / base) + Z.of_N (a mod base))%Z by lia. ring.
  Qed.

  Lemma in_letters k l : In l (letters k) <-> length l = k /\ Forall (fun d => d < base) l.
  Proof.
    revert l. induction k as [|k IH]; cbn; intros l.
    - split; [intros [<- | []]; auto|]. destruct l; intuition easy.
    - rewrite in_flat_map. split.
      + intros (d & D & I). apply in_range in D. apply in_map_iff in I. destruct I as (m & <- & I).
        apply IH in I. cbn. split; [lia|]. constructor; [lia | apply I].
      + destruct l as [|d l]; intros [E F]; [easy|]. inversion F; subst. exists d. split; [apply in_range; lia|].
        apply in_map, IH. cbn in E. auto.
  Qed.

  Lemma digits_small v : Forall (fun d => d < base) (last_digits v).
  Proof. apply Forall_map, Forall_forall. intros a _. apply N.mod_lt. lia. Qed.

  Lemma last_digits_letter v : In (last_digits v) (letters (length v)).
  Proof.
    apply in_letters. split; [apply map_length | apply digits_small].
  Qed.

  Lemma zeros w : heads (repeat 0 w) = repeat 0 w /\ last_digits (repeat 0 w) = repeat 0 w /\
    forall n, below n (repeat 0 w).
  Proof.
    assert (forall f, f 0 = 0 -> map f (repeat 0 w) = repeat 0 w) as fixed.
    { intros f E. induction w as [|j IH]; cbn; congruence. }
    split; [apply fixed, N.div_0_l; lia|]. split; [apply fixed, N.mod_0_l; lia|].
    intros n. apply Forall_forall. intros a I. apply repeat_spec in I. subst.
    assert (base ^ N.of_nat n <> 0); [apply N.pow_nonzero; lia | lia].
  Qed.

  (** * What an automaton decides *)

  Fixpoint run (A : automaton) (n : nat) (v : list N) : option state :=
    match n with
    | O => Some (start A)
    | S m => match run A m (heads v) with Some s => next A s (last_digits v) | None => None end
    end.

  Definition says (A : automaton) (n : nat) (v : list N) : Prop :=
    exists s, run A n v = Some s /\ accepts A s = true.

  Definition decides (w : nat) (A : automaton) (P : list N -> Prop) : Prop :=
    forall n v, length v = w -> below n v -> says A n v <-> P v.

  Lemma dot_zeros ts v : below 0 v -> dot ts v = 0%Z.
  Proof.
    intros Z. apply below_0 in Z. rewrite Z. clear Z. revert ts.
    induction (length v) as [|n IH]; intros [|t ts]; cbn; trivial. rewrite IH. lia.
  Qed.

  Lemma dot_small ts v : Forall (fun d => d < base) v ->
    (Z.abs (dot ts v) <= fold_right (fun t m => Z.abs t + m) 0 ts * (Z.of_N base - 1))%Z.
  Proof.
    intros F. revert v F. induction ts as [|t ts IH]; intros v F; [destruct v; cbn; lia|].
    assert (forall ts, 0 <= fold_right (fun t m => Z.abs t + m) 0 ts)%Z as P.
    { clear. induction ts; cbn; lia. }
    destruct v as [|a v]; cbn [dot fold_right]; [specialize (P ts); nia|].
    inversion F; subst. specialize (IH v H2).
    assert (Z.abs (t * Z.of_N a) <= Z.abs t * (Z.of_N base - 1))%Z by (rewrite Z.abs_mul; nia). lia.
  Qed.

  Definition total (ts : list Z) : Z := fold_right (fun t m => Z.abs t + m)%Z 0%Z ts.

  Lemma most_large s : (total (snd s) <= most s /\ Z.abs (fst s) < most s)%Z.
  Proof. unfold most, total. lia. Qed.

  (** Beyond [most], no digits lead back. *)
  Lemma stays ts m p v : (total ts <= m)%Z -> (m <= p)%Z -> (m <= shifted p ts (last_digits v))%Z.
  Proof.
    intros T L. unfold shifted. pose proof (dot_small ts (last_digits v) (digits_small v)) as D. fold (total ts) in D.
    assert (0 < Z.of_N base - 1)%Z by lia. nia.
  Qed.

  Lemma stays_below ts m p v : (total ts <= m)%Z -> (p <= - m)%Z -> (shifted p ts (last_digits v) <= - m)%Z.
  Proof.
    intros T L. unfold shifted. pose proof (dot_small ts (last_digits v) (digits_small v)) as D. fold (total ts) in D.
    assert (0 < Z.of_N base - 1)%Z by lia. nia.
  Qed.

  Lemma run_at_most s n v : below n v ->
    run (at_most s) n v = if (most s <=? dot (snd s) v)%Z then None else Some (Num (Z.max (- most s) (dot (snd s) v))).
  Proof.
    destruct (most_large s) as [T C]. revert v. induction n as [|n IH]; intros v L; cbn [run].
    - rewrite dot_zeros by trivial. destruct (Z.leb_spec (most s) 0); [lia|]. cbn. do 2 f_equal. lia.
    - rewrite IH by now apply below_heads. rewrite (dot_heads (snd s) v).
      pose proof (stays (snd s) (most s) (dot (snd s) (heads v)) v T) as U.
      pose proof (stays_below (snd s) (most s) (dot (snd s) (heads v)) v T) as D.
      pose proof (stays_below (snd s) (most s) (- most s) v T) as E.
      set (m := most s) in *. set (p := dot (snd s) (heads v)) in *.
      destruct (Z.leb_spec m p) as [G | G].
      + destruct (Z.leb_spec m (shifted p (snd s) (last_digits v))); trivial. lia.
      + cbn [at_most next]. fold m. destruct (Z.le_gt_cases (- m) p) as [Q | Q].
        * now rewrite Z.max_r by trivial.
        * rewrite Z.max_l by lia. destruct (Z.leb_spec m (shifted p (snd s) (last_digits v))); [lia|].
          destruct (Z.leb_spec m (shifted (- m) (snd s) (last_digits v))); [lia|]. do 2 f_equal. lia.
  Qed.

  Lemma run_is_zero s n v : below n v ->
    run (is_zero s) n v = if (most s <=? Z.abs (dot (snd s) v))%Z then None else Some (Num (dot (snd s) v)).
  Proof.
    destruct (most_large s) as [T C]. revert v. induction n as [|n IH]; intros v L; cbn [run].
    - rewrite dot_zeros by trivial. cbn [Z.abs]. destruct (Z.leb_spec (most s) 0); [lia | trivial].
    - rewrite IH by now apply below_heads. rewrite (dot_heads (snd s) v).
      pose proof (stays (snd s) (most s) (dot (snd s) (heads v)) v T) as U.
      pose proof (stays_below (snd s) (most s) (dot (snd s) (heads v)) v T) as D.
      set (m := most s) in *. set (p := dot (snd s) (heads v)) in *.
      destruct (Z.leb_spec m (Z.abs p)) as [G | G]; [|cbn [is_zero next]; fold m; trivial].
      destruct (Z.leb_spec m (Z.abs (shifted p (snd s) (last_digits v)))); trivial. lia.
  Qed.

  Lemma run_multiple m s n v : (0 < m)%Z -> below n v -> run (multiple m s) n v = Some (Num (dot (snd s) v mod m)%Z).
  Proof.
    intros P. revert v. induction n as [|n IH]; intros v L; cbn [run].
    - rewrite dot_zeros, Z.mod_0_l by (trivial; lia). reflexivity.
    - rewrite IH by now apply below_heads. cbn [multiple next]. rewrite (dot_heads (snd s) v). unfold shifted.
      do 2 f_equal. rewrite Z.add_mod, Z.mul_mod_idemp_r, <- Z.add_mod by lia. trivial.
  Qed.

  Lemma at_most_decides w s : decides w (at_most s) (satisfied (AtMost s)).
  Proof.
    intros n v _ L. destruct (most_large s) as [_ C]. unfold says. rewrite run_at_most by trivial.
    cbn [satisfied]. unfold worth.
    destruct (Z.leb_spec (most s) (dot (snd s) v)) as [G | G].
    - split; [now intros (? & ? & _) | lia].
    - split; [intros (t & E & A) | intros A; eexists; split; [reflexivity|]].
      + injection E as <-. cbn in A. lia.
      + cbn. lia.
  Qed.

  Lemma is_zero_decides w s : decides w (is_zero s) (satisfied (IsZero s)).
  Proof.
    intros n v _ L. destruct (most_large s) as [_ C]. unfold says. rewrite run_is_zero by trivial.
    cbn [satisfied]. unfold worth.
    destruct (Z.leb_spec (most s) (Z.abs (dot (snd s) v))) as [G | G].
    - split; [now intros (? & ? & _) | lia].
    - split; [intros (t & E & A) | intros A; eexists; split; [reflexivity|]].
      + injection E as <-. cbn in A. lia.
      + cbn. lia.
  Qed.

  Lemma multiple_decides w m s : (0 < m)%Z -> decides w (multiple m s) (satisfied (Multiple m s)).
  Proof.
    intros P n v _ L. unfold says. rewrite run_multiple by trivial. cbn [satisfied]. unfold worth.
    rewrite <- Z.mod_divide, Z.add_comm, <- Z.add_mod_idemp_l by lia.
    split; [intros (t & E & A) | intros A; eexists; split; [reflexivity|]].
    - injection E as <-. now apply Z.eqb_eq in A.
    - now apply Z.eqb_eq.
  Qed.

  (** * What several decide *)

  Lemma run_look A from w n v : run (look from w A) n v = run A n (firstn w (skipn from v)).
  Proof.
    revert v. induction n as [|n IH]; intros v; cbn [run]; trivial. rewrite IH.
    unfold heads, last_digits. rewrite <- !firstn_map, <- !skipn_map. trivial.
  Qed.

  Fixpoint runs (As : list automaton) (n : nat) (v : list N) : option (list state) :=
    match As with
    | [] => Some []
    | A :: As' =>
        match run A n v with
        | Some s => match runs As' n v with Some l => Some (s :: l) | None => None end
        | None => None
        end
    end.

  Lemma run_all As n v : run (all As) n v = option_map Many (runs As n v).
  Proof.
    revert v. induction n as [|n IH]; intros v; cbn [run].
    - cbn. induction As as [|A As IH]; cbn; trivial. destruct (runs As 0 v); [|discriminate]. cbn in *.
      now injection IH as ->.
    - rewrite IH. clear IH. cbn [all next]. induction As as [|A As IH]; cbn [runs]; trivial. cbn [run].
      destruct (run A n (heads v)) as [s|]; trivial. destruct (runs As n (heads v)) as [l|]; cbn in *.
      + destruct (next A s _); trivial. destruct (nexts As l _), (runs As (S n) v); try discriminate; trivial.
        cbn in *. now injection IH as ->.
      + destruct (runs As (S n) v); [discriminate|]. now destruct (next A s _).
  Qed.

  Lemma says_all As n v : says (all As) n v <-> Forall (fun A => says A n v) As.
  Proof.
    unfold says at 1. rewrite run_all. induction As as [|A As IH]; cbn [runs].
    - split; [constructor | intros _; now exists (Many [])].
    - rewrite Forall_cons_iff, <- IH. unfold says. clear IH.
      destruct (run A n v) as [s|]; [|split; [now intros (? & ? & _) | now intros [(? & ? & _) _]]].
      destruct (runs As n v) as [l|]; [|split; [now intros (? & ? & _) | now intros [_ (? & ? & _)]]].
      cbn. split.
      + intros (t & E & T). injection E as <-. cbn in T. apply andb_true_iff in T. destruct T as [T U].
        split; eexists; (split; [reflexivity | assumption]).
      + intros [(t & E & T) (u & F & U)]. injection E as <-. injection F as <-. eexists. split; [reflexivity|].
        cbn. now rewrite T.
  Qed.

  (** * Numbers that are not known *)

  Section Sets.
    Variables (A : automaton) (w k : nat).

    (** [s] is reached with some numbers for the last ones, of any number of digits, but at least [n]. *)
    Definition may_reach (n : nat) (v : list N) (s : state) : Prop :=
      exists m u, (n <= m)%nat /\ length u = k /\ below m u /\ run A m (v ++ u) = Some s.

    Lemma in_possible letter now s : In s (possible A k letter now) <->
      exists l, In l (letters k) /\ next A now (letter ++ l) = Some s.
    Proof.
      unfold possible. rewrite in_flat_map. split.
      - intros (l & L & I). exists l. split; trivial. destruct (next _ _ _); [|easy]. destruct I as [-> | []].
        trivial.
      - intros (l & L & E). exists l. rewrite E. split; [trivial | now left].
    Qed.

    Lemma may_reach_next n v s : length v = w -> below (S n) v ->
      may_reach (S n) v s <-> exists t, may_reach n (heads v) t /\ In s (possible A k (last_digits v) t).
    Proof.
      intros W L. split.
      - intros ([|m] & u & N & K & U & R); [lia|]. cbn [run] in R. unfold heads, last_digits in R.
        rewrite !map_app in R.
        fold (heads v) (heads u) (last_digits v) (last_digits u) in R.
        destruct (run A m _) as [t|] eqn:E; [|discriminate]. exists t. split.
        + exists m, (heads u). split; [lia|]. split; [now rewrite <- K; apply map_length|].
          split; [now apply below_heads | trivial].
        + apply in_possible. exists (last_digits u). split; [rewrite <- K; apply last_digits_letter | trivial].
      - intros (t & (m & u & N & K & U & R) & I). apply in_possible in I. destruct I as (l & I & E).
        apply in_letters in I. destruct I as [J F].
        assert (forall l u, length l = length u -> Forall (fun d => d < base) l -> below m u -> exists x,
          length x = length u /\ below (S m) x /\ heads x = u /\ last_digits x = l) as compose.
        { clear - base_large. induction l as [|d l IH]; intros [|a u] E F U; try discriminate.
          - exists []. repeat split. constructor.
          - inversion F; subst. inversion U; subst. destruct (IH u) as (x & X & B & H & D); auto.
            exists (a * base + d :: x). cbn [heads last_digits map length].
            fold (heads x) (last_digits x). repeat split.
            + now rewrite X.
            + constructor; trivial. rewrite Nat2N.inj_succ, N.pow_succ_r'. nia.
            + rewrite H. f_equal. rewrite N.div_add_l by lia. rewrite N.div_small by trivial. lia.
            + rewrite D. f_equal. rewrite N.add_comm, N.mod_add by lia. now apply N.mod_small. }
        destruct (compose l u) as (x & X & B & <- & <-); trivial; [congruence|].
        exists (S m), x. split; [lia|]. split; [congruence|]. split; trivial.
        cbn [run]. unfold heads, last_digits. rewrite !map_app.
        fold (heads v) (heads x) (last_digits v) (last_digits x).
        now rewrite R.
    Qed.

    Lemma first_spec from : first A w k = Some from -> forall v s, length v = w -> below 0 v ->
      In s from <-> may_reach 0 v s.
    Proof.
      unfold first. destruct (reached _ _) as [l|] eqn:R; [|discriminate]. intros E. injection E as <-.
      intros v s W Z. rewrite in_as_set. rewrite (reached_spec _ _ _ R). clear R l.
      apply below_0 in Z. rewrite W in Z. destruct (zeros w) as (H & D & B). rewrite <- Z in H, D, B.
      rewrite <- Z. split.
      - intros L. induction L as [|s t _ IH I].
        + exists 0%nat, (repeat 0 k). repeat split; [lia | apply repeat_length|].
          apply Forall_forall. intros a I. apply repeat_spec in I. subst. cbn. lia.
        + destruct (proj2 (may_reach_next 0 v t W (B _))) as (m & u & N & R).
          * rewrite H, D. eauto.
          * exists m, u. split; [lia | exact R].
      - intros (m & u & _ & R). revert u s R. induction m as [|m IH]; intros u s (K & U & R).
        + cbn in R. injection R as <-. constructor.
        + cbn [run] in R. destruct (run A m _) as [t|] eqn:E; [|discriminate].
          unfold heads, last_digits in *. rewrite !map_app in *.
          fold (heads v) (heads u) (last_digits v) (last_digits u) in *.
          rewrite H in E. rewrite D in R. apply (further _ _ t).
          * apply (IH (heads u)). split; [rewrite <- K; apply map_length|]. split; [now apply below_heads | trivial].
          * apply in_possible. exists (last_digits u). split; [rewrite <- K; apply last_digits_letter | trivial].
    Qed.

    Lemma run_sets from accepts n v : first A w k = Some from -> length v = w -> below n v ->
      exists l, run (sets A k from accepts) n v = Some (Many l) /\ forall s, In s l <-> may_reach n v s.
    Proof.
      intros F. revert v. induction n as [|n IH]; intros v W L; cbn [run].
      - exists from. split; trivial. intros s. now apply first_spec.
      - destruct (IH (heads v)) as (l & R & I); [rewrite <- W; apply map_length | now apply below_heads|].
        rewrite R. cbn [sets next]. eexists. split; [reflexivity|]. intros s. rewrite in_as_set, in_flat_map.
        rewrite may_reach_next by trivial. split; intros (t & T & J); exists t; (split; [now apply I | trivial]).
    Qed.

    Lemma may_accept n v P : decides (w + k) A P -> length v = w -> below n v ->
      (exists s, may_reach n v s /\ accepts A s = true) <-> exists u, length u = k /\ P (v ++ u).
    Proof.
      intros D W L. split.
      - intros (s & (m & u & N & K & U & R) & E). exists u. split; trivial. apply (D m).
        + rewrite app_length. lia.
        + apply below_app. split; [now apply (below_more n) | trivial].
        + now exists s.
      - intros (u & K & Q). pose proof (below_height u) as U. set (m := height u) in *.
        assert (below (Nat.max n m) (v ++ u)) as B.
        { apply below_app. split; [apply (below_more n) | apply (below_more m)]; trivial; lia. }
        apply (D (Nat.max n m)) in Q; trivial; [|rewrite app_length; lia]. destruct Q as (s & R & E).
        exists s. split; trivial. exists (Nat.max n m), u. apply below_app in B.
        repeat split; trivial; [lia | apply B].
    Qed.
  End Sets.

  Lemma never_decides w k A B P : never w k A = Some B -> decides (w + k) A P ->
    decides w B (fun v => ~ exists u, length u = k /\ P (v ++ u)).
  Proof.
    unfold never. destruct (first A w k) as [from|] eqn:F; [|discriminate]. intros E D. injection E as <-.
    intros n v W L. destruct (run_sets A w k from (fun l => negb (existsb (accepts A) l)) n v F W L) as (l & R & I).
    unfold says. rewrite R. rewrite <- (may_accept A w k n v P D W L). cbn. split.
    - intros (s & E & C) (t & T & S). injection E as <-. apply negb_true_iff in C.
      enough (existsb (accepts A) l = true) by congruence. apply existsb_exists. exists t. split; trivial.
      now apply I.
    - intros no. eexists. split; [reflexivity|]. cbn. destruct (existsb (accepts A) l) eqn:C; trivial.
      apply existsb_exists in C. destruct C as (s & J & C). exfalso. apply no. exists s. split; trivial. now apply I.
  Qed.

  (** * Conditions *)

  Lemma all_decides {T} w (auto : T -> option automaton) (P : T -> list N -> Prop) l As :
    Forall (fun c => forall A, auto c = Some A -> decides w A (P c)) l -> each (map auto l) = Some As ->
    decides w (all As) (fun v => fold_right and True (map (fun c => P c v) l)).
  Proof.
    intros each_decides E n v W L. rewrite says_all. revert As E.
    induction each_decides as [|c l D _ IH]; cbn; intros As E.
    - injection E as <-. split; [trivial | constructor].
    - destruct (auto c) as [A|]; [|discriminate]. destruct (each (map auto l)) as [Bs|]; [|discriminate].
      injection E as <-. rewrite Forall_cons_iff, (IH Bs eq_refl), (D A eq_refl n v W L). reflexivity.
  Qed.

  Lemma of_condition_decides : forall c w A, of_condition w c = Some A -> decides w A (satisfied c).
  Proof.
    fix F 1. intros [s | s | m s | k l] w A; cbn [of_condition].
    - intros E. injection E as <-. apply at_most_decides.
    - intros E. injection E as <-. apply is_zero_decides.
    - destruct (Z.ltb_spec 0 m); [|discriminate]. intros E. injection E as <-. now apply multiple_decides.
    - destruct (each _) as [As|] eqn:E; [|discriminate]. intros N. cbn [satisfied].
      apply (never_decides w k (all As) A (fun x => fold_right and True (map (fun d => satisfied d x) l)) N).
      apply (all_decides (w + k) (of_condition (w + k)) satisfied); trivial.
      clear - F. induction l as [|c l IH]; constructor; [intros A; apply F | exact IH].
  Qed.

  Lemma of_conditions_decides w l A : of_conditions w l = Some A -> decides w A (fun v => Forall (fun c => satisfied c v) l).
  Proof.
    unfold of_conditions. destruct (each _) as [As|] eqn:E; [|discriminate]. cbn. intros G. injection G as <-.
    assert (Forall (fun c => forall B, of_condition w c = Some B -> decides w B (satisfied c)) l) as D.
    { apply Forall_forall. intros c _ B. apply of_condition_decides. }
    intros n v W L. rewrite (all_decides w (of_condition w) satisfied l As D E n v W L). clear.
    induction l as [|c l IH]; cbn; [split; [constructor | trivial]|]. rewrite Forall_cons_iff, IH. reflexivity.
  Qed.

  Lemma impossible_spec w l v : impossible w l = true -> length v = w -> ~ Forall (fun c => satisfied c v) l.
  Proof.
    unfold impossible. destruct (of_conditions w l) as [A|] eqn:E; [|discriminate]. apply of_conditions_decides in E.
    destruct (first A 0 w) as [from|] eqn:F; [|discriminate]. intros no W all.
    destruct (proj2 (may_accept A 0 w 0 [] _ E eq_refl (Forall_nil _))) as (s & R & C); [exists v; auto|].
    apply (first_spec A 0 w from F [] s eq_refl (Forall_nil _)) in R.
    enough (existsb (accepts A) from = true) as X by (rewrite X in no; discriminate). apply existsb_exists. eauto.
  Qed.
End Base.
