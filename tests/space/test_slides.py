"""Γ, Ω, V, remainder accelerations, COEF and RHS beside the slides' own recipe."""

from __future__ import annotations

import numpy as np
import pytest

from kane import Body, Gimbal, SpaceFixed, build, space
from tests.close import close, round_off
from tests.space.crafts import five_bodies, state_of
from tests.textbook import stoneking as slides
from tests.textbook.reference import read_json
from tests.textbook.stoneking_tree import Assembly
from tests.textbook.test_stoneking import JOINT_SETS, random_craft, random_state


@pytest.mark.parametrize("joints", JOINT_SETS)
def test_all_matrices_are_those_of_the_slides(
    joints: tuple[str, ...], rng: np.random.Generator
) -> None:
    drawn, state = random_craft(joints, rng), random_state(joints, rng)
    sat, now = five_bodies(drawn), Assembly(drawn, state)
    found = sat.slides.at(*state_of(sat, state))

    scale = float(np.abs(now.coefficients()).max())
    remainders = now.remainders()
    forces = now.right_side(np.zeros((5, 3)), np.zeros((5, 3)))
    assert close(found.Omega, np.vstack([now.Omega(i) for i in range(1, 6)]), round_off(5.0, 300))
    assert close(found.V, np.vstack([now.V(i) for i in range(1, 6)]), round_off(50.0, 300))
    assert close(found.alpha_r, [remainders[i][0] for i in range(1, 6)], round_off(100.0, 500))
    assert close(found.a_r, [remainders[i][1] for i in range(1, 6)], round_off(500.0, 500))
    assert close(found.COEF, now.coefficients(), round_off(scale, 1000))
    assert close(found.RHS, forces, round_off(float(np.abs(forces).max()) * 10, 1000))


@pytest.mark.parametrize("order", ["tree", "slides"])
def test_the_native_rates_solve_coef_and_rhs(order: str, rng: np.random.Generator) -> None:
    drawn = random_craft(JOINT_SETS[0], rng)
    sat = five_bodies(drawn, order=order)
    q, u = state_of(sat, random_state(JOINT_SETS[0], rng))
    model, view = build(sat), sat.slides
    found = view.at(q, u)

    udot = np.linalg.solve(found.COEF, found.RHS)
    limit = round_off(float(np.linalg.cond(found.COEF) * np.abs(udot).max()), 2000)
    assert close(view.u(model.forward_dynamics(q, u, np.zeros(len(u)))), udot, limit)
    if order == "slides":
        assert view.u_names == model.u_names
        assert model.u_names[:3] == ("B1.wx", "B1.wy", "B1.wz")
        assert model.u_names[-3:] == ("B1.vx", "B1.vy", "B1.vz")


@pytest.mark.parametrize("sequence", slides.SEQUENCES)
def test_joint_partials_and_their_rates_are_the_reference_ones(sequence: str) -> None:
    known = read_json("003_joint_partials.json")[sequence]
    B = Body("B", mass=1, inertia=(1, 1, 1))
    bus = Body("bus", mass=1, inertia=(1, 1, 1))
    sat = space.spacecraft(bus=bus, appendages=[space.Appendage(B, Gimbal(sequence))])
    q = np.concatenate([[0, 0, 0, 1, 0, 0, 0], known["theta"]])
    u = np.concatenate([np.zeros(6), known["sigma"]])

    found, (n, m) = sat.slides.at(q, u), (3, 6)
    Gamma = found.Omega[3:, n:m]
    w = Gamma @ np.array(known["sigma"])
    assert close(Gamma, known["Gamma"], round_off(1.0, 30))
    # with the bus at rest α_r = Γ̇ σ + ω × Γ σ, whose second part vanishes
    assert close(found.alpha_r[1], known["Gammadot_sigma"], round_off(9.0, 60))
    assert close(found.Omega[3:] @ sat.slides.u(u), w, round_off(5.0, 60))
    # Γ̇ σ by differences of Γ along σ: the error is of second order in the step
    h, sigma = 1e-5, np.array(known["sigma"])
    ahead, behind = (
        sat.slides.at(np.concatenate([q[:7], known["theta"] + s * h * sigma]), u).Omega[3:, n:m]
        for s in (1, -1)
    )
    rate = (ahead - behind) @ sigma / (2 * h)
    assert close(found.alpha_r[1], rate, h * h * 100 + round_off(10.0 / h, 30))


def test_space_fixed_turns_are_body_fixed_ones_in_reverse() -> None:
    theta, found = {"B.1": 0.3, "B.2": -0.4, "B.3": 0.5}, []
    back = {"B.1": 0.5, "B.2": -0.4, "B.3": 0.3}
    for joint, angles in ((SpaceFixed("213"), theta), (Gimbal("312"), back)):
        bus = Body("bus", mass=1, inertia=(1, 1, 1))
        body = Body("B", mass=1, inertia=(1, 2, 3), centre=(0.1, 0.2, 0.3))
        sat = space.spacecraft(bus=bus, appendages=[space.Appendage(body, joint)])
        q = np.array([angles.get(name, float(name == "bus.w")) for name in sat.coordinates])
        made, names = sat.slides.at(q, np.zeros(9)).COEF, sat.slides.u_names
        order = [names.index(f"u_{name}") for name in sorted(angles, key=lambda n: angles[n])]
        found.append(made[np.ix_([0, 1, 2, *order, 6, 7, 8], [0, 1, 2, *order, 6, 7, 8])])

    assert close(found[0], found[1], round_off(10.0, 100))


def test_path_tables_print_as_the_slides(rng: np.random.Generator) -> None:
    text = str(five_bodies(random_craft(JOINT_SETS[0], rng)).slides).split("\n\n")

    for table, rows in ((text[1], slides.BODY_PATHS), (text[2], slides.JOINT_PATHS)):
        for line, row in zip(table.splitlines()[2:], rows, strict=True):
            cells = line[4:].ljust(27)
            marks = "".join("x" if "x" in cells[2 + 5 * k : 7 + 5 * k] else "." for k in range(5))
            assert marks == row
    assert "(B1)   G1   G2   G3   G4" in text[2]


def test_everything_of_the_slides_is_printed() -> None:
    panel = Body("panel", mass=1, inertia=(1, 1, 1), centre=(0, 1, 0))
    bus = Body("bus", mass=2, inertia=(2, 2, 2))
    sat = space.spacecraft(bus=bus, appendages=[space.Appendage(panel, Gimbal("2"))])
    text = str(sat.slides)

    assert "Gamma1[2,1] = 1" in text
    assert "Omega2[2,4] = 1" in text
    assert "V1[1,5] = 1" in text
    assert all(f"\n{word}" in text for word in ("alpha_r2[1]", "a_r2[3]", "COEF[4,4]", "RHS[7]"))
