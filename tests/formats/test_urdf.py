"""URDF: robots' files give what Pinocchio gives, and everything in them is used or told."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import kane
from kane.errors import ArgumentError
from kane.formats import load as formats
from kane.formats import urdf
from kane.formats.loaded import Box, Limit, Mesh, Role, What
from kane.model.loads import Gravity, JointDamper, JointFriction
from tests.close import gap
from tests.robots import TALOS, collected, pinocchio, robot

Array = NDArray[np.float64]
FIXED_ONES = ("panda", "ur5", "double_pendulum_simple")

INERTIAL = (
    '<inertial><origin xyz="0.1 0 0"/><mass value="2"/>'
    '<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.2" iyz="0.02" izz="0.2"/></inertial>'
)


def arm(inside: str = "", *, link: str = INERTIAL, kind: str = "revolute") -> str:
    """A robot with one joint."""
    return (
        f'<robot name="r">\n<link name="base"/>\n<link name="arm">{link}</link>\n'
        f'<joint name="j" type="{kind}">\n<parent link="base"/><child link="arm"/>\n'
        f'<axis xyz="0 0 1"/>\n{inside}\n</joint>\n</robot>'
    )


# ── against Pinocchio ─────────────────────────────────────────────────────────────────────
@pytest.mark.slow
@pytest.mark.parametrize("name", FIXED_ONES)
def test_fixed_robot_is_pinocchios(name: str) -> None:
    given = pinocchio(name)
    model = kane.build(kane.load(robot(name), mimic="free", dynamics="ignore"))
    order = [given["joints"].index(joint) for joint in model.q_names]
    q, v, a, tau, bias = (states(given, key)[:, order] for key in ("q", "v", "a", "tau", "bias"))
    scale = np.abs(tau).max()

    assert gap(model.inverse_dynamics(q, v, a), tau) <= 1e-12 * scale
    assert gap(model.bias(q, v), bias) <= 1e-12 * scale
    M = model.mass_matrix(q)
    assert gap(np.einsum("kij,kj->ki", M, a), states(given, "M_times_a")[:, order]) <= 1e-12 * scale
    assert gap(model.forward_dynamics(q, v, tau), a) <= 1e-11 * np.abs(a).max()
    assert gap(model.kinetic_energy(q, v).ravel(), states(given, "kinetic_energy")) <= 1e-12 * scale


@pytest.mark.slow
def test_floating_robot_is_pinocchios() -> None:
    given = pinocchio("simple_humanoid_classical")
    path = robot("simple_humanoid_classical")
    model = kane.build(kane.load(path, base="floating", dynamics="ignore"))
    legs = [given["joints"].index(joint) - 1 for joint in model.q_names[7:]]
    q = states(given, "q")
    q = np.hstack([q[:, :3], q[:, [6, 3, 4, 5]], q[:, [7 + k for k in legs]]])
    order = [*range(6), *(6 + k for k in legs)]
    v, a, tau = (states(given, key)[:, order] for key in ("v", "a", "tau"))

    assert gap(model.inverse_dynamics(q, v, a), tau) <= 1e-12 * np.abs(tau).max()
    assert gap(model.forward_dynamics(q, v, tau), a) <= 1e-11 * np.abs(a).max()


@pytest.mark.slow
def test_talos_is_read() -> None:
    loaded = formats.read(collected(TALOS), base="floating", dynamics="ignore")
    assert len(loaded.system.coordinates) == 7 + 32
    assert any("mimic" in note.words for note in loaded.notes)


def states(given: Any, key: str) -> Array:
    """One quantity of all states."""
    return np.array([state[key] for state in given["states"]])


# ── what is used ──────────────────────────────────────────────────────────────────────────
def test_limits_and_friction_are_kept() -> None:
    inside = (
        '<limit lower="-1" upper="2" velocity="3" effort="4"/>'
        '<dynamics damping="0.5" friction="0.25"/>'
    )
    loaded = urdf.from_text(arm(inside))
    assert loaded.limits == {"j": Limit(lower=-1, upper=2, velocity=3, effort=4)}
    gravity, friction = loaded.system.loads
    assert isinstance(gravity, Gravity)
    assert isinstance(friction, JointFriction)
    assert (friction.coulomb, friction.viscous) == (0.25, 0.5)
    assert loaded.notes == ()


def test_damping_alone_is_a_damper() -> None:
    (load,) = urdf.from_text(
        arm('<dynamics damping="0.5"/>'), urdf.options(gravity=(0, 0, 0))
    ).system.loads
    assert isinstance(load, JointDamper)


def test_a_continuous_joint_has_no_end() -> None:
    inside = '<limit lower="-1" upper="1" effort="4"/>'
    assert urdf.from_text(arm(inside, kind="continuous")).limits == {"j": Limit(effort=4)}


def test_inertia_is_turned_with_its_frame() -> None:
    """I_L = R I Rᵀ: a quarter turn about x exchanges y and z and the sign of the product."""
    turned = INERTIAL.replace('xyz="0.1 0 0"', 'rpy="1.5707963267948966 0 0" xyz="0.1 0 0"')
    body = urdf.from_text(arm(link=turned)).system.bodies["arm"]
    assert body.inertia == ((0.1, 0, 0), (0, 0.2, -0.02), (0, -0.02, 0.2))


def test_shapes_and_meshes_are_kept_by_name() -> None:
    shapes = (
        '<visual><origin xyz="0 0 1"/><geometry><mesh filename="package://r/arm.dae" '
        'scale="2 2 2"/></geometry></visual>'
        '<collision><geometry><box size="1 2 3"/></geometry></collision>'
    )
    seen, met = urdf.from_text(arm(link=INERTIAL + shapes)).shapes
    assert seen.geometry == Mesh(filename="package://r/arm.dae", scale=(2, 2, 2))
    assert (seen.role, seen.frame, seen.at) == (Role.VISUAL, "arm", (0, 0, 1))
    assert (met.role, met.geometry) == (Role.COLLISION, Box(size=(1, 2, 3)))


def test_a_mimic_follows() -> None:
    """q2 = 2 q1 + 1: its speed is the leader's twice, and the offset is kept."""
    two = arm().replace(
        "</robot>",
        f'<link name="tip">{INERTIAL}</link><joint name="k" type="revolute">'
        '<parent link="arm"/><child link="tip"/><axis xyz="0 1 0"/>'
        '<mimic joint="j" multiplier="2" offset="1"/></joint></robot>',
    )
    loaded = urdf.from_text(two)
    assert (loaded.follows["k"].leader, loaded.follows["k"].ratio) == ("j", 2.0)
    assert loaded.follows["k"].offset == 1.0
    model = kane.build(loaded.system)
    assert model.u_names == ("u_j",)
    assert model.rates([0.1, 1.2], [0.5]).tolist() == [0.5, 1.0]
    assert kane.build(urdf.from_text(two, urdf.options(mimic="free")).system).u_names == (
        "u_j",
        "u_k",
    )


def test_held_joints_stay() -> None:
    loaded = formats.read(robot("panda"), hold={"panda_finger_joint1": 0.02})
    assert len(loaded.system.coordinates) == 7
    right = loaded.system.joint("panda_finger_joint2")
    assert right.coordinates == ()
    assert abs(right.at[1]) == pytest.approx(0.02)


def test_a_cut_pi_is_offered_and_taken_when_asked() -> None:
    inside = '<origin rpy="0 1.5708 0"/>'
    kept, taken = (
        urdf.from_text(arm(inside), urdf.options(snap=snap)) for snap in ("none", "turns")
    )
    assert "snap=" in kept.summary
    assert kept.system.joint("j").axes[0][0] != 0
    assert taken.system.joint("j").axes == ((0, 0, 1), (0, 1, 0), (-1, 0, 0))
    assert [note.what for note in taken.notes] == [What.CHANGED]


def test_impossible_inertias_can_be_mended() -> None:
    broken = INERTIAL.replace('izz="0.2"', 'izz="0.9"')
    with pytest.raises(kane.ModelError, match="cannot belong to a rigid body"):
        urdf.from_text(arm(link=broken))
    loaded = urdf.from_text(arm(link=broken), urdf.options(inertia="mend"))
    moments = np.linalg.eigvalsh(np.array(loaded.system.bodies["arm"].inertia, float))
    assert moments[2] <= moments[0] + moments[1] + 1e-12
    assert "inertia of link 'arm'" in str(loaded)


def test_everything_that_is_not_used_is_told(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "kane.formats"):
        kane.load(robot("panda"))
    assert "35 not used" in caplog.text
    text = arm("<safety_controller/>").replace("</robot>", "<gazebo/></robot>")
    ignored = urdf.from_text(text).ignored
    assert len(ignored) == 2
    assert ignored[0].startswith("line 7: <safety_controller> in <joint> 'j'")


def test_options_are_checked() -> None:
    with pytest.raises(ArgumentError, match=r"base is .flying.\. It may be .fixed. or .floating."):
        kane.load(robot("ur5"), base="flying")  # type: ignore[arg-type]


def test_unknown_endings_are_refused(tmp_path: Any) -> None:
    (tmp_path / "arm.sdf").write_text("<sdf/>")
    with pytest.raises(kane.ModelError, match=r"arm.sdf: its ending '.sdf' is not one that can be"):
        kane.load(tmp_path / "arm.sdf")
    with pytest.raises(kane.ModelError, match="cannot be read: No such file"):
        kane.load(tmp_path / "none.urdf")
