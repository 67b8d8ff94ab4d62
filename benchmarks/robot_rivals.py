"""Robots' dynamics beside the rivals': the same states, in loops that never leave native code.

    case = robot_case("panda")
    race(case.loop("inverse_dynamics"), case.best("inverse_dynamics").loop, effort)

Pinocchio's joints are in another order and its quaternions are (x, y, z, w): states and results
are taken from the one to the other by name.

From: robot_programs.py, manipulator_systems.py    Next: manipulator_speed.py
"""

from __future__ import annotations

import ctypes
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from benchmarks import robot_programs as programs
from benchmarks.claim import Effort
from benchmarks.manipulator_systems import HELD, model, robot_file
from benchmarks.native_loop import native_loop
from benchmarks.rivals import rival
from benchmarks.timing import Loop, time_loop
from kane.machine.cpu import Tier
from kane.machine.model import Model
from tests.close import close

Array = np.ndarray[Any, np.dtype[np.float64]]
STATES: Final = 64
AGREED: Final = 1e-11  # relative: Talos' forward dynamics, as promised
FUNCTIONS: Final = {
    "inverse_dynamics": ("rnea",),
    "forward_dynamics": ("aba_local", "aba_world"),
    "derivatives_of_inverse_dynamics": ("drnea",),
    "derivatives_of_forward_dynamics": ("daba",),
}
# CppADCodeGen's C of them takes gcc minutes, and runs slower than Pinocchio (FINDINGS §2).
TOO_LONG: Final = {("talos", "drnea", "cppad"), ("talos", "daba", "cppad")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """A rival's loop, and what it is."""

    name: str
    loop: Loop


@dataclass(frozen=True, kw_only=True)
class RobotCase:
    """A robot with states, in our order and in Pinocchio's."""

    robot: str
    text: Path  # Pinocchio's model
    version: str
    q_order: Array  # ours[:, q_order] is Pinocchio's
    u_order: Array

    @property
    def model(self) -> Model:
        """Our functions."""
        return model(self.robot)

    @cached_property
    def states(self) -> tuple[Array, Array, Array]:
        """q, u, and u̇ or τ, by rows, in our order."""
        rng = np.random.default_rng(4)
        n, r = len(self.model.q_names), len(self.model.u_names)
        q, u, third = rng.uniform(-1, 1, (STATES, n)), *rng.uniform(-1, 1, (2, STATES, r))
        if n != r:
            q[:, 3:7] /= np.linalg.norm(q[:, 3:7], axis=1)[:, np.newaxis]
        return q, u, third

    @cached_property
    def theirs(self) -> list[Array]:
        """The states in Pinocchio's order."""
        q, u, third = self.states
        orders = ((q, self.q_order), (u, self.u_order), (third, self.u_order))
        return [np.ascontiguousarray(one[:, order]) for one, order in orders]

    def ours(self, function: str) -> tuple[Loop, list[Array]]:
        """A native loop over our function, and where its results go."""
        kernel = self.model.function(function)
        made = [np.empty((STATES, *slot.shape)) for slot in kernel.outputs]
        address = kernel.address(Tier.OPTIMIZED)
        loop = native_loop(address, [*self.states, *made], address.workspace)
        loop(STATES)
        return loop, made

    def pinocchio(self, name: str) -> Loop:
        """Pinocchio's own algorithm, its data beside it."""
        library = programs.pinocchio()
        call = getattr(library, name)
        call.argtypes, call.restype = [ctypes.c_void_p] * 5 + [ctypes.c_long] * 2, None
        given = [_handle(self.text), *(one.ctypes.data for one in self.theirs)]
        made = self._room(name)
        return _loop(call, [*given, made.ctypes.data], [self.theirs, made])

    def expected(self, name: str) -> Array:
        """Pinocchio's results of all states, or of the first where they are matrices."""
        loop, made = self.pinocchio(name), self._room(name)
        if name not in ("drnea", "daba"):
            call = getattr(programs.pinocchio(), name)
            given = [_handle(self.text), *(one.ctypes.data for one in self.theirs)]
            call(*given, made.ctypes.data, STATES - 1, STATES)
            return made.reshape(STATES, -1)[:, np.argsort(self.u_order)]
        loop(1)
        call = getattr(programs.pinocchio(), f"{name}_results")
        call.argtypes, call.restype = [ctypes.c_void_p] * 2, None
        call(_handle(self.text), made.ctypes.data)
        back, n = np.argsort(self.u_order), len(self.u_order)
        return made.ravel()[: 3 * n * n].reshape(3, n, n)[:, back][:, :, back]

    def written(self, name: str, writer: str, level: str) -> Loop | None:
        """What was written of the algorithm, compiled."""
        source = programs.written(writer, self.text, name)
        library = programs.compiled(source, level) if source else None
        if library is None:
            return None
        library.loop.argtypes, library.loop.restype = (
            [ctypes.c_void_p] * 4 + [ctypes.c_long] * 2,
            None,
        )
        made = self._room(name)
        given = [*(one.ctypes.data for one in self.theirs), made.ctypes.data]
        return _loop(library.loop, given, [self.theirs, made])

    def mujoco(self, name: str) -> Loop:
        """MuJoCo's, on the same states (which it reads in its own way)."""
        library, sizes = programs.mujoco(), (ctypes.c_int * 2)()
        path = _mujoco_file(self.robot)
        assert library.mujoco_load(str(path).encode(), sizes) == 0, f"MuJoCo refuses {path}"
        assert tuple(sizes) == tuple(one.shape[1] for one in self.theirs[:2])
        call, made = getattr(library, name), self._room("rnea")
        call.argtypes, call.restype = [ctypes.c_void_p] * 4 + [ctypes.c_long] * 2, None
        q = self.theirs[0].copy()
        if self.robot == "talos":
            q[:, 3:7] = q[:, [6, 3, 4, 5]]
        given = [one.ctypes.data for one in (q, *self.theirs[1:], made)]
        return _loop(call, given, [q, self.theirs, made])

    def contestants(self, function: str) -> Iterator[Contestant]:
        """All rivals of a function."""
        for name in FUNCTIONS[function]:
            yield Contestant(name=f"Pinocchio {name}", loop=self.pinocchio(name))
            yield from self._generated(name)
        if function in ("inverse_dynamics", "forward_dynamics"):
            name = "rnea" if function == "inverse_dynamics" else "aba"
            yield Contestant(name="MuJoCo", loop=self.mujoco(name))

    def own(self, function: str) -> Iterator[Contestant]:
        """Pinocchio's C++ alone."""
        for name in FUNCTIONS[function]:
            yield Contestant(name=f"Pinocchio {name}", loop=self.pinocchio(name))

    def generated(self, function: str) -> Iterator[Contestant]:
        """Generated C alone."""
        for name in FUNCTIONS[function]:
            yield from self._generated(name)

    def _generated(self, name: str) -> Iterator[Contestant]:
        for writer in ("casadi", "cppad"):
            for level in programs.LEVELS:
                if (self.robot, name, writer) in TOO_LONG:
                    continue
                loop = self.written(name, writer, level)
                if loop is not None:
                    yield Contestant(name=f"{writer} {name} {level}", loop=loop)

    def _room(self, name: str) -> Array:
        n = len(self.u_order)
        return np.zeros((STATES, 3 * n * n if name in ("drnea", "daba") else n))


def fastest(contestants: Iterable[Contestant]) -> Contestant:
    """The one with the least time, each timed a few times here and now."""
    timed = [
        (time_loop(one.loop, Effort.QUICK).minimum, k, one) for k, one in enumerate(contestants)
    ]
    return min(timed)[2]


@cache
def robot_case(robot: str) -> RobotCase | None:
    """The case of a robot; None where the rivals are not installed."""
    path = robot_file(robot)
    if programs.places() is None or path is None:
        return None
    with rival("pinocchio_robots") as pinocchio:
        if pinocchio is None:
            return None
        text = programs.folder() / f"{robot}.txt"
        held = list(HELD) if robot == "panda" else []
        free = robot == "talos"
        told = pinocchio.ask(file=str(path), free=free, held=held, to=str(text))
        version = pinocchio.version
    return RobotCase(
        robot=robot,
        text=text,
        version=version,
        q_order=_order(model(robot).q_names, told["joints"], free, "q"),
        u_order=_order(model(robot).u_names, told["joints"], free, "u"),
    )


def _order(ours: Sequence[str], joints: Sequence[str], free: bool, letter: str) -> Array:
    """Where each of Pinocchio's coordinates or speeds is among ours."""
    own = [name.removeprefix("u_") for name in ours]
    base = {"q": [0, 1, 2, 4, 5, 6, 3], "u": list(range(6))}[letter] if free else []
    return np.array([*base, *(own.index(name) for name in joints[bool(free) :])])


@cache
def _handle(text: Path) -> Any:
    load = programs.pinocchio().robot_load
    load.argtypes, load.restype = [ctypes.c_char_p], ctypes.c_void_p
    return load(str(text).encode())


def _loop(call: Any, given: Sequence[Any], alive: Sequence[Any]) -> Loop:
    """The seconds of so many calls; `alive` is the memory that they need."""

    def loop(calls: int) -> float:
        assert alive
        start = time.perf_counter()
        call(*given, STATES - 1, calls)
        return time.perf_counter() - start

    return loop


def right(case: RobotCase, function: str, made: Sequence[Array]) -> bool:
    """Whether our results of a loop are Pinocchio's."""
    theirs = case.expected(FUNCTIONS[function][0])
    if len(made) == 1:
        return close(made[0], theirs, AGREED * _size(case, function, theirs))
    return all(
        close(ours[0], one, AGREED * _size(case, function, one))
        for ours, one in zip(made, theirs, strict=True)
    )


def _size(case: RobotCase, function: str, results: Array) -> float:
    """How large the results are; what u̇ depends on is ill-conditioned as M is."""
    size = float(np.abs(results).max())
    if "forward" not in function:
        return size
    M = case.model.mass_matrix(case.states[0])
    return size * max(1.0, float(np.linalg.cond(M).max()) / 1000)


def _mujoco_file(robot: str) -> Path:
    """The robot's file without what MuJoCo would add to the motion, a world before a free base."""
    source = robot_file(robot)
    assert source is not None
    root = ElementTree.parse(source).getroot()
    for one in list(root):
        if one.tag not in ("link", "joint"):
            root.remove(one)
            continue
        for part in list(one):
            if part.tag not in ("origin", "inertial", "parent", "child", "axis", "limit"):
                one.remove(part)
        if one.tag == "joint" and one.get("name") in HELD:
            one.set("type", "fixed")
    if robot == "talos":
        _freed(root)
    options = {"fusestatic": "true", "balanceinertia": "false", "boundmass": "0"}
    extension = ElementTree.SubElement(root, "mujoco")
    ElementTree.SubElement(extension, "compiler", options | {"boundinertia": "1e-9"})
    path = programs.folder() / f"{robot}_mujoco.urdf"
    ElementTree.ElementTree(root).write(path)
    return path


def _freed(root: ElementTree.Element) -> None:
    children = {one.get("link") for one in root.findall("joint/child")}
    names = [str(one.get("name")) for one in root.findall("link")]
    first = next(name for name in names if name not in children)
    ElementTree.SubElement(root, "link", {"name": "world"})
    joint = ElementTree.SubElement(root, "joint", {"name": "freed", "type": "floating"})
    ElementTree.SubElement(joint, "parent", {"link": "world"})
    ElementTree.SubElement(joint, "child", {"link": first})
