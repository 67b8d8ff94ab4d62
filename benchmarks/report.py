"""Every claim of the groups asked for, measured and printed: what `kane bench` runs.

The exit code is 0 when everything could be measured, whether or not the targets hold (the rows
say that), and 1 when a claim's code failed; 130 after Ctrl-C, with the claims measured so far.

From: claim.py, machine.py    Next: the groups, one file each
"""

from __future__ import annotations

import ast
import importlib
import json
import math
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks.claim import Claim, Effort, Measurement
from benchmarks.machine import this_machine

if TYPE_CHECKING:
    from rich.table import Table

HERE: Final = Path(__file__).parent
INTERRUPTED: Final = 130  # as shells say it
MARKS: Final = {True: "yes", False: "NO", None: "–"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One measured claim. `failed` says that its code did not run through."""

    group: str
    claim: Claim
    measurement: Measurement
    holds: bool | None
    failed: bool = False

    def as_json(self) -> dict[str, Any]:
        """The row under the documented keys; numbers that JSON cannot write are null."""
        return {
            "group": self.group,
            "claim": self.claim.name,
            "value": finite(self.measurement.value),
            "unit": self.claim.unit,
            "target": self.claim.target,
            "holds": self.holds,
            "rival": self.measurement.rival or None,
            "note": "; ".join(self.remarks()),
        }

    def remarks(self) -> list[str]:
        """Target in words, counts, repeats with median and spread, the measurer's own note."""
        came, unit = self.measurement, self.claim.unit
        steady = came.median is not None and came.spread is not None
        runs = f"median {came.median:.3g}, spread {came.spread:.2g} {unit}" if steady else ""
        parts = (self.claim.promise, came.counts, f"{runs} of {came.repeats}" if runs else "")
        return [part for part in (*parts, came.note) if part]


def names(folder: Path = HERE) -> tuple[str, ...]:
    """The groups: the files that assign CLAIMS. None of them is imported to find out."""
    return tuple(sorted(file.stem for file in folder.glob("*.py") if assigns_claims(file)))


def assigns_claims(file: Path) -> bool:
    """Whether a file assigns CLAIMS at its top level."""
    targets: list[ast.expr] = []
    for statement in ast.parse(file.read_text(encoding="utf-8")).body:
        match statement:
            case ast.Assign():
                targets += statement.targets
            case ast.AnnAssign():
                targets.append(statement.target)
    return any(isinstance(target, ast.Name) and target.id == "CLAIMS" for target in targets)


def claims(group: str) -> tuple[Claim, ...]:
    """The claims of a group."""
    found: tuple[Claim, ...] = importlib.import_module(f"benchmarks.{group}").CLAIMS
    return found


def run(groups: Sequence[str], *, as_json: bool, quick: bool) -> int:
    """Exit code, after measuring the groups and printing what came out; Ctrl-C ends it early."""
    effort = Effort.QUICK if quick else Effort.FULL
    print(this_machine(), file=sys.stderr)
    rows: list[Row] = []
    interrupted = False
    try:
        for group in groups:
            for claim in claims(group):
                rows.append(measured(group, claim, effort))
    except KeyboardInterrupt:
        print("\ninterrupted: what had been measured until then", file=sys.stderr)
        interrupted = True
    if as_json:
        print(json.dumps([row.as_json() for row in rows], indent=1, ensure_ascii=False))
    else:
        print_table(rows)
    return INTERRUPTED if interrupted else int(any(row.failed for row in rows))


def measured(group: str, claim: Claim, effort: Effort) -> Row:
    """A claim, measured. A claim whose code fails does not hold, and the others go on."""
    print(f"{group}: {claim.name} … ", file=sys.stderr, end="", flush=True)
    start = time.perf_counter()
    try:
        came = claim.measure(effort)
    except Exception as error:
        traceback.print_exc()
        note = f"failed: {type(error).__name__}: {error}"
        failure = Measurement(value=None, note=note)
        return Row(group=group, claim=claim, measurement=failure, holds=False, failed=True)
    took = time.perf_counter() - start
    print(f"{number(came.value) or '–'} {claim.unit}, in {took:.1f} s", file=sys.stderr)
    holds = None if effort is Effort.QUICK else claim.holds(came.value)
    return Row(group=group, claim=claim, measurement=came, holds=holds)


def print_table(rows: Sequence[Row]) -> None:
    """Prints the rows for a person; as wide as they need where nobody looks (a file, a pipe)."""
    from rich.console import Console

    console = Console(highlight=False)
    (console if console.is_terminal else Console(highlight=False, width=180)).print(table(rows))
    judged = [row for row in rows if row.holds is not None]
    kept = sum(bool(row.holds) for row in judged)
    console.print(f"{kept} of {len(judged)} judged claims hold, {len(rows) - len(judged)} open")


def table(rows: Sequence[Row]) -> Table:
    """The rows as a table."""
    from rich.table import Table

    drawn = Table()
    for heading in ("group", "claim", "value", "median", "spread", "of", "target", "holds"):
        drawn.add_column(heading, justify="left" if heading in {"group", "claim"} else "right")
    drawn.add_column("rival")
    drawn.add_column("counts and note")
    for row in rows:
        drawn.add_row(*cells(row))
    return drawn


def cells(row: Row) -> tuple[str, ...]:
    """A row's cells, in the order of the table's columns."""
    claim, came = row.claim, row.measurement
    remarks = "; ".join(part for part in (came.counts, came.note) if part)
    return (
        row.group,
        claim.name,
        *(number(value) for value in (came.value, came.median, came.spread)),
        str(came.repeats),
        claim.promise,
        MARKS[row.holds],
        came.rival,
        remarks,
    )


def number(value: float | None) -> str:
    """A number to four digits."""
    return "" if value is None else f"{value:.4g}"


def finite(value: float | None) -> float | None:
    """The value, where JSON can write it."""
    return value if value is not None and math.isfinite(value) else None
