"""Our class in SymPy's place for a script, and both side by side."""

from __future__ import annotations

import pytest
from sympy.physics import mechanics
from sympy.physics.mechanics import dynamicsymbols, jointsmethod
from sympy.physics.mechanics import kane as home
from sympy.physics.mechanics.kane import KanesMethod as Theirs
from sympy.physics.mechanics.models import n_link_pendulum_on_cart

import kane.sympy
from kane.sympy import KanesMethod
from tests.sympy_dropin.descriptions import disc, formed, slider


def test_from_then_on_sympys_name_means_our_class() -> None:
    used = kane.sympy.use()
    try:
        assert mechanics.KanesMethod is KanesMethod
        assert jointsmethod.KanesMethod is KanesMethod
        assert isinstance(n_link_pendulum_on_cart(1), KanesMethod)
    finally:
        used.undo()


def test_undone_everything_is_as_it_was() -> None:
    kane.sympy.use().undo()
    assert mechanics.KanesMethod is Theirs
    assert home.KanesMethod is Theirs
    assert kane.sympy.KanesMethod is KanesMethod
    assert not isinstance(n_link_pendulum_on_cart(1), KanesMethod)


def test_comparison_within_a_script_that_uses_ours_leaves_ours() -> None:
    used = kane.sympy.use()
    try:
        with kane.sympy.use() as comparison:
            n_link_pendulum_on_cart(1)
        assert mechanics.KanesMethod is KanesMethod
    finally:
        used.undo()
    assert len(comparison.pairs) == 1


def test_comparison_says_times_operations_and_difference() -> None:
    with kane.sympy.use() as comparison:
        n_link_pendulum_on_cart(2)
    (pair,) = comparison.pairs
    assert pair.difference() <= 1e-13
    assert pair.seconds > 0 < pair.sympy_seconds
    assert "SymPy" in str(comparison)
    assert "they differ by" in str(comparison)


def test_comparison_takes_auxiliary_speeds() -> None:
    with kane.sympy.use() as comparison:
        formed(mechanics.KanesMethod, *disc(auxiliary=True))
    assert comparison.pairs[0].difference() <= 1e-13


def test_comparison_passes_exceptions_on_and_ends() -> None:
    arguments, bodies, loads = slider()
    arguments |= {"u_dependent": [dynamicsymbols("v")]}
    with pytest.raises(ValueError, match="equal number"), kane.sympy.use():
        formed(mechanics.KanesMethod, arguments, bodies, loads)
    assert mechanics.KanesMethod is Theirs


def test_nothing_formed_is_said() -> None:
    with kane.sympy.use() as comparison:
        pass
    assert str(comparison) == "no system was formed"
