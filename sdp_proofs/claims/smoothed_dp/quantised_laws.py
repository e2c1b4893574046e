"""Definition 5: the quantised laws of gradients. They are laws; their mean is half a level low."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.families import ROOM, UNDECIDED, family
from sdp_proofs.experiments.quantised_sgd import FIGURE_2, FIGURE_5, Source
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.numerics.formula import Formula

LAW = Formula(
    "And(total > 1 - 10**-25, total < 1 + 10**-25, least > 0)", {"total": r"\sum_i p_i", "least": r"\min_i p_i"}
)
CENTRE = Formula("And(mean > shift - 10**-25, mean < shift + 10**-25)", {"mean": r"\mathbb{E}[X]", "shift": "s"})


def _sources() -> list[Source]:
    return sorted(
        {source for setting in (FIGURE_2, *FIGURE_5) for source in setting.sources}, key=lambda each: each.name
    )


def all_laws(_: Claim) -> Iterator[Instance]:
    """The total and the least probability of each law of the figures."""
    for source in _sources():
        shares = source.law().probabilities
        least = min(shares, key=lambda share: share.log10_estimate)
        yield source.name, {"total": sum(shares, Enclosure.of(0)), "least": least}


def centred_laws(claim: Claim) -> Iterator[Instance]:
    """The mean of each quantised law whose continuous law has mean zero."""
    for source in _sources():
        if source.mean == 0:
            yield source.name, {"mean": source.law().mean, "shift": claim.parameters["shift"]}


CLAIMS = (
    Claim(
        id="quantised-laws-are-laws",
        paper="smoothed-dp",
        locator="Definition 5",
        title="the quantised laws are positive and sum to one",
        kind=Kind.DEFINITION,
        statement="Divided by the mass of $(-1/2, 1/2]$, the cell masses of each Gaussian and Laplace law of the "
        "figures are positive and sum to one (to 25 decimals, with proven digits).",
        formula=LAW,
        checks=(on_instances(Method.CERTIFIED, Coverage.ALL, "all laws", "the laws of Figures 2 and 5", all_laws),),
        near_misses=(
            NearMiss("not divided by the window", LAW.mutate("total > 1 - 10**-25", "total < 1 - 10**-25")),
            NearMiss("an empty level", LAW.mutate("least > 0", "least < 0")),
        ),
        family=family(
            true={
                ROOM: [
                    "11 for 10 in 1 - 10 ** (-25)",
                    "26 for 25 in 1 - 10 ** (-25)",
                    "11 for 10 in 1 + 10 ** (-25)",
                    "26 for 25 in 1 + 10 ** (-25)",
                ],
                UNDECIDED: ["1 - 10 ** (-25) without 10 ** (-25)", "1 + 10 ** (-25) without 10 ** (-25)"],
            }
        ),
        recorded=Status.ESTABLISHED,
        trust=("arb",),
    ),
    Claim(
        id="quantised-mean-is-half-a-level-low",
        paper="smoothed-dp",
        locator="Definition 5",
        title="the quantised law with mean zero has the mean -1/512",
        kind=Kind.DEFINITION,
        statement="Each cell is moved to its left end, so the laws written with mean 0 have the mean -1/512, half a "
        "level below zero (to 25 decimals; exactly so by symmetry).",
        hypotheses=(Hypothesis("the mass of a cell goes to its lower end, as the formula says"),),
        formula=CENTRE,
        parameters={"shift": Fraction(-1, 512)},
        checks=(
            on_instances(Method.CERTIFIED, Coverage.ALL, "all centred laws", "mean 0 in Figures 2 and 5", centred_laws),
        ),
        near_misses=(
            NearMiss("mean zero", parameters={"shift": 0}),
            NearMiss("a whole level", parameters={"shift": Fraction(-1, 256)}),
        ),
        family=family(
            true={
                ROOM: [
                    "11 for 10 in shift - 10 ** (-25)",
                    "26 for 25 in shift - 10 ** (-25)",
                    "11 for 10 in shift + 10 ** (-25)",
                    "26 for 25 in shift + 10 ** (-25)",
                ],
                UNDECIDED: ["shift - 10 ** (-25) without 10 ** (-25)", "shift + 10 ** (-25) without 10 ** (-25)"],
            }
        ),
        recorded=Status.ESTABLISHED,
        trust=("arb",),
        note="The deviation of 0.12 is 30.7 levels, so the bias does not matter for the figure.",
    ),
)
