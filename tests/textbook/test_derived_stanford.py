"""The Stanford arm in the paper's speeds as the library derives it, against the appendices."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray

from kane import build, derive
from kane.dynamics import observables
from kane.dynamics.composites import Symmetric
from kane.dynamics.equations import Equations
from kane.dynamics.mass_matrix import by_partial_velocities
from kane.geometry.vector import GROUND, Vector
from kane.pipeline import lower, optimize
from kane.program.count import Operations, count
from kane.program.target import Target
from kane.shorten import shorten
from tests.close import close, round_off
from tests.textbook import kane_levinson as paper
from tests.textbook import ours
from tests.textbook import stanford_geometry as shape
from tests.textbook.kane_levinson import BODIES, PARAMETERS, VELOCITY_BASIS
from tests.textbook.ours import at, numbered

Array = NDArray[np.float64]
UNLIKE: Final = {name: 0.3 + 0.07 * k for k, name in enumerate(PARAMETERS)}
AGREED: Final = 1e-12  # what the comparison with the appendices was promised to hold
SETS: Final = {"printed": PARAMETERS, "unlike": UNLIKE}
parameters = pytest.mark.parametrize("chosen", list(SETS))


@cache
def arm(chosen: str) -> Equations:
    return derive(ours.stanford(SETS[chosen]))


@pytest.fixture
def state(rng: np.random.Generator) -> tuple[Array, Array, Array]:
    """q, u and u̇ away from q2 = 0 and 180°."""
    q = rng.uniform([-2, 0.5, -2, -2, -2, 0], [2, 2.5, 2, 2, 2, 0.3])
    return q, rng.normal(size=6), rng.normal(size=6)


def named(q: Array, u: Array) -> dict[str, float]:
    return numbered("q", q) | numbered("u", u)


def agree(found: Array, expected: Array) -> bool:
    """To 1e-12 of the largest number."""
    scale = max(1.0, float(np.abs(expected).max()))
    return close(found, expected, AGREED * scale)


@parameters
@pytest.mark.parametrize("body", BODIES)
def test_partial_velocities_are_the_printed_ones(
    chosen: str, body: str, state: tuple[Array, Array, Array]
) -> None:
    q, u, _ = state
    equations, printed = arm(chosen), paper.arm(q, u, SETS[chosen]).body(body)
    turned = shape.orientation(VELOCITY_BASIS[body], q).T @ shape.orientation(body, q)
    for r in range(6):
        v = at(equations, equations.partial_velocities[body][r].components, named(q, u))
        w = at(equations, equations.partial_angular_velocities[body][r].components, named(q, u))
        assert agree(turned @ v, printed.v_r[r])
        assert agree(w, printed.omega_r[r])


@parameters
@pytest.mark.parametrize("body", BODIES)
def test_accelerations_are_the_printed_ones(
    chosen: str, body: str, state: tuple[Array, Array, Array]
) -> None:
    q, u, udot = state
    equations, printed = arm(chosen), paper.arm(q, u, SETS[chosen]).body(body)
    given = named(q, u) | {f"u{k}'": float(x) for k, x in enumerate(udot, start=1)}
    centre = equations.system.bodies[body].mass_centre
    a = at(equations, observables.acceleration(equations, centre).components, given)
    basis = shape.orientation(VELOCITY_BASIS[body], q)
    assert agree(basis.T @ a, udot @ printed.v_r + printed.a_t)
    still = equations.tree.lift.triple((0, 0, 0))
    motion = equations.acceleration(equations.udot, Vector(GROUND, still))
    link = equations.tree.mounts[equations.system.bodies[body]].link
    alpha = at(equations, motion.alpha[link].components, given)
    assert agree(alpha, udot @ printed.omega_r + printed.alpha_t)


@parameters
def test_mass_matrix_and_bias_are_the_printed_ones(
    chosen: str, state: tuple[Array, Array, Array]
) -> None:
    q, u, _ = state
    equations, printed = arm(chosen), paper.arm(q, u, SETS[chosen])
    assert agree(at(equations, equations.mass_matrix, named(q, u)), printed.mass_matrix())
    assert agree(at(equations, equations.bias, named(q, u)), printed.bias())
    assert agree(at(equations, equations.input_matrix, named(q, u)), printed.input_matrix())


def test_rates_are_the_printed_ones_also_at_q3_of_90_degrees(
    state: tuple[Array, Array, Array],
) -> None:
    equations = arm("printed")
    for q3 in (state[0][2], np.pi / 2):
        q, u = state[0].copy(), state[1]
        q[2] = q3
        order = [int(name[1]) - 1 for name in equations.q_names]
        found = at(equations, equations.qdot, named(q, u))
        assert close(found, paper.rates(q, u)[order], round_off(20.0, 30))
    (pivot,) = equations.speeds.pivots
    assert str(pivot).removeprefix("-") == "sin(q2)"


def test_W31_is_a_component_of_momentum_that_is_conserved(
    state: tuple[Array, Array, Array],
) -> None:
    q, u, _ = state
    equations = arm("unlike")
    momentum = observables.system_momentum(equations)
    found = at(equations, [momentum.angular[1]], named(q, u))
    printed = paper.arm(q, u, UNLIKE).constant_of_motion()
    assert close(found, printed, round_off(300.0, 1000))
    assert observables.conserved(equations) == ("angular momentum y",)


def test_inverse_dynamics_takes_182_and_139_operations_at_most() -> None:
    made = build(bare(), parameters="live", shorten="off").operations["inverse_dynamics"]
    assert made.mul <= 182
    assert made.add <= 139
    assert made.div <= 2


def test_inverse_dynamics_takes_144_and_104_with_base_parameters() -> None:
    made = build(bare(), parameters="live").operations["inverse_dynamics"]
    assert made.mul <= 144
    assert made.add <= 104
    assert made.div <= 2


def test_plain_sums_take_373_and_251_operations_at_most() -> None:
    equations = derive(bare())
    sums = by_partial_velocities(equations.tree, equations.forms, len(equations.u))
    made = counted(equations, sums, equations.bias)
    assert made.mul <= 373
    assert made.add <= 251
    assert made.div <= 4


def test_composites_take_216_and_136_with_base_parameters() -> None:
    short = shorten(derive(bare()))
    made = counted(short.untouched, short.composite.mass_matrix, short.inverse.bias)
    assert made.mul <= 216
    assert made.add <= 136
    assert made.div <= 4


def counted(equations: Equations, M: Symmetric, f: list[Any]) -> Operations:
    """M and f as one Program after all passes."""
    entries = [entry for r, row in enumerate(M) for entry in row[: r + 1]]
    inputs = {"q": equations.q, "u": equations.u, "p": equations.live_parameters}
    return count(optimize(lower("both", inputs, {"M": entries, "f": f}), Target(lanes=4)))


def bare() -> Any:
    """The arm without motors, for which τ stands anyway."""
    system = ours.stanford(PARAMETERS)
    return system.replace(loads=system.loads[:1])
