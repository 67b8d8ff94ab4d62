"""Solids for bodies: the shapes that they touch with, else boxes with their inertia, or balls.

A box of mass m with sides a, b, c has I_x = m (b² + c²)/12, and so on; therefore
a² = 6 (I_y + I_z − I_x)/m about principal axes [Kane1985 App. I].

From: kane/model/solid.py    Next: window.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, assert_never

import numpy as np

from kane.algebra.evaluate import evaluate
from kane.errors import KaneError
from kane.model.body import Body
from kane.model.shapes import Box, Capsule, Convex, Disk, Ellipsoid, Sphere
from kane.model.solid import Solid
from kane.model.system import System
from kane.viewer.poses import quaternion

COLOURS: Final = (
    (120, 150, 190), (200, 150, 90), (120, 175, 130), (190, 120, 130), (150, 130, 185),
    (110, 170, 175),
)  # fmt: skip
_SLIM: Final = 0.05  # no side is thinner than this part of the longest


def solids_of(
    system: System, given: Sequence[Solid], values: Mapping[str, float], size: float
) -> tuple[Solid, ...]:
    """The solids that were given, and one for each body that has none."""
    shown = {one.frame for one in given}
    made = list(given)
    for number_of, (name, body) in enumerate(system.bodies.items()):
        if name not in shown:
            colour = COLOURS[number_of % len(COLOURS)]
            given_shape = _of_shape(name, body, values, colour)
            made += given_shape or _of_body(name, body, values, colour, size)
    return tuple(made)


def _of_shape(
    name: str, body: Body, values: Mapping[str, float], colour: tuple[int, int, int]
) -> list[Solid]:
    """The shape that a body touches with; none where it has none, or only a hull of points."""
    shape = body.shape
    if shape is None or isinstance(shape, Convex):
        return []
    x, y, z = (number(one, values) for one in (body.centre if shape.at is None else shape.at))

    def solid(kind: str, *size: Any, axis: Any = (0, 0, 1), away: float = 0.0) -> Solid:
        d = np.array([number(one, values) for one in axis])
        d = d / np.linalg.norm(d)
        a, b, c = (float(one) for one in np.array([x, y, z]) + away * d)
        w, i, j, k = _turned_to(d)
        sizes = tuple(number(one, values) for one in size)
        return Solid(
            kind=kind, size=sizes, frame=name, place=(a, b, c), turn=(w, i, j, k), colour=colour
        )

    match shape:
        case Sphere():
            return [solid("ball", shape.radius)]
        case Box():
            return [
                solid("box", *(max(number(s, values), 1e-3) for s in (shape.x, shape.y, shape.z)))
            ]
        case Ellipsoid():
            return [solid("ball", shape.x, shape.y, shape.z)]
        case Disk():
            thin = 0.04 * number(shape.radius, values)
            return [solid("rod", shape.radius, thin, axis=shape.axis)]
        case Capsule():
            half = 0.5 * number(shape.length, values)
            ends = [solid("ball", shape.radius, axis=shape.axis, away=s * half) for s in (-1, 1)]
            return [solid("rod", shape.radius, shape.length, axis=shape.axis), *ends]
        case _:
            assert_never(shape)


def _turned_to(d: Any) -> tuple[float, float, float, float]:
    """The quaternion of the shortest turn that leads z to a unit vector: (1 + d_z, z × d)."""
    if d[2] < -1.0 + 1e-12:
        return 0.0, 1.0, 0.0, 0.0
    q = np.array([1.0 + d[2], -d[1], d[0], 0.0])
    w, i, j, k = (float(one) for one in q / np.linalg.norm(q))
    return w, i, j, k


def _of_body(
    name: str, body: Body, values: Mapping[str, float], colour: tuple[int, int, int], size: float
) -> list[Solid]:
    mass = number(body.mass, values)
    if not mass > 0.0:
        return []
    x, y, z = (number(one, values) for one in body.centre)
    inertia = np.array([[number(one, values) for one in row] for row in body.inertia])
    moments, axes = np.linalg.eigh(0.5 * (inertia + inertia.T))
    squares = 6.0 * (moments.sum() - 2.0 * moments) / mass
    sides = np.sqrt(np.clip(squares, 0.0, None))
    longest = float(np.max(sides))
    if longest < 1e-6 or body.inertia_frame is not body:
        return [Solid(kind="ball", size=(0.04 * size,), frame=name, place=(x, y, z), colour=colour)]
    a, b, c = (float(side) for side in np.clip(sides, _SLIM * longest, None))
    axes[:, 2] *= np.sign(np.linalg.det(axes))
    w, i, j, k = (float(one) for one in quaternion(axes))
    return [
        Solid(
            kind="box", size=(a, b, c), frame=name, place=(x, y, z), turn=(w, i, j, k),
            colour=colour,
        )
    ]  # fmt: skip


def number(value: Any, values: Mapping[str, float]) -> float:
    """The value of an expression of parameters; 0 where it is none."""
    if isinstance(value, int | float):
        return float(value)
    try:
        return float(evaluate(value, dict(values)))
    except (TypeError, ValueError, KaneError):
        return 0.0
