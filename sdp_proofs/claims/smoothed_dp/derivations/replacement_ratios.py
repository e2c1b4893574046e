"""App. F, step 1.1: the ratios of neighbouring chances against exponentials. The second line of (11) is reversed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sdp_proofs.claims.checks import Instance
from sdp_proofs.claims.proofs.proving import step_by_tangents
from sdp_proofs.claims.proofs.steps import on_grid
from sdp_proofs.claims.smoothed_dp.derivations.with_replacement import SYMBOLS, outputs
from sdp_proofs.ledger import Derivation, Hypothesis, Relation, Rule, Step, StepCheck, StepMiss
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

LARGEST = 7
GRID = f"all n <= {LARGEST}, T <= n, and k"
Where = Callable[[int, int, int, int], bool]


def _log(top: str, bottom: str, other_top: str, other_bottom: str) -> Formula:
    return Formula(f"k*log(({top})/({bottom})) + (T - k)*log(({other_top})/({other_bottom}))", SYMBOLS)


OWN_TO_LESS = _log("M", "M - 1", "n - M", "n - M + 1")
LESS_TO_OWN = _log("M - 1", "M", "n - M + 1", "n - M")
MORE_TO_OWN = _log("M + 1", "M", "n - M - 1", "n - M")
BOUND_9 = Formula("k/(M - 1) - (T - k)/(n - M + 1)", SYMBOLS)
BOUND_10 = Formula("(T - k)/(n - M) - k/M", SYMBOLS)
BELOW_LESS = Formula("(T - k)/(n - M + 1) - k/(M - 1)", SYMBOLS)
PRINTED_BELOW_MORE = Formula("k/M - (T - k)/(n - M)", SYMBOLS)
PRINTED_ABOVE_MORE = Formula("k/(M + 1) - (T - k)/(n - M - 1)", SYMBOLS)


def inner(low: int, high: int) -> Where:
    """M from `low` to n - `high`: the type has `low` records at least, and all others together `high`."""
    return lambda n, count, draws, seen: low <= count <= n - high


def instances(where: Where) -> Callable[[], Iterator[Instance]]:
    """All small outputs."""
    return lambda: outputs(LARGEST, where)


def hypotheses(*texts: str) -> list[Formula]:
    """Assumptions on n, M, T and k, for reals."""
    return [Formula(text, SYMBOLS) for text in ("0 <= k", "k <= T", *texts)]


LESS_EXISTS = hypotheses("M > 1", "n > M")
MORE_EXISTS = hypotheses("M >= 1", "n - M > 1")
INNER = Hypothesis("M >= 2 and M < n, else an exponent or a logarithm has no value", silent=True)


def _identity(before: str, after: str, where: Where, wrong: str, part: str) -> Step:
    side = Formula(after, SYMBOLS)
    return Step(
        before=Formula(before, SYMBOLS),
        relation=Relation.EQUAL,
        after=side,
        rule=Rule.DEFINITION,
        check=on_grid("all small outputs", GRID, instances(where)),
        near_misses=(
            StepMiss("another factor", after=Formula(wrong, SYMBOLS)),
            StepMiss("direction", relation=Relation.BELOW),
        ),
        part=part,
    )


def _bound(before: Formula, relation: Relation, after: Formula, check: StepCheck, part: str, *, note: str = "") -> Step:
    turned = {Relation.AT_MOST: Relation.AT_LEAST, Relation.AT_LEAST: Relation.AT_MOST}[relation]
    misses = (StepMiss("direction turned", relation=turned), StepMiss("equality", relation=Relation.EQUAL))
    return Step(
        before=before,
        relation=relation,
        after=after,
        rule=Rule.INEQUALITY,
        check=check,
        hypotheses=(INNER,),
        near_misses=misses,
        part=part,
        note=note,
    )


def _reversed(before: Formula, relation: Relation, after: Formula, part: str, note: str = "") -> Step:
    return Step(
        before=before,
        relation=relation,
        after=after,
        rule=Rule.ALGEBRA,
        check=on_grid("all small outputs", GRID, instances(inner(1, 2))),
        near_misses=(StepMiss("equality", relation=Relation.EQUAL),),
        recorded=Verdict.FAILS,
        part=part,
        note=note,
    )


_LESS_CHECK = step_by_tangents(LESS_EXISTS, instances(inner(2, 1)))
_MORE_CHECK = step_by_tangents(MORE_EXISTS, instances(inner(1, 2)))

REPLACEMENT_RATIOS = Derivation(
    id="ratios-of-neighbouring-chances",
    title="Ratios of neighbouring chances, in logarithms from the second line on",
    source="App. F, step 1.1",
    steps=(
        _identity(
            "mass/less",
            "(M/(M - 1))**k*((n - M)/(n - M + 1))**(T - k)",
            inner(2, 0),
            "(M/(M - 1))**k*((n - M)/(n - M + 1))**T",
            "The ratio to one record fewer",
        ),
        _bound(OWN_TO_LESS, Relation.AT_MOST, BOUND_9, _LESS_CHECK, "Inequality (9)"),
        _identity(
            "less/mass",
            "((M - 1)/M)**k*((n - M + 1)/(n - M))**(T - k)",
            inner(1, 1),
            "((M - 1)/M)**T*((n - M + 1)/(n - M))**(T - k)",
            "Its reciprocal",
        ),
        _bound(LESS_TO_OWN, Relation.AT_MOST, BOUND_10, _LESS_CHECK, "Inequality (10)"),
        _bound(BELOW_LESS, Relation.AT_MOST, LESS_TO_OWN, _LESS_CHECK, "The first line of (11)"),
        _reversed(
            PRINTED_BELOW_MORE,
            Relation.AT_MOST,
            MORE_TO_OWN,
            "The second line of (11), as printed",
            "(9) with M + 1 for M gives this with the opposite sign.",
        ),
        _reversed(MORE_TO_OWN, Relation.AT_MOST, PRINTED_ABOVE_MORE, ""),
        _bound(
            PRINTED_ABOVE_MORE,
            Relation.AT_MOST,
            MORE_TO_OWN,
            _MORE_CHECK,
            "The second line of (11), the right way round",
        ),
        _bound(MORE_TO_OWN, Relation.AT_MOST, PRINTED_BELOW_MORE, _MORE_CHECK, ""),
    ),
)
