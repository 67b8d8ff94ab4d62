"""Code to a Kernel: at once from text, or lazily from a Program.

From: kernel.py    Next: kane/sim
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256

from kane.emitters.code import Code, Language
from kane.errors import TargetError
from kane.machine.cache import standard
from kane.machine.cpu import host
from kane.machine.kernel import Kernel
from kane.machine.key import code_key, program_key
from kane.machine.tiers import Recipe, States
from kane.program.columns import Columns
from kane.program.program import Program
from kane.program.signature import signature
from kane.program.target import Target

Emit = Callable[[], Code]


def jit(code: Code, batch: Code | None = None) -> Kernel:
    """A Kernel of LLVM code for one state, and if given of code for batches."""
    return Kernel(
        signature=code.signature,
        one=recipe(code, States.ONE),
        many=recipe(batch, States.MANY) if batch else None,
    )


def lazy(program: Program, target: Target, *, scalar: Emit, quick: Emit, batch: Emit) -> Kernel:
    """A Kernel of a Program whose code is emitted when it is first needed and not in the cache.

    `quick` emits what the first calls with one state run on.
    """

    def lazily(emit: Emit, states: States, quick: Emit | None = None) -> Recipe:
        key = partial(program_key, program, target, host(), states.value)
        return Recipe(
            states=states, emit=emit, quick=quick, key=key, processor=host(), cache=standard()
        )

    return Kernel(
        signature=signature(program),
        one=lazily(scalar, States.ONE, quick),
        many=lazily(batch, States.MANY),
        program=lambda: program,
    )


def lazy_columns(
    columns: Columns, straight: Callable[[], Program], target: Target, *, scalar: Emit, batch: Emit
) -> Kernel:
    """A Kernel that goes by columns for one state; batches run the same as a straight Program."""

    def one() -> bytes | None:
        parts = [
            program_key(part, target, host(), "columns") for part in (columns.first, columns.each)
        ]
        known = [part for part in parts if part is not None]
        return sha256(b"".join(known)).digest() if len(known) == len(parts) else None

    def many() -> bytes | None:
        return program_key(straight(), target, host(), States.MANY.value)

    made = partial(Recipe, processor=host(), cache=standard())
    return Kernel(
        signature=columns.signature(0),
        one=made(states=States.ONE, emit=scalar, key=one),
        many=made(states=States.MANY, emit=batch, key=many),
    )


def recipe(code: Code, states: States) -> Recipe:
    """How text becomes native code on this machine."""
    if code.language is not Language.LLVM:
        raise TargetError(
            f"Code '{code.entry}' is written in {code.language.value}, and only LLVM text becomes "
            "a kernel here. Emit it with kane.emitters.llvm.emit, or build it with a C compiler."
        )
    return Recipe(
        states=states,
        emit=lambda: code,
        key=partial(code_key, code, host(), states.value),
        processor=host(),
        cache=standard(),
    )
