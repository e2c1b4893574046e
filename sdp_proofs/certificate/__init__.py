"""Replays a counterexample with the standard library alone: `python -P -m sdp_proofs.certificate FILE ...`.

A certificate is a JSON document that carries the formula of a claim and a counterexample as plain mathematics:

    {"schema": "sdp-proofs/counterexample/2", "claim": "...", "locator": "...", "says": "...",
     "let":     [["n", "3"], ["P", "lambda h, H: comb(H, h) / comb(n, 2)"], ...],
     "given":   ["n >= 2", ...],
     "formula": "chance <= 1/records",
     "at":      [["chance", "==", "P(1, 2)"], ["records", "==", "n"]]}

Each expression is one of Python's, of a small part of the language, and means what it means in mathematics: every
number is exact, `1/3` is a third, and a decimal such as `0.1` is refused. Only `exp`, `log`, `sqrt` and powers that
are not integers leave the rationals, and `running`, which multiplies a recurrence out with bounded length; they give
intervals of rationals that contain the value, and precision is doubled until every comparison is decided. The
certificate is confirmed if all of `given` is true and `formula` is false at the values that `at` gives its symbols.
Where only a bound of a value is known, `at` says `>=` or `<=` instead of `==`, see `sdp_proofs.certificate.formula`.

Every name has one meaning, every operation takes values of one kind, and every size and the work as a whole are
limited (`sdp_proofs.certificate.limits`). Nothing here shares code with what found the counterexample. What is
confirmed is the arithmetic of the document; whether its formula is the claim's, and its definitions mean what the
claim speaks of, is for the ledger (`sdp-proofs certificate FILE` compares the formulas) and for the reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.certificate.document import SCHEMA, Document, checked
from sdp_proofs.certificate.formula import Answer, Evaluation, Known
from sdp_proofs.certificate.intervals import Interval, Number, Reals, kind_of
from sdp_proofs.certificate.language import Evaluator
from sdp_proofs.certificate.limits import MAX_WORK, Budget, CertificateError, LimitError, UndecidedError

__all__ = ["SCHEMA", "CertificateError", "LimitError", "Replay", "confirm", "replayed"]

FIRST_BITS, LAST_BITS = 128, 2048


@dataclass(frozen=True, slots=True)
class Replay:
    """Result of a replay.

    Attributes:
        met: whether each of the conditions of `given` holds.
        answer: what the formula is at the values.
        named: the values of `let` that are numbers.
        values: what stands for the symbols of the formula.
    """

    met: tuple[bool, ...]
    answer: Answer
    named: Mapping[str, Number]
    values: Mapping[str, Number]

    @property
    def confirmed(self) -> bool:
        """Tell whether all conditions hold and the formula fails."""
        return all(self.met) and self.answer is Answer.FAILS


def confirm(certificate: Mapping[str, object]) -> bool:
    """Tell whether the instance meets its conditions and the formula is false there, both decided exactly.

    Raises:
        CertificateError: a part is missing or not of the language, or `LAST_BITS` do not decide.
        LimitError: it takes more than is granted.

    Example:
        >>> three = {"let": [["n", "3"]], "given": ["n > 2"], "at": [["k", "==", "n"]]}
        >>> confirm({**three, "formula": "2**k <= k**2 - 1"})
        False
        >>> confirm({**three, "formula": "k**2 <= 2**k"})
        True
        >>> confirm({"let": [], "given": [], "formula": "exp(x) <= 1 + x + x**2/2", "at": [["x", "==", "1/10"]]})
        True
    """
    return replayed(certificate).confirmed


def replayed(certificate: Mapping[str, object], work: int = MAX_WORK) -> Replay:
    """Verdict and values of a replay, from which `confirm` is made.

    Args:
        certificate: the document.
        work: steps that it may take.

    Raises:
        CertificateError: as `confirm`.

    Example:
        >>> found = replayed({"let": [["n", "3"]], "given": [], "formula": "x > 1/2", "at": [["x", "==", "n / 7"]]})
        >>> found.values["x"], found.answer
        (Fraction(3, 7), <Answer.FAILS: 'fails'>)
    """
    document, budget, bits = checked(certificate), Budget(work), FIRST_BITS
    while bits <= LAST_BITS:
        try:
            found = _at(document, Reals(bits, budget))
        except UndecidedError:
            found = None
        except (RecursionError, MemoryError, OverflowError):
            raise LimitError("a certificate must be replayed with little memory; it needs more") from None
        if found is not None and found.answer is not Answer.UNDECIDED:
            return found
        bits *= 2
    raise CertificateError(f"comparisons must be decided with {LAST_BITS} bits, got two equal or very close numbers")


def _at(document: Document, reals: Reals) -> Replay:
    evaluator, scope = Evaluator(reals), dict[str, object]()
    for name, part in document.let.items():
        scope = {**scope, name: evaluator.value(part.tree, scope)}
    met = tuple(evaluator.truth(part.tree, scope) for part in document.given)
    values: dict[str, Number] = {}
    known: dict[str, Known] = {}
    for symbol, (sign, part) in document.at.items():
        value = evaluator.value(part.tree, scope)
        if not isinstance(value, Fraction | Interval):
            raise CertificateError(f"the value of {symbol!r} must be a number, got {kind_of(value)}")
        values[symbol] = value
        known[symbol] = Known(None if sign == "<=" else value, None if sign == ">=" else value)
    answer = Evaluation(document.formula, known, reals).answer()
    named = {name: value for name, value in scope.items() if isinstance(value, Fraction | Interval)}
    return Replay(met, answer, named, values)
