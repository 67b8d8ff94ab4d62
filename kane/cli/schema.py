"""`kane schema [FILE]`: the JSON Schema of model files, for editors that complete and check.

JSON: the schema itself, or with FILE the single key `file`.

From: command.py    Next: kane/formats/toml_schema.py
"""

from __future__ import annotations

import argparse
import json
from typing import Final

from kane.cli.command import DONE, Command
from kane.cli.model import writable
from kane.cli.paper import as_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds where to write it."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="write it there")


def run(arguments: argparse.Namespace) -> int:
    """Exit code, after printing or writing the schema."""
    from kane.formats.toml_schema import schema

    text = json.dumps(schema(), indent=1, ensure_ascii=False)
    if arguments.file is None:
        print(text)
        return DONE
    where = writable(arguments.file)
    where.write_text(f"{text}\n", encoding="utf-8")
    if arguments.json:
        as_json({"file": str(where)})
    else:
        print(where)
    return DONE


COMMAND: Final = Command(
    name="schema",
    summary="Prints the JSON Schema of model files, for editors.",
    arguments=arguments,
    run=run,
    examples=("kane schema model.schema.json",),
)
