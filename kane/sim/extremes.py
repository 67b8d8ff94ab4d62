"""Relations that cannot be differentiated at a start, or say nothing of velocities there.

    φ = cos θ − 1,   φ̇ = −θ̇ sin θ,   which is zero wherever φ is

Such a relation is met at its extreme alone: it has no multiplier, and its rate holds nothing. A
distance has no rate where its points meet.

From: kane/errors.py    Next: assembly.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError

Array = np.ndarray[Any, Any]

EXTREME: Final = 1e-4  # of a row's size a tenth of a radian away; a met double root leaves 1e-6


def sizes(J: Array) -> Array:
    """How large each row is."""
    found: Array = np.linalg.norm(J, axis=1)
    return found


def see_that_rows_are(J: Array, names: Sequence[str]) -> None:
    """Rows are numbers, or the start is refused."""
    lost = [name for name, row in zip(names, J, strict=True) if not np.all(np.isfinite(row))]
    if lost:
        raise ArgumentError(
            f"start: {_quoted(lost)} has no rate at this configuration, as a "
            "distance has none where its points meet. Start elsewhere, or hold points together "
            "by Joined."
        )


def refuse_extremes(names: Sequence[str]) -> None:
    """An ArgumentError that says what to write in place of these, if there are any."""
    if names:
        raise ArgumentError(
            f"start: the rate of {_quoted(names)} is zero wherever it is met, so that it holds no "
            "velocity. Relate what changes its sign there: cosine(A.x, B.y) == 0 and "
            "cosine(A.x, B.z) == 0 in place of cosine(A.x, B.x) == 1."
        )


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
