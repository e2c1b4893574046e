"""A Sphinx extension: code with an option in it is marked; the option and what stands behind it stay on one line."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

_OPTION = re.compile(r"(?<!\S)--?[a-z]")
_BESIDE = re.compile(r'(<code class="[^"]*\bwith-options\b[^"]*">(?:(?!</code>).)*</code>)([.,;:)]+)')


def setup(app: Any) -> dict[str, bool]:
    """Look at the code of every page that is written."""
    app.add_post_transform(_MarkOptions)
    app.connect("html-page-context", _tie)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def tied(html: str) -> str:
    """The HTML with such code tied to the punctuation behind it, which browsers put on another line.

    Example:
        >>> print(tied('<code class="literal with-options">show -o</code>, then'))
        <span class="tied"><code class="literal with-options">show -o</code>,</span> then
    """
    return _BESIDE.sub(r'<span class="tied">\1\2</span>', html)


def _tie(app: Any, name: str, template: str, context: dict[str, Any], document: Any) -> None:
    if "body" in context:
        context["body"] = tied(context["body"])


class _MarkOptions(SphinxPostTransform):
    default_priority = 500

    def run(self, **_: Any) -> None:
        for code in self.document.findall(nodes.literal):
            if _OPTION.search(code.astext()):
                code["classes"].append("with-options")
