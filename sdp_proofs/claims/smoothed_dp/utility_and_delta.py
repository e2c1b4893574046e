"""Corollary 3 and the smoothed Justification 3: utilities against delta(x) at one database and on average."""

from __future__ import annotations

from sdp_proofs.claims.checks import by_solver, on_instances
from sdp_proofs.claims.families import family
from sdp_proofs.claims.instances.alike_types import FIFTEEN, MANY_TYPES, up_to_fifteen_types
from sdp_proofs.claims.smoothed_dp.utility_and_losses import (
    BELOW_TWICE,
    NOTHING,
    PAIR_SPACE,
    SILENT,
    TWICE,
    VALUES,
    two_types,
)
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
from sdp_proofs.numerics.formula import Formula

CLAIMS = (
    Claim(
        id="utility-below-twice-delta",
        paper="smoothed-dp",
        locator="Corollary 3",
        title="u < 2 delta(x)",
        kind=Kind.COROLLARY,
        statement="For any mechanism and neighbours the adjusted utility at t = E/(E + 1) is less than $2\\delta(x)$.",
        formula=BELOW_TWICE,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "two types", "small denominators, 3 odds", two_types),),
        near_misses=(
            NearMiss("delta", BELOW_TWICE.mutate("2*delta", "delta")),
            NearMiss("above", BELOW_TWICE.mutate("<", ">")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="twice-delta-bounds-the-utility-up-to-fourteen-types",
        counterexample=Counterexample(f"{NOTHING}0 < 0.", SILENT, fails="u < 2 * delta(0)", given=("E > 1",)),
        erratum=Erratum(
            "The inequality is not strict: both sides are 0 where nothing is released.",
            "'At most', and at most fourteen types.",
        ),
        search=PAIR_SPACE,
    ),
    Claim(
        id="utility-at-most-twice-delta",
        paper="smoothed-dp",
        locator="Corollary 3, not strict",
        title="u <= 2 delta(x), however many types",
        kind=Kind.COROLLARY,
        statement="For any mechanism, any number of types and any neighbours the adjusted utility at t = E/(E + 1) is "
        "at most $2\\delta(x)$.",
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=TWICE,
        checks=(
            on_instances(
                Method.EXACT, Coverage.SAMPLE, "types that are alike", "3 to 15 types, odds 2", up_to_fifteen_types
            ),
        ),
        near_misses=(
            NearMiss("delta", TWICE.mutate("2*delta", "delta")),
            NearMiss("strictly less than delta", TWICE.mutate("<= 2*delta", "< delta")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="twice-delta-bounds-the-utility-up-to-fourteen-types",
        counterexample=Counterexample(
            "One record, fifteen types, odds 2, masses in 51sts: the utility is 412/867, twice delta(x) is 408/867. "
            "Each of thirteen outputs points to a type of its own; the second type hides behind these.",
            FIFTEEN,
            fails="u <= 2 * delta(0)",
            given=("E > 1", "all(sum(P) == 1 for P in rows)"),
        ),
        erratum=Erratum(
            "delta(x) compares x with its neighbours, but not these with each other: with fifteen types or more the "
            "missing record can hide behind types that it is never compared with. Without a bound on epsilon no "
            "constant at all is enough.",
            "At most fourteen types; or for any number of them the factor 1 + E + E/(1 + sqrt(1 + 1/E))^2, which is "
            "the least; or the delta of DP (Lemma 1); or the true value, with at most 3/2.",
            defect=Defect.CONSTANT,
        ),
        search=MANY_TYPES,
        note="Fifteen is the least number of types: up to fourteen it is proved.",
    ),
    Claim(
        id="smoothed-utility-below-twice-delta",
        paper="smoothed-dp",
        locator="Sec. 3.2, Justification 3",
        title="the largest expected utility is less than 2 delta",
        kind=Kind.STATEMENT,
        statement="Under (epsilon, delta, Pi)-smoothed DP, the maximum over assignments of the expected adjusted "
        "utility at t = E/(E + 1) is less than $2\\delta$.",
        formula=BELOW_TWICE,
        checks=(
            on_instances(
                Method.EXACT, Coverage.GRID, "one record, x for certain", "two types, small denominators", two_types
            ),
        ),
        near_misses=(
            NearMiss("delta", BELOW_TWICE.mutate("2*delta", "delta")),
            NearMiss("above", BELOW_TWICE.mutate("<", ">")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="smoothed-utility-at-most-twice-delta",
        counterexample=Counterexample(
            f"{NOTHING}the expectation of 0 is not less than 0.",
            {**SILENT, "mean": "lambda p: p * u + (1 - p) * u", "loss": "lambda p: p * delta(1) + (1 - p) * delta(0)"},
            fails="max(mean(p) for p in (1/4, 1/2)) < 2 * max(loss(p) for p in (1/4, 1/2))",
            given=("E > 1",),
        ),
        erratum=Erratum(
            "As in Corollary 3: not strict, and with a record that is x for certain also false for fifteen types.",
            "'At most', and at most fourteen types.",
            defect=Defect.CONSTANT,
        ),
        search=PAIR_SPACE,
    ),
    Claim(
        id="smoothed-utility-at-most-twice-delta",
        paper="project",
        locator="Guesses",
        title="the largest expected utility is at most 2 delta for at most fourteen types",
        kind=Kind.PROJECT,
        statement="For at most fourteen types u <= 2 delta(x) at every x, so the expected utility is at most twice the "
        "expected delta(x) under every assignment, and at most $2\\delta$.",
        hypotheses=(Hypothesis("which record is missing may depend on x", silent=True),),
        formula=TWICE,
        checks=(by_solver("all expectations", [Formula("And(utility <= 2*mean, mean <= delta)", VALUES)]),),
        near_misses=(
            NearMiss("delta", TWICE.mutate("2*delta", "delta")),
            NearMiss("strictly", TWICE.mutate("<=", "<")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("twice-delta-bounds-the-utility-up-to-fourteen-types",),
        trust=("z3", "averaging"),
    ),
)
