"""The watch on the selection: its bound along a path, hysteresis, and rows that come and go."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from kane.sim.modes import watch
from tests.sim.modes.calls import FORMS, Form, native
from tests.sim.modes.oracle import Matrix

N, ROWS = 6, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A record: at which state, why, m, rows and speeds in order, and two values."""

    state: int
    why: int
    m: int
    rows: list[int]
    order: list[int]
    values: Sequence[float]


def followed(form: Form, M: Matrix, J: Matrix, masks: Matrix) -> list[Seen]:
    """What the watch records of states with these M and J (a path of each)."""
    states, count, n = J.shape
    nothing = np.zeros((states, 2 * count))
    terms = np.hstack([M.reshape(states, -1), J.reshape(states, -1), nothing])
    state = np.zeros(watch.HEADER + 3 * count + n, dtype=np.int64)
    state[watch.SINCE] = -1
    sizes, D = np.zeros(watch.SIZES + count), np.zeros(count * (n + 2))
    work, width = np.zeros((count + 1) * (n + 2) + n), watch.RECORD + count + n
    records, values, most = np.zeros(40 * width, dtype=np.int64), np.zeros(80), 40
    end = form(watch.follow)(
        terms.ravel(), terms.shape[1], masks.ravel(), count, 0, states, n, count, state, sizes, D,
        work, records, values, most,
    )  # fmt: skip
    assert end == states
    return [
        Seen(
            state=int(one[watch.STATE]),
            why=int(one[watch.WHY]),
            m=int(one[watch.INDEPENDENT]),
            rows=one[watch.RECORD : watch.RECORD + one[watch.HELD]].tolist(),
            order=one[watch.RECORD + count :].tolist(),
            values=values[2 * k : 2 * k + 2].tolist(),
        )
        for k, one in enumerate(records.reshape(40, width)[: state[watch.FOUND]])
    ]


def path(rng: np.random.Generator, states: int = 400) -> tuple[Matrix, Matrix, Matrix]:
    """M and J that turn smoothly from one random matrix to others, all rows holding."""
    angle = np.linspace(0, 2 * np.pi, states)[:, None, None]
    a, b, c = rng.standard_normal((3, ROWS, N))
    J = a * np.cos(angle) + b * np.sin(angle) + c * np.cos(3 * angle)
    half = rng.standard_normal((N, N))
    M = np.broadcast_to(half @ half.T + np.diag(rng.uniform(0.1, 10, N)), (states, N, N)).copy()
    return M, J, np.ones((states, ROWS))


@pytest.mark.parametrize("form", FORMS)
def test_every_state_of_a_path_has_a_selection_within_its_bound(
    form: Form, rng: np.random.Generator
) -> None:
    """σ_min(J_D) ≥ σ_m(J)/√(1 + f² m (n − m)), f = 2 when made and at most LEAVE while kept."""
    M, J, masks = path(rng)
    seen = [one for one in followed(form, M, J, masks) if one.why != watch.PASSED]
    assert len(seen) > 1
    for one, following in zip(seen, [*seen[1:], None], strict=True):
        last = len(J) if following is None else following.state
        for k in range(one.state, last):
            weighed = J[k] / np.sqrt(np.diag(M[k]))
            block = weighed[:, one.order[: one.m]]
            D = np.linalg.solve(block, weighed[:, one.order[one.m :]])
            sizes = np.linalg.svd(weighed, compute_uv=False)
            if sizes[-1] < 0.1 * sizes[0]:
                continue  # rows nearly depend on each other: the old selection is kept there
            largest = 2.0 if k == one.state else watch.LEAVE
            assert np.abs(D).max() <= largest * (1 + 1e-9)
            least = sizes[-1] / np.sqrt(1 + largest**2 * one.m * (N - one.m))
            assert np.linalg.svd(block, compute_uv=False)[-1] >= least * (1 - 1e-9)


def test_a_new_selection_exchanges_speeds_and_is_left_far_from_where_it_was_made(
    rng: np.random.Generator,
) -> None:
    seen = [one for one in followed(native, *path(rng)) if one.why == watch.WORSE]
    assert seen
    assert all(before > watch.LEAVE and after <= 2.0 for before, after in (s.values for s in seen))
    states = [one.state for one in seen]
    assert all(later - earlier > 1 for earlier, later in itertools.pairwise(states))


@pytest.mark.parametrize("form", FORMS)
def test_rows_that_come_and_go_are_selected_among_anew(
    form: Form, rng: np.random.Generator
) -> None:
    M, J, masks = path(rng, 4)
    J[:] = J[0]
    masks[1:3, 1] = 0.0
    seen = followed(form, M, J, masks)
    assert [(one.state, one.why, one.m) for one in seen] == [(0, 0, 3), (1, 0, 2), (3, 0, 3)]
    assert sorted(seen[1].rows) == [0, 2]


@pytest.mark.parametrize("form", FORMS)
def test_a_row_that_depends_on_others_at_first_is_taken_once_it_does_not(
    form: Form, rng: np.random.Generator
) -> None:
    M, J, masks = path(rng, 6)
    J[:] = J[0]
    J[:, 2] = J[:, 0] - 2 * J[:, 1]
    J[3:, 2, 0] += 1.0
    seen = followed(form, M, J, masks)
    assert [(one.state, one.why, one.m) for one in seen] == [
        (0, watch.ROWS, 2), (3, watch.FREED, 3)
    ]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_a_place_where_rows_depend_on_each_other_is_passed_with_the_same_selection(
    form: Form,
) -> None:
    """Rows (1, 0, 0) and (cos s, sin s, 0.1 sin s), parallel at s = 0."""
    s = np.linspace(-1, 1, 2001)
    one, zero = np.ones_like(s), np.zeros_like(s)
    J = np.stack(
        [np.stack([one, zero, zero], 1), np.stack([np.cos(s), np.sin(s), 0.1 * np.sin(s)], 1)], 1
    )
    M = np.broadcast_to(np.eye(3), (len(s), 3, 3)).copy()
    seen = followed(form, M, J, np.ones((len(s), 2)))
    assert [(k.state, k.why) for k in seen] == [(0, watch.ROWS), (1000, watch.PASSED)]
    assert seen[1].order == seen[0].order


def test_rows_that_are_not_finite_are_said_to_be_singular(rng: np.random.Generator) -> None:
    M, J, masks = path(rng, 2)
    J[0, 0, 0] = np.nan
    seen: Any = followed(native, M, J, masks)
    assert seen[0].why == watch.SINGULAR
