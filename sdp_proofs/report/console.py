"""Snapshots on a terminal: a table of all claims, or one claim in full.

Output that is not a terminal is plain text without colours, wide enough for `grep`; the environment
variables NO_COLOR and COLUMNS are respected.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sdp_proofs.report.phrases import (
    counted,
    counterexample_line,
    counterexample_text,
    evidence_marks,
    generated_lines,
    near_miss_count,
    near_misses_counted,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

PIPE_WIDTH = 200
EVIDENCE_COLUMN_FROM = 120  # on narrower terminals the evidence goes below the claim

_STYLES = {
    "established": "green",
    "supported": "cyan",
    "repaired": "yellow",
    "refuted": "red",
    "open": "magenta",
    "vacuous": "bright_black",
}


def stdout_console() -> Console:
    """A console that prints text as it is, without markup, highlighting or emoji."""
    from rich.console import Console

    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    return Console(file=sys.stdout, width=width, markup=False, highlight=False, emoji=False)


def print_ledger(document: Mapping[str, Any], console: Console | None = None) -> None:
    """Print the summary table of a snapshot, then what disagrees with the record.

    Args:
        document: a snapshot of version 1.
        console: where to print (default: standard output).
    """
    from rich.table import Table
    from rich.text import Text

    console = console or stdout_console()
    wide = console.width >= EVIDENCE_COLUMN_FROM
    table = Table(box=None, pad_edge=False, show_edge=False)
    table.add_column("status", no_wrap=True)
    table.add_column("locator", overflow="fold", max_width=console.width // 4)
    table.add_column("near\nmisses", justify="right", no_wrap=True)
    table.add_column("seconds", justify="right", no_wrap=True)
    if wide:
        table.add_column("evidence", overflow="fold", max_width=console.width // 4)
    table.add_column("claim", overflow="fold")
    for claim in document["claims"]:
        marks = evidence_marks(claim)
        last = Text(claim["id"])
        for line in [*([] if wide else [marks]), *_below(claim)]:
            last.append(f"\n  {line}", style="dim")
        seconds = sum(entry["seconds"] for entry in claim["evidence"])
        table.add_row(
            _status(claim),
            claim["locator"],
            near_miss_count(claim),
            f"{seconds:.1f}" if claim["evidence"] else "",
            *([marks] if wide else []),
            last,
        )
    console.print(table)
    console.print()
    console.print(f"{counted(document)}; {near_misses_counted(document)}")
    if not document["complete"]:
        console.print("Interrupted: only the claims above were finished.")
    for claim in document["claims"]:
        if not claim["agrees"]:
            console.print(f"{claim['id']} disagrees with the record:", style="bold red")
            for line in _disagreements(claim):
                console.print(f"  {line}")


def print_claims(document: Mapping[str, Any], console: Console | None = None) -> None:
    """Print every claim of a snapshot in full."""
    console = console or stdout_console()
    for position, claim in enumerate(document["claims"]):
        if position:
            console.print()
        _print_claim(claim, document["trust"], console)


def print_list(rows: Sequence[Mapping[str, Any]], console: Console | None = None) -> None:
    """Print the recorded status of claims that were not run."""
    from rich.table import Table
    from rich.text import Text

    console = console or stdout_console()
    table = Table(box=None, pad_edge=False, show_edge=False)
    for heading in ("claim", "paper", "locator", "recorded", "title"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        recorded = Text(row["recorded"], style=_STYLES[row["recorded"]])
        table.add_row(row["id"], row["paper"], row["locator"], recorded, row["title"])
    console.print(table)


def _status(claim: Mapping[str, Any]) -> Text:
    from rich.text import Text

    mark = "" if claim["agrees"] else " (!)"
    return Text(claim["status"] + mark, style=_STYLES[claim["status"]])


def _below(claim: Mapping[str, Any]) -> Iterable[str]:
    if claim["counterexample"] is not None:
        yield counterexample_line(claim)
    if claim["repaired_by"] is not None:
        yield f"repaired by {claim['repaired_by']}"
    if claim["resting_on"]:
        yield f"resting on {', '.join(claim['resting_on'])}"


def _disagreements(claim: Mapping[str, Any]) -> Iterable[str]:
    if claim["status"] != claim["recorded"]:
        yield f"the evidence says {claim['status']}, the record says {claim['recorded']}"
    yield from claim["problems"]


def _print_claim(claim: Mapping[str, Any], trust: Mapping[str, Any], console: Console) -> None:
    from rich.text import Text

    console.print(Text.assemble((claim["id"], "bold"), "  ", _status(claim)))
    console.print(f"{claim['title']} ({claim['paper']}, {claim['locator']}, {claim['kind']})")
    console.print()
    console.print(claim["statement"].strip())
    for heading, lines in _sections(claim, trust):
        shown = list(lines)
        if shown:
            console.print()
            console.print(heading, style="bold")
            for line in shown:
                _print_indented(line, console)
    if "derivation" in claim:
        from sdp_proofs.report.derivation import derivation_lines

        console.print()
        console.print("Derivation", style="bold")
        for text in derivation_lines(claim["derivation"]):
            _print_indented(text, console)


def _print_indented(line: str | Text, console: Console) -> None:
    from rich.padding import Padding
    from rich.text import Text

    # No right padding: lines that end in blanks are a nuisance in a pipe.
    for wrapped in (Text(line) if isinstance(line, str) else line).wrap(console, console.width - 2):
        wrapped.rstrip()
        console.print(Padding(wrapped, (0, 0, 0, 2), expand=False))


def _sections(claim: Mapping[str, Any], trust: Mapping[str, Any]) -> Iterable[tuple[str, Iterable[str]]]:
    formula = claim["formula"]
    yield "Formula", [] if formula is None else [formula["text"], f"LaTeX: {formula['latex']}"]
    yield "Hypotheses", (_hypothesis_line(entry) for entry in claim["hypotheses"])
    yield "Not checkable", [] if claim["uncheckable"] is None else [claim["uncheckable"]]
    yield "Evidence", (line for entry in claim["evidence"] for line in _evidence_lines(entry))
    yield "Near misses", (_near_miss_line(entry) for entry in claim["near_misses"]["details"])
    yield "Generated near misses", generated_lines(claim)
    yield "Counterexample", [] if claim["counterexample"] is None else [counterexample_text(claim)]
    yield "Repaired by", [] if claim["repaired_by"] is None else [claim["repaired_by"]]
    yield "Depends on", claim["depends_on"]
    yield "Resting on (not established)", claim["resting_on"]
    yield "Believed, not checked", (_trust_line(name, trust[name]) for name in claim["trust"])
    yield "Fidelity", [claim["fidelity"]]
    yield "Note", [claim["note"]] if claim["note"] else []
    yield "Disagrees with the record", () if claim["agrees"] else _disagreements(claim)


def _hypothesis_line(entry: Mapping[str, Any]) -> str:
    return f"{entry['text']} (silent in the paper)" if entry["silent"] else str(entry["text"])


def _trust_line(name: str, entry: Mapping[str, Any]) -> str:
    return f"{name} ({entry['kind']}): {entry['statement']} [{entry['reference']}]"


def _evidence_lines(entry: Mapping[str, Any]) -> Iterable[str]:
    instances = "" if entry["instances"] is None else f", {entry['instances']} instances"
    yield (
        f"{entry['verdict']} by {entry['method']} for {entry['coverage']}: {entry['title']} "
        f"({entry['scope']}{instances}, {entry['seconds']:.3f} s)"
    )
    if entry["witness"] is not None:
        yield f"  witness: {entry['witness']}"
    if entry["detail"] is not None:
        yield f"  {entry['detail']}"


def _near_miss_line(entry: Mapping[str, Any]) -> str:
    if entry["refuted_by"] is None:
        return f"{entry['name']}: NOT refuted; {entry['detail']}"
    return f"{entry['name']}: refuted by {entry['refuted_by']!r} at {entry['detail']}"
