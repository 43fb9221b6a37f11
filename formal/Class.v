(** All that the start can reach, as one bit for each member of its residue class modulo 2. A position is the start,
    with some pegs exchanged, and a number says which: hole [h] differs from the start where the digits of the number
    in the view of [h] are odd. A jump changes some digits. A set of numbers that has that of the start and that no
    jump leaves has those of all positions that can be reached. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Words Sweeps.
Import ListNotations.

Lemma odd_double a : odd_ones (N.double a) = odd_ones a.
Proof. destruct a; reflexivity. Qed.
Lemma odd_succ_double a : odd_ones (N.succ_double a) = negb (odd_ones a).
Proof. destruct a; reflexivity. Qed.

Lemma odd_lxor a b : odd_ones (N.lxor a b) = xorb (odd_ones a) (odd_ones b).
Proof.
  destruct a as [|p], b as [|q]; simpl; trivial; [destruct (odd_positive q); trivial|destruct (odd_positive p); trivial|].
  revert q. induction p as [p IH|p IH|]; intros [q|q|]; simpl; rewrite ?odd_double, ?odd_succ_double, ?IH; simpl;
    try (destruct (odd_positive p)); try (destruct (odd_positive q)); trivial.
Qed.

Lemma odd_change a change view :
  odd_ones (N.land (N.lxor a change) view) = xorb (odd_ones (N.land a view)) (odd_ones (N.land change view)).
Proof.
  rewrite <- odd_lxor. f_equal. apply N.bits_inj. intros i. rewrite N.lxor_spec, !N.land_spec, N.lxor_spec.
  destruct (N.testbit a i), (N.testbit change i), (N.testbit view i); reflexivity.
Qed.

Section Class.
  Variables (o : tables) (b : board) (s : position) (views : list N).
  Hypothesis R : right_tables o.
  Hypothesis B : proper b = true.

  Definition view (h : nat) : N := nth h views 0%N.

  (** The number [a] stands for the position [p]. *)
  Definition stands (a : N) (p : position) : Prop :=
    forall h, (h < holes b)%nat -> has p h = xorb (has s h) (odd_ones (N.land a (view h))).

  (** That a hole holds a peg, or does not, as a condition on numbers. *)
  Definition holding (x : bool) (h : nat) : N * bool := (view h, xorb x (has s h)).

  Definition changes_right (j : jump) (change : N) : bool :=
    forallb (fun h => Bool.eqb (odd_ones (N.land change (view h))) ((h =? from j) || (h =? over j) || (h =? landing j))%nat)
      (seq 0 (holes b)).
  Definition conditions_of (j : jump) : list (N * bool) := [holding true (from j); holding true (over j); holding false (landing j)].

  (** What each jump changes, in the order of the jumps. *)
  Variable changes : list N.
  Definition told : bool :=
    (length changes =? length (jumps b))%nat && forallb (fun x => changes_right (fst x) (snd x)) (combine (jumps b) changes).

  (** All jumps lead from the set of the hole where they start to that of the hole where they land, or to [t]. *)
  Definition lead (here there : nat -> table o) (t : table o) : bool :=
    forallb (fun x => leads o (here (from (fst x))) (conditions_of (fst x)) (snd x) (there (landing (fst x))) t) (combine (jumps b) changes).

  Lemma combined (js : list jump) (j : jump) : forall cs : list N, length cs = length js -> In j js -> exists c, In (j, c) (combine js cs).
  Proof.
    induction js as [|k js IH]; intros [|c cs] L J; simpl in *; try discriminate; try contradiction.
    destruct J as [<-|J]; [eauto|]. destruct (IH cs) as [d D]; [lia|trivial|]. eauto.
  Qed.

  Lemma holding_met a p x h : stands a p -> (h < holes b)%nat -> has p h = x ->
    Bool.eqb (odd_ones (N.land a (fst (holding x h)))) (snd (holding x h)) = true.
  Proof.
    intros S L <-. simpl. rewrite (S h L). destruct (has s h), (odd_ones _); reflexivity.
  Qed.

  Lemma stands_move a p j c : In j (jumps b) -> legal p j -> stands a p -> changes_right j c = true -> stands (N.lxor a c) (move p j).
  Proof.
    intros J (X & Y & Z) S C h H. unfold changes_right in C. rewrite forallb_forall in C.
    assert (In h (seq 0 (holes b))) as I by (apply in_seq; lia). specialize (C h I). apply eqb_prop in C. rewrite odd_change, C, has_move.
    destruct (proper_spec b j B J) as (_ & _ & _ & D & E & F). specialize (S h H).
    destruct (Nat.eqb_spec h (landing j)) as [P|_], (Nat.eqb_spec h (from j)) as [Q|_], (Nat.eqb_spec h (over j)) as [O|_];
      try congruence; try (rewrite P in *); try (rewrite Q in *); try (rewrite O in *); rewrite ?X, ?Y, ?Z in S;
      rewrite ?X, ?Y, ?Z, ?S; destruct (has s _), (odd_ones (N.land a _)); simpl in *; congruence.
  Qed.

  Lemma lead_spec here there t p j a : told = true -> lead here there t = true -> In j (jumps b) -> legal p j -> stands a p ->
    inside o (here (from j)) a = true ->
    exists c, stands c (move p j) /\ (inside o (there (landing j)) c = true \/ inside o t c = true).
  Proof.
    intros T K J L S M. unfold told in T. apply andb_true_iff in T as [E % Nat.eqb_eq T]. unfold lead in K.
    destruct (combined (jumps b) j changes E J) as [c C]. rewrite forallb_forall in T, K. specialize (T _ C). specialize (K _ C).
    exists (N.lxor a c). split; [apply stands_move; trivial|]. apply (leads_right o R _ _ c _ _ K a M).
    unfold meets, conditions_of. cbn [forallb fst]. destruct (proper_spec b j B J) as (X & Y & Z & _). destruct L as (U & V & W).
    rewrite (holding_met a p true (from j)), (holding_met a p true (over j)), (holding_met a p false (landing j)); trivial.
  Qed.

  (** No jump leaves this set. *)
  Definition closed_set (t : table o) : bool := lead (fun _ => t) (fun _ => t) t.

  Lemma closed_reaches t p js q a : told = true -> closed_set t = true -> play b p js q -> stands a p ->
    inside o t a = true -> exists c, stands c q /\ inside o t c = true.
  Proof.
    intros T K P. revert a. induction P as [p|p j js q J L P IH]; intros a S M; [exists a; auto|].
    destruct (lead_spec (fun _ => t) (fun _ => t) t p j a T K J L S M) as (c & C & [I|I]); exact (IH c C I).
  Qed.

  Lemma start_stands : stands 0 s.
  Proof. intros h _. rewrite N.land_0_l. symmetry. apply xorb_false_r. Qed.

  (** No jump leaves it, and no position in it matches. *)
  Definition dead_set (t : table o) (pegs free : position) : bool :=
    closed_set t && lacks o t (map (fun h => holding (has pegs h) h) (filter (fun h => negb (has free h)) (seq 0 (holes b)))).

  Lemma dead_spec t pegs free p js q a : told = true -> dead_set t pegs free = true -> stands a p -> inside o t a = true ->
    play b p js q -> matches b (Pattern pegs free) q = true -> False.
  Proof.
    intros T [K N] % andb_true_iff S M P G. destruct (closed_reaches t p js q a T K P S M) as (c & S' & C).
    apply (lacks_right o R t _ N c) in C. unfold meets in C. apply not_true_iff_false in C. apply C.
    apply forallb_forall. intros x (h & <- & I) % in_map_iff. apply filter_In in I as [I F % negb_true_iff]. apply in_seq in I.
    apply (holding_met c q); [exact S'|lia|]. exact (matches_pattern b pegs free q G h F).
  Qed.

  Definition check_class (t : table o) (pegs free : position) : bool := inside o t 0%N && told && dead_set t pegs free.

  Theorem class_sound t pegs free : check_class t pegs free = true -> ~ feasible b s (Pattern pegs free).
  Proof.
    intros H (q & [js P] & M). unfold check_class in H. rewrite !andb_true_iff in H. destruct H as [[O T] D].
    exact (dead_spec t pegs free s js q 0%N T D start_stands O P M).
  Qed.

  (** ** Runs of jumps by one peg over positions on plays

      Those that are reached and not dead. Of the positions in which so many jumps of a run can have ended, a set for
      each hole has all that are on plays. *)
  Section Runs.
    Variables (w : paths (table o)) (pegs free : position).

    Definition at_hole (now : list (table o)) (h : nat) : table o := nth h now (dead _ w).

    (** No run from these sets has more than so many jumps. *)
    Fixpoint ends_soon (more : nat) (now : list (table o)) : bool :=
      match more with
      | O => lead (at_hole now) (fun _ => dead _ w) (dead _ w)
      | S more =>
          match further _ w now with
          | None => lead (at_hole now) (fun _ => dead _ w) (dead _ w)
          | Some next => lead (at_hole now) (at_hole next) (dead _ w) && ends_soon more next
          end
      end.

    Definition check_runs (k : nat) : bool :=
      told && inside o (all_reached _ w) 0%N && closed_set (all_reached _ w) && dead_set (dead _ w) pegs free &&
      ends_soon k (repeat (all_reached _ w) (holes b)).

    Lemma ends_soon_spec q ks r : told = true -> dead_set (dead _ w) pegs free = true -> matches b (Pattern pegs free) q = true ->
      forall more now p a h, ends_soon more now = true -> run h r -> (more < length r)%nat -> play b p (r ++ ks) q ->
      stands a p -> inside o (at_hole now h) a = true -> False.
    Proof.
      intros T D M. induction r as [|j r IH]; intros more now p a h E Rn L P S I; [simpl in L; lia|].
      destruct Rn as [<- Rn]. simpl app in P. apply play_cons in P as (J & Lg & P).
      assert (lead (at_hole now) (fun _ => dead _ w) (dead _ w) = true -> False) as X.
      { intros X. destruct (lead_spec _ _ _ p j a T X J Lg S I) as (c & S' & [C|C]); exact (dead_spec _ pegs free _ _ q c T D S' C P M). }
      destruct more as [|more]; cbn [ends_soon] in E; [tauto|].
      destruct (further _ w now) as [next|]; [|tauto]. apply andb_true_iff in E as [E F].
      destruct (lead_spec _ _ _ p j a T E J Lg S I) as (c & S' & [C|C]); [|exact (dead_spec _ pegs free _ _ q c T D S' C P M)].
      apply (IH more next (move p j) c (landing j)); trivial. simpl in L. lia.
    Qed.

    Theorem runs_sound k js q h r ks : check_runs k = true -> run h r -> r <> [] -> (k < length r)%nat -> play b s (js ++ r ++ ks) q ->
      matches b (Pattern pegs free) q = true -> False.
    Proof.
      intros H Rn N L P M. unfold check_runs in H. rewrite !andb_true_iff in H. destruct H as [[[[T O] K] D] E].
      apply play_split in P as (p & Q & P). destruct (closed_reaches _ s js p 0%N T K Q start_stands O) as (a & S & A).
      apply (ends_soon_spec q ks r T D M k _ p a h E Rn L P S).
      destruct r as [|j r]; [congruence|]. destruct Rn as [<- _]. apply play_cons in P as (J & _ & _).
      destruct (proper_spec b j B J) as (X & _). unfold at_hole. rewrite (nth_indep _ _ (all_reached _ w)) by (rewrite repeat_length; trivial).
      rewrite nth_repeat. exact A.
    Qed.
  End Runs.
End Class.
