"""The server of a window: on this machine alone, or behind a relay with a one-time token.

From: kane/errors.py    Next: relay.py, window.py
"""

from __future__ import annotations

import io
import os
import socket
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from kane.errors import KaneError
from kane.viewer.relay import Relay

LOOPBACK: Final = "127.0.0.1"
PORT: Final = 8080


class ViewerError(KaneError):
    """A window that cannot be opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """viser's server, where it is found, and the relay in front of it if there is one."""

    viser: Any = field(repr=False)
    address: str
    relay: Relay | None = None

    def close(self) -> None:
        """No window any more."""
        if self.relay is not None:
            self.relay.close()
        with suppress(RuntimeError), redirect_stdout(io.StringIO()):
            self.viser.stop()


def serve(title: str, host: str = LOOPBACK, port: int = PORT) -> Server:
    """A server at a port (0: any that is free). Another host than this one gets a token."""
    viser = _viser()
    wide = host not in (LOOPBACK, "localhost", "::1")
    taken = _taken(host if wide else LOOPBACK, port)
    if taken:
        raise ViewerError(
            f"port {port} of {host} cannot be used: {taken}. End the program that holds it, or "
            "give another: --port 8081, or --port 0 for any that is free."
        )
    _few_threads()
    with redirect_stdout(io.StringIO()):  # what viser says belongs on no user's output
        inner = viser.ViserServer(
            host=LOOPBACK, port=_free() if wide or port == 0 else port, label=title, verbose=False
        )
    there = int(inner.get_port())
    if not wide:
        return Server(viser=inner, address=f"http://{LOOPBACK}:{there}")
    relay = Relay(host=host, port=port, inner=there)
    relay.start()
    return Server(viser=inner, address=relay.address, relay=relay)


def _viser() -> Any:
    try:
        import viser
    except ImportError:
        raise ViewerError(
            "viewer: the package viser is missing. Install the extra: "
            "pip install kane-dynamics[view]."
        ) from None
    return viser


def _taken(host: str, port: int) -> str:
    """Why a port cannot be used; "" where it can."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as problem:
            return str(getattr(problem, "strerror", None) or problem).lower()
    return ""


def _free() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def _few_threads() -> None:
    """Libraries of arithmetic keep to one thread: the loop's core is not theirs."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
