(** Automata that read numbers of which some are not known. *)

From Coq Require Import NArith ZArith List Lia Bool.
From Grundy Require Import Statements Vectors States Systems Automata.
Import ListNotations.
Open Scope N_scope.

Section Base.
  Variable sys : system.

  (** * Program *)

  (** Where the last numbers are not known: a state, and what digits of these may follow. All that are possible next. *)
  Definition possible (A : automaton) (letter : list N) (now : state) : list state :=
    match now with
    | Many (s :: fs) =>
        flat_map (fun '(l, gs) => match next A s (letter ++ l) with Some t => [Many (t :: gs)] | None => [] end)
          (letters sys fs)
    | _ => []
    end.

  Definition bare (l : list state) : list state :=
    map (fun s => match s with Many (t :: _) => t | _ => s end) l.

  Definition first (A : automaton) (w k : nat) : option (list state) :=
    option_map as_set (reached (possible A (repeat 0 w)) (Many (start A :: repeat any k))).

  Definition sets (A : automaton) (from : list state) (accepts : list state -> bool) : automaton :=
    {| start := Many from;
       next := fun now letter =>
         match now with Many l => Some (Many (as_set (flat_map (possible A letter) l))) | _ => None end;
       accepts := fun now => match now with Many l => accepts l | _ => false end |}.

  Definition never (w k : nat) (A : automaton) : option automaton :=
    option_map (fun from => sets A from (fun l => negb (existsb (accepts A) (bare l)))) (first A w k).

  Hypothesis proper : unique_digits sys = true.

  Local Notation below := (below sys).
  Local Notation reads := (reads sys).
  Local Notation run := (run sys).
  Local Notation says := (says sys).
  Local Notation decides := (decides sys).

  (** * Numbers that are not known *)

  Section Sets.
    Variables (A : automaton) (w k : nat).

    (** [s] is reached with some numbers for the last ones, of any number of digits, but at least [n]. *)
    Definition may_reach (n : nat) (v : list N) (s : state) : Prop :=
      exists m u, (n <= m)%nat /\ length u = k /\ below m u /\ run A m (v ++ u) = Some s.

    Lemma in_possible letter s fs c : In c (possible A letter (Many (s :: fs))) <->
      exists l gs t, In (l, gs) (letters sys fs) /\ next A s (letter ++ l) = Some t /\ c = Many (t :: gs).
    Proof.
      unfold possible. rewrite in_flat_map. split.
      - intros ([l gs] & L & I). destruct (next _ _ _) as [t|] eqn:E; [|easy]. destruct I as [<- | []].
        exists l, gs, t. auto.
      - intros (l & gs & t & L & E & ->). exists (l, gs). rewrite E. split; [trivial | now left].
    Qed.

    (** What is reached from [c] by [n] digits, those of [v] and any that may follow. *)
    Definition reaches (c : state) (n : nat) (v : list N) (s : state) : Prop :=
      exists t fs u, c = Many (t :: fs) /\ all_allowed sys n fs u /\ reads A t n (v ++ u) = Some s.

    Lemma tops_app n v u : tops sys n (v ++ u) = tops sys n v ++ tops sys n u. Proof. apply map_app. Qed.
    Lemma rests_app n v u : rests sys n (v ++ u) = rests sys n v ++ rests sys n u. Proof. apply map_app. Qed.

    Lemma reaches_S c n v s : reaches c (S n) v s <->
      exists d, In d (possible A (tops sys n v) c) /\ reaches d n (rests sys n v) s.
    Proof.
      split.
      - intros (t & fs & u & -> & F & R). cbn [reads] in R. rewrite tops_app, rests_app in R.
        destruct (next A t _) as [t'|] eqn:E; [|discriminate].
        apply (split_all sys proper) in F. destruct F as (gs & I & F). exists (Many (t' :: gs)). split.
        + apply in_possible. eauto 10.
        + exists t', gs, (rests sys n u). auto.
      - intros (d & I & (t' & gs & u & -> & F & R)). destruct c as [| | [|t fs]]; try easy.
        apply in_possible in I. destruct I as (l & gs' & t'' & L & E & X). injection X as <- <-.
        destruct (join_all sys proper fs n l gs u L F) as (x & Y & T & Q). exists t, fs, x. repeat split; trivial.
        cbn [reads]. now rewrite tops_app, rests_app, T, Q, E.
    Qed.

    (** Zeros may follow on what is there. *)
    Definition open (c : state) : Prop := exists t fs, c = Many (t :: fs) /\ all_allowed sys 0 fs (repeat 0 k).

    Lemma open_next letter c d : open c -> In d (possible A letter c) -> open d.
    Proof.
      intros (t & fs & -> & F) I. apply in_possible in I. destruct I as (l & gs & t' & L & _ & ->).
      exists t', gs. split; trivial. apply (letters_end sys proper) in L. apply allowed_length in F.
      now rewrite repeat_length in F; rewrite F in L.
    Qed.

    Lemma sets_from accepts from n : forall l v, (forall c, In c l -> open c) ->
      exists l', reads (sets A from accepts) (Many l) n v = Some (Many l') /\
        forall s, In s (bare l') <-> exists c, In c l /\ reaches c n v s.
    Proof.
      induction n as [|n IH]; intros l v O.
      - exists l. split; [reflexivity|]. intros s. unfold bare. rewrite in_map_iff. split.
        + intros (c & E & I). exists c. split; trivial. destruct (O c I) as (t & fs & -> & F). subst s.
          exists t, fs, (repeat 0 k). repeat split; trivial.
        + intros (c & I & (t & fs & u & -> & _ & R)). injection R as <-. now exists (Many (t :: fs)).
      - cbn [reads sets next]. set (l1 := as_set _). destruct (IH l1 (rests sys n v)) as (l' & R & S).
        + intros d I. unfold l1 in I. rewrite in_as_set, in_flat_map in I. destruct I as (c & I & J).
          apply (open_next (tops sys n v) c); auto.
        + exists l'. split; trivial. intros s. rewrite S. split.
          * intros (d & I & R'). unfold l1 in I. rewrite in_as_set, in_flat_map in I. destruct I as (c & I & J).
            exists c. split; trivial. apply reaches_S. eauto.
          * intros (c & I & R'). apply reaches_S in R'. destruct R' as (d & J & R'). exists d. split; trivial.
            unfold l1. rewrite in_as_set, in_flat_map. eauto.
    Qed.

    Lemma first_reaches from : first A w k = Some from -> (forall c, In c from -> open c) /\
      forall n v s, length v = w -> below n v -> (exists c, In c from /\ reaches c n v s) <-> may_reach n v s.
    Proof.
      unfold first. destruct (reached _ _) as [l|] eqn:R; [|discriminate]. intros E. injection E as <-.
      assert (forall c, In c (as_set l) <-> leads (possible A (repeat 0 w)) (Many (start A :: repeat any k)) c) as is_led.
      { intros c. rewrite in_as_set. apply (reached_spec _ _ _ R). }
      clear R. split; [|intros n v s W B; split].
      - intros c I. apply is_led in I. induction I as [|c d _ IH I]; [|now apply (open_next (repeat 0 w) c)].
        exists (start A), (repeat any k). split; trivial. rewrite <- (repeat_length 0 k) at 1.
        apply below_allowed, below_zeros; trivial.
      - intros (c & I & Q). apply is_led in I. revert n v W B Q. induction I as [|c d _ IH I]; intros n v W B Q.
        + destruct Q as (t & fs & u & E & F & Q). injection E as <- <-. exists n, u.
          pose proof (allowed_length _ _ _ _ F) as K. rewrite repeat_length in K. rewrite K in F.
          repeat split; trivial; [now symmetry | now apply below_allowed].
        + destruct (small sys proper n v B) as [T Z]. destruct (IH (S n) v W) as (m & u & M & H).
          * apply (below_more sys proper n); [lia | trivial].
          * apply reaches_S. exists d. rewrite T, Z, W. auto.
          * exists m, u. split; [lia | exact H].
      - intros (m & u & M & K & F & Q).
        assert (reaches (Many (start A :: repeat any k)) (m - n + n) v s) as H.
        { replace (m - n + n)%nat with m by lia. exists (start A), (repeat any k), u. repeat split; trivial.
          rewrite <- K. now apply below_allowed. }
        pose proof (here (possible A (repeat 0 w)) (Many (start A :: repeat any k))) as L. revert H L.
        generalize (Many (start A :: repeat any k)) at 1 3 as c. generalize (m - n)%nat as j.
        induction j as [|j IH]; intros c H L; [exists c; split; [now apply is_led | exact H]|].
        cbn [Nat.add] in H. apply reaches_S in H. destruct H as (d & I & H).
        destruct (small sys proper (j + n) v) as [T Z]; [apply (below_more sys proper n); [lia | trivial]|].
        rewrite T, W in I. rewrite Z in H. apply (IH d H). now apply (further _ _ c).
    Qed.

    Lemma run_sets from accepts n v : first A w k = Some from -> length v = w -> below n v ->
      exists l, run (sets A from accepts) n v = Some (Many l) /\ forall s, In s (bare l) <-> may_reach n v s.
    Proof.
      intros F W L. destruct (first_reaches from F) as [O R].
      destruct (sets_from accepts from n from v O) as (l & E & I). exists l. split; [exact E|].
      intros s. rewrite I. now apply R.
    Qed.

    Lemma first_spec from : first A w k = Some from -> forall v s, length v = w -> below 0 v ->
      In s (bare from) <-> may_reach 0 v s.
    Proof.
      intros F v s W L. destruct (run_sets from (fun _ => true) 0 v F W L) as (l & E & I). injection E as <-. apply I.
    Qed.

    Lemma may_accept n v P : decides (w + k) A P -> length v = w -> below n v ->
      (exists s, may_reach n v s /\ accepts A s = true) <-> exists u, length u = k /\ P (v ++ u).
    Proof.
      intros D W L. split.
      - intros (s & (m & u & N & K & U & R) & E). exists u. split; trivial. apply (D m).
        + rewrite app_length. lia.
        + apply (below_app sys). split; [now apply (below_more sys proper n) | trivial].
        + now exists s.
      - intros (u & K & Q). pose proof (below_height sys proper u) as U. set (m := height u) in *.
        assert (below (Nat.max n m) (v ++ u)) as B.
        { apply (below_app sys).
          split; [apply (below_more sys proper n) | apply (below_more sys proper m)]; trivial; lia. }
        apply (D (Nat.max n m)) in Q; trivial; [|rewrite app_length; lia]. destruct Q as (s & R & E).
        exists s. split; trivial. exists (Nat.max n m), u. apply (below_app sys) in B.
        repeat split; trivial; [lia | apply B].
    Qed.
  End Sets.

  Lemma never_decides w k A B P : never w k A = Some B -> decides (w + k) A P ->
    decides w B (fun v => ~ exists u, length u = k /\ P (v ++ u)).
  Proof.
    unfold never. destruct (first A w k) as [from|] eqn:F; [|discriminate]. intros E D. injection E as <-.
    intros n v W L. destruct (run_sets A w k from (fun l => negb (existsb (accepts A) (bare l))) n v F W L) as (l & R & I).
    unfold says. rewrite R. rewrite <- (may_accept A w k n v P D W L). cbn. split.
    - intros (s & E & C) (t & T & S). injection E as <-. apply negb_true_iff in C.
      enough (existsb (accepts A) (bare l) = true) by congruence. apply existsb_exists. exists t. split; trivial.
      now apply I.
    - intros no. eexists. split; [reflexivity|]. cbn. destruct (existsb (accepts A) (bare l)) eqn:C; trivial.
      apply existsb_exists in C. destruct C as (s & J & C). exfalso. apply no. exists s. split; trivial. now apply I.
  Qed.
End Base.
