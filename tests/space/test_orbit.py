"""Motion in orbit: Kepler's ellipse, the nodes' regression by J2, and a rigid satellite that the
gravity gradient holds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import Body, build, simulate, space
from tests.close import run_error
from tests.textbook.stoneking import quaternion_rotation

Array = np.ndarray[Any, np.dtype[np.float64]]
PERIODS = 1e-6  # relative, what the project states of librations


def point_mass(orbit: space.Orbit, **more: Any) -> space.Spacecraft:
    bus = Body("bus", mass=1.0, inertia=(1, 1, 1))
    return space.spacecraft(bus=bus, orbit=orbit, **more)


@pytest.mark.parametrize("shape", [("500 km", "500 km"), ("400 km", "30000 km")])
def test_the_orbit_is_keplers(shape: tuple[str, str]) -> None:
    """Position after t by Kepler's equation M = E − e sin E  [Montenbruck2000 Eq. 2.42]."""
    orbit = space.elliptic(
        perigee=shape[0], apogee=shape[1], inclination="51.6 deg", node="40 deg", argument="70 deg"
    )
    sat, t = point_mass(orbit), 0.7 * orbit.period
    motion = simulate(build(sat), **sat.start(), until=t, rtol=1e-12, every=t)

    e, M = orbit.eccentricity, orbit.rate * t
    E = M
    for _ in range(60):
        E = E - (E - e * np.sin(E) - M) / (1 - e * np.cos(E))
    P, Q, _ = orbit.axes
    r = orbit.axis * ((np.cos(E) - e) * P + np.sqrt(1 - e * e) * np.sin(E) * Q)
    found = np.array([motion[f"bus.p{k}"][-1] for k in "xyz"])
    # an error along the orbit grows with t, by 3/2 n t for an error of the axis
    limit = run_error(1e-12, orbit.axis, motion.effort.steps, growth=10.0)
    assert np.abs(found - r).max() < limit


def test_nodes_go_back_by_J2_as_theory_says() -> None:
    """dΩ/dt = −3/2 J2 n (R/p)² cos i to first order  [Vallado2013 Eq. 9-37].

    The rate over whole revolutions differs from it by terms of relative order J2.
    """
    orbit = space.circular(altitude="700 km", inclination="98 deg")
    sat = point_mass(orbit, environment=space.Environment(zonals=1))
    revolutions = 30
    motion = simulate(
        build(sat), **sat.start(), until=revolutions * orbit.period, rtol=1e-11, every=60.0
    )
    r = np.column_stack([motion[f"bus.p{k}"] for k in "xyz"])
    v = np.column_stack([motion[f"bus.v{k}"] for k in "xyz"])
    h = np.cross(r, v)
    node = np.unwrap(np.arctan2(h[:, 0], -h[:, 1]))
    rate = np.polyfit(motion.t, node, 1)[0]
    J2, R = space.EARTH.zonals[0], space.EARTH.radius
    theory = -1.5 * J2 * orbit.rate * (R / orbit.axis) ** 2 * np.cos(orbit.inclination)
    assert abs(rate / theory - 1) < 6 * J2


def gradient_satellite(inertia: tuple[float, float, float]) -> space.Spacecraft:
    orbit = space.circular(altitude="500 km")
    bus = Body("bus", mass=100.0, inertia=inertia)
    return space.spacecraft(bus=bus, orbit=orbit, environment=space.Environment(gradient=True))


def aligned(sat: space.Spacecraft, tilt: float, axis: int) -> dict[str, Any]:
    """On the orbit with x outward, y ahead and z along the normal, tilted by a small angle."""
    orbit = sat.craft.orbit
    assert orbit is not None
    turned = np.zeros(3)
    turned[axis] = np.sin(tilt / 2)
    rate = {f"bus.w{k}": float(x) for k, x in zip("xyz", carried(tilt, axis), strict=True)}
    named = {name: value * orbit.rate for name, value in rate.items()}
    attitude = {"bus.w": float(np.cos(tilt / 2))}
    attitude |= {f"bus.{k}": float(x) for k, x in zip("xyz", turned, strict=True)}
    return sat.start(**attitude, **named)


def carried(tilt: float, axis: int) -> Array:
    """The orbit's ω, (0, 0, 1), along axes tilted about x, y or z."""
    c, s = np.cos(tilt), np.sin(tilt)
    return np.array([[0, s, c], [-s, 0, c], [0, 0, 1]][axis])


def crossings(t: Array, x: Array) -> Array:
    """Where x crosses zero upward, by cubics."""
    from scipy.interpolate import CubicSpline

    curve = CubicSpline(t, x)
    roots: Array = np.asarray(curve.roots(extrapolate=False))
    return np.asarray(roots[curve(roots, 1) > 0])


def angles(motion: Any, rate: float) -> tuple[Array, Array, Array]:
    """Small turns about x, y, z against the orbit's axes."""
    phase = rate * motion.t / 2
    w, x, y, z = (motion[f"bus.{k}"] for k in "wxyz")
    c, s = np.cos(phase), np.sin(phase)  # the conjugate of the orbit's turn, times e
    e = (c * w + s * z, c * x + s * y, c * y - s * x, c * z - s * w)
    x, y, z = (np.asarray(2 * np.arcsin(part / np.sign(e[0]))) for part in e[1:])
    return x, y, z


def test_pitch_librates_about_the_stable_attitude_at_its_known_period() -> None:
    """n √(3 (I_yy − I_xx)/I_zz) for small swings about the orbit's normal z, x the long axis

    outward [Hughes1986 §9.1]; the swing's amplitude a changes the period by a²/4 as a pendulum's
    of twice the angle, and the force of the gradient the orbit's rate by I/m r².
    """
    A, B, C = 40.0, 90.0, 110.0
    sat, tilt = gradient_satellite((A, B, C)), 2e-4
    orbit = sat.craft.orbit
    assert orbit is not None
    expected = 2 * np.pi / (orbit.rate * np.sqrt(3 * (B - A) / C))
    motion = simulate(
        build(sat), **aligned(sat, tilt, 2), until=6.2 * expected, rtol=1e-12, every=expected / 400
    )
    found = crossings(motion.t, angles(motion, orbit.rate)[2])
    period = float(np.mean(np.diff(found)))
    assert abs(period / expected - 1) < PERIODS


def test_roll_and_yaw_librate_at_their_known_periods() -> None:
    """The coupled pair's frequencies are the roots of s⁴ + (1 + 3σ₂ + σ₂σ₁) n² s² + 4 σ₂σ₁ n⁴

    with σ₁ = (C − B)/A about the outward axis, σ₂ = (C − A)/B about the one ahead
    [Hughes1986 §9.1]. The motion is fitted by both.
    """
    A, B, C = 40.0, 90.0, 110.0
    sat = gradient_satellite((A, B, C))
    orbit = sat.craft.orbit
    assert orbit is not None
    s1, s2 = (C - B) / A, (C - A) / B
    squares = np.roots([1, -(1 + 3 * s2 + s1 * s2), 4 * s1 * s2])
    known = np.sort(np.sqrt(squares.real)) * orbit.rate
    until = 30 * 2 * np.pi / known[0]
    motion = simulate(
        build(sat), **aligned(sat, 2e-5, 1), until=until, rtol=1e-12, every=until / 3000
    )
    roll = angles(motion, orbit.rate)[0]
    found = fitted(motion.t, roll, known * 1.0001)
    assert np.abs(found / known - 1).max() < PERIODS


def fitted(t: Array, x: Array, first: Array) -> Array:
    """Two frequencies of a sum of sines, by least squares."""
    from scipy.optimize import least_squares

    scale, size = float(t[-1]), float(np.abs(x).max())

    def residual(f: Any) -> Any:
        columns = [g(w / scale * t) for w in f for g in (np.cos, np.sin)]
        basis = np.column_stack(columns)
        return (basis @ np.linalg.lstsq(basis, x, rcond=None)[0] - x) / size

    made: Any = least_squares(residual, first * scale, xtol=1e-15, ftol=1e-15, gtol=1e-15)
    return np.asarray(made.x / scale)


def test_the_stable_attitude_stays_and_the_other_leaves() -> None:
    orbit = space.circular(altitude="500 km")
    for inertia, stays in (((40.0, 90.0, 110.0), True), ((90.0, 40.0, 110.0), False)):
        sat = gradient_satellite(inertia)
        motion = simulate(build(sat), **aligned(sat, 1e-3, 2), until=3 * orbit.period, rtol=1e-10)
        swing = np.abs(angles(motion, orbit.rate)[2]).max()
        assert (swing < 2e-3) == stays


def test_an_orbit_relative_base_gives_the_same_motion() -> None:
    orbit = space.circular(altitude="500 km", inclination="30 deg", phase="20 deg")
    bus = Body("bus", mass=100.0, inertia=(40, 90, 110))
    far = space.spacecraft(bus=bus, orbit=orbit)
    near = space.spacecraft(bus=bus, orbit=orbit, base="orbit")
    t = orbit.period / 3
    one = simulate(build(far), **far.start(**{"bus.wx": 0.01}), until=t, rtol=1e-12, every=t)

    # the bus' axes are N's at the start, and the orbit's frame turns with n about its z
    relative = np.array([0.01, 0, 0]) - orbit.rate * orbit.axes[2]
    start = dict(zip("wxyz", _quaternion(_frame(orbit, 0.0).T), strict=True))
    named = {f"bus.{k}": float(x) for k, x in start.items()}
    named |= {f"bus.w{k}": float(x) for k, x in zip("xyz", relative, strict=True)}
    other = simulate(build(near), **near.start(**named), until=t, rtol=1e-12, every=t)

    away = np.array([orbit.axis, 0, 0]) + [other[f"bus.p{k}"][-1] for k in "xyz"]
    place = _frame(orbit, orbit.rate * t) @ away
    found = np.array([one[f"bus.p{k}"][-1] for k in "xyz"])
    assert np.abs(place - found).max() < run_error(1e-12, orbit.axis, one.effort.steps, growth=10.0)
    e = np.array([other[f"bus.{k}"][-1] for k in "wxyz"])
    w = np.array([other[f"bus.w{k}"][-1] for k in "xyz"])
    w = w + np.asarray(quaternion_rotation(e)).T @ np.array([0, 0, orbit.rate])
    inertial = np.array([one[f"bus.w{k}"][-1] for k in "xyz"])
    assert np.abs(w - inertial).max() < run_error(1e-12, 1.0, one.effort.steps)


def _frame(orbit: space.Orbit, turned: float) -> Array:
    """The axes outward, ahead and normal, in N, after the orbit has turned so far."""
    P, Q, W = orbit.axes
    f = orbit.anomaly + turned
    out = np.cos(f) * P + np.sin(f) * Q
    return np.column_stack([out, np.cross(W, out), W])


def _quaternion(R: Array) -> Array:
    w = np.sqrt(1 + np.trace(R)) / 2
    v = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / (4 * w)
    return np.array([w, *v])


def test_only_what_is_kept_is_reported_as_kept() -> None:
    """On an orbit's frame the momentum along the normal swings with n²: small, but not kept."""
    bus = Body("bus", mass=100.0, inertia=(40, 90, 110))
    sat = space.spacecraft(bus=bus, orbit=space.circular(altitude="500 km"), base="orbit")
    motion = simulate(build(sat), u={"bus.wx": 0.01}, until=10.0)

    assert "energy kept to" in motion.report
    assert "linear momentum" not in motion.report
