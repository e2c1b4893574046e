"""Claims as theorems on all real numbers, and numbers as theorems from the definition."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import sdp_proofs
from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.claims import hypotheses, known, proving_checks, tactics, universal
from sdp_proofs.kernel.formulas import clearings
from sdp_proofs.kernel.instances import ALL_BELOW, REFUTED, SHARPLY, elections, refutation_by_election
from sdp_proofs.kernel.numbers import enclosed
from sdp_proofs.ledger import Status
from sdp_proofs.papers import registry
from sdp_proofs.papers.smoothed_dp.elections import us_presidential_elections


def test_a_theorem_has_the_hypotheses_the_divisors_and_the_formula():
    claim = registry()["first-sum-and-loss-in-terms-of-the-ratio"]
    said = universal(claim, "identity").statement
    assert "forall" in said
    for one in hypotheses(claim):
        assert one.free
    assert "<> 0)%R ->" in said
    assert said.rstrip().endswith(".")


def test_every_claim_with_a_known_proof_is_established_and_translates():
    found = 0
    for identifier in tactics():
        claim = registry()[identifier]
        theorem = known(claim)
        assert claim.recorded is Status.ESTABLISHED
        assert (theorem is None) == (next(proving_checks(claim), None) is None)
        assert theorem is None or theorem.claim == identifier
        found += theorem is not None
    assert found >= 170


def test_a_mutant_has_another_theorem():
    claim = registry()["no-mixture-beats-its-parts"]
    statement = universal(claim, tactics()[claim.id]).statement
    for miss in claim.near_misses:
        assert universal(miss.of(claim), tactics()[claim.id]).statement != statement


@pytest.mark.parametrize(
    ("claim", "requires", "hint"),
    [
        ("logistic-paths-rise-slowly", "Hints", "square (y - 1 / 2)"),
        ("the-laplace-profile", "Hints", "merged"),
        ("entropy-at-a-distance-is-enough-for-an-eighth", "Boxes", "i_bisect d"),
    ],
)
def test_a_way_with_hints_says_them_and_requires_its_file(claim, requires, hint):
    theorem = universal(registry()[claim], tactics()[claim])
    assert theorem.requires == requires
    assert hint in theorem.proof and "HINTS" not in theorem.proof
    assert theorem.statement == universal(registry()[claim], "polynomial").statement


def test_what_speaks_of_integers_or_has_no_proof_is_no_theorem_on_reals():
    with pytest.raises(DomainError, match="integers"):
        universal(registry()["lone-record-is-seen-when-sampled"], "identity")
    with pytest.raises(DomainError, match="hypotheses alone"):
        universal(registry()["definition-of-distributional-dp"], "linear")


def test_a_theorem_does_without_what_its_check_cites():
    claim = registry()["outputs-between-two-cuts-lose-nothing"]
    check = next(proving_checks(claim))
    assert check.cites
    said = universal(claim, tactics()[claim.id]).statement
    assert said.count("->") <= len(hypotheses(claim)) + str(claim.formula).count("Implies")


def test_cleared_quotients_are_what_they_were():
    from sdp_proofs.formulas.syntax import read
    from sdp_proofs.kernel.formulas import Writer

    (found,) = clearings([read("x/(x + y) <= 1/2 + y", {"x", "y"})], Writer(real=True))
    left, right, top, bottom = (text.replace("^", "**") for text in found)
    point = {"x": Fraction(3, 7), "y": Fraction(2, 5)}
    values = [eval(text, point.copy()) for text in (left, right, top, bottom)]
    assert abs(values[0] - values[1] - values[2] / values[3]) < 1e-12


@pytest.mark.parametrize(
    ("counts", "draws"),
    [((523, 477), 500), ((16144093, 9139661), 25233187), ((81283501, 74223975), 155196462)],
)
def test_bounds_of_delta_contain_what_the_package_computes_and_are_narrow(counts, draws):
    odds = Fraction(51, 49)
    low, high = enclosed(*counts, draws, odds).bounds
    lower, upper = sdp_proofs.delta(counts, draws=draws, odds=odds).value.bounds(30)
    assert low < Fraction(lower) <= Fraction(upper) < high
    assert (high - low) * 10**6 < low


def test_an_election_says_its_numbers_and_one_over_n():
    found = elections()
    assert len(found) == len(us_presidential_elections()) + 2 == 28
    said = found["election-of-2020"].statement
    assert "< delta (51 / 49) 81283501 74223975 155196462 <" in said
    assert said.endswith("delta (51 / 49) 81283501 74223975 155196462 < (1 / 155507476).")


def test_elections_refute_what_they_refuted():
    for identifier in REFUTED:
        theorem = refutation_by_election(registry()[identifier])
        assert theorem.says == "is refuted"
        assert "~ published" in theorem.statement
    assert refutation_by_election(registry()["remark-eight"]) is None


def test_wide_bounds_are_no_theorem():
    with pytest.raises(DomainError, match="six digits"):
        enclosed(523, 477, 998, Fraction(51, 49))


@pytest.mark.parametrize("sizes", [(1, 5, 3), (5, 5, 10), (5, 5, 0)])
def test_sizes_without_a_theorem_are_refused(sizes):
    with pytest.raises(DomainError, match="two records"):
        enclosed(*sizes, Fraction(2))


def test_a_users_database_as_a_file(tmp_path, capsys):
    from sdp_proofs.cli import main

    file = tmp_path / "mine.v"
    assert main(["delta", "--counts", "523,477", "--draws", "500", "--odds", "51/49", "--coq", str(file)]) == 0
    assert file.read_text().startswith("From SdpProofs Require Import Delta.")
    assert "< delta (51 / 49) 523 477 500 <" in file.read_text()
    assert main(["delta", "--counts", "5,4,3", "--draws", "5", "--odds", "2", "--coq", str(file)]) == 2
    assert main(["delta", "--counts", "523,477", "--draws", "500", "--epsilon", "1", "--coq", str(file)]) == 2
    assert "rational odds" in capsys.readouterr().err


def test_the_record_speaks_of_claims_and_most_of_it_is_current():
    from sdp_proofs.kernel.export import theorems
    from sdp_proofs.kernel.record import recorded

    found, _ = theorems(list(registry().values()))
    record = recorded()
    current = [name for name, theorem in found.items() if record.has(theorem)]
    assert len(current) >= 100, "run make kernel: most of the record is stale"
    assert record.compiler >= "8.16"


def test_three_terms_of_the_series_give_sixteen_digits_of_2020():
    theorem = elections()[SHARPLY]
    said = theorem.statement.rsplit(" :\n", 1)[1]
    ends = said.split(" < delta (51 / 49) 81283501 74223975 155196462 < ")
    low, high = (Fraction(end.strip(" ().\n").replace(" ", "")) for end in ends)
    lower, upper = sdp_proofs.delta((81283501, 74223975), draws=155196462, odds=Fraction(51, 49)).value.bounds(40)
    assert low < Fraction(lower) <= Fraction(upper) < high
    assert (high - low) * 10**16 < low
    assert theorem.requires == "Digits"


def test_one_theorem_speaks_of_every_election_and_cites_them_all():
    found = elections()
    theorem = found[ALL_BELOW]
    assert len(theorem.uses) == theorem.statement.count(" < (1 / ") == 26
    for election in us_presidential_elections():
        assert f"< (1 / {sum(election.counts)})" in theorem.statement
        assert f"From SdpProofs Require election_of_{election.year}." in theorem.text()
    shorter = replace(theorem, uses=theorem.uses[1:])
    assert shorter.digest != theorem.digest
