"""Parameters as symbols, with their values put in, give what the values built in give."""

from __future__ import annotations

import numpy as np
import pytest

from kane import System, build
from tests.close import close, round_off
from tests.random_cases import CASES, drawn
from tests.systems import cart, short_wrist, stanford_in_the_papers_speeds
from tests.textbook.kane_levinson import PARAMETERS


@pytest.mark.parametrize("case", list(CASES))
def test_live_and_folded_equations_are_the_same(case: str) -> None:
    moment = drawn(case)
    live, folded = moment.pair.equations, moment.pair.folded
    assert folded.live_parameters == ()
    for name in ("inverse_dynamics", "mass_matrix", "bias"):
        expected = moment.evaluate(getattr(live, name))
        assert close(moment.evaluate(getattr(folded, name)), expected, moment.limit(moment.size))
    rates = moment.evaluate(live.qdot)
    assert close(moment.evaluate(folded.qdot), rates, moment.limit(moment.fast))


@pytest.mark.parametrize("system", [short_wrist(), cart(), stanford_in_the_papers_speeds()])
def test_live_and_folded_functions_are_the_same(system: System, rng: np.random.Generator) -> None:
    live, folded = build(system, parameters="live"), build(system)
    q, (u, udot) = rng.uniform(0.4, 1.2, len(live.q_names)), rng.normal(size=(2, len(live.u_names)))
    given = folded.inverse_dynamics(q, u, udot)
    scale = 100.0 * (1 + float(np.abs(given).max()))
    assert close(live.inverse_dynamics(q, u, udot), given, round_off(scale, 500))


def test_changed_parameters_are_those_of_a_changed_description(rng: np.random.Generator) -> None:
    system = stanford_in_the_papers_speeds()
    other = {name: 1.25 * value for name, value in PARAMETERS.items()}
    again = build(system, parameters="live").with_parameters(**other)
    back = again.with_parameters(**PARAMETERS)
    q, (u, udot) = rng.uniform(0.4, 1.2, 6), rng.normal(size=(2, 6))
    given = build(system).inverse_dynamics(q, u, udot)
    scale = 100.0 * (1 + float(np.abs(given).max()))
    assert close(back.inverse_dynamics(q, u, udot), given, round_off(scale, 500))
    assert np.abs(again.inverse_dynamics(q, u, udot) - given).max() > 0.1
