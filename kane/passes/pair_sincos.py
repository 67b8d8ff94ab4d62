"""Sine and cosine of an angle as one pair, and the pairs of several angles as one instruction.

    v3 = sin v1                 v3 = sincos v1 v2
    v4 = cos v1                 v4 = item(0) v3
    v5 = sin v2                 v5 = item(1) v3
    output x: v3 v4 v5          v6 = item(2) v3             output x: v4 v5 v6

One evaluation of the packed polynomial takes up to `target.sines` angles. Angles are packed in
order of appearance, those that need no other sine first; what depends on parameters alone stays
apart. A group stands just before the first use of one of its values, with what its angles need.
(FINDINGS §3: Panda inverse dynamics 91 → 53 ns.)

From: factor.py    Next: hoist.py
"""

from __future__ import annotations

from collections import defaultdict

from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.program.draft import Draft
from kane.program.program import Program
from kane.program.target import Target


def pair_sincos(program: Program, target: Target) -> Program:
    """The Program with its sines and cosines packed; every value keeps its bits."""
    if not _SINES.intersection(program.ops):
        return program
    return _Packing(program, target.sines).packed()


class _Packing:
    """Which sine or cosine each value is, and which group has it."""

    def __init__(self, program: Program, width: int) -> None:
        self.program = program
        self.sines = _sines(program)
        self.groups = _groups(program, self.sines, width)
        self.group_of = {angle: g for g, angles in enumerate(self.groups) for angle in angles}
        self.done = bytearray(len(program))
        self.placed = [False] * len(self.groups)
        self.order: list[int] = []  # values, and −1 − g for group g

    def packed(self) -> Program:
        """The Program in the new order, with groups in place of single sines."""
        program, sines, done = self.program, self.sines, self.done
        dropped = {i for i, op in enumerate(program.ops) if op == Op.SINCOS}
        wanted = [abs(ref) for output in program.outputs for ref in output.refs]
        for index, (op, args) in enumerate(zip(program.ops, program.args, strict=True)):
            if done[index] or index in sines or index in dropped:
                continue
            if op > Op.INPUT:
                for arg in args:
                    if not done[arg if arg >= 0 else -arg]:
                        self._require(arg if arg >= 0 else -arg)
            done[index] = 1
            self.order.append(index)
        for value in wanted:
            self._require(value)
        return self._written()

    def _require(self, value: int) -> None:
        """Place a value that may not be there yet, and first what it needs."""
        stack = [value]
        while stack:
            top = stack[-1]
            missing = [need for need in self._needs(top) if not self._is_placed(need)]
            if missing:
                stack += missing
                continue
            stack.pop()
            if not self._is_placed(top):
                self._place(top)

    def _is_placed(self, token: int) -> bool:
        return bool(self.done[token]) if token >= 0 else self.placed[-1 - token]

    def _place(self, token: int) -> None:
        if token >= 0:
            self.done[token] = 1
        else:
            self.placed[-1 - token] = True
        if token not in self.sines:
            self.order.append(token)

    def _needs(self, token: int) -> list[int]:
        if token < 0:
            return list(self.groups[-1 - token])
        if token in self.sines:
            return [-1 - self.group_of[self.sines[token][0]]]
        if self.program.ops[token] <= Op.INPUT:
            return []
        return [abs(arg) for arg in self.program.args[token]]

    def _written(self) -> Program:
        """The columns; every sine is read by an ITEM right behind its group."""
        draft, readers = Draft(len(self.program)), self._readers()
        start = 0
        for end, token in enumerate(self.order):
            if token < 0:
                draft.copy(self.program, self.order[start:end])
                self._write_group(draft, -1 - token, readers)
                start = end + 1
        draft.copy(self.program, self.order[start:])
        return draft.finish_like(self.program)

    def _readers(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """By angle and function (0 sine, 1 cosine): the values, and their signs."""
        readers: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for value, (angle, function, sign) in self.sines.items():
            readers[angle, function].append((value, sign))
        return readers

    def _write_group(
        self, draft: Draft, group: int, readers: dict[tuple[int, int], list[tuple[int, int]]]
    ) -> None:
        angles = self.groups[group]
        node = draft.append(Op.SINCOS, draft.refs(angles))
        for place, angle in enumerate(angles):
            for function in (0, 1):
                values = readers.get((angle, function))
                if values:
                    item = draft.append(Op.ITEM, (node,), 2 * place + function)
                    for value, sign in values:
                        draft.new[value], draft.new[-value] = sign * item, -sign * item


def _sines(program: Program) -> dict[int, tuple[int, int, int]]:
    """The values that are ± a sine (0) or cosine (1) of a value: (angle, function, sign)."""
    ops, args = program.ops, program.args
    sines: dict[int, tuple[int, int, int]] = {}
    for index, op in enumerate(ops):
        if op == Op.SIN or op == Op.COS:
            angle, function = args[index][0], int(op == Op.COS)
        elif op == Op.ITEM and ops[args[index][0]] == Op.SINCOS:
            item = program.attributes[index]
            assert isinstance(item, int)
            angle, function = args[args[index][0]][item // 2], item % 2
        else:
            continue
        sines[index] = (abs(angle), function, -1 if angle < 0 and function == 0 else 1)
    return sines


def _groups(
    program: Program, sines: dict[int, tuple[int, int, int]], width: int
) -> list[tuple[int, ...]]:
    """The angles in groups of up to `width`, each of one depth and one side of set-up."""
    classes: defaultdict[tuple[bool, int], list[int]] = defaultdict(list)
    depths = _depths(program, sines)
    for angle in dict.fromkeys(angle for angle, _, _ in sines.values()):
        classes[program.rates[angle] <= Rate.PARAMETER, depths[angle]].append(angle)
    return [
        tuple(angles[start : start + width])
        for angles in classes.values()
        for start in range(0, len(angles), width)
    ]


def _depths(program: Program, sines: dict[int, tuple[int, int, int]]) -> list[int]:
    """How many sines of sines each value needs, one within the other."""
    depths = [0] * len(program)
    for index, (op, args) in enumerate(zip(program.ops, program.args, strict=True)):
        if index in sines:
            depths[index] = depths[sines[index][0]] + 1
        elif op > Op.INPUT:
            depths[index] = max([depths[arg if arg >= 0 else -arg] for arg in args])
    return depths


_SINES = frozenset({Op.SIN, Op.COS, Op.SINCOS})
