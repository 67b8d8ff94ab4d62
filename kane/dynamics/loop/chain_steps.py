"""Chain steps: forward dynamics of a long chain, cut into segments that run side by side.

Each segment is an articulated body with two handles. With f the wrench that the next segment
exerts on its tip, and A = (α, a) the acceleration of the body before its base,

    the wrench it asks of that body:    I A + p − Gᵀ f
    the acceleration of its tip:        G A + g + Λ f                  [Featherstone2008 Sec. 7.4]

which the step inward carries along. So all segments pass from tip to base at once, one in each
lane of a vector; `join` (chain_join.py) couples them; and all pass from base to tip at once. A
segment's vectors are along the axes of its own tip body, from which the step inward finds its
way back.

From: articulated.py    Next: chain_join.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kane.dynamics.loop.articulated import (
    SIZE,
    Articulated,
    Freed,
    freed,
    inner,
    shifted,
    wrench_shifted,
)
from kane.dynamics.loop.kind import FIXED, MASS, Kind
from kane.dynamics.loop.moving import (
    Moving,
    Six,
    joint_acceleration,
    matrix,
    moving,
    placed,
    scaled,
    total,
    triple,
)
from kane.dynamics.loop.symbols import Symbols
from kane.dynamics.requests import Request
from kane.geometry.mass import add
from kane.geometry.rotation import Matrix, Rows, transposed
from kane.geometry.vector import Components, cross

SPIN: Final = 12  # R, ω
HANDLES: Final = 63  # −G (6 × 6, by rows), Λ (lower triangle), g
CARRY: Final = SPIN + SIZE + HANDLES
PIVOT: Final = 19  # K (6) at the parent, the rate (1) and what f adds to it (6), axis (3), p (3)
SETTLE: Final = 9  # α, a, ω


def spin(kind: Kind) -> Request:
    """R and ω along the body's own axes, outward: R' = R R_PL, ω' = R_PLᵀ ω + Σ A_i u_i."""
    take = Symbols()
    carry, fixed = take("carry", SPIN), take("fixed", FIXED)
    q, u = take("q", 1), take("u", 1)
    own = placed(kind, fixed, q, u)
    w = add(own.rotation.into(triple(carry, 9)), total(own.columns, u, 0))
    R = product(matrix(carry), own.rotation.rows)
    return take.request(f"spin_{kind.word}", carried=[*flat(R), *w])


def inward(kind: Kind) -> Request:
    """One body taken into the segment, and its joint freed."""
    take = Symbols()
    carry, fixed, mass = take("carry", CARRY), take("fixed", FIXED), take("mass", MASS)
    q, u, tau = take("q", 1), take("u", 1), take("tau", 1)
    own = placed(kind, fixed, q, u)
    R = Matrix(matrix(carry))
    R_P = product(R.rows, transposed(own.rotation.rows))
    body = moving(own, R, Matrix(R_P).out(own.p), triple(carry, 9), mass, u)
    whole = Articulated.of(carry[SPIN : SPIN + SIZE]).with_body(body)
    done = freed(whole, body, tau, rest=mass[10])
    handles, felt = _handled(carry[SPIN + SIZE :], body, done)
    K = wrench_shifted(done.K[0], body.p)
    rate = done.rates[0] - inner(body.c, done.K[0])
    carried = [*flat(R_P), *body.w_P, *shifted(done.left, body.p).flat(), *handles]
    axis = R.out((0, 0, 1))
    return take.request(
        f"inward_{kind.word}", carried=carried, pivot=[*K, rate, *felt, *axis, *body.p]
    )


def _handled(given: Sequence[Any], body: Moving, done: Freed) -> tuple[list[Any], list[Any]]:
    """−G, Λ, g with the joint freed, and what f adds to its rate.

    With P = −Gᵀ and s = Pᵀ S:  P' = P − U D⁻¹ sᵀ,  Λ' = Λ + s D⁻¹ sᵀ,
    g' = g − s D⁻¹ ρ − P'ᵀ c;  a wrench f at the tip adds −D⁻¹ s·f to σ̇.
    """
    rows = [tuple(given[6 * k : 6 * k + 6]) for k in range(6)]  # columns of P
    compliance, g = given[36:57], given[57:63]
    S, U = body.columns[0], done.U[0]
    s = [inner(S, row) for row in rows]
    ds = [x * done.inverse for x in s]
    left = [_less(row, U, share) for row, share in zip(rows, ds, strict=True)]
    moved = [wrench_shifted(row, body.p) for row in left]
    places = [(i, j) for i in range(6) for j in range(i + 1)]
    grown = [x + s[i] * ds[j] for x, (i, j) in zip(compliance, places, strict=True)]
    tip = [
        x - (y * done.rates[0] + inner(row, body.c)) for x, y, row in zip(g, s, left, strict=True)
    ]
    return [*(x for row in moved for x in row), *grown, *tip], [-x for x in ds]


def settle(kind: Kind) -> Request:
    """σ̇, and the body's acceleration and ω from its parent's."""
    take = Symbols()
    carry, f, fixed = take("carry", SETTLE), take("f", 6), take("fixed", FIXED)
    u, pivot = take("u", 1), take("pivot", PIVOT)
    axis, p, w_P = triple(pivot, 13), triple(pivot, 16), triple(carry, 6)
    directions = kind.joint.motion(fixed[12]).directions(u)
    S = (*_along(directions.angular[0], axis), *_along(directions.linear[0], axis))
    w = add(w_P, total((S,), u, 0))
    rate = pivot[6] + inner(tuple(f), tuple(pivot[7:13]))
    rate = rate - inner(tuple(carry[0:6]), tuple(pivot[0:6]))
    c = joint_acceleration((S,), u, w, w_P, p)
    alpha_P, a_P = triple(carry), triple(carry, 3)
    alpha = add(add(alpha_P, triple(c)), total((S,), [rate], 0))
    a = add(add(add(a_P, cross(alpha_P, p)), triple(c, 3)), total((S,), [rate], 3))
    return take.request(f"settle_{kind.word}", carried=[*alpha, *a, *w], udot=[rate])


def product(a: Rows, b: Rows) -> Rows:
    """A B."""
    A, columns = Matrix(a), transposed(b)
    return transposed((A.out(columns[0]), A.out(columns[1]), A.out(columns[2])))


def flat(rows: Rows) -> list[Any]:
    """Nine scalars, by rows."""
    return [x for row in rows for x in row]


def _less(row: Six, U: Six, share: Any) -> Six:
    return tuple(x - y * share for x, y in zip(row, U, strict=True))


def _along(direction: Components, axis: Components) -> Components:
    """A direction along z of the body, whose z is `axis`; exact zeros stay."""
    return scaled(axis, direction[2]) if direction[2] else (0, 0, 0)
