"""A library's Routines with all that they use, each before those that use it.

From: routine.py    Next: routine_check.py
"""

from __future__ import annotations

from types import FunctionType

from kane.errors import RoutineError
from kane.program.routine import Library
from kane.program.routine_check import Checked, check
from kane.program.routine_source import source_of
from kane.program.routine_tree import Definition


def definitions(library: Library) -> tuple[Definition, ...]:
    """The checked Routines of a library and all that they use, those used first."""
    return tuple(one.definition for one in together(library))


def together(library: Library) -> tuple[Checked, ...]:
    """The same with the functions they are made of."""
    found: dict[str, Checked] = {}
    for one in library.routines:
        _collect(one.function, found, ())
    return tuple(found.values())


def _collect(
    function: FunctionType, found: dict[str, Checked], path: tuple[FunctionType, ...]
) -> None:
    if function in path:
        names = " → ".join(one.__name__ for one in (*path[path.index(function) :], function))
        raise _refused(
            function, f"it calls itself ({names})", "Write a loop, with an array for a stack"
        )
    checked = check(function)
    known = found.get(function.__name__)
    if known is checked:
        return
    if known is not None:
        raise _refused(function, "another routine of the library has its name", "Rename one")
    for used in checked.uses:
        _collect(used.function, found, (*path, function))
    found[function.__name__] = checked


def _refused(function: FunctionType, what: str, remedy: str) -> RoutineError:
    source = source_of(function)
    return source.refusal(source.node, what, remedy)
