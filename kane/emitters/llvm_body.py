"""Body: the instructions of one function in LLVM text.

Values are asked for by reference and named when first asked for: a constant becomes a literal,
an input or a value of an earlier chunk is loaded, −r is negated, an ITEM is taken out of its
SINCOS. So every value appears once in a function and only where it is needed.

From: llvm_form.py, slots.py    Next: llvm.py, llvm_lanes.py
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from kane.algebra.op import CONDITIONS, Op
from kane.emitters.llvm_form import Form
from kane.emitters.slots import Slots, item_place
from kane.errors import TargetError
from kane.program.program import Program

_CONDITION_OPERANDS = {Op.AND: 2, Op.OR: 2, Op.NOT: 1, Op.WHERE: 1}

Stores = dict[int, list[tuple[int, int, int]]]  # value → (output, element, reference)


class Body(dict[int, str], ABC):
    """Text of the values made in one function, by reference, and its lines so far.

    `used` collects the parameters that the lines need. A subclass knows how values lie in
    memory and how sines and cosines are packed.
    """

    def __init__(self, program: Program, form: Form, slots: Slots) -> None:
        super().__init__()
        self.program = program
        self.form = form
        self.slots = slots
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

    def write(self, start: int, stop: int, stores: Stores) -> None:
        """Write the instructions from start to stop, with the stores of what they make."""
        ops, all_args, labels = self.program.ops, self.program.args, self.program.labels
        table, special, append = self.form.table, self._special, self.lines.append
        crossing = self.slots.of
        for index in range(start, stop):
            template = table[ops[index]]
            if template and ops[index] not in special:
                text = template.format(index, *[self[arg] for arg in all_args[index]])
                append(f"{text} ; {labels[index]}" if index in labels else text)
                self[index] = f"%v{index}"
            elif ops[index] in special:
                special[ops[index]](index)
            if index in crossing:
                self._keep(index)
            if index in stores:
                self.store(stores[index])

    def store(self, stores: list[tuple[int, int, int]]) -> None:
        """Write values to elements of outputs."""
        inputs = len(self.program.inputs)
        for output, place, ref in stores:
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
            self.lines.append(f"  %v{ref} = load {self.form.type}, ptr {at}, align 8")
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
            place = self.slots.of[program.args[ref][0]] + item_place(program, ref)
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
