"""Normal noise, rounded to the nearest integer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal

MOST_TERMS = 100_000


@dataclass(frozen=True, slots=True)
class RoundedGaussianNoise:
    """It exceeds an integer k in size where the normal variable exceeds k + 1/2.

    Moments are sums over k >= 0 of such tails. From the place x on these fall at least by e^(-x/sigma^2) a step, as the
    density does: a bound of what is left out.

    Args:
        sigma: of the normal variable, > 0.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> noise = RoundedGaussianNoise(rational(1))
        >>> noise.beyond(arb(0)).str(5, radius=False), noise.mean_square().str(5, radius=False)
        ('0.61708', '1.0833')
    """

    sigma: ExactReal
    whole: bool = True

    def beyond(self, place: arb) -> arb:
        """See `NoiseLaw`."""
        return ((place + arb(1) / 2) / (self.sigma.ball(ctx.prec) * arb(2).sqrt())).erfc()

    def mean_size(self) -> arb:
        """See `NoiseLaw`: the sum of Pr[|Y| > k]."""
        return self._sum(lambda k: 1)

    def mean_square(self) -> arb:
        """See `NoiseLaw`: the sum of (2k + 1) Pr[|Y| > k]."""
        return self._sum(lambda k: 2 * k + 1)

    def mean_fourth(self) -> arb:
        """See `NoiseLaw`: the sum of ((k + 1)^4 - k^4) Pr[|Y| > k]."""
        return self._sum(lambda k: (k + 1) ** 4 - k**4)

    def _sum(self, weigh: Callable[[int], int]) -> arb:
        """The quotients of successive weights fall."""
        found, small = arb(0), arb(2) ** -(ctx.prec + 8)
        sigma = self.sigma.ball(ctx.prec)
        for k in range(MOST_TERMS):
            term = weigh(k) * self.beyond(arb(k))
            found += term
            factor = arb(weigh(k + 1)) / weigh(k) * (-(k + arb(1) / 2) / sigma**2).exp()
            if factor < 1:
                rest = term * factor / (1 - factor)
                if rest < found * small:
                    return found + arb(0, rest.upper())
        raise SizeError("a mean of rounded noise must have fewer terms, that is a smaller sigma")
