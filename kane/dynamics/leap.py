"""A whole step of an explicit method as one function: every stage by expressions of the first.

    K_i = f(t + c_i h, y + h Σ_j a_ij K_j),      y⁺ = y + h Σ_j b_j K_j    [HairerWanner1993 §II.1]

Stages that are called one by one wait for memory between them; in one function they need not.
That takes 0.6 times as long for a double pendulum, but the code is as many times longer as there
are stages, so it is for small systems.

From: motion.py    Next: kane/pipeline.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from kane.algebra.functions import maximum, sqrt
from kane.algebra.rate import Rate
from kane.algebra.substitute import substitute
from kane.dynamics.motion import Loop, rates, request, units
from kane.dynamics.requests import Request

Weights = Sequence[float]

_OF_THE_STEP: Final = ("length of the step", "absolute tolerance", "relative tolerance")


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


def leap(loop: Loop, tableau: Tableau, width: int) -> Request:
    """K₁ … K_last and y⁺, `width` doubles each, and for each error sum its Σᵢ (eᵢ / sᵢ)².

    With sᵢ = atol + rtol·max(|yᵢ|, |yᵢ⁺|); of (t, h, atol, rtol), (y, K₀), a and p.
    """
    asked = request(loop, "leap", {})
    y, lift = asked.inputs["y"], loop.equations.tree.lift
    h, atol, rtol = (lift.symbol(one, Rate.SPEED) for one in _OF_THE_STEP)
    first = [lift.symbol(f"rate of {one} at the step's start", Rate.SPEED) for one in map(str, y)]
    filled = _Filled(zero=lift.scalar(0), width=width)
    K = [first]

    def after(weights: Weights) -> list[Any]:
        """y + Σ_j (h w_j) K_j, the newest K last: one operation after it is known."""
        used = [(h * weight, K[j]) for j, weight in enumerate(weights) if weight]
        return [sum((hw * row[i] for hw, row in used), one) for i, one in enumerate(y)]

    for c, weights in zip(tableau.c, tableau.A, strict=True):
        K.append(_rates_at(loop, asked, asked.inputs["t"][0] + c * h, after(weights)))
    new = _unit(after(tableau.b), units(loop.equations))
    K.append(_rates_at(loop, asked, asked.inputs["t"][0] + h, new))
    allowed = [1 / (atol + rtol * maximum(abs(a), abs(b))) for a, b in zip(y, new, strict=True)]
    errors = [_size(h, _sums(K, weights), allowed) for weights in tableau.errors]
    rows = [filled(row) for row in (*K[1:], new, errors)]
    inputs = {
        **asked.inputs,
        "t": (*asked.inputs["t"], h, atol, rtol),
        "y": (*y, *_padding(lift, width - len(y)), *first),
    }
    return replace(asked, inputs=inputs, outputs={"rows": [one for row in rows for one in row]})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Filled:
    """Rows filled up with zeros to one width."""

    zero: Any
    width: int

    def __call__(self, row: Sequence[Any]) -> list[Any]:
        return [*row, *[self.zero] * (self.width - len(row))]


def _size(h: Any, sums: Sequence[Any], allowed: Sequence[Any]) -> Any:
    """Σᵢ (h Σ_j e_j K_ji / sᵢ)²."""
    parts = [total * one for total, one in zip(sums, allowed, strict=True)]
    return h * h * sum(part * part for part in parts)


def _padding(lift: Any, count: int) -> list[Any]:
    """Symbols for what lies between the end of one row and the next."""
    return [lift.symbol(f"padding {k}", Rate.SPEED) for k in range(count)]


def _sums(K: Sequence[Sequence[Any]], weights: Weights) -> list[Any]:
    """Σ_j w_j K_j, of the weights that are not zero."""
    used = [(weight, K[j]) for j, weight in enumerate(weights) if weight]
    return [sum(weight * row[i] for weight, row in used) for i in range(len(K[0]))]


def _rates_at(loop: Loop, asked: Request, t: Any, y: Sequence[Any]) -> list[Any]:
    """ẏ there."""
    there: Mapping[Any, Any] = dict(zip(asked.inputs["y"], y, strict=True))
    return list(substitute(rates(loop), {**there, asked.inputs["t"][0]: t}))


def _unit(y: Sequence[Any], places: Sequence[tuple[int, int]]) -> list[Any]:
    """y with its quaternions divided by their lengths."""
    made = list(y)
    for begin, count in places:
        part = made[begin : begin + count]
        size = sqrt(sum(one * one for one in part))
        made[begin : begin + count] = [one / size for one in part]
    return made
