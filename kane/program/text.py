"""A Program as text, which `from_text` reads back to the same Program.

    program pendulum
    input p[1] parameter: l
    input q[1] configuration: q1
    output udot[1]: -v6
    v1 = input(p, 0)            # l  [parameter]
    v2 = input(q, 0)            # q1  [configuration]
    v3 = sincos v2              # [configuration]
    v4 = item(0) v3             # [configuration]
    v5 = constant(9.81)         # [constant]
    v6 = mul v4 v5              # [configuration]

One instruction a line, in order, with no gap; `-v6` is the negative of value 6 and `0` is zero.
What else an instruction is told stands in parentheses. Numbers are exact. Names and labels that
hold spaces or signs are written as JSON strings. Behind `#` stand the physical label and the
rate, which must be that of the operands; blank lines and lines that begin with `#` are skipped.

From: program.py    Next: parse.py, which reads it back
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Iterator
from typing import Final

from kane.algebra.op import Op
from kane.algebra.pattern import Pattern
from kane.algebra.rate import Rate
from kane.program.parse import from_text
from kane.program.program import Program, Twin

__all__ = ["from_text", "to_text"]

_COLUMN: Final = 40  # where the remarks begin
_NAMES: Final = {int(op): op.name.lower() for op in Op}
_RATES: Final = [rate.name.lower() for rate in Rate]
_PLAIN: Final = re.compile(r'[^\s"\[\](),:#]+')


def to_text(program: Program) -> str:
    """The Program as text, one line an instruction."""
    return "\n".join([*_header(program), *_instructions(program), ""])


def _header(program: Program) -> Iterator[str]:
    yield f"program {_name(program.name)}"
    for given in program.inputs:
        elements = "".join(f" {_name(element)}" for element in given.elements)
        rate = _RATES[given.rate]
        yield f"input {_name(given.name)}[{_shape(given.shape)}] {rate}:{elements}"
    for output in program.outputs:
        refs = "".join(f" {_reference(ref)}" for ref in output.refs)
        yield f"output {_name(output.name)}[{_shape(output.shape)}]:{refs}"
    if program.chunks:
        yield "chunks: " + " ".join(f"v{start}" for start in program.chunks)
    if program.twins:
        yield "twins: " + " ".join(_twin(value, twin) for value, twin in program.twins.items())


def _twin(value: int, twin: Twin) -> str:
    """As v7:v8, v7:-v8 where signs differ, v7:v8* where operands are swapped."""
    return f"v{value}:{'-' * (twin.sign < 0)}v{twin.other}{'*' * twin.swapped}"


def _instructions(program: Program) -> Iterator[str]:
    rates, labels, described = program.rates, program.labels, _DESCRIBE
    for index in range(1, len(program)):
        op, args = program.ops[index], program.args[index]
        if op in described:
            args = () if op == Op.INPUT else args
            text = f"v{index} = {_NAMES[op]}({described[op](program, index)})"
        else:
            text = f"v{index} = {_NAMES[op]}"
        for arg in args:
            text += f" v{arg}" if arg > 0 else f" -v{-arg}" if arg else " 0"
        label = f"{_label(labels[index])}  " if index in labels else ""
        yield f"{text:<{_COLUMN}}# {label}[{_RATES[rates[index]]}]"


def _input_place(program: Program, index: int) -> str:
    which, element = program.args[index]
    return f"{_name(program.inputs[which].name)}, {element}"


def _pattern(program: Program, index: int) -> str:
    pattern = program.attributes[index]
    assert isinstance(pattern, Pattern)
    kind = "symmetric" if pattern.symmetric else "general"
    places = "".join(f" {row},{column}" for row, column in pattern.entries)
    return f"{pattern.size} {kind}:{places}"


def _function(program: Program, index: int) -> str:
    return _name(function_name(program.attributes[index]))


def function_name(function: Hashable) -> str:
    """The name by which text refers to the opaque function of a CALL."""
    return str(getattr(function, "name", function))


_DESCRIBE: Final[dict[int, Callable[[Program, int], str]]] = {
    Op.CONSTANT: lambda program, index: repr(program.values[index]),
    Op.INPUT: _input_place,
    Op.ITEM: lambda program, index: str(program.attributes[index]),
    Op.SOLVE: _pattern,
    Op.CALL: _function,
}


def _reference(ref: int) -> str:
    return f"v{ref}" if ref > 0 else f"-v{-ref}" if ref else "0"


def _shape(shape: tuple[int, ...]) -> str:
    return ",".join(map(str, shape))


def _name(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else json.dumps(name)


def _label(label: str) -> str:
    plain = label.isprintable() and label == label.strip() and label and label[0] not in '"['
    return label if plain else json.dumps(label)
