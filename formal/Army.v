(** Kind [army]: no finite army behind a line of the infinite board brings a peg so many rows beyond it. A place weighs
    s^distance from the goal, s = (sqrt 5 - 1) / 2; no jump raises that weight, and the sum over all places behind the
    line is known. *)

From Coq Require Import ZArith List Lia Bool Arith.
From Pegfeas Require Import Board Golden.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Powers of s: s^2 = 1 - s *)

Definition times_s (x : golden) : golden := (snd x, fst x - snd x).
Definition over_s (x : golden) : golden := (fst x + snd x, fst x).
Fixpoint power (n : nat) : golden := match n with O => (1, 0) | S n' => times_s (power n') end.
Definition scale (k : Z) (x : golden) : golden := (k * fst x, k * snd x).

(** x <= y *)
Definition le (x y : golden) : Prop := nonpos (add x (minus y)).


Ltac same_golden := unfold add, minus, scale, times_s, over_s, zero in *; cbn [fst snd] in *; f_equal; lia.

Lemma golden_eta (x : golden) : x = (fst x, snd x).
Proof. apply surjective_pairing. Qed.

Lemma le_refl x : le x x.
Proof. unfold le. replace (add x (minus x)) with zero by same_golden. apply nonpos_zero. Qed.

Lemma le_add x y z w : le x y -> le z w -> le (add x z) (add y w).
Proof.
  unfold le. intros X Z. pose proof (nonpos_add _ _ X Z) as S. revert S.
  match goal with |- nonpos ?a -> nonpos ?b => replace b with a; [trivial|same_golden] end.
Qed.

Lemma le_trans x y z : le x y -> le y z -> le x z.
Proof.
  unfold le. intros X Z. pose proof (nonpos_add _ _ X Z) as S. revert S.
  match goal with |- nonpos ?a -> nonpos ?b => replace b with a; [trivial|same_golden] end.
Qed.

Lemma le_times_s x y : le x y -> le (times_s x) (times_s y).
Proof.
  unfold le, nonpos, positive. rewrite !above_below. destruct x as [a b], y as [c d].
  unfold times_s, add, minus, below. cbn [fst snd]. nia.
Qed.

Lemma le_over_s x y : le x y -> le (over_s x) (over_s y).
Proof.
  unfold le, nonpos, positive. rewrite !above_below. destruct x as [a b], y as [c d].
  unfold over_s, add, minus, below. cbn [fst snd]. nia.
Qed.

Lemma le_scale k x : 0 <= k -> le zero x -> le zero (scale k x).
Proof.
  unfold le, nonpos, positive. rewrite !above_below. destruct x as [a b].
  unfold scale, add, minus, zero, below. cbn [fst snd]. nia.
Qed.

Lemma over_times x : over_s (times_s x) = x.
Proof. rewrite (golden_eta x). same_golden. Qed.

(** s^n = s^(n+1) + s^(n+2): what two pegs weigh that a jump takes towards the goal. *)
Lemma power_sum n : power n = add (power (S n)) (power (S (S n))).
Proof. simpl. rewrite (golden_eta (power n)) at 1. same_golden. Qed.

Lemma power_nonneg n : le zero (power n).
Proof. induction n; [reflexivity|]. exact (le_times_s _ _ IHn). Qed.

Lemma power_positive n : ~ le (power n) zero.
Proof.
  induction n; [discriminate|]. intros H. apply IHn. apply le_over_s in H. simpl in H. rewrite over_times in H. exact H.
Qed.

Lemma add_zero x : add x zero = x.
Proof. rewrite (golden_eta x). same_golden. Qed.

Lemma power_down n k : le (power (n + k)) (power n).
Proof.
  induction k; [rewrite Nat.add_0_r; apply le_refl|]. apply le_trans with (power (n + k)); trivial.
  rewrite Nat.add_succ_r, (power_sum (n + k)), <- (add_zero (power (S (n + k)))) at 1.
  apply le_add; [apply le_refl|apply power_nonneg].
Qed.

Lemma power_after n m : (n <= m)%nat -> le (power m) (power n).
Proof. intros H. replace m with (n + (m - n))%nat by lia. apply power_down. Qed.

(** ** Positions of the infinite board: which places hold a peg *)

Definition field := place -> bool.

(** The peg at [a] jumps over that at [a + s]. *)
Definition jumped (p : field) (a s : place) : field :=
  fun b => same b (shift (shift a s) s) || (p b && negb (same b a) && negb (same b (shift a s))).

Inductive march (g : geometry) : field -> field -> Prop :=
  | Stay p : march g p p
  | Go p a s q : In s (steps g) -> p a = true -> p (shift a s) = true -> p (shift (shift a s) s) = false ->
      march g (jumped p a s) q -> march g p q.

Definition finite (p : field) : Prop := exists l, forall a, p a = true -> In a l.

(** All pegs are [n] rows or more from the goal, on one side of it. *)
Definition far (n : nat) (goal : place) (p : field) : Prop :=
  (forall a, p a = true -> Z.of_nat n <= fst a - fst goal) \/ (forall a, p a = true -> Z.of_nat n <= fst goal - fst a).

Definition out_of_reach (g : geometry) (n : nat) : Prop :=
  forall p q goal, finite p -> far n goal p -> march g p q -> q goal = false.

(** ** No jump raises the weight *)

Definition distance (g : geometry) (r c : Z) : Z :=
  match g with
  | Orthogonal => Z.abs r + Z.abs c
  | Triangular => Z.max (Z.abs r) (Z.max (Z.abs c) (Z.abs (r - c)))
  | Diagonal => Z.max (Z.abs r) (Z.abs c)
  end.
Definition worth (g : geometry) (goal a : place) : golden :=
  power (Z.to_nat (distance g (fst a - fst goal) (snd a - snd goal))).

Lemma distance_nonneg g r c : 0 <= distance g r c.
Proof. destruct g; simpl; lia. Qed.

(** Distance is convex along a jump, and changes by at most 1 in a step. *)
Lemma abs_step x u : - 1 <= u <= 1 ->
  Z.abs x <= Z.abs (x + u) + 1 /\ Z.abs (x + u) <= Z.abs (x + 2 * u) + 1 /\ 2 * Z.abs (x + u) <= Z.abs x + Z.abs (x + 2 * u).
Proof. lia. Qed.

Lemma distance_step g r c s : In s (steps g) ->
  let d i := distance g (r + i * fst s) (c + i * snd s) in
  d 0 <= d 1 + 1 /\ d 1 <= d 2 + 1 /\ 2 * d 1 <= d 0 + d 2.
Proof.
  intros H d. unfold d, distance.
  replace (r + 1 * fst s - (c + 1 * snd s)) with (r - c + (fst s - snd s)) by lia.
  replace (r + 2 * fst s - (c + 2 * snd s)) with (r - c + 2 * (fst s - snd s)) by lia.
  replace (r + 0 * fst s - (c + 0 * snd s)) with (r - c) by lia.
  rewrite !Z.mul_0_l, !Z.mul_1_l, !Z.add_0_r. clear d.
  assert (- 1 <= fst s <= 1 /\ - 1 <= snd s <= 1 /\ (g = Orthogonal -> fst s = 0 \/ snd s = 0) /\
      (g = Triangular -> - 1 <= fst s - snd s <= 1)) as (U & V & O & T).
  { destruct g; cbn in H; repeat destruct H as [<-|H]; try destruct H; cbn; repeat split; intros; (lia || discriminate). }
  pose proof (abs_step r (fst s) U) as R. pose proof (abs_step c (snd s) V) as C. destruct g.
  - destruct (O eq_refl) as [E|E]; rewrite !E, ?Z.mul_0_r, ?Z.add_0_r in *; lia.
  - pose proof (abs_step (r - c) (fst s - snd s) (T eq_refl)) as D. revert R C D.
    repeat match goal with |- context [Z.abs ?x] => generalize (Z.abs x); intro end. lia.
  - revert R C. repeat match goal with |- context [Z.abs ?x] => generalize (Z.abs x); intro end. lia.
Qed.

Lemma worth_jump g goal a s : In s (steps g) ->
  le (worth g goal (shift (shift a s) s)) (add (worth g goal a) (worth g goal (shift a s))).
Proof.
  intros H. pose proof (distance_step g (fst a - fst goal) (snd a - snd goal) s H) as D. cbv beta zeta in D.
  unfold worth, shift. cbn [fst snd].
  replace (fst a + fst s + fst s - fst goal) with (fst a - fst goal + 2 * fst s) by lia.
  replace (snd a + snd s + snd s - snd goal) with (snd a - snd goal + 2 * snd s) by lia.
  replace (fst a + fst s - fst goal) with (fst a - fst goal + 1 * fst s) by lia.
  replace (snd a + snd s - snd goal) with (snd a - snd goal + 1 * snd s) by lia.
  revert D. set (x := distance g (_ + 2 * _) _). set (y := distance g (_ + 1 * _) _).
  replace (distance g (fst a - fst goal + 0 * fst s) (snd a - snd goal + 0 * snd s))
    with (distance g (fst a - fst goal) (snd a - snd goal)) by (f_equal; lia).
  set (z := distance g _ _). intros D.
  assert (0 <= x /\ 0 <= y /\ 0 <= z) as P by (repeat split; apply distance_nonneg).
  destruct (Z_le_gt_dec z x); [|destruct (Z_le_gt_dec y x)].
  - rewrite <- (add_zero (power (Z.to_nat x))). apply le_add; [apply power_after; lia|apply power_nonneg].
  - replace (add (power (Z.to_nat z)) (power (Z.to_nat y))) with (add (power (Z.to_nat y)) (power (Z.to_nat z))) by same_golden.
    rewrite <- (add_zero (power (Z.to_nat x))). apply le_add; [apply power_after; lia|apply power_nonneg].
  - replace (Z.to_nat y) with (S (Z.to_nat x)) by lia. replace (Z.to_nat z) with (S (S (Z.to_nat x))) by lia.
    rewrite (power_sum (Z.to_nat x)).
    replace (add (power (S (S (Z.to_nat x)))) (power (S (Z.to_nat x)))) with (add (power (S (Z.to_nat x))) (power (S (S (Z.to_nat x))))) by same_golden.
    apply le_refl.
Qed.

(** ** What a finite position weighs *)

Section Mass.
  Variable w : place -> golden.

  Definition mass (l : list place) : golden := fold_right (fun a x => add (w a) x) zero l.

  Lemma mass_app l m : mass (l ++ m) = add (mass l) (mass m).
  Proof. induction l; simpl; [|rewrite IHl]; same_golden || (rewrite (golden_eta (mass m)) at 1; same_golden). Qed.

  Lemma mass_middle l a m : mass (l ++ a :: m) = add (w a) (mass (l ++ m)).
  Proof. rewrite !mass_app. simpl. same_golden. Qed.

  Hypothesis nonneg : forall a, le zero (w a).

  Lemma mass_nonneg l : le zero (mass l).
  Proof. induction l; [apply le_refl|]. exact (le_add _ _ _ _ (nonneg a) IHl). Qed.

  Lemma mass_within l : forall m, NoDup l -> incl l m -> le (mass l) (mass m).
  Proof.
    induction l as [|a l IH]; intros m N I; [apply mass_nonneg|].
    destruct (in_split a m (I a (or_introl eq_refl))) as (x & y & ->). rewrite mass_middle. inversion N; subst.
    apply le_add; [apply le_refl|]. apply IH; trivial. intros b B. specialize (I b (or_intror B)).
    rewrite in_app_iff in *. destruct I as [|[->|]]; tauto.
  Qed.

  Lemma mass_peg l a : In a l -> le (w a) (mass l).
  Proof.
    intros (x & y & ->) % in_split. rewrite mass_middle, <- (add_zero (w a)) at 1.
    apply le_add; [apply le_refl|apply mass_nonneg].
  Qed.
End Mass.

Definition lists (l : list place) (p : field) : Prop := NoDup l /\ forall a, p a = true <-> In a l.

Lemma finite_lists p : finite p -> exists l, lists l p.
Proof.
  intros [l H]. assert (forall a b : place, {a = b} + {a <> b}) as E by (repeat decide equality).
  exists (filter p (nodup E l)). split; [apply NoDup_filter, NoDup_nodup|].
  intros a. rewrite filter_In, nodup_In. intuition.
Qed.

Lemma same_false a b : same a b = false <-> a <> b.
Proof. rewrite <- not_true_iff_false, same_spec. tauto. Qed.

(** A jump takes two pegs away and adds one. *)
Lemma lists_jumped l p a s : lists l p -> p a = true -> p (shift a s) = true -> p (shift (shift a s) s) = false ->
  exists m, lists (shift (shift a s) s :: m) (jumped p a s) /\
    forall w, mass w l = add (add (w a) (w (shift a s))) (mass w m).
Proof.
  intros [N L] A B C. assert (a <> shift a s) as D.
  { intros E. rewrite <- !E in C. congruence. }
  apply L, in_split in A as (x & y & ->). pose proof (NoDup_remove _ _ _ N) as [N' X].
  assert (In (shift a s) (x ++ y)) as I.
  { apply L in B. rewrite in_app_iff in *. destruct B as [|[|]]; tauto. }
  apply in_split in I as (u & v & E). exists (u ++ v). rewrite E in N', X. pose proof (NoDup_remove _ _ _ N') as [N'' Y].
  assert (forall b, In b (u ++ v) <-> p b = true /\ b <> a /\ b <> shift a s) as F.
  { intros b. rewrite L. assert (In b (x ++ a :: y) <-> b = a \/ b = shift a s \/ In b (u ++ v)) as ->.
    { transitivity (b = a \/ In b (x ++ y)); [rewrite !in_app_iff; simpl; intuition congruence|].
      rewrite E, !in_app_iff. simpl. intuition congruence. }
    split; [|tauto]. intros H. repeat split; [tauto| |]; intros ->; [|tauto].
    apply X. rewrite in_app_iff in *. simpl. tauto. }
  split; [split|].
  - constructor; trivial. rewrite F, C. intros [? _]. discriminate.
  - intros b. unfold jumped. simpl. rewrite orb_true_iff, !andb_true_iff, !negb_true_iff, same_spec, !same_false, F.
    intuition congruence.
  - intros w. rewrite mass_middle, E, mass_middle. same_golden.
Qed.

Lemma march_mass g goal p q : march g p q -> forall l, lists l p ->
  exists m, lists m q /\ le (mass (worth g goal) m) (mass (worth g goal) l).
Proof.
  induction 1 as [p|p a s q S A B C _ IH]; intros l L; [eauto using le_refl|].
  destruct (lists_jumped l p a s L A B C) as (m & M & W). destruct (IH _ M) as (k & K & T). exists k. split; trivial.
  apply (le_trans _ _ _ T). rewrite W. simpl. apply le_add; [apply worth_jump, S|apply le_refl].
Qed.

(** ** What all places behind the line weigh *)

(** The row [k] rows from the goal has the columns from [leftmost] to [rightmost] at distance k, [extra] k + 1 of them, and two
    at each greater distance. *)
Definition extra (g : geometry) : nat := match g with Orthogonal => 0 | Triangular => 1 | Diagonal => 2 end.
Definition leftmost (g : geometry) (k : nat) : Z := match g with Diagonal => - Z.of_nat k | _ => 0 end.
Definition rightmost (g : geometry) (k : nat) : Z := match g with Orthogonal => 0 | _ => Z.of_nat k end.

Definition near (g : geometry) (k : nat) : list place :=
  map (fun i => (Z.of_nat k, leftmost g k + Z.of_nat i)) (seq 0 (extra g * k + 1)).
Definition beside (g : geometry) (k m : nat) : list place :=
  flat_map (fun i => [(Z.of_nat k, leftmost g k - 1 - Z.of_nat i); (Z.of_nat k, rightmost g k + 1 + Z.of_nat i)]) (seq 0 m).
Definition rows (g : geometry) (n t m : nat) : list place :=
  flat_map (fun i => near g (n + i) ++ beside g (n + i) m) (seq 0 t).

(** The sum over all rows from [n] on, as 1 / (1 - s) = s^-2. *)
Definition half_plane (g : geometry) (n : nat) : golden :=
  let x := over_s (over_s (power n)) in
  add (scale (Z.of_nat (extra g * n + 1)) x) (scale (Z.of_nat (extra g + 2)) (over_s x)).

Definition weight_of (g : geometry) : place -> golden := worth g (0, 0).

Lemma weight_of_row g k c d : distance g (Z.of_nat k) c = Z.of_nat d -> weight_of g (Z.of_nat k, c) = power d.
Proof. intros E. unfold weight_of, worth. cbn [fst snd]. rewrite !Z.sub_0_r, E, Nat2Z.id. trivial. Qed.

Lemma near_mass g k : mass (weight_of g) (near g k) = scale (Z.of_nat (extra g * k + 1)) (power k).
Proof.
  unfold near. assert (forall n, (n <= extra g * k + 1)%nat ->
    mass (weight_of g) (map (fun i => (Z.of_nat k, leftmost g k + Z.of_nat i)) (seq 0 n)) = scale (Z.of_nat n) (power k)) as H; [|auto].
  induction n as [|n IH]; intros N; [reflexivity|].
  rewrite seq_S, map_app, mass_app, IH by lia. cbn [map mass fold_right]. rewrite (weight_of_row g k _ k).
  - rewrite Nat2Z.inj_succ. same_golden.
  - destruct g; cbn [distance leftmost extra] in *; lia.
Qed.

Lemma beside_mass g k m : add (mass (weight_of g) (beside g k m)) (scale 2 (over_s (over_s (power (S k + m))))) =
  scale 2 (over_s (power k)).
Proof.
  induction m as [|m IH].
  - rewrite Nat.add_0_r. cbn [power]. rewrite over_times. unfold beside. simpl. same_golden.
  - rewrite <- IH. unfold beside. rewrite seq_S, flat_map_app, mass_app. cbn [flat_map app mass fold_right].
    rewrite !(weight_of_row g k _ (S k + m)) by (destruct g; cbn [distance leftmost rightmost]; lia).
    rewrite Nat.add_succ_r. cbn [power]. rewrite over_times. set (x := power (S k + m)). same_golden.
Qed.

Lemma half_plane_row g n m :
  add (mass (weight_of g) (near g n ++ beside g n m)) (add (scale 2 (over_s (over_s (power (S n + m))))) (half_plane g (S n)))
  = half_plane g n.
Proof.
  pose proof (beside_mass g n m) as B. rewrite mass_app, near_mass. revert B.
  set (x := mass _ _). set (y := scale 2 (over_s (over_s _))). intros B.
  transitivity (add (scale (Z.of_nat (extra g * n + 1)) (power n)) (add (add x y) (half_plane g (S n)))); [same_golden|].
  rewrite B. unfold half_plane. cbn [power]. rewrite !over_times. clear. set (p := power n).
  replace (Z.of_nat (extra g * S n + 1)) with (Z.of_nat (extra g * n + 1) + Z.of_nat (extra g)) by lia.
  replace (Z.of_nat (extra g + 2)) with (Z.of_nat (extra g) + 2) by lia.
  generalize (Z.of_nat (extra g * n + 1)), (Z.of_nat (extra g)). intros. unfold add, scale, over_s. cbn [fst snd]. f_equal; ring.
Qed.

Lemma over_nonneg x : le zero x -> le zero (over_s x).
Proof. apply (le_over_s zero). Qed.

Lemma le_over x : le zero x -> le x (over_s x).
Proof.
  intros H. replace (over_s x) with (add x (times_s x)) by same_golden. rewrite <- (add_zero x) at 1.
  apply le_add; [apply le_refl|]. apply (le_times_s zero), H.
Qed.

Lemma half_plane_positive g n : ~ le (half_plane g n) zero.
Proof.
  intros H. apply (power_positive n), (le_trans _ (half_plane g n)); trivial. unfold half_plane. cbv zeta.
  pose proof (power_nonneg n) as P. set (x := over_s (over_s (power n))).
  assert (le (power n) x) as X by (apply (le_trans _ _ _ (le_over _ P)), le_over, over_nonneg, P).
  assert (le zero x) as X' by (apply over_nonneg, over_nonneg, P).
  replace (scale (Z.of_nat (extra g * n + 1)) x) with (add x (scale (Z.of_nat (extra g * n)) x))
    by (rewrite Nat2Z.inj_add; same_golden).
  rewrite <- (add_zero (power n)), <- (add_zero (add (power n) zero)).
  apply le_add; [apply le_add; [exact X|]|]; apply le_scale; try lia; trivial. apply over_nonneg, X'.
Qed.

Lemma rows_mass g n m t : le (add (mass (weight_of g) (rows g n t m)) (half_plane g (n + t))) (half_plane g n).
Proof.
  induction t as [|t IH].
  - rewrite Nat.add_0_r. unfold rows. simpl. replace (add zero (half_plane g n)) with (half_plane g n); [apply le_refl|].
    rewrite (golden_eta (half_plane g n)). same_golden.
  - refine (le_trans _ _ _ _ IH). unfold rows. rewrite seq_S, flat_map_app, mass_app. cbn [flat_map]. rewrite app_nil_r.
    rewrite <- (half_plane_row g (n + t) m), Nat.add_succ_r. cbn [Nat.add].
    set (x := mass _ _). set (y := mass _ _). set (z := scale 2 _). set (h := half_plane g (S (n + t))).
    replace (add (add x y) h) with (add (add x (add y h)) zero) by same_golden.
    replace (add x (add y (add z h))) with (add (add x (add y h)) z) by same_golden.
    apply le_add; [apply le_refl|]. apply le_scale; [lia|]. apply over_nonneg, over_nonneg, power_nonneg.
Qed.

Lemma in_rows g n t m r c : Z.of_nat n <= r < Z.of_nat (n + t) -> Z.abs c < Z.of_nat m -> In (r, c) (rows g n t m).
Proof.
  intros R C. unfold rows. apply in_flat_map. exists (Z.to_nat r - n)%nat. split; [apply in_seq; lia|].
  replace (n + (Z.to_nat r - n))%nat with (Z.to_nat r) by lia. set (k := Z.to_nat r).
  replace r with (Z.of_nat k) by lia. apply in_app_iff.
  destruct (Z_le_gt_dec (leftmost g k) c); [destruct (Z_le_gt_dec c (rightmost g k))|]; [left|right|right].
  - apply in_map_iff. exists (Z.to_nat (c - leftmost g k)). split; [f_equal; lia|]. apply in_seq.
    destruct g; cbn [leftmost rightmost extra] in *; lia.
  - apply in_flat_map. exists (Z.to_nat (c - rightmost g k - 1)). split; [|right; left; f_equal; lia]. apply in_seq.
    destruct g; cbn [rightmost] in *; lia.
  - apply in_flat_map. exists (Z.to_nat (leftmost g k - c - 1)). split; [|left; f_equal; lia]. apply in_seq.
    destruct g; cbn [leftmost] in *; lia.
Qed.

(** ** Pegs on one side of a goal *)

(** A place so many rows and columns from the goal, to one side or, turned, to the other. *)
Definition from_goal (goal : place) (side : Z) (a : place) : place := (fst goal + side * fst a, snd goal + side * snd a).

Lemma from_goal_mass g goal side l : side = 1 \/ side = - 1 ->
  mass (worth g goal) (map (from_goal goal side) l) = mass (weight_of g) l.
Proof.
  intros S. induction l as [|a l IH]; simpl; trivial. rewrite IH. f_equal.
  unfold weight_of, worth, from_goal. cbn [fst snd]. do 2 f_equal.
  destruct S as [-> | ->], g; cbn [distance]; lia.
Qed.

Lemma bounded_list goal (l : list place) : exists m, forall a, In a l ->
  Z.abs (fst a - fst goal) < Z.of_nat m /\ Z.abs (snd a - snd goal) < Z.of_nat m.
Proof.
  induction l as [|b l [m IH]]; [exists O; intros a []|].
  exists (m + Z.to_nat (Z.abs (fst b - fst goal)) + Z.to_nat (Z.abs (snd b - snd goal)) + 1)%nat.
  intros a [<-|A]; [|apply IH in A]; lia.
Qed.

Lemma far_mass g n goal side p l : side = 1 \/ side = - 1 -> lists l p ->
  (forall a, p a = true -> Z.of_nat n <= side * (fst a - fst goal)) ->
  exists t, le (add (mass (worth g goal) l) (half_plane g t)) (half_plane g n).
Proof.
  intros S [N L] H. destruct (bounded_list goal l) as [m M]. exists (n + m)%nat.
  apply (le_trans _ (add (mass (weight_of g) (rows g n m m)) (half_plane g (n + m)))); [|apply rows_mass].
  rewrite <- (from_goal_mass g goal side) by trivial. apply le_add; [|apply le_refl].
  apply mass_within; trivial; [intros a; apply power_nonneg|]. intros a A. apply in_map_iff.
  exists (side * (fst a - fst goal), side * (snd a - snd goal)). split.
  - destruct a. unfold from_goal. cbn [fst snd]. f_equal; nia.
  - specialize (M a A). apply L, H in A. apply in_rows; nia.
Qed.

(** ** The kind *)

Definition check_army (g : geometry) (n : nat) (total : golden) : bool :=
  same total (half_plane g n) && negb (positive (add total (minus (power 0)))).

Theorem army_sound g n total : check_army g n total = true -> out_of_reach g n.
Proof.
  intros [-> % same_spec C % negb_true_iff] % andb_true_iff p q goal [l L] % finite_lists F M.
  apply not_true_iff_false. intros G. destruct (march_mass g goal p q M l L) as (k & [_ K] & W).
  apply K, (mass_peg (worth g goal)) in G; [|intros a; apply power_nonneg].
  replace (worth g goal goal) with (power 0) in G
    by (unfold worth; rewrite !Z.sub_diag; destruct g; reflexivity).
  assert (exists t, le (add (mass (worth g goal) l) (half_plane g t)) (half_plane g n)) as [t T].
  { destruct F as [F|F]; [apply (far_mass g n goal 1 p)|apply (far_mass g n goal (- 1) p)]; auto;
      intros a A; apply F in A; lia. }
  apply (half_plane_positive g t). pose proof (le_trans _ _ _ T C) as X.
  pose proof (nonpos_add _ _ (le_trans _ _ _ G W) X) as Y. unfold le. revert Y.
  match goal with |- nonpos ?a -> nonpos ?b => replace b with a; [trivial|same_golden] end.
Qed.
