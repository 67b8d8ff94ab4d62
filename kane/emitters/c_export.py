"""C that stands on its own: header, source, a test whose numbers come from the interpreter.

    make -C panda_c test        compiles with cc and compares

The test calls every function at a few states. Its expected numbers are those of `interpret`, the
oracle of every emitter, at the moment of the export; so it tells whether a compiler and a machine
compute what kane meant.

From: c.py    Next: a C compiler
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from kane.emitters.c import CFiles, emit_c
from kane.emitters.c_names import identifiers
from kane.program.interpret import interpret
from kane.program.program import Input, Program
from kane.program.target import Target

Arrays = tuple[np.ndarray, ...]

STATES: Final = 3
TOLERANCE: Final = 1e-9  # of the largest number: contraction changes the last digits only


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Arguments of one function, and what the interpreter makes of them."""

    arguments: Arrays
    results: Arrays


def export_c(
    name: str,
    programs: Sequence[Program],
    folder: Path,
    target: Target,
    known: Mapping[str, np.ndarray],
) -> tuple[Path, ...]:
    """The files, written: NAME.h, NAME.c, test_NAME.c and a Makefile.

    `known` gives the inputs that have values of their own: the parameters.
    """
    (stem,) = identifiers([name])
    folder.mkdir(parents=True, exist_ok=True)
    own = [replace(program, name=f"{stem}_{program.name}") for program in programs]
    files = emit_c(stem, own, target)
    samples = [samples_of(program, known) for program in own]
    others = {
        folder / f"test_{stem}.c": test_source(files, own, samples),
        folder / "Makefile": makefile(stem),
    }
    for path, text in others.items():
        path.write_text(text, encoding="utf-8")
    return (*files.write(folder), *others)


# ── what the test compares ────────────────────────────────────────────────────────────────
def samples_of(program: Program, known: Mapping[str, np.ndarray]) -> list[Sample]:
    """A few states at which everything is finite."""
    rng = np.random.default_rng(1985)
    found: list[Sample] = []
    for _ in range(20 * STATES):
        arguments = tuple(_argument(one, known, rng) for one in program.inputs)
        results = interpret(program, *arguments)
        if all(np.isfinite(one).all() for one in results):
            found.append(Sample(arguments=arguments, results=results))
        if len(found) == STATES:
            break
    return found


def _argument(
    given: Input, known: Mapping[str, np.ndarray], rng: np.random.Generator
) -> np.ndarray:
    if given.name in known:
        return np.asarray(known[given.name], dtype=float)
    return np.asarray(rng.normal(size=len(given.elements)))


def test_source(
    files: CFiles, programs: Sequence[Program], samples: Sequence[Sequence[Sample]]
) -> str:
    """The test as C."""
    calls = "".join(
        _function(name, program, some)
        for name, program, some in zip(files.functions, programs, samples, strict=True)
    )
    runs = "".join(f"    wrong += test_{name}();\n" for name in files.functions)
    return _TEST.format(stem=files.name, calls=calls, runs=runs, tolerance=TOLERANCE)


def _function(name: str, program: Program, samples: Sequence[Sample]) -> str:
    """One C function that tests one function at every sample."""
    body = "".join(_case(name, program, sample) for sample in samples)
    return f"static int test_{name}(void)\n{{\n    double worst = 0;\n{body}{_verdict(name)}}}\n\n"


def _case(name: str, program: Program, sample: Sample) -> str:
    given = [_array(f"in_{k}", "const ", one) for k, one in enumerate(sample.arguments)]
    wanted = [_array(f"want_{k}", "const ", one) for k, one in enumerate(sample.results)]
    sizes = [max(1, one.size) for one in sample.results]
    room = [f"double out_{k}[{size}];" for k, size in enumerate(sizes)]
    passed = [
        *(f"in_{k}" for k in range(len(given))),
        *(f"out_{k}" for k in range(len(wanted))),
        "work",
    ]
    compared = [
        f"worst = larger(worst, difference(out_{k}, want_{k}, {one.size}));"
        for k, one in enumerate(sample.results)
    ]
    work = f"static double work[{name}_workspace + 1];"
    lines = [*given, *wanted, *room, work, f"{name}({', '.join(passed)});", *compared]
    return "    {\n" + "".join(f"        {line}\n" for line in lines) + "    }\n"


def _array(name: str, qualifier: str, values: np.ndarray) -> str:
    numbers = ", ".join(repr(float(x)) for x in values.ravel()) or "0"
    return f"{qualifier}double {name}[] = {{{numbers}}};"


def _verdict(name: str) -> str:
    return f'    return verdict("{name}", worst);\n'


def makefile(stem: str) -> str:
    """`make test` compiles and runs the test; `make` an object to link with."""
    return _MAKEFILE.format(stem=stem)


_MAKEFILE: Final = """\
CC ?= cc
CFLAGS ?= -std=c11 -O2 -Wall

{stem}.o: {stem}.c {stem}.h
\t$(CC) $(CFLAGS) -c {stem}.c

test: test_{stem}
\t./test_{stem}

test_{stem}: test_{stem}.c {stem}.c {stem}.h
\t$(CC) $(CFLAGS) -o test_{stem} test_{stem}.c {stem}.c -lm

clean:
\trm -f {stem}.o test_{stem}

.PHONY: test clean
"""
_TEST: Final = """\
/* Compares {stem}.c with numbers that an interpreter of the same equations gave. Exit status 0
 * where every function agrees to {tolerance:g} of its largest number.
 */
#include <math.h>
#include <stdio.h>

#include "{stem}.h"

static double larger(double a, double b)
{{
    return a > b || a != a ? a : b;
}}

/* the largest difference, in parts of one plus the largest number */
static double difference(const double *got, const double *want, int size)
{{
    double most = 0, scale = 1;
    for (int k = 0; k < size; k++) {{
        most = larger(most, fabs(got[k] - want[k]));
        scale = larger(scale, fabs(want[k]));
    }}
    return most / scale;
}}

static int verdict(const char *name, double worst)
{{
    int wrong = !(worst <= {tolerance:g});
    printf("%-40s %.1e %s\\n", name, worst, wrong ? "WRONG" : "ok");
    return wrong;
}}

{calls}int main(void)
{{
    int wrong = 0;
{runs}    return wrong != 0;
}}
"""
