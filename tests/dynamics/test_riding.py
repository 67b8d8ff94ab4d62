"""Mass and forces that a joint does not move ride on the parent: shorter, and the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from kane import (
    GROUND,
    Body,
    Force,
    Gravity,
    Planar,
    Point,
    PointMass,
    Prismatic,
    Revolute,
    Spherical,
    SpringDamper,
    System,
    Universal,
    X,
    Y,
    Z,
    derive,
    inputs,
)
from kane.algebra.evaluate import evaluate
from kane.algebra.text import text
from kane.dynamics import observables
from kane.dynamics.cost import cost
from kane.dynamics.equations import Equations
from kane.dynamics.samples import random_states
from kane.model.loads import Load
from tests.close import close, round_off
from tests.systems import stanford, wrist
from tests.textbook import gillespie as paper
from tests.textbook import ours


def centred() -> System:
    """Bodies on turning axes of all kinds, loads at their mass centres, an arm between them."""
    inertia = (0.2, 0.3, 0.35, 0.01, -0.02, 0.015)
    slider = Body("slider", mass=2, centre=(0.1, 0.2, 0.3), inertia=inertia)
    wheel = Body("wheel", mass=1, centre=(0, 0.4, 0), inertia=inertia)  # on its axis
    cross = Body("cross", mass=0.7, inertia=inertia)  # at the middle of two axes
    ball = Body("ball", mass=1.5, inertia=inertia)  # at the centre of its joint
    arm = Body("arm", mass=0.8, centre=(0.3, 0, 0.1), inertia=inertia)  # on no axis
    skew = (0.6, 0.0, 0.8)
    gimbal = Body("gimbal", mass=0.9, inertia=inertia)
    (F,) = inputs("F")
    loads: list[Load] = [Gravity(along=-GROUND.z)]
    for body in (wheel, cross, ball, gimbal):
        loads.append(Force(GROUND.vector(1, 2 * F, -1), at=body.mass_centre))
        loads.append(Force(body.vector(F, 1, 2), at=body.point(f"{body}_P", (0.1, 0.2, 0.3))))
    loads.append(SpringDamper(wheel.mass_centre, arm.mass_centre, 7, length=0.3, damping=2))
    loads.append(PointMass(at=Point("earth", GROUND, (9, 8, 7)), mu=5))
    return System(
        "centred",
        joints=[
            Prismatic("q0", GROUND, slider, axis=X),
            Revolute("q1", slider, wheel, axis=Y, at=(0.2, 0.1, 0)),
            Universal("q2 q3", wheel, cross, at=(0, 0.3, 0.1)),
            Spherical("q4", cross, ball, at=(0.1, 0.1, 0)),
            Revolute("q5", ball, arm, axis=Z, at=(0.2, 0, 0)),
            Revolute("q6", slider, gimbal, axis=skew, at=(0, 0.5, 0)),
        ],
        loads=loads,
    )


def where_described(equations: Equations) -> Equations:
    """The same with nothing riding."""
    return replace(equations, tree=replace(equations.tree, bodies=()))


@pytest.mark.parametrize("make", [centred, wrist, stanford])
def test_what_rides_asks_for_the_same_forces(make: Callable[[], System]) -> None:
    equations = derive(make())
    staying = where_described(equations)
    vars(staying)["pushing"] = staying.active
    for state in random_states(equations, 5, 2):
        rng = np.random.default_rng(1)
        symbols = (*equations.udot, *equations.inputs, *equations.tau)
        state |= {symbol: float(rng.normal()) for symbol in symbols}
        for name in ("inertia_forces", "bias", "inverse_dynamics", "articulated"):
            found, expected = (evaluate(getattr(e, name), state) for e in (equations, staying))
            size = float(np.abs(expected).max())
            assert close(np.array(found), np.array(expected), round_off(10 * size, 2000)), name
        for load, part in staying.contributions.items():
            found = evaluate(equations.contributions[load], state)
            assert close(np.array(found), np.array(evaluate(part, state)), round_off(1e2, 500))


def test_what_joints_transmit_is_taken_where_it_is() -> None:
    equations = derive(centred())
    staying = where_described(equations)
    (state,) = random_states(equations, 5, 1)
    state |= dict.fromkeys((*equations.udot, *equations.inputs), 0.3)
    for joint in equations.system.joints:
        for found, expected in zip(
            observables.reaction(equations, joint),
            observables.reaction(staying, joint),
            strict=True,
        ):
            a, b = (np.array(evaluate(list(v.components), state)) for v in (found, expected))
            assert close(a, b, 0.0)


def test_the_rolling_disk_is_written_as_by_hand() -> None:
    """[Gillespie2003 Eqs. 41, 42]: (m + J/r²) u̇1 = −m g sin φ."""
    equations = derive(ours.disk(paper.Disk(), rolling=True))
    assert text(equations.bias[0]) == "sin(phi)*g*m"
    assert text(equations.mass_matrix[0][0]) == "m + 1/r*(J*(1/r))"
    assert text(equations.active_forces[0]) == "-sin(phi)*g*m"
    assert equations.input_matrix == [[0]]


def test_planar_bodies_need_no_sine_to_fall() -> None:
    body = Body("b", mass=2, inertia=(0, 0, 0.3))
    system = System(
        "puck",
        joints=[Planar("x y a", GROUND, body)],
        loads=[Gravity(along=-GROUND.y), Force(GROUND.x * 3, at=body.mass_centre)],
    )
    assert cost(derive(system).inverse_dynamics).sines == 0
