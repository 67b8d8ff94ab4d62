"""Mutations of good files: by bytes, by lines, by words; the nastier the better."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import numpy as np

Rng = np.random.Generator
Mutation = Callable[[Rng, bytes], bytes]

NASTY: Final = (
    *(b"nan", b"inf", b"-inf", b"1e400", b"-1e400", b"1e308", b"5e-324", b"-0", b"0", b"-1"),
    *(b"", b" ", b"1 2", b"1 2 3", b"0 0 0", b"${pi}", b"$(find x)", b"pi/2", b"0x10", b"1_000"),
    *(b"1,5", b"+", b".", b"e5", b"1e", b"NaN", b"True", b"None", b"[]", b"{}", b"'", b'"'),
    *(b"\x00", b"\xff\xfe", "١٢".encode(), "π".encode(), b"&amp;", b"&x;", b"<!--", b"]]>"),
    *(b"__import__('os')", b"../../etc/passwd", b"a" * 5000, b"9" * 500, b"ground", b"base"),
)
_WORD: Final = re.compile(rb"[A-Za-z_][\w.']*")
_NUMBER: Final = re.compile(rb"[-+]?\d*\.?\d+(?:[eE][-+]?\d+)?")


def mutated(rng: Rng, content: bytes) -> bytes:
    """The content after one to four mutations."""
    for _ in range(int(rng.integers(1, 5))):
        content = pick(rng, MUTATIONS)(rng, content)
    return content


def pick(rng: Rng, options: tuple[Mutation, ...]) -> Mutation:
    """One of several."""
    return options[int(rng.integers(len(options)))]


def flip(rng: Rng, content: bytes) -> bytes:
    """One byte is another."""
    at = _place(rng, content)
    return content[:at] + bytes([int(rng.integers(256))]) + content[at + 1 :]


def cut(rng: Rng, content: bytes) -> bytes:
    """A piece is missing."""
    at = _place(rng, content)
    return content[:at] + content[at + int(rng.integers(1, 40)) :]


def truncated(rng: Rng, content: bytes) -> bytes:
    """The end is missing."""
    return content[: _place(rng, content)]


def repeated(rng: Rng, content: bytes) -> bytes:
    """A piece is there twice, the second time elsewhere."""
    start, to = _place(rng, content), _place(rng, content)
    piece = content[start : start + int(rng.integers(1, 200))]
    return content[:to] + piece + content[to:]


def line_gone(rng: Rng, content: bytes) -> bytes:
    """A line is missing."""
    lines = content.split(b"\n")
    del lines[int(rng.integers(len(lines)))]
    return b"\n".join(lines)


def line_twice(rng: Rng, content: bytes) -> bytes:
    """A line is there twice."""
    lines = content.split(b"\n")
    at = int(rng.integers(len(lines)))
    return b"\n".join([*lines[: at + 1], lines[at], *lines[at + 1 :]])


def lines_swapped(rng: Rng, content: bytes) -> bytes:
    """Two lines have changed places."""
    lines = content.split(b"\n")
    a, b = (int(rng.integers(len(lines))) for _ in range(2))
    lines[a], lines[b] = lines[b], lines[a]
    return b"\n".join(lines)


def number_nasty(rng: Rng, content: bytes) -> bytes:
    """A number is something else."""
    return _replaced(rng, content, _NUMBER, NASTY[int(rng.integers(len(NASTY)))])


def number_scaled(rng: Rng, content: bytes) -> bytes:
    """A number is another."""
    return _replaced(rng, content, _NUMBER, b"%g" % (rng.normal() * 10.0 ** rng.integers(-12, 13)))


def word_nasty(rng: Rng, content: bytes) -> bytes:
    """A word is something else."""
    return _replaced(rng, content, _WORD, NASTY[int(rng.integers(len(NASTY)))])


def word_exchanged(rng: Rng, content: bytes) -> bytes:
    """A word is another word of the file."""
    words = _WORD.findall(content)
    return _replaced(rng, content, _WORD, words[int(rng.integers(len(words)))] if words else b"x")


def nested(rng: Rng, content: bytes) -> bytes:
    """Something is nested deeply."""
    at = _place(rng, content)
    opened = (b"<a>", b"[", b"{a=", b"(")[int(rng.integers(4))]
    return content[:at] + opened * int(rng.integers(1, 3000)) + content[at:]


def _place(rng: Rng, content: bytes) -> int:
    return int(rng.integers(len(content) + 1))


def _replaced(rng: Rng, content: bytes, pattern: re.Pattern[bytes], by: bytes) -> bytes:
    found = list(pattern.finditer(content))
    if not found:
        return content
    one = found[int(rng.integers(len(found)))]
    return content[: one.start()] + by + content[one.end() :]


MUTATIONS: Final[tuple[Mutation, ...]] = (
    *(flip, cut, truncated, repeated, line_gone, line_twice, lines_swapped, nested),
    *(number_nasty, number_scaled, word_nasty, word_exchanged) * 3,
)
