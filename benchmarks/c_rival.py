"""The C that we emit, compiled by gcc: the rival of our own machine code.

From: kane/emitters/c.py    Next: spine.py
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from kane.emitters.c import emit_c
from kane.machine.cpu import host_target
from kane.program.program import Program

FLAGS: Final = ("-std=c11", "-O3", "-march=native", "-ffp-contract=fast", "-shared", "-fPIC")


@dataclass(frozen=True, slots=True, kw_only=True)
class CFunction:
    """A compiled function: its address as long as the library is referenced, its workspace."""

    library: ctypes.CDLL
    address: int
    workspace: int


def gcc_version() -> str | None:
    """'gcc 12.2.0' and how it is called; None where there is no gcc."""
    if shutil.which("gcc") is None:
        return None
    asked = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True, check=True)
    return f"emitted C, gcc {asked.stdout.strip()} -O3 -march=native"


def compiled_by_gcc(program: Program) -> CFunction:
    """The Program's emitted C, as gcc compiles it for this machine."""
    files = emit_c("rival", [program], host_target())
    with TemporaryDirectory() as folder:
        _, source = files.write(Path(folder))
        library = Path(folder) / "rival.so"
        subprocess.run(["gcc", *FLAGS, source, "-o", library, "-lm"], check=True)
        loaded = ctypes.CDLL(str(library))  # stays mapped when the file is gone
    address = ctypes.cast(getattr(loaded, files.functions[0]), ctypes.c_void_p).value
    assert address is not None
    return CFunction(library=loaded, address=address, workspace=files.signatures[0].workspace)
