(** A modulus, and weights, one for each hole, that no jump changes modulo it, in which every match differs from the start. *)

From Coq Require Import ZArith List Bool Arith.
From Pegfeas Require Import Board Play Residue.
Import ListNotations.

Definition refutes (b : board) (p : position) (t : target) (l : list Z) : bool :=
  match l with d :: w => (length w =? holes b) && check_residue b p t d w | [] => false end.

Theorem refutes_sound b p t l : proper b = true -> refutes b p t l = true -> ~ feasible b p t.
Proof. intros B. destruct l as [|d w]; [discriminate|]. intros [_ H] % andb_true_iff. exact (residue_sound b p t d w B H). Qed.
