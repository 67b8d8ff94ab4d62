"""RoutineCode: the text of a Library of Routines, and the symbol of each in it.

The C signature of a Routine is its own: int is `int64_t`, float `double`, bool `bool`, Floats
`double *`, Ints `int64_t *`, a Callable a function pointer of such a signature. Arrays may
overlap, as in Python, but an array of doubles and one of integers must not.

From: routine_llvm.py, routine_c.py    Next: kane/machine/routine.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kane.emitters.code import Language
from kane.program.routine import Library
from kane.program.target import Target


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutineCode:
    """Text for a target; `symbols` maps the name of each Routine of the library to its symbol."""

    text: str
    language: Language
    symbols: Mapping[str, str]
    target: Target

    def __str__(self) -> str:
        return self.text


def symbol(library: Library, name: str) -> str:
    """The symbol of a Routine in native code: the library's name and its own, in ASCII."""
    plain = "".join(mark if mark.isascii() else f"u{ord(mark):04x}" for mark in name)
    return f"{library.name}_{plain}"
