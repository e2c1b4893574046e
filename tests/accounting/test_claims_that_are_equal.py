"""A printed number that is the answer itself is a valid upper and a valid lower bound, which no digits show."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.dominating_pairs import of_atoms, table
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.reports import Report
from sdp_proofs.numbers.reals import read_real, sign

FAIR = "randomised-response(truth=3/4)"


def verdicts(release: str, delta: str, claimed: str) -> tuple[str, str]:
    found = Report.of(Question.of(read_release(release)), delta=delta).decided(claimed)
    return found.upper.value, found.lower.value


@pytest.mark.parametrize(
    ("release", "delta", "claimed"),
    [
        (FAIR, "0", "log(3)"),
        (f"{FAIR} * 1000", "0", "500*log(9)"),
        (f"{FAIR} + pure(epsilon=log(2))", "0", "log(6)"),
        (FAIR, "1/10", "log(13/5)"),  # 3/4 - E/4 = 1/10
        (f"{FAIR} * 2", "1/4", "log(5)"),  # 9/16 - E/16 = 1/4
        ("sampling-histogram(counts=[1, 1], draws=1)", "1/2", "0"),
    ],
)
def test_the_answer_itself_bounds_it_from_both_sides(release: str, delta: str, claimed: str) -> None:
    assert verdicts(release, delta, claimed) == ("HOLDS", "HOLDS")


@pytest.mark.parametrize(
    ("release", "delta", "claimed", "verdict"),
    [
        (FAIR, "0", "log(3) + 1e-60", ("HOLDS", "FAILS")),
        (FAIR, "0", "log(3) - 1e-60", ("FAILS", "HOLDS")),
        (FAIR, "1/10", "log(13/5 + 1e-60)", ("HOLDS", "FAILS")),
        (FAIR, "1/10", "log(13/5 - 1e-60)", ("FAILS", "HOLDS")),
        ("approximate(epsilon=log(2), delta=1/10)", "1/10", "log(3)", ("HOLDS", "FAILS")),
    ],
)
def test_numbers_next_to_it_do_not(release: str, delta: str, claimed: str, verdict: tuple[str, str]) -> None:
    found = verdicts(release, delta, claimed)
    assert all(one in (right, "UNKNOWN") for one, right in zip(found, verdict, strict=True))


def test_the_largest_loss_of_fractions_is_a_number() -> None:
    told = of_atoms(table((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4)))).bound
    assert str(told) == "log(2)"
    assert of_atoms(table((Fraction(1, 2), Fraction(1, 2)), (Fraction(0), Fraction(1)))).bound is None
    assert str(of_atoms(table((Fraction(1, 3), Fraction(2, 3)), (Fraction(1, 3), Fraction(2, 3)))).bound) == "0"


def test_combinations_of_logarithms_have_a_sign() -> None:
    assert [sign(read_real(text)) for text in ("log(9) - 2*log(3)", "log(9) - 2*log(3) + 1e-2000", "log(1/3)")] == [
        0, None, -1,
    ]  # fmt: skip
