"""Map of where Remark 8 is proved, holds, fails and says nothing, over sampling rate and epsilon.

The sources are all laws that give each of m types at least f; records are sampled without replacement
[Liu, Wang, Xia 2023, Remark 8]. The bound is read as printed, with T/n for the sampling rate. Every verdict is
certified: "refuted" and "holds" compare it with an enclosure of delta_SDP, "proved" with a closed form.

The map has one square per cell. Fills are told apart by lightness, by hatches and by what is written in the squares, so
also in black and white.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.figures.drawing import label_outer, panels_figure, short, styled
from sdp_proofs.figures.figure import Drawn, Figure, Run
from sdp_proofs.numbers.decide import decide_less, decide_less_equal
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.bounds.instance import Instance, above_threshold, exceeds
from sdp_proofs.privacy.bounds.published import remark_8_as_published, remark_8_proved
from sdp_proofs.privacy.bounds.tails import one_sided_upper, two_sided_upper
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.smoothed.delta import Route, Smoothing, smoothed_delta
from sdp_proofs.tables.reach import floor_sources, reached, smoothed_or_none
from sdp_proofs.verdict import Verdict

if TYPE_CHECKING:
    import matplotlib.figure
    from matplotlib.axes import Axes

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
"""The columns of the rows as text; `excess` is delta_SDP over the printed bound."""


class Standing(StrEnum):
    """Standing of the printed bound in one cell; the first of these that is true."""

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

    @property
    def title(self) -> str:
        """The numbers, above the panel."""
        return rf"$m$ = {self.types}, $f$ = {short(self.floor)}, $n$ = {self.records:,}"


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

    @property
    def power(self) -> int | None:
        """The whole power of ten by which the printed bound fails; None where it does not."""
        failed = self.standing in (Standing.REFUTED, Standing.OUTSIDE_FAILS)
        return max(0, self.excess.lower.adjusted()) if failed and self.excess is not None else None

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


@dataclass(frozen=True, slots=True)
class Look:
    """Fill of a cell, and its name in the legend; `inside` where the hypothesis is met."""

    label: str
    fill: str
    hatch: str = ""
    ink: str = "white"
    text: str = "black"
    inside: bool = True


LOOKS: Mapping[Standing, Look] = {
    Standing.PROVED: Look("proved for all $n$", "#0072B2"),
    Standing.PROVED_HERE: Look("a proved bound implies it at this $n$", "#56B4E9", "////"),
    Standing.HOLDS: Look(r"$\delta_{SDP}$ is below it at this $n$", "#BFE3F7"),
    Standing.REFUTED: Look(r"refuted: $\delta_{SDP}$ is at least $10^k$ times as large", "#8C2D04", text="white"),
    Standing.NOTHING: Look("says nothing: at least $T/n$", "white", "....", ink="0.45"),
    Standing.OUTSIDE_HOLDS: Look("would hold", "0.93", inside=False),
    Standing.OUTSIDE_FAILS: Look("would fail, by $10^k$", "#F6C8A8", inside=False),
    Standing.OUTSIDE_NOTHING: Look("would say nothing", "white", "....", ink="0.75", inside=False),
    Standing.UNDECIDED: Look("not decided", "#F0E442", "xx", ink="black"),
}
"""The look of each standing, in the order of the legend."""
_COLUMNS = 3
_THRESHOLD: Any = {"color": "black", "linewidth": 1.6, "solid_capstyle": "projecting"}


def _compute(run: Run, /) -> Drawn:
    """Compute every cell of every panel."""
    cells = len(RATES) * len(EPSILONS)
    whole = cells * sum(sheet.effort for sheet in SHEETS)
    found = map_rows(SHEETS, RATES, EPSILONS)
    rows, missing = run.collect(found, len(SHEETS) * cells, lambda row: row.sheet.effort, whole)
    counted = Counter(row.standing for row in rows)
    values = [row.values() for row in rows]
    document = {"rows": values, "cells": {standing.value: str(counted[standing]) for standing in Standing}}
    return Drawn(rows=values, draw=lambda: draw(rows), document=document, missing=missing)


def remark_8_map(
    *,
    sheets: Iterable[Sheet] | None = None,
    rates: Sequence[str] | None = None,
    epsilons: Sequence[str] | None = None,
) -> matplotlib.figure.Figure:
    """Draw where the published Remark 8 is proved, holds, fails and says nothing, over sampling rate and epsilon.

    Everything is computed anew, which takes more than a minute unless less is asked for.

    Args:
        sheets: types, floor and records of every panel.
        rates: sampling rates in (0, 1).
        epsilons: increasing, above 0.

    Raises:
        DomainError: outside these domains.
    """
    rows = list(map_rows(SHEETS if sheets is None else sheets, rates or RATES, epsilons or EPSILONS))
    return styled(lambda: draw(rows))


FIGURES = (
    Figure(
        "remark-8",
        "smoothed_dp",
        r"Where the bound of Remark~8 is proved, holds, fails and says nothing, by sampling rate and $\epsilon$.",
        _compute,
        "80 s",
        plot=remark_8_map,
        title="Where a published bound is proved, holds and fails",
        page="generated/errata",
    ),
)


def draw(rows: Iterable[Row]) -> matplotlib.figure.Figure:
    """Draw one map for every sheet, with the whole powers of ten by which the printed bound fails.

    Raises:
        DomainError: no row.
    """
    from matplotlib.lines import Line2D

    panels: dict[Sheet, list[Row]] = {}
    for row in rows:
        panels.setdefault(row.sheet, []).append(row)
    if not panels:
        raise DomainError("a map must have at least one cell")
    figure, grid = panels_figure(len(panels), _COLUMNS, alone=(5.6, 5.2), each=(3.5, 3.25))
    for axes, (sheet, cells) in zip(grid, panels.items(), strict=True):
        _draw_panel(axes, sheet, cells)
    label_outer(grid, _COLUMNS, below=r"sampling rate $T/n$", left=r"$\epsilon$")
    used = {row.standing for cells in panels.values() for row in cells}
    looks = [look for standing, look in LOOKS.items() if standing in used]
    inside, outside = [look for look in looks if look.inside], [look for look in looks if not look.inside]
    handles: list[Any] = [_square(0, 0, look) for look in inside]
    labels = [look.label for look in inside]
    if inside and outside:
        handles.append(Line2D([], [], **_THRESHOLD))
        labels.append(r"$\epsilon = \ln(n/(n-T))$")
    handles += [_square(0, 0, look) for look in outside]
    labels += [f"below the line: {look.label}" for look in outside]
    columns = min(len(panels), 3)
    figure.legend(
        handles, labels, loc="outside lower center", ncols=columns, frameon=False, handlelength=1.6, handleheight=1.3
    )
    return figure


def _square(column: int, line: int, look: Look) -> Any:
    from matplotlib.patches import Rectangle

    # Matplotlib draws a hatch in the colour of the edge.
    edge = look.ink if look.hatch else "0.8"
    return Rectangle(
        (column - 0.5, line - 0.5), 1, 1, facecolor=look.fill, edgecolor=edge, hatch=look.hatch, linewidth=0.3
    )


def _draw_panel(axes: Axes, sheet: Sheet, cells: Sequence[Row]) -> None:
    rates = list(dict.fromkeys(row.rate for row in cells))
    epsilons = list(dict.fromkeys(row.epsilon for row in cells))
    for row in cells:
        column, line, look = rates.index(row.rate), epsilons.index(row.epsilon), LOOKS[row.standing]
        axes.add_patch(_square(column, line, look))
        if row.power is not None:
            axes.text(
                column, line, str(row.power), ha="center", va="center_baseline", color=look.text,
                fontsize=5.0 if row.power < 100 else 4.0, fontweight="bold" if look.inside else "normal",
            )  # fmt: skip
    _draw_threshold(axes, cells, rates, epsilons)
    axes.set_xlim(-0.5, len(rates) - 0.5)
    axes.set_ylim(-0.5, len(epsilons) - 0.5)
    axes.set_xticks(range(len(rates)), rates, rotation=90, fontsize=6.5)
    axes.set_yticks(range(len(epsilons)), epsilons, fontsize=6.5)
    axes.tick_params(length=2)
    axes.set_title(sheet.title, loc="left")


def _draw_threshold(axes: Axes, cells: Sequence[Row], rates: Sequence[str], epsilons: Sequence[str]) -> None:
    """Draw the edge between the cells where the hypothesis holds and those below them where it does not."""
    outside = {(row.rate, row.epsilon) for row in cells if not LOOKS[row.standing].inside}
    if not outside or len(outside) == len(cells):
        return
    heights = [sum((rate, epsilon) in outside for epsilon in epsilons) - 0.5 for rate in rates]
    ends = [end for column in range(len(rates)) for end in (column - 0.5, column + 0.5)]
    axes.plot(ends, [height for height in heights for _ in range(2)], label="_threshold", **_THRESHOLD)
