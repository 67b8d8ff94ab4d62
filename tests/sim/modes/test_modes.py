"""Modes against multipliers: selection, both ways to u̇, forces and plastic transitions."""

from __future__ import annotations

import numpy as np
import pytest

from kane.sim.modes.selection import select
from tests.close import close, round_off
from tests.program.numeric.matrices import kahan
from tests.sim.modes.calls import FORMS, Form, choose, constrained, native, recombined
from tests.sim.modes.oracle import Case, Matrix, accelerations, projection, random_case

SIZES = ((1, 1, 1), (6, 3, 3), (20, 8, 8), (20, 8, 5), (12, 12, 12), (30, 10, 7))


def scaled(case: Case, columns: Matrix, rows: Matrix) -> Matrix:
    """These rows and columns of J, each column over √M_jj."""
    made: Matrix = (case.J / np.sqrt(np.diag(case.M)))[np.ix_(rows, columns)]
    return made


def size(case: Case, rows: Matrix) -> float:
    """How far errors of the entries can grow on the way to u̇."""
    sizes = np.sqrt(np.diag(case.M))
    J = case.J[rows] / sizes
    J = J / np.linalg.norm(J, axis=1)[:, None]
    M = case.M / sizes[:, None] / sizes
    return float(np.linalg.cond(J) ** 2 * np.linalg.cond(M))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("n", "rows", "rank"), SIZES)
def test_selection_finds_rank_and_a_regular_block(
    form: Form, n: int, rows: int, rank: int, rng: np.random.Generator
) -> None:
    case = random_case(rng, n, rows, rank)
    chosen = choose(form, case, range(rows))
    assert chosen.m == rank
    assert sorted(chosen.rows) == list(range(rows))
    assert sorted(chosen.order) == list(range(n))
    held = chosen.rows[:rank]
    J = scaled(case, np.arange(n), held)
    block = scaled(case, chosen.order[:rank], held)
    least = np.linalg.svd(J, compute_uv=False)[-1] / np.sqrt(1 + 4 * rank * (n - rank))
    assert np.linalg.svd(block, compute_uv=False)[-1] >= least * (1 - 1e-9)


@pytest.mark.parametrize("angle", [1.2, 0.9, 0.3])
@pytest.mark.parametrize("turned", [False, True], ids=["rows", "turned"])
def test_selection_keeps_its_bound_on_kahan_matrices(angle: float, turned: bool) -> None:
    m, n = 12, 20
    J = np.hstack([kahan(m, angle), 1e-3 * kahan(m, angle)[:, : n - m]])
    J = J[:, ::-1] if turned else J
    nothing = np.zeros(m)
    case = Case(M=np.eye(n), J=J, c=nothing, bias=nothing, h=np.zeros(n), u=np.zeros(n))
    chosen = choose(native, case, range(m), tolerance=1e-14)
    smallest = np.linalg.svd(J, compute_uv=False)[-1]
    block = np.linalg.svd(J[:, chosen.order[:m]], compute_uv=False)[-1]
    assert chosen.m == m
    assert chosen.gain <= 2.0
    assert block >= smallest / np.sqrt(1 + 4 * m * (n - m)) * (1 - 1e-9)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("n", "rows", "rank"), SIZES)
def test_dependent_speeds_and_rates_meet_the_rows(
    form: Form, n: int, rows: int, rank: int, rng: np.random.Generator
) -> None:
    case = random_case(rng, n, rows, rank)
    chosen = choose(form, case, range(rows))
    p, held = n - chosen.m, chosen.rows[: chosen.m]
    u, rate = np.zeros(n), np.zeros(n)
    u[chosen.order[chosen.m :]] = rng.standard_normal(p)
    rate[chosen.order[chosen.m :]] = rng.standard_normal(p)
    D, E, gamma = chosen.D[:, :p], chosen.D[:, p], chosen.D[:, p + 1]
    u[chosen.order[: chosen.m]] = D @ u[chosen.order[chosen.m :]] + E
    rate[chosen.order[: chosen.m]] = D @ rate[chosen.order[chosen.m :]] + gamma
    limit = round_off(float(np.abs(case.J).max() * (np.abs(u) + np.abs(rate)).max()), n, k=1e3)
    assert close(case.J[held] @ u + case.c[held], 0.0, limit)
    assert close(case.J[held] @ rate + case.bias[held], 0.0, limit)
    assert close(case.J @ u + case.c, 0.0, 1e3 * limit)  # rows that depend on these hold too


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("n", "rows", "rank"), SIZES)
def test_recombined_and_schur_equations_equal_those_with_multipliers(
    form: Form, n: int, rows: int, rank: int, rng: np.random.Generator
) -> None:
    case = random_case(rng, n, rows, rank)
    chosen = choose(form, case, range(rows))
    held = chosen.rows[: chosen.m]
    udot, force = accelerations(case, held)
    free = np.linalg.solve(case.M, case.h)
    failed, found, moved = constrained(form, case, held, case.J @ free + case.bias, free)
    scale = size(case, held) * max(1.0, np.abs(udot).max(), np.abs(free).max())
    assert failed == 0
    assert close(recombined(form, case, chosen), udot, round_off(scale, n))
    assert close(moved, udot, round_off(scale, n))
    assert close(found, force, round_off(scale * max(1.0, np.abs(force).max()), n))


@pytest.mark.parametrize("form", FORMS)
def test_plastic_transition_is_the_projection_and_loses_half_dv_m_dv(
    form: Form, rng: np.random.Generator
) -> None:
    case = random_case(rng, 20, 8)
    case = Case(M=case.M, J=case.J, c=0 * case.c, bias=case.bias, h=case.h, u=case.u)
    rows = np.array([6, 1, 3, 0])
    failed, impulse, after = constrained(form, case, rows, case.J @ case.u + case.c, case.u)
    expected, impulses = projection(case, rows)
    lost = case.u @ case.M @ case.u / 2 - after @ case.M @ after / 2
    change = after - case.u
    energy = float(case.u @ case.M @ case.u)
    assert failed == 0
    assert close(after, expected, round_off(size(case, rows) * np.abs(case.u).max(), 20))
    assert close(impulse, impulses, round_off(size(case, rows) * np.abs(impulses).max(), 20))
    assert close(lost, change @ case.M @ change / 2, round_off(energy, 400))
    assert lost > 0


def test_a_row_that_depends_on_others_changes_nothing(rng: np.random.Generator) -> None:
    case = random_case(rng, 10, 4)
    doubled = Case(
        M=case.M,
        J=np.vstack([case.J, case.J[1] - 2 * case.J[3]]),
        c=np.append(case.c, case.c[1] - 2 * case.c[3]),
        bias=np.append(case.bias, case.bias[1] - 2 * case.bias[3]),
        h=case.h,
        u=case.u,
    )
    alone = recombined(native, case, choose(native, case, range(4)))
    both = recombined(native, doubled, choose(native, doubled, range(5)))
    assert close(both, alone, round_off(size(case, np.arange(4)) * np.abs(alone).max(), 10))


def test_a_dependent_row_is_told_by_its_place(rng: np.random.Generator) -> None:
    case = random_case(rng, 6, 3, 2)
    J = np.array([[1.0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0]])
    case = Case(M=np.eye(6), J=J, c=case.c, bias=case.bias, h=case.h, u=case.u)
    failed, _, _ = constrained(native, case, [0, 1, 2], case.bias, case.u)
    assert failed == 3


def test_rows_that_are_not_finite_have_no_rank(rng: np.random.Generator) -> None:
    case = random_case(rng, 5, 2)
    case.J[1, 3] = np.nan
    rows, order = np.zeros(2, dtype=np.int64), np.zeros(5, dtype=np.int64)
    active, work = np.arange(2), np.zeros(40)
    arguments = (case.J.ravel(), case.M.ravel(), 5, active, 2, rows, order, work, 1e-9)
    assert native(select)(*arguments) == -1
