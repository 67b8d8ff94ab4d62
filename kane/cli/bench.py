"""`kane bench [GROUP…]`: measures the project's claims, ours and the rivals' in one run.

The claims live in `benchmarks/` of a checkout, one file for each group; this command finds them
and hands over. JSON: a list of objects with the keys group, claim, value, unit, target, holds,
rival and note. `holds` is null where a claim was not judged: its rival is not installed, or
`--quick` asked only whether its code still gives right results.

From: __init__.py    Next: benchmarks/claim.py, then benchmarks/report.py
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol, cast

from kane.cli.command import Command, Misuse

PACKAGE: Final = Path(__file__).resolve().parents[1]


class Benchmarks(Protocol):
    """What this command asks of `benchmarks/report.py`."""

    def names(self) -> tuple[str, ...]:
        """The groups there are."""

    def run(self, groups: Sequence[str], *, as_json: bool, quick: bool) -> int:
        """Exit code, after measuring the groups and printing what came out."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what `kane bench` takes."""
    parser.add_argument("groups", metavar="GROUP", nargs="*", help="default: every group")
    parser.add_argument("--quick", action="store_true", help="two seconds a claim, none judged")


def run(arguments: argparse.Namespace) -> int:
    """Exit code, after measuring the groups asked for."""
    benchmarks = find_benchmarks()
    known = benchmarks.names()
    unknown = [name for name in arguments.groups if name not in known]
    if unknown:
        raise Misuse(f"no group {', '.join(unknown)}. There are: {', '.join(known)}.")
    return benchmarks.run(arguments.groups or known, as_json=arguments.json, quick=arguments.quick)


def find_benchmarks() -> Benchmarks:
    """The `benchmarks/` beside the package, else that of the current folder."""
    for root in (PACKAGE.parent, Path.cwd()):
        if (root / "benchmarks" / "claim.py").is_file():
            sys.path.insert(0, str(root))
            return cast(Benchmarks, importlib.import_module("benchmarks.report"))
    raise Misuse(
        "the claims live in benchmarks/ of a checkout, and there is none beside "
        f"{PACKAGE} or in the current folder. Clone the project and run `make bench` there."
    )


COMMAND: Final = Command(
    name="bench",
    summary="Measures the project's claims beside the rivals that are installed.",
    arguments=arguments,
    run=run,
)
