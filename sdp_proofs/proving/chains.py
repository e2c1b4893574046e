"""Proofs in several steps: lemmas, conclusions, terms in place of symbols.

A step that is `about` another formula is a lemma of the proof: later steps may cite it, with `premises.shown` and its
title, under the conditions under which it was proved. The last step proves the claim's own formula. A step may be
stronger than the claim, or speak of other symbols, so what fails in it refutes nothing: these checks answer HOLDS or
UNKNOWN, and checks that enumerate refute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.ledger.claim import weakest
from sdp_proofs.ledger.premise import Citable, Citation, Origin, Premise
from sdp_proofs.proving.checks import untold
from sdp_proofs.proving.terms import formula_of, with_terms
from sdp_proofs.verdict import Verdict

_WEAKEST_FIRST = (Method.CERTIFIED, Method.SMT, Method.SYMBOLIC, Method.EXACT)


def about(formula: Formula | Callable[[Claim], Formula], check: Check) -> Check:
    """Check another formula: a lemma of the claim's proof.

    The formula may be written down from the claim's parameters.

    What it finds says nothing about the claim itself until a later step cites it; see `in_steps`. It is the same of
    the claim and of every mutant of its formula: the question is compared in all its parts, and proved once.
    """
    proved: list[tuple[list[Any], Outcome]] = []

    def run(claim: Claim) -> Outcome:
        asked = replace(claim, formula=_asserted(formula, claim), untold=untold(claim))
        question = [getattr(asked, part.name) for part in fields(asked)]
        for earlier, answer in proved:
            if earlier == question:
                return answer
        found = check.run(asked)
        if found.verdict is Verdict.HOLDS:
            proved[:] = [(question, found)]
        return found

    return replace(check, run=run, search=None, without=None, instances=None, proves=formula)


def in_steps(title: str, *steps: Check) -> Check:
    """Prove the claim in steps, of which each may use those before.

    The last one is about the claim's own formula.

    Raises:
        DomainError: the last step is about another formula.

    Example:
        >>> from sdp_proofs.proving.checks import by_solver
        >>> in_steps("two steps", about(Formula("0 < 1"), by_solver("one", [])), by_solver("other", [])).method
        <Method.SMT: 'SMT'>
    """
    if not steps or steps[-1].proves is not None:
        raise DomainError(f"the last step of a proof must be about the claim itself; got {title!r}")

    def run(claim: Claim) -> Outcome:
        scopes, premises, coverage = [], dict[Premise, None](), Coverage.ALL
        for step in steps:
            found = step.run(claim)
            if found.verdict is not Verdict.HOLDS or found.instances == 0:
                why = found.witness or found.detail or "no instances"
                return Outcome(
                    Verdict.UNKNOWN, found.scope, detail=f"not proved: {step.title} ({why})", premises=tuple(premises),
                    countermodel=found.countermodel or found.witness,
                )  # fmt: skip
            scopes.append(f"{step.title}: {found.scope}")
            coverage = weakest(coverage, step.coverage, found.coverage or step.coverage)
            lemma = step.proves is not None
            premises |= dict.fromkeys(premise for premise in found.premises if _remains(premise, lemma))
            if lemma:
                known = _with_step(claim.citable, step, _asserted(step.proves, claim), claim, found.typed)
                claim = replace(claim, citable=known)
        scope = "; ".join(scopes)
        return Outcome(
            Verdict.HOLDS, scope, detail=f"{len(steps)} steps", premises=tuple(premises), coverage=coverage,
            believed=found.believed, typed=found.typed,
        )  # fmt: skip

    method = min((step.method for step in steps), key=_WEAKEST_FIRST.index)
    fixed, citations = _held(steps)
    return Check(
        method, Coverage.ALL, run, title, conditions=steps[-1].conditions,
        cites=frozenset().union(*(step.cites for step in steps)),
        trusts=frozenset().union(*(step.trusts for step in steps)), fixed=fixed, citations=citations,
        engines=frozenset().union(*(step.engines for step in steps)), definitions=steps[-1].definitions,
        whole=steps[-1].whole, meanings=steps[-1].meanings, own=any(step.own for step in steps),
        needs=lambda claim, known: _needed(steps, claim, known),
    )  # fmt: skip


def _remains(premise: Premise, lemma: bool) -> bool:
    """Keep a premise unless it is a step, or a lemma's condition.

    Whoever cites a lemma says its conditions again.
    """
    if premise.origin is Origin.STEP:
        return False
    return not (lemma and premise.origin in (Origin.HYPOTHESIS, Origin.DEFINITION))


def and_so(check: Check, *further: Check) -> Check:
    """Prove the claim's formula, and what its words say further.

    Each further part is `about` a formula of its own.

    A further part may cite the claim's formula, by the title of its proof, and the parts before it. The claim is proved
    only if all of it is; what refutes its formula refutes it, and whoever cites it is given its formula alone.

    Args:
        check: decides the claim's formula; of a proof that cannot be cited nothing follows.
        further: what follows.

    Raises:
        DomainError: a part that is about the claim's own formula.

    Example:
        >>> from sdp_proofs.proving.checks import by_solver
        >>> twice = about(Formula("2*x >= 0", ["x"]), by_solver("twice", [Citation("a square", of_step=True)]))
        >>> and_so(by_solver("a square", "x >= 0"), twice).title
        'a square'
    """
    if check.proves is not None or any(step.proves is None for step in further):
        raise DomainError(f"the first part must be about the claim, what follows about others; got {check.title!r}")
    if unfit := [step.title for step in (check, *further) if step.method is Method.SEARCHED]:
        raise DomainError(f"a search must not be a part of a proof; got {', '.join(unfit)}")

    def run(claim: Claim) -> Outcome:
        found = check.run(claim)
        if found.verdict is not Verdict.HOLDS:
            return found
        known = _with_step(claim.citable, check, claim.formula, claim, found.typed)
        scopes, premises = [found.scope], dict.fromkeys(found.premises)
        coverage, believed = found.coverage or check.coverage, found.believed
        for step in further:
            answer = step.run(replace(claim, citable=known))
            if answer.verdict is not Verdict.HOLDS or answer.instances == 0:
                why = answer.witness or answer.detail or "no instances"
                # No countermodel: a mutant that is true, and too weak for what follows, is none that was refuted.
                return replace(found, verdict=Verdict.UNKNOWN, detail=f"not proved: {step.title} ({why})")
            formula = _asserted(step.proves, claim)
            known = _with_step(known, step, formula, claim, answer.typed)
            coverage = weakest(coverage, step.coverage, answer.coverage or step.coverage)
            believed = believed or answer.believed
            scopes.append(f"so {formula}: {answer.scope}")
            premises |= dict.fromkeys(premise for premise in answer.premises if _remains(premise, True))
        return replace(
            found, scope="; ".join(scopes), premises=tuple(premises), coverage=coverage, believed=believed
        )

    every = (check, *further)
    return replace(
        check, run=run, cites=frozenset().union(*(step.cites for step in every)),
        trusts=frozenset().union(*(step.trusts for step in every)),
        engines=frozenset().union(*(step.engines for step in every)), own=any(step.own for step in every),
        needs=lambda claim, known: _needed(every, claim, {**known, check.title: claim.formula}),
    )  # fmt: skip


def _needed(steps: Sequence[Check], claim: Claim, known: Mapping[str, Formula]) -> frozenset[str]:
    """Return the trusted entries that the engines of steps rest on.

    The formulas of what they may cite are given; each step may cite those before it, too.
    """
    found = frozenset[str]()
    for step in steps:
        about_it = claim if step.proves is None else replace(claim, formula=_asserted(step.proves, claim))
        found |= frozenset() if step.needs is None else step.needs(about_it, known)
        known = {**known, step.title: about_it.formula}
    return found


def _with_step(
    known: Mapping[str, Citable], step: Check, formula: Formula, claim: Claim, typed: tuple[Any, ...]
) -> dict[str, Citable]:
    """Return what may be cited after a step.

    Raises:
        DomainError: something else that may be cited has its title.
    """
    if step.title in known:
        raise DomainError(f"a step must have a title of its own; got {step.title!r} twice")
    cited = step.citable(formula, claim.integers, known)
    return {**known, step.title: replace(cited, step=True, means=claim.means, typed=typed)}


def _held(steps: Sequence[Check]) -> tuple[frozenset[str], tuple[Citation, ...]]:
    """Return the last step's symbols that do not stand for all values.

    The claims that may tell more come with them, those of lemmas, too.
    """
    lemmas: dict[str, tuple[frozenset[str], tuple[Citation, ...], frozenset[str]]] = {}
    for step in steps:
        fixed, citations = set(step.fixed), list[Citation]()
        for one in step.citations:
            if one.of_step and one.source in lemmas:
                inside, cited, visible = lemmas[one.source]
                fixed |= one.held(inside)
                citations += [each.within(one.terms, one.source, visible) for each in cited]
            else:
                citations.append(one)
        lemmas[step.title] = frozenset(fixed), tuple(citations), _visible(step)
    return lemmas[steps[-1].title][:2]


def _visible(step: Check) -> frozenset[str]:
    """Return the symbols of a lemma and of its conditions.

    There are none if it is written down from a claim that is not known here.
    """
    if not isinstance(step.proves, Formula):
        return frozenset()
    known = step.citable(step.proves, frozenset(), {})
    return frozenset(name for one in (step.proves, *(known.conditions or ())) for name in one.free)


def _asserted(proves: Any, claim: Claim) -> Formula:
    found = proves(claim) if callable(proves) else proves
    if not isinstance(found, Formula):
        raise TypeError(f"a step must be about a formula; got {type(found).__name__}")
    return found


Substitution = Mapping[str, str] | Callable[[Claim], Mapping[str, str]]


def after_substitution(
    check: Check, terms: Substitution, more: Sequence[str] = (), *, by: str = "", definition: bool = False
) -> Check:
    """Run a check on the formula with terms in place of symbols.

    So one output stands for all.

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
        elif conditions is not None:  # a fact on one output is part of what the symbols stand for
            conditions = tuple(one for one in conditions if not one.free or set(one.free) - set(more))
    return replace(
        check, run=run, search=None, without=None, instances=None, trusts=trusts, conditions=conditions, fixed=held,
        definitions=definitions, meanings=(*check.meanings, *(() if callable(terms) else terms.items())),
    )  # fmt: skip
