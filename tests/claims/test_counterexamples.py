"""Every counterexample of the ledger replays on the standard library alone, and stops doing so when it is falsified."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.certificate import CertificateError, confirm
from sdp_proofs.claims import registry
from sdp_proofs.ledger import Status

ROOT = Path(__file__).parents[2]
CERTIFICATES = {
    claim.id: claim.counterexample.certificate(claim.id, claim.locator)
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
    "the-hull-of-an-open-interval-has-its-ends": {"vertex": "1/4"},
    "second-district-of-nebraska-is-a-vertex": {"third": "2 / 3"},
    "fifty-seven-districts": {"maine": "3"},
    "share-of-dc-as-printed": {"first": "317000"},
    "smoothed-delta-is-below-one-over-n-in-the-figure": {"T": "99750"},
    "exponentially-small-whatever-the-sources": {"delta": "lambda H: 1/8"},
    "cost-is-of-degree-m-plus-l-minus-one": {"m": "2"},
    "loss-below-the-printed-exponential": {"E": "8"},
    "remark-eight": {"n": "126"},
    "remark-eight-with-strict-positivity-on-supports": {"n": "12"},
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


def test_all_replay_without_any_package(tmp_path: Path) -> None:
    files = []
    for name, certificate in CERTIFICATES.items():
        files.append(tmp_path / f"{name}.json")
        files[-1].write_text(json.dumps(certificate), encoding="utf-8")
    # -S leaves out site-packages, so that an import from there would fail
    command = [sys.executable, "-S", "-m", "sdp_proofs.certificate", *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("refuted: the claimed relation is false here") == len(files)


@pytest.mark.parametrize("name", QUICK)
def test_a_turned_relation_is_not_confirmed(name: str) -> None:
    certificate = CERTIFICATES[name]
    assert confirm(certificate)
    assert not confirm({**certificate, "fails": f"not ({certificate['fails']})"})


@pytest.mark.parametrize("name", QUICK)
def test_hypotheses_must_be_met(name: str) -> None:
    certificate = CERTIFICATES[name]
    assert not confirm({**certificate, "given": [*certificate["given"], "1 < 0"]})


@pytest.mark.parametrize("name", PERTURBED)
def test_another_instance_is_not_confirmed(name: str) -> None:
    assert not confirm(_with(CERTIFICATES[name], PERTURBED[name]))


def test_an_election_with_a_smaller_bound_is_not_confirmed() -> None:
    certificate = CERTIFICATES["losses-between-the-printed-powers-of-ten"]
    assert not confirm(_with(certificate, {"P": "law(a, b, lost, 15700, 15800)", "gain": "seen(P, a, b, lost, 15700)"}))


def test_a_missing_definition_is_an_error() -> None:
    certificate = CERTIFICATES["exponentially-small-whatever-the-sources"]
    with pytest.raises(CertificateError, match="must be defined"):
        confirm({**certificate, "let": [entry for entry in certificate["let"] if entry[0] != "T"]})


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
