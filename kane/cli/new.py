"""`kane new TEMPLATE [FILE]`: a model file to begin with; without a name, the list of templates.

JSON keys: `file` (the path written), or `templates` (what each is, by name).

From: command.py    Next: templates/
"""

from __future__ import annotations

import argparse
from importlib.resources import files
from pathlib import Path
from typing import Final

from kane.cli.command import DONE, Command, Misuse
from kane.cli.model import writable
from kane.cli.paper import as_json

TEMPLATES: Final = ("pendulum", "arm", "cart", "satellite")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the template and where it goes."""
    parser.add_argument("template", metavar="TEMPLATE", nargs="?", help=", ".join(TEMPLATES))
    parser.add_argument("file", metavar="FILE", nargs="?", help="default: TEMPLATE.toml")


def run(arguments: argparse.Namespace) -> int:
    """Exit code, after writing the file."""
    if arguments.template is None:
        return _list(as_json_too=arguments.json)
    if arguments.template not in TEMPLATES:
        known = ", ".join(TEMPLATES)
        raise Misuse(f"there is no template '{arguments.template}'. There are: {known}.")
    where = writable(arguments.file or f"{arguments.template}.toml")
    if where.exists():
        raise Misuse(f"{where} is there already. Give another name, or remove it.")
    where.write_text(text_of(arguments.template).replace("NAME", where.name), encoding="utf-8")
    if arguments.json:
        as_json({"file": str(where)})
    else:
        print(f"{where}\nnext: kane check {where} ; kane simulate {where}")
    return DONE


def _list(*, as_json_too: bool) -> int:
    about = {name: text_of(name).splitlines()[0].lstrip("# ") for name in TEMPLATES}
    if as_json_too:
        as_json({"templates": about})
    else:
        print("\n".join(f"{name:<12}{line}" for name, line in about.items()))
    return DONE


def text_of(name: str) -> str:
    """A template's text."""
    return (Path(str(files("kane.cli"))) / "templates" / f"{name}.toml").read_text("utf-8")


COMMAND: Final = Command(
    name="new",
    summary="Writes a model file to begin with.",
    arguments=arguments,
    run=run,
    examples=("kane new pendulum", "kane new arm my_arm.toml"),
)
