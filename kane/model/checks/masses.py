"""Masses: that each central inertia can belong to a rigid body.

With S = ∫ r rᵀ dm ≥ 0 the principal moments are sums of two of S's, so that none is negative and
none exceeds the sum of the other two [Kane1985 p.68]. A body that turns about one axis alone
needs its moment about this axis only, and the others may be left zero.

From: scalars.py    Next: massless.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kane.errors import Fault
from kane.model.body import Body
from kane.model.checks.entry import HUGE, leaves, number
from kane.model.checks.parts import Parts

Array = NDArray[np.float64]

SLACK: Final = 1e-3  # of the largest moment: data given to three digits
ROUNDED: Final = 1e-9  # of the largest moment: what should be equal, or not negative

TurnsAbout = Callable[[Body], Array | None]  # the one axis a body turns about, if it is one


def mass_faults(parts: Parts, turns_about: TurnsAbout) -> Iterator[Fault]:
    """Inertias that no rigid body has."""
    for path, body in parts.bodies.items():
        found = inertia_of(body)
        if found is not None:
            yield from _inertia(path, body, found, turns_about)


def inertia_of(body: Body) -> Array | None:
    """The central inertia matrix with the parameters at their values; None if it has none."""
    entries = [[number(x, leaves(x)) for x in row] for row in body.inertia]
    if any(x is None for row in entries for x in row):
        return None
    found = np.array(entries, dtype=float)
    return found if np.all(np.abs(found) <= HUGE) else None


def _inertia(path: str, body: Body, given: Array, turns_about: TurnsAbout) -> Iterator[Fault]:
    size = float(np.max(np.abs(given), initial=0.0))
    if np.max(np.abs(given - given.T)) > ROUNDED * size:
        i, j = np.unravel_index(np.argmax(np.abs(given - given.T)), (3, 3))
        first, second = f"{'xyz'[i]}{'xyz'[j]}", f"{'xyz'[j]}{'xyz'[i]}"
        what = (
            f"its inertia is not symmetric: {first} is {given[i, j]:g}, "
            f"{second} is {given[j, i]:g} kg m²."
        )
        yield Fault(path=path, what=what, remedy="Give six entries: (xx, yy, zz, xy, xz, yz).")
    elif not _possible(given):
        axis = turns_about(body)
        if axis is None or not _planar(given, axis):
            yield Fault(path=path, what=_law_broken(given), remedy=_hint(body, given))


def _planar(given: Array, axis: Array) -> bool:
    """Whether nothing but a moment about the axis is given."""
    about = float(axis @ given @ axis)
    rest = given - about * np.outer(axis, axis)
    return about >= 0 and float(np.max(np.abs(rest))) <= ROUNDED * about


def _possible(given: Array) -> bool:
    mean = given / 2 + given.T / 2
    if not np.all(np.isfinite(mean)):
        return False
    a, b, c = np.linalg.eigvalsh(mean)
    return bool(a >= -ROUNDED * c and c <= a + b + SLACK * c)


def _law_broken(given: Array) -> str:
    a, b, c = np.linalg.eigvalsh(given)
    moments = f"principal moments {a:g}, {b:g}, {c:g} kg m² cannot belong to a rigid body"
    if a < -ROUNDED * abs(c):
        return f"{moments} ({a:g} < 0)."
    return f"{moments} ({c:g} > {a:g} + {b:g})."


def _hint(body: Body, given: Array) -> str:
    """What the user may have meant: another point, or products of the other sign."""
    products = given - np.diag(np.diag(given))
    if _possible(given - 2 * products):
        return (
            "With the products of the opposite sign they could: here I_xy = −∫ x y dm, as in the "
            "inertia matrix."
        )
    shift = _steiner(body)
    if shift is not None:
        if _possible(given + shift):
            return (
                "They could if m (c² 1 − c cᵀ) were subtracted once too often: give the inertia "
                "about the mass centre, not less."
            )
        if _possible(given - shift):
            return "They could about the body's origin: give the inertia about the mass centre."
    return "Check the units, and that the inertia is about the mass centre."


def _steiner(body: Body) -> Array | None:
    """m (c² 1 − c cᵀ), what an inertia about the origin has more."""
    mass = number(body.mass, leaves(body.mass))
    place = [number(x, leaves(x)) for x in body.centre]
    if mass is None or any(x is None for x in place):
        return None
    c = np.array(place, dtype=float)
    found: Array = mass * (c @ c * np.eye(3) - np.outer(c, c))
    return found if np.any(found) else None
