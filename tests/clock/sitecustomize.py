"""A machine that is CLOCK_RATE times as slow, for every Python process that finds this folder on PYTHONPATH.

What takes one second takes CLOCK_RATE seconds by all of Python's clocks. Waits of the system and compiled
kernels take as long as ever. The clocks of two processes agree.
"""

import os
import time

RATE = float(os.environ.get("CLOCK_RATE", "1"))


def slower(read, unit):
    """The clock `read`, RATE times as fast."""
    return lambda: unit(read() * RATE)


for name in ("monotonic", "perf_counter", "process_time", "thread_time") if RATE != 1 else ():
    setattr(time, name, slower(getattr(time, name), float))
    setattr(time, name + "_ns", slower(getattr(time, name + "_ns"), int))
