(** Linear conditions under which a measure of a position is lowered. *)

From Coq Require Import NArith ZArith List Lia Bool Wf_nat Wellfounded.
From Grundy Require Import Games Statements Vectors States Systems Conditions.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

Definition binary : system := (2, 0%Z).

Fixpoint plus (a b : list Z) : list Z :=
  match a, b with [], _ => b | _, [] => a | x :: a', y :: b' => (x + y)%Z :: plus a' b' end.

Definition add (s u : linear) : linear := ((fst s + fst u)%Z, plus (snd s) (snd u)).
Definition times (t : Z) (s : linear) : linear := ((t * fst s)%Z, map (Z.mul t) (snd s)).

(** That the sum [s] is so much more than [u], at least. *)
Definition above (s u : linear) (least : Z) : condition := AtMost (add (add u (times (-1) s)) (least, [])).
Definition equal (s u : linear) : condition := IsZero (add s (times (-1) u)).

(** A sum of the numbers that a part has, for the numbers before the move. *)
Fixpoint carried (ts : list Z) (part : list linear) : linear :=
  match ts, part with t :: ts', s :: part' => add (times t s) (carried ts' part') | _, _ => (0%Z, []) end.

Section Lowers.
  Variable w : nat.
  Variable part : list linear.

  (** Whether, under these conditions about [w] numbers, a part has a lower measure: less in the first line that
      changes, each line being the largest of several sums. *)
  Fixpoint lowers (lines : list (list (list Z))) (given : list condition) : bool :=
    match lines with
    | [] => impossible binary w given
    | line :: rest =>
        let before := map (pair 0%Z) line in
        let later := map (fun ts => carried ts part) line in
        negb (match line with [] => true | _ => false end) &&
        forallb (fun s => impossible binary w (map (fun u => above s u 1) before ++ given)) later &&
        forallb (fun s => forallb (fun u =>
          let case := map (fun b => above s b 0) before ++ map (fun b => above u b 0) later ++ equal s u :: given in
          impossible binary w case || lowers rest case) later) before
    end.
End Lowers.

Definition proper_move (numbers : nat) (lines : list (list (list Z))) (move : nat * list condition * list (list linear)) : bool :=
  let '(k, conditions, parts) := move in
  forallb (fun part => Nat.eqb (length part) numbers &&
    forallb (fun s => impossible binary (numbers + k) (above (0%Z, []) s 1 :: conditions)) part &&
    lowers (numbers + k) part lines conditions) parts.

(** * Sums *)

Lemma dot_plus a b v : dot (plus a b) v = (dot a v + dot b v)%Z.
Proof.
  revert b v. induction a as [|x a IH]; intros [|y b] [|n v]; cbn [plus dot]; try lia.
  rewrite IH. ring.
Qed.

Lemma dot_times t a v : dot (map (Z.mul t) a) v = (t * dot a v)%Z.
Proof. revert v. induction a as [|x a IH]; intros [|n v]; cbn [map dot]; try lia. rewrite IH. ring. Qed.

Lemma worth_add s u v : worth (add s u) v = (worth s v + worth u v)%Z.
Proof. unfold worth, add. cbn [fst snd]. rewrite dot_plus. ring. Qed.

Lemma worth_times t s v : worth (times t s) v = (t * worth s v)%Z.
Proof. unfold worth, times. cbn [fst snd]. rewrite dot_times. ring. Qed.

Lemma above_spec s u least v : satisfied (above s u least) v <-> (worth u v + least <= worth s v)%Z.
Proof.
  unfold above. cbn [satisfied]. rewrite !worth_add, worth_times. unfold worth at 3. cbn [fst snd].
  destruct v; cbn [dot]; lia.
Qed.

Lemma equal_spec s u v : satisfied (equal s u) v <-> worth s v = worth u v.
Proof. unfold equal. cbn [satisfied]. rewrite worth_add, worth_times. lia. Qed.

Lemma worth_carried ts part p v : map Z.of_N p = map (fun s => worth s v) part -> worth (carried ts part) v = dot ts p.
Proof.
  revert part p. induction ts as [|t ts IH]; intros [|s part] [|a p] E; try discriminate; cbn [carried dot].
  1, 2, 3: unfold worth; cbn; destruct v; trivial.
  injection E as E F. rewrite worth_add, worth_times, (IH part p F), E. trivial.
Qed.

Lemma dot_app a b v u : length a = length v -> dot (a ++ b) (v ++ u) = (dot a v + dot b u)%Z.
Proof.
  revert v. induction a as [|x a IH]; intros [|n v] E; try discriminate; cbn [app dot]; [lia|].
  rewrite IH by now injection E. ring.
Qed.

Lemma dot_long a v u : (length a <= length v)%nat -> dot a (v ++ u) = dot a v.
Proof.
  revert v. induction a as [|x a IH]; intros [|n v] E; cbn [length] in E; trivial; [lia|].
  cbn [app dot]. rewrite IH; trivial. lia.
Qed.

Lemma dot_first w a v m : length v = w -> (w <= m)%nat -> dot (firstn w (a ++ repeat 0%Z m)) v = dot a v.
Proof.
  revert a v m. induction w as [|w IH]; intros a [|n v] m E L; try discriminate; [now destruct a|].
  destruct a as [|x a]; cbn [app firstn dot].
  - destruct m as [|m]; [lia|]. cbn [repeat firstn dot]. specialize (IH [] v m ltac:(now injection E) ltac:(lia)).
    cbn [app] in IH. rewrite IH. now destruct v.
  - rewrite IH; [trivial | now injection E | lia].
Qed.

Lemma length_first w (a : list Z) m : (w <= m)%nat -> length (firstn w (a ++ repeat 0%Z m)) = w.
Proof. intros L. rewrite firstn_length, app_length, repeat_length. lia. Qed.

(** * The measure *)

Definition top (line : list (list Z)) (v : list N) : Z := fold_right (fun ts m => Z.max (dot ts v) m) 0%Z line.

Fixpoint lower (lines : list (list (list Z))) (p v : list N) : Prop :=
  match lines with
  | [] => False
  | line :: rest => (top line p < top line v)%Z \/ top line p = top line v /\ lower rest p v
  end.

Lemma top_nonneg line v : (0 <= top line v)%Z.
Proof. unfold top. induction line; cbn [fold_right]; lia. Qed.

Lemma lower_wf lines : well_founded (lower lines).
Proof.
  induction lines as [|line rest IH]; [intros v; constructor; intros p []|].
  assert (forall n v, (Z.to_nat (top line v) < n)%nat -> Acc (lower (line :: rest)) v) as all.
  { induction n as [|n IHn]; intros v L; [lia|]. induction v as [v IHv] using (well_founded_ind IH).
    constructor. intros p [D | [E D]].
    - apply IHn. pose proof (top_nonneg line p). lia.
    - apply IHv; trivial. now rewrite E. }
  intros v. apply (all (S (Z.to_nat (top line v)))). lia.
Qed.

Lemma top_reached line v : line <> [] -> Forall (fun ts => Forall (Z.le 0) ts) line ->
  (exists ts, In ts line /\ dot ts v = top line v) /\ forall ts, In ts line -> (dot ts v <= top line v)%Z.
Proof.
  intros N F. assert (forall ts, Forall (Z.le 0) ts -> 0 <= dot ts v)%Z as positive.
  { clear. intros ts F. revert v. induction F as [|t ts T _ IH]; intros [|a v]; cbn [dot]; try lia.
    specialize (IH v). nia. }
  split; [|clear; unfold top; induction line as [|u line IH]; cbn [fold_right]; intros ts []; [subst; lia |
    specialize (IH ts H); lia]].
  induction line as [|ts line IH]; [easy|]. inversion F; subst. specialize (positive ts H1). clear N.
  cbn [top fold_right].
  fold (top line v). destruct line as [|us line].
  - exists ts. cbn. split; [now left | lia].
  - destruct (IH ltac:(discriminate) H2) as (vs & I & E). destruct (Z.le_gt_cases (top (us :: line) v) (dot ts v)).
    + exists ts. split; [now left | lia].
    + exists vs. split; [now right | lia].
Qed.

Lemma lowers_spec w part numbers v u p : length (v ++ u) = w -> length v = numbers ->
  map Z.of_N p = map (fun s => worth s (v ++ u)) part ->
  forall lines given,
  Forall (Forall (fun ts => length ts = numbers /\ Forall (Z.le 0) ts)) lines ->
  lowers w part lines given = true -> Forall (fun c => satisfied c (v ++ u)) given -> lower lines p v.
Proof.
  intros W L P. induction lines as [|line rest IH]; intros given F C G; cbn [lowers] in C.
  - now apply (impossible_spec binary eq_refl w given (v ++ u)) in C.
  - rewrite !andb_true_iff in C. destruct C as [[Z H] E]. inversion F as [|? ? F1 F2]; subst l x.
    assert (line <> []) as N by now destruct line.
    assert (Forall (fun ts => Forall (Z.le 0) ts) line) as F0 by (revert F1; apply Forall_impl; tauto).
    destruct (top_reached line v N F0) as [(b & B & TB) MB].
    destruct (top_reached line p N F0) as [(a & A & TA) MA].
    assert (forall ts, In ts line -> worth (0%Z, ts) (v ++ u) = dot ts v) as before.
    { intros ts I. unfold worth. cbn [fst snd]. rewrite dot_long; trivial.
      apply (proj1 (Forall_forall _ _) F1) in I. lia. }
    pose proof (fun ts => worth_carried ts part p (v ++ u) P) as later.
    cbn [lower]. destruct (Z.lt_trichotomy (top line p) (top line v)) as [D | [D | D]]; [now left | right | exfalso].
    + split; trivial.
      rewrite forallb_forall in E. specialize (E _ (in_map (pair 0%Z) _ _ B)).
      rewrite forallb_forall in E. specialize (E _ (in_map (fun ts => carried ts part) _ _ A)).
      set (case := map _ _ ++ _) in E.
      assert (Forall (fun c => satisfied c (v ++ u)) case) as S.
      { unfold case. rewrite !map_map. apply Forall_app. split; [|apply Forall_app; split; [|constructor; trivial]].
        - apply Forall_map, Forall_forall. intros ts I. rewrite above_spec, !before by trivial.
          specialize (MB ts I). lia.
        - apply Forall_map, Forall_forall. intros ts I. rewrite above_spec, !later. specialize (MA ts I). lia.
        - rewrite equal_spec, before, later by trivial. lia. }
      apply orb_true_iff in E. destruct E as [E | E].
      * now apply (impossible_spec binary eq_refl w case (v ++ u)) in E.
      * now apply (IH case).
    + rewrite forallb_forall in H. specialize (H _ (in_map (fun ts => carried ts part) _ _ A)).
      apply (impossible_spec binary eq_refl w _ (v ++ u)) in H; trivial. apply H, Forall_app. split; trivial.
      rewrite map_map. apply Forall_map, Forall_forall. intros ts I. rewrite above_spec, before, later by trivial.
      specialize (MB ts I). lia.
Qed.
