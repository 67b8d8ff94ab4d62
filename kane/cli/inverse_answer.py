"""What `kane inverse` answers: from the files that were named to a table or document.

From: inverse.py    Next: kane/manipulators/inverse.py
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kane.cli.command import Misuse
from kane.cli.model import open_contacts
from kane.cli.reading import how_to_read
from kane.formats import source as files
from kane.formats.load import read
from kane.formats.loaded import Loaded
from kane.formats.motion_file import Asked, Moved, motion_of
from kane.formats.source import Source
from kane.machine.model import Model
from kane.manipulators.drives import Drives, geared
from kane.manipulators.inverse import TIP, Forces, States, inverse, motors, quaternions, with_tip
from kane.model.joints.contract import speed_name
from kane.model.system import System
from kane.pipeline import build
from kane.sim.file import RUN
from kane.sim.file import read as retold


def answer(arguments: argparse.Namespace) -> str:
    """The table or document, from the files that were named."""
    loaded = read(arguments.model, **how_to_read(arguments))
    system = with_tip(loaded.system, arguments.tip) if arguments.tip else loaded.system
    model = build(system)
    moved = motion_of(motion_source(arguments.motion, model), asked(model, system))
    known = {**at_tip(arguments, moved), **moved.inputs}
    states = States(t=moved.t, q=moved.q, u=moved.u, udot=moved.udot, known=known)
    if arguments.motors:
        found = motors(model, states, drives_of(loaded, model))
    else:
        found = inverse(model, states)
    told = [*found.notes, *open_contacts(system)]
    notes = [*map(str, loaded.notes), *told]
    if arguments.json:
        return document(arguments, moved, found, notes)
    for line in [loaded.summary, *told]:
        if line:
            print(f"kane: {line}", file=sys.stderr)
    return table(moved, found)


def motion_source(path: str, model: Model) -> Source:
    """A motion's file as CSV; of one that `kane simulate` wrote, the state at each time, and the
    inputs that no B a = τ can tell."""
    if Path(path).suffix not in (".nc", RUN):
        return files.read(path)
    motion = retold(Path(path))
    lost = [name for name in (*model.q_names, *model.u_names) if name not in motion.names]
    if lost:
        raise Misuse(f"{path} has no '{lost[0]}'. Is it of this model?")
    known = [name for name in model.nonlinear_inputs if name in motion.names]
    names = ("t", *model.q_names, *model.u_names, *known)
    _, first = np.unique(np.asarray(motion.t), return_index=True)
    rows = np.array([np.asarray(motion[name])[first] for name in names]).T.tolist()
    written = io.StringIO()
    csv.writer(written).writerows([names, *rows])
    return Source(name=Path(path).name, content=written.getvalue().encode())


def at_tip(arguments: argparse.Namespace, moved: Moved) -> dict[str, Any]:
    """The tip's forces and torques that the motion leaves out: zero."""
    if not arguments.tip:
        return {}
    if not any(name in moved.inputs for name in TIP):
        raise Misuse(
            f"{arguments.motion} has none of the columns {', '.join(TIP)}, which --tip asks for. "
            "Give those that are not zero."
        )
    return dict.fromkeys(TIP, 0 * moved.t)


def asked(model: Model, system: System) -> Asked:
    """What the motion's file is to hold."""
    known = {speed_name(name): name for name in model.q_names}
    return Asked(
        q=model.q_names,
        u=model.u_names,
        inputs=model.input_names,
        quaternions=quaternions(system),
        rates={name: known[name] for name in model.u_names if name in known},
    )


def drives_of(loaded: Loaded, model: Model) -> Drives:
    """The gears that the model's file names, one a joint; 1 where it names none."""
    by_joint = {one.joint: one for one in loaded.transmissions}
    own = [by_joint.get(name) for name in model.q_names]
    named = zip(own, model.q_names, strict=True)
    return geared(
        model.q_names,
        [1.0 if one is None or one.reduction is None else one.reduction for one in own],
        rotor_inertia=[0.0 if one is None else one.rotor_inertia or 0.0 for one in own],
        motors=[one.actuator or name if one else name for one, name in named],
    )


def table(moved: Moved, found: Forces) -> str:
    """CSV: t, then the forces."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(["t", *found.names])
    for t, row in zip(moved.t.tolist(), found.values.tolist(), strict=True):
        rows.writerow([repr(t), *map(repr, row)])
    return written.getvalue()


def document(
    arguments: argparse.Namespace, moved: Moved, found: Forces, notes: Sequence[str]
) -> str:
    """One JSON document."""
    said = {
        "model": arguments.model,
        "motion": arguments.motion,
        "kind": found.kind.value,
        "names": found.names,
        "times": moved.t.tolist(),
        "forces": found.values.tolist(),
        "derived": moved.derived,
        "notes": notes,
    }
    return json.dumps(said, indent=1) + "\n"
