"""Checks: what a run kept, and how near gimbal joints came to their lock.

    print(space.checks(motion))                   after a run
    simulate(model, …, events=sat.watch())        marks on the way, before COEF is singular

Three turns i-j-k about axes of a gimbal lose a direction where the middle one brings the third
axis onto the first: at cos θ₂ = 0 for i ≠ k, at sin θ₂ = 0 for i = k [Kane1985 §1.7]. There COEF
is singular, cond ~ 1/δ² at an angle δ from it.

From: craft.py    Next: deploy.py
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kane.algebra.functions import cos, sin
from kane.errors import ArgumentError
from kane.model.given import shown
from kane.model.joints.joint import Joint
from kane.model.joints.revolute import Turning
from kane.model.symbols import coordinate
from kane.model.system import System
from kane.sim.when import When

if TYPE_CHECKING:
    from kane.sim.trajectory import Trajectory

WARN: Final = math.radians(6.0)
REMEDY: Final = "Take a spherical joint, or a sequence whose lock is out of reach."


@dataclass(frozen=True, slots=True, kw_only=True)
class Locking:
    """A joint of three gimbals, and the angle by which its lock is reached."""

    name: str
    sequence: str
    angle: str

    @property
    def proper(self) -> bool:
        """Whether the first axis is the third one too: then zero is the lock."""
        return self.sequence[0] == self.sequence[2]

    def margin(self, theta: Any) -> Any:
        """Sine of the angle from the lock: cos θ₂, or sin θ₂."""
        return sin(theta) if self.proper else cos(theta)

    @property
    def where(self) -> str:
        """The lock in words."""
        return f"{'sin' if self.proper else 'cos'}({self.angle}) = 0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a run kept, in words and numbers."""

    kept: str
    norms: dict[str, float]  # how far quaternions were from length one
    nearest: dict[str, float]  # the least angle from gimbal lock, by joint
    warnings: tuple[str, ...]

    def __str__(self) -> str:
        lines = [self.kept]
        lines += [f"Quaternion of {name}: |q| − 1 ≤ {far:.1e}" for name, far in self.norms.items()]
        lines += [
            f"Joint '{name}': {math.degrees(angle):.1f}° from gimbal lock at the nearest"
            for name, angle in self.nearest.items()
        ]
        return "\n".join([*lines, *self.warnings])


def checks(motion: Trajectory, system: System, warn: float = WARN) -> Checked:
    """Momentum, energy, quaternions' norms, and gimbal lock, of a run of this system."""
    if not hasattr(motion, "report"):
        raise ArgumentError(f"checks: {shown(motion)} is no motion. Give what `simulate` gave.")
    nearest = {
        one.name: float(np.min(np.abs(np.arcsin(_margins(motion, one))))) for one in locks(system)
    }
    angles = {one.name: one for one in locks(system)}
    return Checked(
        kept=motion.report,
        norms=_norms(motion, system),
        nearest=nearest,
        warnings=tuple(
            f"Warning: {lock_warning(angles[name], angle)}"
            for name, angle in nearest.items()
            if angle < warn
        ),
    )


def lock_warning(one: Locking, angle: float) -> str:
    """What is said of a joint that comes near its lock."""
    return (
        f"joint '{one.name}' ({one.sequence}) came within {math.degrees(angle):.2g}° of gimbal "
        f"lock, {one.where}, where COEF is singular. {REMEDY}"
    )


def watch(system: System, warn: float = WARN) -> tuple[When, ...]:
    """Marks for `simulate` where a joint comes nearer to its lock than this angle."""
    size = math.sin(warn)
    found = []
    for one in locks(system):
        margin = one.margin(coordinate(one.angle))
        mark = f"joint '{one.name}' ({one.sequence}) nears gimbal lock, {one.where}. {REMEDY}"
        found.append(When(margin * margin < size * size, mark=mark))
    return tuple(found)


def locks(system: System) -> Iterator[Locking]:
    """The joints of three turns."""
    for joint in system.joints:
        sequence = _sequence(joint)
        if len(sequence) == 3:
            middle = joint.motions[1].names[0][0]
            if middle not in joint.prescribed:
                yield Locking(name=joint.name, sequence=sequence, angle=middle)


def _sequence(joint: Joint) -> str:
    """The axes of a chain of turns about coordinate axes; nothing of another joint."""
    found = ""
    for motion in joint.motions:
        if not isinstance(motion, Turning):
            return ""
        for axis in range(3):
            if motion.axis[axis] and not (motion.axis[axis - 1] or motion.axis[axis - 2]):
                found += str(axis + 1)
    return found


def _margins(motion: Trajectory, one: Locking) -> Any:
    theta = motion[one.angle]
    return np.sin(theta) if one.proper else np.cos(theta)


def _norms(motion: Trajectory, system: System) -> dict[str, float]:
    """The largest error of every quaternion's length."""
    found = {}
    for joint in system.joints:
        parts = [f"{joint.name}.{letter}" for letter in "wxyz"]
        if all(part in joint.coordinates for part in parts):
            size = np.sqrt(sum(motion[part] ** 2 for part in parts))
            found[joint.name] = float(np.max(np.abs(size - 1)))
    return found
