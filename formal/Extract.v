(** The checker as a program. Numbers are Coq's own, so nothing about them is taken on trust; booleans, lists,
    options, pairs and the names of kinds become those of OCaml. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Pegfeas Require Import Checker.

Extraction Language OCaml.
Set Warnings "-extraction-default-directory,-extraction-opaque-accessed".
Extraction "build/checker.ml" accepts.
