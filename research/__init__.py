"""Scripts that make a page of results or try an idea; README.md names the page of each.

Without compiled kernels they measure numpy, and each of them says so when it begins.
"""

import benchmarks as _benchmarks  # noqa: F401  says so
