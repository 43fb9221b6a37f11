(** Residues: weights that no jump changes modulo d, and the rule of three. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Pagoda.
Import ListNotations.
Local Open Scope Z_scope.

Definition divides (d x : Z) : bool := x mod d =? 0.

Lemma divides_spec d x : d <> 0 -> divides d x = true <-> (d | x).
Proof. intros D. unfold divides. rewrite Z.eqb_eq. apply Z.mod_divide; trivial. Qed.

Definition residue (b : board) (d : Z) (w : list Z) : bool :=
  (2 <=? d) && forallb (fun j => divides d (change w j)) (jumps b).

Theorem residue_play b d w p q : proper b = true -> residue b d w = true -> reachable b p q ->
  (d | weight w q - weight w p).
Proof.
  intros P [D % Z.leb_le W] % andb_true_iff [js H].
  rewrite (weight_play b w p js q P H). apply play_jumps in H. rewrite forallb_forall in W.
  replace (_ - _) with (total (changes w js)) by lia.
  induction js as [|j js IH]; simpl; [apply Z.divide_0_r|].
  apply Z.divide_add_r.
  - apply divides_spec; [lia|]. auto with datatypes.
  - apply IH. intros k Hk. auto with datatypes.
Qed.

(** Every free hole weighs a multiple of d. *)
Fixpoint free_divided (d : Z) (w : list Z) (free : N) : bool :=
  match w with
  | [] => true
  | x :: w' => (if N.odd free then divides d x else true) && free_divided d w' (N.div2 free)
  end.

Lemma free_divided_weigh d w : d <> 0 -> forall p free, free_divided d w free = true ->
  (d | weigh w p - weigh w (N.ldiff p free)).
Proof.
  intros D. induction w as [|x w IH]; intros p free; simpl; [intros _; apply Z.divide_0_r|].
  intros [X F] % andb_true_iff. apply (IH (N.div2 p)) in F.
  rewrite (N.div2_spec (N.ldiff p free)), N.shiftr_ldiff, <- !N.div2_spec.
  rewrite <- !(N.bit0_odd), N.ldiff_spec in *.
  destruct (N.testbit free 0), (N.testbit p 0); simpl; trivial.
  - apply divides_spec in X; trivial.
    replace (_ - _) with (x + (weigh w (N.div2 p) - weigh w (N.ldiff (N.div2 p) (N.div2 free)))) by lia.
    apply Z.divide_add_r; trivial.
  - replace (_ - _) with (weigh w (N.div2 p) - weigh w (N.ldiff (N.div2 p) (N.div2 free))) by lia. trivial.
Qed.

(** Start and target differ modulo d, whatever the free holes hold. *)
Definition differs (p : position) (t : target) (d : Z) (w : list Z) : bool :=
  match t with
  | Pattern pegs free => free_divided d w free && negb (divides d (weigh w pegs - weigh w p))
  | Count _ => false
  end.

Definition check_residue (b : board) (p : position) (t : target) (d : Z) (w : list Z) : bool :=
  residue b d w && differs p t d w.

Theorem residue_sound b p t d w : proper b = true -> check_residue b p t d w = true -> ~ feasible b p t.
Proof.
  intros P [R H] % andb_true_iff (q & Q & M). pose proof (residue_play b d w p q P R Q) as E.
  apply andb_true_iff in R as [D % Z.leb_le _]. assert (d <> 0) by lia.
  destruct t as [pegs free|]; [|discriminate]. apply andb_true_iff in H as [F N].
  apply N.eqb_eq in M. subst pegs. apply (free_divided_weigh d w) with (p := q) in F; trivial.
  apply negb_true_iff in N. rewrite <- not_true_iff_false, divides_spec in N by trivial. apply N.
  rewrite !weigh_weight in *.
  replace (_ - _) with ((weight w q - weight w p) - (weight w q - weight w (N.ldiff q free))) by lia.
  apply Z.divide_sub_r; trivial.
Qed.

(** ** The rule of three: the Klein group with e, a, b, c, as pairs of parities *)

Definition klein := (bool * bool)%type.
Definition klein_e : klein := (false, false).
Definition klein_a : klein := (true, false).
Definition klein_b : klein := (false, true).
Definition klein_c : klein := (true, true).
Definition klein_add (x y : klein) : klein := (xorb (fst x) (fst y), xorb (snd x) (snd y)).

Definition colour (x : Z) : klein :=
  match x mod 3 with 0 => klein_a | 1 => klein_b | _ => klein_c end.

(** The sum of the colours of the pegs; [f] says by which number a hole is coloured. *)
Fixpoint colour_sum (f : place -> Z) (l : list place) (p : position) : klein :=
  match l with
  | [] => klein_e
  | a :: l' => if N.odd p then klein_add (colour (f a)) (colour_sum f l' (N.div2 p)) else colour_sum f l' (N.div2 p)
  end.

Definition phi (l : list place) (p : position) : klein * klein :=
  (colour_sum (fun a => fst a + snd a) l p, colour_sum (fun a => fst a - snd a) l p).

Definition marked (part : klein -> bool) (f : place -> Z) (l : list place) : list Z :=
  map (fun a => Z.b2z (part (colour (f a)))) l.

Lemma colour_sum_odd (part : klein -> bool) f l :
  part klein_e = false -> (forall x y, part (klein_add x y) = xorb (part x) (part y)) ->
  forall p, part (colour_sum f l p) = Z.odd (weigh (marked part f l) p).
Proof.
  intros E A. induction l as [|a l IH]; intros p; simpl; trivial.
  destruct (N.odd p); trivial. rewrite A, Z.odd_add, IH. destruct (part (colour (f a))); reflexivity.
Qed.

(** Three numbers in arithmetic progression, with a step that 3 does not divide, have the three colours. *)
Lemma three_colours x s : s mod 3 <> 0 ->
  klein_add (klein_add (colour x) (colour (x + s))) (colour (x + s + s)) = klein_e.
Proof.
  intros S. unfold colour. rewrite (Z.add_mod (x + s) s 3), (Z.add_mod x s 3) by lia.
  assert (0 <= x mod 3 < 3) by (apply Z.mod_pos_bound; lia).
  assert (0 <= s mod 3 < 3) by (apply Z.mod_pos_bound; lia).
  assert (s mod 3 = 1 \/ s mod 3 = 2) as [-> | ->] by lia;
    assert (x mod 3 = 0 \/ x mod 3 = 1 \/ x mod 3 = 2) as [-> | [-> | ->]] by lia; reflexivity.
Qed.

Lemma nth_marked part f l i a : nth_error l i = Some a -> nth i (marked part f l) 0 = Z.b2z (part (colour (f a))).
Proof.
  intros H. apply nth_error_nth. unfold marked. rewrite nth_error_map, H. reflexivity.
Qed.

(** Any colouring by whole numbers that a step of the board changes by the same amount, not a multiple of 3. *)
Theorem colour_sum_play g f l p q : NoDup l ->
  (forall a s, f (shift a s) = f a + f s) -> (forall s, In s (steps g) -> f s mod 3 <> 0) ->
  reachable (grid g l) p q -> colour_sum f l p = colour_sum f l q.
Proof.
  intros D L S R. pose proof (grid_proper g l D) as P.
  assert (forall part : klein -> bool,
    part klein_e = false -> (forall x y, part (klein_add x y) = xorb (part x) (part y)) ->
    part (colour_sum f l p) = part (colour_sum f l q)) as K.
  { intros part E A. rewrite !colour_sum_odd by trivial. rewrite !weigh_weight.
    assert (residue (grid g l) 2 (marked part f l) = true) as M.
    { apply andb_true_iff. split; trivial. apply forallb_forall. intros j Hj. apply divides_spec; [lia|].
      apply (grid_spec g l j D) in Hj as (a & s & Hs & Ha & Ho & Hl). unfold change.
      rewrite (nth_marked _ _ _ _ _ Ha), (nth_marked _ _ _ _ _ Ho), (nth_marked _ _ _ _ _ Hl), !L.
      pose proof (f_equal part (three_colours (f a) (f s) (S s Hs))) as T. rewrite !A, E in T.
      destruct (part (colour (f a))), (part (colour (f a + f s))), (part (colour (f a + f s + f s)));
        simpl in *; try discriminate; solve [exists 0; lia | exists (-1); lia]. }
    destruct (residue_play _ _ _ p q P M R) as [k K].
    replace (weight (marked part f l) q) with (weight (marked part f l) p + 2 * k) by lia.
    rewrite Z.odd_add_mul_2. reflexivity. }
  pose proof (K fst eq_refl (fun _ _ => eq_refl)). pose proof (K snd eq_refl (fun _ _ => eq_refl)).
  destruct (colour_sum f l p), (colour_sum f l q). simpl in *. congruence.
Qed.

(** Suremain de Missery's rule, on every orthogonal board. *)
Theorem rule_of_three l p q : NoDup l ->
  reachable (grid Orthogonal l) p q -> phi l p = phi l q.
Proof.
  intros P R. unfold phi. f_equal; apply (colour_sum_play Orthogonal); trivial; try (simpl; intros; lia);
    simpl; intros s [<-|[<-|[<-|[<-|[]]]]]; discriminate.
Qed.

(** The triangular lattice has the one colouring by the sum of the coordinates. *)
Theorem rule_of_three_triangular l p q : NoDup l -> reachable (grid Triangular l) p q ->
  colour_sum (fun a => fst a + snd a) l p = colour_sum (fun a => fst a + snd a) l q.
Proof.
  intros P R. apply (colour_sum_play Triangular); trivial; [simpl; intros; lia|].
  simpl; intros s [<-|[<-|[<-|[<-|[<-|[<-|[]]]]]]]; discriminate.
Qed.
