(** Digits of numbers in bases, in the system of the Fibonacci numbers, and in others of two coefficients. *)

From Coq Require Import NArith ZArith List Lia Bool Wf_nat.
From Grundy Require Import Statements Vectors States Positions.
Import ListNotations.
Open Scope N_scope.

(** * Program *)

(** In these systems each number has one word of digits: Parry 1960. *)
Definition unique_digits (sys : system) : bool :=
  let '(a, b) := (Z.of_N (fst sys), snd sys) in
  ((b =? 0) && (2 <=? a) || (1 <=? b) && (b <=? a) || (b <=? -1) && (2 <=? a + b))%Z.

(** What may stand behind a digit: anything, or just what is less than one more of that digit. *)
Definition any := Num 0.
Definition less := Num 1.
Definition tight (f : state) : bool := match f with Num Z0 => false | _ => true end.

(** Behind each digit below the first number anything may stand; and that digit itself may stand or not. *)
Definition limit (sys : system) (f : bool) : Z * bool :=
  let '(a, b) := (Z.of_N (fst sys), snd sys) in
  (if 0 <? b then if f then (b, false) else (a, true)
   else if b <? 0 then if f then (a + b - 1, true) else (a - 1, true)
   else if f then (0, false) else (a, false))%Z.

Definition choices (sys : system) (f : state) : list (N * state) :=
  let '(k, more) := limit sys (tight f) in
  map (fun d => (d, any)) (range (Z.to_nat k) 0) ++ if more then [(Z.to_N k, less)] else [].

(** All letters that may stand behind others. *)
Fixpoint letters (sys : system) (fs : list state) : list (list N * list state) :=
  match fs with
  | [] => [([], [])]
  | f :: fs' =>
      let rest := letters sys fs' in
      flat_map (fun '(d, g) => map (fun '(l, gs) => (d :: l, g :: gs)) rest) (choices sys f)
  end.

(** * The weights of places *)

Section Weights.
  Variable sys : system.
  Hypothesis proper : unique_digits sys = true.

  Local Notation a := (Z.of_N (fst sys)).
  Local Notation b := (snd sys).
  Local Notation U := (weight sys).
  Open Scope Z_scope.

  Definition tail : Z := if 0 <? b then 1 else 0.

  (** What [b] of the place below the last one are worth. *)
  Definition low (n : nat) : Z := match n with O => tail | S m => b * U m end.

  Lemma weight_S n : U (S n) = a * U n + low n.
  Proof.
    destruct n as [|n]; [|reflexivity]. cbn [weight low]. unfold radix, tail.
    destruct (Z.ltb_spec 0 b); lia.
  Qed.

  Lemma low_0 n : b = 0 -> low n = 0.
  Proof. intros Z. unfold low, tail. rewrite Z. destruct n; reflexivity. Qed.

  (** The numbers that may stand in [n] places are those below this. *)
  Definition bound (f : bool) (n : nat) : Z :=
    if f then if 0 <? b then low n else if b <? 0 then U n + low n else 0 else U n.

  Lemma bound_S f n : bound f (S n) = fst (limit sys f) * U n + if snd (limit sys f) then bound true n else 0.
  Proof.
    unfold bound, limit. rewrite weight_S. cbn [low].
    destruct f, (Z.ltb_spec 0 b), (Z.ltb_spec b 0); cbn [fst snd]; try lia.
    unfold low, tail. destruct n; destruct (Z.ltb_spec 0 b); try lia. replace b with 0 by lia. lia.
  Qed.

  Lemma cases : b = 0 /\ 2 <= a \/ 1 <= b <= a \/ b <= -1 /\ 2 <= a + b.
  Proof.
    unfold unique_digits in proper. rewrite !orb_true_iff, !andb_true_iff, !Z.leb_le, Z.eqb_eq in proper. lia.
  Qed.

  Lemma weights n : 1 <= U n /\ 0 <= bound true n <= U n /\ U n < U (S n).
  Proof.
    pose proof cases as C. unfold bound.
    destruct (Z.ltb_spec 0 b) as [P | P]; [|destruct (Z.ltb_spec b 0) as [Q | Q]].
    - enough (1 <= U n /\ 1 <= low n <= U n) by (rewrite weight_S; nia).
      induction n as [|n IH].
      + cbn. unfold tail. destruct (Z.ltb_spec 0 b); lia.
      + rewrite weight_S. cbn [low]. nia.
    - enough (1 <= U n /\ 1 <= U n + low n /\ low n <= 0) by (rewrite weight_S; nia).
      induction n as [|n IH].
      + cbn. unfold tail. destruct (Z.ltb_spec 0 b); lia.
      + rewrite weight_S. cbn [low]. nia.
    - assert (b = 0) as Z by lia. rewrite weight_S, low_0 by trivial. enough (1 <= U n) by nia.
      induction n as [|n IH]; [cbn; lia|]. rewrite weight_S, low_0 by trivial. nia.
  Qed.

  Lemma weight_more n k : (n <= k)%nat -> U n <= U k.
  Proof. induction 1 as [|k _ IH]; [lia|]. pose proof (weights k). lia. Qed.

  Lemma weight_large n : Z.of_nat n < U n.
  Proof. induction n as [|n IH]; [cbn; lia|]. pose proof (weights n). lia. Qed.

  Lemma low_next n : low (S n) = b * U n.
  Proof. reflexivity. Qed.

  Lemma limit_nonneg f : 0 <= fst (limit sys f).
  Proof.
    pose proof cases. unfold limit. destruct f, (Z.ltb_spec 0 b), (Z.ltb_spec b 0); cbn [fst]; lia.
  Qed.

  (** * One digit *)

  Definition place (n : nat) : N := Z.to_N (U n).

  Lemma place_is n : Z.of_N (place n) = U n.
  Proof. unfold place. pose proof (weights n). lia. Qed.

  Definition allowed (n : nat) (f : state) (x : N) : Prop := Z.of_N x < bound (tight f) n.

  Lemma allowed_any n x : allowed n any x <-> Z.of_N x < U n.
  Proof. reflexivity. Qed.

  Lemma split f n x : allowed (S n) f x ->
    exists g, In ((x / place n)%N, g) (choices sys f) /\ allowed n g (x mod place n)%N.
  Proof.
    unfold allowed at 1, choices. rewrite bound_S. pose proof (limit_nonneg (tight f)).
    destruct (limit sys (tight f)) as [k more]. cbn [fst snd] in *.
    pose proof (weights n) as W. pose proof (place_is n) as P.
    pose proof (N.div_mod x (place n) ltac:(lia)) as D. pose proof (N.mod_lt x (place n) ltac:(lia)) as M.
    set (d := (x / place n)%N) in *. set (r := (x mod place n)%N) in *. intros L.
    destruct (Z.lt_ge_cases (Z.of_N d) k) as [K | K].
    - exists any. split; [|rewrite allowed_any; lia]. apply in_or_app. left. apply (in_map (fun d => (d, any))), in_range. lia.
    - assert (Z.of_N x = Z.of_N d * U n + Z.of_N r) as E by nia.
      destruct more; [|nia]. assert (Z.of_N d = k) as F by nia.
      exists less. split; [apply in_or_app; right; left; f_equal; lia|]. unfold allowed. cbn [tight less]. nia.
  Qed.

  Lemma join f n d g r : In (d, g) (choices sys f) -> allowed n g r ->
    allowed (S n) f (d * place n + r)%N /\ ((d * place n + r) / place n)%N = d /\ ((d * place n + r) mod place n)%N = r.
  Proof.
    pose proof (weights n) as W. pose proof (place_is n) as P. intros I A.
    assert (Z.of_N r < U n) as R.
    { revert A. unfold allowed. destruct (tight g); [lia | exact (fun A => A)]. }
    split.
    - unfold allowed at 1. rewrite bound_S. unfold choices in I. pose proof (limit_nonneg (tight f)).
      destruct (limit sys (tight f)) as [k more]. cbn [fst snd] in *.
      apply in_app_or in I. destruct I as [I | I].
      + apply in_map_iff in I. destruct I as (c & E & I). injection E as -> <-. apply in_range in I.
        assert (Z.of_N d + 1 <= k) by lia. destruct more; nia.
      + destruct more; [|easy]. destruct I as [E | []]. injection E as <- <-. unfold allowed in A. cbn [tight less] in A. nia.
    - split.
      + rewrite N.div_add_l, N.div_small by lia. lia.
      + rewrite N.add_comm, N.mod_add by lia. apply N.mod_small. lia.
  Qed.

  (** * All digits of a vector at once *)

  Definition tops (n : nat) (v : list N) : list N := map (fun x => x / place n)%N v.
  Definition rests (n : nat) (v : list N) : list N := map (fun x => x mod place n)%N v.
  Definition below (n : nat) (v : list N) : Prop := Forall (fun x => Z.of_N x < U n) v.
  Definition all_allowed (n : nat) : list state -> list N -> Prop := Forall2 (allowed n).

  Lemma allowed_length n fs v : all_allowed n fs v -> length fs = length v.
  Proof. induction 1; cbn; congruence. Qed.

  Lemma below_allowed n v : below n v <-> all_allowed n (repeat any (length v)) v.
  Proof.
    split; [intros F; induction F; cbn; constructor; trivial|].
    induction v as [|x v IH]; cbn; intros F; inversion F; subst; constructor; [assumption | now apply IH].
  Qed.

  Lemma split_all fs n v : all_allowed (S n) fs v ->
    exists gs, In (tops n v, gs) (letters sys fs) /\ all_allowed n gs (rests n v).
  Proof.
    induction 1 as [|f x fs v A _ IH]; cbn; [exists []; split; [now left | constructor]|].
    apply split in A. destruct A as (g & I & A), IH as (gs & J & B). exists (g :: gs). split; [|now constructor].
    apply in_flat_map. eexists. split; [exact I|]. cbn. apply in_map_iff. eexists. split; [|exact J]. reflexivity.
  Qed.

  Lemma join_all fs n l gs u : In (l, gs) (letters sys fs) -> all_allowed n gs u ->
    exists x, all_allowed (S n) fs x /\ tops n x = l /\ rests n x = u.
  Proof.
    revert l gs u. induction fs as [|f fs IH]; cbn; intros l gs u I A.
    - destruct I as [E | []]. injection E as <- <-. inversion A; subst. exists []. repeat split. constructor.
    - apply in_flat_map in I. destruct I as ([d g] & D & I). apply in_map_iff in I. destruct I as ([l' gs'] & E & I).
      injection E as <- <-. inversion A as [|? r ? u' R F]; subst. destruct (IH _ _ _ I F) as (x & X & T & Q).
      destruct (join f n d g r D R) as (Y & M & W). exists ((d * place n + r)%N :: x). cbn [tops rests map].
      fold (tops n x) (rests n x). rewrite M, W, T, Q. repeat split. now constructor.
  Qed.

  Lemma letters_length fs l gs : In (l, gs) (letters sys fs) -> length l = length fs /\ length gs = length fs.
  Proof.
    revert l gs. induction fs as [|f fs IH]; cbn; intros l gs I.
    - destruct I as [E | []]. now injection E as <- <-.
    - apply in_flat_map in I. destruct I as ([d g] & _ & I). apply in_map_iff in I. destruct I as ([l' gs'] & E & I).
      injection E as <- <-. apply IH in I. cbn. lia.
  Qed.

  (** Zeros may follow on whatever is there. *)
  Lemma letters_end fs l gs : In (l, gs) (letters sys fs) -> all_allowed 0 gs (repeat 0%N (length fs)).
  Proof.
    revert l gs. induction fs as [|f fs IH]; cbn; intros l gs I.
    - destruct I as [E | []]. injection E as <- <-. constructor.
    - apply in_flat_map in I. destruct I as ([d g] & D & I). apply in_map_iff in I. destruct I as ([l' gs'] & E & I).
      injection E as <- <-. constructor; [|now apply (IH l')].
      unfold choices, limit in D. pose proof cases. unfold allowed, bound, tail.
      destruct (tight f), (Z.ltb_spec 0 (snd sys)), (Z.ltb_spec (snd sys) 0); apply in_app_or in D; destruct D as [D | D];
        try apply in_map_iff in D; try (destruct D as (x & D & _)); try (destruct D as [D | []]); try easy;
        injection D as <- <-; cbn; unfold tail; destruct (Z.ltb_spec 0 (snd sys)); lia.
  Qed.

  Lemma below_app n v u : below n (v ++ u) <-> below n v /\ below n u.
  Proof. apply Forall_app. Qed.

  Lemma below_more n k v : (n <= k)%nat -> below n v -> below k v.
  Proof. intros L. apply weight_more in L. apply Forall_impl. intros x A. lia. Qed.

  Lemma below_rests n v : below n (rests n v).
  Proof.
    apply Forall_map, Forall_forall. intros x _. pose proof (weights n). rewrite <- place_is.
    pose proof (N.mod_lt x (place n)). pose proof (place_is n). lia.
  Qed.

  Lemma small n v : below n v -> tops n v = repeat 0%N (length v) /\ rests n v = v.
  Proof.
    pose proof (place_is n) as P. intros F. induction F as [|x v L _ [IHt IHr]]; cbn; [easy|].
    fold (tops n v) (rests n v). rewrite IHt, IHr, N.div_small, N.mod_small by lia. easy.
  Qed.

  Lemma below_0 v : below 0 v -> v = repeat 0%N (length v).
  Proof. intros F. induction F as [|x v L _ IH]; cbn [length repeat]; trivial. f_equal; [cbn in L; lia | exact IH]. Qed.

  Lemma below_zeros n w : below n (repeat 0%N w).
  Proof. apply Forall_forall. intros x I. apply repeat_spec in I. subst. pose proof (weights n). lia. Qed.

  Definition height (v : list N) : nat := fold_right (fun x n => Nat.max (N.to_nat x) n) 0%nat v.

  Lemma below_height v : below (height v) v.
  Proof.
    induction v as [|x v IH]; cbn; [constructor|]. fold (height v). set (n := height v) in *. constructor.
    - pose proof (weight_large (Nat.max (N.to_nat x) n)). lia.
    - apply (below_more n); [lia | trivial].
  Qed.

  (** * Sums *)

  Definition total (ts : list Z) : Z := fold_right (fun t m => Z.abs t + m) 0 ts.

  Lemma dot_split n ts v : dot ts v = dot ts (tops n v) * U n + dot ts (rests n v).
  Proof.
    pose proof (weights n) as W. pose proof (place_is n) as P.
    revert v. induction ts as [|t ts IH]; intros [|x v]; cbn [dot tops rests map]; try lia.
    fold (tops n v) (rests n v). rewrite IH. pose proof (N.div_mod x (place n) ltac:(lia)).
    replace (Z.of_N x) with (Z.of_N (place n) * Z.of_N (x / place n) + Z.of_N (x mod place n)) by lia. rewrite P. ring.
  Qed.

  Lemma dot_small n ts v : below n v -> Z.abs (dot ts v) <= total ts * (U n - 1).
  Proof.
    pose proof (weights n) as W. intros F. revert v F. induction ts as [|t ts IH]; intros v F; [destruct v; cbn; lia|].
    assert (forall ts, 0 <= total ts) as P by (clear; unfold total; induction ts; cbn; lia).
    destruct v as [|x v]; cbn [dot total fold_right]; fold (total ts); [specialize (P ts); nia|].
    inversion F; subst. specialize (IH v H2).
    assert (Z.abs (t * Z.of_N x) <= Z.abs t * (U n - 1)) by (rewrite Z.abs_mul; nia). lia.
  Qed.

  Lemma dot_zeros ts v : below 0 v -> dot ts v = 0.
  Proof.
    intros Z. apply below_0 in Z. rewrite Z. clear Z. revert ts.
    induction (length v) as [|n IH]; intros [|t ts]; cbn; trivial. rewrite IH. lia.
  Qed.
End Weights.
