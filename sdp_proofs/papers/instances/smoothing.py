"""Small circles and strengths, on which the statements about the smoothing operator are decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.ledger import Claim
from sdp_proofs.smoothing import exact, spectrum
from sdp_proofs.smoothing.operator import SmoothingOperator

SIZES = range(1, 9)
STRENGTHS = tuple(map(Fraction, ("0", "3/4", "2", "6")))
"""Those at which sqrt(1 + 4 sigma) is rational, so that all closed forms are fractions."""
ROOTS = dict(zip(STRENGTHS, (1, 2, 3, 5), strict=True))
SCOPE = "d <= 8, sigma in {0, 3/4, 2, 6}"


def circles(_: Claim | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
    """gamma, beta, the largest eigenvalue and what the closed forms are made of, exactly or enclosed."""
    for size in SIZES:
        for sigma in STRENGTHS:
            yield f"d = {size}, sigma = {sigma}", values(size, sigma)


def smoothing_circles(_: Claim | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Those with sigma > 0."""
    yield from ((name, at) for name, at in circles() if at["sigma"] > 0)


def values(size: int, sigma: Fraction) -> dict[str, Any]:
    """What is known of one circle."""
    operator, root = SmoothingOperator(size, sigma), ROOTS[sigma]
    ratio = Fraction(root - 1, root + 1)
    turn = Fraction((-1) ** size, 1)
    found: dict[str, Any] = {
        "d": size, "sigma": sigma, "s": root, "w": ratio, "gamma": exact.gamma(operator), "beta": exact.beta(operator),
        "kappa": spectrum.condition_number(operator), "even": 1 if turn == 1 else 0,
    }  # fmt: skip
    return found


def vectors(size: int) -> Iterator[tuple[int, ...]]:
    """All vectors of the entries -1, 0, 1, 2, the first of which is not negative."""
    if size == 0:
        yield ()
        return
    for rest in vectors(size - 1):
        yield from ((*rest, entry) for entry in (-1, 0, 1, 2))


def energies(size: int, strength: Fraction) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every small vector u with the squared norms of u, D u, L u and A u."""
    operator = SmoothingOperator(size, strength)
    for vector in vectors(size):
        own, step, bend = spectrum.energies(vector)
        image = sum((value**2 for value in operator.apply(vector)), Fraction(0))
        yield f"u = {vector}", {"U": own, "D": step, "B": bend, "sigma": strength, "d": size, "g": image}
