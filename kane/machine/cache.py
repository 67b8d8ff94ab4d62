"""Compiled objects on disk, so that a second run starts at once.

A file is a header (mark, key, lengths, checksum) and an object. It is written beside its place
and renamed into it, so a reader sees all of it or nothing; whatever is not exactly what was
written is compiled again. Nothing that can happen to the directory changes a result.

The directory is $KANE_CACHE, else $XDG_CACHE_HOME/kane, else ~/.cache/kane; KANE_CACHE=off
turns the cache off.

From: tiers.py    Next: key.py
"""

from __future__ import annotations

import hashlib
import logging
import os
import secrets
import stat
import struct
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

_LOG: Final = logging.getLogger("kane")
_ADMINISTRATOR: Final = 0
_MARK: Final = b"KANE\x00\x01\r\n"
_HEADER: Final = struct.Struct("<8s32sQQ32s")  # mark, key, workspace, length, checksum
_SUFFIX: Final = ".object"
# a pipe in a file's place would wait for a writer
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_STALE: Final = 3600.0  # seconds after which an unfinished file has no writer any more
LIMIT: Final = 256 * 2**20  # bytes kept
_CHECK: Final = 16 * 2**20  # bytes written between two looks at the limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is kept of compiled code: the object, and the workspace its functions want."""

    made: bytes
    workspace: int


class Cache:
    """A directory of compiled objects, bounded in size: the least recently used go first."""

    __slots__ = ("_unchecked", "directory", "limit")

    def __init__(self, directory: Path, limit: int = LIMIT) -> None:
        self.directory = directory
        self.limit = limit
        self._unchecked = _CHECK  # so that the first writing of a process looks

    def read(self, key: bytes) -> Entry | None:
        """What is kept under a key, if it is there and whole."""
        path = self._path(key)
        try:
            entry = _read(path, key)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            _report(f"cannot be read ({error.strerror})", str(self.directory))
            return None
        if entry is None:
            self.report_damage()
            return None
        _touch(path)
        return entry

    def report_damage(self) -> None:
        """Says, once in a process, that something read from here could not be used."""
        _report("holds a file that is damaged or not kane's", str(self.directory))

    def write(self, key: bytes, entry: Entry) -> None:
        """Keeps an entry under a key; where that cannot be, says so once and goes on."""
        try:
            self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._place(self._path(key), _packed(entry, key))
        except OSError as error:
            _report(f"cannot be written ({error.strerror})", str(self.directory))
            return
        self._unchecked += len(entry.made)
        if self._unchecked >= _CHECK:
            self._unchecked = 0
            self.prune()

    def prune(self) -> None:
        """Removes the least recently used files until the rest is within the limit."""
        now, kept = time.time(), 0
        for used, size, path in sorted(self._files(), reverse=True):
            unfinished = path.suffix != _SUFFIX
            kept += size
            if kept > self.limit or (unfinished and now - used > _STALE):
                path.unlink(missing_ok=True)

    def _path(self, key: bytes) -> Path:
        return self.directory / (key.hex() + _SUFFIX)

    def _place(self, path: Path, content: bytes) -> None:
        beside = path.with_suffix(f".{secrets.token_hex(6)}")
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            try:
                _write_all(descriptor, content)
            finally:
                os.close(descriptor)
            os.replace(beside, path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise

    def _files(self) -> list[tuple[float, int, Path]]:
        found = []
        with os.scandir(self.directory) as files:
            for file in files:
                try:
                    status = file.stat(follow_symlinks=False)
                except FileNotFoundError:
                    continue  # removed by another process meanwhile
                found.append((status.st_mtime, status.st_size, Path(file.path)))
        return found


def standard() -> Cache | None:
    """The cache that the environment asks for."""
    return _cache_for(os.environ.get("KANE_CACHE", ""), os.environ.get("XDG_CACHE_HOME", ""))


@cache
def _cache_for(own: str, common: str) -> Cache | None:
    if own.lower() == "off":
        return None
    if own:
        return Cache(Path(own))
    if common:
        return Cache(Path(common) / "kane")
    try:
        return Cache(Path.home() / ".cache" / "kane")
    except RuntimeError:
        _report("has no place, because there is no home directory", "~/.cache/kane")
        return None


@cache
def _report(problem: str, directory: str) -> None:
    """One line, once in a process for each problem."""
    _LOG.warning(
        "kane: the cache of compiled code %s %s. Code is compiled anew, results are the same. "
        "Mend it, or set KANE_CACHE to another directory or to 'off'.",
        directory,
        problem,
    )


def _packed(entry: Entry, key: bytes) -> bytes:
    checksum = _checksum(key, entry.workspace, entry.made)
    head = _HEADER.pack(_MARK, key, entry.workspace, len(entry.made), checksum)
    return head + entry.made


def _checksum(key: bytes, workspace: int, made: bytes) -> bytes:
    return hashlib.sha256(key + workspace.to_bytes(8, "little") + made).digest()


def _read(path: Path, key: bytes) -> Entry | None:
    """What a file holds, if it is one of ours and whole; no other is read to its end."""
    descriptor = os.open(path, os.O_RDONLY | _AT_ONCE)
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or not _trusted(status.st_uid):
            return None
        head = file.read(_HEADER.size)
        if len(head) < _HEADER.size:
            return None
        mark, own, workspace, length, checksum = _HEADER.unpack(head)
        if mark != _MARK or own != key or length != status.st_size - _HEADER.size:
            return None
        made = file.read(length)
    if checksum != _checksum(key, workspace, made):
        return None
    return Entry(made=made, workspace=workspace)


def _trusted(owner: int) -> bool:
    """Whether a file's owner may hand us machine code: ourselves, or the administrator."""
    return not hasattr(os, "getuid") or owner in (os.getuid(), _ADMINISTRATOR)


def _touch(path: Path) -> None:
    with suppress(OSError):  # in a read-only directory it cannot be marked as used
        os.utime(path)


def _write_all(descriptor: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
