"""Laws with finitely many outcomes, in exact rationals."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, read_rational, shown

Outcome = TypeVar("Outcome", bound=Hashable)
Image = TypeVar("Image", bound=Hashable)


class FiniteLaw(Mapping[Outcome, Fraction], Generic[Outcome]):
    """A frozen mapping from outcomes to positive probabilities that sum to one exactly.

    World: exact. The keys are the support: off it `law[outcome]` raises KeyError, `probability` answers zero.

    Args:
        masses: outcome -> probability, exactly readable and > 0.

    Raises:
        DomainError: a mass is not exact or not positive, or the masses do not sum to one.

    Example:
        >>> coin = FiniteLaw({"heads": "1/3", "tails": "2/3"})
        >>> coin["heads"], coin.probability("edge")
        (Fraction(1, 3), Fraction(0, 1))
    """

    __slots__ = ("_hash", "_masses")

    def __init__(self, masses: Mapping[Outcome, Readable]) -> None:
        exact = {
            outcome: mass if isinstance(mass, Fraction) else read_rational(mass, "a probability")
            for outcome, mass in masses.items()
        }
        for outcome, mass in exact.items():
            if mass.numerator <= 0:
                raise DomainError(f"a probability must be > 0, got {mass} at {shown(outcome)}")
        whole = lcm(*(mass.denominator for mass in exact.values()))
        if sum(mass.numerator * (whole // mass.denominator) for mass in exact.values()) != whole:
            raise DomainError(f"probabilities must sum to one, got {shown(sum(exact.values(), Fraction(0)))}")
        self._masses = exact
        self._hash: int | None = None

    @classmethod
    def gathered(cls, pairs: Iterable[tuple[Outcome, Fraction]]) -> FiniteLaw[Outcome]:
        """The law of outcome-probability pairs: equal outcomes are added up, zeros left out.

        Raises:
            DomainError: the result is not a law.

        Example:
            >>> dict(FiniteLaw.gathered([("a", Fraction(1, 2)), ("b", Fraction(0)), ("a", Fraction(1, 2))]))
            {'a': Fraction(1, 1)}
        """
        masses: dict[Outcome, Fraction] = {}
        for outcome, mass in pairs:
            masses[outcome] = masses[outcome] + mass if outcome in masses else mass
        return cls({outcome: mass for outcome, mass in masses.items() if mass != 0})

    def probability(self, outcome: Outcome) -> Fraction:
        """The probability of one outcome, zero off the support."""
        return self._masses.get(outcome, Fraction(0))

    def image(self, function: Callable[[Outcome], Image]) -> FiniteLaw[Image]:
        """The law of function(outcome).

        Example:
            >>> die = FiniteLaw({face: Fraction(1, 6) for face in range(1, 7)})
            >>> dict(die.image(lambda face: face % 2))
            {1: Fraction(1, 2), 0: Fraction(1, 2)}
        """
        return FiniteLaw.gathered((function(outcome), mass) for outcome, mass in self._masses.items())

    def expectation(self, function: Callable[[Outcome], Fraction | int]) -> Fraction:
        """The expected value of function(outcome).

        Example:
            >>> FiniteLaw({0: "1/4", 1: "3/4"}).expectation(lambda outcome: 2 * outcome)
            Fraction(3, 2)
        """
        return sum((mass * function(outcome) for outcome, mass in self._masses.items()), Fraction(0))

    def __getitem__(self, outcome: Outcome) -> Fraction:
        return self._masses[outcome]

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self._masses)

    def __len__(self) -> int:
        return len(self._masses)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._masses.items()))
        return self._hash

    def __repr__(self) -> str:
        masses = ", ".join(f"{outcome!r}: {mass}" for outcome, mass in self._masses.items())
        return f"FiniteLaw({{{masses}}})"
