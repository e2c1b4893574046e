"""Releases: what is published, as frozen descriptions without any analysis.

World: exact. Every number is read as typed (a string, a fraction, a decimal, never a float). `str` of a release is an
expression that `grammar.read_release` reads back to an equal release.

*Sensitivity* is the largest contribution of one record, the clipping norm of a gradient. Which distance of the
outputs that
makes is a matter of the adjacency: one sensitivity where a record is added or removed, two where it is replaced.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.reals import ExactReal, Readable, read_integer, read_rational, read_real, shown, sign

MOST_STEPS = 10**9
MOST_TERMS = 2000


@dataclass(frozen=True)
class Release:
    """What can be composed: the base class of mechanisms, sampled mechanisms, repetitions and sums."""

    name: ClassVar[str] = ""

    def __mul__(self, steps: Readable) -> Repeated:
        return Repeated(self, steps)

    __rmul__ = __mul__

    def __add__(self, other: Release) -> Together:
        if not isinstance(other, Release):
            return NotImplemented
        return Together((*_parts(self), *_parts(other)))

    def terms(self) -> Iterator[tuple[Release, int]]:
        """Mechanisms (sampled or not) and how often each is run."""
        yield self, 1

    def __str__(self) -> str:
        shown_fields = (
            f"{_option(entry.name)}={text(getattr(self, entry.name))}" for entry in fields(self) if entry.init
        )
        return f"{self.name}({', '.join(shown_fields)})"


def _parts(release: Release) -> tuple[Release, ...]:
    return release.parts if isinstance(release, Together) else (release,)


def _option(name: str) -> str:
    return name.replace("_", "-")


def text(value: Any) -> str:
    """A field as the expression writes it."""
    if isinstance(value, tuple):
        return f"[{', '.join(text(entry) for entry in value)}]"
    return str(value)


def positive(value: Readable, name: str) -> ExactReal:
    """Read a real number that must be > 0.

    Raises:
        DomainError: it is not.
    """
    number = read_real(value, name)
    if sign(number) != 1:
        raise DomainError(f"{name} must be > 0, got {shown(value)}")
    return number


def positive_integer(value: Readable, name: str) -> int:
    """Read an integer that must be >= 1.

    Raises:
        DomainError: it is not.
    """
    number = read_integer(value, name)
    if number < 1:
        raise DomainError(f"{name} must be a positive integer, got {shown(value)}")
    return number


def read_epsilon_of(value: Readable) -> ExactReal:
    """Read an epsilon that must be >= 0.

    Raises:
        DomainError: it is not.
    """
    number = read_real(value, "epsilon")
    if sign(number) not in (0, 1):
        raise DomainError(f"epsilon must be >= 0, got {shown(value)}")
    return number


def set_fields(release: Release, /, **values: object) -> None:
    """Set the fields of a frozen release while it is built."""
    for name, value in values.items():
        object.__setattr__(release, name, value)


@dataclass(frozen=True)
class Repeated(Release):
    """A release run several times, each time with fresh randomness.

    Args:
        release: what is run.
        steps: how often, a positive integer.

    Raises:
        DomainError: the steps are not a positive integer.

    Example:
        >>> from sdp_proofs.accounting.plain_releases import Gaussian
        >>> Gaussian(1) * "60*60000/256"
        Traceback (most recent call last):
        sdp_proofs.errors.DomainError: steps must be a positive integer, got 60*60000/256 = 14062.5; say 14062 or 14063
    """

    release: Release
    steps: int

    def __init__(self, release: Release, steps: Readable) -> None:
        number = read_rational(steps, "steps")
        if number.denominator != 1 or number < 1:
            raise DomainError(f"steps must be a positive integer, got {_steps_given(steps, number)}")
        if number > MOST_STEPS:
            raise SizeError(f"steps must be at most {MOST_STEPS}, got {shown(steps)}")
        set_fields(self, release=release, steps=number.numerator)
        for _ in self.terms():  # says so where there are too many
            pass

    def terms(self) -> Iterator[tuple[Release, int]]:
        """Those of the release, each so often."""
        for term, count in self.release.terms():
            if count * self.steps > MOST_STEPS:
                raise SizeError(f"steps must be at most {MOST_STEPS} in all, got more")
            yield term, count * self.steps

    def __str__(self) -> str:
        inner = f"({self.release})" if isinstance(self.release, Together | Repeated) else str(self.release)
        return f"{inner} * {self.steps}"


@dataclass(frozen=True)
class Together(Release):
    """Several releases of one database, each with its own randomness."""

    parts: tuple[Release, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.parts) <= MOST_TERMS:
            raise SizeError(f"a sum of releases must have at most {MOST_TERMS} terms, got {len(self.parts)}")

    def terms(self) -> Iterator[tuple[Release, int]]:
        """Those of all parts."""
        for part in self.parts:
            yield from part.terms()

    def __str__(self) -> str:
        return " + ".join(map(str, self.parts))


def _steps_given(steps: Readable, number: Fraction) -> str:
    text = shown(steps).strip("'")
    if number.denominator == 1 or number < 1:
        return text
    low = number.numerator // number.denominator
    decimal = number.limit_denominator(10**6)
    value = f"{float(decimal):.10g}"
    typed = text if text == value else f"{text} = {value}"
    return f"{typed}; say {low} or {low + 1}"
