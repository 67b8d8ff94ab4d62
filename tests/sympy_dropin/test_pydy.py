"""PyDy's System and SymPy's lambdify take our object as they take SymPy's."""

from __future__ import annotations

import numpy as np
import sympy
from pydy.system import System
from sympy.physics.mechanics import dynamicsymbols

from benchmarks.sympy_cases import pendulum
from kane.sympy import KanesMethod
from tests.close import close, round_off

CASE = pendulum(2)
FORCE = dynamicsymbols("F")


def ran(cls: type) -> np.ndarray:
    """A tenth of a second of the pendulum by PyDy."""
    made = CASE.formed(cls)
    start = dict.fromkeys([*made.q, *made.u], 0.1)
    system = System(
        made,
        constants=CASE.constants,
        specifieds={FORCE: 0.3},
        initial_conditions=start,
        times=np.linspace(0.0, 0.1, 6),
    )
    states: np.ndarray = system.integrate()
    return states


def test_pydys_system_runs_our_object_as_it_runs_sympys() -> None:
    from sympy.physics.mechanics.kane import KanesMethod as Theirs

    assert close(ran(KanesMethod), ran(Theirs), 1e-6)


def test_lambdify_takes_our_matrices() -> None:
    made = CASE.formed(KanesMethod)
    symbols = [list(made.q), list(made.u), list(CASE.constants), FORCE]
    function = sympy.lambdify(symbols, [made.mass_matrix, made.forcing], cse=True)
    M, forcing = function([0.1] * 3, [0.2] * 3, list(CASE.constants.values()), 0.5)
    model = made.build(CASE.constants)
    expected = model.function("rhs")([0.1] * 3, [0.2] * 3, [0.5])[1]
    assert close(np.linalg.solve(M, forcing)[:, 0], expected, round_off(scale=100, operations=200))
