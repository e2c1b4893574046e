"""Faults of a cache's files at any time: the answers are those of a run without it."""

from __future__ import annotations

import errno
import io
import itertools
import os
import resource
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.ledger import Claim, ClaimResult, Outcome, Registry, TrustLedger, run_registry
from sdp_proofs.ledger.cache import Store
from sdp_proofs.verdict import Verdict
from tests.ledger.toy_ledger import check, claim, refuted_claim

MARK = "0" * 64
REAL = {name: getattr(os, name) for name in ("mkdir", "open", "fdopen", "replace", "unlink")}


def fails(_: Claim) -> Outcome:
    return Outcome(Verdict.FAILS, "all", witness="n = 10^9")


def ledger() -> Registry:
    """Two claims that agree, and one that a deep run refutes."""
    shaken = claim(id="shaken", checks=(check(), replace(check(fails, title="thorough"), deep=True)))
    return Registry([claim(), refuted_claim(), shaken], TrustLedger())


def store_in(folder: Path) -> Store:
    return Store(folder, dict.fromkeys(ledger(), MARK))


def answers(folder: Path, *, deep: bool = False) -> list[tuple[object, ...]]:
    def timeless(result: ClaimResult) -> tuple[object, ...]:
        evidence = tuple(replace(entry, seconds=0.0) for entry in result.evidence)
        return (result.id, result.status, result.agreement, result.problems, evidence, result.near_misses)

    results = run_registry(ledger(), store=store_in(folder), deep=deep)
    return [timeless(result) for result in sorted(results, key=lambda one: one.id)]


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    return answers(tmp_path_factory.mktemp("right"))


def assert_whole(folder: Path) -> None:
    """Every entry that can be seen is a whole one."""
    store = store_in(folder)
    entries = list(folder.rglob("*.json"))
    assert sum(store.find(entry) is not None for entry in ledger().values()) == len(entries)


class Stream(io.BytesIO):
    """A file whose writing, flushing and closing are operations of their own; a write may stop half-way."""

    def __init__(self, stream: Any, step: Callable[[str], None]) -> None:
        super().__init__()
        self.stream, self.step = stream, step

    def write(self, data: Any) -> int:
        self.step("write, nothing")
        self.stream.write(data[: len(data) // 2])
        self.stream.flush()
        self.step("write, one half")
        self.stream.write(data[len(data) // 2 :])
        return len(data)

    def close(self) -> None:
        self.step("flush")
        self.stream.close()


@contextmanager
def at_every_step(monkeypatch: pytest.MonkeyPatch, step: Callable[[str], None]) -> Iterator[None]:
    """Call a function before every operation on files."""

    def before(name: str) -> Callable[..., Any]:
        def operation(*arguments: Any, **options: Any) -> Any:
            step(name)
            found = REAL[name](*arguments, **options)
            return Stream(found, step) if name == "fdopen" else found

        return operation

    with monkeypatch.context() as patched:
        for name in REAL:
            patched.setattr(os, name, before(name))
        for name, function in (("is_file", Path.is_file), ("open", Path.open)):  # an entry is read by these

            def reading(path: Path, *arguments: Any, function: Any = function) -> Any:
                step("reading")
                return function(path, *arguments)

            patched.setattr(Path, name, reading)
        yield


class Nth:
    """Does something at the n-th step and at no other one."""

    def __init__(self, place: int, act: Callable[[], None]) -> None:
        self.place, self.act, self.steps = place, act, 0

    def __call__(self, _: str) -> None:
        self.steps += 1
        if self.steps == self.place:
            self.act()

    @property
    def reached(self) -> bool:
        return self.steps >= self.place


def raising(error: Exception) -> Callable[[], None]:
    def act() -> None:
        raise error

    return act


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("earlier", [False, True], ids=["first run", "second run"])
@pytest.mark.parametrize(
    "error",
    [OSError(errno.ENOSPC, "full"), PermissionError("no"), FileExistsError("there"), MemoryError(), ValueError("odd")],
    ids=lambda error: type(error).__name__,
)
def test_a_fault_at_any_step_changes_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: list[object], error: Exception, earlier: bool
) -> None:
    for place in itertools.count(1):
        folder = tmp_path / str(place)
        if earlier:
            answers(folder)
        fault = Nth(place, raising(error))
        with at_every_step(monkeypatch, fault):
            assert answers(folder) == right, place
        assert_whole(folder)
        assert answers(folder) == right, place
        assert list(folder.rglob("*.part")) == [] or not earlier
        if not fault.reached:
            assert place > (4 if earlier else 15)
            return


def test_a_fault_at_any_step_of_a_deep_run_hides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: list[object]
) -> None:
    found = answers(tmp_path / "found", deep=True)
    reported = answers(tmp_path / "found")
    assert [entry[2] for entry in found] == [entry[2] for entry in reported]
    assert [entry[2] for entry in found].count(Verdict.FAILS) == 1
    for place in itertools.count(1):
        folder = tmp_path / str(place)
        fault = Nth(place, raising(OSError(errno.ENOSPC, "no space")))
        with at_every_step(monkeypatch, fault):
            assert answers(folder, deep=True) == found, place
        assert answers(folder) in (reported, right)  # an answer that cannot be written is forgotten whole
        with at_every_step(monkeypatch, Nth(place, raising(OSError(errno.ENOSPC, "no space")))):
            answers(folder, deep=True)
        assert answers(folder, deep=True) == found
        assert answers(folder) == reported
        if not fault.reached:
            return


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("earlier", [False, True], ids=["first run", "second run"])
def test_another_run_between_any_two_steps_changes_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: list[object], earlier: bool
) -> None:
    for place in itertools.count(1):
        folder = tmp_path / str(place)
        if earlier:
            answers(folder)
        between: list[object] = []

        def run_another(folder: Path = folder, between: list[object] = between) -> None:
            between.append(answers(folder))

        another = Nth(place, run_another)
        with at_every_step(monkeypatch, another):
            assert answers(folder) == right, place
        assert between == [right] * another.reached
        assert_whole(folder)
        if not another.reached:
            return


def in_child(act: Callable[[], None]) -> int:
    """Exit code of a process that does this and nothing else."""
    child = os.fork()
    if child == 0:
        try:
            act()
            os._exit(0)
        except BaseException:
            os._exit(1)
    return os.waitpid(child, 0)[1]


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("earlier", [False, True], ids=["first run", "second run"])
def test_a_process_that_is_killed_at_any_step_leaves_nothing_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: list[object], earlier: bool
) -> None:
    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    for place in itertools.count(1):
        folder = tmp_path / str(place)
        if earlier:
            answers(folder)

        def run_and_die(folder: Path = folder, place: int = place) -> None:
            with at_every_step(monkeypatch, Nth(place, die)):
                assert answers(folder) == right

        end = in_child(run_and_die)
        assert_whole(folder)
        assert answers(folder) == right, place
        assert_whole(folder)
        if not os.WIFSIGNALED(end):
            assert end == 0
            return


def test_runs_at_once_do_not_disturb_each_other(tmp_path: Path, right: list[object]) -> None:
    gate, opener = os.pipe()
    children = []
    for _ in range(4):
        child = os.fork()
        if child == 0:
            try:
                os.close(opener)
                os.read(gate, 1)  # until all have been started
                for turn in range(10):
                    assert answers(tmp_path / str(turn)) == right
                os._exit(0)
            except BaseException:
                os._exit(1)
        children.append(child)
    os.close(opener)
    os.close(gate)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    for turn in range(10):
        assert_whole(tmp_path / str(turn))
        assert len(list((tmp_path / str(turn)).rglob("*.json"))) == len(ledger())


@pytest.mark.parametrize("size", [0, 1, 100, 300])
def test_a_disk_that_fills_up_changes_no_answer(tmp_path: Path, right: list[object], size: int) -> None:
    """The kernel itself refuses to write more than so many bytes."""

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        assert answers(tmp_path) == right

    assert in_child(limited) == 0
    assert list(tmp_path.rglob("*.json")) == list(tmp_path.rglob("*.part")) == []


def test_a_full_device_changes_no_answer(tmp_path: Path, right: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    part = str(tmp_path / "never.part")
    monkeypatch.setattr(tempfile, "mkstemp", lambda **_: (os.open("/dev/full", os.O_WRONLY), part))
    assert answers(tmp_path) == right
    assert list(tmp_path.rglob("*.json")) == []


@pytest.mark.parametrize("place", ["/dev/full", "/dev/null/x", "/proc/x", "\0", "a" * 5000])
def test_a_folder_that_cannot_be_made_changes_no_answer(right: list[object], place: str) -> None:
    assert answers(Path(place)) == right
