"""The paper's recursion against Newton's and Euler's equations and ours, its count law, and
Example 1 [Angeles1989]."""

from __future__ import annotations

import numpy as np
import pytest

import kane
from kane.formats.hartenberg_denavit import read_toml
from kane.formats.source import Source
from kane.formats.urdf_options import Options
from tests.close import close, gap, printed, round_off
from tests.manipulators import angeles, arms
from tests.manipulators.angeles import Link, Motion, Reading
from tests.manipulators.counted import Counted, operations
from tests.oracles import newton_euler
from tests.oracles.newton_euler import Loads
from tests.robots import STANFORD
from tests.textbook import stanford_motion
from tests.textbook.reference import columns, read_json, read_table

CASES = [(n, sliding) for n in range(6, 11) for sliding in (0.0, 0.4)]
readings = pytest.mark.parametrize("reading", Reading)


@readings
@pytest.mark.parametrize(("count", "sliding"), CASES)
def test_recursion_is_newton_and_euler(
    count: int, sliding: float, reading: Reading, rng: np.random.Generator
) -> None:
    arm = arms.random_arm(rng, count, sliding=sliding)
    g = 9.81 * arms.random_direction(rng)
    q, rate, second = rng.normal(size=(3, count))

    found = angeles.inverse_dynamics(
        arms.links(arm), arms.motions(arm, q, rate, second, reading), list(-g), reading
    )

    expected = newton_euler.dynamics(arms.tree(arm), q, rate, second, Loads(gravity=g)).tau
    conjugate = [-1.0 if row.slides and reading is Reading.B else 1.0 for row in arm]
    assert gap(found, conjugate * expected) <= 1e-13 * np.abs(expected).max()


@readings
@pytest.mark.parametrize(("count", "sliding"), [(6, 0.0), (7, 0.4), (10, 0.4)])
def test_a_table_gives_what_the_recursion_gives(
    count: int, sliding: float, reading: Reading, rng: np.random.Generator
) -> None:
    arm = arms.random_arm(rng, count, sliding=sliding)
    g = 9.81 * arms.random_direction(rng)
    q, rate, second = rng.normal(size=(3, count))
    content = arms.toml(arm, reading, g).encode()
    model = kane.build(read_toml(Source(name="arm.toml", content=content), Options()).system)
    sense = np.array([-1.0 if row.slides and reading is Reading.B else 1.0 for row in arm])

    found = model.inverse_dynamics(sense * q, sense * rate, sense * second)

    expected = angeles.inverse_dynamics(
        arms.links(arm), arms.motions(arm, q, rate, second, reading), list(-g), reading
    )
    assert gap(found, expected) <= 1e-13 * np.abs(expected).max()


# ── counts ────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("count", range(3, 11))
def test_count_law_of_turning_joints(count: int) -> None:
    """105n − 110 and 90n − 105; the paper prints 105n − 109."""
    assert counted(count, whole=True) == (105 * count - 110, 90 * count - 105)


@pytest.mark.parametrize("count", range(3, 11))
def test_one_addition_more_is_not_needed(count: int) -> None:
    """The third component of a_2 − ρ_1 meets only zeros of W_1."""
    assert counted(count, whole=False) == (105 * count - 110, 90 * count - 106)


def test_count_law_is_the_reference() -> None:
    key = "TOTAL all R, boxes + first-link zeros + last cycle third component only"
    law = read_json("001_operation_count.json")[key]
    M, A = ((slope * 6 + rest) for slope, rest in (law["M"], law["A"]))
    assert counted(6, whole=True) == (M, A) == (520, 435)


def counted(count: int, *, whole: bool) -> tuple[int, int]:
    """Operations of the recursion for so many turning joints, with everything general.

    What is constant, [a_i], is off line; `whole`: vectors a_i − ρ_{i−1} have three components.
    """
    chain, moving = general(count)
    fixed = [
        angeles.translation(link, motion, Reading.B)
        for link, motion in zip(chain, moving, strict=True)
    ]
    reaches: list[Counted] = []

    def minus(a: list[Counted], b: list[Counted]) -> list[Counted]:
        made = [x - y for x, y in zip(a, b, strict=True)]
        reaches.extend(made)
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(angeles, "translation", lambda *_: fixed.pop(0))
        patch.setattr(angeles, "minus", minus)
        off_line = [x for a in fixed for x in a]
        minus_g = [Counted() for _ in range(3)]
        tau = angeles.inverse_dynamics(chain, moving, minus_g, Reading.B)
    return operations([*tau, *reaches] if whole else tau, off_line)


def general(count: int) -> tuple[list[Link], list[Motion]]:
    """So many turning joints of which nothing is zero."""
    given = Counted
    chain = [
        Link(
            slides=False,
            sine_cosine_alpha=(given(), given()),
            a=given(),
            mass=given(),
            rho=[given() for _ in range(3)],
            inertia=[[given() for _ in range(3)] for _ in range(3)],
        )
        for _ in range(count)
    ]
    moving = [
        Motion(sine_cosine_theta=(given(), given()), b=given(), rate=given(), second=given())
        for _ in range(count)
    ]
    return chain, moving


# ── Example 1 ─────────────────────────────────────────────────────────────────────────────
ORDER = [0, 1, 5, 2, 3, 4]  # q1, q2, q6, q3, q4, q5 of Kane and Levinson
SENSE = np.array([1.0, 1.0, -1.0, 1.0, 1.0, 1.0])  # b3 = −q6


def test_example_1_is_the_reference() -> None:
    """Figs. 4 and 5: the motion (127), and the torques; the paper's τ3 is along +Z_3."""
    table = read_table("001_example1.csv")
    model = kane.build(kane.load(STANFORD))
    q, rate, second = (
        SENSE * np.array([motion[ORDER] for motion in part])
        for part in zip(*map(stanford_motion.prescribed, table["t"]), strict=True)
    )

    tau = SENSE * model.inverse_dynamics(q, rate, second)

    names = [f"tau{i}" for i in range(1, 7)]
    assert gap(tau, columns(table, *names)) <= 1e-12 + printed(30.0, 13)
    assert gap(q, columns(table, "theta1", "theta2", "b3", "theta4", "theta5", "theta6")) <= 1e-12


def test_example_1_is_kane_and_levinsons() -> None:
    """(τ1, …, σ) = (Q1, −Q2, −Q3, −Q4, −Q5, −Q6), to 1e-12."""
    table = read_table("002_fig1_inverse_dynamics.csv")
    model = kane.build(kane.load(STANFORD))
    names = [[f"{stem}{i + 1}" for i in ORDER] for stem in ("q", "qd", "qdd")]
    q, rate, second = (SENSE * columns(table, *stem) for stem in names)

    tau = SENSE * model.inverse_dynamics(q, rate, second)

    efforts = columns(table, "tau1", "tau2", "tau3", "tau4", "tau5", "sigma")
    assert gap(tau, (stanford_motion.PUSHING * efforts)[:, ORDER]) <= 1e-12


def test_table_shapes_the_arm_as_the_reference_says() -> None:
    """The table in tests/data is the reconstructed one."""
    table = read_json("001_examples_info.json")["example1"]["HD_table"]
    lines = STANFORD.read_text(encoding="utf-8").splitlines()
    rows = [line.split(",") for line in lines if not line.startswith("#")][1:]
    alpha, a, b = (np.array([float(row[k]) for row in rows]) for k in (2, 3, 4))
    expected = [0.0 if isinstance(x, str) else x for x in table["b"]]
    assert close(alpha, table["alpha_deg"], round_off(90.0))
    assert close(a, table["a"], 0.0)
    assert close(b, expected, 0.0)
