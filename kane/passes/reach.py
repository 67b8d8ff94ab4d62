"""Values that depend on the same coordinates made together: one branch of a tree after another.

    left out, right out, left back, right back      left out, left back, right out, right back

The *reach* of a value is the set of coordinates (inputs that change with the configuration) that
it depends on. Recursions over a tree of bodies go out along all branches and then back, so that
what the way back needs is waited for in memory. Here the values of one reach stand together, in
the order they had, and of the reaches that could come next one comes that the last one made
possible: depth first. So a branch is gone through out and back before the next one is begun.

From: order.py    Next: chunk.py
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.program.draft import arranged
from kane.program.program import Program


def by_reach(program: Program) -> Program:
    """The Program branch by branch; every value keeps its bits."""
    return arranged(program, _placed(program, _grouped(program, reaches(program))))


@dataclass(slots=True)
class _Group:
    """The values of one reach, and the reaches of what they need and of what needs them."""

    values: list[int]
    needs: dict[int, None]
    users: dict[int, None]

    @property
    def is_free(self) -> bool:
        """Whether it needs nothing but inputs, so that it can be made where it is wanted."""
        return not self.needs


def reaches(program: Program, *, every: bool = False) -> list[int]:
    """The reach of each value as bits; a SINCOS has none, its items have their angles'.

    If `every`, all inputs beside parameters count, not coordinates alone. Twins share a bit.
    """
    least = Rate.CONFIGURATION
    counted = [least <= one.rate and (every or one.rate == least) for one in program.inputs]
    starts = list(accumulate((len(one.elements) for one in program.inputs), initial=0))
    lower = {twin.other: value for value, twin in program.twins.items()}
    found: list[int] = []
    append, ops, all_args = found.append, program.ops, program.args
    for index, (op, args) in enumerate(zip(ops, all_args, strict=True)):
        if op == _INPUT:
            which, element = all_args[lower.get(index, index)]
            append(1 << starts[which] + element if counted[which] else 0)
        elif op == _ITEM and ops[args[0]] == _SINCOS:
            item = program.attributes[index]
            assert isinstance(item, int)
            append(found[abs(all_args[args[0]][item // 2])])
        elif op == _SINCOS:
            append(0)
        else:
            reach = 0
            for arg in args:
                reach |= found[arg if arg > 0 else -arg]
            append(reach)
    return found


def _grouped(program: Program, reaches: Sequence[int]) -> dict[int, _Group]:
    """The groups by their reaches, in the order of their first values."""
    groups: dict[int, _Group] = {}
    for index, (op, args) in enumerate(zip(program.ops, program.args, strict=True)):
        reach = reaches[index]
        group = groups.get(reach)
        if group is None:
            group = groups[reach] = _Group([], {}, {})
        group.values.append(index)
        if op == _INPUT:
            continue
        for arg in args:
            inner = reaches[arg if arg > 0 else -arg]
            if inner != reach and inner:
                group.needs[inner] = None
                groups[inner].users[reach] = None
    return groups


def _placed(program: Program, groups: dict[int, _Group]) -> Iterable[int]:
    """The values in their new order; what a value still lacks comes right before it."""
    ops = program.ops
    placed = [False] * len(program)
    sequence: list[int] = []
    units = {twin.other: (value, twin.other) for value, twin in program.twins.items()}
    units |= {unit[0]: unit for unit in units.values()}
    wanted = [index for index, rate in enumerate(program.rates) if rate <= Rate.PARAMETER]
    wanted += [index for index, op in enumerate(ops) if op == _SINCOS]
    for reach in _sequence(groups):
        wanted += groups[reach].values
    for value in wanted:
        stack = [] if placed[value] else [value]
        while stack:
            unit = units.get(stack[-1], stack[-1:])
            missing = [need for need in _needs(program, unit) if not placed[need]]
            if missing:
                stack += missing
                continue
            stack.pop()
            for one in unit:
                if not placed[one]:
                    placed[one] = True
                    sequence.append(one)
    return sequence


def _needs(program: Program, unit: Sequence[int]) -> list[int]:
    """The operands of a value or of twins, the first one last."""
    needs = []
    for value in unit:
        if program.ops[value] > _INPUT:
            needs += [abs(arg) for arg in program.args[value]]
    return needs[::-1]


def _sequence(groups: dict[int, _Group]) -> Iterable[int]:
    """The reaches in the order in which they are gone through, those that are free last."""
    lacking = {
        reach: sum(not groups[need].is_free for need in group.needs)
        for reach, group in groups.items()
        if not group.is_free
    }
    stack = [reach for reach, count in lacking.items() if not count][::-1]
    while stack:
        reach = stack.pop()
        yield reach
        now_possible = []
        for user in groups[reach].users:
            lacking[user] -= 1
            if not lacking[user]:
                now_possible.append(user)
        stack += reversed(now_possible)
    yield from (reach for reach, group in groups.items() if group.is_free)


_INPUT, _ITEM, _SINCOS = int(Op.INPUT), int(Op.ITEM), int(Op.SINCOS)
