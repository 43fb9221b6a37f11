(** What every play from the start to the target has in common: a tree that refutes the opposite. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Counts Legs Tree.
Import ListNotations.
Local Open Scope Z_scope.

Inductive bound :=
  | JumpAtMost (j : jump) (k : Z)
  | JumpAtLeast (j : jump) (k : Z)
  | PegsAtLeast (k : Z)
  | PegsAtMost (k : Z).

Definition occurrences (j : jump) (js : list jump) : Z := Z.of_nat (length (filter (same_jump j) js)).

(** What a bound says of a play by the jumps [js] to the position [q]. *)
Definition obeys (b : board) (x : bound) (js : list jump) (q : position) : Prop :=
  match x with
  | JumpAtMost j k => occurrences j js <= k
  | JumpAtLeast j k => k <= occurrences j js
  | PegsAtLeast k => k <= weight (ones b) q
  | PegsAtMost k => weight (ones b) q <= k
  end.

Definition bounded (b : board) (p : position) (t : target) (x : bound) : Prop :=
  forall js q, play b p js q -> matches b t q = true -> obeys b x js q.

Definition check_bound (b : board) (p : position) (t : target) (x : bound) (n : node) : bool :=
  match t with
  | Count _ => false
  | Pattern pegs free =>
      let c := one_leg b pegs free in
      match x with
      | JumpAtMost j k => member j (jumps b) &&
          refutes b free 0 0 p false (with_counts 0 (change_at (index j (jumps b)) (at_least (k + 1))) c) n
      | JumpAtLeast j k => member j (jumps b) &&
          refutes b free 0 0 p false (with_counts 0 (change_at (index j (jumps b)) (at_most (k - 1))) c) n
      | PegsAtLeast k => refutes b free 1 (k - 1) p false c n
      | PegsAtMost k => refutes b free (-1) (k + 1) p false c n
      end
  end.

Lemma occurrences_counts b j js : incl js (jumps b) -> In j (jumps b) ->
  occurrences j js = counts b js (index j (jumps b)).
Proof.
  intros I J. unfold occurrences. induction js as [|k js IH]; [reflexivity|].
  assert (In k (jumps b)) as K by auto with datatypes.
  rewrite counts_cons, <- IH by (intros x X; auto with datatypes). simpl. unfold unit.
  destruct (same_jump j k) eqn:E.
  - apply same_jump_spec in E as ->. rewrite Nat.eqb_refl. simpl length. lia.
  - destruct (Nat.eqb_spec (index j (jumps b)) (index k (jumps b))) as [X|_]; [|lia].
    apply index_inj in X; trivial. subst k. rewrite (proj2 (same_jump_spec j j) eq_refl) in E. discriminate.
Qed.

Lemma narrowed_fits b pegs free p js q i f : play b p js q -> matches b (Pattern pegs free) q = true ->
  (forall r, in_range r (counts b js i) -> in_range (f r) (counts b js i)) ->
  fits b (with_counts 0 (change_at i f) (one_leg b pegs free)) p q.
Proof.
  intros P M F. exists js. split; [trivial|]. split; [|apply end_box_holds; trivial].
  apply change_at_holds; trivial. apply no_bounds_holds.
Qed.

Theorem bound_sound b p t x n : proper b = true -> check_bound b p t x n = true -> bounded b p t x.
Proof.
  intros B H js q P M. destruct t as [pegs free|]; [|discriminate].
  pose proof (play_jumps b p js q P) as I. pose proof (one_leg_fits b pegs free p js q P M) as O.
  destruct x as [j k|j k|k|k]; simpl in H; simpl obeys.
  - apply andb_true_iff in H as [J % member_spec H]. rewrite (occurrences_counts b) by trivial.
    destruct (Z_le_gt_dec (counts b js (index j (jumps b))) k) as [|G]; trivial. exfalso.
    eapply (refutes_sound b free 0 0 B p n _ _ H eq_refl q); [reflexivity|].
    apply (narrowed_fits b pegs free p js q); trivial. intros r. apply at_least_holds. lia.
  - apply andb_true_iff in H as [J % member_spec H]. rewrite (occurrences_counts b) by trivial.
    destruct (Z_le_gt_dec k (counts b js (index j (jumps b)))) as [|G]; trivial. exfalso.
    eapply (refutes_sound b free 0 0 B p n _ _ H eq_refl q); [reflexivity|].
    apply (narrowed_fits b pegs free p js q); trivial. intros r. apply at_most_holds. lia.
  - destruct (Z_le_gt_dec k (weight (ones b) q)) as [|G]; trivial. exfalso.
    eapply (refutes_sound b free _ _ B p n _ _ H eq_refl q); eauto. unfold surplus. lia.
  - destruct (Z_le_gt_dec (weight (ones b) q) k) as [|G]; trivial. exfalso.
    eapply (refutes_sound b free _ _ B p n _ _ H eq_refl q); eauto. unfold surplus. lia.
Qed.
