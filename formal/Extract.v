(** The checker as a program. Numbers are Coq's own, so nothing about them is taken on trust; booleans, lists,
    options and pairs become those of OCaml. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Pegfeas Require Import Checker.

Extraction Language OCaml.
Set Warnings "-extraction-default-directory,-extraction-opaque-accessed".
Extraction "build/checker.ml" accepts.
