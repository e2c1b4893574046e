"""The closed form of A^-1 for all sizes and strengths, and with it gamma and beta [Wang et al. 2019, Prop. 5 and 8].

Let sigma >= 0, s = sqrt(1 + 4 sigma) >= 1 and w = (s - 1)/(s + 1), so 0 <= w < 1. For sigma > 0 this w is the paper's
omega = (2 sigma + 1 - s)/(2 sigma): multiply (s - 1)/(s + 1) by (s - 1)/(s - 1) and use s^2 - 1 = 4 sigma. In this form
sigma = 0 needs no limit.

**Inverse.** For 0 <= k < d the entry of A^-1 at distance k is

    c(k) = (w^k + w^(d - k)) / (s (1 - w^d)),        with 0^0 = 1.

*Proof.* sigma w^2 - (1 + 2 sigma) w + sigma = 0, so x(k) = w^k and x(k) = w^-k solve
(1 + 2 sigma) x(k) - sigma (x(k - 1) + x(k + 1)) = 0. Read c by its formula at k = d as well; c(d) = c(0), so c is a
function on the circle and (A c)(k) = 0 for 0 < k < d. At k = 0, with c(-1) = c(d - 1) = c(1),
s (1 - w^d) (A c)(0) = (1 + 2 sigma)(1 + w^d) - 2 sigma (w + w^(d - 1)). Put 1 + 2 sigma = sigma (w + 1/w): this is
sigma (1/w - w)(1 - w^d) = s (1 - w^d), because 1/w - w = 4 s/(s^2 - 1) = s/sigma. So A c is the first unit vector. At
sigma = 0, A = I, w = 0, and the formula gives the unit vector. At d = 1 the steps at 0 < k < d are empty and the one at
k = 0 reads c(1) = c(0), which holds; at d = 2, c(-1) = c(1) is one place counted twice, as in A. QED

**gamma** = c(0) = (1 + w^d) / (s (1 - w^d)), which is Prop. 5.

**beta** = sum of c(k)^2 = (1 + 2 sigma)/s^3 (1 + w^d)/(1 - w^d) + 2 d w^d / (s^2 (1 - w^d)^2), which is Prop. 8.

*Proof.* Sum (w^k + w^(d-k))^2 = w^2k + w^(2d-2k) + 2 w^d over 0 <= k < d: the first parts give (1 - w^2d)/(1 - w^2),
the second w^2 times that, the third 2 d w^d. And (1 + w^2)/(1 - w^2) = (1/w + w)/(1/w - w) = (1 + 2 sigma)/s. At
sigma = 0 all is 1. QED  That it is the printed fraction for sigma > 0: multiply out with xi = -s/sigma and
2 sigma w = 1 + 2 sigma - s.

**Limits and order.** With w = e^-a, both c(0) = coth(a d/2)/s and d w^d/(1 - w^d)^2 = d/(4 sinh^2(a d/2)) decrease
strictly in d for sigma > 0. So gamma decreases from 1 (d = 1) to 1/s and beta from 1 to (1 + 2 sigma)/s^3, neither of
them to 0: what decays like w^d is the distance from these limits. For sigma > 0 and d >= 2 both are in (0, 1); at d = 1
or sigma = 0 both are 1.

World: enclosure.
"""

from __future__ import annotations

from collections.abc import Callable

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.smoothing.operator import SmoothingOperator

DIGITS = 30


def gamma(operator: SmoothingOperator, *, digits: int = DIGITS) -> Enclosure:
    """The mean of the eigenvalues of A^-1, by its closed form.

    Args:
        operator: of any size.
        digits: to prove.

    Example:
        >>> gamma(SmoothingOperator.read(size=1000, sigma=1), digits=12).rounded(12)
        '0.4472135955'
    """
    return inverse_entry(operator, 0, digits=digits)


def beta(operator: SmoothingOperator, *, digits: int = DIGITS) -> Enclosure:
    """The mean of the squared eigenvalues of A^-1, by its closed form.

    Example:
        >>> beta(SmoothingOperator.read(size=10**7, sigma=2), digits=12).rounded(12)
        '0.185185185185'
    """

    def ball() -> arb:
        sigma, root, ratio = _parts(operator)
        far = ratio**operator.size
        head = (1 + 2 * sigma) / root**3 * (1 + far) / (1 - far)
        return head + 2 * operator.size * far / (root * (1 - far)) ** 2

    return _refined(ball, digits)


def inverse_entry(operator: SmoothingOperator, distance: int, *, digits: int = DIGITS) -> Enclosure:
    """The entry of A^-1 for two places at this distance on the circle.

    Args:
        operator: of any size d.
        distance: from 0 to d - 1.
        digits: to prove.

    Raises:
        DomainError: another distance.

    Example:
        >>> operator = SmoothingOperator.read(size=4, sigma=2)
        >>> inverse_entry(operator, 1, digits=5).rounded(5)
        '0.22222'
    """
    if not 0 <= distance < operator.size:
        raise DomainError(f"the distance must be from 0 to {operator.size - 1}, got {distance}")

    def ball() -> arb:
        _, root, ratio = _parts(operator)
        near, far = ratio**distance, ratio ** (operator.size - distance)
        return (near + far) / (root * (1 - ratio**operator.size))

    return _refined(ball, digits)


def gamma_limit(sigma_of: SmoothingOperator, *, digits: int = DIGITS) -> Enclosure:
    """The limit of gamma as d grows: 1/sqrt(1 + 4 sigma), a lower bound at every d.

    Example:
        >>> gamma_limit(SmoothingOperator.read(size=1, sigma=2), digits=5).rounded(5)
        '0.33333'
    """
    return _refined(lambda: 1 / _parts(sigma_of)[1], digits)


def beta_limit(sigma_of: SmoothingOperator, *, digits: int = DIGITS) -> Enclosure:
    """The limit of beta as d grows: (1 + 2 sigma)/(1 + 4 sigma)^(3/2), a lower bound at every d.

    Example:
        >>> beta_limit(SmoothingOperator.read(size=1, sigma=2), digits=5).rounded(5)
        '0.18519'
    """

    def ball() -> arb:
        sigma, root, _ = _parts(sigma_of)
        return (1 + 2 * sigma) / root**3

    return _refined(ball, digits)


def _parts(operator: SmoothingOperator) -> tuple[arb, arb, arb]:
    """sigma, s and w at the working precision."""
    sigma = fraction_ball(operator.sigma)
    root = (1 + 4 * sigma).sqrt()
    # 4 sigma/(s + 1)^2 is w without the cancellation of s - 1 at small sigma.
    return sigma, root, 4 * sigma / (root + 1) ** 2


def _refined(ball: Callable[[], arb], digits: int) -> Enclosure:
    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            return ball()

    return refine(compute, digits)
