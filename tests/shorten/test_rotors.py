"""Wheels whose frame stays behind: the same motion, without the wheel's angle."""

from __future__ import annotations

import numpy as np
import pytest

from kane import GROUND, Body, Fixed, Gravity, Point, Revolute, System, X, Y, Z
from kane.algebra.dependence import symbols_of
from kane.algebra.evaluate import evaluate
from kane.algebra.expr import Expr
from kane.dynamics.equations import Equations, derive
from kane.dynamics.lift import Parameters
from kane.dynamics.observables import acceleration, position, velocity
from kane.shorten.rotors import rotors
from kane.shorten.shorten import on_tree
from tests.close import close, round_off


def crane(inertia: tuple[float, float, float] = (0.3, 0.5, 0.3), centre: float = 0.0) -> System:
    """A wheel that turns in an arm that turns on a post, and a knob fixed to its rim."""
    post, arm = Body("post", mass=2, inertia=(1, 1, 1)), Body("arm", mass=1, inertia=(1, 2, 3))
    wheel, knob = Body("wheel", mass=3, centre=(0, 0, centre), inertia=inertia), Body("knob")
    return System(
        "crane",
        joints=[
            Revolute("q1", GROUND, post, axis=Z),
            Revolute("q2", post, arm, axis=X, at=(0.2, 0, 1)),
            Revolute("q3", arm, wheel, axis=Y, at=(0, 0.7, 0.1), on=(0, 0.05, 0)),
            Fixed("held", wheel, knob, at=(0.3, 0, 0.2)),
        ],
        loads=[Gravity(along=-GROUND.z)],
    )


def pair(system: System) -> tuple[Equations, Equations]:
    """The equations as described, and with the frames of wheels left behind."""
    equations = derive(system, Parameters.FOLD)
    return equations, on_tree(equations, rotors(equations.tree))


def at(equations: Equations, rng: np.random.Generator) -> dict[Expr | str, float]:
    """A state and accelerations."""
    symbols = [*equations.q, *equations.u, *equations.udot, *equations.tau]
    return dict(zip(symbols, rng.normal(size=len(symbols)), strict=True))


def test_the_motion_is_the_same(rng: np.random.Generator) -> None:
    plain, still = pair(crane())
    state = at(plain, rng)
    for name in ("inverse_dynamics", "forward_dynamics", "articulated", "qdot"):
        a, b = [[evaluate(x, state) for x in getattr(one, name)] for one in (plain, still)]
        assert close(a, b, round_off(100.0, 200))


def test_the_angle_of_a_wheel_is_in_no_equation() -> None:
    plain, still = pair(crane())
    assert plain.q[2] in symbols_of(*plain.bias)
    assert still.q[2] not in symbols_of(*still.bias, *still.forward_dynamics)


def test_what_is_fixed_in_the_wheel_turns_with_it(rng: np.random.Generator) -> None:
    plain, still = pair(crane())
    state = at(plain, rng)
    tip = Point("tip", plain.system.frames["knob"], (0.1, 0.2, 0))
    for asked in (position, velocity, acceleration):
        a, b = [[evaluate(x, state) for x in asked(one, tip)] for one in (plain, still)]
        assert close(a, b, round_off(10.0, 100))


@pytest.mark.parametrize("other", [crane(inertia=(0.3, 0.5, 0.31)), crane(centre=0.01)])
def test_what_is_not_round_turns(other: System) -> None:
    equations = derive(other, Parameters.FOLD)
    assert rotors(equations.tree) is equations.tree
