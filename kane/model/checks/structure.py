"""Structure: that the joints make one tree that stands on the ground.

From: names.py    Next: references.py
"""

from __future__ import annotations

from collections.abc import Iterator

from kane.errors import Fault
from kane.geometry.vector import GROUND, Frame
from kane.model.checks.parts import Parts
from kane.model.joints.joint import Joint


def structure_faults(parts: Parts) -> Iterator[Fault]:
    """Loops, frames joined twice, and what does not hang on the ground."""
    if not parts.joints:
        what = "it has no joints, so nothing in it can move."
        remedy = "Join a body to GROUND: Revolute, Free, …."
        yield Fault(path=f"System '{parts.name}'", what=what, remedy=remedy)
        return
    first: dict[Frame, Joint] = {}
    for path, joint in parts.joints.items():
        if joint.child is GROUND:
            what = "its child is the ground, which is the root of the tree."
            yield Fault(path=path, what=what, remedy="Exchange parent and child.")
        elif joint.child is joint.parent:
            what = f"it joins '{joint.child}' to itself."
            yield Fault(path=path, what=what, remedy="Give it two frames.")
        elif joint.child in first:
            yield _closed(first, first[joint.child], joint)
        else:
            first[joint.child] = joint
    yield from _adrift(parts, first)


def _closed(first: dict[Frame, Joint], one: Joint, other: Joint) -> Fault:
    """A frame that is the child of two joints: a loop, if it is not one joint given twice."""
    if one.parent is other.parent:
        what = f"is joined to '{one.parent}' twice, by joints '{one.name}' and '{other.name}'."
        remedy = "Keep one of them; a joint of several freedoms is one joint."
    else:
        a, b = _path(first, one), _path(first, other)
        loop = [j.name for j in a if j not in b] + [j.name for j in b if j not in a]
        named = ", ".join(f"'{name}'" for name in dict.fromkeys(loop))
        what = f"is the child of joints '{one.name}' and '{other.name}': {named} close a loop."
        remedy = (
            "A tree has one joint to each frame. Leave one of them out and close the loop by "
            "constraints: relations between the velocities of two points, as Motion."
        )
    return Fault(path=f"{type(one.child).__name__} '{one.child}'", what=what, remedy=remedy)


def _path(first: dict[Frame, Joint], joint: Joint) -> list[Joint]:
    """The joints from one towards the ground."""
    found = [joint]
    while found[-1].parent in first and first[found[-1].parent] not in found:
        found.append(first[found[-1].parent])
    return found


def _adrift(parts: Parts, first: dict[Frame, Joint]) -> Iterator[Fault]:
    """Frames from which no joints lead to the ground, each root of such a piece once."""
    stands: dict[Frame, bool] = {GROUND: True}
    for joint in parts.joints.values():
        way = {joint.child: None}  # in order, as a set
        at = joint.child
        while at not in stands and at in first and first[at].parent not in way:
            at = first[at].parent
            way[at] = None
        if at not in stands:
            yield _unconnected(parts, first, at)
        stands.update(dict.fromkeys(way, stands.get(at, False)))


def _unconnected(parts: Parts, first: dict[Frame, Joint], root: Frame) -> Fault:
    if root in first:
        loop = _path(first, first[root])
        named = ", ".join(f"'{joint.name}'" for joint in loop)
        what = f"stands in a ring of joints ({named}) that nothing joins to the ground."
        remedy = "Join one frame of the ring to GROUND and leave one joint of the ring out."
        return Fault(path=f"{type(root).__name__} '{root}'", what=what, remedy=remedy)
    used = ", ".join(f"'{j.name}'" for j in parts.joints.values() if j.parent is root)
    what = f"is the parent in {used}, but no joint leads from it to the ground."
    twin = next((frame for frame in first if frame.name == root.name), None)
    remedy = "Join it to GROUND, by Fixed or Free if by nothing else."
    if twin is not None or root.name == GROUND.name:
        what += f" Another frame is also named '{root}'."
        remedy = "Use one object wherever you mean the same frame."
    return Fault(path=f"{type(root).__name__} '{root}'", what=what, remedy=remedy)
