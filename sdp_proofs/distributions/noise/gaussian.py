"""Normal noise."""

from __future__ import annotations

from dataclasses import dataclass

from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal


@dataclass(frozen=True, slots=True)
class GaussianNoise:
    """Mean zero.

    Args:
        sigma: standard deviation > 0.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> GaussianNoise(rational(1)).beyond(arb(2)).str(5, radius=False)
        '0.045500'
    """

    sigma: ExactReal
    whole: bool = False

    def beyond(self, place: arb) -> arb:
        """See `NoiseLaw`: erfc(place/(sigma sqrt(2)))."""
        return (place / (self._ball() * arb(2).sqrt())).erfc()

    def mean_size(self) -> arb:
        """See `NoiseLaw`: sigma sqrt(2/pi)."""
        return self._ball() * (2 / arb.pi()).sqrt()

    def mean_square(self) -> arb:
        """See `NoiseLaw`: sigma^2."""
        return self._ball() ** 2

    def mean_fourth(self) -> arb:
        """See `NoiseLaw`: 3 sigma^4."""
        return 3 * self._ball() ** 4

    def _ball(self) -> arb:
        return self.sigma.ball(ctx.prec)
