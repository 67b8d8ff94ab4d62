"""SymPy's side of the derivations: `KanesMethod`, from symbols to M, forcing and q̇.

Systems, coordinates and speeds are those of `benchmarks/kane_systems.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import sympy
from sympy import Matrix, symbols
from sympy.physics.mechanics import (
    KanesMethod,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)
from sympy.physics.mechanics.models import n_link_pendulum_on_cart

from benchmarks.serve import serve

Made = Any  # a KanesMethod whose equations are formed


def cart_pendulum(links: int) -> Made:
    """SymPy's own model: a cart on a line, so many links with their masses at the ends."""
    return n_link_pendulum_on_cart(links, cart_force=False, joint_torques=False)


def wrist() -> Made:
    """A body on three turns, in the components of its angular velocity."""
    q, u = dynamicsymbols("q1:4"), dynamicsymbols("u1:4")
    M, L, I1, I2, I3, g = symbols("M L I1 I2 I3 g")
    N = ReferenceFrame("N")
    A = N.orientnew("A", "Axis", (q[0], N.z))
    B = A.orientnew("B", "Axis", (q[1], A.y))
    C = B.orientnew("C", "Axis", (q[2], B.z))
    w = C.ang_vel_in(N)
    rows = [u[k] - w.dot(axis) for k, axis in enumerate((C.x, C.y, C.z))]
    C.set_ang_vel(N, u[0] * C.x + u[1] * C.y + u[2] * C.z)
    centre = Point("O")
    centre.set_vel(N, 0)
    P = centre.locatenew("P", L * C.z)
    P.v2pt_theory(centre, N, C)
    body = RigidBody("C", P, C, M, (inertia(C, I1, I2, I3), P))
    method = KanesMethod(N, q, u, kd_eqs=rows)
    method.kanes_equations([body], [(P, -M * g * N.x)])
    return method


def stanford() -> Made:
    """The arm of Kane and Levinson, in their six speeds."""
    q, u = dynamicsymbols("q1:7"), dynamicsymbols("u1:7")
    L1, L2, L3, L4, L5, L6, g = symbols("L1:7 g")
    s2, c2, s3, c3 = (f(q[k]) for k in (1, 2) for f in (sympy.sin, sympy.cos))
    first = (u[0] * s3 - u[2] * c3) / s2  # (8) to (11)
    rates = [first, u[0] * c3 + u[2] * s3, u[1] - first * c2, *u[3:]]
    N = ReferenceFrame("N")
    A = N.orientnew("A", "Axis", (q[0], N.y))
    B = A.orientnew("B", "Axis", (q[1], A.x))
    D = B.orientnew("D", "Axis", (q[2], B.y))
    E = D.orientnew("E", "Axis", (q[3], D.x))
    F = E.orientnew("F", "Axis", (q[4], E.y))
    A.set_ang_vel(N, rates[0] * A.y)
    B.set_ang_vel(A, rates[1] * B.x)
    D.set_ang_vel(N, u[0] * D.x + u[1] * D.y + u[2] * D.z)
    E.set_ang_vel(D, u[3] * E.x)
    F.set_ang_vel(E, u[4] * F.y)
    base = Point("O")
    base.set_vel(N, 0)
    hinge = base.locatenew("B*", L1 * A.x + L4 * A.y)
    hinge.v2pt_theory(base, N, A)
    slide = hinge.locatenew("C*", q[5] * B.y)
    slide.set_vel(B, u[5] * B.y)
    slide.v1pt_theory(hinge, N, B)
    wrist_ = slide.locatenew("E", L2 * D.y)
    wrist_.v2pt_theory(slide, N, D)
    places = [base, hinge, slide]
    for name, start, length, frame in (
        ("D*", slide, L5, D),
        ("E*", wrist_, L6, E),
        ("F*", wrist_, L3, F),
    ):
        place = start.locatenew(name, length * frame.y)
        place.v2pt_theory(start, N, frame)
        places.append(place)
    bodies, loads = [], []
    for name, frame, place in zip("ABCDEF", (A, B, B, D, E, F), places, strict=True):
        mass, moments = symbols(f"m{name}"), symbols(f"{name}1:4")
        bodies.append(RigidBody(name, place, frame, mass, (inertia(frame, *moments), place)))
        loads.append((place, -mass * g * N.y))
    rows = [one.diff() - value for one, value in zip(q, rates, strict=True)]
    method = KanesMethod(N, q, u, kd_eqs=rows)
    method.kanes_equations(bodies, loads)
    return method


CASES: dict[str, Callable[..., Made]] = {
    "cart pendulum": cart_pendulum,
    "wrist": wrist,
    "stanford": stanford,
}


def parts(method: Made) -> list[Any]:
    """M's lower triangle, the forcing, and q̇."""
    M, forcing, rates = method.mass_matrix, method.forcing, method.kindiffdict()
    lower = [M[r, s] for r in range(M.rows) for s in range(r + 1)]
    return [*lower, *forcing, *(rates[one.diff()] for one in method.q)]


def operations(exprs: list[Any], moving: set[Any]) -> dict[str, int]:
    """Multiplications, additions, divisions, sines and cosines after cse, set-up not counted."""
    replaced, reduced = sympy.cse(exprs)
    total = {"mul": 0, "add": 0, "div": 0, "sincos": 0}
    moving = set(moving)
    for symbol, expr in replaced:
        if expr.free_symbols & moving or expr.atoms(sympy.Function) & moving:
            moving.add(symbol)
        tally(expr, moving, total)
    for expr in reduced:
        tally(expr, moving, total)
    return total


def tally(expr: Any, moving: set[Any], total: dict[str, int]) -> None:
    """Adds one expression's operations; what contains nothing that moves is set-up."""
    if expr in moving or not expr.args:
        return
    if not (expr.free_symbols & moving or expr.atoms(sympy.Function) & moving):
        return
    if expr.is_Add:
        total["add"] += len(expr.args) - 1
    elif expr.is_Mul:
        signs = sum(arg == -1 for arg in expr.args)
        below = sum(arg.is_Pow and arg.exp.is_negative for arg in expr.args)
        above = len(expr.args) - signs - below
        total["mul"] += max(above - 1, 0) + max(below - 1, 0)
    elif expr.is_Pow:
        power = abs(int(expr.exp))
        total["mul"] += {1: 0, 2: 1, 3: 2, 4: 2}[power]
        total["div"] += expr.exp.is_negative
    elif isinstance(expr, (sympy.sin, sympy.cos)):
        total["sincos"] += 1
    for arg in expr.args:
        tally(arg, moving, total)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Seconds of so many derivations, then operations and values at a state."""
    make = CASES[request["case"]]
    given = request.get("given", [])
    start = time.perf_counter()
    for _ in range(request["calls"]):
        method = make(*given)
        made = parts(method)
    seconds = time.perf_counter() - start
    if "state" not in request:
        return {"seconds": seconds}
    moving = set(method.q) | set(method.u)
    names = {str(one).removesuffix("(t)"): one for one in moving}
    names |= {str(one): one for one in Matrix(made).free_symbols}
    state = {names[name]: value for name, value in request["state"].items() if name in names}
    found = sympy.lambdify(list(state), made, cse=True)(*state.values())
    return {
        "seconds": seconds,
        "operations": operations(made, moving),
        "values": [float(value) for value in found],
    }


serve(f"SymPy {sympy.__version__}", answer)
