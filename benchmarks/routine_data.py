"""The arrays that the cases of `routine_cases.py` work on; the rival makes the same.

Next: routine_cases.py
"""

from __future__ import annotations

from typing import Any

import numpy as np


def arguments(n: int) -> list[Any]:
    """Everything but the number of times: a definite matrix, its size, and memory."""
    root = np.random.default_rng(n).standard_normal((n, n))
    given = (root @ root.T + np.eye(n)).ravel()
    places = [np.zeros(n, dtype=np.int64) for _ in range(2)]
    return [given, n, np.zeros(n * n), np.zeros(n), *places, np.ones(3 * n)]
