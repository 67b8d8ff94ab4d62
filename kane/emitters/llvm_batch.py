"""A Program as LLVM text for many states: one module with everything a batch needs.

    i64 @NAME_batch(ptr table, ptr work, i64 first, i64 last, ptr control)

`table` holds three i64 for each input, then each output: base address, bytes from one state to
the next, bytes from one element to the next; any of both, also zero or negative. The states
first … last − 1 go W at a time through @NAME_lanes: straight from memory where states lie 8
bytes apart (structure of arrays), otherwise through block buffers in the workspace; what is left
over goes through @NAME one at a time. Before each block the driver writes how far it came to
control[1] and returns that index if control[0] is not zero; at the end it returns `last`.

The workspace: what @NAME_lanes or @NAME needs (they share it), then a block of W lanes for each
argument, each on a multiple of 64 bytes.

From: llvm_lanes.py, llvm_rows.py    Next: kane/machine/batch.py
"""

from __future__ import annotations

from typing import Final

from kane.emitters.code import Code, Language
from kane.emitters.literal import symbol
from kane.emitters.llvm import scalar_functions
from kane.emitters.llvm_body import plan
from kane.emitters.llvm_lanes import lanes_functions
from kane.emitters.llvm_module import entry, module
from kane.emitters.llvm_rows import rows_functions
from kane.program.program import Program
from kane.program.signature import signature
from kane.program.target import Target

_ALIGNMENT: Final = 8  # doubles

_OPEN: Final = """\
define i64 {name}(ptr noalias %table, ptr noalias %work, i64 %first, i64 %last, ptr %control) \
nounwind {{
entry:
  %done.at = getelementptr i64, ptr %control, i64 1
{groups}
  br label %next
next:
  %state = phi i64 [%first, %entry], [%after, %block]
  store atomic i64 %state, ptr %done.at monotonic, align 8
  %stop = load atomic i64, ptr %control monotonic, align 8
  %stopped = icmp ne i64 %stop, 0
  %after = add i64 %state, {W}
  br i1 %stopped, label %leave, label %look
look:
  %fits = icmp sle i64 %after, %last
  br i1 %fits, label %block, label %rest
block:
  %starting = icmp eq i64 %state, %first
{lanes}
  br label %next
rest:
  %one = phi i64 [%state, %look], [%one.next, %single]
  %left = icmp slt i64 %one, %last
  br i1 %left, label %single, label %finish
single:
{scalar}
  %one.next = add i64 %one, 1
  br label %rest
finish:
  store atomic i64 %one, ptr %done.at monotonic, align 8
  ret i64 %one
leave:
  ret i64 %state
}}"""

_GROUP: Final = """\
  %base_{k}.at = getelementptr i64, ptr %table, i64 {row}
  %base_{k} = load ptr, ptr %base_{k}.at, align 8
  %step_{k}.at = getelementptr i64, ptr %table, i64 {row1}
  %step_{k} = load i64, ptr %step_{k}.at, align 8
  %stride_{k}.at = getelementptr i64, ptr %table, i64 {row2}
  %stride_{k} = load i64, ptr %stride_{k}.at, align 8
  %buffer_{k} = getelementptr double, ptr %work, i64 {buffer}
  %direct_{k} = icmp eq i64 %step_{k}, 8
  %lanes_stride_{k} = select i1 %direct_{k}, i64 %stride_{k}, i64 {vector}
  %packed_{k} = select i1 %direct_{k}, i64 0, i64 {count}
  %same_{k} = icmp eq i64 %step_{k}, 0
  %repacked_{k} = select i1 %same_{k}, i64 0, i64 %packed_{k}
  %row_{k} = icmp eq i64 %stride_{k}, 8
  %copied_{k} = select i1 %row_{k}, i64 0, i64 {count}"""

_BLOCK_ADDRESS: Final = """\
  %offset_{k} = mul i64 %state, %step_{k}
  %states_{k} = getelementptr i8, ptr %base_{k}, i64 %offset_{k}
  %lanes_{k} = select i1 %direct_{k}, ptr %states_{k}, ptr %buffer_{k}"""
_BLOCK_IN: Final = """\
  %elements_{k} = select i1 %starting, i64 %packed_{k}, i64 %repacked_{k}
  call void @kane.pack.{W}(ptr %states_{k}, i64 %step_{k}, i64 %stride_{k}, \
i64 %elements_{k}, ptr %buffer_{k})"""
_BLOCK_OUT: Final = """\
  call void @kane.unpack.{W}(ptr %states_{k}, i64 %step_{k}, i64 %stride_{k}, \
i64 %packed_{k}, ptr %buffer_{k})"""

_SINGLE_ADDRESS: Final = """\
  %one_offset_{k} = mul i64 %one, %step_{k}
  %one_state_{k} = getelementptr i8, ptr %base_{k}, i64 %one_offset_{k}
  %one_{k} = select i1 %row_{k}, ptr %one_state_{k}, ptr %buffer_{k}"""
_SINGLE_IN: Final = """\
  call void @kane.copy(ptr %one_state_{k}, i64 %stride_{k}, ptr %buffer_{k}, i64 8, \
i64 %copied_{k})"""
_SINGLE_OUT: Final = """\
  call void @kane.copy(ptr %buffer_{k}, i64 8, ptr %one_state_{k}, i64 %stride_{k}, \
i64 %copied_{k})"""


def emit_batch(program: Program, target: Target) -> Code:
    """Code of the scalar function, the one of W lanes and the batch driver of a Program."""
    planned = plan(program)
    wide = plan(program.replace(chunks=())) if len(program) <= target.whole_lanes else planned
    slots = max(planned.slots.count, wide.slots.count)
    functions = scalar_functions(planned, target) | lanes_functions(wide, target)
    functions |= rows_functions(target.lanes)
    name = f"{entry(program)}_batch"
    functions[name] = _driver(name, program, target.lanes, slots)
    return Code(
        text=module(program, functions),
        entry=name,
        language=Language.LLVM,
        signature=signature(program, _buffers(program, target.lanes, slots)[-1]),
        target=target,
    )


def _driver(name: str, program: Program, W: int, slots: int) -> str:
    """The batch driver's definition."""
    buffers, counts = _buffers(program, W, slots), _counts(program)
    inputs = range(len(program.inputs))
    outputs = range(len(inputs), len(counts))
    every = range(len(counts))
    groups = [
        _GROUP.format(
            k=k, row=3 * k, row1=3 * k + 1, row2=3 * k + 2,
            buffer=buffers[k], vector=8 * W, count=counts[k],
        )
        for k in every
    ]  # fmt: skip
    lanes = [f"ptr %lanes_{k}" for k in every]
    strides = [f"i64 %lanes_stride_{k}" for k in every]
    block = [
        *(_BLOCK_ADDRESS.format(k=k) for k in every),
        *(_BLOCK_IN.format(k=k, W=W) for k in inputs),
        _call(f"{entry(program)}_lanes", [*lanes, "ptr %work", *strides]),
        *(_BLOCK_OUT.format(k=k, W=W) for k in outputs),
    ]
    single = [
        *(_SINGLE_ADDRESS.format(k=k) for k in every),
        *(_SINGLE_IN.format(k=k) for k in inputs),
        _call(entry(program), [*(f"ptr %one_{k}" for k in every), "ptr %work"]),
        *(_SINGLE_OUT.format(k=k) for k in outputs),
    ]
    return _OPEN.format(
        name=symbol(name),
        W=W,
        groups="\n".join(groups),
        lanes="\n".join(block),
        scalar="\n".join(single),
    )


def _call(function: str, arguments: list[str]) -> str:
    return f"  call void {symbol(function)}({', '.join(arguments)})"


def _counts(program: Program) -> list[int]:
    """How many elements each argument has."""
    return [
        *(len(given.elements) for given in program.inputs),
        *(len(output.refs) for output in program.outputs),
    ]


def _buffers(program: Program, W: int, slots: int) -> list[int]:
    """Where each argument's block begins in the workspace, and last where the workspace ends."""
    places = [0]
    for count in (slots, *_counts(program)):
        places.append(places[-1] + -(-count * W // _ALIGNMENT) * _ALIGNMENT)
    return places[1:]
