"""A cube on three springs: which motions they oppose.

A cube of side 2a hangs in space by three equal springs, one along each axis, fixed to corners
(a, a, −a), (−a, a, a), (a, −a, a) from its centre. With a q1, a q2, a q3 the centre's place and
q4, q5, q6 the angles of three turns about the cube's axes, for small q

    V = k a²/2 ((q1 − q5 − q6)² + (q2 − q6 − q4)² + (q3 − q4 − q5)²)

Three motions out of six meet no spring: a screw about each axis, so to speak.

Source: Problem 9.12 of Kane and Levinson, *Dynamics* (1985); V as in PyDy's examples.
"""

from __future__ import annotations

import numpy as np

from kane import *

a, k, rest = parameters(a=0.2, k=50.0, rest=0.5)
slide, lift = Frame("slide"), Frame("lift")
middle = Frame("middle")
cube = Body("cube", mass=3, inertia=(0.08, 0.08, 0.08))
corners = [(a, a, -a), (-a, a, a), (a, -a, a)]
anchors = [(a + rest, a, -a), (-a, a + rest, a), (a, -a, a + rest)]
system = System(
    "cube on springs",
    joints=[
        Prismatic("x", GROUND, slide, axis=X),
        Prismatic("y", slide, lift, axis=Y),
        Prismatic("z", lift, middle, axis=Z),
        Gimbal("q4 q5 q6", middle, cube, sequence="123"),
    ],
    loads=[
        SpringDamper(Point(f"k{n}", GROUND, wall), cube.point(f"C{n}", at), k, 0, rest)
        for n, (wall, at) in enumerate(zip(anchors, corners, strict=True))
    ],
)
model = build(system)


def V(q: np.ndarray) -> float:
    """The potential energy, q1 … q3 in units of a."""
    return float(model.potential_energy([*(0.2 * q[:3]), *q[3:]])[0])


h, axes = 1e-4, np.eye(6) * 1e-4


def mixed(i: np.ndarray, j: np.ndarray) -> float:
    """∂²V/∂i∂j by differences."""
    return (V(i + j) - V(i - j) - V(j - i) + V(-i - j)) / (4 * h * h)


stiffness = np.array([[mixed(i, j) for j in axes] for i in axes])
rows = np.array([[1, 0, 0, 0, -1, -1], [0, 1, 0, -1, 0, -1], [0, 0, 1, -1, -1, 0]])
by_hand = 50.0 * 0.2**2 * rows.T @ rows
print(np.round(stiffness, 4))
assert np.abs(stiffness - by_hand).max() < 1e-5 * np.abs(by_hand).max()
assert (np.linalg.eigvalsh(stiffness) > 0.1).sum() == 3  # and three that meet nothing
