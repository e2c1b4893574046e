from __future__ import annotations

import json
from pathlib import Path

import pytest

from sdp_proofs.cli import ledger, main
from sdp_proofs.ledger.schema import validate

TOY = "tests.ledger.toy_ledger"


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "LEDGER", f"{TOY}:registry")


def test_verify_writes_what_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    html, markdown, latex = tmp_path / "a.html", tmp_path / "a.md", tmp_path / "a.tex"
    assert main(["verify", "--html", str(html), "--markdown", str(markdown), "--latex", str(latex), "--json"]) == 0
    captured = capsys.readouterr()
    validate(json.loads(captured.out))
    assert captured.err.splitlines() == [f"wrote {html}", f"wrote {markdown}", f"wrote {latex}"]
    assert html.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert markdown.read_text(encoding="utf-8").startswith("5 claims: 1 established")
    assert latex.read_text(encoding="utf-8").startswith("\\documentclass")


def test_the_chosen_claims_only_and_the_exit_code_stays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.html"
    assert main(["verify", "fig 1", "--html", str(file)]) == 0
    assert file.read_text(encoding="utf-8").count("<article") == 1
    monkeypatch.setattr(ledger, "LEDGER", f"{TOY}:disagreeing_registry")
    assert main(["verify", "--html", str(file)]) == 1
    assert "disagree with the record" in file.read_text(encoding="utf-8")
    assert "disagrees with the record" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--html", "{here}"], "--html must name a file"),
        (["--latex", "{here}/missing/a.tex"], "--latex must name a file"),
        (["--html", "{here}/a", "--markdown", "{here}/a"], "must differ"),
    ],
)
def test_files_that_cannot_be_written_are_refused_before_the_run(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    complaint: str,
) -> None:
    monkeypatch.setattr(ledger, "audited", lambda *_: pytest.fail("the claims were run"))
    assert main(["verify", *(argument.format(here=tmp_path) for argument in arguments)]) == 2
    captured = capsys.readouterr()
    assert complaint in captured.err
    assert captured.out == ""
    assert list(tmp_path.iterdir()) == []
