"""Model files and expressions with anything wrong in them: read, or refused with place and words.

Quick runs see a share; the slow ones, together, more than 50,000 mutations and random strings.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from kane.cli import main
from kane.errors import ModelError
from kane.formats import toml
from kane.formats.expression import parse, parse_relation
from kane.formats.expression_meaning import condition_of, relation_of, scalar_of, vector_of
from kane.formats.expression_tokens import Slip
from kane.formats.source import Source
from tests.formats import mutations
from tests.formats.expressions import random_text
from tests.formats.test_toml_expression import SCOPE
from tests.house.tree import PACKAGE, ROOT

FILES: Final = [
    path.read_bytes()
    for folder in (ROOT / "examples/models", PACKAGE / "cli/templates")
    for path in sorted(folder.glob("*.toml"))
]
PLACE: Final = re.compile(r"m\.toml:\d+:\d+")
LONGEST: Final = 1_500  # letters of a message
SLOWEST: Final = 10.0  # seconds, on a machine that is busy with other things
READINGS: Final[tuple[Callable[[str], Any], ...]] = (
    lambda text: scalar_of(parse(text), SCOPE),
    lambda text: vector_of(parse(text), SCOPE),
    lambda text: condition_of(parse(text), SCOPE),
    lambda text: relation_of(parse_relation(text), SCOPE),
)


def see(fault: str, content: object) -> None:
    """A message has file, line and column, and is no longer than can be read."""
    assert PLACE.match(fault), (fault, content)
    assert len(fault) < LONGEST, (fault, content)
    assert "Traceback" not in fault
    assert "object at 0x" not in fault


def see_slip(slip: Slip, text: str) -> None:
    """A slip stands within its text, and says what is wrong in a sentence."""
    assert 0 <= slip.at <= len(text), text
    assert slip.what.endswith((".", '"', "'")), (slip.what, text)


def read_mutated(rng: np.random.Generator, count: int) -> int:
    """How many of so many mutated files were refused, each with its places."""
    refused = 0
    for number in range(count):
        content = mutations.mutated(rng, FILES[number % len(FILES)])
        began = time.perf_counter()
        try:
            toml.loaded(Source(name="m.toml", content=content))
        except ModelError as error:
            refused += 1
            for fault in error.faults:
                see(str(fault), content)
        except Exception as error:
            pytest.fail(f"mutation {number}: {error!r} of {content!r}")
        assert time.perf_counter() - began < SLOWEST, content
    return refused


def read_texts(seed: int, count: int) -> int:
    """How many readings of so many texts as expressions were refused, each with its place."""
    draw, refused = random.Random(seed), 0
    for number in range(count):
        text, began = random_text(draw), time.perf_counter()
        for reading in READINGS:
            try:
                reading(text)
            except Slip as slip:
                refused += 1
                see_slip(slip, text)
            except Exception as error:
                pytest.fail(f"text {number}: {error!r} of {text!r}")
        assert time.perf_counter() - began < SLOWEST, text
    return refused


def answer_mutated(rng: np.random.Generator, count: int, capsys: Any) -> set[int]:
    """The exit codes of `kane check` and `kane derive` on so many files with one mutation."""
    codes, path = set(), Path("m.toml")
    for number in range(count):
        good = next(one for one in FILES[number % len(FILES) :] if len(one) < 1_500)
        path.write_bytes(mutations.pick(rng, LIGHT)(rng, good))
        code = main(["check", str(path), "--json"])
        (model,) = json.loads(capsys.readouterr().out)["models"]
        for fault in model["faults"]:
            see(fault["where"], good)
        if code == 0:
            code = main(["derive", str(path), "--json"])
            assert json.loads(capsys.readouterr().out)
        codes.add(code)
    return codes


LIGHT: Final = (
    *(mutations.number_nasty, mutations.number_scaled, mutations.word_exchanged),
    *(mutations.word_nasty, mutations.line_gone, mutations.lines_swapped),
)


def test_mutated_files_are_read_or_refused_with_their_place(rng: np.random.Generator) -> None:
    assert read_mutated(rng, 300) > 150


def test_any_text_is_an_expression_or_refused_with_its_place(rng: np.random.Generator) -> None:
    assert read_texts(int(rng.integers(2**31)), 400) > 400


def test_commands_answer_any_file_with_0_or_2(
    rng: np.random.Generator,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert answer_mutated(rng, 60, capsys) <= {0, 2}


@pytest.mark.slow
def test_twelve_thousand_mutated_files(rng: np.random.Generator) -> None:
    assert read_mutated(rng, 12_000) > 6_000


@pytest.mark.slow
def test_forty_thousand_texts(rng: np.random.Generator) -> None:
    assert read_texts(int(rng.integers(2**31)), 40_000) > 40_000


@pytest.mark.slow
def test_commands_answer_five_hundred_files(
    rng: np.random.Generator,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert answer_mutated(rng, 500, capsys) <= {0, 2}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("m = __import__('os').getcwd()", "is no value"),
        ("m = \"__import__('os').getcwd()\"", "is no number with a unit"),
        ("m = 1e999", "m.toml:2:5: Parameter 'm': inf is not finite"),
        ('m = "1e999 kg"', "m.toml:2:5: Parameter 'm'"),
        ("m = " + "9" * 400, "m.toml:2:5:"),
        ("m = " + "[" * 50_000, "lists are nested 32 deep"),
        ("m = " + "{a=" * 50_000, "m.toml:2:"),
        ("[" + "a." * 5_000 + "b]", "a key has over 16 parts"),
        ("m = '" + "(" * 10_000 + "'", "is no number with a unit"),
    ],
)
def test_what_is_deep_huge_or_python_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(ModelError) as error:
        toml.from_text(f"[parameters]\n{text}\n", "m.toml")
    told = [str(fault) for fault in error.value.faults]
    assert any(words in one for one in told), told
    for one in told:
        see(one, text)
