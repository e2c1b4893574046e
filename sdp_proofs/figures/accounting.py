"""Epsilon of private training by number of steps: proven, by Rényi orders, by the central limit, as others print it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.errors import DomainError
from sdp_proofs.figures.drawing import CURVE_DASHES, MARKERS, panels_figure
from sdp_proofs.figures.figure import Drawn, Figure, Run
from sdp_proofs.numbers.decimals import exact_decimal
from sdp_proofs.papers.accountants.peers import of
from sdp_proofs.tables.accounting import TABLES, Compared, compared
from sdp_proofs.tables.table import Row, line

if TYPE_CHECKING:
    import matplotlib.figure

STEPPED = "poisson(rate=256/60000, gaussian(sigma=1.1)) * {steps}"
STEPS = (100, 200, 400, 800, 1600, 3200, 6400, 14063, 28000, 60000)
DELTA = "1e-5"
PRINTED = {
    "steps-pld": "dp_accounting, PLD",
    "steps-prv": "prv_accountant, upper end",
    "steps-renyi": "dp_accounting, Rényi",
    "steps-renyi-opacus": "Opacus, Rényi",
    "steps-central-limit": "Opacus, central limit",
}
"""Recorded numbers of other accountants: the promise of the recorded rows, and the name of the curve."""
_DIGITS = 6
Curves = Sequence[tuple[str, Sequence[tuple[float, float]]]]
"""Names, and points (place, value); estimates."""


def printed_by_steps() -> dict[str, tuple[tuple[int, Fraction], ...]]:
    """Return what other accountants printed for the releases of the figure: recorded, by name.

    Example:
        >>> sorted(steps for steps, _ in printed_by_steps()["dp_accounting, PLD"])[:2]
        [100, 200]
    """
    return {
        name: tuple((_steps_of(entry.release), Fraction(entry.printed)) for entry in of(promise))
        for promise, name in PRINTED.items()
    }


def _steps_of(release: str) -> int:
    return sum(count for _, count in read_release(release).terms())


def _rows() -> Iterator[tuple[int, Compared]]:
    for steps in STEPS:
        yield steps, compared(STEPPED.format(steps=steps), DELTA, _DIGITS)


def _compute(run: Run, /) -> Drawn:
    """Compute all answers at all numbers of steps."""
    found, missing = run.collect(_rows(), len(STEPS))
    printed, drawn = printed_by_steps(), {steps for steps, _ in found}
    curves = [
        ("proven", [(float(steps), float(row.answer.value)) for steps, row in found if row.answer.value]),
        ("Rényi (upper bound)", [(float(steps), float(row.renyi)) for steps, row in found if row.renyi]),
        ("central limit (no bound)", [(float(steps), row.limit) for steps, row in found if row.limit]),
        *(
            (name, [(float(steps), float(value)) for steps, value in entries if steps in drawn])
            for name, entries in printed.items()
        ),
    ]
    (table,) = TABLES
    names = ["steps", *(axis.name for axis in table.axes), *(column.name for column in table.columns)]
    rows, nested = [], []
    for steps, row in found:
        keys = (STEPPED.format(steps=steps), DELTA)
        own = dict(zip(names, [str(steps), *line(table, Row(keys, row.cells()), _DIGITS, ends=False)], strict=True))
        others = {name: _printed(entries, steps) for name, entries in printed.items()}
        rows.append(own | others)
        nested.append({**own, "printed": others})
    title = "Poisson sampling 256 of 60,000, $\\sigma = 1.1$, $\\delta = 10^{-5}$"
    return Drawn(rows=rows, draw=lambda: draw_steps(title, curves), document={"rows": nested}, missing=missing)


def _printed(entries: Sequence[tuple[int, Fraction]], steps: int) -> str:
    """Return the recorded number at so many steps, rounded up as it was meant as a bound; nothing where it is not."""
    return next((exact_decimal(value, _DIGITS, upward=True) for at, value in entries if at == steps), "")


FIGURES = (
    Figure(
        "accounting",
        "project",
        r"The $\epsilon$ of private training by number of steps: proven values, bounds by R\'enyi orders, the "
        r"approximation by the central limit, and what other accountants printed (recorded); right: by how much "
        r"each is off the proven value.",
        _compute,
        "6 s",
        title="ε of private training",
        page="how_to/account",
    ),
)


def draw_steps(title: str, curves: Curves) -> matplotlib.figure.Figure:
    """Draw epsilon by number of steps on logarithmic scales, and by how much each curve is off the first one.

    Raises:
        DomainError: nothing to draw.
    """
    if not any(points for _, points in curves):
        raise DomainError("a figure must have at least one point")
    figure, (axes, off) = panels_figure(2, 2, alone=(5.6, 3.8), each=(4.6, 3.8))
    truth = dict(curves[0][1])
    for index, (name, points) in enumerate(curves):
        color, marker = MARKERS[index % len(MARKERS)]
        style: Any = {
            "color": color, "marker": marker, "markersize": 3.5, "linewidth": 1.1,
            "linestyle": CURVE_DASHES[index % len(CURVE_DASHES)],
            "markerfacecolor": color if index < len(MARKERS) else "white",
        }  # fmt: skip
        axes.loglog(*zip(*points, strict=True), label=name, **style)
        excess = [(place, 100 * (value / truth[place] - 1)) for place, value in points if place in truth]
        if index and excess:
            off.semilogx(*zip(*excess, strict=True), **style)
    off.axhline(0, color="black", linewidth=0.8)
    off.set_yscale("symlog", linthresh=0.01)
    off.set_ylabel(r"above the proven $\epsilon$, in %")
    axes.set_ylabel(r"$\epsilon$")
    axes.set_title(title, loc="left")
    for panel in (axes, off):
        panel.grid(color="0.9", linewidth=0.6)
        panel.set_xlabel("steps $T$")
    figure.legend(loc="outside lower center", ncols=3, frameon=False)
    return figure
