(** The nim-value of a position by smaller claims: for any rule whose options can be listed and whose play ends. *)

From Coq Require Import NArith List Lia Bool Permutation.
From Grundy Require Import Statements Games Equal Heaps Trie.
Import ListNotations.
Open Scope N_scope.

(** What a checker does with a rule. [options] lists what the moves leave of a part; [simplify] gives an equal position
    for each: without the parts that have no move, taken apart, and with one name for equal parts. *)
Record play := { options : N -> list (list N); simplify : list N -> list N }.

(** * Program *)

Section Program.
  Variable game : play.

  (** Whether some move leads to a position of which [f] is true; parts [before] were looked at. *)
  Fixpoint some_move (f : list N -> bool) (before s : list N) : bool :=
    match s with
    | [] => false
    | a :: s' =>
        existsb (fun ps => f (simplify game ps ++ before ++ s')) (options game a) || some_move f (a :: before) s'
    end.

  (** Two equal parts are worth nothing together. *)
  Fixpoint toggle (a : N) (l : list N) : list N :=
    match l with
    | [] => [a]
    | b :: l' => if a =? b then l' else b :: toggle a l'
    end.

  Definition without_pairs (s : list N) : list N := fold_right toggle [] s.

  Fixpoint total (claims : trie N) (s : list N) : option N :=
    match s with
    | [] => Some 0
    | a :: s' =>
        match find a claims, total claims s' with
        | Some v, Some w => Some (N.lxor v w)
        | _, _ => None
        end
    end.

  (** The value of a simplified position by some claims, if it is known. *)
  Definition known (claims : trie N) (s : list N) : option N := total claims (without_pairs s).

  Definition is_known (claims : trie N) (v : N) (s : list N) : bool :=
    match known claims s with Some w => v =? w | None => false end.

  (** It does not have the value [v]: it is known to have another, or a move leads from it to [v]. *)
  Definition is_not (claims : trie N) (v : N) (s : list N) : bool :=
    match known claims s with Some w => negb (v =? w) | None => some_move (is_known claims v) [] s end.

  Fixpoint all_reached (count : nat) (w : N) (reached : numbers) : bool :=
    match count with
    | 0%nat => true
    | S i => if mem w reached then all_reached i (N.succ w) reached else false
    end.

  Definition values_reached (claims : trie N) (l : list (list N)) : numbers :=
    fold_left (fun s t => match known claims t with Some w => insert w s | None => s end) l Empty.

  Definition check_claim (claims : trie N) (a v : N) : bool :=
    match find a claims with Some _ => false | None => true end &&
    let left := map (simplify game) (options game a) in
    forallb (is_not claims v) left && all_reached (N.to_nat v) 0 (values_reached claims left).

  Fixpoint check_claims (l : list (N * N)) (claims : trie N) : option (trie N) :=
    match l with
    | [] => Some claims
    | (a, v) :: l' =>
        match simplify game [a] with
        | [b] => if check_claim claims b v then check_claims l' (add b v claims) else None
        | _ => None
        end
    end.

  Definition check_value (l : list (N * N)) (position : list N) (v : N) : bool :=
    match check_claims l Empty with Some claims => is_known claims v (simplify game position) | None => false end.
End Program.

(** * Soundness *)

Record plays (leaves : N -> list N -> Prop) (child : N -> N -> Prop) (game : play) : Prop := {
  options_are : forall a ps, In ps (options game a) -> leaves a ps;
  all_options : forall a ps, leaves a ps -> exists qs, In qs (options game a) /\ Permutation ps qs;
  simplify_equal : forall s, equal leaves s (simplify game s);
  smaller : forall a ps b, leaves a ps -> In b ps -> child b a;
  ending : well_founded child
}.

Lemma mex_exists l : exists m : N, ~ In m l /\ forall w, w < m -> In w l.
Proof.
  assert (forall k, (exists m, ~ In m l /\ forall w, w < m -> In w l) \/ forall w, w < k -> In w l) as step.
  { induction k as [|k IH] using N.peano_ind; [right; lia|]. destruct IH as [D | A]; [now left|].
    destruct (in_dec N.eq_dec k l) as [I | I].
    - right. intros w L. destruct (N.eq_dec w k) as [-> | D]; trivial. apply A. lia.
    - left. now exists k. }
  destruct (step (sum l + 2)) as [D | A]; trivial. specialize (A (sum l + 1) ltac:(lia)).
  apply in_sum in A. lia.
Qed.

Section Soundness.
  Variable leaves : N -> list N -> Prop.
  Variable child : N -> N -> Prop.
  Variable game : play.
  Hypothesis playing : plays leaves child game.
  Local Notation move := (move leaves).
  Local Notation Value := (Value leaves).
  Local Notation equal := (equal leaves).

  (** Each position has a value. *)
  Lemma values_of_all l : (forall t, In t l -> exists v, Value t v) ->
    exists vs, (forall t, In t l -> exists v, In v vs /\ Value t v) /\
               (forall v, In v vs -> exists t, In t l /\ Value t v).
  Proof.
    induction l as [|t l IH]; intros each; [now exists []|].
    destruct (each t (or_introl eq_refl)) as [v V]. destruct IH as (vs & A & B); [intros; apply each; now right|].
    exists (v :: vs). split.
    - intros u [<- | I]; [exists v; split; [now left | trivial]|]. destruct (A u I) as (w & W & ?). exists w. split; [now right | trivial].
    - intros w [<- | I]; [exists t; split; [now left | trivial]|]. destruct (B w I) as (u & U & ?). exists u. split; [now right | trivial].
  Qed.

  Lemma value_of_parts s : (forall a, In a s -> exists v, Value [a] v) -> exists v, Value s v.
  Proof.
    induction s as [|a s IH]; intros each; [exists 0; apply value_nil|].
    destruct (each a (or_introl eq_refl)) as [v V]. destruct IH as [w W]; [intros; apply each; now right|].
    exists (N.lxor v w). now apply (sprague_grundy leaves [a] s).
  Qed.

  Lemma value_of_one a : exists v, Value [a] v.
  Proof.
    induction a as [a IH] using (well_founded_ind (ending _ _ _ playing)).
    destruct (values_of_all (options game a)) as (vs & A & B).
    { intros t I. apply value_of_parts. intros b J. apply IH. apply (smaller _ _ _ playing a t); trivial.
      now apply (options_are _ _ _ playing). }
    destruct (mex_exists vs) as (m & not & reached). exists m. constructor.
    - intros t M. apply move_one in M. destruct (all_options _ _ _ playing a t M) as (u & I & P).
      destruct (A u I) as (w & J & W). exists w.
      split; [now apply (equal_value leaves u), W; apply equal_permuted, Permutation_sym|]. intros ->. now apply not.
    - intros w L. destruct (B w (reached w L)) as (t & I & W). exists t. split; trivial. apply move_one.
      now apply (options_are _ _ _ playing).
  Qed.

  Lemma value_exists s : exists v, Value s v.
  Proof. apply value_of_parts. intros a _. apply value_of_one. Qed.

  Lemma value_apart s t v : Value (s ++ t) v -> exists x y, Value s x /\ Value t y /\ v = N.lxor x y.
  Proof.
    intros V. destruct (value_exists s) as [x X], (value_exists t) as [y Y]. exists x, y. split; [trivial|]. split; [trivial|].
    apply (value_unique leaves (s ++ t)); trivial. now apply sprague_grundy.
  Qed.

  Lemma value_pair a s v : Value s v -> Value (a :: a :: s) v.
  Proof.
    intros V. destruct (value_of_one a) as [x X].
    pose proof (sprague_grundy leaves [a] ([a] ++ s) _ _ X (sprague_grundy leaves [a] s _ _ X V)) as H.
    now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in H.
  Qed.

  Lemma value_same_head a s t : (forall v, Value s v -> Value t v) -> forall v, Value (a :: s) v -> Value (a :: t) v.
  Proof.
    intros H v V. apply (value_apart [a]) in V. destruct V as (x & y & X & Y & ->).
    apply (sprague_grundy leaves [a] t); auto.
  Qed.

  Lemma value_toggle a l v : Value (toggle a l) v -> Value (a :: l) v.
  Proof.
    revert v. induction l as [|b l IH]; intros v V; cbn in V; trivial.
    destruct (N.eqb_spec a b) as [-> | D]; [now apply value_pair|].
    apply (equal_value leaves (b :: a :: l)); [apply equal_permuted; constructor|].
    now apply (value_same_head b (toggle a l)).
  Qed.

  Lemma value_without_pairs s v : Value (without_pairs s) v -> Value s v.
  Proof.
    revert v. unfold without_pairs. induction s as [|a s IH]; intros v V; trivial.
    cbn [fold_right] in V. apply value_toggle in V. now apply (value_same_head a _ s IH).
  Qed.

  Definition true_claims (claims : trie N) : Prop := forall a v, find a claims = Some v -> Value [a] v.

  Lemma total_sound claims s : true_claims claims -> forall v, total claims s = Some v -> Value s v.
  Proof.
    intros T. induction s as [|a s IH]; intros v E; cbn in E.
    - injection E as <-. apply value_nil.
    - destruct (find a claims) as [x|] eqn:F; [|discriminate]. destruct (total claims s) as [y|]; [|discriminate].
      injection E as <-. apply (sprague_grundy leaves [a] s); auto.
  Qed.

  Lemma known_sound claims s v : true_claims claims -> known claims s = Some v -> Value s v.
  Proof. intros T K. apply value_without_pairs. now apply (total_sound claims). Qed.

  Lemma is_known_sound claims s v : true_claims claims -> is_known claims v s = true -> Value s v.
  Proof.
    unfold is_known. intros T K. destruct (known claims s) as [w|] eqn:E; [|discriminate].
    apply N.eqb_eq in K. subst. now apply (known_sound claims).
  Qed.

  Lemma some_move_spec f before s : some_move game f before s = true ->
    exists t u, move (before ++ s) t /\ equal t u /\ f u = true.
  Proof.
    revert before. induction s as [|a s IH]; intros before E; cbn in E; [discriminate|].
    apply orb_true_iff in E. destruct E as [E | E].
    - apply existsb_exists in E. destruct E as (ps & I & E). exists (before ++ ps ++ s), (simplify game ps ++ before ++ s).
      split; [apply move_app_r; constructor; now apply (options_are _ _ _ playing)|]. split; trivial.
      apply equal_trans with (ps ++ before ++ s); [apply equal_permuted, Permutation_app_swap_app|].
      apply equal_app; [now apply (simplify_equal _ _ _ playing) | apply equal_refl].
    - apply IH in E. destruct E as (t & u & M & E & F).
      destruct (move_permuted leaves _ (before ++ a :: s) t (Permutation_middle before s a) M) as (t' & M' & P).
      exists t', u. split; trivial. split; trivial. apply equal_trans with t; trivial.
      now apply equal_permuted, Permutation_sym.
  Qed.

  Lemma is_not_sound claims s v : true_claims claims -> is_not game claims v s = true -> ~ Value s v.
  Proof.
    unfold is_not. intros T K V. destruct (known claims s) as [w|] eqn:E.
    - apply (known_sound _ _ _ T) in E. rewrite (value_unique leaves s v w) in K by trivial.
      now rewrite N.eqb_refl in K.
    - apply some_move_spec in K. destruct K as (t & u & M & E' & K). apply (is_known_sound _ _ _ T) in K.
      apply (equal_value leaves u t) in K; [|now apply equal_sym].
      inversion V as [? ? not _]; subst. destruct (not t M) as (w & W & D). apply D. now apply (value_unique leaves t).
  Qed.

  Lemma values_reached_spec claims w l s :
    mem w (fold_left (fun s t => match known claims t with Some v => insert v s | None => s end) l s) = true ->
    mem w s = true \/ exists t, In t l /\ known claims t = Some w.
  Proof.
    revert s. induction l as [|t l IH]; intros s M; cbn in M; [now left|]. apply IH in M.
    destruct M as [M | (u & I & K)]; [|right; exists u; split; [now right | trivial]].
    destruct (known claims t) as [v|] eqn:E; [|now left]. rewrite mem_insert, orb_true_iff, N.eqb_eq in M.
    destruct M as [-> | M]; [|now left]. right. exists t. split; [now left | trivial].
  Qed.

  Lemma all_reached_spec s c w : all_reached c w s = true -> forall v, w <= v -> v < w + N.of_nat c -> mem v s = true.
  Proof.
    revert w. induction c as [|c IH]; intros w A v L U; [lia|]. cbn [all_reached] in A.
    destruct (mem w s) eqn:M; [|discriminate]. destruct (N.eq_dec v w) as [-> | D]; trivial.
    apply (IH (N.succ w)); trivial; lia.
  Qed.

  (** What moves leave is equal to what is listed, and the other way. *)
  Lemma listed a t : leaves a t -> exists u, In u (map (simplify game) (options game a)) /\ equal t u.
  Proof.
    intros L. destruct (all_options _ _ _ playing a t L) as (qs & I & P). exists (simplify game qs).
    split; [now apply in_map|]. apply equal_trans with qs; [now apply equal_permuted|].
    now apply (simplify_equal _ _ _ playing).
  Qed.

  Lemma listed_are a u : In u (map (simplify game) (options game a)) -> exists t, leaves a t /\ equal t u.
  Proof.
    intros I. apply in_map_iff in I. destruct I as (t & <- & I). exists t. split; [now apply (options_are _ _ _ playing)|].
    now apply (simplify_equal _ _ _ playing).
  Qed.

  Lemma check_claim_sound claims a v : true_claims claims -> check_claim game claims a v = true -> Value [a] v.
  Proof.
    unfold check_claim. rewrite !andb_true_iff. intros T [_ [not reached]]. constructor.
    - intros t M. destruct (value_exists t) as [w W]. exists w. split; trivial. intros ->.
      apply move_one in M. apply listed in M. destruct M as (u & I & E). rewrite forallb_forall in not.
      apply (is_not_sound claims u v T (not u I)). now apply (equal_value leaves t).
    - intros w L. pose proof (all_reached_spec _ _ _ reached w ltac:(lia) ltac:(lia)) as M.
      apply values_reached_spec in M. destruct M as [M | (u & I & K)].
      + unfold mem, find in M. now rewrite find_empty in M.
      + apply listed_are in I. destruct I as (t & I & E). exists t. split; [now apply move_one|].
        apply (equal_value leaves u); [now apply equal_sym | now apply (known_sound claims)].
  Qed.

  Lemma check_claims_sound l claims all : true_claims claims -> check_claims game l claims = Some all -> true_claims all.
  Proof.
    revert claims. induction l as [|[a v] l IH]; intros claims T E; cbn in E; [injection E as <-; exact T|].
    destruct (simplify game [a]) as [|b []]; try discriminate.
    destruct (check_claim game claims b v) eqn:C; [|discriminate]. apply (IH _) in E; trivial.
    intros c w F. rewrite find_add in F. destruct (N.eqb_spec c b) as [-> | D]; [|now apply T].
    injection F as <-. now apply (check_claim_sound claims).
  Qed.

  Theorem check_value_sound l position v : check_value game l position v = true -> Value position v.
  Proof.
    unfold check_value. destruct (check_claims game l Empty) as [claims|] eqn:E; [|discriminate]. intros K.
    apply (equal_value leaves (simplify game position)); [apply equal_sym, (simplify_equal _ _ _ playing)|].
    apply (is_known_sound claims); trivial. apply (check_claims_sound l Empty); trivial.
    intros a w F. unfold find in F. now rewrite find_empty in F.
  Qed.
End Soundness.
