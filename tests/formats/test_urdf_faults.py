"""What is wrong in a URDF file: one message for each fault, with its line, and exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from kane.cli import main
from kane.errors import ModelError
from kane.formats import urdf
from tests.formats.test_urdf import INERTIAL, arm

GOOD = arm('<limit lower="-1" upper="2"/>\n<dynamics damping="0.1"/>\n<mimic joint="k"/>').replace(
    "</robot>",
    '<link name="c">' + INERTIAL + '</link>\n<joint name="k" type="prismatic">'
    '<parent link="arm"/><child link="c"/><axis xyz="1 0 0"/></joint>\n</robot>',
)
FAULTS = (
    ("</joint>\n<link", "<link", ":12: the XML is broken at column 3: mismatched tag"),
    (GOOD, "", ":1: the XML is broken at column 1: no element found"),
    (GOOD, "<sdf/>", ":1: its root is <sdf>, not <robot>"),
    (GOOD, '<robot name="r"/>', ":1: the robot has no links"),
    ("<robot", "<!DOCTYPE r><robot", ":1: the document declares a type"),
    (
        'parent link="base"',
        'parent link="bass"',
        ":4: joint 'j' has the parent 'bass'",
    ),
    ('<parent link="base"/>', "", ":4: joint 'j' has no <parent>"),
    (
        '<link name="base"/>',
        '<link name="base"/><link name="d"/>',
        ":2: 2 links have no parent",
    ),
    ('child link="c"', 'child link="base"', ":12: the joints 'k', 'j' make a ring"),
    ('parent link="arm"', 'parent link="c"', ":12: joint 'k' joins link 'c' to itself"),
    (
        'parent link="arm"/><child link="c"',
        'parent link="base"/><child link="arm"',
        ":12: link 'arm' is the child of joint 'k' and, in line 4, of joint 'j'",
    ),
    ('mass value="2"', 'mass value="-2"', ":3: link 'arm': its mass is -2 kg, which is negative"),
    (
        'mass value="2"',
        'mass value="two"',
        ":3: link 'arm': value of <mass> is 'two'",
    ),
    ('<mass value="2"/>', "", ":3: link 'arm': its <inertial> has no <mass>"),
    ('ixx="0.1"', 'ixx="-0.1"', ":3: Body 'arm': principal moments -0.1, 0.18, 0.22 kg m²"),
    (
        'izz="0.2"',
        'izz="0.9"',
        ":3: Body 'arm': principal moments 0.1, 0.199429, 0.900571",
    ),
    ('xyz="0 0 1"', 'xyz="0 0 0"', ":6: joint 'j': its axis (0.0, 0.0, 0.0) has no direction"),
    ('xyz="0 0 1"', 'xyz="0 1"', ":6: joint 'j': xyz of <axis> has 2 numbers, not three"),
    ('xyz="0 0 1"', 'xyz="0 inf 1"', ":6: joint 'j': xyz of <axis> is 'inf', which is not finite"),
    ('type="revolute"', 'type="hinge"', ":4: joint 'j' has the type 'hinge', which is unknown"),
    ('type="revolute"', "", ":4: joint 'j' has no type"),
    ('link name="c"', 'link name="arm"', ":11: link 'arm' is already in line 3"),
    ('joint name="k"', 'joint name="j"', ":12: joint 'j' is already in line 4"),
    ('lower="-1"', 'lower="3"', ":7: joint 'j': its lower limit 3 is above its upper limit 2"),
    ('damping="0.1"', 'damping="-1"', ":8: joint 'j': its damping is -1, which is negative"),
    (
        'mimic joint="k"',
        'mimic joint="m"',
        ":9: joint 'j' follows joint 'm'",
    ),
    ('mimic joint="k"', 'mimic joint="j"', ":9: joint 'j' follows itself"),
)
each = pytest.mark.parametrize(("old", "new", "words"), FAULTS, ids=[one[2] for one in FAULTS])


def test_the_good_file_is_read() -> None:
    assert urdf.from_text(GOOD).follows["j"].leader == "k"


@each
def test_a_fault_is_told_with_its_line(old: str, new: str, words: str) -> None:
    assert old in GOOD
    with pytest.raises(ModelError) as found:
        urdf.from_text(GOOD.replace(old, new, 1), name="arm.urdf")
    first, *more = str(found.value).splitlines()
    assert first.startswith(f"arm.urdf{words}")
    assert not [line for line in more if line.startswith(f"arm.urdf{words[:3]}")], more


@pytest.mark.parametrize("command", ["inverse", "check", "derive"])
def test_a_command_ends_with_two_and_the_message(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, motion = tmp_path / "arm.urdf", tmp_path / "m.csv"
    file.write_text(GOOD.replace('type="revolute"', 'type="hinge"', 1))
    motion.write_text("t,j\n0,0\n")

    code = main([command, str(file), *([str(motion)] if command == "inverse" else [])])

    out, err = capsys.readouterr()
    assert code == 2
    assert "arm.urdf:4: joint 'j' has the type 'hinge', which is unknown" in out + err
    assert "Traceback" not in out + err
