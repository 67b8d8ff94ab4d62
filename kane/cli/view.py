"""`kane view FILE`: a motion in the browser, played back.

FILE is a model file, which is simulated first, or the results of `kane simulate --out`, whose model
file is named beside it or found next to it.

JSON keys: `name`, `samples`, `seconds` (of the motion), `address`, `recording` (a path, or null).

From: simulate.py    Next: kane/viewer/playback.py
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kane.cli.command import DONE, Command, Misuse
from kane.cli.feel import add_window
from kane.cli.marks import add_marks, marks_of
from kane.cli.model import model_file
from kane.cli.paper import as_json

if TYPE_CHECKING:
    from kane.formats.toml import ModelFile
    from kane.model.solid import Solid
    from kane.sim.trajectory import Trajectory


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what `kane view` takes."""
    parser.add_argument("file", help="a model file, or results: .nc")
    parser.add_argument("model", nargs="?", help="the model file of results")
    parser.add_argument("--plot", action="append", default=[], metavar="NAME", help="a curve")
    parser.add_argument("--record", metavar="FILE", help="write the motion there as HTML, and end")
    parser.add_argument("--up", choices=("x", "y", "z"), help="the axis that points up")
    parser.add_argument("--seconds", type=float, help="end by itself")
    add_marks(parser)
    add_window(parser)


def run(arguments: argparse.Namespace) -> int:
    """Exit code, after the window was closed."""
    from kane.viewer.playback import view

    model, motion, again, solids = opened(arguments.file, arguments.model)
    system, marks = model.system, marks_of(model, arguments)
    sliders = dict(motion.source.parameters) if again else {}
    port = 0 if arguments.record else arguments.port
    shown = view(
        system, motion, solids=solids, plots=tuple(arguments.plot), sliders=sliders, again=again,
        arrows=marks.arrows, paths=marks.paths, axes=marks.axes,
        up=arguments.up or up_of(system), host=arguments.host, port=port,
        playing=not arguments.record,
    )  # fmt: skip
    try:
        if arguments.record:
            shown.record(arguments.record)
        else:
            print(f"{system.name}\n{shown.address}   (Ctrl-C ends it)", file=sys.stderr)
            waited(shown, arguments.seconds)
    finally:
        shown.close()
    if arguments.json:
        as_json(
            {
                "name": system.name, "samples": len(motion),
                "seconds": float(motion.t[-1] - motion.t[0]), "address": shown.address,
                "recording": arguments.record,
            }
        )  # fmt: skip
    elif arguments.record:
        print(arguments.record)
    return DONE


def waited(shown: Any, seconds: float | None) -> None:
    """Until Ctrl-C, or so many seconds have gone."""
    until = None if seconds is None else time.monotonic() + seconds
    try:
        while until is None or time.monotonic() < until:
            time.sleep(0.05)
    except KeyboardInterrupt:
        pass


def opened(file: str, model: str | None) -> tuple[ModelFile, Trajectory, Any, Sequence[Solid]]:
    """Model, motion, how to make it again with other parameters, and what is drawn."""
    if file.endswith(".nc"):
        return results(file, model)
    return simulated(file)


def simulated(file: str) -> tuple[ModelFile, Trajectory, Any, Sequence[Solid]]:
    """A model file's own motion, live in its parameters."""
    from kane.cli.shapes import shapes_of
    from kane.cli.simulation import simulated as motion_of
    from kane.pipeline import build

    whole = model_file(file)
    built = [build(whole.system, parameters="live")]

    def again(values: Mapping[str, float]) -> Trajectory:
        built[0] = built[0].with_parameters(**values)
        return motion_of(whole, {}, None, built=built[0])

    return whole, again({}), again, shapes_of(file)


def results(file: str, model: str | None) -> tuple[ModelFile, Trajectory, None, Sequence[Solid]]:
    """Results with the functions of the model that they came from."""
    from kane.cli.shapes import shapes_of
    from kane.cli.simulation import closed_inputs
    from kane.pipeline import build
    from kane.sim.trajectory import Trajectory

    if not Path(file).is_file():
        raise Misuse(f"there is no file '{file}'. Make it: kane simulate cart.toml --out {file}.")
    motion = Trajectory.read(file)
    for path in [Path(model)] if model else candidates(Path(file)):
        whole = model_file(str(path))
        flows = build(whole.system).flows(closed_inputs(whole))
        if flows.motion.digest == motion.source.known_as:
            known = replace(motion, source=replace(motion.source, flows=flows))
            return whole, known, None, shapes_of(str(path))
        if model:
            raise Misuse(
                f"'{model}' is not the model that '{file}' came from: their equations differ. Name "
                "the one that was simulated, or simulate again."
            )
    raise Misuse(
        f"no model file beside '{file}' is the one of '{motion.source.name}' that it came from. "
        f"Name it: kane view {file} model.toml."
    )


def candidates(file: Path) -> Iterator[Path]:
    """Model files next to results, and where we are, that can be read."""
    from kane.errors import KaneError

    for path in sorted({*file.parent.glob("*.toml"), *Path().glob("*.toml")}):
        try:
            model_file(str(path))
        except KaneError:
            continue
        yield path


def up_of(system: Any) -> str:
    """Against gravity, where it is along an axis."""
    for load in system.loads:
        along = getattr(load, "along", None)
        if along is not None and type(load).__name__ == "Gravity":
            parts = [float(one) if isinstance(one, int | float) else 0.0 for one in along]
            return "xyz"[max(range(3), key=lambda k: abs(parts[k]))]
    return "z"


COMMAND: Final = Command(
    name="view",
    summary="Shows a motion in the browser.",
    arguments=arguments,
    run=run,
    examples=(
        "kane view cart.toml",
        "kane view results.nc cart.toml",
        'kane view cart.toml --path P1 --frame basket --arrow "velocity(P1)"',
        "kane view pendulum.toml --record pendulum.html",
    ),
)
