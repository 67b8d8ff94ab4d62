"""Factors taken out of sums: a·b + a·c becomes a·(b + c).

    v4 = mul v1 v2              v4 = add v2 v3
    v5 = mul v1 v3              v5 = mul v1 v4
    v6 = add v4 v5
    output x: v6                output x: v5

Sums are taken with all their terms, products with all their factors, as far as nothing else uses
the parts; the factor of most terms goes first. What depends on parameters alone stays together,
and is added and multiplied first, so that set-up work remains set-up work.
(FINDINGS §2: 0–2 % of inverse dynamics, 1–5 % of forward dynamics.)

From: fold.py    Next: gather.py
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

import numpy as np

from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.program.draft import operands
from kane.program.elimination import product
from kane.program.program import Program
from kane.program.rewrite import Rewriting, Special

Product = tuple[int, ...]  # factors, as references of the Program


@dataclass(slots=True)
class Group:
    """common·(Σ sign·product + Σ inner groups); inner groups come later in the list."""

    common: Product
    terms: list[tuple[int, Product]] = field(default_factory=list)
    inner: list[int] = field(default_factory=list)


def factor(program: Program) -> Program:
    """The Program with common factors taken out; never more multiplications and additions.

    Where that would save less than one operation in a thousand the Program stays as it is.
    """
    columns = _Columns(program)
    sums = {root: columns.grouped(root) for root in columns.sharing()}
    if sum(map(_saved, sums.values())) * 1000 <= len(program):
        return program
    rewriting = Rewriting(program)
    at = {root: _built(program, groups) for root, groups in sums.items() if len(groups) > 1}
    rewriting.run(Graph.node, at=at)
    result = rewriting.result()
    saves = all(new <= old for new, old in zip(_cost(result), _cost(program), strict=True))
    return result if saves else program


def _saved(groups: list[Group]) -> int:
    """How many multiplications the groups need less than their products."""
    return sum(
        len(groups[inner].common) * (len(groups[inner].terms) + len(groups[inner].inner) - 1)
        for group in groups
        for inner in group.inner
    )


def _cost(program: Program) -> tuple[int, int, int]:
    """Multiplications of a call, with its additions, and with those of the set-up."""
    ops = np.array(program.ops)
    step = np.frombuffer(program.rates, np.uint8) > Rate.PARAMETER
    arithmetic = (ops >= _ADD) & (ops <= _MUL)
    counted = (step & (ops == _MUL), step & arithmetic, arithmetic)
    multiplications, operations, every = (int(np.count_nonzero(kind)) for kind in counted)
    return multiplications, operations, every


# ── sums and products in full ─────────────────────────────────────────────────────────────────
class _Columns:
    """A Program's columns with what is used once, and so may be taken apart."""

    def __init__(self, program: Program) -> None:
        self.ops, self.args = program.ops, program.args
        self.setup = (np.frombuffer(program.rates, np.uint8) <= Rate.PARAMETER).tolist()
        self.once = (uses(program) == 1).tolist()

    def sharing(self) -> list[int]:
        """The sums, each the outermost, of which two products may have a factor in common.

        From last to first, each part of a sum learns to which outermost sum it belongs.
        """
        ops, args, once, setup, size = self.ops, self.args, self.once, self.setup, len(self.ops)
        owner, seen, sharing = [0] * size, set[int](), set[int]()
        for index in range(size - 1, 0, -1):
            op = ops[index]
            if op == _MUL:
                if not owner[index]:
                    continue
            elif op != _ADD and op != _SUB:
                continue
            root = owner[index] or index
            for arg in args[index]:
                part = arg if arg >= 0 else -arg
                kind = ops[part]
                parts = kind == _MUL or (op != _MUL and kind in (_ADD, _SUB))
                if parts and once[part] and setup[part] == setup[index]:
                    owner[part] = root
                elif op == _MUL:
                    key = root * size + part
                    if key in seen:
                        sharing.add(root)
                    seen.add(key)
        return sorted(sharing)

    def grouped(self, root: int) -> list[Group]:
        """The sum with its common factors taken out, outermost first."""
        terms = self._terms(root)
        products = [self._factors(abs(term), self.setup[root]) for term in terms]
        return _grouped([(1 if t > 0 else -1, p) for t, p in zip(terms, products, strict=True)])

    def _terms(self, root: int) -> list[int]:
        """The sum's terms, with signs, from left to right."""
        ops, args, once, setup = self.ops, self.args, self.once, self.setup
        terms, stack = [], [root]
        while stack:
            ref = stack.pop()
            node = abs(ref)
            inner = node == root or (once[node] and setup[node] == setup[root])
            if inner and (ops[node] == _ADD or ops[node] == _SUB):
                a, b = args[node]
                if ops[node] == _SUB:
                    b = -b
                stack += (b, a) if ref > 0 else (-b, -a)
            else:
                terms.append(ref)
        return terms

    def _factors(self, term: int, setup: bool) -> Product:
        """The term's factors; itself alone if it is no product or is used elsewhere."""
        if not self._opens(term, setup):
            return (term,)
        factors, stack = [], list(self.args[term])
        while stack:
            ref = stack.pop()
            if self._opens(abs(ref), setup):
                a, b = self.args[abs(ref)]
                stack += (a, b) if ref > 0 else (-a, b)
            else:
                factors.append(ref)
        return tuple(factors)

    def _opens(self, index: int, setup: bool) -> bool:
        return self.ops[index] == _MUL and self.once[index] and self.setup[index] == setup


def uses(program: Program) -> np.ndarray:
    """How often instructions and outputs use each value."""
    results = [abs(ref) for output in program.outputs for ref in output.refs]
    values, _ = operands(program)
    return np.bincount(np.append(values, results).astype(int), minlength=len(program))


# ── greedy choice ─────────────────────────────────────────────────────────────────────────────
def _grouped(terms: list[tuple[int, Product]]) -> list[Group]:
    """The sum of these terms as nested groups."""
    groups = [Group((), terms)]
    for group in groups:  # grows on the way
        for common, members in _chosen([factors for _, factors in group.terms]):
            inner = [_without(common, *group.terms[member]) for member in members]
            shared = _common(inner)
            inner = [_without(shared, *term) for term in inner]
            group.inner.append(len(groups))
            groups.append(Group((*common, *shared), inner))
            for member in members:
                group.terms[member] = (0, ())
        group.terms = [term for term in group.terms if term[0]]
    return groups


def _chosen(products: list[Product]) -> list[tuple[Product, list[int]]]:
    """Factors to take out, that of most products first, with the products that have each."""
    having: defaultdict[int, list[int]] = defaultdict(list)
    for place, factors in enumerate(products):
        if len(factors) > 1:
            for factor in {abs(ref) for ref in factors}:
                having[factor].append(place)
    queue = [(-len(places), -factor) for factor, places in having.items() if len(places) > 1]
    heapify(queue)
    taken: set[int] = set()
    chosen: list[tuple[Product, list[int]]] = []
    while queue:
        size, negative = heappop(queue)
        places = [place for place in having[-negative] if place not in taken]
        if len(places) == -size:
            chosen.append(((-negative,), places))
            taken.update(places)
        elif len(places) > 1:
            heappush(queue, (-len(places), negative))
    return chosen


def _without(common: Product, sign: int, factors: Product) -> tuple[int, Product]:
    """The rest of a product once these factors are taken out."""
    rest = list(factors)
    for factor in common:
        if factor in rest:
            rest.remove(factor)
        else:
            rest.remove(-factor)
            sign = -sign
    return sign, tuple(rest)


def _common(terms: list[tuple[int, Product]]) -> Product:
    """What all products have in common besides, as long as each keeps a factor."""
    shared: list[int] = []
    rest = [[abs(ref) for ref in factors] for _, factors in terms]
    for factor in list(rest[0]):
        if all(factor in factors for factors in rest):
            shared.append(factor)
            for factors in rest:
                factors.remove(factor)
    return tuple(shared)


# ── back into the graph ───────────────────────────────────────────────────────────────────────
def _built(program: Program, groups: list[Group]) -> Special:
    """What to make of the sum that these groups are."""

    def build(rewriting: Rewriting, _: int) -> int:
        values = [0] * len(groups)
        for place in range(len(groups) - 1, -1, -1):
            values[place] = _value(rewriting, groups[place], values)
        return values[0]

    def _value(rewriting: Rewriting, group: Group, values: list[int]) -> int:
        graph = rewriting.graph
        early, late = 0, 0
        for sign, factors in group.terms:
            value = sign * _product(rewriting, factors)
            if all(_is_setup(program, ref) for ref in factors):
                early = graph.add(early, value)
            else:
                late = graph.add(late, value)
        for inner in group.inner:
            late = graph.add(late, values[inner])
        return product(graph, _product(rewriting, group.common), graph.add(early, late))

    return build


def _product(rewriting: Rewriting, factors: Iterable[int]) -> int:
    """The factors' product, those of set-up first."""
    value = 1
    for ref in sorted(factors, key=lambda ref: not _is_setup(rewriting.program, ref)):
        value = product(rewriting.graph, value, rewriting.moved[ref])
    return value


def _is_setup(program: Program, ref: int) -> bool:
    return program.rates[abs(ref)] <= Rate.PARAMETER


_ADD, _SUB, _MUL = int(Op.ADD), int(Op.SUB), int(Op.MUL)
