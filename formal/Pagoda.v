(** Pagoda functions: weights that no jump raises. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play.
Import ListNotations.
Local Open Scope Z_scope.

Definition pagoda (b : board) (w : list Z) : bool := forallb (fun j => change w j <=? 0) (jumps b).

Theorem pagoda_play b w p q : proper b = true -> pagoda b w = true -> reachable b p q ->
  weight w q <= weight w p.
Proof.
  intros P W [js H]. rewrite (weight_play b w p js q P H). apply play_jumps in H.
  unfold pagoda in W. rewrite forallb_forall in W.
  assert (total (changes w js) <= 0); [|lia].
  induction js as [|j js IH]; simpl; [lia|].
  specialize (W j). rewrite Z.leb_le in W.
  assert (change w j <= 0) by auto with datatypes.
  assert (incl js (jumps b)) as I by (intros k Hk; auto with datatypes). apply IH in I. unfold changes in *. lia.
Qed.

(** ** The least weight of a position that matches the target *)

Fixpoint least (w : list Z) (pegs free : N) : Z :=
  match w with
  | [] => 0
  | x :: w' => (if N.odd free then Z.min 0 x else if N.odd pegs then x else 0) + least w' (N.div2 pegs) (N.div2 free)
  end.

Lemma least_weigh w : forall p free, least w (N.ldiff p free) free <= weigh w p.
Proof.
  induction w as [|x w IH]; intros p free; simpl; [lia|].
  rewrite N.div2_spec, N.shiftr_ldiff, <- !N.div2_spec.
  specialize (IH (N.div2 p) (N.div2 free)).
  rewrite <- !(N.bit0_odd), N.ldiff_spec.
  destruct (N.testbit free 0), (N.testbit p 0); simpl; lia.
Qed.

(** Of [k] pegs each weighs [c] at least, but for what the lighter holes fall short of [c]. With the weight of the
    k-th lightest hole as [c] this is the sum of the [k] least weights. *)
Definition shortfall (c : Z) (w : list Z) : Z := total (map (fun x => Z.min 0 (x - c)) w).

Lemma shortfall_weigh c w : forall p,
  c * weigh (repeat 1 (length w)) p + shortfall c w <= weigh w p.
Proof.
  unfold shortfall. induction w as [|x w IH]; intros p; cbn [weigh repeat length map]; [simpl; lia|].
  specialize (IH (N.div2 p)). unfold total in *. simpl fold_right. destruct (N.odd p); lia.
Qed.

(** ** Playable classes: the indicator of a set of holes that no jump enters or leaves is a pagoda function *)

Definition indicator (n : nat) (k : nat -> bool) : list Z := map (fun h => Z.b2z (k h)) (seq 0 n).

Lemma nth_indicator n k h : (h < n)%nat -> nth h (indicator n k) 0 = Z.b2z (k h).
Proof.
  intros H. unfold indicator. rewrite nth_indep with (d' := Z.b2z (k 0%nat)) by (rewrite map_length, seq_length; trivial).
  rewrite (map_nth (fun h => Z.b2z (k h))), seq_nth; trivial.
Qed.

Theorem classes_sound b k p q : proper b = true ->
  (forall j, In j (jumps b) -> k (from j) = k (landing j)) ->
  reachable b p q -> weight (indicator (holes b) k) q <= weight (indicator (holes b) k) p.
Proof.
  intros P K. apply pagoda_play; trivial. apply forallb_forall. intros j Hj.
  destruct (proper_spec b j P Hj) as (A & B & C & _). apply Z.leb_le.
  unfold change. rewrite !nth_indicator, (K j Hj); trivial. destruct (k (landing j)), (k (over j)); simpl; lia.
Qed.
