"""TwinsBody: twins in LLVM text, two values in the lanes of one vector.

The vector of a value v with its twin w holds (v, σ w). What reads one of them alone takes it out
of the vector, or out of the workspace, where both lie side by side; what reads two values that
are no twins side by side puts them into a vector.

From: llvm_scalar.py, kane/passes/twins.py    Next: llvm.py
"""

from __future__ import annotations

from typing import Final

from kane.algebra.op import Op
from kane.emitters.literal import comment, real
from kane.emitters.llvm_body import Plan
from kane.emitters.llvm_form import Form, form
from kane.emitters.llvm_scalar import ScalarBody
from kane.program.program import terms
from kane.program.target import Target

_V: Final = "<2 x double>"
_DIFFER: Final = f"<double {real(1.0)}, double {real(-1.0)}>"
_LEAVES: Final = frozenset({int(Op.INPUT), int(Op.ITEM)})


class TwinsBody(ScalarBody):
    """Values as doubles, twins as vectors of two."""

    def __init__(self, planned: Plan, target: Target) -> None:
        super().__init__(planned, target)
        self.pair_form: Form = form(2, target)
        self.twins = {
            value: twin
            for value, twin in self.program.twins.items()
            if self.program.ops[value] not in _LEAVES and twin.other == value + 1
        }
        self.lower = {twin.other: value for value, twin in self.twins.items()}
        self.vectors: dict[tuple[int, int], str] = {}

    def write(self, start: int, stop: int) -> None:
        """Write the instructions from start to stop, twins where the second one stands."""
        first = start
        for index in range(start, stop):
            if index in self.twins or index in self.lower:
                super().write(first, index)
                first = index + 1
            if index in self.lower:
                self._pair(self.lower[index], index)
        super().write(first, stop)

    # ── vectors ───────────────────────────────────────────────────────────────────────────────
    def _pair(self, v: int, w: int) -> None:
        """Write two values as one vector, keep and store them where they are wanted."""
        twin = self.twins[v]
        a, b = terms(self.program, v, False)
        c, d = terms(self.program, w, twin.swapped)
        op = Op(self.program.ops[v])
        if op in (Op.ADD, Op.SUB):
            signs, op = (twin.sign, twin.sign), Op.ADD
        elif self._is_ready(a, c):
            signs = self._sign(a, c), twin.sign * self._sign(a, c)
        else:
            signs = twin.sign * self._sign(b, d), self._sign(b, d)
        first, second = self._vector(a, c, signs[0]), self._vector(b, d, signs[1])
        words = self.pair_form.infix[op]
        name = f"%t{v}"
        labels = [self.program.labels[k] for k in (v, w) if k in self.program.labels]
        said = comment(" | ".join(labels)) if labels else ""
        self.lines.append(f"  {name} = {words} {first}, {second}{said}")
        self.vectors[v, twin.sign * w] = name
        if v in self.slots.of:
            at = self.slot(self.slots.of[v], f"w{v}")
            self.lines.append(f"  store {_V} {name}, ptr {at}, align 16")
        self.store(v)
        self.store(w)

    def _is_ready(self, a: int, c: int) -> bool:
        """Whether two operands stand side by side without being brought there, with one sign."""
        twin = self.program.twins.get(abs(a))
        return abs(a) == abs(c) or (twin is not None and twin.other == abs(c))

    def _sign(self, a: int, c: int) -> int:
        """The sign that the upper operand has where both stand side by side."""
        differ = -1 if (a < 0) != (c < 0) else 1
        twin = self.program.twins.get(abs(a))
        return twin.sign * differ if twin and twin.other == abs(c) else differ

    def _vector(self, a: int, c: int, sign: int) -> str:
        """The vector (a, sign·c)."""
        program = self.program
        if program.ops[abs(a)] == program.ops[abs(c)] == Op.CONSTANT:
            lanes = (self._number(a), sign * self._number(c))
            return f"<{', '.join(f'double {real(lane)}' for lane in lanes)}>"
        upper = sign * c if a >= 0 else -sign * c
        ready = upper
        if self._is_ready(a, c):
            ready = abs(c) * self._sign(abs(a), abs(c))
        text = self._side_by_side(abs(a), ready)
        if ready != upper:
            differing = f"%d{len(self.lines)}"
            self.lines.append(f"  {differing} = {self.pair_form.infix[Op.MUL]} {text}, {_DIFFER}")
            text = differing
        return self._negated(text) if a < 0 else text

    def _side_by_side(self, a: int, c: int) -> str:
        """The vector (a, c) of a value and a reference."""
        if (a, c) not in self.vectors:
            self.vectors[a, c] = self._brought(a, c)
        return self.vectors[a, c]

    def _brought(self, a: int, c: int) -> str:
        """The vector (a, c), which no instruction of this function makes."""
        twin = self.twins.get(a)
        if twin and twin.other == abs(c):
            at = self.slot(self.slots.of[a], f"r{a}")
            self.lines.append(f"  %t{a} = load {_V}, ptr {at}, align 16")
            return f"%t{a}"
        name, lower = f"%g{len(self.lines)}", self[a]
        upper = self[c]
        self.lines.append(f"  {name}.0 = insertelement {_V} poison, double {lower}, i32 0")
        self.lines.append(
            f"  {name} = shufflevector {_V} {name}.0, {_V} poison, <2 x i32> zeroinitializer"
            if a == c
            else f"  {name} = insertelement {_V} {name}.0, double {upper}, i32 1"
        )
        return name

    def _negated(self, vector: str) -> str:
        name = f"%m{len(self.lines)}"
        self.lines.append(f"  {name} = fneg {_V} {vector}")
        return name

    def _number(self, ref: int) -> float:
        value = self.program.values[abs(ref)]
        return value if ref >= 0 else -value

    # ── one of two ────────────────────────────────────────────────────────────────────────────
    def _made(self, ref: int) -> str:
        """The text of a value; one of twins is taken out of their vector or out of memory."""
        value = abs(ref)
        v = self.lower.get(value, value)
        twin = self.twins.get(v)
        if twin is None:
            return super()._made(ref)
        flipped = value != v and twin.sign < 0
        if (ref < 0) != flipped:
            name = f"%n{value}"
            self.lines.append(f"  {name} = fneg double {self[-ref]}")
            return name
        lane, vector = int(value != v), self.vectors.get((v, twin.sign * twin.other))
        name = f"%v{value}"
        if vector is None:
            at = self.slot(self.slots.of[v] + lane, f"p{value}")
            self.lines.append(f"  {name} = load double, ptr {at}, align 8")
        else:
            self.lines.append(f"  {name} = extractelement {_V} {vector}, i32 {lane}")
        return name
