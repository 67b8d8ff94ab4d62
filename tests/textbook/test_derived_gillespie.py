"""Gillespie's examples as the library derives them, against the printed equations."""

from __future__ import annotations

import numpy as np
import pytest
import sympy

from kane import GROUND, Gravity, derive, suggest_speeds
from kane.algebra import substitute
from kane.dynamics.equations import Equations
from kane.pipeline import lower, optimize
from kane.program.count import Operations, count
from kane.program.target import Target
from tests.close import close, round_off
from tests.textbook import gillespie as paper
from tests.textbook import ours
from tests.textbook.ours import at, numbered


@pytest.mark.parametrize("rolling", [False, True])
def test_disk_accelerates_as_40_and_42(rolling: bool, rng: np.random.Generator) -> None:
    disk = paper.Disk(m=1.3, J=0.11, r=0.27, phi=0.8)
    equations = derive(ours.disk(disk, rolling=rolling))
    state = {**numbered("u", rng.normal(size=2)), "q2": 0.3, "Ff": 0.7}
    M, right = (at(equations, x, state) for x in (equations.mass_matrix, equations.forcing))
    udot = np.linalg.solve(M, right)
    expected = [paper.disk_rolling(disk)] if rolling else paper.disk_sliding(disk, 0.7)
    assert close(udot, expected, round_off(20.0, 20))
    if rolling:  # friction does no work and has left the equations
        assert close(at(equations, equations.input_matrix, state), 0.0, 0.0)


def test_disk_has_the_partial_velocities_of_the_table() -> None:
    disk = paper.Disk()
    equations = derive(ours.disk(disk, rolling=False))
    v, w = equations.partial_velocities["B"], equations.partial_angular_velocities["B"]
    expected_v, expected_w = paper.disk_partial_velocities(disk)
    q2 = 0.4
    to_ramp = np.array([[np.cos(q2), -np.sin(q2), 0], [np.sin(q2), np.cos(q2), 0], [0, 0, 1]])
    for r in range(2):
        found = at(equations, list(v[r].components), {"q2": q2})
        assert close(to_ramp @ found, expected_v[r], round_off(2.0, 10))
        assert close(at(equations, list(w[r].components), {}), expected_w[r], round_off(3.0, 2))


def wrist() -> tuple[Equations, Equations]:
    """Customary speeds, and the paper's."""
    system, C = ours.wrist(paper.Wrist())
    return derive(system), derive(ours.along_own_axes(system, C))


def test_wrist_has_equations_49_and_50_exactly() -> None:
    made = wrist()[1].sympy()
    kinematics = made.W * made.u + made.X
    dynamics = made.M.LUsolve(made.B * made.inputs - made.f)
    printed = [*paper.WRIST_KINEMATICS.texts.values(), *paper.WRIST_DYNAMICS.texts.values()]
    names = {str(s): s for s in [*made.q, *made.u, *made.inputs, *made.parameters]}
    names["G"] = names["g"]
    for found, text in zip([*kinematics, *dynamics], printed, strict=True):
        assert sympy.simplify(found - sympy.sympify(text, names)) == 0, text


def test_customary_speeds_move_the_wrist_alike(rng: np.random.Generator) -> None:
    equations, wrist_ = wrist()[0], paper.Wrist()
    q, qdot, force, torque = rng.uniform(0.3, 1.2, 3), *rng.normal(size=(3, 3))
    state = numbered("q", q) | numbered("u", qdot) | numbered("F", force) | numbered("T", torque)
    M, right = (at(equations, x, state) for x in (equations.mass_matrix, equations.forcing))
    expected = paper.wrist_qddot(wrist_, q, qdot, force, torque)
    scale = float(np.linalg.cond(M)) * 300
    assert close(np.linalg.solve(M, right), expected, round_off(scale, 300))


def both(equations: Equations) -> Operations:
    """(49) and (50) as a Program: q̇, and u̇ without τ, parameter-only work set up."""
    still = dict.fromkeys(equations.tau, equations.tau[0] * 0)
    outputs = {"qdot": equations.qdot, "udot": substitute(equations.forward_dynamics, still)}
    inputs = {"q": equations.q, "u": equations.u, "p": equations.live_parameters}
    return count(optimize(lower("both", inputs, outputs), Target(lanes=4)))


def test_wrist_needs_20_multiplications_and_12_additions_at_most() -> None:
    system, C = ours.wrist(paper.Wrist())
    bare = system.replace(loads=[Gravity(along=-GROUND.x)])
    short = both(derive(ours.along_own_axes(bare, C)))
    found = suggest_speeds(bare)[0]
    assert found.speeds == tuple(f"angular_velocity(C).along(C.{axis})" for axis in "xyz")
    assert both(derive(found.system)) == short
    assert short.mul + short.div <= 20  # the paper counts a division as a multiplication
    assert short.add <= 12
    assert short.mul + short.add <= (both(derive(bare)).mul + both(derive(bare)).add) / 2


def test_cart_has_the_equations_of_63(rng: np.random.Generator) -> None:
    cart, q, u = paper.Cart(), rng.uniform(0.3, 2.0, 4), rng.normal(size=2)
    equations = derive(ours.cart(cart))
    state = numbered("q", q) | numbered("u", u) | {"F": 0.7, "tau": -0.4}
    u3 = paper.cart_u3(cart, q, u)
    scale = 200.0 * (1 + u3**2)
    M, f = (at(equations, x, state) for x in (equations.mass_matrix, equations.bias))
    assert close(M, paper.cart_mass_matrix(cart, q), round_off(scale, 50))
    assert close(f, paper.cart_bias(cart, q, u), round_off(scale, 100))
    assert close(at(equations, equations.input_matrix, state), np.eye(2), 0.0)
    full = np.array([*u, u3])
    assert close(at(equations, equations.qdot, state), paper.cart_qdot(q, full), round_off(20, 30))


def test_cart_has_the_constraint_59_and_the_dependent_speed_60(rng: np.random.Generator) -> None:
    cart, q, u = paper.Cart(), rng.uniform(0.3, 2.0, 4), rng.normal(size=2)
    equations = derive(ours.cart(cart))
    rows, state = equations.constraints, numbered("q", q) | numbered("u", u)
    assert rows.encapsulated == ("rear wheels",)
    assert rows.embedded == ("front wheel",)
    assert close(at(equations, rows.J[0], state), paper.cart_constraint(cart, q), round_off(2, 5))
    u3 = paper.cart_u3(cart, q, u)
    assert close(at(equations, [rows.dependent["u3"]], state), u3, round_off(20, 10))
    full = np.array([*u, u3])
    qdot = paper.cart_qdot(q, full)
    Jdot_u = paper.along(lambda p: paper.cart_constraint(cart, p) @ full, q, qdot)
    assert close(at(equations, rows.bias, state), Jdot_u, round_off(50, 50))


def test_cart_has_the_partial_velocities_of_the_table(rng: np.random.Generator) -> None:
    cart, q = paper.Cart(), rng.uniform(0.3, 2.0, 4)
    equations, state = derive(ours.cart(cart)), numbered("q", q)
    expected = paper.cart_partial_velocities(cart, q)
    for body, point in (("B", "Bo"), ("C", "P3")):
        turn = q[3] if body == "C" else 0.0
        s, c = np.sin(turn), np.cos(turn)
        to_B = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        for r in range(2):
            v = at(equations, equations.partial_velocities[body][r].components, state)
            w = at(equations, equations.partial_angular_velocities[body][r].components, state)
            assert close(to_B @ v, expected[point][r], round_off(10, 20))
            assert close(to_B @ w, expected[body][r], round_off(10, 20))
