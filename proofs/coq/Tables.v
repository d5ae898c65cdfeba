(** Tables: each entry follows from those of the options of its state, which all come before it. *)

From Coq Require Import NArith List Lia Bool Permutation.
From Grundy Require Import Statements Games Heaps Trie Words Period Mask Claims Positions Sets Rays.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

Definition options_of (r : rule) : N -> list (list N) :=
  match r with
  | Heaps code => heap_options (moves_of code)
  | AllBut _ | Riders _ _ => fun _ => []
  | Nodes nodes => node_options (index 0 nodes Empty)
  | Sets moves => set_options moves
  end.

(** Whether the options are all there. *)
Definition proper (r : rule) : bool :=
  match r with AllBut _ | Riders _ _ => false | Heaps _ | Nodes _ | Sets _ => true end.

Section Program.
  Variable options : N -> list (list N).

  (** The values of these positions by the entries before, if all are known. *)
  Fixpoint values_of (seen : trie N) (l : list (list N)) (found : numbers) : option numbers :=
    match l with
    | [] => Some found
    | ps :: l' => match total seen ps with Some v => values_of seen l' (insert v found) | None => None end
    end.

  Fixpoint check_entries (n : N) (seen : trie N) (values : list N) : bool :=
    match values with
    | [] => true
    | v :: values' =>
        match values_of seen (options n) Empty with
        | Some found =>
            if mem v found then false
            else if all_from (N.to_nat v) 0 found then check_entries (N.succ n) (add n v seen) values' else false
        | None => false
        end
    end.

  (** Whether one of these positions is lost, by the entries before, if all are known and none has two parts. *)
  Fixpoint some_lost (misere : bool) (seen : trie bool) (l : list (list N)) : option bool :=
    match l with
    | [] => Some false
    | ps :: l' =>
        let here := match ps with [] => Some (negb misere) | [m] => find m seen | _ => None end in
        match here, some_lost misere seen l' with Some one, Some other => Some (one || other) | _, _ => None end
    end.

  Fixpoint check_outcomes (misere : bool) (n : N) (seen : trie bool) (losing : list bool) : bool :=
    match losing with
    | [] => true
    | l :: losing' =>
        let left := options n in
        match some_lost misere seen left with
        | Some wins =>
            let over := misere && match left with [] => true | _ => false end in
            if eqb l (negb wins && negb over) then check_outcomes misere (N.succ n) (add n l seen) losing' else false
        | None => false
        end
    end.
End Program.

(** The values of heaps, without looking anything up. *)
Definition check_heap_values (code : list (N * N)) (mask : option (N * bool * bool * list N)) (values : list N) : bool :=
  increasing 0 code && ends_listed code &&
  match values with
  | [] => true
  | g :: up =>
      (g =? 0) &&
      match mask with
      | None => check_values (moves_of code) up [] up
      | Some (m, twist, rare, tries) => check_listed code m twist rare tries up
      end
  end.

Definition check_table (r : rule) (mask : option (N * bool * bool * list N)) (values : list N) : bool :=
  match r with
  | Heaps code => check_heap_values code mask values
  | Riders width vectors => check_riders width vectors fine_value values
  | _ => proper r && check_entries (options_of r) 0 Empty values
  end.

Definition label (lost : bool) : N := if lost then 0 else 1.

Definition check_winners (r : rule) (misere : bool) (losing : list bool) : bool :=
  match r with
  | Riders width vectors => check_riders width vectors (fine_outcome misere) (map label losing)
  | _ => proper r && check_outcomes (options_of r) misere 0 Empty losing
  end.

(** * Soundness *)

Lemma options_are r n ps : proper r = true -> In ps (options_of r n) <-> leaves r n ps.
Proof.
  intros P. destruct r; cbn [options_of leaves].
  - apply in_heap_options.
  - discriminate.
  - unfold node_leaves. now rewrite node_options_are.
  - apply in_set_options.
  - discriminate.
Qed.

Section Soundness.
  Variable leaves : N -> list N -> Prop.
  Variable options : N -> list (list N).
  Hypothesis options_are : forall n ps, In ps (options n) <-> leaves n ps.

  Local Notation Value := (Value leaves).
  Local Notation outcome := (outcome leaves).

  Lemma total_value seen s v : (forall k w, find k seen = Some w -> Value [k] w) -> total seen s = Some v -> Value s v.
  Proof.
    intros right. revert v. induction s as [|a s IH]; cbn; intros v E.
    - injection E as <-. apply value_nil.
    - destruct (find a seen) as [w|] eqn:A; [|discriminate]. destruct (total seen s) as [u|]; [|discriminate].
      injection E as <-. apply (sprague_grundy leaves [a]); auto.
  Qed.

  Lemma values_of_spec seen : (forall k w, find k seen = Some w -> Value [k] w) -> forall l found all,
    values_of seen l found = Some all ->
    (forall ps, In ps l -> exists w, Value ps w /\ mem w all = true) /\
    (forall w, mem w all = true -> mem w found = true \/ exists ps, In ps l /\ Value ps w) /\
    (forall w, mem w found = true -> mem w all = true).
  Proof.
    intros right. induction l as [|ps l IH]; cbn [values_of]; intros found all E.
    - injection E as <-. repeat split; auto. easy.
    - destruct (total seen ps) as [v|] eqn:T; [|discriminate]. apply (total_value _ _ _ right) in T.
      destruct (IH _ _ E) as (each & only & kept). split; [|split].
      + intros qs [<- | I]; [|auto]. exists v. split; trivial. apply kept. now rewrite mem_insert, N.eqb_refl.
      + intros w M. destruct (only w M) as [I | (qs & I & V)].
        * rewrite mem_insert in I. destruct (N.eqb_spec w v) as [-> | D]; [|now left]. right. exists ps. split; [now left | trivial].
        * right. exists qs. split; [now right | trivial].
      + intros w M. apply kept. rewrite mem_insert, M. apply orb_true_r.
  Qed.

  Lemma check_entries_spec values : forall n seen, (forall k w, find k seen = Some w -> Value [k] w) ->
    check_entries options n seen values = true ->
    forall i v, nth_error values i = Some v -> Value [n + N.of_nat i] v.
  Proof.
    induction values as [|g values IH]; intros n seen right C i v E; [now destruct i|]. cbn [check_entries] in C.
    destruct (values_of seen (options n) Empty) as [found|] eqn:F; [|discriminate].
    destruct (mem g found) eqn:M; [discriminate|]. destruct (all_from _ 0 found) eqn:A in C; [|discriminate].
    destruct (values_of_spec seen right _ _ _ F) as (each & only & _).
    assert (Value [n] g) as V.
    { constructor.
      - intros t T. apply move_one, options_are in T. destruct (each t T) as (w & W & I). exists w. split; trivial.
        intros ->. congruence.
      - intros w L. assert (mem w found = true) as I by (apply (all_from_spec found _ 0 A); lia).
        destruct (only w I) as [Z | (ps & P & W)].
        + unfold mem, find in Z. now rewrite find_empty in Z.
        + exists ps. split; trivial. now apply move_one, options_are. }
    destruct i as [|i]; cbn in E.
    - injection E as <-. now rewrite N.add_0_r.
    - replace (n + N.of_nat (S i)) with (N.succ n + N.of_nat i) by lia. apply (IH (N.succ n) (add n g seen)); trivial.
      intros k w. rewrite find_add. destruct (N.eqb_spec k n) as [-> | D]; [intros K; now injection K as <- | apply right].
  Qed.

  Lemma some_lost_spec misere seen : (forall k l, find k seen = Some l -> outcome misere (negb l) [k]) ->
    forall l some, some_lost misere seen l = Some some ->
    if some then exists ps, In ps l /\ outcome misere false ps else forall ps, In ps l -> outcome misere true ps.
  Proof.
    intros right. induction l as [|ps l IH]; cbn [some_lost]; intros some E.
    - now injection E as <-.
    - set (here := match ps with [] => _ | _ => _ end) in E. destruct here as [one|] eqn:L; [|discriminate].
      destruct (some_lost misere seen l) as [later|]; [|discriminate]. injection E as <-. specialize (IH later eq_refl).
      assert (outcome misere (negb one) ps) as O.
      { unfold here in L. destruct ps as [|m [|]]; [|now apply right|discriminate]. injection L as <-.
        destruct misere; cbn; constructor; intros t T; now apply no_move_nil in T. }
      destruct one; cbn [orb negb] in *.
      + exists ps. split; [now left | trivial].
      + destruct later.
        * destruct IH as (qs & I & Q). exists qs. split; [now right | trivial].
        * intros qs [<- | I]; auto.
  Qed.

  Lemma check_outcomes_spec misere losing : forall n seen, (forall k l, find k seen = Some l -> outcome misere (negb l) [k]) ->
    check_outcomes options misere n seen losing = true ->
    forall i l, nth_error losing i = Some l -> outcome misere (negb l) [n + N.of_nat i].
  Proof.
    induction losing as [|g losing IH]; intros n seen right C i l E; [now destruct i|]. cbn [check_outcomes] in C.
    destruct (some_lost misere seen (options n)) as [wins|] eqn:W; [|discriminate].
    destruct (eqb g _) eqn:G in C; [|discriminate]. apply eqb_prop in G.
    apply (some_lost_spec _ _ right) in W.
    assert (outcome misere (negb g) [n]) as O.
    { rewrite G. destruct wins; cbn [negb andb].
      - destruct W as (ps & I & L). apply options_are, move_one in I.
        destruct misere; cbn in *; [now apply (misere_won _ _ ps) | now apply (won _ _ ps)].
      - assert (forall t, move leaves [n] t -> In t (options n)) as M by (intros t T; now apply options_are, move_one).
        destruct misere; cbn [andb negb outcome] in *.
        + destruct (options n) as [|ps rest] eqn:left_; cbn [andb negb].
          * apply misere_end. intros t T. now apply M in T.
          * apply (misere_lost _ _ ps); [apply move_one, options_are; rewrite left_; now left | auto].
        + constructor. auto. }
    destruct i as [|i]; cbn in E.
    - injection E as <-. now rewrite N.add_0_r.
    - replace (n + N.of_nat (S i)) with (N.succ n + N.of_nat i) by lia. apply (IH (N.succ n) (add n g seen)); trivial.
      intros k w. rewrite find_add. destruct (N.eqb_spec k n) as [-> | D]; [intros K; now injection K as <- | apply right].
  Qed.
End Soundness.

(** A function that is as the Period.listed values, and the least that no option has, beyond. *)
Lemma check_heap_values_sound code mask values : check_heap_values code mask values = true ->
  holds (Values (Heaps code) values).
Proof.
  unfold check_heap_values. rewrite !andb_true_iff. intros [[order E] C]. apply ends_listed_spec in E.
  destruct values as [|g up]; [intros i v V; now destruct i|].
  apply andb_true_iff in C. destruct C as [zero C]. apply N.eqb_eq in zero. subst g.
  assert (steps (moves_of code) up) as each.
  { destruct mask as [[[[m twist] rare] tries]|]; [now apply check_listed_steps in C | now apply check_values_steps]. }
  clear C. set (values := 0 :: up). set (G := Period.listed values).
  assert (up = from G 1 (length up)) as U.
  { apply from_nth. intros i I. unfold G, Period.listed, values. replace (N.to_nat (1 + N.of_nat i)) with (S i) by lia. easy. }
  assert (forall n, n < N.of_nat (length values) -> Value (heap_leaves code) [n] (G n)) as V.
  { intros n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intros L.
    assert (forall ps, heap_leaves code n ps -> Value (heap_leaves code) ps (xors G ps)) as options.
    { intros ps O. apply value_parts. intros b B. pose proof (heaps_shrink code n ps b E O B). apply IH; lia. }
    assert (~ left_by G (moves_of code) n (G n) /\ forall w, w < G n -> left_by G (moves_of code) n w) as [own below].
    { destruct (N.eq_dec n 0) as [-> | Z].
      - split; [|unfold G, Period.listed, values; cbn; lia]. intros M. apply left_by_leaves in M. destruct M as (ps & O & _).
        destruct ps as [|b ps]; [|pose proof (heaps_shrink code 0 (b :: ps) b E O ltac:(now left)); lia].
        destruct O as (t & d & I & B & S & _). cbn in S. assert (t = 0) as -> by lia. destruct (E d I) as [B0 _]. cbn in B. congruence.
      - apply (each G U); [lia | unfold values in L; cbn [length] in L; lia]. }
    constructor.
    - intros t M. apply move_one in M. exists (xors G t). split; [auto|]. intros X. apply own, left_by_leaves. now exists t.
    - intros w W. apply below, left_by_leaves in W. destruct W as (ps & O & <-). exists ps.
      split; [now apply move_one | auto]. }
  intros i v N. assert (i < length values)%nat as L by (apply nth_error_Some; congruence).
  specialize (V (N.of_nat i) ltac:(lia)). unfold G, Period.listed in V. rewrite Nat2N.id in V.
  now rewrite (nth_error_nth _ _ _ N) in V.
Qed.

(** * Riders *)

Lemma rider_values_sound width vectors values : check_riders width vectors fine_value values = true ->
  holds (Values (Riders width vectors) values).
Proof.
  intros C. pose proof (check_riders_spec _ _ _ _ C) as each. cbv zeta in each. set (G := fun n => nth (N.to_nat n) _ 0) in each. cbn [holds leaves].
  assert (forall n, n < N.of_nat (length values) -> Value (rider_leaves width vectors) [n] (G n)) as V.
  { intros n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intros L.
    destruct (each n L) as (s & F & out & back). unfold fine_value in F. apply andb_true_iff in F. destruct F as [own below].
    apply negb_true_iff in own. constructor.
    - intros t M. apply move_one in M. destruct (out t M) as (m & -> & I & H). exists (G m). split; [apply IH; lia | congruence].
    - intros w W. destruct (back w (no_gap_spec _ _ below w W)) as (m & M & -> & I). exists [m].
      split; [now apply move_one | apply IH; lia]. }
  intros i v E. assert (i < length values)%nat as L by (apply nth_error_Some; congruence).
  specialize (V (N.of_nat i) ltac:(lia)). unfold G in V. rewrite Nat2N.id in V. now rewrite (nth_error_nth _ _ _ E) in V.
Qed.

Lemma rider_outcomes_sound width vectors misere losing :
  check_riders width vectors (fine_outcome misere) (map label losing) = true -> holds (Outcomes (Riders width vectors) misere losing).
Proof.
  intros C. pose proof (check_riders_spec _ _ _ _ C) as each. cbv zeta in each. set (G := fun n => nth (N.to_nat n) _ 0) in each. rewrite map_length in each.
  cbn [holds leaves].
  assert (forall n l, nth_error losing (N.to_nat n) = Some l -> G n = label l) as are.
  { intros n l E. unfold G. apply nth_error_nth. now apply map_nth_error. }
  assert (forall n, n < N.of_nat (length losing) -> outcome (rider_leaves width vectors) misere (negb (G n =? 0)) [n]) as V.
  { intros n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intros L.
    destruct (each n L) as (s & F & out & back). unfold fine_outcome in F. apply eqb_prop in F. rewrite F.
    assert (forall m, m < n -> G m = 0 \/ G m = 1) as two.
    { intros m I. destruct (nth_error losing (N.to_nat m)) as [l|] eqn:E.
      - rewrite (are m l E). destruct l; auto.
      - apply nth_error_None in E. lia. }
    destruct (has 0 s) eqn:Z; cbn [negb andb].
    - destruct (back 0 Z) as (m & M & Q & I). specialize (IH m I ltac:(lia)). rewrite <- Q in IH. cbn in IH.
      apply move_one in M. destruct misere; cbn in *; [now apply (misere_won _ _ [m]) | now apply (won _ _ [m])].
    - assert (forall t, move (rider_leaves width vectors) [n] t -> exists m, t = [m] /\ has 1 s = true /\
        outcome (rider_leaves width vectors) misere true t) as all.
      { intros t M. apply move_one in M. destruct (out t M) as (m & -> & I & H). exists m. split; trivial.
        specialize (IH m I ltac:(lia)). destruct (two m I) as [E | E]; rewrite E in *; [congruence | auto]. }
      destruct misere; cbn [andb negb outcome] in *.
      + destruct (has 1 s) eqn:O; cbn [negb].
        * destruct (back 1 O) as (m & M & _ & _). apply move_one in M. apply (misere_lost _ _ [m]); trivial.
          intros t T. now destruct (all t T) as (? & ? & ? & ?).
        * apply misere_end. intros t T. now destruct (all t T) as (? & ? & ? & ?).
      + constructor. intros t T. now destruct (all t T) as (? & ? & ? & ?). }
  intros n l E. assert (n < length losing)%nat as L by (apply nth_error_Some; congruence).
  specialize (V (N.of_nat n) ltac:(lia)). rewrite (are (N.of_nat n) l) in V by now rewrite Nat2N.id. now destruct l.
Qed.

Theorem check_table_sound r mask values : check_table r mask values = true -> holds (Values r values).
Proof.
  assert (proper r && check_entries (options_of r) 0 Empty values = true -> holds (Values r values)) as each.
  { rewrite andb_true_iff. intros [P C] i v E. change (N.of_nat i) with (0 + N.of_nat i).
    apply (check_entries_spec (leaves r) (options_of r)) with (values := values) (seen := Empty); trivial.
    - intros n ps. now apply options_are.
    - intros k w F. unfold find in F. now rewrite find_empty in F. }
  destruct r; trivial; [apply check_heap_values_sound | apply rider_values_sound].
Qed.

Theorem check_winners_sound r misere losing : check_winners r misere losing = true -> holds (Outcomes r misere losing).
Proof.
  assert (proper r && check_outcomes (options_of r) misere 0 Empty losing = true -> holds (Outcomes r misere losing)) as each;
    [|destruct r; trivial; apply rider_outcomes_sound].
  rewrite andb_true_iff. intros [P C] i l E. change (N.of_nat i) with (0 + N.of_nat i).
  apply (check_outcomes_spec (leaves r) (options_of r)) with (losing := losing) (seen := Empty); trivial.
  - intros n ps. now apply options_are.
  - intros k w F. unfold find in F. now rewrite find_empty in F.
Qed.
