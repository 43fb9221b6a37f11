(** Sweeps: jumps by one peg in a row. What every play owes to the regions of a board. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Symmetry Masks.
Import ListNotations.

(** How many sweeps a play has: a jump begins one unless it starts where the jump before has landed. *)
Fixpoint sweeps (js : list jump) : nat :=
  match js with
  | [] => 0
  | j :: js' =>
      match js' with
      | [] => 1
      | k :: _ => if (landing j =? from k)%nat then sweeps js' else S (sweeps js')
      end
  end.

(** Jumps by one peg, which is in hole [h] before them. *)
Fixpoint run (h : nat) (js : list jump) : Prop :=
  match js with [] => True | j :: js' => from j = h /\ run (landing j) js' end.

(** A play that is cut into such runs, each with the hole where it begins. *)
Inductive swept (b : board) : position -> list nat -> position -> Prop :=
  | still p : swept b p [] p
  | onward p h js r hs q : js <> [] -> run h js -> play b p js r -> swept b r hs q -> swept b p (h :: hs) q.

(** ** The sweeps are the coarsest cut *)

Lemma first_sweep b js : forall j p q, play b p (j :: js) q -> exists r x hs,
  run (from j) (j :: r) /\ play b p (j :: r) x /\ swept b x hs q /\ S (length hs) = sweeps (j :: js).
Proof.
  induction js as [|k js IH]; intros j p q P; apply play_cons in P as (J & L & P).
  - inversion P; subst. exists [], (move p j), []. repeat split; [repeat (constructor; trivial)|constructor].
  - apply IH in P as (r & x & hs & R & P & S & E). cbn [sweeps] in *. destruct (Nat.eqb_spec (landing j) (from k)) as [F|_].
    + exists (k :: r), x, hs. simpl in *. repeat split; trivial; try tauto; [symmetry; exact F|]. constructor; trivial.
    + exists [], (move p j), (from k :: hs). repeat split; trivial; [repeat (constructor; trivial)| |simpl; congruence].
      apply onward with (k :: r) x; trivial. discriminate.
Qed.

Theorem play_swept b p js q : play b p js q -> exists hs, swept b p hs q /\ length hs = sweeps js.
Proof.
  destruct js as [|j js]; intros P.
  - inversion P; subst. exists []. split; [constructor|reflexivity].
  - apply first_sweep in P as (r & x & hs & R & P & S & E). exists (from j :: hs). split; [|exact E].
    apply onward with (j :: r) x; trivial. discriminate.
Qed.

Lemma sweeps_run js ks : forall h, run h js -> (sweeps (js ++ ks) <= S (sweeps ks))%nat.
Proof.
  induction js as [|j js IH]; intros h R; [simpl; lia|]. destruct R as [_ R]. specialize (IH _ R).
  destruct js as [|k js]; [|destruct R as [E _]; cbn [app sweeps] in *; rewrite <- E, Nat.eqb_refl; exact IH].
  destruct ks as [|k ks]; [simpl; lia|]. cbn [app sweeps]. destruct (_ =? _)%nat; lia.
Qed.

Theorem swept_play b p hs q : swept b p hs q -> exists js, play b p js q /\ (sweeps js <= length hs)%nat.
Proof.
  induction 1 as [p|p h js r hs q N R P _ (ks & K & L)].
  - exists []. split; [constructor|simpl; lia].
  - exists (js ++ ks). split; [eapply play_app; eauto|]. pose proof (sweeps_run js ks h R). simpl. lia.
Qed.

Lemma swept_app b p hs q ks r : swept b p hs q -> swept b q ks r -> swept b p (hs ++ ks) r.
Proof. induction 1; simpl; trivial. intros. econstructor; eauto. Qed.

Lemma swept_split b hs : forall p ks r, swept b p (hs ++ ks) r -> exists q, swept b p hs q /\ swept b q ks r.
Proof.
  induction hs as [|h hs IH]; simpl; intros p ks r H.
  - exists p. split; [constructor|trivial].
  - inversion H as [|? ? js x ? ? N R P S]; subst. apply IH in S as (q & A & B). exists q. split; trivial. econstructor; eauto.
Qed.

Lemma swept_reachable b p hs q : swept b p hs q -> reachable b p q.
Proof. intros S. apply swept_play in S as (js & P & _). exists js. exact P. Qed.

(** ** A sweep goes over a hole once at most *)

Lemma run_over b js : proper b = true -> forall h p q o, run h js -> play b p js q -> (has p o = true -> o = h) ->
  ~ In o (map over js).
Proof.
  intros B. induction js as [|j js IH]; intros h p q o R P O; [simpl; tauto|].
  apply play_cons in P as (J & (X & Y & Z) & P). destruct R as [<- R].
  destruct (proper_spec b j B J) as (_ & _ & _ & D & E & F). intros [<-|I]; [apply D; symmetry; auto|].
  apply (IH (landing j) (move p j) q o R P); trivial. rewrite has_move.
  destruct (Nat.eqb_spec o (landing j)); trivial. simpl. rewrite !andb_true_iff, !negb_true_iff, !Nat.eqb_neq.
  intros [[A G] _]. elim G. auto.
Qed.

Lemma run_overs_differ b js : proper b = true -> forall h p q, run h js -> play b p js q -> NoDup (map over js).
Proof.
  intros B. induction js as [|j js IH]; intros h p q R P; [constructor|].
  apply play_cons in P as (J & L & P). destruct R as [_ R]. simpl. constructor; [|eauto].
  apply (run_over b js B (landing j) (move p j) q); trivial. rewrite has_move, Nat.eqb_refl, andb_false_r, orb_false_r.
  apply Nat.eqb_eq.
Qed.

(** ** Regions: every jump over one of their holes starts or lands in them *)

Definition region (b : board) (r : position) : bool :=
  forallb (fun j => negb (has r (over j)) || has r (from j) || has r (landing j)) (jumps b).

Definition full (r p : position) : bool := N.eqb (N.land p r) r.

Lemma full_spec r p : full r p = true <-> forall h, has r h = true -> has p h = true.
Proof.
  unfold full. rewrite N.eqb_eq. split.
  - intros E h H. rewrite <- E, has_land, andb_true_iff in H. tauto.
  - intros H. apply has_ext. intros h. rewrite has_land. specialize (H h). destruct (has p h), (has r h); auto.
Qed.

(** A run that does not begin in a full region leaves it full. *)
Lemma run_region b r js : region b r = true -> forall h p q, run h js -> play b p js q -> has r h = false ->
  full r p = true -> full r q = true.
Proof.
  intros G. unfold region in G. rewrite forallb_forall in G.
  induction js as [|j js IH]; intros h p q R P H F; [inversion P; subst; trivial|].
  apply play_cons in P as (J & (X & Y & Z) & P). destruct R as [<- R]. specialize (G j J).
  rewrite full_spec in F. assert (has r (landing j) = false) as L.
  { destruct (has r (landing j)) eqn:E; trivial. apply F in E. congruence. }
  rewrite H, L, !orb_false_r, negb_true_iff in G. apply (IH (landing j) (move p j) q R P L).
  apply full_spec. intros k K. rewrite has_move, (F k K). simpl.
  destruct (Nat.eqb_spec k (from j)) as [->|]; [congruence|]. destruct (Nat.eqb_spec k (over j)) as [->|]; [congruence|].
  apply orb_true_r.
Qed.

(** A region that is full and does not stay so is opened by a sweep that begins in it. *)
Theorem region_opened b r p hs q : region b r = true -> swept b p hs q -> full r p = true -> full r q = false ->
  exists h, In h hs /\ has r h = true.
Proof.
  intros G. induction 1 as [p|p h js x hs q _ R P _ IH]; intros F N; [congruence|].
  destruct (has r h) eqn:H; [exists h; simpl; auto|].
  apply (run_region b r js G h p x R P H) in F. destruct (IH F N) as (k & K & E). exists k. simpl. auto.
Qed.

(** Disjoint regions are opened by different sweeps. *)
Fixpoint disjoint_regions (rs : list position) : Prop :=
  match rs with [] => True | r :: rs' => (forall s, In s rs' -> N.land r s = 0%N) /\ disjoint_regions rs' end.

Lemma different_sweeps rs : forall hs, disjoint_regions rs -> (forall r, In r rs -> exists h, In h hs /\ has r h = true) ->
  (length rs <= length hs)%nat.
Proof.
  induction rs as [|r rs IH]; intros hs D H; [simpl; lia|]. destruct D as [A D].
  destruct (H r) as (h & I & E); [simpl; auto|]. apply in_split in I as (xs & ys & ->).
  assert (length rs <= length (xs ++ ys))%nat as L; [|rewrite app_length in *; simpl; lia].
  apply IH; trivial. intros s S. destruct (H s) as (k & K & F); [simpl; auto|]. exists k. split; trivial.
  apply in_app_or in K as [K|[<-|K]]; [apply in_or_app; auto| |apply in_or_app; auto].
  specialize (A s S). apply (f_equal (fun x => has x h)) in A. rewrite has_land, E, F in A. discriminate.
Qed.

Theorem disjoint_opened b rs p hs q : swept b p hs q -> disjoint_regions rs ->
  (forall r, In r rs -> region b r = true /\ full r p = true /\ full r q = false) -> (length rs <= length hs)%nat.
Proof.
  intros S D H. apply different_sweeps; trivial. intros r R. destruct (H r R) as (A & B & C).
  exact (region_opened b r p hs q A S B C).
Qed.

(** ** Symmetries carry sweeps to sweeps *)

Lemma run_image f js : forall h, run h js -> run (f h) (map (map_jump f) js).
Proof. induction js as [|j js IH]; simpl; trivial. intros h [<- R]. auto. Qed.

Section Images.
  Variables (b : board) (f : nat -> nat).
  Hypothesis inj : forall h k, f h = f k -> h = k.
  Hypothesis onto : forall h, exists k, f k = h.
  Hypothesis maps : forall j, In j (jumps b) -> In (map_jump f j) (jumps b).

  Lemma image_unique p q r : image f p q -> image f p r -> q = r.
  Proof. intros Q R. apply has_ext. intros h. destruct (onto h) as [k <-]. rewrite Q, R. trivial. Qed.

  Lemma play_image p js q p' q' : play b p js q -> image f p p' -> image f q q' -> play b p' (map (map_jump f) js) q'.
  Proof.
    intros P I K. destruct (symmetry_play b f inj maps p js q p' P I) as (r & R & L).
    rewrite (image_unique q q' r K L). exact R.
  Qed.

  Lemma swept_image p hs q p' : swept b p hs q -> image f p p' -> exists q', swept b p' (map f hs) q' /\ image f q q'.
  Proof.
    intros S. revert p'. induction S as [p|p h js r hs q N R P _ IH]; intros p' I.
    - exists p'. split; [constructor|trivial].
    - destruct (symmetry_play b f inj maps p js r p' P I) as (r' & P' & K). destruct (IH r' K) as (q' & S & L).
      exists q'. split; trivial. simpl. econstructor; [|apply run_image, R|exact P'|exact S].
      destruct js; [congruence|discriminate].
  Qed.
End Images.
