"""The integrand exp(-x^2/(2 s^2)) r(x)^w on the real axis: two bumps, near 0 and near w.

World: enclosure. r(x) = 1 - q + q e^u with u = (x - 1/2)/s^2, as in `sampled_gaussian`, which says why the two
bounds hold: the one of the terms that are left out, and the one of the density of the loss.
"""

from __future__ import annotations

from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import arb

MOST_NODES = 40_000
_MOST_PIECES = 20_000
_ROOM = 0.2
_SHARES = (1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 0.6, 0.9)


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
                rest = term[0] * factor / (1 - factor)
                if rest < total * small:
                    rests.append(rest)
                    break
        return left[::-1] + right, arb((rests[0] + rests[1]).upper()), -len(left)

    def windows(self, weights: list[arb], places: list[float]) -> list[tuple[float, float]]:
        """Intervals on the right with various parts of the mass (estimates)."""
        masses = [float(weight / sum(weights, arb(0))) for weight in weights]
        found: list[tuple[float, float]] = []
        total = 0.0
        end = next((place for place, mass in zip(places[::-1], masses[::-1], strict=True) if mass > 1e-9), places[-1])
        shares = iter(_SHARES)
        share = next(shares)
        for place, mass in zip(places[::-1], masses[::-1], strict=True):
            total += mass
            while total > share:
                if not found or place < found[-1][0]:
                    found.append((place, end))
                following = next(shares, None)
                if following is None:
                    return found
                share = following
        return found

    def mass(self, left: float, right: float) -> arb:
        """A lower bound of the integral of the integrand over an interval: cell by cell its middle less its slope.

        The slope of its logarithm is w sigma(x) - x over s^2, and sigma increases.
        """
        variance = float(self.variance)
        pieces = int((right - left) * (1 + abs(float(self.exponent))) / (0.2 * variance)) + 1
        pieces = min(_MOST_PIECES // 8, max(40, pieces))
        width = (arb(right) - arb(left)) / pieces
        total, edge = arb(0), self.exponent * self._logistic(arb(left))
        for k in range(pieces):
            low, high = arb(left) + width * k, arb(left) + width * (k + 1)
            following = self.exponent * self._logistic(high)
            steep = ((edge.max(following) - low).max(high - edge.min(following)) * self._inverse).max(arb(0))
            middle = (low + high) / 2
            log_ratio = (self.rate * ((middle - arb(0.5)) * self._inverse).expm1()).log1p()
            total += (self.exponent * log_ratio - middle * middle * self._inverse / 2 - steep * width / 2).exp()
            edge = following
        return total * width

    def highest_density(self, start: float | None = None) -> arb:
        """An upper bound of sup over x >= start of phi_s(x) r(x)^w / |d ln r/dx|, within a factor of about e^0.2.

        Raises:
            SizeError: the bound was not found.
        """
        limits = [arb(-1), self.exponent]
        low, high = limits if limits[0] < limits[1] else limits[::-1]
        if start is not None:
            low, high = low.max(arb(start)), high.max(arb(start))
        best = max((self._log_density(low + (high - low) * k / 64).mid() for k in range(65)), key=float)
        pieces, seen = [((low + high) / 2, (high - low) / 2)], 0
        while pieces:
            centre, radius = pieces.pop()
            value = self._log_density(centre)
            best = max(best, value.mid())
            steep = abs(self._log_density_slope(arb(centre.mid(), (radius + centre.rad()).upper())))
            if not value + steep * radius < best + _ROOM:
                pieces += [(centre - radius / 2, radius / 2), (centre + radius / 2, radius / 2)]
            seen += 1
            if seen > _MOST_PIECES:
                raise SizeError("the density of the loss could not be bounded at these parameters")
        return (best + _ROOM).exp() * self.variance.sqrt() / ((2 * arb.pi()).sqrt() * self.rate)

    def _logistic(self, x: arb) -> arb:
        return 1 / (1 + (1 - self.rate) / self.rate * ((arb(0.5) - x) * self._inverse).exp())

    def _log_density(self, x: arb) -> arb:
        u = (x - arb(0.5)) * self._inverse
        return (1 + self.exponent) * (self.rate * u.expm1()).log1p() - u - x * x * self._inverse / 2

    def _log_density_slope(self, x: arb) -> arb:
        return ((1 + self.exponent) * self._logistic(x) - 1 - x) * self._inverse
