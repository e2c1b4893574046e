"""Where Remark 8 is proved, where it holds, where it fails and where it says nothing, over rate and epsilon.

The sources are all laws that give each of m types at least f; records are sampled without replacement
[Liu, Wang, Xia 2023, Remark 8]. The bound is read as printed, with T/n for the sampling rate. Every verdict is
certified: "refuted" and "holds" compare it with an enclosure of delta_SDP, "proved" with a closed form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import TextIO

from sdp_proofs.experiments.bound_tables.reach import floor_sources, reached, smoothed_or_none
from sdp_proofs.files import write_csv
from sdp_proofs.numbers.decide import decide_less, decide_less_equal
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.bounds.instance import Instance, above_threshold, exceeds
from sdp_proofs.privacy.bounds.published import remark_8_as_published, remark_8_proved
from sdp_proofs.privacy.bounds.tails import one_sided_upper, two_sided_upper
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.smoothed.delta import Route, Smoothing, smoothed_delta
from sdp_proofs.verdict import Verdict

DIGITS = 6
"""Significant digits that are asked of delta_SDP."""

RATES = (
    "0.005", "0.01", "0.02", "0.03", "0.05", "0.07", "0.1", "0.15", "0.2", "0.25", "0.3", "0.35", "0.4", "0.5", "0.7",
    "0.9", "0.99",
)  # fmt: skip
EPSILONS = (
    "0.005", "0.01", "0.02", "0.03", "0.05", "0.07", "0.1", "0.15", "0.2", "0.3", "0.4", "0.5", "0.7", "1", "1.5", "2",
    "3", "5",
)  # fmt: skip

COLUMNS = (
    "types", "floor", "records", "rate", "draws", "epsilon", "standing", "reason", "proved_for_all_records",
    "remark_8_lower", "remark_8_upper", "delta_sdp_lower", "delta_sdp_upper", "excess_lower", "excess_upper",
    "dp_delta",
)  # fmt: skip
"""The columns that `write_rows` writes; `excess` is delta_SDP over the printed bound."""


class Standing(StrEnum):
    """What is known of the printed bound in one cell; the first of these that is true."""

    NOTHING = "says nothing"
    PROVED = "proved for all n"
    PROVED_HERE = "proved at this n"
    HOLDS = "holds at this n"
    REFUTED = "refuted"
    OUTSIDE_NOTHING = "hypothesis not met, says nothing"
    OUTSIDE_HOLDS = "hypothesis not met, would hold"
    OUTSIDE_FAILS = "hypothesis not met, would fail"
    UNDECIDED = "not decided"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One panel of the map: number of types m, floor f and number of records n."""

    types: int
    floor: Fraction
    records: int

    @property
    def effort(self) -> float:
        """About how long a cell takes beside others, in milliseconds: three types sum over all histograms."""
        return 3 + self.records / 200 if self.types == 2 else 80


SHEETS = tuple(
    Sheet(types, Fraction(floor), records)
    for types, records, floors in (
        (2, 200, ("1/2", "1/4", "0.0554")),
        (2, 5000, ("1/2", "1/4", "0.0554")),
        (3, 150, ("1/3", "1/4", "0.0554")),
    )
    for floor in floors
)
"""The panels that are drawn; 0.0554 is the smaller of the two shares in the most lopsided unit of 2020."""


@dataclass(frozen=True)
class Row:
    """One cell.

    Args:
        sheet: types, floor and records.
        rate: as typed.
        draws: sample size T = ceil(rate n).
        epsilon: as typed.
        standing: what is known.
        reason: how.
        general: whether the bound is proved for all n, m and f at this rate and epsilon; None off the hypothesis.
        printed: the printed bound.
        loss: delta_SDP, where it had to be computed.
    """

    sheet: Sheet
    rate: str
    draws: int
    epsilon: str
    standing: Standing
    reason: str
    general: Verdict | None
    printed: Enclosure
    loss: Enclosure | None

    @cached_property
    def excess(self) -> Enclosure | None:
        """delta_SDP over the printed bound: above 1 where it fails."""
        return None if self.loss is None else self.loss / self.printed

    def values(self, digits: int = DIGITS + 2) -> dict[str, str]:
        """The row as text by column (`COLUMNS`): fractions exact, enclosures rounded outward."""
        none = ("", "")
        cells = (
            self.sheet.types, self.sheet.floor, self.sheet.records, self.rate, self.draws, self.epsilon,
            self.standing.value, self.reason, "yes" if self.general is Verdict.HOLDS else "no",
            *self.printed.bounds(digits),
            *(none if self.loss is None else self.loss.bounds(digits)),
            *(none if self.excess is None else self.excess.bounds(digits)),
            Fraction(self.draws, self.sheet.records),
        )  # fmt: skip
        return dict(zip(COLUMNS, map(str, cells), strict=True))


def map_rows(
    sheets: Iterable[Sheet] = SHEETS, rates: Sequence[str] = RATES, epsilons: Sequence[str] = EPSILONS
) -> Iterator[Row]:
    """The cells of every sheet, epsilons innermost.

    World: enclosures; every verdict is certified.

    Args:
        sheets: for instance some of `SHEETS`.
        rates: sampling rates in (0, 1) at which a record at least is left out.
        epsilons: anything that `Budget` reads, above 0.

    Raises:
        DomainError: a rate or an epsilon outside its domain.

    Example:
        >>> (row,) = map_rows([Sheet(2, Fraction(1, 2), 200)], ["0.005"], ["log(101/100)"])
        >>> row.standing.value, row.loss.rounded(3), row.printed.rounded(3)
        ('refuted', '0.000332', '7.56e-6')
    """
    for sheet in sheets:
        for rate in rates:
            instance = Instance.read(records=sheet.records, rate=rate, types=sheet.types, floor=sheet.floor)
            for epsilon in epsilons:
                yield _row(sheet, instance, rate, epsilon)


def _row(sheet: Sheet, instance: Instance, rate: str, epsilon: str) -> Row:
    budget = Budget.read(epsilon=epsilon)
    met = above_threshold(instance, budget)
    printed = remark_8_as_published(instance, budget, digits=DIGITS + 3).value
    proof = remark_8_proved(instance.rate, budget) if met else None
    loss = None
    if decide_less_equal(instance.rate, printed) is Verdict.HOLDS:
        standing, reason = (Standing.NOTHING if met else Standing.OUTSIDE_NOTHING), "at least T/n"
    elif proof is not None and proof.reason is not None:
        standing, reason = Standing.PROVED, proof.reason.value
    elif (bound := _closed_form_below(instance, budget, printed)) is not None:
        standing, reason = (Standing.PROVED_HERE if met else Standing.OUTSIDE_HOLDS), bound
    else:
        loss = _loss(sheet, instance.draws, budget)
        standing, reason = _compared(loss, printed, met), "delta_SDP"
    general = None if proof is None else proof.verdict
    return Row(sheet, rate, instance.draws, epsilon, standing, reason, general, printed, loss)


def _loss(sheet: Sheet, draws: int, budget: Budget) -> Enclosure | None:
    """delta_SDP; the windowed route is the fastest for two types, where it certifies enough digits."""
    if sheet.types == 2:
        smoothing = Smoothing(floor_sources(2, sheet.floor), sheet.records, draws)
        loss = reached(lambda: smoothed_delta(smoothing, budget, digits=DIGITS + 3, route=Route.WINDOW).value)
        if loss is not None and loss.proven_digits >= DIGITS:
            return loss
    return smoothed_or_none(sheet.types, sheet.floor, sheet.records, draws, budget, DIGITS + 3)


def _closed_form_below(instance: Instance, budget: Budget, printed: Enclosure) -> str | None:
    """The name of a proved bound that is at most the printed one at this n."""
    forms = {"one tail": one_sided_upper} if above_threshold(instance, budget) else {}
    if exceeds(budget, Fraction(1)):
        forms["two tails"] = two_sided_upper
    for name, form in forms.items():
        if decide_less_equal(form(instance, budget, digits=DIGITS + 3).value, printed) is Verdict.HOLDS:
            return name
    return None


def _compared(loss: Enclosure | None, printed: Enclosure, met: bool) -> Standing:
    if loss is not None and decide_less(printed, loss) is Verdict.HOLDS:
        return Standing.REFUTED if met else Standing.OUTSIDE_FAILS
    if loss is not None and decide_less_equal(loss, printed) is Verdict.HOLDS:
        return Standing.HOLDS if met else Standing.OUTSIDE_HOLDS
    return Standing.UNDECIDED


def write_rows(rows: Iterable[Row], stream: TextIO, *, digits: int = DIGITS + 2) -> None:
    """Write rows as CSV with a header; fractions are exact, enclosures are rounded outward.

    Args:
        rows: of one sheet or several.
        stream: a text stream opened with `newline=""`.
        digits: significant digits of the bounds.
    """
    write_csv(COLUMNS, (row.values(digits) for row in rows), stream)
