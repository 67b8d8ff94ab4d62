"""(q, q̇) ↔ (q, u)."""

from __future__ import annotations

import numpy as np
import pytest

from kane.errors import ArgumentError
from kane.pipeline import build
from tests.close import close, round_off
from tests.sim.systems import top
from tests.systems import cart, short_wrist


def test_speeds_and_rates_are_each_others_inverse(rng: np.random.Generator) -> None:
    model = build(short_wrist())
    q, u = rng.uniform(0.3, 1.2, (7, 3)), rng.uniform(-1, 1, (7, 3))

    assert close(model.speeds(q, model.rates(q, u)), u, round_off(30.0, 100))
    assert close(model.speeds(q[0], model.rates(q[0], u[0])), u[0], round_off(30.0, 100))


def test_more_coordinates_than_speeds_are_met_where_that_can_be(rng: np.random.Generator) -> None:
    u = rng.uniform(-1, 1, 3)
    e = rng.normal(size=4)
    e /= np.linalg.norm(e)
    assert close(top().speeds(e, top().rates(e, u)), u, round_off(10.0, 100))
    with pytest.raises(ArgumentError, match="quaternions' rates across them"):
        top().speeds(e, e)


def test_rates_against_a_constraint_are_refused() -> None:
    model = build(cart())
    with pytest.raises(ArgumentError, match="cannot be had"):
        model.speeds([0.0] * len(model.q_names), np.eye(len(model.q_names))[1])
    with pytest.raises(ArgumentError, match="a rate for every coordinate"):
        model.speeds([0.0] * len(model.q_names), [1.0])
