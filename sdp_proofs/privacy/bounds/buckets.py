"""Bound losses from above by cells of the likelihood factors, for every epsilon > 0.

*The search of cuts and tilts* is an estimate: the largest cell is to have nearly the least possible exponent. World:
estimate. For a trial exponent R cells are laid from below, each as long as its own exponent stays at R or more; the
largest R for which the given number of cells is enough is found by bisection.

*The bound.* Notation of two tails in `tails`: a record of type i (a of them) turns into type j (b of them), u and w of
them are not sampled, x = u/a, y = (w+1)/(b+1), E = exp(epsilon), q = 1 - rho = N/n, and the divergence gains only
where E x < y.

**Cells.** For cuts 0 < c_1 < ... < c_r that event lies in the union of r + 1 cells. A cell is where y > c and
x < c'/E, and c and c' are two cuts that follow each other; the first cell has no condition on y, the last none on x. If
E q > 1 then c_r = 1 may be taken, and the last cell is empty, as y <= 1.

**One cell.** Let every record be left out independently with probability q, and B = 1/P(Bin(n, q) = N). Given that
N are left out this is the sampling. For a real tilt v, s, t >= 0 and X = c'/E, Y = c,

    P(cell) <= B E exp(-s (u - X a) + t (w + 1 - Y (b+1)) - v (all left out - N))
            =  B C L_i^a L_j^b L_0^(n-a-b) e^(v N),          L_0 = rho + q e^(-v).

The best s and t move the chance of being left out, z = q e^(-v)/L_0 under the tilt, to X for type i and to Y for
type j. Where X <= z <= Y these are s, t >= 0 and give

    L_i = exp(-KL(X || q) - v X),   L_j = exp(-KL(Y || q) - v Y),   C = e^(t (1-Y)),   e^t = (Y rho/((1-Y) q)) e^v.

With a condition missing, or s or t set to 0, that base is L_0, and C = 1 without t. One condition and v = 0 need no
B: that is one tail of `tails`. By Gibbs' inequality no base exceeds L_0.

**Smoothed.** delta(H) is a maximum of D(H_i, H_j) and of D(H_j + 1, H_i - 1), i != j; the second changes the bound
of a cell, read with the roles exchanged, by the factor L_i/L_j. So delta(H) is at most the sum over ordered pairs
of types and over cells of these bounds with C max(1, L_i/L_j), and their averages factorise (`instance`):

    delta_SDP <= sum over cells, i != j of B C max(1, L_i/L_j) M^n,
    M = e^(v q) max_pi [pi_i L_i + pi_j L_j + (1-pi_i-pi_j) L_0].

A cell with one condition depends on one type, and there the sum is over types. With v = 0 and one cut this is
`two_sided_upper`. With ever finer cuts and the best tilt of each cell the exponent tends to the exact one
(`decay_rate`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.bounds.instance import (
    Bound,
    Instance,
    Standing,
    Way,
    above,
    bernoulli_entropy,
    entropy_of_doubles,
    epsilon_estimate,
    exceeds,
    lattice_factor,
    pair_sum,
    powered,
    require_privacy_budget,
    require_without_replacement,
    short,
)
from sdp_proofs.privacy.budget import Budget

_TILT_STEPS = 24
_CUT_STEPS = 20
_TRIALS = 12
_HALVINGS = 40
_WIDEST_TILT = 40.0


@dataclass(frozen=True, slots=True)
class Cell:
    """x < upper/E and y > lower; None leaves a condition out."""

    lower: Fraction | None
    upper: Fraction | None
    tilt: Fraction = Fraction(0)


def good_cells(instance: Instance, budget: Budget, count: int, tilted: bool) -> list[Cell]:
    """At most `count` cells that cover everything."""
    return _Search(instance, budget, tilted).cells(count)


class _Search:
    """A cut c is known by its logarithm ln(c/q)."""

    def __init__(self, instance: Instance, budget: Budget, tilted: bool) -> None:
        self.missing = instance.missing
        self.q, self.rho = float(instance.missing), float(1 - instance.missing)
        self.epsilon = epsilon_estimate(budget)
        self.closed = exceeds(budget, 1 / self.missing)
        self.top = -math.log(self.q) if self.closed else self.epsilon
        self.tilted = tilted
        self.shares = [(float(own), float(other)) for _, shares in instance.pairs() for own, other in shares]
        self.floor = float(instance.floor)

    def cells(self, count: int) -> list[Cell]:
        high = -math.log1p(-self.floor)
        best = self._laid(high, count)
        low = high
        for _ in range(_HALVINGS):
            if best is not None:
                break
            low, high = low / 4, low
            best = self._laid(low, count)
        for _ in range(_TRIALS):
            trial = (low + high) / 2
            cuts = self._laid(trial, count)
            if cuts is None:
                high = trial
            else:
                low, best = trial, cuts
        return self._as_cells(best or [self.top / 2])

    def _laid(self, rate: float, count: int) -> list[float] | None:
        """The cuts of at most `count` cells with exponents of at least `rate`, the last one being 1 if closed there."""
        cuts: list[float] = []
        lower: float | None = None
        for _ in range(count):
            if lower is not None and self._exponent(lower, None)[0] >= rate:
                return cuts
            if self.closed and self._exponent(lower, self.top)[0] >= rate:
                return [*cuts, self.top]
            begin = 0.0 if lower is None else lower
            following = self._farthest(lower, begin, rate)
            if following is None:
                return None
            cuts.append(following)
            lower = following
        return None

    def _farthest(self, lower: float | None, begin: float, rate: float) -> float | None:
        low, high = begin, self.top
        for _ in range(_CUT_STEPS):
            middle = (low + high) / 2
            if self._exponent(lower, middle)[0] >= rate:
                low = middle
            else:
                high = middle
        return low if low > begin else None

    def _as_cells(self, logs: list[float]) -> list[Cell]:
        closed = self.closed and logs[-1] == self.top
        cuts: list[Fraction | None] = [above(self.missing, log) for log in (logs[:-1] if closed else logs)]
        if closed:
            cuts.append(Fraction(1))
        ends = [None, *cuts] if closed else [None, *cuts, None]
        marks: list[float | None] = [None, *logs] if closed else [None, *logs, None]
        return [
            Cell(lower, upper, short(self._exponent(begin, end)[1], 12) if self.tilted else Fraction(0))
            for lower, upper, begin, end in zip(ends, ends[1:], marks, marks[1:], strict=False)
        ]

    def _exponent(self, lower: float | None, upper: float | None) -> tuple[float, float]:
        """The exponent of a cell, and its tilt."""
        if not self.tilted:
            return self._at(lower, upper, 0.0), 0.0
        left = -_WIDEST_TILT if lower is None else max(-_WIDEST_TILT, -self._log_odds(lower))
        right = _WIDEST_TILT if upper is None else min(_WIDEST_TILT, -self._log_odds(upper - self.epsilon))
        if left >= right:
            return self._at(lower, upper, 0.0), 0.0
        tilt = _peak(lambda tilt: self._at(lower, upper, tilt), left, right)
        return self._at(lower, upper, tilt), tilt

    def _log_odds(self, log: float) -> float:
        """ln(c/(1-c)) - ln(q/(1-q)) for c = q exp(log)."""
        return log - math.log(max(1e-300, (1 - self.q * math.exp(log)) / self.rho))

    def _at(self, lower: float | None, upper: float | None, tilt: float) -> float:
        q = self.q
        rest = math.log1p(q * math.expm1(-tilt)) + tilt * q
        losing = gaining = rest
        if upper is not None and -self._log_odds(upper - self.epsilon) >= tilt:
            log = upper - self.epsilon
            losing = -entropy_of_doubles(log, q, self.rho) - tilt * q * math.expm1(log)
        if lower is not None and -self._log_odds(lower) <= tilt:
            gaining = -entropy_of_doubles(lower, q, self.rho) - tilt * q * math.expm1(lower)
        if lower is None or upper is None:
            single = min(losing, gaining)
            return -(rest + math.log1p(self.floor * math.expm1(single - rest)))
        return -max(
            rest + math.log1p(max(-1 + 1e-300, own * math.expm1(losing - rest) + other * math.expm1(gaining - rest)))
            for own, other in self.shares
        )


def _peak(value: Callable[[float], float], low: float, high: float) -> float:
    """Find where a concave function is nearly largest."""
    golden = 0.6180339887498949
    left, right = high - golden * (high - low), low + golden * (high - low)
    at_left, at_right = value(left), value(right)
    for _ in range(_TILT_STEPS):
        if at_left >= at_right:
            high, right, at_right = right, left, at_left
            left = high - golden * (high - low)
            at_left = value(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + golden * (high - low)
            at_right = value(right)
    return left if at_left >= at_right else right


MOST_CELLS = 200
HYPOTHESES = ("epsilon > 0", "every source gives every type a positive probability")


def buckets_upper(
    instance: Instance, budget: Budget, *, cells: int = 10, tilted: bool = True, digits: int = 15
) -> Bound:
    """The bound of the module's docstring with well chosen cuts and tilts, at least delta_SDP.

    Args:
        instance: records, draws and sources.
        budget: epsilon > 0.
        cells: how many cells, from 2 to `MOST_CELLS`.
        tilted: whether cells may have a tilt; without, all v are 0.
        digits: significant digits of the formula's value to prove.

    Raises:
        DomainError: epsilon = 0, fewer than two cells, or sampling with replacement.
        SizeError: more than `MOST_CELLS` cells.

    Example:
        >>> case = Instance.read(records=1000, rate="0.5", types=2, floor="0.45")
        >>> buckets_upper(case, Budget.read(epsilon="0.5"), cells=5).decimal(4)
        '4.677e-10'
    """
    require_without_replacement(instance)
    require_privacy_budget(budget)
    if cells < 2:
        raise DomainError(f"cells must be at least 2, got {cells}")
    if cells > MOST_CELLS:
        raise SizeError(f"cells must be at most {MOST_CELLS}, got more")
    return bound_of_buckets(instance, budget, good_cells(instance, budget, cells, tilted), digits=digits)


def bound_of_buckets(instance: Instance, budget: Budget, cells: Sequence[Cell], *, digits: int = 15) -> Bound:
    """The bound with given cells, which must cover everything.

    Raises:
        DomainError: the cells do not follow each other from no lower cut to no upper one (or 1, where E q > 1).
    """
    require_without_replacement(instance)
    require_privacy_budget(budget)
    _check_cover(instance, budget, cells)

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            factor = lattice_factor(instance.records, instance.draws)
            total = arb(0)
            for cell in cells:
                total += _CellBases(instance, budget, cell).term(factor)
            return total

    value = refine(compute, digits)
    return Bound(value, Way.UPPER, f"{len(cells)} cells", "bounds.cells", Standing.PROVED, HYPOTHESES)


@dataclass(frozen=True, slots=True)
class _Bases:
    losing: arb
    gaining: arb
    rest: arb
    prefactor: arb


class _CellBases:
    """The bases of one cell at the current working precision."""

    def __init__(self, instance: Instance, budget: Budget, cell: Cell) -> None:
        self.instance, self.cell = instance, cell
        self.losing_bound = cell.upper is not None
        self.gaining_bound = cell.lower is not None
        q, rho, tilt = fraction_ball(instance.missing), fraction_ball(instance.rate), fraction_ball(cell.tilt)
        weight = q * (-tilt).exp()
        rest = rho + weight
        moved = weight / rest
        losing = gaining = rest
        prefactor = arb(1)
        if cell.upper is not None:
            level = fraction_ball(cell.upper) / budget.odds.ball(ctx.prec)
            if level <= moved:
                losing = (-bernoulli_entropy(level, q) - tilt * level).exp()
            else:
                self.losing_bound = False
        if cell.lower is not None:
            level = fraction_ball(cell.lower)
            if level >= moved and cell.lower < 1:
                gaining = (-bernoulli_entropy(level, q) - tilt * level).exp()
                prefactor = ((level * rho / ((1 - level) * q)).log() + tilt).exp() ** (1 - level)
            else:
                self.gaining_bound = False
        self.bases = _Bases(losing, gaining, rest, prefactor)
        self.scale = (tilt * q).exp()

    def term(self, factor: arb) -> arb:
        """The cell's share of the bound."""
        bases = self.bases
        if self.losing_bound and self.gaining_bound:
            prefactor = factor * bases.prefactor * (bases.losing / bases.gaining).max(arb(1))
            return prefactor * pair_sum(self.instance, bases.losing, bases.gaining, bases.rest, self.scale)
        single = bases.losing if self.losing_bound else bases.gaining
        prefactor = arb(1) if self.cell.tilt == 0 else factor
        if self.gaining_bound:
            prefactor *= bases.prefactor * (bases.rest / bases.gaining)
        total = arb(0)
        for multiplicity, floor in self.instance.floors():
            base = bases.rest - fraction_ball(floor) * (bases.rest - single)
            total += multiplicity * powered(base * self.scale, self.instance.records)
        return prefactor * total


def _check_cover(instance: Instance, budget: Budget, cells: Sequence[Cell]) -> None:
    if not cells or cells[0].lower is not None:
        raise DomainError("the first cell must have no lower cut")
    for before, after in pairwise(cells):
        if before.upper is None or before.upper != after.lower:
            raise DomainError("every cell must begin at the cut where the one before ends")
    last = cells[-1].upper
    if last is not None and not (last == 1 and exceeds(budget, 1 / instance.missing)):
        raise DomainError("the last cell must have no upper cut, or the cut 1 where epsilon > ln(n/(n-T))")
