"""Random serial arms in Hartenberg–Denavit parameters, as the paper's links, as an independent
tree, and as the text of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tests.manipulators.angeles import Link, Motion, Reading
from tests.oracles.random_trees import unit
from tests.oracles.tree import Kind, Placement, TreeBody, TreeJoint

Array = NDArray[np.float64]
Z: Final = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a table in the modified convention, d as usual, and the link."""

    slides: bool
    alpha: float
    a: float
    d: float
    theta: float
    mass: float
    centre: Array
    inertia: Array


def random_arm(rng: np.random.Generator, count: int, *, sliding: float) -> list[Row]:
    """An arm with so many joints, some of which slide."""
    return [
        Row(
            slides=bool(rng.random() < sliding),
            alpha=float(rng.uniform(-3, 3)),
            a=float(rng.uniform(0, 1)),
            d=float(rng.normal()),
            theta=float(rng.uniform(-3, 3)),
            mass=float(rng.uniform(0.5, 3)),
            centre=rng.normal(size=3) * 0.3,
            inertia=random_inertia(rng),
        )
        for _ in range(count)
    ]


def random_inertia(rng: np.random.Generator) -> Array:
    """The central inertia of a few random masses."""
    places = rng.normal(size=(6, 3)) * 0.3
    places -= places.mean(axis=0)
    return np.asarray(np.sum(places**2) * np.eye(3) - places.T @ places)


def links(arm: Sequence[Row]) -> list[Link]:
    """The paper's links."""
    return [
        Link(
            slides=row.slides,
            sine_cosine_alpha=(np.sin(row.alpha), np.cos(row.alpha)),
            a=row.a,
            mass=row.mass,
            rho=list(row.centre),
            inertia=[list(one) for one in row.inertia],
        )
        for row in arm
    ]


def motions(
    arm: Sequence[Row], q: Array, rate: Array, second: Array, reading: Reading
) -> list[Motion]:
    """The paper's joint variables for q = θ or d, less what the row holds."""
    sign = -1.0 if reading is Reading.B else 1.0
    found = []
    for row, x, xdot, xddot in zip(arm, q, rate, second, strict=True):
        theta = row.theta if row.slides else row.theta + x
        d = row.d + x if row.slides else row.d
        own = sign if row.slides else 1.0
        found.append(
            Motion(
                sine_cosine_theta=(np.sin(theta), np.cos(theta)),
                b=sign * d,
                rate=own * xdot,
                second=own * xddot,
            )
        )
    return found


def tree(arm: Sequence[Row]) -> list[TreeBody]:
    """The same as an independent tree."""
    return [
        TreeBody(
            parent=k - 1,
            joint=TreeJoint(kind=Kind.PRISMATIC if row.slides else Kind.REVOLUTE, axes=(Z,)),
            inner=Placement(
                R=about_x(row.alpha) @ about_z(row.theta),
                p=np.array([row.a, 0, 0]) + about_x(row.alpha) @ (row.d * Z),
            ),
            mass=row.mass,
            centre=row.centre,
            inertia=row.inertia,
        )
        for k, row in enumerate(arm)
    ]


def about_x(angle: float) -> Array:
    """A turn about x."""
    s, c = np.sin(angle), np.cos(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def about_z(angle: float) -> Array:
    """A turn about z."""
    s, c = np.sin(angle), np.cos(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def toml(arm: Sequence[Row], reading: Reading, gravity: Array) -> str:
    """The text of the table."""
    lines = ['convention = "modified"', f"gravity = {gravity.tolist()}"]
    for row in arm:
        along = f"b = {-row.d!r}" if reading is Reading.B else f"d = {row.d!r}"
        moments = [float(row.inertia[i, j]) for i, j in ENTRIES]
        lines += [
            "[[joints]]",
            f'type = "{"prismatic" if row.slides else "revolute"}"',
            f"alpha = {row.alpha!r}",
            f"a = {row.a!r}",
            along,
            f"theta = {row.theta!r}",
            f"mass = {row.mass!r}",
            f"centre = {row.centre.tolist()}",
            f"inertia = {moments}",
        ]
    return "\n".join(lines)


def random_direction(rng: np.random.Generator) -> Array:
    """A unit vector."""
    return np.asarray(unit(rng.normal(size=3)))


ENTRIES: Final = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
