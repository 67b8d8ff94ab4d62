"""URDF's tree: that the joints make one tree of the links, told in the words of the file.

From: urdf_joints.py    Next: urdf_system.py
"""

from __future__ import annotations

from collections.abc import Mapping

from kane.formats.source import Source
from kane.formats.urdf_joints import UrdfJoint
from kane.formats.urdf_links import UrdfLink

Links = Mapping[str, UrdfLink]
Joints = Mapping[str, UrdfJoint]


def check_tree(source: Source, links: Links, joints: Joints) -> None:
    """Faults: missing links, links with two parents, rings, no root or several."""
    if not links:
        source.fault(1, "the robot has no links.", "Is this the right file?")
        return
    _missing(source, links, joints)
    inward = _parents(source, joints)
    if not source.faults:
        _rings(source, links, inward)
        _roots(source, links, inward)
        _mimics(source, joints)


def root_of(links: Links, joints: Joints) -> UrdfLink:
    """The link that no joint moves; `check_tree` has seen that there is one."""
    moved = {joint.child for joint in joints.values()}
    return next(link for name, link in links.items() if name not in moved)


def outward(links: Links, joints: Joints) -> list[UrdfJoint]:
    """The joints, parents before children, else as in the file."""
    below: dict[str, list[UrdfJoint]] = {}
    for joint in joints.values():
        below.setdefault(joint.parent, []).append(joint)
    found: list[UrdfJoint] = []
    waiting = [root_of(links, joints).name]
    while waiting:
        own = below.get(waiting.pop(), [])
        found += own
        waiting += [joint.child for joint in reversed(own)]
    return found


def _missing(source: Source, links: Links, joints: Joints) -> None:
    for joint in joints.values():
        for side, name in (("parent", joint.parent), ("child", joint.child)):
            if name not in links:
                what = f"joint '{joint.name}' has the {side} '{name}', which is no link here."
                source.fault(joint.line, what, f'Add <link name="{name}"/>, or mend the name.')


def _parents(source: Source, joints: Joints) -> dict[str, UrdfJoint]:
    """The joint that moves each link."""
    inward: dict[str, UrdfJoint] = {}
    for joint in joints.values():
        first = inward.setdefault(joint.child, joint)
        if joint.parent == joint.child:
            what = f"joint '{joint.name}' joins link '{joint.child}' to itself."
            source.fault(joint.line, what, "Give it two links.")
        elif first is not joint:
            what = (
                f"link '{joint.child}' is the child of joint '{joint.name}' and, in line "
                f"{first.line}, of joint '{first.name}'."
            )
            remedy = "A tree has one joint to each link: cut the loop, and close it by constraints."
            source.fault(joint.line, what, remedy)
    return inward


def _rings(source: Source, links: Links, inward: Mapping[str, UrdfJoint]) -> None:
    """Links whose parents lead back to themselves."""
    settled: set[str] = set()
    for start in links:
        way: dict[str, None] = {}
        at = start
        while at in inward and at not in settled and at not in way:
            way[at] = None
            at = inward[at].parent
        if at in way:
            ring = list(way)[list(way).index(at) :]
            named = ", ".join(f"'{inward[name].name}'" for name in ring)
            what = f"the joints {named} make a ring, which hangs on nothing."
            source.fault(inward[at].line, what, "Leave one of them out.")
        settled |= {*way, at}


def _roots(source: Source, links: Links, inward: Mapping[str, UrdfJoint]) -> None:
    roots = [link for name, link in links.items() if name not in inward]
    if len(roots) > 1:
        named = ", ".join(f"'{link.name}' (line {link.line})" for link in roots[:_NAMED])
        more = f" and {len(roots) - _NAMED} more" if len(roots) > _NAMED else ""
        what = f"{len(roots)} links have no parent: {named}{more}."
        remedy = "A robot has one root: join the others to it."
        source.fault(roots[1].line, what, remedy)


def _mimics(source: Source, joints: Joints) -> None:
    """Followers of joints that are not there, or that lead back to themselves."""
    for joint in joints.values():
        if joint.mimic is None:
            continue
        leader = joints.get(joint.mimic.joint)
        fault = None
        if leader is None:
            fault = f"follows joint '{joint.mimic.joint}', which the file does not have."
        elif not (leader.kind.one and joint.kind.one):
            other = joint if not joint.kind.one else leader
            fault = f"cannot follow '{leader.name}', since '{other.name}' is {other.kind.value}."
        elif _circular(joint, joints):
            fault = "follows itself, by way of the joints that it follows."
        if fault is not None:
            remedy = "Let it follow a revolute, continuous or prismatic joint."
            source.fault(joint.mimic.line, f"joint '{joint.name}' {fault}", remedy)


def _circular(joint: UrdfJoint, joints: Joints) -> bool:
    seen, at = {joint.name}, joint
    while at.mimic is not None and at.mimic.joint in joints:
        at = joints[at.mimic.joint]
        if at.name in seen:
            return at is joint
        seen.add(at.name)
    return False


_NAMED = 4
