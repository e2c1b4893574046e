"""A Sphinx extension: names with dots come in their parts, so that a narrow page breaks none of these."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

_DOTTED = re.compile(r"[^\W\d]\w*(?:\.\w+)+")  # a number such as 0.998 is one word


def setup(app: Any) -> dict[str, bool]:
    """Look at the code of every page that is written."""
    app.add_post_transform(_PartNames)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def in_parts(name: str) -> str:
    """The HTML of a name that may be broken after its dots.

    Example:
        >>> print(in_parts("sdp_proofs.sums"))
        <code class="literal in-parts"><span class="pre">sdp_proofs.</span><span class="pre">sums</span></code>
    """
    parts = "".join(f'<span class="pre">{escape(part)}</span>' for part in re.findall(r"\w+\.?", name))
    return f'<code class="literal in-parts">{parts}</code>'


class _PartNames(SphinxPostTransform):
    default_priority = 500
    formats = ("html",)

    def run(self, **_: Any) -> None:
        for code in list(self.document.findall(nodes.literal)):
            if _DOTTED.fullmatch(code.astext()):
                code.replace_self(nodes.raw("", in_parts(code.astext()), format="html"))
