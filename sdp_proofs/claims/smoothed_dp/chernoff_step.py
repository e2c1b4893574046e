"""App. E.1, step 1: the loss of one pair is bounded by an exponential that has lost the sampling rate."""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.claims.checks import on_instances
from sdp_proofs.claims.instances.plain_definitions import SMALL_LOSS
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.hypergeometric_tail import (
    GRID,
    HYPERGEOMETRIC_TAIL,
    PRINTED,
    SYMBOLS,
    instances,
    values,
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
from sdp_proofs.ledger.space import Integers, Rationals
from sdp_proofs.numerics.formula import Formula

BOUND = Formula(f"loss <= {PRINTED}", SYMBOLS)

CLAIMS = (
    Claim(
        id="loss-below-the-printed-exponential",
        paper="smoothed-dp",
        locator="App. E.1, step 1, Chernoff bound",
        title="the loss of one pair of databases is at most exp(-((1 - e^-eps - T/n)/(T/n))^2 H/3)",
        kind=Kind.PROOF_STEP,
        statement="If one of H records of a type is replaced and epsilon > ln(n/(n - T)), the loss is at most "
        "$e^{-((\\theta - \\rho)/\\rho)^2 H/3}$ with $\\theta = 1 - e^{-\\epsilon}$ and $\\rho = T/n$.",
        hypotheses=(Hypothesis("epsilon > ln(n/(n - T))"),),
        fidelity=Fidelity.LITERAL,
        formula=BOUND,
        checks=(on_instances(Method.CERTIFIED, Coverage.GRID, "all small databases", GRID, lambda claim: instances()),),
        near_misses=(
            NearMiss("half instead of a third", BOUND.mutate("-1/3", "-1/2")),
            NearMiss("direction turned", BOUND.mutate("<=", ">=")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="one-loss-below-one-exponential",
        counterexample=Counterexample(
            "n = 3, T = 1, H = 1, odds 17: the loss is 1/3, the exponential 0.331.",
            {"n": "3", "T": "1", "E": "17", "H": "1", **SMALL_LOSS, "theta": "1 - 1/E", "rho": "T/n"},
            fails="max(d(H, H - 1), d(H - 1, H)) <= exp(-((theta - rho) / rho)**2 * H / 3)",
            given=("E > n / (n - T)",),
        ),
        erratum=Erratum(
            "The mean of the count is H T/n, not H: the exponent has lost the factor T/n, and it takes the Chernoff "
            "bound beyond where it holds (a relative excess of at most 1).",
            "The exponent is K H with the relative entropy K = KL(theta || rho), which is smaller at small rates.",
            defect=Defect.CONSTANT,
        ),
        search=over(
            {
                "records": Integers(2, 40),
                "draws": Integers(1, lambda at: at["records"] - 1),
                "count": Integers(1, lambda at: at["records"]),
                "odds": Rationals(lambda at: Fraction(at["records"], at["records"] - at["draws"]), 1000, open_low=True),
            },
            lambda _, at: values(at["records"], at["draws"], at["count"], at["odds"]),
        ),
        trust=("arb",),
        derivation=HYPERGEOMETRIC_TAIL,
        note="The mean of the count is $\\rho H$, so the exponent of the Chernoff bound is $s^2 \\rho H/3$ and needs "
        "s <= 1; with three records, one draw and one record of the type the loss is 1/3.",
    ),
)
