"""Integrals by antiderivatives: the derivative is computed, the identity proved, and the theorem cited."""

from __future__ import annotations

from sdp_proofs.formulas.derivatives import derivative, text
from sdp_proofs.formulas.syntax import names_in, read
from sdp_proofs.ledger import Check
from sdp_proofs.ledger.premise import Citation
from sdp_proofs.proving.chains import about
from sdp_proofs.proving.checks import by_identity
from sdp_proofs.proving.premises import Declared, lifted, shown
from sdp_proofs.proving.terms import formula_of, with_terms


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


def beyond(symbol: str, factor: str, term: str, start: str, where: str, *steps: Citation) -> Declared:
    """The symbol is a factor times the integral from a start to infinity, where the antiderivative tends to 0.

    Args:
        symbol: what the integral is called.
        factor: before the integral.
        term: the antiderivative, which steps show to be one.
        start: the lower end.
        where: the antiderivative of y tends to 0; elsewhere the symbol may be no number, and nothing is said of it.
        steps: of the proof.

    Example:
        >>> beyond("tail", "2", "-exp(-y)/2", "t", "t >= 0", shown("tails")).text
        'Implies(t >= 0, tail == 2*(0 - (((-exp((-t))) / 2))))'
    """
    at_start = with_terms(formula_of(term), {"y": start}, names_in(start))
    return lifted("integrals", f"Implies({where}, {symbol} == {factor}*(0 - ({at_start})))", *steps)


__all__ = ["antiderivative", "beyond", "shown"]
