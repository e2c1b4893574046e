"""Every counterexample of the ledger replays on the standard library alone, and stops doing so when it is falsified."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.certificate import CertificateError, confirm, replayed
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Status
from sdp_proofs.ledger.consistency import _counterexample as problems_of_counterexample
from sdp_proofs.papers import registry
from tests.papers.about_programs import of_a_program

ROOT = Path(__file__).parents[2]
CERTIFICATES = {
    claim.id: claim.counterexample.certificate(claim)
    for claim in registry().values()
    if claim.counterexample is not None
}
ELECTIONS = {"losses-between-the-printed-powers-of-ten", "losses-fall-at-every-election"}
QUICK = [name for name in CERTIFICATES if name not in ELECTIONS]
PERTURBED = {
    "private-with-one-vote-in-ten-thousand-lost": {"E": "3/2"},
    "the-maximum-over-sources-exists": {"delta": "lambda H: T / n"},
    "dp-keeps-ratios-within-twice-the-odds": {"E": "3/2"},
    "utility-at-most-twice-delta": {"E": "3"},
    "noisy-sample-has-eta-epsilon": {"q": "1/4"},
    "the-hull-of-an-open-interval-has-its-ends": {"low": "3/4", "weight": "0", "high": "1"},
    "second-district-of-nebraska-is-a-vertex": {"third": "2 / 3"},
    "fifty-seven-districts": {"maine": "3"},
    "share-of-dc-as-printed": {"first": "317000"},
    "smoothed-delta-is-below-one-over-n-in-the-figure": {"T": "99750"},
    "exponentially-small-whatever-the-sources": {"delta": "lambda H: 1/8"},
    "cost-is-of-degree-m-plus-l-minus-one": {"m": "2"},
    "loss-below-the-printed-exponential": {"E": "8"},
    "remark-eight": {"n": "126"},
    "remark-eight-with-strict-positivity-on-supports": {"n": "11"},
    "remark-eight-at-the-printed-rate": {"n": "81"},
    "gap-at-the-printed-rate-is-no-larger": {"eta": "1/3"},
    "theorem-three-with-one-constant-for-every-sample-size": {"C": "1/20"},
    "outputs-with-a-large-share-lose-nothing": {"H": "2"},
    "the-worst-assignment-is-pure": {"T": "27"},
    "preimage-of-all-results": {"S": "(0, 1)"},
    "losses-add-up-whatever-the-randomness": {"cipher": "lambda x, key: key"},
    "composed-loss-at-least-the-sum": {"P": "(0, 1)"},
    "best-events-are-products": {"P": "(0, 1)"},
    "features-of-whole-databases-lose-no-more": {"f": "lambda x: (x[1], x[0])"},
    "features-follow-products-of-their-laws": {"f": "lambda x: (x[1], x[0])"},
    "preprocessing-is-never-harmful": {"after": "lambda x, a: M((x[1], x[0]), a)"},
    "smoothed-losses-combine-like-failures": {"two": "lambda x: 1 if x == (0, 1) else 0"},
    "three-laws-have-nonnegative-triangular-factors": {"M": "((1/2, 1/4, 1/4), (1/4, 1/2, 1/4), (1/4, 1/4, 1/2))"},
}
"""Another instance, near the recorded one, that does not refute the claim."""
BOUNDED = {
    "noise-beyond-the-threshold-in-size-is-rare-enough",
    "losses-between-the-printed-powers-of-ten",
    "losses-fall-at-every-election",
    "private-with-one-vote-in-ten-thousand-lost",
    "a-simulator-need-not-know-which-record-is-missing",
    "best-events-are-products",
    "features-of-whole-databases-lose-no-more",
    "smoothed-delta-is-below-one-over-n-in-the-figure",
    "order-of-the-loss-with-replacement-with-one-constant",
    "two-extreme-neighbours-suffice",
    "a-million-trials-show-the-loss",
    "the-worst-assignment-is-pure",
    "epsilons-of-sampled-concentrated-privacy-are-enough",
    "epsilons-of-replaced-records-are-enough",
    "deltas-of-mixtures-at-integer-epsilons-are-enough",
    "the-gaussian-mechanism-is-private-for-every-epsilon",
    "high-probability-bound-of-the-gaussian-mechanism",
    "central-limit-epsilons-are-enough",
    "optimistic-deltas-are-lower-bounds",
    "pessimistic-deltas-are-upper-bounds",
    "pessimistic-epsilons-are-upper-bounds",
}
"""Certificates of a bound of a value, not the value: of a loss by one event, of a maximum by one of its members."""
OF_PROGRAMS = {name for name in CERTIFICATES if of_a_program(registry()[name])}
"""Bounds as well: noise has infinitely many values, and a violation needs one probability from below and one above."""


def test_all_replay_without_any_package(tmp_path: Path) -> None:
    files = []
    for name, certificate in CERTIFICATES.items():
        files.append(tmp_path / f"{name}.json")
        files[-1].write_text(json.dumps(certificate), encoding="utf-8")
    # -S leaves out site-packages, so that an import from there would fail
    command = [sys.executable, "-S", "-m", "sdp_proofs.certificate", *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("refuted: the formula is false here") == len(files)


@pytest.mark.parametrize("name", QUICK)
def test_a_turned_formula_is_not_confirmed(name: str) -> None:
    certificate = CERTIFICATES[name]
    assert not confirm({**certificate, "formula": f"Not({certificate['formula']})"})


@pytest.mark.parametrize("name", QUICK)
def test_hypotheses_must_be_met(name: str) -> None:
    certificate = CERTIFICATES[name]
    found = replayed({**certificate, "given": [*certificate["given"], "1 < 0"]})
    assert not found.confirmed
    assert replace(found, met=found.met[:-1]).confirmed, "without what was added it is"


@pytest.mark.parametrize("name", PERTURBED)
def test_another_instance_is_not_confirmed(name: str) -> None:
    assert not confirm(_with(CERTIFICATES[name], PERTURBED[name]))


def test_an_election_with_a_smaller_bound_is_not_confirmed() -> None:
    certificate = CERTIFICATES["losses-between-the-printed-powers-of-ten"]
    assert not confirm(_with(certificate, {"P": "law(winner, second, missing, 15700, 15800)"}))


def test_a_missing_definition_is_an_error() -> None:
    certificate = CERTIFICATES["exponentially-small-whatever-the-sources"]
    with pytest.raises(CertificateError, match="must be defined"):
        confirm({**certificate, "let": [entry for entry in certificate["let"] if entry[0] != "T"]})


def test_certificates_are_instances_of_the_claims_own_formulas() -> None:
    for name, claim in registry().items():
        assert list(problems_of_counterexample(claim)) == []
        if name in CERTIFICATES:
            assert CERTIFICATES[name]["formula"] == claim.formula.text
            assert {symbol for symbol, _, _ in CERTIFICATES[name]["at"]} == set(claim.formula.free)


def test_bounds_are_few_and_known() -> None:
    bounded = {name for name, found in CERTIFICATES.items() if any(sign != "==" for _, sign, _ in found["at"])}
    assert bounded == BOUNDED | OF_PROGRAMS
    for name in OF_PROGRAMS:
        assert {symbol: sign for symbol, sign, _ in CERTIFICATES[name]["at"]} == {"P": ">=", "E": "==", "Q": "<="}


def test_a_counterexample_of_another_formula_is_a_problem() -> None:
    claim = registry()["fifty-seven-districts"]
    formula = claim.formula
    for other, problem in (
        (Formula("units == more", ["units", "more"]), "'at' must say once"),
        (Formula("units + printed", ["units", "printed"]), "made of relations"),
        (Formula("units == printed + more", ["units", "printed", "more"]), "got none of 'more'"),
        (None, "must have a formula"),
    ):
        assert problem in next(problems_of_counterexample(replace(claim, formula=other)))
    assert "the parameter printed = 58" in next(problems_of_counterexample(replace(claim, parameters={"printed": 58})))
    assert list(problems_of_counterexample(replace(claim, formula=formula))) == []


def test_every_refuted_claim_has_one_and_says_what_is_wrong() -> None:
    refuted = [claim for claim in registry().values() if claim.recorded in (Status.REFUTED, Status.REPAIRED)]
    assert {claim.id for claim in refuted} == set(CERTIFICATES)
    for claim in refuted:
        assert claim.erratum is not None
        assert len(claim.erratum.wrong) > 40


def _with(certificate: dict[str, Any], changed: dict[str, str]) -> dict[str, Any]:
    names = [name for name, _ in certificate["let"]]
    assert set(changed) <= set(names)
    return {**certificate, "let": [[name, changed.get(name, text)] for name, text in certificate["let"]]}
