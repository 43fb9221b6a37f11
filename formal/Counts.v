(** How often each jump occurs in a play, and the boxes that a play lies in. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play.
Import ListNotations.
Local Open Scope Z_scope.

(** The number of a jump in the board's list; the length of the list if it is not there. *)
Fixpoint index (j : jump) (l : list jump) : nat :=
  match l with
  | [] => O
  | k :: l' => if same_jump j k then O else S (index j l')
  end.

Lemma index_nth j l : In j l -> nth_error l (index j l) = Some j.
Proof.
  induction l as [|k l IH]; simpl; [tauto|]. intros H.
  destruct (same_jump j k) eqn:E; [apply same_jump_spec in E as ->; reflexivity|].
  destruct H as [->|H]; [|exact (IH H)].
  rewrite (proj2 (same_jump_spec j j) eq_refl) in E. discriminate.
Qed.

Lemma index_inj j k l : In j l -> In k l -> index j l = index k l -> j = k.
Proof. intros Hj Hk E. apply index_nth in Hj, Hk. rewrite E in Hj. congruence. Qed.

Definition counts (b : board) (js : list jump) (i : nat) : Z :=
  Z.of_nat (count_occ Nat.eq_dec (map (fun j => index j (jumps b)) js) i).

Lemma counts_cons b j js i : counts b (j :: js) i = unit (index j (jumps b)) i + counts b js i.
Proof.
  unfold counts, unit. simpl. destruct (Nat.eq_dec (index j (jumps b)) i), (Nat.eqb_spec i (index j (jumps b))); lia.
Qed.

Lemma counts_app b js ks i : counts b (js ++ ks) i = counts b js i + counts b ks i.
Proof. induction js as [|j js IH]; [reflexivity|]. simpl app. rewrite !counts_cons, IH. lia. Qed.

Lemma counts_nonneg b js i : 0 <= counts b js i.
Proof. unfold counts. lia. Qed.

Lemma counts_absent b j js : incl js (jumps b) -> In j (jumps b) -> ~ In j js -> counts b js (index j (jumps b)) = 0.
Proof.
  intros I Hj N. unfold counts. rewrite (proj1 (count_occ_not_In _ _ _)); trivial.
  intros (k & E & Hk) % in_map_iff. apply index_inj in E; auto. congruence.
Qed.

(** The equation A x = b, weighed: a play adds to a weight what its jumps do, each as often as it occurs. *)
Theorem weight_counts b w p js q : proper b = true -> play b p js q ->
  weight w q = weight w p + dot (changes w (jumps b)) (counts b js).
Proof.
  intros P H. rewrite (weight_play b w p js q P H). apply play_jumps in H. f_equal.
  induction js as [|j js IH].
  - symmetry. apply (dot_zero (changes w (jumps b))).
  - rewrite (dot_ext _ _ _ (fun i _ => counts_cons b j js i)), dot_add, dot_unit.
    unfold changes at 1. simpl. fold (changes w js).
    assert (In j (jumps b)) as Hj by auto with datatypes.
    rewrite IH by (intros k Hk; auto with datatypes). f_equal.
    symmetry. apply nth_error_nth. unfold changes. rewrite nth_error_map, index_nth; trivial.
Qed.

(** ** Boxes of counts and of pegs *)

Definition no_bounds (b : board) : box := map (fun _ => (0, None)) (jumps b).
Definition any_pegs (n : nat) : box := repeat (0, Some 1) n.

Lemma no_bounds_holds b js : holds (no_bounds b) (counts b js).
Proof.
  intros i r H. unfold no_bounds in H. rewrite nth_error_map in H.
  destruct (nth_error (jumps b) i); [|discriminate]. injection H as <-. split; simpl; trivial. apply counts_nonneg.
Qed.

Lemma any_pegs_holds n p : holds (any_pegs n) (peg p).
Proof.
  intros i r H. apply nth_error_In, repeat_spec in H as ->. apply peg_01.
Qed.

Definition fix_peg (x : bool) (r : range) : range := if x then at_least 1 r else at_most 0 r.

Lemma fix_peg_holds h p b : holds b (peg p) -> holds (change_at h (fix_peg (has p h)) b) (peg p).
Proof.
  intros H. apply change_at_holds; trivial. intros r. unfold peg, fix_peg.
  destruct (has p h); [apply at_least_holds|apply at_most_holds]; simpl; lia.
Qed.

(** Just before a jump its start and over holes hold pegs and its landing hole is empty. *)
Definition before (n : nat) (j : jump) : box :=
  change_at (landing j) (fix_peg false) (change_at (over j) (fix_peg true)
    (change_at (from j) (fix_peg true) (any_pegs n))).

Lemma before_holds n p j : legal p j -> holds (before n j) (peg p).
Proof.
  intros (Hs & Ho & Hl). unfold before. rewrite <- Hs, <- Hl at 1.
  pose proof (fix_peg_holds (over j) p) as K. rewrite Ho in K.
  apply fix_peg_holds. rewrite Hs. apply K. rewrite <- Hs. apply fix_peg_holds, any_pegs_holds.
Qed.

(** What a target says of each hole. *)
Definition end_box (n : nat) (pegs free : position) : box :=
  map (fun h => if has free h then (0, Some 1) else if has pegs h then (1, Some 1) else (0, Some 0)) (seq 0 n).

Lemma end_box_holds b pegs free q : matches b (Pattern pegs free) q = true ->
  holds (end_box (holes b) pegs free) (peg q).
Proof.
  intros M i r H. unfold end_box in H. rewrite nth_error_map in H.
  destruct (nth_error (seq 0 (holes b)) i) as [k|] eqn:E; [|discriminate]. injection H as <-.
  assert (i < length (seq 0 (holes b)))%nat as L by (apply nth_error_Some; congruence).
  assert (k = i) as ->.
  { apply nth_error_nth with (d := O) in E. rewrite seq_length in L. rewrite seq_nth in E by trivial. auto. }
  destruct (has free i) eqn:F; [apply peg_01|].
  unfold peg. rewrite (matches_pattern b pegs free q M i F). destruct (has pegs i); split; simpl; lia.
Qed.

(** None of these jumps occurs. *)
Definition forbid (b : board) (set : list jump) (x : box) : box :=
  fold_right (fun j x => change_at (index j (jumps b)) (at_most 0) x) x set.

Lemma forbid_holds b set x js : incl js (jumps b) -> incl set (jumps b) -> (forall j, In j set -> ~ In j js) ->
  holds x (counts b js) -> holds (forbid b set x) (counts b js).
Proof.
  intros I S N H. induction set as [|j set IH]; simpl; trivial.
  apply change_at_holds.
  - apply IH; intros k Hk; auto with datatypes.
  - intros r. apply at_most_holds. rewrite counts_absent; auto with datatypes. lia.
Qed.

(** What the counts of a whole leg say of its two parts: bounds from below are dropped, and the jump that parts
    them is made once in between. *)
Definition part (b : board) (j : jump) (x : box) : box :=
  change_at (index j (jumps b)) (fun r => (fst r, match snd r with Some h => Some (h - 1) | None => None end))
    (map (fun r => (0, snd r)) x).

Lemma part_holds b j x js ks : holds x (counts b (js ++ j :: ks)) ->
  holds (part b j x) (counts b js) /\ holds (part b j x) (counts b ks).
Proof.
  intros H.
  assert (forall ls, (forall i, counts b ls i + unit (index j (jumps b)) i <= counts b (js ++ j :: ks) i) ->
    holds (part b j x) (counts b ls)) as K.
  { intros ls L i r E. unfold part in E. rewrite nth_change_at, nth_error_map in E.
    specialize (L i). pose proof (counts_nonneg b ls i). unfold unit in L.
    destruct (@nth_error range x i) as [[lo hi]|] eqn:X; unfold range in *; rewrite X in E.
    - destruct (H i _ X) as [_ U].
      destruct (i =? index j (jumps b))%nat; simpl in *; injection E as <-; split; simpl; trivial;
        destruct hi; trivial; lia.
    - destruct (i =? index j (jumps b))%nat; discriminate. }
  split; apply K; intros i; rewrite counts_app, counts_cons; pose proof (counts_nonneg b ks i);
    pose proof (counts_nonneg b js i); lia.
Qed.
