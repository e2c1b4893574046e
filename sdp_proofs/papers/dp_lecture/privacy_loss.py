"""Pure privacy output by output, the privacy loss, and what (epsilon, delta) says of its size."""

from __future__ import annotations

from sdp_proofs.papers.dp_lecture.laws import small_pairs
from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LECTURE, "Privacy loss", {
    "p": "p", "q": "q", "E": "e^{\\epsilon}", "F": "e^{\\epsilon'}", "delta": "\\delta",
    "chance": "\\Pr[|L| > \\epsilon]", "x": "x", "u": "u", "y": "y", "v": "v", "good": "g", "other": "g'",
    "bad": "b", "rest": "b'", "ell": "\\ell",
}, {"delta": "any number >= 0", "F": "any number >= 1", "chance": "papers.dp_lecture.laws.large_loss"})  # fmt: skip

SECTION.claim(
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

SECTION.claim(
    "definition-of-the-privacy-loss", "the privacy loss of an output",
    "The logarithm of the ratio of the probabilities of an output at D and at D'.",
    None, at="Privacy loss, definition",
    silent=(
        "the output has a positive probability at both datasets: else the loss is infinite, or 0/0",
        "for continuous outputs, as those of both mechanisms of this lecture, every probability is 0 and densities "
        "are meant",
    ), uncheckable="A definition asserts nothing.",
)  # fmt: skip

SECTION.claim(
    "losses-are-bounded-with-probability-one-minus-delta",
    "(epsilon, delta)-DP bounds the absolute privacy loss by epsilon with probability at least 1 - delta",
    "If a mechanism is $(\\epsilon, \\delta)$-DP, then $|L| \\le \\epsilon$ with probability at least $1 - \\delta$ "
    "over its outputs at D, that is $\\Pr[|L| > \\epsilon] \\le \\delta$.",
    "chance <= delta",
    on_instances(EXACT, GRID, "two and three outputs", "denominators up to 4, three odds", small_pairs),
    at="Privacy loss, probability",
    fails=instance(
        "Randomised response: the output tells whether a record is there, and is right with probability 3/4. At odds "
        "2 it is (ln 2, 1/4)-DP, and the loss is ln 3 or -ln 3, beyond ln 2 with probability 1.",
        "P = (3/4, 1/4); Q = (1/4, 3/4); E = 2; excess = lambda p, q: sum(max(0, p[o] - E*q[o]) for o in range(2)); "
        "delta = max(excess(P, Q), excess(Q, P)); chance = sum(P[o] if P[o] > E*Q[o] or Q[o] > E*P[o] else 0 for o in "
        "range(2))", given="sum(P) == 1; sum(Q) == 1",
    ),
    wrong="What delta bounds is how much P(S) exceeds e^epsilon P'(S), not the probability P(S) of the outputs where "
    "it does. With odds a little above E instead of 3, delta is as near to 0 as one likes, and the loss is never "
    "within epsilon.",
    cost="A larger epsilon' > epsilon, and a factor before delta that grows without bound as epsilon' comes near "
    "epsilon. The converse is true as it stands: |L| <= epsilon with probability at least 1 - delta gives (epsilon, "
    "delta). This is the difference between approximate and probabilistic privacy in the work cited on the slide.",
    defect="wrong direction",
)  # fmt: skip

SECTION.claim(
    "bounded-losses-give-approximate-privacy",
    "the converse holds: a loss above epsilon with probability at most delta gives (epsilon, delta)",
    "Of the outputs in $\\mathcal{S}$ those with $p \\le e^{\\epsilon} q$ have together at most $e^{\\epsilon}$ times "
    "their probability at D', and the others at most $\\delta$ altogether.",
    "Implies(bad <= delta, good + bad <= E*(other + rest) + delta)",
    in_steps(
        "those within epsilon, then the others",
        about(SECTION.formula("good <= E*other"), by_induction(
            "output by output", {"good": "0", "other": "0"}, {"good": "good + p", "other": "other + q"},
            ["p <= E*q"], inputs=["p", "q"],
        )),
        by_solver("all of them", ["And(E >= 1, rest >= 0)", shown("output by output")]),
    ), at="Privacy loss, probability", kind="project",
    silent="outputs form a countable set; others have densities", trust=("induction", "countable-sums", "densities"),
    mutants={"half of delta": ("+ delta)", "+ delta/2)"), "without delta": (" + delta)", ")")},
)  # fmt: skip

SECTION.claim(
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
        about(SECTION.formula("F*u <= x"), by_sums(
            "the outputs with such a loss", {"x": "Sum(a, p)", "u": "Sum(a, q)"}, ["F*q <= p"], "over a:",
            each={"a": "p q"},
        )),
        # The laws (x, u, rest) and (u, x, rest), of which the rest loses nothing.
        about(
            Formula("Implies(And(u == delta/(F - E), x == F*u), And(Max(0, x - E*u) + Max(0, u - E*x) "
                    "+ Max(0, rest - E*rest) == delta, x + u == delta*(F + 1)/(F - E)))",
                    {name: SECTION.symbols[name] for name in ("x", "u", "F", "E", "delta", "rest")}),
            by_solver("a pair of laws that attains it", "And(E >= 1, F > E, delta >= 0, rest >= 0)"),
        ),
    ), at="Privacy loss, probability",
    fidelity="reconstructed", silent="outputs form a countable set; others have densities",
    trust=("countable-sums", "densities"),
    mutants={"one direction": ("delta*(F + 1)/(F - E)), ", "delta*F/(F - E)), "),
             "at epsilon": ("x + y <= delta*(F + 1)/(F - E)", "x + y <= delta")}, generated="deep",
    repairs="losses-are-bounded-with-probability-one-minus-delta",
    note="All are equalities for odds 2 and 4 and delta = 1/8 at the laws (1/4, 1/16, 11/16) and (1/16, 1/4, 11/16). "
    "For epsilon' = 2 epsilon the factor is (E^2 + 1)/(E^2 - E).",
    numbers=("1/4 == 2*(1/16) + 1/8", "4*(1/16) == 1/4", "1/4 + 1/16 + 11/16 == 1"),
)  # fmt: skip
