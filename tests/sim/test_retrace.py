"""A motion is retraced by its model and by no other, and its inputs come back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kane import GROUND, Body, Gravity, Revolute, System, X, inputs, rate, sin
from kane.formats.toml import from_text
from kane.model.loads import Force, JointForce, Load
from kane.model.symbols import clock
from kane.pipeline import build
from kane.sim.retrace import Retraced, retraced
from kane.sim.signals import Between, Table
from kane.sim.simulate import simulate
from kane.sim.trajectory import Trajectory
from tests.close import round_off
from tests.formats.test_toml_examples import MODELS, SYSTEMS
from tests.sim.test_assembly import by_hinge, four_bar, in_plane

FORCES = {
    "a constant": 2.5,
    "held": Table(t=[0.0, 0.31, 0.7], values=[1.0, -2.0, 3.0], between=Between.HELD),
    "linear": Table(t=[0.0, 0.31, 0.7], values=[1.0, -2.0, 3.0]),
    "cubic": Table(t=[0.0, 0.31, 0.7, 1.5], values=[1.0, -2.0, 3.0, 0.0], between=Between.CUBIC),
    "an expression": 3 * sin(5 * clock()) - 2 * rate("q1"),
}


def pushed(mass: float = 1.0) -> Any:
    """Two bars, the first pushed by F."""
    (F,) = inputs("F")
    a = Body("a", mass=1.0, centre=(0, 0, -0.5), inertia=(0.1, 0.1, 0.1))
    b = Body("b", mass=mass, centre=(0, 0, -0.5), inertia=(0.1, 0.1, 0.1))
    joints = [
        Revolute("q1", GROUND, a, axis=X),
        Revolute("q2", a, b, axis=X, at=(0, 0, -1)),
    ]
    loads: list[Load] = [
        Gravity(along=-GROUND.z),
        JointForce("q1", F),
        Force(F * b.y, at=b.point("P")),
    ]
    return build(System("pushed", joints=joints, loads=loads))


def found(motion: Trajectory, model: Any, given: Any = None) -> Retraced:
    """The motion retraced."""
    return retraced(model, motion, given or {})


@pytest.mark.parametrize("every", [None, 0.05])
@pytest.mark.parametrize("given", FORCES.values(), ids=FORCES)
def test_a_run_is_its_models_and_its_inputs_come_back(given: Any, every: float | None) -> None:
    model = pushed()
    motion = simulate(model, q=[0.3, 0.2], until=1.5, inputs={"F": given}, every=every)
    back = found(motion, model, {"F": given})
    assert back.force is not None
    assert back.force <= round_off(back.scale, 1_000)
    assert back.apart < 1e-6


def start(name: str) -> Mapping[str, float]:
    """Where the file's run begins: 0.3 m from the Earth's centre is no place for a spacecraft."""
    return from_text((MODELS / f"{name}.toml").read_text(encoding="utf-8")).settings.start


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name == "falling_box" else ())
        for name in sorted(SYSTEMS)
    ],
)
def test_runs_of_the_examples_are_their_models(name: str) -> None:
    system, given = SYSTEMS[name](), start(name)
    model = build(system)
    u = {key: given.get(key, 0.0 if given else 0.5) for key in model.u_names}
    q = {key: given[key] for key in model.q_names if key in given}
    q = q if given else dict.fromkeys(model.q_names, 0.3)
    motion = simulate(model, u=u, q=q, until=0.5, rtol=1e-10)
    back = found(motion, model)
    assert back.apart < 1e-6
    if back.force is None:
        assert system.contacts  # which touch all the time: friction is in no row
    else:
        assert back.force <= round_off(back.scale, 10_000)


def test_another_model_or_input_is_told_from_this_one() -> None:
    motion = simulate(pushed(), q=[0.3, 0.2], until=1.0, inputs={"F": 2.0})
    assert found(motion, pushed(), {"F": 2.0}).apart < 1e-7
    assert found(motion, pushed(1.01), {"F": 2.0}).apart > 1e-4
    assert found(motion, pushed(), {"F": 2.01}).apart > 1e-4


def test_a_sample_that_was_changed_is_found() -> None:
    motion = simulate(pushed(), q=[0.3, 0.2], until=1.0, every=0.1)
    rows = np.array(motion.rows)
    rows[4, 4] += 1e-3
    back = found(replace(motion, rows=rows), pushed())
    assert back.name == "u2"
    assert round(back.t, 6) in (0.4, 0.5)


@pytest.mark.parametrize("closing", [in_plane, by_hinge])
def test_rows_that_hold_take_their_own_forces_and_no_others(closing: Any) -> None:
    (F,) = inputs("F")
    system = four_bar(closing)
    model = build(system.replace(loads=[*system.loads, JointForce("q1", F)]))
    motion = simulate(model, q=[1.0, -0.5, 1.5], until=0.5, inputs={"F": 2.0})
    back = found(motion, model, {"F": 2.0})
    assert back.force is not None
    assert back.force <= round_off(back.scale, 10_000)
    assert found(motion, model, {"F": 2.01}).apart > 1e-5
    assert back.apart < 1e-6
    assert "'loop" in motion.report
    assert float(motion.report.split("met to ")[1].split(";")[0]) < 1e-9
