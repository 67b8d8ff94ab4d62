"""LaTeX of equations of motion, a line for each, in the order they are used.

    Z_i,   q̇ = W u + X,   dependent speeds,   M,   f,   B;   M u̇ + f = τ = B a

From: report.py    Next: kane/algebra/latex.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kane.algebra.latex import Style, typeset
from kane.algebra.latex_names import name_latex
from kane.dynamics.report import named_outputs

if TYPE_CHECKING:
    from kane.dynamics.equations import Equations


def equations_latex(equations: Equations, style: Style) -> str:
    """An `align*` environment (package amsmath) with the definitions that its lines need."""
    constraints = equations.constraints
    rows = [
        form.value
        for name, form in equations.embedded.rows.items()
        if name not in constraints.embedded
    ]
    named = named_outputs(equations) | dict(constraints.dependent)
    made = typeset([*named.values(), *rows], style)
    lines = [f"{short} &= {long}" for short, long in made.abbreviations]
    lines += [f"{name} &= {text}" for name, text in made.intermediates]
    left = [*map(_name, named), *("0" for _ in rows)]
    lines += [f"{name} &= {text}" for name, text in zip(left, made.results, strict=True)]
    return "\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}"


def _name(name: str) -> str:
    """The name of a result: M21 is an entry, not M with the number 21."""
    if name.startswith(("M[", "B[")):
        return f"{name[0]}_{{{name[2:-1]}}}"
    return name_latex(name)
