"""What is known of the package's ledger without running it: the results that it ships, and the last whole run here."""

from __future__ import annotations

from typing import NamedTuple

from sdp_proofs.ledger import kept_run, results
from sdp_proofs.ledger.catalogue import Catalogue
from sdp_proofs.ledger.sealed import deep_findings, default_folder
from sdp_proofs.ledger.sources import SHIPPED


class Shipped(NamedTuple):
    """The results that the package ships, if they may be taken, or else why not.

    Attributes:
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
        found = results.read(SHIPPED)
    except results.DamagedError as error:
        return Shipped(None, damage=str(error))
    if found is None or found.loader != loader:
        return Shipped(None)
    changed = found.changed()
    if changed and about is not None and about in found.catalogue.claims:
        changed = found.changed([about])
    if changed or deep_findings(default_folder()) & found.catalogue.claims.keys():
        return Shipped(None, changed)
    return Shipped(found.catalogue)


def last_run(loader: str) -> Catalogue | None:
    """The last run of all claims here, if it would find the same today; of a ledger of this package only.

    Example:
        >>> last_run("another.package:registry") is None
        True
    """
    own = loader.partition(".")[0] == __name__.partition(".")[0]
    return kept_run.found(default_folder(), loader) if own else None
