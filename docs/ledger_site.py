"""A Sphinx extension: the pages of the ledger, written beside those of Sphinx and found by its search."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any

from docutils import nodes
from docutils.utils import new_document


def setup(app: Any) -> dict[str, bool]:
    """Write the pages when Sphinx collects those that no document stands for."""
    app.connect("html-collect-pages", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write(app: Any) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Write every page, and feed the search with its words; no page is left to Sphinx."""
    import claim_pages
    import result_pages
    import site_pages as site
    from generate import ledger_snapshot

    from sdp_proofs.papers import papers

    document, place = ledger_snapshot(), Path(app.outdir)
    wings = [paper for paper in papers() if paper.items]
    ledger, script = claim_pages.ledger_page(document)
    names, replays, start = list[str](), _tried(place), monotonic()
    printed = ThreadPoolExecutor()  # LaTeX runs beside the pages
    waiting = [printed.submit(_printed, file) for file in _errata(place, document) if file.suffix == ".tex"]
    results = result_pages.pages(document, wings, claim_pages.links(document))
    for group in ([ledger], results, claim_pages.pages(document)):
        for page in group:
            file = place / page.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(site.with_replays(page, replays), encoding="utf-8")
            names.append(_fed(app, page))
            if monotonic() - start > 5:
                print(f"pages of the ledger: {len(names)}", file=sys.stderr, flush=True)
                start = monotonic()
    for one in waiting:
        one.result()
    printed.shutdown()
    _hand_out(place / "notebooks")
    static = place / "_static"
    static.mkdir(exist_ok=True)
    (static / "claims.js").write_text(script, encoding="utf-8")
    (static / site.STYLE).write_text(site.style(), encoding="utf-8")
    if app.builder.indexer is not None:
        forget = app.builder.indexer.prune  # this drops every page that is no document of Sphinx
        app.builder.indexer.prune = lambda kept: forget([*kept, *names])
    print(f"pages of the ledger: {len(names)}, all written", file=sys.stderr, flush=True)
    return iter(())


def _errata(place: Path, document: Any) -> Iterator[Path]:
    """Write the errata of every paper."""
    from claim_pages import errata_pages

    for name, text in errata_pages(document):
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        yield file


def _tried(place: Path) -> str:
    """Build the page that computes in the browser, and return the address of the script that replays certificates.

    Where what the page needs cannot be fetched, a page that says so is written, and there is no such script.
    """
    sys.path.insert(0, str(Path(__file__).parents[1]))
    try:
        from docs.browser import build
        from docs.browser.vendored import VendoringError
    finally:
        del sys.path[0]
    folder = place / build.FOLDER
    try:
        print(*build.build(folder), sep="\n", file=sys.stderr, flush=True)
        return f"{build.FOLDER}/replay.js"
    except VendoringError as error:
        print(f'without the page "Try it": {error}', file=sys.stderr, flush=True)
        folder.mkdir(exist_ok=True)
        (folder / "index.html").write_text(build.absent(), encoding="utf-8")
        return ""


def _hand_out(folder: Path) -> None:
    """Copy the notebooks to where their pages offer them, with and without solutions."""
    from notebooks.classroom.cells import notebooks, read, write
    from notebooks.classroom.students import student_version

    (folder / "students").mkdir(parents=True, exist_ok=True)
    for notebook in notebooks():
        shutil.copy(notebook, folder)
        write(folder / "students" / notebook.name, student_version(read(notebook)))


def _fed(app: Any, page: Any) -> str:
    """Let the search find a page by its title and its words; returns its name there."""
    name = str(page.path.removesuffix(".html"))
    if app.builder.indexer is None:
        return name
    document = new_document(page.path)
    section = nodes.section("", nodes.title("", page.title), nodes.paragraph("", page.words))
    document += section
    app.builder.indexer.feed(name, page.path, page.title, document)
    return name


def _printed(file: Path) -> None:
    """Set a LaTeX document as PDF beside it, where this machine has a LaTeX."""
    import site_pages as site

    command = site.typesetter()
    if not command:
        return
    for _ in range(1 if command[0] == "latexmk" else 2):  # the second pass knows the widths of long tables
        done = subprocess.run([*command, file.name], cwd=file.parent, check=False, capture_output=True, timeout=300)
        if done.returncode:
            raise RuntimeError(f"LaTeX must accept {file.name}; see {file.with_suffix('.log')}")
    for rest in file.parent.glob(f"{file.stem}.*"):
        if rest.suffix not in (".tex", ".pdf", ".html"):
            rest.unlink()
