"""The page beside SymPy's: `python -m benchmarks.kane_page` measures and writes its table anew.

From: kane_sympy.py    Next: docs/against_sympy.md
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from benchmarks.claim import Effort
from benchmarks.kane_derive import derived
from benchmarks.kane_sympy import (
    STANFORD,
    WRIST,
    Answer,
    Case,
    asked,
    in_base_parameters,
    operations,
    pendulum,
)
from benchmarks.kane_systems import wrist
from benchmarks.timing import time_call
from kane.program.count import Operations

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "against_sympy.md"
FIRST, LAST = "<!-- written by benchmarks/kane_page.py -->\n", "<!-- to here -->\n"
TITLES: Final = (
    "operations of M, f and q̇", "SymPy after `cse`", "ours", "ours / SymPy",
    "in base parameters", "time, SymPy", "ours", "ours / SymPy",
)  # fmt: skip
CASES: Final = {
    "cart pendulum, 2 links": pendulum(2),
    "cart pendulum, 5 links": pendulum(5),
    "cart pendulum, 8 links": pendulum(8),
    "cart pendulum, 10 links": pendulum(10),
    "cart pendulum, 20 links": pendulum(20),
    "wrist, components of ω^C": WRIST,
    "wrist, customary speeds": Case(name="customary wrist", ours=wrist),
    "Stanford arm": STANFORD,
}


def main() -> int:
    """Write the table into the page."""
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), table()), encoding="utf-8")
    return 0


def with_table(text: str, written: str) -> str:
    """The page with another table between its marks."""
    before, rest = text.split(FIRST)
    return f"{before}{FIRST}{written}{LAST}{rest.split(LAST)[1]}"


def table() -> str:
    """A row a system, measured now."""
    rows = [TITLES, ("---",) * len(TITLES)]
    rows += [row(name, case, lambda case=case: theirs(case)) for name, case in CASES.items()]  # type: ignore[misc]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def theirs(case: Case) -> Answer | None:
    """SymPy's answer; the wrist in customary speeds is compared with our own alone."""
    return None if case.name == "customary wrist" else asked(case.name, case.given)


def row(name: str, case: Case, ask: Callable[[], Answer | None]) -> tuple[str, ...]:
    """The cells of one system."""
    mine, short = counted(case)
    cells = [name, "", written(mine), "", written(short), "", "", ""]
    other = ask()
    seconds = time_call(lambda: derived(case.ours()), Effort.FULL).minimum
    cells[6] = f"{seconds * 1e3:.1f} ms"
    if other is not None:
        mul, add = other.operations["mul"], other.operations["add"]
        cells[1], cells[3] = f"{mul} + {add}", f"{(mine.mul + mine.add) / (mul + add):.2f}"
        cells[5], cells[7] = f"{other.seconds * 1e3:.0f} ms", f"{seconds / other.seconds:.3f}"
    return tuple(cells)


def counted(case: Case) -> tuple[Operations, Operations]:
    """Our operations, as described and in base parameters."""
    equations = derived(case.ours())
    return operations(equations), in_base_parameters(equations)


def written(count: Operations) -> str:
    """Multiplications and additions."""
    return f"{count.mul} + {count.add}"


if __name__ == "__main__":
    sys.exit(main())
