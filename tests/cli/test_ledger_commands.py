from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.cli import ledger, main, output
from sdp_proofs.ledger import Claim, Outcome, Registry, TrustLedger
from sdp_proofs.ledger.schema import validate
from sdp_proofs.verdict import Verdict
from tests.ledger.toy_ledger import check, claim, registry, squares_exceed

TOY = "tests.ledger.toy_ledger"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "LEDGER", f"{TOY}:registry")
    monkeypatch.delenv("COLUMNS", raising=False)


def slow_registry() -> Registry:
    """One claim that is quick, and one that begins after it and takes much longer than any test."""
    started = Path(os.environ["STARTED"])
    quickly_done = started.with_suffix(".before")

    def quickly(entry: Claim) -> Outcome:
        quickly_done.touch()
        return squares_exceed(entry)

    def wait(_: Claim) -> Outcome:
        while not quickly_done.exists():
            time.sleep(0.05)
        started.touch()
        time.sleep(3600)
        return Outcome(Verdict.HOLDS, "all")

    quick = claim(checks=(check(quickly),))
    return Registry([quick, claim(id="slow", checks=(check(wait),), depends_on=(quick.id,))], TrustLedger())


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = main([*arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_verify_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    code, document = run_json(capsys, "verify")
    assert code == 0
    validate(document)
    assert [entry["id"] for entry in document["claims"]] == list(registry())


def test_json_has_sorted_keys(capsys: pytest.CaptureFixture[str]) -> None:
    main(["verify", "--json"])
    text = capsys.readouterr().out
    assert text == json.dumps(json.loads(text), indent=2, sort_keys=True) + "\n"


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        ("registry", [], 0),
        ("registry", ["--strict"], 3),
        ("registry", ["--strict", "theorem 1"], 0),
        ("disagreeing_registry", [], 1),
        ("disagreeing_registry", ["--strict"], 1),
        ("undecided_registry", [], 0),
        ("undecided_registry", ["--strict"], 3),
    ],
)
def test_exit_codes_of_verify(monkeypatch: pytest.MonkeyPatch, name: str, options: list[str], code: int) -> None:
    monkeypatch.setattr(ledger, "LEDGER", f"{TOY}:{name}")
    assert main(["verify", *options]) == code


def test_verify_shows_the_chosen_claims_only(capsys: pytest.CaptureFixture[str]) -> None:
    code, document = run_json(capsys, "verify", "fig 1", "squares-are-positive", "--paper", "toy")
    assert code == 0
    assert [entry["id"] for entry in document["claims"]] == ["squares-are-positive"]
    assert document["claims"][0]["status"] == "repaired"
    ancestors = ["square-of-an-integer", "squares-are-undecided", "squares-grow-slowly"]
    assert document["claims"][0]["resting_on"] == ancestors


def test_verify_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify"]) == 0
    captured = capsys.readouterr()
    lines = [line.rstrip() for line in captured.out.splitlines()]
    [row] = [line for line in lines if line.endswith("squares-are-nonnegative") and "Theorem" in line]
    assert row.split() == [
        "established,", "believed", "Theorem", "1", "1/1", "0.0", "EXACT/ALL", "holds", "squares-are-nonnegative",
    ]  # fmt: skip
    assert any(line.endswith("  fails: n = 0, square = 0/1") for line in lines)
    counts = "5 claims: 1 established (1 believed), 1 supported, 1 false as stated (1 repaired), 1 open, 1 definition; "
    assert any(line.startswith(counts) for line in lines)
    assert "\x1b" not in captured.out
    assert captured.err == ""


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("columns", [80, 119, 120, 200])
def test_the_table_keeps_to_the_width_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main(["verify"]) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= columns
    for entry in registry().values():
        assert entry.id in text
    assert text.count("EXACT/ALL") == 2


def test_verify_says_what_disagrees(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(ledger, "LEDGER", f"{TOY}:disagreeing_registry")
    assert main(["verify"]) == 1
    assert "the evidence says refuted, the record says established" in capsys.readouterr().out


def test_verify_in_processes_equals_verify(capsys: pytest.CaptureFixture[str]) -> None:
    def timeless(document: dict[str, Any]) -> dict[str, Any]:
        for entry in document["claims"]:
            for evidence in entry["evidence"]:
                del evidence["seconds"]
        return document

    serial = run_json(capsys, "verify")[1]
    parallel = run_json(capsys, "verify", "--jobs", "2")[1]
    assert timeless(parallel) == timeless(serial)


def test_show_tells_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "theorem-1", "--full"]) == 0
    text = capsys.readouterr().out
    for part in (
        "established",
        "For every integer n, n² ≥ 0.",
        "n^2 >= 0",
        "n is an integer (silent in the paper)",
        "HOLDS by EXACT for ALL: enumeration (|n| <= 5, 11 instances",
        "shifted by one: refuted by 'enumeration' at n = 0",
        "python (engine): Integers are exact. [Python documentation]",
    ):
        assert part in text
    assert main(["show", "Fig. 1", "--full"]) == 0
    text = capsys.readouterr().out
    for part in (
        "fails: n = 0, square = 0/1",
        "Repaired by\n  squares-are-nonnegative",
        "squares-grow-slowly",
    ):
        assert part in text


def test_show_prints_all_claims_of_a_locator(capsys: pytest.CaptureFixture[str]) -> None:
    code, document = run_json(capsys, "show", "equation 3")
    assert code == 0
    assert [entry["id"] for entry in document["claims"]] == ["squares-grow-slowly", "squares-are-undecided"]


def test_show_disagrees_as_verify_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "LEDGER", f"{TOY}:disagreeing_registry")
    assert main(["show", "theorem 1"]) == 1


def test_list_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("STARTED", str(tmp_path / "started"))
    monkeypatch.setattr(ledger, "LEDGER", f"{__name__}:slow_registry")
    code, document = run_json(capsys, "list")
    assert (code, document["schema"]) == (0, "sdp-proofs/list/1")
    assert [(row["id"], row["recorded"]) for row in document["claims"]] == [
        ("squares-are-nonnegative", "established"),
        ("slow", "established"),
    ]


def test_list_filters(capsys: pytest.CaptureFixture[str]) -> None:
    assert [row["id"] for row in run_json(capsys, "list", "--status", "repaired")[1]["claims"]] == [
        "squares-are-positive"
    ]
    assert len(run_json(capsys, "list", "--paper", "toy")[1]["claims"]) == len(registry())
    assert main(["list"]) == 0
    assert "squares-are-positive" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["verify", "squares-are-postive"], "did you mean 'squares-are-positive'"),
        (["verify", "--paper", "other"], "one of toy; got 'other'"),
        (["verify", "--jobs", "0"], "at least 1; got 0"),
        (["verify", "--jobs", "two"], "--jobs"),
        (["show"], "CLAIM"),
        (["show", "nothing"], "got 'nothing'"),
        (["show", "a", "b"], "b"),
        (["list", "--status", "true"], "got 'true'"),
        (["list", "--status"], "--status"),
        (["verfy"], "verfy"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_bad_input_gets_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], part: str) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("sdp-proofs: error: ")
    assert captured.err.count("\n") == 1
    assert part in captured.err


def test_an_inconsistent_claim_is_told_and_stops_no_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ledger, "LEDGER", f"{__name__}:inconsistent_registry")
    assert main(["list"]) == 0
    told = capsys.readouterr()
    assert told.out.count("squares") >= 2
    said = "a checkable claim must have a near miss that its checks refute"
    assert told.err == f"broken-squares will not be run: {said}\n"
    assert main(["verify", "squares-are-nonnegative", "--jobs", "1"]) == 0
    assert main(["verify", "--jobs", "1"]) == 1
    assert "not run: a checkable claim must have a near miss" in capsys.readouterr().out


def inconsistent_registry() -> Registry:
    """One claim of two has a fault."""
    return Registry([claim(id="broken-squares", near_misses=()), claim()], TrustLedger())


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    listing = capsys.readouterr().out
    for name in ("verify", "list", "show"):
        assert name in listing
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("sdp-proofs ")


def _command(name: str, *arguments: str) -> list[str]:
    # A shell that starts the tests in the background lets them ignore interrupts.
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "import sdp_proofs.cli.ledger as ledger, sdp_proofs.cli as cli;"
        f"ledger.LEDGER = {name!r}; raise SystemExit(cli.main())"
    )
    return [sys.executable, "-c", program, *arguments]


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_prints_what_is_known(tmp_path: Path, jobs: str) -> None:
    started = tmp_path / "started"
    arguments = _command(f"{__name__}:slow_registry", "verify", "--json", "--jobs", jobs)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "STARTED": str(started)}
    with subprocess.Popen(
        arguments, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while not started.exists() and process.poll() is None:
            time.sleep(0.05)
        time.sleep(0.5)  # the quick claim is decided, but with two processes its result is on the way
        process.send_signal(signal.SIGINT)
        text, errors = process.communicate(timeout=600)
    assert process.returncode == 130
    assert errors == ""
    document = json.loads(text)
    validate(document)
    assert not document["complete"]
    assert [entry["id"] for entry in document["claims"]] == ["squares-are-nonnegative"]


def test_a_closed_pipe_is_quiet() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with os.fdopen(writer, "w") as closed:
        done = subprocess.run(
            _command(f"{TOY}:registry", "list"),
            cwd=ROOT,
            env=environment,
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (141, "")


def test_a_light_command_loads_no_heavy_library() -> None:
    program = (
        "import sys, sdp_proofs.cli as cli; cli.main(['--version']);"
        "heavy = {'sympy', 'numpy', 'matplotlib', 'z3', 'flint', 'mpmath', 'rich', 'sdp_proofs.ledger'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


class _Terminal:
    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        """Nothing is held back."""


@pytest.mark.parametrize(("patience", "shown"), [(0.0, True), (3600.0, False)])
def test_the_progress_bar_waits_before_it_appears(
    monkeypatch: pytest.MonkeyPatch, patience: float, shown: bool
) -> None:
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(output, "PATIENCE_SECONDS", patience)
    with output.progress_bar("claims", 2) as advance:
        advance()
        for _ in range(30_000 if shown else 0):  # minutes, on a machine that does nothing else
            if "claims" in terminal.text:
                break
            time.sleep(0.01)
    assert ("claims" in terminal.text) is shown


def test_there_is_no_progress_bar_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with output.progress_bar("claims", 1) as advance:
        advance()
    assert capsys.readouterr().err == ""


def test_the_graph_is_a_flow_chart(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--graph"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "flowchart LR"
    for identifier, one in registry().items():
        assert any(line.startswith(f'  {identifier}["') for line in lines)
        assert all(f"  {support} --> {identifier}" in lines for support in one.depends_on)
        if one.repaired_by is not None:
            assert f"  {identifier} -.->|repaired by| {one.repaired_by}" in lines


def test_a_ledger_of_another_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An installed distribution announces its ledger by an entry point."""
    from tests.ledger import toy_ledger

    (tmp_path / "their_paper.py").write_text(f"from {TOY} import registry\n")
    meta = tmp_path / "their_paper-1.0.dist-info"
    meta.mkdir()
    (meta / "METADATA").write_text("Metadata-Version: 2.1\nName: their-paper\nVersion: 1.0\n")
    (meta / "entry_points.txt").write_text("[sdp_proofs.ledgers]\ntheirs = their_paper:registry\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(ledger, "LEDGER", "sdp_proofs.papers:registry")
    code, document = run_json(capsys, "verify", "--ledger", "theirs", "--jobs", "1")
    assert code == 0
    assert [entry["id"] for entry in document["claims"]] == list(toy_ledger.registry())
    assert main(["list", "--ledger", "their_paper:registry"]) == 0


def test_the_shell_completes_commands() -> None:
    asked = {"_SDP_PROOFS_COMPLETE": "complete_bash", "COMP_WORDS": "sdp-proofs ver", "COMP_CWORD": "1"}
    command = [sys.executable, "-m", "sdp_proofs"]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **asked}, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["verify"]
