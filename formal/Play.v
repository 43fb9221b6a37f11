(** Plays, targets, what feasible means, and duality. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board.
Import ListNotations.
Local Open Scope Z_scope.

Inductive play (b : board) : position -> list jump -> position -> Prop :=
  | done p : play b p [] p
  | made p j js q : In j (jumps b) -> legal p j -> play b (move p j) js q -> play b p (j :: js) q.

Definition reachable (b : board) (p q : position) : Prop := exists js, play b p js q.

(** A target asks for pegs in some holes and leaves others free, or asks for a number of pegs anywhere. *)
Inductive target :=
  | Pattern (pegs free : position)
  | Count (k : Z).

Definition ones (b : board) : list Z := repeat 1 (holes b).

(** The weight of a position, digit by digit: quick to compute, and the same as [weight]. *)
Fixpoint weigh (w : list Z) (p : position) : Z :=
  match w with
  | [] => 0
  | x :: w' => if N.odd p then x + weigh w' (N.div2 p) else weigh w' (N.div2 p)
  end.

Definition matches (b : board) (t : target) (p : position) : bool :=
  match t with
  | Pattern pegs free => N.eqb (N.ldiff p free) pegs
  | Count k => weigh (ones b) p =? k
  end.

Definition feasible (b : board) (p : position) (t : target) : Prop :=
  exists q, reachable b p q /\ matches b t q = true.

Lemma weigh_weight w : forall p, weigh w p = weight w p.
Proof.
  unfold weight. induction w as [|x w IH]; intros p; simpl; [reflexivity|].
  rewrite (dot_ext w (fun i => peg p (S i)) (peg (N.div2 p))).
  - rewrite <- IH. unfold peg, has. simpl N.of_nat. rewrite N.bit0_odd. destruct (N.odd p); simpl; lia.
  - intros i _. unfold peg, has. rewrite Nat2N.inj_succ, N.div2_spec, N.shiftr_spec by lia.
    rewrite N.add_1_r. reflexivity.
Qed.

Lemma weight_peg w p q : (forall h, (h < length w)%nat -> has p h = has q h) -> weight w p = weight w q.
Proof. intros H. apply dot_ext. intros i Hi. unfold peg. rewrite H; trivial. Qed.

(** Outside the free holes a match looks as the target says. *)
Lemma matches_pattern b pegs free p : matches b (Pattern pegs free) p = true ->
  forall h, has free h = false -> has p h = has pegs h.
Proof.
  simpl. intros E % N.eqb_eq h Hf. subst pegs. unfold has in *. rewrite N.ldiff_spec, Hf, andb_true_r. trivial.
Qed.

Lemma pattern_matches b pegs free p : (forall h, has free h = true -> has pegs h = false) ->
  (forall h, has free h = false -> has p h = has pegs h) -> matches b (Pattern pegs free) p = true.
Proof.
  intros D H. simpl. apply N.eqb_eq, has_ext. intros h. unfold has at 1. rewrite N.ldiff_spec.
  fold (has p h) (has free h). destruct (has free h) eqn:E; simpl.
  - rewrite andb_false_r. symmetry. auto.
  - rewrite andb_true_r. auto.
Qed.

(** ** Plays put together, taken apart, and weighed *)

Lemma play_app b p js q ks r : play b p js q -> play b q ks r -> play b p (js ++ ks) r.
Proof. induction 1; simpl; trivial. intros. econstructor; auto. Qed.

Lemma play_split b js : forall p ks r, play b p (js ++ ks) r -> exists q, play b p js q /\ play b q ks r.
Proof.
  induction js as [|j js IH]; simpl; intros p ks r H.
  - exists p. split; [constructor|trivial].
  - inversion H; subst. apply IH in H6 as (q & A & B). exists q. split; trivial. constructor; trivial.
Qed.

Lemma play_cons b p j js r : play b p (j :: js) r -> In j (jumps b) /\ legal p j /\ play b (move p j) js r.
Proof. inversion 1. auto. Qed.

Lemma play_jumps b p js q : play b p js q -> incl js (jumps b).
Proof.
  induction 1; intros k Hk; [destruct Hk|]. destruct Hk as [<-|Hk]; auto.
Qed.

Definition changes (w : list Z) (js : list jump) : list Z := map (change w) js.
Definition total : list Z -> Z := fold_right Z.add 0.

Lemma weight_play b w p js q : proper b = true -> play b p js q ->
  weight w q = weight w p + total (changes w js).
Proof.
  intros P. induction 1 as [|p j js q Hj Hl _ IH]; simpl; [lia|].
  rewrite IH, (weight_move (holes b) w p j); trivial; [lia|].
  unfold proper in P. rewrite forallb_forall in P. auto.
Qed.

Lemma nth_repeat_1 n k : (k < n)%nat -> nth k (repeat 1 n) 0 = 1.
Proof. intros H. rewrite nth_indep with (d' := 1), nth_repeat; trivial. rewrite repeat_length; trivial. Qed.

(** Every jump costs one peg. *)
Theorem play_length b p js q : proper b = true -> play b p js q ->
  weight (ones b) p = weight (ones b) q + Z.of_nat (length js).
Proof.
  intros P H. rewrite (weight_play b _ _ _ _ P H). apply play_jumps in H.
  induction js as [|j js IH]; simpl total; [simpl; lia|].
  assert (change (ones b) j = -1) as ->.
  { destruct (proper_spec b j P) as (A & B & C & _); auto with datatypes.
    unfold change, ones. rewrite !nth_repeat_1; trivial. }
  assert (incl js (jumps b)) as I by (intros k Hk; auto with datatypes).
  apply IH in I. simpl length. unfold changes in *. lia.
Qed.

(** No peg leaves the board. *)
Lemma play_on_board b p js q : proper b = true -> play b p js q -> on_board b p -> on_board b q.
Proof.
  intros P. induction 1 as [|p j js q Hj Hl _ IH]; trivial. intros H. apply IH. intros h Hh.
  destruct (proper_spec b j P Hj) as (A & B & C & _).
  rewrite has_move, (H h Hh). destruct (Nat.eqb_spec h (landing j)); [lia|reflexivity].
Qed.

(** ** Duality: playing backwards is playing forwards with pegs and holes exchanged *)

Definition complement (b : board) (p : position) : position := N.lxor (N.ones (N.of_nat (holes b))) p.

Lemma has_complement b p h : has (complement b p) h = xorb (h <? holes b)%nat (has p h).
Proof.
  unfold complement, has. rewrite N.lxor_spec. f_equal.
  destruct (Nat.ltb_spec h (holes b)); [apply N.ones_spec_low|apply N.ones_spec_high]; lia.
Qed.

Lemma complement_twice b p : complement b (complement b p) = p.
Proof. apply has_ext. intros h. rewrite !has_complement. destruct (h <? holes b)%nat, (has p h); reflexivity. Qed.

Lemma dual_jump b p j : proper b = true -> In j (jumps b) -> legal p j ->
  legal (complement b (move p j)) j /\ move (complement b (move p j)) j = complement b p.
Proof.
  intros P Hj (Hs & Ho & Hl). pose proof (proper_spec b j P Hj) as (A & B & C & D & E & F).
  apply Nat.ltb_lt in A, B, C. split.
  - unfold legal. rewrite !has_complement, !has_move, A, B, C.
    rewrite (proj2 (Nat.eqb_neq (from j) (landing j)) E), (proj2 (Nat.eqb_neq (over j) (landing j)) F).
    rewrite !Nat.eqb_refl. rewrite !andb_false_r. simpl. auto.
  - apply has_ext. intros h. rewrite has_move, !has_complement, has_move.
    destruct (Nat.eqb_spec h (landing j)), (Nat.eqb_spec h (from j)), (Nat.eqb_spec h (over j));
      subst; try congruence; try contradiction; rewrite ?A, ?B, ?C, ?Hs, ?Ho, ?Hl; trivial.
    destruct (h <? holes b)%nat, (has p h); reflexivity.
Qed.

Theorem dual_play b p js q : proper b = true -> play b p js q ->
  play b (complement b q) (rev js) (complement b p).
Proof.
  intros P. induction 1 as [p|p j js q Hj Hl _ IH]; [constructor|]. simpl. eapply play_app; [exact IH|].
  destruct (dual_jump b p j P Hj Hl) as [L <-]. repeat constructor; trivial; apply L.
Qed.

Theorem duality b p q : proper b = true ->
  reachable b p q <-> reachable b (complement b q) (complement b p).
Proof.
  intros P. split; intros [js H]; exists (rev js).
  - apply dual_play; trivial.
  - apply dual_play in H; trivial. rewrite !complement_twice in H. exact H.
Qed.

(** ** A certificate of kind [play] *)

Definition legalb (p : position) (j : jump) : bool := has p (from j) && has p (over j) && negb (has p (landing j)).

Lemma legalb_spec p j : legalb p j = true <-> legal p j.
Proof. unfold legalb, legal. rewrite !andb_true_iff, negb_true_iff. tauto. Qed.

Definition same_jump (j k : jump) : bool :=
  (from j =? from k)%nat && (over j =? over k)%nat && (landing j =? landing k)%nat.

Lemma same_jump_spec j k : same_jump j k = true <-> j = k.
Proof.
  destruct j, k. unfold same_jump. simpl. rewrite !andb_true_iff, !Nat.eqb_eq.
  split; [intros [[-> ->] ->]; trivial|intros E; injection E; auto].
Qed.

Definition member (j : jump) : list jump -> bool := existsb (same_jump j).

Lemma member_spec j l : member j l = true <-> In j l.
Proof.
  unfold member. rewrite existsb_exists. split.
  - intros (k & Hk & E). apply same_jump_spec in E as ->. trivial.
  - intros H. exists j. rewrite same_jump_spec. auto.
Qed.

Fixpoint check_play (b : board) (t : target) (p : position) (js : list jump) : bool :=
  match js with
  | [] => matches b t p
  | j :: js' => member j (jumps b) && legalb p j && check_play b t (move p j) js'
  end.

Lemma check_play_spec b t js : forall p, check_play b t p js = true -> exists q, play b p js q /\ matches b t q = true.
Proof.
  induction js as [|j js IH]; simpl; intros p H; [exists p; split; trivial; constructor|].
  apply andb_true_iff in H as [[Hj Hl] % andb_true_iff H]. apply IH in H as (q & P & M).
  exists q. split; trivial. constructor; trivial; [apply member_spec|apply legalb_spec]; trivial.
Qed.

Theorem play_sound b t js p : check_play b t p js = true -> feasible b p t.
Proof. intros (q & P & M) % check_play_spec. exists q. split; trivial. exists js. exact P. Qed.
