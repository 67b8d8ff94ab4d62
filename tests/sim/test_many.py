"""Many runs at once are the single runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane.algebra.functions import sin
from kane.errors import ArgumentError
from kane.model.symbols import clock, coordinate
from kane.pipeline import build
from kane.sim.many import simulate_many
from kane.sim.simulate import simulate
from tests.close import close, round_off
from tests.sim.systems import oscillator, pendulum, pendulum_angle, top
from tests.systems import cart

OPERATIONS = 100  # of a pendulum's step and more


@pytest.mark.parametrize("method", ["rk4", "dopri5", "dop853"])
def test_each_run_is_on_the_pendulums_exact_way(method: str) -> None:
    starts = np.linspace(0.1, 1.5, 40)
    runs = simulate_many(
        pendulum(), q=starts[:, np.newaxis], until=2.0, dt=1e-3, every=0.5, method=method
    )

    exact = np.array([pendulum_angle(start, runs.t) for start in starts])
    assert runs["q1"].shape == (40, 5)
    assert close(runs["q1"], exact, 1e-10)


def test_a_run_has_its_bits_in_any_company(rng: np.random.Generator) -> None:
    u = rng.uniform(-1, 1, (70, 3))
    together = simulate_many(top(), u=u, until=1.0, dt=0.01, every=0.25)
    alone = [simulate_many(top(), u=one, until=1.0, dt=0.01, every=0.25) for one in u[::23]]
    threaded = simulate_many(top(), u=u, until=1.0, dt=0.01, every=0.25, threads=2)

    assert np.array_equal(together.y[::23], np.concatenate([one.y for one in alone]))
    assert np.array_equal(together.y, threaded.y)


def test_quaternions_stay_unit_and_are_those_of_a_single_run(rng: np.random.Generator) -> None:
    u = rng.uniform(-1, 1, (5, 3))
    runs = simulate_many(top(), u=u, until=2.0, dt=0.01, every=0.5)
    single = simulate(top(), u=u[3], until=2.0, dt=0.01, every=0.5)

    assert close(np.linalg.norm(runs.q, axis=2), np.ones((5, 5)), round_off(1.0, 10))
    assert close(runs.y[3], single.y, round_off(1.0, 200 * OPERATIONS))
    assert close(runs.t, single.t, round_off(2.0, 10))


def test_inputs_are_numbers_of_each_run_or_one_law_for_all() -> None:
    forces = np.linspace(-2.0, 2.0, 9)
    pushed = simulate_many(oscillator(), until=1.0, dt=0.01, inputs={"F": forces})
    assert close(pushed["q1"][:, -1], forces / 4 * (1 - np.cos(2.0)), 1e-8)

    law = {"F": sin(clock()) - coordinate("q1")}
    runs = simulate_many(oscillator(), q=[[0.1], [0.2]], until=1.0, dt=0.01, inputs=law)
    single = simulate(oscillator(), q=[0.2], until=1.0, dt=0.01, every=1.0, inputs=law)
    assert close(runs.y[1, -1], single.y[-1], round_off(1.0, 100 * OPERATIONS))


def test_runs_print_become_a_dataset_and_tell_what_broke() -> None:
    law = {"F": 1e3 * coordinate("q1") ** 3}
    runs = simulate_many(oscillator(), q=[[0.0], [3.0]], until=9.0, dt=0.1, inputs=law)

    assert runs.finite.tolist() == [True, False]
    assert "1 of them not finite" in str(runs)
    assert dict(runs.dataset.sizes) == {"run": 2, "time": 2}
    with pytest.raises(ArgumentError, match="'x' is none of q1, u1"):
        runs["x"]


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    simulate_many(
        pendulum(), q=np.zeros((40, 1)), until=1.0, dt=0.1, every=0.5,
        progress=lambda done, total: told.append((done, total)),
    )  # fmt: skip
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"method": "radau5"}, "many runs at once go by one of rk4"),
        ({"dt": 0.3}, "no whole number of steps"),
        ({"until": "soon"}, "until: 'soon' is no finite number"),
        ({"every": "often"}, "every: 'often' is no finite number"),
        ({"every": 0.3, "dt": 0.1}, "does not divide"),
        ({"q": np.zeros((2, 3))}, "one row a run"),
        ({"q": np.zeros((2, 1)), "u": np.zeros((3, 1))}, "2 rows and u 3"),
        ({"q": [[np.nan]]}, "not finite"),
        ({"inputs": {"F": 1.0}}, "is no input"),
    ],
)
def test_what_cannot_be_run_is_refused(more: dict[str, Any], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        simulate_many(pendulum(), **{"until": 1.0, "dt": 0.1, **more})


def test_inputs_of_another_number_and_held_rows_are_refused() -> None:
    with pytest.raises(ArgumentError, match=r"Give one finite number, or 2"):
        simulate_many(oscillator(), q=np.zeros((2, 1)), until=1.0, dt=0.1, inputs={"F": [1, 2, 3]})
    with pytest.raises(ArgumentError, match="Call simulate for each start"):
        simulate_many(build(cart()), until=1.0, dt=0.1)
