"""Staged kernels: parameters once, states at every call, the same numbers."""

from __future__ import annotations

import numpy as np
import pytest

from kane.algebra.expr import symbol
from kane.algebra.functions import cos, sqrt
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate
from kane.errors import ArgumentError
from kane.pipeline import compile, lower, stage
from kane.program.program import Program
from tests.close import close, round_off

M_R = np.array([2.0, 0.5])
Q, U = np.array([0.3]), np.array([1.2, -0.7])


def pendulum() -> Program:
    """√(m r)·m cos q, and r u₁ + u₂: parameters read set up, and as they are."""
    graph = Graph()
    m, r = (symbol(name, Rate.PARAMETER, graph) for name in ("m", "r"))
    q = symbol("q", Rate.CONFIGURATION, graph)
    u = [symbol(name, Rate.SPEED, graph) for name in ("u1", "u2")]
    outputs = {"E": [sqrt(m * r) * m * cos(q)], "v": [r * u[0] + u[1], u[0]]}
    return lower("pendulum", {"q": [q], "p": [m, r], "u": u}, outputs)


def test_staged_call_equals_the_whole() -> None:
    program = pendulum()
    staged, whole = stage(program), compile(program)
    for scale in (1.0, 3.0):
        got = staged.with_parameters(scale * M_R)(Q, U)
        wanted = whole(Q, scale * M_R, U)
        assert close(got.E, wanted.E, round_off(10.0, 5))
        assert close(got.v, wanted.v, round_off(10.0, 2))


def test_new_parameters_compile_nothing() -> None:
    staged = stage(pendulum())
    first = staged.with_parameters(M_R)
    second = staged.with_parameters(2 * M_R)
    assert first.kernel is second.kernel
    assert first(Q, U).v[0] != second(Q, U).v[0]


def test_parameters_are_taken_as_they_are_then() -> None:
    parameters = M_R.copy()
    light = stage(pendulum()).with_parameters(parameters)
    before = light(Q, U).v[0]
    parameters[:] = 100.0
    assert light(Q, U).v[0] == before


def test_batches_and_bound_calls_take_what_is_left() -> None:
    light = stage(pendulum()).with_parameters(M_R)
    one = light(Q, U)
    many = light.batch(np.tile(Q, (5, 1)), np.tile(U, (5, 1)))
    assert close(many.E, np.tile(one.E, (5, 1)), round_off(10.0, 5))
    E, v = np.zeros(1), np.zeros(2)
    light.bind(Q.copy(), U.copy(), E, v)()
    assert close(E, one.E, round_off(10.0, 5))
    assert close(v, one.v, round_off(10.0, 2))


def test_wrong_arguments_are_refused_by_name() -> None:
    staged = stage(pendulum())
    light = staged.with_parameters(M_R)
    with pytest.raises(ArgumentError, match=r"takes 2 arguments \(q, u\), but 3 were given"):
        light(Q, M_R, U)
    with pytest.raises(ArgumentError, match=r"argument 'u' has shape \(3,\)"):
        light(Q, np.ones(3))
    with pytest.raises(ArgumentError, match=r"argument 'p' has shape \(3,\)"):
        staged.with_parameters(np.ones(3))
