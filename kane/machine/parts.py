"""A module in parts: a Program of many chunks is compiled on all processors at once.

Text is cut between functions; each part declares the functions of the others. The objects go
together in one piece of bytes, and are linked into one library.

From: cpu.py    Next: unlocked.py
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from struct import Struct
from typing import Any, Final, TypeVar

T = TypeVar("T")

_LEAST: Final = 150_000  # characters of text worth a thread: about 2,000 operations
_MARK: Final = b"KANEPART"
_LENGTH: Final = Struct("<Q")


def cut(text: str, most: int = os.cpu_count() or 1) -> list[str]:
    """The module's text in up to `most` parts, the entry and aliases in the last."""
    count = min(most, len(text) // _LEAST)
    if count < 2:
        return [text]
    common, functions, last = _taken_apart(text)
    ends = list(accumulate(len(body) for _, body in functions))
    bounds = [sum(end <= ends[-1] * k // count for end in ends) for k in range(count)]
    made = []
    for start, stop in pairwise([*bounds, len(functions)]):
        others = [header for header, _ in (*functions[:start], *functions[stop:])]
        own = [body.replace("define internal ", "define ", 1) for _, body in functions[start:stop]]
        made.append("\n".join((common, *others, *own)))
    made[-1] = "\n".join((made[-1], last))
    return made


def _taken_apart(text: str) -> tuple[str, list[tuple[str, str]], str]:
    """What all parts need; internal functions, each with its declaration; the rest."""
    common: list[str] = []
    functions: list[tuple[str, str]] = []
    last: list[str] = []
    for piece in text.split("\n}\n"):
        start = 0 if piece.startswith("define ") else piece.find("\ndefine ") + 1
        if not start and not piece.startswith("define "):
            start = len(piece)
        for line in piece[:start].splitlines():
            (last if line.startswith("@") else common).append(line)
        body = piece[start:]
        if body.startswith("define internal "):
            header = body[: body.index("{\n")].replace("define internal ", "declare ", 1)
            functions.append((header, f"{body}\n}}"))
        elif body:
            last.append(f"{body}\n}}")
    return "\n".join(common), functions, "\n".join(last)


def joined(objects: Sequence[bytes]) -> bytes:
    """Several objects as one piece; a single one as it is."""
    if len(objects) == 1:
        return objects[0]
    return _MARK + b"".join(_LENGTH.pack(len(made)) + made for made in objects)


def separated(made: bytes) -> list[bytes]:
    """The objects in such a piece."""
    if not made.startswith(_MARK):
        return [made]
    objects, at = [], len(_MARK)
    while at < len(made):
        (length,) = _LENGTH.unpack_from(made, at)
        at += _LENGTH.size
        objects.append(made[at : at + length])
        at += length
    return objects


def at_once(function: Callable[[Any], T], arguments: Sequence[Any]) -> list[T]:
    """The function of each argument, on threads of their own."""
    made: list[Any] = [None] * len(arguments)

    def run(k: int) -> None:
        try:
            made[k] = function(arguments[k])
        except BaseException as error:
            made[k] = error

    threads = [threading.Thread(target=run, args=(k,)) for k in range(1, len(arguments))]
    for k, thread in enumerate(threads, start=1):
        try:
            thread.start()
        except RuntimeError:  # at the end of the process, or too many
            run(k)
    run(0)
    for thread in threads:
        if thread.ident is not None:
            thread.join()
    for result in made:
        if isinstance(result, BaseException):
            raise result
    return made
