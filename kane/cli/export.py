"""`kane export MODEL`: the equations as C that depends on nothing, as LaTeX, or as a model file.

JSON keys: `name`, `files` (the paths written).

From: model.py    Next: kane/emitters/c_export.py
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kane.cli.command import DONE, Command, Misuse
from kane.cli.model import add_model, model_file, open_contacts, writable
from kane.cli.paper import as_json
from kane.cli.reading import add_reading, how_to_read

if TYPE_CHECKING:
    from kane.model.system import System


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what `kane export` takes."""
    add_model(parser)
    parser.add_argument(
        "--c", metavar="FOLDER", nargs="?", const="", help="C, a Makefile and a test"
    )
    parser.add_argument("--latex", metavar="FILE", nargs="?", const="", help="a LaTeX document")
    parser.add_argument("--toml", metavar="FILE", nargs="?", const="", help="a model file")
    parser.add_argument(
        "--parameters",
        choices=("fold", "live"),
        default="fold",
        help="as numbers in the C, or as its argument p",
    )
    add_reading(parser)


def run(arguments: argparse.Namespace) -> int:
    """Exit code, after writing what was asked for."""
    asked = {name: getattr(arguments, name) for name in ("c", "latex", "toml")}
    if all(value is None for value in asked.values()):
        raise Misuse("nothing to export. Say --c, --latex or --toml, each with a path or without.")
    system = model_file(arguments.model, how_to_read(arguments)).system
    stem = Path(arguments.model).stem
    files: list[Path] = []
    if arguments.c is not None:
        for words in open_contacts(system):
            print(f"kane: {words}", file=sys.stderr)
        files += _c(system, Path(arguments.c or f"{stem}_c"), arguments.parameters)
    if arguments.latex is not None:
        files.append(_latex(system, arguments.latex or f"{stem}.tex"))
    if arguments.toml is not None:
        files.append(_toml(system, arguments.toml or f"{stem}_copy.toml"))
    if arguments.json:
        as_json({"name": system.name, "files": list(map(str, files))})
    else:
        print("\n".join(map(str, files)))
    return DONE


def _c(system: System, folder: Path, parameters: str) -> tuple[Path, ...]:
    from kane.dynamics.lift import Parameters
    from kane.pipeline import build

    writable(str(folder))
    return build(system, parameters=Parameters(parameters)).export_c(folder)


def _latex(system: System, path: str) -> Path:
    from kane.dynamics.equations import derive
    from kane.dynamics.equations_report import latex_report

    where = writable(path)
    where.write_text(latex_report(derive(system)), encoding="utf-8")
    return where


def _toml(system: System, path: str) -> Path:
    from kane.formats.toml_write import save

    return save(system, writable(path))


COMMAND: Final = Command(
    name="export",
    summary="Exports C that depends on nothing, LaTeX, or a model file.",
    arguments=arguments,
    run=run,
    examples=(
        "kane export arm.toml --c",
        "kane export panda.urdf --c panda_c && make -C panda_c test",
        "kane export cart.toml --latex cart.tex",
        "kane export panda.urdf --toml panda.toml",
    ),
)
