from __future__ import annotations

import json
from pathlib import Path

import pytest

from sdp_proofs.certificate.__main__ import main as replay
from sdp_proofs.cli import ledger, main


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "LEDGER", "tests.ledger.toy_ledger:registry")


def test_a_certificate_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["certificate", "fig 1"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "sdp-proofs/counterexample/1"
    assert (document["claim"], document["locator"]) == ("squares-are-positive", "Fig. 1")
    assert document["let"] == [["n", "0"], ["square", "n**2"]]


def test_a_written_certificate_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "square.json"
    assert main(["certificate", "squares-are-positive", "--output", str(file)]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"python -m sdp_proofs.certificate {file}" in captured.err
    assert replay([str(file)]) == 0


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["theorem 1"], "names no refuted one"),
        (["nothing"], "got 'nothing'"),
        ([], "CLAIM"),
        (["fig 1", "--output", "no/such/folder/file.json"], "files must be readable and writable"),
    ],
)
def test_bad_input_gets_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], part: str) -> None:
    assert main(["certificate", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("sdp-proofs: error: ")
    assert captured.err.count("\n") == 1
    assert part in captured.err
