"""What `kane feel` cannot do is said before anything moves."""

from __future__ import annotations

import pytest

from kane.cli import main


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["cart", "--seconds", "nan"], "no time to run for"),
        (["cart", "--seconds", "-1"], "no time to run for"),
        (["cart", "--handle", "zz.P"], "a handle of its own"),
        (["maze", "--axes", "x,q"], "a handle of its own"),
        (["cat"], "none of cart, piano"),
    ],
)
def test_a_misuse_ends_with_two_and_words(
    given: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(main(["feel", *given, "--no-window"]))
    assert ended.value.code == 2
    assert words in capsys.readouterr().err
