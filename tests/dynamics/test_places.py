"""Rows of configuration relations are the rates of what they hold; rims are where they touch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane.algebra.derivative import tangent
from kane.algebra.evaluate import evaluate
from kane.dynamics.constrain import in_speeds
from kane.dynamics.equations import Equations, derive
from kane.dynamics.form import REMAINDER
from kane.dynamics.lift import Parameters
from kane.dynamics.locate import Definitions
from kane.dynamics.places import rate
from kane.dynamics.rows import open_rows, place_rows
from kane.dynamics.speeds import moving
from kane.geometry import GROUND, Frame, X, Y, Z
from kane.model.body import Body
from kane.model.closures import Rolling
from kane.model.constraints import Configuration, has_row
from kane.model.joints import Planar, Revolute
from kane.model.quantities import Gap
from kane.model.system import System
from tests.close import close, round_off
from tests.dynamics.constrained_systems import of_each_kind, rotor_in_fork

SYSTEMS = of_each_kind()


def state(equations: Equations, rng: np.random.Generator) -> dict[Any, float]:
    """A random state, the quaternion of length one."""
    found: dict[Any, float] = {x: rng.uniform(0.3, 1.1) for x in (*equations.q, *equations.u)}
    quaternion = [x for x in equations.q if str(x).startswith("turn")]
    length = float(np.linalg.norm([found[x] for x in quaternion]))
    return {**found, **{x: found[x] / length for x in quaternion}, "t": 0.4}


@pytest.mark.parametrize("name", SYSTEMS)
def test_rows_of_places_are_their_rates(name: str, rng: np.random.Generator) -> None:
    equations = derive(SYSTEMS[name], Parameters.FOLD)
    at = state(equations, rng)
    rates = equations.seeds(tuple(0 * u for u in equations.u))
    for relation, phi in placed(SYSTEMS[name], equations):
        (row,) = in_speeds(equations.tree, equations.speeds, [relation])
        (expected,) = tangent([phi], rates)
        assert close(evaluate(row.value, at), evaluate(expected, at), round_off(10, 100))


@pytest.mark.parametrize("name", SYSTEMS)
def test_coefficients_of_rows_make_up_their_values(name: str, rng: np.random.Generator) -> None:
    equations = derive(SYSTEMS[name], Parameters.FOLD)
    at = state(equations, rng)
    for row in open_rows(equations):
        total = sum(
            evaluate(c, at) * (at[equations.u[r]] if r != REMAINDER else 1.0)
            for r, c in row.form.coefficients.items()
        )
        assert close(total, evaluate(row.form.value, at), round_off(10, 100))


@pytest.mark.parametrize("name", ["ball", "wheel", "wheel on body"])
def test_the_gap_changes_as_the_touching_point_moves_along_the_normal(
    name: str, rng: np.random.Generator
) -> None:
    equations = derive(SYSTEMS[name], Parameters.FOLD)
    at = state(equations, rng)
    (closure,) = SYSTEMS[name].constraints
    assert isinstance(closure, Rolling)
    definitions = Definitions(
        equations.tree, moving(equations.tree, equations.speeds), equations.speeds.sigma
    )
    along_normal = rate(Gap(rim=closure.rim), definitions)
    (phi,) = (row.phi for row in place_rows(equations))
    (expected,) = tangent([phi], equations.seeds(tuple(0 * u for u in equations.u)))
    assert close(evaluate(along_normal.value, at), evaluate(expected, at), round_off(10, 100))


def test_an_upright_wheel_rolls_as_far_as_it_turns(rng: np.random.Generator) -> None:
    system, _, _ = rotor_in_fork()
    equations = derive(system.replace(), Parameters.FOLD)
    x, y, yaw, spin = equations.u
    psi, r, omega = 0.7, 0.3, 2.0
    at = dict.fromkeys((*equations.q, *equations.u), 0.0)
    at[equations.q[2]] = psi
    at |= {spin: omega, x: r * omega * np.cos(psi), y: r * omega * np.sin(psi), yaw: 0.9}
    for row in open_rows(equations):
        assert close(evaluate(row.form.value, at), 0.0, round_off(1, 20))
    at[x] += 0.1
    slip = [evaluate(row.form.value, at) for row in open_rows(equations)]
    assert close(sorted(np.abs(slip)), sorted([0.1 * np.cos(psi), 0.1 * np.sin(psi), 0]), 1e-15)


def test_a_wheel_at_rest_on_a_tilting_table_does_not_slip() -> None:
    table, fork = Frame("table"), Frame("fork")
    wheel = Body("wheel", mass=2, inertia=(0.05, 0.09, 0.05))
    joints = [
        Revolute("tilt", GROUND, table, axis=X),
        Planar("x y yaw", table, fork),
        Revolute("spin", fork, wheel, axis=Y),
    ]
    rolls = Rolling("rolls", wheel, on=table.plane(Z), radius=0.3, axis=fork.y)
    equations = derive(System("tray", joints=joints, constraints=[rolls]), Parameters.FOLD)
    at = dict.fromkeys(equations.q, 0.4) | dict.fromkeys(equations.u, 0.0)
    at |= {equations.u[0]: 1.7}  # the table tilts, and carries the wheel
    for row in open_rows(equations):
        assert close(evaluate(row.form.value, at), 0.0, round_off(1, 20))


def placed(system: System, equations: Equations) -> list[tuple[Any, Any]]:
    """The configuration relations that have rows, with their φ."""
    phi = {row.name: row.phi for row in place_rows(equations)}
    return [
        (one, phi[one.name])
        for one in system.relations
        if isinstance(one, Configuration) and has_row(one)
    ]
