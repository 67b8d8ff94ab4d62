"""Body: the instructions of one function in LLVM text.

Values are asked for by reference and named when first asked for: a constant becomes a literal,
an input or a value of an earlier chunk is loaded, −r is negated, an ITEM is taken out of its
SINCOS. So every value appears once in a function and only where it is needed.

From: llvm_form.py, slots.py    Next: llvm.py, llvm_lanes.py
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass

from kane.algebra.op import CONDITIONS, Op
from kane.emitters.literal import comment
from kane.emitters.llvm_form import Form
from kane.emitters.slots import Slots, allocate, item_place
from kane.errors import TargetError
from kane.program.program import Program

_SILENT = frozenset({int(op) for op in (Op.CONSTANT, Op.INPUT, Op.ITEM)})  # named when asked for
_CONDITION_OPERANDS = {Op.AND: 2, Op.OR: 2, Op.NOT: 1, Op.WHERE: 1}

Stores = Mapping[int, Sequence[tuple[int, int, int]]]  # value → (output, element, reference)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What the functions of one Program share: slots, and what follows the making of a value.

    `stores` has under each value the elements of outputs it goes to, and under 0 those that no
    instruction makes; `marked` are the values that are kept, stored or labelled.
    """

    program: Program
    slots: Slots
    stores: Stores
    marked: Set[int]


def plan(program: Program) -> Plan:
    """The plan of a Program."""
    slots, stores = allocate(program), _stores(program)
    marked = program.labels.keys() | slots.of.keys() | stores.keys()
    return Plan(program=program, slots=slots, stores=stores, marked=marked)


def _stores(program: Program) -> Stores:
    stores: dict[int, list[tuple[int, int, int]]] = {}
    for number, output in enumerate(program.outputs):
        for place, ref in enumerate(output.refs):
            stores.setdefault(_maker(program, abs(ref)), []).append((number, place, ref))
    return stores


def _maker(program: Program, value: int) -> int:
    """The instruction that makes a value: of an ITEM its SINCOS, of what needs no making 0."""
    op = program.ops[value]
    if op == Op.ITEM:
        return program.args[value][0]
    return 0 if op in _SILENT else value


class Body(dict[int, str], ABC):
    """Text of the values made in one function, by reference, and its lines so far.

    `used` collects the parameters that the lines need. A subclass knows how values lie in
    memory and how sines and cosines are packed.
    """

    def __init__(self, plan: Plan, form: Form) -> None:
        super().__init__()
        self.plan = plan
        self.program = plan.program
        self.slots = plan.slots
        self.form = form
        self.lines: list[str] = []
        self.used: dict[str, None] = {}
        self._special: dict[int, Callable[[int], None]] = {
            Op.SINCOS: self.sincos,
            Op.SOLVE: self._refuse_solve,
            Op.CALL: self._refuse_call,
            **dict.fromkeys(_CONDITION_OPERANDS, self._conditional),
        }

    @abstractmethod
    def element(self, pointer: int, group: str, place: int, name: str) -> str:
        """The address of an element of an argument, as text; may write lines."""

    @abstractmethod
    def sincos(self, index: int) -> None:
        """Write a SINCOS, and keep its values where they cross."""

    @abstractmethod
    def item(self, item: int) -> str:
        """The text of an ITEM of a SINCOS made in this function; may write lines."""

    def write(self, start: int, stop: int) -> None:
        """Write the instructions from start to stop."""
        infix, append, marked = self.form.infix, self.lines.append, self.plan.marked
        lines = zip(self.program.ops[start:stop], self.program.args[start:stop], strict=True)
        for index, (op, args) in enumerate(lines, start):
            words = infix[op]
            if words:
                made = f"%v{index}"
                a, b = args
                append(f"  {made} = {words} {self[a]}, {self[b]}")
                self[index] = made
            elif op not in _SILENT:
                self._write_other(index, op, args)
            else:
                continue
            if index in marked:
                self._finish(index)

    def _write_other(self, index: int, op: int, args: tuple[int, ...]) -> None:
        special = self._special.get(op)
        if special is not None:
            special(index)
            return
        self.lines.append(self.form.table[op].format(index, *[self[arg] for arg in args]))
        self[index] = f"%v{index}"

    def _finish(self, index: int) -> None:
        """Label a value just made, keep it if it crosses, store it where it is an output."""
        label = self.program.labels.get(index)
        if label is not None:
            self.lines[-1] += comment(label)
        if index in self.slots.of:
            self._keep(index)
        self.store(index)

    def store(self, made: int) -> None:
        """Write a value, now made, to the elements of outputs that it goes to."""
        inputs = len(self.program.inputs)
        for output, place, ref in self.plan.stores.get(made, ()):
            value = self[ref]
            at = self.element(inputs + output, f"out_{output}", place, f"s{output}.{place}")
            self.lines.append(f"  store {self.form.type} {value}, ptr {at}, align 8")

    def __missing__(self, ref: int) -> str:
        text = self[ref] = self._made(ref)
        return text

    def _made(self, ref: int) -> str:
        """The text of a value that no earlier line of this function made."""
        program = self.program
        op = program.ops[abs(ref)]
        if op == Op.CONSTANT:
            return self.form.literal(program.values[ref] if ref >= 0 else -program.values[-ref])
        if ref < 0:
            self.lines.append(f"  %n{-ref} = fneg {self.form.type} {self[-ref]}")
            return f"%n{-ref}"
        if op == Op.INPUT:
            group, place = program.args[ref]
            at = self.element(group, f"in_{group}", place, f"p{ref}")
            name = program.inputs[group].elements[place]
            self.lines.append(
                f"  %v{ref} = load {self.form.type}, ptr {at}, align 8{comment(name)}"
            )
            return f"%v{ref}"
        if op == Op.ITEM and program.args[ref][0] in self:
            return self.item(ref)
        return self._kept(ref)

    # ── what crosses between chunks ───────────────────────────────────────────────────────────
    def slot(self, place: int, name: str) -> str:
        """The address of a place of the workspace; writes a line."""
        self.used["ptr %work"] = None
        self.lines.append(
            f"  %{name} = getelementptr double, ptr %work, i64 {place * self.form.lanes}"
        )
        return f"%{name}"

    def _keep(self, index: int) -> None:
        value, op = self.get(index, ""), self.program.ops[index]
        if op == Op.SINCOS:
            return  # kept where it was made
        if op in CONDITIONS:
            value = f"%k{index}"
            self.lines.append(
                f"  {value} = uitofp {self.form.condition} %v{index} to {self.form.type}"
            )
        at = self.slot(self.slots.of[index], f"w{index}")
        self.lines.append(f"  store {self.form.type} {value}, ptr {at}, align 8")

    def _kept(self, ref: int) -> str:
        program, place = self.program, self.slots.of.get(ref)
        if place is None:
            place = self.slots.of[program.args[ref][0]] + item_place(program, ref, self.slots.width)
        at = self.slot(place, f"p{ref}")
        self.lines.append(f"  %v{ref} = load {self.form.type}, ptr {at}, align 8")
        return f"%v{ref}"

    # ── conditions ────────────────────────────────────────────────────────────────────────────
    def _conditional(self, index: int) -> None:
        op, args = Op(self.program.ops[index]), self.program.args[index]
        count = _CONDITION_OPERANDS[op]
        operands = [self._condition(arg) for arg in args[:count]] + [self[a] for a in args[count:]]
        self.lines.append(self.form.table[op].format(index, *operands))
        self[index] = f"%v{index}"

    def _condition(self, ref: int) -> str:
        if self.program.ops[ref] == Op.CONSTANT:
            return self.form.truth(self.program.values[ref] != 0.0)
        if ref not in self:
            kept, zero = self._kept(ref), self.form.literal(0.0)
            self.lines.append(f"  %b{ref} = fcmp une {self.form.type} {kept}, {zero}")
            self[ref] = f"%b{ref}"
        return self[ref]

    # ── what native code cannot do ────────────────────────────────────────────────────────────
    def _refuse_call(self, index: int) -> None:
        raise TargetError(
            f"Program '{self.program.name}', value {index}: the opaque function "
            f"{self.program.attributes.get(index)!r} has no native code. Write it with kane's "
            "operations, or take its value as an input."
        )

    def _refuse_solve(self, index: int) -> None:
        raise AssertionError(
            f"Program '{self.program.name}', value {index}: a SOLVE was not expanded before "
            "emission. This is a bug of kane's."
        )
