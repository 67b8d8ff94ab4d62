"""PyDy's side of the bicycle: SymPy's own derivation of it, and a right-hand side in Cython.

The description is that of SymPy's test suite, taken from there as installed, up to the call of
`KanesMethod.kanes_equations` and with it.
"""

from __future__ import annotations

import inspect
import os
import tempfile
import textwrap
import time
from functools import cache
from typing import Any

import numpy as np
import pydy
import sympy
from pydy.codegen.ode_function_generators import generate_ode_function
from sympy.physics.mechanics import find_dynamicsymbols
from sympy.physics.mechanics.tests import test_kane3

from benchmarks.serve import seconds, serve

FROM, UNTIL = "def test_bicycle", "    # This is the start of entering"


@cache
def derived() -> tuple[Any, float]:
    """The KanesMethod of the bicycle, and the seconds it took."""
    source = inspect.getsource(test_kane3.test_bicycle)
    body = source[source.index(FROM) : source.index(UNTIL)].partition("\n")[2]
    names = dict(vars(test_kane3))
    start = time.perf_counter()
    exec(textwrap.dedent(body), names)
    method = names["KM"]
    assert method.mass_matrix_full.shape == method.forcing_full.shape[:1] * 2
    return method, time.perf_counter() - start


@cache
def right_side() -> Any:
    """ẋ = f(x, t, p) as a call without arguments, checked once."""
    method, _ = derived()
    M, F = method.mass_matrix_full, method.forcing_full
    known = {*method.q, *method.u}
    symbols = {s for entry in [*M, *F] for s in entry.free_symbols} - {sympy.Symbol("t")}
    constants = sorted(symbols, key=str)
    specified = sorted(
        (s for s in find_dynamicsymbols(F) | find_dynamicsymbols(M) if s not in known), key=str
    )
    assert not specified
    os.chdir(tempfile.mkdtemp())
    made = generate_ode_function(
        F, list(method.q), list(method.u), constants=constants, mass_matrix=M,
        generator="cython", constants_arg_type="array",
    )  # fmt: skip
    rng = np.random.default_rng(0)
    x, p = rng.uniform(0.1, 0.9, len(known)), rng.uniform(0.5, 1.5, len(constants))
    assert np.all(np.isfinite(made(x, 0.0, p)))
    return lambda: made(x, 0.0, p)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Seconds to derive, or of so many right-hand sides."""
    if request["case"] == "derive":
        return {"seconds": derived()[1]}
    return {"seconds": seconds(right_side(), request["calls"])}


serve(f"PyDy {pydy.__version__} with SymPy {sympy.__version__}", answer)
