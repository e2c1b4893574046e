"""A new paper verifies at once, as a package of its own and as a wing of a checkout; what is there is never touched."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sdp_proofs.cli import main, new_paper
from sdp_proofs.cli.evidence import lines_of
from sdp_proofs.cli.new_paper import _listed
from sdp_proofs.errors import DomainError

ROOT = Path(__file__).parents[2]


def _run(folder: Path, path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(path), "SDP_PROOFS_CACHE": str(folder / ".results")}
    call = [sys.executable, "-m", "sdp_proofs", *arguments]
    return subprocess.run(call, capture_output=True, text=True, check=False, cwd=folder, env=environment)


def test_a_ledger_of_its_own_verifies_at_once(tmp_path: Path) -> None:
    written = _run(tmp_path, ROOT, "new-paper", "delicate-questions", "--title", "On Delicate Questions")
    assert written.returncode == 0
    assert 'delicate_questions = "delicate_questions:registry"' in written.stdout
    assert sorted(path.name for path in (tmp_path / "delicate_questions").iterdir()) == [
        "__init__.py", "introduction.py", "paper.py", "sentences.py",
    ]  # fmt: skip
    verified = _run(tmp_path, ROOT, "verify", "--ledger", "delicate_questions:registry", "--json")
    assert (verified.returncode, verified.stderr) == (0, "")
    document = json.loads(verified.stdout)
    assert document["agrees"]
    assert [(claim["locator"], claim["status"]) for claim in document["claims"]] == [
        ("Lemma 1", "established"), ("Remark 2", "repaired"),
    ]  # fmt: skip
    scaffold = _run(tmp_path, ROOT, "scaffold", "delicate_questions/sentences.py")
    assert scaffold.returncode == 0 and "fault " not in scaffold.stdout
    assert "counterexample   no instance" in scaffold.stdout and "replayed; it cites the axioms" in scaffold.stdout
    assert "1/2 for 1 in the conclusion: false" in scaffold.stdout, "a changed constant is refuted"
    errata = _run(tmp_path, ROOT, "errata", "--ledger", "delicate_questions:registry")
    assert errata.returncode == 0
    assert "**Notation.** $p$ is the probability of a truthful answer" in errata.stdout
    assert "nobody else has compared it" in errata.stdout


def test_in_a_checkout_it_is_a_wing(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "sdp_proofs", tmp_path / "sdp_proofs", ignore=shutil.ignore_patterns("__pycache__"))
    written = _run(tmp_path, tmp_path, "new-paper", "delicate-questions")
    assert written.returncode == 0
    assert "sdp-proofs verify --paper delicate-questions" in written.stdout
    verified = _run(tmp_path, tmp_path, "verify", "--paper", "delicate-questions", "--json")
    assert (verified.returncode, verified.stderr) == (0, "")
    assert [claim["status"] for claim in json.loads(verified.stdout)["claims"]] == ["established", "repaired"]
    again = _run(tmp_path, tmp_path, "new-paper", "delicate-questions")
    assert again.returncode == 2
    assert "must not be there yet" in again.stderr


def test_what_was_written_is_told_as_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep").mkdir()
    assert main(["new-paper", "votes", "--folder", "deep", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document == {
        "entry_point": "votes:registry",
        "files": [f"deep/votes/{name}.py" for name in ("__init__", "paper", "introduction", "sentences")],
        "schema": "sdp-proofs/new-paper/1",
        "verify": "sdp-proofs verify --ledger votes:registry",
    }
    assert all(Path(file).is_file() for file in document["files"])


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["there"], "must not be there yet; got there"),
        (["file"], "must not be there yet; got file.py"),
        (["Nöt a name"], "a name of lowercase letters"),
        (["../up"], "a name of lowercase letters"),
        (["class"], "a name of lowercase letters"),
        (["json"], "the name of a module of Python"),
        (["sdp-proofs"], "of this package"),
        (["new", "--folder", "nowhere"], "the folder must exist; got nowhere"),
        (["new", "--title", "A \x1b one"], "a title must be printable"),
        ([], "NAME"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    part: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    (tmp_path / "file.py").touch()
    assert main(["new-paper", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert part in captured.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file.py", "there"]


@pytest.mark.parametrize("full", ["__init__.py", "paper.py", "introduction.py"])
def test_a_full_disk_leaves_nothing_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], full: str
) -> None:
    monkeypatch.chdir(tmp_path)

    def writing(content: str) -> Callable[[str], None]:
        def write(place: str) -> None:
            if place.endswith(full):
                raise OSError(errno.ENOSPC, "No space left on device")
            Path(place).write_text(content, encoding="utf-8")

        return write

    with monkeypatch.context() as patched:
        patched.setattr(new_paper, "writes", writing)
        assert main(["new-paper", "votes"]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and "No space left on device" in printed.err
    assert list(tmp_path.iterdir()) == []
    assert main(["new-paper", "votes"]) == 0


def test_a_list_of_papers_that_is_written_otherwise_is_refused() -> None:
    assert _listed('PAPERS = (\n    "one",\n)\n', "two") == 'PAPERS = (\n    "one",\n    "two",\n)\n'
    with pytest.raises(DomainError, match="PAPERS must be a list"):
        _listed('PAPERS = ("one",)\n', "two")


def test_a_latex_source_becomes_stubs_that_load(tmp_path: Path) -> None:
    from tests.proving.test_theorems import SOURCE

    (tmp_path / "paper.tex").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    written = _run(tmp_path, ROOT, "new-paper", "delicate", "--tex", "paper.tex", "--folder", "elsewhere")
    assert (written.returncode, written.stdout.count("verify")) == (0, 1)
    text = (tmp_path / "elsewhere" / "delicate" / "paper.py").read_text(encoding="utf-8")
    assert 'title="On Delicate Questions"' in text and 'authors=("A. Uthor", "B. Uthor",)' in text
    listed = _run(tmp_path, ROOT, "list", "--ledger", "elsewhere/delicate/", "--json")
    assert (listed.returncode, listed.stderr) == (0, "")
    rows = json.loads(listed.stdout)["claims"]
    assert [(row["id"], row["locator"]) for row in rows[:2]] == [("thm-main", "Theorem 1"), ("lemma-c", "Lemma 2")]
    assert len(rows) == 6


def test_a_ledger_is_found_by_its_path_and_a_false_claim_gets_its_scaffold(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    source = (ROOT / "docs" / "examples" / "survey.py").read_text(encoding="utf-8")
    (tmp_path / "deep" / "survey.py").write_text(source, encoding="utf-8")
    verified = _run(tmp_path, ROOT, "verify", "answers-are-private-from-the-odds-on", "--ledger", "deep/survey.py")
    assert (verified.returncode, "1 established" in verified.stdout) == (0, True)
    scaffold = _run(tmp_path, ROOT, "scaffold", "raw-share-is-unbiased", "--ledger", "deep/survey.py:registry")
    assert 'fails=instance("' in scaffold.stdout and "p = " in scaffold.stdout
    missing = _run(tmp_path, ROOT, "list", "--ledger", "deep/nowhere.py")
    assert (missing.returncode, "deep/nowhere.py is missing" in missing.stderr) == (2, True)
    (tmp_path / "deep" / "broken.py").write_text("x = 1\nraise ValueError('no')\n", encoding="utf-8")
    broken = _run(tmp_path, ROOT, "list", "--ledger", "deep/broken.py")
    assert (broken.returncode, "(broken.py, line 2)" in broken.stderr) == (2, True)
    misspelt = source.replace("Max(0,", "Maxi(0,", 1)
    (tmp_path / "deep" / "misspelt.py").write_text(misspelt, encoding="utf-8")
    refused = _run(tmp_path, ROOT, "list", "--ledger", "deep/misspelt.py")
    [statement] = [line for line, text in enumerate(misspelt.splitlines(), 1) if "Maxi(0," in text]
    found = re.search(r"got Maxi.*\(misspelt\.py, line (\d+)\)$", refused.stderr.strip())
    assert refused.returncode == 2
    assert found and 0 <= statement - int(found[1]) < 10  # the line at which the claim of the formula begins


OWN = """
from sdp_proofs.logic.vocabulary import *

def chained(d: Nonneg, k: Nonneg, P: Law[A], Q: Law[A], S: Law[A]):
    return implies(close(1, d, P, Q), close(1, k, Q, S), close(1, d + k, P, S))

def forgotten(d: Nonneg, k: Nonneg, P: Law[A], Q: Law[A], S: Law[A]):
    return implies(close(1, d, P, Q), close(1, k, Q, S), close(1, d, P, S))

def processed(E: Real, d: Real, P: Law[A], Q: Law[A], K: Channel[A, B]):
    return implies(close(E, d, P, Q), close(E, d, bind(P, K), bind(Q, K)))
"""


def test_a_theorem_in_three_lines_gets_its_scaffold(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN, encoding="utf-8")
    told = {
        name: _run(tmp_path, ROOT, "scaffold", f"mine.py:{name}") for name in ("chained", "forgotten", "processed")
    }
    assert [one.returncode for one in told.values()] == [0, 1, 0]
    assert "without the premise close(1, d, P, Q): false" in told["chained"].stdout
    assert "replayed; it cites the axioms alone" in told["chained"].stdout
    assert "its proof does not use 0 <= d" in told["chained"].stdout
    assert "false at d = " in told["forgotten"].stdout and "replayed" not in told["forgotten"].stdout
    assert "no certificate for P(u in A -> K(u, " in told["processed"].stdout
    assert "def processed_steps(E, d, P, Q, K, h1, h2, h3, h4):" in told["processed"].stdout
    wrong = OWN + "def forgotten_steps(d, k, P, Q, S, *h):\n    return ar(real(0) <= 1)\n"
    (tmp_path / "mine.py").write_text(wrong.replace("close(1, d, P, S)", "close(1, d + k, P, S)"), encoding="utf-8")
    assert "replayed" not in _run(tmp_path, ROOT, "scaffold", "mine.py:forgotten").stdout
    refusals = (("x = 1", "parameters must have sorts"), ("raise SystemExit", "must run"), (None, "must be there"))
    for text, said in refusals:
        (tmp_path / "mine.py").unlink(missing_ok=True)
        if text is not None:
            (tmp_path / "mine.py").write_text(text, encoding="utf-8")
        refused = _run(tmp_path, ROOT, "scaffold", "mine.py")
        assert (refused.returncode, said in refused.stderr, refused.stderr.count("\n")) == (2, True, 1)


def test_a_scaffold_takes_the_values_and_names_what_has_none() -> None:
    evidence = {"verdict": "FAILS", "witness": "n = 3, coins: n = 3, M = 1, loss = [0.1, 0.2], E = 5/4"}
    row = {"evidence": [evidence], "symbols": [{"name": name} for name in ("n", "loss", "E")]}
    assert '"n = 3; loss = VALUE; E = 5/4"' in lines_of(row)
