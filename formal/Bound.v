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

(** [given]: what is supposed of the plays in question. *)
Definition bounded (b : board) (p : position) (t : target) (given : list bound) (x : bound) : Prop :=
  forall js q, play b p js q -> matches b t q = true -> (forall g, In g given -> obeys b g js q) -> obeys b x js q.

(** Bounds on jumps as a box. *)
Definition on_jumps (b : board) (x : bound) : bool :=
  match x with JumpAtMost j _ | JumpAtLeast j _ => member j (jumps b) | _ => false end.

Definition narrow_by (b : board) (x : bound) (r : box) : box :=
  match x with
  | JumpAtMost j k => change_at (index j (jumps b)) (at_most k) r
  | JumpAtLeast j k => change_at (index j (jumps b)) (at_least k) r
  | _ => r
  end.

Definition box_of (b : board) (xs : list bound) : box := fold_right (narrow_by b) (no_bounds b) xs.

(** A target that asks for a number of pegs leaves all holes free. *)
Definition ends_at (b : board) (t : target) : position * position :=
  match t with Pattern pegs free => (pegs, free) | Count _ => (0%N, N.ones (N.of_nat (holes b))) end.

Definition check_bound (b : board) (p : position) (t : target) (given : list bound) (x : bound) (n : node) : bool :=
  let (pegs, free) := ends_at b t in
  let refutes_with sign limit equal xs :=
    refutes b free sign limit equal p false (Last (box_of b xs) (end_box (holes b) pegs free)) n in
  let on_pegs sign limit := match t with Pattern _ _ => refutes_with sign limit false given | Count _ => false end in
  let on_counts y :=
    on_jumps b x &&
    match t with Pattern _ _ => refutes_with 0 0 false (y :: given) | Count k => refutes_with 1 k true (y :: given) end in
  forallb (on_jumps b) given &&
  match x with
  | JumpAtMost j k => on_counts (JumpAtLeast j (k + 1))
  | JumpAtLeast j k => on_counts (JumpAtMost j (k - 1))
  | PegsAtLeast k => on_pegs 1 (k - 1)
  | PegsAtMost k => on_pegs (-1) (k + 1)
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

Lemma box_of_holds b js q xs : incl js (jumps b) -> forallb (on_jumps b) xs = true ->
  (forall x, In x xs -> obeys b x js q) -> holds (box_of b xs) (counts b js).
Proof.
  intros I J H. induction xs as [|x xs IH]; [apply no_bounds_holds|].
  simpl in J. apply andb_true_iff in J as [X J]. pose proof (H x (or_introl eq_refl)) as O.
  assert (holds (box_of b xs) (counts b js)) as K by (apply IH; auto with datatypes).
  destruct x as [j k|j k|k|k]; try discriminate; cbn [box_of fold_right narrow_by]; simpl in X, O; apply member_spec in X;
    rewrite (occurrences_counts b) in O by trivial; apply change_at_holds; trivial; intros r;
    [apply at_most_holds|apply at_least_holds]; trivial.
Qed.

Lemma ends_at_holds b t q : matches b t q = true ->
  holds (end_box (holes b) (fst (ends_at b t)) (snd (ends_at b t))) (peg q).
Proof.
  destruct t as [pegs free|k]; simpl; [apply end_box_holds|]. intros _ i r H. unfold end_box in H.
  rewrite nth_error_map in H. destruct (nth_error (seq 0 (holes b)) i) as [h|] eqn:E; [|discriminate].
  injection H as <-. apply nth_error_In, in_seq in E. unfold has. rewrite N.ones_spec_low by lia. apply peg_01.
Qed.

Theorem bound_sound b p t given x n : proper b = true -> check_bound b p t given x n = true -> bounded b p t given x.
Proof.
  intros B H js q P M G. unfold check_bound in H. pose proof (ends_at_holds b t q M) as E.
  destruct (ends_at b t) as [pegs free]. apply andb_true_iff in H as [J H]. simpl fst in E. simpl snd in E.
  pose proof (play_jumps b p js q P) as I.
  assert (forall sign limit equal xs, forallb (on_jumps b) xs = true -> (forall x, In x xs -> obeys b x js q) ->
    obliged b sign limit equal q ->
    refutes b free sign limit equal p false (Last (box_of b xs) (end_box (holes b) pegs free)) n = true -> False) as R.
  { intros sign limit equal xs X O S Y. apply (refutes_sound b free sign limit equal B p n) in Y; trivial.
    apply (Y q S). exists js. split; [trivial|]. split; [apply (box_of_holds b js q); trivial|trivial]. }
  assert (forall y, on_jumps b y = true -> obeys b y js q ->
    match t with Pattern _ _ => refutes b free 0 0 false p false (Last (box_of b (y :: given)) (end_box (holes b) pegs free)) n
    | Count k => refutes b free 1 k true p false (Last (box_of b (y :: given)) (end_box (holes b) pegs free)) n end = true ->
    False) as C.
  { intros y Y O. assert (forall x, In x (y :: given) -> obeys b x js q) as A by (intros z [<-|Z]; auto).
    assert (forallb (on_jumps b) (y :: given) = true) as L by (simpl; rewrite Y; trivial).
    destruct t as [pegs' free'|k]; apply R; trivial; unfold obliged, surplus; [lia|].
    simpl in M. apply Z.eqb_eq in M. rewrite weigh_weight in M. lia. }
  destruct x as [j k|j k|k|k]; cbn [obeys].
  - apply andb_true_iff in H as [X H]. destruct (Z_le_gt_dec (occurrences j js) k) as [|Y]; trivial. exfalso.
    apply (C (JumpAtLeast j (k + 1))); trivial. simpl. lia.
  - apply andb_true_iff in H as [X H]. destruct (Z_le_gt_dec k (occurrences j js)) as [|Y]; trivial. exfalso.
    apply (C (JumpAtMost j (k - 1))); trivial. simpl. lia.
  - destruct t; [|discriminate]. destruct (Z_le_gt_dec k (weight (ones b) q)) as [|Y]; trivial. exfalso.
    apply (R _ _ _ given J G) in H; trivial. unfold obliged, surplus. lia.
  - destruct t; [|discriminate]. destruct (Z_le_gt_dec (weight (ones b) q) k) as [|Y]; trivial. exfalso.
    apply (R _ _ _ given J G) in H; trivial. unfold obliged, surplus. lia.
Qed.
