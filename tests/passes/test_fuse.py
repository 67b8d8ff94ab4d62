"""Of two products in a sum the later stands first; every value keeps its bits."""

from hypothesis import given

from benchmarks.chain import chain_program
from kane.passes.fuse import fuse
from kane.passes.order import LONGEST
from kane.program.count import count
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from tests.native_llvm import same
from tests.passes.texts import shown
from tests.programs import programs, random_arguments, seeds

LATE = """v1 = input(q, 0)
v2 = input(q, 1)
v3 = mul v1 v1
v4 = sin v2
v5 = mul v4 v1
"""


def test_the_product_whose_factors_come_later_stands_first() -> None:
    assert fuse(shown("v6", LATE + "v6 = add v3 v5")) == shown("v6", LATE + "v6 = add v5 v3")
    assert fuse(shown("v6", LATE + "v6 = sub v5 v3")) == shown("v6", LATE + "v6 = sub v5 v3")


def test_a_product_that_is_subtracted_takes_the_sign_into_a_factor() -> None:
    flipped = LATE.replace("mul v4 v1", "mul -v4 v1")
    assert fuse(shown("v6", LATE + "v6 = sub v3 v5")) == shown("v6", flipped + "v6 = add v5 v3")
    assert fuse(shown("v6", LATE + "v6 = sub -v3 v5")) == shown("v6", flipped + "v6 = sub v5 v3")


def test_what_others_see_keeps_its_value() -> None:
    before = shown("v6 v5", LATE + "v6 = sub v3 v5")
    assert fuse(before) == before


def test_long_programs_stay_as_they_are() -> None:
    program = chain_program(30)
    assert len(program) > LONGEST
    assert fuse(program) is program


def test_what_is_multiplied_more_than_waited_for_stays_as_it_is() -> None:
    few = LATE.replace("sin v2", "sub v1 v2") + "v6 = sub v3 v5\n"
    others = "\n".join(f"v{k} = mul v1 v2" for k in range(7, 40))
    many = shown(" ".join(f"v{k}" for k in range(6, 40)), few + others)
    assert fuse(shown("v6", few)).args[6] == (5, 3)
    assert fuse(many) is many


@given(programs(), seeds())
def test_every_value_keeps_its_bits(program: Program, seed: int) -> None:
    after = fuse(program)
    verify(after)
    assert count(after) == count(program)
    arguments = random_arguments(program, seed)
    assert same(interpret(after, *arguments), interpret(program, *arguments))
