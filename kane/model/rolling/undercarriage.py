"""Undercarriage: what the ground exerts on the wheels of one platform, as quantities.

The joint that moves the platform on the ground transmits, along x, y and about z, nothing of its
own; what is summed up there is what the ground exerts on the wheels:

    Σ N_j = F_z,   Σ y_j N_j = T_x,   −Σ x_j N_j = T_y,   about the platform's origin on the ground

so three loads are exact, and more are split as N_j = k_j (a + b y_j + c x_j), by equal springs
(which is the split of least norm) or by the wheels' stiffnesses. Skid forces of wheels on one axle
enter by their sum alone.

From: wheel.py    Next: conditions.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kane.algebra.functions import cos, sin
from kane.geometry.vector import ZEROS, Frame, Vector, cross, dot
from kane.model.body import Body, Point
from kane.model.closures import Joined
from kane.model.given import refuse
from kane.model.joints.joint import Joint
from kane.model.quantities import cosine, position, reaction, support
from kane.model.rolling.wheel import SKID, Wheel

if TYPE_CHECKING:
    from kane.model.system import System

Triple = tuple[Any, Any, Any]


@dataclass(frozen=True, kw_only=True)
class Undercarriage:
    """The wheels on one base joint."""

    system: System
    joint: Joint
    wheels: tuple[Wheel, ...]

    # ── places ────────────────────────────────────────────────────────────────────────────
    @property
    def body(self) -> Frame:
        """What moves on the ground."""
        return self.joint.child

    @property
    def origin(self) -> Point:
        """The body's point on the ground, about which moments are taken."""
        return Point(f"{self.body} on the ground", self.body, self.joint.on)

    def place(self, point: Point) -> Triple:
        """A point's place from the origin, along the body's axes."""
        if point.frame is self.body:
            x, y, z = (a - b for a, b in zip(point.position, self.joint.on, strict=True))
            return (x, y, z)
        line = position(self.origin, point)
        return (line.along(self.body.x), line.along(self.body.y), line.along(self.body.z))

    @cached_property
    def contacts(self) -> Mapping[str, tuple[Any, Any]]:
        """Where each wheel stands: x and y."""
        return {w.name: self.place(w.centre)[:2] for w in self.wheels}

    @cached_property
    def mass_centre(self) -> Triple:
        """Of the body and its wheels."""
        known = {joint.coordinates[0]: joint.child for joint in self.system.joints if joint.motions}
        bodies = [self.body, *(known[w.spin] for w in self.wheels)]
        heavy = [one for one in bodies if isinstance(one, Body) and one.mass]
        if not heavy:
            return (0, 0, self.wheels[0].radius)
        total = sum(one.mass for one in heavy)
        places = [self.place(self._still(one)) for one in heavy]
        x, y, z = (
            sum(one.mass * at[k] for one, at in zip(heavy, places, strict=True)) / total
            for k in range(3)
        )
        return (x, y, z)

    def _still(self, body: Body) -> Point:
        """A mass centre; a wheel's in the frame of its axle."""
        of_wheel = {w.spin: w for w in self.wheels}
        for joint in self.system.joints:
            if joint.child is body and joint.motions and joint.coordinates[0] in of_wheel:
                return of_wheel[joint.coordinates[0]].centre
        return body.mass_centre

    # ── what the ground exerts ────────────────────────────────────────────────────────────
    @cached_property
    def wrench(self) -> tuple[Triple, Triple]:
        """Force, and torque about the origin, along the body's axes."""
        kinds = [[support(self.joint, f"{kind}.{axis}") for axis in "xyz"] for kind in _KINDS]
        force, torque = ((a, b, c) for a, b, c in kinds)
        for F, at in self._held():
            force = _minus(force, F)
            torque = _minus(torque, cross(at, F))
        return force, torque

    def _held(self) -> list[tuple[Triple, Triple]]:
        """Forces on what the platform carries by points joined to others, and where they act."""
        found = []
        for held in self.system.constraints:
            if isinstance(held, Wheel) or not hasattr(held, "relations"):
                continue
            ends = getattr(held, "start", None), getattr(held, "end", None)
            own = [end is not None and self._carries(end.frame) for end in ends]
            if not isinstance(held, Joined):
                self._see_that_it_is_inside(held)
            elif own[0] != own[1]:
                found.append(self._joined(held, 1 if own[1] else -1))
        return found

    def _joined(self, held: Joined, sign: int) -> tuple[Triple, Triple]:
        """λ of a pair of points on the one that is carried: along its first frame's axes."""
        axes = {axis: getattr(held.start.frame, axis) for axis in held.along}
        alone = len(axes) == 1
        forces = {axis: reaction(held.name, axis) for axis in axes} if not alone else {}
        if alone:
            forces = {axis: reaction(f"{held.name}, {axis}") for axis in axes}
        unit = (self.body.x, self.body.y, self.body.z)
        x, y, z = (sum(sign * forces[axis] * cosine(axes[axis], e) for axis in axes) for e in unit)
        return (x, y, z), self.place(held.end if sign > 0 else held.start)

    def _see_that_it_is_inside(self, held: Any) -> None:
        frames = [held.joint.parent, held.joint.child] if hasattr(held, "joint") else []
        inside = [self._carries(frame) for frame in frames]
        if any(inside) and not all(inside):
            what = f"constraint '{held.name}' joins what it carries to something else."
            remedy = "Join them by points (Joined): their forces can be told from the ground's."
            refuse(f"The wheel loads of '{self.body}'", what, remedy)

    def _carries(self, frame: Frame) -> bool:
        """Whether a frame stands on this platform."""
        parents = {joint.child: joint for joint in self.system.joints}
        while frame in parents:
            if parents[frame] is self.joint:
                return True
            frame = parents[frame].parent
        return False

    @cached_property
    def loads(self) -> Mapping[str, Any]:
        """N of each wheel."""
        (_, _, F_z), (T_x, T_y, _) = self.wrench
        rows = [(1, y, -x) for x, y in self.contacts.values()]
        if len(rows) < 3:
            what = f"{len(rows)} wheels carry it, whose loads do not keep it upright."
            refuse(f"Platform '{self.body}'", what, "Give it three wheels or more.")
        if len(rows) == 3:
            found = _solved(_transposed(rows), (F_z, T_x, T_y))
            return dict(zip(self.contacts, found, strict=True))
        k = [w.stiffness for w in self.wheels]
        normal = [
            tuple(sum(s * a[i] * a[j] for s, a in zip(k, rows, strict=True)) for j in range(3))
            for i in range(3)
        ]
        c = _solved(normal, (F_z, T_x, T_y))
        return {
            name: s * dot(row, c)
            for name, s, row in zip(self.contacts, k, rows, strict=True)
        }  # fmt: skip

    @cached_property
    def rolling(self) -> Mapping[str, Any]:
        """The ground's force on each wheel along its heading."""
        return {w.name: self._grip(w) * _turned(cos, w) for w in self.wheels}

    def _grip(self, w: Wheel) -> Any:
        return reaction(f"{w.name}, roll")

    # ── across the headings ───────────────────────────────────────────────────────────────
    @property
    def sideways(self) -> Mapping[str, Any]:
        """The ground's force on each wheel along its axle.

        The sum of an axle is shared by load, so that its wheels are equally near to skidding; what
        three axles or more leave open is taken of least norm.
        """
        found: dict[str, Any] = {}
        for axle, force in self.axles.items():
            whole = sum(self.loads[name] for name in axle)
            found |= {
                name: force * self.loads[name] / whole if len(axle) > 1 else force for name in axle
            }
        return {w.name: found[w.name] for w in self.wheels}

    @cached_property
    def axles(self) -> Mapping[tuple[str, ...], Any]:
        """The ground's forces across, summed over the wheels of each axle."""
        found: dict[tuple[str, ...], Any] = {}
        for w in self.wheels:
            if w.rollers is not None:
                found[(w.name,)] = self._grip(w) * _turned(sin, w)
            elif self._alone(w):
                found[(w.name,)] = reaction(f"{w.name}, {SKID}")
        if self._holding:
            found |= self._shared()
        return found

    @cached_property
    def _holding(self) -> list[Wheel]:
        """The wheels whose skid rows stand for all."""
        return [w for w in self.wheels if SKID in w.holds and not self._alone(w)]

    def _alone(self, w: Wheel) -> bool:
        """Whether it is in a fork, whose turning tells its skid force."""
        return w.trails and w.rollers is None and SKID in w.holds

    def _shared(self) -> Mapping[tuple[str, ...], Any]:
        """Σ_k F_k n_k = b: what the wrench asks for across, n the rows that no wheel may break."""
        given = _components(self._across, [self._row(w) for w in self._holding])
        groups = self._axle_groups()
        columns = [self._by_holders(group[0]) for group in groups]
        weights = [len(group) for group in groups]
        forces = given if len(groups) == len(given) else _least(columns, weights, given)
        names = [tuple(w.name for w in group) for group in groups]
        return dict(zip(names, forces, strict=True))

    @property
    def _across(self) -> Triple:
        """(F_x, F_y, T_z), less what rolling and the wheels that tell their own forces make up."""
        (F_x, F_y, _), (_, _, T_z) = self.wrench
        left = (F_x, F_y, T_z)
        for w in self.wheels:
            left = _minus(left, _times(self._line(w, w.heading), self.rolling[w.name]))
        for w in self.wheels:
            if w.rollers is not None:
                left = _minus(left, _times(self._row(w), self._grip(w) * _turned(sin, w)))
            elif self._alone(w):
                left = _minus(left, _times(self._row(w), reaction(f"{w.name}, {SKID}")))
        return left

    def _axle_groups(self) -> list[list[Wheel]]:
        """The wheels that may not skid, by axle: those that hold come first."""
        others = [w for w in self.wheels if SKID not in w.holds and w.rollers is None]
        groups = [[w] for w in self._holding]
        for w in others:
            same = [g for g in groups if g[0].centre.frame is w.centre.frame is self.body]
            if same:
                same[0].append(w)
            else:
                groups.append([w])
        return groups

    def _by_holders(self, w: Wheel) -> tuple[Any, ...]:
        """c in n = Σ c_i n_i."""
        if w in self._holding:
            return tuple(1 if w is one else 0 for one in self._holding)
        return tuple(_components(self._row(w), [self._row(one) for one in self._holding]))

    def _row(self, w: Wheel) -> Triple:
        """n."""
        return self._line(w, w.axle)

    def _line(self, w: Wheel, along: Vector) -> Triple:
        """A unit force at a wheel: along x, along y, and its moment."""
        x, y = self.contacts[w.name]
        a, b = self.component(along, self.body.x), self.component(along, self.body.y)
        return (a, b, x * b - y * a)

    def component(self, vector: Vector, along: Vector) -> Any:
        """a·b of a vector of a carrier and one of the body."""
        if vector.frame is self.body:
            return vector.dot(along)
        return cosine(vector, along)


_KINDS = ("force", "torque")


def undercarriages(system: System) -> tuple[Undercarriage, ...]:
    """The wheels of a system by the joint on which they move."""
    wheels = [one for one in system.constraints if isinstance(one, Wheel)]
    bases = dict.fromkeys(w.base for w in wheels)
    if not bases:
        what = "it has no wheels."
        refuse(f"System '{system.name}'", what, "Make it by mobile.platform, or add Wheel(…).")
    return tuple(
        Undercarriage(
            system=system,
            joint=system.joint(base),
            wheels=tuple(w for w in wheels if w.base == base),
        )
        for base in bases
    )


# ── small systems ─────────────────────────────────────────────────────────────────────────
def _solved(rows: Sequence[Any], right: Triple) -> Triple:
    """Cramer's rule for three equations."""
    a, b, c = (tuple(row[k] for row in rows) for k in range(3))
    whole = dot(a, cross(b, c))
    x, y, z = (
        dot(right, cross(b, c)) / whole,
        dot(a, cross(right, c)) / whole,
        dot(a, cross(b, right)) / whole,
    )
    return (x, y, z)


def _components(b: Triple, rows: Sequence[Triple]) -> list[Any]:
    """c in b = Σ c_i n_i for one or two rows n."""
    if len(rows) == 1:
        return [dot(b, rows[0]) / dot(rows[0], rows[0])]
    across = cross(rows[0], rows[1])
    size = dot(across, across)
    return [dot(cross(b, rows[1]), across) / size, dot(cross(rows[0], b), across) / size]


def _least(columns: Sequence[Any], weights: Sequence[int], given: Sequence[Any]) -> list[Any]:
    """Sums of axles with C F = λ, of least Σ F²/wheels: F = W Cᵀ (C W Cᵀ)⁻¹ λ."""
    size = len(given)
    pairs = list(zip(columns, weights, strict=True))
    normal = [[sum(w * c[i] * c[j] for c, w in pairs) for j in range(size)] for i in range(size)]
    if size == 1:
        mu = [given[0] / normal[0][0]]
    else:
        (a, b), (_, d) = normal
        whole = a * d - b * b
        mu = [
            (d * given[0] - b * given[1]) / whole,
            (a * given[1] - b * given[0]) / whole,
        ]
    return [w * sum(c[i] * mu[i] for i in range(size)) for c, w in pairs]


def _transposed(rows: Sequence[Any]) -> list[Triple]:
    return [(rows[0][k], rows[1][k], rows[2][k]) for k in range(3)]


def _minus(a: Triple, b: Triple) -> Triple:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _times(a: Triple, factor: Any) -> Triple:
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def _turned(function: Any, w: Wheel) -> Any:
    """cos γ or sin γ of rollers; 1 along the heading without any."""
    return 1 if w.rollers is None else function(w.rollers)


__all__ = ["ZEROS", "Undercarriage", "undercarriages"]
