"""The papers' systems as descriptions for the library, and its equations at a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kane import (
    GROUND,
    Body,
    Force,
    Frame,
    Free,
    Gimbal,
    Gravity,
    JointForce,
    Motion,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    System,
    Torque,
    X,
    Y,
    Z,
    angular_velocity,
    cos,
    inputs,
    parameters,
    rate,
    sin,
    velocity,
)
from kane.algebra.evaluate import evaluate
from kane.algebra.expr import Expr
from kane.dynamics.equations import Equations
from kane.model.joints.free import Axes
from kane.model.loads import Load
from tests.textbook.gillespie import Cart, Disk, Wrist
from tests.textbook.stoneking import SPHERICAL
from tests.textbook.stoneking_tree import Spacecraft

Array = NDArray[np.float64]
State = Mapping[str, float]


def at(equations: Equations, exprs: Any, state: State) -> Array:
    """The values of expressions (in any nesting) at a state, parameters at their values."""
    flat = np.array(exprs, dtype=object)
    symbols = equations.tree.lift.graph.symbols.values()
    given = {name: value for name, value in equations.parameters.items() if name in symbols}
    found = evaluate([_scalar(expr) for expr in flat.ravel()], {**given, **state})
    return np.array(found, dtype=np.float64).reshape(flat.shape)


def _scalar(expr: Any) -> Expr:
    assert isinstance(expr, Expr)
    return expr


def numbered(letter: str, values: Sequence[float] | Array) -> dict[str, float]:
    """{"u1": …, "u2": …}."""
    return {f"{letter}{k}": float(value) for k, value in enumerate(values, start=1)}


# ── Gillespie ─────────────────────────────────────────────────────────────────────────────────
def disk(paper: Disk, *, rolling: bool) -> System:
    """Example 1; sliding, the friction force is the input Ff."""
    m, J, r, g, phi = parameters(**asdict(paper))
    (friction,) = inputs("Ff")
    B = Body("B", mass=m, inertia=(J / 2, J / 2, J))
    v, w = velocity(B.mass_centre), angular_velocity(B)
    ramp = Motion("stays on the ramp", v.along(GROUND.y) == 0)
    rolls = Motion("rolls", v.along(GROUND.x) + r * w.along(B.z) == 0, dependent="u2")
    contact: list[Load] = [
        Force(-friction * GROUND.x, at=B.mass_centre),
        Torque(-r * friction * GROUND.z, on=B),
    ]
    return System(
        "disk",
        joints=[Planar("x y q2", GROUND, B)],
        loads=[Gravity(along=GROUND.vector(-sin(phi), -cos(phi), 0), magnitude=g), *contact],
        speeds={"u1": v.along(GROUND.x), "u2": r * w.along(B.z)},
        constraints=[ramp, rolls] if rolling else [ramp],
    )


def wrist(paper: Wrist) -> tuple[System, Body]:
    """Example 2 with customary speeds, forces F1, F2, F3 at C* and torques T1, T2, T3 on C."""
    M, L, I1, I2, I3, g = parameters(**asdict(paper))
    A, B = Frame("A"), Frame("B")
    C = Body("C", mass=M, centre=(0, 0, L), inertia=(I1, I2, I3))
    F1, F2, F3, T1, T2, T3 = inputs("F1", "F2", "F3", "T1", "T2", "T3")
    system = System(
        "wrist",
        joints=[
            Revolute("q1", GROUND, A, axis=Z),
            Revolute("q2", A, B, axis=Y),
            Revolute("q3", B, C, axis=Z),
        ],
        loads=[
            Gravity(along=-GROUND.x, magnitude=g),
            Force(C.vector(F1, F2, F3), at=C.mass_centre),
            Torque(C.vector(T1, T2, T3), on=C),
        ],
    )
    return system, C


def along_own_axes(system: System, C: Body) -> System:
    """The wrist in the paper's speeds u_i = ω^C · c_i."""
    w = angular_velocity(C)
    return system.replace(speeds=[w.along(C.x), w.along(C.y), w.along(C.z)])


def cart(paper: Cart) -> System:
    """Example 3, the caster free."""
    L1, L2, L3, mB, mC, IB = parameters(**asdict(paper))
    F, tau = inputs("F", "tau")
    B = Body("B", mass=mB, centre=(L1, 0, 0), inertia=(0, 0, IB))
    C = Body("C", mass=mC, centre=(-L3, 0, 0))
    P1, P2, P3 = B.point("P1"), B.point("P2", (L2, 0, 0)), C.point("P3", (-L3, 0, 0))
    return System(
        "cart",
        joints=[Planar("q1 q2 q3", GROUND, B), Revolute("q4", B, C, axis=Z, at=P2)],
        speeds=[
            velocity(P1).along(B.x),
            angular_velocity(B).along(B.z),
            angular_velocity(C).along(C.z),
        ],
        constraints=[
            Motion("rear wheels", velocity(P1).along(B.y) == 0),
            Motion("front wheel", velocity(P3).along(C.y) == 0, dependent="u3"),
        ],
        loads=[Force(F * B.x, at=P1), Torque(tau * B.z, on=B)],
    )


# ── Kane and Levinson ─────────────────────────────────────────────────────────────────────────
ARM_SIGNS: Final = {"q1": 1, "q2": -1, "q3": -1, "q4": -1, "q5": -1, "q6": -1}


def stanford(values: Mapping[str, float]) -> System:
    """The arm in the paper's six speeds; its motors are the inputs tau1 … tau5, sigma."""
    p = dict(zip(values, parameters(**values), strict=True))
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
    motors = dict(
        zip(ARM_SIGNS, inputs("tau1", "tau2", "tau3", "tau4", "tau5", "sigma"), strict=True)
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
        loads=[
            Gravity(along=-GROUND.y, magnitude=p["g"]),
            *(JointForce(name, sign * motors[name]) for name, sign in ARM_SIGNS.items()),
        ],
        speeds=[w.along(D.x), w.along(D.y), w.along(D.z), rate("q4"), rate("q5"), rate("q6")],
    )


# ── Stoneking ─────────────────────────────────────────────────────────────────────────────────
def spacecraft(craft: Spacecraft) -> System:
    """B1 free, its mass centre's velocity along the ground's axes; joints G1 … as drawn."""
    bodies = [
        Body(f"B{k}", mass=float(m), inertia=J.tolist())
        for k, (m, J) in enumerate(zip(craft.mass, craft.inertia, strict=True), start=1)
    ]
    joints = [Free("root", GROUND, bodies[0], linear=Axes.PARENT)]
    for k, name in enumerate(craft.joints):
        inner, outer = bodies[craft.inner[k] - 1], bodies[craft.outer[k] - 1]
        at, on = tuple(craft.r_in[k].tolist()), tuple(craft.r_out[k].tolist())
        if name == SPHERICAL:
            joints.append(Spherical(f"G{k + 1}", inner, outer, at=at, on=on))
        else:
            angles = " ".join(f"G{k + 1}_{i}" for i in range(1, len(name) + 1))
            joints.append(Gimbal(angles, inner, outer, sequence=name, at=at, on=on))
    F = [inputs(f"F{k}x", f"F{k}y", f"F{k}z") for k in range(1, 6)]
    T = [inputs(f"T{k}x", f"T{k}y", f"T{k}z") for k in range(1, 6)]
    loads = [
        load
        for body, force, torque in zip(bodies, F, T, strict=True)
        for load in (
            Force(GROUND.vector(*force), at=body.mass_centre),
            Torque(body.vector(*torque), on=body),
        )
    ]
    return System("spacecraft", joints=joints, loads=loads)
