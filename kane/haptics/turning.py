"""Orientations inside the loop, as nine direction cosines by rows.

From: layout.py    Next: coupler.py
"""

from __future__ import annotations

from math import atan2, sqrt

from kane.program.arrays import Floats
from kane.program.routine import routine


@routine
def matrix_of(q: Floats, R: Floats) -> None:
    """R of a quaternion (w, x, y, z), which need not be quite of length one [Diebel2006 Eq. 125].

    One that is zero gives the unit matrix.
    """
    w = q[0]
    x = q[1]
    y = q[2]
    z = q[3]
    size = w * w + x * x + y * y + z * z
    s = 2.0 / size if size > 0.0 else 0.0
    R[0] = 1.0 - s * (y * y + z * z)
    R[1] = s * (x * y - w * z)
    R[2] = s * (x * z + w * y)
    R[3] = s * (x * y + w * z)
    R[4] = 1.0 - s * (x * x + z * z)
    R[5] = s * (y * z - w * x)
    R[6] = s * (x * z - w * y)
    R[7] = s * (y * z + w * x)
    R[8] = 1.0 - s * (x * x + y * y)


@routine
def product(A: Floats, B: Floats, C: Floats) -> None:
    """C = A B."""
    for i in range(3):
        for j in range(3):
            C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j]


@routine
def turn_between(A: Floats, B: Floats, turn: Floats) -> None:
    """The rotation vector of A Bᵀ, which leads from B to A.

    E = A Bᵀ, s = ½ (E₃₂ − E₂₃, E₁₃ − E₃₁, E₂₁ − E₁₂) = sin θ · axis, cos θ = ½ (tr E − 1)
                                                                       [Diebel2006 §6]
    """
    trace = 0.0
    for i in range(9):
        trace += A[i] * B[i]
    x = 0.0
    y = 0.0
    z = 0.0
    for k in range(3):
        x += A[6 + k] * B[3 + k] - A[3 + k] * B[6 + k]
        y += A[k] * B[6 + k] - A[6 + k] * B[k]
        z += A[3 + k] * B[k] - A[k] * B[3 + k]
    sine = 0.5 * sqrt(x * x + y * y + z * z)
    angle = atan2(sine, 0.5 * (trace - 1.0))
    factor = 0.5 * angle / sine if sine > 1e-12 else 0.5
    turn[0] = factor * x
    turn[1] = factor * y
    turn[2] = factor * z
