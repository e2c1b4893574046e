"""Section 6 and Appendix G.1: which districts are the vertices, and what the shares of DC are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.families import NOT_ATTAINED, ROOM, family
from sdp_proofs.claims.searching import over
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.experiments.election_data import units_2020
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Defect,
    Erratum,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Status,
)
from sdp_proofs.ledger.hunt import Search
from sdp_proofs.ledger.space import Choices
from sdp_proofs.numerics.formula import Formula

VERTEX = Formula("Or(share <= least, share >= largest)", {"share": "p", "least": r"\min p", "largest": r"\max p"})
ROUNDS = Formula(
    "And(printed - 1/20000 <= share, share < printed + 1/20000)", {"share": "p_{DC}", "printed": r"\tilde p"}
)
COUNT = Formula("units == printed", {"units": r"|\Pi|", "printed": r"\ell"})


@cache
def sources() -> SourceSet:
    """The 56 two-party shares of 2020."""
    units = units_2020()
    return SourceSet.from_counts([unit.counts for unit in units], labels=[unit.unit for unit in units])


def _values(unit: str) -> dict[str, Any]:
    shares = {label: law[0] for label, law in zip(sources().labels or (), sources().laws, strict=True)}
    others = [share for label, share in shares.items() if label != unit]
    return {"share": shares[unit], "least": min(others), "largest": max(others)}


def named_units(claim: Claim) -> Iterator[Instance]:
    """The units that are said to be vertices."""
    for unit in claim.parameters["units"]:
        yield unit, _values(unit)


def share_of_dc(claim: Claim) -> Iterator[Instance]:
    """The share of the leading candidate in DC against the printed four digits."""
    yield "DC", {"share": _values("DC")["share"], "printed": claim.parameters["printed"]}


def number_of_units(claim: Claim) -> Iterator[Instance]:
    """States, DC and the districts of Maine and Nebraska."""
    yield "units of 2020", {"units": len(sources().laws), "printed": claim.parameters["printed"]}


def _one_of(name: str, instances: Callable[[Claim], Iterator[Instance]], options: tuple[str, ...]) -> Search:
    """Looks through the few instances that the claim speaks of."""
    return over({name: Choices(options)}, lambda claim, at: dict(instances(claim))[at[name]], climbs=False)


CLAIMS = (
    Claim(
        id="second-district-of-nebraska-is-a-vertex",
        paper="smoothed-dp",
        locator="Sec. 6",
        title="DC and NE-2 are the vertices of the hull of the districts of 2020",
        kind=Kind.STATEMENT,
        statement="Among the two-party shares of the electoral units of 2020, those of DC and of Nebraska's second "
        "district are the vertices of the convex hull.",
        hypotheses=(Hypothesis("shares of the two leading candidates, certified counts"),),
        formula=VERTEX,
        parameters={"units": ("DC", "NE-2")},
        checks=(on_instances(Method.EXACT, Coverage.ALL, "both units", "DC and NE-2 among 56 units", named_units),),
        near_misses=(
            NearMiss("Georgia, the closest race", parameters={"units": ("GA",)}),
            NearMiss("Vermont, the second largest share", parameters={"units": ("VT",)}),
        ),
        recorded=Status.REPAIRED,
        repaired_by="third-district-of-nebraska-is-a-vertex",
        counterexample=Counterexample(
            "NE-2, 176,468 of 330,845 votes for the candidate who leads in DC, or 53 %: it lies between NE-3, 65,854 "
            "of 288,033 or 23 %, and DC, 317,323 of 335,909 or 94 % (certified counts of 2020).",
            {"second": "176468 / 330845", "third": "65854 / 288033", "columbia": "317323 / 335909"},
            fails="second <= third or second >= columbia",
        ),
        erratum=Erratum(
            "Nebraska's second district voted close to even, so its law lies inside the hull. The smallest share is "
            "that of the third district.",
            "NE-3 for NE-2. The published figures go with NE-3.",
        ),
        search=_one_of("unit", named_units, ("DC", "NE-2")),
        trust=("election-returns",),
        note="NE-2 voted 53.3 % to 46.7 %, near the middle. The smallest share is that of NE-3; the published figures "
        "go with NE-3.",
    ),
    Claim(
        id="third-district-of-nebraska-is-a-vertex",
        paper="smoothed-dp",
        locator="Sec. 6",
        title="DC and NE-3 are the vertices",
        kind=Kind.PROJECT,
        statement="Among the 56 units of 2020, DC has the largest and Nebraska's third district the smallest two-party "
        "share of the leading candidate: 94.467 % and 22.863 %.",
        formula=VERTEX,
        parameters={"units": ("DC", "NE-3")},
        checks=(on_instances(Method.EXACT, Coverage.ALL, "both units", "DC and NE-3 among 56 units", named_units),),
        near_misses=(
            NearMiss("DC and NE-2", parameters={"units": ("DC", "NE-2")}),
            NearMiss("DC and Wyoming", parameters={"units": ("DC", "WY")}),
        ),
        family=family(true={NOT_ATTAINED: ["< for <= in share <= least", "> for >= in share >= largest"]}),
        recorded=Status.ESTABLISHED,
        trust=("election-returns",),
    ),
    Claim(
        id="fifty-seven-districts",
        paper="smoothed-dp",
        locator="Sec. 6",
        title="there are 57 congressional districts",
        kind=Kind.STATEMENT,
        statement="The set of sources contains the distributions of 57 units that choose electors.",
        formula=COUNT,
        parameters={"printed": 57},
        checks=(on_instances(Method.EXACT, Coverage.ALL, "count", "units of 2020", number_of_units),),
        near_misses=(
            NearMiss("51", parameters={"printed": 51}),
            NearMiss("538", parameters={"printed": 538}),
        ),
        recorded=Status.REPAIRED,
        repaired_by="fifty-six-units",
        counterexample=Counterexample(
            "50 states, DC, two districts of Maine and three of Nebraska.",
            {"states": "50", "columbia": "1", "maine": "2", "nebraska": "3"},
            fails="states + columbia + maine + nebraska == 57",
        ),
        erratum=Erratum(
            "56 units choose electors, and they are not congressional districts, of which there are 435; the 57th is "
            "perhaps the national total.",
            "Nothing: the national total lies inside the hull.",
            defect=Defect.CONSTANT,
        ),
        search=_one_of("units", number_of_units, ("units of 2020",)),
        trust=("election-returns",),
        note="50 states, DC, two districts of Maine and three of Nebraska are 56. The 57th may be the national total, "
        "which lies inside the hull and changes nothing.",
    ),
    Claim(
        id="fifty-six-units",
        paper="smoothed-dp",
        locator="Sec. 6",
        title="there are 56 units: 50 states, DC, and five districts",
        kind=Kind.PROJECT,
        statement="The units that chose electors in 2020 are 56: 50 states, DC, two districts of Maine "
        "and three of Nebraska.",
        formula=COUNT,
        parameters={"printed": 56},
        checks=(on_instances(Method.EXACT, Coverage.ALL, "count", "units of 2020", number_of_units),),
        near_misses=(
            NearMiss("57", parameters={"printed": 57}),
            NearMiss("55", parameters={"printed": 55}),
        ),
        recorded=Status.ESTABLISHED,
        trust=("election-returns",),
    ),
    Claim(
        id="share-of-dc-as-printed",
        paper="smoothed-dp",
        locator="App. G.1",
        title="in DC the leading candidate has 94.46 %",
        kind=Kind.STATEMENT,
        statement="The two-party share of the leading candidate in DC is 94.46 %, to the four digits printed.",
        formula=ROUNDS,
        parameters={"printed": "0.9446"},
        checks=(on_instances(Method.EXACT, Coverage.ALL, "rounding", "DC 2020", share_of_dc),),
        near_misses=(
            NearMiss("94.45 %", parameters={"printed": "0.9445"}),
            NearMiss("94.48 %", parameters={"printed": "0.9448"}),
        ),
        recorded=Status.REPAIRED,
        repaired_by="share-of-dc-from-the-counts",
        counterexample=Counterexample(
            "DC, 317,323 to 18,586 votes (certified counts of 2020): the share is 0.94467.",
            {"first": "317323", "second": "18586", "share": "first / (first + second)", "printed": "9446/10000"},
            fails="printed - 1/20000 <= share < printed + 1/20000",
        ),
        erratum=Erratum(
            "The quotient was taken of percentages that had been rounded before; from the counts it is 94.467 %.",
            "One unit in the fourth digit; ln(1/p), the rate of the curve for epsilon = 7, changes by 0.1 %.",
            defect=Defect.TYPO,
        ),
        search=_one_of("unit", share_of_dc, ("DC",)),
        trust=("election-returns",),
        note="The printed figure follows from published percentages that were already rounded, 92.15 and 5.40.",
    ),
    Claim(
        id="share-of-dc-from-the-counts",
        paper="smoothed-dp",
        locator="App. G.1",
        title="in DC the leading candidate has 94.47 %",
        kind=Kind.PROJECT,
        statement="From the counts, 317,323 of 335,909, the share is 94.47 %.",
        formula=ROUNDS,
        parameters={"printed": "0.9447"},
        checks=(on_instances(Method.EXACT, Coverage.ALL, "rounding", "DC 2020", share_of_dc),),
        near_misses=(
            NearMiss("94.46 %", parameters={"printed": "0.9446"}),
            NearMiss("94.48 %", parameters={"printed": "0.9448"}),
        ),
        family=family(
            true={
                NOT_ATTAINED: ["< for <= in printed - 1 / 20000 <= share"],
                ROOM: ["0 for 1/20000 in printed + 1 / 20000", "printed + 1 / 20000 without 1 / 20000"],
            }
        ),
        recorded=Status.ESTABLISHED,
        trust=("election-returns",),
    ),
)
