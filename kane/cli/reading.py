"""How robots' files are read: what `kane.load` takes beside a path, as options of commands.

From: command.py    Next: model.py
"""

from __future__ import annotations

import argparse
from typing import Any

from kane.cli.command import Misuse


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Adds the options of URDF files and link tables; model files in TOML take none."""
    group = parser.add_argument_group("robots' files (.urdf, tables of links)")
    group.add_argument("--base", choices=["fixed", "floating"], default="fixed")
    group.add_argument("--mimic", choices=["follow", "free"], default="follow")
    group.add_argument("--dynamics", choices=["use", "ignore"], default="use")
    group.add_argument(
        "--snap", choices=["none", "turns"], default="none", help="take a π cut short as meant"
    )
    group.add_argument(
        "--inertia", choices=["refuse", "mend"], default="refuse", help="where no body has it"
    )
    group.add_argument(
        "--hold", metavar="JOINT=VALUE", action="append", default=[], help="fix a joint"
    )


def how_to_read(arguments: argparse.Namespace) -> dict[str, Any]:
    """The same as arguments of `kane.load`."""
    return {
        "base": arguments.base,
        "mimic": arguments.mimic,
        "dynamics": arguments.dynamics,
        "snap": arguments.snap,
        "inertia": arguments.inertia,
        "hold": held(arguments.hold),
    }


def held(given: list[str]) -> dict[str, float]:
    """JOINT=VALUE as numbers by name."""
    found: dict[str, float] = {}
    for one in given:
        name, equals, value = one.rpartition("=")
        try:
            found[name] = float(value)
        except ValueError:
            equals = ""
        if not (name and equals):
            raise Misuse(f"--hold {one}: this is not JOINT=VALUE. Write --hold finger=0.02.")
    return found
