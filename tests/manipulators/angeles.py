"""The recursion of [Angeles1989 Sec. 6] as it stands, mended, in its two consistent readings.

The paper mixes two conventions, each of which is right by itself (both were established against
Pinocchio):

    B   Sec. 3: [a_i] = (a, b sin α, −b cos α), b_i the Z_i-coordinate of the foot of the common
        normal, −d; (20) subtracts b̈ e + 2 Ω ḃ e, and the force conjugate to b_i is −e·v, since
        ∂(position)/∂b_i = −e_i (the sign is lost in (35), (43), (45))
    D   Stage 1's box: [a_i] = (a, −b sin α, b cos α), b = +d, with + b̈ e + 2 Ω ḃ e and +e·v

In Stage 2's box "p_{i−1} − W_{i−1}(a_i − ρ_{i−1})" must be +, by (18). A first joint may slide.
Numbers may be of any kind that adds and multiplies; exact zeros are the integer 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

Three = list[Any]
Rows = list[Three]
ZERO: Three = [0, 0, 0]


class Reading(Enum):
    """How b is counted."""

    B = auto()  # b = −d
    D = auto()  # b = +d


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A row of the table and the link's mass, mass centre from O_i and central inertia."""

    slides: bool
    sine_cosine_alpha: tuple[Any, Any]
    a: Any
    mass: Any
    rho: Three
    inertia: Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """A joint's state: (sin θ, cos θ), b, and the rate and second rate of its variable."""

    sine_cosine_theta: tuple[Any, Any]
    b: Any
    rate: Any
    second: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turned:
    """Q_i, (7)."""

    alpha: tuple[Any, Any]
    theta: tuple[Any, Any]

    def out(self, v: Three) -> Three:
        """Q v, (54), (55): 8 multiplications, 4 additions."""
        (sa, ca), (st, ct) = self.alpha, self.theta
        u = v[0] * st + v[1] * ct
        return [v[0] * ct - v[1] * st, u * ca - v[2] * sa, u * sa + v[2] * ca]

    def into(self, v: Three) -> Three:
        """Qᵀ v."""
        (sa, ca), (st, ct) = self.alpha, self.theta
        u = v[1] * ca + v[2] * sa
        return [v[0] * ct + u * st, u * ct - v[0] * st, v[2] * ca - v[1] * sa]


def inverse_dynamics(
    links: Sequence[Link], motions: Sequence[Motion], minus_g: Three, reading: Reading
) -> list[Any]:
    """τ: moments about e_i; forces conjugate to b_i."""
    turns = [
        _Turned(alpha=link.sine_cosine_alpha, theta=motion.sine_cosine_theta)
        for link, motion in zip(links, motions, strict=True)
    ]
    a = [translation(link, motion, reading) for link, motion in zip(links, motions, strict=True)]
    w, wdot, p = kinematics(links, motions, turns, a, minus_g, reading)
    return forces(links, turns, a, w, wdot, p, reading)


def translation(link: Link, motion: Motion, reading: Reading) -> Three:
    """Stage 1: [a_i]_{i−1}."""
    sine, cosine = link.sine_cosine_alpha
    if reading is Reading.B:
        return [link.a, motion.b * sine, -(motion.b * cosine)]
    return [link.a, -(motion.b * sine), motion.b * cosine]


def kinematics(
    links: Sequence[Link],
    motions: Sequence[Motion],
    turns: Sequence[_Turned],
    a: Sequence[Three],
    minus_g: Three,
    reading: Reading,
) -> tuple[list[Three], list[Three], list[Three]]:
    """Stage 2: ω, ω̇ and p̈ of every link."""
    w, wdot, p, W = ZERO, ZERO, minus_g, [ZERO, ZERO, ZERO]
    rho = ZERO
    found: tuple[list[Three], list[Three], list[Three]] = ([], [], [])
    for link, motion, Q, reach in zip(links, motions, turns, a, strict=True):
        p = Q.into(plus(p, times(W, minus(reach, rho))))
        w, wdot = Q.into(w), Q.into(wdot)
        if link.slides:
            push = [2 * (w[1] * motion.rate), -(2 * (w[0] * motion.rate)), motion.second]
            p = minus(p, push) if reading is Reading.B else plus(p, push)
        else:
            w = [w[0], w[1], w[2] + motion.rate]
            gyration = [w[1] * motion.rate, -(w[0] * motion.rate), motion.second]
            wdot = plus(wdot, gyration)
        rho, W = link.rho, second_rates(w, wdot)
        p = plus(p, times(W, rho))
        for every, one in zip(found, (w, wdot, p), strict=True):
            every.append(one)
    return found


def forces(
    links: Sequence[Link],
    turns: Sequence[_Turned],
    a: Sequence[Three],
    w: Sequence[Three],
    wdot: Sequence[Three],
    p: Sequence[Three],
    reading: Reading,
) -> list[Any]:
    """Stage 3: τ from the last joint to the first."""
    v, moment, tau = ZERO, ZERO, []
    for i in reversed(range(len(links))):
        hdot = plus(times(links[i].inertia, wdot[i]), cross(w[i], times(links[i].inertia, w[i])))
        u = [links[i].mass * x for x in p[i]]
        if i + 1 < len(links):
            v, moment = turns[i + 1].out(v), turns[i + 1].out(moment)
            moment = plus(moment, cross(a[i + 1], v))
        moment = plus(moment, plus(hdot, cross(links[i].rho, u)))
        v = plus(v, u)
        along = -v[2] if reading is Reading.B else v[2]
        tau.append(along if links[i].slides else moment[2])
    return tau[::-1]


def second_rates(w: Three, wdot: Three) -> Rows:
    """W = Ω̇ + Ω², (53): 6 multiplications, 9 additions."""
    x, y, z = w
    xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
    return [
        [-(yy + zz), xy - wdot[2], xz + wdot[1]],
        [xy + wdot[2], -(xx + zz), yz - wdot[0]],
        [xz - wdot[1], yz + wdot[0], -(xx + yy)],
    ]


def times(A: Rows, v: Three) -> Three:
    """A v."""
    return [row[0] * v[0] + row[1] * v[1] + row[2] * v[2] for row in A]


def cross(a: Three, b: Three) -> Three:
    """a × b."""
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def plus(a: Three, b: Three) -> Three:
    """a + b."""
    return [x + y for x, y in zip(a, b, strict=True)]


def minus(a: Three, b: Three) -> Three:
    """a − b."""
    return [x - y for x, y in zip(a, b, strict=True)]
