"""Separation: shapes of a description, measured against each other in native code.

    near = distance(Sphere(0.1), (R, p), Box(1, 1, 1), (S, q))
    near.distance, near.normal, near.first, near.second

A pose is the rotation matrix of the body's axes and the place of the point its shape stands about.

From: library.py    Next: mesh.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kane.contact.broad import bounds, swept
from kane.contact.library import CONTACT
from kane.contact.pair import PAIR_PLACES, PAIR_WORK, pair
from kane.contact.support import BLOCK, EGG, POINTS
from kane.errors import ArgumentError
from kane.machine.routine import native_library
from kane.model.shapes import Box, Capsule, Convex, Disk, Ellipsoid, Shape, Sphere

Array = NDArray[np.float64]
Pose = tuple[ArrayLike, ArrayLike]
ORTHOGONAL: Final = 1e-9  # what RᵀR may differ from 1: more is no rotation


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Near:
    """Where two bodies are nearest: first = second + distance · normal, normal to the first."""

    distance: float  # negative where they overlap: the first moved by −distance along it is free
    normal: Array
    first: Array
    second: Array


def distance(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Near:
    """The distance of two convex bodies and where it is; NaN where a number of theirs is."""
    out, work = np.empty(10), np.empty(PAIR_WORK)
    places = np.empty(PAIR_PLACES, dtype=np.int64)
    native_library(CONTACT)[pair](
        packed(shape_a, pose_a), packed(shape_b, pose_b), out, places, work
    )
    return Near(distance=float(out[0]), normal=out[1:4], first=out[4:7], second=out[7:10])


def candidates(bodies: Sequence[tuple[Shape, Pose]], margin: float = 0.0) -> list[tuple[int, int]]:
    """Pairs whose boxes along the world's axes are no farther apart than 2 · margin along each."""
    count = len(bodies)
    library, work = native_library(CONTACT), np.empty(6)
    boxes = np.empty((max(count, 1), 6))
    for box, (shape, pose) in zip(boxes, bodies, strict=False):
        library[bounds](packed(shape, pose), margin, box, work)
    most = count * (count - 1) // 2
    order, found = np.arange(max(count, 1)), np.empty(2 * max(most, 1), dtype=np.int64)
    met = library[swept](boxes.ravel(), count, order, found, most)
    return sorted((int(i), int(j)) for i, j in found[: 2 * met].reshape(-1, 2))


def packed(shape: Shape, pose: Pose) -> Array:
    """A shape and its pose as the numbers of support.py."""
    turn, place = checked_pose(pose)
    kind, radius, half, points = _core(shape)
    if min(radius, *half) < 0:
        raise ArgumentError(f"{shape} has a size below 0. Give its sizes as positive numbers.")
    at = getattr(shape, "at", None)
    if at is not None:
        place = place + turn @ _numbers(shape, *at)
    if isinstance(shape, Disk):
        turn = turn @ _about(_unit(shape, shape.axis))
    head = [float(kind), float(len(points)), radius]
    return np.concatenate([head, turn.ravel(), place, half, points.ravel()])


def _core(shape: Shape) -> tuple[int, float, Array, Array]:
    """Kind, radius of the ball, half sizes, points."""
    none, zero = np.zeros((0, 3)), np.zeros(3)
    match shape:
        case Sphere():
            return POINTS, *_numbers(shape, shape.radius), zero, np.zeros((1, 3))
        case Capsule():
            radius, length = _numbers(shape, shape.radius, shape.length)
            end = _unit(shape, shape.axis) * (length / 2)
            return POINTS, radius, zero, np.array([-end, end])
        case Box():
            *sizes, radius = _numbers(shape, shape.x, shape.y, shape.z, shape.rounding)
            return BLOCK, radius, np.array(sizes) / 2, none
        case Ellipsoid():
            return EGG, 0.0, _numbers(shape, shape.x, shape.y, shape.z), none
        case Disk():
            radius = float(_numbers(shape, shape.radius)[0])
            return EGG, 0.0, np.array([radius, radius, 0.0]), none
        case Convex(points=points) if points:
            corners = np.array([_numbers(shape, *point) for point in points])
            return POINTS, *_numbers(shape, shape.rounding), zero, corners
    raise ArgumentError(
        f"{shape!r} has no distance. Give a Sphere, Capsule, Box, Disk, Ellipsoid or Convex with "
        "its points."
    )


def _numbers(shape: Shape, *sizes: Any) -> Array:
    try:
        return np.array([float(size) for size in sizes])
    except (TypeError, ValueError):
        raise ArgumentError(
            f"{shape} has sizes that are no numbers. Give it with the values of its parameters."
        ) from None


def _unit(shape: Shape, axis: Any) -> Array:
    along = _numbers(shape, *axis)
    size = np.linalg.norm(along)
    if size == 0:
        raise ArgumentError(f"{shape} has an axis of length 0. Give a direction.")
    return np.asarray(along / size)


def _about(axis: Array) -> Array:
    """A rotation that takes z to the axis."""
    least = np.zeros(3)
    least[int(np.argmin(np.abs(axis)))] = 1.0
    x = np.cross(least, axis)
    x = x / np.linalg.norm(x)
    return np.column_stack([x, np.cross(axis, x), axis])


def checked_pose(pose: Pose) -> tuple[Array, Array]:
    """Rotation and place of a pose, refused where they are none."""
    turn, place = (np.array(one, dtype=float) for one in pose)
    if turn.shape != (3, 3) or place.shape != (3,):
        raise ArgumentError(
            f"A pose has shapes {turn.shape} and {place.shape}, not (3, 3) and (3,). Give "
            "(rotation matrix, place)."
        )
    error = float(np.abs(turn.T @ turn - np.eye(3)).max())
    if error > ORTHOGONAL:
        raise ArgumentError(
            f"A pose's matrix is no rotation: RᵀR differs from 1 by {error:.3g}. Give one whose "
            "columns are unit vectors at right angles."
        )
    return turn, place
