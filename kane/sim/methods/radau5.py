"""Radau IIA: three implicit stages, order 5, for stiff systems, with its error controlled.

L-stable: fast motions that have died out cost nothing, whatever their rates.

From: method.py, interpolant.py    Next: packed.py
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from kane.sim.methods.interpolant import collocation
from kane.sim.methods.method import Kind, Method

_C: Final = ((4 - sqrt(6)) / 10, (4 + sqrt(6)) / 10, 1.0)  # [HairerWanner1996 Table IV.5.6]
_A, _B, _DENSE = collocation(_C)
# e = (μ/h − J)⁻¹ (f₀ + (E₁ z₁ + E₂ z₂ + E₃ z₃)/h), z_i = h Σ a_ij K_j, μ the real eigenvalue of A⁻¹
# [HairerWanner1996 Eqs. IV.8.4, IV.8.19]
_MU: Final = 3.0 + 3.0 ** (2 / 3) - 3.0 ** (1 / 3)
_E: Final = ((-13 - 7 * sqrt(6)) / 3, (-13 + 7 * sqrt(6)) / 3, -1 / 3)
_ON_RATES: Final = tuple(sum(e * row[j] for e, row in zip(_E, _A, strict=True)) for j in range(3))

RADAU5: Final = Method(
    name="radau5",
    kind=Kind.COLLOCATION,
    order=5,
    c=_C,
    A=_A,
    b=_B,
    dense=_DENSE,
    errors=((1.0, *_ON_RATES),),
    error_order=3,
    filter=_MU,
    stiff=True,
)
