"""The masked program in every mode against multipliers: u̇, λ, impulses, projections."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from kane.algebra.rate import Rate
from kane.dynamics.equations import Equations, derive
from kane.dynamics.lift import Parameters
from kane.dynamics.modes import Modes
from kane.dynamics.rows import place_rows, row_terms
from kane.program.interpret import interpret
from kane.program.lower import lower
from kane.program.program import Program
from tests.close import close, round_off
from tests.dynamics.constrained_systems import of_each_kind, several_rows
from tests.sim.modes.oracle import Case, Matrix, accelerations, projection

CLOSED = ["rod", "track", "tilt", "pin", "hinge", "ball"]
ROWS = 5  # rod, no skid, ball x, y, z
MODES = [mask for mask in product((0.0, 1.0), repeat=ROWS) if sum(mask) in (0, 1, 2, 4, 5)][::3]


@dataclass(frozen=True, slots=True, kw_only=True)
class Programs:
    """What is compared: the parts, and what the modes make of them."""

    parts: Program
    modes: Program
    inputs: dict[str, Any]


@cache
def programs() -> Programs:
    """Of arms with three constraints."""
    equations = derive(several_rows(), Parameters.FOLD)
    modes = Modes(equations=equations)
    free = equations.forward_dynamics
    inputs = {
        "q": equations.q,
        "u": equations.u,
        "tau": equations.tau,
        "m": modes.masks,
        "d": modes.directions,
    }
    h = [tau - f for tau, f in zip(equations.tau, equations.bias, strict=True)]
    made = {
        "udot": modes.accelerations(free),
        "forces": modes.forces(free),
        "after": modes.after(),
    }
    parts = lower("parts", inputs, row_terms(equations) | {"h": h})
    return Programs(parts=parts, modes=lower("modes", inputs, made), inputs=inputs)


def at(rng: np.random.Generator, mask: Any) -> tuple[Case, Any]:
    """The parts at a random state, and what the modes make of them."""
    known = programs()
    q = rng.uniform(0.3, 1.1, len(known.inputs["q"]))
    q[-4:] /= np.linalg.norm(q[-4:])
    u, tau = rng.standard_normal((2, len(known.inputs["u"])))
    given = (q, u, tau, np.array(mask), np.zeros(ROWS))
    M, J, c, bias, h = interpret(known.parts, *given)
    named = (output.name for output in known.modes.outputs)
    case = Case(M=M, J=J, c=c, bias=bias, h=h, u=u)
    return case, dict(zip(named, interpret(known.modes, *given), strict=True))


def clock_of(equations: Equations) -> Any:
    """The symbol of time."""
    return equations.tree.lift.symbol("t", Rate.CONFIGURATION)


def limit(case: Case, rows: Matrix) -> float:
    """Round-off of a solve with S."""
    J = case.J[rows]
    S = J @ np.linalg.solve(case.M, J.T) if len(rows) else np.eye(1)
    size = np.sqrt(np.diag(S))
    factor = float(np.linalg.cond(S / size[:, None] / size) * np.linalg.cond(case.M))
    return round_off(factor * 10 * (1 + float(np.abs(case.u).max())), 100)


@pytest.mark.parametrize("mask", MODES, ids=str)
def test_every_mode_moves_as_with_multipliers(mask: Any, rng: np.random.Generator) -> None:
    case, made = at(rng, mask)
    rows = np.flatnonzero(mask)
    udot, forces = accelerations(case, rows)
    assert close(made["udot"], udot, limit(case, rows) * (1 + np.abs(udot).max()))
    assert close(made["forces"][rows], forces, limit(case, rows) * (1 + np.abs(udot).max()))
    assert not made["forces"][np.flatnonzero(1 - np.array(mask))].any()


@pytest.mark.parametrize("mask", MODES[1:], ids=str)
def test_plastic_impulses_project_on_the_rows(mask: Any, rng: np.random.Generator) -> None:
    case, made = at(rng, mask)
    rows = np.flatnonzero(mask)
    after, _ = projection(case, rows)
    change = made["after"] - case.u
    lost = case.u @ case.M @ case.u / 2 - made["after"] @ case.M @ made["after"] / 2
    assert close(made["after"], after, limit(case, rows))
    assert close(lost, change @ case.M @ change / 2, limit(case, rows) * 10)


@pytest.mark.parametrize("name", CLOSED)
def test_projection_leads_back_to_the_relations(name: str, rng: np.random.Generator) -> None:
    system = of_each_kind()[name]
    equations = derive(system, Parameters.FOLD)
    modes = Modes(equations=equations)
    inputs = {"q": equations.q, "u": equations.u, "m": modes.masks, "t": (clock_of(equations),)}
    phi = [row.phi for row in place_rows(equations)]
    program = lower("projection", inputs, {"y": modes.projected(), "phi": phi})
    q, u = rng.uniform(0.3, 0.8, len(equations.q)), rng.standard_normal(len(equations.u))
    given = (np.ones(len(modes.masks)), np.array([0.4]))
    off = []
    for _ in range(12):
        q[4:] /= np.linalg.norm(q[4:])
        y, at = interpret(program, q, u, *given)
        off.append(float(np.abs(at).max()))
        q = y[: len(q)]
    assert off[0] > 1e-3
    assert off[-1] < round_off(1, 100)
    quadratic = [b <= 50 * a**2 + 1e-14 for a, b in pairwise(off) if a < 1e-3]
    assert all(quadratic)
