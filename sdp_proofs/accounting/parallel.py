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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from sdp_proofs.accounting.release import MOST_TERMS, Release, set_fields
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.reals import shown


@dataclass(frozen=True)
class Parallel(Release):
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
            if any(isinstance(term, Parallel) for term, _ in part.terms()):
                raise DomainError("the parts of parallel must not be parallel themselves; name all parts in one")
        set_fields(self, parts=listed)

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.parts))})"


def mechanisms_in(release: Release) -> Iterator[Release]:
    """All mechanisms, sampled or not, those inside parallel parts too.

    Example:
        >>> from sdp_proofs.accounting.plain_releases import Laplace
        >>> [str(term) for term in mechanisms_in(Parallel([Laplace(2)]) + Laplace(3))]
        ['laplace(scale=2, sensitivity=1)', 'laplace(scale=3, sensitivity=1)']
    """
    for term, _ in release.terms():
        if isinstance(term, Parallel):
            for part in term.parts:
                yield from (inner for inner, _ in part.terms())
        else:
            yield term
