"""The disk that rolls on a plane [Kane1985 Problem 11.5]: its equations as short as by hand.

Rolling may be described by the point of contact that moves along in the plane, by the disk's
centre, or by a point of the leaning frame: the same equations come out, and no singularity but
the disk's lying flat.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from kane import (
    GROUND,
    Body,
    Frame,
    Gravity,
    Motion,
    Planar,
    Point,
    Revolute,
    System,
    X,
    Z,
    angular_velocity,
    build,
    derive,
    parameters,
    rate,
    velocity,
)
from kane.analysis.linearize import linearize
from tests.close import close, round_off
from tests.textbook.ours import at

MASS, RADIUS, G = 2.0, 0.3, 9.81
WAYS: Final = ("contact", "centre", "frame")


def disk(way: str, *, along_body: bool = False) -> System:
    """The disk, its rolling described in one of three ways, ω^C along B (or in part along C)."""
    m, R, g = parameters(m=MASS, R=RADIUS, g=G)
    heading, B = Frame("heading"), Frame("B")
    C = Body("C", mass=m, inertia=(m * R**2 / 4, m * R**2 / 4, m * R**2 / 2))
    v, w = velocity(C), angular_velocity(C)
    P, foot = Point("P", heading, (0, 0, 0)), Point("foot", B, (0, 0, 0))
    rolls, skids = {
        "contact": (velocity(P).along(heading.x) + R * rate("q3"), velocity(P).along(heading.y)),
        "centre": (v.along(B.x) + R * w.along(B.z), v.along(B.z) - R * w.along(B.x)),
        "frame": (velocity(foot).along(B.x) + R * rate("q3"), velocity(foot).along(B.z)),
    }[way]
    return System(
        "rolling disk",
        joints=[
            Planar("q4 q5 q1", GROUND, heading),
            Revolute("up", heading, B, axis=X),
            Revolute("q3", B, C, axis=Z, at=(0, R, 0)),
        ],
        loads=[Gravity(along=-GROUND.z, magnitude=g)],
        speeds=[w.along(B.x), w.along(B.y), w.along(C.z if along_body else B.z)],
        constraints=[Motion("rolls", rolls == 0), Motion("skids", skids == 0)],
    )


def by_hand(up: float, u: NDArray[np.float64]) -> NDArray[np.float64]:
    """u̇ [Kane1985 Problem 11.5], with q2 = π/2 − up."""
    u1, u2, u3 = u
    sine, tangent = np.cos(up), 1 / np.tan(up)
    return np.array(
        [
            (u2**2 * tangent - 6 * u2 * u3 - 4 * G * sine / RADIUS) / 5,
            2 * u3 * u1 - u1 * u2 * tangent,
            2 * u1 * u2 / 3,
        ]
    )


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("along_body", [False, True])
def test_disk_rolls_as_in_the_textbook(
    way: str, along_body: bool, rng: np.random.Generator
) -> None:
    equations = derive(disk(way, along_body=along_body))
    q, u = rng.uniform(0.5, 1.2, 5), rng.normal(size=3)
    state = dict(zip(equations.q_names, q, strict=True)) | {f"u{k + 1}": u[k] for k in range(3)}
    up = state["up"]
    M, f = (at(equations, x, state) for x in (equations.mass_matrix, equations.bias))
    size = MASS * RADIUS**2
    assert close(M, np.diag([5 / 4, 1 / 4, 3 / 2]) * size, round_off(1.0, 50))
    assert close(-f, M @ by_hand(up, u), round_off(50.0, 200))


@pytest.mark.parametrize("way", WAYS)
def test_rates_are_singular_only_where_the_disk_lies_flat(way: str) -> None:
    (pivot,) = {str(x).removeprefix("-") for x in derive(disk(way)).speeds.pivots}
    assert pivot == "sin(up)"
    model = build(disk(way))
    for q1 in (np.pi / 2, 0.0):  # where one row's cosine or sine vanishes
        qdot = model.rates([0, 0, q1, 1.1, 0.4], [0.3, -0.2, 0.9])
        spin = 0.9 + 0.2 / np.tan(1.1)
        expected = [-RADIUS * spin * np.cos(q1), -RADIUS * spin * np.sin(q1), -0.2 / np.sin(1.1)]
        assert close(qdot, np.array([*expected, 0.3, spin]), round_off(10.0, 30))


@pytest.mark.parametrize("way", WAYS)
def test_partial_velocities_are_the_textbooks(way: str) -> None:
    """v_1 = R b3, v_2 = 0, v_3 = −R b1 of the centre."""
    equations = derive(disk(way))
    v, state = equations.partial_velocities["C"], {"q3": 0.7, "up": 1.0, "q1": 0.4}
    R = RADIUS
    expected = [[0, 0, R], [0, 0, 0], [-R * np.cos(0.7), R * np.sin(0.7), 0]]
    for r in range(3):
        assert close(at(equations, v[r].components, state), np.array(expected[r]), round_off(1, 5))


@pytest.mark.parametrize("way", WAYS)
def test_the_wheels_own_angle_is_in_no_equation_and_M_takes_no_operation(way: str) -> None:
    operations = build(disk(way), parameters="live").operations
    assert operations["mass_matrix"].total == 0
    assert operations["inverse_dynamics"].mul <= 25
    assert operations["inverse_dynamics"].add <= 16
    assert operations["inverse_dynamics"].sincos == 1


@pytest.mark.parametrize(
    ("speed", "limit"),
    [("u3", G / (3 * RADIUS)), ("u2", 4 * G / (5 * RADIUS))],
    ids=["rolls", "spins"],
)
def test_the_upright_disk_becomes_stable_at_its_limit(speed: str, limit: float) -> None:
    """Rolling beyond ω² = g/(3 r), spinning on the spot beyond Ω² = 4 g/(5 r)."""
    model = build(disk("contact"))

    def swing(w: float) -> float:
        """λ² of leaning: negative where it swings, positive where it falls."""
        small = linearize(model, q={"up": np.pi / 2}, u={speed: w})
        found = np.linalg.eigvals(small.A) ** 2
        return float(found[np.abs(found).argmax()].real)

    exact = np.sqrt(limit)
    assert swing(0.99 * exact) > 0 > swing(1.01 * exact)
    # λ² is linear in w², so that two values tell where it vanishes
    a, b = swing(0.5 * exact), swing(2.0 * exact)
    assert close((0.25 * b - 4.0 * a) / (b - a), 1.0, 1e-9)
