"""Which values of a Program are pairwise alike, so that one vector instruction makes both.

Values that no third one is like, as far as eight steps away, are partners; from them the search
goes on to operands and users that belong together; then to those that are alike as far as six
steps away, and so on. Neither of two partners depends on the other: each depends on inputs that
the other does not depend on, or, where both depend on the same, no way through partners leads
round in a circle, which is looked at in the end.

From: twins.py    Next: likeness.py
"""

from __future__ import annotations

from functools import reduce
from operator import and_
from typing import Final

from kane.algebra.op import Op
from kane.passes.likeness import likeness
from kane.passes.reach import reaches
from kane.program.program import Program, terms

DEPTHS: Final = (8, 6, 5, 4, 3)
ROUNDS: Final = 4  # of looking for pairs that are not worth it
_IN, _OUT = 1.5, 0.9  # instructions for two values into a vector, and for the upper one out of it
_LIMBS: Final = (2, 4, 6, 8)  # how many values may be alike that are paired
ENOUGH: Final = 0.3  # of the values that could have partners
_PROMISING: Final = 4  # steps
_NEAR, _FAR = 2, 3  # steps: of operands that may belong together, of those that do


class Pairing:
    """Partners found so far: `partner[v]`, 0 without any."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.partner = [0] * len(program)
        self.lower: dict[int, None] = {}  # those of the lower lane
        self.ops = [_ADD if op == _SUB else op for op in program.ops]
        self.reach = reaches(program, every=True)
        self.colours = likeness(program, max(DEPTHS))
        self.near, self.far = self.colours[_NEAR].tolist(), self.colours[_FAR].tolist()
        self.users: list[list[int]] = [[] for _ in program.ops]
        for index, (op, args) in enumerate(zip(program.ops, program.args, strict=True)):
            if op in PAIRED:
                for arg in args:
                    self.users[abs(arg)].append(index)

    @property
    def is_promising(self) -> bool:
        """Whether enough values are alike, each of a limb of its own, to go on."""
        work = sum(op in PAIRED for op in self.ops)
        alike = sum(len(one) for one in self._classes(_PROMISING) if self._in_limbs(one))
        return alike > ENOUGH * work

    def search(self) -> None:
        """Find partners, from those that are alike farthest to those alike least."""
        for depth in DEPTHS:
            for alike in self._classes(depth):
                in_order = self._in_limbs(alike) or (alike if len(alike) == 2 else [])
                for v, w in zip(in_order[::2], in_order[1::2], strict=True):
                    self._spread(v, w)

    def _classes(self, depth: int) -> list[list[int]]:
        """Values without partners that are alike so far, where there are a few of them."""
        classes: dict[int, list[int]] = {}
        for index, colour in enumerate(self.colours[depth].tolist()):
            if self.ops[index] in PAIRED and not self.partner[index]:
                classes.setdefault(colour, []).append(index)
        return [alike for alike in classes.values() if len(alike) in _LIMBS]

    def _in_limbs(self, alike: list[int]) -> list[int]:
        """The values in the order of their limbs; none if they are not each of another limb."""
        reach = [self.reach[v] for v in alike]
        shared = reduce(and_, reach)
        own = [(one & ~shared, v) for one, v in zip(reach, alike, strict=True)]
        if not all(one for one, _ in own) or len(set(reach)) < len(reach):
            return []
        return [v for _, v in sorted((one & -one, v) for one, v in own)]

    def is_swapped(self, v: int, w: int) -> bool:
        """Whether the first operand of one value belongs to the second of the other."""
        if self.ops[v] == _DIV:
            return False
        a, b = (abs(arg) for arg in self.program.args[v])
        c, d = (abs(arg) for arg in self.program.args[w])
        return self._fit(a, d) + self._fit(b, c) > self._fit(a, c) + self._fit(b, d)

    def aligned(self, v: int, w: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The operands of two values that belong together, without signs."""
        (a, b), (c, d) = (map(abs, terms(self.program, k, False)) for k in (v, w))
        return ((a, d), (b, c)) if self.is_swapped(v, w) else ((a, c), (b, d))

    def alikeness(self, v: int) -> int:
        """How far a value and its partner are alike."""
        w = self.partner[v]
        return sum(bool(colours[v] == colours[w]) for colours in self.colours)

    def part(self, v: int) -> None:
        """The value and its partner are on their own again."""
        w = self.partner[v]
        self.partner[v] = self.partner[w] = 0
        self.lower.pop(v, None)
        self.lower.pop(w, None)

    def _spread(self, v: int, w: int) -> None:
        """Make partners of two values, of their operands and users, and so on."""
        waiting = [self._in_lanes(v, w)]
        while waiting:
            v, w = waiting.pop()
            if not self._may_pair(v, w):
                continue
            self.partner[v], self.partner[w] = w, v
            self.lower[v] = None
            if self.ops[v] in PAIRED:
                waiting += [pair for pair in self.aligned(v, w) if self._is_open(*pair)]
            others: dict[int, list[int]] = {}
            for user in self.users[w]:
                others.setdefault(self.far[user], []).append(user)
            for user in self.users[v]:
                alike = others.get(self.far[user], ())
                if len(alike) == 1:
                    waiting.append((user, alike[0]))

    def _may_pair(self, v: int, w: int) -> bool:
        if not self._is_open(v, w):
            return False
        if self.ops[v] not in PAIRED:
            return True
        return sum(self._fit(*pair) < 0 for pair in self.aligned(v, w)) < 2

    def _is_open(self, v: int, w: int) -> bool:
        """Whether two values do the same, have no partners and do not depend on each other."""
        op, partner = self.ops[v], self.partner
        if v == w or partner[v] or partner[w] or op != self.ops[w] or op not in _TAKEN:
            return False
        one, other = self.reach[v], self.reach[w]
        return one == other or bool(one & ~other and other & ~one)

    def _in_lanes(self, v: int, w: int) -> tuple[int, int]:
        """First the value of the branch whose inputs come first."""
        one, other = self.reach[v] & ~self.reach[w], self.reach[w] & ~self.reach[v]
        if one and other:
            return (v, w) if one & -one < other & -other else (w, v)
        return min(v, w), max(v, w)

    def _fit(self, a: int, c: int) -> int:
        """How well two operands go side by side."""
        if a == c:
            return 6
        if self.partner[a] == c:
            return 8
        if self.program.ops[a] == self.program.ops[c] == _CONSTANT:
            return 6
        if self.partner[a] or self.partner[c]:
            return -8
        if self.ops[a] != self.ops[c]:
            return -4
        return 3 if self.far[a] == self.far[c] else 2 if self.near[a] == self.near[c] else 0


def paired(program: Program) -> Pairing:
    """The pairing of a Program, in which no partners wait for each other."""
    pairing = Pairing(program)
    if not pairing.is_promising:
        return pairing
    pairing.search()
    for _ in range(ROUNDS):
        _part_those_that_cost(pairing)
    _part_those_that_wait(pairing)
    return pairing


def _part_those_that_cost(pairing: Pairing) -> None:
    """Part values whose vector costs more instructions than the one that it saves."""
    program, partner, lower = pairing.program, pairing.partner, pairing.lower
    pairs = [(v, partner[v]) for v in lower if pairing.ops[v] in PAIRED]
    gathered: dict[tuple[int, int], list[int]] = {}
    alone: set[int] = set()
    for v, w in pairs:
        for a, c in pairing.aligned(v, w):
            constant = program.ops[a] == program.ops[c] == _CONSTANT
            if not constant and a != c and not (partner[a] == c and a in lower):
                gathered.setdefault((a, c), []).append(v)
                alone |= {a, c}
    for index, op in enumerate(program.ops):
        if op > Op.INPUT and not (op in PAIRED and partner[index]):
            alone.update(map(abs, program.args[index]))
    costs = {v: _OUT * (w in alone) for v, w in pairs}
    for users in gathered.values():
        for v in users:
            costs[v] += _IN / len(users)
    for v, cost in costs.items():
        if cost >= 1:
            pairing.part(v)


def _part_those_that_wait(pairing: Pairing) -> None:
    """Plays through that partners are made together; where that stops, the least alike part."""
    program, partner = pairing.program, pairing.partner
    users: list[list[int]] = [[] for _ in partner]
    missing = [0] * len(partner)
    for index, (op, args) in enumerate(zip(program.ops, program.args, strict=True)):
        if op != Op.INPUT:
            missing[index] = len(args)
            for arg in args:
                users[abs(arg)].append(index)
    ready = [v for v, count in enumerate(missing) if not count]
    waiting: set[int] = set()  # for their partners
    while ready or waiting:
        if not ready:
            worst = min(waiting, key=pairing.alikeness)
            waiting.remove(worst)
            pairing.part(worst)
            ready.append(worst)
        v = ready.pop()
        w = partner[v]
        if w and w not in waiting:
            waiting.add(v)
            continue
        waiting.discard(w)
        for done in (v, w) if w else (v,):
            for user in users[done]:
                missing[user] -= 1
                if not missing[user]:
                    ready.append(user)


_ADD, _SUB, _DIV, _CONSTANT = int(Op.ADD), int(Op.SUB), int(Op.DIV), int(Op.CONSTANT)
PAIRED: Final = frozenset({_ADD, _SUB, int(Op.MUL), _DIV})
_TAKEN: Final = PAIRED | {int(Op.INPUT), int(Op.ITEM)}
