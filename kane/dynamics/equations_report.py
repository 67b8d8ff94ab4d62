"""A LaTeX document about a system: its speeds, partial velocities, equations and operations.

It needs amsmath and geometry, which every distribution has.

From: equations_latex.py    Next: —
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from kane.algebra.latex import PLAIN, Style, latex
from kane.algebra.latex_names import name_latex
from kane.algebra.text import text
from kane.dynamics.equations_latex import equations_latex
from kane.geometry.vector import Vector

if TYPE_CHECKING:
    from kane.dynamics.equations import Equations

Partials = Mapping[str, tuple[Vector, ...]]


def latex_report(equations: Equations, style: Style = PLAIN) -> str:
    """The document, complete: `pdflatex` makes a page or more of it."""
    system = equations.system
    parts = [
        _HEAD,
        f"\\section*{{{escaped(system.name)}}}",
        *_speeds(equations),
        *_constraints(equations),
        "\\subsection*{Partial velocities, along each body's own axes}",
        *_partials(equations.partial_angular_velocities, "\\omega", "", equations.u_names),
        *_partials(equations.partial_velocities, "v", "*", equations.u_names),
        f"\\subsection*{{Equations, ${_statement(equations)}$}}",
        equations_latex(equations, style),
        *_operations(equations),
        "\\end{document}\n",
    ]
    return "\n".join(parts)


def _speeds(equations: Equations) -> Iterator[str]:
    yield "\\subsection*{Generalized speeds}"
    definitions = equations.system.speeds
    if not definitions:
        names = ", ".join(f"${name_latex(name)}$" for name in equations.u_names)
        yield f"The joints' own: {names}."
        return
    yield "\\begin{itemize}"
    for name, definition in definitions.items():
        yield f"\\item ${name_latex(name)}$ = \\texttt{{{escaped(text(definition))}}}"
    yield "\\end{itemize}"


def _constraints(equations: Equations) -> Iterator[str]:
    constraints = equations.system.constraints
    if not constraints:
        return
    yield "\\subsection*{Constraints}"
    yield "\\begin{itemize}"
    for constraint in constraints:
        yield f"\\item {escaped(constraint.name)}"
    yield "\\end{itemize}"


def _partials(table: Partials, letter: str, mark: str, speeds: tuple[str, ...]) -> Iterator[str]:
    """v_r of every body as lines of an align*; zeros are left out."""
    lines = [
        f"{letter}_{{{name_latex(speed)}}}^{{\\text{{{escaped(body)}}}{mark}}} &= {_triple(vector)}"
        for body, row in table.items()
        for speed, vector in zip((*speeds, "t"), row, strict=True)
        if any(_written(component) != "0" for component in vector.components)
    ]
    if lines:
        yield "\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}"


def _triple(vector: Vector) -> str:
    return f"\\left({', '.join(map(_written, vector.components))}\\right)"


def _written(component: Any) -> str:
    return latex(component)


def _statement(equations: Equations) -> str:
    """M u̇ + f = τ, with the inputs where there are any."""
    if not equations.linear_inputs:
        return "M \\dot u + f = \\tau"
    a = ", ".join(name_latex(str(symbol)) for symbol in equations.linear_inputs)
    return f"M \\dot u + f = B a, \\quad a = ({a})"


def _operations(equations: Equations) -> Iterator[str]:
    yield "\\subsection*{Operations, as derived}"
    yield "\\begin{tabular}{lrrrr}"
    yield "& mul & add & div & sin, cos \\\\ \\hline"
    for name, cost in equations.operations.items():
        counts = f"{cost.mul} & {cost.add} & {cost.div} & {cost.sines}"
        yield f"{escaped(name)} & {counts} \\\\"
    yield "\\end{tabular}"


def escaped(words: str) -> str:
    """Any text as LaTeX prints it."""
    return "".join(_ESCAPES.get(letter, letter) for letter in " ".join(words.split()))


_ESCAPES: Final = {
    "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "#": "\\#",
    "_": "\\_", "%": "\\%", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}",
    "<": "\\textless{}", ">": "\\textgreater{}", "ω": "$\\omega$", "θ": "$\\theta$",
    "φ": "$\\varphi$", "μ": "$\\mu$", "Ω": "$\\Omega$", "²": "$^2$", "·": "$\\cdot$",
}  # fmt: skip
_HEAD: Final = """\
\\documentclass{article}
\\usepackage[utf8]{inputenc}
\\usepackage{amsmath}
\\usepackage[landscape,margin=15mm]{geometry}
\\allowdisplaybreaks
\\begin{document}"""
