(** Printed by the build, which fails unless every line says that nothing was assumed. *)

From Pegfeas Require Import Board Play Pagoda Residue Legs Tree Turn Search Closure Bound Ends Checker.

Print Assumptions grid_spec.
Print Assumptions duality.
Print Assumptions rule_of_three.
Print Assumptions rule_of_three_triangular.
Print Assumptions classes_sound.
Print Assumptions trivial_reasons.
Print Assumptions integer_cone.
Print Assumptions turning_point.
Print Assumptions closed_dead.
Print Assumptions union_closed.
Print Assumptions greatest_closed.
Print Assumptions dead_refutes.
Print Assumptions both_ends.
Print Assumptions target_of_spec.
Print Assumptions accepts_sound.
