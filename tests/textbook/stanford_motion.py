"""The motions and control of [KaneLevinson1983]: inverse dynamics (119) to (126), Figs. 1 and 3.

Kept apart from `kane_levinson.py`, which has the equations themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tests.textbook.kane_levinson import PARAMETERS, arm, rates, speeds

Array = NDArray[np.float64]

# τ and σ are the paper's; this times them are the forces conjugate to q̇ (see kane_levinson).
PUSHING: Final = np.array([1.0, -1.0, -1.0, -1.0, -1.0, -1.0])

DURATION: Final = 10.0
REST: Final = np.array([0.0, np.pi / 2, 0.0, 0.0, 0.0, 0.0])  # q(0) of both figures
GOAL: Final = np.array([np.pi / 3] * 5 + [0.1])  # q(T) of Fig. 1, q* of Fig. 3
# k1 … k12 of (128) to (133); k11 is in N/m.
STIFFNESS: Final = np.array([3.0, 1.0, 0.30, 0.30, 0.25, 30.0])
DAMPING: Final = np.array([5.0, 3.0, 0.60, 0.60, 0.25, 41.0])


def prescribed(t: float) -> tuple[Array, Array, Array]:
    """q, q̇, q̈ of the motion of Fig. 1, (127)."""
    w = 2 * np.pi / DURATION
    mean = (GOAL - REST) / DURATION
    return (
        REST + mean * (t - np.sin(w * t) / w),
        mean * (1 - np.cos(w * t)),
        mean * w * np.sin(w * t),
    )


def inverse_dynamics(
    q: Array, qdot: Array, qddot: Array, parameters: Mapping[str, float] = PARAMETERS
) -> Array:
    """(τ1, …, τ5, σ) for a motion, (119) to (126)."""
    u = speeds(q, qdot)
    now = arm(q, u, parameters)
    rest = now.values
    needed = now.mass_matrix() @ speeds_rate(q, qdot, qddot) + now.bias()
    tau3, tau4, tau5, sigma = -needed[1], -needed[3], -needed[4], -needed[5]
    Y1, Y2 = (-needed[0] + tau3 * rest["Z6"], -needed[2] + tau3 * rest["Z7"])  # (124), (125)
    tau1 = rest["s2"] * (-Y1 * rest["s3"] + Y2 * rest["c3"])  # (126)
    tau2 = Y1 * rest["c3"] + Y2 * rest["s3"]
    return np.array([tau1, tau2, tau3, tau4, tau5, sigma])


def speeds_rate(q: Array, qdot: Array, qddot: Array) -> Array:
    """u̇: the derivative of (5) to (7) and (3) along the motion, by complex step."""
    step = 1e-30
    return np.imag(speeds(q + 1j * step * qdot, qdot + 1j * step * qddot)) / step


def gravity_compensation(q: Array, p: Mapping[str, float] = PARAMETERS) -> Array:
    """The terms of (128) to (133) that involve g, as (τ1, …, τ5, σ)."""
    s2, c2, s3, c3 = np.sin(q[1]), np.cos(q[1]), np.sin(q[2]), np.cos(q[2])
    s4, c4, g = np.sin(q[3]), np.cos(q[3]), p["g"]
    hand = p["mE"] * p["L6"] + p["mF"] * p["L3"]
    beyond = (p["mC"] + p["mD"]) * q[5] + p["mD"] * p["L5"]
    wrist = (p["mE"] + p["mF"]) * (q[5] + p["L2"])
    tau2 = g * (beyond * s2 + hand * (c4 * s2 + c3 * s4 * c2) + wrist * s2)
    tau4 = g * hand * (c2 * s4 + s2 * c3 * c4)
    sigma = -g * (p["mC"] + p["mD"] + p["mE"] + p["mF"]) * c2
    return np.array([0.0, tau2, -g * hand * s2 * s3 * s4, tau4, 0.0, sigma])


def control(q: Array, qdot: Array, parameters: Mapping[str, float] = PARAMETERS) -> Array:
    """(τ1, …, τ5, σ) of the feedback law of Fig. 3, (128) to (133)."""
    push = STIFFNESS * (GOAL - q) - DAMPING * qdot
    return PUSHING * push + gravity_compensation(q, parameters)


def controlled_rates(x: Array) -> Array:
    """d/dt of (q, u) of Fig. 3: (8) to (11), (118) to (123), (128) to (133)."""
    return motion_rates(x, control(x[:6], rates(x[:6], x[6:])))


def motion_rates(x: Array, actuators: Array) -> Array:
    """d/dt of (q, u) under given (τ1, …, τ5, σ)."""
    q, u = x[:6], x[6:]
    now = arm(q, u)
    force = now.input_matrix() @ actuators - now.bias()
    return np.concatenate([rates(q, u), np.linalg.solve(now.mass_matrix(), force)])
