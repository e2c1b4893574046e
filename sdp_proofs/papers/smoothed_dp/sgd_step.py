"""One step of SGD with 8-bit gradients [Liu, Wang, Xia 2023, Fig. 2 (right), Fig. 5 and App. G].

n records are gradients on 256 levels, a batch of T = round(sqrt(n)) is drawn without replacement, and its mean is
published. Each record follows one of the two laws of a setting. For a database x, delta(x) over all neighbours is
computed with proven digits (`privacy.mean`); only the average over databases is an estimate.

A lower and an upper bound of the smoothed delta are proven at every n, far apart: `log_lower_bound`, `log_upper_bound`.

*Below.* Let no record of x be at an end of the grid, say the highest level, and let x' have one record there instead
of another. The T largest values of x' have a sum that no sample of x reaches, and some sample takes them, so d(x', x)
is at least 1/C(n,T), whatever epsilon. If all records follow one source, that is so with probability (1 - p)^n at
least, p the probability of that level: delta_SDP >= (1 - p)^n / C(n,T).

*Above.* Let every level occur m times at least, m > T, and x' have w in the place of v. Every sample of x' that takes
the changed record becomes one of the same sum without it if that record is exchanged for another of value w; there
are m - T + 1 of these or more, and each such sample arises T times at most. So P'(s) <= (1 + T/(m - T + 1)) P(s), and
with one record of value v less in x the other direction has T/(m - T). If exp(epsilon) (m - T) >= m, delta(x) is
zero. Otherwise it is at most T/n, and some level occurs less than T/(1 - exp(-epsilon)) times, which has a
probability below 256 exp(-n KL) [Chernoff, for the least probability of a level over all sources].

Since ln C(n,T) is of the order sqrt(n) ln n for T = sqrt(n), both bounds have the same rate for n to infinity:
delta_SDP is exponentially small in the limit, with the rate -ln(1 - p), p the least probability of an end level, if
it is the least of all, and for every epsilon. That limit is not what a figure of some hundred records shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt, log
from typing import TYPE_CHECKING

from sdp_proofs.distributions.quantised import QuantisedLaw, quantised_gaussian, quantised_laplace
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import BACKWARD
from sdp_proofs.privacy.mean import GridDatabase, average_delta, neighbour_divergence
from sdp_proofs.statistics import Tilt, TiltedSampling

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

LOW, HIGH = -128, 127
"""The levels, in units of 1/256."""
DIGITS = 8
"""Proven digits of every delta(x)."""
EPSILONS = ("0.5", "1", "2", "5")
SIZES = (125, 150, 175, 200, 225, 250)
LARGE_SIZES = (400, 625, 900, 1600, 2500)
SEED = 2023
_WORTH_A_TILT = 0.01
_BITS = 256


@dataclass(frozen=True, slots=True)
class Source:
    """A quantised law of one record.

    Args:
        shape: "gaussian" or "laplace".
        mean: mean of the continuous law.
        deviation: its standard deviation. Of L(mu, sigma^2) the appendix does not say what sigma is; here sigma^2 is
            the variance, as it is for the Gaussian.

    Example:
        >>> Source("laplace", Fraction(0), Fraction(3, 25)).name
        'laplace(0, 0.12^2)'
    """

    shape: str
    mean: Fraction
    deviation: Fraction

    def __post_init__(self) -> None:
        if self.shape not in ("gaussian", "laplace"):
            raise DomainError(f"shape must be gaussian or laplace, got {self.shape!r}")

    @property
    def name(self) -> str:
        """The law as text."""
        return f"{self.shape}({float(self.mean):g}, {float(self.deviation):g}^2)"

    def law(self) -> QuantisedLaw:
        """The law with proven digits [Def. 5]."""
        make = quantised_gaussian if self.shape == "gaussian" else quantised_laplace
        return make(mean=self.mean, deviation=self.deviation)


@dataclass(frozen=True, slots=True)
class Setting:
    """A set of sources: a name and the laws, of which every record follows one."""

    name: str
    sources: tuple[Source, ...]


def _setting(name: str, *sources: tuple[str, str, str]) -> Setting:
    return Setting(name, tuple(Source(shape, Fraction(mean), Fraction(sigma)) for shape, mean, sigma in sources))


FIGURE_2 = _setting("figure 2", ("gaussian", "0", "0.12"), ("gaussian", "0.2", "0.12"))
FIGURE_5 = (
    _setting("setting 1", ("gaussian", "0", "0.15"), ("gaussian", "0.2", "0.15")),
    _setting("setting 2", ("gaussian", "0", "0.1"), ("gaussian", "0.2", "0.1")),
    _setting("setting 3", ("gaussian", "0", "0.12"), ("laplace", "0", "0.12")),
    _setting("setting 4", ("laplace", "0", "0.12"), ("laplace", "0.2", "0.12")),
)


def batch_size(records: int) -> int:
    """T = round(sqrt(n)); no integer has a root halfway between two integers.

    Example:
        >>> [batch_size(records) for records in (125, 225, 250)]
        [11, 15, 16]
    """
    return (isqrt(4 * records) + 1) // 2


@dataclass(frozen=True, slots=True)
class Point:
    """Databases that are averaged: so many records follow each source, at some epsilons.

    Args:
        setting: the sources.
        following: how many records follow each source.
        epsilons: as typed.
        rounded: whether the mean is rounded to a level before it is published.
        seed: of the random numbers.

    Raises:
        DomainError: not one number per source, a negative one, or fewer than two records.
    """

    setting: Setting
    following: tuple[int, ...]
    epsilons: tuple[str, ...] = EPSILONS
    rounded: bool = False
    seed: int = SEED

    def __post_init__(self) -> None:
        if len(self.following) != len(self.setting.sources) or min(self.following) < 0 or self.records < 2:
            raise DomainError(f"records must be given for every source, two or more in all, got {self.following}")

    @property
    def records(self) -> int:
        """The number of records n."""
        return sum(self.following)

    @property
    def draws(self) -> int:
        """The batch size T."""
        return batch_size(self.records)

    @property
    def name(self) -> str:
        """Sources and records as text: what the random numbers depend on, besides the seed."""
        parts = (f"{count} {source.name}" for count, source in zip(self.following, self.setting.sources, strict=True))
        return ", ".join(parts)

    def database(self, values: tuple[int, ...]) -> GridDatabase:
        """The values as a database that is sampled as the setting says."""
        return GridDatabase(values, LOW, HIGH, self.draws, self.rounded)


@dataclass(frozen=True, slots=True)
class DrawnDelta:
    """One database: its weight, and delta(x) at every epsilon of the point, to `DIGITS` proven digits."""

    index: int
    weight: float
    losses: tuple[float, ...]


def mixtures(records: int, parts: int) -> tuple[tuple[int, int], ...]:
    """`parts` + 1 equidistant mixtures of two sources, from all records after the first to all after the second.

    Example:
        >>> mixtures(125, 2)
        ((125, 0), (63, 62), (0, 125))
    """
    seconds = [records * part // parts for part in range(parts + 1)]
    return tuple((records - second, second) for second in seconds)


def random_database(point: Point, index: int) -> GridDatabase:
    """Database number `index` of a point, not tilted; another one than `drawn_delta` draws.

    Example:
        >>> random_database(Point(FIGURE_2, (40, 0)), 0).records
        40
    """
    laws = [_probabilities(source) for source in point.setting.sources]
    sampling = TiltedSampling(LOW, laws, point.following, ())
    values, _ = sampling.draw(seed=point.seed, name=f"{point.name}, not tilted", index=index)
    return point.database(values)


def drawn_delta(point: Point, index: int) -> DrawnDelta:
    """Draw database number `index` of a point and compute its losses; the same on every machine and in any order.

    Example:
        >>> point = Point(FIGURE_2, (40, 0), epsilons=("1",))
        >>> drawn = drawn_delta(point, 3)
        >>> 0 < drawn.weight <= 2, 0 < drawn.losses[0] <= 6 / 40
        (True, True)
    """
    values, weight = _sampling(point).draw(seed=point.seed, name=point.name, index=index)
    database = point.database(values)
    losses = (average_delta(database, Budget.read(epsilon=each), digits=DIGITS).value for each in point.epsilons)
    return DrawnDelta(index, weight, tuple(float(loss) for loss in losses))


@lru_cache(maxsize=8)
def _sampling(point: Point) -> TiltedSampling:
    laws = [_probabilities(source) for source in point.setting.sources]
    typical = typical_database(point)
    least, most = min(typical.values), max(typical.values)
    tilts = []
    for epsilon in point.epsilons:
        budget = Budget.read(epsilon=epsilon)
        ends = [(least, HIGH), (most, LOW)]
        losses = [
            float(
                neighbour_divergence(typical, budget, removed=removed, added=added, direction=BACKWARD, digits=DIGITS)
            )
            for removed, added in ends
        ]
        for loss, (_, end) in zip(losses, ends, strict=True):
            if 0 < loss < 1 and loss > _WORTH_A_TILT * max(losses):
                tilts.append(Tilt(-log(loss), end))
    return TiltedSampling(LOW, laws, point.following, tilts)


def typical_database(point: Point) -> GridDatabase:
    """The quantiles (i + 1/2)/n of the law of a record, i = 0, ..., n - 1, sources pooled."""
    import numpy as np

    laws = [_probabilities(source) for source in point.setting.sources]
    pooled = sum(count * law for count, law in zip(point.following, laws, strict=True)) / point.records
    places = np.searchsorted(np.cumsum(pooled), (np.arange(point.records) + 0.5) / point.records)
    return point.database(tuple(LOW + int(place) for place in places))


@lru_cache(maxsize=16)
def _probabilities(source: Source) -> NDArray[float64]:
    import numpy as np

    return np.array([float(probability) for probability in source.law().rational])



def rarest_end(setting: Setting) -> Enclosure:
    """The least probability of an end level over the sources.

    Example:
        >>> from sdp_proofs.papers.smoothed_dp.sgd_step import FIGURE_2
        >>> rarest_end(FIGURE_2).rounded(4)
        '5.874e-10'
    """
    return _least([end for source in setting.sources for end in source.law().probabilities[:: HIGH - LOW]])


def log_lower_bound(setting: Setting, records: int) -> Enclosure:
    """The logarithm of a proven lower bound of delta_SDP, for every epsilon, with a batch of round(sqrt(n)) records.

    World: enclosure of the bound.

    Raises:
        DomainError: fewer than two records.

    Example:
        >>> from sdp_proofs.papers.smoothed_dp.sgd_step import FIGURE_2
        >>> log_lower_bound(FIGURE_2, 10**6).rounded(6)
        '-7902.88'
    """
    draws = _checked(records)
    with ctx.workprec(_BITS):
        samples = _log_factorial(records) - _log_factorial(draws) - _log_factorial(records - draws)
        return Enclosure(records * (1 - rarest_end(setting).ball).log() - samples)


def log_upper_bound(setting: Setting, records: int, budget: Budget) -> Enclosure:
    """The logarithm of a proven upper bound of delta_SDP, at most ln(T/n).

    World: enclosure of the bound.

    Raises:
        DomainError: fewer than two records, or epsilon = 0.

    Example:
        >>> from sdp_proofs.papers.smoothed_dp.sgd_step import FIGURE_2
        >>> log_upper_bound(FIGURE_2, 10**6, Budget.read(epsilon=1)).rounded(6)
        '-6.90776'
    """
    draws = _checked(records)
    least = _least([share for source in setting.sources for share in source.law().probabilities]).ball
    with ctx.workprec(_BITS):
        odds = budget.odds.ball(_BITS)
        if not odds > 1:
            raise DomainError("epsilon must be > 0, got 0")
        trivial = (arb(draws) / records).log()
        level = draws / (1 - 1 / odds) / records
        if not level < least:
            return Enclosure(trivial)
        divergence = level * (level / least).log() + (1 - level) * ((1 - level) / (1 - least)).log()
        bound = trivial + arb(HIGH - LOW + 1).log() - records * divergence
        return Enclosure(bound.min(trivial))


def _log_factorial(number: int) -> arb:
    return (arb(number) + 1).lgamma()


def _least(values: list[Enclosure]) -> Enclosure:
    least = values[0].ball
    with ctx.workprec(_BITS):
        for value in values[1:]:
            least = least.min(value.ball)
    return Enclosure(least)


def _checked(records: int) -> int:
    if records < 2:
        raise DomainError(f"records must be >= 2, got {records}")
    return batch_size(records)
