"""App. E.1, steps 0 and 1: how much likelier a sample becomes if one record is replaced, added or removed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.families import IDLE, NOT_NEEDED, ROOM, UNDECIDED, family
from sdp_proofs.claims.proofs.record_by_record import record_by_record
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Defect,
    Erratum,
    Fidelity,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Status,
)
from sdp_proofs.ledger.space import Domain, Integers
from sdp_proofs.numerics.formula import Formula

COUNTS = {"a": "H_{i_1}", "h": "h_{i_1}", "b": "H_{i_2}", "k": "h_{i_2}", "n": "n", "T": "T"}
PRODUCT = Formula(
    "share == binomial(a, h)*binomial(b, k)*binomial(c, T - h - k)/binomial(n, T)",
    {**COUNTS, "share": r"\Pr[\vec h \mid \vec H]", "c": "H_3"},
)
PASCAL = Formula("Eq(binomial(a + 1, h)*others, binomial(a, h)*others + binomial(a, h - 1)*others)", {
    "a": "H_i",
    "h": "h_i",
    "others": r"\prod_{j \ne i} \binom{H_j}{h_j}",
})  # fmt: skip
REPLACED = Formula(
    "Eq(binomial(a - 1, h)*binomial(b + 1, k)/(binomial(a, h)*binomial(b, k)), (1 - h/a)*(1 + k/(b + 1 - k)))", COUNTS
)
_ADDED_RATIO = "binomial(b + 1, k)*binomial(n, T)/(binomial(b, k)*binomial(n + 1, T))"
_REMOVED_RATIO = "binomial(a - 1, h)*binomial(n, T)/(binomial(a, h)*binomial(n - 1, T))"
ADDED = Formula(f"Eq({_ADDED_RATIO}, 1 + k/(b + 1 - k))", COUNTS)
REMOVED = Formula(f"Eq({_REMOVED_RATIO}, 1 - h/a)", COUNTS)
ADDED_WITH_SIZE = Formula(f"Eq({_ADDED_RATIO}, (1 - T/(n + 1))*(1 + k/(b + 1 - k)))", COUNTS)
REMOVED_WITH_SIZE = Formula(f"Eq({_REMOVED_RATIO}, (1 - h/a)*n/(n - T))", COUNTS)
EVERY_CASE = Formula("(1 - T/(n + 1))*(1 + k/(b + 1 - k)) >= 1 - k/b", COUNTS)
AT_LEAST = Formula("And((1 - h/a)*(1 + k/(b + 1 - k)) >= 1 - h/a, (1 - h/a)*n/(n - T) >= 1 - h/a)", COUNTS)

NATURAL = dict.fromkeys(COUNTS, "natural")
ADDING = Formula("And(k <= b, k <= T, b - k <= n - T, T <= n)", COUNTS)
REMOVING = Formula("And(1 <= a, h < a, h <= T, a - h <= n - T, T < n)", COUNTS)


def all_samples(_: Claim) -> Iterator[Instance]:
    """Every histogram of three types, every sample counted as a set of records."""
    for n in range(1, 7):
        for a in range(n + 1):
            for b in range(n + 1 - a):
                records = "a" * a + "b" * b + "c" * (n - a - b)
                for draws in range(n + 1):
                    seen = [(s.count("a"), s.count("b")) for s in map("".join, combinations(records, draws))]
                    for h, k in sorted(set(seen)):
                        values = {"a": a, "b": b, "c": n - a - b, "h": h, "k": k, "n": n, "T": draws}
                        share = Fraction(seen.count((h, k)), comb(n, draws))
                        yield f"counts {a}, {b}, {n - a - b}", {**values, "share": share}


def _grows(_: Claim, at: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return at if at["b"] - at["k"] <= at["n"] - at["T"] and at["k"] <= at["T"] else None


def _shrinks(_: Claim, at: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return at if at["a"] - at["h"] <= at["n"] - at["T"] and at["h"] <= at["T"] else None


GROWING: dict[str, Domain] = {
    "n": Integers(1, 40),
    "T": Integers(1, lambda at: at["n"]),
    "b": Integers(1, lambda at: at["n"]),
    "k": Integers(0, lambda at: at["b"]),
}
SHRINKING: dict[str, Domain] = {
    "n": Integers(2, 40),
    "T": Integers(1, lambda at: at["n"] - 1),
    "a": Integers(1, lambda at: at["n"]),
    "h": Integers(0, lambda at: at["a"] - 1),
}
SAMPLED = Formula(
    "And(h <= a + 1, k <= b + 1, 0 <= T - h - k, T - h - k <= c + 1, T <= n)",
    {name: name for name in ("a", "h", "b", "k", "c", "n", "T")},
)
SAMPLES: dict[str, Domain] = {
    "a": Integers(0, 4),
    "b": Integers(0, 4),
    "c": Integers(0, 4),
    "h": Integers(0, lambda at: at["a"]),
    "k": Integers(0, lambda at: at["b"]),
    "l": Integers(0, lambda at: at["c"]),
}


def _share(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """All sets of records, counted by their histogram."""
    records, draws = "a" * at["a"] + "b" * at["b"] + "c" * at["c"], at["h"] + at["k"] + at["l"]
    wanted = "a" * at["h"] + "b" * at["k"] + "c" * at["l"]
    found = sum("".join(sample) == wanted for sample in combinations(records, draws))
    share = Fraction(found, comb(len(records), draws))
    return {name: at[name] for name in "abchk"} | {"n": len(records), "T": draws, "share": share}


_LAW = "lambda h, H, n: comb(H, h) * comb(n - H, T - h) / comb(n, T)"
SWAPPED = "The words before the display have the two types exchanged: type i_1 loses the record and i_2 gains it."

CLAIMS = (
    Claim(
        id="samples-of-a-histogram-counted-record-by-record",
        paper="smoothed-dp",
        locator="App. E.1, step 0",
        title="prod_i C(H_i, h_i) sets of records have the histogram h",
        kind=Kind.PROOF_STEP,
        statement="With one more record of type i, the sets of records with histogram h are those without it and those "
        "with it: $\\binom{H_i + 1}{h_i} = \\binom{H_i}{h_i} + \\binom{H_i}{h_i - 1}$, times the same factor for "
        "the other types. By induction on the records there are $\\prod_i \\binom{H_i}{h_i}$ of them.",
        formula=PASCAL,
        checks=(
            by_identity(
                "one more record",
                {"a": "natural", "h": "natural", "others": "real"},
                [Formula("And(1 <= h, h <= a)", PASCAL.symbols)],
            ),
        ),
        near_misses=(
            NearMiss("without the new record", PASCAL.mutate(" + binomial(a, h - 1)*others", "")),
            NearMiss("h + 1", PASCAL.mutate("h - 1", "h + 1")),
        ),
        family=family(counts=["a", "h"]),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "induction"),
    ),
    Claim(
        id="probability-of-a-histogram-is-a-product-of-binomials",
        paper="smoothed-dp",
        locator="App. E.1, step 0",
        title="Pr[h|H] = prod_i C(H_i, h_i)/C(n, T)",
        kind=Kind.PROOF_STEP,
        statement="T of n records are drawn without replacement; the histogram of the sample is h with probability "
        "$\\prod_i \\binom{H_i}{h_i} / \\binom{n}{T}$. The sets of records with the histogram h are counted by "
        "induction on the records: one more record, of whatever type, is in the sample or not. It acts on the factor "
        "of its own type only, so that three types stand for any number of them.",
        hypotheses=(Hypothesis("all samples of T records are equally likely", silent=True),),
        formula=PRODUCT,
        checks=(
            record_by_record(
                "samples counted record by record",
                "binomial(n, T)",
                dict.fromkeys(("a", "b", "c", "n", "h", "k", "T"), "0"),
                (
                    ({"a": "a + 1", "n": "n + 1"}, {"h": "h - 1", "T": "T - 1"}),
                    ({"b": "b + 1", "n": "n + 1"}, {"k": "k - 1", "T": "T - 1"}),
                    ({"c": "c + 1", "n": "n + 1"}, {"T": "T - 1"}),
                ),
                [SAMPLED],
            ),
            on_instances(
                Method.EXACT, Coverage.GRID, "all sets of records", "three types, n <= 6, every T and h", all_samples
            ),
        ),
        near_misses=(
            NearMiss("n - 1 records", PRODUCT.mutate("binomial(n, T)", "binomial(n - 1, T)")),
            NearMiss("one more in the sample", PRODUCT.mutate("T - h - k", "T + 1 - h - k")),
        ),
        family=family(
            counts=["a", "h", "b", "k", "n", "T", "c"],
            true={UNDECIDED: ["n and T exchanged in binomial(a, h) * binomial(b, k) * binomial(c, T - h  ..."]},
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("samples-of-a-histogram-counted-record-by-record",),
        search=over(SAMPLES, _share, climbs=False),
        trust=("sympy", "induction"),
        note="The other display of step 0, the best event, is the claim best-event-takes-the-positive-terms.",
    ),
    Claim(
        id="ratio-when-a-record-is-replaced",
        paper="smoothed-dp",
        locator="App. E.1, step 1",
        title="one record replaced: the ratio is (1 - h_1/H_1) (1 + h_2/(H_2 + 1 - h_2))",
        kind=Kind.PROOF_STEP,
        statement="If H' has one record less of type i_1 and one more of type i_2, $\\Pr[h|H']/\\Pr[h|H] = (1 - "
        "h_{i_1}/H_{i_1})(1 + h_{i_2}/(H_{i_2} + 1 - h_{i_2}))$.",
        hypotheses=(Hypothesis("h is possible under H", silent=True),),
        formula=REPLACED,
        checks=(
            by_identity(
                "all counts",
                {name: "natural" for name in ("a", "h", "b", "k")},
                [Formula("And(1 <= a, h <= a, k <= b)", COUNTS)],
            ),
        ),
        near_misses=(
            NearMiss("H_2 for H_2 + 1", REPLACED.mutate("(1 + k/(b + 1 - k))", "(1 + k/(b - k + 2))")),
            NearMiss("without the type that gains", REPLACED.mutate("*(1 + k/(b + 1 - k))", "")),
        ),
        family=family(counts=["a", "h", "b", "k"]),
        recorded=Status.ESTABLISHED,
        depends_on=("samples-of-a-histogram-counted-record-by-record",),
        trust=("sympy",),
        note=SWAPPED,
    ),
    Claim(
        id="ratio-when-a-record-is-added-as-printed",
        paper="smoothed-dp",
        locator="App. E.1, step 1",
        title="one record added: the ratio is 1 + h_2/(H_2 + 1 - h_2)",
        kind=Kind.PROOF_STEP,
        statement="If H' has one record more, of type i_2, $\\Pr[h|H']/\\Pr[h|H] = 1 + h_{i_2}/(H_{i_2} + 1 - "
        "h_{i_2})$.",
        formula=ADDED,
        checks=(by_identity("all counts", NATURAL, [ADDING]),),
        near_misses=(
            NearMiss("H_2 for H_2 + 1", ADDED.mutate("1 + k/(b + 1 - k)", "1 + k/(b - k + 2)")),
            NearMiss("the reciprocal", ADDED.mutate("1 + k/(b + 1 - k)", "1 - k/(b + 1)")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="ratio-when-a-record-is-added",
        counterexample=Counterexample(
            "One record, sampled; another of the same type is added. The sample is the same for certain, before and "
            "after: the ratio is 1. The print says 2.",
            {"n": "1", "T": "1", "b": "1", "k": "1", "P": _LAW, "ratio": "P(k, b + 1, n + 1) / P(k, b, n)"},
            fails="ratio == 1 + k / (b + 1 - k)",
            given=("P(k, b, n) > 0",),
        ),
        erratum=Erratum(
            "The number of records is part of the probability: C(n, T) becomes C(n + 1, T), and the ratio has the "
            "factor 1 - T/(n + 1), which is not there in print.",
            "The lower bound of the ratio is lost in this case, so only replaced records are covered.",
            defect=Defect.CONSTANT,
        ),
        search=over(GROWING, _grows, climbs=False),
        trust=("sympy",),
    ),
    Claim(
        id="ratio-when-a-record-is-added",
        paper="smoothed-dp",
        locator="App. E.1, step 1",
        title="one record added: the ratio is (1 - T/(n+1)) (1 + h_2/(H_2 + 1 - h_2))",
        kind=Kind.PROOF_STEP,
        statement="If H' has one record more, of type i_2, and the sample size stays, "
        "$\\Pr[h|H']/\\Pr[h|H] = (1 - T/(n+1))(1 + h_{i_2}/(H_{i_2} + 1 - h_{i_2}))$.",
        hypotheses=(Hypothesis("T does not change with n", silent=True),),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=ADDED_WITH_SIZE,
        checks=(by_identity("all counts", NATURAL, [ADDING]),),
        near_misses=(
            NearMiss("n for n + 1", ADDED_WITH_SIZE.mutate("T/(n + 1)", "T/(n + 2)")),
            NearMiss("the inverse factor", ADDED_WITH_SIZE.mutate("(1 - T/(n + 1))", "(1 + T/(n + 1))")),
        ),
        family=family(counts=["b", "k", "n", "T"]),
        recorded=Status.ESTABLISHED,
        search=over(GROWING, _grows, climbs=False),
        trust=("sympy",),
    ),
    Claim(
        id="ratio-when-a-record-is-removed-as-printed",
        paper="smoothed-dp",
        locator="App. E.1, step 1",
        title="one record removed: the ratio is 1 - h_1/H_1",
        kind=Kind.PROOF_STEP,
        statement="If H' has one record less, of type i_1, $\\Pr[h|H']/\\Pr[h|H] = 1 - h_{i_1}/H_{i_1}$.",
        formula=REMOVED,
        checks=(by_identity("all counts", NATURAL, [REMOVING]),),
        near_misses=(
            NearMiss("squared", REMOVED.mutate("1 - h/a)", "(1 - h/a)**2)")),
            NearMiss("a record added", REMOVED.mutate("1 - h/a)", "1 + h/a)")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="ratio-when-a-record-is-removed",
        counterexample=Counterexample(
            "Two records of different types, one is sampled and shows the second type. If the first record is removed "
            "this sample is twice as likely; the print says as likely.",
            {"n": "2", "T": "1", "a": "1", "h": "0", "P": _LAW, "ratio": "P(h, a - 1, n - 1) / P(h, a, n)"},
            fails="ratio == 1 - h / a",
            given=("P(h, a, n) > 0", "T < n"),
        ),
        erratum=Erratum(
            "The number of records is part of the probability: C(n, T) becomes C(n - 1, T), and the ratio has the "
            "factor n/(n - T), which is not there in print.",
            "Nothing: the factor is above 1, and the bound that follows stays true.",
            defect=Defect.CONSTANT,
        ),
        search=over(SHRINKING, _shrinks, climbs=False),
        trust=("sympy",),
    ),
    Claim(
        id="ratio-when-a-record-is-removed",
        paper="smoothed-dp",
        locator="App. E.1, step 1",
        title="one record removed: the ratio is (1 - h_1/H_1) n/(n - T)",
        kind=Kind.PROOF_STEP,
        statement="If H' has one record less, of type i_1, and the sample size stays, "
        "$\\Pr[h|H']/\\Pr[h|H] = (1 - h_{i_1}/H_{i_1})\\,n/(n-T)$.",
        hypotheses=(Hypothesis("T < n, and T does not change with n", silent=True),),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=REMOVED_WITH_SIZE,
        checks=(by_identity("all counts", NATURAL, [REMOVING]),),
        near_misses=(
            NearMiss("n - 1 for n", REMOVED_WITH_SIZE.mutate("*n/(n - T)", "*(n - 1)/(n - T)")),
            NearMiss("the inverse factor", REMOVED_WITH_SIZE.mutate("*n/(n - T)", "*(n - T)/n")),
        ),
        family=family(counts=["a", "h", "n", "T"]),
        recorded=Status.ESTABLISHED,
        search=over(SHRINKING, _shrinks, climbs=False),
        trust=("sympy",),
    ),
    Claim(
        id="ratio-at-least-one-minus-a-share-in-every-case",
        paper="smoothed-dp",
        locator="App. E.1, step 1",
        title="the ratio is at least 1 - h_1/H_1 also if a record is added",
        kind=Kind.PROOF_STEP,
        statement="Combining the three cases, $\\Pr[h|H']/\\Pr[h|H] \\ge 1 - h_{i}/H_{i}$, with i the type that "
        "changes, also if a record is added.",
        hypotheses=(Hypothesis("the ratio is the true one, with the number of records"),),
        formula=EVERY_CASE,
        checks=(by_solver("all counts", [Formula("And(1 <= k + 1, k <= b, 1 <= b, b <= n, k <= T, T <= n)", COUNTS)]),),
        near_misses=(
            NearMiss("strictly", EVERY_CASE.mutate(">=", ">")),
            NearMiss("twice the ratio lost", EVERY_CASE.mutate("(1 - T/(n + 1))", "(1 - T/(n + 1))/2")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="ratio-at-least-one-minus-a-share",
        counterexample=Counterexample(
            "Two records of different types, one is sampled and shows the first type. With another record of the "
            "second type this sample has probability 1/3 instead of 1/2: the ratio is 2/3, and 1 - h/H is 1.",
            {"n": "2", "T": "1", "b": "1", "k": "0", "P": _LAW, "ratio": "P(k, b + 1, n + 1) / P(k, b, n)"},
            fails="ratio >= 1 - k / b",
            given=("P(k, b, n) > 0",),
        ),
        erratum=Erratum(
            "If a record is added, samples without its type become less likely, by the factor 1 - T/(n + 1); the bound "
            "holds for replaced and for removed records only.",
            "Databases of different sizes are no neighbours. The definitions of the paper compare databases of n "
            "records, so nothing is lost for the theorem.",
            defect=Defect.CONSTANT,
        ),
        search=over(GROWING, _grows),
        depends_on=("ratio-when-a-record-is-added",),
        trust=("z3",),
    ),
    Claim(
        id="ratio-at-least-one-minus-a-share",
        paper="smoothed-dp",
        locator="App. E.1, step 1",
        title="one record replaced or removed: the ratio is at least 1 - h_1/H_1",
        kind=Kind.PROOF_STEP,
        statement="$\\Pr[h|H']/\\Pr[h|H] \\ge 1 - h_{i_1}/H_{i_1}$ if a record of type i_1 is replaced, or removed.",
        fidelity=Fidelity.NARROWED,
        formula=AT_LEAST,
        checks=(
            by_solver(
                "all counts",
                [Formula("And(0 <= h, h <= a, 1 <= a, 0 <= k, k <= b, 0 <= T, T < n)", COUNTS)],
            ),
        ),
        near_misses=(
            NearMiss("strictly if replaced", AT_LEAST.mutate("(1 + k/(b + 1 - k)) >= 1", "(1 + k/(b + 1 - k)) > 1")),
            NearMiss("(n - T)/n if removed", AT_LEAST.mutate("*n/(n - T)", "*(n - T)/n")),
        ),
        family=family(
            true={
                ROOM: ["2 for 1 in b + 1", "sign of k reversed in b + 1 - k"],
                IDLE: [
                    "b + 1 - k without k",
                    "sides of k / (b + 1 - k) exchanged",
                    "1 + k / (b + 1 - k) without k / (b + 1 - k)",
                    "(1 - h / a) * (1 + k / (b + 1 - k)) without 1 + k / (b + 1 - k)",
                    "n - T without T",
                ],
                NOT_NEEDED: ["all counts, without 0 <= h", "all counts, without 1 <= a"],
            }
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("ratio-when-a-record-is-replaced", "ratio-when-a-record-is-removed"),
        trust=("z3",),
    ),
)
