"""Values: the attributes of elements as names, numbers, triples and angles, with their faults.

A fault is noted and a stand-in given, so that reading goes on and all faults are told at once.

From: markup.py, turns.py    Next: urdf_links.py
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Final

from kane.formats.loaded import Note, What
from kane.formats.markup import Element
from kane.formats.source import Source
from kane.formats.turns import Angle, Snap, Turn, angle, part_of_turn, rotation
from kane.geometry.rotation import IDENTITY, Rows
from kane.geometry.vector import ZEROS, Components

LARGEST: Final = 1e12  # in SI units: beyond it a number is a slip, and products overflow


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A source while it is read: faults in the source, notes and turns here."""

    source: Source
    snap: Snap
    notes: list[Note] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)

    def note(self, what: What, line: int, words: str) -> None:
        """Say what became of something."""
        self.notes.append(Note(what=what, words=words, line=line))

    # ── attributes ────────────────────────────────────────────────────────────────────────
    def name(self, element: Element, attribute: str, owner: str) -> str:
        """A name that must be there."""
        given = element.attributes.get(attribute, "").strip()
        if not given:
            what = f"{owner}: <{element.tag}> has no {attribute}."
            self.source.fault(element.line, what, f'Write {attribute}="…".')
        return given

    def number(self, element: Element, attribute: str, owner: str) -> float:
        """A number that must be there."""
        if attribute not in element.attributes:
            what = f"{owner}: <{element.tag}> has no {attribute}."
            self.source.fault(element.line, what, "Give a number.")
            return 0.0
        return self._float(element, attribute, owner, element.attributes[attribute])

    def number_or(self, element: Element, attribute: str, owner: str, default: float) -> float:
        """A number that may be left out."""
        if attribute not in element.attributes:
            return default
        return self.number(element, attribute, owner)

    def bound(self, element: Element, attribute: str, owner: str) -> float | None:
        """A limit: None where it is left out or infinite."""
        given = element.attributes.get(attribute)
        if given is None or given.strip().lower().lstrip("+-") in ("inf", "infinity"):
            return None
        return self._float(element, attribute, owner, given, largest=math.inf)

    def triple(
        self, element: Element | None, attribute: str, owner: str, default: Components = ZEROS
    ) -> Components:
        """Three numbers, or the default where they are left out."""
        if element is None or attribute not in element.attributes:
            return default
        words = self._three(element, attribute, owner)
        x, y, z = (self._float(element, attribute, owner, word) for word in words)
        return (x, y, z)

    def numbers(self, element: Element, attribute: str, owner: str, count: int) -> list[float]:
        """So many numbers."""
        words = element.attributes.get(attribute, "").split()
        if len(words) != count:
            what = f"{owner}: {attribute} of <{element.tag}> has {len(words)} numbers, not {count}."
            self.source.fault(element.line, what, "Separate them by spaces.")
            return [0.0] * count
        return [self._float(element, attribute, owner, word) for word in words]

    def origin(self, element: Element | None, owner: str) -> tuple[Components, Rows]:
        """Where the frame of an <origin> is: xyz, and R = R_z(yaw) R_y(pitch) R_x(roll)."""
        if element is None:
            return ZEROS, IDENTITY
        place = self.triple(element, "xyz", owner)
        if "rpy" not in element.attributes:
            return place, IDENTITY
        words = self._three(element, "rpy", owner)
        roll, pitch, yaw = (self._angle(element, owner, word) for word in words)
        return place, rotation([(2, yaw), (1, pitch), (0, roll)])

    def word(self, element: Element, word: str, owner: str) -> float:
        """The number that an element has as its text."""
        return self._float(element, "the value", owner, word)

    # ── one word ──────────────────────────────────────────────────────────────────────────
    def _three(self, element: Element, attribute: str, owner: str) -> list[str]:
        words = element.attributes[attribute].split()
        if len(words) != 3:
            what = f"{owner}: {attribute} of <{element.tag}> has {len(words)} numbers, not three."
            self.source.fault(element.line, what, 'Write three, as in "0 0 1".')
            return ["0", "0", "0"]
        return words

    def _angle(self, element: Element, owner: str, word: str) -> Angle:
        value = self._float(element, "rpy", owner, word)
        found = part_of_turn(word, value)
        if found is None:
            return angle(value)
        self.turns.append(
            Turn(line=element.line, written=found.written, part=found.part, moved=found.moved)
        )
        if self.snap is Snap.NONE:
            return Angle(value=value)
        return Angle(value=float(found.part) * math.pi, part=found.part)

    def _float(
        self, element: Element, attribute: str, owner: str, word: str, largest: float = LARGEST
    ) -> float:
        fault = number_fault(word, largest)
        if fault is None:
            return float(word)
        what = f"{owner}: {attribute} of <{element.tag}> is {shown(word)}, {fault[0]}"
        self.source.fault(element.line, what, fault[1])
        return 0.0


def number_fault(word: str, largest: float = LARGEST) -> tuple[str, str] | None:
    """What is wrong with a number, and what to do; None if nothing is."""
    word = word.strip()
    if "${" in word or "$(" in word:
        return "which is an expression.", "Expand the file first, with the tool that it is for."
    if word.lower().lstrip("+-") in ("nan", "inf", "infinity"):
        return "which is not finite.", "Give a finite number."
    if not _NUMBER.fullmatch(word):
        return "which is no number.", 'Write it with a point, as in "0.25" or "2.5e-1".'
    value = float(word)
    if not abs(value) <= largest or not math.isfinite(value):
        return "which is beyond all measure.", "Check the exponent; values are in SI units."
    return None


def shown(word: str) -> str:
    """A word as a message shows it."""
    return repr(word if len(word) <= _SHOWN else f"{word[: _SHOWN - 1]}…")


_SHOWN: Final = 60
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
