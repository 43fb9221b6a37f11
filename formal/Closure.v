(** Closure: all positions that the start can reach are so many, and none of them matches. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Words Levels Search Class.
Import ListNotations.
Local Open Scope Z_scope.

Section Closure.
  Variables (m : machine) (b : board) (t : target).
  Hypothesis R : right m.
  Hypothesis B : proper b = true.
  Hypothesis W : (holes b <= width m)%nat.
  Hypothesis Y : sayable m b t = true.

  (** [fuel] bounds the number of levels: each jump costs a peg. [left] is what the claimed size leaves, so that a
      claim that is too small ends the search early. *)
  Fixpoint closure (on : moves m) (match_ : word m -> bool) (fuel : nat) (l : level m) (left : Z) : bool :=
    match fuel with
    | O => false
    | S fuel =>
        let n := count m l in
        if dies m l then left =? 0
        else if (n <=? left) && none m match_ l then closure on match_ fuel (next m on l) (left - n) else false
    end.

  Lemma closure_none fuel : forall l left p, closure (ahead m b) (matcher m b t) fuel l left = true ->
    contains m l p -> ~ feasible b p t.
  Proof.
    induction fuel as [|fuel IH]; intros l left p H L (q & [js P] & M); [discriminate|].
    cbn [closure] in H. destruct (dies m l) eqn:D; [exact (dies_spec m l p D L)|].
    destruct (_ && _) eqn:E in H; [|discriminate]. apply andb_true_iff in E as [_ V]. inversion P; subst.
    - pose proof (none_matches m R b t l q W Y V L). congruence.
    - refine (IH _ _ (move p j) H _ _); [apply next_ahead; trivial|]. exists q. split; trivial. eexists; eauto.
  Qed.
End Closure.

Definition check_listed (m : machine) (b : board) (p : position) (t : target) (size : Z) : bool :=
  let m := fitting m b [] in
  narrow (holes b) p && sayable m b t &&
  closure m (ahead m b) (matcher m b t) (S (S (holes b))) (single m p) size.

Definition check_closure (m : machine) (b : board) (p : position) (t : target) (size : Z) : bool :=
  match sets m, t with
  | Some o, Pattern pegs free =>
      match explore o b p size with
      | Some (found, views, changes, n) => (n =? size) && check_class o b p views changes found pegs free
      | None => check_listed m b p t size
      end
  | _, _ => check_listed m b p t size
  end.

Lemma listed_sound m b p t size : right m -> proper b = true -> check_listed m b p t size = true -> ~ feasible b p t.
Proof.
  intros R B H. unfold check_listed in H. rewrite !andb_true_iff in H. destruct H as [[N S] H].
  apply (fitting_right m b []) in R as [R W].
  exact (closure_none _ b t R B W S _ _ _ p H (contains_start _ b R W p N)).
Qed.

Theorem closure_sound m b p t size : right m -> proper b = true -> check_closure m b p t size = true -> ~ feasible b p t.
Proof.
  intros R B H. unfold check_closure in H. pose proof (sets_right m R) as O.
  destruct (sets m) as [o|]; [|exact (listed_sound m b p t size R B H)].
  destruct t as [pegs free|]; [|exact (listed_sound m b p _ size R B H)].
  destruct (explore o b p size) as [[[[found views] changes] n]|]; [|exact (listed_sound m b p _ size R B H)].
  apply andb_true_iff in H as [_ H]. exact (class_sound o b p views O B changes found pegs free H).
Qed.
