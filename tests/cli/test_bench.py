"""`kane bench` measures the groups asked for, and says in words what it cannot do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.claim import Claim, Measurement, Sense
from kane import cli
from kane.cli import bench

KEYS = ["group", "claim", "value", "unit", "target", "holds", "rival", "note"]


CLAIM = Claim(
    name="count",
    how="by hand",
    unit="mul",
    sense=Sense.AT_MOST,
    target=12,
    measure=lambda _: Measurement(value=12),
)


@pytest.fixture
def one_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    """Benchmarks of a single group with a single claim."""
    monkeypatch.setattr(report, "names", lambda: ("arms",))
    monkeypatch.setattr(report, "claims", lambda group: (CLAIM,))


@pytest.mark.usefixtures("one_claim")
@pytest.mark.parametrize(("options", "holds"), [([], True), (["arms"], True), (["--quick"], None)])
def test_json_is_one_list_with_the_documented_keys(
    options: list[str], holds: bool | None, capsys: pytest.CaptureFixture[str]
) -> None:
    code = cli.main(["bench", *options, "--json"])

    (row,) = json.loads(capsys.readouterr().out)
    assert code == 0
    assert list(row) == KEYS
    assert (row["group"], row["value"], row["holds"]) == ("arms", 12, holds)


def test_an_unknown_group_is_answered_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = cli.main(["bench", "nonsense", "--json"])

    assert code == 2
    assert "no group nonsense. There are: " in json.loads(capsys.readouterr().out)["error"]


def test_without_a_checkout_it_says_where_the_claims_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "PACKAGE", tmp_path / "kane")
    monkeypatch.chdir(tmp_path)

    assert cli.main(["bench"]) == 2
    assert "benchmarks/ of a checkout" in capsys.readouterr().err
