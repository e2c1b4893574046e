"""Results of a whole run in a file, with digests of the sources that they were found with.

The package ships those of the last full run of its ledger, so that what only prints them loads no claim, let alone runs
one. Where sources have changed since, they are not taken: neither those of a claim whose sources have, nor, where all
claims count, any. The file is JSON with a line for every source and for every claim.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sdp_proofs.ledger.catalogue import Catalogue
from sdp_proofs.ledger.sources import own_data, own_digests

SCHEMA = "sdp-proofs/results/1"


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
            f'{{"schema":{_line(SCHEMA)}',
            f'"loader":{_line(self.loader)}',
            '"sources":[\n' + ",\n".join(_line(list(entry)) for entry in self.sources) + "]",
            '"reads":{\n' + ",\n".join(f"{_line(home)}:{_line(list(at))}" for home, at in self.reads.items()) + "}",
            '"homes":{\n' + ",\n".join(f"{_line(name)}:{_line(home)}" for name, home in self.homes.items()) + "}",
            '"trust":{\n' + ",\n".join(f"{_line(k)}:{_line(v)}" for k, v in self.catalogue.trust.items()) + "}",
            '"claims":[\n' + ",\n".join(map(_line, self.catalogue.claims.values())) + "]}",
        ]
        return ",\n".join(lines) + "\n"


DATA = "data"


def read(file: Path) -> Results | None:
    """The results in a file; None if there are none that can be read."""
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        found = json.loads(file.read_text(encoding="utf-8"))
        if found["schema"] == SCHEMA:
            return Results(
                found["loader"],
                Catalogue({row["id"]: row for row in found["claims"]}, found["trust"]),
                found["homes"],
                tuple((name, digest) for name, digest in found["sources"]),
                {home: tuple(at) for home, at in found["reads"].items()},
            )
    return None


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
