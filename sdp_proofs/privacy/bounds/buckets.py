"""For every epsilon > 0: the likelihood factors cut into cells; as sharp an exponent as one likes.

Notation of `two_sided`: a record of type i (a of them) turns into type j (b of them), u and w of them are not
sampled, x = u/a, y = (w+1)/(b+1), E = exp(epsilon), q = 1 - rho = N/n, and the divergence gains only where E x < y.

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
B: that is one tail of `two_sided`. By Gibbs' inequality no base exceeds L_0.

**Smoothed.** delta(H) is a maximum of D(H_i, H_j) and of D(H_j + 1, H_i - 1), i != j; the second changes the bound
of a cell, read with the roles exchanged, by the factor L_i/L_j. So delta(H) is at most the sum over ordered pairs
of types and over cells of these bounds with C max(1, L_i/L_j), and their averages factorise (`instance`):

    delta_SDP <= sum over cells, i != j of B C max(1, L_i/L_j) M^n,
    M = e^(v q) max_pi [pi_i L_i + pi_j L_j + (1-pi_i-pi_j) L_0].

A cell with one condition depends on one type, and there the sum is over types. With v = 0 and one cut this is
`two_sided`. With ever finer cuts and the best tilt of each cell the exponent tends to the exact one (`exponent`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.bounds.average import pair_sum, powered
from sdp_proofs.privacy.bounds.bound import Bound, Standing, Way
from sdp_proofs.privacy.bounds.bucket_search import Cell, good_cells
from sdp_proofs.privacy.bounds.conditioning import lattice_factor
from sdp_proofs.privacy.bounds.entropy import bernoulli_entropy
from sdp_proofs.privacy.bounds.instance import Instance, exceeds, require_privacy_budget, require_without_replacement
from sdp_proofs.privacy.budget import Budget

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
