"""`show` sets a claim as a page of a paper, from the last results, and runs no more than what it shows."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from sdp_proofs.cli import ledger, main
from sdp_proofs.ledger import Kind, Registry, TrustLedger, run_registry
from sdp_proofs.ledger.catalogue import short
from sdp_proofs.ledger.schema import validate
from sdp_proofs.ledger.snapshot import snapshot
from sdp_proofs.render.ledger import print_claims
from tests.ledger.toy_ledger import claim
from tests.papers import toy_wing

SUM, PRODUCT, SQUARE = "sum-of-squares-exceeds-the-product", "product-exceeds-the-sum-of-squares", "square-of-a-sum"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The toy wing as a package of its own: what decides its claims can be told, so that their results are kept."""
    folder = tmp_path_factory.mktemp("wings")
    (folder / "toy_paper").mkdir()
    shutil.copy(toy_wing.__file__, folder / "toy_paper" / "__init__.py")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield "toy_paper:registry"


@pytest.fixture(autouse=True)
def _toy(package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ledger, "LEDGER", package)
    monkeypatch.setenv("SDP_PROOFS_CACHE", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")


def test_a_claim_is_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify"]) == 0
    capsys.readouterr()
    assert main(["show", SUM, "--full"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    expected = [
        f"Lemma 2  {SUM}  {short(SUM)}  established, formula",
        "Statement (toy, Lemma 2, lemma; as printed, in our words)",
        "  Twice a product is at most the sum of the squares, for numbers that are at least zero.",
        "Formula",
        "  2*x*y <= area",
        "    area: a(x, y), any area",
        "Hypotheses",
        "  areas are at least zero (silent in the paper)",
        "Verdict",
        "  established, formula: proved for all instances.",
        "Proof",
        "    hypothesis: x >= 0",
        "    hypothesis: area == (x**2 + y**2)",
        f"    by {SQUARE} (Theorem 1, established, formula, sympy): ((x + (-y)) ** 2) == "
        "(((x ** 2) + ((2 * x) * (-y))) + ((-y) ** 2))",
        "Near misses",
        "Believed, not checked",
        "  z3 (engine): An answer 'unsat' of z3 over the reals is right. [de Moura, Bjorner 2008]",
        "  sympy (engine): What sympy reduces to zero is zero. [Meurer et al. 2017]",
    ]
    lines = captured.out.splitlines()
    places = [lines.index(line) for line in expected]
    assert places == sorted(places)


def test_a_refuted_claim_shows_its_repair_with_the_proof(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", PRODUCT, "--full"]) == 0
    text = capsys.readouterr().out
    assert text.count("Statement (") == 1
    for part in (
        "  repaired: false as stated; what holds instead is established.",
        "  Wrong (wrong direction): At x = y both sides are equal.",
        "  fails: x = y = 0.",
        f"Repaired by\n  {SUM} (Lemma 2, established): 2 xy ≤ x² + y²",
        "  Cost: Equality, and the direction.",
        "  Proof:\n    HOLDS by SMT for ALL",
        f"      by {SQUARE} (Theorem 1, recorded as established, sympy): ",
    ):
        assert part in text


def test_a_locator_shows_its_parts_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "lemma 2", "--full"]) == 0
    text = capsys.readouterr().out
    assert text.index(f"Lemma 2  {SUM}") < text.index(f"Lemma 2  {PRODUCT}")
    assert f"{SUM} (Lemma 2, established, z3), on a page of its own" in text
    assert text.count("An answer 'unsat' of z3") == 1
    assert "  as above: z3 (engine)\n" in text


def parts_registry() -> Registry:
    """Parts of a theorem, filed in another order, one of them said by the ledger, and a step of its proof."""
    places = {"step": "App. A, Theorem 3", "iii": "Theorem 3 (iii)", "own": "Theorem 3 (i)"}
    places |= {"i": "Theorem 3 (i)", "ii": "Theorem 3 (ii)"}
    kinds = {"own": Kind.PROJECT}
    claims = [claim(id=name, locator=place, kind=kinds.get(name, Kind.THEOREM)) for name, place in places.items()]
    return Registry(claims, TrustLedger())


def test_parts_are_sorted_and_what_is_printed_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "Theorem 3", "--json", "--ledger", f"{__name__}:parts_registry"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [entry["id"] for entry in document["claims"]] == ["i", "own", "ii", "iii", "step"]


def test_a_list_may_be_that_of_a_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "lemma 2", SQUARE, "--json"]) == 0
    assert [row["id"] for row in json.loads(capsys.readouterr().out)["claims"]] == [SUM, PRODUCT, SQUARE]
    assert main(["list", "lemma 3"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_only_what_is_shown_is_run_and_only_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", SUM, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == f"running {SUM}: there is no result yet\n"
    document = json.loads(captured.out)
    validate(document)
    assert [entry["id"] for entry in document["claims"]] == [SUM]
    assert document["claims"][0]["symbols"][-1] == {"latex": "a(x, y)", "means": "any area", "name": "area"}
    assert {name: (entry["run"], entry["status"]) for name, entry in document["cited"].items()} == {
        SQUARE: (False, "established"), SUM: (True, "established"),
    }  # fmt: skip
    assert document["cited"][SUM]["depends_on"] == [SQUARE]
    assert main(["show", SUM]) == 0
    assert capsys.readouterr().err == ""


def test_fresh_runs_all_that_a_claim_rests_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", SUM, "--fresh", "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == f"running {SUM}\n"
    assert json.loads(captured.out)["cited"][SQUARE]["run"]


def test_a_run_may_believe_what_its_claims_refer_to() -> None:
    registry = toy_wing.registry()
    assert [result.id for result in run_registry(registry, [SUM], believing=True)] == [SUM]
    results = list(run_registry(registry, [SUM, PRODUCT], believing=True))
    assert {result.id: str(result.status) for result in results} == {SUM: "established", PRODUCT: "repaired"}


def test_what_carries_a_claim_is_open_where_what_it_cites_was_not_run() -> None:
    registry = toy_wing.registry()
    [alone] = run_registry(registry, [SUM], believing=True)
    whole = {result.id: result.strength for result in run_registry(registry, [SUM])}
    assert alone.strength is None and whole[SUM] is not None


def test_a_snapshot_without_citations_is_printed_too(capsys: pytest.CaptureFixture[str]) -> None:
    registry = toy_wing.registry()
    print_claims(snapshot(registry, run_registry(registry)))
    assert f"    by {SQUARE}: " in capsys.readouterr().out
