"""Sharper bounds of the package against exact losses, at random instances with a recorded seed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from sdp_proofs.claims.bound_samples import DEEP_SEED, SEED, by_floor, exact, random_odds, random_sources
from sdp_proofs.claims.checks import Instance, on_instances, on_many_instances
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.bounds.bound import Bound
from sdp_proofs.privacy.bounds.cells import cells_upper
from sdp_proofs.privacy.bounds.lower import double_sum_lower, one_type_lower, rare_type_lower
from sdp_proofs.privacy.bounds.method_of_types import types_upper
from sdp_proofs.privacy.bounds.one_point import one_point_lower
from sdp_proofs.privacy.bounds.ridge import ridge_loss_lower, ridge_loss_upper
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.sampled_pair import SampledPair

BETWEEN = {"low": "L", "loss": r"d(P_a, P_{a-1})", "high": "U"}
RIDGE = Formula("And(low <= loss, loss <= high)", BETWEEN)
SMOOTHED = Formula("And(low <= loss, loss <= high)", {**BETWEEN, "loss": r"\delta_{\mathrm{SDP}}"})
CELLS = Formula("loss <= high", SMOOTHED.symbols)
LOWER = Formula("And(one <= loss, rare <= loss, double <= loss)", {
    "loss": r"\delta_{\mathrm{SDP}}",
    "one": r"\rho \max \pi(i)^n",
    "rare": r"(1-f)^{n-T} - (1-\rho)(1-f)^n",
    "double": "D",
})  # fmt: skip
PAIRS, LOWERS, EXPONENTS, CELLED = 1500, 400, 80, 10
MORE_CELLED = 700  # about half a minute


def _directed(bound: Bound) -> Fraction:
    """Rounded away from what it bounds, so that an equality is decided."""
    return Fraction(bound.decimal(12))


def ridges(_: Claim, *, seed: int = SEED, count: int = PAIRS) -> Iterator[Instance]:
    """One pair of neighbours."""
    draw = Random(seed)
    for _trial in range(count):
        n = draw.randint(2, 40)
        pair, odds = SampledPair(n, draw.randint(1, n), draw.randint(1, n - 1)), random_odds(draw)
        budget = Budget.read(odds=odds)
        values = {
            "loss": pair.exact_loss(odds),
            "low": _directed(ridge_loss_lower(pair, budget)),
            "high": _directed(ridge_loss_upper(pair, budget)),
        }
        yield f"n = {n}, a = {pair.count}, T = {pair.draws}, odds {odds}", values


def lowers(_: Claim, *, seed: int = SEED, count: int = LOWERS) -> Iterator[Instance]:
    """Three lower bounds of delta_SDP."""
    draw = Random(seed)
    for _trial in range(count):
        sources, records, draws = random_sources(draw)
        budget, case = Budget.read(odds=random_odds(draw)), by_floor(sources, records, draws)
        case = case if len(sources.laws) == 1 else type(case).with_sources(sources, records, draws)
        values = {
            "loss": exact(sources, records, draws, budget),
            "one": _directed(one_type_lower(case)),
            "rare": _directed(rare_type_lower(case)),
            "double": _directed(double_sum_lower(case, budget)),
        }
        yield f"{sources.laws}, n = {records}, T = {draws}, {budget}", values


def exponents(_: Claim, *, seed: int = SEED, count: int = EXPONENTS) -> Iterator[Instance]:
    """Both bounds that have the exact decay rate."""
    draw = Random(seed)
    for _trial in range(count):
        sources, records, draws = random_sources(draw)
        budget = Budget.read(odds=random_odds(draw))
        case = by_floor(sources, records, draws).with_sources(sources, records, draws)
        values = {
            "loss": exact(sources, records, draws, budget),
            "low": _directed(one_point_lower(case, budget)),
            "high": _directed(types_upper(case, budget)),
        }
        yield f"{sources.laws}, n = {records}, T = {draws}, {budget}", values


def cells(_: Claim, *, seed: int = SEED, count: int = CELLED) -> Iterator[Instance]:
    """Two or three cells."""
    draw = Random(seed)
    for _trial in range(count):
        sources, records, draws = random_sources(draw)
        budget, number = Budget.read(odds=random_odds(draw)), draw.choice((2, 3))
        high = cells_upper(by_floor(sources, records, draws), budget, cells=number, tilted=draw.random() < 0.5)
        values = {"loss": exact(sources, records, draws, budget), "high": _directed(high)}
        yield f"{sources.laws}, n = {records}, T = {draws}, {budget}, {number} cells", values


CLAIMS = (
    Claim(
        id="ridge-brackets-one-loss",
        paper="project",
        locator="Ridge",
        title="two geometric sums hold the loss of one pair of neighbours between them",
        kind=Kind.PROJECT,
        statement="From the start of the best event the gains are concave and the probabilities log-concave; so "
        "$d(P_a, P_{a-1})$ lies between two geometric sums that begin with the same term (`privacy.bounds.ridge`).",
        formula=RIDGE,
        checks=(
            on_instances(Method.EXACT, Coverage.SAMPLE, "random pairs", f"{PAIRS} pairs, n <= 40, seed {SEED}", ridges),
            on_many_instances(Method.EXACT, "many random pairs", "n <= 40", ridges, seed=DEEP_SEED),
        ),
        near_misses=(
            NearMiss("nine tenths of the upper end", RIDGE.mutate("loss <= high", "loss <= 9*high/10")),
            NearMiss("a tenth above the lower end", RIDGE.mutate("low <= loss", "11*low/10 <= loss")),
        ),
        recorded=Status.SUPPORTED,
        trust=("arb",),
    ),
    Claim(
        id="three-lower-bounds-of-the-smoothed-loss",
        paper="project",
        locator="Closed bounds",
        title="rho max pi^n, (1-f)^(n-T) - (1-rho)(1-f)^n and the double sum are at most delta_SDP",
        kind=Kind.PROJECT,
        statement="One type only, a rare type with no record left out, and the double sum over the sampled and the "
        "other records of the rarest type: three lower bounds of delta_SDP (`privacy.bounds.lower`).",
        hypotheses=(Hypothesis("f is attained by a source"),),
        formula=LOWER,
        checks=(
            on_instances(
                Method.CERTIFIED, Coverage.SAMPLE, "random sources", f"{LOWERS} instances, n <= 24, seed {SEED}", lowers
            ),
            on_many_instances(Method.CERTIFIED, "many random sources", "n <= 24", lowers, seed=DEEP_SEED),
        ),
        near_misses=(
            NearMiss("a tenth above the double sum", LOWER.mutate("double <= loss", "11*double/10 <= loss")),
            NearMiss("ten times the first", LOWER.mutate("one <= loss", "10*one <= loss")),
        ),
        recorded=Status.SUPPORTED,
        depends_on=("smoothed-delta-falls-no-faster-than-a-power",),
        trust=("arb",),
    ),
    Claim(
        id="exact-decay-brackets-the-smoothed-loss",
        paper="project",
        locator="Closed bounds",
        title="two bounds with the exact decay rate hold delta_SDP between them",
        kind=Kind.PROJECT,
        statement="The method of types bounds delta_SDP by a power of n times $e^{-(n+1)R}$, and one lattice point "
        "near the minimiser bounds it from below with the same R: R is the decay rate (`privacy.bounds.exponent`).",
        formula=SMOOTHED,
        checks=(
            on_instances(
                Method.CERTIFIED,
                Coverage.SAMPLE,
                "random sources",
                f"{EXPONENTS} instances, n <= 24, seed {SEED}",
                exponents,
            ),
        ),
        near_misses=(
            NearMiss("lower end fifty times larger", SMOOTHED.mutate("low <= loss", "50*low <= loss")),
            NearMiss("ends exchanged", SMOOTHED.mutate("low <= loss", "high <= loss")),
        ),
        recorded=Status.SUPPORTED,
        trust=("arb",),
    ),
    Claim(
        id="cells-bound-the-smoothed-loss",
        paper="project",
        locator="Closed bounds",
        title="cells of the two likelihood factors bound delta_SDP at every epsilon > 0",
        kind=Kind.PROJECT,
        statement="The event on which the divergence gains is covered by cells of the two factors of the likelihood "
        "ratio; each cell is one product of averages, with a tilt or without (`privacy.bounds.cells`).",
        formula=CELLS,
        checks=(
            on_instances(
                Method.CERTIFIED,
                Coverage.SAMPLE,
                "random sources",
                f"{CELLED} instances, two or three cells, n <= 24, seed {SEED}",
                cells,
            ),
            on_many_instances(
                Method.CERTIFIED,
                "many random sources",
                "two or three cells, n <= 24",
                cells,
                seed=DEEP_SEED,
                count=MORE_CELLED,
            ),
        ),
        near_misses=(
            NearMiss("a hundredth of it", CELLS.mutate("<= high", "<= high/100")),
            NearMiss("direction turned", CELLS.mutate("<=", ">=")),
        ),
        recorded=Status.SUPPORTED,
        depends_on=("outputs-between-two-cuts-lose-nothing",),
        trust=("arb",),
    ),
)
