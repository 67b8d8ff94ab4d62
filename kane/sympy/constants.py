"""Constants: the symbols of a SymPy description that do not change, and their values.

From: method.py    Next: built.py, words.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kane.algebra.op import Op
from kane.errors import ArgumentError

if TYPE_CHECKING:
    from kane.sympy.method import KanesMethod


def values_of(method: KanesMethod, constants: Mapping[Any, float]) -> dict[int, float]:
    """The constants' values by node, every one given."""
    values, leaves = by_name(constants), method._scalars.leaves
    needed = {node: str(leaves[node]) for node in constants_of(method)}
    missing = [name for name in needed.values() if name not in values]
    if missing:
        raise ArgumentError(
            f"The constants {', '.join(missing)} of the equations have no values "
            f"({len(needed) - len(missing)} others have). "
            f"Give them: build({{{missing[0]}: 1.0, …}})."
        )
    return {node: values[name] for node, name in needed.items()}


def by_name(constants: Mapping[Any, float]) -> dict[str, float]:
    """Values by the names of SymPy's symbols, or by names that were given as such."""
    return {str(key): float(value) for key, value in constants.items()}


def constants_of(method: KanesMethod) -> list[int]:
    """The constants that the equations contain."""
    scalars = method._scalars
    leaves = {node: scalars.leaves.get(node) for node in symbols_of(method)}
    return [
        node
        for node, leaf in leaves.items()
        if leaf is not None and leaf.is_Symbol and leaf != scalars.time
    ]


def symbols_of(method: KanesMethod) -> list[int]:
    """The symbols in the equations."""
    graph = method._scalars.graph
    assert method._kinematics is not None
    refs = [*method._kinematics.found.qdot, *method._forcing()]
    refs += [x for row in method._masses() for x in row]
    return [node for node in graph.live(refs) if graph.ops[node] == Op.SYMBOL]
