"""The drop-in beside SymPy's own class, in one process: times, right-hand sides, counts.

Descriptions are made beforehand; what is timed is the part of `KanesMethod`, its constructor and
`kanes_equations`. Before that, both classes' M, forcing and q̇ are compared at a random point (of
the arm of seven joints with three of them: SymPy's expressions of seven take minutes to evaluate).

From: sympy_cases.py, timing.py    Next: sympy.py
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
import sympy

from benchmarks import sympy_cases as cases
from benchmarks.claim import Effort, Measurement
from benchmarks.kane_systems import stanford as described_stanford
from benchmarks.native_loop import native_loop
from benchmarks.spine_compile import cache_at
from benchmarks.timing import Loop, Timing, loop_of, race, time_call, time_fresh
from kane.machine.cpu import Tier
from kane.machine.model import Model
from kane.model.system import System
from kane.pipeline import build
from kane.sympy import KanesMethod

VERSION: Final = f"SymPy {sympy.__version__}"
STATES: Final = 16
SPEED: Final = 5  # m/s, of the bicycle


@dataclass(frozen=True, slots=True, kw_only=True)
class Sized:
    """A description, and a small one of its kind that goes the same way quickly."""

    full: Callable[[], cases.Case]
    quick: Callable[[], cases.Case]
    compared: Callable[[], cases.Case] | None = None

    def to_compare(self, effort: Effort) -> cases.Case:
        """The one on which both classes have to agree."""
        return _made(self.compared) if self.compared else self.of(effort)

    def of(self, effort: Effort) -> cases.Case:
        """The one that this effort can bear."""
        return _made(self.full if effort is Effort.FULL else self.quick)


@cache
def _made(make: Callable[[], cases.Case]) -> cases.Case:
    return make()


def small_pendulum() -> cases.Case:
    """Two links on a cart."""
    return cases.pendulum(2)


def long_pendulum() -> cases.Case:
    """Twenty links on a cart."""
    return cases.pendulum(20)


def small_arm() -> cases.Case:
    """Two joints, all symbols."""
    return cases.arm(2)


def shorter_arm() -> cases.Case:
    """Three joints, all symbols."""
    return cases.arm(3)


def long_arm() -> cases.Case:
    """Seven joints, all symbols."""
    return cases.arm(7)


BICYCLE: Final = Sized(full=cases.bicycle, quick=small_pendulum)
STANFORD: Final = Sized(full=cases.stanford, quick=small_arm)
PENDULUM: Final = Sized(full=long_pendulum, quick=small_pendulum)
ARM: Final = Sized(full=long_arm, quick=small_arm, compared=shorter_arm)


# ── forming ───────────────────────────────────────────────────────────────────────────────
def forming(system: Sized, effort: Effort) -> Measurement:
    """Milliseconds of KanesMethod and kanes_equations, with SymPy's once in the note."""
    small, case = system.to_compare(effort), system.of(effort)
    assert _agree(small.formed(KanesMethod), _sympys(small)[0])
    seconds = _sympys(case)[1]
    gc.collect()
    ours = case.formed(KanesMethod)
    came = time_call(lambda: case.formed(KanesMethod), effort)
    return _milliseconds(came, f"{ours.operations}; SymPy {1e3 * seconds:.4g} ms")


_FORMED: Final[dict[int, tuple[Any, float]]] = {}
_KEPT: Final = 10.0  # seconds: what took longer is large, and would be in the way of what is timed


def _sympys(case: cases.Case) -> tuple[Any, float]:
    """SymPy's object and its seconds, formed once for each description."""
    if id(case) in _FORMED:
        return _FORMED[id(case)]
    begun = time.perf_counter()
    theirs = case.sympys()
    seconds = time.perf_counter() - begun
    if seconds < _KEPT:
        _FORMED[id(case)] = theirs, seconds
    return theirs, seconds


def _agree(ours: Any, theirs: Any) -> bool:
    """M, forcing and q̇ at a random point, through the shared subexpressions of both."""
    symbols = sorted(_symbols(theirs), key=str)
    values = np.random.default_rng(0).uniform(0.3, 1.2, len(symbols))
    found = []
    for made in (ours, theirs):
        parts = [made.mass_matrix, made.forcing, _rates(made)]
        found.append(sympy.lambdify(symbols, parts, cse=True)(*values))
    return all(
        np.abs(np.asarray(a) - b).max() <= 1e-9 * max(1.0, np.abs(b).max())
        for a, b in zip(*found, strict=True)
    )


def _rates(made: Any) -> Any:
    found = made.kindiffdict()
    return sympy.Matrix([found[q.diff()] for q in made.q])


def _symbols(made: Any) -> set[Any]:
    parts = [*made.mass_matrix, *made.forcing, *_rates(made)]
    moving = sympy.physics.mechanics.find_dynamicsymbols(sympy.Matrix(parts))
    fixed = set().union(*(part.free_symbols for part in parts))
    found: set[Any] = (moving | fixed) - {sympy.physics.mechanics.dynamicsymbols._t}
    return found


# ── linear forms ──────────────────────────────────────────────────────────────────────────
def linear_symbolic(effort: Effort) -> Measurement:
    """Milliseconds of A and B of the bicycle, all parameters symbols."""
    case = BICYCLE.of(effort)
    came = time_fresh(
        lambda: case.formed(KanesMethod), lambda made: made.linearize(A_and_B=True), effort
    )
    return _milliseconds(came, "")


def linear_numeric(effort: Effort) -> Measurement:
    """Milliseconds of A and B of the bicycle upright at 5 m/s, its parameters numbers."""
    case = cases.bicycle()
    point = upright(case)
    made = case.formed(KanesMethod)
    assert np.allclose(_nonzero(made.linearize(A_and_B=True, op_point=point)[0]), PUBLISHED)
    came = time_fresh(
        lambda: case.formed(KanesMethod),
        lambda one: one.linearize(A_and_B=True, op_point=point),
        effort,
    )
    return _milliseconds(came, "")


def upright(case: cases.Case) -> dict[Any, Any]:
    """The bicycle's operating point, all of it numbers."""
    named = {**case.constants, sympy.Symbol("v"): SPEED}
    moving = {key: sympy.sympify(value).xreplace(named) for key, value in case.point.items()}
    return {**moving, **case.constants}


PUBLISHED: Final = (-14.07838969, -0.77534188, -0.77534188, -0.32286643)  # [Meijaard2007 table 2]


def _nonzero(A: Any) -> Any:
    """The real parts of the eigenvalues that are not zero, in order."""
    parts = np.sort(np.linalg.eigvals(np.array(A.evalf(), dtype=float)).real)
    return parts[np.abs(parts) > 1e-6]


# ── native code ───────────────────────────────────────────────────────────────────────────
def native_build(effort: Effort) -> Measurement:
    """Milliseconds from the formed Stanford arm to u̇ and q̇ in native code, nothing cached."""
    case = STANFORD.of(effort)
    given = values_of(model_of(case))
    with cache_at("off"):
        came = time_fresh(
            lambda: case.formed(KanesMethod),
            lambda made: made.build(case.constants, "fold").function("rhs")(*given),
            effort,
        )
    operations = model_of(case).operations["rhs"]
    return _milliseconds(came, str(operations))


def right_side(system: Sized, effort: Effort) -> Measurement:
    """SymPy's time of q̇ and u̇, by lambdify and numpy's solve, over ours."""
    case = system.of(effort)
    model, (theirs, _) = model_of(case), _sympys(case)
    ours, lambdified = _native(model), _lambdified(theirs, case.constants, values_of(model))
    mine, other = model.function("rhs")(*values_of(model)), lambdified()
    size = len(theirs.q)
    assert np.allclose(np.concatenate([np.ravel(x) for x in mine]), other, rtol=1e-8), size
    result = race(ours, loop_of(lambdified), effort)
    told = f"{result.ours.minimum * 1e9:.3g} ns, SymPy {result.rival.minimum * 1e6:.3g} µs"
    return Measurement(value=result.ratio, spread=result.spread, counts=told, rival=VERSION)


@cache
def _models() -> dict[int, Model]:
    return {}


def model_of(case: cases.Case) -> Model:
    """The equations in native code, constants live."""
    made = _models()
    if id(case) not in made:
        made[id(case)] = case.formed(KanesMethod).build(case.constants)
    return made[id(case)]


def values_of(model: Model) -> list[Any]:
    """A state, and inputs where there are any."""
    q, u = np.full(len(model.q_names), 0.4), np.full(len(model.u_names), 0.2)
    a = np.full(len(model.input_names), 0.3)
    return [q, u, *([a] if len(a) else [])]


def _native(model: Model) -> Loop:
    """Ours, with parameters as arguments; what was made of them beforehand is given."""
    function = model.function("rhs")
    kernel, values = function.kernel, iter(values_of(model))
    given = [function.given.get(slot.name) for slot in kernel.inputs]
    taken = [next(values) if one is None else one for one in given]
    rows = [np.tile(one, (STATES, 1)) for one in taken]
    outputs = [np.empty((STATES, *slot.shape)) for slot in kernel.outputs]
    address = kernel.address(Tier.OPTIMIZED)
    return native_loop(address, [*rows, *outputs], kernel.signature.workspace)


def _lambdified(theirs: Any, constants: Mapping[Any, float], given: Any) -> Callable[[], Any]:
    """q̇ and u̇ as SymPy's users compute them: the full form, constants as arguments."""
    forces = sympy.physics.mechanics.find_dynamicsymbols(theirs.forcing)
    inputs = sorted(forces - {*theirs.q, *theirs.u}, key=sympy.default_sort_key)
    arguments = [list(theirs.q), list(theirs.u), inputs, list(constants)]
    full = [theirs.mass_matrix_full, theirs.forcing_full]
    function = sympy.lambdify(arguments, full, modules="numpy", cse=True)
    values = [*given, *([] if inputs else [[]]), list(constants.values())]

    def call() -> Any:
        M, forcing = function(*values)
        return np.linalg.solve(M, forcing)[:, 0]

    return call


# ── handed over ───────────────────────────────────────────────────────────────────────────
def handed_over(effort: Effort) -> Measurement:
    """Operations of u̇ of the Stanford arm handed over, over those of our own description."""
    case = cases.stanford()
    system = case.formed(KanesMethod).system(case.constants)
    handed, described = (_operations(one) for one in (system, described_stanford()))
    return Measurement(
        value=(handed.mul + handed.add) / (described.mul + described.add),
        counts=f"{handed}; described {described}",
    )


def _operations(system: System) -> Any:
    model = build(system.replace(speeds=()), parameters="live", shorten="off")
    return model.operations["forward_dynamics"]


def _milliseconds(came: Timing, counts: str) -> Measurement:
    return Measurement(
        value=1e3 * came.minimum,
        median=1e3 * came.median,
        spread=1e3 * came.spread,
        repeats=came.repeats,
        counts=counts,
        rival=VERSION,
    )
