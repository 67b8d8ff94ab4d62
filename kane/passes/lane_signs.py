"""The signs with which values stand in the upper lane, so that both lanes do the same.

A sum is one vector instruction where both lanes add, or both subtract. Mirrored limbs differ in
signs; but the upper lane may hold −w instead of w. Writing σ for these signs, ±1, a product has
σ(x·y) = σ(x)·σ(y), a constant any sign, and a sum wants both its terms to change sign, or neither:
linear equations over two elements for the σ of the inputs, taken up one by one as long as they
agree, those of values that are most alike first (Talos' forward dynamics: 7,063 instructions, in
any order 7,132). Where they do not agree, one term is multiplied by (1, −1).

From: twins.py    Next: order.py
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kane.algebra.op import Op
from kane.passes.pairing import PAIRED, Pairing
from kane.program.program import terms

Sign = tuple[int, int]  # the unknowns that flip it, as bits, and whether it is flipped besides


def lane_signs(pairing: Pairing, firsts: Iterable[int]) -> dict[int, int]:
    """σ under each value of the lower lane; `firsts` are these values, in the Program's order."""
    signs = _Signs(pairing)
    for v in firsts:
        signs.take(v)
    return signs.settled()


@dataclass(slots=True)
class _Signs:
    """The signs in terms of unknowns, and the equations between these."""

    pairing: Pairing
    known: dict[int, Sign] = field(default_factory=dict)
    equations: dict[int, Sign] = field(default_factory=dict)  # by their highest unknown
    unknowns: int = 0
    sums: list[tuple[int, Sign]] = field(default_factory=list)  # how alike, and what is to be +1

    def take(self, v: int) -> None:
        """The sign of a pair, after those of its operands."""
        pairing, program = self.pairing, self.pairing.program
        if pairing.ops[v] not in PAIRED:
            self.known[v] = self._new()
            return
        w = pairing.partner[v]
        swapped = pairing.is_swapped(v, w)
        lower, upper = terms(program, v, False), terms(program, w, swapped)
        first, second = (self._operand(a, c) for a, c in zip(lower, upper, strict=True))
        if pairing.ops[v] == Op.ADD:
            if first and second:
                self.sums.append((pairing.alikeness(v), _times(first, second)))
            self.known[v] = first or second or self._new()
        else:
            self.known[v] = _times(first or self._new(), second or self._new())

    def settled(self) -> dict[int, int]:
        """±1 for every sign, the unknowns that no equation settles +1."""
        for _, sign in sorted(self.sums, key=lambda one: -one[0]):
            self._equate(sign)
        flips = 0
        for highest in sorted(self.equations):
            unknowns, flipped = self.equations[highest]
            if ((unknowns & flips).bit_count() + flipped) % 2:
                flips |= 1 << highest
        return {
            v: -1 if ((unknowns & flips).bit_count() + flipped) % 2 else 1
            for v, (unknowns, flipped) in self.known.items()
        }

    def _operand(self, a: int, c: int) -> Sign | None:
        """The sign that two terms bring along; None where it is free."""
        differ = int((a < 0) != (c < 0))
        if abs(a) == abs(c):
            return 0, differ
        if self.pairing.partner[abs(a)] != abs(c):
            return None
        known = self.known.get(abs(a)) or self.known[abs(c)]
        return _times(known, (0, differ))

    def _equate(self, sign: Sign) -> None:
        """Take up that a sign is +1, unless that contradicts the equations before."""
        unknowns, flipped = sign
        while unknowns:
            highest = unknowns.bit_length() - 1
            if highest not in self.equations:
                self.equations[highest] = unknowns, flipped
                return
            unknowns, flipped = _times((unknowns, flipped), self.equations[highest])

    def _new(self) -> Sign:
        self.unknowns += 1
        return 1 << (self.unknowns - 1), 0


def _times(one: Sign, other: Sign) -> Sign:
    return one[0] ^ other[0], one[1] ^ other[1]
