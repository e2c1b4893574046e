"""Numbers of the Gaussian mechanism at sensitivity 1, as enclosures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from sdp_proofs.accounting.classical import largest_classical_epsilon, largest_epsilon_everywhere
from sdp_proofs.accounting.engines import ClosedGaussian
from sdp_proofs.ledger import Claim
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import rational, read_real
from sdp_proofs.proving.instances import Instance

BITS = 128
BORDER = "delta = 10^-5, 0.92 and 0.8962, and all delta"


def printed_loss(square: Fraction, epsilon: Fraction) -> Enclosure:
    """The exact delta of the printed noise, by the square c^2 = 2 ln(1.25/delta): sigma is c/epsilon.

    Example:
        >>> printed_loss(Fraction(5, 2), Fraction(5)).rounded(4)
        '0.3838'
    """
    return ClosedGaussian(rational(epsilon**2 / square)).delta(read_real(epsilon), 20)


def printed_budgets(_: Claim) -> Iterator[Instance]:
    """Budgets with 2 ln(1.25/delta) in halves, whole epsilons."""
    for halves in (1, 2, 3, 5, 10, 20, 50):
        for epsilon in range(1, 13):
            square = Fraction(halves, 2)
            loss = printed_loss(square, Fraction(epsilon))
            yield f"c^2 = {square}, epsilon = {epsilon}", {"loss": loss, "square": square, "ep": epsilon}


def within(square: Fraction, count: int) -> Enclosure:
    """The probability that as many independent normal numbers are below sqrt(square) in size.

    Example:
        >>> within(Fraction(4), 1).rounded(4)
        '0.9545'
    """
    with ctx.workprec(BITS):
        ball = arb(square.numerator) / arb(square.denominator)
        return Enclosure((ball.sqrt() / arb(2).sqrt()).erf() ** count)


def printed_errors(_: Claim) -> Iterator[Instance]:
    """The printed threshold for one and for ten answers, by ln(K/beta)."""
    for count in (1, 10):
        for square in (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3), Fraction(4), Fraction(9)):
            if count == 1 or square >= 3:
                yield f"K = {count}, ln(K/beta) = {square}", {
                    "chance": within(square, count), "k": count, "square": square,
                }  # fmt: skip


def known_border(_: Claim) -> Iterator[Instance]:
    """From which epsilon on the printed noise is too small: at three deltas, and at the worst of all."""
    yield BORDER, _borders()


@cache
def _borders() -> dict[str, Enclosure]:
    deltas = {"usual": "1e-5", "rare": "0.92", "beside": "0.8962"}
    borders = {name: largest_classical_epsilon(delta, digits=6) for name, delta in deltas.items()}
    return {**borders, "worst": largest_epsilon_everywhere(digits=4)}


def beyond(deviations: Fraction) -> Enclosure:
    """The probability that a normal number exceeds so many standard deviations in size; 1 where these are negative.

    Example:
        >>> beyond(Fraction(7, 12)).rounded(4), beyond(Fraction(-1)).rounded(2)
        ('0.5597', '1')
    """
    with ctx.workprec(BITS):
        place = max(deviations, Fraction(0)) ** 2 / 2
        return Enclosure((arb(place.numerator) / arb(place.denominator)).sqrt().erfc())


def both_sides(_: Claim) -> Iterator[Instance]:
    """Noise beyond the printed threshold, c - epsilon/(2c) deviations, on both sides."""
    for c in (Fraction(4, 3), Fraction(3)):
        for ep in (Fraction(1, 10), Fraction(1), Fraction(2)):
            yield f"c = {c}, epsilon = {ep}", {"chance": beyond(c - ep / (2 * c)), "c": c, "ep": ep}
