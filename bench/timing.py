"""Statistics over many measurements of one thing."""

from collections.abc import Sequence

import numpy as np


def percentile(values: Sequence[float], percent: int) -> float:
    return float(np.percentile(values, percent))
