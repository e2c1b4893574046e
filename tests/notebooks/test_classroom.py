from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from notebooks.classroom.__main__ import main
from notebooks.classroom.cells import notebooks, read, run, run_all, source, tags
from notebooks.classroom.formulas import with_mathml_in
from notebooks.classroom.index import INDEX, index
from notebooks.classroom.slides import DECK, slides
from notebooks.classroom.students import student_version

NOTEBOOKS = notebooks()


def test_the_index_page_is_up_to_date() -> None:
    """python -m notebooks.classroom index"""
    assert INDEX.read_text(encoding="utf-8") == index()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_student_version_has_the_exercise_and_not_the_solution(path: Path) -> None:
    whole, handed = read(path), student_version(read(path))
    solutions = [source(cell) for cell in whole["cells"] if "solution" in tags(cell)]
    assert any(cell["cell_type"] == "code" for cell in whole["cells"] if "solution" in tags(cell))
    texts = [source(cell) for cell in handed["cells"]]
    assert not set(solutions) & set(texts) and "*Solution" not in "".join(texts)
    assert "## Exercise" in "".join(texts) and texts.count("# Your answer") >= 1
    assert 'pip install ".[notebooks]"' in texts[0] and 'require("notebooks")' in texts[0]
    assert "%pip" not in "".join(texts) and "](../" not in "".join(texts)
    assert not any(cell["outputs"] for cell in handed["cells"] if cell["cell_type"] == "code")
    kept = [cell["id"] for cell in whole["cells"] if "solution" not in tags(cell)]
    assert [cell["id"] for cell in handed["cells"] if cell["id"] in kept] == kept


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_a_class_sees_has_no_assertions(path: Path) -> None:
    """But inside functions, where one is what a property is tested with."""
    for cell in read(path)["cells"]:
        if cell["cell_type"] == "code":
            assert not any(isinstance(node, ast.Assert) for node in ast.parse(source(cell)).body)


def test_the_command_line(tmp_path: Path) -> None:
    main(["students", str(tmp_path / "handed"), "--package", "x @ https://example.org/x.whl"])
    files = sorted((tmp_path / "handed").iterdir())
    assert {file.name for file in files} == {path.name for path in NOTEBOOKS}
    assert 'install --quiet "x @ https://example.org/x.whl"' in source(read(files[0])["cells"][0])
    with pytest.raises(SystemExit):
        main(["nothing"])


def test_badges_open_the_notebooks_of_a_public_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["students", "for class", "--repository", "owner/name"])
    for file in Path("for class").iterdir():
        badges, install = map(source, read(file)["cells"][:2])
        assert f"colab.research.google.com/github/owner/name/blob/main/for class/{file.name})" in badges
        assert f"mybinder.org/v2/gh/owner/name/main?labpath=for%20class%2F{file.name})" in badges
        assert 'install --quiet "sdp-proofs[notebooks] @ git+https://github.com/owner/name"' in install


def test_the_slides_show_what_is_stored() -> None:
    """The deck runs from top to bottom, and has slides for 45 minutes."""
    deck = read(DECK)
    namespace: dict[str, object] = {}
    for cell in deck["cells"]:
        if cell["cell_type"] == "code":
            printed, value = run(source(cell), namespace, DECK.name)
            shown = [part.get("text") or part["data"]["text/plain"] for part in cell["outputs"]]
            assert [text for text in (printed, "" if value is None else repr(value)) if text] == shown
    kinds = [cell["metadata"]["slideshow"]["slide_type"] for cell in deck["cells"]]
    assert 10 <= kinds.count("slide") <= 20 and "notes" in kinds


def test_no_line_of_code_is_wider_than_a_slide() -> None:
    lines = [line for cell in read(DECK)["cells"] if cell["cell_type"] == "code" for line in source(cell).splitlines()]
    assert lines and [line for line in lines if len(line) > 80] == []


def test_the_slides_are_a_page() -> None:
    pytest.importorskip("nbconvert", reason="the optional dependencies `docs` are not installed")
    page = slides()
    assert re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=.?https?:", page) == [] and "import(" not in page
    assert page.count("<section") > 20 and page.count("<script") == 1
    assert "2.381689727" in page and "1.1972041489720512070e-32" in page


def test_slides_are_dark_where_the_reader_is() -> None:
    """Every colour of the light code and of its background has a dark one, and pictures keep their white ground."""
    pytest.importorskip("nbconvert")
    light, dark = slides().split("@media screen and (prefers-color-scheme: dark)")
    used = set(re.findall(r"^\.highlight \.\w+ \{ color: var\((--jp-[a-z-]+)\)", light, re.MULTILINE))
    assert used > {"--jp-mirror-editor-keyword-color", "--jp-mirror-editor-string-color"}
    assert {name for name in used if f"{name}: #" not in dark.split("</style>")[0]} == set()
    assert "img { background: white" in dark


def test_formulas_of_slides_need_no_network() -> None:
    """Formulas are set when the page is made; nothing is left for a script, and code stays as it is."""
    pytest.importorskip("nbconvert")
    page = slides()
    assert page.count("<math") > 20
    text = re.sub(r"<(script|style|pre)\b.*?</\1>", "", page, flags=re.DOTALL)
    assert not re.search(r"\$[^$\n]*\\[a-z]+[^$\n]*\$", text)


def test_formulas_of_outputs_are_set_and_code_is_not() -> None:
    output = {"data": {"text/html": ["<td>$x &lt; \\epsilon$</td>", "<pre>$x$ and $y$</pre>"]}}
    notebook = {"cells": [{"cell_type": "code", "source": ["'$x$'"], "outputs": [output]}]}
    made = with_mathml_in(notebook, cells=True)["cells"][0]
    assert made["source"] == ["'$x$'"]
    assert made["outputs"][0]["data"]["text/html"] == (
        "<td><math><mi>x</mi><mo>&lt;</mo><mi>ϵ</mi></math></td><pre>$x$ and $y$</pre>"
    )


def test_a_picture_is_kept_whatever_a_cell_ends_with() -> None:
    """Jupyter shows the figures that a cell leaves open; so do the stored notebooks."""
    pytest.importorskip("matplotlib").use("agg")
    lines = "import matplotlib.pyplot as plt\nfigure, ax = plt.subplots(figsize=(1, 1))\n"
    endings = ["ax.grid();", "print('drawn')", "figure", "plt.close();"]
    cells = [{"cell_type": "code", "metadata": {}, "source": lines + ending} for ending in endings]
    notebook: dict[str, Any] = {"cells": cells}
    run_all(notebook, "pictures")
    kinds = [[one["output_type"] for one in cell["outputs"] if "image/png" in one.get("data", {})] for cell in cells]
    assert kinds == [["display_data"], ["display_data"], ["execute_result"], []]
