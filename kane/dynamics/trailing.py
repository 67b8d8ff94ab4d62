"""Trailing links: what turns and rolls as it is led, told by the velocity of where it is led.

A wheel of radius r in a fork that trails by t, led at the fork's axis with v along the fork's axes:

    ω = v_y / t,     ṡ = v_x / r

both dependent speeds are components of one velocity times constants. The components get places of
their own (overrides), and the dependent speeds are said by them. M and generalized forces then
gather what belongs to one component, whichever of the three moves by it.

From: speeds.py    Next: constrain.py, composites.py, projection.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kane.algebra.dependence import rate_of
from kane.algebra.derivative import tangent
from kane.algebra.expr import Expr
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.kinematics import Kind, Place
from kane.dynamics.speeds import Speeds, moving
from kane.dynamics.tree import Link, Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """A trailing link: its angle q, and v of its origin along its axes across that of the turn.

    `first` and `second` follow the axis cyclically; with q̇ alone they change as

        d(first)/dt = q̇ second,     d(second)/dt = −q̇ first
    """

    link: int
    q: Expr
    axes: tuple[int, int]
    first: Form
    second: Form

    @property
    def places(self) -> dict[Place, Form]:
        """The overrides."""
        i, j = self.axes
        return {(Kind.LINEAR, self.link, i): self.first, (Kind.LINEAR, self.link, j): self.second}

    def rates(self, seeds: Mapping[Expr, Any]) -> dict[Expr, Any]:
        """How both change, where coordinates and speeds change like this."""
        a, b = self.first.value, self.second.value
        one, two = tangent([a, b], {**seeds, self.q: a * 0})
        return {a: one + seeds[self.q] * b, b: two - seeds[self.q] * a}


Cores = tuple[tuple[int, int], ...]


def trails(tree: Tree, free: Speeds, dependent: Mapping[str, Form]) -> list[Trail]:
    """The links that turn at a dependent speed and are led by independent ones."""
    links = [link for link in tree.links if _turns_as_told(free, dependent, link)]
    if not links:
        return []
    velocities = moving(tree, free)
    found = []
    for link in links:
        k = next(axis for axis in range(3) if link.angular[0][axis])
        i, j = (k + 1) % 3, (k + 2) % 3
        first, second = velocities.v[link.index][i], velocities.v[link.index][j]
        if _is_led(free, dependent, first) and _is_led(free, dependent, second):
            sign = link.angular[0][k]
            first, second = (first, second) if sign == 1 else (second, first)
            axes = (i, j) if sign == 1 else (j, i)
            one = Trail(link=link.index, q=link.q[0], axes=axes, first=first, second=second)
            if any(ratio(form, base) for form in dependent.values() for base in (first, second)):
                found.append(one)
    return found


def said(dependent: Mapping[str, Form], found: Sequence[Trail]) -> dict[str, Form]:
    """The dependent speeds, those that are a trailing link's velocity times a constant as that."""
    bases = [base for trail in found for base in (trail.first, trail.second)]
    return {name: _said(form, bases) for name, form in dependent.items()}


def _said(form: Form, bases: Sequence[Form]) -> Form:
    for base in bases:
        k = ratio(form, base)
        if k is not None:
            return Form({r: c * k for r, c in base.coefficients.items()}, base.value * k)
    return form


def _turns_as_told(free: Speeds, dependent: Mapping[str, Form], link: Link) -> bool:
    """Whether a component of ω is a dependent speed, and the joint does not slide."""
    if link.parent < 0 or len(link.angular) != 1 or any(map(any, link.linear)):
        return False
    if sorted(abs(float(x.value or 0)) for x in link.angular[0]) != [0, 0, 1]:
        return False
    for (kind, index, _), form in free.overrides.items():
        if kind is Kind.ANGULAR and index == link.index and len(form.coefficients) == 1:
            (r,) = form.coefficients
            if r != REMAINDER and free.names[r] in dependent:
                return True
    return False


def _is_led(free: Speeds, dependent: Mapping[str, Form], form: Form) -> bool:
    """Whether a velocity is that of independent speeds alone, and more than one of them."""
    speeds = [r for r in form.coefficients if r != REMAINDER]
    return (
        len(speeds) > 1
        and REMAINDER not in form.coefficients
        and not any(free.names[r] in dependent for r in speeds)
    )


# ── forms that are others times constants ─────────────────────────────────────────────────
def grouped(forms: Sequence[Form]) -> tuple[list[Form], list[tuple[int, Any]]]:
    """Forms of which none is another times a constant, and for each given one (which, constant).

    The constant is None where it is one.
    """
    bases: list[Form] = []
    places: list[tuple[int, Any]] = []
    known: dict[Cores, list[int]] = {}
    for form in forms:
        key = cores(form)
        same = ((i, ratio(form, bases[i])) for i in known.get(key, ()))
        found = next(((i, k) for i, k in same if k is not None), None)
        if found is None:
            found = len(bases), None
            bases.append(form)
            if key:
                known.setdefault(key, []).append(found[0])
        places.append(found)
    return bases, places


def together(parts: Sequence[tuple[Form, Any]]) -> list[tuple[Form, Any]]:
    """Σ form · amount, with the amounts of forms that are others times constants gathered."""
    bases, places = grouped([form for form, _ in parts])
    amounts: list[Any] = [None] * len(bases)
    for (i, k), (_, amount) in zip(places, parts, strict=True):
        part = amount if k is None else amount * k
        amounts[i] = part if amounts[i] is None else amounts[i] + part
    return list(zip(bases, amounts, strict=True))


def cores(form: Form) -> Cores:
    """The coefficients but for constant factors; nothing where one is constant, or alone."""
    if len(form.coefficients) < 2 or REMAINDER in form.coefficients:
        return ()
    parted = [(r, _parted(c)[1]) for r, c in form.coefficients.items()]
    known = [(r, abs(core.ref)) for r, core in parted if core is not None]
    return tuple(sorted(known)) if len(known) == len(parted) else ()


def ratio(form: Form, base: Form) -> Any:
    """The constant k of form = k · base; None where there is none, or all is constant."""
    if not form.coefficients or set(form.coefficients) != set(base.coefficients):
        return None
    found = None
    for r, c in form.coefficients.items():
        (k, core), (other, own) = _parted(c), _parted(base.coefficients[r])
        if core is None or own is None or core.ref != own.ref:
            return None
        if found is not None and not _same(found, k / other):
            return None
        found = k / other
    return found


def _same(a: Expr, b: Expr) -> bool:
    """Whether two constants are the same, exact or rounded."""
    return a.ref == b.ref or (a.value is not None and a.value == b.value)


def _parted(x: Expr) -> tuple[Expr, Expr | None]:
    """A product as its constant factor and the rest, unsigned; of a constant there is no rest."""
    k, core = x * 0 + 1, x
    while rate_of(core) > Rate.PARAMETER:
        if core.ref < 0:
            k, core = -k, -core
        graph, op = core.graph, core.graph.ops[core.ref]
        if op not in (Op.MUL, Op.DIV):
            return k, core
        a, b = (Expr(graph, ref) for ref in graph.args[core.ref])
        if rate_of(b) <= Rate.PARAMETER:
            k, core = k * b if op == Op.MUL else k / b, a
        elif rate_of(a) <= Rate.PARAMETER and op == Op.MUL:
            k, core = k * a, b
        else:
            return k, core
    return k * core, None
