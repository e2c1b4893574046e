"""Claims that are proved in several steps.

A step that is `about` another formula is a lemma of the proof: later steps may cite it, with `premises.shown` and its
title, under the conditions under which it was proved. The last step proves the claim's own formula. A step may be
stronger than the claim, or speak of other symbols, so what fails in it refutes nothing: these checks answer HOLDS or
UNKNOWN, and checks that enumerate refute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import starmap
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.ledger.claim import weakest
from sdp_proofs.ledger.premise import Citable, Citation, Origin, Premise, Recurrence
from sdp_proofs.provers.scopes import domain_said
from sdp_proofs.proving.conjunctions import parts
from sdp_proofs.proving.definedness import definedness, follows_at_once
from sdp_proofs.proving.domains import integers_of, limits
from sdp_proofs.proving.premises import formula_of
from sdp_proofs.proving.terms import with_terms
from sdp_proofs.verdict import Verdict

_WEAKEST_FIRST = (Method.CERTIFIED, Method.SMT, Method.SYMBOLIC, Method.EXACT)


def in_steps(title: str, *steps: Check) -> Check:
    """All steps hold, and the last one, which may use the others, is about the claim's own formula.

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
                known = _with_step(claim.citable, step, _formula(step.proves, claim), claim, found.typed)
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


def and_so(check: Check, *further: Check) -> Check:
    """A proof of the claim's formula, and of what its words say further: each part is `about` a formula of its own.

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
            formula = _formula(step.proves, claim)
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
    """What the engines of steps rest on, given the formulas of what they may cite, each step those before it too."""
    found = frozenset[str]()
    for step in steps:
        about_it = claim if step.proves is None else replace(claim, formula=_formula(step.proves, claim))
        found |= frozenset() if step.needs is None else step.needs(about_it, known)
        known = {**known, step.title: about_it.formula}
    return found


def _with_step(
    known: Mapping[str, Citable], step: Check, formula: Formula, claim: Claim, typed: tuple[Any, ...]
) -> dict[str, Citable]:
    """What may be cited after a step.

    Raises:
        DomainError: something else that may be cited has its title.
    """
    if step.title in known:
        raise DomainError(f"a step must have a title of its own; got {step.title!r} twice")
    cited = step.citable(formula, claim.integers, known)
    return {**known, step.title: replace(cited, step=True, means=claim.means, typed=typed)}


def _held(steps: Sequence[Check]) -> tuple[frozenset[str], tuple[Citation, ...]]:
    """What does not stand for all values in the last step, and the claims that may tell more: those of lemmas, too."""
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
    """The symbols of a lemma and of its conditions; none if it is written down from a claim that is not known here."""
    if not isinstance(step.proves, Formula):
        return frozenset()
    known = step.citable(step.proves, frozenset(), {})
    return frozenset(name for one in (step.proves, *(known.conditions or ())) for name in one.free)


def _remains(premise: Premise, lemma: bool) -> bool:
    """What the conditions of a lemma were is said again by whoever cites it."""
    if premise.origin is Origin.STEP:
        return False
    return not (lemma and premise.origin in (Origin.HYPOTHESIS, Origin.DEFINITION))


def _formula(proves: Any, claim: Claim) -> Formula:
    found = proves(claim) if callable(proves) else proves
    if not isinstance(found, Formula):
        raise TypeError(f"a step must be about a formula; got {type(found).__name__}")
    return found


def about(formula: Formula | Callable[[Claim], Formula], check: Check) -> Check:
    """The check of another formula, which may be written down from the claim's parameters: a lemma of a proof.

    What it finds says nothing about the claim itself until a later step cites it; see `in_steps`. It is the same of
    the claim and of every mutant of its formula: the question is compared in all its parts, and proved once.
    """
    proved: list[tuple[list[Any], Outcome]] = []

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.proving.solving import untold

        asked = replace(claim, formula=_formula(formula, claim), untold=untold(claim))
        question = [getattr(asked, part.name) for part in fields(asked)]
        for earlier, answer in proved:
            if earlier == question:
                return answer
        found = check.run(asked)
        if found.verdict is Verdict.HOLDS:
            proved[:] = [(question, found)]
        return found

    return replace(check, run=run, search=None, without=None, instances=None, proves=formula)


def by_telescoping(
    title: str,
    now: Mapping[str, str],
    following: Mapping[str, str],
    end: Mapping[str, str],
    domains: Mapping[str, Any],
    where: Sequence[Formula] = (),
    begins: Mapping[str, str] | None = None,
) -> Check:
    """The formula, an equation of sums, gains nothing from one more term and holds for empty sums; by identities.

    That the symbols are sums with these terms is what the scope says: the proof is about whatever grows in this way.

    Args:
        title: what is shown.
        now: terms in place of symbols: the sums with one more term.
        following: the same without it; symbols that are not named stay as they are.
        end: the terms where nothing is left to sum.
        domains: of all symbols, those of the sums so far among them.
        where: what every step meets, the first one too, and at which points the identities are compared without sympy.
        begins: where the first term is added, as terms for the symbols that go on and of which `where` speaks.

    Raises:
        DomainError: steps are left out, and it is not said where the first one is.
    """
    moving = {*now, *following, *end}
    limits_ = [part for one in where for part in parts(one)]
    at, of_steps = dict(begins or {}), [one for one in limits_ if moving & set(one.free)]
    if unsaid := {name for one in of_steps for name in one.free if name in moving} - at.keys():
        raise DomainError(f"where not all steps are taken, the first must be said; got none for {', '.join(unsaid)}")

    def first_step() -> str:
        """The condition that the first step does not meet: then the first term is not in the scope."""
        from sdp_proofs.proving.solving import follows

        others = [*limits(domains), *(one for one in limits_ if one not in of_steps)]
        for one in of_steps:
            used = {name: term for name, term in at.items() if name in one.symbols}
            asked = with_terms(one, used, [name for term in used.values() for name in names_in(term)])
            if follows(others, asked).verdict is not Verdict.HOLDS:
                return f"{one} at the first step"
        return ""

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.provers.symbolic import decide_identity

        if not claim.formula.is_equation:
            return Outcome(Verdict.UNKNOWN, scope, detail="not an equation")
        if gap := first_step():
            return Outcome(Verdict.UNKNOWN, scope, detail=f"not proved: {gap}")
        sides = [
            [with_terms(side, terms, tuple(domains)) for side in claim.formula.sides()]
            for terms in (now, following, end)
        ]
        (left, right), (later_left, later_right), ends = sides
        cases = {
            "one more term": (f"({left}) - ({right})", f"({later_left}) - ({later_right})"),
            "nothing to sum": (str(ends[0]), str(ends[1])),
        }
        for name, (one, other) in cases.items():
            if decide_identity(one, other, domains, where).verdict is not Verdict.HOLDS:
                return Outcome(Verdict.UNKNOWN, scope, detail=f"not proved: {name}")
        # Identities hold where both sides have values.
        spoken = (claim.formula, *(formula_of(text) for terms in (now, following, end) for text in terms.values()))
        needs = dict.fromkeys(need for one in spoken for need in definedness(one, whole))
        poles = [need for need in needs if not follows_at_once(need, known)]
        premises = [
            *(Premise(text, Origin.DEFINITION) for text in (*starts, *grows)),
            *(Premise(text, Origin.HYPOTHESIS) for text in (*assumed, *poles)),
        ]
        detail = "one more term, and nothing to sum, by sympy"
        found = ", ".join([scope, *poles])
        return Outcome(Verdict.HOLDS, found, detail=detail, premises=tuple(premises))

    grows = [f"{name} goes from {following.get(name, name)} to {term}" for name, term in now.items()]
    starts = [f"{name} begins at {term}" for name, term in end.items()]
    starts += [f"the first step is at {name} = {term}" for name, term in at.items()]
    kinds = [*filter(None, starmap(domain_said, domains.items()))]
    assumed = [*kinds, *map(str, limits_)]
    stated = [*starts, *grows, *assumed]
    scope = f"sums of any length, where {', '.join(stated)}"
    conditions, whole = (*limits(domains), *where), integers_of(domains)
    known = tuple(map(str, conditions))
    held = frozenset(now) | frozenset(end)
    alone = [name for name in end if name in now and following.get(name, name) == name]
    terms = tuple(sorted({name for text in (*now.values(), *end.values()) for name in names_in(text)} - held))
    return Check(
        Method.SYMBOLIC, Coverage.ALL, run, title, conditions=conditions, fixed=held,
        whole=whole, meanings=tuple((name, Recurrence(end[name], now[name], inputs=terms)) for name in alone),
    )  # fmt: skip
