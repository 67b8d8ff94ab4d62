"""A reader of the LaTeX that the library writes: its value, by rules of its own.

sum    = [-] term {(+ | −) term}          term = factor {[\\cdot] factor}
factor = base [^ exponent]                base = number | symbol | \\frac{}{} | ( sum ) | \\sin …
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "\\sin": math.sin,
    "\\cos": math.cos,
    "\\tan": math.tan,
    "\\tanh": math.tanh,
    "\\arcsin": math.asin,
    "\\arccos": math.acos,
    "\\arctan": math.atan,
    "\\exp": math.exp,
    "\\ln": math.log,
    "\\operatorname{sgn}": lambda x: float(np.sign(x)),
    "\\operatorname{atan2}": math.atan2,
    "\\min": min,
    "\\max": max,
}
NUMBER: Final = re.compile(r"\d+(\.\d+)?")


def value_of(latex: str, symbols: Mapping[str, float]) -> float:
    """The value of `Z_1 = …;\\quad …;\\quad result`, for these values of symbols as written."""
    *definitions, result = latex.split(";\\quad ")
    known = dict(symbols)
    for definition in definitions:
        name, written = definition.split(" = ", 1)
        known[name] = read(written, known)
    return read(result, known)


def read(latex: str, symbols: Mapping[str, float]) -> float:
    """The value of one expression."""
    reader = _Reader(latex, symbols)
    value = reader.sum()
    assert reader.at == len(latex), f"not read: {latex[reader.at :]!r} of {latex!r}"
    return value


class _Reader:
    def __init__(self, text: str, symbols: Mapping[str, float]) -> None:
        self.text, self.at = text, 0
        self.symbols = dict(sorted(symbols.items(), key=lambda it: -len(it[0])))

    def sum(self) -> float:
        negative = self._take("-")
        total = -self.term() if negative else self.term()
        while True:
            if self._take("+"):
                total += self.term()
            elif self._take("-"):
                total -= self.term()
            else:
                return total

    def term(self) -> float:
        product = self.factor()
        while not self._ended():
            self._take("\\cdot")
            product *= self.factor()
        return product

    def factor(self) -> float:
        self._space()
        for name, function in FUNCTIONS.items():
            if re.match(re.escape(name) + r"(?![a-z])", self.text[self.at :]):
                self.at += len(name)
                exponent = self._exponent()
                value: float = float(function(*self._arguments()))
                return float(value ** (exponent * self._exponent()))  # sin^2 x, arcsin(x)^2
        return float(self.base() ** self._exponent())

    def base(self) -> float:
        self._space()
        number = NUMBER.match(self.text, self.at)
        if number:
            self.at = number.end()
            return float(number.group())
        if self._take("\\frac") or self._take("\\tfrac"):
            return self._group() / self._group()
        if self._take("\\sqrt"):
            return math.sqrt(self._group())
        if self._take("\\begin{cases}"):
            return self._cases()
        if self._take("\\left["):
            return self._solved()
        for opening, closing in (("\\left(", "\\right)"), ("\\left|", "\\right|")):
            if self._take(opening):
                inside = self.sum()
                assert self._take(closing)
                return abs(inside) if "|" in opening else inside
        for name, value in self.symbols.items():
            if self.text.startswith(name, self.at):
                self.at += len(name)
                return value
        raise AssertionError(f"cannot read {self.text[self.at :]!r} in {self.text!r}")

    def condition(self) -> bool:
        if self._take("\\lnot\\left("):
            inside = self.condition()
            assert self._take("\\right)")
            return not inside
        if self._take("\\left("):
            parts = [self.condition()]
            while self._take("\\land"):
                parts.append(self.condition())
            assert self._take("\\right)")
            return all(parts)
        left = self.sum()
        for sign, holds in (("<", left.__lt__), ("\\le", left.__le__), ("=", left.__eq__)):
            if self._take(sign):
                return bool(holds(self.sum()))
        raise AssertionError(f"no condition: {self.text[self.at :]!r}")

    def _cases(self) -> float:
        yes = self.sum()
        assert self._take("&")
        holds = self.condition()
        assert self._take("\\\\")
        no = self.sum()
        assert self._take("& \\text{otherwise} \\end{cases}")
        return yes if holds else no

    def _solved(self) -> float:
        """One entry of A⁻¹ b."""
        A = self._matrix()
        assert self._take("^{-1}")
        x = np.linalg.solve(A, self._matrix())
        assert self._take("\\right]_")
        return float(x[int(self._group()) - 1, 0])

    def _matrix(self) -> np.ndarray:
        assert self._take("\\begin{bmatrix}")
        rows = [[self.sum()]]
        while not self._take("\\end{bmatrix}"):
            if self._take("&"):
                rows[-1].append(self.sum())
            else:
                assert self._take("\\\\")
                rows.append([self.sum()])
        return np.array(rows)

    def _arguments(self) -> list[float]:
        if self._take("\\left("):
            found = [self.sum()]
            while self._take(","):
                found.append(self.sum())
            assert self._take("\\right)")
            return found
        return [self.factor()]

    def _exponent(self) -> float:
        if not self._take("^"):
            return 1.0
        if self.text[self.at] == "{":
            return self._group()
        self.at += 1
        return float(self.text[self.at - 1])

    def _group(self) -> float:
        assert self._take("{")
        inside = self.sum()
        assert self._take("}")
        return inside

    def _ended(self) -> bool:
        self._space()
        rest = self.text[self.at :]
        ends = ("+", "-", "}", "\\right", "&", "\\\\", ",", "<", "=", "\\le ", "\\land", "\\end")
        return not rest or rest.startswith(ends)

    def _space(self) -> None:
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1

    def _take(self, token: str) -> bool:
        self._space()
        found = self.text.startswith(token, self.at)
        self.at += len(token) * found
        return found
