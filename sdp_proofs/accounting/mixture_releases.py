"""Describe mixtures of normal noise: shifts that are drawn at random, groups of records, matrix noise in bands.

World: exact descriptions; the pair is that of `mixtures`.

* *Groups*: neighbours differ by k records that are all added or all removed, and each is sampled on its own with
  probability q, as of a user who has at most k records. In one step the number of them that is drawn is binomial, and
  the
  sum of their contributions is no longer than that number. In a batch without any of them the noise is Q. So one step
  is
  dominated by a mixture whose shifts are Bin(k, q). Records of which some are added and others removed are no such
  group.
* *Banded matrix noise, amplified* [Choquette-Choo et al. 2023]: C is lower triangular with b bands, no column is longer
  than 1, and every record belongs to one of b groups; the group i mod b is sampled in step i. The columns b apart
  have no
  row in common, so the participations of one record see orthogonal noise, and the training is Poisson sampling at the
  rate within a group, once every b steps: at most ceil(T/b) times. The group of a record is drawn independently of the
  data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any, ClassVar

from sdp_proofs.accounting.continuous_noise import Gaussian
from sdp_proofs.accounting.dominating_pairs import (
    DominatingPair,
    Neighbouring,
    ball_of,
    minus,
    nothing,
    of_atoms,
    quotient,
    unbounded,
)
from sdp_proofs.accounting.lemmas import longer_shifts_dominate
from sdp_proofs.accounting.mixtures import MixtureLoss, MixturePair
from sdp_proofs.accounting.pairs import ADD_REMOVE, Mirrored
from sdp_proofs.accounting.release import CHANCES, Mechanism, Poisson, Release
from sdp_proofs.accounting.release_fields import positive, positive_integer, set_fields
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    fraction_ball,
    rational,
    read_rational,
    shown,
    sign,
)

MOST_SHIFTS = 200


@dataclass(frozen=True)
class Mixture(Mechanism):
    """Normal noise about a shift that is drawn at random where the record is present, and about 0 without it.

    Args:
        chances: the probabilities of the shifts.
        shifts: at least 0, in units of the answers.
        sigma: deviation of the noise, > 0.

    Raises:
        DomainError: no law, a shift below zero, or lists of two lengths.

    Example:
        >>> print(Mixture(chances=["81/100", "18/100", "1/100"], shifts=[0, 1, 2], sigma=1))
        mixture(chances=[81/100, 9/50, 1/100], shifts=[0, 1, 2], sigma=1)
    """

    name: ClassVar[str] = "mixture"
    relative_to: ClassVar[str] = ADD_REMOVE
    tight: ClassVar[bool] = True
    amount: ClassVar[str] = "sigma"
    more_is_safer: ClassVar[tuple[str, ...]] = ("sigma",)
    less_is_safer: ClassVar[tuple[str, ...]] = ("shifts",)
    no_order: ClassVar[Mapping[str, str]] = {"chances": CHANCES}
    spellings: ClassVar[tuple[str, ...]] = ("mixture-of-gaussians",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "chances": (("1/2", "1/2"), ("9/10", "1/10")),
        "shifts": (("0", "1"), ("1/2", "2")),
        "sigma": ("1", "2"),
    }
    chances: tuple[Fraction, ...]
    shifts: tuple[Fraction, ...]
    sigma: ExactReal

    def __init__(self, chances: Any, shifts: Any, sigma: Readable) -> None:
        law = tuple(read_rational(entry, "a chance") for entry in chances)
        places = tuple(read_rational(entry, "a shift") for entry in shifts)
        if any(entry < 0 for entry in law) or sum(law) != 1:
            raise DomainError(f"chances must be probabilities that sum to one, got {shown(sum(law))} in all")
        if len(law) != len(places):
            raise DomainError(f"chances and shifts must be of one length, got {len(law)} and {len(places)}")
        if len(law) > MOST_SHIFTS:
            raise SizeError(f"a mixture must have at most {MOST_SHIFTS} shifts, got {len(law)}")
        if any(entry < 0 for entry in places):
            raise DomainError(f"shifts must be >= 0, got {min(places)}")
        set_fields(self, chances=law, shifts=places, sigma=positive(sigma, "sigma"))

    def step(self, view: Neighbouring) -> DominatingPair:
        """The mixture against plain noise."""
        return self.seen(replace(view, mirrored=False))

    def seen(self, view: Neighbouring) -> DominatingPair:
        """The pair, or its mirror, whose moments are known, too."""
        return of_shifts(self.chances, self.shifts, self.sigma, mirror=view.mirrored)


def of_shifts(
    chances: tuple[Fraction, ...], shifts: tuple[Fraction, ...], sigma: ExactReal, *, mirror: bool
) -> DominatingPair:
    """The pair of sum p_j N(c_j, sigma^2) and N(0, sigma^2), or its mirror."""
    longer_shifts_dominate(chances, shifts)
    law: dict[Fraction, Fraction] = {}
    for chance, shift in zip(chances, shifts, strict=True):
        if chance:
            law[shift] = law.get(shift, Fraction(0)) + chance
    longest = max(law)
    if longest == 0:
        return of_atoms(nothing())
    scaled = tuple((law[shift], shift / longest) for shift in sorted(law))
    width = quotient(sigma, rational(longest))
    still = law.get(Fraction(0), Fraction(0))
    if len(scaled) == 1:
        return Gaussian(width).pair(rational(1))
    pair = MixturePair(scaled, ball_of(width))
    loss = MixtureLoss(1 - still, width, not mirror, scaled)

    def least(bits: int) -> arb:
        with ctx.workprec(bits):
            return fraction_ball(still).log() if still else arb("-inf")

    if mirror:
        return DominatingPair(Mirrored(pair), loss, largest=minus(least), least=minus(unbounded))
    return DominatingPair(pair, loss, largest=unbounded, least=least)


def binomial_law(count: int, rate: Fraction) -> tuple[Fraction, ...]:
    """The probabilities of 0, .., count successes."""
    return tuple(comb(count, k) * rate**k * (1 - rate) ** (count - k) for k in range(count + 1))


@dataclass(frozen=True)
class Group(Mechanism):
    """A release seen by k records that are added or removed together, as of one user.

    Args:
        size: k, how many records the group has at most.
        mechanism: normal noise, or normal noise under Poisson sampling of single records.

    Raises:
        DomainError: another mechanism.

    Example:
        >>> print(Group(5, Poisson("1/100", Gaussian(1))) * 1000)
        group(size=5, poisson(rate=1/100, gaussian(sigma=1, sensitivity=1))) * 1000
    """

    name: ClassVar[str] = "group"
    relative_to: ClassVar[str] = ADD_REMOVE
    tight: ClassVar[bool] = True
    inner: ClassVar[str] = "mechanism"
    sampling: ClassVar[bool] = True
    spellings: ClassVar[tuple[str, ...]] = ("user",)
    less_is_safer: ClassVar[tuple[str, ...]] = ("size",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"size": (1, 2)}
    size: int
    mechanism: Mechanism

    def __init__(self, size: Readable, mechanism: Release) -> None:
        number = positive_integer(size, "size")
        if number > MOST_SHIFTS - 1:
            raise SizeError(f"the size of a group must be at most {MOST_SHIFTS - 1}, got {number}")
        noise = mechanism.mechanism if isinstance(mechanism, Poisson) else mechanism
        if not isinstance(noise, Gaussian):
            raise DomainError(
                f"group must be given gaussian noise or poisson sampling of it, got {shown(str(mechanism))}"
            )
        if sign(noise.sigma) != 1 or sign(noise.sensitivity) != 1:
            raise DomainError("group must be given noise with sigma > 0 and a sensitivity > 0, got zero")
        set_fields(self, size=number, mechanism=mechanism)

    @property
    def changed(self) -> int:
        """All records of the group."""
        return self.size

    def step(self, view: Neighbouring) -> DominatingPair:
        """Shifts by as many sensitivities as records of the group are drawn."""
        return self.seen(replace(view, mirrored=False))

    def seen(self, view: Neighbouring) -> DominatingPair:
        """The pair, or its mirror."""
        sampled = self.mechanism if isinstance(self.mechanism, Poisson) else None
        noise = sampled.mechanism if sampled else self.mechanism
        assert isinstance(noise, Gaussian)
        law = binomial_law(self.size, sampled.rate if sampled else Fraction(1))
        width = quotient(noise.sigma, noise.sensitivity)
        shifts = tuple(Fraction(k) for k in range(self.size + 1))
        return of_shifts(law, shifts, width, mirror=view.mirrored)

    def __str__(self) -> str:
        return f"{self.name}(size={self.size}, {self.mechanism})"


@dataclass(frozen=True)
class Banded(Mechanism):
    """Matrix noise with b bands, amplified: every record is in one of b groups, which take turns.

    Args:
        bands: b, of a lower triangular matrix no column of which is longer than 1.
        steps: T, all steps of the training.
        rate: the probability of a record to be drawn when it is its group's turn.
        mechanism: the noise before it is correlated: normal noise.

    Raises:
        DomainError: not as described.

    Example:
        >>> print(Banded(bands=4, steps=1000, rate="1/25", mechanism=Gaussian(1)))
        banded(bands=4, steps=1000, rate=1/25, gaussian(sigma=1, sensitivity=1))
    """

    name: ClassVar[str] = "banded"
    relative_to: ClassVar[str] = ADD_REMOVE
    tight: ClassVar[bool] = True
    inner: ClassVar[str] = "mechanism"
    sampling: ClassVar[bool] = True
    spellings: ClassVar[tuple[str, ...]] = ("banded-matrix", "bandmf")
    more_is_safer: ClassVar[tuple[str, ...]] = ("bands",)
    less_is_safer: ClassVar[tuple[str, ...]] = ("steps", "rate")
    at_most_one: ClassVar[tuple[str, ...]] = ("rate",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"bands": (1, 2), "steps": (4, 5), "rate": ("1/10", "1/2")}
    bands: int
    steps: int
    rate: Fraction
    mechanism: Gaussian

    def __init__(self, bands: Readable, steps: Readable, rate: Readable, mechanism: Release) -> None:
        width, many = positive_integer(bands, "bands"), positive_integer(steps, "steps")
        if width > many:
            raise DomainError(f"bands must be at most the {many} steps, got {width}")
        if not isinstance(mechanism, Gaussian):
            raise DomainError(f"banded must be given gaussian noise, got {shown(str(mechanism))}")
        part = read_rational(rate, "rate")
        if not 0 <= part <= 1:
            raise DomainError(f"rate must be in [0, 1], got {shown(rate)}")
        set_fields(self, bands=width, steps=many, rate=part, mechanism=mechanism)

    def terms(self) -> Iterator[tuple[Mechanism, int]]:
        """Poisson sampling at the rate within a group, for each turn of the first group."""
        yield Poisson(self.rate, self.mechanism), -(-self.steps // self.bands)

    def admits(self, adjacency: str) -> bool:
        """Ask Poisson sampling; a record that is replaced stays in its group."""
        return Poisson(self.rate, self.mechanism).admits(adjacency)

    def equals_mirror(self, adjacency: str) -> bool:
        """Ask Poisson sampling."""
        return Poisson(self.rate, self.mechanism).equals_mirror(adjacency)

    def step(self, view: Neighbouring) -> DominatingPair:
        """One turn."""
        return Poisson(self.rate, self.mechanism).step(view)

    def __str__(self) -> str:
        return f"{self.name}(bands={self.bands}, steps={self.steps}, rate={self.rate}, {self.mechanism})"
