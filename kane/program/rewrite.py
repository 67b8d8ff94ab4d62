"""A Program through a graph and back, so that its values are folded and shared anew.

    rewriting = Rewriting(program)
    rewriting.run(Graph.build)        # with the constructors' identities; Graph.node: as written
    program = rewriting.result()

A pass that changes some operations hands `run` what to make of them, by operation.

From: draft.py, kane/algebra/graph.py    Next: kane/passes/fold.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from kane.algebra.graph import Graph
from kane.algebra.number import rounded
from kane.algebra.op import Op
from kane.program.draft import Draft
from kane.program.program import Output, Program

Make = Callable[[Graph, Op, tuple[int, ...], Hashable], int]
Special = Callable[["Rewriting", int], int]

_NOTHING: Final[Mapping[int, Special]] = MappingProxyType({})


class Rewriting:
    """A Program on its way through a graph: `moved[±r]` is the graph's reference of value ±r."""

    __slots__ = ("graph", "moved", "places", "program")

    def __init__(self, program: Program, graph: Graph | None = None) -> None:
        self.program = program
        self.graph = Graph() if graph is None else graph
        self.moved: list[int] = [0] * (2 * len(program))
        self.places: dict[int, tuple[int, int]] = {}

    def run(
        self,
        make: Make,
        special: Mapping[int, Special] = _NOTHING,
        at: Mapping[int, Special] = _NOTHING,
    ) -> None:
        """Every instruction made in the graph, in order.

        `special` has operations, `at` single instructions, that are made in their own way.
        """
        graph, moved, operations = self.graph, self.moved, _OPERATIONS
        fast = make is Graph.build and not special.keys() & {Op.ADD, Op.SUB, Op.MUL}
        add, mul = graph.add, graph.mul
        for index, (op, args) in enumerate(zip(self.program.ops, self.program.args, strict=True)):
            if index in at:
                ref = at[index](self, index)
            elif fast and _ADD <= op <= _MUL:
                a, b = args
                if op == _MUL:
                    ref = mul(moved[a], moved[b])
                else:
                    ref = add(moved[a], moved[b] if op == _ADD else moved[-b])
            elif op in special:
                ref = special[op](self, index)
            elif op <= _INPUT:
                ref = self.leaf(index)
            else:
                attribute = self.program.attributes.get(index)
                ref = make(graph, operations[op], tuple([moved[arg] for arg in args]), attribute)
            moved[index], moved[-index] = ref, -ref
        self._carry_labels()

    def leaf(self, index: int) -> int:
        """A constant or an input in the graph."""
        if self.program.ops[index] == Op.CONSTANT:
            return self.graph.constant(self.program.values[index])
        which, element = self.program.args[index]
        return self.given(which, element)

    def given(self, which: int, element: int) -> int:
        """An input in the graph, by its place among the result's inputs."""
        ref = self.graph.node(Op.INPUT, (), (which, element))
        self.places[ref] = (which, element)
        return ref

    def operands(self, index: int) -> tuple[int, ...]:
        """The references, in the graph, of an instruction's operands."""
        moved = self.moved
        return tuple([moved[arg] for arg in self.program.args[index]])

    def as_written(self, index: int) -> int:
        """The instruction in the graph without identities."""
        op, attribute = Op(self.program.ops[index]), self.program.attributes.get(index)
        return self.graph.node(op, self.operands(index), attribute)

    def refs(self, refs: Sequence[int]) -> tuple[int, ...]:
        """References of the Program as references of the graph."""
        moved = self.moved
        return tuple([moved[ref] for ref in refs])

    def output(self, output: Output) -> Output:
        """An output of the Program in references of the graph."""
        return Output(name=output.name, refs=self.refs(output.refs), shape=output.shape)

    def _carry_labels(self) -> None:
        graph = self.graph
        for index, label in self.program.labels.items():
            node = abs(self.moved[index])
            if node not in graph.values or self.program.ops[index] == Op.CONSTANT:
                graph.labels.setdefault(node, label)

    def result(self) -> Program:
        """The live part of the graph as a Program with the same inputs and outputs."""
        outputs = [self.output(output) for output in self.program.outputs]
        return extracted(self.graph, self.places, outputs, like=self.program)


class UnplacedSymbol(LookupError):
    """A symbol that is needed and has no place among the inputs."""

    def __init__(self, node: int) -> None:
        super().__init__(node)
        self.node = node


def extracted(
    graph: Graph, places: Mapping[int, tuple[int, int]], outputs: Sequence[Output], like: Program
) -> Program:
    """The nodes that the outputs (in references of the graph) need, in order of creation.

    `places` says which nodes are inputs: (which input, which element).
    """
    wanted = [ref for output in outputs for ref in output.refs]
    draft = drafted(graph, places, [given.rate for given in like.inputs], wanted)
    moved = tuple(
        Output(name=output.name, refs=draft.refs(output.refs), shape=output.shape)
        for output in outputs
    )
    return draft.finish(like.name, like.inputs, moved)


def drafted(
    graph: Graph,
    places: Mapping[int, tuple[int, int]],
    input_rates: Sequence[int],
    wanted: Sequence[int],
) -> Draft:
    """A draft with the nodes of a graph that these references need."""
    needed = needed_by(graph.args, wanted)
    ops, args = graph.ops, graph.args
    draft = Draft(len(ops))
    new, rates = draft.new, draft.rates
    put_op, put_args, put_rate = draft.ops.append, draft.args.append, rates.append
    index = 1
    for node in range(1, len(needed)):
        if not needed[node]:
            continue
        op, operands = ops[node], args[node]
        new[node], new[-node] = index, -index
        if len(operands) == 2:
            a, b = operands
            x, y = new[a], new[b]
            put_op(op)
            put_args((x, y))
            p, r = rates[x if x > 0 else -x], rates[y if y > 0 else -y]
            put_rate(p if p > r else r)
        elif operands:
            operands = tuple([new[arg] for arg in operands])
            put_op(op)
            put_args(operands)
            put_rate(max([rates[arg if arg > 0 else -arg] for arg in operands]))
        elif node in places:
            place = places[node]
            put_op(_INPUT)
            put_args(place)
            put_rate(input_rates[place[0]])
        elif op == _SYMBOL:
            raise UnplacedSymbol(node)
        else:
            put_op(_CONSTANT)
            put_args(())
            put_rate(0)
            draft.values[index] = rounded(graph.values.get(node, math.pi))
        index += 1
    draft.adopt(graph)
    for node in places:
        draft.attributes.pop(new[node], None)
    return draft


def needed_by(args: Sequence[tuple[int, ...]], wanted: Sequence[int]) -> bytearray:
    """One byte a node up to the last wanted: whether the wanted need it."""
    needed = bytearray(max([abs(ref) for ref in wanted], default=0) + 1)
    for ref in wanted:
        needed[abs(ref)] = 1
    for node in range(len(needed) - 1, 0, -1):
        if needed[node]:
            for arg in args[node]:
                needed[arg if arg >= 0 else -arg] = 1
    return needed


_OPERATIONS: Any = [Op(code) for code in range(len(Op))]
_ADD, _MUL, _INPUT = int(Op.ADD), int(Op.MUL), int(Op.INPUT)
_CONSTANT, _SYMBOL = int(Op.CONSTANT), int(Op.SYMBOL)
