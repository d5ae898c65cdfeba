(** Who wins, in either play: positions that are lost, each by a reply to every move. *)

From Coq Require Import NArith List Lia Bool Permutation.
From Grundy Require Import Statements Games Equal Trie Claims.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

(** Sets of lists of numbers: those with one [hash] lie together. What it is does not matter. *)
Definition buckets : N := 16777213.
Definition hash (l : list N) : N := fold_left (fun h a => (h * 31 + a mod buckets) mod buckets) l 0.

Definition lists : Type := trie (list (list N)).

Definition alike (h : N) (s : lists) : list (list N) := match find h s with Some l => l | None => [] end.

Fixpoint same_list (l m : list N) : bool :=
  match l, m with
  | [], [] => true
  | a :: l', b :: m' => (a =? b) && same_list l' m'
  | _, _ => false
  end.

Definition has_list (l : list N) (s : lists) : bool := existsb (same_list l) (alike (hash l) s).
Definition add_list (s : lists) (l : list N) : lists := let h := hash l in add h (l :: alike h s) s.

Fixpoint place (a : N) (l : list N) : list N :=
  match l with [] => [a] | b :: l' => if a <=? b then a :: l else b :: place a l' end.

Section Program.
  Variable game : play.
  Variable misere : bool.

  (** The parts of a position in order; in normal play two equal parts are worth nothing together. *)
  Definition reduced (s : list N) : list N := fold_right place [] (if misere then s else without_pairs s).

  Definition known_lost (claims : lists) (s : list N) : bool :=
    match reduced s with
    | [] => negb misere
    | l => has_list l claims
    end.

  Definition has_move (s : list N) : bool := existsb (fun a => match options game a with [] => false | _ => true end) s.

  (** Some reply leads to a position that is lost; in misère play, none is needed where play is over. *)
  Definition answered (claims : lists) (s : list N) : bool :=
    some_move game (known_lost claims) [] s || (misere && negb (has_move s)).

  Definition check_lost (claims : lists) (s : list N) : bool :=
    (negb misere || has_move s) && negb (some_move game (fun t => negb (answered claims t)) [] s).

  Definition check_strategy (l : list (list N)) (position : list N) (first : bool) : bool :=
    let l := map (fun s => reduced (simplify game s)) l in
    let claims := fold_left add_list l Empty in
    let position := simplify game position in
    forallb (check_lost claims) l && (if first then answered claims position else known_lost claims position).
End Program.

(** * Lists *)

Lemma same_list_spec l m : same_list l m = true -> l = m.
Proof.
  revert m. induction l as [|a l IH]; intros [|b m] E; cbn in E; trivial; try discriminate.
  apply andb_true_iff in E. destruct E as [A E]. apply N.eqb_eq in A. f_equal; auto.
Qed.

Lemma has_list_spec l all : has_list l (fold_left add_list all Empty) = true -> In l all.
Proof.
  assert (forall s, has_list l (fold_left add_list all s) = true -> has_list l s = true \/ In l all) as H.
  { induction all as [|m all IH]; intros s E; cbn in E; [now left|]. apply IH in E. destruct E as [E | I]; [|right; now right].
    unfold has_list, alike, add_list in E. rewrite find_add in E. destruct (N.eqb_spec (hash l) (hash m)) as [Q | _].
    - cbn in E. apply orb_true_iff in E. destruct E as [E | E]; [right; left; now apply eq_sym, same_list_spec|].
      left. unfold has_list. now rewrite Q.
    - now left. }
  intros E. apply H in E. destruct E as [E | I]; trivial. unfold has_list, alike, find in E. now rewrite find_empty in E.
Qed.

Lemma place_permuted a l : Permutation (a :: l) (place a l).
Proof.
  induction l as [|b l IH]; cbn; [apply Permutation_refl|]. destruct (a <=? b); [apply Permutation_refl|].
  apply Permutation_trans with (b :: a :: l); [constructor | now constructor].
Qed.

Lemma sorted_permuted l : Permutation l (fold_right place [] l).
Proof.
  induction l as [|a l IH]; cbn; [constructor|]. apply Permutation_trans with (a :: fold_right place [] l).
  - now constructor.
  - apply place_permuted.
Qed.

Lemma without_pairs_part s : exists r, Permutation s (without_pairs s ++ r).
Proof.
  assert (forall a l, exists r, Permutation (a :: l) (toggle a l ++ r)) as T.
  { intros a l. induction l as [|b l (r & IH)]; cbn; [exists []; apply Permutation_refl|].
    destruct (N.eqb_spec a b) as [<- | _].
    - exists [a; a]. change (a :: a :: l) with ([a; a] ++ l). apply Permutation_app_comm.
    - exists r. apply Permutation_trans with (b :: a :: l); [constructor | now constructor]. }
  induction s as [|a s (r & IH)]; [now exists []|]. destruct (T a (without_pairs s)) as (q & Q). exists (q ++ r).
  unfold without_pairs in *. cbn [fold_right]. rewrite app_assoc.
  apply Permutation_trans with ((a :: fold_right toggle [] s) ++ r); [now constructor | now apply Permutation_app_tail].
Qed.

Section Soundness.
  Variable leaves : N -> list N -> Prop.
  Variable child : N -> N -> Prop.
  Variable game : play.
  Hypothesis playing : plays leaves child game.
  Local Notation move := (move leaves).
  Local Notation equal := (equal leaves).
  Local Notation Value := (Value leaves).

  (** * How long play lasts *)

  Fixpoint lasts (n : nat) (s : list N) : Prop :=
    match n with
    | 0%nat => forall t, ~ move s t
    | S m => forall t, move s t -> lasts m t
    end.

  Lemma lasts_more n : forall s m, lasts n s -> (n <= m)%nat -> lasts m s.
  Proof.
    induction n as [|n IH]; intros s m L I.
    - destruct m; [exact L|]. intros t M. now destruct (L t).
    - destruct m as [|m]; [lia|]. intros t M. apply IH; [now apply L | lia].
  Qed.

  Lemma lasts_equal n : forall s t, equal s t -> lasts n s -> lasts n t.
  Proof.
    induction n as [|n IH]; intros s t E L u M; destruct (equal_step _ _ _ _ (equal_sym _ _ _ E) M) as (s' & M' & E').
    - now apply (L s').
    - apply (IH s'); [now apply equal_sym | now apply L].
  Qed.

  Lemma lasts_part n : forall s t, lasts n (s ++ t) -> lasts n s.
  Proof.
    induction n as [|n IH]; intros s t L u M.
    - apply (L (u ++ t)). now apply move_app_l.
    - apply (IH u t), L. now apply move_app_l.
  Qed.

  Lemma lasts_sum k : forall n m s t, (n + m <= k)%nat -> lasts n s -> lasts m t -> lasts k (s ++ t).
  Proof.
    induction k as [|k IH]; intros n m s t I S T u M; apply move_app in M; destruct M as [(s' & M & ->) | (t' & M & ->)].
    - destruct n; [|lia]. now apply (S s').
    - destruct m; [|lia]. now apply (T t').
    - destruct n; [now destruct (S s')|]. apply (IH n m); [lia | now apply S | exact T].
    - destruct m; [now destruct (T t')|]. apply (IH n m); [lia | exact S | now apply T].
  Qed.

  Lemma lasts_some s : exists n, lasts n s.
  Proof.
    assert (forall s, (forall a, In a s -> exists n, lasts n [a]) -> exists n, lasts n s) as parts.
    { clear s. intros s. induction s as [|a s IH]; intros each.
      - exists 0%nat. intros t M. now apply no_move_nil in M.
      - destruct (each a (or_introl eq_refl)) as [n L]. destruct IH as [m M]; [intros b B; apply each; now right|].
        exists (n + m)%nat. now apply (lasts_sum _ n m [a] s). }
    apply parts. intros a _. induction a as [a IH] using (well_founded_ind (ending _ _ _ playing)).
    assert (forall l, (forall t, In t l -> leaves a t) -> exists n, forall t, In t l -> lasts n t) as bound.
    { induction l as [|t l IHl]; intros each; [now exists 0%nat|].
      destruct IHl as [n L]; [intros; apply each; now right|]. destruct (parts t) as [m M].
      { intros b B. apply IH. apply (smaller _ _ _ playing a t); trivial. apply each. now left. }
      exists (n + m)%nat. intros u [<- | I]; [apply (lasts_more m); [trivial | lia]|].
      apply (lasts_more n); [now apply L | lia]. }
    destruct (bound (options game a)) as [n L]; [intros t; apply (options_are _ _ _ playing)|].
    exists (S n). intros t M. apply move_one in M. destruct (all_options _ _ _ playing a t M) as (u & I & P).
    apply (lasts_equal n u); [now apply equal_permuted, Permutation_sym | now apply L].
  Qed.

  (** * Moves that are looked at *)

  Lemma no_move_spec f s : forall before, some_move game f before s = false ->
    forall t, move s t -> exists u, equal (before ++ t) u /\ f u = false.
  Proof.
    induction s as [|a s IH]; intros before E t M; [now apply no_move_nil in M|]. cbn in E. apply orb_false_iff in E.
    destruct E as [E F]. inversion M as [? ps ? L | ? ? t' M']; subst.
    - destruct (all_options _ _ _ playing a ps L) as (qs & I & P). exists (simplify game qs ++ before ++ s). split.
      + apply equal_trans with (ps ++ before ++ s); [apply equal_permuted, Permutation_app_swap_app|].
        apply equal_app; [|apply equal_refl]. apply equal_trans with qs; [now apply equal_permuted|].
        now apply (simplify_equal _ _ _ playing).
      + apply not_true_iff_false. intros T. apply not_true_iff_false in E. apply E, existsb_exists. now exists qs.
    - destruct (IH (a :: before) F t' M') as (u & Q & U). exists u. split; trivial.
      apply equal_trans with ((a :: before) ++ t'); trivial. now apply equal_permuted, Permutation_sym, Permutation_middle.
  Qed.

  Lemma has_move_spec s : has_move game s = true <-> exists t, move s t.
  Proof.
    unfold has_move. rewrite existsb_exists. split.
    - intros (a & I & E). apply in_split in I. destruct I as (l & r & ->). destruct (options game a) as [|ps] eqn:O; [discriminate|].
      exists (l ++ ps ++ r). apply move_split. exists l, a, r, ps. repeat split; trivial.
      apply (options_are _ _ _ playing). rewrite O. now left.
    - intros (t & M). apply move_split in M. destruct M as (l & a & r & ps & -> & L & ->). exists a. split; [apply in_elt|].
      destruct (all_options _ _ _ playing a ps L) as (qs & I & _). now destruct (options game a).
  Qed.

  Section Claims.
    Variable misere : bool.
    Variable l : list (list N).
    Let claims := fold_left add_list l Empty.
    Hypothesis checked : forallb (check_lost game misere claims) l = true.

    Lemma known_lost_spec s : known_lost misere claims s = true -> In (reduced misere s) l \/ misere = false /\ reduced misere s = [].
    Proof.
      unfold known_lost. destruct (reduced misere s) eqn:E; [|intros H; left; now apply has_list_spec].
      intros H. apply negb_true_iff in H. now right.
    Qed.

    Lemma answered_spec s : answered game misere claims s = true ->
      (exists t u, move s t /\ equal t u /\ known_lost misere claims u = true) \/ misere = true /\ forall t, ~ move s t.
    Proof.
      unfold answered. rewrite orb_true_iff, andb_true_iff, negb_true_iff. intros [E | [M E]].
      - left. now apply (some_move_spec leaves child game playing _ []) in E.
      - right. split; trivial. intros t T. apply not_true_iff_false in E. apply E, has_move_spec. now exists t.
    Qed.

    (** After each move there is an answer. *)
    Lemma claim_spec s : In s l -> (misere = true -> exists t, move s t) /\
      forall t, move s t -> exists u, equal t u /\ answered game misere claims u = true.
    Proof.
      intros I. rewrite forallb_forall in checked. specialize (checked s I). unfold check_lost in checked.
      rewrite andb_true_iff, negb_true_iff in checked. destruct checked as [M F]. split.
      - intros ->. now apply has_move_spec.
      - intros t T. destruct (no_move_spec _ _ [] F t T) as (u & E & U). exists u. split; trivial.
        now apply negb_false_iff.
    Qed.
  End Claims.

  Lemma lasts_reduced misere n s : lasts n s -> lasts n (reduced misere s).
  Proof.
    intros L. unfold reduced. set (t := if misere then s else without_pairs s).
    apply (lasts_equal n t); [apply equal_permuted, sorted_permuted|]. unfold t. destruct misere; trivial.
    destruct (without_pairs_part s) as (r & P). apply (lasts_part n _ r), (lasts_equal n s); trivial.
    now apply equal_permuted.
  Qed.

  (** * Normal play *)

  Lemma value_reduced s v : Value (reduced false s) v -> Value s v.
  Proof.
    intros V. apply (value_without_pairs leaves child game playing). apply (equal_value leaves (reduced false s)); trivial.
    apply equal_permuted, Permutation_sym, sorted_permuted.
  Qed.

  Lemma value_zero s : (forall t, move s t -> ~ Value t 0) -> Value s 0.
  Proof.
    intros H. constructor; [|lia]. intros t M. destruct (value_exists leaves child game playing t) as [w W].
    exists w. split; trivial. intros ->. now apply (H t).
  Qed.

  Lemma not_to_zero s t : move s t -> Value t 0 -> ~ Value s 0.
  Proof.
    intros M T V. inversion V as [? ? not _]; subst. destruct (not t M) as (w & W & D). apply D. now apply (value_unique leaves t).
  Qed.

  Lemma claims_are_lost l : forallb (check_lost game false (fold_left add_list l Empty)) l = true ->
    forall n s, lasts n s -> known_lost false (fold_left add_list l Empty) s = true -> Value s 0.
  Proof.
    intros C n. induction n as [n IH] using (well_founded_ind Wf_nat.lt_wf). intros s L K.
    apply value_reduced. apply (lasts_reduced false) in L. apply known_lost_spec in K.
    destruct K as [I | [_ ->]]; [|apply value_nil]. apply value_zero. intros t M.
    destruct (proj2 (claim_spec false l C _ I) t M) as (u & E & A). apply answered_spec in A.
    destruct A as [(t2 & u2 & M2 & E2 & K) | [? _]]; [|discriminate].
    intros V. apply (not_to_zero u t2 M2); [|now apply (equal_value leaves t)].
    apply (equal_value leaves u2); [now apply equal_sym|].
    destruct n as [|n]; [now destruct (L t)|]. apply L in M. apply (lasts_equal n t u E) in M.
    destruct n as [|n]; [now destruct (M t2)|]. apply M in M2. apply (lasts_equal n t2 u2 E2) in M2.
    apply (IH n); trivial. lia.
  Qed.

  (** * Misère play *)

  Scheme misere_lost_induction := Minimality for MisereLost Sort Prop
  with misere_won_induction := Minimality for MisereWon Sort Prop.

  Lemma equal_misere_lost s : MisereLost leaves s -> forall t, equal s t -> MisereLost leaves t.
  Proof.
    apply (misere_lost_induction _ leaves (fun s => forall t, equal s t -> MisereLost leaves t)
      (fun s => forall t, equal s t -> MisereWon leaves t)); clear s.
    - intros s t M each each' s' E. destruct (equal_step _ _ _ _ E M) as (t' & M' & E').
      apply (misere_lost leaves s' t'); trivial. intros u U.
      destruct (equal_step _ _ _ _ (equal_sym _ _ _ E) U) as (w & W & F). apply (each' w W). now apply equal_sym.
    - intros s none t E. apply misere_end. intros u U. destruct (equal_step _ _ _ _ (equal_sym _ _ _ E) U) as (w & W & _).
      now apply (none w).
    - intros s t M _ lost s' E. destruct (equal_step _ _ _ _ E M) as (t' & M' & E'). apply (misere_won leaves s' t'); auto.
  Qed.

  Lemma misere_won_by l s :
    (forall t u, move s t -> equal t u -> known_lost true (fold_left add_list l Empty) u = true -> MisereLost leaves u) ->
    answered game true (fold_left add_list l Empty) s = true -> MisereWon leaves s.
  Proof.
    intros H A. apply answered_spec in A. destruct A as [(t & u & M & E & K) | [_ none]]; [|now apply misere_end].
    apply (misere_won leaves s t M). apply (equal_misere_lost u); [now apply (H t) | now apply equal_sym].
  Qed.

  Lemma claims_are_misere_lost l : forallb (check_lost game true (fold_left add_list l Empty)) l = true ->
    forall n s, lasts n s -> known_lost true (fold_left add_list l Empty) s = true -> MisereLost leaves s.
  Proof.
    intros C n. induction n as [n IH] using (well_founded_ind Wf_nat.lt_wf). intros s L K.
    apply (equal_misere_lost (reduced true s)); [|apply equal_permuted, Permutation_sym, sorted_permuted].
    apply (lasts_reduced true) in L. apply known_lost_spec in K. destruct K as [I | [? _]]; [|discriminate].
    destruct (claim_spec true l C _ I) as [some each]. destruct (some eq_refl) as [t0 M0].
    apply (misere_lost leaves _ t0 M0). intros t M. destruct (each t M) as (u & E & A).
    assert (MisereWon leaves u) as W.
    { apply (misere_won_by l); trivial. intros t2 u2 M2 E2 K.
      destruct n as [|n]; [now destruct (L t)|]. apply L in M. apply (lasts_equal n t u E) in M.
      destruct n as [|n]; [now destruct (M t2)|]. apply M in M2. apply (lasts_equal n t2 u2 E2) in M2.
      apply (IH n); trivial. lia. }
    inversion W as [? none | ? t2 M2 lost]; subst.
    - apply misere_end. intros w T. destruct (equal_step _ _ _ _ E T) as (w' & T' & _). now apply (none w').
    - destruct (equal_step _ _ _ _ (equal_sym _ _ _ E) M2) as (t2' & M2' & E2). apply (misere_won leaves t t2' M2').
      now apply (equal_misere_lost t2).
  Qed.

  Theorem check_strategy_sound misere l position first : check_strategy game misere l position first = true ->
    outcome leaves misere first position.
  Proof.
    unfold check_strategy. set (all := map _ l). rewrite andb_true_iff. intros [C K].
    assert (forall s, exists n, lasts n s) as bound by apply lasts_some.
    pose proof (simplify_equal _ _ _ playing position) as E. set (s := simplify game position) in *.
    destruct misere, first; cbn [outcome].
    - assert (MisereWon leaves s) as W.
      { apply (misere_won_by all); trivial. intros t u M _ L. destruct (bound u) as [n B].
        now apply (claims_are_misere_lost all C n). }
      inversion W as [? none | ? t M lost]; subst.
      + apply misere_end. intros t T. destruct (equal_step _ _ _ _ E T) as (w & W' & _). now apply (none w).
      + destruct (equal_step _ _ _ _ (equal_sym _ _ _ E) M) as (t' & M' & E'). apply (misere_won leaves _ t' M').
        now apply (equal_misere_lost t).
    - destruct (bound s) as [n B]. apply (equal_misere_lost s); [|now apply equal_sym].
      now apply (claims_are_misere_lost all C n).
    - destruct (value_exists leaves child game playing position) as [v V]. apply (value_decides leaves position v V). intros ->.
      apply answered_spec in K. destruct K as [(t & u & M & F & L) | [? _]]; [|discriminate].
      apply (not_to_zero s t M); [|now apply (equal_value leaves position)].
      apply (equal_value leaves u); [now apply equal_sym|]. destruct (bound u) as [n B]. now apply (claims_are_lost all C n).
    - destruct (bound s) as [n B]. apply (value_decides leaves position 0); trivial.
      apply (equal_value leaves s); [now apply equal_sym|]. now apply (claims_are_lost all C n).
  Qed.
End Soundness.
