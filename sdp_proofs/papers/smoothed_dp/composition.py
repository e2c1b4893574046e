"""Proposition 5, composition, and its proof (Appendix D.2).

Items: Proposition 5, Eq. (5).
"""

from __future__ import annotations

from sdp_proofs.papers.smoothed_dp import small_mechanisms as small
from sdp_proofs.papers.smoothed_dp.small_mechanisms import OF_RELEASES, ROWS, shares
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Proposition 5", {
    "together": "\\delta_{[k]}", "total": "\\sum_i \\delta_i", "p": "\\Pr[M_1(x) \\in S_1]",
    "q": "\\Pr[M_1(x') \\in S_1]", "d": "d_1", "odds": "e^{\\epsilon_1}", "r": "\\Pr[M_2(x) \\in S_2]",
    "s": "\\Pr[M_2(x') \\in S_2]", "e": "d_2", "others": "e^{\\epsilon_2}",
    "joint": "\\Pr[M_{[2]}(x) \\in S_1 \\times S_2]", "joint_other": "\\Pr[M_{[2]}(x') \\in S_1 \\times S_2]",
    "products": "\\max_{S_1, S_2} d_{S_1 \\times S_2}", "all": "\\max_{S} d_{S}", "both": "\\delta_{[2]}(x)",
    "first": "\\delta_1(x)", "second": "\\delta_2(x)", "two": "\\delta_{[k]}", "one": "\\delta_{[k-1]}",
    "last": "\\delta_k", "more": "\\delta_{[k]}", "before": "\\delta_{[k-1]}", "earlier": "\\sum_{i<k} \\delta_i",
    "f": "\\mathbb{E}_{\\vec\\pi} \\delta_1", "g": "\\mathbb{E}_{\\vec\\pi} \\delta_2",
    "h": "\\mathbb{E}_{\\vec\\pi'} \\delta_1", "k": "\\mathbb{E}_{\\vec\\pi'} \\delta_2",
}, {
    **dict.fromkeys("pqrs", "any probability"), **dict.fromkeys(("odds", "others"), "any number >= 1"),
    **dict.fromkeys(("together", "both", "first", "second"), "privacy.definition.database_delta"),
    "joint": "mechanisms.composition.SharedRandomness", "all": "privacy.definition.hockey_stick",
    "products": "papers.smoothed_dp.small_mechanisms.events",
    "total": "papers.smoothed_dp.small_mechanisms.two_tables",
    **dict.fromkeys(("two", "one", "last", *"abcd"), "any number"), **dict.fromkeys("wv", "any number"),
})  # fmt: skip
OUTPUTS = Section(SMOOTHED_DP, "App. D.2", {
    "p": "P(a)", "q": "P'(a)", "r": "R(b)", "s": "R'(b)", "odds": "e^{\\epsilon_1}", "others": "e^{\\epsilon_2}",
    "u": "P(b)", "v": "P'(b)", "there": "d_{[2]}(x, x')", "back": "d_{[2]}(x', x)", "a": "d_1(x, x')",
    "b": "d_1(x', x)", "c": "d_2(x, x')", "e": "d_2(x', x)", "joint": "\\delta_{[k]}(x)", "sum": "\\sum_i \\delta_i(x)",
    **{name: SECTION.symbols[name] for name in ("first", "second", "more", "before", "last", "earlier", *"fghk")},
})  # fmt: skip
"""In the proof output by output, that of the repaired proposition."""
NOT_NEGATIVE = "And(d >= 0, e >= 0)"
POSSIBLE = "And(0 <= p, p <= 1, 0 < q, q <= 1, 0 <= r, r <= 1, 0 < s, s <= 1)"
IN_USE = ["And(d == p - odds*q, e == r - others*s, odds >= 1, others >= 1)", POSSIBLE]
LAWS = "And(p >= 0, q >= 0, r >= 0, s >= 0, odds >= 1, others >= 1)"
PAIR, PLAIN = "Max(0, p*r - odds*others*q*s)", "Max(0, p - odds*q)*r + p*Max(0, r - others*s)"
OF_EVENTS = on_instances(EXACT, GRID, "events of small releases", OF_RELEASES, small.PRODUCT_EVENTS)
TWO_COINS = {"E": "1", "F": "1", "P": "(1, 0)", "Q": "(1/2, 1/2)", "p": "P[0]", "q": "Q[0]", "d": "p - E * q"}
"""One binary record: 0 is released as it is, 1 as 0 with probability 1/2; twice, independently."""
POSITIVE = over(
    shares(*"pqrs", odds=Rationals(1, 5), others=Rationals(1, 5), denominator=50), small.positive_losses, climbs=False,
)  # fmt: skip
END = (
    line("And(more <= before + last, before <= earlier)", "implies", "more <= earlier + last", Rule.INDUCTION,
         by_solver("all reals", []), part="More than two releases",
         silent="all k releases are independent of each other, not merely in pairs",
         mutants={"the sum without the last": (" + last", ""), "strictly": ("<=", "<")}),
    line("Max(f + g, h + k)", "<=", "Max(f, h) + Max(g, k)", Rule.MONOTONICITY, by_solver("all reals", []),
         part="The largest average of a sum", mutants={"equality": "=", "the smallest": "Max(f, h) + Min(g, k)"}),
)  # fmt: skip

SECTION.claim(
    "independent-releases-add-their-losses",
    "the delta of independent releases is at most the sum of their deltas, at the sum of the budgets",
    "For a pair of outputs, $\\max(0, P(a)R(b) - e^{\\epsilon_1 + \\epsilon_2} P'(a)R'(b))$ is at most $\\max(0, "
    "P(a) - e^{\\epsilon_1} P'(a)) R(b) + P(a) \\max(0, R(b) - e^{\\epsilon_2} R'(b))$. Summed over all pairs, "
    "$d_{[2]} \\le d_1 + d_2$ at every database, in both directions; by induction $\\delta_{[k]}(x) \\le \\sum_i "
    "\\delta_i(x)$, and the same on average.",
    "together <= total",
    on_instances(
        EXACT, GRID, "coins, all outputs", "one binary record, two and three coins of five kinds, odds 1 and 2 each",
        small.COINS,
    ),
    silent=("the releases are independent given the database", "outputs form countable sets"),
    mutants={"two thirds of the sum": ("total", "2/3*total")}, generated="deep",
    repairs=("losses-add-up-whatever-the-randomness", "best-events-are-products"),
    search=over(shares(
        *(f"{name}_{row}" for name in ("first", "second") for row in ROWS), "share", odds=Rationals(1, 4),
        others=Rationals(1, 4), denominator=6,
    ), small.two_tables, climbs=False),
    derivation=OUTPUTS.derivation(
        "composition-repaired", "Composition, output by output",
        line(PAIR, "<=", "Max(0, p - odds*q)*r + Min(p, odds*q)*Max(0, r - others*s)", Rule.CASE_SPLIT,
             by_solver("all probabilities and budgets", LAWS), given="the releases are independent",
             part="A pair of outputs", mutants={"equality": "=", "both with the larger": ("odds*q)*M", "q)*M")}),
        line("<=", PLAIN, Rule.MONOTONICITY, by_solver("all probabilities and budgets", LAWS),
             mutants={"equality": "=", "q for p": ("+ p*", "+ q*")}),
        line("Min(p, odds*q) + Min(u, odds*v)", "=", "1 - (Max(0, p - odds*q) + Max(0, u - odds*v))", Rule.DEFINITION,
             by_solver("two outputs", "p + u == 1"), part="The sum over outputs: d_[2] <= d_1 + (1 - d_1) d_2",
             note="Two outputs; more add terms of the same form.",
             mutants={"one": "1 + 0*p", "with q": ("u - odds*v", "u - v")}),
        line("And(there <= a + c, back <= b + e, a <= first, b <= first, c <= second, e <= second, first >= 0, "
             "second >= 0)", "implies", "Max(0, there, back) <= first + second", Rule.DEFINITION,
             by_solver("all reals", []), part="Both directions and every neighbour",
             mutants={"strictly": ("<=", "<"), "the larger loss": ("first + second", "Max(first, second)")}),
        *END,
    ),
    note="The hunt tries all mechanisms with two outputs on two binary records, smoothed.",
)  # fmt: skip

SECTION.claim(
    "losses-add-up-whatever-the-randomness",
    "deltas add up for any releases (M_1(x), ..., M_k(x)), also with common randomness",
    "The proposition does not say how the randomness of the mechanisms is related. That they are independent is what "
    "composition theorems usually mean, and then it holds. Read here without that: the joint delta is at most the sum "
    "of the deltas for any joint release.",
    "together <= total",
    on_instances(EXACT, GRID, "a common key", "all pairs of bits of record and key", small.KEYED), kind="reading",
    fails=instance(
        "One binary record and a fair key: the record plus the key (mod 2) is released, and the key. Each alone is a "
        "fair coin whatever the record, so both deltas are 0; together they are the record, and delta is 1.",
        "E = 2; cipher = lambda x, key: (x + key) % 2; first = lambda x, a: sum(1/2 for key in range(2) if cipher(x, "
        "key) == a); second = lambda x, b: sum(1/2 for key in range(2) if key == b); pair = lambda x, a, b: sum(1/2 "
        "for key in range(2) if cipher(x, key) == a and key == b); together = sum(max(0, pair(0, a, b) - E**2 * "
        "pair(1, a, b)) for a in range(2) for b in range(2)); one = sum(max(0, first(0, a) - E * first(1, a)) for a "
        "in range(2)); other = sum(max(0, second(0, a) - E * second(1, a)) for a in range(2))", given="E >= 1",
        at={"total": "one + other"},
    ), wrong="Independence of the mechanisms is not assumed, but used: a cipher and its key say nothing one at a time "
    "and everything together.", cost="The mechanisms use independent randomness, all k of them jointly.",
    defect="missing hypothesis",
)  # fmt: skip

SECTION.claim(
    "events-have-positive-probability", "(Pr[M(x) in S] - d)/Pr[M(x') in S] is defined for every event S",
    "The proof divides by $\\Pr[M_1(x') \\in S_1]$ for 'any' event, which must then be positive.",
    "q > 0",
    OF_EVENTS, at="App. D.2, quotient", fails=instance(
        "One binary record, released as it is: under x' = 1 the output is never 0, and the event S = {0} has "
        "probability 0, although its loss d(0, 1) = 1 is the largest there is.", "P = (1, 0); Q = (0, 1)",
        given="sum(P) == sum(Q) == 1; P[0] - 2 * Q[0] == 1", at={"q": "Q[0]"},
    ), wrong="The proof divides by the probability of an event that may be zero, and is so for the worst events of "
    "many mechanisms.", cost="None: write P - d = e^epsilon P' instead of a quotient.", defect="missing hypothesis",
)  # fmt: skip

SECTION.claim(
    "loss-of-an-event-without-division", "d = P(S) - e^eps P'(S) exactly if P(S) - d = e^eps P'(S)",
    "The definition of d, written without a quotient.",
    "Equivalent(d == p - odds*q, p - d == odds*q)",
    by_solver("all reals", []), at="App. D.2, quotient", fidelity="narrowed",
    mutants={"the other sign": ("p - d ==", "p + d ==")}, repairs="events-have-positive-probability",
    note="The display also has M for M_1 in one place, and elements where subsets of the outputs are meant.",
)  # fmt: skip

SECTION.claim(
    "product-of-quotients-below-the-quotient-of-products",
    "(P_1 - d_1)(P_2 - d_2)/(Q_1 Q_2) <= (P_1 P_2 - (d_1 + d_2))/(Q_1 Q_2)",
    "With $P_i = \\Pr[M_i(x) \\in S_i]$, $Q_i = \\Pr[M_i(x') \\in S_i]$ and $d_i = P_i - e^{\\epsilon_i} Q_i$, the "
    "product of the two quotients is at most the quotient on the right.",
    "(p - d)/q*((r - e)/s) <= (p*r - (d + e))/(q*s)",
    by_solver(
        "all probabilities and budgets, d_1 and d_2 not negative",
        ["And(p <= 1, 0 < q, q <= 1, r <= 1, 0 < s, s <= 1)", "And(d <= p - q, e <= r - s)", NOT_NEGATIVE],
    ), at="App. D.2, product of quotients", silent="both events have positive probability under x'",
    fails=instance(
        "One binary record, 0 released as it is and 1 as the side of a fair coin, twice, epsilon = 0: for the outputs "
        "0 both P are 1, both Q and both d are 1/2. The left side is 1 and the right side 0.", TWO_COINS,
        given="E >= 1; F >= 1; q > 0; sum(P) == sum(Q) == 1; d >= 0", at={"r": "p", "s": "q", "e": "d"},
    ), wrong="The inequality stands the wrong way round: for d_1, d_2 >= 0 the product of the differences is the "
    "larger one, by d_1 (1 - P_2) + d_2 (1 - P_1) + d_1 d_2.",
    cost="The direction is turned, and d_1 and d_2 must not be negative.", defect="wrong direction", search=POSITIVE,
    derivation=SECTION.derivation(
        "composition-as-printed", "Composition, with the product inequality turned round",
        line(
            "d == p - odds*q", "implies", "(p - d)/q == odds", Rule.ALGEBRA, by_solver("all reals", []),
            silent="Pr[M_1(x') in S_1] > 0", part="One event",
            mutants={"sign of d": ("p - d", "p + d"), "the other database": "(q - d)/p == odds"},
        ), line(
            "odds*others", "=", "(p - d)/q*((r - e)/s)", Rule.SUBSTITUTION, by_solver("all events", IN_USE),
            part="Two events",
            mutants={"without the second": ("(r - e)/s", "(r - e)*s"), "sign of d": ("p - d", "p + d")},
        ), line(
            "<=", "(p*r - (d + e))/(q*s)", Rule.ALGEBRA,
            by_solver("all events", ["And(d <= p - q, e <= r - s)", POSSIBLE]), holds=False,
            note="The difference of the numerators is d_1 (1 - P_2) + d_2 (1 - P_1) + d_1 d_2, which is not negative "
            "if d_1 and d_2 are not: the inequality holds the other way round.",
            mutants={"equality": "=", "d_1 + d_2 doubled": ("- (d", "- 2*(d")},
        ), line(
            "odds*others <= (p*r - (d + e))/(q*s)", "implies", "d + e <= p*r - odds*others*q*s", Rule.ALGEBRA,
            by_solver("possible events", "And(q > 0, s > 0)"), part="Inequality (5)",
            mutants={"only d_1": ("d + e", "2*d + e"), "strictly": ("<=", "<")},
        ), line(
            "joint - odds*others*joint_other", "=", "p*r - odds*others*q*s", Rule.DEFINITION, OF_EVENTS,
            silent="the two releases are independent", part="Product sets",
            mutants={"less": "<", "without e^{eps_2}": ("*others", "")},
        ), line(
            "joint - odds*others*joint_other", ">=", "d + e", Rule.SUBSTITUTION, OF_EVENTS, holds=False,
            part="From (5)", note="It is said of every set S of pairs; S_1 and S_2 exist only if S is a product.",
            mutants={"equality": "=", "strictly": ">"},
        ), line(
            "both", ">=", "first + second", Rule.MONOTONICITY,
            on_instances(EXACT, GRID, "small releases", OF_RELEASES, small.SMALL_DELTAS), holds=False,
            part="The loss of both",
            note="Even if it held it would not give the proposition, which needs the upper bound.",
            mutants={"equality": "=", "twice the sum": "2*(first + second)"},
        ), *END, source="App. D.2",
    ),
)  # fmt: skip

SECTION.claim(
    "product-of-differences-above-the-difference-of-sums",
    "P_1 P_2 - (d_1 + d_2) <= (P_1 - d_1)(P_2 - d_2) for 0 <= d_i <= P_i <= 1",
    "The middle display of the proof with its direction turned: $P_1 P_2 - (d_1 + d_2) \\le (P_1 - d_1)(P_2 - d_2)$ "
    "if $0 \\le d_i \\le P_i \\le 1$.",
    "p*r - (d + e) <= (p - d)*(r - e)",
    by_solver("all probabilities", "And(0 <= d, d <= p, p <= 1, 0 <= e, e <= r, r <= 1)"),
    at="App. D.2, product of quotients", silent="d_1 and d_2 are not negative", fidelity="typo-corrected",
    mutants={"as printed": ("<=", ">=")}, repairs="product-of-quotients-below-the-quotient-of-products",
)  # fmt: skip

SECTION.claim(
    "rearrangement-to-inequality-five", "the printed product inequality and inequality (5) are equivalent",
    "$e^{\\epsilon_1 + \\epsilon_2} Q_1 Q_2 \\le P_1 P_2 - (d_1 + d_2)$ and $d_1 + d_2 \\le P_1 P_2 - e^{\\epsilon_1 "
    "+ \\epsilon_2} Q_1 Q_2$ say the same. (Both are false in general.)",
    "Equivalent(odds*others*q*s <= p*r - (d + e), d + e <= p*r - odds*others*q*s)",
    by_solver("all reals", []), at="App. D.2, rearrangement", mutants={"without the second loss": ("d + e <=", "d <=")},
)  # fmt: skip

SECTION.claim(
    "losses-of-two-events-below-that-of-their-product", "d_1 + d_2 <= P_1 P_2 - e^(eps_1 + eps_2) Q_1 Q_2",
    "The losses of two events add up to at most the loss of their product.",
    "d + e <= p*r - odds*others*q*s",
    by_solver("all probabilities and budgets, d_1 and d_2 not negative", [*IN_USE, NOT_NEGATIVE]),
    at="App. D.2, Eq. (5)", fails=instance(
        "One binary record, 0 released as it is and 1 as the side of a fair coin, twice, epsilon = 0: the sum of the "
        "losses of the outputs 0 is 1, and the loss of the pair is 3/4.", TWO_COINS,
        given="E >= 1; F >= 1; q > 0; sum(P) == sum(Q) == 1",
        at={"r": "p", "s": "q", "e": "d", "odds": "E", "others": "F"},
    ), wrong="Inequality (5) bounds the loss of a product event from below; the proposition needs the bound from "
    "above, and that is the one that is true.", cost="The direction is turned, with the positive parts of d_1 and d_2.",
    defect="wrong direction", search=POSITIVE,
)  # fmt: skip

SECTION.claim(
    "loss-of-a-product-below-the-sum", "P_1 P_2 - e^(eps_1 + eps_2) Q_1 Q_2 <= max(0, d_1) + max(0, d_2)",
    "The loss of a product event is at most the sum of the losses of its factors, where negative ones count as zero. "
    "No probability need be positive.",
    "p*r - odds*others*q*s <= Max(0, p - odds*q) + Max(0, r - others*s)",
    by_solver(
        "all probabilities and budgets",
        "And(0 <= p, p <= 1, 0 <= q, q <= 1, 0 <= r, r <= 1, 0 <= s, s <= 1, odds >= 1, others >= 1)",
    ), at="App. D.2, Eq. (5)", fidelity="typo-corrected", mutants={
        "without the positive part": ("Max(0, p - odds*q)", "(p - odds*q)"),
        "the larger of the two": "p*r - odds*others*q*s <= Max(Max(0, p - odds*q), Max(0, r - others*s))/2",
    }, repairs="losses-of-two-events-below-that-of-their-product",
    note="It bounds product events only; not every best event is one. Proposition 5 is proved output by output.",
)  # fmt: skip

SECTION.claim(
    "joint-probability-is-a-product",
    "$\\Pr[M_{[2]}(x) \\in S_1 \\times S_2] = \\Pr[M_1(x) \\in S_1] \\Pr[M_2(x) \\in S_2]$",
    "The proof multiplies the probabilities of the two events, which is right for independent mechanisms. Read here, "
    "like the proposition, without that word: for any two mechanisms.",
    "joint == p*r",
    on_instances(EXACT, GRID, "bits of a common key", "up to three keys", small.COMMON_KEYS),
    at="App. D.2, product sets", kind="reading", fails=instance(
        "Both mechanisms output the same fair bit: they agree always, and independent ones would in a quarter of the "
        "cases be 0 together.",
        "one = lambda key: key; two = lambda key: key; first = sum(1/2 for key in range(2) if one(key) == 0); second "
        "= sum(1/2 for key in range(2) if two(key) == 0); joint = sum(1/2 for key in range(2) if one(key) == 0 and "
        "two(key) == 0)", at={"p": "first", "r": "second"},
    ), wrong="Probabilities multiply for independent mechanisms only, which is nowhere assumed; and x is a database, "
    "printed as an element of X.", cost="The mechanisms use independent randomness.", defect="missing hypothesis",
)  # fmt: skip

SECTION.claim(
    "joint-probability-of-independent-mechanisms-is-a-product",
    "for independent mechanisms the probability of a product event is the product of the probabilities",
    "If the mechanisms use independent randomness, each pair of outputs has the product of the probabilities: "
    "$\\Pr[M_{[2]}(x) \\in S_1 \\times S_2] = \\Pr[M_1(x) \\in S_1] \\Pr[M_2(x) \\in S_2]$, summed over both sets.",
    "joint == p*r",
    by_sums(
        "all outputs in both sets",
        {"joint": "Sum(a, Sum(b, u*v))", "p": "Sum(a, u)", "r": "Sum(b, v)"}, [],
        "over b: Sum(b, u*v) == u*r", "over a: joint == p*r", each={"a": "u", "b": "v"},
    ), at="App. D.2, product sets", given="the mechanisms use independent randomness", fidelity="narrowed",
    silent="outputs form countable sets", means={"joint": "any probability"},
    mutants={"half of it": ("p*r", "p*r/2"), "the smaller one": ("p*r", "Min(p, r)")},
    repairs="joint-probability-is-a-product", trust="countable-sums",
)  # fmt: skip

SECTION.claim(
    "best-events-are-products", "the maximum of d over all sets S of pairs is attained by a product $S_1 \\times S_2$",
    "The proof goes from product sets to 'any $S \\in A_1 \\times A_2$'. Written with a set of pairs in mind, this "
    "needs the maximum over all sets to be the maximum over products.",
    "products == all",
    on_instances(EXACT, GRID, "small releases", OF_RELEASES, small.BEST_EVENTS), at="App. D.2, all sets",
    fidelity="reconstructed", fails=instance(
        "One binary record: 1 is always released as 1, 0 as the side of a fair coin; twice, e^epsilon = 2. The event "
        "that a 0 is seen at least once has probability 3/4 and 0. No product does better than 1/2; here a and b run "
        "over the events of either release, as 0/1 weights of its two outputs.",
        "E = 2; P = (1/2, 1/2); Q = (0, 1); sets = ((0, 0), (0, 1), (1, 0), (1, 1)); chance = lambda law, set: "
        "sum(law[i] * set[i] for i in range(2)); d = lambda a, b: chance(P, a) * chance(P, b) - E * chance(Q, a) * "
        "chance(Q, b); seen = 1 - P[1] * P[1] - E * (1 - Q[1] * Q[1])", given="sum(P) == sum(Q) == 1; E >= 1",
        at={"products": "max(d(a, b) for a in sets for b in sets)", "all": ">= seen"},
    ), wrong="Only products of events are treated, and the best set of pairs need not be one: seeing a telling output "
    "at least once is not a product.",
    cost="The sum is taken over pairs of outputs instead of events, which no longer follows the printed route.",
    defect="missing hypothesis", recorded="refuted",
)  # fmt: skip

SECTION.claim(
    "composed-loss-at-least-the-sum", "delta_[2](x) >= delta_1(x) + delta_2(x)",
    "The last display of the case k = 2: the delta of both releases is at least the sum of their deltas.",
    "both >= first + second",
    on_instances(EXACT, GRID, "small releases", OF_RELEASES, small.SMALL_DELTAS), at="App. D.2, last display",
    fails=instance(
        "One binary record, released twice as it is: each delta is 1, and so is that of both.",
        "E = 2; P = (1, 0); Q = (0, 1); loss = sum(max(0, P[a] - E * Q[a]) for a in range(2)); both = sum(max(0, P[a] "
        "* P[b] - E**2 * Q[a] * Q[b]) for a in range(2) for b in range(2))", given="sum(P) == sum(Q) == 1; E >= 1",
        at={"first": "loss", "second": "loss"},
    ), wrong="The conclusion is printed as a lower bound of the joint delta. It is false, and it would not give the "
    "proposition, which is an upper bound.", cost="At most for at least.", defect="wrong direction",
)  # fmt: skip

SECTION.claim(
    "composed-loss-at-most-the-sum", "delta_[2](x) <= delta_1(x) + delta_2(x)",
    "The last display of the case k = 2, turned: the delta of two independent releases is at most the sum of their "
    "deltas, against each neighbour in both directions, and so in the worst case.",
    "both <= first + second",
    on_instances(EXACT, GRID, "small releases", OF_RELEASES, small.SMALL_DELTAS), at="App. D.2, last display",
    silent=("the releases are independent given the database", "outputs form countable sets"),
    fidelity="typo-corrected", mutants={"the larger of the two": ("first + second", "Max(first, second)")},
    repairs="composed-loss-at-least-the-sum",
)  # fmt: skip

SECTION.claim(
    "sums-for-more-than-two-releases", "from two releases to k: (M_[k-1], M_k) is again a pair",
    "If two releases add at most their deltas and k - 1 do, then k do: the first k - 1 together are one release, "
    "independent of the last, at the budget $\\epsilon_1 + \\dots + \\epsilon_{k-1}$.",
    "Implies(And(two <= one + last, one <= total), two <= total + last)",
    by_solver("all reals", []), at="App. D.2, induction", symbols={"total": "\\sum_{i<k} \\delta_i"},
    means={"total": "any number"}, silent="the last release is independent of all before together",
    mutants={"without the last": ("two <= total + last", "two <= total")},
)  # fmt: skip

SECTION.claim(
    "largest-average-of-a-sum-below-the-sum-of-the-largest",
    "the maximum over assignments of E[delta_1 + delta_2] is at most the sum of the maxima",
    "'By the definition of the smoothed DP': averages of sums are sums of averages, and the largest sum is at most "
    "the sum of the largest.",
    "Max(w*(a + b) + (1 - w)*(c + d), v*(a + b) + (1 - v)*(c + d)) <= Max(w*a + (1 - w)*c, v*a + (1 - v)*c) + Max(w*b "
    "+ (1 - w)*d, v*b + (1 - v)*d)",
    by_solver("two databases, two assignments, all reals", []), at="App. D.2, averages",
    symbols={
        "a": "\\delta_1(x)", "b": "\\delta_2(x)", "c": "\\delta_1(y)", "d": "\\delta_2(y)", "w": "\\Pr[x|\\vec\\pi]",
        "v": "\\Pr[x|\\vec\\pi']",
    }, mutants={"equality": ("<=", "==")}, generated="deep", trust="averaging",
)  # fmt: skip
