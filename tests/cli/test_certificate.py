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
    assert document["schema"] == "sdp-proofs/counterexample/2"
    assert (document["claim"], document["locator"]) == ("squares-are-positive", "Fig. 1")
    assert document["let"] == [["n", "0"], ["square", "n**2"]]


def test_a_written_certificate_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "square.json"
    assert main(["certificate", "squares-are-positive", "--output", str(file)]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"python -P -m sdp_proofs.certificate {file}" in captured.err
    assert replay([str(file)]) == 0


def written(folder: Path, **changes: object) -> str:
    """The certificate of the toy ledger in a file, with changes."""
    file = folder / "square.json"
    assert main(["certificate", "squares-are-positive", "--output", str(file)]) == 0
    document = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**document, **changes}), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("changes", "code", "said"),
    [
        ({}, 0, "the formula is the claim's, and the instance is the one on record"),
        ({"let": [["n", "0"], ["square", "-n"]]}, 0, "the instance is not the one on record: read its definitions"),
        ({"claim": "cubes-are-positive"}, 1, "NOT COMPARED: the ledger has no claim of this id"),
        ({"formula": "square >= 2"}, 1, "ANOTHER FORMULA: the claim's is square >= 1"),
        ({"formula": "1 > 2", "at": []}, 1, "ANOTHER FORMULA: the claim's is square >= 1"),
        ({"claim": "squares-are-nonnegative"}, 1, "ANOTHER FORMULA: the claim's is n^2 >= 0"),
        ({"let": [["n", "1"], ["square", "n**2"]]}, 1, "NOT CONFIRMED"),
    ],
)
def test_a_file_is_replayed_and_its_formula_compared_with_the_claims(
    changes: dict[str, object], code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["certificate", written(tmp_path, **changes)]) == code
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("changes", [{"fails": "False"}, {"let": [["max", "0"]]}, {"says": "\x1b[31m"}])
def test_a_malformed_file_is_refused(
    changes: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["certificate", written(tmp_path, **changes)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 2  # the line that it was written, and the fault


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["theorem 1"], "names no refuted one"),
        (["nothing"], "got 'nothing'"),
        ([], "CLAIM"),
        (["fig 1", "--output", "no/such/folder/file.json"], "--output must name a file in a directory that exists"),
    ],
)
def test_bad_input_gets_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], part: str) -> None:
    assert main(["certificate", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("sdp-proofs: error: ")
    assert captured.err.count("\n") == 1
    assert part in captured.err
