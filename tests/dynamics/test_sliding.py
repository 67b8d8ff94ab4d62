"""Contacts that stick and slide against multipliers in one dense system."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from kane import GROUND, Body, Free, Planar, Prismatic, Z, position, velocity
from kane.algebra import evaluate
from kane.dynamics.equations import derive
from kane.dynamics.lift import Parameters
from kane.dynamics.modes import Modes
from kane.dynamics.rows import row_terms
from kane.dynamics.sliding import CARRIED
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


@pytest.mark.parametrize(
    ("held", "gap", "N", "leaves"),
    [
        (1, 0.0, 1e-9, False),  # pressed
        (1, 0.0, -1e-9, True),  # drawn: however little
        (1, 1e-7, -1e-9, True),  # … and wherever round-off has left the gap
        (1, 1e-3, 1e-9, False),
        (0, 0.0, 0.0, False),  # carried by others: it is there as long as the gap is closed
        (0, CARRIED / 2, 0.0, False),
        (0, 2 * CARRIED, 0.0, True),
    ],
)
def test_a_contact_leaves_when_it_is_drawn_or_others_carry_it_off(
    held: int, gap: float, N: float, leaves: bool
) -> None:
    body = Body("b", mass=1.0)
    floor = Touching("floor", position(point("O", GROUND), body.mass_centre).along(GROUND.z))
    joints = [Prismatic("z", GROUND, body, axis=Z)]
    equations = derive(System("block", joints=joints, contacts=[floor]))
    sliding = Modes(equations=equations).sliding
    margins = sliding.margins([held], [N])
    _, leaving, slips, rests = evaluate(margins, {equations.q[0]: gap, equations.u[0]: 0.1})
    assert (leaving > 0) == leaves
    assert slips < 0 > rests  # nothing slips, or comes to rest, where there is no friction


@pytest.mark.parametrize(
    ("F", "allowed", "slips"),
    [
        (1.19, 0.0, False),
        (1.21, 0.0, True),
        (1.29, 0.1, False),
        (-1.29, 0.1, False),
        (1.31, 0.1, True),
    ],
)
def test_a_contact_slips_where_friction_exceeds_its_cone_and_what_is_allowed_beyond(
    F: float, allowed: float, slips: bool
) -> None:
    """μ₀ N = 0.4 · 3; an even share of several feet may leave the cone a little."""
    body = Body("b", mass=1.0, inertia=(1, 1, 1))
    v = velocity(body.mass_centre).along(GROUND.x)
    gap = position(point("O", GROUND), body.mass_centre).along(GROUND.z)
    floor = Touching("floor", gap, slip=(v,), friction=0.2, static_friction=0.4)
    joints = [Planar("x z a", GROUND, body, axes=((1, 0, 0), (0, 0, -1), (0, 1, 0)))]
    equations = derive(System("block", joints=joints, contacts=[floor]))
    modes = Modes(equations=equations)
    margins = modes.sliding.margins([1, 1], [3.0, F])
    at = {
        **dict.fromkeys((*equations.q, *equations.u), 0.0),
        **dict.fromkeys(modes.directions, 0.0),
    }
    at[modes.directions[0]] = allowed
    assert (evaluate(margins[2], at) > 0) == slips


@pytest.mark.parametrize(
    ("Fx", "Fy", "slips"),
    [(0.0, 0.0, False), (0.8, 0.88, False), (0.88, 0.8, False), (0.8, -0.92, True)],
)
def test_a_contact_in_space_slips_by_the_size_of_both_parts(
    Fx: float, Fy: float, slips: bool
) -> None:
    """√(F_x² + F_y²) beside μ₀ N = 0.4 · 3."""
    body = Body("b", mass=1.0, inertia=(1, 1, 1))
    v = velocity(body.mass_centre)
    gap = position(point("O", GROUND), body.mass_centre).along(GROUND.z)
    slip = (v.along(GROUND.x), v.along(GROUND.y))
    floor = Touching("floor", gap, slip=slip, friction=0.2, static_friction=0.4)
    equations = derive(System("b", joints=[Free("b", GROUND, body)], contacts=[floor]))
    modes = Modes(equations=equations)
    margin = modes.sliding.margins([1, 1, 1], [3.0, Fx, Fy])[2]
    at = dict.fromkeys((*equations.q, *equations.u, *modes.directions), 0.0)
    value = float(evaluate(margin, at))
    assert value > 0 if slips else value < 0
