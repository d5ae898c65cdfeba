(** The options of a move, read beside a position: which states an automaton has at their parts. *)

From Coq Require Import NArith ZArith List Lia Bool Wf_nat Wellfounded.
From Grundy Require Import Games Trie Period Positions Statements Vectors States Systems Automata Unknown Least Conditions Measure Relations.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

Definition reader (sys : system) (rows : list (option N * list N)) : automaton :=
  {| start := Num 0;
     next := fun now letter =>
       match now with
       | Num q => Some (Num (Z.of_N (nth (N.to_nat (fold_left (fun i d => i * radix sys + d) letter 0))
                                         (snd (nth (Z.to_nat q) rows (None, []))) 0)))
       | _ => None
       end;
     accepts := fun _ => true |}.

Section Check.
  Variables (sys : system) (numbers : nat) (rows : list (option N * list N)).

  (** The conditions of a move, with the states at the numbers of each part. *)
  Definition moving (guard : automaton) (tracks : list (list nat)) : automaton :=
    all [guard; all (map (fun track => pick track (reader sys rows)) tracks)].

  (** Automata that put out sets of options, each as the states at its parts. *)
  Definition giving := (automaton * (state -> state))%type.

  Definition option_at (guard : automaton) (now : state) : state :=
    match now with Many [t; Many qs] => if accepts guard t then Many [Many qs] else nothing | _ => nothing end.

  Definition listed (s : state) : list (list state) :=
    match s with Many l => map (fun q => match q with Many qs => qs | _ => [] end) l | _ => [] end.

  (** What is put out in some of the states. *)
  Definition joined (out : state -> state) (now : state) : state :=
    match now with Many set => Many (as_set (map Many (flat_map (fun s => listed (out s)) (bare set)))) | _ => nothing end.

  Definition fewer (w : nat) (M : giving) : giving :=
    if few sys w 1000 then match least_with sys w (fst M) (snd M) with Some B => B | None => M end else M.

  (** The same for some numbers behind the first [w], of which there are [p]. *)
  Definition for_some (w p : nat) (M : giving) : option giving :=
    match p with
    | O => Some M
    | _ => option_map (fun from => fewer w (sets sys (fst M) from (fun _ => true), joined (snd M))) (first sys (fst M) w p)
    end.

  (** The same for some [k + p] numbers behind those of the position, as few at once as there are few letters. *)
  Fixpoint for_some_few (k p : nat) (M : giving) : option giving :=
    match k with
    | O => for_some numbers p M
    | S i =>
        if few sys (numbers + k) 1000 then
          match for_some (numbers + k) p M with Some M' => for_some_few i 1 M' | None => None end
        else for_some_few i (S p) M
    end.

  (** The same with a state for where there is none. *)
  Definition whole (M : giving) : (state -> state) * automaton :=
    (fun now => match now with Many [s] => snd M s | _ => nothing end,
     {| start := Many [start (fst M)];
        next := fun now letter =>
          match now with
          | Many [s] => match next (fst M) s letter with Some t => Some (Many [t]) | None => Some (Many []) end
          | _ => Some (Many [])
          end;
        accepts := fun _ => true |}).

  (** What of a move can be read beside a position, and where the options are put out. *)
  Definition machine (move : linear_move) : option ((state -> state) * automaton) :=
    let relation := relation_of numbers move in
    let '(m, conditions, tracks) := short numbers (fst (fst relation)) relation in
    match of_conditions sys (numbers + m) conditions with
    | Some A =>
        let guard := smaller sys (numbers + m) A in
        option_map whole (for_some_few m 0 (moving guard tracks, option_at guard))
    | None => None
    end.
End Check.

Section Soundness.
  Variables (sys : system) (numbers : nat) (rows : list (option N * list N)).
  Hypothesis proper : unique_digits sys = true.
  Hypothesis zeros_stay : nth 0 (snd (nth 0 rows (None, []))) 0 = 0.

  Local Notation after := (after sys rows).
  Local Notation below := (below sys).
  Local Notation run := (run sys).

  Definition state_at (p : list N) : N := after (height p) 0 p.

  Lemma after_more n v : below n v -> after (S n) 0 v = after n 0 v.
  Proof.
    intros L. cbn [Vectors.after]. fold (place sys n). fold (tops sys n v) (rests sys n v).
    destruct (small sys proper n v L) as [-> ->].
    assert (forall k, fold_left (fun i d => i * radix sys + d) (repeat 0 k) 0 = 0) as -> by (induction k; trivial).
    cbn [N.to_nat nth]. now rewrite zeros_stay.
  Qed.

  Lemma after_state n v : below n v -> after n 0 v = state_at v.
  Proof.
    intros L. pose proof (below_height sys proper v) as H. unfold state_at.
    assert (forall d m, below m v -> after (d + m) 0 v = after m 0 v) as same.
    { intros d m M. induction d as [|d IH]; trivial. change (S d + m)%nat with (S (d + m)).
      rewrite after_more; trivial. apply (below_more sys proper m); trivial. lia. }
    destruct (Nat.le_ge_cases n (height v)) as [C | C].
    - rewrite <- (same (height v - n)%nat n L). f_equal. lia.
    - rewrite <- (same (n - height v)%nat (height v) H). f_equal. lia.
  Qed.

  Lemma run_reader n v : run (reader sys rows) n v = Some (Num (Z.of_N (after n 0 v))).
  Proof.
    unfold Automata.run. change (start (reader sys rows)) with (Num (Z.of_N 0)). generalize 0 as q.
    revert v. induction n as [|n IH]; intros v q; cbn [reads]; trivial. cbn [reader next]. rewrite IH.
    rewrite Z_N_nat, N2Z.id || rewrite <- Z_N_nat, N2Z.id. reflexivity.
  Qed.

  (** ** The options of one move *)

  Lemma run_readers tracks n y : runs sys (map (fun track => pick track (reader sys rows)) tracks) n y =
    Some (map (fun track => Num (Z.of_N (after n 0 (picked track y)))) tracks).
  Proof.
    induction tracks as [|track tracks IH]; [reflexivity|]. cbn [map].
    now rewrite runs_cons, (run_pick sys proper), run_reader, IH.
  Qed.

  Lemma run_moving guard tracks n y : below n y -> run (moving sys rows guard tracks) n y =
    option_map (fun g => Many [g; Many (map (fun track => Num (Z.of_N (state_at (picked track y)))) tracks)]) (run guard n y).
  Proof.
    intros L. unfold moving. rewrite run_all, !runs_cons, (run_all sys (map _ _)), run_readers. cbn [option_map].
    replace (map (fun track => Num (Z.of_N (after n 0 (picked track y)))) tracks) with
      (map (fun track => Num (Z.of_N (state_at (picked track y)))) tracks); [now destruct (run guard n y)|].
    apply map_ext. intros track. rewrite after_state; trivial. now apply below_picked.
  Qed.

  (** ** Numbers that are not known *)

  Definition gives (w : nat) (M : giving) (R : list N -> list state -> Prop) : Prop :=
    forall n v, length v = w -> below n v -> forall qs, In qs (listed (ends sys (fst M) (snd M) (start (fst M)) n v)) <-> R v qs.

  Lemma option_at_gives w conditions tracks guard :
    decides sys w guard (fun y => Forall (fun c => satisfied c y) conditions) ->
    gives w (moving sys rows guard tracks, option_at guard) (fun y qs => Forall (fun c => satisfied c y) conditions /\
      qs = map (fun track => Num (Z.of_N (state_at (picked track y)))) tracks).
  Proof.
    intros D n y W L qs. cbn [fst snd]. rewrite <- (D n y W L). unfold ends.
    fold (run (moving sys rows guard tracks) n y). rewrite run_moving by trivial. unfold says.
    destruct (run guard n y) as [g|]; cbn [option_map option_at].
    - destruct (accepts guard g) eqn:E; cbn [listed map In nothing].
      + split; [intros [<- | []]; split; [now exists g | easy] | intros [_ ->]; now left].
      + split; [easy | intros [(s & F & C) _]; congruence].
    - split; [easy | intros [(s & F & _) _]; discriminate].
  Qed.

  Lemma listed_joined out set qs :
    In qs (listed (joined out (Many set))) <-> exists s, In s (bare set) /\ In qs (listed (out s)).
  Proof.
    cbn [joined listed]. rewrite in_map_iff. split.
    - intros (s & E & I). rewrite in_as_set, in_map_iff in I. destruct I as (l & <- & I). subst. now apply in_flat_map.
    - intros I. exists (Many qs). split; trivial. rewrite in_as_set. apply in_map. now apply in_flat_map.
  Qed.

  Lemma fewer_gives w M R : gives w M R -> gives w (fewer sys w M) R.
  Proof.
    unfold fewer. intros H. destruct (few sys w 1000); [|exact H].
    destruct (least_with sys w (fst M) (snd M)) as [[B shown]|] eqn:E; [|exact H].
    intros n v W L qs. cbn [fst snd]. rewrite <- (least_with_spec sys proper _ _ _ _ _ E n v W L). now apply H.
  Qed.

  Lemma for_some_gives w p M M' R : gives (w + p) M R -> for_some sys w p M = Some M' ->
    gives w M' (fun v qs => exists u, length u = p /\ R (v ++ u) qs).
  Proof.
    intros H. unfold for_some. destruct p as [|p].
    { intros E. injection E as <-. rewrite Nat.add_0_r in H. intros n v W L qs. rewrite (H n v W L). split.
      - intros I. exists []. now rewrite app_nil_r.
      - intros ([|] & E & I); [now rewrite app_nil_r in I | discriminate]. }
    destruct (first _ _ _ _) as [from|] eqn:F; [|discriminate]. intros E. injection E as <-.
    apply fewer_gives. intros n v W L qs. cbn [fst snd].
    destruct (run_sets sys proper _ w _ from (fun _ => true) n v F W L) as (set & S & I).
    unfold ends. unfold run in S. rewrite S. rewrite listed_joined. split.
    - intros (s & J & Q). apply I in J. destruct J as (k & u & N & U & B & T). exists u. split; trivial.
      assert (below k (v ++ u)) as BB by (apply below_app; split; [now apply (below_more sys proper n) | trivial]).
      apply (H k (v ++ u)); [rewrite app_length; lia | trivial|]. unfold ends, run in *. now rewrite T.
    - intros (u & U & Q). set (k := Nat.max n (height u)).
      assert (below k u) as B by (apply (below_more sys proper (height u)); [lia | now apply below_height]).
      assert (below k (v ++ u)) as BB.
      { apply below_app. split; trivial. apply (below_more sys proper n); trivial. lia. }
      apply (H k (v ++ u)) in Q; [|rewrite app_length; lia | trivial]. unfold ends in Q.
      destruct (reads _ _ _ k (v ++ u)) as [s|] eqn:T; [|easy]. exists s. split; trivial. apply I. exists k, u.
      repeat split; trivial; lia.
  Qed.

  Lemma for_some_few_gives k : forall p M M' R, gives (numbers + k + p) M R -> for_some_few sys numbers k p M = Some M' ->
    gives numbers M' (fun v qs => exists u, length u = (k + p)%nat /\ R (v ++ u) qs).
  Proof.
    induction k as [|k IH]; intros p M M' R H E; cbn [for_some_few] in E.
    - rewrite Nat.add_0_r in H. now apply (for_some_gives numbers p M).
    - destruct (few _ _ _).
      + destruct (for_some sys (numbers + S k) p M) as [M1|] eqn:F; [|discriminate].
        apply (for_some_gives _ _ _ _ R H) in F. replace (numbers + S k)%nat with (numbers + k + 1)%nat in F by lia.
        specialize (IH _ _ _ _ F E). intros n v W L qs. rewrite (IH n v W L qs). split.
        * intros (u & U & u' & U' & Q). exists (u ++ u'). rewrite app_length, app_assoc. split; [lia | exact Q].
        * intros (u & U & Q). exists (firstn (k + 1) u). split; [rewrite firstn_length; lia|].
          exists (skipn (k + 1) u). split; [rewrite skipn_length; lia|]. now rewrite <- app_assoc, firstn_skipn.
      + replace (numbers + S k + p)%nat with (numbers + k + S p)%nat in H by lia.
        specialize (IH _ _ _ _ H E). now replace (S k + p)%nat with (k + S p)%nat by lia.
  Qed.

  Lemma run_whole M n v : exists s, run (snd (whole M)) n v = Some s /\
    fst (whole M) s = ends sys (fst M) (snd M) (start (fst M)) n v.
  Proof.
    unfold Automata.run, ends. change (start (snd (whole M))) with (Many [start (fst M)]). generalize (start (fst M)) as s.
    assert (forall n v, reads sys (snd (whole M)) (Many []) n v = Some (Many [])) as none.
    { clear. induction n as [|n IH]; intros v; [reflexivity|]. cbn [reads]. apply IH. }
    revert v. induction n as [|n IH]; intros v s; [now exists (Many [s])|]. cbn [reads whole snd next fst].
    destruct (next (fst M) s _) as [t|]; [apply IH|]. exists (Many []). split; [apply none | reflexivity].
  Qed.
End Soundness.
