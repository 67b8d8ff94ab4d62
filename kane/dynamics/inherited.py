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
from kane.geometry.rotation import Rows, transposed
from kane.geometry.vector import Components, Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """α and U of a link, and U's diagonal by differences: D_i = ω_j² − ω_k² = U_jj − U_kk."""

    alpha: Vector
    U: Rows
    D: Components


def inherited(
    link: Link, J: Rows, alpha: Vector, w: Vector, before: Turned | None
) -> Turned | None:
    """α and U by Eqs. (1) and (2), given α but for its components across the axis.

    A link that only slides turns as its parent: U and D are there already, but for the names
    of their axes. None where what is there is of no use.
    """
    if before is None:
        return None
    if not any(map(any, link.angular)):
        return _same(link, alpha, before)
    axis = _axis(link)
    column = None if axis is None else _column(link, axis, before.U)
    return None if axis is None or column is None else turned(axis, column, J, alpha, w)


def turned(c: int, x: Vector, J: Rows, alpha: Vector, w: Vector) -> Turned:
    """Eq. (2) and the rest of U."""
    a, b = (c + 1) % 3, (c + 2) % 3
    ac, bc, ab = w[a] * w[c], w[b] * w[c], w[a] * w[b]
    found = {a: bc - x[b], b: x[a] - ac, c: alpha[c]}
    diagonal, D = _diagonal(c, x[c], J, w)
    U = {
        (a, b): ab - found[c],
        (b, a): ab + found[c],
        (a, c): x[a],
        (c, a): ac - found[b],
        (b, c): x[b],
        (c, b): bc + found[a],
    }
    rows = ([diagonal[i] if i == j else U[i, j] for j in range(3)] for i in range(3))
    x1, x2, x3 = ((r[0], r[1], r[2]) for r in rows)
    alpha_L = Vector(w.frame, (found[0], found[1], found[2]))
    return Turned(alpha=alpha_L, U=(x1, x2, x3), D=(D[0], D[1], D[2]))


def _diagonal(c: int, U_cc: Any, J: Rows, w: Vector) -> tuple[dict[int, Any], dict[int, Any]]:
    """U's diagonal and its differences: without ω_a² where J_bc asks for ω_b² − ω_c² anyway."""
    a, b = (c + 1) % 3, (c + 2) % 3
    aa, bb, cc = w[a] * w[a], w[b] * w[b], w[c] * w[c]
    if not J[b][c] or not aa or not bb:
        return {a: -(bb + cc), b: -(aa + cc), c: U_cc}, {a: bb - cc, b: cc - aa, c: aa - bb}
    U_aa, U_bb = -(bb + cc), U_cc + (bb - cc)
    return {a: U_aa, b: U_bb, c: U_cc}, {a: bb - cc, b: U_cc - U_aa, c: U_aa - U_bb}


def _same(link: Link, alpha: Vector, before: Turned) -> Turned | None:
    """The parent's U and D along this link's axes, where these are the parent's in some order."""
    rows = transposed(link.rotation.rows())  # of the link's axes along the parent's
    places = [[i for i, x in enumerate(row) if x] for row in rows]
    if any(len(there) != 1 for there in places):
        return None
    at = [there[0] for there in places]
    sign = [row[i] for row, i in zip(rows, at, strict=True)]
    U = [[before.U[at[i]][at[j]] * (sign[i] * sign[j]) for j in range(3)] for i in range(3)]
    x, y, z = (before.D[at[i]] * (1 if at[i - 2] == (at[i] + 1) % 3 else -1) for i in range(3))
    a, b, c = map(tuple, U)
    return Turned(alpha=alpha, U=(a, b, c), D=(x, y, z))


def _axis(link: Link) -> int | None:
    """The coordinate axis about which alone a link turns after a moving parent."""
    if len(link.angular) != 1:
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
