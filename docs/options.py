"""A Sphinx extension: code with an option in it is marked, so that the style sheet can keep the option in one line."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

_OPTION = re.compile(r"(?<!\S)--?[a-z]")


def setup(app: Any) -> dict[str, bool]:
    """Look at the code of every page that is written."""
    app.add_post_transform(_MarkOptions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


class _MarkOptions(SphinxPostTransform):
    default_priority = 500

    def run(self, **_: Any) -> None:
        for code in self.document.findall(nodes.literal):
            if _OPTION.search(code.astext()):
                code["classes"].append("with-options")
