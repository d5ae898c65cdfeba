(** States of automata, sets of them, and all that are reached from some. *)

From Coq Require Import NArith ZArith List Bool.
Import ListNotations.

Inductive state := Num (z : Z) | Two (p q : Z) | Many (l : list state).

Fixpoint compare (a b : state) : comparison :=
  match a, b with
  | Num x, Num y => Z.compare x y
  | Two p q, Two r s => match Z.compare p r with Eq => Z.compare q s | c => c end
  | Num _, _ | Two _ _, Many _ => Lt
  | Many _, Num _ | Many _, Two _ _ | Two _ _, Num _ => Gt
  | Many l, Many k =>
      (fix each l k :=
        match l, k with
        | [], [] => Eq
        | [], _ :: _ => Lt
        | _ :: _, [] => Gt
        | x :: l', y :: k' => match compare x y with Eq => each l' k' | c => c end
        end) l k
  end.

(** A search tree; that it is one matters to nothing but the time. *)
Inductive tree := Bare | Node (left : tree) (s : state) (right : tree).

Fixpoint has (s : state) (t : tree) : bool :=
  match t with
  | Bare => false
  | Node l x r => match compare s x with Eq => true | Lt => has s l | Gt => has s r end
  end.

Fixpoint put (s : state) (t : tree) : tree :=
  match t with
  | Bare => Node Bare s Bare
  | Node l x r => match compare s x with Eq => t | Lt => Node (put s l) x r | Gt => Node l x (put s r) end
  end.

Fixpoint in_order (t : tree) (more : list state) : list state :=
  match t with Bare => more | Node l x r => in_order l (x :: in_order r more) end.

(** The same states in order, each once. *)
Definition as_set (l : list state) : list state := in_order (fold_left (fun t s => put s t) l Bare) [].

Section Explore.
  Variable next : state -> list state.

  (** The states of [l] that were not seen before, and all seen. *)
  Fixpoint meet (l new : list state) (seen : tree) : list state * tree :=
    match l with
    | [] => (new, seen)
    | s :: l' => if has s seen then meet l' new seen else meet l' (s :: new) (put s seen)
    end.

  (** All states that can be reached, if they are met in so many rounds. *)
  Fixpoint explore (rounds : nat) (new : list state) (seen : tree) : option tree :=
    match new, rounds with
    | [], _ => Some seen
    | _, 0 => None
    | _, S r => let (new', seen') := meet (flat_map next new) [] seen in explore r new' seen'
    end.

  Definition most_rounds := N.to_nat 100000.

  Definition reached (start : state) : option (list state) :=
    option_map (fun t => in_order t []) (explore most_rounds [start] (put start Bare)).
End Explore.

(** * What is there *)

Lemma compare_eq : forall a b, compare a b = Eq -> a = b.
Proof.
  fix F 1. intros [x | p q | l] [y | r s | k]; cbn; try discriminate.
  - intros E. apply Z.compare_eq in E. now subst.
  - destruct (Z.compare p r) eqn:C; try discriminate. intros E. apply Z.compare_eq in C, E. now subst.
  - intros E. f_equal. revert k E. induction l as [|a l IH]; intros [|b k]; try discriminate; trivial.
    destruct (compare a b) eqn:C; try discriminate. intros E. f_equal; [now apply F | now apply IH].
Qed.

Fixpoint inside (s : state) (t : tree) : Prop :=
  match t with Bare => False | Node l x r => inside s l \/ s = x \/ inside s r end.

Lemma has_inside s t : has s t = true -> inside s t.
Proof.
  induction t as [|l IHl x r IHr]; cbn; [discriminate|].
  destruct (compare s x) eqn:C; auto. apply compare_eq in C. auto.
Qed.

Lemma inside_put s x t : inside s (put x t) <-> s = x \/ inside s t.
Proof.
  induction t as [|l IHl y r IHr]; cbn; [tauto|].
  destruct (compare x y) eqn:C; cbn; rewrite ?IHl, ?IHr; try tauto. apply compare_eq in C. subst. tauto.
Qed.

Lemma in_in_order s t more : In s (in_order t more) <-> inside s t \/ In s more.
Proof. revert more. induction t as [|l IHl x r IHr]; cbn; intros; [tauto|]. rewrite IHl. cbn. rewrite IHr.
intuition. Qed.

Lemma in_as_set s l : In s (as_set l) <-> In s l.
Proof.
  unfold as_set. rewrite in_in_order.
  enough (forall t, inside s (fold_left (fun t s => put s t) l t) <-> inside s t \/ In s l) as H.
  { rewrite H. cbn. tauto. }
  induction l as [|x l IH]; cbn; intros t; [tauto|]. rewrite IH, inside_put. intuition.
Qed.

(** * What is reached *)

Section Reached.
  Variable next : state -> list state.

  Inductive leads (start : state) : state -> Prop :=
  | here : leads start start
  | further s t : leads start s -> In t (next s) -> leads start t.

  Lemma meet_spec l : forall new seen new' seen', meet l new seen = (new', seen') ->
    (forall s, In s new -> In s new') /\
    (forall s, inside s seen' <-> inside s seen \/ In s l) /\
    (forall s, inside s seen' -> inside s seen \/ In s new') /\
    (forall s, In s new' -> In s new \/ In s l).
  Proof.
    induction l as [|x l IH]; cbn [meet]; intros new seen new' seen' E.
    - injection E as <- <-. cbn. intuition.
    - destruct (has x seen) eqn:H; apply IH in E; destruct E as (A & B & C & D).
      + apply has_inside in H. split; [exact A|]. split; [|split; [exact C | intros s I; apply D in I; cbn; tauto]].
        intros s. rewrite B. cbn. split; [tauto|]. intros [I | [<- | I]]; auto.
      + split; [|split; [|split]]; intros s.
        * intros I. apply A. now right.
        * rewrite B, inside_put. cbn. intuition.
        * intros I. apply C in I. rewrite inside_put in I. destruct I as [[-> | I] | I]; auto. right. apply A.
          now left.
        * intros I. apply D in I. cbn in I. cbn. intuition.
  Qed.

  Lemma explore_spec start rounds : forall new seen all, explore next rounds new seen = Some all ->
    (forall s, In s new -> inside s seen) -> (forall s, inside s seen -> leads start s) ->
    (forall s t, inside s seen -> In t (next s) -> In s new \/ inside t seen) ->
    (forall s, inside s seen -> inside s all) /\ (forall s, inside s all -> leads start s) /\
    (forall s t, inside s all -> In t (next s) -> inside t all).
  Proof.
    induction rounds as [|r IH]; intros [|x new] seen all E old right open; cbn [explore] in E; try discriminate.
    1, 2: injection E as <-; repeat split; auto; intros s t I N; destruct (open s t I N) as [[] |]; auto.
    set (l := x :: new) in *. destruct (meet _ _ _) as [new' seen'] eqn:M. apply meet_spec in M.
    destruct M as (_ & B & C & D). apply IH in E.
    - destruct E as (E & R & S). repeat split; auto. intros s I. apply E, B. auto.
    - intros s I. apply B. apply D in I. cbn in I. tauto.
    - intros s I. apply B in I. destruct I as [I | I]; auto. apply in_flat_map in I. destruct I as (y & Y & I).
      apply (further start y); auto.
    - intros s t I N. destruct (C s I) as [J | J]; auto. right. apply B.
      destruct (open s t J N) as [K | K]; auto. right. apply in_flat_map. eauto.
  Qed.

  Theorem reached_spec start all : reached next start = Some all -> forall s, In s all <-> leads start s.
  Proof.
    unfold reached. destruct (explore _ _ _ _) as [t|] eqn:E; [|discriminate]. cbn. intros F. injection F as <-.
    apply (explore_spec start) in E.
    - destruct E as (A & B & C). intros s. rewrite in_in_order. split; [intros [I | []]; auto|].
      intros L. left. induction L as [|s u L IH I]; [apply A; cbn; auto | now apply (C s u)].
    - cbn. intuition.
    - cbn. intros s [[] | [-> | []]]. constructor.
    - cbn. intuition.
  Qed.
End Reached.
