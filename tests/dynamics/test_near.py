"""Gaps of pairs of solids against a search over both, and their rates against differences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pytest
from scipy.optimize import minimize

from kane import (
    GROUND,
    Body,
    Box,
    Capsule,
    Contact,
    Disk,
    Ellipsoid,
    Free,
    Sphere,
    System,
    X,
    build,
)
from kane.machine.model import Model
from kane.model.shapes import Shape
from tests.close import close

Array = np.ndarray[Any, Any]
NORMAL: Final = np.array([0.36, -0.48, 0.8])
PLANE: Final = GROUND.plane((0.36, -0.48, 0.8), (0.1, 0.2, -0.3))
STEP: Final = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Solid:
    """Places on what a round stands about, by numbers within bounds; the round's radius."""

    shape: Shape
    place: Callable[[Array], Array]
    bounds: tuple[tuple[float, float], ...]
    radius: float = 0.0


BALL = Solid(shape=Sphere(0.3), place=lambda _: np.zeros(3), bounds=(), radius=0.3)
ROD = Solid(
    shape=Capsule(0.1, 0.8, axis=X),
    place=lambda s: np.array([s[0], 0.0, 0.0]),
    bounds=((-0.4, 0.4),),
    radius=0.1,
)
BOX = Solid(
    shape=Box(0.6, 0.4, 0.2, rounding=0.05),
    place=lambda s: s,
    bounds=((-0.25, 0.25), (-0.15, 0.15), (-0.05, 0.05)),
    radius=0.05,
)
RIM = Solid(
    shape=Disk(0.4, axis=X),
    place=lambda s: 0.4 * np.array([0.0, np.cos(s[0]), np.sin(s[0])]),
    bounds=((-7.0, 7.0),),
)
EGG = Solid(
    shape=Ellipsoid(0.5, 0.3, 0.2),
    place=lambda s: np.array(
        [0.5 * np.cos(s[0]) * np.cos(s[1]), 0.3 * np.sin(s[0]) * np.cos(s[1]), 0.2 * np.sin(s[1])]
    ),
    bounds=((-7.0, 7.0), (-7.0, 7.0)),
)


def pose(y: Array) -> tuple[Array, Array]:
    """Where a body of seven coordinates is: position and rotation."""
    w, x, y_, z = y[3:7]
    v = np.array([[0, -z, y_], [z, 0, -x], [-y_, x, 0]])
    return y[:3], np.eye(3) + 2 * w * v + 2 * v @ v


def placed(solid: Solid, y: Array, s: Array) -> Array:
    """A place of the solid in the ground's axes."""
    p, R = pose(y)
    found: Array = p + R @ solid.place(s)
    return found


def least(function: Callable[[Array], float], bounds: Any, rng: np.random.Generator) -> float:
    """The least value of a function within bounds, from a few starts."""
    if not bounds:
        return function(np.zeros(0))
    low, high = np.array(bounds).T
    tried = [
        minimize(function, rng.uniform(low, high), bounds=bounds, tol=1e-15).fun for _ in range(8)
    ]
    return float(min(tried))


def model(*solids: Solid) -> Model:
    """One body over a plane, or two that may touch."""
    bodies = [
        Body(f"b{k}", mass=1, inertia=(1, 1, 1), shape=solid.shape)
        for k, solid in enumerate(solids)
    ]
    joints = [Free(f"j{k}", GROUND, body) for k, body in enumerate(bodies)]
    other = bodies[1] if len(bodies) > 1 else PLANE
    contact = Contact("c", bodies[0], other, friction=0.3)
    return build(System("pair", joints=joints, contacts=[contact]))


def values(made: Model, point: int, y: Array) -> Array:
    """Gap, its rate and both slips of one of the contact's points."""
    system = made.compiler.equations.system  # type: ignore[attr-defined]
    one = system.touchings[point]
    terms = made.flows({}).switches([])
    rates = made.flows({}).observed([one.gap, *one.slip])
    a = np.zeros(len(made.flows({}).inputs))
    found = np.ravel(rates.kernel(np.zeros(1), y, a, np.empty(0)))
    assert np.isfinite(np.ravel(terms.kernel(np.zeros(1), y, a, np.empty(0)))).all()
    return found


def state(rng: np.random.Generator, count: int, apart: float) -> Array:
    """Random poses this far apart, and speeds."""
    q = rng.normal(size=(count, 7))
    q[:, 3:] /= np.linalg.norm(q[:, 3:], axis=1, keepdims=True)
    q[:, :3] *= 0.2
    q[0, :3] += apart * NORMAL
    return np.concatenate([q.ravel(), rng.normal(size=6 * count)])


def later(made: Model, y: Array, h: float) -> Array:
    """The state after a short time at its own rates of the coordinates."""
    size = len(made.q_names)
    flow = made.flows({}).coordinate_rates
    a = np.zeros(len(made.flows({}).inputs))
    qdot = np.ravel(flow.kernel(np.zeros(1), y, a, np.empty(0)))
    return np.concatenate([y[:size] + h * qdot, y[size:]])


@pytest.mark.parametrize(
    "solid", [BALL, ROD, BOX, RIM, EGG], ids=["ball", "rod", "box", "rim", "egg"]
)
def test_over_a_plane_the_lowest_point_tells_the_gap(
    solid: Solid, rng: np.random.Generator
) -> None:
    made = model(solid)
    on, points = np.array([0.1, 0.2, -0.3]), len(made.flows({}).contacts)
    for _ in range(3):
        y = state(rng, 1, 2.0)
        gap = min(values(made, k, y)[0] for k in range(points))
        found = least(lambda s: NORMAL @ (placed(solid, y, s) - on), solid.bounds, rng)  # noqa: B023
        assert close(gap, found - solid.radius, 1e-7)


@pytest.mark.parametrize(
    "pair",
    [(BALL, BALL), (BALL, ROD), (ROD, ROD), (BALL, BOX)],
    ids=["balls", "ball and rod", "rods", "ball and box"],
)
def test_between_two_bodies_the_nearest_points_tell_the_gap(
    pair: tuple[Solid, Solid], rng: np.random.Generator
) -> None:
    made, (first, second) = model(*pair), pair
    count = len(first.bounds)
    for _ in range(4):
        y = state(rng, 2, 1.5)

        def distance(s: Array, y: Array = y) -> float:
            a, b = placed(first, y, s[:count]), placed(second, y[7:], s[count:])
            return float(np.linalg.norm(a - b))

        found = least(distance, (*first.bounds, *second.bounds), rng)
        assert close(values(made, 0, y)[0], found - first.radius - second.radius, 1e-7)


@pytest.mark.parametrize(
    "solids",
    [(BALL,), (RIM,), (EGG,), (BALL, BALL), (BALL, ROD), (ROD, ROD), (BALL, BOX)],
    ids=["ball", "rim", "egg", "balls", "ball and rod", "rods", "ball and box"],
)
def test_the_normal_row_is_the_rate_of_the_gap(
    solids: tuple[Solid, ...], rng: np.random.Generator
) -> None:
    """Rows come as J u + c among what a change of mode knows; their order is normal, slips."""
    made = model(*solids)
    flows = made.flows({})
    rows, n = len(flows.rows), len(made.u_names)
    begin = n * n + 2 * rows * n + 2 * rows * rows
    a = np.zeros(len(flows.inputs))
    for _ in range(4):
        y = state(rng, len(solids), 1.5)
        terms = np.ravel(flows.mode_terms.kernel(np.zeros(1), y, a, np.empty(0)))
        ahead, behind = (values(made, 0, later(made, y, h))[0] for h in (STEP, -STEP))
        assert close(terms[begin], (ahead - behind) / (2 * STEP), 1e-7)
        assert close(terms[begin + 1 : begin + 3], values(made, 0, y)[1:], 1e-12)


def test_slip_is_what_the_material_points_move_past_each_other(rng: np.random.Generator) -> None:
    """Two balls: v + ω × r of both at the nearest place, across the line of centres."""
    made = model(BALL, BALL)
    y = state(rng, 2, 1.0)
    (p, R), (p2, R2) = pose(y), pose(y[7:])
    n = (p - p2) / np.linalg.norm(p - p2)
    K, moving = p - 0.3 * n, y[14:].reshape(2, 6)
    v, v2 = (
        R_ @ one[:3] + np.cross(R_ @ one[3:], K - p_)
        for R_, p_, one in ((R, p, moving[0]), (R2, p2, moving[1]))
    )
    across = (v - v2) - n * (n @ (v - v2))
    assert close(np.linalg.norm(values(made, 0, y)[1:]), np.linalg.norm(across), 1e-12)
