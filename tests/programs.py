"""Random Programs and arguments for them; how far round-off can carry them: error_bound.py.

Every operation occurs, in its safe domain (no division by what may vanish, no logarithm of what
may be negative), so results are finite; inputs have all four rates, nodes are shared, outputs
repeat, are negative, zero, constant, or inputs themselves.

    @given(programs(), seeds())
    def test_pass_keeps_every_output(program: Program, seed: int) -> None:
        arguments = random_arguments(program, seed)
        before, after = interpret(program, *arguments), interpret(the_pass(program), *arguments)
        assert agree(after, before, error_bound(program, *arguments))

`random_program(Random(seed), operations=3000)` makes a large one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np
from hypothesis import strategies as st

from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.op import CONDITIONS, Op
from kane.algebra.pattern import Pattern
from kane.algebra.rate import Rate
from kane.program.lower import lower
from kane.program.program import Program

Arrays = tuple[np.ndarray, ...]

INPUTS: Final = {
    "p": (Rate.PARAMETER, 3),
    "q": (Rate.CONFIGURATION, 3),
    "u": (Rate.SPEED, 2),
    "a": (Rate.INPUT, 1),
}
LARGEST_ARGUMENT: Final = 2.0
LARGEST_VALUE: Final = 1e3  # no value is larger; a maker whose result could be is not used


def programs(least: int = 1, most: int = 40) -> st.SearchStrategy[Program]:
    """Random Programs of about `least` to `most` operations."""
    return st.builds(_seeded, st.integers(0, 2**32), st.integers(least, most))


def _seeded(seed: int, operations: int) -> Program:
    return random_program(Random(seed), operations)


def seeds() -> st.SearchStrategy[int]:
    """Seeds for `random_arguments`."""
    return st.integers(0, 2**16)


def random_arguments(program: Program, seed: int) -> Arrays:
    """One array for each input, its elements uniform in ±LARGEST_ARGUMENT."""
    rng = np.random.default_rng(seed)
    bound = LARGEST_ARGUMENT
    return tuple(rng.uniform(-bound, bound, given.shape) for given in program.inputs)


def random_program(random: Random, operations: int = 24) -> Program:
    """A Program of about so many operations, shared nodes and several outputs among them."""
    growth = _Growth(random)
    while operations > 0:
        random.choice(_MAKERS)(growth)
        operations -= 1
    inputs = {
        name: [Expr(growth.graph, growth.symbols[f"{name}{k}"]) for k in range(size)]
        for name, (_, size) in INPUTS.items()
    }
    return lower("random", inputs, _outputs(growth))


class _Growth:
    """A graph that grows, with a bound on the size of each scalar in it."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.graph = Graph()
        self.symbols = {
            f"{name}{k}": self.graph.symbol(f"{name}{k}", rate)
            for name, (rate, size) in INPUTS.items()
            for k in range(size)
        }
        self.bounds = dict.fromkeys(self.symbols.values(), LARGEST_ARGUMENT)
        self.scalars = list(self.symbols.values())
        self.conditions: list[int] = []
        self.offsets = 0
        self.matrix: tuple[Pattern, tuple[int, ...]] | None = None
        for value in (1, 2, 0.7):
            self.keep(self.graph.constant(value), value)
        self.keep(self.graph.pi(), math.pi)

    def keep(self, ref: int, bound: float, label: str = "") -> None:
        """Let later makers use this scalar, unless it may be too large."""
        node = abs(ref)
        if bound > LARGEST_VALUE or node == 0:
            return
        if node not in self.bounds:
            self.scalars.append(node)
        self.bounds[node] = min(bound, self.bounds.get(node, math.inf))
        if label:
            self.graph.labels.setdefault(node, label)

    def scalar(self) -> int:
        """A scalar made before, of either sign; recent ones are likelier."""
        recent = self.scalars[-8:] if self.random.randint(0, 1) else self.scalars
        ref = self.random.choice(recent)
        return ref if self.random.randint(0, 2) else -ref

    def bound(self, *refs: int) -> list[float]:
        return [self.bounds.get(abs(ref), 0.0) for ref in refs]

    def offset(self) -> int:
        """A constant that no other expression is likely to equal, in (0, 1)."""
        self.offsets += 1
        return self.graph.constant((0.31 + 0.6180339887498949 * self.offsets) % 1.0)

    def small(self) -> int:
        """A scalar within ±1."""
        op = self.random.choice((Op.SIN, Op.COS, Op.TANH))
        return self.graph.function(op, self.scalar())

    def positive(self) -> int:
        """A scalar of at least 1/2."""
        x = self.scalar()
        square = self.random.randint(0, 1)
        size = self.graph.mul(x, x) if square else self.graph.function(Op.ABS, x)
        return self.graph.add(size, self.graph.constant(0.5))


# ── makers: each adds a scalar or a condition to the growth ───────────────────────────────────
def _sum(growth: _Growth) -> None:
    x, y = growth.scalar(), growth.scalar()
    growth.keep(growth.graph.add(x, y), sum(growth.bound(x, y)))


def _product(growth: _Growth) -> None:
    x, y = growth.scalar(), growth.scalar()
    growth.keep(growth.graph.mul(x, y), math.prod(growth.bound(x, y)))


def _sum_of_products(growth: _Growth) -> None:
    """a·b + a·c + d·e, for factoring."""
    graph, common = growth.graph, growth.scalar()
    total, bound = 0, 0.0
    for _ in range(growth.random.randint(2, 4)):
        x = common if growth.random.randint(0, 3) else growth.scalar()
        y = growth.scalar()
        total = graph.add(total, graph.mul(x, y))
        bound += math.prod(growth.bound(x, y))
    growth.keep(total, bound)


def _quotient(growth: _Growth) -> None:
    graph, x = growth.graph, growth.scalar()
    constant = growth.random.choice((3, 0.25, 0.7))
    divisor = graph.constant(constant) if growth.random.randint(0, 2) == 0 else growth.positive()
    growth.keep(graph.div(x, divisor), 4 * growth.bound(x)[0], f"quotient {growth.offsets}")


def _root(growth: _Growth) -> None:
    growth.keep(growth.graph.sqrt(growth.positive()), LARGEST_VALUE**0.5 + 1)


def _logarithm(growth: _Growth) -> None:
    growth.keep(growth.graph.function(Op.LOG, growth.positive()), math.log(LARGEST_VALUE**2 + 1))


def _bounded_function(growth: _Growth) -> None:
    """A function of any scalar, of which no value is large."""
    op = growth.random.choice((Op.SIN, Op.COS, Op.ATAN, Op.TANH, Op.SIN, Op.COS))
    growth.keep(growth.graph.function(op, growth.scalar()), math.pi / 2)


def _function_of_small(growth: _Growth) -> None:
    """A function whose domain, or smoothness, ends: of a scalar within ±0.9."""
    op = growth.random.choice((Op.TAN, Op.ASIN, Op.ACOS, Op.EXP))
    inside = growth.graph.mul(growth.graph.constant(0.9), growth.small())
    growth.keep(growth.graph.function(op, inside), math.pi)


def _function_of_constant(growth: _Growth) -> None:
    """What the graph leaves to lowering: a function of an exact constant."""
    op = growth.random.choice((Op.SIN, Op.SQRT, Op.EXP, Op.LOG))
    value = growth.random.choice((2, 3, 5))
    growth.keep(growth.graph.function(op, growth.graph.constant(value)), math.exp(5))


def _angle(growth: _Growth) -> None:
    x = growth.scalar()
    growth.keep(growth.graph.atan2(x, growth.positive()), math.pi)


def _absolute(growth: _Growth) -> None:
    x = growth.scalar()
    growth.keep(growth.graph.function(Op.ABS, x), growth.bound(x)[0])


def _sign(growth: _Growth) -> None:
    shifted = growth.graph.add(growth.scalar(), growth.offset())
    growth.keep(growth.graph.function(Op.SIGN, shifted), 1.0)


def _extreme(growth: _Growth) -> None:
    x, y = growth.scalar(), growth.scalar()
    take = growth.random.choice((growth.graph.minimum, growth.graph.maximum))
    growth.keep(take(x, y), max(growth.bound(x, y)))


def _comparison(growth: _Growth) -> None:
    graph, x, y = growth.graph, growth.scalar(), growth.scalar()
    shifted = graph.add(y, growth.offset())
    kind = growth.random.choice((graph.less, graph.less_equal, graph.equal))
    if kind == graph.equal:  # of two values that round-off cannot tell apart or join
        x, shifted = graph.function(Op.SIGN, graph.add(x, shifted)), graph.constant(1)
    _keep_condition(growth, kind(x, shifted))


def _logic(growth: _Growth) -> None:
    if not growth.conditions:
        _comparison(growth)
    if not growth.conditions:
        return
    a, b = growth.random.choice(growth.conditions), growth.random.choice(growth.conditions)
    graph = growth.graph
    join = growth.random.choice((graph.logical_and, graph.logical_or, None))
    _keep_condition(growth, graph.logical_not(a) if join is None else join(a, b))


def _keep_condition(growth: _Growth, condition: int) -> None:
    if growth.graph.ops[condition] in CONDITIONS:
        growth.conditions.append(condition)


def _where(growth: _Growth) -> None:
    if not growth.conditions:
        _comparison(growth)
    if not growth.conditions:
        return
    x, y = growth.scalar(), growth.scalar()
    condition = growth.random.choice(growth.conditions)
    growth.keep(growth.graph.where(condition, x, y), max(growth.bound(x, y)), f"chosen {x}")


def _sincos(growth: _Growth) -> None:
    angles = tuple(abs(growth.scalar()) for _ in range(growth.random.randint(1, 3)))
    node = growth.graph.node(Op.SINCOS, angles)
    for index in range(2 * len(angles)):
        if growth.random.randint(0, 3):
            growth.keep(growth.graph.item(node, index), 1.0)


def _solve(growth: _Growth) -> None:
    """A diagonally dominant system; sometimes the matrix of the last one again."""
    if growth.matrix is None or growth.random.randint(0, 1):
        growth.matrix = _matrix(growth)
    pattern, entries = growth.matrix
    right = [growth.scalar() if growth.random.randint(0, 3) else 0 for _ in range(pattern.size)]
    node = growth.graph.node(Op.SOLVE, (*entries, *right), pattern)
    for index in range(pattern.size):
        if growth.random.randint(0, 3):
            growth.keep(growth.graph.item(node, index), max(growth.bound(*right)))


def _matrix(growth: _Growth) -> tuple[Pattern, tuple[int, ...]]:
    """Off the diagonal, entries within ±1; on it, at least the size of the system."""
    random, size = growth.random, growth.random.randint(1, 4)
    symmetric = bool(random.randint(0, 1))
    places, entries = [], []
    for row in range(size):
        for column in range(row + 1 if symmetric else size):
            if row == column:
                entry = growth.graph.add(growth.positive(), growth.graph.constant(size))
            elif random.randint(0, 2):
                entry = random.choice((1, -1)) * growth.small()
            else:
                continue
            places.append((row, column))
            entries.append(entry)
    return Pattern(size=size, entries=tuple(places), symmetric=symmetric), tuple(entries)


_MAKERS: Final[tuple[Callable[[_Growth], None], ...]] = (
    *(_sum, _product, _sum_of_products) * 3,
    *(_quotient, _bounded_function) * 2,
    *(_root, _logarithm, _function_of_small, _function_of_constant, _angle),
    *(_absolute, _sign, _extreme, _comparison, _logic, _logic, _where, _where, _sincos, _solve),
)


def _outputs(growth: _Growth) -> dict[str, Any]:
    """Three results of different shapes: one late, one anything, one scalar."""

    def some(count: int) -> list[Expr]:
        return [Expr(growth.graph, growth.scalar()) for _ in range(count)]

    late = [Expr(growth.graph, ref) for ref in growth.scalars[-5:]]
    mixed = np.array([*some(3), Expr(growth.graph, 0)], dtype=object).reshape(2, 2)
    return {"late": late, "mixed": mixed, "one": some(1)[0]}
