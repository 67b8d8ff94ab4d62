"""LaTeX of expressions: sums of products as people write them, with intermediates Z_1, Z_2, ….

What would not fit on a line has its parts named, and then so is what occurs more than once
[KaneLevinson1983]: the whole is as long as the graph, never as its tree. Sines and cosines may
be abbreviated, s_1 for sin q_1 and c_1 for cos q_1.

From: expr.py    Next: latex_writer.py
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kane.algebra.expr import Condition, Scalar
from kane.algebra.intermediates import Intermediates
from kane.algebra.latex_terms import written
from kane.algebra.latex_writer import (
    Sines,
    Style,
    Symbols,
    Writer,
    matrix,
    natural,
    numbered,
)
from kane.algebra.meet import graph_of, references


@dataclass(frozen=True, slots=True, kw_only=True)
class Typeset:
    """Expressions as LaTeX, with what was named on the way: (name, what it is), in order."""

    results: tuple[str, ...]
    intermediates: tuple[tuple[str, str], ...]
    abbreviations: tuple[tuple[str, str], ...]


PLAIN: Final = Style()


def latex(expr: Scalar | Condition, style: Style = PLAIN) -> str:
    """One expression as LaTeX: the result, after `Z_1 = …;` where it does not fit on a line."""
    made = typeset([expr], style)
    named = [f"{name} = {text}" for name, text in made.intermediates]
    return ";\\quad ".join([*named, *made.results])


def typeset(
    exprs: Sequence[Scalar | Condition],
    style: Style = PLAIN,
    names: Mapping[str, str] | None = None,
) -> Typeset:
    """Several expressions as LaTeX with what they share; `names` says how symbols are written."""
    graph = graph_of(exprs)
    refs = references(exprs, graph)
    symbols = Symbols(graph, refs, names or {})
    writer = Writer(graph, refs, style, symbols)
    results = tuple(written(writer.piece(ref)) for ref in refs)
    used = _numbered(symbols.Z, writer.intermediates, results)
    shown = " ".join([*used.results, *(text for _, text in used.intermediates)])
    short = [it for it in writer.abbreviations.items() if it[0] in shown]
    return replace(used, abbreviations=tuple(sorted(short, key=lambda it: natural(it[1]))))


def _numbered(Z: str, intermediates: Mapping[str, str], results: Sequence[str]) -> Typeset:
    """What the results need of the intermediates (terms may have met and vanished), from Z_1."""
    name = re.compile(re.escape(Z) + r"_(?:\d(?!\d)|\{\d+\})")
    needed: set[str] = set()
    waiting = list(results)
    while waiting:
        new = set(name.findall(waiting.pop())) - needed
        needed |= new
        waiting += [intermediates[found] for found in new]
    order = [found for found in intermediates if found in needed]
    renamed = {found: numbered(Z, number) for number, found in enumerate(order, start=1)}

    def rewritten(text: str) -> str:
        return name.sub(lambda found: renamed[found.group()], text)

    return Typeset(
        results=tuple(rewritten(text) for text in results),
        intermediates=tuple((renamed[it], rewritten(intermediates[it])) for it in order),
        abbreviations=(),
    )


__all__ = ["Intermediates", "Sines", "Style", "Typeset", "latex", "matrix", "typeset"]
