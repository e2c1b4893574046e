"""Two databases and no others: what a release tells them apart by, in both directions.

World: enclosure. `delta` takes the worst of all neighbours; here both databases are given, and they must be neighbours:
a record more or less (add-remove), or one record replaced by another (replace-one). What is published is the histogram
of a sample, the mean of a sample, or all counts with independent noise on each. Of noisy counts only those that the
record changes matter, each by one: the others have the same law on both databases and cancel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.accounting.analysis import IN_WORDS, Direction, Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.noise import Noise
from sdp_proofs.accounting.pairs import ADD_REMOVE, REPLACE_ONE
from sdp_proofs.accounting.release import Mechanism, Release
from sdp_proofs.answering.answered import at_distance
from sdp_proofs.answering.queries import read_adjacency
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.conversion import Valued
from sdp_proofs.numbers.decide import largest
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import shown
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import BACKWARD, FORWARD, Database, change_divergence
from sdp_proofs.privacy.mean import GridDatabase, neighbour_divergence

_IN_WORDS = {
    ADD_REMOVE: "one record added or removed (add-remove)",
    REPLACE_ONE: "one record replaced by another (replace-one)",
    None: "one record added or removed (add-remove), or replaced (replace-one)",
}


@dataclass(frozen=True, slots=True, repr=False)
class PairDelta(Valued):
    """The hockey-stick divergences of two databases.

    Args:
        value: the larger of both: no smaller delta holds for this pair.
        forward: d(x, x').
        backward: d(x', x).
        adjacency: in which sense they are neighbours.
        epsilon: the budget, as typed.
    """

    value: Enclosure
    forward: Enclosure
    backward: Enclosure
    adjacency: str
    epsilon: str = ""

    @property
    def _asked(self) -> str:
        return "delta"

    def _words(self, number: str) -> str:
        if not self.epsilon:
            return super(PairDelta, self)._words(number)
        return f"({self.epsilon}, {number})-indistinguishable, these two databases alone, {IN_WORDS[self.adjacency]}"

    def _facts(self) -> dict[str, object]:
        sides = {"forward": self.forward, "backward": self.backward}
        return {**{name: side.bounds()[1] for name, side in sides.items()}, "adjacency": self.adjacency}


@dataclass(frozen=True, slots=True)
class Move:
    """The record that two neighbours differ in.

    Args:
        removed: the type of the record that only the first database has; None where there is none.
        added: that of the record that only the second one has.
    """

    removed: int | None
    added: int | None

    @property
    def adjacency(self) -> str:
        """Replace-one where both have such a record."""
        return ADD_REMOVE if self.removed is None or self.added is None else REPLACE_ONE

    @property
    def changes(self) -> int:
        """Return how many counts differ: one or two."""
        return (self.removed is not None) + (self.added is not None)


def move_between(first: Sequence[int], second: Sequence[int], adjacency: str | None = None) -> Move:
    """The one record that two histograms differ in.

    World: exact.

    Args:
        first: records of each type in x.
        second: the same in x'.
        adjacency: the sense in which they must be neighbours; either, if it is None.

    Raises:
        DomainError: they are no neighbours, or no histograms of the same types.

    Example:
        >>> move_between((3, 3), (2, 4))
        Move(removed=0, added=1)
        >>> move_between((3, 3), (2, 4), "add-remove")
        Traceback (most recent call last):
        sdp_proofs.errors.DomainError: the neighbour of 3,3 must have one record added or removed (add-remove), \
got 2,4: 1 gone, 1 new
    """
    if adjacency is not None:
        read_adjacency(adjacency)
    if len(first) != len(second):
        raise DomainError(f"the neighbour must have as many types as the database, {len(first)}, got {len(second)}")
    if min(*first, *second, 0) < 0:
        raise DomainError(f"counts must be >= 0, got {min(*first, *second)}")
    steps = [other - own for own, other in zip(first, second, strict=True)]
    gone, new = -sum(step for step in steps if step < 0), sum(step for step in steps if step > 0)
    move = Move(steps.index(-1) if gone == 1 else None, steps.index(1) if new == 1 else None)
    if max(gone, new) != 1 or adjacency not in (None, move.adjacency):
        raise _no_neighbour(_listed(first), _listed(second), adjacency, gone, new)
    return move


def between_histograms(database: Database, neighbour: Sequence[int], budget: Budget, *, digits: int = 30) -> PairDelta:
    """Both directions for the histogram of a sample; a sample is of a fixed size, so a record must be replaced.

    Raises:
        DomainError: the databases are no neighbours.

    Example:
        >>> x = Database.read(counts="3,3", draws=2)
        >>> found = between_histograms(x, (2, 4), Budget.read(odds="3/2"))
        >>> str(found.forward), str(found.backward)
        ('1/10', '1/10')
    """
    move = move_between(database.counts, neighbour, REPLACE_ONE)
    assert move.removed is not None and move.added is not None
    forward, backward = (
        change_divergence(
            database, budget, removed=move.removed, added=move.added, direction=direction, digits=digits
        ).value
        for direction in (FORWARD, BACKWARD)
    )
    return PairDelta(largest([forward, backward]), forward, backward, REPLACE_ONE, budget.text)


def between_averages(
    database: GridDatabase, neighbour: Sequence[int], budget: Budget, *, digits: int = 30
) -> PairDelta:
    """Both directions for the mean of a sample; the records may come in any order.

    Raises:
        DomainError: the databases are no neighbours, or a record of the neighbour is no level.

    Example:
        >>> x = GridDatabase.read(values="0,0,1,2,2,3", levels="0:3", draws=2)
        >>> str(between_averages(x, (0, 0, 0, 1, 2, 2), Budget.read(odds=2)).forward)
        '2/15'
    """
    for value in neighbour:
        if not database.low <= value <= database.high:
            raise DomainError(
                f"a value of the neighbour must be a level between {database.low} and {database.high}, "
                f"got {shown(value)}"
            )
    own, other = Counter(database.values), Counter(neighbour)
    gone, new = list((own - other).elements()), list((other - own).elements())
    if (len(gone), len(new)) != (1, 1):
        raise _no_neighbour("x", _listed(neighbour), REPLACE_ONE, len(gone), len(new))
    forward, backward = (
        neighbour_divergence(database, budget, removed=gone[0], added=new[0], direction=direction, digits=digits)
        for direction in (FORWARD, BACKWARD)
    )
    return PairDelta(largest([forward, backward]), forward, backward, REPLACE_ONE, budget.text)


def between_noisy_counts(
    release: Release,
    first: Sequence[int],
    second: Sequence[int],
    budget: Budget,
    *,
    adjacency: str | None = None,
    digits: int = 30,
) -> PairDelta:
    """Both directions for all counts with noise on each, published as often as the release says.

    Noise is symmetric and each count changes by one, so a reflection of every output exchanges the two laws: the
    directions are equal, but for truncated noise that is not symmetric within its range.

    Args:
        release: noise for counts, such as geometric(scale=2), of sensitivity one; also sums and repetitions.
        first: the counts of x.
        second: those of x'.
        budget: epsilon.
        adjacency: the sense in which they must be neighbours; either, if it is None.
        digits: significant digits to ask for.

    Raises:
        DomainError: the databases are no neighbours, or what is released is not noise on counts.
        PrecisionError: nothing could be proven.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> noise, half = read_release("laplace(scale=1)"), Budget.read(epsilon="1/2")
        >>> one, two = (between_noisy_counts(noise, (20, 32), x, half) for x in ((21, 32), (21, 31)))
        >>> one.value.rounded(5), one.adjacency, two.value.rounded(2), two.adjacency
        ('0.2212', 'add-remove', '0.35', 'replace-one')
    """
    move = move_between(first, second, adjacency)
    changed = [(own, other) for own, other in zip(first, second, strict=True) if own != other]
    terms = [(_unit_noise(term), count) for term, count in release.terms()]
    sides = []
    for name, answers in ((FORWARD, changed), (BACKWARD, [(other, own) for own, other in changed])):
        steps = tuple((noise.between(*pair), count) for noise, count in terms for pair in answers)
        question = Question(release, ADD_REMOVE, (Direction(name, steps),))
        found = delta_at(question, budget.epsilon, digits=digits).value
        assert found is not None, "delta is always a number"
        sides.append(found)
        if all(noise.stationary for noise, _ in terms):
            sides.append(found)
            break
    return PairDelta(largest(sides), sides[0], sides[1], move.adjacency, budget.text)


def _unit_noise(term: Mechanism) -> Noise:
    """Refuse what is no noise for counts, of which one record changes each by one."""
    if at_distance(term, Fraction(1)) != term:
        raise DomainError(f"the sensitivity must be 1, as one record changes a count by one, got {term}")
    if not isinstance(term, Noise):
        raise DomainError(f"what is added to a count must be noise, got {term}")
    return term


def _no_neighbour(first: str, second: str, adjacency: str | None, gone: int, new: int) -> DomainError:
    wanted = _IN_WORDS[adjacency]
    return DomainError(f"the neighbour of {first} must have {wanted}, got {second}: {gone} gone, {new} new")


def _listed(counts: Sequence[int]) -> str:
    return shown(",".join(map(str, counts))).strip("'")
