"""The shape of the Stanford arm, put together from Fig. 2 and (135) to (137) [KaneLevinson1983].

Written apart from the printed velocities so that these can be checked; complex values pass.
n2 points up; all bases are parallel at q = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

UP: Final = np.array([0.0, 1.0, 0.0])
# Each body turns in its inner one about one of the common axes: (inner, axis, coordinate).
TURNS: Final[Mapping[str, tuple[str, int, int]]] = {
    "A": ("N", 1, 0),
    "B": ("A", 0, 1),
    "D": ("B", 1, 2),
    "E": ("D", 0, 3),
    "F": ("E", 1, 4),
}
STEP: Final = 1e-30  # of complex steps: its square vanishes beside 1


def orientation(body: str, q: Array) -> Any:
    """R_N,body; C only slides in B and has its orientation."""
    if body == "N":
        return np.eye(3)
    inner, axis, k = TURNS["B" if body == "C" else body]
    return orientation(inner, q) @ turn(axis, q[k])


def turn(axis: int, angle: Any) -> Any:
    """Rotation about axis 0, 1 or 2."""
    s, c = np.sin(angle), np.cos(angle)
    j, k = (axis + 1) % 3, (axis + 2) % 3
    R = np.zeros((3, 3), dtype=np.result_type(s))
    R[axis, axis], R[j, j], R[k, k], R[k, j], R[j, k] = 1, c, c, s, -s
    return R


def position(body: str, q: Array, p: Mapping[str, float]) -> Any:
    """The mass centre from A*, in N: (135) to (137), mended."""
    A, C, D, E = (orientation(name, q) for name in "ACDE")
    at_B = p["L1"] * A[:, 0] + p["L4"] * A[:, 1]
    at_C = at_B + q[5] * C[:, 1]
    at_wrist = at_C + p["L2"] * D[:, 1]
    places = {"A": 0 * at_B, "B": at_B, "C": at_C, "D": at_C + p["L5"] * C[:, 1]}
    places |= {"E": at_wrist + p["L6"] * E[:, 1], "F": at_wrist + p["L3"] * E[:, 1]}
    return places[body]


def along(function: Callable[[Any], Any], q: Array, qdot: Array) -> Array:
    """d/dt of a function of q along the motion, by complex step [Squire1998]."""
    rate: Array = np.imag(function(q + 1j * STEP * qdot)) / STEP
    return rate


def angular_velocity(body: str, q: Array, qdot: Array) -> Array:
    """ω of the body in N, in its own basis, from Rᵀ Ṙ."""
    tilde = orientation(body, q).T @ along(lambda p: orientation(body, p), q, qdot)
    return np.array([tilde[2, 1], tilde[0, 2], tilde[1, 0]])
