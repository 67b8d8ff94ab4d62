"""A step that is one function against the same step stage by stage."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import looped
from kane.algebra.functions import sin
from kane.geometry import GROUND, Frame, Y, Z
from kane.machine.model import Model
from kane.model.body import Body
from kane.model.joints import Joint, Revolute, Spherical
from kane.model.loads import Gravity, JointForce
from kane.model.symbols import clock, coordinate, inputs
from kane.model.system import System
from kane.pipeline import build
from kane.sim.methods import METHODS
from kane.sim.methods.method import Kind
from kane.sim.simulate import simulate
from kane.sim.when import When
from tests.close import close, round_off

EXPLICIT = [name for name, one in METHODS.items() if one.kind is Kind.EXPLICIT]
STEPS = 1000  # operations of a run between two roundings of its result, generously


def arm(parameters: str) -> Model:
    """A ball joint carrying an arm: quaternion, input, time; nothing that vanishes."""
    (F,) = inputs("F")
    hub = Body("hub", mass=2.0, centre=(0.1, 0.0, -0.3), inertia=(0.2, 0.3, 0.4))
    rod = Body("rod", mass=1.0, centre=(0.0, 0.0, -0.5), inertia=(0.1, 0.1, 0.02))
    joints = [
        Spherical("e", GROUND, hub),
        Revolute("q1", hub, rod, axis=Y, at=(0, 0, -0.6)),
    ]
    loads = [Gravity(along=-GROUND.z), JointForce("q1", F)]
    return build(System("arm", joints=joints, loads=loads), parameters=parameters)  # type: ignore[arg-type]


@pytest.mark.parametrize("parameters", ["fold", "live"])
@pytest.mark.parametrize("name", EXPLICIT)
def test_a_leap_is_the_stages_one_by_one(
    name: str, parameters: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {
        "u": [0.5, 1.0, -2.0, 0.3],
        "until": 2.0,
        "inputs": {"F": sin(3 * clock()) - 2 * coordinate("q1")},
        "events": [When(coordinate("q1") > 0.05, mark="out")],
        "every": 0.13,
        "method": name,
        **({} if METHODS[name].adaptive else {"dt": 0.01}),
    }
    monkeypatch.setattr(looped, "SHORT", 10**6)
    leaps = simulate(arm(parameters), **given)
    monkeypatch.setattr(looped, "SHORT", 0)
    stages = simulate(arm(parameters), **given)

    assert leaps.effort.steps == stages.effort.steps
    assert len(leaps.events) == len(stages.events) > 0
    assert close(leaps.rows, stages.rows, round_off(10.0, STEPS * stages.effort.evaluations))


def test_small_systems_leap_and_larger_ones_do_not() -> None:
    """What a leap costs to compile stays near a tenth of a second."""
    parent: Frame = GROUND
    joints: list[Joint] = []
    for k in range(6):
        body = Body(f"b{k}", mass=1.0, centre=(0, 0, -0.5), inertia=(0.1, 0.1, 0.02))
        joints.append(Revolute(f"q{k}", parent, body, axis=Y if k % 2 else Z, at=(0, 0, -1)))
        parent = body
    long = build(System("chain", joints=joints, loads=[Gravity(along=-GROUND.z)]))
    short = build(System("pendulum", joints=joints[:1], loads=[Gravity(along=-GROUND.z)]))

    assert short.flows({}).leap(METHODS["dop853"], 8) is not None
    assert long.flows({}).leap(METHODS["dop853"], 16) is None


def test_states_between_samples_are_those_of_the_stages() -> None:
    """A leap writes over what dense output needs later, and that is computed again."""
    model = arm("fold")
    dense = simulate(model, u=[0.5, 1.0, -2.0, 0.3], until=1.0, every=0.01)
    each = simulate(model, u=[0.5, 1.0, -2.0, 0.3], until=1.0, rtol=1e-12, every=0.01)

    assert np.abs(dense.y - each.y).max() < 1e-6
