"""Relay: the one way in from other machines, for those who have the token of the address.

The first request has to name the token, which is good for once; it is answered with a cookie that
lets this browser in from then on. Whoever has neither gets 403, and nothing behind the relay hears
of it. Bytes are passed on as they are: pages, pictures and the socket alike.

From: —    Next: server.py
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qs, urlsplit

_HEAD: Final = 16 * 1024
_PATIENCE: Final = 10.0
COOKIE: Final = "kane_window"


@dataclass(kw_only=True)
class Relay:
    """In front of the server at `inner` on this machine."""

    host: str
    port: int
    inner: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    cookies: set[str] = field(default_factory=set, repr=False)
    loop: asyncio.AbstractEventLoop | None = field(default=None, init=False, repr=False)
    ready: threading.Event = field(default_factory=threading.Event, init=False, repr=False)

    @property
    def address(self) -> str:
        """With the token, to be opened once."""
        name = socket.gethostname() if self.host in ("0.0.0.0", "::") else self.host
        return f"http://{name}:{self.port}/?token={self.token}"

    def start(self) -> None:
        """It listens, in a thread of its own."""
        threading.Thread(target=self._live, name="kane relay", daemon=True).start()
        self.ready.wait(_PATIENCE)

    def close(self) -> None:
        """It does not listen any more."""
        if self.loop is not None:
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(self.loop.stop)

    def renewed(self) -> str:
        """The address with a new token: for another browser."""
        self.token = secrets.token_urlsafe(18)
        return self.address

    def _live(self) -> None:
        self.loop = asyncio.new_event_loop()
        server = self.loop.run_until_complete(
            asyncio.start_server(self._come, self.host, self.port)
        )
        self.port = int(server.sockets[0].getsockname()[1])
        self.ready.set()
        try:
            self.loop.run_forever()
        finally:
            server.close()
            for task in asyncio.all_tasks(self.loop):
                task.cancel()
            self.loop.run_until_complete(asyncio.sleep(0))
            self.loop.close()

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection: its first head decides."""
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), _PATIENCE)
            if len(head) > _HEAD:
                raise ValueError("a head that long is no browser's")
            answer = self.judge(head)
            if answer is not None:
                writer.write(answer)
                await writer.drain()
                return
            await self._pass(head, reader, writer)
        except (TimeoutError, ValueError, OSError, asyncio.IncompleteReadError):
            pass
        except asyncio.LimitOverrunError:
            pass
        finally:
            writer.close()

    def judge(self, head: bytes) -> bytes | None:
        """The answer to a head that may not pass as it is; None for one that may."""
        lines = head.decode("latin-1").split("\r\n")
        parts = lines[0].split(" ")
        if len(parts) != 3:
            return _said("400 Bad Request", "This is no request.")
        fields = dict(line.split(":", 1) for line in lines[1:] if ":" in line)
        cookie = next((v for k, v in fields.items() if k.strip().lower() == "cookie"), "")
        pairs = [pair.strip().partition("=") for pair in cookie.split(";")]
        if any(name == COOKIE and value in self.cookies for name, _, value in pairs):
            return None
        given = parse_qs(urlsplit(parts[1]).query).get("token", [""])[0]
        if self.token and hmac.compare_digest(given.encode(), self.token.encode()):
            self.token = ""
            made = secrets.token_urlsafe(18)
            self.cookies.add(made)
            cookie = f"{COOKIE}={made}; HttpOnly; SameSite=Strict; Path=/"
            return _said("302 Found", "Come in.", f"Location: /\r\nSet-Cookie: {cookie}\r\n")
        return _said("403 Forbidden", "This window needs the token of its address, once.")

    async def _pass(
        self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Bytes both ways until one side ends."""
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self.inner)
        inner_writer.write(head)
        try:
            ways = [
                asyncio.ensure_future(_pour(reader, inner_writer)),
                asyncio.ensure_future(_pour(inner_reader, writer)),
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
        finally:
            inner_writer.close()


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while part := await reader.read(65536):
            writer.write(part)
            await writer.drain()


def _said(status: str, text: str, more: str = "") -> bytes:
    body = text.encode()
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {len(body)}\r\n"
        f"Connection: close\r\n{more}\r\n"
    )
    return head.encode() + body
