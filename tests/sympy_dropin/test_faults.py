"""The same mistakes raise what SymPy raises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy
from sympy.physics.mechanics import dynamicsymbols
from sympy.physics.mechanics.kane import KanesMethod as Theirs

from kane.sympy import KanesMethod
from tests.sympy_dropin.descriptions import formed, slider

Spoiled = Callable[[type], Any]


def with_arguments(**changed: Any) -> Spoiled:
    """The slider with other arguments."""
    return lambda cls: formed(cls, {**slider()[0], **changed}, *slider()[1:])


def nonlinear(cls: type) -> Any:
    """q̇ squared in the kinematic equations."""
    return formed(cls, *slider(lambda q, u: q.diff() ** 2 - u))


def bent(cls: type) -> Any:
    """A velocity constraint with a product of speeds."""
    arguments, bodies, loads = slider()
    u, v = arguments["u_ind"][0], dynamicsymbols("v")
    given = {"u_dependent": [v], "velocity_constraints": [u * v - 1]}
    return formed(cls, {**arguments, **given}, bodies, loads)


def outside(cls: type) -> Any:
    """A mass that is a function of time, linearized."""
    arguments, bodies, loads = slider()
    bodies[0].mass = dynamicsymbols("mu")
    return formed(cls, arguments, bodies, loads).to_linearizer()


MISTAKES: dict[str, Spoiled] = {
    "frame": with_arguments(frame="N"),
    "coordinates": with_arguments(q_ind=dynamicsymbols("q")),
    "kinematic equations": with_arguments(kd_eqs=[]),
    "number of kinematic equations": with_arguments(kd_eqs=[1, 2]),
    "dependent speeds": with_arguments(u_dependent=[dynamicsymbols("v")]),
    "dependent coordinates": with_arguments(q_dependent=[dynamicsymbols("p")]),
    "names": with_arguments(q_ind=[dynamicsymbols("u")]),
    "nonlinear kinematics": nonlinear,
    "nonlinear constraint": bent,
    "solver": with_arguments(kd_eqs_solver="no such"),
    "dynamic symbols outside the forcing": outside,
    "bodies": lambda cls: cls(**slider()[0]).kanes_equations(None, []),
    "body of another kind": lambda cls: cls(**slider()[0]).kanes_equations(["body"], None),
    "loads": lambda cls: cls(**slider()[0]).kanes_equations(slider()[1], 3),
    "load on nothing": lambda cls: cls(**slider()[0]).kanes_equations(slider()[1], [("P", 0)]),
    "equations not formed": lambda cls: cls(**slider()[0]).mass_matrix,
    "forcing not formed": lambda cls: cls(**slider()[0]).forcing,
    "auxiliary not declared": lambda cls: formed(cls, *slider()).auxiliary_eqs,
    "linearizer not formed": lambda cls: cls(**slider()[0]).to_linearizer(),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=list(MISTAKES))
def test_a_mistake_raises_what_sympy_raises(mistake: Spoiled) -> None:
    with pytest.raises(Exception) as theirs:  # noqa: PT011
        mistake(Theirs)
    with pytest.raises(theirs.type):
        mistake(KanesMethod)


def test_an_upright_singularity_is_told() -> None:
    q, u = dynamicsymbols("q u")
    with pytest.raises(sympy.matrices.exceptions.NonInvertibleMatrixError):
        formed(KanesMethod, *slider(lambda *_: 0 * q.diff() - u))
