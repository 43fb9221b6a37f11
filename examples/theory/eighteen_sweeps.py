"""All 7,488 plays of the English centre game in 18 sweeps: how long their longest sweep is."""

from collections import Counter

import feasibility
from feasibility.text.moves import join_sweeps

plays = feasibility.plays("english33:-d4", "english33:+d4", sweeps=True, limits=3600)
longest = Counter(max(map(len, join_sweeps(play))) for play in plays)
for jumps, number in sorted(longest.items()):
    print(f"{number:,} plays whose longest sweep has {jumps} jumps")
