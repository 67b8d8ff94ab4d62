"""Contacts of shapes, and limits of coordinates: where bodies may touch, as points of touching.py.

    Contact("table", box, GROUND.plane(Z), friction=0.4, restitution=0.1)
    Contact("balls", first, second, friction=0.2)
    Limits("knee", 0.0, 2.4)

What touches is a body's shape, or a point, or a plane. A box over a plane has a point for each
corner, a capsule for each end; a ball has one, and so has every other pair of shapes.

From: touching.py, shapes.py, meeting.py    Next: system.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from kane.algebra.expr import Expr, Scalar
from kane.geometry.vector import Components, Frame, HalfSpace, Vector
from kane.model.body import Body, Point
from kane.model.given import refuse, shown
from kane.model.meeting import (
    Apart,
    Ball,
    Block,
    Egg,
    Pair,
    Ring,
    Rod,
    Slipping,
    Solid,
    Wall,
)
from kane.model.quantities import quantity
from kane.model.shapes import Box, Capsule, Convex, Disk, Ellipsoid, Sphere
from kane.model.symbols import coordinate
from kane.model.touching import Law, Touching

Touched = Body | Point | HalfSpace


@dataclass(frozen=True, slots=True, eq=False)
class Contact:
    """Two bodies that may touch, or a body and a plane; a plane comes second.

    Friction is Coulomb's: `friction` while it slides and `static_friction` (the same, unless it
    is given) while it sticks. `restitution` goes by one of three laws. In a plane motion `across`
    is the direction at right angles to it, GROUND.y, so that slip has but one direction.
    """

    name: str
    first: Touched
    second: Touched
    friction: Scalar = 0.0
    static_friction: Scalar | None = None
    restitution: float = 0.0
    law: Law = Law.NEWTON
    across: Vector | None = None

    @property
    def points(self) -> tuple[Touching, ...]:
        """Where they may touch: "NAME", or "NAME, corner 1" … where there are several."""
        pairs = pairs_of(self)
        return tuple(self._touching(word if len(pairs) > 1 else "", pair) for word, pair in pairs)

    def _touching(self, word: str, pair: Pair) -> Touching:
        gap = quantity(Apart(pair=pair))
        tangents = 0 if _is_zero(self.friction) and not self.static_friction else 2
        if self.across is not None:
            tangents = min(tangents, 1)
        slips = tuple(quantity(Slipping(pair=pair, tangent=k + 1)) for k in range(tangents))
        return Touching(
            name=f"{self.name}, {word}" if word else self.name,
            gap=gap,
            slip=slips,
            friction=self.friction,
            static_friction=self.static_friction,
            restitution=self.restitution,
            law=self.law,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Limits:
    """Stops of a coordinate: it stays between two values, and bounces off by `restitution`."""

    coordinate: str
    lower: Scalar | None = None
    upper: Scalar | None = None
    restitution: float = 0.0

    @property
    def name(self) -> str:
        """ "limits of q"."""
        return f"limits of {self.coordinate}"

    @property
    def points(self) -> tuple[Touching, ...]:
        """Each stop as something that touches."""
        path = f"Contact '{self.name}'"
        if self.lower is None and self.upper is None:
            refuse(path, "it has neither a lower nor an upper one.", "Give at least one.")
        if _numbers(self.lower, self.upper) and not self.lower < self.upper:  # type: ignore[operator]
            what = f"the lower one, {self.lower}, is not below the upper one, {self.upper}."
            refuse(path, what, "Exchange them.")
        q, found = coordinate(self.coordinate), []
        if self.lower is not None:
            found.append(("lower", q - self.lower))
        if self.upper is not None:
            found.append(("upper", self.upper - q))
        return tuple(
            Touching(f"{self.name}, {word}", gap, restitution=self.restitution)
            for word, gap in found
        )


def _numbers(*values: Any) -> bool:
    return all(isinstance(value, int | float) for value in values)


def _is_zero(value: Any) -> bool:
    return not isinstance(value, Expr) and value == 0


# ── pairs of solids ───────────────────────────────────────────────────────────────────────
def pairs_of(contact: Contact) -> list[tuple[str, Pair]]:
    """Every pair of solids that may meet, with a word for each."""
    path = f"Contact '{contact.name}'"
    first = _solids(contact.first, path)
    second = _solids(contact.second, path)
    if contact.first is contact.second:
        refuse(path, f"{contact.first} is to touch itself.", "Give another body.")
    across = _across(contact.across, path)
    if isinstance(second[0][1], Wall):
        return [(word, Pair(first=_over(one, path), second=second[0][1], across=across))
                for word, one in _beside(contact.first, first)]  # fmt: skip
    if isinstance(first[0][1], Wall):
        refuse(path, "a plane comes first.", "Give the body first and the plane second.")
    if _flat(contact.first) and _flat(contact.second):
        return _flats(contact, path, across)
    for given in (contact.first, contact.second):
        if isinstance(given, Body) and isinstance(given.shape, Convex):
            what = f"the hull of body '{given}' can touch planes alone."
            refuse(path, what, "Give it a Sphere, a Capsule or a Box for other bodies.")
    (_, a), (_, b) = first[0], second[0]
    return [("", _pair(a, b, across, path))]


def _solids(given: Any, path: str) -> list[tuple[str, Solid]]:
    """What a body, a point or a plane consists of."""
    if isinstance(given, HalfSpace):
        on = Point(f"{given.frame}_o", given.frame, given.through)
        return [("", Wall(centre=on, normal=given.normal))]
    if isinstance(given, Point):
        return [("", Ball(centre=given, radius=0))]
    if not isinstance(given, Body):
        what = f"{shown(given)} is nothing that can touch."
        refuse(path, what, "Give a body with a shape, a point, or GROUND.plane(Z).")
    if given.shape is None:
        what = f"body '{given}' has no shape."
        refuse(path, what, f'Give it one: Body("{given}", …, shape=Sphere(0.1)), or name a point.')
    if isinstance(given.shape, Convex):
        return points_of(given, given.shape)
    return [("", solid_of(given))]


def points_of(body: Body, shape: Convex) -> list[tuple[str, Solid]]:
    """The points of a hull, each with its rounding."""
    places = [Point(f"{body}_{k}", body, place) for k, place in enumerate(shape.points, 1)]
    return [(p.name, Ball(centre=p, radius=shape.rounding)) for p in places]


def solid_of(body: Body) -> Solid:
    """A body's shape as a solid."""
    shape = body.shape
    at = getattr(shape, "at", None)
    centre = body.mass_centre if at is None else Point(f"{body}_c", body, at)
    match shape:
        case Sphere():
            return Ball(centre=centre, radius=shape.radius)
        case Capsule():
            ends = [_along(centre, shape.axis, shape.length * sign) for sign in (-0.5, 0.5)]
            return Rod(centre=ends[0], end=ends[1], radius=shape.radius)
        case Box():
            half = _core(shape)
            return Block(centre=centre, half=half, radius=shape.rounding)
        case Disk():
            return Ring(centre=centre, axis=shape.axis, radius=shape.radius)
        case Ellipsoid():
            return Egg(centre=centre, half=(shape.x, shape.y, shape.z))
    raise AssertionError(f"{shape} is no shape; the body let it pass: our fault")


def _core(box: Box) -> tuple[Any, Any, Any]:
    """Half the sizes of what the rounding stands about."""
    x, y, z = (0 if _is_zero(s) else s * 0.5 - box.rounding for s in (box.x, box.y, box.z))
    return x, y, z


def _along(centre: Point, axis: Components, length: Any) -> Point:
    x, y, z = (c + length * a if a else c for c, a in zip(centre.position, axis, strict=True))
    return Point(f"{centre.frame}_e", centre.frame, (x, y, z))


def _across(given: Vector | None, path: str) -> tuple[Frame, Components] | None:
    if given is None:
        return None
    if not isinstance(given, Vector):
        refuse(path, f"across {shown(given)} is no direction.", "Give one such as GROUND.y.")
    return given.frame, given.components


def _beside(given: Any, solids: list[tuple[str, Solid]]) -> list[tuple[str, Solid]]:
    """The parts of a solid that meet a plane one by one: corners and ends."""
    if len(solids) > 1:
        return solids
    (_, solid) = solids[0]
    if isinstance(solid, Rod):
        ends = (solid.centre, solid.end)
        return [(f"end {k}", Ball(centre=p, radius=solid.radius)) for k, p in enumerate(ends, 1)]
    if isinstance(solid, Block):
        return corners(given, solid)
    return solids


def corners(body: Body, block: Block) -> list[tuple[str, Solid]]:
    """The corners of a box."""
    assert isinstance(body.shape, Box)
    found: list[tuple[str, Solid]] = []
    for number, signs in enumerate(body.shape.corners, start=1):
        x, y, z = (
            c + h * s if s else c
            for c, h, s in zip(block.centre.position, block.half, signs, strict=True)
        )
        place = Point(f"{body}_{number}", body, (x, y, z))
        found.append((f"corner {number}", Ball(centre=place, radius=block.radius)))
    return found


def _over(solid: Solid, path: str) -> Solid:
    if isinstance(solid, Wall):
        refuse(path, "both are planes.", "Give a body and a plane.")
    return solid


def _flat(given: Any) -> bool:
    return isinstance(given, Body) and isinstance(given.shape, Box) and len(given.shape.corners) < 8


def _flats(contact: Contact, path: str, across: Any) -> list[tuple[str, Pair]]:
    """Two rectangles in a plane: each one's corners against the other."""
    found = []
    for body, other in ((contact.first, contact.second), (contact.second, contact.first)):
        assert isinstance(body, Body)
        assert isinstance(other, Body)
        mine, its = solid_of(body), solid_of(other)
        assert isinstance(mine, Block)
        assert isinstance(its, Block)
        _see_round(mine.radius, its.radius, path)
        found += [
            (f"{word} of {body}", Pair(first=corner, second=its, across=across))
            for word, corner in corners(body, mine)
        ]
    return found


_ORDER: Final = (Ball, Rod, Block)


def _pair(a: Solid, b: Solid, across: Any, path: str) -> Pair:
    """Two solids in the order in which nearness knows them, or as hulls."""
    for one in (a, b):
        if isinstance(one, Egg | Ring):
            what = f"{one} can touch planes alone."
            remedy = "Give it another shape for other bodies: a Sphere or a Capsule."
            refuse(path, what, remedy)
    _see_round(a.radius, b.radius, path)  # type: ignore[union-attr]
    first, second = sorted((a, b), key=lambda one: _ORDER.index(type(one)))
    known = {(Ball, Ball), (Ball, Rod), (Rod, Rod), (Ball, Block)}
    if (type(first), type(second)) not in known:
        what = f"{first} and {second} have no closed form for where they are nearest."
        remedy = "Make one of them of Spheres, or in a plane both flat boxes with a rounding."
        refuse(path, what, remedy)
    return Pair(first=first, second=second, across=across)


def _see_round(r: Any, s: Any, path: str) -> None:
    if _is_zero(r) and _is_zero(s):
        what = "neither of the two is round anywhere, so that they would touch in places that jump."
        refuse(path, what, "Give one of them a rounding: Box(1, 1, 1, rounding=0.01).")
