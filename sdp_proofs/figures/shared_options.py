"""Options that several figures have, each said once; an option of one figure alone stands in its signature."""

from __future__ import annotations

from typing import Annotated

from sdp_proofs.declarations import Option

Resume = Annotated[
    str | None,
    Option(
        "Keep the draws there, and continue from them.",
        metavar="FILE",
        default="figure-NUMBER-….draws.jsonl, which goes when the figure is complete",
    ),
]
Workers = Annotated[int | None, Option("Processes.", metavar="N", default="one per core")]
Dask = Annotated[str | None, Option("A Dask scheduler whose workers compute instead.", metavar="ADDRESS")]
