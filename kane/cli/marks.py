"""Marks: the options of a window that say which paths, frames and arrows are drawn.

    kane view cart.toml --path P1 --frame basket --arrow "P1: F * basket.x" --arrow "velocity(P1)"

Texts are read as in the model file, with its names.

From: view.py    Next: kane/viewer/loads.py
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kane.cli.command import Misuse
from kane.errors import KaneError

if TYPE_CHECKING:
    from kane.formats.expression_scope import Scope
    from kane.formats.toml import ModelFile
    from kane.model.body import Point
    from kane.viewer.poses import Arrow

_OWN: Final = (215, 70, 120)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What is drawn beside bodies."""

    paths: tuple[Point, ...]
    axes: tuple[str, ...]
    arrows: tuple[Arrow, ...]


def add_marks(parser: argparse.ArgumentParser) -> None:
    """Adds what may be drawn beside bodies."""

    def several(flag: str, word: str, about: str) -> None:
        parser.add_argument(flag, action="append", default=[], metavar=word, help=about)

    several("--path", "POINT", "the path of a point: P1, arm.tip, or a body's mass centre")
    several("--frame", "BODY", "a body's axes")
    several("--arrow", "VECTOR", 'an arrow: "velocity(P1)", or at a point: "P1: F * basket.x"')
    parser.add_argument(
        "--loads", action=argparse.BooleanOptionalAction, default=None,
        help="forces, torques and wheel loads as arrows; wheel loads alone by default",
    )  # fmt: skip


def marks_of(model: ModelFile, arguments: argparse.Namespace) -> Marks:
    """What the options name in a model."""
    from kane.formats.toml_points import scope_of

    scope = model.reading.scope if model.reading else scope_of(model.system)
    frames = model.system.frames
    for name in arguments.frame:
        if name not in frames:
            known = ", ".join(frames)
            raise Misuse(f"--frame {name}: there is no body or frame '{name}'. It has {known}.")
    own = [_read("--arrow", text, lambda one: _arrow(one, scope)) for text in arguments.arrow]
    return Marks(
        paths=tuple(_read("--path", one, lambda x: _point(x, scope)) for one in arguments.path),
        axes=tuple(arguments.frame),
        arrows=(*loads_shown(model, arguments.loads), *own),
    )


def loads_shown(model: ModelFile, asked: bool | None) -> tuple[Arrow, ...]:
    """Wheel loads where nothing is said, and they are known; all loads where they are asked for."""
    from kane.viewer.loads import load_arrows, wheel_arrows

    if asked is False:
        return ()
    try:
        wheels = wheel_arrows(model.system)
    except KaneError:
        if asked:
            raise
        return ()
    return (*wheels, *load_arrows(model.system)) if asked else wheels


def _read(flag: str, text: str, made: Callable[[str], Any]) -> Any:
    """What a text means; a slip in it is told with the option."""
    from kane.formats.expression_tokens import Slip

    try:
        return made(text)
    except Slip as slip:
        raise Misuse(f"{flag} {text}: {slip.what} {slip.remedy}") from None


def _point(text: str, scope: Scope) -> Point:
    from kane.formats.expression import parse

    return scope.point(parse(text))


def _arrow(text: str, scope: Scope) -> Arrow:
    """POINT: VECTOR, or a velocity, which stands at its point."""
    from kane.formats.expression import parse
    from kane.formats.expression_meaning import drawn_of
    from kane.model.body import Point
    from kane.model.quantities import VectorQuantity
    from kane.viewer.loads import NEWTON, along_ground, middle
    from kane.viewer.poses import Arrow

    where, colon, what = text.partition(":")
    found = drawn_of(parse(what if colon else text), scope)
    if colon:
        at = _point(where, scope)
    elif isinstance(found, VectorQuantity):
        at = found.of if isinstance(found.of, Point) else middle(found.of)
    else:
        raise Misuse(
            f"--arrow {text}: it does not say where it acts. Write a point before it: "
            f'--arrow "POINT: {text}".'
        )
    moving = isinstance(found, VectorQuantity)
    kind = str(found).partition("(")[0] if moving else NEWTON
    scale = 1.0 if kind == "position" else None
    return Arrow(name=text, at=at, of=along_ground(found), scale=scale, kind=kind, colour=_OWN)
