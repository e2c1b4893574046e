"""The page's questions, asked natively: what is shipped is enough, and what is to be pasted answers the same."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from docs.browser import answers, build, vendored
from sdp_proofs.cli import main

QUESTIONS = build.questions()
POOR = """
import json, sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Absent())
sys.path[:0] = ["."]
import answers
answers.ready()
found = []
for one in json.load(open("questions.json")):
    for name, text in one.get("files", {{}}).items():
        open(name, "w").write(text)
    found.append(json.loads(answers.ask(one["question"], json.dumps(one["given"]))))
print(json.dumps(found))
"""


def native(one: dict[str, Any], folder: Path) -> Any:
    """The answer of the installed package."""
    for name, text in one.get("files", {}).items():
        (folder / name).write_text(text)
    with contextlib.chdir(folder):
        return json.loads(answers.ask(one["question"], json.dumps(one["given"])))


def test_what_is_shipped_is_enough(tmp_path: Path) -> None:
    """The modules that are found, alone in a folder and without numpy, answer as the whole package does."""
    room = tmp_path / "room"
    room.mkdir()
    for file in build.needed(tmp_path):
        copy = room / file.relative_to(build.ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())
    for name in ("answers.py", "questions.json"):
        (room / name).write_bytes((build.HERE / name).read_bytes())
    call = [sys.executable, "-P", "-c", POOR.format(absent=build.ABSENT)]
    done = subprocess.run(call, cwd=room, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [native(one, tmp_path) for one in QUESTIONS]


def said(one: dict[str, Any], tmp_path: Path) -> dict[str, Any]:
    answer: dict[str, Any] = native(one, tmp_path).get("ok", {})
    return answer


@pytest.mark.parametrize("one", QUESTIONS, ids=lambda one: one["question"])
def test_what_is_to_be_pasted_answers_the_same(one: dict[str, Any], tmp_path: Path) -> None:
    import shlex

    answer = said(one, tmp_path)
    if "shell" not in answer:
        return
    printed = io.StringIO()
    with contextlib.chdir(tmp_path), contextlib.redirect_stdout(printed):
        program, *words = shlex.split(answer["shell"])
        assert program == "sdp-proofs"
        main([*words, "--json"])
        exec(answer["python"], {})
    text = printed.getvalue()
    document, end = json.JSONDecoder().raw_decode(text)
    ends = answer["ends"]
    assert document["epsilon" if answer["letter"] == "ε" else "delta"] == ends
    assert text[end:].strip()


def test_certificates_are_confirmed(tmp_path: Path) -> None:
    """A certificate replays, and no longer does once a number of it is another."""
    found = [native(one, tmp_path)["ok"]["document"] for one in QUESTIONS if one["question"] == "certificate"]
    assert len(found) >= 4
    for text in found:
        half = str(Fraction(json.loads(text)["delta"]) / 2)
        for document, confirmed in ((text, True), (json.dumps({**json.loads(text), "delta": half}), False)):
            asked = answers.ask("replay", json.dumps({"certificate": document}))
            answer = json.loads(asked)
            assert answer["ok"]["confirmed"] is confirmed


def test_many_records_are_certified_in_the_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Above a number of records the answer names the command, which writes what is confirmed."""
    import shlex

    monkeypatch.setattr(answers, "MOST_CERTIFIED", 50)
    asked = {"of": "counts", "counts": "70, 30", "rate": "0.9", "epsilon": "log(3)"}
    said = json.loads(answers.ask("certificate", json.dumps(asked)))["error"]
    program, *words = shlex.split(said.partition("in the shell: ")[2])
    with contextlib.chdir(tmp_path), contextlib.redirect_stdout(io.StringIO()):
        assert (program, main(words)) == ("sdp-proofs", 0)
    written = (tmp_path / "certificate.json").read_text()
    replayed = json.loads(answers.ask("replay", json.dumps({"certificate": written})))
    assert replayed["ok"]["confirmed"] and json.loads(written)["epsilon"] == "log(3)"
    monkeypatch.setattr(answers, "MOST_IN_THE_SHELL", 99)
    said = json.loads(answers.ask("certificate", json.dumps(asked)))["error"]
    assert said.endswith("got 100; the line for the shell computes delta again")


def test_of_many_columns_the_first_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "wide.csv"
    file.write_text(",".join(f"column {place}" for place in range(answers.MOST_COLUMNS + 500)) + "\n1\n")
    found = answers.columns(path=str(file))
    assert found["more"] == 500
    assert found["columns"] == [f"column {place}" for place in range(answers.MOST_COLUMNS)]


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one.zip").write_bytes(b"one")
    other = vendored.Archive("one", "1", "MIT", "-", (tmp_path / "one.zip").as_uri(), "0" * 64)
    with pytest.raises(vendored.VendoringError, match="must have the SHA-256 0000"):
        other.fetched(tmp_path / "cache")
    away = vendored.Archive("one", "1", "MIT", "-", (tmp_path / "two.zip").as_uri(), "0" * 64)
    with pytest.raises(vendored.VendoringError, match="cannot be reached"):
        away.fetched(tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_a_damaged_copy_is_fetched_again(tmp_path: Path) -> None:
    import hashlib

    (tmp_path / "one.zip").write_bytes(b"one")
    right = hashlib.sha256(b"one").hexdigest()
    archive = vendored.Archive("one", "1", "MIT", "-", (tmp_path / "one.zip").as_uri(), right)
    cache = tmp_path / "cache"
    archive.fetched(cache).write_bytes(b"other")
    assert archive.fetched(cache).read_bytes() == b"one"
