"""A look at the premises of a proof where they can be looked at.

Where instances are enumerated, every premise is decided at each of them along with the claim, and a false one fails the
check. That is no proof of the premises: one that is merely written down counts as assumed, see `proving.premises`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.hunting.of_checks import over_list
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.proving.checks import Instance, decided
from sdp_proofs.proving.premises import Given, read
from sdp_proofs.verdict import Verdict

Facts = Callable[[Claim], Sequence[Given]]
"""The premises of a proof; they may read the claim's parameters."""


def on_instances_with_facts(
    method: Method,
    coverage: Coverage,
    title: str,
    scope: str,
    instances: Callable[[Claim], Iterable[Instance]],
    facts: Facts,
) -> Check:
    """The formula, and every fact of its proof, hold at every instance; the first failure is the witness."""

    def run(claim: Claim) -> Outcome:
        examined, undecided, assumed = 0, 0, read(claim, facts(claim)).formulas
        covered = decided(coverage, claim, scope)
        for name, values in instances(claim):
            examined += 1
            for statement in (claim.formula, *assumed):
                verdict = statement.decide(values)
                if verdict is Verdict.FAILS:
                    what = "" if statement is claim.formula else f", the fact {statement} of the proof"
                    shown = ", ".join(f"{symbol} = {values[symbol]}" for symbol in statement.free)
                    return Outcome(Verdict.FAILS, scope, examined, witness=f"{name}{what}: {shown}")
                undecided += verdict is Verdict.UNKNOWN
        if undecided:
            return Outcome(Verdict.UNKNOWN, scope, examined, detail=f"{undecided} statements undecided")
        detail = f"with {len(assumed)} facts of the proof at each"
        return Outcome(Verdict.HOLDS, scope, examined, detail=detail, coverage=covered)

    return Check(method, coverage, run, title, search=over_list(instances))


def facts_of(symbols: Formula, texts: Sequence[str], *, more: Sequence[str] = ()) -> tuple[Formula, ...]:
    """Formulas in the symbols of another one, and in further names.

    Example:
        >>> [str(fact) for fact in facts_of(Formula("loss <= rate", ["loss", "rate"]), ["loss <= mass"], more=["mass"])]
        ['loss <= mass']
    """
    names = {**dict(symbols.symbols), **{name: name for name in more}}
    return tuple(Formula(text, names) for text in texts)
