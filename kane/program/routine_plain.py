"""A Routine run as plain Python: its own source, with IEEE 754 for doubles and checked indices.

    before   x[i] = sqrt(y) / z          after   x[i] = divide(guarded_sqrt(y), z)

Nothing else is changed, so this run is the oracle of every translation. It is stricter where
native code cannot afford to be: an index outside its array and an integer division by zero are
faults of the Routine, and are reported with routine, file and line.

From: routine.py    Next: routine_functions.py
"""

from __future__ import annotations

import ast
import copy
import operator
from collections.abc import Callable, Sequence
from functools import cache
from types import FunctionType, TracebackType
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.program.arrays import OutOfRange, Window
from kane.program.routine_functions import PLAIN, divide
from kane.program.routine_source import Source, prototype_of, refusal, source_of
from kane.program.routine_types import Kind, Type

_CONVERT: Final[dict[Kind, Callable[[Any], Any]]] = {
    Kind.INT: operator.index,
    Kind.FLOAT: float,
    Kind.BOOL: bool,
}


def run(function: FunctionType, arguments: Sequence[Any]) -> Any:
    """The result of a Routine for these arguments, computed in plain Python."""
    prototype, body = prototype_of(function), plain(function)
    given = [
        _taken(function.__name__, name, kind, argument)
        for (name, kind), argument in zip(prototype.parameters, arguments, strict=True)
    ]
    try:
        result = body(*given)
    except (OutOfRange, ZeroDivisionError) as fault:
        line = _line(fault.__traceback__, body)
        remedy = "Check the sizes it was called with, or its loops' bounds"
        raise refusal(function, line, str(fault), remedy) from None
    return result if prototype.result is Kind.NOTHING else _CONVERT[prototype.result](result)


@cache
def plain(function: FunctionType) -> FunctionType:
    """The function with IEEE 754 in place of Python's exceptions."""
    source = source_of(function)
    node = _Ieee(source).visit(copy.deepcopy(source.node))
    node.decorator_list = []
    node.returns = None
    for argument in node.args.args:
        argument.annotation = None
    module = ast.fix_missing_locations(ast.Module(body=[node], type_ignores=[]))
    names = {**function.__globals__, **_NAMES}
    exec(compile(module, function.__code__.co_filename, "exec"), names)
    made = names[function.__name__]
    assert isinstance(made, FunctionType)
    return made


class _Ieee(ast.NodeTransformer):
    """Puts our functions in the place of Python's, under names no author can write."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Div):
            return node
        return ast.copy_location(_call(divide, [node.left, node.right]), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Div):
            return node
        read = copy.deepcopy(node.target)
        read.ctx = ast.Load()
        divided = ast.Assign(targets=[node.target], value=_call(divide, [read, node.value]))
        return ast.copy_location(divided, node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        meaning = self.source.meaning(node.func)
        if not callable(meaning) or not _replaced(meaning):
            return node
        return ast.copy_location(_call(PLAIN[meaning], node.args), node)


def _replaced(meaning: object) -> bool:
    try:
        return meaning in PLAIN
    except TypeError:  # unhashable
        return False


def _call(function: Callable[..., Any], arguments: list[ast.expr]) -> ast.Call:
    name = ast.Name(id=_name(function), ctx=ast.Load())
    return ast.Call(func=name, args=arguments, keywords=[])


def _name(function: Callable[..., Any]) -> str:
    return f"kane {id(function)}"


_NAMES: Final = {_name(function): function for function in (divide, *PLAIN.values())}


def _taken(routine: str, name: str, kind: Type, argument: Any) -> Any:
    """An argument as the plain run takes it: arrays with checked indices, true Python numbers."""
    if not isinstance(kind, Kind):
        return argument
    if kind in _CONVERT:
        return _CONVERT[kind](argument)
    if isinstance(argument, Window):
        return argument
    number, wanted = (float, np.float64) if kind is Kind.FLOATS else (int, np.int64)
    fits = isinstance(argument, np.ndarray) and argument.dtype == wanted
    if not fits or not argument.flags.c_contiguous:
        raise ArgumentError(
            f"Routine '{routine}': argument '{name}' must be a contiguous array of "
            f"{np.dtype(wanted).name}, not {describe(argument)}. "
            f"Make it so with numpy.ascontiguousarray(…, dtype={np.dtype(wanted).name})."
        )
    return Window(argument.reshape(-1), 0, number)


def describe(argument: object) -> str:
    """What an argument is, for a message about it."""
    if not isinstance(argument, np.ndarray):
        return f"a {type(argument).__name__}"
    order = "contiguous" if argument.flags.c_contiguous else f"strides {argument.strides}"
    return f"an array of {argument.dtype} with shape {argument.shape}, {order}"


def _line(trace: TracebackType | None, body: FunctionType) -> int:
    """The line of the Routine at which it was."""
    found = body.__code__.co_firstlineno
    while trace is not None:
        if trace.tb_frame.f_code is body.__code__:
            found = trace.tb_lineno
        trace = trace.tb_next
    return found
