(** Numbers and words as they are written are read back. *)

From Coq Require Import NArith ZArith Bool Ascii String List Lia.
From Grundy Require Import Statements Print.
Import ListNotations. Open Scope string_scope. Open Scope list_scope. Open Scope N_scope.

(** * Numbers *)
Definition digit (c : ascii) : N := let n := N_of_ascii c in if n <? 58 then n - 48 else n - 87.

Fixpoint number (base before : N) (s : string) : N :=
  match s with EmptyString => before | String c s' => number base (before * base + digit c) s' end.

Lemma below_16 (P : N -> Prop) :
  P 0 -> P 1 -> P 2 -> P 3 -> P 4 -> P 5 -> P 6 -> P 7 -> P 8 -> P 9 -> P 10 -> P 11 -> P 12 -> P 13 -> P 14 -> P 15 ->
  forall d, d < 16 -> P d.
Proof.
  intros. destruct d as [|p]; trivial. do 4 (destruct p as [p|p|]; trivial; try lia).
Qed.

Lemma digit_sign d : d < 16 -> digit (sign d) = d.
Proof. revert d. now apply below_16. Qed.

Lemma number_spell base fuel n after : 2 <= base <= 16 -> n < 2 ^ N.of_nat fuel ->
  number base 0 (spell fuel base n after) = number base n after.
Proof.
  intros B. revert n after. induction fuel as [|fuel IH]; intros n after F; cbn [spell].
  - change (2 ^ N.of_nat 0) with 1 in F. assert (n = 0) as -> by lia. easy.
  - assert (n mod base < base) by (apply N.mod_lt; lia).
    destruct (N.ltb_spec n base).
    + cbn [number]. rewrite digit_sign by lia. rewrite N.mod_small by trivial. easy.
    + rewrite IH.
      * cbn [number]. rewrite digit_sign by lia. f_equal. rewrite (N.div_mod n base) at 3 by lia. lia.
      * rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r' in F. apply N.div_lt_upper_bound; [lia|]. nia.
Qed.

Lemma number_spelled base n : 2 <= base <= 16 -> number base 0 (spelled base n) = n.
Proof.
  intros B. unfold spelled. rewrite number_spell; trivial. rewrite Nnat.Nat2N.inj_succ, Nnat.N2Nat.id.
  pose proof (N.size_gt n). rewrite N.pow_succ_r'. lia.
Qed.

(** * Words *)
Fixpoint every (p : ascii -> bool) (s : string) : bool :=
  match s with EmptyString => true | String c s' => p c && every p s' end.

Lemma every_app p s t : every p (s ++ t)%string = every p s && every p t.
Proof. induction s; cbn; trivial. now rewrite IHs, andb_assoc. Qed.

Lemma every_more (p q : ascii -> bool) s : (forall c, p c = true -> q c = true) -> every p s = true -> every q s = true.
Proof.
  intros L. induction s; cbn; trivial. rewrite !andb_true_iff. intros [P E]. split; [now apply L | now apply IHs].
Qed.

(** Signs that stand neither between words nor at their ends. *)
Definition bare (between c : ascii) : bool := negb (Ascii.eqb c between) && negb (Ascii.eqb c feed).
Definition clean (c : ascii) : bool := bare " " c && negb (Ascii.eqb c "+") && negb (Ascii.eqb c "-").

Lemma clean_sign d : d < 16 -> clean (sign d) = true.
Proof. revert d. now apply below_16. Qed.

Lemma clean_spell fuel base n after : 2 <= base <= 16 -> every clean after = true -> every clean (spell fuel base n after) = true.
Proof.
  intros B. revert n after. induction fuel as [|fuel IH]; intros n after E; cbn [spell]; trivial.
  assert (n mod base < base) by (apply N.mod_lt; lia).
  assert (every clean (String (sign (n mod base)) after) = true) by (cbn [every]; rewrite clean_sign by lia; trivial).
  destruct (n <? base); trivial. now apply IH.
Qed.

Lemma clean_spelled base n : 2 <= base <= 16 -> every clean (spelled base n) = true.
Proof. intros B. now apply clean_spell. Qed.

Lemma spell_more fuel base n c after : exists d s, spell fuel base n (String c after) = String d s.
Proof.
  revert n c after. induction fuel as [|fuel IH]; intros n c after; cbn [spell]; [eauto|]. destruct (n <? base); eauto.
Qed.

Lemma spelled_more base n : exists d s, spelled base n = String d s.
Proof. unfold spelled. cbn [spell]. destruct (n <? base); eauto using spell_more. Qed.

(** The words up to the end of the line. *)
Fixpoint split (between : ascii) (s : string) : list string :=
  match s with
  | EmptyString => [""]
  | String c s' =>
      if Ascii.eqb c feed then [""]
      else if Ascii.eqb c between then "" :: split between s'
      else match split between s' with w :: l => String c w :: l | [] => [String c ""] end
  end.

Definition ended (s : string) : Prop := match s with EmptyString => True | String c _ => c = feed end.

Lemma split_last between s t : every (bare between) s = true -> ended t -> split between (s ++ t) = [s].
Proof.
  intros B E. induction s as [|c s IH]; cbn [append].
  - destruct t; trivial. cbn in E. now subst.
  - cbn in B. apply andb_true_iff in B. destruct B as [C B]. unfold bare in C. cbn [split].
    destruct (Ascii.eqb c feed); [now rewrite andb_false_r in C|]. destruct (Ascii.eqb c between); [discriminate|].
    now rewrite (IH B).
Qed.

Lemma split_more between s t : between <> feed -> every (bare between) s = true ->
  split between (s ++ String between t) = s :: split between t.
Proof.
  intros D B. induction s as [|c s IH]; cbn [append].
  - cbn [split]. destruct (Ascii.eqb_spec between feed); [contradiction|]. now rewrite Ascii.eqb_refl.
  - cbn in B. apply andb_true_iff in B. destruct B as [C B]. unfold bare in C. cbn [split].
    destruct (Ascii.eqb c feed); [now rewrite andb_false_r in C|]. destruct (Ascii.eqb c between); [discriminate|].
    now rewrite (IH B).
Qed.

Lemma append_empty s : (s ++ "" = s)%string.
Proof. induction s; cbn; trivial. now rewrite IHs. Qed.

Lemma append_assoc s t u : ((s ++ t) ++ u = s ++ (t ++ u))%string.
Proof. induction s; cbn; trivial. now rewrite IHs. Qed.

Lemma split_join between l t : between <> feed -> l <> [] -> Forall (fun s => every (bare between) s = true) l -> ended t ->
  split between (join between l ++ t) = l.
Proof.
  intros D. induction l as [|s l IH]; intros M F E; [easy|]. inversion_clear F. destruct l as [|s' l].
  - now apply split_last.
  - change (join between (s :: s' :: l)) with (s ++ String between (join between (s' :: l)))%string.
    rewrite append_assoc. cbn [append]. rewrite split_more by trivial. f_equal. now apply IH.
Qed.

Definition parts (s : string) : list N := if String.eqb s "-" then [] else map (number 10 0) (split "+" s).

Lemma parts_shown l : parts (shown (Parts l)) = l.
Proof.
  destruct l as [|n l]; [easy|]. cbn [shown]. unfold parts. destruct (String.eqb_spec (join "+" (map (spelled 10) (n :: l))) "-") as [E|D].
  - exfalso. cbn [map] in E. destruct (spelled_more 10 n) as (c & s & S). pose proof (clean_spelled 10 n ltac:(lia)) as C.
    rewrite S in *. cbn in C. assert (c = "-"%char) as -> by (destruct l; cbn in E; now injection E). easy.
  - clear D. rewrite <- (append_empty (join _ _)), split_join; cbn [ended]; trivial; try easy.
    + rewrite map_map. rewrite (map_ext _ id), map_id; trivial. intros m. now apply number_spelled.
    + apply Forall_map, Forall_forall. intros m _. apply every_more with clean; [|now apply clean_spelled].
      unfold clean, bare. intros c. rewrite !andb_true_iff. tauto.
Qed.

Definition integer (s : string) : Z :=
  match s with
  | String c s' => if Ascii.eqb c "-" then (- Z.of_N (number 10 0 s'))%Z else Z.of_N (number 10 0 s)
  | EmptyString => 0%Z
  end.

Lemma spelled_digit base n : 2 <= base <= 16 -> exists c s, spelled base n = String c s /\ Ascii.eqb c "-" = false.
Proof.
  intros B. destruct (spelled_more base n) as (c & s & E). exists c, s. split; trivial.
  pose proof (clean_spelled base n B) as C. rewrite E in C. cbn [every] in C. unfold clean in C.
  destruct (Ascii.eqb c "-"); trivial. now rewrite andb_false_r in C.
Qed.

Lemma integer_shown z : integer (signed z) = z.
Proof.
  unfold signed. destruct (Z.ltb_spec z 0).
  - cbn [integer]. change (Ascii.eqb "-" "-") with true. cbv iota. rewrite number_spelled by easy. lia.
  - destruct (spelled_digit 10 (Z.to_N z)) as (c & s & E & D); [easy|]. unfold integer. rewrite E, D, <- E.
    rewrite number_spelled by easy. lia.
Qed.

(** * Lines *)
Definition sound_word (w : word) : Prop := match w with Word s => every (bare " ") s = true | _ => True end.

Lemma bare_shown w : sound_word w -> every (bare " ") (shown w) = true.
Proof.
  assert (forall c, clean c = true -> bare " " c = true) as L by (unfold clean; intros c; rewrite !andb_true_iff; tauto).
  destruct w; cbn [shown sound_word]; trivial; try (intros _; eapply every_more; [exact L|]; now apply clean_spelled).
  - intros _. destruct l as [|n l]; trivial. remember (n :: l) as l' eqn:E. clear n l E. induction l' as [|n l' IH]; trivial.
    cbn [map join]. destruct l' as [|m l'].
    + eapply every_more; [exact L|]. now apply clean_spelled.
    + cbn [map] in *. rewrite every_app. cbn [every]. rewrite IH. apply andb_true_iff. split; trivial.
      eapply every_more; [exact L|]. now apply clean_spelled.
  - intros _. unfold signed. destruct (z <? 0)%Z; [cbn [every]; change (bare " " "-") with true; cbn [andb]|];
      (eapply every_more; [exact L|]; now apply clean_spelled).
Qed.

Lemma split_written line : line <> [] -> Forall sound_word line -> split " " (written line) = map shown line.
Proof.
  intros D F. unfold written. apply split_join; try easy.
  - now destruct line.
  - apply Forall_map. revert F. apply Forall_impl. apply bare_shown.
Qed.
