"""What an expression means: its tree as scalars, conditions and vectors of the algebra.

Names are looked up in a Scope, functions in a table; there is nothing else that a text can reach.
Numbers without a symbol stay plain and exact where they can: 1/3 is a third.

From: expression.py, expression_quantities.py    Next: toml_kinds.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

from kane.algebra import functions
from kane.algebra.expr import Condition, Equality, Expr, Scalar
from kane.algebra.graph import Graph
from kane.algebra.meet import is_number
from kane.algebra.number import Number, plain, product, total
from kane.errors import FrameMismatch, KaneError
from kane.formats.expression_quantities import QUANTITIES
from kane.formats.expression_scope import Scope
from kane.formats.expression_tokens import Slip
from kane.formats.expression_tree import (
    Along,
    Call,
    Chain,
    Comparison,
    Literal,
    Name,
    Negative,
    Node,
    Not,
    Power,
    Relation,
)
from kane.geometry.vector import Vector
from kane.model import quantities
from kane.model.quantities import VectorQuantity


def scalar_of(tree: Node, scope: Scope) -> Scalar:
    """A number or an Expr."""
    return _scalar(tree, _meaning(tree, scope))


def vector_of(tree: Node, scope: Scope) -> Vector:
    """A vector of a frame."""
    found = _meaning(tree, scope)
    if not isinstance(found, Vector):
        remedy = "Write it as in F * basket.x, or ground.vector(1, 2, 0)."
        raise Slip(tree.at, f"this is {kind(found)}, and a vector is asked for.", remedy)
    return found


def drawn_of(tree: Node, scope: Scope) -> Vector | VectorQuantity:
    """What can be drawn as an arrow: a vector of a frame, a velocity, a position."""
    found = _meaning(tree, scope)
    return found if isinstance(found, VectorQuantity) else vector_of(tree, scope)


def condition_of(tree: Node, scope: Scope) -> Condition | bool:
    """A condition."""
    return _condition(tree, _meaning(tree, scope))


def relation_of(tree: Relation, scope: Scope) -> Equality:
    """left = right, as Motion takes it."""
    left, right = (scalar_of(side, scope) for side in (tree.left, tree.right))
    if not isinstance(left, Expr):
        left, right = right, left
    if not isinstance(left, Expr):
        what = "both sides of the relation are numbers."
        raise Slip(tree.at, what, "Relate velocities: velocity(P).along(B.y) = 0.")
    return Equality(left, right)


def _meaning(tree: Node, scope: Scope) -> Any:
    match tree:
        case Literal():
            return tree.value
        case Name():
            return _named(tree, scope)
        case Call():
            return _call(tree, scope)
        case Along():
            return _along(tree, scope)
        case Negative():
            return _negative(tree, _meaning(tree.of, scope))
        case Chain():
            return _chain(tree, scope)
        case Power():
            return _power(tree, scalar_of(tree.base, scope))
        case Comparison():
            sides = (scalar_of(tree.left, scope), scalar_of(tree.right, scope))
            return _COMPARE[tree.sign](*sides)
        case Not():
            found = condition_of(tree.of, scope)
            return ~found if isinstance(found, Condition) else not found


# ── names ─────────────────────────────────────────────────────────────────────────────────
def _named(name: Name, scope: Scope) -> Any:
    direction = scope.direction(name)
    if direction is not None:
        return direction
    if name.whole in scope.scalars:
        return scope.scalars[name.whole]
    if name.whole == "pi" and not any(name.quoted):
        return functions.pi(Graph())
    raise scope.unknown(name)


def _along(tree: Along, scope: Scope) -> Expr:
    of = _meaning(tree.of, scope)
    if not isinstance(of, VectorQuantity):
        what = f"along takes a component of a velocity or position, and this is {kind(of)}."
        raise Slip(tree.at, what, "Write it as in velocity(P).along(basket.x).")
    return of.along(vector_of(tree.direction, scope))


# ── arithmetic ────────────────────────────────────────────────────────────────────────────
def _negative(tree: Negative, x: Any) -> Any:
    return -x if isinstance(x, Vector) else -_scalar(tree.of, x)


def _chain(tree: Chain, scope: Scope) -> Any:
    found = _meaning(tree.first, scope)
    if not all(sign in _JOIN for sign, _, _ in tree.rest):
        return _logical(tree, found, scope)
    for sign, at, operand in tree.rest:
        found = _joined(sign, at, found, _meaning(operand, scope))
    return found


def _logical(tree: Chain, first: Any, scope: Scope) -> Condition | bool:
    found = _condition(tree.first, first)
    for sign, _, operand in tree.rest:
        other = condition_of(operand, scope)
        if isinstance(found, Condition) or isinstance(other, Condition):
            found = found & other if sign == "&" else found | other
        else:
            found = (found and other) if sign == "&" else (found or other)
    return found


def _joined(sign: str, at: int, a: Any, b: Any) -> Any:
    """a and b joined by one of + − * /."""
    if isinstance(a, Vector) or isinstance(b, Vector):
        return _joined_vectors(sign, at, a, b)
    for x in (a, b):
        if not _is_scalar(x):
            raise Slip(at, f"'{sign}' joins numbers or vectors, and one is {kind(x)}.", _JOINED)
    if sign == "/" and _is_zero(b):
        raise Slip(at, "something is divided by zero.", "Check what stands behind the '/'.")
    if isinstance(a, Expr) or isinstance(b, Expr):
        return _EXPRS[sign](a, b)
    return _finite(at, _JOIN[sign](a, b))


def _joined_vectors(sign: str, at: int, a: Any, b: Any) -> Vector:
    try:
        if isinstance(a, Vector) and isinstance(b, Vector) and sign in "+-":
            return Vector.__add__(a, b) if sign == "+" else Vector.__sub__(a, b)
    except FrameMismatch as error:
        raise Slip(
            at, "vectors of two frames are added.", str(error).split(". ")[0] + "."
        ) from None
    if sign == "*" and isinstance(a, Vector) and _is_scalar(b):
        return Vector.__mul__(a, b)
    if sign == "*" and isinstance(b, Vector) and _is_scalar(a):
        return Vector.__mul__(b, a)
    if sign == "/" and isinstance(a, Vector) and _is_scalar(b) and not _is_zero(b):
        x, y, z = (_joined("/", at, component, b) for component in a.components)
        return a.frame.vector(x, y, z)
    what = f"'{sign}' does not go between {kind(a)} and {kind(b)}."
    raise Slip(at, what, "Vectors are added to vectors, and multiplied by numbers.")


def _power(tree: Power, x: Scalar) -> Scalar:
    if tree.exponent < 0 and _is_zero(x):
        raise Slip(tree.at, "zero is raised to a negative power.", "Check the base.")
    if isinstance(x, Expr):
        return x**tree.exponent
    found: Number = 1
    for _ in range(abs(tree.exponent)):
        found = plain(product(found, x))
    return _finite(tree.at, found if tree.exponent >= 0 else _quotient(1, found))


def _quotient(a: Number, b: Number) -> Number:
    """a / b, exact where both are."""
    if isinstance(a, float) or isinstance(b, float):
        return float(a) / float(b)
    return plain(Fraction(a) / Fraction(b))


def _finite(at: int, x: Number) -> Number:
    if isinstance(x, float) and not math.isfinite(x):
        raise Slip(at, f"its value is {x}.", "Check the numbers in it.")
    return x


# ── functions ─────────────────────────────────────────────────────────────────────────────
def _call(tree: Call, scope: Scope) -> Any:
    name = tree.function.whole
    frame = scope.frame_before(tree.function, "vector")
    if frame is not None:
        _count(tree, 3)
        x, y, z = (scalar_of(argument, scope) for argument in tree.arguments)
        return frame.vector(x, y, z)
    if name in _OF_SCALARS:
        return _function(tree, scope)
    if name == "where":
        return _where(tree, scope)
    if name in _QUANTITIES:
        return _quantity(tree, scope)
    raise scope.unknown_function(tree.function, (*_OF_SCALARS, "where", *_QUANTITIES))


def _function(tree: Call, scope: Scope) -> Scalar:
    count, function = _OF_SCALARS[tree.function.whole]
    _count(tree, count)
    found: Scalar = function(*(scalar_of(argument, scope) for argument in tree.arguments))
    return found if isinstance(found, Expr) else _finite(tree.at, plain(found))


def _where(tree: Call, scope: Scope) -> Scalar:
    _count(tree, 3)
    condition, a, b = tree.arguments
    return functions.where(condition_of(condition, scope), scalar_of(a, scope), scalar_of(b, scope))


def _quantity(tree: Call, scope: Scope) -> Any:
    least, most, maker = _QUANTITIES[tree.function.whole]
    _count(tree, least, most)
    try:
        return maker(scope, tree.arguments)
    except KaneError as error:  # the quantity's own judgement, in its words
        raise Slip(tree.at, str(error), "") from None


def _count(tree: Call, least: int, most: int | None = None) -> None:
    given, most = len(tree.arguments), least if most is None else most
    if not least <= given <= most:
        asked = str(least) if least == most else f"{least} or {most}"
        what = f"{tree.function.whole} takes {asked} argument{'s' * (most != 1)}; it has {given}."
        raise Slip(tree.at, what, "Separate them by commas.")


def _cosine(scope: Scope, given: Sequence[Node]) -> Expr:
    first, second = (vector_of(one, scope) for one in given)
    return quantities.cosine(first, second)


_QUANTITIES: Final = {**QUANTITIES, "cosine": (2, 2, _cosine)}
_OF_SCALARS: Final[dict[str, tuple[int, Callable[..., Any]]]] = {
    **{
        name: (1, getattr(functions, name))
        for name in [
            "sqrt",
            "sin",
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "exp",
            "log",
            "tanh",
            "sign",
        ]
    },
    "abs": (1, functions.absolute),
    "atan2": (2, functions.atan2),
    "minimum": (2, functions.minimum),
    "maximum": (2, functions.maximum),
}
NAMES: Final = (*_OF_SCALARS, "where", *_QUANTITIES)
_JOIN: Final[dict[str, Callable[[Any, Any], Number]]] = {
    "+": lambda a, b: plain(total(a, b)),
    "-": lambda a, b: plain(total(a, -b)),
    "*": lambda a, b: plain(product(a, b)),
    "/": _quotient,
}
_EXPRS: Final[dict[str, Callable[[Any, Any], Expr]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
}
_COMPARE: Final[dict[str, Callable[[Any, Any], Condition | bool]]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": functions.equal,
}
_JOINED: Final = "Take a component with .along(…), or name a number."


# ── kinds ─────────────────────────────────────────────────────────────────────────────────
def _scalar(tree: Node, found: Any) -> Scalar:
    if _is_scalar(found):
        scalar: Scalar = found
        return scalar
    remedy = "Name a number: a parameter, a coordinate, a component with .along(…)."
    raise Slip(tree.at, f"this is {kind(found)}, and a number is asked for.", remedy)


def _condition(tree: Node, found: Any) -> Condition | bool:
    if isinstance(found, Condition | bool):
        return found
    what = f"this is {kind(found)}, and a condition is asked for."
    raise Slip(tree.at, what, "Compare two values: q1 < 0.5.")


def _is_scalar(found: Any) -> bool:
    return isinstance(found, Expr) or (is_number(found) and not isinstance(found, bool))


def _is_zero(x: Scalar) -> bool:
    return (x.value if isinstance(x, Expr) else x) == 0


def kind(found: Any) -> str:
    """What something is, in words."""
    match found:
        case Condition() | bool():
            return "a condition"
        case Vector():
            return "a vector"
        case VectorQuantity():
            return f"the vector {found}, of which no component is taken"
        case _:
            return "a number"
