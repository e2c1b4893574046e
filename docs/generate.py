"""Writes the pages under docs/generated/ while Sphinx starts: errata, trust, command line, notebooks and API.

What they say of claims are the results that the package ships. The pages of the claims themselves are written by the
extension `ledger_site`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.metadata import metadata
from inspect import ismodule
from pathlib import Path
from time import monotonic
from typing import Any

DOCS = Path(__file__).parent
PACKAGE = DOCS.parent / "sdp_proofs"
GENERATED = DOCS / "generated"
NOTEBOOKS = DOCS.parent / "notebooks"

API_PAGES = {
    "package": ("The package itself", ("sdp_proofs", "api", "verdict", "errors")),
    "numbers": ("Numbers with proven digits", ("numbers",)),
    "formulas": ("Formulas", ("formulas",)),
    "provers": ("Provers", ("provers",)),
    "sums": ("Sums and tails", ("sums",)),
    "distributions": ("Distributions", ("distributions",)),
    "privacy": ("Privacy of mechanisms", ("privacy", "privacy.histogram", "privacy.smoothed")),
    "notions": ("Notions of privacy", ("privacy.notions", "privacy.worst_pairs")),
    "bounds": ("Bounds on delta", ("privacy.bounds",)),
    "mechanisms": ("Mechanisms", ("mechanisms",)),
    "accounting": ("Accounting", ("accounting",)),
    "answering": ("Answers with noise", ("answering",)),
    "smoothing": ("Laplacian smoothing", ("smoothing",)),
    "training": ("Private training", ("training",)),
    "figures": ("Figures and tables", ("plots", "figures", "tables", "statistics")),
    "experiments": (
        "Experiments of the papers",
        (
            *(f"papers.smoothed_dp.{name}" for name in ("elections", "electorates", "sgd_step", "sgd_estimates")),
            *(f"papers.dp_lssgd.{name}" for name in ("theorem_two", "signals")),
            *(f"papers.accountants.{name}" for name in ("peers", "printed_examples")),
        ),
    ),
    "ledger": ("The ledger", ("ledger",)),
    "proving": (
        "Ways to prove",
        (*(f"proving.{name}" for name in ("section", "checks", "instances", "premises")), "hunting.searches"),
    ),
    "certificate": ("Certificates", ("certificate",)),
    "testing": ("Testing your own mechanisms", ("strategies", "testing")),
}
"""File name, title, and the modules or packages on the page; a package with its modules, not its packages, nor modules
that have an entry of their own."""

API_INDEX = """\
# Python interface

What most users need can be imported from `sdp_proofs` itself; importing it loads nothing heavy. Everything below is
grouped as the package is. Names without an entry here are details.

```{toctree}
:maxdepth: 1

"""

NOTEBOOKS_TAIL = """\
They are shown with the outputs that are stored in them; a test runs them. To run them yourself,
`pip install '.[notebooks]'` in a clone and open its folder `notebooks/` with Jupyter. `python -m notebooks.classroom
students DIR` writes versions without solutions; <a href="../../slides/one_lecture.html">slides</a> come with these
pages.

Cells of {runs} run inside these pages, beside their text, without an installation and without pictures. The other
lessons need numpy, which a browser would fetch from other hosts. <a href="../../try/index.html">Try it</a> answers
questions about numbers there.
"""

PRINTED_NUMBERS = """\
# Printed numbers, checked

Public examples of private training print an epsilon. Here is what each prints, what its own accountant prints today,
the proven epsilon of the release that it accounts for, rounded up, and how far the printed one lies above it. All are
upper bounds of that release but for one, which is rounded to the nearest number; no accountant sees whether the code
does what is accounted for. Where it is known not to, the last column has the epsilon of what runs, a pass over all
records counted as one release, without any amplification. Two examples add other noise than they account for.
`python -m sdp_proofs.papers.accountants.printed_examples` prints this page; where a *promise* of an accountant fails,
`sdp-proofs errata --paper accountants` says so.
"""


def write_pages() -> None:
    """Bring docs/generated/ up to date; files that would not change are left alone, so that Sphinx can skip them."""
    import claim_pages
    import gallery_pages
    from command_pages import command_page

    start = monotonic()

    def done(what: str) -> None:
        print(f"{monotonic() - start:5.0f} s  {what}", file=sys.stderr, flush=True)

    beside = ProcessPoolExecutor(1)  # the printed numbers take longest
    printed = beside.submit(_printed_numbers)
    document = ledger_snapshot()
    done("results of the ledger read")
    pages = {"errata.md": claim_pages.errata_index(document), "trust.md": claim_pages.trust_page(document)}
    pages["definitions.md"] = claim_pages.definitions_page()
    pages["command_line.md"] = command_page()
    pages["gallery.txt"] = gallery_pages.cards()  # no page of its own: `gallery.md` includes it
    pages.update(gallery_pages.pages())
    pages["results.txt"] = results_table(document)
    pages["version.txt"] = version_line()
    pages.update(_api_pages())
    pages["api/index.md"] = API_INDEX + "\n".join([*API_PAGES, "```", ""])
    pages.update(notebook_pages())
    done("errata, beliefs, command line, notebooks written; a second process computes the printed numbers")
    pages["printed_numbers.md"] = printed.result()
    beside.shutdown()
    done("printed numbers computed")
    written = {GENERATED / name for name in pages}
    for old in GENERATED.rglob("*.*"):
        if old not in written:
            old.unlink()
    done("pages for Sphinx written; it reads and sets them now")
    for name, text in pages.items():
        page = GENERATED / name
        page.parent.mkdir(parents=True, exist_ok=True)
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


def _printed_numbers() -> str:
    """The page of the numbers that public examples print."""
    from sdp_proofs.papers.accountants import printed_examples

    return "\n".join([PRINTED_NUMBERS, *printed_examples.page(), ""])


def version_line() -> str:
    """Version, licence and requirement of the package that is installed, with links.

    Example:
        >>> "MIT" in version_line() and "Python >=3.11" in version_line()
        True
    """
    known = metadata("sdp-proofs")
    facts = [f"Version {known['Version']}", f"{known['License-Expression']} licence"]
    facts.append(f"Python {known['Requires-Python']}")
    repository = os.environ.get("SDP_PROOFS_REPOSITORY")
    links = ["[changelog](changelog.md)", "[tutorial](tutorial.md)"]
    links += [f"[repository](https://github.com/{repository})"] * bool(repository)
    return f"{', '.join(facts)}; {', '.join(links)}.\n"


def notebook_pages() -> Iterator[tuple[str, str]]:
    """The notebooks with their stored outputs and their index; links to these pages become links within the site."""
    from docs.browser.lessons import LESSONS
    from notebooks.classroom.cells import notebooks
    from notebooks.classroom.formulas import with_mathml_in
    from notebooks.classroom.index import table

    toctree = ["```{toctree}", ":hidden:", "", *(path.stem for path in notebooks()), "```", ""]
    *others, last = sorted(LESSONS, key=int)
    tail = NOTEBOOKS_TAIL.format(runs=f"{', '.join(others)} and {last}")
    yield "notebooks/index.md", "\n".join([table(), tail, *toctree])
    for notebook in sorted(NOTEBOOKS.glob("*.ipynb")):
        text = notebook.read_text(encoding="utf-8").replace("](../docs/", "](../../")
        cells = with_mathml_in(json.loads(text), cells=False)  # this site typesets the texts itself
        cells["cells"].insert(1, _buttons(notebook.name))
        yield f"notebooks/{notebook.name}", json.dumps(cells, indent=1, ensure_ascii=False) + "\n"


def _buttons(name: str) -> dict[str, Any]:
    """The cell with what a reader can do with a notebook; `open` needs a public repository, which only we know."""
    from docs.browser.lessons import opened

    button = '<a class="sd-btn sd-btn-outline-primary"'
    links = [
        f'{button} href="../../notebooks/{name}" download>Download</a>',
        f'{button} href="../../notebooks/students/{name}" download>Without solutions</a>',
    ]
    repository = os.environ.get("SDP_PROOFS_REPOSITORY")
    if repository:
        place = f"https://colab.research.google.com/github/{repository}/blob/main/notebooks/{name}"
        links.append(f'{button} href="{place}">Open in Colab</a>')
    source = " ".join([*links, opened(name.partition("_")[0])]).rstrip()
    return {"cell_type": "markdown", "id": "what-to-do", "metadata": {}, "source": [source]}


@cache
def ledger_snapshot() -> dict[str, Any]:
    """All claims with the results that the package ships, and a line if its sources have changed since.

    Raises:
        RuntimeError: there are no results, or they do not agree with the record.
    """
    from sdp_proofs.kernel.record import recorded
    from sdp_proofs.ledger import results
    from sdp_proofs.papers import LOADER

    found, changed, damage = results.shipped(LOADER)
    if found is None:
        kept = results.readable(results.SHIPPED)
        if kept is None or damage:
            raise RuntimeError(f"the results that the package ships must be readable; got: {damage or 'none'}")
        print(f"the shipped results are older than {changed[0]}; `make results` renews them", file=sys.stderr)
        found = kept.catalogue
    document = found.excerpt(found.claims)
    unsettled = [claim["id"] for claim in document["claims"] if not claim["agrees"]]
    if unsettled:
        raise RuntimeError(f"pages are made of a ledger that agrees with its record; these do not: {unsettled}")
    standings = ((claim, recorded().standing(claim)) for claim in document["claims"])
    document["claims"] = [claim if said is None else {**claim, "kernel": said} for claim, said in standings]
    return document


def results_table(document: dict[str, Any]) -> str:
    """The numbered results of the papers with their verdicts, linked to their pages."""
    from result_pages import address

    from sdp_proofs.papers import papers
    from sdp_proofs.render.result import results_markdown

    return results_markdown(document, papers(), address)


def api_modules() -> list[str]:
    """The full names of all modules that have an entry in the reference."""
    return [module for _, entries in API_PAGES.values() for entry in entries for module in _modules(entry)]


def _api_pages() -> Iterator[tuple[str, str]]:
    for page, (title, entries) in API_PAGES.items():
        lines = [f"# {title}", ""]
        for module in [module for entry in entries for module in _modules(entry)]:
            lines += [f"## `{module}`", "", "```{eval-rst}", f".. automodule:: {module}", "   :members:"]
            # A package's own entry is its docstring; what it re-exports stands where it is defined.
            lines += ["   :ignore-module-all:", "```", ""]
            if module == "sdp_proofs":
                lines += _names_of_the_package()
        yield f"api/{page}.md", "\n".join(lines)


def _names_of_the_package() -> list[str]:
    import sdp_proofs

    found = {name: getattr(sdp_proofs, name) for name in sdp_proofs.__all__}
    homes = {name: one.__name__ if ismodule(one) else f"{one.__module__}.{name}" for name, one in found.items()}
    return ["```{eval-rst}", *(f"* :py:obj:`{name} <{home}>`" for name, home in homes.items()), "```", ""]


def _modules(entry: str) -> list[str]:
    """The full names of a module, or of a package and its public modules."""
    if entry == "sdp_proofs":
        return [entry]
    place = PACKAGE.joinpath(*entry.split("."))
    if not place.is_dir():
        return [f"sdp_proofs.{entry}"]
    own = {one for _, entries in API_PAGES.values() for one in entries}
    names = sorted(file.stem for file in place.glob("*.py") if not file.stem.startswith("_"))
    return [f"sdp_proofs.{entry}", *(f"sdp_proofs.{entry}.{name}" for name in names if f"{entry}.{name}" not in own)]
