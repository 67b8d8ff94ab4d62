"""A run's samples in a file: pieces while it runs, NetCDF at the end.

    motion.nc.run    while it runs, and after it was killed or interrupted: `resume=` takes it
    motion.nc        at the end; xarray.open_dataset reads it, and so does `Trajectory.read`

From: course.py, pieces.py    Next: netcdf.py
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import numpy as np

from kane.errors import ArgumentError, Outcome
from kane.sim import netcdf, pieces
from kane.sim.dataset import attributes
from kane.sim.trajectory import Source, Trajectory, motion_of

Floats = np.ndarray[Any, np.dtype[np.float64]]
Save = tuple[np.ndarray[Any, Any], ...]
Moments = list[tuple[float, int, float]]

RUN: Final = ".run"
_BETWEEN_SAVES: Final = 0.5  # seconds
_TOGETHER: Final = 65536  # doubles that are gathered before they are written


def running(path: Path) -> Path:
    """Where samples are kept while a run lasts."""
    return path.with_name(path.name + RUN)


class Keeping:
    """The file of a run, while it runs."""

    def __init__(self, path: Path, head: Mapping[str, Any]) -> None:
        self.path = path
        self.moments: Moments = []
        self._rows: list[Floats] = []
        self._saved = time.perf_counter()
        part = running(path)
        fresh = not part.exists()
        if not fresh:
            _same_run(part, head)
            self.moments = [moment for piece in pieces.pieces(part) for moment in _moments(piece)]
        self._file = pieces.Appending(part)
        if fresh:
            self._file.write(pieces.HEAD, json.dumps(head).encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def take(self, rows: Floats, events: Moments, save: Callable[[], Save] | None) -> None:
        """Some more samples and events, on disk after half a second at the latest."""
        self.moments += events
        self._rows.append(rows)
        if events:
            self._file.write(pieces.EVENTS, json.dumps(events).encode())
        due = time.perf_counter() - self._saved > _BETWEEN_SAVES
        if due or sum(part.size for part in self._rows) > _TOGETHER:
            self._write()
        if due and save is not None:
            self._file.write(pieces.SAVE, pieces.as_bytes(save()))
            self._saved = time.perf_counter()

    def finish(self, save: Save) -> None:
        """What is left, and the memory from which the run can go on."""
        self._write()
        self._file.write(pieces.SAVE, pieces.as_bytes(save))
        self._file.write(pieces.DONE, b"")

    def _write(self) -> None:
        if self._rows:
            self._file.write(pieces.ROWS, np.concatenate(self._rows).tobytes())
            self._rows = []


def _same_run(part: Path, head: Mapping[str, Any]) -> None:
    """Refuse to go on with the run of something else."""
    begun, now = _told(_head(part)), _told(head)
    for words, before in begun.items():
        if before != now[words]:
            raise ArgumentError(
                f"'{part}' is of a run that was cut short, with other {words}. Run it as it was "
                "to go on with it, or remove the file to begin anew."
            )


def _told(head: Mapping[str, Any]) -> dict[str, Any]:
    source = head["source"]
    return {
        "equations": source["model"],
        "parameters": source["parameters"],
        "methods": head["method"],
        "records": list(head["names"]),
    }


def _head(part: Path) -> Any:
    """What a run's file says of its columns."""
    for piece in pieces.pieces(part):
        if piece.kind == pieces.HEAD:
            return json.loads(piece.content)
    raise ArgumentError(
        f"'{part}' ended before anything of the run was written. Remove it and start anew."
    )


def _moments(piece: pieces.Piece) -> Moments:
    if piece.kind != pieces.EVENTS:
        return []
    found = json.loads(piece.content)
    return [(float(t), int(number), float(energy)) for t, number, energy in found]


# ── going on ──────────────────────────────────────────────────────────────────────────────
def last_save(path: Path) -> Save:
    """The memory that a run's file was last saved with; what came after it is cut off."""
    part = running(path)
    if not part.exists():
        raise ArgumentError(
            f"There is no '{part}' to go on from: a run removes it when it has ended. "
            "Give the file of a run that was interrupted, or a Trajectory."
        )
    found = None
    for piece in pieces.pieces(part):
        if piece.kind == pieces.SAVE:
            found = piece
    if found is None:
        raise ArgumentError(
            f"'{part}' ended before the run's memory was saved for the first time, half a "
            "second after its start. Remove it and start the run again."
        )
    with part.open("r+b") as file:
        file.truncate(found.at + found.length)
    return tuple(array.copy() for array in pieces.from_bytes(found.content))


# ── at the end ────────────────────────────────────────────────────────────────────────────
def consolidated(motion: Trajectory, path: Path, names: Sequence[str]) -> Trajectory:
    """The motion with its samples in a NetCDF file; the pieces go, once the run has ended."""
    part, width = running(path), 1 + len(names)
    count = sum(len(rows) for rows in samples(part, width))
    units = motion.units(names)
    columns = [
        netcdf.Column(name="time", attributes={"units": "s"}),
        *(
            netcdf.Column(name=name, attributes={"units": unit} if unit else {})
            for name, unit in zip(names, units, strict=True)
        ),
    ]
    texts = {"title": f"Motion of {motion.source.name}", **attributes(motion)}
    temporary = path.with_name(path.name + ".part")
    netcdf.write(temporary, columns, texts, count, samples(part, width))
    temporary.replace(path)
    if motion.ended:
        part.unlink()
    found = read(path)
    return replace(
        found,
        source=motion.source,
        events=motion.events,
        effort=motion.effort,
        checkpoint=motion.checkpoint,
        notes=motion.notes,
    )


def samples(part: Path, width: int) -> Iterator[Floats]:
    """The samples in a file of pieces, some rows at a time."""
    for piece in pieces.pieces(part):
        if piece.kind == pieces.ROWS:
            yield np.frombuffer(piece.content, dtype=np.float64).reshape(-1, width)


def read(path: Path) -> Trajectory:
    """The motion in a NetCDF file; its samples stay in the file until they are asked for.

    Of a run that was killed, what its file holds up to then.
    """
    if path.suffix == RUN and path.is_file():
        return unfinished(path)
    if not path.exists() and running(path).exists():
        return unfinished(running(path))
    try:
        return _finished(path)
    except (OSError, TypeError, ValueError, KeyError) as error:
        reason = getattr(error, "strerror", None) or "it is no NetCDF file of a motion"
        raise ArgumentError(
            f"'{path}' cannot be read: {reason}. Give a file that a run with file=… wrote."
        ) from None


def unfinished(part: Path) -> Trajectory:
    """The motion in the pieces of a run that was killed or is still going on."""
    head = _head(part)
    names = tuple(head["names"])
    rows = list(samples(part, 1 + len(names)))
    texts = {
        "outcome": Outcome.INTERRUPTED.name,
        "stopped": "False",
        "events": "[]",
        "method": head["method"],
        "steps": "0",
        "rejected": "0",
        "evaluations": "0",
        "seconds": "0",
    }
    table = np.concatenate(rows) if rows else np.empty((0, 1 + len(names)))
    return motion_of(Source.of_texts(head["source"]), names, table, texts)


def _finished(path: Path) -> Trajectory:
    from scipy.io import netcdf_file

    opened: Any
    with netcdf_file(str(path), "r", mmap=True) as opened:
        names = list(opened.variables)
        texts = {key: _text(value) for key, value in opened._attributes.items()}
        count = int(opened.dimensions["time"])
        units = {name: _text(getattr(opened.variables[name], "units", "")) for name in names}
    begin = path.stat().st_size - 8 * count * len(names)
    rows: Floats
    if count:
        rows = np.memmap(path, dtype=">f8", mode="r", offset=begin, shape=(len(names), count)).T
    else:
        rows = np.empty((0, len(names)))
    source = replace(Source.of_texts(texts), units=units)
    return motion_of(source, tuple(names[1:]), rows, texts)


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
