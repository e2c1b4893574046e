"""The math font that pages carry, so that formulas look alike wherever they are read.

Latin Modern Math by B. Jackowski, P. Strzelczyk and P. Pianowski, under the GUST Font License, which lies beside it;
the file is theirs, in the compressed form that browsers read.
"""

from __future__ import annotations

import base64
from functools import cache
from importlib.resources import files

NAME = "Latin Modern Math"
FILE = "latinmodern-math.woff2"
POLICY = "font-src data:"
"""What a page's content policy must allow for `font_face`."""


@cache
def font_face() -> str:
    """The font as a style sheet that stands alone.

    Example:
        >>> font_face().startswith('@font-face { font-family: "Latin Modern Math"')
        True
    """
    data = base64.b64encode((files("sdp_proofs.report") / "fonts" / FILE).read_bytes()).decode("ascii")
    source = f"url(data:font/woff2;base64,{data}) format('woff2')"
    return f'@font-face {{ font-family: "{NAME}"; src: {source}; }}\nmath {{ font-family: "{NAME}", math; }}\n'
