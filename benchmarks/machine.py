"""What the numbers were measured on: processor, cores, system, versions.

From: claim.py    Next: report.py
"""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("kane-dynamics", "numpy", "scipy", "llvmlite")


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """A machine and the software on it."""

    processor: str
    cores: int
    system: str
    python: str
    versions: tuple[tuple[str, str], ...]
    load: float | None = None  # processes that wanted to run, in the mean over the last minute

    def __str__(self) -> str:
        packages = ", ".join(f"{name} {number}" for name, number in self.versions)
        busy = "" if self.load is None else f" with a load of {self.load:.1f}"
        return (
            f"{self.processor}, {self.cores} cores{busy}, {self.system}; "
            f"Python {self.python}, {packages}"
        )


def this_machine() -> Machine:
    """The machine this runs on."""
    return Machine(
        processor=processor(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else cores(),
        system=f"{platform.system()} {platform.release()}",
        python=platform.python_version(),
        versions=tuple((name, installed(name)) for name in PACKAGES),
        load=load(),
    )


def processor() -> str:
    """The processor's name, as the system reports it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def cores() -> int:
    """Cores of this machine, where the system cannot say how many this process may use."""
    return os.cpu_count() or 1


def load() -> float | None:
    """How busy the machine is with everything that runs on it; None where it does not say."""
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return None


def installed(name: str) -> str:
    """The installed version of a package."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"
