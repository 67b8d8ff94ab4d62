"""Code: text for a target, with the signature of the function in it.

From: llvm.py, c.py    Next: kane/machine/cpu.py
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

from kane.program.signature import Signature
from kane.program.target import Target


@unique
class Language(Enum):
    """What the text is written in."""

    LLVM = "llvm"
    C = "c"


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """Text for a target. Of LLVM code, `entry` is the symbol to call."""

    text: str
    entry: str
    language: Language
    signature: Signature
    target: Target

    def __str__(self) -> str:
        return self.text
