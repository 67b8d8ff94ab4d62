"""Y π = τ to 1e-12, Y's rank is the number of base parameters, and they are found from motions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
import pytest

import kane
from benchmarks.manipulator_systems import system
from benchmarks.rivals import rival
from kane import (
    GROUND,
    Body,
    Gravity,
    Planar,
    Prismatic,
    Revolute,
    Screw,
    System,
    Universal,
    X,
    angular_velocity,
)
from kane.errors import DerivationError
from kane.manipulators import BaseParameters, base_parameters
from tests.close import gap
from tests.robots import robot

AGREED: Final = 1e-12
PUBLISHED: Final = {"panda": 43, "ur5": 36}  # as identified on the machines, friction apart


def motions(model: Any, rng: np.random.Generator, count: int = 40) -> tuple[Any, Any, Any]:
    """Random states."""
    q = rng.uniform(-2, 2, (count, len(model.q_names)))
    u, udot = rng.normal(size=(2, count, len(model.u_names)))
    return q, u, udot


def any_joints() -> System:
    """Sliding, screwing, turning about two axes, planar."""
    made = [
        Body(f"B{k}", mass=1.0 + k, centre=(0.1, 0.2, -0.1), inertia=(0.2, 0.3, 0.4))
        for k in range(4)
    ]
    at = (0.3, 0.1, 0.2)
    return System(
        "any joints",
        joints=[
            Prismatic("q0", GROUND, made[0], axis=(0, 0.6, 0.8)),
            Screw("q1", made[0], made[1], pitch=0.1, axis=X, at=at),
            Universal("q2 q3", made[1], made[2], at=at),
            Planar("q4 q5 q6", made[2], made[3], at=at),
        ],
        loads=[Gravity(along=-GROUND.z)],
    )


SYSTEMS: Final[Mapping[str, Callable[[], System]]] = {
    "panda": lambda: system("panda"),
    "ur5": lambda: system("ur5"),
    "stanford": lambda: system("stanford"),
    "with fingers": lambda: kane.load(robot("panda"), mimic="free", dynamics="ignore"),
    "any joints": any_joints,
}


@pytest.fixture(scope="module", params=list(SYSTEMS))
def base(request: pytest.FixtureRequest) -> BaseParameters:
    """The base parameters of one of the systems."""
    return base_parameters(SYSTEMS[request.param]())


def test_all_parameters_give_the_forces(base: BaseParameters, rng: np.random.Generator) -> None:
    q, u, udot = motions(base.model, rng)
    tau = base.model.inverse_dynamics(q, u, udot)
    found = base.model.regressor(q, u, udot) @ base.all_values
    assert gap(found, tau) <= AGREED * np.abs(tau).max()


def test_base_parameters_give_the_forces(base: BaseParameters, rng: np.random.Generator) -> None:
    q, u, udot = motions(base.model, rng)
    tau = base.model.inverse_dynamics(q, u, udot)
    assert gap(base.regressor(q, u, udot) @ base.values, tau) <= AGREED * np.abs(tau).max()


def test_rank_is_their_number(base: BaseParameters, rng: np.random.Generator) -> None:
    """Of Y of the base parameters, and of Y of all parameters: none is missing, none too many."""
    state = motions(base.model, rng, count=100)
    whole = np.asarray(base.model.regressor(*state)).reshape(-1, len(base.all_names))
    own = base.regressor(*state).reshape(-1, base.count)
    for Y in (own, whole):
        sizes = np.linalg.norm(Y, axis=0)
        values = np.linalg.svd(Y[:, sizes > 0] / sizes[sizes > 0], compute_uv=False)
        assert int(np.sum(values > 1e-9 * values[0])) == base.count


@pytest.mark.parametrize("name", PUBLISHED)
def test_their_number_is_the_published_one(name: str) -> None:
    assert base_parameters(system(name)).count == PUBLISHED[name]


def test_other_masses_with_the_same_base_parameters_move_alike(rng: np.random.Generator) -> None:
    """π changed within K's null space changes no force; changed beyond it, it does."""
    base = base_parameters(system("ur5"))
    Y = np.asarray(base.model.regressor(*motions(base.model, rng))).reshape(-1, len(base.all_names))
    change = rng.normal(size=len(base.all_names))
    hidden = change - np.linalg.pinv(base.matrix) @ (base.matrix @ change)

    assert np.abs(hidden).max() > 0.1
    assert np.abs(Y @ hidden).max() <= AGREED * np.abs(Y @ change).max() * 100
    assert np.abs(Y @ (change - hidden)).max() > 0.1


def test_a_motion_tells_the_base_parameters(rng: np.random.Generator) -> None:
    base = base_parameters(system("panda"))
    q, u, udot = motions(base.model, rng, count=200)
    tau = base.model.inverse_dynamics(q, u, udot)
    Y = base.regressor(q, u, udot).reshape(-1, base.count)
    found, *_ = np.linalg.lstsq(Y, tau.ravel(), rcond=None)
    assert gap(found, base.values) <= 1e-15 * np.linalg.cond(Y) * np.abs(base.values).max() * 10


def test_a_pendulum_has_three_and_their_meaning() -> None:
    """The first moment across the axis, and J about it."""
    bob = Body("bob", mass=2.0, centre=(0, -0.5, 0), inertia=(0.1, 0.1, 0.1))
    made = System("pendulum", joints=[Revolute("q", GROUND, bob)], loads=[Gravity(along=-GROUND.y)])
    base = base_parameters(made)
    assert base.names == ("bob.hx", "bob.hy", "bob.Jzz")
    assert gap(base.values, (0, -1.0, 0.1 + 2 * 0.25)) <= 1e-15
    assert base.of("bob.hy") == "bob.hy"
    assert str(base).startswith("3 of 10 parameters")


def test_pinocchios_regressor_is_ours(rng: np.random.Generator) -> None:
    """Column by column, where it is installed: the same parameters in the same order."""
    with rival("pinocchio_robots") as pinocchio:
        if pinocchio is None:
            pytest.skip("Pinocchio is not installed (make bench-rivals)")
        model = kane.build(system("ur5"))
        q, u, udot = (one[0] for one in motions(model, rng, count=1))
        asked: dict[str, Any] = {"file": str(robot("ur5")), "free": False, "held": []}
        asked |= {"angles": q.tolist(), "v": u.tolist(), "a": udot.tolist()}
        theirs = np.array(pinocchio.ask(**asked)["Y"])
    assert gap(model.regressor(q, u, udot), theirs) <= AGREED * np.abs(theirs).max()


def test_speeds_of_ones_own_choosing_are_refused() -> None:
    plain = system("stanford")
    D = plain.bodies["D"]
    speeds = [angular_velocity(D).along(axis) for axis in (D.x, D.y, D.z)]
    other = plain.replace(speeds=[*speeds, *[kane.rate(name) for name in ("q4", "q5", "q6")]])
    with pytest.raises(DerivationError, match=r"'Stanford arm' has speeds of its own.*Leave"):
        base_parameters(other)
