"""The trust ledger as blocks, for terminal and Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sdp_proofs.render.blocks import Block, Heading, Line, Paragraph, Table, marked, words
from sdp_proofs.render.markdown import Markdown
from sdp_proofs.render.phrases import beliefs_counted
from sdp_proofs.render.terminal import plain, stdout_console

if TYPE_CHECKING:
    from rich.console import Console

Document = Mapping[str, Any]

HEADINGS = {
    "engine": "Engines",
    "theorem": "Theorems",
    "lifting": "Steps from formulas to mechanisms",
    "lemma": "Steps that are proved; believed is that they apply where they are named",
    "rule": "Rules that are proved, and applied by a program",
    "data": "Data",
}
_COUNTED = {
    "engine": ("engine", "engines"),
    "theorem": ("theorem", "theorems"),
    "lifting": ("lifting step", "lifting steps"),
    "lemma": ("use of a proved step", "proved steps where they are named"),
    "data": ("source of data", "sources of data"),
}


def trust_blocks(document: Document) -> Iterator[Block]:
    """Build the page: a summary, and a table for each kind.

    Args:
        document: of `ledger.trust.believed`.
    """
    yield Heading(1, words("What is believed"))
    yield Paragraph(words(_summary(document)))
    for kind, entries in _kinds(document):
        yield Heading(2, words(HEADINGS[kind]))
        yield Table(
            ("entry", "what is believed", "reference", "directly", "in all"),
            tuple(
                tuple(map(marked, (*(entry[key] for key in ("id", "statement", "reference")), *_numbers(entry))))
                for entry in entries
            ),
        )


def trust_markdown(document: Document) -> str:
    """Return the page as Markdown."""
    return Markdown().page(trust_blocks(document))


def print_trust(document: Document, console: Console | None = None) -> None:
    """Print the page; numbers first, so that only words fold.

    Args:
        document: of `ledger.trust.believed`.
        console: where to print (default: standard output).
    """
    from rich.table import Table as Columns

    console = console or stdout_console()
    summary: Line = ()
    for block in trust_blocks(document):
        match block:
            case Heading(level=2):
                console.print(plain(block.line), style="bold")
            case Paragraph():
                summary = block.line
            case Table():
                table = Columns(box=None, pad_edge=False, show_edge=False)
                table.add_column("directly", justify="right", no_wrap=True)
                table.add_column("in all", justify="right", no_wrap=True)
                table.add_column("entry", overflow="fold", max_width=28)
                table.add_column("what is believed, and where it is from", overflow="fold")
                for row in block.rows:
                    entry, statement, reference, direct, whole = map(plain, row)
                    table.add_row(direct, whole, entry, f"{statement} [{reference}]")
                console.print(table)
                console.print()
    console.print(plain(summary))


def cone_lines(document: Document) -> Iterator[str]:
    """Yield the lines on what single claims rest on, and on what follows from them.

    Args:
        document: of `ledger.cone.cones`.
    """
    for number, claim in enumerate(document["claims"]):
        if number:
            yield ""
        strength = f", {claim['strength']}" if claim["strength"] else ""
        yield f"{claim['id']}: {claim['status']}{strength}"
        for one in claim["sentences"]:
            yield f"  sentence {one['name']}, proved (sha256 {one['digest'][:16]})"
            yield f"    axioms of the kernel: {', '.join(one['axioms']) or 'none'}"
            yield f"    theorems cited, replayed as well: {', '.join(one['cites']) or 'none'}"
            yield f"    computed facts: {'; '.join(one['computed']) or 'none'}"
        beside = "beside the sentence, its checks rest on" if claim["sentences"] else "rests on"
        if not claim["rests_on"]:
            yield f"  {beside} exact arithmetic alone"
        else:
            yield f"  {beside}:"
        for entry in claim["rests_on"]:
            own = claim["id"] in entry["named_by"]
            others = [name for name in entry["named_by"] if name != claim["id"]]
            through = f"through {', '.join(others)}" if others else ""
            named = " and ".join(filter(None, ("itself" if own else "", through)))
            tag = f" [{entry['tag']}]" if entry["tag"] else ""
            yield f"    {entry['kind']} {entry['id']}{tag}, {named}: {entry['statement']}"
        count = len(claim["followers"])
        yield f"  {count} claim{'' if count == 1 else 's'} rest{'s' if count == 1 else ''} on it" + (
            f": {', '.join(claim['followers'])}" if count else ""
        )


def _kinds(document: Document) -> Iterator[tuple[str, list[Document]]]:
    for kind in HEADINGS:
        entries = [entry for entry in document["believed"] if entry["kind"] == kind]
        if entries:
            yield kind, entries


def _numbers(entry: Document) -> tuple[int, int]:
    """Count claims that rest on an entry, directly and in all."""
    return len(entry["direct"]), len(entry["direct"]) + len(entry["through_citations"])


def _summary(document: Document) -> str:
    counts = [
        f"{len(entries)} {_COUNTED[kind][len(entries) != 1]}" for kind, entries in _kinds(document) if kind in _COUNTED
    ]
    total = document["claims"]
    return (
        f"{total} claim{'' if total == 1 else 's'}; what is believed: {', '.join(counts) or 'nothing'}. "
        f"{document['nothing']} of the claims rest on exact arithmetic alone. 'Directly' counts the claims whose own "
        "evidence rests on an entry, 'in all' those that do so through what they cite as well."
        f"{_beliefs(document)}{_kernel(document.get('kernel'))}"
    )


def _beliefs(document: Document) -> str:
    """Count the claims established by typed instances."""
    told = beliefs_counted(document["strengths"]) if "strengths" in document else ""
    return f" {told}" if told else ""


def _kernel(kernel: Document | None) -> str:
    """Summarise the theorems that Coq accepted beside."""
    if not kernel or not kernel["compiler"]:
        return ""
    return (
        f" Beside these checks the kernel of Coq {kernel['compiler']} accepted, when it was last run, "
        f"{kernel['is refuted']} theorems that a claim is refuted, {kernel['holds']} that one holds "
        f"({kernel.get('of objects', 0)} of them of what its symbols stand for, the others of its formula), and "
        f"{kernel['numbers']} on numbers.{_before_and_after(kernel['rests']) if 'rests' in kernel else ''}"
    )


def _before_and_after(rests: Mapping[str, Mapping[str, int]]) -> str:
    """Compare how many claims rest on each engine without Coq and with it."""
    counts = {name: (entry["before"], entry["after"]) for name, entry in rests.items()}
    before, after = counts.pop("algebraic")
    most, least = counts.pop("any of these")
    parts = [f"{one} on {name} ({two})" for name, (one, two) in counts.items()]
    said = (
        f" Their own evidence makes {most} claims rest on an engine or on words, and {least} of them have no such "
        f"theorem: {', '.join(parts)}."
    )
    if not before:
        return said
    algebra = f"Of the {before} established claims that are proved by algebra alone, the kernel has {before - after}."
    return f"{said} {algebra}"
