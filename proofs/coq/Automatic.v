(** Theorems about all positions of vectors of numbers: what an automaton says of each is what the moves make of it. *)

From Coq Require Import NArith ZArith List Lia Bool Wf_nat Wellfounded.
From Grundy Require Import Games Trie Period Positions Statements Vectors States Systems Automata Unknown Least Conditions Measure Relations Options.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

Section Check.
  Variables (sys : system) (numbers : nat) (rows : list (option N * list N)).

  Fixpoint all_found (machines : list ((state -> state) * automaton)) (now : list state) : list (list state) :=
    match machines, now with
    | (out, _) :: machines', s :: now' => listed (out s) ++ all_found machines' now'
    | _, _ => []
    end.

  Definition output (q : state) : option N :=
    match q with Num z => fst (nth (Z.to_nat z) rows (None, [])) | _ => None end.

  Fixpoint total_output (qs : list state) : option N :=
    match qs with
    | [] => Some 0
    | q :: l => match output q, total_output l with Some v, Some u => Some (N.lxor v u) | _, _ => None end
    end.

  (** Whether the value is the least that none of these options has. *)
  Definition fine_value (q : state) (options : list (list state)) : bool :=
    match output q with
    | Some v =>
        let there := fold_right (fun qs s => match total_output qs with Some u => insert u s |
          None => s end) Empty options in
        negb (mem v there) && all_from (N.to_nat v) 0 there
    | None => false
    end.

  Definition lost_at (q : state) : bool := says_lost (output q).

  (** Whether the position is lost just where it must be by its options, none of which has two parts. *)
  Definition fine_outcome (misere : bool) (q : state) (options : list (list state)) : bool :=
    let lost := existsb (fun qs => match qs with [] => negb misere | p :: _ => lost_at p end) options in
    let over := misere && match options with [] => true | _ => false end in
    eqb (lost_at q) (negb lost && negb over).

  (** [lines] are those of the measure. *)
  Definition check_automaton (moves : list linear_move) (lines : list (list (list Z)))
      (fine : state -> list (list state) -> bool) : bool :=
    unique_digits sys && (nth 0 (snd (nth 0 rows (None, []))) 0 =? 0) &&
    forallb (forallb (fun ts => Nat.eqb (length ts) numbers && forallb (Z.leb 0) ts)) lines &&
    forallb (proper_move numbers lines) moves &&
    match each (map (machine sys numbers rows) moves) with
    | Some machines =>
        match first sys (all (reader sys rows :: map snd machines)) 0 numbers with
        | Some states =>
            forallb (fun s => match s with Many (q :: l) => fine q (all_found machines l) | _ => false end) (bare states)
        | None => false
        end
    | None => false
    end.
  Definition check_all_values (moves : list linear_move) (lines : list (list (list Z))) : bool :=
    check_automaton moves lines fine_value.

  Definition check_all_winners (misere : bool) (moves : list linear_move)
      (lines : list (list (list Z))) : bool :=
    forallb (fun move => Nat.leb (length (snd move)) 1) moves && check_automaton moves lines (fine_outcome misere).
End Check.

Section Everywhere.
  Variables (sys : system) (numbers : nat) (rows : list (option N * list N)).
  Variables (moves : list linear_move) (lines : list (list (list Z))).
  Hypothesis proper : unique_digits sys = true.
  Hypothesis zeros_stay : nth 0 (snd (nth 0 rows (None, []))) 0 = 0.

  Local Notation leaves := (linear_leaves moves).
  Local Notation below := (below sys).

  Definition state_of (p : list N) : state := Num (Z.of_N (state_at sys rows p)).

  Lemma machine_spec move out M n v : machine sys numbers rows move = Some (out, M) -> length v = numbers -> below n v ->
    exists s, run sys M n v = Some s /\ forall qs, In qs (listed (out s)) <->
      exists ps, linear_leaves [move] v ps /\ qs = map state_of ps.
  Proof.
    unfold machine. set (relation := relation_of numbers move). intros E V L.
    assert (forall ps, related numbers (short numbers (fst (fst relation)) relation) v ps <-> linear_leaves [move] v ps) as same.
    { intros ps. rewrite short_spec. now apply relation_of_spec. }
    destruct (short _ _ _) as [[m conditions] tracks]. destruct (of_conditions _ _ _) as [A|] eqn:C; [|discriminate].
    set (guard := smaller sys (numbers + m) A) in E.
    assert (decides sys (numbers + m) guard (fun y => Forall (fun c => satisfied c y) conditions)) as D.
    { apply smaller_decides; trivial. now apply of_conditions_decides. }
    destruct (for_some_few _ _ _ _ _) as [M'|] eqn:F; [|discriminate].
    assert (whole M' = (out, M)) as whole_is by (cbn [option_map] in E; congruence).
    apply (for_some_few_gives sys numbers rows proper zeros_stay _ _ _ _
      (fun y qs => Forall (fun c => satisfied c y) conditions /\
        qs = map (fun track => Num (Z.of_N (state_at sys rows (picked track y)))) tracks)) in F;
      [|rewrite Nat.add_0_r; now apply option_at_gives].
    destruct (run_whole sys M' n v) as (s & R & O). rewrite whole_is in R, O. cbn [fst snd] in R, O. exists s.
    split; [exact R|]. intros qs. rewrite O, (F n v V L). split.
    - intros (u & U & S & ->). exists (map (fun track => picked track (v ++ u)) tracks). split; [|now rewrite map_map].
      apply same. exists (v ++ u). rewrite app_length, firstn_app, <- V, Nat.sub_diag, firstn_all, app_nil_r.
      repeat split; trivial. lia.
    - intros (ps & P & ->). apply same in P. destruct P as (y & Y & K & S & ->). exists (skipn numbers y).
      assert (v ++ skipn numbers y = y) as Z by (rewrite <- K; apply firstn_skipn). rewrite Z.
      split; [rewrite skipn_length; lia|]. split; trivial. now rewrite map_map.
  Qed.

  Lemma leaves_cons move l v ps : linear_leaves (move :: l) v ps <-> linear_leaves [move] v ps \/ linear_leaves l v ps.
  Proof.
    unfold linear_leaves. split.
    - intros (k & c & p & u & [I | I] & H); [left | right]; exists k, c, p, u; (split; [|exact H]); [now left | trivial].
    - intros [(k & c & p & u & [I | []] & H) | (k & c & p & u & I & H)]; exists k, c, p, u; (split; [|exact H]);
        [now left | now right].
  Qed.

  Lemma all_found_spec n v l : forall machines, each (map (machine sys numbers rows) l) = Some machines ->
    length v = numbers -> below n v ->
    exists now, runs sys (map snd machines) n v = Some now /\ forall qs, In qs (all_found machines now) <->
      exists ps, linear_leaves l v ps /\ qs = map state_of ps.
  Proof.
    induction l as [|move l IH]; intros machines E V L.
    - injection E as <-. exists []. split; [reflexivity|]. intros qs. split; [easy|].
      intros (ps & (k & conditions & parts & u & [] & _) & _).
    - cbn [map each] in E. destruct (machine sys numbers rows move) as [[out M]|] eqn:G; [|discriminate].
      destruct (each (map _ l)) as [rest|]; [|discriminate]. injection E as <-.
      destruct (IH rest eq_refl V L) as (now & R & I).
      destruct (machine_spec move out M n v G V L) as (s & Q & J).
      exists (s :: now). split; [cbn [map snd]; now rewrite runs_cons, Q, R|]. intros qs. cbn [all_found].
      rewrite in_app_iff, I, J. split.
      + intros [(ps & P & ->) | (ps & P & ->)]; exists ps; (split; [apply leaves_cons; tauto | trivial]).
      + intros (ps & P & ->). apply leaves_cons in P. destruct P; [left | right]; eauto.
  Qed.

  Variable fine : state -> list (list state) -> bool.
  Hypothesis checked : check_automaton sys numbers rows moves lines fine = true.

  Lemma proper_moves : forall k conditions parts, In (k, conditions, parts) moves ->
    Forall (fun part => length part = numbers) parts /\
    Forall (fun part => lowers (numbers + k) part lines conditions = true) parts.
  Proof.
    unfold check_automaton in checked. rewrite !andb_true_iff in checked. destruct checked as [[_ each_proper] _].
    intros k conditions parts I. rewrite forallb_forall in each_proper. apply each_proper in I. cbn [proper_move] in I.
    rewrite forallb_forall in I. split; apply Forall_forall; intros part P; apply I in P; rewrite !andb_true_iff in P.
    - now apply Nat.eqb_eq.
    - apply P.
  Qed.

  Lemma options_lower v ps p : length v = numbers -> leaves v ps -> In p ps -> length p = numbers /\ lower lines p v.
  Proof.
    intros V (k & conditions & parts & u & I & U & C & E) P. destruct (proper_moves _ _ _ I) as [S D].
    assert (exists part, In part parts /\ map Z.of_N p = map (fun s => worth s (v ++ u)) part) as (part & J & Q).
    { clear - E P. revert parts E. induction ps as [|q ps IH]; intros [|part parts] E; try discriminate; [easy|].
      cbn [map] in E. injection E as E F. destruct P as [-> | P]; [exists part; split; [now left | trivial]|].
      destruct (IH P parts F) as (x & X & Y). exists x. split; [now right | trivial]. }
    apply (proj1 (Forall_forall _ _) S) in J as K. apply (proj1 (Forall_forall _ _) D) in J.
    split; [rewrite <- (map_length Z.of_N), Q, map_length; trivial|].
    apply (lowers_spec (numbers + k) part numbers v u p) with (given := conditions); trivial;
      [rewrite app_length; lia|].
    unfold check_automaton in checked. rewrite !andb_true_iff in checked. destruct checked as [[[_ all] _] _].
    rewrite forallb_forall in all. apply Forall_forall. intros line X. apply all in X. rewrite forallb_forall in X.
    apply Forall_forall. intros ts Y. apply X, andb_true_iff in Y. destruct Y as [Y Z]. apply Nat.eqb_eq in Y.
    rewrite forallb_forall in Z. split; trivial. apply Forall_forall. intros t T. now apply Z.leb_le, Z.
  Qed.

  Lemma fine_everywhere v : length v = numbers -> exists options, fine (state_of v) options = true /\
    forall qs, In qs options <-> exists ps, leaves v ps /\ qs = map state_of ps.
  Proof.
    intros V. pose proof (below_height sys proper v) as L. set (n := height v) in L.
    pose proof proper_moves as S. unfold check_automaton in checked. rewrite !andb_true_iff in checked.
    destruct checked as [_ C].
    destruct (each _) as [machines|] eqn:E in C; [|discriminate].
    destruct (first sys _ 0 numbers) as [states|] eqn:F in C; [|discriminate].
    destruct (all_found_spec n v moves machines E) as (now & R & I); trivial.
    assert (run sys (all (reader sys rows :: map snd machines)) n v = Some (Many (state_of v :: now))) as T.
    { rewrite run_all, runs_cons, run_reader, R. cbn [option_map]. unfold state_of.
      now rewrite <- (after_state sys rows proper zeros_stay n v L). }
    rewrite forallb_forall in C.
    assert (In (Many (state_of v :: now)) (bare states)) as J.
    { apply (first_spec sys proper _ 0 numbers states F [] _ eq_refl (Forall_nil _)). exists n, v.
      repeat split; trivial. lia. }
    apply C in J. exists (all_found machines now). split; trivial.
  Qed.

  Lemma said_place n v : below n v -> said sys rows n v = output rows (state_of v).
  Proof.
    intros L. unfold said, output, state_of. rewrite (after_state sys rows proper zeros_stay n v L).
    now rewrite Z_N_nat, ?N2Z.id || (rewrite <- Z_N_nat, N2Z.id).
  Qed.
End Everywhere.

(** * What is said is true *)

Lemma in_outputs rows options : forall v,
  mem v (fold_right (fun qs s => match total_output rows qs with Some u => insert u s |
    None => s end) Empty options) = true <->
  exists qs, In qs options /\ total_output rows qs = Some v.
Proof.
  intros v. induction options as [|qs l IH]; cbn [fold_right].
  - unfold mem, find. rewrite find_empty. split; [discriminate | now intros (? & [] & _)].
  - destruct (total_output rows qs) as [u|] eqn:E; rewrite ?mem_insert, ?orb_true_iff, ?N.eqb_eq, IH.
    + split.
      * intros [-> | (x & I & X)]; [exists qs | exists x]; (split; [|trivial]); [now left | now right].
      * intros (x & [<- | I] & X); [left; congruence | right; eauto].
    + split; intros (x & I & X); exists x; (split; [|trivial]); [now right|].
      destruct I as [<- | I]; [congruence | trivial].
Qed.

Theorem check_all_values_sound sys numbers rows moves lines : check_all_values sys numbers rows moves lines = true ->
  forall n v, fits sys numbers n v -> exists x, said sys rows n v = Some x /\ Value (linear_leaves moves) [v] x.
Proof.
  unfold check_all_values. intros C. pose proof C as checked. unfold check_automaton in C.
  rewrite !andb_true_iff in C.
  destruct C as [[[[B Z] _] _] _]. apply N.eqb_eq in Z.
  intros n v [V L]. rewrite (said_place sys rows B Z n v L). clear n L. revert V.
  induction v as [v IH] using (well_founded_ind (lower_wf lines)). intros V.
  destruct (fine_everywhere sys numbers rows moves lines B Z _ checked v V) as (options & F & I).
  assert (forall ps, linear_leaves moves v ps ->
    exists u, total_output rows (map (state_of sys rows) ps) = Some u /\
      Value (linear_leaves moves) ps u) as each_option.
  { intros ps O.
    assert (forall p, In p ps -> exists x, output rows (state_of sys rows p) = Some x /\ Value (linear_leaves moves) [p] x) as parts.
    { intros p P. destruct (options_lower sys numbers rows moves lines Z _ checked v ps p V O P) as [W D].
      now apply IH. }
    clear - parts. induction ps as [|p ps IH]; [exists 0; split; [trivial | apply value_nil]|].
    destruct (parts p ltac:(now left)) as (x & X & P).
    destruct IH as (y & Y & Q); [intros q J; apply parts; now right|].
    exists (N.lxor x y). cbn [map total_output]. rewrite X, Y. split; trivial. now apply (sprague_grundy _ [p]). }
  unfold fine_value in F. destruct (output rows (state_of sys rows v)) as [x|]; [|discriminate].
  apply andb_true_iff in F. destruct F as [M A]. exists x. split; trivial. constructor.
  - intros t T. apply move_one in T. destruct (each_option t T) as (u & U & W). exists u. split; trivial. intros ->.
    apply negb_true_iff in M. enough (true = false) by discriminate. rewrite <- M. symmetry. apply in_outputs.
    exists (map (state_of sys rows) t). split; trivial. apply I. eauto.
  - intros w W. pose proof (all_from_spec _ _ 0 A w ltac:(lia) ltac:(lia)) as J. apply in_outputs in J.
    destruct J as (qs & J & Q). apply I in J. destruct J as (ps & O & ->). exists ps. split; [now apply move_one|].
    destruct (each_option ps O) as (u & U & X). congruence.
Qed.

Theorem check_all_winners_sound sys numbers rows misere moves lines :
  check_all_winners sys numbers rows misere moves lines = true ->
  forall n v, fits sys numbers n v -> outcome (linear_leaves moves) misere (negb (says_lost (said sys rows n v))) [v].
Proof.
  unfold check_all_winners. rewrite andb_true_iff. intros [single C]. pose proof C as checked.
  unfold check_automaton in C. rewrite !andb_true_iff in C. destruct C as [[[[B Z] _] _] _].
  apply N.eqb_eq in Z.
  intros n v [V L]. rewrite (said_place sys rows B Z n v L). clear n L.
  fold (lost_at rows (state_of sys rows v)). revert V.
  induction v as [v IH] using (well_founded_ind (lower_wf lines)). intros V.
  destruct (fine_everywhere sys numbers rows moves lines B Z _ checked v V) as (options & F & I).
  assert (forall ps, linear_leaves moves v ps -> outcome (linear_leaves moves) misere
    (negb match map (state_of sys rows) ps with [] => negb misere | p :: _ => lost_at rows p end) ps) as each_option.
  { intros ps O. destruct ps as [|p [|q ps]].
    - cbn. rewrite negb_involutive. destruct misere; cbn; constructor; intros t T; now apply no_move_nil in T.
    - destruct (options_lower sys numbers rows moves lines Z _ checked v [p] p V O ltac:(now left)) as [W D].
      cbn [map]. now apply IH.
    - exfalso. destruct O as (k & conditions & parts & u & J & _ & _ & E). rewrite forallb_forall in single.
      apply single, Nat.leb_le in J. cbn in J. apply (f_equal (@length _)) in E. rewrite !map_length in E.
      cbn in E. lia. }
  unfold fine_outcome in F. apply eqb_prop in F. rewrite F. clear F.
  destruct (existsb _ options) eqn:X; cbn [negb andb].
  - apply existsb_exists in X. destruct X as (qs & J & X). apply I in J. destruct J as (ps & O & ->).
    pose proof (each_option ps O) as R. rewrite X in R. apply move_one in O.
    destruct misere; cbn in *; [now apply (misere_won _ _ ps) | now apply (won _ _ ps)].
  - assert (forall t, move (linear_leaves moves) [v] t -> outcome (linear_leaves moves) misere true t) as win.
    { intros t T. apply move_one in T. pose proof (each_option t T) as R.
      replace true with (negb match map (state_of sys rows) t with [] => negb misere |
        p :: _ => lost_at rows p end); trivial.
      apply negb_true_iff. destruct (match map _ t with [] => _ | _ => _ end) eqn:Y; trivial.
      rewrite <- X. symmetry. apply existsb_exists. exists (map (state_of sys rows) t). split; trivial. apply I.
      eauto. }
    destruct misere; cbn [andb negb outcome] in *; [|now constructor].
    destruct options as [|qs l]; cbn [negb].
    + apply misere_end. intros t T. apply move_one in T.
      assert (In (map (state_of sys rows) t) []) as [] by (apply I; eauto).
    + destruct (proj1 (I qs) ltac:(now left)) as (ps & O & _). apply move_one in O. now apply (misere_lost _ _ ps).
Qed.
