"""LaTeX reads back as the expression, names what is long, and looks as people write."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from kane.algebra import Expr, Graph, Rate, Scalar, cos, evaluate, sin, symbol
from kane.algebra.intermediates import Intermediates
from kane.algebra.latex import Sines, Style, latex, typeset
from kane.algebra.latex_names import name_latex
from tests.algebra.derivation import Code, at, bound, codes, expression, seeds
from tests.algebra.latex_reader import read, value_of

Make = Callable[[Expr, Expr, Expr], Scalar]


def mLq() -> list[Expr]:
    """A mass, a length and an angle."""
    graph = Graph()
    rates = (Rate.PARAMETER, Rate.PARAMETER, Rate.CONFIGURATION)
    return [symbol(n, rate, graph) for n, rate in zip(("m", "L", "q1"), rates, strict=True)]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda m, L, q: m * L * L * sin(q), "L^2 m \\sin q_1"),
        (lambda m, L, q: sin(q) * sin(q) * 2, "2 \\sin^2 q_1"),
        (lambda m, L, q: -(m - L), "L - m"),
        (lambda m, L, q: -(m - L) * q, "-\\left(m - L\\right) q_1"),
        (lambda m, L, q: (m + L) / (2 * q), "\\frac{m + L}{2 q_1}"),
        (lambda m, L, q: sin(q + L), "\\sin\\left(L + q_1\\right)"),
        (lambda m, L, q: 9.81 * m * 0.5, "4.905 m"),
        (lambda m, L, q: m / 3, "\\tfrac{1}{3} m"),
        (lambda m, L, q: 6.7e-11 * m, "6.7 \\cdot 10^{-11} m"),
        (lambda m, L, q: m + L - m, "L"),
    ],
)
def test_small_expressions_are_written_as_people_do(make: Make, expected: str) -> None:
    assert latex(make(*mLq())) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("q12", "q_{12}"),
        ("mB", "m_B"),
        ("Ixx", "I_{xx}"),
        ("omega_x", "\\omega_x"),
        ("u1'", "\\dot{u}_1"),
        ("shoulder2", "\\mathit{shoulder}_2"),
        ("tip force", "\\text{tip force}"),
        ("tau(u1)", "\\tau_{u_1}"),
        ("a_b%", "\\text{a\\_b\\%}"),
        ("θ1", "\\theta_1"),
    ],
)
def test_names_are_taken_apart_as_people_mean_them(name: str, expected: str) -> None:
    assert name_latex(name) == expected


def test_sines_are_abbreviated_on_request_and_said() -> None:
    m, L, q = mLq()
    made = typeset([m * sin(q) + L * cos(q)], Style(sines=Sines.SHORT))
    assert made.results == ("m s_1 + L c_1",)
    assert made.abbreviations == (("c_1", "\\cos q_1"), ("s_1", "\\sin q_1"))


def test_everything_shared_is_named_on_request() -> None:
    m, L, q = mLq()
    part = m * L * sin(q)
    style = Style(intermediates=Intermediates.WHERE_SHARED)
    made = typeset([part + q, part * part], style)
    assert made.intermediates == (("Z_1", "L m \\sin q_1"),)
    assert made.results == ("q_1 + Z_1", "Z_1^2")


def test_parts_that_read_alike_have_one_name() -> None:
    """x − y + y is x as people write it, so that both products below are one."""
    x, y, z, w = (symbol(name, Rate.SPEED, Graph()) for name in "xyzw")
    first, second = sin(x) * z * w, sin(x - y + y) * z * w
    style = Style(intermediates=Intermediates.WHERE_SHARED)
    made = typeset([first * first + y, second * second * y], style)
    assert [text for _, text in made.intermediates] == ["w z \\sin x"]


def test_two_symbols_never_look_the_same() -> None:
    graph = Graph()
    a, b = symbol("q1", Rate.SPEED, graph), symbol("q_1", Rate.SPEED, graph)
    assert latex(a * b) in ("q_1 \\text{q_1}", "\\text{q_1} q_1", "q_1 \\text{q\\_1}")


@pytest.mark.parametrize("intermediates", list(Intermediates))
@given(code=codes(), seed=seeds())
def test_latex_is_worth_the_expression(intermediates: Intermediates, code: Code, seed: int) -> None:
    values = at(seed)
    expr, given_symbols = expression(code)
    written = latex(expr, Style(intermediates=intermediates))
    allowed = bound([expr], given_symbols, values)[0]
    slack = 1e3  # terms gathered into powers and fractions add up in another order
    assert abs(value_of(written, values) - evaluate(expr, values)) <= slack * allowed


def test_latex_is_as_long_as_the_graph() -> None:
    m, _, q = mLq()
    expr: Expr = q
    for _ in range(2_000):
        expr = sin(expr) * cos(expr) + m * expr
    assert len(latex(expr)) <= 120 * 2_000


def test_the_reader_reads() -> None:
    assert read("-\\frac{2 x^2}{3} + \\sin^2 \\left(x\\right)", {"x": 0.0}) == 0.0
    assert read("3 \\cdot 10^{-2} x", {"x": 2.0}) == pytest.approx(0.06, rel=1e-15)
