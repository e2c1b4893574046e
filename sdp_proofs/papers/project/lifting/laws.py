"""Finite laws: events, maps, mixtures, products, and the divergence at odds E of two laws.

Throughout p and q are the probabilities of an output under two laws: that they are nonnegative is said where it is
used, and that they sum to one nowhere, so all of it holds of the terms of a mixture, too.
"""

from __future__ import annotations

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import Section, by_induction, by_sums

SECTION = Section(PROJECT, "Finite laws", {"odds": "e^{\\epsilon}"})

SECTION.claim(
    "a-divergence-is-a-sum-of-positive-parts", "the best event takes the outputs that gain",
    "For every event, or randomised test with the chance `take` of rejecting at an output, $P(S) - e^{\\epsilon} "
    "P'(S)$ is at most the sum over the outputs of $\\max(0, P(a) - e^{\\epsilon} P'(a))$; the event of those with a "
    "positive term attains it. So the divergence is that sum.",
    "And(gain <= positive, best == positive)",
    by_sums(
        "one output after the other",
        {
            "gain": "Sum(a, take*(p - odds*q))", "best": "Sum(a, right*(p - odds*q))",
            "positive": "Sum(a, Max(0, p - odds*q))",
        },
        [
            "And(0 <= take, take <= 1)",
            "And(Implies(p > odds*q, right == 1), Implies(p <= odds*q, right == 0))",
        ],
        "over a:", each={"a": "p q take right"},
    ),
    mutants={
        "no event is better": ("best == positive", "best < positive"),
        "half": ("gain <= positive", "gain <= positive/2"),
    },
)  # fmt: skip

SECTION.claim(
    "a-random-map-does-not-raise-the-divergence", "data processing, for finite laws",
    "Let an output a become a result b with the probability $k_{ab}$, for both laws alike. The divergence of the "
    "results, $\\sum_b \\max(0, \\sum_a k_{ab} (P(a) - e^{\\epsilon} P'(a)))$, is at most that of the outputs.",
    "after <= before",
    by_sums(
        "result by result, then output by output",
        {"after": "Sum(b, Max(0, Sum(a, k*(p - odds*q))))", "before": "Sum(a, Max(0, p - odds*q))"},
        ["k >= 0", "Sum(b, k) == 1"],
        "over a: Max(0, Sum(a, k*(p - odds*q))) <= Sum(a, k*Max(0, p - odds*q))",
        "over b: after <= Sum(b, Sum(a, k*Max(0, p - odds*q)))",
        "over a: Sum(a, Max(0, p - odds*q)*Sum(b, k)) == before",
        each={"a": "p q", "a b": "k"},
    ),
    mutants={"strictly": ("<=", "<"), "the other way": ("<=", ">=")},
)  # fmt: skip

SECTION.claim(
    "records-that-are-not-sampled-leave-no-trace",
    "the laws of neighbours agree where the changed record is not sampled",
    "Let both databases be sampled by the same sets of records, s with the probability $u_s$, and let the output be h "
    "with the chance $k_s$ in the one and $l_s$ in the other, the same if s does not hold the changed record. Then "
    "$P(h) = A + C$ and $P'(h) = B + C$ with the same C, and $A \\le \\Pr[\\text{the record is sampled}]$.",
    "And(own == one + same, other == two + same, one <= rate)",
    by_sums(
        "one set of records after the other",
        {
            "own": "Sum(s, u*k)", "other": "Sum(s, u*l)", "one": "Sum(s, u*sampled*k)", "two": "Sum(s, u*sampled*l)",
            "same": "Sum(s, u*(1 - sampled)*k)", "rate": "Sum(s, u*sampled)",
        },
        ["u >= 0", "Or(sampled == 0, sampled == 1)", "Implies(sampled == 0, k == l)", "And(0 <= k, k <= 1)"],
        "over s:", each={"s": "u k l sampled"},
    ),
    mutants={"the same everywhere": ("one + same", "same"), "half the rate": ("one <= rate", "one <= rate/2")},
)  # fmt: skip

SECTION.claim(
    "a-tail-is-at-most-its-exponential-moment", "Markov's inequality for an exponential",
    "If $z (X - k) \\ge 0$ wherever the event holds, its probability is at most $\\mathrm{E}\\, e^{z (X - k)}$.",
    "tail <= moment",
    by_sums(
        "one value after the other", {"tail": "Sum(a, p*hit)", "moment": "Sum(a, p*exp(z*(x - k)))"},
        ["p >= 0", "Or(hit == 0, And(hit == 1, z*(x - k) >= 0))"], "over a:", each={"a": "p hit x"},
    ),
    mutants={"half": ("<= moment", "<= moment/2"), "strictly": ("tail <= moment", "tail < moment")},
)  # fmt: skip

SECTION.claim(
    "averages-of-products-over-independent-records-are-products", "one record more multiplies by its own average",
    "If one more record has the law q, independent of all others with the law p, the average of the product x y of "
    "what depends on these and of what depends on it is the product of the two averages.",
    "joint == first*second",
    by_sums(
        "both sums", {"joint": "Sum(b, Sum(a, p*q*x*y))", "first": "Sum(a, p*x)", "second": "Sum(b, q*y)"}, [],
        each={"a": "p x", "b": "q y"},
    ),
    mutants={"the sum": ("first*second", "first + second"), "half": ("first*second", "first*second/2")},
)  # fmt: skip

SECTION.claim(
    "averages-of-products-are-below-the-power-of-a-bound",
    "a bound of each factor, to the power of the number of records",
    "If the average of each record's factor lies between 0 and b, the average of the product over n independent "
    "records is at most $b^n$.",
    "mean <= power",
    by_induction(
        "one record after the other", {"mean": "1", "power": "1"}, {"mean": "mean*factor", "power": "power*b"},
        ["And(0 <= factor, factor <= b)"], inputs=("factor",), keeps=["mean >= 0"],
    ),
    mutants={"strictly": ("mean <= power", "mean < power"), "the other way": ("mean <= power", "power <= mean")},
)  # fmt: skip

SECTION.claim(
    "finitely-many-values-leave-an-interval", "an interval that avoids one value after the other",
    "In every interval there is one that avoids any finite number of values. A value lies at some place of the "
    "interval so far; if that is in its first half, the last third avoids it, else the first third. `seen` is any of "
    "the values so far.",
    "And(start <= low, low < high, high <= end, Or(seen < low, seen > high))",
    by_induction(
        "one value after the other", {"low": "start", "high": "end", "seen": "start - 1"},
        {
            "low": "low + 2/3*last*(high - low)", "high": "high - 2/3*(1 - last)*(high - low)",
            "seen": "new*(low + place*(high - low)) + (1 - new)*seen",
        },
        ["start < end", "Or(And(last == 1, place <= 1/2), And(last == 0, place > 1/2))", "Or(new == 0, new == 1)"],
        inputs=("last", "place", "new"),
    ),
    mutants={"no length": ("low < high", "low >= high"), "beyond the end": ("high <= end", "high > end")},
)  # fmt: skip
