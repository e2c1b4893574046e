"""Epsilons that public examples print: read as releases, judged by closed forms, shown as a page."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import decide_claim, epsilon_at
from sdp_proofs.accounting.continuous_noise import Gaussian
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.papers.accountants.printed_examples import HEADER, Example, difference, examples, page
from sdp_proofs.verdict import Verdict


def normal_delta(epsilon: mpmath.mpf, mu: mpmath.mpf) -> mpmath.mpf:
    """Delta of normal noise by its closed form."""
    return mpmath.ncdf(mu / 2 - epsilon / mu) - mpmath.exp(epsilon) * mpmath.ncdf(-mu / 2 - epsilon / mu)


@pytest.mark.parametrize("row", examples(), ids=lambda row: row.example)
def test_what_is_printed_is_a_bound_of_what_is_accounted_for(row: Example) -> None:
    answer = row.accounted()
    rounded = "which is below the proven one" in row.differs
    assert decide_claim(answer, row.printed)[0] is (Verdict.FAILS if rounded else Verdict.HOLDS)
    assert answer.value is not None
    assert difference(row, answer).endswith("below" if rounded else "above")
    assert decide_claim(answer, Fraction(answer.value.lower) * Fraction(999, 1000))[0] is Verdict.FAILS
    if row.today:
        assert decide_claim(answer, row.today)[0] is Verdict.HOLDS


@pytest.mark.slow(every=7)
@pytest.mark.parametrize("row", examples(), ids=lambda row: row.example)
def test_another_engine_agrees_on_what_is_accounted_for(row: Example) -> None:
    question = Question.of(read_release(row.release), row.adjacency)
    first, second = row.accounted().value, epsilon_at(question, row.delta, digits=3, method="lattice").value
    assert first is not None and second is not None and first.overlaps(second)


MEANT = {"classification notebook": "0.8529795", "names by characters": "9.471733"}
"""Epsilons of 15 epochs, and of batches of 800."""


def test_a_number_of_another_release_is_nearer_to_that() -> None:
    rows = {row.example: row for row in examples() if row.meant}
    assert rows.keys() == MEANT.keys()
    for example, row in rows.items():
        meant, accounted = row.nearer(), row.accounted()
        assert meant is not None and meant.value is not None and accounted.value is not None
        assert meant.value.rounded(6) == f"{float(MEANT[example]):.6g}"
        printed, near, far = Fraction(row.printed), Fraction(meant.value.upper), Fraction(accounted.value.upper)
        assert near < printed < near * Fraction(3, 2) and printed > far * 3
        assert "near that of" in row.differs


@pytest.mark.parametrize("row", [row for row in examples() if row.runs], ids=lambda row: row.example)
def test_what_runs_is_judged_by_the_closed_form(row: Example) -> None:
    answer = row.spent()
    assert answer is not None and answer.value is not None and row.differs
    ((noise, passes),) = read_release(str(row.runs)).terms()
    assert isinstance(noise, Gaussian)
    with mpmath.workdps(30):
        sigma = noise.sigma.as_fraction()
        assert sigma is not None
        mu = mpmath.sqrt(passes) * sigma.denominator / sigma.numerator
        delta = mpmath.mpf(row.delta)
        assert normal_delta(mpmath.mpf(str(answer.value.lower)) * (1 - mpmath.mpf("1e-5")), mu) > delta
        assert normal_delta(mpmath.mpf(str(answer.value.upper)) * (1 + mpmath.mpf("1e-5")), mu) < delta


@pytest.mark.parametrize(
    ("example", "factor"), [("regression example", 512), ("logistic regression, comparison with sampling", 5)]
)
def test_other_noise_is_added_than_is_accounted_for(example: str, factor: int) -> None:
    (row,) = (row for row in examples() if row.example == example)
    ((accounted, _),), ((runs, _),) = read_release(row.release).terms(), read_release(str(row.runs)).terms()
    assert runs.sigma.as_fraction() == factor * accounted.mechanism.sigma.as_fraction()


def test_the_page_has_a_line_and_a_note_for_each() -> None:
    lines = list(page())
    assert len(lines) == 3 + 2 * len(examples())
    assert all(line.count(" | ") == len(HEADER) - 1 for line in lines[:1] + lines[2 : 2 + len(examples())])
