"""Shapes and contacts of model files: read, refused in words, written, run."""

from __future__ import annotations

import math

import pytest

from kane import (
    GROUND,
    Body,
    Box,
    Capsule,
    Contact,
    Convex,
    Disk,
    Ellipsoid,
    Free,
    Law,
    Limits,
    Penalty,
    Point,
    Prismatic,
    Revolute,
    Sphere,
    System,
    Touching,
    build,
    load,
    parameter,
    position,
    simulate,
    velocity,
)
from kane.errors import ModelError
from kane.formats import toml
from kane.formats.toml_write import text_of
from kane.geometry.vector import X, Y, Z
from kane.model.shapes import Shape
from kane.model.touching import Touchable
from tests.formats.test_toml_examples import MODELS

GOOD = """\
name = "bodies"

[parameters]
r = "10 cm"

[bodies.ball]
mass = 1
inertia = [0.004, 0.004, 0.004]
shape = { type = "sphere", radius = "r" }

[bodies.box]
mass = 2
inertia = [0.05, 0.06, 0.05]
shape = { type = "box", x = "40 cm", y = 0.3, z = 0.2 }
points.P = [0.2, 0, 0]

[joints.a]
type = "free"
child = "ball"

[joints.b]
type = "revolute"
child = "box"

[contacts]
table = { body = "box", on = "ground.z", friction = 0.4, restitution = 0.1, law = "stronge" }
both = { bodies = ["ball", "box"] }
knee = { limits = "b", lower = "-30 deg", upper = 1 }
floor = { gap = "position(ball, P).along(ground.z)", slip = ["velocity(P).along(ground.x)"] }
"""


def test_the_good_file_says_what_python_says() -> None:
    ball = Body("ball", mass=1, inertia=(0.004,) * 3, shape=Sphere(parameter("r", "10 cm")))
    box = Body("box", mass=2, inertia=(0.05, 0.06, 0.05), shape=Box(0.4, 0.3, 0.2))
    P = box.point("P", (0.2, 0, 0))
    table = GROUND.plane(Z)
    gap = position(ball.mass_centre, P).along(GROUND.z)
    contacts: list[Touchable] = [
        Contact("table", box, table, friction=0.4, restitution=0.1, law=Law.STRONGE),
        Contact("both", ball, box),
        Limits("b", math.radians(-30), 1),
        Touching("floor", gap, slip=(velocity(P).along(GROUND.x),)),
    ]
    joints = [Free("a", GROUND, ball), Revolute("b", GROUND, box)]
    here = System("bodies", joints=joints, contacts=contacts)
    there = toml.from_text(GOOD).system
    assert not here.diff(there), here.diff(there)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"sphere"', '"spher"', "9:18: Body 'ball', shape: 'spher' is no type of shape. Give one"),
        ('type = "sphere", ', "", "9:9: Body 'ball', shape: it has no type. Give one of sphere,"),
        ('radius = "r"', 'size = "r"', "9:28: Body 'ball', shape: a sphere has no 'size'."),
        (', radius = "r"', "", "9:9: Body 'ball', shape: a sphere has no radius. Give its radius"),
        ('"r" }', '"1 kg" }', "9:37: Body 'ball', shape: '1 kg' is in kg. It should be in m."),
        ('"r" }', "-1 }", "9:9: Body 'ball': shape, radius is -1, which is not positive."),
        ("y = 0.3, z = 0.2", "y = 0, z = 0", "14:9: Body 'box', shape: its box has 1 sizes that"),
        ('shape = { type = "sphere", radius = "r" }', "", "27:1: Contact 'both': body 'ball' has"),
        ('body = "box", on', "on", "26:1: Contact 'table': it has no body. Give its body: what"),
        ('on = "ground.z", ', "", "26:1: Contact 'table': it has 0 of the keys that tell its"),
        ('on = "ground.z"', 'on = "ground"', "26:31: Contact 'table', on: "),
        ('body = "box"', 'body = "bos"', "26:19: Contact 'table', body: there is no point or body"),
        ("friction = 0.4", "friction = -1", "26:53: Contact 'table': its friction is -1. Give a"),
        ("friction = 0.4", 'friction = "1 N"', "26:53: Contact 'table', friction: '1 N' is in N"),
        ("restitution = 0.1", "restitution = 2", "26:72: Contact 'table', restitution: 2 is not"),
        ('"stronge"', '"strong"', "26:83: Contact 'table', law: 'strong' is none of the words."),
        ("law = ", "laws = ", "26:77: Contact 'table': it has no 'laws'. Did you mean 'law'?"),
        ('"ball", "box"]', '"ball"]', "27:19: Contact 'both', bodies: this is a list of 1."),
        ('"ball", "box"]', '"ball", "ball"]', "27:1: Contact 'both': ball is to touch itself."),
        ('limits = "b"', 'limits = "c"', "28:20: Contact 'knee', limits: there is no coordinate"),
        ('"-30 deg"', '"-30 cm"', "28:32: Contact 'knee', lower: '-30 cm' is in m."),
        ('"-30 deg"', "2", "28:1: Contact 'knee': the lower one, 2, is not below the upper one"),
        (', lower = "-30 deg", upper = 1', "", "28:1: Contact 'knee': it has neither a lower nor"),
        ('"position(ball, P).along(ground.z)"', "1", "29:17: Contact 'floor', gap: '1' changes"),
    ],
)
def test_a_fault_is_told_with_its_place(old: str, new: str, told: str) -> None:
    assert old in GOOD
    with pytest.raises(ModelError) as error:
        toml.from_text(GOOD.replace(old, new, 1), "f.toml")
    faults = [str(fault) for fault in error.value.faults]
    assert [fault for fault in faults if fault.startswith(f"f.toml:{told}")], faults


def test_a_shape_that_is_wrong_is_told_once() -> None:
    text = GOOD.replace('"sphere"', '"spher"')
    with pytest.raises(ModelError) as error:
        toml.from_text(text)
    assert len(error.value.faults) == 1


def test_a_contact_of_eight_corners_tells_its_fault_once() -> None:
    with pytest.raises(ModelError) as error:
        toml.from_text(GOOD.replace("friction = 0.4", "friction = -0.4"))
    assert len(error.value.faults) == 1


SHAPES: tuple[Shape, ...] = (
    Sphere(0.1),
    Sphere(parameter("r", "3 cm"), at=(0, 0, 0.1)),
    Capsule(0.1, 0.3, axis=X),
    Box(0.4, 0.3, 0.2, rounding=0.01, at=(0.1, 0, 0)),
    Box(0.4, 0.3, 0),
    Disk(0.1, axis=Y),
    Ellipsoid(0.1, 0.2, 0.3),
    Convex(((0, 0, 0), (1, 0, 0), (0, 1, 0.5)), rounding=0.02),
)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_shapes_and_contacts_come_back(shape: Shape) -> None:
    body = Body("a body", mass=1, inertia=(0.1, 0.1, 0.1), shape=shape)
    slider = Body("s", mass=1, inertia=(0.1, 0.1, 0.1), shape=Sphere(0.1))
    above = GROUND.plane(Z, (0, 0, parameter("h", "2 m")))
    mu = parameter("mu", 0.3)
    system = System(
        "s",
        joints=[Free("b", GROUND, body), Prismatic("x", GROUND, slider)],
        contacts=[
            Contact("c, 1", body, GROUND.plane(Z), friction=mu, static_friction=0.5),
            Limits("x", -1, restitution=0.2),
            Contact("up", slider, above, restitution=0.5, law=Law.POISSON),
            Contact("centre", body.mass_centre, above, friction=0.1, across=GROUND.y),
            Contact("point", Point("P", body, (0, 0, 1)), slider),
        ],
    )
    again = toml.from_text(text_of(system)).system
    assert not system.diff(again), system.diff(again)
    assert dict(system.parameters) == dict(again.parameters)


def test_the_ball_of_the_file_rolls_when_the_law_of_friction_says() -> None:
    model = toml.read(MODELS / "rolling_ball.toml")
    start = model.settings.start
    run = simulate(
        build(model.system), q={"b.pz": start["b.pz"]}, u={"b.vx": start["b.vx"]}, until=0.3
    )
    assert abs(run.events[0].t - 2 * 2.0 / (7 * 0.3 * 9.81)) < 1e-5


def test_contacts_beside_a_spacecraft_are_refused() -> None:
    text = (MODELS / "spacecraft.toml").read_text("utf-8")
    with pytest.raises(ModelError, match="a spacecraft takes no contacts"):
        toml.from_text(f'{text}\n[contacts]\nc = {{ limits = "q", lower = 0 }}\n')


def test_contacts_can_be_named_in_what_is_recorded() -> None:
    text = GOOD + "[simulate]\nrecord = [\"reaction('limits of b')\", \"reaction('table')\"]\n"
    assert len(toml.from_text(text).settings.record) == 2
    assert load(MODELS / "falling_box.toml").touchings[0].name == "table, corner 1"


def test_a_contact_as_a_load_comes_back() -> None:
    ball = Body("ball", mass=1, inertia=(0.004,) * 3, shape=Sphere(0.1))
    contact = Contact("table", ball, GROUND.plane(Z), friction=parameter("mu", 0.4))
    system = System(
        "s",
        joints=[Free("b", GROUND, ball)],
        loads=[Penalty(contact, stiffness=1e6, damping=2e5)],
    )
    text = text_of(system)
    assert not system.diff(toml.from_text(text).system)
    with pytest.raises(ModelError, match="this is no contact with a name"):
        toml.from_text(text.replace('name = "table", ', ""))
    with pytest.raises(ModelError, match="is the damping's to give"):
        toml.from_text(text.replace('friction = "mu"', 'friction = "mu", restitution = 0.5'))
