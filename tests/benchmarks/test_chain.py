"""The benchmark chain against Newton and Euler's equations in ground axes."""

import math
from random import Random

import numpy as np
import pytest

from benchmarks.chain import (
    GRAVITY,
    SIZES,
    Link,
    chain_program,
    inverse_dynamics,
    random_links,
    regrouped,
)
from kane.algebra.op import Op
from kane.program.interpret import interpret
from kane.program.program import verify
from tests.close import close, round_off

ARITHMETIC = {Op.ADD, Op.SUB, Op.MUL}


def newton_euler(
    links: tuple[Link, ...], q: np.ndarray, u: np.ndarray, udot: np.ndarray
) -> np.ndarray:
    """Joint torques by momentum balances about mass centres, every vector in ground axes."""
    R, origin, w, wdot = np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3)
    acceleration, joints, wrenches = np.array([0, 0, GRAVITY]), [], []
    for link, q_i, u_i, udot_i in zip(links, q, u, udot, strict=True):
        arm = R @ [link.length, 0, 0]
        acceleration = acceleration + np.cross(wdot, arm) + np.cross(w, np.cross(w, arm))
        origin = origin + arm
        R = R @ _rotation(0, link.twist) @ _rotation(2, q_i)
        axis = R[:, 2]
        wdot = wdot + axis * udot_i + np.cross(w, axis * u_i)
        w = w + axis * u_i
        centre = R @ np.array(link.h) / link.m
        S = np.array(link.S) - np.outer(link.h, link.h) / link.m
        inertia = R @ (np.trace(S) * np.eye(3) - S) @ R.T
        force = link.m * (acceleration + np.cross(wdot, centre) + np.cross(w, np.cross(w, centre)))
        moment = inertia @ wdot + np.cross(w, inertia @ w)
        joints.append((origin, axis))
        wrenches.append((origin + centre, force, moment))
    return np.array(
        [
            axis @ sum(n + np.cross(point - origin, f) for point, f, n in wrenches[i:])
            for i, (origin, axis) in enumerate(joints)
        ]
    )


def _rotation(axis: int, angle: float) -> np.ndarray:
    R, (i, j) = np.eye(3), ((axis + 1) % 3, (axis + 2) % 3)
    R[i, i] = R[j, j] = math.cos(angle)
    R[j, i] = math.sin(angle)
    R[i, j] = -R[j, i]
    return R


def _motion(joints: int, seed: int) -> list[np.ndarray]:
    random = Random(seed)
    return [np.array([random.uniform(-2, 2) for _ in range(joints)]) for _ in range(3)]


@pytest.mark.parametrize("joints", [1, 2, 3, 9])
def test_torques_are_those_of_newton_and_euler(joints: int) -> None:
    links, motion = random_links(joints, seed=joints), _motion(joints, seed=7)
    expected = newton_euler(links, *motion)
    made = interpret(chain_program(joints, seed=joints), *motion)[0]
    scale = float(np.max(np.abs(expected)))
    assert close(made, expected, round_off(scale, operations=200 * joints))


def test_the_recursion_on_floats_equals_the_program() -> None:
    motion = _motion(6, seed=3)
    plain = inverse_dynamics(regrouped(random_links(6)), *[x.tolist() for x in motion])
    made = interpret(chain_program(6), *motion)[0]
    assert close(made, np.array(plain), round_off(float(np.max(np.abs(made))), operations=1200))


@pytest.mark.parametrize("operations", [1_200, 11_000])
def test_sizes_are_within_four_percent(operations: int) -> None:
    program = chain_program(SIZES[operations])
    verify(program)
    assert sum(op in ARITHMETIC for op in program.ops) == pytest.approx(operations, rel=0.04)
