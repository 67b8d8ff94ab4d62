"""What a command is: a name, a line of help, its arguments, what it runs, and examples.

A new command is one file with a `COMMAND` in it, named in `COMMANDS` of `__init__.py`:

    COMMAND = Command(name="count", summary="Counts operations.", arguments=add, run=count)

    def add(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("model")

    def count(arguments: argparse.Namespace) -> int:
        print(kane.derive(kane.load(arguments.model)).operations)
        return DONE

What it imports at its top every other command waits for: what is heavy stands in `run`.

From: __init__.py    Next: paper.py, bench.py, doctor.py
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kane.errors import KaneError

DONE: Final = 0
FAILED: Final = 1
MISUSED: Final = 2


class Misuse(KaneError):
    """A command line that asks for what there is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command of `kane`."""

    name: str
    summary: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    examples: tuple[str, ...] = ()
