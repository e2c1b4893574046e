"""Compose mechanisms, and change their inputs and outputs.

* *Composition*: several releases about one database, with independent or with shared randomness.
* *Post-processing*: the output is a function of a mechanism's output, deterministic or randomized.
* *Pre-processing*: a mechanism is applied to features of the records instead of to the records.

World: exact.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Generic, TypeVar

from sdp_proofs.distributions.finite import (
    Database,
    FiniteLaw,
    Mechanism,
    Outcome,
    Records,
    checked,
    record_lists,
    replace_record,
)
from sdp_proofs.distributions.source_set import Law, SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.mechanisms.finite import EachRecord

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
        >>> from sdp_proofs.mechanisms.finite import CoinFlip
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


Image = TypeVar("Image", bound=Hashable)
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Lookup(Generic[Outcome, Value]):
    """A function given by its values, so that it can be printed and compared.

    Args:
        values: output -> value.

    Example:
        >>> Lookup({0: "even", 1: "odd"})(1)
        'odd'
    """

    values: Mapping[Outcome, Value]

    def __call__(self, output: Outcome) -> Value:
        """The value at an output.

        Raises:
            DomainError: it has none.
        """
        if output not in self.values:
            raise DomainError(f"an output must be one of the {len(self.values)} with a value, got {output!r}")
        return self.values[output]


@dataclass(frozen=True, slots=True)
class PostProcessed(Generic[Database, Outcome, Image]):
    """f after M, f deterministic [Liu, Wang, Xia 2023, Prop. 4]. World: exact.

    Args:
        mechanism: M.
        function: output -> what is released.

    Example:
        >>> from sdp_proofs.mechanisms.sampling import SamplingHistogram
        >>> PostProcessed(SamplingHistogram(draws=2), max).law((1, 2))
        FiniteLaw({2: 1/3, 1: 2/3})
    """

    mechanism: Mechanism[Database, Outcome]
    function: Callable[[Outcome], Image]

    def law(self, database: Database) -> FiniteLaw[Image]:
        """The law of f(M(x))."""
        return self.mechanism.law(database).image(self.function)

    def neighbours(self, database: Database) -> Iterable[Database]:
        """The databases adjacent under M."""
        return self.mechanism.neighbours(database)


@dataclass(frozen=True, slots=True)
class RandomlyPostProcessed(Generic[Database, Outcome, Image]):
    """f after M, f randomised with randomness of its own [Liu, Wang, Xia 2023, Prop. 4]. World: exact.

    Args:
        mechanism: M.
        kernel: output -> law of what is released.

    Example:
        >>> from sdp_proofs.mechanisms.finite import CoinFlip
        >>> fair = FiniteLaw({0: "1/2", 1: "1/2"})
        >>> RandomlyPostProcessed(CoinFlip.read(keep=1), lambda bit: fair if bit else FiniteLaw({0: 1})).law((1,))
        FiniteLaw({0: 1/2, 1: 1/2})
    """

    mechanism: Mechanism[Database, Outcome]
    kernel: Callable[[Outcome], FiniteLaw[Image]]

    def law(self, database: Database) -> FiniteLaw[Image]:
        """The law of f(M(x))."""
        return FiniteLaw.gathered(
            (image, mass * part)
            for output, mass in self.mechanism.law(database).items()
            for image, part in self.kernel(output).items()
        )

    def neighbours(self, database: Database) -> Iterable[Database]:
        """The databases adjacent under M."""
        return self.mechanism.neighbours(database)


@dataclass(frozen=True, slots=True)
class RecordWise(Generic[Outcome]):
    """M after f, f one deterministic function applied to every record.

    World: exact. [Liu, Wang, Xia 2023, Prop. 6, as its proof needs it]

    Args:
        mechanism: M, on lists of features.
        function: the feature of each type of record, from 0 to features - 1.
        features: the number of values of a feature, at least two.

    Raises:
        DomainError: fewer than two features, or a value that is none of them.

    Example:
        >>> from sdp_proofs.mechanisms.finite import CoinFlip
        >>> RecordWise(CoinFlip.read(keep="3/4"), (0, 1, 1), features=2).law((2,))
        FiniteLaw({1: 3/4, 0: 1/4})
    """

    mechanism: Mechanism[Records, Outcome]
    function: Records
    features: int

    def __post_init__(self) -> None:
        _check_features(self.function, self.features)

    def law(self, database: Records) -> FiniteLaw[Outcome]:
        """The law of M(f(x)).

        Raises:
            DomainError: a record that is not one of the types.
        """
        return self.mechanism.law(tuple(self.function[record] for record in checked(database, len(self.function))))

    def neighbours(self, database: Records) -> Iterator[Records]:
        """The adjacent lists of records, before the function."""
        return replace_record(database, len(self.function))

    def image(self, sources: SourceSet) -> SourceSet:
        """The laws of the features of records that follow `sources`."""
        rows = tuple(FiniteLaw({feature: 1}) for feature in self.function)
        return _image(sources, rows, self.features)


@dataclass(frozen=True, slots=True)
class RandomlyRecordWise(Generic[Outcome]):
    """M after f, f one randomised function applied to every record independently. World: exact.

    Args:
        mechanism: M, on lists of features.
        rows: the law of the feature of each type of record, over 0 to features - 1.
        features: the number of values of a feature, at least two.

    Raises:
        DomainError: fewer than two features, or a value that is none of them.

    Example:
        >>> from sdp_proofs.mechanisms.finite import CoinFlip
        >>> fair = FiniteLaw({0: "1/2", 1: "1/2"})
        >>> RandomlyRecordWise(CoinFlip.read(keep=1), (FiniteLaw({0: 1}), fair), features=2).law((1,))
        FiniteLaw({0: 1/2, 1: 1/2})
    """

    mechanism: Mechanism[Records, Outcome]
    rows: tuple[FiniteLaw[int], ...]
    features: int

    def __post_init__(self) -> None:
        _check_features([feature for row in self.rows for feature in row], self.features)

    def law(self, database: Records) -> FiniteLaw[Outcome]:
        """The law of M(f(x)).

        Raises:
            DomainError: a record that is not one of the types.
        """
        return FiniteLaw.gathered(
            (output, mass * part)
            for features, mass in EachRecord(self.rows).law(database).items()
            for output, part in self.mechanism.law(features).items()
        )

    def neighbours(self, database: Records) -> Iterator[Records]:
        """The adjacent lists of records, before the function."""
        return replace_record(database, len(self.rows))

    def image(self, sources: SourceSet) -> SourceSet:
        """The laws of the features of records that follow `sources`."""
        return _image(sources, self.rows, self.features)


@dataclass(frozen=True, slots=True)
class Mixing(Generic[Outcome]):
    """M after f, f a deterministic function of the whole database: a feature may depend on several records.

    World: exact. [Liu, Wang, Xia 2023, Prop. 6, as it is written]

    Args:
        mechanism: M, on lists of features.
        types: the number of values that a record can have.
        function: list of records -> list of features.

    Example:
        >>> from sdp_proofs.mechanisms.finite import CoinFlip
        >>> Mixing(CoinFlip.read(keep=1), 2, lambda x: (x[0] ^ x[1],)).law((1, 1))
        FiniteLaw({0: 1})
    """

    mechanism: Mechanism[Records, Outcome]
    types: int
    function: Callable[[Records], Records]

    def law(self, database: Records) -> FiniteLaw[Outcome]:
        """The law of M(f(x)).

        Raises:
            DomainError: a record that is not one of the types.
        """
        return self.mechanism.law(self.function(checked(database, self.types)))

    def neighbours(self, database: Records) -> Iterator[Records]:
        """The adjacent lists of records, before the function."""
        return replace_record(database, self.types)

    def marginals(self, sources: SourceSet, records: int, *, features: int) -> SourceSet:
        """The laws of single features, over all assignments of sources to records.

        Features may depend on each other, so that their joint law is in general no product of these.

        Args:
            sources: the laws that records can follow.
            records: n >= 1.
            features: the number of values of a feature, at least two.

        Raises:
            SizeError: too many assignments or databases.
        """
        laws: dict[Law, None] = {}
        for assignment in record_lists(records, len(sources.laws)):
            chosen = tuple(FiniteLaw.gathered(enumerate(sources.laws[index])) for index in assignment)
            joint: dict[Records, Fraction] = {}
            for values in product(*(law.items() for law in chosen)):
                mass = Fraction(1)
                for _, part in values:
                    mass *= part
                image = checked(self.function(tuple(value for value, _ in values)), features)
                joint[image] = joint.get(image, Fraction(0)) + mass
            for position in range(len(next(iter(joint)))):
                masses = [Fraction(0)] * features
                for image, mass in joint.items():
                    masses[image[position]] += mass
                laws[tuple(masses)] = None
        return SourceSet(tuple(laws))


def _check_features(values: tuple[int, ...] | list[int], features: int) -> None:
    if features < 2:
        raise DomainError(f"there must be at least two features, got {features}")
    for value in values:
        if not 0 <= value < features:
            raise DomainError(f"a feature must be between 0 and {features - 1}, got {value}")


def _image(sources: SourceSet, rows: tuple[FiniteLaw[int], ...], features: int) -> SourceSet:
    if sources.types != len(rows):
        raise DomainError(f"sources must be over the {len(rows)} types of the function, got {sources.types}")
    laws: list[Law] = []
    for law in sources.laws:
        masses = [Fraction(0)] * features
        for probability, row in zip(law, rows, strict=True):
            for feature, mass in row.items():
                masses[feature] += probability * mass
        laws.append(tuple(masses))
    return SourceSet(tuple(laws), sources.closed, sources.labels)
