"""What a turning joint leaves as it is: U c, for c along its axis.

Points of the axis belong to the link and to its parent alike, so that with U = [α×] + [ω×][ω×]

    U_L c = Rᵀ U_P (R c)                                                               (1)

Where R c is one of the parent's axes, U_P (R c) is a column of U_P that is there already: one
plane turn then gives what α_L would be asked for, and α_L itself follows by two differences.
With (a, b, c) cyclic and x = U_L c:

    α_b = x_a − ω_a ω_c,   α_a = ω_b ω_c − x_b,   U_cc = x_c                             (2)

Beside Rᵀ α_P and ω × cσ this saves two products, three sums and a square a joint; where R c is
no axis of the parent it would cost more, and is not done.

From: kinematics.py    Next: wrenches.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kane.dynamics.tree import Link
from kane.geometry.rotation import Rows
from kane.geometry.vector import Components, Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """α and U of a link, and U's diagonal by differences: D_i = ω_j² − ω_k² = U_jj − U_kk."""

    alpha: Vector
    U: Rows
    D: Components


def inherited(link: Link, alpha: Vector, w: Vector, U_P: Rows) -> Turned | None:
    """α and U by Eqs. (1) and (2), given α but for its components across the axis."""
    axis = _axis(link)
    if axis is None:
        return None
    column = _column(link, axis, U_P)
    return None if column is None else turned(axis, column, alpha, w)


def turned(c: int, x: Vector, alpha: Vector, w: Vector) -> Turned:
    """Eq. (2) and the rest of U."""
    a, b = (c + 1) % 3, (c + 2) % 3
    ac, bc, ab = w[a] * w[c], w[b] * w[c], w[a] * w[b]
    bb, cc = w[b] * w[b], w[c] * w[c]
    found = {a: bc - x[b], b: x[a] - ac, c: alpha[c]}
    aa_down = -(bb + cc)
    U = {
        (a, a): aa_down,
        (b, b): x[c] + (bb - cc),
        (c, c): x[c],
        (a, b): ab - found[c],
        (b, a): ab + found[c],
        (a, c): x[a],
        (c, a): ac - found[b],
        (b, c): x[b],
        (c, b): bc + found[a],
    }
    D = {a: bb - cc, b: x[c] - aa_down, c: aa_down - U[b, b]}
    return Turned(
        alpha=Vector(w.frame, (found[0], found[1], found[2])),
        U=tuple(tuple(U[i, j] for j in range(3)) for i in range(3)),  # type: ignore[arg-type]
        D=(D[0], D[1], D[2]),
    )


def _axis(link: Link) -> int | None:
    """The coordinate axis about which alone a link turns after a moving parent."""
    if link.parent < 0 or len(link.angular) != 1 or any(map(any, (v for v in link.linear))):
        return None
    along = [i for i, x in enumerate(link.angular[0]) if x]
    return along[0] if len(along) == 1 else None


def _column(link: Link, axis: int, U_P: Rows) -> Vector | None:
    """Rᵀ U_P (R c), where R c is an axis of the parent."""
    one: Any = link.angular[0][axis] * link.angular[0][axis]
    unit = [one if i == axis else one * 0 for i in range(3)]
    outer = link.rotation.out(Vector(link.frame, (unit[0], unit[1], unit[2])))
    there = [i for i, x in enumerate(outer) if x]
    if len(there) != 1 or abs(outer[there[0]]) != 1:
        return None
    k, sign = there[0], outer[there[0]]
    x, y, z = (row[k] * sign for row in U_P)
    return link.rotation.into(Vector(outer.frame, (x, y, z)))
