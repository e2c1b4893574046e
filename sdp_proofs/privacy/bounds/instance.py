"""What a closed form needs to know: the sizes, and how rare and how common the sources can make a type.

For nonnegative numbers L_k, one for each type, the expectation of prod_k L_k^(H_k) over independent records factorises,
whatever the laws of the single records are:

    E prod_k L_k^(H_k) = prod_r sum_k pi_r(k) L_k <= (max over the laws pi of sum_k pi(k) L_k)^n.

The maximum of a linear function over the hull of the sources is attained at a vertex. Every bound of this package that
averages over databases does so by this inequality, so it holds for records that follow different sources.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.distributions.source_set import Law, SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, add, multiply, rational, read_integer, read_rational, shown, sign
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.histogram.database import MOST_RECORDS
from sdp_proofs.privacy.smoothed.delta import Smoothing

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
        """(how many types, the least probability that a law gives to each of them)."""
        if self.laws is None:
            return [(self.types, self.floor)]
        return [(1, min(law[index] for law in self.laws)) for index in range(self.types)]

    def pairs(self) -> list[tuple[int, list[Pair]]]:
        """(how many ordered pairs of types, the probabilities of the two under the laws that can matter).

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
    """Whether epsilon > ln(n/(n-T)), that is (1 - rho) exp(epsilon) > 1.

    Raises:
        DomainError: the two could not be told apart.
    """
    return exceeds(budget, 1 / instance.missing)


def exceeds(budget: Budget, level: Fraction) -> bool:
    """Whether exp(epsilon) > level, for rational level.

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
        raise DomainError("sampling must be without replacement; `replacement` has the bounds for the other kind")
