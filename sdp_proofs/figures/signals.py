"""Signals before and after Laplacian smoothing, as DP-LSSGD applies it to gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from sdp_proofs.declarations import Option
from sdp_proofs.errors import DomainError
from sdp_proofs.figures.drawing import VERMILION, panels_figure
from sdp_proofs.figures.figure import Drawn, Figure, Run
from sdp_proofs.papers.dp_lssgd.signals import Signal, signals

if TYPE_CHECKING:
    import matplotlib.figure

FIRST_SEED = 2019


def _compute(
    run: Run, /, *, seed: Annotated[int, Option("Seed of the random numbers.", metavar="SEED")] = FIRST_SEED
) -> Drawn:
    """Smooth the line, and the square in two ways."""
    if seed < 0:
        raise DomainError(f"the seed must be >= 0, got {seed}")
    found = signals(seed)
    return Drawn(rows=[each.errors().values() for each in found], draw=lambda: draw(found))


FIGURES = (
    Figure(
        "lssgd-2",
        "dp_lssgd",
        "Signals before and after Laplacian smoothing.",
        _compute,
        "1 s",
        title="What smoothing does to a signal",
        page="how_to/train",
    ),
)


def draw(found: Sequence[Signal]) -> matplotlib.figure.Figure:
    """Draw the signal on a line, and pictures of the squares."""
    line, circle, torus = found
    squares = (
        ("square, true", circle.true),
        ("square, noisy", circle.noisy),
        ("smoothed as one circle", circle.smoothed),
        ("smoothed as a torus", torus.smoothed),
    )
    figure, grid = panels_figure(1 + len(squares), 3, alone=(5.2, 3.9), each=(2.6, 2.3))
    looks: Any = ({"color": "0.25"}, {"color": "0.7", "linewidth": 0.7}, {"color": VERMILION})
    names = ("true", "noisy", "smoothed")
    for values, look, name in zip((line.true, line.noisy, line.smoothed), looks, names, strict=True):
        grid[0].plot(range(1, len(values) + 1), values.tolist(), label=name, **look)
    grid[0].set_title("line", loc="left")
    grid[0].grid(axis="y", color="0.9", linewidth=0.6)
    grid[0].set_axisbelow(True)
    grid[0].legend(frameon=False)
    for axes, (title, values) in zip(grid[1:], squares, strict=True):
        axes.imshow(values, vmin=-1.2, vmax=1.2, cmap="viridis")
        axes.set_title(title, loc="left")
        axes.set_axis_off()
    return figure
