"""Rows of peers' own tests, put to the accountant; and the neighbours of these questions.

The rows are numbers: a release in our language, a question, the value that a peer gives and what it promises. They were
recorded while the peers' tests ran (`origin`: the test file of google/differential-privacy b5b0286, autodp 06489ea,
Opacus 4d0ebc84, TensorFlow Privacy 03035d5, JAX-Privacy 8967688, riskcal c66bbd0, prv-accountant a844f72, and IBM's
diffprivlib 0d4f813), or by calls of prv-accountant 0.2.0, autodp 0.2.3.1, OpenDP 0.16.0, riskcal 1.5.1 and IBM's
cdp2adp cb190d2; some when a peer's example was run anew. Where a test asserts a discretised law, the row is the delta
that the law says at a point of its grid.

* equal: a closed form or a search in doubles; the value must be in our enclosure, up to their rounding.
* rounded: what a test types as the exact value; the enclosure must meet its last digit, give or take one.
* upper, lower: a bound; the true value may not be proven to lie beyond it. A noise that is calibrated to a budget is
  one, too: delta at its epsilon is at most its delta.
* most: an upper bound of a release that we answer from above alone; our number may not be larger.

Beside them, in `renyi_of_autodp.csv`, the 1,344 Renyi divergences of Poisson samples of normal noise that autodp
06489ea asserts in test/unit_test_dp_sgd_poisson_sampling_add_remove.py, computed there by TensorFlow Privacy.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import NamedTuple

import mpmath
import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import Answer, delta_at, epsilon_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.measures import MISSES, RENYI, Measure, measure
from sdp_proofs.accounting.release import Release
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.enclosure import Enclosure
from tests.full import trials

DIGITS = 8
NEAR = Fraction(1, 10**7)
TINY = Fraction(1, 10**10)
FILE = Path(__file__).with_name("rows_of_peers.csv")
PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "attacks.md"
DIVERGENCES = Path(__file__).with_name("renyi_of_autodp.csv")


class Row(NamedTuple):
    """One number of a peer."""

    release: str
    adjacency: str
    direction: str
    question: str
    at: str
    value: str
    promise: str
    origin: str


def rows() -> list[Row]:
    with FILE.open(encoding="utf-8", newline="") as stream:
        header, *found = csv.reader(stream)
    assert tuple(header) == Row._fields
    return [Row(*row) for row in found]


ROWS = rows()


OTHER = {"renyi": RENYI, "misses": MISSES}
"""Questions besides delta and epsilon."""


def ask(release: str | Release, adjacency: str, question: str, at: Fraction | str) -> Answer:
    asked = Question.of(read_release(release), adjacency or None)
    return (delta_at if question == "delta" else epsilon_at)(asked, at, digits=DIGITS)


def found_for(row: Row) -> Answer | Measure:
    if row.question not in OTHER:
        return ask(row.release, row.adjacency, row.question, row.at)
    return measure(
        Question.of(read_release(row.release), row.adjacency or None), OTHER[row.question], row.at, digits=DIGITS
    )


def side(answer: Answer | Measure, direction: str) -> Enclosure | None:
    """Answer in the direction that a row is about; symmetric pairs have one."""
    named = [one.value for one in answer.sides if one.direction == direction]
    return named[0] if named else answer.value


def ends(value: Enclosure) -> tuple[Fraction, Fraction]:
    low, high = value.bounds(DIGITS + 6)
    return Fraction(low), Fraction(high)


def test_there_are_thousands_of_rows_of_all_kinds() -> None:
    assert len(ROWS) + len(divergences()) >= 4000
    assert {row.promise for row in ROWS} == {"equal", "rounded", "upper", "lower", "most"}
    assert {row.question for row in ROWS} == {"delta", "epsilon", *OTHER}
    assert len({row.origin for row in ROWS}) >= 6
    assert len(set(ROWS)) == len(ROWS)


PROGRAMS = {
    "dp_accounting": "dp_accounting", "autodp": "autodp", "IBM, cdp2adp": "IBM", "prv_accountant": "prv_accountant",
    "TensorFlow Privacy": "tensorflow_privacy", "OpenDP": "OpenDP", "riskcal": "riskcal", "JAX-Privacy": "jax_privacy",
    "Opacus": "opacus", "diffprivlib": "diffprivlib", "a law by itself": "exact",
}  # fmt: skip
"""Programs on the page, and how their origins begin."""


def test_the_page_counts_the_rows_of_each_program() -> None:
    text = PAGE.read_text(encoding="utf-8").partition("Rows of other accountants' tests, by program")[2]
    lines = [line for line in text.partition("\n\n## ")[0].splitlines() if line.startswith("| ")]
    table = [[cell.strip().replace(",", "") for cell in line.strip("|").split("|")[1:3]] for line in lines[1:]]
    names = [line.split("|")[1].strip() for line in lines[1:]]
    assert names == [*PROGRAMS, "together"]
    origins = [row.origin for row in ROWS] + ["autodp"] * len(divergences())
    counted = [sum(origin.startswith(start) for origin in origins) for start in PROGRAMS.values()]
    assert [int(stated) for _, stated in table] == [*counted, len(origins)]
    assert sum(counted) == len(origins)
    asserted = [int(found or 0) for found, _ in table]
    assert sum(asserted[:-1]) == asserted[-1]
    assert f"{len(origins):,} rows of ten programs" in PAGE.read_text(encoding="utf-8")


@pytest.mark.slow(every=31)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.release}-{row.question}-{row.at}"[:90])
def test_no_number_of_a_peer_is_contradicted(row: Row) -> None:
    found = side(found_for(row), row.direction)
    if row.value == "inf":
        assert found is None or row.promise == "upper"
        return
    assert found is not None
    (low, high), theirs = ends(found), Fraction(row.value)
    slack = TINY + NEAR * abs(theirs)
    if row.promise == "rounded":
        slack = Fraction(Decimal(1).scaleb(int(Decimal(row.value).as_tuple().exponent)))
    if row.promise in ("equal", "rounded", "upper"):
        assert low <= theirs + slack
    if row.promise in ("equal", "rounded", "lower"):
        assert theirs - slack <= high
    if row.promise == "most":
        assert high <= theirs + slack


class Divergence(NamedTuple):
    """One Renyi divergence that autodp asserts."""

    order: str
    rate: str
    sigma: str
    steps: str
    value: str


def divergences() -> list[Divergence]:
    with DIVERGENCES.open(encoding="utf-8", newline="") as stream:
        header, *found = csv.reader(stream)
    assert tuple(header) == Divergence._fields
    return [Divergence(*row) for row in found]


def test_all_divergences_of_autodp_are_there() -> None:
    assert len(divergences()) == len(set(divergences())) == 1344


@pytest.mark.slow(every=64)
@pytest.mark.parametrize("row", divergences(), ids="-".join)
def test_divergences_are_those_that_autodp_asserts(row: Divergence) -> None:
    release = read_release(f"poisson(rate={row.rate}, gaussian(sigma={row.sigma})) * {row.steps}")
    try:
        found = measure(Question.of(release), RENYI, row.order, digits=10)
    except SizeError:  # losses of thousands, by the sums that the other orders take
        assert Fraction(row.order) >= 64 and row.sigma == "0.1"
        return
    sides = {side.direction: side.value for side in found.sides}
    value = sides.get("remove", found.value)
    assert value is not None
    low, high = ends(value)
    slack = Fraction(row.value) * Fraction(1, 10**8)
    assert low - slack <= Fraction(row.value) <= high + slack


FALSE = [
    ("poisson(rate=0.04, gaussian(sigma=1.5)) * 2250", "add-remove", "epsilon", "1e-5", "6.6", "opacus, by GDP"),
    ("poisson(rate=0.04, gaussian(sigma=1.3232421875)) * 2250", "add-remove", "delta", "8", "1.6e-5", "opacus, by GDP"),
    ("gaussian(sigma=1)", "replace-one", "epsilon", "1e-5", "4.7285", "dp_accounting RdpAccountant"),
    ("gaussian(sigma=1)", "replace-one", "delta", "4.7285", "0.0428", "dp_accounting RdpAccountant"),
    *((f"randomised-response(truth=3/4) * {steps}", "", "epsilon", "1e-5", "1.0988", "dp_accounting PLDAccountant")
      for steps in (2, 10, 100)),
    ("poisson(rate=1/1000, finite(first=[1/2, 1/2], second=[1/100000, 99999/100000])) * 100000", "add-remove",
     "epsilon", "1e-5", "264.448", "dp_accounting RdpAccountant, not released"),
    ("gaussian(sigma=8.6, sensitivity=7.82)", "add-remove", "delta", "1", "0.09594",
     "dp_accounting MixtureGaussianPrivacyLoss, at an epsilon that is an int"),
    ("mixture(chances=[1/2, 1/2], shifts=[0, 1], sigma=1)", "add-remove", "delta", "1", "0.00282",
     "dp_accounting from_mixture_gaussian_mechanism, with an interval that is an int"),
]  # fmt: skip
"""Numbers that peers print as enough and that are not: the answer is proven to be larger."""


@pytest.mark.parametrize(("release", "adjacency", "question", "at", "printed", "origin"), FALSE)
def test_a_number_that_is_not_enough_is_exceeded(
    release: str, adjacency: str, question: str, at: str, printed: str, origin: str
) -> None:
    found = ask(release, adjacency, question, at).value
    assert found is not None and ends(found)[0] > Fraction(printed), origin


@pytest.mark.slow
@pytest.mark.parametrize(("sigma", "epsilon"), [("1.89969", "1"), ("1", "2.6462")])
def test_the_noise_for_fixed_batches_of_jax_privacy_is_not_enough(sigma: str, epsilon: str) -> None:
    """Calibrated, and printed, for delta = 1e-6; a sum of clipped gradients moves by 2 C where one is replaced."""
    release = f"without-replacement(batch=16, records=1000, gaussian(sigma={sigma})) * 128"
    found = ask(release, "replace-one", "delta", epsilon).value
    assert found is not None and ends(found)[0] > Fraction("1e-6") * 100
    if sigma != "1":
        assert Fraction("1.9e-4") < ends(found)[0] <= Fraction("1.9066e-4")


@pytest.mark.slow(every=101)  # an odd stride, to meet both factors
@pytest.mark.parametrize("factor", [Fraction(9, 10), Fraction(11, 10)], ids=str)
@pytest.mark.parametrize("row", [row for row in ROWS if row.question not in OTHER], ids=lambda one: str(one)[:80])
def test_neighbours_of_their_questions_are_answered_and_fall(row: Row, factor: Fraction) -> None:
    """A little to the side, delta falls in epsilon and epsilon in delta; more steps cost no less; nothing crashes."""
    at = Fraction(row.at) * factor
    at = at if row.question == "delta" else min(at, Fraction(1))
    here, there = (ask(row.release, row.adjacency, row.question, place) for place in (Fraction(row.at), at))
    first, second = (answer.value for answer in ((here, there) if at >= Fraction(row.at) else (there, here)))
    if first is None:
        first = second = Enclosure.of(0)  # no finite epsilon at the smaller delta
    assert second is not None
    assert ends(second)[0] <= ends(first)[1]
    more = ask(read_release(row.release) * 2, row.adjacency, row.question, row.at).value
    if here.value is not None and more is not None:
        assert ends(here.value)[0] <= ends(more)[1]
    assert more is None or here.value is not None


def consistent() -> Sequence[Row]:
    found = [row for row in ROWS if row.question == "epsilon" and row.value != "inf" and 0 < Fraction(row.at) < 1]
    return found


@pytest.mark.slow(every=41)
@pytest.mark.parametrize("row", consistent(), ids=lambda row: f"{row.release}-{row.at}"[:90])
def test_delta_at_the_epsilon_found_is_the_delta_that_was_asked_for(row: Row) -> None:
    found = ask(row.release, row.adjacency, "epsilon", row.at).value
    if found is None:
        return
    low, high = ends(found)
    above = ask(row.release, row.adjacency, "delta", high).value
    below = ask(row.release, row.adjacency, "delta", low).value
    assert above is not None and below is not None
    assert ends(above)[0] <= Fraction(row.at)
    assert low == 0 or Fraction(row.at) <= ends(below)[1]


def gaussian_profile(mu: mpmath.mpf, epsilon: mpmath.mpf) -> mpmath.mpf:
    """Delta of two normal laws, by their distribution functions."""
    return mpmath.ncdf(mu / 2 - epsilon / mu) - mpmath.exp(epsilon) * mpmath.ncdf(-mu / 2 - epsilon / mu)


def assert_holds(answer: Answer, truth: mpmath.mpf, direction: str = "") -> None:
    found = side(answer, direction)
    assert found is not None
    low, high = (mpmath.mpf(end.numerator) / end.denominator for end in ends(found))
    close = truth * mpmath.mpf(10) ** -12 + mpmath.mpf(10) ** -30
    assert low - close <= truth <= high + close


SINGLE = re.compile(r"gaussian\(sigma=([0-9.]+)\)")
WIDTHS = sorted({found[1] for row in ROWS if (found := SINGLE.fullmatch(row.release))}, key=float)


@pytest.mark.parametrize("sigma", WIDTHS[1:][: trials(12)])
def test_normal_noise_and_its_samples_agree_with_distribution_functions(sigma: str) -> None:
    """At T = 1, and a little to the side of their deviations, sampled and not, both directions."""
    with mpmath.workdps(50):
        for factor in ("1", "0.99", "1.5"):
            width = Fraction(sigma) * Fraction(factor)
            mu = mpmath.mpf(width.denominator) / width.numerator
            for place in ("1/3", "2"):
                epsilon = mpmath.mpf(Fraction(place).numerator) / Fraction(place).denominator
                assert_holds(
                    ask(f"gaussian(sigma={width})", "add-remove", "delta", place), gaussian_profile(mu, epsilon)
                )
                rate = mpmath.mpf(1) / 4
                sampled = ask(f"poisson(rate=1/4, gaussian(sigma={width}))", "", "delta", place)
                inner = mpmath.log((mpmath.exp(epsilon) - 1 + rate) / rate)
                assert_holds(sampled, rate * gaussian_profile(mu, inner), "remove")
                # e^eps (1 - q + q R) < 1 below a ratio R, if that is positive.
                bound = (mpmath.exp(-epsilon) - 1 + rate) / rate
                truth = mpmath.mpf(0)
                if bound > 0:
                    cut = mpmath.log(bound) / mu + mu / 2
                    both = (1 - rate) * mpmath.ncdf(cut) + rate * mpmath.ncdf(cut - mu)
                    truth = mpmath.ncdf(cut) - mpmath.exp(epsilon) * both
                assert_holds(sampled, truth, "add")


@pytest.mark.parametrize("steps", [1, 2, 3, 10, 100])
@pytest.mark.parametrize("truth", ["3/4", "0.75001", "9/10", "0.51"])
def test_randomised_response_agrees_with_the_binomial_law(steps: int, truth: str) -> None:
    """Exactly: one of the peers counts it once, whatever the steps."""
    honest = Fraction(truth)
    for odds in (Fraction(1), Fraction(3), Fraction(10) ** 5):
        exact = sum(
            comb(steps, k)
            * max(
                Fraction(0),
                honest**k * (1 - honest) ** (steps - k) - odds * honest ** (steps - k) * (1 - honest) ** k,
            )
            for k in range(steps + 1)
        )
        found = ask(f"randomised-response(truth={truth}) * {steps}", "", "delta", f"log({odds})").value
        assert found is not None and found.contains(exact)
