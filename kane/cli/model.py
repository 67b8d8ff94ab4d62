"""The model that a command is about: read from its file, with inputs and settings if it has any.

From: command.py    Next: derive.py
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kane.cli.command import Misuse
from kane.errors import Fault, ModelError

if TYPE_CHECKING:
    from kane.formats.toml import ModelFile
    from kane.model.system import System


def add_model(parser: argparse.ArgumentParser) -> None:
    """Adds the argument MODEL."""
    parser.add_argument("model", metavar="MODEL", help="a model file: .toml, .urdf, …")


def model_file(path: str, how: Mapping[str, Any] | None = None) -> ModelFile:
    """What a file says, read in this way; of formats without inputs and settings, the system alone
    and what became of the file."""
    from kane.formats import load, source, toml, urdf
    from kane.formats.convention import is_model_file
    from kane.formats.toml_include import of_source

    given, options = source.read(path), urdf.options(**(how or {}))
    if is_model_file(given):
        toml.see_no_options(given, options)
        return toml.model_of(of_source(given))
    loaded = load.format_of(given).read(given, options)
    return toml.ModelFile(
        source=loaded.source,
        system=loaded.system,
        stops=loaded.stops,
        notes=tuple(map(str, loaded.notes)),
    )


def open_contacts(system: System) -> list[str]:
    """Words on contacts, where what is made knows nothing of them."""
    if not system.contacts:
        return []
    names = ", ".join(contact.name for contact in system.contacts)
    return [f"contacts are open here ({names}); `kane simulate` closes and opens them."]


def writable(path: str) -> Path:
    """A path whose folder is there."""
    where = Path(path)
    if not where.parent.is_dir():
        what = "is to be written, and its folder is not there."
        raise ModelError(Fault(path=path, what=what, remedy=f"Make {where.parent} first."))
    return where


def add_pairs(parser: argparse.ArgumentParser, flag: str, about: str) -> None:
    """Adds an option NAME=VALUE that may be given several times."""
    parser.add_argument(flag, action="append", default=[], metavar="NAME=VALUE", help=about)


def pair(text: str, flag: str) -> tuple[str, str]:
    """Name and value of such an option."""
    name, sign, value = text.partition("=")
    if not sign or not name.strip() or not value.strip():
        raise Misuse(f"{flag} {text}: write it as {flag} NAME=VALUE.")
    return name.strip(), value.strip()
