"""The same constraint force, whether the constraint is embedded, encapsulated or a row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import (
    GROUND,
    Body,
    Force,
    Motion,
    Planar,
    Revolute,
    System,
    Torque,
    Z,
    angular_velocity,
    inputs,
    rate,
    reaction,
    velocity,
)
from kane.algebra.evaluate import evaluate
from kane.algebra.graph import Graph
from kane.dynamics.equations import Equations, derive
from kane.dynamics.lift import Parameters
from kane.dynamics.motion import Loop, observed
from kane.dynamics.requests import Formulation
from kane.errors import DerivationError
from tests.close import close, round_off
from tests.sim.modes.oracle import saddle

F, TAU = inputs("F", "tau")


def cart() -> System:
    """The shopping cart of [Gillespie2003 Sec. 3], its caster sticking or not."""
    B = Body("basket", mass=20, centre=(0.4, 0, 0), inertia=(0, 0, 1.5))
    C = Body("caster", mass=2, centre=(-0.1, 0, 0), inertia=(0, 0, 0.02))
    P1, P2, P3 = B.point("P1"), B.point("P2", (0.8, 0, 0)), C.point("P3", (-0.1, 0, 0))
    return System(
        "cart",
        joints=[Planar("x y q3", GROUND, B), Revolute("q4", B, C, axis=Z, at=P2)],
        speeds=[
            velocity(P1).along(B.x),
            angular_velocity(B).along(B.z),
            angular_velocity(C).along(C.z),
        ],
        constraints=[
            Motion("rear wheels", velocity(P1).along(B.y) == 0),
            Motion("front wheel", velocity(P3).along(C.y) == 0, dependent="u3"),
            Motion("sticks", rate("q4") == 0, active=False),
        ],
        loads=[Force(F * B.x, at=P1), Torque(TAU * B.z, on=B)],
    )


def as_rows() -> System:
    """The same in the joints' own speeds, nothing embedded."""
    system = cart()
    front = Motion("front wheel", system.constraints[1].relation)  # type: ignore[union-attr]
    rest = (system.constraints[0], front, system.constraints[2])
    return system.replace(speeds=(), constraints=rest)


def forces(system: System, at: dict[str, float], holds: dict[str, float]) -> Any:
    """What each constraint exerts at a state."""
    equations = derive(system, Parameters.FOLD)
    loop = Loop(
        equations=equations, shortest=equations, closed={}, formulation=Formulation.COMPOSITE
    )
    names = ("rear wheels", "front wheel", "sticks")
    asked = observed(loop, [reaction(name) for name in names])
    state = {**at, **holds, "F": 3.0, "tau": -0.7}
    return np.array([evaluate(value, known(value, state)) for value in asked.outputs["values"]])


def known(value: Any, state: dict[str, float]) -> dict[str, float]:
    """The values of the symbols that an expression has."""
    graph: Graph = value.graph
    names = {graph.symbols[ref] for ref in graph.live([value.ref]) if ref in graph.symbols}
    return {name: state[name] for name in names}


def natural(equations: Equations, at: dict[str, float]) -> list[float]:
    """The joints' own speeds at a state."""
    return [float(evaluate(value, known(value, at))) for value in equations.sigma]


@pytest.mark.parametrize("sticks", [0.0, 1.0])
def test_embedding_does_not_change_constraint_forces(
    sticks: float, rng: np.random.Generator
) -> None:
    short, long = derive(cart(), Parameters.FOLD), derive(as_rows(), Parameters.FOLD)
    at = dict(zip(("x", "y", "q3", "q4"), rng.uniform(0.2, 1.2, 4), strict=True))
    at |= dict(zip(short.u_names, rng.standard_normal(2), strict=True))
    sigma = dict(zip(long.u_names, natural(short, at), strict=True))
    by_rows = forces(
        as_rows(),
        {**at, **sigma},
        {"holds(rear wheels)": 1.0, "holds(front wheel)": 1.0, "holds(sticks)": sticks},
    )
    embedded = forces(cart(), at, {"holds(sticks)": sticks})
    size = float(np.abs(by_rows).max())
    assert close(np.abs(embedded), np.abs(by_rows), round_off(100 * size, 200))
    assert (by_rows[2] != 0) == bool(sticks)


def test_constraint_forces_are_the_multipliers(rng: np.random.Generator) -> None:
    system = as_rows()
    equations = derive(system, Parameters.FOLD)
    at = dict(zip(("x", "y", "q3", "q4"), rng.uniform(0.2, 1.2, 4), strict=True))
    at |= dict(zip(equations.u_names, rng.standard_normal(4), strict=True))
    mass = [[evaluate(m, known(m, at)) if m else 0.0 for m in row] for row in equations.mass_matrix]
    J, bias = equations.constraints.J[:2], equations.constraints.bias[:2]
    J = [[evaluate(j, known(j, at)) if j else 0.0 for j in row] for row in J]  # type: ignore[assignment]
    h = [-float(evaluate(f, known(f, at))) for f in equations.bias]
    B = [[evaluate(b, known(b, at)) if b else 0.0 for b in row] for row in equations.input_matrix]
    right = np.array(h) + np.array(B) @ [3.0, -0.7]
    left = -np.array([evaluate(b, known(b, at)) for b in bias])
    _, expected = saddle(np.array(mass), np.array(J), right, left)
    on = {"holds(rear wheels)": 1.0, "holds(front wheel)": 1.0, "holds(sticks)": 0.0}
    found = forces(system, at, on)
    assert close(found[:2], expected, round_off(100 * float(np.abs(expected).max()), 200))


def test_an_unknown_constraint_is_refused_with_those_there_are() -> None:
    equations = derive(cart(), Parameters.FOLD)
    loop = Loop(
        equations=equations, shortest=equations, closed={}, formulation=Formulation.COMPOSITE
    )
    with pytest.raises(DerivationError, match="reactions are those of the joints"):
        observed(loop, [reaction("rear weels")])
