"""Running: slices, interruption, going on, files and what is left of them."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pytest

from kane.errors import ArgumentError, Outcome
from kane.model.quantities import energy
from kane.model.symbols import coordinate
from kane.sim import engine, pieces
from kane.sim.file import running
from kane.sim.methods import METHODS
from kane.sim.signals import Between, Sampled, Table
from kane.sim.simulate import simulate
from kane.sim.trajectory import Trajectory
from kane.sim.when import When
from tests.sim.systems import oscillator, pendulum, pendulum_angle

TABLE = Table(t=[0.0, 1.3, 2.6], values=[0.0, 4.0, -1.0])
HELD = Table(t=[0.0, 1.3, 2.6], values=[0.0, 4.0, -1.0], between=Between.HELD)
HERE = Path(__file__).parents[2]


def more_of(name: str) -> dict[str, float]:
    return {"rtol": 1e-7} if METHODS[name].adaptive else {"dt": 0.02}


@pytest.mark.parametrize("every", [None, 0.037])
@pytest.mark.parametrize("name", METHODS)
def test_run_that_goes_on_equals_one_without_a_stop_to_the_bit(
    name: str, every: float | None
) -> None:
    q1 = coordinate("q1")
    given = {
        "method": name,
        "inputs": {"F": TABLE},
        "events": [When(q1 > 0.5, mark="up"), When(q1 < 0.1, mark="low")],
        "record": [energy()],
        "every": every,
        **more_of(name),
    }
    whole = simulate(oscillator(), q=[0.2], until=7.0, **given)  # type: ignore[arg-type]
    part = simulate(oscillator(), q=[0.2], until=1.9, **given)  # type: ignore[arg-type]
    part = simulate(oscillator(), q=[0.2], until=4.0, resume=part, **given)  # type: ignore[arg-type]
    again = simulate(oscillator(), q=[0.2], until=7.0, resume=part, **given)  # type: ignore[arg-type]

    assert np.array_equal(whole.rows, again.rows)
    assert whole.events == again.events


def test_slices_leave_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"q": [1.0], "until": 5.0, "inputs": {"F": HELD}}
    whole = simulate(oscillator(), **given)  # type: ignore[arg-type]
    monkeypatch.setattr(engine, "_FIRST", 1)
    monkeypatch.setattr(engine, "_SLICE", 1e-9)
    sliced = simulate(oscillator(), **given)  # type: ignore[arg-type]

    assert np.array_equal(whole.rows, sliced.rows)


def test_marching_equals_single_steps_to_the_bit() -> None:
    each = simulate(pendulum(), q=[1.0], until=10.0, dt=0.01)
    few = simulate(pendulum(), q=[1.0], until=10.0, dt=0.01, every=0.5)

    assert np.array_equal(each.rows[::50], few.rows)


def test_more_rows_than_the_record_holds_all_arrive() -> None:
    motion = simulate(pendulum(), q=[1.0], until=10.0, every=1e-4)

    assert len(motion) == 100001
    assert np.allclose(motion.t, np.arange(100001) * 1e-4, rtol=0, atol=1e-12)
    assert np.max(np.abs(motion["q1"] - pendulum_angle(1.0, motion.t))) < 1e-6


def test_progress_is_told_and_reaches_the_end() -> None:
    told: list[float] = []
    simulate(pendulum(), q=[1.0], until=3000.0, dt=1e-3, every=10.0,
             progress=lambda t, until: told.append(t / until))  # fmt: skip

    assert len(told) > 2
    assert told == sorted(told)
    assert told[-1] > 0.999999


def test_ctrl_c_keeps_what_was_done_and_the_run_goes_on() -> None:
    given = {"q": [1.0], "dt": 1e-3, "every": 1.0}

    def interrupt(t: float, until: float) -> None:
        if t > 100.0:
            os.kill(os.getpid(), signal.SIGINT)

    part = simulate(pendulum(), until=5000.0, progress=interrupt, **given)  # type: ignore[arg-type]
    again = simulate(pendulum(), until=1000.0, resume=part, **given)  # type: ignore[arg-type]
    whole = simulate(pendulum(), until=1000.0, **given)  # type: ignore[arg-type]

    assert part.outcome is Outcome.INTERRUPTED
    assert 100.0 < part.t[-1] < 1000.0
    assert "call again to resume" in part.report
    assert np.array_equal(again.rows, whole.rows)


def test_a_function_that_raises_is_not_swallowed_and_ctrl_c_works_again() -> None:
    def broken(t: float, q: object, u: object) -> float:
        raise RuntimeError("my own fault")

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(RuntimeError, match="my own fault"):
        simulate(oscillator(), until=1.0, inputs={"F": Sampled(function=broken, period=0.1)})
    assert signal.getsignal(signal.SIGINT) is before


def test_collapse_of_the_step_is_an_outcome() -> None:
    """q̈ = −2 /(1 − q)³ … : F = 1/(0.5 − q)² reaches its pole in finite time."""
    law = 1 / (0.5 - coordinate("q1")) ** 3
    motion = simulate(oscillator(), until=9.0, inputs={"F": law})

    assert motion.outcome in (Outcome.STEP_TOO_SMALL, Outcome.NOT_FINITE)
    assert motion.outcome.remedy in motion.report
    assert np.all(np.isfinite(motion.rows))


def test_what_is_not_finite_is_an_outcome() -> None:
    motion = simulate(oscillator(), q=[1e200], u=[1e300], until=9e5, dt=100.0)

    assert motion.outcome is Outcome.NOT_FINITE
    assert np.all(np.isfinite(motion.rows))


# ── files ─────────────────────────────────────────────────────────────────────────────────
def test_file_holds_the_motion_and_opens_in_xarray(tmp_path: Path) -> None:
    import xarray

    path = tmp_path / "swing.nc"
    given = {"q": [1.0], "until": 10.0, "record": [energy()],
             "events": [When(coordinate("q1") < 0, mark="down")]}  # fmt: skip
    motion = simulate(pendulum(), **given)  # type: ignore[arg-type]
    kept = simulate(pendulum(), file=path, **given)  # type: ignore[arg-type]
    opened = xarray.open_dataset(path, engine="scipy")
    again = Trajectory.read(path)

    assert np.array_equal(motion.rows, kept.rows)
    assert np.array_equal(motion.rows, again.rows)
    assert motion.events == kept.events == again.events
    assert np.array_equal(opened["energy()"].values, motion["energy()"])
    assert opened["q1"].attrs["units"] == "rad"
    assert opened.attrs["model"] == motion.source.digest
    assert not running(path).exists()


@pytest.mark.slow
def test_killed_run_opens_and_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    path = tmp_path / "long.nc"
    program = textwrap.dedent(f"""
        from tests.sim.systems import pendulum
        from kane.sim.simulate import simulate
        simulate(pendulum(), q=[1.0], until=1e7, dt=1e-3, every=1.0, file={str(path)!r})
    """)
    process = subprocess.Popen([sys.executable, "-c", program], cwd=HERE)
    saves = 0
    for _ in range(600):
        time.sleep(0.1)
        part = running(path)
        begun = part.exists() and part.stat().st_size > len(pieces.MAGIC)
        found = list(pieces.pieces(part)) if begun else []
        saves = sum(piece.kind == pieces.SAVE for piece in found)
        if saves >= 2:
            break
    process.send_signal(signal.SIGKILL)
    process.wait()
    with running(path).open("ab") as file:
        file.write(b"ROWS\x10\x00\x00half a piece")

    killed = Trajectory.read(path)
    state = pieces.from_bytes(
        [p for p in pieces.pieces(running(path)) if p.kind == pieces.SAVE][-1].content
    )
    until = float(np.ceil(state[1][0])) + 50.0
    again = simulate(pendulum(), q=[1.0], until=until, dt=1e-3, every=1.0, file=path)
    whole = simulate(pendulum(), q=[1.0], until=until, dt=1e-3, every=1.0)

    assert saves >= 2
    assert killed.outcome is Outcome.INTERRUPTED
    count = min(len(killed), len(whole))
    assert count > 1
    assert np.array_equal(killed.rows[:count], whole.rows[:count])
    assert again.outcome is Outcome.OK
    assert np.array_equal(again.rows, whole.rows)


def test_full_disk_ends_the_run_and_leaves_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "full.nc"
    given = {"q": [1.0], "dt": 1e-3, "until": 400.0}
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, hard))
    try:
        full = simulate(pendulum(), file=path, **given)  # type: ignore[arg-type]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)

    assert full.outcome is Outcome.NOT_WRITTEN
    assert "Make room on the disk" in full.report
    rows = [piece for piece in pieces.pieces(running(path)) if piece.kind == pieces.ROWS]
    assert rows


def test_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.nc"
    running(path).write_text("not ours")

    with pytest.raises(ArgumentError, match="is not the file of a run"):
        simulate(pendulum(), until=1.0, file=path)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"method": "dopri5"}, "another model, method, inputs"),
        ({"record": [energy()]}, "with other records"),
    ],
)
def test_a_file_does_not_go_on_with_another_run(
    more: dict[str, object], words: str, tmp_path: Path
) -> None:
    path, part = tmp_path / "m.nc", running(tmp_path / "m.nc")
    asked: list[float] = []

    def stop(t: float, until: float) -> None:
        asked.append(t)
        os.kill(os.getpid(), signal.SIGINT)

    cut = simulate(pendulum(), q=[1.0], until=1e5, file=path, progress=stop)
    assert cut.outcome is Outcome.INTERRUPTED
    assert part.exists()
    with pytest.raises(ArgumentError, match=words):
        simulate(pendulum(), q=[1.0], until=1e5, file=path, **more)  # type: ignore[arg-type]


def test_another_run_cannot_go_on_from_this_one() -> None:
    part = simulate(pendulum(), q=[1.0], until=1.0)

    with pytest.raises(ArgumentError, match="does not fit"):
        simulate(pendulum(), q=[1.0], until=2.0, resume=part, method="dopri5")


@pytest.mark.slow
def test_samples_by_the_million_take_no_memory(tmp_path: Path) -> None:
    """Two million samples of 32 bytes in the file: the process grows by less than a quarter."""
    program = textwrap.dedent(f"""
        import resource
        from tests.sim.systems import oscillator
        from kane.sim.simulate import simulate
        def run(until, name):
            file = {str(tmp_path)!r} + name
            return simulate(oscillator(), q=[1.0], until=until, dt=1e-3, file=file)
        run(1e2, "/a.nc")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        motion = run(2e3, "/b.nc")
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(len(motion), after - before)
    """)
    said = subprocess.run([sys.executable, "-c", program], cwd=HERE, capture_output=True, text=True)

    count, grown = (int(word) for word in said.stdout.split())
    assert count == 2_000_001
    assert grown * 1024 < count * 32 / 4
