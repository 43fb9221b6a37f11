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
