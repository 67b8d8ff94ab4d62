"""Routines as C: text that compiles without a warning, whatever its names and comments."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np

from kane.emitters.code import Language
from kane.emitters.routine_c import emit_routines
from kane.program.numeric.library import NUMERIC
from kane.program.routine import library
from kane.program.target import Target
from tests.close import close, round_off
from tests.native_c import needs_compiler
from tests.routines import in_c, routines, shared_object

NAMES = '''\
@routine
def double(register: Floats, int64_t: int, λ: float, v1: int) -> float:
    """A comment that would end here: */ and /* begin again.

    More of it: ω × r.
    """
    exp = 2.0 * λ
    for log in range(v1):
        for kane_floor in range(log):
            exp += math.exp(0.0) + math.log(1.0) + math.floor(0.5)
    unused = 1
    return exp + register[int64_t]
'''
READ = '''\
@routine
def product(x: Floats, n: int, yes: bool) -> float:
    """Π x."""
    made = 1.0
    for i in range(n):
        made *= x[i]
    return made if yes else 0.0
'''
EXPECTED = """\
double test_product(double *x, int64_t n, bool yes);
/* Π x. */
double test_product(double *x, int64_t n, bool yes)
{
    double made = 0;
    int64_t i = 0;
    made = 1.0;
    for (int64_t v1 = 0, v2 = n; v1 < v2; v1 += 1) {
        i = v1;
        made = made * x[i];
    }
    return yes ? made : 0.0;
}
"""


def test_the_text_reads_like_its_source() -> None:
    code = emit_routines(library("test", routines(READ)["product"]), Target())
    assert code.language is Language.C
    assert code.symbols == {"product": "test_product"}
    assert code.text.split("#endif\n\n")[1].strip() == EXPECTED.strip()


def test_there_are_no_globals_and_nothing_is_allocated() -> None:
    text = emit_routines(NUMERIC, Target()).text
    outside = [line for line in text.splitlines() if line[:1].isalpha() and line.endswith(";")]
    assert all("(" in line for line in outside)  # prototypes alone
    assert "malloc" not in text
    assert [line for line in text.splitlines() if line.startswith("#include")] == [
        "#include <math.h>",
        "#include <stdbool.h>",
        "#include <stdint.h>",
    ]


@needs_compiler
def test_any_name_and_any_comment_compiles(tmp_path: Path) -> None:
    made = routines(NAMES)["double"]
    assert in_c(made, tmp_path)(np.array([5.0]), 0, 1.0, 3) == made(np.array([5.0]), 0, 1.0, 3)


@needs_compiler
def test_the_numeric_library_compiles_and_solves(tmp_path: Path, rng: np.random.Generator) -> None:
    loaded = ctypes.CDLL(str(shared_object(NUMERIC, tmp_path)))
    n = 7
    a, b = rng.standard_normal((n, n)), rng.standard_normal(n)
    factor, x, pivots = a.copy(), b.copy(), np.zeros(n, dtype=np.int64)
    places = [ctypes.c_void_p(array.ctypes.data) for array in (factor, pivots, x)]
    loaded.numeric_lu_factor.restype = ctypes.c_int64
    assert loaded.numeric_lu_factor(places[0], ctypes.c_int64(n), places[1]) == 0
    loaded.numeric_lu_solve(places[0], ctypes.c_int64(n), places[1], places[2])
    scale = float(np.abs(a).max() * np.abs(x).max()) * n
    assert close(a @ x, b, round_off(scale=scale, operations=n**2))
