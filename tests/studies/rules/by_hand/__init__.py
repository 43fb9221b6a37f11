"""Rules written by hand, right and wrong in ways that differ, and the verdict that each must get."""

from __future__ import annotations

SOUND, UNSOUND, CHANGED = "SOUND", "UNSOUND", "NOT DETERMINISTIC"
SMALL, LONG, ENGLISH = "rectangle:3x4", "line:9", "english33"

# by the module: rules that are told on a small board, with one verdict for all
ON_A_SMALL_BOARD = {
    "right": (
        "never no_jump few_jumps of_pairs whole_key canonical_pair forgets_at_a_new_target slots_with_keys "
        "keeps_positions counts_only children_of_the_dead swallows_and_keeps float_with_tolerance "
        "kept_for_a_while sum_and_key three_colours numpy_words backwards_too deeper_and_deeper",
        SOUND,
    ),
    "forgetful": (
        "without_target count_of_target no_first_hole no_last_hole reversal canonical_start canonical_ends "
        "shifted sorted_rows transposition sums moves target_modulo slots difference bloom upper_bits "
        "been_there one_target_for_all only_below_the_root as_its_sibling parents_of_the_dead three_targets",
        CHANGED,
    ),
    "fickle": (
        "after_thirty every_thousandth every_thirty_thousandth one_in_a_hundred one_in_ten_thousand "
        "now_and_then as_often_as_asked",
        CHANGED,
    ),
    "wrong": (
        "byte_overflow mirrored_start symmetry_dropped at_the_target two_jumps_deep off_by_one last_jump "
        "of_pairs one_start crowded_holes",
        UNSOUND,
    ),
}
ODD = {
    "odd": (
        "pegs_alone checksum hash_of_this_process after_backtracking second_target time_of_day fixed_seed "
        "order_of_children iterator_used_up first_answer_for_all",
        CHANGED,
    )
}
ODD_AND_WRONG = {
    "odd": ("float_without_tolerance shared_list seed_of_the_position deeper_later", UNSOUND),
}
# those that are right on it, and wrong on boards of more than 32 holes or with more pegs
ON_THE_ENGLISH_BOARD = {
    "forgetful": ("fold low_word", CHANGED),
    "wrong": ("rare_and_crowded rare_and_thin word_overflow shifted_too_far one_target", UNSOUND),
}


def listed(table: dict[str, tuple[str, str]], board: str) -> list[tuple[str, str, str]]:
    """MODULE:FUNCTION, the board, and the verdict, of each rule of a table."""
    return [
        (f"tests.studies.rules.by_hand.{module}:{name}", board, verdict)
        for module, (names, verdict) in table.items()
        for name in names.split()
    ]


EVERY = [
    *listed(ON_A_SMALL_BOARD | ODD, SMALL),
    *listed(ODD_AND_WRONG, SMALL),
    *listed({"odd": ("border_of_odd_boards", UNSOUND)}, "rectangle:3x5"),
    *listed({"odd": ("as_a_float", CHANGED)}, "rectangle:8x8"),
    *listed(ON_THE_ENGLISH_BOARD, ENGLISH),
    *listed({"odd": ("more_than_twenty exception_swallowed sign_bit", UNSOUND)}, ENGLISH),
]
