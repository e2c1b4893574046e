"""One step of SGD with 8-bit gradients [Liu, Wang, Xia 2023, Fig. 2 (right), Fig. 5 and App. G].

n records are gradients on 256 levels, a batch of T = round(sqrt(n)) is drawn without replacement, and its mean is
published. Each record follows one of the two laws of a setting. For a database x, delta(x) over all neighbours is
computed with proven digits (`privacy.mean.profile`); only the average over databases is an estimate.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt, log
from typing import TYPE_CHECKING

from sdp_proofs.distributions.quantised import QuantisedLaw, quantised_gaussian, quantised_laplace
from sdp_proofs.errors import DomainError
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import BACKWARD
from sdp_proofs.privacy.mean.integer_database import GridDatabase
from sdp_proofs.privacy.mean.profile import average_delta, neighbour_divergence
from sdp_proofs.statistics.importance_sampling import Tilt, TiltedSampling

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
    """What is averaged: the databases in which so many records follow each source, at some epsilons.

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
