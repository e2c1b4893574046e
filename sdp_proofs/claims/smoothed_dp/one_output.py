"""App. E.1, step 1: from the ratio to the tail of one count, and what is substituted into its bound."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import by_identity, by_solver, on_instances
from sdp_proofs.claims.families import ALIKE, IDLE, NOT_NEEDED, UNDECIDED, family
from sdp_proofs.claims.instances.plain_definitions import SMALL_LOSS
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.hypergeometric_tail import LARGEST, ODDS
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
from sdp_proofs.ledger.space import Domain, Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta

OUTPUT = {"p": r"\Pr[h|H]", "q": r"\Pr[h|H']", "odds": r"e^{\epsilon}", "share": "h_{i_1}/H_{i_1}"}
PRINTED_SIGN = Formula("Implies(share >= 1 - 1/odds, p - odds*q <= 0)", OUTPUT)
SIGN = Formula("And(Implies(share <= 1 - 1/odds, p - odds*q <= 0), p - odds*q <= p)", OUTPUT)
RATIO = Formula("And(0 <= share, share <= 1, p >= 0, q >= p*(1 - share), odds >= 1)", OUTPUT)
MEAN = Formula(
    "Eq(h*binomial(a, h)*binomial(n - a, T - h)/binomial(n, T), T*a/n*binomial(a - 1, h - 1)*binomial(n - a, T - "
    "h)/binomial(n - 1, T - 1))",
    {"h": "h", "a": "H", "n": "n", "T": "T"},
)
SHIFT = Formula(
    "Eq((1 - exp(-eps) - T/n)/(T/n), (1 - exp(-(eps - log(n/(n - T)))))*(n - T)/T)",
    {"eps": r"\epsilon", "n": "n", "T": "T"},
)
RAREST = Formula(
    "loss <= exp(-((theta - rho)/rho)**2*rarest/3)",
    {"loss": r"\delta(\vec H)", "theta": r"\theta", "rho": r"\rho", "rarest": r"\min_i H_i"},
)


def _output(_: Claim, at: Mapping[str, Any]) -> Mapping[str, Any]:
    """The counts h = share*a with every value of a ratio above its bound."""
    return {**at, "q": at["p"] * (1 - at["share"]) + at["slack"]}


def _rarest(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    records, draws, odds = at["records"], at["draws"], at["odds"]
    database = Database((at["count"], records - at["count"]), draws)
    loss = delta(database, Budget.read(odds=odds)).value
    return {
        "loss": loss,
        "theta": 1 - 1 / Fraction(odds),
        "rho": Fraction(draws, records),
        "rarest": min(database.counts),
    }


def _small(claim: Claim) -> Any:
    for records in range(2, LARGEST + 1):
        for draws in range(1, records):
            for count in range(records + 1):
                for odds in ODDS:
                    if 1 - 1 / odds > Fraction(draws, records):
                        at = {"records": records, "draws": draws, "count": count, "odds": odds}
                        yield f"n = {records}, T = {draws}, H = {count}, odds {odds}", _rarest(claim, at)


OUTPUTS: dict[str, Domain] = {
    "share": Rationals(0, 1),
    "p": Rationals(0, 1),
    "odds": Rationals(1, 100),
    "slack": Rationals(0, 1),
}
DATABASES: dict[str, Domain] = {
    "records": Integers(2, 40),
    "draws": Integers(1, lambda at: at["records"] - 1),
    "count": Integers(0, lambda at: at["records"]),
    "odds": Rationals(lambda at: Fraction(at["records"], at["records"] - at["draws"]), 1000, open_low=True),
}

CLAIMS = (
    Claim(
        id="outputs-with-a-large-share-lose-nothing",
        paper="smoothed-dp",
        locator="App. E.1, step 1",
        title="if h_1/H_1 >= 1 - e^-eps then the loss at h is at most 0",
        kind=Kind.PROOF_STEP,
        statement="When $h_{i_1}/H_{i_1} \\ge 1 - e^{-\\epsilon}$, the loss $\\Pr[h|H] - e^\\epsilon \\Pr[h|H']$ "
        "is never positive.",
        hypotheses=(Hypothesis("the ratio is at least 1 - h_1/H_1"),),
        formula=PRINTED_SIGN,
        checks=(by_solver("one output", [RATIO]),),
        near_misses=(
            NearMiss("strictly above", PRINTED_SIGN.mutate("share >=", "share >")),
            NearMiss("strict conclusion", PRINTED_SIGN.mutate("<= 0", "< 0")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="outputs-with-a-small-share-lose-nothing",
        counterexample=Counterexample(
            "Two records of different types, one is sampled, epsilon = ln 2. The lone record of type 1 is seen with "
            "probability 1/2 and cannot be seen once it is replaced: its share is 1, and the loss at this output 1/2.",
            {"n": "2", "T": "1", "E": "2", **SMALL_LOSS, "H": "1", "h": "1"},
            fails="P(h, H) - E * P(h, H - 1) <= 0",
            given=("h / H >= 1 - 1 / E",),
        ),
        erratum=Erratum(
            "The inequality of the condition has the wrong direction: outputs with few records of the type lose "
            "nothing, those with many do. The next line of the paper uses it the right way round.",
            "Nothing.",
            defect=Defect.DIRECTION,
        ),
        search=over(OUTPUTS, _output, climbs=False),
        depends_on=("ratio-at-least-one-minus-a-share",),
        trust=("z3",),
    ),
    Claim(
        id="outputs-with-a-small-share-lose-nothing",
        paper="smoothed-dp",
        locator="App. E.1, step 1",
        title="if h_1/H_1 <= 1 - e^-eps then the loss at h is at most 0; it is never above Pr[h|H]",
        kind=Kind.PROOF_STEP,
        statement="When $h_{i_1}/H_{i_1} \\le 1 - e^{-\\epsilon}$ the loss at h is not positive, and nowhere does it "
        "exceed $\\Pr[h|H]$. Summed over outputs the loss is at most $\\Pr[h_{i_1} > (1 - e^{-\\epsilon}) H_{i_1}]$.",
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=SIGN,
        checks=(by_solver("one output", [RATIO]),),
        near_misses=(
            NearMiss("up to twice the share", SIGN.mutate("share <= 1 - 1/odds", "share/2 <= 1 - 1/odds")),
            NearMiss("at most half of Pr[h|H]", SIGN.mutate("p - odds*q <= p", "p - odds*q <= p/2")),
        ),
        family=family(
            true={
                IDLE: [
                    "odds * q without q, place 2",
                    "odds * q without odds, place 2",
                    "p - odds * q without odds * q, place 2",
                ],
                NOT_NEEDED: ["one output, without 0 <= share"],
            }
        ),
        recorded=Status.ESTABLISHED,
        search=over(OUTPUTS, _output, climbs=False),
        depends_on=("ratio-at-least-one-minus-a-share", "best-event-takes-the-positive-terms"),
        trust=("z3",),
    ),
    Claim(
        id="mean-of-a-hypergeometric-count",
        paper="smoothed-dp",
        locator="App. E.1, step 1",
        title="E[h] = H T/n",
        kind=Kind.PROOF_STEP,
        statement="h times its probability is $H T/n$ times the probability of h - 1 for one record and one draw "
        "fewer; summed over h, $E[h] = H T/n$.",
        formula=MEAN,
        checks=(
            by_identity(
                "term by term",
                {"h": "natural", "a": "natural", "n": "natural", "T": "natural"},
                [Formula("And(1 <= h, h <= a, a <= n, h <= T, T <= n, T - h <= n - a)", MEAN.symbols)],
            ),
        ),
        near_misses=(
            NearMiss("H for H T/n", MEAN.mutate("T*a/n*", "a*")),
            NearMiss("n draws", MEAN.mutate("binomial(n - 1, T - 1)", "binomial(n - 1, T)")),
        ),
        family=family(
            counts=["h", "a", "n", "T"],
            true={
                ALIKE: ["a and T exchanged in T * a / n * binomial(a - 1, h - 1) * binomial(n - a, ..."],
                UNDECIDED: [
                    "sides of n - a exchanged",
                    "sides of n - a exchanged, place 2",
                    "a and n exchanged in T * a / n * binomial(a - 1, h - 1) * binomial(n - a, ...",
                    "n and T exchanged in T * a / n * binomial(a - 1, h - 1) * binomial(n - a, ...",
                ],
            },
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "vandermonde"),
        note="The Chernoff bound that follows in the paper uses the mean H instead.",
    ),
    Claim(
        id="excess-in-terms-of-the-distance-from-the-threshold",
        paper="smoothed-dp",
        locator="App. E.1, step 1",
        title="with c = eps - ln(n/(n-T)): (1 - e^-eps - T/n)/(T/n) = (1 - e^-c) (n-T)/T",
        kind=Kind.PROOF_STEP,
        statement="With $c = \\epsilon - \\ln(n/(n-T))$ the relative excess of $1 - e^{-\\epsilon}$ over T/n is "
        "$(1 - e^{-c})(n-T)/T$; squared, it is the exponent's factor g.",
        formula=SHIFT,
        checks=(
            by_identity(
                "identity", {"eps": "positive", "n": "positive", "T": "positive"}, [Formula("T < n", ["n", "T"])]
            ),
        ),
        near_misses=(
            NearMiss("n/T for (n - T)/T", SHIFT.mutate("*(n - T)/T)", "*n/T)")),
            NearMiss("threshold ln(n/T)", SHIFT.mutate("log(n/(n - T))", "log(n/T)")),
        ),
        family=family(
            true={
                UNDECIDED: [
                    "sides of n - T exchanged",
                    "n and T exchanged in (1 - exp(-(eps - log(n / (n - T))))) * (n - T) / T",
                ]
            }
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="loss-below-the-printed-exponential-of-the-rarest-type",
        paper="smoothed-dp",
        locator="App. E.1, Eq. (7)",
        title="delta(H) <= exp(-((theta - T/n)/(T/n))^2 min_i H_i/3)",
        kind=Kind.PROOF_STEP,
        statement="The maximum over neighbours and both directions: $\\delta(H) \\le \\exp(-((\\theta - "
        "\\rho)/\\rho)^2 \\min_i H_i/3)$ if epsilon > ln(n/(n - T)).",
        hypotheses=(Hypothesis("epsilon > ln(n/(n - T))"),),
        formula=RAREST,
        checks=(
            on_instances(
                Method.CERTIFIED,
                Coverage.GRID,
                "all small databases",
                f"two types, n <= {LARGEST}, every T and H, six odds, theta > rho",
                _small,
            ),
        ),
        near_misses=(
            NearMiss("half instead of a third", RAREST.mutate("rarest/3", "rarest/2")),
            NearMiss("direction turned", RAREST.mutate("<=", ">=")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="one-loss-below-one-exponential",
        counterexample=Counterexample(
            "n = 3, T = 1, a lone record among three, odds 17: delta is 1/3, the exponential 0.331.",
            {"n": "3", "T": "1", "E": "17", "H": "1", **SMALL_LOSS, "theta": "1 - 1/E", "rho": "T/n"},
            fails="delta(H) <= exp(-((theta - rho) / rho)**2 * min(H, n - H) / 3)",
            given=("E > n / (n - T)",),
        ),
        erratum=Erratum(
            "It inherits the exponent of the Chernoff bound before it, which takes H for the mean H T/n of the count.",
            "The exponent is K min H with the relative entropy K = KL(theta || rho), which is smaller at small rates.",
            defect=Defect.CONSTANT,
        ),
        search=over(DATABASES, _rarest),
        depends_on=("outputs-with-a-small-share-lose-nothing",),
        trust=("arb",),
        note="The step from H_i1 and H_i2 to the minimum is sound: in the other direction the type that loses a "
        "record has H_i2 + 1 of them. The norm of H - H' in the display is at most 1 in print; for a replaced record "
        "it is 2.",
    ),
)
