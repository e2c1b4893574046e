"""What every mechanism offers, whoever analyses it: the law of its output, and which databases are adjacent."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Protocol, TypeVar

from sdp_proofs.distributions.finite import FiniteLaw

Database = TypeVar("Database", bound=Hashable)
Outcome = TypeVar("Outcome", bound=Hashable)


class Mechanism(Protocol[Database, Outcome]):
    """A randomised map from databases to outputs [Liu, Wang, Xia 2023, Def. 1].

    A database is a list of records (`distributions.records.Records`), or for an anonymous mechanism its histogram
    (`distributions.histograms.Counts`); each mechanism says which.
    """

    def law(self, database: Database, /) -> FiniteLaw[Outcome]:
        """The exact law of the output."""

    def neighbours(self, database: Database, /) -> Iterable[Database]:
        """The databases that differ from this one in one record."""
