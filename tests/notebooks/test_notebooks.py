"""The notebooks run from top to bottom in a fresh namespace, and print what they were stored with.

They run without Jupyter. A cell with the tag "varies" prints times, floats or counts that differ between machines. The
headline numbers are held by `checks/`, a file for every notebook, whose part `# %% cell-7` runs after the cell of that
name and in its namespace: so the cells that a class sees have no assertions.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from notebooks.classroom.cells import Cell, html_of, notebooks, read, run, source, tags

NOTEBOOKS = notebooks()
CHECKS = Path(__file__).parent / "checks"
LARGEST_IMAGE = 100_000
"""Bytes of base64, so that the files stay small."""


def cells(path: Path) -> list[Cell]:
    notebook = read(path)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    return list(notebook["cells"])


def code(path: Path) -> list[Cell]:
    return [cell for cell in cells(path) if cell["cell_type"] == "code"]


def checks(path: Path) -> dict[str, str]:
    """Checks that follow each cell."""
    file = CHECKS / f"{path.stem}.py"
    if not file.exists():
        return {}
    parts = re.split(r"^# %% (\S+)$", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def stored(cell: Cell) -> tuple[str, str]:
    printed = "".join("".join(part["text"]) for part in cell["outputs"] if part["output_type"] == "stream")
    shown = [part for part in cell["outputs"] if part["output_type"] == "execute_result"]
    return printed, "".join("".join(part["data"]["text/plain"]) for part in shown)


def stored_html(cell: Cell) -> list[str]:
    """The tables of claims, derivations and results that the cell is stored with."""
    data = [part["data"] for part in cell["outputs"] if part["output_type"] == "execute_result"]
    return ["".join(each["text/html"]) for each in data if "text/html" in each]


def words(text: str) -> str:
    """Without line breaks: IPython breaks long tuples, `repr` does not."""
    return "".join(text.split())


def test_they_are_numbered() -> None:
    numbers = [int(path.name.split("_")[0]) for path in NOTEBOOKS]
    assert numbers == sorted(set(numbers)) and numbers[:8] == list(range(1, 9))


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_is_stored(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    import matplotlib
    import matplotlib.pyplot as plt

    namespace: dict[str, object] = {"__name__": "__main__"}
    held = checks(path)
    with matplotlib.rc_context():
        for cell in code(path):
            printed, value = run(source(cell), namespace, path.name)
            shown = "" if value is None else repr(value)
            if "varies" not in tags(cell):
                assert [words(printed), words(shown)] == [words(text) for text in stored(cell)]
                assert stored_html(cell) in ([], [html_of(value)])
            exec(compile(held.pop(cell["id"], ""), f"checks of {path.name}, {cell['id']}", "exec"), namespace)
        plt.close("all")
    assert not held, "a check must name a cell"


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
    held = sum(text.count("assert ") for text in checks(path).values())
    assert held + sum(source(cell).count("assert ") for cell in listed) >= 3
    assert any("## Exercise" in source(cell) for cell in cells(path))
