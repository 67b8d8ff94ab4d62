"""Routines as native code: translated and compiled once, then from the cache on disk.

    numeric = native_library(NUMERIC)
    failed = numeric[lu_factor](a, n, pivots)      # the same call as lu_factor(a, n, pivots)

A native Routine cannot know how long the arrays are that it is given: what the plain run checks
(every index), the caller answers for here.

From: kane/emitters/routine_llvm.py    Next: cpu.py, cache.py
"""

from __future__ import annotations

import ctypes
import hashlib
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, Final, Generic, ParamSpec, TypeVar, cast

import numpy as np

from kane.emitters.routine_code import symbol
from kane.emitters.routine_llvm import emit_routines
from kane.errors import ArgumentError
from kane.machine import cpu
from kane.machine.cache import Entry, standard
from kane.machine.key import circumstances
from kane.program.routine import Library, Routine, library
from kane.program.routine_key import fingerprint
from kane.program.routine_plain import describe
from kane.program.routine_source import Prototype
from kane.program.routine_types import Kind, Type
from kane.program.target import Target

P = ParamSpec("P")
R = TypeVar("R")

_C: Final = {
    Kind.INT: ctypes.c_int64,
    Kind.FLOAT: ctypes.c_double,
    Kind.BOOL: ctypes.c_bool,
    Kind.FLOATS: ctypes.c_void_p,
    Kind.INTS: ctypes.c_void_p,
    Kind.NOTHING: None,
}
_BYTE: Final = ctypes.c_char
_ELEMENTS: Final = {Kind.FLOATS: np.dtype(np.float64), Kind.INTS: np.dtype(np.int64)}


class RoutineAddress(int):
    """Where a native Routine is; valid as long as this value is referenced."""

    library: cpu.Library

    def __new__(cls, library: cpu.Library, symbol: str) -> RoutineAddress:
        made = super().__new__(cls, library.addresses[symbol])
        made.library = library
        return made


class NativeRoutine(Generic[P, R]):
    """A Routine in machine code, called as the Routine itself is; releases Python's lock.

    Arrays are passed as memory: contiguous, writable, float64 or int64, long enough. A function
    parameter takes another native Routine of that signature, a Kernel's address or any address
    of C, which must be right.
    """

    __slots__ = ("_call", "_convert", "address", "prototype")

    def __init__(self, prototype: Prototype, library: cpu.Library, symbol: str) -> None:
        kinds = [kind for _, kind in prototype.parameters]
        self.prototype = prototype
        self.address = RoutineAddress(library, symbol)
        result = _C[prototype.result]
        self._call = cpu.function(library, symbol, result, *[_c(kind) for kind in kinds])
        self._convert = tuple(
            partial(_CONVERT[kind], f"Native routine '{prototype.name}', argument '{name}'", kind)
            if isinstance(kind, Kind)
            else partial(_pointer, f"Native routine '{prototype.name}', argument '{name}'", kind)
            for name, kind in prototype.parameters
        )

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        """What the Routine returns for these arguments."""
        return cast(R, self._call(*self._converted(arguments, named)))

    def bind(self, *arguments: P.args, **named: P.kwargs) -> Callable[[], R]:
        """The call with these arguments, prepared: their memory is used at every call."""
        bound = partial(self._call, *self._converted(arguments, named))
        bound.arguments = arguments  # type: ignore[attr-defined]  # keeps the memory
        return cast(Callable[[], R], bound)

    def _converted(self, arguments: Sequence[Any], named: Any) -> list[Any]:
        if named or len(arguments) != len(self._convert):
            names = ", ".join(name for name, _ in self.prototype.parameters)
            raise ArgumentError(
                f"Native routine '{self.prototype.name}' takes {len(self._convert)} arguments "
                f"({names}) by position, not {len(arguments)} and {len(named)} by name. "
                "Give them all in that order."
            )
        return [made(one) for made, one in zip(self._convert, arguments, strict=True)]

    def __repr__(self) -> str:
        return f"<native routine {self.prototype.name} at {self.address:#x}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class NativeLibrary:
    """A Library in machine code; `native_library[routine]` is one of its Routines."""

    library: Library
    loaded: cpu.Library
    made: dict[str, NativeRoutine[Any, Any]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def __getitem__(self, routine: Routine[P, R]) -> NativeRoutine[P, R]:
        found = self.made.get(routine.name)
        if found is None or routine not in self.library.routines:
            found = self.made[routine.name] = self._native(routine)
        return found

    def _native(self, routine: Routine[P, R]) -> NativeRoutine[P, R]:
        if routine not in self.library.routines:
            names = ", ".join(one.name for one in self.library.routines)
            raise ArgumentError(
                f"Library '{self.library.name}' does not have routine '{routine.name}' "
                f"to call from outside ({names}). Add it to the library."
            )
        return NativeRoutine(routine.prototype, self.loaded, symbol(self.library, routine.name))


def native(routine: Routine[P, R], target: Target | None = None) -> NativeRoutine[P, R]:
    """A Routine in machine code for this processor, with what it calls."""
    return native_library(_alone(routine), target)[routine]


@cache
def _alone(routine: Routine[P, R]) -> Library:
    return library("routine", routine)


@cache
def native_library(library: Library, target: Target | None = None) -> NativeLibrary:
    """A Library in machine code for this processor, from the cache on disk where it is there."""
    target = target or cpu.host_target()
    kept, key = standard(), _key(library, target)
    entry = kept.read(key) if kept else None
    if entry is None:
        text = emit_routines(library, target).text
        made = cpu.assemble(text, cpu.host(), cpu.Tier.OPTIMIZED, cpu.MidEnd.LOOPS)
        entry = Entry(made=made, workspace=0)
        if kept:
            kept.write(key, entry)
    symbols = tuple(symbol(library, one.name) for one in library.routines)
    return NativeLibrary(library=library, loaded=cpu.load(entry.made, symbols))


def _key(library: Library, target: Target) -> bytes:
    digest = hashlib.sha256(circumstances(cpu.host()))
    digest.update(repr(("routines", target)).encode())
    digest.update(fingerprint(library))
    return digest.digest()


# ── arguments ─────────────────────────────────────────────────────────────────────────────────
def _c(kind: Type) -> Any:
    return _C[kind] if isinstance(kind, Kind) else ctypes.c_void_p


def _array(where: str, kind: Kind, argument: Any) -> int:
    wanted = _ELEMENTS[kind]
    if isinstance(argument, np.ndarray) and argument.dtype == wanted and argument.flags.carray:
        return _address(argument)
    raise ArgumentError(
        f"{where}: {describe(argument)} cannot be used as memory of {wanted.name}. "
        f"Pass a contiguous, writable array of {wanted.name}."
    )


def _address(array: np.ndarray[Any, Any]) -> int:
    """Where an array begins; a third of the time that `array.ctypes.data` takes."""
    if array.size == 0:
        return array.ctypes.data
    return ctypes.addressof(_BYTE.from_buffer(cast(Any, array)))


def _scalar(convert: Callable[[Any], Any], where: str, kind: Kind, argument: Any) -> Any:
    try:
        return convert(argument)
    except (TypeError, ValueError):
        raise ArgumentError(
            f"{where}: {describe(argument)} is not of type {kind}. Pass one {kind}."
        ) from None


def _integer(where: str, kind: Kind, argument: Any) -> int:
    made: int = _scalar(operator.index, where, kind, argument)
    if not -(2**63) <= made < 2**63:
        raise ArgumentError(f"{where}: {made} has more than 64 bits. Pass a smaller number.")
    return made


def _pointer(where: str, kind: Type, argument: Any) -> int:
    if isinstance(argument, NativeRoutine):
        if argument.prototype.pointer != kind:
            raise ArgumentError(
                f"{where}: routine '{argument.prototype.name}' is "
                f"{argument.prototype.pointer or 'a function of functions'}, not {kind}. "
                "Pass one with this signature."
            )
        return argument.address
    if isinstance(argument, int) and not isinstance(argument, bool) and argument > 0:
        return argument
    raise ArgumentError(
        f"{where}: {describe(argument)} is not native code of type {kind}. Pass native(routine), "
        "kernel.address(), or another address in native code."
    )


_CONVERT: Final[dict[Kind, Callable[[str, Kind, Any], Any]]] = {
    Kind.INT: _integer,
    Kind.FLOAT: partial(_scalar, float),
    Kind.BOOL: partial(_scalar, bool),
    Kind.FLOATS: _array,
    Kind.INTS: _array,
}
