"""The systems of the group `kane`: chains, the Stanford arm, a wrist, pendulums on a cart.

From: kane/model/system.py    Next: kane_derive.py, kane_sympy.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from kane import (
    GROUND,
    Body,
    Frame,
    Gravity,
    Moving,
    Particle,
    Prismatic,
    Revolute,
    System,
    X,
    Y,
    Z,
    angular_velocity,
    cos,
    parameters,
    rate,
    sin,
)
from kane.algebra.expr import Scalar
from kane.geometry.vector import ZEROS, Components
from kane.model.joints.contract import Directions, Drift, Pose, Scalars

ARM: Final[Mapping[str, float]] = {  # [KaneLevinson1983, Appendix 3]
    "L1": 0.1, "L2": 0.6, "L3": 0.2, "L4": 0.1, "L5": 0.7, "L6": 0.06, "g": 9.81,
    "mA": 9.0, "mB": 6.0, "mC": 4.0, "mD": 1.0, "mE": 0.6, "mF": 0.5,
    "A1": 0.01, "A2": 0.02, "A3": 0.01, "B1": 0.06, "B2": 0.01, "B3": 0.05,
    "C1": 0.4, "C2": 0.01, "C3": 0.4, "D1": 0.0005, "D2": 0.001, "D3": 0.001,
    "E1": 0.0005, "E2": 0.0002, "E3": 0.0005, "F1": 0.001, "F2": 0.002, "F3": 0.003,
}  # fmt: skip


def arm_of_seven() -> System:
    """An arm of seven joints, shoulder, elbow and wrist, any inertias: as industrial arms are."""
    axes = (Z, Y, Z, Y, Z, Y, Z)
    lengths = (0.33, 0.0, 0.32, 0.08, 0.38, 0.0, 0.1)
    return _chain("arm", axes, [(0.0, 0.0, length) for length in lengths], seed=7)


def chain(joints: int) -> System:
    """So many bodies in a row, axes in turn along x, y and z, any inertias."""
    axes = [(X, Y, Z)[number % 3] for number in range(joints)]
    return _chain(f"chain of {joints}", axes, [(0.3, 0.0, 0.0)] * joints, seed=joints)


def _chain(name: str, axes: Sequence[Components], steps: Sequence[Components], seed: int) -> System:
    drawn = Random(seed)
    joints, parent = [], GROUND
    for number, (axis, at) in enumerate(zip(axes, steps, strict=True), start=1):
        body = _body(f"B{number}", drawn)
        joints.append(Revolute(f"q{number}", parent, body, axis=axis, at=at))
        parent = body
    return System(name, joints=joints, loads=[Gravity(along=-GROUND.z)])


def _body(name: str, drawn: Random) -> Body:
    """A body with the mass properties of seven point masses."""
    points = [[drawn.uniform(-0.2, 0.2) for _ in range(3)] for _ in range(7)]
    x, y, z = (sum(p[i] for p in points) / 7 for i in range(3))
    arms = [(p[0] - x, p[1] - y, p[2] - z) for p in points]
    S = [[sum(r[i] * r[j] for r in arms) for j in range(3)] for i in range(3)]
    trace = S[0][0] + S[1][1] + S[2][2]
    inertia = [[(trace if i == j else 0.0) - S[i][j] for j in range(3)] for i in range(3)]
    return Body(name, mass=7.0, centre=(x, y, z), inertia=inertia)


def stanford() -> System:
    """Kane and Levinson's arm in their six speeds, every number a parameter."""
    p = dict(zip(ARM, parameters(**ARM), strict=True))
    centres = {"D": (0, p["L5"], 0), "E": (0, p["L6"], 0), "F": (0, p["L3"], 0)}
    A, B, C, D, E, F = (
        Body(
            name,
            mass=p[f"m{name}"],
            centre=centres.get(name, (0, 0, 0)),
            inertia=(p[f"{name}1"], p[f"{name}2"], p[f"{name}3"]),
        )
        for name in "ABCDEF"
    )
    w = angular_velocity(D)
    return System(
        "Stanford arm",
        joints=[
            Revolute("q1", GROUND, A, axis=Y),
            Revolute("q2", A, B, axis=X, at=(p["L1"], p["L4"], 0)),
            Prismatic("q6", B, C, axis=Y),
            Revolute("q3", C, D, axis=Y),
            Revolute("q4", D, E, axis=X, at=(0, p["L2"], 0)),
            Revolute("q5", E, F, axis=Y),
        ],
        loads=[Gravity(along=-GROUND.y, magnitude=p["g"])],
        speeds=[w.along(D.x), w.along(D.y), w.along(D.z), rate("q4"), rate("q5"), rate("q6")],
    )


def wrist() -> System:
    """Gillespie's wrist with customary speeds, every number a parameter."""
    M, L, I1, I2, I3, g = parameters(M=2.0, L=0.3, I1=0.02, I2=0.03, I3=0.01, g=9.81)
    A, B = Frame("A"), Frame("B")
    C = Body("C", mass=M, centre=(0, 0, L), inertia=(I1, I2, I3))
    return System(
        "wrist",
        joints=[
            Revolute("q1", GROUND, A, axis=Z),
            Revolute("q2", A, B, axis=Y),
            Revolute("q3", B, C, axis=Z),
        ],
        loads=[Gravity(along=-GROUND.x, magnitude=g)],
    )


def short_wrist() -> System:
    """The same in the components of ω^C along C's axes."""
    system = wrist()
    C = system.bodies["C"]
    w = angular_velocity(C)
    return system.replace(speeds=[w.along(C.x), w.along(C.y), w.along(C.z)])


def cart_pendulum(links: int) -> System:
    """A cart on a line with so many massless links, a particle at the end of each.

    Coordinates are the links' angles from upright, and speeds their rates, as in SymPy's model
    of the same name: a link carries its particle round without turning it (`Swing`).
    """
    values = {"g": 9.81} | {f"m{k}": 1.0 + k for k in range(links + 1)}
    values |= {f"l{k}": 0.5 + 0.1 * k for k in range(links)}
    p = dict(zip(values, parameters(**values), strict=True))
    parent: Body = Particle("cart", mass=p["m0"])
    joints = [Prismatic("q0", GROUND, parent, axis=X)]
    for k in range(1, links + 1):
        end = Particle(f"P{k}", mass=p[f"m{k}"])
        joints.append(Moving(f"link{k}", parent, end, Swing(number=k, length=p[f"l{k - 1}"])))
        parent = end
    loads = [Gravity(along=-GROUND.y, magnitude=p["g"])]
    return System(f"{links} links on a cart", joints=joints, loads=loads)


@dataclass(frozen=True, slots=True, kw_only=True)
class Swing:
    """A slide along the circle l (−sin q, cos q, 0), without turning."""

    number: int
    length: Scalar

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The angle, and its rate."""
        return (f"q{self.number}",), (f"u{self.number}",)

    def pose(self, q: Scalars) -> Pose:
        """K's origin on the circle."""
        return Pose(translation=self._along(-sin(q[0]), cos(q[0])))

    def directions(self, q: Scalars) -> Directions:
        """B = −l (cos q, sin q, 0)."""
        return Directions(angular=(ZEROS,), linear=(self._along(-cos(q[0]), -sin(q[0])),))

    def drift(self, q: Scalars, sigma: Scalars) -> Drift:
        """Ḃσ = l (sin q, −cos q, 0) σ²."""
        square = sigma[0] * sigma[0]
        return Drift(linear=self._along(sin(q[0]) * square, -cos(q[0]) * square))

    def rates(self, q: Scalars, sigma: Scalars) -> Scalars:
        """q̇ = σ."""
        return sigma

    def _along(self, x: Any, y: Any) -> Components:
        return (self.length * x, self.length * y, 0)
