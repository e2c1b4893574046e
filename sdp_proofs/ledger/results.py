"""Results of a whole run in a file, with digests of the sources that they were found with.

The package ships those of the last full run of its ledger, and `verify` keeps those of the last one here: what only
prints them loads no claim, let alone runs one. Where sources have changed since, they are not taken: neither those of a
claim whose sources have, nor, where all claims count, any. Of a run here, the environment must be as it was, too. The
file is JSON with a line for every source and for every claim, below a line with a digest of all of them. What was
altered is damaged, and so is what does not follow from its own evidence: whoever seals a forgery anew still has to
forge the evidence with it.

Results are an index as well: they say where every claim stands, what it depends on and which module makes it, so that
some claims are found without importing the others. What they say of a module counts as long as its section is what it
was; a module that has changed since, or is new, is imported to be asked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sdp_proofs.ledger import digests
from sdp_proofs.ledger.cache import deep_findings, default_folder, write_whole
from sdp_proofs.ledger.catalogue import Catalogue, Row, refers_to
from sdp_proofs.ledger.digests import SHIPPED
from sdp_proofs.ledger.recount import contradictions

if TYPE_CHECKING:
    from sdp_proofs.ledger.claim import Claim
    from sdp_proofs.ledger.evidence import ClaimResult
    from sdp_proofs.ledger.registry import Registry

SCHEMA = "sdp-proofs/results/3"
MAX_BYTES = 1 << 26
DATA = "data"
"""Name among the sources of all files that are none."""


class DamagedError(ValueError):
    """Results that are not as they were written; the message says in what."""


@dataclass(frozen=True)
class Results:
    """The results of all claims of a ledger of this package.

    Attributes:
        loader: where the ledger is found, as "package.module:function".
        catalogue: its claims as in a snapshot, and its trust ledger.
        homes: the modules of the claims, by id.
        sources: all modules that decide anything, with digests, and `DATA`.
        reads: for every home, the modules of papers that make its claims.
        environment: a digest of what it was found with; empty if that does not count.
    """

    loader: str
    catalogue: Catalogue
    homes: Mapping[str, str]
    sources: Mapping[str, str]
    reads: Mapping[str, tuple[str, ...]]
    environment: str = ""

    def changed(self, identifiers: Iterable[str] | None = None) -> tuple[str, ...]:
        """The sources that are not as they were, among those that decide some claims (default: the whole ledger).

        What claims cite decides them, too.
        """
        now = _sources()
        names = {*self.sources, *now}
        if identifiers is not None:
            made = {name for one in self.catalogue.closure(identifiers) for name in self.reads[self.homes[one]]}
            names = {name for name in names if not digests.is_section(name) or name in made}
        changed = (name for name in names if self.sources.get(name) != now.get(name))
        return tuple(sorted(changed, key=lambda name: (name == DATA, name)))

    def changed_homes(self) -> frozenset[str]:
        """The modules of claims whose section is not as it was.

        What decides these claims besides, the engines, has no part in what they say.
        """
        now = _sources()
        changed = {name for name in {*self.sources, *now} if self.sources.get(name) != now.get(name)}
        return frozenset(home for home, names in self.reads.items() if changed.intersection(names))

    def renewed(self, earlier: Results | None) -> Results:
        """The same results, with the earlier text wherever only the seconds are others."""
        old = {} if earlier is None else earlier.catalogue.claims
        kept = {
            name: old[name] if name in old and _timeless(old[name]) == _timeless(row) else row
            for name, row in self.catalogue.claims.items()
        }
        return replace(self, catalogue=Catalogue(kept, self.catalogue.trust))

    def seconds(self) -> dict[str, float]:
        """Seconds that the checks of every claim took."""
        return {
            name: sum(entry["seconds"] for entry in row["evidence"]) for name, row in self.catalogue.claims.items()
        }

    def text(self) -> str:
        """The file."""
        lines = [
            f'"loader":{_line(self.loader)}',
            f'"environment":{_line(self.environment)}',
            _object("sources", self.sources),
            _object("reads", {home: list(names) for home, names in self.reads.items()}),
            _object("homes", self.homes),
            _object("trust", self.catalogue.trust),
            '"claims":[\n' + ",\n".join(map(_line, self.catalogue.claims.values())) + "]}",
        ]
        body = ",\n".join(lines) + "\n"
        return f"{_head(body.encode())}\n{body}"


def results(loader: str, catalogue: Catalogue, homes: Mapping[str, str], *, here: bool = False) -> Results:
    """Results that were just found.

    Args:
        loader: where the ledger is found.
        catalogue: its claims as in a snapshot.
        homes: the modules of the claims.
        here: whether they count only as long as the environment is as it is.

    Raises:
        UnknowableError: it cannot be told what decides the claims.
    """
    reads = {home: tuple(sorted(digests.section(home))) for home in dict.fromkeys(homes.values())}
    return Results(loader, catalogue, homes, _sources(), reads, digests.surroundings() if here else "")


def _sources() -> dict[str, str]:
    return {**digests.engines(), **digests.papers(), DATA: digests.data(all_of_it=True)}


def read(file: Path) -> Results | None:
    """The results in a file; None if there is none.

    Raises:
        DamagedError: it is not as it was written, or says what does not follow from the rest of it.
    """
    try:
        if not file.is_file():  # a pipe or a device would never end
            return None
        with file.open("rb") as stream:
            text = stream.read(MAX_BYTES)  # a longer file is cut, and has another digest
    except OSError as error:
        raise DamagedError(f"not readable ({error.strerror or error})") from None
    return _checked(text)


@lru_cache(maxsize=2)
def _checked(text: bytes) -> Results:
    """The results in a text, checked once for each text."""
    head, _, body = text.partition(b"\n")
    if head != _head(body).encode():
        raise DamagedError("not as they were sealed")
    try:
        found = _parsed(json.loads(text))
        problem = next(_problems(found), None)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise DamagedError(f"no results ({type(error).__name__})") from None
    if problem is not None:
        raise DamagedError(problem)
    return found


def readable(file: Path) -> Results | None:
    """The same, and None also of what is damaged: for what can do without results."""
    with suppress(DamagedError):
        return read(file)
    return None


def _head(body: bytes) -> str:
    """The first line of a file with that rest."""
    return f'{{"schema":{_line(SCHEMA)},"seal":"{hashlib.sha256(body).hexdigest()}",'


def _parsed(document: Mapping[str, Any]) -> Results:
    claims = {row["id"]: row for row in document["claims"]}
    if len(claims) != len(document["claims"]):
        raise ValueError("a claim twice")
    return Results(
        document["loader"],
        Catalogue(claims, document["trust"]),
        document["homes"],
        document["sources"],
        {home: tuple(names) for home, names in document["reads"].items()},
        document["environment"],
    )


def _problems(found: Results) -> Iterator[str]:
    """Contradictions within the index, as short sentences."""
    if list(found.catalogue.claims) != list(found.homes):
        yield "other claims than those of the ledger"
    if set(found.homes.values()) != found.reads.keys():
        yield "other modules than those of the claims"
    if any(name not in found.sources for names in found.reads.values() for name in names):
        yield "sources that are none"
    yield from contradictions(found.catalogue.excerpt(found.catalogue.claims))


def _line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False, allow_nan=False)


def _object(name: str, entries: Mapping[str, Any]) -> str:
    return f'"{name}":{{\n' + ",\n".join(f"{_line(key)}:{_line(value)}" for key, value in entries.items()) + "}"


def _timeless(value: Any) -> Any:
    """A JSON value without the seconds that checks took."""
    if isinstance(value, Mapping):
        return {key: _timeless(one) for key, one in value.items() if key != "seconds"}
    return [_timeless(one) for one in value] if isinstance(value, list) else value


# Facts about the package's ledger that need no run.


class Shipped(NamedTuple):
    """The results that the package ships, if they may be taken, or else why not.

    Args:
        catalogue: the results.
        changed: the sources that are not what they were.
        damage: what is wrong with the file, in a few words; empty if nothing is.
    """

    catalogue: Catalogue | None
    changed: tuple[str, ...] = ()
    damage: str = ""


def shipped(loader: str, about: str | None = None) -> Shipped:
    """The shipped results as long as the sources are what they were and the file is as it was written.

    Args:
        loader: where the ledger is found; results of another one do not count.
        about: an id, if it is enough that what decides this claim is as it was.

    Example:
        >>> shipped("another.package:registry").catalogue is None
        True
    """
    try:
        found = read(SHIPPED)
    except DamagedError as error:
        return Shipped(None, damage=str(error))
    if found is None or found.loader != loader:
        return Shipped(None)
    changed = found.changed()
    if changed and about is not None and about in found.catalogue.claims:
        changed = found.changed([about])
    if changed or deep_findings(default_folder()) & found.catalogue.claims.keys():
        return Shipped(None, changed)
    return Shipped(found.catalogue)


def last_run(loader: str, folder: Path | None = None, asked: Sequence[str] = ()) -> Catalogue | None:
    """The last run of all claims here, if it would find the same today; of a ledger of this package only.

    Where there is none, and just some claims are asked for, the last run of these and of all they rest on.

    Args:
        loader: where the ledger is found.
        folder: of the cache (default: the user's).
        asked: ids of claims.

    Example:
        >>> last_run("another.package:registry") is None
        True
    """
    folder = default_folder() if folder is None else folder
    whole = _unchanged(folder, loader)
    if whole is not None or not asked:
        return whole
    part = _unchanged(folder, loader, asked)
    return part if part is not None and all(name in part.claims for name in asked) else None


def _unchanged(folder: Path, loader: str, asked: Sequence[str] = ()) -> Catalogue | None:
    """A run that is kept, as long as every source and the environment are what they were."""
    with suppress(Exception):  # no run means that claims are loaded, and what was found of each is looked up
        found = read(_file(folder, loader, asked))
        if found is None or found.loader != loader or found.changed():
            return None
        same = digests.surroundings() == found.environment
        return found.catalogue if same and not deep_findings(folder) & found.catalogue.claims.keys() else None
    return None


def keep_run(
    folder: Path, loader: str, registry: Registry, found: Sequence[ClaimResult], asked: Sequence[str] = ()
) -> None:
    """Keep a run of claims of a ledger of this package, if a later one would find the same of each.

    It has a result of all claims, or of those that were asked for and of all they rest on.

    Args:
        folder: of the cache.
        loader: where the ledger is found.
        registry: the ledger.
        found: what the run yielded.
        asked: ids of claims, if not of all.
    """
    from sdp_proofs.ledger.cache import final
    from sdp_proofs.ledger.snapshot import snapshot, trust_of

    names = {result.id for result in found}
    whole = registry.part is None and names == registry.keys()
    if not (whole or (asked and names == {*registry.closure(asked)})) or not all(map(final, found)):
        return
    with suppress(Exception):
        rows = {row["id"]: row for row in snapshot(registry, found)["claims"]}
        homes = {name: registry.homes[name] for name in rows}
        new = results(loader, Catalogue(rows, trust_of(registry)), homes, here=True)
        if digests.unchanged():
            write_whole(_file(folder, loader, () if whole else asked), new.text().encode())


def _file(folder: Path, loader: str, asked: Sequence[str] = ()) -> Path:
    """One file for every installation and question, so that old runs do not pile up."""
    place = " ".join([loader, str(Path(__file__).parents[1]), *sorted(asked)])
    return folder / "runs" / f"{hashlib.sha256(place.encode()).hexdigest()[:16]}.json"


# The claims of the ledger without the modules that make them.


@dataclass(frozen=True)
class Index:
    """Index of the claims of the modules that have not changed.

    Attributes:
        rows: by module, in the order of the ledger, the rows of its claims.
        changed: the modules that must be imported, in the same order.
        earlier: the rows of the claims of these as they were, for one that cannot be imported any more.
    """

    rows: Mapping[str, Sequence[Row]]
    changed: tuple[str, ...]
    earlier: Mapping[str, Sequence[Row]] = field(default_factory=dict)

    @cached_property
    def homes(self) -> dict[str, str]:
        """The module of every claim."""
        return {row["id"]: home for home, rows in self.rows.items() for row in rows}

    @cached_property
    def prerequisites(self) -> dict[str, tuple[str, ...]]:
        """The ids that the status of every claim refers to."""
        return {row["id"]: tuple(refers_to(row)) for rows in self.rows.values() for row in rows}

    @cached_property
    def repairs(self) -> dict[str, str]:
        """The claims that repaired those of the changed modules."""
        rows = (row for one in self.earlier.values() for row in one)
        return {row["id"]: row["repaired_by"] for row in rows if row["repaired_by"] is not None}

    def catalogue(self, homes: Iterable[str], loaded: Mapping[str, Sequence[Claim]]) -> Catalogue:
        """Catalogue of all claims: those of modules that were imported as they are now."""
        rows = (row for home in homes for row in self._of(home, loaded))
        return Catalogue({row["id"]: row for row in rows}, {})

    def _of(self, home: str, loaded: Mapping[str, Sequence[Claim]]) -> Iterator[Row]:
        if home not in loaded:
            yield from self.rows[home]
        else:
            yield from ({"id": one.id, "paper": one.paper, "locator": one.locator} for one in loaded[home])


def index(loader: str, homes: Iterable[str]) -> Index | None:
    """The index of a ledger, from the shipped results; None if they are of another one, damaged or not there.

    Args:
        loader: where the ledger is found.
        homes: the modules of its claims, in their order.
    """
    found = readable(SHIPPED)
    if found is None or found.loader != loader:
        return None
    rows: dict[str, list[Row]] = {}
    for identifier, home in found.homes.items():
        rows.setdefault(home, []).append(found.catalogue.claims[identifier])
    changed = found.changed_homes()
    listed = tuple(homes)
    return Index(
        {home: rows[home] for home in listed if home in rows and home not in changed},
        tuple(home for home in listed if home not in rows or home in changed),
        {home: rows[home] for home in listed if home in changed},
    )
