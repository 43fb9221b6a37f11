"""What a board or a pair allows at all: facets, pagoda functions, bounds, lattice, gap, fewest pegs."""

from feasibility.registry import Study

STUDY = Study(
    commands={
        "pagoda": "pagoda functions that refute a pair; is a hand-made one right?",
        "bounds": "how often each jump can occur between two positions, with proofs",
        "minimum": "the least number of pegs that can remain, with proofs",
        "lattice": "the residue classes of a board, and what they allow",
        "gap": "what cone and lattice of a board allow, but whole jumps do not",
        "facets": "the extreme pagoda functions of a board: all, or a random sample",
    },
    names={
        "facets": "facets Facet Facets",
        "pagoda": "pagoda diagnose Refuting Diagnosis",
        "bounds": "bounds Ranges",
        "exclusions": "exclusions Exclusions",
        "lattice": "lattice LatticeReport",
        "gap": "gap Gap",
        "minimum": "minimum Minimum",
    },
)
