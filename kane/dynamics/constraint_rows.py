"""Constraint rows: J u + c = 0 in all speeds, their bias J̇u + ċ, and what was made of each.

From: constrain.py    Next: equations.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kane.algebra.derivative import tangent
from kane.algebra.substitute import substitute
from kane.dynamics.form import REMAINDER

if TYPE_CHECKING:
    from kane.dynamics.equations import Equations


@dataclass(frozen=True, slots=True, kw_only=True)
class ConstraintRows:
    """The motion constraints of a system.

    `J` has a row for each of `names` and a column for each of `speeds`, dependent ones among
    them. `embedded` names the constraints that give dependent speeds, `encapsulated` those that
    hold by the choice of speeds and have no row. `dependent` says what the dependent speeds are,
    u_D = D u_I + E, and `pivots` by what was divided for it: where one of them vanishes, the
    dependent speed cannot be had from its constraint.
    """

    names: tuple[str, ...]
    speeds: tuple[str, ...]
    J: tuple[tuple[Any, ...], ...]
    c: tuple[Any, ...]
    bias: tuple[Any, ...]
    dependent: Mapping[str, Any]
    pivots: Mapping[str, Any]
    embedded: tuple[str, ...]
    encapsulated: tuple[str, ...]


def constraint_rows(equations: Equations) -> ConstraintRows:
    """The constraints of these equations."""
    zero, embedded = equations.tree.lift.scalar(0), equations.embedded
    forms, speeds = embedded.rows.values(), embedded.free
    return ConstraintRows(
        names=tuple(embedded.rows),
        speeds=speeds.names,
        J=tuple(tuple(form.of(r, zero) for r in range(len(speeds.u))) for form in forms),
        c=tuple(form.of(REMAINDER, zero) for form in forms),
        bias=tuple(_biases(equations)),
        dependent={name: form.value for name, form in embedded.dependent.items()},
        pivots=embedded.pivots,
        embedded=embedded.settled.constraints if embedded.settled else (),
        encapsulated=embedded.encapsulated,
    )


def _biases(equations: Equations) -> list[Any]:
    """J̇u + ċ: the rows' rates with u̇ = 0, dependent speeds put in."""
    embedded = equations.embedded
    rows = [form.value for form in embedded.rows.values()]
    if not rows:
        return []
    free, dependent = embedded.free, embedded.dependent
    known = {
        u: dependent[name].value
        for name, u in zip(free.names, free.u, strict=True)
        if name in dependent
    }
    zero = equations.tree.lift.scalar(0)
    rates = tangent(rows, equations.seeds((zero,) * len(equations.u)))
    return substitute(rates, known) if known else rates
