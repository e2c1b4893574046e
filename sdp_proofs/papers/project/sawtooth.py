"""The loss as a function of the count: a sawtooth, so that no neighbour is always the worst.

Let M = n - a and N = n - T, and count the records v of the type that are *not* sampled. Let g_a(w) be the loss of the
event v <= w, so that phi(a) is the largest g_a(w), and q_a(v) the probability of v. Two comparisons of events are one
term each:

    g_{a+1}(w) - g_a(w)   = q_a(w) (E w/a - (N-w)/M),
    g_{a+1}(w) - g_a(w-1) = q_a(w) (M-N+w) (1/M - E w/(a (N+1-w))).

The first is positive only above N < w (1 + E M/a), the second only below w (1 + E M/a) < N + 1. If phi rises, both are
positive at the best w of a + 1. If both are positive at some v, the best w of a is v or v - 1, and phi rises.

Instances for the loss as a function of the count: sizes with what the proof speaks of, by definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from sdp_proofs.papers.small_instances import grid
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.privacy.histogram.pairs import SampledPair
from sdp_proofs.proving.premises import Given
from sdp_proofs.proving.vocabulary import *

ODDS = tuple(map(Fraction, ("1", "51/49", "3/2", "2", "3", "7", "20")))
WINNERS = {
    "x gives up one of its rarer records": (3, 1, "51/49", 1, 0),
    "a neighbour gives up one of its rarer records": (7, 3, "3/2", 2, 1),
    "x gives up one of its other records": (8, 6, "51/49", 3, 2),
    "a neighbour gives up one of its other records": (5, 2, "51/49", 2, 3),
}


def counts_that_cross(at: Mapping[str, Any], shift: int = 0) -> list[int]:
    """The unsampled counts v between the two thresholds; `shift` lets them begin lower."""
    n, a, draws, left = at["n"], at["a"], at["T"], at["n"] - at["T"]
    factor = 1 + Fraction(at["odds"]) * Fraction(n - a, a)
    return [v for v in range(max(1, a + 1 - draws) - shift, min(a, left) + 1) if left < v * factor < left + 1]


def rise(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """The losses at a and a + 1, and how many unsampled counts v lie between the two thresholds."""
    now, after = (
        SampledPair(at["n"], a, at["T"]).exact_divergence(Fraction(at["odds"])) for a in (at["a"], at["a"] + 1)
    )
    return {"after": after, "now": now, "crossings": len(counts_that_cross(at, claim.parameters["shift"]))}


UP_TO_N = dict.fromkeys(("T", "a"), lambda at: range(1, at["n"]))
EVERY_RISE = grid({"n": range(2, 10), **UP_TO_N, "odds": ODDS}, rise)


def _probability(records: int, count: int, left: int, unsampled: int) -> Fraction:
    """Probability that so many of `count` records of a type are among the `left` that are not sampled."""
    if not 0 <= unsampled <= min(count, left):
        return Fraction(0)
    return Fraction(comb(count, unsampled) * comb(records - count, left - unsampled), comb(records, left))


def _event_loss(records: int, count: int, left: int, odds: Fraction, last: int) -> Fraction:
    """g_a(w): what the event of at most w unsampled records loses, by its definition."""
    own, other = (
        sum((_probability(records, count - less, left, v - less) for v in range(last + 1)), Fraction(0))
        for less in (0, 1)
    )
    return own - odds * other


def _step(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """The best event of a + 1, and a count that crosses, or else any count."""
    n, a, odds, left, v = at["n"], at["a"], at["odds"], at["n"] - at["T"], at["v"]
    if v not in (counts_that_cross(at) or range(min(a, left) + 1)):
        return None
    gains = [_event_loss(n, a + 1, left, odds, w) for w in range(left + 1)]
    best = gains.index(max(gains))
    return {
        **rise(claim, at), "a": a, "M": n - a, "N": left, "odds": odds, "w": best, "v": v,
        "q": _probability(n, a, left, best), "mass": _probability(n, a, left, v),
        "same": _event_loss(n, a, left, odds, best), "moved": _event_loss(n, a, left, odds, best - 1),
        "here": _event_loss(n, a, left, odds, v), "before": _event_loss(n, a, left, odds, v - 1), "there": gains[v],
    }  # fmt: skip


EVERY_STEP = grid({"n": range(2, 8), **UP_TO_N, "odds": ODDS[::2], "v": range(7)}, _step)


def winners(claim: Claim) -> Iterator[Instance]:
    """One instance per neighbour and direction, in which it alone is the worst."""
    for name, (n, draws, odds, k, index) in WINNERS.items():
        losses = [SampledPair(n, a, draws).exact_divergence(Fraction(odds)) for a in (k, k + 1, n - k, n - k + 1)]
        own = losses.pop((index + claim.parameters["turn"]) % 4)
        yield f"{name}: n = {n}, T = {draws}, E = {odds}, H = {k}", {"own": own, "others": max(losses)}


_HIGHER = "(odds*binomial(a - 1, w - 1)*binomial(M, j) - binomial(a, w)*binomial(M - 1, j - 1))"
_LOWER = "(odds*binomial(a - 1, w - 2)*binomial(M, j + 1) - binomial(a, w - 1)*binomial(M - 1, j))"
_TERM = "(binomial(a, w)*binomial(M, j) - odds*binomial(a - 1, w - 1)*binomial(M + 1, j + 1))"
_NEXT_TERM = "(binomial(a + 1, w)*binomial(M - 1, j) - odds*binomial(a, w - 1)*binomial(M, j + 1))"
UNSAMPLED = "natural a w M j", "And(1 <= a, w <= a + 1, j <= M + 1, 1 <= M)"
"""a records of the type and M others; w of the type and j others are not sampled, N = w + j. With the edges, beyond
which all is zero."""
SECTION = Section(PROJECT, "Sawtooth", {
    "odds": "E", "own": "\\varphi_i", "others": "\\max_{j \\ne i} \\varphi_j",
    "after": "\\varphi(a+1)", "now": "\\varphi(a)", "crossings": "\\#\\{v : N < v(1 + E(n-a)/a) < N+1\\}",
}, {
    **dict.fromkeys(("others", "after", "now"), "privacy.histogram.pairs.SampledPair"),
    "crossings": "papers.project.sawtooth.counts_that_cross", "M": "any number of other records",
})  # fmt: skip

SECTION.claim(
    "gains-of-events-telescope",
    "the difference of the two losses of the event v <= w grows by the difference of their terms",
    "Let the event be that at most w records of the type are not sampled, and j = N - w. With one more record of "
    "the type its loss changes by $E\\binom{a-1}{w-1}\\binom{M}{j} - \\binom{a}{w}\\binom{M-1}{j-1}$ over "
    "$\\binom{n}{N}$: from w - 1 to w this grows by exactly the difference of the two terms at w, and it is zero "
    "below the first count.",
    f"Eq({_HIGHER} - {_LOWER}, {_NEXT_TERM} - {_TERM})",
    by_identity("one count more", *UNSAMPLED),
    given="M = n - a is at least 1: a record is left to be replaced",
    mutants={
        "the term of one more again": ("binomial(a + 1, w)", "binomial(a, w)"),
        "without the odds": ("(odds*binomial(a - 1, w - 1)", "(binomial(a - 1, w - 1)"),
    }, counts="M j", generated="deep",
)  # fmt: skip

SECTION.claim(
    "an-event-gains-one-term-with-one-more-record", "g_{a+1}(w) - g_a(w) = q_a(w) (E w/a - (N-w)/M)",
    "With one more record of the type, the loss of the event v <= w changes by its last probability times $E w/a - "
    "(N-w)/M$.",
    f"Eq({_HIGHER}, binomial(a, w)*binomial(M, j)*(odds*w/a - j/M))",
    by_identity("one factor taken out", *UNSAMPLED),
    given="M = n - a is at least 1",
    mutants={"M + 1 for M": ("j/M))", "j/(M + 1)))"), "the sum": ("odds*w/a - j/M", "odds*w/a + j/M")}, counts="M j",
    trust="telescoping",
)  # fmt: skip

SECTION.claim(
    "an-event-moved-by-one-gains-one-term", "g_{a+1}(w) - g_a(w-1) = q_a(w) (M-N+w) (1/M - E w/(a (N+1-w)))",
    "If the event ends one count earlier at a than at a + 1, its loss changes by one term as well, $q_a(w)\\,(M - N "
    "+ w)\\,(1/M - E w/(a (N+1-w)))$.",
    f"Eq({_HIGHER} + {_TERM}, binomial(a, w)*binomial(M, j)*(M - j)*(1/M - odds*w/(a*(j + 1))))",
    by_identity("one factor taken out", *UNSAMPLED),
    given="M = n - a is at least 1",
    mutants={"j + 2 for j + 1": ("(a*(j + 1))", "(a*(j + 2))"), "M for M - j": ("*(M - j)*", "*M*")}, counts="M j",
    generated="deep", trust="telescoping",
)  # fmt: skip

SECTION.claim(
    "best-event-ends-next-to-a-crossing", "where v crosses, the best event of $a$ ends at v or at v - 1",
    "The term of $\\varphi(a)$ with w unsampled records of the type, whose likelihood ratio is $w (n-a+1)/(a "
    "(N-w+1))$, is positive exactly where $w (1 + E(n-a+1)/a) < N + 1$. If $N < v (1 + E (n-a)/a) < N + 1$ and v >= "
    "a + 1 - T, then v + 1 is not below this cut, and v - 1 is not above.",
    # The first part is of any count w, with the likelihood ratio w (M + 1)/(a (N - w + 1)), cross-multiplied.
    "And(Equivalent(odds*w*(M + 1) < a*(N - w + 1), w*(1 + odds*(M + 1)/a) < N + 1), "
    "(v + 1)*(1 + odds*(M + 1)/a) >= N + 1, (v - 1)*(1 + odds*(M + 1)/a) <= N + 1)",
    by_solver(
        "all reals",
        "And(a >= 1, M >= 1, N >= 1, N <= a + M - 1, odds >= 1, v >= 1, v >= N - M + 1, v <= a, v <= N, "
        "N < v*(1 + odds*M/a), v*(1 + odds*M/a) < N + 1)",
    ),
    symbols={"M": "(n-a)"},
    given=(
        "v is a count that crosses: max(1, a + 1 - T) <= v <= min(a, N), N < v (1 + E (n-a)/a) < N + 1",
        "w is a count with P_a(w) > 0, in terms of the unsampled records; epsilon >= 0, 1 <= a < n",
    ), mutants={"positive from the cut on": ("w*(1 + odds*(M + 1)/a) < N", "w*(1 + odds*(M + 1)/a) > N")},
    counts="M N", generated="deep",
)  # fmt: skip

_SIZES = "a >= 1, M >= 1, N >= 1, N <= a + M - 1, odds >= 1"


def _crosses(v: str, shift: int = 0) -> str:
    """Tell whether v is a count that crosses, where counts begin lower by the shift."""
    lowest = f"Max(1, N - M + 1) - {shift}"
    return f"{v} >= {lowest}, {v} <= Min(a, N), N < {v}*(1 + odds*M/a), {v}*(1 + odds*M/a) < N + 1"


def _gain(symbol: str, text: str, event: str) -> Given:
    """Gain of an event with one more record: the differences telescope to one term."""
    return lifted("telescoping", f"{symbol} == {text}", cite("gains-of-events-telescope"), cite(event))


SAME, MOVED = "an-event-gains-one-term-with-one-more-record", "an-event-moved-by-one-gains-one-term"
BEST: tuple[Given, ...] = (
    # The best count of a + 1 is w, and q its probability at a; `same` and `moved` are g_a at w and w - 1.
    _gain("after - same", "q*(odds*w/a - (N - w)/M)", SAME),
    _gain("after - moved", "q*(M - N + w)*(1/M - odds*w/(a*(N - w + 1)))", MOVED),
    one_of("now >= Max(same, moved)", {"now": "Max(same, moved)"}, each="same moved"),
)
CROSSED: tuple[Given, ...] = (
    # v is a crossing, `here` and `before` are g_a at v and v - 1, `there` is g_{a+1} at v, and `mass` is q_a(v).
    cite("best-event-ends-next-to-a-crossing"),
    lifted(
        "sum-over-outputs",
        "Implies(And((v - 1)*(1 + odds*(M + 1)/a) <= N + 1, (v + 1)*(1 + odds*(M + 1)/a) >= N + 1), "
        "now == Max(here, before))",
        cite("likelihood-ratio-falls-in-the-count"), cite("crossing-in-closed-form"),
    ),
    _gain("there - here", "mass*(odds*v/a - (N - v)/M)", SAME),
    _gain("there - before", "mass*(M - N + v)*(1/M - odds*v/(a*(N - v + 1)))", MOVED),
    one_of("after >= there", {"after": "there"}, each="there"),
)  # fmt: skip

EVERY_COUNT: dict[str, Any] = {
    "each": "hit v w q mass a M N odds",
    "where": (
        f"And({_SIZES})",
        "And(v == w, mass == q, q >= 0, 0 <= w, w <= N, Or(q == 0, And(w <= a, N - w <= M)))",
        "And(Or(w <= 0, w >= 1), Or(w <= N - M, w >= N - M + 1))",
        f"Or(And(hit == 1, mass > 0, {_crosses('v')}), And(hit == 0, Not(And({_crosses('v')}))))",
    ),
}  # fmt: skip
"""Every count w of unsampled records: its probability q at a, and `hit`, which is 1 where it crosses and else 0."""

SECTION.claim(
    "loss-rises-where-a-count-crosses",
    "phi(a+1) > phi(a) exactly where a count of unsampled records crosses the threshold",
    "For two types, N = n - T and $\\varphi(a) = d(P_a, P_{a-1})$: $\\varphi(a+1) > \\varphi(a)$ if and only if "
    "some integer v in $[\\max(1, a+1-T), \\min(a, N)]$ has $N < v (1 + E (n-a)/a) < N + 1$. So the loss is not "
    "V-shaped in the count; it is a sawtooth.",
    "Equivalent(after > now, crossings >= 1)",
    in_steps(
        "both comparisons of events, and where the best event ends",
        about(
            lambda claim: SECTION.formula(
                f"Implies(And({_SIZES}, q >= 0, 0 <= w, w <= N, Or(q == 0, And(w <= a, N - w <= M)), "
                "Or(w <= 0, w >= 1), Or(w <= N - M, w >= N - M + 1), after > now), "
                f"And({_crosses('w', claim.parameters['shift'])}))"
            ), by_solver("the best event", BEST),
        ),
        about(
            lambda claim: SECTION.formula(
                f"Implies(And({_SIZES}, {_crosses('v', claim.parameters['shift'])}, mass > 0), after > now)"
            ), by_solver("a crossing", CROSSED),
        ),
        by_solver("both directions", [
            one_of("Implies(after > now, crossings >= 1)", {"crossings": "hit"}, shown("the best event"), **EVERY_COUNT,
                   binder="Sum"),
            summed("Implies(after <= now, crossings <= 0)", {"crossings": "hit"}, shown("a crossing"), **EVERY_COUNT),
        ]),
    ),
    on_instances(EXACT, GRID, "every small pair", "n <= 9, seven odds", EVERY_RISE),
    on_instances_with_facts(
        EXACT, GRID, "every step of the proof", "n <= 7, four odds", EVERY_STEP, lambda _: (*BEST, *CROSSED),
    ),
    given="epsilon >= 0, 1 <= a < n and 1 <= T < n: phi(1), ..., phi(n) are compared", parameters={"shift": 0},
    mutants={"v = 0 as well, from one lower on": {"shift": 1}}, generated="deep",
    search=over(
        {
            "n": Integers(2, 60), "T": Integers(1, lambda before: before["n"] - 1),
            "a": Integers(1, lambda before: before["n"] - 1), "odds": Rationals(1, 100),
        }, rise,
    ), note="This is why the worst mixture of an electorate is certified with losses averaged over a few records.",
)  # fmt: skip

SECTION.claim(
    "each-neighbour-can-be-the-only-worst",
    "each of the four neighbours and directions of two types is somewhere the only worst one",
    "For two types delta(x) is the largest of $\\varphi(k)$, $\\varphi(k+1)$, $\\varphi(n-k)$ and "
    "$\\varphi(n-k+1)$, and for each of the four there is an instance in which it is larger than the other three.",
    "own > others",
    on_instances(EXACT, ALL, "four instances", "one per neighbour and direction", winners),
    parameters={"turn": 0}, mutants={"the next of the four": {"turn": 1}, "the one before": {"turn": 3}},
    over="one per neighbour and direction",
    note="A program that tries the outward neighbour only computes too small a loss for three of them.",
    means={"own": "papers.project.sawtooth.winners"},
)  # fmt: skip
