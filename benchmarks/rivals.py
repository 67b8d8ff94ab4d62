"""A rival, asked over a pipe: it runs in its own environment, `.venv-rivals`, in the same run.

A rival's side is a script in `benchmarks/rival/` that imports its library and serves requests
(see `serve.py`). Ours asks it:

    with rival("numba_routines") as numba:
        if numba is None:
            return without_rival("numba")
        result = race(ours, numba.loop(case="ldl"), effort)
        return Measurement(value=result.ratio, rival=numba.version, …)

From: timing.py    Next: serve.py
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from benchmarks.timing import Loop

ROOT: Final = Path(__file__).resolve().parents[1]
ENVIRONMENT: Final = ROOT / ".venv-rivals"
SCRIPTS: Final = ROOT / "benchmarks" / "rival"


class RivalFailed(AssertionError):
    """A rival that is installed and did not answer: a fault of our benchmark."""


class Rival:
    """A running rival: `version` such as 'numba 0.68.1', and its answers."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.version = str(self.read()["version"])

    def ask(self, **request: Any) -> dict[str, Any]:
        """The rival's answer to a request."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self.read()

    def loop(self, **case: Any) -> Loop:
        """A loop (see `timing`) in the rival's process: its seconds for n calls of a case."""
        return lambda n: float(self.ask(**case, calls=n)["seconds"])

    def read(self) -> dict[str, Any]:
        """The next line the rival writes."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RivalFailed(f"the rival ended with code {self.process.wait()} and no answer")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise RivalFailed(f"the rival says: {answer['error']}")
        return answer


@contextmanager
def rival(
    script: str, environment: Path = ENVIRONMENT, scripts: Path = SCRIPTS
) -> Iterator[Rival | None]:
    """The rival of `script`, running; None where it is not installed."""
    python = environment / "bin" / "python"
    if not python.exists() or not installed(python, scripts / f"{script}.py"):
        yield None
        return
    process = start(python, scripts / f"{script}.py")
    try:
        yield Rival(process)
    finally:
        stop(process)


def installed(python: Path, script: Path) -> bool:
    """Whether the environment has what the script imports: `script --installed` exits with 0."""
    return (
        subprocess.run(
            [python, script, "--installed"], env=clean(), capture_output=True, check=False
        ).returncode
        == 0
    )


def start(python: Path, script: Path) -> subprocess.Popen[str]:
    """The script's process, ready to be asked."""
    return subprocess.Popen(
        [python, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=clean(), text=True
    )


def stop(process: subprocess.Popen[str]) -> None:
    """Closes the pipes, on which the rival ends; ends it where it does not."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def clean() -> dict[str, str]:
    """This environment's variables, with `benchmarks.serve` importable for the rival."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}
