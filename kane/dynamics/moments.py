"""Moments: what every link carries, and how it moves about the link's origin.

With ρ from the origin to an element of mass, ρ° its velocity as seen from the link and ρ̇ as seen
from the ground's axes, ρ̇ = ρ° + ω × ρ:

    m = ∫ dm,   h = ∫ ρ dm,   S = ∫ ρ ρᵀ dm,   h° = ∫ ρ° dm,   P° = ∫ ρ ρ°ᵀ dm
    ḣ = h° + ω × h,     P = ∫ ρ ρ̇ᵀ dm = P° + rows ω × S_r

of the link and all beyond it. The link's own mass does not move in it; what link L carries moves
in its parent by the joint's turning Ω and sliding v' more, and d further in

    h°' = R (h° + Ω × h + m v'),      P°' = R (P° + rows Ω × S_r + h v'ᵀ) Rᵀ + d h°'ᵀ

which leaves out the turning of d that P itself would have to take along. All uses want ḣ and P
doubled, so that they are carried doubled.

From: mass_matrix.py    Next: response.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kane.dynamics.kinematics import Velocities, along
from kane.dynamics.tree import Link, Tree
from kane.geometry.mass import MassProperties, add, add_rows
from kane.geometry.rotation import Rows
from kane.geometry.vector import Components, Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Moments:
    """m, h, S, and twice ḣ and P as seen from the ground's axes, along the link's axes."""

    mass: MassProperties
    rate: Components  # 2 ḣ
    mixed: Rows  # 2 P


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """m, h, S, 2 h° and 2 P° of what a link carries."""

    mass: MassProperties
    rate: Components
    mixed: Rows


def moments(tree: Tree, moving: Velocities, sigma: Sequence[Any]) -> list[Moments]:
    """Of every link with all that it carries."""
    zero = tree.lift.scalar(0)
    none = (zero, zero, zero)
    seen = [_Seen(mass=mass, rate=none, mixed=(none,) * 3) for mass in tree.masses]
    for link in reversed(tree.links):
        if link.parent >= 0:
            inner = _inward(tree, link, seen[link.index], sigma)
            seen[link.parent] = _together(seen[link.parent], inner)
    return [
        _from_ground(link, own, moving.w[link.index])
        for link, own in zip(tree.links, seen, strict=True)
    ]


def _inward(tree: Tree, link: Link, own: _Seen, sigma: Sequence[Any]) -> _Seen:
    """As seen from the parent, about its origin; S and P° share s² and s c."""
    zero, R, frame = tree.lift.scalar(0), link.rotation, link.frame
    turning, slide = (along(v, link, sigma, zero) for v in (link.angular, link.linear))
    turning, slide = turning + turning, slide + slide
    m, h = own.mass.mass, Vector(frame, own.mass.first)
    rate = R.out(Vector(frame, own.rate) + turning.cross(h) + slide * m)
    mixed = add_rows(add_rows(own.mixed, _spun(turning, own.mass.second)), _outer(h, slide))
    mass = MassProperties(
        mass=m, first=R.out(h).components, second=R.out_tensor(own.mass.second)
    ).moved(link.offset.components)
    moved = add_rows(R.out_tensor(mixed), _outer(link.offset, rate))
    return _Seen(mass=mass, rate=rate.components, mixed=moved)


def _together(a: _Seen, b: _Seen) -> _Seen:
    return _Seen(mass=a.mass + b.mass, rate=add(a.rate, b.rate), mixed=add_rows(a.mixed, b.mixed))


def _from_ground(link: Link, own: _Seen, w: Vector) -> Moments:
    """As seen from the ground's axes."""
    both = w + w
    rate = Vector(link.frame, own.rate) + both.cross(Vector(link.frame, own.mass.first))
    mixed = add_rows(own.mixed, _spun(both, own.mass.second))
    return Moments(mass=own.mass, rate=rate.components, mixed=mixed)


def _spun(w: Vector, S: Rows) -> Rows:
    """Rows ω × S_r."""
    x, y, z = (w.cross(Vector(w.frame, row)).components for row in S)
    return (x, y, z)


def _outer(a: Vector, b: Vector) -> Rows:
    """a bᵀ."""
    x, y, z = (tuple(i * j for j in b) for i in a)
    return (x, y, z)
