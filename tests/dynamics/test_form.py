"""Forms: sums over speeds, with the operators of a scalar."""

from __future__ import annotations

from kane.dynamics.form import Form


def test_coefficients_too_small_for_a_float_are_none() -> None:
    tiny = Form({0: 5e-324}, 5e-324) * 0.5
    for made in (Form({}, 1.0) + tiny, Form({0: -1.0}, 0.0) + Form({0: 1.0}, 0.0) + tiny):
        assert made.coefficients == {}
