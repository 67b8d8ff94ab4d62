"""Descriptions in SymPy's vectors that the tests of this folder share."""

from __future__ import annotations

from typing import Any

import sympy
from sympy.physics.mechanics import (
    KanesMethod as SympyKanesMethod,
)
from sympy.physics.mechanics import (
    Particle,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)

Given = dict[str, Any]


def rods(relative: bool) -> tuple[Given, list[Any], list[Any], dict[Any, float]]:
    """Two rods hanging in a plane, the second's angle from the first or from the vertical."""
    q, u = dynamicsymbols("q1 q2"), dynamicsymbols("u1 u2")
    m, length, moment, g = sympy.symbols("m l I g")
    N, O = ReferenceFrame("N"), Point("O")  # noqa: E741
    O.set_vel(N, 0)
    A = N.orientnew("A", "Axis", (q[0], N.z))
    B = (A if relative else N).orientnew("B", "Axis", (q[1], N.z))
    A.set_ang_vel(N, u[0] * N.z)
    B.set_ang_vel(A if relative else N, u[1] * N.z)
    first = O.locatenew("A*", length / 2 * A.x)
    pin = O.locatenew("P", length * A.x)
    second = pin.locatenew("B*", length / 2 * B.x)
    for point, before, frame in ((first, O, A), (pin, O, A), (second, pin, B)):
        point.v2pt_theory(before, N, frame)
    bodies = [
        RigidBody(name, point, frame, m, (inertia(frame, 0, 0, moment), point))
        for name, point, frame in (("A", first, A), ("B", second, B))
    ]
    loads = [(first, m * g * N.x), (second, m * g * N.x)]
    arguments = {"frame": N, "q_ind": q, "u_ind": u}
    arguments["kd_eqs"] = [x.diff() - s for x, s in zip(q, u, strict=True)]
    return arguments, bodies, loads, {m: 1.2, length: 0.7, moment: 0.05, g: 9.81}


def slider(kinematics: Any = None) -> tuple[Given, list[Any], list[Any]]:
    """A particle on a line, pulled by a spring and a force F."""
    q, u, F = dynamicsymbols("q u F")
    m, k = sympy.symbols("m k")
    N, P = ReferenceFrame("N"), Point("P")
    P.set_vel(N, u * N.x)
    kd = [q.diff() - u] if kinematics is None else [kinematics(q, u)]
    arguments = {"frame": N, "q_ind": [q], "u_ind": [u], "kd_eqs": kd}
    return arguments, [Particle("P", P, m)], [(P, (F - k * q) * N.x)]


def on_a_circle() -> tuple[Given, list[Any], list[Any], dict[Any, float]]:
    """A particle in a plane at a constant distance from a point, under its weight."""
    q, u = dynamicsymbols("q1 q2"), dynamicsymbols("u1 u2")
    m, length, g = sympy.symbols("m l g")
    N, O = ReferenceFrame("N"), Point("O")  # noqa: E741
    O.set_vel(N, 0)
    P = O.locatenew("P", q[0] * N.x + q[1] * N.y)
    P.set_vel(N, u[0] * N.x + u[1] * N.y)
    arguments = {
        "frame": N,
        "q_ind": q[:1],
        "q_dependent": q[1:],
        "configuration_constraints": [q[0] ** 2 + q[1] ** 2 - length**2],
        "u_ind": u[:1],
        "u_dependent": u[1:],
        "velocity_constraints": [q[0] * u[0] + q[1] * u[1]],
        "kd_eqs": [x.diff() - s for x, s in zip(q, u, strict=True)],
    }
    return arguments, [Particle("P", P, m)], [(P, m * g * N.x)], {m: 1.2, length: 0.5, g: 9.81}


def disc(auxiliary: bool) -> tuple[Given, list[Any], list[Any]]:
    """A disc that rolls; with an auxiliary speed for the force across its track, if wanted."""
    q, u = dynamicsymbols("q1:4"), dynamicsymbols("u1:4")
    slip = dynamicsymbols("u4")
    r, m, g = sympy.symbols("r m g")
    N = ReferenceFrame("N")
    Y = N.orientnew("Y", "Axis", (q[0], N.z))
    L = Y.orientnew("L", "Axis", (q[1], Y.x))
    R = L.orientnew("R", "Axis", (q[2], L.y))
    w = R.ang_vel_in(N)
    R.set_ang_vel(N, sum((s * axis for s, axis in zip(u, (L.x, L.y, L.z), strict=True)), 0 * L.x))
    contact = Point("C")
    contact.set_vel(N, slip * L.x if auxiliary else 0)
    centre = contact.locatenew("D*", r * L.z)
    centre.v2pt_theory(contact, N, R)
    kd = [w.dot(axis) - s for s, axis in zip(u, (L.x, L.y, L.z), strict=True)]
    moment = inertia(L, m / 4 * r**2, m / 2 * r**2, m / 4 * r**2)
    body = RigidBody("disc", centre, R, m, (moment, centre))
    arguments = {"frame": N, "q_ind": q, "u_ind": u, "kd_eqs": kd}
    if auxiliary:
        arguments["u_auxiliary"] = [slip]
    return arguments, [body], [(centre, -m * g * Y.z)]


def formed(method: type, arguments: Given, bodies: Any, loads: Any) -> Any:
    """An object of a class such as KanesMethod with its equations formed."""
    made = method(**arguments)
    made.kanes_equations(bodies, loads)
    return made


def sympys(arguments: Given, bodies: Any, loads: Any) -> Any:
    """SymPy's own object."""
    return formed(SympyKanesMethod, arguments, bodies, loads)
