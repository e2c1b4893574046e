"""Take a release to the pairs that dominate it, one list per direction.

**Adjacency.** * *add-remove*: one record more or less. The outputs' distance is one sensitivity. Direction "remove"
compares the law with the record to the law without it, P with and Q without; "add" is the other way round.
* *replace-one*: one record is another one. The distance is twice the sensitivity; direction "replace".

Every mechanism says which of the two its privacy is about (`Mechanism.relative_to`). Poisson sampling is analysed
under add-remove and batches of fixed size under replace-one, so there the sampling names it; Poisson batches of normal
noise also under replace-one, where that is named (`Mechanism.admits`). Where nothing does, the
noise is relative to a sensitivity and no adjacency is named, it is add-remove, as it is by default in Opacus and
dp_accounting; the answer says so. A finite mechanism, randomised response, pure and
approximate privacy are themselves statements about neighbours and need none ("any").

**Directions.** World: exact descriptions that can be enclosed; see `dominating_pairs` for a single mechanism.

**Limits of an answer: epsilon and delta are never below zero, delta never above one.** World: enclosure. A ball is
symmetric, so that from zero to a bound has a lower end that is a trifle negative unless its middle and its radius are
the same number; here they are. So are lower ends kept that are much smaller than upper ones.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod

from sdp_proofs.accounting.dominating_pairs import DominatingPair, nothing, of_atoms
from sdp_proofs.accounting.losses import Loss
from sdp_proofs.accounting.pairs import ADD, ADD_REMOVE, ANY, REMOVE, REPLACE, REPLACE_ONE, infinite_loss
from sdp_proofs.accounting.release import SENSITIVITY, Mechanism, Release, Run, mechanisms_in
from sdp_proofs.distributions.finite import Counts, replace_one
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, bits_of, ctx, with_radius
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal, add, multiply, rational, shown, sign
from sdp_proofs.spelling import suggestion

_MOST_CHOICES = 200
_RECORDS = {REPLACE_ONE: "a mechanism of any number of records", ADD_REMOVE: "a mechanism of a given number of records"}
IN_WORDS = {
    ADD_REMOVE: "add or remove one record",
    REPLACE_ONE: "replace one record",
    ANY: "for the neighbours that the release is stated for",
}
"""Words beside (epsilon, delta) in print."""
IN_GROUPS = "add or remove a group of at most {} records"
BY_CONVENTION = "by convention, as in Opacus and dp_accounting"
"""Words for an adjacency that nobody named."""


def adjacency_of(release: Release, named: str | None = None) -> str:
    """The adjacency of a question: the one that is named, the only one the release admits, or the field's default.

    Raises:
        DomainError: unknown or not admitted.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> adjacency_of(read_release("poisson(rate=0.1, gaussian(sigma=1))"))
        'add-remove'
    """
    if named is not None and named not in (ADD_REMOVE, REPLACE_ONE):
        hint = suggestion(named, (ADD_REMOVE, REPLACE_ONE))
        raise DomainError(f"adjacency must be {ADD_REMOVE} or {REPLACE_ONE}, got {shown(named)}{hint}")
    needs: dict[str, str] = {}
    relative = False
    for term in mechanisms_in(release):
        if term.sampling:
            _check_sampled(term, getattr(term, term.inner))
        if term.relative_to in (ADD_REMOVE, REPLACE_ONE):
            needs[named if named is not None and term.admits(named) else term.relative_to] = term.name
        elif term.relative_to == SENSITIVITY:
            relative = True
    parallel = [term for term, _ in release.terms() if term.splits]
    relative = relative or bool(parallel)
    _check_groups(release, parallel)
    if len(needs) > 1:
        raise DomainError(
            f"one release must have one adjacency, got {needs[ADD_REMOVE]} (add-remove) "
            f"and {needs[REPLACE_ONE]} (replace-one)"
        )
    for needed, name in needs.items():
        if named not in (None, needed):
            raise DomainError(f"{name} must go with adjacency {needed}, got {named}")
        _check_parts(parallel, needed)
        return needed
    if named is None and relative:
        return ADD_REMOVE
    _check_parts(parallel, named)
    return named or ANY


def changed_records(release: Release) -> int:
    """The number of records in which neighbours differ at most.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> [changed_records(read_release(text)) for text in ("gaussian(1)", "group(size=3, gaussian(1)) * 2")]
        [1, 3]
    """
    return max((term.changed for term in mechanisms_in(release)), default=1)


def in_words(adjacency: str, changed: int = 1) -> str:
    """Name the neighbours beside (epsilon, delta) in print.

    Args:
        adjacency: which change they differ by.
        changed: how many records are added or removed together.

    Example:
        >>> in_words(ADD_REMOVE), in_words(ADD_REMOVE, 3)
        ('add or remove one record', 'add or remove a group of at most 3 records')
    """
    return IN_WORDS[adjacency] if changed == 1 else IN_GROUPS.format(changed)


def with_group(adjacency: str, changed: int) -> str:
    """The name of an adjacency, with the size of the group where there is one.

    Example:
        >>> with_group(ADD_REMOVE, 1), with_group(ADD_REMOVE, 3)
        ('add-remove', 'add-remove, groups of at most 3 records')
    """
    return adjacency if changed == 1 else f"{adjacency}, groups of at most {changed} records"


def is_open(release: Release) -> bool:
    """Tell whether the release leaves the adjacency open, so that it is named or the convention of the field holds.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> [is_open(read_release(text)) for text in ("gaussian(1)", "poisson(0.1, gaussian(1))", "pure(1)")]
        [True, False, False]
    """
    terms = tuple(mechanisms_in(release))
    if any(term.relative_to in (ADD_REMOVE, REPLACE_ONE) for term in terms):
        return False
    return any(term.relative_to == SENSITIVITY for term in terms) or any(term.splits for term, _ in release.terms())


def _check_sampled(term: Mechanism, inner: Mechanism) -> None:
    """Refuse a mechanism whose privacy is a statement about other neighbours than that of the sampling."""
    if inner.relative_to in _RECORDS and inner.relative_to != term.relative_to:
        raise DomainError(f"{term.name} must be given {_RECORDS[inner.relative_to]}, got {inner.name}")


def _check_groups(release: Release, parallel: list[Mechanism]) -> None:
    """Refuse statements about groups of several sizes, and groups whose records may lie in several parts."""
    sizes = {term.changed: term.name for term in mechanisms_in(release)}
    if len(sizes) > 1:
        small, large = min(sizes), max(sizes)
        raise DomainError(
            f"one release must be about groups of one size, got {sizes[large]} of {large} records "
            f"and {sizes[small]} of {small}"
        )
    for term in parallel:
        if any(part.changed > 1 for part in term.inside()):
            raise DomainError(
                f"the parts of {term.name} must be about single records, as those of a group may be in two"
            )


def _check_parts(parallel: list[Mechanism], adjacency: str | None) -> None:
    """Refuse parts whose privacy is itself a statement about replaced records, where records move between parts."""
    if adjacency != REPLACE_ONE:
        return
    for release in parallel:
        for term in release.inside():
            if term.relative_to != SENSITIVITY:
                raise DomainError(
                    f"{release.name} under {REPLACE_ONE} must be given noise, as a record may move to another part, "
                    f"got {term.name}"
                )


_DATABASES = "all other records contribute {}, the replaced one -C in one database and +C in the other (C: sensitivity)"
AT_THE_EDGE, AT_ZERO = _DATABASES.format("-C"), _DATABASES.format("0")
THAT_REACT = _DATABASES.format("-C, +C or 0, whichever is worst after what was seen (queries that react)")


@dataclass(frozen=True)
class Direction:
    """All steps in one direction, with how often each is run.

    Args:
        name: add, remove or replace.
        steps: the pairs dominate; they are attained unless `exact` says otherwise.
        attained: whether the composition of the pairs is itself one of neighbouring databases.
        once: whether neighbouring databases have the delta of each pair alone; else the pairs bound it from above only.
        databases: where a batch is sampled, the two that have these pairs (or attain one step of them), in words.
        choice: which neighbours these are, counted: the parts that they touch, and the histogram that is sampled.
    """

    name: str
    steps: tuple[tuple[DominatingPair, int], ...]
    attained: bool = True
    once: bool = True
    databases: str | None = None
    choice: int = 0

    def __post_init__(self) -> None:
        """Leave out the steps that show nothing: none of their losses exceeds zero."""
        telling = tuple(entry for entry in self.steps if entry[0].bound != rational(0))
        object.__setattr__(self, "steps", telling or self.steps[:1])

    def never_beyond(self, epsilon: ExactReal) -> bool:
        """Decide that no loss of the composition exceeds epsilon, so that delta is zero; False where that is open."""
        exact = self.bound
        if exact is not None:
            return sign(add(exact, multiply(rational(-1), epsilon))) in (-1, 0)
        total = self.largest(256)
        return total is not None and bool(total < epsilon.ball(256))

    @property
    def bound(self) -> ExactReal | None:
        """A number that no loss of the composition exceeds, where all steps know theirs as one."""
        total: ExactReal = rational(0)
        for step, count in self.steps:
            if step.bound is None:
                return None
            total = add(total, multiply(rational(count), step.bound))
        return total

    def largest(self, bits: int) -> arb | None:
        """The supremum of the losses of the composition; None where it is not known, or a loss is infinite."""
        with ctx.workprec(bits):
            total = arb(0)
            for step, count in self.steps:
                if step.largest is None or not step.pair.alone()[0].is_zero():
                    return None
                total += step.largest(bits) * count
            return total

    def infinite(self) -> arb:
        """The probability of an infinite loss, at the working precision."""
        return infinite_loss((step.pair, count) for step, count in self.steps)

    def asks(self, engine: str) -> bool:
        """Tell whether the pair of some step names an engine that knows it alone."""
        return any(getattr(step.pair, "engine", "") == engine for step, _ in self.steps)

    @property
    def losses(self) -> tuple[tuple[Loss, int], ...] | None:
        """The losses of all steps, or None where one is not known."""
        found = [(step.loss, count) for step, count in self.steps if step.loss is not None]
        return tuple(found) if len(found) == len(self.steps) else None


@dataclass(frozen=True)
class Question:
    """A release under an adjacency, analysed.

    Args:
        release: what is run.
        adjacency: the one that holds.
        directions: the worst of them is the answer, or bounds it from above where it is not attained.
        attained: directions of single pairs of databases: they bound the answer from below where the others only
            bound it from above.
        by_convention: whether the adjacency is the field's default, as nobody named one.
    """

    release: Release
    adjacency: str
    directions: tuple[Direction, ...]
    attained: tuple[Direction, ...] = ()
    by_convention: bool = False

    @property
    def changed(self) -> int:
        """The number of records in which neighbours differ at most."""
        return changed_records(self.release)

    @classmethod
    def of(cls, release: Release, adjacency: str | None = None) -> Question:
        """Analyse a release.

        Raises:
            DomainError: the adjacency is missing, unknown or not admitted; a mechanism cannot be sampled like this.

        Example:
            >>> from sdp_proofs.accounting.grammar import read_release
            >>> question = Question.of(read_release("poisson(rate=0.1, gaussian(sigma=1)) * 5"))
            >>> question.adjacency, [direction.name for direction in question.directions]
            ('add-remove', ['remove', 'add'])
        """
        known = adjacency_of(release, adjacency)
        merged: dict[Mechanism, int] = {}
        for term, count in release.terms():
            merged[term] = merged.get(term, 0) + count
        everything = tuple(mechanisms_in(release))
        one_sided = not all(term.equals_mirror(known) for term in everything)
        directions: list[Direction] = []
        below: list[Direction] = []
        choices = product(touched(merged, known), _neighbours(everything))
        for choice, (runs, neighbour) in enumerate(choices):
            attained = all(run.mechanism.attained(run.adjacency) for run in runs)
            once = all(run.mechanism.attained_once(run.adjacency) for run in runs)
            for name in (REMOVE, ADD) if one_sided else (REPLACE if known == REPLACE_ONE else REMOVE,):
                steps = tuple((run.mechanism.seen(run.view(name, neighbour)), run.count) for run in runs)
                steps = steps or ((of_atoms(nothing()), 1),)  # a release that is run no time shows nothing
                shown = REPLACE if known == REPLACE_ONE else name
                edge = AT_THE_EDGE if any(run.mechanism.is_batch for run in runs) else None
                coarse = sum(count for _, count in steps) > 1 and any(step.coarser for step, _ in steps)
                if coarse:
                    steps = tuple((step.coarser() if step.coarser else step, count) for step, count in steps)
                directions.append(Direction(shown, steps, attained and not coarse, once and not coarse, edge, choice))
            if once and not attained:
                below += (replace(found, choice=choice) for found in _attained(runs, neighbour))
        return cls(release, known, tuple(directions), tuple(below), adjacency is None and is_open(release))


def _attained(runs: tuple[Run, ...], neighbour: Counts | None) -> Iterator[Direction]:
    """Single pairs of databases: of every kind of mechanism whose dominating pair none has, each that it names.

    Of batches without replacement the record that differs contributes what all others do not, in one of the two
    databases. Then a batch without it looks like a batch of the other database: the pair ((1-g)Q + gP, Q), and its
    mirror. Where all others contribute nothing, the pair is another (of normal noise: `OthersAtZero`).
    """
    named = {run: run.mechanism.alternatives(run.adjacency) for run in runs}
    kinds = {_kind(run.mechanism): known for run, known in named.items() if known}
    batches = [run.mechanism for run in runs if run.mechanism.is_batch]
    for chosen, name in product(product(*kinds.values()), (REMOVE, ADD)):
        pair_of = dict(zip(kinds, chosen, strict=True))
        asked = [pair_of[_kind(run.mechanism)] if named[run] else None for run in runs]
        views = [replace(run.view(name, neighbour), one_pair=one) for run, one in zip(runs, asked, strict=True)]
        steps = tuple((run.mechanism.seen(view), run.count) for run, view in zip(runs, views, strict=True))
        shown = REPLACE if runs[0].adjacency == REPLACE_ONE else name
        yield Direction(shown, steps, databases=AT_THE_EDGE if batches else None)
        # The pair equals its mirror. What sees no batch has a pair of the same two databases, as before.
        if batches and (name == REMOVE or len(batches) < len(runs)):
            zeros = [
                run.mechanism.sampled_null_batch() if run.mechanism.is_batch else step
                for run, (step, _) in zip(runs, steps, strict=True)
            ]
            known = [step for step in zeros if step is not None]
            if len(known) == len(runs):
                counted = tuple((step, run.count) for step, run in zip(known, runs, strict=True))
                yield Direction(shown, counted, databases=AT_ZERO)


def _kind(term: Mechanism) -> type[Mechanism]:
    """Mechanisms of one kind are asked for pairs of one name at a time: of a sampled one that which is sampled."""
    inner = getattr(term, term.inner) if term.sampling else term
    return type(inner)


def _neighbours(terms: tuple[Mechanism, ...]) -> list[Counts | None]:
    """The neighbours of the database whose histogram is sampled."""
    databases = {term.database for term in terms if term.database is not None}
    if not databases:
        return [None]
    if len(databases) > 1:
        raise DomainError(f"all sampled histograms must be of one database, got {len(databases)}")
    return list(replace_one(databases.pop()))


class Engine(ABC):
    """One direction of a question, ready to be asked: it answers, or bounds from both sides."""

    @classmethod
    @abstractmethod
    def of(cls, direction: Direction) -> Engine | None:
        """Return the engine of a direction; None where it does not apply."""

    @abstractmethod
    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """Enclose delta at an epsilon >= 0."""

    def told(self, epsilon: ExactReal, digits: int, target: Fraction) -> Enclosure:
        """Enclose delta to so many digits, or to as few as tell it from a target."""
        return self.delta(epsilon, digits)

    @abstractmethod
    def epsilon(self, target: Fraction, digits: int) -> Enclosure | None:
        """Enclose the least epsilon >= 0 that meets a target; None where no finite one does."""


class BoundFromAbove(Engine):
    """An engine that bounds from above alone: its enclosures begin at zero."""


_RADIUS_BITS = 30
_WIDEST = 20_000
"""Bits: a lower end that is this much smaller than the upper one is not kept."""


def limited(value: Enclosure, most: int | None = None) -> Enclosure:
    """The part of an enclosure that is not below zero, nor above `most`.

    Args:
        value: of a number that is known to be within these limits.
        most: 1, or None for no upper limit.

    Example:
        >>> wide = Enclosure(arb(0).union(arb("1.5")))
        >>> wide.bounds(3), limited(wide).bounds(3), limited(wide, 1).bounds(3)
        (('-9.32e-10', '1.51'), ('0', '1.51'), ('0', '1'))
    """
    ball = value.ball
    if value.exact is not None or not ball.is_finite():
        return value
    with ctx.workprec(bits_of(ball) + 64):
        low, high = ball.lower(), ball.upper()
        if low < 0:
            radius = _radius((high if most is None else high.min(arb(most))).max(arb(0)) / 2)
            return Enclosure(with_radius(radius, radius))
        if most is not None and high > most:
            radius = _radius((most - low.min(arb(most))) / 2)
            return Enclosure(with_radius(most - radius, radius))
    return value


def spanned(low: arb, high: arb) -> arb:
    """The ball from one exact number to another; its lower end is that number, however much larger the upper one is.

    Example:
        >>> ball = spanned(arb(2) ** -900, arb("1.5").upper())
        >>> ball.contains(arb(2) ** -900), ball > 0, round(float(ball.upper()), 6)
        (True, True, 1.5)
    """
    if not 0 < low < high or _magnitude(high) - _magnitude(low) > _WIDEST:
        return low.union(high)
    with ctx.workprec(bits_of(low, high) + _magnitude(high) - _magnitude(low) + 2 * _RADIUS_BITS):
        radius = _radius((high - low) / 2)
        return with_radius(low + radius, radius)


def _magnitude(number: arb) -> int:
    """The exponent of an exact number > 0."""
    mantissa, exponent = (int(part) for part in number.man_exp())
    return mantissa.bit_length() + exponent


def _radius(number: arb) -> arb:
    """A number that a radius can be exactly, no smaller than a number."""
    end = arb(number.upper())
    return end if int(end.man_exp()[0]).bit_length() <= _RADIUS_BITS else arb(0, end).rad()


def touched(terms: Mapping[Mechanism, int], adjacency: str) -> Iterator[tuple[Run, ...]]:
    """All choices of one part, or of two, of every parallel release, with everything else.

    Raises:
        SizeError: too many choices.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> table = read_release("parallel(laplace(scale=1), laplace(scale=2))")
        >>> [[len(runs) for runs in touched({table: 1}, name)] for name in (ADD_REMOVE, REPLACE_ONE)]
        [[1, 1], [1, 1, 2, 2]]
    """
    ordered = sorted(terms.items(), key=lambda entry: entry[0].splits)
    options = [term.touched(count, adjacency) for term, count in ordered]
    if prod(map(len, options)) > _MOST_CHOICES:
        raise SizeError(f"the parts that a record can be in must be at most {_MOST_CHOICES} choices, got more")
    for chosen in product(*options):
        yield tuple(run for runs in chosen for run in runs)
