"""Bounds by tails against the formulas that their programs implement, two-sidedly, with two, three and four types."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from sdp_proofs.distributions.counts import Binomial, Hypergeometric
from sdp_proofs.numbers.balls import ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.bounds.instance import lattice_factor, pair_sum, single_sum
from sdp_proofs.privacy.bounds.one_database import mean_excess_average_upper, mean_excesses
from sdp_proofs.privacy.bounds.published import (
    Reason,
    absent_type_lower,
    dp_delta,
    dp_delta_with_replacement,
    remark_8_as_published,
    remark_8_proved,
    replacement_upper,
    theorem_5_worst_case,
    threshold,
)
from sdp_proofs.privacy.bounds.tails import (
    entropy_tail_upper,
    multiplicative_tail_upper,
    one_sided_exponential_upper,
    one_sided_upper,
    one_tail_delta_upper,
    printed_step_as_published,
    two_sided_upper,
    two_tail_delta_upper,
)
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database
from sdp_proofs.verdict import Verdict
from tests.privacy.bounds import formulas
from tests.privacy.bounds.formulas import DIGITS, Case, agrees, by_floor, by_laws, entropy, mp, mpf, real

CASES = [
    by_floor(12, 7, 2, "1/5"),
    by_floor(40, 10, 3, "1/7"),
    by_floor(9, 6, 4, "1/6"),
    by_laws(12, 5, "1/3,2/3", "3/5,2/5"),
    by_laws(30, 21, "1/2,1/3,1/6", "1/4,1/4,1/2"),
    by_laws(15, 4, "1/10,2/10,3/10,4/10", "1/4,1/4,1/4,1/4", "1/20,13/20,1/10,1/5"),
]
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.types} types, n = {case.n}")
every_odds = pytest.mark.parametrize("odds", ["16", "101/10"])


@every_case
@every_odds
def test_one_tail(case: Case, odds: str) -> None:
    budget = Budget.read(odds=odds)
    rate = entropy(1 - 1 / real(Fraction(odds)), case.rho)
    assert agrees(one_sided_upper(case.instance, budget, digits=DIGITS), formulas.single_sum(case, mp.exp(-rate)))
    least = real(min(map(min, case.laws)))
    short = case.types * mp.exp(-least * case.n * (1 - mp.exp(-rate)))
    assert agrees(one_sided_exponential_upper(case.instance, budget, digits=DIGITS), short)


@every_case
@pytest.mark.parametrize(("odds", "part"), [("16", "1"), ("101/10", "1/2"), ("11/10", "1/3"), ("3/2", "4/5")])
def test_two_tails(case: Case, odds: str, part: str) -> None:
    """The cut lies a part of the way from q to the least of E q and 1."""
    q = 1 - Fraction(case.draws, case.n)
    top = min(Fraction(1), Fraction(odds) * q)
    cut = q + Fraction(part) * (top - q)
    first, second = entropy(real(cut / Fraction(odds)), case.q), entropy(real(cut), case.q)
    formula = formulas.single_sum(case, mp.exp(-first))
    if cut < 1:
        formula += real(cut / q) * formulas.single_sum(case, mp.exp(-second))
    assert agrees(two_sided_upper(case.instance, Budget.read(odds=odds), cut=cut, digits=DIGITS), formula)


@pytest.mark.parametrize("counts", [(3, 9), (0, 12), (4, 5, 7), (2, 3, 4, 5), (1, 0, 6, 3)])
def test_one_database(counts: tuple[int, ...]) -> None:
    n = sum(counts)
    draws, odds = n // 2, Fraction(16)
    rho, q, rarest = Fraction(draws, n), 1 - Fraction(draws, n), max(1, min(counts))
    rate = entropy(1 - 1 / real(odds), real(rho))
    database, budget = Database(counts, draws), Budget.read(odds=odds)
    assert agrees(one_tail_delta_upper(database, budget, digits=DIGITS), mp.exp(-rarest * rate))
    cut = (1 + q) / 2
    first, second = entropy(real(cut / odds), real(q)), entropy(real(cut), real(q))
    formula = mp.exp(-rarest * first) + real(cut / q) * mp.exp(-rarest * second)
    assert agrees(two_tail_delta_upper(database, budget, cut=cut, digits=DIGITS), formula)
    whole = two_tail_delta_upper(database, budget, cut=1, digits=DIGITS)
    assert agrees(whole, mp.exp(-rarest * rate))


@every_case
def test_the_published_bound(case: Case) -> None:
    odds = Fraction(12)
    theta, least = 1 - 1 / real(odds), real(min(map(min, case.laws)))
    gap = (theta / case.rho - 1) ** 2
    formula = mp.exp(-gap * least * case.n / 6) + case.types * mp.exp(-least * case.n / 8)
    assert agrees(remark_8_as_published(case.instance, Budget.read(odds=odds), digits=DIGITS), formula)
    by_epsilon = remark_8_as_published(case.instance, Budget.read(epsilon="5/2"), digits=DIGITS)
    gap = ((1 - mp.exp(mpf(-5) / 2)) / case.rho - 1) ** 2
    assert agrees(by_epsilon, mp.exp(-gap * least * case.n / 6) + case.types * mp.exp(-least * case.n / 8))


@pytest.mark.parametrize(
    "case",
    [
        by_floor(12, 7, 2, "1/5", replacement=True),
        by_floor(40, 50, 3, "1/7", replacement=True),
        by_floor(9, 2, 4, "1/6", replacement=True),
        by_laws(12, 5, "1/3,2/3", "3/5,2/5", replacement=True),
        by_laws(30, 61, "1/2,1/3,1/6", "1/4,1/4,1/2", replacement=True),
        by_laws(15, 4, "1/10,2/10,3/10,4/10", "1/20,13/20,1/10,1/5", replacement=True),
    ],
    ids=lambda case: f"{case.types} types, n = {case.n}",
)
@pytest.mark.parametrize("epsilon", ["1/3", "7/4"])
@pytest.mark.parametrize("part", ["1/4", "3/4"])
def test_with_replacement(case: Case, epsilon: str, part: str) -> None:
    tau = Fraction(case.draws, case.n) + Fraction(part) * Fraction(epsilon)
    high, rho = real(tau), case.rho
    sigma = high - real(Fraction(epsilon))

    def falls(level: mpf) -> mpf:
        return mp.exp(-(level * mp.log(level / rho) - level + rho))

    formula = (high / rho) ** high * formulas.single_sum(case, falls(high))
    if sigma > 0:
        formula += mp.exp(rho - sigma) * formulas.single_sum(case, falls(sigma))
    budget = Budget.read(epsilon=epsilon)
    assert agrees(replacement_upper(case.instance, budget, level=tau, digits=DIGITS), formula)
    least = min(map(min, case.laws))
    n, draws = case.n, case.draws
    absent = real((1 - least) ** n * (1 - Fraction(n - 1, n) ** draws))
    assert agrees(absent_type_lower(case.instance, digits=DIGITS), absent)


def test_worst_cases() -> None:
    for n in range(1, 9):
        for draws in range(1, 9):
            found = theorem_5_worst_case(n, draws)
            assert found.value == 1 - (1 - Fraction(1, n)) ** draws == dp_delta_with_replacement(n, draws).exact
            assert found.printed == Fraction(draws, n + 1) and found.refuted is (found.value <= found.printed)
            if draws <= n:
                assert dp_delta(n, draws) == Fraction(draws, n)
            if draws < n:
                assert agrees(Enclosure(threshold(n, draws).ball(200)), mp.log(mpf(n) / (n - draws)))
    large = dp_delta_with_replacement(10**12 + 1, 10**9, digits=DIGITS)
    assert large.exact is None
    with mp.workdps(100):
        assert agrees(large, 1 - (1 - 1 / mpf(10**12 + 1)) ** (10**9))


@every_case
def test_averages(case: Case) -> None:
    """The two sums all of them use, at bases that are not symmetric in the two types."""
    with ctx.workprec(200):
        losing, gaining, rest, scale = (Enclosure.of(text, 200).ball for text in ("1/3", "1/2", "9/10", "11/10"))
        found = pair_sum(case.instance, losing, gaining, rest, scale)
        alone = single_sum(case.instance, losing)
    total = mpf(0)
    for i in range(case.types):
        for j in range(case.types):
            if i != j:
                bases = [
                    law[i] * Fraction(1, 3) + law[j] / 2 + (1 - law[i] - law[j]) * Fraction(9, 10) for law in case.laws
                ]
                total += real(max(bases) * Fraction(11, 10)) ** case.n
    assert agrees(Enclosure(found), total)
    assert agrees(Enclosure(alone), formulas.single_sum(case, mpf(1) / 3))
    with ctx.workprec(200):
        assert agrees(Enclosure(lattice_factor(case.n, case.draws)), formulas.lattice(case.n, case.draws))


@pytest.mark.parametrize("law", [Hypergeometric(population=20, marked=8, draws=5), Binomial(9, Fraction(2, 7))])
@pytest.mark.parametrize("below", [False, True])
def test_chernoff(law: Hypergeometric | Binomial, below: bool) -> None:
    level = law.mean * Fraction(1, 2) if below else law.mean * Fraction(3, 2)
    if isinstance(law, Binomial):
        exponent = 9 * entropy(real(level / 9), real(Fraction(2, 7)))
    else:
        exponent = max(
            5 * entropy(real(level / 5), real(Fraction(8, 20))), 8 * entropy(real(level / 8), real(Fraction(5, 20)))
        )
    assert agrees(entropy_tail_upper(law, level, below=below, digits=DIGITS), mp.exp(-exponent))


@pytest.mark.parametrize(
    ("form", "excess"),
    [("phi", "1/2"), ("phi", "-1/3"), ("phi", "0"), ("phi", "-1"), ("phi", "3"), ("ratio", "5/2"), ("third", "1"),
     ("half", "-1"), ("half", "-1/3")],
)  # fmt: skip
def test_multiplicative_forms(form: str, excess: str) -> None:
    law, s = Binomial(30, Fraction(1, 7)), real(Fraction(excess))
    phi = -s if s in (0, -1) else (1 + s) * mp.log(1 + s) - s
    exponents = {"phi": phi, "ratio": s * s / (2 + s), "third": s * s / 3, "half": s * s / 2}
    mean = mpf(30) / 7
    assert agrees(multiplicative_tail_upper(law, excess, form=form, digits=DIGITS), mp.exp(-mean * exponents[form]))


def test_the_printed_chernoff_step() -> None:
    n, marked, draws, theta = 30, 7, 12, Fraction(3, 4)
    s = theta / Fraction(draws, n) - 1
    printed = printed_step_as_published(n, marked, draws, theta, digits=DIGITS)
    assert agrees(printed, mp.exp(-real(s * s * marked / 3)))


@pytest.mark.parametrize(("n", "draws"), [(2, 1), (7, 3), (12, 9), (9, 9)])
@pytest.mark.parametrize("theta", ["0", "1/3", "5/6"])
def test_mean_excess(n: int, draws: int, theta: str) -> None:
    share = Fraction(theta)

    def loss(a: int) -> Fraction:
        ways = [comb(a, h) * comb(n - a, draws - h) if draws >= h else 0 for h in range(a + 1)]
        mean = sum((way * max(Fraction(0), h - share * a) for h, way in enumerate(ways)), Fraction(0))
        return mean / comb(n, draws) / (a * (1 - share))

    losses = tuple(loss(max(1, a)) for a in range(n // 2 + 1))
    assert mean_excesses(n, draws, share) == losses
    for types, floor in ((2, Fraction(1, 3)), (3, Fraction(1, 5)), (4, Fraction(1, 4))):
        weights = [formulas.binomial(n, floor, k) for k in range(n + 1)]
        if types == 2:
            average = sum(weight * losses[min(k, n - k)] for k, weight in enumerate(weights))
        else:
            average = types * sum(weight * losses[min(k, n // 2)] for k, weight in enumerate(weights))
        if average:
            assert agrees(Enclosure(mean_excess_average_upper(n, draws, share, floor, types)), real(average))


@pytest.mark.parametrize("rate", ["1/200", "1/10", "1/4", "3/8", "2/5", "499/500"])
@pytest.mark.parametrize("above", ["1/1000", "1/10", "1", "8", "500"])
def test_where_the_published_bound_is_proved(rate: str, above: str) -> None:
    """The two conditions of `remark_8`, each by its own formula."""
    rho = Fraction(rate)
    odds = (1 + Fraction(above)) / (1 - rho)
    theta = 1 - 1 / real(odds)
    fall, gap = entropy(theta, real(rho)), (theta / real(rho) - 1) ** 2
    w = gap / (6 * fall)
    one_tail = 1 - mp.exp(-fall) >= mpf(1) / 8
    split = w <= mp.exp(-fall) and w * mp.log(w) + 1 - w + gap / 6 >= mpf(1) / 8
    found = remark_8_proved(rho, Budget.read(odds=odds))
    assert found.verdict is Verdict.of(bool(one_tail or split))
    assert found.reason is (Reason.ONE_TAIL if one_tail else Reason.SPLIT if split else None)
