"""Formulas kept as text, the way a paper prints them: evaluated, and their operations counted.

The text is Python arithmetic and nothing else: numbers, names, + − * / **, and where a paper has
them sin and cos. What is counted is what is printed: a square is one multiplication, a division
counts with the multiplications, a leading minus is free.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

ALLOWED: Final = (
    ast.Expression, ast.BinOp, ast.UnaryOp, ast.USub, ast.Constant, ast.Name, ast.Load,
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.Call,
)  # fmt: skip
FUNCTIONS: Final[Mapping[str, Callable[[Any], Any]]] = {"sin": np.sin, "cos": np.cos}


class Count(NamedTuple):
    """Operations as the papers list them."""

    multiply: int  # and divide
    add: int  # and subtract
    sincos: int


class Formulas:
    """Named expressions in order of evaluation; each may use those before it."""

    def __init__(self, assignments: Iterable[tuple[Sequence[str], str]]) -> None:
        self.texts = {tuple(names): text for names, text in assignments}
        self.names = tuple(name for names in self.texts for name in names)
        trees = [_parsed(text) for text in self.texts.values()]
        body: list[ast.stmt] = [
            ast.Assign([ast.Name(name, ast.Store()) for name in names], tree.body)
            for names, tree in zip(self.texts, trees, strict=True)
        ]
        module = ast.fix_missing_locations(ast.Module(body, []))
        self._code = compile(module, "formulas", "exec")

    def __call__(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The value of every formula; the given values may be real or complex."""
        values: dict[str, Any] = {"__builtins__": {}, **FUNCTIONS, **given}
        exec(self._code, values)
        return {name: values[name] for name in self.names}

    def count(self) -> Count:
        """Operations of all formulas together, as printed."""
        return Count(*(sum(kind) for kind in zip(*map(count, self.texts.values()), strict=True)))


def count(text: str) -> Count:
    """Operations of one printed expression."""
    operations = [node for node in ast.walk(_parsed(text)) if isinstance(node, (ast.BinOp))]
    sums = sum(isinstance(node.op, (ast.Add, ast.Sub)) for node in operations)
    calls = sum(isinstance(node, ast.Call) for node in ast.walk(_parsed(text)))
    return Count(len(operations) - sums, sums, calls)


def _parsed(text: str) -> ast.Expression:
    """The expression's tree, after a check that it is arithmetic only."""
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        if not isinstance(node, ALLOWED):
            raise ValueError(f"not arithmetic: {ast.dump(node)} in {text!r}")
        if isinstance(node, ast.Call) and ast.unparse(node.func) not in FUNCTIONS:
            raise ValueError(f"unknown function: {ast.unparse(node)} in {text!r}")
    return tree
