(** Weights that no jump raises, one for each hole, of which every match has more than the start. *)

From Coq Require Import ZArith NArith List Lia Bool Arith.
From Pegfeas Require Import Linear Board Play Pagoda.
Import ListNotations.
Local Open Scope Z_scope.

Definition outweighs (t : target) (w : list Z) (x : Z) : bool :=
  match t with
  | Pattern pegs free => x <? least w pegs free
  | Count k => existsb (fun c => x <? c * k + shortfall c w) w
  end.

Definition refutes (b : board) (p : position) (t : target) (w : list Z) : bool :=
  (length w =? holes b)%nat && pagoda b w && outweighs t w (weigh w p).

Lemma outweighs_sound b t w x q : length w = holes b -> outweighs t w x = true -> matches b t q = true -> x < weigh w q.
Proof.
  destruct t as [pegs free|k]; simpl; intros L H M.
  - apply N.eqb_eq in M. subst pegs. pose proof (least_weigh w q free). lia.
  - apply existsb_exists in H as (c & _ & H). apply Z.eqb_eq in M. unfold ones in M. rewrite <- L in M.
    pose proof (shortfall_weigh c w q). rewrite M in *. lia.
Qed.

Theorem refutes_sound b p t w : proper b = true -> refutes b p t w = true -> ~ feasible b p t.
Proof.
  unfold refutes. rewrite !andb_true_iff, Nat.eqb_eq. intros P [[L W] H] (q & R & M).
  apply (outweighs_sound b t w _ q L) in H; trivial. rewrite !weigh_weight in H.
  pose proof (pagoda_play b w p q P W R). lia.
Qed.
