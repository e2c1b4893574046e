"""Notebooks as files: read, run without Jupyter, written with what their cells show."""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import linecache
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1]
Cell = dict[str, Any]
Notebook = dict[str, Any]


def notebooks() -> list[Path]:
    """All of them, by their numbers."""
    return sorted(FOLDER.glob("*.ipynb"), key=lambda path: int(path.name.split("_")[0]))


def read(path: Path) -> Notebook:
    """The notebook as a dictionary."""
    found: Notebook = json.loads(path.read_text(encoding="utf-8"))
    return found


def write(path: Path, notebook: Notebook) -> None:
    """Write it; texts are not broken into lines, so that all notebooks are stored alike."""
    for cell in notebook["cells"]:
        cell["source"] = source(cell)
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def source(cell: Cell) -> str:
    """The text of a cell."""
    return "".join(cell["source"])


def tags(cell: Cell) -> Sequence[str]:
    """Tags of a cell: `varies` prints what differs between machines, `solution` is left out for students."""
    found: Sequence[str] = cell["metadata"].get("tags", ())
    return found


def run(text: str, namespace: dict[str, object], name: str) -> tuple[str, object]:
    """Run a cell: what it prints, and the value of its last expression unless it ends in a semicolon."""
    # As Jupyter does, so that the text of a function can be found again; several cells share the notebook's name.
    name = f"<{name}: {zlib.crc32(text.encode()):08x}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    body = ast.parse(text).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    value: object = None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), name, "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), namespace)
            value = None if text.rstrip().endswith(";") else value
    return printed.getvalue(), value


def html_of(value: object) -> str | None:
    """HTML that a notebook shows for a value that has a form of its own, such as a claim."""
    form = getattr(value, "_repr_html_", None)
    return None if form is None or isinstance(value, type) else str(form())


def run_all(notebook: Notebook, name: str) -> None:
    """Run every cell from top to bottom and keep what it shows in the notebook."""
    namespace: dict[str, object] = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        printed, value = run(source(cell), namespace, name)
        cell["execution_count"] = count
        cell["outputs"] = _outputs(printed, value, count) + _pictures(value)


def _pictures(value: object) -> list[dict[str, object]]:
    """Show the figures that a cell has left open, as Jupyter does at its end, and close them.

    A cell that ends in a semicolon or in `print` has no value, and its picture is one of these. A figure that is the
    value of the cell is shown as that.
    """
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return []
    figures = [pyplot.figure(number) for number in pyplot.get_fignums()]
    pyplot.close("all")
    shown = [{"image/png": _png(figure), "text/plain": repr(figure)} for figure in figures if figure is not value]
    return [{"data": data, "metadata": {}, "output_type": "display_data"} for data in shown]


def _png(figure: Any) -> str:
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=90, bbox_inches="tight")  # as Jupyter does
    return base64.b64encode(file.getvalue()).decode() + "\n"


def _outputs(printed: str, value: object, count: int) -> list[dict[str, object]]:
    outputs: list[dict[str, object]] = []
    if printed:
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed})
    if value is not None:
        data = {"text/plain": repr(value)}
        html = html_of(value)
        if html is not None:
            data = {"text/html": html, **data}
        if hasattr(value, "savefig"):
            data = {"image/png": _png(value), **data}
        outputs.append({"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return outputs
