"""The integrand exp(-x^2/(2 s^2)) r(x)^w, w real: on the real axis two bumps, near 0 and near w.

World: enclosure. r(x) = 1 - q + q e^u with u = (x - 1/2)/s^2, as in `sampled_gaussian`, which says why the bound of the
terms that are left out holds.
"""

from __future__ import annotations

from sdp_proofs.accounting.lemmas import aliases_are_below_a_geometric_series
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import acb, arb

MOST_NODES = 40_000


class Bumps:
    """The integrand at the multiples of a step.

    Args:
        rate: q.
        variance: s^2.
        exponent: w, real.
        step: distance of two nodes.

    Example:
        >>> terms, rest, first = Bumps(arb("0.5"), arb(1), arb(1), arb("0.25")).window(10)
        >>> total = sum((weight for weight, _ in terms), arb(0)) / 4 / (2 * arb.pi()).sqrt()
        >>> round(float(total), 9), float(rest) < 1e-9  # int phi r = 1
        (1.0, True)
    """

    def __init__(self, rate: arb, variance: arb, exponent: arb, step: arb) -> None:
        self.rate, self.variance, self.exponent, self.step = rate, variance, exponent, step
        self._inverse = 1 / variance

    def at(self, index: int) -> tuple[arb, arb]:
        """The integrand and ln r at index * step."""
        x = self.step * index
        log_ratio = (self.rate * ((x - arb(0.5)) * self._inverse).expm1()).log1p()
        return (self.exponent * log_ratio - x * x * self._inverse / 2).exp(), log_ratio

    def raised(self, index: int, height: arb) -> tuple[acb, acb]:
        """The integrand and ln r at index * step + i height, 0 <= height < pi s^2."""
        z = acb(self.step * index, height)
        log_ratio = (1 + self.rate * ((z - arb(0.5)) * self._inverse).expm1()).log()
        return (self.exponent * log_ratio - z * z * self._inverse / 2).exp(), log_ratio

    def window(self, digits: int) -> tuple[list[tuple[arb, arb]], arb, int]:
        """All terms that matter, a bound of the sum of the others, about 10^-digits of the sum, and the first index.

        Raises:
            SizeError: more than `MOST_NODES` terms.
        """
        small = arb(10) ** -digits
        right = [self.at(0)]
        total = largest = right[0][0]
        positive, negative = self.exponent.max(arb(0)), self.exponent.min(arb(0))
        rests = []
        left: list[tuple[arb, arb]] = []
        for sign, terms in ((1, right), (-1, left)):
            while True:
                if len(right) + len(left) > MOST_NODES:
                    raise SizeError(f"a sum over nodes must have at most {MOST_NODES} terms, got more")
                term = self.at(sign * (len(right) if sign > 0 else len(left) + 1))
                terms.append(term)
                total += term[0]
                if not term[0] < largest * small:
                    largest = largest.max(term[0])
                    continue
                x = self.step * (len(terms) - (sign > 0))
                rate = x - positive if sign > 0 else x + negative * self._logistic(-x)
                if not rate > 0:
                    continue
                factor = (-self.step * rate * self._inverse).exp()
                if not aliases_are_below_a_geometric_series.holds(factor):
                    continue
                rest = term[0] * factor / (1 - factor)
                if rest < total * small:
                    rests.append(rest)
                    break
        return left[::-1] + right, arb((rests[0] + rests[1]).upper()), -len(left)

    def _logistic(self, x: arb) -> arb:
        return 1 / (1 + (1 - self.rate) / self.rate * ((arb(0.5) - x) * self._inverse).exp())
