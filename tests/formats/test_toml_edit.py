"""Edits of a model file touch only the keys that they are about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kane.errors import ModelError
from kane.formats.toml_edit import edit, edited

FILE = """\
# what it is
name = "arm"   # short

[parameters]
m = "1.2 kg" # heavy
L = 0.4

[simulate]
start = { q1 = "10 deg" }  # from here
[bodies.arm]
mass = "m"
"""


@pytest.mark.parametrize(
    ("keys", "value", "old", "new"),
    [
        (("parameters", "m"), "1.3 kg", '"1.2 kg"', '"1.3 kg"'),
        (("parameters", "L"), 0.5, "L = 0.4", "L = 0.5"),
        (("name",), "leg", '"arm"   #', '"leg"   #'),
        (("simulate", "start", "q1"), 0.1, '"10 deg" }', "0.1 }"),
        (("simulate", "start", "q2"), 1, 'deg" }', 'deg", q2 = 1 }'),
        (("parameters", "g"), 9.81, "L = 0.4\n", "L = 0.4\ng = 9.81\n"),
        (("bodies", "arm", "centre"), [0, 1.5, "L"], '"m"\n', '"m"\ncentre = [0, 1.5, "L"]\n'),
        (("inputs", "F"), True, '"m"\n', '"m"\n\n[inputs]\nF = true\n'),
    ],
)
def test_all_else_stays_to_the_letter(
    keys: tuple[str, ...], value: Any, old: str, new: str
) -> None:
    assert edited(FILE, {keys: value}) == FILE.replace(old, new)


def test_line_ends_of_another_system_stay(tmp_path: Path) -> None:
    path = tmp_path / "arm.toml"
    path.write_bytes(FILE.replace("\n", "\r\n").encode())

    edit(path, {("parameters", "m"): "2 kg"})

    assert path.read_bytes() == FILE.replace("1.2 kg", "2 kg").replace("\n", "\r\n").encode()


def test_what_cannot_be_changed_is_refused_in_words() -> None:
    with pytest.raises(ModelError, match="a table with a header, which is not replaced"):
        edited(FILE, {("bodies", "arm"): 3})
    with pytest.raises(ModelError, match="this is a text, and no table"):
        edited(FILE, {("name", "x"): 3})
    with pytest.raises(ModelError, match=r"has no form in TOML\. Give texts, numbers"):
        edited(FILE, {("name",): object()})
