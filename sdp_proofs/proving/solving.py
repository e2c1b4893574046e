"""What follows from premises for all real values of the symbols, by z3, and what is said when it does not follow.

A point that meets the hypotheses of a claim and not its formula refutes the claim. Where a proof uses other premises
too, a point that meets all of them need not be an instance: it shows that nothing can be proved from these premises,
but it refutes nothing, and is a *countermodel*.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from sdp_proofs.formulas.derivatives import text
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Claim, Outcome
from sdp_proofs.ledger.premise import Origin, Premise
from sdp_proofs.provers.smt import SmtResult, prove_for_all_reals
from sdp_proofs.provers.smt_terms import bare, divisors
from sdp_proofs.proving.abstraction import Abstraction, Fact, abstracted, instances
from sdp_proofs.proving.conjunctions import directions
from sdp_proofs.proving.declared import declared, outside
from sdp_proofs.proving.definedness import definedness
from sdp_proofs.proving.premises import Premises, formula_of
from sdp_proofs.verdict import Verdict, all_of

_POINTS = 29


def solved(claim: Claim, premises: Premises) -> Outcome:
    """Whether the premises imply the claim's formula, one part of it after the other."""
    assumed: dict[str, str] = {}
    undecided, countermodel = "", None
    apart = untold(claim)
    for part in directions(claim.formula):
        found = follows(premises.formulas, part, apart)
        if premises.only_hypotheses and found.witness is not None and outside(claim, found.witness):
            # That is no instance; there may be one elsewhere.
            within = follows((*premises.formulas, *declared(claim)), part, apart)
            if within.witness is not None and not within.vacuous:
                found = within
        if found.vacuous:
            return Outcome(Verdict.UNKNOWN, _scope(claim, premises, ()), 0, detail="no real numbers meet the premises")
        if found.witness is not None:
            witness = _shown(found.witness) or "no symbols"
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
    """Whether some of the premises of a proof are all that it needs."""
    return all(follows(premises, part, refute=False).verdict is Verdict.HOLDS for part in directions(claim.formula))


def untold(claim: Claim) -> tuple[Fact, ...]:
    """The facts that no part of the proof of a claim may use: what the claim says itself is not proved by them."""
    if claim.untold is not None:
        return claim.untold
    if not isinstance(claim.formula, Formula):
        return ()
    return tuple(dict.fromkeys(fact for part in directions(claim.formula) for fact in facts_that_say(part)))


def facts_that_say(statement: Formula) -> tuple[Fact, ...]:
    """The facts on exponentials, logarithms and roots that are a statement: they prove nothing of it but themselves.

    A fact is the statement if each follows from the other, of whatever numbers.

    Example:
        >>> [fact.says for fact in facts_that_say(Formula("Implies(u <= v, exp(v) - exp(u) >= 0)", ["u", "v"]))]
        ['Implies({x} <= {y}, {f} <= {g})']
    """
    found: dict[Fact, None] = {}
    for fact, said, asked in instances(statement):
        if set(said.free) != set(asked.free) or not _alike(said, asked):
            continue
        both = (prove_for_all_reals([said], asked), prove_for_all_reals([asked], said))
        if all(one.verdict is Verdict.HOLDS for one in both):
            found[fact] = None
    return tuple(found)


def _alike(one: Formula, other: Formula) -> bool:
    """Whether no point of a few tells two formulas apart: it takes a solver long to find one."""
    names = sorted({*one.free, *other.free})
    for start in range(_POINTS):
        point = {name: Fraction((start * (7 * place + 3)) % 29 - 14, 3 + place) for place, name in enumerate(names)}
        answers = {one.decide(point), other.decide(point)}
        if answers >= {Verdict.HOLDS, Verdict.FAILS}:
            return False
    return True


def follows(
    premises: Sequence[Formula], conclusion: Formula, without: Collection[Fact] = (), *, refute: bool = True
) -> SmtResult:
    """Whether premises imply a conclusion, with exponentials, logarithms and roots as symbols.

    A witness gives values for these symbols, too, unless they are left out of it.

    Args:
        premises: what is assumed.
        conclusion: what is asked.
        without: facts on these functions that are not to be used.
        refute: whether a point is wanted where the conclusion fails.
    """
    question = abstracted((*premises, conclusion), without)
    *assumed, goal = question.formulas
    if not question.terms:
        return prove_for_all_reals(assumed, goal, refute=refute)
    open_: dict[str, None] = {}
    apart: set[str] = set()
    for obligation, fact in question.known:
        shown = prove_for_all_reals(assumed, obligation) if obligation is not None else None
        if shown is not None and (shown.verdict is not Verdict.HOLDS or shown.nonzero):
            undefined = SmtResult(Verdict.UNKNOWN, shown.witness, reason=f"{obligation} is not shown")
            return _without_terms(undefined, question)
        zeros = _may_vanish(assumed, fact, apart) if obligation is None else ()
        open_.update(dict.fromkeys(zeros))
        assumed.append(_where(fact, zeros))
    found = prove_for_all_reals(assumed, goal, refute=refute)
    return _without_terms(replace(found, nonzero=tuple({**dict.fromkeys(found.nonzero), **open_})), question)


def without_value(premises: Sequence[Formula], conclusion: Formula, integers: Container[str]) -> tuple[str, ...]:
    """What the premises leave open of where terms have values that the solver took for any numbers: powers and such.

    The conclusion is false nowhere, but true only where they have; of an implication, where its condition is true.

    Raises:
        DomainError: it is a condition on the index of a sum.

    Example:
        >>> formula = Formula("Implies(x > 1, x**y == x**y)", ["x", "y"])
        >>> without_value([], formula, ()), without_value([], formula.mutate("> 1", "> -1"), ())
        ((), ('x > 0',))
    """
    tree, known = conclusion.tree, list(premises)
    open_: dict[str, None] = {}
    for node in tree.parts if tree.head == "implies" else (tree,):
        part = Formula(text(node), conclusion.symbols)
        opaque = [term for name, term in abstracted([part]).terms.items() if name.startswith("term_")]
        needs = (need for term in opaque for need in definedness(Formula(term, conclusion.symbols), integers))
        for need in dict.fromkeys(needs):
            found = follows(known, Formula(need, conclusion.symbols))
            if not found.everywhere:
                open_[need] = None
        known.append(part)
    return tuple(open_)


def _may_vanish(assumed: Sequence[Formula], fact: Formula, apart: set[str]) -> tuple[str, ...]:
    """The divisors in a fact that the premises do not keep from zero; `apart` are those that fewer premises keep."""
    found = []
    for one in dict.fromkeys(map(bare, divisors(fact.tree))):
        if one not in apart and prove_for_all_reals(assumed, Formula(f"{one} != 0", fact.symbols)).everywhere:
            apart.add(one)
        if one not in apart:
            found.append(one)
    return tuple(found)


def _where(fact: Formula, zeros: Sequence[str]) -> Formula:
    """The fact where these divisors are not zero: elsewhere the term that it is about has no value, and no fact."""
    if not zeros:
        return fact
    return Formula(f"Implies(And({', '.join(f'{one} != 0' for one in zeros)}), {fact})", fact.symbols)


def _without_terms(found: SmtResult, question: Abstraction) -> SmtResult:
    if found.witness is None:
        return found
    witness = {name: value for name, value in found.witness.items() if name not in question.terms}
    return SmtResult(Verdict.UNKNOWN, witness, found.vacuous, found.reason, found.nonzero)


def _refutes(
    witness: Mapping[str, Fraction], claim: Claim, part: Formula, hypotheses: Sequence[Formula]
) -> bool:
    """Whether the claim speaks of a point and is false there: asked of the formulas as they are written."""
    if not witness.keys() >= {name for one in (part, *hypotheses) for name in one.free}:
        return False  # some symbols occur only in terms of which the solver knows nothing
    if outside(claim, witness):
        return False
    whole = all(value.denominator == 1 for name, value in witness.items() if name in claim.integers)
    met = all_of(hypothesis.decide(witness) for hypothesis in hypotheses)
    return whole and met is Verdict.HOLDS and part.decide(witness) is Verdict.FAILS


def _scope(claim: Claim, premises: Premises, assumed: Sequence[str]) -> str:
    """The instances that are decided: everything that is assumed of the symbols stands here."""
    scope = "all real values of the symbols"
    conditions = [premises.shown(), *assumed]
    stated = ", ".join(condition for condition in conditions if condition)
    return f"{scope} with {stated}" if stated else scope


def _shown(witness: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in witness.items())
