"""What stays the same in systems that are driven round, and by what changes are judged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import (
    GROUND,
    Body,
    Frame,
    Gravity,
    JointSpring,
    Particle,
    Planar,
    Rate,
    Revolute,
    Spherical,
    System,
    X,
    Y,
    Z,
    angular_velocity,
    clock,
    derive,
    parameters,
    rate,
    velocity,
)
from kane.algebra.derivative import tangent
from kane.algebra.evaluate import evaluate
from kane.algebra.expr import Expr
from kane.algebra.substitute import substitute
from kane.dynamics import kept, observables
from kane.dynamics.equations import Equations
from kane.dynamics.motion import Loop
from kane.dynamics.requests import Formulation
from kane.dynamics.samples import random_states
from tests.close import close, round_off
from tests.systems import stanford


def driven(speeds: str) -> System:
    """A rod between panes of glass that turn at a constant rate [Kane1985 Problem 10.1]."""
    m, L, w = parameters(m=0.7, L=0.4, w=3.0)
    panes, rod = Frame("panes"), Body("rod", mass=m, centre=(L, 0, 0), inertia=(0, 0.01, 0.01))
    v = velocity(rod.point("P1"))
    chosen: dict[str, list[Expr]] = {
        "own": [],
        "of the ground": [v.along(rod.x), v.along(rod.y), angular_velocity(rod).along(rod.z)],
        "absolute": [v.along(GROUND.x), v.along(GROUND.y), rate("q3")],
    }
    return System(
        "panes",
        joints=[
            Revolute("turn", GROUND, panes, axis=Y, motion={"turn": w * clock()}),
            Planar("q1 q2 q3", panes, rod),
        ],
        loads=[Gravity(along=-GROUND.y)],
        speeds=chosen[speeds],
    )


def rate_along_motion(equations: Equations, value: Any, state: dict[Any, float]) -> float:
    """How a value changes while nothing but the loads acts."""
    udot = substitute(equations.forward_dynamics, dict.fromkeys(equations.tau, 0))
    (found,) = tangent([value], equations.seeds(tuple(udot)))
    return float(evaluate(found, state))


@pytest.mark.parametrize("speeds", ["own", "of the ground", "absolute"])
def test_the_hamiltonian_of_a_driven_system_is_constant_and_its_energy_is_not(speeds: str) -> None:
    """T₂ − T₀ + V in any speeds, also such as contain the prescribed motion."""
    equations = derive(driven(speeds))
    h, E = observables.hamiltonian(equations), observables.kinetic_energy(equations)
    E = E + observables.potential_energy(equations)
    for state in random_states(equations, 3, 3):
        state |= {equations.tree.lift.symbol("t", Rate.CONFIGURATION): 0.3}
        assert close(rate_along_motion(equations, h, state), 0.0, round_off(1e3, 200))
        assert abs(rate_along_motion(equations, E, state)) > 1e-3


def test_the_hamiltonian_leaves_out_what_is_linear_in_the_rates() -> None:
    """An arm on a turntable: its kinetic energy has a part that is linear in its rate."""
    table, arm = Frame("table"), Body("arm", mass=2, centre=(0.3, 0, 0), inertia=(0, 0, 0.1))
    joints = [
        Revolute("turn", GROUND, table, axis=Z, motion={"turn": 2.5 * clock()}),
        Revolute("q1", table, arm, axis=Z, at=(0.7, 0, 0)),
    ]
    equations = derive(System("turntable", joints=joints, loads=[JointSpring("q1", 4.0)]))
    q, u, w = 0.8, 1.7, 2.5
    at = dict(zip([*equations.q, *equations.u], (q, u), strict=True))
    inertia = 0.1 + 2 * 0.3**2
    T2 = inertia * u * u / 2
    T0 = (inertia + 2 * 0.7**2 + 2 * 2 * 0.7 * 0.3 * np.cos(q)) * w * w / 2
    h = float(evaluate(observables.hamiltonian(equations), at))
    assert close(h, T2 - T0 + 4.0 * q * q / 2, round_off(20.0, 50))


def test_the_hamiltonian_without_prescribed_motion_is_the_energy() -> None:
    equations = derive(stanford())
    (state,) = random_states(equations, 3, 1)
    T, V = observables.kinetic_energy(equations), observables.potential_energy(equations)
    h = evaluate(observables.hamiltonian(equations), state)
    assert close(h, evaluate(T, state) + evaluate(V, state), round_off(100, 100))


def test_momenta_are_judged_by_the_spread_of_mass_about_the_origin() -> None:
    """2 T ∫r² dm bounds the square of the angular momentum; ∫r² dm by hand, body by body."""
    a = Body("a", mass=1.3, centre=(0.1, 0.2, -0.3), inertia=(0.2, 0.3, 0.4))
    b = Body("b", mass=0.7, centre=(0.3, 0, 0.1), inertia=(0.1, 0.1, 0.05))
    c = Body("c", mass=0.4, inertia=(0.02, 0.03, 0.04))
    joints = [
        Planar("x y q3", GROUND, a, at=(0.5, -0.4, 0.2)),
        Revolute("q4", a, b, axis=X, at=(0.3, 0.1, 0)),
        Spherical("s", b, c, at=(0, 0.2, 0.4), on=(0.1, 0, 0)),
        Revolute("q5", GROUND, d := Particle("d", mass=0.9), axis=Z, at=(1, 0, 0), on=(0, 0.5, 0)),
    ]
    equations = derive(System("spread", joints=joints))
    loop = Loop(
        equations=equations, shortest=equations, closed={}, formulation=Formulation.COMPOSITE
    )
    measures = kept.measures(loop)
    (state,) = random_states(equations, 3, 1)
    T = float(evaluate(observables.kinetic_energy(equations), state))
    spread = (0.2 + 0.3 + 0.4 + 0.1 + 0.1 + 0.05 + 0.02 + 0.03 + 0.04) / 2
    for body, mass in ((a, 1.3), (b, 0.7), (c, 0.4), (d, 0.9)):
        r = np.array(evaluate(list(observables.position(equations, body.mass_centre)), state))
        spread += mass * float(r @ r)
    assert close(evaluate(measures["angular"], state), 2 * T * spread, round_off(100, 200))
    assert close(evaluate(measures["linear"], state), 2 * T * 3.3, round_off(100, 100))
