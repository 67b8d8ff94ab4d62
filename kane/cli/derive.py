"""`kane derive MODEL`: the equations of motion, partial velocities, and operation counts.

JSON keys: `name`, `q`, `u` (names), `kinematics` (q̇ by coordinate), `mass_matrix` (rows of texts),
`bias` (f by speed), `inputs` (a in τ = B a), `input_matrix` (B by rows), `nonlinear_inputs` (in f,
perhaps in B), `constraints`, `dependent` (by speed), `partial_velocities` and
`partial_angular_velocities` (by body, a list of triples, last the remainder), `operations` (by
function: `mul`, `add`, `div`, `sines`), `built` (of a call of what `kane.build` makes of them, work
on parameters alone aside: `mul`, `add`, `div`, `sqrt`, `sincos`, `other`). With `--speeds suggest`:
`suggestions`, a list of `speeds` and `operations`, the cheapest first. With `--latex`: `latex`.

From: model.py    Next: kane/dynamics/equations.py
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from kane.cli.command import DONE, Command, Misuse
from kane.cli.model import add_model, model_file, writable
from kane.cli.paper import as_json
from kane.cli.reading import add_reading, how_to_read

if TYPE_CHECKING:
    from kane.algebra.intermediates import Intermediates
    from kane.dynamics.equations import Equations
    from kane.model.system import System
    from kane.program.count import Operations


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what `kane derive` takes."""
    add_model(parser)
    parser.add_argument(
        "--speeds", choices=("file", "suggest"), default="file", help="try other generalized speeds"
    )
    parser.add_argument(
        "--parameters", choices=("live", "fold"), default="live", help="as symbols or as numbers"
    )
    parser.add_argument("--latex", action="store_true", help="print LaTeX: a whole document")
    parser.add_argument(
        "--intermediates", choices=("long", "shared"), default="long",
        help="name Z_i what is in long lines, or all that occurs twice",
    )  # fmt: skip
    parser.add_argument("--out", metavar="FILE", help="write there instead of printing")
    add_reading(parser)


def run(arguments: argparse.Namespace) -> int:
    """Exit code, after printing the equations."""
    system = model_file(arguments.model, how_to_read(arguments)).system
    if arguments.speeds == "suggest":
        return _suggest(system, arguments)
    from kane.algebra.intermediates import Intermediates
    from kane.dynamics.equations import derive
    from kane.dynamics.lift import Parameters

    equations = derive(system, Parameters(arguments.parameters))
    named = Intermediates(arguments.intermediates)
    if arguments.json:
        document = findings(equations) | {
            "built": {name: asdict(operations) for name, operations in built(equations).items()}
        }
        as_json(document | ({"latex": report(equations, named)} if arguments.latex else {}))
        return DONE
    written = report(equations, named) if arguments.latex else page(equations, named)
    _put(written, arguments.out)
    return DONE


def _suggest(system: System, arguments: argparse.Namespace) -> int:
    from kane.suggested import suggest_speeds

    if arguments.latex:
        raise Misuse("--latex and --speeds suggest do not go together. Ask for one of them.")
    ranked = suggest_speeds(system)
    if arguments.json:
        listed = [{"speeds": one.speeds, "operations": counts(one.cost)} for one in ranked]
        as_json({"name": system.name, "suggestions": listed})
    else:
        _put(str(ranked), arguments.out)
    return DONE


def report(equations: Equations, named: Intermediates) -> str:
    """The equations as a LaTeX document."""
    from kane.algebra.latex import Style
    from kane.dynamics.equations_report import latex_report

    return latex_report(equations, Style(intermediates=named))


def page(equations: Equations, named: Intermediates) -> str:
    """The equations as text, and last what a call of the functions made of them takes."""
    from kane.dynamics.report import report as text

    lines = [f"  {name:<17} {operations}" for name, operations in built(equations).items()]
    title = "Operations of a call as built: on the frames and masses that make it shortest"
    return "\n".join([text(equations, named), "", title, *lines])


def built(equations: Equations) -> dict[str, Operations]:
    """Operations by function after all passes, work on parameters alone aside."""
    from kane.pipeline import build

    made = build(equations.system, parameters=equations.tree.lift.parameters).operations
    return {name: made[name] for name in ("inverse_dynamics", "forward_dynamics")}


def findings(equations: Equations) -> dict[str, Any]:
    """The equations under the keys of the JSON."""
    system, embedded = equations.system, equations.embedded
    tables = (equations.partial_velocities, equations.partial_angular_velocities)
    linear, angular = ({body: [list(v) for v in row] for body, row in t.items()} for t in tables)
    return {
        "name": system.name,
        "q": equations.q_names,
        "u": equations.u_names,
        "kinematics": dict(zip(equations.q_names, equations.qdot, strict=True)),
        "mass_matrix": [list(row) for row in equations.mass_matrix],
        "bias": dict(zip(equations.u_names, equations.bias, strict=True)),
        "inputs": [str(symbol) for symbol in equations.linear_inputs],
        "input_matrix": [list(row) for row in equations.input_matrix],
        "nonlinear_inputs": [str(symbol) for symbol in equations.nonlinear_inputs],
        "constraints": [constraint.name for constraint in system.constraints],
        "dependent": {name: form.value for name, form in embedded.dependent.items()},
        "partial_velocities": linear,
        "partial_angular_velocities": angular,
        "operations": {name: counts(cost) for name, cost in equations.operations.items()},
    }


def counts(cost: Any) -> dict[str, int]:
    """Operations by kind."""
    return {kind: getattr(cost, kind) for kind in KINDS}


def _put(text: str, out: str | None) -> None:
    if out is None:
        print(text)
        return
    where = writable(out)
    where.write_text(text if text.endswith("\n") else f"{text}\n", encoding="utf-8")
    print(where)


KINDS: Final = ("mul", "add", "div", "sines")
COMMAND: Final = Command(
    name="derive",
    summary="Derives the equations of motion by Kane's method.",
    arguments=arguments,
    run=run,
    examples=(
        "kane derive cart.toml",
        "kane derive cart.toml --speeds suggest",
        "kane derive cart.toml --latex --out cart.tex",
    ),
)
