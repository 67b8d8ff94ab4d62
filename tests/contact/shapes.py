"""Random shapes and poses, and the same call of a Routine in plain Python."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from kane.contact.pair import PAIR_PLACES, PAIR_WORK, pair
from kane.contact.separation import packed
from kane.model.shapes import Box, Capsule, Convex, Disk, Ellipsoid, Shape, Sphere

Array = NDArray[np.float64]
Posed = tuple[Array, Array]
ROUND = (
    Sphere(0.4),
    Capsule(0.2, 1.1, axis=(1.0, 2.0, 2.0)),
    Box(0.8, 0.6, 1.2, rounding=0.05, at=(0.1, 0.0, -0.2)),
    Disk(0.7, axis=(0.0, 3.0, 4.0)),
    Ellipsoid(0.3, 0.9, 0.5),
)


def pose(rng: np.random.Generator, spread: float = 1.0) -> Posed:
    """Turned anyhow, at a place of about that size."""
    turn = Rotation.from_quat(rng.normal(size=4)).as_matrix()
    return turn, spread * rng.normal(size=3)


def hull(rng: np.random.Generator) -> tuple[Convex, Array]:
    """Some points and their hull."""
    points = rng.normal(size=(int(rng.integers(4, 20)), 3))
    return Convex(tuple((float(x), float(y), float(z)) for x, y, z in points)), points


def differences(first: Array, a: Posed, second: Array, b: Posed) -> Array:
    """All corners of the first less all of the second."""
    turned, other = first @ a[0].T + a[1], second @ b[0].T + b[1]
    return (turned[:, None] - other[None]).reshape(-1, 3)


def plain(shape_a: Shape, a: Posed, shape_b: Shape, b: Posed) -> Array:
    """Gap, normal and both points by the Routine in plain Python."""
    out, work = np.empty(10), np.empty(PAIR_WORK)
    places = np.empty(PAIR_PLACES, dtype=np.int64)
    pair(packed(shape_a, a), packed(shape_b, b), out, places, work)
    return out
