(** What every play from the start to the target has in common, or every play in which something is supposed: a
    tree that refutes the opposite. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Counts Legs Tree.
Import ListNotations.
Local Open Scope Z_scope.

(** Factors and jumps: a sum of how often each occurs. *)
Definition terms := list (Z * jump).

Inductive bound :=
  | JumpAtMost (j : jump) (k : Z)
  | JumpAtLeast (j : jump) (k : Z)
  | SumAtMost (l : terms) (k : Z)
  | SumAtLeast (l : terms) (k : Z)
  | PegsAtLeast (k : Z)
  | PegsAtMost (k : Z).

Definition occurrences (j : jump) (js : list jump) : Z := Z.of_nat (length (filter (same_jump j) js)).

Fixpoint amount (l : terms) (js : list jump) : Z :=
  match l with [] => 0 | (a, j) :: l' => a * occurrences j js + amount l' js end.

(** What a bound says of a play by the jumps [js] to the position [q]. *)
Definition obeys (b : board) (x : bound) (js : list jump) (q : position) : Prop :=
  match x with
  | JumpAtMost j k => occurrences j js <= k
  | JumpAtLeast j k => k <= occurrences j js
  | SumAtMost l k => amount l js <= k
  | SumAtLeast l k => k <= amount l js
  | PegsAtLeast k => k <= weight (ones b) q
  | PegsAtMost k => weight (ones b) q <= k
  end.

(** [given]: what is supposed of the plays in question. *)
Definition bounded (b : board) (p : position) (t : target) (given : list bound) (x : bound) : Prop :=
  forall js q, play b p js q -> matches b t q = true -> (forall g, In g given -> obeys b g js q) -> obeys b x js q.

(** ** Rows: sums of jumps, and of pegs at the end, that are not less than something *)

Record row := Row { of_jumps : terms; per_peg : Z; least : Z; exactly : bool }.

Definition value (b : board) (r : row) (js : list jump) (q : position) : Z :=
  amount (of_jumps r) js + per_peg r * weight (ones b) q.

Definition kept (b : board) (js : list jump) (q : position) (r : row) : Prop :=
  if exactly r then value b r js q = least r else least r <= value b r js q.

(** So many times each row. *)
Definition multiples := list (Z * row).

Definition allowed (m : multiples) : bool := forallb (fun mr => exactly (snd mr) || (0 <=? fst mr)) m.

(** The terms as weights of all jumps in order. *)
Fixpoint spread (b : board) (m : Z) (l : terms) : list Z :=
  match l with [] => [] | (a, j) :: l' => plus (repeat 0 (index j (jumps b)) ++ [m * a]) (spread b m l') end.

Fixpoint sum_jumps (b : board) (m : multiples) : list Z :=
  match m with [] => [] | (k, r) :: m' => plus (spread b k (of_jumps r)) (sum_jumps b m') end.

Fixpoint sum_pegs (m : multiples) : Z := match m with [] => 0 | (k, r) :: m' => k * per_peg r + sum_pegs m' end.

Fixpoint sum_least (m : multiples) : Z := match m with [] => 0 | (k, r) :: m' => k * least r + sum_least m' end.

Section Tree.
  Variables (b : board) (free : position) (of_pegs : row) (sums : list row) (p : position).

  (** The equation by weights, and the rows so many times: the least that they ask for is more than there can be. *)
  Definition closes (m : multiples) (u : list Z) (x e : box) : bool :=
    match sum_of (most (plus (changes u (jumps b)) (sum_jumps b m)) x)
        (most (plus (negate u) (repeat (sum_pegs m) (holes b))) e) with
    | Some z => z + weigh u p <? sum_least m
    | None => false
    end.

  Fixpoint excludes (x e : box) (n : node) : bool :=
    match n with
    | ByWeights k ks u [] =>
        let m := combine (k :: ks) (of_pegs :: sums) in
        ((length ks =? 0) || (length ks =? length sums))%nat && allowed m && (empty x || empty e || closes m u x e)
    | ByCount 0 j k low high =>
        let i := index j (jumps b) in
        member j (jumps b) && excludes (change_at i (at_most k) x) e low
        && excludes (change_at i (at_least (k + 1)) x) e high
    | ByFree h none peg =>
        has free h && excludes x (change_at h (at_most 0) e) none && excludes x (change_at h (at_least 1) e) peg
    | _ => false
    end.
End Tree.

(** Bounds on jumps as a box, on sums as rows. *)
Definition on_jumps (b : board) (x : bound) : bool :=
  match x with
  | JumpAtMost j _ | JumpAtLeast j _ => member j (jumps b)
  | SumAtMost l _ | SumAtLeast l _ => forallb (fun aj => member (snd aj) (jumps b)) l
  | _ => false
  end.

Definition narrow_by (b : board) (x : bound) (r : box) : box :=
  match x with
  | JumpAtMost j k => change_at (index j (jumps b)) (at_most k) r
  | JumpAtLeast j k => change_at (index j (jumps b)) (at_least k) r
  | _ => r
  end.

Definition box_of (b : board) (xs : list bound) : box := fold_right (narrow_by b) (no_bounds b) xs.

Definition rows_of (x : bound) : list row :=
  match x with
  | SumAtMost l k => [Row (map (fun aj => (- fst aj, snd aj)) l) 0 (- k) false]
  | SumAtLeast l k => [Row l 0 k false]
  | _ => []
  end.

(** A target that asks for a number of pegs leaves all holes free. *)
Definition ends_at (b : board) (t : target) : position * position :=
  match t with Pattern pegs free => (pegs, free) | Count _ => (0%N, N.ones (N.of_nat (holes b))) end.

Definition count_row (t : target) : row :=
  match t with Pattern _ _ => Row [] 0 0 true | Count k => Row [] (-1) (- k) true end.

Definition check_bound (b : board) (p : position) (t : target) (given : list bound) (x : bound) (n : node) : bool :=
  let (pegs, free) := ends_at b t in
  let refutes_with of_pegs xs :=
    forallb (on_jumps b) xs
    && excludes b free of_pegs (flat_map rows_of xs) p (box_of b xs) (end_box (holes b) pegs free) n in
  let on_pegs of_pegs := match t with Pattern _ _ => refutes_with of_pegs given | Count _ => false end in
  let on_counts y := refutes_with (count_row t) (given ++ [y]) in
  match x with
  | JumpAtMost j k => on_counts (JumpAtLeast j (k + 1))
  | JumpAtLeast j k => on_counts (JumpAtMost j (k - 1))
  | SumAtMost l k => on_counts (SumAtLeast l (k + 1))
  | SumAtLeast l k => on_counts (SumAtMost l (k - 1))
  | PegsAtLeast k => on_pegs (Row [] (-1) (1 - k) false)
  | PegsAtMost k => on_pegs (Row [] 1 (k + 1) false)
  end.

(** ** Why *)

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

Lemma weight_repeat m n p : weight (repeat m n) p = m * weight (repeat 1 n) p.
Proof.
  unfold weight. generalize (peg p). induction n as [|n IH]; intros f; cbn [repeat dot]; [|rewrite IH]; ring.
Qed.

Lemma dot_at k a : forall f, dot (repeat 0 k ++ [a]) f = a * f k.
Proof. induction k as [|k IH]; intros f; simpl; [|rewrite IH]; lia. Qed.

Definition named (b : board) (l : terms) : bool := forallb (fun aj => member (snd aj) (jumps b)) l.

Lemma spread_amount b m l js : incl js (jumps b) -> named b l = true -> dot (spread b m l) (counts b js) = m * amount l js.
Proof.
  intros I. induction l as [|[a j] l IH]; simpl; [lia|]. intros [J L] % andb_true_iff. apply member_spec in J.
  rewrite dot_plus, dot_at, (IH L), (occurrences_counts b) by trivial. ring.
Qed.

Section Play.
  Variables (b : board) (free : position) (of_pegs : row) (sums : list row) (p q : position) (js : list jump).
  Hypotheses (B : proper b = true) (P : play b p js q).
  Hypothesis K : forall r, In r (of_pegs :: sums) -> named b (of_jumps r) = true /\ kept b js q r.

  Lemma rows_ask m : (forall k r, In (k, r) m -> In r (of_pegs :: sums)) -> allowed m = true ->
    sum_least m <= dot (sum_jumps b m) (counts b js) + sum_pegs m * weight (ones b) q.
  Proof.
    pose proof (play_jumps b p js q P) as I.
    induction m as [|[k r] m IH]; intros H A; [simpl; lia|]. simpl in A. apply andb_true_iff in A as [S A].
    destruct (K r (H k r (or_introl eq_refl))) as [N V]. simpl.
    rewrite dot_plus, spread_amount by trivial. specialize (IH (fun k r X => H k r (or_intror X)) A).
    assert (k * least r <= k * value b r js q) as Q.
    { unfold kept in V. destruct (exactly r); [rewrite V; lia|]. apply Z.leb_le in S. nia. }
    unfold value in Q. lia.
  Qed.

  Lemma closes_sound m u x e : (forall k r, In (k, r) m -> In r (of_pegs :: sums)) -> allowed m = true ->
    holds x (counts b js) -> holds e (peg q) -> closes b p m u x e = true -> False.
  Proof.
    intros H A X E C. unfold closes in C. destruct (sum_of _ _) as [z|] eqn:S; [|discriminate].
    apply sum_of_some in S as (s & t & Hs & Ht & ->). apply Z.ltb_lt in C. rewrite weigh_weight in C.
    apply (most_sound _ _ _ _ X) in Hs. apply (most_sound _ _ _ _ E) in Ht.
    rewrite dot_plus in Hs, Ht. rewrite dot_negate in Ht.
    fold (weight u q) (weight (repeat (sum_pegs m) (holes b)) q) in Ht. rewrite weight_repeat in Ht. fold (ones b) in Ht.
    rewrite (weight_counts b u p js q B P) in Ht. pose proof (rows_ask m H A). lia.
  Qed.

  Theorem excludes_sound n : forall x e, holds x (counts b js) -> holds e (peg q) ->
    excludes b free of_pegs sums p x e n = true -> False.
  Proof.
    induction n as [k ks u ws|a j k low IHl high IHh| |h none IHn pg IHp|]; intros x e X E H; try discriminate; cbn [excludes] in H.
    - destruct ws; [|discriminate]. rewrite !andb_true_iff in H. destruct H as [[_ A] H].
      rewrite !orb_true_iff in H. destruct H as [[H|H]|H]; [exact (empty_sound _ _ X H)|exact (empty_sound _ _ E H)|].
      refine (closes_sound _ u x e _ A X E H). intros k' r. apply in_combine_r.
    - destruct a; [|discriminate]. rewrite !andb_true_iff in H. destruct H as [[_ L] U].
      destruct (branch_holds x (index j (jumps b)) k _ X); [eapply IHl|eapply IHh]; eauto.
    - rewrite !andb_true_iff in H. destruct H as [[_ L] U].
      destruct (branch_holds e h 0 _ E); [eapply IHn|eapply IHp]; eauto.
  Qed.
End Play.

Lemma box_of_holds b js q xs : incl js (jumps b) -> forallb (on_jumps b) xs = true ->
  (forall x, In x xs -> obeys b x js q) -> holds (box_of b xs) (counts b js).
Proof.
  intros I J H. induction xs as [|x xs IH]; [apply no_bounds_holds|].
  simpl in J. apply andb_true_iff in J as [X J]. pose proof (H x (or_introl eq_refl)) as O.
  assert (holds (box_of b xs) (counts b js)) as K by (apply IH; auto with datatypes).
  destruct x as [j k|j k|l k|l k|k|k]; try discriminate; cbn [box_of fold_right narrow_by]; trivial; simpl in X, O;
    apply member_spec in X; rewrite (occurrences_counts b) in O by trivial; apply change_at_holds; trivial; intros r;
    [apply at_most_holds|apply at_least_holds]; trivial.
Qed.

Lemma amount_negative l js : amount (map (fun aj => (- fst aj, snd aj)) l) js = - amount l js.
Proof. induction l as [|[a j] l IH]; simpl; [|rewrite IH]; lia. Qed.

Lemma named_negative b l : named b (map (fun aj => (- fst aj, snd aj)) l) = named b l.
Proof. unfold named. induction l as [|aj l IH]; simpl; [|rewrite IH]; reflexivity. Qed.

Lemma rows_of_kept b js q x r : on_jumps b x = true -> obeys b x js q -> In r (rows_of x) ->
  named b (of_jumps r) = true /\ kept b js q r.
Proof.
  intros J O R. destruct x as [j k|j k|l k|l k|k|k]; simpl in R; try tauto; destruct R as [<-|[]];
    unfold kept, value; simpl in *; (split; [|try rewrite amount_negative; lia]); trivial.
  rewrite named_negative. exact J.
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
  destruct (ends_at b t) as [pegs free]. simpl fst in E. simpl snd in E.
  pose proof (play_jumps b p js q P) as I.
  assert (forall of_pegs xs, forallb (on_jumps b) xs
      && excludes b free of_pegs (flat_map rows_of xs) p (box_of b xs) (end_box (holes b) pegs free) n = true ->
    of_jumps of_pegs = [] -> kept b js q of_pegs -> (forall x, In x xs -> obeys b x js q) -> False) as R.
  { intros of_pegs xs [J X] % andb_true_iff N V O.
    refine (excludes_sound b free of_pegs (flat_map rows_of xs) p q js B P _ n _ _ (box_of_holds b js q xs I J O) E X).
    intros r [<-|(x' & X' & Y) % in_flat_map]; [rewrite N; split; trivial|].
    rewrite forallb_forall in J. eapply rows_of_kept; eauto. }
  assert (forall y, forallb (on_jumps b) (given ++ [y])
      && excludes b free (count_row t) (flat_map rows_of (given ++ [y])) p (box_of b (given ++ [y]))
         (end_box (holes b) pegs free) n = true -> obeys b y js q -> False) as C.
  { intros y Y O. apply (R _ _ Y).
    - destruct t; reflexivity.
    - destruct t as [pegs' free'|k]; unfold kept, value;
        cbn [count_row of_jumps per_peg least exactly amount]; [lia|].
      simpl in M. apply Z.eqb_eq in M. rewrite weigh_weight in M. lia.
    - intros z [Z|[<-|[]]] % in_app_or; auto. }
  destruct x as [j k|j k|l k|l k|k|k]; cbn [obeys].
  - destruct (Z_le_gt_dec (occurrences j js) k) as [|Y]; trivial. exfalso. apply (C _ H). simpl. lia.
  - destruct (Z_le_gt_dec k (occurrences j js)) as [|Y]; trivial. exfalso. apply (C _ H). simpl. lia.
  - destruct (Z_le_gt_dec (amount l js) k) as [|Y]; trivial. exfalso. apply (C _ H). simpl. lia.
  - destruct (Z_le_gt_dec k (amount l js)) as [|Y]; trivial. exfalso. apply (C _ H). simpl. lia.
  - destruct t; [|discriminate]. destruct (Z_le_gt_dec k (weight (ones b) q)) as [|Y]; trivial. exfalso.
    apply (R _ _ H); trivial. unfold kept, value. cbn [of_jumps per_peg least exactly amount]. lia.
  - destruct t; [|discriminate]. destruct (Z_le_gt_dec (weight (ones b) q) k) as [|Y]; trivial. exfalso.
    apply (R _ _ H); trivial. unfold kept, value. cbn [of_jumps per_peg least exactly amount]. lia.
Qed.
