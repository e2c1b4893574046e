"""Smooth on a circle or a torus: A = I - sigma L, its inverse, gamma and beta.

*The operator* [Wang et al. 2019, Eq. (3)]. L is the Laplacian of the circle with d places, (L u)(i) = u(i - 1) - 2
u(i) + u(i + 1), indices modulo d. Hence

    (A u)(i) = (1 + 2 sigma) u(i) - sigma (u(i - 1) + u(i + 1)).

This definition also says what A is where the printed matrix cannot be read: at d = 1 both neighbours of a place are
the place itself, so L = 0 and A = 1; at d = 2 both are the other place, so A = [[1 + 2s, -2s], [-2s, 1 + 2s]]. With it
the eigenvalues are 1 + 2 sigma (1 - cos(2 pi j/d)) for every d >= 1, as the paper uses them.

World: exact.

*In fractions*, for sizes at which that ends. **The first row of A^-1.** Let sigma > 0, t = (1 + 2 sigma)/sigma and
U(0) = 0, U(1) = 1, U(k + 1) = t U(k) - U(k - 1). As t > 2, U is positive and increasing from 1 on. Put w(k) = U(k) +
U(d - k) for 0 <= k <= d. Both parts solve x(k + 1) = t x(k) - x(k - 1), so (A w)(k) = 0 for 0 < k < d, where w is read
on the circle, w(d) = w(0). Therefore A w is a multiple of the first unit vector; it is not zero, because A is positive
definite. Rows of A sum to 1, and so do rows of A^-1. So the first row of A^-1 is w(0), ..., w(d - 1) divided by its
sum. At d = 1 it is (1), as it must be; at sigma = 0 it is the unit vector. No step uses d >= 3.

gamma = trace(A^-1)/d is its first entry, and beta = trace(A^-2)/d the sum of its squares, as A^-1 is symmetric and
circulant.

World: exact. Source: own derivation; gamma and beta as in [Wang et al. 2019, Theorems 4 and 7].

*Closed forms* for all sizes and strengths [Wang et al. 2019, Prop. 5 and 8]. Let sigma >= 0, s = sqrt(1 + 4 sigma) >=
1 and w = (s - 1)/(s + 1), so 0 <= w < 1. For sigma > 0 this w is the paper's omega = (2 sigma + 1 - s)/(2 sigma):
multiply (s - 1)/(s + 1) by (s - 1)/(s - 1) and use s^2 - 1 = 4 sigma. In this form sigma = 0 needs no limit.

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

*Eigenvalues, condition number and norms.* A is circulant, so the vectors e(j)(k) = exp(2 pi i j k/d) diagonalise it,
with eigenvalues

    lambda(j) = 1 + 2 sigma (1 - cos(2 pi j/d)) = 1 + 4 sigma sin^2(pi j/d),     0 <= j < d.

The least is lambda(0) = 1. The largest is at the j nearest to d/2: 1 + 4 sigma for even d, and for odd d
1 + 2 sigma (1 + cos(pi/d)), which is smaller when sigma > 0. So the condition number is 1 + 4 sigma exactly for even d
and for sigma = 0, and depends on d otherwise: 1 at d = 1, 1 + 3 sigma at d = 3.

**Norms of A^-1.** Its entries are nonnegative (closed form above) and rows and columns sum to 1, as A 1 = 1. So
the norms from l1 to l1, from l2 to l2 and from l-infinity to l-infinity are all exactly 1, the sum of the coordinates
is kept, and the Frobenius norm is sqrt(d beta).

**Energy.** With (D u)(i) = u(i + 1) - u(i) on the circle, L = -D^T D; for g = A u = u - sigma L u therefore

    |g|^2 = |u|^2 + 2 sigma |D u|^2 + sigma^2 |L u|^2

for all u, d and sigma >= 0. No root may be taken term by term, and nothing is divided by d.

World: enclosure; exact where the value is a fraction.

*Two dimensions*: the torus with m rows and n columns, by closed forms along the rows. The eigenvalues are a(j) + 2
sigma (1 - cos(2 pi k/n)) with a(j) = 1 + 4 sigma sin^2(pi j/m). For fixed j write this as a (1 + 2 t (1 - cos)) with t
= sigma/a. The one-dimensional closed forms sum over k, so

    gamma(m, n) = 1/m sum over j of gamma_n(sigma/a(j))/a(j),
    beta(m, n)  = 1/m sum over j of beta_n(sigma/a(j))/a(j)^2,

which takes m terms instead of m n. No elementary form without a sum is known: in the limit it is an elliptic integral.
A torus with one row is the circle with n places.

World: enclosure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import Readable, fraction_ball, read_integer, read_rational, shown

LARGEST_SIZE = 10**18
"""Beyond it no closed form is evaluated."""


@dataclass(frozen=True, slots=True)
class SmoothingOperator:
    """A = I - sigma L on a circle of `size` places, and with it A^-1, which smooths.

    Args:
        size: number of coordinates d >= 1.
        sigma: strength >= 0, without unit; at 0 the operator is the identity.

    Raises:
        DomainError: a size below 1 or a sigma below 0.

    Example:
        >>> SmoothingOperator.read(size=3, sigma="1/2").apply([1, 0, 0])
        (Fraction(2, 1), Fraction(-1, 2), Fraction(-1, 2))
    """

    size: int
    sigma: Fraction

    def __post_init__(self) -> None:
        if not 1 <= self.size <= LARGEST_SIZE:
            raise DomainError(f"the size d must be from 1 to {LARGEST_SIZE}, got {shown(self.size)}")
        check_sigma(self.sigma)

    @classmethod
    def read(cls, *, size: Readable, sigma: Readable) -> SmoothingOperator:
        """Read both exactly.

        Raises:
            DomainError: not an integer size >= 1, or not a rational sigma >= 0.
        """
        return cls(read_integer(size, "the size d"), read_rational(sigma, "sigma"))

    def apply(self, vector: Sequence[Fraction | int]) -> tuple[Fraction, ...]:
        """A u, exactly.

        Args:
            vector: u, of `size` numbers.

        Raises:
            DomainError: another number of coordinates.
        """
        if len(vector) != self.size:
            raise DomainError(f"a vector must have {self.size} coordinates, got {len(vector)}")
        values = [Fraction(value) for value in vector]
        return tuple(
            (1 + 2 * self.sigma) * value - self.sigma * (values[i - 1] + values[(i + 1) % self.size])
            for i, value in enumerate(values)
        )


LARGEST_FLOAT_SIGMA = 10**15
"""Beyond it a smoothing in floats would only be a mean."""


def check_float_sigma(sigma: Fraction) -> Fraction:
    """The strength of smoothing, if it can be computed with in floats.

    Raises:
        DomainError: it is negative, or larger than `LARGEST_FLOAT_SIGMA`.

    Example:
        >>> check_float_sigma(Fraction(3))
        Fraction(3, 1)
    """
    if check_sigma(sigma) > LARGEST_FLOAT_SIGMA:
        raise DomainError(f"the smoothing strength sigma must be at most 10**15 in floats, got {shown(sigma)}")
    return sigma


def check_sigma(sigma: Fraction) -> Fraction:
    """The strength of smoothing, if it is one.

    Raises:
        DomainError: it is negative.

    Example:
        >>> check_sigma(Fraction(0))
        Fraction(0, 1)
    """
    if sigma < 0:
        raise DomainError(f"the smoothing strength sigma must be >= 0, got {shown(sigma)}")
    return sigma


LARGEST_ROW, LARGEST_MATRIX = 4096, 512
"""Sizes up to which a row, and a whole matrix, are written down."""

Matrix = tuple[tuple[Fraction, ...], ...]


def smoothing_matrix(operator: SmoothingOperator) -> Matrix:
    """A, row by row, d x d.

    Raises:
        SizeError: more than `LARGEST_MATRIX` rows.

    Example:
        >>> [[str(entry) for entry in row] for row in smoothing_matrix(SmoothingOperator.read(size=2, sigma=1))]
        [['3', '-2'], ['-2', '3']]
    """
    _check_size(operator, LARGEST_MATRIX)
    first = [Fraction(0)] * operator.size
    for place, weight in ((0, 1 + 2 * operator.sigma), (1, -operator.sigma), (-1, -operator.sigma)):
        first[place % operator.size] += weight
    return circulant(first)


def inverse_matrix(operator: SmoothingOperator) -> Matrix:
    """A^-1, row by row, d x d.

    Raises:
        SizeError: more than `LARGEST_MATRIX` rows.

    Example:
        >>> [[str(entry) for entry in row] for row in inverse_matrix(SmoothingOperator.read(size=2, sigma=1))]
        [['3/5', '2/5'], ['2/5', '3/5']]
    """
    _check_size(operator, LARGEST_MATRIX)
    return circulant(inverse_row(operator))


def inverse_row(operator: SmoothingOperator) -> tuple[Fraction, ...]:
    """The first row of A^-1: positive for sigma > 0, symmetric, with sum 1.

    Raises:
        SizeError: more than `LARGEST_ROW` entries.

    Example:
        >>> [str(entry) for entry in inverse_row(SmoothingOperator.read(size=4, sigma=2))]
        ['17/45', '2/9', '8/45', '2/9']
    """
    _check_size(operator, LARGEST_ROW)
    size, sigma = operator.size, operator.sigma
    if sigma == 0:
        return (Fraction(1), *[Fraction(0)] * (size - 1))
    # U(k) times (numerator of sigma)^(k - 1) is an integer; one common factor cancels in the division by the sum.
    top, unit = (sigma.denominator + 2 * sigma.numerator, sigma.numerator)
    units = [0, 1]
    while len(units) <= size:
        units.append(top * units[-1] - unit**2 * units[-2])
    weights = [units[k] * unit ** (size - k) + units[size - k] * unit**k for k in range(size)]
    total = sum(weights)
    return tuple(Fraction(weight, total) for weight in weights)


def smooth_exactly(operator: SmoothingOperator, vector: Sequence[Fraction | int]) -> tuple[Fraction, ...]:
    """A^-1 v, exactly.

    Args:
        operator: of at most `LARGEST_MATRIX` places.
        vector: v, of as many numbers.

    Raises:
        DomainError: another number of coordinates.
        SizeError: too many.

    Example:
        >>> [str(value) for value in smooth_exactly(SmoothingOperator.read(size=2, sigma=1), [5, 0])]
        ['3', '2']
    """
    operator.apply(vector)  # refuses another length
    rows = inverse_matrix(operator)
    return tuple(sum((a * b for a, b in zip(row, vector, strict=True)), Fraction(0)) for row in rows)


def exact_gamma(operator: SmoothingOperator) -> Fraction:
    """The mean of the eigenvalues of A^-1 [Wang et al. 2019, Theorem 4].

    Raises:
        SizeError: more than `LARGEST_ROW` coordinates.

    Example:
        >>> exact_gamma(SmoothingOperator.read(size=2, sigma=1))
        Fraction(3, 5)
    """
    return inverse_row(operator)[0]


def exact_beta(operator: SmoothingOperator) -> Fraction:
    """The mean of the squared eigenvalues of A^-1 [Wang et al. 2019, Theorem 7].

    Raises:
        SizeError: more than `LARGEST_ROW` coordinates.

    Example:
        >>> exact_beta(SmoothingOperator.read(size=2, sigma=1))
        Fraction(13, 25)
    """
    return sum((entry**2 for entry in inverse_row(operator)), Fraction(0))


def circulant(first: Sequence[Fraction]) -> Matrix:
    """The matrix whose entry (i, j) is first[(j - i) mod d].

    Example:
        >>> circulant([Fraction(1), Fraction(2)])[1]
        (Fraction(2, 1), Fraction(1, 1))
    """
    return tuple(tuple(first[(j - i) % len(first)] for j in range(len(first))) for i in range(len(first)))


def _check_size(operator: SmoothingOperator, most: int) -> None:
    if operator.size > most:
        raise SizeError(f"the size d must be at most {most} in exact fractions, got {operator.size}")


DIGITS = 30


def gamma_of_circle(operator: SmoothingOperator, *, digits: int = DIGITS) -> Enclosure:
    """The mean of the eigenvalues of A^-1, by its closed form.

    Args:
        operator: of any size.
        digits: to prove.

    Example:
        >>> gamma_of_circle(SmoothingOperator.read(size=1000, sigma=1), digits=12).rounded(12)
        '0.4472135955'
    """
    return inverse_entry(operator, 0, digits=digits)


def beta_of_circle(operator: SmoothingOperator, *, digits: int = DIGITS) -> Enclosure:
    """The mean of the squared eigenvalues of A^-1, by its closed form.

    Example:
        >>> beta_of_circle(SmoothingOperator.read(size=10**7, sigma=2), digits=12).rounded(12)
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


_RATIONAL_SQUARES = {
    Fraction(0): Fraction(0),
    Fraction(1, 6): Fraction(1, 4),
    Fraction(1, 4): Fraction(1, 2),
    Fraction(1, 3): Fraction(3, 4),
    Fraction(1, 2): Fraction(1),
}
"""sin^2(pi x) where it is rational, for x in [0, 1/2] [Niven 1956, Cor. 3.12]."""


def eigenvalue(operator: SmoothingOperator, index: int, *, digits: int = DIGITS) -> Enclosure:
    """lambda(index) of A; exact where it is rational for every sigma.

    Args:
        operator: of any size d.
        index: from 0 to d - 1.
        digits: to prove.

    Raises:
        DomainError: another index.

    Example:
        >>> eigenvalue(SmoothingOperator.read(size=3, sigma=2), 1).exact
        Fraction(7, 1)
        >>> eigenvalue(SmoothingOperator.read(size=5, sigma=2), 1, digits=6).rounded(6)
        '3.76393'
    """
    if not 0 <= index < operator.size:
        raise DomainError(f"the index must be from 0 to {operator.size - 1}, got {index}")
    turn = Fraction(min(index, operator.size - index), operator.size)
    square = _RATIONAL_SQUARES.get(turn)
    if square is not None or operator.sigma == 0:
        return Enclosure.of(1 + 4 * operator.sigma * (square or 0))

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            return 1 + 4 * fraction_ball(operator.sigma) * arb.sin_pi(fraction_ball(turn)) ** 2

    return refine(compute, digits)


def largest_eigenvalue(operator: SmoothingOperator, *, digits: int = DIGITS) -> Enclosure:
    """The largest eigenvalue of A, which is also its condition number, as the least is 1.

    Example:
        >>> [largest_eigenvalue(SmoothingOperator.read(size=d, sigma=1)).rounded(6) for d in (1, 2, 3, 4, 5)]
        ['1', '5', '4', '5', '4.61803']
    """
    return eigenvalue(operator, operator.size // 2, digits=digits)


condition_number = largest_eigenvalue


def frobenius_norm(operator: SmoothingOperator, *, digits: int = DIGITS) -> Enclosure:
    """The Frobenius norm of A^-1, sqrt(d beta): how long smoothed white noise of deviation 1 is, in mean square.

    Example:
        >>> frobenius_norm(SmoothingOperator.read(size=650, sigma=1), digits=6).rounded(6)
        '13.2066'
    """

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            ball: arb = (operator.size * beta_of_circle(operator, digits=digits + 5).ball).sqrt()
            return ball

    return refine(compute, digits)


def energies(vector: Sequence[Fraction | int]) -> tuple[Fraction, Fraction, Fraction]:
    """|u|^2, |D u|^2 and |L u|^2 on the circle, exactly.

    Raises:
        DomainError: an empty vector.

    Example:
        >>> first, second, third = energies([1, -1, 1, -1])
        >>> smoothed = SmoothingOperator.read(size=4, sigma=1).apply([1, -1, 1, -1])
        >>> sum(value**2 for value in smoothed) == first + 2 * second + third
        True
    """
    if not vector:
        raise DomainError("a vector must have a coordinate, got none")
    values = [Fraction(value) for value in vector]
    steps = [values[(i + 1) % len(values)] - value for i, value in enumerate(values)]
    bends = [step - steps[i - 1] for i, step in enumerate(steps)]
    first, second, third = (sum((x**2 for x in part), Fraction(0)) for part in (values, steps, bends))
    return first, second, third


MOST_ROWS = 100_000


def gamma_of_torus(rows: int, columns: int, sigma: Fraction, *, digits: int = DIGITS) -> Enclosure:
    """The mean of the eigenvalues of A^-1 on the torus.

    Args:
        rows: m >= 1.
        columns: n >= 1.
        sigma: strength >= 0.
        digits: to prove.

    Raises:
        DomainError: another size, or sigma < 0.

    Example:
        >>> [gamma_of_torus(m, 2, Fraction(1), digits=6).rounded(6) for m in (2, 1)]
        ['0.377778', '0.6']
    """
    return _torus_mean(rows, columns, sigma, 1, digits)


def beta_of_torus(rows: int, columns: int, sigma: Fraction, *, digits: int = DIGITS) -> Enclosure:
    """The mean of the squared eigenvalues of A^-1 on the torus.

    Raises:
        DomainError: another size, or sigma < 0.

    Example:
        >>> beta_of_torus(8, 8, Fraction(1), digits=6).rounded(6)
        '0.0907683'
    """
    return _torus_mean(rows, columns, sigma, 2, digits)


def _torus_mean(rows: int, columns: int, sigma: Fraction, exponent: int, digits: int) -> Enclosure:
    if not (1 <= rows <= MOST_ROWS and columns >= 1):
        raise DomainError(f"rows must be from 1 to {MOST_ROWS} and columns >= 1, got {rows} and {columns}")
    check_sigma(sigma)

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            strength = fraction_ball(sigma)
            total = arb(0)
            for row in range(rows):
                level = 1 + 4 * strength * arb.sin_pi(fraction_ball(Fraction(row, rows))) ** 2
                total += _torus_row(strength / level, columns, exponent) / level**exponent
            return total / rows

    return refine(compute, digits)


def _torus_row(strength: arb, columns: int, exponent: int) -> arb:
    """Evaluate the closed forms at a strength that is known as a ball."""
    root = (1 + 4 * strength).sqrt()
    far = (4 * strength / (root + 1) ** 2) ** columns
    ends = (1 + far) / (1 - far)
    if exponent == 1:
        return ends / root
    return (1 + 2 * strength) / root**3 * ends + 2 * columns * far / (root * (1 - far)) ** 2
