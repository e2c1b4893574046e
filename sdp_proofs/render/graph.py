"""Graphs of claims: their layout on a page, and as Mermaid text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

BOX, AISLE, GAP = 206.0, 54.0, 12.0  # width of a box, between two columns, between two boxes of a column
_LANE = 4.0  # height of a line that passes through a column
_SWEEPS = 12


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two boxes, with its SVG path."""

    support: str
    dependent: str
    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A connected part: corners of boxes, lines, and size."""

    boxes: Mapping[str, tuple[float, float]]
    lines: tuple[Line, ...]
    width: float
    height: float


@dataclass(slots=True)
class _Layers:
    """Boxes and lanes, column by column; neighbours stand in adjacent columns only."""

    columns: list[list[str]]
    heights: dict[str, float]
    chains: list[list[str]]
    middle: dict[str, float] = field(default_factory=dict)

    def neighbours(self, step: int) -> dict[str, list[str]]:
        """Return the boxes beside each box, left (-1) or right (1)."""
        found: dict[str, list[str]] = defaultdict(list)
        for chain in self.chains:
            for left, right in pairwise(chain):
                near, far = (right, left) if step < 0 else (left, right)
                found[near].append(far)
        return found


def drawings(heights: Mapping[str, float], edges: Iterable[tuple[str, str, str]]) -> list[Drawing]:
    """Lay out a graph; boxes without any line are left out.

    Args:
        heights: the height of every box, by its name.
        edges: support, dependent and kind; ends that are no boxes are ignored, and so is what closes a circle.

    Example:
        >>> [drawing] = drawings({"a": 30, "b": 30, "alone": 30}, [("a", "b", "depends")])
        >>> drawing.boxes["a"][0] < drawing.boxes["b"][0], sorted(drawing.boxes)
        (True, ['a', 'b'])
    """
    known = list(dict.fromkeys(edge for edge in edges if edge[0] in heights and edge[1] in heights))
    kept = _without_circles(heights, known)
    return [_drawn(part, heights, [edge for edge in kept if edge[0] in part]) for part in _parts(heights, kept)]


def _without_circles(names: Iterable[str], edges: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    supports: dict[str, set[str]] = {name: set() for name in names}
    kept = []
    for edge in edges:
        support, dependent, _ = edge
        if dependent not in _below(support, supports):
            supports[dependent].add(support)
            kept.append(edge)
    return kept


def _below(name: str, supports: Mapping[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current not in seen:
            seen.add(current)
            waiting.extend(supports[current])
    return seen


def _parts(names: Iterable[str], edges: Sequence[tuple[str, str, str]]) -> list[list[str]]:
    """The connected parts of more than one box, the largest first."""
    near: dict[str, set[str]] = {name: set() for name in names}
    for support, dependent, _ in edges:
        near[support].add(dependent)
        near[dependent].add(support)
    parts, done = [], set[str]()
    for name, neighbours in near.items():
        if neighbours and name not in done:
            part = _below(name, near)
            done |= part
            parts.append([member for member in near if member in part])
    return sorted(parts, key=len, reverse=True)


def _drawn(names: Sequence[str], heights: Mapping[str, float], edges: Sequence[tuple[str, str, str]]) -> Drawing:
    depths = _depths(names, edges)
    layers = _with_lanes(depths, heights, edges)
    _order(layers)
    _place(layers)
    top = min(layers.middle[name] - layers.heights[name] / 2 for name in layers.middle)
    bottom = max(layers.middle[name] + layers.heights[name] / 2 for name in layers.middle)
    boxes = {
        name: (depths[name] * (BOX + AISLE) + 1, layers.middle[name] - heights[name] / 2 - top + 1) for name in names
    }
    lines = tuple(
        Line(support, dependent, kind, _path(chain, depths[support], layers.middle, top - 1))
        for (support, dependent, kind), chain in zip(edges, layers.chains, strict=True)
    )
    width = max(depths.values()) * (BOX + AISLE) + BOX + 2
    return Drawing(boxes, lines, width, bottom - top + 2)


def _depths(names: Sequence[str], edges: Sequence[tuple[str, str, str]]) -> dict[str, int]:
    """Return columns as far left as supports allow."""
    depths = dict.fromkeys(names, 0)
    for _ in names:
        for support, dependent, _kind in edges:
            depths[dependent] = max(depths[dependent], depths[support] + 1)
    carried = {dependent for _, dependent, _ in edges}
    for name in names:
        if name not in carried:
            depths[name] = min(depths[dependent] for support, dependent, _ in edges if support == name) - 1
    return depths


def _with_lanes(
    depths: Mapping[str, int], heights: Mapping[str, float], edges: Sequence[tuple[str, str, str]]
) -> _Layers:
    columns: list[list[str]] = [[] for _ in range(max(depths.values()) + 1)]
    sizes = {name: float(heights[name]) for name in depths}
    for name, depth in depths.items():
        columns[depth].append(name)
    chains = []
    for number, (support, dependent, _) in enumerate(edges):
        chain = [support]
        for column in range(depths[support] + 1, depths[dependent]):
            lane = f"{number} {column}"
            columns[column].append(lane)
            sizes[lane] = _LANE
            chain.append(lane)
        chains.append([*chain, dependent])
    return _Layers(columns, sizes, chains)


def _order(layers: _Layers) -> None:
    """Sort columns by the mean place of neighbours, for few crossings."""
    for sweep in range(_SWEEPS):
        step = -1 if sweep % 2 == 0 else 1
        near = layers.neighbours(step)
        for column in layers.columns[::-step]:
            place = {name: index for other in layers.columns for index, name in enumerate(other)}
            own = dict(place)
            column.sort(key=lambda name: _mean([place[far] for far in near[name]] or [own[name]]))


def _place(layers: _Layers) -> None:
    """Draw boxes towards the mean height of their neighbours."""
    for column in layers.columns:
        edge = 0.0
        for name in column:
            layers.middle[name] = edge + layers.heights[name] / 2
            edge += layers.heights[name] + GAP
    for sweep in range(_SWEEPS):
        step = -1 if sweep % 2 == 0 else 1
        near = layers.neighbours(step)
        for column in layers.columns[::-step]:
            wished = [_mean([layers.middle[far] for far in near[name]] or [layers.middle[name]]) for name in column]
            room = [(layers.heights[above] + layers.heights[below]) / 2 + GAP for above, below in pairwise(column)]
            layers.middle.update(zip(column, _apart(wished, room), strict=True))


def _apart(wished: Sequence[float], room: Sequence[float]) -> list[float]:
    """Return the nearest places that leave the room asked for.

    Example:
        >>> _apart([0, 0, 9], [4, 4])
        [-2.0, 2.0, 9.0]
    """
    offsets = [0.0]
    for gap in room:
        offsets.append(offsets[-1] + gap)
    blocks: list[list[float]] = []
    for wish, offset in zip(wished, offsets, strict=True):
        blocks.append([wish - offset])
        while len(blocks) > 1 and _mean(blocks[-2]) > _mean(blocks[-1]):
            last = blocks.pop()
            blocks[-1] += last
    levels = [_mean(block) for block in blocks for _ in block]
    return [level + offset for level, offset in zip(levels, offsets, strict=True)]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _path(chain: Sequence[str], first: int, middle: Mapping[str, float], top: float) -> str:
    """Return curves across the aisles and straight lines along lanes."""
    across = first * (BOX + AISLE) + 1 + BOX
    down = middle[chain[0]] - top
    pieces = [f"M{across:.1f} {down:.1f}"]
    for name in chain[1:]:
        half, down_next = across + AISLE / 2, middle[name] - top
        across += AISLE
        pieces.append(f"C{half:.1f} {down:.1f} {half:.1f} {down_next:.1f} {across:.1f} {down_next:.1f}")
        if name != chain[-1]:
            across += BOX
            pieces.append(f"H{across:.1f}")
        down = down_next
    return "".join(pieces)


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
    """Return a flow chart of claims, repairs with dotted arrows.

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
