"""Devices: mailbox, drivers in processes, Haply's service, gamepad, Force Dimension; and faults."""

from __future__ import annotations

import json
import os
import random
import struct
import sys
import time
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kane.haptics import layout as at
from kane.haptics.devices import mailbox
from kane.haptics.devices.choose import device_of
from kane.haptics.devices.contract import DeviceError, Properties, Reading
from kane.haptics.devices.force_dimension import ForceDimensionDriver
from kane.haptics.devices.gamepad import GamepadDriver
from kane.haptics.devices.haply import HaplyDriver, haply, parsed, reading_of
from kane.haptics.devices.mouse import Mouse
from kane.haptics.devices.process import Driven
from kane.haptics.gallery import GALLERY
from kane.haptics.loop import feel
from kane.machine.routine import native

pytest.importorskip("websockets")
from tests.haptics.fake_haply import FakeHaply

NO_FORCE = (0.0,) * 6


# ── mailbox ───────────────────────────────────────────────────────────────────────────────
def read(memory: np.ndarray) -> np.ndarray:
    """What the loop reads now."""
    reading = np.zeros(at.READING)
    reading[at.NOW] = time.monotonic()
    native(mailbox.read_mailbox)(reading, memory, np.zeros(2, dtype=np.int64))
    return reading


def test_a_frame_is_read_as_it_was_posted() -> None:
    memory = np.zeros(mailbox.ROOM)
    mailbox.link(memory, 1.0)
    mailbox.post(memory, Reading(position=(1, 2, 3), quaternion=(0.6, 0.8, 0, 0), buttons=5))

    reading = read(memory)

    assert reading[at.VALID] == 1.0
    assert list(reading[at.POSITION : at.POSITION + 7]) == [1, 2, 3, 0.6, 0.8, 0, 0]
    assert reading[at.BUTTONS] == 5


def test_a_torn_frame_leaves_the_one_before() -> None:
    memory = np.zeros(mailbox.ROOM)
    mailbox.link(memory, 1.0)
    mailbox.post(memory, Reading(position=(1, 2, 3)))
    read(memory)
    memory[mailbox.PLACE] = 99.0  # half written

    assert read(memory)[at.POSITION] == 1.0


def test_a_stale_stamp_is_no_reading_on_either_side() -> None:
    memory = np.zeros(mailbox.ROOM)
    link = mailbox.link(memory, 0.05)
    mailbox.post(memory, Reading(position=(1, 2, 3)))
    assert read(memory)[at.VALID] == 1.0
    command = np.zeros(at.COMMAND)
    command[:6] = 1, 2, 3, 4, 5, 6
    native(mailbox.write_mailbox)(command, memory, link.counters)
    assert mailbox.asked(memory, 1.0) == (1, 2, 3, 4, 5, 6)

    time.sleep(0.06)

    assert read(memory)[at.VALID] == 0.0
    assert mailbox.asked(memory, 0.05) == NO_FORCE


@pytest.mark.slow
def test_a_mouse_that_is_let_go_is_not_held_and_one_that_dies_neither() -> None:
    mouse = Mouse()
    scene = GALLERY["cart"]()
    loop = feel(scene.system, scene.handle, mouse, q=scene.q, events=scene.events)
    with loop:
        mouse.drag((0.3, 0.0, 0.0))
        for _ in range(20):
            mouse.hold()
            time.sleep(0.02)
        pulled = loop.state()
        mouse.release()
        time.sleep(0.1)
        free = loop.state()
    assert pulled.held
    assert pulled.handle[0] > 0.005
    assert not free.held
    assert np.all(free.force == 0.0)


# ── a driver in its own process ───────────────────────────────────────────────────────────
class Echo:
    """A driver whose place is the force that it is told; it is gone between two times."""

    properties = Properties(name="echo", damping=0.5, delay=2e-3)

    def __init__(self, gone: float = 1e9, refuses: bool = False) -> None:
        self.gone, self.refuses, self.begun = gone, refuses, time.monotonic()

    def connect(self) -> None:
        """It may refuse."""
        if self.refuses:
            raise DeviceError("echo: it is switched off. Switch it on.")

    def exchange(self, force: tuple[float, ...]) -> Reading | None:
        """A reading each millisecond."""
        time.sleep(1e-3)
        since = time.monotonic() - self.begun
        if self.gone < since < self.gone + 0.4:
            raise DeviceError("echo: it has been unplugged.")
        return Reading(position=(0.1, 0.0, 0.0))

    def disconnect(self) -> None:
        """Nothing to do."""


@pytest.mark.slow
def test_a_driver_in_its_own_process_is_read_and_lost_and_found() -> None:
    scene = GALLERY["cart"]()
    device = Driven(Echo, 1.0, stale=0.1)
    loop = feel(scene.system, scene.handle, device, q=scene.q, events=scene.events, log=60)
    with loop:
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and not (loop.own.c[at.LOST] and loop.state().held):
            time.sleep(0.02)
    held = loop.log[:, at.LOG_VALID]
    assert held.any()
    assert loop.own.c[at.LOST] >= 1
    assert held[-1] == 1.0  # found again
    assert np.all(loop.log[held == 0.0][:, at.LOG_HELD : at.LOG_HELD + 12] == 0.0)
    assert device.process is None


def test_a_driver_that_cannot_connect_says_so_in_words() -> None:
    scene = GALLERY["cart"]()
    with pytest.raises(DeviceError, match=r"switched off\. Switch it on"):
        feel(scene.system, scene.handle, Driven(Echo, 1.0, True))


# ── Haply ─────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("version", "spelling"), [("3.5.2", "vector"), ("3.1.4", "values")])
def test_forces_arrive_in_the_spelling_of_the_service(version: str, spelling: str) -> None:
    with FakeHaply(version=version, spelling=spelling) as service:
        driver = HaplyDriver(service.address)
        driver.connect()
        reading = driver.exchange((1.0, 2.0, 3.0, 0, 0, 0))
        driver.disconnect()
    assert reading is not None
    assert reading.position == service.position
    assert service.forces == [(1.0, 2.0, 3.0), (0.0, 0.0, 0.0)]
    assert service.frames == service.messages == 2  # one answer for each message


@pytest.mark.slow
def test_a_dropped_answer_is_asked_for_again_and_silence_ends_it() -> None:
    with FakeHaply(drop=lambda number: number == 2) as service:
        driver = HaplyDriver(service.address)
        driver.connect()
        got = [driver.exchange(NO_FORCE) for _ in range(3)]
        driver.disconnect()
    assert [one is not None for one in got] == [True, False, True]
    with FakeHaply(drop=lambda number: True) as service:
        driver = HaplyDriver(service.address)
        driver.connect()
        assert not any(driver.exchange(NO_FORCE) for _ in range(9))
        with pytest.raises(DeviceError, match="has not answered for a second"):
            driver.exchange(NO_FORCE)
        driver.disconnect()


@pytest.mark.slow
def test_a_service_that_stalls_disconnects_and_comes_back_keeps_the_force_at_zero() -> None:
    scene = GALLERY["cart"]()
    stalls = {150: 0.08}
    with FakeHaply(stall=lambda k: stalls.get(k, 0.001), close_at=400) as service:
        loop = feel(
            scene.system, scene.handle, haply(service.address), q=scene.q, events=scene.events
        )
        with loop:
            deadline = time.monotonic() + 30
            while time.monotonic() < deadline and not (
                service.connections >= 2 and loop.state().held
            ):
                time.sleep(0.02)
    log = loop.log
    gone = log[:, at.LOG_VALID] == 0.0
    assert service.connections >= 2
    assert loop.own.c[at.LOST] >= 1
    assert np.all(log[gone][:, at.LOG_HELD : at.LOG_SHOWN + 6] == 0.0)
    assert service.forces[-1] == (0.0, 0.0, 0.0)


def test_no_service_another_service_and_no_device_are_told_apart() -> None:
    with pytest.raises(DeviceError, match=r"answers at ws://127.0.0.1:9 .* Start the Haply"):
        HaplyDriver("ws://127.0.0.1:9").connect()
    with (
        FakeHaply() as service,
        pytest.raises(DeviceError, match=r"it has 049D\. Plug the Inverse3"),
    ):
        HaplyDriver(service.address, device_id="FFFF").connect()


FAULTY = [
    "", "{", "null", "[]", "7", '"x"', "{}", '{"inverse3": 5}', '{"inverse3": [5]}',
    '{"inverse3": [{"state": {"cursor_position": {"x": "a"}}}]}',
    '{"inverse3": [{"state": {"cursor_position": {"x": NaN, "y": 0, "z": 0}}}]}',
    '{"inverse3": [{"state": {"cursor_position": {"x": 1e999, "y": 0, "z": 0}}}]}',
    '{"inverse3": [{"state": {"cursor_position": {"x": ' + "9" * 400 + "}}}]}",
    '{"inverse3": [{"state": {"cursor_position": {"x": true}}}]}', "[" * 5000, b"\xff\xfe\x00",
]  # fmt: skip


@pytest.mark.parametrize("frame", FAULTY, ids=range(len(FAULTY)))
def test_a_malformed_frame_is_no_reading(frame: str | bytes) -> None:
    assert reading_of(frame, "049D") is None


def random_frame(source: random.Random) -> str | bytes:
    """Bytes, text, JSON, or a good frame with something changed."""
    kind = source.randrange(4)
    if kind == 0:
        return source.randbytes(source.randrange(80))
    if kind == 1:
        return "".join(chr(source.randrange(1, 0x2FF)) for _ in range(source.randrange(80)))
    good = json.dumps(FakeHaply()._state(full=bool(source.randrange(2))))
    if kind == 2:
        place = source.randrange(len(good))
        return good[:place] + chr(source.randrange(32, 127)) + good[place + 1 :]
    return good[: source.randrange(len(good))]


@pytest.mark.parametrize(
    "frames", [2_000, pytest.param(100_000, marks=[pytest.mark.slow, pytest.mark.timeout(300)])]
)
def test_random_frames_from_a_service_on_loopback_do_no_harm(frames: int) -> None:
    """Each exchange is a reading with finite numbers, or none; the client goes on to the end."""
    source = random.Random(1983)
    with FakeHaply(answer=lambda number: random_frame(source)) as service:
        driver = HaplyDriver(service.address)
        driver.connect()
        got = [driver.exchange(NO_FORCE) for _ in range(frames)]
        while service.messages < frames and len(got) < 2 * frames:  # some came too late
            got.append(driver.exchange(NO_FORCE))
        driver.disconnect()
    assert service.messages >= frames
    for reading in filter(None, got):
        assert np.all(np.isfinite([*reading.position, *reading.quaternion]))
    assert any(reading is None for reading in got)


def test_parsing_never_raises() -> None:
    source = random.Random(7)
    for _ in range(5_000):
        assert isinstance(parsed(random_frame(source)), dict)


# ── gamepad, Force Dimension, names ───────────────────────────────────────────────────────
def test_a_gamepads_stick_leads_the_handle(tmp_path: Path) -> None:
    port = tmp_path / "js0"
    os.mkfifo(port)
    driver = GamepadDriver(str(port))
    driver.connect()
    with port.open("wb", buffering=0) as pad:
        pad.write(struct.pack("<IhBB", 0, 32767, 0x82, 0) + struct.pack("<IhBB", 5, 1, 1, 3)[:5])
        driver.exchange(NO_FORCE)
        pad.write(struct.pack("<IhBB", 5, 1, 1, 3)[5:])
        begun = time.monotonic()
        while time.monotonic() - begun < 0.2:
            reading = driver.exchange(NO_FORCE)
    assert reading is not None
    assert 0.03 < reading.position[0] < 0.12  # 0.3 m/s for 0.2 s
    assert reading.buttons == 8
    with pytest.raises(DeviceError, match="has gone"):
        driver.exchange(NO_FORCE)
    driver.disconnect()


def test_no_gamepad_is_told_with_its_port() -> None:
    with pytest.raises(DeviceError, match="/dev/input/js99 cannot be opened"):
        GamepadDriver("/dev/input/js99").connect()


def test_force_dimension_goes_through_its_own_package(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[float, ...]] = []
    dhd = types.ModuleType("fake_forcedimension.dhd")

    def get_position(out: list[float], ID: int) -> int:
        out[:] = [0.1, 0.2, 0.3]
        return 0

    def set_force(force: list[float], ID: int) -> int:
        said.append(tuple(force))
        return 0

    calls: dict[str, Any] = {
        "openID": lambda number: number,
        "enableForce": lambda on, ID: 0,
        "setForce": set_force,
        "getPosition": get_position,
        "close": lambda ID: 0,
    }
    for name, function in calls.items():
        setattr(dhd, name, function)
    monkeypatch.setitem(sys.modules, "fake_forcedimension", types.ModuleType("x"))
    monkeypatch.setitem(sys.modules, "fake_forcedimension.dhd", dhd)
    driver = ForceDimensionDriver(package="fake_forcedimension")
    driver.connect()
    reading = driver.exchange((1.0, 2.0, 3.0, 0, 0, 0))
    driver.disconnect()
    assert reading == Reading(position=(0.1, 0.2, 0.3))
    assert said == [(1.0, 2.0, 3.0), (0.0, 0.0, 0.0)]


def test_force_dimension_without_its_package_says_what_to_install() -> None:
    with pytest.raises(DeviceError, match="pip install forcedimension-core"):
        ForceDimensionDriver().connect()


@pytest.mark.parametrize("name", ["omega", "", "force-dimension:x"])
def test_an_unknown_device_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(DeviceError, match=r"is none of mouse, haply|is no number"):
        device_of(name)
