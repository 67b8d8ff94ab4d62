"""Stoneking's tree as the library derives it: Γ of every joint, path tables, COEF and RHS."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from kane import GROUND, Body, Gimbal, Spherical, System, derive
from kane.dynamics.equations import Equations
from tests.close import close, round_off
from tests.textbook import ours
from tests.textbook import stoneking as slides
from tests.textbook.ours import at
from tests.textbook.stoneking_tree import Assembly, Spacecraft, State
from tests.textbook.test_stoneking import JOINT_SETS, random_craft, random_state

Array = NDArray[np.float64]
JOINTS = [*slides.SEQUENCES, "1", "2", "3", "12", "13", "23", "31", slides.SPHERICAL]


@pytest.mark.parametrize("joint", JOINTS)
def test_joint_partials_are_Gamma_and_its_rate(joint: str, rng: np.random.Generator) -> None:
    body = Body("B", mass=1, inertia=(1, 2, 2.5))
    ball = joint == slides.SPHERICAL
    names = " ".join(f"q{k}" for k in range(1, len(joint) + 1))
    one = Spherical("q", GROUND, body) if ball else Gimbal(names, GROUND, body, sequence=joint)
    equations = derive(System("joint", joints=[one]))
    theta, sigma = rng.normal(size=(2, 4 if ball else len(joint)))
    theta, sigma = (theta / np.linalg.norm(theta), sigma[:3]) if ball else (theta, sigma)
    state = values(equations, theta, sigma)
    *columns, remainder = equations.partial_angular_velocities["B"]
    Gamma = np.stack([at(equations, column.components, state) for column in columns], axis=1)
    assert close(Gamma, slides.partials(joint, theta), round_off(1.0, 20))
    assert close(at(equations, remainder.components, state), 0.0, 0.0)
    still = equations.tree.lift.triple((0, 0, 0))
    motion = equations.acceleration((still[0],) * len(equations.u), GROUND.vector(*still))
    drift = at(equations, motion.alpha[-1].components, state)
    assert close(drift, slides.partials_rate(joint, theta, sigma), round_off(20.0, 50))


@pytest.mark.parametrize("joints", JOINT_SETS)
def test_equations_are_COEF_and_RHS(joints: tuple[str, ...], rng: np.random.Generator) -> None:
    craft, state = random_craft(joints, rng), random_state(joints, rng)
    equations, now = derive(ours.spacecraft(craft)), Assembly(craft, state)
    torques, forces = rng.normal(size=(2, 5, 3))
    given = state_of(equations, state) | loads_of(forces, torques)
    order = their_order(equations, craft)
    M = at(equations, equations.mass_matrix, given)[np.ix_(order, order)]
    right = at(equations, equations.forcing, given)[order]
    COEF, RHS = now.coefficients(), now.right_side(torques, forces)
    scale = 10 * float(np.abs(COEF).max() + np.abs(RHS).max())
    assert close(M, COEF, round_off(scale, 1000))
    assert close(right, RHS, round_off(scale, 3000))


@pytest.mark.parametrize("joints", JOINT_SETS)
def test_partial_velocities_are_the_rows_of_Omega_and_V(
    joints: tuple[str, ...], rng: np.random.Generator
) -> None:
    craft, state = random_craft(joints, rng), random_state(joints, rng)
    equations, now = derive(ours.spacecraft(craft)), Assembly(craft, state)
    given, order = state_of(equations, state), their_order(equations, craft)
    for k in range(1, 6):
        w, v = (
            np.stack([at(equations, one.components, given) for one in table[f"B{k}"][:-1]], axis=1)
            for table in (equations.partial_angular_velocities, equations.partial_velocities)
        )
        assert close(w[:, order], now.Omega(k), round_off(3.0, 100))
        assert close(now.C[k] @ v[:, order], now.V(k), round_off(20.0, 200))


def test_path_tables_are_printed_as_in_the_slides(rng: np.random.Generator) -> None:
    table = ours.spacecraft(random_craft(JOINT_SETS[0], rng)).path_table()
    bodies, joints = str(table).split("\n\n")
    assert rows(bodies) == slides.BODY_PATHS
    assert rows(joints) == slides.JOINT_PATHS
    assert table.bodies == ("B1", "B2", "B3", "B4", "B5")


def rows(table: str) -> tuple[str, ...]:
    """The marks of a printed table, a row a body."""
    return tuple("".join(line.split()[1:]) for line in table.splitlines()[2:])


def values(equations: Equations, q: Array, u: Array) -> dict[str, float]:
    """State by the equations' own names, in order."""
    names = [*equations.q_names, *equations.u_names]
    return dict(zip(names, [*map(float, q), *map(float, u)], strict=True))


def state_of(equations: Equations, state: State) -> dict[str, float]:
    """The slides' state by our names."""
    q = {"root.px": 0.0, "root.py": 0.0, "root.pz": 0.0}
    q |= dict(
        zip(("root.w", "root.x", "root.y", "root.z"), map(float, state.attitude), strict=True)
    )
    u = dict(zip(("root.wx", "root.wy", "root.wz"), map(float, state.omega), strict=True))
    u |= dict(zip(("root.vx", "root.vy", "root.vz"), map(float, state.v), strict=True))
    for k, (angles, sigma) in enumerate(zip(state.angles, state.sigma, strict=True), start=1):
        mine = [joint for joint in equations.system.joints[1:] if f"G{k}" in joint.name]
        names = mine[0].coordinates
        q |= dict(zip(names, map(float, angles), strict=True))
        speeds = [name for motion in mine[0].motions for name in motion.names[1]]
        u |= dict(zip(speeds, map(float, sigma), strict=True))
    return q | u


def their_order(equations: Equations, craft: Spacecraft) -> list[int]:
    """Our speeds in the slides' order: ω1, σ of G1 … G4, v1."""
    names = ["root.wx", "root.wy", "root.wz"]
    for k in range(1, len(craft.joints) + 1):
        (joint,) = [one for one in equations.system.joints[1:] if f"G{k}" in one.name]
        names += [name for motion in joint.motions for name in motion.names[1]]
    names += ["root.vx", "root.vy", "root.vz"]
    return [equations.u_names.index(name) for name in names]


def loads_of(forces: Array, torques: Array) -> dict[str, float]:
    """Inputs F1x …, T5z."""
    found: dict[str, Any] = {}
    for k in range(5):
        for axis, letter in enumerate("xyz"):
            found |= {f"F{k + 1}{letter}": float(forces[k, axis])}
            found |= {f"T{k + 1}{letter}": float(torques[k, axis])}
    return found
