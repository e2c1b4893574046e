"""Results of a whole run, shipped or kept: they print what a run would print, or are not taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sdp_proofs.ledger import ClaimResult, Registry, Status, TrustEntry, TrustLedger, digests, results, run_registry
from sdp_proofs.ledger.catalogue import Catalogue
from sdp_proofs.ledger.snapshot import catalogue_of, dumps, loads, snapshot, trust_of, with_citations
from sdp_proofs.verdict import Verdict
from tests.ledger.test_digests import OWN, forget
from tests.ledger.toy_ledger import check, claim, gives_up, refuted_claim, registry

HOME, OTHER = "sdp_proofs.papers.first.home", "sdp_proofs.papers.first.far"
LOADER = "sdp_proofs.papers:registry"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small package in the place of this one."""
    folder = tmp_path / "ours" / "sdp_proofs"
    for name, text in OWN.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.py").write_text(text)
    (folder / "table.csv").write_text("1\n")
    monkeypatch.setattr(digests, "_own_folder", lambda: folder)
    monkeypatch.setattr(digests, "SHIPPED", folder / "results.json")
    forget()
    yield folder
    monkeypatch.undo()
    forget()  # caches of the small package, which others would take for this one


def ledger() -> Registry:
    listed = [
        claim(repairs=("squares-are-positive",), trust=("python",)),
        refuted_claim(recorded=Status.REPAIRED, depends_on=("squares-are-small",)),
        claim(id="squares-are-small", locator="Lemma 2", checks=(check(title="small"),)),
    ]
    homes = {"squares-are-nonnegative": HOME, "squares-are-positive": HOME, "squares-are-small": OTHER}
    return Registry(listed, TrustLedger([TrustEntry("python", "engine", "Integers are exact.", "docs")]), homes)


def made(found: Registry) -> results.Results:
    rows = {row["id"]: row for row in snapshot(found, run_registry(found))["claims"]}
    return results.results(LOADER, Catalogue(rows, trust_of(found)), found.homes)


def test_what_is_read_back_is_what_was_written(own: Path, tmp_path: Path) -> None:
    new = made(ledger())
    (tmp_path / "results.json").write_text(new.text(), encoding="utf-8")
    assert results.read(tmp_path / "results.json") == new
    for damaged in ("", "[]", new.text()[:-9], new.text().replace("results/3", "results/2")):
        (tmp_path / "results.json").write_text(damaged, encoding="utf-8")
        assert results.readable(tmp_path / "results.json") is None
    assert results.read(tmp_path / "nowhere.json") is None


def test_a_catalogue_prints_what_a_run_prints() -> None:
    found = list(run_registry(registry()))
    whole = snapshot(registry(), found)
    known = Catalogue({row["id"]: row for row in whole["claims"]}, trust_of(registry()))
    assert known.excerpt(known.claims) == whole
    some = ["squares-are-positive", "squares-grow-slowly"]
    part = snapshot(registry(), [result for result in found if result.id in some])
    assert known.excerpt(some) == part
    assert known.with_citations(part) == with_citations(part, registry(), found)
    assert loads(dumps(known.excerpt(registry().closure(["square-of-an-integer"]))))["complete"]


@pytest.mark.parametrize("query", ["squares-are-positive", "eq 3", "def 2", "theorem 1"])
def test_a_catalogue_finds_what_the_ledger_finds(query: str) -> None:
    known = catalogue_of(registry())
    assert [row["id"] for row in known.selected([query])] == [one.id for one in registry().find(query)]
    assert set(known.closure([query] if query in known.claims else None)) == set(
        registry().closure([query] if query in known.claims else None)
    )


def test_results_say_which_sources_have_changed(own: Path) -> None:
    new = made(ledger())
    assert new.changed() == ()
    (own / "render" / "page.py").write_text("X = 1\n")  # this decides nothing
    (own / "results.json").write_text("{}")  # nor do the results themselves
    forget()
    assert new.changed() == ()
    (own / "papers/first/near.py").write_text("from .beside import LIMIT\nfrom . import other\nX = 11\n")
    forget()
    near, far = "sdp_proofs.papers.first.near", "sdp_proofs.papers.first.far"
    assert new.changed() == (near,)
    assert new.changed_homes() == {HOME}
    assert new.changed(["squares-are-small"]) == ()
    assert new.changed(["squares-are-nonnegative"]) == (near,)
    (own / "papers/first/far.py").unlink()  # a cited claim's
    forget()
    assert new.changed(["squares-are-positive"]) == (far, near)
    assert new.changed_homes() == {HOME, OTHER}
    (own / "rooms/new.py").write_text("")
    (own / "papers/first/paper.py").write_text("PAPER = 'another'")
    forget()
    told = ("sdp_proofs.papers.first.paper", "sdp_proofs.rooms.new")
    assert new.changed(["squares-are-small"]) == (far, *told)
    (own / "papers" / "survivors.json").write_text("[]")
    forget()
    assert "data" in new.changed(["squares-are-small"])


def test_renewed_results_differ_where_more_than_a_time_does(own: Path) -> None:
    old = made(ledger())
    rows = {name: dict(row) for name, row in old.catalogue.claims.items()}
    rows["squares-are-small"]["evidence"] = [{**rows["squares-are-small"]["evidence"][0], "seconds": 99.0}]
    rows["squares-are-positive"]["title"] = "another"
    new = replace(old, catalogue=Catalogue(rows, old.catalogue.trust))
    expected = {**old.catalogue.claims, "squares-are-positive": rows["squares-are-positive"]}
    assert new.renewed(old).catalogue.claims == expected
    assert new.renewed(None) == new


def kept(
    folder: Path, found: Registry, answers: list[ClaimResult] | None = None, asked: tuple[str, ...] = ()
) -> Catalogue | None:
    answers = list(run_registry(found, asked or None)) if answers is None else answers
    results.keep_run(folder, LOADER, found, answers, asked)
    return results.last_run(LOADER, folder, asked)


def test_a_kept_run_is_that_run(own: Path, tmp_path: Path) -> None:
    again = kept(tmp_path / "cache", ledger())
    assert again is not None
    whole = snapshot(ledger(), run_registry(ledger()))
    assert [row["status"] for row in again.claims.values()] == [row["status"] for row in whole["claims"]]
    assert results.last_run("sdp_proofs.papers:another", tmp_path / "cache") is None


def test_a_kept_run_of_some_claims_answers_for_these_alone(own: Path, tmp_path: Path) -> None:
    folder, asked = tmp_path / "cache", ("squares-are-small",)
    part = kept(folder, ledger(), asked=asked)
    whole = snapshot(ledger(), run_registry(ledger()))["claims"]
    assert part is not None and part.claims.keys() == {*ledger().closure(asked)} != {row["id"] for row in whole}
    assert [part.claims[row["id"]]["status"] for row in whole if row["id"] in part.claims] == [
        row["status"] for row in whole if row["id"] in part.claims
    ]
    for others in ((), ("squares-are-positive",), (*asked, "squares-are-positive")):
        assert results.last_run(LOADER, folder, others) is None
    found = results.read(next((folder / "runs").iterdir()))
    assert found is not None
    results._file(folder, LOADER, ["squares-are-positive"]).write_text(found.text())
    assert results.last_run(LOADER, folder, ["squares-are-positive"]) is None


@pytest.mark.parametrize("asked", [(), ("squares-are-small",)])
@pytest.mark.parametrize(
    "what",
    [
        "a source", "a section", "a paper", "a new file", "data", "the environment", "an engine", "a version",
        "a deep run", "damage", "another ledger",
    ],
)
def test_a_kept_run_is_none_once_anything_has_changed(
    what: str, asked: tuple[str, ...], own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cache"
    (own / "papers/first/near.py").write_text("import os\nA = os.environ.get('THEIR_A')\n")
    forget()
    assert kept(folder, ledger(), asked=asked) is not None
    match what:
        case "a source":
            (own / "rooms" / "engine.py").write_text("X = 1\n")
        case "a section":
            (own / "papers/first/other.py").write_text("X = 1\n")
        case "a paper":
            (own / "papers/first/paper.py").write_text("PAPER = 'second'\n")
        case "a new file":
            (own / "rooms" / "more.py").write_text("")
        case "data":
            (own / "table.csv").write_text("2\n")
        case "the environment":
            monkeypatch.setenv("THEIR_A", "1")
        case "an engine":
            monkeypatch.setenv("Z3_X", "1")
        case "a version":
            monkeypatch.setattr("sys.version", "4.0")
        case "a deep run":
            (folder / "deep-4").mkdir()
            (folder / "deep-4" / f"squares-are-small-{'0' * 64}.json").write_text("")
        case "damage":
            [file] = (folder / "runs").iterdir()
            file.write_bytes(file.read_bytes().replace(b"Squares", b"Circles"))
        case "another ledger":
            [file] = (folder / "runs").iterdir()
            file.write_text(replace(made(ledger()), loader="sdp_proofs.papers:another").text())
    forget()
    assert results.last_run(LOADER, folder, asked) is None


def test_a_run_is_kept_only_if_it_is_whole_and_final(own: Path, tmp_path: Path) -> None:
    found = list(run_registry(ledger()))
    assert kept(tmp_path / "part", ledger(), found[:-1]) is None
    assert kept(tmp_path / "another", ledger(), found, ("squares-are-small",)) is not None  # a whole run
    assert kept(tmp_path / "too-few", ledger(), [], ("squares-are-small",)) is None
    homes = {"squares-are-nonnegative": HOME}
    unsure = Registry([claim(checks=(check(gives_up, title="balls"),))], TrustLedger(), homes)
    answers = list(run_registry(unsure))
    assert answers[0].evidence[0].verdict is Verdict.UNKNOWN
    assert kept(tmp_path / "unsure", unsure, answers) is None


def test_a_source_that_changes_during_a_run_keeps_it_from_being_kept(own: Path, tmp_path: Path) -> None:
    digests.engines()
    (own / "rooms" / "engine.py").write_text("LIMIT = 12\n")
    assert kept(tmp_path / "cache", ledger()) is None
    forget()
    assert results.last_run(LOADER, tmp_path / "cache") is None
