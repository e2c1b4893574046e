"""No ledger, whatever its code does, makes a command succeed that has not done what was asked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer

import sdp_proofs.ledger
from sdp_proofs.cli import app, ledger, main
from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import Claim, ClaimResult, Outcome, Registry, TrustLedger, run_registry
from sdp_proofs.verdict import Verdict
from tests.ledger.toy_ledger import check, claim, registry

HERE = __name__
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SDP_PROOFS_CACHE", str(tmp_path / "cache"))


def assert_one_line(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    assert captured.out == ""
    error = captured.err.rpartition(": there is no result yet\n")[2]  # the line of `show` before it runs something
    assert error.startswith("sdp-proofs: error: ")
    assert error.count("\n") == 1
    return error


BROKEN_LEDGERS = {
    "leaves": "raise SystemExit(0)",
    "leaves-late": "import sys\ndef registry():\n    sys.exit(0)",
    "returns-late": "import typer\ndef registry():\n    raise typer.Exit(0)",
    "aborts": "import typer\ndef registry():\n    raise typer.Abort()",
    "generator": "raise GeneratorExit",
    "fails": "def registry():\n    raise RuntimeError('on purpose')",
    "arithmetic": "def registry():\n    return 1 / 0",
    "deep": "def registry():\n    return registry()",
    "memory": "raise MemoryError",
    "syntax": "def registry(:",
    "null": "x = '\\0'\n\0",
    "nothing": "def registry():\n    pass",
    "no-function": "x = 1",
    "no-call": "registry = 5",
    "not-claims": "from sdp_proofs.ledger import *\ndef registry():\n    return Registry([5], TrustLedger())",
    "pipe": "def registry():\n    raise BrokenPipeError",
    "speechless": "class E(Exception):\n    def __str__(self):\n        raise SystemExit(0)\nraise E",
}


@pytest.mark.parametrize("name", BROKEN_LEDGERS)
@pytest.mark.parametrize("command", ["verify", "list", "show a", "errata", "hunt a", "certificate a"])
def test_a_ledger_that_does_not_load_is_bad_input(
    name: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = f"broken_{name.replace('-', '_')}"
    (tmp_path / f"{module}.py").write_text(BROKEN_LEDGERS[name] + "\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert main([*command.split(), "--ledger", f"{module}:registry"]) == 2
    assert "a ledger must" in assert_one_line(capsys)


@pytest.mark.parametrize("path", ["sys:exit", "builtins:exit", "nowhere:registry", ":", "os:", "sys:path", "no-ledger"])
def test_what_is_no_ledger_is_bad_input(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--ledger", path]) == 2
    assert "a ledger must" in assert_one_line(capsys)


def empty_registry() -> Registry:
    """Nothing is in it."""
    return Registry([], TrustLedger())


def test_an_empty_ledger_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--ledger", f"{HERE}:empty_registry"]) == 2
    assert "a ledger must have a claim" in assert_one_line(capsys)


def leave(_: Claim) -> Outcome:
    raise SystemExit(0)


def leaving_registry() -> Registry:
    """One claim ends the program, the other is quite all right."""
    return Registry([claim(id="leaving", checks=(check(leave),)), claim()], TrustLedger())


def leaving_and_disagreeing_registry() -> Registry:
    """One claim ends the program, another one is false."""
    wrong = claim(id="wrong", checks=(check(lambda _: Outcome(Verdict.FAILS, "all", witness="n = 1")),))
    return Registry([claim(id="leaving", checks=(check(leave),)), wrong], TrustLedger())


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("strict", [[], ["--strict"]])
def test_a_check_that_ends_the_program_is_undecided(
    jobs: str, strict: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--ledger", f"{HERE}:leaving_registry", "--jobs", jobs, "--json", *strict]) == 3
    document = json.loads(capsys.readouterr().out)
    assert [entry["id"] for entry in document["claims"]] == ["leaving", "squares-are-nonnegative"]
    assert [entry["agreement"] for entry in document["claims"]] == ["UNKNOWN", "HOLDS"]
    crashed = "'enumeration' crashed: SystemExit: 0 (test_fail_closed.py, line "
    assert document["claims"][0]["problems"][0].startswith(crashed)
    assert document["claims"][0]["evidence"][0]["verdict"] == "UNKNOWN"


def vanish(_: Claim) -> Outcome:
    os._exit(0)


def vanishing_registry() -> Registry:
    """One claim ends the process that it is checked in as if all were well, the other is quite all right."""
    return Registry([claim(id="vanishing", checks=(check(vanish),)), claim()], TrustLedger())


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", ["verify", "verify vanishing", "verify squares-are-nonnegative"])
def test_a_check_that_ends_its_process_is_no_success(jobs: str, command: str) -> None:
    """In a process of its own, as what is tested is that this one does not end with 0 and without a word."""
    line = [*command.split(), "--ledger", f"{HERE}:vanishing_registry", "--jobs", jobs, "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "sdp_proofs", *line], capture_output=True, text=True, check=False, cwd=ROOT
    )
    asked = {command.rsplit(maxsplit=1)[-1]} if " " in command else {"vanishing", "squares-are-nonnegative"}
    agreements = {entry["id"]: entry["agreement"] for entry in json.loads(done.stdout)["claims"]}
    assert agreements.keys() == asked
    assert agreements.get("vanishing", "UNKNOWN") == "UNKNOWN"
    assert done.returncode == (3 if "vanishing" in asked else 0)
    assert "Traceback" not in done.stderr


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("command", ["show vanishing", "show squares-are-nonnegative"])
def test_what_is_shown_is_run_in_another_process_too(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main([*command.split(), "--ledger", f"{HERE}:vanishing_registry", "--json"])
    (entry,) = json.loads(capsys.readouterr().out)["claims"]
    assert (code, entry["agreement"]) == ((3, "UNKNOWN") if "vanishing" in command else (0, "HOLDS"))


def test_a_finding_goes_before_what_is_undecided() -> None:
    assert main(["verify", "--ledger", f"{HERE}:leaving_and_disagreeing_registry"]) == 1
    assert main(["verify", "leaving", "--ledger", f"{HERE}:leaving_and_disagreeing_registry"]) == 3
    assert main(["show", "leaving", "--ledger", f"{HERE}:leaving_and_disagreeing_registry"]) == 3


@dataclass(frozen=True)
class Unprintable:
    error: BaseException

    def latex(self) -> str:
        raise self.error


def unprintable_registry() -> Registry:
    """Ledger whose formula ends the program when it is typeset."""
    return Registry([claim(formula=Unprintable(SystemExit(0)))], TrustLedger())


def politely_unprintable_registry() -> Registry:
    """Ledger whose formula returns success to the command line when it is typeset."""
    return Registry([claim(formula=Unprintable(typer.Exit(0)))], TrustLedger())


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("name", ["unprintable_registry", "politely_unprintable_registry"])
@pytest.mark.parametrize("command", ["verify", "show"])
def test_a_formula_that_ends_the_program_is_no_success(
    name: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "squares-are-nonnegative", "--ledger", f"{HERE}:{name}"]) == 3
    assert "a run must come to its end" in assert_one_line(capsys)


def test_every_claim_that_was_asked_for_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = sdp_proofs.ledger.run_registry

    def forgetful(*arguments: Any, **options: Any) -> Iterable[ClaimResult]:
        return list(real(*arguments, **options))[:-1]

    monkeypatch.setattr(ledger, "LEDGER", "tests.ledger.toy_ledger:registry")
    assert main(["verify"]) == 0
    capsys.readouterr()
    monkeypatch.setattr(sdp_proofs.ledger, "run_registry", forgetful)
    assert main(["verify"]) == 3
    assert "every claim must have a result" in assert_one_line(capsys)
    assert len(registry()) > 1


def raising(error: BaseException) -> Callable[[object], typer.Typer]:
    def command() -> None:
        raise error

    def build(_: object) -> typer.Typer:
        application = typer.Typer(pretty_exceptions_enable=False)
        application.callback(invoke_without_command=True)(command)
        return application

    return build


def test_too_little_memory_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(app, "build", raising(MemoryError()))
    assert main([]) == 2
    assert "must fit into the memory" in assert_one_line(capsys)


@pytest.mark.parametrize(
    "error",
    [SystemExit(0), SystemExit(), SystemExit("a"), GeneratorExit(), KeyError("a\nb"), RecursionError()],
    ids=repr,
)
def test_nothing_but_a_command_ends_with_success(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(app, "build", raising(error))
    assert main([]) == 3
    assert "a command must not" in assert_one_line(capsys)


class Speechless(Exception):
    """Error whose text is another error."""

    def __str__(self) -> str:
        raise SystemExit(0)


class Wordless(DomainError):
    """The same of an error that the command line knows."""

    def __str__(self) -> str:
        raise RuntimeError


class Impatient(Exception):
    """Error that is interrupted while it says what it is."""

    def __str__(self) -> str:
        raise KeyboardInterrupt


@pytest.mark.parametrize(("error", "code"), [(Speechless(), 3), (Wordless(), 3), (Impatient(), 130)])
def test_an_error_that_cannot_say_what_it_is_is_no_finding(
    error: Exception, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(app, "build", raising(error))
    assert main([]) == code
    assert_one_line(capsys)


def stop_the_clock(_: Claim) -> Outcome:
    """Leaves a clock behind that nobody can read."""
    time.perf_counter = None  # type: ignore[assignment]
    return Outcome(Verdict.HOLDS, "all")


def clockless_registry() -> Registry:
    """One claim breaks the clock."""
    return Registry([claim(checks=(check(stop_the_clock),))], TrustLedger())


def test_a_check_does_not_touch_the_clock_that_measures_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "perf_counter", time.perf_counter)  # put back afterwards
    (result,) = run_registry(clockless_registry())
    assert result.evidence[0].verdict is Verdict.HOLDS
    assert 0 <= result.evidence[0].seconds < 60


@pytest.mark.parametrize(("leaving", "code"), [(typer.Exit(0), 0), (typer.Exit(3), 3), (typer.Abort(), 130)], ids=repr)
def test_a_command_says_how_it_ends(leaving: Exception, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "build", raising(leaving))
    assert main([]) == code
    assert "sdp_proofs.cli.app" in sys.modules
