"""Set-up factors of a product gathered, so that they are multiplied once for each set-up.

    v4 = mul v1 v3   # [speed]        v4 = mul v1 v2   # [parameter]
    v5 = mul v2 v4   # [speed]        v5 = mul v4 v3   # [speed]
    output x: v5                      output x: v5

Three rules, each of which leaves fewer operations at every call (set-up ones are not counted):
a·(b·x) = (a·b)·x for a, b of set-up; a·(b·x + c·y) = (a·b)·x + (a·c)·y where every term has a
set-up factor; and x/a = (1/a)·x.

From: factor.py    Next: pair_sincos.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.passes.factor import uses
from kane.program.elimination import product
from kane.program.program import Program
from kane.program.rewrite import Rewriting


@dataclass(frozen=True, slots=True)
class Chain:
    """A product taken apart: set-up factors, divisors of set-up, and the others."""

    setup: tuple[int, ...]
    divisors: tuple[int, ...]
    others: tuple[int, ...]

    @property
    def early(self) -> int:
        """How many operations could be made in the set-up, or become one there."""
        return len(self.setup) + len(self.divisors)


def gather(program: Program) -> Program:
    """The Program with the set-up factors of every product together.

    Where that would save less than one operation in a thousand the Program stays as it is.
    """
    columns = _Columns(program)
    chains = {root: columns.chain(root) for root in columns.roots()}
    gains = {root: columns.gain(chain) for root, chain in chains.items()}
    worth = {root: chain for root, chain in chains.items() if gains[root]}
    if sum(gains.values()) * 1000 <= len(program):
        return program
    rewriting = Rewriting(program)

    def build(rewriting: Rewriting, root: int) -> int:
        return _Building(rewriting, columns).product(worth[root], 1)

    rewriting.run(Graph.node, at=dict.fromkeys(worth, build))
    return rewriting.result()


class _Columns:
    """A Program's columns with what is used once, and so may be taken apart."""

    def __init__(self, program: Program) -> None:
        self.ops, self.args = program.ops, program.args
        self.setup = (np.frombuffer(program.rates, np.uint8) <= Rate.PARAMETER).tolist()
        self.once = (uses(program) == 1).tolist()

    def roots(self) -> list[int]:
        """The outermost products and quotients that have a set-up factor somewhere within.

        From last to first, each part of a product learns to which outermost one it belongs.
        """
        ops, args, setup, once = self.ops, self.args, self.setup, self.once
        owner: list[int] = [0] * len(ops)
        found: set[int] = set()
        for index in range(len(ops) - 1, 0, -1):
            op = ops[index]
            if (op != _MUL and op != _DIV) or setup[index]:
                continue
            a, b = args[index]
            b = abs(b)
            if op == _DIV:
                if not setup[b]:
                    continue
                found.add(owner[index] or index)
            root = owner[index] or index
            for part in (abs(a), b):
                if setup[part]:
                    found.add(root)
                elif once[part]:
                    owner[part] = root
        return sorted(found)

    def chain(self, root: int) -> Chain:
        """The product's factors, its parts opened as far as nothing else uses them."""
        setup: list[int] = []
        divisors: list[int] = []
        others: list[int] = []
        stack = [root]
        while stack:
            ref = stack.pop()
            node = abs(ref)
            if self.setup[node]:
                setup.append(ref)
            elif (node == root or self.once[node]) and self._multiplies(node):
                a, b = self.args[node]
                stack.append(a if ref > 0 else -a)
                (stack if self.ops[node] == _MUL else divisors).append(b)
            else:
                others.append(ref)
        return Chain(tuple(setup), tuple(divisors), tuple(others))

    def gain(self, chain: Chain) -> int:
        """How many operations a call saves (a division made a product counts as one)."""
        spreads = any(self.opens(ref) for ref in chain.others)
        return chain.early - 1 + len(chain.divisors) + spreads

    def opens(self, ref: int) -> bool:
        """Whether a factor is a sum of which every term has a set-up factor."""
        node = abs(ref)
        if not self.once[node] or self.ops[node] not in _SUMS:
            return False
        terms = self.terms(node)
        return all(self.setup[abs(t)] or self._scaled(abs(t)) for t in terms)

    def terms(self, node: int) -> list[int]:
        """The terms of a sum, with signs."""
        found: list[int] = []
        stack = [node]
        while stack:
            ref = stack.pop()
            inner = abs(ref)
            if (inner == node or self.once[inner]) and self.ops[inner] in _SUMS:
                a, b = self.args[inner]
                b = b if self.ops[inner] == _ADD else -b
                stack += (b, a) if ref > 0 else (-b, -a)
            else:
                found.append(ref)
        return found

    def _scaled(self, node: int) -> bool:
        """Whether a term is a product with a set-up factor that nothing else uses."""
        if not self.once[node] or not self._multiplies(node):
            return False
        chain = self.chain(node)
        return chain.early > 0

    def _multiplies(self, index: int) -> bool:
        """A product, or a quotient by something of set-up."""
        op = self.ops[index]
        return op == _MUL or (op == _DIV and self.setup[abs(self.args[index][1])])


@dataclass(frozen=True, slots=True)
class _Building:
    """Products in the graph, their set-up factors first."""

    rewriting: Rewriting
    columns: _Columns

    def product(self, chain: Chain, before: int) -> int:
        """before · the chain, with `before` a reference of the graph made in the set-up."""
        graph, moved = self.rewriting.graph, self.rewriting.moved
        early = before
        for ref in chain.setup:
            early = product(graph, early, moved[ref])
        for ref in chain.divisors:
            early = product(graph, early, graph.div(1, moved[ref]))
        sums = [ref for ref in chain.others if early != 1 and self.columns.opens(ref)]
        late = 1
        for ref in chain.others:
            if ref not in sums[:1]:
                late = product(graph, late, moved[ref])
        if not sums:
            return product(graph, early, late)
        return product(graph, self._distributed(sums[0], early), late)

    def _distributed(self, ref: int, before: int) -> int:
        """before · the sum, term by term."""
        graph, total = self.rewriting.graph, 0
        for term in self.columns.terms(abs(ref)):
            if self.columns.setup[abs(term)]:
                value = product(graph, before, self.rewriting.moved[term])
            else:
                value = self.product(self.columns.chain(abs(term)), before)
                value = value if term > 0 else -value
            total = graph.add(total, value)
        return total if ref > 0 else -total


_ADD, _MUL, _DIV = int(Op.ADD), int(Op.MUL), int(Op.DIV)
_SUMS: Final = frozenset({int(Op.ADD), int(Op.SUB)})
