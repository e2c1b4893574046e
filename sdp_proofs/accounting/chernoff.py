"""The last resort: an upper bound by Chernoff's inequality alone, for a direction that no other engine answers.

World: directed bound, given as an enclosure from zero. delta(eps) <= p + k(c) M(c) e^(-c eps) for every c > 0 (see
`inversion`), p the
probability of an infinite loss. It is enough where another direction is worse: the answer is the larger one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.accounting.analysis import Direction
from sdp_proofs.accounting.inversion import revealed
from sdp_proofs.accounting.lemmas import delta_is_below_its_chernoff_bound
from sdp_proofs.accounting.loss import Loss
from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decimals import rounded_up
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal, fraction_ball

_BITS = 128
_DIGITS = 8
_PLACES = tuple(0.1 * 1.7**k for k in range(32))


@dataclass(frozen=True)
class Chernoff:
    """The engine of one direction.

    Example:
        >>> from sdp_proofs.accounting.analysis import Question
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> from sdp_proofs.numbers.reals import read_real
        >>> asked = Question.of(read_release("gaussian(sigma=1)"), "add-remove")
        >>> found = Chernoff.of(asked.directions[0]).delta(read_real(4), 3)
        >>> float(found.lower), float(found.upper) < 1e-3
        (0.0, True)
    """

    steps: tuple[tuple[Loss, int], ...]
    method: str = "chernoff"

    @classmethod
    def of(cls, direction: Direction) -> Chernoff | None:
        """The engine of a direction, or None where some moment generating function is not known."""
        losses = direction.losses
        return None if losses is None else cls(losses)

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`: from zero to the bound."""
        with ctx.workprec(_BITS):
            place = epsilon.ball(_BITS)
            bounds = [(weight - c * place).exp() for c, weight in self._weights()]
            best = min(bounds, key=lambda ball: float(ball.log())) if bounds else arb(1)
            return _up_to((best + revealed(self.steps)).min(arb(1)))

    def epsilon(self, target: Fraction, digits: int) -> Enclosure | None:
        """From zero to an epsilon that meets the target.

        Raises:
            PrecisionError: there is none.
        """
        with ctx.workprec(_BITS):
            rest = fraction_ball(target) - revealed(self.steps)
            weights = self._weights()
            if not rest > 0 or not weights:
                raise PrecisionError("no epsilon could be proven to meet the target")
            places = [(weight - rest.log()) / c for c, weight in weights]
            best = min(places, key=float)
            return _up_to(best.max(arb(0)))

    def _weights(self) -> list[tuple[arb, arb]]:
        """Some c, and ln(k(c) M(c))."""
        found = []
        for place in _PLACES:
            c = arb(place)
            delta_is_below_its_chernoff_bound(c)
            try:
                total = sum((loss.moment(place).log() * count for loss, count in self.steps), arb(0))
            except SizeError:
                continue
            if total.is_finite():
                found.append((c, total + c * c.log() - (1 + c) * c.log1p()))
        return found


def _up_to(bound: arb) -> Enclosure:
    """Everything from zero to a bound."""
    return Enclosure.between("0", rounded_up(bound, _DIGITS))
