"""Results about claims: frozen dataclasses that convert to text, HTML and the JSON values that the commands print.

Numbers are another family, `numbers.conversion.Valued`, whose texts are rounded up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any, Self
from warnings import warn


class Document:
    """Methods that all results share: a JSON document, a text, HTML, and the keys of earlier versions."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON values that the command prints with `--json`."""
        raise NotImplementedError

    def _table(self) -> Iterator[tuple[str, ...]]:
        """The rows of a short table, the first of which is its head."""
        raise NotImplementedError

    def __str__(self) -> str:
        rows = [*self._table()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)

    def _repr_html_(self) -> str:
        """Return a table for a notebook."""
        head, *rows = self._table()
        lines = [
            f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in row)}</tr>"
            for tag, row in (("th", head), *(("td", row) for row in rows))
        ]
        return f"<table>{''.join(lines)}</table>"

    def __getitem__(self, key: str) -> Any:
        """Return an entry of the document, as until 0.1, when it was the result itself."""
        found = self.to_dict()[key]
        warn(f"results are no dictionaries any more: write .{key} or .to_dict()[{key!r}]", DeprecationWarning, 2)
        return found


@dataclass(frozen=True)
class ListedClaim(Document):
    """A claim of a ledger as it is listed, without being run.

    Attributes:
        id: its name, which says the assertion.
        paper: the key of its paper.
        locator: its place there.
        title: the assertion in a line.
        kind: theorem, lemma, remark, definition, ...
        fidelity: how near the formula is to the printed words.
        recorded: the status on record.
        uncheckable: why there is nothing to check; None where there is.
        depends_on: claims that it cites.
        repaired_by: the claim that holds instead.
        status: the status that the last whole run found; None without one.
        strength: what carries an established claim.
    """

    id: str
    paper: str
    locator: str
    title: str
    kind: str
    fidelity: str
    recorded: str | None
    uncheckable: str | None
    depends_on: tuple[str, ...]
    repaired_by: str | None
    status: str | None = None
    strength: str | None = None

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """Read a row of a catalogue."""
        names = ("id", "paper", "locator", "title", "kind", "fidelity", "recorded", "uncheckable", "repaired_by")
        known: dict[str, Any] = {name: row[name] for name in names}
        return cls(**known, depends_on=tuple(row["depends_on"]), status=row.get("status"), strength=row.get("strength"))

    def to_dict(self) -> dict[str, Any]:
        """See `Document`."""
        return {**vars(self), "depends_on": [*self.depends_on]}

    def _table(self) -> Iterator[tuple[str, ...]]:
        yield from _as_rows([self])


@dataclass(frozen=True)
class ListedClaims(Document):
    """Claims of a ledger, in its order."""

    claims: tuple[ListedClaim, ...]

    def __iter__(self) -> Iterator[ListedClaim]:
        return iter(self.claims)

    def __len__(self) -> int:
        return len(self.claims)

    def __getitem__(self, place: int | str) -> Any:
        """Return the claim at a place."""
        return self.claims[place] if isinstance(place, int) else self.to_dict()[place]

    def to_dict(self) -> dict[str, Any]:
        """See `Document`."""
        return {"claims": [claim.to_dict() for claim in self.claims]}

    def _table(self) -> Iterator[tuple[str, ...]]:
        yield from _as_rows(self.claims)


@dataclass(frozen=True)
class CheckedClaim(Document):
    """A claim and what a run found.

    Attributes:
        id: its name, which says the assertion.
        paper: the key of its paper.
        locator: its place there.
        title: the assertion in a line.
        statement: the assertion in full.
        status: found by the run.
        recorded: on record.
        agrees: whether the two are one.
        strength: what carries an established claim.
        evidence: for each check its method, coverage, scope, verdict and seconds.
        near_misses: how many false neighbours are refuted, and of how many.
        counterexample: the recorded one, a document that `certificate` replays.
        repaired_by: the claim that holds instead.
        trust: what is believed rather than checked.
        problems: what is wrong with the record, in words.
    """

    id: str
    paper: str
    locator: str
    title: str
    statement: str
    status: str
    recorded: str | None
    agrees: bool
    strength: str | None
    evidence: tuple[Mapping[str, Any], ...]
    near_misses: Mapping[str, Any]
    counterexample: Mapping[str, Any] | None
    repaired_by: str | None
    trust: tuple[str, ...]
    problems: tuple[str, ...]
    _row: Mapping[str, Any] = field(repr=False, compare=False)

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """Read an entry of a snapshot."""
        names = (
            *("id", "paper", "locator", "title", "statement", "status", "recorded", "agrees", "strength"),
            *("near_misses", "counterexample", "repaired_by"),
        )
        lists: dict[str, Any] = {name: tuple(row[name]) for name in ("evidence", "trust", "problems")}
        return cls(**{name: row[name] for name in names}, **lists, _row=row)

    def to_dict(self) -> dict[str, Any]:
        """See `Document`."""
        return dict(self._row)

    def _table(self) -> Iterator[tuple[str, ...]]:
        yield from _as_rows([self])


@dataclass(frozen=True)
class Verification(Document):
    """A run of claims.

    Attributes:
        claims: those that were asked for.
        complete: whether all of them were run to the end.
        agrees: whether each has the status on record.
        summary: how many have each status; readings are counted apart.
        strengths: what carries the established ones.
        schema: the name and version of the document.
    """

    claims: tuple[CheckedClaim, ...]
    complete: bool
    agrees: bool
    summary: Mapping[str, int]
    strengths: Mapping[str, int]
    schema: str
    _document: Mapping[str, Any] = field(repr=False, compare=False)

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Self:
        """Read a snapshot."""
        names = ("complete", "agrees", "summary", "strengths", "schema")
        claims = tuple(map(CheckedClaim.of, document["claims"]))
        return cls(claims, **{name: document[name] for name in names}, _document=document)

    def to_dict(self) -> dict[str, Any]:
        """See `Document`."""
        return dict(self._document)

    def _table(self) -> Iterator[tuple[str, ...]]:
        yield from _as_rows(self.claims)


@dataclass(frozen=True)
class Belief:
    """An entry of the trust ledger.

    Attributes:
        id: its name.
        kind: engine, theorem, lifting or data.
        statement: what is believed.
        reference: the literature.
        direct: claims whose own evidence rests on it.
        through_citations: claims that rest on it through what they cite.
        proved_by: claims of this ledger that prove it.
    """

    id: str
    kind: str
    statement: str
    reference: str
    direct: tuple[str, ...]
    through_citations: tuple[str, ...]
    proved_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trust(Document):
    """Beliefs of the ledger: statements that nothing checks.

    Attributes:
        believed: the entries, kind by kind.
        claims: how many claims were looked at.
        nothing: how many of them rest on no entry.
    """

    believed: tuple[Belief, ...]
    claims: int
    nothing: int
    _document: Mapping[str, Any] = field(repr=False, compare=False)

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Self:
        """Read the document of the command."""
        entries = (
            Belief(
                *(entry[name] for name in ("id", "kind", "statement", "reference")),
                *(tuple(entry.get(name, ())) for name in ("direct", "through_citations", "proved_by")),
            )
            for entry in document["believed"]
        )
        return cls(tuple(entries), document["claims"], document["nothing"], document)

    def to_dict(self) -> dict[str, Any]:
        """See `Document`."""
        return dict(self._document)

    def _table(self) -> Iterator[tuple[str, ...]]:
        yield "believed", "kind", "direct", "in all"
        for entry in self.believed:
            direct = len(entry.direct)
            yield entry.id, entry.kind, str(direct), str(direct + len(entry.through_citations))


def _as_rows(claims: Any) -> Iterator[tuple[str, ...]]:
    yield "claim", "paper", "place", "status"
    for claim in claims:
        yield claim.id, claim.paper, claim.locator, claim.status or claim.recorded or "not recorded"
