"""SymPy's descriptions handed over: trees of bodies recovered, motions the same, or refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sympy
from sympy.physics.mechanics import Point, ReferenceFrame, RigidBody, dynamicsymbols, inertia

import kane
from benchmarks.kane_systems import stanford as ours
from benchmarks.sympy_cases import arm, bicycle, pendulum, stanford
from kane.errors import ArgumentError, DerivationError
from kane.sympy import KanesMethod
from tests.close import close, round_off, run_error
from tests.sympy_dropin.descriptions import disc, formed, on_a_circle, rods, slider, sympys


def accelerations(made: Any, constants: Any, values: dict[Any, float]) -> np.ndarray:
    """u̇ of SymPy's own equations at a state."""
    at = {**constants, **values}
    M = np.array(made.mass_matrix.xreplace(at).evalf(), dtype=float)
    forcing = np.array(made.forcing.xreplace(at).evalf(), dtype=float)
    return np.linalg.solve(M, forcing)[:, 0]


def test_recovered_rods_accelerate_as_sympys_own_class_says() -> None:
    arguments, bodies, loads, constants = rods(relative=True)
    system = formed(KanesMethod, arguments, bodies, loads).system(constants)
    theirs = sympys(arguments, bodies, loads)
    state = dict(zip([*theirs.q, *theirs.u], [0.3, -0.8, 1.1, 0.6], strict=True))

    udot = kane.build(system).forward_dynamics([0.3, -0.8], [1.1, 0.6], [0.0, 0.0])

    expected = accelerations(theirs, constants, state)
    assert close(udot, expected, round_off(scale=100.0, operations=100))


def test_stanford_arm_has_the_tree_of_its_paper() -> None:
    case = stanford()
    system = case.formed(KanesMethod).system(case.constants)
    assert [joint.child.name for joint in system.joints] == list("ABCDEF")
    assert [joint.coordinates for joint in system.joints] == [
        (name,) for name in ("q1", "q2", "q6", "q3", "q4", "q5")
    ]


def test_handed_over_stanford_arm_costs_no_more_than_described_in_our_words() -> None:
    case = stanford()
    system = case.formed(KanesMethod).system(case.constants)
    models = [
        kane.build(one, parameters="live", shorten="off")
        for one in (system, ours().replace(speeds=()))
    ]
    handed, described = (model.operations["inverse_dynamics"] for model in models)
    assert handed.mul + handed.add <= 1.2 * (described.mul + described.add)


def test_twisted_axes_are_recovered_as_revolute_joints() -> None:
    case = arm(3)
    system = case.formed(KanesMethod).system(case.constants)
    assert [joint.motions[0].axis for joint in system.joints] == [(0, 0, 1)] * 3
    assert sorted(system.inputs) == ["tau1", "tau2", "tau3"]


def test_links_with_angles_from_upright_carry_particles_along_circles() -> None:
    case = pendulum(3)
    system = case.formed(KanesMethod).system(case.constants)
    assert [joint.coordinates for joint in system.joints] == [("q0",), ("q1",), ("q2",), ("q3",)]
    assert system.inputs == ("F",)


def test_energy_of_a_recovered_pendulum_is_kept() -> None:
    case = pendulum(2)
    system = case.formed(KanesMethod).system({**case.constants})
    still = system.replace(loads=system.loads[:1])
    motion = kane.simulate(
        kane.build(still),
        q=[0.0, 0.4, -0.2],
        u=[0.0, 1.0, 0.0],
        until=0.5,
        rtol=1e-10,
        record=[kane.energy()],
    )
    energy = np.asarray(motion["energy()"])
    assert close(energy, energy[0], run_error(1e-10, float(np.abs(energy).max()), 1e3))


def test_speeds_that_are_components_of_angular_velocity_stay_so() -> None:
    q, u = dynamicsymbols("q1:4"), dynamicsymbols("u1:4")
    m, length = sympy.symbols("m l")
    N, O = ReferenceFrame("N"), Point("O")  # noqa: E741
    O.set_vel(N, 0)
    C = N.orientnew("C", "Body", list(q), "321")
    kd = [C.ang_vel_in(N).dot(axis) - s for axis, s in zip((C.x, C.y, C.z), u, strict=True)]
    C.set_ang_vel(N, u[0] * C.x + u[1] * C.y + u[2] * C.z)
    P = O.locatenew("P", length * C.z)
    P.v2pt_theory(O, N, C)
    body = RigidBody("C", P, C, m, (inertia(C, 0.02, 0.03, 0.04), P))
    made = formed(KanesMethod, {"frame": N, "q_ind": q, "u_ind": u, "kd_eqs": kd}, [body], [])
    system = made.system({m: 1.0, length: 0.3})
    speeds = [str(speed) for speed in system.speeds.values()]
    assert speeds == [f"angular_velocity(C).along(C.{axis})" for axis in "xyz"]


def test_a_screw_is_recovered_with_its_pitch() -> None:
    q, u = dynamicsymbols("q u")
    h, m = sympy.symbols("h m")
    N, O = ReferenceFrame("N"), Point("O")  # noqa: E741
    O.set_vel(N, 0)
    A = N.orientnew("A", "Axis", (q, N.z))
    A.set_ang_vel(N, u * N.z)
    P = O.locatenew("P", h * q * N.z)
    P.set_vel(N, h * u * N.z)
    body = RigidBody("nut", P, A, m, (inertia(A, 1, 1, 1), P))
    made = formed(
        KanesMethod, {"frame": N, "q_ind": [q], "u_ind": [u], "kd_eqs": [q.diff() - u]}, [body], []
    )
    (joint,) = made.system({h: 0.01, m: 2.0}).joints
    assert type(joint.motions[0]).__name__ == "Screwing"


def test_constraints_are_handed_over_with_their_dependent_speeds() -> None:
    arguments, bodies, loads, constants = on_a_circle()
    system = formed(KanesMethod, arguments, bodies, loads).system(constants)
    q, u = [0.3, 0.4], [0.8, -0.6]
    theirs = sympys(arguments, bodies, loads)
    state = dict(zip([*theirs.q, *theirs.u], [*q, *u], strict=True))

    udot = kane.build(system).forward_dynamics(q, u[:1], [0.0])

    expected = accelerations(theirs, constants, state)[:1]
    assert close(udot, expected, round_off(scale=100.0, operations=100))
    assert [constraint.name for constraint in system.constraints] == [
        "velocity constraint 1",
        "configuration constraint 1",
    ]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: formed(KanesMethod, *disc(auxiliary=False)).system({}), "not the rate of its"),
        (lambda: bicycle().formed(KanesMethod).system({}), "4 coordinates and 6 speeds"),
        (lambda: formed(KanesMethod, *rods(relative=False)[:3]).system({}), "no tree holds"),
    ],
    ids=["rolling", "speeds without coordinates", "angles from the vertical"],
)
def test_what_is_no_tree_with_places_is_refused_in_words(make: Any, words: str) -> None:
    with pytest.raises(DerivationError, match=words):
        make()


def test_a_constant_without_value_is_named() -> None:
    with pytest.raises(ArgumentError, match="constant m has no value"):
        formed(KanesMethod, *slider()).system({"k": 1.0})


def test_a_load_on_nothing_is_refused() -> None:
    arguments, bodies, _ = slider()
    stray = Point("stray")
    stray.set_vel(arguments["frame"], 3 * arguments["u_ind"][0] * arguments["frame"].y)
    with pytest.raises(DerivationError, match="point 'stray', which moves with none of the 1"):
        formed(KanesMethod, arguments, bodies, [(stray, arguments["frame"].x)]).system({"m": 1.0})


def test_a_description_without_bodies_is_refused() -> None:
    arguments, _, _ = slider()
    with pytest.raises(DerivationError, match="0 bodies"):
        formed(KanesMethod, arguments, [], None).system({})
