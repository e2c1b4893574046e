"""Which mechanisms see a change to a neighbouring database: of each parallel release the parts of the changed record.

World: exact. See `parallel` for what neighbours do to parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations, product
from math import prod

from sdp_proofs.accounting.adjacency import ADD_REMOVE, REPLACE_ONE
from sdp_proofs.accounting.parallel import Parallel
from sdp_proofs.accounting.release import Release
from sdp_proofs.errors import SizeError

_MOST_CHOICES = 200


@dataclass(frozen=True)
class Run:
    """A mechanism that sees the change.

    Args:
        mechanism: sampled or not.
        count: how often it is run.
        adjacency: what the change is, seen from it.
        gains: whether it gains the record where others lose theirs.
    """

    mechanism: Release
    count: int
    adjacency: str
    gains: bool = False


def touched(terms: Mapping[Release, int], adjacency: str) -> Iterator[tuple[Run, ...]]:
    """All choices of one part, or of two, of every parallel release, with everything else.

    Raises:
        SizeError: too many choices.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> table = read_release("parallel(laplace(scale=1), laplace(scale=2))")
        >>> [[len(runs) for runs in touched({table: 1}, name)] for name in (ADD_REMOVE, REPLACE_ONE)]
        [[1, 1], [1, 1, 2, 2]]
    """
    fixed = tuple(Run(term, count, adjacency) for term, count in terms.items() if not isinstance(term, Parallel))
    options = [_choices(term, count, adjacency) for term, count in terms.items() if isinstance(term, Parallel)]
    if prod(map(len, options)) > _MOST_CHOICES:
        raise SizeError(f"the parts that a record can be in must be at most {_MOST_CHOICES} choices, got more")
    for chosen in product(*options):
        yield fixed + tuple(run for runs in chosen for run in runs)


def _choices(parallel: Parallel, count: int, adjacency: str) -> list[tuple[Run, ...]]:
    """Parts that are alike count once."""
    within = [_runs(part, count, adjacency) for part in dict.fromkeys(parallel.parts)]
    if adjacency != REPLACE_ONE:
        return within
    pairs = dict.fromkeys(permutations(parallel.parts, 2))
    return within + [
        _runs(left, count, ADD_REMOVE) + _runs(right, count, ADD_REMOVE, gains=True) for left, right in pairs
    ]


def _runs(part: Release, count: int, adjacency: str, *, gains: bool = False) -> tuple[Run, ...]:
    return tuple(Run(term, own * count, adjacency, gains) for term, own in part.terms())
