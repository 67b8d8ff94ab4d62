"""`kane simulate MODEL`: a motion from its start to its end, as numbers, a file, a picture.

What the model file says under [simulate] and [inputs] holds unless an option says otherwise. A
robot's joint limits are stops, unless --limits ignore lets joints pass.

JSON keys: `name`, `outcome` (an Outcome's name), `remedy`, `stopped` (by an event), `t` (where it
ended), `begun` (what of the start was moved onto the constraints: `changed`, by coordinate and
speed [asked, got], and `missed`, by relation how far off the start was), `samples`, `steps`,
`rejected`, `evaluations`, `seconds`, `method`, `drifts` (what was kept, by name), `gaps` (how far
relations of places were from holding, by constraint), `events` (a list of `t`, `name`, `action`),
`final` (coordinates and speeds at the end), `file`, `csv` and `picture` (paths, or null).

From: model.py    Next: kane/sim/simulate.py
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from kane.cli.command import DONE, FAILED, Command
from kane.cli.model import add_model, add_pairs, model_file, pair, writable
from kane.cli.paper import as_json, shows_colours
from kane.cli.reading import add_reading, how_to_read
from kane.errors import Outcome

if TYPE_CHECKING:
    from kane.sim.trajectory import Trajectory


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what `kane simulate` takes."""
    add_model(parser)
    parser.add_argument("--until", metavar="T", help='when it ends: 5, "5 s"')
    parser.add_argument("--dt", metavar="T", help="a fixed step")
    parser.add_argument("--tolerance", type=float, metavar="E", help="relative and absolute")
    parser.add_argument("--method", help="rk4, gauss_legendre, dopri5, dop853, radau5 …")
    parser.add_argument("--every", metavar="T", help="the interval between samples")
    parser.add_argument(
        "--limits", choices=["keep", "ignore"], default="keep", help="a robot's joint limits"
    )
    add_pairs(parser, "--start", "a coordinate or speed at the start")
    add_pairs(parser, "--input", "an input, as a number or an expression")
    parser.add_argument("--out", metavar="FILE", help="write all samples there: .nc")
    parser.add_argument("--csv", metavar="FILE", help="write all samples there as a table")
    parser.add_argument("--plot", metavar="FILE", help="draw coordinates and speeds: .png, .pdf")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    add_reading(parser)


def run(arguments: argparse.Namespace) -> int:
    """Exit code, after the run: 0 where it ended as asked."""
    from kane.cli.simulation import outputs, simulated, with_stops

    model = model_file(arguments.model, how_to_read(arguments))
    for path in filter(None, (arguments.out, arguments.csv, arguments.plot)):
        writable(path)
    shown = None if arguments.json or arguments.quiet else progress(sys.stderr)
    asked = overridden(arguments)
    if arguments.limits == "keep":
        model, loose = with_stops(model, asked)
        for words in loose:
            print(f"kane: {words}", file=sys.stderr)
    motion = simulated(model, asked, shown, arguments.out)
    written = outputs(motion, arguments)
    if arguments.json:
        as_json(findings(motion) | written)
    else:
        print(motion)
        for path in filter(None, written.values()):
            print(path)
    return DONE if motion.outcome is Outcome.OK else FAILED


def overridden(arguments: argparse.Namespace) -> dict[str, Any]:
    """What the options say, in the words of a model file."""
    plain = {name: getattr(arguments, name) for name in PLAIN}
    return {
        "simulate": {name: value for name, value in plain.items() if value is not None},
        "start": dict(pair(text, "--start") for text in arguments.start),
        "inputs": dict(pair(text, "--input") for text in arguments.input),
    }


def findings(motion: Trajectory) -> dict[str, Any]:
    """The run under the keys of the JSON."""
    from kane.sim.report import drifts, gaps

    state = (*motion.source.q_names, *motion.source.u_names)
    effort = motion.effort
    events = [{"t": e.t, "name": e.name, "action": e.action.value} for e in motion.events]
    return {
        "name": motion.source.name,
        "outcome": motion.outcome.name,
        "remedy": motion.outcome.remedy,
        "stopped": motion.stopped,
        "t": motion.t[-1],
        "begun": json.loads(motion.begun.text),
        "samples": len(motion),
        "steps": effort.steps,
        "rejected": effort.rejected,
        "evaluations": effort.evaluations,
        "seconds": effort.seconds,
        "method": effort.method,
        "drifts": drifts(motion),
        "gaps": gaps(motion),
        "events": events,
        "final": dict(zip(state, motion.y[-1], strict=True)),
    }


def progress(stream: Any) -> Callable[[float, float], None] | None:
    """A line that says how far the run is and how long it will take; none without a terminal."""
    if not shows_colours(stream):
        return None
    start = time.monotonic()

    def show(t: float, until: float) -> None:
        spent = time.monotonic() - start
        share = t / until if until else 1.0
        left = f", {spent * (1 - share) / share:.0f} s left" if share > 0 else ""
        end = "\r" if share < 1 else "\r\x1b[K"
        stream.write(f"\r\x1b[Kt = {t:.4g} of {until:.4g} s{left}{end}")
        stream.flush()

    return show


PLAIN: Final = ("until", "dt", "tolerance", "method", "every")

COMMAND: Final = Command(
    name="simulate",
    summary="Simulates a model's motion.",
    arguments=arguments,
    run=run,
    examples=(
        "kane simulate cart.toml",
        'kane simulate pendulum.toml --start "q1=60 deg" --until 20 --out pendulum.nc',
        'kane simulate cart.toml --input "F=3*sin(t)" --plot cart.png --json',
    ),
)
