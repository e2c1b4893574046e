"""Quantised Gaussian and Laplace laws on equidistant levels in [-1/2, 1/2).

With b bits there are 2^b levels x_i = (i - 2^(b-1)) / 2^b. The continuous law is conditioned on (-1/2, 1/2], and
what falls into the cell (x_i, x_i + 2^-b] is moved to its left end x_i [Liu, Wang, Xia 2023, Def. 5 with b = 8].

Two things to know when such a law stands for gradients. Rounding is always down, so on average a value loses
about half a step: with mean 0 the quantised mean is -2^-(b+1) exactly, not 0. And what the window cuts off is
spread over all levels by the normalisation.

The definition of the quantised Laplace law L(mu, sigma^2) is by analogy and leaves open what sigma is. Both
readings are here by name: `deviation` is the standard deviation, so that sigma^2 is the variance as it is in
N(mu, sigma^2), and the density is exp(-|x-mu| sqrt(2)/sigma)/(sqrt(2) sigma); `scale` puts sigma into the place it
has in the Gaussian exponent, |x-mu|/sigma, and the variance is then 2 sigma^2.

The probabilities are irrational. Each is enclosed; a rational law close to them comes with a proven error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.enclosure import Enclosure, check_digits
from sdp_proofs.numbers.reals import Readable, fraction_ball, read_integer, read_rational, shown

MOST_BITS = 12
_MOST_EXPONENT = 100_000


@dataclass(frozen=True)
class QuantisedLaw:
    """A law on the levels (i - 2^(b-1)) / 2^b, i = 0, ..., 2^b - 1.

    Args:
        name: what it is, such as "quantised Gaussian, mean 0, deviation 3/25, 8 bits".
        levels: the levels, increasing (exact).
        probabilities: the probability of each level (enclosures, all positive).
        window: the mass that the continuous law has on (-1/2, 1/2], by which it was divided (enclosure).
        digits: proven significant digits of each probability.
    """

    name: str
    levels: tuple[Fraction, ...]
    probabilities: tuple[Enclosure, ...]
    window: Enclosure
    digits: int

    @cached_property
    def rational(self) -> tuple[Fraction, ...]:
        """Positive rationals close to the probabilities, which sum to one exactly.

        World: exact, but of a neighbouring law: see `relative_error_upper` and `total_variation_upper`. The
        probabilities are rounded to dyadic fractions, and the largest one makes up for the sum.

        Raises:
            SizeError: a probability is so small that its fraction would be too long to compute with.
        """
        for enclosure in self.probabilities:
            if enclosure.log10_estimate * 3.33 < -_MOST_EXPONENT:
                least = f"10^{enclosure.log10_estimate:.0f}"
                raise SizeError(f"a probability must be at least 2^-{_MOST_EXPONENT} to be a fraction, got {least}")
        with ctx.workprec(bits_for(self.digits) + 16):
            rounded = [_midpoint(+enclosure.ball.mid()) for enclosure in self.probabilities]
        largest = max(range(len(rounded)), key=rounded.__getitem__)
        rounded[largest] += 1 - sum(rounded)
        return tuple(rounded)

    @cached_property
    def relative_error_upper(self) -> Fraction:
        """A bound on |rational - probability| / probability over all levels."""
        ratios = [error / enclosure.ball for error, enclosure in zip(self._errors, self.probabilities, strict=True)]
        return max(_midpoint(ratio.abs_upper()) for ratio in ratios)

    @cached_property
    def total_variation_upper(self) -> Fraction:
        """A bound t on the total variation distance between `rational` and the law.

        If the n records follow such laws, an expectation of something in [0, 1], such as a smoothed delta, changes
        by at most n t when the laws are replaced by their rational neighbours.
        """
        return sum((_midpoint(error.abs_upper()) for error in self._errors), Fraction(0)) / 2

    @cached_property
    def mean(self) -> Enclosure:
        """The mean of the quantised law; below that of the law on the window by between 0 and 2^-b."""
        pairs = zip(self.probabilities, self.levels, strict=True)
        return sum((probability * level for probability, level in pairs), Enclosure.of(0))

    @property
    def _errors(self) -> list[arb]:
        with ctx.workprec(2 * bits_for(self.digits) + 64):
            return [
                fraction_ball(value) - enclosure.ball
                for value, enclosure in zip(self.rational, self.probabilities, strict=True)
            ]


def quantised_gaussian(
    *, mean: Readable, deviation: Readable, bits: Readable = 8, digits: int = 30
) -> QuantisedLaw:
    """The quantised Gaussian law N_8-bit(mean, deviation^2) [Liu, Wang, Xia 2023, Def. 5].

    Args:
        mean: mean of the continuous law, rational.
        deviation: its standard deviation, rational and > 0.
        bits: 2^bits levels, at most 2^`MOST_BITS`.
        digits: significant digits to prove for every probability, however small.

    Raises:
        DomainError: outside these domains.
        PrecisionError: a probability is so small that its digits are out of reach.

    Example:
        >>> law = quantised_gaussian(mean=0, deviation="0.12")
        >>> law.levels[128], law.probabilities[128].rounded(8), sum(law.rational)
        (Fraction(0, 1), '0.012984511', Fraction(1, 1))
    """
    centre = read_rational(mean, "mean")
    spread = _positive(deviation, "deviation")
    name = f"quantised Gaussian, mean {shown(centre)}, deviation {shown(spread)}"

    def upper_tail(distance: arb) -> arb:
        return (distance / fraction_ball(2 * spread**2).sqrt()).erfc() / 2

    return _quantised(name, centre, upper_tail, bits, digits)


def quantised_laplace(
    *,
    mean: Readable,
    deviation: Readable | None = None,
    scale: Readable | None = None,
    bits: Readable = 8,
    digits: int = 30,
) -> QuantisedLaw:
    """The quantised Laplace law, in the reading that is named: exactly one of deviation and scale.

    Args:
        mean: mean of the continuous law, rational.
        deviation: its standard deviation, rational and > 0; the density's scale is deviation/sqrt(2).
        scale: the scale b of the density exp(-|x - mean|/b)/(2b), rational and > 0.
        bits: 2^bits levels, at most 2^`MOST_BITS`.
        digits: significant digits to prove for every probability, however small.

    Raises:
        DomainError: outside these domains, or not exactly one of deviation and scale.
        PrecisionError: a probability is so small that its digits are out of reach.

    Example:
        >>> for law in (quantised_laplace(mean=0, deviation="0.12"), quantised_laplace(mean=0, scale="0.12")):
        ...     print(law.probabilities[128].rounded(8))
        0.022558276
        0.016266172
    """
    centre = read_rational(mean, "mean")
    if (deviation is None) == (scale is None):
        raise DomainError("exactly one of deviation and scale must be given")
    if scale is not None:
        width = _positive(scale, "scale")
        square, name = width**2, f"scale {shown(width)}"
    else:
        width = _positive(deviation, "deviation")
        square, name = width**2 / 2, f"deviation {shown(width)}"

    def upper_tail(distance: arb) -> arb:
        return (-distance / fraction_ball(square).sqrt()).exp() / 2

    return _quantised(f"quantised Laplace, mean {shown(centre)}, {name}", centre, upper_tail, bits, digits)


def _quantised(
    name: str, centre: Fraction, upper_tail: Callable[[arb], arb], bits: Readable, digits: int
) -> QuantisedLaw:
    """The law of a symmetric density; upper_tail(t) is its mass beyond centre + t, for t >= 0."""
    size = read_integer(bits, "bits")
    if not 1 <= size <= MOST_BITS:
        raise DomainError(f"bits must be between 1 and {MOST_BITS}, got {shown(size)}")
    check_digits(digits)
    step = Fraction(1, 2**size)
    ends = [step * index - Fraction(1, 2) - centre for index in range(2**size + 1)]
    target = bits_for(digits)
    precision, ceiling = target + 32, 8 * target + 8192
    while precision <= ceiling:
        with ctx.workprec(precision):
            cuts = [(end, upper_tail(fraction_ball(abs(end)))) for end in ends]
            window = _mass(cuts[0], cuts[-1])
            shares = [_mass(left, right) / window for left, right in pairwise(cuts)]
        accuracy = min(int(share.rel_accuracy_bits()) if share.is_finite() else -1 for share in shares)
        if accuracy >= target:
            found = tuple(Enclosure(share) for share in shares)
            levels = tuple(end + centre for end in ends[:-1])
            return QuantisedLaw(f"{name}, {size} bits", levels, found, Enclosure(window), digits)
        precision += max(64, min(target - accuracy, precision))
    raise PrecisionError(f"{name}: {digits} digits could not be proven with {ceiling} bits")


def _mass(left: tuple[Fraction, arb], right: tuple[Fraction, arb]) -> arb:
    """The mass between two ends, each given with the mass beyond it on the side away from the centre.

    A difference of two tails on the same side keeps its digits when both are tiny.
    """
    (start, below), (end, above) = left, right
    if start >= 0:
        return below - above
    return above - below if end <= 0 else 1 - below - above


def _midpoint(ball: arb) -> Fraction:
    mantissa, exponent = ball.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _positive(value: Readable, name: str) -> Fraction:
    read = read_rational(value, name)
    if read <= 0:
        raise DomainError(f"{name} must be > 0, got {shown(read)}")
    return read
