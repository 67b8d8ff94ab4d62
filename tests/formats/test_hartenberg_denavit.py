"""Hartenberg–Denavit tables in both conventions, both signs, both formats."""

from __future__ import annotations

import re

import numpy as np
import pytest
from numpy.typing import NDArray

import kane
from kane.errors import ArgumentError, ModelError
from kane.formats.convention import has_convention
from kane.formats.hartenberg_denavit import read_csv, read_toml
from kane.formats.loaded import Limit, Loaded, What
from kane.formats.source import Source
from kane.formats.turns import Snap
from kane.formats.urdf_options import Base, Options
from kane.manipulators import inverse_kinematics
from kane.model.body import Point
from tests.close import close, gap, round_off
from tests.manipulators.arms import about_x, about_z
from tests.robots import STANFORD

Array = NDArray[np.float64]

TABLE = """\
# convention = {convention}
# angles = deg
# gravity = 0 0 -9.81
name,type,alpha,a,{along},theta,mass,cx,cy,cz,Ixx,Iyy,Izz
shoulder,R,90,0.1,{d1},30,3,0.1,0.2,0.3,1,2,2.5
slide,P,-40,0.2,{d2},20,2,0.3,0.1,-0.1,1,2,2.5
wrist,revolute,70,0.3,{d3},-10,1,0,0.1,0.2,1,2,2.5
"""
D = (0.4, -0.2, 0.5)


def text(convention: str, along: str) -> str:
    """The table with its offsets as d or as b = −d."""
    sign = 1 if along == "d" else -1
    d1, d2, d3 = (sign * d for d in D)
    return TABLE.format(convention=convention, along=along, d1=d1, d2=d2, d3=d3)


def csv(content: str, options: Options | None = None) -> Loaded:
    return read_csv(Source(name="arm.csv", content=content.encode()), options or Options())


def toml(content: str) -> Loaded:
    return read_toml(Source(name="arm.toml", content=content.encode()), Options())


@pytest.mark.parametrize("convention", ["modified", "classic"])
@pytest.mark.parametrize("along", ["d", "b"])
def test_the_last_frame_is_the_product_of_the_rows(convention: str, along: str) -> None:
    """Rx(α) Tx(a) Tz(d) Rz(θ), or Rz(θ) Tz(d) Tx(a) Rx(α); a slide's b grows backwards."""
    system = csv(text(convention, along)).system
    hand = inverse_kinematics(system, Point("o", system.frames["link3"], (0, 0, 0)))
    q = np.array([0.7, -0.3, 1.1])
    sense = -1.0 if along == "b" else 1.0

    place, axes = hand.place(q * [1, sense, 1])

    expected = np.eye(4)
    for alpha, a, d, theta, x, slides in zip(
        (90, -40, 70), (0.1, 0.2, 0.3), D, (30, 20, -10), q, (False, True, False), strict=True
    ):
        turn = np.radians(theta) + (0 if slides else x)
        out = d + (x if slides else 0)
        expected = expected @ row(convention, np.radians(alpha), a, out, turn)
    assert close(place, expected[:3, 3], round_off(3.0, 100))
    assert close(axes, expected[:3, :3], round_off(1.0, 100))


def row(convention: str, alpha: float, a: float, d: float, theta: float) -> Array:
    """One row's transform, from frame i−1 to frame i."""
    x, z = np.eye(4), np.eye(4)
    x[:3, :3], x[0, 3] = about_x(alpha), a
    z[:3, :3], z[2, 3] = about_z(theta), d
    return np.asarray(x @ z if convention == "modified" else z @ x)


def test_an_arm_is_the_same_in_both_conventions(rng: np.random.Generator) -> None:
    """Classic frames are the modified ones moved along: row i takes α, a of the row after."""
    classic = (
        "# convention = classic\n"
        "type,alpha,a,d,theta,mass,cx,cy,cz,Ixx,Iyy,Izz,Ixy,Ixz,Iyz\n"
        "R,0.7,0.3,0.1,0.2,2,{},{}\nR,0,0,0.4,0,1,0.1,0.2,0.3,1,2,2.5,0,0,0\n"
    )
    modified = (
        "# convention = modified\n"
        "type,alpha,a,d,theta,mass,cx,cy,cz,Ixx,Iyy,Izz,Ixy,Ixz,Iyz\n"
        "R,0,0,0.1,0.2,2,0.2,0.1,-0.1,1,2,2.5,0.1,0.2,0.3\n"
        "R,0.7,0.3,0.4,0,1,0.1,0.2,0.3,1,2,2.5,0,0,0\n"
    )
    R, inertia = about_x(0.7), np.array([[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.3, 2.5]])
    centre = R.T @ (np.array([0.2, 0.1, -0.1]) - np.array([0.3, 0, 0]))
    moved = R.T @ inertia @ R
    entries = [moved[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
    filled = classic.format(
        ",".join(repr(float(x)) for x in centre), ",".join(repr(float(x)) for x in entries)
    )
    states = rng.normal(size=(3, 8, 2))
    first, second = (kane.build(csv(one).system) for one in (filled, modified))
    assert close(first.inverse_dynamics(*states), second.inverse_dynamics(*states),
                 round_off(100.0, 500))  # fmt: skip


def test_toml_and_csv_say_the_same(rng: np.random.Generator) -> None:
    written = 'convention = "modified"\nangles = "deg"\ngravity = [0, 0, -9.81]\n'
    header, *lines = [line for line in text("modified", "b").splitlines() if line[0] != "#"]
    for line in lines:
        cells = dict(zip(header.split(","), line.split(","), strict=True))
        written += (
            f'[[joints]]\nname = "{cells["name"]}"\ntype = "{cells["type"]}"\n'
            f"alpha = {cells['alpha']}\na = {cells['a']}\nb = {cells['b']}\n"
            f"theta = {cells['theta']}\nmass = {cells['mass']}\n"
            f"centre = [{cells['cx']}, {cells['cy']}, {cells['cz']}]\n"
            f"inertia = [{cells['Ixx']}, {cells['Iyy']}, {cells['Izz']}]\n"
        )
    states = rng.normal(size=(3, 4, 3))
    first, second = (kane.build(one.system) for one in (toml(written), csv(text("modified", "b"))))
    assert gap(first.inverse_dynamics(*states), second.inverse_dynamics(*states)) == 0


def test_limits_friction_and_drives_are_kept() -> None:
    loaded = csv(
        "# convention = modified\n"
        "type,alpha,a,d,mass,Ixx,Iyy,Izz,lower,upper,effort,damping,friction,rotor_inertia,gear\n"
        "R,0,0,0,1,1,1,1,-1,2,30,0.5,0.25,1e-4,100\nR,1,0,0,1,1,1,1,,,,0.5,,,\n"
    )
    assert loaded.limits["q1"] == Limit(lower=-1, upper=2, effort=30)
    assert loaded.limits["q2"] == Limit()
    assert [type(load).__name__ for load in loaded.system.loads] == [
        "Gravity",
        "JointFriction",
        "JointDamper",
    ]
    (drive,) = loaded.transmissions
    assert (drive.joint, drive.reduction, drive.rotor_inertia) == ("q1", 100.0, 1e-4)


def test_cut_turns_are_offered_and_taken() -> None:
    content = (
        "# convention = modified\ntype,alpha,a,d,mass,Ixx,Iyy,Izz\n"
        "R,0,0,0,1,1,1,1\nR,1.5708,0,0,1,1,1,1\n"
    )
    assert "snap=" in csv(content).summary
    taken = csv(content, Options(snap=Snap.TURNS))
    assert taken.system.joint("q2").axes == ((1, 0, 0), (0, 0, -1), (0, 1, 0))
    with pytest.raises(ArgumentError, match="takes snap alone"):
        csv(content, Options(base=Base.FLOATING))


def test_angles_without_a_unit_are_told_to_be_radians() -> None:
    said = text("classic", "d").replace("# angles = deg\n", "")
    (note,) = (str(note) for note in csv(said).notes if note.what is What.ASSUMED)
    assert note == 'line 4: angles are radians, since there is no angles = "deg" (assumed)'
    assert not [note for note in csv(text("classic", "d")).notes if note.what is What.ASSUMED]
    straight = re.sub(r",(90|-40|70),", ",0,", said)
    straight = re.sub(r",(30|20|-10),(3|2|1),", r",0,\2,", straight)
    assert not [note for note in csv(straight).notes if note.what is What.ASSUMED]


def test_a_table_in_toml_is_told_from_a_model_file() -> None:
    for content, expected in (
        ('convention = "modified"\n[[joints]]\n', True),
        ('name = "x"\n"convention" = 1\n', True),
        ('name = "cart"\n[bodies.b]\nconvention = 1\n', False),
    ):
        assert has_convention(Source(name="x.toml", content=content.encode())) is expected


def test_the_stanford_arm_is_a_file() -> None:
    system = kane.load(STANFORD)
    assert system.coordinates == ("theta1", "theta2", "b3", "theta4", "theta5", "theta6")


# ── what is wrong is told, with its line ──────────────────────────────────────────────────
GOOD = "# convention = modified\ntype,alpha,a,d,theta,mass,Ixx,Iyy,Izz\nR,0,0,0,0,1,1,1,1\n"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("# convention = modified\n", "", r"arm.csv:1: the file does not say its convention"),
        ("modified", "Craig", r"arm.csv:1: the convention is 'Craig'. It may be \"modified\" or"),
        ("alpha,", "", r"arm.csv:3: the row has 9 cells, and the table 8 columns"),
        ("alpha", "alfa", r"arm.csv:2: the column 'alfa' is unknown. Known are name, type, alpha"),
        ("R,0,0,0", "R,,0,0", r"arm.csv:3: joint 1 has no alpha"),
        (",d,", ",b,d,", r"arm.csv:3: the row has 9 cells"),
        ("a,d", "a,mass", r"arm.csv:2: the column 'mass' is given twice"),
        ("R,0", "S,0", r"arm.csv:3: joint 1 has the type 'S'. It may be \"revolute\""),
        ("R,0,0,0,0", "P,0,0,0,", r"arm.csv:3: joint 1 is prismatic and has no theta"),
        ("R,0", "R,nan", r"arm.csv:3: alpha of joint 1 is 'nan', which is not finite"),
        ("R,0", "R,1e99", r"which is beyond all measure"),
        ("R,0", "R,pi/2", r"is 'pi/2', which is no number"),
        ("1,1,1,1", "-1,1,1,1", r"joint 1 has the mass -1, which is negative"),
        ("1,1,1,1", "1,1,1,9", r"arm.csv:3: Body 'link1': principal moments 1, 1, 9"),
        ("# conv", "# angles = grad\n# conv", r"arm.csv:1: the angles is 'grad'"),
        ("# conv", "# gravity = 0 9\n# conv", r"arm.csv:1: gravity has 2 numbers, not three"),
        (GOOD, "# convention = modified", r"arm.csv:1: it has no rows"),
        ("R,0,0,0,0,1,1,1,1\n", "", r"arm.csv:1: it has no joints"),
    ],
)
def test_faults_of_a_csv_are_told(old: str, new: str, words: str) -> None:
    assert old in GOOD
    with pytest.raises(ModelError, match=words):
        csv(GOOD.replace(old, new, 1))


def test_b_and_d_together_are_refused() -> None:
    with pytest.raises(ModelError, match=r"arm.csv:3: joint 1 has both b and d"):
        csv(GOOD.replace(",d,", ",b,d,").replace("R,0,0,0", "R,0,0,0,0"))


def test_faults_of_a_toml_are_told() -> None:
    content = (
        'convention = "modified"\nspeed = 3\n[[joints]]\ntype = "revolute"\nalpha = "x"\n'
        "a = true\nd = 1\ncentre = [1, 2]\nlength = 3\n"
    )
    with pytest.raises(ModelError) as found:
        toml(content)
    told = str(found.value)
    assert "arm.toml:2: the key 'speed' is unknown here" in told
    assert "arm.toml:8: centre is no list of 3" in told
    assert "arm.toml:9: the key 'length' is unknown" in told
