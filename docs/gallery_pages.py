"""The gallery: a card for each figure with a title, and a page with the picture in full, its commands and its code."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sdp_proofs.figures import figures
from sdp_proofs.figures.figure import Figure
from sdp_proofs.render.unicode import words_of

HEAD = """\
::::{grid} 1 1 2 2
:gutter: 3
"""

TAIL = """\
:::{grid-item-card} Your own database
:link: how_to/python
:link-type: doc
The whole privacy profile, and the trade-off of an adversary's errors: `plots.profile(database)`,
`plots.trade_off(database)`.

`sdp_proofs.plots`
:::

::::
"""


def cards() -> str:
    """The cards, each of which leads to the page of its figure, and one for what `plots` draws of a database."""
    each = [
        line
        for one in _shown()
        for line in (
            f":::{{grid-item-card}} {one.title}",
            f":img-top: static/figure-{one.name}.png",
            f":img-alt: {one.title}",
            f":link: generated/gallery/{one.name}",
            ":link-type: doc",
            words_of(one.caption),
            "",
            f"`sdp-proofs figure {one.name}`",
            ":::",
            "",
        )
    ]
    toctree = ["```{toctree}", ":hidden:", "", *(f"generated/gallery/{one.name}" for one in _shown()), "```", ""]
    return "\n".join([HEAD, *each, TAIL, *toctree])


def pages() -> Iterator[tuple[str, str]]:
    """The pages of the figures, by their places below docs/generated/."""
    for one in _shown():
        yield f"gallery/{one.name}.md", _page(one)


def _shown() -> list[Figure]:
    return [one for one in figures().values() if one.title]


def _page(one: Figure) -> str:
    """The page of a figure; the picture leads to its file, which a browser shows as large as one likes.

    Example:
        >>> from sdp_proofs.figures import find
        >>> "sdp-proofs figure 4 --output figure-4.svg" in _page(find("4"))
        True
    """
    file = f"figure-{one.name}.png"
    function = one.compute.func if isinstance(one.compute, partial) else one.compute
    extras, cost = ",".join(one.needs), one.cost.replace(", --fresh", ", or with `--fresh`")
    options = ", ".join(f"`--{name.replace('_', '-')}`" for name in one.options)
    named = "options are" if len(one.options) > 1 else "option is"
    more = f" Its {named} {options}." if options else ""
    return "\n".join([
        f"# {one.title}",
        "",
        f"```{{image}} ../../static/{file}",
        f":alt: {one.title}",
        f":target: ../../_images/{file}",
        "```",
        "",
        words_of(one.caption),
        "",
        "```sh",
        f"sdp-proofs figure {one.name} --output figure-{one.name}.svg   # or .png, .pdf",
        f"sdp-proofs figure {one.name} --csv figure-{one.name}.csv      # the numbers",
        "```",
        "",
        f"It takes about {cost} on two cores, and needs `pip install '.[{extras}]'`.{more}",
        f"[](../../{one.page}) tells more.",
        "",
        ":::{dropdown} The code",
        f"```{{literalinclude}} ../../../{function.__module__.replace('.', '/')}.py",
        ":language: python",
        "```",
        ":::",
        "",
    ])  # fmt: skip
