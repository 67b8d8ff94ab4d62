"""Haply Inverse3, through the local service that its makers install (extra `[haptics]`).

The service sends one full frame when a client connects, then exactly one for each message it gets;
so every exchange sends a force, zero at first, and waits for the answer. Newer services name the
vector of a force `vector`, older ones `values`: the first full frame tells which by its session,
and where the one is not understood the other is tried.

From: process.py    Next: gamepad.py
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final

from kane.haptics.devices.contract import DeviceError, Properties, Reading
from kane.haptics.devices.process import Driven

ADDRESS: Final = "ws://localhost:10001"
_WAIT: Final = 0.1  # seconds for an answer before the force of before is asked for again
_SILENT: Final = 10  # waits without any answer after which the service has gone
SPELLINGS: Final = ("vector", "values")


class HaplyDriver:
    """The client of the service."""

    def __init__(self, address: str = ADDRESS, device_id: str = "", spelling: str = "") -> None:
        self.address, self.wanted = address, device_id
        self.spelling = spelling or SPELLINGS[0]
        self.asked_spelling = spelling
        self.device_id = ""
        self.socket: Any = None
        self.silent = 0
        self.refused = 0

    @property
    def properties(self) -> Properties:
        """Of the Inverse3 as its data sheet and its service's latency have them."""
        return Properties(
            name="Haply Inverse3", mass=0.2, damping=0.5, resolution=1e-5, force=10.0, delay=1.5e-3,
            relative=True,
        )  # fmt: skip

    def connect(self) -> None:
        """The service's first frame names the device."""
        try:
            from websockets.sync.client import connect
        except ImportError:
            raise DeviceError(
                "haply: the package websockets is missing. Install the extra: "
                "pip install kane-dynamics[haptics]."
            ) from None
        try:
            self.socket = connect(self.address, open_timeout=3.0, close_timeout=0.2, max_size=2**20)
            first = self.socket.recv(timeout=3.0)
        except (OSError, TimeoutError, ValueError) as problem:
            raise DeviceError(_absent(self.address, problem)) from None
        except Exception as problem:  # what websockets raises where there is another service
            raise DeviceError(_absent(self.address, problem)) from None
        found = _devices(first)
        named = [one for one in found if self.wanted in ("", one.get("device_id"))]
        if not named:
            known = ", ".join(str(one.get("device_id")) for one in found) or "none"
            raise DeviceError(
                f"haply: the service at {self.address} has no device "
                f"'{self.wanted or 'inverse3'}'; it has {known}. Plug the Inverse3 in and "
                "calibrate it, or name another."
            )
        self.device_id = str(named[0]["device_id"])
        self.silent = 0
        if not self.asked_spelling:
            self.spelling = _spelling(first)

    def exchange(self, force: tuple[float, ...]) -> Reading | None:
        """One message and its answer; the force is asked for again where none comes."""
        try:
            self.socket.send(self.message(force))
            answer = self.socket.recv(timeout=_WAIT)
        except TimeoutError:
            self.silent += 1
            if self.silent >= _SILENT:
                raise DeviceError(f"haply: {self.address} has not answered for a second.") from None
            return None
        except Exception as problem:
            raise DeviceError(f"haply: {self.address} has gone: {problem}.") from None
        self.silent = 0
        if _complains(answer):
            self.refused += 1
            if not self.asked_spelling:
                self.spelling = SPELLINGS[self.refused % 2]
            return None
        return reading_of(answer, self.device_id)

    def message(self, force: tuple[float, ...]) -> str:
        """The command that sets the cursor's force."""
        x, y, z = (one if math.isfinite(one) else 0.0 for one in force[:3])
        vector = {self.spelling: {"x": x, "y": y, "z": z}}
        command = {"device_id": self.device_id, "commands": {"set_cursor_force": vector}}
        return json.dumps({"inverse3": [command]})

    def disconnect(self) -> None:
        """A last message with no force."""
        if self.socket is None:
            return
        try:
            self.socket.send(self.message((0.0, 0.0, 0.0)))
            self.socket.recv(timeout=_WAIT)
        except Exception:
            pass  # the service is gone, and with it the force
        finally:
            self.socket.close()
            self.socket = None


def haply(address: str = ADDRESS, device_id: str = "", spelling: str = "") -> Driven:
    """A Haply Inverse3 as a device of the loop."""
    return Driven(HaplyDriver, address, device_id, spelling, stale=0.02)


# ── frames ────────────────────────────────────────────────────────────────────────────────
def parsed(frame: Any) -> Mapping[str, Any]:
    """A frame as a mapping; empty where it is none."""
    if not isinstance(frame, str | bytes) or len(frame) > 2**20:
        return {}
    try:
        found = json.loads(frame)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def reading_of(frame: Any, device_id: str) -> Reading | None:
    """Where the cursor of a device is; None where the frame does not say."""
    for one in _devices(frame):
        if one.get("device_id", device_id) != device_id:
            continue
        state = one.get("state")
        place = _vector(state, "cursor_position", ("x", "y", "z")) if state else None
        if place is None:
            return None
        turn = _vector(state, "body_orientation", ("w", "x", "y", "z")) or (1.0, 0.0, 0.0, 0.0)
        x, y, z = place
        a, b, c, d = turn
        return Reading(position=(x, y, z), quaternion=(a, b, c, d))
    return None


def _devices(frame: Any) -> list[Mapping[str, Any]]:
    listed = parsed(frame).get("inverse3")
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def _vector(state: Any, name: str, keys: tuple[str, ...]) -> tuple[float, ...] | None:
    found = state.get(name) if isinstance(state, dict) else None
    inner = found.get("vector", found.get("values", found)) if isinstance(found, dict) else None
    if not isinstance(inner, dict):
        return None
    values = [inner.get(key, 0.0) for key in keys]
    numbers = [isinstance(one, int | float) and not isinstance(one, bool) for one in values]
    if not all(numbers):
        return None
    try:
        made = tuple(float(one) for one in values)
    except OverflowError:
        return None
    return made if all(math.isfinite(one) and abs(one) < 1e6 for one in made) else None


def _complains(frame: Any) -> bool:
    said = parsed(frame)
    return "error" in said or "errors" in said


def _spelling(frame: Any) -> str:
    """How this service spells the vector of a force: its version tells, and else its state."""
    said = parsed(frame)
    version = str(said.get("version", said.get("session", {})) or "")
    digits = [int(part) for part in version.split(".")[:2] if part.isdigit()]
    if len(digits) == 2:
        return SPELLINGS[0] if digits >= [3, 5] else SPELLINGS[1]
    return SPELLINGS[0]


def _absent(address: str, problem: object) -> str:
    return (
        f"haply: nothing that speaks its language answers at {address} ({problem}). Start the "
        "Haply service, or give its address: kane feel cart --device haply:ws://HOST:PORT."
    )
