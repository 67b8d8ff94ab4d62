"""What two systems have in common, told by what they have not: one line a difference.

    print(arm.diff(heavier))     Body 'forearm', mass: 1.2 → 1.5

From: canonical.py, system.py    Next: —
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

from kane.algebra.expr import Expr
from kane.model.body import Body
from kane.model.canonical import Canon
from kane.model.scalars import parameters_of
from kane.model.units import shown

if TYPE_CHECKING:
    from kane.model.system import System


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that two systems say differently; None where one says nothing of it."""

    path: str
    here: str | None
    there: str | None

    def __str__(self) -> str:
        if self.there is None:
            return f"{self.path}: only in the first"
        if self.here is None:
            return f"{self.path}: only in the second"
        if self.here == self.there:
            return f"{self.path}: {self.here}, written alike and yet different"
        return f"{self.path}: {self.here} → {self.there}"


class Differences(tuple[Difference, ...]):
    """All of them; false where there is none."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(map(str, self)) or "no difference"

    __repr__ = __str__


def differences(here: System, there: System) -> Differences:
    """Everything that the two systems say differently; a parameter's value is told once."""
    first, second = dict(statements(here)), dict(statements(there))
    canon = Canon(known=parameters_of(here).keys() & parameters_of(there).keys())
    found = []
    for path in dict.fromkeys([*first, *second]):
        if path not in first or path not in second:
            whole = path.split(", ")[0]
            if path != whole and (whole not in first or whole not in second):
                continue  # the item itself is told
            found.append(_difference(path, first, second))
        elif canon.of(first[path]) != canon.of(second[path]):
            found.append(_difference(path, first, second))
    return Differences(found)


def _difference(path: str, first: Mapping[str, Any], second: Mapping[str, Any]) -> Difference:
    here = _written(first[path]) if path in first else None
    there = _written(second[path]) if path in second else None
    return Difference(path=path, here=here, there=there)


# ── what a system says ────────────────────────────────────────────────────────────────────
def statements(system: System) -> Iterator[tuple[str, Any]]:
    """Everything that a system says, by path; an item's own path comes before its parts'."""
    yield "Name", system.name
    for name, parameter in parameters_of(system).items():
        yield f"Parameter '{name}'", _Shown((parameter.value, parameter.unit))
    yield from _frames(system)
    yield from _joints(system)
    counts: Counter[str] = Counter()
    for load in system.loads:
        kind = type(load).__name__
        counts[kind] += 1
        yield from _fields(f"{kind} {counts[kind]}", load)
    for constraint in system.constraints:
        yield from _fields(f"Constraint '{constraint.name}'", constraint)
    for point in system.touchings:
        yield from _fields(f"Contact '{point.name}'", point)
    for name, definition in system.speeds.items():
        yield f"Speed '{name}'", definition
    yield "Order of joints", tuple(joint.name for joint in system.joints)
    yield "Order of constraints", tuple(constraint.name for constraint in system.constraints)
    yield "Order of contacts", tuple(point.name for point in system.touchings)
    yield "Order of speeds", tuple(system.speeds)


def _frames(system: System) -> Iterator[tuple[str, Any]]:
    for name, frame in system.frames.items():
        if not isinstance(frame, Body):
            yield f"Frame '{name}'", name
            continue
        yield f"Body '{name}'", name
        for field in _BODY:
            yield f"Body '{name}', {field}", getattr(frame, field)


def _joints(system: System) -> Iterator[tuple[str, Any]]:
    for joint in system.joints:
        path = f"Joint '{joint.name}'"
        yield path, joint.name
        for field in _JOINT:
            yield f"{path}, {field}", getattr(joint, field)


def _fields(path: str, part: Any) -> Iterator[tuple[str, Any]]:
    yield path, type(part).__name__
    for item in fields(part):
        yield f"{path}, {item.name}", getattr(part, item.name)


class _Shown(tuple[float, str]):
    """A parameter's value and the unit it is shown in."""

    __slots__ = ()

    def __str__(self) -> str:
        value, unit = self
        return shown(value, unit)


def _written(value: Any) -> str:
    """A value on one line, cut to a readable length."""
    if isinstance(value, tuple) and not isinstance(value, _Shown):
        text = f"({', '.join(map(_written, value))})"
    elif isinstance(value, Mapping):
        text = ", ".join(f"{name} = {_written(one)}" for name, one in value.items()) or "nothing"
    else:
        text = str(value) if isinstance(value, str | Expr | _Shown) else repr(value)
    return text if len(text) <= _LONG else f"{text[: _LONG - 1]}…"


_BODY: Final = ("mass", "centre", "inertia", "inertia_frame", "shape")
_JOINT: Final = ("parent", "child", "motions", "at", "axes", "on", "prescribed")
_LONG: Final = 100
