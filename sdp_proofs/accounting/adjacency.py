"""Which databases are neighbours, and when that has to be said.

* *add-remove*: one record more or less. The outputs' distance is one sensitivity. Direction "remove" compares the
  law with the record to the law without it, P with and Q without; "add" is the other way round.
* *replace-one*: one record is another one. The distance is twice the sensitivity; direction "replace".

Every mechanism says which of the two its privacy is about (`Mechanism.relative_to`). Poisson sampling is analysed
under add-remove and batches of fixed size under replace-one, so there the sampling names it. Where nothing does and
the noise is relative to a sensitivity, it must be given. A finite mechanism, randomised response, pure and approximate
privacy are themselves statements about neighbours and need none ("any").
"""

from __future__ import annotations

from sdp_proofs.accounting.release import ADD_REMOVE, ANY, REPLACE_ONE, SENSITIVITY, Mechanism, Release, mechanisms_in
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import shown
from sdp_proofs.spelling import suggestion

__all__ = ["ADD_REMOVE", "ANY", "IN_WORDS", "REPLACE_ONE", "adjacency_of"]
_RECORDS = {REPLACE_ONE: "a mechanism of any number of records", ADD_REMOVE: "a mechanism of a given number of records"}
IN_WORDS = {
    ADD_REMOVE: "add or remove one record",
    REPLACE_ONE: "replace one record",
    ANY: "for the neighbours that the release is stated for",
}
"""What is said beside (epsilon, delta) in print."""


def adjacency_of(release: Release, named: str | None = None) -> str:
    """The adjacency of a question: the one that is named, or the only one the release admits.

    Raises:
        DomainError: unknown, not admitted, or missing although it matters.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> adjacency_of(read_release("poisson(rate=0.1, gaussian(sigma=1))"))
        'add-remove'
    """
    if named is not None and named not in (ADD_REMOVE, REPLACE_ONE):
        hint = suggestion(named, (ADD_REMOVE, REPLACE_ONE))
        raise DomainError(f"adjacency must be {ADD_REMOVE} or {REPLACE_ONE}, got {shown(named)}{hint}")
    needs: dict[str, str] = {}
    relative = None
    for term in mechanisms_in(release):
        if term.sampling:
            _check_sampled(term, getattr(term, term.inner))
        if term.relative_to in (ADD_REMOVE, REPLACE_ONE):
            needs[term.relative_to] = term.name
        elif term.relative_to == SENSITIVITY:
            relative = term.name
    parallel = [term for term, _ in release.terms() if term.splits]
    relative = parallel[0].name if parallel else relative
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
    if named is None and relative is not None:
        raise DomainError(
            f"adjacency must be given with {relative}: {ADD_REMOVE} (the outputs' distance is one sensitivity) "
            f"or {REPLACE_ONE} (it is two), got none"
        )
    _check_parts(parallel, named)
    return named or ANY


def _check_sampled(term: Mechanism, inner: Mechanism) -> None:
    """Refuse a mechanism whose privacy is a statement about other neighbours than that of the sampling."""
    if inner.relative_to in _RECORDS and inner.relative_to != term.relative_to:
        raise DomainError(f"{term.name} must be given {_RECORDS[inner.relative_to]}, got {inner.name}")


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
