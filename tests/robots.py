"""Robots' files: those of `tests/data/robots`, and the whole collection where it is installed.

The collection is the package `example-robot-data`, which `make bench-rivals` installs beside the
rivals; KANE_ROBOTS names its folder `robots` if it is elsewhere.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import pytest

from tests.house.tree import ROOT
from tests.textbook.reference import DATA, read_json

OURS: Final = DATA / "robots"
STANFORD: Final = ROOT / "examples/02_manipulators/stanford_arm.csv"
INSTALLED: Final = ".venv-rivals/lib/python*/site-packages/cmeel.prefix/share/example-robot-data"


def robot(name: str) -> Path:
    """A file of `tests/data/robots`."""
    return OURS / f"{name}.urdf"


def pinocchio(name: str) -> Any:
    """What Pinocchio gives for it (see `tests/data/README.md`)."""
    return read_json(f"robots/{name}_pinocchio.json")


def collection() -> Path | None:
    """The collection's folder; None where it is not installed."""
    given = os.environ.get("KANE_ROBOTS")
    places = [Path(given)] if given else [place / "robots" for place in ROOT.glob(INSTALLED)]
    return next((place for place in places if place.is_dir()), None)


def collected(path: str) -> Path:
    """A file of the collection; the test is left out where there is none."""
    place = collection()
    if place is None:
        pytest.skip("example-robot-data is not installed (make bench-rivals)")
    return place / path


TALOS: Final = "talos_data/robots/talos_reduced.urdf"
