"""Slides for one lecture, made from a notebook by nbconvert."""

from __future__ import annotations

from pathlib import Path

from notebooks.classroom.cells import FOLDER, read
from notebooks.classroom.formulas import with_mathml_in

DECK = FOLDER / "slides" / "one_lecture.ipynb"
# Without reveal.js, for instance without a network, the slides are a page to read.
_STYLE = """
body:not(.reveal-viewport) { overflow: auto; height: auto; }
body:not(.reveal-viewport) .reveal { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; height: auto; }
body:not(.reveal-viewport) section { margin: 0 0 3rem; }
.reveal pre, .formula { overflow-x: auto; }
.formula .clause { display: inline-block; margin: 0 0.5em; }
img { max-width: 100%; }
"""


def slides(notebook: Path = DECK, reveal: str | None = None) -> str:
    """The page, for reveal.js; cells with the tag `hidden` are left out.

    Args:
        notebook: whose cells say in their metadata where slides begin.
        reveal: address or folder of reveal.js, for rooms without a network; else it comes from the web.

    Raises:
        ImportError: nbconvert is not installed.
    """
    from nbconvert import SlidesExporter
    from nbformat import from_dict
    from traitlets.config import Config

    settings = Config()
    settings.TagRemovePreprocessor.enabled = True
    settings.TagRemovePreprocessor.remove_cell_tags = ("hidden",)
    settings.SlidesExporter.exclude_input_prompt = True
    settings.SlidesExporter.exclude_output_prompt = True
    settings.SlidesExporter.reveal_theme = "white"
    if reveal is not None:
        settings.SlidesExporter.reveal_url_prefix = reveal
    cells = with_mathml_in(read(notebook), cells=True)
    page, _ = SlidesExporter(config=settings).from_notebook_node(from_dict(cells))
    return str(page).replace("</head>", f"<style>{_STYLE}</style></head>", 1)
