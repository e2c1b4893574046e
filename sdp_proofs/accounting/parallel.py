"""Parallel releases: the records are split into parts by what they are, and each part has a release of its own.

Which pair of parts a change touches depends on what neighbours are:

* *add-remove*: one part has a record more or less, the others are as they were. The cost is that of the worst part.
* *replace-one*: the two records may lie in one part, where the distance is twice the sensitivity, or in two: then one
  part loses a record and another gains one, and the two releases compose. Taking the worst part alone, as for
  add-remove, is wrong there. A statement that is itself about replaced records, such as pure(epsilon=..), says nothing
  about a part that loses one, and is refused.

The split is the same in all repetitions of one parallel release.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations, product
from math import prod
from typing import Any, ClassVar

from sdp_proofs.accounting.lemmas import parallel_composition
from sdp_proofs.accounting.release import (
    ADD_REMOVE,
    MOST_TERMS,
    REPLACE_ONE,
    SENSITIVITY,
    Mechanism,
    Release,
    Run,
    set_fields,
)
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.reals import shown

_MOST_CHOICES = 200


@dataclass(frozen=True)
class Parallel(Mechanism):
    """Releases of disjoint parts of the records.

    Args:
        parts: one release each, at least one.

    Raises:
        DomainError: none, or something else than releases.

    Example:
        >>> from sdp_proofs.accounting.plain_releases import Laplace
        >>> print(Parallel([Laplace(2), Laplace(3)]) * 4)
        parallel(laplace(scale=2, sensitivity=1), laplace(scale=3, sensitivity=1)) * 4
    """

    name: ClassVar[str] = "parallel"
    relative_to: ClassVar[str] = SENSITIVITY
    inner: ClassVar[str] = "parts"
    splits: ClassVar[bool] = True
    parts: tuple[Release, ...]

    def __init__(self, parts: Iterable[Any]) -> None:
        listed = tuple(parts)
        if not listed:
            raise DomainError("parallel must be given a release for each part, got none")
        if len(listed) > MOST_TERMS:
            raise SizeError(f"parallel must have at most {MOST_TERMS} parts, got {len(listed)}")
        for part in listed:
            if not isinstance(part, Release):
                raise DomainError(f"parallel must be given releases, got {shown(part)}")
            if any(term.splits for term, _ in part.terms()):
                raise DomainError("the parts of parallel must not be parallel themselves; name all parts in one")
        set_fields(self, parts=listed)

    def inside(self) -> Iterator[Mechanism]:
        """Those of all parts."""
        for part in self.parts:
            yield from (term for term, _ in part.terms())

    def touched(self, count: int, adjacency: str) -> list[tuple[Run, ...]]:
        """One part, or two of which one gains the record that the other loses; parts that are alike count once."""
        within = [_runs(part, count, adjacency) for part in dict.fromkeys(self.parts)]
        if adjacency != REPLACE_ONE:
            parallel_composition(adjacency)
            return within
        pairs = dict.fromkeys(permutations(self.parts, 2))
        return within + [
            _runs(left, count, ADD_REMOVE) + _runs(right, count, ADD_REMOVE, gains=True) for left, right in pairs
        ]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.parts))})"


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


def _runs(part: Release, count: int, adjacency: str, *, gains: bool = False) -> tuple[Run, ...]:
    return tuple(Run(term, own * count, adjacency, gains) for term, own in part.terms())
