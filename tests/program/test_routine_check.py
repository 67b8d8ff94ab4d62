"""What is outside the subset is refused with routine, file, line and remedy."""

from __future__ import annotations

import math
import re
from typing import Any, Final

import pytest

from kane.errors import Outcome, RoutineError
from kane.program.arrays import Floats
from kane.program.routine import library, routine
from kane.program.routine_closure import definitions
from kane.program.routine_tree import Apply, Assign, For, Number, Return, Store, walk
from kane.program.routine_types import Do, Kind
from tests.routines import routines

LIMIT: Final = 7
SCALE: Final = 0.5


def refused(text: str, *names: str) -> str:
    """The message with which a module's routines are refused."""
    made = routines(text)
    chosen = [made[name] for name in names] or list(made.values())[-1:]
    with pytest.raises(RoutineError) as caught:
        definitions(library("test", *chosen))
    return str(caught.value)


def body(*lines: str, heading: str = "a: Floats, k: Ints, n: int, x: float, yes: bool") -> str:
    """A module with one routine of these statements; the first of them is line 4."""
    return "\n".join(["@routine", f"def f({heading}) -> None:", *(f"    {line}" for line in lines)])


# statement, and words of the message
STATEMENTS: Final = {
    "assert n > 0": "assert is not in the subset. Return a code",
    "raise ValueError": "raise is not in the subset. Return a code",
    "del x": "del is not in the subset",
    "import math": "import is not in the subset. Import at the top",
    "from math import sin": "import is not in the subset",
    "global other": "global is not in the subset",
    "try:\n        x = 1.0\n    except ValueError:\n        pass": "try is not in the subset",
    "with x:\n        pass": "with is not in the subset",
    "match n:\n        case 1:\n            pass": "match is not in the subset. Write if and elif",
    "def g() -> None:\n        pass": "a function within is not in the subset",
    "class G:\n        pass": "a class is not in the subset",
    "for i in a:\n        pass": "a loop over 'a' is not in the subset. Loop over range",
    "for i in range(0, n, n):\n        pass": "step must be a constant other than 0. Write while",
    "for i in range(0, n, 0):\n        pass": "step must be a constant other than 0",
    "for i in range(x):\n        pass": "an end of a range is float where int is needed",
    "for i, j in range(n):\n        pass": "a loop counts in one name",
    "for a[0] in range(n):\n        pass": "a loop counts in one name",
    "for i in range(n):\n        pass\n    else:\n        x = 1.0": "else after a loop",
    "while n:\n        pass": "'n' is int, not a condition. Compare it: n != 0",
    "if x:\n        pass": "'x' is float, not a condition. Compare it: x != 0",
    "y = z = 1.0": "an assignment has one target",
    "y: float": "an assignment has one target and a value",
    "y: int = 1.0": "'1.0' is float, declared as int. Make both agree",
    "a[0], a[1] = a[1], a[0]": "a tuple is not in the subset. Assign one name at a time",
    "yes.real = 1.0": "assignment to 'yes.real' is not in the subset",
    "yes.real += 1.0": "this target is not in the subset",
    "x = n": "'x' is float since line 3, but is assigned int",
    "y = 1\n    y = 1.5": "'y' is int since line 4, but is assigned float. Begin it as 0.0",
    "y = 1\n    y += 0.5": "'y' is int since line 4, but is assigned float. Begin it as 0.0",
    "n /= 2": "'n' is int since line 3, but is assigned float",
    "k[0] = 1.5": "'1.5' is float where int is needed. Convert it with int",
    "k[0] += 0.5": "is float where int is needed. Convert it",
    "x": "'x' has no effect. Remove it",
    "sqrt(x)": "'sqrt(x)' has no effect. Remove it",
    "return x": "a return with a value, but its result is None. Make both agree",
    "return\n    x = 1.0": "nothing gets to this statement. Remove it",
    "while True:\n        pass\n    x = 1.0": "nothing gets to this statement",
    "for i in range(n):\n        break\n        x = 1.0": "nothing gets to this statement",
    "if yes:\n        y = 1.0\n    x = y": "'y' may be read before it is assigned. Give it a value",
    "for i in range(n):\n        y = 1.0\n    x = y": "'y' may be read before it is assigned",
    "for i in range(n):\n        pass\n    n = i": "'i' may be read before it is assigned",
    "y += 1.0": "'y' may be read before it is assigned",
    "y = f(a, k, n, x, yes)": "'f(a, k, n, x, yes)' has no value. Call it on a line of its own",
}
EXPRESSIONS: Final = {
    "(1.0, 2.0)": "a tuple is not in the subset",
    "[1.0]": "a list is not in the subset. Take an array",
    "{1.0: 2.0}": "a dict is not in the subset",
    "{1.0}": "a set is not in the subset",
    "[i for i in range(n)]": "a comprehension is not in the subset. Write the loop out",
    "lambda: 1.0": "a lambda is not in the subset. Make it a routine",
    "f'{n}'": "text is not in the subset",
    "'text'": "''text'' (str) is not a number. Only int, float and bool constants",
    "None": "'None' (NoneType) is not a number",
    "1j": "'1j' (complex) is not a number",
    "(y := 1.0)": "an assignment within an expression is not in the subset",
    "9223372036854775808": "9223372036854775808 has more than 64 bits. Make it a float",
    "unknown": "'unknown' is neither local nor known in the module. Assign it before",
    "math.unknown": "'math.unknown' is neither local nor known in the module",
    "math": "'math' (module) is not a number",
    "x ** 2": "** is not in the subset. Write x * x",
    "x // 2.0": "// and % are for integers. Write floor(x / y)",
    "x % 2.0": "// and % are for integers. Write floor(x / y), or x - y * floor(x / y)",
    "n << 1": "the operator LShift is not in the subset. Use + - * /",
    "n & 1": "the operator BitAnd is not in the subset",
    "~n": "'~n' of int is not in the subset",
    "-yes": "'-yes' of bool is not in the subset",
    "yes + 1": "'yes + 1' combines bool and int. Combine numbers",
    "a + a": "'a + a' combines Floats and Floats. Combine numbers, element by element",
    "not n": "'n' is int, not a condition. Compare it: n != 0",
    "yes and n": "'n' is int, not a condition. Compare it: n != 0",
    "yes == yes": "'yes == yes' compares bool and bool. Compare numbers; join conditions",
    "x is n": "'is' and 'in' are not in the subset. Compare with ==",
    "1 in a": "'is' and 'in' are not in the subset",
    "1 if yes else 0.5": "'1 if yes else 0.5' is int or float. Make both of one type",
    "1.0 if n else 0.5": "'n' is int, not a condition",
    "a[x]": "index 'x' is float where int is needed. Convert it with int",
    "a[-1]": "'a[-1]' counts from the end. Arrays do not know their length here: write a[n - 1]",
    "a[0, 1]": "'a[0, 1]' has several indices. Write a[row * columns + column]",
    "a[:n]": "'a[:n]' has an end or a step, or no beginning. Write a[i:]",
    "a[0::2]": "'a[0::2]' has an end or a step",
    "x[0]": "'x' is float, not an array. Index an array",
    "sum(a)": "'sum(a)' is not a call of the subset. Call other routines, function parameters, int",
    "range(n)": "'range(n)' is not a call of the subset",
    "sqrt(a)": "'sqrt(a)' is not a call of the subset",
    "log(x, 2.0)": "'log(x, 2.0)' is not a call of the subset",
    "float(yes)": "'float(yes)' is not a call of the subset",
    "a.sum()": "'a.sum()' is not a call of the subset",
    "x(1.0)": "'x' is float, not a function",
    "min(*a)": "'min(*a)' has arguments by name or star. Give them in order",
    "float(x=1.0)": "'float(x=1.0)' has arguments by name or star",
}


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_statement_outside_the_subset_is_refused(statement: str) -> None:
    message = refused(body(statement))
    assert STATEMENTS[statement] in message
    assert re.match(r"Routine 'f', <routines \d+>:\d+: ", message)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_outside_the_subset_is_refused_with_its_line(expression: str) -> None:
    message = refused(body("pass", f"y = {expression}"))
    assert EXPRESSIONS[expression] in message
    assert re.match(r"Routine 'f', <routines \d+>:5: ", message)


# a whole module, and words of the message
MODULES: Final = {
    "@routine\ndef f(a, n: int) -> None:\n    pass": "parameter 'a' is not annotated",
    "@routine\ndef f(a: list[float]) -> None:\n    pass": "parameter 'a' is not annotated",
    "@routine\ndef f(a: None) -> None:\n    pass": "parameter 'a' is not annotated with a type",
    "@routine\ndef f(a: Callable[..., int]) -> None:\n    pass": "parameter 'a' is not annotated",
    "@routine\ndef f(a: Callable[[str], int]) -> None:\n    pass": "parameter 'a' is not annotated",
    "@routine\ndef f(a: Callable[[int], Floats]) -> None:\n    pass": "parameter 'a' is not",
    "@routine\ndef f(a: Unknown) -> None:\n    pass": "annotation cannot be read (name 'Unknown'",
    "@routine\ndef f(n: int):\n    pass": "its result is not annotated as int, float, bool or None",
    "@routine\ndef f(a: Floats) -> Floats:\n    return a": "its result is not annotated as int",
    "@routine\ndef f(n: int = 1) -> None:\n    pass": "it has parameters with defaults",
    "@routine\ndef f(*n: int) -> None:\n    pass": "it has parameters with defaults, stars",
    "@routine\ndef f(n: int, /) -> None:\n    pass": "it has parameters with defaults, stars or a",
    "@routine\ndef f(*, n: int) -> None:\n    pass": "it has parameters with defaults, stars",
    "@routine\ndef f(n: int) -> int:\n    if n > 0:\n        return 1": "it can end without",
    "@routine\ndef f(n: int) -> int:\n    return 0.5": "the result is float where int is needed",
    "@routine\ndef f(n: int) -> int:\n    return": "a return without a value, but its",
    "@routine\ndef f(n: int) -> int:\n    return f(n - 1)": "it calls itself (f → f). Write a loop",
}
CALLED: Final = """\
@routine
def g(x: float, n: int) -> float:
    return x
@routine
def h(a: Floats, x: float) -> float:
    a[0] = x
    return x
@routine
def with_function(c: Callable[[float, int], float]) -> float:
    return c(1.0, 2)
@routine
def with_other(c: Callable[[float], float]) -> float:
    return c(1.0)
@routine
def f(a: Floats, x: float) -> float:
    {}
    return x
"""
CALLS: Final = {
    "x = g(x)": "'g' takes 2 arguments, not 1. Give them all",
    "x = g(a, 1)": "argument 'a' of 'g' is Floats where float is needed",
    "x = g(x, 1.5)": "argument '1.5' of 'g' is float where int is needed. Convert it with int",
    "x = a[0] + h(a, x)": "a call of a routine stands beside another call or an array element",
    "x = h(a, x) + h(a, x)": "Assign the call's result to a local first",
    "x = h(a, h(a, a[1]) + a[0])": "a call of a routine stands beside",
    "a[int(a[0])] = h(a, x)": "a call of a routine stands beside",
    "a[0] += h(a, x)": "a call of a routine stands beside",
    "a[int(h(a, x))] += 1.0": "a call stands in the index. Assign its result",
    "x = 1.0 if 0.0 < h(a, x) < 1.0 else 2.0": "a call in the middle of a chained comparison",
    "x = with_function(with_other)": "routine 'with_other' takes a function and cannot itself",
    "x = with_other(g)": "is Callable[[float, int], float] where Callable[[float], float]",
    "x = g": "'x' is float since line 16, but is assigned Callable[[float, int], float]",
}


@pytest.mark.parametrize("text", MODULES)
def test_a_heading_or_end_outside_the_subset_is_refused(text: str) -> None:
    assert MODULES[text] in refused(text)


@pytest.mark.parametrize("call", CALLS)
def test_a_call_that_does_not_fit_or_whose_order_matters_is_refused(call: str) -> None:
    assert CALLS[call] in refused(CALLED.format(call))


def test_recursion_through_another_routine_is_refused() -> None:
    text = (
        "@routine\ndef f(n: int) -> int:\n    m = g(n)\n    return m\n"
        "@routine\ndef g(n: int) -> int:\n    return f(n)\n"
    )
    assert "it calls itself (f → g → f)" in refused(text, "f")


def test_two_routines_of_one_name_are_refused() -> None:
    inner = routines("@routine\ndef f(n: int) -> int:\n    return n")["f"]
    outer = routines("@routine\ndef g(n: int) -> int:\n    return f(n)\n")["g"]
    outer.function.__globals__["f"] = inner
    other = routines("@routine\ndef f(n: int) -> int:\n    return -n")["f"]
    with pytest.raises(RoutineError, match="another routine of the library has its name"):
        definitions(library("test", other, outer))


def test_a_function_that_is_not_of_a_module_is_refused() -> None:
    held = 1.0

    def closed(x: float) -> float:
        return x + held

    for function in (closed, math.sin):
        with pytest.raises(RoutineError, match=r"not a function of a module\. Define it"):
            routine(function)


def test_a_function_without_source_is_refused() -> None:
    names: dict[str, Any] = {"routine": routine}
    exec("@routine\ndef f(n: int) -> int:\n    return n", names)
    with pytest.raises(RoutineError, match=r"its source cannot be found there\. Write the routine"):
        definitions(library("test", names["f"]))


@pytest.mark.parametrize("name", ["", "two words", "λ", "1st"])
def test_a_library_needs_a_plain_name(name: str) -> None:
    with pytest.raises(RoutineError, match="needs a plain ASCII identifier"):
        library(name)


def test_a_library_with_a_name_twice_is_refused() -> None:
    made = [routines("@routine\ndef f(n: int) -> int:\n    return n")["f"] for _ in range(2)]
    with pytest.raises(RoutineError, match=r"has two routines named f\. Rename one"):
        library("test", *made)


@routine
def with_constants(a: Floats, n: int) -> float:
    """Constants of a module, under any path."""
    code = Outcome.SINGULAR.value
    a[LIMIT] = math.pi
    for i in range(LIMIT, -1, -2):
        a[i] = n + code
    return SCALE


def test_constants_of_the_module_are_numbers_in_place() -> None:
    (made,) = definitions(library("test", with_constants))
    first, second, third, last = made.body
    assert first == Assign("code", Number(6, Kind.INT))
    assert isinstance(second, Store)
    assert (second.index, second.value) == (Number(7, Kind.INT), Number(math.pi, Kind.FLOAT))
    assert isinstance(third, For)
    assert (third.start, third.step) == (Number(7, Kind.INT), -2)
    assert last == Return(Number(0.5, Kind.FLOAT))


def test_an_int_becomes_a_float_where_one_is_needed() -> None:
    (made,) = definitions(library("test", with_constants))
    found = [node.do for node in walk(made.body) if isinstance(node, Apply)]
    assert found == [Do.INT_TO_FLOAT, Do.INT_ADD]
