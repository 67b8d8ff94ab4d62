"""Calls of native functions that are in the process already, one after another, as one function.

    void NAME(in_0, …, out_0, work):   f(table, 7, in_0 + 3, …);  g(…)

Numbers and addresses of memory that stays are constants in the text; a `Place` is an offset from
an argument. With it goes a driver for batches (llvm_batch.py), which takes one state after another.

From: literal.py    Next: kane/machine/loop.py
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kane.algebra.rate import Rate
from kane.emitters.code import Code, Language
from kane.emitters.literal import real, symbol
from kane.emitters.llvm_rows import rows_functions
from kane.program.program import Input
from kane.program.signature import Result, Signature
from kane.program.target import Target

WORK: Final = "work"
_ALIGNMENT: Final = 8  # doubles

_DRIVER: Final = """\
define i64 {name}(ptr %table, ptr %work, i64 %first, i64 %last, ptr %control) nounwind {{
entry:
  %done.at = getelementptr i64, ptr %control, i64 1
{groups}
  br label %next
next:
  %state = phi i64 [%first, %entry], [%after, %one]
  store atomic i64 %state, ptr %done.at monotonic, align 8
  %stop = load atomic i64, ptr %control monotonic, align 8
  %stopped = icmp ne i64 %stop, 0
  %ended = icmp sge i64 %state, %last
  %leave = or i1 %stopped, %ended
  br i1 %leave, label %done, label %one
one:
{state}
  %after = add i64 %state, 1
  br label %next
done:
  ret i64 %state
}}"""
_GROUP: Final = """\
  %base_{k}.at = getelementptr i64, ptr %table, i64 {row}
  %base_{k} = load ptr, ptr %base_{k}.at, align 8
  %step_{k}.at = getelementptr i64, ptr %table, i64 {row1}
  %step_{k} = load i64, ptr %step_{k}.at, align 8
  %stride_{k}.at = getelementptr i64, ptr %table, i64 {row2}
  %stride_{k} = load i64, ptr %stride_{k}.at, align 8
  %buffer_{k} = getelementptr double, ptr %work, i64 {buffer}"""
_ADDRESS: Final = """\
  %offset_{k} = mul i64 %state, %step_{k}
  %row_{k} = getelementptr i8, ptr %base_{k}, i64 %offset_{k}"""
_IN: Final = """\
  call void @kane.copy(ptr %row_{k}, i64 %stride_{k}, ptr %buffer_{k}, i64 8, i64 {n})"""
_OUT: Final = """\
  call void @kane.copy(ptr %buffer_{k}, i64 8, ptr %row_{k}, i64 %stride_{k}, i64 {n})"""


@dataclass(frozen=True, slots=True)
class Place:
    """A place behind one of the function's arguments, or in its workspace, in doubles."""

    argument: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory, or a function, that stays where it is."""

    address: int


Argument = Place | Memory | int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A function at an address, which returns nothing, and what it is given."""

    address: int
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequel:
    """Calls in order; inputs and the output with their sizes; doubles that the calls work in."""

    name: str
    inputs: tuple[tuple[str, int], ...]
    output: tuple[str, int]
    calls: tuple[Call, ...]
    workspace: int

    @property
    def sizes(self) -> tuple[int, ...]:
        """Of inputs, then of the output."""
        return (*(size for _, size in self.inputs), self.output[1])


def emit_calls(sequel: Sequel, target: Target) -> Code:
    """The function for one state."""
    return _code(sequel, target, sequel.name, [_scalar(sequel)], sequel.workspace)


def emit_calls_batch(sequel: Sequel, target: Target) -> Code:
    """The driver for batches: each state is copied, and copied back."""
    buffers = [*_buffers(sequel)]
    name = f"{sequel.name}_batch"
    functions = [rows_functions(1)["kane.copy"], _scalar(sequel), _driver(sequel, name, buffers)]
    return _code(sequel, target, name, functions, buffers[-1])


def _code(
    sequel: Sequel, target: Target, entry: str, functions: Sequence[str], workspace: int
) -> Code:
    name, size = sequel.output
    inputs = tuple(
        Input(name=given, elements=(), rate=Rate.INPUT, shape=(n,)) for given, n in sequel.inputs
    )
    made = (Result(name=name, shape=(size,)),)
    return Code(
        text="\n".join((*functions, "")),
        entry=entry,
        language=Language.LLVM,
        signature=Signature(name=sequel.name, inputs=inputs, outputs=made, workspace=workspace),
        target=target,
    )


def _scalar(sequel: Sequel) -> str:
    arguments = ", ".join(f"ptr %in_{k}" for k in range(len(sequel.inputs)))
    lines = [f"define void {symbol(sequel.name)}({arguments}, ptr %out_0, ptr %work) nounwind {{"]
    for number, call in enumerate(sequel.calls):
        lines += _call(sequel, number, call)
    return "\n".join((*lines, "  ret void", "}"))


def _call(sequel: Sequel, number: int, call: Call) -> Iterator[str]:
    """Its places, then the call."""
    taken = {name: f"%in_{k}" for k, (name, _) in enumerate(sequel.inputs)}
    taken |= {sequel.output[0]: "%out_0", WORK: "%work"}
    typed = []
    for k, one in enumerate(call.arguments):
        if isinstance(one, Place):
            yield (
                f"  %at.{number}.{k} = getelementptr double, ptr {taken[one.argument]}, "
                f"i64 {one.offset}"
            )
        typed.append(_typed(one, f"%at.{number}.{k}"))
    yield f"  call void {_pointer(call.address)}({', '.join(typed)})"


def _typed(argument: Argument, place: str) -> str:
    match argument:
        case Place():
            return f"ptr {place}"
        case Memory(address):
            return f"ptr {_pointer(address)}"
        case int():
            return f"i64 {argument}"
        case float():
            return f"double {real(argument)}"


def _pointer(address: int) -> str:
    return f"inttoptr (i64 {address} to ptr)"


def _driver(sequel: Sequel, name: str, buffers: Sequence[int]) -> str:
    every, sizes = range(len(sequel.sizes)), sequel.sizes
    groups = [
        _GROUP.format(k=k, row=3 * k, row1=3 * k + 1, row2=3 * k + 2, buffer=buffers[k])
        for k in every
    ]
    given = ", ".join(f"ptr %buffer_{k}" for k in every)
    state = [
        *(_ADDRESS.format(k=k) for k in every),
        *(_IN.format(k=k, n=sizes[k]) for k in every[:-1]),
        f"  call void {symbol(sequel.name)}({given}, ptr %work)",
        _OUT.format(k=every[-1], n=sizes[-1]),
    ]
    return _DRIVER.format(name=symbol(name), groups="\n".join(groups), state="\n".join(state))


def _buffers(sequel: Sequel) -> Iterator[int]:
    """Where each argument's row begins in the workspace, and last where the workspace ends."""
    at = 0
    for size in (sequel.workspace, *sequel.sizes):
        at += -(-size // _ALIGNMENT) * _ALIGNMENT
        yield at
