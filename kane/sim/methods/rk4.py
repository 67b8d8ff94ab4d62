"""RK4: the classical method of Runge and Kutta, four stages, order 4, for a fixed step.

Between the ends of a step the state is Hermite's cubic through both states and rates.

From: method.py    Next: semi_implicit_euler.py
"""

from __future__ import annotations

from typing import Final

from kane.sim.methods.method import Kind, Method

# [Kutta1901 p.443]; [HairerWanner1993 Table II.1.2], [HairerWanner1993 Eq. II.6.7]
RK4: Final = Method(
    name="rk4",
    kind=Kind.EXPLICIT,
    order=4,
    c=(1 / 2, 1 / 2, 1.0),
    A=((1 / 2,), (0.0, 1 / 2), (0.0, 0.0, 1.0)),
    b=(1 / 6, 1 / 3, 1 / 3, 1 / 6),
    dense=(
        (1.0, -3 / 2, 2 / 3),
        (0.0, 1.0, -2 / 3),
        (0.0, 1.0, -2 / 3),
        (0.0, 1 / 2, -1 / 3),
        (0.0, -1.0, 1.0),
    ),
)
