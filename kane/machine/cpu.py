"""LLVM text to native code in this process: the one file that talks to llvmlite.

Two steps, each pure: `assemble` makes an object (bytes that may be kept on disk), `load` brings
an object into the process. Fresh code and cached code therefore take the same last step.

From: kane/emitters/code.py    Next: tiers.py
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, unique
from functools import cache, lru_cache
from typing import Any, Final

from kane.machine.parts import at_once, cut, joined, separated
from kane.machine.unlocked import emit_object, parse
from kane.program.target import Target


@unique
class Tier(Enum):
    """How much work goes into machine code before it is used."""

    QUICK = "quick"  # code in a few milliseconds
    OPTIMIZED = "optimized"  # the fastest code


@unique
class MidEnd(Enum):
    """Whether LLVM rewrites a module before it selects instructions (decision 0010)."""

    NONE = "none"  # Programs: straight code that our own passes have settled
    LOOPS = "loops"  # Routines: loops are vectorized, and what is small is inlined


@dataclass(frozen=True, slots=True, kw_only=True)
class Processor:
    """A processor as LLVM knows it: its name and what it offers."""

    name: str
    features: str = ""

    def target(self) -> Target:
        """What passes and emitters are told: eight lanes with AVX-512, four with AVX, else two."""
        offered = set(self.features.split(","))
        lanes = 8 if {"+avx512f", "+avx512dq"} <= offered else 4 if "+avx" in offered else 2
        return Target(lanes=lanes, has_fma=bool({"+fma", "+neon"} & offered))


@cache
def host() -> Processor:
    """The processor of this machine."""
    binding = llvm()
    features = binding.get_host_cpu_features().flatten()
    return Processor(name=binding.get_host_cpu_name(), features=features)


def host_target() -> Target:
    """The target that describes this machine."""
    return host().target()


@cache
def llvm() -> Any:
    """llvmlite's binding, imported and initialized at first use."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


@cache
def versions() -> str:
    """The compiler's versions: objects of another compiler are not ours."""
    from llvmlite import __version__

    return f"llvmlite {__version__} LLVM {llvm().llvm_version_info}"


# ── text → object ─────────────────────────────────────────────────────────────────────────────
def assemble(text: str, processor: Processor, tier: Tier, mid_end: MidEnd) -> bytes:
    """The object file that LLVM makes of a module's text; of a long one several, in one piece."""

    def made(part: str) -> bytes:
        return emit_object(*_module(part, processor, tier, mid_end))

    return joined(at_once(made, cut(text) if mid_end is MidEnd.NONE else [text]))


def assembly(text: str, processor: Processor, tier: Tier, mid_end: MidEnd) -> str:
    """The same as assembly text, to be read."""
    machine, module = _module(text, processor, tier, mid_end)
    made: str = machine.emit_assembly(module)
    return made


def _machine(processor: Processor, level: int) -> Any:
    """A target machine for code near its constants: 6 % faster at 11 k operations than code that
    may lie anywhere (llvmlite's `jit=True`), which loads the address of each constant first."""
    target = llvm().Target.from_default_triple()
    return target.create_target_machine(
        cpu=processor.name,
        features=processor.features,
        opt=level,
        reloc="pic",
        codemodel="small",
    )


def _module(text: str, processor: Processor, tier: Tier, mid_end: MidEnd) -> tuple[Any, Any]:
    """Target machine, and the module, ready for it, in a context of its own."""
    loops = tier is Tier.OPTIMIZED and mid_end is MidEnd.LOOPS
    machine = _machine(processor, level=0 if tier is Tier.QUICK else 2 if loops else 1)
    try:
        module = parse(text)
    except RuntimeError as error:
        raise AssertionError(
            f"LLVM refuses emitted text: {error}. This is a bug of kane's."
        ) from None
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    if loops:
        _rewrite(module, machine)
    return machine, module


def _rewrite(module: Any, machine: Any) -> None:
    """LLVM's passes of level 2; of those for loops vectorization alone."""
    binding = llvm()
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.slp_vectorization = options.loop_unrolling = False
    # Interleaved, the inner loops of a factor of 40 rows take three quarters of the time, and the
    # library 8 % longer to compile; unrolled too 1.6 times as long, for nothing.
    options.loop_vectorization = options.loop_interleaving = True
    # Only what gets shorter by it: more takes 1.4 times as long to compile, for 0 to 5 % in speed.
    options.inlining_threshold = 0
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


# ── object → process ──────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """An object in the process. While this is referenced, its addresses are valid."""

    addresses: Mapping[str, int]
    tracker: Any
    linker: Any


_numbers: Final = itertools.count()
_GROUP: Final = 32


@lru_cache(maxsize=1)
def _linker(group: int) -> Any:
    """The linker of a group of libraries, each of which can be dropped alone.

    A dropped library leaves 9 kB in its linker, which goes with the last of its group.
    """
    return llvm().create_lljit_compiler(_machine(host(), level=0), use_jit_link=True)


def load(made: bytes, symbols: tuple[str, ...]) -> Library:
    """The object, linked into this process, with the addresses of some of its symbols."""
    builder = llvm().JITLibraryBuilder().add_current_process()
    for part in separated(made):
        builder.add_object_img(part)
    for symbol in symbols:
        builder.export_symbol(symbol)
    number = next(_numbers)
    linker = _linker(number // _GROUP)
    tracker = builder.link(linker, f"kane.{number}")
    addresses = {symbol: tracker[symbol] for symbol in symbols}
    return Library(addresses=addresses, tracker=tracker, linker=linker)


def function(library: Library, symbol: str, result: Any, *arguments: Any) -> Any:
    """A callable on a symbol of a library, which stays loaded as long as the callable lives.

    The interpreter's lock is released while it runs.
    """
    made: Any = ctypes.CFUNCTYPE(result, *arguments)(library.addresses[symbol])
    made.library = library
    return made
