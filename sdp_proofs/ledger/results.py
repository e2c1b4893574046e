"""Results of a whole run in a file, with digests of the sources that they were found with.

The package ships those of the last full run of its ledger, so that what only prints them loads no claim, let alone runs
one. Where sources have changed since, they are not taken: neither those of a claim whose sources have, nor, where all
claims count, any. The file is JSON with a line for every source and for every claim, below a line with a digest of
all of them. What was altered is damaged, and so is what does not follow from its own evidence: whoever seals a forgery
anew still has to forge the evidence with it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sdp_proofs.ledger.catalogue import Catalogue
from sdp_proofs.ledger.recount import contradictions
from sdp_proofs.ledger.sources import own_data, own_digests

SCHEMA = "sdp-proofs/results/2"
MAX_BYTES = 1 << 26


class DamagedError(ValueError):
    """Results that are not as they were written; the message says in what."""


@dataclass(frozen=True)
class Results:
    """The results of all claims of a ledger.

    Attributes:
        loader: where the ledger is found, as "package.module:function".
        catalogue: its claims as in a snapshot, and its trust ledger.
        homes: the modules of the claims, by id.
        sources: the modules that decide anything, with digests; the last entry is for all files that are no source.
        reads: for every home, the positions of the sources that decide its claims.
    """

    loader: str
    catalogue: Catalogue
    homes: Mapping[str, str]
    sources: tuple[tuple[str, str], ...]
    reads: Mapping[str, tuple[int, ...]]

    def changed(self, identifiers: Iterable[str] | None = None) -> tuple[str, ...]:
        """The sources that are not as they were, among those that decide some claims (default: the whole ledger).

        What claims cite decides them, too.
        """
        if identifiers is None:
            places: Iterable[int] = range(len(self.sources))
        else:
            homes = {self.homes[name] for name in self.catalogue.closure(identifiers)}
            places = sorted({place for home in homes for place in self.reads[home]} | {len(self.sources) - 1})
        then = dict(self.sources[place] for place in places)
        now = {**own_digests(name for name in then if name != DATA), DATA: own_data()}
        return tuple(name for name, digest in then.items() if now.get(name) != digest)

    def changed_homes(self) -> frozenset[str]:
        """The modules of claims that are not as they were, or import statements that are not.

        What decides these claims besides, the engines, has no part in what they say.
        """
        folder = self.loader.partition(":")[0]
        told = {place: entry for place, entry in enumerate(self.sources) if entry[0].startswith(f"{folder}.")}
        now = own_digests(name for name, _ in told.values())
        changed = {place for place, (name, digest) in told.items() if now.get(name) != digest}
        return frozenset(home for home, places in self.reads.items() if changed.intersection(places))

    def renewed(self, earlier: Results | None) -> Results:
        """The same results, with the earlier text wherever only the seconds are others."""
        if earlier is None:
            return self
        old = earlier.catalogue.claims
        kept = {
            name: old[name] if name in old and _timeless(old[name]) == _timeless(row) else row
            for name, row in self.catalogue.claims.items()
        }
        return Results(self.loader, Catalogue(kept, self.catalogue.trust), self.homes, self.sources, self.reads)

    def seconds(self) -> dict[str, float]:
        """How long the checks of every claim took."""
        return {
            name: sum(entry["seconds"] for entry in row["evidence"]) for name, row in self.catalogue.claims.items()
        }

    def text(self) -> str:
        """The file."""
        lines = [
            f'"loader":{_line(self.loader)}',
            '"sources":[\n' + ",\n".join(_line(list(entry)) for entry in self.sources) + "]",
            '"reads":{\n' + ",\n".join(f"{_line(home)}:{_line(list(at))}" for home, at in self.reads.items()) + "}",
            '"homes":{\n' + ",\n".join(f"{_line(name)}:{_line(home)}" for name, home in self.homes.items()) + "}",
            '"trust":{\n' + ",\n".join(f"{_line(k)}:{_line(v)}" for k, v in self.catalogue.trust.items()) + "}",
            '"claims":[\n' + ",\n".join(map(_line, self.catalogue.claims.values())) + "]}",
        ]
        body = ",\n".join(lines) + "\n"
        return f"{_head(body.encode())}\n{body}"


DATA = "data"


def read(file: Path) -> Results | None:
    """The results in a file; None if there is none.

    Raises:
        DamagedError: it is not as it was written, or says what does not follow from the rest of it.
    """
    try:
        if not file.is_file():  # a pipe or a device would never end
            return None
        with file.open("rb") as stream:
            text = stream.read(MAX_BYTES)  # what is longer is cut, and has another digest
    except OSError as error:
        raise DamagedError(f"not readable ({error.strerror or error})") from None
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
        tuple((name, digest) for name, digest in document["sources"]),
        {home: tuple(at) for home, at in document["reads"].items()},
    )


def _problems(found: Results) -> Iterator[str]:
    """What does not follow from the rest, as short sentences."""
    if list(found.catalogue.claims) != list(found.homes):
        yield "other claims than those of the ledger"
    if set(found.homes.values()) != found.reads.keys():
        yield "other modules than those of the claims"
    if any(not 0 <= place < len(found.sources) for at in found.reads.values() for place in at):
        yield "sources that are none"
    yield from contradictions(found.catalogue.excerpt(found.catalogue.claims))


def results(
    loader: str,
    catalogue: Catalogue,
    homes: Mapping[str, str],
    reads: Mapping[str, Iterable[str]],
    others: Iterable[str],
) -> Results:
    """Results that were just found.

    Args:
        loader: where the ledger is found.
        catalogue: its claims as in a snapshot.
        homes: the modules of the claims.
        reads: for every home, the modules that decide its claims.
        others: the modules that make a ledger of the claims.
    """
    names = sorted({name for modules in reads.values() for name in modules} | set(others))
    sources = (*own_digests(names).items(), (DATA, own_data()))
    place = {name: position for position, (name, _) in enumerate(sources)}
    return Results(
        loader, catalogue, homes, sources, {home: tuple(sorted(place[one] for one in at)) for home, at in reads.items()}
    )


def _line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False, allow_nan=False)


def _timeless(value: Any) -> Any:
    """A JSON value without the seconds that checks took."""
    if isinstance(value, Mapping):
        return {key: _timeless(one) for key, one in value.items() if key != "seconds"}
    return [_timeless(one) for one in value] if isinstance(value, list) else value
