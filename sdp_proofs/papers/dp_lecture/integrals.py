"""Integrals of the Laplace and of the normal density.

By antiderivatives, of which the derivative is computed and the identity proved; and by the Gamma function, as closed
terms at which claims on integrals are compared.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial, prod

from sdp_proofs.formulas.derivatives import derivative, text
from sdp_proofs.formulas.syntax import names_in, read
from sdp_proofs.ledger import Check
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import read_real
from sdp_proofs.proving.chains import about
from sdp_proofs.proving.checks import by_identity
from sdp_proofs.proving.premises import shown
from sdp_proofs.proving.terms import formula_of


def antiderivative(title: str, term: str, integrand: str, domains: str, variable: str = "y") -> Check:
    """The derivative of a term is the integrand: a step of a proof.

    Args:
        title: by which later steps cite it.
        term: the antiderivative.
        integrand: what is integrated.
        domains: of the symbols, as in `by_identity`.
        variable: of integration.

    Example:
        >>> antiderivative("square", "y**2/2", "y", "real y").title
        'square'
    """
    slope = text(derivative(read(term, set(names_in(term))), variable))
    return about(formula_of(f"{slope} == {integrand}"), by_identity(title, domains))


def euler(power: int, scale: Fraction, start: str = "0") -> str:
    """The integral of y^k e^(-y/b) over y >= t b, as a closed term: k! b^(k+1) e^(-t) times the sum of t^j/j!, j <= k.

    Args:
        power: k.
        scale: b.
        start: t, a term.

    Example:
        >>> euler(2, Fraction(1, 2))
        '1/4*exp(-(0))*(1 + (0)**1/1 + (0)**2/2)'
    """
    parts = ["1", *(f"({start})**{j}/{factorial(j)}" for j in range(1, power + 1))]
    return f"{factorial(power) * scale ** (power + 1)}*exp(-({start}))*({' + '.join(parts)})"


def normal_moment(power: int, sigma: Fraction) -> Fraction:
    """The mean of (Y - mu)^k for a normal law: 0 for odd k, else (k - 1)!! sigma^k.

    Example:
        >>> normal_moment(2, Fraction(3)), normal_moment(4, Fraction(1)), normal_moment(1, Fraction(1))
        (Fraction(9, 1), Fraction(3, 1), Fraction(0, 1))
    """
    return Fraction(0) if power % 2 else prod(range(1, power, 2)) * Fraction(sigma) ** power


def both_normal_tails(place: str) -> Enclosure:
    """Pr[|Y - mu| > t sigma] for a normal law, enclosed.

    Example:
        >>> both_normal_tails("2").to_json(digits=4)["lower"]
        '0.0455'
    """
    return Enclosure((read_real(place).ball(128) / arb(2).sqrt()).erfc())


__all__ = ["antiderivative", "both_normal_tails", "euler", "normal_moment", "shown"]
