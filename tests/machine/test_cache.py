"""The cache of objects: whatever happens to it, results are right, and one line says so."""

from __future__ import annotations

import errno
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest

from kane.machine import cache as caches
from kane.machine.cache import Cache, Entry, standard
from kane.machine.compile import jit
from kane.machine.cpu import Tier
from kane.machine.kernel import Kernel
from tests.machine.modules import expected, planar
from tests.machine.processes import printed, started

A, B = np.array([1.5, -2.0]), np.array([3.0])
KEY = bytes(range(32))
ENTRY = Entry(made=b"object" * 100, workspace=7)


@pytest.fixture(autouse=True)
def fresh_reports() -> None:
    """Every test hears what is otherwise said once in a process."""
    caches._report.cache_clear()


def assert_right(kernel: Kernel) -> None:
    kernel.address()
    assert np.array_equal(kernel(A, B).total, expected(A, B)[0])


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


# ── as it should be ───────────────────────────────────────────────────────────────────────────
def test_second_kernel_needs_no_compiling(caplog: pytest.LogCaptureFixture) -> None:
    assert_right(jit(planar()))
    kernel = jit(planar())
    assert np.array_equal(kernel(A, B).total, expected(A, B)[0])
    assert kernel.tier is Tier.OPTIMIZED
    assert not lines(caplog)


def test_entry_comes_back_as_it_was(cache_directory: Path) -> None:
    kept = Cache(cache_directory)
    assert kept.read(KEY) is None
    kept.write(KEY, ENTRY)
    assert kept.read(KEY) == ENTRY
    assert kept.read(KEY[::-1]) is None
    assert [path.suffix for path in cache_directory.iterdir()] == [".object"]


@pytest.mark.parametrize(
    ("own", "common", "expected"),
    [
        ("/own", "/common", "/own"),
        ("", "/common", "/common/kane"),
        ("", "", "{home}/.cache/kane"),
        ("off", "/common", None),
        ("OFF", "", None),
    ],
)
def test_directory_is_the_documented_one(
    own: str, common: str, expected: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("KANE_CACHE", own), ("XDG_CACHE_HOME", common), ("HOME", str(tmp_path))):
        monkeypatch.setenv(name, value)
    caches._cache_for.cache_clear()
    kept = standard()
    caches._cache_for.cache_clear()
    found = kept and kept.directory
    assert found == (expected and Path(expected.format(home=tmp_path)))


def test_least_recently_used_go_first(cache_directory: Path) -> None:
    size = 100
    kept = Cache(cache_directory, limit=10 * (88 + size))  # a header has 88 bytes
    keys = [bytes([k]) * 32 for k in range(20)]
    for age, key in enumerate(reversed(keys)):
        kept.write(key, Entry(made=bytes(size), workspace=0))
        used = time.time() - 1000 + age
        os.utime(cache_directory / f"{key.hex()}.object", (used, used))
    assert kept.read(keys[-1])  # now the latest used
    kept.prune()
    there = [kept.read(key) is not None for key in keys]
    assert there == [True] * 9 + [False] * 10 + [True]


def test_unfinished_files_are_removed_once_nobody_writes_them(cache_directory: Path) -> None:
    kept = Cache(cache_directory)
    kept.write(KEY, ENTRY)
    old, new = cache_directory / "old.a1", cache_directory / "new.b2"
    for path in (old, new):
        path.write_bytes(b"half")
    hours_ago = time.time() - 7200
    os.utime(old, (hours_ago, hours_ago))
    kept.prune()
    assert not old.exists()
    assert new.exists()


# ── damage ────────────────────────────────────────────────────────────────────────────────────
def shortened(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flipped(place: int) -> Callable[[bytes], bytes]:
    def flip(content: bytes) -> bytes:
        at = place % len(content)
        return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]

    return flip


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "truncated": shortened,
    "header only": lambda content: content[:88],
    "header cut": lambda content: content[:40],
    "foreign": lambda content: b"#!/bin/sh\nexit 1\n" * 100,
    "zeros": lambda content: bytes(len(content)),
    "longer": lambda content: content + b"more",
    "another format": flipped(6),
    "another key": flipped(20),
    "another workspace": flipped(41),
    "another length": flipped(49),
    "another checksum": flipped(60),
    "object changed": flipped(-1),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_compiled_anew(
    damage: str, cache_directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert_right(jit(planar()))
    (path,) = cache_directory.iterdir()
    whole = path.read_bytes()
    path.write_bytes(DAMAGES[damage](whole))

    for _ in range(2):
        assert_right(jit(planar()))

    assert path.read_bytes()[:48] == whole[:48]  # mended
    assert lines(caplog) == [
        f"kane: the cache of compiled code {cache_directory} holds a file that is damaged or not "
        "kane's. Code is compiled anew, results are the same. Mend it, or set KANE_CACHE to "
        "another directory or to 'off'."
    ]


def pipe(path: Path) -> None:
    os.mkfifo(path)


def huge(path: Path) -> None:
    with open(path, "wb") as file:
        file.truncate(2**43)  # takes no room on disk, and none in memory can hold it


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
@pytest.mark.parametrize("odd", [pipe, huge, Path.mkdir], ids=["pipe", "huge", "directory"])
def test_what_is_no_file_of_ours_does_no_harm(
    odd: Callable[[Path], None], cache_directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert_right(jit(planar()))
    (path,) = cache_directory.iterdir()
    path.unlink()
    odd(path)
    for _ in range(2):
        assert_right(jit(planar()))
    assert 1 <= len(lines(caplog)) <= 2
    assert path.is_dir() or Cache(cache_directory).read(bytes.fromhex(path.stem))


def test_object_that_cannot_be_linked_is_compiled_anew(
    cache_directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert_right(jit(planar()))
    (path,) = cache_directory.iterdir()
    Cache(cache_directory).write(bytes.fromhex(path.stem), ENTRY)
    assert_right(jit(planar()))
    assert len(lines(caplog)) == 1


def test_file_of_another_user_is_not_run(
    cache_directory: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert_right(jit(planar()))
    monkeypatch.setattr(os, "getuid", lambda: os.stat(cache_directory).st_uid + 1)
    monkeypatch.setattr(caches, "_ADMINISTRATOR", -1)
    assert_right(jit(planar()))
    assert len(lines(caplog)) == 1


def test_code_for_another_processor_is_not_run(cache_directory: Path) -> None:
    from kane.machine.cpu import Processor
    from kane.machine.key import code_key

    here, there = (Processor(name=name) for name in ("x86-64", "znver4"))
    assert code_key(planar(), here, "one") != code_key(planar(), there, "one")


# ── directories ───────────────────────────────────────────────────────────────────────────────
def test_file_in_place_of_the_directory_does_no_harm(
    cache_directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache_directory.write_text("in the way")
    for _ in range(3):
        assert_right(jit(planar()))
    (line,) = lines(caplog)
    assert "cannot be written" in line
    assert cache_directory.read_text() == "in the way"


def test_read_only_directory_does_no_harm(
    cache_directory: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert_right(jit(planar()))

    def refuse(*_: object, **__: object) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied")

    def read_only(path: Path, flags: int, mode: int = 0o777) -> int:
        return refuse() if flags & os.O_CREAT else opened(path, flags, mode)

    opened = os.open
    monkeypatch.setattr(os, "open", read_only)
    for name in ("utime", "replace", "unlink", "mkdir"):
        monkeypatch.setattr(os, name, refuse)
    kernel = jit(planar())
    assert_right(kernel)  # what is there is still read
    assert kernel.tier is Tier.OPTIMIZED
    Cache(cache_directory).write(KEY, ENTRY)
    (line,) = lines(caplog)
    assert "cannot be written (Permission denied)" in line


def test_full_disk_does_no_harm(
    cache_directory: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    write = os.write

    def half(descriptor: int, content: bytes) -> int:
        if len(content) < 200:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(descriptor, content[: len(content) // 2])

    monkeypatch.setattr(os, "write", half)
    for _ in range(2):
        assert_right(jit(planar()))
    (line,) = lines(caplog)
    assert "cannot be written (No space left on device)" in line
    assert not list(cache_directory.iterdir())


def test_directory_that_vanishes_does_no_harm(cache_directory: Path) -> None:
    kernel = jit(planar())
    assert_right(kernel)
    for path in cache_directory.iterdir():
        path.unlink()
    cache_directory.rmdir()
    assert_right(jit(planar()))
    assert list(cache_directory.iterdir())


# ── processes ─────────────────────────────────────────────────────────────────────────────────
CROWD = """
import numpy as np
from kane.machine.compile import jit
from tests.machine.modules import planar, expected
a, b = np.array([1.5, -2.0]), np.array([3.0])
for _ in range(40):
    kernel = jit(planar())
    kernel.address()
    assert np.array_equal(kernel(a, b).total, expected(a, b)[0])
    for path in __import__("pathlib").Path(r"{directory}").glob("*.object"):
        path.unlink(missing_ok=True)
print("right")
"""


@pytest.mark.slow
def test_processes_may_share_a_cache_and_empty_it(cache_directory: Path) -> None:
    crowd = [started(CROWD.format(directory=cache_directory)) for _ in range(3)]
    ends = [process.communicate(timeout=60) for process in crowd]
    assert ends == [("right\n", "")] * 3
    assert not [path for path in cache_directory.iterdir() if path.suffix != ".object"]


FIRST = """
import time
import numpy as np
import kane.machine.compile as compiling
from tests.machine.modules import planar
kernel = compiling.jit(planar())
kernel([1.5, -2.0], [3.0])
print(kernel.tier.name)
"""


def test_a_short_process_leaves_its_code_for_the_next() -> None:
    assert printed(FIRST) == ("QUICK\n", "")
    assert printed(FIRST) == ("OPTIMIZED\n", "")
