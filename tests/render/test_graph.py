from __future__ import annotations

import random
import re
from itertools import combinations, pairwise

import pytest

from sdp_proofs.render.graph import BOX, GAP, drawings


def random_graph(seed: int, size: int) -> tuple[dict[str, float], list[tuple[str, str, str]]]:
    chance = random.Random(seed)
    names = [f"claim-{number}" for number in range(size)]
    edges = [(*pair, "depends") for pair in combinations(names, 2) if chance.random() < 1.2 / size]
    return {name: chance.choice((30.0, 44.0, 58.0)) for name in names}, edges


@pytest.mark.parametrize(("seed", "size"), [(1, 5), (2, 20), (3, 60), (4, 160)])
def test_boxes_stand_apart_and_right_of_what_they_rest_on(seed: int, size: int) -> None:
    heights, edges = random_graph(seed, size)
    parts = drawings(heights, edges)
    touched = {name for edge in edges for name in edge[:2]}
    assert sorted(name for part in parts for name in part.boxes) == sorted(touched)
    assert sum(len(part.lines) for part in parts) == len(edges)
    for part in parts:
        for name, (left, top) in part.boxes.items():
            assert left >= 0 and top >= 0
            assert left + BOX <= part.width and top + heights[name] <= part.height
        for line in part.lines:
            assert part.boxes[line.support][0] + BOX < part.boxes[line.dependent][0]
        columns: dict[float, list[tuple[float, float]]] = {}
        for name, (left, top) in part.boxes.items():
            columns.setdefault(left, []).append((top, top + heights[name]))
        for column in columns.values():
            assert all(above[1] + GAP <= below[0] + 1e-6 for above, below in pairwise(sorted(column)))


def test_lines_join_the_middles_of_the_sides() -> None:
    [part] = drawings(dict.fromkeys("abc", 30.0), [("a", "b", "depends"), ("b", "c", "depends"), ("a", "c", "repairs")])
    for line in part.lines:
        numbers = [float(number) for number in re.findall(r"-?\d+\.\d+", line.path)]
        left, top = part.boxes[line.support]
        assert numbers[:2] == pytest.approx([left + BOX, top + 15], abs=0.1)
        left, top = part.boxes[line.dependent]
        assert numbers[-2:] == pytest.approx([left, top + 15], abs=0.1)
    [detour] = [line for line in part.lines if line.kind == "repairs"]
    middle = part.boxes["b"][1] + 15
    [lane] = re.findall(r"(\d+\.\d)H", detour.path)
    assert abs(float(lane) - middle) > 15, "the line from a to c would cross the box of b"


def test_circles_and_unknown_ends_do_no_harm() -> None:
    edges = [("a", "b", "depends"), ("b", "a", "repairs"), ("a", "a", "depends"), ("a", "elsewhere", "depends")]
    [part] = drawings({"a": 30.0, "b": 30.0}, edges)
    assert [(line.support, line.dependent) for line in part.lines] == [("a", "b")]
    assert drawings({"a": 30.0}, []) == []
