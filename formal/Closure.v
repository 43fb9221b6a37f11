(** Closure: all positions that the start can reach are so many, and none of them matches. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Levels Search.
Import ListNotations.
Local Open Scope Z_scope.

Definition any_position (_ : position) : bool := true.

(** [fuel] bounds the number of levels: each jump costs a peg. [left] is what the claimed size leaves, so that a
    claim that is too small ends the search early. *)
Fixpoint closure (b : board) (t : target) (fuel : nat) (l : level) (left : Z) : bool :=
  match fuel with
  | O => false
  | S fuel =>
      let n := count l in
      if dies l then left =? 0
      else (n <=? left) && none_matches b t l && closure b t fuel (next (ahead b) any_position l) (left - n)
  end.

Lemma closure_none b t fuel : proper b = true -> forall l left p, closure b t fuel l left = true ->
  isin p l = true -> ~ feasible b p t.
Proof.
  intros B. induction fuel as [|fuel IH]; intros l left p H L (q & [js P] & M); [discriminate|].
  cbn [closure] in H. destruct (dies l) eqn:D; [discriminate (all_spec _ _ p D L)|].
  rewrite !andb_true_iff in H. destruct H as [[_ V] H]. inversion P; subst.
  - apply (all_spec _ _ q V) in L. rewrite M in L. discriminate.
  - refine (IH _ _ (move p j) H _ _); [apply next_ahead; trivial|]. exists q. split; trivial. eexists; eauto.
Qed.

Definition check_closure (b : board) (p : position) (t : target) (size : Z) : bool :=
  closure b t (S (S (holes b))) (single p) size.

Theorem closure_sound b p t size : proper b = true -> check_closure b p t size = true -> ~ feasible b p t.
Proof. intros B H. exact (closure_none b t _ B _ _ p H (isin_single p)). Qed.
