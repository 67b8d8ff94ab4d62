"""Text to a Program: a line at a time, by a few regular expressions; nothing is evaluated.

The form is described in `text.py`. A fault says its line, what is wrong and what to write.

From: text.py    Next: program.py
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Final, NoReturn

from kane.algebra.op import Op
from kane.algebra.pattern import Pattern
from kane.algebra.rate import Rate
from kane.errors import TextError
from kane.program.program import ARITY, Input, Malformed, Output, Program, Twin, rates_of, verify

Functions = Mapping[str, Hashable]

_OPS: Final = {op.name.lower(): int(op) for op in Op}
_RATES: Final = [rate.name.lower() for rate in Rate]
_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_TOKEN: Final = rf'{_QUOTED}|[^\s"\[\](),:#]+'


def from_text(text: str, functions: Functions = MappingProxyType({})) -> Program:
    """The Program that `to_text` wrote; `functions` names the opaque functions it calls."""
    reader = _Reader(functions)
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if stripped and stripped[0] != "#":
            reader.number, reader.line = number, stripped
            reader.take(stripped)
    return reader.program()


_INSTRUCTION: Final = re.compile(
    r"v(\d+) *= *([a-z_0-9]+)"  # value, operation
    rf'(?:\(((?:{_QUOTED}|[^")])*)\))?'  # (what else it is told)
    r"((?: +(?:-?v[1-9]\d*|0))*)"  # operands
    rf' *(?:# *(?:({_QUOTED}|[^"\[\s].*?) *)?(?:\[([a-z]+)\])?)?'  # label, [rate]
)
_PROGRAM: Final = re.compile(rf"program +({_TOKEN})")
_INPUT: Final = re.compile(rf"input +({_TOKEN})\[([\d,]*)\] +([a-z]+):((?: +(?:{_TOKEN}))*)")
_OUTPUT: Final = re.compile(rf"output +({_TOKEN})\[([\d,]*)\]:((?: +(?:-?v[1-9]\d*|0))*)")
_CHUNKS: Final = re.compile(r"chunks:((?: +v\d+)+)")
_TWINS: Final = re.compile(r"twins:((?: +v\d+:-?v\d+\*?)+)")
_TWIN: Final = re.compile(r"v(\d+):(-?)v(\d+)(\*?)")
_SOLVE: Final = re.compile(r"(\d+) +(symmetric|general):((?: +\d+,\d+)*)")
_PLACE: Final = re.compile(rf"({_TOKEN}), *(\d+)")
_FORMS: Final = {
    "program": "program NAME",
    "input": "input NAME[SIZE] RATE: ELEMENTS",
    "output": "output NAME[SHAPE]: VALUES",
    "chunks:": "chunks: v100 v200",
    "twins:": "twins: v7:v8 v9:-v10*",
    "instruction": "v12 = mul v3 -v7   # label  [rate]",
}


class _Reader:
    """A Program's columns while its text is read; `number` and `line` say where."""

    def __init__(self, functions: Functions) -> None:
        self.functions = functions
        self.number, self.line = 0, ""
        self.name = ""
        self.inputs: list[Input] = []
        self.outputs: list[Output] = []
        self.chunks: tuple[int, ...] = ()
        self.twins: dict[int, Twin] = {}
        self.ops: list[int] = [int(Op.CONSTANT)]
        self.args: list[tuple[int, ...]] = [()]
        self.values: dict[int, float] = {0: 0.0}
        self.attributes: dict[int, Hashable] = {}
        self.labels: dict[int, str] = {}
        self.claimed: dict[
            int, tuple[int, str]
        ] = {}  # value → line number, rate it is said to have

    def take(self, line: str) -> None:
        """Read one line."""
        found = _INSTRUCTION.fullmatch(line)
        if found is not None:
            self.instruction(*found.groups())
            return
        first = line.split(None, 1)[0]
        header = _HEADER.get(first)
        if header is None:
            self.fail("is not an instruction", f"Write '{_FORMS['instruction']}'")
        pattern, read = header
        found = pattern.fullmatch(line)
        if found is None:
            self.fail("cannot be read", f"Write '{_FORMS[first]}'")
        read(self, *found.groups())

    def instruction(
        self, value: str, name: str, told: str | None, operands: str, label: str, rate: str
    ) -> None:
        """Read `v12 = name(told) operands  # label  [rate]`."""
        index, op = len(self.ops), _OPS.get(name)
        if int(value) != index:
            self.fail(f"makes v{value} where v{index} comes next", "Number values without a gap")
        if op is None:
            self.fail(f"asks for '{name}'", f"The operations are: {', '.join(_OPS)}")
        args = tuple([_read_reference(word) for word in operands.split()])
        if (told is None) == (op in _TOLD):
            self.fail(f"{'lacks' if told is None else 'has'} parentheses after {name}", _ABOUT_TOLD)
        if told is not None:
            args = _TOLD[op](self, index, told) or args
        elif len(args) != ARITY.get(op, len(args)):
            self.fail(f"gives {name} {len(args)} operands", f"It takes {ARITY[op]}")
        for arg in args if op != Op.INPUT else ():
            if abs(arg) >= index:
                self.fail(f"uses v{abs(arg)} before it is made", "Move its instruction up")
        self.ops.append(op)
        self.args.append(args)
        if label:
            self.labels[index] = _unquoted(label)
        if rate:
            self.claimed[index] = (self.number, rate)

    # ── what stands in parentheses ────────────────────────────────────────────────────────
    def constant(self, index: int, told: str) -> None:
        """Read a number."""
        try:
            self.values[index] = float(told)
        except ValueError:
            self.fail(f"has '{told}' for a number", "Write 0.5, 1e-3, inf or nan")

    def place(self, index: int, told: str) -> tuple[int, int]:
        """Read `input, element`."""
        found = _PLACE.fullmatch(told)
        names = [given.name for given in self.inputs]
        if found is None or _unquoted(found[1]) not in names:
            self.fail(f"reads '{told}'", f"Inputs are: {', '.join(names)}; write input(NAME, 0)")
        which, element = names.index(_unquoted(found[1])), int(found[2])
        size = len(self.inputs[which].elements)
        if element >= size:
            self.fail(f"reads element {element} of {size}", f"Count from 0 to {size - 1}")
        return which, element

    def item(self, index: int, told: str) -> None:
        """Read which of several values is meant."""
        if not told.isdecimal():
            self.fail(f"asks for item '{told}'", "Write item(0) v7")
        self.attributes[index] = int(told)

    def pattern(self, index: int, told: str) -> None:
        """Read `size symmetric: row,column …`."""
        found = _SOLVE.fullmatch(told)
        if found is None:
            self.fail("has a pattern that cannot be read", "Write solve(2 general: 0,0 1,1) …")
        entries = [place.split(",") for place in found[3].split()]
        self.attributes[index] = Pattern(
            size=int(found[1]),
            entries=tuple([(int(row), int(column)) for row, column in entries]),
            symmetric=found[2] == "symmetric",
        )

    def function(self, index: int, told: str) -> None:
        """Read the name of an opaque function."""
        name = _unquoted(told)
        if name not in self.functions:
            known = ", ".join(self.functions) or "none"
            self.fail(f"calls '{name}'", f"Functions given to from_text: {known}")
        self.attributes[index] = self.functions[name]

    # ── header ────────────────────────────────────────────────────────────────────────────
    def take_name(self, name: str) -> None:
        """Read `program NAME`."""
        self.name = _unquoted(name)

    def take_input(self, name: str, shape: str, rate: str, elements: str) -> None:
        """Read `input NAME[SHAPE] RATE: ELEMENTS`."""
        if rate not in _RATES:
            self.fail(f"has the rate '{rate}'", f"Rates are: {', '.join(_RATES)}")
        given = Input(
            name=_unquoted(name),
            elements=tuple([_unquoted(word) for word in re.findall(_TOKEN, elements)]),
            rate=Rate(_RATES.index(rate)),
            shape=_read_shape(shape),
        )
        self.inputs.append(given)

    def take_output(self, name: str, shape: str, refs: str) -> None:
        """Read `output NAME[SHAPE]: VALUES`."""
        references = tuple([_read_reference(word) for word in refs.split()])
        output = Output(name=_unquoted(name), refs=references, shape=_read_shape(shape))
        self.outputs.append(output)

    def take_chunks(self, starts: str) -> None:
        """Read `chunks: v100 v200`."""
        self.chunks = tuple([int(word[1:]) for word in starts.split()])

    def take_twins(self, pairs: str) -> None:
        """Read `twins: v7:v8 v9:-v10*`."""
        for value, minus, other, swapped in _TWIN.findall(pairs):
            self.twins[int(value)] = Twin(int(other), -1 if minus else 1, bool(swapped))

    # ── the end ───────────────────────────────────────────────────────────────────────────
    def program(self) -> Program:
        """The Program of the lines read, found well formed."""
        ops, args, inputs = tuple(self.ops), tuple(self.args), tuple(self.inputs)
        rates = rates_of(ops, args, inputs)
        for index, (number, rate) in self.claimed.items():
            if rate != _RATES[rates[index]]:
                raise TextError(
                    f"Line {number}: v{index} is said to be [{rate}], but its operands make it "
                    f"[{_RATES[rates[index]]}]. Correct the rate, or leave it out."
                )
        program = Program(
            name=self.name,
            inputs=inputs,
            outputs=tuple(self.outputs),
            ops=ops,
            args=args,
            values=self.values,
            attributes=self.attributes,
            labels=self.labels,
            rates=rates,
            chunks=self.chunks,
            twins=self.twins,
        )
        try:
            verify(program)
        except Malformed as fault:
            raise TextError(f"The text is no well-formed program: {fault.what}.") from fault
        return program

    def fail(self, what: str, remedy: str) -> NoReturn:
        """A TextError that names the line."""
        raise TextError(f"Line {self.number}: '{self.line[:80]}' {what}. {remedy}.")


_ABOUT_TOLD: Final = (
    "constant(0.5), input(q, 0), item(1), solve(2 general: 0,0 1,1) and call(name) have them, "
    "the others do not"
)
_TOLD: Final[dict[int, Callable[[_Reader, int, str], tuple[int, int] | None]]] = {
    Op.CONSTANT: _Reader.constant,
    Op.INPUT: _Reader.place,
    Op.ITEM: _Reader.item,
    Op.SOLVE: _Reader.pattern,
    Op.CALL: _Reader.function,
}
_HEADER: Final[dict[str, tuple[re.Pattern[str], Callable[..., None]]]] = {
    "program": (_PROGRAM, _Reader.take_name),
    "input": (_INPUT, _Reader.take_input),
    "output": (_OUTPUT, _Reader.take_output),
    "chunks:": (_CHUNKS, _Reader.take_chunks),
    "twins:": (_TWINS, _Reader.take_twins),
}


def _read_reference(word: str) -> int:
    return -int(word[2:]) if word[0] == "-" else int(word[1:] or 0)


def _read_shape(text: str) -> tuple[int, ...]:
    return tuple([int(extent) for extent in text.split(",") if extent])


def _unquoted(token: str) -> str:
    return str(json.loads(token)) if token[:1] == '"' else token
