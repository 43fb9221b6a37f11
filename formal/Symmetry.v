(** Symmetries: a permutation of the holes that maps jumps to jumps maps plays to plays. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play.
Import ListNotations.

(** Every hole once. *)
Definition all_holes (n : nat) (hs : list nat) : bool :=
  (length hs =? n)%nat && forallb (fun h => existsb (Nat.eqb h) hs) (seq 0 n).

Lemma all_holes_spec n hs : all_holes n hs = true -> forall h, (h < n)%nat -> In h hs.
Proof.
  intros [_ H] % andb_true_iff h L. rewrite forallb_forall in H.
  specialize (H h (proj2 (in_seq n 0 h) (conj (Nat.le_0_l h) L))).
  apply existsb_exists in H as (k & K & E % Nat.eqb_eq). congruence.
Qed.

Section Symmetry.
  Variables (b : board) (f : nat -> nat).
  Hypothesis inj : forall h k, f h = f k -> h = k.

  Definition map_jump (j : jump) : jump := Jump (f (from j)) (f (over j)) (f (landing j)).
  Hypothesis maps : forall j, In j (jumps b) -> In (map_jump j) (jumps b).

  (** [q] holds its pegs where [f] takes those of [p]. *)
  Definition image (p q : position) : Prop := forall h, has q (f h) = has p h.

  Lemma eqb_image h k : (f h =? f k) = (h =? k).
  Proof. destruct (Nat.eqb_spec (f h) (f k)), (Nat.eqb_spec h k); subst; trivial; [elim n; auto|congruence]. Qed.

  Theorem symmetry_play p js q p' : play b p js q -> image p p' ->
    exists q', play b p' (map map_jump js) q' /\ image q q'.
  Proof.
    intros P. revert p'. induction P as [p|p j js q J (X & Y & Z) P IH]; intros p' I.
    - exists p'. split; [constructor|trivial].
    - destruct (IH (move p' (map_jump j))) as (q' & P' & I').
      + intros h. rewrite !has_move. simpl. rewrite !eqb_image, I. trivial.
      + exists q'. split; trivial. constructor; auto. unfold legal. simpl. rewrite !I. auto.
  Qed.

  (** Where the symmetry is onto and fixes start and end, it maps solutions to solutions. *)
  Theorem symmetry_solution p js q : (forall h, exists k, f k = h) -> image p p -> image q q ->
    play b p js q -> play b p (map map_jump js) q.
  Proof.
    intros onto Ip Iq P. destruct (symmetry_play p js q p P Ip) as (q' & P' & I').
    replace q with q'; trivial. apply has_ext. intros h. destruct (onto h) as [k <-]. rewrite (Iq k). apply I'.
  Qed.
End Symmetry.
