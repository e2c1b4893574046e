"""A ledger about squares, small enough to know what every run of it must say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sdp_proofs.errors import PrecisionError
from sdp_proofs.ledger import (
    Check,
    Claim,
    Counterexample,
    Coverage,
    Erratum,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Outcome,
    Registry,
    Status,
    TrustEntry,
    TrustLedger,
)
from sdp_proofs.verdict import Verdict


@dataclass(frozen=True)
class Sentence:
    """A formula that is nothing but its text."""

    text: str

    def latex(self) -> str:
        return rf"\text{{{self.text}}}"

    def __str__(self) -> str:
        return self.text


ZERO = Counterexample("n = 0, square = 0/1", {"n": "0", "square": "n**2"}, {"square": "square"})


def squares_exceed(claim: Claim) -> Outcome:
    """Tell whether n * n >= factor * n + shift for all |n| <= 5."""
    factor, shift = claim.parameters["factor"], claim.parameters["shift"]
    for n in range(-5, 6):
        if n * n < factor * n + shift:
            return Outcome(Verdict.FAILS, "|n| <= 5", instances=11, witness=f"n = {n}")
    return Outcome(Verdict.HOLDS, "|n| <= 5", instances=11)


def gives_up(claim: Claim) -> Outcome:
    """Undecided on the claim; decided on near misses with a positive shift."""
    if claim.parameters["shift"] > 0:
        return Outcome(Verdict.FAILS, "n = 0", witness="n = 0")
    raise PrecisionError("the ceiling must be higher; got 64 bits")


def check(
    run: Any = squares_exceed,
    method: Method = Method.EXACT,
    coverage: Coverage = Coverage.ALL,
    title: str = "enumeration",
) -> Check:
    return Check(method, coverage, run, title)


def claim(**changes: Any) -> Claim:
    """The established claim n * n >= 0, with changes."""
    fields: dict[str, Any] = {
        "id": "squares-are-nonnegative",
        "paper": "toy",
        "locator": "Theorem 1",
        "title": "Squares are nonnegative",
        "kind": Kind.THEOREM,
        "statement": "For every integer $n$, $n^2 \\ge 0$.",
        "formula": Sentence("n^2 >= 0"),
        "parameters": {"factor": 0, "shift": 0},
        "checks": (check(),),
        "near_misses": (NearMiss("shifted by one", parameters={"shift": 1}),),
        "recorded": Status.ESTABLISHED,
    }
    return Claim(**{**fields, **changes})


def refuted_claim(**changes: Any) -> Claim:
    """The refuted claim n * n >= 1, with changes."""
    fields: dict[str, Any] = {
        "id": "squares-are-positive",
        "locator": "Fig. 1",
        "formula": Sentence("square >= 1"),
        "parameters": {"factor": 0, "shift": 1},
        "near_misses": (NearMiss("shifted by two", parameters={"shift": 2}),),
        "recorded": Status.REFUTED,
        "counterexample": ZERO,
        "erratum": Erratum("0 is an integer, and its square is not positive.", "Equality is allowed."),
    }
    return claim(**{**fields, **changes})


def registry() -> Registry:
    """One claim of every status that occurs."""
    return Registry(
        (
            claim(
                trust=("python",),
                hypotheses=(Hypothesis("n is an integer", silent=True),),
                repairs=("squares-are-positive",),
            ),
            refuted_claim(
                recorded=Status.REPAIRED,
                depends_on=("squares-grow-slowly",),
            ),
            claim(
                id="squares-grow-slowly",
                locator="Eq. (3)",
                checks=(check(coverage=Coverage.GRID),),
                recorded=Status.SUPPORTED,
                depends_on=("squares-are-undecided", "square-of-an-integer"),
            ),
            claim(
                id="squares-are-undecided",
                locator="Eq. (3)",
                checks=(check(gives_up, Method.CERTIFIED, Coverage.BOX, "balls"),),
                recorded=Status.OPEN,
            ),
            claim(
                id="square-of-an-integer",
                locator="Def. 2",
                kind=Kind.DEFINITION,
                checks=(),
                near_misses=(),
                recorded=Status.OPEN,
                uncheckable="a definition asserts nothing",
            ),
        ),
        TrustLedger([TrustEntry("python", "engine", "Integers are exact.", "Python documentation")]),
    )


def disagreeing_registry() -> Registry:
    """A ledger that records n * n >= n + 1 as established."""
    return Registry(
        (
            claim(
                parameters={"factor": 1, "shift": 1}, near_misses=(NearMiss("more", parameters={"shift": 2}),)
            ),
        ),
        TrustLedger(),
    )


def undecided_registry() -> Registry:
    """A ledger whose only claim is open, and recorded so."""
    return Registry(
        (claim(checks=(check(gives_up, coverage=Coverage.BOX),), recorded=Status.OPEN),), TrustLedger()
    )
