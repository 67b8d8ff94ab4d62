"""The tables of a model file, by name.

From: toml_reading.py    Next: toml_bodies.py, toml_parts.py
"""

from __future__ import annotations

from typing import Final

from kane.formats.toml_item import Item
from kane.formats.toml_reading import Reading, Wrong, unknown_key

SECTIONS: Final = {
    "parameters": "constants with a value each.",
    "definitions": "names for expressions.",
    "frames": "frames without mass.",
    "bodies": "rigid bodies.",
    "platform": "a body on wheels: what they have in common.",
    "wheels": "the platform's wheels.",
    "spacecraft": "a bus that moves freely, and its orbit.",
    "appendages": "the spacecraft's bodies on joints, by the bodies' names.",
    "reaction_wheels": "the spacecraft's wheels that store momentum.",
    "gyros": "the spacecraft's control-moment gyros.",
    "thrusters": "the spacecraft's thrusters.",
    "torquers": "the spacecraft's magnetic torquers.",
    "plates": "the spacecraft's plates that meet light.",
    "joints": "how frames move in each other.",
    "speeds": "generalized speeds, in order (default: the joints' own).",
    "constraints": "relations that the motion keeps.",
    "contacts": "what may touch, and stops of coordinates.",
    "inputs": "what comes from outside while it runs.",
    "loads": "what acts on it.",
    "simulate": "how it is simulated.",
}


def sections_of(root: Item, reading: Reading) -> dict[str, dict[str, Item]]:
    """The tables by name, empty where there is none."""
    found: dict[str, dict[str, Item]] = {name: {} for name in SECTIONS}
    for name, item in root.value.items():
        with reading.noting(""):
            if name not in (*SECTIONS, "name"):
                raise unknown_key(name, item, ["name", *SECTIONS], "a model file")
            if name != "name":
                found[name] = entries(item, name)
    return found


def entries(item: Item, name: str) -> dict[str, Item]:
    """What a table holds."""
    if not isinstance(item.value, dict):
        raise Wrong(item.place, f"{name} is {item.kind}.", f"Write [{name}] and its entries below.")
    found: dict[str, Item] = item.value
    return found
