"""The dependency graph of claims as Mermaid text, which many viewers of Markdown draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

_FILLS = {
    "established": "#cfe8d5",
    "supported": "#d6e6f4",
    "refuted": "#f6cfc6",
    "repaired": "#f9e2b8",
    "open": "#e6e6e6",
    "vacuous": "#e6e6e6",
    "not-examined": "#ffffff",
}


def mermaid(rows: Iterable[Mapping[str, Any]]) -> str:
    """A flow chart: an arrow from every claim to those that use it, a dotted one from a refuted claim to its repair.

    Args:
        rows: claims with `id`, `locator`, `recorded`, `depends_on` and `repaired_by`.

    Example:
        >>> row = {"id": "a-b", "locator": "Fig. 1", "recorded": "open", "depends_on": [], "repaired_by": None}
        >>> print(mermaid([row]).splitlines()[1])
          a-b["a-b<br>Fig. 1"]:::open
    """
    claims = {row["id"]: row for row in rows}
    lines = ["flowchart LR"]
    lines += [
        f'  {name}["{name}<br>{_plain(row["locator"])}"]:::{row["recorded"] or "not-examined"}'
        for name, row in claims.items()
    ]
    for name, row in claims.items():
        lines += [f"  {support} --> {name}" for support in row["depends_on"] if support in claims]
        if row["repaired_by"] in claims:
            lines.append(f"  {name} -.->|repaired by| {row['repaired_by']}")
    lines += [f"  classDef {status} fill:{fill},stroke:#555,color:#111" for status, fill in _FILLS.items()]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return text.replace('"', "'").replace("<", "(").replace(">", ")")
