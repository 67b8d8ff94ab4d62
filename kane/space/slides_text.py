"""The slides' tables and matrices as text, block by block.

From: slides.py    Next: —
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kane.algebra.text import text_of_many

if TYPE_CHECKING:
    from kane.space.slides import Slides


def path_tables(slides: Slides) -> str:
    """Body and joint path tables [Stoneking2008 p.15]: B1 is not a joint, but serves as one."""
    names = [body.name for body in slides.bodies]
    legend = [f"  B{i} {name}" for i, name in enumerate(names, start=1)]
    joints = [f"  G{i - 1} {slides.craft.joint(n)}" for i, n in enumerate(names, start=1) if i > 1]
    table = slides.craft.path_table()
    order = [table.bodies.index(name) for name in names]
    marked = [[table.marked[i][j] for j in order] for i in order]
    bodies = [f"B{i}" for i in range(1, len(names) + 1)]
    gimbals = ["(B1)", *(f"G{i}" for i in range(1, len(names)))]
    parts = [
        "\n".join(["Bodies", *legend, "Joints", *joints]),
        _table("Is this body in the path of that body?", bodies, bodies, marked),
        _table("Is this joint in the path of that body?", bodies, gimbals, marked),
    ]
    return "\n\n".join(parts)


def blocks_text(slides: Slides) -> str:
    """Γ, Ω and V by blocks that are not zero, the remainders, COEF's lower triangle and RHS."""
    named: dict[str, Any] = {}
    for name, entry in _entries(slides):
        named[name] = entry
    for r, row in enumerate(slides.COEF, start=1):
        named |= {f"COEF[{r},{s}]": row[s - 1] for s in range(1, r + 1) if row[s - 1]}
    named |= {f"RHS[{r}]": value for r, value in enumerate(slides.RHS, start=1)}
    u = "  ".join(f"u{r} = {name}" for r, name in enumerate(slides.u_names, start=1))
    x = "  ".join(slides.x_names)
    return "\n".join([f"x = ({x})", u, text_of_many(named)])


def _entries(slides: Slides) -> Iterator[tuple[str, Any]]:
    """What is not zero of Γ, Ω, V, α_r and a_r."""
    for k, columns in enumerate(slides.Gamma.values(), start=1):
        for s, column in enumerate(columns, start=1):
            yield from _column(f"Gamma{k}", s, column)
    for word, rows in (("Omega", slides.Omega), ("V", slides.V)):
        for i, columns in enumerate(rows.values(), start=1):
            for s, column in enumerate(columns, start=1):
                yield from _column(f"{word}{i}", s, column)
    for word, remainders in (("alpha_r", slides.alpha_r), ("a_r", slides.a_r)):
        for i, components in enumerate(remainders.values(), start=1):
            yield from (
                (f"{word}{i}[{axis}]", value)
                for axis, value in enumerate(components, start=1)
                if value
            )


def _column(word: str, s: int, column: Any) -> Iterator[tuple[str, Any]]:
    yield from ((f"{word}[{axis},{s}]", x) for axis, x in enumerate(column, start=1) if x)


def _table(title: str, rows: list[str], columns: list[str], marked: list[list[bool]]) -> str:
    lines = [title, "      " + " ".join(f"{column:>4}" for column in columns)]
    for name, row in zip(rows, marked, strict=True):
        lines.append(
            f"{name:>4}  " + " ".join(f"{'x' if here else '':>4}" for here in row).rstrip()
        )
    return "\n".join(line.rstrip() for line in lines)
