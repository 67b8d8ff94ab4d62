"""Columns: a Program, and one short Program that is then run for every column of its results.

    first:  (inputs) → right_1 … right_k of shape (n, n), factors
    each:   (factors, right) → solution            one column of n numbers

    made_i = each of every column of right_i;   made_k+1 = each of every column of the identity

What a matrix with many right-hand sides takes in straight code, n² times an operation or two, is
so a short function that takes as many columns at once as a vector has lanes (FINDINGS §9).

From: program.py    Next: kane/emitters/llvm_columns.py
"""

from __future__ import annotations

from dataclasses import dataclass

from kane.program.program import Program
from kane.program.signature import Result, Signature


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Both Programs; `inverse` names the result that is of the identity."""

    first: Program
    each: Program
    inverse: str

    @property
    def size(self) -> int:
        """n."""
        return len(self.each.outputs[0].refs)

    def signature(self, workspace: int) -> Signature:
        """How the whole is called."""
        n = self.size
        rights = [output.name for output in self.first.outputs[:-1]]
        return Signature(
            name=self.first.name,
            inputs=self.first.inputs,
            outputs=tuple(Result(name=name, shape=(n, n)) for name in (*rights, self.inverse)),
            workspace=workspace,
        )
