"""Claims that are proved in several steps.

A step may be stronger than the claim, or speak of other symbols. So what fails in a step refutes nothing: these checks
answer HOLDS or UNKNOWN, and checks that enumerate refute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sdp_proofs.claims.checks import by_solver
from sdp_proofs.claims.proofs.proving import after_substitution, with_terms
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

_WEAKEST_FIRST = (Method.CERTIFIED, Method.SMT, Method.SYMBOLIC, Method.EXACT)


def in_steps(title: str, *steps: Check) -> Check:
    """All steps hold; they are proofs, and together they are one.

    Example:
        >>> from sdp_proofs.claims.checks import by_solver
        >>> in_steps("two steps", by_solver("one", []), by_solver("other", [])).method
        <Method.SMT: 'SMT'>
    """

    def run(claim: Claim) -> Outcome:
        scopes = []
        for step in steps:
            found = step.run(claim)
            if found.verdict is not Verdict.HOLDS or found.instances == 0:
                why = found.witness or found.detail or "no instances"
                return Outcome(Verdict.UNKNOWN, found.scope, detail=f"not proved: {step.title} ({why})")
            scopes.append(f"{step.title}: {found.scope}")
        return Outcome(Verdict.HOLDS, "; ".join(scopes), detail=f"{len(steps)} steps")

    method = min((step.method for step in steps), key=_WEAKEST_FIRST.index)
    return Check(method, Coverage.ALL, run, title)


def about(formula: Formula | Callable[[Claim], Formula], check: Check) -> Check:
    """The check of another formula, which may be written down from the claim's parameters."""

    def run(claim: Claim) -> Outcome:
        return check.run(replace(claim, formula=formula if isinstance(formula, Formula) else formula(claim)))

    return Check(check.method, check.coverage, run, check.title)


def from_premises(title: str, premises: Sequence[Formula], more: Sequence[str] = ()) -> Check:
    """The premises, which earlier steps have shown, imply the formula for all reals, by z3; `more`: their symbols."""
    return after_substitution(by_solver(title, premises), {}, more)


def by_telescoping(
    title: str,
    now: Mapping[str, str],
    following: Mapping[str, str],
    end: Mapping[str, str],
    domains: Mapping[str, Any],
    where: Sequence[Formula] = (),
) -> Check:
    """The formula, an equation of sums, gains nothing from one more term and holds for empty sums; by identities.

    Args:
        title: what is shown.
        now: terms in place of symbols: the sums with one more term.
        following: the same without it; symbols that are not named stay as they are.
        end: the terms where nothing is left to sum.
        domains: of all symbols, those of the sums so far among them.
        where: what the points satisfy at which the identities are compared without sympy.
    """

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.numerics.symbolic import decide_identity

        scope = "sums of any length"
        if not claim.formula.is_equation:
            return Outcome(Verdict.UNKNOWN, scope, detail="not an equation")
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
        return Outcome(Verdict.HOLDS, scope, detail="one more term, and nothing to sum, by sympy")

    return Check(Method.SYMBOLIC, Coverage.ALL, run, title)
