(** A jump on a whole position at once: the holes that it touches as one number. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play.
Import ListNotations.

Definition bit (h : nat) : N := N.shiftl 1 (N.of_nat h).
Definition touched (j : jump) : N := N.lor (bit (from j)) (N.lor (bit (over j)) (bit (landing j))).

Lemma has_bit h k : has (bit h) k = (k =? h)%nat.
Proof.
  unfold has, bit. destruct (Nat.eqb_spec k h) as [->|D].
  - rewrite N.shiftl_spec_high by lia. rewrite N.sub_diag. reflexivity.
  - destruct (Nat.lt_ge_cases k h).
    + apply N.shiftl_spec_low. lia.
    + rewrite N.shiftl_spec_high by lia. apply N.bits_above_log2. simpl. lia.
Qed.

Lemma has_land p q h : has (N.land p q) h = has p h && has q h.
Proof. apply N.land_spec. Qed.
Lemma has_lor p q h : has (N.lor p q) h = has p h || has q h.
Proof. apply N.lor_spec. Qed.
Lemma has_lxor p q h : has (N.lxor p q) h = xorb (has p h) (has q h).
Proof. apply N.lxor_spec. Qed.

Ltac by_holes h := apply has_ext; intros h; unfold touched;
  rewrite ?has_move, ?has_lxor, ?has_land, ?has_lor, ?has_bit, ?has_move.

Lemma jump_ahead n p j : proper_jump n j = true -> legal p j ->
  N.land p (touched j) = N.lor (bit (from j)) (bit (over j)) /\ N.lxor p (touched j) = move p j.
Proof.
  intros P (Hs & Ho & Hl). apply proper_jump_spec in P as (_ & _ & _ & A & B & C). split; by_holes h;
    destruct (Nat.eqb_spec h (from j)), (Nat.eqb_spec h (over j)), (Nat.eqb_spec h (landing j));
    subst; try congruence; try contradiction; rewrite ?Hs, ?Ho, ?Hl; trivial; destruct (has p h); reflexivity.
Qed.

Lemma jump_behind n p j : proper_jump n j = true -> legal p j ->
  N.land (move p j) (touched j) = bit (landing j) /\ N.lxor (move p j) (touched j) = p.
Proof.
  intros P (Hs & Ho & Hl). apply proper_jump_spec in P as (_ & _ & _ & A & B & C). split; by_holes h;
    destruct (Nat.eqb_spec h (from j)), (Nat.eqb_spec h (over j)), (Nat.eqb_spec h (landing j));
    subst; try congruence; try contradiction; rewrite ?Hs, ?Ho, ?Hl; trivial; destruct (has p h); reflexivity.
Qed.
