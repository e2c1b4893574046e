"""Two-sided geometric noise, also called discrete Laplace: probabilities (1-w)/(1+w) w^|k|, w = e^(-1/scale)."""

from __future__ import annotations

from dataclasses import dataclass

from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal


@dataclass(frozen=True, slots=True)
class GeometricNoise:
    """The difference of two geometric variables.

    Args:
        scale: > 0.

    Example:
        >>> from sdp_proofs.numbers.reals import read_real
        >>> GeometricNoise(read_real("1/log(2)")).beyond(arb(0)).str(5, radius=False)
        '0.66667'
    """

    scale: ExactReal
    whole: bool = True

    def beyond(self, place: arb) -> arb:
        """See `NoiseLaw`: 2 w^(place + 1)/(1 + w)."""
        step = self._step()
        return 2 * (-step * (place + 1)).exp() / (1 + (-step).exp())

    def mean_size(self) -> arb:
        """See `NoiseLaw`: 2w/(1 - w^2) = 1/sinh(1/scale)."""
        return 1 / self._step().sinh()

    def mean_square(self) -> arb:
        """See `NoiseLaw`: 2w/(1-w)^2 = 1/(2 sinh(1/(2 scale))^2)."""
        return 1 / (2 * (self._step() / 2).sinh() ** 2)

    def mean_fourth(self) -> arb:
        """See `NoiseLaw`: m (1 + 6m), m the mean square."""
        square = self.mean_square()
        return square * (1 + 6 * square)

    def _step(self) -> arb:
        return 1 / self.scale.ball(ctx.prec)
