"""The rivals' programs: Pinocchio's C++, C that CasADi and CppADCodeGen write of it, MuJoCo.

Pinocchio and the two writers are compiled once for each state of their sources and of gcc, which
takes minutes, and kept under build/rivals; what they write is compiled anew in every run, with
-O3 and with -Ofast, of which the better counts.

From: rivals.py    Next: robot_rivals.py
"""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from benchmarks.rivals import ENVIRONMENT, ROOT, SCRIPTS

KEPT: Final = ROOT / "build" / "rivals"
LEVELS: Final = ("-O3", "-Ofast")
PATIENCE: Final = 150  # seconds that gcc may take for what was written
_PINOCCHIO: Final = (
    "-std=c++17",
    "-DNDEBUG",
    "-DBOOST_MPL_LIMIT_LIST_SIZE=30",
    "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
    "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
    "-w",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where the rivals' headers and libraries are."""

    prefix: Path  # Pinocchio's
    casadi: Path
    mujoco: Path


@cache
def places() -> Places | None:
    """Where they are; None where one of them, or a compiler, is not installed."""
    if shutil.which("g++") is None:
        return None
    for packages in ENVIRONMENT.glob("lib/python*/site-packages"):
        prefix = packages / "cmeel.prefix"
        needed = (
            prefix / "include/pinocchio",
            prefix / "include/eigen3",
            prefix / "include/cppad",
            packages / "casadi/include",
            packages / "mujoco/include",
        )
        if all(place.exists() for place in needed):
            return Places(prefix=prefix, casadi=packages / "casadi", mujoco=packages / "mujoco")
    return None


def ready() -> bool:
    """Whether Pinocchio's program was compiled before."""
    return places() is not None and _place("pinocchio_functions.cpp", ".so").exists()


@cache
def pinocchio() -> ctypes.CDLL:
    """Pinocchio's own algorithms."""
    at = _known()
    arguments = [*_pinocchio_flags(at), "-O3", "-march=native", "-shared", "-fPIC"]
    return ctypes.CDLL(str(_made("pinocchio_functions.cpp", ".so", arguments, _libraries(at))))


@cache
def mujoco() -> ctypes.CDLL:
    """MuJoCo's algorithms."""
    at = _known()
    library = next(iter(sorted(at.mujoco.glob("libmujoco.so*"))))
    arguments = ["-O3", "-march=native", "-shared", "-fPIC", f"-I{at.mujoco}/include"]
    libraries = [str(library), f"-Wl,-rpath,{at.mujoco}", "-lm"]
    return ctypes.CDLL(str(_made("mujoco_functions.c", ".so", arguments, libraries)))


@cache
def written(writer: str, model: Path, function: str) -> Path | None:
    """The C file that 'casadi' or 'cppad' writes of a function; None if it does not end."""
    at = _known()
    own = {
        "casadi": (
            ["-DBY_CASADI", f"-I{at.casadi}/include"],
            [f"-L{at.casadi}", f"-Wl,-rpath,{at.casadi}", "-lcasadi"],
        ),
        "cppad": (["-DBY_CPPAD"], ["-lcppad_lib", "-ldl"]),
    }
    defines, libraries = own[writer]
    arguments = [*_pinocchio_flags(at), "-O1", *defines]
    program = _made("pinocchio_generate.cpp", f"_{writer}", arguments, _libraries(at) + libraries)
    target = model.with_name(f"{model.stem}_{function}_{writer}.c")
    return target if _ran([program, model, function, target]) else None


@cache
def compiled(source: Path, level: str) -> ctypes.CDLL | None:
    """The library that gcc makes of it; None where it takes longer than PATIENCE."""
    library = source.with_name(f"{source.stem}{level}.so")
    flags = (level, "-march=native", "-w", "-shared", "-fPIC")
    return (
        ctypes.CDLL(str(library)) if _ran(["gcc", *flags, source, "-o", library, "-lm"]) else None
    )


@cache
def folder() -> Path:
    """A folder for what is written and compiled in this run."""
    global _kept_folder
    _kept_folder = tempfile.TemporaryDirectory(prefix="kane-rivals-")
    return Path(_kept_folder.name)


_kept_folder: tempfile.TemporaryDirectory[str] | None = None


@cache
def gcc() -> str:
    """gcc's version."""
    asked = subprocess.run(["g++", "-dumpfullversion"], capture_output=True, text=True, check=True)
    return asked.stdout.strip()


def _known() -> Places:
    at = places()
    assert at is not None, "the rivals are not installed"
    return at


def _pinocchio_flags(at: Places) -> list[str]:
    return [*_PINOCCHIO, f"-I{at.prefix}/include", f"-I{at.prefix}/include/eigen3"]


def _libraries(at: Places) -> list[str]:
    return [f"-L{at.prefix}/lib", f"-Wl,-rpath,{at.prefix}/lib", "-lboost_serialization"]


def _made(name: str, ending: str, arguments: list[str], libraries: list[str]) -> Path:
    """A program of ours around a rival, compiled if its source or gcc has changed."""
    source, made = SCRIPTS / name, _place(name, ending)
    if not made.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        compiler = "g++" if source.suffix == ".cpp" else "gcc"
        before = made.with_name(f"{made.name}.part")
        subprocess.run([compiler, *arguments, source, "-o", before, *libraries], check=True)
        before.rename(made)
    return made


def _place(name: str, ending: str) -> Path:
    """Where a program of ours is kept."""
    source = SCRIPTS / name
    digest = hashlib.sha256(source.read_bytes() + gcc().encode()).hexdigest()
    return KEPT / f"{source.stem}-{digest[:12]}{ending}"


def _ran(command: Sequence[str | Path]) -> bool:
    """Whether a command ended well in time."""
    try:
        subprocess.run(command, check=True, timeout=PATIENCE, capture_output=True)
    except subprocess.TimeoutExpired:
        return False
    return True
