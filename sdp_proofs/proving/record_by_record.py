"""Counting samples record by record: a proof by induction on the records, for a claim that states a product."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.provers.symbolic import Domain
from sdp_proofs.proving.terms import with_terms
from sdp_proofs.verdict import Verdict

Changes = Mapping[str, str]
"""Terms in place of some symbols."""


def record_by_record(
    title: str,
    all_samples: str,
    none: Changes,
    records: Sequence[tuple[Changes, Changes]],
    where: Sequence[Formula],
    *,
    named: str,
    possible: Sequence[Formula],
) -> Check:
    """The right side of the claim, times the number of all samples, counts the samples with a given histogram.

    With no records there is one sample, the empty one. The samples of a database with one record more are those without
    it and those with it; the latter are samples of the smaller database, one record shorter. If the right side does the
    same, for a record of every type, it is the count at every database, by induction on the records.

    Args:
        title: what is shown.
        all_samples: the number of all samples, in the claim's symbols.
        none: the empty database and the empty sample.
        records: for each type, the database with one record more, and the sample without its last record.
        where: conditions for the points at which the identities are compared without sympy.
        named: the symbol on the left side, which stands for what is counted.
        possible: the databases and samples that the induction reaches; whoever cites the claim must meet this.
    """

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.provers.symbolic import decide_identity

        left, share = claim.formula.sides()
        count = Formula(f"({share})*{all_samples}", share.symbols)
        scope = "all databases and samples, by induction on the records"
        if not claim.formula.is_equation:
            return Outcome(Verdict.UNKNOWN, scope, detail="not an equation")
        if left.text != named or named in share.free:
            return Outcome(Verdict.UNKNOWN, scope, detail=f"{left} is not the name of the right side")
        if with_terms(Formula(f"{count} == 1", count.symbols), none).decide({}) is not Verdict.HOLDS:
            return Outcome(Verdict.UNKNOWN, scope, detail="the empty sample is not counted once")
        domains: dict[str, Domain] = dict.fromkeys(count.free, "natural")
        for grown, shortened in records:
            whole = with_terms(count, grown)
            shorter = with_terms(count, shortened)
            found = decide_identity(whole, Formula(f"({count}) + ({shorter})", count.symbols), domains, where)
            if found.verdict is not Verdict.HOLDS:
                changed = ", ".join(f"{name} = {term}" for name, term in grown.items())
                return Outcome(Verdict.UNKNOWN, scope, detail=f"the samples are not split by a record with {changed}")
        return Outcome(Verdict.HOLDS, scope, detail=f"a first case, and a record of each of {len(records)} types")

    return Check(
        Method.SYMBOLIC, Coverage.ALL, run, title, conditions=tuple(possible), fixed=frozenset({named}),
        whole=frozenset(none),
    )  # fmt: skip
