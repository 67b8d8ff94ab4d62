"""Programs as C11: a header and a source file that depend on nothing but <math.h>.

    files = emit_c("arm", [inverse_dynamics, forward_dynamics], Target(build=Build.STRICT))
    files.write(Path("generated"))              # arm.h and arm.c

One function a Program, called as `kane/program/signature.py` says. A value is a constant local
variable with its physical name behind it; nothing is allocated, nothing global is written.

From: kane/passes/__init__.py    Next: a C compiler; c_names.py says how names are spelled
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kane.algebra.rate import Rate
from kane.emitters.c_body import HELPERS, Block, Function, blocks, comment, function
from kane.emitters.c_names import identifiers
from kane.program.program import Input, Output, Program
from kane.program.signature import Signature, signature
from kane.program.target import Build, Target


@dataclass(frozen=True, slots=True, kw_only=True)
class CFiles:
    """A header and a source file with one function for each signature."""

    name: str
    header: str
    source: str
    functions: tuple[str, ...]
    signatures: tuple[Signature, ...]
    target: Target

    def __str__(self) -> str:
        return f"{self.header}\n{self.source}"

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Writes NAME.h and NAME.c into the folder; their paths."""
        paths = folder / f"{self.name}.h", folder / f"{self.name}.c"
        for path, text in zip(paths, (self.header, self.source), strict=True):
            path.write_text(text, encoding="utf-8")
        return paths


def emit_c(name: str, programs: Sequence[Program], target: Target) -> CFiles:
    """C11 for these Programs, in one header and one source file."""
    (stem,) = identifiers([name])
    functions = identifiers([program.name for program in programs])
    parts = [function(*pair) for pair in zip(functions, programs, strict=True)]
    return CFiles(
        name=stem,
        header=_header(stem, parts),
        source=_source(stem, parts, target),
        functions=tuple(functions),
        signatures=tuple(signature(part.program, part.workspace) for part in parts),
        target=target,
    )


# ── files ─────────────────────────────────────────────────────────────────────────────────
def _header(stem: str, parts: Sequence[Function]) -> str:
    declared = "\n".join(_declaration(part) for part in parts)
    guard = f"{stem.upper()}_H"
    return f"""\
/* {stem}.h: equations as straight-line code. Arrays are row-major; `work` points to
 * NAME_workspace doubles, or is null where that is 0. Inputs and outputs must not overlap.
 */
#ifndef {guard}
#define {guard}
#ifdef __cplusplus
extern "C" {{
#endif

{declared}
#ifdef __cplusplus
}}
#endif
#endif
"""


def _source(stem: str, parts: Sequence[Function], target: Target) -> str:
    used = {op for part in parts for op in part.program.ops}
    helpers = [text for op, text in HELPERS.items() if op in used]
    bodies = [text for part in parts for text in _definitions(part)]
    opening = f'{_BUILDS[target.build]}#include <math.h>\n\n#include "{stem}.h"\n'
    return "\n".join([opening, *helpers, *bodies])


_BUILDS: Final[Mapping[Build, str]] = {
    Build.FAST: """\
/* Fast build: the compiler may contract a*b + c; let it: -O3 -march=native -ffp-contract=fast. */
""",
    Build.STRICT: """\
/* Strict build: every operation rounds by itself, so do not let the compiler contract a*b + c:
 * -ffp-contract=off (GCC ignores the pragma below; with -std=c11 that is its default). To the bit
 * it equals other builds that call the same library, with -fno-builtin: compilers evaluate
 * functions of constants themselves, which the library may round otherwise.
 */
#ifdef __FAST_MATH__
#error "a strict build cannot be compiled with -ffast-math"
#endif
#if defined(__clang__) || !defined(__GNUC__)
#pragma STDC FP_CONTRACT OFF
#endif
""",
}


# ── functions ─────────────────────────────────────────────────────────────────────────────
def _declaration(part: Function) -> str:
    workspace = f"enum {{ {part.name}_workspace = {part.workspace} }};\n"
    return f"{workspace}void {part.name}(\n{_parameters(part, '')});\n"


def _definitions(part: Function) -> Iterator[str]:
    """The function; where its Program is cut, after one function a chunk that it calls."""
    made = blocks(part)
    if len(made) == 1:
        yield _definition(f"void {part.name}", part, made[0])
        return
    names = [f"kane_{part.name}_{chunk}" for chunk in range(len(made))]
    for name, block in zip(names, made, strict=True):
        yield _definition(f"static void {name}", part, block)
    passed = ", ".join((*part.inputs, *part.outputs, "work"))
    calls = tuple(f"{name}({passed});" for name in names)
    yield _definition(f"void {part.name}", part, Block(lines=calls, unread=()))


def _definition(opening: str, part: Function, block: Block) -> str:
    lines = [*(f"(void){name};" for name in block.unread), *block.lines]
    body = "".join(f"    {line}\n" for line in lines)
    return f"{opening}(\n{_parameters(part, 'restrict ')})\n{{\n{body}}}\n"


def _parameters(part: Function, qualifier: str) -> str:
    program = part.program
    lines = [
        (f"const double {_array(name, qualifier, len(given.elements))},", _remark(given))
        for name, given in zip(part.inputs, program.inputs, strict=True)
    ]
    lines += [
        (f"double {_array(name, qualifier, len(output.refs))},", f"out: {_extent(output)}")
        for name, output in zip(part.outputs, program.outputs, strict=True)
    ]
    width = max([len(text) for text, _ in lines], default=0)
    text = "".join(f"    {left:<{width}}  // {right}\n" for left, right in lines)
    return f"{text}    double *{qualifier}work"


def _array(name: str, qualifier: str, size: int) -> str:
    return f"{name}[{qualifier}{size}]" if size else f"*{qualifier}{name}"


def _remark(given: Input) -> str:
    names = " ".join(given.elements[:8]) + (" …" if len(given.elements) > 8 else "")
    return f"{Rate(given.rate).name.lower()}: {comment(names)}"


def _extent(output: Output) -> str:
    return " × ".join(map(str, output.shape)) or "a scalar"
