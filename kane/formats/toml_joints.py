"""The joints of a model file: one Form a type, each made by the maker of the same name.

    [joints.q4]
    type = "revolute"
    parent = "basket"
    child = "caster"

A joint's coordinates are named like the joint where nothing else is said. Joints of one's own
stay in Python.

From: toml_forms.py    Next: toml_chain.py, toml_parts.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from kane.formats.toml_chain import CHAIN
from kane.formats.toml_forms import Field, Form, given
from kane.formats.toml_kinds import Choice, Number, Values, Word
from kane.formats.toml_places import (
    FrameName,
    Names,
    Place,
    Table,
)
from kane.formats.toml_vectors import (
    Axis,
    Matrix,
)
from kane.geometry.rotation import IDENTITY
from kane.geometry.vector import GROUND, X, Y, Z
from kane.model.body import Body
from kane.model.dimension import LENGTH
from kane.model.joints import makers
from kane.model.joints.contract import Motion
from kane.model.joints.free import Axes, Floating
from kane.model.joints.joint import Joint
from kane.model.joints.prismatic import Sliding
from kane.model.joints.revolute import Turning
from kane.model.joints.screw import Screwing
from kane.model.joints.spherical import Ball

PARENT: Final = Field(
    name="parent", kind=FrameName(), about="the body or frame that carries it.", default=GROUND
)
CHILD: Final = Field(
    name="child", kind=FrameName(), about="the body or frame that moves.", required=True
)
AT: Final = Field(
    name="at", kind=Place(frame="parent"), about="where it is in the parent.", default=(0, 0, 0)
)
ON: Final = Field(
    name="on", kind=Place(frame="child"), about="where it is in the child.", default=(0, 0, 0)
)
AXES: Final = Field(
    name="axes",
    kind=Matrix(),
    about="the rows of the rotation of its axes in the parent.",
    default=IDENTITY,
)
COORDINATES: Final = Field(
    name="coordinates", kind=Names(), about="the names of its coordinates (default: its own)."
)
MOTION: Final = Field(
    name="motion",
    kind=Table(of=Number()),
    about="coordinates that follow functions of the time t.",
    default={},
)
AXIS: Final = Field(name="axis", kind=Axis(), about="its direction.", default=Z)
ENDS: Final = (PARENT, CHILD, AT, ON, AXES)
OWN: Final = (*ENDS, COORDINATES, MOTION)
SEQUENCE: Final = Field(
    name="sequence", kind=Word(of='a sequence such as "213"'), about="its axes.", required=True
)
_ENDS: Final = ("at", "on", "axes")

Maker = Callable[..., Joint]


def _making(maker: Maker, *more: str) -> Callable[[Values], Joint]:
    """The joint of a maker, which names its coordinates, with the name of its table."""

    def make(values: Values) -> Joint:
        coordinates = " ".join(values.get("coordinates", (values["name"],)))
        options = given(values, *_ENDS, "motion", *more)
        joint = maker(coordinates, values.get("parent", GROUND), values["child"], **options)
        return replace(joint, name=values["name"])

    return make


def _placed(joint: Joint) -> dict[str, Any]:
    """The fields that every joint has."""
    return {
        "parent": joint.parent,
        "child": joint.child,
        "at": joint.at,
        "on": joint.on,
        "axes": joint.axes,
        "motion": joint.prescribed,
    }


def _named(joint: Joint, coordinates: tuple[str, ...]) -> dict[str, Any]:
    """The same with its coordinates, where they are not its own name."""
    if coordinates == tuple(joint.name.split()):
        return _placed(joint)
    return {**_placed(joint), "coordinates": coordinates}


def _of_kinds(joint: Joint, *kinds: type) -> tuple[Any, ...] | None:
    """The joint's motions, if they are of these kinds."""
    motions = joint.motions
    fits = len(motions) == len(kinds) and all(map(isinstance, motions, kinds))
    return motions if fits else None


def _single(kind: type, *more: str) -> Callable[[Joint], Values | None]:
    def of(joint: Joint) -> Values | None:
        motions = _of_kinds(joint, kind)
        if motions is None:
            return None
        (motion,) = motions
        own = {name: getattr(motion, name) for name in ("axis", *more)}
        return {**_named(joint, joint.coordinates), **own}

    return of


def _of_cylindrical(joint: Joint) -> Values | None:
    motions = _of_kinds(joint, Sliding, Turning)
    if motions is None or motions[0].axis != motions[1].axis:
        return None
    slide, turn = motions
    return {**_named(joint, (turn.coordinate, slide.coordinate)), "axis": turn.axis}


def _of_planar(joint: Joint) -> Values | None:
    motions = _of_kinds(joint, Sliding, Sliding, Turning)
    if motions is None or tuple(motion.axis for motion in motions) != (X, Y, Z):
        return None
    return _named(joint, joint.coordinates)


def _of_gimbal(joint: Joint) -> Values | None:
    if not 2 <= len(joint.motions) <= 3 or not all(map(_turns_about_an_axis, joint.motions)):
        return None
    sequence = "".join(_NUMBERS[motion.axis] for motion in joint.motions)  # type: ignore[attr-defined]
    if any(a == b for a, b in pairwise(sequence)):
        return None
    return {**_named(joint, joint.coordinates), "sequence": sequence}


def _turns_about_an_axis(motion: Motion) -> bool:
    return isinstance(motion, Turning) and motion.axis in _NUMBERS


_NUMBERS: Final = {X: "1", Y: "2", Z: "3"}


def _of_spherical(joint: Joint) -> Values | None:
    motions = _of_kinds(joint, Ball)
    if motions is None:
        return None
    prefix = _prefix(joint, "wxyz", ("wx", "wy", "wz"))
    return None if prefix is None else _prefixed(joint, prefix)


def _of_free(joint: Joint) -> Values | None:
    motions = _of_kinds(joint, Floating)
    if motions is None:
        return None
    parts = ("px", "py", "pz", "w", "x", "y", "z")
    prefix = _prefix(joint, parts, ("vx", "vy", "vz", "wx", "wy", "wz"))
    if prefix is None:
        return None
    found = {**_prefixed(joint, prefix), "linear": motions[0].axes.value}
    if isinstance(joint.child, Body) and _same(joint.on, joint.child.centre):
        del found["on"]
    elif isinstance(joint.child, Body):
        found["on"] = [*joint.on]  # a list is written even where it is the default of others
    return found


def _same(a: Any, b: Any) -> bool:
    return all(bool(x == y) for x, y in zip(a, b, strict=True))


def _prefix(joint: Joint, parts: Any, speeds: tuple[str, ...]) -> str | None:
    """What the names of coordinates and speeds begin with, if they have the usual form."""
    prefix = joint.coordinates[0].rpartition(".")[0]
    usual = tuple(f"{prefix}.{part}" for part in parts)
    usual_speeds = tuple(f"{prefix}.{part}" for part in speeds)
    fits = bool(prefix) and joint.coordinates == usual and joint.speeds == usual_speeds
    return prefix if fits else None


def _prefixed(joint: Joint, prefix: str) -> dict[str, Any]:
    own = _placed(joint)
    return own if prefix == joint.name else {**own, "coordinates": (prefix,)}


def _make_free(values: Values) -> Joint:
    options = given(values, *_ENDS)
    linear = Axes(values.get("linear", Axes.BODY.value))
    (prefix,) = values.get("coordinates", (values["name"],))
    parent = values.get("parent", GROUND)
    joint = makers.Free(prefix, parent, values["child"], linear=linear, **options)
    return replace(joint, name=values["name"])


def _make_fixed(values: Values) -> Joint:
    parent = values.get("parent", GROUND)
    return makers.Fixed(values["name"], parent, values["child"], **given(values, *_ENDS))


LINEAR: Final = Field(
    name="linear",
    kind=Choice(words=tuple(axes.value for axes in Axes)),
    about="along whose axes its linear speeds are.",
    default=Axes.BODY.value,
)
PITCH: Final = Field(
    name="pitch", kind=Number(dimension=LENGTH), about="advance for a radian.", required=True
)
_ON_FREE: Final = Field(
    name="on", kind=Place(frame="child"), about="its place in the child (default: mass centre)."
)

JOINTS: Final[tuple[Form, ...]] = (
    Form(
        key="fixed",
        about="No motion.",
        fields=ENDS,
        make=_make_fixed,
        of=lambda joint: None if joint.motions else _placed(joint),
    ),
    Form(
        key="revolute",
        about="Turning about an axis.",
        fields=(*OWN, AXIS),
        make=_making(makers.Revolute, "axis"),
        of=_single(Turning),
    ),
    Form(
        key="prismatic",
        about="Sliding along an axis.",
        fields=(*OWN, AXIS),
        make=_making(makers.Prismatic, "axis"),
        of=_single(Sliding),
    ),
    Form(
        key="screw",
        about="Turning about an axis and advancing along it.",
        fields=(*OWN, AXIS, PITCH),
        make=_making(makers.Screw, "axis", "pitch"),
        of=_single(Screwing, "pitch"),
    ),
    Form(
        key="cylindrical",
        about="Turning about an axis and sliding along it: angle, then distance.",
        fields=(*OWN, AXIS),
        make=_making(makers.Cylindrical, "axis"),
        of=_of_cylindrical,
    ),
    Form(
        key="planar",
        about="Sliding along x and y and turning about z.",
        fields=OWN,
        make=_making(makers.Planar),
        of=_of_planar,
    ),
    Form(
        key="gimbal",
        about="One to three turns about axes of the child as it turns.",
        fields=(*OWN, SEQUENCE),
        make=_making(makers.Gimbal, "sequence"),
        of=_of_gimbal,
    ),
    Form(
        key="space_fixed",
        about="One to three turns about axes of the parent.",
        fields=(*OWN, SEQUENCE),
        make=_making(makers.SpaceFixed, "sequence"),
        of=lambda joint: None,  # written as the gimbal that it is
    ),
    Form(
        key="universal",
        about="Turning about x, then about the turned y.",
        fields=OWN,
        make=_making(makers.Universal),
        of=lambda joint: None,
    ),
    Form(
        key="spherical",
        about="Free turning about a point, by a quaternion.",
        fields=(*ENDS, COORDINATES),
        make=_making(makers.Spherical),
        of=_of_spherical,
    ),
    Form(
        key="free",
        about="No restriction: place and quaternion.",
        fields=(PARENT, CHILD, AT, _ON_FREE, AXES, COORDINATES, LINEAR),
        make=_make_free,
        of=_of_free,
    ),
    Form(
        key="chain",
        about="Simple motions, one after the other.",
        fields=(*ENDS, CHAIN.field, MOTION),
        make=CHAIN.make,
        of=CHAIN.of,
    ),
)
