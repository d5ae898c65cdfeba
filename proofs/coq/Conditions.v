(** The automata of linear conditions. *)

From Coq Require Import NArith ZArith List Lia Bool.
From Grundy Require Import Statements Vectors States Systems Automata Unknown Least.
Import ListNotations.
Open Scope N_scope.

Section Base.
  Variable sys : system.

  (** * Program *)

  Fixpoint each {A} (l : list (option A)) : option (list A) :=
    match l with
    | [] => Some []
    | Some a :: l' => match each l' with Some k => Some (a :: k) | None => None end
    | None :: _ => None
    end.

  (** The automaton of a condition about [w] numbers. *)
  Fixpoint of_condition (w : nat) (c : condition) : option automaton :=
    match c with
    | AtMost s => Some (about sys (compares sys false) s)
    | IsZero s => Some (about sys (compares sys true) s)
    | Multiple m s => if (0 <? m)%Z then Some (about sys (multiple sys m) s) else None
    | Never k l =>
        match each (map (fun d => of_condition (w + k) d) l) with Some As => option_map (smaller sys w) (never sys w k (all As)) | None => None end
    end.

  Definition of_conditions (w : nat) (l : list condition) : option automaton :=
    option_map all (each (map (of_condition w) l)).

  (** Whether no numbers satisfy all these conditions. *)
  Definition impossible (w : nat) (l : list condition) : bool :=
    match of_conditions w l with
    | Some A => match first sys A 0 w with Some l => negb (existsb (accepts A) (bare l)) | None => false end
    | None => false
    end.

  (** * What they decide *)

  Hypothesis proper : unique_digits sys = true.

  Local Notation below := (below sys).
  Local Notation reads := (reads sys).
  Local Notation run := (run sys).
  Local Notation says := (says sys).
  Local Notation decides := (decides sys).

  Lemma all_decides {T} w (auto : T -> option automaton) (P : T -> list N -> Prop) l As :
    Forall (fun c => forall A, auto c = Some A -> decides w A (P c)) l -> each (map auto l) = Some As ->
    decides w (all As) (fun v => fold_right and True (map (fun c => P c v) l)).
  Proof.
    intros each_decides E n v W L. rewrite says_all. revert As E.
    induction each_decides as [|c l D _ IH]; cbn; intros As E.
    - injection E as <-. split; [trivial | constructor].
    - destruct (auto c) as [A|]; [|discriminate]. destruct (each (map auto l)) as [Bs|]; [|discriminate].
      injection E as <-. rewrite Forall_cons_iff, (IH Bs eq_refl), (D A eq_refl n v W L). reflexivity.
  Qed.

  Lemma of_condition_decides : forall c w A, of_condition w c = Some A -> decides w A (satisfied c).
  Proof.
    fix F 1. intros [s | s | m s | k l] w A; cbn [of_condition].
    - intros E. injection E as <-. apply (about_compares sys proper w false s).
    - intros E. injection E as <-. apply (about_compares sys proper w true s).
    - destruct (Z.ltb_spec 0 m); [|discriminate]. intros E. injection E as <-.
      apply (about_decides sys proper _ (fun s v => (m | worth s v)%Z)); [|now intros ? ? ? ->].
      intros. now apply multiple_decides.
    - destruct (each _) as [As|] eqn:E; [|discriminate]. cbn [option_map satisfied].
      destruct (never sys w k (all As)) as [B|] eqn:N; [|discriminate]. intros M. injection M as <-.
      apply smaller_decides; trivial. apply (never_decides sys proper w k (all As) B (fun x => fold_right and True (map (fun d => satisfied d x) l)) N).
      apply (all_decides (w + k) (of_condition (w + k)) satisfied); trivial.
      clear - F. induction l as [|c l IH]; constructor; [intros A; apply F | exact IH].
  Qed.

  Lemma of_conditions_decides w l A : of_conditions w l = Some A -> decides w A (fun v => Forall (fun c => satisfied c v) l).
  Proof.
    unfold of_conditions. destruct (each _) as [As|] eqn:E; [|discriminate]. cbn. intros G. injection G as <-.
    assert (Forall (fun c => forall B, of_condition w c = Some B -> decides w B (satisfied c)) l) as D.
    { apply Forall_forall. intros c _ B. apply of_condition_decides. }
    intros n v W L. rewrite (all_decides w (of_condition w) satisfied l As D E n v W L). clear.
    induction l as [|c l IH]; cbn; [split; [constructor | trivial]|]. rewrite Forall_cons_iff, IH. reflexivity.
  Qed.

  Lemma impossible_spec w l v : impossible w l = true -> length v = w -> ~ Forall (fun c => satisfied c v) l.
  Proof.
    unfold impossible. destruct (of_conditions w l) as [A|] eqn:E; [|discriminate]. apply of_conditions_decides in E.
    destruct (first sys A 0 w) as [from|] eqn:F; [|discriminate]. intros no W all.
    destruct (proj2 (may_accept sys proper A 0 w 0 [] _ E eq_refl (Forall_nil _))) as (s & R & C); [exists v; auto|].
    apply (first_spec sys proper A 0 w from F [] s eq_refl (Forall_nil _)) in R.
    enough (existsb (accepts A) (bare from) = true) as X by (rewrite X in no; discriminate). apply existsb_exists. eauto.
  Qed.
End Base.
