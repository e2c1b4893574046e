"""The same database published several times, each time from a fresh sample: what all releases lose together.

Three answers to one question, for k releases and one epsilon for all of them together:

- **exact**, by convolution: the laws of the k outputs under x and x' are powers of the laws of one, and only the
  likelihood ratios matter, so k laws over ratios are multiplied. Small instances only.
- **the sum** [Liu, Wang, Xia 2023, Prop. 5]: k delta(epsilon/k), if every release gets the same part of epsilon.
- **by domination**: with E0 = exp(epsilon/(k - 2j)) and d = delta(x) at E0,

      delta of all k releases at epsilon <= 1 - (1 - d)^k (1 - d_j),
      d_j = sum over l < j of C(k, l) (E0^(k-l) - E0^(k-2j+l)) / (1 + E0)^k,

  for every j < k/2; the least of them is taken. *Proof.* For every neighbour x', d bounds the divergence of one release
  at E0 in both directions. Any such pair of laws is a randomised image of the pair that reveals its origin with
  probability d and is randomised response at odds E0 otherwise [Kairouz, Oh, Viswanath 2015]; so k releases are an
  image of k such pairs, and post-processing loses nothing. If one of the k reveals, all is lost, with probability
  1 - (1-d)^k; otherwise l answers of the k differ in one direction, and the ratio of their laws is E0^(k-2l), which
  exceeds E0^(k-2j) for l < j. QED  For j = 0 it is 1 - (1-d)^k at E0 = exp(epsilon/k), already below the sum k d.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from sdp_proofs.distributions.finite import Counts, FiniteLaw, resampled_law, sampled_law
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decide import largest, position_of_largest
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Change, Database, all_changes, delta

MOST_RATIOS = 50_000
"""Convolution refuses beyond this many different likelihood ratios."""
MOST_RELEASES = 1000

_Masses = dict[Fraction | None, tuple[Fraction, Fraction]]
"""The masses under x and under x' of all outputs with one likelihood ratio; None is the infinite one."""


@dataclass(frozen=True, slots=True)
class Releases:
    """Loss of k releases together, by three routes.

    Args:
        exact: the value itself; None where convolution would take too long.
        domination: an upper bound; `split` is its j.
        summed: an upper bound.
        split: the j of the domination bound.
    """

    exact: Enclosure | None
    domination: Enclosure
    summed: Enclosure
    split: int


def releases_delta(database: Database, budget: Budget, releases: int, *, digits: int = 15) -> Releases:
    """The loss of several independent releases of one database, all together at one epsilon.

    World: enclosures; `domination` and `summed` enclose upper bounds.

    Args:
        database: x and the sampling scheme of each release.
        budget: epsilon of all releases together.
        releases: k >= 1.
        digits: significant digits to prove.

    Raises:
        DomainError: k is out of range.

    Example:
        >>> found = releases_delta(Database.read(counts="4,6", draws=5), Budget.read(odds=4), 2)
        >>> found.exact.exact, found.domination.rounded(5), found.summed.rounded(5)
        (Fraction(67, 882), '0.18141', '0.19048')
    """
    if not 1 <= releases <= MOST_RELEASES:
        raise DomainError(f"releases must be between 1 and {MOST_RELEASES}, got {releases}")
    bounds = [_dominated(database, budget, releases, split, digits) for split in range((releases + 1) // 2)]
    least = position_of_largest([Enclosure.of(0) - bound for bound in bounds])
    summed = delta(database, _share(budget, releases), digits=digits + 3).value * releases
    try:
        exact = convolved_delta(database, budget, releases, digits=digits)
    except SizeError:
        exact = None
    return Releases(exact, bounds[least], summed, least)


def convolved_delta(database: Database, budget: Budget, releases: int, *, digits: int = 15) -> Enclosure:
    """The exact loss of k releases: the maximum over neighbours of the divergence of the k-th powers.

    World: exact for rational odds, an enclosure otherwise.

    Raises:
        SizeError: more than `MOST_RATIOS` different likelihood ratios, or laws too large to list.
    """
    values = []
    for first, second in _pairs(database):
        values.append(_divergence(_power(_masses(first, second), releases), budget, digits))
    return largest(values) if values else Enclosure.of(0)


def _pairs(database: Database) -> Iterator[tuple[FiniteLaw[Counts], FiniteLaw[Counts]]]:
    """The laws of one release under x and under each neighbour, in both orders."""
    law = resampled_law if database.replacement else sampled_law
    own = law(database.counts, database.draws)
    for other in sorted({_neighbour(database, change) for change in all_changes(database)}):
        near = law(other, database.draws)
        yield own, near
        yield near, own


def _neighbour(database: Database, change: Change) -> Counts:
    counts = list(database.counts)
    counts[change.removed] -= 1
    counts[change.added] += 1
    return tuple(counts)


def _masses(first: FiniteLaw[Counts], second: FiniteLaw[Counts]) -> _Masses:
    """By likelihood ratio; outputs that the first law cannot have never count."""
    found: _Masses = {}
    for outcome, mass in first.items():
        if mass:
            _add(found, mass, second.get(outcome, Fraction(0)))
    return found


def _add(masses: _Masses, mass: Fraction, other: Fraction) -> None:
    ratio = mass / other if other else None
    before = masses.get(ratio, (Fraction(0), Fraction(0)))
    masses[ratio] = before[0] + mass, before[1] + other


def _power(masses: _Masses, releases: int) -> Iterable[tuple[Fraction, Fraction]]:
    """The masses of the product of `releases` copies."""
    # One ratio per multiset of outputs; ratios that agree only make it fewer.
    if comb(len(masses) + releases - 1, releases) > MOST_RATIOS:
        raise SizeError(f"the likelihood ratios of all releases must be at most {MOST_RATIOS}, got more")
    total = masses
    for _ in range(releases - 1):
        longer: _Masses = {}
        for mass, other in total.values():
            for again, elsewhere in masses.values():
                _add(longer, mass * again, other * elsewhere)
        total = longer
    return total.values()


def _divergence(masses: Iterable[tuple[Fraction, Fraction]], budget: Budget, digits: int) -> Enclosure:
    odds = budget.rational_odds
    if odds is not None:
        return Enclosure.of(sum((max(Fraction(0), mass - odds * other) for mass, other in masses), Fraction(0)))
    listed = list(masses)

    def summed(bits: int) -> arb:
        with ctx.workprec(bits):
            factor = budget.odds.ball(bits)
            terms = (fraction_ball(mass) - factor * fraction_ball(other) for mass, other in listed)
            return sum((term.max(arb(0)) for term in terms), arb(0))

    return refine(summed, digits)


def _dominated(database: Database, budget: Budget, releases: int, split: int, digits: int) -> Enclosure:
    """1 - (1 - d)^k (1 - d_j), the first factor expanded where it is close to one."""
    part = _share(budget, releases - 2 * split)
    one = delta(database, part, digits=digits + 5).value

    def bound(bits: int) -> arb:
        with ctx.workprec(bits):
            odds, loss = part.odds.ball(bits), one.ball
            top = sum(
                (
                    comb(releases, index) * (odds ** (releases - index) - odds ** (releases - 2 * split + index))
                    for index in range(split)
                ),
                arb(0),
            )
            rest = top / (1 + odds) ** releases
            if loss == 1:
                return arb(1)
            lost = -(releases * (-loss).log1p()).expm1()
            return lost + rest - lost * rest

    return refine(bound, digits)


def _share(budget: Budget, parts: int) -> Budget:
    return budget if parts == 1 else Budget.read(epsilon=f"({budget.text})/{parts}")
