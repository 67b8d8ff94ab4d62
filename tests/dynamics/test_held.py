"""Forward dynamics of a system whose constraints hold: no command leaves them out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import build
from tests.close import close, round_off
from tests.dynamics.constrained_systems import of_each_kind
from tests.sim.modes.oracle import saddle


@pytest.mark.parametrize("name", of_each_kind())
def test_forward_dynamics_honours_every_constraint(name: str, rng: np.random.Generator) -> None:
    model = build(of_each_kind()[name])
    q = rng.uniform(0.3, 1.1, len(model.q_names))
    q[-4:] /= np.linalg.norm(q[-4:])
    u, tau = rng.standard_normal((2, len(model.u_names)))
    time: Any = (np.array([0.2]),) if name == "track" else ()
    J, _, bias = model.function("constraint_rows")(q, u, *time)
    J, bias = np.asarray(J).reshape(-1, len(u)), np.asarray(bias).ravel()
    expected, _ = saddle(model.mass_matrix(q, *time), J, tau - model.bias(q, u, *time), -bias)
    limit = round_off(1e3 * float(np.linalg.cond(J @ J.T)) * (1 + np.abs(expected).max()), 100)
    assert close(model.forward_dynamics(q, u, tau, *time), expected, limit)
