"""`sdp-proofs errata`: what is wrong in a paper, with counterexamples and repairs, as a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sdp_proofs.cli.completion import complete_format, complete_severity
from sdp_proofs.cli.ledger import LedgerName
from sdp_proofs.cli.writing import check_places, leave, write_files, writes

if TYPE_CHECKING:
    from sdp_proofs.ledger.catalogue import Catalogue
    from sdp_proofs.ledger.paper import Paper
    from sdp_proofs.report.severity import Severity

_FORMATS = ("markdown", "latex", "html", "json")


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("errata")(errata)


def errata(
    paper: Annotated[
        str | None, typer.Option(help="Only this paper; 'project' for our own conjectures. Default: all papers.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file instead of the terminal.")
    ] = None,
    severity: Annotated[
        str | None,
        typer.Option(
            help="Only items as grave as that: result, hypothesis, statement, step, slip or reading.",
            show_default="reading: all",
            autocompletion=complete_severity,
        ),
    ] = None,
    ledger: LedgerName = None,
    jobs: Annotated[int | None, typer.Option(help="Number of processes; default: one per processor.")] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="markdown, latex, html or json.",
            show_default="markdown",
            autocompletion=complete_format,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Write the errata of a paper: what is printed, where it fails, why, what holds instead and what that costs.

    Every claim of the paper is run first, unless the package ships results of the same sources, and what the run
    refutes is shown, whatever is on record; the exit code is that of `verify`. The gravest errors come first.
    """
    from sdp_proofs.cli.ledger import audited, exit_code, known_results, opened
    from sdp_proofs.report.errata import at_least, errata_of
    from sdp_proofs.report.front import front_of

    kind = _format(form, as_json)
    least = _severity(severity)
    check_places({"output": output})
    known = known_results(ledger) if jobs is None else None
    if known is not None:
        from sdp_proofs.papers import papers

        wings, document = papers(), known.excerpt(_concerned(known, paper))
    else:
        from sdp_proofs.ledger.snapshot import catalogue_of

        registry, loader = opened(ledger)
        wings, concerned = registry.wings, _concerned(catalogue_of(registry), paper)
        document = audited(registry, [registry[name] for name in concerned], loader, jobs=jobs)
    entries = at_least(errata_of(document, paper, wings), least)
    about = {entry["paper"] for entry in entries}
    wings = tuple(wing for wing in wings if wing.key in about)
    text = _rendered(kind, entries, wings, front_of(document, wings))
    if output is None:
        typer.echo(text, nl=False)
    files = [] if output is None else [(output, writes(text))]
    leave(write_files(files, exit_code(document)))


def _format(form: str | None, as_json: bool) -> str:
    from sdp_proofs.errors import DomainError

    kind = form if form is not None else "json" if as_json else "markdown"
    if kind not in _FORMATS:
        raise DomainError(f"format must be one of {', '.join(_FORMATS)}; got {kind!r}")
    if as_json and kind != "json":
        raise DomainError(f"--json must not be given with another --format, got {kind}")
    return kind


def _severity(word: str | None) -> Severity | None:
    from sdp_proofs.errors import DomainError
    from sdp_proofs.report.severity import Severity

    if word is not None and word not in [*Severity]:
        raise DomainError(f"severity must be one of {', '.join(Severity)}; got {word!r}")
    return None if word is None else Severity(word)


def _concerned(known: Catalogue, paper: str | None) -> list[str]:
    """The ids of the claims of the paper and of those that repair them."""
    claims = known.selected(paper=paper)
    repairs = [one["repaired_by"] for one in claims if one["repaired_by"] is not None]
    return list(dict.fromkeys([*(one["id"] for one in claims), *repairs]))


def _rendered(
    form: str, entries: list[dict[str, Any]], papers: Sequence[Paper], front: Sequence[dict[str, Any]]
) -> str:
    match form:
        case "json":
            import json

            from sdp_proofs.edition import edition, today
            from sdp_proofs.report.errata import SCHEMA, misprints_of

            return (
                json.dumps(
                    {
                        "date": today(),
                        "edition": edition(),
                        "errata": entries,
                        "misprints": misprints_of(papers),
                        "papers": front,
                        "schema": SCHEMA,
                    },
                    indent=2,
                    sort_keys=True,
                    allow_nan=False,
                )
                + "\n"
            )
        case "latex":
            from sdp_proofs.report.latex import errata_latex

            return errata_latex(entries, papers, front)
        case "html":
            from sdp_proofs.report.errata_html import errata_html

            return errata_html(entries, papers, front)
        case _:
            from sdp_proofs.report.errata import errata_markdown

            return errata_markdown(entries, papers, front)
