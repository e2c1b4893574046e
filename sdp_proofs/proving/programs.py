"""Claims that a program is private: a sentence about it, decided by the program itself.

The sentence is `P <= E*Q` for all neighbours q, q' and outputs o: P is the probability that the program returns o on q,
Q the same on q', E = e^epsilon. A proof by shifts of the noise is for all inputs and all noise levels; a refuted
sentence has neighbours, an output, and bounds of both probabilities.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.programs.answers import program
from sdp_proofs.programs.program_answer import ProgramAnswer
from sdp_proofs.programs.violations import told
from sdp_proofs.verdict import Verdict

SENTENCE = "P <= E*Q"
"""Inequality that is claimed of a program."""
_WORDS = ("size", "budget", "odds", "neighbours", "values", "delta", "ratio")


def by_program(mechanism: Callable[..., Any]) -> Check:
    """Decide the sentence of a claim by the program that it is about.

    The parameters of the claim are the question: `budget` in units or `odds`, `size`, `neighbours`, `values`. With
    `every` the sentence is for inputs of every size, and nothing less than the induction proves it.

    Args:
        mechanism: a function of (draw, q).
    """

    def run(claim: Claim) -> Outcome:
        asked = {name: claim.parameters[name] for name in _WORDS if name in claim.parameters}
        answer = program(mechanism, **asked)
        scope = f"{answer.scope}; {answer.name} is {digest(answer)}"
        if str(claim.formula) != SENTENCE:
            return Outcome(Verdict.UNKNOWN, scope, detail=f"a program decides {SENTENCE} alone")
        if answer.verdict is Verdict.FAILS:
            odds = answer.question.allowed(answer.unit)
            seen = "" if answer.violation is None else told(answer.violation, odds, answer.question.delta)
            return Outcome(Verdict.FAILS, scope, 1, witness=seen)
        if claim.parameters.get("every") and answer.all_sizes is None and answer.verdict is Verdict.HOLDS:
            return Outcome(Verdict.UNKNOWN, scope, detail="it is proved at this size, and not for every size")
        rows = len(answer.proof.rows) if answer.proof is not None else 1
        return Outcome(answer.verdict, scope, rows, detail=f"least budgets {dict(answer.by_size)}; {answer.method}")

    return Check(Method.EXACT, Coverage.ALL, run, f"the program {mechanism.__name__}")


def digest(answer: ProgramAnswer) -> str:
    """Name the text of a program by the first digits of its SHA-256."""
    return hashlib.sha256(answer.question.source.text.encode()).hexdigest()[:12]
