"""The Stanford arm under feedback: equations in milliseconds, ten seconds of motion, a picture.

        E,F ○──── C ════ B     A turns about the vertical n2, B about a1, C slides along b2 in B,
             D             │   D turns about c2, E about d1, F about e2. The paper's speeds are the
                           A   components of ω^D along D's axes, then q̇4, q̇5, q̇6.

τ below pushes each coordinate up; the paper's signs differ (its τ2 … τ5 and σ act from the outer
body on the inner one): (τ1, …, τ5, σ) = (Q1, −Q2, −Q3, −Q4, −Q5, −Q6).
Source: Kane and Levinson (1983), Appendix 3 and Eqs. (128) to (133), Fig. 3; g = 9.81 m/s².
"""

from __future__ import annotations

import os

import matplotlib.pyplot as plt
import numpy as np
from scipy.integrate import solve_ivp

from kane import *

L1, L2, L3, L4, L5, L6 = parameters(L1=0.1, L2=0.6, L3=0.2, L4=0.1, L5=0.7, L6=0.06)
A = Body("A", mass=9.0, inertia=(0.01, 0.02, 0.01))
B = Body("B", mass=6.0, inertia=(0.06, 0.01, 0.05))
C = Body("C", mass=4.0, inertia=(0.4, 0.01, 0.4))
D = Body("D", mass=1.0, centre=(0, L5, 0), inertia=(0.0005, 0.001, 0.001))
E = Body("E", mass=0.6, centre=(0, L6, 0), inertia=(0.0005, 0.0002, 0.0005))
F = Body("F", mass=0.5, centre=(0, L3, 0), inertia=(0.001, 0.002, 0.003))
stanford = System(
    "Stanford arm",
    joints=[
        Revolute("q1", GROUND, A, axis=Y),
        Revolute("q2", A, B, axis=X, at=(L1, L4, 0)),
        Prismatic("q6", B, C, axis=Y),
        Revolute("q3", C, D, axis=Y),
        Revolute("q4", D, E, axis=X, at=(0, L2, 0)),
        Revolute("q5", E, F, axis=Y),
    ],
    loads=[Gravity(along=-GROUND.y)],
)
w = angular_velocity(D)
rest = [rate("q4"), rate("q5"), rate("q6")]
paper = stanford.replace(speeds=[w.along(D.x), w.along(D.y), w.along(D.z), *rest])
for title, system in (("joint rates", stanford), ("the paper's speeds", paper)):
    print(f"inverse dynamics, {title}: {build(system).operations['inverse_dynamics']}")

model = build(stanford)
order = [int(name[1]) - 1 for name in model.q_names]  # coordinates come base to tip: q6 third
stiffness = np.array([3.0, 1.0, 0.30, 0.30, 0.25, 30.0])[order]
damping = np.array([5.0, 3.0, 0.60, 0.60, 0.25, 41.0])[order]
goal = np.array([np.pi / 3] * 5 + [0.1])[order]
start = np.array([0.0, np.pi / 2, 0.0, 0.0, 0.0, 0.0])[order]


def control(q: np.ndarray, u: np.ndarray) -> np.ndarray:
    """Proportional and derivative feedback; the bias at rest holds gravity."""
    return np.asarray(stiffness * (goal - q) - damping * u + model.bias(q, np.zeros(6)))


def motion(t: float, x: np.ndarray) -> np.ndarray:
    """(q̇, u̇)."""
    return np.concatenate([x[6:], model.forward_dynamics(x[:6], x[6:], control(x[:6], x[6:]))])


until = 1.0 if os.environ.get("KANE_QUICK") else 10.0
times = np.linspace(0, until, 201)
run = solve_ivp(motion, (0, until), [*start, *np.zeros(6)], "DOP853", times, rtol=1e-10, atol=1e-10)
q, u = run.y[:6].T.copy(), run.y[6:].T.copy()
torques = np.array([control(*state) for state in zip(q, u, strict=True)])
panes = plt.subplots(1, 2, figsize=(10, 3.6), layout="constrained")[1]
panes[0].plot(times, q, label=model.q_names)
panes[1].plot(times, torques, label=model.q_names)
panes[0].set(xlabel="time (s)", ylabel="coordinates (rad, m)", title="The Stanford arm, Fig. 3")
panes[1].set(xlabel="time (s)", ylabel="joint forces (N m, N)", title="what the control asks")
panes[0].legend(ncols=2)
plt.savefig("stanford_arm.png", dpi=120)
print("picture: stanford_arm.png")
udot = model.forward_dynamics(q, u, torques)  # inverse dynamics returns the control law
assert np.abs(model.inverse_dynamics(q, u, udot) - torques).max() < 1e-12 * np.abs(torques).max()
