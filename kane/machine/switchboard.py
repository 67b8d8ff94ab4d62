"""Switchboard: one function of a motion that goes to the code of the mode it is in.

    motion(t, y, a, p, out, work):   p[0] is where the table is, as a number
        the rows that hold, read off their masks in a, are looked up in the table
        → the code prepared for exactly these, with parameters and workspace of its own
        → or that of any mode

What the table says is memory: a mode that has been prepared meanwhile is one more entry between
two steps, and nothing else changes.

From: flow.py    Next: kane/sim/modes/prepare.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from kane.machine import cpu
from kane.machine.call import aligned

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

MOST: Final = 62  # rows that an integer tells
ENTRIES: Final = 64
HEAD: Final = 6  # masks' place in a, rows, entries, and of any mode: code, parameters, workspace
_SYMBOL: Final = "kane_switchboard"
_TEXT: Final = f"""\
define void @{_SYMBOL}(ptr %t, ptr %y, ptr %a, ptr %p, ptr %out, ptr %work) nounwind {{
entry:
  %number = load double, ptr %p
  %address = fptoui double %number to i64
  %table = inttoptr i64 %address to ptr
  %place = load i64, ptr %table
  %rows.at = getelementptr i64, ptr %table, i64 1
  %rows = load i64, ptr %rows.at
  %count.at = getelementptr i64, ptr %table, i64 2
  %count = load i64, ptr %count.at
  %masks = getelementptr double, ptr %a, i64 %place
  %any.rows = icmp sgt i64 %rows, 0
  br i1 %any.rows, label %read, label %search
read:
  %r = phi i64 [0, %entry], [%r.next, %read]
  %bits = phi i64 [0, %entry], [%bits.next, %read]
  %mask.at = getelementptr double, ptr %masks, i64 %r
  %mask = load double, ptr %mask.at
  %holds = fcmp one double %mask, 0.0
  %bit = shl i64 1, %r
  %with = or i64 %bits, %bit
  %bits.next = select i1 %holds, i64 %with, i64 %bits
  %r.next = add i64 %r, 1
  %more.rows = icmp ult i64 %r.next, %rows
  br i1 %more.rows, label %read, label %search
search:
  %key = phi i64 [0, %entry], [%bits.next, %read]
  %any = icmp sgt i64 %count, 0
  br i1 %any, label %look, label %general
look:
  %k = phi i64 [0, %search], [%k.next, %on]
  %offset = mul i64 %k, 4
  %entry.at = getelementptr i64, ptr %table, i64 %offset
  %own.at = getelementptr i64, ptr %entry.at, i64 {HEAD}
  %own = load i64, ptr %own.at
  %found = icmp eq i64 %own, %key
  br i1 %found, label %call, label %on
on:
  %k.next = add i64 %k, 1
  %more = icmp slt i64 %k.next, %count
  br i1 %more, label %look, label %general
general:
  %general.at = getelementptr i64, ptr %table, i64 2
  br label %call
call:
  %from = phi ptr [%own.at, %look], [%general.at, %general]
  %code.at = getelementptr i64, ptr %from, i64 1
  %p.at = getelementptr i64, ptr %from, i64 2
  %work.at = getelementptr i64, ptr %from, i64 3
  %code.number = load i64, ptr %code.at
  %p.number = load i64, ptr %p.at
  %work.number = load i64, ptr %work.at
  %code = inttoptr i64 %code.number to ptr
  %own.p = inttoptr i64 %p.number to ptr
  %own.work = inttoptr i64 %work.number to ptr
  call void %code(ptr %t, ptr %y, ptr %a, ptr %own.p, ptr %out, ptr %own.work)
  ret void
}}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A function (t, y, a, p) → out at an address, its parameters and the doubles it works in."""

    address: int
    parameters: Floats
    workspace: int


class Switchboard:
    """The codes of a run's modes; `address` and `parameters` are those of the whole."""

    def __init__(self, general: Code, place: int, rows: int) -> None:
        self.table: Ints = np.zeros(HEAD + 4 * ENTRIES, dtype=np.int64)
        self.kept: list[Any] = []
        self.table[:2] = place, rows
        self.table[3:6] = self._numbers(general)

    @property
    def address(self) -> int:
        """Of the function that looks up the mode."""
        return int(_library().addresses[_SYMBOL])

    @property
    def parameters(self) -> Floats:
        """Its p: where the table is."""
        return np.array([float(self.table.ctypes.data)])

    @property
    def modes(self) -> tuple[int, ...]:
        """The modes that have a code of their own, rows that hold as bits."""
        return tuple(int(k) for k in self.table[HEAD : HEAD + 4 * int(self.table[2]) : 4])

    def prepare(self, rows: Sequence[int], code: Code) -> None:
        """A code for the mode in which exactly these rows hold, from now on."""
        count = int(self.table[2])
        key = sum(1 << row for row in rows)
        if count >= ENTRIES or key in self.modes:
            return
        begin = HEAD + 4 * count
        self.table[begin] = key
        self.table[begin + 1 : begin + 4] = self._numbers(code)
        self.table[2] = count + 1  # last: until now nobody looks at it

    def _numbers(self, code: Code) -> tuple[int, int, int]:
        p, work = np.concatenate([code.parameters, [0.0]]), aligned(code.workspace)
        self.kept += [code, p, work]
        return int(code.address), int(p.ctypes.data), int(work.ctypes.data)


@cache
def _library() -> cpu.Library:
    made = cpu.assemble(_TEXT, cpu.host(), cpu.Tier.OPTIMIZED, cpu.MidEnd.NONE)
    return cpu.load(made, (_SYMBOL,))
