"""Put the two ends of a run's epsilon beside each other: proven from its record, and found by its canaries.

World: the upper end is an enclosure of what the record describes; the lower end is a directed bound that holds with a
confidence. Where the lower end is above the upper one, the program did something else than its record says.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import Answer, delta_at, epsilon_at
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import Readable, as_typed, read_rational
from sdp_proofs.runs.canaries import ManyRuns, OneRun, rounded, size_at_power
from sdp_proofs.runs.recorded import Recorded

_PLACES = tuple(Fraction(k, 8) for k in range(0, 33, 2))
_DIGITS = 6
ONE_RUN, MANY_RUNS = "one run, Steinke, Nasr and Jagielski (2023)", "many runs, Clopper and Pearson (1934)"
HYPOTHESES = {
    ONE_RUN: (
        "each canary was in the data by a fair coin of its own, and nothing else depended on the coins",
        "guesses were made from the output alone, and their number was fixed before it was seen where delta > 0",
    ),
    MANY_RUNS: ("the runs were independent, and all alike but for the canary",),
}
"""Assumptions of a lower end."""


@dataclass(frozen=True)
class RunAudit:
    """Both ends of the epsilon of a run at one delta.

    Args:
        lower: epsilon is at least this, with the confidence.
        upper: epsilon of what the record describes; None where no record was given.
        delta: as typed.
        confidence: as typed.
        method: of the lower end.
        claim_refuted: whether the whole trade-off of the record is rejected at the same level; None where not asked.
        run: the record.
    """

    lower: Fraction
    upper: Answer | None
    delta: str
    confidence: str
    method: str
    claim_refuted: bool | None = None
    run: Recorded | None = None

    @property
    def broken(self) -> bool:
        """True where the program cannot be what its record says, at the confidence."""
        value = None if self.upper is None else self.upper.value
        return self.claim_refuted is True or (value is not None and bool(value.upper < self.lower))

    @property
    def verdict(self) -> str:
        """The conclusion, in words."""
        if self.upper is None:
            return "no record was given to compare with"
        if self.broken:
            return "the program is not what its record says: its canaries leak more than the record allows"
        return "the canaries show nothing that the record does not allow"

    def document(self) -> dict[str, Any]:
        """JSON values: numbers as strings."""
        value = None if self.upper is None else self.upper.value
        return {
            "delta": self.delta,
            "confidence": self.confidence,
            "epsilon_lower": rounded(self.lower),
            "epsilon_upper": None if value is None else value.to_json(_DIGITS),
            "method": self.method,
            "claim_refuted": self.claim_refuted,
            "broken": self.broken,
            "verdict": self.verdict,
            "hypotheses": list(HYPOTHESES[self.method]),
            "rests_on": [] if self.run is None else list(self.run.unseen),
        }

    def __str__(self) -> str:
        upper = "" if self.upper is None or self.upper.value is None else f" <= {self.upper.value.at_most(_DIGITS)}"
        ends = f"{rounded(self.lower)} <= epsilon{upper}"
        return f"{ends} at delta = {self.delta}, confidence {self.confidence}: {self.verdict}"


def audit_run(outcome: OneRun | ManyRuns, run: Recorded | None, *, delta: Readable, confidence: Readable) -> RunAudit:
    """Bound a run's epsilon from both sides.

    Where the trade-off of a record is tested too, each of the two tests has half of what the confidence leaves.

    Args:
        outcome: of its canaries.
        run: its record, if there is one.
        delta: at which epsilon is asked for.
        confidence: of the lower end, strictly between 0 and 1.

    Raises:
        OptionsError: delta > 0, and the number of guesses was not fixed beforehand.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> run = Recorded.of(read_release("gaussian(sigma=4)"), "an example")
        >>> print(audit_run(OneRun.of(1000, 100, 90, fixed=True), run, delta="1e-5", confidence="0.95"))
        1.534861 <= epsilon <= 0.926342 at delta = 1e-5, confidence 0.95: the program is not what its record says: its \
canaries leak more than the record allows
    """
    level = 1 - read_rational(confidence, "confidence")
    both = run is not None and isinstance(outcome, OneRun) and outcome.fixed
    level = level / 2 if both else level
    lower = outcome.epsilon_lower(delta=delta, level=level)
    upper, refuted = None, None
    if run is not None:
        question = Question.of(run.release, run.adjacency)
        upper = epsilon_at(question, delta, digits=_DIGITS)
        if isinstance(outcome, OneRun) and outcome.fixed:
            refuted = outcome.refutes(size_at_power(_profile(question)), level=level)
    method = ONE_RUN if isinstance(outcome, OneRun) else MANY_RUNS
    return RunAudit(lower, upper, as_typed(delta), as_typed(confidence), method, refuted, run)


def _profile(question: Question) -> list[tuple[Fraction, arb]]:
    """Points (epsilon, delta) of what is claimed, those that can be proven to a few digits."""
    found = []
    for place in _PLACES:
        try:
            value: Enclosure | None = delta_at(question, place, digits=4).value
        except PrecisionError:
            continue
        if value is not None:
            found.append((place, value.ball))
    return found
