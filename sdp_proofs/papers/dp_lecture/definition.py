"""The definition of differential privacy, its privacy loss and rules of thumb for epsilon and delta.

Datasets as histograms, their neighbours, and what a randomised algorithm returns.

The definition of differential privacy: outputs or sets of outputs, randomisation, and the variant of neighbours.

Pairs of laws with few outputs at two neighbours: what (epsilon, delta) they have, and how large losses are.

Pure privacy output by output, the privacy loss, and what (epsilon, delta) says of its size.

Which delta and epsilon mean something, and what an adversary gains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.hunting.spaces import Laws
from sdp_proofs.ledger import Claim
from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.instances import Instance
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LECTURE, "Setting", {
    "n": "n", "norm": "N", "c": "D_v", "b": "D'_v", "m": "m", "d": "d", "x": "x", "added": "a", "removed": "r",
    "y": "y", "estimate": "z",
})  # fmt: skip

SECTION.claim(
    "the-size-of-a-dataset-is-its-norm", "n is the sum of the counts, the $\\ell_1$ norm of the histogram",
    "The size of a dataset is the sum of the counts $D_v$ of its histogram, and as counts are not negative this is the "
    "$\\ell_1$ norm.",
    "n == norm",
    by_induction(
        "one value after the other", {"n": "0", "norm": "0"}, {"n": "n + c", "norm": "norm + abs(c)"}, ["c >= 0"],
        inputs=["c"],
    ), at="Setting, size",
    silent="finitely many counts are positive; X is countable, or the histogram lists the values that occur",
    mutants={"one too many": ("norm", "norm + 1"), "strictly": ("==", "<")}, trust="induction",
)  # fmt: skip

SECTION.claim(
    "neighbours-differ-in-one-record", "if ||D - D'||_1 <= 1, at most one count differs",
    "A count that differs contributes at least 1 to $d = \\|D - D'\\|_1$, so at most d counts differ: for neighbours "
    "one of them, by one record.",
    "m <= d",
    by_induction(
        "one differing count after the other", {"m": "0", "d": "0"}, {"m": "m + 1", "d": "d + abs(x)"},
        ["abs(x) >= 1"], inputs=["x"],
    ), at="Setting, neighbours", given="counts are integers, so that a difference that is not 0 is at least 1 in size",
    mutants={"half as many": ("m <=", "2*m <="), "strictly": ("<=", "<")}, trust="induction",
)  # fmt: skip

SECTION.claim(
    "neighbours-of-one-size-are-equal", "two datasets of the same size n with ||D - D'||_1 <= 1 are the same",
    "Let D' arise from D by adding a records and removing r others, so that $\\|D - D'\\|_1 = a + r$. If both have the "
    "same size, $a = r$, and $a + r \\le 1$ leaves $2a \\le 1$, that is $a = 0$. So the definition of neighbours "
    "speaks of datasets of all sizes, not of those in $\\mathcal{X}^n$ for one n: one record is added or removed.",
    "Implies(And(added == removed, added + removed <= 1), 2*added <= 1)",
    by_solver("all counts", "And(added >= 0, removed >= 0)"), at="Setting, neighbours", kind="project",
    mutants={"a third": ("2*added", "3*added"), "of any sizes": ("added == removed, ", "")},
    note="The variant with datasets of equal size is mentioned on a later slide; its neighbours have distance 2.",
)  # fmt: skip

SECTION.claim(
    "counts-and-truncated-estimates-are-natural-numbers",
    "counts are natural numbers, and so are their estimates once they are truncated at 0 and rounded",
    "A count rises by 0 or 1 with every record. An estimate of it that is truncated at 0 is not negative, and no "
    "further from the count; rounding then gives a natural number, and is post-processing as well.",
    "And(c >= 0, Max(0, estimate) >= 0, abs(Max(0, estimate) - c) <= abs(estimate - c))",
    by_induction("record by record", {"c": "0"}, {"c": "c + x"}, ["And(0 <= x, x <= 1)"], inputs=["x"]),
    at="Algorithms, counting", trust="induction", generated="none",
    silent="the estimate is truncated and rounded: with Laplace or Gaussian noise the output is a real number, and "
    "negative with a probability of up to one half",
    mutants={"truncated at 1": ("Max(0, estimate) - c", "Max(1, estimate) - c"), "strictly": ("<=", "<")},
)  # fmt: skip


def single_outputs(_: Claim, at: Mapping[str, Any]) -> Mapping[str, Any]:
    """Two laws on three outputs, with the least delta of single outputs."""
    pairs = tuple(zip(at["one"], at["other"], strict=True))
    delta = max(max(p - at["E"] * q, q - at["E"] * p, 0) for p, q in pairs)
    values = {f"{name}{k + 1}": pair[i] for i, name in enumerate("pq") for k, pair in enumerate(pairs)}
    return {**values, "E": at["E"], "delta": delta}


DEFINITION = SECTION.beside(DP_LECTURE, "Definition, differential privacy", {
    "p": "p", "q": "q", "m": "m", "k": "k", "gain": "g", "E": "e^{\\epsilon}", "delta": "\\delta",
    "p1": "p_1", "p2": "p_2", "p3": "p_3", "q1": "q_1", "q2": "q_2", "q3": "q_3", "r": "r",
}, {"delta": "any number >= 0"})  # fmt: skip
LAWS = "And(p1 >= 0, p2 >= 0, p3 >= 0, q1 >= 0, q2 >= 0, q3 >= 0, p1 + p2 + p3 == 1, q1 + q2 + q3 == 1, E > 1)"
SINGLE_OUTPUTS = (
    "And(p1 <= E*q1 + delta, p2 <= E*q2 + delta, p3 <= E*q3 + delta, "
    "q1 <= E*p1 + delta, q2 <= E*p2 + delta, q3 <= E*p3 + delta)"
)

DEFINITION.claim(
    "definition-of-differential-privacy-of-the-lecture", "(epsilon, delta)-differential privacy",
    "Inequality (1) for all datasets with $\\|D - D'\\|_1 \\le 1$ and all sets $\\mathcal{S}$ of outputs.",
    None, at="Definition, differential privacy, Eq. (1)",
    silent=(
        "the output space is a measurable space and S a measurable subset; for uncountable outputs not every subset "
        "has a probability",
        "the set X of values is countable, or histograms have finitely many entries",
    ),
    uncheckable="A definition asserts nothing; what is said about it are claims of their own.",
)  # fmt: skip

DEFINITION.claim(
    "single-outputs-are-enough", "inequality (1) at all possible outputs implies it for all sets of outputs",
    "(1) must hold for all pairs of neighbours and all possible outputs. Read here as: for all outputs, one at a time; "
    "then it holds for sets of two of three outputs.",
    f"Implies({SINGLE_OUTPUTS}, p1 + p2 <= E*(q1 + q2) + delta)",
    by_solver("three outputs", LAWS), at="Definition, all outputs", kind="reading",
    search=over(
        {"one": Laws(3), "other": Laws(3), "E": Rationals(1, 8, open_low=True)}, single_outputs, climbs=False,
    ),
    fails=instance(
        "Three outputs with the probabilities 1/4, 1/4, 1/2 at D and 0, 0, 1 at D', e^epsilon = 2 and delta = 1/4: "
        "every single output meets (1) both ways, and the first two together have 1/2 > 1/4.",
        "p1 = 1/4; p2 = 1/4; p3 = 1/2; q1 = 0; q2 = 0; q3 = 1; E = 2; delta = 1/4",
        given="p1 + p2 + p3 == 1; q1 + q2 + q3 == 1; E > 1",
    ),
    wrong="With delta > 0 small losses at many outputs add up: an output that is uniform among very many has a "
    "negligible probability each time and may reveal everything. Three outputs are the fewest, as with two of them "
    "only one can gain.",
    cost="The definition itself speaks of sets and is right; 'outputs' here must be read as sets of them.",
    defect="missing hypothesis",
)  # fmt: skip

DEFINITION.claim(
    "single-outputs-lose-a-factor-of-their-number",
    "if m outputs are possible, (1) for single ones gives (epsilon, (m - 1) delta), and no less",
    "Let $p \\le e^{\\epsilon} q + \\delta$ at each of m outputs, and let g be the sum of $p - e^{\\epsilon} q$ over a "
    "set of k of them. Then $g \\le k\\delta$; and for the set of all outputs $g = 1 - e^{\\epsilon} \\le 0$, so that "
    "$g \\le (m - 1)\\delta$. No less: m - 1 outputs with the probabilities $\\delta$ and 0, and one with the rest and "
    "1, attain it wherever $e^{\\epsilon}(1 - (m - 1)\\delta) \\ge 1 - \\delta$: the counterexample above, for m = 3.",
    "Implies(Or(k <= m - 1, gain == 1 - E), gain <= (m - 1)*delta)",
    and_so(in_steps(
        "output by output, then not all of them",
        about(DEFINITION.formula("gain <= k*delta"), by_induction(
            "output by output", {"gain": "0", "k": "0"}, {"gain": "gain + p - E*q", "k": "k + 1"},
            ["p - E*q <= delta"], inputs=["p", "q"],
        )),
        by_solver("not all of them", ["And(E >= 1, delta >= 0, m >= 1, k >= 0)", shown("output by output")]),
    ), about(
        DEFINITION.formula(
            "Implies(And(p == 1 - (m - 1)*delta, E*p >= 1 - delta), And(p <= E + delta, 1 <= E*p + delta))"
        ),
        by_solver("the output with the rest", "And(E >= 1, delta >= 0, m >= 1)"),
    )), at="Definition, all outputs", kind="statement", fidelity="reconstructed",
    given="m outputs are possible, and there is more than one",
    trust="induction",
    mutants={"m - 2": ("(m - 1)*delta)", "(m - 2)*delta)"), "strictly": ("gain <=", "gain <")},
    repairs="single-outputs-are-enough", generated="deep", integers="k",
)  # fmt: skip

DEFINITION.claim(
    "single-outputs-suffice-for-pure-privacy",
    "with delta = 0 and countably many outputs, (1) for single outputs implies it for sets",
    "If $p \\le e^{\\epsilon} q$ at every output, the sum over any set of outputs has the same bound.",
    "p <= E*q",
    by_induction(
        "one output of the set after the other", {"p": "0", "q": "0"}, {"p": "p + r", "q": "q + s"}, ["r <= E*s"],
        inputs=["r", "s"],
    ), at="Definition, all outputs", kind="project", given="delta = 0",
    silent="outputs form a countable set; others have densities",
    mutants={"half of it": ("E*q", "E*q/2"), "strictly": ("<=", "<")},
    trust=("induction", "countable-sums", "densities"),
)  # fmt: skip

DEFINITION.claim(
    "private-algorithms-without-coins-are-constant",
    "a differentially private algorithm that is not constant must be randomised",
    "An algorithm without randomness gives each output the probability 0 or 1. If (1) holds both ways with $\\delta < "
    "1$, the probabilities are the same at neighbours; and any two datasets are linked by neighbours.",
    "Implies(And(Or(p == 0, p == 1), Or(q == 0, q == 1), p <= E*q + delta, q <= E*p + delta), p == q)",
    by_solver("one output", "And(E >= 1, delta >= 0, delta < 1)"), at="Definition, randomisation", kind="statement",
    mutants={"one direction": (", q <= E*p + delta", ""), "with coins": ("Or(q == 0, q == 1), ", "")},
    trust="one-record-at-a-time", note="For delta = 1, which the definition excludes, nothing would be private.",
)  # fmt: skip

DEFINITION.claim(
    "replacing-a-record-costs-two-steps",
    "with (epsilon, delta) for added and removed records, replaced ones have (2 epsilon, (1 + e^epsilon) delta)",
    "A record is replaced by removing it and adding another. With r at the dataset in between, $p \\le e^{\\epsilon} r "
    "+ \\delta$ and $r \\le e^{\\epsilon} q + \\delta$ give $p \\le e^{2\\epsilon} q + (1 + e^{\\epsilon})\\delta$. "
    "There is no converse: an algorithm that returns the number of records has the same law where a record is "
    "replaced, "
    "so it is private for the variant with any budget; at n records it returns n with probability 1 and 0 where one is "
    "added, which no $\\delta < 1$ allows.",
    "Implies(And(p <= E*r + delta, r <= E*q + delta), p <= E**2*q + (1 + E)*delta)",
    and_so(
        by_solver("all probabilities", "And(E >= 1, delta >= 0, 0 <= p, p <= 1, 0 <= q, q <= 1, 0 <= r, r <= 1)"),
        about(Formula("p <= E*p + delta", ["p", "E", "delta"]),
              by_solver("replaced: one law", "And(E >= 1, delta >= 0, p >= 0)")),
        about(Formula("Implies(And(p == 1, q == 0), Not(p <= E*q + delta))", ["p", "q", "E", "delta"]),
              by_solver("added: another number", "And(E >= 1, delta < 1)")),
    ),
    at="Definition, variant", kind="project",
    mutants={"once epsilon": ("E**2", "E"), "twice delta": ("(1 + E)", "2")},
)  # fmt: skip


Law = Sequence[Fraction]


def excess(one: Law, other: Law, odds: Fraction) -> Fraction:
    """The largest P(S) - E P'(S), which takes the outputs that gain.

    Example:
        >>> excess((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)), Fraction(2))
        Fraction(1, 4)
    """
    return sum((max(p - odds * q, Fraction(0)) for p, q in zip(one, other, strict=True)), Fraction(0))


def least_delta(one: Law, other: Law, odds: Fraction) -> Fraction:
    """The least delta with which a pair of neighbours meets (1) in both directions."""
    return max(excess(one, other, odds), excess(other, one, odds))


def large_loss(one: Law, other: Law, odds: Fraction) -> Fraction:
    """The probability, under the first law, that the privacy loss exceeds log E in size.

    Example:
        >>> large_loss((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)), Fraction(2))
        Fraction(1, 1)
    """
    return sum((p for p, q in zip(one, other, strict=True) if p > odds * q or q > odds * p), Fraction(0))


def small_pairs(_: Claim) -> Iterator[Instance]:
    """Two and three outputs with denominators up to 4, at three odds, with the least delta."""
    for outputs in (2, 3):
        laws = [law for level in range(4) for law in Laws(outputs).at_level(level, {})]
        for one, other, odds in product(laws, laws, (Fraction(2), Fraction(3), Fraction(3, 2))):
            name = f"P = {', '.join(map(str, one))}; P' = {', '.join(map(str, other))}; odds {odds}"
            yield name, {
                "chance": large_loss(one, other, odds), "delta": least_delta(one, other, odds), "E": odds,
            }  # fmt: skip


LOSS = SECTION.beside(DP_LECTURE, "Privacy loss", {
    "p": "p", "q": "q", "E": "e^{\\epsilon}", "F": "e^{\\epsilon'}", "delta": "\\delta",
    "chance": "\\Pr[|L| > \\epsilon]", "x": "x", "u": "u", "y": "y", "v": "v", "good": "g", "other": "g'",
    "bad": "b", "rest": "b'", "ell": "\\ell",
}, {
    "delta": "any number >= 0", "F": "any number >= 1", "chance": "papers.dp_lecture.definition.large_loss",
})  # fmt: skip

LOSS.claim(
    "pure-privacy-bounds-the-ratio-at-every-output",
    "with delta = 0 every output is almost as likely at every neighbour",
    "With $\\delta = 0$ the probabilities p and q of any output at D and at any neighbour differ by a factor of at "
    "most $e^{\\epsilon}$, both ways: take the output alone for $\\mathcal{S}$.",
    "Implies(And(p <= E*q, q <= E*p), And(q <= E*p, p/E <= q, (1 - 1/E)*p >= p - q))",
    by_solver("all probabilities", "And(E >= 1, p >= 0, q >= 0)"), at="Privacy loss, pure privacy",
    silent="outputs have positive probabilities; else densities, and almost every output",
    mutants={"half the odds": ("q <= E*p, p/E <= q", "q <= E*p, 2*p/E <= q"), "one direction": ("p <= E*q, ", "")},
    generated="deep",
)  # fmt: skip

LOSS.claim(
    "definition-of-the-privacy-loss", "the privacy loss of an output",
    "The logarithm of the ratio of the probabilities of an output at D and at D'.",
    None, at="Privacy loss, definition",
    silent=(
        "the output has a positive probability at both datasets: else the loss is infinite, or 0/0",
        "for continuous outputs, as those of both mechanisms of this lecture, every probability is 0 and densities "
        "are meant",
    ), uncheckable="A definition asserts nothing.",
)  # fmt: skip

LOSS.claim(
    "losses-are-bounded-with-probability-one-minus-delta",
    "(epsilon, delta)-DP bounds the absolute privacy loss by epsilon with probability at least 1 - delta",
    "If a mechanism is $(\\epsilon, \\delta)$-DP, then $|L| \\le \\epsilon$ with probability at least $1 - \\delta$ "
    "over its outputs at D, that is $\\Pr[|L| > \\epsilon] \\le \\delta$.",
    "chance <= delta",
    on_instances(EXACT, GRID, "two and three outputs", "denominators up to 4, three odds", small_pairs),
    at="Privacy loss, probability",
    fails=instance(
        "Randomised response: the output tells whether a record is there, and is right with probability "
        "3/4. It is (ln 2, 1/4)-DP, and the loss is ln 3 or -ln 3, beyond ln 2 with probability 1.",
        "P = (3/4, 1/4); Q = (1/4, 3/4); E = 2; excess = lambda p, q: sum(max(0, p[o] - E*q[o]) for o in range(2)); "
        "delta = max(excess(P, Q), excess(Q, P)); chance = sum(P[o] if P[o] > E*Q[o] or Q[o] > E*P[o] else 0 for o in "
        "range(2))", given="sum(P) == 1; sum(Q) == 1",
    ),
    wrong="What delta bounds is how much P(S) exceeds e^epsilon P'(S), not the probability P(S) of the outputs where "
    "it does. With a ratio a little above E instead of 3, delta is as near to 0 as one likes, and the loss is never "
    "within epsilon.",
    cost="A larger epsilon' > epsilon, and a factor before delta that grows without bound as epsilon' comes near "
    "epsilon. The converse is true as it stands: |L| <= epsilon with probability at least 1 - delta gives (epsilon, "
    "delta). This is the difference between approximate and probabilistic privacy in the work cited on the slide.",
    defect="wrong direction",
)  # fmt: skip

LOSS.claim(
    "bounded-losses-give-approximate-privacy",
    "the converse holds: a privacy loss above epsilon with probability at most delta gives (epsilon, delta)-DP",
    "Of the outputs in $\\mathcal{S}$ those with $p \\le e^{\\epsilon} q$ have together at most $e^{\\epsilon}$ times "
    "their probability at D', and the others at most $\\delta$ altogether.",
    "Implies(bad <= delta, good + bad <= E*(other + rest) + delta)",
    in_steps(
        "those within epsilon, then the others",
        about(LOSS.formula("good <= E*other"), by_induction(
            "output by output", {"good": "0", "other": "0"}, {"good": "good + p", "other": "other + q"},
            ["p <= E*q"], inputs=["p", "q"],
        )),
        by_solver("all of them", ["And(E >= 1, rest >= 0)", shown("output by output")]),
    ), at="Privacy loss, probability", kind="project",
    silent="outputs form a countable set; others have densities", trust=("induction", "countable-sums", "densities"),
    mutants={"half of delta": ("+ delta)", "+ delta/2)"), "without delta": (" + delta)", ")")},
)  # fmt: skip

LOSS.claim(
    "losses-beyond-a-larger-epsilon-are-rare",
    "Pr[|L| >= epsilon'] <= delta (e^epsilon' + 1)/(e^epsilon' - e^epsilon) for epsilon' > epsilon, the best below 1",
    "Let x and u be the probabilities at D and D' of a loss of at least $\\epsilon' > \\epsilon$, and y and v those of "
    "a loss of at most $-\\epsilon'$. From $x \\le e^{\\epsilon} u + \\delta$, $v \\le e^{\\epsilon} y + \\delta$, "
    "$x \\ge e^{\\epsilon'} u$ and $v \\ge e^{\\epsilon'} y$ follows $x + y \\le \\delta (e^{\\epsilon'} + 1)/"
    "(e^{\\epsilon'} - e^{\\epsilon})$, and if all four are equalities, so is this one: "
    "they can be where it is at most 1.",
    "Implies(F > E, And(Implies(And(x <= E*u + delta, F*u <= x, v <= E*y + delta, F*y <= v), "
    "x + y <= delta*(F + 1)/(F - E)), "
    "Implies(And(x == E*u + delta, F*u == x, v == E*y + delta, F*y == v), x + y == delta*(F + 1)/(F - E))))",
    and_so(
        by_solver("all probabilities", "And(E >= 1, delta >= 0)"),
        about(LOSS.formula("F*u <= x"), by_sums(
            "the outputs with such a loss", {"x": "Sum(a, p)", "u": "Sum(a, q)"}, ["F*q <= p"], "over a:",
            each={"a": "p q"},
        )),
        # The laws (x, u, rest) and (u, x, rest), of which the rest loses nothing.
        about(
            Formula("Implies(And(u == delta/(F - E), x == F*u), And(Max(0, x - E*u) + Max(0, u - E*x) "
                    "+ Max(0, rest - E*rest) == delta, x + u == delta*(F + 1)/(F - E)))",
                    {name: LOSS.symbols[name] for name in ("x", "u", "F", "E", "delta", "rest")}),
            by_solver("a pair of laws that attains it", "And(E >= 1, F > E, delta >= 0, rest >= 0)"),
        ),
    ), at="Privacy loss, probability",
    fidelity="reconstructed", silent="outputs form a countable set; others have densities",
    trust=("countable-sums", "densities"),
    mutants={"one direction": ("delta*(F + 1)/(F - E)), ", "delta*F/(F - E)), "),
             "at epsilon": ("x + y <= delta*(F + 1)/(F - E)", "x + y <= delta")}, generated="deep",
    repairs="losses-are-bounded-with-probability-one-minus-delta",
    note="All are equalities for E = 2 and 4 and delta = 1/8 at the laws (1/4, 1/16, 11/16) and (1/16, 1/4, 11/16). "
    "For epsilon' = 2 epsilon the factor is (E^2 + 1)/(E^2 - E).",
    numbers=("1/4 == 2*(1/16) + 1/8", "4*(1/16) == 1/4", "1/4 + 1/16 + 11/16 == 1"),
)  # fmt: skip


def good(_: Claim) -> Iterator[Instance]:
    """At epsilon = 1, and its rounded odds."""
    yield "epsilon = 1", {"ep": 1, "rounded": Fraction(27, 10)}


def strong(_: Claim) -> Iterator[Instance]:
    """At epsilon = 0.1, and its rounded odds."""
    yield "epsilon = 0.1", {"ep": Fraction(1, 10), "rounded": Fraction(11, 10)}


RULES_OF_THUMB = SECTION.beside(DP_LECTURE, "Rules of thumb", {
    "delta": "\\delta", "n": "n", "keep": "k", "r": "r", "E": "e^{\\epsilon}", "ep": "\\epsilon", "rounded": "a",
    "p": "p", "q": "q", "w": "w", "after": "o'", "before": "o", "answer": "z", "f": "f", "y": "y",
}, {"delta": "any number >= 0"})  # fmt: skip

RULES_OF_THUMB.claim(
    "releasing-each-record-with-probability-delta-is-private",
    "to publish each record with probability delta is (0, delta)-DP, and so (epsilon, delta)-DP for every epsilon",
    "An algorithm publishes each record with probability $\\delta$, independently. Let r be the probability of an "
    "output that leaves out a certain record. With it in the dataset this output has $(1 - \\delta) r$ and the one "
    "that shows it also $\\delta r$; without it r and 0. Summed over outputs neither direction exceeds $\\delta$.",
    "And(Max(0, delta*r) + Max(0, (1 - delta)*r - E*r) <= delta*r, Max(0, r - E*(1 - delta)*r) <= delta*r)",
    and_collected(
        by_solver("one output", "And(r >= 0, 0 <= delta, delta <= 1, E >= 1)"),
        summed("And(one <= delta*total, other <= delta*total)", {
            "one": "Max(0, delta*r) + Max(0, (1 - delta)*r - E*r)", "other": "Max(0, r - E*(1 - delta)*r)",
            "total": "r",
        }, each="r"),
    ), at="Rules of thumb, delta",
    mutants={"half of delta": ("<= delta*r, ", "<= delta*r/2, "), "without privacy": ("E*(1 - delta)*r", "0*r")},
    generated="deep",
    note="With delta = 1/n it publishes one of n records on average, whole: 'just a few'. To publish one record of n, "
    "uniformly drawn, has delta = 1/n as well, where n is fixed; on all datasets at once, the empty one and that of "
    "one record included, it has not.",
)  # fmt: skip

RULES_OF_THUMB.claim(
    "with-a-small-delta-a-few-records-are-never-released",
    "with delta = o(1/n) publishing each record with probability delta publishes nothing, but for a probability of at "
    "most n delta",
    "It publishes nothing with probability $(1 - \\delta)^n \\ge 1 - n\\delta$, which tends to 1 if $\\delta$ is "
    "$o(1/n)$. This is the reason for the rule.",
    "1 - keep <= n*delta",
    by_induction("record by record", {"keep": "1", "n": "0"}, {"keep": "keep*(1 - delta)", "n": "n + 1"},
                 ["And(0 <= delta, delta <= 1)"], keeps=["And(0 <= keep, keep <= 1)"]),
    at="Rules of thumb, delta", trust="induction", integers="n",
    mutants={"half": ("n*delta", "n*delta/2"), "strictly": ("<=", "<")},
)  # fmt: skip

RULES_OF_THUMB.claim(
    "epsilon-one-has-odds-two-point-seven", "e^1 is 2.7 to one decimal", "For $\\epsilon = 1$, $e^\\epsilon \\approx "
    "2.7$: to one decimal.",
    "abs(exp(ep) - rounded) < 1/20",
    on_instances(CERTIFIED, ALL, "the number", "epsilon = 1", good), at="Rules of thumb, epsilon = 1",
    over="epsilon = 1", mutants={"to two decimals": ("1/20", "1/200"), "twice epsilon": ("exp(ep)", "exp(2*ep)")},
    ranges="ep rounded",
)  # fmt: skip

RULES_OF_THUMB.claim(
    "epsilon-one-tenth-has-odds-one-point-one", "e^0.1 is 1.1 to one decimal", "For $\\epsilon = 0.1$, $e^\\epsilon "
    "\\approx 1.1$: to one decimal.",
    "abs(exp(ep) - rounded) < 1/20",
    on_instances(CERTIFIED, ALL, "the number", "epsilon = 0.1", strong), at="Rules of thumb, epsilon = 0.1",
    over="epsilon = 0.1", mutants={"to two decimals": ("1/20", "1/200"), "twice epsilon": ("exp(ep)", "exp(2*ep)")},
    ranges="ep rounded",
)  # fmt: skip

RULES_OF_THUMB.claim(
    "the-best-guess-is-right-with-the-odds-of-epsilon",
    "whoever guesses between two neighbours is right with probability at most e^epsilon/(1 + e^epsilon)",
    "What a pure epsilon means: a guess between D and D', equally likely before, is right with probability (p + 1 - "
    "q)/2, where p and q are the probabilities of guessing D at either. It is at most $e^{\\epsilon}/(1 + "
    "e^{\\epsilon})$, which randomised response attains: 0.731 for $\\epsilon = 1$, 0.525 for $\\epsilon = 0.1$.",
    "Implies(And(p <= E*q, 1 - q <= E*(1 - p)), (p + 1 - q)/2 <= E/(1 + E))",
    by_solver("all guesses", "And(E >= 1, 0 <= p, p <= 1, 0 <= q, q <= 1)"),
    at="Rules of thumb, epsilon", kind="project",
    mutants={"one half": ("E/(1 + E)", "1/2"), "one direction": ("p <= E*q, ", "")}, generated="deep",
    numbers=(
        "exp(1)/(1 + exp(1)) > 0.731",
        "exp(1)/(1 + exp(1)) < 0.7311",
        "exp(1/10)/(1 + exp(1/10)) > 0.5249",
        "exp(1/10)/(1 + exp(1/10)) < 0.525",
    ),
)  # fmt: skip

RULES_OF_THUMB.claim(
    "odds-of-any-adversary-move-by-at-most-the-budget",
    "whatever the adversary knows, the posterior odds of two neighbours differ from the prior odds by a factor of at "
    "most e^epsilon",
    "Let w be the probability of D, and 1 - w that of its neighbour D', given all that the adversary knows; it may "
    "know all records but one. An output with the probabilities p and q changes the prior odds $w/(1 - w)$ to $wp/((1 "
    "- w)q)$: by a factor between $e^{-\\epsilon}$ and $e^{\\epsilon}$.",
    "Implies(And(p <= E*q, q <= E*p), And(w*p/((1 - w)*q) <= E*w/(1 - w), w/(E*(1 - w)) <= w*p/((1 - w)*q)))",
    by_solver("all prior odds", "And(E >= 1, p > 0, q > 0, 0 < w, w < 1)"), at="Rules of thumb, auxiliary knowledge",
    silent=(
        "delta = 0: with delta > 0 single outputs may change the posterior odds without bound, and what is bounded is "
        "the power of any test, by e^epsilon times its size plus delta",
        "the advantage is that between the presence and the absence of one record; what the other records tell of it "
        "is not limited, see group privacy",
    ),
    mutants={"half the odds": ("E*w/(1 - w), ", "E*w/(1 - w)/2, "), "one direction": ("p <= E*q, ", "")},
    generated="deep",
)  # fmt: skip

RULES_OF_THUMB.claim(
    "approximate-privacy-bounds-the-change-of-odds-too",
    "with delta > 0, too, an output multiplies the odds of an adversary by at most e^epsilon",
    "The sentence speaks of DP guarantees, without $\\delta = 0$. Read here for approximate privacy, output by output: "
    "the probability of an output at D is at most $e^{\\epsilon}$ times that at D'.",
    "Implies(And(p <= E*q + delta, 1 - q <= E*(1 - p) + delta, 1 - p <= E*(1 - q) + delta, q <= E*p + delta), "
    "p <= E*q)",
    by_solver("two outputs", "And(E > 1, 0 <= delta, delta < 1, 0 <= p, p <= 1, 0 <= q, q <= 1)"), kind="reading",
    at="Rules of thumb, auxiliary knowledge",
    fails=instance("One record, published with probability delta = 1/10: the output that shows it has probability 0 "
                   "without it, and makes the adversary certain.", "p = 1/10; q = 0; E = 2; delta = 1/10",
                   given="E > 1"),
    wrong="An output of probability at most delta may reveal everything.",
    cost="A bound on posterior odds for delta = 0; a bound on tests, p <= e^epsilon q + delta, for all delta.",
    defect="missing hypothesis",
)  # fmt: skip

RULES_OF_THUMB.claim(
    "power-of-any-test-is-bounded-by-its-size",
    "under (epsilon, delta)-DP the power of a test is at most e^epsilon times its size, plus delta",
    "A test may use coins of its own: it accepts with the probabilities $p_S$ on several sets of outputs, weighted by "
    "w and 1 - w. Its power is at most $e^{\\epsilon}$ times its size, plus $\\delta$.",
    "Implies(And(p <= E*q + delta, r <= E*y + delta), w*p + (1 - w)*r <= E*(w*q + (1 - w)*y) + delta)",
    by_solver("two sets", "And(0 <= w, w <= 1, E >= 1, delta >= 0)"), at="Rules of thumb, auxiliary knowledge",
    symbols={"p": "P(S)", "q": "P'(S)", "r": "P(T)", "y": "P'(T)"}, fidelity="reconstructed",
    means=dict.fromkeys(("p", "q", "r", "y"), "any probability"),
    mutants={"without delta": ("y) + delta", "y)"), "one set": (", r <= E*y + delta", "")}, generated="deep",
    repairs="approximate-privacy-bounds-the-change-of-odds-too",
)  # fmt: skip

RULES_OF_THUMB.claim(
    "whoever-knows-the-noise-knows-the-answer",
    "only the randomness must remain hidden: with it the output gives the answer away",
    "The algorithm may be public, its coins may not: from the output $f + y$ and the noise y one has f, and given its "
    "coins an algorithm is a function, which is private only if it is constant.",
    "And(Implies(answer == f + y, answer - y == f), Implies(And(Or(p == 0, p == 1), Or(q == 0, q == 1), "
    "p <= E*q + delta, q <= E*p + delta), p == q))",
    by_solver("all answers", "And(E >= 1, delta >= 0, delta < 1)"),
    at="Rules of thumb, public algorithm", generated="none",
    mutants={"half the noise": ("answer - y", "answer - y/2"), "the other sign": ("answer - y", "answer + y"),
             "one direction": (", q <= E*p + delta", "")},
)  # fmt: skip
