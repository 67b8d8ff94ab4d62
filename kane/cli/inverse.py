"""`kane inverse MODEL MOTION`: the forces that a motion takes.

The motion is a CSV file with a column for the time t and each coordinate; speeds and
accelerations (kane/formats/motion_file.py) may be left out. Where the model has inputs that the
motion does not give, their values are sought, τ = B a; else the generalized forces along the
speeds are given. Loads at a link's tip: --tip LINK, with columns tip.fx … tip.mz in the motion.

JSON keys: `model`, `motion` (file names), `times`, `names` (of the forces), `forces` (a row a
time), `kind` ("forces", "inputs" or "motors"), `derived` (columns found by splines), `notes`.

From: command.py    Next: inverse_answer.py
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from kane.cli.command import DONE, Command, Misuse
from kane.cli.reading import add_reading


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what `kane inverse` takes."""
    parser.add_argument("model", help="a model: .toml, .urdf, .csv")
    parser.add_argument("motion", help="a motion: CSV with t and every coordinate")
    parser.add_argument("--out", metavar="FILE", help="write the table there, not to the screen")
    parser.add_argument("--tip", metavar="LINK", help="the motion's tip.fx … tip.mz act on LINK")
    parser.add_argument("--motors", action="store_true", help="through the model's own gears")
    add_reading(parser)


def run(arguments: argparse.Namespace) -> int:
    """Exit code, after printing or writing the forces."""
    from kane.cli.inverse_answer import answer

    written = answer(arguments)
    if arguments.out is None:
        sys.stdout.write(written)
        return DONE
    try:
        Path(arguments.out).write_text(written, encoding="utf-8")
    except OSError as error:
        raise Misuse(f"{arguments.out} cannot be written: {error.strerror}.") from None
    return DONE


COMMAND: Final = Command(
    name="inverse",
    summary="Finds the forces that a motion takes.",
    arguments=arguments,
    run=run,
    examples=(
        "kane inverse arm.toml motion.csv --out forces.csv",
        "kane inverse panda.urdf motion.csv --hold panda_finger_joint1=0 --motors",
    ),
)
