"""Dimensions: that sums, arguments and places get what they should, where units are given.

A parameter with a unit, a coordinate, the time and a named velocity have a dimension; a
parameter without a unit, an input and a joint's own scalars have none that is known, and go with
everything. A number adds to anything. As a factor beside a unit, ½, 2 or π counts as a number of
a formula; another number may hide a unit, and makes what it multiplies unknown. A slip is a
fault only where a unit takes part in it.

From: massless.py    Next: kane/dynamics/equations.py
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.number import Number, finite
from kane.algebra.op import Op
from kane.algebra.text import text
from kane.errors import Fault
from kane.model.checks.entry import Entry
from kane.model.checks.kinds import Kinds, coordinate_dimensions, quantity_dimension
from kane.model.checks.parts import Parts
from kane.model.dimension import NONE, TIME, Dimension
from kane.model.symbols import Parameter
from kane.model.units import unit


class Kind(NamedTuple):
    """A dimension, and whether a unit given by the user takes part in it."""

    dimension: Dimension
    given: bool


class Slip(Exception):
    """Two dimensions that do not go together, in words."""


def dimension_faults(parts: Parts, listed: list[Entry]) -> Iterator[Fault]:
    """Every slip of a description whose parameters have units."""
    if not any(_unit_of(leaf.carries) for item in listed for leaf in item.leaves):
        return
    kinds = coordinate_dimensions(parts)
    sides: dict[str, Entry] = {}
    for item in listed:
        yield from _judged(item, kinds)
        if item.field == "relation":
            other = sides.setdefault(item.path, item)
            if other is not item:
                yield from _related(other, item, kinds)


def _judged(item: Entry, kinds: Kinds) -> Iterator[Fault]:
    try:
        found = kind_of(item.value, kinds)
    except Slip as slip:
        what = f"in {item.field}, {slip}"
        yield Fault(path=item.path, what=what, remedy="Check the units of what is in it.")
        return
    if found and found.given and item.dimension and found.dimension != item.dimension:
        what = f"{item.field} '{shortened(item.value)}' is in {found.dimension}."
        remedy = f"It should be in {item.dimension}: check the units of what is in it."
        if item.dimension == NONE:
            remedy = "It should have no dimension: check the units of what is in it."
        yield Fault(path=item.path, what=what, remedy=remedy)


def _related(left: Entry, right: Entry, kinds: Kinds) -> Iterator[Fault]:
    try:
        a, b = kind_of(left.value, kinds), kind_of(right.value, kinds)
    except Slip:
        return  # told already
    if a and b and a.dimension != b.dimension and (a.given or b.given):
        what = f"its relation has {a.dimension} on the left and {b.dimension} on the right."
        yield Fault(path=left.path, what=what, remedy="Check the units of what is in it.")


def kind_of(value: object, kinds: Kinds) -> Kind | None:
    """The kind of a scalar; None where it is not known. Raises Slip."""
    if not isinstance(value, Expr):
        return None
    known: dict[int, Kind | None] = {}
    for node in value.graph.live([value.ref]):
        known[node] = _node(value.graph, node, known, kinds)
    return known[abs(value.ref)] if value.ref else None


def _node(graph: Graph, node: int, known: dict[int, Kind | None], kinds: Kinds) -> Kind | None:
    op, args = Op(graph.ops[node]), [abs(arg) for arg in graph.args[node]]
    if op is Op.SYMBOL:
        return _symbol(graph.symbols[node], graph.attributes.get(node), kinds)
    operands = [known[arg] for arg in args]
    if op in (Op.MUL, Op.DIV):
        return _product(graph, op, args, operands)
    if op in _ALIKE:
        return _alike(graph, node, args, operands)
    if op is Op.WHERE:
        return _alike(graph, node, args[1:], operands[1:])
    if op is Op.SQRT:
        (inner,) = operands
        return Kind(inner.dimension ** Fraction(1, 2), inner.given) if inner else None
    if op is Op.ATAN2:
        _alike(graph, node, args, operands)
        return Kind(NONE, any(kind.given for kind in operands if kind))
    if op is Op.ABS:
        return operands[0]
    if op in _PURE:
        return _argument(graph, node, args, operands)
    return None


def _symbol(name: str, carries: object, kinds: Kinds) -> Kind | None:
    if isinstance(carries, Parameter):
        return Kind(unit(carries.unit).dimension, True) if carries.unit else None
    if carries is not None:
        dimension = quantity_dimension(carries, kinds)  # type: ignore[arg-type]
    else:
        dimension = TIME if name == "t" else kinds.get(name)
    return Kind(dimension, False) if dimension else None


def _product(graph: Graph, op: Op, args: list[int], operands: list[Kind | None]) -> Kind | None:
    """A product or quotient; a number of a formula counts beside a unit alone."""
    kinds: list[Kind] = []
    for arg, kind in zip(args, operands, strict=True):
        if kind is None and not _of_formula(graph, arg):
            return None
        kinds.append(kind or Kind(NONE, False))
    given = any(kind.given for kind in kinds)
    if not given and None in operands:
        return None
    a, b = kinds
    return Kind(a.dimension * b.dimension if op is Op.MUL else a.dimension / b.dimension, given)


def _of_formula(graph: Graph, node: int) -> bool:
    """Whether a constant is π or a simple fraction such as ½, 2/5 or 1/12."""
    if graph.ops[node] == Op.PI:
        return True
    value: Number | None = graph.values.get(node)
    if value is None or not finite(value):
        return False
    fraction = Fraction(value).limit_denominator(12)
    near = abs(float(fraction) - float(value)) <= 1e-15 * float(value)
    return near and {fraction.numerator, fraction.denominator} <= _SIMPLE


def _alike(graph: Graph, node: int, args: list[int], operands: list[Kind | None]) -> Kind | None:
    """Terms, extremes and compared values are of one dimension."""
    found = [(arg, kind) for arg, kind in zip(args, operands, strict=True) if kind]
    if not found:
        return None
    first, kind = found[0]
    given = any(other.given for _, other in found)
    for arg, other in found[1:]:
        if other.dimension != kind.dimension:
            if not given:
                return None
            whole = shortened(Expr(graph, node)) if graph.ops[node] in _WRITTEN else ""
            raise Slip(
                f"'{shortened(Expr(graph, first))}' is in {kind.dimension} and "
                f"'{shortened(Expr(graph, arg))}' in {other.dimension}"
                f"{f', which do not go together in {whole!r}' if whole else ''}."
            )
    return Kind(kind.dimension, given)


def _argument(graph: Graph, node: int, args: list[int], operands: list[Kind | None]) -> Kind | None:
    """sin, exp and the others take numbers without a dimension and give such."""
    (kind,) = operands
    if kind and kind.given and kind.dimension != NONE:
        argument = shortened(Expr(graph, args[0]))
        function = Op(graph.ops[node]).name.lower()
        raise Slip(f"the argument '{argument}' of {function} is in {kind.dimension}.")
    return Kind(NONE, kind.given) if kind else None


def shortened(value: object) -> str:
    """A scalar's text, cut to a readable length."""
    written = text(value) if isinstance(value, Expr) else str(value)
    return written if len(written) <= _SHOWN else f"{written[: _SHOWN - 1]}…"


def _unit_of(carries: object) -> str:
    return carries.unit if isinstance(carries, Parameter) else ""


_SHOWN: Final = 80
_SIMPLE: Final = frozenset({1, 2, 3, 4, 5, 6, 8, 12})
_ALIKE: Final = frozenset({Op.ADD, Op.SUB, Op.MIN, Op.MAX, Op.LESS, Op.LESS_EQUAL, Op.EQUAL})
_WRITTEN: Final = frozenset({Op.ADD, Op.SUB, Op.MIN, Op.MAX})
_PURE: Final = frozenset(
    {
        Op.SIN,
        Op.COS,
        Op.TAN,
        Op.ASIN,
        Op.ACOS,
        Op.ATAN,
        Op.EXP,
        Op.LOG,
        Op.TANH,
    }
)
