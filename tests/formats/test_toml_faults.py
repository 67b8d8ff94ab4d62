"""Faults of a model file are told with file, line and column, all at once."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from kane.errors import ArgumentError, ModelError
from kane.formats import toml
from kane.formats.load import load

GOOD = """\
name = "arm"

[parameters]
m = "2 kg"
L = "0.4 m"

[bodies.a]
mass = "m"
centre = ["L", 0, 0]
inertia = [0.1, 0.1, 0.15]
points.P = [0, "L", 0]

[joints.q1]
type = "revolute"
child = "a"
axis = "y"

[inputs]
F = "3 N"

[loads]
push = { force = "F*a.x", at = "P" }
spring = { joint_spring = "5 N m", coordinate = "q1" }

[simulate]
until = "5 s"
start = { q1 = "10 deg", u1 = 2 }
"""


def faults(text: str) -> list[str]:
    """What is wrong with a text."""
    with pytest.raises(ModelError) as error:
        toml.from_text(text, "arm.toml")
    return [str(fault) for fault in error.value.faults]


def test_the_good_file_is_good() -> None:
    assert toml.from_text(GOOD).settings.until == 5.0


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('m = "2 kg"', 'm = "2 kgg"', "arm.toml:4:5: Parameter 'm': Unit 'kgg' contains 'kgg'"),
        ('m = "2 kg"', 'm = "2*L"', "arm.toml:4:5: Parameter 'm': its value '2*L' is no number"),
        ('m = "2 kg"', "m = nan", "arm.toml:4:5: Parameter 'm': nan is not finite."),
        ('m = "2 kg"', "m = [1]", "arm.toml:4:5: Parameter 'm': this is a list, and a number"),
        ('mass = "m"', 'mas = "m"', "arm.toml:8:1: Body 'a': it has no 'mas'. Did you mean 'mass'"),
        ('mass = "m"', 'mass = "2 m"', "arm.toml:8:8: Body 'a', mass: '2 m' is in m."),
        ('mass = "m"', "mass = true", "arm.toml:8:8: Body 'a', mass: this is a truth value"),
        ('mass = "m"', 'mass = "L"', "arm.toml:8:8: Body 'a': mass 'L' is in m. It should be"),
        ('mass = "m"', 'mass = "m + + n"', "arm.toml:8:15: Body 'a', mass: there is no parameter"),
        ('mass = "m"', 'mass = "-m"', "arm.toml:8:8: Body 'a': mass '-m' is -2, which is negative"),
        ('["L", 0, 0]', '["L", 0]', "arm.toml:9:10: Body 'a', centre: this is a list of 2."),
        ("0.15]", "0.5]", "arm.toml:7:9: Body 'a': principal moments 0.1, 0.1, 0.5"),
        ("0.15]", '"x"]', "arm.toml:10:23: Body 'a', inertia: there is no parameter, input or"),
        ('"revolute"', '"revolut"', "arm.toml:14:8: Joint 'q1': 'revolut' is no type of joint."),
        ('type = "revolute"\n', "", "arm.toml:13:9: Joint 'q1': it has no type. Give one of"),
        ('child = "a"', 'child = "b"', "arm.toml:15:10: Joint 'q1', child: there is no body or"),
        ('axis = "y"', 'axis = "w"', "arm.toml:16:8: Joint 'q1', axis: 'w' is no axis."),
        ('axis = "y"', "axis = [0, 0, 0]", "arm.toml:16:8: Joint 'q1': axis (0, 0, 0) has length"),
        ('F = "3 N"', 'G = "3 N"', "arm.toml:22:19: Load 'push', force: there is no parameter"),
        ('F = "3 N"', 'F = "3 N"\nG = 1', "arm.toml:20:1: Input 'G': no load depends on it."),
        ('at = "P"', 'at = "Q"', "arm.toml:22:33: Load 'push', at: there is no point or body 'Q'"),
        ('at = "P" ', 'on = "P" ', "arm.toml:22:27: Load 'push': it has no 'on'."),
        ('"5 N m"', '"5 N/m"', "arm.toml:23:27: Load 'spring', joint_spring: '5 N/m' is in N/m."),
        ('= "q1" }', '= "q2" }', "arm.toml:23:50: Load 'spring', coordinate: there is no coord"),
        ('"5 s"', '"5 m"', "arm.toml:26:9: simulate, until: '5 m' is in m. It should be in s."),
        ('"5 s"', "-5", "arm.toml:26:9: simulate, until: -5 is not more than zero."),
        ("u1 = 2", "u2 = 2", "arm.toml:27:26: simulate, start: the state has no 'u2'."),
        ("u1 = 2", 'u1 = "2 m"', "arm.toml:27:31: simulate, start: '2 m' is in m."),
        ("[loads]", "[laods]", "arm.toml:21:2: a model file has no 'laods'. Did you mean 'loads'?"),
        ('name = "arm"', "name = 3", "arm.toml:1:8: name: this is a number, and a name is asked"),
    ],
)
def test_a_fault_is_told_with_its_place(old: str, new: str, told: str) -> None:
    assert old in GOOD
    assert any(fault.startswith(told) for fault in faults(GOOD.replace(old, new, 1)))


def test_all_faults_are_told_at_once_and_no_consequence() -> None:
    text = GOOD.replace("2 kg", "2 kgg").replace('"P"', '"Q"').replace("5 s", "5 m")
    text = text.replace("F*a.x", "F*b.x")
    assert [fault.split(" ")[0] for fault in faults(text)] == [
        "arm.toml:4:5:",
        "arm.toml:22:21:",
        "arm.toml:22:33:",
        "arm.toml:26:9:",
    ]


def test_definitions_may_use_those_above_them() -> None:
    text = GOOD + '[definitions]\na = "2*L"\nb = "a/L + q1"\n'
    toml.from_text(text.replace('"F*a.x"', '"F*b*a.x"'))
    assert faults(GOOD + '[definitions]\na = "b"\nb = "1"\n') == [
        "arm.toml:29:6: Definition 'a': there is no parameter, input or coordinate 'b'. "
        "There are t, m, L, F, q1."
    ]
    assert "Definition 'c': there is no" in faults(GOOD + '[definitions]\nc = "c"\n')[0]


def test_options_of_other_formats_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "arm.toml"
    path.write_text(GOOD)
    assert load(path).name == "arm"
    with pytest.raises(ArgumentError, match="takes no further arguments"):
        load(path, base="floating")


# ── include ───────────────────────────────────────────────────────────────────────────────
def written(folder: Path, **files: str) -> Path:
    """Files in a folder; the path of the one named main."""
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text)
    return folder / "main.toml"


def test_an_included_file_is_taken_over_and_its_values_know_it(tmp_path: Path) -> None:
    main = written(tmp_path, base=GOOD, main='include = "base.toml"\n[parameters]\nm = "3 kg"\n')
    assert dict(toml.read(main).system.parameters) == {"m": 3.0, "L": 0.4}

    written(tmp_path, base=GOOD.replace('"5 N m"', '"5 N/m"'))
    with pytest.raises(ModelError, match=r"base\.toml:23:27: Load 'spring'"):
        toml.read(main)


@pytest.mark.parametrize(
    ("include", "words"),
    [
        ('"../outside.toml"', "'../outside.toml' leads out of the model's folder."),
        ('"../../etc/passwd"', "leads out of the model's folder."),
        ('"/etc/passwd"', "'/etc/passwd' leads out of the model's folder."),
        ('"deep/../../outside.toml"', "leads out of the model's folder."),
        ('"link.toml"', "'link.toml' leads out of the model's folder."),
        ('"main.toml"', "the file includes itself: main.toml → main.toml."),
        ('"round.toml"', "the file includes itself: main.toml → round.toml → main.toml."),
        ('"absent.toml"', "cannot be read"),
        ('"deep"', "cannot be read"),
        ("3", "include is a number."),
        ('["base.toml", 3]', "include is a number."),
        ('"a\\u0000b"', "cannot be"),
    ],
)
def test_includes_that_lead_elsewhere_are_refused_in_words(
    include: str, words: str, tmp_path: Path
) -> None:
    folder = tmp_path / "model"
    (folder / "deep").mkdir(parents=True)
    (tmp_path / "outside.toml").write_text(GOOD)
    os.symlink(tmp_path / "outside.toml", folder / "link.toml")
    main = written(folder, base=GOOD, round='include = "main.toml"', main=f"include = {include}\n")

    with pytest.raises(ModelError) as error:
        toml.read(main)

    assert re.match(r"(main|round)\.toml:1:\d+: include", str(error.value))
    assert words in str(error.value)


def test_a_text_includes_nothing() -> None:
    assert "a text stands in no folder." in faults('include = "base.toml"\n' + GOOD)[0]


def test_includes_are_counted(tmp_path: Path) -> None:
    names = ", ".join(f'"f{k}.toml"' for k in range(70))
    main = written(tmp_path, main=f"include = [{names}]", **{f"f{k}": "" for k in range(70)})
    with pytest.raises(ModelError, match="over 64 files are included"):
        toml.read(main)
