"""Report an answer: as JSON values, as words to quote, as a certificate."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import Answer, delta_at, epsilon_at, read_delta, read_epsilon
from sdp_proofs.accounting.bounds import compared
from sdp_proofs.accounting.grammar import to_document
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.conversion import QUOTED_DIGITS, Bounds, decide_bounds
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import Readable, add, multiply, rational, sign
from sdp_proofs.verdict import Verdict

GUARD_DIGITS = 3
"""The digits beyond those asked for that are shown in the ends of a bracket."""


@dataclass(frozen=True)
class Report:
    """The cost of a release: the question, the answer, and the certificate where one was asked for.

    Args:
        question: the release, analysed.
        answer: delta at an epsilon, or the least epsilon at a delta.
        digits: that were asked for.
        method: the engine that was asked for, or "auto".
        certificate: the document of the worst direction and neighbour, which the standard library replays.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> report = Report.of(Question.of(read_release("pure(epsilon=log(3))")), epsilon="0")
        >>> report.document()["delta"]["exact"], report.quote
        ('1/2', '(0, 0.5)-DP, for the neighbours that the release is stated for')
    """

    question: Question
    answer: Answer
    digits: int
    method: str
    certificate: dict[str, Any] | None = None

    @classmethod
    def of(
        cls, question: Question, *, delta: str | None = None, epsilon: str | None = None, digits: int = 10,
        method: str = "auto", certified: bool = False,
    ) -> Report:  # fmt: skip
        """Ask for the least epsilon at a delta, or for delta at an epsilon.

        Raises:
            DomainError: not exactly one of delta and epsilon, or a certificate of an epsilon.
        """
        if (delta is None) == (epsilon is None):
            raise DomainError("exactly one of delta and epsilon must be given")
        if delta is not None:
            if certified:
                raise DomainError("a certificate must be one of delta at an epsilon")
            return cls(question, epsilon_at(question, delta, digits=digits, method=method), digits, method)
        assert epsilon is not None
        answer = delta_at(question, epsilon, digits=digits, method=method)
        if not certified:
            return cls(question, answer, digits, method)
        from sdp_proofs.accounting.certified_file import worst_file

        return cls(question, answer, digits, method, worst_file(question, epsilon))

    @property
    def quote(self) -> str:
        """The words to be quoted, with no more digits than are asked for."""
        return self.answer.to_quote(min(self.digits, QUOTED_DIGITS))

    @property
    def infinite(self) -> str:
        """The reason why no epsilon is enough; empty where one is."""
        if self.answer.value is not None:
            return ""
        small = "delta = 0" if read_delta(self.answer.given) == 0 else "a delta this small"
        return f"no finite epsilon has {small}"

    def allows(self, epsilon: str) -> bool:
        """Decide that delta at an epsilon is at most the delta that was asked about.

        An epsilon such as log(3) equals the answer, whose digits never show it; its delta may be exact.
        """
        with suppress(DomainError, PrecisionError):
            found = delta_at(self.question, epsilon, digits=self.digits, method=self.method).value
            return found is not None and decide_less_equal(found, read_delta(self.answer.given)) is Verdict.HOLDS
        return False

    def needs(self, epsilon: str) -> bool:
        """Decide by exact numbers that no smaller epsilon has the delta that was asked about.

        At delta = 0 the least epsilon is the largest loss. Elsewhere delta falls strictly where it is above the
        probability of an infinite loss, as it is convex in e^epsilon, so that an epsilon with this very delta is the
        least one.
        """
        target, directions = read_delta(self.answer.given), self.question.directions
        with suppress(DomainError, PrecisionError, SizeError):
            less = multiply(rational(-1), read_epsilon(epsilon))
            if target == 0:
                known = [direction.bound for direction in directions if direction.attained]
                return any(bound is not None and sign(add(bound, less)) in (0, 1) for bound in known)
            if all(direction.attained and compared(target, direction) == 1 for direction in directions):
                found = delta_at(self.question, epsilon, digits=self.digits, method=self.method).value
                return found is not None and found.exact is not None and found.exact >= target
        return False

    def settled(self, found: Bounds, claimed: Readable) -> Bounds:
        """Decide by exact numbers what digits leave open: an epsilon such as log(3) may be the answer itself."""
        if self.answer.asked != "epsilon":
            return found
        if found.upper is Verdict.UNKNOWN and self.allows(str(claimed)):
            found = found._replace(upper=Verdict.HOLDS)
        if found.lower is Verdict.UNKNOWN and self.needs(str(claimed)):
            found = found._replace(lower=Verdict.HOLDS)
        return found

    def decided(self, claimed: Readable) -> Bounds:
        """Decide whether a number printed elsewhere bounds the answer, with more digits where these do not tell.

        Raises:
            DomainError: it cannot be read exactly.

        Example:
            >>> from sdp_proofs.accounting.grammar import read_release
            >>> report = Report.of(Question.of(read_release("laplace(10)")), delta="0")
            >>> [report.decided(number).upper.value for number in ("0.1", "0.0999")]
            ['HOLDS', 'FAILS']
        """
        found = self.answer.check(claimed)
        if found.upper is Verdict.UNKNOWN and self.answer.sharp:
            with suppress(PrecisionError, SizeError):
                found = decide_bounds(self.again(2 * self.digits), claimed)
        return self.settled(found, claimed)

    def again(self, digits: int) -> Enclosure | None:
        """The value of the same question to more digits."""
        given = {"epsilon" if self.answer.asked == "delta" else "delta": self.answer.given}
        return Report.of(self.question, **given, digits=digits, method=self.method).answer.value  # type: ignore[arg-type]

    def document(self) -> dict[str, Any]:
        """JSON values: numbers as strings, ends rounded outward."""
        answer, asked = self.answer, self.answer.asked
        return {
            "release": str(self.question.release),
            "document": to_document(self.question.release),
            "adjacency": self.question.adjacency,
            "by_convention": self.question.by_convention,
            "direction": answer.direction,
            "epsilon" if asked == "delta" else "delta": answer.given,
            asked: self._ends(answer.value),
            "infinite": answer.value is None,
            "digits": str(self.digits),
            "sharp": answer.sharp,
            "method": answer.method,
            "databases": answer.databases,
            "directions": [
                {"direction": side.direction, "method": side.method, asked: self._ends(side.value)}
                for side in answer.sides
            ],
        }

    def _ends(self, value: Enclosure | None) -> dict[str, str | None] | None:
        return None if value is None else value.to_json(self.digits + GUARD_DIGITS)
