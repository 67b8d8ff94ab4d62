"""A whole step of an explicit method as one Program, from the Program of ẏ.

    K_i = f(t + c_i h, y + h Σ_j a_ij K_j),      y⁺ = y + h Σ_j b_j K_j    [HairerWanner1993 §II.1]

Stages that are called one by one wait for memory between them; in one function they need not.
That takes two thirds of the time for a double pendulum, but the code is as many times longer as
there are stages, so it is for small systems.

From: compose.py    Next: kane/pipeline.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from kane.algebra.expr import Expr, constant
from kane.algebra.functions import maximum, sqrt
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.program.program import Input, Output, Program
from kane.program.rewrite import Rewriting, extracted

Weights = Sequence[float]
Row = list[Any]

T, Y, A, P = range(4)  # the inputs of ẏ and of the step, in order
_OF_THE_STEP: Final = ("t", "h", "atol", "rtol")


class Tableau(Protocol):
    """An explicit method's coefficients: c and A of the stages after the first, b, and sums that
    tell the error."""

    @property
    def c(self) -> tuple[float, ...]: ...
    @property
    def A(self) -> tuple[tuple[float, ...], ...]: ...
    @property
    def b(self) -> tuple[float, ...]: ...
    @property
    def errors(self) -> tuple[tuple[float, ...], ...]: ...


def leap(
    motion: Program, tableau: Tableau, units: Sequence[tuple[int, int]], width: int
) -> Program:
    """K₁ … K_last and y⁺, `width` doubles each, and for each error sum its Σᵢ (eᵢ / sᵢ)².

    With sᵢ = atol + rtol·max(|yᵢ|, |yᵢ⁺|). Its inputs are (t, h, atol, rtol), (y, K₀) with y
    filled up to `width`, then those of ẏ. `units` says which elements of y have length one.
    """
    stages = _Stages(motion)
    t, h, atol, rtol = (stages.given(T, place) for place in range(len(_OF_THE_STEP)))
    size = len(motion.outputs[0].refs)
    y = [stages.given(Y, place) for place in range(size)]
    K: list[Row] = [[stages.given(Y, width + place) for place in range(size)]]
    for c, weights in zip(tableau.c, tableau.A, strict=True):
        K.append(stages.rates(t + c * h, _after(y, h, weights, K)))
    new = _unit(_after(y, h, tableau.b, K), units)
    K.append(stages.rates(t + h, new))
    allowed = [1 / (atol + rtol * maximum(abs(a), abs(b))) for a, b in zip(y, new, strict=True)]
    errors = [_size(h, weights, K, allowed) for weights in tableau.errors]
    return stages.program([*K[1:], new, errors], width)


class _Stages:
    """Rates at one state after the other, in one graph."""

    def __init__(self, motion: Program) -> None:
        self.motion = motion
        self.graph = Graph()
        self.places: dict[int, tuple[int, int]] = {}

    def given(self, which: int, element: int) -> Expr:
        """An input of the step."""
        ref = self.graph.node(Op.INPUT, (), (which, element))
        self.places[ref] = (which, element)
        return Expr(self.graph, ref)

    def rates(self, t: Expr, y: Row) -> Row:
        """ẏ there."""
        there = {T: [t.ref], Y: [one.ref for one in y]}

        def feed(rewriting: Rewriting, index: int) -> int:
            which, element = rewriting.program.args[index]
            made = there.get(which)
            return self.given(which, element).ref if made is None else made[element]

        rewriting = Rewriting(self.motion, self.graph)
        rewriting.run(Graph.build, {Op.INPUT: feed})
        return [Expr(self.graph, ref) for ref in rewriting.refs(self.motion.outputs[0].refs)]

    def program(self, rows: Sequence[Row], width: int) -> Program:
        """The Program of these rows, filled up with zeros."""
        zero = constant(0, self.graph)
        filled = [[*row, *[zero] * (width - len(row))] for row in rows]
        refs = tuple(one.ref for row in filled for one in row)
        step, state = self.motion.inputs[T], self.motion.inputs[Y]
        size = width + len(state.elements)
        inputs = (
            Input(name=step.name, elements=_OF_THE_STEP, rate=Rate.SPEED, shape=(4,)),
            Input(name=state.name, elements=_names(size), rate=Rate.SPEED, shape=(size,)),
            *self.motion.inputs[A:],
        )
        output = Output(name="rows", refs=refs, shape=(len(rows), width))
        like = self.motion.replace(name="leap", inputs=inputs)
        return extracted(self.graph, self.places, [output], like)


def _names(size: int) -> tuple[str, ...]:
    return tuple(f"y{place}" for place in range(size))


def _after(y: Row, h: Expr, weights: Weights, K: Sequence[Row]) -> Row:
    """y + Σ_j (h w_j) K_j, the newest K last: one operation after it is known."""
    used = [(h * weight, K[j]) for j, weight in enumerate(weights) if weight]
    return [sum((hw * row[i] for hw, row in used), one) for i, one in enumerate(y)]


def _unit(y: Row, places: Sequence[tuple[int, int]]) -> Row:
    """y with its quaternions divided by their lengths."""
    made = list(y)
    for begin, count in places:
        part = made[begin : begin + count]
        size = sqrt(sum(one * one for one in part))
        made[begin : begin + count] = [one / size for one in part]
    return made


def _size(h: Expr, weights: Weights, K: Sequence[Row], allowed: Row) -> Any:
    """Σᵢ (h Σ_j w_j K_ji / sᵢ)²."""
    used = [(weight, K[j]) for j, weight in enumerate(weights) if weight]
    sums = [sum(weight * row[i] for weight, row in used) for i in range(len(allowed))]
    parts = [total * one for total, one in zip(sums, allowed, strict=True)]
    return h * h * sum(part * part for part in parts)
