"""Files that commands write: what is printed stays, one line says which file is missing, and findings stay findings."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from sdp_proofs.cli import ledger, main

TOY = "tests.ledger.toy_ledger"
SMOOTHED = "smoothed --source 1/3,2/3 --source 1/5,4/5 --records 5 --draws 4 --odds 2 --json --table"
VOTES = "year,first_votes,second_votes\n2020,30,40\n"


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ledger, "LEDGER", f"{TOY}:registry")
    monkeypatch.setenv("SDP_PROOFS_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    Path("votes.csv").write_text(VOTES)


PRINTING = {
    "verify html": "verify --json --html",
    "verify markdown": "verify --json --markdown",
    "verify latex": "verify --json --latex",
    "smoothed": SMOOTHED,
    "figure": "figure 1 --data votes.csv --json --csv",
}
SILENT = {
    "errata": "errata --output",
    "certificate": "certificate squares-are-positive --output",
    "table": "table chernoff --records 200 --format csv --output",
}


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("name", [*PRINTING, *SILENT])
def test_results_are_kept_and_the_line_is_about_the_file(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*{**PRINTING, **SILENT}[name].split(), "/dev/full"]) == 2
    captured = capsys.readouterr()
    assert (captured.out != "") == (name in PRINTING)
    assert name not in PRINTING or "schema" in json.loads(captured.out)
    assert captured.err == "sdp-proofs: error: files must be writable; got No space left on device: /dev/full\n"


@pytest.mark.parametrize("name", [*PRINTING, *SILENT])
@pytest.mark.parametrize("place", ["no/such/folder", ".", "", "votes.csv/x", "a" * 300])
def test_a_place_that_cannot_be_written_is_refused_before_the_work(
    name: str, place: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ledger, "audited", lambda *_, **__: pytest.fail("the claims were run"))
    assert main([*{**PRINTING, **SILENT}[name].split(), place]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert f"must name a file in a directory that exists; got {place!r}" in captured.err


def test_the_other_files_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--html", "/dev/full", "--markdown", "all.md"]) == 2
    assert Path("all.md").read_text().startswith("5 claims")
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "sdp-proofs: error: files must be writable; got No space left on device: /dev/full",
        "wrote all.md",
    ]


def test_a_finding_stays_a_finding(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(ledger, "LEDGER", f"{TOY}:disagreeing_registry")
    assert main(["verify", "--json", "--html", "/dev/full"]) == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out)["claims"]
    assert captured.err.count("/dev/full") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        "verify --html a --latex ./a",
        "figure 1 --output a.png --csv a.png",
        "figure 1 --data votes.csv --csv votes.csv",
        "figure 1 --data votes.csv --output votes.csv",
        "figure 5 --resume a --csv a",
        "table elections --data votes.csv --output votes.csv",
        "table remark-8 --compare votes.csv --output votes.csv",
    ],
)
def test_no_file_destroys_another(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments.split()) == 2
    captured = capsys.readouterr()
    assert "the files to write must differ" in captured.err
    assert captured.out == ""
    assert Path("votes.csv").read_text() == VOTES
    assert not Path("a").exists() and not Path("a.png").exists()


def test_a_file_is_complete_or_what_it_was(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    old = Path("table.csv")
    old.write_text("old")
    old.chmod(0o640)
    command = ["table", "chernoff", "--records", "200", "--output", "table.csv"]

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        assert main(command) == 2
    assert "No space left on device: table.csv\n" in capsys.readouterr().err
    assert old.read_text() == "old"
    assert sorted(path.name for path in Path().iterdir()) == ["table.csv", "votes.csv"]
    assert main(command) == 0
    assert old.read_text() != "old"
    assert old.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("list --json --graph", "at most one of --graph and --json must be given"),
        ("errata --json --format latex", "--json must not be given with another --format, got latex"),
        ("errata --json --format markdown", "--json must not be given with another --format, got markdown"),
        ("certificate some.json --output other.json", "--output must go with a claim, got the file 'some.json'"),
        ("certificate votes.csv --paper toy", "--paper must go with a claim, got the file 'votes.csv'"),
    ],
)
def test_outputs_that_exclude_each_other(arguments: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments.split()) == 2
    captured = capsys.readouterr()
    assert complaint in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_two_ways_to_ask_for_the_same_output() -> None:
    assert main(["errata", "--json", "--format", "json"]) == 0


@pytest.mark.parametrize("command", ["verify --jobs", "errata --jobs", "figure 5 --json --workers"])
@pytest.mark.parametrize("count", ["257", "100000000", "9" * 400])
def test_no_command_starts_any_number_of_processes(
    command: str, count: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sdp_proofs.ledger.run.ProcessPoolExecutor", lambda **_: pytest.fail("a process was started"))
    assert main([*command.split(), count]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "256" in captured.err and captured.err.count("\n") == 1
