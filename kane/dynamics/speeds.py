"""Generalized speeds of the user's choosing: u = Y σ + Z, inverted to σ = W u + X.

A speed is defined by naming a velocity. Its definition is a row, affine in the joints' natural
speeds σ; a motion constraint that the speeds encapsulate is a row equal to zero. The rows are
solved for σ in three steps, so that W stays short and has no false singularities:

1. a rate of a coordinate gives its σ at once;
2. *peeling*: where the two components of ω (or v) across a joint's axis are defined, they are
   turned into the parent's axes, where the joint no longer appears; c² + s² = 1 is thereby
   used up, and no pivot c or s is left behind (FINDINGS §8);
3. sparse elimination of what remains, unit pivots first [Markowitz1957].

A definition that *is* a component of a link's velocity along the link's own axes becomes an
override: from there on its symbol stands for the component [KaneLevinson1983].

From: kinematics.py    Next: elimination.py, then wrenches.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kane.algebra.dependence import rate_of
from kane.algebra.expr import Expr
from kane.algebra.rate import Rate
from kane.algebra.zero import Samples
from kane.dynamics.carriers import carried
from kane.dynamics.elimination import Row, eliminate, settled
from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.kinematics import Kind, Overrides, Place, Velocities, velocities
from kane.dynamics.locate import Definitions
from kane.dynamics.overrides import Defined, overridden, plain_components, told
from kane.dynamics.peel import peel
from kane.dynamics.rank import speeds_undetermined
from kane.dynamics.tree import Tree
from kane.model.quantities import CoordinateRate

FIXED: Final = Rate.PARAMETER  # what does not change while the system moves


@dataclass(frozen=True, slots=True, kw_only=True)
class Speeds:
    """What the natural speeds and the overridden components are in the speeds u."""

    names: tuple[str, ...]
    u: tuple[Expr, ...]
    sigma: tuple[Form, ...]
    overrides: Overrides  # of Forms
    pivots: tuple[Any, ...] = ()  # what W divides by; it is singular where one of them vanishes


def joint_speeds(tree: Tree, u: Sequence[Expr], names: Sequence[str]) -> Speeds:
    """σ where the speeds are the joints' own: the identity, but for prescribed motions."""
    known = {number: rate for link in tree.links for number, rate in link.known.items()}
    sigma: list[Form] = []
    free = iter(enumerate(u))
    for number in range(len(tree.speed_names)):
        if number in known:
            sigma.append(_remainder(known[number].rate))
        else:
            r, symbol = next(free)
            sigma.append(Form({r: tree.lift.scalar(1)}, symbol))
    return Speeds(names=tuple(names), u=tuple(u), sigma=tuple(sigma), overrides={})


def natural_speeds(tree: Tree) -> Speeds:
    """The natural speeds, each a generalized speed of its own, without symbols for them."""
    known = {number for link in tree.links for number in link.known}
    names = [name for number, name in enumerate(tree.speed_names) if number not in known]
    return joint_speeds(tree, [tree.lift.scalar(1)] * len(names), names)


def solve_speeds(
    tree: Tree, rows: Sequence[Defined], u: Sequence[Expr], names: Sequence[str], at: Samples
) -> Speeds:
    """σ = W u + X and the overridden components, from the speeds' definitions.

    Pivots are judged at the states `at`.
    """
    one, zero = tree.lift.scalar(1), tree.lift.scalar(0)
    natural = [Form({number: one}, zero) for number in range(len(tree.speed_names))]
    found = velocities(tree, natural, Form({}, zero), {})
    definitions = Definitions(tree, found, natural)
    overrides, left = overridden(definitions, rows)
    more, spent = carried(tree, overrides, told(definitions, rows, overrides))
    asked = {place: form for place, form in overrides.items() if not is_spent(place, spent)}
    overrides |= more
    groups, equations = _grouped(definitions, left, {**asked, **more})
    peeled = [peel(tree, definitions, *place, group) for place, group in groups.items()]
    equations += [row for one in peeled for row in one.rows]
    overrides = {place: form for one in peeled for place, form in one.met.items()} | overrides
    equations += [
        Row(coefficients={number: one}, equals=_remainder(known.rate))
        for link in tree.links
        for number, known in link.known.items()
    ]
    refusal = speeds_undetermined(tree, equations, names)
    solved = eliminate(equations, len(tree.speed_names), at, refusal)
    divided = [divisor for one in peeled for divisor in one.divisors]
    given = {place: settled(form, solved.forms) for place, form in overrides.items()}
    if any(not row.equals.coefficients for row in rows):  # constraints are encapsulated
        given = plain_components(tree, solved.forms, given, u)
    return Speeds(
        names=tuple(names),
        u=tuple(u),
        sigma=solved.forms,
        overrides=given,
        pivots=tuple(
            dict.fromkeys(pivot for pivot in (*divided, *solved.pivots) if rate_of(pivot) > FIXED)
        ),
    )


def is_spent(place: Place, spent: set[int]) -> bool:
    """Whether a component was moved to the link's parent already."""
    kind, link, _ = place
    return kind is Kind.LINEAR and link in spent


def moving(tree: Tree, speeds: Speeds) -> Velocities:
    """The velocities of every link as Forms in the speeds u."""
    none = Form({}, tree.lift.scalar(0))
    return velocities(tree, speeds.sigma, none, speeds.overrides)


def _grouped(
    definitions: Definitions, rows: Sequence[Defined], overrides: Mapping[Place, Form]
) -> tuple[dict[tuple[Kind, int], dict[int, Form]], list[Row]]:
    """The overridden components by link, and the other rows as equations in σ."""
    groups: dict[tuple[Kind, int], dict[int, Form]] = {}
    for (kind, link, axis), form in overrides.items():
        groups.setdefault((kind, link), {})[axis] = form
    equations: list[Row] = []
    for row in rows:
        total = _remainder(row.rest)
        for definition, coefficient in row.terms:
            total = total + definitions.form(definition) * coefficient
        equations.append(Row.of(total, row.equals))
    return groups, equations


def _remainder(rest: Any) -> Form:
    return Form({REMAINDER: rest} if rest else {}, rest)


__all__ = ["CoordinateRate", "Defined", "Speeds", "joint_speeds", "moving", "solve_speeds"]
