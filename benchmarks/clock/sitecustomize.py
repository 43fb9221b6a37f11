"""Python's clocks tell processor time, in every process that finds this folder on PYTHONPATH.

So a busy machine says nearly the same as a quiet one.
"""

import time

for name in ("monotonic", "perf_counter"):
    setattr(time, name, time.process_time)
    setattr(time, f"{name}_ns", time.process_time_ns)
