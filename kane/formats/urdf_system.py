"""URDF's links and joints as a System.

A link is a Body whose origin and axes are the link's, or a Frame where it is massless. The joint's
origin in the parent is where the child's frame is at zero; the axis is along the child's axes.

From: urdf_held.py    Next: urdf.py
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from kane.formats.loaded import Follows, Limit, What
from kane.formats.mend import mended
from kane.formats.urdf_held import placed
from kane.formats.urdf_joints import Kind, UrdfJoint
from kane.formats.urdf_links import UrdfLink
from kane.formats.urdf_options import Base, Dynamics, Inertias, Mimic, Options
from kane.formats.urdf_tree import Joints, Links, outward, root_of
from kane.formats.values import Reading
from kane.geometry.rotation import Rows
from kane.geometry.vector import GROUND, ZEROS, Components, Frame, X, Y, Z
from kane.model.body import Body
from kane.model.constraints import Motion
from kane.model.joints.arguments import unit
from kane.model.joints.contract import speed_name
from kane.model.joints.joint import Joint
from kane.model.joints.makers import Fixed, Free, Prismatic, Revolute
from kane.model.joints.prismatic import Sliding
from kane.model.joints.revolute import Turning, axes_with_z_along
from kane.model.loads import Gravity, JointDamper, JointFriction, Load
from kane.model.quantities import rate
from kane.model.system import System


@dataclass(frozen=True, slots=True, kw_only=True)
class Robot:
    """A robot's links and joints, and the coordinates of the joints that are held."""

    name: str
    links: Links
    joints: Joints
    held: Mapping[str, float]

    def moves(self, joint: UrdfJoint) -> bool:
        """Whether a joint is neither fixed nor held."""
        return joint.kind is not Kind.FIXED and joint.name not in self.held

    @property
    def moving(self) -> Iterator[UrdfJoint]:
        """The joints with one coordinate that move."""
        return (one for one in self.joints.values() if one.kind.one and self.moves(one))


def system_of(robot: Robot, options: Options, reading: Reading) -> System:
    """The System; its faults are told with the lines of the file."""
    frames = {name: frame_of(link, options, reading) for name, link in robot.links.items()}
    root = root_of(robot.links, robot.joints)
    joints = [_base(frames[root.name], options, _unused("base", robot.joints))]
    for joint in outward(robot.links, robot.joints):
        parent, child = frames[joint.parent], frames[joint.child]
        made = _moving if robot.moves(joint) else _still
        joints.append(made(joint, parent, child, robot.held.get(joint.name, 0.0)))
    followed = [_followed(name, rule) for name, rule in follows_of(robot, options).items()]
    with reading.source.in_words_of_the_file(lines_of(robot), _REMEDIES):
        return System(
            robot.name,
            joints=joints,
            loads=[*_gravity(options.gravity), *_dynamics(robot, options, reading)],
            constraints=followed,
        )


def lines_of(robot: Robot) -> dict[str, int]:
    """Where links and joints stand, by name, and by what they are called in the System."""
    lines = {frame_name(link.name): link.line for link in robot.links.values()}
    return lines | {joint.name: joint.line for joint in robot.joints.values()}


def limits_of(robot: Robot) -> dict[str, Limit]:
    """The limits of the coordinates that move."""
    return {joint.name: joint.limit for joint in robot.moving}


def follows_of(robot: Robot, options: Options) -> dict[str, Follows]:
    """The coordinates that follow others."""
    if options.mimic is Mimic.FREE:
        return {}
    return {
        joint.name: Follows(
            leader=joint.mimic.joint, ratio=joint.mimic.multiplier, offset=joint.mimic.offset
        )
        for joint in robot.moving
        if joint.mimic is not None
    }


def frame_name(link: str) -> str:
    """A link's name in the System, where the ground has a name of its own."""
    return f"{link}_link" if link == GROUND.name else link


def frame_of(link: UrdfLink, options: Options, reading: Reading) -> Frame:
    """A link as a Body, or as a Frame if it is massless."""
    name = frame_name(link.name)
    if name != link.name:
        words = f"link '{link.name}' is named '{name}', since '{link.name}' is the ground"
        reading.note(What.CHANGED, link.line, words)
    if link.inertial is None:
        return Frame(name)
    given = link.inertial
    inertia = given.inertia
    if options.inertia is Inertias.MEND:
        inertia = _possible(link, inertia, reading)
    return Body(name, mass=given.mass, centre=given.centre, inertia=inertia)


def _possible(link: UrdfLink, inertia: Rows, reading: Reading) -> Rows:
    """The inertia, mended where no body has it."""
    better = mended(inertia)
    if better is None:
        return inertia
    moved = max(
        abs(a - b)
        for old, new in zip(inertia, better, strict=True)
        for a, b in zip(old, new, strict=True)
    )
    words = f"inertia of link '{link.name}', which no body has, moved by {moved:.1e} kg m²"
    reading.note(What.CHANGED, link.line, words)
    return better


# ── joints ────────────────────────────────────────────────────────────────────────────────
def _base(root: Frame, options: Options, name: str) -> Joint:
    if options.base is Base.FIXED:
        return Fixed(name, GROUND, root)
    return Free(name, GROUND, root, on=ZEROS)


def _still(joint: UrdfJoint, parent: Frame, child: Frame, value: float) -> Joint:
    at, axes = placed(joint, value)
    return Fixed(joint.name, parent, child, at=at, axes=axes)


def _moving(joint: UrdfJoint, parent: Frame, child: Frame, _: float) -> Joint:
    at, axes, name = joint.at, joint.axes, joint.name
    match joint.kind:
        case Kind.FLOATING:
            return Free(name, parent, child, at=at, on=ZEROS, axes=axes)
        case Kind.PLANAR:
            motions = _planar(joint)
            return Joint(name=name, parent=parent, child=child, motions=motions, at=at, axes=axes)
        case Kind.PRISMATIC:
            return Prismatic(name, parent, child, axis=joint.axis, at=at, axes=axes)
        case _:
            return Revolute(name, parent, child, axis=joint.axis, at=at, axes=axes)


def _planar(joint: UrdfJoint) -> tuple[Sliding, Sliding, Turning]:
    """Two slides along the plane, then a turn about its normal, which is the joint's axis."""
    normal = unit(joint.axis, joint.name)
    first, second = _IN_PLANE.get(normal) or _across(normal)
    return (
        Sliding(coordinate=f"{joint.name}.x", axis=first),
        Sliding(coordinate=f"{joint.name}.y", axis=second),
        Turning(coordinate=f"{joint.name}.angle", axis=normal),
    )


def _across(normal: Components) -> tuple[Components, Components]:
    columns = tuple(zip(*axes_with_z_along(normal), strict=True))
    first, second, _ = columns
    return first, second


# ── loads and constraints ─────────────────────────────────────────────────────────────────
def _gravity(given: Components) -> Iterator[Gravity]:
    magnitude = math.hypot(*given)
    if magnitude:
        x, y, z = (component / magnitude for component in given)
        yield Gravity(along=GROUND.vector(x, y, z), magnitude=magnitude)


def _dynamics(robot: Robot, options: Options, reading: Reading) -> Iterator[Load]:
    """Damping and friction of the joints that move."""
    for joint in robot.joints.values():
        if not (joint.damping or joint.friction):
            continue
        used = options.dynamics is Dynamics.USE and joint.kind.one and robot.moves(joint)
        if not used:
            reading.note(What.IGNORED, joint.line, f"<dynamics> of joint '{joint.name}'")
        elif joint.friction:
            yield JointFriction(joint.name, coulomb=joint.friction, viscous=joint.damping)
        else:
            yield JointDamper(joint.name, joint.damping)


def _followed(name: str, rule: Follows) -> Motion:
    """q̇ = ratio·q̇_leader, which gives the follower's speed."""
    relation = rate(name) == rule.ratio * rate(rule.leader)
    return Motion(f"{name} follows {rule.leader}", relation, dependent=speed_name(name))


def _unused(name: str, joints: Joints) -> str:
    while name in joints:
        name += "_"
    return name


_REMEDIES: Final = {
    "cannot belong to a rigid body": 'Or load it with inertia="mend", which takes the nearest.'
}
_IN_PLANE: Final[Mapping[Components, tuple[Components, Components]]] = {
    X: (Y, Z),
    Y: (Z, X),
    Z: (X, Y),
}
