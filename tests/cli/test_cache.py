"""The cache of `verify`, from outside: several processes, deep runs, and a ledger that changes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.cli import main

ROOT = Path(__file__).resolve().parents[2]

THEIRS = """
from sdp_proofs.ledger import *
from sdp_proofs.verdict import Verdict
from .answers import LIMIT

def small(claim):
    if claim.parameters["n"] > LIMIT:
        return Outcome(Verdict.FAILS, "one number", instances=1, witness=str(claim.parameters["n"]))
    return Outcome(Verdict.HOLDS, "one number", instances=1)

def thorough(claim):
    if LIMIT < 100:
        return Outcome(Verdict.FAILS, "many numbers", witness="100")
    return Outcome(Verdict.HOLDS, "many numbers")

def claims():
    for name in ("first", "second", "third"):
        yield Claim(
            id=f"{name}-is-small", paper="theirs", locator=name, title=name, kind=Kind.THEOREM, statement=name,
            parameters={"n": 3}, near_misses=(NearMiss("large", parameters={"n": 10**6}),), recorded=Status.ESTABLISHED,
            checks=(
                Check(Method.EXACT, Coverage.ALL, small, "small"),
                Check(Method.EXACT, Coverage.GRID, thorough, "thorough", deep=True),
            ),
        )

def registry():
    listed = list(claims())
    return Registry(listed, TrustLedger(), dict.fromkeys((claim.id for claim in listed), __name__))
"""


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = tmp_path / "their_claims"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "ledger.py").write_text(THEIRS)
    (package / "answers.py").write_text("LIMIT = 10\n")
    monkeypatch.setenv("SDP_PROOFS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(tmp_path)]))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # a file that is written twice in a moment looks unchanged
    return package


def started(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "sdp_proofs", "verify", "--ledger", "their_claims.ledger:registry", "--jobs", "1"]
    return subprocess.Popen([*command, "--json", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(process: subprocess.Popen[str]) -> tuple[int, dict[str, Any]]:
    text, errors = process.communicate()
    assert errors == ""
    return process.returncode, json.loads(text)


def agreements(document: dict[str, Any]) -> list[str]:
    return [entry["agreement"] for entry in document["claims"]]


def entries(theirs: Path) -> dict[Path, int]:
    """Entries of the cache; an entry that is written again is another file."""
    return {file: file.stat().st_ino for file in (theirs.parent / "cache").rglob("*.json")}


def test_two_runs_at_once_and_one_after_them(theirs: Path) -> None:
    both = [started(), started()]
    answers = [ended(process) for process in both]
    assert [(code, agreements(document)) for code, document in answers] == [(0, ["HOLDS"] * 3)] * 2
    kept = entries(theirs)
    assert len(kept) == 3
    code, document = ended(started())
    assert (code, agreements(document)) == (0, ["HOLDS"] * 3)
    assert entries(theirs) == kept  # nothing was run again


def test_a_relative_import_that_changes_and_a_deep_run_are_noticed(theirs: Path) -> None:
    assert ended(started())[0] == 0
    kept = entries(theirs)
    assert ended(started("--depth", "deep"))[0] == 1
    code, document = ended(started())
    assert (code, agreements(document)) == (1, ["FAILS"] * 3)
    assert "found by an earlier deep run" in document["claims"][0]["evidence"][1]["scope"]
    assert ended(started("--fresh"))[0] == 1
    (theirs / "answers.py").write_text("LIMIT = 1\n")
    code, document = ended(started())
    assert (code, {entry["status"] for entry in document["claims"]}) == (1, {"refuted"})
    (theirs / "answers.py").write_text("LIMIT = 1000\n")
    assert ended(started("--depth", "deep"))[0] == 0
    assert ended(started())[0] == 0
    assert len(entries(theirs)) > len(kept)


def test_the_cache_may_be_any_place(monkeypatch: pytest.MonkeyPatch, theirs: Path) -> None:
    monkeypatch.syspath_prepend(str(theirs.parent))
    for place in ("/dev/full", "/dev/null/x", str(theirs / "ledger.py"), "a" * 5000):
        monkeypatch.setenv("SDP_PROOFS_CACHE", place)
        assert main(["verify", "--ledger", "their_claims.ledger:registry", "--jobs", "1"]) == 0
