"""Proposition 6, pre-processing, and its proof (Appendix D.3).

Items: Proposition 6.
"""

from __future__ import annotations

from sdp_proofs.papers.smoothed_dp import small_mechanisms as small
from sdp_proofs.papers.smoothed_dp.post_processing import AVERAGED
from sdp_proofs.papers.smoothed_dp.small_mechanisms import ROWS, shares
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Proposition 6", {
    "after": "\\delta_{M \\circ f}(\\Pi)", "before": "\\delta_M(f(\\Pi))", "records": "\\lVert x - x' \\rVert",
    "features": "\\lVert f(x) - f(x') \\rVert", "there": "\\max_{x'} d_{M \\circ f}(x, x')",
    "twice": "\\max_{S} (\\Pr[M(a) \\in S] - e^\\epsilon \\Pr[M(a) \\in S])", "own": "\\max_{a'} d_M(a, a')",
    "processed": "\\delta_{M \\circ f}(x)", "plain": "\\delta_M(f(x))", "joint": "\\Pr[f(x) = a]",
    "product": "\\prod_i \\Pr[f(x)_i = a_i]", "as_product": "\\mathbb{E}_{a \\sim f(\\vec\\pi)} \\delta_M(a)",
    "pushed": "\\mathbb{E}_{x \\sim \\vec\\pi} \\delta_M(f(x))",
    "average": "\\mathbb{E}_{x \\sim \\vec\\pi} \\delta_{M \\circ f}(x)", "p": "\\pi_1(1)", "r": "\\pi_2(1)",
    "k": "\\Pr[f(1) = a_1]", "u": "\\Pr[f(0) = a_1]", "l": "\\Pr[f(1) = a_2]", "v": "\\Pr[f(0) = a_2]",
}, {
    **dict.fromkeys(("after", "before"), "privacy.definition.smoothed_delta_by_lists"),
    **dict.fromkeys(("processed", "plain"), "privacy.definition.database_delta"),
    **dict.fromkeys(("there", "twice"), "privacy.definition.pair_divergence"),
    **dict.fromkeys("prkulv", "any probability"),
    "features": "papers.smoothed_dp.small_mechanisms.apart",
    "joint": "mechanisms.composition.Mixing", "product": "mechanisms.composition.Mixing",
})  # fmt: skip
STEPS = Section(SMOOTHED_DP, "App. D.3", {
    **SECTION.symbols, "a": "\\delta_{M \\circ f}(x)", "b": "\\delta_{M \\circ f}(y)", "c": "\\delta_M(f(x))",
    "d": "\\delta_M(f(y))", "w": "\\Pr[x]", "v": "\\Pr[x|\\vec\\pi']", "one": "P_1(b)", "zero": "P_0(b)", "g": "k_x",
    "l": "k_{x'}", "odds": "e^\\epsilon", "k": "k_1", "m": "k_0", "first": "f(\\pi_1)(1)", "second": "f(\\pi_2)(1)",
})  # fmt: skip
"""P_u(b) is the probability of output b if the changed record has the feature u, k_x that this is 1; a is f(x), and
f(pi) the product of the laws of the single features."""
WHOLE = on_instances(EXACT, GRID, "all functions", small.OF_FUNCTIONS, small.ALL_FUNCTIONS)
SINGLE = on_instances(EXACT, GRID, "all functions of single records", small.OF_SINGLE, small.SINGLE)
TWO_RECORDS = {
    "pairs": "((0, 0), (0, 1), (1, 0), (1, 1))", "near": "lambda x: ((1 - x[0], x[1]), (x[0], 1 - x[1]))",
    "loss": "lambda law, x, y: sum(max(0, law(x, a) - E * law(y, a)) for a in range(2))",
    "delta": "lambda law, x: max(max(loss(law, x, y), loss(law, y, x)) for y in near(x))",
}  # fmt: skip
"""delta(x) of mechanisms with two outputs on two binary records; needs E."""
ONE_OF_TWO = {
    "M": "lambda x, a: sum(1/2 for i in range(2) if x[i] == a)", "f": "lambda x: (x[0], x[0])",
    "after": "lambda x, a: M(f(x), a)",
}  # fmt: skip

SECTION.claim(
    "preprocessing-is-never-harmful",
    "preprocessing is not harmful: M after f has at most the delta of M on the data themselves",
    "The sentence says that preprocessing is not harmful to privacy; the proposition after it says in which sense, "
    "with the laws of the features for M. Read here without it, as a comparison of $M \\circ f$ with M itself for the "
    "same sources, for functions of single records.",
    "after <= before",
    on_instances(EXACT, GRID, "functions of binary records", "four functions, four sources", small.RAW),
    at="Sec. 4, before Proposition 6", kind="reading", symbols={"before": "\\delta_M(\\Pi)"},
    silent="'not harmful' compares with the mechanism on the raw data", fidelity="reconstructed",
    fails=instance(
        "Two binary records that are always 1, M tells whether both are 0: they are not, whichever of them is "
        "changed, and delta is 0. If f exchanges 0 and 1, both features are 0, and delta is 1.", "E = 2", TWO_RECORDS,
        "M = lambda x, a: a if x == (0, 0) else 1 - a; after = lambda x, a: M((1 - x[0], 1 - x[1]), a)", given="E >= 1",
        at={"after": "delta(after, (1, 1))", "before": "delta(M, (1, 1))"},
    ), wrong="The features may have laws for which the mechanism is less private than for those of the records; the "
    "proposition compares with M for the laws of the features, not with M for those of the records.",
    cost="The delta of M must be known for the laws of the features.", defect="missing hypothesis",
)  # fmt: skip

SECTION.claim(
    "features-of-whole-databases-lose-no-more",
    "pre-processing by any deterministic function of the database keeps smoothed privacy",
    "For any deterministic $f : X^n \\to \\tilde X^n$, $M \\circ f$ is $(\\epsilon, \\delta, \\Pi)$-smoothed DP if M "
    "is $(\\epsilon, \\delta, f(\\Pi))$-smoothed DP.",
    "after <= before",
    on_instances(
        EXACT, GRID, "all functions of two records",
        "all functions of two fair binary records to two binary features, three mechanisms, e^epsilon = 2", small.MIXED,
    ), given="f(Pi) is defined for functions of single records; for others, the laws of single features",
    fails=instance(
        "Two binary records, f copies the first to both places, M shows one of the two at random: M loses 1/2 at "
        "every database, M after f shows the first record and loses 1 at every database. So it fails for every set of "
        "sources and however the laws of the features are read; with one record there is nothing to mix.", "E = 2",
        TWO_RECORDS, ONE_OF_TWO, given="E >= 1",
        at={"after": ">= min(delta(after, x) for x in pairs)", "before": "<= max(delta(M, x) for x in pairs)"},
    ), wrong="A deterministic function of the whole database can copy one record to many places, so that what is "
    "released about many features is released about one record.", cost="f is applied to every record on its own, as "
    "the definition of f(Pi) presumes. In exchange it may be randomised.", defect="missing hypothesis",
)  # fmt: skip

COUPLED_FEATURES = in_steps(
    "features that are coupled",
    # w is the chance of a pair of features of the changed record; p and q are those of the output with either.
    about(Formula("Max(0, value) <= parts", ["value", "parts"]), by_induction(
        "one output, one pair of features after the other", {"value": "0", "parts": "0"},
        {"value": "value + w*(p - odds*q)", "parts": "parts + w*Max(0, p - odds*q)"}, ["w >= 0"],
        inputs=["w", "p", "q"],
    )),
    # `mixed` is the mean of d over the pairs of features, given the features of the other records, and `largest`
    # that of delta_M(f(x)), whose mean over databases is `pushed`.
    about(Formula("gain <= largest", ["gain", "largest"]), by_solver("all outputs", [
        summed("gain <= mixed", {"gain": "Max(0, value)", "mixed": "parts"},
               shown("one output, one pair of features after the other"),
               cite("best-event-takes-the-positive-terms"), each="value parts p q take"),
        averaged("mixed <= largest", {"mixed": "loss"}, each="loss", where="loss <= largest"),
    ])),
    by_solver("all databases", [
        averaged("after <= pushed", {"after": "gain", "pushed": "largest"}, shown("all outputs"), each="gain largest"),
        lifted("independent-records", "pushed == before", cite("features-of-independent-records-are-independent")),
    ]),
)  # fmt: skip

SECTION.claim(
    "features-of-records-lose-no-more",
    "pre-processing record by record, deterministic or randomised, keeps smoothed privacy",
    "If f is applied to every record on its own, with randomness of its own if any, then $\\delta_{M \\circ f}(x) "
    "\\le \\mathbb{E}\\,\\delta_M(f(x))$ at every x: the features of x and x' are coupled to differ in the changed "
    "record only, and each pair adds a loss of neighbours to the positive part. Features of independent records are "
    "independent, with laws in f(Pi), so the average is one over $f(\\Pi)^n$.",
    "after <= before",
    on_instances(
        EXACT, GRID, "two binary records, smoothed",
        "all tables of probabilities 0, 1/2, 1, two outputs, nine functions and kernels, one source", small.FEATURES,
    ), given="records are independent", silent="f acts on single records", fidelity="narrowed",
    mutants={"half of it": ("before", "before/2")}, repairs=(
        "features-of-whole-databases-lose-no-more", "preprocessing-is-never-harmful",
        "printed-bound-with-one-database-twice", "loss-after-features-below-the-loss-at-the-features",
    ), search=over(
        shares(*ROWS, "feature_0", "feature_1", "share", odds=Rationals(1, 5), denominator=9), small.record_wise,
        climbs=False,
    ), derivation=STEPS.derivation(
        "pre-processing-repaired", "Pre-processing record by record, also with randomness",
        line(
            "features", "<=", "records", Rule.MONOTONICITY, SINGLE, part="Deterministic features",
            mutants={"equality": "=", "strictly": "<"},
        ), line(
            "there", "<=", "own", Rule.SUBSTITUTION, SINGLE, part="One direction",
            mutants={"a for a'": "twice", "strictly": "<"},
        ), line(
            "as_product", "=", "pushed", Rule.EXPECTATION, SINGLE, part="Averages of deterministic features",
            mutants={"strictly less": "<", "twice it": "2*pushed"},
        ), line(
            "g*one + (1 - g)*zero - odds*(l*one + (1 - l)*zero)", "=",
            "g*l*(one - odds*one) + g*(1 - l)*(one - odds*zero) + (1 - g)*l*(zero - odds*one) + (1 - g)*(1 - l)*(zero "
            "- odds*zero)", Rule.EXPECTATION, by_identity("all reals", ""),
            part="Randomised features of the changed record",
            note="The features of x and x' are drawn independently; those of the other records are drawn once.",
            mutants={
                "odds on the other side": ("zero - odds*(l", "zero*odds - (l"),
                "one term left out": (" + (1 - g)*(1 - l)*(zero - odds*zero)", ""),
            },
        ), line(
            "<=", "g*(1 - l)*Max(0, one - odds*zero) + (1 - g)*l*Max(0, zero - odds*one)", Rule.CASE_SPLIT,
            by_solver("all probabilities", "And(0 <= g, g <= 1, 0 <= l, l <= 1, one >= 0, zero >= 0, odds >= 1)"),
            note="Each term is a loss of two databases of features that are neighbours; equal ones lose nothing. Its "
            "weight is the probability of the first of them, and then of the other.",
            mutants={"one direction": (" + (1 - g)*l*Max(0, zero - odds*one)", ""), "strictly": "<"},
        ), line(
            "And(first == p*k + (1 - p)*m, second == r*k + (1 - r)*m)", "implies",
            "first*second == p*r*k*k + p*(1 - r)*k*m + (1 - p)*r*m*k + (1 - p)*(1 - r)*m*m", Rule.EXPECTATION,
            by_solver("all reals", []), part="Features of independent records are independent",
            given="records are independent, and so is the randomness of their features",
            mutants={
                "one term less": (" + (1 - p)*(1 - r)*m*m", ""),
                "the sum": "first + second == p*r*k*k + (1 - p)*(1 - r)*m*m",
            },
        ), *AVERAGED,
    ),
)  # fmt: skip

SECTION.claim(
    "features-of-neighbours-are-neighbours",
    "f deterministic: f(x) and f(x') differ in at most one entry if x and x' do",
    "For a deterministic $f : X^n \\to \\tilde X^n$ and databases that differ in one entry, the images differ in at "
    "most one entry.",
    "features <= records",
    WHOLE, at="App. D.3, neighbours", fails=instance(
        "Two binary records, f copies the first to both places: x = (0, 0) and x' = (1, 0) have the features (0, 0) "
        "and (1, 1).",
        "f = lambda x: (x[0], x[0]); apart = lambda x, y: sum(1 for i in range(2) if x[i] != y[i]); x = (0, 0); y = "
        "(1, 0)", given="apart(x, y) <= 1", at={"features": "apart(f(x), f(y))", "records": "apart(x, y)"},
    ), wrong="That f is deterministic does not make features of neighbours neighbours: a feature may depend on "
    "several records, and one record may enter several features.", cost="f is applied to every record on its own.",
    defect="missing hypothesis", derivation=STEPS.derivation(
        "pre-processing-as-printed", "Pre-processing by a function of the whole database",
        line(
            "features", "<=", "records", Rule.MONOTONICITY, WHOLE, holds=False, part="Features of neighbours",
            note="'f is deterministic' does not give it: a feature may depend on several records.",
            mutants={"equality": "=", "strictly": "<"},
        ), line(
            "there", "<=", "twice", Rule.SUBSTITUTION, WHOLE, holds=False, part="One direction",
            note="Printed with M(a) in both probabilities; the second is M(a').",
            mutants={"equality": "=", "strictly": "<"},
        ), line(
            "processed", "<=", "plain", Rule.DEFINITION, WHOLE, holds=False, part="Both directions",
            mutants={"half of it": "plain/2", "strictly": "<"},
        ), line(
            "as_product", "=", "pushed", Rule.EXPECTATION, WHOLE, holds=False, part="Averages",
            note="Features that share a record are not independent, and their joint law is in no set f(Pi)^n.",
            mutants={"at least": ">=", "at most": "<="},
        ), line(">=", "average", Rule.EXPECTATION, WHOLE, holds=False, mutants={"equality": "=", "strictly": ">"}),
        source="App. D.3",
    ),
)  # fmt: skip

SECTION.claim(
    "features-of-records-change-with-their-record",
    "features of single records differ in no more places than the records",
    "If each feature is a function of one record, equal records have equal features, and so at most as many features "
    "differ as records.",
    "Implies(And(Implies(r == 0, c == 0), Implies(s == 0, d == 0)), c + d <= r + s)",
    and_so(
        by_solver("two records, each changed or not", [f"Or({x} == 0, {x} == 1)" for x in "rscd"]),
        about(SECTION.formula("features <= records"), by_induction(
            "one record after the other", {"features": "0", "records": "0"},
            {"features": "features + c", "records": "records + r"},
            ["And(Or(r == 0, r == 1), Or(c == 0, c == 1), Implies(r == 0, c == 0))"], inputs=["r", "c"],
        )),
    ),
    at="App. D.3, neighbours", symbols={
        "r": "[x_1 \\ne x'_1]", "s": "[x_2 \\ne x'_2]", "c": "[f(x_1) \\ne f(x'_1)]", "d": "[f(x_2) \\ne f(x'_2)]",
    }, means=dict.fromkeys("rscd", "any 0 or 1"), silent="f acts on single records", fidelity="narrowed",
    mutants={
        "one feature of both records": (", Implies(s == 0, d == 0)", ""),
        "just as many": ("c + d <= r + s", "c + d == r + s"),
    }, trust="induction",
)  # fmt: skip

SECTION.claim(
    "features-of-records-differ-in-no-more-places", "f(x) and f(x') differ in no more places than x and x' do",
    "Let each feature be a function of one record. One record after the other, a feature differs only if its record "
    "does: images of databases that differ in one entry differ in at most one.",
    "features <= records",
    SINGLE, at="App. D.3, neighbours", silent="f acts on single records", fidelity="narrowed",
    mutants={"one fewer": ("<= records", "<= records - 1")}, repairs="features-of-neighbours-are-neighbours",
)  # fmt: skip

SECTION.claim(
    "printed-bound-with-one-database-twice", "max d_{M f}(x, x') <= max (Pr[M(a) in S] - e^eps Pr[M(a) in S])",
    "The display as printed, where both probabilities on the right are those of a = f(x). Their difference is at most "
    "0, so that no $M \\circ f$ would lose anything.",
    "there <= twice",
    WHOLE, at="App. D.3, bound", fails=instance(
        "One binary record, f the identity, M releases it as it is: the left side is 1, the right side 0.",
        "E = 2; law = lambda x, a: 1 if x == a else 0; there = sum(max(0, law(0, a) - E * law(1, a)) for a in "
        "range(2)); twice = sum(max(0, law(0, a) - E * law(0, a)) for a in range(2))", given="E >= 1",
    ), wrong="The second probability belongs to a', the features of the neighbour; with a in both places the right "
    "side is zero.", cost="None for the misprint; the corrected line needs functions of single records.", defect="typo",
    recorded="refuted",
)  # fmt: skip

SECTION.claim(
    "loss-after-features-below-the-loss-at-the-features", "delta_{M f}(x) <= delta_M(f(x))",
    "For every deterministic function f of the database, the delta of $M \\circ f$ at x is at most that of M at f(x).",
    "processed <= plain",
    WHOLE, at="App. D.3, one database", fails=instance(
        "Two binary records, f copies the first to both places, M shows one of the two at random, x = (0, 0): M loses "
        "1/2 at f(x), M after f loses 1 at x.", "E = 2", TWO_RECORDS, ONE_OF_TWO, "x = (0, 0)", given="E >= 1",
        at={"processed": "delta(after, x)", "plain": "delta(M, f(x))"},
    ), wrong="The features of a neighbour of x need not be a neighbour of the features of x, and then nothing bounds "
    "the loss between them.", cost="f is applied to every record on its own.", defect="missing hypothesis",
    recorded="refuted",
)  # fmt: skip

SECTION.claim(
    "features-follow-products-of-their-laws", "x ~ pi implies f(x) ~ f(pi), a product of laws of single features",
    "If the records are independent, so are the features, and averages over f(x) are averages over $f(\\Pi)^n$, for "
    "every deterministic function f of the database.",
    "joint == product",
    on_instances(EXACT, GRID, "all functions of two fair records", "256 functions", small.JOINTS),
    at="App. D.3, averages", fails=instance(
        "Two fair binary records, f sorts them: neighbours stay neighbours, but the features (1, 0) in descending "
        "order have probability 1/2, and 9/16 if they were independent.",
        "f = lambda x: (max(x[0], x[1]), min(x[0], x[1])); pairs = ((0, 0), (0, 1), (1, 0), (1, 1)); joint = sum(1/4 "
        "for x in pairs if f(x) == (1, 0)); first = sum(1/4 for x in pairs if f(x)[0] == 1); second = sum(1/4 for x "
        "in pairs if f(x)[1] == 0)", at={"product": "first * second"},
    ), wrong="Features that share a record depend on each other, so their joint law is not among the products that "
    "smoothed privacy of M speaks of; sorting, which keeps neighbours, already shows it.",
    cost="f is applied to every record on its own.", defect="missing hypothesis",
    note="With sorted features the proposition itself fails: M tells whether the features are (1, 0); then the "
    "smoothed delta is 1, and 15/16 for products of the laws of the features.",
    numbers="15/16 == 1 - (1 - 3/4)*1/4",
)  # fmt: skip

SECTION.claim(
    "features-of-independent-records-are-independent",
    "features of single independent records are independent, with the laws f(pi_i)",
    "Summed over both records, the probability of a pair of features is the product of the two, for deterministic and "
    "for randomised features.",
    "p*r*k*l + p*(1 - r)*k*v + (1 - p)*r*u*l + (1 - p)*(1 - r)*u*v == (p*k + (1 - p)*u)*(r*l + (1 - r)*v)",
    and_so(
        by_identity("two records, all reals", ""),
        # The second index runs over the values of all other records together, and l is the chance of their features.
        about(Formula("both == own*others", ["both", "own", "others"]), by_sums(
            "one record, and all others together, with any number of values",
            {"both": "Sum(a, Sum(b, p*r*(k*l)))", "own": "Sum(a, p*k)", "others": "Sum(b, r*l)"}, [],
            "over b: Sum(b, p*r*(k*l)) == p*k*others", "over a: both == own*others", each={"a": "p k", "b": "r l"},
        )),
    ), at="App. D.3, averages",
    silent="f acts on single records, with independent randomness if any", fidelity="narrowed",
    mutants={"one law for both": ("(r*l + (1 - r)*v)", "(p*l + (1 - p)*v)")}, trust="induction",
)  # fmt: skip

SECTION.claim(
    "features-of-records-follow-products-of-their-laws",
    "for functions of single records x ~ pi implies f(x) ~ f(pi), a product of laws of single features",
    "The probability of a pair of features, one of the first record and one of the others, is summed over the values "
    "of both. For independent records it is the product of the probabilities under $f(\\pi_1)$ and under the law of "
    "the others, whatever their number.",
    "joint == product",
    by_sums(
        "one record, and all others together, with any number of values",
        {"joint": "Sum(a, Sum(b, p*r*(k*l)))", "product": "Sum(a, p*k)*Sum(b, r*l)"}, [],
        "over b: Sum(b, p*r*(k*l)) == p*k*Sum(b, r*l)", "over a: joint == product", each={"a": "p k", "b": "r l"},
    ), at="App. D.3, averages", given="records are independent",
    silent="f acts on single records, with independent randomness if any", fidelity="narrowed",
    means=dict.fromkeys(("joint", "product"), "any probability"),
    mutants={"half of it": ("product", "product/2")}, repairs="features-follow-products-of-their-laws",
    trust="induction",
)  # fmt: skip
