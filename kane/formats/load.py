"""Load: a file as a System, by the ending of its name and what it holds.

    arm = kane.load("panda.urdf")                    # a System
    loaded = kane.formats.load.read("panda.urdf")    # with limits, shapes, what was not used

A new format is one line in FORMATS and a reader beside this file; the first line whose ending
fits and whose `holds` is true of the content reads the file.

From: urdf.py, hartenberg_denavit.py    Next: kane/model/system.py
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from kane.formats import source as files
from kane.formats import toml, urdf
from kane.formats.convention import ENDING, has_convention
from kane.formats.hartenberg_denavit import read_csv, read_toml
from kane.formats.loaded import Loaded
from kane.formats.source import Source
from kane.formats.turns import Snap
from kane.formats.urdf_options import EARTH, Base, Dynamics, Inertias, Mimic, Options
from kane.geometry.vector import Components
from kane.model.system import System


def load(
    path: str | os.PathLike[str],
    *,
    base: Base | Literal["fixed", "floating"] = Base.FIXED,
    gravity: Components = EARTH,
    snap: Snap | Literal["none", "turns"] = Snap.NONE,
    mimic: Mimic | Literal["follow", "free"] = Mimic.FOLLOW,
    dynamics: Dynamics | Literal["use", "ignore"] = Dynamics.USE,
    inertia: Inertias | Literal["refuse", "mend"] = Inertias.REFUSE,
    hold: Mapping[str, float] = urdf.NOTHING,
) -> System:
    """The System that a file describes: a model file in TOML, URDF, or a table of robots' links.

    What the file holds and was not used is told in one line by the logger "kane.formats", and
    by `kane.formats.load.read`, which takes the same arguments, in full. All of them are for
    URDF, `snap` for tables too: `base="floating"`; `gravity` in m/s² along the ground's axes;
    `snap="turns"` takes a π cut short as meant; `mimic="free"` lets followers go;
    `dynamics="ignore"` leaves joints without damping and friction; `inertia="mend"` accepts
    inertias that no body has; `hold={"finger": 0.02}` fixes joints.
    """
    loaded = read(
        path,
        base=base,
        gravity=gravity,
        snap=snap,
        mimic=mimic,
        dynamics=dynamics,
        inertia=inertia,
        hold=hold,
    )
    if loaded.summary:
        _LOG.warning("%s", loaded.summary)
    return loaded.system


def read(
    path: str | os.PathLike[str],
    *,
    base: Base | Literal["fixed", "floating"] = Base.FIXED,
    gravity: Components = EARTH,
    snap: Snap | Literal["none", "turns"] = Snap.NONE,
    mimic: Mimic | Literal["follow", "free"] = Mimic.FOLLOW,
    dynamics: Dynamics | Literal["use", "ignore"] = Dynamics.USE,
    inertia: Inertias | Literal["refuse", "mend"] = Inertias.REFUSE,
    hold: Mapping[str, float] = urdf.NOTHING,
) -> Loaded:
    """The System, and what the file says beside it: limits, shapes, what was not used."""
    asked = urdf.options(
        base=base,
        gravity=gravity,
        snap=snap,
        mimic=mimic,
        dynamics=dynamics,
        inertia=inertia,
        hold=hold,
    )
    source = files.read(path)
    return format_of(source).read(source, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format: the ending of its files, what tells it from others of this ending, its reader."""

    name: str
    ending: str
    holds: Callable[[Source], bool]
    read: Callable[[Source, Options], Loaded]


def format_of(source: Source) -> Format:
    """The format that a file has."""
    ending = Path(source.name).suffix.lower()
    for known in FORMATS:
        if known.ending == ending and known.holds(source):
            return known
    endings = ", ".join(dict.fromkeys(f"{known.ending} ({known.name})" for known in FORMATS))
    what = f"its ending '{ending}' is not one that can be read." if ending else "it has no ending."
    if ending in {known.ending for known in FORMATS}:
        what = f"it holds no {' and no '.join(k.name for k in FORMATS if k.ending == ending)}."
    return files.refuse(source.name, what, f"Known are {endings}.")


def anything(source: Source) -> bool:
    """True: the ending says it all."""
    return True


_LOG: Final = logging.getLogger("kane.formats")

# The first that fits is taken. A Hartenberg–Denavit table has the key `convention`; a model file
# in TOML has none, and comes after it.
FORMATS: Final[tuple[Format, ...]] = (
    Format(name="URDF", ending=".urdf", holds=anything, read=urdf.robot_of),
    Format(name="Hartenberg–Denavit table", ending=ENDING, holds=has_convention, read=read_toml),
    Format(name="model file", ending=ENDING, holds=anything, read=toml.loaded),
    Format(name="Hartenberg–Denavit table", ending=".csv", holds=anything, read=read_csv),
)
