"""Slides for one lecture, made from a notebook by nbconvert."""

from __future__ import annotations

from pathlib import Path

from notebooks.classroom.cells import FOLDER

DECK = FOLDER / "slides" / "one_lecture.ipynb"


def slides(notebook: Path = DECK, reveal: str | None = None) -> str:
    """The page, for reveal.js; cells with the tag `hidden` are left out.

    Args:
        notebook: whose cells say in their metadata where slides begin.
        reveal: address or folder of reveal.js, for rooms without a network; else it comes from the web.

    Raises:
        ImportError: nbconvert is not installed.
    """
    from nbconvert import SlidesExporter
    from traitlets.config import Config

    settings = Config()
    settings.TagRemovePreprocessor.enabled = True
    settings.TagRemovePreprocessor.remove_cell_tags = ("hidden",)
    settings.SlidesExporter.exclude_input_prompt = True
    settings.SlidesExporter.exclude_output_prompt = True
    settings.SlidesExporter.reveal_theme = "white"
    if reveal is not None:
        settings.SlidesExporter.reveal_url_prefix = reveal
    page, _ = SlidesExporter(config=settings).from_filename(str(notebook))
    return str(page)
