"""The command `kane`: a table of commands, one file each, and nothing that computes.

Exit codes: 0 done; 1 it could not be done, by a fault of ours or of the motion itself; 2 by a
fault of the input: a wrong command line, or a file that cannot be used. The message says which.
Every command takes `--json`: then one JSON document, and nothing else, goes to standard output,
with the single key `error` where the command failed.

Next: command.py, derive.py
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Final

from kane.cli import (
    bench,
    check,
    completion,
    derive,
    doctor,
    export,
    feel,
    inverse,
    new,
    schema,
    simulate,
    view,
)
from kane.cli.command import FAILED, MISUSED, Command
from kane.cli.paper import Colour, coloured
from kane.errors import KaneError

COMMANDS: tuple[Command, ...] = (
    derive.COMMAND,
    simulate.COMMAND,
    inverse.COMMAND,
    check.COMMAND,
    view.COMMAND,
    feel.COMMAND,
    export.COMMAND,
    new.COMMAND,
    schema.COMMAND,
    bench.COMMAND,
    doctor.COMMAND,
    completion.COMMAND,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code of the command line `argv` (default: this process's, which ends with it)."""
    if argv is None:
        gc.set_threshold(SELDOM)
    arguments = parser(COMMANDS).parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except KaneError as error:
        return report(error, MISUSED, as_json=arguments.json)
    except KeyboardInterrupt:
        return report("interrupted", FAILED, as_json=arguments.json)
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:
        return report(_ours(error), FAILED, as_json=arguments.json)


def parser(commands: Sequence[Command]) -> argparse.ArgumentParser:
    """Parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="kane",
        description="Equations of motion by Kane's method, as native code.",
        epilog=_epilog(tuple(one.examples[0] for one in commands if one.examples)),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action=Version, nargs=0, help="print the version")
    below = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in commands:
        add(below, command)
    return top


class Version(argparse.Action):
    """Prints the version, which is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *asked: object) -> None:
        """Print and end."""
        from importlib.metadata import version

        print(f"kane {version('kane-dynamics')}")
        parser.exit()


def add(below: argparse._SubParsersAction[argparse.ArgumentParser], command: Command) -> None:
    """Adds one command, with the `--json` that all of them take."""
    own = below.add_parser(
        command.name,
        help=command.summary,
        description=command.summary,
        epilog=_epilog(command.examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    own.add_argument("--json", action="store_true", help="print one JSON document instead")
    own.set_defaults(run=command.run)
    command.arguments(own)


def report(error: object, code: int, *, as_json: bool) -> int:
    """Exit code `code`, after the message went where the user looks for it."""
    print(f"{coloured('kane:', Colour.BAD, sys.stderr)} {error}", file=sys.stderr)
    if as_json:
        print(json.dumps({"error": str(error)}))
    return code


def _epilog(examples: tuple[str, ...]) -> str:
    return "\n".join(["examples:", *(f"  {one}" for one in examples)]) if examples else ""


def _ours(error: Exception) -> str:
    """An internal fault in words; its traceback where KANE_TRACEBACK is set."""
    if os.environ.get(TRACEBACK):
        traceback.print_exc()
    return (
        f"a fault of kane itself: {type(error).__name__}: {error}. Please report it with the "
        f"command, its input and `kane doctor`; {TRACEBACK}=1 shows where it happened."
    )


SELDOM: Final = 100_000  # objects between collections: modules are no garbage; saves 20 ms
TRACEBACK: Final = "KANE_TRACEBACK"
