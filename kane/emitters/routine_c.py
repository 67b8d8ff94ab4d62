"""Routines as C11 text without dependencies: no globals, no allocation, statement by statement.

Names, loops and comments stay those of the source, so the text can be read beside it. `-std=c11`
rounds every operation as written; what a compiler is told to contract is the reader's choice.

From: kane/program/routine_check.py    Next: routine_code.py
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import assert_never

from kane.emitters.c_names import identifiers
from kane.emitters.code import Language
from kane.emitters.routine_c_table import ELEMENTS, HEAD, HELPERS, OPERATIONS, TAKEN, TYPES
from kane.emitters.routine_code import RoutineCode, symbol
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
    walk,
)
from kane.program.routine_types import Kind, Type
from kane.program.target import Target


def emit_routines(library: Library, target: Target) -> RoutineCode:
    """C text of a Library."""
    outside = {one.name for one in library.routines}
    every = definitions(library)
    used = {node.do for one in every for node in walk(one.body) if isinstance(node, Apply)}
    names = [one.name for one in every]
    functions = [_Function(library, one, names, exported=one.name in outside) for one in every]
    return RoutineCode(
        text="\n".join(
            [
                HEAD,
                *[text for do, text in HELPERS.items() if do in used],
                *[f"{function.heading};" for function in functions if function.exported],
                *[function.text() for function in functions],
            ]
        ),
        language=Language.C,
        symbols={one.name: symbol(library, one.name) for one in library.routines},
        target=target,
    )


class _Function:
    """The text of one Routine while it is written."""

    def __init__(
        self, library: Library, definition: Definition, together: Sequence[str], *, exported: bool
    ) -> None:
        self.library = library
        self.definition = definition
        self.exported = exported
        self.lines: list[str] = []
        self.depth = 1
        self.loops = 0
        every = [name for name, _ in (*definition.parameters, *definition.variables)]
        taken = [*TAKEN, *(symbol(library, one) for one in together)]
        self.names = dict(zip(every, identifiers(every, taken), strict=True))

    @property
    def heading(self) -> str:
        """Linkage, result, name and parameters."""
        parameters = [declared(kind, self.names[name]) for name, kind in self.definition.parameters]
        name = symbol(self.library, self.definition.name)
        head = f"{TYPES[self.definition.result]} {name}({', '.join(parameters) or 'void'})"
        return head if self.exported else f"static {head}"

    def text(self) -> str:
        """The whole function."""
        definition = self.definition
        for name, kind in definition.variables:
            self._write(f"{declared(kind, self.names[name])} = 0;")
        read = {node.name for node in walk(definition.body) if isinstance(node, Local)}
        for name, _ in (*definition.parameters, *definition.variables):
            if name not in read:
                self._write(f"(void){self.names[name]};")
        self._block(definition.body)
        return "\n".join(
            [*_comment(definition.documentation), self.heading, "{", *self.lines, "}\n"]
        )

    def _write(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    def _block(self, block: Block) -> None:
        for statement in block:
            self._statement(statement)

    def _within(self, opening: str, block: Block) -> None:
        self._write(f"{opening} {{")
        self.depth += 1
        self._block(block)
        self.depth -= 1
        self._write("}")

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Assign(name, value):
                self._write(f"{self.names[name]} = {self._bare(value)};")
            case Store(array, index, value):
                place = f"{self._expression(array)}[{self._bare(index)}]"
                self._write(f"{place} = {self._bare(value)};")
            case Evaluate(call):
                self._write(f"{self._expression(call)};")
            case If(condition, body, otherwise):
                self._within(f"if ({self._bare(condition)})", body)
                if otherwise:
                    self._within("else", otherwise)
            case For():
                self._for(statement)
            case While(condition, body):
                self._within(f"while ({self._bare(condition)})", body)
            case Break():
                self._write("break;")
            case Continue():
                self._write("continue;")
            case Return(value):
                self._write("return;" if value is None else f"return {self._bare(value)};")
            case _:
                assert_never(statement)

    def _for(self, loop: For) -> None:
        self.loops += 1
        at, stop = (
            f"v{2 * self.loops - 1}",
            f"v{2 * self.loops}",
        )  # no author's name is one of these
        ends = f"{at} = {self._bare(loop.start)}, {stop} = {self._bare(loop.stop)}"
        compare = "<" if loop.step > 0 else ">"
        self._write(f"for (int64_t {ends}; {at} {compare} {stop}; {at} += {loop.step}) {{")
        self.depth += 1
        self._write(f"{self.names[loop.variable]} = {at};")
        self._block(loop.body)
        self.depth -= 1
        self._write("}")

    # ── expressions ───────────────────────────────────────────────────────────────────────
    def _bare(self, expression: Expression) -> str:
        """An expression without parentheses around it."""
        made = self._expression(expression)
        bound = isinstance(expression, Apply | Every | Some | Choice | View) and made.startswith(
            "("
        )
        return made[1:-1] if bound else made

    def _expression(self, expression: Expression) -> str:
        match expression:
            case Number(value, kind):
                return _number(value, kind)
            case Local(name):
                return self.names[name]
            case Named(name):
                return symbol(self.library, name)
            case Element(array, index):
                return f"{self._expression(array)}[{self._bare(index)}]"
            case View(array, start):
                return f"({self._expression(array)} + {self._expression(start)})"
            case Apply(do, operands):
                constant = all(isinstance(one, Number) for one in operands)
                spell = self._wide if constant else self._expression
                return OPERATIONS[do].format(*[spell(one) for one in operands])
            case Every(operands):
                return f"({' && '.join(self._expression(one) for one in operands)})"
            case Some(operands):
                return f"({' || '.join(self._expression(one) for one in operands)})"
            case Choice(condition, yes, no):
                ways = f"{self._wide(yes)} : {self._wide(no)}"
                return f"({self._expression(condition)} ? {ways})"
            case Call(target, arguments):
                given = ", ".join(self._bare(one) for one in arguments)
                return f"{self._expression(target)}({given})"
        assert_never(expression)

    def _wide(self, expression: Expression) -> str:
        """An expression of 64 bits also where it is a constant that C would take for an int."""
        made = self._expression(expression)
        short = isinstance(expression, Number) and made.strip("(-)").isdigit()
        return f"INT64_C({made.strip('()')})" if short else made


def declared(kind: Type, name: str) -> str:
    """The declaration of a name."""
    if isinstance(kind, Kind):
        return f"{TYPES[kind]}{'' if kind in ELEMENTS else ' '}{name}"
    parameters = ", ".join(TYPES[one].rstrip() for one in kind.parameters)
    return f"{TYPES[kind.result]} (*{name})({parameters or 'void'})"


def _comment(documentation: str) -> Iterable[str]:
    safe = documentation.replace("*/", "* /").replace("/*", "/ *").splitlines()
    if len(safe) < 2:
        return [f"/* {line} */" for line in safe]
    return [f"/* {safe[0]}", *[f"   {line}".rstrip() for line in safe[1:-1]], f"   {safe[-1]} */"]


def _number(value: float, kind: Kind) -> str:
    if kind is Kind.BOOL:
        return "true" if value else "false"
    if kind is Kind.INT:
        return _integer(int(value))
    if not math.isfinite(value):
        made = "NAN" if value != value else "INFINITY"
    else:
        made = repr(abs(value))
    return f"(-{made})" if math.copysign(1.0, value) < 0 and value == value else made


def _integer(value: int) -> str:
    if value == -(2**63):
        return "INT64_MIN"
    suffix = "" if abs(value) < 2**31 else "LL"
    return f"{value}{suffix}" if value >= 0 else f"({value}{suffix})"
