"""`kane doctor`: what this installation stands on, to be sent along with a question.

JSON keys: `kane`, `python`, `system` (strings), `packages` (name → version, or null where absent),
`processor` (`name`, `cores`, `features`: what native code may use), `cache` (a path, or null where
it is off), `compiler` (the system's C compiler, or null: only exported C needs one).

From: __init__.py
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
from typing import Any, Final

from kane.cli.command import DONE, Command
from kane.machine.cache import standard

PACKAGES: Final = (
    *("numpy", "scipy", "llvmlite", "xarray", "rich"),
    *("viser", "matplotlib", "sympy", "cuda-python", "joblib", "websockets", "trimesh", "coal"),
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds nothing."""


def run(arguments: argparse.Namespace) -> int:
    """Exit code, after printing the findings."""
    found = findings()
    print(json.dumps(found, indent=1) if arguments.json else text(found))
    return DONE


def findings() -> dict[str, Any]:
    """Everything that is looked at, under the keys of the JSON."""
    return {
        "kane": installed("kane-dynamics"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "packages": {name: installed(name) for name in PACKAGES},
        "processor": processor(),
        "cache": cache(),
        "compiler": next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None),
    }


def installed(name: str) -> str | None:
    """The installed version of a package, if it is there."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None


def processor() -> dict[str, Any]:
    """The processor as LLVM sees it: what native code is made for."""
    try:
        from llvmlite import binding
    except ImportError:
        return {"name": None, "cores": os.cpu_count(), "features": []}
    features = binding.get_host_cpu_features()
    return {
        "name": binding.get_host_cpu_name(),
        "cores": os.cpu_count(),
        "features": sorted(name for name, here in features.items() if here),
    }


def cache() -> str | None:
    """Where compiled code is kept; None where it is not."""
    kept = standard()
    return str(kept.directory) if kept else None


def text(found: dict[str, Any]) -> str:
    """The findings for a person, one line each."""
    lines = [f"{key:<12}{found[key]}" for key in ("kane", "python", "system")]
    lines += [f"{name:<12}{number or '–'}" for name, number in found["packages"].items()]
    lines.append("processor   {name}, {cores} cores".format(**found["processor"]))
    lines.append(f"{'features':<12}{' '.join(found['processor']['features'])}")
    lines += [f"{key:<12}{found[key] or '–'}" for key in ("cache", "compiler")]
    return "\n".join(lines)


COMMAND: Final = Command(
    name="doctor",
    summary="Prints versions, what the processor offers, and where compiled code is kept.",
    arguments=arguments,
    run=run,
)
