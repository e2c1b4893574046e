"""Instances for Figures 2 (left) and 4: the units of 2020, and the smoothed delta of the four electorates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp.experiments.electorates import districts_2020, figure_4
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.proving.vocabulary import *

FIGURE_2 = ("districts", "1/500")
SIZES = (100_000, 200_000, 300_000, 400_000, 500_000)
BESIDE = {"7": (150_000,), "2": (150_000,), "1": (250_000,), "1/2": (800_000, 850_000, 1_000_000)}
"""Sizes beside those of Figure 2: about the first one below 1/n."""


def against_the_others(*units: str) -> dict[str, Any]:
    """The shares of the first and the last of some units of 2020, and the extremes of all other units."""
    found = districts_2020()
    shares = {label: law[0] for label, law in zip(found.labels or (), found.laws, strict=True)}
    own = [shares.pop(unit) for unit in units]
    ends = {"least": min(shares.values()), "largest": max(shares.values())}
    return {"share": own[0], "high": own[0], "low": own[-1], **ends}


def named_units(claim: Claim) -> Iterator[Instance]:
    """The units that are said to be vertices, each against all others."""
    for unit in claim.parameters["units"]:
        yield unit, against_the_others(unit)


def both_ends(claim: Claim) -> Iterator[Instance]:
    """The units with the largest and the smallest share, against all others."""
    yield " and ".join(claim.parameters["units"]), against_the_others(*claim.parameters["units"])


def share_of_dc(claim: Claim) -> Iterator[Instance]:
    """The share of the leading candidate in DC against the printed four digits."""
    yield "DC", {"share": against_the_others("DC")["share"], "printed": claim.parameters["printed"]}


def number_of_units(claim: Claim) -> Iterator[Instance]:
    """States, DC and the districts of Maine and Nebraska."""
    yield "units of 2020", {"units": len(districts_2020().laws), "printed": claim.parameters["printed"]}


@cache
def smoothed(epsilon: str, records: int, name: str = "districts", lost: str = "1/500") -> Enclosure:
    """delta_SDP of one electorate of Figure 4; the districts with 0.2 % of the votes lost are that of Figure 2."""
    (electorate,) = (one for one in figure_4() if (one.name, one.lost) == (name, Fraction(lost)))
    smoothing = Smoothing(electorate.sources, records, sampling_draws(records, rate=electorate.rate))
    return smoothed_delta(smoothing, Budget.read(epsilon=epsilon), digits=4).value


def steps(*sizes: int, of: tuple[str, str] | None = None) -> Callable[[Claim], Iterator[Instance]]:
    """Each size and the next, with the claim's rates: of one electorate, or else of those that it names."""

    def instances(claim: Claim) -> Iterator[Instance]:
        rates = claim.parameters["rates"]
        for (name, lost), curves in ({of: rates} if of else rates).items():
            for (epsilon, (low, high)), (before, after) in product(curves.items(), pairwise(sizes)):
                now, then = (smoothed(epsilon, records, name, lost) for records in (before, after))
                values = {"now": now, "then": then, "before": before, "records": after, "low": low, "high": high}
                yield f"{name}, {lost} lost, epsilon = {epsilon}, n = {before} to {after}", values

    return instances


def electorate_of_2020(claim: Claim) -> Iterator[Instance]:
    """All votes of 2020, by epsilon."""
    records = claim.parameters["records"]
    for epsilon, low in claim.parameters["rates"].items():
        values = {"then": smoothed(epsilon, records), "low": low, "records": records}
        yield f"epsilon = {epsilon}, n = {records}", values


def about_one_over_n(claim: Claim) -> Iterator[Instance]:
    """The sizes of Figure 2 and those about the first one below 1/n."""
    for epsilon, first in claim.parameters["first"].items():
        for records in sorted({*SIZES, *BESIDE[epsilon]}):
            values = {"loss": smoothed(epsilon, records), "records": records, "first": first}
            yield f"epsilon = {epsilon}, n = {records}", values


def curves_of_figure_4(claim: Claim) -> Iterator[Instance]:
    """All sixteen curves at one size."""
    records = claim.parameters["records"]
    for (name, lost), epsilon in product(((one.name, str(one.lost)) for one in figure_4()), ("1/2", "1", "2", "7")):
        exempt = int((name, lost, epsilon) in claim.parameters["exempt"])
        values = {"loss": smoothed(epsilon, records, name, lost), "records": records, "exempt": exempt}
        yield f"{name}, {lost} lost, epsilon = {epsilon}, n = {records}", values


def single_laws(_: Claim) -> Iterator[Instance]:
    """Sets of a single law, the last one without chance."""
    for share, records in product(("1/2", "1/10", "0"), range(4, 11)):
        smoothing = Smoothing(SourceSet.interval(share, share), records, records - 1)
        found = smoothed_delta(smoothing, Budget.read(odds="3/2"), route="algorithm-1").value.exact
        yield f"law ({share}, ...), T = {records - 1}", {"loss": found, "draws": records - 1, "records": records}
