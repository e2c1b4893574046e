"""Releases: what is published, as frozen descriptions; a mechanism describes itself.

World: exact. Every number is read as typed (a string, a fraction, a decimal, never a float). `str` of a release is an
expression that `grammar.read_release` reads back to an equal release.

*Sensitivity* is the largest contribution of one record, the clipping norm of a gradient. Which distance of the outputs
that makes is a matter of the adjacency: one sensitivity where a record is added or removed, two where it is replaced.

A *mechanism* is a subclass of `Mechanism` with a name. It says which pair dominates it, what neighbours are to it and,
where it has them, its noise, its best sampled form and the pairs that two databases have. Nothing else lists
mechanisms: the language, the engines, `?`, help, tables and test strategies ask `MECHANISMS`, which the classes fill
themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar, Self

from sdp_proofs.accounting.dominating_pairs import (
    DominatingPair,
    Neighbouring,
    minus,
    mirrored,
    nothing,
    of_atoms,
    under_sampling,
)
from sdp_proofs.accounting.lemmas import the_mirrored_profile
from sdp_proofs.accounting.pairs import ADD, ADD_REMOVE, ANY, REPLACE_ONE, infinite_loss
from sdp_proofs.accounting.release_fields import check_fields, set_fields, text
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    multiply,
    rational,
    read_rational,
    shown,
)

if TYPE_CHECKING:
    from sdp_proofs.distributions.finite import Counts

MOST_STEPS = 10**9
MOST_TERMS = 2000
SENSITIVITY = "sensitivity"
CHANCES = "probabilities sum to one, so no one of them moves alone"
"""Reason for which a probability of a list has no order of its own."""
RELATIVE_TO = (ADD_REMOVE, REPLACE_ONE, ANY, SENSITIVITY)
"""Changes that a statement of privacy can be about; for noise, relative to a sensitivity, adjacency must be said."""

MECHANISMS: dict[str, type[Mechanism]] = {}
"""All mechanisms by their names in the language, in the order in which they were defined."""


@dataclass(frozen=True)
class Release:
    """The base class of what can be composed: mechanisms, sampled mechanisms, repetitions and sums."""

    name: ClassVar[str] = ""

    def __mul__(self, steps: Readable) -> Repeated:
        return Repeated(self, steps)

    __rmul__ = __mul__

    def __add__(self, other: Release) -> Together:
        if not isinstance(other, Release):
            return NotImplemented
        return Together((*_parts(self), *_parts(other)))

    def poisson(self, *, rate: Readable) -> Poisson:
        """Return it run on a Poisson sample: every record is in it independently with a chance `rate`.

        Raises:
            DomainError: a rate out of [0, 1], or a release that cannot be sampled.

        Example:
            >>> from sdp_proofs.accounting.continuous_noise import Gaussian
            >>> print(Gaussian(sigma=1.1).poisson(rate="256/60000") * 14063)
            poisson(rate=8/1875, gaussian(sigma=11/10, sensitivity=1)) * 14063
        """
        return Poisson(rate, self)

    def terms(self) -> Iterator[tuple[Mechanism, int]]:
        """Mechanisms (sampled or not) and how often each is run."""
        raise NotImplementedError

    def at(self, distance: Readable) -> Release:
        """The same noise, for answers so far apart.

        Raises:
            DomainError: no noise, as it is composed or sampled, or its law depends on more than the distance.
        """
        raise DomainError(f"what is added to an answer must be noise, such as laplace(scale=1), got {shown(str(self))}")

    def __str__(self) -> str:
        shown_fields = (
            f"{_option(entry.name)}={text(getattr(self, entry.name))}" for entry in fields(self) if entry.init
        )
        return f"{self.name}({', '.join(shown_fields)})"


@dataclass(frozen=True)
class Run:
    """A mechanism that sees the change between two neighbours.

    Args:
        mechanism: sampled or not.
        count: how often it is run.
        adjacency: what the change is, seen from it.
        gains: whether it gains the record where others lose theirs.
    """

    mechanism: Mechanism
    count: int
    adjacency: str
    gains: bool = False

    def view(self, direction: str, neighbour: Counts | None = None) -> Neighbouring:
        """Return the neighbours that it sees; a part that gains the record sees them mirrored."""
        return Neighbouring(self.adjacency, (direction == ADD) != self.gains, neighbour)


@dataclass(frozen=True)
class Mechanism(Release):
    """One mechanism, which describes itself; a subclass with a name is one of the language.

    A class must say `relative_to` and `step`, or it does not construct. All else has a default that is never an
    answer: both directions are asked, only an upper bound is claimed, nothing is rounded or truncated, and `?` stands
    for no parameter.

    Attributes:
        name: in the language.
        relative_to: what its privacy is a statement about: `ADD_REMOVE`, `REPLACE_ONE`, `ANY` (any neighbours, as of
            `pure`), or `SENSITIVITY` (noise: the adjacency must be said).
        symmetric: whether the pair equals its mirror (Q, P), so that one direction is enough. It is checked.
        tight: whether two neighbouring databases have the pair; else the answer is an upper bound alone.
        spellings: other names.
        inner: the parameter that a release in the brackets is; a list of them where its type is a tuple.
        sampling: whether it is a random part of the records that `inner` is run on.
        splits: whether it is several releases of which a record touches some.
        several_answers: whether one answer at a distance dominates several at that distance in all.
        amount: the parameter that says how much noise there is.
        more_is_safer: numbers that `?` may stand for, the more the more private.
        less_is_safer: likewise, the less the more private.
        at_most_one: which of these cannot be above one.
        no_order: numbers that `?` may not stand for, each with the reason: two values between which privacy turns.
        exceptions: where the order of a number fails, for those of which it does.
        exceptions_inside: the same for numbers of the noise that it is made of.
        also_called: other names of parameters in the field, and the parameter that each is.
        small: small values of the parameters that must be given, for tests and examples.

    Raises:
        TypeError: when the class is made, it does not say what it must, or its name is taken.
    """

    relative_to: ClassVar[str]
    symmetric: ClassVar[bool] = False
    tight: ClassVar[bool] = False
    spellings: ClassVar[tuple[str, ...]] = ()
    inner: ClassVar[str] = ""
    sampling: ClassVar[bool] = False
    splits: ClassVar[bool] = False
    several_answers: ClassVar[bool] = False
    amount: ClassVar[str] = ""
    more_is_safer: ClassVar[tuple[str, ...]] = ()
    less_is_safer: ClassVar[tuple[str, ...]] = ()
    at_most_one: ClassVar[tuple[str, ...]] = ()
    no_order: ClassVar[Mapping[str, str]] = {}
    exceptions: ClassVar[Mapping[str, str]] = {}
    exceptions_inside: ClassVar[Mapping[str, str]] = {}
    also_called: ClassVar[Mapping[str, str]] = {}
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {}

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        if "name" not in vars(cls):
            return
        if getattr(cls, "relative_to", None) not in RELATIVE_TO:
            raise TypeError(f"mechanism {cls.name!r} must say what it is relative_to: one of {', '.join(RELATIVE_TO)}")
        if cls.step is Mechanism.step and not cls.splits:
            raise TypeError(f"mechanism {cls.name!r} must have a step: the pair that dominates it")
        for name in filter(None, (cls.name, *cls.spellings)):
            known = MECHANISMS.get(name)
            if known is not None and (known.__module__, known.__qualname__) != (cls.__module__, cls.__qualname__):
                raise TypeError(f"mechanism {name!r} must have a name of its own, got that of {known.__qualname__}")
        if cls.name:
            MECHANISMS[cls.name] = cls

    def __new__(cls, *given: Any, **named: Any) -> Self:
        """Refuse a class whose objects could be equal though their parameters differ."""
        check_fields(cls)  # type: ignore[arg-type]  # a class can be hashed
        return super().__new__(cls)

    def step(self, view: Neighbouring) -> DominatingPair:
        """The pair (P, Q) that dominates all neighbours: P with the record where one is added or removed.

        Args:
            view: the adjacency, the neighbour of a database where it is given, and which pair of two databases is
                asked for, where `alternatives` says that there are several. That P and Q change places is not for this
                method to do.

        Raises:
            DomainError: a mechanism that cannot be analysed like this.
        """
        raise NotImplementedError

    def seen(self, view: Neighbouring) -> DominatingPair:
        """The step from the side that is asked for."""
        step = self.step(view)
        if not (self.symmetric and view.one_pair is None):
            return mirrored(step) if view.mirrored else step
        the_mirrored_profile(step.pair)
        return step

    def sampled_step(self, rate: Fraction, view: Neighbouring) -> DominatingPair:
        """The pair ((1-q)Q + qP, Q), or its mirror, of one run on a random part of the records, q in (0, 1)."""
        plain = self.step(view)
        if self.symmetric and view.one_pair is None and plain.least is None:
            plain = replace(plain, least=minus(plain.largest))
        return under_sampling(plain, rate, mirror=view.mirrored)

    @classmethod
    def merged(cls, terms: Sequence[tuple[Self, int]]) -> Mechanism | None:
        """One mechanism whose pair is that of several of this kind together, each run so often; None: not known.

        So several releases of one batch are sampled as one.
        """
        return None

    @property
    def changed(self) -> int:
        """The number of records in which neighbours differ at most: one, or all of a group."""
        return 1

    @property
    def remark(self) -> str:
        """A sentence to print with every answer, on what the mechanism supposes of its user; empty for none."""
        return ""

    def null_batch(self, rate: Fraction) -> DominatingPair | None:
        """The pair of a null batch: all other records contribute nothing; None where it is not known."""
        return None

    def sampled_and_replaced(self, rate: Fraction) -> DominatingPair | None:
        """The pair of one run on a Poisson sample where a record is replaced, rate in (0, 1); None: not known."""
        return None

    def admits(self, adjacency: str) -> bool:
        """True where it has a pair under an adjacency that is named."""
        return self.relative_to in (ANY, SENSITIVITY, adjacency)

    def equals_mirror(self, adjacency: str) -> bool:
        """True where one direction is enough under an adjacency."""
        return self.symmetric

    def sampled_null_batch(self) -> DominatingPair | None:
        """The pair of a null batch, seen from the sampling; None where it is not known."""
        return None

    def attained(self, adjacency: str) -> bool:
        """True where two neighbouring databases have the dominating pair, however often it is run."""
        return self.tight

    def attained_once(self, adjacency: str) -> bool:
        """True where at all odds some neighbours have the delta of one run of the pair; else it is a bound."""
        return self.tight

    def alternatives(self, adjacency: str) -> tuple[Fraction, ...]:
        """Name the pairs that two databases have, for `Neighbouring.one_pair`, where none has the dominating pair."""
        return ()

    def squared_distance(self, adjacency: str) -> ExactReal | None:
        """The squared distance, in deviations, of normal laws that dominate it; None where none are known to."""
        return None if self.splits else self.step(Neighbouring(adjacency, mirrored=False)).squared

    def concentration(self, adjacency: str) -> ExactReal | None:
        """A rho with which it has zero-concentrated privacy, half a square; None where none is known.

        The square is that of normal laws (`gaussian-privacy-has-the-moments-of-its-pair`), or of the largest loss in
        both directions (`pure-privacy-is-concentrated`).
        """
        square = self.squared_distance(adjacency)
        if square is None and self.symmetric and not self.splits:
            step = self.step(Neighbouring(adjacency, mirrored=False))
            pure = step.bound is not None and infinite_loss([(step.pair, 1)]).is_zero()
            square = multiply(step.bound, step.bound) if pure and step.bound is not None else None
        return None if square is None else multiply(square, rational(Fraction(1, 2)))

    @property
    def epoch(self) -> int | None:
        """The runs that see as many records as there are, on average; None where it sees no batch of them."""
        return None

    def with_open_noise(self) -> str | None:
        """The expression with a `?` for how much noise there is; None where it has no such parameter."""
        inner = getattr(self, self.inner, None) if self.inner else None
        if isinstance(inner, Mechanism):
            opened = inner.with_open_noise()
            return None if opened is None else str(self).replace(str(inner), opened)
        if not self.amount:
            return None
        return str(self).replace(f"{self.amount}={getattr(self, self.amount)}", f"{self.amount}=?")

    @classmethod
    def counted(cls, parameter: str, given: Mapping[str, Readable]) -> tuple[Fraction, int]:
        """The origin and the unit of a parameter for the `?`: values are origin + unit * v, v > 0.

        The other parameters are given as they were typed. A unit below zero counts downwards from the origin.
        """
        return Fraction(0), 1

    @property
    def database(self) -> Counts | None:
        """The only database whose neighbours are asked about; None for all databases."""
        return None

    @property
    def is_batch(self) -> bool:
        """True where it sees a batch of fixed size, not all records."""
        return False

    def terms(self) -> Iterator[tuple[Mechanism, int]]:
        """Itself, once."""
        yield self, 1

    def inside(self) -> Iterator[Mechanism]:
        """Itself, or the mechanisms of its parts."""
        yield self

    def touched(self, count: int, adjacency: str) -> list[tuple[Run, ...]]:
        """The runs that see a change: one choice, or one for each way in which a record can be in the parts."""
        return [(Run(self, count, adjacency),)]


def mechanisms_in(release: Release) -> Iterator[Mechanism]:
    """All mechanisms, sampled or not, those inside parallel parts too.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> [str(term) for term in mechanisms_in(read_release("parallel(laplace(scale=2)) + laplace(scale=3)"))]
        ['laplace(scale=2, sensitivity=1)', 'laplace(scale=3, sensitivity=1)']
    """
    for term, _ in release.terms():
        yield from term.inside()


def remarks(release: Release) -> list[str]:
    """Collect the remarks of all mechanisms of a release, as it was written, each once.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> remarks(read_release("repeat(mean=3, runs=fixed, laplace(scale=2)) * 2"))[0].partition(";")[0]
        'a fixed number of runs costs each of them'
    """
    if isinstance(release, Repeated):
        return remarks(release.release)
    if isinstance(release, Together):
        return list(dict.fromkeys(remark for part in release.parts for remark in remarks(part)))
    return [release.remark] if isinstance(release, Mechanism) and release.remark else []


def _parts(release: Release) -> tuple[Release, ...]:
    return release.parts if isinstance(release, Together) else (release,)


def _option(name: str) -> str:
    return name.replace("_", "-")


@dataclass(frozen=True)
class Repeated(Release):
    """A release run several times, each time with fresh randomness.

    Args:
        release: what is run.
        steps: how often, an integer >= 0.

    Raises:
        DomainError: the steps are no such integer.

    Example:
        >>> from sdp_proofs.accounting.continuous_noise import Gaussian
        >>> Gaussian(1) * "60*60000/256"
        Traceback (most recent call last):
        sdp_proofs.errors.DomainError: steps must be an integer >= 0, got 60*60000/256 = 14062.5; say 14062 or 14063
    """

    release: Release
    steps: int

    def __init__(self, release: Release, steps: Readable) -> None:
        number = read_rational(steps, "steps")
        if number.denominator != 1 or number < 0:
            raise DomainError(f"steps must be an integer >= 0, got {_steps_given(steps, number)}")
        if number > MOST_STEPS:
            raise SizeError(f"steps must be at most {MOST_STEPS}, got {shown(steps)}")
        set_fields(self, release=release, steps=number.numerator)
        for _ in self.terms():  # says so where there are too many
            pass

    def terms(self) -> Iterator[tuple[Mechanism, int]]:
        """Yield those of the release, each so often."""
        for term, count in self.release.terms() if self.steps else ():
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

    def terms(self) -> Iterator[tuple[Mechanism, int]]:
        """Yield those of all parts."""
        for part in self.parts:
            yield from part.terms()

    def __str__(self) -> str:
        return " + ".join(map(str, self.parts))


@dataclass(frozen=True)
class Sampled(Mechanism):
    """A mechanism run on a random part of the records: what both kinds of sampling share.

    A subclass has a field or property `rate`, the part of the records, and `mechanism`, what is run.
    """

    inner: ClassVar[str] = "mechanism"
    sampling: ClassVar[bool] = True

    def attained(self, adjacency: str) -> bool:
        """True where the mechanism's own pair is attained."""
        return self.mechanism.attained(adjacency)

    def attained_once(self, adjacency: str) -> bool:
        """True where the mechanism's own delta is attained."""
        return self.mechanism.attained_once(adjacency)

    def alternatives(self, adjacency: str) -> tuple[Fraction, ...]:
        """Ask the mechanism."""
        return self.mechanism.alternatives(adjacency)

    def step(self, view: Neighbouring) -> DominatingPair:
        """The pair ((1-q)Q + qP, Q)."""
        return self._mixed(replace(view, mirrored=False))

    def seen(self, view: Neighbouring) -> DominatingPair:
        """The pair of this view, or its mirror image if more is known of that than by turning a pair round."""
        return self._mixed(view)

    @property
    def epoch(self) -> int | None:
        """One over the part of the records, rounded up."""
        return ceil(1 / self.rate) if self.rate else None

    def _mixed(self, view: Neighbouring) -> DominatingPair:
        if self.rate == 0:
            return of_atoms(nothing())
        return self.mechanism.seen(view) if self.rate == 1 else self.mechanism.sampled_step(self.rate, view)

    if TYPE_CHECKING:

        @property
        def rate(self) -> Fraction:
            """The part of the records."""

        @property
        def mechanism(self) -> Mechanism:
            """The mechanism that is run."""


@dataclass(frozen=True)
class Poisson(Sampled):
    """A mechanism run on a random part of the records: each is in it independently with the same probability.

    Neighbours differ by a record that is added or removed, or, of normal noise and where that is named, replaced.

    Args:
        rate: that probability, in [0, 1]; with 0 nothing is seen.
        mechanism: what is run; several releases of one sample that are one mechanism, as normal noise is, too.

    Raises:
        DomainError: not as described.

    Example:
        >>> from sdp_proofs.accounting.continuous_noise import Gaussian
        >>> print(Poisson("256/60000", Gaussian("1.1")) * 14063)
        poisson(rate=8/1875, gaussian(sigma=11/10, sensitivity=1)) * 14063
    """

    name: ClassVar[str] = "poisson"
    relative_to: ClassVar[str] = ADD_REMOVE
    less_is_safer: ClassVar[tuple[str, ...]] = ("rate",)
    at_most_one: ClassVar[tuple[str, ...]] = ("rate",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"rate": ("1/10", "1/2", "1")}
    rate: Fraction
    mechanism: Mechanism

    def __init__(self, rate: Readable, mechanism: Release) -> None:
        part = read_rational(rate, "rate")
        if not 0 <= part <= 1:
            raise DomainError(f"rate must be in [0, 1], got {shown(rate)}")
        set_fields(self, rate=part, mechanism=only_one(_merged(mechanism), self.name))

    def admits(self, adjacency: str) -> bool:
        """Add-remove, and replace-one where the pair of a replaced record is known."""
        return adjacency == ADD_REMOVE or self._replaced is not None

    def equals_mirror(self, adjacency: str) -> bool:
        """A record that is replaced is seen from both sides alike."""
        return adjacency == REPLACE_ONE or self.symmetric

    @property
    def _replaced(self) -> DominatingPair | None:
        """The pair under replace-one, where that is known."""
        if self.rate == 0:
            return of_atoms(nothing())
        if self.rate == 1 and self.mechanism.relative_to == SENSITIVITY:
            return self.mechanism.seen(Neighbouring(REPLACE_ONE, mirrored=False))
        return self.mechanism.sampled_and_replaced(self.rate) if self.rate < 1 else None

    def _mixed(self, view: Neighbouring) -> DominatingPair:
        if view.adjacency != REPLACE_ONE:
            return super()._mixed(view)
        found = self._replaced
        if found is None:
            raise DomainError(f"poisson must go with adjacency {ADD_REMOVE}, got {REPLACE_ONE}")
        return found

    def __str__(self) -> str:
        return f"{self.name}(rate={self.rate}, {self.mechanism})"


def _merged(release: Release) -> Release:
    """The one mechanism that several are together, where that is known; else the release."""
    terms = [] if isinstance(release, Mechanism) else list(release.terms())
    kinds = {type(term) for term, _ in terms}
    if len(kinds) != 1:
        return release
    return kinds.pop().merged(terms) or release


def only_one(mechanism: Release, name: str) -> Mechanism:
    """Read a release that must be one mechanism, neither sampled nor composed; of a tree of one sum, its noise.

    Raises:
        DomainError: it is not.
    """
    if not isinstance(mechanism, Mechanism) or mechanism.sampling or mechanism.splits:
        raise DomainError(f"{name} must be given one mechanism, neither sampled nor composed, got {shown(mechanism)}")
    # A tree or a choice of several is composed, too: a record that is sampled is in all of their releases.
    terms = list(mechanism.terms())
    if [count for _, count in terms] != [1]:
        raise DomainError(f"{name} must be given one mechanism, got {shown(mechanism)}, which releases several numbers")
    return mechanism if terms[0][0] == mechanism else only_one(terms[0][0], name)


def _steps_given(steps: Readable, number: Fraction) -> str:
    text = shown(steps).strip("'")
    if number.denominator == 1 or number < 1:
        return text
    low = number.numerator // number.denominator
    decimal = number.limit_denominator(10**6)
    value = f"{float(decimal):.10g}"
    typed = text if text == value else f"{text} = {value}"
    return f"{typed}; say {low} or {low + 1}"
