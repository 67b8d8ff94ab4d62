"""Expressions are parsed by the documented grammar, and by nothing else."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from kane import (
    GROUND,
    Body,
    Frame,
    angular_velocity,
    atan2,
    clock,
    coordinate,
    cos,
    distance,
    inputs,
    maximum,
    parameters,
    position,
    rate,
    sin,
    velocity,
    where,
)
from kane.algebra.expr import Expr
from kane.formats.expression import parse, parse_relation
from kane.formats.expression_meaning import condition_of, relation_of, scalar_of, vector_of
from kane.formats.expression_scope import Scope
from kane.formats.expression_tokens import Slip
from kane.model.canonical import Canon
from kane.model.quantities import energy, reaction

m, L = parameters(m="2 kg", L="0.3 m")
(F,) = inputs("F")
B, C = Body("basket", mass=m), Body("left arm", mass=1)
A = Frame("A")
P, Q = B.point("P"), C.point("Q", (L, 0, 0))
q, t = coordinate("q4"), clock()
px = coordinate("free.x")
SCOPE = Scope(
    scalars={"m": m, "L": L, "F": F, "q4": q, "t": t, "free.x": px},
    frames={"basket": B, "left arm": C, "A": A, "free": A, "ground": GROUND},
    points={"basket": {"P": P}, "left arm": {"Q": Q, "both": Q}, "A": {"both": P}},
    coordinates=("q4", "free.x"),
    forcing=("front wheel",),
)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("2*m - 1/3", 2 * m - Fraction(1, 3)),
        ("-m^2*3", -(m * m) * 3),
        ("2 ** 3", 8),
        ("m^-2", 1 / (m * m)),
        ("1/3", Fraction(1, 3)),
        ("- - 2", 2),
        ("m·L − 1e-3", m * L - 1e-3),
        ("sin(q4) + cos(2*q4)", sin(q) + cos(2 * q)),
        ("atan2(m, maximum(L, 0.1))", atan2(m, maximum(L, 0.1))),
        ("sqrt(4)", 2),
        ("where(q4 < 0 & ~(m >= 2), F, -F)", where((q < 0) & ~(m >= 2), F, -F)),
        ("velocity(P).along(basket.x)", velocity(P).along(B.x)),
        ("velocity(basket)\n .along( ground.z )", velocity(B).along(GROUND.z)),
        ("velocity('left arm'.Q, basket).along(basket.y)", velocity(Q, B).along(B.y)),
        (
            "angular_velocity('left arm', basket).along(basket.vector(1, 2, 0))",
            angular_velocity(C, B).along(B.vector(1, 2, 0)),
        ),
        ("position(P, Q).along(ground.x)", position(P, Q).along(GROUND.x)),
        ("distance(P, Q)", distance(P, Q)),
        ("rate(q4)*rate(free.x)", rate("q4") * rate("free.x")),
        ("'free.x'", px),
        ("reaction('front wheel')", reaction("front wheel")),
        ("energy()", energy()),
        ("t*m", t * m),
    ],
)
def test_a_text_means_what_python_means_by_it(text: str, meaning: object) -> None:
    canon = Canon()
    assert canon.of(scalar_of(parse(text), SCOPE)) == canon.of(meaning)


def test_pi_is_exact() -> None:
    found = scalar_of(parse("cos(pi/3 + 2*pi/12*3)"), SCOPE)
    assert isinstance(found, Expr)
    assert scalar_of(parse("sin(pi)"), SCOPE) == 0


@pytest.mark.parametrize(
    ("text", "components"),
    [
        ("F * basket.x", (F, 0, 0)),
        ("-basket.y*2/m", (0, -2 / m, 0)),
        ("basket.x + m*basket.z", (1, 0, m)),
        ("basket.vector(1, m, -2)", (1, m, -2)),
        ("free.x", (1, 0, 0)),  # the direction; the coordinate stands in quotes
    ],
)
def test_vectors_have_their_components(text: str, components: tuple[object, ...]) -> None:
    canon = Canon()
    assert canon.of(vector_of(parse(text), SCOPE).components) == canon.of(components)


def test_a_relation_has_two_sides_and_its_scalar_first() -> None:
    for text in ("rate(q4) = 0", "0 = rate(q4)", "rate(q4) == 0"):
        relation = relation_of(parse_relation(text), SCOPE)
        assert (str(relation.left), relation.right) == ("rate(q4)", 0)


def test_a_condition_is_true_or_false() -> None:
    assert str(condition_of(parse("abs(reaction('front wheel')) > 0.4"), SCOPE)) == (
        "0.4 < abs(reaction(front wheel))"
    )
    assert condition_of(parse("1 < 2 | 2 < 1"), SCOPE) is True


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("", 1, "a number, a name or '(' is missing before the end."),
        ("2 m", 3, "'m' follows '2', and nothing joins the two. Write an operator"),
        ("m +", 4, "is missing before the end."),
        ("sin(m", 6, "')' is missing before the end."),
        ("m)", 2, "a bracket is closed that was not opened."),
        ("sni(m)", 1, "there is no function 'sni'. Did you mean 'sin'?"),
        ("sin(m, L)", 1, "sin takes 1 argument; it has 2."),
        ("mass", 1, "there is no parameter, input or coordinate 'mass'."),
        ("rate(q5)", 6, "there is no coordinate 'q5'. There are q4, free.x."),
        ("velocity(R).along(basket.x)", 10, "there is no point or body 'R'."),
        ("velocity(both).along(basket.x)", 10, "names 2 points. Write left arm.Q or basket.P."),
        ("velocity(A).along(basket.x)", 10, "is a frame without mass, and a point is asked for."),
        ("velocity(P)", 1, "of which no component is taken, and a number is asked for."),
        ("basket", 1, "'basket' is a frame, and a number or vector is asked for."),
        ("P*2", 1, "'P' is a point, and a number or vector is asked for."),
        ("bsket.x", 1, "there is no frame 'bsket'. Did you mean 'basket'?"),
        ("m.along(basket.x)", 3, "along takes a component of a velocity or position"),
        ("basket.x + A.x", 10, "vectors of two frames are added."),
        ("basket.x * A.x", 10, "'*' does not go between a vector and a vector."),
        ("basket.x*m", 1, "this is a vector, and a number is asked for."),
        ("m/0", 2, "something is divided by zero."),
        ("0^-1", 2, "zero is raised to a negative power."),
        ("m^0.5", 3, "the power '0.5' is no whole number. Write sqrt(x)"),
        ("m^m", 3, "the power 'm' is no whole number."),
        ("m^100", 3, "the power '100' is above 64."),
        ("2^3^2", 4, "a power is raised to a power."),
        ("1e999", 1, "is beyond all measure."),
        ("(1e300*1e300)", 7, "its value is inf."),
        ("log(-1)", 1, "its value is nan."),
        ("q4 < 1", 4, "this is a condition, and a number is asked for."),
        ("where(m, 1, 2)", 7, "this is a number, and a condition is asked for."),
        ("m = L", 3, "'=' relates two sides, and one value is asked for."),
        ("m..x", 3, "a name is missing after the dot"),
        ("(m).x", 5, "'.x' has no meaning after a bracket."),
        ("'m", 1, "a quoted name is not closed."),
        ("'' + m", 1, "the quotes hold no name."),
        ("m ? L", 3, "'?' has no meaning in an expression."),
        ("m\x00", 2, "'U+0000' has no meaning"),
        ("[1, 2]", 1, "Positions and lists are written outside of expressions"),
        ("(" * 33 + "m" + ")" * 33, 34, "brackets are nested 32 deep."),
        ("+".join(["m"] * 20_000), 1, "the expression has 39999 characters, more than 20000."),
        ("1" * 500, 1, "a number has 500 characters, more than 400."),
    ],
)
def test_what_is_no_expression_is_told_with_its_place(text: str, at: int, words: str) -> None:
    with pytest.raises(Slip) as slip:
        scalar_of(parse(text), SCOPE)
    assert words in str(slip.value)
    assert slip.value.at + 1 == at


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "().__class__.__bases__",
        "m.__class__",
        "basket.__init__",
        "eval('1')",
        "lambda: 1",
        "[x for x in m]",
        "m if m else L",
        "f'{m}'",
        "m; L",
        "m := 1",
        "open('x')",
        "basket.vector.__globals__",
        "velocity(P).__class__",
    ],
)
def test_python_is_refused_in_words(text: str) -> None:
    with pytest.raises(Slip):
        scalar_of(parse(text), SCOPE)


def test_a_long_sum_needs_no_depth() -> None:
    found = scalar_of(parse("+".join(["1"] * 5_000)), SCOPE)
    assert found == 5_000


def test_powers_stay_small() -> None:
    with pytest.raises(Slip, match="its value is inf"):
        scalar_of(parse("((((9^64)^64)^64)^64)^64"), SCOPE)
    assert math.isfinite(float(scalar_of(parse("(9^64)^4"), SCOPE)))
