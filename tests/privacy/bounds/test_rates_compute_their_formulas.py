"""Buckets, types, rates, points, double sums and geometric series against their formulas, at two to four types."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import comb, factorial, inf, log, prod

import numpy
import pytest
from scipy.optimize import minimize

from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.privacy.bounds import one_database
from sdp_proofs.privacy.bounds.buckets import Cell, bound_of_buckets, buckets_upper
from sdp_proofs.privacy.bounds.decay_rate import _Dual, decay_rate, types_upper
from sdp_proofs.privacy.bounds.lower import (
    LatticePoint,
    double_sum_lower,
    one_point_lower,
    one_type_lower,
    rare_type_lower,
)
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database
from sdp_proofs.privacy.histogram.pairs import SampledPair
from tests.full import trials
from tests.privacy.bounds.formulas import (
    DIGITS,
    Case,
    agrees,
    binomial,
    by_floor,
    by_laws,
    entropy,
    lattice,
    mp,
    mpf,
    real,
)

CASES = [
    by_floor(12, 7, 2, "1/5"),
    by_floor(14, 5, 3, "1/7"),
    by_floor(9, 6, 4, "1/6"),
    by_laws(12, 5, "1/3,2/3", "3/5,2/5"),
    by_laws(10, 7, "1/2,1/3,1/6", "1/4,1/4,1/2"),
    by_laws(15, 4, "1/10,2/10,3/10,4/10", "1/4,1/4,1/4,1/4", "1/20,13/20,1/10,1/5"),
]
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.types} types, n = {case.n}")


def of_one_cell(case: Case, odds: Fraction, cell: Cell) -> mpf:
    """The bound of one cell, as the docstring of `cells` has it, condition by condition."""
    q, rho, v = case.q, case.rho, real(cell.tilt)
    rest = rho + q * mp.exp(-v)
    moved = q * mp.exp(-v) / rest
    losing = gaining = None
    rise = mpf(1)
    if cell.upper is not None and (x := real(cell.upper / odds)) <= moved:
        losing = mp.exp(-entropy(x, q) - v * x)
    if cell.lower is not None and cell.lower < 1 and (y := real(cell.lower)) >= moved:
        gaining = mp.exp(-entropy(y, q) - v * y)
        rise = (y * rho / ((1 - y) * q) * mp.exp(v)) ** (1 - y)
    own, other = (rest if base is None else base for base in (losing, gaining))
    factor = rise * max(mpf(1), own / other)
    if cell.tilt or (losing is not None and gaining is not None):
        factor *= lattice(case.n, case.draws)
    total = mpf(0)
    if losing is not None and gaining is not None:
        for i, j in permutations(range(case.types), 2):
            base = max(real(p[i]) * own + real(p[j]) * other + real(1 - p[i] - p[j]) * rest for p in case.laws)
            total += (mp.exp(v * q) * base) ** case.n
    else:  # one condition, or none: the bound depends on one type
        single = own if losing is not None else other
        for i in range(case.types):
            base = max(real(p[i]) * single + real(1 - p[i]) * rest for p in case.laws)
            total += (mp.exp(v * q) * base) ** case.n
    return factor * total


@every_case
@pytest.mark.parametrize("tilts", [(0, 0, 0), ("1/8", "-1/5", "-1/3"), ("-1/8", "1/9", "1/4"), ("-9", "9", "30")])
@pytest.mark.parametrize(("odds", "closed"), [("3/2", False), ("16", True)])
def test_cells(case: Case, odds: str, closed: bool, tilts: tuple[str, ...]) -> None:
    q = 1 - Fraction(case.draws, case.n)
    top = min(Fraction(1), q * Fraction(odds))
    first, second = q + (top - q) / 3, q + (top - q) * 2 / 3
    one, two, three = map(Fraction, tilts)
    cells = [Cell(None, first, one), Cell(first, second, two), Cell(second, Fraction(1) if closed else None, three)]
    formula = sum((of_one_cell(case, Fraction(odds), cell) for cell in cells), mpf(0))
    assert agrees(bound_of_buckets(case.instance, Budget.read(odds=odds), cells, digits=DIGITS), formula)


@pytest.mark.parametrize(
    ("case", "odds", "tilted", "plain"),
    [
        (by_floor(600, 200, 4, "1/6"), "16", "8.383e-26", "9.451e-25"),
        (by_laws(600, 300, "1/2,1/3,1/6", "1/4,1/4,1/2"), "3/2", "7.728", "6.102"),
        (by_laws(600, 240, "1/5,4/5", "3/5,2/5"), "16", "2.760e-29", "1.370e-27"),
    ],
    ids=["four types", "three types", "two types"],
)
def test_the_cells_that_are_found_are_no_worse_than_they_were(case: Case, odds: str, tilted: str, plain: str) -> None:
    """Any cells give a bound; a slip in the search for good ones shows here."""
    for known, with_tilts in ((tilted, True), (plain, False)):
        found = buckets_upper(case.instance, Budget.read(odds=odds), cells=3, tilted=with_tilts)
        assert float(found.value) <= 1.001 * float(known)


def dual(case: Case, odds: Fraction, y: mpf, tilt: mpf, weak: tuple[bool, bool] = (False, False)) -> mpf:
    """G(y, v) of `many_type_rate` for the first two types, with the largest base; without a condition that is weak."""
    q, rest = case.q, case.rho + case.q * mp.exp(-tilt)
    x = y / real(odds)
    own, other = (mp.exp(-entropy(level, q) - tilt * level) for level in (x, y))
    own, other = rest if weak[0] else own, rest if weak[1] else other
    largest = max(real(p[0]) * own + real(p[1]) * other + real(1 - p[0] - p[1]) * rest for p in case.laws)
    return -mp.log(largest) - tilt * q


@pytest.mark.parametrize("case", [CASES[1], CASES[2], CASES[4], CASES[5]], ids=lambda case: f"{case.types} types")
@pytest.mark.parametrize("part", ["1/10", "1/2", "9/10"])
@pytest.mark.parametrize("odds", ["3/2", "3"])
def test_cells_of_the_rate_of_many_types(case: Case, part: str, odds: str) -> None:
    """On a narrow cell both lower bounds of G are G; on a wide one they are below it."""
    q, factor = 1 - Fraction(case.draws, case.n), Fraction(odds)
    top = min(Fraction(1), q * factor)
    place = q + (top - q) * Fraction(part)
    with ctx.workprec(200):
        found = _Dual(q, Budget.read(odds=odds), [(law[0], law[1]) for law in case.laws])
        log = float(mp.log(real(place / q)))
        for width in (Fraction(1, 10**12), (top - q) / 20):
            low, middle, high = (arb(str(mp.nstr(real(at), 50))) for at in (place - width, place, place + width))
            tilt, steep = (float(part) for part in found._line(middle, log, (high - low) / 2))
            smooth, crude = found._smooth(low, high, middle, log), found._crude(low, high, arb(tilt))
            assert smooth is not None
            for step in range(-4, 5):
                y = real(place + width * step / 4)
                moved = tilt + steep * (y - real(place))
                assert float(smooth.lower()) <= float(dual(case, factor, y, moved)) + 1e-14
                value = dual(case, factor, y, mpf(tilt), weak_ends(case, factor, place, width, tilt))
                assert float(crude.lower()) <= float(value) + 1e-14
                if width < 1e-9:
                    assert float(smooth.lower()) == pytest.approx(float(dual(case, factor, y, moved)), abs=1e-9)
                    assert float(crude.lower()) == pytest.approx(float(value), abs=1e-9)


def weak_ends(case: Case, odds: Fraction, place: Fraction, width: Fraction, tilt: float) -> tuple[bool, bool]:
    """Tell whether each condition is met by the tilted law itself, so that it costs nothing."""
    weight = case.q * mp.exp(-mpf(tilt))
    moved = weight / (case.rho + weight)
    return real((place + width) / odds) > moved, real(place - width) < moved


def brute_rate(case: Case, rho: float, odds: float) -> float:
    """The definition in `exponent`: histograms p, p' of the sampled and the others, all types, pairs and laws.

    inf of rho KL(p || pi) + (1-rho) KL(p' || pi) under 1 + c p_j/p'_j <= (1 + c p_i/p'_i)/E.
    """
    types, c = case.types, rho / (1 - rho)
    best = inf

    def cost(point: numpy.ndarray) -> float:
        p, other = _simplex(point[: types - 1]), _simplex(point[types - 1 : 2 * types - 2])
        weights = _simplex(point[2 * types - 2 :]) if hull > 1 else numpy.ones(1)
        pi = weights @ laws
        return float(rho * (p * numpy.log(p / pi)).sum() + (1 - rho) * (other * numpy.log(other / pi)).sum())

    laws = numpy.array([[float(part) for part in law] for law in case.laws])
    hull = len(laws)
    # With all laws above a floor the pairs of types are alike.
    for i, j in permutations(range(types), 2) if case.instance.laws else [(0, 1)]:

        def room(point: numpy.ndarray, i: int = i, j: int = j) -> float:
            p, other = _simplex(point[: types - 1]), _simplex(point[types - 1 : 2 * types - 2])
            return float(log(1 + c * p[i] / other[i]) - log(odds) - log(1 + c * p[j] / other[j]))

        for lean in (0.5, 2.0):
            start = numpy.zeros(2 * types - 2 + (hull - 1 if hull > 1 else 0))
            for offset, sign in ((0, lean), (types - 1, -lean)):
                for index in range(types - 1):
                    heavy, light = (index == i) - (types - 1 == i), (index == j) - (types - 1 == j)
                    start[offset + index] = sign * (heavy - light)
            found = minimize(
                cost, start, constraints={"type": "ineq", "fun": room}, options={"maxiter": 500, "ftol": 1e-15}
            )
            if room(found.x) > -1e-9:
                best = min(best, found.fun)
    return best


def _simplex(logits: numpy.ndarray) -> numpy.ndarray:
    """Shares that add up to one, by their logarithms relative to the last one."""
    shares = numpy.exp(numpy.clip([*logits, 0.0], -300, 300))
    return shares / shares.sum()


RATE_CASES = [*CASES[:4], by_laws(10, 7, "1/2,1/3,1/6"), by_laws(15, 4, "1/10,2/10,3/10,4/10")][: trials(5)]


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("case", RATE_CASES, ids=lambda case: f"{case.types} types, n = {case.n}")
def test_rates_and_types(case: Case) -> None:
    odds = Fraction(3)
    budget = Budget.read(odds=odds)
    if case.types == 2 or case.instance.laws is None:
        rate = brute_rate(case, float(case.rho), float(odds))
        assert float(decay_rate(case.instance, budget, digits=8).value) == pytest.approx(rate, rel=1e-6)
    n, draws, missed = case.n, case.draws, case.n - case.draws
    larger = brute_rate(case, draws / (n + 1), float(odds))
    least = float(min(map(min, case.laws)))
    chance = float(binomial(n + 1, Fraction(draws, n + 1), draws))
    pairs, lattice_points = case.types * (case.types - 1), (draws + 1) * (missed + 2)
    formula = pairs * lattice_points / chance * numpy.exp(-(n + 1) * larger) / (least * (missed + 1) / (n + 1))
    assert float(types_upper(case.instance, budget, digits=8).value) == pytest.approx(formula, rel=1e-5)


def ratio(n: int, draws: int, u: int, v: int) -> Fraction:
    """Ratio of a record that leaves a type with u sampled and v other records for a type of all the rest."""
    return Fraction(v * (n - u - v + 1), (u + v) * (n - draws - v + 1))


@every_case
@pytest.mark.parametrize("odds", ["1", "3/2", "9"])
def test_lower_bounds(case: Case, odds: str) -> None:
    n, draws, missed = case.n, case.draws, case.n - case.draws
    rho, least = Fraction(draws, n), min(map(min, case.laws))
    rest = 1 - least
    assert agrees(one_type_lower(case.instance, digits=DIGITS), real(rho * max(map(max, case.laws)) ** n))
    assert agrees(rare_type_lower(case.instance, digits=DIGITS), real(rest**missed - (1 - rho) * rest**n))
    total = rho * rest**n
    for u in range(1, draws + 1):
        for v in range(missed + 1):
            gain = max(Fraction(0), 1 - Fraction(odds) * ratio(n, draws, u, v))
            total += binomial(draws, least, u) * binomial(missed, least, v) * gain
    assert double_sum_lower(case.instance, Budget.read(odds=odds), digits=DIGITS).value.exact == total


@pytest.mark.parametrize("case", CASES[:3], ids=lambda case: f"{case.types} types")
def test_the_double_sum_of_irrational_odds(case: Case) -> None:
    n, draws, missed, least = case.n, case.draws, case.n - case.draws, min(map(min, case.laws))
    total = real(Fraction(draws, n) * (1 - least) ** n)
    for u in range(1, draws + 1):
        for v in range(missed + 1):
            gain = max(mpf(0), 1 - mp.exp(mpf(1) / 3) * real(ratio(n, draws, u, v)))
            total += real(binomial(draws, least, u) * binomial(missed, least, v)) * gain
    assert agrees(double_sum_lower(case.instance, Budget.read(epsilon="1/3"), digits=DIGITS), total)


def multinomial(total: int, shares: tuple[Fraction, ...], counts: tuple[int, ...]) -> Fraction:
    ways = factorial(total) // prod(map(factorial, counts))
    return ways * prod((share**count for share, count in zip(shares, counts, strict=True)), start=Fraction(1))


@every_case
@pytest.mark.parametrize("odds", ["5/4", "3"])
def test_one_point(case: Case, odds: str) -> None:
    """At a point that is given; the types other than the two count as one, whatever their number."""
    draws, missed = case.draws, case.n - case.draws
    for law in case.laws:
        own, other = law[0], law[1]
        h = (draws - 1, 1) if case.types == 2 else (draws - 2, 1)
        u = (0, missed) if case.types == 2 else (0, missed - 1)
        if case.types > 2 and case.draws > 4:
            u = (1, missed - 2)
        rest = 1 - own - other
        mass = Fraction(1)
        for total, counts in ((draws, h), (missed, u)):
            left = total - sum(counts)
            if rest:
                mass *= multinomial(total, (own, other, rest), (*counts, left))
            else:
                mass *= multinomial(total, (own, other), counts)
        gain = 1 - Fraction(odds) * Fraction(u[0], h[0] + u[0]) * Fraction(h[1] + u[1] + 1, u[1] + 1)
        assert gain > 0
        point = LatticePoint((own, other), h, u)
        found = one_point_lower(case.instance, Budget.read(odds=odds), point=point, digits=DIGITS)
        assert agrees(found, real(mass * gain))


PAIRS = [(20, 8, 9), (40, 1, 30), (40, 39, 5), (31, 12, 30), (50, 50, 17), (9, 4, 1)]


def geometric_ends(n: int, a: int, draws: int, odds: Fraction) -> tuple[Fraction, Fraction]:
    """Both ends of `geometric` for one pair in fractions."""
    b = n - a
    low, high = max(0, draws - b), min(a, draws)

    def mass(h: int) -> Fraction:
        return Fraction(comb(a, h) * comb(b, draws - h), comb(n, draws)) if low <= h <= high else Fraction(0)

    def likelihood(h: int) -> Fraction:
        return Fraction(b + 1, a) * (Fraction(n + 1 - draws, b + 1 - draws + h) - 1)

    starts = [h for h in range(low, high + 1) if odds * likelihood(h) < 1]
    if not starts:
        return Fraction(0), Fraction(0)
    h = starts[0]
    z, s, g = mass(h + 1) / mass(h), 1 - odds * likelihood(h), odds * (likelihood(h) - likelihood(h + 1))
    upper = mass(h) * (s / (1 - z) + g * z / (1 - z) ** 2)
    if h == high:
        return mass(h) * s, upper
    steps = max(1, min(high - h, int(2 / float(1 - z))))
    y = mass(h + steps) / mass(h + steps - 1)
    chord = odds * (likelihood(h) - likelihood(h + steps)) / steps
    return mass(h) * sum((y**j * (s + j * chord) for j in range(steps + 1)), Fraction(0)), upper


@pytest.mark.parametrize(("n", "a", "draws"), PAIRS)
@pytest.mark.parametrize("odds", ["101/100", "3/2", "7"])
def test_geometric_series(n: int, a: int, draws: int, odds: str) -> None:
    budget = Budget.read(odds=odds)
    lower, upper = geometric_ends(n, a, draws, Fraction(odds))
    pair = SampledPair(n, a, draws)
    if pair.forced_divergence is None:
        assert agrees(one_database.geometric_pair_lower(pair, budget, digits=DIGITS), real(lower))
        assert agrees(one_database.geometric_pair_upper(pair, budget, digits=DIGITS), real(upper))
    if pair.forced_divergence is None and 1 < a < n - 1:
        ends = [geometric_ends(n, count, draws, Fraction(odds)) for count in (a, a + 1, n - a, n - a + 1)]
        database = Database((a, n - a), draws)
        assert agrees(one_database.geometric_lower(database, budget, digits=DIGITS), real(max(low for low, _ in ends)))
        upper = one_database.geometric_upper(database, budget, digits=DIGITS)
        assert agrees(upper, real(max(high for _, high in ends)))


@pytest.mark.parametrize("series", [one_database._geometric, one_database._chord])
def test_an_undecided_crossing_adds_nothing_negative(
    series: one_database.Series, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The gain where the best event starts is never negative: a ball that is, is cut off at zero."""
    pair, budget = SampledPair(20, 8, 8), Budget.read(odds=2)

    def undecided(self: SampledPair, budget: Budget, bits: int) -> tuple[int, arb]:
        return 8, arb(0, arb(2) ** -10)

    monkeypatch.setattr(SampledPair, "crossing", undecided)
    value = one_database._summed(pair, budget, 64, series)
    assert value.upper() > 0 and value.lower() > -value.upper() / 1000
