"""Mobility: which of the wheels' skid rows a platform may keep, and where they cannot agree.

A wheel at (x, y) with its plane at the angle δ from straight ahead forbids

    −v_x sin δ + v_y cos δ + ω (x cos δ + y sin δ) = 0                 [Campion1996 Sec. II]

of the platform's velocity (v_x, v_y) and turn rate ω. At most two such rows may be independent, for
the third would leave no motion: three axles must meet in one point, the turning centre.

From: kinds.py    Next: platform.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from kane.algebra.functions import cos, sin
from kane.model.checks.entry import leaves, number
from kane.model.given import refuse, shown
from kane.model.rolling.kinds import Fixed, Steered

Row = tuple[Any, Any, Any]
NEAR: Final = 1e-9  # of rows of length one
TRIED: Final = (-0.5, -0.2, 0.3, 0.6)  # steering angles at which laws are tried


def skid_row(at: tuple[Any, Any], angle: Any) -> Row:
    """The factors of v_x, v_y and ω."""
    (x, y), s, c = at, sin(angle), cos(angle)
    return (-s, c, x * c + y * s)


def meeting(first: Row, second: Row, third: Row) -> Any:
    """det: zero where three axles meet in one point, or are all parallel."""
    (a, b, c), (d, e, f), (g, h, i) = first, second, third
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def valued(scalar: Any, path: str) -> float:
    """A scalar of the description as a number."""
    found = number(scalar, leaves(scalar))
    if found is None:
        refuse(path, f"{shown(scalar)} is no constant.", "Give numbers or parameters.")
    return found


def see_that_axles_agree(fixed: Sequence[Fixed], path: str) -> None:
    """All fixed wheels turn about one axle."""
    rows = {one.name: _number_row(one, one.heading, path) for one in fixed}
    first, *others = rows
    for name in others:
        if np.linalg.svd(np.array([rows[first], rows[name]]), compute_uv=False)[1] > NEAR:
            _refuse_pair(path, first, rows[first], name, rows[name])


def _refuse_pair(path: str, one: str, a: Any, two: str, b: Any) -> None:
    remedy = (
        "Let fixed wheels share one axle, and make the others mobile.Steered, mobile.Castered "
        "or mobile.Omni."
    )
    if abs(a[0] * b[1] - a[1] * b[0]) <= NEAR:
        apart = abs(abs(a[2]) - abs(b[2])) if a @ b > 0 else abs(a[2] + b[2])
        what = (
            f"the axles of its fixed wheels '{one}' and '{two}' are parallel and {apart:.4g} m "
            "apart, so that it could go straight and never turn."
        )
    else:
        # v = ω × r vanishes at the turning centre (x, y): v_x = ω y, v_y = −ω x
        y, x = np.linalg.solve([[a[0], -a[1]], [b[0], -b[1]]], [-a[2], -b[2]]) + 0.0
        what = (
            f"the axles of its fixed wheels '{one}' and '{two}' meet at ({x:.4g}, {y:.4g}) m, "
            "so that it could turn about that point and nothing else."
        )
    refuse(path, what, remedy)


def see_that_law_agrees(
    holders: Sequence[tuple[Fixed, Any]], follower: Steered, angle: Any, path: str
) -> None:
    """A coupled wheel's axle goes through the turning centre of those that hold.

    `holders` are two wheels with their angles as functions of the leader's, and so is `angle`.
    """
    worst, where = 0.0, 0.0
    for phi in TRIED:
        rows = [_number_row(wheel, turned(phi), path) for wheel, turned in holders]
        own = _number_row(follower, angle(phi), path)
        off = abs(meeting(*map(tuple, (*rows, own)))) / np.linalg.norm(np.cross(*rows))
        if off > abs(worst):
            worst, where = float(off), phi
    if worst > 1e-9:
        names = " and ".join(f"'{wheel.name}'" for wheel, _ in holders)
        what = (
            f"at {where} rad of '{follower.follows}' the axle of '{follower.name}' misses the "
            f"turning centre of {names} (the determinant of their skid rows is {worst:.3g})."
        )
        refuse(path, what, "Leave its law out: Ackermann's is taken, which meets it exactly.")


def _number_row(wheel: Fixed, angle: Any, path: str) -> Any:
    at = tuple(valued(x, f"{path}, wheel '{wheel.name}'") for x in wheel.at)
    heading = valued(angle, f"{path}, wheel '{wheel.name}'")
    return np.array([float(x) for x in skid_row((at[0], at[1]), heading)])
