"""delta(x) by this package and by what one would write without it, in one run: time and error side by side."""

from __future__ import annotations

from fractions import Fraction
from math import log10

from flint import arb, ctx

from docs.benchmarks.competitors import (
    COMPETITORS,
    Case,
    Competitor,
    exact_sum,
    mpmath_ball,
    mpmath_sum,
)
from docs.benchmarks.timing import duration, multiple, table, ten_to, timed
from sdp_proofs.numbers.decimals import BITS_PER_DIGIT
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.histogram.database import Database, delta

DIGITS = 28
RATE = "0.998"
ELECTION_2020 = (81283501, 74223975)
ODDS = (Fraction(51, 49), Fraction(3, 2), 1 + Fraction(1, 10**6))
TINY_ODDS = 1 + Fraction(1, 10**10)
SECOND_LOOK_DIGITS, SECOND_LOOK_STOP, SECOND_LOOK_TERMS = 90, 1e-60, 5000
MPMATH_ERROR = 1e-27
SMALLEST_DOUBLE = -324


def cases() -> list[Case]:
    """Every size, share and odds."""
    databases = []
    for exponent in (3, 6, 12, 18):
        n = 10**exponent
        for share, parts in (("1/3", 3), ("1/2", 2)):
            databases.append((ten_to(exponent), share, (n - n // parts, n // parts)))
    databases.insert(4, ("1.6·10⁸", "2020", ELECTION_2020))
    return [
        Case(Database.read(counts=counts, rate=RATE), name, share, odds)
        for name, share, counts in databases
        for odds in (*ODDS, *([TINY_ODDS] if sum(counts) == 10**18 else []))
    ]


def compared() -> str:
    """The table, after every answer has been checked."""
    rows = [row(case) for case in cases()]
    return table(["n", "share", "odds", "delta(x)", "sdp_proofs", *(rival.name for rival in COMPETITORS)], rows)


def row(case: Case) -> list[str]:
    """One line of the table."""
    ours = timed(lambda: delta(case.database, case.budget, digits=DIGITS).value)
    check_ours(case, ours.answer)
    return [
        case.name,
        case.share,
        odds_text(case.odds),
        ours.answer.rounded(4) or str(ours.answer),
        f"**{duration(ours.seconds)}**",
        *(cell(rival, case, ours.answer, ours.seconds) for rival in COMPETITORS),
    ]


def cell(rival: Competitor, case: Case, truth: Enclosure, reference: float) -> str:
    """Time, ratio to ours and relative error of one competitor on one case."""
    reason = rival.refused(case)
    if reason is not None:
        return f"not run: {reason}"
    found = timed(lambda: rival.run(case))
    error = relative_error(rival, found.answer, truth)
    check_rival(rival, truth, error)
    return f"{duration(found.seconds)} ({multiple(found.seconds, reference)}), {error_text(error, truth)}"


def check_ours(case: Case, ours: Enclosure) -> None:
    """The digits are proven, and two independent evaluations lie inside, up to what they know themselves."""
    assert ours.proven_digits >= DIGITS
    if COMPETITORS[-1].refused(case) is None:
        assert ours.contains(exact_sum(case)), case
    if case.terms <= SECOND_LOOK_TERMS:
        with ctx.workprec(400):
            second = mpmath_ball(mpmath_sum(case, SECOND_LOOK_DIGITS, SECOND_LOOK_STOP))
            uncertain = second * arb(1, 1e-45)
            assert ours.ball.overlaps(uncertain), case
            assert abs(second / ours.ball - 1) < arb(10) ** -DIGITS, case


def check_rival(rival: Competitor, truth: Enclosure, error: float) -> None:
    """Check the page's sentences on the competitors."""
    if rival.name.startswith("mpmath"):
        assert error <= MPMATH_ERROR, (rival.name, error)
    if rival.name == "exact integers":
        assert error <= 10.0**-DIGITS, error
    if rival.name in ("scipy: sum of pmf", "scipy: difference of sf") and truth.log10_estimate < SMALLEST_DOUBLE:
        assert error >= 0.999, (rival.name, error)


def relative_error(rival: Competitor, answer: object, truth: Enclosure) -> float:
    """An upper bound on |answer/truth - 1|; infinite where the answer is not a number."""
    with ctx.workprec(400):
        error = abs(rival.read(answer) / truth.ball - 1).upper()
        return float(error) if error.is_finite() else float("inf")


def error_text(error: float, truth: Enclosure) -> str:
    """The error to one digit, or the bound where it is below what the enclosure can tell."""
    if error == float("inf"):
        return "not a number"
    if error <= 4 * 2.0**-truth.accuracy_bits:
        return f"error < {ten_to(-int(truth.accuracy_bits / BITS_PER_DIGIT))}"
    if error < 1e-3:
        return f"error {error:.0e}".replace("e-0", "e-")
    return f"error {error:.2g}" if error < 1e6 else f"error {ten_to(round(log10(error)))}"


def odds_text(odds: Fraction) -> str:
    """51/49, 3/2, 1 + 10⁻⁶."""
    excess = odds - 1
    return f"1 + {ten_to(1 - len(str(excess.denominator)))}" if excess < Fraction(1, 1000) else str(odds)
