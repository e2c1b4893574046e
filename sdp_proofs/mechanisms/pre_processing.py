"""Pre-processing: a mechanism is applied to features of the records instead of to the records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Generic

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.mechanism import Mechanism, Outcome
from sdp_proofs.distributions.records import Records, checked, record_lists, replace_record
from sdp_proofs.distributions.source_set import Law, SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.mechanisms.finite import EachRecord


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
        >>> from sdp_proofs.mechanisms.coin_flip import CoinFlip
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
        >>> from sdp_proofs.mechanisms.coin_flip import CoinFlip
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
        >>> from sdp_proofs.mechanisms.coin_flip import CoinFlip
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
