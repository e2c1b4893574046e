"""Several releases about the same database, with independent or with shared randomness."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Generic, TypeVar

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.mechanism import Database, Mechanism, Outcome
from sdp_proofs.distributions.records import Records, checked, replace_record
from sdp_proofs.errors import DomainError

Seed = TypeVar("Seed", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Composition(Generic[Database]):
    """Several mechanisms, each with randomness of its own; the output is the tuple of theirs.

    World: exact. [Liu, Wang, Xia 2023, Prop. 5, read with independent randomness]

    Args:
        mechanisms: at least one, all with the same adjacency.

    Raises:
        DomainError: no mechanism.

    Example:
        >>> from sdp_proofs.mechanisms.coin_flip import CoinFlip
        >>> Composition((CoinFlip.read(keep=1), CoinFlip.read(keep="3/4"))).law((1,))
        FiniteLaw({(1, 1): 3/4, (1, 0): 1/4})
    """

    mechanisms: tuple[Mechanism[Database, Any], ...]

    def __post_init__(self) -> None:
        if not self.mechanisms:
            raise DomainError("there must be at least one mechanism to compose, got none")

    def law(self, database: Database) -> FiniteLaw[tuple[Any, ...]]:
        """The product of the laws."""
        masses: dict[tuple[Any, ...], Fraction] = {(): Fraction(1)}
        for mechanism in self.mechanisms:
            masses = {
                (*before, output): mass * part
                for (before, mass), (output, part) in product(masses.items(), mechanism.law(database).items())
            }
        return FiniteLaw(masses)

    def neighbours(self, database: Database) -> Iterable[Database]:
        """The adjacent databases, about which all mechanisms must agree.

        Raises:
            DomainError: they do not.
        """
        first, *others = (frozenset(mechanism.neighbours(database)) for mechanism in self.mechanisms)
        if any(other != first for other in others):
            raise DomainError(f"composed mechanisms must have the same adjacency, and do not at {database}")
        return self.mechanisms[0].neighbours(database)


@dataclass(frozen=True, slots=True)
class Seeded(Generic[Seed, Outcome]):
    """A mechanism on lists of records that is a function of the database and of a random seed.

    World: exact.

    Args:
        types: the number of values that a record can have.
        seed: the law of the seed.
        output: (database, seed) -> output.

    Example:
        >>> fair = FiniteLaw({0: "1/2", 1: "1/2"})
        >>> Seeded(2, fair, lambda x, key: x[0] ^ key).law((1,))
        FiniteLaw({1: 1/2, 0: 1/2})
    """

    types: int
    seed: FiniteLaw[Seed]
    output: Callable[[Records, Seed], Outcome]

    def law(self, database: Records) -> FiniteLaw[Outcome]:
        """The law of the output over the seed.

        Raises:
            DomainError: a record that is not one of the types.
        """
        records = checked(database, self.types)
        return self.seed.image(lambda seed: self.output(records, seed))

    def neighbours(self, database: Records) -> Iterator[Records]:
        """The adjacent lists of records."""
        return replace_record(database, self.types)


@dataclass(frozen=True, slots=True)
class SharedRandomness(Generic[Seed]):
    """Several mechanisms that see one and the same random seed; the output is the tuple of theirs.

    World: exact. `parts` are the mechanisms one at a time, which may be private although the tuple is not.

    Args:
        types: the number of values that a record can have.
        seed: the law of the common seed.
        outputs: for each mechanism, (database, seed) -> output.

    Example:
        >>> fair = FiniteLaw({0: "1/2", 1: "1/2"})
        >>> pad = SharedRandomness(2, fair, (lambda x, key: x[0] ^ key, lambda x, key: key))
        >>> pad.law((1,)), pad.parts[0].law((1,)) == pad.parts[0].law((0,))
        (FiniteLaw({(1, 0): 1/2, (0, 1): 1/2}), True)
    """

    types: int
    seed: FiniteLaw[Seed]
    outputs: tuple[Callable[[Records, Seed], Hashable], ...]

    @property
    def parts(self) -> tuple[Seeded[Seed, Hashable], ...]:
        """The mechanisms one at a time."""
        return tuple(Seeded(self.types, self.seed, output) for output in self.outputs)

    def law(self, database: Records) -> FiniteLaw[tuple[Hashable, ...]]:
        """The joint law of the outputs.

        Raises:
            DomainError: a record that is not one of the types.
        """
        records = checked(database, self.types)
        return self.seed.image(lambda seed: tuple(output(records, seed) for output in self.outputs))

    def neighbours(self, database: Records) -> Iterator[Records]:
        """The adjacent lists of records."""
        return replace_record(database, self.types)
