"""C text compiles without a warning, says what the interpreter says, and takes any name."""

from __future__ import annotations

import ctypes
import math
import shutil
import subprocess
from pathlib import Path
from random import Random

import numpy as np
import pytest

from kane.algebra.expr import Expr, symbol
from kane.algebra.functions import maximum, minimum, sign, sin
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.emitters.c import emit_c
from kane.emitters.c_names import identifiers
from kane.errors import TargetError
from kane.program.interpret import interpret
from kane.program.lower import lower
from kane.program.program import Program, verify
from kane.program.target import Build, Target
from tests.native_c import compiled, needs_compiler
from tests.programs import random_arguments, random_program

STRICT = Target(build=Build.STRICT)


def symbols(*names: str) -> list[Expr]:
    """Configuration symbols of one graph."""
    graph = Graph()
    return [symbol(name, Rate.CONFIGURATION, graph) for name in names]


def same(actual: tuple[np.ndarray, ...], expected: tuple[np.ndarray, ...]) -> bool:
    """Whether all outputs agree to the bit, signs of zeros included; a NaN is a NaN."""
    return all(
        np.array_equal(a, b, equal_nan=True)
        and bool(np.all(np.isnan(a) | (np.signbit(a) == np.signbit(b))))
        for a, b in zip(actual, expected, strict=True)
    )


def cut(program: Program, random: Random) -> Program:
    """The Program cut into chunks at random places."""
    places = range(2, len(program))
    return program.replace(chunks=tuple(sorted(random.sample(places, min(4, len(places))))))


def cut_programs(count: int, seed: int) -> list[Program]:
    """Random Programs without a solve, every other one cut into chunks."""
    random = Random(seed)
    made = [random_program(random, operations=30) for _ in range(3 * count)]
    expanded = [program for program in made if Op.SOLVE not in program.ops][:count]
    return [
        program if place % 2 else cut(program, random) for place, program in enumerate(expanded)
    ]


@needs_compiler
def test_strict_build_equals_the_interpreter_to_the_bit(tmp_path: Path) -> None:
    programs = cut_programs(40, seed=1)
    for program in programs:
        verify(program)
    calls = compiled(emit_c("random", programs, STRICT), tmp_path)
    for seed, (program, call) in enumerate(zip(programs, calls, strict=True)):
        arguments = random_arguments(program, seed)
        assert same(call(*arguments), interpret(program, *arguments)), str(program)


@needs_compiler
def test_nan_goes_through_min_max_and_sign(tmp_path: Path) -> None:
    x, y = symbols("x", "y")
    outputs = {"y": [minimum(x, y), maximum(x, y), sign(x)]}
    program = lower("extremes", {"q": [x, y]}, outputs)
    (call,) = compiled(emit_c("extremes", [program], STRICT), tmp_path)
    values = [math.nan, -0.0, 0.0, 1.0, -2.5, math.inf, -math.inf]
    for a in values:
        for b in values:
            point = np.array([a, b])
            assert same(call(point), interpret(program, point)), (a, b)


@needs_compiler
def test_constants_are_exact(tmp_path: Path) -> None:
    (x,) = symbols("x")
    values = [0.1, -0.1, 5e-324, 1.7976931348623157e308, math.inf, -math.inf, math.nan, 1e22, -3.0]
    program = lower("constants", {"q": [x]}, {"y": values})
    (call,) = compiled(emit_c("constants", [program], STRICT), tmp_path)
    assert same(call(np.zeros(1)), (np.array(values),))


@needs_compiler
def test_any_name_is_taken(tmp_path: Path) -> None:
    x, y = symbols("sin", "x // \\")
    expression = (x * y + sin(x)).named('ends in a backslash \\ or ??/ or "*/" \n #include "x"')
    once_more = (expression * x).named("\\")
    program = lower("double", {"θ̇": [x], "v3": [y], "": []}, {"v3": once_more, "main": expression})
    files = emit_c("int main(", [program, program], STRICT)
    assert files.functions == ("double_", "double__2")
    for call in compiled(files, tmp_path):
        point = np.array([0.5]), np.array([3.0]), np.zeros(0)
        assert same(call(*point), interpret(program, *point))


@needs_compiler
def test_header_serves_cpp_too(tmp_path: Path) -> None:
    if shutil.which("c++") is None:
        pytest.skip("no C++ compiler (c++)")
    x, y = symbols("x", "y")
    files = emit_c("f", [lower("f", {"q": [x, y]}, {"y": x * y})], STRICT)
    files.write(tmp_path)
    (tmp_path / "f.cpp").write_text(
        '#include "f.h"\nextern "C" double g(double x) '
        "{ double q[2] = {x, 3.0}, y[1]; f(q, y, nullptr); return y[0]; }\n"
    )
    for command in ("cc -O2 -fPIC -c f.c -o f.o", "c++ -shared -fPIC f.cpp f.o -o g.so"):
        subprocess.run(command.split(), cwd=tmp_path, check=True)
    g = ctypes.CDLL(str(tmp_path / "g.so")).g
    g.argtypes, g.restype = [ctypes.c_double], ctypes.c_double
    assert g(7.0) == 21.0


def test_labels_stand_behind_their_values() -> None:
    x, y = symbols("q1", "q2")
    program = lower("f", {"q": [x, y]}, {"y": -(x * y).named("w_NB3_B.x")})
    files = emit_c("f", [program], STRICT)
    assert "const double v3 = q[0] * q[1];  // w_NB3_B.x" in files.source
    assert "const double q[2],  // configuration: q1 q2" in files.header
    assert "y[0] = -v3;" in files.source


def test_what_c_cannot_do_is_refused_in_words() -> None:
    random = Random(3)
    made = (random_program(random, operations=30) for _ in range(100))
    program = next(program for program in made if Op.SOLVE in program.ops)
    with pytest.raises(TargetError, match="solve is not expanded: optimize the Program first"):
        emit_c("f", [program], STRICT)


def test_identifiers_are_distinct_and_legal() -> None:
    names = ["q", "q", "v12", "kane_min", "2nd", "θ", "Ω_x", "a b", "a-b", "for", "", "_x", "ẍ"]
    found = identifiers(names, taken=["y"])
    first = ["q", "q_2", "v12_", "kane_min_", "x2nd", "theta", "Omega_x", "a_b", "a_b_2"]
    assert found == [*first, "for_", "x", "x_x", "x_"]
