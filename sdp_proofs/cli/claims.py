"""The commands that show claims: `list`, `show`, `verify`, `errata` and `trust`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sdp_proofs.cli.command import AsJson, command
from sdp_proofs.cli.output import print_json
from sdp_proofs.cli.writing import check_places, leave, write_files, writes
from sdp_proofs.declarations import Option

if TYPE_CHECKING:
    from sdp_proofs.ledger.catalogue import Catalogue
    from sdp_proofs.ledger.paper import Paper
    from sdp_proofs.ledger.registry import Registry

FORMATS = ("markdown", "latex", "html", "json")
"""Formats that `errata` writes."""
Jobs = Annotated[int | None, Option("Number of processes; default: one per processor.")]
ToFile = Annotated[
    str | None, Option("Write to this file instead of the terminal.", flag="--output -o", metavar="FILE")
]


@command("list", "claims.claims")
def list_claims(
    *,
    queries: Annotated[
        list[str] | None,
        Option(
            "Ids or locators ('Theorem 3'); default: every claim.", metavar="CLAIM", completes="claim", argument=True
        ),
    ] = None,
    paper: str | None,
    status: str | None,
    strength: str | None,
    graph: Annotated[bool, Option("Print what depends on what as a Mermaid flow chart.")] = False,
    ledger: str | None,
    as_json: AsJson = False,
) -> None:
    """List the claims with the status that the last whole run found, or with the recorded one; nothing is run."""
    from sdp_proofs.api.claims import listed
    from sdp_proofs.cli.ledger import catalogue
    from sdp_proofs.errors import OptionsError

    if graph and as_json:
        raise OptionsError("at most one of --graph and --json must be given")
    rows = listed(catalogue(ledger), queries or [], paper, status, strength).to_dict()["claims"]
    if graph:
        from sdp_proofs.render.graph import mermaid

        typer.echo(mermaid(rows), nl=False)
    elif as_json:
        print_json({"claims": rows}, "sdp-proofs/list/1")
    else:
        from sdp_proofs.render.ledger import print_list

        print_list(rows)


@command("show", "claims.counterexample")
def show(
    *,
    claim: str,
    paper: str | None,
    ledger: str | None,
    full: Annotated[bool, Option("Print all of it: statements, formulas, hypotheses, proofs, evidence.")] = False,
    fresh: Annotated[bool, Option("Run the claim and all it rests on again.")] = False,
    as_json: Annotated[bool, Option("Print the snapshot as JSON.", flag="--json")] = False,
) -> None:
    """Show on one screen what becomes of a result: verdict, reason, counterexample, what to cite instead.

    A numbered result of a paper ("Theorem 5") comes first with its verdict: FALSE, FALSE IN PART, NEEDS A HYPOTHESIS,
    STANDS or NOT EXAMINED. Below it stand its parts, one sentence each, with the smallest counterexample, the command
    that replays it, the statement to cite in its place, and what that rests on. --full prints every claim as a page of
    a paper, with the proof as a tree of what it cites, down to what is believed; on a terminal it opens in a pager.

    What is printed are the results that the package ships, as long as its sources are those they were found with, or
    else the last ones of `verify` or of this command; only where there are none the claims themselves are run, and what
    they rest on is shown as recorded.
    """
    from sdp_proofs.cli.ledger import audited, exit_code, known_results
    from sdp_proofs.kernel.record import recorded
    from sdp_proofs.render.result import items_named

    known = None if fresh else known_results(ledger, claim)
    if known is not None:
        from sdp_proofs.papers import papers

        wings = papers()
        items = items_named(wings, claim, paper)
        found, order = _asked(known, items, claim, paper)
        document = known.with_citations(known.excerpt(order))
    else:
        from sdp_proofs.ledger.snapshot import catalogue_of

        registry, loader = _opened_at(ledger, claim, paper)
        wings = registry.wings
        items = items_named(wings, claim, paper)
        found, order = _asked(catalogue_of(registry), items, claim, paper)
        document = audited(registry, [registry[name] for name in order], loader, fresh=fresh, believing=True)
    document["claims"].sort(key=lambda entry: order.index(entry["id"]))
    if ledger is None:
        for entry in document["claims"]:
            standing = recorded().standing(entry)
            entry.update({} if standing is None else {"kernel": standing})
    if as_json:
        print_json(document, document["schema"])
    elif full:
        from sdp_proofs.render.ledger import print_claims
        from sdp_proofs.render.terminal import paged

        with paged() as console:
            print_claims(document, console, pages=found)
    else:
        from sdp_proofs.render.result import print_screen

        print_screen(document, wings, items, found, claim)
    code = exit_code(document)
    if code:
        raise typer.Exit(code)


def _opened_at(ledger: str | None, query: str, paper: str | None) -> tuple[Registry, str]:
    """Load what a claim needs; of an item all claims of its paper, as they may be about it.

    Raises:
        DomainError: there is neither such a claim nor such an item.
    """
    from sdp_proofs.cli.ledger import opened
    from sdp_proofs.papers import papers
    from sdp_proofs.render.result import items_named

    items = items_named(papers(), query, paper) if ledger is None else []
    if not items:
        return opened(ledger, [query], paper)
    # Claims about an item may stand at a longer place, such as "Lemma 2, not strict": only the paper knows.
    keys = {wing.key for wing, item in items} | {None for wing, item in items if item in wing.elsewhere}
    return opened(ledger, [], keys.pop() if len(keys) == 1 else None)


def _asked(
    known: Catalogue, items: Sequence[tuple[Paper, str]], query: str, paper: str | None
) -> tuple[list[str], list[str]]:
    """The ids of the claims at a place, in order, and the same with all that is said of them."""
    from sdp_proofs.render.front import claims_at
    from sdp_proofs.render.result import needed_for

    rows = list(known.claims.values())
    if items:
        named = [one for wing, item in items for one in claims_at({"claims": rows}, wing, item)]
        about = [name for wing, item in items for name in needed_for(rows, wing, item)]
    else:
        named, about = known.selected([query], paper), []
    named = sorted({one["id"]: one for one in named}.values(), key=lambda one: _place(one, query))
    repairs = [one["repaired_by"] for one in named if one["repaired_by"] is not None]
    names = [one["id"] for one in named]
    return names, list(dict.fromkeys([*names, *repairs, *about]))


def _place(claim: Mapping[str, Any], query: str) -> tuple[bool, list[tuple[int, str]], bool]:
    """Read the text at a place before its name: its parts as they are numbered, without comments."""
    from sdp_proofs.ledger.catalogue import normalised
    from sdp_proofs.ledger.claim import Kind

    locator = normalised(claim["locator"])
    numbered = [(int(word), "") if word.isdecimal() else (-1, word) for word in locator.split()]
    return not f"{locator} ".startswith(f"{normalised(query)} "), numbered, claim["kind"] == Kind.PROJECT


@command("verify", "claims.verify", extras=("ledger",))
def verify(
    *,
    queries: list[str] | None,
    paper: str | None,
    jobs: Jobs = None,
    depth: Annotated[
        str, Option("default, or deep for the checks that take long as well.", completes=("default", "deep"))
    ] = "default",
    fresh: Annotated[bool, Option("Run again what has not changed since the last run.")] = False,
    ledger: str | None,
    strict: Annotated[bool, Option("Exit with 3 if a check is undecided.")] = False,
    as_json: Annotated[bool, Option("Print the snapshot as JSON.", flag="--json")] = False,
    html: Annotated[str | None, Option("Write all of it as one web page as well.", metavar="FILE")] = None,
    markdown: Annotated[str | None, Option("Write the table as Markdown as well.", metavar="FILE")] = None,
    latex: Annotated[str | None, Option("Write all of it as a LaTeX document as well.", metavar="FILE")] = None,
) -> None:
    """Check claims by machine and compare every status with the recorded one.

    Claims that the chosen ones depend on, or are repaired by, are run as well but not shown. What is decided by the
    same files as in an earlier run is taken from there (in $SDP_PROOFS_CACHE, or the user's cache folder).

    What a deep run has refuted stays reported until the code of the claim changes or a deep run finds otherwise.

    Exit code 0: everything agrees with the record; 1: something does not; 3: it could not be decided whether it does,
    or, under --strict, a check is undecided. Of a draft, whose paper is not `settled`, nothing is on record: 0 if all
    its claims are finished, 1 if one is false and has no counterexample yet, 3 if something is missing. A file that
    cannot be written is an exit code 2 after all is printed, unless something does not agree.
    """
    from sdp_proofs.cli.ledger import audited, exit_code, last_run, opened, selected
    from sdp_proofs.errors import UnknownNameError

    files = {"html": html, "markdown": markdown, "latex": latex}
    check_places(files)
    if depth not in ("default", "deep"):
        raise UnknownNameError(f"depth must be default or deep, got {depth!r}")
    if jobs is not None:
        from sdp_proofs.ledger.run import check_jobs

        check_jobs(jobs)
    known = None if fresh or depth == "deep" else last_run(ledger, [] if paper else queries or [])
    if known is not None:
        wings = None
        document = known.excerpt(claim["id"] for claim in known.selected(queries or [], paper))
    else:
        registry, loader = opened(ledger, queries or [], paper)
        chosen = selected(registry, queries or [], paper)
        wings = registry.wings
        document = audited(registry, chosen, loader, jobs=jobs, deep=depth == "deep", fresh=fresh)
    if not queries:
        from sdp_proofs.papers import papers
        from sdp_proofs.render.front import with_front

        document = with_front(document, papers() if wings is None else wings)
    if as_json:
        print_json(document, document["schema"])
    else:
        from sdp_proofs.render.ledger import print_ledger

        print_ledger(document)
    pages = [(file, writes(_rendered(name, document))) for name, file in files.items() if file is not None]
    leave(write_files(pages, exit_code(document, strict=strict)))


def _rendered(name: str, document: dict[str, Any]) -> str:
    match name:
        case "html":
            from sdp_proofs.render.page import ledger_html

            return ledger_html(document)
        case "latex":
            from sdp_proofs.render.ledger import ledger_latex

            return ledger_latex(document)
        case _:
            from sdp_proofs.render.ledger import ledger_markdown

            return ledger_markdown(document)


@command("errata", "claims.errata")
def errata(
    *,
    paper: str | None,
    output: ToFile = None,
    severity: str | None,
    ledger: str | None,
    jobs: Jobs = None,
    form: Annotated[
        str | None,
        Option("markdown, latex, html or json.", flag="--format", default="markdown", completes=FORMATS),
    ] = None,
    as_json: Annotated[bool, Option("The same as --format json.", flag="--json")] = False,
) -> None:
    """Write the errata of a paper: what is printed, where it fails, why, what holds instead and what that costs.

    Every claim of the paper is run first, unless the package ships results of the same sources, and what the run
    refutes is shown, whatever is on record; the exit code is that of `verify`. The gravest errors come first.
    """
    from sdp_proofs.cli.ledger import audited, exit_code, known_results, opened
    from sdp_proofs.render.errata import errata_document
    from sdp_proofs.render.front import graded

    kind = _format(form, as_json)
    least = graded(severity)
    check_places({"output": output})
    known = known_results(ledger) if jobs is None else None
    if known is not None:
        from sdp_proofs.papers import papers

        wings, document = papers(), known.excerpt(known.concerned(paper))
    else:
        from sdp_proofs.ledger.snapshot import catalogue_of

        registry, loader = opened(ledger)
        wings, concerned = registry.wings, catalogue_of(registry).concerned(paper)
        document = audited(registry, [registry[name] for name in concerned], loader, jobs=jobs)
    text = errata_document(document, wings, paper, least).text(kind)
    if output is None:
        typer.echo(text, nl=False)
    files = [] if output is None else [(output, writes(text))]
    leave(write_files(files, exit_code(document)))


def _format(form: str | None, as_json: bool) -> str:
    from sdp_proofs.errors import OptionsError, UnknownNameError

    kind = form if form is not None else "json" if as_json else "markdown"
    if kind not in FORMATS:
        raise UnknownNameError(f"format must be one of {', '.join(FORMATS)}; got {kind!r}")
    if as_json and kind != "json":
        raise OptionsError(f"--json must not be given with another --format, got {kind}")
    return kind


@command("trust", "claims.trust")
def trust(
    *,
    queries: Annotated[
        list[str] | None,
        Option(
            "Ids or locators: what these claims rest on, and what rests on them; default: what all of them rest on.",
            metavar="CLAIM", completes="claim", argument=True,
        ),
    ] = None,
    paper: str | None,
    ledger: str | None,
    as_json: Annotated[bool, Option("Print JSON, with the claims by name.", flag="--json")] = False,
    markdown: Annotated[str | None, Option("Write the table as Markdown as well.", metavar="FILE")] = None,
) -> None:
    """Print what is believed: engines, theorems, lifting steps and data, with references; nothing is run.

    Every entry has the number of claims whose own evidence rests on it, and of those that rest on it in all, through
    what they cite as well. Of single claims the cone is printed: the axioms of the kernel below a proved sentence, the
    engines with their versions and digests, and the claims that follow.
    """
    from sdp_proofs.cli.ledger import catalogue
    from sdp_proofs.kernel.record import before_and_after, recorded
    from sdp_proofs.ledger.trust import believed
    from sdp_proofs.render.trust import cone_lines, print_trust, trust_markdown

    if queries:
        from sdp_proofs.errors import OptionsError
        from sdp_proofs.ledger.cone import cones

        if markdown is not None:
            raise OptionsError("--markdown must not be given with claims; got both")
        found = cones(catalogue(ledger), queries, paper)
        if as_json:
            print_json(found, found["schema"])
        else:
            for line in cone_lines(found):
                typer.echo(line)
        return
    check_places({"markdown": markdown})
    known = catalogue(ledger)
    document = believed(known, paper)
    if ledger is None and paper is None:
        record = recorded()
        document["kernel"] = {"compiler": record.compiler, **record.counts()}
        rows = known.selected()
        if all("evidence" in row for row in rows):  # without results nothing tells how a claim is proved
            document["kernel"]["rests"] = before_and_after(record, rows, known.trust)
    if as_json:
        print_json(document, document["schema"])
    else:
        print_trust(document)
    files = [] if markdown is None else [(markdown, writes(trust_markdown(document)))]
    leave(write_files(files))
