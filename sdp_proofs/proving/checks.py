"""Proofs in one step: by the solver, as identities, on boxes.

Each check evaluates the claim's own formula, so near misses are met by the same code.

A point that meets the hypotheses of a claim and not its formula refutes the claim. Where a proof uses other premises
too, a point that meets all of them need not be an instance: it shows that nothing can be proved from these premises,
but it refutes nothing, and is a *countermodel*. Neither is a point an instance that leaves the ranges of the letters,
as the page of the claim prints them: a probability is a number from 0 to 1, and the odds are at least 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import starmap
from typing import Any

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.ranges import Span, read_box
from sdp_proofs.hunting.searches import over_box, over_domains, over_reals
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.ledger.premise import Origin, Premise
from sdp_proofs.provers.conditions import all_values, domain_said
from sdp_proofs.proving.entailment import (
    Fact,
    facts_that_say,
    follows,
    needs,
    terms_of,
    without_value,
)
from sdp_proofs.proving.premises import (
    Given,
    citations,
    cites,
    conditions,
    definitions,
    entries,
    fixed,
    gathered,
    written,
)
from sdp_proofs.proving.reading import Premises, read, stated
from sdp_proofs.proving.terms import all_but_one, directions, formula_of, integers_of, limits, parts
from sdp_proofs.verdict import Verdict, all_of


def by_solver(title: str, given: Sequence[Given] | str) -> Check:
    """Prove by z3 that the premises imply the formula for all reals.

    The formula and the premises may have exponentials, logarithms and roots: see `proving.entailment` for what is used
    of them. A point that meets the hypotheses and not the formula refutes it; see `proving.entailment`.

    Args:
        title: what is shown.
        given: the premises, or one of them; see `proving.premises` for how to write them.
    """
    given = [given] if isinstance(given, str) else given

    def run(claim: Claim) -> Outcome:
        return solved(claim, read(claim, given))

    hypotheses = conditions(given)
    # Points that meet the hypotheses are instances only where nothing else is given.
    search = over_reals(hypotheses) if len(hypotheses) == len(given) else None

    def without() -> Mapping[str, Check]:
        others = [one for one in given if not isinstance(one, Formula | str)]
        return {name: by_solver(title, [*others, *rest]) for name, rest in all_but_one(hypotheses)}

    return Check(
        Method.SMT, Coverage.ALL, run, title, search=search, without=without,
        conditions=hypotheses, cites=cites(given), trusts=entries(given), fixed=fixed(given),
        definitions=definitions(given), citations=citations(given), meanings=gathered(given),
        needs=lambda claim, known: needs((claim.formula, *written(given), *terms_of(citations(given), known))),
    )  # fmt: skip


def solved(claim: Claim, premises: Premises) -> Outcome:
    """Ask whether the premises imply the claim's formula, part by part."""
    assumed: dict[str, str] = {}
    undecided, countermodel = "", None
    apart = untold(claim)
    for part in directions(claim.formula):
        found = follows(premises.formulas, part, apart)
        if premises.only_hypotheses and found.witness is not None and outside(claim, found.witness):
            # Such a point is no instance; there may be one elsewhere.
            within = follows((*premises.formulas, *declared(claim)), part, apart)
            if within.witness is not None and not within.vacuous:
                found = within
        if found.vacuous:
            return Outcome(Verdict.UNKNOWN, _scope(claim, premises, ()), 0, detail="no real numbers meet the premises")
        if found.witness is not None:
            witness = _point(found.witness)
            if premises.only_hypotheses and _refutes(found.witness, claim, part, premises.formulas):
                shown = witness if part is claim.formula else f"{part}: {witness}"
                return Outcome(Verdict.FAILS, _scope(claim, premises, ()), witness=shown)
            countermodel = countermodel or f"{part}: {witness}"
        if found.verdict is not Verdict.HOLDS:
            undecided = undecided or f"{part} does not follow{f' ({found.reason})' if found.reason else ''}"
        else:
            assumed.update((f"{divisor} != 0", f"{divisor} not zero") for divisor in found.nonzero)
    if undecided:
        scope = _scope(claim, premises, tuple(assumed.values()))
        return Outcome(
            Verdict.UNKNOWN, scope, detail=undecided, premises=premises.origins, countermodel=countermodel
        )
    for part in directions(claim.formula):
        assumed.update((need, need) for need in without_value(premises.formulas, part, claim.integers))
    scope = _scope(claim, premises, tuple(assumed.values()))
    dropped = tuple(Premise(condition, Origin.HYPOTHESIS) for condition in assumed)
    typed = premises.come_from(Origin.TRUST)
    given = (*premises.come_from(Origin.HYPOTHESIS, Origin.DEFINITION), *map(formula_of, assumed))
    pools = [pool for pool in dict.fromkeys([typed, (*typed, *premises.of_steps)]) if pool]
    believed = any(_suffice((*given, *pool), claim) for pool in pools) and not _suffice(given, claim)
    return Outcome(
        Verdict.HOLDS, scope, premises=(*premises.origins, *dropped), believed=believed,
        typed=(claim.formula,) if believed else (*typed, *premises.of_steps),
    )  # fmt: skip


def _suffice(premises: Sequence[Formula], claim: Claim) -> bool:
    return all(follows(premises, part, refute=False).verdict is Verdict.HOLDS for part in directions(claim.formula))


def untold(claim: Claim) -> tuple[Fact, ...]:
    """Return the facts that no part of the claim's proof may use.

    A claim that is a fact is not proved by that fact.
    """
    if claim.untold is not None:
        return claim.untold
    if not isinstance(claim.formula, Formula):
        return ()
    return tuple(dict.fromkeys(fact for part in directions(claim.formula) for fact in facts_that_say(part)))


def _refutes(
    witness: Mapping[str, Fraction], claim: Claim, part: Formula, hypotheses: Sequence[Formula]
) -> bool:
    """Tell whether the claim speaks of a point and fails there.

    It is asked of the formulas as they are written.
    """
    if not witness.keys() >= {name for one in (part, *hypotheses) for name in one.free}:
        return False  # some symbols occur only in terms of which the solver knows nothing
    if outside(claim, witness):
        return False
    whole = all(value.denominator == 1 for name, value in witness.items() if name in claim.integers)
    met = all_of(hypothesis.decide(witness) for hypothesis in hypotheses)
    return whole and met is Verdict.HOLDS and part.decide(witness) is Verdict.FAILS


def _scope(claim: Claim, premises: Premises, assumed: Sequence[str]) -> str:
    """Describe the decided instances, with all that is assumed of the symbols."""
    scope = "all real values of the symbols"
    conditions = [premises.shown(), *assumed]
    stated = ", ".join(condition for condition in conditions if condition)
    return f"{scope} with {stated}" if stated else scope


def by_identity(
    title: str, domains: Mapping[str, Any] | Sequence[str], where: Sequence[Formula | str] | str = ()
) -> Check:
    """Prove an identity by sympy, and compare both sides at points.

    It is proved where both sides have values; what has to hold for that is printed with the domains.

    Args:
        title: what is shown.
        domains: of each symbol, as "natural n k; positive q"; real, where nothing is said. See `provers.symbolic`.
        where: conditions.
    """
    where = tuple(formula_of(one) for one in ([where] if isinstance(where, str) else where))
    if isinstance(domains, str):
        words = [part.split() for part in domains.split(";") if part.strip()]
        domains = {name: kind for kind, *names in words for name in names}
    given = domains if isinstance(domains, Mapping) else dict.fromkeys(domains, "real")
    spoken = tuple(part for one in where for part in parts(one))
    written = [*filter(None, starmap(domain_said, given.items())), *map(str, spoken)]

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.provers.conditions import conditions_of
        from sdp_proofs.provers.symbolic import decide_identity

        left, right = claim.formula.sides()
        used = {name for one in (claim.formula, *where) for name in one.free}
        kinds: dict[str, Any] = {name: given.get(name, "real") for name in (*given, *sorted(used - given.keys()))}
        result = decide_identity(left, right, kinds, where)
        range_ = "" if result.witness is None else outside(claim, result.witness)
        if range_:  # perhaps it is false within what the letters are said to be, too
            within = decide_identity(left, right, kinds, (*where, *declared(claim)))
            result, range_ = (result, range_) if within.witness is None else (within, "")
        witness = _point(result.witness)
        holds = result.verdict is Verdict.HOLDS
        # A formula that is false at a point needs no more words; to find them takes a solver.
        said = conditions_of(left, right, kinds, spoken) if holds else written
        scope = all_values({name: kind for name, kind in kinds.items() if name in used}, said)
        if not claim.formula.is_equation:
            # A proof of an equation tells of another relation only where it fails.
            fails = result.witness is not None and claim.formula.decide(result.witness) is Verdict.FAILS
            verdict = Verdict.FAILS if fails else Verdict.UNKNOWN
            return Outcome(verdict, scope, witness=witness if fails else None, detail="not an equation")
        if range_:
            return Outcome(Verdict.UNKNOWN, scope, detail=f"false outside {range_}", countermodel=witness)
        detail = f"{result.proved_by}; compared at {result.points} points" if result.proved_by else None
        premises = [Premise(text, Origin.HYPOTHESIS) for text in said if text not in map(str, spoken)]
        premises += stated(claim, *spoken)
        return Outcome(result.verdict, scope, witness=witness, detail=detail, premises=tuple(premises))

    return Check(
        Method.SYMBOLIC, Coverage.ALL, run, title, search=over_domains(given, where),
        conditions=(*limits(given), *where), whole=integers_of(given),
    )  # fmt: skip


def on_box(
    title: str,
    box: Mapping[str, Any],
    where: Sequence[Formula | str] | str = (),
    *,
    touching: Mapping[str, Any] | None = None,
    coverage: Coverage = Coverage.ALL,
) -> Check:
    """Prove an inequality on a box; see `provers.inequality.prove_inequality`.

    Args:
        title: what is proved.
        box: an interval for every symbol.
        where: side conditions.
        touching: places where the two sides are equal.
        coverage: BOX if the claim is asserted beyond the box.
    """
    where = tuple(formula_of(one) for one in ([where] if isinstance(where, str) else where))

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.provers.inequality import prove_inequality

        result = prove_inequality(claim.formula, box, where=where, touching=touching)
        witness = _point(result.witness)
        premises = (*(Premise(text, Origin.HYPOTHESIS) for text in ranges), *stated(claim, *where))
        return Outcome(result.verdict, scope, None, witness, result.method or result.reason or None, premises)

    ranges = [f"{name} in {span if isinstance(span, str) else Span.read(span, name)}" for name, span in box.items()]
    scope = ", ".join(ranges) or "no symbols"
    if where:
        scope += f", where {' and '.join(map(str, where))}"

    def without() -> Mapping[str, Check]:
        return {name: on_box(title, box, rest, touching=touching) for name, rest in all_but_one(where)}

    limits = [formula_of(text) for name, span in read_box(box).items() for text in span.conditions(name)]
    return Check(
        Method.CERTIFIED, coverage, run, title, search=over_box(box, where), without=without,
        conditions=(*limits, *where),
    )  # fmt: skip


def _point(values: Mapping[str, Any] | None) -> str | None:
    if values is None:
        return None
    return ", ".join(f"{name} = {value}" for name, value in values.items()) or "no symbols"


_NUMBER = r"(-?\d+(?:/\d+)?)"
_UNIT = "And(0 <= {0}, {0} <= 1)"
_MEANINGS = (
    (re.compile(r"\b(probability|chance|share|rate|law of the output)\b"), _UNIT),
    (re.compile(r"\b(?:between|from) 0 (?:and|to) " + _NUMBER + "$"), "And(0 <= {0}, {0} <= {1})"),
    (re.compile(r"\bin \[0, 1\]$"), _UNIT),
    (re.compile(r"(>=|<=|>|<) " + _NUMBER + "$"), "{0} {1} {2}"),
    (re.compile(r"^any 0 or 1$"), "Or({0} == 0, {0} == 1)"),
    (re.compile(r"\bpositive number$"), "{0} > 0"),
    (re.compile(r"\b(variance|distance|number of)\b"), "{0} >= 0"),
    (re.compile(r"^[\w.]*(delta|hockey_stick)\w*$"), _UNIT),
)
_CAPTIONS = (
    (re.compile(r"^e\^\{?\\epsilon\}?$"), "{0} >= 1"),
    (re.compile(r"^\\hat\\delta|^\\delta"), _UNIT),
    (re.compile(r"^(\\Pr|[PQ]'?)\s*[(\[]"), _UNIT),
)


def declared(claim: Claim, names: Iterable[str] = ()) -> tuple[Formula, ...]:
    """The ranges of the symbols of a claim's formula, as conditions.

    They are read from what the page of the claim prints, the captions and the meanings of the symbols, and are nowhere
    listed by claim.

    Args:
        claim: what speaks of the symbols.
        names: other symbols, of its proof.

    Example:
        >>> from sdp_proofs.papers import registry
        >>> [str(one) for one in declared(registry()["outputs-of-one-ratio-may-be-joined"])][:2]
        ['And(0 <= p, p <= 1)', 'And(0 <= q, q <= 1)']
    """
    symbols = dict.fromkeys((*claim.formula.free, *names))
    return tuple(Formula(text, {name: name}) for name in symbols for text in _ranges(claim, name))


def _ranges(claim: Claim, name: str) -> Iterator[str]:
    caption = claim.formula.symbols.get(name, claim.captions.get(name, ""))
    for text, patterns in ((claim.means.get(name, ""), _MEANINGS), (caption, _CAPTIONS)):
        found = next(((match, said) for pattern, said in patterns if (match := pattern.search(text))), None)
        if found is not None:
            yield found[1].format(name, *found[0].groups())
            return


def outside(claim: Claim, values: Mapping[str, Fraction]) -> str:
    """Name the first range that a point leaves; empty for an instance.

    Args:
        claim: what speaks of the symbols.
        values: the point; symbols without a value leave nothing.

    Example:
        >>> from sdp_proofs.papers import registry
        >>> claim = registry()["outputs-of-one-ratio-may-be-joined"]
        >>> outside(claim, {"p": Fraction(7, 4)}), outside(claim, {"p": Fraction(1, 4)})
        ('And(0 <= p, p <= 1)', '')
    """
    for one in declared(claim):
        if one.free[0] in values and one.decide(values) is Verdict.FAILS:
            return str(one)
    return ""
