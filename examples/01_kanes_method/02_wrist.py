"""A spherical wrist: generalized speeds decide how long the equations are.

        n1 ↑   A turns about z, B about y in A, C about z in B; C's mass centre is L along c3.
           │      With u = q̇ the equations of motion are long. With the components of ω^C along
        ───O──    C's own axes as speeds, M is diagonal and constant, and what is left is
          ╱ C     Euler's equations with gravity. `suggest_speeds` finds that set by itself.

Source: Example 2 of Gillespie (2003), Eqs. (49), (50) and Table 3.
"""

from __future__ import annotations

from kane import (
    GROUND,
    Body,
    Frame,
    Gravity,
    Revolute,
    System,
    Y,
    Z,
    angular_velocity,
    derive,
    parameters,
    suggest_speeds,
)

M, L, I1, I2, I3 = parameters(M=2.0, L=0.3, I1=0.02, I2=0.03, I3=0.01)
A, B = Frame("A"), Frame("B")
C = Body("C", mass=M, centre=(0, 0, L), inertia=(I1, I2, I3))
wrist = System(
    "spherical wrist",
    joints=[
        Revolute("q1", GROUND, A, axis=Z),
        Revolute("q2", A, B, axis=Y),
        Revolute("q3", B, C, axis=Z),
    ],
    loads=[Gravity(along=-GROUND.x)],
)

customary = derive(wrist)  # speeds u = q̇
w = angular_velocity(C)
short = derive(wrist.replace(speeds=[w.along(C.x), w.along(C.y), w.along(C.z)]))
print(short)
print(f"\ncustomary speeds: {customary.operations['together']}")
print(f"components of ω^C: {short.operations['together']}")

print("\nsets of speeds, the cheapest first")
ranked = suggest_speeds(wrist)
print(ranked)

# The short set is found without being told, and makes M diagonal.
assert ranked[0].speeds == tuple(f"angular_velocity(C).along(C.{axis})" for axis in "xyz")
assert all(short.mass_matrix[r][s] == 0 for r in range(3) for s in range(3) if r != s)
