(** Weights, totals and boxes: the arithmetic that every certificate rests on. Nothing here knows of pegs. *)

From Coq Require Import ZArith List Lia Bool.
Import ListNotations.
Local Open Scope Z_scope.

(** The total weight of what [f] counts at each place. *)
Fixpoint dot (w : list Z) (f : nat -> Z) : Z :=
  match w with
  | [] => 0
  | x :: w' => x * f 0%nat + dot w' (fun i => f (S i))
  end.

Definition unit (k i : nat) : Z := if Nat.eqb i k then 1 else 0.

Lemma dot_ext w : forall f g, (forall i, (i < length w)%nat -> f i = g i) -> dot w f = dot w g.
Proof.
  induction w as [|x w IH]; simpl; intros f g H; [reflexivity|].
  rewrite (H 0%nat) by lia. f_equal. apply IH. intros i Hi. apply H. lia.
Qed.

Lemma dot_add w : forall f g, dot w (fun i => f i + g i) = dot w f + dot w g.
Proof. induction w as [|x w IH]; simpl; intros; [reflexivity|]. rewrite IH; lia. Qed.

Lemma dot_scale w c : forall f, dot w (fun i => c * f i) = c * dot w f.
Proof. induction w as [|x w IH]; simpl; intros; [|rewrite IH]; lia. Qed.

Lemma dot_zero w : dot w (fun _ => 0) = 0.
Proof. induction w; simpl; lia. Qed.

Lemma dot_unit w : forall k, dot w (unit k) = nth k w 0.
Proof.
  induction w as [|x w IH]; intros [|k]; simpl; trivial; unfold unit; simpl.
  - rewrite dot_zero. lia.
  - change (x * 0 + dot w (unit k) = nth k w 0). rewrite IH. lia.
Qed.

(** Weights may be lists of different lengths: what is missing is 0. *)
Definition negate (w : list Z) : list Z := map Z.opp w.

Fixpoint plus (u v : list Z) : list Z :=
  match u, v with
  | [], _ => v
  | _, [] => u
  | x :: u', y :: v' => x + y :: plus u' v'
  end.

Lemma dot_negate w : forall f, dot (negate w) f = - dot w f.
Proof. induction w as [|x w IH]; simpl; intros; [reflexivity|]. rewrite IH. lia. Qed.

Lemma dot_plus u : forall v f, dot (plus u v) f = dot u f + dot v f.
Proof.
  induction u as [|x u IH]; intros [|y v] f; simpl; try lia.
  rewrite IH. lia.
Qed.

Lemma dot_mono w : forall f g,
  (forall i x, nth_error w i = Some x -> x * f i <= x * g i) -> dot w f <= dot w g.
Proof.
  induction w as [|x w IH]; simpl; intros f g H; [lia|].
  pose proof (H 0%nat x eq_refl).
  specialize (IH (fun i => f (S i)) (fun i => g (S i)) (fun i => H (S i))). lia.
Qed.

(** ** Boxes: for each place a least value and perhaps a greatest *)

Definition range := (Z * option Z)%type.
Definition box := list range.

Definition in_range (r : range) (x : Z) : Prop :=
  fst r <= x /\ match snd r with Some h => x <= h | None => True end.

Definition holds (b : box) (f : nat -> Z) : Prop :=
  forall i r, nth_error b i = Some r -> in_range r (f i).

Definition empty_range (r : range) : bool := match snd r with Some h => h <? fst r | None => false end.
Definition empty : box -> bool := existsb empty_range.

Lemma empty_sound b f : holds b f -> empty b = true -> False.
Proof.
  unfold empty. rewrite existsb_exists. intros H ([lo hi] & Hr & He).
  apply In_nth_error in Hr as [i Hi]. destruct (H i _ Hi) as [Hl Hh].
  unfold empty_range in He. simpl in *. destruct hi; [|discriminate]. apply Z.ltb_lt in He. lia.
Qed.

Fixpoint change_at (k : nat) (f : range -> range) (b : box) : box :=
  match b, k with
  | [], _ => []
  | r :: b', O => f r :: b'
  | r :: b', S k' => r :: change_at k' f b'
  end.

Lemma nth_change_at b f : forall k i, nth_error (change_at k f b) i =
  if (i =? k)%nat then option_map f (nth_error b i) else nth_error b i.
Proof. induction b as [|r b IH]; intros [|k] [|i]; simpl; auto. destruct (i =? k)%nat; reflexivity. Qed.

Lemma change_at_holds b f : forall k g,
  holds b g -> (forall r, in_range r (g k) -> in_range (f r) (g k)) -> holds (change_at k f b) g.
Proof.
  intros k g Hb Hf i r E. rewrite nth_change_at in E.
  destruct (Nat.eqb_spec i k) as [->|_]; [|exact (Hb i r E)].
  destruct (nth_error b k) eqn:N; [|discriminate]. injection E as <-. apply Hf, Hb, N.
Qed.

Definition at_least (k : Z) (r : range) : range := (Z.max k (fst r), snd r).
Definition at_most (k : Z) (r : range) : range :=
  (fst r, match snd r with Some h => Some (Z.min k h) | None => Some k end).

Lemma at_least_holds k r x : k <= x -> in_range r x -> in_range (at_least k r) x.
Proof. destruct r as [lo [h|]]; unfold in_range; simpl; lia. Qed.

Lemma at_most_holds k r x : x <= k -> in_range r x -> in_range (at_most k r) x.
Proof. destruct r as [lo [h|]]; unfold in_range; simpl; lia. Qed.

(** A branch of a case distinction excludes nothing. *)
Lemma branch_holds b i k g : holds b g ->
  holds (change_at i (at_most k) b) g \/ holds (change_at i (at_least (k + 1)) b) g.
Proof.
  intros H. destruct (Z_le_gt_dec (g i) k).
  - left. apply change_at_holds; auto using at_most_holds.
  - right. apply change_at_holds; auto. intros; apply at_least_holds; auto; lia.
Qed.

(** ** The greatest value of a total in a box *)

Definition sum_of (a b : option Z) : option Z :=
  match a, b with Some x, Some y => Some (x + y) | _, _ => None end.

(** Where the weight is positive and the place has no greatest value, neither has the total. *)
Definition most_at (x : Z) (r : range) : option Z :=
  if 0 <? x then match snd r with Some h => Some (x * h) | None => None end else Some (x * fst r).

Fixpoint most (w : list Z) (b : box) : option Z :=
  match w, b with
  | [], _ => Some 0
  | x :: w', r :: b' => sum_of (most_at x r) (most w' b')
  | _ :: _, [] => None
  end.

Lemma sum_of_some a b c : sum_of a b = Some c -> exists x y, a = Some x /\ b = Some y /\ c = x + y.
Proof. destruct a as [x|], b as [y|]; simpl; try discriminate. intros E. injection E as <-. eauto. Qed.

Lemma most_sound w : forall b f m, holds b f -> most w b = Some m -> dot w f <= m.
Proof.
  induction w as [|x w IH]; simpl; intros b f m Hb; [intros E; injection E as <-; lia|].
  destruct b as [|r b]; [discriminate|].
  intros (p & q & Hp & Hq & ->) % sum_of_some.
  apply (IH b (fun i => f (S i))) in Hq; [|intros i; apply (Hb (S i))].
  destruct (Hb 0%nat r eq_refl) as [Hl Hh]. unfold most_at in Hp.
  destruct (Z.ltb_spec 0 x); [destruct (snd r); [|discriminate]|]; injection Hp as <-; nia.
Qed.
