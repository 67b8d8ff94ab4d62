"""Native Routines: called as the plain ones are, kept on disk, safe from wrong arguments."""

from __future__ import annotations

import ctypes
import math
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kane import pipeline
from kane.algebra.expr import symbol as variable
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate
from kane.emitters import routine_llvm
from kane.errors import ArgumentError
from kane.machine import routine as machine
from kane.machine.cache import Cache
from kane.machine.routine import native, native_library
from kane.program.arrays import Floats, Ints
from kane.program.lower import lower
from kane.program.routine import library, routine

Function = Callable[[Floats, Floats, Floats], None]


@routine
def mixed(n: int, x: float, yes: bool, a: Floats, k: Ints) -> float:
    """Every kind of argument."""
    k[0] = n + int(yes)
    a[0] = x
    return a[1] + n


@routine
def positive(x: float) -> bool:
    """x > 0."""
    return x > 0.0


@routine
def twice(f: Function, x: Floats, y: Floats, data: Floats) -> None:
    """y ← f(f(x))."""
    f(x, y, data)
    f(y, y[1:], data)


@routine
def halve(x: Floats, y: Floats, data: Floats) -> None:
    """y ← x/2 + data."""
    y[0] = 0.5 * x[0] + data[0]


@routine
def twice_halved(x: Floats, y: Floats, data: Floats) -> None:
    """A Routine handed to a Routine within native code."""
    twice(halve, x, y, data)


@routine
def negate_all(x: Floats, n: int, times: int) -> None:
    """Takes a while."""
    for _ in range(times):
        for i in range(n):
            x[i] = -x[i]


def arrays() -> tuple[np.ndarray, np.ndarray]:
    """One of each kind."""
    return np.array([1.0, 2.0]), np.zeros(1, dtype=np.int64)


def test_every_kind_of_argument_and_result_arrives() -> None:
    (a, k), (b, m) = arrays(), arrays()
    assert native(mixed)(3, 0.5, True, a, k) == mixed(3, 0.5, True, b, m) == 5.0
    assert a.tolist() == b.tolist() == [0.5, 2.0]
    assert k.tolist() == m.tolist() == [4]
    assert native(positive)(1.0) is True
    assert native(positive)(math.nan) is False


def test_numpy_scalars_are_numbers_too() -> None:
    arguments: list[Any] = [np.int32(3), np.float32(0.5), np.True_, *arrays()]
    assert native(mixed)(*arguments) == 5.0


@pytest.mark.parametrize(
    ("place", "argument", "words"),
    [
        (0, 1.5, "argument 'n': a float is not of type int. Pass one int"),
        (0, 2**63, "argument 'n': 9223372036854775808 has more than 64 bits"),
        (1, "x", "argument 'x': a str is not of type float. Pass one float"),
        (3, [1.0], "argument 'a': a list cannot be used as memory of float64. Pass a contig"),
        (3, np.zeros(2, dtype=np.float32), "an array of float32 with shape (2,), contiguous"),
        (3, np.zeros(4)[::2], "an array of float64 with shape (2,), strides (16,) cannot be"),
        (4, np.zeros(2), "argument 'k': an array of float64 with shape (2,), contiguous cannot"),
        (3, np.broadcast_to(1.0, (2,)), "cannot be used as memory of float64"),
    ],
)
def test_a_wrong_argument_is_named_with_what_it_is(place: int, argument: Any, words: str) -> None:
    arguments: list[Any] = [3, 0.5, True, *arrays()]
    arguments[place] = argument
    with pytest.raises(ArgumentError) as caught:
        native(mixed)(*arguments)
    assert str(caught.value).startswith("Native routine 'mixed', argument ")
    assert words in str(caught.value)


def test_a_read_only_array_is_refused_because_native_code_might_write_it() -> None:
    a, k = arrays()
    a.flags.writeable = False
    with pytest.raises(ArgumentError, match="Pass a contiguous, writable array of float64"):
        native(mixed)(3, 0.5, True, a, k)


def test_arguments_are_given_by_position_and_all() -> None:
    with pytest.raises(ArgumentError, match=r"takes 1 arguments \(x\) by position, not 0 and 1"):
        native(positive)(x=1.0)


def test_a_function_parameter_takes_a_native_routine_a_kernel_or_an_address() -> None:
    x, y, data = np.array([8.0]), np.zeros(2), np.array([1.0])
    native(twice)(native(halve), x, y, data)
    assert y.tolist() == [5.0, 3.5]
    native(twice_halved)(x, y, data)
    assert y.tolist() == [5.0, 3.5]
    callback = ctypes.CFUNCTYPE(None, *[ctypes.POINTER(ctypes.c_double)] * 3)(_from_c)
    address = ctypes.cast(callback, ctypes.c_void_p).value
    native(twice)(address, x, y, data)  # type: ignore[arg-type]
    assert y.tolist() == [9.0, 10.0]


def _from_c(x: Any, y: Any, data: Any) -> None:
    y[0] = x[0] + data[0]


def test_a_kernel_is_called_through_its_address() -> None:
    graph = Graph()
    given = variable("x", Rate.CONFIGURATION, graph)
    kernel = pipeline.compile(lower("square", {"x": [given]}, {"y": [given * given]}))
    y = np.zeros(2)
    address: Any = kernel.address()
    native(twice)(address, np.array([3.0]), y, np.zeros(1))
    assert y.tolist() == [9.0, 81.0]


@pytest.mark.parametrize("function", [None, halve, -1, True, 0, "halve"])
def test_what_is_no_native_code_is_refused_as_a_function(function: Any) -> None:
    with pytest.raises(ArgumentError, match=r"argument 'f': .* is not native code"):
        native(twice)(function, np.zeros(1), np.zeros(2), np.zeros(1))


def test_a_native_routine_of_another_signature_is_refused_as_a_function() -> None:
    with pytest.raises(ArgumentError, match=r"'positive' is Callable\[\[float\], bool\], not Call"):
        native(twice)(native(positive), np.zeros(1), np.zeros(2), np.zeros(1))  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="'twice' is a function of functions, not Callable"):
        native(twice)(native(twice), np.zeros(1), np.zeros(2), np.zeros(1))  # type: ignore[arg-type]


def test_a_bound_call_uses_the_memory_it_was_given() -> None:
    a, k = arrays()
    call = native(mixed).bind(3, 0.5, True, a, k)
    a[1] = 10.0
    assert call() == 13.0
    del a, k
    assert call() == 13.0


def test_only_routines_of_a_library_can_be_called_from_outside() -> None:
    made = native_library(library("one", twice_halved))
    with pytest.raises(ArgumentError, match=r"'one' does not have routine 'halve' .*twice_halved"):
        made[halve]


def test_python_goes_on_while_a_native_routine_runs() -> None:
    x = np.ones(1000)
    work = threading.Thread(target=native(negate_all).bind(x, 1000, 300_000))
    turns = 0
    work.start()
    while work.is_alive():
        turns += 1
    assert turns > 100
    assert (x == 1.0).all()


# ── the cache ─────────────────────────────────────────────────────────────────────────────────
def built(monkeypatch: pytest.MonkeyPatch, folder: Path) -> list[str]:
    """Translations from now on, with the cache in a folder and nothing in memory."""
    translated: list[str] = []
    emit = routine_llvm.emit_routines

    def counted(whole: Any, target: Any) -> Any:
        translated.append(whole.name)
        return emit(whole, target)

    monkeypatch.setattr(machine, "emit_routines", counted)
    monkeypatch.setattr(machine, "standard", lambda: Cache(folder))
    native_library.cache_clear()
    return translated


def test_a_library_is_translated_once_and_then_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    translated = built(monkeypatch, tmp_path)
    whole = library("kept", mixed, positive)
    for _ in range(2):
        native_library.cache_clear()
        assert native_library(whole)[positive](1.0) is True
    assert translated == ["kept"]


def test_a_damaged_or_absent_cache_only_costs_a_translation(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    translated = built(monkeypatch, tmp_path)
    whole = library("damaged", positive)
    native_library(whole)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-9])
    native_library.cache_clear()
    assert native_library(whole)[positive](1.0) is True
    monkeypatch.setattr(machine, "standard", lambda: None)
    native_library.cache_clear()
    assert native_library(whole)[positive](-1.0) is False
    assert translated == ["damaged"] * 3


@pytest.mark.slow
def test_another_process_loads_what_this_one_compiled(tmp_path: Path) -> None:
    program = (
        "import kane.machine.routine as m\n"
        "from kane.program.numeric.library import NUMERIC\n"
        "made = []\n"
        "emit = m.emit_routines\n"
        "m.emit_routines = lambda *given: made.append(1) or emit(*given)\n"
        "m.native_library(NUMERIC)\n"
        "print(len(made))\n"
    )
    counts = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={"KANE_CACHE": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for _ in range(2)
    ]
    assert counts == ["1", "0"]
