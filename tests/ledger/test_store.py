"""Results are used again exactly as long as they are whole; what is read is judged again."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.ledger import (
    Claim,
    ClaimResult,
    FamilyResult,
    NearMissResult,
    Outcome,
    Registry,
    Status,
    TrustLedger,
    run_claim,
    run_registry,
)
from sdp_proofs.ledger.cache import MAX_BYTES, Store
from sdp_proofs.verdict import Verdict
from tests.ledger.test_derivation import SQUARE, derivation
from tests.ledger.toy_ledger import check, claim, gives_up, refuted_claim

MARK = "0" * 64


def ledger() -> Registry:
    claims = [
        claim(id="first-claim", derivation=derivation(SQUARE)),
        claim(id="second-claim", depends_on=("first-claim",)),
        refuted_claim(),
        claim(id="homeless"),
    ]
    return Registry(claims, TrustLedger())


def store_of(folder: Path, marks: dict[str, str] | None = None, *, fresh: bool = False) -> Store:
    names = ("first-claim", "second-claim", "squares-are-positive")
    return Store(folder, marks or dict.fromkeys(names, MARK), fresh=fresh)


def run(store: Store, *, deep: bool = False, registry: Registry | None = None) -> dict[str, ClaimResult]:
    return {one.id: one for one in run_registry(registry or ledger(), store=store, deep=deep)}


def test_a_second_run_reads_and_a_changed_claim_runs_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names, ran = ("first-claim", "second-claim", "squares-are-positive"), list[str]()

    def noted(claim: Claim, *, deep: bool = False) -> ClaimResult:
        ran.append(claim.id)
        return run_claim(claim, deep=deep)

    monkeypatch.setattr("sdp_proofs.ledger.run.run_claim", noted)

    def by(store: Store) -> tuple[list[str], dict[str, ClaimResult]]:
        ran.clear()
        found = run(store)
        return sorted(ran), found

    everything = sorted([*names, "homeless"])
    began, first = by(store_of(tmp_path))
    assert began == everything
    again, second = by(store_of(tmp_path))
    assert again == ["homeless"]
    assert [second[name] for name in names] == [first[name] for name in names]
    changed = {**dict.fromkeys(names, MARK), "first-claim": "1" * 64}
    assert by(store_of(tmp_path, changed))[0] == ["first-claim", "homeless"]
    assert by(store_of(tmp_path, fresh=True))[0] == everything


def test_what_is_not_final_is_not_kept(tmp_path: Path) -> None:
    def leave(_: Claim) -> Outcome:
        raise SystemExit(0)

    for checks in (
        (check(lambda _: Outcome(Verdict.UNKNOWN, "all")),),
        (check(), check(leave, title="leaves")),
        (check(lambda _: Outcome(Verdict.HOLDS, "all")),),  # its near miss survives
    ):
        unsure = claim(checks=checks)
        store = Store(tmp_path, {unsure.id: MARK})
        list(run_registry(Registry([unsure], TrustLedger()), store=store))
        assert store.find(unsure) is None
    assert list(tmp_path.iterdir()) == []


def sealed(file: Path, content: bytes) -> bytes:
    """An entry with the right digest, as only a forger writes it."""
    return hashlib.sha256(file.name.encode() + b"\0" + content).hexdigest().encode() + b"\n" + content


def kept(tmp_path: Path, entry: Claim) -> tuple[Store, Path]:
    store = Store(tmp_path / "store", {entry.id: MARK})
    store.keep(entry, run_claim(entry))
    (file,) = (tmp_path / "store").rglob("*.json")
    return store, file


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: content + b" ",
        lambda content: content.replace(b"HOLDS", b"FAILS"),
        lambda content: content.replace(b"n = 0", b"n = 1"),
        lambda content: content.split(b"\n")[1],
        lambda content: b"\n" + content.split(b"\n")[1],
        lambda content: content.split(b"\n")[0] + b"\n",
        lambda content: b"\xff" * 100,
        lambda content: b"0" * 5000,
        lambda content: b"[" * 200_000,
        lambda content: b"x" * (MAX_BYTES + 2),
    ],
)
def test_a_damaged_entry_is_no_entry(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    entry = claim()
    store, file = kept(tmp_path, entry)
    assert store.find(entry) is not None
    file.write_bytes(spoil(file.read_bytes()))
    assert store.find(entry) is None


def changed(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(record: Any) -> None:
        *before, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        for part in before:
            record = record[part]
        record[last] = value

    return change


def without(path: str) -> Callable[[dict[str, Any]], None]:
    def change(record: Any) -> None:
        *before, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        for part in before:
            record = record[part]
        del record[last]

    return change


@pytest.mark.parametrize(
    "change",
    [
        changed("id", "another-claim"),
        changed("status", "established"),
        changed("evidence", []),
        changed("evidence", None),
        changed("evidence", {}),
        changed("evidence.0.verdict", "PERHAPS"),
        changed("evidence.0.verdict", True),
        changed("evidence.0.verdict", "UNKNOWN"),
        changed("evidence.0.method", "SMT"),
        changed("evidence.0.coverage", "MOST"),
        changed("evidence.0.title", "another check"),
        changed("evidence.0.scope", None),
        changed("evidence.0.seconds", "1"),
        changed("evidence.0.seconds", True),
        changed("evidence.0.seconds", 10**400),
        changed("evidence.0.instances", 1.5),
        changed("evidence.0.instances", True),
        changed("evidence.0.instances", 0),
        changed("evidence.0.witness", 3),
        changed("evidence.0.colour", "red"),
        changed("near_misses", []),
        changed("near_misses.0.refuted_by", None),
        changed("near_misses.0.name", "another"),
        changed("near_misses.0.undecided", 0),
        changed("family", {"refuted": [], "weaker": 0, "listed": [], "survivors": [], "stale": []}),
        changed("steps", None),
        changed("steps", []),
        changed("steps.0.recorded", "FAILS"),
        changed("steps.0.evidence.verdict", "FAILS"),
        changed("steps.0.near_misses", []),
        without("id"),
        without("family"),
        without("evidence.0.detail"),
        without("near_misses.0.detail"),
    ],
)
def test_an_entry_that_does_not_fit_is_no_entry_whatever_its_digest(
    tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    entry = claim(derivation=derivation(SQUARE))
    store, file = kept(tmp_path, entry)
    record = json.loads(file.read_bytes().split(b"\n")[1])
    file.write_bytes(sealed(file, json.dumps(record).encode()))
    assert store.find(entry) is not None
    change(record)
    file.write_bytes(sealed(file, json.dumps(record).encode()))
    assert store.find(entry) is None


@pytest.mark.parametrize(
    "content",
    [
        b'{"id": "squares-are-nonnegative", %s',
        b"[" * 200_000,
        b'{"a":' * 100_000,
        b"1" * 5000,
        b"NaN",
        b"null",
        b"\xff",
        b"",
    ],
)
def test_hostile_content_is_no_entry_whatever_its_digest(tmp_path: Path, content: bytes) -> None:
    entry = claim()
    store, file = kept(tmp_path, entry)
    whole = file.read_bytes().split(b"\n")[1]
    file.write_bytes(sealed(file, content.replace(b"%s", whole[1:])))  # the first one has its keys twice
    assert store.find(entry) is None


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999"])
def test_what_is_no_number_is_no_entry(tmp_path: Path, number: bytes) -> None:
    entry = claim()
    store, file = kept(tmp_path, entry)
    before, _, after = file.read_bytes().split(b"\n")[1].partition(b'"seconds": ')
    file.write_bytes(sealed(file, before + b'"seconds": ' + number + after[after.index(b",") :]))
    assert store.find(entry) is None


def test_a_status_is_never_read(tmp_path: Path) -> None:
    """Forged evidence, digest and all, does not forge the status that follows from it."""
    entry = claim()
    store, file = kept(tmp_path, entry)
    content = file.read_bytes().split(b"\n")[1]
    assert b"established" not in content
    file.write_bytes(sealed(file, content.replace(b'"HOLDS"', b'"FAILS"')))
    found = store.find(entry)
    assert found is not None
    assert (found.status, found.agreement) == (Status.REFUTED, Verdict.FAILS)


def test_no_entry_stands_in_for_another_one(tmp_path: Path) -> None:
    entry, other = claim(), claim(id="another-claim")
    store, file = kept(tmp_path, entry)
    both = Store(store.folder, {entry.id: MARK, other.id: MARK})
    file.with_name(f"{other.id}-{MARK}.json").write_bytes(file.read_bytes())
    assert both.find(entry) is not None
    assert both.find(other) is None
    later = Store(store.folder, {entry.id: "1" * 64})
    file.with_name(f"{entry.id}-{'1' * 64}.json").write_bytes(file.read_bytes())
    assert later.find(entry) is None


def test_an_entry_belongs_to_the_claim_as_it_is(tmp_path: Path) -> None:
    entry = claim()
    store, _ = kept(tmp_path, entry)
    assert store.find(replace(entry, checks=(check(), check(title="another")))) is None
    assert store.find(replace(entry, near_misses=())) is None
    found = store.find(replace(entry, recorded=Status.SUPPORTED))
    assert found is not None
    assert found.agreement is Verdict.FAILS


def test_what_is_not_a_file_is_no_entry(tmp_path: Path) -> None:
    entry = claim()
    store, file = kept(tmp_path, entry)
    for make in (os.mkfifo, os.mkdir, lambda path: os.symlink("/dev/zero", path), lambda path: os.symlink(path, path)):
        file.unlink()
        make(file)
        assert store.find(entry) is None
        store.keep(entry, run_claim(entry))
        if file.is_dir():
            file.rmdir()
            file.touch()


def test_a_clock_that_goes_back_plays_no_role(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(store_of(tmp_path))
    for file in tmp_path.rglob("*.json"):
        os.utime(file, (2**33, 2**33))
    ticks = iter(range(0, -(10**6), -1))
    for clock in ("time", "monotonic", "perf_counter"):
        monkeypatch.setattr(time, clock, lambda: next(ticks))
    second = run(store_of(tmp_path))
    assert second["first-claim"] == first["first-claim"]
    assert second["homeless"].agrees
    folder = tmp_path / "another"
    assert run(store_of(folder))["first-claim"] == run(store_of(folder))["first-claim"]


# Claims that a deep run refutes.


def deep_ledger(answer: Callable[[Claim], Outcome]) -> Registry:
    plain = claim()
    deep = replace(check(answer, title="thorough"), deep=True)
    return Registry([replace(plain, checks=(*plain.checks, deep))], TrustLedger())


def fails(_: Claim) -> Outcome:
    return Outcome(Verdict.FAILS, "all up to 10^9", witness="n = 10^9")


def holds(_: Claim) -> Outcome:
    return Outcome(Verdict.HOLDS, "all up to 10^9")


def agreement(
    folder: Path, answer: Callable[[Claim], Outcome], *, deep: bool, mark: str = MARK, fresh: bool = False
) -> str:
    registry = deep_ledger(answer)
    (result,) = run(Store(folder, dict.fromkeys(registry, mark), fresh=fresh), deep=deep, registry=registry).values()
    return result.agreement.value


@pytest.mark.parametrize("kept_before", [True, False])
@pytest.mark.parametrize("fresh", [True, False])
def test_a_deep_check_that_failed_is_remembered(tmp_path: Path, kept_before: bool, fresh: bool) -> None:
    if kept_before:
        assert agreement(tmp_path, fails, deep=False) == "HOLDS"
    assert agreement(tmp_path, fails, deep=True) == "FAILS"
    assert agreement(tmp_path, fails, deep=False, fresh=fresh) == "FAILS"
    assert agreement(tmp_path, fails, deep=False, fresh=fresh) == "FAILS"
    assert agreement(tmp_path, gives_up, deep=True) == "FAILS"  # no answer takes nothing back
    assert agreement(tmp_path, fails, deep=False) == "FAILS"
    assert agreement(tmp_path, fails, deep=False, mark="1" * 64) == "HOLDS"  # other code, another claim
    assert agreement(tmp_path, holds, deep=True) == "HOLDS"
    assert agreement(tmp_path, fails, deep=False) == "HOLDS"


def test_what_was_found_is_told(tmp_path: Path) -> None:
    registry = deep_ledger(fails)
    store = Store(tmp_path, dict.fromkeys(registry, MARK))
    run(store, deep=True, registry=registry)
    (result,) = run(store, registry=registry).values()
    (entry,) = (one for one in result.evidence if one.title == "thorough")
    assert (entry.verdict, entry.witness) == (Verdict.FAILS, "n = 10^9")
    assert entry.scope == "all up to 10^9 (found by an earlier deep run)"
    assert "contradiction" in result.problems[0]
    run(replaced := Store(tmp_path, dict.fromkeys(registry, MARK)), deep=True, registry=deep_ledger(gives_up))
    (again,) = run(replaced, registry=registry).values()
    assert again.evidence[-1].scope == entry.scope


def test_a_failure_that_is_on_record_is_no_news(tmp_path: Path) -> None:
    plain = refuted_claim()
    deep = replace(check(title="thorough"), deep=True)
    registry = Registry([replace(plain, checks=(*plain.checks, deep))], TrustLedger())
    store = Store(tmp_path, dict.fromkeys(registry, MARK))
    assert run(store, deep=True, registry=registry)[plain.id].agrees
    assert len(run(store, registry=registry)[plain.id].evidence) == 1


@dataclass(frozen=True)
class DeepFamily:
    result: FamilyResult | None
    deep: bool = True

    def provoke(self, _: Claim) -> FamilyResult:
        if self.result is None:
            raise SystemExit(0)
        return self.result


def test_near_misses_that_survived_a_deep_run_are_remembered(tmp_path: Path) -> None:
    def result(family: FamilyResult | None, *, deep: bool) -> ClaimResult:
        registry = Registry([claim(family=DeepFamily(family))], TrustLedger())
        store = Store(tmp_path, dict.fromkeys(registry, MARK))
        return run(store, deep=deep, registry=registry)[claim().id]

    bad = FamilyResult((("sign", 3),), survivors=(NearMissResult("3 for 2", None, "'enumeration' answers HOLDS"),))
    assert result(bad, deep=False).agrees
    assert not result(bad, deep=True).agrees
    assert result(bad, deep=False).problems == ("generated near miss '3 for 2' survives: 'enumeration' answers HOLDS",)
    assert not result(None, deep=True).agrees  # no answer takes nothing back
    assert not result(bad, deep=False).agrees
    assert result(FamilyResult((("sign", 4),)), deep=True).agrees
    assert result(bad, deep=False).agrees


def test_deep_checks_run_on_demand_only() -> None:
    registry = deep_ledger(holds)
    (shallow,) = run_registry(registry)
    (thorough,) = run_registry(registry, deep=True)
    assert len(thorough.evidence) == len(shallow.evidence) + 1
