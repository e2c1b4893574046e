"""Laplace noise: density e^(-|y|/b)/(2b)."""

from __future__ import annotations

from dataclasses import dataclass

from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal


@dataclass(frozen=True, slots=True)
class LaplaceNoise:
    """|Y| is exponential of mean b.

    Args:
        scale: b > 0.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> LaplaceNoise(rational(2)).mean_square().str(5, radius=False)
        '8.0000'
    """

    scale: ExactReal
    whole: bool = False

    def beyond(self, place: arb) -> arb:
        """See `NoiseLaw`: e^(-place/b)."""
        return (-place / self._ball()).exp()

    def mean_size(self) -> arb:
        """See `NoiseLaw`: b."""
        return self._ball()

    def mean_square(self) -> arb:
        """See `NoiseLaw`: 2 b^2."""
        return 2 * self._ball() ** 2

    def mean_fourth(self) -> arb:
        """See `NoiseLaw`: 24 b^4."""
        return 24 * self._ball() ** 4

    def _ball(self) -> arb:
        return self.scale.ball(ctx.prec)
