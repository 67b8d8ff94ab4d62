"""What every test run has: one seed for all random draws, two depths of search, a size report.

KANE_SEED=7 make test        another seed; `random` for a new one each run
KANE_PROFILE=quick|all       how many random cases a law sees; by default `quick` in the quick set

Compiled code is cached in a folder of the run's own, so that no test lives on what an earlier
build compiled, and none writes to the user's cache.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import tempfile
import zlib

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.house.sizes import size_report

DEFAULT_SEED = "1983"

settings.register_profile("quick", max_examples=15, deadline=None, print_blob=True)
settings.register_profile(
    "all",
    max_examples=200,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
    phases=tuple(Phase),
)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Settles seed and depth before hypothesis and the workers ask for them."""
    if os.environ.setdefault("KANE_SEED", DEFAULT_SEED) == "random":
        os.environ["KANE_SEED"] = str(secrets.randbelow(2**31))
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = os.environ["KANE_SEED"]
    hear_interrupts()
    quick = "not slow" in config.option.markexpr
    settings.load_profile(os.environ.setdefault("KANE_PROFILE", "quick" if quick else "all"))
    if not is_worker(config):
        os.environ["KANE_CACHE"] = tempfile.mkdtemp(prefix="kane-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Removes the run's cache, which the workers shared."""
    if not is_worker(config):
        shutil.rmtree(os.environ.pop("KANE_CACHE"), ignore_errors=True)


def hear_interrupts() -> None:
    """Ctrl-C is heard here and in what the tests start, also where the run began in the background.

    A shell without job control starts `command &` with SIGINT ignored, and so are its children.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def is_worker(config: pytest.Config) -> bool:
    """Whether this process is one of several that share the tests."""
    return hasattr(config, "workerinput")


def pytest_report_header() -> str:
    """The seed, before anything can fail."""
    return f"KANE_SEED={os.environ['KANE_SEED']} KANE_PROFILE={os.environ['KANE_PROFILE']}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The seed again, where a quiet run shows it too, and the sizes of files and functions."""
    terminalreporter.section("house")
    terminalreporter.line(pytest_report_header())
    for line in size_report():
        terminalreporter.line(line)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """A generator of this test's own: the same whichever other tests run, and in which order."""
    seed = int(os.environ["KANE_SEED"])
    return np.random.default_rng([seed, zlib.crc32(request.node.nodeid.encode())])
