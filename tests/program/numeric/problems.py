"""Systems of nonlinear equations from the test collection of [MoreGarbowHillstrom1981].

Each is a pair of Routines, so the method and its problem run as one native code. `data` is not
used by most; the discrete ones take their size from data[0].
"""

from __future__ import annotations

from math import atan, cos, exp, sin
from typing import Final

from kane.program.arrays import Floats
from kane.program.routine import routine

LARGE: Final = 1e4


@routine
def rosenbrock(x: Floats, f: Floats, data: Floats) -> None:
    """Problem 1: f = 10 (x₂ − x₁²), 1 − x₁; zero at (1, 1)."""
    f[0] = 10.0 * (x[1] - x[0] * x[0])
    f[1] = 1.0 - x[0]


@routine
def rosenbrock_jacobian(x: Floats, j: Floats, data: Floats) -> None:
    """Its rows."""
    j[0] = -20.0 * x[0]
    j[1] = 10.0
    j[2] = -1.0
    j[3] = 0.0


@routine
def badly_scaled(x: Floats, f: Floats, data: Floats) -> None:
    """Problem 3, Powell's: f = 10⁴ x₁ x₂ − 1, e^−x₁ + e^−x₂ − 1.0001; zero at (1.098e-5, 9.106)."""
    f[0] = LARGE * x[0] * x[1] - 1.0
    f[1] = exp(-x[0]) + exp(-x[1]) - 1.0001


@routine
def badly_scaled_jacobian(x: Floats, j: Floats, data: Floats) -> None:
    """Its rows."""
    j[0] = LARGE * x[1]
    j[1] = LARGE * x[0]
    j[2] = -exp(-x[0])
    j[3] = -exp(-x[1])


@routine
def powell_singular(x: Floats, f: Floats, data: Floats) -> None:
    """Problem 13: zero at 0, where the Jacobian has no inverse."""
    f[0] = x[0] + 10.0 * x[1]
    f[1] = 2.23606797749979 * (x[2] - x[3])
    f[2] = (x[1] - 2.0 * x[2]) * (x[1] - 2.0 * x[2])
    f[3] = 3.1622776601683795 * (x[0] - x[3]) * (x[0] - x[3])


@routine
def powell_singular_jacobian(x: Floats, j: Floats, data: Floats) -> None:
    """Its rows."""
    for i in range(16):
        j[i] = 0.0
    j[0] = 1.0
    j[1] = 10.0
    j[6] = 2.23606797749979
    j[7] = -2.23606797749979
    j[9] = 2.0 * (x[1] - 2.0 * x[2])
    j[10] = -4.0 * (x[1] - 2.0 * x[2])
    j[12] = 6.324555320336759 * (x[0] - x[3])
    j[15] = -6.324555320336759 * (x[0] - x[3])


@routine
def broyden_tridiagonal(x: Floats, f: Floats, data: Floats) -> None:
    """Problem 30: f_i = (3 − 2 x_i) x_i − x_{i−1} − 2 x_{i+1} + 1."""
    n = int(data[0])
    for i in range(n):
        before = x[i - 1] if i > 0 else 0.0
        after = x[i + 1] if i < n - 1 else 0.0
        f[i] = (3.0 - 2.0 * x[i]) * x[i] - before - 2.0 * after + 1.0


@routine
def broyden_tridiagonal_jacobian(x: Floats, j: Floats, data: Floats) -> None:
    """Its rows."""
    n = int(data[0])
    for i in range(n * n):
        j[i] = 0.0
    for i in range(n):
        j[i * n + i] = 3.0 - 4.0 * x[i]
        if i > 0:
            j[i * n + i - 1] = -1.0
        if i < n - 1:
            j[i * n + i + 1] = -2.0


@routine
def trigonometric(x: Floats, f: Floats, data: Floats) -> None:
    """Problem 26: f_i = n − Σ_j cos x_j + i (1 − cos x_i) − sin x_i, i from 1."""
    n = int(data[0])
    total = 0.0
    for i in range(n):
        total += cos(x[i])
    for i in range(n):
        f[i] = n - total + (i + 1) * (1.0 - cos(x[i])) - sin(x[i])


@routine
def trigonometric_jacobian(x: Floats, j: Floats, data: Floats) -> None:
    """Its rows."""
    n = int(data[0])
    for i in range(n):
        for k in range(n):
            j[i * n + k] = sin(x[k])
        j[i * n + i] += (i + 1) * sin(x[i]) - cos(x[i])


@routine
def without_zero(x: Floats, f: Floats, data: Floats) -> None:
    """x² + 1."""
    f[0] = x[0] * x[0] + 1.0


@routine
def without_zero_jacobian(x: Floats, j: Floats, data: Floats) -> None:
    """2 x."""
    j[0] = 2.0 * x[0]


@routine
def half_defined(x: Floats, f: Floats, data: Floats) -> None:
    """x / (x/2 + 0.1) − 1, zero at 0.2, and nowhere defined below 0."""
    f[0] = -1.0 + x[0] / (x[0] * 0.5 + 0.1) if x[0] > 0.0 else 0.0 / (x[0] - x[0])


@routine
def half_defined_jacobian(x: Floats, j: Floats, data: Floats) -> None:
    """Its derivative."""
    below = x[0] * 0.5 + 0.1
    j[0] = 0.1 / (below * below)


@routine
def arctangent(x: Floats, f: Floats, data: Floats) -> None:
    """atan x: full steps from beyond 1.39 go ever farther away [DennisSchnabel1996 §2.4]."""
    f[0] = atan(x[0])


@routine
def arctangent_jacobian(x: Floats, j: Floats, data: Floats) -> None:
    """1 / (1 + x²)."""
    j[0] = 1.0 / (1.0 + x[0] * x[0])
