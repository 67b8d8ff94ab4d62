"""Sine and cosine of an angle as one pair, and the pairs of several angles as one instruction.

    v3 = sin v1                 v3 = sincos v1 v2
    v4 = cos v1                 v4 = item(0) v3
    v5 = sin v2                 v5 = item(1) v3
    output x: v3 v4 v5          v6 = item(2) v3             output x: v4 v5 v6

One evaluation of the packed polynomial takes up to `target.sines` angles, or, where there are
many, one a lane. Angles are packed in
order of appearance, those that need no other sine first; what depends on parameters alone stays
apart. A group stands just before the first use of one of its values, with what its angles need.
(FINDINGS §3: Panda inverse dynamics 91 → 53 ns.)

From: gather.py    Next: hoist.py
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.program.draft import Draft, operands
from kane.program.program import Program
from kane.program.target import Target

Stage = tuple[bool, int]


def pair_sincos(program: Program, target: Target) -> Program:
    """The Program with its sines and cosines packed; every value keeps its bits."""
    sines = _sines(program)
    if not sines:
        return program
    angles = len({sine.angle for sine in sines.values()})
    width = target.sines if angles < target.many_sines else max(target.sines, target.lanes)
    return _Packing(program, sines, width).packed()


@dataclass(frozen=True, slots=True)
class Sine:
    """What a value is: ± the sine (function 0) or cosine (1) of an angle."""

    angle: int
    function: int
    sign: int


class _Packing:
    """The groups of angles, and the Program as it is written anew with them.

    A *token* is a value, or −1 − g for group g; `done` says which values are written, or never
    will be because they are items of a group.
    """

    def __init__(self, program: Program, sines: dict[int, Sine], width: int) -> None:
        self.program, self.sines = program, sines
        self.groups = _groups(program, sines, width)
        group_of = {angle: g for g, angles in enumerate(self.groups) for angle in angles}
        self.token_of = {value: -1 - group_of[sine.angle] for value, sine in sines.items()}
        self.readers: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for value, sine in sines.items():
            self.readers[sine.angle, sine.function].append(value)
        self.draft = Draft(len(program))
        self.placed = [False] * len(self.groups)
        self.done = np.array(program.ops) == Op.SINCOS
        self.done[[0, *sines]] = True

    def packed(self) -> Program:
        """The Program in the order it had, each group before the first use of it."""
        start = 0
        for use, group in sorted(zip(self._first_uses(), range(len(self.groups)), strict=True)):
            self._copy(start, use)
            self._require(-1 - group)
            start = use
        self._copy(start, len(self.program))
        return self.draft.finish_like(self.program)

    def _first_uses(self) -> list[int]:
        """For each group the first instruction that reads a value of it."""
        first = [len(self.program)] * len(self.groups)
        is_sine = np.zeros(len(self.program), bool)
        is_sine[list(self.sines)] = True
        values, users = operands(self.program)
        reading = is_sine[values] & ~is_sine[users]
        for value, user in zip(values[reading].tolist(), users[reading].tolist(), strict=True):
            group = -1 - self.token_of[value]
            first[group] = min(first[group], user)
        return first

    def _copy(self, start: int, end: int) -> None:
        """Write what stands between and is not written yet."""
        self.draft.copy(self.program, (start + np.flatnonzero(~self.done[start:end])).tolist())
        self.done[start:end] = True

    def _require(self, token: int) -> None:
        """Write a token that may not be written yet, and first what it needs."""
        stack = [token]
        while stack:
            missing = [need for need in self._needs(stack[-1]) if not self._is_written(need)]
            if missing:
                stack += missing
                continue
            top = stack.pop()
            if not self._is_written(top):
                self._write(top)

    def _needs(self, token: int) -> list[int]:
        if token < 0:
            needs: Iterable[int] = self.groups[-1 - token]
        elif self.program.ops[token] <= Op.INPUT:
            return []
        else:
            needs = map(abs, self.program.args[token])
        return [self.token_of.get(need, need) for need in needs]

    def _is_written(self, token: int) -> bool:
        return bool(self.done[token]) if token >= 0 else self.placed[-1 - token]

    def _write(self, token: int) -> None:
        if token >= 0:
            self.draft.copy(self.program, (token,))
            self.done[token] = True
        else:
            self._write_group(self.groups[-1 - token])
            self.placed[-1 - token] = True

    def _write_group(self, angles: tuple[int, ...]) -> None:
        """One SINCOS, and an ITEM for each sine and cosine that is read."""
        new = self.draft.new
        node = self.draft.append(Op.SINCOS, self.draft.refs(angles))
        for place, angle in enumerate(angles):
            for function in (0, 1):
                values = self.readers.get((angle, function), ())
                item = self.draft.append(Op.ITEM, (node,), 2 * place + function) if values else 0
                for value in values:
                    new[value] = self.sines[value].sign * item
                    new[-value] = -new[value]


def _sines(program: Program) -> dict[int, Sine]:
    """The values that are ± a sine or cosine."""
    ops, args = program.ops, program.args
    places = np.flatnonzero(np.isin(np.array(ops), [Op.SIN, Op.COS, Op.ITEM])).tolist()
    sines: dict[int, Sine] = {}
    for index in places:
        angle, function = args[index][0], int(ops[index] == Op.COS)
        if ops[index] == Op.ITEM:
            if ops[angle] != Op.SINCOS:
                continue
            item = program.attributes[index]
            assert isinstance(item, int)
            angle, function = args[angle][item // 2], item % 2
        sines[index] = Sine(abs(angle), function, -1 if angle < 0 and function == 0 else 1)
    return sines


def _groups(program: Program, sines: dict[int, Sine], width: int) -> list[tuple[int, ...]]:
    """The angles in groups of up to `width`, each of one depth and one side of set-up."""
    classes: defaultdict[Stage, list[int]] = defaultdict(list)
    stages: dict[int, Stage] = {0: (False, 0)}
    for angle in dict.fromkeys(sine.angle for sine in sines.values()):
        classes[_stage(program, sines, angle, stages)].append(angle)
    return [
        tuple(angles[start : start + width])
        for angles in classes.values()
        for start in range(0, len(angles), width)
    ]


def _stage(program: Program, sines: dict[int, Sine], value: int, stages: dict[int, Stage]) -> Stage:
    """Whether the value is more than set-up, and how many sines it needs one within the other.

    A sine counts with what its own angle needs, not with what it was packed with before.
    `stages` has what is known.
    """
    ops, args, rates = program.ops, program.args, program.rates
    stack = [value]
    while stack:
        top = stack[-1]
        needs = [abs(arg) for arg in args[top]] if ops[top] > Op.INPUT else []
        needs = [sines[top].angle] if top in sines else needs
        missing = [need for need in needs if need not in stages]
        if missing:
            stack += missing
            continue
        stack.pop()
        late = any(stages[need][0] for need in needs) if needs else rates[top] > Rate.PARAMETER
        depth = max([stages[need][1] for need in needs], default=0)
        stages[top] = late, depth + (top in sines)
    return stages[value]
