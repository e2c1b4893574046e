"""Sharper bounds of the package against exact losses, at random instances with a recorded seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances, on_many_instances
from sdp_proofs.claims.families import UNDECIDED, family
from sdp_proofs.claims.instances.bound_samples import DEEP_SEED, SEED, by_floor, exact, random_odds, random_sources
from sdp_proofs.claims.project.cell_steps import CELL_BY_CELL
from sdp_proofs.claims.project.decay_steps import BRACKETS
from sdp_proofs.claims.project.decay_steps import PARTS as DECAY_PARTS
from sdp_proofs.claims.project.double_sum import AVERAGES, PARTS
from sdp_proofs.claims.project.ridge_steps import TERM_BY_TERM
from sdp_proofs.claims.searching import over
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Domain, Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.bounds.bound import Bound
from sdp_proofs.privacy.bounds.cell_search import Cell
from sdp_proofs.privacy.bounds.cells import bound_of_cells, cells_upper
from sdp_proofs.privacy.bounds.instance import Instance as BoundedInstance
from sdp_proofs.privacy.bounds.lower import double_sum_lower, one_type_lower, rare_type_lower
from sdp_proofs.privacy.bounds.method_of_types import types_upper
from sdp_proofs.privacy.bounds.one_point import one_point_lower
from sdp_proofs.privacy.bounds.ridge import ridge_loss_lower, ridge_loss_upper
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.sampled_pair import SampledPair

BETWEEN = {"low": "L", "loss": r"d(P_a, P_{a-1})", "high": "U"}
RIDGE = Formula("And(low <= loss, loss <= high)", BETWEEN)
SMOOTHED = Formula("And(low <= loss, loss <= high)", DECAY_PARTS)
CELLS = Formula("loss <= high", {"loss": r"\delta_{\mathrm{SDP}}", "high": "U"})
LOWER = Formula("And(one <= loss, rare <= loss, double <= loss)", PARTS)
PAIRS, LOWERS, EXPONENTS, CELLED = 1500, 400, 80, 10
MORE_CELLED = 5000  # about a minute and a quarter


def _directed(bound: Bound) -> Fraction:
    """Rounded away from what it bounds, so that an equality is decided."""
    return Fraction(bound.decimal(12))


def ridges(_: Claim, *, seed: int = SEED, count: int = PAIRS) -> Iterator[Instance]:
    """One pair of neighbours."""
    draw = Random(seed)
    for _trial in range(count):
        n = draw.randint(2, 40)
        at = {"n": n, "a": draw.randint(1, n), "T": draw.randint(1, n - 1), "odds": random_odds(draw)}
        yield ", ".join(f"{name} = {value}" for name, value in at.items()), _ridge(at)


def _ridge(at: Mapping[str, Any]) -> dict[str, Any]:
    pair, budget = SampledPair(at["n"], at["a"], at["T"]), Budget.read(odds=at["odds"])
    return {
        "loss": pair.exact_loss(Fraction(at["odds"])),
        "low": _directed(ridge_loss_lower(pair, budget)),
        "high": _directed(ridge_loss_upper(pair, budget)),
    }


def _mixed(at: Mapping[str, Any]) -> tuple[SourceSet, int, int, Budget]:
    shares = sorted({at["share"], at["other"]})
    sources = SourceSet.from_laws([(share, 1 - share) for share in shares])
    return sources, at["n"], at["T"], Budget.read(odds=at["odds"])


def _lowest(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    sources, records, draws, budget = _mixed(at)
    case = BoundedInstance.with_sources(sources, records, draws)
    return {
        "loss": exact(sources, records, draws, budget),
        "one": _directed(one_type_lower(case)),
        "rare": _directed(rare_type_lower(case)),
        "double": _directed(double_sum_lower(case, budget)),
    }


def _two_cells(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    sources, records, draws, budget = _mixed(at)
    high = cells_upper(by_floor(sources, records, draws), budget, cells=2, tilted=False)
    return {"loss": exact(sources, records, draws, budget), "high": _directed(high)}


def _both_ends(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    sources, records, draws, budget = _mixed(at)
    case = BoundedInstance.with_sources(sources, records, draws)
    return {
        "loss": exact(sources, records, draws, budget),
        "low": _directed(one_point_lower(case, budget)),
        "high": _directed(types_upper(case, budget)),
    }


ODDS = Rationals(1, 100, open_low=True)
ONE_PAIR: dict[str, Domain] = {
    "n": Integers(2, 60),
    "a": Integers(1, lambda before: before["n"]),
    "T": Integers(1, lambda before: before["n"] - 1),
    "odds": ODDS,
}
TWO_SOURCES: dict[str, Domain] = {
    "n": Integers(2, 20),
    "T": Integers(1, lambda before: before["n"] - 1),
    "share": Rationals(Fraction(1, 50), Fraction(49, 50)),
    "other": Rationals(Fraction(1, 50), Fraction(49, 50)),
    "odds": ODDS,
}


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


def random_cells(_: Claim, *, seed: int, count: int) -> Iterator[Instance]:
    """One to five cells, with cuts and tilts at random: every choice gives a bound."""
    draw = Random(seed)
    for _trial in range(count):
        sources, records, draws = random_sources(draw)
        odds = random_odds(draw)
        budget, case = Budget.read(odds=odds), by_floor(sources, records, draws)
        cuts = sorted({case.missing * (1 + (odds - 1) * Fraction(draw.randint(-4, 20), 16)) for _cut in range(4)})
        ends = [None, *(cut for cut in cuts if cut > 0), None]
        chosen = [Cell(low, high, Fraction(draw.randint(-12, 12), 12)) for low, high in pairwise(ends)]
        values = {
            "loss": exact(sources, records, draws, budget),
            "high": _directed(bound_of_cells(case, budget, chosen)),
        }
        yield f"{sources.laws}, n = {records}, T = {draws}, {budget}, {chosen}", values


CLAIMS = (
    Claim(
        id="ridge-brackets-one-loss",
        paper="project",
        locator="Ridge",
        title="two geometric sums hold the loss of one pair of neighbours between them",
        kind=Kind.PROJECT,
        statement="From the start of the best event the gains are concave and the probabilities log-concave; so "
        "$d(P_a, P_{a-1})$ lies between two geometric sums that begin with the same term (`privacy.bounds.ridge`).",
        hypotheses=(
            Hypothesis("T < n, E >= 1, and P(h) > 0 at the start h of the best event"),
            Hypothesis("the gain grows with h, so that all terms from the start on are >= 0"),
        ),
        formula=RIDGE,
        checks=(
            TERM_BY_TERM,
            on_instances(Method.EXACT, Coverage.SAMPLE, "random pairs", f"{PAIRS} pairs, n <= 40, seed {SEED}", ridges),
            on_many_instances(Method.EXACT, "many random pairs", "n <= 40", ridges, seed=DEEP_SEED),
        ),
        near_misses=(
            NearMiss("nine tenths of the upper end", RIDGE.mutate("loss <= high", "loss <= 9*high/10")),
            NearMiss("a tenth above the lower end", RIDGE.mutate("low <= loss", "11*low/10 <= loss")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "gains-from-the-start-lie-between-two-lines",
            "log-concave-masses-lie-between-two-powers",
            "ratios-are-below-one-where-something-is-gained",
            "sums-along-a-line-and-a-power-in-closed-form",
        ),
        search=over(ONE_PAIR, lambda _, at: _ridge(at), climbs=False),
        trust=("arb", "z3", "induction", "sum-over-outputs"),
        note="Term by term: each mass between two powers, each gain between two lines; then both sums in closed form.",
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
            by_solver("two averages", [AVERAGES]),
            on_instances(
                Method.CERTIFIED, Coverage.SAMPLE, "random sources", f"{LOWERS} instances, n <= 24, seed {SEED}", lowers
            ),
            on_many_instances(Method.CERTIFIED, "many random sources", "n <= 24", lowers, seed=DEEP_SEED),
        ),
        near_misses=(
            NearMiss("a tenth above the double sum", LOWER.mutate("double <= loss", "11*double/10 <= loss")),
            NearMiss("ten times the first", LOWER.mutate("one <= loss", "10*one <= loss")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "smoothed-delta-falls-no-faster-than-a-power",
            "sampled-and-other-records-are-independent",
            "ratio-in-terms-of-sampled-and-other-records",
            "a-full-sample-has-the-largest-gain",
            "a-lone-record-is-sampled-at-the-rate",
            "the-two-events-of-a-rare-type-in-closed-form",
        ),
        search=over(TWO_SOURCES, _lowest, climbs=False),
        trust=("arb", "z3", "averaging", "sum-over-outputs", "data-processing", "maximum"),
        note="All records follow one source that attains f, or the largest probability; delta_SDP is at least the "
        "average. Databases without the type lose T/n. In all others one record of the type is replaced, and all "
        "other types are counted as one; as the counts are independent, the average over databases and outputs is D.",
    ),
    Claim(
        id="exact-decay-brackets-the-smoothed-loss",
        paper="project",
        locator="Closed bounds",
        title="two bounds with the exact decay rate hold delta_SDP between them",
        kind=Kind.PROJECT,
        statement="The method of types bounds delta_SDP by a power of n times $e^{-(n+1)R}$, and one lattice point "
        "near the minimiser bounds it from below with the same R: R is the decay rate (`privacy.bounds.exponent`).",
        hypotheses=(
            Hypothesis("T < n and epsilon > 0"),
            Hypothesis("every source gives every type at least f > 0"),
        ),
        formula=SMOOTHED,
        checks=(
            by_solver("one term of a sum, and the sum of all events", [BRACKETS]),
            on_instances(
                Method.CERTIFIED,
                Coverage.SAMPLE,
                "random sources",
                f"{EXPONENTS} instances, n <= 24, seed {SEED}",
                exponents,
            ),
            on_many_instances(Method.CERTIFIED, "many random sources", "n <= 24", exponents, seed=DEEP_SEED),
        ),
        near_misses=(
            NearMiss("lower end fifty times larger", SMOOTHED.mutate("low <= loss", "50*low <= loss")),
            NearMiss("ends exchanged", SMOOTHED.mutate("low <= loss", "high <= loss")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "sampled-and-other-records-of-two-types-are-independent",
            "both-neighbours-together-below-one-event",
            "every-tilt-bounds-a-ray-of-the-event",
            "a-base-is-the-least-cost-of-all-shares",
            "every-ray-is-feasible-for-the-decay-rate",
            "the-decay-rate-is-attained-on-the-boundary",
            "averages-of-products-of-powers-factorise",
        ),
        search=over(TWO_SOURCES, _both_ends, climbs=False),
        trust=("arb", "z3", "averaging", "minimax", "independent-records", "maximum"),
        note="Below: one term of the average over independent records of one source. Above: at most (T+1)(N+2) values "
        "of the share that is not sampled, each with every tilt; by the minimax theorem the best tilt has the least "
        "relative entropy of all shares, which is R at least. B' is the price of conditioning on the number of "
        "sampled records. R is computed with proven digits (`privacy.bounds.two_type_rate`).",
    ),
    Claim(
        id="cells-bound-the-smoothed-loss",
        paper="project",
        locator="Closed bounds",
        title="cells of the two likelihood factors bound delta_SDP at every epsilon > 0",
        kind=Kind.PROJECT,
        statement="The event on which the divergence gains is covered by cells of the two factors of the likelihood "
        "ratio; each cell is one product of averages, with a tilt or without (`privacy.bounds.cells`).",
        hypotheses=(
            Hypothesis("T < n and epsilon > 0"),
            Hypothesis("every source gives every type at least f > 0"),
        ),
        formula=CELLS,
        checks=(
            CELL_BY_CELL,
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
            on_many_instances(
                Method.CERTIFIED,
                "cuts and tilts at random",
                "one to five cells, n <= 24",
                random_cells,
                seed=DEEP_SEED + 1,
            ),
        ),
        near_misses=(
            NearMiss("a hundredth of it", CELLS.mutate("<= high", "<= high/100")),
            NearMiss("direction turned", CELLS.mutate("<=", ">=")),
        ),
        family=family(true={UNDECIDED: ["< for <= in loss <= high"]}),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "outputs-between-two-cuts-lose-nothing",
            "what-gains-lies-in-a-cell",
            "a-chance-given-an-event-is-at-most-a-quotient",
            "an-exponential-is-at-least-one-on-a-cell",
            "base-of-a-cell-at-the-best-place",
            "the-best-place-is-allowed-on-its-side",
            "both-neighbours-below-one-bound-of-a-cell",
            "averages-of-products-of-powers-factorise",
            "rarer-types-have-a-larger-base",
            "two-types-have-the-largest-base-at-an-end",
        ),
        search=over(TWO_SOURCES, _two_cells),
        trust=("arb", "z3", "induction", "averaging", "independent-records", "hoeffding", "maximum"),
        note="delta(H) is a maximum over ordered pairs of types and both directions, so it is at most the sum over the "
        "pairs. A cell with one condition and without a tilt is one tail, by Hoeffding's theorem, and needs no B.",
    ),
)
