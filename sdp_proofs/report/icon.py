"""The sign of the pages in a browser's tabs: a turnstile, which says that something is proved."""

from __future__ import annotations

import base64
from importlib.resources import files

FILE = "icon.svg"
POLICY = "img-src data:"
"""What a page's content policy must allow for `icon_link`."""


def icon_link() -> str:
    """The icon as an element that stands alone: nothing is loaded.

    Example:
        >>> icon_link()[:54]
        '<link rel="icon" href="data:image/svg+xml;base64,PHN2Z'
    """
    data = base64.b64encode((files("sdp_proofs.report") / "templates" / FILE).read_bytes()).decode("ascii")
    return f'<link rel="icon" href="data:image/svg+xml;base64,{data}">'
