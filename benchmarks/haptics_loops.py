"""The loops that the haptic claims are measured on, and the empty one beside them.

From: claim.py    Next: haptics.py
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

import numpy as np

from benchmarks.claim import Effort
from kane import GROUND, Body, Gravity, Revolute, System, X, Y, Z
from kane.haptics import layout as at
from kane.haptics.devices.simulated import LedDevice, SimulatedDevice
from kane.haptics.gallery import GALLERY
from kane.haptics.gallery.scene import Scene
from kane.haptics.handle import Handle
from kane.haptics.loop import Loop, Pace, feel
from kane.haptics.report import Report, report
from kane.haptics.zwidth import wall
from kane.model.joints.joint import Joint
from kane.model.loads import JointDamper

PERIOD: Final = 1e-3
FAST: Final = 1e4


def led_cart() -> Loop:
    """The cart led to and fro through given places; its caster sticks and frees."""
    scene = GALLERY["cart"]()
    t = np.arange(2000) * PERIOD
    places = np.c_[0.3 * np.sin(np.pi * t), 0.1 * np.sin(np.pi * t), 0 * t]
    device = LedDevice(places=places.tolist(), damping=0.5)
    loop = feel(
        scene.system, scene.handle, device, q={"q4": 2.0}, events=scene.events, log=0,
        pace=Pace.UNPACED,
    )  # fmt: skip
    loop.own.c[at.PUBLISH] = 1000
    return loop


@cache
def tree() -> tuple[System, Handle]:
    """Twenty bodies in a tree with general offsets, turning about axes in turn."""
    bodies: list[Body] = []
    joints: list[Joint] = []
    for k in range(20):
        body = Body(f"b{k}", mass=0.2, centre=(0.02, 0.01, -0.05), inertia=(3e-4, 2.5e-4, 2e-4))
        parent = GROUND if k == 0 else bodies[(k - 1) // 2]
        where = (0.03 * (k % 3 - 1), 0.02 * (k % 2), -0.1)
        place = parent.point(f"p{k}", where) if isinstance(parent, Body) else None
        given: dict[str, Any] = {"at": place} if place is not None else {}
        joints.append(Revolute(f"q{k}", parent, body, axis=(X, Y, Z)[k % 3], **given))
        bodies.append(body)
    loads = [JointDamper(f"q{k}", 2e-3) for k in range(20)]  # so that it hangs, not whirls
    system = System("tree of 20", joints=joints, loads=[Gravity(along=-GROUND.z), *loads])
    return system, Handle(point=bodies[0].point("held", (0, 0, -0.1)))


def led_tree() -> Loop:
    """The tree led at its first body."""
    system, handle = tree()
    t = np.arange(2000) * PERIOD
    places = np.c_[0.01 * np.sin(np.pi * t), 0.01 * np.sin(np.pi * t), -0.1 + 0 * t]
    device = LedDevice(places=places.tolist(), damping=0.5)
    loop = feel(system, handle, device, log=0, pace=Pace.UNPACED)
    loop.own.c[at.PUBLISH] = 1000
    return loop


def fastest(loop: Loop, effort: Effort, ticks: int = 2000) -> tuple[float, float, int]:
    """Seconds of a whole tick: the least and the median of many short runs, and how many."""
    repeats = 400 if effort is Effort.FULL else 5
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        loop.run(ticks)
        times.append((time.perf_counter() - begun) / ticks)
    assert loop.ended.name == "ENDED"
    return min(times), float(np.median(times)), repeats


# ── in time, beside a viewer ──────────────────────────────────────────────────────────────
STICKING: Final = [
    (0.12 * k, 0.25 * (k % 2), 0.0, 0.0, 0.6 * (1 if k % 4 < 2 else -1)) for k in range(2000)
]


def sticking_cart(scene: Scene, rate: float, pace: Pace) -> Loop:
    """A hand that moves the cart so that its caster sticks and frees several times a second."""
    device = SimulatedDevice(path=STICKING, damping=2.0, turn_damping=0.02)
    return feel(
        scene.system, scene.handle, device, rate=rate, q=scene.q, events=scene.events, pace=pace,
        log=0,
    )  # fmt: skip


def empty(rate: float, pace: Pace) -> Loop:
    """The same loop with a locked block: the host's share."""
    system, handle = wall()
    device = SimulatedDevice(path=[(0.0, 0.0, 0.0, 0.0)], damping=0.5)
    return feel(system, handle, device, rate=rate, pace=pace, log=0)


def timed(loop: Loop, seconds: float, scene: Scene | None = None) -> Report:
    """The report after so many seconds, beside a window that is drawn and looked at."""
    with watched(loop, scene) if scene else _alone():
        loop.start()
        time.sleep(seconds)
        loop.stop()
    return report(loop)


@contextmanager
def _alone() -> Iterator[None]:
    yield


@contextmanager
def watched(loop: Loop, scene: Scene) -> Iterator[Any]:
    """A window on a loop, with plots, and a client that reads all that it sends."""
    from kane.viewer.live import live

    window = live(
        scene.system, loop.model, loop.state, title="benchmark", carrier="basket",
        axes=scene.handle.axes, solids=scene.solids, port=0,
    )  # fmt: skip
    address = window.address.replace("http://", "ws://")
    client = subprocess.Popen([sys.executable, "-c", CLIENT, address])
    time.sleep(1.5)
    try:
        yield window
    finally:
        client.terminate()
        client.wait(10)
        window.close()


CLIENT: Final = """
import sys
from websockets.sync.client import connect
from viser import __version__
kind = f"viser-v{__version__}"
with connect(sys.argv[1], subprotocols=[kind], max_size=None) as socket:
    for message in socket:
        pass
"""
