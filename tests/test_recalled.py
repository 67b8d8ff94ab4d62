"""A model from the cache: nothing is derived, and whatever happens to the cache, all is right."""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NoReturn

import numpy as np
import pytest

import kane
from kane import GROUND, Body, Gravity, JointForce, Revolute, System, Y, Z, inputs, parameter
from kane.algebra.evaluate import evaluate
from kane.dynamics.equations import derive
from kane.dynamics.lift import Parameters
from kane.dynamics.requests import FUNCTIONS
from kane.machine import cache as caches
from kane.machine import cpu, recalled
from kane.machine import key as keys
from kane.machine.cache import Cache, Entry
from kane.machine.cpu import Processor, Tier, host
from kane.machine.model import Model
from kane.program.target import Target
from tests.close import close, round_off
from tests.machine.processes import started
from tests.own_joints import Hooke
from tests.robots import robot

ANYWHERE: Final = "kane.pipeline.derive"


@pytest.fixture(autouse=True)
def cache_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, and every report heard that is otherwise made once in a process."""
    monkeypatch.setenv("KANE_CACHE", str(tmp_path / "cache"))
    caches._report.cache_clear()
    yield tmp_path / "cache"
    caches._report.cache_clear()


@pytest.fixture
def underivable(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From when it is called, whoever derives anything fails."""

    def refuse(*_: object) -> NoReturn:
        raise AssertionError("derived, and the cache had it")

    return lambda: monkeypatch.setattr(ANYWHERE, refuse)


def pendulum(mass: float = 1.2, length: float = 0.5) -> System:
    """Two links, one of them with a parameter, driven by an input."""
    upper = Body("upper", mass=mass, centre=(0, 0, -length / 2), inertia=(0.1, 0.1, 0.002))
    lower = Body("lower", mass=parameter("m", 0.7), centre=(0, 0, -0.2), inertia=(0.1, 0.1, 0.002))
    return System(
        "pendulum",
        joints=[
            Revolute("q1", GROUND, upper, axis=Y),
            Revolute("q2", upper, lower, axis=Y, at=(0, 0, -length)),
        ],
        loads=[Gravity(along=-GROUND.z), JointForce("q2", inputs("push")[0])],
    )


STATE: Final = ([0.3, -0.8], [1.1, 0.4], [-2.0, 0.7])


def arrays(made: Any) -> list[Any]:
    return list(made) if isinstance(made, tuple) else [made]


def asked(model: Model, name: str) -> list[Any]:
    """A function of the state, and of a batch of one."""
    function = model.function(name)
    kernel = getattr(function, "kernel", function)
    kernel.address(Tier.OPTIMIZED)
    given = [np.array(one) for one in STATE[: len(function.inputs)]]
    return [*arrays(function(*given)), *arrays(function.batch(*(one[None] for one in given)))]


def torque(system: System) -> Any:
    """What the pendulum's own equations give, with no code at all."""
    q, u, udot = STATE
    numbers = derive(system, Parameters.FOLD)
    values = dict(zip((*numbers.q, *numbers.u, *numbers.udot), (*q, *u, *udot), strict=True))
    return np.array(evaluate(numbers.inverse_dynamics, values))


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def assert_right(system: System) -> None:
    """A new model of a system gives its torques."""
    made, expected = asked(kane.build(system), "inverse_dynamics"), torque(system)
    for one in made:
        assert close(one.reshape(-1), expected, round_off(30.0, 100))


# ── as it should be ───────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("parameters", ["fold", "live"])
def test_nothing_is_derived_a_second_time(
    parameters: Any, underivable: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    first = kane.build(pendulum(), parameters=parameters)
    names = [name for name in FUNCTIONS if not name.endswith("_rows")]  # there are none
    expected = {name: asked(first, name) for name in names}
    underivable()
    second = kane.build(pendulum(), parameters=parameters)
    assert second.u_names == first.u_names
    assert (second.q_names, second.input_names) == (first.q_names, first.input_names)
    for name, values in expected.items():
        for a, b in zip(asked(second, name), values, strict=True):
            assert np.array_equal(a, b), name
    assert not lines(caplog)


def test_other_parameters_of_a_recalled_model_are_taken(underivable: Callable[[], None]) -> None:
    first = kane.build(pendulum(), parameters="live")
    expected = asked(first.with_parameters(m=2.5), "inverse_dynamics")
    underivable()
    second = kane.build(pendulum(), parameters="live").with_parameters(m=2.5)
    for a, b in zip(asked(second, "inverse_dynamics"), expected, strict=True):
        assert np.array_equal(a, b)


@pytest.mark.slow
def test_derivatives_by_columns_are_recalled(underivable: Callable[[], None]) -> None:
    path = robot("panda")
    first = kane.build(kane.load(path)).derivatives("forward_dynamics")
    state = [np.linspace(-1, 1, slot.size) * k for k, slot in enumerate(first.inputs, start=1)]
    first.address(Tier.OPTIMIZED)
    expected = first(*state)
    underivable()
    again = kane.build(kane.load(path)).derivatives("forward_dynamics")
    again.address(Tier.OPTIMIZED)
    for a, b in zip(again(*state), expected, strict=True):
        assert np.array_equal(a, b)


def test_what_was_not_asked_before_is_derived_when_it_is_asked() -> None:
    asked(kane.build(pendulum()), "inverse_dynamics")
    second = kane.build(pendulum())
    assert second.operations["inverse_dynamics"].mul > 0
    expected = kane.build(pendulum(), shorten="off").forward_dynamics(*STATE)
    assert close(second.forward_dynamics(*STATE), expected, round_off(300.0, 200))
    assert second.mass_matrix.program is not None


# ── what counts ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "other",
    [
        pendulum(mass=float(np.nextafter(1.2, 2))),
        pendulum(length=0.6),
        pendulum().replace(loads=[]),
        pendulum().replace(loads=[Gravity(along=GROUND.z)]),
        pendulum().replace(loads=[Gravity(along=-GROUND.z, magnitude=1.62)]),
    ],
)
def test_another_system_is_not_taken_for_it(other: System) -> None:
    asked(kane.build(pendulum()), "inverse_dynamics")
    assert kane.build(other).compiler._recalled.known is None  # type: ignore[attr-defined]
    assert_right(other)


def test_every_way_of_building_is_kept_apart() -> None:
    ways: list[dict[str, Any]] = [
        {},
        {"parameters": "live"},
        {"formulation": "composite"},
        {"formulation": "articulated"},
        {"shorten": "off"},
        {"shorten": "search"},
        {"target": Target(lanes=2, has_fma=False)},
    ]
    for way in ways:
        asked(kane.build(pendulum(), **way), "forward_dynamics")
    compilers: list[Any] = [kane.build(pendulum(), **way).compiler for way in ways]
    assert len({compiler._recalled.memory.key for compiler in compilers}) == len(ways)


def test_another_processor_and_other_sources_are_another_key(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here = keys.description_key(b"arm", "fold", host())
    assert here is not None
    assert here != keys.description_key(b"arm", "fold", Processor(name="x86-64"))
    assert here != keys.description_key(b"arm", "live", host())
    assert here != keys.description_key(b"arm ", "fold", host())
    assert here != keys.description_key(b"mfold", "ar", host())
    source = tmp_path / "source.py"
    source.write_text("sign = +1")
    first = keys._package.__wrapped__(tmp_path, 2**63)
    times = source.stat()
    source.write_text("sign = -1")
    os.utime(source, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert first != keys._package.__wrapped__(tmp_path, 2**63)


def test_files_that_changed_under_a_running_process_give_no_key(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "source.py").write_text("sign = +1")
    changed = (tmp_path / "source.py").stat().st_ctime_ns
    assert keys._package(tmp_path, changed) is not None
    assert keys._package(tmp_path, changed - 1) is None
    assert keys._package(tmp_path / "nowhere", changed) is None
    monkeypatch.setattr(keys, "_package", lambda *_: None)
    assert_right(pendulum())
    assert kane.build(pendulum()).compiler._recalled.memory is None  # type: ignore[attr-defined]


def test_a_joint_of_somebody_elses_is_derived_each_time() -> None:
    body = Body("body", mass=1, inertia=(1, 2, 3))
    plain = System("own", joints=[Revolute("q1", GROUND, body, axis=Z)])
    (joint,) = plain.joints
    own = object.__new__(type(joint))
    for name in joint.__slots__:
        object.__setattr__(own, name, getattr(joint, name))
    object.__setattr__(own, "motions", (Hooke(coordinates=("q1", "q2")),))
    compiler: Any = kane.build(plain.replace(joints=[own])).compiler
    assert compiler._recalled.memory is None


# ── damage ────────────────────────────────────────────────────────────────────────────────────
def noted(directory: Path) -> list[Path]:
    """The files that say what a description's functions are."""
    return [path for path in directory.iterdir() if b'{"speeds"' in path.read_bytes()[:120]]


DAMAGES: Final[dict[str, Callable[[bytes], bytes]]] = {
    "empty": lambda content: b"",
    "truncated": lambda content: content[: len(content) // 2],
    "header only": lambda content: content[:88],
    "foreign": lambda content: b"#!/bin/sh\nexit 1\n" * 100,
    "zeros": lambda content: bytes(len(content)),
    "longer": lambda content: content + b"more",
    "a bit": lambda content: content[:200] + bytes([content[200] ^ 4]) + content[201:],
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("which", ["notes", "code", "all"])
def test_damaged_files_are_made_anew(
    damage: str, which: str, cache_directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert_right(pendulum())
    notes = noted(cache_directory)
    assert len(notes) == 1
    for path in cache_directory.iterdir():
        if which == "all" or (path in notes) == (which == "notes"):
            path.write_bytes(DAMAGES[damage](path.read_bytes()))
    for _ in range(2):
        assert_right(pendulum())
    assert len(lines(caplog)) == 1
    assert len(noted(cache_directory)) == 1


@pytest.mark.parametrize("which", ["notes", "code"])
def test_missing_files_are_made_anew(
    which: str, cache_directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert_right(pendulum())
    notes = noted(cache_directory)
    for path in cache_directory.iterdir():
        if (path in notes) == (which == "notes"):
            path.unlink()
    assert_right(pendulum())
    assert len(list(cache_directory.iterdir())) == 3
    assert not lines(caplog)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"null",
        b"[]",
        b'{"speeds": ["u1"]}',
        b'{"speeds": 3, "functions": {}}',
        b'{"speeds": ["u1"], "functions": []}',
        b'{"speeds": ["u1"], "functions": {"inverse_dynamics": [1]}}',
        b'{"speeds": ["u1"], "functions": {"inverse_dynamics": [[["a", [], []], {"one": "zz"}]]}}',
        b'{"speeds": ["u1"], "functions": {"inverse_dynamics": [[["a", [], []], {"two": "00"}]]}}',
        b"\xff\xfe",
        b"[" * 100_000,
        b"\x7fELF\x02\x01\x01" + bytes(500),
    ],
)
def test_whole_files_that_are_no_notes_are_made_anew(
    content: bytes, cache_directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert_right(pendulum())
    (path,) = noted(cache_directory)
    Cache(cache_directory).write(bytes.fromhex(path.stem), Entry(made=content, workspace=0))
    assert_right(pendulum())
    assert len(lines(caplog)) == 1
    assert noted(cache_directory) == [path]


def test_files_of_two_systems_exchanged_are_made_anew(
    cache_directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = pendulum(), pendulum(mass=3.0)
    assert_right(first)
    (one,) = noted(cache_directory)
    assert_right(second)
    (other,) = set(noted(cache_directory)) - {one}
    a, b = one.read_bytes(), other.read_bytes()
    one.write_bytes(b)
    other.write_bytes(a)
    for system in (first, second, first, second):
        assert_right(system)
    assert len(lines(caplog)) == 1


# ── directories and processes ─────────────────────────────────────────────────────────────────
def test_full_disk_does_no_harm(
    cache_directory: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    for _ in range(2):
        assert_right(pendulum())
    (line,) = lines(caplog)
    assert "cannot be written (No space left on device)" in line


def test_a_disk_that_fills_up_between_code_and_notes_does_no_harm(
    monkeypatch: pytest.MonkeyPatch, cache_directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(recalled.Memory, "note", lambda *_: None)
        assert_right(pendulum())
    assert not noted(cache_directory)
    monkeypatch.setattr(os, "replace", refuse)
    assert_right(pendulum())
    assert len(lines(caplog)) == 1
    assert len(list(cache_directory.iterdir())) == 2


def test_read_only_directory_is_read(
    monkeypatch: pytest.MonkeyPatch, underivable: Callable[[], None]
) -> None:
    expected = asked(kane.build(pendulum()), "inverse_dynamics")

    def refuse(*_: object, **__: object) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied")

    for name in ("utime", "replace", "unlink", "mkdir", "write"):
        monkeypatch.setattr(os, name, refuse)
    underivable()
    for a, b in zip(asked(kane.build(pendulum()), "inverse_dynamics"), expected, strict=True):
        assert np.array_equal(a, b)


def test_without_a_cache_all_is_derived(
    monkeypatch: pytest.MonkeyPatch, cache_directory: Path
) -> None:
    monkeypatch.setenv("KANE_CACHE", "off")
    for _ in range(2):
        assert_right(pendulum())
    assert not cache_directory.exists()


def test_on_another_processor_it_is_compiled_anew(
    monkeypatch: pytest.MonkeyPatch, cache_directory: Path
) -> None:
    assert_right(pendulum())
    before = set(cache_directory.iterdir())
    other = Processor(name="x86-64", features=host().features)
    for module in (cpu, recalled, __import__("kane.machine.compile", fromlist=["host"])):
        monkeypatch.setattr(module, "host", lambda: other)
    assert_right(pendulum())
    assert len(set(cache_directory.iterdir()) - before) == 3


CROWD: Final = """
import pathlib, random
import kane
from tests.test_recalled import assert_right, pendulum
lot = random.Random({number})
for _ in range(8):
    assert_right(pendulum(mass=lot.choice((1.2, 1.3))))
    for path in pathlib.Path(r"{directory}").glob("*.object"):
        if lot.random() < 0.3:
            path.unlink(missing_ok=True)
print("right")
"""


@pytest.mark.slow
def test_processes_may_share_a_cache_and_take_files_away(cache_directory: Path) -> None:
    crowd = [started(CROWD.format(number=k, directory=cache_directory)) for k in range(3)]
    ends = [process.communicate(timeout=60) for process in crowd]
    assert ends == [("right\n", "")] * 3
    assert not [path for path in cache_directory.iterdir() if path.suffix != ".object"]
