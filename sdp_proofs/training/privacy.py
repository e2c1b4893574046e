"""Draw batches, and account for what a run released.

*Sampling.* An accountant can account for two ways to draw a batch:

* Poisson: every record is in the batch with probability rate = batch/records, independently; the size varies. With
  it goes the adjacency "add or remove one record".
* Without replacement: a uniform set of `batch` records, drawn afresh at every step. With it goes "replace one record".

Shuffled epochs (each record once per epoch, in a random order) are neither: the steps are not independent, and no
amplification theorem of the two above applies to them. They are refused.

World: the draws are random, from a seed; rates are exact.

*Accounting.* A step releases the sum of clipped per-example gradients plus Gaussian noise of deviation sigma times the
clip norm C. Adding or removing a record moves the sum by at most C, replacing one by at most 2 C; in units of C the
mechanism is `gaussian(sigma=...)`, whose distance the accountant doubles where a record is replaced. Everything after
the noise, division by a public number, smoothing, momentum, weight decay, is a function of what was released: the
privacy of the run is that of its releases. Smoothing neither costs nor gains privacy: A^-1 is invertible, so the
smoothed noisy sum tells exactly what the noisy sum tells.

What is accounted for is the mechanism over real numbers with independent normal noise. That floats round, and that a
pseudorandom generator with a secret seed stands for randomness, is not part of the proof.

World: exact (sigma and rates are as typed).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import shown

if TYPE_CHECKING:
    from sdp_proofs.accounting.answers import Answer

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
        """Find which databases are neighbours when a run with this sampling is accounted for."""
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


@dataclass(frozen=True, slots=True)
class Release:
    """Steps that released alike.

    Args:
        sampler: how batches were drawn.
        clip: the clip norm C, in the unit of a gradient; per example.
        sigma: noise multiplier, without unit: the deviation of the noise on the sum, divided by C. 0 for no noise.
    """

    sampler: Sampler
    clip: Fraction
    sigma: Fraction


@dataclass(slots=True)
class PrivacyRecord:
    """Counts what each step of a run released; the steps write into it as they are taken.

    Example:
        >>> from sdp_proofs.training.privacy import Scheme
        >>> record = PrivacyRecord()
        >>> for _ in range(500):
        ...     record.add(Release(Sampler(Scheme.POISSON, 1500, 60), Fraction(1), Fraction(2)), largest_norm=0.9)
        >>> record.expression(), record.adjacency
        ('poisson(rate=1/25, gaussian(sigma=2)) * 500', 'add-remove')
    """

    counted: dict[Release, int] = field(default_factory=dict)

    def add(self, release: Release, *, largest_norm: float, times: int = 1) -> None:
        """One step, or several.

        Args:
            release: what was released.
            largest_norm: the largest norm of a clipped gradient in the batch, as measured.
            times: how many steps.

        Raises:
            DomainError: a gradient was longer than the clip norm, so that the accounting would not hold; or the steps
                of one run were sampled in two ways, for which no adjacency holds.
        """
        if not largest_norm <= release.clip:
            raise DomainError(f"clipped gradients must have norm <= {release.clip}, got {largest_norm}")
        if any(known.sampler.adjacency != release.sampler.adjacency for known in self.counted):
            raise DomainError("all steps of a run must be sampled in the same way, got two ways")
        self.counted[release] = self.counted.get(release, 0) + times

    @property
    def steps(self) -> int:
        """Return how many steps were taken."""
        return sum(self.counted.values())

    @property
    def adjacency(self) -> str:
        """Find which databases are neighbours.

        Raises:
            DomainError: no step was taken.
        """
        if not self.counted:
            raise DomainError("a run must have taken a step before its privacy is asked for, got none")
        return next(iter(self.counted)).sampler.adjacency

    def expression(self) -> str | None:
        """The run in the language of the accountant; None where a step had no noise.

        Raises:
            DomainError: no step was taken.
        """
        if not self.counted:
            raise DomainError("a run must have taken a step before its privacy is asked for, got none")
        if any(release.sigma == 0 for release in self.counted):
            return None
        return " + ".join(
            f"{release.sampler.expression(f'gaussian(sigma={release.sigma})')} * {count}"
            for release, count in self.counted.items()
        )


def certified_epsilon(expression: str, *, delta: str, adjacency: str, digits: int) -> Answer:
    """Hand a run over to the accountant: its epsilon at this delta, a guarantee.

    Args:
        expression: of `PrivacyRecord.expression`.
        delta: as typed, in (0, 1).
        adjacency: add-remove or replace-one.
        digits: to prove.

    Raises:
        DomainError: no finite epsilon is enough, or what the accountant raises.
    """
    from sdp_proofs.accounting.analysis import Question
    from sdp_proofs.accounting.answers import epsilon_at
    from sdp_proofs.accounting.grammar import read_release

    found = epsilon_at(Question.of(read_release(expression), adjacency), delta, digits=digits)
    if found.value is None:
        raise DomainError(f"a finite epsilon must be enough at delta = {delta}, got a release for which none is")
    return found
