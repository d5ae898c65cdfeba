(** Moves as relations between numbers, with as few numbers as can be: what an equation gives is put in its place. *)

From Coq Require Import NArith ZArith List Lia Bool.
From Grundy Require Import Statements Vectors Least Measure.
Import ListNotations.
Open Scope N_scope.

(** So many further numbers, that satisfy conditions together with the position; and which of them the parts have. *)
Definition relation := (nat * list condition * list (list nat))%type.

Section Relations.
  Variable numbers : nat.

  Definition related (r : relation) (v : list N) (ps : list (list N)) : Prop :=
    let '(m, conditions, tracks) := r in
    exists y, length y = (numbers + m)%nat /\ firstn numbers y = v /\ Forall (fun c => satisfied c y) conditions /\
              ps = map (fun track => picked track y) tracks.

  (** * Program *)

  (** A sum about [w] numbers and then others, of which [j] further ones now come first. *)
  Definition wide (w j : nat) (s : linear) : linear :=
    (fst s, firstn w (snd s ++ repeat 0%Z w) ++ repeat 0%Z j ++ skipn w (snd s)).

  Fixpoint widen (w j : nat) (c : condition) : condition :=
    match c with
    | AtMost s => AtMost (wide w j s)
    | IsZero s => IsZero (wide w j s)
    | Multiple m s => Multiple m (wide w j s)
    | Never k l => Never k (map (widen w j) l)
    end.

  (** The equations that make the numbers behind the first [w] those of the parts. *)
  Fixpoint equations (w i : nat) (sums : list linear) : list condition :=
    match sums with
    | [] => []
    | s :: l => IsZero (fst s, firstn w (snd s ++ repeat 0%Z w) ++ repeat 0%Z i ++ [(-1)%Z]) :: equations w (S i) l
    end.

  Fixpoint tracks_of (from : nat) (parts : list (list linear)) : list (list nat) :=
    match parts with [] => [] | p :: l => seq from (length p) :: tracks_of (from + length p) l end.

  Definition relation_of (move : linear_move) : relation :=
    let '(k, conditions, parts) := move in
    let w := (numbers + k)%nat in
    let sums := concat parts in
    ((k + length sums)%nat, map (widen w (length sums)) conditions ++ equations w 0 sums, tracks_of w parts).

  Definition drop {A} (i : nat) (l : list A) : list A := firstn i l ++ skipn (S i) l.

  (** A sum with another one in the place of the number [i]. *)
  Definition put_sum (i : nat) (s r : linear) : linear :=
    let t := nth i (snd r) 0%Z in ((fst r + t * fst s)%Z, plus (drop i (snd r)) (map (Z.mul t) (snd s))).

  Fixpoint put_in (i : nat) (s : linear) (c : condition) : condition :=
    match c with
    | AtMost r => AtMost (put_sum i s r)
    | IsZero r => IsZero (put_sum i s r)
    | Multiple m r => Multiple m (put_sum i s r)
    | Never k l => Never k (map (put_in i s) l)
    end.

  (** The sum that the number [i] of [w] is by an equation. *)
  Definition solved (w i : nat) (c : condition) : option linear :=
    match c with
    | IsZero (constant, ts) =>
        let t := nth i ts 0%Z in
        if ((t =? 1) || (t =? -1))%Z && Nat.leb (length ts) w then
          Some ((- t * constant)%Z, map (Z.mul (- t)) (drop i ts))
        else None
    | _ => None
    end.

  (** The number that a sum is. *)
  Definition single (s : linear) : option nat :=
    match fst s, filter (fun t => negb (t =? 0)%Z) (snd s), nonzero 0 (snd s) with
    | Z0, [Zpos xH], [j] => Some j
    | _, _, _ => None
    end.

  Definition renamed (i : nat) (j : option nat) (t : nat) : nat :=
    if Nat.eqb t i then match j with Some j => j | None => 0%nat end else if Nat.ltb i t then Nat.pred t else t.

  (** The relation without the number [i], if it has an equation for it. *)
  Definition without (i : nat) (r : relation) : relation :=
    let '(m, conditions, tracks) := r in
    let w := (numbers + m)%nat in
    let used := existsb (existsb (Nat.eqb i)) tracks in
    let fit c := match solved w i c with Some s => negb used || match single s with Some _ => true | None => false end
                 | None => false end in
    match find fit conditions with
    | Some c =>
        match solved w i c with
        | Some s => if Nat.leb numbers i && Nat.ltb i w then
                      (Nat.pred m, AtMost (times (-1) s) :: map (put_in i s) conditions, map (map (renamed i (single s))) tracks)
                    else r
        | None => r
        end
    | None => r
    end.

  Fixpoint short (count : nat) (r : relation) : relation :=
    match count with O => r | S c => short c (without (numbers + c) r) end.

  (** * Sums *)

  Lemma dot_drop i : forall ts y, (i < length y)%nat ->
    dot ts y = (nth i ts 0 * Z.of_N (nth i y 0%N) + dot (drop i ts) (drop i y))%Z.
  Proof.
    induction i as [|i IH]; intros ts [|a y] L; cbn [length] in L; try lia.
    - destruct ts; cbn; [destruct y; cbn|]; lia.
    - destruct ts as [|t ts]; cbn [nth].
      + replace (drop (S i) []) with (@nil Z) by reflexivity. cbn. lia.
      + specialize (IH ts y ltac:(lia)). change (drop (S i) (t :: ts)) with (t :: drop i ts).
        change (drop (S i) (a :: y)) with (a :: drop i y). cbn [dot nth]. lia.
  Qed.

  Lemma worth_put i s r y : (i < length y)%nat -> Z.of_N (nth i y 0) = worth s (drop i y) ->
    worth (put_sum i s r) (drop i y) = worth r y.
  Proof.
    intros L E. unfold worth, put_sum in *. cbn [fst snd]. rewrite dot_plus, dot_times, (dot_drop i (snd r) y L), E. ring.
  Qed.

  Lemma drop_app {A} i (y u : list A) : (i < length y)%nat -> drop i (y ++ u) = drop i y ++ u.
  Proof.
    intros L. unfold drop. rewrite firstn_app, skipn_app.
    replace (i - length y)%nat with 0%nat by lia. replace (S i - length y)%nat with 0%nat by lia.
    cbn. now rewrite app_nil_r, app_assoc.
  Qed.

  Lemma length_drop {A} i (y : list A) : (i < length y)%nat -> length (drop i y) = Nat.pred (length y).
  Proof. intros L. unfold drop. rewrite app_length, firstn_length, skipn_length. lia. Qed.

  Lemma satisfied_put i s : forall c y, (i < length y)%nat -> (length (snd s) <= Nat.pred (length y))%nat ->
    Z.of_N (nth i y 0) = worth s (drop i y) -> satisfied (put_in i s c) (drop i y) <-> satisfied c y.
  Proof.
    fix F 1. intros [r | r | m r | k l] y L S E; cbn [put_in satisfied]; try (now rewrite worth_put).
    apply not_iff_compat. enough (forall u, fold_right and True (map (fun d => satisfied d (drop i y ++ u)) (map (put_in i s) l)) <->
      fold_right and True (map (fun d => satisfied d (y ++ u)) l)) as H.
    { split; intros (u & K & A); exists u; (split; [trivial | now apply H]). }
    intros u. rewrite <- drop_app by trivial.
    assert (i < length (y ++ u))%nat as L' by (rewrite app_length; lia).
    assert (length (snd s) <= Nat.pred (length (y ++ u)))%nat as S' by (rewrite app_length; lia).
    assert (Z.of_N (nth i (y ++ u) 0) = worth s (drop i (y ++ u))) as E'.
    { rewrite app_nth1, drop_app by trivial. unfold worth in *. rewrite dot_long; trivial. now rewrite length_drop. }
    clear - F L' S' E'. induction l as [|d l IH]; cbn [map fold_right]; [tauto|]. rewrite IH, (F d _ L' S' E'). reflexivity.
  Qed.

  Lemma solved_spec w i c s y : solved w i c = Some s -> length y = w -> (i < w)%nat ->
    satisfied c y <-> Z.of_N (nth i y 0) = worth s (drop i y).
  Proof.
    destruct c as [| [constant ts] | |]; cbn [solved]; try discriminate.
    destruct (_ && _) eqn:C; [|discriminate]. intros E W L. injection E as <-. apply andb_true_iff in C. destruct C as [C _].
    rewrite orb_true_iff, !Z.eqb_eq in C. cbn [satisfied]. unfold worth. cbn [fst snd].
    rewrite dot_times, (dot_drop i ts y) by lia. destruct C as [-> | ->]; lia.
  Qed.

  Lemma solved_length w i c s : solved w i c = Some s -> (i < w)%nat -> (length (snd s) <= Nat.pred w)%nat.
  Proof.
    destruct c as [| [constant ts] | |]; cbn [solved]; try discriminate.
    destruct (_ && _) eqn:C; [|discriminate]. intros E L. injection E as <-. apply andb_true_iff in C. destruct C as [T C].
    apply Nat.leb_le in C. cbn [snd]. rewrite map_length. unfold drop. rewrite app_length, firstn_length, skipn_length.
    destruct (Nat.lt_ge_cases i (length ts)); [lia|]. rewrite nth_overflow in T by trivial. discriminate.
  Qed.

  Lemma single_spec s j x : single s = Some j -> worth s x = Z.of_N (nth j x 0).
  Proof.
    unfold single. destruct (fst s) eqn:C; try discriminate.
    destruct (filter _ (snd s)) as [|[|[]|] []] eqn:F; try discriminate.
    destruct (nonzero 0 (snd s)) as [|i []] eqn:Z; try discriminate. intros E. injection E as <-.
    unfold worth. rewrite C. pose proof (dot_picked (snd s) x 0) as D. rewrite F, Z in D. cbn [skipn] in D.
    rewrite <- D. unfold picked. cbn [map dot]. lia.
  Qed.

  (** * One number less *)

  Lemma nth_drop {A} (d : A) i : forall t y, (i < length y)%nat -> t <> i ->
    nth (if Nat.ltb i t then Nat.pred t else t) (drop i y) d = nth t y d.
  Proof.
    induction i as [|i IH]; intros [|t] [|a y] L N; cbn [length] in L; try lia; try reflexivity.
    specialize (IH t y ltac:(lia) ltac:(lia)). change (drop (S i) (a :: y)) with (a :: drop i y).
    change (Nat.ltb (S i) (S t)) with (Nat.ltb i t). cbn [nth]. rewrite <- IH.
    destruct (Nat.ltb_spec i t); [destruct t; [lia | reflexivity] | reflexivity].
  Qed.

  Lemma insert_there {A} i (a d : A) x : (i <= length x)%nat ->
    let y := firstn i x ++ a :: skipn i x in length y = S (length x) /\ nth i y d = a /\ drop i y = x.
  Proof.
    intros L y. unfold y.
    assert (length (firstn i x) = i) as F by (rewrite firstn_length; lia). split; [|split].
    - rewrite app_length. cbn. rewrite F, skipn_length. lia.
    - rewrite app_nth2 by lia. now rewrite F, Nat.sub_diag.
    - unfold drop. rewrite <- F at 1. rewrite firstn_app, Nat.sub_diag, firstn_all, app_nil_r.
      replace (S i) with (length (firstn i x ++ [a])) by (rewrite app_length; cbn; lia).
      change (a :: skipn i x) with ([a] ++ skipn i x). rewrite app_assoc, skipn_app, Nat.sub_diag, skipn_all. cbn [app skipn].
      apply firstn_skipn.
  Qed.

  Lemma firstn_drop {A} i (y : list A) : (numbers <= i)%nat -> firstn numbers (drop i y) = firstn numbers y.
  Proof.
    intros L. unfold drop. destruct (Nat.le_gt_cases (length y) i) as [C | C].
    - rewrite (@firstn_all2 A i y), (@skipn_all2 A (S i) y), app_nil_r by lia. trivial.
    - rewrite firstn_app, firstn_firstn, firstn_length. replace (Nat.min numbers i) with numbers by lia.
      replace (numbers - Nat.min i (length y))%nat with 0%nat by lia. apply app_nil_r.
  Qed.

  Lemma without_spec i r v ps : related (without i r) v ps <-> related r v ps.
  Proof.
    destruct r as [[m conditions] tracks]. cbn [without]. destruct (find _ conditions) as [c|] eqn:F; [|tauto].
    apply find_some in F. destruct F as [I F]. destruct (solved (numbers + m) i c) as [s|] eqn:S; [|tauto].
    destruct (Nat.leb_spec numbers i); [|tauto]. destruct (Nat.ltb_spec i (numbers + m)) as [L|]; [|tauto]. cbn [andb].
    pose proof (solved_length _ _ _ _ S L) as W.
    assert (forall y, length y = (numbers + m)%nat -> Z.of_N (nth i y 0) = worth s (drop i y) ->
      map (fun track => picked track (drop i y)) (map (map (renamed i (single s))) tracks) =
      map (fun track => picked track y) tracks) as names.
    { intros y Y E. rewrite map_map. apply map_ext_in. intros track T. unfold picked. rewrite map_map. apply map_ext_in.
      intros t J. unfold renamed. destruct (Nat.eqb_spec t i) as [-> | N]; [|apply nth_drop; lia].
      apply orb_true_iff in F. destruct F as [F | F].
      - exfalso. apply negb_true_iff in F. enough (false = true) by discriminate. rewrite <- F. apply existsb_exists.
        exists track. split; trivial. apply existsb_exists. exists i. split; [trivial | apply Nat.eqb_refl].
      - destruct (single s) as [j|] eqn:G; [|discriminate]. pose proof (single_spec s j (drop i y) G). lia. }
    cbn [related]. split.
    - intros (x & X & V & C & ->). apply Forall_cons_iff in C. destruct C as [P C].
      cbn [satisfied] in P. rewrite worth_times in P.
      destruct (insert_there i (Z.to_N (worth s x)) 0 x ltac:(lia)) as (Y & A & D).
      set (y := firstn i x ++ _) in *. exists y.
      assert (Z.of_N (nth i y 0) = worth s (drop i y)) as E by (rewrite A, D; lia).
      assert (length y = numbers + m)%nat as Y' by lia.
      rewrite <- D. rewrite names by trivial. split; [exact Y'|]. split; [rewrite <- V, <- D; symmetry; now apply firstn_drop|].
      split; trivial. rewrite Forall_map in C. revert C. apply Forall_impl. intros d. rewrite <- D.
      apply satisfied_put; lia.
    - intros (y & Y & V & C & ->). exists (drop i y).
      assert (Z.of_N (nth i y 0) = worth s (drop i y)) as E.
      { apply (solved_spec _ _ _ _ y S Y L). now apply (proj1 (Forall_forall _ _) C). }
      split; [rewrite length_drop; lia|]. split; [now rewrite firstn_drop|]. split; [|symmetry; now apply names].
      constructor; [cbn [satisfied]; rewrite worth_times; lia|]. apply Forall_map. revert C. apply Forall_impl. intros d.
      apply satisfied_put; lia.
  Qed.

  Lemma short_spec count r v ps : related (short count r) v ps <-> related r v ps.
  Proof. revert r. induction count as [|c IH]; intros r; cbn [short]; [tauto|]. now rewrite IH, without_spec. Qed.

  (** * A move *)

  Lemma dot_wide w j ts : forall x z u, length x = w -> length z = j ->
    dot (firstn w (ts ++ repeat 0%Z w) ++ repeat 0%Z j ++ skipn w ts) (x ++ z ++ u) = dot ts (x ++ u).
  Proof.
    intros x z u X Z. rewrite dot_app by (rewrite X; apply length_first; lia).
    rewrite dot_app by (rewrite Z; apply repeat_length).
    assert (forall n z, dot (repeat 0%Z n) z = 0%Z) as zero.
    { clear. induction n as [|n IH]; intros [|a z]; cbn; trivial. }
    rewrite zero, dot_first by (trivial; lia). clear - X. subst w. revert ts.
    induction x as [|a x IH]; intros ts.
    - destruct ts, u; cbn; lia.
    - destruct ts as [|t ts]; cbn [length skipn dot app]; [destruct u; reflexivity|]. rewrite <- IH. lia.
  Qed.

  Lemma satisfied_widen w j : forall c x z u, length x = w -> length z = j ->
    satisfied (widen w j c) (x ++ z ++ u) <-> satisfied c (x ++ u).
  Proof.
    fix F 1. intros [r | r | m r | k l] x z u X Z; cbn [widen satisfied];
      try (unfold worth, wide; cbn [fst snd]; now rewrite dot_wide).
    apply not_iff_compat.
    enough (forall q, fold_right and True (map (fun d => satisfied d ((x ++ z ++ u) ++ q)) (map (widen w j) l)) <->
      fold_right and True (map (fun d => satisfied d ((x ++ u) ++ q)) l)) as H.
    { split; intros (q & K & A); exists q; (split; [trivial | now apply H]). }
    intros q. rewrite <- !app_assoc. clear - F X Z.
    induction l as [|d l IH]; cbn [map fold_right]; [tauto|]. rewrite IH, (F d x z (u ++ q) X Z). reflexivity.
  Qed.

  Lemma dot_at i z zs a : length z = i -> dot (repeat 0%Z i ++ [(-1)%Z]) (z ++ a :: zs) = (- Z.of_N a)%Z.
  Proof.
    intros L. subst i. induction z as [|c z IH]; cbn [length repeat app dot].
    - destruct zs; lia.
    - rewrite IH. lia.
  Qed.

  Lemma equations_spec v sums : forall z zs, length zs = length sums ->
    Forall (fun c => satisfied c (v ++ z ++ zs)) (equations (length v) (length z) sums) <->
    map Z.of_N zs = map (fun s => worth s v) sums.
  Proof.
    induction sums as [|s sums IH]; intros z [|a zs] E; try discriminate; cbn [equations map].
    - split; constructor.
    - rewrite Forall_cons_iff.
      specialize (IH (z ++ [a]) zs ltac:(now injection E)). rewrite <- app_assoc in IH. cbn [app] in IH.
      rewrite app_length, Nat.add_1_r in IH. rewrite IH. cbn [satisfied]. unfold worth at 1.
      cbn [fst snd]. rewrite dot_app by (apply length_first; lia). rewrite dot_first by (trivial; lia).
      rewrite dot_at by trivial. unfold worth at 2. cbn [map]. split.
      + intros [H ->]. f_equal. unfold worth. lia.
      + intros H. injection H as H ->. unfold worth in *. split; [lia | trivial].
  Qed.

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

  Lemma picked_seq n : forall x z, (n <= length z)%nat -> picked (seq (length x) n) (x ++ z) = firstn n z.
  Proof.
    induction n as [|n IH]; intros x [|a z] L; cbn [length] in L; try reflexivity; [lia|]. cbn [seq firstn].
    specialize (IH (x ++ [a]) z ltac:(lia)). rewrite app_length, Nat.add_1_r, <- app_assoc in IH.
    unfold picked in *. cbn [map]. rewrite app_nth2, Nat.sub_diag by lia. cbn [nth]. f_equal. exact IH.
  Qed.

  Lemma tracks_spec parts : forall x z, length z = length (concat parts) ->
    map (fun track => picked track (x ++ z)) (tracks_of (length x) parts) = cut parts z.
  Proof.
    induction parts as [|p parts IH]; intros x z L; cbn [tracks_of map cut]; trivial.
    cbn [concat] in L. rewrite app_length in L. rewrite picked_seq by lia. f_equal.
    rewrite <- (IH (x ++ firstn (length p) z) (skipn (length p) z)) by (rewrite skipn_length; lia).
    rewrite <- app_assoc, firstn_skipn, app_length, firstn_length. do 2 f_equal. f_equal. lia.
  Qed.

  Lemma relation_of_spec move v ps : length v = numbers ->
    related (relation_of move) v ps <-> linear_leaves [move] v ps.
  Proof.
    destruct move as [[k conditions] parts]. intros V. unfold relation_of, related. set (sums := concat parts).
    assert (forall u z, length u = k -> length z = length sums ->
      Forall (fun c => satisfied c (v ++ u ++ z)) (map (widen (numbers + k) (length sums)) conditions ++ equations (numbers + k) 0 sums)
      <-> Forall (fun c => satisfied c (v ++ u)) conditions /\ map Z.of_N z = map (fun s => worth s (v ++ u)) sums) as same.
    { intros u z U L. assert (length (v ++ u) = numbers + k)%nat as VU by (rewrite app_length; lia).
      rewrite app_assoc, Forall_app. rewrite <- VU at 2.
      rewrite (equations_spec (v ++ u) sums [] z L).
      apply and_iff_compat_r. rewrite Forall_map. split; apply Forall_impl; intros c.
      - rewrite <- (app_nil_r z), satisfied_widen by trivial. now rewrite app_nil_r.
      - rewrite <- (app_nil_r z), satisfied_widen by trivial. now rewrite app_nil_r. }
    split.
    - intros (y & Y & F & C & ->). rewrite <- (firstn_skipn numbers y) in C |- *. rewrite F in C |- *.
      set (q := skipn numbers y) in *. assert (length q = k + length sums)%nat as Q by (unfold q; rewrite skipn_length; lia).
      rewrite <- (firstn_skipn k q) in C |- *. set (u := firstn k q) in *. set (z := skipn k q) in *.
      assert (length u = k) as U by (unfold u; rewrite firstn_length; lia).
      assert (length z = length sums) as L by (unfold z; rewrite skipn_length; lia).
      apply same in C; trivial. destruct C as [C E]. exists k, conditions, parts, u.
      split; [now left|]. split; trivial. split; trivial.
      rewrite app_assoc. replace (numbers + k)%nat with (length (v ++ u)) by (rewrite app_length; lia).
      rewrite tracks_spec by trivial. now apply cut_parts.
    - intros (k' & c' & p' & u & [E | []] & U & C & P). injection E as <- <- <-.
      apply parts_cut in P. destruct P as [P Q]. fold sums in P. set (z := concat ps) in *.
      assert (length z = length sums) as L by (rewrite <- (map_length Z.of_N), P, map_length; trivial).
      exists (v ++ u ++ z). rewrite !app_length.
      split; [lia|]. split; [rewrite <- V, firstn_app, Nat.sub_diag, firstn_all; apply app_nil_r|].
      split; [now apply same|]. rewrite app_assoc.
      replace (numbers + k)%nat with (length (v ++ u)) by (rewrite app_length; lia). now rewrite tracks_spec.
  Qed.
End Relations.
