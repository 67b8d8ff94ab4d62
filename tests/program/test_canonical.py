"""A Program's form does not tell what was derived before it."""

from __future__ import annotations

import numpy as np

from kane.algebra.expr import symbol
from kane.algebra.functions import sin
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate
from kane.pipeline import build
from kane.program.canonical import canonical
from kane.program.interpret import interpret
from kane.program.lower import lower
from kane.program.program import Program
from kane.sim.methods import METHODS
from tests.systems import wrist


def sums(reversed_: bool) -> Program:
    """a b + sin(a) c, its nodes made in one order or the other."""
    graph = Graph()
    a, b, c = (symbol(name, Rate.SPEED, graph) for name in "abc")
    total = sin(a) * c + b * a if reversed_ else a * b + c * sin(a)
    return lower("sums", {"x": (a, b, c)}, {"y": [total]})


def test_orders_of_creation_leave_no_trace() -> None:
    one, other = sums(reversed_=False), sums(reversed_=True)

    assert one != other
    assert canonical(one) == canonical(other)
    x = np.array([0.3, -1.2, 2.0])
    assert np.allclose(interpret(canonical(one), x), interpret(one, x), rtol=1e-15)


def test_what_a_model_was_asked_before_leaves_no_trace_in_its_motion() -> None:
    fresh, asked = build(wrist()), build(wrist())
    asked.kinetic_energy([0.1, 0.2, 0.3], [0.1, 0.2, 0.3])
    asked.inverse_dynamics([0.1, 0.2, 0.3], [0.1, 0.2, 0.3], [0.1, 0.2, 0.3])
    _ = asked.flows({}).jacobian

    for method in ("rk4", "dop853"):
        ours, theirs = (one.flows({}).leap(METHODS[method], 8) for one in (fresh, asked))
        assert (ours and ours.digest) == (theirs and theirs.digest)
    assert fresh.flows({}).motion.digest == asked.flows({}).motion.digest
