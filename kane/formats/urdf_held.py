"""Joints that are held: those asked for, those that carry no mass, and those that follow them.

A joint that moves nothing with mass would make the mass matrix singular. It stays at zero, and
what it carries becomes frames that are fixed.

From: urdf_tree.py    Next: urdf_system.py
"""

from __future__ import annotations

from collections.abc import Mapping

from kane.errors import Fault
from kane.formats.loaded import What
from kane.formats.turns import Angle, rotation, times
from kane.formats.urdf_joints import Kind, UrdfJoint
from kane.formats.urdf_options import Mimic, Options
from kane.formats.urdf_tree import Joints, Links, outward
from kane.formats.values import LARGEST, Reading
from kane.geometry.rotation import Matrix, Rows, transposed
from kane.geometry.vector import Components
from kane.model.joints.arguments import unit
from kane.model.joints.prismatic import scaled
from kane.model.joints.revolute import axes_with_z_along


def held_joints(
    links: Links, joints: Joints, options: Options, reading: Reading
) -> Mapping[str, float]:
    """The coordinates of the joints that do not move, by joint; zero for several coordinates."""
    held = _asked(joints, options, reading)
    for joint in _massless(links, joints):
        if joint.name not in held:
            held[joint.name] = 0.0
            words = f"joint '{joint.name}' carries nothing that has mass: held at zero"
            reading.note(What.CHANGED, joint.line, words)
    if options.mimic is Mimic.FOLLOW:
        _follow(joints, held, reading)
    return held


def placed(joint: UrdfJoint, value: float) -> tuple[Components, Rows]:
    """Where a joint's child is when the joint is held: origin and axes in the parent."""
    if not value:
        return joint.at, joint.axes
    axis = unit(joint.axis, joint.name)
    if joint.kind is Kind.PRISMATIC:
        x, y, z = Matrix(joint.axes).out(scaled(axis, value))
        return (joint.at[0] + x, joint.at[1] + y, joint.at[2] + z), joint.axes
    C = axes_with_z_along(axis)
    turn = times(times(C, rotation([(2, Angle(value=value))])), transposed(C))
    return joint.at, times(joint.axes, turn)


def _asked(joints: Joints, options: Options, reading: Reading) -> dict[str, float]:
    held: dict[str, float] = {}
    asked: Mapping[str, object] = options.hold
    for name, value in asked.items():
        joint = joints.get(name)
        path = f"hold={{{name!r}: {value!r}}}"
        if joint is None or not joint.kind.one:
            what = "the file has no such joint with one coordinate."
            known = ", ".join(one.name for one in joints.values() if one.kind.one)
            remedy = f"It has {known}." if known else "It has none."
            reading.source.faults.append(Fault(path=path, what=what, remedy=remedy))
        elif not isinstance(value, int | float) or not abs(value) <= LARGEST:
            what = "this is no finite number."
            remedy = "Give an angle in radians or a distance in metres."
            reading.source.faults.append(Fault(path=path, what=what, remedy=remedy))
        else:
            held[name] = float(value)
    return held


def _massless(links: Links, joints: Joints) -> list[UrdfJoint]:
    """Joints that move, and carry nothing with mass or inertia."""
    heavy = {name for name, link in links.items() if link.inertial is not None}
    order = outward(links, joints)
    for joint in reversed(order):
        if joint.child in heavy:
            heavy.add(joint.parent)
    return [j for j in order if j.kind is not Kind.FIXED and j.child not in heavy]


def _follow(joints: Joints, held: dict[str, float], reading: Reading) -> None:
    """Followers of what is held are held, as far as this leads."""
    waiting = [joint for joint in joints.values() if joint.mimic and joint.name not in held]
    while True:
        led = [joint for joint in waiting if _still(joint, held)]
        if not led:
            return
        for joint in led:
            assert joint.mimic is not None
            rule, waiting = joint.mimic, [one for one in waiting if one is not joint]
            held[joint.name] = rule.multiplier * held.get(rule.joint, 0.0) + rule.offset
            words = f"joint '{joint.name}' follows what does not move: held too"
            reading.note(What.CHANGED, joint.line, words)


def _still(joint: UrdfJoint, held: Mapping[str, float]) -> bool:
    rule = joint.mimic
    return rule is not None and (rule.joint in held or rule.multiplier == 0)
