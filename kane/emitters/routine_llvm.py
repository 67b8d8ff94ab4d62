"""Routines as LLVM text, one function each: a table of operations, and how control flows.

Locals are allocas that LLVM's own mem2reg makes registers of. The fast build allows contraction
and reassociation, the strict build nothing. Pointers are never declared free of aliases: one
Routine may hand two views of one array to another. What is known is the element's type, so a
store of an integer does not disturb doubles held in registers.

From: kane/program/routine_check.py    Next: routine_code.py, kane/machine/routine.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from kane.emitters.code import Language
from kane.emitters.routine_code import RoutineCode, symbol
from kane.emitters.routine_llvm_table import (
    ALIASES,
    DECLARATIONS,
    FLAGS,
    HELPERS,
    METADATA,
    OPERATIONS,
    constant,
    element,
    flag,
    spelled,
)
from kane.program.routine import Library
from kane.program.routine_closure import definitions
from kane.program.routine_tree import (
    Apply,
    Assign,
    Block,
    Break,
    Call,
    Choice,
    Continue,
    Definition,
    Element,
    Evaluate,
    Every,
    Expression,
    For,
    If,
    Local,
    Named,
    Number,
    Return,
    Some,
    Statement,
    Store,
    View,
    While,
)
from kane.program.routine_types import ELEMENT, Kind, Pointer, Type
from kane.program.target import Target


def emit_routines(library: Library, target: Target) -> RoutineCode:
    """LLVM text of a Library."""
    outside = {one.name for one in library.routines}
    functions = [
        _Function(library, definition, target).text(definition.name in outside)
        for definition in definitions(library)
    ]
    return RoutineCode(
        text="\n".join([DECLARATIONS, HELPERS, *functions, METADATA]),
        language=Language.LLVM,
        symbols={one.name: symbol(library, one.name) for one in library.routines},
        target=target,
    )


class _Function:
    """The text of one Routine while it is written."""

    def __init__(self, library: Library, definition: Definition, target: Target) -> None:
        self.library = library
        self.definition = definition
        self.flags = FLAGS[target.build]
        self.lines: list[str] = []
        self.slots: list[str] = []
        self.places = {
            name: f"%v{number}"
            for number, (name, _) in enumerate((*definition.parameters, *definition.variables))
        }
        self.made = 0  # values, labels and slots share one count
        self.loops: list[tuple[str, str]] = []  # where continue and break go

    def text(self, exported: bool) -> str:
        """The whole function."""
        definition = self.definition
        result = spelled(definition.result)
        parameters = ", ".join(
            f"{spelled(kind)} {flag(kind)}%a{number}"
            for number, (_, kind) in enumerate(definition.parameters)
        )
        for name, kind in (*definition.parameters, *definition.variables):
            self.slots.append(f"  {self.places[name]} = alloca {spelled(kind)} ; {name!a}")
        for number, (name, kind) in enumerate(definition.parameters):
            self._write(f"store {spelled(kind)} %a{number}, ptr {self.places[name]}")
        if self._block(definition.body):
            self._write("ret void" if definition.result is Kind.NOTHING else "unreachable")
        head = "define" if exported else "define internal"
        name = symbol(self.library, definition.name)
        extended = "zeroext " if definition.result is Kind.BOOL else ""
        # One copy serves all functions it is given: copies for each cost more time than calls.
        given = any(isinstance(kind, Pointer) for _, kind in definition.parameters)
        attributes = "nounwind noinline" if given else "nounwind"
        opening = f"{head} {extended}{result} @{name}({parameters}) {attributes} {{"
        return "\n".join([opening, "entry:", *self.slots, *self.lines, "}", ""])

    # ── lines ─────────────────────────────────────────────────────────────────────────────
    def _write(self, line: str) -> None:
        self.lines.append(f"  {line}")

    def _value(self, line: str) -> str:
        self.made += 1
        self.lines.append(f"  %t{self.made} = {line}")
        return f"%t{self.made}"

    def _labels(self, *names: str) -> list[str]:
        self.made += 1
        return [f"{name}{self.made}" for name in names]

    def _label(self, name: str) -> None:
        self.lines.append(f"{name}:")

    def _slot(self, kind: Type) -> str:
        self.made += 1
        self.slots.append(f"  %s{self.made} = alloca {spelled(kind)}")
        return f"%s{self.made}"

    # ── statements; each tells whether control gets beyond it ─────────────────────────────
    def _block(self, block: Block) -> bool:
        return all(self._statement(statement) for statement in block)

    def _statement(self, statement: Statement) -> bool:
        match statement:
            case Assign(name, value):
                kind, made = spelled(value.type), self._expression(value)
                self._write(f"store {kind} {made}, ptr {self.places[name]}")
            case Store(array, index, value):
                kind, made = spelled(value.type), self._expression(value)
                place = self._place(array, index, element(value.type))
                self._write(f"store {kind} {made}, ptr {place}, {ALIASES[element(value.type)]}")
            case Evaluate(call):
                self._expression(call)
            case If(condition, body, otherwise):
                return self._if(condition, body, otherwise)
            case For():
                self._for(statement)
            case While(condition, body):
                return self._while(condition, body)
            case Break():
                self._write(f"br label %{self.loops[-1][1]}")
                return False
            case Continue():
                self._write(f"br label %{self.loops[-1][0]}")
                return False
            case Return(value):
                kind = spelled(self.definition.result)
                self._write(
                    "ret void" if value is None else f"ret {kind} {self._expression(value)}"
                )
                return False
            case _:
                assert_never(statement)
        return True

    def _if(self, condition: Expression, body: Block, otherwise: Block) -> bool:
        yes, no, end = self._labels("then", "else", "endif")
        self._branch(condition, yes, no)
        goes_on = [self._arm(yes, body, end), self._arm(no, otherwise, end)]
        if any(goes_on):
            self._label(end)
        return any(goes_on)

    def _arm(self, label: str, block: Block, end: str) -> bool:
        self._label(label)
        goes_on = self._block(block)
        if goes_on:
            self._write(f"br label %{end}")
        return goes_on

    def _for(self, loop: For) -> None:
        count = self._slot(Kind.INT)
        start, stop = self._expression(loop.start), self._expression(loop.stop)
        test, body, turn, end = self._labels("for", "do", "next", "endfor")
        self._write(f"store i64 {start}, ptr {count}")
        self._write(f"br label %{test}")
        self._label(test)
        at = self._value(f"load i64, ptr {count}")
        goes_on = self._value(f"icmp {'slt' if loop.step > 0 else 'sgt'} i64 {at}, {stop}")
        self._write(f"br i1 {goes_on}, label %{body}, label %{end}")
        self._label(body)
        self._write(f"store i64 {at}, ptr {self.places[loop.variable]}")
        self._turns(loop.body, turn, end)
        self._label(turn)
        further = self._value(f"add nsw i64 {at}, {loop.step}")
        self._write(f"store i64 {further}, ptr {count}")
        self._write(f"br label %{test}")
        self._label(end)

    def _while(self, condition: Expression, block: Block) -> bool:
        test, body, end = self._labels("while", "do", "endwhile")
        self._write(f"br label %{test}")
        self._label(test)
        self._branch(condition, body, end)
        self._label(body)
        self._turns(block, test, end)
        self._label(end)
        return True

    def _turns(self, block: Block, turn: str, end: str) -> None:
        self.loops.append((turn, end))
        if self._block(block):
            self._write(f"br label %{turn}")
        self.loops.pop()

    def _branch(self, condition: Expression, yes: str, no: str) -> None:
        self._write(f"br i1 {self._expression(condition)}, label %{yes}, label %{no}")

    # ── expressions; each gives the operand that holds its value ──────────────────────────
    def _expression(self, expression: Expression) -> str:
        match expression:
            case Number(value, kind):
                return constant(value, kind)
            case Local(name, kind):
                return self._value(f"load {spelled(kind)}, ptr {self.places[name]}")
            case Named(name):
                return f"@{symbol(self.library, name)}"
            case Element(array, index, kind):
                place = self._place(array, index, kind)
                return self._value(f"load {spelled(kind)}, ptr {place}, {ALIASES[kind]}")
            case View(array, start, kind):
                return self._place(array, start, ELEMENT[kind])
            case Apply(do, operands):
                made = [self._expression(operand) for operand in operands]
                return self._value(OPERATIONS[do].format(*made, f=self.flags))
            case Every(operands):
                return self._until(operands, "false")
            case Some(operands):
                return self._until(operands, "true")
            case Choice():
                return self._choice(expression)
            case Call():
                return self._call(expression)
        assert_never(expression)

    def _place(self, array: Expression, index: Expression, kind: Kind) -> str:
        base, at = self._expression(array), self._expression(index)
        return self._value(f"getelementptr inbounds {spelled(kind)}, ptr {base}, i64 {at}")

    def _until(self, operands: Sequence[Expression], stop: str) -> str:
        """The first operand that is `stop`, or the last."""
        slot = self._slot(Kind.BOOL)
        (end,) = self._labels("decided")
        for operand in operands[:-1]:
            (further,) = self._labels("further")
            made = self._expression(operand)
            self._write(f"store i1 {made}, ptr {slot}")
            ways = (end, further) if stop == "true" else (further, end)
            self._write(f"br i1 {made}, label %{ways[0]}, label %{ways[1]}")
            self._label(further)
        self._write(f"store i1 {self._expression(operands[-1])}, ptr {slot}")
        self._write(f"br label %{end}")
        self._label(end)
        return self._value(f"load i1, ptr {slot}")

    def _choice(self, choice: Choice) -> str:
        slot, kind = self._slot(choice.type), spelled(choice.type)
        yes, no, end = self._labels("yes", "no", "chosen")
        self._branch(choice.condition, yes, no)
        for label, expression in ((yes, choice.yes), (no, choice.no)):
            self._label(label)
            self._write(f"store {kind} {self._expression(expression)}, ptr {slot}")
            self._write(f"br label %{end}")
        self._label(end)
        return self._value(f"load {kind}, ptr {slot}")

    def _call(self, call: Call) -> str:
        target = self._expression(call.target)
        arguments = ", ".join(
            f"{spelled(one.type)} {flag(one.type)}{self._expression(one)}" for one in call.arguments
        )
        extended = "zeroext " if call.type is Kind.BOOL else ""
        line = f"call {extended}{spelled(call.type)} {target}({arguments})"
        if call.type is Kind.NOTHING:
            self._write(line)
            return ""
        return self._value(line)
