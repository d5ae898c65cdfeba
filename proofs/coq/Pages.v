(** Lines as lists of words, and what is read of them: numbers, and moves on vectors. *)

From Coq Require Import NArith ZArith Bool Ascii String List Lia.
From Grundy Require Import Vectors Statements Print Text.
Import ListNotations. Open Scope string_scope. Open Scope list_scope. Open Scope N_scope.

Notation "'let*' p ':=' e 'in' f" := (match e with Some p => f | None => None end) (at level 200, p pattern, e at level 100, f at level 200).

Definition ten : string -> N := number 10 0.
Definition sixteen : string -> N := number 16 0.

Lemma ten_shown n : ten (spelled 10 n) = n.
Proof. now apply number_spelled. Qed.

Lemma sixteen_shown n : sixteen (spelled 16 n) = n.
Proof. now apply number_spelled. Qed.

Lemma map_ten l : map ten (map shown (map Number l)) = l.
Proof. induction l; cbn [map shown]; trivial. now rewrite ten_shown, IHl. Qed.

Lemma map_sixteen l : map sixteen (map shown (map Set_ l)) = l.
Proof. induction l; cbn [map shown]; trivial. now rewrite sixteen_shown, IHl. Qed.

Lemma map_parts l : map parts (map shown (map Parts l)) = l.
Proof. induction l; cbn [map]; trivial. now rewrite parts_shown, IHl. Qed.

(** * Lines, as their words *)
Definition page := list (list string).

(** What stands after the first word, which is the expected one; and the other lines. *)
Definition keyed (s : string) (l : page) : option (list string * page) :=
  match l with (w :: words) :: rest => if String.eqb w s then Some (words, rest) else None | _ => None end.

Definition one (s : string) (l : page) : option (N * page) :=
  match keyed s l with Some ([w], rest) => Some (ten w, rest) | _ => None end.

Definition page_of (lines : list (list word)) : page := map (map shown) lines.

Lemma one_line s n l : one s ([s; spelled 10 n] :: l) = Some (n, l).
Proof. unfold one, keyed. now rewrite String.eqb_refl, ten_shown. Qed.

Lemma keyed_line s words l : keyed s ((s :: words) :: l) = Some (words, l).
Proof. unfold keyed. now rewrite String.eqb_refl. Qed.

(** * Moves on vectors *)
Lemma map_integers l : map integer (map shown (map Integer l)) = l.
Proof. induction l; cbn [map shown]; trivial. now rewrite integer_shown, IHl. Qed.

Lemma sum_of_words s : sum_of (map integer (map shown (sum_words s))) = s.
Proof.
  destruct s as [c ts]. unfold sum_words. cbn [fst snd]. rewrite !map_app, map_integers. cbn [map shown].
  rewrite integer_shown. unfold sum_of. now rewrite last_last, removelast_last.
Qed.

(** So many conditions, or fewer where something else follows. *)
Fixpoint conditions_of (fuel count : nat) (l : page) : list condition * page :=
  match fuel, count, l with
  | S fuel, S count, (w :: words) :: rest =>
      let more c := fun '(cs, rest) => (c :: cs : list condition, rest : page) in
      if String.eqb w "at-most" then more (AtMost (sum_of (map integer words))) (conditions_of fuel count rest)
      else if String.eqb w "is-zero" then more (IsZero (sum_of (map integer words))) (conditions_of fuel count rest)
      else if String.eqb w "multiple" then
        match words with
        | m :: words => more (Multiple (integer m) (sum_of (map integer words))) (conditions_of fuel count rest)
        | [] => ([], l)
        end
      else if String.eqb w "none" then
        match words with
        | [k; inner] =>
            let (cs, rest) := conditions_of fuel (N.to_nat (ten inner)) rest in
            more (Never (N.to_nat (ten k)) cs) (conditions_of fuel count rest)
        | _ => ([], l)
        end
      else ([], l)
  | _, _, _ => ([], l)
  end.

(** Something else than a condition. *)
Definition after_conditions (l : page) : Prop := forall fuel count, conditions_of fuel count l = ([], l).

Lemma conditions_of_lines fuel cs : forall count l, (length (flat_map condition_lines cs) < fuel)%nat ->
  (count = length cs \/ (length cs <= count)%nat /\ after_conditions l) ->
  conditions_of fuel count (page_of (flat_map condition_lines cs) ++ l) = (cs, l).
Proof.
  revert cs. induction fuel as [|fuel IH]; intros cs count l F C; [lia|]. destruct cs as [|c cs].
  - cbn [flat_map page_of map app]. destruct C as [-> | [_ A]]; [easy | apply A].
  - destruct count as [|count]; [cbn in C; lia|].
    assert (count = length cs \/ (length cs <= count)%nat /\ after_conditions l) as C' by (cbn [length] in C; intuition lia).
    cbn [flat_map] in *. rewrite app_length in F. unfold page_of. rewrite map_app, <- app_assoc.
    destruct c; cbn [condition_lines map shown app conditions_of length] in *.
    + change (String.eqb "at-most" "at-most") with true. cbv iota. fold (page_of (flat_map condition_lines cs)).
      rewrite IH by (trivial; lia). now rewrite sum_of_words.
    + change (String.eqb "is-zero" "at-most") with false. change (String.eqb "is-zero" "is-zero") with true. cbv iota.
      fold (page_of (flat_map condition_lines cs)). rewrite IH by (trivial; lia). now rewrite sum_of_words.
    + change (String.eqb "multiple" "at-most") with false. change (String.eqb "multiple" "is-zero") with false.
      change (String.eqb "multiple" "multiple") with true. cbv iota.
      fold (page_of (flat_map condition_lines cs)). rewrite IH by (trivial; lia). cbn [map]. now rewrite sum_of_words, integer_shown.
    + change (String.eqb "none" "at-most") with false. change (String.eqb "none" "is-zero") with false.
      change (String.eqb "none" "multiple") with false. change (String.eqb "none" "none") with true. cbv iota.
      fold (page_of (flat_map condition_lines l0)). fold (page_of (flat_map condition_lines cs)).
      unfold counted. cbn [shown]. rewrite !ten_shown, !Nnat.Nat2N.id. rewrite (IH l0 (length l0)); [|lia|now left]. now rewrite IH by (trivial; lia).
Qed.

Fixpoint parts_of (l : page) : list (list Z) * page :=
  match l with
  | (w :: words) :: rest =>
      if String.eqb w "part" then let (more, rest) := parts_of rest in (map integer words :: more, rest) else ([], l)
  | _ => ([], l)
  end.

Fixpoint linear_moves (count : nat) (l : page) : list line_move * page :=
  match count, one "move" l with
  | S count, Some (k, rest) =>
      let (cs, rest) := conditions_of (S (length rest)) (length rest) rest in
      let (parts, rest) := parts_of rest in
      let (more, rest) := linear_moves count rest in ((N.to_nat k, cs, parts) :: more, rest)
  | _, _ => ([], l)
  end.

(** Lines with which a move has ended. *)
Definition after_linear (l : page) : Prop :=
  match l with (w :: _) :: _ => Forall (fun s => String.eqb w s = false) ["at-most"; "is-zero"; "multiple"; "none"; "part"] | _ => False end.

Lemma after_linear_conditions l : after_linear l -> after_conditions l.
Proof.
  intros A [|fuel] [|count]; trivial. destruct l as [|[|w words] rest]; try easy. cbn [after_linear] in A.
  repeat match goal with H : Forall _ (_ :: _) |- _ => inversion_clear H end. cbn [conditions_of].
  now repeat match goal with H : String.eqb w _ = false |- _ => rewrite H; clear H end.
Qed.

Lemma parts_of_lines parts l : after_linear l ->
  parts_of (page_of (map (fun p => Word "part" :: map Integer p) parts) ++ l) = (parts, l).
Proof.
  intros A. induction parts as [|p parts IH].
  - destruct l as [|[|w words] rest]; try easy. cbn [after_linear] in A.
    repeat match goal with H : Forall _ (_ :: _) |- _ => inversion_clear H end. cbn. now rewrite H3.
  - cbn [page_of map shown app parts_of]. change (String.eqb "part" "part") with true. cbv iota.
    unfold page_of in IH. now rewrite IH, map_integers.
Qed.

Lemma part_after parts l : after_linear l ->
  after_conditions (page_of (map (fun p => Word "part" :: map Integer p) parts) ++ l).
Proof.
  intros A. destruct parts as [|p parts]; [now apply after_linear_conditions|]. now intros [|fuel] [|count].
Qed.

Lemma linear_moves_lines moves l : after_linear l ->
  linear_moves (length moves) (page_of (flat_map linear_lines moves) ++ l) = (moves, l).
Proof.
  intros A. assert (forall moves, after_linear (page_of (flat_map linear_lines moves) ++ l)) as A'.
  { intros [|[[k cs] parts] more]; trivial. cbn. now repeat constructor. }
  induction moves as [|[[k cs] parts] moves IH]; [easy|]. cbn [flat_map linear_lines length].
  unfold page_of. rewrite map_app, <- app_assoc. cbn [app map shown linear_moves]. rewrite one_line, map_app, <- app_assoc.
  fold (page_of (flat_map condition_lines cs)) (page_of (flat_map linear_lines moves)).
  change (map (map shown) (map ?f parts)) with (page_of (map f parts)).
  rewrite conditions_of_lines.
  - rewrite parts_of_lines by trivial. now rewrite IH, Nnat.Nat2N.id.
  - unfold page_of. rewrite app_length, map_length. lia.
  - right. split; [|now apply part_after]. unfold page_of. rewrite app_length, map_length.
    enough (length cs <= length (flat_map condition_lines cs))%nat by lia.
    clear. induction cs as [|c cs IH]; cbn; [easy|]. rewrite app_length. destruct c; cbn; lia.
Qed.

(** * Rows *)
Fixpoint rows_of (l : page) : list (option N * list N) :=
  match l with
  | (w :: _ :: output :: after) :: rest =>
      if String.eqb w "state" then (if String.eqb output "-" then None else Some (ten output), map ten after) :: rows_of rest else []
  | _ => []
  end.

Lemma rows_of_lines rows n s words l : String.eqb s "state" = false ->
  rows_of (page_of (row_lines n rows) ++ (s :: words) :: l) = rows.
Proof.
  intros D. revert n. induction rows as [|[output after] rows IH]; intros n.
  - cbn. destruct words as [|? [|? ?]]; trivial. now rewrite D.
  - cbn [row_lines]. unfold row_line. cbn [fst snd page_of map shown app rows_of].
    change (String.eqb "state" "state") with true. cbv iota. fold (page_of (row_lines (n + 1) rows)). rewrite IH, map_ten.
    destruct output as [x|]; [|easy]. cbn [shown]. rewrite ten_shown.
    destruct (spelled_digit 10 x) as (c & t & E & H); [easy|]. rewrite E. cbn [String.eqb]. now rewrite H.
Qed.
