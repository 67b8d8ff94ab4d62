"""What acts from outside, each against a potential, a closed form or a published number."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.polynomial import legendre

from kane import Body, ModelError, build, simulate, space
from kane.algebra.dependence import symbols_of
from kane.algebra.evaluate import evaluate
from kane.space.field import gradient, third_body, zonal
from tests.close import close, method_error, round_off
from tests.textbook.stoneking import quaternion_rotation

Array = np.ndarray[Any, np.dtype[np.float64]]
H = 1e-4  # of a radius: the step of differences


def slope(potential: Any, r: Array, h: float) -> Array:
    """Its gradient by central differences, of second order."""
    ways = np.eye(3) * h
    return np.array([(potential(r + d) - potential(r - d)) / (2 * h) for d in ways])


@pytest.mark.parametrize("count", [1, 2, 3])
def test_zonal_gravity_is_the_slope_of_its_potential(count: int) -> None:
    """−(μ/r) Σ J_n (R/r)ⁿ P_n(z/r), in units with μ = R = 1 and J_n of the size of one."""
    J = (0.7, -0.4, 0.3)[:count]
    body = space.Central(name="unit", mu=1.0, radius=1.0, zonals=J)

    def potential(r: Array) -> float:
        size = float(np.linalg.norm(r))
        terms = [
            j * size**-n * legendre.legval(r[2] / size, np.eye(n + 1)[n])
            for n, j in enumerate(J, start=2)
        ]
        return float(-sum(terms) / size)

    for r in (np.array([1.1, -0.4, 0.8]), np.array([0.3, 0.2, -1.6]), np.array([1.5, 0.1, 0.0])):
        found = zonal((r[0], r[1], r[2]), body, J)
        limit = method_error(H, 2, C=100.0) + round_off(1.0 / H)
        assert close(found, slope(potential, r, H), limit)


def test_the_gradients_moment_and_force_follow_from_one_potential() -> None:
    """V = −μ/(2 r³) (tr I − 3 r·I r/r²): F = −∇V, and the moment makes no torque on the pair."""
    inertia = np.array([[4.0, 0.3, -0.2], [0.3, 5.0, 0.1], [-0.2, 0.1, 3.0]])
    r, mu = np.array([1.3, -0.7, 0.9]), 2.0

    def potential(r: Array) -> float:
        size = float(np.linalg.norm(r))
        return float(-mu / (2 * size**3) * (np.trace(inertia) - 3 * r @ inertia @ r / size**2))

    moment, force = gradient((r[0], r[1], r[2]), inertia.tolist(), mu)
    limit = method_error(H, 2, C=1000.0) + round_off(10.0 / H)
    assert close(force, -slope(potential, r, H), limit)
    assert close(moment, -np.cross(r, force), round_off(10.0, 60))  # action and reaction
    # the moment is that of six mass elements, but for a part of the order of size over distance
    moments, ways = np.linalg.eigh(np.trace(inertia) / 2 * np.eye(3) - inertia)
    arms = np.sqrt(moments / 2)[:, None] * ways.T
    points = np.vstack([arms, -arms])
    far = 1e4 * r
    there = far + points
    pulled = -mu * there / np.linalg.norm(there, axis=1)[:, None] ** 3
    whole = np.cross(points, pulled).sum(axis=0)
    small, _ = gradient((far[0], far[1], far[2]), inertia.tolist(), mu)
    assert close(np.array(small) / np.linalg.norm(small), whole / np.linalg.norm(small), 1e-3)


def test_a_third_body_pulls_the_craft_less_the_centre() -> None:
    r, s, mu = np.array([1.0, 0.5, -0.2]), np.array([30.0, -10.0, 5.0]), 7.0
    d = s - r
    exact = mu * (d / np.linalg.norm(d) ** 3 - s / np.linalg.norm(s) ** 3)
    found = third_body((r[0], r[1], r[2]), mu, (s[0], s[1], s[2]))
    assert close(found, exact, round_off(mu / 900, 40))


def test_the_magnetic_field_is_twice_as_strong_over_the_pole_and_known_at_the_equator() -> None:
    """IGRF's dipole of 2020: B₀ = √(g10² + g11² + h11²) = 29,804 nT [Alken2021]."""
    dipole = space.Dipole(g11=0.0, h11=0.0)
    R = dipole.radius
    pole, side = dipole.at((0.0, 0.0, R), 0.0), dipole.at((R, 0.0, 0.0), 0.0)
    assert close([float(x) for x in pole], [0, 0, 2 * dipole.g10], round_off(1e-4))
    assert close([float(x) for x in side], [0, 0, -dipole.g10], round_off(1e-4))
    whole = space.Dipole()
    strength = np.sqrt(whole.g10**2 + whole.g11**2 + whole.h11**2)
    assert abs(strength * 1e9 - 29804) < 3


def test_the_suns_place_is_that_of_the_seasons() -> None:
    """At the equinox of 2024 (March 20, 03:06) and the solstice (June 20, 20:51) its longitude from
    the equinox of date is 0 and 90°; that equinox moves by 5029.1″ a century."""
    e = np.radians(23.43929)
    ecliptic = np.array([[1, 0, 0], [0, np.cos(e), np.sin(e)], [0, -np.sin(e), np.cos(e)]])
    for moment, expected in (((2024, 3, 20, 3, 6), 0.0), ((2024, 6, 20, 20, 51), 90.0)):
        start = space.Clock.at(*moment)
        values = ecliptic @ [float(evaluate([x], {_t(x): 0.0})[0]) for x in start.sun()]
        found = np.degrees(np.arctan2(values[1], values[0]))
        moved = 5029.1 / 3600 * start.days / 36525
        assert abs(found + moved - expected) < 0.02
        assert abs(values[2]) < 1e-3 * np.linalg.norm(values)
        assert 1.46e11 < np.linalg.norm(values) < 1.53e11


def _t(x: Any) -> Any:
    (t,) = symbols_of(x)
    return t


def plate(**more: Any) -> space.Spacecraft:
    """A heavy ball with a plate of 2 m² whose normal is x."""
    bus = Body("bus", mass=100.0, inertia=(10, 10, 10))
    given: dict[str, Any] = {"area": 2.0, "normal": (1, 0, 0), "at": (0, 0.5, 0)}
    environment = more.pop("environment")
    orbit = more.pop("orbit", space.circular(altitude="500 km"))
    return space.spacecraft(
        bus=bus, orbit=orbit, plates=[space.Plate(**{**given, **more})], environment=environment
    )


def accelerations(sat: space.Spacecraft, **start: float) -> tuple[Array, Array]:
    """v̇ beyond the central field, along N, and ω̇."""
    model, state = build(sat), sat.start(**start)
    q, u = ([state[k].get(n, float(n == "bus.w")) for n in names]
            for k, names in (("q", model.q_names), ("u", model.u_names)))  # fmt: skip
    udot = model.forward_dynamics(np.array(q), np.array(u), np.zeros(6))
    r = np.array(q[:3])
    assert sat.craft.orbit is not None
    return udot[:3] + sat.craft.orbit.about.mu * r / np.linalg.norm(r) ** 3, udot[3:]


def test_light_pushes_an_absorbing_and_a_mirroring_plate_as_it_must() -> None:
    s = np.array([0.6, 0.8, 0.0])
    sun = space.Light(towards=(0.6, 0.8, 0.0))
    for specular, diffuse in ((0.0, 0.0), (1.0, 0.0), (0.3, 0.5)):
        sat = plate(environment=space.Environment(light=sun), specular=specular, diffuse=diffuse)
        a, w = accelerations(sat)
        n, c = np.array([1.0, 0, 0]), 0.6
        force = -4.56e-6 * 2.0 * c * ((1 - specular) * s + 2 * (specular * c + diffuse / 3) * n)
        # v̇ is told beside μ/r², of which it is 1e-8 parts
        assert close(100.0 * a, force, round_off(850.0, 100))
        assert close(10.0 * w, np.cross([0, 0.5, 0], force), round_off(850.0, 100))


def test_the_dark_side_and_the_shadow_get_no_light() -> None:
    for towards, lit in (((1.0, 0, 0), True), ((-1.0, 0, 0), False)):
        environment = space.Environment(light=space.Light(towards=towards))
        turned = {"bus.w": 0.0, "bus.z": 1.0} if towards[0] < 0 else {}  # the plate to the Sun
        _, w = accelerations(plate(environment=environment), **turned)
        assert (np.abs(w).max() > 1e-9) == lit


def test_air_drags_against_its_own_motion_by_the_plates_area_across() -> None:
    air = space.Air(density=1e-12, at=500e3, scale=60e3)
    still = space.Central(name="still", mu=space.EARTH.mu, radius=space.EARTH.radius)
    orbit = space.circular(altitude="500 km", about=still)
    sat = plate(environment=space.Environment(air=air), orbit=orbit)
    # the normal turned by 30° from the velocity, which is along y at the start
    angle = np.radians(60.0)
    a, _ = accelerations(
        sat, **{"bus.w": float(np.cos(angle / 2)), "bus.z": float(np.sin(angle / 2))}
    )
    v = float(np.linalg.norm(orbit.state[1]))
    # the plate is 0.43 m lower than the craft's centre, of 60 km scale
    drag = 0.5 * 1e-12 * 2.2 * 2.0 * np.cos(np.radians(30.0)) * v**2
    assert abs(100.0 * a[1] / -drag - 1) < 1e-5
    raised = plate(
        environment=space.Environment(air=air), orbit=space.circular(altitude="560 km", about=still)
    )
    b, _ = accelerations(
        raised, **{"bus.w": float(np.cos(angle / 2)), "bus.z": float(np.sin(angle / 2))}
    )
    faster = (np.linalg.norm(raised.craft.orbit.state[1]) / v) ** 2  # type: ignore[union-attr]
    assert abs(b[1] / a[1] / faster - np.exp(-1)) < 1e-5


def test_a_torquer_turns_the_craft_by_m_cross_B() -> None:
    dipole = space.Dipole(g11=0.0, h11=0.0)
    bus = Body("bus", mass=10.0, inertia=(2, 2, 2))
    orbit = space.circular(altitude="500 km")
    sat = space.spacecraft(
        bus=bus, orbit=orbit, torquers=[space.Torquer("mtq", axis=(1, 0, 0))],
        environment=space.Environment(field=dipole),
    )  # fmt: skip
    e = np.array([0.5, 0.5, -0.5, 0.5])
    start = sat.start(**{f"bus.{k}": float(x) for k, x in zip("wxyz", e, strict=True)})
    motion = simulate(build(sat), **start, until=1e-3, dt=1e-3, inputs={"mtq.dipole": 30.0})
    B = -dipole.g10 * (dipole.radius / orbit.axis) ** 3 * np.array([0, 0, 1.0])
    torque = np.cross([30.0, 0, 0], np.asarray(quaternion_rotation(e)).T @ B)
    w = np.array([motion[f"bus.w{k}"][-1] for k in "xyz"])
    assert close(w, torque / 2 * 1e-3, 1e-6 * float(np.abs(torque).max()) * 1e-3)


def test_what_has_nothing_to_act_on_is_refused() -> None:
    bus = Body("bus", mass=10.0, inertia=(2, 2, 2))
    with pytest.raises(ModelError, match="there is no magnetic field for it to push against"):
        space.spacecraft(bus=bus, torquers=[space.Torquer("mtq", axis=(1, 0, 0))])
    with pytest.raises(ModelError, match="it has an environment and no orbit"):
        space.spacecraft(bus=bus, environment=space.Environment(gradient=True))
    with pytest.raises(ModelError, match="there is no circular one"):
        space.spacecraft(bus=bus, base="orbit")
    with pytest.raises(ModelError, match="'500 kg' is no amount in m"):
        space.circular(altitude="500 kg")
    with pytest.raises(ModelError, match="the orbit is -1000 m from the centre"):
        space.circular(altitude=-space.EARTH.radius - 1000)
    with pytest.raises(ModelError, match=r"it is at 6.77814e\+06 m from the centre"):
        space.elliptic(perigee="900 km", apogee="400 km")
