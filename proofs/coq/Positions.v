(** Positions of nodes and of heaps: their options in a list. *)

From Coq Require Import NArith List Lia Bool Permutation.
From Grundy Require Import Statements Games Equal Heaps Trie Period Claims.
Import ListNotations.
Open Scope N_scope.

(** * Nodes *)

Fixpoint index {A} (i : N) (l : list A) (m : trie A) : trie A :=
  match l with [] => m | a :: l' => index (N.succ i) l' (add i a m) end.

Definition node_options (m : trie (list (list N))) (n : N) : list (list N) :=
  match find n m with Some l => l | None => [] end.

Definition node_ended (m : trie (list (list N))) (n : N) : bool :=
  match node_options m n with [] => true | _ => false end.

Fixpoint all_below (n : N) (nodes : list (list (list N))) : bool :=
  match nodes with
  | [] => true
  | options :: nodes' => forallb (forallb (fun b => b <? n)) options && all_below (N.succ n) nodes'
  end.

Definition node_play (nodes : list (list (list N))) : play :=
  let m := index 0 nodes Empty in
  {| options := node_options m; simplify := filter (fun n => negb (node_ended m n)) |}.

Lemma find_index {A} (l : list A) i m n :
  find n (index i l m) = if (i <=? n) && (n <? i + N.of_nat (length l)) then nth_error l (N.to_nat (n - i)) else find n m.
Proof.
  revert i m. induction l as [|a l IH]; intros i m; cbn [index length].
  - destruct (N.leb_spec i n), (N.ltb_spec n (i + N.of_nat 0)); trivial; lia.
  - rewrite IH, find_add. destruct (N.eqb_spec n i) as [-> | D].
    + destruct (N.leb_spec (N.succ i) i); [lia|]. destruct (N.leb_spec i i), (N.ltb_spec i (i + N.of_nat (S (length l))));
        cbn [andb]; try lia. now rewrite N.sub_diag.
    + destruct (N.leb_spec (N.succ i) n), (N.ltb_spec n (N.succ i + N.of_nat (length l))), (N.leb_spec i n),
        (N.ltb_spec n (i + N.of_nat (S (length l)))); cbn [andb]; trivial; try lia.
      replace (N.to_nat (n - i)) with (S (N.to_nat (n - N.succ i))) by lia. easy.
Qed.

Lemma node_options_are nodes n : node_options (index 0 nodes Empty) n = nth (N.to_nat n) nodes [].
Proof.
  unfold node_options. rewrite find_index, N.sub_0_r. destruct (N.leb_spec 0 n); [|lia]. cbn [andb].
  destruct (N.ltb_spec n (0 + N.of_nat (length nodes))).
  - destruct (nth_error nodes (N.to_nat n)) eqn:E; [now apply (nth_error_nth nodes _ []) in E|].
    apply nth_error_None in E. lia.
  - unfold find. rewrite find_empty. now rewrite nth_overflow by lia.
Qed.

Lemma all_below_spec nodes i n ps b : all_below i nodes = true -> In ps (nth n nodes []) -> In b ps -> b < i + N.of_nat n.
Proof.
  revert i n. induction nodes as [|l nodes IH]; intros i n A I B; cbn in A; [now destruct n|].
  apply andb_true_iff in A. destruct A as [A A']. destruct n as [|n].
  - rewrite forallb_forall in A. specialize (A ps I). rewrite forallb_forall in A. apply A, N.ltb_lt in B. lia.
  - cbn in I. specialize (IH (N.succ i) n A' I B). lia.
Qed.

Lemma node_plays nodes : all_below 0 nodes = true -> plays (node_leaves nodes) N.lt (node_play nodes).
Proof.
  intros below. constructor; cbn.
  - intros a ps. now rewrite node_options_are.
  - intros a ps L. exists ps. now rewrite node_options_are.
  - intros s. apply equal_filter. intros a ps K. apply negb_false_iff in K. revert K. unfold node_ended.
    rewrite node_options_are. unfold node_leaves. now destruct (nth _ nodes []).
  - intros a ps b L I. apply (all_below_spec _ _ _ _ _ below L) in I. lia.
  - exact N.lt_wf_0.
Qed.

(** * Heaps *)

Fixpoint range (count : nat) (from : N) : list N :=
  match count with 0%nat => [] | S i => from :: range i (N.succ from) end.

(** All ways to make [j] heaps of [m] counters. *)
Fixpoint piles (j : nat) (m : N) : list (list N) :=
  match j with
  | 0%nat => if m =? 0 then [[]] else []
  | 1%nat => if m =? 0 then [] else [[m]]
  | S i => flat_map (fun a => map (cons a) (piles i (m - a))) (range (N.to_nat m) 1)
  end.

Definition heap_options (code : moves) (n : N) : list (list N) :=
  flat_map (fun '(t, js) => if t <=? n then flat_map (fun j => piles j (n - t)) js else []) code.

Definition heap_ended (code : moves) (n : N) : bool :=
  forallb (fun '(t, js) => forallb (fun j => if N.of_nat j =? 0 then negb (t =? n) else n <? t + N.of_nat j) js) code.

Definition ends_listed (code : list (N * N)) : bool :=
  forallb (fun '(t, d) => negb (t =? 0) || negb (N.testbit d 0) && negb (N.testbit d 1)) code.

Definition heap_play (code : list (N * N)) : play :=
  let code := moves_of code in
  {| options := heap_options code; simplify := filter (fun n => negb (heap_ended code n)) |}.

Lemma in_range c i n : In n (range c i) <-> i <= n /\ n < i + N.of_nat c.
Proof.
  revert i. induction c as [|c IH]; intros i; cbn [range In]; [lia|]. rewrite IH. lia.
Qed.

Lemma in_piles j m ps : In ps (piles j m) <-> length ps = j /\ Forall (fun h => 0 < h) ps /\ sum ps = m.
Proof.
  revert m ps. induction j as [|j IH]; intros m ps; [|destruct j as [|j]].
  - cbn [piles]. destruct (N.eqb_spec m 0) as [-> | D]; cbn [In]; split.
    + now intros [<- | []].
    + intros (L & _). left. now destruct ps.
    + easy.
    + intros (L & _ & S). destruct ps; [|discriminate]. now destruct D.
  - cbn [piles]. destruct (N.eqb_spec m 0) as [-> | D]; cbn [In]; split.
    + easy.
    + intros (L & F & S). destruct ps as [|a [|]]; try discriminate. inversion F; subst. cbn in S. lia.
    + intros [<- | []]. split; [easy|]. split; [constructor; [lia | constructor] | cbn; lia].
    + intros (L & F & S). left. destruct ps as [|a [|]]; try discriminate. cbn in S. f_equal. lia.
  - change (piles (S (S j)) m) with (flat_map (fun a => map (cons a) (piles (S j) (m - a))) (range (N.to_nat m) 1)).
    rewrite in_flat_map. split.
    + intros (a & A & I). apply in_range in A. apply in_map_iff in I. destruct I as (qs & <- & I).
      apply IH in I. destruct I as (L & F & S). split; [cbn [length]; now rewrite L|]. split; [constructor; [lia | trivial]|].
      cbn [sum fold_right]. change (fold_right N.add 0 qs) with (sum qs). lia.
    + intros (L & F & S). destruct ps as [|a ps]; [discriminate|]. inversion F; subst. cbn [sum fold_right].
      change (fold_right N.add 0 ps) with (sum ps). exists a. split; [apply in_range; lia|]. apply in_map.
      apply IH. split; [now injection L|]. split; trivial. lia.
Qed.

Lemma in_heap_options code n ps : In ps (heap_options (moves_of code) n) <-> heap_leaves code n ps.
Proof.
  unfold heap_options, moves_of. rewrite in_flat_map. split.
  - intros ([t js] & M & I). apply in_map_iff in M. destruct M as ([u d] & E & M). injection E as -> <-.
    destruct (N.leb_spec t n); [|easy]. apply in_flat_map in I. destruct I as (j & J & I).
    apply in_bits in J. apply in_piles in I. destruct I as (L & F & S). exists t, d. rewrite L. repeat split; trivial. lia.
  - intros (t & d & M & B & E & F). exists (t, bits d). split; [apply in_map_iff; now exists (t, d)|].
    destruct (N.leb_spec t n); [|lia]. apply in_flat_map. exists (length ps). split; [now apply in_bits|].
    apply in_piles. repeat split; trivial. lia.
Qed.

Lemma sum_at_least ps : Forall (fun h => 0 < h) ps -> N.of_nat (length ps) <= sum ps.
Proof.
  induction 1 as [|a ps A F IH]; cbn [length sum fold_right]; [lia|]. change (fold_right N.add 0 ps) with (sum ps). lia.
Qed.

Lemma heap_ended_spec code n ps : heap_ended (moves_of code) n = true -> ~ heap_leaves code n ps.
Proof.
  intros E (t & d & I & B & S & F). unfold heap_ended in E. rewrite forallb_forall in E.
  assert (In (t, bits d) (moves_of code)) as M by (apply in_map_iff; now exists (t, d)).
  specialize (E _ M). cbn beta iota in E. rewrite forallb_forall in E.
  specialize (E (length ps) (proj2 (in_bits _ _) B)). apply sum_at_least in F.
  destruct (N.eqb_spec (N.of_nat (length ps)) 0) as [Z | Z].
  - destruct ps; [|discriminate]. cbn in S. destruct (N.eqb_spec t n); [discriminate | lia].
  - apply N.ltb_lt in E. lia.
Qed.

Lemma ends_listed_spec code : ends_listed code = true -> ends code.
Proof.
  intros two d I. unfold ends_listed in two. rewrite forallb_forall in two. specialize (two _ I). cbn in two.
  destruct (N.testbit d 0), (N.testbit d 1); auto; discriminate.
Qed.

Lemma heap_plays code : ends_listed code = true -> plays (heap_leaves code) N.lt (heap_play code).
Proof.
  intros E. apply ends_listed_spec in E. constructor; cbn.
  - intros a ps. apply in_heap_options.
  - intros a ps L. exists ps. split; [now apply in_heap_options | apply Permutation_refl].
  - intros s. apply equal_filter. intros a ps K. apply negb_false_iff in K. now apply heap_ended_spec.
  - intros a ps b. now apply heaps_shrink.
  - exact N.lt_wf_0.
Qed.
