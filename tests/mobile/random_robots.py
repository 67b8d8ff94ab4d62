"""Random mobile robots, as a System and as free bodies held by multipliers.

The platforms cover what wheels may do: fixed axles, steered wheels (one, two, coupled, locked),
castors, omnidirectional and mecanum wheels, on level and inclined ground, with arms of revolute
and prismatic joints, motors everywhere, and a load at the tip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kane import (
    GROUND,
    Body,
    Force,
    Frame,
    JointForce,
    Point,
    Prismatic,
    Revolute,
    System,
    inputs,
    mobile,
)
from tests.mobile import full_bodies as full
from tests.mobile.full_bodies import Array, FullBodies, Massive, Moving, Quantity, Rows
from tests.oracles.random_trees import random_inertia, unit

UP: Final = np.array([0.0, 0.0, 1.0])
LEFT: Final = np.array([0.0, 1.0, 0.0])
LAYOUTS: Final = (
    "differential",
    "tricycle",
    "ackermann",
    "two steered",
    "omnidirectional",
    "mecanum",
    "one steered",
    "free steering",
    "locked",
)


@dataclass(frozen=True, kw_only=True)
class Link:
    """One joint of the arm and what it carries."""

    slides: bool
    axis: Array
    at: Array
    mass: float
    centre: Array
    inertia: Array


@dataclass(frozen=True, kw_only=True)
class Robot:
    """A platform with an arm, as numbers."""

    wheels: tuple[Any, ...]  # of kane.mobile
    links: tuple[Link, ...]
    mass: float
    centre: Array
    inertia: Array
    base: tuple[float, Array, Array]  # the arm's base: mass, centre, inertia
    foot: Array
    height: float
    slope: float
    tip: Array  # of the last link: where the load is
    load: Array  # along the ground's axes

    # ── as a System ───────────────────────────────────────────────────────────────────────
    @property
    def system(self) -> System:
        """By kane.mobile."""
        body = Body("body", mass=self.mass, centre=tuple(self.centre), inertia=list(self.inertia))
        mass, centre, inertia = self.base
        return mobile.platform(
            "robot",
            body=body,
            wheels=self.wheels,
            height=self.height,
            slope=self.slope,
            friction=0.6,
            arm=self.arm if self.links else None,
            base=Body("foot", mass=mass, centre=tuple(centre), inertia=list(inertia)),
            at=tuple(self.foot),
            speeds=mobile.Speeds.ROLLING,
        )

    @property
    def arm(self) -> System:
        """The arm by itself."""
        joints, loads = [], []
        parent: Frame = GROUND
        for k, link in enumerate(self.links, start=1):
            child = Body(
                f"link{k}", mass=link.mass, centre=tuple(link.centre), inertia=list(link.inertia)
            )
            make = Prismatic if link.slides else Revolute
            joints.append(make(f"q{k}", parent, child, axis=tuple(link.axis), at=tuple(link.at)))
            loads.append(JointForce(f"q{k}", *inputs(f"a{k}")))
            parent = child
        force = Force(GROUND.vector(*self.load), at=Point("tip", parent, tuple(self.tip)))
        return System("arm", joints=joints, loads=[*loads, force])

    # ── as free bodies ────────────────────────────────────────────────────────────────────
    @property
    def full(self) -> FullBodies:
        """Body, wheels, then the foot and links."""
        mass, _, inertia = self.base
        masses = [Massive(mass=self.mass, inertia=self.inertia)]
        masses += [Massive(mass=w.mass, inertia=np.diag(disc(w))) for w in self.wheels]
        if self.links:
            masses += [Massive(mass=mass, inertia=inertia)]
            masses += [Massive(mass=one.mass, inertia=one.inertia) for one in self.links]
        return FullBodies(masses=masses, rows=[*self._wheel_rows(), *self._arm_rows()])

    def _wheel_rows(self) -> list[Rows]:
        up = self.ground @ UP
        three = len(self.wheels) == 3
        rows: list[Rows] = [] if three else [full.stays_level(0, up)]
        for j, w in enumerate(self.wheels, start=1):
            centre = self._pivot(w) - self.centre
            match w:
                case mobile.Castered():
                    rows += [full.trails(0, centre, j, LEFT, UP, float(w.trail))]
                    rows += [full.level(0, UP, j, LEFT)]
                case mobile.Steered():
                    rows += [full.together(0, centre, j, np.zeros(3)), full.level(0, UP, j, LEFT)]
                    rows += [full.turns_with(0, j, up)] if w.locked else []
                case _:
                    along = np.array([np.cos(w.heading), np.sin(w.heading), 0.0])
                    rows += [full.together(0, centre, j, np.zeros(3))]
                    rows += [full.level(0, UP, j, LEFT), full.level(0, along, j, LEFT)]
            rows += [full.rolls(j, LEFT, up, w.radius, getattr(w, "rollers", None))]
            rows += [full.stands(j, up, w.radius)] if three else []
        return rows + self._coupled()

    def _coupled(self) -> list[Rows]:
        """Beyond what two axles settle, axles meet where those do."""
        steered = [(j, w) for j, w in enumerate(self.wheels, 1) if isinstance(w, mobile.Steered)]
        axle = [w for w in self.wheels if type(w) is mobile.Fixed]
        if not axle or len(steered) < 2:
            return []
        turned = float(axle[0].heading)
        line = (self._pivot(axle[0]), np.array([-np.sin(turned), np.cos(turned), 0.0]))
        first = (steered[0][0], self._pivot(steered[0][1]))
        pairs = [[first, (j, self._pivot(w))] for j, w in steered[1:]]
        return [full.axles_meet(0, pair, LEFT, line) for pair in pairs]

    def _arm_rows(self) -> list[Rows]:
        if not self.links:
            return []
        foot = len(self.wheels) + 1
        at = self.foot - self.centre
        rows = [full.together(0, at, foot, -self.base[1]), full.same_turning(0, foot)]
        centre = self.base[1]
        for k, link in enumerate(self.links, start=foot + 1):
            here, there = link.at - centre, -link.centre
            across = np.linalg.svd(link.axis.reshape(1, 3))[2][1:]
            if link.slides:
                rows += [full.same_turning(k - 1, k)]
                rows += [full.slides(k - 1, here, k, there, d) for d in across]
            else:
                rows += [full.together(k - 1, here, k, there)]
                rows += [full.level(k - 1, d, k, link.axis) for d in across]
            centre = link.centre
        return rows

    # ── motion ────────────────────────────────────────────────────────────────────────────
    @property
    def ground(self) -> Array:
        """The axes of the inclined ground."""
        s, c = np.sin(self.slope), np.cos(self.slope)
        return np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])

    def _pivot(self, w: Any) -> Array:
        return np.array([*w.at, w.radius - self.height])

    def motion(self, q: dict[str, float], rate: dict[str, float]) -> list[Moving]:
        """Where everything is and how it moves, from the coordinates and their rates."""
        up = self.ground @ UP
        R = self.ground @ turn(UP, q["theta"])
        o = self.ground @ np.array([q["x"], q["y"], 0.0]) + self.height * up
        v_o = self.ground @ np.array([rate["x"], rate["y"], 0.0])
        w = rate["theta"] * up
        body = Moving(R=R, p=o, v=v_o, w=w)
        found = [shifted(body, self.centre)]
        found += [self._wheel(body, one, q, rate) for one in self.wheels]
        if self.links:
            found += self._arm(body, q, rate)
        return found

    def _wheel(self, body: Moving, w: Any, q: dict[str, float], rate: dict[str, float]) -> Moving:
        angle = w.coordinate if isinstance(w, mobile.Steered | mobile.Castered) else ""
        turned, turning = (q[angle], rate[angle]) if angle else (0.0, 0.0)
        up = self.ground @ UP
        pivot = shifted(body, self._pivot(w))
        knuckle = Moving(
            R=body.R @ turn(UP, w.heading + turned), p=pivot.p, v=pivot.v, w=body.w + turning * up
        )
        if isinstance(w, mobile.Castered):
            knuckle = shifted(knuckle, np.array([-w.trail, 0.0, 0.0]))
        spin = f"{w.name}_spin"
        R = knuckle.R @ turn(LEFT, q[spin])
        return Moving(R=R, p=knuckle.p, v=knuckle.v, w=knuckle.w + rate[spin] * knuckle.R @ LEFT)

    def _arm(self, body: Moving, q: dict[str, float], rate: dict[str, float]) -> list[Moving]:
        frame = shifted(body, self.foot)
        found = [shifted(frame, self.base[1])]
        for k, link in enumerate(self.links, start=1):
            here, axis = shifted(frame, link.at), frame.R @ link.axis
            if link.slides:
                out = q[f"q{k}"] * axis
                v = here.v + np.cross(frame.w, out) + rate[f"q{k}"] * axis
                frame = Moving(R=frame.R, p=here.p + out, v=v, w=frame.w)
            else:
                R = frame.R @ turn(link.axis, q[f"q{k}"])
                frame = Moving(R=R, p=here.p, v=here.v, w=frame.w + rate[f"q{k}"] * axis)
            found.append(shifted(frame, link.centre))
        return found

    # ── forces ────────────────────────────────────────────────────────────────────────────
    def forces(self, motion: Sequence[Moving], a: dict[str, float], g: float = 9.81) -> Array:
        """Weights, motors and the load, at the mass centres."""
        total = np.zeros((len(motion), 6))
        for k, mass in enumerate(self.full.masses):
            total[k, 2] -= mass.mass * g
        up = self.ground @ UP
        for j, w in enumerate(self.wheels, start=1):
            torque = a.get(w.drive, 0.0) * motion[j].R @ LEFT
            torque = torque + a.get(getattr(w, "steer", ""), 0.0) * up
            total[j, 3:] += torque
            total[0, 3:] -= torque
        foot, centre = len(self.wheels) + 1, self.base[1]
        for k, link in enumerate(self.links, start=1):
            along = motion[foot + k].R @ link.axis * a[f"a{k}"]
            inner, outer = motion[foot + k - 1], motion[foot + k]
            if link.slides:
                arm_ = outer.at(-link.centre) - inner.p
                total[foot + k, :3] += along
                total[foot + k, 3:] += np.cross(outer.at(-link.centre) - outer.p, along)
                total[foot + k - 1, :3] -= along
                total[foot + k - 1, 3:] -= np.cross(arm_, along)
            else:
                total[foot + k, 3:] += along
                total[foot + k - 1, 3:] -= along
            centre = link.centre
        if self.links:
            last = motion[-1]
            total[-1, :3] += self.load
            total[-1, 3:] += np.cross(last.at(self.tip - centre) - last.p, self.load)
        return total

    # ── speeds as functions of the motion ─────────────────────────────────────────────────
    def speeds(self, names: Sequence[str]) -> list[Quantity]:
        """What the System's speeds are, said again."""
        return [self._speed(name) for name in names]

    def _speed(self, name: str) -> Quantity:
        up = self.ground @ UP
        if name == "w":
            return lambda motion: motion[0].w @ up
        if name in ("vx", "vy"):
            e, at = np.eye(3)["xy".index(name[1])], -self.centre
            return lambda motion: motion[0].velocity(at) @ (motion[0].R @ e)
        if name == "v":
            return self._ahead(up)
        if name.startswith("u") and name[1:].isdigit():
            return self._joint(int(name[1:]))
        number = [f"u_{getattr(w, 'coordinate', '')}" for w in self.wheels].index(name) + 1
        return lambda motion: (motion[number].w - motion[0].w) @ up

    def _ahead(self, up: Array) -> Quantity:
        steered = [
            j
            for j, w in enumerate(self.wheels, 1)
            if isinstance(w, mobile.Steered) and not w.follows
        ]
        if steered:
            j = steered[0]
            return lambda motion: motion[j].v @ np.cross(motion[j].R @ LEFT, up)
        axle = [w for w in self.wheels if type(w) is mobile.Fixed]
        at = np.mean([self._pivot(w) for w in axle], axis=0) - self.centre
        turned = float(axle[0].heading)
        ahead = np.array([np.cos(turned), np.sin(turned), 0.0])
        return lambda motion: motion[0].velocity(at) @ (motion[0].R @ ahead)

    def _joint(self, k: int) -> Quantity:
        link, outer = self.links[k - 1], len(self.wheels) + 1 + k
        inner = outer - 1
        place = link.at - (self.base[1] if k == 1 else self.links[k - 2].centre)

        def turning(motion: Sequence[Moving]) -> Any:
            return (motion[outer].w - motion[inner].w) @ (motion[inner].R @ link.axis)

        def sliding(motion: Sequence[Moving]) -> Any:
            one, two = motion[inner], motion[outer]
            d = one.R @ link.axis
            apart = two.at(-link.centre) - one.at(place)
            moving = two.velocity(-link.centre) - one.velocity(place)
            return (moving - np.cross(one.w, apart)) @ d

        return sliding if link.slides else turning


# ── small things ──────────────────────────────────────────────────────────────────────────
def disc(w: Any) -> Array:
    """Moments about a wheel's own x, axle and z."""
    if w.inertia is not None:
        return np.array(w.inertia)
    return np.asarray(w.mass * w.radius**2 * np.array([0.25, 0.5, 0.25]))


def shifted(one: Moving, place: Array) -> Moving:
    """The same body by another point of it."""
    return Moving(R=one.R, p=one.at(place), v=one.velocity(place), w=one.w)


def turn(axis: Array, angle: float) -> Array:
    """Rodrigues' rotation."""
    K = full.skew(axis)
    return np.asarray(np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K)


# ── random robots ─────────────────────────────────────────────────────────────────────────
def random_robot(rng: np.random.Generator, layout: str, wheels: int, links: int) -> Robot:
    """A robot of this layout, with castors to make up the number of its wheels."""
    own = _wheels(rng, layout)
    own += [
        mobile.Castered(f"c{k}", at=tuple(rng.uniform(-1, 1, 2)), trail=rng.uniform(0.03, 0.1),
                        **_rim(rng, f"c{k}"))
        for k in range(wheels - len(own))
    ]  # fmt: skip
    return Robot(
        wheels=tuple(own),
        links=tuple(_link(rng) for _ in range(links)),
        mass=rng.uniform(20, 60),
        centre=rng.uniform(-0.2, 0.2, 3),
        inertia=random_inertia(rng),
        base=(rng.uniform(1, 5), rng.uniform(-0.1, 0.1, 3), random_inertia(rng)),
        foot=rng.uniform(-0.3, 0.3, 3),
        height=float(rng.choice([0.0, 0.2])),
        slope=float(rng.choice([0.0, 0.3])),
        tip=rng.uniform(-0.3, 0.3, 3),
        load=rng.normal(scale=20, size=3),
    )


def _rim(rng: np.random.Generator, name: str) -> dict[str, Any]:
    inertia = None
    if rng.random() < 0.5:
        a, b = rng.uniform(0.01, 0.02, 2)
        inertia = (a, b, a)
    return {
        "radius": rng.uniform(0.08, 0.2),
        "mass": rng.uniform(0.5, 3),
        "inertia": inertia,
        "drive": f"d_{name}",
    }


def _wheels(rng: np.random.Generator, layout: str) -> list[Any]:
    turned = float(rng.choice([0.0, 0.4]))
    x, y = rng.uniform(-0.5, -0.2), rng.uniform(0.2, 0.4)
    ahead = np.array([np.cos(turned), np.sin(turned)])
    left = np.array([-ahead[1], ahead[0]])
    pair = [
        mobile.Fixed(n, at=tuple(x * ahead + s * left), heading=turned, **_rim(rng, n))
        for n, s in (("f1", y), ("f2", -y - 0.1))
    ]

    def steered(name: str, at: Any, **more: Any) -> Any:
        return mobile.Steered(name, at=(at[0], at[1]), steer=f"s_{name}", **_rim(rng, name), **more)

    front = 0.6 * ahead + 0.1 * left
    match layout:
        case "differential":
            return pair
        case "tricycle":
            return [*pair, steered("s1", front)]
        case "locked":
            return [*pair, steered("s1", front, locked=True)]
        case "ackermann":
            straight = [
                mobile.Fixed(n, at=(x, s), **_rim(rng, n)) for n, s in (("f1", y), ("f2", -y))
            ]
            lead = steered("s1", (0.5, 0.3))
            return [*straight, lead, steered("s2", (0.55, -0.35), follows="s1")]
        case "free steering":
            return [*pair, steered("s1", front), steered("s2", front - 0.7 * left)]
        case "two steered":
            return [steered("s1", (0.5, 0.1)), steered("s2", (-0.4, -0.2))]
        case "one steered":
            return [steered("s1", (0.5, 0.1))]
        case "mecanum":
            return [
                mobile.Mecanum(n, at=at, rollers=r, **_rim(rng, n))
                for n, at, r in (
                    ("m1", (0.3, 0.2), -0.8),
                    ("m2", (0.3, -0.2), 0.8),
                    ("m3", (-0.3, 0.2), 0.8),
                    ("m4", (-0.3, -0.2), -0.8),
                )
            ]
        case "omnidirectional":
            return [
                mobile.Omni(f"o{k}", at=(0.3 * np.cos(t), 0.3 * np.sin(t)), heading=t + np.pi / 2,
                            **_rim(rng, f"o{k}"))
                for k, t in enumerate((0.1, 2.2, 4.3))
            ]  # fmt: skip
    raise AssertionError(layout)


def _link(rng: np.random.Generator) -> Link:
    return Link(
        slides=bool(rng.random() < 0.25),
        axis=unit(rng.normal(size=3)),
        at=rng.uniform(-0.4, 0.4, 3),
        mass=rng.uniform(0.5, 5),
        centre=rng.uniform(-0.3, 0.3, 3),
        inertia=random_inertia(rng),
    )
