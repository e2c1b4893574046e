"""Results are used again exactly as long as nothing that decides them has changed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sdp_proofs.ledger import ClaimResult, Registry, TrustLedger, run_registry
from sdp_proofs.ledger import fingerprint as fingerprint_module
from sdp_proofs.ledger.fingerprint import fingerprints
from sdp_proofs.ledger.store import Store

MODULES = {
    "numbers": "from {name}.base import LIMIT\n\ndef small(n):\n    return n < LIMIT\n",
    "base": "LIMIT = 10\n",
    "unrelated": "ANSWER = 42\n",
    "first": "def check():\n    from {name}.numbers import small\n    return small(3)\n",
    "second": "def check():\n    return True\n",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    name = f"ledger_of_{abs(hash(request.node.name))}"
    folder = tmp_path / name
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    for module, text in MODULES.items():
        (folder / f"{module}.py").write_text(text.format(name=name))
    monkeypatch.syspath_prepend(str(tmp_path))
    return folder


def ledger(package: Path) -> Registry:
    from tests.ledger.toy_ledger import claim

    claims = [claim(id="first-claim"), claim(id="second-claim", depends_on=("first-claim",)), claim(id="homeless")]
    homes = {"first-claim": f"{package.name}.first", "second-claim": f"{package.name}.second"}
    return Registry(claims, TrustLedger(), homes)


def changed(package: Path, module: str, text: str | None = None) -> dict[str, str]:
    """The fingerprints after a change of a file, as a new process would see them."""
    if text is not None:
        (package / module).write_text(text)
    for function in (fingerprint_module._sources, fingerprint_module._digest, fingerprint_module._imported):
        function.cache_clear()
    fingerprint_module._file.cache_clear()
    sys.modules.pop(package.name, None)
    return fingerprints(ledger(package))


def test_a_change_reaches_all_that_depends_on_it_and_nothing_else(package: Path) -> None:
    before = changed(package, "base.py")
    assert set(before) == {"first-claim", "second-claim"}
    assert changed(package, "unrelated.py", "ANSWER = 43\n") == before
    deep = changed(package, "base.py", "LIMIT = 11\n")  # imported by what a function of the claim's module imports
    assert deep["first-claim"] != before["first-claim"]
    assert deep["second-claim"] != before["second-claim"]  # it depends on the first claim
    own = changed(package, "second.py", "def check():\n    return 1\n")
    assert own["first-claim"] == deep["first-claim"]
    assert own["second-claim"] != deep["second-claim"]
    (package / "data").mkdir()
    assert changed(package, "data/counts.csv", "1,2\n") != own


def test_a_second_run_reads_and_a_changed_claim_runs_again(package: Path, tmp_path: Path) -> None:
    registry = ledger(package)
    folder = tmp_path / "store"

    def run(marks: dict[str, str]) -> dict[str, ClaimResult]:
        return {result.id: result for result in run_registry(registry, store=Store(folder, marks))}

    marks = {"first-claim": "a", "second-claim": "b"}
    first, second = run(marks), run(marks)
    # A result that was read is equal to the last digit of its running time; one that was run is not.
    assert second["first-claim"].evidence == first["first-claim"].evidence
    assert second["homeless"].evidence != first["homeless"].evidence
    third = run({**marks, "first-claim": "c"})
    assert third["first-claim"].evidence != first["first-claim"].evidence
    assert third["second-claim"].evidence == first["second-claim"].evidence


def test_damaged_files_and_folders_do_no_harm(package: Path, tmp_path: Path) -> None:
    registry = ledger(package)
    store = Store(tmp_path / "store", {"first-claim": "a"})
    list(run_registry(registry, store=store))
    (file,) = (tmp_path / "store").rglob("*.json")
    for text in ("", "{", "[]", '{"id": "first-claim"}', file.read_text().replace('"HOLDS"', '"PERHAPS"')):
        file.write_text(text)
        assert store.find("first-claim") is None
    assert [result.agrees for result in run_registry(registry, store=store)] == [True] * 3
    blocked = tmp_path / "a file"
    blocked.write_text("")
    assert len(list(run_registry(registry, store=Store(blocked, {"first-claim": "a"})))) == 3


def test_what_is_not_final_is_not_kept(package: Path, tmp_path: Path) -> None:
    from sdp_proofs.ledger import Outcome
    from sdp_proofs.verdict import Verdict
    from tests.ledger.toy_ledger import check, claim

    unsure = claim(checks=(check(lambda _: Outcome(Verdict.UNKNOWN, "all")),))
    store = Store(tmp_path / "store", {unsure.id: "a"})
    list(run_registry(Registry([unsure], TrustLedger()), store=store))
    assert store.find(unsure.id) is None


def test_deep_checks_run_on_demand_only(package: Path) -> None:
    from dataclasses import replace

    from tests.ledger.toy_ledger import claim

    plain = claim()
    deep = replace(plain, checks=(*plain.checks, replace(plain.checks[0], title="again", deep=True)))
    registry = Registry([deep], TrustLedger())
    (shallow,) = run_registry(registry)
    (thorough,) = run_registry(registry, deep=True)
    assert len(thorough.evidence) == len(shallow.evidence) + 1
