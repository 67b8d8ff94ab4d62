"""System → TOML → System is the identity."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kane import (
    GROUND,
    Body,
    Force,
    Frame,
    Motion,
    Prismatic,
    Revolute,
    System,
    clock,
    coordinate,
    parameter,
    rate,
    where,
)
from kane.algebra.evaluate import evaluate
from kane.dynamics.equations import derive
from kane.errors import ModelError
from kane.formats.toml import from_text
from kane.formats.toml_write import text_of
from kane.model.joints.joint import Joint
from tests import random_joints
from tests.random_cases import CASES, random_case, random_pair
from tests.random_joints import hooke
from tests.systems import cart, short_wrist, stanford_in_the_papers_speeds

OWN = (random_joints.hooke, random_joints.leaning_ball)


def random_system(rng: np.random.Generator) -> System:
    """Any system without joints of one's own."""
    case = random_case(rng)
    makers = [maker for maker in case.makers if maker not in OWN]
    return random_pair(rng, replace(case, makers=makers)).system


def same(system: System) -> System:
    """What is read back, once it says the same and gives the same equations, to the letter."""
    again = from_text(text_of(system)).system
    assert not system.diff(again)
    assert not again.diff(system)
    return again


def test_random_systems_come_back_as_they_were(rng: np.random.Generator) -> None:
    for _ in range(2):
        same(random_system(rng))


@pytest.mark.slow
def test_many_random_systems_come_back_as_they_were(rng: np.random.Generator) -> None:
    for _ in range(12):
        same(random_system(rng))


def test_papers_systems_have_the_same_equations_to_the_letter() -> None:
    for system in (cart(), short_wrist(), stanford_in_the_papers_speeds()):
        assert derive(system).text() == derive(same(system)).text()


def test_random_systems_have_the_same_forces_to_the_bit(rng: np.random.Generator) -> None:
    here = derive(random_system(rng))
    there = derive(same(here.system))
    names = {*here.q_names, *here.u_names, *(f"{u}'" for u in here.u_names), *here.system.inputs}
    values = {name: float(rng.normal()) for name in sorted(names)} | {"t": 0.3}
    values |= dict(here.system.parameters)
    assert evaluate(here.inverse_dynamics, values) == evaluate(there.inverse_dynamics, values)


def test_every_kind_of_load_and_constraint_is_among_the_random_systems() -> None:
    assert {"dependent", "both"} <= set(CASES)  # random_loads draws one load of each kind


def test_odd_names_come_back() -> None:
    body = Body("left arm", mass=1, inertia=(1, 1, 1))
    other = Frame("b")
    inner = Body("it's", mass=parameter("a b", "2 kg"), inertia=(1, 1, 1))
    k = parameter("pi", 3.0)
    same(
        System(
            'odd "names"\n',
            joints=[
                Revolute("q-1", GROUND, body, axis=(1, 2, 3), at=(parameter("Ω", "3 cm"), 0, 0)),
                Prismatic("b.x", body, other),
                Revolute("θ", other, inner, motion={"θ": clock() * k}),
            ],
            loads=[
                Force(where(coordinate("b.x") < 0, k, -rate("q-1")) * body.x, inner.point("P 1"))
            ],
            constraints=[Motion("front wheel's", rate("q-1") + rate("b.x") * 0.1 == 0)],
            speeds={"u 1": rate("b.x")},
        )
    )


@pytest.mark.parametrize("unit", ["cm", "deg", "rpm", "lbf", "arcsec", "kg m^2", ""])
def test_parameters_keep_value_and_unit(unit: str, rng: np.random.Generator) -> None:
    for value in rng.lognormal(sigma=4, size=20):
        body = Body("B", mass=1, inertia=(1, 1, 1))
        p = parameter("p", float(value), unit)
        system = System(
            "s",
            joints=[Revolute("q", GROUND, body)],
            loads=[Force(p / p * body.x, body.point("P"))],
        )
        assert same(system).units == system.units


def test_long_expressions_get_names(rng: np.random.Generator) -> None:
    body = Body("B", mass=1, inertia=(1, 1, 1))
    x = coordinate("q")
    for _ in range(60):
        x = (x + 1.5) * x
    system = System(
        "s", joints=[Revolute("q", GROUND, body)], loads=[Force(x * body.x, body.point("P"))]
    )
    text = text_of(system)
    assert len(text) < 10_000
    assert "[definitions]" in text
    same(system)


def test_a_joint_of_ones_own_is_refused_in_words(rng: np.random.Generator) -> None:
    from tests.draw import Draw

    body = Body("B", mass=1, inertia=(1, 1, 1))
    joint: Joint = hooke(Draw(rng=rng), (GROUND, body), {}).joint
    with pytest.raises(ModelError, match=r"is a joint of one's own\. Keep the system in Python"):
        text_of(System("s", joints=[joint]))


def test_two_points_of_one_name_are_refused_in_words() -> None:
    body = Body("B", mass=1, inertia=(1, 1, 1))
    first, second = body.point("P"), body.point("P", (1, 0, 0))
    system = System(
        "s",
        joints=[Revolute("q", GROUND, body)],
        loads=[Force(body.x, first), Force(body.y, second)],
    )
    with pytest.raises(ModelError, match=r"is the name of two points of 'B'\. Give each"):
        text_of(system)
