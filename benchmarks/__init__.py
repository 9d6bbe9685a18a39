"""Measurements of the engine's speed.  Everything here runs on one core.

The limits on threads are set here because numerical libraries read them once, when they are imported.
"""

import os

for _limit in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_limit, "1")
