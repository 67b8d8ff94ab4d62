"""The long steps of LLVM without llvmlite's lock: reading text and generating code.

llvmlite lets one thread at a time into LLVM, although threads with contexts and target machines
of their own need not wait for each other. With its lock a kernel's first call waits for whatever
large Program is being optimized in the background (1.3 s beside 55,000 operations), and the
parts of one Program wait for each other.

From: cpu.py    Next: tiers.py
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any


def parse(text: str) -> Any:
    """The module of a text, in a context of its own; RuntimeError where LLVM refuses it."""
    from llvmlite import binding

    read, context = _unlocked("LLVMPY_ParseAssembly"), binding.create_context()
    if read is None:
        return binding.parse_assembly(text, context)
    with binding.ffi.OutputString() as complaint:
        module = binding.ModuleRef(read(context, text.encode(), complaint), context)
        if complaint:
            module.close()
            raise RuntimeError(str(complaint))
    return module


def emit_object(machine: Any, module: Any) -> bytes:
    """The object of a module that no other thread uses, for a machine that none uses."""
    from llvmlite.binding import ffi

    emit = _unlocked("LLVMPY_TargetMachineEmitToMemory")
    if emit is None:
        made: bytes = machine.emit_object(module)
        return made
    with ffi.OutputString() as complaint:
        buffer = emit(machine, module, 1, complaint)
        if not buffer:
            raise RuntimeError(str(complaint))
    try:
        start = ffi.lib.LLVMPY_GetBufferStart(buffer)
        return ctypes.string_at(start, ffi.lib.LLVMPY_GetBufferSize(buffer))
    finally:
        ffi.lib.LLVMPY_DisposeMemoryBuffer(buffer)


@cache
def _unlocked(name: str) -> Any:
    """A function of llvmlite's library, found there once more; None where that cannot be."""
    from llvmlite.binding import ffi

    try:
        locked = getattr(ffi.lib, name)
        plain = getattr(ctypes.CDLL(ffi.lib._name), name)
        plain.argtypes, plain.restype = locked.argtypes, locked.restype
    except (AttributeError, OSError):
        return None
    return plain
