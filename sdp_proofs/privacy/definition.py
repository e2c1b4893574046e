"""Evaluate the definitions by enumeration, for any mechanism.

Divergences of finite distributions; delta of one pair, of one database, of all databases and of all assignments of
sources to records; and the adjusted utility of an adversary who knows all records but one and names the likeliest value
of the missing one.

World: exact. Nothing here is fast: the fast routes of the package are judged by it, and statements about arbitrary
mechanisms are tested with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.distributions.finite import (
    Counts,
    Database,
    FiniteLaw,
    Mechanism,
    Outcome,
    Records,
    checked,
    record_lists,
    replace_one,
)
from sdp_proofs.distributions.source_set import Law, SourceSet
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.reals import Readable, read_rational, shown


def hockey_stick(first: FiniteLaw[Outcome], second: FiniteLaw[Outcome], odds: Readable) -> Fraction:
    """The maximum over events S of first(S) - odds * second(S): the sum of the positive parts.

    Args:
        first: the law P.
        second: the law Q.
        odds: exp(epsilon) >= 1, rational.

    Raises:
        DomainError: odds below one, or not rational.

    Example:
        >>> fair, biased = FiniteLaw({0: "1/2", 1: "1/2"}), FiniteLaw({0: "1/4", 1: "3/4"})
        >>> hockey_stick(fair, biased, "3/2")
        Fraction(1, 8)
    """
    factor = read_odds(odds)
    total = Fraction(0)
    for outcome, mass in first.items():
        rival = second.probability(outcome)
        # Cross-multiplied: only what counts is reduced to lowest terms.
        scale = factor.denominator * rival.denominator
        gain = mass.numerator * scale - factor.numerator * rival.numerator * mass.denominator
        if gain > 0:
            total += Fraction(gain, mass.denominator * scale)
    return total


def total_variation(first: FiniteLaw[Outcome], second: FiniteLaw[Outcome]) -> Fraction:
    """The maximum over events S of |first(S) - second(S)|: the hockey stick at epsilon = 0.

    Example:
        >>> total_variation(FiniteLaw({0: "1/2", 1: "1/2"}), FiniteLaw({0: 1}))
        Fraction(1, 2)
    """
    return hockey_stick(first, second, 1)


def definition_delta(
    law: Callable[[Counts], FiniteLaw[Outcome]],
    counts: Counts,
    odds: Readable,
    *,
    neighbours: Callable[[Counts], Iterable[Counts]] = replace_one,
) -> Fraction:
    """delta(x) of an anonymous mechanism: every neighbour, both directions and zero.

    [Liu, Wang, Xia 2023, Def. 2]

    Args:
        law: histogram -> law of the output.
        counts: the histogram of x.
        odds: exp(epsilon) >= 1, rational.
        neighbours: histogram -> adjacent histograms; one replaced record unless said otherwise.

    Raises:
        DomainError: odds below one, or not rational.

    Example:
        >>> from sdp_proofs.distributions.finite import sampled_law
        >>> definition_delta(lambda x: sampled_law(x, 2), (3, 3), "3/2")
        Fraction(1, 10)
    """
    factor, own, worst = read_odds(odds), law(counts), Fraction(0)
    for neighbour in neighbours(counts):
        other = law(neighbour)
        worst = max(worst, hockey_stick(own, other, factor), hockey_stick(other, own, factor))
    return worst


def read_odds(odds: Readable) -> Fraction:
    """Rational odds = exp(epsilon) >= 1.

    Raises:
        DomainError: below one, or not rational.

    Example:
        >>> read_odds("51/49")
        Fraction(51, 49)
    """
    factor = odds if isinstance(odds, Fraction) else read_rational(odds, "odds")
    if factor < 1:
        raise DomainError(f"odds must be >= 1 (odds = exp(epsilon)), got {odds}")
    return factor


MOST_MULTIPLICATIONS = 10**7
"""Most work that `largest_expectation` accepts: about ten seconds."""


def pair_divergence(
    mechanism: Mechanism[Database, Outcome], first: Database, second: Database, odds: Readable
) -> Fraction:
    """d(x, x') = max over events S of P(M(x) in S) - odds * P(M(x') in S).

    [Liu, Wang, Xia 2023, Def. 2]

    Raises:
        DomainError: odds below one, or not rational.
    """
    return hockey_stick(mechanism.law(first), mechanism.law(second), odds)


def database_deltas(
    mechanism: Mechanism[Database, Outcome], databases: Iterable[Database], odds: Readable
) -> dict[Database, Fraction]:
    """delta(x) of several databases; each law is computed once.

    [Liu, Wang, Xia 2023, Def. 2]

    Args:
        mechanism: any mechanism with finitely many outputs.
        databases: the databases x.
        odds: exp(epsilon) >= 1, rational.

    Returns:
        x -> max(0, d(x, x'), d(x', x)) over all neighbours x'.

    Raises:
        DomainError: odds below one, or not rational.
    """
    factor = read_odds(odds)
    laws: dict[Database, FiniteLaw[Outcome]] = {}

    def law(database: Database) -> FiniteLaw[Outcome]:
        if database not in laws:
            laws[database] = mechanism.law(database)
        return laws[database]

    deltas: dict[Database, Fraction] = {}
    for database in databases:
        own, worst = law(database), Fraction(0)
        for neighbour in mechanism.neighbours(database):
            other = law(neighbour)
            worst = max(worst, hockey_stick(own, other, factor), hockey_stick(other, own, factor))
        deltas[database] = worst
    return deltas


def database_delta(mechanism: Mechanism[Database, Outcome], database: Database, odds: Readable) -> Fraction:
    """delta(x) of one database: every neighbour, both directions and zero.

    [Liu, Wang, Xia 2023, Def. 2]

    Raises:
        DomainError: odds below one, or not rational.
    """
    return database_deltas(mechanism, (database,), odds)[database]


def worst_delta(
    mechanism: Mechanism[Database, Outcome], databases: Iterable[Database], odds: Readable
) -> Fraction:
    """The maximum of delta(x): the smallest delta of differential privacy if all databases are given.

    [Liu, Wang, Xia 2023, Thm. 1]

    Raises:
        DomainError: odds below one, or not rational.
    """
    return max(database_deltas(mechanism, databases, odds).values())


@dataclass(frozen=True, slots=True)
class LargestExpectation:
    """The worst assignment of sources to records.

    Args:
        value: the largest expected value.
        assignment: for each record the index of its source among the laws of the set; the first that attains it.
    """

    value: Fraction
    assignment: tuple[int, ...]


def largest_expectation(
    value: Callable[[Records], Fraction], sources: SourceSet, records: int, *, reduced: bool = True
) -> LargestExpectation:
    """The maximum over assignments of sources to records of E value(x), the records being independent.

    Args:
        value: database -> any number that depends on it, such as delta(x) or an adversary's utility.
        sources: the laws that records can follow.
        records: n >= 1.
        reduced: whether to use the vertices of the convex hull only, which gives the same maximum.

    Raises:
        DomainError: no record.
        SizeError: more than `MOST_MULTIPLICATIONS` multiplications.

    Example:
        >>> sources = SourceSet.interval("1/4", "1/2")
        >>> largest_expectation(lambda x: Fraction(x[0] == 0 and x[1] == 1), sources, 2)
        LargestExpectation(value=Fraction(3, 8), assignment=(1, 0))
    """
    indices = sources.vertex_indices if reduced else tuple(range(len(sources.laws)))
    types, kinds = sources.types, len(indices)
    databases = record_lists(records, types)
    work = sum(kinds ** (done + 1) * types ** (records - done) for done in range(records))
    if work > MOST_MULTIPLICATIONS:
        raise SizeError(
            f"assignments must need at most {MOST_MULTIPLICATIONS} multiplications, "
            f"got {records} records, {types} types and {kinds} sources"
        )
    best, assignment = _contracted([value(database) for database in databases], sources.laws, indices)
    return LargestExpectation(best, assignment)


def _contracted(
    values: list[Fraction], laws: tuple[Law, ...], indices: tuple[int, ...]
) -> tuple[Fraction, tuple[int, ...]]:
    """The first record's source is chosen, its type averaged out, and the rest is one record shorter."""
    if len(values) == 1:
        return values[0], ()
    best: tuple[Fraction, tuple[int, ...]] | None = None
    for index in indices:
        law = laws[index]
        block = len(values) // len(law)
        averaged = [
            sum((mass * values[kind * block + rest] for kind, mass in enumerate(law) if mass), Fraction(0))
            for rest in range(block)
        ]
        found, others = _contracted(averaged, laws, indices)
        if best is None or found > best[0]:
            best = found, (index, *others)
    assert best is not None, "a set of sources has a vertex"
    return best


def smoothed_delta_by_lists(
    mechanism: Mechanism[Records, Outcome],
    sources: SourceSet,
    records: int,
    odds: Readable,
    *,
    reduced: bool = True,
) -> LargestExpectation:
    """The smallest delta of smoothed differential privacy, straight from its definition.

    For anonymous mechanisms `privacy.smoothed.algorithm_one` finds the same with far fewer databases.
    [Liu, Wang, Xia 2023, Def. 3]

    Args:
        mechanism: a mechanism on lists of records.
        sources: the laws that records can follow.
        records: n >= 1.
        odds: exp(epsilon) >= 1, rational.
        reduced: whether to use the vertices of the convex hull only.

    Raises:
        DomainError: no record, or odds below one or not rational.
        SizeError: too many assignments.
    """
    deltas = database_deltas(mechanism, record_lists(records, sources.types), odds)
    return largest_expectation(deltas.__getitem__, sources, records, reduced=reduced)


def guessing_utilities(laws: Sequence[FiniteLaw[Outcome]], threshold: Readable) -> tuple[Fraction, ...]:
    """The adjusted utility for each true value of the missing record, before the maximum of Eq. (3) is taken.

    Args:
        laws: p_X, the law of the output when the missing record is X; one per type.
        threshold: t in [0, 1), the accuracy up to which a prediction does not count.

    Returns:
        For each X, the sum over outputs a of p_X(a) max(0, max_Y p_Y(a) / sum_Y p_Y(a) - t) / (1 - t).

    Raises:
        DomainError: no law, or a threshold outside [0, 1).

    Example:
        >>> heads, tails = FiniteLaw({"heads": 1}), FiniteLaw({"heads": "1/2", "tails": "1/2"})
        >>> guessing_utilities([heads, tails], "2/3")
        (Fraction(0, 1), Fraction(1, 2))
    """
    if not laws:
        raise DomainError("there must be at least one distribution, got none")
    cut = read_rational(threshold, "threshold")
    if not 0 <= cut < 1:
        raise DomainError(f"threshold must be in [0, 1), got {shown(cut)}")
    gained = [Fraction(0)] * len(laws)
    for output in dict.fromkeys(output for law in laws for output in law):
        masses = [law.probability(output) for law in laws]
        gain = max(masses) / sum(masses) - cut
        if gain > 0:
            gained = [value + mass * gain for value, mass in zip(gained, masses, strict=True)]
    return tuple(value / (1 - cut) for value in gained)


def missing_record_utilities(
    mechanism: Mechanism[Records, Outcome], database: Records, position: int, types: int, odds: Readable
) -> tuple[Fraction, ...]:
    """The adjusted utility for each true value of one record of a list, at the threshold E/(E + 1).

    The maximum of the result is u(t, x without the record) [Liu, Wang, Xia 2023, Eq. (3)].

    Args:
        mechanism: a mechanism on lists of records.
        database: all records; the one at `position` is ignored.
        position: which record is missing.
        types: the number of values that a record can have.
        odds: E = exp(epsilon) >= 1, rational.

    Raises:
        DomainError: no such record, or odds below one or not rational.
    """
    known = checked(database, types)
    if not 0 <= position < len(known):
        raise DomainError(f"position must be one of the {len(known)} records, counted from 0, got {position}")
    factor = read_odds(odds)
    laws = [mechanism.law((*known[:position], kind, *known[position + 1 :])) for kind in range(types)]
    return guessing_utilities(laws, factor / (factor + 1))
