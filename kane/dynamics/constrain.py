"""Embedding: the speeds' definitions and the permanent motion constraints, settled together.

A motion constraint is a row J u + c = 0. Three uses are made of it:

- where there are fewer speeds than natural speeds σ, constraints without a named dependent
  speed make up the number: the choice of speeds encapsulates them [Gillespie2003 Sec. 4];
- a constraint with a named dependent speed gives that speed, u_D = D u_I + E with
  D = −J_D⁻¹ J_I and E = −J_D⁻¹ c, which is put in wherever u_D stood, so that partial
  velocities become the constrained ones, ṽ_r;
- every other constraint stays a row, for the run-time modes.

From: speeds.py    Next: equations.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kane.algebra.derivative import tangent
from kane.algebra.expr import Expr
from kane.algebra.rate import Rate
from kane.algebra.substitute import substitute
from kane.algebra.zero import Samples
from kane.dynamics.elimination import Row, Solved, again, eliminate
from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.locate import Definitions
from kane.dynamics.pivots import constant_pivots
from kane.dynamics.places import place_rate
from kane.dynamics.rank import dependents_undetermined
from kane.dynamics.relations import linear_terms
from kane.dynamics.samples import samples
from kane.dynamics.speeds import Defined, Speeds, joint_speeds, moving, solve_speeds
from kane.dynamics.trailing import Trail, said, trails
from kane.dynamics.tree import Tree
from kane.errors import DerivationError
from kane.model.constraints import CHOSEN, Configuration, Motion, Relation, has_row
from kane.model.system import System


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """The independent speeds, what the dependent ones are in them, and the rows that stay."""

    speeds: Speeds
    dependent: Mapping[str, Form]
    free: Speeds  # all speeds, before dependent ones were put in
    rows: Mapping[str, Form]  # J u + c of every constraint in all speeds, by name
    encapsulated: tuple[str, ...]
    pivots: Mapping[str, Any]  # what was divided by for each dependent speed
    settled: Settled | None = None  # how the dependent speeds were found
    led: frozenset[str] = frozenset()  # those that are velocities of trails times constants
    trails: tuple[Trail, ...] = ()

    def rates(self, seeds: Mapping[Expr, Any]) -> dict[Expr, Any]:
        """u̇_D by what u_D is, where the coordinates, time and independent speeds change like this.

        J_D u̇_D = −(J̇u + ċ) − J_I u̇_I, by the same elimination that gave u_D, so that none of its
        divisions is differentiated.
        """
        if self.settled is None:
            return {}
        names = self.settled.names
        values = {self.free.u[self.free.names.index(k)]: self.dependent[k].value for k in names}
        moved = {value: rate for one in self.trails for value, rate in one.rates(seeds).items()}
        changes = tangent([self.rows[one].value for one in self.settled.constraints], seeds)
        rows = [
            Row(coefficients=left, equals=Form({REMAINDER: -change}, -change))
            for left, change in zip(self.settled.left, substitute(changes, values), strict=True)
        ]
        found = again(rows, self.settled.way)
        return moved | {
            u_D: form.value
            for name, u_D, form in zip(names, values.values(), found, strict=True)
            if name not in self.led and u_D.graph.args[abs(u_D.ref)]  # a leaf changes by itself
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """J_D of the dependent speeds, by which constraints, and the way of its elimination."""

    names: tuple[str, ...]
    constraints: tuple[str, ...]
    left: tuple[Mapping[int, Any], ...]
    way: tuple[tuple[int, int], ...]


def embed(system: System, tree: Tree) -> Embedded:
    """The speeds of a system with its permanent constraints settled."""
    at = samples(tree)
    free, encapsulated = _free_speeds(system, tree, at)
    kept = [c for c in system.relations if c.name not in encapsulated and has_row(c)]
    rows = dict(zip((c.name for c in kept), in_speeds(tree, free, kept), strict=True))
    given = [c for c in kept if c.dependent and c.active]
    named = {c.dependent: c.name for c in given if c.dependent != CHOSEN}
    unnamed = [c.name for c in given if c.dependent == CHOSEN]
    named |= constant_pivots(free, {name: rows[name] for name in unnamed}, named, at)
    if not named:
        return Embedded(
            speeds=free, dependent={}, free=free, rows=rows, encapsulated=encapsulated, pivots={}
        )
    solved, left = _dependent(tree, free, rows, named, at)
    solution = dict(zip(named, solved.forms, strict=True))
    found = trails(tree, free, solution)
    dependent = said(solution, found)
    places = {place: form for trail in found for place, form in trail.places.items()}
    return Embedded(
        speeds=_put_in(replace(free, overrides={**free.overrides, **places}), dependent),
        dependent=dependent,
        free=free,
        rows=rows,
        encapsulated=encapsulated,
        pivots=dict(zip(named, solved.pivots, strict=True)),
        led=frozenset(name for name in named if dependent[name] is not solution[name]),
        trails=tuple(found),
        settled=Settled(
            names=tuple(named), constraints=tuple(named.values()), left=left, way=solved.way
        ),
    )


def _free_speeds(system: System, tree: Tree, at: Samples) -> tuple[Speeds, tuple[str, ...]]:
    """All generalized speeds, and the constraints that their choice encapsulates."""
    prescribed = {number for link in tree.links for number in link.known}
    if not system.speeds:
        names = [n for i, n in enumerate(tree.speed_names) if i not in prescribed]
        return joint_speeds(tree, _symbols(tree, names), names), ()
    names = list(system.speeds)
    u = _symbols(tree, names)
    missing = len(tree.speed_names) - len(prescribed) - len(names)
    spare = [c for c in system.relations if isinstance(c, Motion) and c.active and not c.dependent]
    if missing < 0 or missing > len(spare):
        _refuse_number(system, tree, len(prescribed), len(spare))
    rows = [
        _defined(f"Speed '{name}'", tree, definition, Form({r: tree.lift.scalar(1)}, u[r]))
        for r, (name, definition) in enumerate(system.speeds.items())
    ]
    nothing = Form({}, tree.lift.scalar(0))
    for constraint in spare[:missing]:
        rows.append(
            _defined(f"Constraint '{constraint.name}'", tree, difference(constraint), nothing)
        )
    encapsulated = tuple(c.name for c in spare[:missing])
    return solve_speeds(tree, rows, u, names, at), encapsulated


def _symbols(tree: Tree, names: Sequence[str]) -> tuple[Expr, ...]:
    return tuple(tree.lift.symbol(name, Rate.SPEED) for name in names)


def _defined(path: str, tree: Tree, definition: Expr, equals: Form) -> Defined:
    terms, rest = linear_terms(path, tree.lift, definition)
    return Defined(terms=terms, rest=rest, equals=equals)


def difference(constraint: Relation) -> Expr:
    """left − right of a constraint's relation."""
    relation = constraint.relation
    return relation.left - relation.right  # type: ignore[operator]


def in_speeds(tree: Tree, free: Speeds, constraints: Sequence[Relation]) -> list[Form]:
    """J u + c of constraints, in these speeds."""
    if not constraints:
        return []
    definitions = Definitions(tree, moving(tree, free), free.sigma, free.u)
    return [in_terms(tree, definitions, constraint) for constraint in constraints]


def in_terms(tree: Tree, definitions: Definitions, constraint: Relation) -> Form:
    """J u + c of one constraint, by what velocities are."""
    if isinstance(constraint, Configuration):
        return place_rate(tree, difference(constraint), definitions)
    path = f"Constraint '{constraint.name}'"
    terms, rest = linear_terms(path, tree.lift, difference(constraint))
    total = Form({REMAINDER: rest} if rest else {}, rest)
    for definition, coefficient in terms:
        total = total + definitions.form(definition) * coefficient
    return total


def _dependent(
    tree: Tree, free: Speeds, rows: Mapping[str, Form], named: Mapping[str, str], at: Samples
) -> tuple[Solved, tuple[Mapping[int, Any], ...]]:
    """u_D = D u_I + E, by elimination, and J_D; `named` says which constraint gives which speed."""
    names = list(named)
    for name in names:
        if name not in free.names:
            raise DerivationError(
                f"'{name}' is named as a dependent speed but is not among the speeds "
                f"({', '.join(free.names)}). Name one of these."
            )
    numbers = {free.names.index(name): place for place, name in enumerate(names)}
    equations = []
    for form in (rows[constraint] for constraint in named.values()):
        left = {numbers[r]: c for r, c in form.coefficients.items() if r in numbers}
        right = {r: c for r, c in form.coefficients.items() if r not in numbers}
        equals = Form({}, free.u[0] * 0)
        for r, c in right.items():
            one = Form({r: c / c}, free.u[r] if r != REMAINDER else c / c)
            equals = equals - one * c
        equations.append(Row(coefficients=left, equals=equals))
    refusal = dependents_undetermined(tree, equations, names, list(named.values()))
    solved = eliminate(equations, len(names), at, refusal)
    return solved, tuple(row.coefficients for row in equations)


def _put_in(free: Speeds, dependent: Mapping[str, Form]) -> Speeds:
    """The speeds with the dependent ones replaced, the others numbered anew."""
    kept = [r for r, name in enumerate(free.names) if name not in dependent]
    numbers = {r: place for place, r in enumerate(kept)}
    one = free.u[0] * 0 + 1

    def renumbered(form: Form) -> Form:
        coefficients = {numbers.get(r, REMAINDER): c for r, c in form.coefficients.items()}
        return Form(coefficients, form.value)

    replaced = {
        r: renumbered(dependent[name]) if name in dependent else Form({numbers[r]: one}, free.u[r])
        for r, name in enumerate(free.names)
    }

    def constrained(form: Form) -> Form:
        if not any(free.names[r] in dependent for r in form.coefficients if r != REMAINDER):
            return renumbered(form)
        total = Form({}, one * 0)
        for r, c in form.coefficients.items():
            total = total + (replaced[r] * c if r != REMAINDER else Form({REMAINDER: c}, c))
        return total

    return Speeds(
        names=tuple(free.names[r] for r in kept),
        u=tuple(free.u[r] for r in kept),
        sigma=tuple(constrained(form) for form in free.sigma),
        overrides={place: constrained(form) for place, form in free.overrides.items()},
        pivots=free.pivots,
    )


def _refuse_number(system: System, tree: Tree, prescribed: int, spare: int) -> None:
    raise DerivationError(
        f"System '{system.name}': {len(system.speeds)} generalized speeds are defined for "
        f"{len(tree.speed_names) - prescribed} natural joint speeds "
        f"({', '.join(tree.speed_names)}), and {spare} permanent constraints without a dependent "
        "speed can make up the difference. Define as many speeds as there are joint speeds, "
        "less the constraints that they encapsulate."
    )
