"""Slides for one lecture, made from a notebook by nbconvert: one file, which needs no network."""

from __future__ import annotations

import re
from pathlib import Path

from notebooks.classroom.cells import FOLDER, read
from notebooks.classroom.formulas import with_mathml_in

DECK = FOLDER / "slides" / "one_lecture.ipynb"
_LOADED = re.compile(r"<script\b.*?</script>|<link\b[^>]*>", re.DOTALL)
"""Parts that nbconvert leaves to the web: a framework for slides and one for formulas, which are set here already."""
# Without its script, and on paper, the deck is a page to read.
_STYLE = """
body { margin: 0; font-family: system-ui, sans-serif; overflow: auto; height: auto; }
.reveal { max-width: 60rem; margin: 0 auto; padding: 1rem clamp(1rem, 4vw, 3rem); }
.reveal section > section { margin: 0 0 3rem; }
.reveal pre, .formula, .reveal table { overflow-x: auto; }
.reveal h1, .reveal h2 { line-height: 1.2; }
.formula .clause { display: inline-block; margin: 0 0.5em; }
.reveal aside.notes, .anchor-link { display: none; }
img { max-width: 100%; height: auto; }
@media screen {
  .deck .slides > section, .deck section > section { display: none; }
  .deck .slides > section.on, .deck section > section.on { display: block; }
  .deck.all .slides > section, .deck.all section > section { display: block; border-bottom: 1px solid #8888; }
  .deck.told aside.notes { display: block; border-left: 4px solid #8888; padding-left: 1rem; margin-top: 2rem; }
  .deck section > section.on { min-height: 80vh; font-size: clamp(1rem, 0.6rem + 1.1vw, 1.5rem); margin: 0; }
  .deck section > section.on :is(.jp-RenderedHTMLCommon, pre, td, th) { font-size: inherit; }
  .turn { position: fixed; right: 1rem; bottom: 0.6rem; display: flex; gap: 0.5rem; align-items: center; }
  .turn button { font: inherit; padding: 0.3rem 0.8rem; }
}
@media print { .turn { display: none; } section > section { break-inside: avoid; } }
"""
_SCRIPT = """
<script>
"use strict";
const slides = [...document.querySelectorAll(".slides > section > section")];
const body = document.body, bar = document.createElement("nav"), place = document.createElement("output");
let now = Math.max(0, Math.min(slides.length - 1, (parseInt(location.hash.slice(1), 10) || 1) - 1));
function show(number) {
  now = Math.max(0, Math.min(slides.length - 1, number));
  slides.forEach((slide, index) => {
    slide.classList.toggle("on", index === now);
    if (index === now) {
      document.querySelectorAll(".slides > section").forEach((one) => one.classList.toggle("on", one.contains(slide)));
    }
  });
  place.textContent = `${now + 1} / ${slides.length}`;
  history.replaceState(null, "", `#${now + 1}`);
  scrollTo(0, 0);
}
function turned(label, name, step) {
  const button = document.createElement("button");
  button.textContent = label;
  button.setAttribute("aria-label", name);
  button.addEventListener("click", () => show(now + step));
  return button;
}
bar.className = "turn";
bar.setAttribute("aria-label", "Slides");
bar.append(turned("\u2190", "Previous slide", -1), place, turned("\u2192", "Next slide", 1));
body.append(bar);
body.classList.add("deck");
const keys = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 };
addEventListener("keydown", (event) => {
  if (event.target.closest("button") && event.key === " ") return;
  if (event.key in keys) { event.preventDefault(); show(now + keys[event.key]); }
  if (event.key === "Home") show(0);
  if (event.key === "End") show(slides.length - 1);
  if (event.key === "Escape") body.classList.toggle("all");
  if (event.key === "n") body.classList.toggle("told");
});
let start = null;
addEventListener("touchstart", (event) => { start = event.touches[0]; }, { passive: true });
addEventListener("touchend", (event) => {
  const end = event.changedTouches[0], across = end.clientX - start.clientX, down = end.clientY - start.clientY;
  if (Math.abs(across) > 60 && Math.abs(across) > 2 * Math.abs(down)) show(now - Math.sign(across));
}, { passive: true });
show(now);
</script>
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
  body, .reveal, .reveal .slides { background: #131416; color: #e4e6ea; }
  .reveal :is(h1, h2, h3, h4, h5, h6, p, li, th, td, math, pre) { color: #e4e6ea; }
  .reveal :is(p, li, td) > code { background: #1e2024; color: #e4e6ea; }
  .reveal a { color: #7eb6ff; }
  .reveal section img { background: white; border-radius: 4px; }
}
"""


def slides(notebook: Path = DECK) -> str:
    """Return the deck as one page: arrows, space and swipes turn it, Esc shows all of it, n the notes.

    Cells with the tag `hidden` are left out.

    Args:
        notebook: whose cells say in their metadata where slides begin.

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
    cells = with_mathml_in(read(notebook), cells=True)
    page, _ = SlidesExporter(config=settings).from_notebook_node(from_dict(cells))
    alone = _LOADED.sub("", str(page))
    head = f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}{_DARK}</style></head>'
    return alone.replace("</head>", head, 1).replace("</body>", f"{_SCRIPT}</body>", 1)
