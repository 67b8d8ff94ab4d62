"""Random derivation code: the same steps on floats or on Exprs, every operation among them.

@given(codes(), seeds())
def test_…(code: Code, seed: int) -> None:
    x = at(seed)
    assert close(run(code, x), evaluate(run(code, symbols()), …), bound(…))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np
from hypothesis import strategies as st

from kane.algebra import (
    Expr,
    Graph,
    Rate,
    Scalar,
    acos,
    asin,
    atan,
    atan2,
    cos,
    equal,
    exp,
    log,
    maximum,
    minimum,
    sign,
    sin,
    solve,
    sqrt,
    symbol,
    tan,
    tanh,
    where,
)
from kane.algebra.pattern import symmetric
from kane.program.lower import lower
from tests.error_bound import error_bound

NAMES: Final = ("x", "y", "z", "w")

Code = list[tuple[int, int, int]]  # (which step, first operand, second operand)
Step = Callable[[Any, Any], Scalar]

SMOOTH: Final[tuple[Step, ...]] = (
    lambda a, b: a + b,
    lambda a, b: a - b,
    lambda a, b: a * tanh(b),
    lambda a, b: Fraction(2, 3) * a - 0.3,
    lambda a, b: np.float64(1.25) * a + 2,
    lambda a, b: a / (2 + sin(b)),
    lambda a, b: 1 / (a * a + 1),
    lambda a, b: sqrt(a * a + 1),
    lambda a, b: sin(a),
    lambda a, b: cos(b - a),
    lambda a, b: tan(tanh(a)),
    lambda a, b: asin(0.9 * tanh(a)),
    lambda a, b: acos(0.9 * sin(b)),
    lambda a, b: atan(a),
    lambda a, b: atan2(a, 1 + b * b),
    lambda a, b: exp(tanh(a)),
    lambda a, b: log(2 + b * b),
    lambda a, b: tanh(a) ** 3,
    lambda a, b: solve(symmetric(2), (a * a + 3, sin(b), b * b + 2), (a, b))[1],
)
CORNERS: Final[tuple[Step, ...]] = (
    lambda a, b: abs(a),
    lambda a, b: sign(a) * b,
    lambda a, b: minimum(a, b),
    lambda a, b: maximum(a, b),
    lambda a, b: where(a < b, a, b + 1),
    lambda a, b: where((a <= b) & (b > 0), sin(a), 2 * b),
    lambda a, b: where(equal(a, b), a, b - a),
)
STEPS: Final = SMOOTH + CORNERS


def codes(steps: Sequence[Step] = STEPS, most: int = 24) -> st.SearchStrategy[Code]:
    """Random code of some of these steps."""
    step = st.tuples(st.integers(0, len(steps) - 1), st.integers(0, 99), st.integers(0, 99))
    return st.lists(step, min_size=1, max_size=most)


def seeds() -> st.SearchStrategy[int]:
    """Seeds for `at`."""
    return st.integers(0, 2**16)


def at(seed: int) -> dict[str, float]:
    """A value for each of the symbols, uniform in ±2."""
    drawn = np.random.default_rng(seed).uniform(-2, 2, len(NAMES))
    return dict(zip(NAMES, drawn.tolist(), strict=True))


def symbols(graph: Graph) -> list[Expr]:
    """The symbols of the code in a graph."""
    return [symbol(name, Rate.CONFIGURATION, graph) for name in NAMES]


def run(code: Code, given: Sequence[Any]) -> Any:
    """The last value that the code makes from these scalars."""
    made: list[Any] = list(given)
    for which, first, second in code:
        made.append(STEPS[which](made[first % len(made)], made[second % len(made)]))
    return made[-1]


def expression(code: Code) -> tuple[Expr, list[Expr]]:
    """What the code makes of symbols, in a new graph, and the symbols."""
    graph = Graph()
    given = symbols(graph)
    made = run(code, given)
    return made if isinstance(made, Expr) else made + 0 * given[0], given


def bound(exprs: Sequence[Scalar], given: Sequence[Expr], values: dict[str, float]) -> np.ndarray:
    """How far round-off can carry each of the expressions."""
    program = lower("bound", {"x": given}, {"y": list(exprs)})
    found = error_bound(program, [values[name] for name in NAMES])[0]
    return np.minimum(found, 1e100)  # no bound at all, but one that can be added to another
