"""Figures in one line: from a database, or from nothing, to a matplotlib figure.

Every function returns a `matplotlib.figure.Figure`, which a notebook shows and `figure.savefig("name.png")` writes.
All have one style, and are readable in black and white.

Example:
    >>> from sdp_proofs import Database, plots
    >>> figure = plots.profile(Database.read(counts="3,3", draws=2))
    >>> figure.axes[0].get_title(loc="left")
    'x = (3, 3), 2 of 6 records sampled'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sdp_proofs.figures.bounds import bounds
    from sdp_proofs.figures.curve import odometer
    from sdp_proofs.figures.database import profile, trade_off
    from sdp_proofs.figures.elections import elections
    from sdp_proofs.figures.electorates import smoothed
    from sdp_proofs.figures.remark_8 import remark_8_map

_HOMES = {
    "bounds": "bounds",
    "elections": "elections",
    "odometer": "curve",
    "profile": "database",
    "remark_8_map": "remark_8",
    "smoothed": "electorates",
    "trade_off": "database",
}
"""The functions, each with the figure that it draws."""
__all__ = ["bounds", "elections", "odometer", "profile", "remark_8_map", "smoothed", "trade_off"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from sdp_proofs.extras import require

    require("plots")  # a figure that nothing can draw is not computed
    return getattr(import_module(f"sdp_proofs.figures.{_HOMES[name]}"), name)
