"""Solves with triangles of a row-major matrix whose rows lie `stride` elements apart.

Substitution is backward stable whatever the order [Higham2002 §8.1]; rows are taken whole, so
that memory is read in order. The other triangle is not looked at.

From: products.py    Next: cholesky.py
"""

from __future__ import annotations

from kane.program.arrays import Floats
from kane.program.numeric.products import add_multiple, dot
from kane.program.routine import routine


@routine
def lower_solve(a: Floats, stride: int, n: int, b: Floats) -> None:
    """b ← L⁻¹ b."""
    for i in range(n):
        known = dot(a[i * stride :], b, i)
        b[i] = (b[i] - known) / a[i * stride + i]


@routine
def lower_transposed_solve(a: Floats, stride: int, n: int, b: Floats) -> None:
    """b ← L⁻ᵀ b."""
    for i in range(n - 1, -1, -1):
        b[i] = b[i] / a[i * stride + i]
        add_multiple(b, -b[i], a[i * stride :], i)


@routine
def unit_lower_solve(a: Floats, stride: int, n: int, b: Floats) -> None:
    """b ← L⁻¹ b, where L has ones on its diagonal, which are not stored."""
    for i in range(n):
        known = dot(a[i * stride :], b, i)
        b[i] -= known


@routine
def unit_lower_transposed_solve(a: Floats, stride: int, n: int, b: Floats) -> None:
    """b ← L⁻ᵀ b, where L has ones on its diagonal, which are not stored."""
    for i in range(n - 1, -1, -1):
        add_multiple(b, -b[i], a[i * stride :], i)


@routine
def upper_solve(a: Floats, stride: int, n: int, b: Floats) -> None:
    """b ← U⁻¹ b."""
    for i in range(n - 1, -1, -1):
        diagonal = i * stride + i
        known = dot(a[diagonal + 1 :], b[i + 1 :], n - 1 - i)
        b[i] = (b[i] - known) / a[diagonal]


@routine
def upper_transposed_solve(a: Floats, stride: int, n: int, b: Floats) -> None:
    """b ← U⁻ᵀ b."""
    for i in range(n):
        diagonal = i * stride + i
        b[i] = b[i] / a[diagonal]
        add_multiple(b[i + 1 :], -b[i], a[diagonal + 1 :], n - 1 - i)
