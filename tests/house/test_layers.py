"""Who may import whom: CRAFT's table, read off every import statement of the package."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.house.tree import modules

PHYSICS: Final = frozenset({"algebra", "geometry", "model", "shorten", "dynamics"})
COMPILER: Final = frozenset({"program", "passes", "emitters", "machine"})
BELOW_CLI: Final = (
    PHYSICS
    | COMPILER
    | {"pipeline", "suggested", "sim", "contact", "formats", "viewer", "manipulators"}
)
LAST: Final = frozenset({"pipeline", "sim", "machine", "model"})

# package or module of kane/ → what it may import of ours, besides itself and `errors`
MAY_IMPORT: Final[dict[str, frozenset[str]]] = {
    "errors": frozenset(),
    "loaded": frozenset(),
    "algebra": frozenset(),
    "geometry": frozenset({"algebra"}),
    "model": frozenset({"geometry", "algebra"}),
    "shorten": frozenset({"dynamics", "model", "geometry", "algebra"}),
    "dynamics": frozenset({"model", "geometry", "algebra"}),
    "program": frozenset({"algebra"}),
    "passes": frozenset({"program", "algebra"}),  # the scalar vocabulary: docs/decisions/0008
    "emitters": frozenset({"program", "algebra"}),
    "machine": frozenset({"program", "algebra", "emitters", "loaded"}),
    "pipeline": PHYSICS - {"algebra", "geometry"} | COMPILER | {"large", "looped"},
    "looped": PHYSICS - {"algebra", "geometry"} | COMPILER | {"pipeline"},  # its type alone
    "suggested": frozenset({"dynamics", "model", "pipeline", "program"}),  # counts need Programs
    "large": PHYSICS - {"algebra", "geometry"} | COMPILER | {"large_loops"},
    "large_loops": PHYSICS - {"algebra", "geometry"} | COMPILER,
    "sim": frozenset({"machine", "program"}),
    "contact": frozenset({"program", "geometry", "machine", "model"}),  # its shapes, run natively
    "formats": frozenset({"space", "model", "geometry", "algebra"}),
    "viewer": frozenset({"pipeline", "sim", "model", "geometry", "algebra"}),
    "analysis": frozenset({"pipeline", "sim", "machine", "model"}),
    # SymPy's descriptions, read into a System, and their equations, compiled as they are
    "sympy": PHYSICS | COMPILER | {"pipeline"},
    "cli": BELOW_CLI | {"analysis", "haptics", "__init__"},
    # its loads and joints are written with scalars, and its tables show what was derived
    "space": LAST | {"algebra", "geometry", "dynamics"},
    "mobile": LAST | {"algebra", "geometry", "dynamics", "program", "formats"},  # arms from files
    "manipulators": LAST | {"dynamics", "program", "geometry"},  # a hand's pose is a Program
    "haptics": LAST
    | {"program", "geometry", "algebra"},  # the loop is a Routine; a handle is along axes
    "batch": LAST,
    "__main__": frozenset({"cli"}),
    "__init__": BELOW_CLI | {"analysis", "loaded"},
}

# Imported where first used, so that `import kane` stays quick; importlib.metadata brings email.
HEAVY: Final = frozenset(
    {
        *("llvmlite", "scipy", "xarray", "rich", "sympy", "matplotlib", "viser", "cuda"),
        *("trimesh", "coal", "websockets", "PIL"),
        "importlib",
    }
)
# These load a layer when it is asked for.
MAY_WAIT_FOR_OURS: Final = frozenset({"__init__", "cli"})
# A value shows itself by a file beside it, which must know the value first.
SHOWING: Final = frozenset(
    {"__repr__", "__str__", "_repr_html_", "read", "plot", "phase", "strip", "dataset", "report"}
)

SOURCES: Final = modules()


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """One imported name, and the function it stands in."""

    name: str
    inside: str | None

    @property
    def layer(self) -> str | None:
        """The layer of ours that it belongs to, if it is ours."""
        parts = self.name.split(".")
        if parts[0] != "kane":
            return None
        return parts[1] if len(parts) > 1 else "__init__"


@pytest.mark.parametrize("layer", sorted(MAY_IMPORT))
def test_imports_follow_the_table(layer: str) -> None:
    allowed = MAY_IMPORT[layer] | {layer, "errors"}

    wrong = [
        f"{path}: {found.name}"
        for path in SOURCES
        if layer_of(path) == layer
        for found in imports(path)
        if found.layer not in allowed | {None}
    ]

    assert not wrong, f"'{layer}' may import {sorted(allowed)} alone"


def test_imports_stand_at_the_top() -> None:
    late = [
        f"{path}: {found.name}"
        for path in SOURCES
        for found in imports(path)
        if found.inside and not may_wait(path, found)
    ]
    assert not late, f"only {sorted(HEAVY)} may stand inside a function"


def test_every_layer_is_in_the_table() -> None:
    unknown = {layer_of(path) for path in SOURCES} - MAY_IMPORT.keys()
    assert not unknown, f"say in CRAFT §5 and here what these may import: {sorted(unknown)}"


@pytest.mark.parametrize(
    ("source", "name", "inside"),
    [
        ("from kane.dynamics.inertia import g", "kane.dynamics.inertia", None),
        ("def f():\n    import kane.dynamics", "kane.dynamics", "f"),
        ("from kane import sim", "kane.sim", None),
        ("from ..dynamics import inertia", "kane.dynamics", None),
        ("from . import text", "kane.program", None),
    ],
)
def test_imports_are_read_in_every_form(source: str, name: str, inside: str | None) -> None:
    found = statements(Path("kane/program/lower.py"), source)
    assert found == [Import(name=name, inside=inside)]


def layer_of(path: Path) -> str:
    """The package or module of kane/ that a file belongs to."""
    return path.parts[1].removesuffix(".py")


def may_wait(path: Path, late: Import) -> bool:
    """Whether an import may stand inside a function."""
    layer = layer_of(path)
    if late.layer is None:
        return late.name.split(".")[0] in HEAVY
    return layer in MAY_WAIT_FOR_OURS or (late.layer == layer and late.inside in SHOWING)


@cache
def imports(path: Path) -> list[Import]:
    """Everything that a module imports."""
    return statements(path, SOURCES[path])


def statements(path: Path, source: str) -> list[Import]:
    """Everything that a source imports."""
    return list(within(path, ast.parse(source), None))


def within(path: Path, tree: ast.AST, inside: str | None) -> Iterator[Import]:
    """Imports below a node of the tree, which stands in the function `inside`."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Import():
                yield from (Import(name=alias.name, inside=inside) for alias in node.names)
            case ast.ImportFrom():
                yield from (Import(name=name, inside=inside) for name in from_names(path, node))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from within(path, node, node.name)
            case _:
                yield from within(path, node, inside)


def from_names(path: Path, node: ast.ImportFrom) -> list[str]:
    """Dotted names of `from … import …`; `from kane import x` names kane.x."""
    package = path.with_suffix("").parts[: -node.level] if node.level else ()
    module = ".".join([*package, *([node.module] if node.module else [])])
    if module == "kane":
        return [f"kane.{alias.name}" for alias in node.names]
    return [module]
