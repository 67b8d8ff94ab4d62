"""A service that speaks as Haply's does, on loopback: for tests of the client, without a device.

On connecting it sends one full frame; after that exactly one for each message, never one by itself.
It takes the force in the spelling of its version alone. It can drop answers, stall, send anything,
and disconnect.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import Server, ServerConnection, serve


@dataclass
class FakeHaply:
    """The service. `with FakeHaply() as service: … service.address`."""

    spelling: str = "vector"
    version: str = "3.5.2"
    device_id: str = "049D"
    drop: Callable[[int], bool] = lambda number: False
    stall: Callable[[int], float] = lambda number: 0.0
    answer: Callable[[int], Any] | None = None
    close_at: int = -1
    port: int = 0
    forces: list[tuple[float, float, float]] = field(default_factory=list)
    frames: int = 0
    messages: int = 0
    connections: int = 0
    position: tuple[float, float, float] = (0.01, 0.02, 0.03)
    server: Server | None = None

    def __enter__(self) -> FakeHaply:
        self.server = serve(self._serve, "127.0.0.1", self.port, close_timeout=0.2)
        self.port = int(self.server.socket.getsockname()[1])
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *failure: object) -> None:
        assert self.server is not None
        self.server.shutdown()

    @property
    def address(self) -> str:
        """Where it is."""
        return f"ws://127.0.0.1:{self.port}"

    def _serve(self, socket: ServerConnection) -> None:
        self.connections += 1
        with suppress(ConnectionClosed):
            socket.send(json.dumps(self._state(full=True)))
            for message in socket:
                self.messages += 1
                self._take(message)
                if self.messages == self.close_at:
                    socket.close()
                    return
                time.sleep(self.stall(self.messages))
                if self.drop(self.messages):
                    continue
                self.frames += 1
                made = self.answer(self.messages) if self.answer else self._state(full=False)
                socket.send(made if isinstance(made, str | bytes) else json.dumps(made))

    def _take(self, message: Any) -> None:
        command = json.loads(message)["inverse3"][0]
        assert command["device_id"] == self.device_id
        vector = command["commands"]["set_cursor_force"].get(self.spelling)
        if vector is not None:
            self.forces.append((vector["x"], vector["y"], vector["z"]))

    def _state(self, full: bool) -> dict[str, Any]:
        x, y, z = self.position
        state = {
            "cursor_position": {"x": x, "y": y, "z": z},
            "cursor_velocity": {"x": 0.0, "y": 0.0, "z": 0.0},
        }
        one: dict[str, Any] = {"device_id": self.device_id, "state": state}
        if full:
            one["config"] = {"type": "inverse3"}
            one["status"] = {"calibrated": True}
            return {"session_id": 7, "version": self.version, "inverse3": [one]}
        return {"inverse3": [one]}
