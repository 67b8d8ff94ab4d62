"""Gauss–Legendre: three implicit stages, order 6, symmetric and symplectic, for a fixed step.

Keeps quadratic invariants to round-off and the energy of conservative systems within bounds over
long times; also for stiff systems whose fast motions are not asked for.

From: method.py, interpolant.py    Next: dopri5.py
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from kane.sim.methods.interpolant import collocation
from kane.sim.methods.method import Kind, Method

_C: Final = (1 / 2 - sqrt(15) / 10, 1 / 2, 1 / 2 + sqrt(15) / 10)  # [HairerWanner1993 Table II.7.4]
_A, _B, _DENSE = collocation(_C)

GAUSS_LEGENDRE: Final = Method(
    name="gauss_legendre",
    kind=Kind.COLLOCATION,
    order=6,
    c=_C,
    A=_A,
    b=_B,
    dense=_DENSE,
    stiff=True,
)
