"""How a batch is drawn: the two ways that an accountant can account for, and the name of one that it cannot.

* Poisson: every record is in the batch with probability rate = batch/records, independently; the size varies. With
  it goes the adjacency "add or remove one record".
* Without replacement: a uniform set of `batch` records, drawn afresh at every step. With it goes "replace one record".

Shuffled epochs (each record once per epoch, in a random order) are neither: the steps are not independent, and no
amplification theorem of the two above applies to them. They are refused.

World: the draws are random, from a seed; rates are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import shown


class Scheme(StrEnum):
    """The sampling schemes that have an accounting."""

    POISSON = "poisson"
    WITHOUT_REPLACEMENT = "without-replacement"

    @classmethod
    def read(cls, text: str) -> Scheme:
        """The scheme of this name.

        Raises:
            DomainError: there is none, or it has no accounting.

        Example:
            >>> Scheme.read("poisson")
            <Scheme.POISSON: 'poisson'>
        """
        if text.startswith("shuffl"):
            raise DomainError(
                "sampling must be poisson or without-replacement; shuffled epochs are neither, "
                "and their privacy is not that of fresh batches"
            )
        try:
            return cls(text)
        except ValueError:
            raise DomainError(f"sampling must be {' or '.join(cls)}, got {text!r}") from None


@dataclass(frozen=True, slots=True)
class Sampler:
    """Draws the batch of a step.

    Args:
        scheme: how.
        records: number of training records n >= 1.
        batch: size of a batch, for Poisson sampling its expectation, from 1 to n.

    Raises:
        DomainError: a batch below 1 or above the number of records.

    Example:
        >>> sampler = Sampler(Scheme.WITHOUT_REPLACEMENT, 10, 3)
        >>> len(sampler.draw(np.random.default_rng(0)))
        3
        >>> Sampler(Scheme.POISSON, 1500, 60).rate
        Fraction(1, 25)
    """

    scheme: Scheme
    records: int
    batch: int

    def __post_init__(self) -> None:
        if not 1 <= self.batch <= self.records:
            given = shown(self.batch)
            raise DomainError(f"the batch must be from 1 to the {self.records} records there are, got {given}")

    @property
    def rate(self) -> Fraction:
        """The probability that a given record is in the batch."""
        return Fraction(self.batch, self.records)

    @property
    def adjacency(self) -> str:
        """Which databases are neighbours when a run with this sampling is accounted for."""
        return "add-remove" if self.scheme is Scheme.POISSON else "replace-one"

    def draw(self, generator: np.random.Generator) -> NDArray[np.intp]:
        """The numbers of the records of one batch, in no particular order."""
        if self.scheme is Scheme.POISSON:
            # A record is taken when a uniform integer below n is below the batch size: the rate is not rounded.
            return np.flatnonzero(generator.integers(self.records, size=self.records) < self.batch)
        return generator.choice(self.records, self.batch, replace=False, shuffle=False)

    def expression(self, mechanism: str) -> str:
        """The release of one step in the language of the accountant.

        Example:
            >>> Sampler(Scheme.POISSON, 1500, 60).expression("gaussian(sigma=2)")
            'poisson(rate=1/25, gaussian(sigma=2))'
        """
        if self.scheme is Scheme.POISSON:
            return f"poisson(rate={self.rate}, {mechanism})"
        return f"without-replacement(batch={self.batch}, records={self.records}, {mechanism})"


def whole_steps(epochs: int, records: int, batch: int) -> int:
    """The steps that so many epochs are.

    Raises:
        DomainError: there is none, or they are not a whole number of steps.

    Example:
        >>> whole_steps(2, 1500, 60)
        50
    """
    if epochs < 1:
        raise DomainError(f"the number of epochs must be >= 1, got {shown(epochs)}")
    steps = Fraction(epochs * records, batch)
    if steps.denominator != 1:
        raise DomainError(
            f"epochs must be a whole number of steps, got {shown(epochs)} epochs of {records} records "
            f"in batches of {batch}: {shown(steps)} steps"
        )
    return steps.numerator
