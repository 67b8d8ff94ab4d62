"""(q, q̇) → u: the speeds that coordinates' rates stand for, by q̇ = W u + X.

From: model.py    Next: kane/sim/simulate.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError

Array = np.ndarray[Any, np.dtype[np.float64]]

_MARGIN: Final = 1e-9  # of the largest rate: what is further off is not to be had


def speeds(
    rates: Callable[[Array, Array], Array], names: tuple[str, ...], q: Any, qdot: Any
) -> Any:
    """u of one state (n,) or of many (N, n), where `rates` is (q, u) → q̇ and u has `names`.

    W and X are read off from rates at u = 0 and at unit speeds: q̇ is affine in u. Rates that no
    speeds give (against a constraint, off a unit quaternion) are refused.
    """
    q, qdot = np.asarray(q, dtype=np.float64), np.asarray(qdot, dtype=np.float64)
    places, given = np.atleast_2d(q), np.atleast_2d(qdot)
    if places.shape != given.shape:
        raise ArgumentError(
            f"q has the shape {q.shape} and qdot {qdot.shape}. Give a rate for every coordinate."
        )
    still = np.zeros((len(places), len(names)))
    X = np.asarray(rates(places, still))
    units = [still + one for one in np.eye(len(names))]
    W = np.stack([np.asarray(rates(places, one)) - X for one in units], axis=-1)
    u = np.einsum("nij,nj->ni", np.linalg.pinv(W), given - X)
    left = np.abs(np.einsum("nij,nj->ni", W, u) + X - given)
    if np.any(left > _MARGIN * (1 + np.abs(given).max())):
        state, which = np.unravel_index(int(np.argmax(left)), left.shape)
        raise ArgumentError(
            f"speeds: the rates of state {state} cannot be had: coordinate {which} would change by "
            f"{left[state, which]:.3g} less or more a second, whatever {', '.join(names)} are. "
            "Give rates that keep the constraints, and quaternions' rates across them."
        )
    return u if q.ndim == 2 else u[0]
