(** Printed by the build, which fails unless every line says that nothing was assumed. *)

From Pegfeas Require Import Board Play Symmetry Pagoda Golden Residue Corners Legs Tree Turn Search Closure Bound Ends Checker.

Print Assumptions grid_spec.
Print Assumptions duality.
Print Assumptions symmetry_play.
Print Assumptions symmetry_solution.
Print Assumptions trivial_reasons.
Print Assumptions classes_sound.
Print Assumptions rule_of_three.
Print Assumptions rule_of_three_triangular.
Print Assumptions residue_sound.
Print Assumptions exits_cost_pegs.
Print Assumptions order_of_exits.
Print Assumptions pagoda_play.
Print Assumptions pagoda_sound.
Print Assumptions golden_sound.
Print Assumptions integer_cone.
Print Assumptions tree_sound.
Print Assumptions worst_sound.
Print Assumptions cut_branch.
Print Assumptions turning_point.
Print Assumptions closed_dead.
Print Assumptions union_closed.
Print Assumptions greatest_closed.
Print Assumptions dead_refutes.
Print Assumptions both_ends.
Print Assumptions both_ends_back.
Print Assumptions search_sound.
Print Assumptions closure_sound.
Print Assumptions bound_sound.
Print Assumptions target_of_spec.
Print Assumptions position_of_spec.
Print Assumptions accept_sound.
Print Assumptions accepts_sound.
