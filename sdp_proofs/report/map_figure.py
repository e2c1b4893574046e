"""The map of a bound over sampling rate and epsilon: one square per cell, filled by what is known there.

The fills are told apart by lightness, by hatches and by what is written in the squares, so also in black and white.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.report.figures import label_outer, panels_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLUMNS = 3
_THRESHOLD: Any = {"color": "black", "linewidth": 1.6, "solid_capstyle": "projecting"}


@dataclass(frozen=True, slots=True)
class Look:
    """How a cell is filled, and what the legend calls it."""

    label: str
    fill: str
    hatch: str = ""
    ink: str = "white"
    text: str = "black"
    inside: bool = True


class Known(Enum):
    """What is known in a cell."""

    PROVED = Look("proved for all $n$", "#0072B2")
    PROVED_HERE = Look("a proved bound implies it at this $n$", "#56B4E9", "////")
    HOLDS = Look(r"$\delta_{SDP}$ is below it at this $n$", "#BFE3F7")
    REFUTED = Look(r"refuted: $\delta_{SDP}$ is at least $10^k$ times as large", "#8C2D04", text="white")
    NOTHING = Look("says nothing: at least $T/n$", "white", "....", ink="0.45")
    OUTSIDE_HOLDS = Look("would hold", "0.93", inside=False)
    OUTSIDE_FAILS = Look("would fail, by $10^k$", "#F6C8A8", inside=False)
    OUTSIDE_NOTHING = Look("would say nothing", "white", "....", ink="0.75", inside=False)
    UNDECIDED = Look("not decided", "#F0E442", "xx", ink="black")


@dataclass(frozen=True, slots=True)
class Cell:
    """One square.

    Args:
        rate: its column, as the axis names it.
        epsilon: its row.
        known: how it is filled.
        power: the whole number that is written in it, None for none.
    """

    rate: str
    epsilon: str
    known: Known
    power: int | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """One map: its title and its cells, the rates and epsilons in the order in which they first appear."""

    title: str
    cells: tuple[Cell, ...]


def draw(panels: Sequence[Panel]) -> Figure:
    """The panels as a matplotlib figure that no window and no global state knows about.

    Raises:
        DomainError: no panel, or a panel without cells.
    """
    from matplotlib.lines import Line2D

    if not panels or not all(panel.cells for panel in panels):
        raise DomainError("a map must have a panel, and every panel a cell at least")
    figure, grid = panels_figure(len(panels), _COLUMNS, alone=(5.6, 5.2), each=(3.5, 3.25))
    for axes, panel in zip(grid, panels, strict=True):
        _draw_panel(axes, panel)
    label_outer(grid, _COLUMNS, below=r"sampling rate $T/n$", left=r"$\epsilon$")
    used = {cell.known for panel in panels for cell in panel.cells}
    inside = [known for known in Known if known in used and known.value.inside]
    outside = [known for known in Known if known in used and not known.value.inside]
    handles: list[Any] = [_square(0, 0, known.value) for known in inside]
    labels = [known.value.label for known in inside]
    if inside and outside:
        handles.append(Line2D([], [], **_THRESHOLD))
        labels.append(r"$\epsilon = \ln(n/(n-T))$")
    handles += [_square(0, 0, known.value) for known in outside]
    labels += [f"below the line: {known.value.label}" for known in outside]
    columns = 1 if len(panels) == 1 else 2 if len(panels) == 2 else 3
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


def _draw_panel(axes: Axes, panel: Panel) -> None:
    rates = list(dict.fromkeys(cell.rate for cell in panel.cells))
    epsilons = list(dict.fromkeys(cell.epsilon for cell in panel.cells))
    for cell in panel.cells:
        column, line, look = rates.index(cell.rate), epsilons.index(cell.epsilon), cell.known.value
        axes.add_patch(_square(column, line, look))
        if cell.power is not None:
            axes.text(
                column, line, str(cell.power), ha="center", va="center_baseline", color=look.text,
                fontsize=5.0 if cell.power < 100 else 4.0, fontweight="bold" if look.inside else "normal",
            )  # fmt: skip
    _draw_threshold(axes, panel, rates, epsilons)
    axes.set_xlim(-0.5, len(rates) - 0.5)
    axes.set_ylim(-0.5, len(epsilons) - 0.5)
    axes.set_xticks(range(len(rates)), rates, rotation=90, fontsize=6.5)
    axes.set_yticks(range(len(epsilons)), epsilons, fontsize=6.5)
    axes.tick_params(length=2)
    axes.set_title(panel.title, loc="left")


def _draw_threshold(axes: Axes, panel: Panel, rates: list[str], epsilons: list[str]) -> None:
    """The edge between the cells where the hypothesis holds and those below them where it does not."""
    outside = {(cell.rate, cell.epsilon) for cell in panel.cells if not cell.known.value.inside}
    if not outside or len(outside) == len(panel.cells):
        return
    heights = [sum((rate, epsilon) in outside for epsilon in epsilons) - 0.5 for rate in rates]
    ends = [end for column in range(len(rates)) for end in (column - 0.5, column + 0.5)]
    axes.plot(ends, [height for height in heights for _ in range(2)], label="_threshold", **_THRESHOLD)
