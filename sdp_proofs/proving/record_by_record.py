"""Counting samples record by record: a proof by induction on the records, for a claim that states a product.

With no records there is one sample, the empty one. The samples of a database with one record more are those without it
and those with it; the latter are samples of the smaller database, one record shorter. There is one way only to go on
like this from what is so for no records, so whatever does is the number of samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.ledger.premise import Origin, Premise
from sdp_proofs.provers.symbolic import Domain, expression
from sdp_proofs.proving.premises import formula_of
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

    It does if it goes on as the number of samples does, for a record of every type, and begins as that does: it is 1 at
    no records and no sample, and 0 at no records and any other sample. The number of all samples is checked alike.

    Args:
        title: what is shown.
        all_samples: the number of all samples, in the claim's symbols.
        none: the empty database and the empty sample.
        records: for each type, the database with one record more, and the sample without its last record.
        where: conditions for the points at which the identities are compared without sympy.
        named: the symbol on the left side, which stands for what is counted.
        possible: the databases and samples at which the right side has a value; whoever cites the claim must meet this,
            and that the numbers are those of records and of a sample.

    Raises:
        DomainError: there are no records; a number does not begin at 0, or changes by another number than 1; no number
            is that of the records of one type alone.
    """
    grows = {name for grown, _ in records for name in grown}
    shrinks = {name for _, shortened in records for name in shortened}
    steps = [*(("+", *one) for grown, _ in records for one in grown.items())]
    steps += [*(("-", *one) for _, shortened in records for one in shortened.items())]
    odd = [name for sign, name, term in steps if "".join(term.split()) != f"{name}{sign}1"]
    if not records or odd or grows & shrinks or none != dict.fromkeys(grows | shrinks, "0"):
        raise DomainError(f"records and samples must be counted one by one from 0, for each type; got {title!r}")
    said = [
        f"a record of type {number}: {_listed(grown)}; sampled: {_listed(shortened)}"
        for number, (grown, shortened) in enumerate(records, start=1)
    ]

    def run(claim: Claim) -> Outcome:
        left, share = claim.formula.sides()
        scope = f"all databases and samples, by induction on the records, where {'; '.join(said)}"
        if not claim.formula.is_equation:
            return Outcome(Verdict.UNKNOWN, scope, detail="not an equation")
        if left.text != named or named in share.free:
            return Outcome(Verdict.UNKNOWN, scope, detail=f"{left} is not the name of the right side")
        number = Formula(f"({share})*({all_samples})", share.symbols)
        if strange := set(number.free) - none.keys():
            return Outcome(Verdict.UNKNOWN, scope, detail=f"{', '.join(sorted(strange))}: no number of records")
        for what, count in (("the samples", number), ("all samples", formula_of(all_samples))):
            if gap := next(_gaps(_reduced(count), none, records, where), ""):
                return Outcome(Verdict.UNKNOWN, scope, detail=f"{what}: {gap}")
        meant = f"{named} is the share of {all_samples} samples, as likely as each other, that have a histogram"
        premises = tuple(Premise(text, Origin.DEFINITION) for text in (meant, *said))
        detail = f"a first case, and a record of each of {len(records)} types"
        return Outcome(Verdict.HOLDS, scope, detail=detail, premises=premises)

    return Check(
        Method.SYMBOLIC, Coverage.ALL, run, title, conditions=(*possible, *_reached(records)),
        fixed=frozenset({named}), whole=frozenset(none),
    )  # fmt: skip


def _reached(records: Sequence[tuple[Changes, Changes]]) -> Iterator[Formula]:
    """That numbers are those of some records and of a sample, which are all that an induction on records reaches.

    Raises:
        DomainError: they cannot be told apart by type.
    """
    for place, what in enumerate(("records", "samples")):
        names = dict.fromkeys(name for one in records for name in one[place])
        types = {name: [number for number, one in enumerate(records) if name in one[place]] for name in names}
        own = {found[0]: name for name, found in types.items() if len(found) == 1}
        every = next((name for name, found in types.items() if len(found) == len(records)), "")
        rest = [number for number in range(len(records)) if number not in own]
        if len(rest) > 1 or (rest and not every):
            raise DomainError(f"there must be a number for the {what} of each type; got {', '.join(types)}")
        if rest:
            own[rest[0]] = f"({' - '.join([every, *own.values()])})"
        yield from (formula_of(f"{number} >= 0") for number in own.values())
        for name, found in types.items():
            if (total := " + ".join(own[number] for number in found)) != name and not (rest and name == every):
                yield formula_of(f"{name} == {total}")


def _reduced(count: Formula) -> Formula:
    """The number without what is above and below a fraction bar, so that it has a value at no records, too."""
    return Formula(str(expression(count, dict.fromkeys(count.symbols, "natural"))), count.symbols)


def _gaps(
    count: Formula, none: Changes, records: Sequence[tuple[Changes, Changes]], where: Sequence[Formula]
) -> Iterator[str]:
    """Why it is not the number of samples of some kind."""
    begun = _with(count, none)
    if Formula(f"{begun} == 1", begun.symbols).decide({}) is not Verdict.HOLDS:
        yield "the empty sample is not counted once"
    for place, (grown, shortened) in enumerate(records):
        if not _equal(_with(count, _drawn(none, records, place)), "0", ()):
            yield f"no records have a sample with one of type {place + 1}"
        if not _equal(_with(count, grown), f"({count}) + ({_with(count, shortened)})", where):
            yield f"not split by a record with {_listed(grown)}"


def _drawn(none: Changes, records: Sequence[tuple[Changes, Changes]], place: int) -> Changes:
    """No records, and a sample with one of a type and any number of each."""
    of_type = {f"drawn_{number}": shortened for number, (_, shortened) in enumerate(records)}
    return {
        name: " + ".join(["0", *(each for each, shortened in of_type.items() if name in shortened)])
        + (" + 1" if name in records[place][1] else "")
        for name in none
    }


def _with(count: Formula, terms: Changes) -> Formula:
    used = {name: term for name, term in terms.items() if name in count.symbols}
    return with_terms(count, used, [name for term in used.values() for name in formula_of(term).free])


def _equal(left: Formula, right: str, where: Sequence[Formula]) -> bool:
    from sdp_proofs.provers.symbolic import decide_identity

    kinds: dict[str, Domain] = dict.fromkeys((*left.free, *formula_of(right).free), "natural")
    spoken = [one for one in where if set(one.free) <= kinds.keys()]
    return decide_identity(left, right, kinds, spoken).verdict is Verdict.HOLDS


def _listed(changes: Changes) -> str:
    return ", ".join(f"{name} = {term}" for name, term in changes.items())
