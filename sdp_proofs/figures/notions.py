"""Map of which notion of privacy implies which, and with what constant."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.figures.drawing import BLUE, VERMILION, panels_figure
from sdp_proofs.figures.figure import Drawn, Figure, Run
from sdp_proofs.privacy.notions import ARROWS, NOTIONS, Arrow

if TYPE_CHECKING:
    import matplotlib.figure

_COLUMNS = ("source", "target", "constant", "attained", "claim")


def _compute(run: Run, /) -> Drawn:
    """Take the arrows; nothing has to be computed."""
    rows = [{column: getattr(arrow, column) for column in _COLUMNS} for arrow in ARROWS]
    return Drawn(rows=rows, draw=lambda: draw(NOTIONS, ARROWS))


FIGURES = (
    Figure(
        "notions",
        "dp_lecture",
        r"Which notion of privacy implies which, and with what constant; solid arrows are attained.",
        _compute,
        "1 s",
        title="Which notion of privacy implies which",
        page="glossary",
    ),
)


def draw(nodes: Sequence[tuple[str, str]], arrows: Sequence[Arrow]) -> matplotlib.figure.Figure:
    """Draw a node for each notion, in their order on an ellipse, and an arrow for each implication.

    Raises:
        DomainError: no node, or an arrow between nodes that there are not.
    """
    from matplotlib.lines import Line2D

    names = [name for name, _ in nodes]
    if not names or any(end not in names for arrow in arrows for end in (arrow.source, arrow.target)):
        raise DomainError("a map must have nodes, and arrows only between them")
    places = {
        name: (5.2 * math.sin(2 * math.pi * k / len(names)), 3.3 * math.cos(2 * math.pi * k / len(names)))
        for k, name in enumerate(names)
    }
    figure, (axes,) = panels_figure(1, 1, alone=(8.4, 5.8), each=(8.4, 5.8))
    axes.set_axis_off()
    axes.set_xlim(-6.6, 6.6)
    axes.set_ylim(-4.0, 3.9)
    boxes = {
        name: axes.text(
            *places[name], label, ha="center", va="center", fontsize=9, zorder=5,
            bbox={"boxstyle": "round,pad=0.45", "facecolor": "white", "edgecolor": "black", "linewidth": 0.9},
        )
        for name, label in nodes
    }  # fmt: skip
    figure.canvas.draw()  # a box has its size once it is drawn, and the arrows end at the boxes
    for index, arrow in enumerate(arrows):
        ends = [boxes[name].get_bbox_patch() for name in (arrow.source, arrow.target)]
        _arrow(axes, places[arrow.source], places[arrow.target], arrow, 0.28 + 0.08 * (2 * index % 5), ends)
    handles = [Line2D([], [], color=BLUE, label="some pair of laws attains the constant")]
    if not all(arrow.attained for arrow in arrows):
        handles.append(Line2D([], [], color=VERMILION, linestyle="--", label="an upper bound"))
    figure.legend(handles=handles, loc="outside lower center", ncols=2, frameon=False)
    return figure


def _arrow(
    axes: Any, start: tuple[float, float], end: tuple[float, float], arrow: Arrow, share: float,
    boxes: Sequence[Any],
) -> None:  # fmt: skip
    from matplotlib.patches import FancyArrowPatch

    color = BLUE if arrow.attained else VERMILION
    axes.add_patch(
        FancyArrowPatch(
            start, end, arrowstyle="-|>", mutation_scale=11, color=color, linewidth=1.1, shrinkA=2, shrinkB=2,
            patchA=boxes[0], patchB=boxes[1],
            linestyle="-" if arrow.attained else "--", connectionstyle="arc3,rad=0.12",
        )
    )  # fmt: skip
    # On the side to which the arc bends.
    across = (end[1] - start[1], start[0] - end[0])
    x, y = (start[axis] + share * (end[axis] - start[axis]) + 0.06 * across[axis] for axis in (0, 1))
    axes.text(
        x, y, arrow.constant, fontsize=7.5, color=color, ha="center", va="center", zorder=4,
        bbox={"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.85},
    )  # fmt: skip
