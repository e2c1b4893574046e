"""Section 6 and Appendix G.1: which districts are the vertices, and what the shares of DC are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.experiments.election_data import units_2020
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

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


def replay(
    formula: Formula, values: Callable[[Mapping[str, Any]], dict[str, Any]]
) -> Callable[[Mapping[str, Any]], Verdict]:
    """Decides the formula on values recomputed from the data."""
    return lambda counterexample: formula.decide(values(counterexample))


CLAIMS = (
    Claim(
        id="second-district-of-nebraska-is-a-vertex",
        paper="smoothed-dp",
        locator="Sec. 6",
        title="DC and NE-2 are the vertices of the hull of the districts of 2020",
        kind=Kind.STATEMENT,
        statement="Among the two-party shares of the electoral units of 2020, those of DC and of "
        "Nebraska's second district are the "
        "vertices of the convex hull.",
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
        counterexample={"unit": "NE-2"},
        replay=replay(VERTEX, lambda case: _values(case["unit"])),
        trust=("election-returns",),
        note="NE-2 voted 53.3 % to 46.7 %, near the middle. The smallest share is that of NE-3; the "
        "published figures go "
        "with NE-3.",
    ),
    Claim(
        id="third-district-of-nebraska-is-a-vertex",
        paper="smoothed-dp",
        locator="Sec. 6",
        title="DC and NE-3 are the vertices",
        kind=Kind.PROJECT,
        statement="Among the 56 units of 2020, DC has the largest and Nebraska's third district the "
        "smallest two-party share of the "
        "leading candidate: 94.467 % and 22.863 %.",
        formula=VERTEX,
        parameters={"units": ("DC", "NE-3")},
        checks=(on_instances(Method.EXACT, Coverage.ALL, "both units", "DC and NE-3 among 56 units", named_units),),
        near_misses=(
            NearMiss("DC and NE-2", parameters={"units": ("DC", "NE-2")}),
            NearMiss("DC and Wyoming", parameters={"units": ("DC", "WY")}),
        ),
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
        counterexample={"printed": 57},
        replay=replay(COUNT, lambda case: {"units": len(sources().laws), "printed": case["printed"]}),
        trust=("election-returns",),
        note="50 states, DC, two districts of Maine and three of Nebraska are 56. The 57th may be the "
        "national total, which lies "
        "inside the hull and changes nothing.",
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
        counterexample={"printed": "0.9446"},
        replay=replay(ROUNDS, lambda case: {"share": _values("DC")["share"], "printed": case["printed"]}),
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
        recorded=Status.ESTABLISHED,
        trust=("election-returns",),
    ),
)
