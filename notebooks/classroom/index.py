"""The index page of the notebooks, made from what each says of itself in its metadata.

`metadata.class` of a notebook has `minutes` in class, exercise included, the numbers of the notebooks that it builds
on, under `needs`, and what it is `about`, in one line.
"""

from __future__ import annotations

import json
from pathlib import Path

from notebooks.classroom.cells import FOLDER, notebooks, read, source

INDEX = FOLDER / "README.md"
_HEAD = """\
# Notebooks for a class

Each is a lesson with an exercise and its solution at the end. They run from top to bottom, most in seconds; times are
for reading, running and the exercise together.

| notebook | about | minutes | needs |
|---|---|--:|---|
"""
_TAIL = """
Install what they need with `pip install '.[notebooks]'` in a copy of the repository. That is enough to run them, as in
`jupyter nbconvert --to notebook --execute notebooks/1_*.ipynb --output-dir done`; to click through them, add
`jupyterlab`.

**For students.** `python -m notebooks.classroom students DIR` writes versions without solutions and outputs: cells with
the tag `solution` give way to an empty one, and the first cell installs the package on hosted notebooks, if `--package`
says from where; otherwise it says what to type. `--repository OWNER/NAME` adds badges that open them in Colab and
Binder from a public GitHub repository, and installs from there.

**For a lecture.** `python -m notebooks.classroom slides DIR` makes slides for one lecture of 45 minutes from
[`slides/one_lecture.ipynb`](slides/one_lecture.ipynb); the extra `notebooks` brings what it needs. They are one file,
which needs no network: space, arrows and swipes turn it, Esc shows all slides, n the notes. `make docs` makes them too.

**For authors.** What a notebook shows is checked in `tests/notebooks/checks/`, not in its cells. `python -m
notebooks.classroom run NUMBER` runs a notebook and stores what it shows; `index` writes this page.
"""


def index() -> str:
    """The page as Markdown."""
    return _HEAD + "".join(_line(path) for path in notebooks()) + _TAIL


def table() -> str:
    """The notebooks alone, with links to files beside them."""
    return index().removesuffix(_TAIL)


def _line(path: Path) -> str:
    notebook = read(path)
    says = notebook["metadata"].get("class")
    if says is None:
        raise KeyError(f"{path.name}: metadata.class must say minutes, needs and about, it is missing")
    number, title = source(notebook["cells"][0]).splitlines()[0].removeprefix("# ").split(". ", 1)
    needs = ", ".join(map(str, says["needs"])) or "nothing"
    return f"| [{number}. {title}]({path.name}) | {says['about']} | {json.dumps(says['minutes'])} | {needs} |\n"
