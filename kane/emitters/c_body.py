"""The statements of a C function: a table from operation to C, and its operands' spelling.

From: kane/program/program.py    Next: c.py
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kane.algebra.op import CONDITIONS, Op
from kane.emitters.c_names import identifiers
from kane.emitters.slots import Slots, allocate, bounds, item_place
from kane.errors import TargetError
from kane.program.program import Program

# ── the table ─────────────────────────────────────────────────────────────────────────────
EXPRESSIONS: Final[Mapping[int, str]] = {
    Op.ADD: "%s + %s",
    Op.SUB: "%s - %s",
    Op.MUL: "%s * %s",
    Op.DIV: "%s / %s",
    Op.SQRT: "sqrt(%s)",
    Op.SIN: "sin(%s)",
    Op.COS: "cos(%s)",
    Op.TAN: "tan(%s)",
    Op.ASIN: "asin(%s)",
    Op.ACOS: "acos(%s)",
    Op.ATAN: "atan(%s)",
    Op.ATAN2: "atan2(%s, %s)",
    Op.EXP: "exp(%s)",
    Op.LOG: "log(%s)",
    Op.TANH: "tanh(%s)",
    Op.ABS: "fabs(%s)",
    Op.SIGN: "kane_sign(%s)",
    Op.MIN: "kane_min(%s, %s)",
    Op.MAX: "kane_max(%s, %s)",
    Op.LESS: "%s < %s",
    Op.LESS_EQUAL: "%s <= %s",
    Op.EQUAL: "%s == %s",
    Op.AND: "%s && %s",
    Op.OR: "%s || %s",
    Op.NOT: "!%s",
    Op.WHERE: "%s ? %s : %s",
}
HELPERS: Final[Mapping[int, str]] = {  # NaN goes through them
    Op.SIGN: """\
static inline double kane_sign(double x)
{
    return x != x ? x : (double)((x > 0.0) - (x < 0.0));
}
""",
    Op.MIN: """\
static inline double kane_min(double x, double y)
{
    return x != x ? x : y != y ? y : y < x ? y : x;
}
""",
    Op.MAX: """\
static inline double kane_max(double x, double y)
{
    return x != x ? x : y != y ? y : y > x ? y : x;
}
""",
}
_NOT_EXPANDED: Final = {
    Op.SOLVE: "is not expanded: optimize the Program first (kane/passes/expand_solve.py)",
    Op.CALL: "is an opaque function, which C text cannot call: give its expression instead",
}
_LEAVES: Final = frozenset({Op.CONSTANT, Op.INPUT})
_NO_STATEMENT: Final = _LEAVES | {Op.ITEM}


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A Program with its names in C and the places of what it keeps in the workspace."""

    name: str
    program: Program
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    items: Mapping[int, Sequence[int]]
    places: Mapping[int, int]
    workspace: int


def function(name: str, program: Program) -> Function:
    """The C function of a Program, before its statements are written."""
    inputs = identifiers([given.name for given in program.inputs])
    wanted = [output.name for output in program.outputs]
    free = [f"{output}_out" if output in inputs else output for output in wanted]
    slots, items = allocate(program), _items(program)
    return Function(
        name=name,
        program=program,
        inputs=tuple(inputs),
        outputs=tuple(identifiers(free, taken=inputs)),
        items=items,
        places=_places(program, slots, items),
        workspace=slots.count,
    )


# ── statements ────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """The statements of one chunk, and the parameters that none of them needs."""

    lines: tuple[str, ...]
    unread: tuple[str, ...]


def blocks(part: Function) -> list[Block]:
    """One block a chunk; a Program that is not cut is one chunk."""
    _refuse_unexpanded(part.program)
    live = _live(part.program)
    texts = [_text(part, index) for index in range(len(part.program))]
    cuts = bounds(part.program)
    return [_Chunk(part, live, texts, start, stop).block() for start, stop in cuts]


class _Chunk:
    """The values from `start` to before `stop`, while their statements are written."""

    def __init__(
        self, part: Function, live: Collection[int], texts: list[str], start: int, stop: int
    ) -> None:
        self.part, self.program, self.texts = part, part.program, texts
        self.live, self.start, self.stop = live, start, stop
        self.wanted: set[int] = set()  # values that the statements read
        self.written: set[str] = set()  # parameters that they write

    def block(self) -> Block:
        """The loads from the workspace, the assignments, and the outputs made here."""
        assignments = [line for index in self.made() for line in self.assignment(index)]
        stores = list(self.outputs())
        loads = [line for index in sorted(self.wanted) for line in self.load(index)]
        read = {self.part.inputs[which] for which in self.inputs_read()}
        parameters = (*self.part.inputs, *self.part.outputs, "work")
        unread = [name for name in parameters if name not in read | self.written]
        return Block(lines=(*loads, *assignments, *stores), unread=tuple(unread))

    def made(self) -> Iterator[int]:
        """The values that get a statement here; items stand where their SINCOS does."""
        ops = self.program.ops
        for index in range(self.start, self.stop):
            if ops[index] == Op.SINCOS:
                yield from self.part.items.get(index, ())
            elif index in self.live and ops[index] not in _NO_STATEMENT:
                yield index

    def assignment(self, index: int) -> Iterator[str]:
        """The assignment of a value, and its store where later chunks read it."""
        op, args = _computed(self.program, index)
        self.wanted.update([abs(arg) for arg in args])
        expression = EXPRESSIONS[op] % tuple([_signed(self.texts, arg) for arg in args])
        kind = "int" if op in CONDITIONS else "double"
        label = self.program.labels.get(index)
        remark = f"  // {comment(label)}" if label else ""
        yield f"const {kind} v{index} = {expression};{remark}"
        place = self.part.places.get(index)
        if place is not None:
            self.written.add("work")
            yield f"work[{place}] = v{index};"

    def load(self, index: int) -> Iterator[str]:
        """A value that an earlier chunk left in the workspace."""
        home = _home(self.program, index)
        if home < self.start and self.program.ops[home] not in _LEAVES:
            self.written.add("work")
            yield f"const double v{index} = work[{self.part.places[index]}];"

    def outputs(self) -> Iterator[str]:
        """The outputs whose values are made here; leaves go with the last chunk."""
        last = self.stop == len(self.program)
        for name, output in zip(self.part.outputs, self.program.outputs, strict=True):
            for place, ref in enumerate(output.refs):
                home = _home(self.program, abs(ref))
                leaf = self.program.ops[home] in _LEAVES
                if last if leaf else self.start <= home < self.stop:
                    self.wanted.add(abs(ref))
                    self.written.add(name)
                    yield f"{name}[{place}] = {_signed(self.texts, ref)};"

    def inputs_read(self) -> set[int]:
        """Which inputs the statements read."""
        ops, args = self.program.ops, self.program.args
        return {args[index][0] for index in self.wanted if ops[index] == Op.INPUT}


# ── values ────────────────────────────────────────────────────────────────────────────────
def _refuse_unexpanded(program: Program) -> None:
    for index, op in enumerate(program.ops):
        if op in _NOT_EXPANDED:
            kind = Op(op)
            raise TargetError(
                f"Program '{program.name}', v{index}: {kind.name.lower()} {_NOT_EXPANDED[kind]}."
            )


def _home(program: Program, index: int) -> int:
    """Where a value is computed: an ITEM at its SINCOS."""
    return program.args[index][0] if program.ops[index] == Op.ITEM else index


def _computed(program: Program, index: int) -> tuple[int, tuple[int, ...]]:
    """What C computes for a value: itself, or of an ITEM its angle's sine or cosine."""
    op, args = program.ops[index], program.args[index]
    if op != Op.ITEM:
        return op, args
    item = program.attributes[index]
    assert isinstance(item, int)
    return (Op.COS if item % 2 else Op.SIN), (program.args[args[0]][item // 2],)


def _live(program: Program) -> set[int]:
    """The values that the outputs need (a compiler warns of the others)."""
    live: set[int] = set()
    waiting = [abs(ref) for output in program.outputs for ref in output.refs]
    while waiting:
        index = waiting.pop()
        if index not in live:
            live.add(index)
            if program.ops[index] not in _LEAVES:
                waiting.extend([abs(arg) for arg in _computed(program, index)[1]])
    return live


def _items(program: Program) -> dict[int, list[int]]:
    """The live items of each SINCOS."""
    items: dict[int, list[int]] = {}
    for index in sorted(_live(program)):
        if program.ops[index] == Op.ITEM:
            items.setdefault(program.args[index][0], []).append(index)
    return items


def _places(program: Program, slots: Slots, items: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """The place in the workspace of every value that crosses chunks, items included."""
    places = dict(slots.of)
    for several, found in items.items():
        if several in slots.of:
            for item in found:
                places[item] = slots.of[several] + item_place(program, item, slots.width)
    return places


def _text(part: Function, index: int) -> str:
    """What stands for a value where it is used: a literal, an input's element, a variable."""
    program = part.program
    if program.ops[index] == Op.CONSTANT:
        return _literal(program.values[index])
    if program.ops[index] == Op.INPUT:
        which, element = program.args[index]
        return f"{part.inputs[which]}[{element}]"
    return f"v{index}"


def _signed(texts: Sequence[str], ref: int) -> str:
    return texts[ref] if ref >= 0 else f"-{texts[-ref]}"


def _literal(value: float) -> str:
    """A double to its last bit; in parentheses where it has a sign."""
    if math.isnan(value):
        return "NAN"
    text = "INFINITY" if math.isinf(value) else repr(abs(value))
    return f"(-{text})" if math.copysign(1.0, value) < 0 else text


def comment(text: str) -> str:
    """Text that cannot end a comment's line nor, by a backslash, join the next to it."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return printable.replace("\\", "/").replace("??", "? ?")
