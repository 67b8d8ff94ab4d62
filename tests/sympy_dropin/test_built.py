"""Equations taken from SymPy in native code: the same numbers, inputs, parameters, refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sympy
from sympy.physics.mechanics import dynamicsymbols

from benchmarks.sympy_cases import bicycle, pendulum
from kane.errors import ArgumentError, DerivationError
from kane.sympy import KanesMethod
from tests.close import close, round_off
from tests.sympy_dropin.descriptions import formed, slider, sympys


def test_right_hand_side_is_that_of_sympys_class() -> None:
    case = pendulum(2)
    model, theirs = case.formed(KanesMethod).build(case.constants), case.sympys()
    numbers = np.linspace(-0.7, 0.9, 7)
    symbols = [*theirs.q, *theirs.u, *model.input_names]
    at = dict(zip((name(str(x)) for x in symbols), numbers, strict=True))

    xdot = np.concatenate(model.function("rhs")(numbers[:3], numbers[3:6], numbers[6:]))

    expected = numerically(theirs, at | {str(c): v for c, v in case.constants.items()})
    assert close(xdot, expected, round_off(scale=100.0, operations=200))


def numerically(made: Any, at: dict[str, float]) -> np.ndarray:
    """SymPy's full equations solved at a state given by names."""

    def value(matrix: Any) -> np.ndarray:
        leaves = matrix.atoms(sympy.Symbol) | matrix.atoms(sympy.core.function.AppliedUndef)
        known = {x: at[name(x)] for x in leaves if name(x) in at}
        return np.array(matrix.xreplace(known).evalf(), dtype=float)

    return np.linalg.solve(value(made.mass_matrix_full), value(made.forcing_full))[:, 0]


def name(leaf: Any) -> str:
    """Its name without (t)."""
    return str(leaf).removesuffix("(t)")


def test_bicycle_upright_keeps_going_straight() -> None:
    case = bicycle()
    model = case.formed(KanesMethod).build(case.constants)
    at = {str(key).removesuffix("(t)"): value for key, value in case.point.items()}
    radii = {"rR": 0.3, "rF": 0.35, "v": 5.0}
    u = [float(sympy.sympify(at[name]).subs(radii)) for name in model.u_names]

    _, udot = model.function("rhs")([0.0] * 4, u)

    assert close(udot, 0.0, round_off(scale=1e3, operations=2000))


def test_inputs_are_the_columns_of_the_input_matrix() -> None:
    model = formed(KanesMethod, *slider()).build({"m": 2.0, "k": 3.0})
    assert model.input_names == ("F",)
    assert model.input_matrix([0.1], [0.2]) == np.array([[1.0]])
    assert model.bias([0.1], [0.2]) == pytest.approx([0.3], rel=1e-15)


def test_inputs_that_no_matrix_tells_are_an_argument_of_their_own() -> None:
    """m u̇ = F cos δ − k q."""
    arguments, bodies, loads = slider()
    (P, force), delta = loads[0], dynamicsymbols("delta")
    F, N = dynamicsymbols("F"), arguments["frame"]
    turned = [(P, force + F * (sympy.cos(delta) - 1) * N.x)]
    model = formed(KanesMethod, arguments, bodies, turned).build({"m": 2.0, "k": 3.0})
    assert (model.linear_inputs, model.nonlinear_inputs) == (("F",), ("delta",))
    B = model.input_matrix([0.1], [0.2], [0.7])
    assert close(B, [[np.cos(0.7)]], round_off(2.0, 4))
    tau = model.inverse_dynamics([0.1], [0.2], [0.5], [0.7])
    assert close(tau, [2.0 * 0.5 + 0.3], round_off(2.0, 4))


def test_live_parameters_change_without_compiling() -> None:
    model = formed(KanesMethod, *slider()).build({"m": 2.0, "k": 3.0})
    heavier = model.with_parameters(m=4.0)
    assert heavier.forward_dynamics([1.0], [0.0], [0.0]) == np.array([-0.75])


def test_folded_parameters_are_no_arguments() -> None:
    model = formed(KanesMethod, *slider()).build({"m": 2.0, "k": 3.0}, "fold")
    assert not model.parameters
    assert model.forward_dynamics([1.0], [0.0], [0.0]) == np.array([-1.5])


def test_constants_without_values_are_named() -> None:
    with pytest.raises(ArgumentError, match=r"constants k of the equations have no values"):
        formed(KanesMethod, *slider()).build({"m": 2.0})


def test_functions_that_only_sympy_knows_are_refused() -> None:
    arguments, bodies, _ = slider()
    P, N, q = bodies[0].point, arguments["frame"], arguments["q_ind"][0]
    loads = [(P, sympy.Function("spring")(q) * N.x)]
    with pytest.raises(DerivationError, match="spring has no native form"):
        formed(KanesMethod, arguments, bodies, loads).build({"m": 2.0}).function("rhs")


def test_a_run_in_time_is_asked_of_the_system() -> None:
    with pytest.raises(DerivationError, match="Hand the description over"):
        formed(KanesMethod, *slider()).build({"m": 2.0, "k": 3.0}).flows()


def test_operations_count_what_a_step_costs() -> None:
    made = formed(KanesMethod, *slider())
    assert made.operations.mul == 1
    assert sympys(*slider()).mass_matrix == made.mass_matrix
