"""The chain rule of one operation: d·f′(x), shared by forward and reverse differentiation.

f′ is written with f's own value where that is shorter: (tan x)′ = 1 + tan² x.

From: graph.py    Next: derivative.py, gradient.py
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from kane.algebra.expr import Expr, reference
from kane.algebra.function import Function
from kane.algebra.graph import ONE, Graph
from kane.algebra.op import Op
from kane.errors import DerivationError

# (graph, node f(x), x, d) → d·f′(x)
Chain = Callable[[Graph, int, int, int], int]


def chained(graph: Graph, node: int, d: int) -> int:
    """d·f′(x) for a node f(x) of one operand."""
    return CHAIN[Op(graph.ops[node])](graph, node, graph.args[node][0], d)


def partial(graph: Graph, call: int, index: int) -> int:
    """∂f/∂(operand) of a call of an opaque function."""
    function = graph.attributes[call]
    assert isinstance(function, Function)
    if function.derivatives is None:
        raise DerivationError(
            f"Function '{function.name}' is differentiated by its argument {index} (counted from "
            "0), but has no derivatives. Give Function(derivatives=…), or a body and `inline` it."
        )
    args = [Expr(graph, arg) for arg in graph.args[call]]
    return reference(function.derivatives(index, args), graph)


def _sqrt(graph: Graph, node: int, x: int, d: int) -> int:
    return graph.mul(graph.constant(Fraction(1, 2)), graph.div(d, node))


def _sin(graph: Graph, node: int, x: int, d: int) -> int:
    return graph.mul(d, graph.cos(x))


def _cos(graph: Graph, node: int, x: int, d: int) -> int:
    return -graph.mul(d, graph.sin(x))


def _tan(graph: Graph, node: int, x: int, d: int) -> int:
    return graph.mul(d, graph.add(ONE, graph.mul(node, node)))


def _asin(graph: Graph, node: int, x: int, d: int) -> int:
    return graph.div(d, graph.sqrt(graph.add(ONE, -graph.mul(x, x))))


def _acos(graph: Graph, node: int, x: int, d: int) -> int:
    return -_asin(graph, node, x, d)


def _atan(graph: Graph, node: int, x: int, d: int) -> int:
    return graph.div(d, graph.add(ONE, graph.mul(x, x)))


def _exp(graph: Graph, node: int, x: int, d: int) -> int:
    return graph.mul(d, node)


def _log(graph: Graph, node: int, x: int, d: int) -> int:
    return graph.div(d, x)


def _tanh(graph: Graph, node: int, x: int, d: int) -> int:
    return graph.mul(d, graph.add(ONE, -graph.mul(node, node)))


def _abs(graph: Graph, node: int, x: int, d: int) -> int:
    return graph.where(graph.less(x, 0), -d, d)


def _sign(graph: Graph, node: int, x: int, d: int) -> int:
    return 0


CHAIN: Final[dict[int, Chain]] = {
    Op.SQRT: _sqrt,
    Op.SIN: _sin,
    Op.COS: _cos,
    Op.TAN: _tan,
    Op.ASIN: _asin,
    Op.ACOS: _acos,
    Op.ATAN: _atan,
    Op.EXP: _exp,
    Op.LOG: _log,
    Op.TANH: _tanh,
    Op.ABS: _abs,
    Op.SIGN: _sign,
}
