"""Recalled: a model's functions as the cache has them, with nothing derived.

    description ▶ key ▶ (speeds, signatures, keys of code) ▶ code

What is kept of a description says how its functions are called and under which keys their code
is; the code itself is where every Program's code is. Whatever is missing is made as ever, and
noted for the next time.

From: key.py, cache.py    Next: kane/pipeline.py
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from kane.algebra.rate import Rate
from kane.emitters.code import Code
from kane.machine.cache import Cache, Entry, standard
from kane.machine.cpu import host
from kane.machine.kernel import Kernel
from kane.machine.key import description_key
from kane.machine.model import Kernels
from kane.machine.tiers import Recipe, States
from kane.program.program import Input
from kane.program.signature import Result, Signature

Make = Callable[[], Kernel]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One kernel of a function: how it is called, and under which keys its code is."""

    signature: Signature
    keys: dict[States, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is kept of a description: its speeds, and the kernels of its functions."""

    speeds: tuple[str, ...]
    functions: dict[str, tuple[Part, ...]]


def recalled(description: bytes | None, how: str) -> Recalled:
    """What the cache knows of a description's functions, made in this way."""
    cache = standard()
    key = description_key(description, how, host()) if description and cache else None
    if key is None or cache is None:
        return Recalled(memory=None, known=None)
    memory = Memory(cache=cache, key=key)
    return Recalled(memory=memory, known=memory.read())


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """A description's functions, from the cache where they are there."""

    memory: Memory | None
    known: Known | None

    @property
    def speeds(self) -> tuple[str, ...]:
        """The generalized speeds in order; none where they are not known."""
        return self.known.speeds if self.known else ()

    def kernels(self, name: str, make: Callable[[], Kernels], speeds: Sequence[str]) -> Kernels:
        """A function's kernels; `make` derives it where it has to be."""
        memory, known = self.memory, self.known.functions.get(name) if self.known else None
        if memory is None:
            return make()
        made = cache(make)
        parts = known or tuple(Part(signature=one.call_signature) for one in _there(made()))

        def note() -> None:
            memory.note(speeds, name, parts)

        def one(k: int) -> Kernel:
            return _there(made())[k]

        kernels = [remembered(partial(one, k), part, note) for k, part in enumerate(parts)]
        return (kernels[0] if len(kernels) > 1 else None), kernels[-1]


def _there(kernels: Kernels) -> list[Kernel]:
    return [kernel for kernel in kernels if kernel is not None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """The place in the cache where a description's functions are noted."""

    cache: Cache
    key: bytes

    def read(self) -> Known | None:
        """What is noted there."""
        entry = self.cache.read(self.key)
        if entry is None:
            return None
        try:
            return _known(json.loads(entry.made))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            self.cache.report_damage()
            return None

    def note(self, speeds: Sequence[str], name: str, parts: tuple[Part, ...]) -> None:
        """Adds a function to what is noted; of two that write at once, one may be lost."""
        known = self.read()
        functions = {**(known.functions if known else {}), name: parts}
        content = _plain(Known(speeds=tuple(speeds), functions=functions))
        self.cache.write(self.key, Entry(made=json.dumps(content).encode(), workspace=0))


def remembered(make: Make, part: Part, note: Callable[[], None]) -> Kernel:
    """A kernel that is made only when the cache has no code for it; `note` keeps its keys."""
    made = cache(make)

    def original(states: States) -> Recipe:
        kernel = made()
        assert kernel.call_signature == part.signature, "a description was taken for another"
        return kernel.recipe(states)

    def key(states: States) -> bytes | None:
        if states in part.keys and not made.cache_info().currsize:
            return part.keys[states]
        found = original(states).key()
        if found is not None and part.keys.get(states) != found:
            part.keys[states] = found
            note()
        return found

    def quick(states: States) -> Code:
        recipe = original(states)
        return (recipe.quick or recipe.emit)()

    def recipe(states: States) -> Recipe:
        return Recipe(
            states=states,
            emit=lambda: original(states).emit(),
            quick=partial(quick, states),
            key=partial(key, states),
            processor=host(),
            cache=standard(),
        )

    return Kernel(
        signature=part.signature,
        one=recipe(States.ONE),
        many=recipe(States.MANY),
        program=lambda: made().program,
    )


# ── as JSON ───────────────────────────────────────────────────────────────────────────────────
def _plain(known: Known) -> Any:
    functions = {
        name: [[_of_signature(part.signature), _of_keys(part.keys)] for part in parts]
        for name, parts in known.functions.items()
    }
    return {"speeds": known.speeds, "functions": functions}


def _known(plain: Any) -> Known:
    functions = {
        str(name): tuple(Part(signature=_signature(one), keys=_keys(keys)) for one, keys in parts)
        for name, parts in plain["functions"].items()
    }
    return Known(speeds=tuple(map(str, plain["speeds"])), functions=functions)


def _of_keys(keys: Mapping[States, bytes]) -> Any:
    return {states.value: key.hex() for states, key in keys.items()}


def _keys(plain: Any) -> dict[States, bytes]:
    return {States(states): bytes.fromhex(key) for states, key in plain.items()}


def _of_signature(signature: Signature) -> Any:
    inputs = [(one.name, one.elements, int(one.rate), one.shape) for one in signature.inputs]
    return signature.name, inputs, [(one.name, one.shape) for one in signature.outputs]


def _signature(plain: Any) -> Signature:
    name, inputs, outputs = plain
    return Signature(
        name=name,
        inputs=tuple(
            Input(name=given, elements=tuple(elements), rate=Rate(rate), shape=tuple(shape))
            for given, elements, rate, shape in inputs
        ),
        outputs=tuple(Result(name=result, shape=tuple(shape)) for result, shape in outputs),
    )
