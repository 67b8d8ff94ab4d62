"""The command line: exit codes, and one JSON document where JSON is asked for."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

import pytest

from kane import cli
from kane.cli.command import Command, Misuse
from kane.errors import KaneError

Run = Callable[[argparse.Namespace], int]


@pytest.fixture
def kane_with(monkeypatch: pytest.MonkeyPatch) -> Callable[[Run], None]:
    """Gives `kane` a command `try` that runs a given function."""

    def install(run: Run) -> None:
        command = Command(name="try", summary="Tries.", arguments=lambda _: None, run=run)
        monkeypatch.setattr(cli, "COMMANDS", (command,))

    return install


def raising(error: BaseException) -> Run:
    """A command that fails."""

    def run(arguments: argparse.Namespace) -> int:
        raise error

    return run


@pytest.mark.parametrize(
    ("run", "code"),
    [
        (lambda _: 0, 0),
        (raising(KaneError("no such arm")), 2),
        (raising(KeyboardInterrupt()), 1),
        (raising(Misuse("no such group")), 2),
        (raising(AssertionError("row 3 is lost")), 1),
    ],
)
def test_the_exit_code_tells_failure_from_misuse(
    kane_with: Callable[[Run], None], run: Run, code: int
) -> None:
    kane_with(run)
    assert cli.main(["try"]) == code


def test_a_failure_is_told_in_words_and_as_json(
    kane_with: Callable[[Run], None], capsys: pytest.CaptureFixture[str]
) -> None:
    kane_with(raising(KaneError("no such arm")))

    cli.main(["try", "--json"])

    out, err = capsys.readouterr()
    assert json.loads(out) == {"error": "no such arm"}
    assert err == "kane: no such arm\n"


def test_a_fault_of_ours_says_so_without_a_traceback(
    kane_with: Callable[[Run], None], capsys: pytest.CaptureFixture[str]
) -> None:
    kane_with(raising(AssertionError("row 3 is lost")))

    assert cli.main(["try"]) == 1

    told = capsys.readouterr().err
    assert told.startswith("kane: a fault of kane itself: AssertionError: row 3 is lost.")
    assert "Traceback" not in told


@pytest.mark.parametrize("argv", [[], ["nonsense"], ["bench", "--nonsense"]])
def test_a_wrong_command_line_ends_with_two(argv: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(argv)
    assert ended.value.code == 2


@pytest.mark.parametrize("command", cli.COMMANDS, ids=lambda command: command.name)
def test_every_command_explains_itself(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main([command.name, "--help"])

    assert ended.value.code == 0
    assert "--json" in capsys.readouterr().out
