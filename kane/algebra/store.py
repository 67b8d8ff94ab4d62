"""Nodes and their columns: what a graph keeps, without the identities of its constructors.

From: number.py, arithmetic.py    Next: elementary.py
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Sequence
from math import nan
from typing import Any, Final

from kane.algebra.arithmetic import arithmetic
from kane.algebra.number import Number, finite, plain
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.errors import NameClash

ZERO: Final = 0
ONE: Final = 1


class Store:
    """Shared scalar nodes, in order of creation.

    `ops[r]`, `args[r]` describe node r; `values` holds the constants' values (never negative),
    `symbols` the free scalars' names, `symbol_rates` how often each changes, `attributes` what
    else tells nodes apart, and `labels` the physical names given on the way.
    """

    __slots__ = (
        "_exact",
        "_floats",
        "_named",
        "_tables",
        "add",
        "args",
        "attributes",
        "labels",
        "mul",
        "nonfinite",
        "ops",
        "subtract",
        "symbol_rates",
        "symbols",
        "values",
    )

    def __init__(self) -> None:
        self.ops: list[int] = [Op.CONSTANT, Op.CONSTANT]
        self.args: list[tuple[int, ...]] = [(), ()]
        self.values: dict[int, Number] = {ZERO: 0, ONE: 1}
        self.symbols: dict[int, str] = {}
        self.symbol_rates: dict[int, Rate] = {}
        self.attributes: dict[int, Hashable] = {}
        self.labels: dict[int, str] = {}
        self.nonfinite = False  # whether a constant is NaN or infinite, so that 0·c is not 0
        self._exact: dict[Number, int] = {0: ZERO, 1: ONE}
        self._floats: dict[Number, int] = {}  # apart: 0.5 is not the exact 1/2
        self._named: dict[str, int] = {}
        self._tables: list[dict[Any, int]] = [{} for _ in Op]
        self.mul: Callable[[int, int], int]
        self.add: Callable[[int, int], int]
        self.subtract: Callable[[int, int], int]
        self.mul, self.add, self.subtract = arithmetic(
            self.ops, self.args, self.values, self._tables, self.constant
        )

    def __len__(self) -> int:
        return len(self.ops)

    # ── leaves ────────────────────────────────────────────────────────────────────────────
    def constant(self, value: Number) -> int:
        """The reference of a constant, exact where it can be (`number.plain`)."""
        table = self._floats if isinstance(value, float) else self._exact
        found = table.get(value)
        if found is None:
            found = table[value if value == value else nan] = self._constant(plain(value))
        return found

    def _constant(self, value: Number) -> int:
        if value < 0:
            return -self.constant(-value)
        table = self._floats if isinstance(value, float) else self._exact
        found = table.get(value) if value == value else table.get(nan)
        if found is None:
            found = table[value if value == value else nan] = self._append(Op.CONSTANT, ())
            self.values[found] = value
            self.nonfinite |= not finite(value)
        return found

    def symbol(self, name: str, rate: Rate) -> int:
        """The free scalar of this name; a name has one rate."""
        found = self._named.get(name)
        if found is None:
            found = self._named[name] = self._append(Op.SYMBOL, ())
            self.symbols[found] = name
            self.symbol_rates[found] = rate
        elif self.symbol_rates[found] is not rate:
            raise NameClash(
                f"Symbol '{name}' is a {self.symbol_rates[found].name.lower()} here and cannot "
                f"also be a {rate.name.lower()}. Give one of them another name."
            )
        return found

    def named(self, name: str) -> int | None:
        """The symbol of this name, if there is one."""
        return self._named.get(name)

    def pi(self) -> int:
        """π, exact until lowering."""
        return self.node(Op.PI, ())

    # ── nodes ─────────────────────────────────────────────────────────────────────────────
    def node(self, op: Op, args: tuple[int, ...], attribute: Hashable = None) -> int:
        """The node with this operation and these operands, as they are: no identities."""
        table = self._tables[op]
        key = args if attribute is None else (attribute, args)
        found = table.get(key)
        if found is None:
            found = table[key] = self._append(op, args)
            if attribute is not None:
                self.attributes[found] = attribute
        return found

    def _append(self, op: Op, args: tuple[int, ...]) -> int:
        self.ops.append(op)
        self.args.append(args)
        return len(self.ops) - 1

    def number(self, ref: int) -> Number | None:
        """The value of a constant, or None."""
        value = self.values.get(abs(ref))
        return value if ref >= 0 or value is None else -value

    # ── walking ───────────────────────────────────────────────────────────────────────────
    def live(self, refs: Sequence[int], held: Container[int] = frozenset()) -> list[int]:
        """The nodes that these references need, in order of creation.

        What only the `held` nodes need is left out. Time is linear in the nodes found.
        """
        args = self.args
        seen = {abs(ref) for ref in refs}
        stack = list(seen)
        while stack:
            node = stack.pop()
            if node in held:
                continue
            for arg in args[node]:
                operand = arg if arg >= 0 else -arg
                if operand not in seen:
                    seen.add(operand)
                    stack.append(operand)
        return sorted(seen)
