"""A URDF on wheels: a model file that names one and says which of its joints roll.

    [urdf]
    file = "tiago.urdf"

    [rolling.wheel_left_joint]
    radius = "98.5 mm"
    drive = "torque_left"

From: toml_platform.py, urdf.py    Next: toml.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kane.formats import source as files
from kane.formats import urdf
from kane.formats.toml_forms import read_fields
from kane.formats.toml_item import Item
from kane.formats.toml_kinds import word
from kane.formats.toml_platform import URDF, axles_of, noted
from kane.formats.toml_points import scope_of
from kane.formats.toml_reading import Reading, Wrong, unknown_key
from kane.formats.turns import Snap
from kane.formats.urdf_options import Dynamics, Inertias, Mimic, Options
from kane.model.rolling.found import on_wheels
from kane.model.rolling.platform import Speeds
from kane.model.system import System

KEYS: Final = ("name", "urdf", "rolling", "inputs", "simulate")
MADE: Final[dict[str, Any]] = {
    "snap": Snap,
    "mimic": Mimic,
    "dynamics": Dynamics,
    "inertia": Inertias,
    "hold": dict,
}


def is_on_wheels(root: Item) -> bool:
    """Whether a document names a URDF."""
    return "urdf" in root.value


def rolling_system(root: Item, reading: Reading) -> System | None:
    """The URDF's System on its wheels; None where something is wrong, which is noted."""
    for key, item in root.value.items():
        if key not in KEYS:
            reading.note("", unknown_key(key, item, list(KEYS), "a file with a URDF"))
    item = root.value["urdf"]
    owner = "URDF"
    reading.owners[owner] = item
    values = read_fields(item, URDF, owner, reading) if isinstance(item.value, dict) else None
    rolling = root.value.get("rolling")
    axles = axles_of(rolling.value, reading) if rolling and isinstance(rolling.value, dict) else []
    if not axles:
        what, remedy = "no joint of it rolls.", "Say which do: [rolling.wheel_left_joint]."
        reading.note(owner, Wrong(item.key_place, what, remedy))
    if values is None or reading.faults:
        return None
    with reading.noting(owner):
        robot = _robot(root, item, values)
        ground = {k: values[k] for k in ("slope", "coordinates", "speed_names") if k in values}
        speeds = Speeds(values.get("speeds", Speeds.ROLLING))
        made = noted(lambda: on_wheels(robot, axles, speeds=speeds, **ground), item, reading, owner)
        if made is None:
            return None
        system: System = made
        if "name" in root.value:
            system = system.replace(name=word(root.value["name"], "a name"))
        reading.scope = scope_of(system)
        return system
    return None


def _robot(root: Item, item: Item, values: dict[str, Any]) -> System:
    given = item.value["file"]
    folder = root.document.folder
    path = Path(folder or ".") / values["file"]
    inside = not Path(values["file"]).is_absolute() and ".." not in Path(values["file"]).parts
    if not inside:
        what = f"'{values['file']}' leads out of the model's folder."
        raise Wrong(given.place, what, "Put the URDF beside the model or below it.")
    asked = {name: make(values[name]) for name, make in MADE.items() if name in values}
    return urdf.robot_of(files.read(path), Options(**asked)).system
