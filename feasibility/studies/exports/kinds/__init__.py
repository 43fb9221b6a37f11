"""What other programs get of a kind of proof, a module each.

`plain` writes it for the checker in formal/, None where there is no theorem of it; `vipr` writes it for
checkers of integer programs, None where it is no tree of sums over such programs.
"""
