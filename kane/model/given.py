"""What a maker settles at once, because nothing can be made of it otherwise: triples and rows.

Whether the scalars in them are sound is asked of the whole System, where all faults are
reported together (`check.py`).

From: kane/geometry/vector.py    Next: body.py
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NoReturn, cast

from kane.algebra.expr import Expr, is_scalar
from kane.errors import Fault, ModelError
from kane.geometry.rotation import Rows
from kane.geometry.vector import Components, Frame, Vector


def refuse(path: str, what: str, remedy: str) -> NoReturn:
    """Raise a ModelError with one fault."""
    raise ModelError(Fault(path=path, what=what, remedy=remedy))


def named(name: Any, path: str) -> str:
    """A text that can be a name."""
    if not isinstance(name, str) or not name.strip():
        refuse(path, f"its name {shown(name)} is no text.", "Give it a name.")
    return name


def entries(values: Any) -> list[Any] | None:
    """The items of a sequence or array; None of anything else, a text too."""
    if isinstance(values, str | bytes | dict) or not isinstance(values, Iterable):
        return None
    listed: Any = values.tolist() if hasattr(values, "tolist") else list(values)
    return listed if isinstance(listed, list) else None


def triple(values: Any, path: str, field: str) -> Components:
    """Three scalars."""
    given = entries(values)
    if given is None or not is_triple(given):
        refuse(path, f"{field} {shown(values)} is no triple.", "Give three numbers: (x, y, z).")
    return (given[0], given[1], given[2])


def is_triple(values: object) -> bool:
    """Whether this is a sequence of three things that are no sequences themselves."""
    if not isinstance(values, list | tuple) or len(values) != 3:
        return False
    return not any(hasattr(value, "__iter__") and not isinstance(value, str) for value in values)


def is_vector(value: object) -> bool:
    """Whether this is a Vector of three scalars, or what may be such, in a frame."""
    frame = getattr(value, "frame", None)
    return isinstance(value, Vector) and isinstance(frame, Frame) and is_triple(value.components)


def rows(values: Any, path: str, field: str) -> Rows:
    """Three rows of three scalars."""
    given = entries(values)
    if given is None or len(given) != 3:
        refuse(path, f"{field} {shown(values)} is no matrix.", "Give three rows of three numbers.")
    x, y, z = (triple(row, path, f"row {k} of {field}") for k, row in enumerate(given, start=1))
    return (x, y, z)


def is_number(value: object) -> bool:
    """A plain number: no truth value, no Expr that depends on a symbol."""
    if isinstance(value, Expr):
        return value.value is not None
    return is_scalar(value) and not isinstance(value, bool | complex)


def unsound(
    value: object, *, above: float = -math.inf, least: float = -math.inf, most: float = math.inf
) -> str:
    """What is wrong with a number, in words that follow its value; nothing of a sound one.

    An Expr that depends on a symbol is taken as it is: its value is not known yet.
    """
    if isinstance(value, Expr) and value.value is None:
        return ""
    if not is_number(value):
        return "is no number"
    found = float(cast("float", value.value if isinstance(value, Expr) else value))
    if not math.isfinite(found):
        return "is not finite"
    if found <= above:
        return f"is not above {above:g}"
    if found < least:
        return f"is below {least:g}"
    return f"is above {most:g}" if found > most else ""


def members(values: Any, kind: type[Any], path: str, field: str) -> tuple[Any, ...]:
    """A sequence of things of one kind."""
    given = entries(values)
    wanted = f"Give a list of {kind.__name__}: {field}=[{kind.__name__}(…), …]."
    if given is None:
        refuse(path, f"{field} {shown(values)} is no list.", wanted)
    for one in given:
        if not isinstance(one, kind):
            refuse(path, f"{field} holds {shown(one)}, which is no {kind.__name__}.", wanted)
    return tuple(given)


def position(values: Any, frame: Any, path: str, field: str) -> Components:
    """Three scalars, or the components of a Vector of the frame."""
    if isinstance(values, Vector) and isinstance(frame, Frame):
        return values.seen(frame)
    return triple(values, path, field)


def shown(value: object) -> str:
    """A value as a message shows it: on one line, cut to a readable length."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a user's own object may fail in any way
        text = f"of type {type(value).__name__}"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


_SHOWN = 120
