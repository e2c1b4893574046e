"""Proofs about sums, means and maxima over finite sets.

The sets have any size; each step uses the rule of `finite_sets`.

    by_sums(
        "result by result",
        {"after": "Sum(b, Max(0, Sum(a, k*x)))", "before": "Sum(a, Max(0, x))"},
        ["k >= 0", "Sum(b, k) == 1"],
        "over a: Max(0, Sum(a, k*x)) <= Sum(a, k*Max(0, x))",
        ...
        each={"a": "x", "a b": "k"},
    )

The symbols of the claim's formula are the collections that are named first; what is given of the elements is what the
claim is about, and stands in its scope.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.ledger.premise import Citation, Origin, Premise
from sdp_proofs.proving.checks import declared
from sdp_proofs.proving.entailment import needs, terms_of
from sdp_proofs.proving.premises import RULE, Collected, cites, rules, written
from sdp_proofs.proving.reading import Meaning, agreed, held, instance_of
from sdp_proofs.proving.terms import formula_of, parts
from sdp_proofs.verdict import Verdict

_NAMES = re.compile(r"\b[A-Za-z_]\w*\b(?!\()")


def by_sums(
    title: str,
    let: Mapping[str, str],
    given: Sequence[str | Citation] | str,
    *steps: str,
    each: Mapping[str, str],
    linear: bool = True,
    exchange: bool = True,
    citable: bool = False,
) -> Check:
    """Prove the formula of collections by induction on their elements.

    Args:
        title: what is shown.
        let: the symbols of the formula that are collections, each with its term.
        given: what is known of the elements, and claims and earlier steps that are cited for each of them.
        steps: statements, each after "over a: " if it is shown one element of a after the other; what is shown is
            known in the later ones. The last is about the claim's formula, with "over a:" in `steps` and nothing
            behind it, or by the solver.
        each: the symbols with a value at each element, by set, or by sets, of indices.
        linear: whether the proof may use that sums are linear.
        exchange: whether the proof may use that sums may be exchanged.
        citable: whether other proofs may use the formula. They keep the names of the collections, of which what is
            given of the elements is a part; what is given of other symbols is a condition.

    Raises:
        DomainError: a symbol is a collection and a value at an element.
    """
    texts = [given] if isinstance(given, str) else list(given)
    depends = {name: tuple(sets.split()) for sets, names in each.items() for name in names.split()}
    if depends.keys() & let.keys():
        raise DomainError(f"a symbol must be a collection or a value at an element; got both in {title!r}")
    collections: dict[str, Meaning] = {name: ("", term) for name, term in let.items()}
    meant = [f"{name} is {term}" for name, term in let.items()]

    def run(claim: Claim) -> Outcome:
        agreed(claim, ((one, depends) for one in texts if isinstance(one, Citation)), collections)
        cited = [(one, str(instance_of(claim, one))) for one in texts if isinstance(one, Citation)]
        own = [one for one in texts if isinstance(one, str)]
        known = [*own, *(said for _, said in cited)]
        scope = "; ".join(["all finite sets", *meant, *own])
        of_elements = [*own, *(said for one, said in cited if held(claim, one, depends))]
        why = next(_gaps(claim, known, of_elements), "")
        premises = [
            *(
                Premise(text, Origin.HYPOTHESIS if name in claim.speaks_of else Origin.DEFINITION)
                for name, text in zip(let, meant, strict=True)
            ),
            *(Premise(text, Origin.ASSUMED if text == str(claim.formula) else Origin.HYPOTHESIS) for text in own),
            *(Premise(said, Origin.STEP if one.of_step else Origin.CLAIM, one.source) for one, said in cited),
        ]
        if why:
            spoken = {name for text in (*known, *let.values()) for name in _NAMES.findall(text)}
            spoken -= {index for one in depends.values() for index in one}
            ranges = [str(one) for one in declared(claim, sorted(spoken))]
            found = _witness(claim, [*known, *ranges])
            if found and not cited:
                return Outcome(Verdict.FAILS, scope, witness=found)
            found = found or _witness(claim, known)
            return Outcome(Verdict.UNKNOWN, scope, detail=why, premises=tuple(premises), countermodel=found or None)
        return Outcome(Verdict.HOLDS, scope, detail="element by element, by z3", premises=tuple(premises))

    def _witness(claim: Claim, known: Sequence[str]) -> str:
        from sdp_proofs.proving.finite_sets import Language, witness

        language = Language(depends)
        facts = [language.sentence(text, let) for text in known]
        return witness(language, facts, language.sentence(str(claim.formula), let))

    def _gaps(claim: Claim, known: Sequence[str], of_elements: Sequence[str]) -> Iterator[str]:
        from sdp_proofs.proving.finite_sets import Known, Language, no_sets

        language = Language(depends)
        facts = tuple(language.sentence(text, let) for text in known)
        if none := no_sets(language, [language.sentence(text, let) for text in of_elements], citable):
            yield f"no sets with {none} are shown to be there"
        state = Known(language, facts, linear, exchange)
        ending = steps if steps and steps[-1].rstrip().endswith(":") else (*steps, "")
        for step in ending:
            way, _, text = step.rpartition(":") if step.startswith("over ") else ("", "", step)
            asked = text.strip() or str(claim.formula)
            goal = language.sentence(asked, let)
            undefined = state.defined(asked, let)
            gap = undefined or (state.one_by_one(goal, way.split()[1]) if way else state.follows(goal))
            if gap:
                yield f"{asked}: {gap}"
            state = state.and_also(goal)

    # A premise on the elements is no condition that a citation could carry: it says what the collections are.
    conditions = _of_no_element([one for one in texts if isinstance(one, str)], depends) if citable else None
    return Check(
        Method.SMT, Coverage.ALL, run, title, conditions=conditions, cites=cites(texts), trusts=rules(linear, exchange),
        fixed=frozenset(let), citations=tuple(one for one in texts if isinstance(one, Citation)),
        engines=frozenset({"z3", "sympy"}),
        needs=lambda claim, known: needs((
            claim.formula, *let.values(), *steps, *written(texts),
            *terms_of((one for one in texts if isinstance(one, Citation)), known),
        )),
    )  # fmt: skip


def _of_no_element(given: Sequence[str], depends: Mapping[str, Sequence[str]]) -> tuple[Formula, ...]:
    """Join what is given of symbols other than those of elements.

    It stays in one piece: a part that the formula does not speak of belongs to the rest.
    """
    others = [one for one in given if not set(names_in(one)) & depends.keys()]
    return (formula_of(f"And({', '.join(others)})" if len(others) > 1 else others[0]),) if others else ()


def and_collected(check: Check, *whole: Collected) -> Check:
    """Prove what holds of each element, then of collections over them.

    The claim's words speak of both, so it is proved only if both are. What is collected knows the formula of the claim
    under the conditions of the check, at every element.

    Args:
        check: decides the claim's formula.
        whole: what follows; see `proving.premises`.
    """

    def run(claim: Claim) -> Outcome:
        found = check.run(claim)
        if found.verdict is not Verdict.HOLDS:
            return found
        if check.conditions is None:
            why = "what holds of each element must be proved under conditions that are formulas"
            return Outcome(Verdict.UNKNOWN, found.scope, detail=why, premises=found.premises)
        stated = [*check.conditions, *(equation for _, equation in check.definitions)]
        conditions = [str(one) for one in stated]
        given = f"And({', '.join(conditions)})" if len(conditions) > 1 else "".join(conditions)
        kernel = f"Implies({given}, {claim.formula})" if given else str(claim.formula)
        known = [str(part) for one in stated for part in parts(one)]
        premises = list(found.premises)
        for one in whole:
            each = replace(one, where=(*one.where, *(text for text in known if set(names_in(text)) & set(one.each))))
            said = [kernel, *(str(instance_of(claim, cited)) for cited in one.kernels)]
            no_variables = [bool(check.fixed & set(one.each)), *(held(claim, cited, one.each) for cited in one.kernels)]
            gap = each.gap(said, known, [text for text, yes in zip(said, no_variables, strict=True) if yes])
            if gap:
                return Outcome(
                    Verdict.UNKNOWN, found.scope, detail=f"{each.said}: {gap}", premises=tuple(premises),
                    countermodel=gap if " at " in gap else None,
                )  # fmt: skip
            lifts = tuple(cited.source for cited in one.kernels)
            premises.append(Premise(f"so {each.said}", Origin.COLLECTED, RULE, lifts))
        return replace(found, premises=tuple(premises))

    cited = frozenset(kernel.source for one in whole for kernel in one.kernels if not kernel.of_step)
    engines = check.engines | {"z3", "sympy"}

    def needed(claim: Claim, known: Mapping[str, Formula]) -> frozenset[str]:
        own = frozenset[str]() if check.needs is None else check.needs(claim, known)
        conditions = (*(check.conditions or ()), *(equation for _, equation in check.definitions))
        lifted = terms_of((kernel for one in whole for kernel in one.kernels), known)
        return own | needs((claim.formula, *conditions, *written(whole), *lifted))

    return replace(
        check, run=run, cites=check.cites | cited, trusts=check.trusts | rules(), engines=engines, needs=needed
    )
