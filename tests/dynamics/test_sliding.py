"""Contacts that stick and slide against multipliers in one dense system."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from kane import GROUND, position, velocity
from kane.dynamics.equations import derive
from kane.dynamics.lift import Parameters
from kane.dynamics.modes import Modes
from kane.dynamics.rows import row_terms
from kane.model.body import point
from kane.model.system import System
from kane.model.touching import Touching
from kane.program.interpret import interpret
from kane.program.lower import lower
from tests.close import close, round_off
from tests.dynamics.constrained_systems import several_rows
from tests.sim.modes.oracle import Matrix

MU = (0.3, 0.4)
# masks of rod, no skid, ball (3), then of each contact normal, slips; and directions of the slips
STATES = {
    "apart": ((0, 0, 0), (0, 0), (0.0, 0.0), (0.0,)),
    "both stick": ((1, 1, 1), (1, 1), (0.0, 0.0), (0.0,)),
    "both slide": ((1, 0, 0), (1, 0), (0.6, 0.8), (-1.0,)),
    "one sticks": ((1, 1, 1), (1, 0), (0.0, 0.0), (1.0,)),
}


def with_contacts() -> System:
    """The arms with one foot that slips in space and one that slips along a line."""
    system = several_rows()
    tip, end = system.bodies["tip"], system.bodies["end"]
    P, Q, base = (
        tip.point("foot", (0.3, 0.1, 0)),
        end.point("toe", (0, 0.1, 0.2)),
        point("O", GROUND),
    )
    v, w = velocity(P), velocity(Q)
    contacts = [
        Touching(
            "foot",
            position(base, P).along(GROUND.z),
            slip=(v.along(GROUND.x), v.along(GROUND.y)),
            friction=MU[0],
        ),
        Touching(
            "toe", position(base, Q).along(GROUND.x), slip=(w.along(GROUND.y),), friction=MU[1]
        ),
    ]
    return system.replace(contacts=contacts)


@cache
def programs() -> tuple[Any, Any, int]:
    """The parts, what the modes make of them, and how many states there are."""
    equations = derive(with_contacts(), Parameters.FOLD)
    modes, free = Modes(equations=equations), equations.forward_dynamics
    inputs = {
        "q": equations.q,
        "u": equations.u,
        "tau": equations.tau,
        "m": modes.masks,
        "d": modes.directions,
    }
    h = [tau - f for tau, f in zip(equations.tau, equations.bias, strict=True)]
    made = {"udot": modes.accelerations(free), "forces": modes.forces(free)}
    parts = lower("parts", inputs, row_terms(equations) | {"h": h})
    return parts, lower("modes", inputs, made), len(equations.q)


def with_multipliers(parts: Any, u: Matrix, mask: Matrix, d: Matrix) -> tuple[Matrix, Matrix]:
    """u̇ and all forces from [M −Gᵀ; J 0], friction of what slides in G."""
    M, J, _, bias, h = parts
    G, slip = J.copy(), J @ u
    for n, slips, mu in ((5, [6, 7], MU[0]), (8, [9], MU[1])):
        way = slip[slips] + 1e-9 * d[slips] if len(slips) == 2 else d[slips]
        if d[slips].any():
            G[n] -= mu * way / np.linalg.norm(way) @ J[slips]
    rows = np.flatnonzero(mask)
    count = len(rows)
    matrix = np.block([[M, -G[rows].T], [J[rows], np.zeros((count, count))]])
    found = np.linalg.solve(matrix, np.concatenate([h, -bias[rows]]))
    forces = np.zeros(len(J))
    forces[rows] = found[len(M) :]
    for n, slips, mu in ((5, [6, 7], MU[0]), (8, [9], MU[1])):
        way = slip[slips] + 1e-9 * d[slips] if len(slips) == 2 else d[slips]
        if d[slips].any():
            forces[slips] -= mu * way / np.linalg.norm(way) * forces[n]
    return found[: len(M)], forces


@pytest.mark.parametrize("bilateral", [(0, 0, 0, 0, 0), (1, 0, 0, 0, 0)], ids=["free", "rod"])
@pytest.mark.parametrize("state", STATES)
def test_contacts_move_as_with_multipliers(
    state: str, bilateral: Any, rng: np.random.Generator
) -> None:
    parts, modes, count = programs()
    foot, toe, first, second = STATES[state]
    mask = np.array([*bilateral, *foot, *toe], dtype=float)
    d = np.array([*[0.0] * 6, *first, 0.0, *second])
    for _ in range(5):
        q = rng.uniform(0.3, 1.1, count)
        q[-4:] /= np.linalg.norm(q[-4:])
        u, tau = rng.standard_normal((2, 7))
        known = interpret(parts, q, u, tau, mask, d)
        udot, forces = interpret(modes, q, u, tau, mask, d)
        expected, multipliers = with_multipliers(known, u, mask, d)
        J = known[1][np.flatnonzero(mask)]
        size = np.linalg.cond(J @ J.T) if len(J) else 1.0
        limit = round_off(1e2 * size * (1 + np.abs(expected).max()), 100)
        assert close(udot, expected, limit)
        assert close(forces, multipliers, limit * (1 + np.abs(multipliers).max()))
