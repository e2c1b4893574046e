"""The definitions for any mechanism, by enumeration: one pair, one database, all databases, all assignments.

World: exact. Nothing here is fast; it is what statements about arbitrary mechanisms are tested with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.mechanism import Database, Mechanism, Outcome
from sdp_proofs.distributions.records import Records, record_lists
from sdp_proofs.distributions.source_set import Law, SourceSet
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.reals import Readable
from sdp_proofs.privacy.divergence import hockey_stick, read_odds

MOST_MULTIPLICATIONS = 10**7
"""How much work `largest_expectation` accepts: about ten seconds."""


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
