"""Program: straight-line code as data, an ordered list of single assignments.

Where an Expr says *what a value is*, a Program says *in what order it is computed*. Value k is
made by instruction k from values made before it; −k is its negative; value 0 is zero. The
columns are plain tuples, for speed; `program[k]` reads one line as an `Instruction`.

From: kane/algebra/expr.py by lower.py    Next: kane/passes/__init__.py
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import prod
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Self

from kane.algebra.op import CONDITIONS, SEVERAL, Op
from kane.algebra.pattern import Pattern
from kane.algebra.rate import Rate

ARITY: Final[Mapping[int, int]] = {  # how many operands an operation has; others any number
    Op.CONSTANT: 0,
    Op.INPUT: 2,
    Op.NOT: 1,
    Op.ITEM: 1,
    Op.WHERE: 3,
    **dict.fromkeys((Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.ATAN2, Op.MIN, Op.MAX), 2),
    **dict.fromkeys((Op.LESS, Op.LESS_EQUAL, Op.EQUAL, Op.AND, Op.OR), 2),
    **dict.fromkeys((Op.SQRT, Op.SIN, Op.COS, Op.TAN, Op.ASIN, Op.ACOS, Op.ATAN), 1),
    **dict.fromkeys((Op.EXP, Op.LOG, Op.TANH, Op.ABS, Op.SIGN), 1),
}


TWINNED: Final = frozenset({Op.ADD, Op.MUL, Op.DIV, Op.INPUT, Op.ITEM})  # SUB counts as ADD


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A named array of scalars that a Program reads."""

    name: str
    elements: tuple[str, ...]
    rate: Rate
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """A named array of values that a Program makes; `refs` in row-major order."""

    name: str
    refs: tuple[int, ...]
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """One assignment, for reading: value `index` is `op` of the values `args`."""

    index: int
    op: Op
    args: tuple[int, ...]
    label: str
    rate: Rate
    attribute: Hashable


class Twin(NamedTuple):
    """A value that is made beside another by one vector instruction: the upper of two lanes.

    The lane holds `sign` times the value `other`. Operand k of the one belongs to operand k of the
    other, or where they are `swapped` to its other operand.
    """

    other: int
    sign: int
    swapped: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """An ordered list of single assignments with named inputs and outputs.

    An INPUT's operands are (which input, which element), not values. `values` holds the
    constants, `attributes` what else an instruction is told, `labels` the physical names.
    `chunks`, where not empty, are the values before which the code is cut into functions; `twins`
    has under a value the one that may be made beside it.
    """

    name: str
    inputs: tuple[Input, ...]
    outputs: tuple[Output, ...]
    ops: tuple[int, ...]
    args: tuple[tuple[int, ...], ...]
    values: Mapping[int, float]
    attributes: Mapping[int, Hashable] = field(default_factory=dict)
    labels: Mapping[int, str] = field(default_factory=dict)
    rates: bytes
    chunks: tuple[int, ...] = ()
    twins: Mapping[int, Twin] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.ops)

    def __getitem__(self, index: int) -> Instruction:
        return Instruction(
            index=index,
            op=Op(self.ops[index]),
            args=self.args[index],
            label=self.labels.get(index, ""),
            rate=Rate(self.rates[index]),
            attribute=self.attributes.get(index),
        )

    def __iter__(self) -> Iterator[Instruction]:
        return (self[index] for index in range(1, len(self)))

    def replace(self, **changes: Any) -> Self:
        """The same Program with some columns changed."""
        return replace(self, **changes)

    def __eq__(self, other: object) -> bool:
        """The same columns; constants are equal when they print alike, so NaN is itself."""
        if not isinstance(other, Program):
            return NotImplemented
        return _columns(self) == _columns(other)

    def __hash__(self) -> int:
        return hash((self.name, self.ops, self.args))

    def __str__(self) -> str:
        from kane.program.text import to_text

        return to_text(self)


def _columns(program: Program) -> tuple[object, ...]:
    constants = {index: repr(float(value)) for index, value in program.values.items()}
    named = (program.name, program.inputs, program.outputs, program.labels, program.attributes)
    columns = (program.ops, program.args, constants, program.rates)
    return (*named, *columns, program.chunks, program.twins)


def terms(program: Program, index: int, swapped: bool) -> tuple[int, int]:
    """The two operands of a value, of a difference the second with its sign, or the other way."""
    a, b = program.args[index]
    b = -b if program.ops[index] == Op.SUB else b
    return (b, a) if swapped else (a, b)


class Malformed(AssertionError):
    """A Program that breaks its own rules: our bug, or a slip in a text that was read."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(f"Malformed program: {what}. This is a bug of kane's.")


def rates_of(
    ops: tuple[int, ...], args: tuple[tuple[int, ...], ...], inputs: tuple[Input, ...]
) -> bytes:
    """How often each value changes: as often as the most changing of its operands."""
    rates = bytearray(len(ops))
    for index, (op, operands) in enumerate(zip(ops, args, strict=True)):
        if op == Op.INPUT:
            rates[index] = inputs[operands[0]].rate
        elif operands:
            rates[index] = max([rates[abs(arg)] for arg in operands])
    return bytes(rates)


def verify(program: Program) -> None:
    """Nothing, if the Program is well formed; otherwise Malformed, an AssertionError: our bug.

    Every operand is made before it is used, has the right number of fellows and the right
    kind (condition, several values or one); inputs and outputs exist; rates are right.
    """
    count = len(program.ops)
    _require(count == len(program.args) == len(program.rates), "columns differ in length")
    _require(count > 0 and program.values.get(0) == 0.0, "value 0 is not zero")
    for index in range(count):
        _verify_instruction(program, index)
    for output in program.outputs:
        _require(prod(output.shape) == len(output.refs), f"output {output.name}: shape")
        _require(all(abs(ref) < count for ref in output.refs), f"output {output.name}: range")
        _require(all(_single(program, ref) for ref in output.refs), f"output {output.name}: kind")
    for given in program.inputs:
        _require(prod(given.shape) == len(given.elements), f"input {given.name}: shape")
    _require(list(program.chunks) == sorted(set(program.chunks)), "chunks are not ascending")
    for value, twin in program.twins.items():
        _verify_twins(program, value, twin)
    expected = rates_of(program.ops, program.args, program.inputs)
    _require(program.rates == expected, "rates are not those of the operands")


def _verify_twins(program: Program, value: int, twin: Twin) -> None:
    where = f"twins {value} and {twin.other}"
    _require(0 < value < len(program) and 0 < twin.other < len(program), f"{where}: range")
    kinds = {Op.ADD if op == Op.SUB else op for op in (program.ops[value], program.ops[twin.other])}
    _require(len(kinds) == 1 and kinds <= TWINNED, f"{where}: operations")
    _require(twin.sign in (-1, 1), f"{where}: sign")
    pair = {value, twin.other}
    inputs = kinds == {Op.INPUT}
    needed = {abs(arg) for one in pair for arg in program.args[one] if not inputs}
    _require(len(pair) == 2 and pair.isdisjoint(needed), f"{where}: one needs the other")


def _verify_instruction(program: Program, index: int) -> None:
    op, args = Op(program.ops[index]), program.args[index]
    where = f"value {index} ({op.name} {args})"
    _require(op not in (Op.SYMBOL, Op.PI), f"{where}: not lowered")
    _require(len(args) == ARITY.get(op, len(args)), f"{where}: number of operands")
    if op == Op.CONSTANT:
        _require(index in program.values, f"{where}: no value")
    elif op == Op.INPUT:
        _require(0 <= args[0] < len(program.inputs), f"{where}: no such input")
        _require(0 <= args[1] < len(program.inputs[args[0]].elements), f"{where}: no such element")
    else:
        _require(all(abs(arg) < index for arg in args), f"{where}: used before it is made")
        _verify_kinds(program, op, args, where)
    if op == Op.SOLVE:
        pattern = program.attributes.get(index)
        _require(isinstance(pattern, Pattern), f"{where}: no pattern")
        assert isinstance(pattern, Pattern)
        _require(len(args) == len(pattern.entries) + pattern.size, f"{where}: pattern's size")


def _verify_kinds(program: Program, op: Op, args: tuple[int, ...], where: str) -> None:
    if op == Op.ITEM:
        _require(args[0] > 0 and program.ops[args[0]] in SEVERAL, f"{where}: one value only")
        return
    conditions = {Op.WHERE: 1, Op.AND: 2, Op.OR: 2, Op.NOT: 1}.get(op, 0)
    for arg in args[:conditions]:
        # zero and one stand for false and true
        boolean = arg >= 0 and (
            program.ops[arg] in CONDITIONS or program.values.get(arg) in (0.0, 1.0)
        )
        _require(boolean, f"{where}: operand {arg} is no condition")
    for arg in args[conditions:]:
        _require(_single(program, arg), f"{where}: operand {arg} is no scalar")


def _single(program: Program, ref: int) -> bool:
    return program.ops[abs(ref)] not in SEVERAL and program.ops[abs(ref)] not in CONDITIONS


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise Malformed(what)


EMPTY: Mapping[int, Any] = MappingProxyType({})
