"""Pages of the site that no theme lays out: results, papers, claims, errata and the ledger, each in a plain shell.

There are a thousand of them, and each is written once, without being read as Markdown first. They share one style
sheet, need no script, and stand beside the pages that Sphinx makes, whose search finds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from shutil import which

from house_words import linked

from sdp_proofs.render.html import FONT, FONT_FILE

HERE = Path(__file__).parent
STYLE = "site.css"


@dataclass(frozen=True)
class Page:
    """A page.

    Attributes:
        path: its permanent address below the root of the site.
        title: without formulas that need typesetting, for lists and searches.
        html: its text.
        words: what the search finds it by, besides its title.
    """

    path: str
    title: str
    html: str
    words: str = ""


def style() -> str:
    """The style sheet of all these pages: that of the ledger's report, with what only the site has."""
    from importlib.resources import files

    ledger = (files("sdp_proofs.render") / "templates" / "ledger.css").read_text(encoding="utf-8")
    font = f'@font-face {{ font-family: "{FONT}"; src: url("{FONT_FILE}") format("woff2"); }}\n'
    return f'{font}math {{ font-family: "{FONT}", math; }}\n{ledger}\n{(HERE / STYLE).read_text("utf-8")}'


def shell(
    path: str, title: str, body: Iterable[str], crumbs: Sequence[tuple[str, str]] = (), *, script: str = ""
) -> str:
    """Return a page with its head, the bar with the search, and where it stands.

    Args:
        path: its address below the root.
        title: for the window.
        body: lines of HTML, the first heading of which is the page's own; words of this project are linked in it.
        crumbs: what stands above it: name and address below the root.
        script: the addresses of scripts, relative to the page.

    Example:
        >>> page = shell("claims/a.html", "A claim", ["<h1>A claim</h1>"], [("Papers", "papers/index.html")])
        >>> '<a href="../papers/index.html">Papers</a>' in page, '<main role="main" id="main">' in page
        (True, True)
    """
    root = "../" * path.count("/")
    trail = " / ".join(f'<a href="{root}{escape(place)}">{name}</a>' for name, place in crumbs)
    return "\n".join([
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(title)} - sdp-proofs</title>",
        f'<link rel="icon" href="{root}_static/icon.svg">',
        f'<link rel="stylesheet" href="{root}_static/{STYLE}">',
        script,
        '</head>\n<body class="site">\n<a class="skip" href="#main">Skip to the text</a>',
        f'<header class="bar"><a class="brand" href="{root}index.html">sdp-proofs</a>',
        f'<nav aria-label="Site"><a href="{root}papers/index.html">Papers</a> <a href="{root}ledger.html">Ledger</a> '
        f'<a href="{root}glossary.html">Glossary</a></nav>',
        f'<form action="{root}search.html" role="search"><input type="search" name="q" aria-label="Search the site" '
        'placeholder="Theorem 5, composition, ..."></form></header>',
        f'<nav class="crumbs" aria-label="Where this page stands">{trail}</nav>' if trail else "",
        '<main role="main" id="main">',
        linked("\n".join(body), path, root),
        "</main>\n</body>\n</html>\n",
    ])


def typesetter() -> list[str]:
    """Return the command that sets a LaTeX document as PDF; empty where this machine has none."""
    if which("latexmk"):
        return ["latexmk", "-pdf", "-silent"]
    return ["pdflatex", "-interaction=batchmode"] if which("pdflatex") else []


def replayed(claim: str) -> str:
    """Return the place beside a counterexample where `with_replays` lets a script put its button."""
    return f'<div data-replay="{escape(claim)}"></div>'


def with_replays(page: Page, script: str) -> str:
    """Return the text of a page, with the script that replays certificates where there is one to replay.

    Args:
        page: any.
        script: its address below the root; empty if there is none.

    Example:
        >>> page = Page("claims/a.html", "A claim", f"<head></head>{replayed('a')}")
        >>> with_replays(page, "try/replay.js")
        '<head><script defer src="../try/replay.js"></script></head><div data-replay="a"></div>'
    """
    if not script or "data-replay" not in page.html:
        return page.html
    address = f"{'../' * page.path.count('/')}{script}"
    return page.html.replace("</head>", f'<script defer src="{escape(address)}"></script></head>', 1)


def copied(label: str, text: str) -> str:
    """Return a fold with a text to copy; a click on the text selects all of it."""
    return (
        f'<details class="copied"><summary>{escape(label)}</summary>'
        f'<pre tabindex="0"><code>{escape(text.rstrip())}</code></pre></details>'
    )


def slug(text: str) -> str:
    """Return a text as a part of an address.

    Example:
        >>> slug("Theorem 5"), slug("Privacy loss, definition"), slug("Eq. (7)"), slug("Rules of thumb, epsilon = 0.1")
        ('theorem-5', 'privacy-loss-definition', 'eq-7', 'rules-of-thumb-epsilon-0-1')
    """
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")
