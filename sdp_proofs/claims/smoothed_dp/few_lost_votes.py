"""Sec. 1 and App. A.2: private also when only 0.01 % of the votes are lost. Only for some thresholds."""

from __future__ import annotations

from sdp_proofs.claims.families import ROOM, family
from sdp_proofs.claims.instances.elections import SYMBOLS, among_elections, in_every_election
from sdp_proofs.claims.instances.plain_definitions import ELECTION_EVENT
from sdp_proofs.experiments.elections import FIGURE_3, Setting
from sdp_proofs.ledger import Claim, Counterexample, Defect, Erratum, Fidelity, Hypothesis, Kind, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

PRIVATE = Formula("delta < 1/records", SYMBOLS)


def _lost(part: str) -> list[Setting]:
    return [setting for setting in FIGURE_3.values() if float(setting.lost) == float(part)]


FEW = _lost("0.0001")
HALF_ODDS = [setting for setting in FEW if setting.panel == "d"]

CLAIMS = (
    Claim(
        id="private-with-one-vote-in-ten-thousand-lost",
        paper="smoothed-dp",
        locator="Sec. 1, 0.01 % lost",
        title="elections stay private (delta below 1/n) with 0.01 % lost, whatever epsilon",
        kind=Kind.STATEMENT,
        statement="The introduction says of Appendix A.2 that the elections are still private with only 0.01 % of the "
        "votes lost, without an epsilon: delta(x) < 1/n in every election since 1920, at the thresholds t = 0.5, 0.51, "
        "0.6 of Figure 3.",
        hypotheses=(
            Hypothesis("private means delta below 1/n; the paper writes o(1/n)", silent=True),
            Hypothesis("no epsilon is named; Appendix A.2 itself names 0.4, where it is true", silent=True),
        ),
        fidelity=Fidelity.NARROWED,
        formula=PRIVATE,
        checks=(in_every_election(*FEW),),
        near_misses=(
            NearMiss("direction turned", PRIVATE.mutate("delta <", "delta >")),
            NearMiss("square of 1/n", PRIVATE.mutate("1/records", "1/records**2")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="private-with-one-vote-in-ten-thousand-lost-at-higher-odds",
        counterexample=Counterexample(
            "1924, 15,723,789 to 8,386,242 votes (U.S. election returns), 2,411 of them lost, odds 51/49: the event "
            "that 600 to 830 of the lost votes are the second candidate's shows that delta(x) is at least 0.0017, "
            "while 1/n is 4.1e-8.",
            {
                "E": "51/49",
                "a": "15723789",
                "b": "8386242",
                "lost": "2411",
                **ELECTION_EVENT,
                "P": "law(a, b, lost, 600, 830)",
                "gain": "seen(P, a, b, lost, 600)",
            },
            fails="gain < 1 / (a + b)",
            given=("a + b - lost == ceil(9999 * (a + b) / 10000)",),
        ),
        erratum=Erratum(
            "With one vote in ten thousand lost, privacy hangs on epsilon: at epsilon = 0 and at the epsilon of the "
            "first figure, 0.04, delta(x) exceeds 1/n in every election.",
            "epsilon must be about 0.4 (threshold t = 0.6), as Appendix A.2 says; that is ten times the epsilon of the "
            "first figure.",
            defect=Defect.HYPOTHESIS,
        ),
        search=among_elections(*FEW),
        trust=("arb", "election-returns"),
        note="The paper's evidence is panel (d), epsilon about 0.4. At the epsilon of Figure 1 (odds 51/49) with 0.01 "
        "% lost, delta(x) exceeds 1/n in all 26 elections, and at epsilon = 0 as well.",
    ),
    Claim(
        id="private-with-one-vote-in-ten-thousand-lost-at-higher-odds",
        paper="smoothed-dp",
        locator="App. A.2, Figure 3 (d)",
        title="with 0.01 % lost, delta(x) < 1e-21 < 1/n at epsilon = ln(3/2)",
        kind=Kind.FIGURE,
        statement="With 0.01 % of the votes lost and t = 0.6, i.e. epsilon = ln(3/2), about 0.405, every election "
        "since 1920 has delta(x) < $10^{-21}$ and so below 1/n.",
        formula=Formula("And(delta < 1/records, delta < 10**-21)", SYMBOLS),
        checks=(in_every_election(*HALF_ODDS),),
        near_misses=(
            NearMiss("a power of ten smaller", Formula("And(delta < 1/records, delta < 10**-22)", SYMBOLS)),
            NearMiss("direction turned", Formula("And(delta > 1/records, delta < 10**-21)", SYMBOLS)),
        ),
        family=family(counts=["records"], true={ROOM: ["records + 1 for records in 1 / records"]}),
        recorded=Status.ESTABLISHED,
        trust=("arb", "election-returns"),
    ),
)
