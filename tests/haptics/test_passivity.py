"""The passivity border, predicted, measured at the hand's port, and kept by gains and guard."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
import pytest

from kane.errors import ArgumentError
from kane.haptics import layout as at
from kane.haptics.devices.simulated import SimulatedDevice
from kane.haptics.gallery import GALLERY
from kane.haptics.guard import guard
from kane.haptics.loop import Coupling, Loop, Pace, feel
from kane.haptics.passivity import Gains, automatic, needed, stiffest, wall_needs
from kane.haptics.report import report
from kane.haptics.zwidth import NONE, is_stable, measured_border, wall, z_width

T = 1e-3
B = 0.5  # N s/m of the device


@pytest.mark.parametrize(
    ("K", "damping"), [(1000, 0.0), (800, 0.1), (200, 0.4), (0, 0.3), (500, -0.1), (100, -0.2)]
)
def test_the_criterion_is_that_of_a_wall(K: float, damping: float) -> None:
    """b > K T/2 + |B| [ColgateSchenkel1997]; at low frequencies for B < 0, at Nyquist for B > 0."""
    gains = Gains(stiffness=K, damping=damping)
    assert needed(gains, T) == pytest.approx(wall_needs(gains, T), rel=1e-4)


@pytest.mark.parametrize("resolution", [0.0, 5e-6])
@pytest.mark.parametrize(("K", "damping"), [(1000, 0.0), (800, 0.1), (200, 0.4), (500, -0.1)])
def test_the_measured_border_is_the_predicted_one(
    K: float, damping: float, resolution: float
) -> None:
    gains = Gains(stiffness=K, damping=damping)

    border, worst = measured_border(gains, T, resolution=resolution)

    assert border == pytest.approx(wall_needs(gains, T), rel=0.1)
    assert worst == 120 if damping > 0 else worst <= 5  # Nyquist, or the slowest


def test_a_delay_moves_the_border_as_half_a_period_does() -> None:
    gains = Gains(stiffness=100.0, damping=0.0)
    slow = wall_needs(gains, T, delay=2 * T)
    assert slow == pytest.approx(5 * wall_needs(gains, T))
    assert needed(gains, T, delay=2 * T) == pytest.approx(slow, rel=1e-4)


@pytest.mark.parametrize("damping", [0.05, 0.5, 5.0])
@pytest.mark.parametrize("lightest", [inf, 20.0, 0.5])
def test_automatic_gains_are_passive_and_not_limp(damping: float, lightest: float) -> None:
    gains = automatic(damping, T, lightest=lightest)

    for mass in (inf, 1e3, 20.0, 0.5):
        if mass >= lightest:
            assert needed(gains, T, mass=mass) <= damping
    if lightest >= 100 * damping * T:
        assert gains.stiffness >= 0.8 * stiffest(damping, T)


def test_automatic_gains_take_a_delay_into_account() -> None:
    gains = automatic(0.5, T, lightest=5.0, delay=5e-3)
    assert needed(gains, T, mass=5.0, delay=5e-3) <= 0.5
    assert gains.stiffness >= 0.5 * stiffest(0.5, T, 5e-3)


def test_a_device_without_damping_has_no_gains() -> None:
    with pytest.raises(ArgumentError, match=r"has no passive region\. Give the damping"):
        automatic(0.0, T)


def test_more_than_passive_stiffness_is_unstable_and_the_guard_holds_it() -> None:
    """Outside, the hand's own damping helps for a while; at four times the border no more."""
    most = stiffest(B, T)
    assert is_stable(Gains(stiffness=0.9 * most, damping=0.0), B, T)
    for times in (4.0, 8.0):
        stiff = Gains(stiffness=times * most, damping=0.0)
        assert not is_stable(stiff, B, T)
        assert is_stable(stiff, B, T, guard=True)


def test_the_plotted_border_lies_inside_the_stable_region() -> None:
    found = z_width(B, T, parts=3)
    assert np.all(found.stable >= found.passive)


def test_the_guard_does_not_act_where_the_gains_are_passive() -> None:
    loop = knocking(1.0)
    loop.run(20_000)
    assert report(loop).guarded == 0


def knocking(times: float) -> Loop:
    """A hand that knocks on a wall, with gains `times` those chosen by themselves."""
    system, handle = wall()
    path = [(0.1 * k, 0.01 * (k % 2), 0.0, 0.0) for k in range(4000)]
    own = automatic(B, T)
    gains = Gains(stiffness=times * own.stiffness, damping=own.damping)
    device = SimulatedDevice(path=path, damping=B)
    return feel(
        system,
        handle,
        device,
        coupling=Coupling(along=gains, about=NONE),
        pace=Pace.UNPACED,
        log=0,
    )


PATHS: dict[str, Any] = {
    "cart": [(0.8 * k, 0.6 * (k % 2), 0.05 * (k % 3), 0.0, 0.4 * (k % 4)) for k in range(1300)],
    "maze": [(0.4 * k, -0.09 + 0.1 * (k % 3), -0.09 + 0.09 * (k % 2), 0.0) for k in range(2600)],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wall", "cart", "maze"])
def test_the_energy_observer_never_falls_below_zero(name: str) -> None:
    """A million ticks: a wall, locks that come and go, impacts. No store is filled at first."""
    loop = knocking(1.0) if name == "wall" else led(name)

    loop.run(1_000_000)

    assert loop.own.c[at.TICKS] == 1_000_000
    assert loop.own.v[at.LOWEST] >= -1e-9
    assert loop.device.least_work >= -1e-9  # type: ignore[attr-defined]
    if name != "wall":
        assert loop.own.c[at.CAME] > 200


def led(name: str) -> Loop:
    """A scene of the gallery in a hand that moves it to and fro."""
    scene = GALLERY[name]()
    return feel(
        scene.system,
        scene.handle,
        SimulatedDevice(path=PATHS[name], damping=B),
        q=scene.q,
        events=scene.events,
        guard=False,
        pace=Pace.UNPACED,
        log=0,
    )


def test_a_guard_damps_turns_by_their_own_limit() -> None:
    """The cart taken 0.25 rad away from its handle: what the coupler holds is the hand's,
    and where the guard acts about an axis it does not shake it."""
    scene = GALLERY["cart"]()
    path = [(0.15 * k, 0.08 * (k % 2), 0, 0, 0.25 * (1 if k % 4 < 2 else -1)) for k in range(100)]
    device = SimulatedDevice(path=path, damping=0.5)
    loop = feel(scene.system, scene.handle, device, q=scene.q, events=scene.events).run(10_000)
    v, K = loop.own.v, loop.coupling.about.stiffness
    assert v[at.LOWEST] >= -1e-9
    assert 0.0 < v[at.ENERGY] < 10.0
    assert np.max(np.abs(loop.log[:, at.LOG_SHOWN + 5])) < 2.0 * K * 0.5


def test_a_guard_shows_no_more_damping_than_inertia_bears() -> None:
    """E lacks a joule: along, the limit; about, its own limit, which is another one."""
    c, v = np.zeros(at.COUNT, dtype=np.int64), np.zeros(at.VALUES)
    c[at.GUARDED] = 1
    v[[at.PERIOD, at.SCALE, at.FORCE_LIMIT, at.TORQUE_LIMIT]] = 1e-3, 1.0, 1e9, 1e9
    v[at.STRONGEST], v[at.STRONGEST_TURNING], v[at.ENERGY] = 100.0, 0.5, -1.0
    v[at.MOVED], v[at.MOVED + 5] = 1e-3, 1e-2
    guard(c, v)
    assert v[at.SHOWN] == pytest.approx(100.0 * 1.0)
    assert v[at.SHOWN + 5] == pytest.approx(0.5 * 10.0)
    assert c[at.ACTED] == 1
