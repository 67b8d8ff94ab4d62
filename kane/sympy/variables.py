"""Variables: expressions as a list of intermediate variables, as the graph shares them.

From: scalars.py    Next: —
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import sympy

from kane.algebra.op import LEAVES, SEVERAL
from kane.sympy.linear import Row
from kane.sympy.scalars import Scalars, Sympy, writer


def variables(
    scalars: Scalars, matrices: Sequence[Sequence[Row]]
) -> tuple[list[tuple[Sympy, Sympy]], list[Sympy]]:
    """[(Z0, …), (Z1, …), …] and the matrices in their terms: what is used twice has a name.

    Names that the equations use already are left out.
    """
    graph, write = scalars.graph, writer(scalars)
    refs = [ref for matrix in matrices for row in matrix for ref in row]
    nodes = graph.live(refs)
    uses = Counter(abs(arg) for node in nodes for arg in graph.args[node])
    uses.update(abs(ref) for ref in refs)
    taken = {str(leaf) for leaf in scalars.leaves.values()}
    names = (name for name in sympy.numbered_symbols("Z") if name.name not in taken)
    found: list[tuple[Sympy, Sympy]] = []
    for node in nodes:
        write.take(node)
        if uses[node] > 1 and graph.ops[node] not in LEAVES | SEVERAL:
            symbol = next(names)
            found.append((symbol, write.found[node]))
            write.found[node], write.sizes[node] = symbol, 1
    return found, [
        sympy.Matrix([[write.signed(ref) for ref in row] for row in matrix]) for matrix in matrices
    ]
