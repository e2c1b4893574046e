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
# A reader whose system is in the dark: the colours of the page, of code and of tables. Paper stays white, and so do
# pictures, which are drawn on white.
_DARK = """
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --jp-layout-color0: #131416; --jp-layout-color1: #131416; --jp-layout-color2: #1e2024;
    --jp-content-font-color0: #e4e6ea; --jp-content-font-color1: #e4e6ea; --jp-content-font-color2: #c3c7ce;
    --jp-content-font-color3: #a4a9b2; --jp-ui-font-color0: #e4e6ea; --jp-ui-font-color1: #e4e6ea;
    --jp-content-link-color: #7eb6ff; --jp-border-color1: #4a4e57; --jp-border-color2: #3a3d44;
    --jp-cell-editor-background: #1e2024; --jp-cell-editor-border-color: #3a3d44;
    --jp-rendermime-table-row-background: #1e2024; --jp-rendermime-table-row-hover-background: #2a3a4c;
    --jp-rendermime-error-background: #47242b;
    --jp-mirror-editor-keyword-color: #7fd48a; --jp-mirror-editor-atom-color: #9dc1ff;
    --jp-mirror-editor-number-color: #9ad7c0; --jp-mirror-editor-def-color: #9dc1ff;
    --jp-mirror-editor-variable-color: #e4e6ea; --jp-mirror-editor-punctuation-color: #c3c7ce;
    --jp-mirror-editor-property-color: #9dc1ff; --jp-mirror-editor-operator-color: #d6a6ff;
    --jp-mirror-editor-comment-color: #a4a9b2; --jp-mirror-editor-string-color: #f2a68f;
    --jp-mirror-editor-error-color: #ff8f8f;
  }
  body, .reveal-viewport, .reveal, .reveal .slides { background: #131416; color: #e4e6ea; }
  .reveal :is(h1, h2, h3, h4, h5, h6, p, li, th, td, math, pre) { color: #e4e6ea; }
  .reveal :is(p, li, td) > code { background: #1e2024; color: #e4e6ea; }
  .reveal a { color: #7eb6ff; }
  .reveal .controls { color: #7eb6ff; }
  .reveal .progress { background: #3a3d44; color: #7eb6ff; }
  .reveal section img { background: white; border-radius: 4px; }
}
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
    return str(page).replace("</head>", f"<style>{_STYLE}{_DARK}</style></head>", 1)
