"""Say what every closed form needs: an instance, a bound, entropies and averages.

*Averages over databases.* For nonnegative numbers L_k, one for each type, the expectation of prod_k L_k^(H_k) over
independent records factorises, whatever the laws of the single records are:

    E prod_k L_k^(H_k) = prod_r sum_k pi_r(k) L_k <= (max over the laws pi of sum_k pi(k) L_k)^n.

The maximum of a linear function over the hull of the sources is attained at a vertex. Every bound of this package that
averages over databases does so by this inequality, so it holds for records that follow different sources.

*The price of conditioning independent choices on their number.* If each of n records is chosen independently with
probability T/n, then given that T are chosen every set of T records is equally likely: this is sampling without
replacement. So its probabilities, and its expectations of nonnegative functions, are at most B = 1/P(Bin(n, T/n) = T)
times those of independent choices.

B <= sqrt(8 T (n-T)/n) [Ash 1965, lemma 4.7.1]; B itself is used, which costs nine log-gamma functions.

*Free parameters* of bounds are chosen in doubles; what is chosen is then certified elsewhere. World: estimate. A bad
choice costs sharpness and never correctness.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from sdp_proofs.distributions.counts import Binomial
from sdp_proofs.distributions.source_set import Law, SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decide import Number, decide_less_equal
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import (
    Readable,
    add,
    fraction_ball,
    multiply,
    rational,
    read_integer,
    read_rational,
    shown,
    sign,
)
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.histogram.database import MOST_RECORDS
from sdp_proofs.privacy.smoothed.delta import Smoothing
from sdp_proofs.verdict import Verdict


class Standing(StrEnum):
    """Standing of a bound: proved or refuted."""

    PROVED = "proved here"
    REFUTED = "refuted as printed"


class Way(StrEnum):
    """On which side of the quantity a bound is meant to lie."""

    UPPER = "upper"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Bound:
    """An upper or a lower bound.

    World: directed bound. `value` encloses the number that the bound's formula has; `decimal` rounds it away from
    what it bounds.

    Args:
        value: the formula's value.
        way: upper or lower.
        name: which bound it is.
        source: where it is proved or printed.
        standing: proved, or refuted as printed.
        hypotheses: what must hold, beyond the instance being well formed; all of it holds here unless `valid` is False.
        valid: whether the hypotheses hold. A proved bound whose hypotheses fail is an error instead.

    Example:
        >>> third = Bound(Enclosure.of("1/3"), Way.UPPER, "a third", "here", Standing.PROVED)
        >>> third.decimal(4), third.admits(Enclosure.of("1/4")).value
        ('0.3334', 'HOLDS')
    """

    value: Enclosure
    way: Way
    name: str
    source: str
    standing: Standing
    hypotheses: tuple[str, ...] = ()
    valid: bool = True

    def decimal(self, digits: int) -> str:
        """The bound as a decimal, rounded up if it is an upper bound and down if it is a lower one."""
        return self.value.bounds(digits)[1 if self.way is Way.UPPER else 0]

    def admits(self, quantity: Number) -> Verdict:
        """Tell whether a quantity lies on the side of the bound where it should."""
        if self.way is Way.UPPER:
            return decide_less_equal(quantity, self.value)
        return decide_less_equal(self.value, quantity)


Pair = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Instance:
    """Records, draws, and sources of full support: every law gives each of m types at least `floor` > 0.

    Args:
        records: number of records n.
        draws: sample size T >= 1, below n where sampling is without replacement.
        types: number of types m >= 2.
        floor: the constant f of strict positivity, at most 1/m.
        laws: the vertices of the sources; None for all laws with probabilities >= f.
        replacement: whether sampling is with replacement.

    Raises:
        DomainError: outside these ranges.

    Example:
        >>> Instance.read(records=200, draws=1, types=2, floor="1/2").missing
        Fraction(199, 200)
    """

    records: int
    draws: int
    types: int
    floor: Fraction
    laws: tuple[Law, ...] | None = None
    replacement: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.records <= MOST_RECORDS:
            raise DomainError("records must be between 1 and 10^30, got " + ("fewer" if self.records < 1 else "more"))
        if not 1 <= self.draws <= MOST_RECORDS:
            raise DomainError("draws must be between 1 and 10^30, got " + ("fewer" if self.draws < 1 else "more"))
        if not self.replacement and self.draws >= self.records:
            raise DomainError(f"draws must be less than records = {self.records}, got {self.draws}")
        if self.types < 2:
            raise DomainError(f"types must be at least 2, got {self.types}")
        if not 0 < self.floor * self.types <= 1:
            raise DomainError(
                f"floor must be above 0 and at most 1/{self.types} (every type must be possible under every source), "
                f"got {shown(self.floor)}"
            )

    @classmethod
    def read(
        cls,
        *,
        records: Readable,
        types: Readable,
        floor: Readable,
        rate: Readable | None = None,
        draws: Readable | None = None,
        replacement: bool = False,
    ) -> Instance:
        """All laws over `types` types with probabilities of at least `floor`; exactly one of rate and draws.

        Raises:
            DomainError: not exact, or outside the domain.
        """
        size = read_integer(records, "records")
        number = sampling_draws(size, rate=rate, draws=draws)
        smallest = read_rational(floor, "floor")
        return cls(size, number, read_integer(types, "types"), smallest, replacement=replacement)

    @classmethod
    def of(cls, smoothing: Smoothing) -> Instance:
        """The instance of a set of sources, of which only the vertices matter.

        Raises:
            DomainError: a source gives probability zero to a type: no closed form then falls with n.
        """
        return cls.with_sources(smoothing.sources, smoothing.records, smoothing.draws, smoothing.replacement)

    @classmethod
    def with_sources(cls, sources: SourceSet, records: int, draws: int, replacement: bool = False) -> Instance:
        """See `of`."""
        if not sources.full_support:
            raise DomainError("every source must give every type a positive probability, got one that does not")
        laws = sources.vertices
        smallest = min(min(law) for law in laws)
        return cls(records, draws, sources.types, smallest, laws, replacement)

    @property
    def rate(self) -> Fraction:
        """Rho = T/n."""
        return Fraction(self.draws, self.records)

    @property
    def missing(self) -> Fraction:
        """1 - rho, the share of records that are not sampled (without replacement)."""
        return 1 - self.rate

    def floors(self) -> list[tuple[int, Fraction]]:
        """Number of types, and the least probability that a law gives to each of them."""
        if self.laws is None:
            return [(self.types, self.floor)]
        return [(1, min(law[index] for law in self.laws)) for index in range(self.types)]

    def pairs(self) -> list[tuple[int, list[Pair]]]:
        """Number of ordered pairs of types, and the probabilities of the two under the laws that can matter.

        Meant for maxima of sum_k pi(k) L_k where the third and all other types have the largest of the L_k: then a law
        with the least probabilities for the two types is the worst, if there are other types.
        """
        if self.laws is not None:
            types = range(self.types)
            return [(1, [(law[i], law[j]) for law in self.laws]) for i in types for j in types if i != j]
        if self.types == 2:
            return [(2, [(self.floor, 1 - self.floor), (1 - self.floor, self.floor)])]
        return [(self.types * (self.types - 1), [(self.floor, self.floor)])]


def above_threshold(instance: Instance, budget: Budget) -> bool:
    """Tell whether epsilon > ln(n/(n-T)), that is (1 - rho) exp(epsilon) > 1.

    Raises:
        DomainError: the two could not be told apart.
    """
    return exceeds(budget, 1 / instance.missing)


def exceeds(budget: Budget, level: Fraction) -> bool:
    """Tell whether exp(epsilon) > level, for rational level.

    Raises:
        DomainError: the two could not be told apart.
    """
    found = sign(add(budget.odds, multiply(rational(-1), rational(level))))
    if found is None:
        raise DomainError(f"epsilon must be further from log({shown(level)}): the two could not be told apart")
    return found == 1


def require_privacy_budget(budget: Budget) -> None:
    """Refuse epsilon = 0.

    Raises:
        DomainError: epsilon is 0.
    """
    if not exceeds(budget, Fraction(1)):
        raise DomainError("epsilon must be above 0, got 0")


def require_without_replacement(instance: Instance) -> None:
    """Refuse sampling with replacement.

    Raises:
        DomainError: sampling is with replacement.
    """
    if instance.replacement:
        raise DomainError("sampling must be without replacement; `replacement_upper` bounds the other kind")


def single_sum(instance: Instance, shrunk: arb) -> arb:
    """An upper bound of sum_i E L^(H_i) for 0 <= L <= 1: sum_i (1 - f_i (1 - L))^n."""
    total = arb(0)
    for multiplicity, floor in instance.floors():
        total += multiplicity * powered(1 - fraction_ball(floor) * (1 - shrunk), instance.records)
    return total


def pair_sum(instance: Instance, losing: arb, gaining: arb, rest: arb, scale: arb) -> arb:
    """An upper bound of the sum over i != j of E L_i^(H_i) L_j^(H_j) L_0^(n-H_i-H_j), times s^n with s the scale.

    The bases L_i, L_j are at most L_0.
    """
    total = arb(0)
    for multiplicity, shares in instance.pairs():
        worst = pair_base(shares, losing, gaining, rest)
        total += multiplicity * powered(worst * scale, instance.records)
    return total


def pair_base(shares: list[tuple[Fraction, Fraction]], losing: arb, gaining: arb, rest: arb) -> arb:
    """The largest of pi_i L_i + pi_j L_j + (1 - pi_i - pi_j) L_0 over the given laws."""
    bases = [
        fraction_ball(own) * losing + fraction_ball(other) * gaining + fraction_ball(1 - own - other) * rest
        for own, other in shares
    ]
    worst = bases[0]
    for base in bases[1:]:
        worst = worst.max(base)
    return worst


def powered(base: arb, exponent: int) -> arb:
    """A base above 0 to the power of any exponent."""
    return (base.log() * exponent).exp()


def bernoulli_entropy(share: arb, reference: arb) -> arb:
    """KL(a || b) = a ln(a/b) + (1-a) ln((1-a)/(1-b)) for 0 <= a <= 1 and 0 < b < 1, with 0 ln 0 = 0.

    Example:
        >>> bernoulli_entropy(arb(1), arb(1) / 2).overlaps(arb.const_log2())
        True
    """
    return weighted_log(share, reference) + weighted_log(1 - share, 1 - reference)


def poisson_entropy(level: arb, mean: arb) -> arb:
    """A ln(a/b) - a + b for a >= 0 and b > 0, which is 0 only at a = b.

    Example:
        >>> str(poisson_entropy(arb(0), arb(3)))
        '3.00000000000000'
    """
    return weighted_log(level, mean) - level + mean


def weighted_log(weight: arb, reference: arb) -> arb:
    """A ln(a/b), which is 0 at a = 0."""
    return arb(0) if weight.is_zero() else weight * (weight / reference).log()


def log_odds_ratio(share: arb, reference: arb) -> arb:
    """The derivative of KL(a || b) in a: ln(a/(1-a)) - ln(b/(1-b)), for 0 < a, b < 1."""
    return (share * (1 - reference) / (reference * (1 - share))).log()


def lattice_factor(records: int, draws: int) -> arb:
    """B for 0 < draws < records, at the current working precision.

    Example:
        >>> lattice_factor(2, 1).overlaps(arb(2))
        True
    """
    return 1 / Binomial(records, Fraction(draws, records)).term.ball(draws, ctx.prec)


_GOLDEN = (math.sqrt(5) - 1) / 2
_SERIES = 1e-3


def epsilon_estimate(budget: Budget) -> float:
    """Epsilon as a double."""
    return float(budget.epsilon.ball(64).mid())


def log2_estimate(budget: Budget) -> float:
    """log2 of epsilon > 0 as a double, also where epsilon is none."""
    bits = 64
    while not (ball := budget.epsilon.ball(bits)) > 0:
        bits *= 2
    with ctx.workprec(64):
        return float((ball.log() / arb.const_log2()).mid())


def entropy_estimate(log_ratio: float, share: Fraction) -> float:
    """KL(q exp(t) || q), without cancellation near t = 0."""
    return entropy_of_doubles(log_ratio, float(share), float(1 - share))


def entropy_of_doubles(log_ratio: float, q: float, rho: float) -> float:
    """The same for q and rho = 1 - q, where many are asked for."""
    change = math.expm1(min(log_ratio, 700.0))
    return q * _excess(change) + rho * _excess(max(-1.0, -change * q / rho))


def _excess(change: float) -> float:
    """(1 + x) ln(1 + x) - x."""
    if change <= -1:
        return 1.0
    if abs(change) < _SERIES:
        return change * change * (0.5 - change / 6 + change * change / 12)
    return (1 + change) * math.log1p(change) - change


def shrinking_estimate(floor: Fraction | float, entropy: float) -> float:
    """ln(1 - f (1 - exp(-K)))."""
    part = min(1.0, float(floor) * -math.expm1(-entropy))
    return math.log1p(-part) if part < 1 else -math.inf


def lowest(value: Callable[[float], float], low: float, high: float, steps: int = 60) -> float:
    """Find where a function with one valley is nearly least: golden section after a coarse look."""
    grid = [low + (high - low) * k / 16 for k in range(17)]
    best = min(range(17), key=lambda k: value(grid[k]))
    low, high = grid[max(0, best - 1)], grid[min(16, best + 1)]
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = value(left), value(right)
    for _ in range(steps):
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = value(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = value(right)
    return left if at_left <= at_right else right


def highest(value: Callable[[float], float], low: float, high: float, steps: int = 60) -> float:
    """Find where a function with one hill is nearly largest."""
    return lowest(lambda at: -value(at), low, high, steps)


def above(share: Fraction, log_ratio: float) -> Fraction:
    """A rational with a short numerator near q exp(t), and above q for t > 0."""
    return share * (1 + short(math.expm1(log_ratio)))


def short(value: float, bits: int = 24) -> Fraction:
    """The double rounded to a few bits."""
    if value == 0 or not math.isfinite(value):
        return Fraction(0)
    mantissa, exponent = math.frexp(value)
    return Fraction(round(math.ldexp(mantissa, bits))) * Fraction(2) ** (exponent - bits)
