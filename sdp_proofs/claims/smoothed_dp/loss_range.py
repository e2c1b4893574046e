"""Sec. 1 on Figure 1: the losses lie between 1e-32 and 1e-8. Two elections lie above."""

from __future__ import annotations

from sdp_proofs.claims.families import NOT_ATTAINED, family
from sdp_proofs.claims.instances.elections import SYMBOLS, among_elections, in_every_election
from sdp_proofs.claims.instances.plain_definitions import ELECTION_EVENT
from sdp_proofs.experiments.elections import FIGURE_1
from sdp_proofs.ledger import Claim, Counterexample, Defect, Erratum, Fidelity, Hypothesis, Kind, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

PRINTED = Formula("And(10**-32 <= delta, delta <= 10**-8, 10**-32 <= utility, utility <= 10**-8)", SYMBOLS)
REPAIRED = Formula("And(11*10**-33 <= delta, delta <= 33*10**-9, 11*10**-33 <= utility, utility <= 30*10**-9)", SYMBOLS)
CHECKS = (in_every_election(FIGURE_1),)

CLAIMS = (
    Claim(
        id="losses-between-the-printed-powers-of-ten",
        paper="smoothed-dp",
        locator="Figure 1",
        title="delta(x) and utility of the elections lie between 1e-32 and 1e-8",
        kind=Kind.FIGURE,
        statement="With 0.2 % of the votes lost and t = 0.51, delta(x) and the adversary's utility of every US "
        "presidential election since 1920 lie between $10^{-32}$ and $10^{-8}$.",
        hypotheses=(Hypothesis("'at the order of' these powers is read as bounds", silent=True),),
        fidelity=Fidelity.NARROWED,
        formula=PRINTED,
        checks=CHECKS,
        near_misses=(
            NearMiss("upper end a power of ten lower", PRINTED.mutate("utility <= 10**-8", "utility <= 10**-9")),
            NearMiss("lower end a power of ten higher", PRINTED.mutate("10**-32 <= delta", "10**-31 <= delta")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="losses-between-sharp-ends",
        counterexample=Counterexample(
            "1924, 15,723,789 to 8,386,242 votes (U.S. election returns), 24,061,811 of them counted, odds 51/49: the "
            "event that 15,700 to 16,335 of the lost votes are the second candidate's shows that delta(x) is at least "
            "3.2e-8.",
            {
                "E": "51/49",
                "a": "15723789",
                "b": "8386242",
                "lost": "48220",
                **ELECTION_EVENT,
                "P": "law(a, b, lost, 15700, 16335)",
                "gain": "seen(P, a, b, lost, 15700)",
            },
            fails="gain <= 1 / 10**8",
            given=("a + b - lost == 24061811", "a + b - lost == ceil(998 * (a + b) / 1000)"),
        ),
        erratum=Erratum(
            "1920 and 1924 have losses of 1.6e-8 and 3.2e-8, above the upper end 1e-8: the powers of ten are orders of "
            "magnitude, not bounds.",
            "Nothing but the round numbers: the interval is [1.1e-32, 3.3e-8], the extremes of 2020 and 1924 rounded "
            "outwards to two digits. As orders of magnitude the printed powers are right.",
            defect=Defect.CONSTANT,
        ),
        search=among_elections(FIGURE_1),
        trust=("arb", "election-returns"),
        note="As orders of magnitude (decimal exponents -32 to -8) the sentence is right; as bounds it fails in 1920 "
        "and 1924, the two smallest electorates, whose losses are 1.6e-8 and 3.2e-8.",
    ),
    Claim(
        id="losses-between-sharp-ends",
        paper="smoothed-dp",
        locator="Figure 1",
        title="delta(x) lies in [1.1e-32, 3.3e-8] and the utility in [1.1e-32, 3.0e-8]",
        kind=Kind.PROJECT,
        statement="In the setting of Figure 1 every delta(x) lies in $[1.1\\cdot 10^{-32}, 3.3\\cdot 10^{-8}]$ and "
        "every utility in $[1.1\\cdot 10^{-32}, 3.0\\cdot 10^{-8}]$; the ends are the values of 2020 and 1924, rounded "
        "outwards to two digits.",
        formula=REPAIRED,
        checks=CHECKS,
        near_misses=(
            NearMiss("upper end of delta lowered by a unit", REPAIRED.mutate("33*", "32*")),
            NearMiss("upper end of the utility lowered by a unit", REPAIRED.mutate("30*", "29*")),
            NearMiss(
                "lower end raised by a unit",
                REPAIRED.mutate("11*10**-33 <= utility", "12*10**-33 <= utility"),
            ),
        ),
        family=family(
            true={
                NOT_ATTAINED: [
                    "< for <= in 11 * 10 ** (-33) <= delta",
                    "< for <= in delta <= 33 * 10 ** (-9)",
                    "< for <= in 11 * 10 ** (-33) <= utility",
                    "< for <= in utility <= 30 * 10 ** (-9)",
                ]
            }
        ),
        recorded=Status.ESTABLISHED,
        trust=("arb", "election-returns"),
    ),
)
