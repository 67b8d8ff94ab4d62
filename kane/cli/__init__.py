"""The command `kane`: a table of commands, one file each, and nothing that computes.

Exit codes: 0 done; 1 it could not be done, and the message says why; 2 wrong usage.
Every command takes `--json`: then one JSON document, and nothing else, goes to standard output,
with the single key `error` where the command failed.

Next: command.py, bench.py, doctor.py
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from importlib.metadata import version

from kane.cli import bench, doctor
from kane.cli.command import FAILED, MISUSED, Command, Misuse
from kane.errors import KaneError

COMMANDS: tuple[Command, ...] = (bench.COMMAND, doctor.COMMAND)


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code of the command line `argv` (default: this process's)."""
    arguments = parser(COMMANDS).parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except Misuse as error:
        return report(error, MISUSED, as_json=arguments.json)
    except KaneError as error:
        return report(error, FAILED, as_json=arguments.json)
    except KeyboardInterrupt:
        return report("interrupted", FAILED, as_json=arguments.json)


def parser(commands: Sequence[Command]) -> argparse.ArgumentParser:
    """Parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="kane", description="Equations of motion by Kane's method, as native code."
    )
    top.add_argument("--version", action="version", version=f"kane {version('kane-dynamics')}")
    below = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in commands:
        add(below, command)
    return top


def add(below: argparse._SubParsersAction[argparse.ArgumentParser], command: Command) -> None:
    """Adds one command, with the `--json` that all of them take."""
    own = below.add_parser(command.name, help=command.summary, description=command.summary)
    own.add_argument("--json", action="store_true", help="print one JSON document instead")
    own.set_defaults(run=command.run)
    command.arguments(own)


def report(error: object, code: int, *, as_json: bool) -> int:
    """Exit code `code`, after the message went where the user looks for it."""
    print(f"kane: {error}", file=sys.stderr)
    if as_json:
        print(json.dumps({"error": str(error)}))
    return code
