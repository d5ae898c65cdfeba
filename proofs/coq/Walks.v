(** A token on a graph: whoever moves along a largest matching wins (Fraenkel, Scheinerman & Ullman 1993). *)

From Coq Require Import Arith NArith List Lia Bool.
From Grundy Require Import Statements Further Games Positions.
Import ListNotations.
Open Scope N_scope.

Section Walk.
  Variables (edges : list (N * N)) (size : N).
  Local Notation leaves := (walk_leaves edges).

  Definition joined (x y : N) : Prop := In (x, y) edges \/ In (y, x) edges.

  Definition matching (m : N -> N) : Prop := forall x, m (m x) = x /\ (m x <> x -> joined x (m x)).

  Hypothesis inside : forall x y, joined x y -> x < size /\ y < size.

  Definition nodes : list N := range (N.to_nat size) 0.

  Lemma in_nodes x : In x nodes <-> x < size.
  Proof. unfold nodes. rewrite in_range. lia. Qed.

  Lemma range_distinct c i : NoDup (range c i).
  Proof.
    revert i. induction c as [|c IH]; intros i; constructor; [|apply IH]. rewrite in_range. lia.
  Qed.

  (** The nodes that a matching leaves out. *)
  Definition exposed (m : N -> N) : list N := filter (fun x => m x =? x) nodes.

  Lemma in_exposed m x : In x (exposed m) <-> x < size /\ m x = x.
  Proof. unfold exposed. now rewrite filter_In, in_nodes, N.eqb_eq. Qed.

  Lemma exposed_distinct m : NoDup (exposed m).
  Proof. apply NoDup_filter, range_distinct. Qed.

  Definition pair (m : N -> N) (z y x : N) : N := if x =? z then y else if x =? y then z else m x.

  Lemma pair_matching m z y : matching m -> m z = z -> m y = y -> z <> y -> joined z y -> matching (pair m z y).
  Proof.
    intros M Z Y D J x. unfold pair.
    destruct (N.eqb_spec x z) as [-> | A]; [|destruct (N.eqb_spec x y) as [-> | B]].
    - rewrite N.eqb_refl. destruct (N.eqb_spec y z); [now subst|]. auto.
    - rewrite N.eqb_refl. split; trivial. intros _. destruct J; [now right | now left].
    - destruct (M x) as [E F]. destruct (N.eqb_spec (m x) z) as [C | C]; [exfalso; congruence|].
      destruct (N.eqb_spec (m x) y) as [C' | C']; [exfalso; congruence|]. auto.
  Qed.

  Definition alone (m : N -> N) (y x : N) : N := if (x =? y) || (x =? m y) then x else m x.

  Lemma alone_matching m y : matching m -> matching (alone m y).
  Proof.
    intros M x. unfold alone. destruct (M x) as [E F], (M y) as [E' F'].
    destruct (N.eqb_spec x y) as [-> | A]; cbn [orb]; [rewrite N.eqb_refl; cbn [orb]; easy|].
    destruct (N.eqb_spec x (m y)) as [-> | B]; cbn [orb].
    - rewrite N.eqb_refl, orb_true_r. easy.
    - destruct (N.eqb_spec (m x) y) as [C | C]; [congruence|].
      destruct (N.eqb_spec (m x) (m y)) as [C' | C']; [exfalso; congruence|]. auto.
  Qed.

  Variables (fixed : N -> Prop) (least : nat).
  Hypothesis largest : forall m, matching m -> (forall x, fixed x -> m x = x) -> (least <= length (exposed m))%nat.

  (** Wherever a node is left out by a largest matching that joins the other nodes where the token has been with one
      another, it is lost to stand there. *)
  Lemma lost_walk k : forall z before m, (N.to_nat size < length (z :: before) + k)%nat ->
    NoDup (z :: before) -> (forall x, In x (z :: before) -> x < size) ->
    (forall x, fixed x -> In x (z :: before)) -> ~ fixed z ->
    matching m -> (forall x, fixed x -> m x = x) -> m z = z -> (forall x, In x (z :: before) -> In (m x) (z :: before)) ->
    (length (exposed m) <= least)%nat ->
    Lost leaves [z :: before].
  Proof.
    induction k as [|k IH]; intros z before m K D B X FZ M F Z C L.
    - exfalso. assert (length (z :: before) <= length nodes)%nat as H.
      { apply NoDup_incl_length; trivial. intros x I. now apply in_nodes, B. }
      unfold nodes in H. assert (forall c i, length (range c i) = c) as R by (induction c; intros; cbn; auto).
      rewrite R in H. lia.
    - constructor. intros t T. apply move_one in T. destruct T as (? & y & ? & E & J & N' & ->). injection E as <- <-.
      set (been := z :: before) in *. fold (joined z y) in J. destruct (inside z y J) as [Bz By].
      assert (z <> y) as ZY by (intros ->; apply N'; now left).
      assert (forall m, (forall x, fixed x -> m x = x) -> forall x, fixed x -> pair m z y x = x) as FP.
      { intros m' F' x P. unfold pair. destruct (N.eqb_spec x z) as [-> | _]; [easy|].
        destruct (N.eqb_spec x y) as [-> | _]; [|now apply F']. destruct N'. now apply X. }
      assert (forall m x, In x (exposed (pair m z y)) -> x <> z /\ x <> y /\ x < size /\ m x = x) as EP.
      { intros m' x I. apply in_exposed in I. destruct I as [S I]. unfold pair in I.
        destruct (N.eqb_spec x z); [congruence|]. destruct (N.eqb_spec x y); [congruence | easy]. }
      assert (m y <> y) as Y.
      { intros Y. pose proof (largest _ (pair_matching m z y M Z Y ZY J) (FP m F)) as Q.
        assert (length (z :: y :: exposed (pair m z y)) <= length (exposed m))%nat as H; [|cbn in H; lia].
        apply NoDup_incl_length.
        - constructor; [|constructor; [|apply exposed_distinct]].
          + intros [I | I]; [congruence|]. now destruct (EP _ _ I).
          + intros I. now destruct (EP _ _ I) as (_ & ? & _).
        - intros x [<- | [<- | I]]; apply in_exposed; auto. now destruct (EP _ _ I) as (_ & _ & ? & ?). }
      set (w := m y) in *. destruct (M y) as [back edge]. fold w in back, edge. specialize (edge Y).
      assert (~ In w been) as W by (intros I; apply N'; rewrite <- back; now apply C).
      assert (w <> z) as WZ by (intros E; apply W; left; congruence).
      assert (w < size) as Bw by now apply (inside y w).
      assert (forall x, fixed x -> alone m y x = x) as FA.
      { intros x P. unfold alone. destruct ((x =? y) || (x =? m y)); trivial. now apply F. }
      assert (alone m y z = z) as AZ by (unfold alone; now destruct ((z =? y) || (z =? m y))).
      assert (alone m y y = y) as AY by (unfold alone; now rewrite N.eqb_refl).
      apply (won _ _ [w :: y :: been]).
      + apply move_one. exists y, w, been. repeat split; trivial. intros [I | I]; congruence.
      + apply (IH w (y :: been) (pair (alone m y) z y)).
        * cbn [length] in *. unfold been in *. cbn [length] in *. lia.
        * constructor; [intros [I | I]; congruence | now constructor].
        * intros x [<- | [<- | I]]; auto.
        * intros x P. right. right. now apply X.
        * intros P. apply W. now apply X.
        * apply pair_matching; trivial. now apply alone_matching.
        * now apply FP.
        * unfold pair, alone. fold w. destruct (N.eqb_spec w z); [easy|]. destruct (N.eqb_spec w y); [easy|].
          rewrite N.eqb_refl, orb_true_r. easy.
        * intros x I. unfold pair, alone. fold w. destruct (N.eqb_spec x z); [right; now left|].
          destruct (N.eqb_spec x y) as [->|XY]; [right; right; now left|]. cbn [orb].
          destruct (N.eqb_spec x w) as [-> | XW]; [now left|]. right. right. destruct I as [I | [I | I]]; [congruence | congruence | now apply C].
        * apply (Nat.le_trans _ (length (exposed m))); trivial. apply le_S_n.
          change (length (z :: exposed (pair (alone m y) z y)) <= length (w :: exposed m))%nat.
          apply NoDup_incl_length.
          -- constructor; [|apply exposed_distinct]. intros I. now destruct (EP _ _ I).
          -- intros x [<- | I]; [right; now apply in_exposed|]. destruct (EP _ _ I) as (_ & A & S & E).
             unfold alone in E. fold w in E. destruct (N.eqb_spec x y); [easy|]. cbn [orb] in E.
             destruct (N.eqb_spec x w) as [-> | _]; [now left|]. right. now apply in_exposed.
  Qed.
End Walk.
