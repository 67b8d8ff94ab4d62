"""A measured claim is printed as documented, and holds only where it was judged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.claim import Claim, Effort, Measurement, Sense, without_rival


def claim(came: Measurement, sense: Sense = Sense.AT_MOST) -> Claim:
    """A claim of 2 ms, with a given outcome."""
    return Claim(
        name="compile", how="once", unit="ms", sense=sense, target=2.0, measure=lambda _: came
    )


@pytest.mark.parametrize(
    ("sense", "value", "holds"),
    [
        (Sense.AT_MOST, 1.0, True),
        (Sense.AT_MOST, 2.0, True),
        (Sense.AT_MOST, 3.0, False),
        (Sense.AT_LEAST, 3.0, True),
        (Sense.AT_LEAST, 1.0, False),
        (Sense.AT_MOST, float("nan"), False),
        (Sense.AT_LEAST, float("nan"), False),
        (Sense.AT_LEAST, None, None),
    ],
)
def test_a_claim_holds_on_its_side_of_the_target(
    sense: Sense, value: float | None, holds: bool | None
) -> None:
    row = report.measured("spine", claim(Measurement(value=value), sense), Effort.FULL)
    assert row.holds is holds


def test_the_quick_form_judges_nothing() -> None:
    row = report.measured("spine", claim(Measurement(value=1.0)), Effort.QUICK)
    assert row.holds is None


def test_without_its_rival_a_claim_never_holds() -> None:
    row = report.measured("spine", claim(without_rival("numba")), Effort.FULL)

    assert row.as_json()["holds"] is None
    assert "numba is not installed" in row.as_json()["note"]


def test_a_claim_whose_code_fails_does_not_hold() -> None:
    def fail(effort: Effort) -> Measurement:
        raise AssertionError("off by one")

    broken = Claim(name="run", how="once", unit="s", sense=Sense.AT_MOST, target=1.0, measure=fail)
    row = report.measured("spine", broken, Effort.QUICK)

    assert (row.holds, row.failed) == (False, True)
    assert "off by one" in row.as_json()["note"]


def test_a_row_has_the_documented_keys_and_tells_counts_and_spread() -> None:
    came = Measurement(
        value=1.5, median=1.6, spread=0.1, repeats=9, counts="1 204 operations", rival="gcc 12.2"
    )
    row = report.measured("spine", claim(came), Effort.FULL).as_json()

    assert json.loads(json.dumps(row)) == {
        "group": "spine",
        "claim": "compile",
        "value": 1.5,
        "unit": "ms",
        "target": 2.0,
        "holds": True,
        "rival": "gcc 12.2",
        "note": "≤ 2 ms; 1 204 operations; median 1.6, spread 0.1 ms of 9",
    }


def test_an_interrupted_run_prints_what_it_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(effort: Effort) -> Measurement:
        raise KeyboardInterrupt

    first = claim(Measurement(value=1.5))
    endless = Claim(name="run", how="", unit="s", sense=first.sense, target=1, measure=interrupt)
    monkeypatch.setattr(report, "claims", lambda group: (first, endless))

    assert report.run(["spine"], as_json=True, quick=False) == 130
    printed = capsys.readouterr()
    assert [row["value"] for row in json.loads(printed.out)] == [1.5]
    assert "spine: compile … 1.5 ms, in" in printed.err


def test_groups_are_the_files_that_assign_claims(tmp_path: Path) -> None:
    (tmp_path / "arms.py").write_text("CLAIMS = ()\n")
    (tmp_path / "chains.py").write_text("CLAIMS: tuple[int, ...] = ()\n")
    (tmp_path / "claim.py").write_text('"""CLAIMS = ()"""\n')

    assert report.names(tmp_path) == ("arms", "chains")


def test_the_table_shows_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    report.print_table([report.measured("spine", claim(Measurement(value=3.25)), Effort.FULL)])

    printed = capsys.readouterr().out
    assert all(part in printed for part in ("spine", "compile", "3.25", "≤ 2 ms", "NO"))
    assert "0 of 1 judged claims hold, 0 open" in printed
