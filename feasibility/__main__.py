"""`python -m feasibility` is `pegfeas`."""

import sys

from feasibility.cli import main

if __name__ == "__main__":
    sys.exit(main())
