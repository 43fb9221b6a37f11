(** The two ends of a play, and targets of a single peg anywhere: what lets a pair be refuted by other pairs. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Masks Tree.
Import ListNotations.
Local Open Scope Z_scope.

(** ** The first and the last jump *)

Definition first_jumps (b : board) (p : position) : list jump := filter (legalb p) (jumps b).

(** Jumps that can have been the last before a position: it has a peg where they land and none on the other two. *)
Definition could_end (q : position) (j : jump) : bool :=
  has q (landing j) && negb (has q (from j)) && negb (has q (over j)).
Definition last_jumps (b : board) (q : position) : list jump := filter (could_end q) (jumps b).
Definition undo (q : position) (j : jump) : position := N.lxor q (touched j).

Theorem first_end b p t : matches b t p = false ->
  (forall j, In j (first_jumps b p) -> ~ feasible b (move p j) t) -> ~ feasible b p t.
Proof.
  intros N H (q & [js P] & M). inversion P as [|? j js' ? J L P']; subst; [congruence|].
  apply (H j); [apply filter_In; split; trivial; apply legalb_spec; trivial|].
  exists q. split; trivial. exists js'. trivial.
Qed.

Lemma only_target b q r : matches b (Pattern q N0) r = true -> r = q.
Proof. simpl. rewrite N.ldiff_0_r. apply N.eqb_eq. Qed.

Lemma target_matches b q : matches b (Pattern q N0) q = true.
Proof. simpl. rewrite N.ldiff_0_r. apply N.eqb_refl. Qed.

(** The last jump of a play can be seen at its end. *)
Lemma last_jump b r j : proper b = true -> In j (jumps b) -> legal r j ->
  In j (last_jumps b (move r j)) /\ undo (move r j) j = r.
Proof.
  intros B J L. pose proof B as B'. unfold proper in B'. rewrite forallb_forall in B'.
  destruct (jump_behind (holes b) r j (B' j J) L) as [_ U]. split; [|exact U].
  apply filter_In. split; trivial. destruct (proper_spec b j B J) as (_ & _ & _ & _ & E & F).
  unfold could_end. rewrite !has_move, Nat.eqb_refl, (Nat.eqb_refl (from j)), (Nat.eqb_refl (over j)).
  rewrite (proj2 (Nat.eqb_neq _ _) E), (proj2 (Nat.eqb_neq _ _) F), !andb_false_r. reflexivity.
Qed.

Theorem last_end b p q : proper b = true -> matches b (Pattern q N0) p = false ->
  (forall j, In j (last_jumps b q) -> ~ feasible b p (Pattern (undo q j) N0)) -> ~ feasible b p (Pattern q N0).
Proof.
  intros B N H (r & [js P] & M). apply only_target in M as ->.
  destruct js as [|j js _] using rev_ind.
  { inversion P; subst. rewrite target_matches in N. discriminate. }
  apply play_split in P as (r & P & (J & L & Q) % play_cons). inversion Q; subst.
  destruct (last_jump b r j B J L) as [I U]. apply (H j I). rewrite U.
  exists r. split; [exists js; trivial|apply target_matches].
Qed.

(** Taking back a jump that could have been the last, and making it again. *)
Lemma undo_move b q j : proper b = true -> In j (jumps b) -> could_end q j = true ->
  legal (undo q j) j /\ move (undo q j) j = q.
Proof.
  intros B J C. destruct (proper_spec b j B J) as (_ & _ & _ & X & Y & Z).
  unfold could_end in C. rewrite !andb_true_iff, !negb_true_iff in C. destruct C as [[L F] O].
  unfold undo. split.
  - unfold legal, touched. rewrite !has_lxor, !has_lor, !has_bit, !Nat.eqb_refl, L, F, O, !orb_true_r. auto.
  - by_holes h.
    destruct (Nat.eqb_spec h (from j)), (Nat.eqb_spec h (over j)), (Nat.eqb_spec h (landing j));
      subst; try congruence; try contradiction; rewrite ?L, ?F, ?O; trivial; destruct (has q h); reflexivity.
Qed.

(** Theorem 5: a play that is not empty has a first and a last jump. *)
Theorem both_ends b p t : matches b t p = false ->
  feasible b p t <-> exists j, In j (first_jumps b p) /\ feasible b (move p j) t.
Proof.
  intros N. split.
  - intros (q & [js P] & M). inversion P as [|? j js' ? J L P']; subst; [congruence|].
    exists j. split; [apply filter_In; split; trivial; apply legalb_spec; trivial|].
    exists q. split; trivial. exists js'. trivial.
  - intros (j & [J L % legalb_spec] % filter_In & q & [js P] & M). exists q. split; trivial.
    exists (j :: js). constructor; trivial.
Qed.

Theorem both_ends_back b p q : proper b = true -> p <> q ->
  reachable b p q <-> exists j, In j (last_jumps b q) /\ reachable b p (undo q j).
Proof.
  intros B N. split.
  - intros [js P]. destruct js as [|j js _] using rev_ind; [inversion P; congruence|].
    apply play_split in P as (r & P & (J & L & Q) % play_cons). inversion Q; subst.
    destruct (last_jump b r j B J L) as [I U]. exists j. split; trivial. rewrite U. exists js. trivial.
  - intros (j & [J C] % filter_In & js & P). destruct (undo_move b q j B J C) as [L M].
    exists (js ++ [j]). eapply play_app; [exact P|]. constructor; trivial. rewrite M. constructor.
Qed.

(** ** Where no peg is born *)

(** If the numbers of pegs do not allow it, no play; if they agree, only the play without jumps. *)
Theorem trivial_reasons b p js q : proper b = true -> play b p js q -> p <> q ->
  weight (ones b) q < weight (ones b) p /\
  (exists j, In j (jumps b) /\ legal p j) /\ (exists j, In j (jumps b) /\ could_end q j = true).
Proof.
  intros B P D. pose proof (play_length b p js q B P) as L.
  destruct js as [|j js]; [inversion P; congruence|]. split; [simpl length in L; lia|].
  split; [apply play_cons in P as (J & G & _); eauto|].
  destruct (exists_last (l := j :: js)) as (ks & k & E); [discriminate|]. rewrite E in P.
  apply play_split in P as (r & P & (J & G & Q) % play_cons). inversion Q; subst.
  exists k. split; trivial. destruct (last_jump b r k B J G) as [[_ C] % filter_In _]. exact C.
Qed.

(** ** One peg anywhere is one peg in some hole *)

Lemma has_succ q h : has q (S h) = has (N.div2 q) h.
Proof. unfold has. rewrite Nat2N.inj_succ, N.div2_spec, N.shiftr_spec, N.add_1_r by lia. reflexivity. Qed.

Lemma pegs_nonneg n : forall q, 0 <= weigh (repeat 1 n) q.
Proof.
  induction n as [|n IH]; intros q; cbn [repeat weigh]; [lia|]. specialize (IH (N.div2 q)). destruct (N.odd q); lia.
Qed.

Lemma no_peg n : forall q, weigh (repeat 1 n) q = 0 -> forall h, (h < n)%nat -> has q h = false.
Proof.
  induction n as [|n IH]; intros q H h L; [lia|]. cbn [repeat weigh] in H.
  pose proof (pegs_nonneg n (N.div2 q)). destruct (N.odd q) eqn:O; [lia|].
  destruct h as [|h]; [unfold has; simpl; rewrite N.bit0_odd; exact O|].
  rewrite has_succ. apply IH; trivial; lia.
Qed.

Lemma single_peg n : forall q, weigh (repeat 1 n) q = 1 ->
  exists h, (h < n)%nat /\ forall k, (k < n)%nat -> has q k = (k =? h)%nat.
Proof.
  induction n as [|n IH]; intros q H; [discriminate|]. cbn [repeat weigh] in H.
  destruct (N.odd q) eqn:O.
  - exists 0%nat. split; [lia|]. intros [|k] L; [unfold has; simpl; rewrite N.bit0_odd; exact O|].
    rewrite has_succ. apply (no_peg n); lia.
  - destruct (IH (N.div2 q) H) as (h & L & K). exists (S h). split; [lia|].
    intros [|k] M; [unfold has; simpl; rewrite N.bit0_odd; exact O|]. rewrite has_succ. apply K. lia.
Qed.

Theorem one_peg_anywhere b p : proper b = true -> on_board b p ->
  (forall h, (h < holes b)%nat -> ~ feasible b p (Pattern (bit h) N0)) -> ~ feasible b p (Count 1).
Proof.
  intros B O H (q & [js P] & M % Z.eqb_eq). apply single_peg in M as (h & L & K).
  apply (H h L). exists q. split; [exists js; trivial|].
  assert (q = bit h) as ->; [|apply target_matches].
  apply has_ext. intros k. rewrite has_bit. destruct (Nat.lt_ge_cases k (holes b)); [auto|].
  rewrite (play_on_board b p js q B P O k) by trivial. symmetry. apply Nat.eqb_neq. lia.
Qed.
