"""Faults of a platform on wheels, told when it is made and before anything is made of it.

Numbers that a joint or a body checks by itself are left to these; here stand those that would
otherwise be stumbled over, or believed.

From: kinds.py    Next: platform.py
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from kane.errors import Fault, ModelError
from kane.geometry.vector import Frame
from kane.model.given import entries, named, refuse, shown, unsound
from kane.model.rolling.kinds import Fixed, Steered

if TYPE_CHECKING:
    from kane.model.rolling.platform import Platform

_OWN: Final[dict[str, dict[str, float]]] = {
    "height": {},
    "slope": {"above": -math.pi / 2, "most": math.pi / 2},
    "radius": {"above": 0.0},
    "mass": {"least": 0.0},
    "friction": {"least": 0.0},
}
_WHEELS: Final[dict[str, dict[str, float]]] = {
    "heading": {},
    "radius": {"above": 0.0},
    "mass": {"least": 0.0},
    "friction": {"least": 0.0},
    "stiffness": {"above": 0.0},
    "limit": {"least": 0.0},
    "trail": {},
    "rollers": {},
}
_MAY_BE_NONE: Final = ("radius", "mass", "friction")  # then they are the platform's
_TEXTS: Final = ("drive", "steer", "follows", "angle")


def see_that_sound(platform: Platform) -> None:
    """Refuse a platform that cannot be one, with all faults of its numbers together."""
    if not isinstance(platform.body, Frame):
        refuse("Platform", f"its body {shown(platform.body)} is no Body.", "Give body=Body(…).")
    path = f"Platform '{platform.body}'"
    if not platform.wheels:
        remedy = 'Give wheels=[mobile.Fixed("left", at=(0, 0.2)), …].'
        refuse(path, "it has 0 wheels.", remedy)
    _see_speed_names(platform.speed_names, path)
    faults = [*_numbers(path, platform, _OWN, ("radius", "mass"))]
    for wheel in platform.wheels:
        named(wheel.name, f"{path}, wheel")
        faults += _of_wheel(wheel, f"{path}, wheel '{wheel.name}'")
    if faults:
        raise ModelError(*faults)


def _see_speed_names(names: Any, path: str) -> None:
    two = names.split() if isinstance(names, str) else []
    if len(set(two)) != 2 or len(two) != 2:
        what = f"its speed_names {shown(names)} are no two names."
        refuse(path, what, 'Give two, with a space between: speed_names="v w".')


def _of_wheel(wheel: Fixed, path: str) -> Iterator[Fault]:
    at = entries(wheel.at)
    if at is None or len(at) != 2 or any(unsound(x) for x in at):
        remedy = "Give two finite numbers, forward and to the left: at=(0.3, 0)."
        yield Fault(path=path, what=f"its place {shown(wheel.at)} is no pair.", remedy=remedy)
    yield from _numbers(path, wheel, _WHEELS, _MAY_BE_NONE)
    for field in _TEXTS:
        value = getattr(wheel, field, "")
        if not isinstance(value, str):
            what = f"{field} {shown(value)} is no name."
            yield Fault(path=path, what=what, remedy=f'Give a name: {field}="…".')
    law = wheel.law if isinstance(wheel, Steered) else None
    if law is not None and not callable(law):
        what = f"its law {shown(law)} is no function of the leader's angle."
        yield Fault(path=path, what=what, remedy="Give law=lambda phi: ….")
    if law is not None and isinstance(wheel, Steered) and not wheel.follows:
        what = "it has a law and follows 0 wheels."
        yield Fault(path=path, what=what, remedy='Name the wheel that leads: follows="w0".')


def _numbers(
    path: str, part: Any, ranges: dict[str, dict[str, float]], none: tuple[str, ...]
) -> Iterator[Fault]:
    """Numbers that are none, or out of their ranges."""
    for field, limits in ranges.items():
        if not hasattr(part, field) or (field in none and getattr(part, field) is None):
            continue
        value = getattr(part, field)
        if wrong := unsound(value, **limits):
            what = f"{field} {shown(value)} {wrong}."
            yield Fault(path=path, what=what, remedy="Give a number in SI units and radians.")
