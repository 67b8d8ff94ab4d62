"""C of our emitter, compiled by the system's compiler and called: an oracle of its own.

    call = compiled(emit_c("name", programs, target), tmp_path)
    outputs = call[0](*arguments)                     # the first Program

Tests that need it are marked `@needs_compiler`.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from kane.emitters.c import CFiles
from kane.program.target import Build

Arrays = tuple[np.ndarray, ...]
Call = Callable[..., Arrays]

COMPILER: Final = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
WARNINGS: Final = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
ROUNDING: Final = {  # why -fno-builtin: see the comment in strict C
    Build.STRICT: ("-ffp-contract=off", "-fno-builtin"),
    Build.FAST: ("-ffp-contract=fast",),
}

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler (cc, gcc, clang)")


def compiled(files: CFiles, folder: Path, flags: Sequence[str] = ("-O2",)) -> list[Call]:
    """A Python call for each Program of the files; any warning is an error."""
    _, source = files.write(folder)
    library = folder / f"{files.name}.so"
    command = [str(COMPILER), "-std=c11", *flags, *WARNINGS, *ROUNDING[files.target.build]]
    done = subprocess.run(
        [*command, "-shared", "-fPIC", str(source), "-o", str(library), "-lm"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    loaded = ctypes.CDLL(str(library))
    return [_call(loaded, files, which) for which in range(len(files.functions))]


def _call(library: ctypes.CDLL, files: CFiles, which: int) -> Call:
    function = getattr(library, files.functions[which])
    function.restype = None
    signature = files.signatures[which]

    def call(*arguments: np.ndarray) -> Arrays:
        given = [np.ascontiguousarray(argument, dtype=float) for argument in arguments]
        outputs = tuple(np.full(output.shape, 77.0) for output in signature.outputs)
        work = np.full(signature.workspace, 55.0)
        function(*[ctypes.c_void_p(array.ctypes.data) for array in (*given, *outputs, work)])
        return outputs

    return call
