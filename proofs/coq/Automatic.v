(** Theorems about all positions of vectors of numbers: what an automaton says of each is what the moves make of it. *)

From Coq Require Import NArith ZArith List Lia Bool Wf_nat Wellfounded.
From Grundy Require Import Games Trie Period Positions Statements Vectors States Automata Measure.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

Definition reader (base : N) (rows : list (option N * list N)) : automaton :=
  {| start := Num 0;
     next := fun now letter =>
       match now with
       | Num q => Some (Num (Z.of_N (nth (N.to_nat (fold_left (fun i d => i * base + d) letter 0))
                                         (snd (nth (Z.to_nat q) rows (None, []))) 0)))
       | Many _ => None
       end;
     accepts := fun _ => true |}.

Section Check.
  Variables (base : N) (numbers : nat) (rows : list (option N * list N)).

  (** The equations that make the numbers behind the first [w] those of the parts. *)
  Fixpoint equations (w i : nat) (sums : list linear) : list automaton :=
    match sums with
    | [] => []
    | s :: l => is_zero base (fst s, firstn w (snd s ++ repeat 0%Z w) ++ repeat 0%Z i ++ [(-1)%Z]) :: equations w (S i) l
    end.

  Fixpoint readers (from : nat) (parts : list (list linear)) : list automaton :=
    match parts with [] => [] | _ :: l => look from numbers (reader base rows) :: readers (from + numbers) l end.

  (** The conditions of a move, and these with the states at the numbers of each part. *)
  Definition guard (k : nat) (A : automaton) (parts : list (list linear)) : automaton :=
    all (look 0 (numbers + k) A :: equations (numbers + k) 0 (concat parts)).

  Definition moving (k : nat) (A : automaton) (parts : list (list linear)) : automaton :=
    all [guard k A parts; all (readers (numbers + k) parts)].

  (** The guard of a move, and what can be read beside a position. *)
  Definition machine (move : nat * list condition * list (list linear)) : option (automaton * automaton) :=
    let '(k, conditions, parts) := move in
    match of_conditions base (numbers + k) conditions with
    | Some A =>
        let more := (k + length (concat parts))%nat in
        match first base (moving k A parts) numbers more with
        | Some from => Some (guard k A parts, sets base (moving k A parts) more from (fun _ => true))
        | None => None
        end
    | None => None
    end.

  (** The states at the parts of all options. *)
  Definition found (g : automaton) (set : list state) : list (list state) :=
    flat_map (fun s => match s with Many [t; Many qs] => if accepts g t then [qs] else [] | _ => [] end) set.

  Fixpoint all_found (machines : list (automaton * automaton)) (now : list state) : list (list state) :=
    match machines, now with
    | (g, _) :: machines', Many set :: now' => found g set ++ all_found machines' now'
    | _, _ => []
    end.

  Definition output (q : state) : option N :=
    match q with Num z => fst (nth (Z.to_nat z) rows (None, [])) | Many _ => None end.

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
    (1 <? base) && (nth 0 (snd (nth 0 rows (None, []))) 0 =? 0) &&
    forallb (forallb (fun ts => Nat.eqb (length ts) numbers && forallb (Z.leb 0) ts)) lines &&
    forallb (proper_move numbers lines) moves &&
    match each (map machine moves) with
    | Some machines =>
        match first base (all (reader base rows :: map snd machines)) 0 numbers with
        | Some states =>
            forallb (fun s => match s with Many (q :: l) => fine q (all_found machines l) | _ => false end) states
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

(** * Moves *)

(** The numbers [z] one part after the other. *)
Fixpoint cut {A} (parts : list (list A)) (z : list N) : list (list N) :=
  match parts with [] => [] | p :: l => firstn (length p) z :: cut l (skipn (length p) z) end.

Lemma cut_concat {A} (parts : list (list A)) ps : map (@length N) ps = map (@length A) parts -> cut parts (concat ps) = ps.
Proof.
  revert ps. induction parts as [|part parts IH]; intros [|p ps] E; try discriminate; trivial. cbn in E.
  injection E as E F. cbn [concat cut]. rewrite <- E, firstn_app, skipn_app, Nat.sub_diag, firstn_all, skipn_all.
  cbn [firstn skipn app]. rewrite app_nil_r. f_equal. now apply IH.
Qed.

Lemma cut_parts (f : linear -> Z) parts z : map Z.of_N z = map f (concat parts) ->
  map (map Z.of_N) (cut parts z) = map (map f) parts.
Proof.
  revert z. induction parts as [|part parts IH]; intros z E; cbn [cut map concat] in *; trivial.
  rewrite map_app in E. f_equal.
  - rewrite <- firstn_map, E, <- (map_length f part), firstn_app, Nat.sub_diag, firstn_all. cbn. apply app_nil_r.
  - apply IH. rewrite <- skipn_map, E, <- (map_length f part), skipn_app, Nat.sub_diag, skipn_all. reflexivity.
Qed.

Lemma parts_cut (f : linear -> Z) parts ps : map (map Z.of_N) ps = map (map f) parts ->
  map Z.of_N (concat ps) = map f (concat parts) /\ cut parts (concat ps) = ps.
Proof.
  intros E. split.
  - now rewrite !concat_map, E.
  - apply cut_concat. revert parts E. induction ps as [|p ps IH]; intros [|part parts] E; try discriminate; trivial.
    cbn [map] in *. injection E as E F. f_equal; [|now apply IH].
    apply (f_equal (@length Z)) in E. now rewrite !map_length in E.
Qed.

Section Soundness.
  Variables (base : N) (numbers : nat) (rows : list (option N * list N)).
  Hypothesis base_large : 1 < base.
  Hypothesis zeros_stay : nth 0 (snd (nth 0 rows (None, []))) 0 = 0.

  Local Notation after := (after base rows).
  Local Notation below := (below base).
  Local Notation run := (run base).

  Definition state_at (p : list N) : N := after (height p) p.

  Definition arrow (q : N) (letter : list N) : N :=
    nth (N.to_nat (fold_left (fun i d => i * base + d) letter 0)) (snd (nth (N.to_nat q) rows (None, []))) 0.

  Lemma after_S n v : after (S n) v = arrow (after n (heads base v)) (last_digits base v).
  Proof. reflexivity. Qed.

  Lemma after_more n v : below n v -> after (S n) v = after n v.
  Proof.
    revert v. induction n as [|n IH]; intros v L.
    - rewrite after_S. apply below_0 in L. destruct (zeros base base_large (length v)) as (_ & D & _).
      rewrite <- L in D. rewrite D, L. unfold arrow. cbn [Vectors.after].
      assert (forall k, fold_left (fun i d => i * base + d) (repeat 0 k) 0 = 0) as Z by (induction k; trivial).
      rewrite Z. exact zeros_stay.
    - rewrite (after_S (S n)), (after_S n v), (IH (heads base v)) by now apply below_heads. reflexivity.
  Qed.

  Lemma after_state n v : below n v -> after n v = state_at v.
  Proof.
    intros L. pose proof (below_height base base_large v) as H. unfold state_at.
    assert (forall d m, below m v -> after (d + m) v = after m v) as same.
    { intros d m M. induction d as [|d IH]; trivial. change (S d + m)%nat with (S (d + m)).
      rewrite after_more; trivial. apply (below_more base base_large m); trivial. lia. }
    destruct (Nat.le_ge_cases n (height v)) as [C | C].
    - rewrite <- (same (height v - n)%nat n L). f_equal. lia.
    - rewrite <- (same (n - height v)%nat (height v) H). f_equal. lia.
  Qed.

  Lemma run_reader n v : run (reader base rows) n v = Some (Num (Z.of_N (after n v))).
  Proof.
    revert v. induction n as [|n IH]; intros v; cbn [Automata.run]; trivial. rewrite IH. cbn [reader next].
    rewrite Z_N_nat, N2Z.id || rewrite <- Z_N_nat, N2Z.id. reflexivity.
  Qed.

  Lemma skipn_later {A} a c (l : list A) : skipn (c + a) l = skipn a (skipn c l).
  Proof. revert l. induction c as [|c IH]; intros [|x l]; cbn [Nat.add skipn]; trivial. now rewrite skipn_nil. Qed.

  Lemma runs_readers parts from n v : Forall (fun part => length part = numbers) parts ->
    runs base (readers base numbers rows from parts) n v =
    Some (map (fun p => Num (Z.of_N (after n p))) (cut parts (skipn from v))).
  Proof.
    intros F. revert from. induction F as [|part parts E _ IH]; intros from; cbn [readers runs cut map]; trivial.
    rewrite run_look, run_reader, IH, E, skipn_later. reflexivity.
  Qed.

  Lemma dot_at i z zs a : length z = i -> dot (repeat 0%Z i ++ [(-1)%Z]) (z ++ a :: zs) = (- Z.of_N a)%Z.
  Proof.
    intros L. subst i. induction z as [|c z IH]; cbn [length repeat app dot].
    - destruct zs; lia.
    - rewrite IH. lia.
  Qed.

  Lemma equations_spec n v sums : forall z zs, length zs = length sums -> below n (v ++ z ++ zs) ->
    Forall (fun A => says base A n (v ++ z ++ zs)) (equations base (length v) (length z) sums) <->
    map Z.of_N zs = map (fun s => worth s v) sums.
  Proof.
    induction sums as [|s sums IH]; intros z [|a zs] E L; try discriminate; cbn [equations map].
    - split; constructor.
    - rewrite Forall_cons_iff.
      specialize (IH (z ++ [a]) zs ltac:(now injection E)). rewrite <- app_assoc in IH. cbn [app] in IH.
      specialize (IH L). rewrite app_length, Nat.add_1_r in IH. rewrite IH.
      match goal with |- says _ (is_zero _ ?l) _ _ /\ _ <-> _ =>
        rewrite (is_zero_decides base base_large _ l n _ eq_refl L) end. cbn [satisfied]. unfold worth at 1.
      cbn [fst snd]. rewrite dot_app by (apply length_first; lia). rewrite dot_first by (trivial; lia).
      rewrite dot_at by trivial. unfold worth at 2. cbn [map]. split.
      + intros [H ->]. f_equal. unfold worth. lia.
      + intros H. injection H as H ->. unfold worth in *. split; [lia | trivial].
  Qed.

  (** ** The options of one move *)

  Variables (k : nat) (conditions : list condition) (parts : list (list linear)) (A : automaton).
  Hypothesis shape : Forall (fun part => length part = numbers) parts.
  Hypothesis conditions_are : of_conditions base (numbers + k) conditions = Some A.

  (** [u] are the bound numbers, [z] those of all parts. *)
  Lemma guard_spec n v u z : length v = numbers -> length u = k -> length z = length (concat parts) ->
    below n (v ++ u ++ z) ->
    says base (guard base numbers k A parts) n (v ++ u ++ z) <->
    Forall (fun c => satisfied c (v ++ u)) conditions /\
    map Z.of_N z = map (fun s => worth s (v ++ u)) (concat parts).
  Proof.
    intros V U Z L. unfold guard. rewrite says_all, Forall_cons_iff.
    apply of_conditions_decides in conditions_are; trivial.
    assert (length (v ++ u) = numbers + k)%nat as VU by (rewrite app_length; lia).
    rewrite app_assoc in L |- *.
    rewrite <- (equations_spec n (v ++ u) (concat parts) [] z Z L). rewrite VU. cbn [length app].
    unfold says at 1. rewrite run_look. cbn [skipn accepts look].
    rewrite <- VU, firstn_app, Nat.sub_diag, firstn_all, app_nil_r. cbn [firstn]. rewrite ?app_nil_r.
    apply below_app in L. rewrite <- (conditions_are n (v ++ u) VU (proj1 L)). reflexivity.
  Qed.

  Lemma found_spec from n v set : first base (moving base numbers rows k A parts) numbers (k + length (concat parts)) = Some from ->
    length v = numbers -> below n v ->
    (forall s, In s set <-> may_reach base (moving base numbers rows k A parts) (k + length (concat parts)) n v s) ->
    forall qs, In qs (found (guard base numbers k A parts) set) <-> exists u ps,
      length u = k /\ Forall (fun c => satisfied c (v ++ u)) conditions /\
      map (map Z.of_N) ps = map (map (fun s => worth s (v ++ u))) parts /\
        qs = map (fun p => Num (Z.of_N (state_at p))) ps.
  Proof.
    intros F V L set_is qs.
    assert (forall m z ps, below m z -> cut parts z = ps -> map (fun p => Num (Z.of_N (after m p))) ps =
      map (fun p => Num (Z.of_N (state_at p))) ps) as settle.
    { intros m z ps B <-. revert z B. clear - base_large zeros_stay.
      induction parts as [|part l IH]; intros z B; cbn [cut map]; trivial.
      rewrite <- (firstn_skipn (length part) z) in B. apply below_app in B. f_equal; [|now apply IH].
      now rewrite after_state. }
    assert (forall m u z, length u = k -> length z = length (concat parts) -> below m (v ++ u ++ z) ->
      run (moving base numbers rows k A parts) m (v ++ u ++ z) =
      option_map (fun g => Many [g; Many (map (fun p => Num (Z.of_N (state_at p))) (cut parts z))])
        (run (guard base numbers k A parts) m (v ++ u ++ z))) as run_moving.
    { intros m u z U Z B. unfold moving. rewrite run_all. cbn [runs]. rewrite (run_all base (readers _ _ _ _ _)).
      rewrite runs_readers by trivial. rewrite app_assoc.
      replace (numbers + k)%nat with (length (v ++ u)) by (rewrite app_length; lia).
      rewrite skipn_app, Nat.sub_diag, skipn_all. cbn [skipn app option_map].
      rewrite app_assoc in B. apply below_app in B. rewrite (settle m z _ (proj2 B) eq_refl).
      now destruct (run (guard _ _ _ _ _) m _). }
    unfold found. rewrite in_flat_map. split.
    - intros (s & I & Q). apply set_is in I. destruct I as (m & y & N & Y & B & R).
      rewrite <- (firstn_skipn k y) in R, B. set (u := firstn k y) in *. set (z := skipn k y) in *.
      assert (length u = k) as U by (unfold u; rewrite firstn_length; lia).
      assert (length z = length (concat parts)) as Z by (unfold z; rewrite skipn_length; lia).
      assert (below m (v ++ u ++ z)) as BB by (apply below_app; split;
        [now apply (below_more base base_large n) | trivial]).
      rewrite run_moving in R by trivial. destruct (run (guard _ _ _ _ _) m _) as [g|] eqn:G; [|discriminate].
      cbn [option_map] in R. injection R as <-. destruct (accepts (guard base numbers k A parts) g) eqn:C; [|easy].
      destruct Q as [<- | []].
      assert (says base (guard base numbers k A parts) m (v ++ u ++ z)) as S by (exists g; auto).
      apply guard_spec in S; trivial. destruct S as [S E]. exists u, (cut parts z). repeat split; trivial.
      now apply cut_parts.
    - intros (u & ps & U & S & E & ->). apply parts_cut in E. destruct E as [E C]. set (z := concat ps) in *.
      assert (length z = length (concat parts)) as Z by (rewrite <- (map_length Z.of_N), E, map_length; trivial).
      set (m := Nat.max n (height (u ++ z))).
      assert (below m (u ++ z)) as B by (apply (below_more base base_large (height (u ++ z))); [lia |
        now apply below_height]).
      assert (below m (v ++ u ++ z)) as BB.
      { apply below_app. split; trivial. apply (below_more base base_large n); trivial. lia. }
      destruct (proj2 (guard_spec m v u z V U Z BB) (conj S E)) as (g & R & G).
      exists (Many [g; Many (map (fun p => Num (Z.of_N (state_at p))) ps)]). split.
      + apply set_is. exists m, (u ++ z). split; [lia|]. split; [rewrite app_length; lia|]. split; trivial.
        rewrite run_moving, R, C by trivial. reflexivity.
      + rewrite G. now left.
  Qed.
End Soundness.

Section Everywhere.
  Variables (base : N) (numbers : nat) (rows : list (option N * list N)).
  Variables (moves : list linear_move) (lines : list (list (list Z))).
  Hypothesis base_large : 1 < base.
  Hypothesis zeros_stay : nth 0 (snd (nth 0 rows (None, []))) 0 = 0.

  Local Notation leaves := (linear_leaves moves).
  Local Notation below := (below base).

  Definition place (p : list N) : state := Num (Z.of_N (state_at base rows p)).

  Lemma machine_spec k conditions parts g M n v : machine base numbers rows (k, conditions, parts) = Some (g, M) ->
    Forall (fun part => length part = numbers) parts -> length v = numbers -> below n v ->
    exists set, run base M n v = Some (Many set) /\ forall qs, In qs (found g set) <-> exists u ps,
      length u = k /\ Forall (fun c => satisfied c (v ++ u)) conditions /\
      map (map Z.of_N) ps = map (map (fun s => worth s (v ++ u))) parts /\ qs = map place ps.
  Proof.
    cbn [machine]. intros E S V L.
    destruct (of_conditions base (numbers + k) conditions) as [A|] eqn:C; [|discriminate].
    destruct (first base _ numbers _) as [from|] eqn:F; [|discriminate]. injection E as <- <-.
    destruct (run_sets base base_large _ numbers _ from (fun _ => true) n v F V L) as (set & R & I).
    exists set. split; trivial.
    apply (found_spec base numbers rows base_large zeros_stay k conditions parts A S C from n v set F V L I).
  Qed.

  Lemma all_found_spec n v l : forall machines, each (map (machine base numbers rows) l) = Some machines ->
    Forall (fun move => Forall (fun part => length part = numbers) (snd move)) l -> length v = numbers -> below n v ->
    exists now, runs base (map snd machines) n v = Some now /\ forall qs, In qs (all_found machines now) <->
      exists ps, linear_leaves l v ps /\ qs = map place ps.
  Proof.
    induction l as [|[[k conditions] parts] l IH]; intros machines E S V L.
    - injection E as <-. exists []. split; [reflexivity|]. intros qs. split; [easy|].
      intros (ps & (k & conditions & parts & u & [] & _) & _).
    - cbn [map each] in E. destruct (machine base numbers rows _) as [[g M]|] eqn:G; [|discriminate].
      destruct (each (map _ l)) as [rest|]; [|discriminate]. injection E as <-.
      apply Forall_cons_iff in S. destruct S as [S1 S2]. destruct (IH rest eq_refl S2 V L) as (now & R & I).
      destruct (machine_spec k conditions parts g M n v G S1 V L) as (set & Q & J).
      exists (Many set :: now). split; [cbn [map snd runs]; now rewrite Q, R|]. intros qs. cbn [all_found].
      rewrite in_app_iff, I, J. split.
      + intros [(u & ps & U & C & P & ->) | (ps & (k' & c' & p' & u & X & Y) & ->)]; exists ps; (split; [|trivial]).
        * exists k, conditions, parts, u. repeat split; trivial. now left.
        * exists k', c', p', u. split; [now right | trivial].
      + intros (ps & (k' & c' & p' & u & [X | X] & U & C & P) & ->).
        * injection X as <- <- <-. left. exists u, ps. auto.
        * right. exists ps. split; trivial. exists k', c', p', u. auto.
  Qed.

  Variable fine : state -> list (list state) -> bool.
  Hypothesis checked : check_automaton base numbers rows moves lines fine = true.

  Lemma proper_moves : forall k conditions parts, In (k, conditions, parts) moves ->
    Forall (fun part => length part = numbers) parts /\
    Forall (fun part => lowers (numbers + k) part lines conditions = true) parts.
  Proof.
    unfold check_automaton in checked. rewrite !andb_true_iff in checked. destruct checked as [[_ proper] _].
    intros k conditions parts I. rewrite forallb_forall in proper. apply proper in I. cbn [proper_move] in I.
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

  Lemma fine_everywhere v : length v = numbers -> exists options, fine (place v) options = true /\
    forall qs, In qs options <-> exists ps, leaves v ps /\ qs = map place ps.
  Proof.
    intros V. pose proof (below_height base base_large v) as L. set (n := height v) in L.
    pose proof proper_moves as S. unfold check_automaton in checked. rewrite !andb_true_iff in checked.
    destruct checked as [_ C].
    destruct (each _) as [machines|] eqn:E in C; [|discriminate].
    destruct (first base _ 0 numbers) as [states|] eqn:F in C; [|discriminate].
    destruct (all_found_spec n v moves machines E) as (now & R & I); trivial.
    { apply Forall_forall. intros [[k conditions] parts] J. apply (S _ _ _ J). }
    assert (run base (all (reader base rows :: map snd machines)) n v = Some (Many (place v :: now))) as T.
    { rewrite run_all. cbn [runs]. rewrite run_reader, R. cbn [option_map]. unfold place.
      now rewrite <- (after_state base rows base_large zeros_stay n v L). }
    rewrite forallb_forall in C.
    assert (In (Many (place v :: now)) states) as J.
    { apply (first_spec base base_large _ 0 numbers states F [] _ eq_refl (Forall_nil _)). exists n, v.
      repeat split; trivial. lia. }
    apply C in J. exists (all_found machines now). split; trivial.
  Qed.

  Lemma said_place n v : below n v -> said base rows n v = output rows (place v).
  Proof.
    intros L. unfold said, output, place. rewrite (after_state base rows base_large zeros_stay n v L).
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

Theorem check_all_values_sound base numbers rows moves lines : check_all_values base numbers rows moves lines = true ->
  forall n v, fits base numbers n v -> exists x, said base rows n v = Some x /\ Value (linear_leaves moves) [v] x.
Proof.
  unfold check_all_values. intros C. pose proof C as checked. unfold check_automaton in C.
  rewrite !andb_true_iff in C.
  destruct C as [[[[B Z] _] _] _]. apply N.ltb_lt in B. apply N.eqb_eq in Z.
  intros n v [V L]. rewrite (said_place base rows B Z n v L). clear n L. revert V.
  induction v as [v IH] using (well_founded_ind (lower_wf lines)). intros V.
  destruct (fine_everywhere base numbers rows moves lines B Z _ checked v V) as (options & F & I).
  assert (forall ps, linear_leaves moves v ps ->
    exists u, total_output rows (map (place base rows) ps) = Some u /\
      Value (linear_leaves moves) ps u) as each_option.
  { intros ps O.
    assert (forall p, In p ps -> exists x, output rows (place base rows p) = Some x /\ Value (linear_leaves moves) [p] x) as parts.
    { intros p P. destruct (options_lower base numbers rows moves lines B Z _ checked v ps p V O P) as [W D].
      now apply IH. }
    clear - parts. induction ps as [|p ps IH]; [exists 0; split; [trivial | apply value_nil]|].
    destruct (parts p ltac:(now left)) as (x & X & P).
    destruct IH as (y & Y & Q); [intros q J; apply parts; now right|].
    exists (N.lxor x y). cbn [map total_output]. rewrite X, Y. split; trivial. now apply (sprague_grundy _ [p]). }
  unfold fine_value in F. destruct (output rows (place base rows v)) as [x|]; [|discriminate].
  apply andb_true_iff in F. destruct F as [M A]. exists x. split; trivial. constructor.
  - intros t T. apply move_one in T. destruct (each_option t T) as (u & U & W). exists u. split; trivial. intros ->.
    apply negb_true_iff in M. enough (true = false) by discriminate. rewrite <- M. symmetry. apply in_outputs.
    exists (map (place base rows) t). split; trivial. apply I. eauto.
  - intros w W. pose proof (all_from_spec _ _ 0 A w ltac:(lia) ltac:(lia)) as J. apply in_outputs in J.
    destruct J as (qs & J & Q). apply I in J. destruct J as (ps & O & ->). exists ps. split; [now apply move_one|].
    destruct (each_option ps O) as (u & U & X). congruence.
Qed.

Theorem check_all_winners_sound base numbers rows misere moves lines :
  check_all_winners base numbers rows misere moves lines = true ->
  forall n v, fits base numbers n v -> outcome (linear_leaves moves) misere (negb (says_lost (said base rows n v))) [v].
Proof.
  unfold check_all_winners. rewrite andb_true_iff. intros [single C]. pose proof C as checked.
  unfold check_automaton in C. rewrite !andb_true_iff in C. destruct C as [[[[B Z] _] _] _].
  apply N.ltb_lt in B. apply N.eqb_eq in Z.
  intros n v [V L]. rewrite (said_place base rows B Z n v L). clear n L.
  fold (lost_at rows (place base rows v)). revert V.
  induction v as [v IH] using (well_founded_ind (lower_wf lines)). intros V.
  destruct (fine_everywhere base numbers rows moves lines B Z _ checked v V) as (options & F & I).
  assert (forall ps, linear_leaves moves v ps -> outcome (linear_leaves moves) misere
    (negb match map (place base rows) ps with [] => negb misere | p :: _ => lost_at rows p end) ps) as each_option.
  { intros ps O. destruct ps as [|p [|q ps]].
    - cbn. rewrite negb_involutive. destruct misere; cbn; constructor; intros t T; now apply no_move_nil in T.
    - destruct (options_lower base numbers rows moves lines B Z _ checked v [p] p V O ltac:(now left)) as [W D].
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
      replace true with (negb match map (place base rows) t with [] => negb misere |
        p :: _ => lost_at rows p end); trivial.
      apply negb_true_iff. destruct (match map _ t with [] => _ | _ => _ end) eqn:Y; trivial.
      rewrite <- X. symmetry. apply existsb_exists. exists (map (place base rows) t). split; trivial. apply I.
      eauto. }
    destruct misere; cbn [andb negb outcome] in *; [|now constructor].
    destruct options as [|qs l]; cbn [negb].
    + apply misere_end. intros t T. apply move_one in T.
      assert (In (map (place base rows) t) []) as [] by (apply I; eauto).
    + destruct (proj1 (I qs) ltac:(now left)) as (ps & O & _). apply move_one in O. now apply (misere_lost _ _ ps).
Qed.
