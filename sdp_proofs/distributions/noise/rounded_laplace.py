"""Laplace noise of scale b, rounded to the nearest integer: 0 with probability 1 - u, u = e^(-1/(2b))."""

from __future__ import annotations

from dataclasses import dataclass

from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal


@dataclass(frozen=True, slots=True)
class RoundedLaplaceNoise:
    """It exceeds an integer k in size where the Laplace variable exceeds k + 1/2.

    Args:
        scale: b > 0, of the Laplace variable.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> RoundedLaplaceNoise(rational(2)).beyond(arb(1)).str(5, radius=False)  # e^(-3/4)
        '0.47237'
    """

    scale: ExactReal
    whole: bool = True

    def beyond(self, place: arb) -> arb:
        """See `NoiseLaw`: u^(2 place + 1)."""
        return (-self._half() * (2 * place + 1)).exp()

    def mean_size(self) -> arb:
        """See `NoiseLaw`: the sum of u^(2k + 1), 1/(2 sinh(1/(2b)))."""
        return 1 / (2 * self._half().sinh())

    def mean_square(self) -> arb:
        """See `NoiseLaw`: the sum of (2k + 1) u^(2k + 1), cosh(1/(2b))/(2 sinh(1/(2b))^2)."""
        half = self._half()
        return half.cosh() / (2 * half.sinh() ** 2)

    def mean_fourth(self) -> arb:
        """See `NoiseLaw`: the sum of ((k + 1)^4 - k^4) u^(2k + 1), by the sums of powers of k."""
        u = (-self._half()).exp()
        v = u * u
        cubes = v * (1 + 4 * v + v * v) / (1 - v) ** 4
        return u * (4 * cubes + 6 * v * (1 + v) / (1 - v) ** 3 + 4 * v / (1 - v) ** 2 + 1 / (1 - v))

    def _half(self) -> arb:
        return 1 / (2 * self.scale.ball(ctx.prec))
