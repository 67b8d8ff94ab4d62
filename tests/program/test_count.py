"""The counting rule: negations free, one pair an angle, set-up apart, a solve as expanded."""

from hypothesis import given

from kane.program.count import Operations, count, count_setup
from kane.program.elimination import expanded
from kane.program.program import Program
from tests.passes.texts import shown
from tests.programs import programs


def test_operations_print_as_a_reader_says_them() -> None:
    assert str(Operations(mul=302, add=287, sincos=6)) == "302 mul, 287 add, 6 sin-cos pairs"
    assert str(Operations(div=5, sqrt=1, other=10)) == ("0 mul, 0 add, 5 div, 1 sqrt, 10 other")


def test_each_kind_is_counted_apart_and_negations_not_at_all() -> None:
    program = shown(
        "-v9 -v1",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = mul v1 -v2
        v4 = add v3 -v1
        v5 = sub v4 v2
        v6 = div v5 v3
        v7 = sqrt v6
        v8 = tanh v7
        v9 = max v8 v1""",
    )
    assert count(program) == Operations(mul=1, add=2, div=1, sqrt=1, other=2)
    assert count(program).total == 7


def test_sine_and_cosine_of_one_angle_are_one_pair_packed_or_not() -> None:
    program = shown(
        "v3 v4 v6 v7",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = sin v1
        v4 = cos -v1
        v5 = sincos v1 v2 v3
        v6 = item(0) v5
        v7 = item(3) v5""",
    )
    assert count(program) == Operations(sincos=2)  # of v1 and v2; that of v3 is not read


def test_what_depends_on_parameters_alone_is_set_up() -> None:
    program = shown(
        "v5",
        """v1 = input(p, 0)
        v2 = sqrt v1
        v3 = input(u, 0)
        v4 = cos v1
        v5 = mul v2 v3""",
    )
    assert count(program) == Operations(mul=1)
    assert count_setup(program) == Operations(sqrt=1, sincos=1)


def test_solves_of_one_matrix_share_its_factors_in_the_count() -> None:
    """n = 1: a division for one side; for two the reciprocal and two products."""
    one = """v1 = input(q, 0)
        v2 = input(u, 0)
        v3 = input(u, 1)
        v4 = solve(1 symmetric: 0,0) v1 v2
        v5 = item(0) v4"""
    two = f"{one}\nv6 = solve(1 symmetric: 0,0) v1 v3\nv7 = item(0) v6"
    assert count(shown("v5", one)) == Operations(div=1)
    assert count(shown("v5 v7", two)) == Operations(div=1, mul=2)


@given(programs())
def test_step_and_setup_are_all_of_the_expanded_program(program: Program) -> None:
    solved = expanded(program)
    assert count(program) + count_setup(program) == count(solved) + count_setup(solved)
