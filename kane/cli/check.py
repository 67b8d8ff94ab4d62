"""`kane check MODEL…`: every fault of a description at once, with where and what to do.

With `--motion RESULTS` it goes over a simulated motion again: inverse dynamics of every sample
returns the inputs that drove it, and from every sample the model goes on to the next.

Of a robot's file it lists everything that the model does not use or takes otherwise.
Of constraints it says which rows follow from the others at the start and beside it: an
over-constrained loop moves, and these rows change nothing.

JSON keys: `models`, a list of `model`, `sound`, `name` (null where it could not be read),
`superfluous` (those rows; null where the start could not be assembled), `notes` (what of a robot's
file was not used, assumed, changed or offered) and `faults`: a list of `where` (file:line:column or
a path), `what`, `remedy`. With `--motion`: `motion` with `forces` (their largest difference;
null where constraints that may come and go hold all the time), `scale` (the largest force), `apart`
(the largest difference of a state from where the model arrives, relative to the largest of that
name), `name` and `t` (which, and when), `tolerance` (what `apart` may be), `sound`.

From: model.py    Next: kane/model/check.py
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from kane.cli.command import DONE, MISUSED, Command, Misuse
from kane.cli.model import add_pairs, model_file, pair
from kane.cli.paper import Colour, as_json, coloured
from kane.cli.reading import add_reading, how_to_read
from kane.errors import Fault, KaneError, ModelError

if TYPE_CHECKING:
    from kane.formats.toml import ModelFile


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what `kane check` takes."""
    parser.add_argument("models", metavar="MODEL", nargs="+", help="model files")
    parser.add_argument("--motion", metavar="RESULTS", help="a file that `kane simulate` wrote")
    parser.add_argument("--tolerance", type=float, metavar="E", help="for the motion: 1e-5")
    add_pairs(parser, "--input", "an input, as it was in the run")
    add_reading(parser)


def run(arguments: argparse.Namespace) -> int:
    """Exit code: 0 where all is sound, 2 where something is not."""
    if arguments.motion is not None and len(arguments.models) != 1:
        raise Misuse("--motion is of one model. Name one.")
    how = how_to_read(arguments)
    judged = [(path, *judge(path, how)) for path in arguments.models]
    document: dict[str, Any] = {"models": [entry(*one) for one in judged]}
    sound = all(not faults for _, _, faults in judged)
    if sound and arguments.motion is not None:
        from kane.cli.motion_check import compare

        (_, model, _) = judged[0]
        assert model is not None
        given = dict(pair(text, "--input") for text in arguments.input)
        asked = {"simulate": {}, "start": {}, "inputs": given}
        document["motion"] = compare(model, arguments.motion, asked, arguments.tolerance)
        sound = document["motion"]["sound"]
    if arguments.json:
        as_json(document)
    else:
        _print(judged, document)
    return DONE if sound else MISUSED


def judge(path: str, how: Mapping[str, Any]) -> tuple[ModelFile | None, list[Fault]]:
    """A model, or its faults."""
    try:
        return model_file(path, how), []
    except ModelError as error:
        return None, list(error.faults)
    except KaneError as error:
        return None, [Fault(path=path, what=str(error), remedy="")]


def entry(path: str, model: ModelFile | None, faults: list[Fault]) -> dict[str, Any]:
    """One model under the keys of the JSON."""
    listed = [{"where": one.path, "what": one.what, "remedy": one.remedy} for one in faults]
    name = None if model is None else model.system.name
    left_out = None if model is None else superfluous(model)
    return {
        "model": path,
        "sound": not faults,
        "name": name,
        "superfluous": left_out,
        "notes": [] if model is None else list(model.notes),
        "faults": listed,
    }


def superfluous(model: ModelFile) -> list[str] | None:
    """The rows that follow from others where the model starts; None where it cannot."""
    if not any(one.active and not one.dependent for one in model.system.relations):
        return []
    from kane.analysis.moment import moment
    from kane.pipeline import build

    start = model.settings.start
    try:
        built = build(model.system)
        q, u = (
            {name: start[name] for name in names if name in start}
            for names in (built.q_names, built.u_names)
        )
        return list(moment(built, q=q, u=u, t=0.0, inputs=None).superfluous)
    except (KaneError, ValueError):
        return None


def _print(judged: list[Any], document: dict[str, Any]) -> None:
    motion = document.get("motion")
    for (path, model, faults), told in zip(judged, document["models"], strict=True):
        if model is None:
            count = f"{len(faults)} fault{'s' * (len(faults) != 1)}"
            print(f"{path}: {coloured(count, Colour.BAD)}")
            print("\n".join(f"  {fault}" for fault in faults))
        else:
            print(f"{path}: {coloured('sound', Colour.GOOD)}, {_size(model)}")
            if told["superfluous"]:
                print(f"  follow from the other rows: {', '.join(told['superfluous'])}")
            print("".join(f"  {note}\n" for note in told["notes"]), end="")
    if motion is not None:
        print(_judged(motion))


def _judged(motion: dict[str, Any]) -> str:
    verdict = coloured("is the model's", Colour.GOOD)
    if not motion["sound"]:
        verdict = coloured("is not the model's", Colour.BAD)
    found = [f"the motion {verdict}"]
    if motion["forces"] is not None:
        found.append(f"inverse dynamics returns its inputs to {motion['forces']:.1e}")
    where = f"at t = {motion['t']:.6g} s"
    found.append(f"{motion['name']} is apart by {motion['apart']:.1e} of its largest {where}")
    if not motion["sound"]:
        found.append("say --input or --tolerance if the run had others")
    return "; ".join(found)


def _size(model: ModelFile) -> str:
    system = model.system
    parts = {
        ("body", "bodies"): len(system.bodies),
        ("joint", "joints"): len(system.joints),
        ("coordinate", "coordinates"): len(system.coordinates),
        ("load", "loads"): len(system.loads),
        ("constraint", "constraints"): len(system.constraints),
        ("contact", "contacts"): len(system.contacts),
        ("input", "inputs"): len(system.inputs),
    }
    return ", ".join(f"{count} {names[count > 1]}" for names, count in parts.items() if count)


COMMAND: Final = Command(
    name="check",
    summary="Finds every fault of a model, or checks a motion by inverse dynamics.",
    arguments=arguments,
    run=run,
    examples=(
        "kane check cart.toml",
        "kane check panda.urdf --snap turns",
        "kane check cart.toml --motion cart.nc",
    ),
)
