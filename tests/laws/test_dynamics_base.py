"""The same motion whichever body is the base: a floating chain described from either end."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kane import (
    GROUND,
    Body,
    Force,
    Free,
    Gravity,
    JointDamper,
    JointSpring,
    Prismatic,
    Revolute,
    SpringDamper,
    System,
    Torque,
    X,
    Y,
    derive,
)
from kane.algebra.evaluate import evaluate
from kane.dynamics import observables
from kane.dynamics.equations import Equations
from kane.model.loads import Load
from tests.close import close, round_off

Array = NDArray[np.float64]
ENDS = {"a": (0.3, 0.1, -0.2), "b": (-0.2, 0.4, 0.1), "b'": (0.1, 0.3, 0.2), "c": (0.2, -0.3, 0.1)}
NAMES = ("px", "py", "pz", "w", "x", "y", "z")


def chain(base: str) -> tuple[System, dict[str, Body]]:
    """a –q1– b –q2– c, floating; joints are reversed where c is the base."""
    inertia = (0.2, 0.3, 0.35, 0.01, -0.02, 0.015)
    bodies = {
        name: Body(name, mass=m, centre=(0.1 * k, 0.05, -0.03 * k), inertia=inertia)
        for k, (name, m) in enumerate({"a": 2.0, "b": 1.0, "c": 1.5}.items())
    }
    a, b, c = bodies.values()
    if base == "a":
        joints = [
            Free("base", GROUND, a),
            Revolute("q1", a, b, axis=Y, at=ENDS["a"], on=ENDS["b"]),
            Prismatic("q2", b, c, axis=X, at=ENDS["b'"], on=ENDS["c"]),
        ]
    else:
        joints = [
            Free("base", GROUND, c),
            Prismatic("q2", c, b, axis=X, at=ENDS["c"], on=ENDS["b'"]),
            Revolute("q1", b, a, axis=Y, at=ENDS["b"], on=ENDS["a"]),
        ]
    sense = 1 if base == "a" else -1  # of q1 and q2
    loads: list[Load] = [
        Gravity(along=-GROUND.z),
        Force(GROUND.vector(1, -2, 3), at=b.point("P", (0.2, 0.1, 0))),
        Torque(a.vector(0.3, 0.2, -0.4), on=a, reaction_on=c),
        SpringDamper(a.mass_centre, c.mass_centre, stiffness=20, damping=3, length=0.2),
        JointDamper("q1", 0.7),
        JointSpring("q2", 9, rest=0.1 * sense),
    ]
    return System(f"from {base}", joints=joints, loads=loads), bodies


def moving(equations: Equations, body: Body, state: dict[str, float]) -> tuple[Array, ...]:
    """The body's place, orientation, velocity and angular velocity, along the ground's axes."""
    u = np.array([state[name] for name in equations.u_names])
    columns = observables.angular_jacobian(equations, body)
    w = np.array([evaluate(list(column.components), state) for column in columns]).T @ u
    R = np.array([evaluate(list(row), state) for row in observables.orientation(equations, body)])
    p, v = (
        np.array(evaluate(list(found.components), state))
        for found in (
            observables.position(equations, body.mass_centre),
            observables.velocity(equations, body.mass_centre),
        )
    )
    return p, R, v, w


def accelerations(equations: Equations, bodies: dict[str, Body], state: Any) -> Array:
    """Of all mass centres, while nothing but the loads acts."""
    still = {str(symbol): 0.0 for symbol in equations.tau}
    udot = evaluate(equations.forward_dynamics, {**state, **still})
    given = {**state, **dict(zip(map(str, equations.udot), udot, strict=True))}
    return np.array(
        [
            evaluate(list(observables.acceleration(equations, b.mass_centre).components), given)
            for b in bodies.values()
        ]
    )


def quaternion(R: Array) -> Array:
    """(w, x, y, z) of a rotation that is no half turn."""
    w = np.sqrt(1 + np.trace(R)) / 2
    found: Array = np.array([w, *(R[i - 1, i - 2] - R[i - 2, i - 1] for i in range(3))])
    found /= [1, *[4 * w] * 3]
    return found


def test_bodies_move_alike_whichever_is_the_base(rng: np.random.Generator) -> None:
    (first, bodies), (second, others) = chain("a"), chain("c")
    one, two = derive(first), derive(second)
    turn = np.array([0.9, *rng.uniform(-0.3, 0.3, 3)])
    place = [*rng.normal(size=3), *turn / np.linalg.norm(turn)]
    state = {f"base.{name}": float(x) for name, x in zip(NAMES, place, strict=True)}
    state |= {"q1": 0.5, "q2": 0.3} | {name: float(rng.normal()) for name in one.u_names}

    p, R, v, w = moving(one, bodies["c"], state)
    there = [*p, *quaternion(R)]
    seen = {f"base.{name}": float(x) for name, x in zip(NAMES, there, strict=True)}
    for name, vector in (("v", R.T @ v), ("w", R.T @ w)):
        seen |= {f"base.{name}{axis}": float(x) for axis, x in zip("xyz", vector, strict=True)}
    seen |= {name: -state[name] for name in ("q1", "q2", "u1", "u2")}

    for name, body in bodies.items():  # the same state
        for x, y in zip(moving(one, body, state), moving(two, others[name], seen), strict=True):
            assert close(x, y, round_off(20.0, 100))
    found, expected = accelerations(two, others, seen), accelerations(one, bodies, state)
    assert close(found, expected, round_off(2e3, 1000))
    energies = [
        evaluate(observables.kinetic_energy(e) + observables.potential_energy(e), at)
        for e, at in ((one, state), (two, seen))
    ]
    assert close(energies[0], energies[1], round_off(100.0, 200))
