"""Tree steps: forward and inverse dynamics of any tree of the known joints, body after body.

All along the ground's axes. Forward, with A = (α, a):

    outward     R, ω and p of a body from its parent's R and ω
    inward      the body taken in, its joint freed; what is left goes to the parent
    settle      σ̇, and the body's A from its parent's            [Featherstone2008 Sec. 7.3]

and inverse, after `outward`:

    accelerate  A of the body, and the wrench that it takes      [Featherstone2008 Sec. 5.3]
    project     τ, and what is left for the parent

and q̇ of one joint, `rates`.

From: articulated.py    Next: kane/program/loops/tree.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kane.dynamics.loop.articulated import SIZE, Articulated, freed, inner, shifted, wrench_shifted
from kane.dynamics.loop.chain_steps import flat, product
from kane.dynamics.loop.kind import FIXED, MASS, Kind
from kane.dynamics.loop.moving import (
    Moving,
    Six,
    matrix,
    moving,
    placed,
    plus,
    total,
    triple,
)
from kane.dynamics.loop.symbols import Symbols
from kane.dynamics.requests import Request
from kane.geometry.mass import add
from kane.geometry.rotation import Matrix
from kane.geometry.vector import cross

OWN: Final = 15  # R, ω, p
PIVOT: Final = 7  # K and the rate, for each speed


def outward(kind: Kind) -> Request:
    """R = R_P R_PL, ω = ω_P + Σ A_i u_i, p along the ground's axes."""
    take, joint = Symbols(), kind.joint
    parent, fixed = take("parent", OWN), take("fixed", FIXED)
    q, u = take("q", joint.coordinates), take("u", joint.speeds)
    own = placed(kind, fixed, q, u)
    R_P = matrix(parent)
    R = product(R_P, own.rotation.rows)
    w = add(triple(parent, 9), Matrix(R).out(total(own.columns, u, 0)))
    return take.request(f"outward_{kind.word}", own=[*flat(R), *w, *Matrix(R_P).out(own.p)])


def inward(kind: Kind) -> Request:
    """What the body and all that it carries leave to the parent, and the pivots of its joint."""
    take = Symbols()
    gathered, body = take("gathered", SIZE), _body(take, kind)
    tau = take("tau", kind.joint.speeds)
    done = freed(Articulated.of(gathered).with_body(body), body, tau)
    pivots = []
    for K, rate in zip(done.K, done.rates, strict=True):
        pivots += [*wrench_shifted(K, body.p), rate - inner(body.c, K)]
    passed = shifted(done.left, body.p).flat()
    return take.request(f"inward_{kind.word}", passed=passed, pivot=pivots)


def settle(kind: Kind) -> Request:
    """σ̇_i = D⁻¹ρ_i − K_i A_P, and A = (α_P, a_P + α_P × p) + c + Σ S_i σ̇_i."""
    take = Symbols()
    before, body = take("before", 6), _body(take, kind)
    pivots = take("pivot", PIVOT * kind.joint.speeds)
    rates = [
        pivots[k + 6] - inner(tuple(before), tuple(pivots[k : k + 6]))
        for k in range(0, len(pivots), PIVOT)
    ]
    return take.request(f"settle_{kind.word}", reached=_reached(before, body, rates), udot=rates)


def accelerate(kind: Kind) -> Request:
    """A for these σ̇, and the wrench (N, F) = I A + bias about the body's origin."""
    take = Symbols()
    before, body = take("before", 6), _body(take, kind)
    udot = take("udot", kind.joint.speeds)
    A = _reached(before, body, udot)
    nothing = Articulated.of([body.mass * 0] * SIZE).with_body(body)
    wrench = plus(nothing.applied(A), nothing.p)
    return take.request(f"accelerate_{kind.word}", reached=A, wrench=wrench)


def project(kind: Kind) -> Request:
    """τ_i = A_i·N + B_i·F, and (N + p × F, F) for the parent."""
    take, joint = Symbols(), kind.joint
    wrench, own, fixed = take("wrench", 6), take("own", OWN), take("fixed", FIXED)
    q = take("q", joint.coordinates)
    still = [fixed[12] * 0] * joint.speeds
    R = Matrix(matrix(own))
    columns = [
        (*R.out(triple(S)), *R.out(triple(S, 3))) for S in placed(kind, fixed, q, still).columns
    ]
    tau = [inner(S, tuple(wrench)) for S in columns]
    passed = wrench_shifted(tuple(wrench), triple(own, 12))
    return take.request(f"project_{kind.word}", passed=passed, tau=tau)


def rates(kind: Kind) -> Request:
    """q̇ of a joint."""
    take, joint = Symbols(), kind.joint
    q, u = take("q", joint.coordinates), take("u", joint.speeds)
    return take.request(f"rates_{kind.word}", qdot=list(joint.motion(0).rates(q, u)))


def _body(take: Symbols, kind: Kind) -> Moving:
    own, fixed, mass = take("own", OWN), take("fixed", FIXED), take("mass", MASS)
    q, u = take("q", kind.joint.coordinates), take("u", kind.joint.speeds)
    return moving(
        placed(kind, fixed, q, u), Matrix(matrix(own)), triple(own, 12), triple(own, 9), mass, u
    )


def _reached(before: Sequence[Any], body: Moving, rates: Sequence[Any]) -> Six:
    alpha_P, a_P = triple(before), triple(before, 3)
    moved = plus((*alpha_P, *add(a_P, cross(alpha_P, body.p))), body.c)
    return plus(moved, (*total(body.columns, rates, 0), *total(body.columns, rates, 3)))
