"""How the loss depends on the count: it ripples, and no neighbour is always the worst.

Why it ripples. Let M = n - a and N = n - T, and count the records v of the type that are *not* sampled. Let g_a(w) be
the loss of the event v <= w, so that phi(a) is the largest g_a(w), and q_a(v) the probability of v. Two comparisons of
events are one term each:

    g_{a+1}(w) - g_a(w)   = q_a(w) (E w/a - (N-w)/M),
    g_{a+1}(w) - g_a(w-1) = q_a(w) (M-N+w) (1/M - E w/(a (N+1-w))).

The first is positive only above N < w (1 + E M/a), the second only below w (1 + E M/a) < N + 1. If phi rises, both are
positive at the best w of a + 1. If both are positive at some v, the best w of a is v or v - 1, and phi rises.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.families import NOT_ATTAINED, NOT_NEEDED, ROOM, family
from sdp_proofs.claims.proofs.facts import by_facts, facts_of, on_instances_with_facts
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.sampled_pair import SampledPair

RISES = Formula(
    "Equivalent(after > now, crossings >= 1)",
    {"after": r"\varphi(a+1)", "now": r"\varphi(a)", "crossings": r"\#\{v : N < v(1 + E(n-a)/a) < N+1\}"},
)
WORST = Formula("own > others", {"own": r"\varphi_i", "others": r"\max_{j \ne i} \varphi_j"})
UNSAMPLED = {"a": "a", "w": "w", "M": "M", "j": "j", "odds": "E"}
"""a records of the type and M others; w of the type and j others are not sampled, N = w + j."""
_HIGHER = "(odds*binomial(a - 1, w - 1)*binomial(M, j) - binomial(a, w)*binomial(M - 1, j - 1))"
_LOWER = "(odds*binomial(a - 1, w - 2)*binomial(M, j + 1) - binomial(a, w - 1)*binomial(M - 1, j))"
_TERM = "(binomial(a, w)*binomial(M, j) - odds*binomial(a - 1, w - 1)*binomial(M + 1, j + 1))"
_NEXT_TERM = "(binomial(a + 1, w)*binomial(M - 1, j) - odds*binomial(a, w - 1)*binomial(M, j + 1))"
TELESCOPES = Formula(f"Eq({_HIGHER} - {_LOWER}, {_NEXT_TERM} - {_TERM})", UNSAMPLED)
SAME = Formula(f"Eq({_HIGHER}, binomial(a, w)*binomial(M, j)*(odds*w/a - j/M))", UNSAMPLED)
SHIFTED = Formula(
    f"Eq({_HIGHER} + {_TERM}, binomial(a, w)*binomial(M, j)*(M - j)*(1/M - odds*w/(a*(j + 1))))", UNSAMPLED
)
POSSIBLE = Formula("And(1 <= a, w <= a + 1, j <= M + 1, 1 <= M)", UNSAMPLED)
"""With the edges, beyond which all is zero."""
DOMAINS = {"a": "natural", "w": "natural", "M": "natural", "j": "natural", "odds": "real"}
EDGES = Formula(
    "And((v + 1)*(1 + odds*(M + 1)/a) >= N + 1, (v - 1)*(1 + odds*(M + 1)/a) <= N + 1)",
    {"v": "v", "a": "a", "M": "(n-a)", "N": "N", "odds": "E"},
)
SIZES = "a >= 1, M >= 1, N >= 1, N <= a + M - 1, odds >= 1"
CROSSING = "v >= 1, v >= N - M + 1, v <= a, v <= N, N < v*(1 + odds*M/a), v*(1 + odds*M/a) < N + 1"
ODDS = tuple(map(Fraction, ("1", "51/49", "3/2", "2", "3", "7", "20")))
WINNERS = {
    "x gives up one of its rarer records": (3, 1, "51/49", 1, 0),
    "a neighbour gives up one of its rarer records": (7, 3, "3/2", 2, 1),
    "x gives up one of its other records": (8, 6, "51/49", 3, 2),
    "a neighbour gives up one of its other records": (5, 2, "51/49", 2, 3),
}
MORE = ("a", "M", "N", "odds", "w", "q", "v", "here", "before", "mass")


def facts(claim: Claim) -> Sequence[Formula]:
    """Of a + 1 the best count is w, q its probability; v is a crossing, `here` and `before` are g_a at v and v - 1."""
    shift = claim.parameters["shift"]
    lowest = f"Max(1, N - M + 1) - {shift}"
    return facts_of(RISES, (
        f"And({SIZES})",
        # Neither event of a is better than its best one; the differences are the two identities at w.
        "And(q >= 0, 0 <= w, w <= N, Or(q == 0, And(w <= a, N - w <= M)))",
        "now >= after - q*(odds*w/a - (N - w)/M)",
        "now >= after - q*(M - N + w)*(1/M - odds*w/(a*(N - w + 1)))",
        # w is an integer, and a crossing counts if it is in the range.
        "And(Or(w <= 0, w >= 1), Or(w <= N - M, w >= N - M + 1))",
        f"Implies(And(w >= {lowest}, w <= Min(a, N), N < w*(1 + odds*M/a), w*(1 + odds*M/a) < N + 1), crossings >= 1)",
        # Terms are positive below a cut and negative above it, so the best event of a ends next to the cut.
        f"Or(crossings < 1, And(v >= {lowest}, v <= a, v <= N, N < v*(1 + odds*M/a), v*(1 + odds*M/a) < N + 1))",
        "Implies(And((v - 1)*(1 + odds*(M + 1)/a) <= N + 1, (v + 1)*(1 + odds*(M + 1)/a) >= N + 1), now == Max(here, "
        "before))",
        "Implies(And(0 <= v, v <= a, v <= N, N - v <= M), mass > 0)",
        "after >= here + mass*(odds*v/a - (N - v)/M)",
        "after >= before + mass*(M - N + v)*(1/M - odds*v/(a*(N - v + 1)))",
    ), more=MORE)  # fmt: skip


def loss(records: int, count: int, draws: int, odds: Fraction) -> Fraction:
    """phi(a) = d(P_a, P_(a-1))."""
    return SampledPair(records, count, draws).exact_loss(odds)


def rise(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """The losses at a and a + 1, and how many unsampled counts v lie between the two thresholds."""
    n, a, draws, odds = at["n"], at["a"], at["T"], Fraction(at["odds"])
    left = n - draws
    low = max(1, a + 1 - draws) - claim.parameters["shift"]
    crossings = sum(left < v * (1 + odds * Fraction(n - a, a)) < left + 1 for v in range(low, min(a, left) + 1))
    return {"after": loss(n, a + 1, draws, odds), "now": loss(n, a, draws, odds), "crossings": crossings}


def _probability(records: int, count: int, left: int, unsampled: int) -> Fraction:
    """Of `count` records of a type, exactly so many are among the `left` that are not sampled."""
    if not 0 <= unsampled <= min(count, left):
        return Fraction(0)
    return Fraction(comb(count, unsampled) * comb(records - count, left - unsampled), comb(records, left))


def _event_loss(records: int, count: int, left: int, odds: Fraction, last: int) -> Fraction:
    """g_a(w): what the event of at most w unsampled records loses, by its definition."""
    own = (_probability(records, count, left, v) for v in range(last + 1))
    other = (_probability(records, count - 1, left, v - 1) for v in range(last + 1))
    return sum(own, Fraction(0)) - odds * sum(other, Fraction(0))


def small_rises(claim: Claim) -> Iterator[Instance]:
    """Every n, T, a and seven odds."""
    for n in range(2, 13):
        for draws in range(1, n):
            for a in range(1, n):
                for odds in ODDS:
                    values = rise(claim, {"n": n, "a": a, "T": draws, "odds": odds})
                    assert values is not None
                    yield f"n = {n}, T = {draws}, a = {a}, odds {odds}", values


def small_proofs(claim: Claim) -> Iterator[Instance]:
    """Smaller sizes, with what the proof speaks of, by definition."""
    for name, found, n, left, a, odds in _smaller(claim):
        gains = [_event_loss(n, a + 1, left, odds, w) for w in range(left + 1)]
        best = gains.index(max(gains))
        factor = 1 + odds * Fraction(n - a, a)
        crossing = [v for v in range(max(1, a + 1 - n + left), min(a, left) + 1) if left < v * factor < left + 1]
        for v in crossing or range(min(a, left) + 1):
            yield f"{name}, v = {v}", {
                **found, "a": a, "M": n - a, "N": left, "odds": odds, "w": best, "v": v,
                "q": _probability(n, a, left, best), "mass": _probability(n, a, left, v),
                "here": _event_loss(n, a, left, odds, v), "before": _event_loss(n, a, left, odds, v - 1),
            }  # fmt: skip


def _smaller(claim: Claim) -> Iterator[tuple[str, dict[str, Any], int, int, int, Fraction]]:
    for n in range(2, 8):
        for draws in range(1, n):
            for a in range(1, n):
                for odds in ODDS[::2]:
                    found = rise(claim, {"n": n, "a": a, "T": draws, "odds": odds})
                    assert found is not None
                    yield f"n = {n}, T = {draws}, a = {a}, odds {odds}", found, n, n - draws, a, odds


def winners(claim: Claim) -> Iterator[Instance]:
    """One instance per neighbour and direction, in which it alone is the worst."""
    for name, (n, draws, odds, k, index) in WINNERS.items():
        counts = (k, k + 1, n - k, n - k + 1)
        losses = [loss(n, count, draws, Fraction(odds)) for count in counts]
        own = losses.pop((index + claim.parameters["turn"]) % 4)
        yield f"{name}: n = {n}, T = {draws}, E = {odds}, H = {k}", {"own": own, "others": max(losses)}


CLAIMS = (
    Claim(
        id="gains-of-events-telescope",
        paper="project",
        locator="Ripple",
        title="the difference of the two losses of the event v <= w grows by the difference of their terms",
        kind=Kind.PROJECT,
        statement="Let the event be that at most w records of the type are not sampled, and j = N - w. With one more "
        "record of the type its loss changes by $E\\binom{a-1}{w-1}\\binom{M}{j} - \\binom{a}{w}\\binom{M-1}{j-1}$ "
        "over $\\binom{n}{N}$: from w - 1 to w this grows by exactly the difference of the two terms at w, and it is "
        "zero below the first count.",
        hypotheses=(Hypothesis("M = n - a is at least 1: a record is left to be replaced"),),
        formula=TELESCOPES,
        checks=(by_identity("one count more", DOMAINS, [POSSIBLE]),),
        near_misses=(
            NearMiss("the term of one more again", TELESCOPES.mutate("binomial(a + 1, w)", "binomial(a, w)")),
            NearMiss("without the odds", TELESCOPES.mutate("(odds*binomial(a - 1, w - 1)", "(binomial(a - 1, w - 1)")),
        ),
        family=family(counts=["M", "j"], deep=True),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="an-event-gains-one-term-with-one-more-record",
        paper="project",
        locator="Ripple",
        title="g_{a+1}(w) - g_a(w) = q_a(w) (E w/a - (N-w)/M)",
        kind=Kind.PROJECT,
        statement="With one more record of the type, the loss of the event v <= w changes by its last probability "
        "times $E w/a - (N-w)/M$.",
        formula=SAME,
        checks=(by_identity("one factor taken out", DOMAINS, [POSSIBLE]),),
        near_misses=(
            NearMiss("M + 1 for M", SAME.mutate("j/M))", "j/(M + 1)))")),
            NearMiss("the sum", SAME.mutate("odds*w/a - j/M", "odds*w/a + j/M")),
        ),
        family=family(counts=["M", "j"]),
        recorded=Status.ESTABLISHED,
        depends_on=("gains-of-events-telescope",),
        trust=("sympy", "telescoping"),
    ),
    Claim(
        id="an-event-moved-by-one-gains-one-term",
        paper="project",
        locator="Ripple",
        title="g_{a+1}(w) - g_a(w-1) = q_a(w) (M-N+w) (1/M - E w/(a (N+1-w)))",
        kind=Kind.PROJECT,
        statement="If the event ends one count earlier at a than at a + 1, its loss changes by one term as well, "
        "$q_a(w)\\,(M - N + w)\\,(1/M - E w/(a (N+1-w)))$.",
        formula=SHIFTED,
        checks=(by_identity("one factor taken out", DOMAINS, [POSSIBLE]),),
        near_misses=(
            NearMiss("j + 2 for j + 1", SHIFTED.mutate("(a*(j + 1))", "(a*(j + 2))")),
            NearMiss("M for M - j", SHIFTED.mutate("*(M - j)*", "*M*")),
        ),
        family=family(counts=["M", "j"], deep=True),
        recorded=Status.ESTABLISHED,
        depends_on=("gains-of-events-telescope",),
        trust=("sympy", "telescoping"),
    ),
    Claim(
        id="best-event-ends-next-to-a-crossing",
        paper="project",
        locator="Ripple",
        title="where v crosses, the best event of a ends at v or at v - 1",
        kind=Kind.PROJECT,
        statement="The terms of $\\varphi(a)$ are positive exactly where $v (1 + E(n-a+1)/a) < N + 1$. If "
        "$N < v (1 + E (n-a)/a) < N + 1$ and v >= a + 1 - T, then v + 1 is not below this cut, and v - 1 is not above.",
        formula=EDGES,
        checks=(by_solver("all reals", [Formula(f"And({SIZES}, {CROSSING})", EDGES.symbols)]),),
        near_misses=(
            NearMiss("v itself is not below", EDGES.mutate("(v + 1)", "v")),
            NearMiss("v + 1 is not above", EDGES.mutate("(v - 1)", "(v + 1)")),
        ),
        family=family(
            counts=["M", "N"],
            true={
                NOT_ATTAINED: [
                    "> for >= in (v + 1) * (1 + odds * (M + 1) / a) >= N + 1",
                    "< for <= in (v - 1) * (1 + odds * (M + 1) / a) <= N + 1",
                ],
                ROOM: ["M - 1 for M in M + 1", "0 for 1 in M + 1", "M + 1 without 1"],
                NOT_NEEDED: [
                    "all reals, without a >= 1", "all reals, without M >= 1", "all reals, without N >= 1",
                    "all reals, without N <= a + M - 1", "all reals, without odds >= 1", "all reals, without v >= 1",
                    "all reals, without v <= a", "all reals, without v <= N",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="loss-rises-where-a-count-crosses",
        paper="project",
        locator="Ripple",
        title="phi(a+1) > phi(a) exactly where a count of unsampled records crosses the threshold",
        kind=Kind.PROJECT,
        statement="For two types, N = n - T and $\\varphi(a) = d(P_a, P_{a-1})$: $\\varphi(a+1) > \\varphi(a)$ if and "
        "only if some integer v in $[\\max(1, a+1-T), \\min(a, N)]$ has $N < v (1 + E (n-a)/a) < N + 1$. So the loss "
        "is not V-shaped in the count; it ripples.",
        hypotheses=(Hypothesis("epsilon >= 0, 1 <= a < n and 1 <= T < n: phi(1), ..., phi(n) are compared"),),
        formula=RISES,
        parameters={"shift": 0},
        checks=(
            by_facts("both comparisons of events, and where the best event ends", facts),
            on_instances(Method.EXACT, Coverage.GRID, "every small pair", "n <= 12, seven odds", small_rises),
            on_instances_with_facts(
                Method.EXACT, Coverage.GRID, "every step of the proof", "n <= 7, four odds", small_proofs, facts
            ),
        ),
        near_misses=(
            NearMiss("not strict", RISES.mutate("after > now", "after >= now")),
            NearMiss("one way only, turned", RISES.mutate("crossings >= 1", "crossings >= 2")),
            NearMiss("v = 0 as well, from one lower on", parameters={"shift": 1}),
        ),
        family=family(deep=True),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "an-event-gains-one-term-with-one-more-record",
            "an-event-moved-by-one-gains-one-term",
            "best-event-ends-next-to-a-crossing",
            "likelihood-ratio-falls-in-the-count",
            "crossing-in-closed-form",
        ),
        trust=("z3", "sum-over-outputs", "telescoping"),
        search=over(
            {
                "n": Integers(2, 60),
                "T": Integers(1, lambda before: before["n"] - 1),
                "a": Integers(1, lambda before: before["n"] - 1),
                "odds": Rationals(1, 100),
            },
            rise,
        ),
        note="This is why the worst mixture of an electorate is certified with losses averaged over a few records.",
    ),
    Claim(
        id="each-neighbour-can-be-the-only-worst",
        paper="project",
        locator="Ripple",
        title="each of the four neighbours and directions of two types is somewhere the only worst one",
        kind=Kind.PROJECT,
        statement="For two types delta(x) is the largest of $\\varphi(k)$, $\\varphi(k+1)$, $\\varphi(n-k)$ and "
        "$\\varphi(n-k+1)$, and for each of the four there is an instance in which it is larger than the other three.",
        formula=WORST,
        parameters={"turn": 0},
        checks=(
            on_instances(Method.EXACT, Coverage.ALL, "four instances", "one per neighbour and direction", winners),
        ),
        near_misses=(
            NearMiss("the next of the four", parameters={"turn": 1}),
            NearMiss("the one before", parameters={"turn": 3}),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        note="A program that tries the outward neighbour only computes too small a loss for three of them.",
    ),
)
