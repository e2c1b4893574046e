"""`sdp-proofs new-paper`: the skeleton of a paper's wing, or of a ledger that stands alone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from sdp_proofs.cli.command import command
from sdp_proofs.cli.ledger import ENTRY_POINTS
from sdp_proofs.cli.output import print_json
from sdp_proofs.cli.writing import check_places, leave, write_files, writes
from sdp_proofs.declarations import Option

SCHEMA = "sdp-proofs/new-paper/1"
LARGEST_SOURCE = 4 * 2**20
"""Bytes of a paper's LaTeX."""
_LIST = Path("sdp_proofs", "papers", "__init__.py")


@command("new-paper", extras=("ledger",))
def new_paper(
    *,
    name: Annotated[
        str, Option("Lowercase letters, digits and hyphens ('dp-lecture').", metavar="NAME", argument=True)
    ],
    title: Annotated[str, Option("The paper's title.", default="the name")] = "",
    author: Annotated[list[str] | None, Option("An author; one option for each.")] = None,
    tex: Annotated[
        str | None,
        Option("The paper's LaTeX: title, authors, and a stub for each numbered statement.", metavar="FILE"),
    ] = None,
    folder: Annotated[
        str | None,
        Option("Where the package of the paper goes.", metavar="FOLDER", default="here"),
    ] = None,
    as_json: Annotated[bool, Option("Print what was written as JSON.", flag="--json")] = False,
) -> None:
    """Write a folder with two statements of an invented paper, which verify at once, to be replaced by the paper's own.

    It is a package of its own, with its ledger. In the root folder of a checkout of this project, and without --folder,
    it is a wing of the project: a folder of sdp_proofs/papers and a word in PAPERS. With --tex there is a stub for each
    theorem, lemma or remark of a LaTeX source instead, named after its label.
    """
    from sdp_proofs.proving.skeleton import authors_of, package, package_of, theorems, title_of, wing

    check_places({}, read={"tex": tex})
    source = "" if tex is None else _source(tex)
    said = (title or title_of(source), author or authors_of(source), theorems(source))
    own = package_of(name)
    inside = folder is None and _is_checkout()
    listed = _listed(_LIST.read_text(encoding="utf-8"), own) if inside else ""
    place = (_LIST.parent if inside else Path(folder or "")) / own
    texts = wing(name, *said) if inside else package(name, *said)
    files = {(place / name).as_posix(): text for name, text in texts.items()}
    entry = {_LIST.as_posix(): listed} if inside else {}
    with _made(place):
        for some in (files, entry):  # a paper that is not there in full is not listed
            leave(write_files([(file, writes(text)) for file, text in some.items()]))
    _tell(own, [*files, *entry], inside, as_json)


def _source(tex: str) -> str:
    """The LaTeX of a paper, with a mark in the place of every character that a terminal would act upon.

    Raises:
        SizeError: it is larger than any paper.
    """
    from sdp_proofs.files import text_of

    text = text_of(tex, most_bytes=LARGEST_SOURCE, errors="replace")
    return "".join(one if one.isprintable() or one.isspace() else "\ufffd" for one in text)


def _tell(own: str, files: list[str], inside: bool, as_json: bool) -> None:
    """Print which files were written, and the next step."""
    what = f"--paper {own.replace('_', '-')}" if inside else f"--ledger {own}:registry"
    run = f"sdp-proofs verify {what}"
    if as_json:
        print_json({"files": files, "verify": run, "entry_point": None if inside else f"{own}:registry"}, SCHEMA)
        return
    typer.echo(f"Next: {run}")
    if not inside:
        typer.echo(f"The pyproject.toml of its project may announce it, and then --ledger {own} is enough:\n")
        typer.echo(f'[project.entry-points."{ENTRY_POINTS}"]\n{own} = "{own}:registry"')


def _is_checkout() -> bool:
    """Tell whether this is the root folder of the project whose command is run."""
    import sdp_proofs

    return _LIST.is_file() and _LIST.resolve().parents[1] == Path(sdp_proofs.__file__).resolve().parent


def _listed(text: str, package: str) -> str:
    """The list of papers with one word more.

    Raises:
        DomainError: the list is not there.
    """
    from sdp_proofs.errors import DomainError

    start, mark, rest = text.partition("PAPERS = (\n")
    words, end, after = rest.partition("\n)\n")
    if not mark or not end:
        raise DomainError(f"PAPERS must be a list of one word a line; got another in {_LIST.as_posix()}")
    return f'{start}{mark}{words}\n    "{package}",{end}{after}'


@contextmanager
def _made(place: Path) -> Iterator[None]:
    """A folder that is not there yet; it goes again with all that is in it if something cannot be written.

    Raises:
        DomainError: it is there, or where it belongs is no folder.
    """
    from sdp_proofs.errors import DomainError

    for there in (place, place.with_suffix(".py")):
        if there.exists() or there.is_symlink():
            raise DomainError(f"a new paper must not be there yet; got {there.as_posix()}")
    if not place.parent.is_dir():
        raise DomainError(f"the folder must exist; got {place.parent.as_posix()}")
    place.mkdir()
    try:
        yield
    except BaseException:  # Ctrl-C included: half of a paper must not be in the way of the next attempt
        shutil.rmtree(place, ignore_errors=True)
        raise
