"""Habits of the project that tools keep: changelog, subjects of commits, targets of make, jobs of the workflow."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from copy import copy
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def load(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


yaml = pytest.importorskip("yaml")  # for the workflow; an extra brings it
CHANGELOG, SUBJECTS = load("docs/changelog.py"), load(".ci/subjects.py")


def test_the_changelog_is_that_of_the_changes() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert all(text.count(mark) == 1 for mark in CHANGELOG.MARKS)
    assert CHANGELOG.assembled(text, CHANGELOG.changes()) == text, "run: make generate"


def test_changes_stand_under_their_kind_and_old_ones_go() -> None:
    text = "# Changelog\n\n" + "old\n".join(CHANGELOG.MARKS) + "\n## 0.1.0\n"
    found = CHANGELOG.assembled(text, {"a.wrong.md": "A was wrong.", "b.new.md": "B is new."})
    assert "old" not in found and found.endswith("\n## 0.1.0\n")
    assert re.findall(r"^[#*].*", found, re.MULTILINE)[1:-1] == [
        "### New", "* B is new.", "### Wrong answers, now right", "* A was wrong.",
    ]  # fmt: skip
    assert CHANGELOG.assembled(found, {}) == "# Changelog\n\n" + "".join(CHANGELOG.MARKS) + "\n## 0.1.0\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "A is new.\n"), ("a.better.md", "A is new.\n"), ("A.new.md", "A is new.\n"), ("a.new.txt", "A is.\n"),
        ("a.new.md", "A is new\n"), ("a.new.md", "A is.\nB is.\n"), ("a.new.md", ""), ("a.new.md", f"A{'a' * 160}.\n"),
    ],
)  # fmt: skip
def test_a_change_is_one_sentence_of_a_kind(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"one line|NAME\.KIND"):
        CHANGELOG.changes(tmp_path)


@pytest.mark.parametrize(
    ("message", "count"),
    [
        ("Read the ends of an interval once\n\nThe second reading could see another file.\n", 0),
        ("A" * 72, 0), ("A" * 73, 1), ("read the ends", 1), ("Read the ends.", 1), ("", 1),
        ("Read the ends\nand more", 1),
        ("Merge branch 'other' of a place with a name so long that 72 do not suffice", 0),
        ("# a comment\n\nRead the ends\n# another", 0), ("a" * 80 + ".\nand more", 4),
    ],
)  # fmt: skip
def test_faults_of_subjects(message: str, count: int) -> None:
    assert len(SUBJECTS.faults(message)) == count


def test_subjects_of_a_file_and_of_a_range(tmp_path: Path) -> None:
    def run(argument: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(ROOT / ".ci" / "subjects.py"), argument]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

    def git(*arguments: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *who, *arguments], check=True, capture_output=True, cwd=tmp_path)

    message = tmp_path / "MESSAGE"
    message.write_text("A" * 73, encoding="utf-8")
    assert run("MESSAGE").returncode == 1
    git("init", "-q")
    for subject in ("First", "Second", "third"):
        git("commit", "-q", "--allow-empty", "-m", subject)
    assert run("HEAD~2..HEAD~1").returncode == 0
    found = run("HEAD~2..HEAD")
    assert found.returncode == 1 and found.stderr.count("\n") == 1 and "third" in found.stderr


def test_make_help_lists_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert targets is not None
    asked = ["make", "--no-print-directory", "help"]
    printed = subprocess.run(asked, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert {line.split()[1] for line in printed.splitlines()} == set(targets[1].split())
    assert set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE)) == set(targets[1].split())


def test_the_workflow_tries_the_ends_of_what_is_promised() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))["jobs"]
    tried = {(one["kind"], one["os"]) for one in jobs["installation"]["strategy"]["matrix"]["include"]}
    assert tried >= {("oldest", "ubuntu-latest"), ("newest", "ubuntu-latest"), ("core", "ubuntu-latest")}
    assert ("newest", "macos-latest") in tried
    assert {"browser", "check", "docs", "kernel", "package", "subjects"} <= jobs.keys()


def test_hooks_name_files_that_exist() -> None:
    (local,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    words = {word for hook in local["hooks"] for word in hook["entry"].split() if word.endswith(".py")}
    assert words == {"docs/changelog.py", ".ci/subjects.py"}
    assert all((ROOT / word).is_file() for word in words)


def test_the_claim_of_the_guide_is_established() -> None:
    """The guide appends it to a module; here it joins a copy of the section."""
    from sdp_proofs.ledger import Status, run_claim
    from sdp_proofs.papers.smoothed_dp import section_5_1
    from sdp_proofs.proving import vocabulary

    guide = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    text = next(part for part in re.findall(r"```python\n(.*?)```", guide, re.DOTALL) if "OWN.claim" in part)
    own = copy(section_5_1.OWN)
    own.claims = []
    exec(text, {**vars(vocabulary), "OWN": own})
    (claim,) = own.claims
    result = run_claim(claim)
    assert result.status is Status.ESTABLISHED
    assert all(miss.refuted for miss in result.near_misses)
