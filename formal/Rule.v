(** Kind [rule]: no pair of positions that a pruning rule prunes has a play. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Pagoda Residue Search.
Import ListNotations.
Local Open Scope Z_scope.

(** Of the start, of the target, and what their weights together are to exceed. *)
Record inequality := Inequality { of_start : list Z; of_target : list Z; exceeds : Z }.

Inductive part :=
  | PartPagoda (w : list Z)
  | PartResidue (d : Z) (w : list Z)
  | PartInequalities (xs : list inequality) (multipliers : list Z) (w : list Z)
  | PartWindow (hs : list nat) (pruned : list N).

(** The pegs in some holes as a number, the first hole last. *)
Fixpoint state (hs : list nat) (p : position) : N :=
  match hs with [] => 0%N | h :: hs => if has p h then N.succ_double (state hs p) else N.double (state hs p) end.

Definition prunes (x : part) (p q : position) : Prop :=
  match x with
  | PartPagoda w => weight w p < weight w q
  | PartResidue d w => ~ (d | weight w q - weight w p)
  | PartInequalities xs _ _ => forall y, In y xs -> exceeds y < weight (of_start y) p + weight (of_target y) q
  | PartWindow hs pruned => N.testbit (nth (N.to_nat (state hs p)) pruned 0%N) (state hs q) = true
  end.

(** ** Inequalities *)

Definition scaled (m : Z) (w : list Z) : list Z := map (Z.mul m) w.
Definition positive_part (w : list Z) : Z := total (map (Z.max 0) w).

Fixpoint sum_starts (xs : list inequality) (ms : list Z) : list Z :=
  match xs, ms with x :: xs, m :: ms => plus (scaled m (of_start x)) (sum_starts xs ms) | _, _ => [] end.
Fixpoint sum_targets (xs : list inequality) (ms : list Z) : list Z :=
  match xs, ms with x :: xs, m :: ms => plus (scaled m (of_target x)) (sum_targets xs ms) | _, _ => [] end.
Fixpoint sum_above (xs : list inequality) (ms : list Z) : Z :=
  match xs, ms with x :: xs, m :: ms => m * (exceeds x + 1) + sum_above xs ms | _, _ => 0 end.

Definition check_inequalities (b : board) (xs : list inequality) (ms : list Z) (w : list Z) : bool :=
  pagoda b w && forallb (Z.leb 0) ms &&
  (positive_part (plus (sum_starts xs ms) w) + positive_part (plus (sum_targets xs ms) (negate w)) <? sum_above xs ms).

Lemma weight_scaled m w p : weight (scaled m w) p = m * weight w p.
Proof.
  unfold weight. generalize (peg p). induction w as [|x w IH]; intros f; [simpl; lia|]. cbn [scaled map dot] in *.
  rewrite IH. lia.
Qed.

Lemma weight_positive w p : weight w p <= positive_part w.
Proof.
  unfold weight, positive_part. assert (forall i, 0 <= peg p i <= 1) as H by apply peg_01. revert H. generalize (peg p).
  induction w as [|x w IH]; intros f H; [simpl; lia|]. cbn [dot map].
  specialize (IH (fun i => f (S i)) (fun i => H (S i))). specialize (H 0%nat). unfold total in *. cbn [fold_right].
  destruct (Z.max_spec 0 x) as [[? ->]|[? ->]]; nia.
Qed.

Lemma inequalities_sum xs : forall ms p q, forallb (Z.leb 0) ms = true ->
  (forall y, In y xs -> exceeds y < weight (of_start y) p + weight (of_target y) q) ->
  sum_above xs ms <= weight (sum_starts xs ms) p + weight (sum_targets xs ms) q.
Proof.
  induction xs as [|x xs IH]; intros [|m ms] p q M H; cbn [sum_above sum_starts sum_targets]; try reflexivity.
  simpl in M. apply andb_true_iff in M as [M % Z.leb_le Ms]. unfold weight in *. rewrite !dot_plus.
  fold (weight (scaled m (of_start x)) p) (weight (scaled m (of_target x)) q). rewrite !weight_scaled.
  pose proof (H x (or_introl eq_refl)). specialize (IH ms p q Ms (fun y Y => H y (or_intror Y))).
  unfold weight in *. nia.
Qed.

Lemma inequalities_sound b xs ms w p q : proper b = true -> check_inequalities b xs ms w = true -> reachable b p q ->
  ~ prunes (PartInequalities xs ms w) p q.
Proof.
  intros B H R P. unfold check_inequalities in H. rewrite !andb_true_iff, Z.ltb_lt in H. destruct H as [[W M] L].
  pose proof (pagoda_play b w p q B W R) as D. apply (inequalities_sum xs ms p q M) in P.
  pose proof (weight_positive (plus (sum_starts xs ms) w) p) as X.
  pose proof (weight_positive (plus (sum_targets xs ms) (negate w)) q) as Y.
  unfold weight in *. rewrite dot_plus in X, Y. rewrite dot_negate in Y. lia.
Qed.

(** ** Windows: what jumps do to the states of some holes *)

(** Sets of states as numbers: the states below [n] after [a] of which [f] is true. *)
Fixpoint gather (f : N -> bool) (n : nat) (a : N) : N :=
  match n with
  | O => 0%N
  | S n => let rest := gather f n (N.succ a) in if f a then N.succ_double rest else N.double rest
  end.

Lemma testbit_pair c r i : N.testbit (if c : bool then N.succ_double r else N.double r) i =
  if (i =? 0)%N then c else N.testbit r (N.pred i).
Proof.
  destruct (N.eqb_spec i 0) as [->|D].
  - destruct c; [rewrite N.succ_double_spec; apply N.testbit_odd_0|rewrite N.double_spec; apply N.testbit_even_0].
  - assert (i = N.succ (N.pred i)) as -> by lia. rewrite N.pred_succ.
    destruct c; [rewrite N.succ_double_spec; apply N.testbit_odd_succ|rewrite N.double_spec; apply N.testbit_even_succ]; lia.
Qed.

Lemma gather_spec f n : forall a i, N.testbit (gather f n a) i = (N.to_nat i <? n)%nat && f (a + i)%N.
Proof.
  induction n as [|n IH]; intros a i; cbn [gather]; [apply N.bits_0|]. rewrite testbit_pair.
  destruct (N.eqb_spec i 0) as [->|D]; [rewrite N.add_0_r; reflexivity|]. rewrite IH.
  replace (N.succ a + N.pred i)%N with (a + i)%N by lia. f_equal.
  destruct (Nat.ltb_spec (N.to_nat (N.pred i)) n), (Nat.ltb_spec (N.to_nat i) (S n)); trivial; lia.
Qed.

Lemma state_spec hs p : forall i, N.testbit (state hs p) (N.of_nat i) =
  match nth_error hs i with Some h => has p h | None => false end.
Proof.
  induction hs as [|h hs IH]; intros i; cbn [state]; [rewrite N.bits_0; destruct i; reflexivity|].
  rewrite testbit_pair. destruct i as [|i]; [reflexivity|].
  replace (N.pred (N.of_nat (S i))) with (N.of_nat i) by lia. rewrite IH. destruct (N.eqb_spec (N.of_nat (S i)) 0); [lia|reflexivity].
Qed.

Lemma state_below hs p : (N.to_nat (state hs p) < 2 ^ length hs)%nat.
Proof.
  induction hs as [|h hs IH]; cbn [state length Nat.pow]; [simpl; lia|].
  destruct (has p h); [rewrite N.succ_double_spec|rewrite N.double_spec]; lia.
Qed.

Fixpoint place_in (h : nat) (hs : list nat) : option N :=
  match hs with
  | [] => None
  | k :: hs => if (h =? k)%nat then Some 0%N else match place_in h hs with Some i => Some (N.succ i) | None => None end
  end.

Lemma place_in_spec h hs : match place_in h hs with
  | Some i => nth_error hs (N.to_nat i) = Some h
  | None => ~ In h hs
  end.
Proof.
  induction hs as [|k hs IH]; simpl; [tauto|]. destruct (Nat.eqb_spec h k) as [->|D]; [reflexivity|].
  destruct (place_in h hs) as [i|]; [rewrite N2Nat.inj_succ; exact IH|intuition].
Qed.

(** The places of a jump's holes in a window: of those that are emptied, and of the one that is filled. *)
Definition touch := (list N * list N)%type.
Definition listed (h : nat) (hs : list nat) : list N := match place_in h hs with Some i => [i] | None => [] end.
Definition touch_of (hs : list nat) (j : jump) : touch := (listed (from j) hs ++ listed (over j) hs, listed (landing j) hs).

Definition allowed (x : touch) (a : N) : bool :=
  forallb (N.testbit a) (fst x) && forallb (fun i => negb (N.testbit a i)) (snd x).
Definition changed (x : touch) (a : N) : N :=
  fold_left N.setbit (snd x) (fold_left N.clearbit (fst x) a).

(** The same for a set of states that allow it. *)
Definition changed_set (x : touch) (s : N) : N :=
  fold_left (fun s i => N.shiftl s (2 ^ i)) (snd x) (fold_left (fun s i => N.shiftr s (2 ^ i)) (fst x) s).

Definition window_moves (b : board) (hs : list nat) : list (touch * N) :=
  let same : forall x y : touch, {x = y} + {x <> y} := ltac:(repeat decide equality) in
  map (fun x => (x, gather (allowed x) (2 ^ length hs) 0)) (nodup same (map (touch_of hs) (jumps b))).

Definition widen (moves : list (touch * N)) (s : N) : N :=
  fold_left (fun s xm => N.lor s (changed_set (fst xm) (N.land s (snd xm)))) moves s.
Fixpoint widest (moves : list (touch * N)) (fuel : nat) (s : N) : option N :=
  let t := widen moves s in
  if N.eqb t s then Some s else match fuel with O => None | S fuel => widest moves fuel t end.

Fixpoint rows_fine (moves : list (touch * N)) (fuel : nat) (a : N) (rows : list N) : bool :=
  match rows with
  | [] => true
  | row :: rows =>
      (if N.eqb row 0 then true
       else match widest moves fuel (N.shiftl 1 a) with Some s => N.eqb (N.land s row) 0 | None => false end)
      && rows_fine moves fuel (N.succ a) rows
  end.

Fixpoint increasing (hs : list nat) : bool :=
  match hs with h :: (k :: _) as rest => (h <? k)%nat && increasing rest | _ => true end.

Definition check_window (b : board) (hs : list nat) (pruned : list N) : bool :=
  increasing hs && (length pruned =? 2 ^ length hs)%nat && rows_fine (window_moves b hs) (2 ^ length hs) 0 pruned.

Lemma increasing_nodup hs : increasing hs = true -> NoDup hs.
Proof.
  induction hs as [|h hs IH]; [constructor|]. intros H.
  assert (increasing hs = true /\ forall k, In k hs -> (h < k)%nat) as [I L].
  { clear IH. revert h H. induction hs as [|k hs IH]; intros h H; [simpl; tauto|]. cbn [increasing] in H.
    apply andb_true_iff in H as [L % Nat.ltb_lt H]. split; trivial. intros i [<-|K]; trivial.
    destruct (IH k H) as [_ F]. specialize (F i K). lia. }
  constructor; auto. intros K. apply L in K. lia.
Qed.

Section Window.
  Variables (b : board) (hs : list nat).
  Hypothesis B : proper b = true.
  Hypothesis D : NoDup hs.

  Lemma listed_spec h i : existsb (N.eqb i) (listed h hs) =
    match nth_error hs (N.to_nat i) with Some k => (k =? h)%nat | None => false end.
  Proof.
    unfold listed. pose proof (place_in_spec h hs) as P. destruct (place_in h hs) as [o|]; simpl.
    - rewrite orb_false_r. destruct (N.eqb_spec i o) as [->|N]; [rewrite P; symmetry; apply Nat.eqb_refl|].
      destruct (nth_error hs (N.to_nat i)) as [k|] eqn:E; trivial. symmetry. apply Nat.eqb_neq. intros ->. apply N, N2Nat.inj.
      apply (proj1 (NoDup_nth_error hs) D); [apply nth_error_Some; congruence|congruence].
    - destruct (nth_error hs (N.to_nat i)) as [k|] eqn:E; trivial. symmetry. apply Nat.eqb_neq. intros ->. apply P.
      exact (nth_error_In _ _ E).
  Qed.

  Lemma listed_in h i : In i (listed h hs) -> nth_error hs (N.to_nat i) = Some h.
  Proof.
    unfold listed. pose proof (place_in_spec h hs) as P. destruct (place_in h hs) as [o|]; [|intros []]. intros [<-|[]]. exact P.
  Qed.

  Lemma state_bit p i h : nth_error hs (N.to_nat i) = Some h -> N.testbit (state hs p) i = has p h.
  Proof. intros E. pose proof (state_spec hs p (N.to_nat i)) as S. rewrite N2Nat.id, E in S. exact S. Qed.

  Lemma clears_spec l : forall a i, N.testbit (fold_left N.clearbit l a) i = N.testbit a i && negb (existsb (N.eqb i) l).
  Proof.
    induction l as [|k l IH]; intros a i; simpl; [rewrite andb_true_r; trivial|]. rewrite IH, N.clearbit_eqb, (N.eqb_sym k i).
    destruct (N.testbit a i), (i =? k)%N, (existsb (N.eqb i) l); reflexivity.
  Qed.
  Lemma sets_spec l : forall a i, N.testbit (fold_left N.setbit l a) i = N.testbit a i || existsb (N.eqb i) l.
  Proof.
    induction l as [|k l IH]; intros a i; simpl; [rewrite orb_false_r; trivial|]. rewrite IH, N.setbit_eqb, (N.eqb_sym k i).
    destruct (N.testbit a i), (i =? k)%N, (existsb (N.eqb i) l); reflexivity.
  Qed.

  Lemma allowed_state p j : legal p j -> allowed (touch_of hs j) (state hs p) = true.
  Proof.
    intros (X & Y & Z). unfold allowed, touch_of. simpl. apply andb_true_iff. split; apply forallb_forall.
    - intros i [I|I] % in_app_iff; apply listed_in in I; rewrite (state_bit p i _ I); trivial.
    - intros i I. apply listed_in in I. rewrite (state_bit p i _ I), Z. trivial.
  Qed.

  Lemma changed_state p j : changed (touch_of hs j) (state hs p) = state hs (move p j).
  Proof.
    apply N.bits_inj. intros i. unfold changed, touch_of. simpl. rewrite sets_spec, clears_spec, existsb_app, !listed_spec.
    pose proof (state_spec hs p (N.to_nat i)) as P. pose proof (state_spec hs (move p j) (N.to_nat i)) as Q.
    rewrite N2Nat.id in P, Q. rewrite P, Q. destruct (nth_error hs (N.to_nat i)) as [k|]; trivial.
    rewrite has_move. destruct (has p k), (k =? from j)%nat, (k =? over j)%nat, (k =? landing j)%nat; reflexivity.
  Qed.

  Lemma pow_bit i k : N.testbit (2 ^ i) k = (k =? i)%N.
  Proof. rewrite N.pow2_bits_eqb. apply N.eqb_sym. Qed.

  Lemma clear_add a i : N.testbit a i = true -> (N.clearbit a i + 2 ^ i)%N = a.
  Proof.
    intros T. rewrite N.add_nocarry_lxor.
    - apply N.bits_inj. intros k. rewrite N.lxor_spec, N.clearbit_eqb, pow_bit, (N.eqb_sym i k).
      destruct (N.eqb_spec k i) as [->|]; [rewrite T; reflexivity|]. simpl. rewrite andb_true_r. apply xorb_false_r.
    - apply N.bits_inj. intros k. rewrite N.land_spec, N.clearbit_eqb, pow_bit, (N.eqb_sym i k), N.bits_0.
      destruct (N.testbit a k), (k =? i)%N; reflexivity.
  Qed.

  Lemma set_add a i : N.testbit a i = false -> N.setbit a i = (a + 2 ^ i)%N.
  Proof.
    intros T. rewrite N.add_nocarry_lxor.
    - apply N.bits_inj. intros k. rewrite N.lxor_spec, N.setbit_eqb, pow_bit, (N.eqb_sym i k).
      destruct (N.eqb_spec k i) as [->|]; [rewrite T; reflexivity|]. simpl. destruct (N.testbit a k); reflexivity.
    - apply N.bits_inj. intros k. rewrite N.land_spec, pow_bit, N.bits_0.
      destruct (N.eqb_spec k i) as [->|]; [rewrite T; reflexivity|]. apply andb_false_r.
  Qed.

  Lemma cleared_set l : NoDup l -> forall s a, N.testbit s a = true -> forallb (N.testbit a) l = true ->
    N.testbit (fold_left (fun s i => N.shiftr s (2 ^ i)) l s) (fold_left N.clearbit l a) = true.
  Proof.
    induction 1 as [|i l N _ IH]; intros s a S A; simpl; trivial. simpl in A. apply andb_true_iff in A as [I A]. apply IH.
    - rewrite N.shiftr_spec by lia. rewrite clear_add by trivial. exact S.
    - rewrite forallb_forall in *. intros k K. rewrite N.clearbit_eqb, (A k K). simpl. apply negb_true_iff, N.eqb_neq.
      intros ->. contradiction.
  Qed.

  Lemma touch_distinct j : In j (jumps b) -> NoDup (fst (touch_of hs j)) /\ (length (snd (touch_of hs j)) <= 1)%nat /\
    forall i, In i (snd (touch_of hs j)) -> ~ In i (fst (touch_of hs j)).
  Proof.
    intros J. destruct (proper_spec b j B J) as (_ & _ & _ & X & Y & Z). unfold touch_of. simpl. repeat split.
    - unfold listed. pose proof (listed_in (from j)) as P. pose proof (listed_in (over j)) as Q. unfold listed in P, Q.
      destruct (place_in (from j) hs) as [i|], (place_in (over j) hs) as [k|]; simpl in *; repeat constructor; simpl; auto.
      intros [E|[]]. subst k. apply X. specialize (P i (or_introl eq_refl)). specialize (Q i (or_introl eq_refl)). congruence.
    - unfold listed. destruct (place_in (landing j) hs); simpl; lia.
    - intros i L [F|F] % in_app_iff; apply listed_in in L, F; congruence.
  Qed.

  Lemma changed_set_spec j s a : In j (jumps b) -> N.testbit s a = true -> allowed (touch_of hs j) a = true ->
    N.testbit (changed_set (touch_of hs j) s) (changed (touch_of hs j) a) = true.
  Proof.
    intros J S A. destruct (touch_distinct j J) as (N & L & F). unfold allowed in A. apply andb_true_iff in A as [A C].
    pose proof (cleared_set _ N s a S A) as K. unfold changed_set, changed.
    set (cleared := fold_left N.clearbit _ a) in *. set (s' := fold_left _ (fst _) s) in *.
    destruct (snd (touch_of hs j)) as [|i [|k l]] eqn:E; [exact K| |simpl in L; lia]. simpl.
    assert (N.testbit cleared i = false) as Z.
    { unfold cleared. rewrite clears_spec. simpl in C. rewrite andb_true_r in C. apply negb_true_iff in C. rewrite C. reflexivity. }
    rewrite set_add by exact Z. rewrite N.shiftl_spec_high'; [|lia]. rewrite N.add_sub. exact K.
  Qed.

  Lemma widen_keeps moves : forall s a, N.testbit s a = true -> N.testbit (widen moves s) a = true.
  Proof.
    unfold widen. induction moves as [|xm moves IH]; intros s a S; simpl; trivial. apply IH. rewrite N.lor_spec, S. trivial.
  Qed.

  Lemma widen_spec j m moves : In j (jumps b) -> In (touch_of hs j, m) moves -> forall s a, N.testbit s a = true ->
    N.testbit m a = true -> allowed (touch_of hs j) a = true ->
    N.testbit (widen moves s) (changed (touch_of hs j) a) = true.
  Proof.
    intros J I. unfold widen. induction moves as [|xm moves IH]; intros s a S M A; [destruct I|]. simpl. destruct I as [->|I].
    - apply (widen_keeps moves). simpl. rewrite N.lor_spec. apply orb_true_iff. right. apply changed_set_spec; trivial.
      rewrite N.land_spec, S, M. trivial.
    - apply IH; trivial. rewrite N.lor_spec, S. trivial.
  Qed.

  Lemma widest_spec moves fuel : forall s t, widest moves fuel s = Some t -> widen moves t = t /\
    forall a, N.testbit s a = true -> N.testbit t a = true.
  Proof.
    induction fuel as [|fuel IH]; intros s t H; cbn [widest] in H; destruct (N.eqb_spec (widen moves s) s) as [E|_]; try discriminate;
      try (injection H as <-; auto). apply IH in H as [W K]. split; trivial. intros a A. apply K, widen_keeps, A.
  Qed.

  Lemma stable_play s p js q : widen (window_moves b hs) s = s -> play b p js q -> N.testbit s (state hs p) = true ->
    N.testbit s (state hs q) = true.
  Proof.
    intros W. induction 1 as [p|p j js q J L _ IH]; intros S; trivial. apply IH. rewrite <- W, <- changed_state.
    apply widen_spec with (m := gather (allowed (touch_of hs j)) (2 ^ length hs) 0); trivial.
    - unfold window_moves. apply in_map_iff. exists (touch_of hs j). split; trivial. apply nodup_In, in_map, J.
    - rewrite gather_spec, N.add_0_l. apply andb_true_iff. split; [apply Nat.ltb_lt, state_below|apply allowed_state, L].
    - apply allowed_state, L.
  Qed.

  Lemma rows_fine_spec fuel : forall rows a k, rows_fine (window_moves b hs) fuel a rows = true -> forall p q,
    state hs p = (a + N.of_nat k)%N -> reachable b p q -> N.testbit (nth k rows 0%N) (state hs q) = false.
  Proof.
    induction rows as [|row rows IH]; intros a k H p q E R; [destruct k; apply N.bits_0|]. cbn [rows_fine] in H.
    apply andb_true_iff in H as [F H]. destruct k as [|k]; simpl nth.
    - destruct (N.eqb_spec row 0) as [->|_]; [apply N.bits_0|]. destruct (widest _ _ _) as [s|] eqn:W; [|discriminate].
      apply widest_spec in W as [W K]. destruct R as [js P]. apply (stable_play s p js q W) in P.
      + apply N.eqb_eq in F. apply (f_equal (fun x => N.testbit x (state hs q))) in F. rewrite N.land_spec, P, N.bits_0 in F. exact F.
      + apply K. rewrite E, N.add_0_r, N.shiftl_spec_high', N.sub_diag by lia. reflexivity.
    - apply (IH (N.succ a) k H p q); trivial. rewrite E. lia.
  Qed.
End Window.

Definition check_part (b : board) (x : part) : bool :=
  match x with
  | PartPagoda w => pagoda b w
  | PartResidue d w => residue b d w
  | PartInequalities xs ms w => check_inequalities b xs ms w
  | PartWindow hs pruned => check_window b hs pruned
  end.

Theorem part_sound b x p q : proper b = true -> check_part b x = true -> prunes x p q -> ~ reachable b p q.
Proof.
  intros B H P R. destruct x as [w|d w|xs ms w|hs pruned]; simpl in H.
  - pose proof (pagoda_play b w p q B H R). simpl in P. lia.
  - exact (P (residue_play b d w p q B H R)).
  - exact (inequalities_sound b xs ms w p q B H R P).
  - unfold check_window in H. rewrite !andb_true_iff in H. destruct H as [[D _] F]. apply increasing_nodup in D. simpl in P.
    rewrite (rows_fine_spec b hs B D _ pruned 0 (N.to_nat (state hs p)) F p q) in P; trivial; [discriminate|lia].
Qed.

Definition check_rule (b : board) (xs : list part) : bool := forallb (check_part b) xs.

Theorem rule_sound b xs : proper b = true -> check_rule b xs = true ->
  forall x p q, In x xs -> prunes x p q -> ~ reachable b p q.
Proof.
  intros B H x p q I. apply part_sound; trivial. unfold check_rule in H. rewrite forallb_forall in H. auto.
Qed.
