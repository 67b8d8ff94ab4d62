"""Tree: a system's joints as a list of links, each one simple motion after its parent.

A link's origin is its joint's outer point and its axes are the body's own; mass properties are
about that origin. Frames joined by a Fixed joint ride on the link that carries them.

From: lift.py    Next: kinematics.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kane.algebra.derivative import derivative
from kane.algebra.expr import Expr
from kane.algebra.rate import Rate
from kane.dynamics.lift import Lift
from kane.errors import DerivationError
from kane.geometry.mass import MassProperties, about_origin, add, add_rows
from kane.geometry.rotation import IDENTITY, Factor, Matrix, Rotation, Rows, transposed
from kane.geometry.vector import GROUND, ZEROS, Components, Frame, Vector
from kane.model.body import Body
from kane.model.joints.contract import Motion
from kane.model.joints.held import Held
from kane.model.joints.joint import Joint
from kane.model.system import System

ORDINARY: Final = 1e100  # beyond, exact numbers may not fit a float


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The rate and acceleration of a natural speed that follows a function of time."""

    rate: Any
    acceleration: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One motion after its parent (−1 is the ground).

    `rotation` is R_PL and `offset` p_PoLo along the parent's axes; `angular` and `linear` are
    the joint's directions A_i and B_i along L's axes; `speeds` says which of the natural
    speeds σ they belong to, `known` which of these follow a function of time.
    """

    index: int
    parent: int
    frame: Frame
    rotation: Rotation
    offset: Vector
    motion: Motion
    q: tuple[Any, ...]
    speeds: tuple[int, ...]
    angular: tuple[Vector, ...]
    linear: tuple[Vector, ...]
    known: Mapping[int, Known]
    joint: Joint
    still: bool = False  # whether its frame stays behind when its joint turns (a rotor)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mount:
    """Where a frame of the description is: on which link, how turned, and its origin there."""

    link: int
    rotation: Rows
    origin: Components


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """A body on a link: its mass centre's place from the link's origin, its central inertia."""

    link: int
    mass: Any
    place: Components
    central: Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """Links with parents before children, and where the description's frames are on them."""

    links: tuple[Link, ...]
    masses: tuple[MassProperties, ...]
    inertias: tuple[Rows, ...]  # about the links' origins
    mounts: Mapping[Frame, Mount]
    speed_names: tuple[str, ...]  # of the natural speeds σ
    coordinates: Mapping[str, Any]
    lift: Lift
    bodies: tuple[Carried, ...] = ()  # what masses and inertias are the sums of

    def children(self, index: int) -> list[int]:
        """The links whose parent this is."""
        return [link.index for link in self.links if link.parent == index]

    def path(self, index: int) -> list[int]:
        """The links from the ground to this one."""
        found: list[int] = []
        while index >= 0:
            found.append(index)
            index = self.links[index].parent
        return found[::-1]


def plant(system: System, lift: Lift, sections: frozenset[str] = frozenset()) -> Tree:
    """The tree of a system, its scalars lifted; Fixed joints named as `sections` have links."""
    grown = _Growth(lift, sections)
    for joint in system.joints:
        grown.take(joint)
    for body in system.bodies.values():
        grown.load(body)
    return Tree(
        links=tuple(grown.links),
        masses=tuple(grown.masses),
        inertias=tuple(grown.inertias),
        mounts=grown.mounts,
        speed_names=tuple(grown.speed_names),
        coordinates=dict(lift.values),
        lift=lift,
        bodies=tuple(grown.bodies),
    )


def placed(lift: Lift, body: Carried) -> tuple[MassProperties, Rows]:
    """Mass properties about the link's origin; of plain numbers without a graph."""
    mass, place, central = body.mass, body.place, body.central
    m, (x, y, z) = mass.value, (component.value for component in place)
    a, b, c = (tuple(entry.value for entry in row) for row in central)
    if not all(n is not None and abs(n) < ORDINARY for n in (m, x, y, z, *a, *b, *c)):
        return about_origin(mass, place, central)
    own, inertia = about_origin(m, (x, y, z), (a, b, c))
    lifted = MassProperties(mass=mass, first=lift.triple(own.first), second=lift.rows(own.second))
    return lifted, lift.rows(inertia)


class _Growth:
    """A tree's columns while they are filled joint by joint."""

    def __init__(self, lift: Lift, sections: frozenset[str]) -> None:
        self.lift = lift
        self.sections = sections
        self.links: list[Link] = []
        self.masses: list[MassProperties] = []
        self.inertias: list[Rows] = []
        self.bodies: list[Carried] = []
        self.same, self.nowhere = lift.rows(IDENTITY), lift.triple(ZEROS)
        self.mounts: dict[Frame, Mount] = {
            GROUND: Mount(link=-1, rotation=self.same, origin=self.nowhere)
        }
        self.speed_names: list[str] = []

    def take(self, joint: Joint) -> None:
        """Add a joint's links; place its child on the last of them."""
        lift, mount = self.lift, self.mounts[joint.parent]
        at = add(mount.origin, self._turned(mount.rotation, lift.triple(joint.at)))
        axes = mount.rotation
        if joint.axes is not IDENTITY:
            axes = product(mount.rotation, lift.rows(joint.axes))
        link = mount.link
        motions = (Held(),) if joint.name in self.sections else joint.motions
        for number, motion in enumerate(motions):
            last = number == len(motions) - 1
            frame = joint.child if last else Frame(f"{joint.name}.{number + 1}")
            link = self._grow(joint, lift.motion(motion), frame, link, at, axes)
            at, axes = self.nowhere, self.same
        back = tuple(-x for x in self._turned(axes, lift.triple(joint.on)))
        self.mounts[joint.child] = Mount(
            link=link,
            rotation=axes,
            origin=add(at, back),
        )

    def _grow(
        self, joint: Joint, motion: Motion, frame: Frame, parent: int, at: Components, axes: Rows
    ) -> int:
        lift, index = self.lift, len(self.links)
        names, speeds = motion.names
        q = tuple(lift.values[name] for name in names)
        pose, directions = motion.pose(q), motion.directions(q)
        outer = self.links[parent].frame if parent >= 0 else GROUND
        numbers = tuple(range(len(self.speed_names), len(self.speed_names) + len(speeds)))
        self.speed_names += speeds
        self.links.append(
            Link(
                index=index,
                parent=parent,
                frame=frame,
                rotation=Rotation(outer, frame, self._factor(axes) + pose.factors),
                offset=Vector(outer, add(at, self._turned(axes, lift.triple(pose.translation)))),
                motion=motion,
                q=q,
                speeds=numbers,
                angular=tuple(Vector(frame, lift.triple(a)) for a in directions.angular),
                linear=tuple(Vector(frame, lift.triple(b)) for b in directions.linear),
                known=self._known(joint, names, numbers, q),
                joint=joint,
            )
        )
        zero = self.nowhere
        self.masses.append(MassProperties(mass=zero[0], first=zero, second=(zero, zero, zero)))
        self.inertias.append((zero, zero, zero))
        return index

    def _known(
        self, joint: Joint, names: Sequence[str], numbers: Sequence[int], q: Sequence[Expr]
    ) -> Mapping[int, Known]:
        """d/dt and d²/dt² of the coordinates that are prescribed."""
        found: dict[int, Known] = {}
        clock = self.lift.symbol("t", Rate.CONFIGURATION)
        for name, number, angle in zip(names, numbers, q, strict=False):
            if name in joint.prescribed:
                first = derivative(angle, clock)
                found[number] = Known(rate=first, acceleration=derivative(first, clock))
        return found

    def load(self, body: Body) -> None:
        """Add a body's mass properties, about its link's origin and along its axes."""
        lift, mount = self.lift, self.mounts[body]
        axes = self.mounts.get(body.inertia_frame)
        if axes is None or axes.link != mount.link:
            raise DerivationError(
                f"Body '{body}': its inertia is given along '{body.inertia_frame}', which does not "
                "stay fixed in the body. Hold that frame in the body by a Fixed joint."
            )
        if mount.link < 0:
            return
        place = add(mount.origin, self._turned(mount.rotation, lift.triple(body.centre)))
        central = lift.rows(body.inertia)
        if axes.rotation is not self.same:
            central = Matrix(axes.rotation).out_symmetric(central)
        carried = Carried(
            link=mount.link, mass=lift.scalar(body.mass), place=place, central=central
        )
        own, inertia = placed(lift, carried)
        self.bodies.append(carried)
        self.masses[mount.link] = self.masses[mount.link] + own
        self.inertias[mount.link] = add_rows(self.inertias[mount.link], inertia)

    def _turned(self, rows: Rows, v: Components) -> Components:
        """R v."""
        return v if rows is self.same else turned(rows, v)

    def _factor(self, rows: Rows) -> tuple[Factor, ...]:
        return () if rows is self.same else constant_factor(rows)


def constant_factor(rows: Rows) -> tuple[Factor, ...]:
    """A constant rotation as a factor; none where it is the identity."""
    same = all(not (rows[i][j] - IDENTITY[i][j]) for i in range(3) for j in range(3))
    return () if same else (Matrix(rows),)


def turned(rows: Rows, v: Components) -> Components:
    """R v, with bare rows."""
    return Matrix(rows).out(v)


def product(a: Rows, b: Rows) -> Rows:
    """A B of bare rows."""
    x, y, z = (Matrix(transposed(b)).out(row) for row in a)
    return (x, y, z)
