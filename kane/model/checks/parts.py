"""Parts: what a description consists of, sorted from what is of the wrong kind.

A part of the wrong kind is a fault and is left out, so that the other checks may take the rest
for what it should be.

From: kane/model/check.py    Next: entries.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from typing import Any, Final, TypeVar

from kane.algebra.expr import Equality, Expr
from kane.errors import Fault, ModelError
from kane.geometry.vector import Frame, HalfSpace, Vector
from kane.model.body import Body, Point
from kane.model.checks.touching import touching_faults
from kane.model.closures import Closed, Constraint, Joined, Rolling, relations_of
from kane.model.constraints import Configuration, Motion, Relation
from kane.model.contacts import Contact, Limits
from kane.model.given import entries, is_triple, is_vector, shown
from kane.model.joints.joint import Joint
from kane.model.loads import (
    BaseAcceleration,
    Force,
    Gravity,
    JointDamper,
    JointForce,
    JointFriction,
    JointSpring,
    Load,
    PointMass,
    Spin,
    SpringDamper,
    Torque,
)
from kane.model.penalty import Penalty
from kane.model.rolling.wheel import Wheel
from kane.model.touching import Touching

P = TypeVar("P")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The parts of a description that are of the right kind, by path, and the others' faults."""

    name: str
    joints: Mapping[str, Joint]
    loads: Mapping[str, Load]
    constraints: Mapping[str, Relation]  # a closure's are listed one by one
    speeds: Mapping[str, Expr]
    faults: tuple[Fault, ...]
    incomplete: frozenset[str]  # the fields of which something had to be left out

    @property
    def bodies(self) -> dict[str, Body]:
        """The children that have mass, by path; each once."""
        found = {id(joint.child): joint.child for joint in self.joints.values()}
        return {f"Body '{body}'": body for body in found.values() if isinstance(body, Body)}


def parts_of(
    name: Any, joints: Any, loads: Any, constraints: Any, speeds: Any, contacts: Any = ()
) -> Parts:
    """The parts of a description, whatever was given."""
    faults: list[Fault] = []
    if not isinstance(name, str):
        faults.append(Fault(path="System", what=f"name {shown(name)} is no text.", remedy=_NAME))
    taken = _Sorting(faults)
    parts = Parts(
        name=str(name),
        joints=taken.items(joints, (Joint,), "joints", _joint_faults),
        loads=taken.items(loads, tuple(LOADS), "loads", _field_faults),
        constraints=taken.relations(constraints) | taken.touching(contacts),
        speeds=taken.speeds(speeds),
        faults=(),
        incomplete=frozenset(),
    )
    return replace(parts, faults=tuple(faults), incomplete=frozenset(taken.incomplete))


class _Sorting:
    """The faults while parts are sorted."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        self.incomplete: set[str] = set()

    def items(self, given: Any, kinds: tuple[type[P], ...], field: str, judge: Any) -> dict[str, P]:
        """The items of the right kinds, by path."""
        found: dict[str, P] = {}
        for number, item in enumerate(self._listed(given, kinds, field), start=1):
            if isinstance(item, kinds):
                path = path_of(item, number)
                faults = list(judge(item, path))
                if not faults:
                    found[path if path not in found else f"{path} (number {number})"] = item
            else:
                faults = [_stranger(item, field, number)]
            self._note(faults, field)
        return found

    def relations(self, given: Any) -> dict[str, Relation]:
        """The relations of the constraints, by path."""
        sound: dict[str, Constraint] = self.items(
            given, CONSTRAINTS, "constraints", _constraint_faults
        )
        singles: list[Relation] = []
        for item in sound.values():
            try:
                singles += relations_of(item)
            except ModelError as error:
                self._note(list(error.faults), "constraints")
        return {path_of(item, number): item for number, item in enumerate(singles, start=1)}

    def touching(self, given: Any) -> dict[str, Relation]:
        """The relations of the contacts' points, by path."""
        found: dict[str, Relation] = {}
        for number, item in enumerate(self._listed(given, (Touching,), "contacts"), start=1):
            points = list(self._points(item, number))
            for point in points:
                faults = list(touching_faults(point))
                self._note(faults, "contacts")
                relations = () if faults else point.relations
                found |= {f"Contact '{point.name}' ({one.name})": one for one in relations}
        return found

    def _points(self, item: Any, number: int) -> tuple[Touching, ...]:
        try:
            points = item.points if isinstance(getattr(item, "name", None), str) else None
        except ModelError as error:
            self._note(list(error.faults), "contacts")
            return ()
        if not isinstance(points, tuple) or not all(isinstance(p, Touching) for p in points):
            self._note([_stranger(item, "contacts", number)], "contacts")
            return ()
        return points

    def _note(self, faults: list[Fault], field: str) -> None:
        self.faults += faults
        if faults:
            self.incomplete.add(field)

    def speeds(self, given: Any) -> dict[str, Expr]:
        """The definitions of speeds by name: u1, u2 … where none is given."""
        if isinstance(given, Mapping):
            named = dict(given)
        else:
            listed = self._listed(given, (Expr,), "speeds")
            named = {f"u{number}": item for number, item in enumerate(listed, start=1)}
        return {name: item for name, item in named.items() if self._is_speed(name, item)}

    def _is_speed(self, name: Any, definition: Any) -> bool:
        path = f"Speed {shown(name)}" if not isinstance(name, str) else f"Speed '{name}'"
        if not isinstance(name, str) or not name.strip():
            fault = Fault(path=path, what="has no text as its name.", remedy=_NAME)
        elif not isinstance(definition, Expr):
            what = f"definition {shown(definition)} is no expression."
            remedy = "Name a velocity's component: angular_velocity(B).along(B.x)."
            fault = Fault(path=path, what=what, remedy=remedy)
        else:
            return True
        self._note([fault], "speeds")
        return False

    def _listed(self, given: Any, kinds: tuple[type, ...], field: str) -> list[Any]:
        listed = entries(given)
        if isinstance(given, kinds):
            what = f"{field} are one {type(given).__name__}, no list."
            fault = Fault(path="System", what=what, remedy="Put it in brackets: […].")
        elif listed is None:
            what = f"{field} {shown(given)} are no list."
            fault = Fault(path="System", what=what, remedy=f"Give a list of {field}, be it empty.")
        else:
            return listed
        self._note([fault], field)
        return []


def _stranger(item: object, field: str, number: int) -> Fault:
    """An item that is nothing the field may hold."""
    what = f"{shown(item)} of type {type(item).__name__} is none of the {field}."
    homes = [name for name, kinds in _HOMES.items() if isinstance(item, kinds)]
    remedy = f"Give it among the {homes[0]}: {homes[0]}=[…]." if homes else _HOLDS[field]
    return Fault(path=f"{field.capitalize()[:-1]} {number}", what=what, remedy=remedy)


def path_of(item: object, number: int) -> str:
    """Where an item of a list stands: by name, or by its number and what it acts on."""
    match item:
        case Joint():
            return f"Joint '{item.name}' ({_plain(item.parent)} → {_plain(item.child)})"
        case Motion() | Configuration() | Joined() | Closed() | Rolling() | Wheel():
            return f"Constraint '{_plain(item.name)}'"
        case Force():
            return f"Load {number} (Force at {_plain(item.at)})"
        case Torque() | Spin():
            return f"Load {number} ({type(item).__name__} on {_plain(item.on)})"
        case JointForce() | JointSpring() | JointDamper() | JointFriction():
            return f"Load {number} ({type(item).__name__} on {shown(item.coordinate)})"
        case SpringDamper():
            ends = f"from {_plain(item.start)} to {_plain(item.end)}"
            return f"Load {number} (SpringDamper {ends})"
        case Penalty():
            return f"Load {number} (Penalty of contact '{item.contact.name}')"
        case _:
            return f"Load {number} ({type(item).__name__})"


def _plain(value: object) -> str:
    """A name without quotes; anything else as it can be shown."""
    return str(value) if isinstance(value, str | Frame | Point) else shown(value)


def _field_faults(item: Any, path: str) -> Iterator[Fault]:
    """Fields of the wrong kind."""
    for field, kind in LOADS.get(type(item), _KINDS.get(type(item), {})).items():
        value: Any = getattr(item, field)
        if not isinstance(value, kind) or (kind is str and not str(value).strip()):
            what = f"{field} {shown(value)} is {_NO[kind]}."
            yield Fault(path=path, what=what, remedy=_GIVE[kind])
        elif isinstance(value, Vector) and not is_vector(value):
            what = f"{field} has the components {shown(value.components)} in {shown(value.frame)}."
            yield Fault(path=path, what=what, remedy="Give three, in a frame: arm.vector(1, 2, 0).")


def _constraint_faults(item: Constraint, path: str) -> Iterator[Fault]:
    yield from _field_faults(item, path)
    relation = getattr(item, "relation", None)
    if isinstance(relation, Equality):
        from_sides = (relation.left, relation.right)
        for side in from_sides:
            if not isinstance(side, Expr | int | float) and not hasattr(side, "item"):
                what = f"{shown(side)} in its relation is no scalar."
                remedy = "Relate components: velocity(P).along(B.y) == 0."
                yield Fault(path=path, what=what, remedy=remedy)


def _joint_faults(joint: Joint, path: str) -> Iterator[Fault]:
    yield from _field_faults(joint, path)
    for field in ("at", "on"):
        if not is_triple(getattr(joint, field)):
            what = f"{field} {shown(getattr(joint, field))} is no triple."
            yield Fault(path=path, what=what, remedy="Give three numbers: (x, y, z).")
    axes: Any = joint.axes
    if not isinstance(axes, tuple) or len(axes) != 3 or not all(is_triple(row) for row in axes):
        what = f"axes {shown(joint.axes)} are no matrix."
        yield Fault(path=path, what=what, remedy="Give three rows of three numbers.")
    if isinstance(joint.motions, tuple):
        for number, motion in enumerate(joint.motions, start=1):
            yield from _motion_faults(motion, f"{path}, motion {number}")


def _motion_faults(motion: Any, path: str) -> Iterator[Fault]:
    """What a motion lacks of the contract."""
    lacks = [method for method in _METHODS if not hasattr(type(motion), method)]
    if lacks:
        what = f"{shown(motion)} is no motion: it has no {', '.join(lacks)}."
        yield Fault(path=path, what=what, remedy=_CONTRACT)
    elif not is_dataclass(motion):
        what = f"{type(motion).__name__} is no dataclass, so its parameters cannot be found."
        yield Fault(path=path, what=what, remedy="Write @dataclass(frozen=True) before it.")
    else:
        yield from _name_faults(motion, path)


def _name_faults(motion: Any, path: str) -> Iterator[Fault]:
    try:
        coordinates, speeds = motion.names
        sound = all(isinstance(name, str) and name for name in (*coordinates, *speeds))
    except Exception as error:
        what = f"its names fail with {type(error).__name__}: {error}."
        yield Fault(path=path, what=what, remedy=_CONTRACT)
        return
    if not sound or not isinstance(coordinates, tuple) or not isinstance(speeds, tuple):
        what = f"its names {shown(motion.names)} are no two tuples of texts."
        yield Fault(path=path, what=what, remedy=_CONTRACT)


_METHODS: Final = ("names", "pose", "directions", "drift", "rates")
_CONTRACT: Final = "See the contract of kane/model/joints/contract.py."
_NAME: Final = "Give a text."
_HOLDS: Final = {
    "joints": "Make joints by Revolute, Prismatic, Free and the others.",
    "loads": "Loads are Gravity, Force, Torque, JointSpring and the others.",
    "constraints": "Constraints are made by Motion, Configuration, Joined, Closed and Rolling.",
    "contacts": "Contacts are made by Contact and Touching: a name and the points that may touch.",
}

LOADS: Final[dict[type[Load], dict[str, type]]] = {
    Gravity: {"along": Vector},
    BaseAcceleration: {"vector": Vector},
    PointMass: {"at": Point},
    Force: {"vector": Vector, "at": Point},
    Torque: {"vector": Vector, "on": Frame, "reaction_on": Frame},
    JointForce: {"coordinate": str},
    JointSpring: {"coordinate": str},
    JointDamper: {"coordinate": str},
    JointFriction: {"coordinate": str},
    SpringDamper: {"start": Point, "end": Point},
    Spin: {"momentum": Vector, "rate": Vector, "on": Frame},
    Penalty: {"contact": Contact},
}
_KINDS: Final[dict[type, dict[str, type]]] = {
    Joint: {"name": str, "parent": Frame, "child": Frame, "motions": tuple, "prescribed": Mapping},
    Motion: {"name": str, "relation": Equality, "active": bool},
    Configuration: {"name": str, "relation": Equality, "active": bool},
    Joined: {"name": str, "start": Point, "end": Point, "active": bool},
    Closed: {"joint": Joint, "active": bool},
    Rolling: {"name": str, "body": Body, "on": HalfSpace, "active": bool},
    Wheel: {"name": str, "centre": Point, "axle": Vector, "spin": str, "base": str, "active": bool},
}
CONSTRAINTS: Final = (Motion, Configuration, Joined, Closed, Rolling, Wheel)
_HOMES: Final[dict[str, tuple[type, ...]]] = {
    "joints": (Joint,),
    "loads": tuple(LOADS),
    "constraints": CONSTRAINTS,
    "contacts": (Contact, Limits, Touching),
}
_NO: Final[dict[type, str]] = {
    Joint: "no joint",
    Body: "no body",
    Contact: "no contact",
    HalfSpace: "no plane",
    Vector: "no vector",
    Point: "no point",
    Frame: "no frame",
    str: "no name",
    tuple: "no tuple of motions",
    Mapping: "no mapping",
    Equality: "no relation between scalars",
    bool: "neither True nor False",
}
_GIVE: Final[dict[type, str]] = {
    Joint: "Give the joint that closes the loop: Revolute(…).",
    Body: "Give the body that rolls.",
    Contact: 'Give Contact("table", ball, GROUND.plane(Z)).',
    HalfSpace: "Give a plane such as GROUND.plane(Z).",
    Vector: "Give a Vector such as 3 * arm.x, or arm.vector(1, 2, 0).",
    Point: 'Give a point: arm.point("tip", (0, 0, 1)), or a body\'s mass_centre.',
    Frame: "Give a Frame, a Body or GROUND.",
    str: "Give the name as a text.",
    tuple: "Make joints by Revolute, Free, Moving and the others.",
    Mapping: 'Give coordinates and functions of time: {"q1": sin(clock())}.',
    Equality: "Write velocity(P).along(B.y) == 0: a relation between components.",
    bool: "Say whether the constraint holds from the start.",
}
