"""Layout: a tree's constants, laid out so that shortening may choose among equal ones.

Of the same motion there are many descriptions: a link's frame may be turned and shifted in the
link, masses may be moved between links where no equation feels it. A Layout is the tree with
these choices in evidence, one Seat a link; every idea of this package is a function
Layout → Layout, and `planted` makes a tree of the last one.

For link L on parent P, joint coordinate q, with z the joint's axis in both:

    turning    R_PL = K R_z(±q + φ),            p_PoLo = p
    sliding    R_PL = K,                        p_PoLo = p ± q K z
    other      R_PL = K R(q),                   p_PoLo as the joint says

From: sized.py    Next: planting.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import Any

from kane.algebra.expr import Expr
from kane.algebra.op import Op
from kane.algebra.substitute import substitute
from kane.dynamics.tree import Link, Tree
from kane.geometry.mass import MassProperties
from kane.geometry.rotation import IDENTITY, Matrix, Rows, transposed
from kane.geometry.vector import Components
from kane.model.joints.prismatic import Sliding
from kane.model.joints.revolute import Turning, axes_with_z_along
from kane.shorten.sized import ONE, ZERO, known, sized

UNIT: Rows = tuple(tuple(sized(x) for x in row) for row in IDENTITY)  # type: ignore[assignment]
NOWHERE: Components = (ZERO, ZERO, ZERO)
_ALMOST = 1e-14  # a rotation's entry so near 0 or ±1 is meant to be that (FINDINGS §2)


@unique
class Kind(Enum):
    """What a joint leaves free."""

    TURNS = "turns"  # about z
    SLIDES = "slides"  # along z
    PIVOTS = "pivots"  # about its centre, in any direction
    OTHER = "other"
    STAYS = "stays"  # anything, where the tree has it: speeds speak of its frame


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One link: where its frame lies after its parent's, and what it weighs.

    `axes` and `origin` say where the frame has gone from where the tree had it: components
    along the tree's axes are `axes` times those along these, and `origin` is along the tree's.
    """

    link: Link
    kind: Kind
    sense: int  # +1 or −1: whether z is the joint's axis or its opposite
    rotation: Rows  # K
    at: Components  # p
    phase: Any  # φ, a number or of parameters
    mass: MassProperties
    axes: Rows
    origin: Components
    shared: bool = False  # whether the frame stays behind when its joint turns

    @property
    def index(self) -> int:
        """The link's number."""
        return self.link.index

    @property
    def parent(self) -> int:
        """The number of the link before it."""
        return self.link.parent

    @property
    def z(self) -> Components:
        """The joint's axis along the parent's axes, K z."""
        a, b, c = self.rotation
        return (a[2], b[2], c[2])


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A tree with a seat for each of its links."""

    tree: Tree
    seats: tuple[Seat, ...]

    def children(self, index: int) -> list[Seat]:
        """The seats whose parent this is."""
        return [seat for seat in self.seats if seat.parent == index]

    def replace(self, seats: Sequence[Seat]) -> Layout:
        """The same with other seats."""
        return Layout(tree=self.tree, seats=tuple(seats))


def laid_out(tree: Tree) -> Layout:
    """The layout of a tree as it stands, with every joint's axis made z."""
    seats: list[Seat] = []
    for link in tree.links:
        before = seats[link.parent].axes if link.parent >= 0 else UNIT
        seats.append(_seat(tree, link, before))
    return Layout(tree=tree, seats=tuple(seats))


def _seat(tree: Tree, link: Link, before: Rows) -> Seat:
    kind = kind_of(link)
    constant, at = _constants(link, kind)
    fixed, sense = product(transposed(before), constant), 1
    axes = UNIT
    if kind in (Kind.TURNS, Kind.SLIDES):
        axis = link.motion.axis  # type: ignore[attr-defined]
        axes, sense = _upright(fixed, axis)
    own = tree.masses[link.index]
    mass = MassProperties(mass=sized(own.mass), first=triple(own.first), second=rows_of(own.second))
    return Seat(
        link=link,
        kind=kind,
        sense=sense,
        rotation=snapped(product(fixed, axes)),
        at=Matrix(before).into(at),
        phase=0.0,
        mass=turned_into(mass, axes),
        axes=axes,
        origin=NOWHERE,
    )


def kind_of(link: Link) -> Kind:
    """What the joint leaves free, as far as shortening knows how to use it."""
    motion = link.motion
    if isinstance(motion, Turning) and known(*motion.axis):
        return Kind.TURNS
    if isinstance(motion, Sliding) and known(*motion.axis) and _is_symbol(link.q[0]):
        return Kind.SLIDES
    still = not any(map(any, (b.components for b in link.linear)))
    if link.angular and still and not any(motion.pose(link.q).translation):
        return Kind.PIVOTS
    return Kind.OTHER


def _is_symbol(q: Expr) -> bool:
    return q.graph.ops[abs(q.ref)] == Op.SYMBOL


def _constants(link: Link, kind: Kind) -> tuple[Rows, Components]:
    """The constant rotation before the joint's own, and the offset (at q = 0 where it slides)."""
    own = 0 if link.still else len(link.motion.pose(link.q).factors)
    constant = link.rotation.factors[: len(link.rotation.factors) - own]
    offset = link.offset.components
    if kind is Kind.SLIDES:
        offset = tuple(substitute(list(offset), {link.q[0]: 0}))  # type: ignore[assignment]
    rows = rows_of(constant[0].rows) if constant else UNIT  # type: ignore[attr-defined]
    return snapped(rows), triple(offset)


def _upright(fixed: Rows, axis: Components) -> tuple[Rows, int]:
    """Axes with z along a joint's axis, or against it where it opposes the parent's z."""
    along = snapped((triple(axis), NOWHERE, NOWHERE))[0]
    sense = -1 if Matrix(fixed).out(along)[2] == -1 else 1
    way = tuple(x * sense for x in along)
    for k in range(3):
        if way[k] == 1:
            first, second = UNIT[(k + 1) % 3], UNIT[(k + 2) % 3]
            return transposed((first, second, UNIT[k])), sense
        if way[k] == -1:
            first, second = UNIT[(k + 2) % 3], UNIT[(k + 1) % 3]
            return transposed((first, second, tuple(-x for x in UNIT[k]))), sense
    plain: Any = tuple(float(x) for x in way)
    return rows_of(axes_with_z_along(plain)), sense


# ── small algebra of constants ────────────────────────────────────────────────────────────────
def triple(values: Sequence[Any]) -> Components:
    """Three scalars, sized."""
    a, b, c = map(sized, values)
    return (a, b, c)


def rows_of(rows: Sequence[Sequence[Any]]) -> Rows:
    """Nine scalars, sized."""
    a, b, c = map(triple, rows)
    return (a, b, c)


def snapped(rows: Rows) -> Rows:
    """A rotation's rows, with entries that are 0 or ±1 but for rounding made so."""
    a, b, c = (tuple(map(_snap, row)) for row in rows)
    return (a, b, c)


def _snap(x: Any) -> Any:
    if x.value.__class__ is not float:
        return x
    if abs(x.value) < _ALMOST:
        return ZERO
    if abs(abs(x.value) - 1) < _ALMOST:
        return ONE if x.value > 0 else -ONE
    return x


def product(a: Rows, b: Rows) -> Rows:
    """A B."""
    columns = Matrix(transposed(b))
    x, y, z = (columns.out(row) for row in a)
    return (x, y, z)


def turned_into(mass: MassProperties, axes: Rows) -> MassProperties:
    """Mass properties along other axes: components along the given ones are `axes` times these."""
    if axes is UNIT:
        return mass
    turn = Matrix(transposed(axes))
    return MassProperties(
        mass=mass.mass, first=turn.out(mass.first), second=turn.out_symmetric(mass.second)
    )


__all__ = ["Kind", "Layout", "Seat", "laid_out", "replace"]
