"""A query answered with noise, as one value: what it costs and how far off it is.

World: exact descriptions; enclosures on demand. The noise is for the l1 (Laplace, geometric) or l2 (Gaussian)
sensitivity of the query under the adjacency named, and the pair of one answer at that distance dominates the vector's:
for the Gaussian by rotation, for Laplace and geometric noise by the claims `laplace-noise-on-several-answers` and
`geometric-noise-on-several-answers`. So what is enclosed is the profile that holds for every query of this sensitivity;
one answer alone has it, and so has a query whose whole change may fall on one entry. For several answers with other
noise nothing is proved of the worst neighbours; `between` says what two of them cost, with any noise.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import Answer, delta_at, epsilon_at
from sdp_proofs.accounting.classical import least_sigma
from sdp_proofs.accounting.continuous_noise import Gaussian, Laplace
from sdp_proofs.accounting.curves import type_two_error
from sdp_proofs.accounting.dominating_pairs import DominatingPair
from sdp_proofs.accounting.losses import Loss
from sdp_proofs.accounting.noise import Noise
from sdp_proofs.accounting.pairs import ADD_REMOVE, Pair
from sdp_proofs.accounting.plain_releases import Pure
from sdp_proofs.accounting.release import Mechanism, Release, Together
from sdp_proofs.accounting.release_fields import positive
from sdp_proofs.answering.errors import Errors, noise_of
from sdp_proofs.answering.queries import Query, l1_sensitivity, neighbours, squared_l2_sensitivity
from sdp_proofs.distributions.finite import Records
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal, Readable, add, multiply, power, rational, sign


@dataclass(frozen=True)
class Answered:
    """A query with noise of one law on every entry.

    Args:
        query: what is asked.
        release: the noise of every entry, with the sensitivity of the query under the adjacency, or more, as its
            distance.
        adjacency: which databases are neighbours.

    Raises:
        DomainError: no noise, or noise for a smaller sensitivity.

    Example:
        >>> from sdp_proofs.answering.queries import Histogram
        >>> table = Answered.laplace(Histogram(8), epsilon=1, adjacency="replace-one")
        >>> str(table.release), table.profile("1/2").value.rounded(5), table.errors.mean("l1").rounded(5)
        ('laplace(scale=2, sensitivity=2)', '0.2212', '16')
    """

    query: Query
    release: Release
    adjacency: str

    @classmethod
    def laplace(cls, query: Query, *, epsilon: Readable, adjacency: str) -> Answered:
        """Laplace noise for pure privacy: scale l1 sensitivity/epsilon.

        Raises:
            DomainError: epsilon <= 0, or a query that no neighbour changes.
        """
        distance = _positive(rational(l1_sensitivity(query, adjacency)))
        scale = multiply(distance, power(positive(epsilon, "epsilon"), rational(-1)))
        return cls(query, Laplace(scale, distance), adjacency)

    @classmethod
    def gaussian(
        cls, query: Query, *, epsilon: Readable, delta: Readable, adjacency: str, digits: int = 10
    ) -> Answered:
        """Gaussian noise for a budget: the least sigma, rounded up.

        Raises:
            DomainError: not a budget, or a query that no neighbour changes.

        Example:
            >>> from sdp_proofs.answering.queries import Counting
            >>> count = Answered.gaussian(Counting(2, (1,)), epsilon=1, delta="1e-5", adjacency="add-remove")
            >>> count.profile(1).value.rounded(6), count.epsilon("1e-5").value.rounded(6)
            ('1e-5', '1')
        """
        distance = _positive(_root(squared_l2_sensitivity(query, adjacency)))
        sigma = least_sigma(epsilon, delta, digits=digits).upper
        return cls(query, Gaussian(multiply(rational(Fraction(sigma)), distance), distance), adjacency)

    def __post_init__(self) -> None:
        noise_of(self.release)
        if not self._covered:
            needed, given = self._distance, self.sensitivity
            raise DomainError(f"the noise must be for a sensitivity of {needed} or more, got {given}")

    @property
    def sensitivity(self) -> ExactReal:
        """The distance of neighbouring answers that the noise is for."""
        distance: ExactReal | int = self.release.sensitivity  # type: ignore[attr-defined]
        return rational(distance) if isinstance(distance, int) else distance

    @property
    def _distance(self) -> ExactReal:
        """The distance of neighbouring answers, in the norm of the noise."""
        if isinstance(self.release, Noise) and self.release.norm == "l2":
            return _root(squared_l2_sensitivity(self.query, self.adjacency))
        return rational(l1_sensitivity(self.query, self.adjacency))

    @property
    def _covered(self) -> bool:
        """Tell whether neighbouring answers are provably no further apart than the noise is for."""
        if self.sensitivity == self._distance:
            return True
        return sign(add(self.sensitivity, multiply(rational(-1), self._distance))) in (0, 1)

    @cached_property
    def question(self) -> Question:
        """The release, analysed at just this distance, whatever the adjacency it comes from.

        Raises:
            DomainError: several answers with noise of which no worst neighbours are proved.
        """
        if self.query.answers > 1 and not (isinstance(self.release, Mechanism) and self.release.several_answers):
            raise DomainError(f"{self.release.name} noise must be for one answer, got {self.query.answers}")
        return Question.of(self.release, ADD_REMOVE)

    def between(self, first: Records, second: Records) -> Question:
        """The answers on two neighbouring databases alone: each entry has the noise at its own distance.

        World: exact description; ask it with `accounting.answers.delta_at`. No noise is refused here: what is not
        known of the worst pair may be known of one.

        Raises:
            DomainError: the databases are no neighbours.

        Example:
            >>> from sdp_proofs.answering.queries import Margins
            >>> margins = Answered.laplace(Margins((2, 2), 1), epsilon=1, adjacency="add-remove")
            >>> own = delta_at(margins.between((0,), (0, 3)), "1/2").value
            >>> own.rounded(5), margins.profile("1/2").value.rounded(5)
            ('0.12385', '0.2212')
        """
        if tuple(second) not in set(neighbours(tuple(first), self.query.types, self.adjacency)):
            raise DomainError(
                f"the databases must be neighbours, that is {self.adjacency}, got {list(first)} and {list(second)}"
            )
        answers = zip(self.query.value(first), self.query.value(second), strict=True)
        moves = [abs(one - other) for one, other in answers if one != other]
        parts = tuple(at_distance(self.release, move) for move in moves)
        return Question.of(Together(parts) if parts else Pure(0), ADD_REMOVE)

    @property
    def dominating_pair(self) -> Pair:
        """P and Q: of one answer that changes by all of the sensitivity."""
        return self._step.pair

    @property
    def privacy_loss(self) -> Loss | None:
        """The loss of that pair by its moments."""
        return self._step.loss

    def profile(self, epsilon: Readable, *, digits: int = 10) -> Answer:
        """Delta at an epsilon: the least for all queries of this sensitivity."""
        return delta_at(self.question, epsilon, digits=digits)

    def epsilon(self, delta: Readable, *, digits: int = 10) -> Answer:
        """The least epsilon at a delta: the inverse of the profile."""
        return epsilon_at(self.question, delta, digits=digits)

    def type_two_error(self, alpha: Readable, *, digits: int = 6) -> Enclosure:
        """The trade-off curve."""
        return type_two_error(self.dominating_pair, alpha, digits=digits)

    @property
    def noise(self) -> Noise:
        """The law of the output on a database, less the query's value there, of every entry."""
        return noise_of(self.release)

    @property
    def errors(self) -> Errors:
        """Utility."""
        return Errors(self.noise, self.query.answers)

    @property
    def _step(self) -> DominatingPair:
        return self.question.directions[0].steps[0][0]


def at_distance(release: Release, distance: Fraction) -> Release:
    """The same noise, for answers so far apart.

    Raises:
        DomainError: no noise, as it is composed or sampled, or its law depends on more than the distance.
    """
    return release.at(distance)


def _root(square: Fraction) -> ExactReal:
    return power(rational(square), rational(Fraction(1, 2)))


def _positive(distance: ExactReal) -> ExactReal:
    if sign(distance) != 1:
        raise DomainError("the sensitivity must be > 0, got a query that no neighbour changes")
    return distance
