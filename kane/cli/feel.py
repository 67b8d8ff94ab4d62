"""`kane feel SYSTEM`: a system under a hand, and in the browser.

SYSTEM is one of the gallery's (cart, piano, maze, bowl, pendulum, stanford) or a model file with
`--handle BODY.POINT` and `--axes x,y,z,turn-x,turn-y,turn-z`.

JSON keys: those of the loop's report (`ticks`, `overruns`, `skipped`, `overrun_share`, `lateness`,
`step`, `interval` with their quantiles in seconds, `stiffness`, `damping`, `needs`, `energy`,
`least_energy`, `guarded`, `lost`, `events`, `foreseen`, `right` …), and `address` of the window.

From: view.py    Next: kane/haptics/loop.py
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING, Any, Final

from kane.cli.command import DONE, FAILED, Command, Misuse
from kane.cli.paper import as_json

if TYPE_CHECKING:
    from kane.haptics.gallery.scene import Scene


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what `kane feel` takes."""
    known = "cart, piano, maze, bowl, pendulum, stanford"
    parser.add_argument("system", help=f"{known}, or a model file")
    parser.add_argument(
        "--device", default="mouse",
        help="mouse, haply, haply:ws://HOST:PORT, force-dimension, gamepad, simulated",
    )  # fmt: skip
    parser.add_argument("--handle", metavar="BODY.POINT", help="where a file's system is held")
    parser.add_argument("--axes", help="held along x,y,z and about turn-x …; x,y,z by default")
    parser.add_argument(
        "--display", choices=("impedance", "admittance", "inverse"),
        help="force of the coupler (by default), motion, or the force that the motion takes",
    )  # fmt: skip
    parser.add_argument("--rate", type=float, help="in Hz, 1000 by default, up to 20000")
    parser.add_argument("--spin", action="store_true", help="wait without sleeping, on a core")
    parser.add_argument("--core", type=int, help="the core on which the loop stays")
    parser.add_argument("--no-guard", action="store_true", help="without passivity controller")
    parser.add_argument("--no-window", action="store_true", help="without a browser's window")
    parser.add_argument("--seconds", type=float, help="end by itself")
    add_window(parser)


def add_window(parser: argparse.ArgumentParser) -> None:
    """Adds where the window is."""
    parser.add_argument("--host", default="127.0.0.1", help="other machines need a token then")
    parser.add_argument("--port", type=int, default=8080, help="0: any that is free")


def run(arguments: argparse.Namespace) -> int:
    """Exit code, after the loop has ended."""
    from kane.haptics.devices.choose import device_of
    from kane.haptics.loop import Display, Pace, feel
    from kane.haptics.report import report

    seconds_of(arguments)
    scene = scene_of(arguments)
    loop = feel(
        scene.system, scene.handle, device_of(arguments.device, start_of(scene)),
        rate=scene.rate if arguments.rate is None else arguments.rate, q=scene.q, u=scene.u,
        inputs=scene.inputs,
        events=scene.events, method=scene.method, steps=scene.steps, core=arguments.core,
        guard=not arguments.no_guard, look_ahead=scene.look_ahead,
        pace=Pace.SPINNING if arguments.spin else Pace.SLEEPING,
        display=Display[(arguments.display or "impedance").upper()],
    )  # fmt: skip
    window = None
    try:
        if not arguments.no_window:
            window = opened(scene, loop, arguments.host, arguments.port)
            told = f"{scene.title}: {scene.text}\n{window.address}   (Ctrl-C ends it)"
            print(told, file=sys.stderr)
        loop.start()
        waited(loop, arguments.seconds)
    finally:
        loop.stop()
        if window is not None:
            window.close()
    found = report(loop)
    if arguments.json:
        as_json(found.plain() | {"address": window.address if window else None})
    else:
        print(found)
    if loop.ended.name == "FAILED":
        print(f"kane: {loop.outcome.remedy}", file=sys.stderr)
        return FAILED
    return DONE


def seconds_of(arguments: argparse.Namespace) -> float | None:
    """How long it runs, if that is a time."""
    seconds: float | None = arguments.seconds
    if seconds is not None and not 0.0 < seconds < float("inf"):
        raise Misuse(f"--seconds {seconds} is no time to run for. Give a number above 0.")
    return seconds


def waited(loop: Any, seconds: float | None) -> None:
    """Until it ends, Ctrl-C, or so many seconds have gone."""
    until = None if seconds is None else time.monotonic() + seconds
    try:
        while loop.alive and (until is None or time.monotonic() < until):
            time.sleep(0.05)
    except KeyboardInterrupt:
        pass


def opened(scene: Scene, loop: Any, host: str, port: int) -> Any:
    """The window of a loop."""
    from kane.haptics.devices.mouse import Mouse
    from kane.haptics.report import report
    from kane.viewer.live import Hand, live

    device = loop.device
    hand = None
    if isinstance(device, Mouse):
        hand = Hand(drag=device.drag, hold=device.hold, release=device.release)
    values = {name: loop.model.parameters[name] for name in scene.sliders}
    stiff = loop.coupling.along.stiffness
    return live(
        scene.system, loop.model, loop.state, title=scene.title,
        carrier=scene.handle.point.frame.name, axes=scene.handle.axes, hand=hand,
        solids=scene.solids, sliders=values, change=loop.change, text=lambda: str(report(loop)),
        strongest=min(device.properties.force, 60.0, max(1.0, 0.03 * stiff)), up=scene.up,
        host=host,
        port=port,
    )  # fmt: skip


def start_of(scene: Scene) -> tuple[float, float, float]:
    """A place for a simulated hand to begin: where the handle is without its coordinates' names."""
    q = scene.q
    return (q.get("x", 0.0), q.get("y", 0.0), q.get("z", 0.0))


def scene_of(arguments: argparse.Namespace) -> Scene:
    """The gallery's system of a name, or a model file's."""
    from kane.haptics.gallery import GALLERY

    if arguments.system in GALLERY:
        given = [name for name in ("handle", "axes") if getattr(arguments, name) is not None]
        if given:
            raise Misuse(
                f"--{given[0]} {getattr(arguments, given[0])}: '{arguments.system}' of the gallery "
                "has a handle of its own. Leave it out, or give a model file."
            )
        return GALLERY[arguments.system]()
    if "." not in arguments.system:
        known = ", ".join(GALLERY)
        raise Misuse(
            f"'{arguments.system}' is none of {known}, and no model file. Name one of these, or a "
            "file: kane feel cart.toml --handle basket.P1 --axes x,y,turn-z."
        )
    return scene_of_file(arguments)


def scene_of_file(arguments: argparse.Namespace) -> Scene:
    """The system of a model file, held where `--handle` says."""
    from kane.cli.model import model_file
    from kane.cli.simulation import when
    from kane.haptics.gallery.scene import Scene
    from kane.haptics.handle import Handle

    file = model_file(arguments.system)
    start = file.settings.start
    axes = tuple(axis.strip().replace("-", " ") for axis in (arguments.axes or "x,y,z").split(","))
    handle = Handle(point=point_of(file.system, arguments.handle), axes=axes)
    names = file.system.coordinates
    return Scene(
        title=file.system.name,
        text=f"Held at {handle.point.path}.",
        system=file.system,
        handle=handle,
        q={name: start[name] for name in names if name in start},
        u={name: value for name, value in start.items() if name not in names},
        inputs={name: 0.0 for name in file.inputs if not hasattr(file.inputs[name], "graph")},
        events=tuple(when(one) for one in file.settings.events),
        sliders=tuple(file.system.parameters)[:8],
    )


def point_of(system: Any, text: str | None) -> Any:
    """The point that `--handle` names: a body's, or its mass centre."""
    from kane.haptics.points import points_of

    known = points_of(system)
    if text is None or text not in known:
        listed = ", ".join(known)
        said = "no --handle was given" if text is None else f"there is no point '{text}'"
        raise Misuse(f"{said} of '{system.name}'. Say where it is held: --handle, one of {listed}.")
    return known[text]


COMMAND: Final = Command(
    name="feel",
    summary="Puts a system under a hand, in the browser or on a haptic device.",
    arguments=arguments,
    run=run,
    examples=(
        "kane feel cart",
        "kane feel maze --device haply",
        "kane feel arm.toml --handle F.tip --axes x,y,z --device simulated --seconds 10 --json",
    ),
)
