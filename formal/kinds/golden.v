(** Weights a + b s that no jump raises, a and b for each hole in turn, of which every match has more than the start. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Golden.
Import ListNotations.
Local Open Scope Z_scope.

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

Fixpoint pairs (l : list Z) : option (list golden) :=
  match l with
  | [] => Some []
  | [_] => None
  | x :: y :: l' => option_map (cons (x, y)) (pairs l')
  end.

Definition refutes (b : board) (p : position) (t : target) (l : list Z) : bool :=
  match t, pairs l with
  | Pattern pegs free, Some ws => (length ws =? holes b)%nat && golden_pagoda b ws &&
      positive (add (golden_least ws pegs free) (minus (golden_weigh ws p)))
  | _, _ => false
  end.

Theorem refutes_sound b p t l : proper b = true -> refutes b p t l = true -> ~ feasible b p t.
Proof.
  unfold refutes. intros B H (q & R & M). destruct t as [pegs free|], (pairs l) as [ws|]; try discriminate.
  rewrite !andb_true_iff in H. destruct H as [[_ W] G]. apply N.eqb_eq in M. subst pegs.
  pose proof (nonpos_add _ _ (golden_least_weigh ws q free) (golden_play b ws p q B W R)) as S.
  apply not_true_iff_false in S. apply S. revert G.
  match goal with |- positive ?a = true -> positive ?b = true => replace b with a; [trivial|] end.
  unfold add, minus. cbn [fst snd]. f_equal; lia.
Qed.
