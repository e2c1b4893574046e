"""The notebooks run from top to bottom in a fresh namespace, and print what they were stored with.

They run without Jupyter. Their own assertions hold the headline numbers; a cell with the tag "varies" prints times,
floats or counts that differ between machines.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
LARGEST_IMAGE = 100_000
"""Bytes of base64, so that the files stay small."""

Cell = dict[str, Any]


def cells(path: Path) -> list[Cell]:
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    return list(notebook["cells"])


def code(path: Path) -> list[Cell]:
    return [cell for cell in cells(path) if cell["cell_type"] == "code"]


def run(source: str, namespace: dict[str, object], name: str) -> tuple[str, str]:
    """What a cell prints, and the text of its last expression unless it ends in a semicolon."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    shown = ""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), name, "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), namespace)
            shown = "" if value is None or source.rstrip().endswith(";") else repr(value)
    return printed.getvalue(), shown


def stored(cell: Cell) -> tuple[str, str]:
    printed = "".join("".join(part["text"]) for part in cell["outputs"] if part["output_type"] == "stream")
    shown = [part for part in cell["outputs"] if part["output_type"] == "execute_result"]
    return printed, "".join("".join(part["data"]["text/plain"]) for part in shown)


def words(text: str) -> str:
    """Without line breaks: IPython breaks long tuples, `repr` does not."""
    return "".join(text.split())


def test_they_are_numbered() -> None:
    assert [path.name.split("_")[0] for path in NOTEBOOKS] == [str(number) for number in range(1, 9)]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_is_stored(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    import matplotlib
    import matplotlib.pyplot as plt

    namespace: dict[str, object] = {"__name__": "__main__"}
    with matplotlib.rc_context():
        for cell in code(path):
            found = run("".join(cell["source"]), namespace, path.name)
            if "varies" not in cell["metadata"].get("tags", ()):
                assert [words(text) for text in found] == [words(text) for text in stored(cell)]
        plt.close("all")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_as_one_clean_run(path: Path) -> None:
    listed = code(path)
    assert [cell["execution_count"] for cell in listed] == list(range(1, len(listed) + 1))
    outputs = [part for cell in listed for part in cell["outputs"]]
    assert all(part["output_type"] != "error" and part.get("name") != "stderr" for part in outputs)
    images = [data for part in outputs for kind, data in part.get("data", {}).items() if kind.startswith("image/")]
    assert images
    assert max(map(len, images)) < LARGEST_IMAGE
    assert "/home/" not in path.read_text(encoding="utf-8")
    assert sum("assert " in "".join(cell["source"]) for cell in listed) >= 3
    assert any("## Exercise" in "".join(cell["source"]) for cell in cells(path))
