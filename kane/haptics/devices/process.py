"""A driver in a process of its own, as a device that the loop can call.

From: mailbox.py    Next: haply.py, gamepad.py
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np

from kane.haptics.devices import mailbox
from kane.haptics.devices.contract import DeviceError, Driver, Link, Properties
from kane.machine.clock import clock

_START: Final = 20.0  # seconds within which a driver's process has to answer
_STALE: Final = 0.02
_TRIES: Final = 0.5  # seconds between attempts to connect again


class Driven:
    """A device with its driver in another process. `make` is a function of a module."""

    def __init__(self, make: Callable[..., Driver], *arguments: Any, stale: float = _STALE) -> None:
        self.make, self.arguments, self.stale = make, arguments, stale
        self.driver = make(*arguments)
        self.file: Path | None = None
        self.process: Any = None
        self.told: Any = None

    @property
    def properties(self) -> Properties:
        """As its driver states them."""
        return self.driver.properties

    def open(self, period: float) -> Link:
        """The driver's process, once it says that the device answers."""
        clock()
        spawn = multiprocessing.get_context("spawn")
        self.file = _file()
        words = words_of(self.file)
        words[mailbox.STALE] = self.stale
        self.told, answer = spawn.Pipe()
        self.process = spawn.Process(
            target=drive,
            args=(self.make, self.arguments, str(self.file), self.stale, answer),
            daemon=True,
            name=f"kane driver of {self.properties.name}",
        )
        self.process.start()
        said = self.told.recv() if self.told.poll(_START) else "its driver did not answer"
        if said is not None:
            self.close()
            raise DeviceError(str(said))
        return mailbox.link(words, self.stale)

    def close(self) -> None:
        """The driver's process ends, with no force."""
        if self.process is None:
            return
        with suppress(OSError, BrokenPipeError):
            self.told.send("end")
        self.process.join(3.0)
        if self.process.is_alive():
            self.process.terminate()
            self.process.join(2.0)
        self.process = None
        if self.file is not None:
            self.file.unlink(missing_ok=True)


def drive(
    make: Callable[..., Driver], arguments: tuple[Any, ...], name: str, stale: float, told: Any
) -> None:
    """The life of a driver's process: connect, exchange, connect again, let go."""
    words = words_of(Path(name))
    driver = make(*arguments)
    try:
        driver.connect()
    except (DeviceError, OSError) as refusal:
        told.send(str(refusal))
        return
    told.send(None)
    try:
        _exchange(driver, words, stale, told)
    finally:
        with suppress(Exception):
            driver.disconnect()


def _exchange(driver: Driver, words: Any, stale: float, told: Any) -> None:
    """Readings and forces, until the loop ends; a device that has gone is looked for again."""
    there = True
    while not told.poll(0):
        try:
            if not there:
                driver.connect()
                there = True
            reading = driver.exchange(mailbox.asked(words, stale))
        except (DeviceError, OSError):
            if there:
                mailbox.post_gone(words)
                with suppress(Exception):
                    driver.disconnect()
            there = False
            time.sleep(_TRIES)
            continue
        if reading is not None:
            mailbox.post(words, reading)


def words_of(file: Path) -> Any:
    """The doubles of a file in memory, which two processes share."""
    return np.memmap(file, dtype=np.float64, mode="r+", shape=(mailbox.ROOM,))


def _file() -> Path:
    """A new file of zeros, in memory where the system has such a place."""
    shared = Path("/dev/shm")
    folder = shared if os.access(shared, os.W_OK) else None
    number, name = tempfile.mkstemp(prefix="kane-", dir=folder)
    with os.fdopen(number, "wb") as made:
        made.write(bytes(8 * mailbox.ROOM))
    return Path(name)
