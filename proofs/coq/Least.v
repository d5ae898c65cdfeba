(** An automaton with fewer states that says the same: its states are guessed, and compared with those that there are. *)

From Coq Require Import NArith ZArith List Lia Bool.
From Grundy Require Import Trie Statements Vectors States Systems Automata Unknown.
Import ListNotations.
Open Scope N_scope.

(** * What is guessed: nothing of this is believed *)

(** A search tree of states with their numbers, from a list in order. *)
Inductive dictionary := Nowhere | At (left : dictionary) (s : state) (i : N) (right : dictionary).

Fixpoint numbered (depth : nat) (l : list state) (i : N) : dictionary :=
  match depth with
  | O => Nowhere
  | S d =>
      let half := Nat.div2 (length l) in
      match skipn half l with
      | [] => Nowhere
      | s :: above =>
          let m := i + N.of_nat half in At (numbered d (firstn half l) i) s m (numbered d above (N.succ m))
      end
  end.

Fixpoint look_up (s : state) (t : dictionary) : option N :=
  match t with
  | Nowhere => None
  | At l x i r => match compare s x with Eq => Some i | Lt => look_up s l | Gt => look_up s r end
  end.

Definition found_at {A} (n : N) (m : trie (list A)) : list A := match find n m with Some l => l | None => [] end.

(** All from which some are reached. *)
Fixpoint backwards (rounds : nat) (before : trie (list N)) (new : list N) (live : numbers) : numbers :=
  match rounds, new with
  | S r, _ :: _ =>
      let '(new, live) :=
        fold_left (fun '(new, live) j =>
          fold_left (fun '(new, live) i => if mem i live then (new, live) else (i :: new, insert i live))
            (found_at j before) (new, live)) new ([], live)
      in backwards r before new live
  | _, _ => live
  end.

(** A number for a key and one thing more. It is another for another key, nearly always; where it is not, what is
    guessed is wrong, and seen to be. *)
Definition mixed (key more : N) : N := (key * 1000003 + more) mod 1099511627689.

(** Classes of states, finer as long as there are more of them. *)
Fixpoint refined (rounds : nat) (states : list (N * list (N * N))) (class : trie N) (count : N) : trie N :=
  match rounds with
  | O => class
  | S r =>
      let of i := match find i class with Some k => k | None => 0 end in
      let '(_, finer, found) :=
        fold_left (fun '(names, finer, found) '(i, arrows) =>
          let key := fold_left (fun key '(l, j) => mixed (mixed key l) (of j)) arrows (of i) in
          match find key names with
          | Some k => (names, add i k finer, found)
          | None => (add key found names, add i found finer, N.succ found)
          end) states (Empty, Empty, 0) in
      if found <=? count then finer else refined r states finer found
  end.

(** What is put out where nothing is. *)
Definition nothing := Num 0.

Section Guess.
  Variables (sys : system) (A : automaton) (out : state -> state).

  Definition number (l : list N) : N := fold_left (fun i d => i * radix sys + d) l 0.

  (** The states of another automaton that go with these; it, and what it puts out. *)
  Definition guess (states : list state) : (state -> option state) * (N -> automaton) * (state -> state) :=
    let names := numbered 64 states 0 in
    let arrows := map (fun c =>
      match look_up c names, c with
      | Some i, Many (s :: fs) => (i, out s, flat_map (fun '(l, gs) =>
          match next A s l with
          | Some t => match look_up (Many (t :: gs)) names with Some j => [(number l, j)] | None => [] end
          | None => []
          end) (letters sys fs))
      | _, _ => (0, nothing, [])
      end) states in
    let before := fold_left (fun m '(i, _, l) => fold_left (fun m '(_, j) => add j (i :: found_at j m) m) l m) arrows Empty in
    let ends := filter (fun '(_, a, _) => match compare a nothing with Eq => false | _ => true end) arrows in
    let ended := map (fun '(i, _, _) => i) ends in
    let live := backwards most_rounds before ended (fold_left (fun m i => insert i m) ended Empty) in
    let outs := numbered 64 (as_set (map (fun '(_, a, _) => a) ends)) 1 in
    let kept := flat_map (fun '(i, _, l) => if mem i live then [(i, filter (fun '(_, j) => mem j live) l)] else []) arrows in
    let class := refined most_rounds kept
      (fold_left (fun m '(i, a, _) => match look_up a outs with Some k => add i k m | None => m end) ends Empty) 0 in
    let of i := match find i class with Some k => k | None => 0 end in
    let rows := fold_left (fun m '(i, l) =>
      match find (of i) m with
      | Some _ => m
      | None => add (of i) (fold_left (fun row '(d, j) => add d (of j) row) l Empty) m
      end) kept Empty in
    let shown := fold_left (fun m '(i, a, _) => add (of i) a m) ends Empty in
    (fun c => match look_up c names with
              | Some i => if mem i live then Some (Num (Z.of_N (of i))) else None
              | None => None
              end,
     fun from =>
       {| start := Num (Z.of_N from);
          next := fun now letter =>
            match now with
            | Num k =>
                match find (Z.to_N k) rows with
                | Some row => option_map (fun j => Num (Z.of_N j)) (find (number letter) row)
                | None => None
                end
            | _ => None
            end;
          accepts := fun _ => false |},
     fun now =>
       match now with Num k => match find (Z.to_N k) shown with Some a => a | None => nothing end | _ => nothing end).
End Guess.

(** * What is compared *)

Section Compare.
  Variables (sys : system) (A B : automaton) (out shown : state -> state) (class : state -> option state).

  Definition same (a b : option state) : bool :=
    match a, b with
    | Some x, Some y => match compare x y with Eq => true | _ => false end | None, None => true | _, _ => false
    end.

  (** Of a state without a class nothing is put out, now and later. *)
  Definition agrees (c : state) : bool :=
    match c with
    | Many (s :: fs) =>
        let own := class c in
        same (Some (out s)) (Some (match own with Some x => shown x | None => nothing end)) &&
        forallb (fun '(l, gs) =>
          same (match own with Some x => next B x l | None => None end)
            (match next A s l with Some t => class (Many (t :: gs)) | None => None end)) (letters sys fs)
    | _ => false
    end.
End Compare.

(** An automaton that puts out the same as this one about [w] numbers. *)
Definition least_with (sys : system) (w : nat) (A : automaton) (out : state -> state) : option (automaton * (state -> state)) :=
  let c := Many (start A :: repeat any w) in
  match reached (possible sys A []) c with
  | Some states =>
      let '(class, others, shown) := guess sys A out states in
      match class c with
      | Some (Num k) => let B := others (Z.to_N k) in
          if same (Some (start B)) (class c) && forallb (agrees sys A B out shown class) states then Some (B, shown) else None
      | _ => None
      end
  | None => None
  end.

Definition truth (b : bool) : state := if b then Num 1 else nothing.

(** An automaton about [w] numbers; another one that says the same, or this one. *)
Definition least (sys : system) (w : nat) (A : automaton) : automaton :=
  match least_with sys w A (fun s => truth (accepts A s)) with
  | Some (B, shown) =>
      {| start := start B; next := next B;
         accepts := fun s => match shown s with Num z => negb (z =? 0)%Z | _ => false end |}
  | None => A
  end.

(** It is worth while if there are few letters. *)
Fixpoint few (sys : system) (w : nat) (limit : N) : bool :=
  match w with O => true | S k => (radix sys <=? limit) && few sys k (limit / radix sys) end.

Definition smaller (sys : system) (w : nat) (A : automaton) : automaton :=
  if few sys w 1000 then least sys w A else A.

(** The same about some of the numbers. *)
Definition pick (tracks : list nat) (A : automaton) : automaton :=
  {| start := start A; accepts := accepts A; next := fun now letter => next A now (map (fun i => nth i letter 0) tracks) |}.

Fixpoint nonzero (i : nat) (ts : list Z) : list nat :=
  match ts with [] => [] | t :: ts' => if (t =? 0)%Z then nonzero (S i) ts' else i :: nonzero (S i) ts' end.

Definition shorter (s : linear) : linear := (fst s, filter (fun t => negb (t =? 0)%Z) (snd s)).

(** An automaton made of a sum, that reads the numbers in it alone. *)
Definition about (sys : system) (make : linear -> automaton) (s : linear) : automaton :=
  let tracks := nonzero 0 (snd s) in pick tracks (smaller sys (length tracks) (make (shorter s))).

(** * The same is said *)

Section Same.
  Variable sys : system.
  Hypothesis proper : unique_digits sys = true.

  Local Notation below := (below sys).
  Local Notation reads := (reads sys).
  Local Notation run := (run sys).
  Local Notation says := (says sys).
  Local Notation decides := (decides sys).

  Lemma same_eq a b : same a b = true -> a = b.
  Proof.
    destruct a, b; cbn; try discriminate; trivial. destruct (compare s s0) eqn:E; try discriminate.
    apply compare_eq in E. congruence.
  Qed.

  (** What is put out in the end. *)
  Definition ends (A : automaton) (out : state -> state) (s : state) (n : nat) (v : list N) : state :=
    match reads A s n v with Some t => out t | None => nothing end.

  Lemma agree_spec A B out shown class states :
    (forall c, In c states -> agrees sys A B out shown class c = true) ->
    (forall c d, In c states -> In d (possible sys A [] c) -> In d states) ->
    forall n s fs v, In (Many (s :: fs)) states -> all_allowed sys n fs v ->
    ends A out s n v = match class (Many (s :: fs)) with Some x => ends B shown x n v | None => nothing end.
  Proof.
    intros agree closed. unfold ends.
    induction n as [|n IH]; intros s fs v I F; pose proof (agree _ I) as G; cbn [agrees] in G;
      apply andb_true_iff in G; destruct G as [C G]; apply same_eq in C; injection C as C.
    - cbn [Automata.reads]. rewrite C. now destruct (class _).
    - apply (split_all sys proper) in F. destruct F as (gs & L & F). rewrite forallb_forall in G. apply G in L as M.
      apply same_eq in M. cbn [Automata.reads].
      destruct (next A s (tops sys n v)) as [t|] eqn:E.
      + assert (In (Many (t :: gs)) states) as J.
        { apply (closed _ _ I), in_possible. exists (tops sys n v), gs, t. auto. }
        rewrite (IH t gs (rests sys n v) J F).
        destruct (class (Many (s :: fs))) as [x|]; rewrite <- M; [|reflexivity]. now destruct (next B x _).
      + destruct (class (Many (s :: fs))) as [x|]; [now rewrite M | reflexivity].
  Qed.

  Lemma least_with_spec w A out B shown : least_with sys w A out = Some (B, shown) -> forall n v,
    length v = w -> below n v -> ends A out (start A) n v = ends B shown (start B) n v.
  Proof.
    unfold least_with. set (c := Many _). destruct (reached _ _) as [states|] eqn:R; [|discriminate].
    destruct (guess sys A out states) as [[class others] out']. destruct (class c) as [[k| |]|] eqn:K; try discriminate.
    destruct (same _ _ && _) eqn:S; [|discriminate]. intros E. injection E as <- <-.
    apply andb_true_iff in S. destruct S as [S G]. apply same_eq in S. rewrite forallb_forall in G.
    pose proof (reached_spec _ _ _ R) as led.
    assert (In c states) as J by (apply led; constructor).
    assert (forall a b, In a states -> In b (possible sys A [] a) -> In b states) as closed.
    { intros a b I N. apply led. apply led in I. now apply (further _ _ a). }
    intros n v W L. apply below_allowed in L; trivial. rewrite W in L.
    pose proof (agree_spec A _ out out' class states G closed n _ _ v J L) as E. fold c in E. rewrite K in E.
    injection S as S. now rewrite S.
  Qed.

  Lemma least_decides w A P : decides w A P -> decides w (least sys w A) P.
  Proof.
    unfold least. intros D. destruct (least_with _ _ _ _) as [[B shown]|] eqn:E; [|exact D].
    intros n v W L. rewrite <- (D n v W L). pose proof (least_with_spec w A _ B shown E n v W L) as S.
    set (C := {| start := _ |}).
    assert (forall n v s, reads C s n v = reads B s n v) as same_reads.
    { clear. induction n as [|n IH]; intros v s; [reflexivity|]. cbn [Automata.reads C next].
      destruct (next B s _); [apply IH | reflexivity]. }
    unfold Automata.says, Automata.run, ends in *. rewrite same_reads. change (start C) with (start B).
    split; intros (t & R & T).
    - rewrite R in S. destruct (reads A (start A) n v) as [u|]; [exists u; split; trivial|].
      + cbn [C accepts] in T. rewrite <- S in T. now destruct (accepts A u).
      + exfalso. cbn [C accepts] in T. rewrite <- S in T. discriminate.
    - rewrite R, T in S. destruct (reads B (start B) n v) as [u|]; [|discriminate]. exists u. split; trivial.
      cbn [C accepts]. now rewrite <- S.
  Qed.

  Lemma smaller_decides w A P : decides w A P -> decides w (smaller sys w A) P.
  Proof. unfold smaller. destruct (few sys w 1000); [apply least_decides | trivial]. Qed.

  Definition picked (tracks : list nat) (v : list N) : list N := map (fun i => nth i v 0) tracks.

  Lemma picked_map f tracks v : f 0 = 0 -> picked tracks (map f v) = map f (picked tracks v).
  Proof.
    intros Z. unfold picked. rewrite map_map. apply map_ext. intros i. rewrite <- Z at 1. apply map_nth.
  Qed.

  Lemma run_pick tracks A n v : run (pick tracks A) n v = run A n (picked tracks v).
  Proof.
    unfold Automata.run. change (start (pick tracks A)) with (start A). generalize (start A) as s.
    revert v. induction n as [|n IH]; intros v s; cbn [Automata.reads]; trivial. cbn [pick next].
    fold (picked tracks (tops sys n v)). unfold tops at 1, rests at 2.
    assert (place sys n <> 0) as P by (pose proof (weights sys proper n); pose proof (place_is sys proper n); lia).
    rewrite picked_map by (now apply N.div_0_l). fold (tops sys n (picked tracks v)).
    destruct (next A s _); trivial. rewrite IH. unfold rests. now rewrite picked_map by (now apply N.mod_0_l).
  Qed.

  Lemma below_picked n tracks v : below n v -> below n (picked tracks v).
  Proof.
    intros L. apply Forall_map, Forall_forall. intros i _. destruct (Nat.lt_ge_cases i (length v)) as [Q | Q].
    - apply (proj1 (Forall_forall _ _) L), nth_In. exact Q.
    - rewrite nth_overflow by trivial. pose proof (weights sys proper n). lia.
  Qed.

  Lemma dot_picked ts v : forall i, dot (filter (fun t => negb (t =? 0)%Z) ts) (picked (nonzero i ts) v) = dot ts (skipn i v).
  Proof.
    induction ts as [|t ts IH]; intros i; [reflexivity|]; cbn [filter nonzero].
    assert (dot (t :: ts) (skipn i v) = t * Z.of_N (nth i v 0%N) + dot ts (skipn (S i) v))%Z as E.
    { clear. revert v. induction i as [|i IH]; intros [|a v]; [destruct ts; cbn; lia | | destruct ts; cbn; lia | exact (IH v)].
      reflexivity. }
    rewrite E, <- IH.
    destruct (Z.eqb_spec t 0) as [-> | T]; cbn [negb picked map dot]; fold (picked (nonzero (S i) ts) v); lia.
  Qed.

  Lemma about_decides make (P : linear -> list N -> Prop) w s :
    (forall w s, decides w (make s) (P s)) -> (forall s v u, worth s v = worth (shorter s) u -> P s v <-> P (shorter s) u) ->
    decides w (about sys make s) (P s).
  Proof.
    intros D E n v W L. unfold about. set (tracks := nonzero 0 (snd s)).
    unfold Automata.says. rewrite run_pick. cbn [pick accepts].
    rewrite (E s v (picked tracks v)).
    - apply (smaller_decides (length tracks) (make (shorter s)) (P (shorter s)) (D _ _)); [apply map_length|].
      now apply below_picked.
    - unfold worth, shorter. cbn [fst snd]. unfold tracks. now rewrite dot_picked.
  Qed.

  Lemma about_compares w exact s : decides w (about sys (compares sys exact) s) (fun v => compared exact (worth s v)).
  Proof.
    apply (about_decides _ (fun s v => compared exact (worth s v))); [|now intros ? ? ? ->].
    intros. now apply compares_decides.
  Qed.
End Same.
