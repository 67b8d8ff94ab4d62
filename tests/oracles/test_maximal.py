"""The two oracles against each other: recursion inward, and multipliers on free bodies."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.close import close, round_off
from tests.oracles import maximal, newton_euler
from tests.oracles.jet import Jet, jet
from tests.oracles.random_trees import Case, random_case, unit
from tests.oracles.tree import GROUND, Kind, Pose, rotation


@pytest.mark.parametrize("draw", range(6))
def test_both_give_the_same_accelerations_and_reactions(
    draw: int, rng: np.random.Generator
) -> None:
    agree(random_case(rng))


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.FIXED])
def test_both_agree_on_a_chain_of_one_kind(kind: Kind, rng: np.random.Generator) -> None:
    case = random_case(rng, (kind,) * 3)
    agree(replace(case, bodies=[replace(b, parent=k - 1) for k, b in enumerate(case.bodies)]))


def test_both_agree_on_a_base_that_moves(rng: np.random.Generator) -> None:
    R = rotation(unit(rng.normal(size=3)), Jet(*np.split(rng.normal(size=3), 3)))
    origin = Jet(*rng.normal(size=(3, 3)))
    agree(random_case(rng), Pose(R=R, origin=origin, J=R, Jo=jet(np.zeros(3)), Ko=origin))


def agree(case: Case, base: Pose = GROUND) -> None:
    """Solves for ṡ one way, and compares all that both ways know of the bodies."""
    given = (case.bodies, case.q, case.s)
    sdot = newton_euler.forward(*given, case.tau, case.loads, base)
    ours = newton_euler.dynamics(*given, sdot, case.loads, base)
    theirs = maximal.solve(*given, case.tau, case.loads, base)
    largest = max(1.0, float(np.abs(theirs.a).max()), float(np.abs(theirs.alpha).max()))
    limit = round_off(100 * largest, 5000)  # 100: conditioning of M with bodies of 1 to 10
    for k in case.span:
        assert close(theirs.a[k], ours.motions[k].a, limit)
        assert close(theirs.alpha[k], ours.motions[k].alpha, limit)
        assert close(theirs.reactions[k].force, ours.reactions[k].force, 10 * limit)
        assert close(theirs.reactions[k].torque, ours.reactions[k].torque, 10 * limit)


def test_multipliers_do_no_work(rng: np.random.Generator) -> None:
    case = random_case(rng)
    still = newton_euler.dynamics(case.bodies, case.q, case.s, 0 * case.s)
    solution = maximal.solve(case.bodies, case.q, case.s, 0 * case.tau, case.loads)
    power = 0.0
    for k, body in enumerate(case.bodies):
        wrench, inner = solution.reactions[k], still.motions[body.parent]
        own = still.motions[k]
        power += wrench.force @ own.at(wrench.point)[0] + wrench.torque @ own.w
        if body.parent >= 0:
            power -= wrench.force @ inner.at(wrench.point)[0] + wrench.torque @ inner.w
    assert close(power, 0.0, round_off(1e4, 3000))
