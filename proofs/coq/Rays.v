(** Tables of riders, which take any multiple of a vector: what stands along each vector is known from the state one
    vector before, so that a state has as many options to look at as there are vectors. *)

From Coq Require Import NArith Arith List Lia Bool.
From Grundy Require Import Statements Games Trie Words.
Import ListNotations.
Open Scope N_scope.

(** A state with its entry, and the entries along each vector. *)
Record passed := { state : N; entry : N; along : list words }.

Section Program.
  Variables (width : N) (vectors : list (N * N)) (fine : N -> words -> bool).

  (** The entries that the vectors lead to from [a * width + b]; states that are [back] apart have one place. *)
  Fixpoint rays (back : N) (seen : trie passed) (a b : N) (i : nat) (l : list (N * N)) : option (list words) :=
    match l with
    | [] => Some []
    | (x, y) :: l' =>
        let here :=
          if (x <=? a) && (y <=? b) then
            let m := (a - x) * width + (b - y) in
            match find (m mod back) seen with
            | Some e =>
                if state e =? m then match nth_error (along e) i with Some s => Some (put (entry e) s) | None => None end
                else None
            | None => None
            end
          else Some [] in
        match here, rays back seen a b (S i) l' with Some s, Some r => Some (s :: r) | _, _ => None end
    end.

  Fixpoint check_along (back n : N) (seen : trie passed) (entries : list N) : bool :=
    match entries with
    | [] => true
    | v :: entries' =>
        match rays back seen (n / width) (n mod width) 0 vectors with
        | Some found =>
            if fine v (fold_right joined [] found) then
              check_along back (N.succ n) (add (n mod back) {| state := n; entry := v; along := found |} seen) entries'
            else false
        | None => false
        end
    end.

  (** How far back a vector leads, if it fits at all. *)
  Definition longest (size : N) : N :=
    fold_right (fun '(x, y) => N.max (if (x <=? size) && (y <=? width) then x * width + y else 0)) 1 vectors.

  (** A multiple of a vector that is nothing would lead from a pair to itself. *)
  Definition check_riders (entries : list N) : bool :=
    (0 <? width) && forallb (fun '(x, y) => negb ((x =? 0) && (y =? 0))) vectors &&
    check_along (longest (N.of_nat (length entries))) 0 Empty entries.
End Program.

Definition fine_value (v : N) (s : words) : bool := negb (has v s) && no_gap v s.

(** Of outcomes 0 is that of a lost state. *)
Definition fine_outcome (misere : bool) (l : N) (s : words) : bool :=
  eqb (l =? 0) (negb (has 0 s) && negb (misere && negb (has 0 s) && negb (has 1 s))).

Section Soundness.
  Variables (width : N) (vectors : list (N * N)) (fine : N -> words -> bool) (G : N -> N).
  Hypothesis wide : 0 < width.

  Definition taken (n x y k : N) : N := (n / width - k * x) * width + (n mod width - k * y).
  Definition on_ray (n x y w : N) : Prop :=
    exists k, 0 < k /\ k * x <= n / width /\ k * y <= n mod width /\ w = G (taken n x y k).

  Lemma one_before n x y : x <= n / width -> y <= n mod width ->
    let m := (n / width - x) * width + (n mod width - y) in m / width = n / width - x /\ m mod width = n mod width - y.
  Proof.
    intros X Y m. pose proof (N.mod_lt n width ltac:(lia)). unfold m.
    rewrite N.add_comm. rewrite N.div_add, N.mod_add, N.div_small, N.mod_small by lia. lia.
  Qed.

  Lemma on_ray_more n x y w : x <= n / width -> y <= n mod width ->
    let m := (n / width - x) * width + (n mod width - y) in on_ray n x y w <-> w = G m \/ on_ray m x y w.
  Proof.
    intros X Y m. destruct (one_before n x y X Y) as [A B]. fold m in A, B. unfold on_ray, taken. rewrite A, B. split.
    - intros (k & K & P & Q & ->). destruct (N.eq_dec k 1) as [-> | D].
      + left. unfold m. now rewrite !N.mul_1_l.
      + right. exists (N.pred k). split; [lia|]. split; [nia|]. split; [nia|]. f_equal. f_equal; [f_equal|]; nia.
    - intros [-> | (k & K & P & Q & ->)].
      + exists 1. rewrite !N.mul_1_l. repeat split; trivial; lia.
      + exists (N.succ k). split; [lia|]. split; [nia|]. split; [nia|]. f_equal. f_equal; [f_equal|]; nia.
  Qed.

  Lemma on_no_ray n x y w : (x <=? n / width) && (y <=? n mod width) = false -> ~ on_ray n x y w.
  Proof. intros F (k & K & P & Q & _). apply andb_false_iff in F. rewrite !N.leb_gt in F. nia. Qed.

  (** Each list has what stands along its vector. *)
  Definition matches (n : N) (i : nat) (l : list words) : Prop :=
    forall j s, nth_error l j = Some s -> exists x y, nth_error vectors (i + j) = Some (x, y) /\
      forall w, has w s = true <-> on_ray n x y w.

  Definition right (n : N) (e : passed) : Prop := entry e = G (state e) /\ state e < n /\ matches (state e) 0 (along e).

  Lemma rays_spec back seen n : (forall k e, find k seen = Some e -> right n e) -> forall l i found,
    (forall j, nth_error l j = nth_error vectors (i + j)) ->
    rays width back seen (n / width) (n mod width) i l = Some found -> matches n i found /\ length found = length l.
  Proof.
    intros known. induction l as [|[x y] l IH]; intros i found same R; cbn [rays] in R.
    - injection R as <-. split; [intros [|j] s J; discriminate | easy].
    - set (here := if _ && _ then _ else _) in R. destruct here as [s|] eqn:H; [|discriminate].
      destruct (rays _ _ _ _ _ _ l) as [r|] eqn:R'; [|discriminate]. injection R as <-.
      destruct (IH (S i) r) as [M L]; trivial.
      { intros j. specialize (same (S j)). cbn in same. now rewrite same, Nat.add_succ_r. }
      split; [|cbn; lia]. intros [|j] t T; cbn in T.
      + injection T as <-. specialize (same 0%nat). cbn in same. exists x, y. split; [easy|]. intros w.
        unfold here in H. destruct (_ && _) eqn:F in H.
        * apply andb_true_iff in F. rewrite !N.leb_le in F. destruct F as [X Y].
          rewrite (on_ray_more n x y w X Y). set (m := _ + _) in *.
          destruct (find _ seen) as [e|] eqn:E; [|discriminate]. apply known in E. destruct E as (E1 & E2 & E3).
          destruct (N.eqb_spec (state e) m) as [S|]; [|discriminate].
          destruct (nth_error (along e) i) as [t|] eqn:N; [|discriminate]. injection H as <-.
          destruct (E3 _ _ N) as (x' & y' & V & O). cbn in V. rewrite Nat.add_0_r in same. rewrite <- same in V.
          injection V as <- <-. rewrite has_put, orb_true_iff, N.eqb_eq, E1, O, S. easy.
        * injection H as <-. cbn. pose proof (on_no_ray n x y w F). split; [easy | tauto].
      + destruct (M j t T) as (x' & y' & V & O). exists x', y'. rewrite Nat.add_succ_r. auto.
  Qed.

  Lemma has_fold_joined w l : has w (fold_right joined [] l) = true <-> exists s, In s l /\ has w s = true.
  Proof.
    induction l as [|t l IH]; cbn [fold_right].
    - split; [easy | intros (s & [] & _)].
    - rewrite has_joined, orb_true_iff, IH. split.
      + intros [H | (s & I & H)]; [exists t | exists s]; split; trivial; [now left | now right].
      + intros (s & [-> | I] & H); [now left | right; now exists s].
  Qed.

  (** The entries of the options of a state. *)
  Definition all_on_rays (n : N) (s : words) : Prop :=
    forall w, has w s = true <-> exists x y, In (x, y) vectors /\ on_ray n x y w.

  Lemma check_along_spec back entries : forall n seen, (forall k e, find k seen = Some e -> right n e) ->
    (forall i v, nth_error entries i = Some v -> G (n + N.of_nat i) = v) ->
    check_along width vectors fine back n seen entries = true ->
    forall i, (i < length entries)%nat -> exists s, fine (G (n + N.of_nat i)) s = true /\ all_on_rays (n + N.of_nat i) s.
  Proof.
    induction entries as [|v entries IH]; intros n seen known are C i L; cbn [length] in L; [lia|]. cbn [check_along] in C.
    destruct (rays _ _ _ _ _ _ _) as [found|] eqn:R; [|discriminate]. destruct (fine v _) eqn:F; [|discriminate].
    destruct (rays_spec back seen n known vectors 0 found (fun j => eq_refl) R) as [M K].
    pose proof (are 0%nat v eq_refl) as V. cbn in V. rewrite N.add_0_r in V.
    destruct i as [|i].
    - exists (fold_right joined [] found). cbn. rewrite N.add_0_r, V. split; trivial. intros w. rewrite has_fold_joined. split.
      + intros (s & I & H). apply In_nth_error in I. destruct I as (j & J). destruct (M j s J) as (x & y & E & O).
        exists x, y. split; [now apply nth_error_In in E | now apply O].
      + intros (x & y & I & O). apply In_nth_error in I. destruct I as (j & J).
        destruct (nth_error found j) as [s|] eqn:S.
        * exists s. split; [now apply nth_error_In in S|]. destruct (M j s S) as (x' & y' & E & H). cbn in E.
          rewrite J in E. injection E as <- <-. now apply H.
        * exfalso. apply nth_error_None in S. assert (j < length vectors)%nat by (apply nth_error_Some; congruence). lia.
    - replace (n + N.of_nat (S i)) with (N.succ n + N.of_nat i) by lia. eapply IH; [| | exact C | lia].
      + intros k e. rewrite find_add. destruct (k =? n mod back).
        * intros E. injection E as <-. split; [easy|]. split; [cbn; lia | exact M].
        * intros E. destruct (known k e E) as (? & ? & ?). split; [easy|]. split; [lia | easy].
      + intros j u J. rewrite <- (are (S j) u J). f_equal. lia.
  Qed.
End Soundness.

Lemma check_riders_spec width vectors fine entries : check_riders width vectors fine entries = true ->
  let G := fun n => nth (N.to_nat n) entries 0 in
  forall n, n < N.of_nat (length entries) -> exists s, fine (G n) s = true /\
    (forall ps, rider_leaves width vectors n ps -> exists m, ps = [m] /\ m < n /\ has (G m) s = true) /\
    (forall w, has w s = true -> exists m, rider_leaves width vectors n [m] /\ w = G m /\ m < n).
Proof.
  intros C G n L. unfold check_riders in C. apply andb_true_iff in C. destruct C as [C R]. apply andb_true_iff in C.
  destruct C as [W Z]. apply N.ltb_lt in W. rewrite forallb_forall in Z.
  assert (forall i v, nth_error entries i = Some v -> G (0 + N.of_nat i) = v) as are.
  { intros i v E. unfold G. rewrite N.add_0_l, Nat2N.id. now apply nth_error_nth. }
  destruct (check_along_spec width vectors fine G W (longest width vectors (N.of_nat (length entries))) entries 0 Empty)
    with (i := N.to_nat n) as (s & F & S); trivial; [|lia|].
  { intros k e E. unfold find in E. now rewrite find_empty in E. }
  rewrite N.add_0_l, N2Nat.id in *.
  assert (forall x y k, In (x, y) vectors -> 0 < k -> k * x <= n / width -> k * y <= n mod width -> taken width n x y k < n) as less.
  { intros x y k I K A B. specialize (Z _ I). cbn in Z. unfold taken. pose proof (N.div_mod n width ltac:(lia)).
    assert (0 < k * x * width + k * y) by (destruct (N.eqb_spec x 0), (N.eqb_spec y 0); cbn in Z; try discriminate; nia).
    nia. }
  exists s. split; trivial. split.
  - intros ps (x & y & k & I & K & A & B & ->). exists (taken width n x y k). split; [easy|]. split; [now apply less|].
    apply S. exists x, y. split; trivial. now exists k.
  - intros w H. apply S in H. destruct H as (x & y & I & k & K & A & B & ->). exists (taken width n x y k).
    split; [now exists x, y, k | auto].
Qed.
