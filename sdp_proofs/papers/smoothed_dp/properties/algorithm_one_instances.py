"""Small databases, elections and sets of sources: over these, claims on Algorithm 1 and anonymity are enumerated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import perm, prod
from typing import Any

from sdp_proofs.distributions.finite import Records, histogram_of, record_lists
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim
from sdp_proofs.mechanisms.sampling import Borda, Copeland, Plurality, rankings
from sdp_proofs.papers.smoothed_dp.properties.small_mechanisms import every
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.proving.instances import Instance


def enumerated(sources: SourceSet, records: int, draws: int, budget: Budget) -> Fraction:
    """The largest expected delta over all assignments of sources to records, database by database."""
    types = range(sources.types)
    counts = {database: tuple(map(database.count, types)) for database in product(types, repeat=records)}
    deltas = {one: delta(Database(one, draws), budget).value.exact or Fraction(0) for one in set(counts.values())}
    return max(
        sum((prod(law[kind] for law, kind in zip(assignment, database, strict=True)) * deltas[one]
             for database, one in counts.items()), Fraction(0))
        for assignment in product(sources.laws, repeat=records)
    )  # fmt: skip


def assignments(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """The algorithm against all assignments."""
    sources, records, budget = SourceSet.from_laws(at["sources"]), at["records"], Budget.read(odds=at["odds"])
    draws = at["draws"] if at["draws"] >= 0 else records + at["draws"]
    if records + sources.types > 7 or draws > records:
        return None
    found = smoothed_delta(Smoothing(sources, records, draws), budget, route="algorithm-1")
    return {"algorithm": found.value, "enumerated": enumerated(sources, records, draws, budget)}


SETS = (
    (("1/4", "3/4"), ("2/3", "1/3")), (("1/4", "3/4"), ("2/5", "3/5"), ("2/3", "1/3")), (("0", "1"), ("1/2", "1/2")),
    (("1/2", "1/4", "1/4"), ("1/5", "1/5", "3/5")),
)  # fmt: skip
ASSIGNMENTS = every(assignments, sources=SETS, records=range(2, 5), draws=(1, -1), odds=("1", "3/2"))


def pairs_of_databases(claim: Claim) -> Iterator[Instance]:
    """All pairs of small databases: whether one is a permutation of the other, and whether their counts agree."""
    for records, types in ((1, 3), (2, 3), (3, 3), (4, 2), (5, 2)):
        for x, y in product(record_lists(records, types), repeat=2):
            own, other = (histogram_of(z, types) if claim.parameters["counts"] else set(z) for z in (x, y))
            yield f"{x} and {y}", {"permuted": int(y in set(permutations(x))), "counted": int(own == other)}


def _best(scores: Sequence[Fraction | int]) -> int:
    """The winners as a number: a binary digit for each candidate."""
    return sum(1 << candidate for candidate, score in enumerate(scores) if score == max(scores))


def listed_winners(ballots: Sequence[Sequence[int]], rule: str) -> int:
    """The winners from the ballots one by one, in the order in which they were cast."""
    m = len(ballots[0])
    if rule == "plurality":
        return _best([sum(ballot[0] == c for ballot in ballots) for c in range(m)])
    if rule == "Borda":
        return _best([sum(m - 1 - ballot.index(c) for ballot in ballots) for c in range(m)])
    scores = [Fraction(0)] * m
    for one, other in permutations(range(m), 2):
        margin = sum(1 if ballot.index(one) < ballot.index(other) else -1 for ballot in ballots)
        scores[one] += Fraction(1 + (margin > 0) - (margin < 0), 2)
    return _best(scores)


def elections(claim: Claim) -> Iterator[Instance]:
    """Ordered ballots of up to four voters on three candidates, against the rules for counted ballots."""
    orders = rankings(3)
    for cast in (cast for voters in (1, 2, 3, 4) for cast in product(range(6), repeat=voters)):
        ballots, counts = [orders[index] for index in cast], histogram_of(cast, 6)
        firsts = histogram_of([ballot[0] for ballot in ballots], 3)
        counted = {"plurality": Plurality()(firsts), "Borda": Borda(3)(counts), "Copeland": Copeland(3)(counts)}
        for rule, winners in counted.items():
            listed = listed_winners(ballots, rule)
            if claim.parameters["ties"] == "first ballot":
                listed = next(1 << c for c in ballots[0] if listed >> c & 1)
            elected = winners if claim.parameters["ties"] == "all" else winners[:1]
            yield f"{rule}, ballots {ballots}", {"listed": listed, "counted": sum(1 << c for c in elected)}


def law_of_visits(database: Records, draws: int, how: str) -> dict[tuple[int, ...], Fraction]:
    """The law of the sequence of records that are visited."""
    places: Any = range(len(database))
    if how == "in order":
        return {database[:draws]: Fraction(1)}
    chosen = product(places, repeat=draws) if how == "with replacement" else permutations(places, draws)
    ways = len(database) ** draws if how == "with replacement" else perm(len(database), draws)
    counts = Counter(tuple(database[place] for place in drawn) for drawn in chosen)
    return {sequence: Fraction(count, ways) for sequence, count in counts.items()}


def visits(claim: Claim) -> Iterator[Instance]:
    """Every sequence of visited records, for a database and for its permutations."""
    for records, draws in ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 2)):
        for x, how in product(record_lists(records, 2 if records == 4 else 3), claim.parameters["visits"]):
            own = law_of_visits(x, draws, how)
            for y in sorted(set(permutations(x))):
                other = law_of_visits(y, draws, how)
                for sequence in sorted({*own, *other}):
                    values = {"own": own.get(sequence, 0), "permuted": other.get(sequence, 0)}
                    yield f"x = {x}, permuted {y}, visited {sequence}, {how}", values
