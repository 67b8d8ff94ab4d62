"""Routines made from text, and called in every form: plain Python, LLVM strict and fast, C."""

from __future__ import annotations

import ctypes
import itertools
import linecache
import math
import subprocess
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

import kane.emitters.routine_c as routine_c
from kane.machine.cpu import host_target
from kane.machine.routine import native_library
from kane.program.arrays import Floats, Ints
from kane.program.routine import Library, Routine, library, routine
from kane.program.routine_types import Kind
from kane.program.target import Build, Target
from tests.native_c import COMPILER, ROUNDING, WARNINGS

_numbers: Final = itertools.count()
_C: Final = {
    Kind.INT: ctypes.c_int64,
    Kind.FLOAT: ctypes.c_double,
    Kind.BOOL: ctypes.c_bool,
    Kind.FLOATS: ctypes.c_void_p,
    Kind.INTS: ctypes.c_void_p,
    Kind.NOTHING: None,
}
_NAMES: Final = {
    **{name: getattr(math, name) for name in dir(math) if name[0] != "_"},
    "Floats": Floats,
    "Ints": Ints,
    "Callable": Callable,
    "routine": routine,
    "math": math,
}


def routines(text: str) -> dict[str, Routine[..., Any]]:
    """The Routines of a module's text, which errors and plain runs can look at."""
    name = f"<routines {next(_numbers)}>"
    text = f"from __future__ import annotations\n{text}"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    module = types.ModuleType("routines")
    module.__dict__.update(_NAMES)
    exec(compile(text, name, "exec"), module.__dict__)
    return {key: one for key, one in vars(module).items() if isinstance(one, Routine)}


def strict(made: Routine[..., Any]) -> Callable[..., Any]:
    """The Routine in machine code of the strict build."""
    return _native(made, Build.STRICT)


def fast(made: Routine[..., Any]) -> Callable[..., Any]:
    """The Routine in machine code of the fast build."""
    return _native(made, Build.FAST)


def _native(made: Routine[..., Any], build: Build) -> Callable[..., Any]:
    host = host_target()
    target = Target(lanes=host.lanes, has_fma=host.has_fma, build=build)
    return native_library(library("test", made), target)[made]


def in_c(made: Routine[..., Any], folder: Path) -> Callable[..., Any]:
    """The Routine as C, compiled by the system's compiler to round as written."""
    whole = library("test", made)
    loaded = ctypes.CDLL(str(shared_object(whole, folder)))
    function = getattr(loaded, f"test_{made.name}")
    kinds = [kind for _, kind in made.prototype.parameters]
    function.argtypes = [_C[kind] for kind in kinds if isinstance(kind, Kind)]
    function.restype = _C[made.prototype.result]

    def call(*arguments: Any) -> Any:
        return function(*[_address(argument) for argument in arguments])

    return call


def shared_object(whole: Library, folder: Path) -> Path:
    """The Library as C, compiled; any warning is an error."""
    source = folder / f"{whole.name}{next(_numbers)}.c"
    source.write_text(routine_c.emit_routines(whole, Target()).text, encoding="utf-8")
    made = source.with_suffix(".so")
    command = [str(COMPILER), "-std=c11", "-O2", *WARNINGS, *ROUNDING[Build.STRICT]]
    done = subprocess.run(
        [*command, "-shared", "-fPIC", str(source), "-o", str(made), "-lm"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return made


def _address(argument: Any) -> Any:
    return argument.ctypes.data if isinstance(argument, np.ndarray) else argument
