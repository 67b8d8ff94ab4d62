"""A robot from its URDF: dynamics at native speed, derivatives, and which masses its motion tells.

Give the path of a URDF, such as the Panda's of the package example-robot-data; without one the
two-link arm below is used.

        ○══════○══════●      panda_joint1 … panda_joint7, or shoulder and elbow
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import kane
from kane.manipulators import base_parameters

TWO_LINKS = """<robot name="two links">
  <link name="base"/>
  <link name="upper"><inertial><origin xyz="0.2 0.01 0"/><mass value="3"/>
    <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.05" iyz="0" izz="0.06"/></inertial></link>
  <link name="fore"><inertial><origin xyz="0.15 0 0.02"/><mass value="2"/>
    <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.03"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="50" velocity="3"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/>
    <origin xyz="0.4 0 0"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="50" velocity="3"/></joint>
</robot>"""

path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("two_links.urdf")
if len(sys.argv) == 1:
    path.write_text(TWO_LINKS, encoding="utf-8")
arm = kane.load(path, dynamics="ignore")
model = kane.build(arm)
n = len(model.u_names)
rng = np.random.default_rng(0)
q, u, udot = rng.uniform(-1, 1, (3, 1000, n))

tau = model.inverse_dynamics(q, u, udot)  # a thousand states in one call
back = model.forward_dynamics(q, u, tau)
slopes = model.derivatives("inverse_dynamics")(q[0], u[0], udot[0])
print(f"{arm.name}: {n} speeds, inverse dynamics {model.operations['inverse_dynamics']}")
print(f"forward dynamics undoes inverse dynamics to {np.abs(back - udot).max():.1e}")
print(f"stiffness of gravity and motion, ∂τ/∂q:\n{np.array_str(slopes.tau_q, precision=3)}")

base = base_parameters(arm)
print(base)
Y = base.regressor(q, u, udot).reshape(-1, base.count)
found, *_ = np.linalg.lstsq(Y, tau.ravel(), rcond=None)
print(f"told by the motion to {np.abs(found - base.values).max():.1e}")

# The motion tells the parameters, and nothing more: its regressor has full rank.
assert np.linalg.matrix_rank(Y) == base.count
assert np.abs(found - base.values).max() < 1e-10 * np.abs(base.values).max()
