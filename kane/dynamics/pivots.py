"""Dependent speeds that the program names: of constraints with constant pivots.

A row J u + c = 0 gives the speed u_r wherever J_r is not zero; where J_r is constant it does so at
every state, and neither D nor the equations have a singularity that the system has not. Rows are
taken one after the other, as in elimination.py: each removes its speed from those left, which may
make constants of expressions, or expressions of constants.

From: elimination.py    Next: constrain.py
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from kane.algebra.dependence import rate_of
from kane.algebra.rate import Rate
from kane.algebra.zero import Samples
from kane.dynamics.elimination import Row, reduced
from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.speeds import Speeds

LEAST: Final = 0.1  # of its row at random states, that a constant pivot has to be


def constant_pivots(
    free: Speeds, rows: Mapping[str, Form], taken: Iterable[str], at: Samples
) -> dict[str, str]:
    """Speeds with constant pivots, each with the row that gives it; none of those `taken`.

    A row that contains a taken speed, or has no such pivot, is left out.
    """
    if not rows:
        return {}
    others = {free.names.index(name) for name in taken if name in free.names}
    nothing = Form({}, free.u[0] * 0)
    waiting = {
        name: Row(
            coefficients={r: c for r, c in form.coefficients.items() if r != REMAINDER},
            equals=nothing,
        )
        for name, form in rows.items()
        if not others & set(form.coefficients)
    }
    found: dict[str, str] = {}
    while waiting:
        places = list(_constant(waiting, at))
        if not places:
            break
        *_, name, r = min(places)
        found[free.names[-r]] = name
        by = waiting.pop(name)
        waiting = {one: reduced(row, by, -r) for one, row in waiting.items()}
    return found


def _constant(rows: Mapping[str, Row], at: Samples) -> Iterable[tuple[int, int, int, str, int]]:
    """Pivots, the best the least: spreading little, ±1, of a short row; the last of its speeds."""
    columns = Counter(r for row in rows.values() for r in row.coefficients)
    for name, row in rows.items():
        length = len(row.coefficients)
        for r, pivot in row.coefficients.items():
            if rate_of(pivot) > Rate.PARAMETER:
                continue
            if at.share([pivot, *row.coefficients.values()], 0) >= LEAST:
                unit = abs(pivot) == 1
                yield (length - 1) * (columns[r] - 1), 0 if unit else 1, length, name, -r
