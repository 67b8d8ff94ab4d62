"""The loops' sizes are those of the steps that they call."""

from __future__ import annotations

from kane.dynamics.loop import chain_join, chain_steps, tree_steps
from kane.dynamics.loop.kind import FIXED, ROW, Kind
from kane.program.loops import chain_sizes, joints, tree


def test_sizes_of_the_loops_are_those_of_the_steps() -> None:
    assert (chain_sizes.FIXED, chain_sizes.ROW) == (FIXED, ROW) == (tree.FIXED, tree.ROW)
    assert chain_sizes.SPIN == chain_steps.SPIN
    assert chain_sizes.CARRY == chain_steps.CARRY
    assert chain_sizes.PIVOT == chain_steps.PIVOT
    assert chain_sizes.SETTLE == chain_steps.SETTLE
    assert chain_sizes.LAW == chain_join.LAW
    assert (tree.OWN, tree.PIVOT) == (tree_steps.OWN, tree_steps.PIVOT)


def test_kinds_are_counted_as_the_loops_count_them() -> None:
    assert [kind.value for kind in Kind] == list(range(6))
    assert Kind.BALL.value == joints.BALL
    assert joints.TELLS == tree.TELLS
