"""A double pendulum written for SymPy, in native code and in time.

Two rods hang from each other and swing in a plane:

        O ────●──── A ────●──── B          each of length l, mass m, turned by q1 and q2 more
         rod 1        rod 2

The description is SymPy's, word for word; only the import of KanesMethod is ours. Then the same
object gives native functions, a System, and a motion.

Source: the equations of two rods in a plane are in any textbook; what is checked is that the
kinetic and potential energy together stay as they are.
"""

import matplotlib.pyplot as plt
import numpy as np
import sympy
from sympy.physics.mechanics import Point, ReferenceFrame, RigidBody, dynamicsymbols, inertia

import kane
from kane.sympy import KanesMethod

# ── in SymPy ──────────────────────────────────────────────────────────────────────────────
q, u = dynamicsymbols("q1:3"), dynamicsymbols("u1:3")
m, length, g = sympy.symbols("m l g")
N, joint = ReferenceFrame("N"), Point("O")
joint.set_vel(N, 0)
frame, bodies, loads = N, [], []
for k in range(2):
    rod = frame.orientnew(f"R{k + 1}", "Axis", (q[k], frame.z))
    rod.set_ang_vel(frame, u[k] * frame.z)
    centre, end = (
        joint.locatenew(f"C{k}", length / 2 * rod.x),
        joint.locatenew(f"E{k}", length * rod.x),
    )
    for point in (centre, end):
        point.v2pt_theory(joint, N, rod)
    bodies.append(
        RigidBody(f"rod {k + 1}", centre, rod, m, (inertia(rod, 0, 0, m * length**2 / 12), centre))
    )
    loads.append((centre, m * g * N.x))
    frame, joint = rod, end
method = KanesMethod(N, q, u, [a.diff() - b for a, b in zip(q, u, strict=True)])
method.kanes_equations(bodies, loads)
print(method.mass_matrix)

# ── from there on ─────────────────────────────────────────────────────────────────────────
values = {m: 1.0, length: 0.5, g: 9.81}
print("operations:", method.operations)
native = method.build(values)
print("u̇ =", native.forward_dynamics([0.3, 0.2], [0.0, 1.0], [0.0, 0.0]))

pendulum = method.system(values, name="double pendulum")
print(pendulum)
motion = kane.simulate(
    kane.build(pendulum), q=[1.2, 0.4], until=5.0, rtol=1e-10, record=[kane.energy()]
)
motion.plot("q1", "q2")
plt.savefig("double_pendulum.png", dpi=120)

energy = np.asarray(motion[kane.energy()])
assert np.ptp(energy) < 1e-7 * np.abs(energy).max(), "nothing takes energy away"
