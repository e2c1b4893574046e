"""What public accountants print, as instances: the proven delta at an epsilon, and the delta that is claimed there.

An accountant that is asked for epsilon at a delta claims that the delta of the release at the printed epsilon is at
most the given one; one that is asked for delta claims the printed one. So all promises are about the same two numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.ledger import Claim
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.accountants.peers import Printed, of
from sdp_proofs.proving.instances import Instance

DIGITS = 6
PROVEN = ("pairs-that-dominate-compose", "inversion-encloses-delta", "the-event-of-the-gaussian-pair")
"""What the enclosures of delta rest on."""
RATIOS = (
    "low = lambda x: 1/(x + 1/(x + 2/(x + 3/(x + 4/(x + 5/x))))); "
    "high = lambda x: 1/(x + 1/(x + 2/(x + 3/(x + 4/(x + 5/(x + 6/x))))))"
)
"""Mills' ratio (1 - Phi(x))/phi(x) lies between neighbouring convergents of its continued fraction [Laplace 1805]."""


def loss(row: Printed) -> Enclosure:
    """Delta of the release at the epsilon of a row, proven."""
    return _loss(row.release, row.adjacency, row.epsilon)


@cache
def _loss(release: str, adjacency: str | None, epsilon: str) -> Enclosure:
    value = delta_at(Question.of(read_release(release), adjacency), epsilon, digits=DIGITS).value
    assert value is not None
    return value


VALUES: dict[str, Callable[[Printed], object]] = {
    "loss": loss,
    "claimed": lambda row: Fraction(row.delta),
    "T": lambda row: sum(count for _, count in read_release(row.release).terms()),
}


def printed(*promises: str) -> Callable[[Claim], Iterator[Instance]]:
    """All rows of some promises; those at the deltas of the parameter `at`, where a claim has one."""

    def rows(claim: Claim) -> Iterator[Instance]:
        wanted = claim.parameters.get("at")
        for row in (row for promise in promises for row in of(promise)):
            if wanted is None or row.given in wanted:
                yield f"{row.release}, {row.call}", {name: VALUES[name](row) for name in claim.formula.free}

    return rows
