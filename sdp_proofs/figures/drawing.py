"""Drawing that all figures share: formats, style, the grid of panels, axes of decimal logarithms, the file.

Values arrive as decimal logarithms, because a figure of ordinary floats would end at
1e-308; such an axis is a linear one whose ticks are labelled with powers of ten. Colours are told apart by
colour-blind readers [Okabe and Ito 2008]; marks and dashes tell curves apart in black and white.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.enclosure import Enclosure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = (".png", ".svg", ".pdf")
"""The file formats, by suffix."""

BLUE, VERMILION, GREEN, PURPLE, SKY, ORANGE = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00"
MARKERS = ((BLUE, "o"), (VERMILION, "s"), (GREEN, "^"), (PURPLE, "D"), (SKY, "v"), (ORANGE, "P"))
"""Colour and mark of the curves of a family, in order."""

DASHES: Any = ("-", (0, (5, 2)), (0, (1, 1.4)), (0, (5, 1.5, 1, 1.5)))
CURVE_DASHES = ("-", "--", ":", "-.")
"""Dashes of the curves of a family, in order: drawn by hand, and those of matplotlib."""
FIT: Any = {"linewidth": 1.0, "linestyle": (0, (1, 1.6))}
DP: Any = {"color": "0.55", "linewidth": 1.1, "linestyle": (0, (6, 2))}
"""Lines of an exponential fit, and of the delta of differential privacy."""

_LONG_EXPONENT = 10**7
_DPI, _SCREEN_DPI = 200, 120
_STYLE: Any = {
    "font.size": 9.0,
    "axes.titlesize": 9.0,
    "axes.labelsize": 9.0,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.fontsize": 8.5,
    "xtick.labelsize": 8.0,
    "ytick.labelsize": 8.0,
    "mathtext.fontset": "dejavusans",
    "pdf.fonttype": 42,
    "svg.hashsalt": "sdp-proofs",  # the same input gives the same file
}


def check_suffix(path: str | os.PathLike[str], formats: Sequence[str] = FORMATS) -> str:
    """Return the suffix of a file name, if it is one of the formats.

    Raises:
        DomainError: another suffix, or none.

    Example:
        >>> check_suffix("votes.PDF")
        '.pdf'
    """
    suffix = Path(path).suffix.lower()
    if suffix not in formats:
        known = ", ".join(formats[:-1]) + f" or {formats[-1]}"
        raise DomainError(f"the file's name must end in {known}, got {os.fspath(path)!r}")
    return suffix


def save(draw: Callable[[], Figure], path: str | os.PathLike[str]) -> None:
    """Write what `draw` draws to a file, in the common style; the same drawing gives the same bytes.

    Args:
        draw: called once, inside the style.
        path: a file name ending in one of `FORMATS`.

    Raises:
        DomainError: another suffix, or what `draw` raises.
        OSError: the file cannot be written.
    """
    import matplotlib

    kind = check_suffix(path)
    # The dates would make two runs differ. A format refuses the keys it does not know.
    undated = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}[kind]
    with matplotlib.rc_context(_STYLE):
        draw().savefig(path, dpi=_DPI, metadata=undated)


def styled(draw: Callable[[], Figure]) -> Figure:
    """Return what `draw` draws, in the common style; a notebook shows it.

    Args:
        draw: called once, inside the style.
    """
    import matplotlib

    with matplotlib.rc_context(_STYLE):
        figure = draw()
    # Notebooks look for a method of this name; matplotlib adds one only once pyplot has been imported.
    figure._repr_png_ = partial(_as_png, figure)  # type: ignore[attr-defined]
    return figure


def _as_png(figure: Figure) -> bytes:
    import matplotlib

    stream = BytesIO()
    with matplotlib.rc_context(_STYLE):
        figure.savefig(stream, format="png", dpi=_SCREEN_DPI, metadata={})
    return stream.getvalue()


def panels_figure(
    panels: int, columns: int, *, alone: tuple[float, float], each: tuple[float, float], sharex: bool = False
) -> tuple[Figure, list[Axes]]:
    """A figure that no window and no global state knows about, and its panels, line by line.

    Args:
        panels: how many, at least one.
        columns: how many at most stand side by side.
        alone: width and height of a figure of one panel, inches.
        each: width and height of one of several panels; the legend below gets half an inch more.
        sharex: all panels have one horizontal scale.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    columns = min(columns, panels)
    lines = -(-panels // columns)
    figure = Figure(figsize=alone if panels == 1 else (each[0] * columns, each[1] * lines + 0.5))
    FigureCanvasAgg(figure)
    figure.set_layout_engine("constrained", w_pad=0.07, h_pad=0.06)
    grid = figure.subplots(lines, columns, squeeze=False, sharex=sharex)
    for axes in grid.flat[panels:]:
        axes.remove()
    return figure, list(grid.flat[:panels])


def label_outer(axes: Sequence[Axes], columns: int, *, below: str, left: str) -> None:
    """Name the axes of the panels that nothing stands below or to the left of."""
    columns = min(columns, len(axes))
    for panel in axes[::columns]:
        panel.set_ylabel(left)
    for panel in axes[max(0, len(axes) - columns) :]:
        panel.set_xlabel(below)


def plot_logarithms(axes: Axes, places: Sequence[float], values: Sequence[float], **drawing: Any) -> None:
    """A curve of decimal logarithms; where one is -inf an arrow on the lower edge stands for the zero."""
    finite = [value if math.isfinite(value) else math.nan for value in values]
    axes.plot(places, finite, **drawing)
    zeros = [place for place, value in zip(places, values, strict=True) if value == -math.inf]
    if zeros:
        axes.plot(
            zeros, [0.0] * len(zeros), linestyle="none", marker="v", color=drawing["color"],
            transform=axes.get_xaxis_transform(), clip_on=False, label="_zero",
        )  # fmt: skip


def finish_panel(axes: Axes, title: str) -> None:
    """Title, horizontal grid, and powers of ten on the vertical axis."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.set_title(title, loc="left")
    axes.grid(axis="y", color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(_power_of_ten))


def check_family(size: int) -> None:
    """Refuse a family of more curves than there are marks.

    Raises:
        DomainError: it has more.
    """
    if size > len(MARKERS):
        raise DomainError(f"a panel must have at most {len(MARKERS)} curves, got {size}")


def log10(value: Fraction) -> float:
    """Return the decimal logarithm of a fraction (estimate; -inf at zero)."""
    return Enclosure.of(value).log10_estimate


def short(value: Fraction) -> str:
    """Return a fraction as a title has it."""
    return str(value) if value.denominator < 100 else f"{float(value):g}"


def _power_of_ten(exponent: float, _: object) -> str:
    if exponent == 0:
        return "$1$"
    return f"$10^{{{exponent:.0f}}}$" if abs(exponent) < _LONG_EXPONENT else f"$10^{{{exponent:.3g}}}$"
