"""A Sphinx extension: an option is never broken at its hyphens, neither in code of a line nor in a block that wraps."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

_OPTION = re.compile(r"(?<!\S)--?[a-z]")
_BLOCK = re.compile(r"<pre[ >].*?</pre>", re.DOTALL)
_OF_BLOCK = re.compile(r"(?<=[>\s\[|(])--[a-z0-9]+(?:-[a-z0-9]+)*(?![\w-])|(?<=[>\s])\d[\d.]*e-\d+(?![\w-])")
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


def unbroken(html: str) -> str:
    """The HTML with the options of its blocks of code marked as words of one line.

    Example:
        >>> print(unbroken("<pre>account <span> </span>--batch-size 256</pre> --batch-size"))
        <pre>account <span> </span><span class="option">--batch-size</span> 256</pre> --batch-size
    """
    return _BLOCK.sub(lambda block: _OF_BLOCK.sub(r'<span class="option">\g<0></span>', block[0]), html)


def _tie(app: Any, name: str, template: str, context: dict[str, Any], document: Any) -> None:
    if "body" in context:
        context["body"] = unbroken(tied(context["body"]))


class _MarkOptions(SphinxPostTransform):
    default_priority = 500

    def run(self, **_: Any) -> None:
        for code in self.document.findall(nodes.literal):
            if _OPTION.search(code.astext()):
                code["classes"].append("with-options")
