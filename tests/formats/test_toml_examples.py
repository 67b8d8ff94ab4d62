"""Every system of the examples exists as a file too, and the two are equal."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from kane import System, load
from kane.dynamics.equations import derive
from tests.house.tree import ROOT
from tests.mobile.papers_robot import papers_robot
from tests.systems import short_wrist

EXAMPLES: Final = ROOT / "examples"
MODELS: Final = EXAMPLES / "models"


def defined(example: str, name: str) -> Any:
    """What a name means in an example, which is run no further than to its definition."""
    path = EXAMPLES / example
    tree = ast.parse(path.read_text("utf-8"))
    last = next(k for k, node in enumerate(tree.body) if name in assigned(node))
    module = ast.Module(body=tree.body[: last + 1], type_ignores=[])
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(module, str(path), "exec"), names)
    return names[name]


def assigned(node: ast.stmt) -> set[str]:
    """The names that a statement gives a meaning."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    return {one.id for one in targets if isinstance(one, ast.Name)}


def with_name(system: System, old: str, new: str) -> System:
    """The system with a joint called otherwise."""
    joints = [replace(j, name=new) if j.name == old else j for j in system.joints]
    return system.replace(joints=joints)


SYSTEMS: Final[dict[str, Callable[[], System]]] = {
    "andrews_squeezer": lambda: defined("03_constraints/04_andrews_squeezer.py", "squeezer"),
    "bicycle": lambda: defined("03_constraints/05_bicycle.py", "bicycle"),
    "cart": lambda: with_name(
        defined("01_kanes_method/03_shopping_cart.py", "cart"), "x y q3", "base"
    ),
    "driven_pendulum": lambda: defined("08_motion_in_time/02_control.py", "driven"),
    "falling_box": lambda: defined("03_constraints/01_block_and_ball.py", "falling"),
    "hanging_pendulum": lambda: defined("08_motion_in_time/03_small_motions.py", "hanging"),
    "mobile_manipulator": lambda: with_name(
        papers_robot(locked=True), "two links on platform", "foot"
    ),
    "pendulum": lambda: introduction(),
    "rolling_disk": lambda: defined("01_kanes_method/01_rolling_disk.py", "rolling"),
    "rolling_ball": lambda: defined("03_constraints/01_block_and_ball.py", "rolling"),
    "sliding_block": lambda: defined("03_constraints/01_block_and_ball.py", "sliding"),
    "spacecraft": lambda: defined("04_spacecraft/01_spacecraft.py", "sat"),
    "stanford_arm": lambda: defined("02_manipulators/01_stanford_arm.py", "stanford"),
    "wrist": short_wrist,
}


def introduction() -> System:
    """The pendulum of the package's own introduction."""
    import kane

    text = (kane.__doc__ or "").split("\n\n")[1:3]
    lines = [line.strip() for part in text for line in part.splitlines()]
    source = "\n".join(line for line in lines if not line.startswith(("print", "udot")))
    names: dict[str, Any] = {}
    exec(source, names)
    system: System = names["pendulum"]
    return system


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_the_file_says_what_python_says(name: str) -> None:
    here, there = SYSTEMS[name](), load(MODELS / f"{name}.toml")
    assert not here.diff(there), here.diff(there)
    assert derive(here).text() == derive(there).text()


def test_the_wrist_of_the_example_is_that_of_the_file() -> None:
    wrist = defined("01_kanes_method/02_wrist.py", "wrist")
    assert not wrist.diff(load(MODELS / "wrist.toml").replace(speeds=()))


def test_every_file_is_compared_with_python() -> None:
    assert {path.stem for path in MODELS.glob("*.toml")} == set(SYSTEMS)
