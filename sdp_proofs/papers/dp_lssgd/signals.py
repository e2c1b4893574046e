"""The two signals that smoothing is shown on [Wang et al. 2019, Section 2.2 and Figure 2], and how much it removes.

A full period of a sine at the places i/100, i = 1, ..., 100, with noise of deviation 0.1, and the product of two with
noise of deviation 0.2; that noise is printed as a vector of two, of which a number per place must be meant. The square
is smoothed as the paper does it, as one circle of 10,000 places in row-major order, and as a torus.

World: estimate, but for `lost_signal`.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from fractions import Fraction

import numpy as np

from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.smoothing.floats import Floats, error_upper, smooth, smooth_torus

PLACES = 100
LINE_SIGMA, SQUARE_SIGMA = Fraction(10), Fraction(100)
LINE_NOISE, SQUARE_NOISE = 0.1, 0.2


@dataclass(frozen=True, slots=True)
class Signal:
    """A signal and what became of it; arrays of one shape.

    Args:
        name: what is shown.
        true: without noise.
        noisy: with it.
        smoothed: A^-1 of the noisy one.
    """

    name: str
    true: Floats
    noisy: Floats
    smoothed: Floats

    def errors(self) -> Errors:
        """Errors of the noisy and of the smoothed signal, in root mean square."""
        noisy, smoothed = (float(np.sqrt(((each - self.true) ** 2).mean())) for each in (self.noisy, self.smoothed))
        return Errors(self.name, noisy, smoothed)


@dataclass(frozen=True, slots=True)
class Errors:
    """Root mean square errors before and after smoothing."""

    signal: str
    noisy: float
    smoothed: float

    def values(self) -> dict[str, str]:
        """The row as texts."""
        return {name: value if isinstance(value, str) else repr(value) for name, value in asdict(self).items()}


def signals(seed: int) -> list[Signal]:
    """The line, and the square smoothed in two ways.

    Args:
        seed: of the noise.

    Example:
        >>> [signal.errors().smoothed < signal.errors().noisy for signal in signals(2019)]
        [True, True, True]
    """
    draw = np.random.default_rng([seed, 3])
    wave = np.sin(2 * np.pi * np.arange(1, PLACES + 1) / PLACES)
    line = wave + LINE_NOISE * draw.standard_normal(PLACES)
    square = np.outer(wave, wave)
    noisy = square + SQUARE_NOISE * draw.standard_normal(square.shape)
    circle = smooth(noisy.ravel(), SQUARE_SIGMA).reshape(square.shape)
    return [
        Signal(f"line, sigma = {LINE_SIGMA}", wave, line, smooth(line, LINE_SIGMA)),
        Signal(f"square as one circle, sigma = {SQUARE_SIGMA}", square, noisy, circle),
        Signal(f"square as a torus, sigma = {LINE_SIGMA}", square, noisy, smooth_torus(noisy, LINE_SIGMA)),
    ]


def lost_signal(sigma: Fraction = SQUARE_SIGMA) -> Enclosure:
    """The mean of |v - A^-1 v|^2 over the places of the true square v as one circle (enclosure).

    It is the part of the mean squared error that smoothing itself makes. The wave is enclosed by balls; the floats near
    it are smoothed, and the residual bounds how far they are from A^-1 of themselves, which is not longer than they are
    in the largest coordinate.

    Args:
        sigma: strength >= 0.

    Example:
        >>> lost_signal().rounded(4)
        '0.02002'
    """
    with ctx.workprec(128):
        exact = [(fraction_ball(Fraction(2 * place, PLACES)) * arb.pi()).sin() for place in range(1, PLACES + 1)]
        wave = np.array([float(ball.mid()) for ball in exact])
        slip = max(abs(ball - arb(value)).upper() for ball, value in zip(exact, wave.tolist(), strict=True))
        # A product of two floats near two numbers of size <= 1, rounded once.
        square = np.outer(wave, wave).ravel()
        near = 2 * slip + slip * slip + arb(2) ** -53
        smoothed = smooth(square, sigma)
        # |A^-1 x| <= |x| in the largest coordinate: the entries of A^-1 are not negative and add up to one in a row.
        away = 2 * near + arb(error_upper(smoothed, square, sigma))
        pairs = zip(square.tolist(), smoothed.tolist(), strict=True)
        lost = [Fraction(before) - Fraction(after) for before, after in pairs]
        total = sum((each * each for each in lost), Fraction(0)) / len(lost)
        largest = arb(math.nextafter(float(max(map(abs, lost))), math.inf))
        return Enclosure(fraction_ball(total) + arb(0, (away * (2 * largest + away)).upper()))
