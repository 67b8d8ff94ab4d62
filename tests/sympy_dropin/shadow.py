"""The shadow: a system that our class has formed, formed by SymPy's too, and both compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy
from sympy.physics.mechanics.kane import KanesMethod as SympyKanesMethod

from kane.sympy.compare import difference, quantities, without
from kane.sympy.places import sympys_own
from kane.sympy.scalars import rate_of

# SymPy's Jacobians of the bicycle take minutes; its linearizer's functions are compared instead.
LONG = "test_bicycle"
FUNCTIONS = (("f_0", "f_1"), ("f_2", "f_3"), ("f_c",), ("f_v",), ("f_a",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A system that a test built, with what its class was given."""

    where: str
    ours: Any
    args: tuple[Any, ...]
    given: Mapping[str, Any]
    bodies: Any
    loads: Any


def differences(built: Built) -> dict[str, Any]:
    """How far both classes differ in the system of a test, by quantity, at random points."""
    ours, theirs = built.ours, theirs_of(built)
    gone = auxiliary(ours)
    found = difference(without(quantities(ours), gone), without(quantities(theirs), gone))
    if not gone:
        long = built.where == LONG
        found |= difference(linear_form(ours, long), linear_form(theirs, long))
    return {"where": built.where, "auxiliary": len(gone) // 2, "differences": found}


def theirs_of(built: Built) -> Any:
    """SymPy's object of the same arguments, its equations formed."""
    with sympys_own(SympyKanesMethod):
        theirs = SympyKanesMethod(*built.args, **built.given)
        theirs.kanes_equations(built.bodies, built.loads)
    return theirs


def auxiliary(method: Any) -> list[Any]:
    """The auxiliary speeds and their rates, which are zero by their nature."""
    speeds = method._uaux.flat()
    return [*speeds, *map(rate_of, speeds)]


def linear_form(method: Any, functions: bool) -> dict[str, Any]:
    """M, A and B of the linearized equations, or the functions that are linearized."""
    linearizer = method.to_linearizer()
    if not functions:
        M, A, B = linearizer.linearize()
        return {"linear M": M, "linear A": A, "linear B": sympy.Matrix(B)}
    return {" + ".join(names): _total(linearizer, names) for names in FUNCTIONS}


def _total(linearizer: Any, names: tuple[str, ...]) -> Any:
    first, *others = (sympy.Matrix(getattr(linearizer, name)) for name in names)
    for other in others:
        first += other
    return first
