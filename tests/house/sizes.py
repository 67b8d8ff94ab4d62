"""Sizes of files and functions: a report, not a failure. The mark: file ≤ 300 lines, function
median ≤ 8, nine of ten ≤ 25, longest ≤ 60 (lines without docstring and blank lines)."""

from __future__ import annotations

import ast
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tests.house.tree import modules

FILE: Final = 300
LONGEST: Final = 60
SHOWN: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """Lines of one function."""

    where: str
    lines: int


def size_report() -> list[str]:
    """The sizes in a few lines, with everything that is over its mark by name."""
    sources = modules()
    functions = [size for path, text in sources.items() for size in function_sizes(str(path), text)]
    lines = {str(path): text.count("\n") for path, text in sources.items()}
    if not functions:
        return []
    return [
        summary("functions", [size.lines for size in functions]),
        summary("files", list(lines.values())),
        *over("function", {size.where: size.lines for size in functions}, LONGEST),
        *over("file", lines, FILE),
    ]


def summary(what: str, sizes: list[int]) -> str:
    """One line: how many, median, nine of ten, longest."""
    tenths = statistics.quantiles(sizes, n=10, method="inclusive") if len(sizes) > 1 else sizes
    return (
        f"{len(sizes)} {what}: median {statistics.median(sizes):g}, "
        f"nine of ten ≤ {tenths[-1]:g}, longest {max(sizes)} lines"
    )


def over(what: str, sizes: dict[str, int], mark: int) -> list[str]:
    """A line for each of the largest that are over the mark."""
    long = sorted(((lines, where) for where, lines in sizes.items() if lines > mark), reverse=True)
    return [f"{what} over {mark} lines: {where} {lines}" for lines, where in long[:SHOWN]]


def function_sizes(path: str, text: str) -> Iterator[Size]:
    """Size of every function in a source, without docstring, comments and blank lines."""
    rows = text.splitlines()
    for node in _functions(ast.parse(text)):
        first = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
        body = rows[first[0].lineno - 1 : node.end_lineno] if first else []
        signature = rows[node.lineno - 1 : node.body[0].lineno - 1]
        kept = [row for row in (*signature, *body) if row.strip() and row.strip()[0] != "#"]
        yield Size(where=f"{path}:{node.lineno} {node.name}", lines=len(kept))


def _functions(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function in a node, wherever it is written; expressions hold none."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child
        if not isinstance(child, ast.expr):
            yield from _functions(child)
