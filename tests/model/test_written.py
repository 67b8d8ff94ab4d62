"""Descriptions written out in full: alike only if they say the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import kane
from kane import GROUND, Body, Force, Gravity, JointForce, Revolute, System, Y, Z, parameter
from kane.algebra.functions import sin
from kane.dynamics.lift import Parameters
from kane.dynamics.requests import Formulation
from kane.errors import KaneError
from kane.model.body import Point
from kane.model.symbols import coordinate
from kane.model.written import written
from kane.pipeline import Functions
from kane.program.program import Program
from kane.program.target import Target
from tests.house.tree import ROOT
from tests.own_joints import Hooke
from tests.robots import robot
from tests.systems import cart, short_wrist, stanford, stanford_in_the_papers_speeds, wrist

MODELS: Final = ROOT / "examples/models"
FILES: Final = sorted(MODELS.glob("*.toml"))
MADE: Final = (wrist, short_wrist, stanford, stanford_in_the_papers_speeds, cart)
NUMBER: Final = re.compile(r"(?<![\w.\"])-?\d+\.\d+(?![\w.])")


def pendulum(mass: Any = 1.2, length: Any = 0.5, name: str = "arm") -> System:
    arm = Body(name, mass=mass, centre=(0, 0, length), inertia=(0.1, 0.1, 0.002))
    joint = Revolute("q1", GROUND, arm, axis=Y)
    return System("pendulum", joints=[joint], loads=[Gravity(along=-GROUND.z)])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_same_file_is_written_alike(path: Path) -> None:
    said = written(kane.load(path))
    assert said is not None
    assert said == written(kane.load(path))


@pytest.mark.parametrize("make", MADE)
def test_what_is_made_twice_is_written_alike(make: Callable[[], System]) -> None:
    assert written(make()) == written(make())
    assert written(make()) is not None


def test_a_system_from_a_file_is_written_as_the_same_from_python() -> None:
    assert written(kane.load(MODELS / "wrist.toml")) == written(short_wrist())


def test_named_systems_are_told_apart() -> None:
    systems = [wrist(), stanford(), stanford_in_the_papers_speeds(), cart()]
    systems += [kane.load(path) for path in FILES]
    assert len({written(system) for system in systems}) == len(systems)


CHANGED: Final[dict[str, System]] = {
    "one unit in the last place": pendulum(mass=float(np.nextafter(1.2, 2))),
    "another kind of number": pendulum(mass=np.float64(1.2)),
    "an exact number": pendulum(length=1),
    "its float": pendulum(length=1.0),
    "zero": pendulum(length=0.0),
    "zero from below": pendulum(length=-0.0),
    "another name": pendulum(name="boom"),
    "a parameter": pendulum(mass=parameter("m", 1.2)),
    "another value of it": pendulum(mass=parameter("m", 1.3)),
    "another unit of it": pendulum(mass=parameter("m", 1.2, "kg")),
    "another name of it": pendulum(mass=parameter("M", 1.2)),
    "twice its value": pendulum(mass=2 * parameter("m", 1.2)),
    "a sum": pendulum(mass=parameter("M", 1) + parameter("m", 1.2)),
    "the sum the other way round": pendulum(mass=parameter("m", 1.2) + parameter("M", 1)),
    "a system's name": pendulum().replace(name="swing"),
    "no load": pendulum().replace(loads=[]),
    "another field": pendulum().replace(loads=[Gravity(along=-GROUND.z, magnitude=9.80665)]),
    "another direction": pendulum().replace(loads=[Gravity(along=GROUND.z)]),
}


def test_every_difference_is_written() -> None:
    said = {name: written(system) for name, system in CHANGED.items()} | {"": written(pendulum())}
    assert None not in said.values()
    assert len(set(said.values())) == len(said)


def test_frames_are_told_apart_by_what_they_are_and_not_by_name() -> None:
    bodies = first, second = [Body(name, mass=1, inertia=(1, 1, 1)) for name in ("link", "rod")]
    joints = [Revolute("q1", GROUND, first, axis=Z), Revolute("q2", first, second, axis=Z)]
    base = System("two", joints=joints)
    pushed = [base.replace(loads=[Force(first.x, at=Point("tip", on, (1, 0, 0)))]) for on in bodies]
    assert written(pushed[0]) != written(pushed[1])


def test_where_a_symbol_stands_is_written() -> None:
    m, q = parameter("m", 2.0), coordinate("q1")
    heavy = pendulum(mass=m * 2, length=0.3 + 0 * q)
    driven = [heavy.replace(loads=[JointForce("q1", force)]) for force in (m * sin(q), sin(q))]
    assert written(driven[0]) != written(driven[1])


def test_order_of_the_tree_is_written() -> None:
    bodies = [Body(f"b{k}", mass=k + 1, inertia=(1, 1, 1)) for k in range(3)]
    joints = [Revolute(f"q{k}", GROUND, body, axis=Z) for k, body in enumerate(bodies)]
    orders = [
        System("star", joints=[joints[k] for k in order])
        for order in ((0, 1, 2), (1, 0, 2), (2, 1, 0))
    ]
    assert all(written(a) != written(b) for a, b in pairwise(orders))


# ── what cannot be written ────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True, eq=False)
class Own(Gravity):
    """A load of somebody's own, which may mean anything."""


def with_loads(*loads: Any) -> System:
    """A system with loads that no check has seen."""
    system = pendulum()
    system.__dict__["loads"] = loads
    return system


def test_classes_of_somebody_elses_are_not_written() -> None:
    system = pendulum()
    (joint,) = system.joints
    hooke = replace(joint, motions=(Hooke(coordinates=("q1", "q2")),))
    assert written(system.replace(joints=[hooke])) is None
    assert written(with_loads(Own(along=GROUND.z))) is None


def test_functions_of_this_process_are_not_written() -> None:
    q = coordinate("q1")
    q.graph.attributes[q.ref] = abs
    assert written(with_loads(JointForce("q1", q))) is None
    assert written(with_loads(abs)) is None


# ── soundness: what changes the Program changes the writing ───────────────────────────────────
def program_of(system: System) -> Program:
    functions = Functions(
        system=system,
        parameters=Parameters.FOLD,
        formulation=Formulation.AUTO,
        target=Target(),
    )
    return functions.program("inverse_dynamics")


@pytest.mark.slow
@pytest.mark.parametrize("source", ["panda.urdf", "stanford_arm.toml", "bicycle.toml"])
def test_no_number_changes_the_program_and_not_the_writing(source: str, tmp_path: Path) -> None:
    path = robot("panda") if source == "panda.urdf" else MODELS / source
    text = path.read_text()
    base = kane.load(path)
    said, program = written(base), program_of(base)
    changed = 0
    for found in list(NUMBER.finditer(text))[::2]:
        number = float(found[0])
        other = repr(float(np.nextafter(number, 2 * number + 1)))
        (tmp_path / source).write_text(text[: found.start()] + other + text[found.end() :])
        try:
            system = kane.load(tmp_path / source)
        except KaneError:
            continue
        if program_of(system) != program:
            changed += 1
            assert written(system) != said, f"{found[0]} → {other}"
    assert changed > 5
