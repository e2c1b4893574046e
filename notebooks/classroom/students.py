"""Student versions: the same notebooks without solutions and outputs, ready for a hosted service.

Solutions are the cells with the tag `solution`. Where they stood there is an empty cell to write in.
"""

from __future__ import annotations

import copy
import re
from urllib.parse import quote

from notebooks.classroom.cells import Cell, Notebook, tags

PACKAGE = "sdp-proofs[notebooks]"
_INSTALL = """\
# Install the package unless it is there, as on a hosted notebook.
import importlib.util

if importlib.util.find_spec("sdp_proofs") is None:
    %pip install --quiet "{package}\"

"""
_TELL = """\
# If this fails, install the package with what notebooks need; in a copy of its repository:
#     pip install ".[notebooks]"
"""
_REQUIRE = """\
from sdp_proofs.extras import require

require("notebooks")"""
_BADGES = (
    "[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)]"
    "(https://colab.research.google.com/github/{repository}/blob/main/{path}) "
    "[![Open in Binder](https://mybinder.org/badge_logo.svg)]"
    "(https://mybinder.org/v2/gh/{repository}/main?labpath={quoted})"
)
_LINK = re.compile(r"\[([^\]]+)\]\(\.\./[^)]+\)")


def badges(repository: str, path: str) -> str:
    """Links that open a notebook of a public GitHub repository in Colab and in Binder.

    Args:
        repository: "owner/name".
        path: of the notebook in it.

    Example:
        >>> badges("owner/name", "class/1 first.ipynb").count("](https://")
        4
    """
    return _BADGES.format(repository=repository, path=path, quoted=quote(path, safe=""))


def student_version(notebook: Notebook, package: str | None = None, head: str = "") -> Notebook:
    """A copy for students.

    Args:
        notebook: with its solutions.
        package: what pip is to install where the package is missing: an address, a file, or a name that the index
            has which the students' pip asks. Without it the first cell says what to type.
        head: Markdown above everything, such as `badges`.

    Example:
        >>> cells = [
        ...     {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "Ask [here](../docs/x.md)."},
        ...     {"cell_type": "code", "id": "b", "metadata": {"tags": ["solution"]}, "source": "1", "outputs": []},
        ... ]
        >>> [cell["source"][:20] for cell in student_version({"cells": cells})["cells"]]
        ['# If this fails, ins', 'Ask here.', '# Your answer']
    """
    handed = copy.deepcopy(notebook)
    install = _TELL if package is None else _INSTALL.format(package=package)
    cells = [code_cell("install", install + _REQUIRE)]
    if head:
        cells.insert(0, {"cell_type": "markdown", "id": "badges", "metadata": {}, "source": head})
    for cell in handed["cells"]:
        if "solution" in tags(cell):
            if cells[-1]["metadata"].get("tags") != ["answer"]:
                cells.append(code_cell(f"answer-{len(cells)}", "# Your answer", ["answer"]))
        else:
            cells.append(_handed_out(cell))
    handed["cells"] = cells
    return handed


def code_cell(name: str, text: str, tagged: list[str] | None = None) -> Cell:
    """A cell that was not run."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {"tags": tagged} if tagged else {},
        "outputs": [],
        "source": text,
    }


def _handed_out(cell: Cell) -> Cell:
    if cell["cell_type"] == "code":
        cell["execution_count"], cell["outputs"] = None, []
    else:
        # A notebook that is handed out alone has no files beside it.
        cell["source"] = _LINK.sub(r"\1", "".join(cell["source"]))
    return cell
