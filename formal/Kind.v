(** What a file [kinds/NAME.v] gives: which integers refute a pair as a proof of kind NAME, and that they do. *)

From Coq Require Import ZArith List String.
From Pegfeas Require Import Board Play.

Record kind := Kind {
  name : string;
  refutes : board -> position -> target -> list Z -> bool;
  refutes_sound : forall b p t l, proper b = true -> refutes b p t l = true -> ~ feasible b p t
}.
