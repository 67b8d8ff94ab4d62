"""The three examples of [Gillespie2003], as functions returning plain numbers.

Misprints mended here, each found numerically: the configuration constraint of the disk is
y cos φ − x sin φ = r; (33) lacks the minus sign of (14); (37) is the angular acceleration in N;
(39) must read F_2 = −F_f, as (40) has it; the row [0 0 1 0] of (56) is lost; q3 is the angle
between n1 and b1, and the caster trails, P3 = P2 − L3 c1, or else (59) to (63) do not hold; in
(66), (67) M_b and m_R are m_B, and the term in u1 u2 of (67) carries a plus. (49), (50) and (63)
are right as printed. Table 3 says 10 multiplications for (50); its text has 9.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tests.textbook.formula import Count, Formulas

Array = NDArray[np.float64]


# ── Example 1: a disk on a ramp ────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """Uniform disk B on a ramp at angle phi; u1 = q̇1 along a1 up the ramp, u2 = r q̇2 about a3."""

    m: float = 2.0
    J: float = 0.3
    r: float = 0.4
    g: float = 9.81
    phi: float = 0.5


def disk_partial_velocities(disk: Disk) -> tuple[Array, Array]:
    """Rows v_1, v_2 of the mass centre and rows ω_1, ω_2, in a1, a2, a3: the table after (36)."""
    return np.array([[1.0, 0, 0], [0, 0, 0]]), np.array([[0, 0, 0], [0, 0, 1 / disk.r]])


def disk_active_forces(disk: Disk, friction: float) -> Array:
    """F_1, F_2 of (38) and (39, mended); the friction force on the disk is −F_f a1."""
    return np.array([-disk.m * disk.g * np.sin(disk.phi) - friction, -friction])


def disk_mass_matrix(disk: Disk) -> Array:
    """M in F*_r = −Σ_s M_rs u̇_s, from (38) and (39)."""
    return np.diag([disk.m, disk.J / disk.r**2])


def disk_sliding(disk: Disk, friction: float) -> Array:
    """u̇_1, u̇_2 of the sliding disk, (40)."""
    return solved(disk_mass_matrix(disk), disk_active_forces(disk, friction))


def disk_rolling(disk: Disk) -> float:
    """u̇_1 of the rolling disk, (42): u_1 + u_2 = 0, so D = [−1] (7)."""
    return -disk.m * disk.g * float(np.sin(disk.phi)) / (disk.m + disk.J / disk.r**2)


def disk_rolling_friction(disk: Disk) -> float:
    """F_f that keeps the disk rolling: the second of (40) with u̇_2 = −u̇_1."""
    return disk.J / disk.r**2 * disk_rolling(disk)


# ── Example 2: a spherical wrist ───────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrist:
    """Body C on two massless links, turned about n3 by q1, a2 by q2 and b3 by q3.

    C's mass centre is L c3 from the centre of the wrist; I1, I2, I3 are central; n1 points up.
    """

    M: float = 2.0
    L: float = 0.3
    I1: float = 0.02
    I2: float = 0.03
    I3: float = 0.01
    g: float = 9.81


# (50), and (49) as printed: F_i, T_i are measure numbers along c_i of the force at C_o and of the
# torque on C; G is the acceleration of gravity, written g elsewhere.
WRIST_KINEMATICS: Final = Formulas(
    [
        (("qd1",), "(sin(q3)*u2-cos(q3)*u1)/sin(q2)"),
        (("qd2",), "sin(q3)*u1+cos(q3)*u2"),
        (("qd3",), "u3-cos(q2)*(sin(q3)*u2-cos(q3)*u1)/sin(q2)"),
    ]
)
WRIST_DYNAMICS: Final = Formulas(
    [
        (
            ("ud1",),
            "(T1-L*(F2+G*M*(sin(q1)*cos(q3)+sin(q3)*cos(q1)*cos(q2)))"
            "-(I3-I2-M*L**2)*u2*u3)/(I1+M*L**2)",
        ),
        (
            ("ud2",),
            "(T2+L*(F1+G*M*(sin(q1)*sin(q3)-cos(q1)*cos(q2)*cos(q3)))"
            "+(I3-I1-M*L**2)*u1*u3)/(I2+M*L**2)",
        ),
        (("ud3",), "(T3+(I1-I2)*u1*u2)/I3"),
    ]
)
# Table 3, columns (50) and (49); the customary speeds' column, not printed as equations.
TABLE_3: Final = (Count(10, 4, 9), Count(29, 16, 10))
TABLE_3_CUSTOMARY: Final = Count(790, 285, 372)


def wrist_qdot(q: Array, u: Array) -> Array:
    """q̇ from the speeds u_i = ω^C · c_i, (50)."""
    values = WRIST_KINEMATICS({**_numbered("q", q), **_numbered("u", u)})
    return _vector(values, "qd1", "qd2", "qd3")


def wrist_udot(wrist: Wrist, q: Array, u: Array, force: Array, torque: Array) -> Array:
    """u̇ for the speeds u_i = ω^C · c_i, (49)."""
    given = {name: getattr(wrist, name) for name in ("M", "L", "I1", "I2", "I3")} | {"G": wrist.g}
    state = {**_numbered("q", q), **_numbered("u", u)}
    loads = {**_numbered("F", force), **_numbered("T", torque)}
    return _vector(WRIST_DYNAMICS({**given, **state, **loads}), "ud1", "ud2", "ud3")


def wrist_mass_matrix(wrist: Wrist) -> Array:
    """M for the speeds u_i = ω^C · c_i: diagonal, the inertias about the wrist's centre."""
    transverse = wrist.M * wrist.L**2
    return np.diag([wrist.I1 + transverse, wrist.I2 + transverse, wrist.I3])


def wrist_Y(q: Array) -> Array:
    """Y in u = Y q̇, the inverse of (50)."""
    s2, c2, s3, c3 = np.sin(q[1]), np.cos(q[1]), np.sin(q[2]), np.cos(q[2])
    return np.array([[-s2 * c3, s3, 0], [s2 * s3, c3, 0], [c2, 0, 1]], dtype=np.result_type(q))


def wrist_qddot(wrist: Wrist, q: Array, qdot: Array, force: Array, torque: Array) -> Array:
    """q̈ with the customary speeds q̇, (48): from (49) through u̇ = Y q̈ + Ẏ q̇.

    Ẏ q̇ is taken by complex step along the motion.
    """
    u = wrist_Y(q) @ qdot
    Ydot_qdot = along(lambda p: wrist_Y(p) @ qdot, q, qdot)
    return solved(wrist_Y(q), wrist_udot(wrist, q, u, force, torque) - Ydot_qdot)


# ── Example 3: a shopping cart ─────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class Cart:
    """Basket B (mass m_B at P1 + L1 b1, I_B about it) and caster C, a particle m_C at P3.

    P2 = P1 + L2 b1, P3 = P2 − L3 c1; q1, q2 locate P1, q3 turns b1 from n1, q4 turns c1 from b1.
    u1 = v^P1 · b1, u2 = ω^B · n3, u3 = ω^C · n3, (51) to (53).
    """

    L1: float = 0.5
    L2: float = 1.0
    L3: float = 0.15
    m_B: float = 20.0
    m_C: float = 2.0
    I_B: float = 3.0


CART_START: Final = ((0.0, 0.0, 0.3, 2.2), (1.0, 0.4))  # of 000_cart_free_simulation.csv


def cart_qdot(q: Array, u: Array) -> Array:
    """q̇ from u1, u2, u3, (57); the rear wheels' constraint is encapsulated by the speeds."""
    return np.array([np.cos(q[2]) * u[0], np.sin(q[2]) * u[0], u[1], u[2] - u[1]])


def cart_constraint(cart: Cart, q: Array) -> Array:
    """Row A of A u = 0 for the caster's wheel, (59)."""
    return np.array([-np.sin(q[3]), cart.L2 * np.cos(q[3]), -cart.L3])


def cart_u3(cart: Cart, q: Array, u: Sequence[float] | Array) -> Any:
    """The dependent speed from u1, u2, (60)."""
    return (-np.sin(q[3]) * u[0] + cart.L2 * np.cos(q[3]) * u[1]) / cart.L3


def cart_partial_velocities(cart: Cart, q: Array) -> dict[str, Array]:
    """Rows r = 1, 2 in b1, b2, b3: the table before (61), rows B and C angular velocities."""
    s, c = np.sin(q[3]), np.cos(q[3])
    along_c1 = np.array([c, s, 0.0])  # c1 in b1, b2, b3
    return {
        "P1": np.array([[1.0, 0, 0], [0, 0, 0]]),
        "Bo": np.array([[1.0, 0, 0], [0, cart.L1, 0]]),
        "P2": np.array([[1.0, 0, 0], [0, cart.L2, 0]]),
        "P3": np.stack([c * along_c1, cart.L2 * s * along_c1]),
        "B": np.array([[0.0, 0, 0], [0, 0, 1]]),
        "C": np.array([[0, 0, -s / cart.L3], [0, 0, cart.L2 * c / cart.L3]]),
    }


def cart_mass_matrix(cart: Cart, q: Array) -> Array:
    """M for u1, u2 with the caster free, from the u̇ terms of (63)."""
    s, c = np.sin(q[3]), np.cos(q[3])
    off = cart.L2 * cart.m_C * s * c
    about_P1 = cart.I_B + cart.m_B * cart.L1**2 + cart.m_C * cart.L2**2 * s**2
    return np.array([[cart.m_B + cart.m_C * c**2, off], [off, about_P1]])


def cart_bias(cart: Cart, q: Array, u: Sequence[float] | Array) -> Array:
    """f in M u̇ + f = (F, τ) with the caster free: minus the velocity terms of (63)."""
    L1, L2, L3, m_B, m_C = cart.L1, cart.L2, cart.L3, cart.m_B, cart.m_C
    s, c = np.sin(q[3]), np.cos(q[3])
    u1, u2, u3 = u[0], u[1], cart_u3(cart, q, u)
    first = (L1 * m_B + L2 * m_C * c**2) * u2**2 - L3 * m_C * c * u3**2 - m_C * s * c * u1 * u2
    second = (
        m_C * L2**2 * s * c * u2**2
        - L2 * L3 * m_C * s * u3**2
        - (L1 * m_B + L2 * m_C * s**2) * u1 * u2
    )
    return -np.array([first, second])


def cart_udot(cart: Cart, q: Array, u: Array, F: float, tau: float) -> Array:
    """u̇_1, u̇_2 with the caster free, (63)."""
    return solved(cart_mass_matrix(cart, q), np.array([F, tau]) - cart_bias(cart, q, u))


def cart_side_forces(cart: Cart, q: Array, u: Array, udot: Array) -> tuple[float, float]:
    """Ground forces along b2 on the rear axle and along c2 on the caster's wheel.

    Not in the paper. C is a particle at its wheel, on a massless arm, so moments about P2 leave
    λ = m_C a^P3 · c2 = m_C w u3 with v^P3 = w c1; the rest follows from the sum along b2.
    """
    s, c = np.sin(q[3]), np.cos(q[3])
    w, wdot = c * u[0] + cart.L2 * s * u[1], c * udot[0] + cart.L2 * s * udot[1]
    u3 = cart_u3(cart, q, u)
    wdot += (u3 - u[1]) * (-s * u[0] + cart.L2 * c * u[1])
    caster = cart.m_C * w * u3
    basket = cart.m_B * (cart.L1 * udot[1] + u[0] * u[1])
    return float(basket + cart.m_C * (wdot * s + w * u3 * c) - caster * c), float(caster)


def cart_energy(cart: Cart, q: Array, u: Sequence[float] | Array) -> float:
    """Kinetic energy ½ (m_B |v^Bo|² + I_B u2² + m_C |v^P3|²)."""
    w = np.cos(q[3]) * u[0] + cart.L2 * np.sin(q[3]) * u[1]
    basket = cart.m_B * (u[0] ** 2 + (cart.L1 * u[1]) ** 2) + cart.I_B * u[1] ** 2
    return float(basket + cart.m_C * w**2) / 2


def cart_sticking_udot(cart: Cart, q: Array, F: float, tau: float) -> float:
    """u̇_1 while the caster sticks, (67) mended: with q̇4 = 0 its velocity terms cancel."""
    s, c = np.sin(q[3]), np.cos(q[3])
    Z2 = cart.L3 - cart.L2 * c
    Z5 = cart.I_B + cart.L2 * cart.m_C * (cart.L2 - cart.L3 * c) + cart.m_B * cart.L1**2
    mass = cart.m_B + Z5 * (s / Z2) ** 2 + cart.m_C * (1 - cart.L3 * s**2 / Z2)
    return float((F - s * tau / Z2) / mass)


def solved(matrix: Array, right: Array) -> Array:
    """x in matrix · x = right."""
    return np.asarray(np.linalg.solve(matrix, right), dtype=np.float64)


def along(function: Callable[[Array], Array], q: Array, qdot: Array) -> Array:
    """d/dt of an analytic function of q along the motion, by complex step: exact to round-off."""
    step = 1e-30
    moved: Any = q + 1j * step * qdot
    return np.asarray(np.imag(function(moved)) / step)


def _numbered(letter: str, values: Array) -> dict[str, Any]:
    """{"u1": …, "u2": …} from an array."""
    return {f"{letter}{k}": value for k, value in enumerate(values, start=1)}


def _vector(values: dict[str, Any], *names: str) -> Array:
    return np.array([values[name] for name in names])
