"""Cells of lessons beside their pages: they print what is stored, and can be changed, cancelled and run again."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from docs.browser import lesson
from docs.browser.build import FOLDER, ROOT
from docs.browser.lessons import LESSONS, opened
from tests.browser.chromium import Chromium
from tests.browser.conftest import served

NOTEBOOKS = {path.name.partition("_")[0]: path for path in (ROOT / "notebooks").glob("*.ipynb")}


def cells(number: str) -> list[dict[str, Any]]:
    document = json.loads(NOTEBOOKS[number].read_text(encoding="utf-8"))
    return [cell for cell in document["cells"] if cell["cell_type"] == "code"]


def stored(cell: dict[str, Any]) -> tuple[str, str | None]:
    """Output that a notebook stores of a cell: what was printed, and the value of its last line."""
    outputs = cell["outputs"]
    printed = "".join("".join(one["text"]) for one in outputs if one["output_type"] == "stream")
    values = ["".join(one["data"]["text/plain"]) for one in outputs if one["output_type"] == "execute_result"]
    return printed, values[0] if values else None


@pytest.fixture(autouse=True)
def _nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(lesson, "NAMES", {"__name__": "__main__"})
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    yield
    for name in [name for name, module in sys.modules.items() if isinstance(module, lesson._Blank)]:
        del sys.modules[name]  # monkeypatch puts back those that were there before


def said(source: str, name: str = "cell 1") -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(lesson.ask("cell", json.dumps({"source": source, "name": name})))
    return answer


def test_a_cell_sees_the_names_of_those_before_it() -> None:
    assert said("x = 6; print(x); x * 7")["ok"] == {"printed": "6\n", "value": "42", "undrawn": False}
    assert said("x + 1", "cell 2")["ok"]["value"] == "7"
    assert said("None", "cell 3")["ok"]["value"] is None
    text = "def double(x):\n    return 2 * x\nimport inspect\nprint(inspect.getsource(double))"
    assert said(text, "cell 4")["ok"]["printed"] == "def double(x):\n    return 2 * x\n\n"


@pytest.mark.parametrize(
    ("source", "error", "printed"),
    [
        ("print(1)\n1 / 0", "line 2 of cell 1: ZeroDivisionError: division by zero", "1\n"),
        ("x = = 1", "line 1 of cell 1: SyntaxError: invalid syntax (cell 1, line 1)", ""),
        ("import json\njson.loads('{')", "line 2 of cell 1: JSONDecodeError: Expecting property name enclosed in", ""),
        ("def f():\n    raise ValueError('a\\nb')\n\nf()", "line 2 of cell 1: ValueError: a b", ""),
    ],
)
def test_an_error_is_a_line_that_names_its_own(source: str, error: str, printed: str) -> None:
    found = said(source)
    assert (found["error"][: len(error)], found["printed"]) == (error, printed)


def test_what_is_printed_is_cut() -> None:
    assert len(said("print('x' * 10**6)")["ok"]["printed"]) == lesson.MOST_PRINTED
    assert len(said("'x' * 10**6")["ok"]["value"]) == lesson.MOST_PRINTED


def test_pictures_are_let_pass_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    kept = sys.meta_path[:]
    monkeypatch.setattr(sys, "meta_path", [lesson._Blanks(), *kept])
    assert not said("import matplotlib.pyplot as plt\nplt.rcParams.update({'font.size': 9})")["ok"]["undrawn"]
    assert said("figure, axes = plt.subplots()\naxes.plot([1])[0]", "cell 2")["ok"] == {
        "printed": "", "value": None, "undrawn": True,
    }  # fmt: skip
    shapes = "f, (a, b) = plt.subplots(1, 2)\ng, (c, d, e) = plt.subplots(3)\nh, ((i, j), (k, l)) = plt.subplots(2, 2)"
    assert said(shapes, "cell 3")["ok"]["undrawn"]
    assert not said("x = 1", "cell 4")["ok"]["undrawn"]


def test_a_proof_is_replayed_without_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    from sdp_proofs.logic import proofs

    kept = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "sdp_proofs"}
    monkeypatch.setattr(subprocess, "run", lesson.here)
    assert "group_privacy" in proofs.proved(["group_privacy"])
    with pytest.raises(proofs.Refused):
        proofs.proved(["no_such_theorem"])
    assert all(sys.modules[name] is module for name, module in kept.items())


def test_the_script_of_a_page_is_not_escaped_in_markdown() -> None:
    page = pytest.importorskip("markdown_it").MarkdownIt().render(f"<a>Download</a> {opened('2')}")
    assert opened("2") in page


def test_lessons_without_numpy_are_those_that_run() -> None:
    """The list names every notebook none of whose cells imports numpy or jax, and none that does."""
    for number in NOTEBOOKS:
        text = "\n".join("".join(cell["source"]) for cell in cells(number))
        if "import numpy" in text or "jax" in text:
            assert opened(number) == "", number
    assert set(LESSONS) >= {"2", "4", "6", "9", "12", "13"}


@pytest.mark.slow
@pytest.mark.parametrize("number", ["2", "6", "12"])
def test_cells_print_in_node_what_is_stored(built: Path, tmp_path: Path, number: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node is on the PATH")
    asked = [
        {"question": "cell", "given": {"source": "".join(cell["source"]), "name": f"cell {place}"}}
        for place, cell in enumerate(cells(number), start=1)
    ]
    (tmp_path / "cells.json").write_text(json.dumps(asked), encoding="utf-8")
    script = Path(__file__).with_name("ask.mjs")
    call = [node, str(script), str(built / FOLDER), str(tmp_path / "cells.json"), *LESSONS[number].split()]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    compared = 0
    for cell, one in zip(cells(number), json.loads(done.stdout.splitlines()[-1])["answers"], strict=True):
        found = one["answer"]
        assert "error" not in found, (cell["source"], found)
        if "varies" not in cell["metadata"].get("tags", []):
            value = None if found["ok"]["undrawn"] else found["ok"]["value"]
            expected = stored(cell)
            assert (found["ok"]["printed"], value) == (expected[0], None if found["ok"]["undrawn"] else expected[1])
            compared += bool(expected[0] or value)
    assert compared >= 5


PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>A lesson</title><link rel="icon" href="data:,">
<body>{cells}{script}</body></html>"""
CELL = '<div class="cell"><div class="cell_input"><div class="highlight-python"><pre>{}</pre></div></div></div>'


@pytest.mark.slow
def test_a_cell_runs_beside_its_text(browsers: Callable[[], Chromium], built: Path) -> None:
    """A click runs the cells before it, too; it can be changed, cancelled and run again; no other host is asked."""
    texts = ["import sdp_proofs as sdp\nx = 2", "print(x)\nx &lt; 3", "while True:\n    pass"]
    place = built / "generated" / "notebooks"
    place.mkdir(parents=True, exist_ok=True)
    page = PAGE.format(cells="".join(map(CELL.format, texts)), script=opened("2"))
    (place / "lesson.html").write_text(page, encoding="utf-8")
    browser = browsers()
    output = "document.querySelectorAll('.lesson pre')[{}].textContent"
    button = "document.querySelectorAll('.lesson button:first-child')[{}]"
    with served(built, {}) as address:
        browser.open(address.removesuffix("try/") + "generated/notebooks/lesson.html")
        browser.until("document.querySelectorAll('.lesson').length === 3")
        browser.evaluate(f"{button.format(1)}.click()")
        assert browser.until(output.format(1)) == "2\nTrue"
        assert browser.evaluate(output.format(0)) == "It has run and prints nothing."
        browser.evaluate("document.querySelectorAll('textarea')[1].value = '<img src=x> + x'")
        browser.evaluate(f"{button.format(1)}.click()")
        browser.until(f"{output.format(1)}.startsWith('line 1 of cell 2: SyntaxError')")
        browser.evaluate(
            "document.querySelectorAll('textarea')[1].value = 'sdp.account(\"laplace(scale=10)\", delta=0)'"
        )
        browser.evaluate(f"{button.format(1)}.click()")
        browser.until(f"{output.format(1)}.includes('0.1')")
        browser.evaluate(f"{button.format(2)}.click()")
        browser.until("[...document.querySelectorAll('[role=status]')].at(-1).textContent.startsWith('Running cell 3')")
        browser.evaluate("document.querySelectorAll('.lesson button:nth-child(2)')[2].click()")
        browser.until(f"{output.format(2)}.startsWith('cancelled')")
        browser.evaluate(f"{button.format(1)}.click()")
        browser.until("document.querySelectorAll('button:disabled').length === 0", 240)
        assert "0.1" in browser.evaluate(output.format(1))
        assert {url.split("/")[2] for url, _ in browser.requested} == {address.split("/")[2]}
    assert browser.console == []
