"""LLVM's spelling of numbers, vectors and symbols.

From: kane/program/program.py    Next: llvm_form.py
"""

from __future__ import annotations

import re
import struct


def real(value: float) -> str:
    """A double by its bits, so that NaN, infinities and every digit survive."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


def vector(scalar: str, lanes: int) -> str:
    """The type of that many lanes; one lane is the scalar itself."""
    return scalar if lanes == 1 else f"<{lanes} x {scalar}>"


def splat(typed: str, lanes: int) -> str:
    """A constant ("double 0x…") in every lane, without its type in front."""
    return typed.split()[1] if lanes == 1 else f"splat ({typed})"


def symbol(name: str) -> str:
    """A global symbol, quoted where it has other characters than LLVM takes bare."""
    if re.fullmatch(r"[A-Za-z_$.][\w$.]*", name, re.ASCII):
        return f"@{name}"
    escaped = "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02X}"
        for byte in name.encode()
    )
    return f'@"{escaped}"'


def comment(text: str) -> str:
    """A comment at the end of a line."""
    return f" ; {' '.join(text.split())}"
