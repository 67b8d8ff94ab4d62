"""What joints transmit, against the sum of wrenches from the tips inward; and its power."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kane.dynamics import observables
from tests.close import close
from tests.oracles.jet import Array
from tests.random_cases import CASES, drawn
from tests.random_systems import Moment

cases = pytest.mark.parametrize("case", list(CASES))


@cases
def test_reactions_are_the_newton_euler_recursion(case: str) -> None:
    check_reactions(drawn(case))


def check_reactions(moment: Moment) -> None:
    limit = moment.limit(moment.size * (1 + moment.far))
    for (force, torque), expected in zip(reactions(moment), moment.dynamics.reactions, strict=True):
        assert close(force, expected.force, limit)
        assert close(torque, expected.torque, limit)


@cases
def test_reactions_less_the_joints_own_forces_do_no_work(case: str) -> None:
    check_power(drawn(case))


def check_power(moment: Moment) -> None:
    """Any motion that the joints allow: the power of all reactions is that of τ and Q alone."""
    now = replace(moment.now, s=np.random.default_rng(5).normal(size=len(moment.s)))
    total = 0.0
    for k, (force, torque) in enumerate(reactions(moment)):
        body, motion, Ko = now.tree[k], now.motions[k], now.places[k].Ko.x
        total += force @ motion.at(Ko)[0] + torque @ motion.w
        if body.parent >= 0:
            inner = now.motions[body.parent]
            total -= force @ inner.at(Ko)[0] + torque @ inner.w
    expected = moment.dynamics.tau @ now.s
    scale = 1 + float(np.abs(now.s).sum()) * moment.condition
    assert close(total, expected, moment.limit(moment.size * (1 + moment.far) * scale))


def reactions(moment: Moment) -> list[tuple[Array, Array]]:
    """Force and torque about Ko in every joint, along the ground's axes, by the library."""
    equations = moment.pair.equations
    found = []
    for joint in moment.pair.system.joints:
        F, N = observables.reaction(equations, joint)
        R = moment.evaluate(observables.orientation(equations, joint.child))
        found.append((R @ moment.evaluate(F.components), R @ moment.evaluate(N.components)))
    return found
