"""Proofs after a substitution of terms for symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import Check, Claim, Outcome
from sdp_proofs.ledger.premise import Origin, Premise
from sdp_proofs.proving.premises import formula_of
from sdp_proofs.proving.terms import with_terms
from sdp_proofs.verdict import Verdict

Terms = Mapping[str, str] | Callable[[Claim], Mapping[str, str]]


def after_substitution(
    check: Check, terms: Terms, more: Sequence[str] = (), *, by: str = "", definition: bool = False
) -> Check:
    """The check, run on the claim's formula with terms in place of symbols: one output in place of all.

    What entitles to the substitution has to be said, or the proof establishes nothing. A point where the formula fails
    after it refutes nothing.

    Args:
        check: decides the formula with the terms.
        terms: a term for each of some symbols; they may depend on the claim's parameters.
        more: further symbols of the terms.
        by: the entry of the trust ledger that leads back from the terms to what the symbols stand for.
        definition: the terms are what the symbols stand for.

    Raises:
        DomainError: both a trust entry and a definition.
    """
    if by and definition:
        raise DomainError(f"a substitution must be by trust or by definition; got both, in {check.title!r}")
    origin = Origin.TRUST if by else Origin.DEFINITION if definition else Origin.ASSUMED

    def run(claim: Claim) -> Outcome:
        meant = terms(claim) if callable(terms) else terms
        premises = tuple(
            Premise(f"{name} == {term}", Origin.HYPOTHESIS if definition and name in claim.speaks_of else origin, by)
            for name, term in meant.items()
        )
        found = check.run(replace(claim, formula=with_terms(claim.formula, meant, more)))
        scope = f"{found.scope}, with {', '.join(f'{name} = {term}' for name, term in meant.items())}"
        if found.verdict is Verdict.FAILS:
            stronger = f"the stronger statement fails at {found.witness}"
            return Outcome(Verdict.UNKNOWN, scope, detail=stronger, countermodel=found.witness)
        proved = any(one.origin in (Origin.CLAIM, Origin.STEP, Origin.COLLECTED) for one in found.premises)
        believed = found.believed or (bool(by) and not proved)
        typed = (claim.formula,) if believed else found.typed
        return replace(found, scope=scope, premises=(*found.premises, *premises), believed=believed, typed=typed)

    trusts = check.trusts | {by} if by else check.trusts
    conditions, definitions = check.conditions, check.definitions
    if callable(terms):
        conditions = None  # terms that depend on a claim's parameters are not known here: nothing can be cited then
        held = check.fixed
    else:
        held = check.fixed | frozenset(terms)
        if definition:
            definitions += tuple((name, formula_of(f"{name} == ({term})")) for name, term in terms.items())
        elif conditions is not None:  # what is told of one output is part of what the symbols stand for
            conditions = tuple(one for one in conditions if not one.free or set(one.free) - set(more))
    return replace(
        check, run=run, search=None, without=None, instances=None, trusts=trusts, conditions=conditions, fixed=held,
        definitions=definitions, meanings=(*check.meanings, *(() if callable(terms) else terms.items())),
    )  # fmt: skip
