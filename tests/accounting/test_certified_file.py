from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.accounting.certified_file import certified_files
from sdp_proofs.certificate import CertificateError
from sdp_proofs.certificate.__main__ import main
from sdp_proofs.certificate.accounting import replayed
from tests.accounting.asked import delta, question

LATTICE = "poisson(rate=0.02, gaussian(sigma=1)) * 300"


@pytest.mark.parametrize(
    ("release", "odds"),
    [
        ("pure(epsilon=log(2)) * 3", "2"),
        ("approximate(epsilon=log(3), delta=1/50) * 2 + pure(epsilon=log(2))", "5/2"),
        ("finite(first=[1/2, 1/2, 0], second=[1/4, 1/2, 1/4]) * 4", "7/5"),
    ],
)
def test_exact_answers_replay(release: str, odds: str) -> None:
    documents = certified_files(question(release), f"log({odds})")
    assert all(document["kind"] == "exact" and replayed(document) for document in documents)
    assert max(Fraction(document["delta"]) for document in documents) == delta(release, f"log({odds})").exact


@pytest.fixture(scope="module")
def lattice() -> dict[str, Any]:
    return certified_files(question(LATTICE), "2", points=1500)[0]


def test_a_lattice_answer_is_an_upper_bound_that_replays(lattice: dict[str, Any]) -> None:
    truth = delta(LATTICE, "2")
    assert replayed(lattice)
    assert Fraction(truth.upper) < Fraction(lattice["delta"]) < Fraction(13, 10) * Fraction(truth.upper)
    assert lattice["trusted"]


def test_a_bound_that_is_too_small_is_not_confirmed(lattice: dict[str, Any]) -> None:
    assert not replayed({**lattice, "delta": str(Fraction(lattice["delta"]) * Fraction(999, 1000))})


def test_wrong_digits_are_not_confirmed() -> None:
    (document,) = certified_files(question("pure(epsilon=log(2)) * 3"), "log(2)")
    assert not replayed({**document, "delta": "2/8"})
    with pytest.raises(CertificateError, match="must be the logarithm of 'odds'"):
        replayed({**document, "odds": "3"})


@pytest.mark.parametrize(
    "change",
    [
        {"bits": "many"},
        {"unit": "0"},
        {"start": 3},
        {"kind": "other"},
        {"parts": [{"count": 0, "first": 0, "masses": [1], "infinite": 0}]},
        {"parts": [{"count": 1, "first": 0, "masses": [-1], "infinite": 0}]},
        {"parts": [{"count": 1, "first": 0, "masses": [], "infinite": 0}]},
        {"parts": 7},
        {"delta": "1/0"},
    ],
)
def test_malformed_documents(lattice: dict[str, Any], change: dict[str, Any]) -> None:
    with pytest.raises(CertificateError):
        replayed({**lattice, **change})


def test_the_program_replays_with_the_standard_library_alone(tmp_path: Path) -> None:
    (document,) = certified_files(question("pure(epsilon=log(2)) * 3"), "log(2)")
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(document), encoding="utf-8")
    bad.write_text(json.dumps({**document, "delta": "1/9"}), encoding="utf-8")
    # -S leaves site-packages out: no third-party import can succeed.
    done = subprocess.run(
        [sys.executable, "-S", "-m", "sdp_proofs.certificate", str(good)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "confirmed: delta = 2/9" in done.stdout
    assert main([str(bad)]) == 1
