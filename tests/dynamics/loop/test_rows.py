"""Tables of large systems: what a loop over bodies does not know is refused in words."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from kane import Motion, inputs, rate
from kane.dynamics.loop.kind import FIXED, ROW
from kane.dynamics.loop.rows import Large, rows
from kane.errors import DerivationError
from kane.model.joints.makers import Revolute
from kane.model.loads import JointForce, JointFriction
from kane.model.system import System
from tests.large_systems import chain, prismatic, revolute, system


@pytest.fixture
def pair(rng: np.random.Generator) -> System:
    return chain(rng, 2)


def test_a_row_has_a_bodys_mass(pair: System) -> None:
    table = rows(pair).table
    masses = [body.mass for body in pair.bodies.values()]

    assert table.shape == (2, ROW)
    assert table[:, FIXED].tolist() == masses


def test_only_joints_of_one_kind_in_a_row_are_a_chain(rng: np.random.Generator) -> None:
    mixed = system(rng, [revolute, prismatic], branching=False)
    fork = chain(rng, 3)
    first, second, third = fork.joints
    other = Revolute("j2", first.child, third.child, axis=(0, 0, 1))
    forked = fork.replace(joints=[first, second, other])

    assert [rows(one).is_chain for one in (fork, mixed, forked)] == [True, False, False]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda s: s.replace(loads=[JointFriction("j0", coulomb=1.0, viscous=0.1)]),
            "does not know the load JointFriction",
        ),
        (
            lambda s: s.replace(constraints=[Motion("gear", rate("j0") == rate("j1"))]),
            r"constraints \(1 here\)",
        ),
        (lambda s: s.replace(speeds=[rate("j0"), rate("j0") + rate("j1")]), "speeds by definition"),
        (
            lambda s: s.replace(loads=[JointForce("j0", *inputs("push"))]),
            "the scalar push, which is no number",
        ),
    ],
)
def test_what_a_loop_does_not_know_is_refused(
    change: Callable[[System], System], words: str, pair: System
) -> None:
    with pytest.raises(DerivationError, match=words) as found:
        rows(change(pair))
    assert "Leave it out, or ask for straight code with build(system, formulation=" in str(
        found.value
    )


def test_tables_grow_by_a_row_a_body(rng: np.random.Generator) -> None:
    def size(large: Large) -> int:
        return large.table.nbytes + large.tells.nbytes

    short, long = (rows(chain(rng, count)) for count in (40, 120))
    assert size(long) == 3 * size(short)
