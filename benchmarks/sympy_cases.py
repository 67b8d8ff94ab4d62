"""Descriptions in SymPy's vectors: what its users write, up to the call of KanesMethod.

From: claim.py    Next: sympy_dropin.py
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy
from sympy.physics.mechanics import KanesMethod as SympyKanesMethod
from sympy.physics.mechanics import (
    Particle,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)

Sympy = Any  # SymPy publishes no types


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Arguments of KanesMethod and of kanes_equations, and values of the constants."""

    arguments: Mapping[str, Any]
    bodies: list[Any]
    loads: list[Any]
    constants: Mapping[Any, float]
    point: Mapping[Any, Any] = field(default_factory=dict)

    def formed(self, method: type) -> Any:
        """An object of a class such as KanesMethod with its equations formed."""
        made = method(**self.arguments)
        made.kanes_equations(self.bodies, self.loads)
        return made

    def sympys(self) -> Any:
        """SymPy's own object."""
        return self.formed(SympyKanesMethod)


def symbols(names: str) -> tuple[Sympy, ...]:
    """Functions of time, always several."""
    return tuple(dynamicsymbols(names))


def rates(q: Any, u: Any) -> list[Sympy]:
    """q̇ = u."""
    return [a.diff() - b for a, b in zip(q, u, strict=True)]


def pendulum(links: int) -> Case:
    """A cart with a chain of particles on massless links, angles from the vertical."""
    q, u = symbols(f"q0:{links + 1}"), symbols(f"u0:{links + 1}")
    m, length = sympy.symbols(f"m0:{links + 1}"), sympy.symbols(f"l0:{links}")
    g, push = sympy.Symbol("g"), dynamicsymbols("F")
    N, place = ReferenceFrame("N"), Point("P0")
    place.set_vel(N, u[0] * N.x)
    bodies, loads = [Particle("B0", place, m[0])], [(place, push * N.x - m[0] * g * N.y)]
    for k in range(links):
        link = N.orientnew(f"A{k}", "Axis", (q[k + 1], N.z))
        link.set_ang_vel(N, u[k + 1] * N.z)
        end = place.locatenew(f"P{k + 1}", -length[k] * link.y)
        end.v2pt_theory(place, N, link)
        bodies.append(Particle(f"B{k + 1}", end, m[k + 1]))
        loads.append((end, -m[k + 1] * g * N.y))
        place = end
    constants = {g: 9.81, **dict.fromkeys(m, 1.5), **dict.fromkeys(length, 0.4)}
    arguments = {"frame": N, "q_ind": q, "u_ind": u, "kd_eqs": rates(q, u)}
    return Case(arguments=arguments, bodies=bodies, loads=loads, constants=constants)


def stanford() -> Case:
    """The Stanford arm in joint rates, driven in its joints [KaneLevinson1983 App. 3]."""
    q, u, drive = symbols("q1:7"), symbols("u1:7"), symbols("tau1:7")
    L = sympy.symbols("L1:7")
    g = sympy.Symbol("g")
    N = ReferenceFrame("N")
    A = N.orientnew("A", "Axis", (q[0], N.y))
    B = A.orientnew("B", "Axis", (q[1], A.x))
    C = B.orientnew("C", "Axis", (0, B.y))
    D = C.orientnew("D", "Axis", (q[2], C.y))
    E = D.orientnew("E", "Axis", (q[3], D.x))
    F = E.orientnew("F", "Axis", (q[4], E.y))
    frames = (A, B, C, D, E, F)
    for outer, inner, w in (
        (A, N, u[0] * N.y),
        (B, A, u[1] * A.x),
        (C, B, 0 * B.x),
        (D, C, u[2] * C.y),
        (E, D, u[3] * D.x),
        (F, E, u[4] * E.y),
    ):
        outer.set_ang_vel(inner, w)
    base = Point("O")
    base.set_vel(N, 0)
    shoulder = base.locatenew("B*", L[0] * A.x + L[3] * A.y)
    shoulder.v2pt_theory(base, N, A)
    hand = shoulder.locatenew("C*", q[5] * B.y)
    hand.set_vel(B, u[5] * B.y)
    hand.v1pt_theory(shoulder, N, B)
    wrist = hand.locatenew("D*", L[4] * D.y)
    wrist.v2pt_theory(hand, N, D)
    pivot = hand.locatenew("E0", L[1] * D.y)
    pivot.v2pt_theory(hand, N, D)
    elbow = pivot.locatenew("E*", L[5] * E.y)
    elbow.v2pt_theory(pivot, N, E)
    tip = pivot.locatenew("F*", L[2] * F.y)
    tip.v2pt_theory(pivot, N, F)
    points = (base, shoulder, hand, wrist, elbow, tip)
    m = sympy.symbols("mA mB mC mD mE mF")
    moments = [sympy.symbols(f"{name}x {name}y {name}z") for name in "ABCDEF"]
    bodies = [
        RigidBody(frame.name, point, frame, mass, (inertia(frame, *three), point))
        for frame, point, mass, three in zip(frames, points, m, moments, strict=True)
    ]
    weights = [(point, -mass * g * N.y) for point, mass in zip(points, m, strict=True)]
    axes = (N.y, A.x, C.y, D.x, E.y)
    pairs = zip((A, B, D, E, F), (N, A, C, D, E), drive, axes, strict=False)
    torques = []
    for outer, inner, value, axis in pairs:
        torques += [(outer, value * axis), (inner, -value * axis)]
    thrust = [(hand, drive[5] * B.y), (_held(hand, shoulder, B, N), -drive[5] * B.y)]
    constants = {
        g: 9.81,
        **dict(zip(L, (0.1, 0.6, 0.2, 0.1, 0.7, 0.06), strict=True)),
        **dict(zip(m, (9.0, 6.0, 4.0, 1.0, 0.6, 0.5), strict=True)),
        **{
            x: value
            for three in moments
            for x, value in zip(three, MOMENTS[three[0].name[0]], strict=True)
        },
    }
    arguments = {"frame": N, "q_ind": q, "u_ind": u, "kd_eqs": rates(q, u)}
    return Case(
        arguments=arguments, bodies=bodies, loads=weights + torques + thrust, constants=constants
    )


MOMENTS = {
    "A": (0.01, 0.02, 0.01),
    "B": (0.06, 0.01, 0.05),
    "C": (0.4, 0.01, 0.4),
    "D": (0.0005, 0.001, 0.001),
    "E": (0.0005, 0.0002, 0.0005),
    "F": (0.001, 0.002, 0.003),
}


def _held(there: Any, point: Any, body: Any, N: Any) -> Any:
    """The point of a body that another point is passing."""
    found = point.locatenew(f"{there.name} in {body.name}", there.pos_from(point))
    found.set_vel(body, 0)
    found.v2pt_theory(point, N, body)
    return found


def arm(joints: int) -> Case:
    """A serial arm, each joint about z of a frame twisted about the one before's x: all symbols."""
    q, u = symbols(f"q1:{joints + 1}"), symbols(f"u1:{joints + 1}")
    drive, g = symbols(f"tau1:{joints + 1}"), sympy.Symbol("g")
    N, place = ReferenceFrame("N"), Point("O")
    place.set_vel(N, 0)
    before, bodies, loads, constants = N, [], [], {g: 9.81}
    for k in range(joints):
        twist, a, d, m, x, y, z = sympy.symbols(f"alpha{k} a{k} d{k} m{k} x{k} y{k} z{k}")
        entries = sympy.symbols(f"xx{k} yy{k} zz{k} xy{k} yz{k} zx{k}")
        twisted = before.orientnew(f"T{k}", "Axis", (twist, before.x))
        twisted.set_ang_vel(before, 0)
        link = twisted.orientnew(f"B{k}", "Axis", (q[k], twisted.z))
        link.set_ang_vel(twisted, u[k] * twisted.z)
        joint = place.locatenew(f"J{k}", a * before.x + d * twisted.z)
        joint.v2pt_theory(place, N, before)
        centre = joint.locatenew(f"C{k}", x * link.x + y * link.y + z * link.z)
        centre.v2pt_theory(joint, N, link)
        bodies.append(RigidBody(f"B{k}", centre, link, m, (inertia(link, *entries), centre)))
        loads.append((centre, -m * g * N.z))
        loads += [(link, drive[k] * link.z), (before, -drive[k] * link.z)]
        values = (0.3 + 0.2 * k, 0.1, 0.2, 2.0, 0.02, -0.03, 0.1, 0.03, 0.04, 0.05, 0.001, 0.002, 0)
        constants.update(zip((twist, a, d, m, x, y, z, *entries), values, strict=True))
        before, place = link, joint
    arguments = {"frame": N, "q_ind": q, "u_ind": u, "kd_eqs": rates(q, u)}
    return Case(arguments=arguments, bodies=bodies, loads=loads, constants=constants)


def bicycle() -> Case:
    """The Whipple bicycle with the benchmark's parameters [Meijaard2007], upright at 5 m/s.

    Coordinates are yaw, lean, pitch and steer; the rates of the wheels' turning are speeds.
    """
    yaw, lean, pitch, steer = q = symbols("q1 q2 q3 q4")
    u1, u2, u3, u4, u5, u6 = u = symbols("u1:7")
    N = ReferenceFrame("N")
    Y = N.orientnew("Y", "Axis", (yaw, N.z))
    L = Y.orientnew("L", "Axis", (lean, Y.x))
    R = L.orientnew("R", "Axis", (pitch, L.y))
    tilt = sympy.Symbol("lambda")
    S = R.orientnew("S", "Axis", (tilt, R.y))  # its z is the steering axis
    H = S.orientnew("H", "Axis", (steer, S.z))
    w_R = u1 * N.z + u2 * Y.x + u3 * L.y
    R.set_ang_vel(N, w_R)
    S.set_ang_vel(R, 0)
    H.set_ang_vel(S, u4 * S.z)
    rear, front = ReferenceFrame("W"), ReferenceFrame("V")
    rear.set_ang_vel(R, u5 * R.y)
    front.set_ang_vel(H, u6 * H.y)
    w, c, rR, rF, g, v = sympy.symbols("w c rR rF g v")
    xB, zB, xH, zH = sympy.symbols("xB zB xH zH")
    P = Point("P")
    P.set_vel(N, 0)
    centre = P.locatenew("R0", -rR * L.z)
    centre.set_vel(N, rear.ang_vel_in(N).cross(-rR * L.z))
    frame = centre.locatenew("B0", xB * R.x + (zB + rR) * R.z)
    frame.v2pt_theory(centre, N, R)
    # the point of the steering axis at the height of the rear wheel's centre, upright
    axis = centre.locatenew("A0", (w + c - rR * sympy.tan(tilt)) * R.x)
    axis.v2pt_theory(centre, N, R)
    fork = axis.locatenew(
        "H0", (xH - w - c + rR * sympy.tan(tilt)) * _x(H, tilt) + (zH + rR) * _z(H, tilt)
    )
    fork.v2pt_theory(axis, N, H)
    hub = axis.locatenew("F0", (rR * sympy.tan(tilt) - c) * _x(H, tilt) + (rR - rF) * _z(H, tilt))
    hub.v2pt_theory(axis, N, H)
    down = (N.z - N.z.dot(H.y) * H.y).normalize()
    touch = hub.locatenew("Q", rF * down)
    slip = hub.vel(N) + front.ang_vel_in(N).cross(rF * down)
    holonomic = touch.pos_from(P).dot(N.z)
    masses = sympy.symbols("mR mB mH mF")
    IR, IF = sympy.symbols("IRx IRy"), sympy.symbols("IFx IFy")
    IB, IH = sympy.symbols("IBx IBy IBz IBxz"), sympy.symbols("IHx IHy IHz IHxz")
    T = S.orientnew("T", "Axis", (steer, S.z))  # the fork's axes, upright along R's
    T = H.orientnew("T", "Axis", (-tilt, H.y))
    T.set_ang_vel(H, 0)
    bodies = [
        RigidBody("rear wheel", centre, rear, masses[0], (inertia(R, IR[0], IR[1], IR[0]), centre)),
        RigidBody("frame", frame, R, masses[1], (inertia(R, *IB[:3], 0, 0, IB[3]), frame)),
        RigidBody("fork", fork, H, masses[2], (inertia(T, *IH[:3], 0, 0, IH[3]), fork)),
        RigidBody("front wheel", hub, front, masses[3], (inertia(H, IF[0], IF[1], IF[0]), hub)),
    ]
    places = (centre, frame, fork, hub)
    loads = [(place, m * g * N.z) for place, m in zip(places, masses, strict=True)]
    constants = dict(
        zip(
            (w, c, tilt, g, rR, rF, xB, zB, xH, zH, *masses, *IR, *IB, *IH, *IF),
            BENCHMARK,
            strict=True,
        )
    )
    kinematics = [
        yaw.diff() - u1,
        lean.diff() - u2,
        pitch.diff() - u3,
        steer.diff() - u4,
    ]
    arguments = {
        "frame": N,
        "q_ind": [yaw, lean, steer],
        "q_dependent": [pitch],
        "configuration_constraints": [holonomic],
        "u_ind": [u2, u4, u5],
        "u_dependent": [u1, u3, u6],
        "velocity_constraints": [slip.dot(N.x), slip.dot(N.y), slip.dot(N.z)],
        "kd_eqs": [kinematics[0], kinematics[1], kinematics[3], kinematics[2]],
    }
    still = dict.fromkeys((*q, u1, u2, u3, u4, *(x.diff() for x in u)), 0)
    point = {**still, u5: -v / rR, u6: -v / rF, **{x.diff(): 0 for x in q}}
    return Case(arguments=arguments, bodies=bodies, loads=loads, constants=constants, point=point)


def _x(H: Any, tilt: Sympy) -> Any:
    """The fork's axis that is level when upright."""
    return sympy.cos(tilt) * H.x + sympy.sin(tilt) * H.z


def _z(H: Any, tilt: Sympy) -> Any:
    """The fork's axis that is vertical when upright."""
    return -sympy.sin(tilt) * H.x + sympy.cos(tilt) * H.z


# w c λ g, radii, centres of B and H, masses, inertias of R, B, H, F [Meijaard2007 table 1]
BENCHMARK = (
    *(1.02, 0.08, math.pi / 10, 9.81, 0.3, 0.35, 0.3, -0.9, 0.9, -0.7),
    *(2, 85, 4, 3),
    *(0.0603, 0.12),
    *(9.2, 11, 2.8, 2.4),
    *(0.05892, 0.06, 0.00708, -0.00756),
    *(0.1405, 0.28),
)
