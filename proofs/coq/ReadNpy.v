(** The entries of the file of a table, read byte by byte: [entries_of] has them just if they lie in it. *)

From Coq Require Import NArith Arith Bool Ascii String List Lia.
From Grundy Require Import Statements Print PrintTable Text Npy.
Import ListNotations. Open Scope string_scope. Open Scope list_scope. Open Scope N_scope.

(** * Program *)
Fixpoint after (s : string) (f : file) : option file :=
  match s, f with
  | EmptyString, _ => Some f
  | String c s', Byte d rest => if Ascii.eqb c d then after s' rest else None
  | _, Ends => None
  end.

(** The numbers found so far, the last one first; of the next one [v] by the bytes before, [left] are to come. *)
Fixpoint numbers_in (count : N) (f : file) (left weight v : N) (found : list N) : option (list N) :=
  match f with
  | Ends => if left =? count then Some (rev' found) else None
  | Byte c rest =>
      let v := v + weight * N_of_ascii c in
      if left =? 1 then numbers_in count rest count 1 0 (v :: found)
      else numbers_in count rest (N.pred left) (256 * weight) v found
  end.

Fixpoint bits (count : nat) (n : N) (found : list bool) : list bool :=
  match count with O => found | S more => bits more (n / 2) (N.odd n :: found) end.

(** So many bits, and none of those after them in the last byte is set. *)
Fixpoint bits_in (f : file) (left : N) (found : list bool) : option (list bool) :=
  match f with
  | Ends => if left =? 0 then Some (rev' found) else None
  | Byte c rest =>
      let n := N_of_ascii c in
      if 8 <=? left then bits_in rest (left - 8) (bits 8 n found)
      else if (0 <? left) && (n <? 2 ^ left) then bits_in rest 0 (bits (N.to_nat left) n found) else None
  end.

(** How many states there are, if each side is above 0 and no product above 2^40, so that none becomes too large. *)
Fixpoint product (shape : list N) (found : N) : option N :=
  match shape with
  | [] => Some found
  | side :: shape' => if (0 <? side) && (found <=? 1099511627776 / side) then product shape' (found * side) else None
  end.

Definition entries_of (t : tabulated) (data : file) : option entries :=
  let '(Tabulates outcomes _ shape bytes _ _) := t in
  match product shape 1 with
  | Some count =>
      match outcomes with
      | None =>
          match after (header bytes shape) data with
          | Some rest =>
              if (bytes =? 1) || (bytes =? 2) || (bytes =? 4) then
                match numbers_in bytes rest bytes 1 0 [] with
                | Some values => if N.of_nat (length values) =? count then Some (OfValues values) else None
                | None => None
                end
              else None
          | None => None
          end
      | Some _ =>
          match after (header bytes [(count + 7) / 8]) data with
          | Some rest =>
              if bytes =? 1 then match bits_in rest count [] with Some losing => Some (OfOutcomes losing) | None => None end
              else None
          | None => None
          end
      end
  | None => None
  end.

(** * What is read lies there *)
Fixpoint filed (s : string) : file := match s with EmptyString => Ends | String c s' => Byte c (filed s') end.

Lemma filed_whole f : filed (whole f) = f.
Proof. induction f; cbn; congruence. Qed.

Lemma whole_filed s : whole (filed s) = s.
Proof. induction s; cbn; congruence. Qed.

Lemma after_is s f rest : after s f = Some rest <-> whole f = (s ++ whole rest)%string.
Proof.
  revert f. induction s as [|c s IH]; intros f; cbn [after append].
  - split; intros E; [now injection E as ->|]. now rewrite <- (filed_whole f), E, filed_whole.
  - destruct f as [|d f]; cbn [whole]; [easy|]. destruct (Ascii.eqb_spec c d) as [<- | D].
    + rewrite IH. split; intros E; [now rewrite E | now injection E].
    + split; intros E; [discriminate | injection E as ->; contradiction].
Qed.

Lemma byte_below c : N_of_ascii c < 256.
Proof. exact (N_ascii_bounded c). Qed.

Lemma little_more i v c : v < 256 ^ N.of_nat i ->
  little (S i) (v + 256 ^ N.of_nat i * N_of_ascii c) = (little i v ++ String c "")%string.
Proof.
  revert v. induction i as [|i IH]; intros v L.
  - change (256 ^ N.of_nat 0) with 1 in *. assert (v = 0) as -> by lia. cbn [little append].
    rewrite N.mul_1_l, N.add_0_l, N.mod_small by apply byte_below. now rewrite ascii_N_embedding.
  - rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r' in *. set (w := 256 ^ N.of_nat i) in *. change (little (S i) v ++ String c "")%string
      with (String (ascii_of_N (v mod 256)) (little i (v / 256) ++ String c "")).
    rewrite <- IH by (apply N.div_lt_upper_bound; lia). cbn [little]. fold w.
    replace (v + 256 * w * N_of_ascii c) with (v + (w * N_of_ascii c) * 256) by lia.
    now rewrite N.mod_add, N.div_add by lia.
Qed.

Definition stream (k : N) (l : list N) : string := String.concat "" (map (little (N.to_nat k)) l).

Lemma stream_cons k n l : stream k (n :: l) = (little (N.to_nat k) n ++ stream k l)%string.
Proof. unfold stream. destruct l; cbn [map String.concat]; trivial. now rewrite append_empty. Qed.

Lemma more_weight i v c : v < 256 ^ i -> v + 256 ^ i * N_of_ascii c < 256 ^ N.succ i.
Proof. pose proof (byte_below c). rewrite N.pow_succ_r'. nia. Qed.

Lemma numbers_in_lie k f : 0 < k -> forall i v found l, i < k -> v < 256 ^ i ->
  numbers_in k f (k - i) (256 ^ i) v found = Some l ->
  exists values, l = rev found ++ values /\ Forall (fun v => v < 256 ^ k) values /\
                 (little (N.to_nat i) v ++ whole f)%string = stream k values.
Proof.
  intros P. induction f as [|c f IH]; intros i v found l I V E; cbn [numbers_in whole] in *.
  - destruct (N.eqb_spec (k - i) k) as [D|]; [|discriminate]. assert (i = 0) as -> by lia. injection E as <-.
    exists []. rewrite app_nil_r. unfold rev'. now rewrite rev_append_rev, app_nil_r.
  - pose proof (more_weight i v c V) as W. pose proof (little_more (N.to_nat i) v c) as M.
    rewrite !Nnat.N2Nat.id in M. specialize (M V).
    assert (forall s, little (N.to_nat i) v ++ String c s = little (N.to_nat (N.succ i)) (v + 256 ^ i * N_of_ascii c) ++ s)%string as J.
    { intros s. rewrite Nnat.N2Nat.inj_succ, M, append_assoc. easy. }
    destruct (N.eqb_spec (k - i) 1) as [D|D].
    + assert (N.succ i = k) as S by lia. change 1 with (256 ^ 0) in E at 1. rewrite <- (N.sub_0_r k) in E at 2.
      apply IH in E; try (cbn; lia). destruct E as (values & -> & F & T).
      exists ((v + 256 ^ i * N_of_ascii c) :: values). cbn [rev]. rewrite <- app_assoc. split; [easy|].
      rewrite S in *. split; [now constructor|]. rewrite J, stream_cons. now rewrite <- T.
    + replace (N.pred (k - i)) with (k - N.succ i) in E by lia. rewrite <- N.pow_succ_r' in E.
      apply IH in E; trivial; try lia. destruct E as (values & -> & F & T). exists values. now rewrite J.
Qed.

Lemma numbers_in_one k n f found : forall j left weight v, n < 256 ^ N.of_nat j -> left = N.of_nat j -> (0 < j)%nat ->
  numbers_in k (filed (little j n ++ whole f)) left weight v found = numbers_in k f k 1 0 ((v + weight * n) :: found).
Proof.
  intros j. revert n. induction j as [|j IH]; intros n left weight v L -> P; [lia|]. cbn [little append filed numbers_in].
  rewrite N_ascii_embedding by (apply N.mod_lt; lia).
  destruct (N.eqb_spec (N.of_nat (S j)) 1) as [D|D].
  - assert (j = 0%nat) as -> by lia. cbn [little append]. rewrite filed_whole. change (256 ^ N.of_nat 1) with 256 in L.
    now rewrite N.mod_small.
  - rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r' in *. rewrite N.pred_succ, IH; trivial; [|apply N.div_lt_upper_bound; lia|lia].
    f_equal. f_equal. pose proof (N.div_mod n 256). nia.
Qed.

Lemma numbers_in_all k values found : 0 < k -> Forall (fun v => v < 256 ^ k) values ->
  numbers_in k (filed (stream k values)) k 1 0 found = Some (rev found ++ values).
Proof.
  intros P F. revert found. induction F as [|v values V F IH]; intros found.
  - cbn. rewrite N.eqb_refl. unfold rev'. now rewrite rev_append_rev, !app_nil_r.
  - rewrite stream_cons, <- (whole_filed (stream k values)), numbers_in_one; rewrite ?Nnat.N2Nat.id; trivial; [|lia].
    rewrite IH. cbn [rev]. rewrite <- app_assoc. now rewrite N.mul_1_l, N.add_0_l.
Qed.

(** * Bits *)
Fixpoint lowest (count : nat) (n : N) : list bool :=
  match count with O => [] | S more => N.odd n :: lowest more (n / 2) end.

Lemma bits_are count n found : bits count n found = rev (lowest count n) ++ found.
Proof. revert n found. induction count as [|count IH]; intros; cbn; trivial. now rewrite IH, <- app_assoc. Qed.

Lemma length_lowest count n : length (lowest count n) = count.
Proof. revert n. induction count; intros; cbn; congruence. Qed.

Lemma halves n : (if N.odd n then 1 else 0) + 2 * (n / 2) = n.
Proof. rewrite (N.div2_odd n) at 3. rewrite N.div2_div. destruct (N.odd n); cbn [N.b2n]; lia. Qed.

Lemma of_lowest count n : n < 2 ^ N.of_nat count -> of_bits (lowest count n) = n.
Proof.
  revert n. induction count as [|count IH]; intros n L.
  - change (2 ^ N.of_nat 0) with 1 in L. cbn. lia.
  - rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r' in L. cbn [lowest]. unfold of_bits. cbn [fold_right]. fold (of_bits (lowest count (n / 2))).
    rewrite IH by (apply N.div_lt_upper_bound; lia). apply halves.
Qed.

Lemma of_bits_below l : of_bits l < 2 ^ N.of_nat (length l).
Proof.
  induction l as [|b l IH]; [easy|]. cbn [length]. rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r'. unfold of_bits in *. cbn [fold_right].
  destruct b; lia.
Qed.

Lemma lowest_of l : lowest (length l) (of_bits l) = l.
Proof.
  induction l as [|b l IH]; trivial. cbn [length lowest]. change (of_bits (b :: l)) with ((if b then 1 else 0) + 2 * of_bits l).
  rewrite N.odd_add, N.odd_mul. rewrite (N.mul_comm 2), N.div_add by lia. destruct b; [change (1 / 2) with 0 | change (0 / 2) with 0];
    rewrite N.add_0_l, IH; reflexivity.
Qed.

Lemma packed_enough fuel l : (length l <= fuel)%nat -> packed fuel l = packed (length l) l.
Proof.
  revert l. assert (forall fuel more l, (length l <= fuel)%nat -> (length l <= more)%nat -> packed fuel l = packed more l) as E; [|eauto].
  clear. induction fuel as [|fuel IH]; intros [|more] [|b l] F M; trivial; cbn [length] in *; try lia. cbn [packed].
  f_equal. apply IH; rewrite skipn_length; cbn [length]; lia.
Qed.

Definition all_packed (l : list bool) : list N := packed (length l) l.

Lemma packed_step more l : l <> [] -> packed (S more) l = of_bits (firstn 8 l) :: packed more (skipn 8 l).
Proof. now destruct l. Qed.

Lemma packed_more h t : length h = 8%nat -> all_packed (h ++ t) = of_bits h :: all_packed t.
Proof.
  intros L. unfold all_packed. rewrite app_length, L. change (8 + length t)%nat with (S (7 + length t)).
  rewrite packed_step by now destruct h.
  rewrite firstn_app, skipn_app, L, Nat.sub_diag, firstn_all2, skipn_all2 by lia. rewrite firstn_O, skipn_O, app_nil_r. f_equal.
  apply packed_enough. cbn [app]. lia.
Qed.

Lemma packed_last h : (0 < length h <= 8)%nat -> all_packed h = [of_bits h].
Proof.
  intros L. unfold all_packed. destruct h as [|b h]; [cbn in L; lia|]. cbn [length packed]. rewrite firstn_all2, skipn_all2 by lia.
  now destruct (length h).
Qed.

Lemma stream_byte n l : n < 256 -> stream 1 (n :: l) = String (ascii_of_N n) (stream 1 l).
Proof. intros L. rewrite stream_cons. change (N.to_nat 1) with 1%nat. cbn [little append]. now rewrite N.mod_small. Qed.

Lemma bits_in_lie f left found l : bits_in f left found = Some l ->
  exists losing, l = rev found ++ losing /\ N.of_nat (length losing) = left /\ whole f = stream 1 (all_packed losing).
Proof.
  revert left found. induction f as [|c f IH]; intros left found E; cbn [bits_in whole] in *.
  - destruct (N.eqb_spec left 0) as [->|]; [|discriminate]. injection E as <-. exists [].
    unfold rev'. now rewrite rev_append_rev, !app_nil_r.
  - pose proof (byte_below c) as B. destruct (N.leb_spec 8 left) as [L|L].
    + apply IH in E. destruct E as (losing & -> & Len & W). rewrite bits_are, rev_app_distr, rev_involutive, <- app_assoc.
      exists (lowest 8 (N_of_ascii c) ++ losing). split; [easy|]. rewrite app_length, length_lowest. split; [lia|].
      rewrite packed_more by apply length_lowest. rewrite of_lowest by exact B. now rewrite stream_byte, ascii_N_embedding, W.
    + destruct ((0 <? left) && (N_of_ascii c <? 2 ^ left)) eqn:C; [|discriminate].
      apply andb_true_iff in C. rewrite !N.ltb_lt in C. destruct C as [P C].
      apply IH in E. destruct E as (losing & -> & Len & W). rewrite bits_are, rev_app_distr, rev_involutive, <- app_assoc.
      assert (losing = []) as -> by (destruct losing; [easy | cbn in Len; lia]). exists (lowest (N.to_nat left) (N_of_ascii c)).
      rewrite app_nil_r. split; [easy|]. rewrite length_lowest. split; [lia|].
      rewrite packed_last by (rewrite length_lowest; lia). rewrite of_lowest by now rewrite Nnat.N2Nat.id.
      now rewrite stream_byte, ascii_N_embedding, W.
Qed.

Lemma bits_in_all fuel losing found : (length losing <= fuel)%nat ->
  bits_in (filed (stream 1 (all_packed losing))) (N.of_nat (length losing)) found = Some (rev found ++ losing).
Proof.
  revert losing found. induction fuel as [|fuel IH]; intros losing found F.
  - destruct losing; [|cbn in F; lia]. cbn. unfold rev'. now rewrite rev_append_rev, !app_nil_r.
  - destruct (Nat.le_gt_cases 8 (length losing)) as [L|L].
    + rewrite <- (firstn_skipn 8 losing) at 1. rewrite packed_more by (rewrite firstn_length; lia).
      assert (length (firstn 8 losing) = 8)%nat as E by (rewrite firstn_length; lia). pose proof (of_bits_below (firstn 8 losing)) as B.
      rewrite E in B. change (2 ^ N.of_nat 8) with 256 in B. rewrite stream_byte by trivial. cbn [filed bits_in].
      rewrite N_ascii_embedding by trivial. destruct (N.leb_spec 8 (N.of_nat (length losing))); [|lia].
      replace (N.of_nat (length losing) - 8) with (N.of_nat (length (skipn 8 losing))) by (rewrite skipn_length; lia).
      rewrite IH by (rewrite skipn_length; lia). rewrite bits_are, rev_app_distr, rev_involutive, <- app_assoc.
      rewrite <- E at 1. rewrite lowest_of. now rewrite (firstn_skipn 8 losing).
    + destruct losing as [|b losing']; [apply IH; cbn; lia|]. remember (b :: losing') as losing eqn:D.
      assert (0 < length losing)%nat as P by (subst; cbn; lia). clear b losing' D. rewrite packed_last by lia.
      pose proof (of_bits_below losing) as B. assert (2 ^ N.of_nat (length losing) <= 2 ^ 8) as M by (apply N.pow_le_mono_r; lia).
      change (2 ^ 8) with 256 in M. rewrite stream_byte by lia. cbn [filed bits_in]. rewrite N_ascii_embedding by lia.
      destruct (N.leb_spec 8 (N.of_nat (length losing))); [lia|].
      destruct (N.ltb_spec 0 (N.of_nat (length losing))); [|lia]. destruct (N.ltb_spec (of_bits losing) (2 ^ N.of_nat (length losing))); [|lia].
      cbn. rewrite bits_are, Nnat.Nat2N.id, lowest_of. unfold rev'. now rewrite rev_append_rev, rev_app_distr, rev_involutive, app_nil_r.
Qed.

(** * The whole file *)
Lemma product_is shape found count : product shape found = Some count -> count = found * states shape.
Proof.
  revert found. induction shape as [|side shape IH]; intros found E; cbn [product] in E; unfold states in *; cbn [fold_right].
  - injection E as <-. lia.
  - destruct (_ && _); [|discriminate]. apply IH in E. lia.
Qed.

Theorem entries_lie t data e : entries_of t data = Some e -> lie_in data t e.
Proof.
  destruct t as [outcomes m shape bytes name digest]. unfold entries_of, lie_in. destruct (product shape 1) as [count|] eqn:C; [|discriminate].
  apply product_is in C. rewrite N.mul_1_l in C. subst count. destruct outcomes as [misere|].
  - destruct (after _ data) as [rest|] eqn:A; [|discriminate]. apply after_is in A. destruct (N.eqb_spec bytes 1) as [->|]; [|discriminate].
    destruct (bits_in rest _ []) as [losing|] eqn:B; [|discriminate]. intros E. injection E as <-. apply bits_in_lie in B.
    destruct B as (l & -> & L & W). cbn [rev app]. split; trivial. now rewrite A, W.
  - destruct (after _ data) as [rest|] eqn:A; [|discriminate]. apply after_is in A.
    destruct (_ || _) eqn:K; [|discriminate]. rewrite !orb_true_iff, !N.eqb_eq in K.
    destruct (numbers_in _ _ _ _ _ _) as [values|] eqn:B; [|discriminate]. destruct (N.eqb_spec (N.of_nat (length values)) (states shape)) as [S|]; [|discriminate].
    intros E. injection E as <-. rewrite <- (N.sub_0_r bytes) in B at 2. apply (numbers_in_lie bytes rest) with (i := 0) in B; try lia.
    destruct B as (l & -> & F & W). cbn [N.to_nat little append rev app] in *. repeat split; trivial. now rewrite A, W.
Qed.

(** What is written is read: so no file has the entries of two tables. *)
Definition storable (t : tabulated) : bool :=
  let '(Tabulates outcomes _ shape bytes _ _) := t in
  match product shape 1 with
  | Some _ => match outcomes with Some _ => bytes =? 1 | None => (bytes =? 1) || (bytes =? 2) || (bytes =? 4) end
  | None => false
  end.

Theorem lying_entries t data e : storable t = true -> lie_in data t e -> entries_of t data = Some e.
Proof.
  destruct t as [outcomes m shape bytes name digest]. unfold storable, entries_of, lie_in. destruct (product shape 1) as [count|] eqn:C; [|discriminate].
  apply product_is in C. rewrite N.mul_1_l in C. subst count.
  destruct outcomes as [misere|], e as [values|losing]; try easy; intros K.
  - intros (L & W). unfold array in W. rewrite <- (whole_filed (String.concat "" _)) in W. apply after_is in W. rewrite W, K.
    apply N.eqb_eq in K. subst bytes. rewrite <- L. change (String.concat "" _) with (stream 1 (all_packed losing)).
    now rewrite (bits_in_all (length losing)).
  - intros (L & F & W). unfold array in W. rewrite <- (whole_filed (String.concat "" _)) in W. apply after_is in W. rewrite W, K.
    change (String.concat "" _) with (stream bytes values). rewrite !orb_true_iff, !N.eqb_eq in K.
    rewrite numbers_in_all by (trivial; lia). cbn [rev app]. now rewrite L, N.eqb_refl.
Qed.

Corollary one_table t data e e' : storable t = true -> lie_in data t e -> lie_in data t e' -> e = e'.
Proof. intros S L L'. apply (lying_entries t) in L, L'; trivial. congruence. Qed.
