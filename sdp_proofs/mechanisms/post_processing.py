"""Post-processing: what is released is a function of a mechanism's output, deterministic or randomised."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.mechanism import Database, Mechanism, Outcome
from sdp_proofs.errors import DomainError

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
        >>> from sdp_proofs.mechanisms.sampling_histogram import SamplingHistogram
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
        >>> from sdp_proofs.mechanisms.coin_flip import CoinFlip
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
