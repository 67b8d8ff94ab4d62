"""Motions run by `simulate` against exact solutions and published runs."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import ellipj

from kane.algebra import cos, sin
from kane.geometry import GROUND, Frame, X, Y, Z
from kane.machine.model import Model
from kane.model.body import Body
from kane.model.joints import Free, Revolute
from kane.model.loads import Gravity, JointForce
from kane.model.quantities import rate
from kane.model.symbols import coordinate, inputs
from kane.model.system import System
from kane.pipeline import build
from kane.sim.report import drifts
from kane.sim.simulate import simulate
from kane.sim.trajectory import Trajectory
from tests.close import close, printed, run_error
from tests.sim.systems import pendulum, top
from tests.systems import stanford
from tests.textbook import stanford_motion as paper
from tests.textbook.kane_levinson import PARAMETERS
from tests.textbook.reference import columns, read_table

Array = NDArray[np.float64]
NAMES = [f"q{k}" for k in range(1, 7)]


# ── Kane and Levinson's arm ───────────────────────────────────────────────────────────────
def controlled_stanford() -> tuple[Model, dict[str, object]]:
    """The arm with a force along each coordinate, and (128) to (133) as expressions of them."""
    plain = stanford()
    forces = dict(zip(NAMES, inputs(*[f"push{k}" for k in range(1, 7)]), strict=True))
    loads = [JointForce(name, force) for name, force in forces.items()]
    return build(plain.replace(loads=[*plain.loads, *loads])), control_law()


def control_law() -> dict[str, object]:
    """(128) to (133), times the signs that make them conjugate to q̇."""
    p, q = PARAMETERS, [coordinate(name) for name in NAMES]
    s2, c2, s3, c3 = sin(q[1]), cos(q[1]), sin(q[2]), cos(q[2])
    s4, c4, g = sin(q[3]), cos(q[3]), p["g"]
    hand = p["mE"] * p["L6"] + p["mF"] * p["L3"]
    beyond = (p["mC"] + p["mD"]) * q[5] + p["mD"] * p["L5"]
    wrist = (p["mE"] + p["mF"]) * (q[5] + p["L2"])
    held = [
        0.0,
        g * (beyond * s2 + hand * (c4 * s2 + c3 * s4 * c2) + wrist * s2),
        -g * hand * s2 * s3 * s4,
        g * hand * (c2 * s4 + s2 * c3 * c4),
        0.0,
        -g * (p["mC"] + p["mD"] + p["mE"] + p["mF"]) * c2,
    ]
    return {
        f"push{k + 1}": paper.STIFFNESS[k] * (paper.GOAL[k] - q[k])
        - paper.DAMPING[k] * rate(NAMES[k])
        + paper.PUSHING[k] * held[k]
        for k in range(6)
    }


def figure_3(rtol: float = 1e-12, **other: object) -> tuple[Model, Trajectory]:
    model, law = controlled_stanford()
    law |= other
    start = dict(zip(NAMES, paper.REST, strict=True))
    efforts = [f"push{k}" for k in range(1, 7)]
    return model, simulate(
        model, q=start, until=10.0, every=0.1, rtol=rtol, inputs=law, record=efforts
    )


def test_control_law_as_input_expressions_gives_figure_3() -> None:
    table = read_table("002_fig3_simulation.csv")

    _, motion = figure_3()

    ours = np.column_stack([motion[name] for name in NAMES])
    assert close(motion.t, table["t"], printed(10.0, 15))
    assert close(ours, columns(table, *NAMES), 1e-9)
    efforts = np.column_stack([motion[f"push{k}"] for k in range(1, 7)]) * paper.PUSHING
    printed_efforts = columns(table, "tau1", "tau2", "tau3", "tau4", "tau5", "sigma")
    assert close(efforts, printed_efforts, 1e-9)


def test_inverse_dynamics_of_the_motion_returns_its_inputs() -> None:
    model, motion = figure_3()
    assert motion.source.flows is not None
    ydot = np.asarray(motion.evaluated(motion.source.flows.motion))

    tau = model.inverse_dynamics(motion.q, motion.u, ydot[:, 6:])

    given = np.column_stack([motion[f"push{name[1:]}"] for name in model.q_names])
    assert close(tau, given, 1e-11)


def test_momentum_about_the_vertical_stays_zero_without_tau1() -> None:
    """|H · n2| ≤ 1e-12 from rest with τ1 = 0, and the other joints move [KaneLevinson1983 (138)].

    What is integrated is u; H is found afterwards, so its drift is that of the run.
    """
    model, motion = figure_3(push1=0.0)
    H = np.asarray(model.momentum(motion.q, motion.u).angular)

    assert np.abs(motion["q1"]).max() > 0.03  # A is swung by the others
    assert np.abs(H[:, [0, 2]]).max() > 0.1
    assert np.abs(H[:, 1]).max() <= 1e-12


# ── closed forms ──────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("t", "x", "z"),
    [
        (1.0, 0.98629175113188, -0.16501085312554),
        (2.0, -0.79356619534332, -0.60848393044379),
        (5.0, -0.94230543504376, -0.334754338414),
        (9.99, -0.31643646991303, -0.94861370457578),
        (10.0, -0.27508746257612, -0.96141920509913),
    ],
)
def test_iftomm_pendulum_is_where_elliptic_functions_say(t: float, x: float, z: float) -> None:
    """IFToMM problem A01: 1 kg, 1 m, released from (−1, 0)."""
    motion = simulate(pendulum(), q=[np.pi / 2], until=t, rtol=1e-13)

    q = motion["q1"][-1]  # the bob is at (−sin q, −cos q)
    assert close([-np.sin(q), -np.cos(q)], [x, z], 1e-11)


@pytest.mark.parametrize(
    ("t", "x", "y"),
    [
        (1.0, -0.19502030194944, -0.98079920566217),
        (2.0, 0.057815795768011, 0.99832726786346),
        (5.0, -0.81131046100511, -0.58461554534898),
        (10.0, 0.32845811154082, 0.9445185381786),
    ],
)
def test_n_four_bar_in_its_reduced_form(t: float, x: float, y: float) -> None:
    """IFToMM problem A02, N = 2, all cranks parallel: a pendulum of 3 kg m² and 3.5 kg m."""
    crank = Body("crank", mass=7.0, centre=(0.5, 0, 0), inertia=(0.1, 1.25, 1.25))
    joints = [Revolute("q1", GROUND, crank, axis=Y)]
    model = build(System("crank", joints=joints, loads=[Gravity(along=-GROUND.z)]))

    motion = simulate(model, q=[-np.pi / 2], u=[1.0], until=t, rtol=1e-13)

    q = motion["q1"][-1]  # about y: x = cos q, z = −sin q
    assert close([np.cos(q), -np.sin(q)], [x, y], 1e-10)


def test_torque_free_top_turns_by_jacobis_functions() -> None:
    """I = (1, 2, 3): ω = (a cn, b sn, c dn) [LandauLifshitz1976 §37]."""
    a, c = 0.6, 1.0
    (A, B, C), t_end = (1.0, 2.0, 3.0), 30.0
    b = a * np.sqrt(A * (C - A) / (B * (C - B)))
    p = (C - A) / B * c * a / b
    twice_energy, momentum = A * a**2 + C * c**2, (A * a) ** 2 + (C * c) ** 2
    m = (B - A) * (twice_energy * C - momentum) / ((C - B) * (momentum - twice_energy * A))

    motion = simulate(top(), u=[a, 0.0, c], until=t_end, rtol=1e-12)

    sn, cn, dn, _ = ellipj(p * motion.t, m)
    exact = np.column_stack([a * cn, b * sn, c * dn])
    assert close(motion.u, exact, run_error(1e-12, 1.0, motion.effort.steps, growth=10.0))


# ── long runs ─────────────────────────────────────────────────────────────────────────────
def floating_tree() -> Model:
    """A free body with two arms of two bodies, no loads."""
    hub = Body("hub", mass=10.0, inertia=(2.0, 3.0, 4.0))
    joints = [Free("base", GROUND, hub)]
    for side, way in (("left", 1.0), ("right", -1.0)):
        parent: Frame = hub
        for k, axis in enumerate((Y, Z)):
            arm = Body(f"{side}{k}", mass=1.0, centre=(0, 0.5 * way, 0), inertia=(0.1, 0.02, 0.1))
            joints.append(
                Revolute(f"{side}{k}", parent, arm, axis=axis if k else X, at=(0, 0.5 * way, 0))
            )
            parent = arm
    return build(System("floating tree", joints=joints))


def drift(until: float) -> dict[str, float]:
    model = floating_tree()
    u = np.linspace(-0.4, 0.5, len(model.u_names))
    return drifts(simulate(model, u=u, until=until, dt=0.2, every=1.0, method="gauss_legendre"))


def test_energy_of_a_free_tree_swings_within_a_bound() -> None:
    """Ten times the time, the same bound: the symmetric method's energy has no drift."""
    short, long = drift(10.0), drift(100.0)

    momenta = {f"{kind} momentum {axis}" for kind in ("linear", "angular") for axis in "xyz"}
    assert set(short) == {"energy", *momenta}
    assert short["energy"] > 1e-13  # well above round-off, or it would say nothing
    assert long["energy"] < 2 * short["energy"]


@pytest.mark.slow
def test_energy_and_momentum_of_a_free_tree_over_1000_s() -> None:
    """Momenta along the ground's axes carry the attitude's error, which grows with time."""
    found, short = drift(1000.0), drift(10.0)

    assert found["energy"] < 3 * short["energy"]
    assert max(found.values()) < 1e-6, found
