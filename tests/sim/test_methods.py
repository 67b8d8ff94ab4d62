"""Every method: its order, its dense output, its symmetry, and what it keeps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kane.sim.methods import METHODS
from kane.sim.simulate import simulate
from kane.sim.trajectory import Trajectory
from tests.close import close, round_off
from tests.sim.systems import oscillator, pendulum, pendulum_angle, stiff, top

AMPLITUDE = 1.5
FIXED = [name for name, method in METHODS.items() if not method.adaptive]
ADAPTIVE = [name for name, method in METHODS.items() if method.adaptive]


def errors(name: str, sizes: list[float]) -> list[float]:
    """The largest error in two swings for each step size; adaptive methods with control off."""
    # in wide swings DOP853's error falls with h⁹ down to round-off
    amplitude = 0.5 if name == "dop853" else AMPLITUDE
    motions = [fixed(name, dt, 4.0, amplitude) for dt in sizes]
    return [float(np.max(np.abs(one["q1"] - pendulum_angle(amplitude, one.t)))) for one in motions]


def fixed(
    name: str, dt: float, until: float, amplitude: float = AMPLITUDE, every: float | None = None
) -> Trajectory:
    """A swing with steps of one length, whatever the method."""
    method = METHODS[name]
    if method.adaptive:
        method = replace(method, errors=(), filter=0.0)
    return simulate(pendulum(), q=[amplitude], until=until, dt=dt, method=method, every=every)


SIZES = {  # where the error is of the leading power and well above round-off
    "semi_implicit_euler": [2e-3, 1e-3, 5e-4],
    "rk4": [1 / 96, 1 / 128, 1 / 192, 1 / 256],
    "gauss_legendre": [1 / 8, 1 / 12, 1 / 16, 1 / 24],
    "dopri5": [1 / 64, 1 / 96, 1 / 128, 1 / 192],
    "dop853": [1 / 6, 1 / 8, 1 / 12, 1 / 16],
    "radau5": [1 / 16, 1 / 24, 1 / 32, 1 / 48],
}


@pytest.mark.parametrize("name", METHODS)
def test_error_falls_with_the_power_of_the_step_that_is_the_order(name: str) -> None:
    sizes = SIZES[name]

    slope = np.polyfit(np.log(sizes), np.log(errors(name, sizes)), 1)[0]

    assert abs(slope - METHODS[name].order) <= 0.1, (slope, errors(name, sizes))


@pytest.mark.parametrize("name", METHODS)
def test_states_inside_a_step_join_its_ends_and_their_error_falls_with_the_step(name: str) -> None:
    least = {"semi_implicit_euler": 1, "rk4": 4, "gauss_legendre": 4, "dopri5": 5, "dop853": 7}
    errs = []
    for dt in SIZES[name][:3]:
        inside = fixed(name, dt, 2.0, every=dt / 7)
        errs.append(np.max(np.abs(inside["q1"] - pendulum_angle(AMPLITUDE, inside.t))))

    slope = np.polyfit(np.log(SIZES[name][:3]), np.log(errs), 1)[0]

    assert slope >= least.get(name, 4) - 0.25, (slope, errs)


@pytest.mark.parametrize("name", ["gauss_legendre"])
def test_symmetric_method_comes_back_when_speeds_are_reversed(name: str) -> None:
    there = simulate(pendulum(), q=[AMPLITUDE], until=4.0, dt=0.05, method=name)
    back = simulate(pendulum(), q=there.q[-1], u=-there.u[-1], until=4.0, dt=0.05, method=name)

    steps, operations = 160, 1000
    assert close(back.q[-1], [AMPLITUDE], round_off(10.0, steps * operations))
    assert close(back.u[-1], [0.0], round_off(10.0, steps * operations))


def test_another_method_does_not_come_back() -> None:
    there = simulate(pendulum(), q=[AMPLITUDE], until=4.0, dt=0.05, method="rk4")
    back = simulate(pendulum(), q=there.q[-1], u=-there.u[-1], until=4.0, dt=0.05, method="rk4")

    assert abs(back.q[-1, 0] - AMPLITUDE) > 1e-7


@pytest.mark.parametrize("name", ADAPTIVE)
def test_error_follows_the_tolerance(name: str) -> None:
    errs = []
    for rtol in (1e-5, 1e-7, 1e-9):
        motion = simulate(pendulum(), q=[AMPLITUDE], until=10.0, rtol=rtol, method=name)
        errs.append(abs(motion["q1"][-1] - pendulum_angle(AMPLITUDE, np.array([10.0]))[0]))

    assert errs[0] > errs[1] > errs[2]
    assert all(err < 100 * rtol for err, rtol in zip(errs, (1e-5, 1e-7, 1e-9), strict=True))


@pytest.mark.parametrize("name", METHODS)
def test_quaternions_stay_unit(name: str) -> None:
    more = {"dt": 0.01} if name in FIXED else {"rtol": 1e-6}
    motion = simulate(
        top(),
        u=[1.0, 0.1, 0.2],
        until=20.0,
        method=name,
        **more,  # type: ignore[arg-type]
    )

    assert close(np.linalg.norm(motion.q, axis=1), 1.0, round_off(1.0, 4))


def test_stiff_method_takes_its_own_steps_where_explicit_ones_crawl() -> None:
    """A spring of 8·10⁵ N/m with its damper at 10⁵ N s/m: decay within 8 s after 10⁻⁵ s."""
    implicit = simulate(stiff(), q=[0.1], until=10.0, rtol=1e-8, method="radau5")
    explicit = simulate(stiff(), q=[0.1], until=0.1, rtol=1e-8, method="dopri5")

    slow, fast = np.roots([1.0, 1e5, 8e5])[::-1]
    exact = 0.1 * (fast * np.exp(slow * implicit.t) - slow * np.exp(fast * implicit.t))
    exact = exact / (fast - slow)
    assert close(implicit["q1"], exact, 1e-8)
    assert implicit.effort.steps < 300
    assert explicit.effort.steps > 1000


def test_a_harmonic_motion_is_exact_under_a_constant_push() -> None:
    """q = F/k (1 − cos ω t)."""
    motion = simulate(oscillator(), until=5.0, rtol=1e-12, inputs={"F": 3.0})

    assert close(motion["q1"], 0.75 * (1 - np.cos(2 * motion.t)), 1e-10)
