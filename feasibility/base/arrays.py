"""Arrays of numbers by their short names; where numpy may be missing, for type checkers alone."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
