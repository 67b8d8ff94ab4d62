"""A contact as a load: its restitution, its energy, where it rests, and both bodies' momentum."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from scipy.optimize import brentq

from kane import (
    GROUND,
    Body,
    Contact,
    Free,
    Gravity,
    ModelError,
    Penalty,
    Planar,
    Prismatic,
    Sphere,
    System,
    Trajectory,
    X,
    Y,
    Z,
    angular_velocity,
    build,
    energy,
    load,
    save,
    simulate,
    velocity,
)
from kane.model.loads import Load
from tests.close import close, run_error

RTOL: Final = 1e-11
M, R, G, K = 2.0, 0.1, 9.81, 1e6
AXES: Final = (GROUND.x, GROUND.y, GROUND.z)


def sphere(name: str) -> Body:
    inertia = 0.4 * M * R * R
    return Body(name, mass=M, inertia=(inertia,) * 3, shape=Sphere(R))


def thrown(v: float, damping: float) -> float:
    """e of a ball that meets a wall at the speed v, without gravity."""
    ball = sphere("ball")
    wall = Penalty(Contact("wall", ball, GROUND.plane(X)), stiffness=K, damping=damping)
    system = System("ball", joints=[Prismatic("x", GROUND, ball, axis=X)], loads=[wall])
    run = simulate(build(system), q=[R + 0.01], u=[-v], until=0.03 / v + 0.02, rtol=RTOL)
    assert run.q[-1, 0] > R, "it has left"
    return float(run.u[-1, 0] / v)


def pressed(E: float) -> float:
    """The largest force of a blow with this energy and no damping: (2/5) k δ^(5/2) = E."""
    return float(K * (2.5 * E / K) ** 0.6)


def exact(a: float) -> float:
    """e of a − ln(1 + a) = −e a − ln(1 − e a), from m y dy/(k + λ y) = −δ^(3/2) dδ."""
    found: float = brentq(
        lambda e: a - np.log1p(a) + e * a + np.log1p(-e * a), 1e-3, min(1, (1 - 1e-12) / a)
    )
    return found


@pytest.mark.parametrize("a", [0.01, 0.3, 2.0])
def test_a_blow_comes_back_with_its_restitution(a: float) -> None:
    v = 1.5
    growth = pressed(M * v * v / 2) / (M * v)  # dv/dx where the ball is pressed most
    assert close(thrown(v, a * K / v), exact(a), run_error(RTOL, 1.0, 100, growth))


def test_restitution_falls_by_two_thirds_of_the_damping_times_the_speed() -> None:
    for v in (0.1, 0.2, 0.4):
        a = 0.05 * v
        assert abs(thrown(v, 0.05 * K) - (1 - 2 * a / 3)) < a * a


def dropped(damping: float, mu: float, until: float) -> Trajectory:
    """A ball thrown on a table, along and with a turn about another axis."""
    ball = sphere("ball")
    table = Contact("table", ball, GROUND.plane(Z), friction=mu)
    loads: list[Load] = [
        Gravity(along=-GROUND.z, magnitude=G),
        Penalty(table, K, damping, width=1e-2),
    ]
    system = System("ball", joints=[Free("b", GROUND, ball)], loads=loads)
    start = {"b.vx": 1.0, "b.vy": -0.3, "b.wx": 5.0, "b.wz": 2.0}
    record = [energy(), *(velocity(ball).along(e) for e in AXES)]
    record += [angular_velocity(ball).along(e) for e in AXES]
    return simulate(
        build(system), q={"b.pz": R + 0.05}, u=start, until=until, rtol=1e-10, record=record
    )


def test_without_loss_energy_is_kept_and_with_it_never_grows() -> None:
    kept, lost = dropped(0.0, 0.0, 1.0), dropped(0.5 * K, 0.4, 1.0)
    E = kept[energy()]
    force = pressed(E[0])  # a place's error times the force is that of the energy
    assert close(E, np.full(len(E), E[0]), run_error(1e-10, force, kept.effort.steps))
    E = lost[energy()]
    assert np.diff(E).max() < run_error(1e-10, E[0], lost.effort.steps)
    assert E[0] - E[-1] > 0.1 * E[0], "it bounced and slid"


def test_it_rests_where_the_springs_carry_it_below_the_embedded_contact() -> None:
    ball = sphere("ball")
    table = Contact("table", ball, GROUND.plane(Z))
    joints, weight = [Prismatic("z", GROUND, ball, axis=Z)], Gravity(along=-GROUND.z, magnitude=G)
    embedded = System("ball", joints=joints, loads=[weight], contacts=[table])
    rest = simulate(build(embedded), q=[R + 1e-3], until=1.0, rtol=1e-10)
    assert close(rest.q[-1, 0], R, run_error(1e-10, 1.0, rest.effort.steps))
    for k in (1e5, 1e7):
        deep = (M * G / k) ** (2 / 3)
        soft = System("ball", joints=joints, loads=[weight, Penalty(table, k, 30 * k)])
        model = build(soft)
        (udot,) = model.forward_dynamics([R - deep], [0.0], [0.0])
        assert abs(udot) < 1e-9 * G
        run = simulate(model, q=[R + 1e-3], until=1.0, rtol=1e-8, method="radau5")
        assert abs(run.q[-1, 0] - (R - deep)) < 1e-2 * deep


def test_a_sliding_ball_ends_rolling_with_five_sevenths_of_its_speed() -> None:
    ball, v = sphere("ball"), 1.0
    floor = Contact("floor", ball, GROUND.plane(Y), friction=0.3, across=GROUND.z)
    loads: list[Load] = [Gravity(along=-GROUND.y, magnitude=G), Penalty(floor, K, 10 * K)]
    system = System("ball", joints=[Planar("x y turn", GROUND, ball)], loads=loads)
    start = [0, R - (M * G / K) ** (2 / 3), 0]
    run = simulate(build(system), q=start, u=[v, 0, 0], until=0.3, rtol=1e-10)
    assert close(run.u[-1], [5 * v / 7, 0, -5 * v / 7 / R], run_error(1e-10, 10.0, 1000))


def moments(run: Trajectory, bodies: list[Body]) -> Any:
    """Linear and angular momentum about the ground's origin at every sample."""
    total: Any = 0.0
    for k, body in enumerate(bodies):
        p = run.q[:, 7 * k : 7 * k + 3]
        v = np.stack([run[velocity(body).along(e)] for e in AXES], axis=1)
        w = np.stack([run[angular_velocity(body).along(e)] for e in AXES], axis=1)
        total = total + np.hstack([M * v, np.cross(p, M * v) + 0.4 * M * R * R * w])
    return total


def test_two_bodies_feel_opposite_forces_in_one_place() -> None:
    a, b = sphere("a"), sphere("b")
    both = Penalty(Contact("both", a, b, friction=0.5), stiffness=K, damping=0.2 * K)
    joints = [Free("a", GROUND, a), Free("b", GROUND, b)]
    of = (velocity, angular_velocity)
    record = [make(body).along(e) for make in of for body in (a, b) for e in AXES]
    run = simulate(
        build(System("two balls", joints=joints, loads=[both])),
        q={"b.px": 0.21, "b.py": 0.08},
        u={"a.vx": 1.0, "a.wz": 7.0, "b.vz": 0.2, "b.wx": -4.0},
        until=0.3,
        rtol=RTOL,
        record=[energy(), *record],
    )
    E, kept = run[energy()], moments(run, [a, b])
    limit = run_error(RTOL, E[0], run.effort.steps)
    assert close(kept[-1], kept[0], limit)
    assert np.diff(E).max() < limit
    assert E[-1] < 0.99 * E[0], "they met"


def test_what_a_penalty_cannot_give_is_refused() -> None:
    ball, plane = sphere("ball"), GROUND.plane(Z)
    with pytest.raises(ModelError, match=r"restitution 0\.5 is the damping's to give"):
        Penalty(Contact("table", ball, plane, restitution=0.5), K)
    with pytest.raises(ModelError, match="nothing that sticks"):
        Penalty(Contact("table", ball, plane, friction=0.3, static_friction=0.4), K)
    with pytest.raises(ModelError, match="no shape"):
        Penalty(Contact("table", Body("b", mass=1), plane), K)
    with pytest.raises(ModelError, match="no contact"):
        Penalty(ball, K)  # type: ignore[arg-type]
    table = Contact("table", ball, plane, friction=0.3)
    with pytest.raises(ModelError, match="stiffness is -1"):
        System("s", joints=[Free("b", GROUND, ball)], loads=[Penalty(table, -1.0)])
    with pytest.raises(ModelError, match="not in the system"):
        System("s", joints=[Free("b", GROUND, sphere("c"))], loads=[Penalty(table, K)])


def test_a_file_keeps_it(tmp_path: Path) -> None:
    ball = Body("ball", mass=M, inertia=(1, 1, 1))
    table = Penalty(Contact("table", ball.point("P"), GROUND.plane(Z)), K)
    system = System("s", joints=[Free("b", GROUND, ball)], loads=[table])
    assert not system.diff(load(save(system, tmp_path / "s.toml")))
