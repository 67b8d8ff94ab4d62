"""Motion constraints: the rows J u + c, their rates, and motions that keep them."""

from __future__ import annotations

import numpy as np
import pytest

from kane.dynamics.constrain import difference
from kane.dynamics.relations import terms_of
from kane.dynamics.requests import requested
from kane.model.constraints import Configuration, Motion
from kane.program.interpret import interpret
from kane.program.lower import lower
from tests.close import close
from tests.oracles.jet import Array
from tests.random_cases import CASES, drawn
from tests.random_systems import Moment

constrained = pytest.mark.parametrize(
    "case", [name for name, case in CASES.items() if case.dependent or case.rows]
)
held = pytest.mark.parametrize(
    "case", [name for name, case in CASES.items() if case.dependent or case.encapsulated]
)


@constrained
def test_rows_are_what_the_constraints_measure(case: str) -> None:
    check_rows(drawn(case))


def check_rows(moment: Moment) -> None:
    """J u + c, in all speeds, and its rate J u̇ + (J̇u + ċ)."""
    J, c, bias = rows(moment)
    u, udot = (every(moment, which) for which in (0, 1))
    for row, offset, rest, measure in zip(J, c, bias, moment.pair.rows, strict=True):
        value, rate = measure.of(moment.now)
        size = 1 + float(np.abs(row).sum())
        assert close(row @ u + offset, value, moment.limit(moment.fast * size))
        assert close(row @ udot + rest, rate, moment.limit(moment.quick * moment.far * size))


@held
def test_motions_keep_the_constraints(case: str) -> None:
    check_kept(drawn(case))


def check_kept(moment: Moment) -> None:
    """Every relation that holds is worth 0 in the library's motion, and stays so for any u̇."""
    equations = moment.pair.equations
    for constraint in moment.pair.system.constraints:
        if isinstance(constraint, Motion | Configuration) and constraint.active:
            terms, rest = terms_of(equations.tree.lift, difference(constraint))
            total = rest + sum(c * equations.meanings.of(quantity) for quantity, c in terms)
            assert close(moment.evaluate([total]), 0.0, moment.limit(moment.fast))
            assert close(moment.rate([total]), 0.0, moment.limit(moment.quick * moment.far))


@constrained
def test_dependent_speeds_are_what_they_measure(case: str) -> None:
    check_dependent(drawn(case))


def check_dependent(moment: Moment) -> None:
    equations = moment.pair.equations
    u = every(moment, 0)
    for name, form in equations.embedded.dependent.items():
        number = equations.embedded.free.names.index(name)
        assert close(moment.evaluate([form.value]), u[number], moment.limit(moment.fast))


@constrained
def test_rows_can_be_asked_for_as_a_function_of_the_independent_speeds(case: str) -> None:
    moment = drawn(case)
    request = requested(moment.pair.equations, "constraint_rows")
    program = lower(request.name, request.inputs, request.outputs)
    values = moment.values
    given = [[values[str(symbol)] for symbol in symbols] for symbols in request.inputs.values()]
    for found, expected in zip(interpret(program, *given), rows(moment), strict=True):
        size = moment.quick * moment.far * (1 + float(np.abs(expected).max()))
        assert close(found, expected, moment.limit(size))


def rows(moment: Moment) -> tuple[Array, Array, Array]:
    """J, c and J̇u + ċ by the library."""
    request = requested(moment.pair.equations, "constraint_rows")
    J, c, bias = (moment.evaluate(request.outputs[key]) for key in ("J", "c", "bias"))
    return J, c, bias


def every(moment: Moment, which: int) -> Array:
    """All speeds (0) or their rates (1), dependent ones too, as measured."""
    return np.array([measure.of(moment.now)[which] for measure in moment.pair.every])
