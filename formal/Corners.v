(** The corner criteria. A set of holes is a function from holes to booleans; a playable class, or a union of
    some, is a set that no jump enters or leaves. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Pagoda.
Import ListNotations.
Local Open Scope Z_scope.

Section Corners.
  Variable b : board.
  Hypothesis B : proper b = true.

  Definition of_class (k : nat -> bool) : Prop := forall j, In j (jumps b) -> k (from j) = k (landing j).
  Definition apart (k l : nat -> bool) : Prop := forall h, k h = true -> l h = false.

  (** The number of pegs in a set of holes. *)
  Definition pegs (k : nat -> bool) (p : position) : Z := weight (indicator (holes b) k) p.

  Lemma pegs_move k p j : In j (jumps b) -> legal p j ->
    pegs k (move p j) = pegs k p + Z.b2z (k (landing j)) - Z.b2z (k (from j)) - Z.b2z (k (over j)).
  Proof.
    intros J L. destruct (proper_spec b j B J) as (X & Y & Z & _). unfold pegs.
    assert (proper_jump (holes b) j = true) as P by (unfold proper in B; rewrite forallb_forall in B; auto).
    rewrite (weight_move (holes b) _ p j P L). unfold change. rewrite !nth_indicator by trivial. lia.
  Qed.

  Lemma indicator_nonneg k i x : nth_error (indicator (holes b) k) i = Some x -> 0 <= x.
  Proof.
    intros E. unfold indicator in E. apply nth_error_In, in_map_iff in E as (m & <- & _). destruct (k m); simpl; lia.
  Qed.

  Lemma pegs_nonneg k p : 0 <= pegs k p.
  Proof.
    unfold pegs, weight. rewrite <- (dot_zero (indicator (holes b) k)). apply dot_mono. intros i x E.
    pose proof (indicator_nonneg k i x E). pose proof (peg_01 p i). nia.
  Qed.

  Lemma pegs_at k p h : (h < holes b)%nat -> has p h = true -> k h = true -> 1 <= pegs k p.
  Proof.
    intros H P K. unfold pegs, weight. pose proof (indicator_nonneg k) as N.
    pose proof (dot_mono (indicator (holes b) k) (unit h) (peg p)) as M.
    rewrite dot_unit, nth_indicator, K in M by trivial. apply M. intros i x E. specialize (N i x E).
    unfold unit. destruct (Nat.eqb_spec i h) as [->|]; [unfold peg; rewrite P; simpl; lia|].
    pose proof (peg_01 p i). nia.
  Qed.

  Variables (k : nat -> bool) (corner : nat -> bool).
  Hypothesis K : of_class k.
  Hypothesis Kcorner : forall h, corner h = true -> k h = true.
  Hypothesis not_over : forall j, In j (jumps b) -> corner (over j) = false.

  (** Theorem 1: exits cost pegs. [f] are corners from which every jump goes over a hole of the class [s]. *)
  Theorem exits_cost_pegs s f p q : of_class s -> apart k s -> (forall h, f h = true -> corner h = true) ->
    (forall j, In j (jumps b) -> f (from j) = true -> s (over j) = true) ->
    reachable b p q -> pegs f p - pegs f q <= pegs s p - pegs s q.
  Proof.
    intros S D F G [js P]. induction P as [p|p j js q J L P IH]; [lia|].
    rewrite !pegs_move in IH by trivial. specialize (S j J). specialize (G j J). specialize (not_over j J).
    assert (f (over j) = false) as Fo by (destruct (f (over j)) eqn:E; trivial; apply F in E; congruence).
    assert (f (from j) = true -> s (from j) = false) as Ff by (intros E; apply D, Kcorner, F, E).
    assert (f (landing j) = true -> s (landing j) = false) as Fl by (intros E; apply D, Kcorner, F, E).
    destruct (f (from j)), (f (landing j)), (s (from j)), (s (landing j)), (s (over j));
      rewrite Fo in IH; simpl in *; try lia; try (now specialize (G eq_refl));
      try (now specialize (Ff eq_refl)); try (now specialize (Fl eq_refl)); discriminate.
  Qed.

  (** Theorem 2: the order of exits. [u] is a union of other classes; pegs of [k] jump over it, and whoever jumps
      over an inner hole of [k] comes from it. *)
  Definition inner (h : nat) : bool := k h && negb (corner h).

  Theorem order_of_exits u p q : of_class u -> apart k u ->
    (forall j, In j (jumps b) -> k (from j) = true -> u (over j) = true) ->
    (forall j, In j (jumps b) -> inner (over j) = true -> u (from j) = true) ->
    reachable b p q ->
    let still := pegs corner p - pegs corner q - pegs inner q in
    0 < still -> still + 1 <= pegs u p.
  Proof.
    intros U D Over From [js P]. simpl.
    (* The number of jumps over inner holes that a play needs from here is pegs inner + still. *)
    assert (1 <= pegs inner p + (pegs corner p - pegs corner q - pegs inner q) ->
      1 <= pegs u p /\ pegs corner p - pegs corner q - pegs inner q + 1 <= pegs u p) as Need.
    { induction P as [p|p j js q J L P IH]; [lia|]. rewrite !pegs_move in IH by trivial.
      destruct (proper_spec b j B J) as (X & Y & _). pose proof L as (Hf & Ho & _).
      pose proof (pegs_at u p (from j) X Hf) as Uf. pose proof (pegs_at inner p (over j) Y Ho) as Io.
      specialize (U j J). specialize (K j J). specialize (Over j J). specialize (From j J). specialize (not_over j J).
      pose proof (D (from j)) as D1. pose proof (D (over j)) as D2. pose proof (D (landing j)) as D3.
      pose proof (Kcorner (from j)) as C1. pose proof (Kcorner (landing j)) as C2.
      change (inner (from j)) with (k (from j) && negb (corner (from j))) in *.
      change (inner (landing j)) with (k (landing j) && negb (corner (landing j))) in *.
      change (inner (over j)) with (k (over j) && negb (corner (over j))) in *.
      rewrite not_over, <- K, <- U in *. clear - IH Uf Io Over From D1 D2 C1 C2.
      destruct (k (from j)), (k (over j)), (corner (from j)), (corner (landing j)), (u (from j)), (u (over j));
        simpl in *; try discriminate (D1 eq_refl); try discriminate (D2 eq_refl); try discriminate (C1 eq_refl);
        try discriminate (C2 eq_refl); try discriminate (Over eq_refl); try discriminate (From eq_refl);
        try specialize (Uf eq_refl); try specialize (Io eq_refl); lia. }
    intros S. pose proof (pegs_nonneg inner p). apply Need. lia.
  Qed.
End Corners.
