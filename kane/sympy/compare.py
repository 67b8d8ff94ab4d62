"""Compare: two objects with the same equations, ours and SymPy's, at random points.

From: method.py    Next: use.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import sympy
from numpy.typing import NDArray

from kane.algebra.evaluate import values
from kane.algebra.op import Op
from kane.sympy.scalars import Scalars

Array = NDArray[np.float64]
Sympy = Any  # SymPy publishes no types

QUANTITIES: Final = (
    "mass_matrix",
    "forcing",
    "_fr",
    "_frstar",
    "mass_matrix_full",
    "forcing_full",
    "mass_matrix_kin",
    "forcing_kin",
)


def difference(
    first: Mapping[str, Sympy], second: Mapping[str, Sympy], seed: int = 0, points: int = 3
) -> dict[str, float]:
    """The largest relative difference of each pair of matrices at random points.

    Relative to the largest entry's magnitude, that of its terms before they cancel included.
    Auxiliary speeds and other symbols are drawn like all others, unless a matrix is without them.
    """
    scalars = Scalars(sympy.physics.vector.dynamicsymbols._t, {})
    refs = {
        name: (scalars.read_all(first[name].flat()), scalars.read_all(second[name].flat()))
        for name in first
    }
    found = dict.fromkeys(first, 0.0)
    for point in range(points):
        draw = np.random.default_rng([seed, point])
        every = [ref for pair in refs.values() for side in pair for ref in side]
        symbols = [n for n in scalars.graph.live(every) if scalars.graph.ops[n] == Op.SYMBOL]
        at = {scalars.graph.symbols[node]: draw.uniform(0.3, 1.3) for node in symbols}
        made = values(scalars.graph, every, at)
        for name, (a, b) in refs.items():
            x, y = _numbers(made, a), _numbers(made, b)
            found[name] = max(found[name], _relative(x, y))
    return found


def _numbers(made: Mapping[int, Any], refs: Sequence[int]) -> Array:
    return np.array([float(made[ref] if ref >= 0 else -made[-ref]) for ref in refs])


def _relative(x: Array, y: Array) -> float:
    """|x − y| beside the largest entry; infinite where they are not of the same kind."""
    if x.shape != y.shape or not np.array_equal(np.isfinite(x), np.isfinite(y)):
        return float("inf")
    kept = np.isfinite(x)
    if not kept.any():
        return 0.0
    scale = max(float(np.abs(x[kept]).max()), float(np.abs(y[kept]).max()))
    return float(np.abs(x[kept] - y[kept]).max() / scale) if scale else 0.0


def without(matrices: Mapping[str, Sympy], symbols: Sequence[Sympy]) -> dict[str, Sympy]:
    """The matrices with symbols put to zero."""
    gone = dict.fromkeys(symbols, 0)
    return {name: matrix.xreplace(gone) for name, matrix in matrices.items()}


def quantities(method: Any) -> dict[str, Sympy]:
    """What a KanesMethod of either kind says."""
    return {name: sympy.Matrix(getattr(method, name)) for name in QUANTITIES}
