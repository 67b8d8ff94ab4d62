"""Text of a Program reads back to the same Program; faults in it are named by their line."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kane.algebra.expr import symbol
from kane.algebra.functions import cos, equal, maximum, sin, tan, where
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.pattern import Pattern
from kane.algebra.rate import Rate
from kane.errors import TextError
from kane.program.lower import lower
from kane.program.program import Input, Output, Program, rates_of, verify
from kane.program.text import from_text, to_text
from tests.programs import programs


def pendulum() -> Program:
    """A small Program with names and labels that need quoting."""
    graph = Graph()
    m, r = (symbol(name, Rate.PARAMETER, graph) for name in ("m", "r [m]"))
    q, u = symbol("q", Rate.CONFIGURATION, graph), symbol("u", Rate.SPEED, graph)
    energy = (m * r**2 * u**2 / 2 - m * 9.81 * r * cos(q)).named("  E: kinetic # and potential")
    rate = (r * where(equal(q, u), tan(q), -maximum(sin(q), u))).named('"x"')
    inputs = {"mass and length": [m, r], "q": [q], "u": [u]}
    return lower("a \\ pendulum\n", inputs, {"energy": energy, "row": [[-rate, 0, q]]})


def of_columns(ops: list[Op], args: list[tuple[int, ...]], **columns: object) -> Program:
    """A Program with one input `x` of two elements and these instructions after v0."""
    given = (Input(name="x", elements=("x1", "x2"), rate=Rate.SPEED, shape=(2,)),)
    every = (int(Op.CONSTANT), *map(int, ops))
    operands: tuple[tuple[int, ...], ...] = ((), *args)
    return Program(
        name="columns",
        inputs=given,
        outputs=(Output(name="y", refs=(len(ops), -len(ops)), shape=(2, 1)),),
        ops=every,
        args=operands,
        rates=rates_of(every, operands, given),
        **{"values": {0: 0.0}, **columns},  # type: ignore[arg-type]
    )


def test_text_reads_back_to_the_same_program() -> None:
    assert from_text(to_text(pendulum())) == pendulum()


@pytest.mark.parametrize(
    "value", [math.nan, math.inf, -math.inf, -0.0, 5e-324, 0.1, 1 / 3, 1.7976931348623157e308]
)
def test_constants_are_exact(value: float) -> None:
    program = of_columns([Op.CONSTANT], [()], values={0: 0.0, 1: value})
    again = from_text(to_text(program))
    assert again == program
    assert repr(again.values[1]) == repr(value)


def test_nodes_with_several_values_read_back() -> None:
    pattern = Pattern(size=2, entries=((0, 0), (1, 0), (1, 1)), symmetric=True)
    program = of_columns(
        [Op.INPUT, Op.INPUT, Op.SOLVE, Op.ITEM, Op.SINCOS, Op.ITEM],
        [(0, 0), (0, 1), (1, 2, -1, 0, 2), (3,), (4, -1), (5,)],
        attributes={3: pattern, 4: 1, 6: 3},
        chunks=(3, 5),
    )
    verify(program)
    assert "solve(2 symmetric: 0,0 1,0 1,1) v1 v2 -v1 0 v2" in to_text(program)
    assert from_text(to_text(program)) == program


def test_opaque_functions_are_found_by_name() -> None:
    program = of_columns(
        [Op.INPUT, Op.CALL, Op.ITEM], [(0, 0), (1,), (2,)], attributes={2: "air drag", 3: 0}
    )
    assert from_text(to_text(program), {"air drag": "air drag"}) == program
    with pytest.raises(TextError, match=r"calls 'air drag'\. Functions given to from_text: none"):
        from_text(to_text(program))


def test_rates_and_labels_may_be_left_out() -> None:
    text = "program p\n# remark\n\ninput x[1] speed: x\noutput y[]: -v2\nv1=input(x,0)\nv2 = sin v1"
    program = from_text(text)
    assert program.labels == {}
    assert program.rates == bytes([0, Rate.SPEED, Rate.SPEED])


HEADER = "program p\ninput x[2] speed: a b\noutput y[]: v1\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("v2 = input(x, 0)", "Line 4: .* makes v2 where v1 comes next"),
        ("v1 = mull v1", "Line 4: .* asks for 'mull'. The operations are: .*mul"),
        ("v1 = constant", "Line 4: .* lacks parentheses after constant"),
        ("v1 = neg(3) 0", "asks for 'neg'"),
        ("v1 = sin(3) 0", "has parentheses after sin"),
        ("v1 = constant(0,5)", "has '0,5' for a number. Write 0.5"),
        ("v1 = constant(__import__)", "has '__import__' for a number"),
        ("v1 = input(y, 0)", r"reads 'y, 0'. Inputs are: x; write input\(NAME, 0\)"),
        ("v1 = input(x, 2)", "reads element 2 of 2. Count from 0 to 1"),
        ("v1 = item(first) 0", "asks for item 'first'"),
        ("v1 = mul 0", "gives mul 1 operands. It takes 2"),
        ("v1 = mul 0 v7", "uses v7 before it is made. Move its instruction up"),
        ("v1 = mul 0, 0", "is not an instruction. Write 'v12 = mul v3 -v7"),
        ("v1 = input(x, 0) # [input]", r"v1 is said to be \[input\].* \[speed\]"),
        ("v1 = solve(2 round: 0,0) 0 0 0", "has a pattern that cannot be read"),
        ("v1 = less 0 0", "no well-formed program: output y: kind"),
        ("input z[2] often: z", "has the rate 'often'. Rates are: constant, parameter"),
        ("output z: 0", r"cannot be read. Write 'output NAME\[SHAPE\]: VALUES'"),
        ("", "no well-formed program: output y: range"),
    ],
)
def test_faults_are_named_by_their_line(line: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        from_text(HEADER + line)


@given(programs())
def test_random_programs_read_back(program: Program) -> None:
    assert from_text(to_text(program)) == program


@given(st.text(), st.text(), st.text(min_size=1))
def test_any_name_and_label_reads_back(name: str, label: str, element: str) -> None:
    inputs = (Input(name=name, elements=(element,), rate=Rate.SPEED, shape=(1,)),)
    program = of_columns([Op.INPUT, Op.SIN], [(0, 0), (1,)], labels={1: label, 2: name})
    program = program.replace(name=element, inputs=inputs)
    assert from_text(to_text(program)) == program
