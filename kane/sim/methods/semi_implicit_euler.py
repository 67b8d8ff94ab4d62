"""Semi-implicit Euler: new speeds first, then coordinates with them. Order 1, for a fixed step.

    u⁺ = u + h u̇(q, u),   q⁺ = q + h q̇(q, u⁺)                  [HairerLubichWanner2006 Eq. I.1.9]

Symplectic where M is constant and u = q̇; robust with contacts and large steps. Row 1 holds q̇ with
the new speeds and u̇ with the old ones.

From: method.py    Next: gauss_legendre.py
"""

from __future__ import annotations

from typing import Final

from kane.sim.methods.method import Kind, Method

SEMI_IMPLICIT_EULER: Final = Method(
    name="semi_implicit_euler",
    kind=Kind.PARTITIONED,
    order=1,
    c=(0.0,),
    A=((1.0,),),
    b=(0.0, 1.0),
    dense=((0.0,), (1.0,), (0.0,)),
)
