"""Names: that each means one thing.

Coordinates, speeds, parameters, inputs and the time meet in the same expressions, so they share
one set of names; frames, joints and constraints have one set each.

From: entries.py    Next: structure.py
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from kane.errors import Fault
from kane.geometry.vector import GROUND, Frame
from kane.model.checks.entry import Entry
from kane.model.checks.parts import Parts
from kane.model.symbols import Parameter

Use = tuple[str, str]  # a name, and what it is used for
_OTHER: Final = "Give each another name."


def name_faults(parts: Parts, listed: list[Entry]) -> Iterator[Fault]:
    """Names used twice, parameters with two values, and names that are no texts."""
    yield from _frames(parts)
    yield from _twice((joint.name, "a joint") for joint in parts.joints.values())
    yield from _twice((item.name, "a constraint") for item in parts.constraints.values())
    yield from _twice(_symbols(parts, listed))
    yield from _derived(parts, listed)
    yield from _two_values(listed)


def _frames(parts: Parts) -> Iterator[Fault]:
    """Frames of one name; the same frame twice is the tree's affair."""
    children = {id(joint.child): joint.child for joint in parts.joints.values()}
    children.pop(id(GROUND), None)
    for frame in children.values():
        if frame.name == GROUND.name:
            what = "is named like the ground, but is another frame."
            remedy = "Use GROUND itself, or give the frame another name."
            yield Fault(path=f"{_kind(frame)} '{frame}'", what=what, remedy=remedy)
    for name, count in Counter(frame.name for frame in children.values()).items():
        if count > 1:
            what = f"{count} frames have this name."
            remedy = "Give each another name, or use one object wherever you mean the same."
            yield Fault(path=f"Frame '{name}'", what=what, remedy=remedy)


def _kind(frame: Frame) -> str:
    return type(frame).__name__


def _symbols(parts: Parts, listed: list[Entry]) -> Iterator[Use]:
    """The names that may stand in expressions, with what they are."""
    yield "t", "the time"
    for joint in parts.joints.values():
        for name in joint.coordinates:
            yield name, f"a coordinate of joint '{joint.name}'"
    for name in _speeds(parts):
        yield name, "a generalized speed"
    leaves = [leaf for item in listed for leaf in item.leaves]
    for name in dict.fromkeys(x.name for x in leaves if isinstance(x.carries, Parameter)):
        yield name, "a parameter"
    for name in dict.fromkeys(leaf.name for leaf in leaves if leaf.is_input):
        yield name, "an input"


def _speeds(parts: Parts) -> Iterator[str]:
    """The generalized speeds; where none are chosen the joints' own, those of a coordinate once."""
    yield from parts.speeds
    seen: set[str] = set()
    for joint in () if parts.speeds else parts.joints.values():
        for motion in joint.motions:
            coordinates, speeds = motion.names
            if not seen.issuperset(coordinates):
                yield from speeds
            seen.update(coordinates)


def _derived(parts: Parts, listed: list[Entry]) -> Iterator[Fault]:
    """Names that the equations give to rates and forces."""
    uses = dict(_symbols(parts, listed))
    for speed in _speeds(parts):
        for name, use in ((f"{speed}'", "rate of"), (f"tau({speed})", "force along")):
            if name in uses:
                what = f"is used as {uses[name]} and as the {use} speed '{speed}'."
                yield Fault(path=f"Name '{name}'", what=what, remedy=_OTHER)


def _twice(uses: Iterable[Use]) -> Iterator[Fault]:
    found: dict[str, list[str]] = {}
    for name, use in uses:
        found.setdefault(name, []).append(use)
    for name, several in found.items():
        if len(several) > 1:
            what = f"is used as {' and as '.join(several)}."
            if len(set(several)) == 1:
                what = f"is used {len(several)} times, each time as {several[0]}."
            yield Fault(path=f"Name '{name}'", what=what, remedy=_OTHER)


def _two_values(listed: list[Entry]) -> Iterator[Fault]:
    """Parameters that have one value here and another there."""
    first: dict[str, tuple[float, str]] = {}
    told: set[str] = set()
    for item in listed:
        for leaf in item.leaves:
            if not isinstance(leaf.carries, Parameter):
                continue
            value, path = first.setdefault(leaf.name, (leaf.carries.value, item.path))
            if leaf.carries.value != value and leaf.name not in told:
                told.add(leaf.name)
                what = f"is {value:g} in {path} and {leaf.carries.value:g} in {item.path}."
                remedy = "Make it once and use it everywhere, or give one another name."
                yield Fault(path=f"Parameter '{leaf.name}'", what=what, remedy=remedy)
