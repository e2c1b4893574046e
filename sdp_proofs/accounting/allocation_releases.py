"""Describe random allocation: every record is in one of t steps of an epoch, or in several of them.

World: exact descriptions; see `release`. The pair of one epoch is that of `allocation`, or where a record is replaced
that of `replaced_allocation`.

* *Fresh bins*: in each epoch a record is allocated anew, independently. E epochs are E releases.
* *Fixed bins*: the bin is drawn once, and the record is in that step of every epoch. The answers of E epochs in one bin
  are E answers of one distance, so this is one epoch of noise smaller by sqrt(E) (claim
  `gaussian-releases-are-one-release`).
* *A replaced record in one or two steps*: P and Q differ along the sum of the steps alone, where they are normal laws
  at distance 2/sqrt(t) (claim `a-replaced-record-in-two-steps-moves-their-sum-alone`): the pair of normal noise itself.
* *Several of t steps*: the steps are split into k blocks. A random partition of them and one step from each block is a
  random subset of k steps, so given the partition it is a product of allocations, and a mixture of pairs loses no more
  than the worst. With t = km + r that is allocation to m steps k - r times and to m + 1 steps r times: an upper bound.
  The partition is drawn independently of the records, so a replaced record has the same on both sides.

Batch sizes must not be released, nor what is divided by them: that a bin has a record more tells. A record's own bin
must be drawn independently of the others'.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from sdp_proofs.accounting.allocation import AllocationLoss, AllocationPair
from sdp_proofs.accounting.continuous_noise import Gaussian
from sdp_proofs.accounting.dominating_pairs import (
    DominatingPair,
    Neighbouring,
    ball_of,
    of_atoms,
    quotient,
    table,
    unbounded,
)
from sdp_proofs.accounting.lemmas import (
    a_replaced_record_in_two_steps_moves_their_sum_alone,
    allocation_to_one_step,
    opposite_records_are_the_worst_in_an_allocation,
)
from sdp_proofs.accounting.pairs import ADD_REMOVE, REPLACE_ONE, Mirrored
from sdp_proofs.accounting.release import Mechanism, Release
from sdp_proofs.accounting.release_fields import positive_integer, set_fields
from sdp_proofs.accounting.replaced_allocation import ReplacedAllocationLoss, ReplacedAllocationPair, chords
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.reals import ExactReal, Readable, multiply, power, rational, shown, sign

MOST_BINS = 10**6
FRESH, FIXED = "fresh", "fixed"


@dataclass(frozen=True)
class Allocation(Mechanism):
    """Normal noise in each of t steps, every record in one of them at random, or in several.

    Neighbours differ by a record that is added or removed, or, where that is named, replaced.

    Args:
        steps: t, the steps of one epoch.
        mechanism: what is run in each step: normal noise.
        epochs: how many epochs.
        bins: "fresh", each record is allocated anew in every epoch, or "fixed", once for all; must be said where there
            are several epochs. What is multiplied by a number has fresh bins.
        chosen: in how many steps of an epoch a record is.

    Raises:
        DomainError: not as described.

    Example:
        >>> print(Allocation(234, Gaussian("1.1")) * 60)
        allocation(steps=234, bins=fresh, gaussian(sigma=11/10, sensitivity=1)) * 60
        >>> print(Allocation(234, Gaussian("1.1"), epochs=60, bins="fixed"))
        allocation(steps=234, epochs=60, bins=fixed, gaussian(sigma=11/10, sensitivity=1))
    """

    name: ClassVar[str] = "allocation"
    relative_to: ClassVar[str] = ADD_REMOVE
    inner: ClassVar[str] = "mechanism"
    sampling: ClassVar[bool] = True
    spellings: ClassVar[tuple[str, ...]] = ("random-allocation", "balls-and-bins", "balls-in-bins")
    more_is_safer: ClassVar[tuple[str, ...]] = ("steps",)
    less_is_safer: ClassVar[tuple[str, ...]] = ("epochs", "chosen")
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"steps": (2,), "epochs": (1, 2), "bins": (FRESH,), "chosen": (1,)}
    steps: int
    mechanism: Gaussian
    epochs: int = 1
    bins: str = FRESH
    chosen: int = 1

    def __init__(
        self,
        steps: Readable,
        mechanism: Release,
        epochs: Readable = 1,
        bins: str = "",
        chosen: Readable = 1,
    ) -> None:
        number, many, taken = (
            positive_integer(value, name) for value, name in ((steps, "steps"), (epochs, "epochs"), (chosen, "chosen"))
        )
        if number > MOST_BINS:
            raise SizeError(f"steps of an allocation must be at most {MOST_BINS}, got {number}")
        if taken > number:
            raise DomainError(f"chosen must be at most the {number} steps, got {taken}")
        if bins not in ("", FRESH, FIXED) or (many > 1 and not bins):
            raise DomainError(
                f"bins of {many} epochs must be {FRESH} (allocated anew in each) or {FIXED} (once for all), "
                f"got {shown(bins) if bins else 'none'}"
            )
        if not isinstance(mechanism, Gaussian):
            raise DomainError(f"allocation must be given gaussian noise, got {shown(str(mechanism))}")
        if sign(mechanism.sigma) != 1 or sign(mechanism.sensitivity) != 1:
            raise DomainError("allocation must be given noise with sigma > 0 and a sensitivity > 0, got zero")
        set_fields(self, steps=number, mechanism=mechanism, epochs=many, bins=bins or FRESH, chosen=taken)

    @property
    def epoch(self) -> int:
        """Each run is an epoch, or several."""
        return 1

    @property
    def tight(self) -> bool:  # type: ignore[override]
        """True where a record is in one step, or in all."""
        return self.chosen in (1, self.steps)

    def admits(self, adjacency: str) -> bool:
        """Both."""
        return adjacency in (ADD_REMOVE, REPLACE_ONE)

    def equals_mirror(self, adjacency: str) -> bool:
        """A record that is replaced is seen from both sides alike."""
        return adjacency == REPLACE_ONE

    def terms(self) -> Iterator[tuple[Mechanism, int]]:
        """Epochs as releases of their own, blocks of steps as allocations to one of them."""
        times = self.epochs if self.bins == FRESH else 1
        noise = self.mechanism if self.bins == FRESH else self._of_all_epochs
        if self.chosen == self.steps:
            yield noise, times * self.steps
            return
        if self.chosen == 1:
            yield (self if self.epochs == 1 else Allocation(self.steps, noise)), times
            return
        size, more = divmod(self.steps, self.chosen)
        for steps, count in ((size, self.chosen - more), (size + 1, more)):
            if count:
                yield AllocationBlock(steps, noise), count * times

    @property
    def _of_all_epochs(self) -> Gaussian:
        """Noise of the mean of all epochs' answers in one bin, as for one answer."""
        root = power(rational(self.epochs), rational(Fraction(-1, 2)))
        return Gaussian(multiply(self.mechanism.sigma, root), self.mechanism.sensitivity)

    def inside(self) -> Iterator[Mechanism]:
        """Itself: neighbours are those of the allocation."""
        yield self

    def step(self, view: Neighbouring) -> DominatingPair:
        """The pair of one epoch, P with the record, or with one of its two values."""
        if self.chosen > 1 or (self.epochs > 1 and self.bins == FRESH):
            raise DomainError(f"one step must be one allocation, got {self}")
        return self._one_epoch(view.adjacency, mirror=False)

    def seen(self, view: Neighbouring) -> DominatingPair:
        """The same pair, or its mirror, whose moments are known, too."""
        return self._one_epoch(view.adjacency, mirror=view.mirrored)

    def _one_epoch(self, adjacency: str, *, mirror: bool) -> DominatingPair:
        noise = self.mechanism if self.bins == FRESH else self._of_all_epochs
        if adjacency == REPLACE_ONE:
            return _replaced(self.steps, noise)
        return _one_epoch(self.steps, noise, mirror=mirror)

    def __str__(self) -> str:
        epochs = f"epochs={self.epochs}, " if self.epochs > 1 else ""
        chosen = f"chosen={self.chosen}, " if self.chosen > 1 else ""
        return f"{self.name}(steps={self.steps}, {epochs}bins={self.bins}, {chosen}{self.mechanism})"


@dataclass(frozen=True)
class AllocationBlock(Allocation):
    """One of several blocks of steps, in each of which a record is once: the pair bounds from above alone."""

    name: ClassVar[str] = ""
    tight: ClassVar[bool] = False

    def terms(self) -> Iterator[tuple[Mechanism, int]]:
        """Itself, once."""
        yield self, 1


def _one_epoch(steps: int, noise: Gaussian, *, mirror: bool) -> DominatingPair:
    allocation_to_one_step(steps, noise.sigma, noise.sensitivity)
    pair = _pair(steps, quotient(noise.sensitivity, noise.sigma))
    loss = AllocationLoss(pair, remove=not mirror)
    # A sum of lognormal variables takes all positive values.
    return DominatingPair(Mirrored(pair) if mirror else pair, loss, largest=unbounded, least=unbounded)


def _replaced(steps: int, noise: Gaussian) -> DominatingPair:
    opposite_records_are_the_worst_in_an_allocation(steps, noise.sigma, noise.sensitivity)
    if a_replaced_record_in_two_steps_moves_their_sum_alone.holds(steps):
        return noise.pair(multiply(noise.sensitivity, power(rational(Fraction(steps, 4)), rational(Fraction(-1, 2)))))
    pair = _replaced_pair(steps, quotient(noise.sensitivity, noise.sigma))
    coarser = (lambda: _coarser(pair)) if pair.costly else None
    return DominatingPair(pair, ReplacedAllocationLoss(pair), largest=unbounded, least=unbounded, coarser=coarser)


@lru_cache(maxsize=8)
def _coarser(pair: ReplacedAllocationPair) -> DominatingPair:
    """The finite pair of chords of the profile."""
    return of_atoms(table(*chords(pair)))


@lru_cache(maxsize=8)
def _replaced_pair(steps: int, distance: ExactReal) -> ReplacedAllocationPair:
    return ReplacedAllocationPair(steps, ball_of(distance))


@lru_cache(maxsize=8)
def _pair(steps: int, distance: ExactReal) -> AllocationPair:
    """The pair at one distance: both directions share what is tabulated."""
    return AllocationPair(steps, ball_of(distance), multiply(distance, distance))
