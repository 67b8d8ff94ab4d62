"""Loads: the forces and torques of a SymPy description as loads of a System.

Weights become uniform gravity, torques on two frames with opposite signs one torque between
bodies, along their joint's axis where they have one; the rest are forces and torques on bodies.

From: carried.py, words.py    Next: system.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sympy.physics.vector import Point

from kane.errors import DerivationError
from kane.geometry.vector import GROUND, Frame, Vector
from kane.model.body import Point as OurPoint
from kane.model.joints.joint import Joint
from kane.model.joints.prismatic import Sliding
from kane.model.joints.revolute import Turning
from kane.model.loads import Force, Gravity, JointForce, Load, Torque
from kane.sympy.carried import Carriers, Holder
from kane.sympy.frames import Parts, Triple
from kane.sympy.gravity import Field
from kane.sympy.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Acting:
    """A force or a torque, and what SymPy says it acts on."""

    on: Any
    parts: Parts

    @property
    def is_force(self) -> bool:
        """A force at a point, not a torque on a frame."""
        return isinstance(self.on, Point)


class Loading:
    """Makes the loads."""

    def __init__(self, carriers: Carriers, words: Words, joints: Sequence[Joint]) -> None:
        self.carriers = carriers
        self.frames = carriers.frames
        self.words = words
        self.between: Mapping[tuple[Frame, Frame], Joint] = {
            (joint.parent, joint.child): joint for joint in joints if len(joint.motions) == 1
        }

    def loads(self, given: Sequence[tuple[Any, Any]], field: Field | None) -> list[Load]:
        """The loads of pairs (point, force) and (frame, torque)."""
        made: list[Load] = []
        if field is not None:
            made.append(self._gravity(field))
        acting = [
            Acting(on=on, parts=self._parts(number, vector, field))
            for number, (on, vector) in enumerate(given)
        ]
        waiting = [one for one in acting if one.parts]
        while waiting:
            first = waiting.pop(0)
            other = next((one for one in waiting if _opposite(first, one)), None)
            if other is not None:
                waiting.remove(other)
            made += self._pair(first, other)
        return made

    def _parts(self, number: int, vector: Any, field: Field | None) -> Parts:
        """What acts, weight taken off."""
        velocities = self.carriers.velocities
        (parts,) = velocities.without([self.frames.parts(vector) if vector != 0 else ()])
        parts = velocities.merged(parts)
        return field.taken_off(number, parts) if field is not None else parts

    def _gravity(self, field: Field) -> Gravity:
        alone = [axis for axis, g in enumerate(field.g) if g]
        if len(alone) == 1:
            g = field.g[alone[0]]
            unit = (GROUND.x, GROUND.y, GROUND.z)[alone[0]]
            along, magnitude = (-unit, -g) if g < 0 else (unit, g)
            return Gravity(along=along, magnitude=self.words.scalar(magnitude))
        x, y, z = self.words.triple(field.g)
        return Gravity(along=GROUND.vector(x, y, z), magnitude=1)

    def _pair(self, first: Acting, other: Acting | None) -> Iterator[Load]:
        """The loads of one acting, or of two that are opposite."""
        holders = [self._holder(one) for one in (first, other) if one is not None]
        if len(holders) == 2:
            along = self._along_joint(first, *holders)
            if along is not None:
                yield along
                return
            if not first.is_force and holders[0].frame is not holders[1].frame:
                yield from self._torques(first.parts, holders[0], holders[1].frame)
                return
        for one, holder in zip((first, other), holders, strict=False):
            assert one is not None
            yield from self._alone(one, holder)

    def _along_joint(self, first: Acting, one: Holder, other: Holder) -> JointForce | None:
        """What acts between two bodies along the axis of the joint between them."""
        for child, parent, sign in ((one, other, 1), (other, one, -1)):
            joint = self.between.get((parent.frame, child.frame))
            if joint is None:
                continue
            motion = joint.motions[0]
            if not isinstance(motion, Sliding if first.is_force else Turning):
                continue
            if first.is_force and not self._same_place(child, parent):
                continue
            F, axis = self.frames.along(first.parts, child.axes), _integers(motion.axis)
            if axis is None or any(self.frames.cross(axis, F)):
                continue
            value = self.words.scalar(sign * self.frames.product(axis, F))
            return JointForce(motion.coordinate, value)
        return None

    def _same_place(self, child: Holder, parent: Holder) -> bool:
        """Whether two points are on one line along the slide: what acts has no moment."""
        return not any(child.arm) or child.arm == parent.arm

    def _alone(self, one: Acting, holder: Holder) -> Iterator[Load]:
        if holder.frame is GROUND:
            return
        if not one.is_force:
            yield from self._torques(one.parts, holder, GROUND)
            return
        at = OurPoint(f"{one.on.name}", holder.frame, (0, 0, 0))
        for vector, _ in self._vectors(one.parts, holder):
            yield Force(vector, at)
        if any(holder.arm):
            F = self.frames.along(one.parts, holder.axes)
            moment = self.frames.cross(holder.arm, F)
            yield from self._torques(((holder.axes, *moment),), holder, GROUND)

    def _torques(self, parts: Parts, on: Holder, reaction_on: Frame) -> Iterator[Load]:
        if on.frame is GROUND:
            opposite = tuple((F, -x, -y, -z) for F, x, y, z in parts)
            home = Holder(frame=reaction_on, axes=on.axes, arm=(0, 0, 0))
            yield from self._torques(opposite, home, GROUND)
            return
        for vector, _ in self._vectors(parts, on):
            yield Torque(vector, on.frame, reaction_on)

    def _vectors(self, parts: Parts, holder: Holder) -> Iterator[tuple[Vector, Any]]:
        """A vector by parts: along the ground's axes, and along those of what holds it."""
        N = self.carriers.ground.axes
        inertial = tuple(part for part in parts if part[0] is N)
        for part in inertial:
            yield Vector(GROUND, self.words.triple(part[1:])), N
        own = self.frames.along([part for part in parts if part[0] is not N], holder.axes)
        if any(own):
            yield Vector(holder.frame, self.words.triple(own)), holder.axes

    def _holder(self, one: Acting) -> Holder:
        carriers = self.carriers
        found = carriers.of_point(one.on) if one.is_force else carriers.of_frame(one.on)
        if found is None:
            kind = "point" if one.is_force else "frame"
            raise DerivationError(
                f"A load acts on {kind} '{one.on.name}', which moves with none of the "
                f"{len(carriers.nodes)} bodies. Let it act on a body's point or frame, or use "
                "build(), which takes the equations as they are."
            )
        return found


def _opposite(first: Acting, other: Acting) -> bool:
    """Whether one is the other's reaction."""
    if first.is_force != other.is_force or len(first.parts) != len(other.parts):
        return False
    negative = {(F, -x, -y, -z) for F, x, y, z in other.parts}
    return set(first.parts) == negative


def _integers(axis: Sequence[Any]) -> Triple | None:
    """An axis that is a coordinate axis."""
    if not all(isinstance(x, int) for x in axis):
        return None
    x, y, z = axis
    return x, y, z
