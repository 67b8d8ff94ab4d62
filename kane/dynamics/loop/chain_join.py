"""Chain join: the segments of a chain coupled at their tips.

With T, t of all that follows a segment, about its tip, and the segment's own I, p, G, g, Λ:

    f = −(T A_tip + t),   A_tip = G A + g + Λ f
    ⇒   f = −(E A + e),   and with all that follows   I + Gᵀ E,   p + Gᵀ e

With Y = (1 + TΛ)⁻¹ T symmetric, E = Y G and e = Y (g − Λ t) + t. With T = L Lᵀ and
1 + Lᵀ Λ L = C Cᵀ, both of Cholesky, Y = B Bᵀ where B = L C⁻ᵀ. T is singular along the joint that
follows, whose column of L is then zero.

From: chain_steps.py    Next: kane/program/loops/chain.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kane.algebra.functions import sqrt, where
from kane.dynamics.loop.articulated import SIZE, Articulated
from kane.dynamics.loop.chain_steps import CARRY, HANDLES, SPIN
from kane.dynamics.loop.moving import matrix, triple, turned
from kane.dynamics.loop.symbols import Symbols
from kane.dynamics.requests import Request
from kane.geometry.rotation import Matrix, Rows, transposed

LAW: Final = 42  # E by rows, e
NOTHING: Final = 1e-14  # of a diagonal entry: round-off
REACHED: Final = 18  # α, a of the base's parent, f, α, a of the tip

Square = list[list[Any]]  # 6 × 6
Column = list[Any]


def join() -> Request:
    """The law of f, and the segment joined with what follows; `turn` is R of what follows."""
    take = Symbols()
    following, turn, carry = take("following", SIZE), take("turn", 9), take("carry", CARRY)
    T, t = _seen(following, Matrix(transposed(matrix(turn))))
    own = Articulated.of(carry[SPIN : SPIN + SIZE])
    G, compliance, g = handles(carry[SPIN + SIZE :])
    L = cholesky(T)
    C = cholesky(_plus_one(_product(_transposed(L), _product(compliance, L))))
    V = [_below(C, column) for column in _transposed(_product(_transposed(L), G))]
    B = _product(L, _transposed(_inverse(C)))
    bent = [x - y for x, y in zip(g, _times(compliance, t), strict=True)]
    e = [x + y for x, y in zip(_times(B, _times(_transposed(B), bent)), t, strict=True)]
    joined = _whole(own)
    made = [[joined[i][j] + _dot(V[i], V[j]) for j in range(6)] for i in range(6)]
    p = [x + _dot(column, e) for x, column in zip(own.p, _transposed(G), strict=True)]
    E = _product(B, _transposed(V))
    law = [*(x for row in E for x in row), *e]
    return take.request("join", joined=[*_flat(made), *p], law=law)


def reach() -> Request:
    """A of the base's parent along the segment's axes, f, and A of the tip."""
    take = Symbols()
    before, carry, law = take("before", 6), take("carry", CARRY), take("law", LAW)
    A = turned(Matrix(matrix(carry)), before)
    G, compliance, g = handles(carry[SPIN + SIZE :])
    f = [-(_dot(law[6 * i : 6 * i + 6], A) + law[36 + i]) for i in range(6)]
    tip = [_dot(G[i], A) + (g[i] + _dot(compliance[i], f)) for i in range(6)]
    return take.request("reach", reached=[*A, *f, *tip])


def handles(flat: Sequence[Any]) -> tuple[Square, Square, Column]:
    """G, Λ and g."""
    G = [[-x for x in flat[6 * k : 6 * k + 6]] for k in range(6)]
    lower = {(i, j): flat[36 + i * (i + 1) // 2 + j] for i in range(6) for j in range(i + 1)}
    compliance = [[lower[max(i, j), min(i, j)] for j in range(6)] for i in range(6)]
    return G, compliance, list(flat[HANDLES - 6 :])


def cholesky(A: Square) -> Square:
    """L with L Lᵀ = A ≥ 0; where A is singular to round-off, a column of L is zero."""
    size = len(A)
    L: Square = [[0] * size for _ in range(size)]
    for j in range(size):
        left = A[j][j] - _dot(L[j][:j], L[j][:j])
        sound = left > A[j][j] * NOTHING
        root = sqrt(where(sound, left, 1))
        inverse = where(sound, 1 / root, 0)
        L[j][j] = where(sound, root, 0)
        for i in range(j + 1, size):
            L[i][j] = (A[i][j] - _dot(L[i][:j], L[j][:j])) * inverse
    return L


def _below(L: Square, b: Sequence[Any]) -> Column:
    """L⁻¹ b."""
    x: Column = []
    for i, row in enumerate(L):
        x.append((b[i] - _dot(row[:i], x)) / row[i])
    return x


def _inverse(L: Square) -> Square:
    """L⁻¹, by rows."""
    units = [[int(i == j) for i in range(len(L))] for j in range(len(L))]
    return _transposed([_below(L, unit) for unit in units])


def _seen(following: Sequence[Any], R: Matrix) -> tuple[Square, Column]:
    """I and p along other axes."""
    given = Articulated.of(following)
    turned_H = _conjugated(given.H, R)
    seen = Articulated(
        J=R.out_symmetric(given.J), H=turned_H, M=R.out_symmetric(given.M), p=turned(R, given.p)
    )
    return _whole(seen), list(seen.p)


def _conjugated(rows: Rows, R: Matrix) -> Rows:
    """R X Rᵀ."""
    half = [R.out(row) for row in rows]
    columns = [R.out(triple([row[j] for row in half])) for j in range(3)]
    return transposed((columns[0], columns[1], columns[2]))


def _whole(given: Articulated) -> Square:
    top = [[*given.J[i], *given.H[i]] for i in range(3)]
    low = [[*[given.H[j][i] for j in range(3)], *given.M[i]] for i in range(3)]
    return [*top, *low]


def _flat(whole: Square) -> list[Any]:
    """J, H, M as an Articulated has them."""
    J = [whole[i][j] for i in range(3) for j in range(i, 3)]
    H = [whole[i][j] for i in range(3) for j in range(3, 6)]
    M = [whole[i][j] for i in range(3, 6) for j in range(i, 6)]
    return [*J, *H, *M]


def _dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    terms = [x * y for x, y in zip(a, b, strict=True)]
    return sum(terms[1:], terms[0]) if terms else 0


def _times(A: Square, b: Sequence[Any]) -> Column:
    return [_dot(row, b) for row in A]


def _product(A: Square, B: Square) -> Square:
    columns = _transposed(B)
    return [[_dot(row, column) for column in columns] for row in A]


def _transposed(A: Square) -> Square:
    return [list(column) for column in zip(*A, strict=True)]


def _plus_one(A: Square) -> Square:
    return [[x + 1 if i == j else x for j, x in enumerate(row)] for i, row in enumerate(A)]
