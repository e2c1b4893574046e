"""The bounds' formulas written a second time, from their docstrings, with other numbers: fractions and mpmath.

Nothing of `sdp_proofs.privacy.bounds` is called here. A case is its laws: those of the hull's vertices.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from mpmath.ctx_mp import MPContext

from sdp_proofs.privacy.bounds.instance import Bound, Instance

# A context of its own: the precision of mpmath's is everybody's, and sixty digits there slow all other tests down.
mp = MPContext()
mp.dps = 60
mpf = mp.mpf
DIGITS = 25
Law = tuple[Fraction, ...]


@dataclass(frozen=True)
class Case:
    """Records, draws and laws, and the package's instance of them."""

    n: int
    draws: int
    laws: tuple[Law, ...]
    instance: Instance

    @property
    def types(self) -> int:
        return len(self.laws[0])

    @property
    def rho(self) -> Any:
        return real(Fraction(self.draws, self.n))

    @property
    def q(self) -> Any:
        return 1 - self.rho

    def least(self, index: int) -> Any:
        """The least probability of a type under a law."""
        return real(min(law[index] for law in self.laws))


def real(value: Fraction | int) -> Any:
    return mpf(Fraction(value).numerator) / Fraction(value).denominator


def by_floor(n: int, draws: int, types: int, floor: str, replacement: bool = False) -> Case:
    """All laws that give each type at least `floor`; a vertex gives the rest to one type."""
    f = Fraction(floor)
    laws = tuple(
        tuple(1 - (types - 1) * f if index == heavy else f for index in range(types)) for heavy in range(types)
    )
    return Case(n, draws, laws, Instance(n, draws, types, f, replacement=replacement))


def by_laws(n: int, draws: int, *texts: str, replacement: bool = False) -> Case:
    """Sources that are given."""
    laws = tuple(tuple(map(Fraction, text.split(","))) for text in texts)
    smallest = min(map(min, laws))
    return Case(n, draws, laws, Instance(n, draws, len(laws[0]), smallest, laws, replacement))


def entropy(a: Any, b: Any) -> Any:
    """KL(a || b) of two coins."""
    terms = [(a, b), (1 - a, 1 - b)]
    return sum((x * mp.log(x / y) for x, y in terms if x > 0), mpf(0))


def lattice(n: int, draws: int) -> Any:
    """1/P(Bin(n, T/n) = T)."""
    rho = Fraction(draws, n)
    return real(1 / (comb(n, draws) * rho**draws * (1 - rho) ** (n - draws)))


def binomial(total: int, share: Fraction, count: int) -> Fraction:
    return comb(total, count) * share**count * (1 - share) ** (total - count)


def single_sum(case: Case, shrunk: Any) -> Any:
    """sum_i (1 - f_i (1 - L))^n."""
    return sum(((1 - case.least(index) * (1 - shrunk)) ** case.n for index in range(case.types)), mpf(0))


def agrees(bound: Bound | Any, formula: Any, tolerance: str = "1e-20") -> bool:
    """Two-sided: both ends of the enclosure are the formula's value within a relative rounding."""
    value = bound.value if isinstance(bound, Bound) else bound
    lower, upper = (mpf(text) for text in value.bounds(DIGITS))
    room = abs(formula) * mpf(tolerance)
    return bool(formula - room <= lower <= upper <= formula + room)
