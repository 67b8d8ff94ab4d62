"""A library's fingerprint differs where its meaning does, and only there."""

from __future__ import annotations

import pytest

from kane.program.numeric.library import NUMERIC
from kane.program.routine import library
from kane.program.routine_key import fingerprint
from tests.routines import routines

TEXT = """\
STEP = 2
@routine
def part(x: float) -> float:
    return x * 0.5
@routine
def top(a: Floats, n: int) -> float:
    y = 0.0
    for i in range(0, n, STEP):
        y += part(a[i]) + sin(y)
    return y
"""


def mark(text: str, name: str = "test") -> bytes:
    """The fingerprint of `top` in a module."""
    return fingerprint(library(name, routines(text)["top"]))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x * 0.5", "x * 0.25"),
        ("x * 0.5", "x * 0.5 + 1"),
        ("STEP = 2", "STEP = 3"),
        ("n: int", "n: float"),
        ("a: Floats", "a: Ints"),
        ("y = 0.0", "y = -0.0"),
        ("y = 0.0", "y = 0"),
        ("sin(y)", "cos(y)"),
        ("sin(y)", "math.sin(y)"),
        ("range(0, n, STEP)", "range(n)"),
        ("    y += ", "    y -= "),
    ],
)
def test_whatever_changes_the_meaning_changes_the_fingerprint(before: str, after: str) -> None:
    assert before in TEXT
    assert mark(TEXT) != mark(TEXT.replace(before, after))


def test_a_function_of_the_same_name_is_told_from_another() -> None:
    assert mark(TEXT) != mark("sin = cos\n" + TEXT)


def test_what_is_said_in_other_places_or_comments_changes_nothing() -> None:
    moved = "# a comment\n\n" + TEXT.replace("    y = 0.0\n", "    # so far\n\n    y = 0.0\n")
    assert mark(TEXT) == mark(moved) == mark(TEXT + "UNUSED = 1\n")


def test_the_name_of_the_library_and_its_choice_count() -> None:
    made = routines(TEXT)
    both = fingerprint(library("test", made["top"], made["part"]))
    assert len({mark(TEXT), mark(TEXT, "other"), both}) == 3
    assert fingerprint(NUMERIC) == fingerprint(NUMERIC)
