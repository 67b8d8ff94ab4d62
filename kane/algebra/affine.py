"""Affine forms: expressions that are Σ coefficient·symbol + remainder, taken apart exactly.

From: dependence.py    Next: kane/dynamics/__init__.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from kane.algebra.adopt import rebuilt
from kane.algebra.dependence import independent, masks, operands
from kane.algebra.expr import Condition, Expr, Scalar, graph_of, references
from kane.algebra.graph import ZERO, Graph
from kane.algebra.op import CONDITIONS, Op
from kane.algebra.pattern import Pattern
from kane.algebra.solve import solve_refs
from kane.algebra.text import text
from kane.errors import DerivationError


def affine(expr: Scalar, symbols: Sequence[Expr]) -> tuple[dict[Expr, Expr], Expr]:
    """The coefficients of the symbols, where not zero, and the remainder.

        expr = Σ_s coefficients[s]·s + remainder

    Neither contains a symbol. Exact: products, quotients, `where` and `solve` are taken apart;
    what is not affine as it is written is refused with the symbol and the operation. Time is
    linear in nodes times the symbols present in each.
    """
    (result,) = affine_all([expr], symbols)
    return result


def affine_all(
    exprs: Sequence[Scalar], symbols: Sequence[Expr]
) -> list[tuple[dict[Expr, Expr], Expr]]:
    """The same for several expressions, whose common parts are taken apart once."""
    graph = graph_of([*exprs, *symbols])
    refs, places = references(exprs, graph), independent(graph, symbols)
    held = {
        abs(place): _Form({index: 1 if place > 0 else -1}, ZERO)
        for index, place in enumerate(places)
    }
    nodes = graph.live(refs, frozenset(held))
    touched = masks(graph, nodes, dict.fromkeys(held, 1), operands)
    split = _Split(graph, symbols, held)
    for node in nodes:
        if node in touched and node not in held:
            split.take(node)
    return [split.result(ref) for ref in refs]


class _Form(NamedTuple):
    """Σ coefficients[k]·symbol k + remainder, in references."""

    coefficients: Mapping[int, int]
    remainder: int


class _Split:
    """The affine forms of the nodes that contain a symbol."""

    def __init__(self, graph: Graph, symbols: Sequence[Expr], forms: dict[int, _Form]) -> None:
        self.graph = graph
        self.symbols = symbols
        self.forms = forms
        self.several: dict[int, list[_Form]] = {}

    def result(self, ref: int) -> tuple[dict[Expr, Expr], Expr]:
        """The form of a reference, by symbol."""
        form = self.form(ref)
        coefficients = {
            self.symbols[index]: Expr(self.graph, form.coefficients[index])
            for index in sorted(form.coefficients)
        }
        return coefficients, Expr(self.graph, form.remainder)

    def form(self, ref: int) -> _Form:
        """The form of a reference."""
        form = self.forms.get(abs(ref))
        if form is None:
            return _Form({}, ref)
        if ref > 0:
            return form
        return _Form({index: -c for index, c in form.coefficients.items()}, -form.remainder)

    def take(self, node: int) -> None:
        """Find the form of one node, whose operands have theirs."""
        op, args = self.graph.ops[node], self.graph.args[node]
        if op == Op.ITEM and args[0] in self.several:
            index = self.graph.attributes[node]
            assert isinstance(index, int)
            self.forms[node] = self.several[args[0]][index]
            return
        parts = [self.form(arg) for arg in args]
        if not any(part.coefficients for part in parts):
            moved = {abs(a): self.form(abs(a)).remainder for a in args}
            self.forms[node] = _Form({}, rebuilt(self.graph, self.graph, node, moved))
        elif op == Op.SOLVE:
            self._solve(node, parts)
        else:
            self.forms[node] = self._form(node, op, parts)

    def _form(self, node: int, op: int, parts: Sequence[_Form]) -> _Form:
        graph = self.graph
        if op in (Op.ADD, Op.SUB):
            sign = 1 if op == Op.ADD else -1
            return self._each(parts, lambda a, b: graph.add(a, sign * b))
        if op == Op.MUL and not parts[0].coefficients:
            return self._each(parts[1:], lambda b: graph.mul(parts[0].remainder, b))
        if op == Op.MUL and not parts[1].coefficients:
            return self._each(parts[:1], lambda a: graph.mul(a, parts[1].remainder))
        if op == Op.DIV and not parts[1].coefficients:
            return self._each(parts[:1], lambda a: graph.div(a, parts[1].remainder))
        if op == Op.WHERE and not parts[0].coefficients:
            return self._each(parts[1:], lambda a, b: graph.where(parts[0].remainder, a, b))
        raise self._refusal(node, parts)

    def _each(self, parts: Sequence[_Form], combined: Callable[..., int]) -> _Form:
        """A linear operation applied to each symbol's coefficients, and to the remainders."""
        indices = dict.fromkeys(index for part in parts for index in part.coefficients)
        found = {
            index: combined(*[part.coefficients.get(index, ZERO) for part in parts])
            for index in indices
        }
        return _Form(
            {index: coefficient for index, coefficient in found.items() if coefficient},
            combined(*[part.remainder for part in parts]),
        )

    def _solve(self, node: int, parts: Sequence[_Form]) -> None:
        """x = A⁻¹ b is affine where b is and A is free of the symbols."""
        pattern = self.graph.attributes[node]
        assert isinstance(pattern, Pattern)
        count = len(pattern.entries)
        if any(part.coefficients for part in parts[:count]):
            raise self._refusal(node, parts[:count])
        matrix = [part.remainder for part in parts[:count]]

        def solved(*right: int) -> tuple[int, ...]:
            return solve_refs(self.graph, pattern, (*matrix, *right))

        remainders = solved(*[part.remainder for part in parts[count:]])
        coefficients: list[dict[int, int]] = [{} for _ in remainders]
        for index in dict.fromkeys(key for part in parts for key in part.coefficients):
            column = [part.coefficients.get(index, ZERO) for part in parts[count:]]
            for row, ref in enumerate(solved(*column)):
                coefficients[row][index] = ref
        self.several[node] = [
            _Form({index: ref for index, ref in row.items() if ref}, remainder)
            for row, remainder in zip(coefficients, remainders, strict=True)
        ]

    def _refusal(self, node: int, parts: Iterable[_Form]) -> DerivationError:
        kind = Condition if self.graph.ops[node] in CONDITIONS else Expr
        written = text(kind(self.graph, node))
        where = written if len(written) <= _SHOWN else f"…{written[-_SHOWN:]}"
        names = dict.fromkeys(self.symbols[k] for part in parts for k in part.coefficients)
        several = ", ".join(f"'{symbol}'" for symbol in names)
        return DerivationError(
            f"An expression is not affine in {several}: it contains '{where}' "
            f"({Op(self.graph.ops[node]).name}). Name only symbols that occur linearly."
        )


_SHOWN: Final = 160  # characters of a refused operation
