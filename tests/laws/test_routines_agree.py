"""A random Routine says the same in plain Python, as machine code and as compiled C."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import cases
from tests.native_c import needs_compiler
from tests.random_routine import FLOATS, INTS, Arithmetic, random_routines
from tests.routines import fast, in_c, routines, strict

SEEDS = st.integers(0, 2**32)


def arguments(random: Random, arithmetic: Arithmetic) -> list[Any]:
    """Arguments of `top`, fresh arrays among them."""
    numbers = [float(random.randint(-9, 9)) for _ in range(FLOATS + 1)]
    if arithmetic is Arithmetic.ANY:
        numbers = [
            random.choice((x, random.gauss(0, 9), 0.0, -0.0, math.inf, math.nan)) for x in numbers
        ]
    integers = [random.randint(-500, 500) for _ in range(INTS)]
    return [np.array(numbers[1:]), np.array(integers), random.randint(-9, 9), numbers[0], True]


def outcome(call: Callable[..., float], given: list[Any], bits: Callable[[float], bytes]) -> Any:
    """Result and arrays after a call."""
    own = [one.copy() if isinstance(one, np.ndarray) else one for one in given]
    result = call(*own)
    return bits(result), [bits(x) for x in own[0].tolist()], own[1].tolist()


def exactly(x: float) -> bytes:
    """All bits of a number; a NaN is a NaN."""
    return b"nan" if x != x else struct.pack("<d", x)


def value(x: float) -> bytes:
    """The same without the sign of a zero, which the fast build may change."""
    return exactly(x + 0.0)


@cases(3)
@given(SEEDS)
def test_strict_code_equals_the_plain_run_to_the_bit(seed: int) -> None:
    random = Random(seed)
    text = random_routines(random, Arithmetic.ANY)
    top = routines(text)["top"]
    native = strict(top)
    for _ in range(3):
        given = arguments(random, Arithmetic.ANY)
        assert outcome(native, given, exactly) == outcome(top, given, exactly), (text, given)


@cases(3)
@given(SEEDS)
def test_fast_code_equals_the_plain_run_where_nothing_is_rounded(seed: int) -> None:
    random = Random(seed)
    text = random_routines(random, Arithmetic.EXACT)
    top = routines(text)["top"]
    native = fast(top)
    for _ in range(3):
        given = arguments(random, Arithmetic.EXACT)
        assert outcome(native, given, value) == outcome(top, given, value), (text, given)


@needs_compiler
@cases(20)
@given(SEEDS)
def test_compiled_c_equals_the_plain_run_to_the_bit(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    random = Random(seed)
    text = random_routines(random, Arithmetic.ANY)
    top = routines(text)["top"]
    folder: Path = tmp_path_factory.mktemp("c")
    compiled = in_c(top, folder)
    for _ in range(3):
        given = arguments(random, Arithmetic.ANY)
        assert outcome(compiled, given, exactly) == outcome(top, given, exactly), (text, given)
