"""Equations of motion as SymPy matrices (extra `[sympy]`).

From: report.py    Next: kane/algebra/to_sympy.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from kane.algebra.to_sympy import to_sympy_all
from kane.errors import DerivationError

if TYPE_CHECKING:
    from kane.dynamics.equations import Equations


@dataclass(frozen=True, slots=True, kw_only=True)
class SympyEquations:
    """q̇ = W u + X,  M u̇ + f = τ + B a,  J u + c = 0, as SymPy objects.

    `q`, `u`, `inputs` (a, those with a column of B), `nonlinear_inputs` (which f, and perhaps B,
    depend on) and `parameters` are what stands for the names; the others are matrices (columns
    for X, f, c). `dependent` says what dependent speeds are in the independent ones.
    """

    q: Any
    u: Any
    inputs: Any
    nonlinear_inputs: Any
    parameters: Mapping[Any, float]
    W: Any
    X: Any
    M: Any
    f: Any
    B: Any
    J: Any
    c: Any
    dependent: Mapping[Any, Any]


def equations_in_sympy(equations: Equations, symbols: Mapping[str, Any]) -> SympyEquations:
    """The whole, each node written once; `symbols` says what stands for a name."""
    if find_spec("sympy") is None:
        raise DerivationError(
            "Equations as SymPy objects need SymPy, which is not installed. "
            'Install the extra: pip install "kane-dynamics[sympy]".'
        )
    import sympy

    def stand_in(name: str) -> Any:
        return symbols[name] if name in symbols else sympy.Symbol(name)

    named = [*equations.q, *equations.embedded.free.u, *equations.inputs]
    stands = {symbol: stand_in(str(symbol)) for symbol in [*named, *equations.live_parameters]}
    rows = equations.constraints
    parts = {
        "W": [list(row) for row in equations.kinematics.W],
        "X": [[x] for x in equations.kinematics.X],
        "M": equations.mass_matrix,
        "f": [[f] for f in equations.bias],
        "B": equations.input_matrix,
        "J": [list(row) for row in rows.J],
        "c": [[c] for c in rows.c],
        "D": [[value] for value in rows.dependent.values()],
    }
    matrices = _matrices(parts, stands)
    return SympyEquations(
        q=_column([stands[q] for q in equations.q]),
        u=_column([stands[u] for u in equations.u]),
        inputs=_column([stands[a] for a in equations.linear_inputs]),
        nonlinear_inputs=_column([stands[a] for a in equations.nonlinear_inputs]),
        parameters={stands[p]: equations.parameters[str(p)] for p in equations.live_parameters},
        dependent=dict(zip(map(stand_in, rows.dependent), matrices.pop("D"), strict=True)),
        **matrices,
    )


def _matrices(
    parts: Mapping[str, Sequence[Sequence[Any]]], stands: Mapping[Any, Any]
) -> dict[str, Any]:
    """Matrices as SymPy's, sharing what they share."""
    import sympy

    flat = [entry for rows in parts.values() for row in rows for entry in row]
    written = iter(to_sympy_all(flat, stands))
    return {
        name: sympy.ImmutableDenseMatrix([[next(written) for _ in row] for row in rows])
        for name, rows in parts.items()
    }


def _column(entries: Sequence[Any]) -> Any:
    import sympy

    return sympy.ImmutableDenseMatrix(len(entries), 1, entries)
