"""Function: an opaque function of scalars, known by its derivatives, its value or its body.

From: expr.py    Next: derivative.py, kane/program/interpret.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kane.algebra.adopt import rebuilt
from kane.algebra.expr import Expr, Scalar, graph_of, reference, references, shared
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.errors import DerivationError

_DEEPEST = 100  # calls within calls; beyond, a function calls itself


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Function:
    """A function of `arity` scalars that the graph does not look into.

    `derivatives(k, args)` is ∂f/∂args[k] as a scalar expression. `value(*floats)` is what it
    does to plain numbers. `body(*args)` is the function written out in scalars, where it can
    be: `inline` puts it in place of the call. Each may be missing as long as nobody asks for
    it. Two Functions are the same when they are the same object.
    """

    name: str
    arity: int
    derivatives: Callable[[int, Sequence[Expr]], Scalar] | None = None
    value: Callable[..., float] | None = None
    body: Callable[..., Scalar] | None = None

    def __call__(self, *args: Scalar) -> Scalar:
        """f of these scalars: a node as soon as one is an Expr, otherwise a number."""
        if len(args) != self.arity:
            raise TypeError(
                f"Function '{self.name}' of {self.arity} scalars is called with {len(args)}. "
                "Give as many as it has arguments."
            )
        if any(isinstance(arg, Expr) for arg in args):
            graph, refs = shared(*args)
            return Expr(graph, graph.item(graph.node(Op.CALL, refs, self), 0))
        if self.value is not None:
            return self.value(*[float(arg) for arg in args])
        if self.body is not None:
            return self.body(*args)
        raise DerivationError(
            f"Function '{self.name}' has neither a value nor a body, so that it cannot be "
            f"computed at {args}. Give Function(value=…) or Function(body=…)."
        )

    def __repr__(self) -> str:
        return f"Function({self.name!r}, {self.arity})"


def inline(exprs: Sequence[Scalar]) -> list[Expr]:
    """The same scalars with each call that has a body replaced by it, calls in bodies too."""
    graph = graph_of(exprs)
    refs = references(exprs, graph)
    for _ in range(_DEEPEST):
        nodes = graph.live(refs)
        calls = [node for node in nodes if _has_body(graph, node)]
        if not calls:
            return [Expr(graph, ref) for ref in refs]
        refs = _inlined(graph, nodes, refs)
    name = graph.attributes[calls[0]]
    raise DerivationError(
        f"{name} still calls itself after {_DEEPEST} replacements by its body. "
        "Write the recursion as where(…) of a fixed depth."
    )


def _has_body(graph: Graph, node: int) -> bool:
    function = graph.attributes.get(node)
    return isinstance(function, Function) and function.body is not None


def _inlined(graph: Graph, nodes: Sequence[int], refs: Sequence[int]) -> list[int]:
    """The references once every call among the nodes that has a body is replaced."""
    moved: dict[int, int] = {}
    for node in nodes:
        args = graph.args[node]
        if graph.ops[node] == Op.ITEM and _has_body(graph, args[0]):
            moved[node] = _body(graph, args[0], moved)
        elif _has_body(graph, node) or all(moved[abs(arg)] == abs(arg) for arg in args):
            moved[node] = node
        else:
            moved[node] = rebuilt(graph, graph, node, moved)
    return [moved[ref] if ref >= 0 else -moved[-ref] for ref in refs]


def _body(graph: Graph, call: int, moved: dict[int, int]) -> int:
    function = graph.attributes[call]
    assert isinstance(function, Function)
    assert function.body is not None
    args = [moved[arg] if arg >= 0 else -moved[-arg] for arg in graph.args[call]]
    return reference(function.body(*[Expr(graph, arg) for arg in args]), graph)
