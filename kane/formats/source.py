"""Source: the text of a file, and its faults, each with the line where it stands.

Faults are collected while a file is read and raised together, in the words of the file:

    arm.urdf:12: joint 'elbow' moves link 'forearm2', which the file does not have. …

From: kane/errors.py    Next: markup.py
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final, NoReturn

from kane.errors import Fault, ModelError

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
LARGEST: Final = 64 * 2**20  # bytes; the largest robots have a quarter of one per cent of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file's name, content and folder, and the faults found so far."""

    name: str
    content: bytes
    folder: str | None = None  # where it stands; None of a text
    faults: list[Fault] = field(default_factory=list)

    def fault(self, line: int, what: str, remedy: str) -> None:
        """Note a fault and read on."""
        self.faults.append(Fault(path=f"{self.name}:{line}", what=what, remedy=remedy))

    def stop_at_faults(self) -> None:
        """Raise what was found so far, if there is any."""
        if self.faults:
            raise ModelError(*dict.fromkeys(self.faults))

    def text(self) -> str:
        """The content as UTF-8, line ends as \\n."""
        try:
            text = self.content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = self.content.count(b"\n", 0, error.start) + 1
            what = f"byte {self.content[error.start]:#04x} is no UTF-8."
            refuse(f"{self.name}:{line}", what, "Save the file as UTF-8.")
        return text.replace("\r\n", "\n").replace("\r", "\n")

    @contextmanager
    def in_words_of_the_file(
        self, lines: Mapping[str, int], remedies: Mapping[str, str] = NOTHING
    ) -> Iterator[None]:
        """Tell a description's faults with the file and the line of the item they name.

        `remedies` says what else can be done about a fault in which these words stand.
        """
        try:
            yield
        except ModelError as error:
            raise ModelError(*self._placed(error.faults, lines, remedies)) from None

    def _placed(
        self, faults: Sequence[Fault], lines: Mapping[str, int], remedies: Mapping[str, str]
    ) -> Iterator[Fault]:
        for fault in faults:
            line = line_of(fault.path, lines)
            path = f"{self.name}:{line}: {fault.path}" if line else f"{self.name}: {fault.path}"
            more = [said for words, said in remedies.items() if words in fault.what]
            yield Fault(path=path, what=fault.what, remedy=" ".join([fault.remedy, *more]))


def read(path: str | os.PathLike[str]) -> Source:
    """A file's content."""
    where = Path(path)
    try:
        if where.is_file() and where.stat().st_size > LARGEST:
            refuse(where.name, f"has more than {LARGEST // 2**20} MiB.", "Is it the right file?")
        content = where.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        refuse(str(path), f"cannot be read: {reason}.", "Check the path.")
    return Source(name=where.name, content=content, folder=str(where.parent))


def refuse(path: str, what: str, remedy: str) -> NoReturn:
    """Raise a ModelError with one fault."""
    raise ModelError(brief(Fault(path=path, what=what, remedy=remedy)))


def brief(fault: Fault) -> Fault:
    """The same with what stands in quotes cut to a length that can be read."""
    path, what, remedy = (
        _WORDY.sub(r"\1…\2", text) for text in (fault.path, fault.what, fault.remedy)
    )
    return Fault(path=path, what=_cut(what), remedy=_cut(remedy))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …."


def line_of(path: str, lines: Mapping[str, int]) -> int:
    """The line of the first item that a fault's path names; 0 if it names none of the file."""
    for name in _QUOTED.findall(path):
        if name in lines:
            return lines[name]
    return 0


_LONGEST: Final = 500  # letters of a message's part
_WORDY: Final = re.compile(r"('[^']{60})[^']{3,}(')")
_QUOTED: Final = re.compile(r"'([^']*)'")
