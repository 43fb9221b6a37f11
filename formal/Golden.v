(** Pagoda functions with values a + b s, where s = (sqrt 5 - 1) / 2. Signs are decided by comparing squares, and no
    real number is spoken of: 2 (a + b s) = (2 a - b) + b sqrt 5. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play.
Import ListNotations.
Local Open Scope Z_scope.

(** ** The sign of x + y sqrt 5 *)

Definition above (x y : Z) : bool :=
  if 0 <=? y then (0 <? x) || ((0 <? y) && (x * x <? 5 * (y * y)))
  else (0 <? x) && (5 * (y * y) <? x * x).

(** x + y sqrt 5 <= 0, by the signs of x and y. *)
Definition below (x y : Z) : Prop :=
  (x <= 0 /\ y <= 0) \/ (x <= 0 /\ 0 <= y /\ 5 * (y * y) <= x * x) \/ (0 <= x /\ y <= 0 /\ x * x <= 5 * (y * y)).

Lemma above_below x y : above x y = false <-> below x y.
Proof.
  unfold above, below. destruct (Z.leb_spec 0 y).
  - rewrite orb_false_iff, andb_false_iff, !Z.ltb_ge. nia.
  - rewrite andb_false_iff, !Z.ltb_ge. nia.
Qed.

Lemma below_opposite x y : above (- x) (- y) = true -> below x y.
Proof.
  unfold above, below. destruct (Z.leb_spec 0 (- y)).
  - rewrite orb_true_iff, andb_true_iff, !Z.ltb_lt. nia.
  - rewrite andb_true_iff, !Z.ltb_lt. nia.
Qed.

(** For numbers that are not negative: squares are ordered as the numbers are, and so are sums. *)
Lemma square_order x y : 0 <= x -> 0 <= y -> x * x <= y * y -> x <= y.
Proof. nia. Qed.

Lemma small_sum a b c d : 0 <= a -> 0 <= b -> 0 <= c -> 0 <= d -> a * a <= 5 * (b * b) -> c * c <= 5 * (d * d) ->
  a * c <= 5 * (b * d).
Proof.
  intros A B C D X Y. apply square_order; [nia|nia|].
  replace (a * c * (a * c)) with ((a * a) * (c * c)) by ring.
  replace (5 * (b * d) * (5 * (b * d))) with ((5 * (b * b)) * (5 * (d * d))) by ring.
  apply Z.mul_le_mono_nonneg; nia.
Qed.

Lemma large_sum a b c d : 0 <= a -> 0 <= b -> 0 <= c -> 0 <= d -> 5 * (b * b) <= a * a -> 5 * (d * d) <= c * c ->
  5 * (b * d) <= a * c.
Proof.
  intros A B C D X Y. apply square_order; [nia|nia|].
  replace (a * c * (a * c)) with ((a * a) * (c * c)) by ring.
  replace (5 * (b * d) * (5 * (b * d))) with ((5 * (b * b)) * (5 * (d * d))) by ring.
  apply Z.mul_le_mono_nonneg; nia.
Qed.

(** One below by its first part, one by its second. *)
Lemma below_mixed a b c d : 0 <= a -> 0 <= b -> 0 <= c -> 0 <= d -> 5 * (b * b) <= a * a -> c * c <= 5 * (d * d) ->
  below (c - a) (b - d).
Proof.
  intros A B C D X Y. unfold below.
  destruct (Z_le_gt_dec c a), (Z_le_gt_dec b d); [left; lia|right; left|right; right|].
  - repeat split; try lia. destruct (Z_le_gt_dec (5 * ((b - d) * (b - d))) ((c - a) * (c - a))) as [|G]; trivial.
    pose proof (small_sum (a - c) (b - d) c d). nia.
  - repeat split; try lia. destruct (Z_le_gt_dec ((c - a) * (c - a)) (5 * ((b - d) * (b - d)))) as [|G]; trivial.
    pose proof (large_sum (c - a) (d - b) a b). nia.
  - exfalso. nia.
Qed.

Lemma below_add x y z w : below x y -> below z w -> below (x + z) (y + w).
Proof.
  intros [[X Y]|[(X & Y & H)|(X & Y & H)]] [[Z W]|[(Z & W & I)|(Z & W & I)]].
  - left. lia.
  - unfold below. nia.
  - unfold below. nia.
  - unfold below. nia.
  - right. left. pose proof (large_sum (- x) y (- z) w). nia.
  - replace (x + z) with (z - - x) by lia. replace (y + w) with (y - - w) by lia. apply below_mixed; nia.
  - unfold below. nia.
  - replace (x + z) with (x - - z) by lia. replace (y + w) with (w - - y) by lia. apply below_mixed; nia.
  - right. right. pose proof (small_sum x (- y) z (- w)). nia.
Qed.

(** ** Values a + b s, and their order *)

Definition golden := (Z * Z)%type.
Definition zero : golden := (0, 0).
Definition add (x y : golden) : golden := (fst x + fst y, snd x + snd y).
Definition minus (x : golden) : golden := (- fst x, - snd x).
Definition positive (x : golden) : bool := above (2 * fst x - snd x) (snd x).

(** x <= 0 *)
Definition nonpos (x : golden) : Prop := positive x = false.

Lemma nonpos_zero : nonpos zero.
Proof. reflexivity. Qed.

Lemma nonpos_add x y : nonpos x -> nonpos y -> nonpos (add x y).
Proof.
  unfold nonpos, positive, add. cbn [fst snd]. rewrite !above_below. intros X Y.
  replace (2 * (fst x + fst y) - (snd x + snd y)) with ((2 * fst x - snd x) + (2 * fst y - snd y)) by lia.
  apply below_add; trivial.
Qed.

Lemma negative_nonpos x : positive (minus x) = true -> nonpos x.
Proof.
  unfold nonpos, positive, minus. cbn [fst snd]. rewrite above_below. intros H. apply below_opposite.
  replace (- (2 * fst x - snd x)) with (2 * - fst x - - snd x) by lia. exact H.
Qed.

(** ** Weights, one value for each hole *)

Definition units (ws : list golden) : list Z := map fst ws.
Definition golds (ws : list golden) : list Z := map snd ws.
Definition golden_weigh (ws : list golden) (p : position) : golden := (weigh (units ws) p, weigh (golds ws) p).
Definition golden_change (ws : list golden) (j : jump) : golden := (change (units ws) j, change (golds ws) j).

Definition golden_pagoda (b : board) (ws : list golden) : bool :=
  forallb (fun j => negb (positive (golden_change ws j))) (jumps b).

Lemma golden_play b ws p q : proper b = true -> golden_pagoda b ws = true -> reachable b p q ->
  nonpos (add (golden_weigh ws q) (minus (golden_weigh ws p))).
Proof.
  intros B W [js H]. unfold golden_weigh, add, minus. cbn [fst snd]. rewrite !weigh_weight.
  rewrite (weight_play b (units ws) p js q B H), (weight_play b (golds ws) p js q B H).
  apply play_jumps in H. unfold golden_pagoda in W. rewrite forallb_forall in W.
  assert (nonpos (total (changes (units ws) js), total (changes (golds ws) js))) as N.
  { induction js as [|j js IH]; [apply nonpos_zero|].
    apply (nonpos_add (golden_change ws j) (total (changes (units ws) js), total (changes (golds ws) js))).
    - apply negb_true_iff, W, H. left. trivial.
    - apply IH. intros k K. apply H. right. trivial. }
  revert N. match goal with |- nonpos ?x -> nonpos ?y => replace y with x; trivial; f_equal; lia end.
Qed.

(** The least weight of a match: a free hole is taken to hold a peg where that lowers it. *)
Fixpoint golden_least (ws : list golden) (pegs free : N) : golden :=
  match ws with
  | [] => zero
  | w :: ws' =>
      add (if N.odd free then (if positive (minus w) then w else zero) else if N.odd pegs then w else zero)
        (golden_least ws' (N.div2 pegs) (N.div2 free))
  end.

Lemma golden_least_weigh ws : forall p free,
  nonpos (add (golden_least ws (N.ldiff p free) free) (minus (golden_weigh ws p))).
Proof.
  induction ws as [|w ws IH]; intros p free; [apply nonpos_zero|].
  cbn [golden_least]. rewrite (N.div2_spec (N.ldiff p free)), N.shiftr_ldiff, <- !N.div2_spec.
  specialize (IH (N.div2 p) (N.div2 free)). set (x := golden_least ws _ _) in *.
  assert (forall e, nonpos e -> golden_weigh (w :: ws) p =
      add (if N.odd p then w else zero) (golden_weigh ws (N.div2 p))) as E.
  { intros _ _. unfold golden_weigh, add, units, golds. simpl. destruct (N.odd p); simpl; f_equal; lia. }
  rewrite (E zero nonpos_zero). clear E. rewrite <- (N.bit0_odd (N.ldiff p free)), N.ldiff_spec, !N.bit0_odd.
  set (y := golden_weigh ws (N.div2 p)) in *.
  set (head := if N.odd free then if positive (minus w) then w else zero
    else if N.odd p && negb (N.odd free) then w else zero).
  assert (nonpos (add head (minus (if N.odd p then w else zero)))) as N.
  { unfold head. destruct (N.odd free), (N.odd p); simpl; try destruct (positive (minus w)) eqn:P;
      try (replace (add w (minus w)) with zero by (unfold add, minus, zero; simpl; f_equal; lia));
      try apply nonpos_zero; try exact P.
    - apply negative_nonpos in P. destruct w. unfold add, minus, zero. simpl.
      replace (z + 0) with z by lia. replace (z0 + 0) with z0 by lia. exact P. }
  pose proof (nonpos_add _ _ N IH) as S. revert S.
  match goal with |- nonpos ?a -> nonpos ?b => replace b with a; trivial end.
  unfold add, minus. simpl. f_equal; lia.
Qed.

Definition check_golden (b : board) (p : position) (t : target) (ws : list golden) : bool :=
  match t with
  | Pattern pegs free =>
      golden_pagoda b ws && positive (add (golden_least ws pegs free) (minus (golden_weigh ws p)))
  | Count _ => false
  end.

Theorem golden_sound b p t ws : proper b = true -> check_golden b p t ws = true -> ~ feasible b p t.
Proof.
  intros B H (q & R & M). destruct t as [pegs free|]; [|discriminate].
  apply andb_true_iff in H as [W G]. apply N.eqb_eq in M. subst pegs.
  pose proof (nonpos_add _ _ (golden_least_weigh ws q free) (golden_play b ws p q B W R)) as S.
  apply not_true_iff_false in S. apply S. revert G.
  match goal with |- positive ?a = true -> positive ?b = true => replace b with a; [trivial|] end.
  unfold add, minus. cbn [fst snd]. f_equal; lia.
Qed.
