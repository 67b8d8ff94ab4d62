"""TOML is read as the standard library reads it, and every value knows where it stands."""

from __future__ import annotations

import random
import tomllib
from typing import Any, Final

import numpy as np
import pytest

from kane.errors import ModelError
from kane.formats.toml_document import parse
from kane.formats.toml_item import Document

SAMPLE: Final = '''\
name = "shopping cart"  # the third example
a.b.c = 1
a."b d".'e' = [1, 2.5, [ "x\\u00e9\\n", 'lit\\n' ], ] # c
x = """
multi \\
   line "" quote"""
y = \'\'\'raw
 '' text\'\'\'
[bodies.basket]
centre = ["L1", 0, 0]
points.P1 = [0, 0, 0]
points.P2 = ["L2", 0, 0]
[[arr]]
k = {p.q = 1, p.r = 0x1f, z = {}}
[[arr]]
[arr.sub]
v = +1_000.5e-3
w = inf
[n.m]
[n]
m2.o=true
"caster sticks" = { motion = "rate(q4) = 0", active = false }
'''
LETTERS: Final = "[]{}=.,\"'\\#\n\r\t ab1_-+e:xuU0\x00\x07é"


def plain(value: Any) -> Any:
    """A value in a form that tells True from 1 and nan from nothing."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return type(value).__name__, repr(value)


def theirs(text: str) -> Any:
    """What the standard library makes of a text; None where it refuses it."""
    try:
        return plain(tomllib.loads(text))
    except ValueError:
        return None


def ours(text: str) -> Any:
    """What we make of it; None where we refuse it, the fault's words where it has dates."""
    try:
        return plain(parse(Document(name="d", text=text)).plain())
    except ModelError as error:
        return str(error) if "date or time" in str(error) else None


def mutated(rng: random.Random) -> str:
    """A piece of the sample with a few letters changed."""
    letters = list(SAMPLE)
    start = rng.randrange(len(letters))
    letters = letters[start : start + rng.randint(1, 300)] if rng.random() < 0.7 else letters
    for _ in range(rng.randint(0, 4)):
        place = rng.randrange(len(letters) + 1)
        match rng.randrange(3):
            case 0:
                letters[place : place + 1] = []
            case 1:
                letters[place:place] = rng.choice(LETTERS)
            case _:
                letters[place:place] = letters[place // 2 : place // 2 + rng.randint(1, 30)]
    return "".join(letters)


def test_texts_are_read_as_the_standard_library_reads_them(rng: np.random.Generator) -> None:
    draw = random.Random(int(rng.integers(2**31)))
    texts = [SAMPLE, *(mutated(draw) for _ in range(600))]
    wrong = [
        text
        for text in texts
        if (found := ours(text)) != theirs(text) and not isinstance(found, str)
    ]
    assert not wrong


def test_every_value_knows_where_it_stands() -> None:
    root = parse(Document(name="cart.toml", text=SAMPLE))
    basket = root.value["bodies"].value["basket"]
    point = basket.value["points"].value["P2"]

    assert basket.key_place == "cart.toml:9:9"
    assert point.key_place == "cart.toml:12:8"
    assert point.value[0].place == "cart.toml:12:14"
    assert point.value[0].letter(1) == "cart.toml:12:16"


def test_letters_of_a_text_with_escapes_know_where_they_stand() -> None:
    item = parse(Document(name="d", text='a = "x\\u00e9\\ty"')).value["a"]
    assert item.value == "xé\ty"
    assert [item.letter(k) for k in range(4)] == ["d:1:6", "d:1:7", "d:1:13", "d:1:15"]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("a = 1\nb = x", "d:2:5", "'x' is no value. A text stands in quotes"),
        ("a = 1\na = 2", "d:2:1", "'a' is given twice."),
        ("[a]\n[a]", "d:2:2", "'a' is given twice."),
        ("a = [1, 2", "d:1:10", "']' is missing at the end of the file."),
        ('a = "x\nb = 1', "d:1:5", "a text is not closed."),
        ("a = 1 2", "d:1:7", "'2' follows on the same line."),
        ("a = 2024-01-02", "d:1:5", "is a date or time."),
        ("a = {b = 1}\na.c = 2", "d:2:1", "'a' is complete already."),
        ('a = "\\q"', "d:1:6", "'\\q' is no escape."),
        ("= 1", "d:1:1", "a name is missing before '='."),
        ("a = " + "[" * 40, "d:1:38", "lists are nested 32 deep."),
        (".".join("a" * 20) + " = 1", "d:1:33", "a key has over 16 parts."),
        ("a = " + "1" * 500, "d:1:5", "a number has 500 characters."),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text: str, place: str, words: str) -> None:
    with pytest.raises(ModelError) as error:
        parse(Document(name="d", text=text))
    assert str(error.value).startswith(f"{place}: ")
    assert words in str(error.value)
