"""Tip-over by the Force–Angle measure: how far the resultant is from the nearest edge.

With the wheels that bound the platform's stand in counter-clockwise order, a_i from each to the
next, l_i from the mass centre of platform and wheels to that edge, at right angles, R and n what
inertia, weight and arm exert on it, force and moment about that mass centre:

    f_i = (1 − â âᵀ) R,  n_i = â âᵀ n,  f*_i = f_i + l̂ × n_i / |l|
    ϑ_i = sign{(l̂ × f*)·â} arccos(f̂*·l̂),    α = min ϑ_i |R|      [Papadopoulos1996; Tanner2001]

The printed measure leaves n unprojected, which is wrong by up to 228 N rad in the paper's example.
ϑ_i vanishes where the moment about the edge does, whatever the point: with three wheels α has the
sign of the smallest load. R and n are what the ground exerts, reversed.

From: undercarriage.py    Next: conditions.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kane.algebra.functions import atan2, minimum, sqrt
from kane.geometry.vector import cross, dot
from kane.model.checks.entry import leaves, number
from kane.model.given import refuse
from kane.model.rolling.undercarriage import Triple, Undercarriage


def force_angle(under: Undercarriage) -> Any:
    """α."""
    R, _ = resultant(under)
    least: Any = None
    for angle in edges(under).values():
        least = angle if least is None else minimum(least, angle)
    return least * sqrt(dot(R, R))


def edges(under: Undercarriage) -> Mapping[str, Any]:
    """ϑ of each edge, by the names of its wheels."""
    order = around(under)
    return {
        f"{a}–{b}": _angle(under, a, b)
        for a, b in zip(order, (*order[1:], order[0]), strict=True)
    }  # fmt: skip


def resultant(under: Undercarriage) -> tuple[Triple, Triple]:
    """R, and n about the mass centre of platform and wheels."""
    force, torque = under.wrench
    moment = _minus(torque, cross(under.mass_centre, force))
    return _negative(force), _negative(moment)


def _angle(under: Undercarriage, one: str, two: str) -> Any:
    R, n = resultant(under)
    a = (*_difference(under.contacts[two], under.contacts[one]), 0)
    to = _minus((*under.contacts[two], 0), under.mass_centre)
    a2 = dot(a, a)
    arm = _minus(to, _times(a, dot(a, to) / a2))
    f = _minus(R, _times(a, dot(a, R) / a2))
    turned = cross(arm, _times(a, dot(a, n) / (a2 * dot(arm, arm))))
    f = (f[0] + turned[0], f[1] + turned[1], f[2] + turned[2])
    return atan2(dot(cross(arm, f), a) / sqrt(a2), dot(arm, f))


def around(under: Undercarriage) -> tuple[str, ...]:
    """The wheels that bound the stand, counter-clockwise from above, where all angles are zero."""
    points = {name: _at_home(under, name) for name in under.contacts}
    names = _hull(points)
    if len(names) < 3:
        what = "its wheels stand in one line."
        refuse(f"Platform '{under.body}'", what, "Give it a wheel beside that line.")
    return names


def _at_home(under: Undercarriage, name: str) -> tuple[float, float]:
    wheel = next(w for w in under.wheels if w.name == name)
    place = np.array([_value(x) for x in wheel.centre.position])
    frame = wheel.centre.frame
    parents = {joint.child: joint for joint in under.system.joints}
    while frame is not under.body:
        joint = parents[frame]
        rotation = np.array([[_value(x) for x in row] for row in joint.axes])
        on, at = (np.array([_value(x) for x in where]) for where in (joint.on, joint.at))
        place, frame = at + rotation @ (place - on), joint.parent
    return float(place[0]), float(place[1])


def _value(scalar: Any) -> float:
    found = number(scalar, leaves(scalar))
    assert found is not None, f"{scalar} of a wheel's place is no constant; checks let it pass"
    return found


def _hull(points: Mapping[str, tuple[float, float]]) -> tuple[str, ...]:
    """The names of the corners of the convex hull, counter-clockwise, in the order given."""
    names = list(points)
    corner = [name for name in names if not _inside(points, name)]
    x, y = np.mean([points[name] for name in corner], axis=0)
    turned = sorted(corner, key=lambda name: np.arctan2(points[name][1] - y, points[name][0] - x))
    first = turned.index(corner[0])
    return (*turned[first:], *turned[:first])


def _inside(points: Mapping[str, tuple[float, float]], name: str) -> bool:
    """Whether a point is no corner: others surround it."""
    x, y = points[name]
    around_ = sorted(np.arctan2(q - y, p - x) for other, (p, q) in points.items() if other != name)
    gaps = np.diff([*around_, around_[0] + 2 * np.pi])
    return bool(gaps.max() <= np.pi + 1e-9)


def _difference(a: Any, b: Any) -> tuple[Any, Any]:
    return (a[0] - b[0], a[1] - b[1])


def _minus(a: Any, b: Any) -> Triple:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _negative(a: Triple) -> Triple:
    return (-a[0], -a[1], -a[2])


def _times(a: Any, factor: Any) -> Triple:
    return (a[0] * factor, a[1] * factor, a[2] * factor)
